"""Vehicles built of sections: one unit of several hulls, the first of which drives the others. (VEH-HULL-04)

Vehicle squadrons: one activation roll for all, who then act alike, in turn. (VEH-JOIN-12, ARAP-ACT-05)
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from rules.arap.events import ModelsMoved
from rules.arap.units.vehicle_interface import VehiclesInFormation
from rules.core.ids import UnitId
from rules.core.refusal import Refusal
from rules.core.words import listed
from rules.forces.profile import Profile
from rules.forces.unit import Model, Point, Unit
from rules.geometry.hulls import Hull
from rules.progress import Progress
from rules.state import Event, GameState, Placement

RULE: Final = "VEH-HULL-04"

GAP_IN: Final = 0.25
"""Between one section and the next."""


def sections_of(state: GameState, unit: Unit) -> list[Unit]:
    """The sections that a drive section pulls, from front to rear, as many as are left."""
    return [u for u in state.units.values() if u.section_of == unit.id and not u.is_gone]


def drive_of(state: GameState, unit: Unit) -> Unit | None:
    """The drive section that pulls this one, while it is in play."""
    drive = state.units.get(unit.section_of) if unit.section_of else None
    return drive if drive is not None and not drive.is_gone and not drive.left_table else None


def alone(state: GameState, unit: Unit) -> GameState:
    """The state in which a section fires: the others of its vehicle hide nothing from it."""
    if not unit.is_vehicle:
        return state
    drive = unit.section_of or unit.id
    rest = [u for u in state.units.values() if u.id != unit.id and drive in (u.id, u.section_of)]
    return state.with_units(*(replace(u, deployed=False) for u in rest)) if rest else state


def whole(state: GameState, unit: Unit) -> list[Unit]:
    """All sections of the vehicle that this is the drive section of, it first; nothing for any other unit."""
    rest = sections_of(state, unit) if unit.is_vehicle and not unit.section_of else []
    return [unit, *rest] if rest else []


def has_something_to_do(unit: Unit, profile: Profile) -> bool:
    """Whether a section can act at all: it fires or does nothing, so it needs a weapon and a crew that may shoot."""
    now = unit.vehicle
    if now is None or profile.hull is None or now.shaken_now or now.stunned_now:
        return False
    return any(mount not in now.lost_mounts for mount in range(len(profile.hull.mounts)))


def hull_at(state: GameState, model: Model, at: Point, facing: float) -> Hull:
    """The hull of a section as it would stand there."""
    vehicle = state.profile(model).hull
    assert vehicle is not None, f"{model.id} is no vehicle"
    return Hull(at, facing, vehicle.length_in, vehicle.width_in)


def lined_up(state: GameState, drive: Unit, at: Point, facing: float) -> list[tuple[Unit, Hull]]:
    """The other sections in a straight line behind their drive section."""
    pulled = sections_of(state, drive)
    if not pulled:
        return []
    last = hull_at(state, drive.models[0], at, facing)
    found = []
    for unit in pulled:
        own = hull_at(state, unit.models[0], at, facing)
        back = last.length / 2 + GAP_IN + own.length / 2
        last = own._replace(centre=last.on_table(-back, 0))
        found.append((unit, last))
    return found


def line_up(progress: Progress, drive: Unit) -> None:
    """They stand behind it, now that it has been placed."""
    model = progress.state.units[drive.id].models[0]
    for unit, hull in lined_up(progress.state, drive, model.at, model.facing):
        there = (Placement(model=unit.models[0].id, at=hull.centre, facing=hull.heading),)
        seen_by = (unit.side,) if unit.hidden else None
        progress.emit(
            ModelsMoved(
                side=unit.side,
                unit=unit.id,
                placements=there,
                how="place",
                voluntary=False,
                rules=(RULE,),
                seen_by=seen_by,
            )
        )


RULES = ("VEH-JOIN-12", "ARAP-ACT-05")


def members(state: GameState, unit: Unit) -> list[Unit]:
    """The vehicle and its squadron, as many as are on the table; without the switch it is alone."""
    if train := whole(state, unit):
        return [u for u in train if u.on_table]
    if not unit.squadron or not state.option("vehicle_squadrons"):
        return [unit]
    return [u for u in state.units_of(unit.side) if u.squadron == unit.squadron and u.on_table and u.is_vehicle]


def mates(state: GameState, unit: Unit) -> list[Unit]:
    """The others of the squadron that have made no attempt in this turn."""
    return [u for u in members(state, unit) if u.id != unit.id and not u.now.tried]


def out_of_step(state: GameState, unit: Unit, doing: str) -> Refusal | None:
    """Why a vehicle that follows its squadron may not do something that those before it did not do."""
    turn = state.turn
    if turn.script is None or turn.lead or unit.section_of:
        return None
    left = turn.script[turn.step :]
    if doing in left:
        return None
    done = ", ".join(turn.script) or "nothing"
    text = f"{unit.name} acts as the first of its squadron did: {done}."
    return Refusal("not-as-the-squadron", text, "VEH-JOIN-12", ", ".join((*dict.fromkeys(left), "finishing")))


class SquadronTried(Event, frozen=True, kw_only=True, tag="SquadronTried"):
    """The roll of one vehicle counts for all of its squadron; with points they act after it."""

    others: tuple[UnitId, ...]
    ap: int = 0

    def evolve(self, state: GameState) -> GameState:
        """All have tried; with points the first one's actions are noted."""
        state = state.with_units(*(_tried(state.units[u]) for u in self.others))
        return state.with_turn(follow=self.others, script=(), step=0, lead=True, share=self.ap) if self.ap else state

    def sentence(self, state: GameState) -> str:
        """Who goes with it."""
        names = listed(state.units[u].name for u in self.others)
        one = "vehicle" if state.units[self.others[0]].section_of else "squadron"
        return f"{names} {'acts' if len(self.others) == 1 else 'act'} after it, of the same {one}"


def _tried(unit: Unit) -> Unit:
    return replace(unit, now=replace(unit.now, tried=True))


class SquadronFollows(Event, frozen=True, kw_only=True, tag="SquadronFollows"):
    """The next vehicle of the squadron acts, with as many points; None in `unit`: all have acted."""

    def evolve(self, state: GameState) -> GameState:
        """It is the active unit and does what the first one did."""
        turn = state.turn
        if self.unit is None:
            return state.with_turn(follow=(), script=None, step=0, lead=False, share=0)
        place = turn.follow.index(self.unit)
        return state.with_turn(active=self.unit, ap=turn.share, follow=turn.follow[place + 1 :], step=0, lead=False)

    def sentence(self, state: GameState) -> str:
        """Who is next."""
        if self.unit is None:
            return ""
        unit = state.units[self.unit]
        return f"{unit.name} acts" if unit.section_of else f"{unit.name} follows its squadron"


def tried(progress: Progress, unit: Unit, ap: int) -> None:
    """Note the attempt for the whole squadron."""
    others = tuple(u.id for u in mates(progress.state, unit) if u.vehicle is not None and not u.vehicle.stunned_now)
    if others:
        rules = (RULE,) if whole(progress.state, unit) else RULES
        progress.emit(SquadronTried(side=unit.side, unit=unit.id, others=others, ap=ap, rules=rules))


def follow(progress: Progress) -> bool:
    """Let the next one of the squadron act that still can; False when all have acted."""
    state = progress.state
    left = next((u for u in state.turn.follow if _can_act(state, state.units[u])), None)
    side = state.active_side
    rules = (RULE,) if left is not None and state.units[left].section_of else RULES
    progress.emit(SquadronFollows(side=side, unit=left, rules=rules))
    return left is not None


def _can_act(state: GameState, unit: Unit) -> bool:
    """Whether it is there, and if it is pulled along, has anything to fire. (VEH-HULL-04)"""
    if not unit.on_table:
        return False
    return not unit.section_of or has_something_to_do(unit, state.profile(unit.models[0]))


class Formations(VehiclesInFormation):
    """Squadrons and sections, as both sets of vehicle rules have them."""

    def members(self, state: GameState, unit: Unit) -> list[Unit]:
        """As many as are on the table; without the switch it is alone."""
        return members(state, unit)

    def out_of_step(self, state: GameState, unit: Unit, doing: str) -> Refusal | None:
        """It does what the first one did."""
        return out_of_step(state, unit, doing)

    def tried(self, progress: Progress, unit: Unit, ap: int) -> None:
        """The roll counts for all."""
        tried(progress, unit, ap)

    def follow(self, progress: Progress) -> bool:
        """In their order, those that still can."""
        return follow(progress)

    def lined_up(self, state: GameState, unit: Unit, at: Point, facing: float) -> list[tuple[Unit, Hull]]:
        """Its sections."""
        return lined_up(state, unit, at, facing)

    def line_up(self, progress: Progress, unit: Unit) -> None:
        """Its sections."""
        line_up(progress, unit)


EVENTS: tuple[type[Event], ...] = (SquadronTried, SquadronFollows)
