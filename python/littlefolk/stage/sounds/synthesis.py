"""Synthesis: bursts of filtered noise and decaying tones for materials, a small vowel for voices, and a purr.

Every function returns int16[n], mono, at RATE, ending in silence; equal arguments give equal samples.
"""

import zlib
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

RATE = 22050  # samples a second
BREATH = 0.85  # seconds of a purr
VARIATIONS = 4  # of each sound, so that no two steps are alike
Samples: TypeAlias = NDArray[np.int16]
Wave: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Material:
    """How a material sounds: the middle of its noise in Hz and its width in octaves, how long it rings (seconds), how grainy it is
    (grains a second, 0 for smooth), tones in Hz and how loud they are beside the noise (0..1)."""

    middle: float
    width: float
    ring: float
    grains: float = 0.0
    tones: tuple[float, ...] = ()
    tone: float = 0.0


MATERIALS = {
    "grass": Material(1500, 1.3, 0.055, 260),
    "earth": Material(420, 1.2, 0.06, 130),
    "stone": Material(1150, 1.1, 0.045, 0, (410, 1130), 0.25),
    "wood": Material(520, 0.9, 0.06, 0, (190, 385, 640), 0.6),
    "leaves": Material(3600, 1.2, 0.07, 340),
    "sand": Material(2300, 1.0, 0.075, 800),
    "snow": Material(1000, 0.9, 0.085, 420),
    "glass": Material(4200, 0.8, 0.05, 0, (2150, 3270, 4890), 0.75),
    "gravel": Material(1700, 1.2, 0.08, 150),
    "mud": Material(270, 1.0, 0.09, 60, (105,), 0.35),
    "water": Material(800, 1.1, 0.14, 90, (310,), 0.2),
}


@dataclass(frozen=True, slots=True)
class Action:
    """How something is done to a material: loudness (0..1), factor on how long it rings and on its pitch, weight of a low thump."""

    loudness: float
    length: float
    pitch: float
    thump: float


ACTIONS = {
    "step": Action(0.30, 1.0, 0.85, 0.30),
    "dig": Action(0.42, 0.8, 1.05, 0.15),
    "break": Action(0.75, 2.2, 0.95, 0.25),
    "place": Action(0.65, 1.1, 0.80, 0.70),
}


def hit(material: str, action: str, variation: int = 0) -> Samples:
    """A step on, a blow at, the breaking or the placing of a material. Raises KeyError for a name that is not in the tables."""
    made, done = MATERIALS[material], ACTIONS[action]
    random = _random(material, action, variation)
    ring = made.ring * done.length
    time = _time(min(0.6, ring * 7))
    pitch = done.pitch * (1.0 + 0.09 * (random.random() - 0.5))
    noise = _band(random.standard_normal(time.size), made.middle * pitch, made.width)
    if made.grains:
        noise = noise * _grains(random, time.size, made.grains)
    wave = _even(noise) * np.exp(-time / ring)
    for tone in made.tones:
        detuned = tone * pitch * (1.0 + 0.02 * (random.random() - 0.5))
        wave = wave + made.tone * np.sin(2 * np.pi * detuned * time) * np.exp(-time / (ring * 1.3)) / len(made.tones)
    wave = wave + done.thump * np.sin(2 * np.pi * 85 * pitch * time) * np.exp(-time / 0.045)
    return _finished(wave, done.loudness)


def splash(variation: int = 0) -> Samples:
    """Something falls into water."""
    random = _random("splash", variation)
    time = _time(0.7)
    wash = _even(_band(random.standard_normal(time.size), 1300, 1.6)) * np.exp(-time / 0.17) * np.minimum(1.0, time / 0.012)
    drops = np.zeros(time.size)
    for _ in range(7):
        start, low = random.random() * 0.35, 500 + 900 * random.random()
        since = np.maximum(0.0, time - start)
        drops += np.where(time >= start, np.sin(2 * np.pi * (low + 2200 * since) * since) * np.exp(-since / 0.03), 0.0) * 0.25
    return _finished(wash + drops, 0.7)


def click() -> Samples:
    """The soft click of a button."""
    time = _time(0.06)
    wave = np.sin(2 * np.pi * 1250 * time) * np.exp(-time / 0.008) + 0.5 * np.sin(2 * np.pi * 620 * time) * np.exp(-time / 0.014)
    return _finished(wave, 0.22)


def blip(name: str, vowel: int = 0) -> Samples:
    """One syllable of somebody's voice: a small vowel at a pitch of their own."""
    own = zlib.crc32(name.casefold().encode()) % 1000 / 1000
    pitch = 185.0 + 120.0 * own
    first, second = ((730, 1090), (530, 1840), (390, 1990), (570, 840), (440, 1020))[vowel % 5]
    time = _time(0.1)
    bend = pitch * (1.0 + 0.12 * np.sin(np.pi * time / 0.1))
    phase = 2 * np.pi * np.cumsum(bend) / RATE
    wave = np.zeros(time.size)
    for number in range(1, 16):
        frequency = pitch * number
        strength = _peak(frequency, first * 1.25) + 0.6 * _peak(frequency, second * 1.25) + 0.04
        wave += np.sin(phase * number) * strength / number**0.5
    envelope = np.minimum(1.0, time / 0.012) * np.minimum(1.0, (0.1 - time) / 0.05)
    return _finished(_even(wave) * envelope, 0.35)


def purr(name: str, breath: int = 0) -> Samples:
    """One breath of a purring cat, out or in, BREATH seconds long: soft pulses, a little slower and lower out than in."""
    own = zlib.crc32(name.casefold().encode()) % 1000 / 1000
    rate = (23.0 if breath % 2 else 26.0) + 2.5 * own
    time = _time(BREATH)
    pulse = np.mod(time * rate * (1.0 + 0.03 * np.sin(np.pi * time / BREATH)), 1.0) / rate
    ringing = sum(
        strength * np.sin(2 * np.pi * tone * (1.0 + 0.2 * own) * pulse) for tone, strength in ((92.0, 1.0), (205.0, 0.7), (430.0, 0.35))
    )
    air = _even(_band(_random("purr", name.casefold(), breath % 2).standard_normal(time.size), 520, 1.8))
    wave = (ringing + 0.5 * air) * np.exp(-pulse / 0.014) + 0.06 * air
    swell = np.minimum(1.0, time / 0.16) * np.minimum(1.0, (BREATH - time) / 0.22)
    return _finished(_even(wave) * swell, 0.42 if breath % 2 else 0.34)


def _random(*names: object) -> np.random.Generator:
    return np.random.Generator(np.random.PCG64(zlib.crc32(repr(names).encode())))


def _time(seconds: float) -> Wave:
    return np.arange(int(seconds * RATE)) / RATE


def _band(noise: Wave, middle: float, width: float) -> Wave:
    spectrum = np.fft.rfft(noise)
    frequencies = np.maximum(np.fft.rfftfreq(noise.size, 1 / RATE), 1.0)
    return np.fft.irfft(spectrum * np.exp(-0.5 * (np.log2(frequencies / middle) / (width / 2)) ** 2), noise.size)


def _grains(random: np.random.Generator, count: int, rate: float) -> Wave:
    impulses = (random.random(count) < rate / RATE) * random.random(count)
    tail = np.exp(-np.arange(int(0.006 * RATE)) / (0.0016 * RATE))
    return 0.12 + np.convolve(impulses, tail)[:count]


def _peak(frequency: float, formant: float) -> float:
    return float(np.exp(-0.5 * ((frequency - formant) / 160.0) ** 2))


def _even(wave: Wave) -> Wave:
    return wave / max(1e-9, float(np.abs(wave).max()))


def _finished(wave: Wave, loudness: float) -> Samples:
    fade = np.minimum(1.0, np.arange(wave.size)[::-1] / (0.006 * RATE))
    attack = np.minimum(1.0, np.arange(wave.size) / (0.0008 * RATE))
    return (_even(wave) * fade * attack * loudness * 32000).astype(np.int16)
