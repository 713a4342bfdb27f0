"""A hundred megabytes of output: memory stays as it is, what was dropped is told, and the shell goes on."""

import os

from littlefolk.agent.shells import State
from littlefolk.agent.shells.session import KEPT_BYTES, KEPT_LINES

LONG = 280.0
MEGABYTE = 1 << 20


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_a_hundred_megabytes_leave_memory_flat(shells, run):
    run("head -c 8000000 /dev/zero | tr '\\0' x | fold -w 99")  # what is kept of any shell is there from the second on
    before = resident()
    session = shells.open("Moss", "yes 'a line of output that is as long as lines often are, or a little longer' | head -c 100000000")
    most = 0
    while not session.wait(0.05, lambda it: it.state is State.ENDED):
        most = max(most, resident())
        assert session.seconds < LONG
    assert session.code == 0
    assert session.screen.fed > 100_000_000
    assert max(most, resident()) - before < 24 * MEGABYTE
    oldest, lines = session.scrollback(0, 10**9)
    assert len(lines) == KEPT_LINES
    assert oldest == session.screen.scrolled - KEPT_LINES
    first, data = session.log(0, 10**9)
    assert (first, len(data)) == (session.screen.fed - KEPT_BYTES, KEPT_BYTES)
