"""A client of the Model Context Protocol leads a body: the same tools, policy and records as any other mind."""

import asyncio
import contextlib
import json
import os
import subprocess
import sys

import pytest
from clients import PYTHON, Running, command
from littlefolk.agent.journal_reading import turns
from littlefolk.commands.schema import tool
from littlefolk.mcp.socket_file import FILE, NotReachable, connected, listening
from littlefolk.policy import Audience, Capability, Grants
from littlefolk.present.records import CallStatus, TurnStatus
from littlefolk.world.cells import Cell
from littlefolk.world.saving import in_use
from mcp.shared.exceptions import MCPError

HERE = {"x": 3, "y": 4, "z": -5}
HIGH, HIGHER = HERE | {"y": 6}, HERE | {"y": 7}
STONE = {"kind": "stone", "cell": HERE}


def text_of(result):
    return result.content[0].text


def test_its_tools_are_the_commands_of_its_body(home, started):
    async def tools():
        async with started("--world", "Home", "--name", "Pip") as client:
            return (await client.list_tools()).tools

    listed = home.during(tools())
    offered = home.game.agents["Pip"].offered(Audience.GRANT)
    assert [each.name for each in listed] == [command.name for command in offered]
    assert [each.input_schema for each in listed] == [tool(command)["parameters"] for command in offered]
    assert {"place_block_at", "say"} <= {each.name for each in listed}
    assert not {"spawn_gnome", "ask"} & {each.name for each in listed}, "the window is the player's"


def test_it_places_a_block_in_a_running_game(home, started):
    async def place():
        async with started("--world", "Home", "--name", "Pip") as client:
            return await client.call_tool("place_block_at", STONE)

    result = home.during(place())
    assert not result.is_error
    assert text_of(result).startswith("stone placed at (3, 4, -5)")
    assert home.game.world.read(Cell(3, 4, -5)).kind.name == "stone"
    assert home.game.world.edits.get(Cell(3, 4, -5)).author == "Pip"


def test_a_wrong_kind_is_invalid_with_a_suggestion(home, started):
    async def ask():
        async with started("--world", "Home") as client:
            wrong = await client.call_tool("place_block_at", {"kind": "stoen", "cell": HERE})
            unknown = await client.call_tool("place_blok_at", {"kind": "stone", "cell": HIGH})
            missing = await client.call_tool("place_block_at", {"kind": "stone"})
            return wrong, unknown, missing, await client.call_tool("place_block_at", {"kind": "stone", "cell": HIGH})

    wrong, unknown, missing, right = home.during(ask())
    assert [each.is_error for each in (wrong, unknown, missing, right)] == [True, True, True, False]
    assert "stoen is not a block kind; did you mean stone" in text_of(wrong)
    assert "place_block_at" in text_of(unknown)
    assert "cell is missing" in text_of(missing)


def test_its_calls_are_turns_of_the_journal(home, started):
    async def work():
        async with started("--world", "Home", "--name", "Fern") as client:
            await client.call_tool("place_block_at", {"kind": "clay", "cell": HIGHER})
            await client.call_tool("place_block_at", {"kind": "cheese", "cell": HERE})

    def written():
        found = [turn for turn in turns(home.game.journal.path) if turn.agent == "Fern"]
        return found if len(found) == 2 and all(turn.finished is not None for turn in found) else []

    home.during(work())
    home.until(written)
    found = written()
    assert [(turn.prompt, turn.asker, turn.audience) for turn in found] == [("calls place_block_at", "mcp", Audience.GRANT)] * 2
    assert [turn.status for turn in found] == [TurnStatus.DONE] * 2
    assert [[call.status for call in turn.calls] for turn in found] == [[CallStatus.OK], [CallStatus.ERROR]]


def test_what_the_body_is_not_granted_is_not_offered_and_denied(home, started):
    async def try_it():
        async with started("--world", "Home", "--name", "Hazel") as client:
            home.game.agents["Hazel"].resident.grants = Grants.of(Capability.LOOK)
            return (await client.list_tools()).tools, await client.call_tool("place_block_at", STONE)

    before = home.game.world.revision
    listed, result = home.during(try_it())
    assert "place_block_at" not in {each.name for each in listed}
    assert result.is_error
    assert home.game.world.revision == before


def test_two_clients_lead_two_bodies_and_nobody_leads_anothers(home, started, data):
    async def both():
        async with started("--world", "Home") as first, started("--world", "Home") as second:
            cells = [{"x": x, "y": 5, "z": 0} for x in range(8)]
            placing = [
                client.call_tool("place_block_at", {"kind": "clay", "cell": cell})
                for client, cell in zip([first, second] * 4, cells, strict=True)
            ]
            results = await asyncio.gather(*placing)
            third = command("--world", "Home", "--name", "guest", data=data)
            process = await asyncio.create_subprocess_exec(third.command, *third.args, env=third.env, stderr=asyncio.subprocess.PIPE)
            return results, (await process.communicate())[1].decode(), process.returncode

    results, message, code = home.during(both())
    assert not any(result.is_error for result in results)
    assert [home.game.world.edits.get(Cell(x, 5, 0)).author for x in range(8)] == ["Guest", "Guest 2"] * 4
    assert (message, code) == ("littlefolk: guest is led by another client: choose another name\n", 3)


@pytest.mark.parametrize("how", ["gone", "taken back"])
def test_a_call_that_its_client_leaves_behind_is_stopped_and_the_body_is_free_again(home, started, how):
    """No frame runs, so that the call is still waiting when the client goes."""

    async def leave():
        async with started("--world", "Home", "--name", "Pip") as client:
            calling = asyncio.create_task(client.call_tool("place_block_at", STONE))
            while not home.game.agents["Pip"].busy:
                await asyncio.sleep(0.001)
            if how == "taken back":
                calling.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await calling
                while home.game.agents["Pip"].busy:
                    await asyncio.sleep(0.001)

    async def again():
        async with started("--world", "Home", "--name", "Pip") as client:
            return await client.call_tool("block_at", {"cell": HERE})

    home.during(again())  # frames bring the body into being
    home.until(lambda: home.game.door.clients == 0)
    before = home.game.world.revision
    home.during(leave(), frames=False)
    home.until(lambda: home.game.door.clients == 0, frames=False)
    home.until(lambda: not home.game.agents["Pip"].busy, frames=False)
    assert home.game.agents["Pip"].history[-1].status is TurnStatus.CANCELLED
    assert not home.during(again()).is_error
    assert home.game.world.revision == before
    assert home.game.agents["Pip"].provider.name == "offline", "its own mind is back"


def test_who_speaks_to_a_led_body_is_told_who_leads_it(home, started):
    async def while_led():
        async with started("--world", "Home", "--name", "Pip"):
            agent = home.game.agents["Pip"]
            agent.ask("place a stone in front of you", "player")
            while agent.busy:
                await asyncio.sleep(0.001)
            return agent.history[-1]

    before = home.game.world.revision
    turn = home.during(while_led())
    assert turn.text.startswith("Pip is led by")
    assert home.game.world.revision == before


def test_closing_the_game_sends_its_clients_away(data, started, flat_terrain):
    inn = Running(data / "worlds/Inn")

    async def wait_for_the_end():
        async with started("--world", "Inn") as client:
            inn.game.begin_close()
            with pytest.raises(MCPError):
                await client.call_tool("block_at", {"cell": HERE})

    inn.during(wait_for_the_end())
    inn.until(lambda: inn.game.closed)
    assert not inn.game.door.thread.is_alive()
    assert inn.game.problems == []


def test_where_no_game_runs_one_is_started_and_ends_with_its_last_client(started, data):
    world = data / "worlds/Away/world.sqlite"

    async def work():
        async with started("--world", "Away", "--name", "Pip", "--seed", "7") as second:
            async with started("--world", "Away", "--name", "Moss") as first:
                assert not (await first.call_tool("say", {"text": "hello"})).is_error
            assert in_use(world), "the other client is still there"
            placed = await second.call_tool("place_block_at", {"kind": "stone", "cell": {"x": 1, "y": 200, "z": 1}})
            assert not placed.is_error, text_of(placed)

    asyncio.run(work())
    while in_use(world):
        pass
    assert [turn.agent for turn in turns(world.with_name("journal.sqlite"))] == ["Moss", "Pip"]
    assert not world.with_name(FILE).exists()


def test_two_that_start_a_game_at_the_same_time_come_into_one(started):
    async def work():
        async def place(number):
            async with started("--world", "Abroad", "--seed", "7") as client:
                cell = {"x": number, "y": 200, "z": 1}
                return await client.call_tool("place_block_at", {"kind": "stone", "cell": cell})

        return await asyncio.gather(place(0), place(1))

    assert [result.is_error for result in asyncio.run(work())] == [False, False]


def test_nothing_but_the_protocol_is_on_standard_output(data):
    """Of a client that speaks an older version by hand, to a game that is started for it."""
    environment = {**os.environ, "PYTHONPATH": str(PYTHON), "LITTLEFOLK_DATA": str(data)}
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "bare", "version": "1"}}
    said = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/list"},
        {"jsonrpc": "2.0", "id": 3, "method": "nonsense/method"},
    ]
    words = [sys.executable, "-m", "littlefolk", "mcp", "--world", "Elsewhere"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment) as process:
        process.stdin.write(b"{never closed\n" + b"".join(json.dumps(message).encode() + b"\n" for message in said))
        process.stdin.flush()
        answers = {}
        while not {1, 2, 3} <= set(answers):
            message = json.loads(process.stdout.readline())
            answers[message.get("id")] = message
        process.stdin.close()
        assert process.stdout.read() == b""
    assert process.returncode == 0
    assert answers[1]["result"]["serverInfo"]["name"] == "littlefolk"
    assert "place_block_at" in {each["name"] for each in answers[2]["result"]["tools"]}
    assert answers[3]["error"]["code"] == -32601


def test_the_socket_is_the_owners_alone_and_what_was_left_behind_is_replaced(tmp_path):
    folder = tmp_path / ("a long name " * 10) / ("of a world " * 8)
    folder.mkdir(parents=True)
    with pytest.raises(NotReachable):
        connected(folder)
    listening(folder).close()
    with pytest.raises(NotReachable):
        connected(folder)
    with listening(folder), connected(folder):
        assert (folder / FILE).stat().st_mode & 0o777 == 0o600
