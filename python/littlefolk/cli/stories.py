"""`littlefolk story`: run story files and report."""

import argparse
import sys
from pathlib import Path

from littlefolk.cli.engine import run_scripted
from littlefolk.cli.headless import run_headless
from littlefolk.cli.worlds import chosen_seed, world_folder
from littlefolk.game.stories import Story, StoryError, read_story

SIZE = "640x360"


def _engine_options(story: Story) -> list[str]:
    """A story with frames of one length does not hang on how fast they are drawn."""
    return ["--fixed-fps", story.settings["fps"]] if "fps" in story.settings else []


def _source(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise StoryError(f"{path} is not text in UTF-8: {error.reason} at byte {error.start}") from error


def run_stories(options: argparse.Namespace) -> int:
    """Run each file; 0 when all held, 1 otherwise. Every file is read before the first one runs."""
    sources = [(path, _source(path)) for path in options.files]
    stories = [(path, read_story(source, str(path))) for path, source in sources]
    out: Path = options.out.absolute()
    out.mkdir(parents=True, exist_ok=True)
    failed = 0
    for path, story in stories:
        seed = int(story.settings.get("seed", chosen_seed(options.seed)))
        provider = options.provider or story.settings.get("provider", "offline")
        with world_folder(options.world) as folder:
            if options.headless:
                failure = run_headless(story, folder, seed, provider, out / f"{path.stem}.jsonl", print)
            else:
                arguments = ["--story", str(path.absolute()), "--out", str(out), "--folder", str(folder), "--seed", str(seed)]
                arguments += ["--provider", provider, "--transcript", str(out / f"{path.stem}.jsonl")]
                run = run_scripted(
                    arguments, story.settings.get("window", SIZE), lambda line: print(line, flush=True), _engine_options(story)
                )
                failure = "" if run.code == 0 else "an expectation did not hold"
                if run.errors:
                    failure = "the engine reported errors:\n    " + "\n    ".join(run.errors[:10])
        print(f"{path}: {'held' if not failure else 'failed: ' + failure} (seed {seed})", file=sys.stderr if failure else sys.stdout)
        failed += bool(failure)
    return 1 if failed else 0
