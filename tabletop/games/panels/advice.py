"""What the house would do in a player's place: the best options, each as a plan that can be loaded, none committed."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import msgspec

from rules import encode, preview
from rules.core.ids import SideId
from rules.questions.house import HouseOption, advice
from rules.state import GameState
from tabletop.games.plans.buttons import button_of
from tabletop.ui.words import inches_text

MOST: Final = 3
_NATIVE: Final = frozenset({"shoot", "fire", "charge"})
"""Kinds that a page plans by unit and target alone."""


class Advice(NamedTuple):
    """One option: what it is, why, how much it counts, and the draft that plans it."""

    title: str
    why: str
    share: int
    """How much it counts for the house, in hundredths of what the best does: it weighs more than points."""
    draft: str
    """JSON; empty for what is answered where it is asked."""
    answer: str = ""
    """The option of the open question that it is."""


def advised(state: GameState, side: SideId) -> tuple[Advice, ...]:
    """The best options of a side, by the state as it may know it."""
    found = advice(state, side, MOST)
    best = max((option.worth for option in found), default=0.0)
    return tuple(_advice(state, option, best) for option in found)


def _advice(state: GameState, option: HouseOption, best: float) -> Advice:
    fields: dict[str, Any] = msgspec.json.decode(encode(option.action))
    share = round(100 * max(0.0, option.worth) / best) if best > 0 else 0
    answer = str(fields.get("choice", "")) if fields.get("type") == "Answer" else ""
    return Advice(
        title=_title(state, option, fields),
        why=option.why,
        share=share,
        draft="" if answer else msgspec.json.encode(draft_of(option)).decode(),
        answer=answer,
    )


def _title(state: GameState, option: HouseOption, fields: dict[str, Any]) -> str:
    if fields.get("type") == "Answer" and state.prompt is not None:
        chosen = state.prompt.option(str(fields.get("choice")))
        return chosen.label if chosen else option.label
    word = button_of(option.kind, option.label).word
    name = state.units[option.unit].name if option.unit in state.units else ""
    if option.kind == "activate":
        dice = fields.get("dice", 1)
        return f"{name} on {dice} {'die' if dice == 1 else 'dice'}"
    if option.target in state.units:
        return f"{word} at {state.units[option.target].name}"
    seen = preview(state, option.action)
    far = f" {inches_text(seen.spent_in)}" if seen.spent_in and option.kind in ("move", "drive") else ""
    return f"{name}: {word.lower()}{far}" if name else word


def draft_of(option: HouseOption) -> dict[str, Any]:
    """What the page's pencil takes to plan that option."""
    fields: dict[str, Any] = msgspec.json.decode(encode(option.action))
    draft: dict[str, Any] = {"kind": option.kind, "unit": option.unit or "", "target": option.target or ""}
    if option.kind == "activate":
        return draft | {"ticked": {"dice": str(fields.get("dice", 1))}}
    if option.kind in _NATIVE and option.target:
        return draft
    return draft | {"exact": fields}
