"""Who fights a round for a section, whom each faces, and what he strikes. (BLD-SCC-03, BLD-SCC-04, BLD-SCC-06)

Who came through openings fights one to one; else both sides throw for how many of them fight. Nobody's place counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from rules.arap.attacks import krak_grenades
from rules.arap.attacks import odds as attacks_odds
from rules.arap.attacks.blows import StepBlows
from rules.arap.attacks.krak_grenades import KrakAttack
from rules.arap.attacks.odds import BlowOdds
from rules.arap.positions import engagement, melee_to_hit, melee_weapons
from rules.arap.positions.engagement import Strike
from rules.arap.positions.melee_to_hit import BlowGoal
from rules.arap.units.vehicle_interface import MachinesThatFight
from rules.arap.vehicle_interface import ask
from rules.buildings.sections import graph, occupants
from rules.buildings.sections.assault.strikes import Fighters
from rules.core.ids import ModelId, SideId, UnitId
from rules.forces.unit import Model
from rules.state import GameState, Melee

DIE: Final = 6


def attacking_side(state: GameState, melee: Melee) -> SideId:
    """The side that storms; of those who share a section the side in turn."""
    if melee.charges:
        return state.units[melee.charges[0].charger].side
    return state.active_side or state.units[melee.units[0]].side


def alive_on(state: GameState, melee: Melee, side: SideId, *, attacks: bool) -> list[ModelId]:
    """Who of one side may fight; of the defenders those in the section. Who is outside fights there. (ARAP-INT-01)"""
    return [
        m.id
        for u in melee.units
        if state.units[u].side == side and u not in melee.met
        for m in state.units[u].alive
        if m.id not in melee.held and (not attacks or not melee.storming or m.id in melee.storming)
    ]


def before_house(state: GameState, melee: Melee) -> Fighters:
    """Who fights outside: those whom interceptors stopped, with all of these who have one of them in reach."""
    known = {m.id for u in melee.units for m in state.units[u].alive}
    held = [state.find_model(m)[1] for m in melee.held if m in known]
    met = [m for u in melee.met if state.units[u].in_play for m in state.units[u].alive]
    near = [m for m in held if any(engagement.are_engaged(state, m, e) for e in met)]
    foes = [e for e in met if any(engagement.are_engaged(state, e, m) for m in near)]
    return Fighters(tuple(m.id for m in near), tuple(e.id for e in foes), pairs=False)


def paired(attack: Sequence[ModelId], defend: Sequence[ModelId]) -> dict[ModelId, tuple[ModelId, ...]]:
    """Each defender with those whom he faces; surplus attackers double up, evenly. (BLD-SCC-06)"""
    found: dict[ModelId, list[ModelId]] = {m: [] for m in defend[: len(attack)]}
    names = list(found)
    for n, model in enumerate(attack):
        if names:
            found[names[n % len(names)]].append(model)
    return {m: tuple(theirs) for m, theirs in found.items()}


# -- the blows of a step -----------------------------------------------------------------------------------------------


def foes_of(state: GameState, fighters: Fighters) -> dict[ModelId, ModelId]:
    """Whom each living fighter strikes at, in the order in which they strike."""

    def standing(models: Sequence[ModelId]) -> list[ModelId]:
        return [m for m in models if state.find_model(m)[1].alive]

    found: dict[ModelId, ModelId] = {}
    attack, defend = standing(fighters.attack), standing(fighters.defend)
    if not attack or not defend:
        return {}
    for defender, theirs in paired(fighters.attack, fighters.defend).items():
        faced = standing(theirs)
        foe = defender if defender in defend else defend[0]
        found.update(dict.fromkeys(faced, foe))
        if defender in defend:
            found[defender] = faced[0] if faced else attack[0]
    for n, model in enumerate(m for m in defend if m not in found and not fighters.pairs):
        found[model] = attack[n % len(attack)]
    return found


def initiative(state: GameState, melee: Melee, model: Model, foe: ModelId) -> int:
    """The step in which it strikes: 1 for those who storm people in cover. (BLD-SCC-04, ARAP-CCG-04)"""
    own = state.profile(model).i
    charge = engagement.charge_of(melee, state.find_model(model.id)[0].id)
    if charge is None or not charge.slowed or model.id in melee.held:
        return own
    if state.profile(model).has("flesh-hooks"):
        return state.profile(state.find_model(foe)[1]).i
    return min(engagement.LAST_STEP, own)


def _strikes(state: GameState, melee: Melee, model: Model, foe: ModelId) -> Iterator[Strike]:
    unit = state.find_model(model.id)[0]
    bonus = engagement.bonus_attacks(melee, unit.id)
    if places_krak(state, melee, unit.id, model, foe):
        return
    with_both = unit.id in melee.several and not model.sprawled
    both = melee_weapons.both_hands(state, model, bonus) if with_both else []
    if both:
        yield from (Strike(model.id, weapon, count, foe, several=harder) for weapon, count, harder in both)
        return
    for weapon, _, printed in melee_weapons.attack_kinds(state, model):
        count = ask(state, MachinesThatFight).attacks(unit, printed)
        if not model.sprawled and count + bonus:
            yield Strike(model.id, weapon, count + bonus, foe)
        bonus = 0


def krak_at(state: GameState, melee: Melee, fighters: Fighters, step: int) -> list[KrakAttack]:
    """Krak grenades that are placed in a step. (ARAP-CCG-05)"""
    pairs = list(foes_of(state, fighters).items()) if melee.krak and step == engagement.LAST_STEP else []
    return krak_attacks(state, melee, pairs)


def _aimed(state: GameState, melee: Melee, strike: Strike) -> BlowGoal:
    """What a strike needs; nobody stands higher than the other. (ARAP-MELEE-03, ARAP-MELEE-04)"""
    return melee_to_hit.aim(state, melee, state.find_model(strike.attacker)[0].id, strike)


def blows_at(state: GameState, melee: Melee, fighters: Fighters, step: int) -> list[StepBlows]:
    """What is struck in one step, the side in turn first."""
    level = replace(state, terrain=())
    by_unit: dict[UnitId, list[tuple[Strike, BlowGoal]]] = {}
    for name, foe in foes_of(state, fighters).items():
        unit, model = state.find_model(name)
        if initiative(state, melee, model, foe) == step:
            strikes = by_unit.setdefault(unit.id, [])
            strikes += [(s, _aimed(level, melee, s)) for s in _strikes(state, melee, model, foe)]
    order = sorted(by_unit, key=lambda u: state.units[u].side != state.active_side)
    return [StepBlows(u, tuple(by_unit[u])) for u in order if by_unit[u]]


def steps(state: GameState, melee: Melee, fighters: Fighters) -> list[int]:
    """The Initiative steps in which anybody strikes, from the highest down."""
    found = {initiative(state, melee, state.find_model(name)[1], foe) for name, foe in foes_of(state, fighters).items()}
    if krak_at(state, melee, fighters, engagement.LAST_STEP):
        found.add(engagement.LAST_STEP)
    return sorted(found, reverse=True)


def expected(state: GameState, melee: Melee, fighters: Fighters) -> list[BlowOdds]:
    """What each side strikes in the round, losses before a step left out."""
    return [
        blow
        for step in steps(state, melee, fighters)
        for group in blows_at(state, melee, fighters, step)
        for blow in attacks_odds.at_initiative(state, group, step)
    ]


def mean_fighters(alive: int) -> Fraction:
    """How many fight on average of so many who may: a D6, no more than there are. (BLD-SCC-03)"""
    return Fraction(sum(min(face, alive) for face in range(1, DIE + 1)), DIE)


def both_sides(state: GameState, melee: Melee) -> tuple[list[ModelId], list[ModelId]]:
    """Who may fight of those who attack and of those who defend."""
    attacking = attacking_side(state, melee)
    sides = dict.fromkeys(state.units[u].side for u in melee.units)
    defending = next((s for s in sides if s != attacking), attacking)
    attack = alive_on(state, melee, attacking, attacks=True)
    return _through_holes(state, melee, attack), alive_on(state, melee, defending, attacks=False)


def _through_holes(state: GameState, melee: Melee, attack: Sequence[ModelId]) -> list[ModelId]:
    """Of those who come by holes in the wall alone as many as these let through. (BLD-MOUSE-02, BLD-MOUSE-03)"""
    there = graph.at_place(state, melee.section or "")
    if there is None or melee.storming:
        return list(attack)
    found: set[ModelId] = set()
    for unit in (state.units[u] for u in melee.units):
        own = [m for m in unit.alive if m.id in attack]
        found |= {m.id for m in occupants.through_holes(state, unit, own, there)}
    return [m for m in attack if m in found]


def lots(state: GameState, melee: Melee) -> Iterator[tuple[Fraction, Fighters]]:
    """Who may fight the round as things stand, with how likely that is. (BLD-SCC-03, BLD-SCC-06, BLD-SCC-07)"""
    attack, defend = both_sides(state, melee)
    if melee.storming:
        yield Fraction(1), Fighters(tuple(attack), tuple(defend[: len(attack)]), pairs=True)
        return
    for a, likely in _shares(len(attack)):
        for d, also in _shares(len(defend)):
            yield likely * also, Fighters(tuple(attack[:a]), tuple(defend[:d]), pairs=False)


def _shares(alive: int) -> list[tuple[int, Fraction]]:
    """How likely so many of those alive fight: a D6, no more than there are."""
    found = [min(face, alive) for face in range(1, DIE + 1)]
    return [(count, Fraction(found.count(count), DIE)) for count in sorted(set(found))]


def places_krak(state: GameState, melee: Melee, unit: UnitId, model: Model, foe: ModelId) -> bool:
    """Whether it places a grenade on whom it faces instead of striking. (ARAP-CCG-05)"""
    if unit not in melee.krak or not melee_weapons.has_krak(state, model):
        return False
    return krak_grenades.is_worthy(state, state.find_model(foe)[1])


def krak_attacks(state: GameState, melee: Melee, pairs: Sequence[tuple[ModelId, ModelId]]) -> list[KrakAttack]:
    """Who places one on whom, of those who fight. (ARAP-CCG-05)"""
    found = []
    for name, foe in pairs:
        unit, model = state.find_model(name)
        if not model.sprawled and places_krak(state, melee, unit.id, model, foe):
            found.append(KrakAttack(unit.id, name, foe))
    return found
