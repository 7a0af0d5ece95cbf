"""Limbering, unlimbering, and the Ork way of doing that. (VEH-TOW-02 to -05)"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from rules.arap.damage import wounds_and_saves
from rules.arap.events import ModelsMoved, PointsSpent
from rules.arap.units.permission import may_act
from rules.core.ids import ModelId, SideId, UnitId
from rules.core.preview import Preview
from rules.core.prompt import Option
from rules.core.refusal import Refusal
from rules.forces.unit import Unit
from rules.geometry.facings import bearing, normalise
from rules.geometry.hulls import Hull
from rules.geometry.lengths import along, between, ceil_tolerant, distance, is_beyond, path_length
from rules.offers import Offer, offered
from rules.progress import Action, Progress, TaskStruct
from rules.state import Event, GameState, Placement
from rules.vehicles.gemini.hull.hull import profile_of
from rules.vehicles.gemini.motion import first_contact, momentum, sliding, towed
from rules.vehicles.gemini.motion.impact import impact_strength
from rules.vehicles.gemini.motion.path import SAME_SPOT_IN, Way
from rules.vehicles.gemini.motion.sliding import slide
from rules.vehicles.gemini.motion.terrain_cost import field_for
from rules.vehicles.gemini.ramming import ram
from rules.vehicles.gemini.ramming.blows import LOAD_AV
from rules.vehicles.gemini.transport import passengers
from rules.vehicles.shared.hull import Pose, condition, hull_of, pose_of, posed
from rules.vehicles.shared.outside import around, spots
from rules.vehicles.shared.sliding import STEP_IN

SAFE_LEAP_IN: Final = 10.0
"""An Ork crew leaps off unhurt at no more than this. (VEH-TOW-05)"""
GREATEST_STRENGTH: Final = 10


class Coupled(Event, frozen=True, kw_only=True, tag="Coupled"):
    """A load is coupled to a vehicle, or uncoupled from it. (VEH-TOW-02, VEH-TOW-03, VEH-TOW-04)"""

    load: UnitId
    on: bool
    stands: bool = True
    """The vehicle stands still for the rest of this turn."""

    def evolve(self, state: GameState) -> GameState:
        """The load belongs behind it, or no longer."""
        assert self.unit is not None
        load = state.units[self.load]
        state = state.with_unit(replace(load, towed_by=self.unit if self.on else None))
        if not self.stands:
            return state
        unit = state.units[self.unit]
        word = "limbered" if self.on else "unlimbered"
        return state.with_unit(replace(unit, now=replace(unit.now, coupled=word)))

    def sentence(self, state: GameState) -> str:
        """Who couples what."""
        assert self.unit is not None
        name, load = state.units[self.unit].name, state.units[self.load].name
        if self.on:
            return f"{name} limbers up {load}"
        return f"{name} unlimbers {load}" if self.stands else f"{load} is knocked loose from {name}"


def _moved(unit: Unit) -> bool:
    return bool(unit.now.moved_in or unit.now.path)


def _rolls(state: GameState, unit: Unit, rule: str) -> Refusal | None:
    """A racer that still has some speed stands nowhere in this turn; up to version 14 it coupled all the same."""
    if state.is_older_than("15") or not momentum.uses(state, unit) or momentum.is_still(unit):
        return None
    text = f"{unit.name} {momentum.goes(unit)}: it does not stand still in this turn."
    return Refusal("moving", text, rule, "losing all speed, and the turn after that")


class Limber(Action, frozen=True, kw_only=True, tag="Limber"):
    """Couple a load that stands no more than an inch away; both have stood still in this turn. (VEH-TOW-02)"""

    unit: UnitId
    load: UnitId

    def check(self, state: GameState) -> Refusal | None:
        """A point, a vehicle that can tow, a load that is near, free and of its side, nobody has moved."""
        refusal = may_act(state, self.side, self.unit, 1)
        if refusal:
            return refusal
        unit, load = state.units[self.unit], state.units.get(self.load)
        rule = "VEH-TOW-02"
        if not unit.is_vehicle or not towed.can_tow(state, unit):
            return Refusal("cannot-tow", f"{unit.name} cannot tow anything.", "VEH-TOW-01", "another vehicle")
        if load is None or not load.is_vehicle or not load.on_table or not profile_of(state, load).towed:
            return Refusal("no-load", f"{unit.name} cannot tow that.", "VEH-TOW-01", "a towed weapon or trailer")
        if load.side != unit.side or towed.limbered(state, load) or towed.load_of(state, unit):
            text = f"{load.name} is not free, or {unit.name} tows something already."
            return Refusal("not-free", text, rule, "a load of one’s own that nobody tows")
        if _moved(unit) or _moved(load):
            text = f"{unit.name} or {load.name} has moved in this turn."
            return Refusal("has-moved", text, rule, "both standing still for the whole turn")
        if refusal := _rolls(state, unit, rule):
            return refusal
        if is_beyond(first_contact.gap(state, unit, load), towed.GAP_IN):
            text = f"{load.name} is more than 1″ from {unit.name}."
            return Refusal("too-far-apart", text, rule, "a load within 1″")
        return None

    def preview(self, state: GameState) -> Preview:
        """What it costs, and that the vehicle stands still."""
        notes = ("it stands still for the rest of the turn",)
        return Preview(ap=1, refusal=self.check(state), notes=notes, rules=("VEH-TOW-02",))

    def resolve(self, progress: Progress) -> None:
        """Pay and couple."""
        rules = ("VEH-TOW-02", "VEH-TOW-01")
        progress.emit(PointsSpent(unit=self.unit, side=self.side, points=1, action="limber", rules=rules))
        progress.emit(Coupled(side=self.side, unit=self.unit, load=self.load, on=True, rules=rules))


class Unlimber(Action, frozen=True, kw_only=True, tag="Unlimber"):
    """Uncouple the load of a vehicle that does not move in this turn; it is turned to any facing. (VEH-TOW-03)"""

    unit: UnitId

    def check(self, state: GameState) -> Refusal | None:
        """A point, a load, no move."""
        refusal = may_act(state, self.side, self.unit, 1)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        if towed.load_of(state, unit) is None:
            return Refusal("no-load", f"{unit.name} tows nothing.", "VEH-TOW-03", "a vehicle with a load")
        if _moved(unit):
            text = f"{unit.name} has moved in this turn."
            return Refusal("has-moved", text, "VEH-TOW-03", "a turn in which it stands still")
        return _rolls(state, unit, "VEH-TOW-03")

    def preview(self, state: GameState) -> Preview:
        """What it costs, and that the vehicle stands still."""
        notes = ("the load may face anywhere and be served in this turn", "the vehicle stands still")
        return Preview(ap=1, refusal=self.check(state), notes=notes, rules=("VEH-TOW-03",))

    def resolve(self, progress: Progress) -> None:
        """Pay, uncouple, and ask which way it faces."""
        load = towed.load_of(progress.state, progress.state.units[self.unit])
        assert load is not None, "a load was checked"
        rules = ("VEH-TOW-03",)
        progress.emit(PointsSpent(unit=self.unit, side=self.side, points=1, action="unlimber", rules=rules))
        progress.emit(Coupled(side=self.side, unit=self.unit, load=load.id, on=False, rules=rules))
        progress.queue(TurnLoad(unit=load.id))


COMPASS: Final = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")


class TurnLoad(TaskStruct, frozen=True, kw_only=True, tag="TurnLoad"):
    """Which way an unlimbered load faces. (VEH-TOW-03)"""

    unit: UnitId

    def run(self, progress: Progress) -> None:
        """Ask its owner: as it stands, one of eight directions, or towards an enemy, wherever there is room for it."""
        state = progress.state
        load = state.units[self.unit]
        hull = hull_of(state, load)
        options = [Option(id="stay", label="As it stands", rule="VEH-TOW-03")]
        ways = {str(n * 45): name for n, name in enumerate(COMPASS)}
        if not state.is_older_than("20"):
            ways |= _towards(state, load, hull)
        for way, name in ways.items():
            heading = float(way)
            barred = any(hull._replace(heading=heading).overlaps(hull_of(state, o)) for o in _all_others(state, load))
            options.append(
                Option(
                    id=way,
                    label=f"Face {name}",
                    rule="VEH-TOW-03",
                    refused="There is no room to turn it so far." if barred else "",
                    path=(hull.centre, along(hull.centre, heading, 6)),
                )
            )
        question = f"Which way is {load.name} turned?"
        progress.ask(self, load.side, "load-facing", question, options, unit=load.id, rule="VEH-TOW-03", decline="stay")

    def answer(self, progress: Progress, choice: str) -> None:
        """It stands so."""
        if choice != "stay":
            load = progress.state.units[self.unit]
            _place(
                progress, load, hull_of(progress.state, load)._replace(heading=float(choice)), "swing", ("VEH-TOW-03",)
            )


MOST_ENEMIES: Final = 8
"""No more of them are named to turn a load to, the nearest first."""


def _towards(state: GameState, load: Unit, hull: Hull) -> dict[str, str]:
    """The directions in which the nearest enemies stand whom anybody knows of, by bearing. (VEH-TOW-03)"""
    known = (u for u in state.enemies_of(load.side) if not u.hidden)
    near = sorted((distance(hull.centre, u.models[0].at), u.id) for u in known)
    found: dict[str, str] = {}
    for _, name in near[:MOST_ENEMIES]:
        enemy = state.units[name]
        way = f"{normalise(bearing(hull.centre, enemy.alive[0].at)):.1f}"
        found.setdefault(way, f"{enemy.id.upper()} {enemy.name}")
    return found


def _all_others(state: GameState, load: Unit) -> Iterator[Unit]:
    return (u for u in state.units.values() if u.is_vehicle and u.on_table and u.id != load.id)


def _place(progress: Progress, load: Unit, hull: Hull, how: str, rules: tuple[str, ...]) -> None:
    there = (Placement(model=load.models[0].id, at=hull.centre, facing=hull.heading),)
    progress.emit(ModelsMoved(side=load.side, unit=load.id, placements=there, how=how, voluntary=False, rules=rules))
    sliding.set_aside(progress, hull, rules)


# -- the Ork way ---------------------------------------------------------------------------------------------------


class KnockLoose(Action, frozen=True, kw_only=True, tag="KnockLoose"):
    """Orks knock the coupling loose while the vehicle moves: the load tumbles from its place behind it. (VEH-TOW-04)"""

    unit: UnitId

    def check(self, state: GameState) -> Refusal | None:
        """Orks, a load, a move in this turn."""
        refusal = may_act(state, self.side, self.unit, 0)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        if not unit.is_vehicle or not profile_of(state, unit).ork:
            return Refusal("no-orks", f"{unit.name} has no Ork crew.", "VEH-TOW-04", "unlimbering at a standstill")
        if towed.load_of(state, unit) is None:
            return Refusal("no-load", f"{unit.name} tows nothing.", "VEH-TOW-04", "a vehicle with a load")
        if not is_beyond(unit.now.moved_in, 0):
            text = f"{unit.name} has not moved in this turn."
            return Refusal("not-moved", text, "VEH-TOW-04", "a turn in which it drives, or unlimbering")
        return None

    def preview(self, state: GameState) -> Preview:
        """How far it tumbles, how fast, what the leap costs the crew."""
        unit = state.units.get(self.unit)
        if unit is None:
            return Preview(refusal=self.check(state))
        strength = leap_strength(unit.now.moved_in)
        hurt = f"a Strength {strength} hit on each of its crew, no save" if strength else "its crew leap off unhurt"
        notes = (f"the load tumbles D6″ anywhere at {unit.now.moved_in:.3g}″", hurt)
        return Preview(refusal=self.check(state), notes=notes, rules=("VEH-TOW-04", "VEH-TOW-05"))

    def resolve(self, progress: Progress) -> None:
        """Ask at which point of the way."""
        progress.queue(Loosen(unit=self.unit))


def leap_strength(speed_in: float) -> int:
    """The hit of leaping off at that speed; 0 for none. (VEH-TOW-05)"""
    return min(GREATEST_STRENGTH, ceil_tolerant(speed_in - SAFE_LEAP_IN)) if is_beyond(speed_in, SAFE_LEAP_IN) else 0


class Loosen(TaskStruct, frozen=True, kw_only=True, tag="Loosen"):
    """At which point of the way the coupling is knocked loose. (VEH-TOW-04)"""

    unit: UnitId

    def run(self, progress: Progress) -> None:
        """The end of this turn's way, places on it, its corners, and where it began."""
        state = progress.state
        unit = state.units[self.unit]
        options = [Option(id=str(len(unit.now.path) - 1), label="At the end of its way", rule="VEH-TOW-04")]
        options += _on_the_way(unit) if not state.is_older_than("15") else _corners(unit)
        if not state.is_older_than("20"):
            options = [o for n, o in enumerate(options) if n == 0 or _has_room(state, unit, o.id)]
        question = f"Where is the load of {unit.name} knocked loose?"
        progress.ask(
            self, unit.side, "knock-loose", question, options, unit=unit.id, rule="VEH-TOW-04", decline=options[0].id
        )

    def answer(self, progress: Progress, choice: str) -> None:
        """Off it comes: D6 inches anywhere, facing anywhere, with its crew after it."""
        state = progress.state
        unit = state.units[self.unit]
        load = towed.load_of(state, unit)
        assert load is not None, "a load was checked"
        speed, rule = unit.now.moved_in, ("VEH-TOW-04",)
        progress.emit(Coupled(side=unit.side, unit=unit.id, load=load.id, on=False, stands=False, rules=rule))
        path = unit.now.path
        if choice.startswith(AFTER) or int(choice) < len(path) - 1:
            _place(progress, load, _behind(state, unit, load, choice), "place", rule)
        self._tumble(progress, load.id, speed)

    def _tumble(self, progress: Progress, load: UnitId, speed: float) -> None:
        unit = progress.state.units[load]
        why, rule = f"{unit.name} tumbles", ("VEH-TOW-04",)
        inches = progress.roll_sum("unlimber-distance", 1, unit=load, why=why, rules=rule).dice[0]
        way = progress.roll("direction", sides=360, unit=load, why=why, rules=rule).bearing_deg
        face = progress.roll("direction", sides=360, unit=load, why="how it lies", rules=rule).bearing_deg
        state = progress.state
        start = hull_of(state, unit)
        end = slide(state, unit, way, inches)
        gone = distance(start.centre, end.centre)
        struck = _struck(state, unit, end, way) if gone < inches - SAME_SPOT_IN else None
        people = [m.id for m in sliding.under(state, end)]
        turned = end._replace(heading=normalise(face))
        clear = not any(turned.overlaps(hull_of(state, o)) for o in _all_others(state, unit))
        if not state.is_older_than("20"):
            solid = field_for(state, profile_of(state, unit)).solid
            clear = clear and set(solid.hull_hits(turned)) <= set(solid.hull_hits(end))
        if people:
            strength = impact_strength(state, LOAD_AV, speed, tank=False)
            wounds_and_saves.strike(progress, people, strength, by=self.unit, why=why, rules=rule, cause="run-over")
        _place(progress, progress.state.units[load], turned if clear else end, "tumble", rule)
        if struck is not None:
            ram.collide(progress, progress.state.units[load], struck, speed)
        progress.queue(LeapOff(unit=self.unit, load=load, speed_in=speed))


AFTER: Final = "after "
"""How the choice of a place on the way begins; inches follow."""
APART_IN: Final = 2.0
"""Places on the way that may be chosen lie so far apart, or further where they would be too many."""
MOST_PLACES: Final = 10


def _behind(state: GameState, unit: Unit, load: Unit, choice: str) -> Hull:
    """Where the load was when its vehicle was at that place of its way."""
    path = unit.now.path
    at = _after(path, float(choice.removeprefix(AFTER))) if choice.startswith(AFTER) else path[int(choice)]
    last, own = posed(state, unit, at), hull_of(state, load)
    apart = last.length / 2 + towed.GAP_IN + own.length / 2
    return own._replace(centre=last.driven(-apart).centre, heading=last.heading)


def _has_room(state: GameState, unit: Unit, choice: str) -> bool:
    """Whether no vehicle stands there by now; up to version 19 the load was left in it."""
    load = towed.load_of(state, unit)
    assert load is not None, "a load was checked"
    there = _behind(state, unit, load, choice)
    return not any(there.overlaps(hull_of(state, other)) for other in _all_others(state, load))


def _corners(unit: Unit) -> Iterator[Option]:
    """Where each leg of its way began, the last first."""
    poses = unit.now.path
    for n in reversed(range(len(poses) - 1)):
        if distance(poses[n][:2], poses[n + 1][:2]) > SAME_SPOT_IN:
            label = "Where it began" if n == 0 else f"At corner {n} of its way"
            yield Option(id=str(n), label=label, rule="VEH-TOW-04", path=(poses[n][:2], unit.models[0].at))


def _on_the_way(unit: Unit) -> Iterator[Option]:
    """Places on the way, the last first, and where it began. (VEH-TOW-04)"""
    path, here = unit.now.path, unit.models[0].at
    whole = path_length(tuple(p[:2] for p in path))
    step = APART_IN * max(1, math.ceil(whole / (APART_IN * MOST_PLACES)))
    for n in range(math.ceil(whole / step) - 1, 0, -1):
        label, at = f"After {n * step:g}″ of its way", _after(path, n * step)
        yield Option(id=f"{AFTER}{n * step:g}", label=label, rule="VEH-TOW-04", path=(at[:2], here))
    if whole > SAME_SPOT_IN:
        yield Option(id=str(0), label="Where it began", rule="VEH-TOW-04", path=(path[0][:2], here))


def _after(path: Sequence[Pose], inches: float) -> Pose:
    """The pose of the hull after so many inches of its way."""
    for a, b in itertools.pairwise(path):
        run = distance(a[:2], b[:2])
        if inches <= run and run > SAME_SPOT_IN:
            return (*between(a[:2], b[:2], inches / run), b[2])
        inches -= run
    return path[-1]


def _struck(state: GameState, load: Unit, at: Hull, way: float) -> first_contact.HullContact | None:
    """What stopped a tumbling load: it strikes as if it came straight at it. (VEH-TOW-04)"""
    ahead = at._replace(centre=along(at.centre, way, 2 * STEP_IN + 0.05))
    met = first_contact.first_met(state, load, Way((at, ahead), (), 0.0, 0.0, 0.0))
    return None if met is None else replace(met, pose=pose_of(at), face="front", course=way)


class LeapOff(TaskStruct, frozen=True, kw_only=True, tag="LeapOff"):
    """The crew of a weapon that was knocked loose leap off with it. (VEH-TOW-05)"""

    unit: UnitId
    load: UnitId
    speed_in: float

    def run(self, progress: Progress) -> None:
        """They stand round it; above 10 inches each takes a hit without save."""
        vehicle = progress.state.units[self.unit]
        for crew in passengers.aboard(progress.state, self.unit):
            if crew.serves == self.load:
                self._leap(progress, vehicle, crew)

    def _leap(self, progress: Progress, vehicle: Unit, crew: Unit) -> None:
        state = progress.state
        hull = hull_of(state, state.units[self.load])
        placements, left = spots(state, crew, around(state, crew, hull, (), wreck=True))
        rule = ("VEH-TOW-05",)
        passengers.step_out(progress, vehicle, crew.id, placements, rule, forced=False)
        lost: list[ModelId] = [m.id for m in left for _ in range(m.wounds)]
        wounds_and_saves.inflict(progress, lost, by=None, cause="no-room", rules=rule)
        strength = leap_strength(self.speed_in)
        if strength:
            victims = [m.id for m in progress.state.units[crew.id].alive]
            why = f"leaping off at {self.speed_in:.3g}″"
            wounds_and_saves.strike(
                progress, victims, strength, by=None, why=why, rules=rule, cause="fall", saves=False
            )


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """Limber what is near, unlimber, or knock it loose, for the vehicle that acts."""
    active = state.units.get(state.turn.active) if state.turn.active else None
    if state.active_side != side or active is None or not active.is_vehicle or not towed.can_tow(state, active):
        return
    if towed.load_of(state, active) is not None:
        yield offered(state, Unlimber(side=side, unit=active.id), kind="unlimber", unit=active.id, ap=1)
        if profile_of(state, active).ork:
            yield offered(state, KnockLoose(side=side, unit=active.id), kind="knock-loose", unit=active.id)
        return
    for load in state.units_of(side):
        near = load.is_vehicle and load.on_table and profile_of(state, load).towed and not condition(load).wrecked
        if near and not is_beyond(first_contact.gap(state, active, load), towed.GAP_IN):
            limber = Limber(side=side, unit=active.id, load=load.id)
            yield offered(state, limber, kind="limber", unit=active.id, target=load.id, ap=1)


OFFERED: Final = ("unlimber", "knock-loose", "limber")
ACTIONS: tuple[type[Action], ...] = (Limber, Unlimber, KnockLoose)
EVENTS: tuple[type[Event], ...] = (Coupled,)
TASKS: tuple[type[TaskStruct], ...] = (TurnLoad, Loosen, LeapOff)
