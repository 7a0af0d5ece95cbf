"""What is said after a line of words: answers, who asks, how it stands, a plan in words."""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple

import msgspec

from rules.core.ids import SideId, UnitId
from rules.forces.unit import Unit
from rules.state import GameState
from tabletop.games.board import drawing
from tabletop.games.plans import drafts
from tabletop.games.plans.buttons import button_of
from tabletop.games.plans.drafts import Draft
from tabletop.games.plans.plan import Consequence, Plan
from tabletop.games.plans.weapons import Control
from tabletop.games.rulesets import pages
from tabletop.games.text_table import places


class Choice(NamedTuple):
    """One numbered answer: what it says, and the line that it stands for."""

    words: str
    command: str


class Answer(NamedTuple):
    """What is said after a line; `action` is what a yes sends, empty where there is nothing to commit."""

    title: str
    lines: tuple[str, ...] = ()
    choices: tuple[Choice, ...] = ()
    unit: str = ""
    """The unit in hand from now on."""
    draft: str = ""
    action: str = ""
    sends: str = "act"
    commit: str = ""
    rule: str = ""


class Asker(NamedTuple):
    """Who says something: the side, none for spectators, the unit in hand and the draft so far."""

    side: SideId | None
    unit: UnitId | None = None
    draft: Draft = Draft()
    bearings: str = ""
    """How directions are given: compass, clock or degrees."""
    standing: tuple[str, ...] = ()
    """What this seat has said once and for all: kinds of question, each with the answer or none for its refusal."""


def headline(state: GameState, side: SideId | None) -> str:
    """Who is to do what, in a line."""
    shown = pages.of(state).tracker(state)
    if shown.over:
        return shown.over
    waits = state.waits_for
    if side is not None and waits == side and state.prompt is not None:
        return f"You are asked: {state.prompt.question}"
    if side is not None and shown.side == side:
        return f"You are {shown.doing}"
    if not shown.turn and not shown.side_name:
        return "The sides roll off"
    return f"{shown.side_name} {shown.doing}" if shown.side_name else shown.round_text


def standing(state: GameState) -> tuple[str, ...]:
    """Turn, phase, score and objectives."""
    shown_by = pages.of(state)
    shown = shown_by.tracker(state)
    phase = next((step.word for step in shown.steps if step.state == "on"), "")
    score = ", ".join(f"{side.name} {side.score}" for side in shown.sides)
    marks = drawing.objectives(state)
    held = tuple(f"Objective {m.label}, {m.name}: {m.in_words}, square {places.square(m.at)}" for m in marks)
    busts = f"Busts: {shown.busts} of {shown.allowed}." if shown.allowed else ""
    where = shown.round_text if shown.turn else "Before the first turn"
    first = f"{where}{f', {phase}' if phase else ''}. Score: {score}. {busts}".strip()
    return (first, *held, *shown_by.beside_in_words(state))


_OF_THE_BOARD: Final = re.compile(r"\b(click|drag|press)\b|on the board", re.IGNORECASE)
"""What is said to those who have a board before them."""
_WITHOUT_A_BOARD: Final = {
    "split": "Choose from the list which models leave.",
    "board": "Choose from the list which models board.",
    "drop-grenade": "Choose at whom, or say a place: at square d4.",
    "deploy": "Say where: place a3 at square d4, facing south.",
    drafts.RULE_PLACE: "Say where: to square d4, then 2 north.",
}
_DRAWN: Final = re.compile(r" drawn\.$")
"""What a way is to those who draw it with a pointer."""
_SAY_A_PLACE: Final = "Say where: at square d4, 2 east. Without a place it is the nearest one."
_HINTS: Final = {
    "path": "Say how far and where: 4 east, 3 towards b2, to square d4.",
    "target": "Say at whom, or choose.",
}


def planned(state: GameState, side: SideId, draft: Draft) -> Answer:
    return of_plan(pages.of(state).plan(state, side, draft), draft)


def of_plan(plan: Plan, draft: Draft) -> Answer:
    """A plan in words, with what is still to be chosen as a numbered list."""
    lines: list[str] = []
    if plan.refusal is not None:
        way_out = f" Allowed: {plan.refusal.allowed}." if plan.refusal.allowed else ""
        lines.append(f"Not allowed: {plan.refusal.message}{way_out}")
    if plan.vain:
        lines.append(plan.vain.capitalize())
    lines += _wanted(plan, draft)
    lines += [f"{figure.figure} {figure.meaning}" for figure in plan.figures]
    for group in plan.groups:
        chances = ", ".join(f"{figure.figure} {figure.meaning}" for figure in group.figures)
        lines.append(", ".join(part for part in (group.name, group.shots, group.need, chances, *group.notes) if part))
    lines += [f"{row.value} {row.label}" for row in plan.rows if not plan.groups]
    lines += [_met(each) for each in plan.follows]
    lines += [note for note in plan.notes if not _OF_THE_BOARD.search(note)]
    targets = tuple(
        Choice(", ".join(filter(None, (f"{t.number} {t.name}", t.away))), f"do {plan.kind} {draft.unit} at {t.id}")
        for t in plan.targets
        if t.refusal is None and not t.chosen
    )
    closed = tuple(f"{t.number} {t.name}: {t.refusal.message}" for t in plan.targets if t.refusal is not None)
    settings = tuple(choice for control in plan.controls if not control.barred for choice in _of_control(control))
    return Answer(
        " ".join(part for part in (plan.title, plan.of) if part),
        (*lines, *_to_say(plan), *(() if plan.aimed else closed)),
        (*(() if plan.aimed else targets), *settings),
        unit=draft.unit,
        draft=msgspec.json.encode(draft).decode(),
        action=plan.action,
        sends=plan.sends,
        commit=plan.commit,
        rule=plan.refusal.rule if plan.refusal is not None else plan.rule,
    )


def _wanted(plan: Plan, draft: Draft) -> list[str]:
    """The plan's own words or what is still to be said, in words that need no board."""
    needs = _HINTS.get(button_of(plan.kind).needs, "")
    if plan.text and (plan.action or not needs):
        words = _WITHOUT_A_BOARD.get(plan.kind, _SAY_A_PLACE) if _OF_THE_BOARD.search(plan.text) else plan.text
        return [_DRAWN.sub(" asked for.", words)]
    return [needs] if needs and not plan.action and not draft.target else []


def _met(each: Consequence) -> str:
    """One thing that comes of it on the way, with its chances."""
    chances = ", ".join(f"{figure.figure} {figure.meaning}" for figure in each.figures)
    return ", ".join(part for part in (each.what, each.how, chances) if part)


def _to_say(plan: Plan) -> tuple[str, ...]:
    """What is set by a value of one's own: a range that is guessed, a distance, a text."""
    own = [control for control in plan.controls if not control.barred and (control.is_text or control.span)]
    return tuple(f"{c.label}{f', now {c.value}' if c.value else ''}: say {_by(c)}." for c in own)


def _by(control: Control) -> str:
    return "guess and how far" if control.name.startswith("far:") else f"set {control.name} and a value"


def _of_control(control: Any) -> tuple[Choice, ...]:
    if control.is_text or control.span:
        return ()
    if control.choices:
        return tuple(
            Choice(f"{control.label}: {word}", f"set {control.name} {value}")
            for value, word in control.choices
            if value != control.value
        )
    if control.value:
        return (Choice(f"Without: {control.label}", f"set {control.name} "),)
    return (Choice(f"With: {control.label}", f"set {control.name} 1"),)


def in_hand(state: GameState, asker: Asker) -> Unit | None:
    """The unit that is acting, or the one that was taken if it may act now; an enemy's vehicle where that is driven."""
    if (handed := _handed(state, asker)) is not None:
        return handed
    active, taken = (unit_of(state, name) for name in (state.turn.active, asker.unit))
    if taken is not None and taken.side != asker.side:
        taken = None
    if active is None or active.side != asker.side:
        return taken
    return taken if taken is not None and taken != active and _may_act(state, taken) else active


def _may_act(state: GameState, unit: Unit) -> bool:
    """Whether it may act though another has begun: models of a Rules Crusade do so in any order. (CRU-TURN-01)"""
    return pages.of(state).dock(state, unit.side, unit.id).mode == "act"


def _handed(state: GameState, asker: Asker) -> Unit | None:
    """What wiped out is its enemy's for one move action. (CRU-WIPE-02)"""
    if asker.side is None or state.prompt is None or state.prompt.side != asker.side:
        return None
    return unit_of(state, getattr(pages.of(state).dock(state, asker.side, ""), "hands", None))


def unit_of(state: GameState, name: UnitId | None) -> Unit | None:
    return state.units.get(name) if name else None


def id_of(unit: Unit | None) -> str:
    return unit.id if unit is not None else ""


def kept(asker: Asker) -> str:
    return asker.unit or ""


def as_json(action: dict[str, Any]) -> str:
    return msgspec.json.encode(action).decode()


def held(state: GameState, side: SideId | None, unit: str) -> Unit | None:
    """The unit in hand of a page that shows the table as text."""
    asker = Asker(side, UnitId(unit) if unit in state.units else None)
    return in_hand(state, asker) if side is not None else unit_of(state, asker.unit)
