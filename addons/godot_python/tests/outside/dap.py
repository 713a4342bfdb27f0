"""A small client of the Debug Adapter Protocol: what an editor says to a debugger, for the tests."""

from __future__ import annotations

import json
import socket
from typing import Any


class Client:
    """One connection; requests are answered in order, events are kept until somebody waits for them."""

    def __init__(self, port: int, seconds: float) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=seconds)
        self.stream = self.socket.makefile("rb")
        self.number = 0
        self.events: list[dict[str, Any]] = []
        self.responses: dict[int, dict[str, Any]] = {}

    def send(self, command: str, **arguments: Any) -> int:
        """Sends a request and does not wait; returns its number."""
        self.number += 1
        body = json.dumps({"seq": self.number, "type": "request", "command": command, "arguments": arguments}).encode()
        self.socket.sendall(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        return self.number

    def ask(self, command: str, **arguments: Any) -> dict[str, Any]:
        """Sends a request and returns the body of its answer."""
        return self.answer(self.send(command, **arguments))

    def answer(self, number: int) -> dict[str, Any]:
        while number not in self.responses:
            self._read()
        response = self.responses.pop(number)
        assert response["success"], response
        return response.get("body", {})

    def event(self, name: str) -> dict[str, Any]:
        """The body of the next event of that name."""
        while True:
            for position, event in enumerate(self.events):
                if event["event"] == name:
                    del self.events[position]
                    return event.get("body", {})
            self._read()

    def close(self) -> None:
        self.stream.close()
        self.socket.close()

    def _read(self) -> None:
        length = 0
        while line := self.stream.readline().strip():
            key, _, value = line.partition(b":")
            if key.lower() == b"content-length":
                length = int(value)
        if not length:
            raise EOFError("the debugger closed the connection")
        message = json.loads(self.stream.read(length))
        if message["type"] == "event":
            self.events.append(message)
        elif message["type"] == "response":
            self.responses[message["request_seq"]] = message
