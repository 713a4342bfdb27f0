"""Commands of the palette itself."""

from littlefolk.commands import command
from littlefolk.commands.situation import made_a_call
from littlefolk.panels.menus import Menu
from littlefolk.policy import Capability
from littlefolk.present.outcome import Failed, Outcome
from littlefolk.verbs.acting import Acting
from littlefolk.verbs.window import Noticed


@command("window", Capability.INTERFACE, key="Alt+X", label="commands")
def open_palette(acting: Acting) -> Outcome | Noticed:
    """Open the palette of all commands: type what you want, then fill in its arguments by typing, choosing or pointing."""
    if acting.palette is None:
        return Failed("there is no palette here")
    acting.palette.begin()
    acting.menus.open(Menu.PALETTE)
    return Noticed("the palette is open")


@command("window", Capability.INTERFACE, key="Alt+R", applies=(made_a_call,), label="again")
def repeat_last(acting: Acting) -> Outcome | Noticed:
    """Make the last call of the palette again, with the same arguments."""
    if acting.palette is None or not acting.palette.repeat():
        return Failed("what the last call was about is gone: make it anew")
    return Noticed(acting.palette.history[-1])
