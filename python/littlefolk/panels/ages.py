"""How long ago something was, in words."""

STEPS = (
    (60.0, 1.0, ""),
    (3600.0, 60.0, "minute"),
    (86400.0, 3600.0, "hour"),
    (86400.0 * 60, 86400.0, "day"),
    (86400.0 * 730, 86400.0 * 30.4, "month"),
)
YEAR = 86400.0 * 365.25


def ago(seconds: float) -> str:
    """Such as `just now`, `5 minutes ago`, `1 day ago`."""
    for below, unit, name in STEPS:
        if seconds < below:
            return "just now" if not name else _words(int(seconds / unit), name)
    return _words(int(seconds / YEAR), "year")


def _words(count: int, name: str) -> str:
    return f"{count} {name}{'' if count == 1 else 's'} ago"
