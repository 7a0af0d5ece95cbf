"""The engine's functions: every act at the table goes through `decide`, every change through `evolve`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from rules import answers, any_game, hand_dice, rulesets
from rules.core import numbers
from rules.core.citations import door
from rules.core.ids import SideId
from rules.core.preview import Preview
from rules.core.refusal import IllegalAction, Refusal, quoted
from rules.core.words import does
from rules.dice.by_hand import DiceOwed
from rules.dice.sources import Dice
from rules.events import BattleResumed, Redone, Undone
from rules.forces import fitting
from rules.forces.army import Army
from rules.offers import Offer
from rules.progress import Action, Progress
from rules.rulebook import default_options
from rules.state import Event, GameState
from rules.table.scenario import OptionValue, Scenario


@door
def new_game(
    scenario: Scenario,
    armies: Mapping[SideId, Army],
    options: Mapping[str, OptionValue] | None = None,
    seal: str = "",
    *,
    game_id: str = "game",
    entropy: Sequence[str] = (),
    ruleset: str = "",
) -> list[Event]:
    """The first events of a game, of the one that the scenario is made for unless another is named.

    Raises ValueError for one that cannot begin, or if there is no such ruleset; UnfitArmy if somebody has no numbers
    for it.
    """
    game = rulesets.named(ruleset or scenario.ruleset)
    chosen = {**default_options(), **scenario.options, **(options or {})}
    fitting.require(armies.values(), fitting.module_of(game.id, chosen), chosen)
    return game.new_game(scenario, armies, options, seal, game_id=game_id, entropy=entropy)


@door
def resumed(state: GameState, seal: str, *, game_id: str, of: str, at: int) -> list[Event]:
    """The first events of a battle that goes on from a moment of another. Raises ValueError for one that is over."""
    if state.outcome is not None or not state.sides:
        raise ValueError("nothing goes on from there")
    return [BattleResumed(seq=1, game_id=game_id, state=state, seal=seal, of=of, at=at)]


class Decided(NamedTuple):
    """What an action leads to."""

    events: list[Event]
    state: GameState
    """What they lead to, with all that was worked out on the way."""


@door
def decide(state: GameState, action: Action, dice: Dice) -> list[Event]:
    """The events that an action leads to. Raises IllegalAction, having changed nothing."""
    return decided(state, action, dice).events


def decided(state: GameState, action: Action, dice: Dice) -> Decided:
    """The same with the state after them, for who goes on from it. Raises IllegalAction.

    Where dice are thrown by hand, an action that asks for some only says which; it happens when the last is entered.
    """
    refusal = _refused(state, action)
    if refusal is not None:
        raise IllegalAction(refusal)
    progress = Progress(state, hand_dice.source(state, action, dice))
    hand_dice.begun(progress, action)
    first = list(progress.events)
    try:
        _resolve(progress, state, hand_dice.acted(state, action))
    except DiceOwed as missing:
        asked = hand_dice.asked_for(state, action, first, missing, progress.events)
        return Decided(asked, fold(asked, state))
    return Decided(progress.close(), progress.state)


def _resolve(progress: Progress, state: GameState, action: Action) -> None:
    rules = rulesets.of(state)
    for event in rules.paid_first(state, action):
        progress.emit(event)
    action.resolve(progress)
    rules.watch(progress, state, action)
    progress.run()
    rules.settle(progress)


def _refused(state: GameState, action: Action) -> Refusal | None:
    """The first reason against it; what all games refuse alike is said by the game's own rule of turns."""
    refusal = _out_of_place(state, action)
    if refusal is None or refusal.rule:
        return refusal
    return replace(refusal, rule=rulesets.of(state).turn_rule)


def _out_of_place(state: GameState, action: Action) -> Refusal | None:
    shared = (*answers.ACTIONS, *hand_dice.ACTIONS, *any_game.ACTIONS)
    if type(action) not in shared and type(action) not in rulesets.of(state).actions_in(state):
        return Refusal("other-game", "That is done in another game.", allowed="one of the actions offered")
    if not numbers.make_sense(action):
        return Refusal("bad-number", "A number of that action is out of all range.", allowed=numbers.ALLOWED)
    if action.side not in {s.id for s in state.sides}:
        sides = ", ".join(s.id for s in state.sides)
        return Refusal("unknown-side", f"There is no side {quoted(action.side)}.", allowed=f"one of {sides}")
    if owed := hand_dice.refused(state, action):
        return owed
    if not action.any_time:
        if state.outcome is not None:
            return Refusal("game-over", "The battle is over.", allowed="look through the log")
        if state.prompt is not None:
            who = state.side(state.prompt.side).name
            return Refusal(
                "prompt-open", f"{does(who, 'has')} a choice to make first.", state.prompt.rule, "answer the prompt"
            )
    return _judged(state, action)


def _judged(state: GameState, action: Action) -> Refusal | None:
    """The action's own check, by what is left when all is paid that comes first."""
    first = rulesets.of(state).paid_first(state, action)
    refusal = action.check(_after(state, first))
    if not first or refusal is None or refusal.code != "too-few-points":
        return refusal
    text = " ".join(f"{event.sentence(state)}." for event in first)
    return replace(refusal, message=f"{text} {refusal.message}", rule=first[0].rules[0])


def _after(state: GameState, first: Sequence[Event]) -> GameState:
    for event in first:
        state = event.evolve(state)
    return state


def evolve(state: GameState, event: Event) -> GameState:
    """The next state. Total on the engine's own logs; undo and redo are resolved by `fold`."""
    return replace(event.evolve(state), seq=event.seq)


def fold(events: Iterable[Event], start: GameState | None = None) -> GameState:
    """The state that a log leads to; `start` is the state before its first event (an empty one by default)."""
    before = start or GameState()
    log = list(events)
    state = before
    for event in active_line(log):
        state = evolve(state, event)
    return replace(state, seq=log[-1].seq) if log else state


def active_line(log: Sequence[Event]) -> list[Event]:
    """The events that count: what was taken back is left out, what was restored is in again.

    An Undone names the last event that stays; a Redone names the Undone that no longer counts.
    """
    lines: dict[int, list[Event]] = {}
    line: list[Event] = []
    for event in log:
        if isinstance(event, Undone):
            lines[event.seq] = line
            line = [e for e in line if e.seq <= event.to]
        elif isinstance(event, Redone):
            line = list(lines.get(event.of, line))
        else:
            line.append(event)
    return line


@door
def legal_actions(state: GameState, side: SideId, kinds: frozenset[str] | None = None) -> tuple[Offer, ...]:
    """What the side may do now, and for what it may not do, why, in a stable order.

    Who wants some kinds of offers alone names them, and saves the work that the others take.
    """
    found = _offers(state, side, kinds)
    return tuple(found) if kinds is None else tuple(offer for offer in found if offer.kind in kinds)


def _offers(state: GameState, side: SideId, kinds: frozenset[str] | None) -> Iterable[Offer]:
    if state.outcome is not None:
        return ()
    if state.owed is not None:
        return hand_dice.offers(state, side)
    if state.prompt is not None:
        return answers.offers(state, side)
    return (_priced(state, offer) for offer in rulesets.of(state).offers(state, side, kinds))


def _priced(state: GameState, offer: Offer) -> Offer:
    """The offer with what is paid first, or why that is too much."""
    meant = offer.action or offer.tried
    if meant is None or not (first := rulesets.of(state).paid_first(state, meant)):
        return offer
    points = state.turn.ap - _after(state, first).turn.ap
    if offer.action is None:
        return replace(offer, ap=offer.ap + points)
    refusal = _judged(state, offer.action)
    action = None if refusal else offer.action
    return replace(offer, ap=offer.ap + points, action=action, refusal=refusal)


@door
def preview(state: GameState, action: Action) -> Preview:
    """Cost, modifiers and exact chances of an action; throws no dice and changes nothing."""
    refusal = _refused(state, action)
    if refusal is not None and refusal.code in ("bad-number", "unknown-side", "other-game"):
        return Preview(refusal=refusal)
    first = rulesets.of(state).paid_first(state, action)
    left = _after(state, first)
    seen = action.preview(left)
    if first and not (refusal or seen.refusal):
        sentences = tuple(f"{event.sentence(state)}." for event in first)
        rules = tuple(dict.fromkeys((*seen.rules, *(rule for event in first for rule in event.rules))))
        seen = replace(seen, ap=seen.ap + state.turn.ap - left.turn.ap, notes=(*seen.notes, *sentences), rules=rules)
    return replace(seen, refusal=refusal) if refusal else seen
