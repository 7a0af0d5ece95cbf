"""The sheet of one question: every field with its name, range and default, read from a query string.

All state of the page stands in the query, so that an address leads back to it. Fields of a kind of weapon carry its
number: `shots1`, `s1`, `ap1`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from django.http import QueryDict

from rules.questions.charts.calculator import worked_out
from tabletop.ui.switchboard import title_of

KINDS: Final = 6
"""Kinds of weapons in one volley."""

COMPARED: Final = 4
MOST_SHOTS: Final = 80
"""Of all kinds together."""


class Number(NamedTuple):
    """A whole number within a range."""

    label: str
    least: int
    most: int
    default: int
    words: tuple[str, ...] = ()
    """What each of its values from the least means, of a number that is chosen in words; one word alone is ticked."""

    def read(self, typed: str) -> int | None:
        """The number, or None for what is none or out of range."""
        plain = typed.strip().replace("−", "-")
        if not re.fullmatch(r"[+-]?[0-9]{1,5}", plain):
            return None
        found = int(plain)
        return found if self.least <= found <= self.most else None


class Choice(NamedTuple):
    """One of some values, the first by default."""

    label: str
    values: tuple[tuple[str, str], ...]


class Ticks(NamedTuple):
    """Any of some switches: key, words, rule."""

    label: str
    values: tuple[tuple[str, str, str], ...]


KIND_NUMBERS: Final = {
    "shots": Number("Shots", 0, 40, 0),
    "s": Number("Strength", 0, 12, 4),
    "ap": Number("AP", 0, 7, 0),
    "bs": Number("Ballistic Skill", 1, 10, 3),
    "other": Number("Other modifiers", -9, 9, 0),
}
KIND_CHOICES: Final = {
    "type": Choice(
        "Type",
        (("direct", "Direct"), ("ordnance", "Ordnance"), ("template", "Template"), ("marker", "Marker")),
    ),
    "cover": Choice(
        "Cover from these shots", (("", "As the target"), ("none", "Open"), ("soft", "Soft"), ("hard", "Hard"))
    ),
    "face": Choice(
        "Face struck by these", (("", "As the target"), ("front", "Front"), ("side", "Side"), ("rear", "Rear"))
    ),
}
KIND_TICKS: Final = Ticks(
    "Weapon and firer",
    (
        ("near", "Within half range", "ARAP-HIT-02"),
        ("far", "Beyond short range", "ARAP-DMG-02"),
        ("melta", "Melta: two dice within half range", "VEH-PEN-02"),
        ("laser", "Laser: no minus for fast targets", "ARAP-HIT-08"),
        ("smoke", "Through smoke", "ARAP-HIT-09"),
        ("shotgun", "Shotgun", "ARAP-HIT-02"),
        ("lobbed", "Plunging fire", "VEH-COV-03"),
        ("thrown", "Thrown by hand", "ARAP-HIT-02"),
        ("improvised", "Improvised missile", "ARAP-HIT-02"),
        ("pistols", "A pistol in each hand", "ARAP-WPN-04"),
        ("wounded", "Firer wounded", "ARAP-HIT-02"),
        ("twin-linked", "Twin-linked: each miss once more", "TRI-FIRE-08"),
        ("random-strength-d3", "Strength a D3 more for each hit", "TRI-FIRE-05"),
        ("random-strength-d6", "Strength a D6 more for each hit", "TRI-FIRE-05"),
    ),
)
TRAITS: Final = ("melta", "laser", "shotgun", "improvised", "twin-linked", "random-strength-d3", "random-strength-d6")
"""Those ticks that are traits of a weapon."""
NUMBERS: Final = {
    "suppression": Number("Suppression points", 0, 9, 0),
    "moved": Number("Inches that the target moved", 0, 96, 0),
    "front": Number("Front armour", 1, 18, 13),
    "side": Number("Side armour", 1, 18, 11),
    "rear": Number("Rear armour", 1, 18, 10),
    "hull": Number("Hull points", 0, 12, 0),
    "guns": Number("Weapons of Strength 4 or more", 0, 8, 2),
    "models": Number("Models", 1, 40, 10),
    "t": Number("Toughness", 1, 10, 3),
    "wounds": Number("Wounds each", 1, 5, 1),
    "sv": Number("Armour save", 2, 7, 5),
    "inv": Number("Invulnerable save", 2, 7, 7),
    "ld": Number("Leadership", 2, 12, 7),
    "times": Number("Strength of what strikes it, times", 1, 9, 1),
    "more": Number("Strength of what strikes it, more or less", -9, 9, 0),
}
CHOICES: Final = {
    "rules": Choice("Vehicle rules", tuple((module, title_of(module)) for module in worked_out())),
    "kind": Choice("Target", (("vehicle", "Vehicle"), ("troops", "Troops"))),
    "face": Choice("Face", (("front", "Front"), ("side", "Side"), ("rear", "Rear"))),
    "cover": Choice("Cover", (("none", "Open"), ("soft", "Soft"), ("hard", "Hard"), ("ran", "Ran to it"))),
    "hulldown": Choice("Hull-down", (("3", "3 or less glances"), ("4", "4 or less glances"))),
}
FIRER_TICKS: Final = Ticks(
    "Firer",
    (
        ("carried", "Firing from a moving surface", "ARAP-HIT-02"),
        ("tactical", "Firer moved tactically", "ARAP-TACT-02"),
        ("aimed", "Aimed", "ARAP-HIT-04"),
        ("corrected", "Corrective aiming", "ARAP-HIT-05"),
        ("bounced", "Bounced off a wall", "ARAP-TMPL-02"),
        ("sevens", "Shells: a total of 7 is a direct hit", "ARAP-SCAT-03"),
        ("rolling", "Ordnance fired on the move", "TRI-ORD-04"),
    ),
)
TARGET_TICKS: Final = Ticks(
    "Target",
    (
        ("small", "Small target", "ARAP-HIT-03"),
        ("group", "Small group, one or two models", "ARAP-HIT-03"),
        ("dodging", "Target moved tactically", "ARAP-TACT-02"),
        ("grounded", "Gone to ground", "ARAP-GTG-02"),
    ),
)
VEHICLE_TICKS: Final = Ticks(
    "Vehicle",
    (
        ("open", "Open-topped", "VEH-OPEN-03"),
        ("flimsy", "Flimsy", "VEH-OPEN-03"),
        ("skimmer", "Skimmer", "VEH-DMG-05"),
        ("immobilised", "Immobilised already", "VEH-DMG-05"),
        ("unarmed", "Never had such a weapon", "VEH-DMG-05"),
        ("plunging", "Hull-down counts against plunging fire", "VEH-COV-03"),
        ("third", "Glancing column of the third edition", "TRI-DMG-05"),
    ),
)
TICKS: Final = {"on": FIRER_TICKS, "at": TARGET_TICKS, "is": VEHICLE_TICKS}
PLACES: Final = ("table", "as", "firer", "target")
"""Where presets come from, and which are chosen."""

MARK: Final = "_was"
"""A preset's field with this at the end says which one the numbers of the form belong to."""


class Fault(NamedTuple):
    """What is wrong with one field."""

    name: str
    message: str


Values = dict[str, tuple[str, ...]]


@dataclass(kw_only=True)
class Sheet:
    """Typed values by field, as they were sent or filled in; faults once they were read."""

    values: Values = field(default_factory=dict)
    sent: frozenset[str] = frozenset()
    faults: list[Fault] = field(default_factory=list)

    @classmethod
    def of(cls, query: QueryDict) -> Sheet:
        """The fields of a query that are known; anything else is left out."""
        known = set(_names())
        values = {name: tuple(v[: _longest(name)] for v in query.getlist(name)[:40]) for name in query if name in known}
        return cls(values=values, sent=frozenset(values))

    @property
    def kinds_sent(self) -> int:
        """Kinds of weapon on the form that was sent."""
        return sum(f"w{number}" in self.sent for number in range(1, KINDS + 1))

    def text(self, name: str) -> str:
        """One value, or the field's default."""
        found = self.values.get(name)
        return found[0].strip() if found else default(name)

    def ticked(self, name: str) -> tuple[str, ...]:
        """The switches that are on."""
        return self.values.get(name, ())

    def fill(self, filled: Mapping[str, Iterable[str] | str], *, over: bool) -> None:
        """Values of a preset: `over` what was typed, or only where nothing was sent."""
        for name, value in filled.items():
            if over or name not in self.sent:
                self.values[name] = (value,) if isinstance(value, str) else tuple(value)

    def changed(self, name: str) -> bool | None:
        """Whether another preset was chosen than the one that the numbers belong to; None where nobody says which."""
        was = self.values.get(name + MARK)
        if was is None:
            return None if name in self.sent else False
        return was[0] != self.text(name)

    def number(self, name: str, said: Number) -> int:
        """A whole number of a field; noted as a fault, and the default, where it is none or out of range."""
        typed = self.text(name)
        found = said.read(typed)
        if found is None:
            shown = f"“{typed}”" if typed else "Nothing"
            what = f"{said.label}{_of(name)}"
            message = f"{what} is a whole number from {said.least} to {said.most}. {shown} is not."
            self.faults.append(Fault(name, message.replace("-9", "−9")))
            return said.default
        return found

    def choice(self, name: str, said: Choice) -> str:
        """One of the values of a field; noted as a fault, and the first, where it is none of them."""
        typed = self.text(name)
        if typed in (value for value, _ in said.values):
            return typed
        words = ", ".join(words.lower() for _, words in said.values)
        self.faults.append(Fault(name, f"{said.label}{_of(name)} is one of: {words}. “{typed}” is not."))
        return said.values[0][0]

    def ticks(self, name: str, said: Ticks) -> frozenset[str]:
        """The switches of a field that are on; unknown ones are noted as faults."""
        known = {key for key, _, _ in said.values}
        for strange in dict.fromkeys(key for key in self.ticked(name) if key not in known):
            self.faults.append(Fault(name, f"{said.label}{_of(name)} has no switch “{strange}”."))
        return frozenset(self.ticked(name)) & known

    def query(self) -> str:
        """The address of this sheet: everything that differs from the defaults."""
        query = QueryDict(mutable=True)
        for name, values in self.values.items():
            if not name.endswith(MARK) and values != (default(name),) and values:
                query.setlist(name, list(values))
        return query.urlencode(safe="/:")


def _longest(name: str) -> int:
    """Signs of a value that are read; an action is longer than anything else."""
    return 8000 if name == "act" else 200


def default(name: str) -> str:
    """What a field says when nothing was sent."""
    base = name.rstrip("123456")
    number = NUMBERS.get(name) or (KIND_NUMBERS.get(base) if base != name else None)
    if number is not None:
        return str(number.default)
    choice = CHOICES.get(name) or (KIND_CHOICES.get(base) if base != name else None)
    return choice.values[0][0] if choice is not None else ""


def _of(name: str) -> str:
    """Which kind of weapons a field belongs to, in words."""
    base = name.rstrip("123456")
    return f" of weapon {name[len(base) :]}" if base != name else ""


def _names() -> Iterator[str]:
    yield from (*PLACES, *NUMBERS, *CHOICES, *TICKS, "rules" + MARK, "firer" + MARK, "target" + MARK, "act")
    for kind in range(1, KINDS + 1):
        yield from (f"{name}{kind}" for name in (*KIND_NUMBERS, *KIND_CHOICES, "x", "w", "name"))
        yield f"w{kind}{MARK}"
