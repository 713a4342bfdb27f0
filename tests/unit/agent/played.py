"""A provider that plays what a test wrote down."""

from littlefolk.agent.providers.base import CallReady, CallStarted, Finished, Provider, Text


class Played(Provider):
    """Plays one response after another: events, exceptions to raise, and coroutine functions to await."""

    name = "played"

    def __init__(self, *responses):
        self.responses = list(responses)
        self.requests = []

    async def stream(self, request):
        self.requests.append(request)
        for event in self.responses.pop(0) if self.responses else [Text("nothing left"), Finished()]:
            if isinstance(event, BaseException):
                raise event
            if callable(event):
                await event()
            else:
                yield event


def calls(*asked):
    """A response that asks for some calls: pairs of a tool and raw JSON."""
    events = []
    for index, (tool, raw) in enumerate(asked):
        events += [CallStarted(f"call_{index}", tool), CallReady(f"call_{index}", tool, raw)]
    return [*events, Finished("r")]


def answer(text):
    """A response that only says something."""
    return [Text(text), Finished("end")]
