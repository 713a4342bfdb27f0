# Engine to Python: virtual methods. The engine asks once per object and virtual; the answer comes from a small hash table
# without taking the GIL, because most answers are "not overridden".
ctypedef struct VirtualSlot:
    uint64_t name
    PyObject* call

ctypedef struct OwnClass:
    PyObject* info
    VirtualSlot* slots
    uint64_t mask


cdef class EngineCall:
    """A Python function which the engine calls, with the types of its arguments and result."""

    cdef object function
    cdef str name
    cdef int count, required, result
    cdef bint variadic
    cdef uint8_t codes[MAX_ARGUMENTS]
    cdef PyObject* result_wanted
    cdef str result_class


cdef class VirtualTable:
    cdef OwnClass* own

    def __dealloc__(self):
        if self.own is not NULL:
            free(self.own.slots)
            free(self.own)


cdef EngineCall make_engine_call(object function, str name, tuple codes, int result, str result_class):
    cdef EngineCall call = EngineCall.__new__(EngineCall)
    cdef Py_ssize_t index
    if len(codes) > MAX_ARGUMENTS - 1:
        raise TypeError(f"{name}() has more than {MAX_ARGUMENTS - 1} arguments")
    call.function = function
    call.name = name
    call.count = len(codes)
    call.required = len(codes)
    for index in range(len(codes)):
        call.codes[index] = codes[index]
    call.result = result
    call.result_class = result_class
    return call


cdef int build_virtual_table(ClassInfo info) except -1:
    """Collects the virtual methods which the class (or a base of ours) overrides."""
    cdef dict found = {}
    cdef ClassInfo ancestor = info.parent
    cdef OwnClass* own = <OwnClass*>calloc(1, sizeof(OwnClass))
    cdef uint64_t size = 8, position
    cdef Name name
    info.virtual_table = VirtualTable.__new__(VirtualTable)
    info.virtual_table.own = own
    own.info = <PyObject*>info
    while ancestor is not None:
        for row in ancestor.virtuals:
            attribute = getattr(info.python, row[0], None)
            if row[0] in found or attribute is None or isinstance(attribute, VirtualMethod):
                continue
            found[row[0]] = make_engine_call(attribute, row[0], tuple([a[1] for a in row[5]]), row[3], row[4])
        ancestor = ancestor.parent
    while size < 2 * <uint64_t>len(found):
        size *= 2
    own.slots = <VirtualSlot*>calloc(size, sizeof(VirtualSlot))
    own.mask = size - 1
    for text, call in found.items():
        name = pin_name(text)
        position = virtual_position(name.handle, own.mask)
        while own.slots[position].name:
            position = (position + 1) & own.mask
        own.slots[position].name = name.handle
        own.slots[position].call = <PyObject*>call
        info.keep.append(call)
    return 0


cdef inline uint64_t virtual_position(uint64_t handle, uint64_t mask) noexcept nogil:
    return ((handle >> 4) ^ (handle >> 12)) & mask


cdef void* find_virtual(void* userdata, const void* name, uint32_t hash) noexcept nogil:
    cdef OwnClass* own = <OwnClass*>userdata
    cdef uint64_t handle = (<uint64_t*>name)[0]
    cdef uint64_t position = virtual_position(handle, own.mask)
    while own.slots[position].name:
        if own.slots[position].name == handle:
            return own.slots[position].call
        position = (position + 1) & own.mask
    return NULL


cdef void call_virtual(void* instance, const void* name, void* userdata, const void* const* arguments, void* result) noexcept with gil:
    global engine_depth
    cdef PyObject* python = (<Instance*>instance).python
    cdef EngineCall call
    cdef PyObject* pointers[MAX_ARGUMENTS]
    cdef object self
    cdef int index
    if python is NULL:
        return
    call = <EngineCall>userdata
    self = <object>python
    engine_depth += 1
    try:
        pointers[0] = python
        if call.count == 0:
            returned = PyObject_Vectorcall(call.function, pointers, 1, NULL)
        elif call.count == 1:
            first = from_engine(call.codes[0], arguments[0])
            pointers[1] = <PyObject*>first
            returned = PyObject_Vectorcall(call.function, pointers, 2, NULL)
        else:
            values = [from_engine(call.codes[index], arguments[index]) for index in range(call.count)]
            for index in range(call.count):
                pointers[index + 1] = <PyObject*>values[index]
            returned = PyObject_Vectorcall(call.function, pointers, call.count + 1, NULL)
        if call.result:
            assign_result(call, result, returned)
    except BaseException as problem:
        report(problem, call.name, call.function)
    engine_depth -= 1


cdef int assign_result(EngineCall call, void* target, object value) except -1:
    """Hands a result of Python to the engine; TypeError names the function and what it must return."""
    if call.result_class is not None and call.result_wanted is NULL:
        python = class_named(call.result_class)
        call.result_wanted = <PyObject*>python
    if value is None and call.result != T_VARIANT and call.result != T_OBJECT and call.result != T_REFERENCE:
        raise TypeError(f"{call.name}() must return {expected_name(call.result, call.result_wanted)}, it returned None")
    try:
        assign_engine(call.result, target, value, call.result_wanted)
    except TypeError as problem:
        raise TypeError(f"the result of {call.name}() {problem}") from None
    return 0


cdef object class_named(str name):
    cdef ClassInfo info = infos_by_name.get(name)
    return engine_class(name) if info is None else info.python
