# CPython API that Cython's own declarations lack, and the C part of the start.
cdef extern from "embed.h":
    int engine_depth
    const char* library_folder
    const char godot_python_tables[]
    const char godot_python_tables_end[]
    int start_python() nogil

ctypedef object (*vectorcall_function)(PyObject*, PyObject**, size_t, PyObject*)

cdef extern from "Python.h":
    ctypedef struct PyThreadState:
        pass
    ctypedef object (*newfunc)(PyTypeObject*, object, PyObject*)
    ctypedef int (*initproc)(object, object, PyObject*) except -1
    ctypedef struct PyTypeObject:
        unsigned long tp_flags
        newfunc tp_new
        initproc tp_init
        PyObject* tp_dict
        Py_ssize_t tp_vectorcall_offset
        vectorcall_function tp_vectorcall
    PyTypeObject* Py_TYPE(object)
    bint PyObject_TypeCheck(object, PyTypeObject*)
    unsigned long Py_TPFLAGS_METHOD_DESCRIPTOR
    unsigned long Py_TPFLAGS_HAVE_VECTORCALL
    PyThreadState* PyEval_SaveThread() nogil
    object PyImport_ImportModule(const char*)
    object PyMemoryView_FromMemory(char*, Py_ssize_t, int)
    void PyType_Modified(PyTypeObject*)
    Py_ssize_t PyVectorcall_NARGS(size_t)
    object PyObject_Vectorcall(object, PyObject**, size_t, PyObject*)
    object PyMethod_New(object, object)
    bint PyMethod_Check(object)
    PyObject* PyDict_GetItem(object, PyObject*)
    PyObject* PyErr_Occurred()
    void PyErr_Clear()
    void PyErr_WriteUnraisable(PyObject*)
    long long PyLong_AsLongLongAndOverflow(object, int*) except? -1
