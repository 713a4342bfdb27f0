"""Runs a program in a root folder of its own: python3 -m setup.export.jail SPECIFICATION.json

The specification: `mounts` (list of [source, target, "ro" or "rw"]), `copies` (list of [source, target]), `argv`, `env`, `cwd`,
`program` (what argv comes to run in the end).
Inside there is nothing but these, /proc, a few devices and an empty /tmp. As root the program becomes the user nobody; as another
user it stays that user, in a user namespace. Root without the right to mount gets a changed root with links and copies, and
of /proc only a link to the program. The exit code is the program's, 128 + n when signal n ended it, or CANNOT.
"""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import signal
import sys
import tempfile
from pathlib import Path
from typing import Any

from setup.export import plain_root

CANNOT = 77
NO_NAMESPACE = "no namespace can be had here"
NOBODY = 65534
NEWNS, NEWIPC, NEWUSER, NEWPID, NEWNET = 0x20000, 0x8000000, 0x10000000, 0x20000000, 0x40000000
READ_ONLY, NO_SUID, REMOUNT, BIND, RECURSIVE, PRIVATE = 1, 2, 32, 4096, 16384, 1 << 18
DETACH = 2
DEVICES = ("null", "zero", "full", "random", "urandom")

libc = ctypes.CDLL(None, use_errno=True)


def _call(name: str, *arguments: Any) -> None:
    if getattr(libc, name)(*arguments) != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")


def mount(source: str, target: Path, kind: str | None, flags: int, data: str = "") -> None:
    _call("mount", source.encode(), os.fsencode(target), kind.encode() if kind else None, ctypes.c_ulong(flags), data.encode())


def bind(source: Path, target: Path, *, writable: bool) -> None:
    """Show `source` at `target`; a read-only one keeps the flags that its file system has."""
    if source.is_dir():
        target.mkdir(parents=True, exist_ok=True)
    else:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.touch()
    mount(str(source), target, None, BIND | RECURSIVE)
    if not writable:
        flags = os.statvfs(target).f_flag & ~READ_ONLY
        mount("none", target, None, BIND | REMOUNT | READ_ONLY | flags)


def enter_namespaces() -> bool:
    """Leave the machine's mounts, processes and network behind; returns whether we are still the real root. Raises OSError."""
    root = os.geteuid() == 0
    spaces = NEWNS | NEWPID | NEWIPC | NEWNET
    user, group = os.geteuid(), os.getegid()
    try:
        _call("unshare", spaces)
    except OSError:
        root = False
        _call("unshare", spaces | NEWUSER)
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{NOBODY} {user} 1")
        Path("/proc/self/gid_map").write_text(f"{NOBODY} {group} 1")
    mount("none", Path("/"), None, RECURSIVE | PRIVATE)
    return root


def furnish(root: Path, specification: dict[str, Any]) -> None:
    """Make the root folder on a file system in memory."""
    mount("tmpfs", root, "tmpfs", NO_SUID, "size=512m,mode=755")
    for name in ("tmp", "proc", "dev/shm"):
        (root / name).mkdir(parents=True)
    for name in ("tmp", "dev/shm"):
        (root / name).chmod(0o1777)
    for name in DEVICES:
        bind(Path("/dev", name), root / "dev" / name, writable=True)
    for source, target in specification["copies"]:
        (root / target.lstrip("/")).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, root / target.lstrip("/"))
    for source, target, access in specification["mounts"]:
        bind(Path(source), root / target.lstrip("/"), writable=access == "rw")


def become(root: Path, specification: dict[str, Any], real_root: bool) -> None:
    """Go on as the program in `root`. Does not return."""
    os.chroot(root)
    os.chdir(specification["cwd"])
    if real_root:
        os.setgroups([])
        os.setresgid(NOBODY, NOBODY, NOBODY)
        os.setresuid(NOBODY, NOBODY, NOBODY)
    argv = specification["argv"]
    os.execve(argv[0], argv, specification["env"])


def main(path: str) -> int:
    specification = json.loads(Path(path).read_text(encoding="utf-8"))
    root = Path(tempfile.mkdtemp(prefix="littlefolk-root-"))
    root.chmod(0o755)
    try:
        real_root = enter_namespaces()
        furnish(root, specification)
    except OSError as problem:
        if os.geteuid() != 0 or os.path.ismount(root):
            print(f"no namespace of its own can be had here: {problem}", file=sys.stderr)
            root.rmdir()
            return CANNOT
        print(f"{NO_NAMESPACE} ({problem}): a changed root must do", file=sys.stderr)
        return in_copies(root, specification)
    try:
        return start(root, specification, real_root, proc=True)
    finally:
        libc.umount2(os.fsencode(root), DETACH)
        root.rmdir()


def in_copies(root: Path, specification: dict[str, Any]) -> int:
    """Without mounts, as in most containers: the root holds links and copies, and what was written is copied back."""
    try:
        plain_root.furnish(root, specification, DEVICES)
        code = start(root, specification, True, proc=False)
        plain_root.give_back(root, specification)
        return code
    finally:
        shutil.rmtree(root)


def start(root: Path, specification: dict[str, Any], real_root: bool, *, proc: bool) -> int:
    """Run the program in `root` as a child, the first of the new namespace if there is one."""
    child = os.fork()
    if child == 0:
        try:
            if proc:
                mount("proc", root / "proc", "proc", NO_SUID)
            become(root, specification, real_root)
        except OSError as problem:
            print(f"the program cannot be started: {problem}", file=sys.stderr)
        os._exit(CANNOT)
    try:
        _, status = os.waitpid(child, 0)
    except BaseException:
        # The first process of a namespace ignores every signal from outside but this one that it has no handler for.
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        raise
    return os.WEXITSTATUS(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status)


if __name__ == "__main__":
    # As an exception, so that the root folder goes when a time limit ends us.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    sys.exit(main(sys.argv[1]))
