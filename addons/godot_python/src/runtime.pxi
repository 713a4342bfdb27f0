# The library as a whole: its token, its state and the per-type functions of the engine.
# Set before the module is imported, so the import must not initialise it.
cdef void* library
# 0 before Python started, 1 while the engine may be called, 2 after the extension was shut down.
cdef int state = 0

cdef GDExtensionVariantFromTypeConstructorFunc variant_from[TYPE_COUNT]
cdef GDExtensionVariantGetInternalPtrFunc variant_inside[TYPE_COUNT]
cdef GDExtensionPtrConstructor construct_empty[TYPE_COUNT]
cdef GDExtensionPtrConstructor construct_copy[TYPE_COUNT]
cdef GDExtensionPtrDestructor destroy_value[TYPE_COUNT]
cdef GDExtensionPtrBuiltInMethod array_resize[TYPE_COUNT]
cdef GDExtensionPtrBuiltInMethod array_size[TYPE_COUNT]

cdef const void* bind_init_ref
cdef const void* bind_unreference
cdef const void* bind_reference_count
cdef const void* bind_notification


class FreedObjectError(RuntimeError):
    """The engine object behind this Python object was freed; `godot.is_valid(obj)` tells beforehand."""


class WrongThreadError(RuntimeError):
    """An engine object was used on a thread that is not Godot's main thread."""


cdef const void* method_bind(const char* owner, const char* name, int64_t hash) noexcept nogil:
    cdef uint64_t owner_name, method_name
    gd.string_name_new_with_utf8_chars(&owner_name, owner)
    gd.string_name_new_with_utf8_chars(&method_name, name)
    cdef const void* bind = gd.classdb_get_method_bind(&owner_name, &method_name, hash)
    destroy_value[T_STRING_NAME](&owner_name)
    destroy_value[T_STRING_NAME](&method_name)
    return bind


cdef void load_type_functions() noexcept nogil:
    cdef int t
    cdef GDExtensionVariantType code
    cdef uint64_t resize_name, size_name
    gd.string_name_new_with_utf8_chars(&resize_name, "resize")
    gd.string_name_new_with_utf8_chars(&size_name, "size")
    for t in range(1, TYPE_COUNT):
        code = <GDExtensionVariantType>t
        variant_from[t] = gd.get_variant_from_type_constructor(code)
        variant_inside[t] = gd.variant_get_ptr_internal_getter(code)
        construct_empty[t] = gd.variant_get_ptr_constructor(code, 0)
        construct_copy[t] = gd.variant_get_ptr_constructor(code, 1)
        destroy_value[t] = gd.variant_get_ptr_destructor(code)
        if t >= T_ARRAY:
            array_resize[t] = gd.variant_get_ptr_builtin_method(code, &resize_name, 848867239)
            array_size[t] = gd.variant_get_ptr_builtin_method(code, &size_name, 3173160232)
    destroy_value[T_STRING_NAME](&resize_name)
    destroy_value[T_STRING_NAME](&size_name)


cdef void load_core_binds() noexcept nogil:
    global bind_init_ref, bind_unreference, bind_reference_count, bind_notification
    bind_init_ref = method_bind("RefCounted", "init_ref", 2240911060)
    bind_unreference = method_bind("RefCounted", "unreference", 2240911060)
    bind_reference_count = method_bind("RefCounted", "get_reference_count", 3905245786)
    bind_notification = method_bind("Object", "notification", 4023243586)


cdef int64_t reference_count(void* object) noexcept nogil:
    cdef int64_t count = 0
    gd.object_method_bind_ptrcall(bind_reference_count, object, NULL, &count)
    return count


cdef bint take_reference(void* object) noexcept nogil:
    cdef uint8_t taken = 0
    gd.object_method_bind_ptrcall(bind_init_ref, object, NULL, &taken)
    return taken


cdef void drop_reference(void* object) noexcept nogil:
    cdef uint8_t last = 0
    gd.object_method_bind_ptrcall(bind_unreference, object, NULL, &last)
    if last:
        gd.object_destroy(object)


cdef void notify_initialized(void* object) noexcept nogil:
    # NOTIFICATION_POSTINITIALIZE: objects made through classdb_construct_object2 have not had it.
    cdef int64_t what = 0
    cdef uint8_t backwards = 0
    cdef const void* arguments[2]
    arguments[0] = &what
    arguments[1] = &backwards
    gd.object_method_bind_ptrcall(bind_notification, object, arguments, NULL)
