"""`make captures`: plays the recipes of captures/ and makes the pictures of docs/pictures from what they took."""

from __future__ import annotations

import os

from setup.console import SetupError, note, step
from setup.install import Environment
from setup.places import BUILD, ROOT, relative
from setup.process import run

RECIPES = ROOT / "captures"
TAKEN = BUILD / "captures"
PICTURES = ROOT / "docs/pictures"
LIMIT = 1500.0  # seconds of a recipe: a machine without a GPU that does much else draws slowly


def make(environment: Environment, wanted: str = "") -> int:
    """Play every recipe, or the one named (`walk` or `captures/walk.story`); returns the exit code.

    A recipe that fails takes no picture of the others'. Raises SetupError for a name that there is no recipe of.
    """
    recipes = sorted(RECIPES.glob("*.story"))
    if wanted:
        name = os.path.basename(wanted).removesuffix(".story")
        recipes = [recipe for recipe in recipes if recipe.stem == name]
        if not recipes:
            known = " ".join(recipe.stem for recipe in sorted(RECIPES.glob("*.story")))
            raise SetupError(f"SUITE={wanted}: there is no such recipe; there are {known}")
    failed = []
    for recipe in recipes:
        step(f"{relative(recipe)}")
        taken = TAKEN / recipe.stem
        taken.mkdir(parents=True, exist_ok=True)
        for old in taken.glob("*.png"):
            old.unlink()
        played = run(
            [environment.python, "-m", "littlefolk", "story", str(recipe), "--out", str(taken)],
            log=BUILD / f"logs/captures_{recipe.stem}.log",
            limit=LIMIT,
            env={**environment.env, "PYTHONPATH": str(ROOT / "python")},
        )
        if played.code != 0:
            failed.append(recipe.stem)
            continue
        developed = run(
            [environment.python, str(RECIPES / "develop.py"), str(taken), str(PICTURES)],
            log=BUILD / f"logs/develop_{recipe.stem}.log",
            limit=LIMIT,
            env=environment.env,
        )
        if developed.code != 0:
            failed.append(recipe.stem)
    step(f"{len(recipes) - len(failed)} of {len(recipes)} recipes made their pictures in {relative(PICTURES)}")
    for name in failed:
        note(f"FAILED: {name}; log: build/logs/captures_{name}.log")
    return 1 if failed else 0
