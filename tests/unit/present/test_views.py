"""Views: one value, several renderings, by the types of both."""

import json
import struct
import zlib

import littlefolk.verbs  # noqa: F401 (importing it declares the commands and registers their presenters)
import pytest
from hypothesis import given
from hypothesis import strategies as st
from littlefolk.bodies.body import Body
from littlefolk.present.call import Call, Caller
from littlefolk.present.codecs import decode, encode, recorded_classes
from littlefolk.present.context import Pose
from littlefolk.present.drawables import Chip, Choice, Grid, Line, Menu, Picture
from littlefolk.present.handles import HandleTable
from littlefolk.present.image import Image, images_of
from littlefolk.present.markup import escaped, fenced
from littlefolk.present.outcome import Busy, Cancelled, Denied, Done, Failed, Invalid, Running
from littlefolk.present.outcome_text import told_to_model, whole_text
from littlefolk.present.records import CallStatus, ToolCall, Turn, TurnStatus
from littlefolk.present.types.handle import Reference
from littlefolk.present.untrusted import plain, traced
from littlefolk.present.views import CARD, JSON, MARKDOWN, MODEL, TEXT, TRACE, ModelView, TextView, View, present, presented_by, presents
from littlefolk.residents import Resident, Utterance
from littlefolk.verbs.building import BlockChanged
from littlefolk.world.cells import Cell, Direction
from littlefolk.world.kinds import KINDS
from littlefolk.world.transactions import Commit
from littlefolk.world.world import Refused

CHANGED = BlockChanged(Cell(1, 2, 3), "air", "stone", 4)
VALUES = {
    *recorded_classes(),
    *(Cell, Direction, type(KINDS["stone"]), Pose, Reference, Commit, Refused, Resident, Utterance, Body, Turn, ToolCall, tuple, bool),
    *(Done, Running, Invalid, Denied, Failed, Cancelled, Busy, type(None)),
}


class Animal:
    """A base of values."""


class Cat(Animal):
    """A value of a narrower type."""


class Loud(TextView):
    """A view of its own."""

    def adopt(self, rendered):
        return f"{rendered}!"


@pytest.mark.parametrize("cls", sorted(VALUES, key=lambda cls: cls.__name__), ids=lambda cls: cls.__name__)
def test_every_value_of_the_project_has_a_presenter_for_people(cls):
    assert presented_by(cls, TextView)


def test_dispatch_inherits_on_both_types_and_the_view_comes_first(monkeypatch):
    from littlefolk.present import views

    monkeypatch.setattr(views, "_presenters", dict(views._presenters))
    presents(Animal, TextView)(lambda value, view: "an animal")
    assert present(Cat(), TEXT) == "an animal"
    assert present(Cat(), Loud()) == "an animal!"
    presents(Cat, TextView)(lambda value, view: "a cat")
    assert present(Cat(), Loud()) == "a cat!"
    presents(Animal, Loud)(lambda value, view: "AN ANIMAL")
    assert present(Cat(), Loud()) == "AN ANIMAL"
    presents(object, View)(lambda value, view: "something")
    assert present(3.5, TEXT) == "something"
    views._found.clear()


def turn():
    call = Call("say", {"text": "*hello*"}, Caller("Moss"))
    done = ToolCall("c1", "say", "{}", call, CallStatus.OK, 1.0, 1.5, Done("[a](b)\n# c"), "said", "#AAAA")
    wrong = ToolCall("c2", "say", '{"', None, CallStatus.ERROR, 2.0, 2.0, Invalid("bad", (), "text"))
    return Turn("t1", "Moss", "do `it`\n> now", "player", calls=(done, wrong), text="1. <b>done</b>", status=TurnStatus.DONE, finished=3.0)


lines = st.lists(st.text(max_size=300), max_size=8).map("\n".join)


@given(lines | st.text(max_size=900))
def test_a_trace_is_at_most_three_lines_of_160_signs(text):
    for value in (text, Done(text), Failed(text), turn().with_changes(prompt=text, text=text, reason=text)):
        shown = present(value, TRACE)
        assert len(shown.splitlines()) <= 3
        assert all(len(line) <= 160 for line in shown.splitlines())


@given(lines, st.integers(1, 5), st.integers(4, 60))
def test_what_a_trace_leaves_out_is_shown_by_a_sign(text, count, width):
    shown = traced(text, count, width)
    assert len(shown.splitlines()) <= count
    assert all(len(line) <= width for line in shown.splitlines())
    if len([line for line in plain(text).splitlines() if line.strip()]) > count:
        assert "…" in shown


def test_a_trace_of_a_turn_tells_what_was_asked_called_and_came_of_it():
    asked, called, ended = present(turn(), TRACE).splitlines()
    assert asked == "Moss ← player: do `it` > now"
    assert called == "say ok, say error"
    assert ended.startswith("Moss: done in 3.0s")


def test_markdown_lets_no_text_open_markup():
    shown = present(turn(), MARKDOWN)
    assert "> do \\`it\\`" in shown
    assert "\\[a\\](b)" in shown
    assert "\\# c" in shown
    assert "1\\. \\<b\\>done\\</b\\>" in shown
    assert "**say**" in shown
    assert "(b)\n# c" not in shown


@given(st.text(max_size=60))
def test_escaped_text_has_no_bare_sign_of_markup(text):
    shown = escaped(text)
    bare = shown.replace("\\\\", "")
    for sign in "`*_[]<>#|~{}&":
        assert bare.count(sign) == bare.count("\\" + sign)


@given(st.text("`a\n", max_size=30))
def test_a_fence_is_longer_than_any_run_in_it(text):
    fence = fenced(text, "text").split("text\n")[0]
    assert fence not in text


def test_the_json_view_is_what_a_record_holds():
    value = json.loads(json.dumps(present(CHANGED, JSON)))
    assert decode(value) == CHANGED
    record = json.loads(json.dumps(present(turn(), JSON)))
    assert [call["tool"] for call in record["calls"]] == ["say", "say"]
    assert record["calls"][0]["handle"] == "#AAAA"
    assert present(3, JSON) == 3


def test_a_card_has_lines_or_the_drawables_of_a_presenter():
    assert present("one\ntwo", CARD) == (Line("one"), Line("two"))
    assert present(Done(CHANGED), CARD) == (Line("stone placed at (1, 2, 3); revision 4"),)
    assert present(Done(None), CARD) == ()


def test_a_grid_has_equal_columns_and_a_menu_is_a_strip():
    assert Grid(("name", "x"), (("a", "10"), ("long name", "2"))).lines() == ("name       x", "a          10", "long name  2")
    assert Grid((), ()).lines() == ()
    assert Menu((Choice("D", "describe", "d #A"), Choice("P", "place", "p"))).strip == "[D] describe  [P] place"


def png(width=3, height=2):
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    rows = b"".join(b"\0" + b"\x80\x40\x20" * width for _ in range(height))
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def test_a_picture_tells_its_type_size_and_handle_and_goes_beside_the_text():
    picture = Image.of_png(png(819, 614))
    size = f"{len(picture.data):,}"
    table = HandleTable()
    assert told_to_model(Done(picture), ModelView(handles=table)) == f"[image: image/png {size} bytes, 819x614 -> #AAAA]"
    assert table.read("#AAAA") is picture
    assert present(picture, MODEL) == f"[image: image/png {size} bytes, 819x614]"
    assert images_of(picture) == (picture,)
    assert images_of("a text") == ()
    assert present(picture, CARD) == (Chip("819x614"), Picture("image/png", 819, 614, picture.data))


def test_a_record_keeps_a_picture_s_size_and_digest_but_not_its_bytes():
    picture = Image.of_png(png())
    again = decode(json.loads(json.dumps(encode(picture))))
    assert again == picture
    assert (again.data, again.size) == (b"", len(picture.data))
    assert images_of(again) == ()
    assert len(json.dumps(encode(picture))) < 300


@pytest.mark.parametrize("data", [b"", b"GIF89a", png()[:20]])
def test_other_bytes_are_no_picture(data):
    with pytest.raises(ValueError, match="no PNG"):
        Image.of_png(data)


@given(st.text(max_size=3000) | st.lists(st.text(max_size=80), max_size=120).map("\n".join))
def test_a_folded_text_is_whole_behind_its_handle(text):
    table = HandleTable()
    told = told_to_model(Done(text), ModelView(handles=table))
    if told != text:
        ((handle, target),) = table.latest()
        assert handle in told
        assert whole_text(target) == text
    else:
        assert len(table) == 0
