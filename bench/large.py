"""Large fights on the measured table: twenty models with three kinds of weapons, and a melee of four units."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from bench import battle
from bench.battle import GAP_IN, MOB, in_hand
from rules.arap.shooting.shoot import Shoot
from rules.arap.turn.activation import EndActivation
from rules.core.ids import UnitId, WeaponId
from rules.forces.unit import Unit
from rules.progress import Action
from rules.state import ChargeMade, GameState, Melee

FIRERS: Final = 20
MOB_OPPOSITE: Final = UnitId("b30")
ARMS: Final = tuple(WeaponId(f"a:{name}") for name in ("field-carbine", "assault-carbine", "long-autogun"))
"""Rapid fire, assault and heavy."""
FIGHTERS: Final = tuple(UnitId(name) for name in ("a25", "a26", "b25", "b26"))
LINE_IN: Final = 1.8
"""Between the two front ranks of a melee: within the radius of Size Two."""
FIELD: Final = (30.0, 9.0)
"""Where the front rank of side A begins, between the two armies."""
RANGE_IN: Final = 11.0


def volley(state: GameState) -> tuple[GameState, Action]:
    """Twenty models with three kinds of weapons fire at a unit of thirty."""
    mob = state.units[MOB]
    armed = tuple(replace(m, weapons=(ARMS[n % len(ARMS)],)) for n, m in enumerate(mob.models[:FIRERS]))
    firers = _in_ranks(replace(mob, models=armed, n_start=FIRERS), FIELD, FIRERS)
    targets = _in_ranks(state.units[MOB_OPPOSITE], (FIELD[0] + RANGE_IN, FIELD[1]), 10)
    ready = in_hand(state.with_units(firers, targets), MOB)
    return ready, Shoot(side=battle.A, unit=MOB, target=MOB_OPPOSITE)


def melee(state: GameState) -> tuple[GameState, Action]:
    """Four units of ten, two abreast on each side, begin a round; the first charge has its bonus."""
    tops = (FIELD[1], FIELD[1] + 5 * GAP_IN)
    ours = [_in_ranks(state.units[name], (FIELD[0], top), 5) for name, top in zip(FIGHTERS[:2], tops, strict=True)]
    line = FIELD[0] + LINE_IN
    theirs = [_in_ranks(state.units[name], (line, top), 5) for name, top in zip(FIGHTERS[2:], tops, strict=True)]
    charge = ChargeMade(charger=FIGHTERS[0], target=FIGHTERS[2], direction="front")
    fight = Melee(id="measured", units=FIGHTERS, charges=(charge,))
    locked = replace(state.with_units(*ours, *theirs), melees=(fight,))
    return locked, EndActivation(side=battle.A)


def _in_ranks(unit: Unit, at: tuple[float, float], wide: int) -> Unit:
    """The front rank from that point southwards, the others behind it; side A faces east, side B west."""
    ours = unit.side == battle.A
    back = -GAP_IN if ours else GAP_IN
    models = tuple(
        replace(m, at=(at[0] + back * (n // wide), at[1] + GAP_IN * (n % wide)), facing=90 if ours else 270)
        for n, m in enumerate(unit.models)
    )
    return replace(unit, models=models)
