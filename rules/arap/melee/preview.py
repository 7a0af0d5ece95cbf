"""What the first round of a melee would bring if a charge came home. (ARAP-CHG-06, ARAP-MELEE-05)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from rules.arap.attacks import blows as attacks_blows
from rules.arap.attacks import odds as attacks_odds
from rules.arap.attacks.odds import BlowOdds
from rules.arap.events import placed
from rules.arap.melee import charge_home
from rules.arap.paths import charge_floors, charge_stop
from rules.arap.paths.charge_plan import ChargePlan
from rules.core.ids import ModelId, UnitId
from rules.forces.unit import Point, Unit
from rules.state import ChargeMade, GameState, Melee


class Clash(NamedTuple):
    """The table as a charge would leave it, the melee that begins there, and its blows; no melee against backs."""

    state: GameState
    fought: Melee | None
    blows: tuple[BlowOdds, ...]


def clash(state: GameState, unit: Unit, target: Unit, laid: ChargePlan, jumped: tuple[ModelId, ...] = ()) -> Clash:
    """What a charge along those ways leads to. `jumped` are members that land from above. (ARAP-FALL-05)"""
    starts = {m: at for m, at in charge_floors.starts(state, unit, laid.paths).items() if m not in jumped}
    after = state.with_unit(placed(unit, laid.placements))
    laddered = charge_stop.is_laddered(state, charge_stop.ladders_used(state, unit, laid))
    fought = _fight(after, unit.id, target.id, starts, jumped, laddered=laddered) if laid.reaches else None
    if fought is None:
        return Clash(after, None, ())
    if jumped:
        after = replace(after, melees=(*after.melees, fought))
    return Clash(after, fought, tuple(_blows(after, fought)))


def _fight(
    state: GameState,
    unit: UnitId,
    target: UnitId,
    starts: dict[ModelId, Point],
    jumped: tuple[ModelId, ...] = (),
    *,
    laddered: bool = False,
) -> Melee | None:
    """The melee as it would be if the chargers stood where they would end; None against backs turned."""
    charger, charged = state.units[unit], state.units[target]
    if charged.routing:
        return None
    charge = ChargeMade(
        charger=unit,
        target=target,
        direction=charge_home.direction(state, unit, target),
        bonus=not laddered and not charge_home.defends_itself(state, unit, target),
        slowed=charge_home.is_slowed(state, charger, charged, starts),
        jumped=jumped,
    )
    return Melee(id="", units=(unit, target), charges=(charge,))


def _blows(state: GameState, fought: Melee) -> Iterator[BlowOdds]:
    """All blows alike together, in the order of the Initiative steps."""
    for initiative in sorted(set(attacks_blows.initiatives(state, fought)), reverse=True):
        yield from attacks_odds.of_step(state, fought, initiative)
