"""Commands that open and close what lies over the game."""

from littlefolk.commands import command
from littlefolk.commands.situation import in_menu
from littlefolk.panels.menus import Menu
from littlefolk.policy import Capability
from littlefolk.verbs.acting import Acting
from littlefolk.verbs.window import Noticed


@command("window", Capability.INTERFACE, key="E", label="blocks")
def open_inventory(acting: Acting) -> Noticed:
    """Open the inventory of block kinds."""
    acting.menus.open(Menu.INVENTORY)
    return Noticed("the inventory is open")


@command("window", Capability.INTERFACE)
def open_menu(acting: Acting) -> Noticed:
    """Open the menu: resume, settings, leave to the title, quit."""
    acting.menus.open(Menu.PAUSE)
    return Noticed("the menu is open")


@command("window", Capability.INTERFACE)
def open_settings(acting: Acting) -> Noticed:
    """Open the settings."""
    acting.menus.open(Menu.SETTINGS)
    return Noticed("the settings are open")


@command("window", Capability.INTERFACE, applies=(in_menu,))
def go_back(acting: Acting) -> Noticed:
    """Close the topmost menu."""
    acting.menus.back()
    return Noticed("back")


@command("window", Capability.INTERFACE, applies=(in_menu,))
def resume(acting: Acting) -> Noticed:
    """Close every menu and walk on."""
    acting.menus.close()
    return Noticed("walking on")
