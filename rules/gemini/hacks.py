"""Free hacks: blows at backs, which nobody returns. (ARAP-PURS-02, ARAP-MELEE-10, ARAP-BREAK-01)"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

from rules.core.ids import ModelId, UnitId
from rules.forces.unit import Model, Point
from rules.gemini import blows, fighting
from rules.gemini.blows import Volley
from rules.gemini.fighting import Aim, Strike
from rules.geometry.lengths import distance, distance_to_segment, is_within
from rules.progress import Progress
from rules.state import GameState


def free_hacks(
    progress: Progress,
    unit: UnitId,
    target: UnitId,
    *,
    rules: Sequence[str] = ("ARAP-PURS-02",),
    paths: Mapping[ModelId, Sequence[Point]] | None = None,
) -> bool:
    """One blow of each fighter of the unit that has a member of the target in reach; whether anybody struck.

    With `paths` it is enough that a member came through the fighter's reach on its way. (ARAP-INT-03)
    """
    aimed = aimed_at_backs(progress.state, unit, target, paths or {})
    if not aimed:
        return False
    blows.resolve(
        progress,
        (Volley(unit, aimed),),
        label="free-hack",
        what="strike at the backs of",
        cause="free-hack",
        rules=(*rules, "ARAP-MELEE-10"),
    )
    return True


def aimed_at_backs(
    state: GameState, unit: UnitId, target: UnitId, paths: Mapping[ModelId, Sequence[Point]]
) -> tuple[tuple[Strike, Aim], ...]:
    """Every blow with what it needs to hit."""
    return tuple(
        (s, fighting.aim_at_back(state, state.find_model(s.attacker)[1], state.find_model(s.target)[1], s.weapon))
        for s in _strikes(state, unit, target, paths)
    )


def _strikes(state: GameState, unit: UnitId, target: UnitId, paths: Mapping[ModelId, Sequence[Point]]) -> list[Strike]:
    strikes = []
    victims = fighting.members(state, (target,))
    for model in fighting.members(state, (unit,)):
        near = [v for v in victims if fighting.reaches(state, model, v) or _came_by(state, model, paths.get(v.id))]
        if near:
            strikes.append(_strike(state, model, near))
    return strikes


def _came_by(state: GameState, model: Model, path: Sequence[Point] | None) -> bool:
    """Whether that way led through the fighter's reach."""
    reach = fighting.reach_in(state, model)
    legs = itertools.pairwise(path or ())
    return any(is_within(distance_to_segment(model.at, a, b), reach) for a, b in legs)


def _strike(state: GameState, model: Model, near: Sequence[Model]) -> Strike:
    victim = min(near, key=lambda v: (not fighting.touches(state, model, v), distance(model.at, v.at)))
    weapon = fighting.attack_kinds(state, model)[0][0]
    return Strike(model.id, weapon, 1, victim.id)
