"""Machines with WS in close combat: blows on their front, charges planted on them. (VEH-WS-01, -02, -05, -06)"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rules.arap.attacks.blows import MachineBlow
from rules.core.ids import ModelId, UnitId
from rules.core.preview import Chance
from rules.dice.odds.armour import Kind, Penetration, penetration_odds
from rules.forces.unit import Unit
from rules.forces.weapon import Weapon
from rules.progress import Progress
from rules.state import GameState
from rules.vehicles.gemini.close_combat import blows as close_combat_blows
from rules.vehicles.gemini.close_combat import rounds
from rules.vehicles.gemini.damage import lasting, penetration
from rules.vehicles.gemini.damage import odds as damage_odds
from rules.vehicles.gemini.damage.penetration import Hit
from rules.vehicles.gemini.hull.hull import profile_of
from rules.vehicles.shared.attacks import ANY_AP, BARE_HANDS
from rules.vehicles.shared.hull import hull_of
from rules.vehicles.shared.machines import is_machine


def be_struck(progress: Progress, target: UnitId, blows: Sequence[MachineBlow], by: UnitId) -> None:
    """Queue melee hits on a vehicle: on a machine with WS always against the front. (VEH-WS-02, VEH-CC-07)"""
    state = progress.state
    machine = is_machine(state, state.units[target])
    hits = [
        Hit(
            origin=state.find_model(b.attacker)[1].at,
            weapon=b.weapon or BARE_HANDS,
            strength=b.strength,
            melee=True,
            face="front" if machine else "",
        )
        for b in blows
    ]
    penetration.be_hit(progress, target, hits, by)


def chances(state: GameState, vehicle: Unit, blow: MachineBlow) -> tuple[Chance, ...]:
    """What one hit would do to the front of a machine."""
    odds, ends = _penetration(state, vehicle, blow), ended_by(state, vehicle, blow, 1, Fraction(1))
    outcomes = (("glances", odds.glancing), ("penetrates", odds.penetrating), ("a hit destroys it", ends))
    return tuple(Chance(label=label, exact=str(o), value=float(o)) for label, o in outcomes)


def ended_by(state: GameState, vehicle: Unit, blow: MachineBlow, count: int, hit: Fraction) -> Fraction:
    """The chance that so many of those blows at the front of a machine are the end of it."""
    shots = close_combat_blows.shots(_penetration(state, vehicle, blow), blow.weapon or BARE_HANDS, count, hit)
    return damage_odds.destroyed_by(lasting.fate_of(state, vehicle), [shots])


def _penetration(state: GameState, vehicle: Unit, blow: MachineBlow) -> Penetration:
    weapon = blow.weapon or BARE_HANDS
    kind: Kind = "melta" if weapon.has("melta") else "normal"
    return penetration_odds(blow.strength, profile_of(state, vehicle).front, kind, ap=weapon.ap or ANY_AP)


def plant(progress: Progress, unit: UnitId, target: UnitId, models: Sequence[ModelId]) -> None:
    """Each of those members makes one attempt, on the one face, or on even odds on a machine that is helpless.

    (VEH-WS-05, VEH-PLANT-01, ARAP-CCG-03)
    """
    state = progress.state
    planters, machine = state.units[unit], state.units[target]
    if not machine.on_table:
        return
    who = [m for m in planters.alive if m.id in models]
    attacks = close_combat_blows.charges(state, machine, hull_of(state, machine), who)
    rounds.strike(progress, planters, machine, attacks)


def glance(progress: Progress, target: UnitId) -> None:
    """An extra glancing hit, without modifiers. (VEH-WS-06)"""
    machine = progress.state.units[target]
    plain = Weapon(id=BARE_HANDS.id, name=BARE_HANDS.name, type="melee")
    progress.queue(*penetration.harm(progress, machine, plain, "glancing", None, shooting=False, melee=False))
