"""The hub of one table and audience in this process: renders what changed once and gives it to every connection."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from django.db import close_old_connections

from tabletop.games.access.rights import OPEN_VIEWS, Audience
from tabletop.games.log import delay
from tabletop.games.models import Table
from tabletop.games.pages import frames, pointing
from tabletop.games.push.outbox import Connection, Message

log = logging.getLogger(__name__)

TICK = 0.033  # seconds: at most one frame in each, so that a burst is pushed once
ASIDE = 0.05  # seconds that who looks on stands back for the players
PATIENCE = 0.5  # seconds for others that are given something first
_RETRY = 1.0  # seconds after a failure
_CATCHING_UP = 5.0  # seconds that a page waits for what it shows already
_renderers = ThreadPoolExecutor(max_workers=4, thread_name_prefix="hub")

T = TypeVar("T")
Here = tuple[frozenset[str], int]
"""Keys of the people who are connected, and how many others watch."""


async def in_thread(work: Callable[[], T]) -> T:
    """Do something that reads the database, off the loop."""

    def clean() -> T:
        close_old_connections()
        try:
            return work()
        finally:
            close_old_connections()

    return await asyncio.get_running_loop().run_in_executor(_renderers, clean)


class TableHub:
    """Everybody who sees one table in the same way, through this process."""

    def __init__(
        self,
        table: Table,
        audience: Audience,
        here: Callable[[], Here],
        first: Callable[[TableHub], Iterable[TableHub]],
    ) -> None:
        """`first` says which other hubs of the table are given what happens before this one."""
        self.table = table
        self.audience = audience
        self._here = here
        self._first = first
        self.connections: set[Connection] = set()
        self.seq = 0
        """The last event that live connections have been given."""
        self._heard = 0
        self._gave = asyncio.Event()
        self.gave_at = 0.0
        """When live connections were given an event last, in seconds of the loop's clock."""
        self.stands_back = False
        """Whether it is waiting for others that are given something first."""
        self._fails = False
        """Whether the last frame could not be made: nobody waits for the next."""
        self._beside_changed = False
        self._shown: dict[str, str] = {}
        self._wake = asyncio.Event()
        self._patches: dict[tuple[int, int], asyncio.Task[Message]] = {}
        self._task: asyncio.Task[None] | None = None
        self._later: dict[str, asyncio.TimerHandle] = {}
        self._delay_s = 0
        self._pointed: dict[str, str] = {}

    async def open(self) -> None:
        """Find out where the game stands, and begin to listen."""
        stamp = await in_thread(lambda: frames.stamps((self.table.pk,)))
        self._heard = stamp[self.table.pk][0]
        self.seq = await self._told()
        self._shown = await self._look_beside()
        self._task = asyncio.create_task(self._pump())

    def close(self) -> None:
        """Stop for good."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
        self._gave.set()
        for handle in self._later.values():
            handle.cancel()

    # -- what happens -----------------------------------------------------------------------------------------------

    def hear(self, *, seq: int = 0, beside: bool = False) -> None:
        """The log has grown to `seq`, or something beside the game (people, chat, proposals) has changed."""
        if seq > self._heard:
            self._heard = seq
            self._wake.set()
        if beside:
            self._look_again()
            if self._delay_s:  # what is said now is due then
                self._wake_in(self._delay_s + 0.1, f"beside {time.monotonic():.0f}", self._look_again)

    def _look_again(self) -> None:
        self._beside_changed = True
        self._wake.set()

    def _wake_in(self, seconds: float, what: str, do: Callable[[], None]) -> None:
        """Do something later; the same thing is waited for once."""

        def due() -> None:
            self._later.pop(what, None)
            do()

        if (before := self._later.pop(what, None)) is not None:
            before.cancel()
        self._later[what] = asyncio.get_running_loop().call_later(seconds, due)

    def point(self, by: str, svg: str) -> None:
        """Somebody's ruler or ping, or its end where `svg` is empty; onlookers get it as late as all else."""
        if self._delay_s and self.audience in OPEN_VIEWS:
            self._wake_in(self._delay_s, f"point {by} {time.monotonic()}", partial(self._show_pointed, by, svg))
        else:
            self._show_pointed(by, svg)

    def _show_pointed(self, by: str, svg: str) -> None:
        if svg == self._pointed.get(by, ""):
            return
        self._pointed[by] = svg
        self._pointed = {one: drawn for one, drawn in self._pointed.items() if drawn}
        self._give(Message(pointing.region(list(self._pointed.values()))))

    async def _pump(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            try:
                await self._advance()
                await self._refresh()
                self._fails = False
            except Exception:
                log.exception("table %s, %s: a frame could not be made", self.table.code, self.audience)
                self._fails = True
                self._let_go()
                await asyncio.sleep(_RETRY)
                self._wake.set()
            await asyncio.sleep(TICK)

    async def _advance(self) -> None:
        since, upto = self.seq, await self._told()
        if upto > since and await self._let_others_first(upto):
            upto = await self._told()  # more may have happened, or the host has set a delay
        if upto < since:  # the host has set a delay, or a longer one: everybody goes back
            self.seq = upto
            for connection in tuple(self.connections):
                connection.fall_behind()
            self._look_again()
        if upto <= since:
            return
        message = await self.patch(since, upto)
        self.seq = upto
        self._give(message)
        self._note_given()
        lapsed = self._shown.get("proposals", "").strip() or "data-rewound" in self._shown.get("notice", "")
        if lapsed or self._delay_s:  # a command has let proposals lapse, or goes on after a taking back
            self._beside_changed = True

    async def _let_others_first(self, seq: int) -> bool:
        """Who waits for what another does is shown it first: drawing for all at once would keep everybody waiting.

        Who looks on stands back for a moment more, in which the players' pages are painted. Whether there are others.
        """
        # two who act at the same moment would wait for each other
        before = tuple(other for other in self._first(self) if not other.stands_back)
        if not before:
            return False
        self.stands_back = True
        try:
            async with asyncio.timeout(PATIENCE):
                for other in before:
                    await other.gives(seq)
        except TimeoutError:
            pass
        finally:
            self.stands_back = False
        if self.audience in OPEN_VIEWS:
            last = max(other.gave_at for other in before)
            await asyncio.sleep(last + ASIDE - asyncio.get_running_loop().time())
        return True

    async def gives(self, seq: int) -> None:
        """Wait until live connections have been given that event, or nothing will be given for now."""
        while self.seq < seq and self._task is not None and not self._fails:
            await self._gave.wait()

    def _note_given(self) -> None:
        self.gave_at = asyncio.get_running_loop().time()
        self._let_go()

    def _let_go(self) -> None:
        """Whoever waits for this hub looks again."""
        self._gave.set()
        self._gave = asyncio.Event()

    async def _told(self) -> int:
        """How much of the log this audience may see: onlookers as far as the host's delay allows."""
        if self.audience not in OPEN_VIEWS:
            return self._heard
        found = await in_thread(lambda: delay.horizon(self.table.pk))
        if found.delay_s != self._delay_s:
            self._delay_s = found.delay_s
            self._look_again()
        if found.more_in_s is not None:
            self._wake_in(found.more_in_s, "event", self._wake.set)
        return found.seq

    async def _refresh(self) -> None:
        if not self._beside_changed:
            return
        self._beside_changed = False
        parts = await self._look_beside()
        changed = {name: html for name, html in parts.items() if self._shown.get(name) != html}
        self._shown = parts
        if changed:
            self._give(Message(frames.joined(changed)))

    async def _look_beside(self) -> dict[str, str]:
        keys, watchers = self._here()
        return await in_thread(lambda: frames.beside(self.table, self.audience, keys, watchers))

    def _give(self, message: Message) -> None:
        for connection in tuple(self.connections):
            connection.put(message)

    # -- catching up -------------------------------------------------------------------------------------------------

    async def patch(self, since: int, upto: int) -> Message:
        """What leads from one event to another; made once for all who ask for the same."""
        key = (since, upto)
        task = self._patches.get(key)
        if task is None:
            task = asyncio.create_task(self._made(since, upto))
            self._patches[key] = task
            task.add_done_callback(lambda _: self._keep_few())
        return await asyncio.shield(task)

    async def _made(self, since: int, upto: int) -> Message:
        html = await in_thread(lambda: frames.frame(self.table, self.audience, since, upto))
        return Message(html, seq=upto)

    def _keep_few(self) -> None:
        for key in list(self._patches)[:-16]:
            del self._patches[key]
        for key, task in list(self._patches.items()):
            if task.done() and (task.cancelled() or task.exception()):
                del self._patches[key]

    async def bring_up(self, connection: Connection) -> None:
        """Send a connection all that it lacks, then let it take part."""
        while not connection.closed:
            if connection.seq > self.seq:
                await self._catch_up(connection.seq)
            upto = self.seq
            if connection.seq == upto:
                connection.live = True
                break
            since = connection.seq if connection.seq < upto else 0
            await connection.deliver(await self.patch(since, upto))
        if self._shown:
            await connection.deliver(Message(frames.joined(self._shown)))

    async def _catch_up(self, seq: int) -> None:
        """A page may show events whose news are still on their way here: it is no reason to send it the whole again."""
        stamp = await in_thread(lambda: frames.stamps((self.table.pk,)))
        self.hear(seq=stamp[self.table.pk][0])
        if await self._told() < seq:
            return
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_CATCHING_UP):
                while self.seq < seq:
                    await asyncio.sleep(TICK)
