"""Stories without an engine: each kind of expectation can hold and can fail, and what cannot be read says where."""

import math

import pytest
from littlefolk.game.stories import Story, StoryError, StoryRun, read_story
from littlefolk.game.transcript import Transcript

START = """
do spawn gnome Moss
ask Moss "put a stone block in front of you"
until turn Moss over within 60s
model Moss calls place_block_at {"kind": "cheese", "cell": "1 0 -6"}
model Moss calls say {"text": "well"}
"""
EXPECTATIONS = {
    "expect cell 0 0 -2 is stone": "expect cell 0 0 -2 is air",
    "expect call place_block_at ok 1": "expect call place_block_at ok 2",
    "expect call place_block_at invalid 1": "expect call place_block_at denied 1",
    "expect call say ok 1": "expect call say failed 1",
    'expect message "cheese is not a block kind"': 'expect message "brie is not a block kind"',
    "expect edits stone 1": "expect edits stone 0",
    "expect revision 1": "expect revision 2",
    "expect player moved 0..0.5": "expect player moved 3..9",
    'expect log "Moss ← player: put a stone"': 'expect log "Fern ← player"',
    "until turn Moss done within 1s": "until turn Moss failed within 1s",
    "expect frames between every call and its result": None,
    "until saved within 60s": None,
}


def run(games, source):
    log = []
    game = games.open(transcript=Transcript(log.append))
    story = StoryRun(read_story(source, "a.story"), game, say=log.append)
    story.log = log
    while story.advance():
        game.frame(1 / 60)
    assert game.close() == []
    return story


def test_a_story_in_which_every_expectation_holds(games):
    story = run(games, START + "\n".join(EXPECTATIONS))
    assert story.failure == ""


def test_every_expectation_fails_where_it_does_not_hold(games):
    log = []
    game = games.open(transcript=Transcript(log.append))

    def play(source):
        story = StoryRun(read_story(source, "a.story"), game, say=log.append)
        story.log = log
        while story.advance():
            game.frame(1 / 60)
        return story.failure

    assert play(START + "expect revision 1") == ""
    for holds, fails in EXPECTATIONS.items():
        if fails is not None:
            anchor = "" if fails.startswith("expect") else "\nexpect revision 1"
            failure = play(fails + anchor)
            assert failure.startswith(f"a.story:1: {fails}\n"), holds


def test_expecting_frames_between_needs_a_call(games):
    assert "0 of 0 calls" in run(games, "expect frames between every call and its result").failure


def test_a_turn_is_clean_only_if_there_was_one_and_all_of_it_went_well(games):
    assert "had no turn" in run(games, "do spawn gnome Moss\nexpect turn Moss clean").failure
    good = 'do spawn gnome Moss\nask Moss "put stone in front of you"\nuntil turn Moss done within 60s\nexpect turn Moss clean'
    assert run(games, good.replace("Moss", "Fern")).failure == ""
    assert "did nothing" in run(games, good.replace("put stone", "flurb").replace("Moss", "Pip")).failure


@pytest.mark.parametrize(
    ("source", "part"),
    [
        ("do spawn\nexpect revision 0", "did you mean"),
        ("do place block at ston 1 0 1\nexpect revision 0", "did you mean stone"),
        ("do remove block at 1 20 1\nexpect revision 0", "air already"),
        ('ask Fern "hello"\nexpect revision 0', "nobody is named Fern; there are none"),
        ("key W 1s\nexpect revision 0", "needs a window"),
        ("click left\nexpect revision 0", "needs a window"),
        ("capture a.png\nexpect revision 0", "needs a window"),
        ("expect widget hud visible", "needs a window"),
        ('expect text "hello"', "needs a window"),
        ("do spawn gnome Moss\nexpect screen Moss covers 2%..20%", "needs a window"),
    ],
)
def test_a_step_that_cannot_be_done_fails_with_what_was_found(games, source, part):
    story = run(games, source)
    assert part in story.failure
    assert "a.story:" in story.failure


def test_waiting_has_a_bound(games):
    game = games.open()
    now = [0.0]
    game.clock = lambda: now[0]
    story = StoryRun(read_story("until ready within 2s\nexpect revision 0", "a.story"), game, say=lambda line: None)
    game.streaming.idle = lambda: False  # something is always on its way
    type(game).progress, kept = property(lambda self: 0.5), type(game).progress
    try:
        while story.advance():
            now[0] += 0.5
            game.frame(0.5)
    finally:
        type(game).progress = kept
    assert "not within 2 s: 50% of the surroundings" in story.failure


def test_few_frames_in_much_time_are_a_slow_machine_and_waited_for(games):
    game = games.open()
    now, idle = [0.0], [False]
    game.clock = lambda: now[0]
    story = StoryRun(read_story("until ready within 2s\nexpect revision 0", "a.story"), game, say=lambda line: None)
    ordinary = game.streaming.idle
    game.streaming.idle = lambda: idle[0] and ordinary()
    frame = 0
    while story.advance():
        frame += 1
        now[0] += 3.0
        idle[0] = frame >= 20
        game.frame(0.25)
    assert story.failure == ""


@pytest.mark.parametrize(
    ("source", "part"),
    [
        ("", "expects nothing"),
        ("do spawn gnome Moss", "expects nothing"),
        ("# only a comment\n", "expects nothing"),
        ("expect revision 0\nflurb the wimble", "a.story:2: there is no step flurb the wimble"),
        ("expct revision 0", "a.story:1: there is no step expct revision 0; did you mean expect revision"),
        ("\n\nexpect cell 1 2 is stone", "a.story:3: 1 2 is not a cell"),
        ("expect cell 1 2 3 is cheese", "a.story:1: cheese is not a kind"),
        ("expect revision many", "a.story:1: many is not a whole number"),
        ("expect call say fine 1", "a.story:1: fine is not an outcome"),
        ("expect message hello", "a.story:1: hello is not text in double quotes"),
        ("expect player moved lots", "a.story:1: lots is not a range"),
        ("model Moss calls say [1]\nexpect revision 0", "a.story:1: [1] is not a JSON object"),
        ("until turn Moss done within soon\nexpect revision 0", "a.story:1: soon is not a duration"),
        ("expect revision 0\nworld seed=7", "a.story:2: the world line comes first"),
        ("world seed=x\nexpect revision 0", "a.story:1: x is not a value for seed"),
        ("world sed=7\nexpect revision 0", "a.story:1: sed=7 is not a setting; there are seed="),
        ("world provider=oracle\nexpect revision 0", "a.story:1: there is no provider oracle; one of chat, offline"),
        ("world draw_every=0\nexpect revision 0", "a.story:1: 0 is not a value for draw_every"),
        ("world window=big\nexpect revision 0", "a.story:1: big is not a value for window"),
    ],
)
def test_what_cannot_be_read_is_an_error_with_its_line(source, part):
    with pytest.raises(StoryError) as caught:
        read_story(source, "a.story")
    assert part in str(caught.value)


def test_comments_blank_lines_and_settings():
    story = read_story("# a story\n\n  world seed=7 window=640x360\n\nexpect revision 0\n", "a.story")
    assert isinstance(story, Story)
    assert story.settings == {"seed": "7", "window": "640x360"}
    assert [(step.number, step.line) for step in story.steps] == [(5, "expect revision 0")]


def test_a_body_stands_where_a_story_puts_it(games):
    game = games.open()
    story = StoryRun(read_story("do spawn gnome Moss\nstand Moss at 2.5 0 -3.5 facing 90\nexpect revision 0", "a.story"), game)
    while story.advance():
        game.frame(1 / 60)
    body = game.roster.get("Moss").body
    assert not story.failure
    assert body.position == pytest.approx((2.5, 0.0, -3.5), abs=1e-6)
    assert body.yaw == pytest.approx(math.pi / 2)


@pytest.mark.parametrize("line", ["camera from 1 2 3 to 4 5 6 field 40", "film walk.png 3 frames", "expect bubbles of Moss cover 1%..2%"])
def test_what_is_seen_needs_a_window(games, line):
    story = StoryRun(read_story(f"do spawn gnome Moss\n{line}\nexpect revision 0", "a.story"), game := games.open(), say=lambda line: None)
    while story.advance():
        game.frame(1 / 60)
    assert "needs a window" in story.failure


@pytest.mark.parametrize("place", ["1 2", "1 2 3 4", "a b c", "1e9 0 0", "nan 0 0", "٣ 0 0"])
def test_a_place_that_is_none_is_refused(place):
    with pytest.raises(StoryError, match="is not a place"):
        read_story(f"stand Moss at {place} facing 0\nexpect revision 0", "a.story")
