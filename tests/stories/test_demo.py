"""The main job with no person and no screen: random seeds, paraphrases, a picture of the gnome and its blocks."""

import json
import random
import sys

import numpy as np
import pytest
from conftest import run_group
from PIL import Image

PARAPHRASES = [
    ("put three stone blocks in a row in front of you", "stone", 3),
    ("Please place 2 bricks next to each other ahead of you, then put a lantern on top of that.", "bricks", 2),
    ("could you build a column of four planks two blocks east of you?", "planks", 4),
    ("stack 3 blocks of sandstone to your left\nsay done", "sandstone", 3),
    ("set a row of five cobblestone behind you and say hello", "cobblestone", 5),
]
SEEDS = [random.SystemRandom().randrange(2**31) for _ in range(3)]


@pytest.mark.parametrize(("seed", "paraphrase"), [(seed, random.Random(seed).choice(PARAPHRASES)) for seed in SEEDS], ids=map(str, SEEDS))
def test_a_sentence_becomes_blocks_and_a_picture(seed, paraphrase, tmp_path):
    """Every clause is done, the transcript has a placed block for each asked for, and the picture shows the red hat in a lit landscape."""
    sentence, kind, count = paraphrase
    command = [sys.executable, "-m", "littlefolk", "ask", sentence, "--seed", str(seed)]
    command += ["--image", str(tmp_path / "final.png"), "--transcript", str(tmp_path / "transcript.jsonl")]
    ended = run_group(command)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert ended.stdout.count(f"[ok] place_block_at kind={kind}") == count
    records = [json.loads(line) for line in (tmp_path / "transcript.jsonl").read_text(encoding="utf-8").splitlines()]
    placed = [record for record in records if record["record"] == "call" and record["tool"] == "place_block_at"]
    assert sum(record["arguments"]["kind"] == kind and record["status"] == "ok" for record in placed) == count
    pixels = np.asarray(Image.open(tmp_path / "final.png").convert("RGB")).astype(int)
    red, green, blue = pixels[..., 0], pixels[..., 1], pixels[..., 2]
    hat = ((red > 90) & (red > 2.2 * green) & (red > 2.2 * blue)).mean()
    assert hat > 0.0004, f"the red hat covers {hat:.3%} of the picture"
    assert pixels.mean() > 60, "the landscape is dark"
    assert pixels.std() > 20, "the picture is empty"


def test_a_wrong_material_is_an_error_with_a_suggestion(tmp_path):
    """The error value is printed with its suggestion, the exit code says that not all was done, and a picture is drawn all the same."""
    command = [
        sys.executable,
        "-m",
        "littlefolk",
        "ask",
        "put three ston blocks in front of you",
        "--seed",
        "7",
        "--image",
        str(tmp_path / "f.png"),
    ]
    ended = run_group(command)
    assert ended.returncode == 1, ended.stdout + ended.stderr
    assert "did you mean stone" in ended.stdout
    assert "[ok] place_block_at" not in ended.stdout
    assert (tmp_path / "f.png").exists()
