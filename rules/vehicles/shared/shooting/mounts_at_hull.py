"""What fire of mounted weapons at a hull needs: a throw to hit, or how a shell scatters. (VEH-AREA-01, ARAP-AREA-02)"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec.structs import replace

from rules.arap.shooting import shoot_at_spot
from rules.arap.shooting.plan import TWICE, Firing
from rules.arap.templates import marker
from rules.arap.templates.scatter import Shell
from rules.core.preview import Chance, ShotLine
from rules.dice.goals import goal_text
from rules.dice.odds.armour import VehicleShots
from rules.forces.hull import VehicleHull
from rules.forces.unit import Unit
from rules.geometry.lengths import distance
from rules.state import GameState
from rules.vehicles.shared.damage.fate import HullShot
from rules.vehicles.shared.hull import hull_of
from rules.vehicles.shared.shooting import shells
from rules.vehicles.shared.shooting.shells import ShotsOn


def line(state: GameState, group: Sequence[Firing], hit: Fraction) -> ShotLine:
    """Goal, modifiers and chance of like shots, each of which hits with that chance; how shells scatter."""
    first, shots = group[0], sum(f.shots for f in group)
    if first.weapon.marker_in:
        return replace(shoot_at_spot.line(state, first), shooters=len(group), shots=shots)
    return ShotLine(
        weapon=first.weapon.id,
        name=first.weapon.name,
        shooters=len(group),
        shots=shots,
        goal=first.goal,
        goal_text=goal_text(first.goal, "low"),
        modifiers=first.modifiers,
        chances=(Chance(label="to hit", exact=str(hit), value=float(hit)),),
        notes=(f"range {min(f.range_in for f in group):.2f}″", *((TWICE,) if first.twice else ())),
    )


def shells_at(
    state: GameState, unit: Unit, target: Unit, profile: VehicleHull, firing: Firing, shot: HullShot, meets: ShotsOn
) -> VehicleShots:
    """Shells wherever they may come down on or beside the hull, or be stopped on the way. (VEH-AREA-01)"""
    weapon = replace(firing.weapon, strength=firing.strength)
    eye, away = firing.model.at, distance(firing.model.at, firing.aim.at)
    shell = Shell(firing.model, unit, weapon, firing.aim.at, target.id, firing.modifiers, away)
    most_in, seven = away / 2 if shell.is_limited else float("inf"), marker.sevens(state)
    scatter = shells.lengths(firing.goal, most_in, seven_is_hit=seven)
    found = shells.falls_on(state, unit.id, hull_of(state, target), weapon, scatter, eye)
    return shells.shells(profile, shot, weapon, found, scatter, meets, firing.shots)
