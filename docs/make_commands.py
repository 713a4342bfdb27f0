"""Print what docs/commands.md should hold: the reference of every declared command."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))

from littlefolk.cli.tools import print_tools
from littlefolk.policy import Audience

if __name__ == "__main__":
    sys.exit(print_tools(Audience.LOCAL, as_json=False, as_markdown=True))
