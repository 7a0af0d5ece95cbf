"""How a charge comes home: from which side, slowed by cover or not, whom it draws in. (ARAP-CHG-06, ARAP-COVR-01)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from rules.arap.melee.grenades import uses_grenades
from rules.arap.melee.join import Direction, MeleeJoined, merged
from rules.arap.positions import engagement
from rules.arap.sight import cover as sight_cover
from rules.arap.sight import lines
from rules.arap.terrain import ground
from rules.arap.units.vehicle_interface import MachinesThatFight
from rules.arap.vehicle_interface import ask
from rules.core.ids import ModelId, UnitId
from rules.forces.unit import Model, Point, Unit
from rules.geometry.facings import quadrant
from rules.geometry.lengths import distance
from rules.progress import Progress
from rules.state import ChargeMade, GameState

MILDEST_FIRST: Final[tuple[Direction, ...]] = ("front", "flank", "rear")


def in_contact(state: GameState, unit: UnitId, target: UnitId) -> bool:
    """Whether a member of the unit has a member of the target in reach. (ARAP-CHG-03)"""
    theirs = engagement.members(state, (target,))
    return any(engagement.reaches(state, m, e) for m in engagement.members(state, (unit,)) for e in theirs)


def direction(state: GameState, unit: UnitId, target: UnitId) -> Direction:
    """The quadrant in which most chargers stand, each seen from the figure that it met. (ARAP-CHG-06)"""
    theirs = engagement.members(state, (target,))
    met: list[Direction] = []
    for charger in engagement.members(state, (unit,)):
        near = [e for e in theirs if engagement.are_engaged(state, charger, e)]
        if near:
            figure = min(near, key=lambda e: distance(charger.at, e.at))
            met.append(quadrant(figure.facing, figure.at, charger.at))
    return by_majority(met)


def by_majority(met: Sequence[Direction]) -> Direction:
    """What most chargers found; if that is unclear the mildest. (ARAP-CHG-06)"""
    return max(MILDEST_FIRST, key=lambda d: (met.count(d), -MILDEST_FIRST.index(d)))


def is_slowed(state: GameState, charger: Unit, target: Unit, starts: Mapping[ModelId, Point]) -> bool:
    """Whether chargers fight their first round at Initiative 1. (ARAP-COVR-01, ARAP-CCG-01)

    The target is in hard cover by half or more, or the way led over ground that calls for a test. A pinned unit or
    one gone to ground has no such benefit, and chargers with assault grenades cancel it.
    """
    return not uses_grenades(state, charger, "assault-grenade") and is_sheltered(state, charger, target, starts)


def cancels_cover(state: GameState, charger: Unit, target: Unit, starts: Mapping[ModelId, Point]) -> bool:
    """Whether assault grenades take the benefit of cover from the target. (ARAP-CCG-01)"""
    return uses_grenades(state, charger, "assault-grenade") and is_sheltered(state, charger, target, starts)


def is_hooked(state: GameState, charger: Unit) -> bool:
    """Whether all the chargers have flesh hooks. (ARAP-CCG-04)"""
    return all(state.profile(m).has("flesh-hooks") for m in charger.alive)


def is_sheltered(state: GameState, charger: Unit, target: Unit, starts: Mapping[ModelId, Point]) -> bool:
    """Whether a target that is neither pinned nor gone to ground has the benefit of cover. (ARAP-COVR-01)"""
    if target.is_pinned or target.gone_to_ground:
        return False
    met_hazard = any(_met_hazard(state, starts.get(m.id), m) for m in charger.alive)
    return met_hazard or in_hard_cover(state, charger, target, starts) or _in_charge_cover(state, target)


def _in_charge_cover(state: GameState, target: Unit) -> bool:
    """Whether half of the target or more stands where the host says that this has the effect. (ARAP-COVR-01)"""
    if not any(piece.charge_cover for piece in state.terrain):
        return False
    inside = sum(any(piece.charge_cover for piece in ground.terrain_at(state, m.at)) for m in target.alive)
    return 2 * inside >= len(target.alive)


def in_hard_cover(state: GameState, charger: Unit, target: Unit, starts: Mapping[ModelId, Point]) -> bool:
    """Whether half of the target or more is in hard cover from where the chargers came. (ARAP-COVR-01, ARAP-HIT-07)"""
    models = tuple(replace(m, at=starts.get(m.id, m.at)) for m in charger.models)
    return sight_cover.of_unit(state, replace(charger, models=models), target).kind == "hard"


def _met_hazard(state: GameState, start: Point | None, model: Model) -> bool:
    """Whether the charger's way led over dangerous ground.

    What is crossed in a charge besides, a ladder or a wall up to a model's height, takes no test (ARAP-LADR-01,
    ARAP-CLIMB-03); before version 9 it counted all the same.
    """
    if start is None:
        return False
    leg = ground.cost_of_leg(state, model, start, model.at)
    known = ground.table_of(state).terrain
    return (state.is_older_than("9") and bool(leg.climbed)) or any(
        known[a].hazard_to(state.profile(model).kind) for a in ground.ground_of(state).crossed(start, model.at)
    )


def charge_home(
    progress: Progress,
    unit: UnitId,
    target: UnitId,
    starts: Mapping[ModelId, Point],
    *,
    bonus: bool = True,
    wounds: tuple[tuple[UnitId, UnitId, int], ...] = (),
    rules: Sequence[str],
    jumped: tuple[ModelId, ...] = (),
) -> None:
    """A charge has made contact: both units are locked, with every other enemy that a charger reached.

    `starts` are the places that the chargers came from; who has none and has not `jumped` has fallen and is none of
    them. (ARAP-FALL-05)
    """
    state = progress.state
    charger = _charging(state.units[unit], starts, jumped)
    thrown = defends_itself(state, unit, target)
    # An edge jumped from is no obstacle between chargers and target.
    walked = {m: start for m, start in starts.items() if m not in jumped}
    charge = ChargeMade(
        charger=unit,
        target=target,
        direction=direction(state, unit, target),
        bonus=bonus and not thrown,
        slowed=is_slowed(state, charger, state.units[target], walked),
        jumped=jumped,
    )
    rules = (
        *rules,
        "ARAP-MELEE-01",
        "ARAP-CHG-07",
        *(("ARAP-COVR-01",) if charge.slowed else ()),
        *(("ARAP-CCG-04",) if charge.slowed and is_hooked(state, charger) else ()),
        *(("ARAP-CCG-01",) if cancels_cover(state, charger, state.units[target], walked) else ()),
        *(("ARAP-CCG-02",) if thrown else ()),
    )
    melee, units = f"{unit}-{target}", (unit, target, *_drawn_in(state, charger, target))
    progress.emit(
        MeleeJoined(
            side=charger.side,
            unit=unit,
            melee=melee,
            units=units,
            charge=charge,
            wounds=wounds,
            joined=merged(state, melee, units, charge, wounds),
            rules=rules,
        )
    )


def _charging(unit: Unit, starts: Mapping[ModelId, Point], jumped: tuple[ModelId, ...]) -> Unit:
    """The unit without members that fell as they jumped down: they neither slow the others nor count. (FALL-05)"""
    return replace(unit, models=tuple(m for m in unit.models if not m.alive or m.id in starts or m.id in jumped))


def defends_itself(state: GameState, unit: UnitId, target: UnitId) -> bool:
    """Whether defensive grenades cost the chargers their bonuses. (ARAP-CCG-02)"""
    used = uses_grenades(state, state.units[target], "defensive-grenade")
    return used and may_defend_itself(state, unit, target)


def may_defend_itself(state: GameState, unit: UnitId, target: UnitId) -> bool:
    """Whether the chargers are where defensive grenades may be used: in the fire arc, not from the rear.

    Nor do those who are locked use any. (ARAP-CCG-02)
    """
    charged = state.units[target]
    if state.is_locked(target) or direction(state, unit, target) == "rear":
        return False
    chargers = state.units[unit].alive
    pairs = [(c, m) for c in chargers for m in charged.alive]
    near, figure = min(pairs, key=lambda p: distance(p[0].at, p[1].at))
    return lines.in_arc(figure.facing, figure.at, near.at)


def are_of_use(state: GameState, grenades: str, unit: UnitId, target: UnitId, starts: Mapping[ModelId, Point]) -> bool:
    """Whether there is anything to ask about once the chargers have come from those places. (ARAP-CCG-01, -02)"""
    if grenades == "assault-grenade":
        return is_sheltered(state, state.units[unit], state.units[target], starts)
    return may_defend_itself(state, unit, target)


def might_be_of_use(state: GameState, grenades: str, charger: Unit, target: Unit) -> bool:
    """The same as it was judged in version 5: from where both stand, before the charge moves."""
    pairs = [(c, m) for c in charger.alive for m in target.alive]
    if not pairs:
        return False
    near, figure = min(pairs, key=lambda p: distance(p[0].at, p[1].at))
    if grenades == "assault-grenade":
        starts = {m.id: m.at for m in charger.alive}
        there = replace(charger, models=tuple(replace(m, at=figure.at) for m in charger.models))
        return is_sheltered(state, there, target, starts)
    return not state.is_locked(target.id) and lines.in_arc(figure.facing, figure.at, near.at)


def _drawn_in(state: GameState, charger: Unit, target: UnitId) -> list[UnitId]:
    """Other enemy units that chargers are engaged with."""
    return [
        u.id
        for u in state.enemies_of(charger.side)
        if u.id != target
        and not ask(state, MachinesThatFight).never_locked(state, u)
        and not u.routing
        and any(engagement.are_engaged(state, m, e) for m in charger.alive for e in u.alive)
    ]
