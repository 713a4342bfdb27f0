# Strings and names. Names that Python uses often are kept as engine StringNames for the life of the process.
cdef enum:
    MAX_PINNED_NAMES = 20000

cdef class Name:
    """An engine StringName that is never released, with its Python text."""

    cdef uint64_t handle
    cdef str text


cdef dict pinned_names = {}
cdef dict pinned_texts = {}


cdef inline str exact_text(object text):
    """Subclasses of str (StringName, StrEnum) as plain str."""
    return text if type(text) is str else str.__str__(text)


cdef int new_string(void* target, str text) except -1:
    """Constructs an engine String at `target` (uninitialised memory)."""
    cdef Py_ssize_t length
    cdef const char* utf8
    if PyUnicode_KIND(text) == 1:
        gd.string_new_with_latin1_chars_and_len(target, <const char*>PyUnicode_DATA(text), PyUnicode_GET_LENGTH(text))
        return 0
    utf8 = PyUnicode_AsUTF8AndSize(text, &length)
    gd.string_new_with_utf8_chars_and_len2(target, utf8, length)
    return 0


cdef str text_of_string(const void* string):
    cdef int64_t length = gd.string_to_utf32_chars(string, NULL, 0)
    if length <= 0:
        return ""
    return PyUnicode_FromKindAndData(4, gd.string_operator_index_const(string, 0), length)


cdef int new_string_name(void* target, str text) except -1:
    """Constructs an engine StringName at `target` (uninitialised memory)."""
    cdef Py_ssize_t length
    cdef const char* utf8 = PyUnicode_AsUTF8AndSize(text, &length)
    gd.string_name_new_with_utf8_chars_and_len(target, utf8, length)
    return 0


cdef Name pin_name(str text):
    cdef Name name = pinned_names.get(text)
    if name is None:
        name = Name.__new__(Name)
        name.text = str(text)
        new_string_name(&name.handle, name.text)
        pinned_names[name.text] = name
        pinned_texts[name.handle] = name.text
    return name


cdef inline void* name_pointer(str text) except NULL:
    return &pin_name(text).handle


cdef str text_of_name(const void* string_name):
    cdef uint64_t handle = (<uint64_t*>string_name)[0]
    cdef uint64_t string = 0
    cdef const void* argument = string_name
    if handle == 0:
        return ""
    text = pinned_texts.get(handle)
    if text is not None:
        return text
    # String(StringName) is constructor 2 of String.
    string_from_name(&string, &argument)
    try:
        return text_of_string(&string)
    finally:
        destroy_value[T_STRING](&string)


cdef GDExtensionPtrConstructor string_from_name
cdef GDExtensionPtrConstructor string_from_path
cdef GDExtensionPtrConstructor path_from_string


cdef void load_string_functions() noexcept nogil:
    global string_from_name, string_from_path, path_from_string
    string_from_name = gd.variant_get_ptr_constructor(<GDExtensionVariantType>T_STRING, 2)
    string_from_path = gd.variant_get_ptr_constructor(<GDExtensionVariantType>T_STRING, 3)
    path_from_string = gd.variant_get_ptr_constructor(<GDExtensionVariantType>T_NODE_PATH, 2)
