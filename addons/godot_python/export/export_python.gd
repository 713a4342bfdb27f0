@tool
extends EditorExportPlugin
## Puts the folder `python` beside an exported game. bundle.py makes it, with the interpreter that the extension was built for.

const ADDON := "res://addons/godot_python/"
const LIBRARY := "libgodot_python.so"
const STAGED := "res://.godot/godot_python/python"

var _library := ""


func _get_name() -> String:
	return "godot_python"


func _export_begin(features: PackedStringArray, _is_debug: bool, path: String, _flags: int) -> void:
	_library = ""
	if not features.has("linux"):
		_fail("Python is exported for Linux only")
		return
	if _run(["make", ProjectSettings.globalize_path("res://"), ProjectSettings.globalize_path(STAGED)]):
		add_shared_object(STAGED, PackedStringArray(), "")
		_library = _absolute(path).get_base_dir().path_join(LIBRARY)


func _export_file(path: String, _type: String, _features: PackedStringArray) -> void:
	if path.begins_with(ADDON) and path.get_extension() != "gdextension":
		skip()


func _export_end() -> void:
	if _library != "" and FileAccess.file_exists(_library):
		_run(["finish", _library])


func _run(arguments: PackedStringArray) -> bool:
	var python := _interpreter()
	if python == "":
		_fail("addons/godot_python/bin/interpreter.txt is missing: run addons/godot_python/build.py first")
		return false
	var output := []
	var script := ProjectSettings.globalize_path(ADDON + "export/bundle.py")
	var code := OS.execute(python, PackedStringArray([script]) + arguments, output, true)
	if code != 0:
		_fail("the Python folder could not be made (exit %d):\n%s" % [code, "".join(output)])
	return code == 0


func _interpreter() -> String:
	var file := FileAccess.open(ADDON + "bin/interpreter.txt", FileAccess.READ)
	while file != null and not file.eof_reached():
		var line := file.get_line()
		if line.begins_with("executable="):
			return line.trim_prefix("executable=")
	return ""


func _absolute(path: String) -> String:
	return path if path.is_absolute_path() else ProjectSettings.globalize_path("res://").path_join(path)


func _fail(text: String) -> void:
	get_export_platform().add_message(EditorExportPlatform.EXPORT_MESSAGE_ERROR, "Python", text)
	printerr("ERROR: godot_python: ", text)
