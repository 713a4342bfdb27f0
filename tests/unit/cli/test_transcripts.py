"""`littlefolk transcript`: a world's journal, listed, shown, searched, exported and done again."""

import json

import pytest

ROW = "put three stone blocks in a row in front of you"


@pytest.fixture
def played(littlefolk):
    """A saved world in which two things were asked."""
    assert littlefolk("ask", "--world", "home", "--seed", "5", f"{ROW}\nsay good evening").code == 0
    return littlefolk


def first_id(littlefolk):
    return littlefolk("transcript", "list").out.split()[0]


def test_list_has_a_line_for_each_turn(played):
    lines = played("transcript", "list").out.splitlines()
    assert len(lines) == 2
    assert "done" in lines[0]
    assert ROW in lines[0]
    assert len(played("transcript", "list", "--last", "1").out.splitlines()) == 1
    nobody = played("transcript", "list", "--agent", "Fern")
    assert nobody.out == ""
    assert "no turn of Fern is in" in nobody.err


def test_show_gives_the_lines_of_the_game_itself(played):
    shown = played("transcript", "show", first_id(played)[:12]).out
    assert shown.startswith(f"Moss ← player: {ROW}\n")
    assert shown.count("[ok] place_block_at kind=stone") == 3
    assert "good evening" in played("transcript", "show").out, "the latest turn"


@pytest.mark.parametrize(("view", "sign"), [("markdown", "## Moss ← player"), ("trace", "place_block_at ok"), ("json", '"record": "turn"')])
def test_views(played, view, sign):
    assert sign in played("transcript", "show", "--view", view, first_id(played)).out


def test_search_finds_turns_and_is_1_when_there_is_none(played):
    found = played("transcript", "search", "EVENING")
    assert (found.code, ROW in found.out) == (0, False)
    none = played("transcript", "search", "sapphire")
    assert (none.code, none.out) == (1, "")
    assert "no turn in" in none.err


def test_export_as_json_lines_and_markdown(played, tmp_path):
    bodies = [json.loads(line) for line in played("transcript", "export").out.splitlines()]
    assert [body["record"] for body in bodies].count("turn") == 4
    assert sum(body["record"] == "call" and body["tool"] == "place_block_at" for body in bodies) == 3
    assert played("transcript", "export", "--format", "markdown", "--out", str(tmp_path / "t.md")).out == ""
    text = (tmp_path / "t.md").read_text(encoding="utf-8")
    assert text.startswith("# Transcript\n\n## Moss")
    assert text.count("## Moss") == 2


def test_replay_does_the_same_again_in_a_world_of_its_own(played):
    before = played("transcript", "export").out
    ended = played("transcript", "replay", first_id(played))
    assert ended.code == 0, ended.err
    assert ended.out.count("[ok] place_block_at kind=stone") == 3
    assert "seed 5" in ended.err
    assert played("transcript", "export").out == before, "nothing is written into the world that was recorded"


def test_what_is_not_there_is_said(littlefolk, tmp_path):
    for words in (("list",), ("list", "--world", "none"), ("list", "--file", str(tmp_path / "x.sqlite"))):
        ended = littlefolk("transcript", *words)
        assert ended.code == 3
        assert "journal" in ended.err
        assert ended.out == ""


def test_an_unknown_turn_is_wrong_usage(played):
    ended = played("transcript", "show", "fern-1")
    assert ended.code == 2
    assert "`littlefolk transcript list` shows their ids" in ended.err


def test_export_as_parquet_is_read_by_duckdb(played, tmp_path):
    duckdb = pytest.importorskip("duckdb")
    target = tmp_path / "it's here" / "records.parquet"
    ended = played("transcript", "export", "--parquet", "--out", str(target))
    assert (ended.code, ended.out) == (0, "")
    bodies = [json.loads(line) for line in played("transcript", "export").out.splitlines()]
    with duckdb.connect() as connection:
        rows = connection.execute("SELECT number, record, agent, body FROM read_parquet(?) ORDER BY number", [str(target)]).fetchall()
        placed = connection.execute("SELECT count(*) FROM read_parquet(?) WHERE tool = 'place_block_at'", [str(target)]).fetchone()
    assert [(number, record, agent) for number, record, agent, _body in rows] == [
        (number, body["record"], "Moss") for number, body in enumerate(bodies, 1)
    ]
    assert [json.loads(body) for *_columns, body in rows] == bodies
    assert placed == (3,)
    assert list(target.parent.iterdir()) == [target]
    assert "--out" in played("transcript", "export", "--parquet").err


def test_without_duckdb_it_says_what_to_do(played, tmp_path, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    ended = played("transcript", "export", "--format", "parquet", "--out", str(tmp_path / "x.parquet"))
    assert ended.code == 2
    assert "pip install duckdb" in ended.err
