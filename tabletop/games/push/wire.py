"""Below ASGI: how much a connection still has to send, and writing a frame that was built once for everybody.

ASGI's `send` frames each message again for each connection, and on daphne it takes any number of them. Where the
server is one that we know, its transport says how much is waiting and takes the finished frame; where it is not,
`wire_of` answers None and `send` is used alone.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

_OPEN = 3  # autobahn's state of an open websocket


class Wire(NamedTuple):
    """What a known server offers: bytes that wait, writing a finished frame, and whether one may be written now."""

    backlog: Callable[[], int]
    write: Callable[[bytes], object]
    is_open: Callable[[], bool]


def text_frame(payload: bytes) -> bytes:
    """One whole text message as a server sends it: unmasked, uncompressed."""
    size = len(payload)
    if size < 126:
        return bytes((0x81, size)) + payload
    if size < 65_536:
        return b"\x81\x7e" + size.to_bytes(2, "big") + payload
    return b"\x81\x7f" + size.to_bytes(8, "big") + payload


def wire_of(send: Any) -> Wire | None:
    """The wire behind an ASGI `send`, or None where the server is unknown or may compress."""
    while (owner := getattr(send, "__self__", None)) is not None and hasattr(owner, "real_send"):
        send = owner.real_send  # the session middleware's wrapper
    if isinstance(send, partial) and send.args:
        return _daphne(send.args[0])
    return _uvicorn(getattr(send, "__self__", None))


def _uvicorn(protocol: Any) -> Wire | None:
    """uvicorn's websockets-sansio protocol, as long as it has agreed on no extension."""
    if type(protocol).__module__ != "uvicorn.protocols.websockets.websockets_sansio_impl":
        return None
    transport, connection = protocol.transport, protocol.conn
    if connection.extensions or not hasattr(transport, "get_write_buffer_size"):
        return None

    def is_open() -> bool:
        return protocol.handshake_complete and not protocol.close_sent and not transport.is_closing()

    return Wire(transport.get_write_buffer_size, transport.write, is_open)


def _daphne(protocol: Any) -> Wire | None:
    """daphne's protocol over Twisted's own TCP transport."""
    if type(protocol).__module__ != "daphne.ws_protocol":
        return None
    transport: Any = getattr(protocol, "transport", None)
    if not hasattr(transport, "_tempDataLen"):
        return None

    def backlog() -> int:
        return int(len(transport.dataBuffer) - transport.offset + transport._tempDataLen)

    def is_open() -> bool:
        return protocol.state == _OPEN and not transport.disconnecting

    return Wire(backlog, transport.write, is_open)
