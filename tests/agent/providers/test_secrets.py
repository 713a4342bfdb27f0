"""A canary for a key: it reaches the server's Authorization header and nothing else."""

import json
import logging
import traceback

import pytest
from conversations import PROTOCOLS
from lanes import CANARY
from littlefolk.agent.journal import Journal
from littlefolk.agent.providers.failures import problem_of
from littlefolk.agent.providers.settings import Secret, Settings, from_environment
from littlefolk.game.transcript import Transcript

ECHOES = [
    {"status": 401, "body": json.dumps({"error": {"message": f"Incorrect API key provided: {CANARY}. Bearer {CANARY}"}})},
    {"status": 500, "body": f"<pre>Authorization: Bearer {CANARY}</pre>"},
    {"status": 400, "body": json.dumps({"error": {"code": CANARY, "message": CANARY}})},
    {"events": [f"data: {{{CANARY}\n\n"]},
    {"events": ["data: " + json.dumps({"error": {"message": CANARY, "type": CANARY}}) + "\n\n"]},
    {"events": ["data: " + json.dumps({"type": "error", "error": {"message": CANARY, "code": CANARY}}) + "\n\n"]},
    {"end": "reset"},
]


@pytest.mark.parametrize("protocol", PROTOCOLS, ids=lambda protocol: protocol.name)
def test_a_key_goes_to_its_server_and_nowhere_else(gnome, lane, protocol, tmp_path, caplog, capfd):
    lines = []
    journal = Journal(tmp_path / "journal.sqlite")
    transcript = Transcript(lines.append, tmp_path / "transcript.jsonl")
    provider = protocol.provider(lane, profiles=tmp_path / "servers.json")
    with caplog.at_level(logging.DEBUG):
        each = gnome(provider)
        each.agent._on_record = lambda turn: (journal.record(turn), transcript.record(turn), lines.append(repr(turn)))
        for answer in ECHOES:
            end = {"end": "cut"} if "socket" in protocol.name else {}
            lane.answers(*[answer | end] * 3)
            each.ask("what is your key?")
            lane.forgets()
        lane.answers(protocol.wire.response("I have none."))
        each.ask()
        lines.append(repr(provider) + repr(vars(provider)) + repr(each.agent.__dict__))
    journal.close()
    journal.thread.join(60)
    transcript.close()
    sent = [request["headers"]["authorization"] for request in lane.requests]
    assert set(sent) == {f"Bearer {CANARY}"}
    assert lines
    written = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert written
    for path in written:
        assert CANARY.encode() not in path.read_bytes(), path.name
    shown = "\n".join([*lines, caplog.text, *capfd.readouterr()])
    assert CANARY not in shown


def test_no_exception_of_a_provider_holds_it(lane):
    import httpx2
    import openai

    settings = Settings(f"http://user:{CANARY}@host/v1", "m", Secret(CANARY))
    request = httpx2.Request("POST", settings.base_url, headers={"Authorization": f"Bearer {CANARY}"})
    response = httpx2.Response(401, request=request)
    for error in (
        openai.AuthenticationError(f"bad {CANARY}", response=response, body={"message": CANARY}),
        openai.APIConnectionError(request=request),
        openai.APIError(CANARY, request, body={"message": CANARY}),
        httpx2.ReadError(CANARY),
        RuntimeError(CANARY),
        ValueError(CANARY),
    ):
        problem = problem_of(error, settings)
        assert CANARY not in "".join(traceback.format_exception(problem)) + repr(vars(problem))
    assert CANARY not in repr(settings) + str(settings) + f"{settings.key}" + settings.place


def test_openais_key_goes_to_openai_or_the_server_that_openais_own_variable_names():
    def key(**environment):
        return from_environment({"OPENAI_API_KEY": "k" * 9, **environment}).key.reveal()

    assert key() == "k" * 9
    assert key(LITTLEFOLK_BASE_URL="https://api.openai.com/v1") == "k" * 9
    assert key(OPENAI_BASE_URL="https://gateway.example/v1") == "k" * 9
    assert key(LITTLEFOLK_BASE_URL="http://localhost:11434/v1") == ""
    assert key(LITTLEFOLK_BASE_URL="https://api.openai.com.evil.example/v1") == ""
    assert key(LITTLEFOLK_BASE_URL="http://api.openai.com/v1") == ""
    assert key(LITTLEFOLK_BASE_URL="http://localhost:1/v1", LITTLEFOLK_API_KEY="mine") == "mine"
