# What all value types share: the engine's bytes directly behind the object header. Plain ones (vectors, transforms,
# colours, RID) are immutable and hashable; their methods and operators are the engine's own.
cdef PyTypeObject* value_type[TYPE_COUNT]
cdef int value_size[TYPE_COUNT]
cdef int value_scalars[TYPE_COUNT]
cdef int value_kind[TYPE_COUNT]
cdef int value_members[TYPE_COUNT]
cdef Py_ssize_t value_shape[TYPE_COUNT]
cdef dict value_codes = {}

cdef enum:
    OPERATORS = 16

cdef GDExtensionPtrOperatorEvaluator evaluators[OPERATORS][TYPE_COUNT][TYPE_COUNT]
cdef uint8_t operator_result[OPERATORS][TYPE_COUNT][TYPE_COUNT]


cdef inline void* value_data(object value) noexcept:
    return <char*><void*>value + sizeof(PyObject)


cdef inline int value_code(object value) noexcept:
    """The type code of a Value (0 for anything else)."""
    cdef PyObject* code = PyDict_GetItem(value_codes, <PyObject*>Py_TYPE(value))
    return PyLong_AsLong(<object>code) if code is not NULL else 0


cdef inline object new_value(int code):
    """A value of that type with empty contents."""
    return value_type[code].tp_new(value_type[code], (), NULL)


cdef object value_from(int code, const void* data):
    cdef object value = new_value(code)
    memcpy(value_data(value), data, value_size[code])
    return value


cdef void describe_value(int code, PyObject* python, int size, int scalars, int kind, int members) noexcept:
    value_type[code] = <PyTypeObject*>python
    value_size[code] = size
    value_scalars[code] = scalars
    value_kind[code] = kind
    value_members[code] = members
    value_shape[code] = scalars
    value_codes[<object>python] = code


cdef class Value:
    """Base of the engine's value types."""

    def __eq__(self, other):
        return value_equal(self, other)

    def __hash__(self):
        return hash((value_code(self), value_components(self)))

    def __repr__(self):
        return value_text(self)

    def __len__(self):
        return value_members[value_code(self)]

    def __getitem__(self, Py_ssize_t index):
        cdef int code = value_code(self)
        cdef Py_ssize_t count = value_members[code]
        if index < 0:
            index += count
        if index < 0 or index >= count:
            raise IndexError(f"{type(self).__name__} has {count} components")
        if count == value_scalars[code]:
            return scalar_at(code, value_data(self), index)
        return getattr(self, type(self).__match_args__[index])

    def __iter__(self):
        cdef Py_ssize_t index
        return iter([self[index] for index in range(value_members[value_code(self)])])

    def __getbuffer__(self, Py_buffer* buffer, int flags):
        cdef int code = value_code(self)
        if flags & PyBUF_WRITABLE:
            raise BufferError(f"{type(self).__name__} is immutable")
        buffer.buf = value_data(self)
        buffer.obj = self
        buffer.len = value_size[code]
        buffer.itemsize = value_size[code] // value_scalars[code]
        buffer.readonly = 1
        buffer.ndim = 1
        buffer.format = scalar_format(value_kind[code])
        buffer.shape = &value_shape[code]
        buffer.strides = &buffer.itemsize
        buffer.suboffsets = NULL
        buffer.internal = NULL

    def __bool__(self):
        cdef int code = value_code(self)
        cdef const char* data = <const char*>value_data(self)
        return any(scalar_at(code, data, index) != 0 for index in range(value_scalars[code]))

    def __reduce__(self):
        return restore_value, (type(self).__name__, bytes((<char*>value_data(self))[:value_size[value_code(self)]]))

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def replace(self, **members):
        """A copy with some members changed, for example `position.replace(y=0.0)`."""
        cdef object names = type(self).__match_args__
        unknown = [name for name in members if name not in names]
        if unknown:
            raise TypeError(f"{type(self).__name__} has no member {unknown[0]!r}; it has {', '.join(names)}")
        return members_to_value(value_code(self), [members.get(name, getattr(self, name)) for name in names])

    def __setattr__(self, name, value):
        raise AttributeError(
            f"{type(self).__name__} is immutable: assign a whole new value, for example x.position = x.position.replace({name}=…)"
        )

    def __add__(self, other):
        return operate(O_ADD, self, other)

    def __radd__(self, other):
        return operate(O_ADD, other, self)

    def __sub__(self, other):
        return operate(O_SUBTRACT, self, other)

    def __rsub__(self, other):
        return operate(O_SUBTRACT, other, self)

    def __mul__(self, other):
        return operate(O_MULTIPLY, self, other)

    def __rmul__(self, other):
        return operate(O_MULTIPLY, other, self)

    def __truediv__(self, other):
        return operate(O_DIVIDE, self, other)

    def __rtruediv__(self, other):
        return operate(O_DIVIDE, other, self)

    def __mod__(self, other):
        return operate(O_MODULE, self, other)

    def __lt__(self, other):
        return operate(O_LESS, self, other)

    def __le__(self, other):
        return operate(O_LESS_EQUAL, self, other)

    def __gt__(self, other):
        return operate(O_GREATER, self, other)

    def __ge__(self, other):
        return operate(O_GREATER_EQUAL, self, other)

    def __neg__(self):
        return operate_unary(O_NEGATE, self)

    def __pos__(self):
        return self

    def __contains__(self, item):
        cdef object index
        return any(self[index] == item for index in range(len(self)))


cdef object value_equal(object self, object other):
    cdef int code = value_code(self)
    cdef uint8_t equal = 0
    if type(self) is not type(other):
        return NotImplemented
    cdef GDExtensionPtrOperatorEvaluator evaluate = evaluator(O_EQUAL, code, code)
    if evaluate is NULL:
        return NotImplemented
    evaluate(value_data(self), value_data(other), &equal)
    return bool(equal)


cdef object basis_column(object basis, int index):
    # The engine stores a basis by rows; its members are the columns.
    cdef const float* rows = <const float*>value_data(basis)
    cdef object column = new_value(T_VECTOR3)
    cdef float* out = <float*>value_data(column)
    out[0], out[1], out[2] = rows[index], rows[3 + index], rows[6 + index]
    return column


cdef object scalar_at(int code, const void* data, Py_ssize_t index):
    cdef int kind = value_kind[code]
    if kind == K_FLOAT:
        return (<const float*>data)[index]
    if kind == K_INT32:
        return (<const int32_t*>data)[index]
    if kind == K_DOUBLE:
        return (<const double*>data)[index]
    return (<const uint64_t*>data)[index]


cdef int set_scalar(int code, void* data, Py_ssize_t index, object number) except -1:
    cdef int kind = value_kind[code]
    if kind == K_FLOAT:
        (<float*>data)[index] = <float>PyFloat_AsDouble(number)
    elif kind == K_DOUBLE:
        (<double*>data)[index] = PyFloat_AsDouble(number)
    elif kind == K_INT32:
        if isinstance(number, float):
            raise TypeError(f"{TYPE_NAMES[code]} takes integers, not {number!r}; round it first")
        (<int32_t*>data)[index] = number
    else:
        (<uint64_t*>data)[index] = number
    return 0


cdef char* scalar_format(int kind) noexcept:
    if kind == K_FLOAT:
        return b"f"
    if kind == K_INT32:
        return b"i"
    if kind == K_DOUBLE:
        return b"d"
    return b"Q"


cdef tuple value_components(object value):
    cdef int code = value_code(value)
    cdef Py_ssize_t index
    return tuple([scalar_at(code, value_data(value), index) for index in range(value_scalars[code])])


cdef str scalar_text(object number):
    """The shortest text that reads back to the same single-precision number."""
    if not isinstance(number, float):
        return str(number)
    cdef float wanted = number
    for digits in range(6, 10):
        text = f"{number:.{digits}g}"
        if <float>(float(text)) == wanted:
            return text
    return f"{number:.9g}"


cdef str value_text(object value):
    cdef int code = value_code(value)
    if value_members[code] and value_members[code] != value_scalars[code]:
        return f"{TYPE_NAMES[code]}({', '.join([scalar_text(m) if isinstance(m, float) else repr(m) for m in value])})"
    return f"{TYPE_NAMES[code]}({', '.join([scalar_text(component) for component in value_components(value)])})"


def restore_value(str name, bytes data):
    """Rebuilds a pickled value."""
    cdef int code = TYPE_NAMES.index(name)
    if len(data) != value_size[code]:
        raise ValueError(f"{name} has {value_size[code]} bytes, got {len(data)}")
    return value_from(code, <const char*>data)


cdef object components_to_value(int code, object components):
    """A value from a flat sequence of numbers; None if the length does not fit."""
    cdef Py_ssize_t count = len(components), index
    if count != value_scalars[code]:
        return None
    cdef object value = new_value(code)
    for index in range(count):
        set_scalar(code, value_data(value), index, components[index])
    return value


cdef object members_to_value(int code, list members):
    """A value from its members in order (x, y, z; basis, origin; …)."""
    if code == T_BASIS:
        return construct_value(code, members)
    flat = []
    for member in members:
        if isinstance(member, Value):
            flat.extend(value_components(member))
        else:
            flat.append(member)
    value = components_to_value(code, flat)
    if value is None:
        raise TypeError(f"these members do not make a {TYPE_NAMES[code]}: {members!r}")
    return value


cdef enum:
    O_EQUAL = 0
    O_LESS = 2
    O_LESS_EQUAL = 3
    O_GREATER = 4
    O_GREATER_EQUAL = 5
    O_ADD = 6
    O_SUBTRACT = 7
    O_MULTIPLY = 8
    O_DIVIDE = 9
    O_NEGATE = 10
    O_MODULE = 12


cdef GDExtensionPtrOperatorEvaluator evaluator(int operator, int left, int right) noexcept:
    cdef GDExtensionPtrOperatorEvaluator found = evaluators[operator][left][right]
    if found is NULL and operator_result[operator][left][right]:
        found = gd.variant_get_ptr_operator_evaluator(
            <GDExtensionVariantOperator>operator, <GDExtensionVariantType>left, <GDExtensionVariantType>right
        )
        evaluators[operator][left][right] = found
    return found


cdef int operand(object value, Slot* slot, void** data) noexcept:
    """The type code of an operand, its bytes in `data`; 0 if the engine has no such operand."""
    if isinstance(value, Value):
        data[0] = value_data(value)
        return value_code(value)
    data[0] = slot
    if type(value) is float:
        slot.real = PyFloat_AS_DOUBLE(value)
        return T_FLOAT
    if PyLong_Check(value):
        slot.integer = PyLong_AsLongLong(value)
        if slot.integer == -1 and PyErr_Occurred() is not NULL:
            PyErr_Clear()
            return 0
        return T_INT
    if PyNumber_Check(value):
        slot.real = PyFloat_AsDouble(value)
        if PyErr_Occurred() is not NULL:
            PyErr_Clear()
            return 0
        return T_FLOAT
    return 0


cdef object operate(int operator, object left, object right):
    cdef Slot slots[3]
    cdef void* left_data
    cdef void* right_data
    cdef int left_code = operand(left, &slots[0], &left_data)
    cdef int right_code = operand(right, &slots[1], &right_data)
    if left_code == 0 or right_code == 0:
        return NotImplemented
    cdef int result = operator_result[operator][left_code][right_code]
    if result == 0:
        return NotImplemented
    if (operator == O_DIVIDE or operator == O_MODULE) and integer_zero(right, right_code, left_code):
        raise ZeroDivisionError(f"{TYPE_NAMES[left_code]} divided by zero")
    cdef GDExtensionPtrOperatorEvaluator evaluate = evaluator(operator, left_code, right_code)
    if evaluate is NULL:
        return NotImplemented
    if result == T_BOOL:
        evaluate(left_data, right_data, &slots[2])
        return bool(slots[2].boolean)
    if value_type[result] is NULL:
        return NotImplemented
    cdef object value = new_value(result)
    evaluate(left_data, right_data, value_data(value))
    return value


cdef bint integer_zero(object right, int right_code, int left_code):
    # Dividing integers by zero stops the process in native code.
    if value_kind[left_code] != K_INT32 and left_code != T_INT:
        return False
    if right_code == T_INT:
        return right == 0
    return value_kind[right_code] == K_INT32 and 0 in value_components(right)


cdef object operate_unary(int operator, object value):
    cdef int code = value_code(value)
    cdef GDExtensionPtrOperatorEvaluator evaluate = evaluator(operator, code, 0)
    if evaluate is NULL:
        raise TypeError(f"bad operand type for unary operator: {type(value).__name__}")
    cdef object result = new_value(code)
    evaluate(value_data(value), NULL, value_data(result))
    return result
