"""The entrance through which a request came. The entrance alone sets it; no text can change it."""

from enum import StrEnum


class Audience(StrEnum):
    """Who is on the other side of a turn or a call."""

    LOCAL = "local"  # the person at this keyboard: keys, clicks, the prompt line, the console command
    PUBLIC = "public"  # speech heard in the world
    DIRECT = "direct"  # a direct message
    GRANT = "grant"  # a scheduler or a remote client, within what it was granted


def visible(kept: Audience, for_whom: str, audience: Audience, asker: str) -> bool:
    """Whether what was kept in a turn for somebody may be told in a turn of another audience for another asker.

    The person at the keyboard is told everything, what was public is told to everybody, and all else only to those it was said to.
    """
    if audience is Audience.LOCAL or kept is Audience.PUBLIC:
        return True
    return kept is audience and for_whom == asker
