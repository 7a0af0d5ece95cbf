"""Who of a unit fires, and how many shots each: chips for the models, a stepper for each weapon. (ARAP-WPN-01)

A model is held back by `f:ID` ticked off, on its chip or on the board; `n:WEAPON` is the number of shots of each.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final, NamedTuple

from rules import Action
from rules.core.ids import ModelId, WeaponId
from rules.forces.unit import Unit
from rules.questions import weapons
from rules.questions.buildings import at_walls, sections
from rules.state import GameState
from tabletop.games.plans.drafts import Draft, Wanted
from tabletop.ui.words import count_text

HELD = "0"
KINDS = ("Shoot", "FireAtSpot")


class Chip(NamedTuple):
    """One model: its number, whether it fires, what a press ticks, and why it cannot fire."""

    name: str
    number: str
    fires: bool
    value: str
    why: str = ""
    doubt: bool = False
    """Whether its line may be judged either way."""

    @property
    def part(self) -> str:
        """What it does, for its looks: fires, doubt, idle (it cannot) or held (it could)."""
        if self.doubt:
            return "doubt"
        return "fires" if self.fires else "idle" if self.why else "held"


class Step(NamedTuple):
    """The shots that each fires with one weapon: how many now, what a press on fewer or more ticks."""

    name: str
    now: int
    fewer: str
    more: str


class Firers(NamedTuple):
    """Who fires, in words and as chips, and the steppers by weapon."""

    text: str
    chips: tuple[Chip, ...]
    steps: dict[str, Step]
    title: str = "Who fires"


def chosen(unit: Unit, draft: Draft, action: dict[str, Any]) -> dict[str, Any] | Wanted:
    """The action with those who fire and how often, where that is not all that they can."""
    firing = [m.id for m in unit.alive if draft.ticked.get(f"f:{m.id}") != HELD]
    if not firing:
        return Wanted("Take in at least one model, on the board or in the list.")
    if len(firing) < len(unit.alive):
        action["models"] = firing
    carried = dict.fromkeys(w for m in unit.alive for w in m.weapons)
    said = {w: draft.ticked.get(f"n:{w}", "") for w in carried}
    shots = {w: int(count) for w, count in said.items() if count.isascii() and count.isdigit() and len(count) < 3}
    return {**action, "shots": shots} if shots else action


def of(state: GameState, unit: Unit, draft: Draft, action: Action) -> Firers | None:
    """What the plan shows of it; None for what nobody on foot fires."""
    found = weapons.firing(state, action)
    if found is None:
        return _goers(state, unit, draft, action)
    chips = tuple(
        Chip(
            f"f:{m.id}",
            m.id.rpartition(".")[2],
            m.id in found.fires,
            HELD if draft.ticked.get(f"f:{m.id}") != HELD else "1",
            "" if m.id in found.able else found.barred.get(m.id, "It has nothing to fire."),
        )
        for m in unit.alive
    )
    text = f"{len(found.fires)} of {count_text(len(unit.alive), 'model')}, {count_text(found.shots, 'shot')}"
    steps = {str(w): step for w, most in found.most.items() if (step := _step(w, most, draft)) is not None}
    return Firers(text, chips if len(unit.alive) > 1 else (), steps)


def in_doubt(found: Firers, models: Collection[str]) -> Firers:
    """The same with a mark at those whose lines may be judged either way. (ARAP-SHOOT-03)"""
    named = {f"f:{model}" for model in models}
    return found._replace(chips=tuple(c._replace(doubt=c.name in named) for c in found.chips))


def _step(weapon: WeaponId, most: int, draft: Draft) -> Step | None:
    if most < 2:
        return None
    said = draft.ticked.get(f"n:{weapon}", "")
    now = min(most, int(said)) if said.isascii() and said.isdigit() and said != "0" else most
    more = "" if now == most else "all" if now + 1 == most else str(now + 1)
    return Step(f"n:{weapon}", now, str(now - 1) if now > 1 else "", more)


_IN: Final = ("Who goes in", "It does not get there.")
_GOES: Final = {
    "go-section": ("Who goes", "It has no way there."),
    "leave-section": ("Who comes out", "It is in another section."),
    "look-out": ("Who does so", "It does so already, or has fired out."),
}
"""The same of those who go about in a section. (BLD-SECT-04, BLD-SSHT-04)"""
_BLOWS: Final = ("Who strikes", "It does not reach it, or is not strong enough.")
_FIRE: Final = ("Who fires", "It has nothing that reaches it and can hurt it.")
"""What the chips are about, and why somebody takes no part."""


def _goers(state: GameState, unit: Unit, draft: Draft, action: Action) -> Firers | None:
    """Who goes into a section, on or out, looks out, strikes at a wall, fires at one; chips as for those who fire."""
    entering = sections.goers(state, action)
    found = entering or at_walls.takers(state, action)
    if found is None or len(unit.alive) < 2:
        return None
    title, why = _GOES.get(draft.kind, _IN) if entering else _BLOWS if at_walls.strikes(action) else _FIRE
    chips = tuple(
        Chip(
            f"f:{m.id}",
            m.id.rpartition(".")[2],
            m.id in found.going,
            HELD if draft.ticked.get(f"f:{m.id}") != HELD else "1",
            "" if m.id in found.able else why,
        )
        for m in unit.alive
    )
    return Firers(f"{len(found.going)} of {count_text(len(unit.alive), 'model')}", chips, {}, title)


def goers(state: GameState, unit: Unit, draft: Draft, action: Action) -> tuple[ModelId, ...] | None:
    """Those who are to take part where some are held back; None for as many as can."""
    held = {name for name, value in draft.ticked.items() if name.startswith("f:") and value == HELD}
    if not held:
        return None
    attack = at_walls.takers(state, action)
    able = attack.able if attack is not None else sections.able_to_go(state, action)
    if attack is None and not able:
        return None
    return tuple(m.id for m in unit.alive if m.id in able and f"f:{m.id}" not in held)
