"""At the frame every call is checked again: the arguments' types, what they name, and whether the command applies."""

import gc

import littlefolk.verbs  # noqa: F401 (importing it declares the commands)
import pytest
from littlefolk.bodies.body import Body
from littlefolk.commands import TABLES
from littlefolk.commands.admission import admitted, execute
from littlefolk.commands.situation import Situation, why_not
from littlefolk.policy import Capability, Grants
from littlefolk.present.call import Call, Caller
from littlefolk.present.context import Pose, ReadContext, Snapshot
from littlefolk.present.handles import HandleTable
from littlefolk.present.outcome import Denied, Failed, Invalid
from littlefolk.present.types import HandleType
from littlefolk.residents import Resident
from littlefolk.world.cells import Cell, Direction

POSE = Pose(Cell(0, 64, 0), (0.5, 64.0, 0.5), 0.0, Direction.NORTH)
PLAYER = Caller("player")


def now(*names, handles=None, **more):
    snapshot = Snapshot(5, 1, dict.fromkeys(names, POSE), **more)
    return lambda call: ReadContext(call.caller.name, snapshot, handles)


def call(command, caller=PLAYER, **arguments):
    return Call(command, arguments, caller)


@pytest.mark.parametrize(
    ("made", "argument", "part"),
    [
        (call("place_block_at", kind="stone", cell=(1, 2, 3)), "cell", "is not a cell"),
        (call("place_block_at", kind="cheese", cell=Cell(1, 2, 3)), "kind", "cheese is not a block kind"),
        (call("place_block_at", kind=7, cell=Cell(1, 2, 3)), "kind", "7 is not"),
        (call("place_block_at", kind="stone", cell=Cell(2**40, 0, 0)), "cell", "beyond the world"),
        (call("place_block_at", kind="stone"), "cell", "cell is missing"),
        (call("place_block_at", kind="stone", cell=Cell(1, 2, 3), colour="red"), "colour", "no argument colour"),
        (call("select_slot", slot=True), "slot", "not a whole number"),
        (call("select_slot", slot=12), "slot", "out of range"),
        (call("where_is", name="Moss"), "name", "nobody in this world"),
    ],
)
def test_a_wrong_argument_is_refused_at_the_frame(made, argument, part):
    refused = admitted(TABLES, made, now("player"))
    assert isinstance(refused, Invalid)
    assert refused.argument == argument
    assert part in refused.message


def test_a_right_call_passes_and_a_default_may_be_left_out():
    assert admitted(TABLES, call("place_block_at", kind="stone", cell=Cell(1, 2, 3)), now("player")) is None
    assert admitted(TABLES, call("spawn_gnome"), now("player")) is None
    assert admitted(TABLES, call("where_is", name="Moss"), now("player", "Moss")) is None


def test_a_body_that_is_gone_since_and_a_stale_handle_are_invalid():
    moss = Resident("Moss", "gnome", Body("Moss"))
    table = HandleTable()
    context = ReadContext("player", Snapshot(1, 0, {"player": POSE, "Moss": POSE}), table)
    reference = HandleType().parse(table.mint(moss), context)
    described, placed = call("describe_handle", handle=reference), call("where_is", name="Moss")
    assert admitted(TABLES, described, now("player", "Moss", handles=table)) is None
    assert "nobody in this world" in admitted(TABLES, placed, now("player", handles=table)).message
    handle = reference.handle
    del reference, described, moss
    gc.collect()
    stale = HandleType().parse(handle, context)
    assert isinstance(stale, Invalid)
    assert "gone" in stale.message

    values = HandleTable(keep=1)
    first = HandleType().parse(values.mint(["a"]), ReadContext("player", Snapshot(), values))
    values.mint(["b"])
    refused = admitted(TABLES, call("describe_handle", handle=first), now("player", handles=values))
    assert isinstance(refused, Invalid)
    assert (refused.argument, "gone" in refused.message) == ("handle", True)


def test_a_refused_call_never_reaches_the_body_of_the_command():
    def acting(_call):
        raise AssertionError("the body would run")

    made = call("where_is", name="Nobody")
    outcome = execute(TABLES, made, acting, lambda *bug: pytest.fail(str(bug)), now("player"))
    assert isinstance(outcome, Invalid)


def test_a_command_that_does_not_apply_fails_with_the_reason():
    assert admitted(TABLES, call("look_at", cell=Cell(1, 2, 3)), now()) == Failed("you have no body in this world: name cells instead")
    assert admitted(TABLES, call("ask", text="hi"), now("player")) == Failed("nobody is in focus: turn to somebody first")
    assert admitted(TABLES, call("ask", text="hi"), now("player", focus="Moss")) is None
    assert admitted(TABLES, call("resume"), now("player")) == Failed("no menu is open")
    assert admitted(TABLES, call("resume"), now("player", menu="pause")) is None
    assert admitted(TABLES, call("focus_nearest"), now("player")) == Failed("nobody else is here: spawn a gnome first")


def test_what_is_not_granted_is_denied_before_anything_else_is_looked_at():
    poor = Caller("Moss", grants=Grants.of(Capability.LOOK))
    assert isinstance(admitted(TABLES, call("look_at", poor, cell="nonsense"), now()), Denied)


def test_a_model_s_tools_leave_out_what_does_not_apply_and_a_person_is_told_why():
    outside = Situation(Caller("Moss"), Snapshot())
    inside = Situation(Caller("Moss"), Snapshot(bodies={"Moss": POSE}))
    without, within = ({command.name for command in TABLES.applicable(["resident"], where)} for where in (outside, inside))
    assert "where_am_i" not in without
    assert "where_am_i" in within
    assert "block_at" in without
    assert why_not(TABLES.get("where_am_i"), outside).startswith("you have no body")
    assert why_not(TABLES.get("where_am_i"), inside) == ""
    poor = Situation(Caller("Moss", grants=Grants.of()), inside.snapshot)
    assert "needs `look`" in why_not(TABLES.get("where_am_i"), poor)
    assert TABLES.applicable(["player"], poor) == []
