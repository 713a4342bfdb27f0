"""Shell sessions: programs in terminals of their own, watched while they run and ended with the game."""

from littlefolk.agent.shells.observing import Observation
from littlefolk.agent.shells.screen import Run, Screen, Style
from littlefolk.agent.shells.session import Session, State
from littlefolk.agent.shells.shells import Shells, ShellsFull

__all__ = ["Observation", "Run", "Screen", "Session", "Shells", "ShellsFull", "State", "Style"]
