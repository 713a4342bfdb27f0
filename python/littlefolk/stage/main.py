"""The main node: everything the engine calls comes in here."""

import argparse
import signal
import sys

from godot import InputEvent, Node3D, testing
from godot.singletons import OS

from littlefolk.agent.journal import JournalError
from littlefolk.game import Game
from littlefolk.game.leaving import leave
from littlefolk.game.stories import StoryError
from littlefolk.stage.application import Application
from littlefolk.stage.arguments import read_arguments
from littlefolk.stage.check import check_resources
from littlefolk.world.saving import SaveError

OURS = "littlefolk| "  # opens a line for the command that started a scripted run
END = "littlefolk-end"
REFUSED = "littlefolk-refused| "  # opens a line that says why a run could not begin
CANNOT_OPEN = 3


class Littlefolk(Node3D):
    """The root of the main scene: opens the application with the arguments after `--`, drives it, and closes it before quitting."""

    def __init__(self) -> None:
        self.application: Application | None = None
        self._leaving = False

    def _ready(self) -> None:
        if testing.requested():
            return
        arguments = read_arguments(OS.get_cmdline_user_args())
        if arguments.check_resources:
            self.get_tree().quit(min(1, check_resources()))
            return
        self.get_tree().auto_accept_quit = False
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda _number, _frame: self._leave())
        try:
            self.open(arguments)
        except (StoryError, SaveError, JournalError, OSError) as error:
            self._refuse(str(error))
        except Exception:
            self._refuse("the game could not be opened; the engine's output says where it broke")
            raise

    @property
    def game(self) -> Game | None:
        """The game that is open, or None."""
        return self.application.game if self.application is not None else None

    def open(self, arguments: argparse.Namespace) -> None:
        """Open the world that the arguments name, or the title."""
        self.application = Application(self, arguments, say)

    def shut(self) -> None:
        """Close the game at once, waiting for it."""
        if self.application is not None:
            application, self.application = self.application, None
            application.shut()

    def _process(self, delta: float) -> None:
        application = self.application
        if application is None:
            return
        if self._leaving:
            application.begin_quit()
        application.frame(delta)
        if application.closed:
            self.application = None
            application.release()
            self._quit(application)

    def _input(self, event: InputEvent) -> None:
        if self.application is not None and self.application.input(event):
            self.get_viewport().set_input_as_handled()

    def _unhandled_input(self, event: InputEvent) -> None:
        if self.application is not None and self.application.unhandled(event):
            self.get_viewport().set_input_as_handled()

    def _notification(self, what: int) -> None:
        if what == Node3D.NOTIFICATION_WM_CLOSE_REQUEST:
            self._leave()

    def _exit_tree(self) -> None:
        """The tree goes away without our asking (`--quit-after`, another scene): close here and now."""
        self.shut()

    def _leave(self) -> None:
        """The window is closed, or the console said Ctrl+C: close over the next frames, then quit."""
        self._leaving = True  # it may come in the middle of opening

    def _refuse(self, why: str) -> None:
        """A scripted run cannot begin: tell the command that started it, and quit."""
        for line in why.splitlines():
            print(f"{REFUSED}{line}")
        print(f"{END} rc={CANNOT_OPEN}")
        sys.stdout.flush()
        self.get_tree().quit(CANNOT_OPEN)

    def _quit(self, application: Application) -> None:
        for problem in application.problems:
            say(f"closing: {problem}")
        code = application.code or (1 if application.problems else 0)
        print(f"{END} rc={code}")
        sys.stdout.flush()
        leave(code, application.abandoned)
        self.get_tree().quit(code)


def say(text: str) -> None:
    """Print lines for the command that started a scripted run."""
    for line in text.splitlines():
        print(OURS + line)
