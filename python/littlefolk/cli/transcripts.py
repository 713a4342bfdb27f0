"""`littlefolk transcript`: what agents did, read from a world's journal under any view."""

import argparse
import datetime
import json
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import littlefolk.verbs  # noqa: F401 (importing it declares what recorded values are)
from littlefolk.agent.journal import JournalError, records
from littlefolk.agent.journal_reading import matching, turns
from littlefolk.agent.providers.replay import VARIABLE
from littlefolk.cli.parquet import ParquetError, write_parquet
from littlefolk.game.options import worlds_folder
from littlefolk.game.worlds import SavedWorlds, WorldsError
from littlefolk.present.record_json import json_line
from littlefolk.present.records import Turn
from littlefolk.present.untrusted import one_line, plain
from littlefolk.present.views import MARKDOWN, MODEL, TEXT, TRACE, JsonView, View, present

JOURNAL = "journal.sqlite"
VIEWS: dict[str, View] = {"text": TEXT, "trace": TRACE, "markdown": MARKDOWN, "model": MODEL, "json": JsonView()}


class NoSuchTurn(OSError):
    """A name that is no turn's, or several turns'."""


def add_transcript(commands: Any, epilog: str) -> None:
    """Add the command and its own commands to a parser's commands."""
    parser = commands.add_parser(
        "transcript",
        help="what agents did, from a world's journal",
        description="Read the journal of a world: every turn and tool call of its agents.",
        epilog=epilog,
    )
    actions = parser.add_subparsers(title="commands", metavar="command", required=True)

    listed = _action(actions, "list", "one line a turn, the latest last", epilog, _list)
    listed.add_argument("--agent", help="only this agent's")
    listed.add_argument("--last", type=_count, metavar="N", help="only the last N")

    shown = _action(actions, "show", "whole turns under a view", epilog, _show)
    shown.add_argument("turns", nargs="*", metavar="TURN", help="ids, or beginnings of ids (default: the latest turn)")
    shown.add_argument("--view", choices=sorted(VIEWS), default="text", help="how (default: %(default)s)")

    found = _action(actions, "search", "the turns that have some words in them", epilog, _search)
    found.add_argument("words", metavar="WORDS")
    found.add_argument("--view", choices=sorted(VIEWS), default="trace", help="how (default: %(default)s)")

    exported = _action(actions, "export", "everything as JSON Lines, Markdown or Parquet", epilog, _export)
    shape = exported.add_mutually_exclusive_group()
    shape.add_argument("--format", choices=("jsonl", "markdown", "parquet"), default="jsonl", help="as what (default: %(default)s)")
    shape.add_argument("--parquet", dest="format", action="store_const", const="parquet", help="as Parquet; needs --out and duckdb")
    exported.add_argument("--out", type=Path, metavar="FILE", help="into this file instead of standard output")

    replayed = _action(actions, "replay", "do again, in a world of its own, what a turn's model asked for", epilog, _replay)
    replayed.add_argument("turn", metavar="TURN", help="an id, or the beginning of one")
    replayed.add_argument("--seed", type=int, help="the seed of that world (default: the journal's world's)")
    replayed.add_argument("--image", type=Path, metavar="FILE.png", help="draw a picture of what comes of it")


def _action(actions: Any, name: str, says: str, epilog: str, run: Any) -> argparse.ArgumentParser:
    parser = actions.add_parser(
        name, help=says, description=f"Print {says}." if name != "replay" else f"{says.capitalize()}.", epilog=epilog
    )
    place = parser.add_mutually_exclusive_group()
    place.add_argument("--world", metavar="NAME", help="the saved world of this name (default: the one played last)")
    place.add_argument("--file", type=Path, help=f"a journal ({JOURNAL}) anywhere")
    parser.set_defaults(run=run)
    return parser


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no count: write a whole number from 1")
    return int(text)


def journal_of(options: argparse.Namespace) -> Path:
    """The journal that the options name. Raises JournalError when there is none."""
    if options.file is not None:
        return options.file
    worlds = SavedWorlds(worlds_folder())
    if options.world is not None:
        try:
            return worlds.place(options.world) / JOURNAL
        except WorldsError as error:
            raise JournalError(f"{options.world!r} is no world: {error}") from error
    latest = next((world for world in worlds.list() if (world.folder / JOURNAL).is_file()), None)
    if latest is None:
        raise JournalError(f"no saved world in {worlds_folder()} has a journal yet: play first, or name one with --file")
    return latest.folder / JOURNAL


def _list(options: argparse.Namespace) -> int:
    path = journal_of(options)
    found = [turn for turn in turns(path) if options.agent in (None, turn.agent)]
    if not found:
        print(f"littlefolk: no turn{f' of {options.agent}' if options.agent else ''} is in {path} yet", file=sys.stderr)
    for turn in found[-(options.last or len(found)) :]:
        at = datetime.datetime.fromtimestamp(turn.clock).strftime("%Y-%m-%d %H:%M")
        print(f"{plain(turn.id)}  {at}  {turn.status:9}  {len(turn.calls):3} calls  {one_line(f'{turn.asker}: {turn.prompt}', 80)}")
    return 0


def _show(options: argparse.Namespace) -> int:
    found = turns(journal_of(options))
    chosen = [_named(found, name) for name in options.turns] if options.turns else found[-1:]
    _print(chosen, options.view)
    return 0


def _search(options: argparse.Namespace) -> int:
    path = journal_of(options)
    found = list(matching(turns(path), options.words))
    _print(found, options.view)
    if not found:
        print(f"littlefolk: no turn in {path} has these words", file=sys.stderr)
    return 0 if found else 1


def _export(options: argparse.Namespace) -> int:
    path = journal_of(options)
    if options.format == "parquet":
        if options.out is None:
            raise ParquetError("Parquet is no text: name a file with --out")
        count = write_parquet(records(path), options.out)
        print(f"littlefolk: {count} records are in {options.out}", file=sys.stderr)
        return 0
    if options.format == "jsonl":
        lines: Iterable[str] = (json_line(body) for body in records(path))
    else:
        lines = ["# Transcript", *(str(present(turn, MARKDOWN)) for turn in turns(path))]
    separator = "\n" if options.format == "jsonl" else "\n\n"
    text = "".join(line + separator for line in lines)
    if options.out is None:
        sys.stdout.write(text)
    else:
        options.out.write_text(text, encoding="utf-8")
    return 0


def _replay(options: argparse.Namespace) -> int:
    from littlefolk.cli.asking import ask

    path = journal_of(options)
    turn = _named(turns(path), options.turn)
    if options.seed is None:
        world = next((world for world in SavedWorlds(path.parent.parent).list() if world.folder == path.parent), None)
        options.seed = world.seed if world is not None and not world.damage else None
    os.environ[VARIABLE] = str(path.absolute())
    asked = argparse.Namespace(
        name=turn.agent, seed=options.seed, image=options.image, world=None, transcript=None, json=False, provider="replay"
    )
    return ask(turn.prompt, asked)


def _named(found: Sequence[Turn], name: str) -> Turn:
    """The turn with an id or the beginning of one. Raises NoSuchTurn."""
    exact = [turn for turn in found if turn.id == name] or [turn for turn in found if turn.id.startswith(name)]
    if len(exact) == 1:
        return exact[0]
    which = "there is no turn" if not exact else f"there are {len(exact)} turns"
    raise NoSuchTurn(f"{which} {name!r} in this journal: `littlefolk transcript list` shows their ids")


def _print(found: Sequence[Turn], view: str) -> None:
    for index, turn in enumerate(found):
        shown = present(turn, VIEWS[view])
        if view == "json":
            print(json.dumps(shown, ensure_ascii=False))
        else:
            print(f"{chr(10) if index else ''}{shown}")
