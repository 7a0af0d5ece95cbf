"""What a model fights with in close combat: weapons, claws and tails, the arcs they strike in. (ARAP-MELEE-02, -04)"""

from __future__ import annotations

from typing import Final, Literal

from rules.arap.units.vehicle_interface import MachinesThatFight
from rules.arap.vehicle_interface import ask
from rules.forces.unit import Model
from rules.forces.weapon import Weapon
from rules.geometry.lengths import is_beyond, is_within
from rules.state import GameState

Attack = Literal["ordinary", "stomp", "tentacle", "bite", "claw", "tail"]

ARCS: Final[dict[Attack, tuple[float, float]]] = {
    "ordinary": (0, 90),
    "stomp": (0, 180),
    "tentacle": (0, 180),
    "bite": (0, 45),
    "claw": (0, 135),
    "tail": (45, 180),
}
"""Degrees off straight ahead that each kind of attack reaches, from and to. (ARAP-MELEE-02)"""


def in_attack_arc(attack: Attack, off_axis_deg: float) -> bool:
    """Whether a bearing so far off straight ahead is in the arc; a tail never strikes at exactly its limit.

    (ARAP-MELEE-02)
    """
    least, most = ARCS[attack]
    return is_within(off_axis_deg, most) and (least == 0 or is_beyond(off_axis_deg, least))


def melee_weapons(state: GameState, model: Model) -> tuple[Weapon, ...]:
    """The close-combat weapons that the model carries, natural ones too; a climber has one hand. (ARAP-CLIMB-08)"""
    found = (w for i in model.weapons if (w := state.weapons[i]).type == "melee")
    return tuple(w for w in found if not (model.on_face and w.needs_both_hands))


def best_weapon(state: GameState, model: Model) -> Weapon | None:
    """The ordinary weapon it fights with: the strongest, then the best AP, then the first."""
    ordinary = [w for w in melee_weapons(state, model) if w.attack == "ordinary"]
    return min(ordinary, key=lambda w: (-w.strength, 7 if w.ap is None else w.ap), default=None)


def pair_of(state: GameState, model: Model) -> tuple[Weapon, Weapon | None] | None:
    """What it would fight with in both hands: two close-combat weapons, or one and a pistol (None). (ARAP-MELEE-04)

    Nobody who climbs, rides a machine or strikes with claws and teeth does so.
    """
    if model.on_face or is_natural(state, model) or state.profile(model).hull is not None:
        return None
    blades = [w for w in melee_weapons(state, model) if not w.needs_both_hands]
    blades.sort(key=lambda w: (-w.strength, 7 if w.ap is None else w.ap))
    if len(blades) > 1:
        return blades[0], blades[1]
    pistol = any(state.weapons[w].type == "pistol" for w in model.weapons)
    return (blades[0], None) if blades and pistol else None


def both_hands(state: GameState, model: Model, bonus: int) -> list[tuple[Weapon, int, bool]]:
    """Its blows with several weapons at once: with what, how many, whether harder; none of who cannot. (ARAP-MELEE-04)

    One more with the second weapon, or the first if that is a pistol; those a charge brings are as easy as ever.
    """
    pair = pair_of(state, model)
    if pair is None:
        return []
    first, second = pair
    own = state.profile(model).a
    struck = [(first, count, harder) for count, harder in ((bonus, False), (own, True)) if count]
    return [*struck, (second or first, 1, True)]


def is_natural(state: GameState, model: Model) -> bool:
    """Whether it fights with claws, teeth, limbs of steel and the like: never unarmed. (ARAP-MELEE-02, TRI-CC-01)"""
    profile = state.profile(model)
    limbs = profile.hull is not None and profile.hull.has_limbs
    return limbs or profile.has("natural-weapons") or any(w.attack != "ordinary" for w in melee_weapons(state, model))


def attack_kinds(state: GameState, model: Model) -> list[tuple[Weapon | None, Attack, int]]:
    """The kinds of attack that a model has and how many of each; natural weapons count their own `shots`."""
    natural: list[tuple[Weapon | None, Attack, int]] = [
        (w, w.attack, w.shots) for w in melee_weapons(state, model) if w.attack != "ordinary"
    ]
    profile = state.profile(model)
    arc = ask(state, MachinesThatFight).arc(profile, len(melee_weapons(state, model)))
    return natural or [(best_weapon(state, model), arc, profile.a)]


def has_krak(state: GameState, model: Model) -> bool:
    """Whether the model carries krak grenades."""
    return any(state.weapons[w].has("krak") for w in model.weapons)


def has_charge(state: GameState, model: Model) -> bool:
    """Whether the model carries a grenade or bomb that can be planted. (ARAP-CCG-03)"""
    return any(state.weapons[w].type in ("grenade", "bomb") for w in model.weapons)
