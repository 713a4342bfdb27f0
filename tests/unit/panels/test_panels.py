"""What the screen shows, as plain data."""

import math

import littlefolk.verbs  # noqa: F401 (importing it declares the commands)
import pytest
from littlefolk.bodies.body import Body
from littlefolk.commands import TABLES
from littlefolk.commands.situation import Situation
from littlefolk.panels.cards import GLYPHS, MAXIMUM_CARDS, SETTLE, cards_of
from littlefolk.panels.focus import HISTORY, Focus
from littlefolk.panels.framing import clear_towards, conversation, eased, portrait
from littlefolk.panels.hotbar import SLOTS, Hotbar
from littlefolk.panels.metabar import metabar_of
from littlefolk.panels.subtitle import subtitle_of
from littlefolk.policy import Capability, Grants
from littlefolk.present.call import Call, Caller
from littlefolk.present.context import Pose, Snapshot
from littlefolk.present.outcome import Done, Failed
from littlefolk.present.records import CallStatus, ToolCall, Turn, TurnStatus
from littlefolk.residents import Utterance
from littlefolk.world.cells import Cell, ChunkKey, Direction
from littlefolk.world.kinds import KINDS
from littlefolk.world.world import Change, World

WALK = {"walk_forward": "W", "walk_left": "A", "walk_back": "S", "walk_right": "D", "jump": "Space"}
POSE = Pose(Cell(0, 64, 0), (0.5, 64.0, 0.5), 0.0, Direction.NORTH)
KEYS = {"focus_nearest": "Tab", "spawn_gnome": "G", **WALK}


def turn(*calls, **changes):
    made = Turn(id="t", agent="Moss", prompt="put a stone\nthere", asker="player", started=1.0)
    for call in calls:
        made = made.with_call(call)
    return made.with_changes(**changes)


def call(number=0, status=CallStatus.OK, outcome=None):
    parsed = Call("say", {"text": f"number {number}"}, Caller("Moss"))
    finished = 2.0 if status.final else None
    return ToolCall(f"c{number}", "say", "{}", parsed, status, 1.0, finished, outcome or (Done("said") if status.final else None))


class TestCards:
    def test_nothing_is_shown_without_a_turn(self):
        assert cards_of(None, 5.0) == ()

    def test_prompt_thought_and_calls_in_order(self):
        keys = [card.key for card in cards_of(turn(call(1), call(2), thought="hm"), 3.0)]
        assert keys == ["prompt", "thought", "c1", "c2"]

    def test_cards_stay_while_they_are_held_and_come_back_for_it(self):
        over = turn(call(1), status=TurnStatus.DONE, finished=2.0)
        assert cards_of(over, 99.0) == ()
        assert [card.key for card in cards_of(over, 99.0, held=True)] == ["prompt", "c1"]

    def test_a_done_call_carries_its_value_and_the_strip_of_what_can_be_done_with_it(self):
        done, failed = cards_of(turn(call(1), call(2, CallStatus.ERROR, Failed("no"))), 3.0, lambda value: (f"[D] describe {value}",))[1:]
        assert (done.value, done.strip) == ("said", ("[D] describe said",))
        assert (failed.value, failed.strip) == (None, ())

    @pytest.mark.parametrize("status", CallStatus)
    def test_a_status_is_a_sign_and_a_word(self, status):
        card = cards_of(turn(call(1, status)), 3.0)[-1]
        sign, word = card.status.split()
        assert word == status
        assert sign == GLYPHS.get(status, sign)
        assert card.colour.startswith("#")

    def test_a_running_call_counts_its_seconds_and_a_finished_one_stands(self):
        assert cards_of(turn(call(1, CallStatus.RUNNING)), 3.5)[-1].elapsed == "2.5s"
        assert cards_of(turn(call(1)), 99.0)[-1].elapsed == "1.0s"

    def test_only_the_latest_calls_are_shown_and_the_others_counted(self):
        cards = cards_of(turn(*(call(number) for number in range(MAXIMUM_CARDS + 3))), 3.0)
        assert [card.key for card in cards if card.key.startswith("c")] == [f"c{number}" for number in range(3, MAXIMUM_CARDS + 3)]
        assert next(card for card in cards if card.key == "earlier").title == "3 earlier"

    def test_errors_among_the_earlier_calls_show(self):
        wrong = call(0, CallStatus.ERROR, Failed("no"))
        cards = cards_of(turn(wrong, *(call(number) for number in range(1, MAXIMUM_CARDS + 1))), 3.0)
        assert next(card for card in cards if card.key == "earlier").status == "1 ! error"

    def test_a_finished_turn_stays_long_enough_to_read_and_goes(self):
        done = turn(call(1), status=TurnStatus.DONE, finished=10.0, text="Done.")
        assert [card.key for card in cards_of(done, 10.0 + SETTLE)] == ["prompt", "c1", "closing"]
        assert cards_of(done, 60.0) == ()

    def test_what_came_from_outside_cannot_steer_the_screen(self):
        text = "\x1b[31mred\n" + "line\n" * 50 + "\u202e"
        bad = ToolCall("c", "say\x1b[0m", text, None, CallStatus.ERROR, 1.0, 2.0, Failed(text))
        cards = cards_of(turn(bad, prompt=text, thought=text, status=TurnStatus.FAILED, reason=text, finished=2.0), 2.5)
        shown = [line for card in cards for line in (*card.lines, card.detail)]
        assert all(line.isprintable() for line in shown)
        assert max(len(card.lines) for card in cards) <= 6
        assert max(len(line) for line in shown) <= 220


class TestFocus:
    def test_one_at_a_time(self):
        focus = Focus()
        assert not focus.active
        focus.enter("Moss")
        focus.enter("Fern")
        assert (focus.name, focus.active) == ("Fern", True)
        focus.leave()
        assert not focus.active

    def test_the_history_is_bounded_and_keeps_no_line_twice_in_a_row(self):
        focus = Focus()
        for number in range(HISTORY + 20):
            focus.remember(str(number))
            focus.remember(str(number))
        assert focus.history == [str(number) for number in range(20, HISTORY + 20)]


class TestHotbar:
    def test_every_slot_holds_something_placeable(self):
        assert len(Hotbar().slots) == SLOTS
        assert all(KINDS[name].placeable for name in Hotbar().slots)

    def test_selecting_counts_round(self):
        bar = Hotbar()
        for index, expected in ((0, 0), (9, 9), (10, 0), (-1, 9)):
            bar.select(index)
            assert bar.selected == expected

    def test_picking_selects_or_replaces(self):
        bar = Hotbar()
        assert bar.pick("glass")
        assert bar.kind == "glass"
        bar.select(0)
        assert bar.pick("moss")
        assert (bar.selected, bar.kind) == (0, "moss")
        assert not bar.pick("air")
        assert not bar.pick("cheese")


class TestMetabar:
    def bar(self, *bodies, focus="", grants=None, **more):
        caller = Caller("player") if grants is None else Caller("player", grants=grants)
        situation = Situation(caller, Snapshot(bodies=dict.fromkeys(("player", *bodies), POSE), focus=focus))
        return dict(metabar_of(TABLES.within(["player"]), situation, KEYS, **({"busy": False, "captured": True} | more)))

    def test_it_names_the_keys_that_work_now(self):
        free = self.bar("Moss")
        assert free["WASD"] == "walk"
        assert free["Tab"] == TABLES.get("focus_nearest").label
        assert free["G"] == "spawn gnome"
        assert self.bar("Moss", meant="Moss")["Tab"] == "talk to Moss"
        assert self.bar(captured=False)["Click"] == "look around"
        assert self.bar(focus="Moss")["Esc"] == "leave"
        assert self.bar(focus="Moss", busy=True)["Esc"] == "stop"

    def test_a_command_that_does_not_apply_or_is_not_granted_is_left_out(self):
        assert "Tab" not in self.bar(), "nobody is here to talk to"
        assert "G" not in self.bar("Moss", grants=Grants.of(Capability.INTERFACE))

    def test_in_focus_it_has_the_words_of_the_figure_that_is_talked_to(self):
        keys = KEYS | {command.name: command.key for command in TABLES if command.table in ("gnome", "cat")}
        for figure, other in (("gnome", "cat"), ("cat", "gnome")):
            snapshot = Snapshot(bodies=dict.fromkeys(("player", "Moss"), POSE), focus="Moss", figures={"Moss": figure})
            shown = metabar_of(TABLES.within(["player"]), Situation(Caller("player"), snapshot), keys, busy=False, captured=True)
            own = {(command.key, command.label) for command in TABLES if command.table == figure}
            assert own <= set(shown)
            assert not {(command.key, command.label) for command in TABLES if command.table == other} & set(shown)

    def test_every_command_with_a_key_is_in_it_without_a_list_of_its_own(self):
        keys = {command.name: f"F{number}" for number, command in enumerate(TABLES.within(["player"]))}
        situation = Situation(Caller("player"), Snapshot(bodies={"player": POSE, "Moss": POSE}))
        shown = dict(metabar_of(TABLES.within(["player"]), situation, keys, busy=False, captured=True))
        for command in TABLES.applicable(["player"], situation):
            assert shown[keys[command.name]] == command.label


class TestSubtitle:
    def test_the_last_thing_said_for_as_long_as_it_takes_to_read(self):
        said = Utterance("Moss", "hello", "#ffffff", (0.0, 0.0, 0.0), 10.0)
        assert subtitle_of(None, 0.0) is None
        assert subtitle_of(said, 10.5).text == "hello"
        assert subtitle_of(said, 60.0) is None

    def test_longer_texts_stay_longer_up_to_a_bound(self):
        def shown(text):
            said = Utterance("Moss", text, "#ffffff", (0.0, 0.0, 0.0), 0.0)
            return max(second for second in range(60) if subtitle_of(said, second))

        assert shown("short") < shown("a longer text than that one is" * 3) < shown("x" * 400) < 13

    def test_one_line_without_escapes(self):
        said = Utterance("Moss", "two\nlines\x1b[2J" + "x" * 500, "#ffffff", (0.0, 0.0, 0.0), 0.0)
        text = subtitle_of(said, 1.0).text
        assert text.isprintable()
        assert len(text) <= 240


@pytest.fixture
def meadow():
    import numpy as np

    world = World(seed=1)
    for x in range(-1, 1):
        for y in range(-1, 1):
            for z in range(-1, 1):
                world.install(ChunkKey(x, y, z), np.full((32, 32, 32), KINDS["stone"].id if y < 0 else 0, np.uint8))
    return world


class TestFraming:
    def test_a_talk_is_seen_from_the_players_side_in_front_of_any_terrain(self, meadow):
        moss, player = Body("Moss", position=(0.5, 0.0, 0.5)), Body("player", position=(6.5, 0.0, 0.5))
        eye, target = conversation(meadow, player, moss)
        assert target == moss.eyes
        assert 0.5 < eye[0] - target[0] < 3.5
        assert eye[1] > 0

    def test_a_row_two_steps_before_somebody_is_looked_over_down_to_their_feet(self, meadow):
        moss, player = Body("Moss", position=(0.5, 0.0, 0.5), height=1.15, eye_height=0.8), Body("player", position=(4.5, 0.0, 0.5))
        meadow.commit("me", [Change(Cell(2, 0, z), "stone") for z in (-1, 0, 1)])
        eye, target = conversation(meadow, player, moss)
        assert math.dist(eye, target) == pytest.approx(3.0, abs=0.02)
        offset = [b - a for a, b in zip(eye, (0.5, 0.115, 0.5), strict=True)]
        assert meadow.ray(eye, tuple(offset), math.hypot(*offset)) is None

    @pytest.mark.parametrize("height", [1, 2, 3])
    def test_what_is_built_before_somebody_hides_them_from_no_talk(self, meadow, height):
        moss, player = Body("Moss", position=(0.5, 0.0, 0.5), height=1.15, eye_height=0.8), Body("player", position=(6.5, 0.0, 0.5))
        meadow.commit("me", [Change(Cell(2, y, z), "stone") for y in range(height) for z in (-1, 0, 1)])
        eye, target = conversation(meadow, player, moss)
        assert math.dist(eye, target) == pytest.approx(3.0, abs=0.02)
        for point in (moss.eyes, (0.5, 0.6, 0.5)):
            offset = [b - a for a, b in zip(eye, point, strict=True)]
            assert meadow.ray(eye, tuple(offset), math.hypot(*offset)) is None

    def test_in_a_narrow_shaft_the_talk_is_seen_from_as_far_as_there_is_room(self, meadow):
        moss, player = Body("Moss", position=(0.5, 0.0, 0.5), height=1.15, eye_height=0.8), Body("player", position=(6.5, 0.0, 0.5))
        walls = [Cell(x, y, z) for x in (-1, 0, 1) for y in range(3) for z in (-1, 0, 1) if (x, z) != (0, 0)]
        meadow.commit("me", [Change(cell, "stone") for cell in (*walls, Cell(0, 2, 0))])
        eye, target = conversation(meadow, player, moss)
        assert 0.2 <= math.dist(eye, target) < 1.5
        assert meadow.read(Cell(*(math.floor(part) for part in eye))).kind.name == "air"

    def test_the_camera_follows_softly_and_arrives(self, meadow):
        shot, wished = ((0.5, 3.0, 4.5), (0.5, 1.0, 0.5)), ((4.5, 2.0, 0.5), (1.5, 1.0, 0.5))
        for _ in range(200):
            before, shot = shot, eased(meadow, shot, wished, 0.1)
            for there, here, end in zip(shot, before, wished, strict=True):
                assert math.dist(there, end) <= math.dist(here, end)
        assert shot[0] == pytest.approx(wished[0], abs=1e-3)
        assert shot[1] == pytest.approx(wished[1], abs=1e-3)

    def test_terrain_pulls_the_following_camera_in_at_once(self, meadow):
        shot = ((3.5, 1.5, 0.5), (0.5, 1.5, 0.5))
        meadow.commit("me", [Change(Cell(2, y, z), "stone") for y in range(3) for z in (-1, 0, 1)])
        eye, target = eased(meadow, shot, shot, 0.1)
        assert target == shot[1]
        assert eye[0] == pytest.approx(2.0 - 0.35, abs=0.02)

    def test_somebody_in_the_same_place_is_no_division_by_zero(self, meadow):
        moss = Body("Moss", position=(0.5, 0.0, 0.5))
        eye, _ = conversation(meadow, moss, moss)
        assert all(math.isfinite(part) for part in eye)

    @pytest.mark.parametrize("works", [[], [Cell(3, 0, 0)], [Cell(x, 0, 4) for x in range(-5, 6)]])
    @pytest.mark.parametrize("aspect", [16 / 9, 1.0, 9 / 16])
    def test_a_portrait_has_everything_in_the_field_of_view(self, meadow, works, aspect):
        moss = Body("Moss", position=(0.5, 0.0, 0.5))
        field = math.radians(60)
        eye, target = portrait(meadow, moss, works, aspect, field)
        half = min(field, 2 * math.atan(math.tan(field / 2) * aspect)) / 2
        gaze = [b - a for a, b in zip(eye, target, strict=True)]
        for point in [moss.eyes, moss.position, *((cell.x + 0.5, cell.y + 0.5, cell.z + 0.5) for cell in works)]:
            offset = [b - a for a, b in zip(eye, point, strict=True)]
            cosine = sum(a * b for a, b in zip(gaze, offset, strict=True)) / (math.hypot(*gaze) * math.hypot(*offset))
            assert math.acos(min(1.0, cosine)) <= half + 0.05
        assert meadow.read(Cell(*(math.floor(part) for part in eye))).kind.name == "air"

    def test_a_wall_stops_the_camera(self, meadow):
        eye = clear_towards(meadow, (0.5, 2.0, 0.5), (0.0, -1.0, 0.0), 10.0)
        assert eye[1] == pytest.approx(0.35, abs=0.02)
