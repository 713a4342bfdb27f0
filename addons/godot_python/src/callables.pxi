# Python functions as engine callables. A bound method of an engine object is kept by the object's id and its function, as
# the engine does itself: the connection keeps nobody alive, ends with the object, and two of them are equal.
cdef int64_t live_callables = 0

# Methods that a reload replaced as a whole, and what came in their place.
cdef dict successors = {}


cdef class PythonCallable:
    cdef object function
    cdef uint64_t object_id

    def __cinit__(self):
        global live_callables
        live_callables += 1

    def __dealloc__(self):
        global live_callables
        live_callables -= 1

    cdef object resolve(self):
        """The callable to call, or None when its object is gone."""
        if self.object_id == 0:
            return self.function
        owner = wrap(gd.object_get_instance_from_id(self.object_id))
        if owner is None:
            return None
        return PyMethod_New(newest(self.function), owner)


cdef object newest(object function):
    """The function that stands for a method now, after any number of reloads."""
    if successors:
        while function in successors:
            function = successors[function]
    return function


cdef int new_callable(void* target, object function) except -1:
    """Constructs an engine Callable at `target` (uninitialised memory) for a Python callable."""
    cdef GDExtensionCallableCustomInfo2 info
    cdef PythonCallable userdata = PythonCallable.__new__(PythonCallable)
    cdef EngineObject owner
    userdata.function = function
    if PyMethod_Check(function) and isinstance(function.__self__, EngineObject):
        owner = function.__self__
        userdata.function = function.__func__
        userdata.object_id = gd.object_get_instance_id(alive(owner))
    memset(&info, 0, sizeof(info))
    info.callable_userdata = <void*>userdata
    info.token = library
    info.object_id = userdata.object_id
    info.call_func = call_callable
    info.is_valid_func = callable_is_valid
    info.free_func = free_callable
    info.hash_func = hash_callable
    info.equal_func = callables_equal
    info.less_than_func = callable_less
    info.to_string_func = callable_text
    info.get_argument_count_func = callable_argument_count
    Py_INCREF(userdata)
    gd.callable_custom_create2(target, &info)
    return 0


cdef object callable_to_python(const void* engine_callable):
    """The Python function of one of our callables, else a Callable."""
    cdef void* userdata = gd.callable_custom_get_userdata(engine_callable, library)
    if userdata is not NULL:
        function = (<PythonCallable>userdata).resolve()
        if function is not None:
            return function
    return opaque_from(T_CALLABLE, engine_callable)


cdef void call_callable(void* userdata, const void* const* arguments, int64_t count, void* result, GDExtensionCallError* error) noexcept with gil:
    global engine_depth
    cdef PythonCallable self = <PythonCallable>userdata
    error.error = GDEXTENSION_CALL_OK
    engine_depth += 1
    try:
        if self.object_id and gd.object_get_instance_from_id(self.object_id) is NULL:
            error.error = GDEXTENSION_CALL_ERROR_INSTANCE_IS_NULL
        else:
            returned = call_python(self, arguments, count)
            if returned is not None:
                gd.variant_destroy(result)
                gd.variant_new_nil(result)
                to_variant(returned, <Slot*>result)
    except BaseException as problem:
        report(problem, "a signal or callable", self.function)
    engine_depth -= 1


cdef object call_python(PythonCallable self, const void* const* arguments, int64_t count):
    """Calls the function with its object, if it is a method, and the arguments."""
    cdef PyObject* pointers[MAX_ARGUMENTS]
    cdef int64_t index, first = 0
    cdef list values
    if self.object_id == 0 and count == 0:
        return PyObject_Vectorcall(self.function, pointers, 0, NULL)
    values = [from_variant(arguments[index]) for index in range(count)]
    if count >= MAX_ARGUMENTS:
        return self.resolve()(*values)
    if self.object_id:
        owner = wrap(gd.object_get_instance_from_id(self.object_id))
        if owner is None:
            return None
        pointers[0] = <PyObject*>owner
        first = 1
    for index in range(count):
        pointers[first + index] = <PyObject*>values[index]
    return PyObject_Vectorcall(newest(self.function) if first else self.function, pointers, first + count, NULL)


cdef uint8_t callable_is_valid(void* userdata) noexcept with gil:
    cdef PythonCallable self = <PythonCallable>userdata
    return self.object_id == 0 or gd.object_get_instance_from_id(self.object_id) is not NULL


cdef void free_callable(void* userdata) noexcept with gil:
    Py_DECREF(<object>userdata)


cdef uint32_t hash_callable(void* userdata) noexcept with gil:
    cdef PythonCallable self = <PythonCallable>userdata
    try:
        # A method keeps its name, but not its function, when its module is reloaded.
        identity = self.function.__name__ if self.object_id else self.function
        return <uint32_t>((hash(identity) ^ self.object_id) & 0xFFFFFFFF)
    except BaseException:
        return <uint32_t>(<uintptr_t><void*>self.function >> 4)


cdef uint8_t callables_equal(void* left, void* right) noexcept with gil:
    cdef PythonCallable first = <PythonCallable>left
    cdef PythonCallable second = <PythonCallable>right
    try:
        return first.object_id == second.object_id and bool(newest(first.function) == newest(second.function))
    except BaseException:
        return first.function is second.function


cdef uint8_t callable_less(void* left, void* right) noexcept nogil:
    return <uintptr_t>left < <uintptr_t>right


cdef void callable_text(void* userdata, uint8_t* valid, void* string) noexcept with gil:
    cdef PythonCallable self = <PythonCallable>userdata
    valid[0] = 0
    try:
        text = getattr(self.function, "__qualname__", None) or repr(self.function)
        destroy_value[T_STRING](string)
        construct_empty[T_STRING](string, NULL)
        new_string(string, f"Python {text}")
        valid[0] = 1
    except BaseException as problem:
        report(problem, "a callable's name")


cdef int64_t callable_argument_count(void* userdata, uint8_t* valid) noexcept with gil:
    cdef PythonCallable self = <PythonCallable>userdata
    valid[0] = 0
    code = getattr(self.function, "__code__", None)
    if code is None:
        return 0
    valid[0] = 1
    return code.co_argcount - (1 if self.object_id or PyMethod_Check(self.function) else 0)
