"""Signs that no font has are told in words, wherever text of others is shown."""

import pytest
from conftest import until
from littlefolk.stage.glyphs import Glyphs


@pytest.mark.keeps_objects
def test_what_the_games_own_fonts_have_is_drawn_and_what_no_font_has_is_told():
    glyphs = Glyphs()
    assert all(map(glyphs.has, "aÄéЖ✓→∑█ \n\u200d"))
    assert glyphs.legible("Ünïcödé Привет ✓") == "Ünïcödé Привет ✓"
    assert not glyphs.has("\U0010fffd"), "nobody has a picture of a private sign"
    assert glyphs.legible("a\U0010fffdb") == "a[U+10FFFD]b"


@pytest.mark.keeps_objects
def test_what_somebody_says_can_be_read_in_the_subtitle_and_in_the_log(littlefolk, wait_frames):
    main = littlefolk()
    subtitle = main.get_node("Hud").find_child("Subtitle", True, False).get_node("Text")
    main.game.submit("say", text="see \U0010fffd!")
    until(wait_frames, lambda: "see [lb]U+10FFFD]!" in subtitle.text, lambda: subtitle.text)
    main.game.submit("open_chat")
    log = main.find_child("Log", True, False)
    until(wait_frames, lambda: "see [lb]U+10FFFD]!" in log.text, lambda: log.text)
