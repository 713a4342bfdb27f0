"""The entrance through which a request came. The entrance alone sets it; no text can change it."""

from enum import StrEnum


class Audience(StrEnum):
    """Who is on the other side of a turn or a call."""

    LOCAL = "local"  # the person at this keyboard: keys, clicks, the prompt line, the console command
    PUBLIC = "public"  # speech heard in the world
    DIRECT = "direct"  # a direct message
    GRANT = "grant"  # a scheduler or a remote client, within what it was granted
