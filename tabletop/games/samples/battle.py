"""The sample table: a battle played some turns far, so that whoever opens the site finds something alive.

Two imaginary players know the ground: each unit has a place to deploy and a place to make for. They shoot when
somebody is in sight, else go on, by the same actions as anybody. Nothing looks at a clock: the
same dice always lead to the same battle.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from rules import Action, GameState, Offer, convert_action, view
from rules.core.ids import SideId, UnitId
from rules.forces.unit import Unit
from rules.questions.house import HouseOption, advice
from rules.questions.offers import short_list, to_act
from rules.table.scenario import OptionValue

STOP_TURN: Final = 4
"""The game turn in which the battle is left."""

MOST_COMMANDS: Final = 400
"""However the dice fall, the battle is left then."""

Point = tuple[float, float]

_PLACES: Final[dict[str, tuple[Point, Point]]] = {
    "a1": ((19, 16.5), (30.6, 14.5)),
    "a3": ((19, 31), (36, 26)),
    "a4": ((18.5, 21), (30, 22)),
    "a5": ((16, 25.8), (30, 24.4)),
    "a6": ((18, 36), (30, 33.5)),
    "a7": ((9, 26.6), (35, 24.3)),
    "b1": ((53, 22), (43, 19.5)),
    "b2": ((53, 27.5), (40.5, 25)),
    "b3": ((55, 12), (55, 12)),
    "b4": ((56, 24.8), (42, 27)),
    "b5": ((60, 18.4), (47, 21.8)),
    "b6": ((54, 32), (45, 31)),
    "b7": ((63, 26), (46, 28.5)),
}
"""Where a unit begins, and what it makes for; in inches."""

OPTIONS: Final[dict[str, OptionValue]] = {"busts_allowed": 2}
"""Switches of the sample: two busts, so that one does not end a turn."""

_DICE: Final = 2
_SPACING: Final = 1.3  # inches between models
_FILES: Final = 4
_BENDS: Final = (0, 20, -20, 45, -45, 70, -70)  # degrees off the straight way
_SHARES: Final = (1.0, 0.7, 0.4)
_NEAR: Final = 1.5  # inches from its place at which a unit has arrived
_CHARGERS: Final = ("b2", "b4")
_SHOTS: Final = ("shoot", "fire")
_OPTIONS: Final = 40
GOOD_SHOT: Final = 8.0
"""Points of the army lists that a shot is worth on average from which it is one to begin with."""
_GUNS: Final = 7  # strength from which a weapon is for vehicles


class Habits:
    """What both players do, in the order of the day. Remembers only what the unit in hand has done."""

    def __init__(self) -> None:
        self._unit: UnitId | None = None
        self._done: list[str] = []
        self._asked = 0

    def choose(self, state: GameState) -> Action | None:
        """The next action of whoever has to act, or None when nobody has to."""
        side = to_act(state)
        if side is None:
            return None
        legal = [offer for offer in short_list(state, side) if offer.action is not None]
        if state.prompt is not None:
            return self._answer(legal)
        if state.turn.number == 0:
            return _deployment(state, side, legal)
        if state.turn.active is None:
            return _activation(legal)
        if state.turn.active != self._unit:
            self._unit, self._done = state.turn.active, []
        return self._in_hand(state, state.units[state.turn.active], legal)

    def _answer(self, legal: Sequence[Offer]) -> Action | None:
        """Answers go round, so that not every question ends alike."""
        self._asked += 1
        return legal[self._asked % len(legal)].action if legal else None

    def _in_hand(self, state: GameState, unit: Unit, legal: Sequence[Offer]) -> Action | None:
        """Charge, shoot once, else make for one's place, else finish."""
        for kind, wanted in (("charge", unit.id in _CHARGERS), ("shoot", True), ("fire", True)):
            offers = [offer for offer in legal if offer.kind == kind]
            if wanted and offers and kind not in self._done:
                self._done.append(kind)
                return max(offers, key=lambda offer: _worth(state, unit, offer)).action
        if self._done.count("go") < 2 and (way := _on_the_way(state, unit)) is not None:
            self._done.append("go")
            return way
        return _first(legal, "finish", "end-activation")


def is_far_enough(state: GameState) -> bool:
    """From the stopping turn on a unit in hand on the table that has a good shot; or the battle is over."""
    if state.outcome is not None:
        return True
    turn = state.turn
    if turn.number < STOP_TURN or turn.phase != "activation" or turn.active is None or state.prompt is not None:
        return False
    unit = state.units[turn.active]
    shot = best_shot(view(state, unit.side), unit.side) if unit.on_table else None
    return shot is not None and shot.worth >= GOOD_SHOT


def best_shot(known: GameState, side: SideId) -> HouseOption | None:
    """The shot that a side is likely to make most of, by what it knows."""
    found = advice(known, side, _OPTIONS)
    return next((each for each in found if each.kind in _SHOTS and each.target is not None), None)


# ------------------------------------------------------------------ deploying, activating


def _deployment(state: GameState, side: SideId, legal: Sequence[Offer]) -> Action | None:
    for offer in legal:
        if offer.kind == "deploy" and offer.unit in _PLACES:
            placed = convert_action(
                {"type": "Deploy", "side": side, "unit": offer.unit, "placements": _formation(state, offer.unit)}
            )
            return placed if placed.check(state) is None else offer.action
    return _first(legal, "roll-off", "deploy-all", "deploy", "hold-back")


def _formation(state: GameState, unit_id: UnitId) -> list[dict[str, object]]:
    """Ranks of four that face the enemy, the leader in front."""
    (x, y), _ = _PLACES[unit_id]
    unit = state.units[unit_id]
    back = -_SPACING if unit.side == "a" else _SPACING
    facing = 90.0 if unit.side == "a" else 270.0
    width = (min(_FILES, len(unit.models)) - 1) / 2
    return [
        {"model": m.id, "at": (x + back * (n // _FILES), y + _SPACING * (n % _FILES - width)), "facing": facing}
        for n, m in enumerate(unit.models)
    ]


def _activation(legal: Sequence[Offer]) -> Action | None:
    """The next unit of the roster, on two dice."""
    offers = [offer for offer in legal if offer.kind == "activate"]
    if not offers:
        return _first(legal, "end-activation") or (legal[0].action if legal else None)
    return next((o.action for o in offers if getattr(o.action, "dice", 0) == _DICE), offers[0].action)


def _first(legal: Sequence[Offer], *kinds: str) -> Action | None:
    return next((offer.action for kind in kinds for offer in legal if offer.kind == kind), None)


# ------------------------------------------------------------------ shooting, going


def _worth(state: GameState, unit: Unit, offer: Offer) -> tuple[float, str]:
    """Guns look for vehicles, everybody else for the largest squad; the nearer the better."""
    target = state.units.get(offer.target) if offer.target else None
    if target is None or not target.alive:
        return (0.0, offer.label)
    hull = target.vehicle is not None and not target.vehicle.wrecked
    worth = 20.0 * hull if _has_guns(state, unit) else (-50.0 if hull else 2.0 * len(target.alive))
    return (worth - math.dist(unit.alive[0].at, target.alive[0].at) / 2, offer.label)


def _has_guns(state: GameState, unit: Unit) -> bool:
    vehicle = state.profile(unit.models[0]).hull
    return vehicle is not None and any(state.weapons[mount.weapon].strength >= _GUNS for mount in vehicle.mounts)


def _on_the_way(state: GameState, unit: Unit) -> Action | None:
    """The first step towards its place that is legal: straight on, else round what is in the way."""
    place = _PLACES.get(unit.id)
    if place is None or not unit.on_table:
        return None
    return next((step for step in _steps(state, unit, place[1]) if step.check(state) is None), None)


def _steps(state: GameState, unit: Unit, goal: Point) -> Iterator[Action]:
    lead = next((model for model in unit.alive if model.leader), unit.alive[0])
    (x, y), profile = lead.at, state.profile(lead)
    far = math.dist(lead.at, goal)
    if far < _NEAR:
        return
    reach = min(far, profile.hull.speed_in / 2 if profile.hull else profile.m)
    course = math.degrees(math.atan2(goal[0] - x, y - goal[1]))
    for share in _SHARES:
        for bend in _BENDS:
            angle = math.radians(course + bend)
            at = (round(x + math.sin(angle) * reach * share, 2), round(y - math.cos(angle) * reach * share, 2))
            if profile.hull:
                yield _going("Drive", unit, {"at": at, "facing": (course + bend) % 360})
            else:
                yield _going("Move", unit, {"at": at})


def _going(kind: str, unit: Unit, point: dict[str, object]) -> Action:
    return convert_action({"type": kind, "side": unit.side, "unit": unit.id, "path": [point]})
