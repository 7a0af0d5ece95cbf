"""Players without a person who weigh what they may do: cautious and aggressive, by what it promises on average.

They know what `view` shows their side and choose among `legal_actions`. Worth is counted in points of the army lists:
the enemy's that are likely to fall, ground gained towards an objective, what a bust would cost. Whatever is not
weighed here (deployment, most answers, games of other rules) is chosen by `rules.bots`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from msgspec import Struct

from rules import bots
from rules.answers import Answer
from rules.arap.charge.declare import Charge
from rules.arap.charge.preview import wounds_expected
from rules.arap.turn.activation import Activate
from rules.arap.turn.victory import holder
from rules.core.ids import SideId
from rules.core.preview import RUNS_INTO, Average, Ending
from rules.core.prompt import OptionOdds, Promise
from rules.dice.sources import Dice
from rules.engine import legal_actions, preview
from rules.forces.unit import Point, Unit
from rules.geometry.lengths import distance
from rules.offers import Offer
from rules.progress import Action, waiting
from rules.state import GameState
from rules.table.scenario import Objective
from rules.visibility import view


class Character(Struct, frozen=True, kw_only=True):
    """What a bot goes by.

    `caution` is how much likelier than it is it holds a bust to be; `nerve` how much its own losses in a charge weigh
    against the enemy's.
    """

    id: str
    name: str
    caution: float
    nerve: float
    fire: float = 1.0
    """How much it makes of the enemy's losses, beside ground."""
    ground: float = 1.0
    """How much it makes of ground."""
    tempo: float = 12.0
    """Points that it holds a unit's next activation to be worth, when it may lie low instead."""


AGGRESSIVE: Final = Character(id="aggressive", name="Aggressive", caution=1.8, nerve=0.8, fire=1.2)
CAUTIOUS: Final = Character(id="cautious", name="Cautious", caution=4.0, nerve=1.6, ground=0.15, tempo=2.0)
CHARACTERS: Final[Mapping[str, Character]] = {c.id: c for c in (AGGRESSIVE, CAUTIOUS)}


class Considered(NamedTuple):
    """One legal offer with what it is worth, in points, and why, in a few words."""

    offer: Offer
    worth: float
    why: str


GROUND: Final = 80.0
"""Points that a foot's way to an objective which one's own side does not hold is worth, and half of it to hold one."""
TAKEN: Final = 60.0
"""Points that coming within reach of such an objective is worth on top."""
_SUPPRESSED: Final = 0.3
"""The part of a unit's points that its suppression is worth."""
_CLOSE_IN: Final = 12.0
"""Inches from the enemy at which walking nearer is worth nothing any more."""


def next_action(state: GameState, side: SideId, character: Character, dice: Dice, k: int) -> Action | None:
    """The best of what is weighed, else a legal choice by chance; None if nothing is to be done.

    It is chosen by what that side knows. What turns out to be barred by something hidden is passed over, as a person
    who is refused goes on to the next.
    """
    known = view(state, side)
    offers = open_to(state, known, side)
    for found in consider(known, side, offers, character, promised(state, known)):
        if found.offer.action is not None and found.offer.action.check(state) is None:
            return found.offer.action
    return bots.choose(state, legal_actions(state, side), dice, k)


def open_to(state: GameState, known: GameState, side: SideId) -> tuple[Offer, ...]:
    """What that side may do as far as it knows; a question, or dice that are owed, are put to it as they stand."""
    return legal_actions(known if state.waits_for is None else state, side)


def promised(state: GameState, known: GameState) -> OptionOdds:
    """What each option of the open question promises, as whoever answers it may know."""
    return waiting(state).odds(known, state) if state.prompt is not None and state.owed is None else {}


def consider(
    known: GameState, side: SideId, offers: Sequence[Offer], character: Character, odds: OptionOdds | None = None
) -> list[Considered]:
    """What is weighed of these offers, the best first; `known` is what that side may know.

    `odds` are what the options of an open question promise.
    """
    if known.prompt is not None:
        return _lying_low(known, side, offers, character, odds or {}) or _answers(known, offers)
    if known.owed is not None:
        return []
    found = [_weighed(known, side, o, character) for o in offers if o.action is not None and o.kind in _WEIGHERS]
    return sorted(found, key=lambda c: -c.worth)


_PREFERRED: Final[Mapping[str, Sequence[str]]] = {
    "go-to-ground": ("stand",),
    "charge-reaction": ("stand", "hold"),
    "break-off": ("fight",),
    "order": ("last",),
}
"""What is answered, by kind of prompt: acting last helps to score, and who lies low does not act in the next turn."""


_PREFERS: Final[Mapping[tuple[str, str], str]] = {
    ("go-to-ground", "stand"): "who stands may act in the next turn",
    ("charge-reaction", "stand"): "fires before the blows fall",
    ("charge-reaction", "hold"): "keeps its ground",
    ("break-off", "fight"): "stays in the fight",
    ("order", "last"): "who acts last takes ground last",
}
"""Why, by the question and its answer."""


def _lying_low(
    known: GameState, side: SideId, offers: Sequence[Offer], character: Character, odds: OptionOdds
) -> list[Considered]:
    """Going to ground by the models that it saves, against the activation that it costs. (ARAP-GTG-01 to -03)"""
    asked = known.prompt
    if asked is None or asked.kind != "go-to-ground" or asked.unit not in known.units or "ground" not in odds:
        return []
    unit = known.units[asked.unit]
    falls = {choice: _mean(promises) for choice, promises in odds.items()}
    saved = (falls.get("stand", 0.0) - falls["ground"]) * unit.points / max(unit.n_start, 1)
    cost = character.tempo / 4 if any(_held_by(known, unit)) else character.tempo
    worth = {"ground": saved - cost, "stand": 0.0}
    why = f"{falls['ground']:.1f} fall lying low, {falls.get('stand', 0.0):.1f} standing"
    answers = {o.action.choice: o for o in offers if isinstance(o.action, Answer)}
    found = [Considered(answers[choice], value, why) for choice, value in worth.items() if choice in answers]
    return sorted(found, key=lambda c: -c.worth)


def _mean(promises: Sequence[Promise]) -> float:
    return float(next((promise.value for promise in promises if promise.kind == "mean"), 0.0))


def _answers(known: GameState, offers: Sequence[Offer]) -> list[Considered]:
    """The first preferred answer that is open; nothing where none is preferred."""
    preferred = _PREFERRED.get(known.prompt.kind, ()) if known.prompt else ()
    answers = {o.action.choice: o for o in offers if isinstance(o.action, Answer)}
    about = known.prompt.kind if known.prompt else ""
    return [Considered(answers[c], 1.0, _PREFERS.get((about, c), "")) for c in preferred if c in answers]


def _weighed(known: GameState, side: SideId, offer: Offer, character: Character) -> Considered:
    worth, why = _WEIGHERS[offer.kind](known, side, offer, character)
    return Considered(offer, worth, why)


Weigher = Callable[[GameState, SideId, Offer, Character], tuple[float, str]]


def _activation(known: GameState, side: SideId, offer: Offer, character: Character) -> tuple[float, str]:
    """Points on average, and those that the others still get: a bust may end the phase. (ARAP-ACT-02 to -04)"""
    assert isinstance(offer.action, Activate)
    unit = known.units[offer.action.unit]
    odds = _odds(known, side, unit, offer.action.dice)
    others = [u for u in known.units_of(side) if u.in_play and not u.now.tried and u.id != unit.id]
    ways = sorted((_ways(known, side, u, character) for u in others), key=lambda w: -w[0][0])
    left = int(known.option("busts_allowed")) - known.turn.busts
    value = odds.mean * _urgency(known, unit)
    worth = _with_rest(value, odds.bust * character.caution, ways, left)
    return worth, f"{odds.mean:.1f} points on average, {odds.bust:.0%} bust"


class _RollOdds(NamedTuple):
    mean: float
    bust: float


Ways = tuple[tuple[float, float], ...]
"""For each number of dice that a unit may roll what that is worth, and its chance of a bust."""


def _odds(known: GameState, side: SideId, unit: Unit, dice: int) -> _RollOdds:
    odds = Activate(side=side, unit=unit.id, dice=dice).odds(known)
    return _RollOdds(float(odds.mean), float(odds.bust))


def _ways(known: GameState, side: SideId, unit: Unit, character: Character) -> Ways:
    """The unit's ways, the most promising first."""
    urgency = _urgency(known, unit)
    found = [_odds(known, side, unit, dice) for dice in (1, 2, 3)]
    return tuple(sorted(((o.mean * urgency, o.bust * character.caution) for o in found), reverse=True))


def _with_rest(value: float, bust: float, rest: Sequence[Ways], busts_left: int) -> float:
    """What a roll is worth with all that comes after it, if each of the others then rolls as well as it may."""
    bust = min(bust, 1.0)
    lost = _best(rest, busts_left - 1) if busts_left > 1 else 0.0
    return value + (1 - bust) * _best(rest, busts_left) + bust * lost


def _best(rest: Sequence[Ways], busts_left: int) -> float:
    """The most that units may get one after the other, from the last one backwards."""
    after = [0.0] * (busts_left + 1)
    for ways in reversed(rest):
        after = [
            0.0,
            *(
                max(value + (1 - min(b, 1.0)) * after[left] + min(b, 1.0) * after[left - 1] for value, b in ways)
                for left in range(1, busts_left + 1)
            ),
        ]
    return after[busts_left]


_MARCH: Final = 14.0
"""Inches that a unit on foot comes nearer to something in a turn, with luck."""


def _urgency(known: GameState, unit: Unit) -> float:
    """How much a unit has to do: ground within reach first, then somebody to shoot at; who holds ground has time."""
    if not unit.alive or not unit.on_table:
        return 1.0
    at = unit.alive[0].at
    if any(_held_by(known, unit)):
        return 0.6 if _nearest_enemy(known, unit, at) < _FAR else 0.3
    goal = _wanted(known, unit, at)
    near = goal is not None and distance(at, goal.at) - goal.reach_in < _MARCH
    return 1.0 + 0.6 * near + 0.3 * (_nearest_enemy(known, unit, at) < _FAR)


_FAR: Final = 24.0
"""Inches beyond which most weapons reach nobody."""


def _nearest_enemy(known: GameState, unit: Unit, at: Point) -> float:
    enemies = (m.at for u in known.enemies_of(unit.side) if u.in_play for m in u.alive)
    return min((distance(at, place) for place in enemies), default=100.0)


def _stakes(known: GameState, target: Unit) -> float:
    """What it is worth to drive a unit off the objectives that it holds or keeps others from holding."""
    return TAKEN * sum(objective.value for objective in known.scenario.objectives if _within(target, objective))


def _fire(known: GameState, side: SideId, offer: Offer, character: Character) -> tuple[float, str]:
    """Points of the target that are likely to fall, or to be kept down."""
    assert offer.action is not None
    if offer.target is None or offer.target not in known.units:
        return 0.1, "fire"
    target = known.units[offer.target]
    told = preview(known, offer.action)
    if told.in_vain:
        return -1.0, told.in_vain
    lines = [*told.chances, *(chance for shot in told.shots for chance in shot.chances)]
    ends = max((c.value for c in lines if isinstance(c, Ending)), default=0.0)
    fallen = sum(c.value for c in told.chances if isinstance(c, Average) and c.label.startswith("casualties"))
    kept_down = sum(c.value for c in told.chances if c.label == "suppressed")
    share = max(fallen / max(target.n_start, 1), ends) + _SUPPRESSED * kept_down
    worth = share * (character.fire * max(target.points, 1) + character.ground * _stakes(known, target)) + 0.2
    return worth, f"{share:.0%} of {target.name} on average"


def _charge(known: GameState, side: SideId, offer: Offer, character: Character) -> tuple[float, str]:
    """What the first round of blows costs them, less what it costs one's own; leaving ground that is held costs too."""
    if not isinstance(offer.action, Charge):
        return -1.0, "not weighed"
    unit, target = known.units[offer.action.unit], known.units[offer.action.target]
    if target.is_vehicle or unit.is_vehicle:
        return -1.0, "blows on armour"
    wounds = wounds_expected(known, unit, target, offer.action.path)
    if wounds is None:
        return -1.0, "falls short"
    dealt, taken = wounds[unit.id] / _wounds(target), wounds[target.id] / _wounds(unit)
    left = character.ground * GROUND / 2 if any(_held_by(known, unit)) else 0.0
    won = target.points + character.ground * _stakes(known, target)
    worth = min(dealt, 1.0) * won - character.nerve * min(taken, 1.0) * unit.points - left
    return worth, f"{wounds[unit.id]:.1f} wounds for {wounds[target.id]:.1f} in the first round"


def _wounds(unit: Unit) -> int:
    """The wounds that its members have left."""
    return max(1, sum(m.wounds for m in unit.alive))


def _walk(known: GameState, side: SideId, offer: Offer, character: Character) -> tuple[float, str]:
    """Ground gained towards an objective that is wanted; else towards the enemy, until it is near."""
    assert offer.action is not None
    assert offer.unit is not None
    unit = known.units[offer.unit]
    told = preview(known, offer.action)
    if told.in_vain or any(note.lower().startswith(RUNS_INTO) for note in told.notes):
        return -1.0, told.in_vain or "something is in the way"
    lead = unit.alive[0]
    end = next(((x, y) for model, x, y, _ in told.ghosts if model == lead.id), lead.at)
    worth, why = _way(known, unit, lead.at, end)
    return worth * character.ground, why


def _way(known: GameState, unit: Unit, start: Point, end: Point) -> tuple[float, str]:
    held = next((o for o in _held_by(known, unit)), None)
    if held is not None:
        return -1.0, f"holds {held.name}"
    goal = _wanted(known, unit, start)
    if goal is not None:
        gained = distance(start, goal.at) - max(distance(end, goal.at), goal.reach_in / 2)
        if distance(end, goal.at) <= goal.reach_in < distance(start, goal.at):
            return GROUND * gained / 12 + TAKEN, f"takes {goal.name}"
        return GROUND * gained / 12, f"{max(gained, 0):.0f}″ nearer to {goal.name}"
    enemies = [m.at for u in known.enemies_of(unit.side) if u.in_play for m in u.alive]
    near = min((distance(start, p) for p in enemies), default=0.0)
    if near <= _CLOSE_IN:
        return -1.0, "near enough"
    return near - min(distance(end, p) for p in enemies), "nearer to the enemy"


def _held_by(known: GameState, unit: Unit) -> Iterator[Objective]:
    """Objectives that have a member of this unit within reach, and not enough of others of its side."""
    for objective in known.scenario.objectives:
        if _within(unit, objective) and not any(
            _within(other, objective) and other.id < unit.id for other in known.units_of(unit.side) if other.in_play
        ):
            yield objective


def _within(unit: Unit, objective: Objective) -> bool:
    return any(distance(m.at, objective.at) <= objective.reach_in for m in unit.alive)


def _wanted(known: GameState, unit: Unit, start: Point) -> Objective | None:
    """The nearest objective that its side does not hold, if there is any."""
    open_ones = [o for o in known.scenario.objectives if holder(known, o) != unit.side]
    return min(open_ones, key=lambda o: distance(start, o.at) + _TAKEN_CARE_OF * _nearer(known, unit, o), default=None)


_TAKEN_CARE_OF: Final = 5.0
"""Inches farther that a unit goes for an objective that fewer others of its side are nearer to."""


def _nearer(known: GameState, unit: Unit, objective: Objective) -> int:
    """How many others of its side stand nearer to that objective."""
    own = distance(unit.alive[0].at, objective.at)
    others = (u for u in known.units_of(unit.side) if u.id != unit.id and u.in_play and u.on_table and u.alive)
    return sum(distance(other.alive[0].at, objective.at) < own for other in others)


def _nothing(known: GameState, side: SideId, offer: Offer, character: Character) -> tuple[float, str]:
    return 0.0, "nothing better to do"


def _last(known: GameState, side: SideId, offer: Offer, character: Character) -> tuple[float, str]:
    return -50.0, "nobody is left to act"


_WEIGHERS: Final[Mapping[str, Weigher]] = {
    "activate": _activation,
    "shoot": _fire,
    "fire": _fire,
    "charge": _charge,
    "move": _walk,
    "drive": _walk,
    "finish": _nothing,
    "end-activation": _last,
}
"""How each kind of offer is weighed. What is not named here is left alone while one of these may be done."""
