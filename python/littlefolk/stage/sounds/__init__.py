"""Sounds that the project makes itself: pure arithmetic, the same samples every time, no files."""

from littlefolk.stage.sounds.synthesis import ACTIONS, BREATH, MATERIALS, RATE, VARIATIONS, blip, click, hit, purr, splash

__all__ = ["ACTIONS", "BREATH", "MATERIALS", "RATE", "VARIATIONS", "blip", "click", "hit", "purr", "splash"]
