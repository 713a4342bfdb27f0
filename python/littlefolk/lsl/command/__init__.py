"""The linter as a command."""
