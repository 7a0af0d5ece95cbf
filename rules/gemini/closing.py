"""Closing up in a melee between initiative steps and after a round. (ARAP-MELEE-08, -09, ARAP-MORAL-04)"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.core.ids import ModelId, UnitId
from rules.forces.unit import Model
from rules.gemini import fighting, walking
from rules.gemini.facts import ModelsMoved, Placement
from rules.geometry.facings import bearing, turn
from rules.progress import Progress
from rules.state import GameState, Melee

FREE_TURN_DEG = 90


def close_up(progress: Progress, melee_id: str, *, below: int | None, rules: Sequence[str]) -> None:
    """Models move up to fight, the active side's first.

    With `below` only those move that have yet to strike in this round: who has struck gains nothing by it.
    """
    melee = next((m for m in progress.state.melees if m.id == melee_id), None)
    for unit in _in_order(progress.state, melee):
        assert melee is not None
        placements = []
        longest = 0.0
        state = progress.state
        for model in state.units[unit].alive:
            if below is not None and fighting.initiative_of(state, melee, unit, model) >= below:
                continue
            placed, length = _moved_up(state, melee, unit, model)
            if placed is not None:
                placements.append(placed)
                longest = max(longest, length)
                state = _placed(state, unit, placed)
        if placements:
            progress.emit(
                ModelsMoved(
                    side=state.units[unit].side,
                    unit=unit,
                    placements=tuple(placements),
                    how="close-up",
                    length_in=longest,
                    voluntary=False,
                    rules=tuple(rules),
                )
            )


def _in_order(state: GameState, melee: Melee | None) -> list[UnitId]:
    units = [u for u in melee.units if state.units[u].on_table] if melee is not None else []
    return sorted(units, key=lambda u: state.units[u].side != state.active_side)


def _placed(state: GameState, unit: UnitId, placed: Placement) -> GameState:
    model = state.units[unit].model(placed.model)
    return state.with_unit(state.units[unit].with_model(replace(model, at=placed.at, facing=placed.facing)))


def _moved_up(state: GameState, melee: Melee, unit: UnitId, model: Model) -> tuple[Placement | None, float]:
    """Where a model goes: those in reach turn to an enemy if they have none in front, others move up."""
    enemies = fighting.enemy_models(state, melee, state.units[unit].side)
    if not enemies:
        return None, 0.0
    near = [e for e in enemies if fighting.reaches(state, model, e)]
    if near:
        return _turned(state, model, near), 0.0
    if fighting.engaged_with(state, model, enemies):
        return None, 0.0
    return _advanced(state, model, enemies)


def _turned(state: GameState, model: Model, near: Sequence[Model]) -> Placement | None:
    """Facing the nearest enemy, for a model that has none in its arc."""
    kinds = [kind for _, kind, _ in fighting.attack_kinds(state, model)]
    if any(fighting.sees_in_arc(model, e, kind) for e in near for kind in kinds):
        return None
    facing = bearing(model.at, walking.nearest_first(model, near)[0].at)
    return Placement(model=model.id, at=model.at, facing=facing, prone=model.prone)


def _advanced(state: GameState, model: Model, enemies: Sequence[Model]) -> tuple[Placement | None, float]:
    """Up to its normal allowance nearer to an enemy, into its own melee radius if it can. (ARAP-MELEE-08)

    Difficult ground does not slow it; turns beyond the free ones cost half an inch each.
    """
    taken = walking.occupied(state, (model.id,))
    for enemy in walking.nearest_first(model, enemies):
        facing = bearing(model.at, enemy.at)
        allowance = state.profile(model).m - (0.5 if turn(model.facing, facing) > FREE_TURN_DEG else 0.0)
        walk = walking.approach(state, model, enemy, allowance, taken, slowed=False)
        if walk is not None:
            return Placement(model=model.id, at=walk.to, facing=bearing(walk.to, enemy.at)), walk.length_in
    enemy = walking.nearest_first(model, enemies)[0]
    walk = walking.walk_towards(state, model, enemy.at, state.profile(model).m, taken, slowed=False)
    if walk.length_in < walking.MARGIN_IN:
        return None, 0.0
    return Placement(model=model.id, at=walk.to, facing=bearing(walk.to, enemy.at)), walk.length_in


def left_behind(state: GameState, melee: Melee) -> tuple[ModelId, ...]:
    """Models of the melee that are engaged with nobody."""
    return tuple(
        m.id
        for u in melee.units
        for m in fighting.members(state, (u,))
        if not fighting.engaged_with(state, m, fighting.enemy_models(state, melee, state.units[u].side))
    )
