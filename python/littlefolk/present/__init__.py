"""Presentation: types that read and write values, views that show them, outcomes, calls, records and handles."""

from littlefolk.present import image, outcome_text, record_json, turn_text, world_text  # their presenters register on import

__all__ = ["image", "outcome_text", "record_json", "turn_text", "world_text"]
