"""What is taken from Debian: the engine with software Mesa, and a virtual screen. Data; prefix.py carries it out."""

from __future__ import annotations

from dataclasses import dataclass

from setup.stamps import digest

LAYOUT = 1

MESA = ("libgl1", "libegl1", "libgles2", "libgl1-mesa-dri", "libegl-mesa0", "libglx-mesa0", "mesa-vulkan-drivers", "libvulkan1")

# Opened by name at run time, so no program's list of needed libraries names them.
OPENED_BY_ENGINE = (
    "libGL.so.1",
    "libGLX.so.0",
    "libGLX_mesa.so.0",
    "libEGL.so.1",
    "libEGL_mesa.so.0",
    "libGLESv2.so.2",
    "libOpenGL.so.0",
    "libgallium-*.so",
    "libgbm.so.1",
    "libvulkan.so.1",
    "libvulkan_lvp.so",
    "libX11-xcb.so.1",
    "libXrandr.so.2",
    "libdbus-1.so.3",
    "libpulse.so.0",
    "libspeechd.so.2",
    "libudev.so.1",
    "dri/swrast_dri.so",
    "dri/kms_swrast_dri.so",
    "gbm/dri_gbm.so",
)

# Parts of glibc that libraries of the host (libpython first) still ask for by name; they must match the prefix's own libc.
LIBC_PARTS = (
    "libdl.so.2",
    "libpthread.so.0",
    "libresolv.so.2",
    "librt.so.1",
    "libutil.so.1",
    "libnss_dns.so.2",
    "libnss_files.so.2",
    "libnss_compat.so.2",
)


@dataclass(frozen=True)
class Recipe:
    """One prefix of the cache.

    `assumed`: packages left out although something depends on them. `programs`: names in usr/bin. `opened`: glob patterns under the
    library folder. `folders`: (from, to) of data. `space`: bytes that making it takes at most.
    """

    name: str
    title: str
    packages: tuple[str, ...]
    assumed: tuple[str, ...]
    programs: tuple[str, ...]
    opened: tuple[str, ...]
    folders: tuple[tuple[str, str], ...]
    space: int

    @property
    def folder(self) -> str:
        """Name of the prefix in the cache; another recipe is another folder."""
        content = (self.packages, self.assumed, self.programs, self.opened, self.folders)
        return f"{self.name}-{digest(LAYOUT, *content)[:8]}"


def engine(*, templates: bool = False) -> Recipe:
    """Godot's editor and player; `templates` adds the export templates (160 MB)."""
    extra = ("godot-template-debug", "godot-template-release") if templates else ()
    return Recipe(
        name="engine",
        title="Godot",
        packages=("godot", *extra, *MESA, "libudev1", "libxrandr2", "patchelf"),
        assumed=("debconf", "fonts-dejavu-core", "fonts-dejavu-mono", "pci.ids", "x11-common", "xkb-data"),
        programs=("godot", *extra),
        opened=(*OPENED_BY_ENGINE, *LIBC_PARTS),
        folders=(("usr/share/X11/locale", "share/X11/locale"),),
        space=1_300_000_000,
    )


# The debug template, because Debian's release template (4.6.3+ds-2) fails to disconnect signals of nodes that leave a container.
TEMPLATE = Recipe(
    name="template",
    title="the export template",
    packages=("godot-template-debug", "patchelf"),
    assumed=("debconf", "fonts-dejavu-core", "fonts-dejavu-mono", "pci.ids", "x11-common", "xkb-data"),
    programs=("godot-template-debug",),
    opened=LIBC_PARTS,
    folders=(("usr/share/X11/locale", "share/X11/locale"), ("usr/share/doc", "share/doc")),
    space=600_000_000,
)


SCREEN = Recipe(
    name="screen",
    title="the virtual screen (Xvfb)",
    packages=("xvfb", "x11-xkb-utils", "xkb-data", "patchelf"),
    assumed=("debconf", "libglx-mesa0", "x11-common", "xserver-common"),
    programs=("Xvfb", "xkbcomp"),
    opened=(),
    folders=(("usr/share/X11/xkb", "share/xkb"),),
    space=200_000_000,
)
