"""The command line: what it prints, where, and its exit codes."""

import io
import json
import sqlite3

import pytest

ROW = "put three stone blocks in a row in front of you"


def test_ask_prints_the_transcript_and_is_0_when_all_was_done(littlefolk):
    ended = littlefolk("ask", "--seed", "5", ROW)
    assert ended.code == 0
    lines = ended.out.splitlines()
    assert lines[0] == f"Moss ← player: {ROW}"
    assert sum(line.startswith("[ok] place_block_at kind=stone") for line in lines) == 3
    assert lines[-1].startswith("Moss: done in ")
    assert ended.err == "littlefolk: seed 5\n"


def test_ask_is_1_when_something_was_not_done_and_says_what_on_stderr(littlefolk):
    ended = littlefolk("ask", "put three ston blocks in front of you")
    assert ended.code == 1
    assert "[error] place_block_at" in ended.out
    assert "did you mean stone" in ended.out
    assert "not everything was done" in ended.err
    assert "stone" in ended.err


def test_ask_is_1_when_nothing_was_understood(littlefolk):
    ended = littlefolk("ask", "flurb the wimble")
    assert ended.code == 1
    assert "I do not read “flurb” there" in ended.out


@pytest.mark.parametrize("text", ["put a lantern on it", "put 33 stone blocks in front of you", "remove the glass block in front of you"])
def test_ask_is_1_when_the_gnome_had_to_stop_though_no_call_failed(littlefolk, text):
    ended = littlefolk("ask", text)
    assert ended.code == 1
    assert "I did nothing." in ended.out
    assert "I did nothing." in ended.err


def test_several_lines_are_prompts_one_after_another(littlefolk):
    second = "put a lantern on top of it"
    ended = littlefolk("ask", f"\n{ROW}\n\n{second}\n")
    assert ended.code == 0
    prompts = [line for line in ended.out.splitlines() if "←" in line]
    assert prompts == [f"Moss ← player: {ROW}", f"Moss ← player: {second}"]
    assert "[ok] place_block_at kind=lantern" in ended.out


def test_one_wrong_line_of_several_is_1_and_the_others_are_done(littlefolk):
    ended = littlefolk("ask", f"flurb\n{ROW}")
    assert ended.code == 1
    assert ended.out.count("[ok] place_block_at") == 3


def test_json_prints_records_and_nothing_else(littlefolk):
    ended = littlefolk("ask", "--json", ROW)
    records = [json.loads(line) for line in ended.out.splitlines()]
    assert [record["record"] for record in records] == ["turn", *["call"] * 7, "turn"]
    assert records[-1]["status"] == "done"
    assert ended.code == 0


def test_the_transcript_file_has_the_same_records(littlefolk, tmp_path):
    ended = littlefolk("ask", "--transcript", str(tmp_path / "new" / "t.jsonl"), "say hello")
    assert ended.code == 0
    records = [json.loads(line) for line in (tmp_path / "new" / "t.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [record["record"] for record in records] == ["turn", "call", "turn"]


def test_text_from_the_environment(littlefolk, monkeypatch):
    monkeypatch.setenv("SAYING", 'say "it costs $5 & more"')
    ended = littlefolk("ask", "--from-env", "SAYING")
    assert ended.code == 0
    assert "it costs $5 & more" in ended.out
    missing = littlefolk("ask", "--from-env", "NOTHING_HERE")
    assert (missing.code, missing.out) == (2, "")
    assert "NOTHING_HERE is not set" in missing.err


def test_text_from_standard_input(littlefolk, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("say hello\nsay again\n"))
    ended = littlefolk("ask", "-")
    assert ended.code == 0
    assert ended.out.count("[ok] say") == 2


@pytest.mark.parametrize("text", ["", "   ", "\n\n"])
def test_nothing_to_ask_is_wrong_usage(littlefolk, text):
    ended = littlefolk("ask", text)
    assert (ended.code, ended.out) == (2, "")
    assert "nothing to ask" in ended.err


@pytest.mark.parametrize("text", ["say \ud800", 'say "a\x1b[31mb"', "say \u202etfel", 'say "\\" \\n"', "say " + "x" * 3000, "put " * 500])
def test_no_text_breaks_the_run(littlefolk, text):
    ended = littlefolk("ask", text)
    assert ended.code in (0, 1)
    assert "\x1b" not in ended.out + ended.err
    assert "Traceback" not in ended.err


def test_a_named_world_is_kept(littlefolk, tmp_path):
    assert littlefolk("ask", "--world", "Home", "--seed", "9", "put a lantern at 3 0 0").code == 0
    again = littlefolk("ask", "--world", "Home", "--name", "Fern", "what is at 3 0 0?")
    assert again.code == 0
    assert "lantern at (3, 0, 0), placed by Moss" in again.out
    assert (tmp_path / "data" / "worlds" / "Home" / "world.sqlite").is_file()
    once_more = littlefolk("ask", "--world", "Home", "what is at 3 0 0?")
    assert once_more.code == 0, "Moss lives there still"


@pytest.mark.parametrize("name", ["../evil", "a/b", ".hidden", "", "x" * 41, "trailing.", "nul\x00"])
def test_a_wrong_world_name_is_wrong_usage(littlefolk, tmp_path, name):
    ended = littlefolk("ask", "--world", name, "say hello")
    assert (ended.code, ended.out) == (2, "")
    assert "cannot be a world's name" in ended.err
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("name", ["two words", "", "a-b", "x" * 30, "player"])
def test_a_wrong_gnome_name_is_told(littlefolk, name):
    ended = littlefolk("ask", "--name", name, "say hello")
    assert ended.code in (1, 2)
    assert ended.err
    assert "[ok] say" not in ended.out


def test_a_world_of_another_program_is_3(littlefolk, tmp_path):
    folder = tmp_path / "data" / "worlds" / "Home"
    folder.mkdir(parents=True)
    with sqlite3.connect(folder / "world.sqlite") as connection:
        connection.execute("CREATE TABLE mine (a)")
    connection.close()
    ended = littlefolk("ask", "--world", "Home", "say hello")
    assert (ended.code, ended.out) == (3, "")
    assert "world.sqlite" in ended.err


def test_a_journal_of_another_program_is_3(littlefolk, tmp_path):
    folder = tmp_path / "data" / "worlds" / "Home"
    folder.mkdir(parents=True)
    (folder / "journal.sqlite").write_bytes(b"only words " * 300)
    ended = littlefolk("ask", "--world", "Home", "say hello")
    assert ended.code == 3
    assert "move it away" in ended.err


@pytest.mark.parametrize("words", [["--provider", "oracle"], ["--seed", "many"], ["--seed", "9" * 30], ["--colour"]])
def test_wrong_options_are_wrong_usage(littlefolk, words):
    ended = littlefolk("ask", *words, "say hello")
    assert (ended.code, ended.out) == (2, "")
    assert "usage: littlefolk" in ended.err


def test_without_a_command_help_is_printed(littlefolk):
    ended = littlefolk()
    assert ended.code == 2
    assert "commands:" in ended.out


@pytest.mark.parametrize("words", [[], ["play"], ["ask"], ["story"], ["tools"]])
def test_every_help_text_says_how(littlefolk, words):
    ended = littlefolk(*words, "--help")
    assert ended.code == 0
    assert ended.out.startswith("usage: littlefolk")
    assert ended.err == ""
    if words != ["tools"]:
        assert "exit codes: 0" in ended.out


def test_the_version(littlefolk):
    ended = littlefolk("--version")
    assert ended.code == 0
    assert ended.out.startswith("littlefolk 0.")


def test_tools_for_people_and_for_models(littlefolk):
    people = littlefolk("tools")
    assert people.code == 0
    made = json.loads(littlefolk("tools", "--json").out)
    names = [tool["name"] for tool in made]
    assert names == sorted(names)
    assert {"where_am_i", "block_at", "place_block_at", "remove_block_at", "say", "look_at"} <= set(names)
    assert not {"spawn_gnome", "focus_nearest", "stop", "ask", "select_slot"} & set(names), "the window is the player's own"
    for tool in made:
        assert f"{tool['name']}(" in people.out
        for argument in tool["parameters"]["properties"]:
            assert f"{argument}: " in people.out


STORY = 'world seed=7\ndo spawn gnome Moss\nask Moss "say hello"\nuntil turn Moss done within 60s\nexpect call say ok {}\n'


def test_stories_report_each_and_fail_together(littlefolk, tmp_path):
    good, bad = tmp_path / "good.story", tmp_path / "bad.story"
    good.write_text(STORY.format(1), encoding="utf-8")
    bad.write_text(STORY.format(2), encoding="utf-8")
    ended = littlefolk("story", "--headless", "--out", str(tmp_path / "out"), str(bad), str(good))
    assert ended.code == 1
    assert f"{good}: held (seed 7)" in ended.out
    assert f"{bad}: failed: {bad}:5: expect call say ok 2" in ended.err
    assert "there are 1; calls of say: done" in ended.err
    assert (tmp_path / "out" / "good.jsonl").is_file()
    assert littlefolk("story", "--headless", str(good)).code == 0


def test_a_story_that_needs_a_window_fails_without_one(littlefolk, tmp_path):
    (tmp_path / "a.story").write_text("key W\nexpect revision 0", encoding="utf-8")
    ended = littlefolk("story", "--headless", str(tmp_path / "a.story"))
    assert ended.code == 1
    assert "needs a window" in ended.err


def test_every_story_is_read_before_one_runs(littlefolk, tmp_path):
    (tmp_path / "good.story").write_text(STORY.format(1), encoding="utf-8")
    (tmp_path / "bad.story").write_text("expect revision 0\nflurb", encoding="utf-8")
    ended = littlefolk("story", "--headless", str(tmp_path / "good.story"), str(tmp_path / "bad.story"))
    assert (ended.code, ended.out) == (2, "")
    assert "bad.story:2: there is no step flurb" in ended.err


def test_a_story_that_is_not_there_or_not_text_is_wrong_usage(littlefolk, tmp_path):
    assert littlefolk("story", "--headless", str(tmp_path / "none.story")).code == 2
    (tmp_path / "a.story").write_bytes(b"\xff\xfe\x00")
    ended = littlefolk("story", "--headless", str(tmp_path / "a.story"))
    assert ended.code == 2
    assert ended.err.startswith(f"littlefolk: {tmp_path / 'a.story'} is not text")


def test_play_without_a_display_says_what_to_do(littlefolk, monkeypatch):
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    ended = littlefolk("play")
    assert (ended.code, ended.out) == (3, "")
    assert "make demo" in ended.err


def test_a_picture_before_the_set_up_says_what_to_do(littlefolk, monkeypatch, tmp_path):
    from littlefolk.cli import engine

    monkeypatch.setattr(engine, "ENVIRONMENT", tmp_path / "environment.json")
    ended = littlefolk("ask", "--image", str(tmp_path / "a.png"), "say hello")
    assert ended.code == 3
    assert "make setup" in ended.err
    (tmp_path / "environment.json").write_text("{", encoding="utf-8")
    assert "make setup" in littlefolk("ask", "--image", str(tmp_path / "a.png"), "say hello").err


class TestDo:
    def test_one_command_is_done_in_a_saved_world_and_is_there_afterwards(self, littlefolk):
        first = littlefolk("do", "--world", "Home", "place block at stone 3 0 5")
        assert (first.code, first.out) == (0, "stone placed at (3, 0, 5); revision 1\n")
        second = littlefolk("do", "--world", "Home", "block", "at", "3", "0", "5")
        assert second.code == 0
        assert second.out.startswith("stone at (3, 0, 5), placed by player")

    @pytest.mark.parametrize(
        ("line", "part"),
        [
            ("place block at cheese 3 0 5", "invalid kind: cheese is not a block kind; did you mean leaves?"),
            ("place block at stone", "cell is missing: write a cell"),
            ("place block at stone 3 -2 5", "is occupied by stone"),
            ("plaec block at", "did you mean place_block_at"),
            ("ask hello", "nobody is in focus"),
            ("describe handle #AAAA", "not a handle that was given out here"),
        ],
    )
    def test_what_is_not_done_is_1_and_says_why(self, littlefolk, line, part):
        ended = littlefolk("do", "--seed", "3", line)
        assert ended.code == 1
        assert part in ended.out

    def test_nothing_to_do_is_wrong_usage(self, littlefolk, monkeypatch):
        monkeypatch.setattr("sys.stdin", io.StringIO("# only a remark\n\n"))
        ended = littlefolk("do", "-")
        assert ended.code == 2
        assert "nothing to do" in ended.err
        assert littlefolk("do").code == 2

    def test_lines_of_standard_input_stop_at_the_first_that_is_not_done(self, littlefolk, monkeypatch):
        monkeypatch.setattr(
            "sys.stdin", io.StringIO("place block at stone 3 0 5\nplace block at cheese 1 0 1\nplace block at dirt 4 0 5\n")
        )
        ended = littlefolk("do", "-", "--json", "--seed", "3")
        assert ended.code == 1
        records = [json.loads(line) for line in ended.out.splitlines()]
        assert [record["outcome"] for record in records] == ["done", "invalid"]
        assert records[1]["argument"] == "kind"

    def test_without_a_world_the_seed_is_told(self, littlefolk):
        ended = littlefolk("do", "where am i")
        assert ended.code == 0
        assert ended.err.startswith("littlefolk: seed ")

    def test_a_kept_world_says_that_it_keeps_its_seed(self, littlefolk):
        assert littlefolk("do", "--world", "Home", "--seed", "9", "where am i").err == ""
        assert littlefolk("do", "--world", "Home", "--seed", "9", "where am i").err == ""
        assert "Home keeps its seed 9" in littlefolk("do", "--world", "Home", "--seed", "8", "where am i").err


def test_an_audience_narrows_the_tools_and_each_list_is_stable(littlefolk):
    made = {audience: littlefolk("tools", "--json", "--audience", audience).out for audience in ("local", "public", "direct", "grant")}
    names = {audience: {tool["name"] for tool in json.loads(text)} for audience, text in made.items()}
    assert names["public"] < names["direct"] < names["local"] == names["grant"]
    assert "place_block_at" not in names["direct"]
    assert "look_at" not in names["public"]
    assert {"say", "block_at"} <= names["public"]
    assert made["local"] == littlefolk("tools", "--json").out
    assert littlefolk("tools", "--audience", "everybody").code == 2


def test_the_reference_lists_every_command_in_markdown(littlefolk):
    from littlefolk.commands import TABLES

    page = littlefolk("tools", "--markdown").out
    for command in TABLES:
        assert f"### {command.name}\n\n{command.description}" in page
