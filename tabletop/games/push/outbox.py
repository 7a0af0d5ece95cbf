"""One watcher's connection: a bounded outbox, so that whoever falls behind delays nobody and is brought up later."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from functools import cached_property
from typing import Any

from tabletop.games.push.wire import Wire, text_frame, wire_of

log = logging.getLogger(__name__)

MOST_MESSAGES = 64
MOST_BYTES = 1_000_000
HIGH_WATER = 256_000  # bytes that a socket may hold unsent before it counts as slow
LOOK_AGAIN = 0.05  # seconds between two looks at a slow socket
PATIENCE = 60.0  # seconds until a socket that takes nothing is given up


class Message:
    """What goes to every connection of an audience: encoded once, framed once. `seq` is the event it leads to.

    `answers` marks one for this connection alone, which bringing it up to date does not make superfluous.
    """

    def __init__(self, text: str, seq: int | None = None, *, answers: bool = False) -> None:
        self.text = text
        self.seq = seq
        self.answers = answers
        self.asgi = {"type": "websocket.send", "text": text}
        self.size = len(text)

    @cached_property
    def frame(self) -> bytes:
        """The finished websocket frame."""
        return text_frame(self.text.encode())


class Gone(Exception):
    """The connection takes nothing any more."""


class Connection:
    """One open socket. `bring_up` is asked to send what was missed whenever it has fallen behind."""

    def __init__(
        self, send: Callable[[dict[str, Any]], Awaitable[None]], *, since: int = 0, wire: Wire | None = None
    ) -> None:
        self.seq = since
        """The last event handed to the socket."""
        self.live = False
        """Takes part in the hub's frames; else it is being brought up to date."""
        self.closed = False
        self._send = send
        self._wire = wire or wire_of(send)
        self._backlog = self._wire.backlog if self._wire else int
        self._write = self._wire.write if self._wire else bytes
        self._free = False
        """Nothing waits and the server is known: frames go straight to its socket."""
        self._box: deque[Message] = deque()
        self._held = 0
        self._busy = False
        self._behind = True
        self._rewound = False
        self._wake = asyncio.Event()
        self._wake.set()

    # -- the hub's side ----------------------------------------------------------------------------------------------

    def put(self, message: Message) -> None:
        """Take a message without waiting: straight to the socket if that is free, else into the outbox."""
        if self._free and self._backlog() <= HIGH_WATER:  # the way of nearly all frames: nothing else is worth its time
            try:
                self._write(message.frame)
            except RuntimeError:  # uvloop's word for a socket that is closed, which the server has yet to tell us
                self.end()
                return
            if message.seq is not None:
                self.seq = message.seq
            return
        if self.closed or not (self.live or message.answers):  # whoever is brought up is sent all that stands by then
            return
        if len(self._box) >= MOST_MESSAGES or self._held + message.size > MOST_BYTES:
            self.fall_behind()
            return
        self._free = False
        self._box.append(message)
        self._held += message.size
        self._wake.set()

    def fall_behind(self, since: int | None = None) -> None:
        """Forget what waits; the connection gets one message with all that it lacks once it can take it.

        `since` is what the other end says it has shown, whatever is on its way to it.
        """
        self._free = False
        self._box.clear()
        self._held = 0
        self.live = False
        self._behind = True
        if since is not None:
            self.seq = since
            self._rewound = self._busy
        self._wake.set()

    # -- its own task ------------------------------------------------------------------------------------------------

    async def run(self, bring_up: Callable[[Connection], Awaitable[None]]) -> None:
        """Send what waits until the connection is gone."""
        while not self.closed:
            if self._behind:
                self._behind = self._rewound = False
                await bring_up(self)
            elif self._box:
                message = self._box.popleft()
                self._held -= message.size
                await self.deliver(message)
            else:
                self._free = self._wire is not None and self.live
                self._wake.clear()
                await self._wake.wait()
        self._free = False

    def end(self) -> None:
        """Take nothing from now on."""
        self.closed = True
        self._free = False
        self._wake.set()

    async def deliver(self, message: Message) -> None:
        """Send one message, waiting until the socket takes it. Raises Gone for one that takes nothing."""
        self._busy = True
        self._free = False
        try:
            async with asyncio.timeout(PATIENCE):
                await self._drained()
                await self._hand_over(message)
        except TimeoutError:
            self.end()
            raise Gone from None
        finally:
            self._busy = False
        self._sent(message)

    async def _hand_over(self, message: Message) -> None:
        if self._wire is not None and self._wire.is_open():
            self._wire.write(message.frame)  # what daphne limits, it limits both ways; this way is ours
        else:
            await self._send(message.asgi)

    async def _drained(self) -> None:
        while self._wire and self._wire.backlog() > HIGH_WATER:
            await asyncio.sleep(LOOK_AGAIN)

    def _sent(self, message: Message) -> None:
        if message.seq is not None and not self._rewound:
            self.seq = message.seq
