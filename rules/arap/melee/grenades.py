"""Close-combat grenades: who has them, and whether chargers and the charged use theirs. (ARAP-CCG-01, -02)"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from rules.arap.units import standing_answers
from rules.core.ids import UnitId
from rules.forces.unit import Unit
from rules.state import Event, GameState


def has_grenades(state: GameState, unit: Unit, trait: str) -> bool:
    """Whether the unit as such is equipped with grenades of that kind. (ARAP-CCG-01)"""
    return any(state.weapons[w].has(trait) for m in unit.alive for w in m.weapons)


def uses_grenades(state: GameState, unit: Unit, trait: str) -> bool:
    """Whether it uses those that it has: not if it never does, or keeps them in this charge. (ARAP-CCG-01, -02)"""
    said = standing_answers.answer_of(state, unit, trait)
    kept = said == "never" or (said == "ask" and trait in unit.now.grenades_kept)
    return has_grenades(state, unit, trait) and not kept


def still_asked(state: GameState, unit: Unit, trait: str) -> bool:
    """Whether it is open what the unit will say about its grenades."""
    return has_grenades(state, unit, trait) and standing_answers.answer_of(state, unit, trait) == "ask"


def as_before_asked(state: GameState, units: Iterable[UnitId]) -> GameState:
    """Without what those units said in a charge before: they are asked again, and most use what they have."""
    for unit in (state.units[u] for u in units):
        if unit.now.grenades_kept:
            state = state.with_unit(replace(unit, now=replace(unit.now, grenades_kept=())))
    return state


class GrenadesChosen(Event, frozen=True, kw_only=True, tag="GrenadesChosen"):
    """A unit uses its grenades in the charge at hand, or keeps them. (ARAP-CCG-01, ARAP-CCG-02)"""

    grenades: str
    used: bool

    def evolve(self, state: GameState) -> GameState:
        """It holds until it is asked again."""
        assert self.unit is not None
        unit = state.units[self.unit]
        kept = tuple(k for k in unit.now.grenades_kept if k != self.grenades)
        kept = kept if self.used else (*kept, self.grenades)
        return state.with_unit(replace(unit, now=replace(unit.now, grenades_kept=kept)))

    def sentence(self, state: GameState) -> str:
        """Which, and who."""
        assert self.unit is not None
        does = "uses" if self.used else "keeps"
        return f"{state.units[self.unit].name} {does} {self.grenades.replace('-', ' ')}s"


EVENTS: tuple[type[Event], ...] = (GrenadesChosen,)
