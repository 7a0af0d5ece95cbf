"""Shooting actions: fire at an enemy, take aim. (ARAP-SHOOT-01 to -09, ARAP-WPN-01 to -04, ARAP-HIT-04)"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Final, Literal

from msgspec.structs import replace

from rules.arap import building_interface
from rules.arap.events import ModelsTurned, PointsSpent
from rules.arap.shooting import doubtful, volley
from rules.arap.shooting import plan as shooting_plan
from rules.arap.shooting import preview as shooting_preview
from rules.arap.shooting.building_interface import FloorsOfShot, ShotsBetweenFloors, ShotsFromBuildings, ShotsFromHighUp
from rules.arap.shooting.doubtful import Doubt
from rules.arap.shooting.losses import HitSource
from rules.arap.shooting.plan import UNSEEN, FirePlan, Firing, Idle, Orders, turns
from rules.arap.shooting.planner import Planner, covers_between
from rules.arap.shooting.vehicle_interface import ShotsAboard, WeaponsOfHulls
from rules.arap.sight import smoke
from rules.arap.sight.cover import Covers
from rules.arap.sight.lines import distance_to
from rules.arap.templates import strip
from rules.arap.templates.building_interface import StreamsInBuildings
from rules.arap.units import weapons as units_weapons
from rules.arap.units.permission import may_act
from rules.arap.units.settled import Matter
from rules.arap.units.weapons import Burst
from rules.arap.vehicle_interface import ask
from rules.core import kept
from rules.core.ids import ModelId, SideId, UnitId, WeaponId
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.events import Note
from rules.forces.unit import Model, Point, Unit, tag
from rules.geometry.lengths import along, is_within
from rules.geometry.templates import STRIP_LENGTH_IN, Strip
from rules.offers import Offer, offered
from rules.progress import Action, Progress, TaskStruct
from rules.state import Event, GameState

_PLANS_KEPT: Final = 16
"""Plans of fire that a state remembers: of one at each enemy in reach, which is what who chooses among them asks."""


class Shoot(Action, frozen=True, kw_only=True, tag="Shoot"):
    """Fire at an enemy unit. (ARAP-SHOOT-01)

    `weapons` are those of the unit that fire, in that order, hits of the last on a hull being resolved first
    (VEH-DMG-11); none named: all that can. `mode` is for salvo weapons: half the shots to
    half range for one point, all to full range for two, or what the points at hand allow. `turn` turns everybody by so
    many degrees (clockwise, at most 90 either way); without it each firer turns to its target if it must. `aim` is
    where template weapons are pointed (inches); without it the table lays them over most of the target. `bounce` lets
    them bounce off the first wall, where the switch allows it. (ARAP-TMPL-02) `blind` fires into what hides the enemy
    as well, smoke or a wood, at BS1. (ARAP-AREA-13) `models` are those that fire, none named: all that can; `shots` are
    how many each of them fires with a weapon where that is fewer than it could. (ARAP-WPN-01) Those `leaning` lean out
    of their windows or over their edges, those who fire `wild` hold their weapons out blind. (BLD-HIGH-02, BLD-HIGH-03)
    """

    unit: UnitId
    target: UnitId
    weapons: tuple[WeaponId, ...] = ()
    mode: Literal["auto", "half", "full"] = "auto"
    turn: float | None = None
    aim: Point | None = None
    bounce: bool = False
    blind: bool = False
    models: tuple[ModelId, ...] = ()
    shots: dict[WeaponId, int] = {}
    leaning: tuple[ModelId, ...] = ()
    wild: tuple[ModelId, ...] = ()

    def check(self, state: GameState) -> Refusal | None:
        """Turn, unit, target, weapons, points, range, sight, arc, friends, chances: the first that bars everybody."""
        refusal = may_act(state, self.side, self.unit, 0)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        refusal = self._own(state, unit) or shooting_plan.target_barred(state, self.side, self.target, aboard=True)
        if refusal:
            return refusal
        plan = self.plan(state)
        return plan.refusal or self._in_sight(state, plan)

    def _in_sight(self, state: GameState, plan: FirePlan) -> Refusal | None:
        """Nobody fires blind at what all who fire see; up to version 10 that was a plain shot. (ARAP-AREA-13)"""
        if not self.blind or state.is_older_than("11") or any(firing.blind for firing in plan.firings):
            return None
        why = f"{state.units[self.target].name} is in sight of everybody who would fire."
        return Refusal("in-sight", why, "ARAP-AREA-13", "an ordinary shot")

    def _own(self, state: GameState, unit: Unit) -> Refusal | None:
        """What keeps the unit as a whole from shooting like that."""
        refusal = shooting_plan.shooter_barred(state, unit, aboard=True)
        if refusal:
            return refusal
        if self.turn is not None and abs(self.turn) > 90:
            why = f"A turn of {abs(self.turn):g} degrees is not free."
            return Refusal("turn-too-far", why, "ARAP-ACT-14", "up to 90 degrees either way")
        if self.bounce and not may_bounce(state, unit):
            why = "Streams do not bounce off walls in the open at this table."
            return Refusal("bounce-off", why, "ARAP-TMPL-02", "a direct shot, or somebody in a confined space")
        return shooting_plan.chosen_badly(state, unit, self.models, self.shots) or self._reaching_badly(unit)

    def _reaching_badly(self, unit: Unit) -> Refusal | None:
        """Strangers, or somebody who would do both."""
        both = (*self.leaning, *self.wild)
        members = [m.id for m in unit.alive]
        if len(set(both)) == len(both) and all(m in members for m in both):
            return None
        why = f"Only living members of {unit.name} lean out or fire blind, each one or the other."
        return Refusal("unknown-model", why, "BLD-HIGH-02", ", ".join(tag(m) for m in members))

    def plan(self, state: GameState) -> FirePlan:
        """Who would fire what; worked out once for a state."""
        return kept.lately(state, "fire-plan", self, lambda: _made(state, self), most=_PLANS_KEPT)

    def orders(self, state: GameState) -> Orders:
        """The action as orders to the planner."""
        ap = state.turn.ap
        burst: Burst = ("full" if ap >= 2 else "half") if self.mode == "auto" else self.mode
        return Orders(
            weapons=self.weapons,
            burst=burst,
            turn=self.turn,
            ap=ap,
            aim=self.aim,
            bounce=self.bounce,
            blind=self.blind,
            models=self.models,
            most=self.shots,
            leaning=self.leaning,
            wild=self.wild,
        )

    def preview(self, state: GameState) -> Preview:
        """Cost, and for every group of shots dice, goal, modifiers and chances."""
        refusal = self.check(state)
        if refusal is not None and refusal.code not in ("no-line-of-sight", "friends-in-the-way"):
            return Preview(refusal=refusal)
        doubts = doubtful.previewed(state, self.doubts(state))
        if refusal is not None:
            return Preview(refusal=refusal, doubts=doubts)
        found = shooting_preview.preview(state, state.units[self.unit], state.units[self.target], self.plan(state))
        rules = dict.fromkeys((*found.rules, *(doubt.rule for doubt in doubts)))
        notes = found.notes
        if state.units[self.unit].aboard is not None:
            warned = ask(state, ShotsAboard).fire_tells(state, state.units[self.unit], self.plan(state))
            notes = (*((warned,) if warned else ()), *notes)
        return replace(found, doubts=doubts, rules=tuple(rules), notes=notes)

    def doubts(self, state: GameState) -> list[Doubt]:
        """What may be judged either way, of people aboard where their hulls stand; out of buildings nothing is."""
        unit, target = state.units[self.unit], state.units[self.target]
        if building_interface.ask(ShotsFromBuildings).posted(state, unit, target) is not None:
            return []
        return kept.lately(state, "doubts", self, lambda: doubtful.doubts(state, unit, target, self._planner(state)))

    def _planner(self, state: GameState) -> doubtful.Planned:
        """Plans of this shot by what counts; they share the lines and what was found out about them."""
        unit, target, orders = state.units[self.unit], state.units[self.target], self.orders(state)
        covers = covers_between(state, unit, target)

        def laid(doubts: Mapping[Matter, bool]) -> FirePlan:
            if not doubts:
                return self.plan(state)
            return planned(state, unit, target, orders._replace(doubts=doubts), covers)

        return laid

    def resolve(self, progress: Progress) -> None:
        """Fire, once the other side has judged what is doubtful."""
        if doubtful.are_asked(progress.state):
            progress.queue(ShotJudged(shot=self))
        else:
            self.fire(progress)

    def fire(self, progress: Progress) -> None:
        """Points, turns, shots, and what they lead to."""
        plan = self.plan(progress.state)
        unit, target = progress.state.units[self.unit], progress.state.units[self.target]
        facings = turns(plan, unit, self.turn)
        rules = ("ARAP-WPN-01", "ARAP-ACT-12")
        progress.emit(PointsSpent(side=unit.side, unit=unit.id, points=plan.ap, action="shoot", rules=rules))
        if facings:
            progress.emit(ModelsTurned(side=unit.side, unit=unit.id, facings=facings, rules=("ARAP-ACT-14",)))
        if unit.aboard is not None:
            ask(progress.state, ShotsAboard).have_fired(progress, unit, target, plan)
        building_interface.ask(ShotsFromBuildings).have_fired(progress, unit, target, plan)
        volley.fire(progress, self.unit, self.target, plan, HitSource(by=self.unit))


def may_bounce(state: GameState, unit: Unit) -> bool:
    """Whether its streams may be bounced off walls: always in a confined space. (ARAP-TMPL-02, BLD-CONF-08)"""
    houses = building_interface.ask(StreamsInBuildings)
    return bool(state.option("template_bounce")) or any(houses.is_confined(state, m.at) for m in unit.alive)


class ShotJudged(TaskStruct, frozen=True, kw_only=True, tag="ShotJudged"):
    """A shot waits until the other side has judged its doubtful lines and edges. (ARAP-SHOOT-03, ARAP-TMPL-06)"""

    shot: Shoot

    def run(self, progress: Progress) -> None:
        """Ask about the first doubt that is left; without any, fire."""
        asked = doubtful.first(self.shot.doubts(progress.state))
        if not asked:
            self._fire(progress)
            return
        doubtful.ask(progress, self, self.shot.unit, self.shot.target, asked)

    def answer(self, progress: Progress, choice: str) -> None:
        """Note it, and go on to the next doubt or to the shot."""
        doubtful.settle(progress, self.shot.unit, doubtful.first(self.shot.doubts(progress.state)), choice)
        progress.queue(self)

    def _fire(self, progress: Progress) -> None:
        """Fire, unless nobody is left who may; then nothing was spent."""
        refusal = self.shot.check(progress.state)
        if refusal is None:
            self.shot.fire(progress)
        elif refusal.code == "in-sight":  # judged to be seen after all
            replace(self.shot, blind=False).fire(progress)
        else:
            progress.emit(Note(side=self.shot.side, unit=self.shot.unit, text=refusal.message, rules=(refusal.rule,)))


def _made(state: GameState, action: Shoot) -> FirePlan:
    """The plan; people aboard vehicles shoot and are shot at where their hulls stand. (VEH-OPEN-01, VEH-FROM-02)

    Weapons that are named fire in that order. (VEH-DMG-11)
    """
    laid = planned(state, state.units[action.unit], state.units[action.target], action.orders(state))
    if len(action.weapons) < 2:
        return laid
    place = {weapon: n for n, weapon in enumerate(action.weapons)}
    return laid._replace(firings=tuple(sorted(laid.firings, key=lambda f: place.get(f.weapon.id, 0))))


def planned(
    state: GameState, unit: Unit, target: Unit, orders: Orders, covers: Covers | None = None, *, running: bool = False
) -> FirePlan:
    """The plan of fire of one unit at another, wherever they are; `covers` of both where they are known.

    Who fires `running` is bunched in no doorway any more. (BLD-DOOR-05)
    """
    if unit.aboard is None and target.aboard is None:
        buildings, high_up = building_interface.ask(ShotsFromBuildings), building_interface.ask(ShotsFromHighUp)
        laid = _from_walls(state, unit, target, orders)
        if laid is None:
            laid = high_up.from_high_up(state, unit, Planner(state, unit, target, orders, covers).plan())
        return laid if running else buildings.one_at_a_time(state, unit, laid)
    vehicles = ask(state, ShotsAboard)
    seen = vehicles.on_the_hull(state, unit, target)
    if isinstance(seen, Refusal):
        return FirePlan((), (Idle(unit.alive[0].id, 0, seen),))
    units = seen.state.units
    orders = orders._replace(shelter=seen.modifiers, barred=seen.barred)
    laid = Planner(seen.state, units[unit.id], units[target.id], orders).plan()
    return vehicles.limited(state, unit, target, laid)


def _from_walls(state: GameState, unit: Unit, target: Unit, orders: Orders) -> FirePlan | None:
    """The plan of people behind closed walls, at their ports; None for an ordinary shot. (BLD-BUNK-02)"""
    buildings = building_interface.ask(ShotsFromBuildings)
    floors = building_interface.ask(ShotsBetweenFloors).by_floors(state, unit, target)
    if floors:
        return buildings.limited(state, unit, target, _from_floors(unit, target, floors, orders))
    seen = buildings.posted(state, unit, target)
    if seen is None:
        return None
    if isinstance(seen, Refusal):
        return FirePlan((), (Idle(unit.alive[0].id, 0, seen),))
    orders = orders._replace(extra=(*orders.extra, *buildings.modifiers(state, unit, target)))
    laid = Planner(seen, seen.units[unit.id], seen.units[target.id], orders).plan()
    return buildings.limited(state, unit, target, laid)


def _from_floors(unit: Unit, target: Unit, floors: Sequence[FloorsOfShot], orders: Orders) -> FirePlan:
    """The plan of a unit on several floors, or at one: each member fires at the nearest whom it can. (BLD-LEVEL-02)"""
    plans = [_on_floors(target, part, orders) for part in floors]
    firings: list[Firing] = []
    idle: list[Idle] = []
    for model in unit.alive:
        found = [[f for f in laid.firings if f.model.id == model.id] for laid in plans]
        if any(found):
            nearest: list[Firing] = min((mine for mine in found if mine), key=lambda mine: mine[0].range_in)
            firings += nearest
            continue
        why = [i for laid in plans for i in laid.idle if i.model == model.id]
        idle += [max(why, key=lambda i: i.stage)] if why else []
    covered = dict.fromkeys(m for laid in plans for m in laid.covered)
    return FirePlan(tuple(firings), tuple(idle), tuple(covered))


def _on_floors(target: Unit, part: FloorsOfShot, orders: Orders) -> FirePlan:
    """The plan of those members; what counts of their target as a whole, such as how few are left, counts of it all."""
    if part.barred is not None:
        return FirePlan((), tuple(Idle(m.id, 0, part.barred) for m in part.unit.alive))
    covers = covers_between(part.state, part.unit, part.target)
    whole = replace(target, models=_with_places(target, part.target))
    return Planner(part.state, part.unit, whole, orders, covers).plan()


def _with_places(target: Unit, part: Unit) -> tuple[Model, ...]:
    """All members, those of a part where they truly stand."""
    there = {m.id: m for m in part.alive}
    return tuple(there.get(m.id, m) for m in target.models)


class Aim(Action, frozen=True, kw_only=True, tag="Aim"):
    """Spend a point to aim: +1 to hit with a shooting action straight afterwards. (ARAP-HIT-04)"""

    unit: UnitId

    def check(self, state: GameState) -> Refusal | None:
        """Where the switch allows it, once before each shooting action, with something to aim."""
        refusal = may_act(state, self.side, self.unit, 1, "aim")
        if refusal:
            return refusal
        unit = state.units[self.unit]
        if not state.option("aiming_allowed"):
            return Refusal("aiming-off", "Aiming is not played at this table.", "ARAP-HIT-04", "shoot or move")
        if unit.now.last_action == "aim":
            return Refusal("aimed", f"{unit.name} has aimed already.", "ARAP-HIT-04", "shoot")
        if unit.is_vehicle:
            return ask(state, WeaponsOfHulls).keeps_from_aiming(state, unit)
        if any(state.weapons[w].is_ranged for m in unit.alive for w in m.weapons):
            return None
        if building_interface.ask(ShotsFromBuildings).mans_weapons(state, unit):
            return None
        return Refusal("no-ranged-weapon", f"{unit.name} has nothing to aim.", "ARAP-HIT-04", "move or charge")

    def preview(self, state: GameState) -> Preview:
        """One point for +1."""
        notes = ("+1 to hit, if the next action is to shoot.",)
        return Preview(ap=1, refusal=self.check(state), notes=notes, rules=("ARAP-HIT-04",))

    def resolve(self, progress: Progress) -> None:
        """The point is spent; the next action may profit from it."""
        unit = progress.state.units[self.unit]
        progress.emit(UnitAimed(side=unit.side, unit=unit.id, rules=("ARAP-HIT-04",)))
        progress.emit(PointsSpent(side=unit.side, unit=unit.id, points=1, action="aim", rules=("ARAP-HIT-04",)))


class UnitAimed(Event, frozen=True, kw_only=True, tag="UnitAimed"):
    """A unit takes aim. (ARAP-HIT-04)"""

    def evolve(self, state: GameState) -> GameState:
        """The point spent notes it."""
        return state

    def sentence(self, state: GameState) -> str:
        """Who aims."""
        assert self.unit is not None
        return f"{state.units[self.unit].name} takes aim"


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """For the unit in hand: to shoot at each enemy that it may, or why at none; to aim."""
    active = state.turn.active
    if active is None or state.active_side != side or state.turn.phase != "activation":
        return
    unit = state.units[active]
    if not unit.is_vehicle and (unit.in_play or unit.aboard is not None):
        yield from _shots(state, unit)
    if state.option("aiming_allowed"):
        yield offered(state, Aim(side=side, unit=active), kind="aim", unit=active, ap=1)


def _off_a_wall(state: GameState, unit: Unit, enemies: Sequence[UnitId]) -> Shoot | None:
    """A stream round the corner at the first of the enemies on to whom one of the walls tried throws it.

    (BLD-CONF-08, ARAP-TMPL-02)
    """
    streams = [(m, w) for m in unit.alive for each in m.weapons if (w := state.weapons[each]).template]
    if not streams:
        return None
    at = streams[0][0].at
    ends = (along(at, turn * 360 / _TRIED, STRIP_LENGTH_IN) for turn in range(_TRIED))
    aims = [(round(x, 2), round(y, 2)) for x, y in ends]
    thrown: dict[Point, list[Strip]] = {}
    for enemy, aim in product(enemies, aims):
        if aim not in thrown:
            thrown[aim] = [found for m, w in streams if (found := strip.bounced_at(state, m, w, aim)) is not None]
        if any(strip.reaches(state, each, m) for each in thrown[aim] for m in state.units[enemy].alive):
            shot = Shoot(side=unit.side, unit=unit.id, target=enemy, aim=aim, bounce=True)
            if shot.check(state) is None:
                return shot
    return None


_TRIED: Final = 36
"""Directions in which streams are tried against walls."""


def _shots(state: GameState, unit: Unit) -> Iterator[Offer]:
    """One offer for each target, else a single one with the reason against the nearest."""
    weapons = {w: state.weapons[w] for m in unit.alive for w in m.weapons}
    reach = units_weapons.longest(weapons.values())
    buildings = building_interface.ask(ShotsFromBuildings)
    aboard = ask(state, ShotsAboard).targets_aboard(state, unit.side)
    known = (*state.enemies_of(unit.side), *aboard, *buildings.housed_targets(state, unit.side))
    floors = building_interface.ask(ShotsBetweenFloors)
    true = ((floors.apart(state, unit, e), e) for e in known if not e.hidden)
    enemies = sorted((_gap(state, unit, e) if gap is None else gap, e.id) for gap, e in true)
    first: Refusal | None = None
    found = False
    for gap, enemy in enemies:
        action = Shoot(side=unit.side, unit=unit.id, target=enemy)
        if first is not None and not is_within(gap, reach):
            break
        refusal = action.check(state)
        if refusal is None:
            found = True
            ap = action.plan(state).ap
            label = f"Shoot at {state.units[enemy].name}"
            yield Offer(kind="shoot", unit=unit.id, target=enemy, ap=ap, label=label, action=action)
        first = first or refusal
        hides = action.plan(state).hides_some if refusal is None else refusal.code == UNSEEN
        if hides and smoke.may_be_shot_into(state):
            yield from _blind(state, unit, enemy)
    if not found and first is not None and first.rule == "ARAP-TMPL-01" and may_bounce(state, unit):
        shot = _off_a_wall(state, unit, [e for gap, e in enemies if is_within(gap, reach)])
        if shot is not None:
            found = True
            label = f"Shoot at {state.units[shot.target].name}, off a wall"
            ap = shot.plan(state).ap
            yield Offer(kind="shoot", unit=unit.id, target=shot.target, ap=ap, label=label, action=shot)
    if not found:
        nobody = Refusal("no-target", "There is no enemy to shoot at.", "ARAP-SHOOT-02", "move or finish")
        yield Offer(kind="shoot", unit=unit.id, refusal=first or nobody)


def _blind(state: GameState, unit: Unit, enemy: UnitId) -> Iterator[Offer]:
    """Fire at an enemy that some of the unit do not see, or nobody, if it can be shot at at all. (ARAP-AREA-13)"""
    action = Shoot(side=unit.side, unit=unit.id, target=enemy, blind=True)
    if action.check(state) is None:
        ap = action.plan(state).ap
        label = f"Fire blind at {state.units[enemy].name}"
        yield Offer(kind="blind", unit=unit.id, target=enemy, ap=ap, label=label, action=action)


def _gap(state: GameState, unit: Unit, enemy: Unit) -> float:
    """Inches between the nearest members of two units, to the edge of a hull or the wall of a house."""
    ours, theirs = (state.units[u.aboard] if u.aboard is not None else u for u in (unit, enemy))
    return min((distance_to(state, m.at, e) for m in ours.alive for e in theirs.alive), default=math.inf)


OFFERED: Final = ("shoot", "blind", "aim")
ACTIONS: tuple[type[Action], ...] = (Shoot, Aim)
EVENTS: tuple[type[Event], ...] = (UnitAimed, *doubtful.EVENTS)
TASKS: tuple[type[TaskStruct], ...] = (ShotJudged,)
