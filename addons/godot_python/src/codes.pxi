# Type codes: Godot's Variant types, then this binding's own (see generate/types.py).
cdef enum:
    T_NIL = 0
    T_BOOL = 1
    T_INT = 2
    T_FLOAT = 3
    T_STRING = 4
    T_VECTOR2 = 5
    T_VECTOR3 = 9
    T_VECTOR4 = 12
    T_BASIS = 17
    T_COLOR = 20
    T_STRING_NAME = 21
    T_NODE_PATH = 22
    T_OBJECT = 24
    T_CALLABLE = 25
    T_SIGNAL = 26
    T_DICTIONARY = 27
    T_ARRAY = 28
    T_PACKED_BYTE = 29
    T_PACKED_INT32 = 30
    T_PACKED_INT64 = 31
    T_PACKED_FLOAT32 = 32
    T_PACKED_FLOAT64 = 33
    T_PACKED_STRING = 34
    T_PACKED_VECTOR2 = 35
    T_PACKED_VECTOR3 = 36
    T_PACKED_COLOR = 37
    T_PACKED_VECTOR4 = 38
    TYPE_COUNT = 39
    T_VARIANT = 39
    T_POINTER = 40
    T_REFERENCE = 41

# Flags of a function in the tables (see generate/tables.py).
cdef enum:
    F_VARARG = 1
    F_STATIC = 2
    F_BLOCKING = 4
    F_CONST = 8

cdef enum:
    C_REFCOUNTED = 1
    C_INSTANTIABLE = 2
    C_EDITOR = 4

cdef enum:
    K_FLOAT = 1
    K_DOUBLE = 2
    K_INT32 = 3
    K_UINT64 = 4

cdef enum:
    MAX_ARGUMENTS = 16

TYPE_NAMES = (
    "None bool int float str Vector2 Vector2i Rect2 Rect2i Vector3 Vector3i Transform2D Vector4 Vector4i Plane Quaternion AABB "
    "Basis Transform3D Projection Color StringName NodePath RID Object Callable Signal dict list PackedByteArray PackedInt32Array "
    "PackedInt64Array PackedFloat32Array PackedFloat64Array PackedStringArray PackedVector2Array PackedVector3Array "
    "PackedColorArray PackedVector4Array any pointer Object"
).split()

# Room for one argument or one Variant: the largest engine value that is not passed by reference.
ctypedef union Slot:
    uint64_t word[3]
    int64_t integer
    double real
    uint8_t boolean
    void* pointer
