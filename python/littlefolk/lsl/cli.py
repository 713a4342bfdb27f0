"""``littlefolk lsl``: a linter for LSL scripts."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence

from .caps import DEFAULT_CAPS, Caps
from .command import document, listing, text
from .command.progress import with_progress
from .command.reading import Result, examine_all, expand

CLEAN, FINDINGS, USAGE = 0, 1, 2
_LISTINGS = {"classes": listing.classes, "kinds": listing.kinds, "categories": listing.categories}

_EPILOG = """exit codes: 0 nothing found, 1 findings, 2 wrong usage or a file that cannot be read

examples:
  %(prog)s door.lsl                 errors and warnings with their lines
  %(prog)s --gate door.lsl          also why the script must not be handed to others
  %(prog)s --json scripts/ > f.json all *.lsl files below a directory, for programs
  generate | %(prog)s -             a script from standard input
"""


def _parser(program: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=program, description="Reads and judges scripts in the Linden Scripting Language.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    checking = commands.add_parser(
        "check", help="find errors in scripts", description="Finds errors in scripts.", epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    checking.add_argument("files", nargs="+", metavar="FILE", help="a script, a directory of *.lsl files, or - for standard input")
    checking.add_argument("--gate", action="store_true", help="also apply the policy for scripts that are handed to others")
    checking.add_argument("--json", action="store_true", help="write one JSON document instead of text")
    checking.add_argument("--no-warnings", action="store_true", help="leave warnings out, also for the exit code")
    checking.add_argument("--seconds", type=_seconds, default=5.0, metavar="N", help="longest time for one file (default: %(default)s)")
    commands.add_parser("classes", help="list every function of the language by what it can do")
    commands.add_parser("kinds", help="list every kind of diagnostic")
    commands.add_parser("categories", help="list every category of refusal")
    return parser


def _seconds(given: str) -> float:
    value = float(given)
    if not value > 0:
        raise argparse.ArgumentTypeError("must be more than 0")
    return value


def main(argv: Sequence[str] | None = None, *, program: str = "littlefolk lsl") -> int:
    """Runs the command with these arguments (those of the process by default) and gives its exit code."""
    try:
        options = _parser(program).parse_args(sys.argv[1:] if argv is None else list(argv))
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else USAGE
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a terminal without a character shows its number
    try:
        if options.command in _LISTINGS:
            sys.stdout.write(_LISTINGS[options.command]())
            code = CLEAN
        else:
            code = _check(options)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        _drop_output()
        return FINDINGS
    except OSError as error:
        _drop_output()
        print(f"the output cannot be written: {error.strerror or error}", file=sys.stderr)
        return USAGE
    except KeyboardInterrupt:
        return 130


def _drop_output() -> None:
    """What is left in the buffer must not fail at exit as well."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _check(options: argparse.Namespace) -> int:
    caps = Caps(seconds=options.seconds) if options.seconds else DEFAULT_CAPS
    files = expand(options.files)
    if not files:
        print("no *.lsl files there: name a script, a directory that holds some, or - for standard input", file=sys.stderr)
        return USAGE
    results = with_progress(examine_all(files, caps, gated=options.gate, warnings=not options.no_warnings), len(files), sys.stderr)
    return _write_json(list(results)) if options.json else _write_text(results, options.gate)


def _code(results: Sequence[Result]) -> int:
    if any(result.trouble for result in results):
        return USAGE
    return FINDINGS if any(result.diagnostics or result.refusals for result in results) else CLEAN


def _write_json(results: list[Result]) -> int:
    sys.stdout.write(document.render(results))
    _complain(results)
    return _code(results)


def _write_text(results: object, gated: bool) -> int:
    colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    done: list[Result] = []
    for result in results:  # type: ignore[attr-defined]
        done.append(result)
        sys.stdout.write(text.render(result, colour=colour))
    read = [result for result in done if not result.trouble]
    _complain(done)
    if read:
        errors, warnings = sum(r.errors for r in read), sum(r.warnings for r in read)
        sys.stdout.write(text.summary(len(read), errors, warnings, sum(len(r.refusals) for r in read), gated) + "\n")
    return _code(done)


def _complain(results: Sequence[Result]) -> None:
    for result in results:
        if result.trouble:
            print(f"{text.safe(result.name)}: cannot be read: {result.trouble}", file=sys.stderr)
