import pytest
from littlefolk.world.kinds import AIR, KINDS, KindsError, read_kinds

GOOD = """
[stone]
tiles = "stone"
category = "ground"
colour = "#777777"
sound = "stone"
"""


def written(tmp_path, text):
    path = tmp_path / "kinds.toml"
    path.write_text(text)
    return path


def test_air_is_built_in_and_comes_first():
    assert KINDS.by_id(0) is AIR
    assert KINDS["air"] is AIR
    assert not AIR.solid
    assert AIR not in KINDS.placeable


def test_ids_names_and_tables_agree():
    for number, kind in enumerate(KINDS):
        assert kind.id == number
        assert KINDS.by_id(number) is KINDS[kind.name] is kind
        assert bool(KINDS.trait_table[number] & 1) == kind.solid
        assert [KINDS.tiles[layer] for layer in KINDS.tile_table[number]] == list(kind.tiles) or kind is AIR
        assert KINDS.emission_table[number] == kind.emission
    assert len(KINDS.names) == len(KINDS) == len(set(KINDS.names))
    assert len(set(KINDS.tiles)) == len(KINDS.tiles)


def test_faces_follow_the_order_of_directions():
    assert KINDS["grass"].tiles == ("grass_side", "grass_side", "grass_top", "dirt", "grass_side", "grass_side")


def test_water_is_not_solid_but_can_be_overwritten():
    water = KINDS["water"]
    assert water.liquid
    assert water.replaceable
    assert not water.solid
    assert not water.opaque


def test_unknown_names_and_ids():
    assert KINDS.get("cheese") is None
    assert "cheese" not in KINDS
    with pytest.raises(KeyError):
        KINDS["cheese"]
    with pytest.raises(IndexError):
        KINDS.by_id(-1)


def test_layers_follow_the_first_mention_in_the_file(tmp_path):
    kinds = read_kinds(
        written(
            tmp_path, GOOD + '[log]\ntiles = {side="bark", top="rings", bottom="rings"}\ncategory="plant"\ncolour="#000000"\nsound="wood"'
        )
    )
    assert kinds.tiles == ("stone", "bark", "rings")


@pytest.mark.parametrize(
    ("change", "line", "word"),
    [
        (('colour = "#777777"', 'colour = "grey"'), 5, "colour"),
        (('category = "ground"', 'category = "rock"'), 4, "category"),
        (('sound = "stone"', 'sound = "stone"\nemission = 16'), 7, "emission"),
        (('sound = "stone"', ""), 2, "sound"),
        (('tiles = "stone"', 'tiles = { top = "a" }'), 2, "no tile for"),
        (('sound = "stone"', 'sound = "stone"\nshiny = true'), 7, "shiny"),
        (('sound = "stone"', 'sound = "stone"\nliquid = true'), 2, "solid = false"),
        (("[stone]", "[Stone]"), 2, "cannot name a kind"),
        (("[stone]", "[air]"), 2, "built in"),
        (("[stone]", "size = 3\n[stone]"), 2, "outside any kind"),
        (("[stone]", "[stone"), None, "line 2"),
        (("[stone]", "[stone]\n[stone]"), None, "line 3"),
    ],
)
def test_a_mistake_is_told_with_file_and_line(tmp_path, change, line, word):
    with pytest.raises(KindsError) as caught:
        read_kinds(written(tmp_path, GOOD.replace(*change)))
    message = str(caught.value)
    assert message.startswith("kinds.toml:" + (f"{line}:" if line else ""))
    assert word in message
