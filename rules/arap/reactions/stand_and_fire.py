"""Stand and Fire: a charged unit shoots as the chargers come in. (ARAP-STAND-03, -04, -06)

What Fire and Charge and Stand and Fire have in common: BS1, shotguns, templates. (ARAP-STAND-04, ARAP-FCHG-02)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from rules.arap import building_interface
from rules.arap.events import ModelsMoved, ModelsTurned, placed
from rules.arap.paths import charge_course, charge_floors, charge_plan, charge_stop
from rules.arap.positions import engagement
from rules.arap.shooting import doubtful, shoot, volley
from rules.arap.shooting.building_interface import ShotsFromBuildings
from rules.arap.shooting.doubtful import Doubt
from rules.arap.shooting.losses import HitSource
from rules.arap.shooting.plan import FirePlan, Firing, Orders, turns
from rules.arap.units import weapons as units_weapons
from rules.arap.units.permission import activation_value
from rules.arap.units.settled import Matter
from rules.core.ids import ModelId, UnitId, WeaponId
from rules.core.modifier import Modifier
from rules.dice.odds import chance_low, odds_text
from rules.forces.profile import Profile
from rules.forces.unit import Model, Point, Unit
from rules.forces.weapon import Weapon
from rules.geometry.facings import bearing, quadrant
from rules.geometry.formations import centre
from rules.geometry.lengths import along, distance, is_beyond
from rules.progress import Progress, TaskStruct
from rules.state import Event, GameState

DICE: Final = 2

FAST_IN: Final = 12.0
"""Chargers whose charge move is longer than this are harder to hit. (ARAP-STAND-04)"""

READY: Final = ("pistol", "assault", "rapid-fire")
"""Types that fire with a single success. (ARAP-STAND-03)"""


def may_fire(weapon: Weapon, profile: Profile, successes: int) -> bool:
    """Whether a test with so many successes lets the weapon fire. (ARAP-STAND-03)"""
    if successes == 0:
        return False
    ready = weapon.type in READY or (weapon.type == "heavy" and units_weapons.is_relentless(profile, weapon))
    return ready or successes >= DICE


def fast_chargers(state: GameState, charger: Unit) -> tuple[Modifier, ...]:
    """-1 against a charge move of more than 12 inches, however far they come. (ARAP-STAND-04)"""
    longest = max(charge_plan.allowances(state, charger).values())
    return (Modifier(-1, "fast chargers", "ARAP-STAND-04"),) if is_beyond(longest, FAST_IN) else ()


def plan(
    state: GameState,
    charger: Unit,
    target: Unit,
    successes: int = DICE,
    *,
    templates: bool | None = None,
    doubts: Mapping[Matter, bool] = MappingProxyType({}),
    models: Sequence[ModelId] = (),
) -> FirePlan:
    """Who fires what at the chargers: one shot each, Heavy weapons all of theirs, at BS1. (ARAP-STAND-03, -04)

    `templates` limits it to template weapons, or to all others; `doubts` says how every doubtful line counts; `models`
    are those who were chosen to fire, nobody named for all. (ARAP-WPN-01)
    """
    ready = tuple(dict.fromkeys(_ready(state, target, successes)))
    weapons = tuple(w for w in ready if templates is None or state.weapons[w].template is templates)
    if not weapons:
        return FirePlan((), ())
    orders = Orders(
        weapons=weapons,
        skill=SKILL,
        extra=fast_chargers(state, charger),
        single=True,
        known=True,
        doubts=doubts,
        models=tuple(models),
    )
    # What it fired in its own turn does not weigh on a reaction in the enemy's.
    fresh = replace(target, now=replace(target.now, shots={}))
    laid = shoot.planned(state, fresh, charge_floors.as_they_come(state, charger, target), orders)
    free = {m.id for m in free_figures(state, charger, target)}
    return laid._replace(firings=tuple(at_half_range(f) for f in laid.firings if f.model.id in free))


def _ready(state: GameState, target: Unit, successes: int) -> Iterator[WeaponId]:
    for model in target.alive:
        for weapon_id in model.weapons:
            weapon = state.weapons[weapon_id]
            if weapon.is_ranged and may_fire(weapon, state.profile(model), successes):
                yield weapon_id


def free_figures(state: GameState, charger: Unit, target: Unit) -> list[Model]:
    """Who may fire: everybody, but of a unit in melee only unengaged figures on a side that is mostly free.

    (ARAP-STAND-06)
    """
    melee = state.melee_of(target.id)
    if melee is None:
        return list(target.alive)
    middle = centre(tuple(m.at for m in target.alive))
    facing = Counter(m.facing for m in target.alive).most_common(1)[0][0]
    chaser = charge_plan.nearest_pair(state, charger, target)[0]
    charged = quadrant(facing, middle, chaser.at)
    side = [m for m in target.alive if m.at == middle or quadrant(facing, middle, m.at) == charged]
    enemies = engagement.enemy_models(state, melee, target.side)
    engaged = {m.id for m in side if engagement.engaged_with(state, m, enemies)}
    return [m for m in side if m.id not in engaged] if 2 * len(engaged) < len(side) else []


def who_may_fire(state: GameState, charger: Unit, target: Unit) -> tuple[ModelId, ...]:
    """Who could fire if the test goes as well as it can; templates wait for chargers at 7 inches."""
    direct = {f.model.id for f in plan(state, charger, target, templates=False).firings}
    near = brought_near(state, charger, target)
    burning = {f.model.id for f in plan(state, near, target, templates=True).firings}
    return tuple(m.id for m in target.alive if m.id in direct | burning)


def shooters(state: GameState, charger: Unit, target: Unit) -> int:
    """How many that are."""
    return len(who_may_fire(state, charger, target))


def summary(state: GameState, target: Unit, firers: int) -> str:
    """The test and what it allows, in a line."""
    value = activation_value(state, target)
    some = 1 - (1 - chance_low(value)) ** DICE
    return f"two dice at {value} or less: {odds_text(some, 0)} to fire, {firers} at BS1"


def fire(
    progress: Progress, target: UnitId, charger: UnitId, models: Sequence[ModelId] = (), *, streams: bool = True
) -> int:
    """Test two dice; by their successes the weapons fire, and wounds and saves are queued. (ARAP-STAND-03, -04)

    The successes: streams out of sections and bunkers are for those to throw who know when the chargers are near.
    """
    state = progress.state
    unit = state.units[target]
    rolled = progress.roll(
        "stand-and-fire",
        DICE,
        sense="low",
        goal=activation_value(state, unit),
        unit=target,
        target=charger,
        why=f"{unit.name} stand and fire",
        rules=("ARAP-STAND-03", "ARAP-STAND-04", "ARAP-ACT-11", "ARAP-CAS-06", "ARAP-STAND-07"),
    )
    laid = plan(state, state.units[charger], unit, rolled.successes, templates=False, models=models)
    _shoot(progress, unit, charger, laid)
    if streams and (unit.on_table or state.is_older_than("15")) and has_streams(state, unit, rolled.successes):
        flames = FlamesReady(unit=target, charger=charger, successes=rolled.successes, models=tuple(models))
        progress.queue(flames)
    return rolled.successes


def has_streams(state: GameState, unit: Unit, successes: int) -> bool:
    """Whether template weapons fire after so many successes. (ARAP-STAND-05)"""
    return any(state.weapons[w].template for w in _ready(state, unit, successes))


def burn(progress: Progress, unit: Unit, charger: Unit, successes: int, models: Sequence[ModelId] = ()) -> None:
    """Template weapons fire at the chargers where these are. (ARAP-STAND-05)"""
    _shoot(progress, unit, charger.id, plan(progress.state, charger, unit, successes, templates=True, models=models))


def _shoot(progress: Progress, unit: Unit, charger: UnitId, laid: FirePlan) -> None:
    if not laid.firings:
        return
    facings = turns(laid, unit, None)
    if facings:
        progress.emit(ModelsTurned(side=unit.side, unit=unit.id, facings=facings, rules=("ARAP-STAND-01",)))
    if not progress.state.is_older_than("15"):
        building_interface.ask(ShotsFromBuildings).have_fired(progress, unit, progress.state.units[charger], laid)
    source = HitSource(by=unit.id, cause="stand-and-fire", counts=False, may_ground=False)
    volley.fire(progress, unit.id, charger, laid, source, reaction=True)


class StandJudged(TaskStruct, frozen=True, kw_only=True, tag="StandJudged"):
    """Before a unit fires at chargers they judge which doubtful lines count. (ARAP-SHOOT-03, ARAP-SHOOT-07)"""

    unit: UnitId
    charger: UnitId
    models: tuple[ModelId, ...] = ()
    """Who fires, nobody named for all."""

    def _doubts(self, state: GameState) -> list[Doubt]:
        unit, charger = state.units[self.unit], state.units[self.charger]

        def planned(doubts: Mapping[Matter, bool]) -> FirePlan:
            return plan(state, charger, unit, templates=False, doubts=doubts, models=self.models)

        return doubtful.doubts(state, unit, charger, planned)

    def run(self, progress: Progress) -> None:
        """Ask about the first doubt that is left."""
        if asked := doubtful.first(self._doubts(progress.state)):
            doubtful.ask(progress, self, self.unit, self.charger, asked)

    def answer(self, progress: Progress, choice: str) -> None:
        """Note it, and go on to the next."""
        doubtful.settle(progress, self.unit, doubtful.first(self._doubts(progress.state)), choice)
        progress.queue(self)


class StandAndFire(TaskStruct, frozen=True, kw_only=True, tag="StandAndFire"):
    """A unit fires at who comes on, once its doubtful lines have been judged. (ARAP-STAND-03)"""

    unit: UnitId
    charger: UnitId
    models: tuple[ModelId, ...] = ()

    def run(self, progress: Progress) -> None:
        """Fire."""
        fire(progress, self.unit, self.charger, self.models)


class ChargersHalted(Event, frozen=True, kw_only=True, tag="ChargersHalted"):
    """The chargers have come within reach of template weapons; the charge goes on afterwards. (ARAP-STAND-05)"""

    spent_in: float

    def evolve(self, state: GameState) -> GameState:
        """So much of their allowance is used."""
        assert self.unit is not None
        unit = state.units[self.unit]
        return state.with_unit(replace(unit, now=replace(unit.now, charge_spent_in=self.spent_in)))


class FlamesReady(TaskStruct, frozen=True, kw_only=True, tag="FlamesReady"):
    """Template weapons wait until the chargers are 7 inches off, or fire at once at those that began nearer.

    (ARAP-STAND-05)
    """

    unit: UnitId
    charger: UnitId
    successes: int
    models: tuple[ModelId, ...] = ()

    def run(self, progress: Progress) -> None:
        """Let them come, then fire."""
        state = progress.state
        unit, charger = state.units[self.unit], state.units[self.charger]
        if not unit.on_table or not charger.on_table or not self._come(progress, charger, unit):
            return
        if doubtful.are_asked(progress.state):
            progress.queue(FlamesJudged(flames=self))
        else:
            self.burn(progress)

    def burn(self, progress: Progress) -> None:
        """Fire at who stands there now."""
        _shoot(progress, progress.state.units[self.unit], self.charger, self.laid(progress.state, {}))

    def laid(self, state: GameState, doubts: Mapping[Matter, bool]) -> FirePlan:
        """The fire of the template weapons, if every doubtful line counts so."""
        charger, unit = state.units[self.charger], state.units[self.unit]
        return plan(state, charger, unit, self.successes, templates=True, doubts=doubts, models=self.models)

    @staticmethod
    def _come(progress: Progress, charger: Unit, target: Unit) -> bool:
        """Halt the chargers at 7 inches; False if they will not come so near."""
        near = _halt(progress.state, charger, target)
        if near is not None:
            come_near(progress, charger, near)
        return near is not None


def come_near(progress: Progress, charger: Unit, near: charge_plan.ChargePlan) -> None:
    """The chargers go so far, and are fired at with templates there. (ARAP-STAND-05)"""
    if near.lead.length_in(progress.state) > 0:
        progress.emit(
            ModelsMoved(
                side=charger.side,
                unit=charger.id,
                placements=near.placements,
                how="charge",
                path=near.poses,
                length_in=round(near.lead.length_in(progress.state), 4),
                spent_in=round(near.lead.cost_in, 4),
                rules=("ARAP-STAND-05",),
            )
        )
    spent = charger.now.charge_spent_in + max(c.cost_in for c in near.courses)
    progress.emit(ChargersHalted(side=charger.side, unit=charger.id, spent_in=spent, rules=("ARAP-STAND-05",)))


def _halt(state: GameState, charger: Unit, target: Unit) -> charge_plan.ChargePlan | None:
    """The charge up to 7 inches from the enemy, or where it begins if that is nearer; None if it never comes so far."""
    return charge_stop.until_within(state, charger, target, charge_course.plan(state, charger, target), TEMPLATE_IN)


def halted(state: GameState, charger: Unit, target: Unit) -> GameState | None:
    """The state in which template weapons fire at the chargers. (ARAP-STAND-05)"""
    way = _halt(state, charger, target)
    return state.with_unit(placed(charger, way.placements)) if way is not None else None


class FlamesJudged(TaskStruct, frozen=True, kw_only=True, tag="FlamesJudged"):
    """Before templates fire at chargers 7 inches off those judge who is under them. (ARAP-TMPL-06, ARAP-SHOOT-03)"""

    flames: FlamesReady

    def _doubts(self, state: GameState) -> list[Doubt]:
        unit, charger = state.units[self.flames.unit], state.units[self.flames.charger]
        return doubtful.doubts(state, unit, charger, lambda doubts: self.flames.laid(state, doubts))

    def run(self, progress: Progress) -> None:
        """Ask about the first doubt that is left; without any, fire."""
        if asked := doubtful.first(self._doubts(progress.state)):
            doubtful.ask(progress, self, self.flames.unit, self.flames.charger, asked)
        else:
            self.flames.burn(progress)

    def answer(self, progress: Progress, choice: str) -> None:
        """Note it, and go on to the next."""
        doubtful.settle(progress, self.flames.unit, doubtful.first(self._doubts(progress.state)), choice)
        progress.queue(self)


EVENTS: tuple[type[Event], ...] = (ChargersHalted,)

TASKS: tuple[type[TaskStruct], ...] = (FlamesReady, FlamesJudged, StandJudged, StandAndFire)

SKILL: Final = 1
"""Ballistic Skill of every shot in a charge. (ARAP-STAND-04, ARAP-FCHG-01)"""

TEMPLATE_IN: Final = 7.0
"""How far off the chargers are for template weapons. (ARAP-STAND-05, ARAP-FCHG-02)"""

AT_HALF_RANGE: Final = "shotgun at half range"


def at_half_range(firing: Firing) -> Firing:
    """The fire of a shotgun with its +1, whatever the distance. (ARAP-STAND-04, ARAP-FCHG-02)"""
    if not firing.weapon.has("shotgun") or any(m.reason == AT_HALF_RANGE for m in firing.modifiers):
        return firing
    return firing._replace(modifiers=(*firing.modifiers, Modifier(1, AT_HALF_RANGE, "ARAP-FCHG-02")))


def brought_near(state: GameState, charger: Unit, target: Unit) -> Unit:
    """The chargers as they will be when they are 7 inches from the enemy, or where they began if that is nearer."""
    lead, enemy = charge_plan.nearest_pair(state, charger, target)
    come = charge_floors.as_they_come(state, charger, target)
    return brought_near_to(come, lead.at, enemy.at)


def brought_near_to(charger: Unit, lead: Point, mark: Point) -> Unit:
    """The same if it is that place they come near to, the first of them from another. (ARAP-FCHG-02)"""
    ahead, heading = max(0.0, distance(lead, mark) - TEMPLATE_IN), bearing(lead, mark)
    return replace(charger, models=tuple(replace(m, at=along(m.at, heading, ahead)) for m in charger.models))
