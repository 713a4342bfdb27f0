"""Start a command with a Python that can read the rest of this package (this file alone parses on any Python 3)."""

import sys

OLDEST = (3, 11)


def newer_python():
    """Path of an installed Python of at least OLDEST that starts, or None."""
    import glob
    import os
    import subprocess

    folders = ["/usr/bin", "/usr/local/bin", *os.environ.get("PATH", "").split(os.pathsep)]
    check = f"import sys; sys.exit(sys.version_info < {OLDEST!r})"
    for folder in folders:
        for path in sorted(glob.glob(os.path.join(folder, "python3.[0-9][0-9]"))):
            if subprocess.call([path, "-c", check], stderr=subprocess.DEVNULL) == 0:
                return path
    return None


def start():
    """Run the command; returns the exit code, or continues as a newer Python."""
    # Imported here, where an interruption is caught.
    if sys.version_info < OLDEST:
        import os

        found = newer_python()
        if found is None:
            version = sys.version.split()[0]
            sys.exit(f"littlefolk needs Python 3.11 or newer; this is {version}. Install one and call: make PYTHON=/path/to/python3")
        os.execv(found, [found, "-S", "-m", "setup", *sys.argv[1:]])
    from setup.commands import main

    return main(sys.argv[1:])


try:
    code = start()
except KeyboardInterrupt:
    print("\ninterrupted; call it again to go on", file=sys.stderr)
    code = 130
sys.exit(code)
