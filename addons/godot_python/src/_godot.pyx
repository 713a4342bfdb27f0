# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, nonecheck=False
# cython: binding=False, embedsignature=False, auto_pickle=False, c_api_binop_methods=False, cdivision=True
"""The compiled part of the Godot binding: the extension's entry point, the engine's objects, values and calls."""

cimport cython
from cpython.buffer cimport (
    PyBUF_C_CONTIGUOUS,
    PyBUF_FORMAT,
    PyBUF_READ,
    PyBUF_WRITABLE,
    PyBuffer_Release,
    PyObject_CheckBuffer,
    PyObject_GetBuffer,
)
from cpython.float cimport PyFloat_AS_DOUBLE, PyFloat_AsDouble, PyFloat_Check
from cpython.long cimport PyLong_AsLong, PyLong_AsLongLong, PyLong_Check
from cpython.number cimport PyIndex_Check, PyNumber_Check, PyNumber_Index
from cpython.object cimport PyObject
from cpython.ref cimport Py_DECREF, Py_INCREF
from cpython.sequence cimport PySequence_Check
from cpython.unicode cimport PyUnicode_AsUTF8AndSize, PyUnicode_DATA, PyUnicode_FromKindAndData, PyUnicode_GET_LENGTH, PyUnicode_KIND
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t, uintptr_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy, memset

from keyword import iskeyword as keyword_iskeyword
from marshal import loads as marshal_loads

include "python_api.pxi"
include "interface.pxi"
include "codes.pxi"
include "runtime.pxi"
include "names.pxi"
include "object.pxi"
include "value.pxi"
include "values.pxi"
include "opaque.pxi"
include "packed.pxi"
include "convert.pxi"
include "callables.pxi"
include "call.pxi"
include "classes.pxi"
include "builtins.pxi"
include "errors.pxi"
include "virtuals.pxi"
include "dynamic.pxi"
include "registration.pxi"
include "entry.pxi"

enable_vectorcall(EngineFunction, EngineFunction.__new__(EngineFunction), False)
enable_vectorcall(Method, Method.__new__(Method), True)
