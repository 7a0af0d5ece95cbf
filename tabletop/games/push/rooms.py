"""Rooms: one per process and table with watchers. A room hears the table's news and wakes its hubs.

News say only that something happened ("the log is at 42"): each hub renders it from the log. So nothing that a
message could lose, double or disorder is ever lost, doubled or out of order for a watcher.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import BaseChannelLayer, InMemoryChannelLayer, get_channel_layer

from tabletop.games.access.rights import OPEN_VIEWS, Audience
from tabletop.games.models import Table
from tabletop.games.pages import frames
from tabletop.games.push.hub import TableHub, in_thread
from tabletop.games.push.outbox import Connection
from tabletop.games.push.presence import Presence

log = logging.getLogger(__name__)

WATCH_EVERY = 2.0  # seconds between looks into the database, for news that a layer has lost
PUBLISH_WITHIN = 1.0  # seconds that a layer has to take a message
_RETRIES = (0.5, 1, 2, 5)  # seconds
POINTED_S = 6.0  # seconds that a ruler or a ping lasts
PROCESS = secrets.token_hex(6)

News = dict[str, Any]


def shared_layer() -> BaseChannelLayer | None:
    """The layer that other processes hear, or None where there is only this process."""
    layer = get_channel_layer()
    return None if layer is None or isinstance(layer, InMemoryChannelLayer) else layer


def _group(table: int) -> str:
    return f"table.{table}"


def _turn_of(audience: Audience, acted: str) -> int:
    """Whose page is painted first: players who wait for what another does, who did it and hosts, and who looks on."""
    return 2 if audience in OPEN_VIEWS else int(audience in (acted, "host"))


class Room:
    """What this process knows of one table while somebody here watches it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.loop = asyncio.get_running_loop()
        self.hubs: dict[Audience, TableHub] = {}
        self.presence = Presence(PROCESS)
        self.rechecks: dict[Connection, Callable[[], Awaitable[None]]] = {}
        self._opening = asyncio.Lock()
        self._coming = 0
        self._heard = 0
        self._acted = ""
        """The side whose act was the last that is heard of, where it is told."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._pointing: dict[str, asyncio.TimerHandle] = {}
        self._seq = -1
        self._stamp: object = None

    # -- coming and going --------------------------------------------------------------------------------------------

    async def join(
        self, audience: Audience, connection: Connection, who: str, recheck: Callable[[], Awaitable[None]]
    ) -> TableHub:
        """Let a connection in; `who` is the key of somebody with a seat, or empty."""
        self._coming += 1
        try:
            async with self._opening:
                hub = self.hubs.get(audience) or await self._new_hub(audience)
                hub.connections.add(connection)
                self.rechecks[connection] = recheck
        finally:
            self._coming -= 1
        self.presence.come(who)
        self._tell_presence()
        return hub

    async def _new_hub(self, audience: Audience) -> TableHub:
        hub = TableHub(self.table, audience, lambda: (self.presence.keys, self.presence.watchers), self._first)
        await hub.open()
        hub.hear(seq=self._heard)  # what came while it opened
        self.hubs[audience] = hub
        return hub

    def _first(self, hub: TableHub) -> list[TableHub]:
        """Who is given what happens before that hub is."""
        own = _turn_of(hub.audience, self._acted)
        return [other for other in self.hubs.values() if _turn_of(other.audience, self._acted) < own]

    @property
    def is_empty(self) -> bool:
        """Nobody is in it, and nobody is just coming in."""
        return not (self.hubs or self.rechecks or self._coming)

    def leave(self, hub: TableHub, connection: Connection, who: str) -> None:
        """A connection is gone; a hub without any ends."""
        hub.connections.discard(connection)
        self.rechecks.pop(connection, None)
        self.presence.go(who)
        if not hub.connections and self.hubs.get(hub.audience) is hub:
            del self.hubs[hub.audience]
            hub.close()
        self._tell_presence()

    def begin(self) -> None:
        """Listen to other processes, if there may be any."""
        if shared_layer() is not None:
            self.spawn(self._listen())

    def end(self) -> None:
        """Stop listening."""
        for task in self._tasks:
            task.cancel()

    def spawn(self, work: Any) -> None:
        """Run something beside, as long as the room lasts."""
        task: asyncio.Task[Any] = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # -- news --------------------------------------------------------------------------------------------------------

    def hear(self, news: News) -> None:
        """Pass news on to whom they concern. Unknown or broken news are not worth an error."""
        seq, beside = news.get("seq", 0), bool(news.get("notes") or news.get("chat"))
        if where := news.get("presence"):
            stranger = not self.presence.knows(where)
            beside = self.presence.hear(where) or beside
            if stranger:
                self.spawn(publish(self.table.pk, {"presence": self.presence.mine()}))
        if isinstance(pointed := news.get("pointed"), dict):
            self._point(pointed)
        seq = seq if isinstance(seq, int) else 0
        if seq > self._heard:
            self._heard, self._acted = seq, str(news.get("by", ""))
        if rooms.on_news is not None and (seq or beside):
            rooms.on_news(self.table.pk)
        for hub in tuple(self.hubs.values()):
            hub.hear(seq=seq, beside=beside)
        if news.get("recheck"):
            for recheck in tuple(self.rechecks.values()):
                self.spawn(recheck())

    def _point(self, pointed: News) -> None:
        """Somebody shows a place to everybody, or no longer. Nobody hears of it who comes later: it lasts seconds."""
        by = str(pointed.get("by"))
        if (before := self._pointing.pop(by, None)) is not None:
            before.cancel()
        if pointed.get("svg"):
            self._pointing[by] = self.loop.call_later(POINTED_S, self._point, {"by": by})
        blind = pointed.get("blind") or ()
        for hub in tuple(self.hubs.values()):
            hub.point(by, "" if hub.audience in blind else str(pointed.get("svg") or ""))

    def _tell_presence(self) -> None:
        for hub in tuple(self.hubs.values()):
            hub.hear(beside=True)
        if shared_layer() is not None and self.hubs:
            self.spawn(publish(self.table.pk, {"presence": self.presence.mine()}))

    async def look(self, found: tuple[int, object]) -> None:
        """Compare with what the database says: the last event and when the table was last touched."""
        seq, stamp = found
        self.hear({"seq": seq, "notes": self._is_touched(seq, stamp) or self.presence.expire()})
        if shared_layer() is not None and self.presence.is_due():
            await publish(self.table.pk, {"presence": self.presence.mine()})

    def _is_touched(self, seq: int, stamp: object) -> bool:
        """Whether something beside the game may have changed unheard: the row was touched, and not by a command."""
        quiet = seq == self._seq
        touched = stamp != self._stamp and quiet and shared_layer() is not None
        if quiet:
            self._stamp = stamp
        self._seq = seq
        return touched

    async def _listen(self) -> None:
        """Hear what other processes say; a layer that fails is tried again and again."""
        failures = 0
        while True:
            try:
                await self._hear_all()
            except Exception as error:
                if not failures:
                    log.warning("table %s: the channel layer fails, %s", self.table.code, type(error).__name__)
                await asyncio.sleep(_RETRIES[min(failures, len(_RETRIES) - 1)])
                failures += 1

    async def _hear_all(self) -> None:
        layer = shared_layer()
        if layer is None:
            return
        channel = await layer.new_channel()
        await layer.group_add(_group(self.table.pk), channel)
        try:
            while True:
                message = await layer.receive(channel)
                if message.get("process") != PROCESS:
                    self.hear(message.get("news") or {})
        finally:
            with contextlib.suppress(Exception):
                await layer.group_discard(_group(self.table.pk), channel)


# ------------------------------------------------------------------ all rooms


class Rooms:
    """The rooms of this process, and the one task that looks into the database for all of them."""

    def __init__(self) -> None:
        self.on_look: Callable[[Sequence[int]], None] | None = None
        """Told now and then which tables are watched here; off the loop, since it may read the database."""
        self.on_news: Callable[[int], None] | None = None
        """Told of each table where something happened while somebody here watches it."""
        self._rooms: dict[int, Room] = {}
        self.turned = 0
        """How often rights have changed at a table: who comes in meanwhile is looked at once more."""
        self._watch: asyncio.Task[None] | None = None

    def get(self, table: int) -> Room | None:
        """The room of a table, if anybody here watches it."""
        return self._rooms.get(table)

    def here(self, table: int) -> frozenset[str]:
        """Keys of the people with a seat who have a page of that table open."""
        room = self._rooms.get(table)
        return room.presence.keys if room else frozenset()

    def open(self, table: Table) -> Room:
        """The room of a table, made when first asked for. Call on the loop."""
        room = self._rooms.get(table.pk)
        if room is None or room.loop is not asyncio.get_running_loop():
            room = self._rooms[table.pk] = Room(table)
            room.begin()
        if self._watch is None or self._watch.done():
            self._watch = asyncio.create_task(self._look_around())
        return room

    def close(self, room: Room) -> None:
        """Forget a room that nobody is in."""
        if room.is_empty and self._rooms.get(room.table.pk) is room:
            del self._rooms[room.table.pk]
            room.end()

    async def _look_around(self) -> None:
        while self._rooms:
            await asyncio.sleep(WATCH_EVERY)
            try:
                found = await in_thread(lambda: self._looked(tuple(self._rooms)))
                for room in tuple(self._rooms.values()):
                    if room.table.pk in found:
                        await room.look(found[room.table.pk])
            except Exception as error:
                log.warning("the database does not say how tables stand: %s", error)

    def _looked(self, tables: Sequence[int]) -> dict[int, tuple[int, object]]:
        if self.on_look is not None:
            self.on_look(tables)
        return frames.stamps(tables)


rooms = Rooms()


async def publish(table: int, news: News) -> None:
    """Notify other processes. A layer that fails costs them two seconds, until they look into the database."""
    layer = shared_layer()
    if layer is None:
        return
    try:
        async with asyncio.timeout(PUBLISH_WITHIN):
            await layer.group_send(_group(table), {"type": "table.news", "process": PROCESS, "news": news})
    except Exception as error:
        log.warning("table %s: news were not published, %s", table, type(error).__name__)


def tell(table: int, **news: bool | int | str | dict[str, Any]) -> None:
    """Notify everybody who watches a table, here and in other processes. Callable from any thread; never raises."""
    rooms.turned += bool(news.get("recheck"))
    room = rooms.get(table)
    if room is not None and not room.loop.is_closed():
        room.loop.call_soon_threadsafe(room.hear, news)
        if shared_layer() is not None:
            room.loop.call_soon_threadsafe(lambda: room.spawn(publish(table, news)))
    elif shared_layer() is not None:
        async_to_sync(publish)(table, news)
