"""Who may do what."""

import littlefolk.verbs  # noqa: F401 (importing it declares the commands)
import pytest
from littlefolk.commands import TABLES
from littlefolk.commands.admission import admitted
from littlefolk.policy import EVERYTHING, RESIDENT_GRANTS, Audience, Capability, Grants, Risk, Row
from littlefolk.present.call import Call, Caller
from littlefolk.present.outcome import Denied


@pytest.mark.parametrize("capability", Capability)
def test_a_row_is_allowed_by_its_own_capability_alone(capability):
    row = Row(capability)
    assert Grants.of(capability).allow(row)
    assert EVERYTHING.allow(row)
    assert not EVERYTHING.without([capability]).allow(row)
    assert not Grants.of().allow(row)


def test_grants_are_values():
    grants = Grants.of(Capability.LOOK, Capability.BUILD)
    assert grants == Grants.of(Capability.BUILD, Capability.LOOK)
    assert grants.without([Capability.BUILD]) == Grants.of(Capability.LOOK)
    assert grants.allow(Row(Capability.BUILD)), "taking away makes a new value"


def test_a_resident_has_no_hand_in_the_players_window_and_makes_nobody():
    assert not RESIDENT_GRANTS.allow(Row(Capability.INTERFACE))
    assert not RESIDENT_GRANTS.allow(Row(Capability.SPAWN))


@pytest.mark.parametrize("command", list(TABLES), ids=lambda command: command.name)
def test_a_command_is_in_a_callers_tools_exactly_when_its_call_would_be_admitted(command):
    arguments = {argument.name: None for argument in command.arguments}
    call = Call(command.name, arguments, Caller("Moss", Audience.PUBLIC, RESIDENT_GRANTS))
    listed = command in TABLES.granted(["player"], RESIDENT_GRANTS)
    assert listed == (not isinstance(admitted(TABLES, call), Denied))


@pytest.mark.parametrize("command", list(TABLES), ids=lambda command: command.name)
def test_what_changes_the_world_carries_more_than_the_risk_of_reading(command):
    if command.row.capability in (Capability.BUILD, Capability.SPAWN, Capability.SPEAK, Capability.MOVE):
        assert command.row.risk is not Risk.READ
