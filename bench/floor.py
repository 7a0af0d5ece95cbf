"""The floor: a bare asyncio websocket server that writes one finished frame to everybody.

`python -m bench.floor PORT CONTROL_PORT`. It knows no table: on the control socket `load SIZE` and so many bytes say
what to send, `go` sends it to everybody.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import re
import sys
from typing import Final, cast

_GUID: Final = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
_UPGRADED: Final = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"

watchers: set[asyncio.Transport] = set()
loaded = b""


def frame(payload: bytes) -> bytes:
    """One whole text message, unmasked."""
    size = len(payload)
    if size < 126:
        return bytes((0x81, size)) + payload
    if size < 65_536:
        return b"\x81\x7e" + size.to_bytes(2, "big") + payload
    return b"\x81\x7f" + size.to_bytes(8, "big") + payload


class Watcher(asyncio.Protocol):
    """Somebody who only listens."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)  # uvloop's is one in all but name
        self.heard = b""

    def connection_lost(self, exc: Exception | None) -> None:
        watchers.discard(self.transport)

    def data_received(self, data: bytes) -> None:
        if self.transport in watchers:
            return
        self.heard += data
        if b"\r\n\r\n" not in self.heard:
            return
        key = re.search(rb"(?i)sec-websocket-key: *(\S+)", self.heard)
        accept = base64.b64encode(hashlib.sha1((key[1] if key else b"") + _GUID).digest())
        self.transport.write(_UPGRADED + b"Sec-WebSocket-Accept: " + accept + b"\r\n\r\n")
        watchers.add(self.transport)


class Control(asyncio.Protocol):
    """Who tells what to send: lines on a plain socket of its own."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)  # uvloop's is one in all but name
        self.heard = b""
        self.wanted = 0

    def data_received(self, data: bytes) -> None:
        global loaded
        self.heard += data
        if self.wanted and len(self.heard) >= self.wanted:
            loaded, self.heard, self.wanted = frame(self.heard[: self.wanted]), self.heard[self.wanted :], 0
            self.transport.write(b"ok\n")
        while not self.wanted and b"\n" in self.heard:
            line, self.heard = self.heard.split(b"\n", 1)
            self._do(line)

    def _do(self, line: bytes) -> None:
        if line == b"go":
            for transport in watchers:
                transport.write(loaded)
            self.transport.write(b"ok\n")
        elif line.startswith(b"load "):
            self.wanted = int(line[5:])
            if len(self.heard) >= self.wanted:
                self.data_received(b"")


async def serve(port: int, control_port: int) -> None:
    """Watchers on `port`, control on the other, until ended."""
    loop = asyncio.get_running_loop()
    await loop.create_server(Watcher, "127.0.0.1", port, backlog=4096)
    control = await loop.create_server(Control, "127.0.0.1", control_port)
    await control.serve_forever()


def main() -> None:
    """Serve with uvloop where it is installed, as uvicorn does."""
    port, control_port = int(sys.argv[1]), int(sys.argv[2])
    try:
        import uvloop
    except ImportError:
        asyncio.run(serve(port, control_port))
    else:
        uvloop.run(serve(port, control_port))


if __name__ == "__main__":
    main()
