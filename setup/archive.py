"""Prefixes in the user's cache: found there, or fetched from Debian under one lock."""

from __future__ import annotations

import platform
import shutil
from pathlib import Path

from setup import prefix as prefixes
from setup.apt_private import PrivateApt
from setup.apt_sources import debian_mirrors
from setup.console import SetupError, note, step
from setup.locks import exclusive
from setup.places import cache_folder
from setup.recipes import Recipe

SUITES = ("testing", "sid")


def folder_of(recipe: Recipe) -> Path:
    return cache_folder() / recipe.folder


def complete(folder: Path) -> bool:
    """Whether `folder` is a finished prefix."""
    return (folder / prefixes.RECORD).is_file()


def unsupported() -> str | None:
    """Why nothing can be fetched from Debian here, or None."""
    if not shutil.which("apt-get") or not shutil.which("dpkg-deb"):
        return "this system has no apt"
    if platform.machine() != "x86_64":
        return f"this machine is {platform.machine()}, and only x86_64 is prepared"
    if not debian_mirrors():
        return "none of this system's apt sources is a Debian archive"
    return None


def fetch(recipe: Recipe, *, again: bool = False) -> Path:
    """The prefix of `recipe`, fetched when it is not in the cache (or `again` is set). Only one process fetches at a time."""
    target = folder_of(recipe)
    if complete(target) and not again:
        return target
    reason = unsupported()
    if reason:
        raise SetupError(f"{recipe.title} cannot be fetched: {reason}")
    cache = cache_folder()
    with exclusive(cache / "lock", f"the cache {cache}"):
        if complete(target) and not again:
            return target
        work = cache / "work"
        work.mkdir(parents=True, exist_ok=True)
        _require_space(cache, recipe)
        step(f"Fetching {recipe.title} from Debian into {target} (nothing is installed on the system)")
        archives = _download(recipe, work)
        prefixes.build(recipe, archives, work, target)
        shutil.rmtree(work)
    return target


def _download(recipe: Recipe, work: Path) -> list[Path]:
    """Package files from the first mirror and suite that serve the recipe."""
    refusals = []
    for suite in SUITES:
        for mirror in debian_mirrors():
            try:
                apt = PrivateApt(work, mirror, suite)
                apt.update()
                return apt.download(recipe.packages, recipe.assumed, f"downloading {recipe.title} ({suite})")
            except SetupError as error:
                note(str(error))
                refusals.append(f"{suite} of {mirror.uri}")
    raise SetupError(
        f"{recipe.title} could not be fetched ({', '.join(refusals)}); the reasons are above. What was downloaded is kept for the next try"
    )


def _require_space(cache: Path, recipe: Recipe) -> None:
    free = shutil.disk_usage(cache).free
    if free < recipe.space:
        raise SetupError(
            f"{recipe.title} needs {recipe.space / 1e9:.1f} GB while it is unpacked, and {cache} has {free / 1e9:.1f} GB; "
            "free some, or set XDG_CACHE_HOME to a folder on another disk"
        )
