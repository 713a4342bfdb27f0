"""Littlefolk: a little block world in which language-model agents live the way a player does."""

__version__ = "0.1.0"
