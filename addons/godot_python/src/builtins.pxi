# The engine's own methods, constants, enums and constructors on the value types.
cdef dict constructors = {}

SKIPPED_BUILTINS = frozenset("Nil bool int float String StringName Dictionary Array".split())
OPERATOR_INDEX = {
    "==": O_EQUAL, "<": O_LESS, "<=": O_LESS_EQUAL, ">": O_GREATER, ">=": O_GREATER_EQUAL, "+": O_ADD, "-": O_SUBTRACT,
    "*": O_MULTIPLY, "/": O_DIVIDE, "unary-": O_NEGATE, "%": O_MODULE,
}


cdef class ValueMember:
    """A computed member of a value, such as `Rect2.end` or `Color.h`."""

    cdef readonly str __name__
    cdef int code, owner_code
    cdef GDExtensionPtrGetter getter

    def __get__(self, instance, owner):
        cdef Slot slot
        if instance is None:
            return self
        if self.getter is NULL:
            self.getter = gd.variant_get_ptr_getter(<GDExtensionVariantType>self.owner_code, name_pointer(self.__name__))
        memset(&slot, 0, sizeof(slot))
        self.getter(value_data(instance), &slot)
        return from_engine(self.code, &slot)

    def __set__(self, instance, value):
        raise AttributeError(f"{type(instance).__name__} is immutable; make a new one")


class ConstantAttribute:
    """A constant value such as `Vector3.UP`, made when first used."""

    def __init__(self, text):
        self.text = text
        self.value = None

    def __get__(self, instance, owner):
        if self.value is None:
            self.value = text_to_value(self.text)
        return self.value


cdef int install_builtins() except -1:
    cdef int code
    cdef PyTypeObject* target
    cdef EngineFunction function
    cdef ValueMember member
    for name, row in tables["builtins"].items():
        code, members, makers, methods, constants, enums, operators = row
        install_operators(code, operators)
        if name in SKIPPED_BUILTINS:
            continue
        target = value_type[code]
        attributes = <dict>target.tp_dict
        constructors[code] = makers
        for method in methods:
            if method[0] in attributes:
                continue
            function = make_function(CALL_BUILTIN, EngineFunction if method[2] & F_STATIC else Method, name, method)
            function.owner_type = <PyObject*>target
            function.owner_code = code
            attributes[python_identifier(method[0])] = function
        for member_name, member_code in members:
            if member_name not in attributes:
                member = ValueMember.__new__(ValueMember)
                member.__name__, member.code, member.owner_code = member_name, member_code, code
                attributes[member_name] = member
        for constant, _, text in constants:
            attributes.setdefault(constant, text if isinstance(text, int) else ConstantAttribute(text))
        for enum_name, is_flags, values in enums:
            attribute = EnumAttribute(enum_name, is_flags, values)
            attributes.setdefault(enum_name, attribute)
            for value_name, value in values:
                attributes.setdefault(value_name, EnumMember(attribute, value))
        if value_kind[code]:
            target.tp_vectorcall = <vectorcall_function>make_value
        PyType_Modified(target)
    return 0


cdef int install_operators(int code, tuple operators) except -1:
    cdef int index, right
    for symbol, right, result in operators:
        index = OPERATOR_INDEX.get(symbol, -1)
        if index >= 0 and right < TYPE_COUNT:
            operator_result[index][code][right] = result
    return 0


cdef object make_value(PyObject* python, PyObject** args, size_t flags, PyObject* names):
    """Calling a plain value type: its scalars, one of the engine's constructors, or one sequence of numbers."""
    cdef Py_ssize_t count = PyVectorcall_NARGS(flags), index
    cdef int code = PyLong_AsLong(value_codes[<object>python])
    cdef object value, item
    if names is not NULL and len(<tuple>names):
        return make_value_by_name(code, [<object>args[index] for index in range(count + len(<tuple>names))], <tuple>names)
    value = new_value(code)
    if count == value_scalars[code] and value_kind[code] != K_UINT64 and count > 1:
        for index in range(count):
            item = <object>args[index]
            if not (PyFloat_Check(item) or PyLong_Check(item) or PyNumber_Check(item)) or isinstance(item, Value):
                return construct_value(code, [<object>args[index] for index in range(count)])
            set_scalar(code, value_data(value), index, item)
        return value
    if count == 0:
        construct_empty[code](value_data(value), NULL)
        return value
    return construct_value(code, [<object>args[index] for index in range(count)])


cdef object make_value_by_name(int code, list given, tuple names):
    python = <object><PyObject*>value_type[code]
    known = python.__match_args__
    positional = given[:len(given) - len(names)]
    members = dict(zip(known, positional))
    for name, item in zip(names, given[len(positional):]):
        if name not in known or name in members:
            raise TypeError(f"{TYPE_NAMES[code]}() has no free argument {name!r}; its members are {', '.join(known)}")
        members[name] = item
    return make_value(<PyObject*>python, NULL, 0, NULL).replace(**members)


cdef object construct_value(int code, list args):
    """Uses the engine's constructor whose argument types fit."""
    cdef Slot slots[MAX_ARGUMENTS]
    cdef const void* pointers[MAX_ARGUMENTS]
    cdef GDExtensionPtrConstructor maker
    cdef Py_ssize_t index
    cdef int made, argument
    cdef object value
    for number, codes in constructors[code]:
        if len(codes) != len(args) or not all([fits(argument, item) for argument, item in zip(codes, args)]):
            continue
        value = new_value(code)
        for index in range(len(args)):
            argument = codes[index]
            made = to_engine(argument, args[index], &slots[index], &pointers[index], NULL)
        maker = gd.variant_get_ptr_constructor(<GDExtensionVariantType>code, number)
        maker(value_data(value), pointers)
        for index in range(len(args)):
            if codes[index] == T_STRING:
                destroy_value[T_STRING](&slots[index])
        return value
    if len(args) == 1:
        value = coerce_value(code, args[0])
        if value is not None:
            return value
    elif len(args) == value_scalars[code]:
        return components_to_value(code, args)
    forms = [f"({', '.join([TYPE_NAMES[argument] for argument in codes])})" for _, codes in constructors[code]]
    given = ", ".join([type(item).__name__ for item in args])
    raise TypeError(f"{TYPE_NAMES[code]}({given}) is not possible; it takes {' or '.join(forms)}")


cdef bint fits(int code, object item):
    if code == T_FLOAT:
        return (PyFloat_Check(item) or PyLong_Check(item) or PyNumber_Check(item)) and not isinstance(item, Value)
    if code == T_INT:
        return PyIndex_Check(item)
    if code == T_STRING:
        return isinstance(item, str)
    return value_type[code] is not NULL and <PyObject*>Py_TYPE(item) == <PyObject*>value_type[code]
