# Our classes in ClassDB: creation, methods, properties and signals.
cdef bint in_editor = False
cdef list own_classes = []

cdef enum:
    USAGE_DEFAULT = 6
    USAGE_VARIANT = 131072
    METHOD_NORMAL = 1
    METHOD_VARARG = 16
    CALL_PLAIN = 0
    CALL_GETTER = 1
    CALL_SETTER = 2


cdef class InfoArray:
    """Property descriptions in the form the engine reads, with the strings they point to."""

    cdef GDExtensionPropertyInfo* items
    cdef uint64_t* hints
    cdef Py_ssize_t count

    def __cinit__(self, rows):
        cdef Py_ssize_t index
        self.count = 0
        self.items = <GDExtensionPropertyInfo*>calloc(max(1, len(rows)), sizeof(GDExtensionPropertyInfo))
        self.hints = <uint64_t*>calloc(max(1, len(rows)), sizeof(uint64_t))
        for row in rows:
            self.add(row)

    cdef int add(self, tuple row) except -1:
        """row: (name, type code, class name, hint, hint text, usage)"""
        cdef GDExtensionPropertyInfo* item = &self.items[self.count]
        name, code, class_name, hint, hint_text, usage = row
        new_string(&self.hints[self.count], hint_text)
        item.name = name_pointer(name)
        item.class_name = name_pointer(class_name or "")
        item.hint = hint
        item.hint_string = &self.hints[self.count]
        item.usage = usage
        if code == T_VARIANT:
            item.type = <GDExtensionVariantType>T_NIL
            item.usage |= USAGE_VARIANT
        else:
            item.type = <GDExtensionVariantType>(T_OBJECT if code == T_REFERENCE else <int>code)
        self.count += 1
        return 0

    def __dealloc__(self):
        cdef Py_ssize_t index
        for index in range(self.count):
            destroy_value[T_STRING](&self.hints[index])
        free(self.items)
        free(self.hints)


cdef class BoundCall(EngineCall):
    """A method or a property accessor that the engine calls by name."""

    cdef int role


def declare_class(python, options):
    """Registers a new subclass of an engine class with Godot (called by __init_subclass__)."""
    from godot._declare import describe
    from godot._reload import take

    if take(python):
        return
    cdef ClassInfo parent = None, info
    for base in python.__mro__[1:]:
        if base in class_infos:
            parent = class_infos[base]
            break
    if parent is None:
        raise TypeError(f"{python.__name__} has no registered engine class among its bases")
    declaration = describe(python, parent.text, options)
    if declaration.name in infos_by_name or declaration.name in tables["classes"]:
        info = infos_by_name.get(declaration.name)
        taken = info.python.__module__ if info is not None and info.own else "Godot itself"
        raise TypeError(
            f"the class name {declaration.name!r} is taken by {taken}; choose another: "
            f"class {python.__name__}({parent.python.__name__}, class_name='…')"
        )
    info = ClassInfo.__new__(ClassInfo)
    info.text = declaration.name
    info.name = pin_name(declaration.name)
    info.native = parent.native
    info.python = python
    info.parent = parent
    info.refcounted = parent.refcounted
    info.instantiable = True
    info.own = True
    info.virtuals = ()
    info.keep = []
    info.declaration = declaration
    build_virtual_table(info)
    register_with_engine(info)
    remember_class(info)
    own_classes.append(info)
    guard_init(info)


cdef void guard_init(ClassInfo info):
    """Makes a raising __init__ free the engine object that was made for it."""
    cdef PyTypeObject* python = <PyTypeObject*><PyObject*>info.python
    info.initialize = python.tp_init if python.tp_init != initialize_own else info.parent.initialize
    python.tp_init = initialize_own


cdef int initialize_own(object self, object args, PyObject* keywords) except -1:
    cdef ClassInfo info = class_infos.get(type(self))
    if info is None:
        raise TypeError(f"{type(self).__name__} was not registered with Godot, see the error when its module was imported")
    try:
        return info.initialize(self, args, keywords)
    except BaseException:
        discard(self)
        raise


cdef int discard(EngineObject self) except -1:
    """Frees an object whose __init__ raised: nobody can hold it yet, except a node that entered a tree by itself."""
    if self.pointer is NULL or self.refcounted:
        return 0
    if isinstance(self, engine_class("Node")) and self.get_parent() is not None:
        return 0
    gd.object_destroy(self.pointer)
    return 0


cdef int register_with_engine(ClassInfo info) except -1:
    cdef GDExtensionClassCreationInfo5 creation
    cdef InfoArray infos
    cdef Slot icon
    declaration = info.declaration
    memset(&creation, 0, sizeof(creation))
    creation.is_exposed = 1
    creation.is_runtime = not declaration.tool
    creation.create_instance_func = create_instance
    creation.free_instance_func = free_instance
    if info.refcounted:
        creation.reference_func = instance_referenced
        creation.unreference_func = instance_unreferenced
    if not isinstance(getattr(info.python, "_notification", None), (VirtualMethod, type(None))):
        creation.notification_func = instance_notified
    if getattr(info.python, "__str__", None) is not object.__str__:
        creation.to_string_func = instance_text
    if declaration.icon:
        new_string(&icon, declaration.icon)
        creation.icon_path = &icon
    offer_dynamic_properties(info, &creation)
    creation.get_virtual_call_data_func = find_virtual
    creation.call_virtual_with_data_func = call_virtual
    creation.class_userdata = info.virtual_table.own
    gd.classdb_register_extension_class5(library, &info.name.handle, &info.parent.name.handle, &creation)
    if declaration.icon:
        destroy_value[T_STRING](&icon)
    for method in declaration.methods:
        register_method(info, method)
    for name, arguments in declaration.signals:
        infos = InfoArray(arguments)
        gd.classdb_register_extension_class_signal(library, &info.name.handle, name_pointer(name), infos.items, infos.count)
    for group, subgroup, row in declaration.properties:
        register_heading(info, group, subgroup)
        register_property(info, row)
    for enum_name, name, value, is_flags in declaration.constants:
        gd.classdb_register_extension_class_integer_constant(
            library, &info.name.handle, name_pointer(enum_name), name_pointer(name), value, is_flags
        )
    return 0


cdef int register_heading(ClassInfo info, object group, object subgroup) except -1:
    """The group and subgroup that begin in the inspector with the next property; None for those that go on."""
    cdef Slot title, prefix
    new_string(&prefix, "")
    if group is not None:
        new_string(&title, group)
        gd.classdb_register_extension_class_property_group(library, &info.name.handle, &title, &prefix)
        destroy_value[T_STRING](&title)
    if subgroup is not None:
        new_string(&title, subgroup)
        gd.classdb_register_extension_class_property_subgroup(library, &info.name.handle, &title, &prefix)
        destroy_value[T_STRING](&title)
    destroy_value[T_STRING](&prefix)
    return 0


cdef int register_property(ClassInfo info, tuple row) except -1:
    cdef InfoArray infos = InfoArray([row])
    name, code, class_name = row[0], row[1], row[2]
    getter, setter = f"@{name}_getter", f"@{name}_setter"
    register_call(info, getter, name, CALL_GETTER, (), code, class_name, [], row, 0, ())
    register_call(info, setter, name, CALL_SETTER, (code,), T_NIL, None, [row], None, 0, ())
    gd.classdb_register_extension_class_property(
        library, &info.name.handle, &infos.items[0], name_pointer(setter), name_pointer(getter)
    )
    return 0


cdef int register_method(ClassInfo info, object method) except -1:
    register_call(
        info, method.name, method.function, CALL_PLAIN, tuple([row[1] for row in method.arguments]), method.result[1], method.result[2],
        method.arguments, method.result if method.result[1] != T_NIL else None, METHOD_VARARG if method.variadic else 0, method.defaults,
    )
    return 0


cdef int register_call(
    ClassInfo info, str name, object function, int role, tuple codes, int result, str result_class,
    list arguments, tuple result_row, int flags, tuple defaults,
) except -1:
    cdef GDExtensionClassMethodInfo method
    cdef int metadata[MAX_ARGUMENTS]
    cdef Slot values[MAX_ARGUMENTS]
    cdef GDExtensionVariantPtr pointers[MAX_ARGUMENTS]
    cdef Py_ssize_t index
    cdef BoundCall call = BoundCall.__new__(BoundCall)
    cdef EngineCall made = make_engine_call(function, name, codes, result, result_class)
    cdef InfoArray argument_infos = InfoArray(arguments)
    cdef InfoArray result_infos = InfoArray([result_row] if result_row is not None else [("", 0, "", 0, "", USAGE_DEFAULT)])
    call.function, call.name, call.count, call.result, call.result_class = function, name, made.count, result, result_class
    memcpy(call.codes, made.codes, sizeof(made.codes))
    call.role = role
    call.variadic = flags & METHOD_VARARG
    call.required = call.count - <int>len(defaults)
    info.keep.append(call)
    memset(&method, 0, sizeof(method))
    memset(metadata, 0, sizeof(metadata))
    method.name = name_pointer(name)
    method.method_userdata = <void*>call
    method.call_func = call_bound
    method.ptrcall_func = call_bound_typed
    method.method_flags = METHOD_NORMAL | flags
    method.has_return_value = result_row is not None
    method.return_value_info = result_infos.items
    method.argument_count = <uint32_t>argument_infos.count
    method.arguments_info = argument_infos.items
    method.arguments_metadata = <GDExtensionClassMethodArgumentMetadata*>metadata
    for index in range(len(defaults)):
        to_variant(defaults[index], &values[index])
        pointers[index] = &values[index]
    method.default_argument_count = <uint32_t>len(defaults)
    method.default_arguments = pointers
    gd.classdb_register_extension_class_method(library, &info.name.handle, &method)
    for index in range(len(defaults)):
        gd.variant_destroy(&values[index])
    return 0


cdef object call_role(BoundCall call, object self, list values):
    if call.role == CALL_GETTER:
        return getattr(self, call.function)
    if call.role == CALL_SETTER:
        setattr(self, call.function, values[0])
        return None
    return call.function(self, *values)


cdef void call_bound(void* userdata, void* instance, const void* const* arguments, int64_t count, void* result, GDExtensionCallError* error) noexcept with gil:
    """A call with Variants: `object.call()`, signals, untyped GDScript."""
    global engine_depth
    cdef BoundCall call = <BoundCall>userdata
    cdef PyObject* python = (<Instance*>instance).python
    cdef Slot slot
    cdef int64_t index
    error.error = GDEXTENSION_CALL_OK
    if python is NULL:
        error.error = GDEXTENSION_CALL_ERROR_INSTANCE_IS_NULL
        return
    if count < call.required:
        error.error = GDEXTENSION_CALL_ERROR_TOO_FEW_ARGUMENTS
        error.expected = call.required
        return
    if count > call.count and not call.variadic:
        error.error = GDEXTENSION_CALL_ERROR_TOO_MANY_ARGUMENTS
        error.expected = call.count
        return
    self = <object>python
    engine_depth += 1
    try:
        values = [from_variant(arguments[index]) for index in range(count)]
        for index in range(min(count, call.count)):
            if call.codes[index] == T_FLOAT and isinstance(values[index], int):
                values[index] = float(values[index])
        returned = call_role(call, self, values)
        if call.result and (returned is not None or call.result == T_VARIANT):
            to_variant(returned, &slot)
            gd.variant_destroy(result)
            memcpy(result, &slot, sizeof(Slot))
    except BaseException as problem:
        report(problem, call.name, call.function)
    engine_depth -= 1


cdef void call_bound_typed(void* userdata, void* instance, const void* const* arguments, void* result) noexcept with gil:
    """A call with typed memory: statically typed GDScript and the engine's own property access."""
    global engine_depth
    cdef BoundCall call = <BoundCall>userdata
    cdef PyObject* python = (<Instance*>instance).python
    cdef int index
    if python is NULL:
        return
    self = <object>python
    engine_depth += 1
    try:
        values = [from_engine(call.codes[index], arguments[index]) for index in range(call.count)]
        returned = call_role(call, self, values)
        if call.result:
            assign_result(call, result, returned)
    except BaseException as problem:
        report(problem, call.name, call.function)
    engine_depth -= 1


cdef void* create_instance(void* userdata, uint8_t notify) noexcept with gil:
    """The engine makes one of our objects: from a scene, from GDScript, or for the default values of the inspector."""
    global engine_depth
    cdef ClassInfo info = <ClassInfo>(<OwnClass*>userdata).info
    cdef EngineObject self
    cdef void* object = gd.classdb_construct_object2(&info.native.handle)
    if object is NULL:
        return NULL
    engine_depth += 1
    try:
        self = adopt(object, info)
        bind_own(self, info)
        Py_INCREF(self)
        self.instance.strong = True
        # In the editor only tool classes run; others are there to show their properties.
        if not in_editor or info.declaration.tool:
            self.__init__()
    except BaseException as problem:
        report(problem, f"{info.text}.__init__")
    if notify:
        notify_initialized(object)
    engine_depth -= 1
    return object


cdef void free_instance(void* userdata, void* instance) noexcept nogil:
    forget_instance(<Instance*>instance)


cdef void instance_referenced(void* data) noexcept nogil:
    cdef Instance* instance = <Instance*>data
    if instance.python is not NULL and not instance.strong and reference_count(instance.object) > 1:
        hold_instance(instance)


cdef void hold_instance(Instance* instance) noexcept with gil:
    if instance.python is not NULL and not instance.strong:
        instance.strong = True
        Py_INCREF(<object>instance.python)


cdef void instance_unreferenced(void* data) noexcept nogil:
    cdef Instance* instance = <Instance*>data
    if instance.python is not NULL and instance.strong and reference_count(instance.object) == 1:
        let_go(instance)


cdef void let_go(Instance* instance) noexcept with gil:
    queue_release(instance)


cdef void instance_notified(void* data, int32_t what, uint8_t backwards) noexcept nogil:
    # POSTINITIALIZE (0) comes before __init__ for objects that Python makes, so nobody gets it.
    if what != 0 and (<Instance*>data).python is not NULL:
        notify_python(<Instance*>data, what)


cdef void notify_python(Instance* instance, int32_t what) noexcept with gil:
    global engine_depth
    cdef PyObject* python = instance.python
    if python is NULL:
        return
    self = <object>python
    engine_depth += 1
    try:
        self._notification(what)
    except BaseException as problem:
        report(problem, "_notification")
    engine_depth -= 1


cdef void instance_text(void* data, uint8_t* valid, void* string) noexcept with gil:
    cdef PyObject* python = (<Instance*>data).python
    valid[0] = 0
    if python is NULL:
        return
    try:
        new_string(string, str(<object>python))
        valid[0] = 1
    except BaseException as problem:
        report(problem, "__str__")


def replace_function(ClassInfo info, str name, old, new):
    """Makes the engine's calls and connections of a method of ours go to another function (for reloading)."""
    cdef EngineCall call
    cdef ClassInfo heir
    if old is not None:
        successors[old] = new
    for heir in own_classes:
        for call in heir.keep:
            if call.function is old or (heir is info and call.name == name):
                call.function = new


def own_class_infos() -> list:
    """Every class of ours that is registered, in order of registration."""
    return list(own_classes)


def class_info(python):
    """The ClassInfo of an engine class or one of ours; None for other classes."""
    return class_infos.get(python)


cdef void unregister_classes() noexcept:
    cdef ClassInfo info
    while own_classes:
        info = own_classes.pop()
        gd.classdb_unregister_extension_class(library, &info.name.handle)


def load_editor_help(str xml):
    """Gives Godot's editor the documentation of our classes (XML of its class reference)."""
    cdef bytes data = xml.encode()
    if gd.editor_help_load_xml_from_utf8_chars_and_len is not NULL:
        gd.editor_help_load_xml_from_utf8_chars_and_len(data, len(data))
