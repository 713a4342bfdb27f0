"""Speakers: the project's sounds in the engine, in the world and for the person's own hands."""

from collections.abc import Callable

from godot import AudioStreamPlayer, AudioStreamPlayer3D, AudioStreamWAV, Node3D, PackedByteArray
from godot.singletons import AudioServer

from littlefolk.stage.origin import ORIGIN
from littlefolk.stage.sounds.synthesis import RATE, VARIATIONS, Samples, blip, click, hit, purr, splash

VOICES = 10  # heard at once in the world; the one that began first gives way
HEARD = 28.0  # metres
SILENCE = 0.005  # volume below which nothing is heard
MASTER = 0

Place = tuple[float, float, float]


class Speakers:
    """A pool of players under one node. Sounds are made when they are first needed."""

    def __init__(self, parent: Node3D) -> None:
        self._streams: dict[tuple[object, ...], AudioStreamWAV] = {}
        self._turn = self._count = 0
        self._near = AudioStreamPlayer()
        self._nodes: list[AudioStreamPlayer3D] = []
        parent.add_child(self._near)
        for _ in range(VOICES):
            node = AudioStreamPlayer3D(unit_size=6.0, max_distance=HEARD)
            parent.add_child(node)
            self._nodes.append(node)

    def set_volume(self, volume: float) -> None:
        """Set how loud everything is, 0..1."""
        AudioServer.set_bus_mute(MASTER, volume < SILENCE)
        AudioServer.set_bus_volume_linear(MASTER, max(SILENCE, volume))

    def at(self, place: Place, material: str, action: str) -> None:
        """A sound of a material in the world."""
        self._count += 1
        variation = self._count % VARIATIONS
        self._play(place, (material, action, variation), lambda: hit(material, action, variation))

    def splash(self, place: Place) -> None:
        """Somebody goes into the water."""
        self._count += 1
        variation = self._count % VARIATIONS
        self._play(place, ("splash", variation), lambda: splash(variation))

    def syllable(self, place: Place, name: str, vowel: int) -> None:
        """One syllable of somebody's voice."""
        self._play(place, ("voice", name, vowel % 5), lambda: blip(name, vowel))

    def purr(self, place: Place, name: str, breath: int) -> None:
        """One breath of a cat that purrs."""
        self._play(place, ("purr", name, breath % 2), lambda: purr(name, breath))

    def click(self) -> None:
        """A button of the screen."""
        self._near.stream = self._stream(("click",), click)
        self._near.play()

    def __len__(self) -> int:
        """How many sounds have been made and are kept."""
        return len(self._streams)

    def close(self) -> None:
        """Stop, and free the players."""
        players: list[AudioStreamPlayer | AudioStreamPlayer3D] = [self._near, *self._nodes]
        for node in players:
            node.stop()
            node.stream = None
            node.queue_free()
        self._streams.clear()

    def _play(self, place: Place, key: tuple[object, ...], make: Callable[[], Samples]) -> None:
        node = self._nodes[self._turn]
        self._turn = (self._turn + 1) % VOICES
        node.position = ORIGIN.place(*place)
        node.stream = self._stream(key, make)
        node.play()

    def _stream(self, key: tuple[object, ...], make: Callable[[], Samples]) -> AudioStreamWAV:
        stream = self._streams.get(key)
        if stream is None:
            stream = self._streams[key] = AudioStreamWAV(
                format=AudioStreamWAV.FORMAT_16_BITS, mix_rate=RATE, stereo=False, data=PackedByteArray(make().astype("<i2").tobytes())
            )
        return stream
