"""Who can strike whom in close combat, with what, and how well. Reads only. (ARAP-MELEE-01 to -04, -10)"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from typing import Final, Literal, NamedTuple

from rules.arap import building_interface
from rules.arap.positions.building_interface import Rooms
from rules.arap.terrain import ground
from rules.arap.units import machines
from rules.core.ids import ModelId, UnitId
from rules.core.kept import once
from rules.core.modifier import Modifier
from rules.dice.goals import modified
from rules.forces import strength
from rules.forces.unit import Model, Unit
from rules.forces.weapon import Weapon
from rules.geometry.facings import off_axis
from rules.geometry.lengths import distance, is_beyond, is_within
from rules.geometry.measure import in_base_contact
from rules.state import ChargeMade, GameState, Melee

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

BONUS_ATTACKS: Final = {"front": 1, "flank": 2, "rear": 2}
"""Extra attacks of each charging model in its first round. (ARAP-CHG-07)"""

LAST_STEP: Final = 1
"""Initiative of chargers against cover and of krak grenades. (ARAP-COVR-01, ARAP-CCG-05)"""

BACK_TURNED: Final = 4
"""Basic goal against a fighter that routs or breaks off. (ARAP-MELEE-10)"""

HIGHER: Final = "from higher ground"


class Strike(NamedTuple):
    """Some attacks that one model makes alike: with what, how many, at whom."""

    attacker: ModelId
    weapon: Weapon | None
    attacks: int
    target: ModelId
    several: bool = False
    """Struck while the fighter uses more than one weapon. (ARAP-MELEE-04)"""


# -- reach ---------------------------------------------------------------------------------------------------------


def members(state: GameState, units: Iterable[UnitId]) -> list[Model]:
    """The living members of those units that stand on the table, in order."""
    return [m for u in units if state.units[u].on_table for m in state.units[u].alive]


def touches(state: GameState, a: Model, b: Model) -> bool:
    """Whether two bases are in contact. (ARAP-MELEE-01)"""
    return in_base_contact(a.at, state.profile(a).base_radius_in, b.at, state.profile(b).base_radius_in)


def reach_in(state: GameState, model: Model) -> float:
    """Melee radius: the size category in inches, more with a long weapon. (ARAP-MELEE-01)"""
    long = [w.range_in for w in melee_weapons(state, model) if w.has("long")]
    return max([float(state.profile(model).size), *long])


@once
def longest_reach_in(state: GameState) -> float:
    """No melee radius in this game is larger. (ARAP-MELEE-01)"""
    sizes = (float(profile.size) for profile in state.profiles.values())
    long = (w.range_in for w in state.weapons.values() if w.has("long"))
    return max(itertools.chain(sizes, long), default=0.0)


def reaches(state: GameState, a: Model, b: Model) -> bool:
    """Whether a may attack b, arcs aside: in its own radius, in contact, or within weapon reach. (ARAP-MELEE-01)"""
    near = is_within(distance(a.at, b.at), reach_in(state, a)) or touches(state, a, b)
    return near and _on_one_level(state, a, b) and building_interface.ask(Rooms).in_one_room(state, a, b)


def _on_one_level(state: GameState, a: Model, b: Model) -> bool:
    """Whether no face between them takes one out of the other's reach. Slopes do not matter."""
    if not (a.on_face or b.on_face or ground.table_of(state).has_faces):
        return True
    gap = ground.face_between(state, a, b)
    return is_within(math.hypot(distance(a.at, b.at), gap), reach_in(state, a)) if gap else True


def are_engaged(state: GameState, a: Model, b: Model) -> bool:
    """Whether two enemies are engaged: either one reaches the other. (ARAP-MELEE-01)"""
    return reaches(state, a, b) or reaches(state, b, a)


def engaged_with(state: GameState, model: Model, enemies: Iterable[Model]) -> list[Model]:
    """The enemies that the model is engaged with, in order."""
    return [e for e in enemies if are_engaged(state, model, e)]


def enemy_units(state: GameState, melee: Melee, side: str) -> tuple[UnitId, ...]:
    """The units of the melee that fight against a side."""
    return tuple(u for u in melee.units if state.units[u].side != side)


def enemy_models(state: GameState, melee: Melee, side: str) -> list[Model]:
    """The living models of the melee that fight against a side."""
    return members(state, enemy_units(state, melee, side))


def in_attack_arc(attack: Attack, off_axis_deg: float) -> bool:
    """Whether a bearing so far off straight ahead is in the arc; a tail never strikes at exactly its limit.

    (ARAP-MELEE-02)
    """
    least, most = ARCS[attack]
    return is_within(off_axis_deg, most) and (least == 0 or is_beyond(off_axis_deg, least))


def sees_in_arc(model: Model, enemy: Model, attack: Attack) -> bool:
    """Whether the enemy stands in the arc of that kind of attack."""
    return in_attack_arc(attack, off_axis(model.facing, model.at, enemy.at))


# -- weapons and attacks -------------------------------------------------------------------------------------------


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


def is_natural(state: GameState, model: Model) -> bool:
    """Whether it fights with claws, teeth and the like: never unarmed. (ARAP-MELEE-02)"""
    return state.profile(model).has("natural-weapons") or any(
        w.attack != "ordinary" for w in melee_weapons(state, model)
    )


def attack_kinds(state: GameState, model: Model) -> list[tuple[Weapon | None, Attack, int]]:
    """The kinds of attack that a model has and how many of each; natural weapons count their own `shots`."""
    natural: list[tuple[Weapon | None, Attack, int]] = [
        (w, w.attack, w.shots) for w in melee_weapons(state, model) if w.attack != "ordinary"
    ]
    profile = state.profile(model)
    arc = machines.arc_of(profile, len(melee_weapons(state, model)))
    return natural or [(best_weapon(state, model), arc, profile.a)]


def strikes_of(state: GameState, melee: Melee, unit: Unit, model: Model) -> list[Strike]:
    """What a model does in its step: its attacks against enemies in reach and arc. (ARAP-MELEE-05, ARAP-CHG-07)

    Each kind of attack goes at the nearest enemy in its arc, of those that its unit has named if it can; the bonus of a
    charge goes to the first kind that has one. None means that the model cannot attack.
    """
    if model.sprawled or uses_krak(state, melee, unit.id, model):
        return []
    foes = [e for e in enemy_models(state, melee, unit.side) if reaches(state, model, e)]
    bonus = bonus_attacks(melee, unit.id)
    pair = pair_of(state, model) if unit.id in melee.several else None
    if pair is not None:
        return _with_both_hands(state, melee, unit, model, pair, foes, bonus)
    strikes = []
    for weapon, attack, printed in attack_kinds(state, model):
        count = machines.attacks_of(unit, printed)
        if unit.is_vehicle and not count:
            continue
        targets = [e for e in foes if sees_in_arc(model, e, attack)]
        if not targets or count + bonus == 0:
            continue
        target = _named(state, melee, unit, model, targets)
        strikes.append(Strike(model.id, weapon, count + bonus, target.id))
        bonus = 0
    return strikes


def kind_of(state: GameState, model: Model) -> str:
    """What an enemy is named by when somebody says at whom to strike: unit and profile. (ARAP-MELEE-03)"""
    return f"{state.find_model(model.id)[0].id}/{model.profile}"


def _named(state: GameState, melee: Melee, unit: Unit, model: Model, targets: list[Model]) -> Model:
    """Whom of those in reach it strikes at: of the kind that was named if it can, touching, near. (ARAP-MELEE-03)"""
    wanted = melee.aims.get(unit.id, "")

    def turn_of(enemy: Model) -> tuple[bool, bool, float]:
        missed = bool(wanted) and kind_of(state, enemy) != wanted
        return missed, not touches(state, model, enemy), distance(model.at, enemy.at)

    return min(targets, key=turn_of)


def _with_both_hands(
    state: GameState,
    melee: Melee,
    unit: Unit,
    model: Model,
    pair: tuple[Weapon, Weapon | None],
    foes: list[Model],
    bonus: int,
) -> list[Strike]:
    """One attack more, with the second weapon; all are harder but those that a charge brings. (ARAP-MELEE-04)"""
    targets = [e for e in foes if sees_in_arc(model, e, "ordinary")]
    if not targets:
        return []
    target = _named(state, melee, unit, model, targets).id
    first, second = pair
    own = state.profile(model).a
    struck = [Strike(model.id, first, bonus, target)] if bonus else []
    struck += [Strike(model.id, first, own, target, several=True)] if own else []
    return [*struck, Strike(model.id, second or first, 1, target, several=True)]


def strength_of(state: GameState, model: Model, weapon: Weapon | None) -> int:
    """Strength of its blows: its own with what changes it, then the weapon's addition. (ARAP-GEN-08)"""
    above = weapon is not None and weapon.type == "melee" and jumped_down(state, model)
    return strength.wielded(state.profile(model), weapon.strength if weapon else 0, 1 if above else 0)


def jumped_down(state: GameState, model: Model) -> bool:
    """Whether the model came into this round by a jump from above. (ARAP-FALL-05)"""
    return any(model.id in charge.jumped for melee in state.melees for charge in melee.charges)


# -- charges and Initiative ----------------------------------------------------------------------------------------


def charge_of(melee: Melee, unit: UnitId) -> ChargeMade | None:
    """The charge by which a unit came into this round, if it did."""
    return next((c for c in melee.charges if c.charger == unit), None)


def bonus_attacks(melee: Melee, unit: UnitId) -> int:
    """Extra attacks of each of a charging unit's models in this round. (ARAP-CHG-07)"""
    charge = charge_of(melee, unit)
    return BONUS_ATTACKS[charge.direction] if charge is not None and charge.bonus else 0


def initiative_of(state: GameState, melee: Melee, unit: UnitId, model: Model) -> int:
    """The step in which a model strikes; chargers against cover and krak grenades strike at 1.

    Flesh hooks let a charger against cover strike together with the enemy that it attacks. (ARAP-MELEE-05,
    ARAP-COVR-01, ARAP-CCG-04, ARAP-CCG-05)
    """
    own = state.profile(model).i
    if uses_krak(state, melee, unit, model):
        return min(LAST_STEP, own)
    charge = charge_of(melee, unit)
    if charge is None or not charge.slowed:
        return own
    if state.profile(model).has("flesh-hooks"):
        foes = [e for e in enemy_models(state, melee, state.units[unit].side) if reaches(state, model, e)]
        attacked = min(foes, key=lambda e: distance(model.at, e.at), default=None)
        return state.profile(attacked).i if attacked is not None else LAST_STEP
    return min(LAST_STEP, own)


def has_krak(state: GameState, model: Model) -> bool:
    """Whether the model carries krak grenades."""
    return any(state.weapons[w].has("krak") for w in model.weapons)


def uses_krak(state: GameState, melee: Melee, unit: UnitId, model: Model) -> bool:
    """Whether it places a krak grenade in this round instead of fighting. (ARAP-CCG-05)"""
    return (unit in melee.krak and has_krak(state, model)) or plants(state, melee, unit, model)


def plants(state: GameState, melee: Melee, unit: UnitId, model: Model) -> bool:
    """Whether it plants a charge on a machine in this round instead of fighting. (ARAP-CCG-03, VEH-WS-05)"""
    if unit not in melee.planting or not has_charge(state, model):
        return False
    return any(reaches(state, model, e) for e in machines_near(state, melee, unit))


def has_charge(state: GameState, model: Model) -> bool:
    """Whether the model carries a grenade or bomb that can be planted. (ARAP-CCG-03)"""
    return any(state.weapons[w].type in ("grenade", "bomb") for w in model.weapons)


def machines_near(state: GameState, melee: Melee, unit: UnitId) -> list[Model]:
    """The enemy machines in a unit's melee."""
    enemies = enemy_models(state, melee, state.units[unit].side)
    return [e for e in enemies if state.profile(e).hull is not None]


# -- goals ---------------------------------------------------------------------------------------------------------


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
    """A goal and where it comes from; what is alike is rolled together."""

    base: int
    modifiers: tuple[Modifier, ...]

    @property
    def goal(self) -> int:
        """The goal after all modifiers, not limited."""
        return modified(self.base, self.modifiers)


def aim(state: GameState, melee: Melee, unit: UnitId, strike: Strike) -> BlowGoal:
    """What a strike needs to hit. (ARAP-MELEE-03, -04)"""
    attacker, target = state.find_model(strike.attacker)[1], state.find_model(strike.target)[1]
    base = base_goal(ws_of(state, attacker), ws_of(state, target))
    found = hit_modifiers(state, melee, unit, attacker, target, strike.weapon)
    both = (Modifier(-1, "several weapons at once", "ARAP-MELEE-04"),) if strike.several else ()
    return BlowGoal(base, (*found, *both))


def aim_at_back(state: GameState, attacker: Model, target: Model, weapon: Weapon | None) -> BlowGoal:
    """What a free hack needs to hit: a basic 4, whatever the Weapon Skills. (ARAP-PURS-02, ARAP-MELEE-10)"""
    return BlowGoal(BACK_TURNED, tuple(standing_modifiers(state, attacker, target, weapon)))


def any_engaged(state: GameState, melee: Melee) -> bool:
    """Whether anybody in the melee is engaged with an enemy."""
    return any(
        engaged_with(state, m, enemy_models(state, melee, state.units[u].side))
        for u in melee.units
        for m in members(state, (u,))
    )
