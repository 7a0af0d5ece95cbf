"""The form as the page draws it: presets in groups, a block for each kind of weapon, switches and their worth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final, NamedTuple

from rules.core.ids import WeaponId
from rules.forces.weapon import Weapon
from rules.questions.charts import calculator
from rules.questions.charts.calculator import Circumstances
from tabletop.charts.asked import Asked
from tabletop.charts.sheet import (
    CHOICES,
    KIND_CHOICES,
    KIND_NUMBERS,
    KIND_TICKS,
    KINDS,
    NUMBERS,
    TICKS,
    Choice,
    Number,
    Sheet,
    Ticks,
)
from tabletop.charts.sources import Source
from tabletop.ui.words import signed_text


class Field(NamedTuple):
    """A number that is typed."""

    name: str
    label: str
    value: str
    least: int
    most: int


class Option(NamedTuple):
    """One value of a choice."""

    value: str
    words: str
    on: bool


class Group(NamedTuple):
    """Values of a choice that stand together."""

    name: str
    options: tuple[Option, ...]


class Tick(NamedTuple):
    """One switch with what it is worth and its rule."""

    name: str
    value: str
    label: str
    rule: str
    worth: str
    on: bool


class Kind(NamedTuple):
    """One kind of weapons."""

    number: int
    name: str
    title: str
    fires: bool
    presets: tuple[Group, ...]
    was: str
    fields: tuple[Field, ...]
    type_name: str
    types: tuple[Option, ...]
    ticks: tuple[Tick, ...]
    ticked: int
    covers: tuple[Option, ...]
    faces: tuple[Option, ...]
    skill: Field
    other: Field


class Face(NamedTuple):
    """The whole form."""

    table: str
    viewer: str
    firers: tuple[Group, ...]
    targets: tuple[Group, ...]
    firer_was: str
    target_was: str
    kinds: tuple[Kind, ...]
    firer: tuple[Tick, ...]
    suppression: Field
    target: tuple[Tick, ...]
    vehicle: tuple[Tick, ...]
    is_vehicle: bool
    what: tuple[Option, ...]
    faces: tuple[Option, ...]
    covers: tuple[Option, ...]
    module: str
    """The vehicle rules that a vehicle is under fire by."""
    hull_down_rule: str
    rules: tuple[Option, ...]
    """Those to choose from; none at a table, which has its own."""
    hull_down: tuple[Option, ...]
    moved: Field
    armour: tuple[Field, ...]
    hull: tuple[Field, ...]
    troops: tuple[Field, ...]
    struck: str


SHORT: Final = {"shots": "Shots", "s": "Strength", "ap": "AP", "front": "Front", "side": "Side", "rear": "Rear"}
SHORT_TROOPS: Final = {"t": "Toughness", "wounds": "Wounds", "sv": "Save", "inv": "Inv. save", "ld": "Ld"} | {
    "times": "Struck at S ×",
    "more": "Struck at S ±",
}

WORTH: Final = {
    "carried": Circumstances(carried=True),
    "tactical": Circumstances(tactical=True),
    "aimed": Circumstances(aimed=True),
    "corrected": Circumstances(corrected=True),
    "bounced": Circumstances(bounced=True),
    "small": Circumstances(small=True),
    "group": Circumstances(group=2),
    "dodging": Circumstances(target_tactical=True),
    "wounded": Circumstances(wounded=True),
    "pistols": Circumstances(two_pistols=True),
    "shotgun": Circumstances(half_range=True),
    "thrown": Circumstances(),
    "improvised": Circumstances(),
}
"""Switches that change the roll to hit, as the rules know them."""


def face(sheet: Sheet, source: Source, asked: Asked) -> Face:
    """The form with what the sheet says."""
    chosen = sheet.text("face")
    return Face(
        table=sheet.text("table"),
        viewer=sheet.text("as"),
        firers=_units(source, sheet.text("firer")),
        targets=_units(source, sheet.text("target")),
        firer_was=sheet.text("firer_was"),
        target_was=sheet.text("target_was"),
        kinds=tuple(_kinds(sheet, source, set(asked.numbers))),
        firer=_ticks("on", TICKS["on"], sheet),
        suppression=_field("suppression", NUMBERS["suppression"], sheet),
        target=_ticks("at", TICKS["at"], sheet),
        vehicle=_ticks("is", TICKS["is"], sheet),
        is_vehicle=asked.hull is not None,
        what=_options(CHOICES["kind"], sheet.text("kind")),
        faces=_options(CHOICES["face"], chosen),
        covers=_options(CHOICES["cover"], sheet.text("cover")),
        module=sheet.text("rules"),
        hull_down_rule=calculator.numbers_of(sheet.text("rules")).cites["hull-down"],
        rules=_options(CHOICES["rules"], sheet.text("rules")) if not sheet.text("table") else (),
        hull_down=_options(CHOICES["hulldown"], sheet.text("hulldown")) if _asked("hulldown", sheet) else (),
        moved=_field("moved", NUMBERS["moved"], sheet)._replace(label="Inches moved"),
        armour=_fields(("front", "side", "rear"), sheet),
        hull=_fields((name for name in ("hull", "guns") if _asked(name, sheet)), sheet),
        troops=_fields(("models", "wounds", "t", "sv", "inv", "ld", "times", "more"), sheet),
        struck=f"{chosen.capitalize()}, AV {sheet.text(chosen) if chosen in NUMBERS else '–'}",
    )


def _kinds(sheet: Sheet, source: Source, firing: set[int]) -> Iterator[Kind]:
    """Every kind that fires, and one more to be filled in."""
    shown = min(KINDS, max(firing, default=1) + 1)
    for number in range(1, shown + 1):
        ticks = _ticks(f"x{number}", KIND_TICKS, sheet)
        name = sheet.text(f"name{number}")
        yield Kind(
            number=number,
            name=name,
            title=name if number in firing and name else f"Weapon {number}" if number in firing else "Another weapon",
            fires=number in firing,
            presets=_weapons(source, sheet.text(f"w{number}")),
            was=sheet.text(f"w{number}_was"),
            fields=tuple(_own(key, number, sheet) for key in ("shots", "s", "ap")),
            type_name=f"type{number}",
            types=_options(KIND_CHOICES["type"], sheet.text(f"type{number}")),
            ticks=ticks,
            ticked=sum(tick.on for tick in ticks),
            covers=_options(KIND_CHOICES["cover"], sheet.text(f"cover{number}")),
            faces=_options(KIND_CHOICES["face"], sheet.text(f"face{number}")),
            skill=_own("bs", number, sheet),
            other=_own("other", number, sheet),
        )


def _own(key: str, number: int, sheet: Sheet) -> Field:
    return _field(f"{key}{number}", KIND_NUMBERS[key], sheet)


def _fields(names: Iterable[str], sheet: Sheet) -> tuple[Field, ...]:
    return tuple(_field(name, NUMBERS[name], sheet) for name in names)


def _field(name: str, said: Number, sheet: Sheet) -> Field:
    label = SHORT.get(name) or SHORT_TROOPS.get(name) or said.label
    return Field(name, label, sheet.text(name), said.least, said.most)


def _options(said: Choice, chosen: str) -> tuple[Option, ...]:
    return tuple(Option(value, words, value == chosen) for value, words in said.values)


def _ticks(name: str, said: Ticks, sheet: Sheet) -> tuple[Tick, ...]:
    on, cites = sheet.ticked(name), calculator.numbers_of(sheet.text("rules")).cites
    return tuple(
        Tick(name, key, label, cites.get(key, rule), worth(key), key in on)
        for key, label, rule in said.values
        if _asked(key, sheet)
    )


def _asked(key: str, sheet: Sheet) -> bool:
    """Whether the vehicle rules of the sheet ask for that switch or field."""
    return calculator.is_asked(sheet.text("rules"), key)


@cache
def worth(key: str) -> str:
    """What a switch adds to the number needed, as the rules say; nothing for those that change something else."""
    found = WORTH.get(key)
    if found is None:
        return ""
    traits = (key,) if key in ("shotgun", "improvised") else ()
    weapon = Weapon(id=WeaponId("w"), name="", type="grenade" if key == "thrown" else "heavy", traits=traits)
    return signed_text(calculator.worth(weapon, found))


def _units(source: Source, chosen: str) -> tuple[Group, ...]:
    named = [(pick.group, Option(pick.key, pick.unit.name, pick.key == chosen)) for pick in source.units.values()]
    return _grouped(named)


def _weapons(source: Source, chosen: str) -> tuple[Group, ...]:
    named = [(group, Option(key, found.name, key == chosen)) for key, (group, found) in source.weapons.items()]
    return _grouped(named)


def _grouped(named: Iterable[tuple[str, Option]]) -> tuple[Group, ...]:
    found: dict[str, list[Option]] = {}
    for group, option in named:
        found.setdefault(group, []).append(option)
    return tuple(Group(name, tuple(options)) for name, options in found.items())
