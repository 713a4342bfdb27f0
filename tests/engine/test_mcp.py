"""A client of the Model Context Protocol, in a process of its own, places a block in the game that runs in the engine."""

import asyncio
import json
import os
import threading
from pathlib import Path

import pytest
from conftest import until
from littlefolk.world.cells import Cell
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

ROOT = Path(__file__).parents[2]
CELL = {"x": 2, "y": 120, "z": 2}


@pytest.mark.keeps_objects
def test_a_client_places_a_block_in_the_running_engine(littlefolk, wait_frames, tmp_path):
    main = littlefolk("--folder", str(tmp_path / "data/worlds/Home"))
    python = json.loads((ROOT / "build/environment.json").read_text(encoding="utf-8"))["python"]
    environment = {"PYTHONPATH": str(ROOT / "python"), "LITTLEFOLK_DATA": str(tmp_path / "data"), "PATH": os.environ["PATH"]}
    server = StdioServerParameters(command=python, args=["-m", "littlefolk", "mcp", "--world", "Home", "--name", "Pip"], env=environment)
    told = []

    async def work():
        with (tmp_path / "stderr.txt").open("w") as log:  # the engine's own is no file
            async with Client(stdio_client(server, errlog=log)) as client:
                for kind in ("cheese", "glass"):
                    result = await client.call_tool("place_block_at", {"kind": kind, "cell": CELL})
                    told.append((result.is_error, result.content[0].text))

    thread = threading.Thread(target=lambda: asyncio.run(work()))
    thread.start()
    until(wait_frames, lambda: not thread.is_alive())
    assert [error for error, _text in told] == [True, False], told
    assert "cheese is not a block kind; did you mean" in told[0][1]
    cell = Cell(*CELL.values())
    assert main.game.world.read(cell).kind.name == "glass"
    assert main.game.world.edits.get(cell).author == "Pip"
    until(wait_frames, lambda: main.game.door.clients == 0)
