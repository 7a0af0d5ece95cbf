"""Flinch, rout and run away. (ARAP-ROUT-01 to -03, ARAP-TURN-03)"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from rules.arap import building_interface
from rules.arap.attacks import interception
from rules.arap.events import ModelsMoved
from rules.arap.morale import dangerous_ground, flight_paths, flight_restrictions, rally
from rules.arap.morale.building_interface import RoutsInBuildings
from rules.arap.morale.flight_paths import FlightPath
from rules.arap.morale.own_way import WayAsked, WayToChoose
from rules.arap.paths import allowance
from rules.core.ids import UnitId
from rules.core.refusal import Refusal
from rules.forces.unit import Point, Unit
from rules.geometry.lengths import distance
from rules.progress import Progress, TaskStruct
from rules.state import Event, GameState, Melee

RULES_OF = {"flinch": ("ARAP-ROUT-01", "ARAP-ROUT-03"), "flee": ("ARAP-ROUT-02", "ARAP-ROUT-03")}


def gap_in(state: GameState, unit: Unit, others: Sequence[UnitId]) -> float:
    """Inches between the nearest members of a unit and of some others."""
    theirs = [m.at for o in others for m in state.units[o].alive]
    return min((distance(m.at, at) for m in unit.alive for at in theirs), default=float("inf"))


class UnitRouted(Event, frozen=True, kw_only=True, tag="UnitRouted"):
    """A unit turns its back: it is out of every melee and routs from now on. (ARAP-ROUT-01)"""

    cause: UnitId | None = None
    flinched: bool = True

    def evolve(self, state: GameState) -> GameState:
        """It routs; what it was doing is over."""
        assert self.unit is not None
        unit = replace(
            state.units[self.unit],
            routing=True,
            flinched=self.flinched,
            flee_moves=0,
            fleeing_from=self.cause,
            pursuing=None,
            rallied=False,
            gone_to_ground=False,
            ground_fresh=False,
            held_ap=0,
        )
        state = replace(state.with_unit(unit), melees=without(state.melees, self.unit))
        return state.with_turn(ap=0) if state.turn.active == self.unit else state

    def sentence(self, state: GameState) -> str:
        """Who breaks."""
        assert self.unit is not None
        name = state.units[self.unit].name
        return f"{name} flinches and will rout" if self.flinched else f"{name} routs"


def without(melees: Sequence[Melee], unit: UnitId) -> tuple[Melee, ...]:
    """The melees with one unit out of them."""
    return tuple(replace(m, units=tuple(u for u in m.units if u != unit)) for m in melees)


class Fled(Event, frozen=True, kw_only=True, tag="Fled"):
    """A flinch or rout move is over. (ARAP-ROUT-02, ARAP-RALLY-02)"""

    flinch: bool = False
    through_cover: bool = False
    at_edge: bool = False
    flee_moves: int | None = None
    """Rout moves so far; a flinch is none. (ARAP-ROUT-02)"""
    cover_counts: bool = False
    """It led through cover: one rally test more. (ARAP-RALLY-02)"""

    def evolve(self, state: GameState) -> GameState:
        """Where it led is noted for the rally tests that follow."""
        assert self.unit is not None
        unit = state.units[self.unit]
        if self.flee_moves is None:  # a log of version 1
            moves, counts = unit.flee_moves + (0 if self.flinch else 1), self.through_cover and not self.flinch
            return replace(self, flee_moves=moves, cover_counts=counts).evolve(state)
        return state.with_unit(
            replace(
                unit,
                flinched=self.flinch,
                flee_moves=self.flee_moves,
                fled_through_cover=self.cover_counts,
                at_edge=self.at_edge,
            )
        )


class Flinch(TaskStruct, frozen=True, kw_only=True, tag="Flinch"):
    """A unit's nerve breaks: it turns and moves a D6, then routs. (ARAP-ROUT-01)"""

    unit: UnitId
    cause: UnitId | None = None

    def run(self, progress: Progress) -> None:
        """It routs from this moment; then it moves."""
        if progress.state.units[self.unit].is_housed:
            building_interface.ask(RoutsInBuildings).come_out(progress, self.unit, self.cause)
        unit = progress.state.units[self.unit]
        if not unit.on_table or unit.routing:
            return
        progress.emit(UnitRouted(side=unit.side, unit=unit.id, cause=self.cause, rules=("ARAP-ROUT-01",)))
        rolled = progress.roll_sum("flinch", 1, unit=unit.id, why=f"{unit.name} flinches", rules=("ARAP-ROUT-01",))
        progress.queue(RunAway(unit=unit.id, how="flinch", inches=rolled.total or 0))


class RoutMove(TaskStruct, frozen=True, kw_only=True, tag="RoutMove"):
    """A routing unit flees in the compulsory phase. (ARAP-ROUT-02)"""

    unit: UnitId

    def run(self, progress: Progress) -> None:
        """Roll its flee rate, then choose the way."""
        unit = progress.state.units[self.unit]
        if not unit.on_table or not unit.routing:
            return
        count = allowance.flee_dice(progress.state, unit)
        rules = ("ARAP-ROUT-02", "ARAP-MOVE-04", "ARAP-TURN-03")
        rolled = progress.roll_sum("flee", count, unit=unit.id, why=f"{unit.name} flees", rules=rules)
        progress.queue(RunAway(unit=unit.id, how="flee", inches=rolled.total or 0))


class RunAway(WayToChoose, frozen=True, kw_only=True, tag="RunAway"):
    """A flinch or rout move of so many inches; its player chooses among the ways that the rules leave open."""

    how: Literal["flinch", "flee"]

    def ways(self, state: GameState) -> list[FlightPath]:
        """Those that the restrictions leave open. (ARAP-ROUT-03)"""
        return flight_restrictions.ways(state, state.units[self.unit], self.inches)

    def in_words(self, state: GameState, way: FlightPath) -> str:
        """How far, and which rally tests it brings. (ARAP-RALLY-01)"""
        harmless = way.detail(flinch=self.how == "flinch" and not state.is_older_than("6"))
        return harmless + dangerous_ground.in_words(state, state.units[self.unit], way)

    def question(self, unit: Unit) -> WayAsked:
        """Away from whom. (ARAP-ROUT-03)"""
        return WayAsked(f"Which way does {unit.name} {self.how}", "ARAP-ROUT-03", unit.fleeing_from)

    def own_way(self, state: GameState, path: Sequence[Point]) -> FlightPath | Refusal:
        """Any way that the restrictions leave open. (ARAP-ROUT-02, ARAP-ROUT-03)"""
        unit = state.units[self.unit]
        way = flight_paths.followed(state, unit, self.inches, path)
        return way if isinstance(way, Refusal) else flight_restrictions.violated(state, unit, self.inches, way) or way

    def go(self, progress: Progress, way: FlightPath | None) -> None:
        """The models go, and what the way led through is noted."""
        unit = progress.state.units[self.unit]
        rules = RULES_OF[self.how]
        paths = dangerous_ground.ways(unit.alive, way) if way is not None else {}
        if way is not None:
            progress.emit(
                ModelsMoved(
                    side=unit.side,
                    unit=unit.id,
                    placements=way.placements,
                    how=self.how,
                    path=tuple((x, y, way.bearing_deg) for x, y in way.path),
                    length_in=way.length_in,
                    spent_in=way.spent_in,
                    voluntary=False,
                    fled_in=flight_paths.fast_in(progress.state, unit, way.length_in),
                    rules=rules,
                )
            )
        flinch, through_cover = self.how == "flinch", way is not None and way.through_cover
        progress.emit(
            Fled(
                side=unit.side,
                unit=unit.id,
                flinch=flinch,
                through_cover=through_cover,
                at_edge=unit.at_edge or (way is not None and way.at_edge),
                flee_moves=unit.flee_moves + (0 if flinch else 1),
                cover_counts=through_cover and not flinch,
                rules=rules,
            )
        )
        dangerous_ground.brave(progress, unit.id, paths)
        met = self.how == "flee" or not progress.state.is_older_than("15")
        if way is not None and met and progress.state.units[unit.id].on_table:
            interception.queue_for_routers(progress, unit.id, paths)


def flinch(progress: Progress, unit: UnitId, cause: UnitId | None) -> None:
    """Queue the flinch of a unit, away from the unit that caused it; afterwards it routs. (ARAP-ROUT-01)"""
    progress.queue(Flinch(unit=unit, cause=cause))


def in_turn_order(state: GameState) -> list[Unit]:
    """Units on the table, those of the side in turn first, in the order of the rosters. (ARAP-TURN-03)"""
    units = [u for u in state.units.values() if u.on_table]
    return sorted(units, key=lambda u: u.side != state.active_side)


def queue_moves(progress: Progress) -> None:
    """Queue the flee move of every routing unit, on every side. (ARAP-TURN-03)"""
    progress.queue(*(RoutMove(unit=u.id) for u in in_turn_order(progress.state) if u.routing))


def queue_rallies(progress: Progress) -> None:
    """Queue the rally tests. (ARAP-RALLY-01)"""
    progress.queue(*(rally.RallyTest(unit=u.id) for u in in_turn_order(progress.state) if u.routing))


EVENTS: tuple[type[Event], ...] = (UnitRouted, Fled)
TASKS: tuple[type[TaskStruct], ...] = (Flinch, RoutMove, RunAway)
