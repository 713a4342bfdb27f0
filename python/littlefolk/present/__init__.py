"""Presentation: types that read and write values, views that show them, outcomes, calls, records and handles."""

from littlefolk.present import outcome_text, turn_text  # their presenters register on import

__all__ = ["outcome_text", "turn_text"]
