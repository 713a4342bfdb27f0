# Engine classes as Python classes, made from the tables when first asked for.
cdef class ClassInfo:
    """One class that Godot knows: an engine class, or one of ours."""

    cdef Name name
    cdef Name native
    cdef readonly str text
    cdef readonly type python
    cdef ClassInfo parent
    cdef readonly bint refcounted, instantiable, own, editor
    cdef tuple virtuals
    cdef VirtualTable virtual_table
    cdef list keep
    cdef initproc initialize
    cdef readonly object declaration


cdef dict tables = None
cdef dict class_infos = {}
cdef dict infos_by_name = {}
cdef dict infos_by_handle = {}
cdef bint building_engine_class = False


cdef int load_tables() except -1:
    global tables
    tables = marshal_loads(
        PyMemoryView_FromMemory(<char*>godot_python_tables, godot_python_tables_end - godot_python_tables, PyBUF_READ)
    )
    return 0


cdef class VirtualMethod:
    """A virtual method of an engine class. Overriding it makes Godot call it; calling it through super() does nothing."""

    cdef readonly str __name__
    cdef readonly str owner
    cdef readonly tuple row

    def __init__(self, str owner, tuple row):
        self.owner = owner
        self.__name__ = row[0]
        self.row = row

    def __get__(self, instance, owner):
        if instance is None:
            return self
        return PyMethod_New(self, instance)

    def __call__(self, *args):
        return None

    def __repr__(self):
        return f"<virtual method {self.owner}.{self.__name__}>"


class EnumAttribute:
    """A nested enum of a class, made when first used."""

    def __init__(self, name, flags, members):
        self.name, self.flags, self.members = name, flags, members
        self.enum = None

    def make(self, owner):
        if self.enum is None:
            self.enum = make_enum(self.name, self.flags, self.members, owner)
        return self.enum

    def __get__(self, instance, owner):
        return self.make(owner.__name__)


class EnumMember:
    """A constant of a class that belongs to one of its enums."""

    def __init__(self, attribute, value):
        self.attribute, self.value = attribute, value

    def __get__(self, instance, owner):
        return self.attribute.make(owner.__name__)(self.value)


def make_enum(name, flags, members, owner=None):
    """An IntEnum (or IntFlag) of the engine's values."""
    import enum

    base = enum.IntFlag if flags else enum.IntEnum
    options = {"boundary": enum.KEEP} if flags else {}
    made = base(name, dict(members), module="godot", **options)
    if owner:
        made.__qualname__ = f"{owner}.{name}"
    return made


def engine_class(str name):
    """The Python class of an engine class; AttributeError if the API has none of that name."""
    global building_engine_class
    cdef ClassInfo info = infos_by_name.get(name), parent_info = None
    cdef EngineFunction function
    if info is not None:
        return info.python
    row = tables["classes"].get(name)
    if row is None:
        raise AttributeError(f"Godot {tables['version'][3]} has no class {name!r}")
    parent, flags, blob = row
    base = EngineObject
    if parent:
        base = engine_class(parent)
        parent_info = infos_by_name[parent]
    namespace = {"__slots__": (), "__module__": "godot", "__qualname__": name}
    methods, properties, signals, enums, constants, virtuals = marshal_loads(blob)
    functions = []
    for method in methods:
        static = method[2] & F_STATIC
        function = make_function(CALL_METHOD, EngineFunction if static else Method, name, method)
        functions.append(function)
        namespace[python_identifier(method[0])] = function
    for signal_name, arguments in signals:
        if signal_name not in namespace:
            namespace[signal_name] = SignalAttribute(signal_name, arguments)
    for virtual in virtuals:
        namespace.setdefault(virtual[0], VirtualMethod(name, virtual))
    for constant, value in constants:
        namespace.setdefault(constant, value)
    for enum_name, is_flags, members in enums:
        attribute = EnumAttribute(enum_name, is_flags, members)
        namespace.setdefault(enum_name, attribute)
        for member, value in members:
            namespace.setdefault(member, EnumMember(attribute, value))
    for property_name, getter, setter, index in properties:
        if isinstance(namespace.get(property_name), EngineFunction):
            continue
        namespace[property_name] = make_property(name, property_name, base, namespace, getter, setter, index)
    if base is EngineObject:
        namespace["__init_subclass__"] = classmethod(subclass_made)
    building_engine_class = True
    try:
        python = type(name, (base,), namespace)
    finally:
        building_engine_class = False
    for function in functions:
        function.owner_type = <PyObject*>python
    info = ClassInfo.__new__(ClassInfo)
    info.text = name
    info.name = info.native = pin_name(name)
    info.python = python
    info.parent = parent_info
    info.refcounted = bool(flags & C_REFCOUNTED)
    info.instantiable = bool(flags & C_INSTANTIABLE)
    info.editor = bool(flags & C_EDITOR)
    info.virtuals = virtuals
    remember_class(info)
    return python


def subclass_made(cls, **options):
    # Cython classes cannot have an __init_subclass__ of their own.
    if not building_engine_class:
        declare_class(cls, options)


cdef void remember_class(ClassInfo info):
    class_infos[info.python] = info
    infos_by_name[info.text] = info
    infos_by_handle[info.name.handle] = info


cdef str python_identifier(str name):
    return name + "_" if keyword_iskeyword(name) else name


cdef object make_property(str owner, str name, object base, dict namespace, str getter, str setter, int index):
    cdef Property made
    get = namespace.get(getter) or getattr(base, getter, None)
    put = (namespace.get(setter) or getattr(base, setter, None)) if setter else None
    if not isinstance(get, EngineFunction) or (setter and not isinstance(put, EngineFunction)):
        return NamedProperty(owner, name)
    made = Property.__new__(Property)
    made.__name__ = name
    made.owner = owner
    made.getter = get
    made.setter = put
    made.index = None if index < 0 else index
    return made


cdef ClassInfo info_of_object(void* object):
    """The class of an engine object; the nearest ancestor that the API knows for classes of other extensions."""
    cdef uint64_t handle = 0
    cdef ClassInfo info
    cdef bint known = gd.object_get_class_name(object, library, &handle)
    found = infos_by_handle.get(handle) if known else None
    if found is not None:
        destroy_value[T_STRING_NAME](&handle)
        return found
    name = text_of_name(&handle) if known else "Object"
    destroy_value[T_STRING_NAME](&handle)
    while name not in infos_by_name and name not in tables["classes"]:
        database = wrap(gd.global_get_singleton(name_pointer("ClassDB")))
        name = database.get_parent_class(name) or "Object"
    engine_class(name)
    info = infos_by_name[name]
    return info


def singleton(str name):
    """An engine singleton by name; AttributeError if there is none."""
    if name not in tables["singletons"]:
        raise AttributeError(f"Godot has no singleton {name!r}")
    kind = tables["classes"].get(tables["singletons"][name])
    if kind is not None and kind[1] & C_EDITOR and not in_editor:
        raise AttributeError(f"the singleton {name!r} exists in the editor only")
    cdef void* object = gd.global_get_singleton(name_pointer(name))
    if object is NULL:
        raise AttributeError(f"the singleton {name!r} does not exist in this run of Godot")
    return wrap(object)


def utility_function(str name):
    """A utility function of the engine (lerp, str_to_var, …); AttributeError if there is none."""
    row = tables["utilities"].get(name)
    if row is None:
        raise AttributeError(f"Godot has no utility function {name!r}")
    return make_function(CALL_UTILITY, EngineFunction, "", row)


def table(str name):
    """One of the API tables: version, singletons, classes, builtins, utilities, enums, constants."""
    return tables[name]
