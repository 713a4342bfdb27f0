"""Presentation: types that read and write values, views that show them, outcomes, calls, records and handles."""

from littlefolk.present import action_text, image, outcome_text, record_json, turn_text, world_text  # their presenters register on import

__all__ = ["action_text", "image", "outcome_text", "record_json", "turn_text", "world_text"]
