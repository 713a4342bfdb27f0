# Values whose bytes belong to the engine: node paths, callables and signals.
cdef class Opaque(Value):
    """Base of values that the engine must construct and destroy."""

    cdef uint64_t[2] data

    def __cinit__(self, *args):
        cdef int code = value_code(self)
        if code:
            construct_empty[code](self.data, NULL)

    def __dealloc__(self):
        cdef int code = value_code(self)
        if code and state == 1:
            destroy_value[code](self.data)

    # A class that has a hash of its own does not inherit the comparison.
    def __eq__(self, other):
        return value_equal(self, other)

    def __hash__(self):
        cdef Slot variant
        variant_from[value_code(self)](&variant, self.data)
        try:
            return gd.variant_hash(&variant)
        finally:
            gd.variant_destroy(&variant)

    def __bool__(self):
        return True

    def __len__(self):
        raise TypeError(f"{type(self).__name__} has no length")

    def __iter__(self):
        raise TypeError(f"{type(self).__name__} is not iterable")

    def __getbuffer__(self, Py_buffer* buffer, int flags):
        raise BufferError(f"{type(self).__name__} has no bytes to share")

    def __reduce__(self):
        raise TypeError(f"{type(self).__name__} cannot be pickled")


cdef object opaque_from(int code, const void* data):
    """A new Opaque that holds a copy of the engine value at `data`."""
    cdef object value = new_value(code)
    destroy_value[code](value_data(value))
    construct_copy[code](value_data(value), &data)
    return value


@cython.final
cdef class NodePath(Opaque):
    """A path to a node or property. Wherever the engine takes one, a str does as well."""

    def __init__(self, path=""):
        if isinstance(path, NodePath):
            path = str(path)
        if not isinstance(path, str):
            raise TypeError(f"NodePath() takes a str, not {type(path).__name__}")
        cdef uint64_t made
        new_node_path(&made, exact_text(path))
        destroy_value[T_NODE_PATH](self.data)
        self.data[0] = made

    def __str__(self):
        return text_of_path(self.data)

    def __repr__(self):
        return f"NodePath({text_of_path(self.data)!r})"

    def __eq__(self, other):
        if isinstance(other, str):
            return str(self) == other
        if isinstance(other, NodePath):
            return str(self) == str(other)
        return NotImplemented

    def __hash__(self):
        return hash(str(self))

    def __bool__(self):
        return bool(str(self))

    def __reduce__(self):
        return NodePath, (str(self),)


cdef int new_node_path(void* target, str path) except -1:
    cdef uint64_t string
    cdef const void* argument = &string
    new_string(&string, path)
    path_from_string(target, &argument)
    destroy_value[T_STRING](&string)
    return 0


cdef str text_of_path(const void* path):
    cdef uint64_t string
    cdef const void* argument = path
    string_from_path(&string, &argument)
    try:
        return text_of_string(&string)
    finally:
        destroy_value[T_STRING](&string)


@cython.final
cdef class Callable(Opaque):
    """An engine callable. Python functions convert by themselves; `Callable(object, "method")` names a method."""

    def __init__(self, target=None, method=None):
        cdef const void* arguments[2]
        cdef void* object
        if target is None:
            return
        reset_opaque(T_CALLABLE, self.data)
        if isinstance(target, EngineObject):
            if not isinstance(method, str):
                raise TypeError("Callable(object, method) takes the method's name as a str")
            object = alive(target)
            arguments[0] = &object
            arguments[1] = name_pointer(method)
            callable_from_method(self.data, arguments)
        elif isinstance(target, Callable):
            construct_copy_into(T_CALLABLE, self.data, (<Callable>target).data)
        elif callable(target):
            new_callable(self.data, target)
        else:
            raise TypeError(f"Callable() takes an engine object and a method name, or a function, not {type(target).__name__}")

    def __call__(self, *args):
        return self.call(*args)

    def __repr__(self):
        return opaque_text(self)


@cython.final
cdef class Signal(Opaque):
    """A signal of one object: `button.pressed.connect(function)`, `.disconnect(function)`, `.emit(…)`, `.is_connected(…)`."""

    # Known when the signal was read from its object; saves emit() two questions to the engine.
    cdef EngineObject source
    cdef Name name

    def __init__(self, target=None, name=None):
        if target is None:
            return
        if not isinstance(target, EngineObject) or not isinstance(name, str):
            raise TypeError("Signal(object, name) takes an engine object and the signal's name")
        reset_opaque(T_SIGNAL, self.data)
        fill_signal(self, target, pin_name(exact_text(name)))

    def __repr__(self):
        return opaque_text(self)

    def emit(self, *args):
        """Emits the signal: every connected callable is called now, with these arguments."""
        if self.source is None:
            self.source = self.get_object()
            if self.source is None:
                raise FreedObjectError("the object of this signal was freed")
            self.name = pin_name(self.get_name())
        emit_signal(self.source, self.name, args)


cdef GDExtensionPtrConstructor callable_from_method
cdef GDExtensionPtrConstructor signal_from_object


cdef void load_callable_functions() noexcept nogil:
    global callable_from_method, signal_from_object
    callable_from_method = gd.variant_get_ptr_constructor(<GDExtensionVariantType>T_CALLABLE, 2)
    signal_from_object = gd.variant_get_ptr_constructor(<GDExtensionVariantType>T_SIGNAL, 2)


cdef void reset_opaque(int code, void* data) noexcept:
    destroy_value[code](data)
    construct_empty[code](data, NULL)


cdef void construct_copy_into(int code, void* target, const void* source) noexcept:
    destroy_value[code](target)
    construct_copy[code](target, &source)


cdef int fill_signal(Signal signal, EngineObject source, Name name) except -1:
    cdef void* object = alive(source)
    cdef const void* arguments[2]
    arguments[0] = &object
    arguments[1] = &name.handle
    signal_from_object(signal.data, arguments)
    signal.source = source
    signal.name = name
    return 0


cdef str opaque_text(Opaque value):
    cdef Slot variant
    cdef uint64_t string = 0
    variant_from[value_code(value)](&variant, value.data)
    gd.variant_stringify(&variant, &string)
    gd.variant_destroy(&variant)
    try:
        return f"<{type(value).__name__} {text_of_string(&string)}>"
    finally:
        destroy_value[T_STRING](&string)


cdef class SignalAttribute:
    """The class attribute behind `object.signal_name`."""

    cdef Name name
    cdef readonly tuple arguments

    def __init__(self, str name, tuple arguments=()):
        self.name = pin_name(name)
        self.arguments = arguments

    @property
    def __name__(self):
        return self.name.text

    def __get__(self, instance, owner):
        if instance is None:
            return self
        cdef Signal signal = new_value(T_SIGNAL)
        fill_signal(signal, instance, self.name)
        return signal

    def __set__(self, instance, value):
        raise AttributeError(f"{self.name.text} is a signal: use .connect(function) or .emit(…)")

    def __repr__(self):
        return f"<signal {self.name.text}({', '.join([argument[0] for argument in self.arguments])})>"
