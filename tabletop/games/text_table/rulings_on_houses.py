"""Rulings on walls, doors and rooms of houses by words, and on shots that miss their sections.

BLD-WALL-03, BLD-LOCK-03, BLD-DOOR-11, BLD-MOVE-02, BLD-SSHT-11
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final, NamedTuple, get_args

from rules.questions.board import named_openings
from rules.questions.buildings import structures
from rules.state import GameState
from rules.table.building import OpeningState

_WAYS: Final = (
    "rule wall between A and B of the house hole 2: why. … whole: why. … breached: why. … hole 2 inch 3: why.",
    "rule hall door locked: why. Doors and windows go by their names, as the ground tells them.",
    "rule house boarding: why. … walking: why. How a house that is set out is entered.",
    "rule A of the house open space: why. Rooms and sections are difficult, variable, confined and so on.",
)
_STRAYS: Final = "strays"
_WAYS_OF_STRAYS: Final = "rule strays scatter: why. … harmless: why. Area shots that miss a section."

_HOLE: Final = re.compile(r"\bhole(?: of)?(?: (\d{1,2}))?\b")
_INCH: Final = re.compile(r"\binch (\d{1,3})\b")


def ways(state: GameState) -> tuple[str, ...]:
    """How that is said, where there are houses."""
    walls = _WAYS if structures.walls_to_rule_on(state) else ()
    return (*walls, _WAYS_OF_STRAYS) if structures.strays_ruled(state) else walls


class Ruled(NamedTuple):
    """What is ruled on, in words, and the ruling without its reason."""

    name: str
    action: dict[str, Any]


def of_house(state: GameState, said: str) -> Ruled | None:
    """A ruling on a wall, a door or a room that is named; None where none is, or nothing is said of it."""
    plain = said.lower()
    return (
        _of_strays(state, plain)
        or _of_entering(state, plain)
        or _of_wall(state, plain)
        or _of_door(state, plain)
        or _of_room(state, plain)
    )


def _of_strays(state: GameState, plain: str) -> Ruled | None:
    """Whether area shots that miss a section scatter from now on. (BLD-SSHT-11)"""
    if _STRAYS not in plain.split():
        return None
    said = [key for key, _ in structures.strays_ruled(state) if key in plain.split()]
    return Ruled(_STRAYS, {"type": "RuleStrays", "strays": said[0]}) if said else None


def _named(plain: str, known: Iterable[tuple[str, str]]) -> tuple[str, str, str] | None:
    """Key and name of what is named, the longest of several, and the rest of what is said."""
    found = [(key, name) for key, name in known if name.lower() in plain]
    if not found:
        return None
    key, name = max(found, key=lambda pair: len(pair[1]))
    return key, name, plain.replace(name.lower(), " ")


def _of_entering(state: GameState, plain: str) -> Ruled | None:
    named = _named(plain, ((key, name.partition(", ")[0]) for key, name in structures.set_out(state)))
    if named is None:
        return None
    key, name, rest = named
    said = [how for how, _ in structures.ENTERED_RULED if how in rest.split()]
    return Ruled(name, {"type": "RuleEntering", "terrain": key, "entered": said[0]}) if len(said) == 1 else None


def _of_wall(state: GameState, plain: str) -> Ruled | None:
    walls = ((key, name.rpartition(", ")[0]) for key, name in structures.walls_to_rule_on(state))
    named = _named(plain, walls)
    if named is None:
        return None
    key, name, rest = named
    action: dict[str, Any] = {"type": "RuleWall", "wall": key}
    if inch := _INCH.search(rest):
        action["inch"] = int(inch[1])
    if hole := _HOLE.search(rest):
        return Ruled(name, {**action, "what": "hole", "points": int(hole[1] or 1)})
    what = "whole" if "whole" in rest else "breached" if "breach" in rest else ""
    return Ruled(name, {**action, "what": what}) if what else None


def _of_door(state: GameState, plain: str) -> Ruled | None:
    named = _named(plain, ((key, name) for key, name, _ in named_openings(state)))
    if named is None:
        return None
    key, name, rest = named
    states = [word for word in get_args(OpeningState) if word in rest.split()]
    return Ruled(name, {"type": "RuleOpening", "opening": key, "state": states[0]}) if len(states) == 1 else None


def _of_room(state: GameState, plain: str) -> Ruled | None:
    named = _named(plain, structures.rooms_inside(state))
    if named is None:
        return None
    key, name, rest = named
    found = [what for what, _ in structures.ROOMS_RULED if what.replace("-", " ") in " ".join(rest.split())]
    return Ruled(name, {"type": "RuleRoom", "room": key, "what": max(found, key=len)}) if found else None
