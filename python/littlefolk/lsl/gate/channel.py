"""The command channel of viewers: what a script says to its owner, or to a relay, that begins with @."""

from __future__ import annotations

import re

from .values import Hole, Value, as_text

#: Channel on which relays in other people's attachments listen for viewer commands.
RELAY = -1812221819
#: Functions that speak on a channel, with the positions of the channel and of the text.
SPEAKING: dict[str, tuple[int, int]] = {
    "llSay": (0, 1),
    "llWhisper": (0, 1),
    "llShout": (0, 1),
    "llRegionSay": (0, 1),
    "llRegionSayTo": (1, 2),
    "llTextBox": (2, 1),
    "llDialog": (3, 1),
}

#: Chat is cut at 1024 bytes, so that no option of a command is longer.
_COMMAND = re.compile(r"@[a-z_]+(?::[^=\n]{0,1024})?=(?:[a-z]+|-?[0-9]+)|@(?:clear|version(?:new|num)?)\b", re.IGNORECASE)
#: An @ before a space or a number (the stand-in for what is known to be visible, such as the name of a region).
_AT = re.compile(r"@[\s0-9]")
_WITHOUT_SIGN = re.compile(
    r"\A(?:accepttp|addattach|addoutfit|attach\w*|camdistmax|camdistmin|camunlock|cam\w+|chat\w+|detach\w*|edit|emote|fartouch|fly|"
    r"getstatus\w*|notify|permissive|recvchat\w*|recvim\w*|redirchat|rez|remattach|remoutfit|sendchat\w*|sendim\w*|setdebug\w*|setenv\w*|"
    r"setrot|showinv|showloc|shownames|showworldmap|showminimap|sit|sittp|startim\w*|standtp|touch\w*|tplm|tploc|tplure|tpto|unsit|"
    r"viewnote|viewscript|viewtexture)(?::[^=\n]*)?=(?:n|y|add|rem|force|[0-9]+)\b",
    re.IGNORECASE,
)


def is_command(text: str) -> bool:
    """Whether a text holds a viewer command, with its sign or, for the well known ones, without."""
    return bool(_COMMAND.search(text) or _WITHOUT_SIGN.match(text.strip()))


def verdict(value: Value) -> str:
    """What is known of the beginning of a text said to the owner: "command" when it begins with @, "open" when it may, else ""."""
    said = as_text(value)
    parts = list(said.parts)
    opened = False
    while parts and parts[0] is Hole.ANYTHING:
        opened = True
        del parts[0]
    if not parts or parts[0] is Hole.VISIBLE:
        return "open" if opened else ""
    begins = isinstance(parts[0], str) and parts[0].startswith("@")
    if not opened:
        return "command" if begins else ""
    # What is unknown before may be empty: then the rest decides. A sign before a space or a place is how people write "at".
    place = "".join("0" if part is Hole.VISIBLE else part if isinstance(part, str) else "a" for part in parts)
    return "command" if begins and not _AT.match(place) else "open"
