"""What a draft asks, and how its plan is shown. (CRU)"""

from __future__ import annotations

from typing import Final, NamedTuple

from rules import Action, convert_action, encode, preview
from rules.core.ids import SideId
from rules.core.preview import ShotLine
from rules.forces.unit import Unit
from rules.state import GameState
from tabletop.games.plans import figures
from tabletop.games.plans.drafts import Draft
from tabletop.games.plans.plan import Figure, Group, Plan
from tabletop.games.rulesets.crusade.dock import BUTTONS
from tabletop.games.words import leg_notes, receipt_rows

_MOST_FIGURES: Final = 6
_MOST_SHOTS: Final = 3
_BESIDE: Final = 2
"""Figures that have room beside the button; the rest stand among the notes."""


class Asked(NamedTuple):
    """What a draft asks: the action, or what is missing, with the plan's own parts."""

    action: Action | None
    plan: Plan


def word(draft: Draft) -> str:
    return BUTTONS[draft.kind].word if draft.kind in BUTTONS else draft.kind.replace("-", " ").capitalize()


def finished(state: GameState, asked: Asked) -> Plan:
    """The plan with what its action previews, ready to be committed if nothing forbids it."""
    plan = asked.plan
    if asked.action is None:
        return plan
    seen = preview(state, asked.action)
    found = tuple(figures.figure(chance) for chance in seen.chances[:_MOST_FIGURES])
    told_first = found[:_BESIDE]
    rest = () if plan.follows else tuple(f"{f.figure} {f.meaning}" for f in found[_BESIDE:])
    plan = plan._replace(
        refusal=plan.refusal or seen.refusal,
        figures=told_first or _deciding(seen.shots),
        groups=plan.groups or tuple(_group(line) for line in seen.shots),
        rows=receipt_rows(seen.modifiers),
        needs="of attack",
        notes=(*rest, *leg_notes(seen.legs), *_unsaid(seen.notes, plan), *plan.notes),
        rule=plan.rule or (seen.rules[0] if seen.rules else ""),
    )
    if plan.refusal is not None:  # what stands beside the button otherwise has no room beside why not
        beside = () if plan.follows else tuple(f"{f.figure} {f.meaning}" for f in plan.figures)
        return plan._replace(figures=(), notes=(*beside, *plan.notes))
    return plan._replace(action=encode(asked.action).decode(), commit=plan.commit or f"Commit {plan.title.lower()}")


def _unsaid(notes: tuple[str, ...], plan: Plan) -> tuple[str, ...]:
    """Those that the table of what comes of it does not say."""
    met = {each.what.lower() for each in plan.follows}
    return tuple(note for note in notes if note.lower() not in met)


def _deciding(lines: tuple[ShotLine, ...]) -> tuple[Figure, ...]:
    """What stands beside the button: a hit and the end of the target, or of several shots what each may hit."""
    if len(lines) == 1:
        return tuple(figures.figure(chance) for chance in lines[0].chances if chance.label != "hits")
    found = (figures.figure(line.chances[0])._replace(meaning=line.name) for line in lines[:_MOST_SHOTS])
    return tuple(found)


def _group(line: ShotLine) -> Group:
    """What one weapon does to one model."""
    return Group(
        weapon=line.weapon,
        name=line.name,
        shots="two attacks" if line.shots > 1 else "",
        need=line.goal_text,
        figures=tuple(figures.figure(chance) for chance in line.chances),
        rows=receipt_rows(line.modifiers),
        notes=line.notes,
    )


def made(kind: str, side: SideId, unit: Unit, **fields: object) -> Action:
    return convert_action({"type": kind, "side": side, "unit": unit.id, **fields})
