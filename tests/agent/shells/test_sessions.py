"""Command lines in real terminals: what they are given, what they show, how they end, what is typed into them."""

import os
import signal
import sys
import threading

import pytest
from littlefolk.agent.shells import ShellsFull, State
from littlefolk.agent.shells import session as session_module
from littlefolk.agent.shells.launching import environment
from littlefolk.present.cancelling import CancelToken

LONG = 60.0


def ended(session):
    return session.state is State.ENDED


def test_a_command_has_a_terminal_of_its_own(run, tmp_path):
    session = run("stty size; tty; pwd; echo $$; cut -d ' ' -f 6,8 /proc/$$/stat")
    size, tty, folder, itself, numbers = session.screen.lines[:5]
    leader, front = numbers.split()
    assert (size, folder) == ("24 80", str(tmp_path / "shell"))
    assert tty.startswith("/dev/pts/")
    assert leader == itself == front, "it leads its session and runs in front in its terminal"
    assert session.code == 0


@pytest.mark.parametrize(
    ("command", "code"), [("true", 0), ("exit 7", 7), ("no-such-command", 127), ("kill -TERM $$", -15), ("kill -9 $$", -9)]
)
def test_how_it_ended(run, command, code):
    assert run(command).code == code


def test_output_just_before_the_end_is_shown(run):
    for number in range(20):
        assert run(f"echo last words {number}").screen.text == f"last words {number}"


def test_only_what_says_who_and_where_is_passed_on(run, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-canary")
    monkeypatch.setenv("LD_LIBRARY_PATH", "/nowhere")
    monkeypatch.setenv("LC_TIME", "C")
    session = run("env")
    assert "canary" not in session.screen.text
    assert "LD_LIBRARY_PATH" not in session.screen.text
    assert "LC_TIME=C" in session.screen.text
    assert "TERM=xterm-256color" in session.screen.text
    assert run("locale charmap 2>/dev/null || echo UTF-8").screen.text == "UTF-8"


@pytest.mark.parametrize("own", [{}, {"LANG": "C"}, {"LC_ALL": "POSIX", "LANG": "de_DE.UTF-8"}, {"LANG": "C.UTF-8"}])
def test_programs_write_what_the_terminal_reads(own):
    given = environment("mark", own)
    assert "UTF-8" in (given.get("LC_ALL") or given.get("LC_CTYPE") or given["LANG"])


def test_a_shell_that_cannot_be_written_down_does_not_run(shells, monkeypatch, tmp_path):
    def full(_identity):
        raise OSError(28, "no space left")

    monkeypatch.setattr(shells._ledger, "add", full)
    with pytest.raises(OSError, match="no space left"):
        shells.open("Moss", "sleep 0.2; touch ran")
    monkeypatch.undo()
    assert shells.sessions() == ()
    assert shells.open("Moss", "sleep 0.5; ls").wait(LONG, ended)
    assert not (tmp_path / "shell/ran").exists()


def test_descriptors_of_the_game_stay_in_the_game(run):
    with open("/dev/null") as inherited:
        os.set_inheritable(inherited.fileno(), False)
        assert set(run("ls /proc/self/fd").screen.text.split()) <= {"0", "1", "2", "3"}


def test_a_full_screen_program_has_a_screen_of_its_own(shells, shows):
    session = shells.open(
        "Moss", r"echo before; printf '\033[?1049h\033[?25l\033]0;a title\007\033[5;3Hfull '; read; printf '\033[?1049l\033[?25h'"
    )
    shows(session, "full")
    assert session.screen.alternate
    assert session.screen.lines[4] == "  full"
    assert "before" not in session.screen.text
    assert session.screen.cursor is None
    assert session.screen.title == "a title"
    session.send(b"\r")
    session.wait(LONG, ended)
    assert not session.screen.alternate
    assert session.screen.text == "before"
    assert session.screen.cursor is not None


def test_colours_and_wide_characters(run):
    row = run(r"printf 'a\033[1;31mred\033[0m中b\033[38;2;1;2;3mx'").screen.rows[0]
    texts = {run.text.strip(): run.style for run in row}
    assert texts["red"].bold
    assert texts["red"].foreground is not None
    assert texts["a"].foreground is None
    assert texts["x"].foreground == 0x010203
    assert "中b" in texts


def test_text_that_comes_in_pieces_is_whole(run):
    assert run(r"printf 'h\303'; sleep 0.1; printf '\251llo \344'; sleep 0.1; printf '\270\255!'").screen.text == "héllo 中!"


def test_a_program_that_asks_where_the_cursor_is_gets_an_answer(run):
    session = run(r"stty -echo raw; printf '\033[3;7H\033[6n'; head -c 6 | od -An -c")
    assert "033   [   3   ;   7   R" in session.screen.text


def test_what_is_typed_arrives(shells, shows):
    session = shells.open("Moss", "read line; echo got $line; cat")
    assert session.send("grüße\r".encode()) == 8
    shows(session, "got grüße")
    session.send(b"\x04")
    assert session.wait(LONG, ended)
    assert session.code == 0
    assert session.send(b"late") in (0, 4), "typing into what ended harms nothing"


def test_a_program_that_closes_its_terminal_before_it_ends_is_not_hung_up(run):
    for _ in range(20):
        assert run("exec sh -c 'exec < /dev/null > /dev/null 2>&1; sleep 0.01; exit 5'").code == 5


def test_arrow_keys_follow_the_mode_of_the_program(shells, shows):
    session = shells.open("Moss", r"printf 'ready'; read")
    shows(session, "ready")
    assert session.key("up") == b"\x1b[A"
    session = shells.open("Moss", r"printf '\033[?1hready'; read")
    shows(session, "ready")
    assert session.key("up") == b"\x1bOA"
    assert session.key("f5") == b"\x1b[15~"


def test_a_program_that_reads_nothing_holds_no_one_up(shells, shows, monkeypatch):
    monkeypatch.setattr(session_module, "WRITE_SECONDS", 0.05)
    session = shells.open("Moss", "stty -icanon -echo; echo ready; exec sleep 1000")
    shows(session, "ready")
    assert 0 < session.send(b"x" * 1_000_000) < 1_000_000


def test_an_interrupt_goes_to_what_is_in_front(shells, shows):
    session = shells.open("Moss", "trap 'echo caught; exit 3' INT; echo ready; while true; do sleep 0.01; done")
    shows(session, "ready")
    session.interrupt(signal.SIGINT)
    assert session.wait(LONG, ended)
    assert session.code == 3
    assert "caught" in session.screen.text


def test_programs_hear_signals_that_the_game_was_started_deaf_to(shells, shows):
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        session = shells.open("Moss", "trap 'echo caught; exit 3' INT; echo ready; while true; do sleep 0.01; done")
    finally:
        signal.signal(signal.SIGINT, before)
    shows(session, "ready")
    session.interrupt(signal.SIGINT)
    assert session.wait(LONG, ended)
    assert session.code == 3


def test_programs_hear_of_another_size(shells, shows):
    session = shells.open("Moss", "trap 'stty size' WINCH; echo ready; while true; do sleep 0.01; done")
    shows(session, "ready")
    session.resize(10, 40)
    shows(session, "10 40")
    assert (len(session.screen.rows), session.screen.columns) == (10, 40)
    with pytest.raises(ValueError, match="rows"):
        session.resize(1, 40)


def test_lines_that_scroll_off_are_kept(run):
    session = run("seq 1 100")
    screen, oldest, lines = session.history(0, 1000)
    assert oldest == 0
    assert [*lines, *screen.text.split("\n")] == [str(number) for number in range(1, 101)]
    assert session.scrollback(10, 2) == (0, ("11", "12"))
    assert session.log(0, 6) == (0, b"1\r\n2\r\n")


def test_waiting_ends_when_it_is_cancelled(shells):
    session = shells.open("Moss", "sleep 1000")
    token = CancelToken()
    waiting = threading.Thread(target=lambda: session.wait(LONG * 10, ended, token))
    waiting.start()
    token.cancel("stopped")
    waiting.join(LONG)
    assert not waiting.is_alive()
    assert session.state is State.RUNNING, "the shell goes on"


def test_programs_in_the_background_belong_to_the_session(shells, eventually):
    session = shells.open("Moss", "trap '' HUP; sleep 1000 & sleep 1001 & echo done")
    assert session.wait(LONG, ended)
    assert session.code == 0
    eventually(lambda: session.observation.processes == 2)
    assert not session.finished
    assert session.end("enough") == ()
    assert session.finished
    assert session.stopped == "enough"


def test_what_its_programs_take_is_observed(shells, shows):
    program = 'x = bytearray(50_000_000); sum(range(3_000_000)); print("ready"); input()'
    session = shells.open("Moss", f"sleep 1000 & {sys.executable} -c '{program}'; read")
    shows(session, "ready")
    assert session.wait(LONG, lambda it: it.observation.most_processes >= 2)
    assert session.wait(LONG, lambda it: it.observation.memory > 50_000_000)
    assert session.observation.most_memory > 50_000_000
    assert session.wait(LONG, lambda it: it.observation.cpu > 0 and len(it.samples()) > 1)
    times = [sample.at for sample in session.samples()]
    assert times == sorted(times)
    assert len(times) > 1


def test_an_owner_has_so_many_shells_at_once_and_no_more(shells):
    for _ in range(8):
        shells.open("Moss", "sleep 1000")
    with pytest.raises(ShellsFull, match="end one first"):
        shells.open("Moss", "true")
    shells.open("Fern", "true").wait(LONG, ended)
    shells.dismiss("Moss")
    assert all(session.wait(LONG, lambda it: it.finished) for session in shells.of("Moss"))
    assert shells.open("Moss", "true").wait(LONG, ended)


def test_old_shells_are_forgotten(run, shells):
    first = run("true")
    for _ in range(12):
        run("true").wait(LONG, lambda it: it.finished)
    assert first not in shells.sessions()
    assert len(shells.of("Moss")) <= 10


def test_after_closing_nothing_is_started(shells):
    shells.close()
    with pytest.raises(ShellsFull, match="closing"):
        shells.open("Moss", "true")
