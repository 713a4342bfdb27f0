"""Laws of the synthesised sounds."""

import numpy as np
import pytest
from littlefolk.stage.sounds import ACTIONS, BREATH, MATERIALS, RATE, VARIATIONS, blip, click, hit, purr, splash
from littlefolk.world.kinds import KINDS

EVERY = [(material, action) for material in MATERIALS for action in ACTIONS]


def middle(samples):
    """The mean frequency of a sound in Hz, weighted by its energy."""
    energy = np.abs(np.fft.rfft(samples.astype(float))) ** 2
    return float((np.fft.rfftfreq(samples.size, 1 / RATE) * energy).sum() / energy.sum())


def test_every_kind_has_its_sounds():
    assert {kind.sound for kind in KINDS if kind.sound} <= set(MATERIALS)


@pytest.mark.parametrize(("material", "action"), EVERY)
def test_a_sound_is_short_heard_and_ends_in_silence(material, action):
    samples = hit(material, action)
    assert samples.dtype == np.int16
    assert 0.04 < samples.size / RATE < 0.7
    assert 4000 < np.abs(samples.astype(int)).max() < 32768
    assert abs(int(samples[0])) < 400
    assert np.abs(samples[-4:].astype(int)).max() < 400


def test_the_same_sound_has_the_same_samples_and_variations_differ():
    for make in (lambda number: hit("stone", "step", number), splash, lambda number: blip("Moss", number)):
        assert np.array_equal(make(0), make(0))
        assert len({make(number).tobytes() for number in range(VARIATIONS)}) == VARIATIONS


def test_materials_sound_as_one_expects():
    assert middle(hit("mud", "dig")) < middle(hit("earth", "dig")) < middle(hit("gravel", "dig")) < middle(hit("glass", "dig"))
    assert middle(hit("stone", "place")) < middle(hit("stone", "dig"))


def test_steps_are_quieter_than_breaking():
    for material in MATERIALS:
        assert np.abs(hit(material, "step").astype(int)).max() < np.abs(hit(material, "break").astype(int)).max()


def test_two_gnomes_have_two_voices():
    assert blip("Moss").tobytes() != blip("Fern").tobytes()
    assert blip("Moss").tobytes() == blip("moss").tobytes()


def test_a_click_is_soft():
    assert np.abs(click().astype(int)).max() < 9000


def test_a_purr_is_low_and_pulses_and_is_each_cats_own():
    breath = purr("Tansy", 1)
    assert breath.size == int(BREATH * RATE)
    assert 4000 < np.abs(breath.astype(int)).max() < 20000
    assert np.abs(breath[[0, 1, -2, -1]].astype(int)).max() < 400
    assert middle(breath) < middle(blip("Tansy"))
    loud = np.abs(breath.astype(float))[RATE // 4 : -RATE // 4]
    energy = np.abs(np.fft.rfft(loud - loud.mean()))
    assert 20 < np.fft.rfftfreq(loud.size, 1 / RATE)[int(energy[: int(60 * loud.size / RATE)].argmax())] < 32, "pulses a second"
    assert not np.array_equal(breath, purr("Tansy", 2))
    assert np.array_equal(breath, purr("tansy", 3))
    assert not np.array_equal(breath, purr("Marmalade", 1))
