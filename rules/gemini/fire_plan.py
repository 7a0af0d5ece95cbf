"""A plan of fire: who fires what at whom, who does not and why. (ARAP-SHOOT-01, ARAP-SHOOT-09, ARAP-ACT-14)"""

from __future__ import annotations

from typing import NamedTuple

from rules.core.ids import ModelId, WeaponId
from rules.core.modifier import Modifier
from rules.core.refusal import Refusal
from rules.dice.goals import modified
from rules.forces.unit import Model, Point, Unit
from rules.forces.weapon import Weapon
from rules.gemini.arms import Burst
from rules.geometry.facings import normalise, turn
from rules.geometry.templates import Strip


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

    @property
    def goal(self) -> int:
        """What a die must not exceed, not limited."""
        return modified(self.base, self.modifiers)

    @property
    def is_dimmed(self) -> bool:
        """Whether smoke takes some of a laser's strength. (ARAP-HIT-09)"""
        return self.weapon.has("laser") and self.strength < self.weapon.strength

    @property
    def key(self) -> tuple[object, ...]:
        """Shots with the same key are thrown together. (ARAP-SHOOT-09)"""
        each = self.model.id if self.strip or self.weapon.marker_in else ""
        return (self.weapon.id, self.base, self.modifiers, self.strength, self.close, each)


class Idle(NamedTuple):
    """A model that does not fire, how far it got through the checks, and why it stopped there."""

    model: ModelId
    stage: int
    refusal: Refusal


class Plan(NamedTuple):
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

    def groups(self) -> list[list[Firing]]:
        """Fire that is thrown together, in the order of the weapons as first met."""
        found: dict[tuple[object, ...], list[Firing]] = {}
        for f in self.firings:
            found.setdefault(f.key, []).append(f)
        order = list(dict.fromkeys(f.weapon.id for f in self.firings))
        return sorted(found.values(), key=lambda g: order.index(g[0].weapon.id))


class Orders(NamedTuple):
    """What a unit is told to fire: weapons (none named: all that can), bursts of salvo weapons, a common turn.

    `ap` are the points at hand; `skill` stands for everybody's Ballistic Skill and `extra` for further modifiers, in
    reactions; `single` is one shot each but for Heavy weapons. `aim` is where template weapons are pointed. In a charge
    the range is `known`, so that nobody guesses it; `blind` lets those who see nothing fire all the same; `thrown` says
    that hand grenades are aimed like other weapons, at an opening.
    """

    weapons: tuple[WeaponId, ...] = ()
    burst: Burst = "full"
    turn: float | None = None
    ap: int = 3
    skill: int | None = None
    extra: tuple[Modifier, ...] = ()
    single: bool = False
    aim: Point | None = None
    bounce: bool = False
    known: bool = False
    blind: bool = False
    thrown: bool = False


def turns(plan: Plan, unit: Unit, common: float | None) -> dict[ModelId, float]:
    """New facings of those that turn: everybody for a common turn, else the firers that need it. (ARAP-ACT-14)"""
    if common:
        return {m.id: normalise(m.facing + common) for m in unit.alive}
    return {f.model.id: f.facing for f in plan.firings if turn(f.facing, f.model.facing) > 0}
