"""Who is struck: at random, or shared out in big battles. (ARAP-CAS-01, ARAP-CAS-03)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from rules.core.ids import ModelId, WeaponId
from rules.forces.unit import Unit
from rules.progress import Progress


class Lot(Struct, frozen=True, kw_only=True):
    """Hits of one kind, not yet rolled to wound.

    `victims` names who is hit, one entry a hit; without it `count` hits are shared out at random. `close` allows wound
    goals of 8 and 9. (ARAP-DMG-02)
    """

    weapon: WeaponId
    strength: int
    ap: int | None = None
    count: int = 0
    victims: tuple[ModelId, ...] = ()
    close: bool = True
    in_order: bool = False
    """Wounds fall on the first of the victims, whoever was hit: those nearest to a marker's centre. (ARAP-AREA-08)"""


def allocate(progress: Progress, unit: Unit, lots: Sequence[Lot], what: str) -> list[Lot]:
    """The lots with their victims; those that have them already keep them. `what` is a hit or a wound."""
    if progress.state.option("casualty_allocation") == "quick":
        return _quick(progress, unit, lots, what)
    standing = [m.id for m in unit.alive]
    return [lot if lot.victims else replace(lot, victims=drawn(progress, unit, standing, lot, what)) for lot in lots]


def drawn(progress: Progress, unit: Unit, standing: Sequence[ModelId], lot: Lot, what: str) -> tuple[ModelId, ...]:
    """A member for each hit, drawn with replacement; a single one needs no die. (ARAP-CAS-01)"""
    if len(standing) == 1 or not lot.count:
        return (standing[0],) * lot.count
    rolled = progress.roll(
        "pick",
        lot.count,
        sides=len(standing),
        sense="pick",
        unit=unit.id,
        why=f"{unit.name}: who takes each {what} of {progress.state.weapons[lot.weapon].name}",
        rules=("ARAP-CAS-01",),
    )
    return tuple(standing[die - 1] for die in rolled.dice)


def _quick(progress: Progress, unit: Unit, lots: Sequence[Lot], what: str) -> list[Lot]:
    """Hits of the commonest Strength and AP are shared evenly, the others drawn. (ARAP-CAS-03)"""
    standing = [m.id for m in unit.alive]
    counts: Counter[tuple[int, int | None]] = Counter()
    for lot in lots:
        if not lot.victims:
            counts[lot.strength, lot.ap] += lot.count
    if not counts:
        return list(lots)
    common = max(counts, key=lambda kind: counts[kind])
    shares = shared(progress, unit, standing, counts[common], what)
    placed = []
    for lot in lots:
        if lot.victims:
            placed.append(lot)
        elif (lot.strength, lot.ap) == common:
            placed.append(replace(lot, victims=tuple(shares[: lot.count])))
            shares = shares[lot.count :]
        else:
            placed.append(replace(lot, victims=drawn(progress, unit, standing, lot, what)))
    return placed


def shared(progress: Progress, unit: Unit, standing: Sequence[ModelId], count: int, what: str) -> list[ModelId]:
    """Everybody has an equal share, and who has one more is drawn without repeat. (ARAP-CAS-03)"""
    each, more = divmod(count, len(standing))
    victims = [m for m in standing for _ in range(each)]
    left = list(standing)
    for _ in range(more):
        why = f"{unit.name}: who takes one {what} more" if each else f"{unit.name}: who takes the {what}"
        victims.append(left.pop(progress.pick(len(left), unit=unit.id, why=why, rules=("ARAP-CAS-03",))))
    return victims
