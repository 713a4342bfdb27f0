"""Every fault over every protocol: the turn recovers or ends with a reason for people, nothing is run twice, and the next turn works."""

import asyncio
import json
import socket
import threading
from dataclasses import replace

import pytest
from conversations import PROTOCOLS
from lanes import CANARY, settings_for
from littlefolk.agent.budget import Budget
from littlefolk.agent.providers import ChatProvider, OpenAIProvider, connecting
from littlefolk.agent.providers.base import ProviderFailed, Retrying
from littlefolk.agent.providers.failures import Problem
from littlefolk.agent.providers.retrying import persevering
from littlefolk.agent.providers.settings import Patience
from littlefolk.present.outcome import Done, Invalid
from littlefolk.present.records import Turn, TurnStatus
from wires import chunk, sse, tool_delta

SAY = ("say", {"text": "hello"})
BY_HTTP = [protocol for protocol in PROTOCOLS if "socket" not in protocol.name]
(BY_SOCKET,) = [protocol for protocol in PROTOCOLS if "socket" in protocol.name]
over_http = pytest.mark.parametrize("protocol", BY_HTTP, ids=lambda protocol: protocol.name)
over_all = pytest.mark.parametrize("protocol", PROTOCOLS, ids=lambda protocol: protocol.name)


@pytest.fixture(autouse=True)
def _no_thread_is_left(meadow):
    """Every thread that a test began has ended once its gnomes are gone."""
    before = set(threading.enumerate())
    yield
    begun = [thread for thread in threading.enumerate() if thread not in before and thread.name != "world writer"]
    for thread in begun:
        thread.join(60)
    assert not [thread.name for thread in begun if thread.is_alive()]


def error(status, message, headers=None, **fields):
    return {"status": status, "headers": headers or {}, "body": json.dumps({"error": {"message": message, **fields}})}


def away(answer):
    """An answer to whoever asks for a socket."""
    return answer | {"handshake": True}


def cut_in(protocol, where):
    """A response that breaks off, cleanly or not, before its end."""
    whole = protocol.wire.response("This is what I think about it. ", [SAY], "Let me see.")
    events = whole["events"]
    keep = {"text": len(events) // 4, "arguments": len(events) * 3 // 5, "before the end": len(events) - 3}[where]
    if protocol.wire.path == "responses" and where == "before the end":
        keep = len(events) - 1
    return {"events": events[:keep], "piece": 11}


def assert_works_again(each, lane, protocol):
    lane.answers(protocol.wire.response("here I am"))
    turn = each.ask("are you there?")
    assert (turn.status, turn.text) == (TurnStatus.DONE, "here I am"), turn.reason


@over_all
@pytest.mark.parametrize("where", ["text", "arguments", "before the end"])
@pytest.mark.parametrize("end", ["clean", "cut"])
def test_a_stream_that_breaks_off_is_asked_for_again_and_nothing_is_done_twice(gnome, lane, protocol, where, end):
    lane.answers(cut_in(protocol, where) | {"end": end if "socket" not in protocol.name else "cut"})
    lane.answers(protocol.wire.response("Yes. ", [SAY], number=1), protocol.wire.response("Said.", number=2))
    each = gnome(protocol.provider(lane))
    turn = each.ask()
    assert turn.status is TurnStatus.DONE, turn.reason
    assert turn.text == "Yes. Said.", "what came of the broken response is gone"
    assert turn.reason == ""
    assert [type(call.outcome) for call in turn.calls] == [Done]
    assert_works_again(each, lane, protocol)


@over_all
def test_one_that_breaks_off_every_time_fails_with_a_reason(gnome, lane, protocol):
    end = {"end": "cut"} if protocol is BY_SOCKET else {}
    lane.answers(*[cut_in(protocol, "arguments") | end] * 3)
    each = gnome(protocol.provider(lane))
    turn = each.ask()
    assert turn.status is TurnStatus.FAILED
    assert "broke off in the middle" in turn.reason
    assert "(3 tries)" in turn.reason
    assert turn.calls == ()
    assert_works_again(each, lane, protocol)


@over_all
def test_a_connection_that_is_reset_before_the_first_byte_is_made_again(gnome, lane, protocol):
    lane.answers({"end": "reset"}, protocol.wire.response("fine"))
    each = gnome(protocol.provider(lane))
    assert each.ask().text == "fine"
    assert_works_again(each, lane, protocol)


@over_all
def test_nobody_at_the_address(gnome, lane, protocol):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
        each = gnome(protocol.provider(lane, base_url=address))
        turn = each.ask()
    assert turn.status is TurnStatus.FAILED
    assert turn.reason == f"nothing answers at {address}: is the server running? (3 tries)"
    each.agent.use(protocol.provider(lane))
    assert_works_again(each, lane, protocol)


STATUSES = {
    "401": (error(401, f"Incorrect API key provided: {CANARY}"), 1, "does not accept the key: check LITTLEFOLK_API_KEY"),
    "403": (error(403, "not in your country"), 1, "does not permit this (not in your country)"),
    "404": (error(404, "model not found"), 1, "there is no model 'm'"),
    "400": (error(400, "no such parameter: tempo"), 1, "does not take the request (status 400) (no such parameter: tempo)"),
    "quota": (error(429, "You exceeded your quota", code="insufficient_quota"), 1, "has no credit left"),
    "429": (error(429, "slow down"), 3, "allows no more requests for now (slow down) (3 tries)"),
    "500": (error(500, "oops"), 3, "has an error of its own (status 500) (oops) (3 tries)"),
    "503 without JSON": ({"status": 503, "body": "<html>down</html>", "headers": {"Content-Type": "text/html"}}, 3, "status 503"),
}


@over_http
@pytest.mark.parametrize(("answer", "tries", "reason"), STATUSES.values(), ids=STATUSES)
def test_a_refusal_has_words_for_people(gnome, lane, protocol, answer, tries, reason):
    lane.answers(*[answer] * tries)
    each = gnome(protocol.provider(lane))
    turn = each.ask()
    assert turn.status is TurnStatus.FAILED
    assert reason in turn.reason
    assert CANARY not in turn.reason
    assert len(lane.requests) == tries, "only what may pass is tried again"
    assert_works_again(each, lane, protocol)


@over_http
@pytest.mark.parametrize("answer", [error(429, "slow down", {"Retry-After": "0.01"}), error(500, "oops")], ids=["429", "500"])
def test_what_passes_is_waited_for(gnome, lane, protocol, answer):
    lane.answers(answer, protocol.wire.response("fine"))
    each = gnome(protocol.provider(lane))
    turn = each.ask()
    assert (turn.text, turn.reason) == ("fine", "")


@over_http
def test_a_wait_that_is_too_long_is_told_and_not_waited_for(gnome, lane, protocol):
    lane.answers(error(429, "come back later", {"Retry-After": "3600"}))
    turn = gnome(protocol.provider(lane)).ask()
    assert "it asks to wait 3600 s" in turn.reason
    assert len(lane.requests) == 1


@over_http
def test_while_it_waits_the_record_says_what_for_and_stop_ends_it(gnome, lane, protocol):
    lane.answers(error(429, "slow down", {"Retry-After": "50"}))
    each = gnome(protocol.provider(lane))
    each.agent.ask("go", "player")
    each.until(lambda: each.agent.turn is not None and each.agent.turn.status is TurnStatus.WAITING)
    assert each.agent.turn.reason.endswith("(slow down); trying again in 50 s")
    each.agent.stop()
    each.until(lambda: not each.agent.busy)
    assert (each.agent.turn.status, each.agent.turn.reason) == (TurnStatus.CANCELLED, "stopped")
    assert_works_again(each, lane, protocol)


@pytest.mark.parametrize(("answer", "tries", "reason"), STATUSES.values(), ids=STATUSES)
def test_a_refusal_of_the_socket_itself_has_words_for_people(gnome, lane, answer, tries, reason):
    """Too many requests are waited for; after any other refusal HTTP is asked, which says the same in words."""
    lane.answers(*[away(answer)] * tries if answer["status"] == 429 else [away(answer), answer] * tries)
    each = gnome(BY_SOCKET.provider(lane))
    turn = each.ask()
    assert turn.status is TurnStatus.FAILED
    assert reason in turn.reason
    assert CANARY not in turn.reason
    assert lane.state["left"] == 0
    assert_works_again(each, lane, BY_SOCKET)


def test_a_socket_that_is_refused_for_now_is_offered_again(gnome, lane):
    busy = away(error(429, "slow down", {"Retry-After": "0.01"}))
    lane.answers(busy, BY_SOCKET.wire.response("by socket"), {"end": "cut"})
    each = gnome(BY_SOCKET.provider(lane))
    turn = each.ask()
    assert (turn.text, turn.reason) == ("by socket", "")
    lane.answers(away(error(503, "restarting")), BY_SOCKET.wire.response("by HTTP"))
    assert each.ask().text == "by HTTP"
    assert_works_again(each, lane, BY_SOCKET)
    assert [request["method"] for request in lane.requests] == ["UPGRADE", "SOCKET", "SOCKET", "UPGRADE", "POST", "SOCKET"]


def test_a_socket_that_never_comes_about_is_not_asked_for_again(gnome, lane):
    each = gnome(BY_SOCKET.provider(lane))
    for _ in range(3):
        lane.answers(away({"end": "reset"}), BY_SOCKET.wire.response("by HTTP"))
        assert each.ask().text == "by HTTP"
    assert_works_again(each, lane, BY_SOCKET)
    assert [request["method"] for request in lane.requests] == ["UPGRADE", "POST"] * 3 + ["POST"]


def test_a_wait_that_the_socket_itself_asks_for_may_be_too_long(gnome, lane):
    lane.answers(away(error(429, "come back later", {"Retry-After": "3600"})))
    assert "(come back later); it asks to wait 3600 s" in gnome(BY_SOCKET.provider(lane)).ask().reason


NONSENSE = {
    "no JSON": {"events": ["data: {never closed\n\n"]},
    "JSON of something else": {"events": ['data: {"hello": "world"}\n\n', "data: [1, 2]\n\n", 'data: "text"\n\n', "data: null\n\n"]},
    "a web page": {"status": 200, "body": "<html>login</html>", "headers": {"Content-Type": "text/html"}},
    "nothing": {"events": []},
}


@pytest.mark.parametrize("answer", list(NONSENSE.values())[:2], ids=list(NONSENSE)[:2])
def test_nonsense_by_socket_is_asked_for_again_and_then_told(gnome, lane, answer):
    lane.answers(answer | {"end": "cut"}, BY_SOCKET.wire.response("fine"))
    each = gnome(BY_SOCKET.provider(lane))
    assert each.ask().text == "fine"
    lane.answers(*[answer | {"end": "cut"}] * 4)
    turn = each.ask()
    assert turn.status is TurnStatus.FAILED
    assert "(3 tries)" in turn.reason
    lane.forgets()
    assert_works_again(each, lane, BY_SOCKET)


@over_http
@pytest.mark.parametrize("answer", NONSENSE.values(), ids=NONSENSE)
def test_nonsense_is_asked_for_again_and_then_told(gnome, lane, protocol, answer):
    lane.answers(answer, protocol.wire.response("fine"))
    each = gnome(protocol.provider(lane))
    assert each.ask().text == "fine"
    lane.answers(*[answer] * 3)
    turn = each.ask()
    assert turn.status is TurnStatus.FAILED
    assert "provider broke" not in turn.reason, "it is no bug of ours"
    assert "(3 tries)" in turn.reason
    assert_works_again(each, lane, protocol)


@over_all
def test_an_error_inside_the_stream(gnome, lane, protocol):
    fault = {"type": "server_error", "code": "server_error", "message": "the model fell over"}
    broken = protocol.wire.response("I was just saying")
    events = broken["events"][: len(broken["events"]) // 2]
    if protocol.wire.path == "responses":
        late = "data: " + json.dumps({"type": "response.failed", "response": {"id": "r", "error": fault, "output": []}}) + "\n\n"
    else:
        late = "data: " + json.dumps({"error": fault}) + "\n\n"
    lane.answers({"events": [*events, late]}, protocol.wire.response("fine"))
    assert gnome(protocol.provider(lane)).ask().text == "fine"
    lane.answers(*[{"events": [*events, late]}] * 3)
    turn = gnome(protocol.provider(lane)).ask()
    assert "the model fell over" in turn.reason


@over_http
def test_a_conversation_too_long_is_shortened_once_and_the_server_remembered(gnome, lane, protocol, tmp_path):
    long = error(400, "This model's maximum context length is 4096 tokens", code="context_length_exceeded")
    each = gnome(protocol.provider(lane, profiles=tmp_path / "p.json"))
    each.agent.history = tuple(old_turn(number) for number in range(20))
    lane.answers(long, long, protocol.wire.response("shorter"))
    assert each.ask().text == "shorter"
    lane.answers(protocol.wire.response("again"))
    each.ask()
    assert len(lane.requests) == 4, "the next prompt is short from the start"
    assert json.loads((tmp_path / "p.json").read_text()).popitem()[1]["context"] == 6_000


def old_turn(number):
    return Turn(id=f"old-{number}", agent="Moss", prompt="x " * 200, asker="player", status=TurnStatus.DONE, text="y " * 200)


@over_http
def test_a_conversation_too_long_even_so_is_told(gnome, lane, protocol):
    long = error(400, "prompt is too long", code="context_length_exceeded")
    lane.answers(*[long] * 8)
    each = gnome(protocol.provider(lane))
    assert "longer than the model can read" in each.ask().reason


@over_all
def test_an_unknown_tool_and_wrong_arguments_are_told_to_the_model(gnome, lane, protocol):
    lane.answers(
        protocol.wire.response(calls=[("sey", {"text": "x"}), ("say", {"txet": "x"}), ("say", [1]), ("say", {"text": 7})]),
        protocol.wire.response("I see", number=1),
    )
    turn = gnome(protocol.provider(lane)).ask()
    assert [type(call.outcome) for call in turn.calls] == [Invalid] * 4
    assert (turn.text, turn.status) == ("I see", TurnStatus.DONE)


def dripping(protocol, what):
    """A response whose text, or whose calls, never end."""
    if protocol.wire.path == "responses":
        if what == "text":
            drip = {"type": "response.output_text.delta", "item_id": "m", "output_index": 0, "content_index": 0, "delta": "and so on " * 40}
        else:
            item = {"type": "function_call", "id": "f", "call_id": "", "name": "say", "arguments": ""}
            drip = {"type": "response.output_item.added", "item": item}
        return {"events": [] if protocol is BY_SOCKET else [": \n\n"], "end": "drip", "drip": sse(drip)[0]}
    if what == "text":
        return {"events": [": \n\n"], "end": "drip", "drip": sse(chunk({"content": "and so on " * 40}))[0]}
    return {"events": [": \n\n"], "end": "drip", "drip": sse(chunk(tool_delta(None, None, "say", '{"text": "x"}')))[0]}


ENDLESS = [(protocol, what) for protocol in PROTOCOLS for what in ("text", "calls") if (protocol.name, what) != ("actions", "calls")]


@pytest.mark.parametrize(("protocol", "what"), ENDLESS, ids=[f"{protocol.name}-{what}" for protocol, what in ENDLESS])
def test_what_never_ends_is_ended(gnome, lane, protocol, what, monkeypatch):
    if protocol.name == "actions":  # nothing of its text is shown before it is whole
        monkeypatch.setattr("littlefolk.agent.providers.chat.provider.LONGEST", 16_000)
    lane.answers(dripping(protocol, what))
    each = gnome(protocol.provider(lane))
    each.agent._budget = Budget(tokens_out=2_000)
    turn = each.ask()
    assert turn.status is TurnStatus.FAILED
    assert ("answer grew longer than" if what == "text" else "more than 40 tool calls") in turn.reason
    each.until(lambda: lane.state["gone"] == 1)
    assert_works_again(each, lane, protocol)


@over_all
def test_a_drip_that_takes_too_long_is_ended_by_the_budget_of_time(gnome, lane, protocol):
    still = 'data: {"type": "response.in_progress"}' if protocol is BY_SOCKET else ": still there"
    quiet = {"events": protocol.wire.response("hm")["events"][:1], "end": "drip", "drip": f"{still}\n\n"}
    lane.answers(quiet)
    each = gnome(protocol.provider(lane))
    each.agent._budget = Budget(seconds=0.2)
    assert each.ask().reason == "the turn took longer than 0.2 s"
    each.agent._budget = Budget()
    lane.forgets()  # on a busy machine the time may have been over before anything was asked
    assert_works_again(each, lane, protocol)


@over_all
def test_stopping_while_it_streams_closes_the_connection(gnome, lane, protocol):
    whole = protocol.wire.response("I am thinking about it.", thought="Hm.")
    lane.answers({"events": whole["events"][:-2], "end": "hang"})
    each = gnome(protocol.provider(lane))
    each.agent.ask("go", "player")
    each.until(lambda: each.agent.turn is not None and each.agent.turn.thought)
    each.agent.stop()
    each.until(lambda: not each.agent.busy)
    assert each.agent.turn.status is TurnStatus.CANCELLED
    each.until(lambda: lane.state["gone"] == 1)
    assert_works_again(each, lane, protocol)


@over_all
def test_no_thread_is_left(gnome, lane, protocol):
    lane.answers(protocol.wire.response("hello"))
    each = gnome(protocol.provider(lane))
    each.ask()
    each.leave()
    assert each.agent.thread.name not in [thread.name for thread in threading.enumerate()]


def test_waits_grow_and_a_server_may_ask_for_longer_ones():
    waits = []

    async def failing():
        wait = 7.0 if len(waits) == 1 else None
        raise Problem("server", "down", retryable=True, wait=wait)
        yield

    async def slept(seconds):
        waits.append(seconds)

    async def run():
        return [event async for event in persevering(failing, Patience(4, 0.5, 60.0), slept)]

    events = asyncio.run(run())
    assert waits == [0.5, 7.0, 2.0]
    assert [type(event) for event in events] == [Retrying] * 3 + [ProviderFailed]


def test_without_a_server_or_a_model_it_says_what_to_set(gnome, lane):
    plain = settings_for(lane)
    assert "set LITTLEFOLK_BASE_URL" in gnome(ChatProvider(replace(plain, base_url=""))).ask().reason
    assert "LITTLEFOLK_MODEL" in gnome(OpenAIProvider(replace(plain, model=""))).ask().reason
    assert "cannot be asked" in gnome(ChatProvider(replace(plain, base_url="ftp://x"))).ask().reason


@over_http
@pytest.mark.parametrize("content", [None, "no certificate"], ids=["not there", "something else"])
def test_certificates_that_cannot_be_read_are_named_with_the_repair_and_the_next_turn_works(
    gnome, lane, protocol, tmp_path, monkeypatch, content
):
    roots = tmp_path / "roots.pem"
    if content is not None:
        roots.write_text(content)
    connecting._trust.cache_clear()
    each = gnome(protocol.provider(lane))
    with monkeypatch.context() as patch:
        patch.setenv("SSL_CERT_FILE", str(roots))
        turn = each.ask()
    assert turn.status is TurnStatus.FAILED
    assert "certificates" in turn.reason
    assert "SSL_CERT_FILE" in turn.reason
    lane.answers(protocol.wire.response("I am here."))
    assert each.ask().status is TurnStatus.DONE
    assert len(lane.requests) == 1
