"""What may be done now, as a numbered list, and why the rest may not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.core.ids import SideId, UnitId
from rules.forces.unit import Unit
from rules.state import GameState
from tabletop.games.panels import dock as dock_panel
from tabletop.games.panels import hand_dice, prompt
from tabletop.games.plans.buttons import button_of
from tabletop.games.rulesets import pages
from tabletop.games.text_table.answers import Answer, Asker, Choice, id_of, in_hand


def offered(state: GameState, asker: Asker, named: Unit | None) -> Answer:
    """Everything that is open now, numbered, and why the rest is not."""
    assert asker.side is not None
    side = asker.side
    if (owed := hand_dice.throwing(state)) and owed.side == side:
        return Answer("Dice are asked of you.", (f"{owed.announced} Say dice and what they show.",))
    question = prompt.question(state)
    if question is not None and question.side == side and not question.on_the_board:
        choices = tuple(Choice(option_words(c), f"answer {c.id}") for c in question.choices if not c.refused)
        barred = tuple(f"Not {c.label}: {c.refused}" for c in question.choices if c.refused)
        noted = (question.note,) if question.note else ()
        return Answer(question.text, (*noted, *barred), choices, rule=question.rule)
    held = named or in_hand(state, asker)
    shown = pages.of(state).dock(state, side, held.id if held else "")
    lines = _of_dock(state, shown) if isinstance(shown, dock_panel.Dock) else _of_models(shown)
    if question is None or question.side != side:
        return lines
    answers = tuple(Choice(option_words(c), f"answer {c.id}") for c in question.choices if not c.refused)
    return lines._replace(title=question.text, choices=(*lines.choices, *answers), rule=question.rule)


def option_words(choice: prompt.Choice) -> str:
    return f"{choice.label}{f'. {choice.detail}' if choice.detail else ''}"


def _of_models(shown: pages.Dock) -> Answer:
    """Of a game in which each model acts by itself: which may still act, and what one may do. (CRU-TURN-01)"""
    ending = (Choice("End the turn", "end"),) if getattr(shown, "may_end", False) else ()
    match shown.mode:
        case "over" | "wait":
            return Answer(shown.waiting)
        case "roll-off":
            what = "sets up" if getattr(shown, "goes_first", "") else "goes"
            return Answer(f"Roll off for who {what} first.", choices=(Choice("Roll off", "roll"),))
        case "deploy":
            return _to_place(shown.to_place, shown.unit, "models")
        case "pick":
            ready = _taken(shown.ready)
            return Answer("Choose a model." if ready else "All are done.", (), (*ready, *ending))
    pods = [u for u in shown.ready if not u.deployed and u != shown.unit]  # no turn ends before they have landed
    return _acts_in_words(shown.unit, shown.acts, (*_taken(pods), *ending))


def _taken(models: Sequence[Unit]) -> tuple[Choice, ...]:
    return tuple(Choice(f"Take {u.id.upper()} {u.name}", f"what {u.id}") for u in models)


def _to_place(left: Sequence[Unit], unit: Unit | None, word: str) -> Answer:
    units = tuple(Choice(f"Place {u.id.upper()} {u.name}", f"place {u.id}") for u in left)
    lines = ("Or say where: place a3 at square b4.",)
    return Answer(f"Place your {word}.", lines, (Choice("Place all", "place all"), *units), unit=id_of(unit))


def _of_dock(state: GameState, shown: dock_panel.Dock) -> Answer:
    ending = (Choice(shown.ends, "end activation"),) if shown.ends else ()
    match shown.mode:
        case "over" | "wait":
            return Answer(shown.waiting)
        case "roll-off":
            return Answer("Roll off for the first turn.", choices=(Choice("Roll off", "roll"),))
        case "deploy":
            return _to_place(shown.to_place, shown.unit, "units")
        case "dice" if shown.unit is not None and shown.dice:
            unit = shown.unit
            rolls = tuple(
                Choice(
                    f"{d.dice} {'die' if d.dice == 1 else 'dice'}: acts {d.acts:.0%}, "
                    f"{d.average_text} points on average, bust {d.bust:.0%}",
                    f"activate {unit.id} {d.dice}",
                )
                for d in shown.dice
            )
            extras = _acts_in_words(unit, shown.extras, ())
            title = f"Activate {unit.id.upper()} {unit.name}"
            return Answer(title, extras.lines, (*rolls, *extras.choices, *ending), unit=unit.id)
        case "dice" | "pick" | "other":
            ready = tuple(Choice(f"Activate {u.id.upper()} {u.name}", f"what {u.id}") for u in shown.ready)
            why = (shown.why_not.message,) if shown.why_not else ()
            active = shown.active
            on = (Choice(f"Go on with {active.id.upper()} {active.name}", f"what {active.id}"),) if active else ()
            return Answer("Choose a unit.", why, (*on, *ready, *ending), unit=id_of(shown.unit))
    lines = _acts_in_words(shown.unit, shown.acts, ending)
    return lines._replace(title=f"{lines.title}, {shown.ap} action {'point' if shown.ap == 1 else 'points'}")


def _acts_in_words(unit: Unit | None, acts: Any, more: tuple[Choice, ...]) -> Answer:
    title = f"{unit.id.upper()} {unit.name}" if unit is not None else "What you may do"
    name = unit.id if unit is not None else ""
    open_to = [a for a in acts if a.refusal is None]
    closed = tuple(f"Not {word_of(a).lower()}: {a.refusal.message}" for a in acts if a.refusal is not None)
    choices = tuple(Choice(_act_words(a), f"do {a.kind} {name}".strip()) for a in open_to)
    return Answer(title, closed, (*choices, *more), unit=name)


def word_of(act: Any) -> str:
    """What its button says."""
    button = getattr(act, "button", None) or button_of(act.kind)
    return str(button.word)


def _act_words(act: Any) -> str:
    cost = getattr(act, "cost", "")
    many = len(getattr(act, "targets", ()))
    return f"{word_of(act)}{f', {many} targets' if many > 1 else ''}{f', {cost}' if cost else ''}"


def options(state: GameState, side: SideId, unit: str) -> Answer:
    """What may be done now, as the page shows it without being asked."""
    return offered(state, Asker(side, UnitId(unit) if unit in state.units else None), None)


def against(state: GameState, side: SideId, held: Unit | None) -> dict[str, tuple[Choice, ...]]:
    """What the unit in hand may do at once to each other one, by that one's id."""
    if held is None or state.waits_for is not None:
        return {}
    shown = pages.of(state).dock(state, side, held.id)
    acts = [act for act in (*shown.acts, *getattr(shown, "extras", ())) if act.refusal is None]
    found: dict[str, tuple[Choice, ...]] = {}
    for act in acts:
        for target in act.targets:
            done = Choice(word_of(act), f"do {act.kind} {held.id} at {target}")
            found[target] = (*found.get(target, ()), done)
    return found
