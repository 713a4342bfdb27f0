"""Large texts and pictures are in a journal once, and records are whole when they are read."""

import sqlite3
import struct
import zlib

import littlefolk.verbs  # noqa: F401 (importing it declares what recorded values are)
from littlefolk.agent.journal import Journal, records
from littlefolk.agent.journal_bodies import KEY, LARGE
from littlefolk.agent.journal_reading import turns
from littlefolk.agent.journaled_handles import handles_of
from littlefolk.present.image import Image
from littlefolk.present.outcome import Done
from littlefolk.present.records import CallStatus, Reply, ToolCall, Turn, TurnStatus


def png(width=2, height=1):
    def part(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + part(b"IHDR", head) + part(b"IDAT", zlib.compress(b"\0\1\2" * height)) + part(b"IEND", b"")


def written(tmp_path, *found):
    journal = Journal(tmp_path / "journal.sqlite")
    for turn in found:
        journal.record(turn)
    journal.close()
    journal.thread.join(60)
    assert journal.problem == ""
    return journal.path


def finished(number, **changes):
    return Turn(f"t{number}", "Moss", "go", "player", status=TurnStatus.DONE, started=1.0, finished=2.0, **changes)


def raw_rows(path):
    with sqlite3.connect(path) as connection:
        return [body for (body,) in connection.execute("SELECT body FROM records")], list(connection.execute("SELECT * FROM bodies"))


def test_a_large_text_is_kept_once_and_read_back_whole(tmp_path):
    text = "«wide» 🧱 " * 2000
    call = ToolCall("c", "read", "{}", None, CallStatus.OK, 1.0, 2.0, Done(text), text)
    path = written(tmp_path, *(finished(number, text=text, calls=(call,), replies=(Reply(text, ("c",)),)) for number in range(3)))
    bodies, kept = raw_rows(path)
    assert len(kept) == 1, "once, however often it is told"
    assert sum(map(len, bodies)) < 3 * len(text.encode())
    assert all(KEY in body for body in bodies)
    for turn in turns(path):
        assert (turn.text, turn.calls[0].output, turn.calls[0].outcome, turn.replies[0].text) == (text, text, Done(text), text)
    assert {record["text"] for record in records(path) if record["record"] == "turn"} == {text}


def test_a_text_of_the_limit_stands_in_its_record(tmp_path):
    path = written(tmp_path, finished(1, text="x" * LARGE), finished(2, text="y" * (LARGE + 1)))
    assert [len(data) for _digest, _media, data in raw_rows(path)[1]] == [LARGE + 1]
    assert [turn.text[0] for turn in turns(path)] == ["x", "y"]


def test_a_picture_is_kept_by_its_digest_and_shown_by_its_handle_after_a_restart(tmp_path):
    image = Image.of_png(png())
    call = ToolCall("c", "glance", "{}", None, CallStatus.OK, 1.0, 2.0, Done(image), "[image]", "#AAAB")
    path = written(tmp_path, finished(1, calls=(call,)), finished(2, calls=(call,)))
    assert [(digest, media, bytes(data)) for digest, media, data in raw_rows(path)[1]] == [(image.digest, "image/png", image.data)]
    assert [turn.calls[0].outcome.value.data for turn in turns(path)] == [image.data] * 2
    assert handles_of(path)["Moss"].read("#AAAB").data == image.data
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM bodies")
    assert turns(path)[0].calls[0].outcome.value == image, "without its bytes it is still told by size and digest"


def test_a_lost_body_is_told_by_its_size(tmp_path):
    path = written(tmp_path, finished(1, text="x" * 9_000))
    with sqlite3.connect(path) as connection:
        connection.execute("DELETE FROM bodies")
    assert turns(path)[0].text == "[9,000 bytes that are lost]"
