"""Which pose follows from what somebody does, and whom they look at."""

import pytest
from littlefolk.bodies.body import Body
from littlefolk.panels.manner import DOWNCAST, SITS_AFTER, Doing, Manner, attention, calling, hears, manner_of
from littlefolk.present.records import CallStatus, ToolCall, Turn, TurnStatus

PLAYER = (0.5, 65.6, -2.5)


def gnome(**changes):
    return Body("Moss", **{"position": (0.5, 64.0, 0.5), "height": 1.15, "eye_height": 0.8} | changes)


def turn(*calls, status=TurnStatus.WORKING):
    return Turn("t", "Moss", "build", "player", status=status, calls=calls)


def call(tool, status):
    return ToolCall(f"{tool}-{status}", tool, "{}", status=status)


class TestManner:
    def test_nobody_who_does_nothing_is_in_any_pose(self):
        assert manner_of(Doing()) == Manner()

    @pytest.mark.parametrize(
        ("doing", "poses"),
        [
            (Doing(speed=1.0), {"walk": 0.5}),
            (Doing(speed=9.0), {"walk": 1.0}),
            (Doing(status=TurnStatus.THINKING), {"think": 1.0}),
            (Doing(status=TurnStatus.WAITING), {"think": 1.0}),
            (Doing(status=TurnStatus.WORKING, calling=True), {"work": 1.0}),
            (Doing(status=TurnStatus.WORKING), {}),
            (Doing(focused=True), {"listen": 1.0}),
            (Doing(hearing=True), {"listen": 1.0}),
            (Doing(talking=True, focused=True), {"talk": 1.0}),
            (Doing(still=SITS_AFTER + 1), {"sit": 1.0}),
            (Doing(mood="nap", still=9.0), {"sit": 1.0, "nap": 1.0}),
            (Doing(mood="purr"), {"sit": 1.0, "purr": 1.0}),
            (Doing(mood="purr", focused=True), {"sit": 1.0, "purr": 1.0}),
        ],
    )
    def test_the_pose_follows_from_what_is_done(self, doing, poses):
        assert manner_of(doing) == Manner(**poses)

    def test_who_walks_to_work_has_no_hands_for_it(self):
        manner = manner_of(Doing(status=TurnStatus.WORKING, calling=True, speed=2.0, still=9.0))
        assert manner == Manner(walk=1.0)

    @pytest.mark.parametrize(
        "more", [{"focused": True}, {"hearing": True}, {"talking": True}, {"speed": 1.0}, {"status": TurnStatus.THINKING}]
    )
    def test_nobody_sleeps_who_is_spoken_to_asked_or_on_the_way(self, more):
        assert manner_of(Doing(mood="nap", **more)).nap == 0.0

    def test_every_share_lies_between_nothing_and_all(self):
        for status in (None, *TurnStatus):
            for speed in (0.0, 0.5, 50.0):
                for mood in ("", "nap", "purr"):
                    manner = manner_of(Doing(status=status, calling=True, speed=speed, mood=mood, still=9.0))
                    assert all(0.0 <= share <= 1.0 for share in manner)


class TestCalling:
    def test_a_call_in_flight_counts_and_speech_does_not(self):
        assert calling(turn(call("place_block_at", CallStatus.RUNNING)))
        assert not calling(turn(call("say", CallStatus.RUNNING)))
        assert not calling(turn(call("place_block_at", CallStatus.OK)))

    def test_nothing_is_in_flight_without_a_turn_or_after_it(self):
        assert not calling(None)
        assert not calling(turn(call("place_block_at", CallStatus.RUNNING), status=TurnStatus.CANCELLED))


class TestAttention:
    """The body faces north, -z; a positive yaw is to its left, the west."""

    def test_the_player_who_is_near_is_looked_at(self):
        yaw, pitch = attention(gnome(), Doing(), PLAYER, None)
        assert abs(yaw) < 1e-6
        assert pitch > 0.1

    def test_whoever_speaks_is_looked_at_before_the_player(self):
        yaw, _pitch = attention(gnome(), Doing(), PLAYER, ("Fern", (-12.0, 64.8, -3.0)))
        assert yaw > 1.0

    def test_nobody_looks_at_their_own_voice(self):
        body = gnome()
        assert attention(body, Doing(talking=True), PLAYER, ("Moss", body.eyes)) == attention(body, Doing(), PLAYER, None)
        assert not hears(body, ("Moss", body.eyes))

    def test_a_voice_from_far_away_or_behind_is_not_turned_to(self):
        for place in ((-40.0, 64.8, -3.0), (0.5, 64.8, 9.0)):
            assert attention(gnome(), Doing(), PLAYER, ("Fern", place)) == attention(gnome(), Doing(), PLAYER, None)

    def test_a_voice_near_by_is_listened_to(self):
        assert hears(gnome(), ("Fern", (4.0, 64.8, 0.5)))
        assert not hears(gnome(), ("Fern", (14.0, 64.8, 0.5)))
        assert not hears(gnome(), None)

    def test_who_works_looks_at_the_work(self):
        assert attention(gnome(), Doing(calling=True), PLAYER, ("Fern", (-3.0, 64.8, -3.0))) == (0.0, DOWNCAST)

    def test_alone_the_head_follows_the_body(self):
        assert attention(gnome(pitch=0.3), Doing(), (90.0, 64.0, 90.0), None) == (0.0, 0.3)
