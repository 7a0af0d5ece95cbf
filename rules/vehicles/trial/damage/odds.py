"""What shots at a vehicle may bring: exact chances of a hit, and of what it leads to. (TRI-DMG-02, TRI-DMG-03)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final

from rules.arap.shooting.vehicle_interface import OneHit
from rules.core.modifier import Modifier
from rules.core.preview import CANNOT_HURT, ShotLine
from rules.dice.odds.armour import Penetration, VehicleShots, penetration_by_any
from rules.forces.unit import Point, Unit
from rules.forces.weapon import Weapon, strengths_of
from rules.geometry.lengths import is_within
from rules.rulebook.charts import DamageChart, damage_chart
from rules.state import GameState
from rules.vehicles.shared.cover import hidden_share
from rules.vehicles.shared.damage import fate as shared_fate
from rules.vehicles.shared.damage.fate import CRASH_IN, LEAST_STRENGTH, Fate, HullShot, needs_text
from rules.vehicles.shared.hull import condition, speed_in, weapon_of, working
from rules.vehicles.shared.shooting.hit_lines import HullStruck
from rules.vehicles.shared.shooting.hit_lines import lines as lines_at_hull
from rules.vehicles.trial.damage.armour import armour_towards, hull_down_goal, kind_of
from rules.vehicles.trial.hull.profile import is_exposed, is_skimmer

CERTAIN: Final = Fraction(1)


def chart_of(state: GameState) -> DamageChart:
    """The chart of this table: the glancing column is a switch. (TRI-JOIN-05, TRI-DMG-03, TRI-DMG-05)"""
    return columns(third_edition=state.option("tri_glancing_column") == "third_edition")


def columns(*, third_edition: bool) -> DamageChart:
    """The chart with the glancing column of that edition. (TRI-DMG-03, TRI-DMG-05)"""
    return damage_chart("TRI-DMG-03", "TRI-DMG-05" if third_edition else "")


def chart_rules(state: GameState, column: str) -> tuple[str, ...]:
    """The rules that the column comes from."""
    third = column == "glancing" and state.option("tri_glancing_column") == "third_edition"
    return ("TRI-DMG-03", *(("TRI-DMG-05", "TRI-JOIN-05") if third else ()))


def modifiers(state: GameState, target: Unit, weapon: Weapon, *, shooting: bool = True) -> tuple[Modifier, ...]:
    """AP 1 adds 1; shooting at an open top adds 1. (TRI-DMG-03, TRI-DMG-06)"""
    return added(weapon, exposed=shooting and is_exposed(state, target))


def added(weapon: Weapon, *, exposed: bool) -> tuple[Modifier, ...]:
    """What a hit of that weapon adds on the chart. (TRI-DMG-03, TRI-DMG-06)"""
    ap = (Modifier(1, "AP 1", "TRI-DMG-03"),) if weapon.ap == 1 else ()
    return (*ap, Modifier(1, "open-topped", "TRI-DMG-06")) if exposed else ap


def chart_rolls(state: GameState, target: Unit, weapon: Weapon) -> int:
    """Blasts, templates and ordnance roll twice against an open top. (TRI-DMG-06)"""
    return rolls(weapon, exposed=is_exposed(state, target))


def rolls(weapon: Weapon, *, exposed: bool) -> int:
    """How often a hit of that weapon rolls. (TRI-DMG-06)"""
    burst = weapon.type == "ordnance" or weapon.template or weapon.marker_in > 0
    return 2 if burst and exposed else 1


def guns(state: GameState, unit: Unit) -> tuple[int, ...]:
    """Mounts that armament destroyed can take: those of Strength 4 or more. (TRI-DMG-04)"""
    return tuple(m for m in working(state, unit) if max(weapon_of(state, unit, m).strengths) >= LEAST_STRENGTH)


def fate_of(state: GameState, unit: Unit) -> Fate:
    """The vehicle as it is now. Without guns and wheels it is still there: only one more hit ends it. (TRI-DMG-04)"""
    return Fate(
        hull=0,
        guns=len(guns(state, unit)),
        immobilised=condition(unit).immobilised,
        crashes=is_skimmer(state, unit) and not is_within(speed_in(unit), CRASH_IN),
        had_guns=False,
    )


def shot_at(state: GameState, target: Unit, weapon: Weapon, origin: Point) -> HullShot:
    """What a shot of that weapon from that point meets."""
    kind = kind_of(state, target, weapon, origin)
    hull_down = hull_down_goal(state, target, weapon, origin)
    return HullShot(armour_towards(state, target, origin), kind, weapon.strength, hull_down)


def penetration(shot: HullShot, weapon: Weapon, *, melee: bool = False) -> Penetration:
    """Chances of one hit against the armour; blows need no AP."""
    ap = weapon.ap or (6 if melee else None)
    strengths = strengths_of(shot.strength, 0 if melee else weapon.random_sides)
    return penetration_by_any(strengths, shot.armour.av, shot.kind, ap=ap, hull_down=shot.hull_down)


def shots_on(
    state: GameState, target: Unit, weapon: Weapon, shot: HullShot, *, count: int = 1, hit: Fraction = CERTAIN
) -> VehicleShots:
    """So many shots with that chance to hit each."""
    return _shots(weapon, shot, exposed=is_exposed(state, target), count=count, hit=hit)


def _shots(weapon: Weapon, shot: HullShot, *, exposed: bool, count: int = 1, hit: Fraction = CERTAIN) -> VehicleShots:
    return VehicleShots(
        count=count,
        hit=hit,
        penetration=penetration(shot, weapon),
        chart_modifier=sum(m.value for m in added(weapon, exposed=exposed)),
        chart_rolls=rolls(weapon, exposed=exposed),
    )


def destroyed_by(state: GameState, target: Unit, groups: Sequence[VehicleShots]) -> Fraction:
    """The chance that all these shots, in order, are the end of it."""
    return shared_fate.destroyed_by(fate_of(state, target), groups, chart_of(state))


def one_hit(state: GameState, weapon: Weapon, origin: Point, target: Unit) -> OneHit:
    """What the lines of a preview say of one hit from there, in numbers alone."""
    shot, exposed = shot_at(state, target, weapon, origin), is_exposed(state, target)
    third_edition = state.option("tri_glancing_column") == "third_edition"
    return _one_hit(fate_of(state, target), weapon, shot, exposed=exposed, third_edition=third_edition)


@lru_cache(maxsize=4096)
def _one_hit(fate: Fate, weapon: Weapon, shot: HullShot, *, exposed: bool, third_edition: bool) -> OneHit:
    return shared_fate.one_hit(fate, _shots(weapon, shot, exposed=exposed), columns(third_edition=third_edition))


def hit_lines(state: GameState, weapon: Weapon, origins: Sequence[Point], target: Unit) -> tuple[ShotLine, ...]:
    """One line for each face, and way of rolling, that hits from there would meet."""
    hull = HullStruck(
        fate=fate_of(state, target),
        chart=chart_of(state),
        modifiers=modifiers(state, target, weapon),
        one_hit=lambda shot: shots_on(state, target, weapon, shot),
        notes=lambda shot: _notes(state, target, weapon, shot),
    )
    shots = [shot_at(state, target, weapon, origin) for origin in origins]
    return lines_at_hull(weapon, shots, hull, [hidden_share(state, target, origin) for origin in origins])


def _notes(state: GameState, target: Unit, weapon: Weapon, shot: HullShot) -> Iterator[str]:
    if needs_text(shot, weapon.random_sides) == CANNOT_HURT:
        return
    if weapon.random_sides:
        yield f"Strength {weapon.strength_in_words(weapon.strength)}, rolled for each hit"
    if chart_rolls(state, target, weapon) > 1:
        yield "a burst over an open top: two rolls on the damage chart (TRI-DMG-06)"
    if fate_of(state, target).crashes:
        yield f"it moved over {CRASH_IN:g}″: immobilised, it crashes (TRI-DMG-08)"
