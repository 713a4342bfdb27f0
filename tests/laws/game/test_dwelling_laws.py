"""Whoever is kept comes back the same."""

import json

from hypothesis import given
from hypothesis import strategies as st
from littlefolk.game.dwelling import Kept, kept_of, resident_of
from littlefolk.policy import AskPolicy, Capability, Grants
from littlefolk.residents import FIGURES, Resident

names = st.text(st.characters(codec="utf-8", categories=("L", "N", "Zs")), min_size=1, max_size=24)
places = st.floats(-1e6, 1e6)
angles = st.floats(-10.0, 10.0)
capabilities = st.frozensets(st.sampled_from(list(Capability)))
FIELDS = ("name", "figure", "colour", "tables", "grants", "asks", "instructions", "mood", "muted", "listens", "provider", "formerly")


@st.composite
def residents(draw):
    figure = FIGURES[draw(st.sampled_from(sorted(FIGURES)))]
    name = draw(names)
    body = figure.body(name, draw(st.tuples(places, places, places)))
    body.yaw, body.pitch = draw(angles), draw(angles)
    return Resident(
        name,
        figure.name,
        body,
        f"#{draw(st.integers(0, 0xFFFFFF)):06x}",
        (figure.table,),
        grants=Grants(draw(capabilities)),
        asks=AskPolicy(draw(capabilities), draw(capabilities)),
        instructions=draw(st.text(st.characters(codec="utf-8"), max_size=200)),
        mood=draw(st.sampled_from(["", "nap"])),
        muted=draw(st.booleans()),
        listens=draw(st.booleans()),
        provider=draw(st.sampled_from(["", "offline", "chat"])),
        formerly=tuple(draw(st.lists(names, max_size=3))),
    )


@given(residents())
def test_a_kept_resident_comes_back_the_same(resident):
    document = json.loads(json.dumps(kept_of(resident), allow_nan=False))
    again = resident_of(Kept.model_validate(document))
    for name in FIELDS:
        assert getattr(again, name) == getattr(resident, name), name
    for name in ("name", "position", "yaw", "pitch", "width", "height", "eye_height"):
        assert getattr(again.body, name) == getattr(resident.body, name), name
