"""A person's settings: kept, checked, and never lost to a damaged file without a word."""

import json
import threading

import pytest
from littlefolk.game.preferences import Preferences
from littlefolk.game.settings import DEFAULTS, Settings, read_settings, rows, write_settings
from pydantic import ValidationError


@pytest.fixture
def path(tmp_path):
    return tmp_path / "of a person" / "settings.json"


def test_what_was_written_is_read(path):
    changed = DEFAULTS.changed(field_of_view=90, invert_look=True, bindings={"jump": ["J"]})
    write_settings(path, changed)
    assert read_settings(path) == (changed, "")


def test_without_a_file_defaults_count_and_none_is_made(path):
    assert read_settings(path) == (DEFAULTS, "")
    assert not path.exists()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"version": 2}',
        '{"field_of_view": 5000}',
        '{"volume": NaN}',
        '{"colour": 1}',
        '{"bindings": {"jump": "J"}}',
        "\x00\xff",
    ],
)
def test_a_damaged_file_is_kept_aside_and_named(path, text):
    path.parent.mkdir()
    path.write_text(text, encoding="latin-1")
    settings, problem = read_settings(path)
    assert settings == DEFAULTS
    assert "settings.damaged-1.json" in problem
    assert path.with_name("settings.damaged-1.json").read_text(encoding="latin-1") == text
    assert not path.exists()
    path.write_text(text, encoding="latin-1")
    assert "settings.damaged-2.json" in read_settings(path)[1]


@pytest.mark.parametrize("wrong", [{"field_of_view": 10}, {"smooth_edges": "8×"}, {"volume": 1.5}, {"speed": 1}, {"volume": float("nan")}])
def test_values_out_of_range_are_refused(wrong):
    with pytest.raises(ValidationError):
        DEFAULTS.changed(**wrong)


def test_every_setting_but_the_bindings_has_a_row():
    assert {row.name for row in rows()} == set(Settings.model_fields) - {"version", "bindings"}
    for row in rows():
        value = getattr(DEFAULTS, row.name)
        assert row.reading(value)
        assert row.kind != "number" or (row.low <= value <= row.high and row.step > 0)
        assert row.kind != "choice" or value in row.choices


def test_a_change_is_heard_at_once_and_written_soon(path):
    preferences = Preferences(path)
    heard = []
    deafen = preferences.listen(heard.append)
    preferences.change(volume=0.25)
    preferences.change(volume=0.25)
    assert [each.volume for each in heard] == [DEFAULTS.volume, 0.25]
    deafen()
    preferences.change(volume=0.5)
    assert len(heard) == 2
    for thread in threading.enumerate():
        if thread.name == "settings":
            thread.join()
    assert preferences.written
    assert json.loads(path.read_text(encoding="utf-8"))["volume"] == 0.5


def test_a_disk_that_refuses_is_a_problem_in_words(tmp_path):
    (tmp_path / "file").write_text("")
    preferences = Preferences(tmp_path / "file" / "settings.json")
    preferences.change(volume=0.25)
    for thread in threading.enumerate():
        if thread.name == "settings":
            thread.join()
    assert "could not be saved" in preferences.problem
    assert preferences.settings.volume == 0.25
