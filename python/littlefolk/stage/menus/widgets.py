"""Small things that every menu does with widgets."""

from collections.abc import Callable

from godot import Button, Control, Node


def clear(parent: Node) -> None:
    """Take all children out, at once out of the tree and freed at the end of the frame."""
    for child in parent.get_children():
        parent.remove_child(child)
        child.queue_free()


def button(text: str, name: str = "") -> Button:
    """A new button; `name` is what stories find it by."""
    made = Button(text=text)
    if name:
        made.name = name
    return made


def both(*acts: Callable[[], object]) -> Callable[[], None]:
    """One callable that does several things in order."""

    def act() -> None:
        for each in acts:
            each()

    return act


def focused_within(parent: Control) -> Control | None:
    """The control inside `parent` that has the keys, or None."""
    viewport = parent.get_viewport()
    owner = viewport.gui_get_focus_owner() if viewport is not None else None
    return owner if owner is not None and parent.is_ancestor_of(owner) else None
