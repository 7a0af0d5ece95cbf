"""Tables as the lobby lists them: what is fought, how it stands, whose move it is, and a small picture."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Final

import msgspec
from django.utils.safestring import SafeString, mark_safe

from rules import view, without_secrets
from rules.forces.unit import Point, Unit
from rules.questions.units import score
from rules.state import GameState
from rules.table.scale import scale_of
from rules.table.scenario import OptionValue, Scenario
from tabletop.accounts.people import Person
from tabletop.games.access import rights
from tabletop.games.board import drawing
from tabletop.games.log import delay, journal
from tabletop.games.models import Seat, Table
from tabletop.games.pages.scene import Scene
from tabletop.games.push.rooms import rooms
from tabletop.scenarios.pages.drawing import ground
from tabletop.ui import lengths
from tabletop.ui.board import BoardGround, board, mini_board

SHOWN: Final = 24
"""Tables of one kind that the lobby lists."""

_LEAST_IN: Final = 24.0
"""Of the table, that a wall shows at least."""

_AIR: Final = 1.3  # how much larger than a fight what is shown of it is

_NEAR_RIM_IN: Final = 1.5
_FARTHER: Final = 1.5  # how much more of the table is shown at most so that the rim cuts nobody
_SHAPE: Final = 1.6  # how much wider than high a wall's large picture is
_PICTURES: Final = 160  # kept in this process


@dataclass(frozen=True, kw_only=True)
class SideLine:
    """One side at a table: its letter, its name, its score and who plays it."""

    letter: str
    name: str
    score: int
    people: str
    mine: bool


@dataclass(frozen=True, kw_only=True)
class TableCard:
    """One table of the lobby."""

    code: str
    name: str
    scenario: str
    status: str
    standing: str
    """How it stands, in one line."""
    where: str
    """The same without who acts: "Turn 2 of 6"."""
    acting: str
    """The letter of the side that acts or is asked, and what it is about to do; empty where nobody is."""
    doing: str
    sides: tuple[SideLine, ...]
    picture: SafeString
    my_move: bool
    hosted: bool
    seated: bool
    watchers: int

    @property
    def over(self) -> bool:
        """Whether the battle has ended."""
        return self.status == Table.Status.ENDED

    @property
    def live(self) -> bool:
        """Whether the battle goes on."""
        return self.status in (Table.Status.PLAYING, Table.Status.PAUSED)

    @property
    def free(self) -> bool:
        """Whether a battle is on and nobody sits at it: anybody may go on with it."""
        return self.live and not self.people

    @property
    def points(self) -> int:
        """What all sides have scored together: nothing to show before that."""
        return sum(side.score for side in self.sides)

    @property
    def people(self) -> str:
        """Who plays, in a line."""
        return ", ".join(side.people for side in self.sides if side.people)


def as_onlookers_see(tables: Iterable[Table], person: Person) -> list[Table]:
    """These tables as this person may see them: onlookers are behind where the host has set a delay."""
    return [delay.delayed(t) if t.delay_s and rights.is_onlooker(t, person) else t for t in tables]


def cards(tables: Sequence[Table], person: Person) -> dict[int, TableCard]:
    """These tables by the keys of their rows, as this person finds them. Four queries at most."""
    current = [table for table in tables if not table.delay_s]
    states = journal.states_now(current)
    states |= {table.pk: journal.state_at(table, table.seq) for table in tables if table.delay_s}
    seats: dict[int, list[Seat]] = {table.pk: [] for table in tables}
    for seat in Seat.objects.filter(table__in=[t.pk for t in tables], left_at=None, removed=False).exclude(side=""):
        seats[seat.table_id].append(seat)
    return {table.pk: _card(table, states[table.pk], seats[table.pk], person) for table in tables}


def _card(table: Table, whole: GameState, seats: Sequence[Seat], person: Person) -> TableCard:
    scene = Scene.of("public", whole)
    sides = _sides(table, scene.state, seats, person)
    goes_on = table.status == Table.Status.PLAYING and scene.state.outcome is None
    acts = next((side for side in sides if goes_on and side.letter == scene.acting), None)
    where, doing = _where(table, scene, sides), scene.tracker.doing if acts else ""
    room = rooms.get(table.pk)
    return TableCard(
        code=table.code,
        name=table.name,
        scenario=(table.scenario_content or {}).get("name", ""),
        status=table.status,
        standing=f"{where}, {_whose(acts, doing)}" if acts else where,
        where=where,
        acting=acts.letter if acts else "",
        doing=doing,
        sides=sides,
        picture=picture(table, scene.state),
        my_move=acts is not None and acts.mine,
        hosted=person.is_one_of(table.host),
        seated=any(side.mine for side in sides),
        watchers=room.presence.watchers if room else 0,
    )


def _sides(table: Table, state: GameState, seats: Sequence[Seat], person: Person) -> tuple[SideLine, ...]:
    named: Mapping[str, tuple[str, int]] = {side.id: (side.name, score(state, side.id)) for side in state.sides}
    if not named:
        named = {side["id"]: (side["name"], 0) for side in (table.scenario_content or {}).get("sides", ())}
    return tuple(
        SideLine(
            letter=letter,
            name=name,
            score=score,
            people=", ".join(seat.name for seat in seats if seat.side == letter),
            mine=any(seat.side == letter and person.is_one_of(seat.person) for seat in seats),
        )
        for letter, (name, score) in named.items()
    )


def _where(table: Table, scene: Scene, sides: Sequence[SideLine]) -> str:
    """How far it has come: "Turn 2 of 6", who is waited for before the battle, who has won after it."""
    state = scene.state
    if table.status == Table.Status.SET_UP:
        empty = [side.name for side in sides if not side.people]
        return f"Waiting for {' and '.join(empty)}" if empty else "Ready to begin"
    shown = scene.tracker
    if state.outcome is not None:
        return f"{shown.over}: {state.outcome.in_words([side.id for side in state.sides])}"
    where = shown.round_text if shown.turn else shown.steps[0].word
    return f"{where}, paused" if table.status == Table.Status.PAUSED else where


def _whose(side: SideLine, doing: str) -> str:
    return "your move" if side.mine else f"{side.people or side.name} {doing}"


# ------------------------------------------------------------------ pictures

_pictures: OrderedDict[tuple[str, int, str], SafeString] = OrderedDict()
_lock = Lock()


def _kept(key: tuple[str, int, str], draw: Callable[[], SafeString]) -> SafeString:
    with _lock:
        if key in _pictures:
            _pictures.move_to_end(key)
            return _pictures[key]
    drawn = draw()
    with _lock:
        _pictures[key] = drawn
        while len(_pictures) > _PICTURES:
            _pictures.popitem(last=False)
    return drawn


def picture(table: Table, seen: GameState) -> SafeString:
    """A small picture of a table as everybody may see it; of its ground alone before the battle."""
    if seen.sides:
        return _kept((table.game_id, seen.seq, "small"), lambda: _measured(_small(seen), seen.options))
    return ground_picture(table.scenario_value) if table.scenario_content else SafeString()


def ground_picture(scenario: Scenario) -> SafeString:
    """A small picture of a scenario's table. Kept by what is drawn, since scenarios have no number that counts up."""
    scenario = without_secrets(scenario, "public")
    scale = scale_of(scenario.options)
    key = hashlib.sha256(msgspec.json.encode((scenario.name, scenario.terrain, scale))).hexdigest()
    table = ground(scenario, scenario.terrain, zones=False)
    return _kept((key, 0, "ground"), lambda: _measured(mini_board(ground=table), scenario.options))


def _small(seen: GameState) -> SafeString:
    return mini_board(ground=drawing.ground_of(seen), units=drawing.units(seen), label=seen.scenario.name)


def large_picture(table: Table, *, round_: frozenset[str] | None = None) -> SafeString:
    """The board of a table with its models, for the head of the lobby.

    With `round_` it is read from afar, on a wall: framed round these units and whoever fights them hand to hand, or
    round all where none of them stands.
    """
    seen = view(journal.state_at(table, table.seq), "public")
    if not seen.sides:
        return picture(table, seen)
    kind = "large" if round_ is None else "wall"
    return _kept((table.game_id, seen.seq, kind), lambda: _measured(_large(seen, round_), seen.options))


def _measured(picture: SafeString, options: Mapping[str, OptionValue]) -> SafeString:
    """The same with the lengths in what it says as its table shows them. (ARAP-GEN-04)"""
    return mark_safe(lengths.shown(picture, scale_of(options)))  # noqa: S308 -- it was safe before


def _large(seen: GameState, round_: frozenset[str] | None) -> SafeString:
    ground = drawing.ground_of(seen)
    afar = round_ is not None
    return board(
        ground=ground,
        units=drawing.units(seen),
        objectives=drawing.objectives(seen),
        sides=tuple(side.id for side in seen.sides),
        focus="none",
        large=afar,
        view_box=_round(seen, ground, round_ or ()) if afar else (0, 0, ground.width_in * 10, ground.height_in * 10),
    )


def _round(seen: GameState, ground: BoardGround, about: Collection[str]) -> tuple[float, float, float, float]:
    """The part of the table where a fight is, with air around; the whole before anybody stands there."""
    standing = {key: unit for key, unit in seen.units.items() if unit.on_table and unit.alive}
    fight = {key for key in standing if key in about}
    fight |= {key for melee in seen.melees for key in melee.units if fight & set(melee.units)}
    places = [model.at for key, unit in standing.items() if key in fight or not fight for model in unit.alive]
    if not places:
        return (0, 0, ground.width_in * 10, ground.height_in * 10)
    part = _framed(places, ground)
    cut = [each for key, unit in standing.items() if key not in fight for each in _cut(unit, part)] if fight else []
    wider = _framed([*places, *cut], ground)
    return wider if wider[2] <= part[2] * _FARTHER else part


def _cut(unit: Unit, part: tuple[float, float, float, float]) -> list[Point]:
    """The models of a unit that the rim of that part of the table cuts in two; none where all or nothing is shown."""
    left, top, wide, high = (each / 10 for each in part)
    models = [model.at for model in unit.alive]

    def within(x: float, y: float, air: float) -> bool:
        return left + air < x < left + wide - air and top + air < y < top + high - air

    shown = any(within(x, y, -_NEAR_RIM_IN) for x, y in models)
    return models if shown and not all(within(x, y, _NEAR_RIM_IN) for x, y in models) else []


def _framed(places: Sequence[Point], ground: BoardGround) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in places], [y for _, y in places]
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    wide, high = max(wide * _AIR, high * _AIR * _SHAPE, _LEAST_IN), max(high * _AIR, wide * _AIR / _SHAPE)
    high = max(high, wide / _SHAPE)
    left = _on_table((min(xs) + max(xs) - wide) / 2, wide, ground.width_in)
    top = _on_table((min(ys) + max(ys) - high) / 2, high, ground.height_in)
    return (left * 10, top * 10, wide * 10, high * 10)


def _on_table(start: float, shown: float, length: float) -> float:
    """Where a part begins so that nothing beyond the table's edge is shown; in its middle where all of it is."""
    return (length - shown) / 2 if shown >= length else min(max(start, 0), length - shown)
