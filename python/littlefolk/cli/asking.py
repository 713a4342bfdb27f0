"""`littlefolk ask`: a story made of the sentences, run with or without an engine."""

import argparse
import json
import shutil
import sys
import tempfile
from pathlib import Path

from littlefolk.cli.engine import run_scripted
from littlefolk.cli.headless import run_headless
from littlefolk.cli.worlds import chosen_seed, world_folder
from littlefolk.game.dwelling import names_in
from littlefolk.game.stories import StoryError, read_story

SIZE = "1280x720"
PICTURE = "final.png"
SELDOM = 60  # frames, of which one is drawn: nobody looks at them
SECONDS = 320  # a little more than a turn may take


def ask(text: str, options: argparse.Namespace) -> int:
    """Run the sentences; 0 when every clause of every one was done, 1 otherwise."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines:
        raise StoryError("there is nothing to ask: write a sentence, such as `put three stone blocks in a row in front of you`")
    if not options.name.isalnum():
        raise StoryError(f"{options.name!r} cannot be a gnome's name here: use letters and digits")
    if options.image is not None:
        _check_image(options.image)
    seed = chosen_seed(options.seed)
    with world_folder(options.world) as folder, tempfile.TemporaryDirectory(prefix="littlefolk-ask-") as scratch:
        there = options.name.casefold() in map(str.casefold, names_in(folder / "world.sqlite"))
        source = story_of(lines, options.name, there=there, picture=options.image is not None)
        story = read_story(source, "ask")
        if not (folder / "world.sqlite").exists():
            print(f"littlefolk: seed {seed}", file=sys.stderr)
        elif options.seed is not None:
            print(f"littlefolk: {options.world} keeps the seed it was made with; --seed is for new worlds", file=sys.stderr)
        transcript = options.transcript or Path(scratch) / "transcript.jsonl"
        show = (lambda line: None) if options.json else _show
        provider = options.provider or "offline"
        if options.image is None:
            failure = run_headless(story, folder, seed, provider, transcript, show)
        else:
            failure = _run_in_engine(source, folder, seed, provider, transcript, Path(options.image), show)
        if options.json:
            for line in transcript.read_text(encoding="utf-8").splitlines():
                print(line)
    if failure:
        print(f"littlefolk: not everything was done{_reason(failure)}", file=sys.stderr)
    return 1 if failure else 0


def _show(line: str) -> None:
    """A line of the transcript; what the story says of itself is no part of it."""
    if not line.startswith(("story failed at", "    ")):
        print(line, flush=True)


def _reason(failure: str) -> str:
    """What failed, in the words of the turn and not of the story."""
    _where, _, what = failure.partition("\n    ")
    return f": {what or failure}" if what or failure else ""


def _check_image(path: Path) -> None:
    if path.suffix.lower() != ".png":
        raise StoryError(f"the picture is written as PNG: name it {path.with_suffix('.png')}")
    if path.is_dir():
        raise StoryError(f"{path} is a folder: name a file in it, such as {path / 'final.png'}")
    path.absolute().parent.mkdir(parents=True, exist_ok=True)


def story_of(lines: list[str], name: str, *, there: bool, picture: bool) -> str:
    """The story of a few prompts for one resident: one who lives in the world already, or a new gnome."""
    steps = [f"world window={SIZE} draw_every={SELDOM}", "until ready within 120s" if there else f"do spawn gnome {name}"]
    for line in lines:
        steps += [f"ask {name} {json.dumps(line)}", f"until turn {name} over within {SECONDS}s"]
    if picture:
        steps += ["until ready within 120s", f"capture {PICTURE} of {name}"]
    steps.append(f"expect turn {name} clean")
    return "\n".join(steps)


def _run_in_engine(source: str, folder: Path, seed: int, provider: str, transcript: Path, image: Path, show: object) -> str:
    with tempfile.TemporaryDirectory(prefix="littlefolk-ask-") as scratch:
        file = Path(scratch) / "ask.story"
        file.write_text(source, encoding="utf-8")
        arguments = ["--story", str(file), "--out", scratch, "--folder", str(folder), "--seed", str(seed)]
        arguments += ["--provider", provider, "--transcript", str(transcript.absolute())]
        run = run_scripted(arguments, SIZE, show)  # type: ignore[arg-type]
        if (Path(scratch) / PICTURE).exists():
            shutil.copyfile(Path(scratch) / PICTURE, image)
    if run.errors:
        return "the engine reported errors:\n    " + "\n    ".join(run.errors[:10])
    return "" if run.code == 0 else "see above"
