# Packed arrays. Reading is through the buffer protocol without a copy: a view holds the engine's copy-on-write array as it
# was, so it stays valid and unchanged whatever happens to the array afterwards. Writing in is one copy of the whole buffer.
ctypedef struct ViewShape:
    Py_ssize_t shape[2]
    Py_ssize_t strides[2]


cdef class PackedArray(Opaque):
    """Base of the packed arrays: sequences of numbers, vectors, colours or texts in the engine's own memory."""

    def __init__(self, items=None):
        if items is not None:
            fill_packed(value_code(self), self.data, items)

    def __len__(self):
        return packed_length(value_code(self), self.data)

    def __bool__(self):
        return packed_length(value_code(self), self.data) != 0

    def __getitem__(self, index):
        cdef int code = value_code(self)
        cdef Py_ssize_t length = packed_length(code, self.data), position
        if isinstance(index, slice):
            return type(self)([packed_item(code, self.data, position) for position in range(*index.indices(length))])
        position = index
        if position < 0:
            position += length
        if position < 0 or position >= length:
            raise IndexError(f"index {index} of {type(self).__name__} with {length} items")
        return packed_item(code, self.data, position)

    def __setitem__(self, index, item):
        cdef int code = value_code(self)
        cdef Py_ssize_t length = packed_length(code, self.data), position = index
        if position < 0:
            position += length
        if position < 0 or position >= length:
            raise IndexError(f"index {index} of {type(self).__name__} with {length} items")
        set_packed_item(code, self.data, position, item)

    def __iter__(self):
        cdef int code = value_code(self)
        cdef Py_ssize_t position
        return iter([packed_item(code, self.data, position) for position in range(packed_length(code, self.data))])

    def __contains__(self, item):
        return any(own == item for own in self)

    def index(self, item, *limits):
        """The first position of an item; ValueError if it is not there."""
        return list(self).index(item, *limits)

    def __eq__(self, other):
        if type(self) is type(other):
            return value_equal(self, other)
        if isinstance(other, (list, tuple)):
            return list(self) == list(other)
        if isinstance(other, (bytes, bytearray)) and isinstance(self, PackedByteArray):
            return bytes(self) == other
        return NotImplemented

    __hash__ = None

    def __repr__(self):
        cdef Py_ssize_t length = len(self)
        shown = ", ".join([repr(self[position]) for position in range(min(length, 8))])
        return f"{type(self).__name__}([{shown}{', …' if length > 8 else ''}])"

    def __copy__(self):
        return opaque_from(value_code(self), self.data)

    def __deepcopy__(self, memo):
        return opaque_from(value_code(self), self.data)

    def __reduce__(self):
        return type(self), (list(self) if isinstance(self, PackedStringArray) else memoryview(self).tolist(),)

    def __getbuffer__(self, Py_buffer* buffer, int flags):
        cdef int code = value_code(self)
        if code == T_PACKED_STRING:
            raise BufferError("PackedStringArray has no buffer; use list(array)")
        if flags & PyBUF_WRITABLE:
            raise BufferError(
                f"a view of {type(self).__name__} is read-only; change a copy and make a new array of it: {type(self).__name__}(changed)"
            )
        cdef PackedArray snapshot = opaque_from(code, self.data)
        cdef Py_ssize_t length = packed_length(code, snapshot.data)
        cdef int width = packed_width(code)
        cdef ViewShape* view = <ViewShape*>malloc(sizeof(ViewShape))
        buffer.itemsize = packed_scalar_size(code)
        view.shape[0] = length
        view.shape[1] = width
        view.strides[0] = buffer.itemsize * width
        view.strides[1] = buffer.itemsize
        buffer.buf = <void*>(packed_at(code, snapshot.data, 0) if length else view)
        buffer.len = length * width * buffer.itemsize
        buffer.readonly = 1
        buffer.ndim = 2 if width > 1 else 1
        buffer.format = packed_format(code)
        buffer.shape = view.shape
        buffer.strides = view.strides
        buffer.suboffsets = NULL
        buffer.internal = view
        buffer.obj = snapshot

    def __releasebuffer__(self, Py_buffer* buffer):
        free(buffer.internal)


cdef inline Py_ssize_t packed_length(int code, const void* data) noexcept:
    cdef int64_t length = 0
    array_size[code](<void*>data, NULL, &length, 0)
    return length


cdef int packed_width(int code) noexcept:
    """Scalars in one item."""
    if code == T_PACKED_VECTOR2:
        return 2
    if code == T_PACKED_VECTOR3:
        return 3
    if code == T_PACKED_COLOR or code == T_PACKED_VECTOR4:
        return 4
    return 1


cdef int packed_item_code(int code) noexcept:
    """The value type of one item, 0 for scalars."""
    if code == T_PACKED_VECTOR2:
        return T_VECTOR2
    if code == T_PACKED_VECTOR3:
        return T_VECTOR3
    if code == T_PACKED_COLOR:
        return T_COLOR
    if code == T_PACKED_VECTOR4:
        return T_VECTOR4
    return 0


cdef int packed_scalar_size(int code) noexcept:
    if code == T_PACKED_BYTE:
        return 1
    if code == T_PACKED_INT64 or code == T_PACKED_FLOAT64:
        return 8
    if packed_item_code(code):
        return value_size[packed_item_code(code)] // packed_width(code)
    return 4


cdef char* packed_format(int code) noexcept:
    if code == T_PACKED_BYTE:
        return b"B"
    if code == T_PACKED_INT32:
        return b"i"
    if code == T_PACKED_INT64:
        return b"q"
    if code == T_PACKED_FLOAT64 or packed_scalar_size(code) == 8:
        return b"d"
    return b"f"


cdef const void* packed_at(int code, const void* data, int64_t index) noexcept:
    """The address of an item for reading."""
    if code == T_PACKED_BYTE:
        return gd.packed_byte_array_operator_index_const(data, index)
    if code == T_PACKED_INT32:
        return gd.packed_int32_array_operator_index_const(data, index)
    if code == T_PACKED_INT64:
        return gd.packed_int64_array_operator_index_const(data, index)
    if code == T_PACKED_FLOAT32:
        return gd.packed_float32_array_operator_index_const(data, index)
    if code == T_PACKED_FLOAT64:
        return gd.packed_float64_array_operator_index_const(data, index)
    if code == T_PACKED_STRING:
        return gd.packed_string_array_operator_index_const(data, index)
    if code == T_PACKED_VECTOR2:
        return gd.packed_vector2_array_operator_index_const(data, index)
    if code == T_PACKED_VECTOR3:
        return gd.packed_vector3_array_operator_index_const(data, index)
    if code == T_PACKED_COLOR:
        return gd.packed_color_array_operator_index_const(data, index)
    return gd.packed_vector4_array_operator_index_const(data, index)


cdef void* packed_writable(int code, void* data, int64_t index) noexcept:
    """The address of an item for writing; the engine first gives the array memory of its own."""
    if code == T_PACKED_BYTE:
        return gd.packed_byte_array_operator_index(data, index)
    if code == T_PACKED_INT32:
        return gd.packed_int32_array_operator_index(data, index)
    if code == T_PACKED_INT64:
        return gd.packed_int64_array_operator_index(data, index)
    if code == T_PACKED_FLOAT32:
        return gd.packed_float32_array_operator_index(data, index)
    if code == T_PACKED_FLOAT64:
        return gd.packed_float64_array_operator_index(data, index)
    if code == T_PACKED_STRING:
        return gd.packed_string_array_operator_index(data, index)
    if code == T_PACKED_VECTOR2:
        return gd.packed_vector2_array_operator_index(data, index)
    if code == T_PACKED_VECTOR3:
        return gd.packed_vector3_array_operator_index(data, index)
    if code == T_PACKED_COLOR:
        return gd.packed_color_array_operator_index(data, index)
    return gd.packed_vector4_array_operator_index(data, index)


cdef object packed_item(int code, const void* data, Py_ssize_t index):
    cdef const void* item = packed_at(code, data, index)
    if code == T_PACKED_BYTE:
        return (<const uint8_t*>item)[0]
    if code == T_PACKED_INT32:
        return (<const int32_t*>item)[0]
    if code == T_PACKED_INT64:
        return (<const int64_t*>item)[0]
    if code == T_PACKED_FLOAT32:
        return (<const float*>item)[0]
    if code == T_PACKED_FLOAT64:
        return (<const double*>item)[0]
    if code == T_PACKED_STRING:
        return text_of_string(item)
    return value_from(packed_item_code(code), item)


cdef int set_packed_item(int code, void* data, Py_ssize_t index, object item) except -1:
    cdef void* target
    cdef Slot scalar
    cdef int item_code = packed_item_code(code)
    if item_code:
        if type(item) is not <object>value_type[item_code]:
            made = coerce_value(item_code, item)
            if made is None:
                raise TypeError(f"an item of {TYPE_NAMES[code]} is a {TYPE_NAMES[item_code]}, not {type(item).__name__}")
            item = made
        memcpy(packed_writable(code, data, index), value_data(item), value_size[item_code])
        return 0
    if code == T_PACKED_STRING:
        if not isinstance(item, str):
            raise TypeError(f"an item of PackedStringArray is a str, not {type(item).__name__}")
        new_string(&scalar, item)
        target = packed_writable(code, data, index)
        destroy_value[T_STRING](target)
        memcpy(target, &scalar, sizeof(uint64_t))
        return 0
    if code == T_PACKED_FLOAT32 or code == T_PACKED_FLOAT64:
        scalar.real = PyFloat_AsDouble(item)
        if scalar.real == -1.0 and PyErr_Occurred() is not NULL:
            raise TypeError(f"an item of {TYPE_NAMES[code]} is a number, not {type(item).__name__}")
        if code == T_PACKED_FLOAT32:
            (<float*>packed_writable(code, data, index))[0] = <float>scalar.real
        else:
            (<double*>packed_writable(code, data, index))[0] = scalar.real
        return 0
    if isinstance(item, float):
        raise TypeError(f"an item of {TYPE_NAMES[code]} is an int, not float")
    if code == T_PACKED_BYTE:
        (<uint8_t*>packed_writable(code, data, index))[0] = item
    elif code == T_PACKED_INT32:
        (<int32_t*>packed_writable(code, data, index))[0] = item
    else:
        (<int64_t*>packed_writable(code, data, index))[0] = item
    return 0


cdef int resize_packed(int code, void* data, int64_t length) except -1:
    cdef int64_t failed = 0
    cdef const void* argument = &length
    array_resize[code](data, &argument, &failed, 1)
    if failed:
        raise MemoryError(f"cannot make a {TYPE_NAMES[code]} of {length} items")
    return 0


cdef int fill_packed(int code, void* data, object items) except -1:
    """Replaces the contents of a packed array by a buffer of the right kind (one copy) or by any iterable of items."""
    cdef Py_buffer buffer
    cdef Py_ssize_t index, size = packed_scalar_size(code) * packed_width(code)
    if code != T_PACKED_STRING and PyObject_CheckBuffer(items):
        try:
            PyObject_GetBuffer(items, &buffer, PyBUF_FORMAT | PyBUF_C_CONTIGUOUS)
        except (BufferError, ValueError) as problem:
            raise BufferError(f"{TYPE_NAMES[code]} needs a C-contiguous buffer ({problem}); use numpy.ascontiguousarray()") from None
        try:
            check_buffer(code, &buffer)
            resize_packed(code, data, buffer.len // size)
            if buffer.len:
                memcpy(packed_writable(code, data, 0), buffer.buf, buffer.len)
        finally:
            PyBuffer_Release(&buffer)
        return 0
    if isinstance(items, str):
        raise TypeError(f"{TYPE_NAMES[code]} takes a sequence of items, not one str; encode() text for bytes")
    cdef list listed = list(items)
    resize_packed(code, data, len(listed))
    for index in range(len(listed)):
        set_packed_item(code, data, index, listed[index])
    return 0


cdef int check_buffer(int code, Py_buffer* buffer) except -1:
    """Refuses a buffer whose scalars are not those of the array: numbers are never reinterpreted."""
    cdef bytes given = buffer.format if buffer.format is not NULL else b"B"
    cdef Py_ssize_t size = packed_scalar_size(code), width = packed_width(code)
    kind = given[len(given) - 1:]
    integers = b"bBhHiIlLqQ?c"
    wanted = (b"fd" if packed_format(code)[0] in b"fd" else integers)
    if code == T_PACKED_BYTE:
        # Any memory may be taken as bytes.
        return 0
    if buffer.itemsize != size or kind not in wanted or given.startswith(b">"):
        raise TypeError(
            f"{TYPE_NAMES[code]} takes {'float' if wanted == b'fd' else 'int'}{size * 8} numbers, this buffer holds "
            f"{given.decode()!r} of {buffer.itemsize * 8} bits; convert it first, for example array.astype('{packed_format(code).decode()}')"
        )
    if buffer.len % (size * width):
        raise ValueError(f"{TYPE_NAMES[code]} takes {width} numbers an item, this buffer has {buffer.len // size}")
    return 0


@cython.final
cdef class PackedByteArray(PackedArray):
    """Bytes in engine memory."""


@cython.final
cdef class PackedInt32Array(PackedArray):
    """32-bit integers in engine memory."""


@cython.final
cdef class PackedInt64Array(PackedArray):
    """64-bit integers in engine memory."""


@cython.final
cdef class PackedFloat32Array(PackedArray):
    """32-bit floating-point numbers in engine memory."""


@cython.final
cdef class PackedFloat64Array(PackedArray):
    """64-bit floating-point numbers in engine memory."""


@cython.final
cdef class PackedStringArray(PackedArray):
    """Texts in engine memory."""


@cython.final
cdef class PackedVector2Array(PackedArray):
    """2D vectors in engine memory; as a buffer, shape (n, 2)."""


@cython.final
cdef class PackedVector3Array(PackedArray):
    """3D vectors in engine memory; as a buffer, shape (n, 3)."""


@cython.final
cdef class PackedColorArray(PackedArray):
    """Colours in engine memory; as a buffer, shape (n, 4)."""


@cython.final
cdef class PackedVector4Array(PackedArray):
    """4D vectors in engine memory; as a buffer, shape (n, 4)."""


cdef void describe_opaque(int code, object python, int size) noexcept:
    value_type[code] = <PyTypeObject*><PyObject*>python
    value_size[code] = size
    value_codes[python] = code


cdef void describe_opaque_types() noexcept:
    describe_opaque(T_NODE_PATH, NodePath, 8)
    describe_opaque(T_CALLABLE, Callable, 16)
    describe_opaque(T_SIGNAL, Signal, 16)
    cdef int code = T_PACKED_BYTE
    for python in (
        PackedByteArray, PackedInt32Array, PackedInt64Array, PackedFloat32Array, PackedFloat64Array, PackedStringArray,
        PackedVector2Array, PackedVector3Array, PackedColorArray, PackedVector4Array,
    ):
        describe_opaque(code, python, 16)
        code += 1
