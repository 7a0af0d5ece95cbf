"""Frames: the HTML that leads a page from one event to another, stamped with both, the same bytes for an audience.

    <div id="frame" data-from="41" data-to="43" hidden><script type="application/json">{"animate": [...]}</script></div>
    <div hx-swap-oob="afterbegin:#log">...</div>
    <svg hx-swap-oob="innerHTML:#unit-a2">...</svg>

`data-from` is the first event that it covers and `data-to` the last. `data-whole` marks one that fits on any page,
whatever that page shows. Messages about what stands beside the game have no such stamp.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from threading import Lock
from typing import TypeVar

import msgspec

from rules import view_event
from rules.events import Rolled
from rules.questions.logs.chances import ChanceStep, chances
from tabletop.games.access.rights import OPEN_VIEWS, Audience, viewer_of
from tabletop.games.log import delay, entries, journal
from tabletop.games.models import Table
from tabletop.games.pages import fragments, log_entries
from tabletop.games.pages.fragments import Parts, Rows
from tabletop.games.pages.lengths import in_its_unit
from tabletop.games.pages.scene import Scene

_KEPT = 96  # scenes, and as many that are rendered
_MOST_MISSED = 400  # events that a patch covers; beyond, the whole is sent
_MOST_STRUCK = 30  # entries that a patch strikes one by one
_MOST_ANIMATED = 60  # events

Moment = tuple[str, Audience, int]
"""A game, an audience and the last event."""
Kept = TypeVar("Kept")

_scenes: OrderedDict[Moment, Scene] = OrderedDict()
_parts: OrderedDict[Moment, Parts] = OrderedDict()
_lock = Lock()


def find(pk: int) -> Table | None:
    """What has to be known of a table in order to read its log."""
    return Table.objects.only("pk", "code", "game_id", "seq").filter(pk=pk).first()


def stamps(tables: Sequence[int]) -> dict[int, tuple[int, object]]:
    """The last event of each table, and when it was last touched: one query."""
    rows = Table.objects.filter(pk__in=tables).values_list("pk", "seq", "updated_at")
    return {pk: (seq, at) for pk, seq, at in rows}


def scene_at(table: Table, audience: Audience, seq: int) -> Scene:
    """The game after event `seq` as an audience may know it, the same value for everybody: nothing is drawn for it."""
    key = (table.game_id, audience, seq)
    return _lately(_scenes, key, lambda: Scene.of(audience, journal.state_at(table, seq)))


def parts_at(table: Table, audience: Audience, seq: int) -> Parts:
    """Every part of the page after event `seq`, rendered once."""
    key = (table.game_id, audience, seq)
    return _lately(_parts, key, lambda: fragments.parts(scene_at(table, audience, seq)))


def _lately(kept: OrderedDict[Moment, Kept], key: Moment, make: Callable[[], Kept]) -> Kept:
    """What was made for that moment, if that is among the latest. Whoever makes it at the same time gets the same."""
    with _lock:
        if key in kept:
            kept.move_to_end(key)
            return kept[key]
    made = make()
    with _lock:
        made = kept.setdefault(key, made)
        while len(kept) > _KEPT:
            kept.popitem(last=False)
    return made


def frame(table: Table, audience: Audience, since: int, upto: int) -> str:
    """What leads a page that shows event `since` to event `upto`, in the table's unit; from 0 it fits on any page."""
    return in_its_unit(table, _frame(table, audience, since, upto), upto)


def _frame(table: Table, audience: Audience, since: int, upto: int) -> str:
    if since <= 0 or upto - since > _MOST_MISSED:
        return _whole(table, audience, upto)
    before, after = parts_at(table, audience, since), parts_at(table, audience, upto)
    viewer = viewer_of(audience)
    animate = entries.animations(table, viewer, since, upto) if upto - since <= _MOST_ANIMATED else []
    log = _last_act(table, upto) if audience == "screen" else _log_change(table, audience, since, upto)
    return _stamp(since + 1, upto, animate=animate) + _changed(before, after) + log + _going_on(table, audience, upto)


def _whole(table: Table, audience: Audience, upto: int) -> str:
    after = parts_at(table, audience, upto)
    nothing = Parts({}, {}, {}, after.scene)
    log = _last_act(table, upto) if audience == "screen" else _whole_log(table, audience, upto)
    return _stamp(1, upto, animate=[], whole=True) + _changed(nothing, after) + log + _going_on(table, audience, upto)


def moment(table: Table, audience: Audience, since: int, upto: int) -> str:
    """What leads a page that shows the battle after event `since` to how it was after `upto`, forwards or back.

    From 0 it fits on any page. In place of the log stands the act that ended with `upto`.
    """
    after = parts_at(table, audience, upto)
    before = parts_at(table, audience, since) if since > 0 else Parts({}, {}, {}, after.scene)
    near = 0 < upto - since <= _MOST_ANIMATED and since > 0
    animate = entries.animations(table, viewer_of(audience), since, upto) if near else []
    stamp = _stamp(since + 1, upto, animate=animate, whole=since <= 0)
    return in_its_unit(table, stamp + _changed(before, after) + region("act", act(table, audience, upto)), upto)


def act(table: Table, audience: Audience, upto: int) -> str:
    """The act that ended with event `upto`, large."""
    entry = latest_act(table, audience, upto)
    return log_entries.act(entry, _chances(table, audience, entry) if entry is not None else ())


def _chances(table: Table, audience: Audience, entry: entries.Entry) -> Sequence[ChanceStep]:
    """How likely what that act came to was, from what the audience may know of it."""
    viewer = viewer_of(audience)
    seen = (
        view_event(state, line.event, viewer) for line, state in journal.events_after(table, entry.head - 1, entry.end)
    )
    return chances(event for event in seen if isinstance(event, Rolled))


def latest_act(table: Table, audience: Audience, upto: int) -> entries.Entry | None:
    """The last act up to event `upto` of which the audience may know."""
    return entries.that_ends_with(table, viewer_of(audience), upto)


def _going_on(table: Table, audience: Audience, upto: int) -> str:
    """The card of spectators, as it is after event `upto`; players have their dock."""
    if audience != "public":
        return ""
    return region("going-on", log_entries.going_on(latest_act(table, audience, upto), scene_at(table, audience, upto)))


def _last_act(table: Table, upto: int) -> str:
    """What the club's screen has instead of a log."""
    newest = entries.that_ends_with(table, "public", upto)
    return joined(log_entries.last_act(table, [newest] if newest is not None else []))


def _whole_log(table: Table, audience: Audience, upto: int) -> str:
    """The newest entries alone: whoever had asked for earlier ones asks again."""
    shown = entries.latest(table, viewer_of(audience), upto)
    return region("log", log_entries.log(shown)) + region("log-more", log_entries.older(table, audience, shown))


def _stamp(first: int, last: int, *, animate: Sequence[object], whole: bool = False) -> str:
    data = msgspec.json.encode({"animate": animate}).decode().replace("<", "\\u003c")
    mark = " data-whole" if whole else ""
    return (
        f'<div id="frame" data-from="{first}" data-to="{last}"{mark} hidden>'
        f'<script type="application/json">{data}</script></div>'
    )


def _changed(before: Parts, after: Parts) -> str:
    """Swaps for every part that is not what it was."""
    html = "".join(
        _html(name, before.html.get(name), inside)
        for name, inside in after.html.items()
        if before.html.get(name) != inside
    )
    svg = "".join(_svg(name, inside) for name, inside in after.svg.items() if before.svg.get(name) != inside)
    return html + svg + _changed_units(before, after)


def _html(name: str, was: object, inside: str | Rows) -> str:
    if isinstance(inside, Rows) and isinstance(was, Rows) and inside.is_alike(was):
        return "".join(_itself(row) for key, row in inside.rows.items() if was.rows[key] != row)
    return region(name, str(inside))


def _stood(parts: Parts) -> list[tuple[str, str]]:
    """Who stands on the table, and whose they are: a vehicle may change hands."""
    return [(token.id, token.side) for token in parts.scene.tokens] if parts.units else []


def _changed_units(before: Parts, after: Parts) -> str:
    if _stood(before) != _stood(after):
        return _svg("units", fragments.whole_units(after.scene))
    return "".join(_svg(f"unit-{unit}", inside) for unit, inside in after.units.items() if before.units[unit] != inside)


def region(name: str, inside: str) -> str:
    """A swap of the inside of one element."""
    return f'<div hx-swap-oob="innerHTML:#{name}">{inside}</div>'


def _svg(name: str, inside: str) -> str:
    return f'<svg hx-swap-oob="innerHTML:#{name}">{inside}</svg>'


def _log_change(table: Table, audience: Audience, since: int, upto: int) -> str:
    viewer = viewer_of(audience)
    if not journal.turned_between(table, since, upto):
        new = log_entries.log(reversed(entries.entries(table, viewer, since, upto, [(since + 1, upto)])))
        return f'<div hx-swap-oob="afterbegin:#log">{new}</div>' if new else ""
    was, now = entries.spans_at(table, since), entries.spans_at(table, upto)
    turned = _turned(was, now, since)
    if turned and turned[-1] - turned[0] > _MOST_MISSED:
        return _whole_log(table, audience, upto)
    new = log_entries.log(reversed(entries.entries(table, viewer, since, upto, now)))
    swaps = f'<div hx-swap-oob="afterbegin:#log">{new}</div>' if new else ""
    if not turned:
        return swaps
    old = _entries_between(table, audience, turned[0], turned[-1], now)
    changed = [e for e in old if entries.counts(was, e.head) != entries.counts(now, e.head)]
    if len(changed) > _MOST_STRUCK:
        return _whole_log(table, audience, upto)
    return swaps + "".join(_itself(log_entries.entry(e)) for e in changed)


def _itself(html: str) -> str:
    """A swap of a whole element by its id; a wrapper would stay on the page."""
    return re.sub(r"^\s*<(\w+)", r'<\1 hx-swap-oob="true"', html, count=1)


def _turned(was: Sequence[tuple[int, int]], now: Sequence[tuple[int, int]], upto: int) -> list[int]:
    """Events up to `upto` that count in one and not in the other."""
    before = {seq for first, last in was for seq in range(first, min(last, upto) + 1)}
    after = {seq for first, last in now for seq in range(first, min(last, upto) + 1)}
    return sorted(before ^ after)


def _entries_between(
    table: Table, audience: Audience, first: int, last: int, spans: Sequence[tuple[int, int]]
) -> Iterable[entries.Entry]:
    head = journal.lines(table, first - 1, first)[0].head
    return entries.entries(table, viewer_of(audience), head - 1, last, spans)


def beside(table: Table, audience: Audience, here: Iterable[str], watchers: int) -> dict[str, str]:
    """What stands beside the game, by region."""
    fresh = Table.objects.get(pk=table.pk)
    fresh = delay.delayed(fresh) if audience in OPEN_VIEWS else fresh
    parts = fragments.beside(fresh, audience, here=here, watchers=watchers)
    return {name: in_its_unit(fresh, inside) for name, inside in parts.items()}


def joined(parts: Mapping[str, str]) -> str:
    """One message that fills these regions."""
    return "".join(region(name, inside) for name, inside in parts.items())


def beat(seq: int) -> str:
    """The answer to a ping: how far the page should be."""
    return f'<div id="beat" data-seq="{seq}" hidden></div>'
