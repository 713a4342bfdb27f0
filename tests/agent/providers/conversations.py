"""Five conversations, and the protocols over which they are held."""

from dataclasses import dataclass

from lanes import settings_for
from littlefolk.agent.providers import ChatProvider, OpenAIProvider
from littlefolk.world.cells import Cell
from wires import Actions, Chat, Responses


@dataclass(frozen=True)
class Conversation:
    """Responses of a model, with cells relative to where they are held, and how its calls end."""

    name: str
    responses: tuple
    outcomes: list

    def at(self, x, y, z):
        """The responses with their cells there."""

        def placed(arguments):
            return {
                key: {"x": x + value[0], "y": y + value[1], "z": z + value[2]} if isinstance(value, tuple) else value
                for key, value in arguments.items()
            }

        return [
            response | {"calls": [(tool, placed(arguments)) for tool, arguments in response.get("calls", ())]}
            for response in self.responses
        ]

    @staticmethod
    def read(arguments):
        """JSON arguments as their commands read them."""
        return {key: Cell(*value.values()) if isinstance(value, dict) else value for key, value in arguments.items()}


CONVERSATIONS = (
    Conversation("words", ({"text": "Good morning — «nice» day, isn’t it? 🧱", "thought": "Be polite."},), []),
    Conversation(
        "one block",
        ({"calls": [("place_block_at", {"kind": "stone", "cell": (0, 0, 0)})]}, {"text": "A stone stands there."}),
        ["Done"],
    ),
    Conversation(
        "in parallel",
        (
            {
                "text": "Let me build. ",
                "thought": "Three at once.",
                "calls": [
                    ("place_block_at", {"kind": kind, "cell": (index, 0, 0)}) for index, kind in enumerate(("stone", "bricks", "glass"))
                ],
            },
            {"text": "Done."},
        ),
        ["Done"] * 3,
    ),
    Conversation(
        "step by step",
        (
            {"calls": [("place_block_at", {"kind": "lantern", "cell": (0, 0, 0)})]},
            {"calls": [("block_at", {"cell": (0, 0, 0)})]},
            {"calls": [("remove_block_at", {"cell": (0, 0, 0)}), ("say", {"text": "all gone"})]},
            {"text": "I put it there and took it away."},
        ),
        ["Done"] * 4,
    ),
    Conversation(
        "mended",
        (
            {"calls": [("place_block_at", {"kind": "cheese", "cell": (0, 0, 0)}), ("place_blok_at", {"kind": "clay", "cell": (0, 0, 0)})]},
            {"calls": [("place_block_at", {"kind": "clay", "cell": (0, 0, 0)})]},
            {"text": "There is no cheese; it is clay now."},
        ),
        ["Invalid", "Invalid", "Done"],
    ),
)


@dataclass(frozen=True)
class Protocol:
    """How a provider is made for a lane, and what its server sends. `incremental`: later requests hold new results only."""

    name: str
    wire: type
    make: object
    incremental: bool = False

    def provider(self, lane, **changes):
        """A provider for a lane."""
        return self.make(lane, changes)


PROTOCOLS = (
    Protocol("chat", Chat, lambda lane, changes: ChatProvider(settings_for(lane, **changes))),
    Protocol("responses", Responses, lambda lane, changes: OpenAIProvider(settings_for(lane, **({"sockets": False} | changes))), True),
    Protocol("responses by socket", Responses, lambda lane, changes: OpenAIProvider(settings_for(lane.takes_sockets(), **changes)), True),
    Protocol("actions", Actions, lambda lane, changes: ChatProvider(settings_for(lane, **({"tools": "actions"} | changes)))),
)
