"""Blows at walls, doors and windows. (BLD-WALL-01, BLD-WALL-04)"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final, NamedTuple

from rules.arap.damage.wounds_and_saves import can_wound, wound_goal
from rules.arap.events import PointsSpent
from rules.arap.paths import legality
from rules.arap.positions import engagement, melee_weapons
from rules.arap.units.permission import may_act
from rules.buildings.breaking import damage, damage_rolls, from_inside
from rules.buildings.breaking.aim import RULE, AttackWall, WallAim, aim_of, notes
from rules.buildings.bunkers import strike as bunkers_strike
from rules.buildings.sections import go_between
from rules.buildings.walls import parts
from rules.core.ids import ModelId
from rules.core.preview import Preview, success
from rules.core.refusal import Refusal
from rules.core.words import listed
from rules.dice.odds import chance_high
from rules.forces.unit import Model, Unit
from rules.forces.weapon import Weapon
from rules.geometry.lengths import distance_to_segment, is_within
from rules.progress import Action, Progress
from rules.state import GameState

PLANTS: Final = ("ARAP-CCG-03", "VEH-PLANT-01", "VEH-PLANT-02")
SEVERAL: Final = ("VEH-CC-02", "ARAP-MELEE-04")
REACH_IN: Final = 1.0
"""How near one stands to strike at a wall or door."""


class Blow(NamedTuple):
    """What one member does with one weapon: what it strikes, how often, how hard."""

    aim: WallAim
    weapon: Weapon | None
    attacks: int
    strength: int


def _is_beside(model: Model, aim: WallAim) -> bool:
    return is_within(distance_to_segment(model.at, *aim.ends), REACH_IN)


def _own_inch(model: Model, aim: WallAim) -> WallAim | None:
    """The inch of the same section that a model is nearest to, if it reaches that."""
    if aim.part is None or aim.is_between:
        return None
    here = [p for p in parts.parts(aim.piece, aim.storey) if (p.wall, p.section) == (aim.part.wall, aim.part.section)]
    own = aim._replace(part=min(here, key=lambda p: round(distance_to_segment(model.at, p.a, p.b), 4)))
    return own if _is_beside(model, own) else None


class StrikeWall(AttackWall, frozen=True, kw_only=True, tag="StrikeWall"):
    """Strike at a wall, door or window within an inch, for 1 AP: every attack hits. (BLD-WALL-01, BLD-WALL-04)

    Those in a section strike at its own doors, windows and walls, from inside. (BLD-SECT-01)
    Of a wall whoever does not reach the inch that is named strikes the one before him, in the same 6 inch section.
    `models` are those who strike, none named: all that are near enough. With `plant` whoever carries a grenade or bomb
    that can hurt it plants one, instead of all blows. (ARAP-CCG-03, VEH-PLANT-01) With `several` who can strikes with
    several weapons at once: an attack more each, as at a vehicle that stands still. (VEH-CC-02, ARAP-MELEE-04)
    """

    models: tuple[ModelId, ...] = ()
    plant: bool = False
    several: bool = False

    def aim(self, state: GameState) -> WallAim | None:
        """What that is; who is inside strikes at what is in the walls between sections, too."""
        unit = state.units.get(self.unit)
        return aim_of(state, self, within=unit is not None and bool(unit.housed))

    def check(self, state: GameState) -> Refusal | None:
        """Who may, the target, somebody beside it, strength enough."""
        refusal = may_act(state, self.side, self.unit, 1)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        bound = go_between.fit(state, unit) if unit.is_housed else legality.may_go(state, unit, "climb")
        refusal = bound or self.no_target(state)
        if refusal is None and not {m.id for m in unit.alive}.issuperset(self.models):
            refusal = Refusal("unknown-model", "Living members of the unit strike.", RULE, unit.name)
        if refusal:
            return refusal
        aim = self.aim(state)
        assert aim is not None
        if aim.part is not None and aim.storey and not unit.is_housed:
            text = f"{aim.name[:1].upper()}{aim.name[1:]} is above the heads of {unit.name}."
            return Refusal("out-of-reach", text, "BLD-LEVEL-01", "fire at it, or a wall of the ground floor")
        if not list(self._beside(state, unit, aim)):
            text = f"Nobody of {unit.name} is within {REACH_IN:g}″ of {aim.name}."
            return Refusal("out-of-reach", text, RULE, f"within {REACH_IN:g}″ of it, or in the section that it is of")
        if self.plant and not any(self._charge_of(state, m, near) for m, near in self._beside(state, unit, aim)):
            text = f"Nobody of {unit.name} at {aim.name} carries a charge that can hurt it."
            return Refusal("no-charge", text, "ARAP-CCG-03", "blows, or a grenade or bomb that is strong enough")
        if self.several and not self.may_use_both(state):
            text = f"Nobody of {unit.name} at {aim.name} has a weapon for each hand."
            return Refusal("one-weapon", text, "ARAP-MELEE-04", "two close-combat weapons, or one and a pistol")
        if not any(self.blows(state, unit, aim)):
            text = f"{unit.name} is not strong enough for {aim.name}."
            return Refusal("cannot-hurt", text, RULE, f"Strength {aim.toughness - 5} or more")
        return None

    def _beside(self, state: GameState, unit: Unit, aim: WallAim) -> Iterator[tuple[Model, WallAim]]:
        """Who strikes, and at what: the inch that is named, else the nearest of its section."""
        for model in (m for m in unit.alive if not self.models or m.id in self.models):
            if model.id in unit.housed:
                near = aim if from_inside.is_at(state, unit, model, aim) else None
            else:
                near = aim if _is_beside(model, aim) and not aim.is_between else _own_inch(model, aim)
            if near is not None:
                yield model, near

    def blows(self, state: GameState, unit: Unit, aim: WallAim) -> Iterator[Blow]:
        """At what, with what, how many attacks, how strong; what can never damage it apart."""
        for model, struck in self._beside(state, unit, aim):
            yield from self._blows_of(state, model, struck)

    @staticmethod
    def _charge_of(state: GameState, model: Model, struck: WallAim) -> Blow | None:
        """The one charge that it plants there, if it has one that can damage it. (VEH-PLANT-01, VEH-PLANT-02)"""
        found = bunkers_strike.strongest(state, model)
        if found is None or not can_wound(wound_goal(struck.toughness, found[1]), melee=True):
            return None
        return Blow(struck, found[0], 1, found[1])

    def _blows_of(self, state: GameState, model: Model, struck: WallAim) -> Iterator[Blow]:
        planted = self._charge_of(state, model, struck) if self.plant else None
        if planted is not None:
            yield planted
            return
        both = melee_weapons.both_hands(state, model, 0) if self.several else []
        kinds: list[tuple[Weapon | None, int]] = [(weapon, count) for weapon, count, _ in both]
        kinds = kinds or [(weapon, count) for weapon, _, count in melee_weapons.attack_kinds(state, model)]
        for weapon, count in kinds:
            strength = engagement.strength_of(state, model, weapon)
            if can_wound(wound_goal(struck.toughness, strength), melee=True):
                yield Blow(struck, weapon, count, strength)

    def may_use_both(self, state: GameState) -> bool:
        """Whether anybody who strikes could do so with several weapons. (ARAP-MELEE-04)"""
        unit, aim = state.units[self.unit], self.aim(state)
        beside = self._beside(state, unit, aim) if aim is not None else ()
        return any(melee_weapons.pair_of(state, model) is not None for model, _ in beside)

    @property
    def _how(self) -> tuple[str, ...]:
        """The rules of the way in which they strike."""
        return (*(PLANTS if self.plant else ()), *(SEVERAL if self.several else ()))

    def strikers(self, state: GameState) -> tuple[ModelId, ...]:
        """Who strikes with anything that can damage it."""
        unit, aim = state.units[self.unit], self.aim(state)
        beside = list(self._beside(state, unit, aim)) if aim is not None else []
        return tuple(m.id for m, struck in beside if any(self._blows_of(state, m, struck)))

    def preview(self, state: GameState) -> Preview:
        """The chance that it is damaged, what is left, who stands in the way of a fall."""
        refusal = self.check(state)
        aim = self.aim(state)
        if refusal is not None or aim is None:
            return Preview(ap=1, refusal=refusal)
        unit = state.units[self.unit]
        held, dice = Fraction(1), 0
        for blow in self.blows(state, unit, aim):
            held *= (1 - chance_high(wound_goal(aim.toughness, blow.strength))) ** blow.attacks
            dice += blow.attacks
        note = f"{dice} attack{'' if dice == 1 else 's'}, all of them hit."
        planted = [b.weapon for b in self.blows(state, unit, aim) if b.weapon is not None and b.weapon.type != "melee"]
        laid = f"{len(planted)} of them {listed(sorted({w.name for w in planted}))}, planted." if planted else ""
        chances = (success("damages it", 1 - held),)
        rules = (RULE, aim.rule, "BLD-WALL-03", *self._how)
        return Preview(ap=1, chances=chances, notes=(note, *((laid,) if laid else ()), *notes(state, aim)), rules=rules)

    def resolve(self, progress: Progress) -> None:
        """Pay and strike; then what falls."""
        state = progress.state
        unit, aim = state.units[self.unit], self.aim(state)
        assert aim is not None
        rules = ("ARAP-ACT-12", RULE, *self._how)
        progress.emit(PointsSpent(side=unit.side, unit=unit.id, points=1, action="strike-wall", rules=rules))
        for struck, weapon, count, strength in list(self.blows(state, unit, aim)):
            heavy = weapon is not None and weapon.has("melta")
            damage_rolls.roll(
                progress, unit, struck, weapon, count, strength, close=True, heavy=heavy, rules=(), melee=True
            )
        damage.settle(progress, unit, aim.piece.id)


ACTIONS: tuple[type[Action], ...] = (StrikeWall,)
