import itertools
import json

from littlefolk.game.profile import Profile


def profile(**options):
    """A profile whose clock moves on by 1 ms at every look."""
    made = Profile(clock=itertools.count(0, 1_000_000).__next__, **options)
    made.on = True
    return made


def run(timed, *zones):
    """A frame in which zones follow one another, each with one inside."""
    with timed.frame():
        for name in zones:
            with timed.zone(name), timed.zone("inner"):
                pass


def test_zones_nest_and_their_times_are_kept():
    timed = profile()
    run(timed, "drain", "stream")
    assert [(span.name, span.depth, (span.end - span.start) // 1_000_000) for span in timed.spans(0)] == [
        ("frame", 0, 9),
        ("drain", 1, 3),
        ("inner", 2, 1),
        ("stream", 1, 3),
        ("inner", 2, 1),
    ]
    assert timed.durations() == [9.0]
    assert [line.split()[0] for line in timed.tree(0).splitlines()] == ["frame", "drain", "inner", "stream", "inner"]
    assert "    inner" in timed.tree(0)


def test_the_heaviest_zone_is_where_the_time_went_by_itself():
    now = [0]
    timed = Profile(clock=lambda: now[0])
    timed.on = True
    with timed.frame():
        now[0] += 2
        with timed.zone("stream"):
            now[0] += 3
            with timed.zone("drop"):
                now[0] += 9
    assert timed.heaviest(0) == "drop"


def test_only_the_latest_frames_are_kept_and_a_frame_with_too_many_zones_keeps_the_first():
    timed = profile(frames=3, zones=4)
    for count in (1, 1, 1, 5, 1):
        run(timed, *[f"zone {number}" for number in range(count)])
    assert timed.count == 5
    assert [len(timed.spans(frame)) for frame in range(3)] == [3, 4, 3]
    assert len(timed.durations()) == 3


def test_off_nothing_is_timed_and_a_frame_on_its_way_is_left_alone():
    timed = profile()
    timed.on = False
    run(timed, "drain")
    assert timed.count == 0
    with timed.frame():
        timed.on = True
        with timed.zone("late"):
            pass
    assert timed.count == 0
    run(timed, "drain")
    assert timed.count == 1


def test_an_error_in_a_zone_leaves_the_profile_in_order():
    timed = profile()
    try:
        with timed.frame(), timed.zone("broken"):
            raise RuntimeError
    except RuntimeError:
        pass
    run(timed, "drain")
    assert [span.name for span in timed.spans(1)] == ["frame", "drain", "inner"]


def test_a_trace_has_every_zone(tmp_path):
    timed = profile()
    run(timed, "drain")
    timed.write_trace(tmp_path / "trace.json")
    events = json.loads((tmp_path / "trace.json").read_text())["traceEvents"]
    assert [(event["name"], event["ph"], event["dur"]) for event in events] == [
        ("frame", "X", 5000.0),
        ("drain", "X", 3000.0),
        ("inner", "X", 1000.0),
    ]
