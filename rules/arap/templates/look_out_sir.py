"""Look out, sir: somebody else takes the hit of a template or marker for a character. (ARAP-AREA-15)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from rules.arap.rolls import grouped
from rules.core.ids import ModelId, UnitId
from rules.forces.unit import Model, Unit, tag
from rules.progress import Progress
from rules.state import GameState

PASSES: Final = 5
"""A character's hit goes to somebody else on this or less."""

RULES: Final = ("ARAP-AREA-15",)


def passed_on(progress: Progress, struck: Sequence[tuple[UnitId, ModelId]]) -> list[tuple[UnitId, ModelId]]:
    """Whoever is hit in the end, where the table plays it; without the switch those who were struck."""
    if not progress.state.option("look_out_sir"):
        return list(struck)
    found: list[tuple[UnitId, ModelId]] = []
    for unit, models in grouped(struck).items():
        found += [(unit, m) for m in _in_unit(progress, progress.state.units[unit], models)]
    return found


def may_pass_on(state: GameState, unit: Unit) -> bool:
    """Whether a hit on one of a unit may go to another: the table plays it, and it has a character in company."""
    return bool(state.option("look_out_sir")) and len(unit.alive) > 1 and bool(characters(state, unit))


def _in_unit(progress: Progress, unit: Unit, struck: Sequence[ModelId]) -> list[ModelId]:
    special = characters(progress.state, unit)
    hit = [m for m in struck if m in special]
    if not hit or len(unit.alive) == 1:
        return list(struck)
    why = f"{unit.name}: look out, sir, for {' and '.join(tag(m) for m in hit)}"
    rolled = progress.roll("look-out-sir", len(hit), sense="low", goal=PASSES, unit=unit.id, why=why, rules=RULES)
    saved = [m for m, made in zip(hit, rolled.made, strict=True) if made]
    return [_other(progress, unit, m, special) if m in saved else m for m in struck]


def takers(state: GameState, unit: Unit) -> dict[ModelId, tuple[ModelId, ...]]:
    """Each character of a unit who may be looked out for, with those one of whom takes the hit."""
    special = characters(state, unit) if may_pass_on(state, unit) else ()
    return {character: _others(unit, character, special) for character in special}


def _others(unit: Unit, character: ModelId, special: Sequence[ModelId]) -> tuple[ModelId, ...]:
    """The rank and file, any other member if there are none."""
    rank = tuple(m.id for m in unit.alive if m.id not in special)
    return rank or tuple(m.id for m in unit.alive if m.id != character)


def _other(progress: Progress, unit: Unit, character: ModelId, special: Sequence[ModelId]) -> ModelId:
    """Who takes it."""
    rank = _others(unit, character, special)
    why = f"{unit.name}: who takes the hit instead of {tag(character)}"
    return rank[progress.pick(len(rank), unit=unit.id, why=why, rules=RULES)]


def characters(state: GameState, unit: Unit) -> tuple[ModelId, ...]:
    """Leaders and whoever differs from most members in arms or profile.

    Where all are special those who are wary, and the leader or else the senior member.
    """
    kinds = Counter(_kind(m) for m in unit.alive)
    kind, count = kinds.most_common(1)[0]
    if 2 * count > len(unit.alive):
        return tuple(m.id for m in unit.alive if m.leader or _kind(m) != kind)
    leaders = [m.id for m in unit.alive if m.leader]
    senior = max(unit.alive, key=lambda m: state.profile(m).ld).id
    wary = [m.id for m in unit.alive if state.profile(m).has("wary")]
    return tuple(dict.fromkeys((*(leaders or [senior]), *wary)))


def _kind(model: Model) -> tuple[object, ...]:
    return (model.profile, model.weapons)
