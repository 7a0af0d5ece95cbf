"""Edits of a bunker: what it is built as, its ports and slots, its built-in weapons.

(BLD-BUNK-02, BLD-BUNK-03, BLD-BUNK-05, BLD-BUNK-14)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, get_args

from msgspec.structs import replace

from rules.questions.buildings import bunkers
from rules.table.armoured import Armoured, BuiltIn, Own
from rules.table.terrain import Terrain
from tabletop.scenarios.draft import sent as draft_sent
from tabletop.scenarios.draft.building_bounds import MOST_GUNS, MOST_SLOTS
from tabletop.scenarios.draft.draft import Draft
from tabletop.scenarios.draft.limits import LONGEST_NAME
from tabletop.scenarios.draft.sent import Sent
from tabletop.scenarios.draft.things import put
from tabletop.scenarios.edits.edited import Edited
from tabletop.scenarios.edits.fields import Field
from tabletop.ui.refused import Refused

LONGEST_SLOT_IN: Final = 24.0

GUNS: Final = {
    "machine gun": BuiltIn(name="Machine gun", strength=5, ap=4, range_in=36, shots=3),
    "autocannon": BuiltIn(name="Autocannon", strength=7, ap=4, range_in=48, shots=2),
    "heavy cannon": BuiltIn(name="Heavy cannon", strength=9, ap=2, range_in=48, shots=1),
}
"""Weapons that are built in at a click; what they are like may be set after that. (BLD-BUNK-14)"""

ARMOURED: Final = (
    Field("armoured_as", "Built as", "choice", values=("", *bunkers.kinds()), about="Its armour follows"),
    Field(
        "capacity",
        "Holds",
        "whole",
        least=1,
        most=bunkers.most_places(),
        about="Ordinary models, each section of several; hull points follow",
    ),
    Field("ports", "Firing ports", "whole", most=30, about="One model fires from each; each section has them"),
    Field(
        "slots", "Firing slots", "words", most=60, unit="length", about="One model fires from each whole inch: 3, 2.5"
    ),
    Field(
        "locked",
        "Locked",
        "choice",
        values=get_args(Own),
        about="Only friends of those inside go in while it is intact",
        said=(("", "as the table has it"),),
    ),
    Field(
        "shutters",
        "Shutters at its ports",
        "choice",
        values=get_args(Own),
        about="Shot through only where somebody fired out before",
        said=(("", "as the table has it"),),
    ),
)
"""What a bunker is, beside its weapons. (BLD-BUNK-02 to BLD-BUNK-05, BLD-PORT-08)"""

GUN: Final = (
    Field("name", "Weapon", "words", most=LONGEST_NAME),
    Field("strength", "Strength", "whole", least=1, most=10),
    Field("ap", "AP", "choice", values=("", *map(str, range(1, 7))), about="Without any it only glances on armour"),
    Field("range_in", "Range", "number", least=1, most=240, unit="length"),
    Field("shots", "Shots", "whole", least=1, most=10),
)
"""What a built-in weapon is like. (BLD-BUNK-11, BLD-BUNK-14)"""

SECTION: Final = Field("section", "In section", "choice", values=("",), about="Its crew, and what hits it; none is any")
"""Where it is built in, in a building of several sections; its values are their letters. (BLD-BUNK-05)"""


def of_guns(piece: Terrain) -> tuple[Field, ...]:
    """What may be set on the weapons of that building."""
    rooms = piece.building.sections if piece.building is not None else ()
    letters = ("", *(room.letter for room in rooms))
    return (*GUN, *((SECTION._replace(values=letters),) if len(rooms) > 1 else ()))


def of_works(works: Armoured, cm: float = 0) -> dict[str, Any]:
    """The values of the fields of a bunker; slots in the unit of the draft, so many centimetres to the inch."""
    slots = ", ".join(f"{length * (cm or 1):.2f}".rstrip("0").rstrip(".") for length in works.slots)
    return {
        "armoured_as": works.kind,
        "capacity": works.capacity,
        "ports": works.ports,
        "slots": slots,
        "locked": works.locked,
        "shutters": works.shutters,
    }


def with_works(works: Armoured, field: Field, sent: Sent, cm: float = 0) -> Armoured:
    """The bunker with one of those fields set."""
    if field.name == "slots":
        return replace(works, slots=tuple(_slots(sent, cm)))
    name = "kind" if field.name == "armoured_as" else field.name
    value = field.read(sent)
    return replace(works, **{name: "" if value is None else value})


def _slots(sent: Sent, cm: float) -> Iterator[float]:
    """Lengths one after the other, none for no slot."""
    words = draft_sent.line(sent, "value", 60).replace(";", " ").replace(", ", " ").split()
    if len(words) > MOST_SLOTS:
        raise Refused("too-many", f"{len(words)} slots are too many.", f"{MOST_SLOTS} at most", rule="BLD-BUNK-02")
    for length in words:
        most = LONGEST_SLOT_IN * (cm or 1)
        found = draft_sent.number({"value": length.rstrip(",")}, "value", 0, most, "The length of a slot")
        if found:
            yield round(found / (cm or 1), 2)


def arm(draft: Draft, sent: Sent) -> Edited:
    """A weapon built in, or one taken out. (BLD-BUNK-14)"""
    key, piece = _a_bunker(draft, sent)
    guns = list(_works(piece).weapons)
    act = draft_sent.one_of(sent, "act", ("add", "remove"), "change of built-in weapons")
    if act == "add":
        if len(guns) >= MOST_GUNS:
            raise Refused("too-many", f"{piece.name} has {len(guns)} built-in weapons.", f"{MOST_GUNS} at most")
        gun = GUNS[draft_sent.one_of(sent, "value", tuple(GUNS), "built-in weapon")]
        guns.append(gun)
    else:
        gun = guns.pop(_number(guns, sent.get("number", "")))
    said = f"{gun.name} {'in' if act == 'add' else 'out of'} {piece.name}"
    return _armed(draft, key, piece, guns, said)


def set_gun(draft: Draft, sent: Sent) -> Edited:
    """What a built-in weapon is like, as in "0.strength"."""
    key, piece = _a_bunker(draft, sent)
    guns = list(_works(piece).weapons)
    place, _, name = sent.get("field", "").partition(".")
    known = of_guns(piece)
    field = next((f for f in known if f.name == name), None)
    if field is None:
        raise Refused("unknown-field", "That cannot be set on a weapon.", ", ".join(f.name for f in known))
    number = _number(guns, place)
    value = field.read(sent, draft.cm)
    if field.name == "ap":
        value = int(value) if value else None
    if field.name == "name" and not value:
        raise Refused("no-name", "A built-in weapon has a name.", "a word or two")
    guns[number] = replace(guns[number], **{field.name: value or "" if field.name == "section" else value})
    return _armed(draft, key, piece, guns, f"{field.label.lower()} of {guns[number].name}")


def of_gun(gun: BuiltIn) -> dict[str, Any]:
    """The values of its fields."""
    return {f.name: getattr(gun, f.name) for f in (*GUN, SECTION)} | {"ap": "" if gun.ap is None else gun.ap}


def _armed(draft: Draft, key: str, piece: Terrain, guns: list[BuiltIn], said: str) -> Edited:
    after = replace(piece, armoured=replace(_works(piece), weapons=tuple(guns)))
    return Edited(put(draft, {key: after}), (key,), said)


def _number(guns: list[BuiltIn], number: str) -> int:
    if not guns:
        raise Refused("no-weapon", "It has no built-in weapon.", "a bunker that has")
    return draft_sent.whole({"number": number}, "number", 0, len(guns) - 1)


def _works(piece: Terrain) -> Armoured:
    return piece.armoured or Armoured()


def _a_bunker(draft: Draft, sent: Sent) -> tuple[str, Terrain]:
    key = sent.get("keys", "")
    piece = draft.piece(key.removeprefix("t-"))
    if piece is None or not piece.is_structure:
        raise Refused("no-building", "That is no building.", "a building or bunker")
    return key, piece
