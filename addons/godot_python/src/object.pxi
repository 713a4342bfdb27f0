# One Python object per engine object.
#
# The engine keeps an Instance for us on every object we have met (its "instance binding"). A wrapper of an engine class is
# weak: it goes when Python forgets it. An object of one of our own classes keeps its attributes as long as the engine
# object lives, through one strong reference which the Instance owns. A RefCounted object is owned by Python through one
# engine reference; its Instance becomes strong only while the engine holds further references.
ctypedef struct Instance:
    PyObject* python
    void* object
    bint own
    bint strong
    int64_t release_slot
    Instance* previous
    Instance* next

cdef GDExtensionInstanceBindingCallbacks binding_callbacks

# All Instances whose Python object owns an engine reference: dropped at shutdown, so that nothing is left "in use at exit".
cdef Instance counted
counted.previous = &counted
counted.next = &counted

# Instances that may give up their strong reference. Doing so inside the engine's unreference() would free an object
# which that call still uses, so it waits for the frame.
cdef Instance** releases = NULL
cdef int64_t release_count = 0
cdef int64_t release_capacity = 0
# Python objects that stand for engine objects, freed ones too.
cdef int64_t live_objects = 0
# Engine references of wrappers which the collector dropped on another thread.
cdef list late_drops = []

# Set while an existing engine object is being wrapped, so that __cinit__ does not construct a new one.
cdef void* adopted = NULL
cdef ClassInfo adopted_info = None


cdef void* create_binding(void* token, void* object) noexcept nogil:
    cdef Instance* instance = <Instance*>calloc(1, sizeof(Instance))
    instance.object = object
    return instance


cdef uint8_t reference_binding(void* token, void* binding, uint8_t referenced) noexcept nogil:
    return 1


cdef void free_binding(void* token, void* object, void* binding) noexcept nogil:
    cdef Instance* instance = <Instance*>binding
    if instance.python is not NULL or instance.release_slot:
        forget_instance(instance)
    free(instance)


cdef void forget_instance(Instance* instance) noexcept with gil:
    """The engine object goes: its Python object becomes a freed one."""
    cdef PyObject* python = instance.python
    if instance.release_slot:
        releases[instance.release_slot - 1] = NULL
        instance.release_slot = 0
    if python is NULL:
        return
    unlink_counted(instance)
    instance.python = NULL
    (<EngineObject>python).pointer = NULL
    (<EngineObject>python).instance = NULL
    if instance.strong:
        instance.strong = False
        Py_DECREF(<object>python)


cdef void link_counted(Instance* instance) noexcept:
    instance.previous = &counted
    instance.next = counted.next
    counted.next.previous = instance
    counted.next = instance


cdef void unlink_counted(Instance* instance) noexcept:
    if instance.next is not NULL:
        instance.previous.next = instance.next
        instance.next.previous = instance.previous
        instance.next = NULL
        instance.previous = NULL


cdef void queue_release(Instance* instance) noexcept:
    global releases, release_capacity, release_count
    if instance.release_slot:
        return
    if release_count == release_capacity:
        release_capacity = max(64, release_capacity * 2)
        releases = <Instance**>realloc(releases, release_capacity * sizeof(Instance*))
    releases[release_count] = instance
    release_count += 1
    instance.release_slot = release_count


cdef int release_queued() except -1:
    """Gives up the strong references of RefCounted objects which only Python holds; called once a frame."""
    global release_count
    cdef Instance* instance
    cdef PyObject* python
    while release_count:
        release_count -= 1
        instance = releases[release_count]
        if instance is NULL:
            continue
        instance.release_slot = 0
        if instance.python is not NULL and instance.strong and reference_count(instance.object) == 1:
            instance.strong = False
            python = instance.python
            Py_DECREF(<object>python)
    while late_drops:
        drop_reference(<void*><uintptr_t>late_drops.pop())
    return 0


cdef class EngineObject:
    """Base of all engine classes. Calling a class makes an engine object; keyword arguments set its properties."""

    cdef void* pointer
    cdef Instance* instance
    cdef bint refcounted
    cdef object __weakref__

    def __cinit__(self, *args, **properties):
        global adopted, adopted_info, live_objects
        live_objects += 1
        cdef void* object = adopted
        cdef ClassInfo info = adopted_info
        if object is not NULL:
            adopted = NULL
            adopted_info = None
            attach(self, object, info)
            return
        info = class_infos.get(type(self))
        if info is None:
            raise TypeError(f"{type(self).__name__} was not registered with Godot, see the error when its module was imported")
        if args and not info.own:
            raise TypeError(f"{info.text}() takes no positional arguments; set properties by keyword, as in {info.text}(name='x')")
        construct(self, info)

    def __init__(self, **properties):
        for name, value in properties.items():
            setattr(self, name, value)

    def __dealloc__(self):
        global live_objects
        cdef void* object = self.pointer
        cdef Instance* instance = self.instance
        live_objects -= 1
        if object is NULL or state != 1:
            return
        instance.python = NULL
        if not self.refcounted:
            return
        unlink_counted(instance)
        if engine_depth == 0:
            late_drops.append(<uintptr_t>object)
        else:
            drop_reference(object)

    def free(self):
        """Frees the engine object at once. Nodes in the tree are better left to `queue_free()`."""
        if self.refcounted:
            raise TypeError(f"{type(self).__name__} is reference counted and goes when nobody holds it; drop it instead of free()")
        gd.object_destroy(alive(self))

    def __bool__(self):
        return self.pointer is not NULL

    def __repr__(self):
        if self.pointer is NULL:
            return f"<{type(self).__name__} (freed)>"
        return f"<{type(self).__name__}#{gd.object_get_instance_id(self.pointer)}>"


cdef inline void* alive(EngineObject object) except NULL:
    """The engine pointer, or FreedObjectError / WrongThreadError."""
    if object.pointer is NULL:
        raise FreedObjectError(f"this {type(object).__name__} was freed; check it with godot.is_valid() before using it")
    if engine_depth == 0:
        refuse_thread(type(object).__name__)
    return object.pointer


cdef int refuse_thread(str what) except -1:
    raise WrongThreadError(
        f"{what} was used on a thread that is not Godot's main thread; hand the work to the frame, "
        "for example through a queue that a godot.on_frame() callback drains"
    )


cdef void attach(EngineObject self, void* object, ClassInfo info) noexcept:
    cdef Instance* instance = <Instance*>gd.object_get_instance_binding(object, library, &binding_callbacks)
    instance.python = <PyObject*>self
    instance.own = info.own
    self.pointer = object
    self.instance = instance
    # An object that is being destroyed cannot be referenced again; then Python owns nothing of it.
    self.refcounted = info.refcounted and take_reference(object)
    if self.refcounted:
        link_counted(instance)


cdef int construct(EngineObject self, ClassInfo info) except -1:
    if engine_depth == 0:
        refuse_thread(info.text)
    if not info.instantiable:
        raise TypeError(f"{info.text} is abstract or a singleton and cannot be made; see godot.singletons")
    cdef void* object = gd.classdb_construct_object2(&info.native.handle)
    if object is NULL:
        raise TypeError(f"Godot cannot make a {info.text} here")
    attach(self, object, info)
    if info.own:
        bind_own(self, info)
        if not info.refcounted:
            Py_INCREF(self)
            self.instance.strong = True
    notify_initialized(object)
    return 0


cdef void bind_own(EngineObject self, ClassInfo info) noexcept:
    gd.object_set_instance(self.pointer, &info.name.handle, self.instance)


cdef object adopt(void* object, ClassInfo info):
    """A new Python object for an engine object that has none; __init__ is not run."""
    global adopted, adopted_info
    adopted = object
    adopted_info = info
    return (<PyTypeObject*>EngineObject).tp_new(<PyTypeObject*>info.python, (), NULL)


cdef object wrap(void* object):
    """The Python object of an engine object; the same one each time while it lives."""
    if object is NULL:
        return None
    cdef Instance* instance = <Instance*>gd.object_get_instance_binding(object, library, &binding_callbacks)
    if instance.python is not NULL:
        return <object>instance.python
    if instance.own:
        # One of ours in the middle of its destruction: its Python side is already gone.
        return None
    return adopt(object, info_of_object(object))


def is_valid(object) -> bool:
    """True if `object` is an engine object that was not freed."""
    return isinstance(object, EngineObject) and (<EngineObject>object).pointer is not NULL


def instance_from_id(identifier: int):
    """The object with that `get_instance_id()`, or None if it is gone."""
    if engine_depth == 0:
        refuse_thread("instance_from_id()")
    return wrap(gd.object_get_instance_from_id(<uint64_t>(identifier & 0xFFFFFFFFFFFFFFFF)))


def python_state(object) -> dict:
    """What the binding knows of an engine object: reference count, strong and own flags (for tests of the binding)."""
    cdef EngineObject self = object
    alive(self)
    return {
        "own": self.instance.own,
        "strong": self.instance.strong,
        "references": reference_count(self.pointer) if self.refcounted else None,
        "id": gd.object_get_instance_id(self.pointer),
    }


def live_counts() -> tuple[int, int]:
    """How many Python objects for engine objects there are, and how many Python functions the engine holds as callables."""
    return live_objects, live_callables


cdef void drop_all_references() noexcept:
    """At shutdown: every engine reference that Python owns is given back, every Python object becomes a freed one."""
    cdef Instance* instance
    cdef EngineObject python
    cdef void* object
    while counted.next is not &counted:
        instance = counted.next
        unlink_counted(instance)
        python = <EngineObject>instance.python
        object = python.pointer
        instance.python = NULL
        python.pointer = NULL
        python.instance = NULL
        if instance.strong:
            instance.strong = False
            Py_DECREF(python)
        drop_reference(object)
