"""Where shells and grenades come down at houses: on which floor, through which opening, short of which wall.

(BLD-FIRE-02 to -04, BLD-INTO-06 to -10, BLD-HIGH-05, BLD-SCAT-01, BLD-SCAT-02)
"""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.arap.sight.building_interface import Place
from rules.arap.templates import scatter
from rules.arap.templates.building_interface import Descent, Flight
from rules.arap.terrain.ground import table_of
from rules.buildings import storeys, through_openings, upstairs
from rules.buildings.roofs import is_open_at
from rules.buildings.shooting import rulings, through
from rules.buildings.tiles import tunnels
from rules.dice.scatter import Scatter
from rules.forces.unit import Point
from rules.geometry import rings
from rules.geometry.areas import Area
from rules.geometry.facings import bearing, mirrored, normalise
from rules.geometry.lengths import TOLERANCE, along, between, distance, is_beyond, is_within, toward
from rules.progress import Progress
from rules.state import GameState
from rules.table.building import STOREY_IN
from rules.table.terrain import Terrain

OFF_WALL_IN: Final = 0.25
"""So far from a wall that it bounced off nothing of it is in the way any more."""

AT_EDGE_IN: Final = 0.1
"""So far inside the edge of its level something bursts that the host keeps there. (BLD-INTO-09)"""


AT_WALL_IN: Final = 0.5
"""What bursts no further from a wall upstairs bursts at it; further off it comes down on the ground. (BLD-FIRE-02)"""


class WallMet(NamedTuple):
    """Where a flight runs into something, and how that lies: degrees clockwise from up."""

    at: Point
    wall_deg: float


def descent(progress: Progress, flight: Flight, found: Scatter | None, length: float) -> Descent | None:
    """Where something comes down that was aimed at a house, out of one, or scatters into one; None for all else."""
    state = progress.state
    is_under_roof = state.scenario.tiles is not None and state.scenario.tiles.under_roof
    if not (is_under_roof or flight.outside_of or state.interiors):
        return None
    fallen = along(flight.aim.at, found.bearing_deg, length) if found and length else flight.aim.at
    if flight.manner == "lobbed":
        return _from_above(state, flight.aim.at, fallen)
    if not _concerns(state, flight, fallen):
        return None
    return _Falling(progress, flight, found, length).come_down(fallen)


def _concerns(state: GameState, flight: Flight, fallen: Point) -> bool:
    """Whether a house has a say: one end of the flight is in it, or its outside is aimed at."""
    places = (flight.start.at, flight.aim.at, fallen)
    return bool(flight.outside_of) or any(floors_over(state, at) for at in places)


# -- floors ------------------------------------------------------------------------------------------------------


def floors_over(state: GameState, at: Point) -> list[Terrain]:
    """The floors of houses over a place where that truly is, the highest first; flat roofs among them."""
    plans = (p for p in state.interiors if p.building is not None)
    held = [p for p in plans if rings.holds(_true_ring(state, p), at)]
    return sorted(held, key=lambda p: -p.building.level if p.building is not None else 0)


def _true_ring(state: GameState, plan: Terrain) -> tuple[Point, ...]:
    return upstairs.on_house(state, plan).points if upstairs.is_upper(plan) else plan.points


def on_board(state: GameState, plan: Terrain, at: Point) -> Point:
    """Where the board shows a true place of a floor. (BLD-GEN-03)"""
    x, y = storeys.shift_of(state, plan)
    return (at[0] - x, at[1] - y)


# -- from above --------------------------------------------------------------------------------------------------


def _from_above(state: GameState, aim: Point, fallen: Point) -> Descent | None:
    """Barrage strikes the topmost floor under its centre: a roof, or what is under its hole. (BLD-FIRE-03, -04)"""
    if tunnels.tunnel_at(state, fallen) is not None:
        return Descent(fallen, roof=tunnels.NAME, rules=("BLD-FIRE-03", "BLD-FIRE-04"))
    floors = floors_over(state, fallen)
    if not floors:
        return None
    top = floors[0]
    if top.is_roof and len(floors) > 1 and is_open_at(state, floors[1], fallen):
        top = floors[1]
    inside = top.building
    assert inside is not None
    at = Descent(on_board(state, top, fallen), aimed=on_board(state, top, aim))
    if inside.is_roof:
        return at._replace(roof=_house_name(state, top), reaches=True, rules=("BLD-FIRE-03",))
    if inside.roofless or is_open_at(state, top, fallen):
        return at._replace(rules=("BLD-FIRE-04", "BLD-FIRE-03"))
    return at._replace(roof=_house_name(state, top), rules=("BLD-FIRE-03", "BLD-FIRE-04"))


def _house_name(state: GameState, plan: Terrain) -> str:
    named = storeys.house_of(plan)
    return next((p.name for p in state.terrain if p.id == named), plan.name)


# -- flat, thrown, dropped ---------------------------------------------------------------------------------------


class _Falling:
    """One flight at a house, worked out."""

    def __init__(self, progress: Progress, flight: Flight, found: Scatter | None, length: float) -> None:
        self.progress, self.state = progress, progress.state
        self.flight, self.found, self.length = flight, found, length
        self.level = round(flight.aim.height_in / STOREY_IN) + 1
        self.staged = upstairs.stacked(self.state, (flight.start, flight.aim))
        self.rules: list[str] = []
        self.turned = ""

    def come_down(self, fallen: Point) -> Descent:
        """Trace it, turn it round or stop it at walls; then the floor that it is over."""
        origin = self._origin()
        met = self._met(origin, fallen)
        behind = met is not None
        if met is not None:
            fallen, behind = self._at_wall(origin, fallen, met)
        return self._on_floor(fallen)._replace(stopped=behind, turned=self.turned, rules=tuple(self._cited(behind)))

    def _cited(self, behind: bool) -> list[str]:
        manner = self.flight.manner
        of = {"thrown": "BLD-INTO-07", "dropped": "BLD-HIGH-05", "flat": "BLD-INTO-10", "lobbed": "BLD-FIRE-03"}[manner]
        stop = ["BLD-FIRE-02"] if behind and self.flight.outside_of and manner == "flat" else []
        return list(dict.fromkeys((*self.rules, *stop, *(() if self.rules and manner == "thrown" else (of,)))))

    def _origin(self) -> Place:
        """From where the way is traced: the thrower, or the room itself where the opening is passed without fail."""
        flight = self.flight
        if flight.manner == "dropped":
            return flight.aim
        found = through.passages(self.staged, flight.start, flight.aim)
        near = [p for p in found if is_within(distance(flight.start.at, p.at), through_openings.CLOSE_IN)]
        if flight.manner == "flat":
            near = [p for p in near if not p.is_small and self._is_square(p)]
        if not near:
            return flight.start
        self.rules.append("BLD-INTO-06" if flight.manner == "thrown" else "BLD-INTO-10")
        return flight.aim

    def _is_square(self, passed: through.OpeningPassed) -> bool:
        """Whether the line is no more than 45 degrees off the perpendicular. (BLD-INTO-10)"""
        return passed.angle(self.flight.start.at, self.flight.aim.at) >= 90 - through_openings.SLANT_DEG - TOLERANCE

    def _met(self, origin: Place, fallen: Point) -> WallMet | None:
        """The first wall on the way from there to where it would fall."""
        end, found = Place(fallen, self.flight.aim.height_in), list[tuple[float, Area]]()
        for area in self._in_the_way(origin, fallen):
            parts = rings.crossings(area.points, origin.at, fallen)
            if (
                not parts
                or parts[0][0] <= 0
                or (area.id != self.flight.outside_of and rings.holds(area.points, fallen))
            ):
                continue
            height = origin.height_in + (end.height_in - origin.height_in) * parts[0][0]
            if is_beyond(area.height - height, scatter.PASSED_OVER_IN):
                found.append((parts[0][0], area))
        if not found:
            return None
        share, area = min(found, key=lambda each: each[0])
        struck = between(origin.at, fallen, share)
        a, b = min(rings.edges(area.points), key=lambda edge: round(rings.segments_distance(struck, struck, *edge), 6))
        return WallMet(toward(struck, origin.at, scatter.SHORT_OF_WALL_IN), bearing(a, b))

    def _in_the_way(self, origin: Place, fallen: Point) -> list[Area]:
        """Obstacles to direct fire; to what is thrown or dropped the walls of houses alone. (BLD-INTO-07)"""
        box = rings.bounds((origin.at, fallen)).grown(0.1)
        every = scatter.obstacles(self.staged, self.flight.unit, box)
        terrain = table_of(self.staged).terrain
        if self.flight.manner != "flat":
            every = tuple(a for a in every if (piece := terrain.get(a.id)) is not None and piece.has_interior)
        whole = self._outside()
        closed = (Area(whole.id, whole.points, whole.height_in or STOREY_IN),) if whole is not None else ()
        return [*every, *closed]

    def _outside(self) -> Terrain | None:
        """The building whose outside is aimed at, where it truly is. (BLD-FIRE-02)"""
        whole = next((p for p in self.state.terrain if p.id == self.flight.outside_of), None)
        return upstairs.on_house(self.state, whole) if upstairs.is_upper(whole) and whole is not None else whole

    def _at_wall(self, origin: Place, fallen: Point, met: WallMet) -> tuple[Point, bool]:
        """What becomes of it there: it stops, is turned round, bounces off, is thrown for again; whether it stopped.

        (BLD-SCAT-01, BLD-SCAT-02)
        """
        how = rulings.of_scatter(self.state, self.flight.unit) or ("reverse" if self.flight.manner == "dropped" else "")
        if not self.found or not self.length or how in ("", "stop"):
            return met.at, True
        other = {"reverse": self._reversed, "bounce": self._bounced, "reroll": self._rerolled}[how](origin, fallen, met)
        if other is not None:
            return other, False
        self.rules.append("BLD-SCAT-02")
        self.turned = "stopped"
        return met.at, True

    def _reversed(self, origin: Place, fallen: Point, met: WallMet) -> Point | None:
        assert self.found is not None
        self.rules.append("BLD-SCAT-01")
        other = along(self.flight.aim.at, normalise(self.found.bearing_deg + 180), self.length)
        self.turned = "reversed"
        return other if self._met(origin, other) is None else None

    def _bounced(self, origin: Place, fallen: Point, met: WallMet) -> Point | None:
        self.rules.append("BLD-SCAT-02")
        out = mirrored(bearing(origin.at, fallen), met.wall_deg)
        other = along(met.at, out, distance(met.at, fallen))
        self.turned = "bounced"
        off = along(met.at, out, min(OFF_WALL_IN, distance(met.at, other)))
        return other if self._met(Place(off, self.flight.aim.height_in), other) is None else None

    def _rerolled(self, origin: Place, fallen: Point, met: WallMet) -> Point | None:
        if self.flight.again is None:
            return None
        self.rules.append("BLD-SCAT-02")
        self.turned = "rerolled"
        found, length = self.flight.again()
        self.found, self.length = found, length
        other = along(self.flight.aim.at, found.bearing_deg, length) if length else self.flight.aim.at
        return other if self._met(origin, other) is None else None

    def _on_floor(self, fallen: Point) -> Descent:
        """On the level that was aimed at; past its edge on the next below, unless the host keeps it. (BLD-INTO-09)"""
        outside = self._outside()
        if outside is not None and self.level > 1 and self.flight.manner == "flat":
            at_wall = is_within(rings.edge_distance(outside.points, fallen), AT_WALL_IN)
            return Descent(fallen, overhead=at_wall, upstairs=self._by_plan(fallen) if at_wall else None)
        floors = [p for p in floors_over(self.state, fallen) if self._level(p) <= self.level and not self._is_over(p)]
        here = floors[0] if floors else None
        if self.level > 1:
            self.rules.append("BLD-INTO-08")
        if self.level == 1:
            return Descent(fallen)
        if here is not None and self._level(here) == self.level:
            return Descent(on_board(self.state, here, fallen), aimed=on_board(self.state, here, self.flight.aim.at))
        self.rules.append("BLD-INTO-09")
        kept = self._kept(fallen) if rulings.keeps_level(self.state, self.flight.unit) else None
        if kept is not None:
            self.turned = "kept"
            return Descent(kept)
        self.turned = "below"
        return Descent(on_board(self.state, here, fallen) if here is not None else fallen)

    def _by_plan(self, fallen: Point) -> Point | None:
        """Where the plan of the upper floor that is fired at shows a place before its wall."""
        whole = next((p for p in self.state.terrain if p.id == self.flight.outside_of), None)
        return on_board(self.state, whole, fallen) if whole is not None and upstairs.is_upper(whole) else None

    def _kept(self, fallen: Point) -> Point | None:
        """The edge of the level that was aimed at."""
        level = next((p for p in floors_over(self.state, self.flight.aim.at) if self._level(p) == self.level), None)
        if level is None:
            return None
        edge = rings.nearest_on_edge(_true_ring(self.state, level), fallen)
        return on_board(self.state, level, toward(edge, self.flight.aim.at, AT_EDGE_IN))

    @staticmethod
    def _level(plan: Terrain) -> int:
        return plan.building.level if plan.building is not None else 1

    def _is_over(self, plan: Terrain) -> bool:
        """Whether a floor lies over open air for a flight on the ground outside: no floor at all."""
        return self.level == 1 and self._level(plan) > 1
