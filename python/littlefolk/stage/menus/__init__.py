"""The menus: title, pause, settings and inventory, wired to the scenes in `scenes/menus`."""
