"""Hits on a hull in a preview: a line for each face and way of rolling, with exact chances. (VEH-PEN-01, TRI-DMG-02)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import floor
from typing import Final, NamedTuple

from rules.core.modifier import Modifier
from rules.core.preview import CANNOT_HURT, Chance, Ending, HitLine, ShotLine, average
from rules.dice.odds.armour import VehicleShots
from rules.forces.weapon import Weapon
from rules.rulebook.charts import DamageChart
from rules.vehicles.shared.damage import fate as shared_fate
from rules.vehicles.shared.damage.fate import Fate, HullShot, chance, needs_text

HALF_UP: Final = 0.5
"""How percentages are rounded."""


class HullStruck(NamedTuple):
    """A hull that a weapon strikes, by its own rules: what is left of it, what is added on the chart, what is said."""

    fate: Fate
    chart: DamageChart
    modifiers: tuple[Modifier, ...]
    one_hit: Callable[[HullShot], VehicleShots]
    notes: Callable[[HullShot], Iterator[str]]


def lines(
    weapon: Weapon, shots: Sequence[HullShot], hull: HullStruck, hidden: Sequence[float] = ()
) -> tuple[ShotLine, ...]:
    """One line for those that meet the same face in the same way, with the share of the hull hidden from each."""
    shares: dict[HullShot, list[float]] = {}
    for shot, share in zip(shots, hidden, strict=False):
        shares.setdefault(shot, []).append(share)
    return tuple(_line(weapon, shot, n, hull, shares.get(shot, [])) for shot, n in Counter(shots).items())


def _line(weapon: Weapon, shot: HullShot, shooters: int, hull: HullStruck, hidden: Sequence[float]) -> ShotLine:
    needs = needs_text(shot, weapon.random_sides, blunt=not weapon.ap)
    return HitLine(
        weapon=weapon.id,
        name=f"{weapon.name} on {shot.armour.face} armour {shot.armour.av}",
        shooters=shooters,
        shots=shooters,
        goal=shot.armour.av - shot.strength,
        goal_text=needs,
        modifiers=hull.modifiers,
        chances=tuple(_chances(shot, hull)),
        notes=(
            *hull.notes(shot),
            *(f"{words} of it hidden" for words in (hidden_words(hidden),) if words),
            *(() if needs == CANNOT_HURT else _dice(weapon, shot)),
        ),
    )


def hidden_words(shares: Sequence[float]) -> str:
    """How much of a hull is hidden from so many eyes: "62%"; no word where all of it is open. (VEH-COV-01)"""
    found = [floor(100 * share + HALF_UP) for share in shares]
    if not any(found):
        return ""
    least, most = min(found), max(found)
    return f"{most}%" if least == most else f"{least} to {most}%"


def _chances(shot: HullShot, hull: HullStruck) -> Iterator[Chance]:
    """Of one hit: glancing, penetrating, each result of the chart, the end; and how many hits that takes."""
    shots = hull.one_hit(shot)
    yield chance("glances", shots.penetration.glancing)
    yield chance("penetrates", shots.penetration.penetrating)
    if not hull.fate.hull:
        for name, each in shared_fate.results(shots, hull.chart).items():
            yield chance(name.replace("-", " "), each)
    end = shared_fate.destroyed_by(hull.fate, [shots], hull.chart)
    yield Ending(label="destroyed by one hit", exact=str(end), value=float(end))
    hits = shared_fate.shots_to_destroy(hull.fate, shots, hull.chart)
    if hits is not None:
        yield average("hits to destroy it, average", hits)


def _dice(weapon: Weapon, shot: HullShot) -> Iterator[str]:
    """How it rolls against armour, and what keeps it from going through."""
    if not weapon.ap:
        yield "no AP: it only glances"
    elif shot.hull_down:
        yield f"hull-down: {shot.hull_down} or less makes a penetrating hit glance"
    if shot.kind == "melta":
        yield "melta under half range: two dice"
    if shot.kind == "ordnance":
        yield "ordnance: the higher of two dice"
