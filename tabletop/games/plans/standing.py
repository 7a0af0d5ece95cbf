"""What a unit always or never does where it may, or is asked each time: said in the dock. (ARAP-MELEE-04)"""

from __future__ import annotations

from collections.abc import Sequence

from rules.forces.unit import Unit
from rules.questions import units
from rules.state import GameState
from tabletop.games.plans.drafts import Draft, Made, Wanted
from tabletop.games.plans.weapons import Control

WORDS = {"always": "Always", "never": "Never", "ask": "Ask"}


def given(state: GameState, unit: Unit, draft: Draft) -> Made:
    """The first answer that differs from the one that stands."""
    for matter in units.standing_answers(state, unit):
        said = draft.ticked.get(_box(matter.about), matter.answer)
        if said != matter.answer:
            return {"type": "StandingAnswer", "unit": unit.id, "about": matter.about, "answer": said}
    return Wanted(f"Choose what {unit.name} always does, never does, or is asked about.")


def controls(state: GameState, unit: Unit, draft: Draft) -> tuple[Control, ...]:
    """The words for each matter that concerns the unit."""
    return tuple(
        Control(_box(m.about), m.words, draft.ticked.get(_box(m.about), m.answer), _words(m.answers), is_list=True)
        for m in units.standing_answers(state, unit)
    )


def _words(answers: Sequence[str]) -> tuple[tuple[str, str], ...]:
    return tuple((answer, WORDS[answer]) for answer in answers)


def _box(about: str) -> str:
    return f"always:{about}"
