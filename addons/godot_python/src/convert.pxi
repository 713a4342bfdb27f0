# Conversion between Python objects and engine memory, for arguments, results and Variants.
cdef enum:
    MISMATCH = 0
    BORROWED = 1
    OWNED = 2


cdef int to_engine(int code, object value, Slot* slot, const void** out, PyObject* wanted) except -1:
    """Points `out` at engine memory for an argument of type `code`.

    MISMATCH: `value` is of another type. BORROWED: valid as long as `value`. OWNED: `slot` must be destroyed afterwards.
    """
    cdef int made
    out[0] = slot
    if code == T_FLOAT:
        if type(value) is float:
            slot.real = PyFloat_AS_DOUBLE(value)
            return BORROWED
        return to_float(value, slot)
    if code == T_INT:
        return to_int(value, slot)
    if code == T_BOOL:
        if value is True or value is False:
            slot.boolean = value is True
            return BORROWED
        return to_bool(value, slot)
    if code == T_OBJECT or code == T_REFERENCE:
        return to_object(value, slot, wanted)
    if code == T_STRING:
        if not isinstance(value, str):
            if not isinstance(value, NodePath):
                return MISMATCH
            value = str(value)
        new_string(slot, exact_text(value))
        return OWNED
    if code == T_STRING_NAME:
        return to_string_name(value, slot, out)
    if code == T_VARIANT:
        to_variant(value, slot)
        return OWNED
    if code < TYPE_COUNT and value_type[code] is not NULL:
        if <PyObject*>Py_TYPE(value) == <PyObject*>value_type[code]:
            out[0] = value_data(value)
            return BORROWED
        return coerce(code, value, slot)
    if code == T_ARRAY:
        return to_array(value, slot)
    if code == T_DICTIONARY:
        return to_dictionary(value, slot)
    if code == T_POINTER:
        if value is None:
            slot.pointer = NULL
        else:
            if not PyLong_Check(value):
                return MISMATCH
            slot.pointer = <void*><uintptr_t>value
        return BORROWED
    return MISMATCH


cdef int to_float(object value, Slot* slot) except -1:
    if isinstance(value, (str, bytes)) or not PyNumber_Check(value):
        return MISMATCH
    slot.real = PyFloat_AsDouble(value)
    if slot.real == -1.0 and PyErr_Occurred() is not NULL:
        PyErr_Clear()
        return MISMATCH
    return BORROWED


cdef int to_int(object value, Slot* slot) except -1:
    cdef int overflow = 0
    if not PyLong_Check(value):
        if not PyIndex_Check(value):
            return MISMATCH
        try:
            value = PyNumber_Index(value)
        except TypeError:
            return MISMATCH
    slot.integer = PyLong_AsLongLongAndOverflow(value, &overflow)
    if overflow > 0 and value <= 0xFFFFFFFFFFFFFFFF:
        slot.word[0] = value
    elif overflow:
        raise OverflowError(f"{value} does not fit in 64 bits")
    return BORROWED


cdef int to_bool(object value, Slot* slot) except -1:
    if PyLong_Check(value) or type(value).__name__ in ("bool", "bool_"):
        slot.boolean = bool(value)
        return BORROWED
    return MISMATCH


cdef int to_object(object value, Slot* slot, PyObject* wanted) except -1:
    if value is None:
        slot.pointer = NULL
        return BORROWED
    if not isinstance(value, EngineObject):
        return MISMATCH
    if wanted is not NULL and not PyObject_TypeCheck(value, <PyTypeObject*>wanted):
        return MISMATCH
    slot.pointer = alive(value)
    return BORROWED


cdef int to_string_name(object value, Slot* slot, const void** out) except -1:
    cdef PyObject* pinned
    if not isinstance(value, str):
        return MISMATCH
    value = exact_text(value)
    pinned = PyDict_GetItem(pinned_names, <PyObject*>value)
    if pinned is not NULL:
        out[0] = &(<Name>pinned).handle
        return BORROWED
    if len(pinned_names) < MAX_PINNED_NAMES:
        out[0] = name_pointer(value)
        return BORROWED
    new_string_name(slot, value)
    return OWNED


# As deep as the engine itself follows nested containers; a list that contains itself ends here too.
cdef enum:
    MAX_NESTING = 100

cdef int nesting = 0


cdef int enter_nesting() except -1:
    global nesting
    if nesting >= MAX_NESTING:
        raise ValueError(f"this container is nested more than {MAX_NESTING} deep, or contains itself")
    nesting += 1
    return 0


cdef void leave_nesting() noexcept:
    global nesting
    nesting -= 1


cdef int to_array(object value, Slot* slot) except -1:
    cdef int64_t length, failed = 0
    cdef const void* argument = &length
    cdef Py_ssize_t index
    if not isinstance(value, (list, tuple)):
        if not isinstance(value, PackedArray):
            return MISMATCH
        value = list(value)
    length = len(value)
    construct_empty[T_ARRAY](slot, NULL)
    array_resize[T_ARRAY](slot, &argument, &failed, 1)
    try:
        enter_nesting()
        try:
            for index in range(length):
                to_variant(value[index], <Slot*>gd.array_operator_index(slot, index))
        finally:
            leave_nesting()
    except BaseException:
        destroy_value[T_ARRAY](slot)
        raise
    return OWNED


cdef int to_dictionary(object value, Slot* slot) except -1:
    cdef Slot key
    cdef Slot* item
    if not isinstance(value, dict):
        return MISMATCH
    construct_empty[T_DICTIONARY](slot, NULL)
    try:
        enter_nesting()
        try:
            for python_key, python_item in value.items():
                to_variant(python_key, &key)
                item = <Slot*>gd.dictionary_operator_index(slot, &key)
                gd.variant_destroy(&key)
                to_variant(python_item, item)
        finally:
            leave_nesting()
    except BaseException:
        destroy_value[T_DICTIONARY](slot)
        raise
    return OWNED


cdef object coerce_value(int code, object value):
    """A small plain value from a sequence of numbers (tuple, list, numpy row); None if that does not fit."""
    if value_scalars[code] == 0 or value_kind[code] == K_UINT64 or isinstance(value, (str, bytes, Value, dict)):
        return None
    if not PySequence_Check(value):
        return None
    try:
        return components_to_value(code, value)
    except TypeError:
        return None


cdef int coerce(int code, object value, Slot* slot) except -1:
    """Conversions that are made where the wanted type is known: str to path, function to Callable, sequences to values."""
    if code >= T_PACKED_BYTE:
        if isinstance(value, (str, dict)) or not (PySequence_Check(value) or PyObject_CheckBuffer(value)):
            return MISMATCH
        construct_empty[code](slot, NULL)
        try:
            fill_packed(code, slot, value)
        except BaseException:
            destroy_value[code](slot)
            raise
        return OWNED
    if code == T_NODE_PATH:
        if not isinstance(value, str):
            return MISMATCH
        new_node_path(slot, exact_text(value))
        return OWNED
    if code == T_CALLABLE:
        if value is None:
            construct_empty[code](slot, NULL)
            return OWNED
        if not callable(value):
            return MISMATCH
        new_callable(slot, value)
        return OWNED
    if value_size[code] > <int>sizeof(Slot):
        return MISMATCH
    made = coerce_value(code, value)
    if made is None:
        return MISMATCH
    memcpy(slot, value_data(made), value_size[code])
    return BORROWED


cdef object from_engine(int code, const void* data):
    """A Python object for engine memory that stays the engine's."""
    if code == T_FLOAT:
        return (<const double*>data)[0]
    if code == T_INT:
        return (<const int64_t*>data)[0]
    if code == T_BOOL:
        return True if (<const uint8_t*>data)[0] else False
    if code == T_OBJECT or code == T_REFERENCE:
        return wrap((<void**>data)[0])
    if code == T_STRING:
        return text_of_string(data)
    if code == T_STRING_NAME:
        return text_of_name(data)
    if code == T_VARIANT:
        return from_variant(data)
    if code == T_CALLABLE:
        return callable_to_python(data)
    if code < TYPE_COUNT and value_type[code] is not NULL:
        if code == T_NODE_PATH or code >= T_SIGNAL:
            return opaque_from(code, data)
        return value_from(code, data)
    if code == T_ARRAY:
        return from_array(data)
    if code == T_DICTIONARY:
        return from_dictionary(data)
    if code == T_POINTER:
        return <uintptr_t>(<void**>data)[0]
    return None


cdef list from_array(const void* array):
    cdef int64_t length = 0, index
    array_size[T_ARRAY](<void*>array, NULL, &length, 0)
    cdef list items = []
    enter_nesting()
    try:
        for index in range(length):
            items.append(from_variant(gd.array_operator_index_const(array, index)))
    finally:
        leave_nesting()
    return items


cdef GDExtensionPtrBuiltInMethod dictionary_keys


cdef void load_dictionary_functions() noexcept nogil:
    global dictionary_keys
    cdef uint64_t name
    gd.string_name_new_with_utf8_chars(&name, "keys")
    dictionary_keys = gd.variant_get_ptr_builtin_method(<GDExtensionVariantType>T_DICTIONARY, &name, 4144163970)
    destroy_value[T_STRING_NAME](&name)


cdef dict from_dictionary(const void* dictionary):
    cdef Slot keys
    cdef const void* key
    cdef int64_t length = 0, index
    cdef dict items = {}
    construct_empty[T_ARRAY](&keys, NULL)
    dictionary_keys(<void*>dictionary, NULL, &keys, 0)
    try:
        enter_nesting()
        try:
            array_size[T_ARRAY](&keys, NULL, &length, 0)
            for index in range(length):
                key = gd.array_operator_index_const(&keys, index)
                items[hashable(from_variant(key))] = from_variant(gd.dictionary_operator_index_const(dictionary, key))
        finally:
            leave_nesting()
    finally:
        destroy_value[T_ARRAY](&keys)
    return items


cdef object hashable(object key):
    """A dict key: engine Arrays and Dictionaries as keys become tuples."""
    if isinstance(key, list):
        return tuple([hashable(item) for item in key])
    if isinstance(key, dict):
        return tuple([(hashable(name), hashable(item)) for name, item in key.items()])
    if isinstance(key, PackedArray):
        return tuple(key)
    return key


cdef int to_variant(object value, Slot* variant) except -1:
    """Constructs a Variant at uninitialised memory (or over a nil one)."""
    cdef Slot slot
    cdef const void* data = &slot
    cdef int code, made
    if value is None:
        gd.variant_new_nil(variant)
        return 0
    if value is True or value is False:
        code, made = T_BOOL, BORROWED
        slot.boolean = value is True
    elif PyLong_Check(value):
        code = T_INT
        made = to_int(value, &slot)
    elif isinstance(value, float):
        code, made = T_FLOAT, BORROWED
        slot.real = PyFloat_AS_DOUBLE(value)
    elif isinstance(value, str):
        if type(value) is StringName:
            code = T_STRING_NAME
            made = to_string_name(value, &slot, &data)
        else:
            code = T_STRING
            made = to_engine(code, value, &slot, &data, NULL)
    elif isinstance(value, EngineObject):
        code = T_OBJECT
        made = to_object(value, &slot, NULL)
    elif isinstance(value, Value):
        code, made = value_code(value), BORROWED
        data = value_data(value)
    else:
        code = variant_code(value)
        if code == T_NIL:
            raise TypeError(
                f"{type(value).__name__} has no Godot counterpart; pass a number, str, list, dict, engine value or object"
                + (", or wrap an array, as in PackedFloat32Array(array)" if PyObject_CheckBuffer(value) else "")
            )
        made = to_engine(code, value, &slot, &data, NULL)
    if made == MISMATCH:
        raise TypeError(f"{type(value).__name__} does not convert to {TYPE_NAMES[code]}")
    variant_from[code](variant, <void*>data)
    if made == OWNED:
        destroy_value[code](&slot)
    return 0


cdef int variant_code(object value) except -1:
    """The Variant type for Python objects that are not the engine's own."""
    if isinstance(value, (list, tuple)):
        return T_ARRAY
    if isinstance(value, dict):
        return T_DICTIONARY
    if isinstance(value, (bytes, bytearray, memoryview)):
        return T_PACKED_BYTE
    if type(value).__name__ in ("bool", "bool_"):
        return T_BOOL
    if callable(value):
        return T_CALLABLE
    if PySequence_Check(value):
        return T_NIL
    if PyIndex_Check(value):
        return T_INT
    if PyNumber_Check(value) and not isinstance(value, complex):
        return T_FLOAT
    return T_NIL


cdef object from_variant(const void* variant):
    cdef int code = <int>gd.variant_get_type(variant)
    if code == T_NIL:
        return None
    if code == T_OBJECT and gd.variant_get_object_instance_id(variant) == 0:
        return None
    if code == T_OBJECT and gd.object_get_instance_from_id(gd.variant_get_object_instance_id(variant)) is NULL:
        # A Variant can outlive the object it names.
        return None
    return from_engine(code, variant_inside[code](<void*>variant))


cdef int assign_engine(int code, void* target, object value, PyObject* wanted) except -1:
    """Overwrites initialised engine memory with a result of Python; TypeError if it is of another type."""
    cdef Slot slot
    cdef const void* data
    cdef int made = to_engine(code, value, &slot, &data, wanted)
    if made == MISMATCH:
        raise TypeError(f"must be {expected_name(code, wanted)}, not {type(value).__name__}")
    if code == T_REFERENCE:
        gd.ref_set_object(target, slot.pointer)
    elif code == T_VARIANT:
        gd.variant_destroy(target)
        memcpy(target, &slot, sizeof(Slot))
    elif code == T_BOOL:
        (<uint8_t*>target)[0] = slot.boolean
    elif code == T_INT or code == T_FLOAT or code == T_OBJECT or code == T_POINTER:
        (<uint64_t*>target)[0] = slot.word[0]
    elif destroy_value[code] is NULL:
        memcpy(target, data, value_size[code])
    else:
        destroy_value[code](target)
        construct_copy[code](target, &data)
        if made == OWNED:
            destroy_value[code](&slot)
    return 0


cdef str expected_name(int code, PyObject* wanted):
    if wanted is not NULL:
        return (<object>wanted).__name__
    return TYPE_NAMES[code]


class StringName(str):
    """A str that is passed as a StringName where the engine takes a Variant; elsewhere plain str does."""

    __slots__ = ()
