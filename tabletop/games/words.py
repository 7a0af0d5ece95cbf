"""How rolls are worded in the log and in plans: receipts and what a number is needed for.

The cost of a way in words: what the ground adds, leg by leg.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from rules.core.ids import SideId
from rules.core.modifier import Modifier
from rules.core.preview import Leg, Toll
from rules.state import GameState
from tabletop.ui.words import count_text, inches_text, signed_text

GUEST: Final = "Guest"
"""What somebody is called who tries a table without giving a name."""


class Row(NamedTuple):
    """One row of a receipt: what it adds, why, and by which rule."""

    value: str
    label: str
    rule: str = ""


def receipt_rows(modifiers: Iterable[Modifier]) -> tuple[Row, ...]:
    """Modifiers as rows, each with its sign, its reason and its rule."""
    return tuple(Row(signed_text(m.value), m.reason, m.rule) for m in modifiers)


_PURPOSES = {
    "activation": "",
    "table-roll": "",
    "pick": "drawn:",
    "to-hit": "hit",
    "assault-vehicle-to-hit": "hit",
    "to-wound": "wound",
    "stand-and-fire": "react",
    "extended-reroll": "",
    "armour-penetration": "penetrate",
    "melta-penetration": "penetrate",
    "ordnance-penetration": "penetrate",
    "vehicle-damage": "damage",
    "suppression-test": "Leadership",
    "casualties-test": "Leadership",
    "pinning-test": "Leadership",
    "morale": "Leadership",
    "rally": "Leadership",
    "break-off": "Leadership",
    "pursuit-restraint": "Leadership",
    "pursuit-halt": "Leadership",
    "scatter-a": "pointer",
    "scatter-b": "base die",
    "scatter-c": "third die",
    "veer-left": "left die",
    "veer-right": "right die",
    "structure-dp": "damage points",
    "port-pass": "through the port",
    "section-drift": "lands as aimed",
    "section-fighters-attack": "attackers who fight",
    "section-fighters-defend": "defenders who fight",
}

_BASES = {
    "to-hit": "Ballistic skill",
    "activation": "Activation value",
    "to-wound": "Strength against Toughness",
    "save": "Save",
    "hack-lock": "Leadership or skill",
    "agility": "Initiative",
    "initiative-test": "Initiative",
    "leadership": "Leadership",
    "assault-vehicle-to-hit": "How it moves",
    "plant-charge": "To plant it",
}

_WS = "Weapon Skills compared"

_MELEE = "ARAP-MELEE"
_AT_HULLS = ("assault-vehicle-to-hit",)
_BLOWS = (_MELEE, "VEH-WS", "VEH-CC", "TRI-CC")
"""Rules of rolls to hit that compare Weapon Skills."""

_NOUNS = {"to-hit": "hit", "assault-vehicle-to-hit": "hit", "free-hack": "hit", "to-wound": "wound"}

_ILL = {
    "dangerous-terrain": ("bad", "safe"),
    "hazard": ("harmed", "unharmed"),
    "area-cover": ("caught", "nobody caught"),
    "collapse-wound": ("wounded", "nobody wounded"),
    "mine-trigger": ("goes off", "no mine"),
}
"""Rolls that nobody wants to make: what comes of those that are made, and of none."""


def came_of(label: str, made: int, thrown: int) -> str:
    """What came of dice that are read one by one: "2 hits", "1 saved", "made", "2 of 3"."""
    if label == "save":
        return f"{made} saved" if thrown > 1 else "saved" if made else "not saved"
    if label in _NOUNS:
        return count_text(made, _NOUNS[label])
    if label in _ILL:
        ill, well = _ILL[label]
        return well if not made else ill if thrown == 1 else f"{made} {ill}"
    if label == "lift-free":
        return "free" if made else "still stuck"
    if thrown == 1:
        return "made" if made else "missed"
    return f"{made} of {thrown}"


def shown_need(label: str, need: str) -> str:
    """What dice must show, and where nobody wants them to, what comes of it then: "bad on 1", "caught on 4 or less"."""
    return f"{_ILL[label][0]} on {need}" if need and label in _ILL else need


def tone(group: int) -> int:
    """The colour of the dice of one of several groups of shots, 1 to 4; further groups begin again."""
    return group % TONES + 1


TONES = 4

TONE_OF: Final = {"scatter-b": 2, "scatter-c": 3, "veer-right": 2}
"""Dice that are told apart by their colour from the darkest, which is the pointer or the left die. (ARAP-SCAT-01)"""


def purpose(label: str) -> str:
    """What dice of that label are for, in a word or two; empty where the headline says it."""
    return _PURPOSES.get(label, label.removeprefix("crusade-").replace("-", " "))


def receipt(label: str, base: int | None, modifiers: Iterable[Modifier], rule: str = "") -> tuple[Row, ...]:
    """What a number needed is made of: its base, then each modifier; nothing where there is none."""
    rows = receipt_rows(modifiers)
    if not rows or base is None:
        return rows
    blow = (label == "to-hit" and rule.startswith(_BLOWS)) or (label in _AT_HULLS and rule.startswith(_MELEE))
    name = _WS if blow else _BASES.get(label) or ("Leadership" if purpose(label) == "Leadership" else "Base")
    return (Row(str(base), name), *rows)


MOST = 3
"""Legs that a plan speaks of."""

_TIMES = {2.0: "double", 4.0: "four times", 8.0: "eight times"}

_SLIGHT_IN = 0.05
"""Less than this is no difference to a player."""


def leg_notes(legs: Sequence[Leg]) -> tuple[str, ...]:
    """What costs more than its length: `4¼″ cost 8½″: Hollin Hill counts double`."""
    notes = [
        (f"leg {n}: " if len(legs) > 1 else "") + _in_words(leg)
        for n, leg in enumerate(legs, 1)
        if leg.reason and abs(leg.cost_in - leg.length_in) > _SLIGHT_IN
    ]
    return tuple(notes[:MOST])


_BETWEEN_FLOORS = ("up ", "down ")
"""How reasons begin of legs from floor to floor: so far as the board shows them apart nobody walks."""


def _in_words(leg: Leg) -> str:
    why = ", ".join(_reason(toll, leg) for toll in _together(leg.tolls)) or leg.reason
    if not leg.length_in or (leg.length_in > leg.cost_in and why.startswith(_BETWEEN_FLOORS)):
        return f"{inches_text(leg.cost_in)}: {why}"
    return f"{inches_text(leg.length_in)} cost {inches_text(leg.cost_in)}: {why}"


def _together(tolls: Sequence[Toll]) -> list[Toll]:
    """What ground of one name asks at one rate as one toll, and none for a step of it that nobody can measure."""
    found: dict[tuple[str, float, str], Toll] = {}
    for toll in tolls:
        key = (toll.ground, toll.factor, "" if toll.ground else toll.words)
        found[key] = replace(found[key], length_in=found[key].length_in + toll.length_in) if key in found else toll
    return [toll for toll in found.values() if not toll.ground or toll.length_in > _SLIGHT_IN] or list(tolls)


def _reason(toll: Toll, leg: Leg) -> str:
    if not toll.ground:
        return toll.words
    times = _TIMES.get(toll.factor, f"{toll.factor:g} times")
    if abs(toll.length_in - leg.length_in) <= _SLIGHT_IN:
        return f"{toll.ground} counts {times}"
    return f"{inches_text(toll.length_in)} of {toll.ground} count {times}"


def leg_plate(leg: Leg) -> str:
    """What stands beside a leg on the board: its cost, and the ground that makes it dear."""
    names = [toll.ground for toll in leg.tolls if toll.ground]
    what = names[-1] if names else "" if leg.reason else "open"
    return f"{inches_text(leg.cost_in)} {what[:16]}".strip()


STANDING: Final[Mapping[str, str]] = {
    "break-off": "breaking off",
    "charge-reaction": "charges",
    "forced-out": "being forced out of vehicles and ruins",
    "go-to-ground": "going to ground",
    "hit-and-run": "hitting and running",
    "intercept": "interceptions",
    "krak": "krak grenades",
    "pursuit": "pursuits",
    "pursuit-halt": "halting a pursuit",
}
"""Kinds of question that a seat may answer alike from now on, and what they are about."""


FIRST_TAKEN: Final[Mapping[str, str]] = {"flee-path": "ways of flight", "melee-order": "order of melees"}
"""Kinds of question in which nothing can be declined: who does not want to be asked takes the first that is listed."""


def standing_text(entry: str) -> str:
    """What a seat has said once and for all: "Interceptions: always let pass"."""
    kind, _, choice = entry.partition("=")
    if kind in FIRST_TAKEN and not choice:
        return f"{FIRST_TAKEN[kind].capitalize()}: always the first listed"
    about = STANDING.get(kind, kind.replace("-", " "))
    chosen = "as proposed" if choice == "move" else choice.replace("-", " ")
    return f"{about.capitalize()}: {'always ' + chosen if choice else 'always declined'}"


def ends_activations(state: GameState, side: SideId) -> str:
    """What ends the activation phase of that side: "End Northmarch’s activations"."""
    name = state.side(side).name
    return f"End {name}{'’' if name.endswith('s') else '’s'} activations"


DELAYS: Final = (30, 60, 120, 300, 600)
"""Seconds by which a host is offered to keep onlookers behind; anything between the ends is taken."""

ANSWER_TIMES: Final = (30, 60, 90, 120, 300)
"""Seconds that a host is offered to give to whoever is asked; anything between 10 s and 10 min is taken."""


def delay_text(delay_s: int) -> str:
    """A delay in words: "30 s", "2 min"."""
    return f"{delay_s // 60} min" if delay_s % 60 == 0 else f"{delay_s} s"


class HousePlayer(NamedTuple):
    """One character of the house: what it is called, how it plays, and how much it cares for what, from 1 to 5."""

    id: str
    name: str
    about: str
    charges: int
    ground: int
    spares: int

    @property
    def bars(self) -> tuple[tuple[str, int], ...]:
        """What it values."""
        return (("charges", self.charges), ("takes objectives", self.ground), ("spares its own", self.spares))


HOUSE_PLAYERS: Final = (
    HousePlayer("cautious", "Steady", "Waits for good odds, keeps to cover, gives ground to save men.", 1, 3, 5),
    HousePlayer("aggressive", "Bold", "Presses on, charges when it may win, pays for the ground it takes.", 4, 5, 2),
    HousePlayer("random", "Careless", "Any legal act, more or less at random. To learn the buttons against.", 3, 1, 1),
)
"""The characters that may sit opposite."""


def house_name(character: str) -> str:
    """Who sits there: "Bold, the house"."""
    return f"{house_player(character).name}, the house"


def house_player(character: str) -> HousePlayer:
    """The character of that id; one that is not known any more plays as the second does."""
    return next((player for player in HOUSE_PLAYERS if player.id == character), HOUSE_PLAYERS[1])
