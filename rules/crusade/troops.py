"""Troops on foot: moving, hiding. (CRU-TROOP, CRU-TURN-02)"""

from __future__ import annotations

import itertools
from typing import Final

from msgspec.structs import replace

from rules.core.ids import SideId, UnitId
from rules.core.preview import Leg, Preview
from rules.core.refusal import Refusal
from rules.crusade import courses, grounds, hand, marks, models, sight, spotting
from rules.crusade.damage import places
from rules.crusade.events.blips import BlipTaken
from rules.crusade.events.moves import TroopHid, TroopMoved
from rules.crusade.marks import Blip
from rules.forces.unit import Unit
from rules.geometry.contacts import Obstacle, first_contact
from rules.geometry.facings import bearing
from rules.geometry.lengths import TOLERANCE, Circle, Point, distance, is_beyond, is_within, path_length
from rules.geometry.rings import encloses
from rules.progress import Action, Progress
from rules.state import GameState
from rules.table.terrain import Terrain

MOST_POINTS: Final = 40
"""Points of a path on foot."""


class MoveTroop(Action, frozen=True, kw_only=True, tag="MoveTroop"):
    """A troop walks along a path, by its normal move or, with `extra`, by one that its action buys. (CRU-TURN-02)"""

    unit: UnitId
    path: tuple[tuple[float, float], ...]
    extra: bool = False

    def check(self, state: GameState) -> Refusal | None:
        """A troop in hand with enough of its move left, on a way that is free."""
        refusal = on_foot(state, self.side, self.unit)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        return cannot_walk(state, unit, extra=self.extra) or bad_path(
            state, unit, self.path, left_in(state, unit, extra=self.extra)
        )

    def preview(self, state: GameState) -> Preview:
        """Legs and what is left of the move."""
        refusal = self.check(state)
        if self.unit not in state.units or state.units[self.unit].is_vehicle or not self.path:
            return Preview(refusal=refusal)
        unit = state.units[self.unit]
        legs = itertools.pairwise((models.place(state, unit), *self.path))
        priced = tuple(Leg(to=b, length_in=distance(a, b), cost_in=distance(a, b)) for a, b in legs)
        return Preview(
            refusal=refusal,
            legs=priced,
            spent_in=sum(leg.cost_in for leg in priced),
            allowance_in=left_in(state, unit, extra=self.extra),
            ghosts=((unit.models[0].id, *self.path[-1], unit.models[0].facing),),
            rules=("CRU-TROOP-01",),
        )

    def resolve(self, progress: Progress) -> None:
        """It walks; who sees it now knows of it."""
        hand.take(progress, self.unit)
        if self.extra:
            hand.spend_action(progress, self.unit, extra=True)
        walk(progress, self.unit, self.path)
        progress.queue(spotting.Seen())


class HideTroop(Action, frozen=True, kw_only=True, tag="HideTroop"):
    """A troop out of every enemy's sight hides. (CRU-TROOP-06)"""

    unit: UnitId

    def check(self, state: GameState) -> Refusal | None:
        """No vehicle; its action is left; no enemy sees it."""
        refusal = hand.not_ready(state, self.side, self.unit)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        if unit.is_vehicle:
            return Refusal("vehicle", f"{unit.name} is a vehicle: it never hides.", "CRU-SHOT-02", "fire, or move")
        if refusal := hand.no_action(state, unit, "hiding"):
            return refusal
        if unit.aboard is not None or unit.hidden:
            return Refusal("no-hiding", f"{unit.name} cannot hide now.", "CRU-TROOP-06", "another action")
        watcher = spotting.seen_by(state, unit)
        if watcher is None:
            return None
        text = f"{watcher.name} sees {unit.name}."
        return Refusal("in-sight", text, "CRU-TROOP-06", "move out of sight first")

    def resolve(self, progress: Progress) -> None:
        """Enemies do not know where it is."""
        hand.take(progress, self.unit)
        hand.spend_action(progress, self.unit)
        progress.emit(TroopHid(side=self.side, unit=self.unit, hidden=True, rules=("CRU-TROOP-06",)))


class PickUp(Action, frozen=True, kw_only=True, tag="PickUp"):
    """A troop on foot picks up the blip that it stands next to. (CRU-TURN-02, CRU-BLIP-01)"""

    unit: UnitId
    blip: str

    def check(self, state: GameState) -> Refusal | None:
        """On foot, with its action, within 1″ of one that lies there: not from inside a vehicle."""
        refusal = hand.not_ready(state, self.side, self.unit)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        if unit.is_vehicle or unit.aboard is not None:
            text = f"{unit.name} picks nothing up: only troops on foot do."
            return Refusal("no-picking-up", text, "CRU-BLIP-01", "a troop on foot")
        if refusal := hand.no_action(state, unit, "picking something up"):
            return refusal
        if self.blip in {blip.id for blip in within_reach(state, unit)}:
            return None
        text = f"{unit.name} is next to no such blip."
        return Refusal("not-adjacent", text, "CRU-TURN-02", "walk to within 1″ of it")

    def resolve(self, progress: Progress) -> None:
        """It carries what lay there."""
        hand.take(progress, self.unit)
        hand.spend_action(progress, self.unit)
        blip = next(b for b in marks.marks(progress.state).blips if b.id == self.blip)
        rules = ("CRU-TURN-02", "CRU-BLIP-01")
        taken = BlipTaken(side=self.side, unit=self.unit, blip=blip.id, content=blip.content, rules=rules)
        progress.emit(taken)


def within_reach(state: GameState, unit: Unit) -> tuple[Blip, ...]:
    """Blips on the table that a troop on foot stands next to."""
    if unit.is_vehicle or not unit.on_table:
        return ()
    lying = (blip for blip in marks.marks(state).blips if blip.taken_by is None)
    return tuple(b for b in lying if is_within(models.gap_to_point(state, unit, b.at), models.ADJACENT_IN))


def on_foot(state: GameState, side: SideId, unit_id: UnitId) -> Refusal | None:
    """Refuse what is no troop on the table that may act. (CRU-TURN-01, CRU-VEH-01)"""
    refusal = hand.not_ready(state, side, unit_id)
    if refusal:
        return refusal
    unit = state.units[unit_id]
    if unit.is_vehicle:
        return Refusal("vehicle", f"{unit.name} is a vehicle.", "CRU-VEH-01", "drive it")
    if unit.aboard is not None:
        name = state.units[unit.aboard].name
        return Refusal("aboard", f"{unit.name} rides in {name}.", "CRU-TRAN-04", "get out first")
    return None


def cannot_walk(state: GameState, unit: Unit, *, extra: bool) -> Refusal | None:
    """Refuse the normal move to a troop that is down; an extra one costs the action. (CRU-TROOP-03)"""
    if extra:
        return hand.no_action(state, unit, "moving once more")
    noted = marks.of(state, unit.id)
    if noted.move_over:
        text = f"{unit.name} has acted after its move: an action comes before or after it."
        return Refusal("move-over", text, "CRU-TURN-02", "finish")
    if noted.knocked_now and not noted.extra:
        text = f"{unit.name} is knocked down and loses this move"
        text += "; it is stunned as well and has no action." if noted.stunned_now else "."
        return Refusal("knocked-down", text, "CRU-TROOP-03", "finish" if noted.acted else "use its action")
    return None


def left_in(state: GameState, unit: Unit, *, extra: bool = False) -> float:
    """Inches of its move that are left; all of an extra one. (CRU-TROOP-01)"""
    whole, noted = models.profile(state, unit).m, marks.of(state, unit.id)
    if noted.move_over and not extra:
        return 0.0
    return whole if extra else max(0.0, whole - noted.spent_in)


def bad_path(state: GameState, unit: Unit, path: tuple[Point, ...], left: float) -> Refusal | None:
    """Why a troop does not walk there: too far, blocked, no room at its end. (CRU-TROOP-01)"""
    start = models.place(state, unit)
    if not path:
        return Refusal("no-way", "That path leads nowhere.", "CRU-TROOP-01", f"up to {left:g} inches")
    if len(path) > MOST_POINTS:
        text = f"A path has 1 to {MOST_POINTS} points, this one {len(path)}."
        return Refusal("bad-path", text, "CRU-TROOP-01", f"1 to {MOST_POINTS} points")
    length = path_length((start, *path))
    if length <= TOLERANCE:
        return Refusal("no-way", f"{unit.name} stands there already.", "CRU-TROOP-01", f"up to {left:g} inches")
    if is_beyond(length, left):
        text = f"That is {length:.2f} inches; {left:.4g} inches are left of the move."
        return Refusal("too-far", text, "CRU-TROOP-01", f"up to {left:g} inches")
    radius = models.profile(state, unit).base_radius_in
    obstacles = _solid(state, unit)
    for a, b in itertools.pairwise((start, *path)):
        if first_contact(Circle(a, radius - TOLERANCE), bearing(a, b), distance(a, b), obstacles):
            return Refusal("blocked", f"Something is in the way of {unit.name}.", "CRU-TROOP-01", "a way round it")
    if not places.is_free(state, unit, path[-1]):
        return Refusal("no-room", f"There is no room for {unit.name}.", "CRU-TROOP-01", "a free place on the table")
    return None


def _solid(state: GameState, unit: Unit) -> tuple[Obstacle, ...]:
    """What a troop cannot walk through: models on the ground, impassable ground."""
    others = (u for u in models.standing(state) if u.id != unit.id and not models.in_air(state, u))
    ground = (sight.ring_of(p) for p in state.terrain if p.going == "impassable" and _keeps_out(state, unit, p))
    return (*(models.body(state, u) for u in others), *ground)


def _keeps_out(state: GameState, unit: Unit, piece: Terrain) -> bool:
    """Whether nobody gets in: a house does until an entry is forced, unless it has an entrance. (CRU-TURN-02)

    Whoever is inside gets out. Up to version 13 troops walked through houses that nobody gets into.
    """
    if grounds.structure(piece) is None:
        return True
    base = 2 * models.profile(state, unit).base_radius_in
    inside = encloses(sight.ring_of(piece), models.place(state, unit))
    return not (inside or state.is_older_than("14") or courses.entrance_in(piece) >= base)


def is_shut_out(state: GameState, unit: Unit, place: Point) -> bool:
    """Whether a troop would stand in a house there that it does not get into. (CRU-TURN-02)"""
    ring = Circle(place, models.profile(state, unit).base_radius_in)
    shut = (p for p in state.terrain if p.going == "impassable" and grounds.structure(p) and _keeps_out(state, unit, p))
    return not state.is_older_than("14") and any(places.lies_on(ring, sight.ring_of(piece)) for piece in shut)


def walk(progress: Progress, unit_id: UnitId, path: tuple[Point, ...]) -> None:
    """The troop walks that path; its inches add up."""
    if not path:
        return
    state = progress.state
    unit = state.units[unit_id]
    start = models.place(state, unit)
    inches = round(path_length((start, *path)), 4)
    before = path[-2] if len(path) > 1 else start
    facing = bearing(before, path[-1])
    spent = round(marks.of(state, unit_id).spent_in + inches, 4)
    progress.emit(
        TroopMoved(
            side=unit.side,
            unit=unit_id,
            at=path[-1],
            facing=facing,
            inches=inches,
            spent_in=spent,
            bends=() if state.is_older_than("7") else path[:-1],
            rules=("CRU-TROOP-01",),
        )
    )


def length_in(state: GameState, unit: Unit, path: tuple[Point, ...]) -> float:
    """Inches of a path from where the troop stands."""
    return path_length((models.place(state, unit), *path)) if path else 0.0


def at(unit: Unit, place: Point) -> Unit:
    """The troop as if it stood there."""
    return replace(unit, models=(replace(unit.models[0], at=place),))


ACTIONS: tuple[type[Action], ...] = (MoveTroop, HideTroop, PickUp)
