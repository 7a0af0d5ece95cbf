"""Leaning out and firing blind as parts of a draft: `how` for all who can, `how:ID` for one. (BLD-HIGH-02, -03)"""

from __future__ import annotations

from typing import Any

from rules import Action
from rules.core.ids import ModelId
from rules.forces.unit import Unit
from rules.questions.buildings import reaching
from rules.state import GameState
from tabletop.games.plans import figures
from tabletop.games.plans.drafts import Draft
from tabletop.games.plans.plan import Figure, WayToFire
from tabletop.games.plans.weapons import Control
from tabletop.ui import board
from tabletop.ui.words import inches_text

KINDS = ("lean", "wild")
"""Kinds of drafts that begin with that way to fire."""

COVER = "cover"
"""How a tick says "from cover", where the draft began with leaning out."""

MOST_CHANCES = 2


def _how(draft: Draft) -> str:
    """The way of all who have none of their own."""
    said = draft.ticked.get("how", draft.kind if draft.kind in KINDS else COVER)
    return said if said in KINDS else COVER


def _of(draft: Draft, model: ModelId, able: tuple[str, ...]) -> str:
    """The way in which one model fires, as far as it can."""
    said = draft.ticked.get(f"how:{model}") or _how(draft)
    return said if said in able else COVER


def reached(state: GameState, unit: Unit, draft: Draft, action: dict[str, Any]) -> dict[str, Any]:
    """The action with those who lean out, and those who fire blind."""
    who = reaching.able(state, unit)
    firing = action.get("models") or [m.id for m in unit.alive]
    for kind, field in (("lean", "leaning"), ("wild", "wild")):
        those = [m for m, able in who.items() if m in firing and _of(draft, m, able) == kind]
        if those:
            action[field] = those
    return action


def controls(state: GameState, unit: Unit, draft: Draft) -> tuple[Control, ...]:
    """For each model that can, how it fires, where there are several of them."""
    who = reaching.able(state, unit)
    if len(who) < 2:
        return ()
    words = {"lean": "leans out", "wild": "blind"}
    return tuple(
        Control(
            f"how:{model}",
            f"{model.upper()} fires",
            draft.ticked.get(f"how:{model}", ""),
            (("", "as the others"), (COVER, "from cover"), *((kind, words[kind]) for kind in able)),
            is_list=True,
        )
        for model, able in who.items()
    )


def ways(state: GameState, draft: Draft, action: Action) -> tuple[WayToFire, ...]:
    """What each way promises, for all who can."""
    return tuple(_way(draft, found) for found in reaching.ways(state, action))


def side_view(state: GameState, action: Action) -> str:
    """The shot from the side, where one of them is high up; empty for any other."""
    found = reaching.side_view(state, action)
    if found is None:
        return ""
    zone = f"The dead zone at its foot is {inches_text(found.zone_in)} deep" if found.fires_down else ""
    lies = f"{inches_text(found.away_in)} from the wall" + (", in it" if found.is_dead else "")
    words = (f"{found.post}, {inches_text(found.height_in)} up", zone, f"the other is {lies}")
    fields = found._asdict()
    fields.pop("post")
    return board.side_view(**fields, said=". ".join(word for word in words if word))


def _way(draft: Draft, found: reaching.WayOfFire) -> WayToFire:
    value = found.reach or COVER
    line = found.shots[0] if found.shots else None
    chances = [figures.figure(chance) for chance in line.chances[:MOST_CHANCES]] if line else []
    if found.back is not None:
        chances.append(Figure(figures.figure(found.back).figure, "hit back"))
    return WayToFire(
        value,
        found.name,
        found.about,
        found.rule,
        value == _how(draft),
        line.goal_text if line else "",
        tuple(chances),
        found.refusal,
    )
