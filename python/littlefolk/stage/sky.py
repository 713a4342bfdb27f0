"""The sky: the one light of the scene and the colours that follow it."""

from godot import Basis, Camera3D, Color, DirectionalLight3D, Vector3
from godot.singletons import RenderingServer

from littlefolk.panels.daylight import light_at

FOG_MARGIN = 0.94  # of the residency radius: past it everything is fog
STEP = 0.0002  # of a day: the sun has moved so little that nobody sees it


class Sky:
    """Sets the light and the shader globals when the time of day has moved on enough to be seen."""

    def __init__(self, sun: DirectionalLight3D, camera: Camera3D) -> None:
        self._sun, self._camera = sun, camera
        self._shown = -1.0
        self.direction = (0.0, 1.0, 0.0)  # towards the sun, or the moon

    def reach(self, metres: float) -> None:
        """Say how far the world is seen."""
        RenderingServer.global_shader_parameter_set("fog_distance", metres * FOG_MARGIN)
        self._camera.far = metres * 1.8

    def show(self, day: float) -> None:
        """The light at a time of day, 0..1."""
        if abs(day - self._shown) < STEP:
            return
        self._shown = day
        light = light_at(day)
        colour = Color(*light.colour)
        self.direction = light.towards
        towards = Vector3(*light.towards)
        self._sun.basis = Basis.looking_at(-towards, Vector3(0.0, 0.0, 1.0) if light.towards[1] > 0.9 else Vector3(0.0, 1.0, 0.0))
        self._sun.light_color = colour
        self._sun.light_energy = light.energy
        linear = colour.srgb_to_linear()
        put = RenderingServer.global_shader_parameter_set
        put("daylight", light.daylight)
        put("sun_place", Vector3(*light.sun))
        put("moon_place", Vector3(*light.moon))
        put("sun_direction", towards)
        put("sun_light", Vector3(linear.r, linear.g, linear.b) * light.energy)
