"""Harmless scripts of the kinds people share in public: right, and let pass."""

from pathlib import Path

import pytest
from littlefolk.lsl import check, gate, parse, print_tree


def idioms():
    for block in Path(__file__).with_name("idioms.txt").read_text(encoding="utf-8").split("=== ")[1:]:
        name, _, source = block.partition("\n")
        yield pytest.param(source, id=name)


def test_there_are_enough():
    assert len(list(idioms())) >= 60


@pytest.mark.parametrize("source", list(idioms()))
def test_idiom_passes(source):
    script = parse(source)
    assert [str(d) for d in check(script) if d.kind != "deprecated"] == []
    assert [str(r) for r in gate(script)] == []
    assert parse(print_tree(script)) == script
