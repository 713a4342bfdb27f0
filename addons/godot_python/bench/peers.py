"""What is compared: each case once in Python and once in typed GDScript, written alike.

Loops are unrolled ten times in both languages, so that a call is measured and not the loop around it.
"""

from __future__ import annotations

import numpy as np
from godot import Image, Node, Node3D, PackedByteArray, Vector3, signal

MEGABYTE = 1 << 20
SIDE = 512
UNROLLED = 10

GDSCRIPT = """extends Node3D
signal told(number: int)
var count: int = 0
var total: int = 0
var source: PackedByteArray
var image: Image
func hear(number: int) -> void:
	total += number
func begin(array: PackedByteArray, picture: Image) -> void:
	source = array
	image = picture
	told.connect(hear)
func method_vector(n: int) -> void:
	var node: Node3D = self
	var v := Vector3(1, 2, 3)
	for i in n:
{node.set_position(v)}
func method_integer(n: int) -> int:
	var node: Node3D = self
	var x: int = 0
	for i in n:
{x = node.get_child_count()}
	return x
func method_flag(n: int) -> void:
	var node: Node3D = self
	for i in n:
{node.set_visible(true)}
func method_result(n: int) -> Vector3:
	var node: Node3D = self
	var v := Vector3()
	for i in n:
{v = node.get_position()}
	return v
func property_set(n: int) -> void:
	var node: Node3D = self
	var v := Vector3(4, 5, 6)
	for i in n:
{node.position = v}
func property_get(n: int) -> Vector3:
	var node: Node3D = self
	var v := Vector3()
	for i in n:
{v = node.position}
	return v
func signals(n: int) -> void:
	for i in n:
{told.emit(3)}
func array_in(n: int) -> void:
	for i in n:
		var data := source.duplicate()
		data[0] = data[0]
		image.set_data(512, 512, false, Image.FORMAT_RGBA8, data)
func array_out_copied(n: int) -> int:
	var x: int = 0
	for i in n:
		var data := image.get_data()
		data[0] = data[0]
		x = data[777]
	return x
"""
COUNTING = "extends Node\nvar count: int = 0\nfunc _process(_delta: float) -> void:\n\tcount += 1\n"


def unrolled(source: str) -> str:
    """GDScript with each `{statement}` line repeated."""
    lines = []
    for line in source.splitlines():
        repeated = line.startswith("{")
        lines += [f"\t\t{line.strip('{}')}"] * UNROLLED if repeated else [line]
    return "\n".join(lines) + "\n"


class BenchCounter(Node):
    """A node whose `_process` counts; its peer does the same in GDScript."""

    def __init__(self) -> None:
        self.count = 0

    def _process(self, delta: float) -> None:
        self.count += 1


class BenchSubject(Node3D):
    """The Python side of every case."""

    told = signal(number=int)

    def __init__(self) -> None:
        self.total = 0
        self.source = np.arange(MEGABYTE, dtype=np.uint8)
        self.image = Image.create_empty(SIDE, SIDE, False, Image.FORMAT_RGBA8)
        self.told.connect(self.hear)

    def hear(self, number: int) -> None:
        self.total += number

    def method_vector(self, n: int) -> None:
        node, v = self, Vector3(1, 2, 3)
        for _ in range(n):
            node.set_position(v)
            node.set_position(v)
            node.set_position(v)
            node.set_position(v)
            node.set_position(v)
            node.set_position(v)
            node.set_position(v)
            node.set_position(v)
            node.set_position(v)
            node.set_position(v)

    def method_integer(self, n: int) -> int:
        node, x = self, 0
        for _ in range(n):
            x = node.get_child_count()
            x = node.get_child_count()
            x = node.get_child_count()
            x = node.get_child_count()
            x = node.get_child_count()
            x = node.get_child_count()
            x = node.get_child_count()
            x = node.get_child_count()
            x = node.get_child_count()
            x = node.get_child_count()
        return x

    def method_flag(self, n: int) -> None:
        node = self
        for _ in range(n):
            node.set_visible(True)
            node.set_visible(True)
            node.set_visible(True)
            node.set_visible(True)
            node.set_visible(True)
            node.set_visible(True)
            node.set_visible(True)
            node.set_visible(True)
            node.set_visible(True)
            node.set_visible(True)

    def method_result(self, n: int) -> Vector3:
        node, v = self, Vector3()
        for _ in range(n):
            v = node.get_position()
            v = node.get_position()
            v = node.get_position()
            v = node.get_position()
            v = node.get_position()
            v = node.get_position()
            v = node.get_position()
            v = node.get_position()
            v = node.get_position()
            v = node.get_position()
        return v

    def property_set(self, n: int) -> None:
        node, v = self, Vector3(4, 5, 6)
        for _ in range(n):
            node.position = v
            node.position = v
            node.position = v
            node.position = v
            node.position = v
            node.position = v
            node.position = v
            node.position = v
            node.position = v
            node.position = v

    def property_get(self, n: int) -> Vector3:
        node, v = self, Vector3()
        for _ in range(n):
            v = node.position
            v = node.position
            v = node.position
            v = node.position
            v = node.position
            v = node.position
            v = node.position
            v = node.position
            v = node.position
            v = node.position
        return v

    def signals(self, n: int) -> None:
        for _ in range(n):
            self.told.emit(3)
            self.told.emit(3)
            self.told.emit(3)
            self.told.emit(3)
            self.told.emit(3)
            self.told.emit(3)
            self.told.emit(3)
            self.told.emit(3)
            self.told.emit(3)
            self.told.emit(3)

    def array_in(self, n: int) -> None:
        for _ in range(n):
            self.image.set_data(SIDE, SIDE, False, Image.FORMAT_RGBA8, PackedByteArray(self.source))

    def array_out(self, n: int) -> int:
        x = 0
        for _ in range(n):
            view = np.asarray(self.image.get_data())
            x = view[777]
        return int(x)

    def array_address(self) -> bool:
        """True if two views of the image's data are the same memory: nothing was copied on the way out."""
        first, second = np.asarray(self.image.get_data()), np.asarray(self.image.get_data())
        return bool(first.ctypes.data == second.ctypes.data)
