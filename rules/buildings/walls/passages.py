"""Who gets through doors and holes in a turn, who is too large. (BLD-DOOR-06, -07, -09, BLD-MOUSE-02, -03)"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from msgspec.structs import replace

from rules.arap.positions.placing import radius_of
from rules.arap.terrain import floor_ways
from rules.arap.terrain.building_interface import WIDE_SIZE, Narrow
from rules.buildings.walls import parts
from rules.core.ids import ModelId, TerrainId
from rules.core.kept import lately
from rules.core.refusal import Refusal
from rules.forces.profile import Profile
from rules.forces.unit import Model, Point, Unit, tag
from rules.geometry.lengths import distance, distance_to_segment, is_within
from rules.geometry.rings import segments_distance, segments_meet
from rules.progress import Progress
from rules.state import Event, GameState
from rules.table.terrain import Terrain

Ways = Mapping[ModelId, Sequence[Point]]
"""The way of each model that moves, from where it stands."""

MOST_THROUGH: Final = 4
"""Ordinary humans through a standard door in a turn. (BLD-DOOR-06)"""

LARGEST_THROUGH_DOOR: Final = 3
"""A very bulky model still passes a standard door, alone. (BLD-DOOR-07)"""

STANDARD_FITS: Final = 2
"""The largest size for a standard door; a wider one takes what its width takes. (BLD-DOOR-08)"""

WIDER_IN: Final = 1.0
"""What a base wider than the opening pays. (BLD-DOOR-09)"""


class Passage(NamedTuple):
    """A door, window or hole that is gone through: its key, where it is, and for a hole how many it lets through."""

    key: str
    name: str
    a: Point
    b: Point
    piece: Terrain
    points: int | None = None
    """Damage points of a mousehole; None for a door or what is used as one."""
    fits: int = 2
    """The largest size that goes through a door, as it is made. (BLD-DOOR-08)"""

    @property
    def passages(self) -> int:
        """Ordinary models that a hole lets through. (BLD-MOUSE-02, BLD-MOUSE-07)"""
        return (self.points or 0) // self.points_each

    @property
    def points_each(self) -> int:
        """Damage points for each of them. (BLD-MOUSE-07)"""
        return max(1, self.piece.building.stubborn if self.piece.building is not None else 1)


def passages(state: GameState) -> Iterator[Passage]:
    """Every opening of houses that are entered, and every hole in their walls."""
    by_parts = bool(state.option("wall_parts"))
    for piece in state.interiors:
        if piece.building is None:
            continue
        for n, opening in enumerate(piece.building.openings):
            name = opening.name or f"{opening.kind} {n + 1} of {piece.name}"
            if opening.storey == 0 and (not opening.is_shut or opening.lost):
                points = opening.lost if opening.is_shut else None
                yield Passage(f"{piece.id}:{n}", name, opening.a, opening.b, piece, points, opening.fits)
        for hole in piece.building.holes:
            part = parts.part_of(piece, hole.wall, hole.part)
            if part is not None:
                points = None if parts.is_door(piece, hole, by_parts=by_parts) else hole.dp
                key = f"{piece.id}~h{hole.wall}.{hole.part}"
                yield Passage(key, f"the hole in {piece.name}", part.a, part.b, piece, points)


def doorways(state: GameState) -> list[tuple[Point, Point]]:
    """Where the doors and holes are of houses that are entered. (ARAP-MELEE-04)"""
    houses = [t for t in state.interiors if t.building is not None]
    doors = [
        (o.a, o.b) for t in houses if t.building for o in t.building.openings if o.kind == "door" and o.storey == 0
    ]
    return doors + [(p.a, p.b) for p in passages(state) if "~h" in p.key]


class Gone(NamedTuple):
    """Somebody goes through a passage."""

    passage: Passage
    model: Model


def gone_through(state: GameState, unit: Unit, ways: Ways) -> list[Gone]:
    """Who of a unit goes through what on those ways."""
    if not state.interiors:
        return []
    known = list(passages(state))
    return [
        Gone(passage, unit.model(model))
        for passage in known
        for model, points in ways.items()
        if any(_passes(state, passage, a, b) for a, b in floor_ways.walked(state, points))
    ]


def _passes(state: GameState, passage: Passage, a: Point, b: Point) -> bool:
    """Whether a leg goes through, along its edge too, or halts in it; who sets out from there has come in before."""
    if distance(a, b) == 0:
        return False
    if state.is_older_than("9"):
        return segments_meet(passage.a, passage.b, a, b)
    if is_within(distance_to_segment(a, passage.a, passage.b), 0.0):
        return False
    return is_within(segments_distance(passage.a, passage.b, a, b), 0.0)


class PassedThrough(Event, frozen=True, kw_only=True, tag="PassedThrough"):
    """Models went through a door, window or hole. (BLD-DOOR-06, BLD-MOUSE-02)"""

    passage: str
    models: tuple[ModelId, ...]
    terrain: TerrainId = TerrainId("")

    def evolve(self, state: GameState) -> GameState:
        """They count for the rest of the player turn."""
        assert self.unit is not None
        unit = state.units[self.unit]
        fresh = tuple((self.passage, m) for m in self.models if (self.passage, m) not in unit.now.passed)
        return state.with_unit(replace(unit, now=replace(unit.now, passed=(*unit.now.passed, *fresh))))


def used(state: GameState, passage: Passage) -> list[ModelId]:
    """Who has gone through it in the player turn at hand, of whatever side."""
    if state.is_older_than("19"):
        side = state.active_side
        units: Iterable[Unit] = state.units_of(side) if side else ()
    else:
        units = state.units.values()
    return [m for u in units for key, m in u.now.passed if key == passage.key]


def crowded(state: GameState, unit: Unit, ways: Ways) -> Refusal | None:
    """Why they do not all get through: a hole too small, or a door that has let enough through."""
    return next(filter(None, (refused(state, those) for those in _by_passage(gone_through(state, unit, ways)))), None)


def refused(state: GameState, those: Sequence[Gone]) -> Refusal | None:
    """Why not all of them get through the one passage. (BLD-DOOR-06, BLD-DOOR-07, BLD-MOUSE-02, BLD-MOUSE-03)"""
    return _hole(state, those) if those[0].passage.points is not None else _door(state, those)


def _by_passage(every: Iterable[Gone]) -> Iterable[list[Gone]]:
    through: dict[str, list[Gone]] = {}
    for gone in every:
        through.setdefault(gone.passage.key, []).append(gone)
    return through.values()


def held_up(state: GameState, unit: Unit, ways: Ways, model: ModelId) -> tuple[float, str] | None:
    """After how many inches of its way a model stops at what lets it not through, and by which rule.

    The others of those ways go first. (BLD-DOOR-06, BLD-DOOR-07, BLD-MOUSE-02, BLD-MOUSE-03)
    """
    found = []
    for those in _by_passage(gone_through(state, unit, ways)):
        passage, refusal = those[0].passage, refused(state, those)
        at_in = _reached_in(state, passage, ways[model])
        if refusal is not None and at_in is not None:
            found.append((at_in, refusal.rule))
    return min(found, default=None)


def _reached_in(state: GameState, passage: Passage, points: Sequence[Point]) -> float | None:
    """Inches of a way up to a passage; None if it does not go through."""
    walked = 0.0
    for a, b in itertools.pairwise(points):
        way = floor_ways.climb_of(state, a, b)
        if way is None and _passes(state, passage, a, b):
            return walked + distance_to_segment(a, passage.a, passage.b)
        walked += way.cost_in if way is not None else distance(a, b)
    return None


def too_large(state: GameState, those: Iterable[Gone]) -> Refusal | None:
    """The first who would not get through by himself either: a hole too small, a door too narrow. (BLD-MOUSE-03)"""
    every = (_too_large(state, passage, model) for passage, model in those)
    return next((refusal for refusal in every if refusal is not None), None)


def _too_large(state: GameState, passage: Passage, model: Model) -> Refusal | None:
    bulk, size = state.profile(model).counts_as, state.profile(model).size
    if passage.points is None:
        wide = distance(passage.a, passage.b) >= 2 * radius_of(state, model)
        text = f"{tag(model.id)} is too large for {passage.name}."
        if size > passage.fits and not (wide and passage.fits == STANDARD_FITS) and not state.is_older_than("13"):
            return Refusal("door-too-small", text, "BLD-DOOR-08", f"up to Size {passage.fits}; the host may rule more")
        made_for = passage.fits > STANDARD_FITS and not state.is_older_than("13")
        if bulk <= LARGEST_THROUGH_DOOR or wide or made_for:
            return None
        return Refusal("door-too-small", text, "BLD-DOOR-07", "a wider way; the host may rule that it fits")
    if bulk <= passage.passages:
        return None
    needed = bulk * passage.points_each
    points = f"{needed} damage point{'' if needed == 1 else 's'}"
    text = f"{tag(model.id)} needs a hole of {points}; {passage.name} is of {passage.points}."
    return Refusal("hole-too-small", text, _scarce(passage, "BLD-MOUSE-03"), "more damage at the same place")


def _hole(state: GameState, those: Sequence[Gone]) -> Refusal | None:
    """Each damage point lets one ordinary model through in a turn; a bulky one needs as many at once."""
    passage = those[0].passage
    refusal = too_large(state, those)
    if refusal is not None:
        return refusal
    fresh = {g.model.id: state.profile(g.model).counts_as for g in those}
    if state.option("mousehole_passage_per") == "turn":
        fresh |= {m: _counts(state, m) for m in used(state, passage)}
    if sum(fresh.values()) > passage.passages:
        text = f"{passage.name[:1].upper()}{passage.name[1:]} lets {passage.passages} through in a turn."
        return Refusal("hole-used-up", text, _scarce(passage, "BLD-MOUSE-02"), f"{passage.passages} ordinary models")
    return None


def _scarce(passage: Passage, rule: str) -> str:
    """The rule, or that of stubborn walls where it is these. (BLD-MOUSE-07)"""
    return rule if passage.passages == passage.points else "BLD-MOUSE-07"


def _counts(state: GameState, model: ModelId) -> int:
    return state.profile(state.find_model(model)[1]).counts_as


def _door(state: GameState, those: Sequence[Gone]) -> Refusal | None:
    """Who is too large for a door, and the older limit on how many go through. (BLD-DOOR-06, BLD-DOOR-07)"""
    passage, refusal = those[0].passage, too_large(state, those)
    if refusal is not None or not state.option("door_traffic_limit"):
        return refusal
    models = {g.model.id: g.model for g in those}
    models |= {m: state.find_model(m)[1] for m in used(state, passage)}
    share = sum((_share(state, m) for m in models.values()), Fraction(0))
    if share > 1 and len(models) > 1:
        text = f"{passage.name[:1].upper()}{passage.name[1:]} has let as many through as it can in this turn."
        return Refusal("door-crowded", text, "BLD-DOOR-06", "four ordinary models with a move of 4″, fewer slow ones")
    return None


def _share(state: GameState, model: Model) -> Fraction:
    """What one model uses up of a standard door: its bulk over what its move allows. (BLD-DOOR-06)"""
    profile = state.profile(model)
    return Fraction(profile.counts_as, limit(profile.m))


def limit(basic_move: float) -> int:
    """How many models of that move pass a standard door in a turn. (BLD-DOOR-06)"""
    return min(MOST_THROUGH, max(1, int(basic_move + 0.5)))


def notes(state: GameState, unit: Unit, ways: Ways) -> Iterator[str]:
    """How much of each opening that counts would be used up in this turn. (BLD-DOOR-06, BLD-MOUSE-02)"""
    limited = state.option("door_traffic_limit")
    for those in _by_passage(gone_through(state, unit, ways)):
        passage = those[0].passage
        name = f"{passage.name[:1].upper()}{passage.name[1:]}"
        models = {g.model.id: g.model for g in those}
        if passage.points is not None:
            yield used_note(state, those)
        elif limited:
            models |= {m: state.find_model(m)[1] for m in used(state, passage)}
            most = limit(max(state.profile(g.model).m for g in those))
            share = sum((_share(state, m) for m in models.values()), Fraction(0)) * most
            yield f"{name}: {float(share):.2g} of {most} used in this turn. (BLD-DOOR-06)"


def used_note(state: GameState, those: Sequence[Gone]) -> str:
    """How much of a hole is used up when they have gone through. (BLD-MOUSE-02)"""
    passage = those[0].passage
    models = {g.model.id: g.model for g in those}
    if state.option("mousehole_passage_per") == "turn":
        models |= {m: state.find_model(m)[1] for m in used(state, passage)}
    count = sum(state.profile(m).counts_as for m in models.values())
    name = f"{passage.name[:1].upper()}{passage.name[1:]}"
    return f"{name}: {count} of {passage.passages} used. ({_scarce(passage, 'BLD-MOUSE-02')})"


def narrow(state: GameState, profile: Profile, a: Point, b: Point) -> list[Narrow]:
    """What a straight way enters that is narrower than such a base. (BLD-DOOR-09)"""
    if not state.interiors:
        return []
    known = lately(state, "passages by width", None, lambda: sorted(_widths(state), key=lambda w: w[0]))
    found = []
    for wide, passage in known:
        if not _is_wider(profile, wide):
            break
        if _passes(state, passage, a, b):
            at_in = distance_to_segment(a, passage.a, passage.b)
            found.append(Narrow(replace(passage.piece, name=passage.name), at_in, WIDER_IN))
    return found


def _widths(state: GameState) -> list[tuple[float, Passage]]:
    return [(distance(p.a, p.b), p) for p in passages(state)]


def _is_wider(profile: Profile, opening_in: float) -> bool:
    return 2 * profile.base_radius_in > opening_in + 0.01


def extra_in(state: GameState, unit: Unit, ways: Ways) -> dict[ModelId, float]:
    """Inches that wide bases pay at narrow openings, Size Two alone. (BLD-DOOR-09)"""
    found: dict[ModelId, float] = {}
    for passage, model in gone_through(state, unit, ways):
        profile = state.profile(model)
        if profile.size == WIDE_SIZE and _is_wider(profile, distance(passage.a, passage.b)):
            found[model.id] = found.get(model.id, 0.0) + WIDER_IN
    return found


def note(progress: Progress, unit: Unit, ways: Ways) -> None:
    """Holes always count who passes, doors where the older limit is played. (BLD-DOOR-06, BLD-MOUSE-02)"""
    note_through(progress, unit, gone_through(progress.state, unit, ways))


def note_through(progress: Progress, unit: Unit, every: Iterable[Gone]) -> None:
    """The same for those who are known to go through."""
    limited = bool(progress.state.option("door_traffic_limit"))
    for those in _by_passage(gone for gone in every if limited or gone.passage.points is not None):
        rules = ("BLD-MOUSE-02", "BLD-MOUSE-01") if those[0].passage.points is not None else ("BLD-DOOR-06",)
        progress.emit(
            PassedThrough(
                side=unit.side,
                unit=unit.id,
                passage=those[0].passage.key,
                models=tuple(dict.fromkeys(g.model.id for g in those)),
                terrain=those[0].passage.piece.id,
                rules=rules,
            )
        )


EVENTS: tuple[type[Event], ...] = (PassedThrough,)
