"""What a blow in close combat needs to hit: Weapon Skills and modifiers by name. (ARAP-MELEE-03, -04, -10)"""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.arap.positions.engagement import Strike, charge_of
from rules.arap.positions.melee_weapons import (
    is_natural,
)
from rules.arap.terrain import ground
from rules.core.ids import UnitId
from rules.core.modifier import Modifier
from rules.dice.goals import modified
from rules.forces.unit import Model
from rules.forces.weapon import Weapon
from rules.geometry.lengths import is_beyond
from rules.state import GameState, Melee

BACK_TURNED: Final = 4
"""Basic goal against a fighter that routs or breaks off. (ARAP-MELEE-10)"""

HIGHER: Final = "from higher ground"


def ws_of(state: GameState, model: Model) -> int:
    """Weapon Skill; a prone figure has half of it, rounded up. (ARAP-PRONE-05)"""
    ws = state.profile(model).ws
    return max(1, -(-ws // 2)) if model.prone else ws


def base_goal(ws: int, against: int) -> int:
    """To hit by comparison of Weapon Skills: 3, 4 if higher, 2 if lower. (ARAP-MELEE-03)"""
    return 3 if ws == against else 4 if ws > against else 2


IMPROVISED: Final = "improvised weapon"
"""Rifle butts, sticks and stones. (ARAP-MELEE-04)"""


def height_at(state: GameState, model: Model) -> float:
    """Inches that a model stands or hangs above the table."""
    return ground.height_at(state, model.at) + model.level_in


SEVERAL: Final = Modifier(-1, "several weapons at once", "ARAP-MELEE-04")


def standing_modifiers(state: GameState, attacker: Model, target: Model, weapon: Weapon | None) -> list[Modifier]:
    """Modifiers that hold in every blow, free hacks included: uphill, improvised, unarmed. (ARAP-PURS-02)"""
    found = []
    if is_beyond(height_at(state, attacker), height_at(state, target)):
        found.append(Modifier(1, HIGHER, "ARAP-MELEE-04"))
    elif target.prone and not attacker.prone:
        found.append(Modifier(1, "target is prone", "ARAP-PRONE-05"))
    if weapon is not None:
        if weapon.has("improvised"):
            found.append(Modifier(-1, IMPROVISED, "ARAP-MELEE-04"))
    elif not is_natural(state, attacker):
        found.append(_bare_handed(state, attacker))
    return found


def _bare_handed(state: GameState, attacker: Model) -> Modifier:
    butt = any(state.weapons[w].is_ranged for w in attacker.weapons)
    if butt:
        return Modifier(-1, IMPROVISED, "ARAP-MELEE-04")
    return Modifier(-2, "unarmed", "ARAP-MELEE-04")


def hit_modifiers(
    state: GameState, melee: Melee, unit: UnitId, attacker: Model, target: Model, weapon: Weapon | None
) -> tuple[Modifier, ...]:
    """Modifiers of a blow in a melee round by name. (ARAP-MELEE-04)"""
    found = standing_modifiers(state, attacker, target, weapon)
    charge = charge_of(melee, unit)
    if charge is not None and charge.bonus and charge.direction == "rear":
        found.insert(0, Modifier(1, "rear charge, first round", "ARAP-MELEE-04"))
    if charge is not None and attacker.id in charge.jumped and not any(m.reason == HIGHER for m in found):
        found.append(Modifier(1, "jumped down, first round", "ARAP-FALL-05"))
    if attacker.id in state.units[unit].blocking:
        found.append(Modifier(1, "blocks a narrow way", "ARAP-MELEE-04"))
    return tuple(found)


class BlowGoal(NamedTuple):
    """A goal and where it comes from; what is `alike` is rolled together."""

    base: int
    modifiers: tuple[Modifier, ...]
    halved: str = ""
    """Whose half Weapon Skill is in the base: of a prone fighter, a prone target or both. (ARAP-PRONE-05)"""

    @property
    def alike(self) -> BlowGoal:
        """The same without what is only mentioned."""
        return self._replace(halved="")

    @property
    def goal(self) -> int:
        """The goal after all modifiers, not limited."""
        return modified(self.base, self.modifiers)


def aim(state: GameState, melee: Melee, unit: UnitId, strike: Strike) -> BlowGoal:
    """What a strike needs to hit. (ARAP-MELEE-03, -04)"""
    attacker, target = state.find_model(strike.attacker)[1], state.find_model(strike.target)[1]
    base = base_goal(ws_of(state, attacker), ws_of(state, target))
    found = hit_modifiers(state, melee, unit, attacker, target, strike.weapon)
    both = (SEVERAL,) if strike.several else ()
    return BlowGoal(base, (*found, *both), _halved(state, attacker, target))


def _halved(state: GameState, attacker: Model, target: Model) -> str:
    """What lying down takes of the Weapon Skills that are compared; unsaid before version 6. (ARAP-PRONE-05)"""
    if state.is_older_than("6"):
        return ""
    lying = ((attacker, "prone fighter"), (target, "prone target"))
    return " and ".join(
        f"{who} at half WS, {ws_of(state, m)}" for m, who in lying if ws_of(state, m) < state.profile(m).ws
    )


def aim_at_back(state: GameState, attacker: Model, target: Model, weapon: Weapon | None) -> BlowGoal:
    """What a free hack needs to hit: a basic 4, whatever the Weapon Skills. (ARAP-PURS-02, ARAP-MELEE-10)"""
    return BlowGoal(BACK_TURNED, tuple(standing_modifiers(state, attacker, target, weapon)))
