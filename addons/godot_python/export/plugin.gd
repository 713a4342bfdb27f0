@tool
extends EditorPlugin
## Adds Python to every export of the project.

const ExportPython := preload("export_python.gd")

var _export := ExportPython.new()


func _enter_tree() -> void:
	add_export_plugin(_export)


func _exit_tree() -> void:
	remove_export_plugin(_export)
