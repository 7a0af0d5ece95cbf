"""What fire would do. (TRI-FIRE-08, TRI-DMG-02)"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec.structs import replace

from rules.arap.shooting import odds as shooting_odds
from rules.arap.shooting import preview as shooting_preview
from rules.arap.shooting.plan import FirePlan, Firing
from rules.core.preview import Chance, Preview, ShotLine
from rules.dice.odds.armour import VehicleShots
from rules.forces.unit import Unit
from rules.forces.weapon import Weapon
from rules.state import GameState
from rules.vehicles.shared.damage.fate import HullShot
from rules.vehicles.shared.shooting import mounts_at_hull
from rules.vehicles.trial.damage import odds
from rules.vehicles.trial.hull.profile import is_exposed, profile_of


def hit_chance(firing: Firing) -> Fraction:
    """Of one shot; a twin-linked weapon has two tries. (TRI-FIRE-08)"""
    if firing.strip is not None:
        return shooting_odds.template_odds(firing.goal, "none")
    return firing.hit_odds


def twice_tried(weapon: Weapon, once: Fraction) -> Fraction:
    """The chance of a hit, if one throw has that chance; what is twin-linked throws again. (TRI-FIRE-08)"""
    return 1 - (1 - once) ** 2 if weapon.has("twin-linked") else once


def preview_of(state: GameState, unit: Unit, target: Unit, plan: FirePlan) -> Preview:
    """Goals, modifiers and chances of each weapon; of hits on a vehicle, and of all together."""
    if not target.is_vehicle:
        return shooting_preview.preview(state, unit, target, plan)
    lines: list[ShotLine] = []
    shots = []
    for group in plan.groups():
        lines.append(mounts_at_hull.line(state, group, hit_chance(group[0])))
        weapon = replace(group[0].weapon, strength=group[0].strength)
        lines += odds.hit_lines(state, weapon, [f.model.at for f in group], target)
        shots += [_shots(state, unit, target, weapon, f) for f in group]
    ends = odds.destroyed_by(state, target, shots)
    chance = Chance(label=f"{target.name} destroyed", exact=str(ends), value=float(ends))
    return Preview(shots=tuple(lines), chances=(chance,))


def _shots(state: GameState, unit: Unit, target: Unit, weapon: Weapon, firing: Firing) -> VehicleShots:
    """Shots at a vehicle; small shells wherever they come down. (ARAP-AREA-02)"""
    shot = odds.shot_at(state, target, weapon, firing.model.at)
    if not weapon.marker_in:
        return odds.shots_on(state, target, weapon, shot, count=firing.shots, hit=hit_chance(firing))

    def meets(shot: HullShot, count: int, hit: Fraction) -> VehicleShots:
        return odds.shots_on(state, target, weapon, shot, count=count, hit=hit)

    return mounts_at_hull.shells_at(state, unit, target, profile_of(state, target), firing, shot, meets)


def cited_of_hits(state: GameState, target: Unit, plan: FirePlan) -> Iterator[str]:
    """The rules of what hits on a vehicle would do."""
    if not target.is_vehicle:
        return
    yield from ("TRI-JOIN-04", "TRI-DMG-01", "TRI-DMG-02", *odds.chart_rules(state, "glancing"), "TRI-DMG-04")
    if any(odds.shot_at(state, target, f.weapon, f.model.at).hull_down for f in plan.firings):
        yield "TRI-DMG-09"
    if any(f.weapon.marker_in for f in plan.firings):
        yield from ("ARAP-AREA-02", "TRI-ORD-06")
    if is_exposed(state, target):
        yield from ("TRI-DMG-06", "TRI-PASS-04")
