"""Shells inside the engine: its signals, threads and descriptors do not get into them."""

from littlefolk.agent.shells import Shells, State

STANDARD = 0x7FFFFFFF  # signals 1 to 31; the C library keeps those after them to itself


def finished(session, wait_frames, frames=10_000):
    for _ in range(frames):
        if session.wait(0.01, lambda it: it.state is State.ENDED):
            return session
        wait_frames(1)
    raise AssertionError(session.screen.text)


def test_a_shell_inside_the_engine_is_like_one_outside(tmp_path, wait_frames):
    shells = Shells(tmp_path / "shell", tmp_path / "ledger")
    try:
        command = "stty size; grep -E '^Sig(Blk|Ign)' /proc/self/status; ls /proc/self/fd | wc -l; yes | head -c 3000000 | wc -c; exit 3"
        session = finished(shells.open("Moss", command), wait_frames)
        size, blocked, ignored, descriptors, flood = session.screen.lines[:5]
        assert size == "24 80"
        assert int(blocked.split()[1], 16) & STANDARD == 0, "no signal is held back"
        assert int(ignored.split()[1], 16) & STANDARD == 0, "no signal is ignored"
        assert int(descriptors) <= 4
        assert flood == "3000000"
        assert session.code == 3
        assert finished(shells.open("Moss", f"yes {'a line ' * 10} | head -c 3000000"), wait_frames).screen.fed > 3_000_000
    finally:
        shells.close()
