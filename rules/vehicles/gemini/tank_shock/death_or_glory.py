"""Death or Glory: who may stand before a tank, with what, and how likely it stops. (VEH-SHOCK-04)"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from msgspec import Struct

from rules.core.ids import ModelId, WeaponId
from rules.dice.odds.armour import Kind, ShotOutcome, VehicleShots, after_shots, hit_odds, penetration_odds
from rules.forces.unit import Model, Unit
from rules.forces.weapon import Weapon
from rules.geometry.hulls import Hull, swept
from rules.geometry.lengths import Circle
from rules.rulebook.charts import damage_chart
from rules.state import GameState
from rules.vehicles.gemini.damage import chart, lasting
from rules.vehicles.gemini.damage.penetration import Hit, chart_rolls
from rules.vehicles.gemini.hull.hull import profile_of
from rules.vehicles.gemini.motion.path import SAME_SPOT_IN
from rules.vehicles.shared import attacks
from rules.vehicles.shared.damage.fate import Fate, take
from rules.vehicles.shared.hull import condition

STOPPING: Final = frozenset({"crew-stunned", "immobilised", "destroyed", "flipped", "explodes", "annihilated"})
"""Results of the chart that stop a vehicle; shaken and armament destroyed do not."""

SHORT_IN: Final = 1.0
"""How far before the models a stopped vehicle halts."""


class Stand(Struct, frozen=True):
    """A model that stands before the vehicle, with the weapon that it fires or holds ready."""

    model: ModelId
    weapon: WeaponId


def in_front(state: GameState, unit: Unit, hulls: Sequence[Hull]) -> tuple[int, list[Model]] | None:
    """The first straight leg that touches members of a unit, and those whom it touches; None if none does."""
    for leg, (a, b) in enumerate(itertools.pairwise(hulls)):
        if a.centre == b.centre:
            continue
        sweep = swept((a, b))
        bases = [(m, Circle(m.at, state.profile(m).base_radius_in)) for m in unit.alive]
        touched = [m for m, base in bases if sweep.covers(base) and not hulls[0].overlaps(base)]
        if touched:
            return leg, sorted(touched, key=lambda m: a.distance_to_point(m.at))
    return None


def strength_of(weapon: Weapon) -> int:
    """Strength of a shot, a krak grenade or a melta-bomb; 0 for what is of no use here."""
    if weapon.type in ("grenade", "bomb"):
        return attacks.planted_strength(weapon) if weapon.has("krak") or weapon.has("melta") else 0
    return weapon.strength if weapon.is_ranged and not weapon.is_guessed else 0


def arms(state: GameState, vehicle: Unit, model: Model) -> list[Weapon]:
    """What a model carries that can so much as glance off the vehicle's front."""
    front = profile_of(state, vehicle).front
    carried = [state.weapons[i] for i in model.weapons]
    return [w for w in carried if 0 < strength_of(w) >= front - (12 if w.has("melta") else 6)]


def hit(state: GameState, unit: Unit, stand: Stand) -> Hit:
    """The automatic hit of one who stands, against the front."""
    weapon = state.weapons[stand.weapon]
    return Hit(
        origin=unit.model(stand.model).at,
        weapon=weapon,
        strength=strength_of(weapon),
        face="front",
        glory=True,
    )


# -- chances -------------------------------------------------------------------------------------------------------


class _Seen(Struct, frozen=True):
    fate: Fate
    stopped: bool = False


def stops(state: GameState, vehicle: Unit, weapons: Sequence[Weapon]) -> Fraction:
    """The chance that shots of those weapons, in order, stop a vehicle."""
    shots = [(1, hit_odds(_shot(state, vehicle, w), damage_chart())) for w in weapons]
    after = after_shots(_Seen(lasting.fate_of(state, vehicle)), shots, _take)
    return sum((odds for seen, odds in after.items() if seen.stopped), start=Fraction(0))


def _shot(state: GameState, vehicle: Unit, weapon: Weapon) -> VehicleShots:
    profile = profile_of(state, vehicle)
    kind: Kind = "melta" if weapon.has("melta") else "ordnance" if weapon.type == "ordnance" else "normal"
    ap = weapon.ap if weapon.is_ranged else attacks.ANY_AP
    return VehicleShots(
        count=1,
        hit=Fraction(1),
        penetration=penetration_odds(strength_of(weapon), profile.front, kind, ap=ap),
        chart_modifier=sum(m.value for m in chart.modifiers(profile, weapon, shooting=weapon.is_ranged)),
        chart_rolls=chart_rolls(profile, weapon),
    )


def _take(seen: _Seen, outcome: ShotOutcome) -> _Seen:
    fate = take(seen.fate, outcome)
    rolled = not seen.fate.hull and not seen.fate.wrecked and any(r in STOPPING for r in outcome[1])
    return _Seen(fate, seen.stopped or rolled or fate.wrecked or (fate.immobilised and not seen.fate.immobilised))


def is_stopped(vehicle: Unit, *, was: tuple[bool, bool]) -> bool:
    """Whether a vehicle has been stopped: gone, or immobilised or stunned as it `was` not before."""
    now = condition(vehicle)
    return not vehicle.on_table or (now.immobilised and not was[0]) or (now.stunned and not was[1])


# -- where it halts ------------------------------------------------------------------------------------------------


def halted(state: GameState, a: Hull, b: Hull, models: Sequence[Model]) -> Hull:
    """The hull an inch short of the nearest of those models on its leg from a to b; a where it is that near already."""
    forward, _ = a.on_hull(b.centre)
    sign = 1 if forward >= 0 else -1
    run = min(_free_run(state, a, m, sign) for m in models)
    return a.driven(sign * max(0.0, min(run, abs(forward)))) if run > SAME_SPOT_IN else a


def _free_run(state: GameState, a: Hull, model: Model, sign: int) -> float:
    """Inches that the hull may go until it is an inch from a model: from the base's centre, not on the base."""
    ahead, aside = a.on_hull(model.at)
    gap = max(SHORT_IN, state.profile(model).base_radius_in)
    over = max(0.0, abs(aside) - a.width / 2)
    return sign * ahead - a.length / 2 - math.sqrt(gap**2 - min(over, gap) ** 2)
