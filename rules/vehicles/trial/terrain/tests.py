"""Tests for bad ground, and where a vehicle halts that fails. (TRI-TERR-03 to -06, TRI-SKIM-02, TRI-WALK-02)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from rules.forces.unit import Unit
from rules.geometry.areas import Ground
from rules.geometry.hulls import Hull, swept
from rules.geometry.lengths import is_within
from rules.state import GameState
from rules.vehicles.trial.hull.bands import SLOW_IN
from rules.vehicles.trial.hull.profile import is_skimmer, is_walker, profile_of
from rules.vehicles.trial.terrain.classes import BAD_TO, WORSE, GroundClass, TrialField, field_of, is_set
from rules.vehicles.trial.terrain.way import TrialWay

STEP_IN: Final = 0.25
"""How finely the way is felt out."""

EDGE_IN: Final = 0.002
"""How near to the edge of a piece the place is found."""


class GroundTest(NamedTuple):
    """A test that a drive has to make: for which ground, after how many inches, failing on `bad_to` or less."""

    name: str
    kind: GroundClass
    at_in: float
    end: str = ""
    """"start" or "end": which end of a skimmer's move it is for. (TRI-SKIM-02)"""

    @property
    def bad_to(self) -> int:
        """The highest face that immobilises. (TRI-TERR-04, TRI-TERR-06)"""
        return BAD_TO.get(self.kind, 1)

    @property
    def faces(self) -> str:
        """The bad faces in words."""
        return "1" if self.bad_to == 1 else f"1 to {self.bad_to}"

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules behind it."""
        hard = ("TRI-TERR-06",) if self.kind == "hazardous" else ()
        return (*(("TRI-SKIM-02",) if self.end else ("TRI-TERR-04",)), *hard)


def is_fast(way: TrialWay, declared_in: float | None) -> bool:
    """Whether it was declared to go over 6 inches; a drive that says nothing is declared by its length."""
    return not is_within(way.length_in if declared_in is None else declared_in, SLOW_IN)


def tests(state: GameState, unit: Unit, way: TrialWay, declared_in: float | None) -> tuple[GroundTest, ...]:
    """The tests of a drive, in the order in which it comes to them; turning on the spot needs none. (TRI-TERR-04)"""
    if is_walker(state, unit) or way.length_in <= 0:
        return ()
    field = field_of(state, profile_of(state, unit), fast=is_fast(way, declared_in))
    if is_skimmer(state, unit):
        return tuple(_at_the_ends(field, way))
    found: list[GroundTest] = []
    for at_in, area_id in sorted(_meetings(field.tested, way)):
        kind = field.classes[area_id]
        if not found or WORSE.index(kind) > WORSE.index(found[-1].kind):
            found.append(GroundTest(field.names[area_id], kind, at_in))
    return tuple(found)


def _at_the_ends(field: TrialField, way: TrialWay) -> list[GroundTest]:
    """A skimmer tests where it begins and where it ends. (TRI-SKIM-02)"""
    found = []
    for end, hull, at_in in (("start", way.hulls[0], 0.0), ("end", way.end, way.length_in)):
        kinds = [(WORSE.index(field.classes[a]), a) for a in field.ground.hull_hits(hull)]
        worst = max((k for k in kinds if k[0]), default=None)
        if worst is not None:
            hazardous = any(field.classes[a] == "hazardous" for _, a in kinds)
            kind: GroundClass = "hazardous" if hazardous else "difficult"
            found.append(GroundTest(field.names[worst[1]], kind, at_in, end))
    return found


def _meetings(ground: Ground, way: TrialWay) -> list[tuple[float, str]]:
    """After how many inches the hull first stands on each area that it comes to."""
    found: dict[str, float] = {}
    met = dict.fromkeys((*ground.hull_hits(way.hulls[0]), *ground.swept_hits(swept(way.hulls))))
    for area_id in met:
        at_in = first_met(Ground((ground.by_id[area_id],)), way)
        if at_in is not None:
            found[area_id] = at_in
    return [(at_in, area_id) for area_id, at_in in found.items()]


def first_met(ground: Ground, way: TrialWay) -> float | None:
    """After how many inches the hull first touches the ground, standing outside of it; 0 if it began inside."""
    if not ground.areas:
        return None
    if ground.hull_hits(way.hulls[0]):
        return 0.0
    gone = 0.0
    for run, (a, b) in zip(way.runs, zip(way.hulls, way.hulls[1:], strict=False), strict=True):
        steps = max(1, round(run / STEP_IN))
        for n in range(1, steps + 1):
            if ground.hull_hits(_on_leg(a, b, n / steps)):
                return gone + _edge(ground, a, b, (n - 1) / steps, n / steps) * run
        gone += run
    return None


def _on_leg(a: Hull, b: Hull, share: float) -> Hull:
    x, y = a.centre
    return b._replace(centre=(x + (b.centre[0] - x) * share, y + (b.centre[1] - y) * share))


def _edge(ground: Ground, a: Hull, b: Hull, outside: float, inside: float) -> float:
    """Between two shares of a leg the last at which the hull still stands outside."""
    while inside - outside > EDGE_IN / 10:
        middle = (outside + inside) / 2
        if ground.hull_hits(_on_leg(a, b, middle)):
            inside = middle
        else:
            outside = middle
    return outside


def slows(state: GameState, unit: Unit, way: TrialWay) -> bool:
    """Whether a walker enters, leaves or crosses ground that is difficult on foot. (TRI-WALK-02)"""
    slow = field_of(state, profile_of(state, unit), fast=False).slow
    return way.length_in > 0 and first_met(slow, way) is not None


def cited(state: GameState, unit: Unit, way: TrialWay) -> Iterator[str]:
    """The rules of the ground that a vehicle passes over, whether it tests there or not."""
    if is_walker(state, unit) or way.length_in <= 0:
        return
    field = field_of(state, profile_of(state, unit), fast=True)
    met = {*field.ground.swept_hits(swept(way.hulls)), *field.ground.hull_hits(way.hulls[0])}
    if not met:
        return
    yield from ("TRI-TERR-01", "TRI-CHAR-04", "TRI-TERR-03")
    if any(is_set(piece, profile_of(state, unit)) for piece in state.terrain if piece.id in met):
        yield "TRI-TERR-02"
