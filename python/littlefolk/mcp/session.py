"""One client's session: the tools of the body that it leads, and its calls as turns like any other's."""

import asyncio
import base64
import json
from typing import Any

import anyio
import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.message import SessionMessage

from littlefolk import __version__
from littlefolk.agent.agent import Agent
from littlefolk.agent.prompting import RULES
from littlefolk.agent.providers.scripted import ScriptedProvider
from littlefolk.commands.schema import tool
from littlefolk.policy import Audience, Risk
from littlefolk.present.image import images_of
from littlefolk.present.outcome import Done
from littlefolk.present.records import CallStatus, Turn
from littlefolk.present.untrusted import one_line

BAD = (CallStatus.ERROR, CallStatus.DENIED, CallStatus.CANCELLED)
Context = ServerRequestContext[Any]


class Session:
    """Serves one client at a pair of streams until it goes. A call that the client takes back, or leaves behind, is stopped."""

    def __init__(self, agent: Agent, client: str) -> None:
        self._agent = agent
        self._client = client
        self._open: set[str] = set()

    async def run(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve; ends when the client is gone."""
        rules = f"{self._agent.instructions} {RULES}"
        server: Server[Any] = Server(
            "littlefolk", version=__version__, instructions=rules, on_list_tools=self._list, on_call_tool=self._call
        )
        put, incoming = anyio.create_memory_object_stream[SessionMessage | Exception](0)
        outgoing, take = anyio.create_memory_object_stream[SessionMessage](0)
        try:
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(_read, reader, put)
                tasks.start_soon(_write, take, writer)
                await server.run(incoming, outgoing, server.create_initialization_options())
                tasks.cancel_scope.cancel()
        finally:
            for turn in self._open:
                self._agent.stop(turn)

    async def _list(self, _context: Context, _params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_tool(tool(command), command.row.risk) for command in self._agent.offered(Audience.GRANT)])

    async def _call(self, context: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        return _result(await self._turn(_client_of(context) or self._client, params.name, json.dumps(params.arguments or {})))

    async def _turn(self, client: str, name: str, arguments: str) -> Turn:
        """The finished turn of one call."""
        loop = asyncio.get_running_loop()
        ended: asyncio.Future[Turn] = loop.create_future()

        def done(turn: Turn) -> None:
            loop.call_soon_threadsafe(settle, turn)

        def settle(turn: Turn) -> None:
            if not ended.done():
                ended.set_result(turn)

        mind = ScriptedProvider([(name, arguments)])
        id_ = self._agent.ask(f"calls {one_line(name, 60)}", client, Audience.GRANT, mind=mind, done=done)
        self._open.add(id_)
        try:
            return await ended
        except asyncio.CancelledError:
            self._agent.stop(id_)
            raise
        finally:
            self._open.discard(id_)


def _tool(schema: dict[str, Any], risk: Risk) -> types.Tool:
    return types.Tool(
        name=schema["name"],
        description=schema["description"],
        input_schema=schema["parameters"],
        annotations=types.ToolAnnotations(read_only_hint=risk is Risk.READ, destructive_hint=risk is Risk.LASTING),
    )


def _result(turn: Turn) -> types.CallToolResult:
    """What the model view says of the turn's call, with its pictures."""
    if not turn.calls:
        return types.CallToolResult(content=[types.TextContent(text=turn.reason or "nothing was done")], is_error=True)
    call = turn.calls[0]
    content: list[types.ContentBlock] = [types.TextContent(text=call.output)]
    for image in images_of(call.outcome.value) if isinstance(call.outcome, Done) else ():
        content.append(types.ImageContent(data=base64.b64encode(image.data).decode(), mime_type=image.media_type))
    return types.CallToolResult(content=content, is_error=call.status in BAD)


def _client_of(context: Context) -> str:
    """What the client calls itself."""
    params = context.session.client_params
    return one_line(params.client_info.name, 40) if params is not None else ""


async def _read(reader: asyncio.StreamReader, put: Any) -> None:
    async with put:
        while line := await reader.readline():
            try:
                message = types.jsonrpc_message_adapter.validate_json(line, by_name=False)
            except ValueError as error:
                await put.send(error)
                continue
            await put.send(SessionMessage(message))


async def _write(take: Any, writer: asyncio.StreamWriter) -> None:
    async with take:
        async for message in take:
            writer.write(message.message.model_dump_json(by_alias=True, exclude_unset=True).encode() + b"\n")
            await writer.drain()
