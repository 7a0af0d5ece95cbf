"""The dock of the Rules Crusade: the model in hand, its moves and its action, and why not the rest. (CRU-TURN-02)"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rules import Offer, encode
from rules.core.ids import SideId, UnitId
from rules.core.refusal import Refusal
from rules.forces.unit import Unit
from rules.questions.crusade import cards, feet, order, ways
from rules.questions.crusade.cards import TroopSummary, VehicleSummary
from rules.state import GameState
from tabletop.games.panels import dock as panels_dock
from tabletop.games.panels import hand_dice
from tabletop.games.panels.dock import Mode
from tabletop.games.plans.buttons import Button
from tabletop.ui.words import count_text, inches_text

BUTTONS: Final = {
    "drive": Button("Drive", "move", "M", "path"),
    "take-off": Button("Take off", "vault", "T"),
    "move": Button("Move", "move", "M", "path"),
    "fire": Button("Fire", "shoot", "S", "target"),
    "melee": Button("Fight", "melee", "C", "target"),
    "board": Button("Board", "charge", "B", "target"),
    "get-in": Button("Get in", "door", "I", "target"),
    "get-out": Button("Get out", "door", "O"),
    "take-over": Button("Take over", "people", "W"),
    "hide": Button("Hide", "crawl", "H"),
    "pick-up": Button("Pick up", "grip", "P"),
    "force-entry": Button("Break in", "door", "E"),
    "close-entry": Button("Close entry", "door", "N"),
    "reload": Button("Reload", "redo", "L"),
    "unjam": Button("Unjam", "repair", "J"),
    "land": Button("Land", "crater", "M", "plan"),
    "finish": Button("Done", "check", "F"),
}
"""Kinds of action in the order of the bar."""

_ALWAYS: Final = frozenset({"drive", "move", "fire", "finish", "get-out"})
"""Kinds whose button is missed where they cannot be done."""

_BESIDE: Final = ("get-in", "board", "melee")
"""Those whose button is missed beside whom they would be done with."""

_BARS_ANY_WAY: Final = frozenset(
    {
        "action-spent",
        "aboard",
        "flyer-must-fly",
        "has-rammed",
        "heavy-moves-once",
        "immobile",
        "knocked-down",
        "no-crew",
        "no-driver",
        "no-move-left",
        "passengers-fired",
        "pod-lands",
        "stunned",
    }
)
"""Refusals that bar a model from moving whichever way it would go."""

_ACTION: Final = frozenset({"fire", "melee", "hide", "pick-up", "force-entry", "close-entry", "reload", "unjam"})
_FREE: Final = frozenset({"finish", "land"})


class CrusadeAct(NamedTuple):
    """One button of the bar; disabled with its reason when nothing of that kind is legal."""

    kind: str
    button: Button
    cost: str
    refusal: Refusal | None
    targets: tuple[str, ...]
    action: str = ""

    @property
    def why(self) -> str:
        """Why not, in two or three words: the refusal's code is written that way."""
        return self.refusal.code.replace("-", " ") if self.refusal else ""


class CrusadeDock(NamedTuple):
    """All that the dock shows for one model, side and moment."""

    mode: Mode
    unit: Unit | None = None
    mine: bool = False
    waiting: str = ""
    acts: tuple[CrusadeAct, ...] = ()
    may_end: bool = False
    active: Unit | None = None
    to_place: tuple[Unit, ...] = ()
    ready: tuple[Unit, ...] = ()
    """Models that are not done yet."""
    extras: tuple[CrusadeAct, ...] = ()
    throwing: hand_dice.Throwing | None = None
    vehicle: VehicleSummary | None = None
    troop: TroopSummary | None = None
    hands: str = ""
    """The unit that the page takes in hand, whoever it belongs to: a vehicle that wiped out. (CRU-WIPE-02)"""
    goes_first: str = ""
    """The name of the side that goes first because the scenario says so. (CRU-TURN-01)"""
    turn_by: int = ways.TURN_DEG
    """Degrees of a turn by a key, also before there is a plan. (CRU-MOVE-02)"""

    @property
    def template(self) -> str:
        """The page's part for this mode; who only waits, watches or is asked sees that of every game."""
        own = "crusade/" if self.mode in ("act", "deploy", "pick", "roll-off") else ""
        return f"games/{own}dock/{self.mode}.html"

    @property
    def moved(self) -> str:
        """What a vehicle has done of its turn, and what is left to it. (CRU-TURN-03)"""
        v = self.vehicle
        if v is None:
            return ""
        left = "its action is left" if v.action else "no action left"
        if not (v.possible or v.moves):
            return f"It cannot move, {left}."
        left = f"{inches_text(v.left_in)} left of the last, {left}" if v.left_in else left
        if v.moves > v.possible:
            return f"{count_text(v.moves, 'move action')} made, {left}."
        return f"{v.moves} of {v.possible} move action{'' if v.possible == 1 else 's'} made, {left}."

    @property
    def crowding(self) -> str:
        """How closely the buttons stand."""
        return panels_dock.crowding(len(self.acts))

    @property
    def tucked(self) -> tuple[str, ...]:
        """The kinds that a phone shows after a press on "More"."""
        return panels_dock.tucked({act.kind: act.refusal is not None for act in self.acts})


def dock(state: GameState, side: SideId | None, unit_id: str) -> CrusadeDock:
    """The dock of that side for the model it has selected; without one, for the model in hand."""
    chosen = UnitId(unit_id) if unit_id in state.units else state.turn.active
    unit = state.units.get(chosen) if chosen else None
    if state.outcome is not None:
        return CrusadeDock("over", unit, waiting="The battle is over.")
    if side is None:
        return CrusadeDock("watch", unit)
    mine = unit is not None and unit.side == side
    if waiting := panels_dock.waiting_for(state, side):
        return CrusadeDock("wait", unit, mine, waiting, throwing=hand_dice.throwing(state))
    if (driven := order.wiped_out(state, side)) is not None and state.owed is None:
        return _theirs(state, driven)
    if state.prompt is not None or state.owed is not None:
        return CrusadeDock("asked", unit, mine)
    if not state.turn.order:
        return CrusadeDock("roll-off", unit, mine, goes_first=order.goes_first(state))
    if state.turn.number == 0:
        left = order.to_set_up(state, side)
        held = unit if unit in left else left[0] if left else None
        return CrusadeDock("deploy", held, held is not None, to_place=left)
    return _acting(state, side, unit)


def _theirs(state: GameState, driven: Unit) -> CrusadeDock:
    """The enemy's vehicle for one move action. (CRU-WIPE-02)"""
    drive = CrusadeAct("drive", BUTTONS["drive"], "one move action", None, ())
    summary = cards.vehicle(state, driven)
    return CrusadeDock("act", driven, False, acts=(drive,), vehicle=summary, hands=driven.id)


def _acting(state: GameState, side: SideId, unit: Unit | None) -> CrusadeDock:
    active = state.units.get(state.turn.active) if state.turn.active else None
    landing = order.to_land(state, side)
    dock = CrusadeDock(
        "pick",
        unit,
        unit is not None and unit.side == side,
        may_end=True,
        active=active,
        ready=(*landing, *order.ready(state, side)),
    )
    if unit in landing:
        land = CrusadeAct("land", BUTTONS["land"], "free", None, ())
        return dock._replace(mode="act", acts=(land,), vehicle=cards.vehicle(state, unit))
    if unit is None or unit not in dock.ready:
        return dock
    acts = _acts(state, unit, _offers(state, side, unit))
    troop = None if unit.is_vehicle else cards.troop(state, unit)
    return dock._replace(mode="act", acts=acts, vehicle=cards.vehicle(state, unit), troop=troop)


def _offers(state: GameState, side: SideId, unit: Unit) -> list[Offer]:
    """What is on offer, with whom a troop may walk up to."""
    found = [o for o in order.offers_of(state, side, unit) if o.kind not in ("melee", "board", "get-in", "ram")]
    if not unit.is_vehicle:
        found += [*feet.enemies_to_fight(state, unit), *feet.enemies_to_board(state, unit)]
    return [*found, *feet.carriers(state, unit)]


def _acts(state: GameState, unit: Unit, found: Sequence[Offer]) -> tuple[CrusadeAct, ...]:
    by_kind: dict[str, list[Offer]] = {}
    for offer in found:
        by_kind.setdefault(offer.kind, []).append(offer)
    made = (_act(state, unit, kind, by_kind[kind]) for kind in BUTTONS if kind in by_kind)
    beside = {kind for kind in _BESIDE for o in by_kind.get(kind, ()) if feet.is_beside(state, unit, o.target)}
    return tuple(act for act in made if act.refusal is None or act.kind in _ALWAYS or act.kind in beside)


def _act(state: GameState, unit: Unit, kind: str, found: list[Offer]) -> CrusadeAct:
    legal = [o for o in found if o.action is not None]
    open_still = legal or any(o.refusal is None for o in found)
    near_first = sorted(found, key=lambda o: not feet.is_beside(state, unit, o.target))
    refusal = None if open_still else next((o.refusal for o in near_first if o.refusal is not None), None)
    button = BUTTONS[kind]
    if button.needs == "path" and refusal is not None and refusal.code not in _BARS_ANY_WAY:
        refusal = None  # the way that was tried is barred, another may be open
    targets = tuple(dict.fromkeys(str(o.target) for o in legal if o.target is not None))
    ready = legal[0].action if legal and not button.needs else None
    if kind == "finish" and found[0].label == "It falls":
        button = button._replace(word="It falls")
    return CrusadeAct(kind, button, _cost(state, unit, kind, legal), refusal, targets, _json(ready))


def _json(action: object) -> str:
    return encode(action).decode() if action is not None else ""


def _cost(state: GameState, unit: Unit, kind: str, legal: list[Offer]) -> str:
    """What it costs, in a word or two: move, action, nothing. (CRU-TURN-02, CRU-TURN-03)"""
    if kind in _FREE:
        return "next model" if kind == "finish" else "free"
    if kind in _ACTION:
        return "its action"
    bought = any(getattr(o.action, "extra", False) for o in legal)
    if kind in ("drive", "move") and bought:
        return "its action"
    made = cards.vehicle(state, unit) if kind == "drive" else None
    if made is not None and legal and all(getattr(o.action, "rest", False) for o in legal):
        return f"{inches_text(made.left_in)} left"
    return "a move action" if unit.is_vehicle else "its move"
