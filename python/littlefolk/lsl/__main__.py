"""``python -m littlefolk.lsl``."""

from .cli import main

raise SystemExit(main(program="python -m littlefolk.lsl"))
