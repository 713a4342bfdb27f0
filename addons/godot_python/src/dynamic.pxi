# Properties that a class decides about at run time: _get, _set, _get_property_list, _validate_property,
# _property_can_revert and _property_get_revert. They mean what they mean in GDScript.
# Property lists which the engine has borrowed, by their address.
cdef dict lent_lists = {}

# "name" is a StringName in the engine's structure, a str here.
PROPERTY_KEYS = ("name", "type", "class_name", "hint", "hint_string", "usage")


cdef void offer_dynamic_properties(ClassInfo info, GDExtensionClassCreationInfo5* creation):
    """Tells the engine of those hooks only which the class has: each costs it one call a property access."""
    python = info.python
    if hasattr(python, "_get"):
        creation.get_func = dynamic_get
    if hasattr(python, "_set"):
        creation.set_func = dynamic_set
    if hasattr(python, "_get_property_list"):
        creation.get_property_list_func = dynamic_list
        creation.free_property_list_func = return_dynamic_list
    if hasattr(python, "_validate_property"):
        creation.validate_property_func = dynamic_validate
    if hasattr(python, "_property_can_revert"):
        creation.property_can_revert_func = dynamic_can_revert
    if hasattr(python, "_property_get_revert"):
        creation.property_get_revert_func = dynamic_get_revert


cdef object awake(void* instance):
    """The Python object if its code may run: in the editor only a tool class has run its __init__."""
    cdef PyObject* python = (<Instance*>instance).python
    cdef ClassInfo info
    if python is NULL:
        return None
    self = <object>python
    if in_editor:
        info = class_infos[type(self)]
        if not info.declaration.tool:
            return None
    return self


cdef uint8_t dynamic_set(void* instance, const void* name, const void* value) noexcept with gil:
    global engine_depth
    cdef uint8_t handled = 0
    engine_depth += 1
    try:
        self = awake(instance)
        if self is not None:
            handled = bool(self._set(text_of_name(name), from_variant(value)))
    except BaseException as problem:
        report(problem, "_set", type(self)._set)
    engine_depth -= 1
    return handled


cdef uint8_t dynamic_get(void* instance, const void* name, void* result) noexcept with gil:
    return answer(instance, "_get", name, result)


cdef uint8_t dynamic_get_revert(void* instance, const void* name, void* result) noexcept with gil:
    return answer(instance, "_property_get_revert", name, result)


cdef uint8_t answer(void* instance, str hook, const void* name, void* result) noexcept:
    """Puts what the hook returns into a Variant; None means that it does not know the property."""
    global engine_depth
    cdef Slot slot
    cdef uint8_t known = 0
    engine_depth += 1
    try:
        self = awake(instance)
        value = None if self is None else getattr(self, hook)(text_of_name(name))
        if value is not None:
            to_variant(value, &slot)
            gd.variant_destroy(result)
            memcpy(result, &slot, sizeof(Slot))
            known = 1
    except BaseException as problem:
        report(problem, hook, getattr(type(self), hook))
    engine_depth -= 1
    return known


cdef uint8_t dynamic_can_revert(void* instance, const void* name) noexcept with gil:
    global engine_depth
    cdef uint8_t can = 0
    engine_depth += 1
    try:
        self = awake(instance)
        if self is not None:
            can = bool(self._property_can_revert(text_of_name(name)))
    except BaseException as problem:
        report(problem, "_property_can_revert", type(self)._property_can_revert)
    engine_depth -= 1
    return can


cdef const GDExtensionPropertyInfo* dynamic_list(void* instance, uint32_t* count) noexcept with gil:
    global engine_depth
    cdef InfoArray infos
    cdef const GDExtensionPropertyInfo* items = NULL
    count[0] = 0
    engine_depth += 1
    try:
        self = awake(instance)
        if self is not None:
            from godot._declare import property_row

            infos = InfoArray([property_row(entry) for entry in self._get_property_list()])
            items = infos.items
            lent_lists[<uintptr_t>items] = infos
            count[0] = <uint32_t>infos.count
    except BaseException as problem:
        report(problem, "_get_property_list", type(self)._get_property_list)
    engine_depth -= 1
    return items


cdef void return_dynamic_list(void* instance, const GDExtensionPropertyInfo* items, uint32_t count) noexcept with gil:
    lent_lists.pop(<uintptr_t>items, None)


cdef uint8_t dynamic_validate(void* instance, GDExtensionPropertyInfo* info) noexcept with gil:
    """Shows the class a property before the inspector sees it; what it changes in the dict is taken over."""
    global engine_depth
    cdef uint8_t changed = 0
    engine_depth += 1
    try:
        self = awake(instance)
        if self is not None:
            before = (text_of_name(info.name), <int>info.type, text_of_name(info.class_name), info.hint, text_of_string(info.hint_string), info.usage)
            described = dict(zip(PROPERTY_KEYS, before))
            self._validate_property(described)
            after = tuple([described[key] for key in PROPERTY_KEYS])
            if after != before:
                info.name = name_pointer(after[0])
                info.type = <GDExtensionVariantType><int>after[1]
                info.class_name = name_pointer(after[2])
                info.hint = after[3]
                info.usage = after[5]
                destroy_value[T_STRING](info.hint_string)
                new_string(info.hint_string, after[4])
                changed = 1
    except BaseException as problem:
        report(problem, "_validate_property", type(self)._validate_property)
    engine_depth -= 1
    return changed
