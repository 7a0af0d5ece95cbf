"""Whom an attack strikes, its dice, range, cover and odds. (CRU-DICE-04, CRU-DICE-05, CRU-WEAP-04 to -11)"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from msgspec.structs import replace

from rules.core.ids import UnitId
from rules.core.modifier import Modifier
from rules.core.preview import ShotLine
from rules.crusade import marks, models, sight
from rules.crusade.dice import odds
from rules.crusade.shooting.aim import RAPID_IN, WeaponAim, fires_twice, muzzle
from rules.dice.odds.distribution import convolve
from rules.forces.crusade import CrusadeWeapon
from rules.forces.unit import Unit
from rules.geometry.lengths import Point, distance, distance_to_segment, is_within, toward
from rules.state import GameState


class StruckModels(NamedTuple):
    """Whom an attack strikes, and by how much its range weakens it."""

    targets: tuple[UnitId, ...]
    penalty: int
    dice: int
    """Dice for everybody; `more` for vehicles alone. (CRU-SHOT-04)"""
    more: int


def step_of(state: GameState, unit: Unit) -> int:
    """Every 8 inches for passengers with their own weapons, else every 12. (CRU-DICE-05, CRU-FIRE-03)"""
    return sight.PASSENGER_STEP_IN if unit.aboard is not None else sight.STEP_IN


def struck_at(state: GameState, unit: Unit, key: str, made: CrusadeWeapon, aim: WeaponAim, at: Point) -> StruckModels:
    """Whom a weapon strikes if it comes down, or is aimed, at that place. (CRU-WEAP-05, -07, -08, -11)"""
    _, tip = muzzle(state, unit, key, at)
    target = state.units[aim.target] if aim.target else None
    inches = sight.range_to(state, tip, target) if target else distance(tip, at)
    penalty = sight.penalty(inches, step_of(state, unit))
    if made.blast_in:
        struck = under(state, at, made.blast_in, aloft=is_aloft(state, unit, made, target))
        return StruckModels(struck, penalty, made.dice, int(_any_hull(state, struck)))
    if "Line" in made.letters:
        aloft = is_aloft(state, unit, made, target)
        on_line = tuple(u.id for u in _along(state, unit, tip, at, _reach_in(state, made, inches), aloft=aloft))
        return StruckModels(on_line, penalty, made.dice, int(_any_hull(state, on_line)))
    assert target
    hot = "HFT" in made.letters and target.is_vehicle and is_within(inches, RAPID_IN)
    return StruckModels((target.id,), penalty, made.dice, int(hot))


def _reach_in(state: GameState, made: CrusadeWeapon, inches: float) -> float:
    """How far a line runs; where nothing limits it over the table, up to version 13 to its target. (CRU-WEAP-11)"""
    across = math.hypot(state.scenario.width_in, state.scenario.height_in)
    return made.max_range_in or (inches if state.is_older_than("14") else across)


def _any_hull(state: GameState, units: tuple[UnitId, ...]) -> bool:
    return any(state.units[u].is_vehicle for u in units)


def is_aloft(state: GameState, firer: Unit, made: CrusadeWeapon, target: Unit | None) -> bool:
    """Whether a blast or a line is among those who fly: at the height of the model that it is aimed at.

    A spot is on the ground. Up to version 8 blasts burst on the ground alone, and lines ran as high as who fired.
    (CRU-WEAP-08, CRU-WEAP-11, CRU-SHOT-04)
    """
    if state.is_older_than("9"):
        return not made.blast_in and models.flies(state, firer)
    return target is not None and models.flies(state, target)


def under(state: GameState, at: Point, radius: float, *, aloft: bool = False) -> tuple[UnitId, ...]:
    """Every model at that height with any part within the radius, friend or foe, nearest first. (CRU-WEAP-08)"""
    open_to = (u for u in models.open_to_bursts(state) if models.flies(state, u) == aloft)
    near = [(models.gap_to_burst(state, u, at), u.id) for u in open_to]
    return tuple(u for gap, u in sorted(near) if is_within(gap, radius))


def _along(state: GameState, firer: Unit, tip: Point, at: Point, reach: float, *, aloft: bool) -> list[Unit]:
    """Every model at that height on the line to the weapon's maximum range, nearest first. (CRU-WEAP-11)"""
    end = toward(tip, at, reach)
    found, own = [], (firer.id, firer.aboard or firer.id)
    for unit in models.open_to_bursts(state):
        if unit.id in own or unit.aboard in own or models.flies(state, unit) != aloft:
            continue
        if unit.is_vehicle:
            hull = models.pose(state, unit)
            points = (toward(tip, end, reach * n / 100) for n in range(101))
            on_line = any(hull.contains(point) for point in points)
        else:
            ring = models.base(state, unit)
            on_line = is_within(distance_to_segment(ring.centre, tip, end), ring.radius)
        if on_line:
            found.append((models.gap_to_burst(state, unit, tip), unit.id))
    return [state.units[u] for _, u in sorted(found)]


def cover_of(state: GameState, firer: Unit, eye: Point, target: Unit, made: CrusadeWeapon) -> tuple[int, str]:
    """1 or 0, and the rule that gives it. (CRU-TROOP-05, CRU-SHOT-02, CRU-TRAN-04)"""
    if made.ignores_cover:
        return 0, ""
    shrouded = (1, "CRU-SHOT-02") if sight.in_a_shroud(state, eye, target) else (0, "")
    if target.is_vehicle:
        return shrouded
    if target.aboard is not None:
        if target.aboard == firer.aboard and not state.is_older_than("14"):
            return 0, ""  # full cover counts against attacks from outside
        return 1, "CRU-TRAN-07" if models.serves(state, target) else "CRU-TRAN-04"
    over = made.blast_in or models.in_air(state, firer)
    if (over and not sight.has_roof(state, target)) or not sight.has_front_cover(state, eye, target):
        return shrouded
    return 1, "CRU-TROOP-05"


class Held(NamedTuple):
    """What a model holds against an attack: its dice, its armour, its cover and the rule that gives it."""

    defence: int
    armour: int
    cover: int
    rule: str


def held(state: GameState, firer: Unit, eye: Point, target: Unit, made: CrusadeWeapon) -> Held:
    """Dice, armour and cover of a target. (CRU-DICE-04, CRU-DICE-10, CRU-WEAP-07)"""
    hull = models.chassis(state, target)
    cover, rule = cover_of(state, firer, eye, target, made)
    armour = int(hull is not None and hull.armored and "HFT" not in made.letters)
    return Held(models.defence_dice(state, target.id) if hull else models.dice_of(target), armour, cover, rule)


def needed(state: GameState, target: Unit) -> int:
    """Hits that end it: a vehicle's last card, the last die of a troop. (CRU-DICE-02, CRU-DICE-03)"""
    hull = models.chassis(state, target)
    left = hull.hits - len(marks.of(state, target.id).cards) if hull else models.dice_of(target)
    return max(1, left)


def attacks(state: GameState, unit: Unit, made: CrusadeWeapon, aim: WeaponAim) -> tuple[WeaponAim, ...]:
    """Each attack of a weapon: of rapid fire two, at the same model or at another one. (CRU-WEAP-04)"""
    if not fires_twice(state, unit, made, aim):
        return (aim,)
    return (aim, replace(aim, target=aim.then or aim.target))


def shot_lines(state: GameState, unit: Unit, aim: WeaponAim) -> Iterator[ShotLine]:
    """What one weapon would do to each model that it strikes. (CRU-DICE-04)"""
    yield from (line for _, line in struck_lines(state, unit, aim))


def struck_lines(state: GameState, unit: Unit, aim: WeaponAim) -> Iterator[tuple[Unit, ShotLine]]:
    """Each model that it strikes, friend or foe, with what it would do to it. (CRU-DICE-04, CRU-WEAP-08)"""
    found = models.weapon(state, unit, aim.weapon)
    assert found
    shots = attacks(state, unit, found[1], aim)
    if aim.then is None:
        yield from _struck_lines(state, unit, aim, found, len(shots))
        return
    for each in shots:
        yield from _struck_lines(state, unit, each, found, 1)


def _struck_lines(
    state: GameState, unit: Unit, aim: WeaponAim, found: tuple[str, CrusadeWeapon], shots: int
) -> Iterator[tuple[Unit, ShotLine]]:
    name, made = found
    target = state.units[aim.target] if aim.target else None
    at = sight.aim_point(state, target) if target else aim.at
    assert at
    eye, _ = muzzle(state, unit, aim.weapon, at)
    struck = struck_at(state, unit, aim.weapon, made, aim, at)
    for each in struck.targets:
        victim = state.units[each]
        words = f"{name} at {victim.name}" if len(struck.targets) > 1 or aim.then else name
        yield victim, _line(state, unit, aim, (words, made), struck, victim, eye, shots)


def notes_of_place(state: GameState, unit: Unit, aim: WeaponAim) -> Iterator[str]:
    """What is to be known of a shot: whether it drifts, and that it strikes nobody, or not who flies. (CRU-WEAP-09)"""
    found = models.weapon(state, unit, aim.weapon)
    if found is not None and aim.target:
        yield from _notes_of_target(state, unit, aim, *found)
    if aim.at is None or found is None:
        return
    eye, _ = muzzle(state, unit, aim.weapon, aim.at)
    if not sight.sees_point(state, unit, eye, aim.at):
        yield "not seen from here: deviates 1D6 inches (CRU-WEAP-09)"
    if not struck_at(state, unit, aim.weapon, found[1], aim, aim.at).targets:
        yield f"nobody within {found[1].blast_in:g}″ of there (CRU-WEAP-08)"


def _notes_of_target(state: GameState, unit: Unit, aim: WeaponAim, name: str, made: CrusadeWeapon) -> Iterator[str]:
    """Battles of older versions: a blast bursts on the ground, a line runs as high as who fires. (CRU-WEAP-08, -11)"""
    target = state.units[UnitId(aim.target or "")]
    if not strikes(state, unit, aim, made):
        rule = "CRU-WEAP-08" if made.blast_in else "CRU-WEAP-11"
        yield f"{name} does not strike {target.name}, which {_height(state, target)} ({rule})"


def strikes(state: GameState, unit: Unit, aim: WeaponAim, made: CrusadeWeapon) -> bool:
    """Whether an attack strikes the model that it is aimed at: not always by older versions. (CRU-WEAP-08, -11)"""
    assert aim.target
    at = sight.aim_point(state, state.units[aim.target])
    return aim.target in struck_at(state, unit, aim.weapon, made, aim, at).targets


def _height(state: GameState, target: Unit) -> str:
    return "flies" if models.flies(state, target) else "is on the ground"


def _failing(dice: int) -> str:
    """How likely a weapon jams, or is lost, with one roll. (CRU-WEAP-01, CRU-WEAP-02)"""
    jams, lost = odds.fails(dice)
    return f"each roll {_percent(jams)} jams" + (f", {_percent(lost)} explodes and is lost" if lost else "")


def _percent(chance: Fraction) -> str:
    """Less than one in a hundred with a decimal."""
    return f"{float(chance):.{0 if chance >= Fraction(1, 100) else 1}%}"


def _line(
    state: GameState,
    unit: Unit,
    aim: WeaponAim,
    weapon: tuple[str, CrusadeWeapon],
    struck: StruckModels,
    target: Unit,
    eye: Point,
    shots: int,
) -> ShotLine:
    name, made = weapon
    hull = models.chassis(state, target)
    defence, armour, cover, rule = held(state, unit, eye, target, made)
    dice = struck.dice + (struck.more if hull else 0)
    found = odds.hits(dice, defence, armour + cover, struck.penalty)
    whole = convolve([found] * shots)
    modifiers = [Modifier(-struck.penalty, "range", "CRU-DICE-05")] if struck.penalty else []
    modifiers += [Modifier(-armour, "Armored", "CRU-DICE-10")] if armour else []
    modifiers += [Modifier(-cover, "cover", rule)] if cover else []
    chances = [odds.chance("a hit", whole.at_least(1)), odds.mean("hits", whole)]
    if "R" in made.letters:
        again = odds.hits_of(odds.blanks_again(dice), defence, armour + cover, struck.penalty)
        chances.append(odds.chance("a hit, blanks rolled again", convolve([again] * shots).at_least(1)))
    if hull:
        chances.append(odds.chance("destroyed", whole.at_least(needed(state, target))))
    else:
        chances.append(odds.chance("out of play", found.at_least(models.dice_of(target))))
    notes = [f"{dice}R against {defence}R of {target.name}"]
    notes += [_failing(dice)] if "J/X" in made.letters else []
    return ShotLine(
        weapon=aim.weapon,
        name=name,
        shooters=1,
        shots=shots,
        goal=0,
        goal_text=f"{dice}R",
        modifiers=tuple(modifiers),
        chances=tuple(chances),
        notes=tuple(notes),
    )
