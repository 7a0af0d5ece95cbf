"""What blows of close combat promise: to hit, to wound, not saved, by groups alike. (ARAP-MELEE-05, ARAP-PURS-02)"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Final, NamedTuple

from msgspec.structs import replace

from rules.arap.attacks import blows as attacks_blows
from rules.arap.attacks.blows import StepBlows
from rules.arap.attacks.vehicle_interface import ChargesAtVehicles
from rules.arap.damage import wounds_and_saves
from rules.arap.positions import engagement, melee_to_hit
from rules.arap.positions.engagement import Strike
from rules.arap.positions.melee_to_hit import BlowGoal
from rules.arap.vehicle_interface import ask
from rules.core.ids import ModelId, UnitId
from rules.core.preview import BlowLine, Chance, Ending, average
from rules.core.prompt import Promise
from rules.dice.goals import goal_text
from rules.dice.odds import chance_high, chance_low
from rules.dice.odds.volley import Shots, volley
from rules.forces import strength
from rules.forces.unit import Point
from rules.state import GameState, Melee

PRONE: Final = "ARAP-PRONE-05"


class BlowOdds(NamedTuple):
    """Blows alike of one unit, as a preview shows them, and the wounds that they cost; None against armour."""

    unit: UnitId
    line: BlowLine
    some: Fraction | None = None
    """The chance of a wound or more."""
    mean: Fraction | None = None
    step: int = 0
    """The Initiative at which they fall; 0 for free hacks."""
    ends: Fraction | None = None
    """The chance that they are the end of the machine they fall on; None against troops."""


def of_step(state: GameState, melee: Melee, initiative: int) -> list[BlowOdds]:
    """All blows that fall in one Initiative step. Losses before it are left out. (ARAP-MELEE-05)"""
    groups = attacks_blows.volleys_at(state, melee, initiative)
    return [blow for group in groups for blow in at_initiative(state, group, initiative)]


def at_initiative(state: GameState, group: StepBlows, initiative: int) -> list[BlowOdds]:
    """The blows of one unit in that step. (ARAP-MELEE-05)"""
    return [blow._replace(step=initiative) for blow in of_volley(state, group, f"Initiative {initiative}")]


def of_hacks(
    state: GameState, unit: UnitId, target: UnitId, paths: Mapping[ModelId, Sequence[Point]] = MappingProxyType({})
) -> list[BlowOdds]:
    """The blows that a unit has at the backs of another now. (ARAP-PURS-02)"""
    aimed = attacks_blows.aimed_at_backs(state, unit, target, paths)
    return of_volley(state, StepBlows(unit, aimed), "free hacks") if aimed else []


def promised(blows_alike: Sequence[BlowOdds], meaning: str) -> tuple[Promise, ...]:
    """The wounds to expect of such blows, in those words; nothing where there are none but on armour."""
    means = [blow.mean for blow in blows_alike if blow.mean is not None]
    return (Promise(sum(map(float, means)), meaning, "mean"),) if means else ()


def of_volley(state: GameState, group: StepBlows, when: str) -> list[BlowOdds]:
    """What one unit strikes in a step, blows alike together."""
    alike = wounds_and_saves.grouped(
        ((aim, strike.weapon, attacks_blows.wound_goal_of(state, strike)), strike) for strike, aim in group.strikes
    )
    found = []
    for (aim, weapon, wound), strikes in alike.items():
        name = weapon.name if weapon else _without_weapon(state, strikes[0].attacker, aim)
        found.append(_of_blows(state, group.unit, strikes, aim, wound, f"{name}, {when}"))
    return found


def _without_weapon(state: GameState, attacker: ModelId, aim: BlowGoal) -> str:
    """What strikes where no weapon does. (ARAP-MELEE-02, ARAP-MELEE-04, TRI-CC-01)"""
    hull = state.profile(state.find_model(attacker)[1]).hull
    if hull is not None and hull.has_limbs:
        return "Limbs"
    return "Improvised weapon" if _improvises(aim) else "Bare hands"


def _improvises(aim: BlowGoal) -> bool:
    """Whether a rifle butt has to do. (ARAP-MELEE-04)"""
    return any(m.reason == melee_to_hit.IMPROVISED for m in aim.modifiers)


def _of_blows(
    state: GameState, unit: UnitId, strikes: Sequence[Strike], aim: BlowGoal, wound: int, name: str
) -> BlowOdds:
    weapon = strikes[0].weapon
    if state.find_model(strikes[0].target)[0].is_vehicle:
        line = _line(state, unit, strikes, aim, name, _on_armour(state, strikes[0]))
        return BlowOdds(unit, line, ends=_ends(state, strikes, aim))
    victim = state.profile(state.find_model(strikes[0].target)[1])
    save = wounds_and_saves.save_goal(victim, weapon.ap if weapon else None)
    hit, hurt = chance_low(aim.goal), chance_high(wound)
    unsaved = 1 - chance_high(save.goal) if save.possible else Fraction(1)
    count = sum(s.attacks for s in strikes)
    some = 1 - volley([Shots(count=count, hit=hit, wound=hurt, unsaved=unsaved)]).unsaved.chance(0)
    mean = count * hit * hurt * unsaved
    chances = (
        _chance("wounds a hit", hurt),
        _chance("not saved", unsaved),
        _chance("takes a wound or more", some),
        average("wounds to expect", mean),
    )
    line = _line(state, unit, strikes, aim, name, chances)
    notes = (*_strength_notes(state, strikes[0]), *((f"{aim.halved} ({PRONE})",) if aim.halved else ()))
    return BlowOdds(unit, replace(line, notes=notes), some, mean)


def _strength_notes(state: GameState, strike: Strike) -> tuple[str, ...]:
    """What traits of whoever strikes or is struck make of the Strength of a blow. (ARAP-GEN-08)"""
    attacker, struck = state.find_model(strike.attacker)[1], state.profile(state.find_model(strike.target)[1])
    striker, weapon = state.profile(attacker), strike.weapon
    if not strength.rules(struck, striker):
        return ()
    plain = striker.s + (weapon.strength if weapon else 0)
    power = strength.against(struck, engagement.strength_of(state, attacker, weapon))
    return (f"strength {plain} strikes as {power} ({strength.RULE})",)


def _on_armour(state: GameState, strike: Strike) -> tuple[Chance, ...]:
    """Blows on a machine, of which hits are worked out against armour. (VEH-WS-01)"""
    target = state.find_model(strike.target)[0].id
    return ask(state, ChargesAtVehicles).blow_chances(state, target, attacks_blows.blow_of(state, strike))


def _ends(state: GameState, strikes: Sequence[Strike], aim: BlowGoal) -> Fraction:
    """How likely all those blows together are the end of a machine. (VEH-DMG-05, TRI-DMG-04)"""
    target = state.find_model(strikes[0].target)[0].id
    blow = attacks_blows.blow_of(state, strikes[0])
    count = sum(s.attacks for s in strikes)
    return ask(state, ChargesAtVehicles).ended_by(state, target, blow, count, chance_low(aim.goal))


def exchanged(state: GameState, unit: UnitId, target: UnitId, struck: Sequence[BlowOdds]) -> Iterator[Chance]:
    """What both sides' blows come to: wounds dealt and taken, or the end of a machine. (ARAP-MELEE-05)"""
    dealt = [blow for blow in struck if blow.unit == unit]
    taken = [blow for blow in struck if blow.unit != unit]
    if any(blow.mean is not None for blow in dealt):
        yield average("wounds dealt, average", sum((blow.mean or Fraction(0) for blow in dealt), Fraction(0)))
        yield _chance("at least one wound dealt", _at_least_one(blow.some for blow in dealt))
    elif dealt:
        ends = _at_least_one(blow.ends for blow in dealt)
        yield Ending(label=f"{state.units[target].name} destroyed", exact=str(ends), value=float(ends))
    if any(blow.mean is not None for blow in taken):
        yield average("wounds taken, average", sum((blow.mean or Fraction(0) for blow in taken), Fraction(0)))
    elif taken:
        yield _chance("destroyed in return", _at_least_one(blow.ends for blow in taken))


def _at_least_one(chances: Iterable[Fraction | None]) -> Fraction:
    return 1 - math.prod((1 - (each or Fraction(0)) for each in chances), start=Fraction(1))


def _line(
    state: GameState, unit: UnitId, strikes: Sequence[Strike], aim: BlowGoal, name: str, then: Sequence[Chance]
) -> BlowLine:
    weapon = strikes[0].weapon
    return BlowLine(
        weapon=weapon.id if weapon else "",
        name=f"{state.units[unit].name}: {name}",
        shooters=len(strikes),
        shots=sum(s.attacks for s in strikes),
        goal=aim.goal,
        goal_text=goal_text(aim.goal, "low"),
        modifiers=aim.modifiers,
        chances=(_chance("hits", chance_low(aim.goal)), *then),
    )


def _chance(label: str, exact: Fraction) -> Chance:
    return Chance(label=label, exact=str(exact), value=float(exact))
