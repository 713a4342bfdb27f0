# Calls from Python into the engine: methods of classes, methods of values and utility functions share one path.
cdef enum:
    CALL_METHOD = 1
    CALL_BUILTIN = 2
    CALL_UTILITY = 3


# One engine function with its signature, looked up in the engine when first called. (No docstring here or in Method: it
# would hide the functions' own.)
cdef class EngineFunction:

    cdef vectorcall_function entry
    cdef const void* target
    cdef int kind, flags, count, required, result
    cdef bint ready
    cdef uint8_t codes[MAX_ARGUMENTS]
    cdef PyObject* wanted[MAX_ARGUMENTS]
    cdef void* defaults[MAX_ARGUMENTS]
    cdef PyObject* owner_type
    cdef int owner_code
    cdef int64_t hash
    cdef tuple arguments
    cdef str result_class
    cdef readonly str owner
    cdef readonly str __name__

    def __call__(self, *args, **kwargs):
        return PyObject_VectorcallDict_tuple(self, args, kwargs)

    @property
    def __qualname__(self):
        return f"{self.owner}.{self.__name__}" if self.owner else self.__name__

    @property
    def __doc__(self):
        return signature_text(self)

    @property
    def __text_signature__(self):
        names = ["self"] if self.kind != CALL_UTILITY and not self.flags & F_STATIC else []
        names += [argument[0] + ("=None" if argument[3] is not None else "") for argument in self.arguments]
        return f"({', '.join(names)})"

    def __repr__(self):
        return f"<engine function {signature_text(self)}>"


cdef class Method(EngineFunction):

    def __get__(self, instance, owner):
        if instance is None:
            return self
        return PyMethod_New(self, instance)


cdef object PyObject_VectorcallDict_tuple(EngineFunction function, tuple args, dict kwargs):
    names = tuple(kwargs)
    cdef list values = list(args) + list(kwargs.values())
    cdef PyObject* pointers[2 * MAX_ARGUMENTS]
    cdef Py_ssize_t index
    if len(values) > 2 * MAX_ARGUMENTS:
        raise TypeError(f"{function.__qualname__}() takes at most {function.count} arguments")
    for index in range(len(values)):
        pointers[index] = <PyObject*>values[index]
    return function.entry(<PyObject*>function, pointers, len(args), <PyObject*>names if names else NULL)


cdef EngineFunction make_function(int kind, type python, str owner, tuple row):
    """row: (name, hash, flags, result code, result class, ((argument, code, class, default), …))"""
    cdef EngineFunction function = python.__new__(python)
    cdef Py_ssize_t index
    function.__name__, function.hash, function.flags, function.result, function.result_class, function.arguments = row
    function.kind = kind
    function.owner = owner
    function.count = len(function.arguments)
    if function.count > MAX_ARGUMENTS:
        raise ValueError(f"{owner}.{function.__name__} has more than {MAX_ARGUMENTS} arguments")
    function.required = function.count
    for index in range(function.count):
        function.codes[index] = function.arguments[index][1]
        if function.arguments[index][3] is not None and function.required == function.count:
            function.required = index
    if kind == CALL_UTILITY:
        function.entry = call_utility
    elif function.flags & F_STATIC:
        function.entry = call_static
    elif kind == CALL_BUILTIN:
        function.entry = call_builtin_method
    else:
        function.entry = call_method
    return function


cdef int prepare(EngineFunction function) except -1:
    """Looks the function up in the engine and resolves the classes of its arguments."""
    cdef Py_ssize_t index
    name = pin_name(function.__name__)
    if function.kind == CALL_METHOD:
        function.target = gd.classdb_get_method_bind(name_pointer(function.owner), &(<Name>name).handle, function.hash)
    elif function.kind == CALL_BUILTIN:
        function.target = <const void*>gd.variant_get_ptr_builtin_method(
            <GDExtensionVariantType>function.owner_code, &(<Name>name).handle, function.hash
        )
    else:
        function.target = <const void*>gd.variant_get_ptr_utility_function(&(<Name>name).handle, function.hash)
    if function.target is NULL:
        raise NotImplementedError(
            f"this Godot has no {function.__qualname__}() of the form this library was built for; run the build of godot_python again"
        )
    for index in range(function.count):
        owner = function.arguments[index][2]
        if owner is not None:
            python = engine_class(owner)
            function.wanted[index] = <PyObject*>python
    function.ready = True
    return 0


cdef object call_method(PyObject* self, PyObject** args, size_t flags, PyObject* names):
    cdef EngineFunction function = <EngineFunction>self
    cdef Py_ssize_t count = PyVectorcall_NARGS(flags)
    if count < 1 or not PyObject_TypeCheck(<object>args[0], <PyTypeObject*>function.owner_type):
        raise TypeError(f"{function.__qualname__}() needs a {function.owner} to be called on")
    return invoke(function, alive(<EngineObject>args[0]), args + 1, count - 1, names)


cdef object call_static(PyObject* self, PyObject** args, size_t flags, PyObject* names):
    cdef EngineFunction function = <EngineFunction>self
    if engine_depth == 0:
        refuse_thread(f"{function.__qualname__}()")
    return invoke(function, NULL, args, PyVectorcall_NARGS(flags), names)


cdef object call_utility(PyObject* self, PyObject** args, size_t flags, PyObject* names):
    if state != 1:
        raise RuntimeError("Godot has ended")
    return invoke(<EngineFunction>self, NULL, args, PyVectorcall_NARGS(flags), names)


cdef object call_builtin_method(PyObject* self, PyObject** args, size_t flags, PyObject* names):
    cdef EngineFunction function = <EngineFunction>self
    cdef Py_ssize_t count = PyVectorcall_NARGS(flags)
    if count < 1 or <PyObject*>Py_TYPE(<object>args[0]) != function.owner_type:
        raise TypeError(f"{function.__qualname__}() needs a {function.owner} to be called on")
    return invoke(function, value_data(<object>args[0]), args + 1, count - 1, names)


cdef inline void perform(EngineFunction function, void* base, const void** arguments, int count, void* result) noexcept nogil:
    if function.kind == CALL_METHOD:
        gd.object_method_bind_ptrcall(function.target, base, arguments, result)
    elif function.kind == CALL_BUILTIN:
        (<GDExtensionPtrBuiltInMethod>function.target)(base, arguments, result, count)
    else:
        (<GDExtensionPtrUtilityFunction>function.target)(result, arguments, count)


cdef object invoke(EngineFunction function, void* base, PyObject** args, Py_ssize_t count, PyObject* names):
    cdef Slot slots[MAX_ARGUMENTS]
    cdef const void* pointers[MAX_ARGUMENTS]
    cdef Slot result
    cdef Py_ssize_t index = 0
    cdef int made
    cdef unsigned int owned = 0
    cdef int code = function.result
    cdef object returned
    cdef void* target = &result
    if not function.ready:
        prepare(function)
    if names is not NULL and len(<tuple>names):
        return invoke_with_names(function, base, args, count, <tuple>names)
    if function.flags & F_VARARG:
        return invoke_variadic(function, base, args, count)
    if count > function.count or count < function.required:
        wrong_count(function, count)
    try:
        while index < count:
            made = to_engine(function.codes[index], <object>args[index], &slots[index], &pointers[index], function.wanted[index])
            if made == OWNED:
                owned |= 1u << index
            elif made == MISMATCH:
                wrong_argument(function, index, <object>args[index])
            index += 1
        while index < function.count:
            pointers[index] = default_argument(function, index)
            index += 1
        returned = None
        result.word[0] = 0
        if code >= TYPE_COUNT or code == T_NIL or value_type[code] is NULL:
            result.word[1] = 0
            result.word[2] = 0
            if code == T_ARRAY or code == T_DICTIONARY:
                construct_empty[code](&result, NULL)
        else:
            returned = new_value(code)
            target = value_data(returned)
        if function.flags & F_BLOCKING:
            with nogil:
                perform(function, base, pointers, <int>function.count, target)
        else:
            perform(function, base, pointers, <int>function.count, target)
    finally:
        if owned:
            for index in range(function.count):
                if owned & (1u << index):
                    release_slot(function.codes[index], &slots[index])
    if code == T_NIL or target != &result:
        return callable_to_python(target) if code == T_CALLABLE else returned
    return take_result(code, &result)


cdef object take_result(int code, Slot* result):
    """The Python object of a result slot, whose engine value is then released."""
    if code == T_REFERENCE:
        if result.pointer is NULL:
            return None
        try:
            return wrap(result.pointer)
        finally:
            # The result slot owned one reference; the wrapper has taken its own.
            drop_reference(result.pointer)
    try:
        return from_engine(code, result)
    finally:
        release_slot(code, result)


cdef void release_slot(int code, Slot* slot) noexcept:
    if code == T_VARIANT:
        gd.variant_destroy(slot)
    elif code < TYPE_COUNT and destroy_value[code] is not NULL:
        destroy_value[code](slot)


cdef object invoke_variadic(EngineFunction function, void* base, PyObject** args, Py_ssize_t count):
    """Functions with any number of arguments take Variants."""
    cdef Slot* slots
    cdef const void** pointers
    cdef Slot result
    cdef GDExtensionCallError error
    cdef Py_ssize_t index, done = 0
    if count < function.required:
        wrong_count(function, count)
    slots = <Slot*>malloc((count + 1) * (sizeof(Slot) + sizeof(void*)))
    pointers = <const void**>(slots + count + 1)
    memset(&result, 0, sizeof(result))
    memset(&error, 0, sizeof(error))
    try:
        for index in range(count):
            to_variant(<object>args[index], &slots[index])
            done = index + 1
            pointers[index] = &slots[index]
        if function.kind == CALL_METHOD:
            if function.flags & F_BLOCKING:
                with nogil:
                    gd.object_method_bind_call(function.target, base, pointers, count, &result, &error)
            else:
                gd.object_method_bind_call(function.target, base, pointers, count, &result, &error)
            if error.error != GDEXTENSION_CALL_OK:
                gd.variant_destroy(&result)
                wrong_call(function, &error, args, count)
            return take_result(T_VARIANT, &result)
        if function.result != T_NIL and function.result < TYPE_COUNT and value_type[function.result] is not NULL:
            returned = new_value(function.result)
            perform(function, base, pointers, <int>count, value_data(returned))
            return callable_to_python(value_data(returned)) if function.result == T_CALLABLE else returned
        if function.flags & F_BLOCKING:
            with nogil:
                perform(function, base, pointers, <int>count, &result)
        else:
            perform(function, base, pointers, <int>count, &result)
        return None if function.result == T_NIL else take_result(function.result, &result)
    finally:
        for index in range(done):
            gd.variant_destroy(&slots[index])
        free(slots)


cdef EngineFunction emit_function = None


cdef int emit_signal(EngineObject source, Name name, tuple args) except -1:
    global emit_function
    cdef Slot slots[MAX_ARGUMENTS]
    cdef const void* pointers[MAX_ARGUMENTS]
    cdef Slot result
    cdef GDExtensionCallError error
    cdef Py_ssize_t index, done = 1, count = len(args)
    cdef void* object = alive(source)
    if emit_function is None:
        emit_function = engine_class("Object").emit_signal
        prepare(emit_function)
    if count >= MAX_ARGUMENTS:
        raise TypeError(f"{name.text}.emit() takes at most {MAX_ARGUMENTS - 1} arguments")
    # As a StringName, or the engine would look the text up at each emission.
    variant_from[T_STRING_NAME](&slots[0], &name.handle)
    pointers[0] = &slots[0]
    error.error = GDEXTENSION_CALL_OK
    result.word[0] = 0
    try:
        for index in range(count):
            to_variant(args[index], &slots[index + 1])
            pointers[index + 1] = &slots[index + 1]
            done = index + 2
        gd.object_method_bind_call(emit_function.target, object, pointers, count + 1, &result, &error)
        gd.variant_destroy(&result)
        if error.error != GDEXTENSION_CALL_OK:
            raise TypeError(f"{name.text}.emit() was refused by the engine")
    finally:
        for index in range(done):
            gd.variant_destroy(&slots[index])
    return 0


cdef object invoke_with_names(EngineFunction function, void* base, PyObject** args, Py_ssize_t count, tuple names):
    """Keyword arguments: put in order, gaps filled from the defaults."""
    cdef list given = [<object>args[index] for index in range(count)]
    cdef list keywords = [<object>args[count + index] for index in range(len(names))]
    cdef PyObject* pointers[MAX_ARGUMENTS]
    cdef Py_ssize_t index
    known = [argument[0] for argument in function.arguments]
    for name, value in zip(names, keywords):
        if name not in known:
            raise TypeError(f"{function.__qualname__}() has no argument {name!r}; it is {signature_text(function)}")
        position = known.index(name)
        if position < count:
            raise TypeError(f"{function.__qualname__}() got {name!r} twice")
        while len(given) < position:
            given.append(MISSING)
        if position < len(given):
            given[position] = value
        else:
            given.append(value)
    for index in range(len(given)):
        if given[index] is MISSING:
            default = function.arguments[index][3]
            if default is None:
                raise TypeError(f"{function.__qualname__}() needs the argument {known[index]!r}; it is {signature_text(function)}")
            given[index] = text_to_value(default)
        pointers[index] = <PyObject*>given[index]
    return invoke(function, base, pointers, len(given), NULL)


MISSING = object()

cdef EngineFunction str_to_var = None


cdef object text_to_value(str text):
    """The value of a default written in the API dump, by the engine's own parser."""
    global str_to_var
    if str_to_var is None:
        str_to_var = utility_function("str_to_var")
    cdef PyObject* argument = <PyObject*>text
    return invoke(str_to_var, NULL, &argument, 1, NULL)


cdef void* default_argument(EngineFunction function, Py_ssize_t index) except NULL:
    """Engine memory with the default of an argument, made once and kept."""
    cdef Slot* slot
    cdef const void* data
    if function.defaults[index] is not NULL:
        return function.defaults[index]
    cdef int code = function.codes[index]
    value = text_to_value(function.arguments[index][3])
    slot = <Slot*>calloc(1, max(<int>sizeof(Slot), 64))
    cdef int made = to_engine(code, value, slot, &data, NULL)
    if made == MISMATCH:
        free(slot)
        raise TypeError(f"the default of {function.__qualname__}({function.arguments[index][0]}) is unreadable: pass the argument")
    if made == BORROWED and data != slot:
        if code < TYPE_COUNT and destroy_value[code] is not NULL:
            construct_copy[code](slot, &data)
        else:
            memcpy(slot, data, value_size[code])
    function.defaults[index] = slot
    return slot


cdef str signature_text(EngineFunction function):
    parts = []
    for name, code, owner, default in function.arguments:
        parts.append(f"{name}: {owner or TYPE_NAMES[code]}" + (f" = {default}" if default is not None else ""))
    if function.flags & F_VARARG:
        parts.append("*args")
    result = f" -> {function.result_class or TYPE_NAMES[function.result]}"
    return f"{function.__qualname__}({', '.join(parts)}){result}"


cdef int wrong_count(EngineFunction function, Py_ssize_t count) except -1:
    if function.required == function.count:
        expected = str(function.count)
    elif count < function.required:
        expected = f"at least {function.required}"
    else:
        expected = f"at most {function.count}"
    raise TypeError(f"{function.__qualname__}() takes {expected} arguments, {count} given; it is {signature_text(function)}")


cdef int wrong_argument(EngineFunction function, Py_ssize_t index, object value) except -1:
    name = function.arguments[index][0]
    expected = expected_name(function.codes[index], function.wanted[index])
    raise TypeError(f"{function.__qualname__}(): argument {index + 1} '{name}' must be {expected}, not {type(value).__name__}")


cdef int wrong_call(EngineFunction function, GDExtensionCallError* error, PyObject** args, Py_ssize_t count) except -1:
    where = f"{function.__qualname__}()"
    if function.__name__ in ("call", "call_deferred", "rpc") and count:
        where = f"{function.__qualname__}({<object>args[0]!r}, …)"
    if error.error == GDEXTENSION_CALL_ERROR_INVALID_ARGUMENT:
        given = type(<object>args[error.argument]).__name__ if error.argument < count else "?"
        raise TypeError(f"{where}: argument {error.argument + 1} must be {TYPE_NAMES[error.expected]}, not {given}")
    if error.error == GDEXTENSION_CALL_ERROR_INVALID_METHOD:
        raise AttributeError(f"{where}: there is no such method")
    if error.error == GDEXTENSION_CALL_ERROR_TOO_MANY_ARGUMENTS:
        raise TypeError(f"{where}: too many arguments, {error.expected} expected")
    if error.error == GDEXTENSION_CALL_ERROR_TOO_FEW_ARGUMENTS:
        raise TypeError(f"{where}: too few arguments, {error.expected} expected")
    raise TypeError(f"{where}: the call failed")


cdef class Property:
    """A property of an engine class: its getter and setter called directly."""

    cdef EngineFunction getter, setter
    cdef object index
    cdef readonly str __name__
    cdef readonly str owner

    def __get__(self, instance, owner):
        cdef PyObject* index = <PyObject*>self.index
        if instance is None:
            return self
        return invoke(self.getter, alive(<EngineObject?>instance), &index, 0 if self.index is None else 1, NULL)

    def __set__(self, instance, value):
        cdef PyObject* arguments[2]
        if self.setter is None:
            raise AttributeError(f"{self.owner}.{self.__name__} is read-only")
        if self.index is None:
            arguments[0] = <PyObject*>value
            invoke(self.setter, alive(<EngineObject?>instance), arguments, 1, NULL)
        else:
            arguments[0] = <PyObject*>self.index
            arguments[1] = <PyObject*>value
            invoke(self.setter, alive(<EngineObject?>instance), arguments, 2, NULL)

    def __repr__(self):
        return f"<engine property {self.owner}.{self.__name__}>"


cdef class NamedProperty:
    """A property whose accessors the API does not list; reached by name."""

    cdef readonly str __name__
    cdef readonly str owner

    def __init__(self, str owner, str name):
        self.owner = owner
        self.__name__ = name

    def __get__(self, instance, owner):
        if instance is None:
            return self
        return instance.get(self.__name__)

    def __set__(self, instance, value):
        instance.set(self.__name__, value)


cdef int enable_vectorcall(type python, EngineFunction sample, bint descriptor) except -1:
    """Gives a Cython class the vectorcall protocol, which Cython itself cannot declare."""
    cdef PyTypeObject* target = <PyTypeObject*><PyObject*>python
    target.tp_vectorcall_offset = <char*>&sample.entry - <char*><void*>sample
    target.tp_flags |= Py_TPFLAGS_HAVE_VECTORCALL
    if descriptor:
        target.tp_flags |= Py_TPFLAGS_METHOD_DESCRIPTOR
        # Its own empty __doc__ would hide the inherited property.
        (<dict>target.tp_dict).pop("__doc__", None)
    PyType_Modified(target)
    return 0
