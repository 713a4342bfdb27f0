"""`littlefolk`: its subcommands, their options and exit codes."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from littlefolk import __version__
from littlefolk.agent.journal import JournalError
from littlefolk.agent.providers.choosing import FILE, Providers
from littlefolk.cli.engine import EngineError
from littlefolk.game.options import data_folder
from littlefolk.game.stories.story import StoryError
from littlefolk.policy import Audience
from littlefolk.present.context import ReadContext
from littlefolk.present.outcome import Invalid
from littlefolk.present.types import Integer
from littlefolk.world.saving import SaveError

EXIT = (
    "exit codes: 0 all was done · 1 something was not done, or a story failed · 2 wrong usage · 3 the engine or a world could not be opened"
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the exit code. Errors go to stderr."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if words[:1] == ["lsl"]:
        from littlefolk.lsl.cli import main as lsl_main

        return lsl_main(words[1:])
    parser = _parser()
    options = parser.parse_args(words)
    if options.run is None:
        parser.print_help()
        return 2
    try:
        return options.run(options)
    except BrokenPipeError:  # whoever read our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (StoryError, UnicodeDecodeError) as error:
        return _fail(str(error), 2)
    except OSError as error:
        if error.strerror is None or error.filename is None:
            return _fail(str(error), 2)
        return _fail(f"{error.filename}: {error.strerror.lower()}; name another file or folder", 2)
    except (EngineError, SaveError, JournalError) as error:
        return _fail(str(error), 3)
    except KeyboardInterrupt:
        return _fail("interrupted", 130)


def _parser() -> argparse.ArgumentParser:
    from littlefolk.cli.transcripts import add_transcript

    parser = argparse.ArgumentParser(
        prog="littlefolk", description="A little block world in Godot where language-model agents live.", epilog=EXIT
    )
    parser.add_argument("--version", action="version", version=f"littlefolk {__version__}")
    parser.set_defaults(run=None)
    commands = parser.add_subparsers(title="commands", metavar="command")

    play = commands.add_parser("play", help="open the game", description="Open the game in a window.", epilog=EXIT)
    _world_options(play)
    play.set_defaults(run=_play)

    ask = commands.add_parser(
        "ask",
        help="give a gnome a sentence and see what it does",
        description="Spawn a gnome, give it each line of TEXT as a prompt, and print the transcript as it happens. "
        "Without --image no engine is started; with it the game is rendered, on a virtual screen where there is none.",
        epilog=EXIT,
    )
    words = ask.add_mutually_exclusive_group(required=True)
    words.add_argument("text", nargs="?", metavar="TEXT", help="what to ask; `-` reads it from standard input")
    words.add_argument("--from-env", metavar="NAME", help="read TEXT from this environment variable")
    ask.add_argument("--image", type=Path, metavar="FILE.png", help="draw a picture of the gnome and what it built")
    ask.add_argument("--transcript", type=Path, metavar="FILE.jsonl", help="write the records as JSON Lines")
    ask.add_argument("--json", action="store_true", help="print the records as JSON Lines instead of plain lines")
    ask.add_argument("--name", default="Moss", help="the gnome's name (default: %(default)s)")
    _world_options(ask)
    ask.set_defaults(run=_ask)

    do = commands.add_parser(
        "do",
        help="run one command in a world",
        description="Run one command line as the player would, such as `littlefolk do place block at stone 3 90 5`, and print its "
        "outcome. No engine is started. `littlefolk tools --markdown` lists every command.",
        epilog="exit codes: 0 it was done · 1 it was not · 2 wrong usage · 3 a world could not be opened",
    )
    do.add_argument("line", nargs="+", metavar="WORD", help="the command and its arguments; `-` reads lines from standard input")
    do.add_argument("--json", action="store_true", help="print the outcome as JSON Lines")
    _world_options(do)
    do.set_defaults(run=_do)

    story = commands.add_parser("story", help="run story files", description="Run story files one after another.", epilog=EXIT)
    story.add_argument("files", nargs="+", type=Path, metavar="FILE")
    story.add_argument("--out", type=Path, default=Path("build/stories"), help="folder for pictures (default: %(default)s)")
    story.add_argument("--headless", action="store_true", help="without an engine: steps that need a window fail")
    _world_options(story)
    story.set_defaults(run=_story)

    tools = commands.add_parser(
        "tools", help="list the tools that a model gets", description="List the tools that a resident's model gets."
    )
    tools.add_argument(
        "--audience",
        type=Audience,
        choices=list(Audience),
        default=Audience.LOCAL,
        help="for whom the turn is: the person at the keyboard, speech that was overheard, a direct message, or a granted client "
        "(default: %(default)s)",
    )
    shape = tools.add_mutually_exclusive_group()
    shape.add_argument("--json", action="store_true", help="print their JSON schemas")
    shape.add_argument("--markdown", action="store_true", help="print the reference of every command, for people too, in Markdown")
    tools.set_defaults(run=_tools)

    add_transcript(commands, EXIT)

    mcp = commands.add_parser(
        "mcp",
        help="let a client of the Model Context Protocol lead a body",
        description="Serve the Model Context Protocol on standard input and output: the client leads one body in the game that has the "
        "world open, or in one without an engine that is started for it and ends with its last client. Without --world it is any game "
        "that is running, or a world of its own.",
        epilog=EXIT,
    )
    mcp.add_argument("--name", default="", help="whose body: somebody who lives there, or a new one (default: a guest's)")
    mcp.add_argument("--host", type=int, help=argparse.SUPPRESS)
    _world_options(mcp)
    mcp.set_defaults(run=_mcp)

    commands.add_parser("lsl", help="check LSL scripts (see `littlefolk lsl --help`)", add_help=False)
    return parser


def _world_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seed", type=_seed, help="the seed of a new world, a whole number (default: a random one)")
    parser.add_argument(
        "--world",
        metavar="NAME",
        help="open or make the saved world of this name; without it `ask`, `do` and `story` use a world of their own",
    )
    names = Providers(data_folder() / FILE).names
    parser.add_argument("--provider", choices=names, default=None, help="who answers (default: offline)")


def _seed(text: str) -> int:
    seed = Integer().parse(text, ReadContext())
    if isinstance(seed, Invalid):
        raise argparse.ArgumentTypeError(seed.message)
    return seed


def _play(options: argparse.Namespace) -> int:
    from littlefolk.cli.playing import play

    return play(options.seed, options.world, options.provider)


def _ask(options: argparse.Namespace) -> int:
    from littlefolk.cli.asking import ask

    if options.from_env is not None:
        if options.from_env not in os.environ:
            return _fail(f"the environment variable {options.from_env} is not set", 2)
        text = os.environ[options.from_env]
    else:
        text = sys.stdin.read() if options.text == "-" else options.text
    return ask(text, options)


def _do(options: argparse.Namespace) -> int:
    from littlefolk.cli.doing import do

    return do(options.line, options)


def _story(options: argparse.Namespace) -> int:
    from littlefolk.cli.stories import run_stories

    return run_stories(options)


def _mcp(options: argparse.Namespace) -> int:
    if options.host is not None:
        from littlefolk.cli.mcp_host import host

        return host(options)
    from littlefolk.cli.mcp import serve

    return serve(options)


def _tools(options: argparse.Namespace) -> int:
    from littlefolk.cli.tools import print_tools

    return print_tools(options.audience, as_json=options.json, as_markdown=options.markdown)


def _fail(message: str, code: int) -> int:
    print(f"littlefolk: {message}", file=sys.stderr)
    return code
