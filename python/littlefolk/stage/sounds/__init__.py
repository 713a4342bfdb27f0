"""Sounds that the project makes itself: pure arithmetic, the same samples every time, no files."""

from littlefolk.stage.sounds.synthesis import ACTIONS, MATERIALS, RATE, VARIATIONS, blip, click, hit, splash

__all__ = ["ACTIONS", "MATERIALS", "RATE", "VARIATIONS", "blip", "click", "hit", "splash"]
