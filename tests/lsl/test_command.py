"""The linter as people and programs use it."""

import io
import json
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import jsonschema
import pytest
from littlefolk.lsl import KINDS
from littlefolk.lsl.caps import DEFAULT_CAPS
from littlefolk.lsl.cli import main
from littlefolk.lsl.command.progress import bar, with_progress
from littlefolk.lsl.command.reading import Result, examine, expand
from littlefolk.lsl.source import Source

GOOD = 'default { state_entry() { llSay(0, "Hello"); } }\n'
BAD = "default\n{\n\tstate_entry() { llSay(0, Hello); }\n}\n"
RISKY = "default { state_entry() { llGiveMoney(llGetOwner(), 1); } }\n"
WARNED = "default { state_entry() { integer i; if (i = 1) ; } }\n"
SCHEMA = json.loads(files("littlefolk.lsl.command").joinpath("report.schema.json").read_text())


@pytest.fixture
def scripts(tmp_path):
    for name, text in {"good.lsl": GOOD, "bad.lsl": BAD, "risky.lsl": RISKY, "warned.lsl": WARNED}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def run(capsys, *arguments):
    code = main(["check", *map(str, arguments)])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_a_clean_script(scripts, capsys):
    assert run(capsys, scripts / "good.lsl") == (0, "1 file: no findings\n", "")
    assert run(capsys, "--gate", scripts / "good.lsl") == (0, "1 file: no findings, the gate lets it pass\n", "")


def test_findings_show_the_line_and_mark_the_place(scripts, capsys):
    code, out, err = run(capsys, scripts / "bad.lsl")
    assert (code, err) == (1, "")
    head, line, marks, summary = out.splitlines()
    assert head.startswith(f"{scripts / 'bad.lsl'}:3:27: error: found the name 'Hello'")
    assert head.endswith("[unknown-name]")
    assert line == "    3 | \tstate_entry() { llSay(0, Hello); }"
    assert marks == "      | \t" + " " * 25 + "^^^^^"
    assert summary == "1 file: 1 error, 0 warnings"


def test_the_gate_is_asked_only_on_demand(scripts, capsys):
    assert run(capsys, scripts / "risky.lsl")[0] == 0
    code, out, _ = run(capsys, "--gate", scripts / "risky.lsl")
    assert code == 1
    assert ":1:27: refused: a call of llGiveMoney, which moves money" in out
    assert "[money]" in out
    assert "1 file: 1 refusal" in out


def test_warnings_are_findings_unless_left_out(scripts, capsys):
    code, out, _ = run(capsys, scripts / "warned.lsl")
    assert code == 1
    assert "warning: found an assignment as the condition of if" in out
    assert run(capsys, "--no-warnings", scripts / "warned.lsl")[0] == 0


def test_a_directory_stands_for_its_scripts(scripts, capsys):
    (scripts / "deeper").mkdir()
    (scripts / "deeper" / "x.lsl").write_text(GOOD)
    (scripts / "notes.txt").write_text("no script")
    names = [Path(name).name for name in expand([str(scripts)])]
    assert names == ["bad.lsl", "x.lsl", "good.lsl", "risky.lsl", "warned.lsl"]
    code, out, _ = run(capsys, scripts)
    assert code == 1
    assert "5 files: 1 error, 1 warning" in out


def test_wrong_usage(scripts, capsys):
    assert main([]) == 2
    assert main(["check"]) == 2
    assert main(["check", "--nonsense", "x.lsl"]) == 2
    assert main(["check", "--seconds", "0", str(scripts / "good.lsl")]) == 2
    assert main(["check", "--seconds", "soon", str(scripts / "good.lsl")]) == 2
    assert "usage" in capsys.readouterr().err
    (scripts / "empty").mkdir()
    code, _, err = run(capsys, scripts / "empty")
    assert code == 2
    assert "no *.lsl files" in err


def test_help_is_no_error(capsys):
    assert main(["check", "--help"]) == 0
    assert "exit codes" in capsys.readouterr().out


def test_a_file_that_cannot_be_read(scripts, capsys):
    code, out, err = run(capsys, scripts / "nowhere.lsl", scripts / "bad.lsl")
    assert code == 2
    assert "nowhere.lsl: cannot be read: No such file" in err
    assert "1 file: 1 error" in out


def test_standard_input(capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(BAD.encode())))
    code, out, _ = run(capsys, "-")
    assert code == 1
    assert out.startswith("<stdin>:3:27: error")


def test_bytes_that_are_no_text(scripts, capsys):
    (scripts / "latin.lsl").write_bytes(b'default { timer() {\n llSay(0, "caf\xe9"); } }')
    code, out, _ = run(capsys, scripts / "latin.lsl")
    assert code == 1
    assert ":2:15: error: found the byte 0xE9; expected UTF-8 text (save the file as UTF-8) [not-utf8]" in out


def test_a_huge_file_is_not_read_whole(scripts, capsys):
    (scripts / "huge.lsl").write_bytes(b"x" * 3_000_000)
    code, out, _ = run(capsys, scripts / "huge.lsl")
    assert code == 1
    assert "found a script of 65537 bytes; expected at most 65536 bytes" in out


def test_a_cut_inside_a_character_is_no_wrong_byte(scripts, capsys):
    (scripts / "wide.lsl").write_bytes(b"//" + "é".encode() * 40_000)
    _, out, _ = run(capsys, scripts / "wide.lsl")
    assert "[cap]" in out
    assert "not-utf8" not in out


def test_output_cannot_steer_the_terminal(scripts, capsys):
    (scripts / "escape.lsl").write_text('default { timer() { \x1b[2Jllsay("\x1b]0;x\x07"); } }\n// \u202eabc\n', encoding="utf-8")
    _, out, _ = run(capsys, scripts / "escape.lsl")
    assert "\x1b" not in out
    assert "\x07" not in out
    assert "\u202e" not in out


def test_long_lines_are_cut_around_the_place(scripts, capsys):
    (scripts / "long.lsl").write_text("default { timer() { " + 'llSay(0, "x"); ' * 200 + "nope; " + 'llSay(0, "x"); ' * 200 + "} }")
    _, out, _ = run(capsys, scripts / "long.lsl")
    _, line, marks, _ = out.splitlines()
    assert len(line) < 140
    assert line[marks.index("^") : marks.rindex("^") + 1] == "nope"


def test_marks_stand_below_wide_characters(scripts, capsys):
    (scripts / "wide.lsl").write_text('default { timer() { llSay(0, "日本" + 1); } }', encoding="utf-8")
    _, out, _ = run(capsys, scripts / "wide.lsl")
    _, _, marks, _ = out.splitlines()
    assert marks == "      | " + " " * 29 + "^" * 10


def test_the_document_follows_its_schema(scripts, capsys):
    (scripts / "latin.lsl").write_bytes(b"\xe9")
    for arguments in (["--gate", scripts], [scripts / "good.lsl"], [scripts / "nowhere.lsl", scripts / "bad.lsl"]):
        code, out, _ = run(capsys, "--json", *arguments)
        document = json.loads(out)
        jsonschema.validate(document, SCHEMA)
        found = [item for entry in document["files"] for item in entry["diagnostics"]]
        assert document["summary"]["errors"] == sum(item["severity"] == "error" for item in found)
        assert document["summary"]["refusals"] == sum(len(entry["refusals"]) for entry in document["files"])
        assert document["summary"]["files"] == len(document["files"])
        assert {item["kind"] for item in found} <= set(KINDS)
        assert code == (2 if any(entry["trouble"] for entry in document["files"]) else int(bool(found)))


def test_the_document_says_the_same_as_the_text(scripts, capsys):
    document = json.loads(run(capsys, "--json", scripts / "bad.lsl")[1])
    (item,) = document["files"][0]["diagnostics"]
    assert (item["line"], item["column"], item["end_line"], item["end_column"]) == (3, 27, 3, 32)
    assert item["kind"] == "unknown-name"
    assert item["message"] in run(capsys, scripts / "bad.lsl")[1]


def test_a_thousand_files(tmp_path, capsys):
    for number in range(1000):
        (tmp_path / f"{number:04}.lsl").write_text(BAD if number % 10 == 0 else GOOD)
    code, out, err = run(capsys, tmp_path)
    assert code == 1
    assert "1000 files: 100 errors, 0 warnings" in out
    assert err == ""


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_progress_is_drawn_on_a_terminal_only():
    results = [Result(f"{n}.lsl", Source("")) for n in range(5)]
    quiet, terminal = io.StringIO(), Terminal()
    assert list(with_progress(iter(results), 5, quiet)) == results
    assert quiet.getvalue() == ""
    assert list(with_progress(iter(results), 5, terminal)) == results
    assert "5/5" in terminal.getvalue()
    assert terminal.getvalue().endswith("\r")
    alone = Terminal()
    list(with_progress(iter(results[:1]), 1, alone))
    assert alone.getvalue() == ""


def test_the_bar_fits_the_terminal():
    for columns in (1, 10, 30, 80):
        assert len(bar(3, 10, "a/very/long/name/" * 10 + "x.lsl", columns)) <= max(columns - 1, 0)
    assert bar(5, 10, "x.lsl", 80).startswith("[############............] 5/10 x.lsl")


def test_lists_of_classes_and_kinds(capsys):
    assert main(["classes"]) == 0
    assert "`llTeleportAgent`" in capsys.readouterr().out
    assert main(["kinds"]) == 0
    listed = capsys.readouterr().out
    assert all(f"`{kind}`" in listed for kind in KINDS)


def test_it_runs_as_a_module(scripts):
    ran = subprocess.run(
        [sys.executable, "-m", "littlefolk.lsl", "check", str(scripts / "bad.lsl")],
        capture_output=True, text=True, env={"PYTHONPATH": str(Path(__file__).parents[2] / "python")}, check=False,
    )  # fmt: skip
    assert ran.returncode == 1
    assert "unknown-name" in ran.stdout
    assert ran.stderr == ""


def test_a_reader_that_goes_away_is_no_crash(scripts):
    for number in range(300):
        (scripts / f"{number}.lsl").write_text(BAD)
    ran = subprocess.run(
        f"{sys.executable} -m littlefolk.lsl check {scripts} | head -n 1",
        shell=True, capture_output=True, text=True, env={"PYTHONPATH": str(Path(__file__).parents[2] / "python"), "PATH": "/usr/bin:/bin"},
        check=False,
    )  # fmt: skip
    assert "Traceback" not in ran.stderr


def command(line, **environment):
    paths = {"PYTHONPATH": str(Path(__file__).parents[2] / "python"), "PATH": "/usr/bin:/bin"}
    line = line.replace("LSL", f"{sys.executable} -m littlefolk.lsl")
    return subprocess.run(line, shell=True, capture_output=True, text=True, env=paths | environment, check=False)


def test_a_closed_standard_input_is_told():
    ran = command("LSL check - <&-")
    assert (ran.returncode, ran.stderr) == (2, "<stdin>: cannot be read: standard input is closed\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("arguments", ["check good.lsl", "check --json bad.lsl", "kinds"])
def test_a_full_disk_is_told(scripts, arguments):
    ran = command(f"cd {scripts} && LSL {arguments} > /dev/full")
    assert ran.returncode == 2
    assert ran.stderr == "the output cannot be written: No space left on device\n"


def test_a_terminal_without_a_character_shows_its_number(scripts):
    (scripts / "accent.lsl").write_text('default { timer() { llSay(0, "é" + 1); } }', encoding="utf-8")
    ran = command(f"LSL check {scripts / 'accent.lsl'}", PYTHONIOENCODING="ascii")
    assert ran.returncode == 1
    assert '"\\xe9" + 1' in ran.stdout


def test_the_bar_is_cleared_before_findings_are_written(scripts):
    terminal = Terminal()
    results = with_progress(iter([examine(str(scripts / "bad.lsl"), DEFAULT_CAPS, gated=False, warnings=True)] * 2), 2, terminal)
    for _ in results:
        assert terminal.getvalue().endswith(" \r")
