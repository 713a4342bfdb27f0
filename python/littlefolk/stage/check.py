"""`--check-resources`: every scene, shader and resource loads."""

from godot import DirAccess
from godot.singletons import ResourceLoader

ENDINGS = (".tscn", ".tres", ".gdshader", ".gdshaderinc")
END = "LITTLEFOLK-CHECK-END"


def check_resources(folder: str = "res://scenes") -> int:
    """Load each resource under `folder`; the number of those that do not load. Prints the end marker."""
    paths = sorted(_files(folder))
    failed = [path for path in paths if ResourceLoader.load(path) is None]
    for path in failed:
        print(f"does not load: {path}")
    print(f"{len(paths) - len(failed)} of {len(paths)} resources load")
    print(f"{END} rc={1 if failed or not paths else 0}")
    return len(failed)


def _files(folder: str) -> list[str]:
    found = [f"{folder}/{name}" for name in DirAccess.get_files_at(folder) if name.endswith(ENDINGS)]
    for name in DirAccess.get_directories_at(folder):
        found += _files(f"{folder}/{name}")
    return found
