"""What storming a section may bring. (BLD-SCC-04, BLD-SCC-06, BLD-SCC-07)"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec.structs import replace

from rules.arap.attacks.odds import BlowOdds
from rules.arap.melee import charge_home, grenades
from rules.buildings.sections.assault import fighting
from rules.buildings.sections.assault.strikes import Fighters
from rules.buildings.sections.reach import WayOfAssault
from rules.core.ids import ModelId, UnitId
from rules.core.preview import Chance, ShotLine, average
from rules.forces.unit import Unit
from rules.state import GameState, Melee


def who(
    state: GameState, found: WayOfAssault, melee: Melee, unit: Unit, foes: list[Unit], defenders: int
) -> Iterator[str]:
    names = " and ".join(f.name for f in foes)
    if melee.storming:
        ways = ", ".join(dict.fromkeys(w.name for _, w in found.through))
        count = len(melee.storming)
        fighting = min(count, defenders)
        yield f"{count} of {unit.name} come through {ways} against {fighting} of {names}, one to one."
        if count > fighting:
            yield f"{count - fighting} double up."
    else:
        yield f"A D6 of {len(found.able)} fight a D6 of {defenders}."
    if found.far:
        yield "They come from two sections away, through open space. (BLD-SMOV-03)"
    if found.by_ladder:
        yield "By a ladder: no charge bonus. (BLD-LADR-03)"


def slowed_by_cover(state: GameState, unit: Unit, foes: list[Unit], melee: Melee) -> Iterator[str]:
    if melee.charges[0].slowed and charge_home.is_hooked(state, unit):
        yield "In cover; flesh hooks let the attackers strike as their enemies do. (ARAP-CCG-04)"
    elif melee.charges[0].slowed:
        yield "Those inside are in cover: the attackers strike at Initiative 1. (BLD-SCC-04)"
    elif grenades.uses_grenades(state, unit, "assault-grenade"):
        if_used = " if they are used" if grenades.still_asked(state, unit, "assault-grenade") else ""
        yield f"Assault grenades cancel the cover{if_used}. (ARAP-CCG-01)"
    throwing = [f for f in foes if grenades.uses_grenades(state, f, "defensive-grenade")]
    if not melee.charges[0].bonus and throwing:
        asked = all(grenades.still_asked(state, f, "defensive-grenade") for f in throwing)
        yield f"Defensive grenades cost it its bonus{' if they are used' if asked else ''}. (ARAP-CCG-02)"


def promises(
    state: GameState, melee: Melee, attack: list[ModelId], defend: list[ModelId]
) -> tuple[list[ShotLine], tuple[Chance, ...]]:
    """Lines of blows and the wounds to expect; where dice say how many fight, lines for one of each side."""
    blows, shares = _blows(state, melee, attack, defend)
    lines: list[ShotLine] = [
        blow.line if melee.storming else replace(blow.line, notes=("of each who fights",)) for blow in blows
    ]
    means = _means(blows, shares)
    chances = tuple(average(f"wounds to expect of {state.units[u].name}", mean) for u, mean in means.items())
    return lines, chances


def wounds_expected(
    state: GameState, melee: Melee, attack: list[ModelId], defend: list[ModelId]
) -> dict[UnitId, Fraction]:
    """By unit, the wounds that its blows cost the other in the first round."""
    return _means(*_blows(state, melee, attack, defend))


def _blows(
    state: GameState, melee: Melee, attack: list[ModelId], defend: list[ModelId]
) -> tuple[list[BlowOdds], dict[UnitId, Fraction]]:
    """The blows of one of each pair or side, and how many such there are of each unit, on average."""
    if melee.storming:
        blows = fighting.expected(state, melee, Fighters(tuple(attack), tuple(defend[: len(attack)]), pairs=True))
        return blows, {u: Fraction(1) for u in melee.units}
    blows = fighting.expected(state, melee, Fighters(tuple(attack[:1]), tuple(defend[:1]), pairs=True))
    charger = melee.charges[0].charger
    counts = {True: fighting.mean_fighters(len(attack)), False: fighting.mean_fighters(len(defend))}
    return blows, {u: counts[u == charger] for u in melee.units}


def _means(blows: list[BlowOdds], shares: dict[UnitId, Fraction]) -> dict[UnitId, Fraction]:
    means: dict[UnitId, Fraction] = {}
    for blow in blows:
        means[blow.unit] = means.get(blow.unit, Fraction(0)) + (blow.mean or 0) * shares[blow.unit]
    return means
