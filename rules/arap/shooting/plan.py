"""Who may be shot at, and who may shoot: what the shooting actions have in common. (ARAP-SHOOT-01, ARAP-GEN-01)

A plan of fire: who fires what at whom, who does not and why. (ARAP-SHOOT-01, ARAP-SHOOT-09, ARAP-ACT-14)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from rules.arap.events import ModelsTurned, PointsSpent
from rules.arap.units import hidden
from rules.arap.units.settled import Matter
from rules.arap.units.vehicle_interface import VehicleCrews
from rules.arap.units.weapons import Burst, most_shots
from rules.arap.vehicle_interface import ask
from rules.core.ids import ModelId, UnitId, WeaponId
from rules.core.modifier import Modifier
from rules.core.refusal import Refusal, in_short, quoted
from rules.dice.goals import modified
from rules.dice.odds import chance_low
from rules.forces.unit import Model, Point, Unit, tag
from rules.forces.weapon import Weapon, strengths_of
from rules.geometry.facings import normalise, turn
from rules.geometry.templates import Strip
from rules.progress import Progress
from rules.state import GameState


def shooter_barred(state: GameState, unit: Unit, *, aboard: bool) -> Refusal | None:
    """What keeps a unit as a whole from shooting; `aboard` lets it shoot from a vehicle."""
    if unit.is_vehicle:
        why = f"{unit.name} fires its mounted weapons."
        rule = next(iter(ask(state, VehicleCrews).cited("own weapons")), "ARAP-SHOOT-01")
        return Refusal("mounted-weapons", why, rule, "the vehicle’s own shooting action")
    if not unit.on_table and not (aboard and (unit.aboard is not None or unit.is_housed)):
        return Refusal("off-table", f"{unit.name} is not on the table.", "ARAP-SHOOT-01", "a unit on the table")
    if unit.dazed_now:
        why = f"{unit.name} is {unit.dazed_now} by the blow on its bunker and may not fire in this turn."
        code = "stunned" if unit.dazed_now == "stunned" else "shaken"
        return Refusal(code, why, "BLD-BUNK-11", "its next turn")
    if state.is_locked(unit.id):
        return Refusal("locked", f"{unit.name} is locked in melee.", "ARAP-ACT-10", "fight or disengage")
    return None


def target_barred(state: GameState, side: str, name: UnitId, *, aboard: bool) -> Refusal | None:
    """Why a unit is no target: not an enemy, not known to be there, in a fight; `aboard` a vehicle it may be one."""
    target = state.units.get(name)
    if target is None or target.hidden:
        return Refusal("unknown-target", f"There is no target {quoted(name)}.", "ARAP-SHOOT-03", "an enemy in sight")
    if target.side == side:
        return Refusal("own-target", f"{target.name} is on your side.", "ARAP-SHOOT-01", "an enemy unit")
    elsewhere = target.aboard is not None or target.is_housed
    if not target.on_table and (not aboard or not elsewhere or target.is_gone):
        return Refusal("target-gone", f"{target.name} is not on the table.", "ARAP-SHOOT-03", "an enemy in sight")
    if state.is_locked(target.id):
        why = f"{target.name} is locked in melee: nobody can say whom a shot would hit."
        return Refusal("target-locked", why, "ARAP-GEN-01", "an enemy that is not in a melee")
    return None


Reach = Literal["", "lean", "wild"]
"""How somebody at an edge, a window, a corner fires: from behind it, leaning out, with the weapon held out blind.

(BLD-HIGH-02, BLD-HIGH-03)
"""


class Firing(NamedTuple):
    """One model's fire with one weapon: how many shots, from how far, with which goal, facing where."""

    model: Model
    weapon: Weapon
    shots: int
    range_in: float
    aim: Model
    facing: float
    base: int
    modifiers: tuple[Modifier, ...]
    strength: int
    close: bool
    """At short range, as far as it matters to what the shot can wound. (ARAP-DMG-02)"""
    points: int
    strip: Strip | None = None
    """Of a template weapon: where it is laid."""
    beyond: Strip | None = None
    """What of it bounced off a wall. (ARAP-TMPL-02)"""
    blind: bool = False
    """At an enemy that the firer cannot see. (ARAP-AREA-13)"""
    reach: Reach = ""
    """Who leans out or holds his weapon out fires from there: so far out is `model`. (BLD-HIGH-02, BLD-HIGH-03)"""
    harmless: bool = False
    """It can wound nobody; its hits count for suppression all the same. (ARAP-DMG-02)"""
    twice: bool = False
    """Each miss is thrown once more. (TRI-FIRE-08)"""

    @property
    def goal(self) -> int:
        """What a die must not exceed, not limited."""
        return modified(self.base, self.modifiers)

    @property
    def hit_odds(self) -> Fraction:
        """The chance that one shot of it hits."""
        return hits_of(self.goal, twice=self.twice)

    @property
    def strengths(self) -> tuple[int, ...]:
        """Every Strength that a hit of it may have, each as likely as the others. (TRI-FIRE-05)"""
        return strengths_of(self.strength, self.weapon.random_sides)

    @property
    def is_dimmed(self) -> bool:
        """Whether smoke takes some of a laser's strength. (ARAP-HIT-09)"""
        return self.weapon.has("laser") and self.strength < self.weapon.strength

    @property
    def key(self) -> tuple[object, ...]:
        """Shots with the same key are thrown together. (ARAP-SHOOT-09)"""
        weapon = self.weapon
        each = self.model.id if self.strip or weapon.marker_in else ""
        return (weapon.id, self.base, self.modifiers, self.strength, self.close, each, self.reach)


def hits_of(goal: int, *, twice: bool) -> Fraction:
    """The chance of a shot with that goal, thrown once more if it misses or not. (TRI-FIRE-08)"""
    once = chance_low(goal)
    return 1 - (1 - once) ** 2 if twice else once


TWICE: Final = "twin-linked: each miss is rolled once more (TRI-FIRE-08)"
"""What a plan says of such fire."""


class Idle(NamedTuple):
    """A model that does not fire, how far it got through the checks, and why it stopped there."""

    model: ModelId
    stage: int
    refusal: Refusal


UNSEEN: Final = "no-line-of-sight"
"""Why somebody does not fire who sees nobody of the target. (ARAP-SHOOT-03)"""


class FirePlan(NamedTuple):
    """What a shooting action would do."""

    firings: tuple[Firing, ...]
    idle: tuple[Idle, ...]
    covered: tuple[ModelId, ...] = ()
    """Members of the target that are in cover from half of the firers or more. (ARAP-CAS-02)"""

    @property
    def ap(self) -> int:
        """Action points of the whole: those of its dearest weapon."""
        return max((f.points for f in self.firings), default=0)

    @property
    def refusal(self) -> Refusal | None:
        """Why nobody fires: the reason of whoever came nearest to it."""
        if self.firings:
            return None
        return max(self.idle, key=lambda i: i.stage).refusal if self.idle else None

    @property
    def hides_some(self) -> bool:
        """Whether some do not fire because they see nobody of the target."""
        return any(i.refusal.code == UNSEEN for i in self.idle)

    def groups(self) -> list[list[Firing]]:
        """Fire that is thrown together, in the order of the weapons as first met."""
        found: dict[tuple[object, ...], list[Firing]] = {}
        for f in self.firings:
            key = f.key
            if key in found:
                found[key].append(f)
            else:
                found[key] = [f]
        if len(found) == 1:
            return list(found.values())
        order = list(dict.fromkeys([g[0].weapon.id for g in found.values()]))  # groups are found in that order, too
        return sorted(found.values(), key=lambda g: order.index(g[0].weapon.id))


class Orders(NamedTuple):
    """What a unit is to fire: weapons (none named: all that can), bursts of salvo weapons, a common turn.

    `ap` are the points at hand; `skill` stands for everybody's Ballistic Skill and `extra` for further modifiers, in
    reactions; `shelter` is cover of those on a hull, which markers and templates heed figure by figure; `single` is one
    shot each but for Heavy weapons. `aim` is where template weapons are pointed. In a charge
    the range is `known`, so that nobody guesses it. `models` are those that fire, none named: all, and `most` the shots
    that each fires at most with a weapon, fewer than it could. (ARAP-WPN-01) `blind` lets those who see nothing fire
    all the same; `thrown` says that hand grenades are aimed like other weapons, at an opening; `doubts` says how every
    doubtful line counts. Those `leaning` lean out to fire, those who fire `wild` hold their weapons out. `barred` tells
    what else keeps a shot from being fired: then the model takes another of its weapons.
    """

    weapons: tuple[WeaponId, ...] = ()
    burst: Burst = "full"
    turn: float | None = None
    ap: int = 3
    skill: int | None = None
    extra: tuple[Modifier, ...] = ()
    shelter: tuple[Modifier, ...] = ()
    single: bool = False
    aim: Point | None = None
    bounce: bool = False
    known: bool = False
    blind: bool = False
    thrown: bool = False
    models: tuple[ModelId, ...] = ()
    most: Mapping[WeaponId, int] = MappingProxyType({})
    doubts: Mapping[Matter, bool] = MappingProxyType({})
    leaning: tuple[ModelId, ...] = ()
    wild: tuple[ModelId, ...] = ()
    barred: Callable[[Firing], Refusal | None] | None = None

    def reach(self, model: ModelId) -> Reach:
        """How a model at an edge fires. (BLD-HIGH-02, BLD-HIGH-03)"""
        return "lean" if model in self.leaning else "wild" if model in self.wild else ""


def chosen_badly(
    state: GameState, unit: Unit, models: Sequence[ModelId], shots: Mapping[WeaponId, int]
) -> Refusal | None:
    """Why those of a unit cannot be chosen to fire, or not so many shots. (ARAP-WPN-01)"""
    strangers = [m for m in models if m not in {member.id for member in unit.alive}]
    if strangers or len(set(models)) < len(models):
        named = in_short(", ".join(tag(m) for m in strangers or models))
        why = f"{named}: only living members of {unit.name} fire, each once."
        members = ", ".join(tag(m.id) for m in unit.alive)
        return Refusal("unknown-model", why, "ARAP-WPN-01", f"of {members} as many as you like")
    carried = {w for m in unit.alive for w in m.weapons}
    for name, count in shots.items():
        if name not in carried:
            return Refusal(
                "no-ranged-weapon", f"{unit.name} carries no {in_short(name)}.", "ARAP-SHOOT-01", "a weapon it carries"
            )
        most = most_shots(state.weapons[name])
        if not 1 <= count <= most:
            why = f"{state.weapons[name].name} cannot fire {count} shots."
            return Refusal("bad-shots", why, "ARAP-WPN-01", f"1 to {most} of each model, or leave the weapon out")
    return None


def turns(plan: FirePlan, unit: Unit, common: float | None) -> dict[ModelId, float]:
    """New facings of those that turn: everybody for a common turn, else the firers that need it. (ARAP-ACT-14)"""
    if common:
        return {m.id: normalise(m.facing + common) for m in unit.alive}
    return {f.model.id: f.facing for f in plan.firings if turn(f.facing, f.model.facing) > 0}


def open_fire(progress: Progress, unit: Unit, plan: FirePlan, *, rule: str = "ARAP-ACT-12") -> None:
    """The unit pays, who must turns towards what is fired at, and all may see from now on that they are there."""
    rules = ("ARAP-WPN-01", rule)
    progress.emit(PointsSpent(side=unit.side, unit=unit.id, points=plan.ap, action="shoot", rules=rules))
    if facings := turns(plan, unit, None):
        progress.emit(ModelsTurned(side=unit.side, unit=unit.id, facings=facings, rules=("ARAP-ACT-14",)))
    hidden.reveal(progress, unit.id)
