"""The dock: the unit in hand, what it may do now, and why not the rest. Plain values for `templates/games/dock/`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple

from rules import Action, Offer, encode
from rules.core.ids import SideId, UnitId
from rules.core.refusal import Refusal
from rules.core.words import does
from rules.forces.unit import Unit
from rules.questions.offers import activation_dice, split, to_place
from rules.questions.offers import ready as ready_to_roll
from rules.state import GameState
from tabletop.games.panels import hand_dice, waiting
from tabletop.games.plans.buttons import BUTTONS, Button, button_of, may_go_round
from tabletop.games.plans.drafts import offers
from tabletop.games.words import ends_activations

"""Kinds of action in the order of the bar."""

_NOBODY = Refusal("nobody-in-reach", "No enemy is near enough to charge.", "ARAP-CHG-01", "move closer")
_NOT_ON_THE_BAR = frozenset({"activate", "end-activation", "roll-off", "deploy", "deploy-all", "answer"})

_SHOWN_WHEN_OPEN = frozenset(
    {
        "bootlegger",
        "j-turn",
        "walk-back",
        "go-prone",
        "stand-up",
        "board",
        "cling",
        "get-out",
        "stop",
        "break-off",
        "regroup",
        "turn",
        "tank-shock",
        "ram",
        "crash",
        "limber",
        "unlimber",
        "knock-loose",
        "ports",
        "try-tube",
        "work-door",
        "force-door",
        "hack-lock",
        "smash-lock",
    }
)
"""Kinds that need no button while they cannot be done: nobody misses them then."""

_TOLD = frozenset(
    {
        "no-places",
        "may-not-ride",
        "not-all-in-reach",
        "dedicated",
        "one-unit",
        "left-this-turn",
        "boarded-this-turn",
        "too-fast",
        "road-bonus",
        "unfamiliar",
        "smashed",
    }
)
"""Refusals that are missed all the same: a carrier near that takes nobody or keeps them, a lock past hacking."""

_HELD = frozenset(
    {"prone", "gone-to-ground", "sprawled", "climbing", "on-ladder", "on-stairs", "stunned", "encumbered"}
)
_TOLD_OF: Final = {
    "board": _HELD,
    "get-out": _HELD | {"no-room", "not-coherent", "close-combat"},
    "try-tube": frozenset({"out-of-reach"}),
}
"""What keeps people from the step on or off a hull beside them, and from a tube near by.

(VEH-BRD-11, TRI-TRAN-11, TRI-TRAN-13, BLD-TUBE-08)
"""

_UP_AND_DOWN = frozenset({"climb", "rappel", "leap"})
"""What needs a face that can be climbed. (ARAP-CLIMB-06)"""

_BARS_ANY_WAY = frozenset(
    {
        "too-few-points",
        "driven",
        "not-as-the-squadron",
        "lost-control",
        "vehicle",
        "not-a-vehicle",
        "locked",
        "gone-to-ground",
        "not-in-hand",
        "prone",
        "cannot-crawl",
        "no-tactics",
        "immobilised",
        "stunned",
        "stopped",
        "coupling",
        "towed",
        "got-out",
        "step-taken",
        "not-active",
        "not-activated",
        "sprawled",
        "climbing",
        "on-ladder",
        "on-stairs",
        "no-ropes",
        "no-jump-packs",
        "no-jumper",
    }
)
"""Refusals that bar a unit from moving whichever way it would go."""

_AT_THE_GROUND = frozenset({"throw", "lob"})
"""Kinds that may be aimed at a spot on the ground instead of a unit. (ARAP-AREA-01)"""

Mode = Literal["watch", "over", "wait", "asked", "roll-off", "deploy", "pick", "dice", "act", "other"]


class DiceChoice(NamedTuple):
    """One, two or three activation dice, with what each promises."""

    dice: int
    acts: float
    bust: float
    average: float
    refusal: Refusal | None

    @property
    def faces(self) -> tuple[int, ...]:
        """Dice to draw."""
        return (2, 3, 5)[: self.dice]

    @property
    def average_text(self) -> str:
        """Points to expect, to one decimal."""
        return f"{self.average:.1f}"


class Act(NamedTuple):
    """One button of the bar; disabled with its reason when nothing of that kind is legal."""

    kind: str
    button: Button
    ap: int
    refusal: Refusal | None
    targets: tuple[str, ...]
    action: str = ""
    """The action's JSON where nothing more has to be chosen."""

    @property
    def why(self) -> str:
        """Why not, in two or three words: the refusal's code is written that way."""
        return self.refusal.code.replace("-", " ") if self.refusal else ""

    @property
    def cost(self) -> str:
        """What it costs, in a word or two."""
        return f"{self.ap} AP" if self.ap else "ends unit" if self.kind == "finish" else "free"


class Dock(NamedTuple):
    """All that the dock shows for one unit, side and moment."""

    mode: Mode
    unit: Unit | None = None
    mine: bool = False
    waiting: str = ""
    """Why this side can do nothing now, in words; empty if it can."""
    ap: int = 0
    dice: tuple[DiceChoice, ...] = ()
    acts: tuple[Act, ...] = ()
    ends: str = ""
    """What the button says that ends the activation phase, while it may be ended."""
    active: Unit | None = None
    """The unit that is acting."""
    takes: bool = False
    """Whether the unit that is looked at may be activated once the acting one is finished. (ARAP-ACT-07)"""
    to_place: tuple[Unit, ...] = ()
    ready: tuple[Unit, ...] = ()
    """Units that may still be activated."""
    extras: tuple[Act, ...] = ()
    """What else may be done with the unit, placed or activated or not."""
    why_not: Refusal | None = None
    """Why the chosen unit makes no activation roll."""
    throwing: hand_dice.Throwing | None = None
    """Dice that somebody throws by hand."""
    acting: waiting.Acting | None = None
    """Who of another side acts meanwhile."""
    busts_left: int = 0
    """How many more busts end the activation phase. (ARAP-ACT-03, ARAP-ACT-04)"""

    @property
    def template(self) -> str:
        """The page's part for this mode: a file of its own for each."""
        return f"games/dock/{self.mode}.html"

    @property
    def chosen(self) -> str:
        """The kind of action that is chosen when the unit is taken in hand: the first that is open."""
        return next((act.kind for act in self.acts if act.refusal is None and act.kind != "finish"), "")

    @property
    def crowding(self) -> str:
        """How closely the buttons stand, as classes of their bar: all of them are always in sight."""
        return crowding(len(self.acts))

    @property
    def tucked(self) -> tuple[str, ...]:
        """The kinds that a phone shows after a press on "More"."""
        return tucked({act.kind: act.refusal is not None for act in self.acts})


def tucked(shut: Mapping[str, bool]) -> tuple[str, ...]:
    """What a hand has no room for at once: of more than six kinds all but five, those that are shut first."""
    kinds = [kind for kind in shut if kind != "finish"]
    if len(kinds) <= _IN_A_HAND:
        return ()
    at_hand = sorted(kinds, key=lambda kind: shut[kind])[: _IN_A_HAND - 1]
    return tuple(kind for kind in kinds if kind not in at_hand)


_IN_A_HAND = 6
"""Buttons beside "Finish"; with more, the sixth is "More"."""


def crowding(buttons: int) -> str:
    """The classes of a bar with so many buttons."""
    return "".join(f" {word}" for most, word in _CROWDING if buttons > most)


_CROWDING = ((6, "many most"), (10, "crowd"), (12, "throng"))
"""More buttons than so many."""


def dock(state: GameState, side: SideId | None, unit_id: str = "") -> Dock:
    """The dock of that side for the unit it has selected; without one, for the unit that is acting."""
    chosen = UnitId(unit_id) if unit_id in state.units else state.turn.active
    unit = state.units.get(chosen) if chosen else None
    active = state.units.get(state.turn.active) if state.turn.active else None
    if state.outcome is not None:
        return Dock("over", unit, waiting="The battle is over.", active=active)
    if side is None:
        return Dock("watch", unit, active=active)
    mine = unit is not None and unit.side == side
    if awaited := waiting_for(state, side):
        throwing = hand_dice.throwing(state)
        extras = acts(_meanwhile(state, side, unit)) if unit is not None and mine else ()
        theirs = waiting.acting(state, side)
        return Dock("wait", unit, mine, awaited, active=active, throwing=throwing, extras=extras, acting=theirs)
    if state.prompt is not None or state.owed is not None:
        return Dock("asked", unit, mine, active=active)
    if not state.turn.order:
        return Dock("roll-off", unit, mine)
    if state.turn.number == 0:
        return _deploying(state, side, unit if mine else None)
    found = offers(state, side)
    may_end = any(o.kind == "end-activation" and o.action is not None for o in found)
    ends = ends_activations(state, side) if may_end else ""
    if unit is None or not mine:
        ready = () if active is not None else ready_to_roll(state)
        return Dock("pick", unit, mine, ends=ends, active=active, ready=ready)
    if active is not None and active.id == unit.id:
        own = [o for o in found if o.unit == unit.id]
        if not unit.is_vehicle and unit.aboard is None and not any(o.kind == "charge" for o in own):
            own.append(Offer(kind="charge", unit=unit.id, ap=1, refusal=_NOBODY))
        return Dock("act", unit, mine, ap=state.turn.ap, acts=acts(own), ends=ends, active=active)
    if active is not None:
        takes = unit in ready_to_roll(state)
        return Dock("other", unit, mine, ap=state.turn.ap, ends=ends, active=active, takes=takes)
    left = int(state.option("busts_allowed")) - state.turn.busts
    if unit.now.tried:
        return Dock("pick", unit, mine, ends=ends, ready=ready_to_roll(state), busts_left=left)
    dice = dice_choices(state, side, unit)
    refusal = dice[0].refusal
    ready = ready_to_roll(state) if refusal else ()
    splits = split(state, unit)
    extras = acts([*(o for o in found if o.unit == unit.id and o.action is not None), *([splits] if splits else ())])
    shown = () if refusal else dice
    panel = Dock("dice", unit, mine, dice=shown, ends=ends, why_not=refusal, ready=ready, extras=extras)
    return panel._replace(busts_left=left)


def _meanwhile(state: GameState, side: SideId, unit: Unit) -> list[Offer]:
    """What may be said for a unit while others act: what it always does where it may. (ARAP-MELEE-03, -04)"""
    if state.prompt is not None or state.owed is not None:
        return []
    return [o for o in offers(state, side) if o.kind == "standing" and o.unit == unit.id]


def _deploying(state: GameState, side: SideId, unit: Unit | None) -> Dock:
    """Placing: what is left, and the one in hand, which is the first unless another was picked."""
    left = to_place(state, side)
    held = unit if unit in left else left[0] if left else None
    own = [
        o
        for o in offers(state, side)
        if o.kind in ("hold-back", "deploy-section") and held is not None and o.unit == held.id
    ]
    return Dock("deploy", held, held is not None, to_place=left, extras=acts(own))


def waiting_for(state: GameState, side: SideId) -> str:
    """Whom the game waits for, if not for this side."""
    if state.outcome is not None:
        return "The battle is over."
    if owed := hand_dice.throwing(state):
        return "" if owed.side == side else f"{owed.in_words}."
    if state.prompt is not None and state.prompt.side != side:
        return f"Waiting for {state.side(state.prompt.side).name}: {state.prompt.question}"
    if not state.turn.order:
        return ""
    acting = state.turn.order[state.turn.place]
    if state.prompt is None and acting != side:
        verb, rest = ("sets", "up next") if state.turn.number == 0 else ("acts", "now")
        return f"{does(state.side(acting).name, verb)} {rest}."
    return ""


def dice_choices(state: GameState, side: SideId, unit: Unit) -> tuple[DiceChoice, ...]:
    """What one, two and three dice promise. (ARAP-ACT-02)"""
    return tuple(DiceChoice(*fields) for fields in activation_dice(state, side, unit))


def acts(found: Sequence[Offer]) -> tuple[Act, ...]:
    """One button for each kind on offer, in the order of the bar; a kind is open if any offer of it is legal."""
    by_kind: dict[str, list[Offer]] = {}
    for offer in found:
        if offer.kind not in _NOT_ON_THE_BAR:
            by_kind.setdefault(offer.kind, []).append(offer)
    known = [kind for kind in BUTTONS if kind in by_kind and kind != "finish"]
    new = [kind for kind in by_kind if kind not in BUTTONS]
    made = [_act(kind, by_kind[kind]) for kind in (*known, *new, "finish") if kind in by_kind]
    return tuple(a for a in made if a.refusal is None or _is_missed(a.kind, a.refusal))


def _is_missed(kind: str, refusal: Refusal) -> bool:
    """Whether a button is shown although nothing of its kind can be done."""
    is_said = refusal.code in _TOLD or refusal.code in _TOLD_OF.get(kind, ())
    return kind in BUTTONS and (is_said or kind not in _SHOWN_WHEN_OPEN)


def _act(kind: str, found: list[Offer]) -> Act:
    legal = [o for o in found if o.action is not None]
    refusal = None if legal else next((o.refusal for o in found if o.refusal is not None), None)
    costs = [o.ap for o in legal or found]
    round_it = [o for o in found if may_go_round(kind, o.refusal)]
    if round_it:
        refusal = None  # the straight way is barred, another may be drawn
    targets = tuple(dict.fromkeys(o.target for o in (*legal, *round_it) if o.target is not None))
    button = button_of(kind, found[0].label if len(found) == 1 else "")
    if button.needs == "path" and refusal is not None and not _bars_any_way(kind, refusal):
        refusal = None  # the way that was tried is barred, another may be open
    if kind in _AT_THE_GROUND and refusal is not None and refusal.code == "out-of-arc":
        refusal = None  # nobody to aim at, but the ground is always there
    ready = legal[0].action if legal and not button.needs else None
    return Act(kind, button, min(costs), refusal, targets, action_json(ready) if ready else "")


def _bars_any_way(kind: str, refusal: Refusal) -> bool:
    """Whether no other way would help: in reach of climbers there is no face but such as nobody climbs."""
    return refusal.code in _BARS_ANY_WAY or (kind in _UP_AND_DOWN and refusal.code == "unclimbable")


def action_json(action: Action) -> str:
    """An action as a browser sends it back: without the side, which the server fills in from the seat."""
    return encode(action).decode()
