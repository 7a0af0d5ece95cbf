"""What a shell of ordnance may bring: its scatter, and exact chances wherever it comes down. (TRI-ORD-04 to -06)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from rules.arap.indirect.odds import RIGHT, once_right
from rules.arap.shooting import odds as shooting_odds
from rules.arap.shooting import template_odds
from rules.arap.shooting.plan import Firing
from rules.arap.shooting.template_odds import ScatteredShell
from rules.core.ids import ModelId
from rules.core.preview import Chance, Ending, Preview, ShotLine
from rules.dice.odds.armour import VehicleShots
from rules.forces.unit import Model, Unit
from rules.forces.weapon import Weapon
from rules.geometry.lengths import distance
from rules.state import GameState
from rules.vehicles.shared.damage.fate import HullShot
from rules.vehicles.shared.hull import hull_of
from rules.vehicles.shared.shooting import shells
from rules.vehicles.trial.damage import odds
from rules.vehicles.trial.hull.profile import profile_of
from rules.vehicles.trial.shooting import ordnance
from rules.vehicles.trial.shooting.ordnance import Way

NEVER: Final = Fraction(0)

BARRAGE: Final = ("TRI-ORD-07", "TRI-ORD-01", "TRI-ORD-02", "TRI-ORD-03", "TRI-ORD-05")

RULES: Final = ("TRI-ORD-01", "TRI-ORD-02", "TRI-ORD-03", "TRI-ORD-04")


def preview(state: GameState, unit: Unit, mount: int, target: Unit, aim: ModelId = ordnance.NEAREST) -> Preview:
    """How it scatters; what its middle on a vehicle would do, or how many of those on foot fall, wherever it lands."""
    shell = ordnance.laid_over(state, unit, mount, target, aim)
    way: Way = "moved" if unit.now.moved_in > 0 else "still"
    model = ordnance.aim_of(state, unit, target, mount, aim)
    if why := ordnance.misses(state, ordnance.gun_of(state, unit, target, mount), mount, model):
        text = f"{target.name} is {why}: it would miss for certain (TRI-ORD-04)"
        line = _line(shell.weapon, NEVER, way, notes=(text,))
        return Preview(shots=(line,), rules=RULES, vain="would miss for certain")
    line, scatter = _line(shell.weapon, ordnance.DIRECT, way), ordnance.lengths(way)
    if target.is_vehicle:
        return _at_hull(state, target, shell, line, _shell(state, unit, target, shell, scatter))
    hits = shooting_odds.per_hit(state, target, shell.strengths, shell.weapon.ap, shell.close)
    fallen = shooting_odds.of_burst(state, unit, target, template_odds.of_shell(state, unit, target, shell, scatter))
    line = replace(line, chances=(*line.chances, *hits))
    return Preview(shots=(line,), chances=tuple(fallen), rules=(*RULES, "TRI-ORD-05", "ARAP-AREA-04"))


def _at_hull(state: GameState, target: Unit, shell: Firing, line: ShotLine, shots: VehicleShots) -> Preview:
    """With its middle on it, and in all. (TRI-ORD-06)"""
    lines = odds.hit_lines(state, shell.weapon, [shell.model.at], target)
    ends = odds.destroyed_by(state, target, [shots])
    chance = Chance(label=f"{target.name} destroyed", exact=str(ends), value=float(ends))
    return Preview(shots=(line, *lines), chances=(chance,), rules=(*RULES, "TRI-ORD-06"))


def dropped(state: GameState, unit: Unit, gun: Model, weapon: Weapon, target: Unit | None) -> Preview:
    """How a barrage scatters, and what it does to those who are meant if the guess is right. (TRI-ORD-07)"""
    shell = ordnance.dropped(weapon)
    cited = (*BARRAGE, *(("TRI-ORD-06",) if target is not None and target.is_vehicle else ()))
    losses = tuple(_if_right(state, unit, gun, shell, target)) if target is not None else ()
    return Preview(shots=(_line(shell, ordnance.DIRECT, "barrage"),), chances=losses, rules=cited)


def _if_right(state: GameState, unit: Unit, gun: Model, shell: Weapon, target: Unit) -> Iterator[Chance]:
    scatter, aim = ordnance.lengths("barrage"), min(target.alive, key=lambda m: distance(gun.at, m.at))
    firing = Firing(gun, shell, 1, 0.0, aim, gun.facing, 0, (), shell.strength, False, 1)
    if not target.is_vehicle:
        yield from once_right(state, unit, target, [ScatteredShell(firing, scatter)])
        return
    ends = odds.destroyed_by(state, target, [_shell(state, unit, target, firing, scatter)])
    yield Ending(label=f"{target.name} destroyed {RIGHT}", exact=str(ends), value=float(ends))


def _line(weapon: Weapon, direct: Fraction, way: Way, notes: tuple[str, ...] = ()) -> ShotLine:
    """What is thrown for it, and the chance that it does not scatter."""
    return ShotLine(
        weapon=weapon.id,
        name=weapon.name,
        shooters=1,
        shots=1,
        goal=0,
        goal_text=ordnance.scatter_text(way),
        modifiers=(),
        chances=(Chance(label="direct hit", exact=str(direct), value=float(direct)),),
        notes=(*notes, f"marker {weapon.marker_in:g}″", "none of its other weapons fires in this turn"),
    )


def _shell(state: GameState, unit: Unit, target: Unit, firing: Firing, scatter: Mapping[float, int]) -> VehicleShots:
    """One shell at the middle of a vehicle, wherever it may come down. (TRI-ORD-04, TRI-ORD-06)"""
    shell, eye = firing.weapon, firing.model.at
    found = shells.falls_on(state, unit.id, hull_of(state, target), shell, scatter, eye, firing.aim.at)

    def meets(shot: HullShot, count: int, hit: Fraction) -> VehicleShots:
        return odds.shots_on(state, target, shell, shot, count=count, hit=hit)

    direct = odds.shot_at(state, target, shell, eye)
    return shells.shells(profile_of(state, target), direct, shell, found, scatter, meets, 1)
