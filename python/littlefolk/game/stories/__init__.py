"""Stories: scripts of steps that drive a running game and say what must then be true."""

from littlefolk.game.stories.reading import read_story
from littlefolk.game.stories.running import StoryFailed, StoryRun
from littlefolk.game.stories.story import Story, StoryError

__all__ = ["Story", "StoryError", "StoryFailed", "StoryRun", "read_story"]
