"""What the shell's commands give back, and how it reads for models and for people."""

from dataclasses import dataclass
from typing import ClassVar

from littlefolk.agent.shells import Session, State
from littlefolk.present.codecs import recorded
from littlefolk.present.drawables import Chip, Drawable, Grid, Line
from littlefolk.present.untrusted import marked, one_line, plain
from littlefolk.present.views import CardView, ModelView, TextView, View, presents

MEGABYTE = 1e6
SIGNAL_NAMES = {1: "hangup", 2: "interrupt", 3: "quit", 6: "abort", 9: "kill", 11: "a memory fault", 13: "a broken pipe", 15: "terminate"}


@recorded("shell.report")
@dataclass(frozen=True, slots=True)
class ShellReport:
    """A shell at one moment: how its command ended (`code` None while it runs, negative for a signal), its screen, what it takes.

    `scrolled` lines left the screen at the top, of which those from line `kept_from` on (counted from 1) can be read; `output` bytes were
    written. `memory` and `most_memory` are bytes, `cpu` and `seconds` are seconds.
    """

    shell: str
    command: str
    code: int | None
    stopped: str
    screen: str
    alternate: bool
    title: str
    scrolled: int
    kept_from: int
    output: int
    seconds: float
    memory: int
    most_memory: int
    cpu: float
    processes: int

    @property
    def head(self) -> str:
        """How it stands, in a few words."""
        if self.code is None:
            return f"running for {self.seconds:.1f} s"
        if self.code >= 0:
            return f"exit {self.code}"
        return f"ended by signal {-self.code} ({SIGNAL_NAMES.get(-self.code, 'see kill -l')})"

    @property
    def taken(self) -> str:
        """What its processes take or took."""
        parts = [] if self.code is None else [f"{self.seconds:.1f} s"]
        parts.append(f"{self.cpu:.2f} s of processor")
        if self.processes:
            parts.append(f"{self.memory / MEGABYTE:.1f} MB in {self.processes} process{'es' if self.processes > 1 else ''}")
        if self.most_memory:
            parts.append(f"{self.most_memory / MEGABYTE:.1f} MB at most")
        return ", ".join(parts)


@recorded("shell.page")
@dataclass(frozen=True, slots=True)
class ShellPage:
    """A part of a shell's earlier output: `note` says which part of how much."""

    shell: str
    note: str
    text: str
    folds: ClassVar[bool] = False


@recorded("shell.list")
@dataclass(frozen=True, slots=True)
class ShellList:
    """The caller's shells: handle, how it stands, what it takes, the command."""

    rows: tuple[tuple[str, str, str, str], ...]


def report_of(session: Session, handle: str) -> ShellReport:
    """A session as it stands now."""
    oldest, _lines = session.scrollback(0, 0)
    screen, taken, code = session.screen, session.observation, session.code
    return ShellReport(
        handle,
        session.command,
        code if session.state is State.ENDED else None,
        session.stopped,
        screen.text,
        screen.alternate,
        screen.title,
        screen.scrolled,
        oldest + 1,
        screen.fed,
        session.seconds,
        taken.memory,
        taken.most_memory,
        taken.cpu,
        taken.processes,
    )


def listed(session: Session, handle: str) -> tuple[str, str, str, str]:
    """A session as a row of a list. Reads what is published only."""
    taken, code = session.observation, session.code
    state = f"running {session.seconds:.0f} s" if code is None else f"exit {code}" if code >= 0 else f"signal {-code}"
    memory = f"{taken.memory / MEGABYTE:.1f} MB" if taken.processes else ""
    return handle, state, memory, one_line(session.command, 80)


def _follow(value: ShellReport) -> list[str]:
    """What a model can do next, and what was left out."""
    lines = []
    if value.alternate:
        lines.append("A full-screen program shows its own screen; what it replaced comes back when it ends.")
    if value.scrolled:
        first = f'shell_read(shell="{value.shell}", part="history", first={value.kept_from})'
        gone = f"; the first {value.kept_from - 1:,} are dropped" if value.kept_from > 1 else ""
        lines.append(f"{value.scrolled:,} lines scrolled off before this{gone}. {first} reads them.")
    if value.code is None:
        lines.append(f"Still running as {value.shell}: go on with shell_wait, shell_read, shell_send or shell_signal.")
    elif value.processes:
        lines.append(f"Programs of it still run in the background; shell_signal {value.shell} kill ends them.")
    if value.stopped:
        lines.append(f"It was ended: {value.stopped}.")
    return lines


@presents(ShellReport, TextView)
def _report(value: ShellReport, _view: View) -> str:
    return "\n".join(filter(None, [f"{value.head} ({value.taken})", plain(value.screen)]))


@presents(ShellReport, ModelView)
def _report_for_model(value: ShellReport, _view: View) -> str:
    screen = marked(value.screen) if value.screen.strip() else "(nothing on the screen)"
    return "\n".join([f"{value.head} ({value.taken}); its screen:", screen, *_follow(value)])


@presents(ShellReport, CardView)
def _report_card(value: ShellReport, _view: View) -> tuple[Drawable, ...]:
    chips = [Chip(value.head)]
    if value.most_memory:
        chips.append(Chip(f"{value.most_memory / MEGABYTE:.1f} MB"))
    return (*chips, *(Line(line) for line in plain(value.screen).splitlines()))


@presents(ShellPage, TextView)
def _page(value: ShellPage, _view: View) -> str:
    return f"{plain(value.text)}\n({value.note})" if value.text else f"({value.note})"


@presents(ShellPage, ModelView)
def _page_for_model(value: ShellPage, _view: View) -> str:
    return f"{marked(value.text)}\n({value.note})" if value.text else f"({value.note})"


@presents(ShellPage, CardView)
def _page_card(value: ShellPage, _view: View) -> tuple[Drawable, ...]:
    return (Chip(value.note.split(";")[0]), *(Line(line) for line in plain(value.text).splitlines()))


@presents(ShellList, TextView)
def _list(value: ShellList, _view: View) -> str:
    return "\n".join("  ".join(filter(None, row)) for row in value.rows) or "no shells"


@presents(ShellList, CardView)
def _list_card(value: ShellList, _view: View) -> tuple[Drawable, ...]:
    return (Grid(("", "", "", ""), value.rows),) if value.rows else (Line("no shells"),)


@presents(Session, TextView)
def _session(value: Session, _view: View) -> str:
    return f"a shell: {one_line(value.command, 120)}"
