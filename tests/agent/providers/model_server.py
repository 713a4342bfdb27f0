"""A server for the tests of providers: HTTP/1.1 over real sockets, in a process of its own, knowing nothing of what it tests.

Each test has a lane, `/<lane>/…`. `POST /<lane>/script` puts answers behind those that are left, `POST /<lane>/forget` drops them,
`GET /<lane>/log` tells what was asked. An answer is an object: `status`, `headers`, `body` (a text), or `events` (a list of server-sent
event blocks), `piece` (the bytes of one chunk, 0 for whole), and `end`: `clean`, `cut` (the stream stops without the end of the
chunks), `reset` (the connection is reset before any byte), `hang` (after the body it waits until the client goes, which the log then
tells), `drip` (events again and again until the client goes). After `POST /<lane>/sockets` the lane takes WebSockets too (RFC 6455):
each message is a request of its own, each event a message. An answer with `handshake` is for the next WebSocket that is asked for.
"""

import asyncio
import base64
import hashlib
import json
import socket
import struct
import sys

LANES = {}


class Lane:
    """The answers that are left, and the requests so far."""

    def __init__(self):
        self.script, self.log, self.gone, self.sockets = [], [], 0, False


async def serve(reader, writer):
    try:
        while await one(reader, writer):
            pass
    except (ConnectionError, asyncio.IncompleteReadError):
        pass
    finally:
        writer.close()


async def one(reader, writer):
    line = await reader.readline()
    if not line:
        return False
    method, target, _version = line.decode("latin-1").split()
    headers = {}
    while line := (await reader.readline()).strip():
        name, _, value = line.decode("latin-1").partition(":")
        headers[name.strip().lower()] = value.strip()
    body = await reader.readexactly(int(headers.get("content-length", 0)))
    name, _, path = target.lstrip("/").partition("/")
    lane = LANES.setdefault(name, Lane())
    if path == "script":
        lane.script += json.loads(body)
        return await plain(writer, 200, {}, "{}")
    if path == "forget":
        lane.script.clear()
        return await plain(writer, 200, {}, "{}")
    if path == "log":
        return await plain(writer, 200, {}, json.dumps({"requests": lane.log, "left": len(lane.script), "gone": lane.gone}))
    if path == "sockets":
        lane.sockets = True
        return await plain(writer, 200, {}, "{}")
    if headers.get("upgrade", "").lower() == "websocket":
        if not lane.sockets:
            return await plain(writer, 404, {}, "{}")
        if lane.script and lane.script[0].get("handshake"):
            lane.log.append({"method": "UPGRADE", "path": path, "headers": headers, "body": None})
            return await answer(reader, writer, lane, lane.script.pop(0))
        await socket_lane(reader, writer, lane, path, headers)
        return False
    lane.log.append({"method": method, "path": path, "headers": headers, "body": json.loads(body) if body else None})
    if not lane.script:
        return await plain(writer, 500, {}, json.dumps({"error": {"message": "the script of this lane is over"}}))
    return await answer(reader, writer, lane, lane.script.pop(0))


async def answer(reader, writer, lane, given):
    end = given.get("end", "clean")
    if end == "reset":
        linger = struct.pack("ii", 1, 0)
        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        writer.transport.abort()
        return False
    if "events" not in given:
        return await plain(writer, given.get("status", 200), given.get("headers", {}), given.get("body", ""))
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\nTransfer-Encoding: chunked\r\n\r\n")
    try:
        await pieces(writer, "".join(given["events"]).encode(), given.get("piece", 0))
        if end == "cut":
            writer.transport.abort() if given.get("abort") else writer.close()
            return False
        if end in ("hang", "drip"):
            while end == "drip" and not writer.is_closing():
                await pieces(writer, given["drip"].encode(), 0)
                await asyncio.sleep(0.001)
            await reader.read(1)  # ends when the client is gone
            lane.gone += 1
            return False
    except ConnectionError:
        lane.gone += 1
        raise
    writer.write(b"0\r\n\r\n")
    await writer.drain()
    return True


async def socket_lane(reader, writer, lane, path, headers):
    """Speak WebSocket until the client goes or an answer ends the connection."""
    accept = base64.b64encode(hashlib.sha1((headers["sec-websocket-key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest())
    writer.write(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n")
    writer.write(b"Sec-WebSocket-Accept: " + accept + b"\r\n\r\n")
    while True:
        code, data = await frame(reader)
        if code == 8:
            lane.gone += 1
            writer.write(b"\x88\x00")
            return
        if code != 1:
            continue
        lane.log.append({"method": "SOCKET", "path": path, "headers": headers, "body": json.loads(data)})
        given = lane.script.pop(0) if lane.script else {"end": "cut"}
        for event in given.get("events", [given.get("body", "")]):
            await message(writer, event)
        if given.get("end") == "drip":
            going = asyncio.ensure_future(frame(reader))
            try:
                while not going.done():
                    await message(writer, given["drip"])
                    await asyncio.sleep(0.001)
            finally:
                lane.gone += 1
                going.cancel()
            return
        if given.get("end") in ("cut", "reset"):
            writer.transport.abort()
            return
        if given.get("end") == "leave":  # done, and gone before the next request
            writer.write(b"\x88\x02\x03\xe8")
            return


async def message(writer, event):
    """Send one message: an event without what marks it in a stream of server-sent ones."""
    text = event.removeprefix("data: ").strip().encode()
    size = bytes([len(text)]) if len(text) < 126 else b"\x7e" + struct.pack(">H", len(text))
    writer.write(b"\x81" + size + text)
    await writer.drain()


async def frame(reader):
    """One frame of a client: its kind and what it holds."""
    first, second = await reader.readexactly(2)
    size = second & 127
    if size == 126:
        (size,) = struct.unpack(">H", await reader.readexactly(2))
    elif size == 127:
        (size,) = struct.unpack(">Q", await reader.readexactly(8))
    mask = await reader.readexactly(4)
    data = await reader.readexactly(size)
    return first & 15, bytes(sign ^ mask[at % 4] for at, sign in enumerate(data))


async def pieces(writer, data, size):
    step = size or max(1, len(data))
    for at in range(0, len(data), step):
        part = data[at : at + step]
        writer.write(b"%x\r\n%s\r\n" % (len(part), part))
        await writer.drain()
        if size:
            await asyncio.sleep(0)  # so that pieces leave in packets of their own


async def plain(writer, status, headers, text):
    data = text.encode()
    fields = {"Content-Type": "application/json", "Content-Length": str(len(data)), **headers}
    head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    writer.write(f"HTTP/1.1 {status} Status\r\n{head}\r\n".encode() + data)
    await writer.drain()
    return True


async def main():
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    loop = asyncio.get_running_loop()
    await loop.run_in_executor(None, sys.stdin.read)  # the tests' end is this process's end


if __name__ == "__main__":
    asyncio.run(main())
