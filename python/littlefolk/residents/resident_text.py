"""How residents, bodies and what they said read."""

from littlefolk.bodies.body import Body
from littlefolk.present.untrusted import marked, one_line
from littlefolk.present.views import ModelView, TextView, View, presents
from littlefolk.present.world_text import placed
from littlefolk.residents.chat import Utterance
from littlefolk.residents.resident import Resident
from littlefolk.world.cells import Direction


@presents(Resident, TextView)
def _resident(value: Resident, _view: View) -> str:
    facing = Direction.from_yaw(value.body.yaw).label
    return f"{value.name} the {value.figure} at {placed(value.cell)} facing {facing}"


@presents(Body, TextView)
def _body(value: Body, _view: View) -> str:
    return f"{value.name} at {placed(value.cell)} facing {Direction.from_yaw(value.yaw).label}"


@presents(Utterance, TextView)
def _utterance(value: Utterance, _view: View) -> str:
    return f"{one_line(value.speaker, 40)}: {one_line(value.text, 400)}"


@presents(Utterance, ModelView)
def _utterance_to_model(value: Utterance, _view: View) -> str:
    return f"{marked(one_line(value.speaker, 40))} said {marked(value.text)}"
