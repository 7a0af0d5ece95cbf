"""The websocket of a table: it sends, and takes nothing but `since N` and `ping`."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, cast
from urllib.parse import parse_qs

from channels.generic.websocket import AsyncWebsocketConsumer

from tabletop.accounts.people import known_by
from tabletop.games.access import rights
from tabletop.games.access.entrance import caller_of_socket, table_by
from tabletop.games.access.refusals import Refused
from tabletop.games.access.rights import Audience
from tabletop.games.models import Table
from tabletop.games.pages import frames
from tabletop.games.push.hub import TableHub, in_thread
from tabletop.games.push.outbox import Connection, Gone, Message
from tabletop.games.push.rooms import Room, rooms

log = logging.getLogger(__name__)

_SINCE = re.compile(r"since (\d{1,9})")
_LONGEST = 20  # signs of a message
_MOST_IN_TEN_SECONDS = 30
NOT_FOUND, NO_RIGHT, BAD_MESSAGE, FAULT = 4404, 4403, 1008, 1011
_INSTEAD = {BAD_MESSAGE: 4400, FAULT: 4500}
"""What a server sends that raises for these: Daphne knows 1000 and what an application may choose, from 3000."""
_CUT = ("ClientDisconnected", "ConnectionClosed", "Disconnected")
"""What servers raise where the other end has gone."""


class LiveTable(AsyncWebsocketConsumer):
    """One browser that watches one table, as one audience: `/tables/CODE/live?as=a&since=41`."""

    channel_layer_alias = "none"  # hubs listen to the layer, consumers do not

    room: Room | None = None
    hub: TableHub | None = None
    connection: Connection | None = None
    writer: asyncio.Task[None] | None = None
    who = ""
    is_closed = False

    async def connect(self) -> None:
        """Let in whoever may see what is asked for; the answer to anybody else says why."""
        query = parse_qs(self.scope["query_string"].decode("latin-1"))
        self.wanted = (query.get("as") or [""])[0][:8]
        since = (query.get("since") or ["0"])[0]
        self.times: deque[float] = deque()
        await self.accept()
        turned = rooms.turned
        try:
            table, audience, self.who = await in_thread(self._admitted)
        except Refused as refused:
            await self.close(NOT_FOUND if refused.status in (404, 429) else NO_RIGHT)
            return
        send = cast("Callable[[dict[str, Any]], Awaitable[None]]", self.base_send)
        self.connection = Connection(send, since=int(since) if re.fullmatch(r"\d{1,9}", since) else 0)
        self.room = rooms.open(table)
        self.hub = await self.room.join(audience, self.connection, self.who, self._recheck)
        self.writer = asyncio.create_task(self._write(self.hub, self.connection))
        if rooms.turned != turned:  # rights changed before this page could hear of it
            await self._recheck()

    def _admitted(self) -> tuple[Table, Audience, str]:
        person = known_by(self.scope["user"], self.scope["session"])  # type: ignore[arg-type]
        table = table_by(self.scope["url_route"]["kwargs"]["code"], person, caller_of_socket(self.scope), whole=False)
        audience = rights.audience_of(table, person, self.wanted)
        seated = rights.is_host(table, person) or bool(rights.seats_of(table, person))
        return table, audience, person.key if seated and audience not in rights.OPEN_VIEWS else ""

    async def _recheck(self) -> None:
        """Rights have changed at this table: close if this view is no longer allowed."""
        try:
            await in_thread(self._admitted)
        except Refused:
            await self.close(NO_RIGHT)

    async def _write(self, hub: TableHub, connection: Connection) -> None:
        try:
            await connection.run(hub.bring_up)
        except asyncio.CancelledError:
            raise
        except Gone:
            await self._close_quietly(FAULT)
        except Exception as error:
            connection.end()
            if not self.is_closed and type(error).__name__ not in _CUT:
                log.exception("a watcher of table %s could not be served", hub.table.code)
            await self._close_quietly(FAULT)

    async def _close_quietly(self, code: int) -> None:
        with contextlib.suppress(Exception):
            await self.close(code)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """`since N` asks for what came after event N, `ping` for the number of the last one sent."""
        connection = self.connection
        if connection is None or self.hub is None or self.is_closed:
            return
        if text_data is None or len(text_data) > _LONGEST or not self._may_speak():
            await self._refuse()
        elif text_data == "ping":
            connection.put(Message(frames.beat(connection.seq), answers=True))
        elif found := _SINCE.fullmatch(text_data):
            connection.fall_behind(int(found[1]))
        else:
            await self._refuse()

    def _may_speak(self) -> bool:
        now = time.monotonic()
        self.times.append(now)
        while self.times and now - self.times[0] > 10:
            self.times.popleft()
        return len(self.times) <= _MOST_IN_TEN_SECONDS

    async def _refuse(self) -> None:
        assert self.hub is not None
        log.info("table %s: a socket sent what none may send and was closed", self.hub.table.code)
        await self.close(BAD_MESSAGE)

    async def close(self, code: int | bool | None = None, reason: str | None = None) -> None:
        """Close the socket, having stopped sending first; once."""
        if self.is_closed:
            return
        self.is_closed = True
        if self.connection is not None:
            self.connection.end()
        try:
            await super().close(code, reason)
        except Exception:
            if code not in _INSTEAD:
                raise
            await super().close(_INSTEAD[code], reason)

    async def disconnect(self, code: int) -> None:
        """Leave the room."""
        if self.connection is None or self.room is None:
            return
        self.connection.end()
        if self.hub is not None:
            self.room.leave(self.hub, self.connection, self.who)
        rooms.close(self.room)
        if self.writer is not None:
            self.writer.cancel()
            await asyncio.gather(self.writer, return_exceptions=True)


application: Any = LiveTable.as_asgi()
