"""The door of a running game: clients come in through the socket in its world's folder, each to a body of its own.

A connection begins with one line of JSON from the client's side, `{"name": …}` ("" for a guest's body), and one in answer, `{"name": …}`
or `{"error": …}`; what follows is the Model Context Protocol, a message a line.
"""

import asyncio
import importlib
import json
import logging
import socket
import threading
from pathlib import Path

from littlefolk.mcp.socket_file import FILE, listening, same_owner
from littlefolk.mcp.taking_a_body import Bodies, Host, NoBody

log = logging.getLogger(__name__)
LONGEST = 4 * 1024 * 1024  # bytes of one message
GREETING_SECONDS = 10.0


class Door:
    """One thread that serves every client of a game; it sleeps while nobody comes and nobody calls. `close` does not wait for it.

    Raises OSError when the socket cannot be made.
    """

    def __init__(self, folder: Path, host: Host) -> None:
        self.served = 0
        """How many clients came so far."""
        self._file = folder / FILE
        self._listening = listening(folder)
        self._bodies = Bodies(host)
        self._clients: set[asyncio.Task[None]] = set()
        self._loop = asyncio.new_event_loop()
        self._closed = asyncio.Event()
        self.thread = threading.Thread(target=self._run, name="mcp", daemon=True)
        self.thread.start()

    @property
    def clients(self) -> int:
        """How many clients are here."""
        return len(self._clients)

    def admit(self, connection: socket.socket) -> None:
        """Serve the client at the other end of a connection that is there already."""
        asyncio.run_coroutine_threadsafe(self._admitted(connection), self._loop).result()

    def close(self) -> None:
        """Send everybody away and end the thread."""
        try:
            self._loop.call_soon_threadsafe(self._closed.set)
        except RuntimeError:
            log.debug("the door is closed already")

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_until_complete(self._serve())
        finally:
            self._file.unlink(missing_ok=True)
            self._loop.run_until_complete(self._loop.shutdown_default_executor())
            self._loop.close()

    async def _serve(self) -> None:
        server = await asyncio.start_unix_server(self._came, sock=self._listening, limit=LONGEST)
        await self._closed.wait()
        server.close()
        for client in tuple(self._clients):
            client.cancel()
        if self._clients:
            await asyncio.wait(tuple(self._clients))

    async def _admitted(self, connection: socket.socket) -> None:
        self._came(*await asyncio.open_unix_connection(sock=connection, limit=LONGEST))

    def _came(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = self._loop.create_task(self._client(reader, writer))
        self._clients.add(task)
        self.served += 1
        task.add_done_callback(self._went)

    def _went(self, task: "asyncio.Task[None]") -> None:
        self._clients.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("a client's session broke", exc_info=task.exception())

    async def _client(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await self._greeted(reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError, TimeoutError) as error:
            log.debug("a client is gone: %s", error)
        finally:
            writer.close()

    async def _greeted(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not same_owner(writer.get_extra_info("socket")):
            return
        async with asyncio.timeout(GREETING_SECONDS):
            line = await reader.readline()
        try:
            asked = json.loads(line)
            name = str(asked["name"])
        except (ValueError, TypeError, KeyError):
            return
        # It is large: a game that nobody comes to does without it, and no frame waits for it.
        session = await asyncio.to_thread(importlib.import_module, "littlefolk.mcp.session")
        try:
            agent = await self._bodies.take(name, "an MCP client")
        except NoBody as error:
            writer.write(json.dumps({"error": str(error)}).encode() + b"\n")
            await writer.drain()
            return
        try:
            writer.write(json.dumps({"name": agent.resident.name}).encode() + b"\n")
            await writer.drain()
            await session.Session(agent, "an MCP client").run(reader, writer)
        finally:
            self._bodies.leave(agent)
