"""Edits of a building: doors and windows in its walls, its floors and their sections, ways between them.

(BLD-DOOR-01, BLD-FIRE-05, BLD-MOVE-01, BLD-SECT-03, BLD-SMOV-02, -03)
"""

from __future__ import annotations

from typing import Any, get_args

from msgspec.structs import replace

from rules.core.refusal import quoted
from rules.geometry.lengths import between, toward
from rules.questions.buildings.bunkers import has_armour
from rules.questions.buildings.walls import holed
from rules.table.building import Opening, Room, RoomGoing, SectionWay
from rules.table.terrain import Terrain
from tabletop.scenarios.draft import floors, shapes, upper_floors, walls
from tabletop.scenarios.draft import sent as draft_sent
from tabletop.scenarios.draft.draft import Draft
from tabletop.scenarios.draft.sent import Sent
from tabletop.scenarios.draft.things import add, put
from tabletop.scenarios.edits import fields
from tabletop.scenarios.edits.edited import Edited
from tabletop.ui.refused import Refused


def draw_section(draft: Draft, sent: Sent) -> Edited:
    """A section drawn by hand on a floor of the building in hand."""
    key, piece = _a_building(draft, {"keys": sent.get("in_hand", "")})
    after = floors.with_section(piece, draft_sent.points(sent, "points", 3), _storey(piece, sent))
    if after == piece:
        raise Refused("no-section", "That is outside the building.", "within its walls", rule="BLD-SECT-03")
    return Edited(put(draft, {key: after}), (key,), f"a section in {piece.name}")


def hole_roof(draft: Draft, sent: Sent) -> Edited:
    """Squares of the roof gone, drawn over a floor of the house in hand; mended if they were gone. (BLD-FIRE-05)"""
    key, piece = _a_building(draft, {"keys": sent.get("in_hand", "")})
    house = holed(draft.scenario.terrain, piece, draft_sent.points(sent, "points", 3))
    if house is None:
        raise Refused("no-roof", "No roof is there.", "over a house that is entered and has a roof", rule="BLD-FIRE-05")
    return Edited(put(draft, {f"t-{house.id}": house}), (key,), f"the roof of {house.name}")


def whole_roof(draft: Draft, sent: Sent) -> Edited:
    """No hole in the roof of a house any more."""
    key, piece = _a_building(draft, sent)
    assert piece.building is not None
    house = draft.piece(piece.building.of) or piece
    assert house.building is not None
    if not house.building.roof_squares:
        raise Refused("no-hole", "That roof is whole.", "a roof with holes", rule="BLD-FIRE-05")
    mended = replace(house, building=replace(house.building, roof_squares=()))
    return Edited(put(draft, {f"t-{house.id}": mended}), (key,), f"the roof of {house.name} whole")


def open_wall(draft: Draft, sent: Sent) -> Edited:
    """A door or window in the wall of a building, at the place nearest to where it is wanted."""
    key, piece = _a_building(draft, sent)
    kind: walls.Kind = draft_sent.one_of(sent, "kind", ("door", "window", "port"), "opening")  # type: ignore[assignment]
    storey = _storey(piece, sent)
    opening = walls.opening(piece, draft_sent.point(sent, "at") if sent.get("at") else None, kind, storey)
    assert piece.building is not None
    inside = replace(piece.building, openings=(*piece.building.openings, opening))
    return Edited(put(draft, {key: replace(piece, building=inside)}), (key,), f"a {kind} in {piece.name}")


def put_opening(draft: Draft, sent: Sent) -> Edited:
    """A door, window or port moved to the wall nearest to a place, outer or inner; what it is like stays."""
    key, piece = _a_building(draft, sent)
    assert piece.building is not None
    openings: list[Opening] = list(piece.building.openings)
    if not openings:
        raise Refused("no-opening", "It has no door or window.", "a building that has")
    number = draft_sent.whole(sent, "number", 0, len(openings) - 1)
    old = openings[number]
    there = walls.opening(piece, draft_sent.point(sent, "at"), old.kind, old.storey)
    by = (there.a[0] - old.a[0], there.a[1] - old.a[1])
    console = (old.console[0] + by[0], old.console[1] + by[1]) if old.console else None
    openings[number] = replace(old, a=there.a, b=there.b, console=console)
    inside = replace(piece.building, openings=tuple(openings))
    return Edited(put(draft, {key: replace(piece, building=inside)}), (key,), f"a {old.kind} of {piece.name} moved")


def close_wall(draft: Draft, sent: Sent) -> Edited:
    """One opening walled up."""
    key, piece = _a_building(draft, sent)
    assert piece.building is not None
    openings: list[Opening] = list(piece.building.openings)
    if not openings:
        raise Refused("no-opening", "It has no door or window.", "a building that has")
    gone = openings.pop(draft_sent.whole(sent, "number", 0, len(openings) - 1))
    inside = replace(piece.building, openings=tuple(openings))
    return Edited(put(draft, {key: replace(piece, building=inside)}), (key,), f"no {gone.kind} in {piece.name}")


def hang(draft: Draft, sent: Sent) -> Edited:
    """What a door or window is like, as in "0.state": its state, sill, lock and keys. (BLD-DOOR-01)"""
    key, piece = _a_building(draft, sent)
    assert piece.building is not None
    openings: list[Opening] = list(piece.building.openings)
    if not openings:
        raise Refused("no-opening", "It has no door or window.", "a building that has")
    place, _, name = sent.get("field", "").partition(".")
    number = draft_sent.whole({"number": place}, "number", 0, len(openings) - 1)
    field = next((f for f in (*fields.OPENING, fields.ENTRANCE) if f.name == name), None)
    if field is None:
        allowed = ", ".join(f.name for f in fields.OPENING)
        raise Refused("unknown-field", "That cannot be set on a door or window.", allowed)
    value: Any = field.read(sent, draft.cm)
    if field is fields.ENTRANCE:
        return _widened(draft, key, piece, number, value)
    if field.name == "keys":
        value = (value,) if value else ()
    if field.name == "console":
        value = walls.console(piece, openings[number], value or "")
    openings[number] = replace(openings[number], **{field.name: value})
    inside = replace(piece.building, openings=tuple(openings))
    return Edited(put(draft, {key: replace(piece, building=inside)}), (key,), f"{field.label.lower()} in {piece.name}")


def _widened(draft: Draft, key: str, piece: Terrain, number: int, width: float) -> Edited:
    """A door so wide, about its middle. (CRU-VEH-02)"""
    assert piece.building is not None
    openings: list[Opening] = list(piece.building.openings)
    old = openings[number]
    middle = between(old.a, old.b, 0.5)
    ends = (toward(middle, end, width / 2) for end in (old.a, old.b))
    a, b = shapes.rounded(tuple(ends))
    openings[number] = replace(old, a=a, b=b)
    inside = replace(piece.building, openings=tuple(openings))
    after = put(draft, {key: replace(piece, building=inside)})
    return Edited(after, (key,), f"a {old.kind} of {piece.name} {width:g} inches wide")


def wall_off(draft: Draft, sent: Sent) -> Edited:
    """Walls between the sections of the ground floor of a building that is entered, or none. (BLD-MOVE-01)"""
    key, piece = _a_building(draft, sent)
    assert piece.building is not None
    wanted = draft_sent.one_of(sent, "act", ("raise", "clear"), "walls inside")
    partitions = walls.between_sections(piece) if wanted == "raise" else ()
    if wanted == "raise" and not partitions:
        raise Refused("no-sections", "There are no two sections to part.", "divide the floor into sections first")
    inside = replace(piece.building, partitions=partitions)
    return Edited(put(draft, {key: replace(piece, building=inside)}), (key,), f"walls inside {piece.name}")


def lay_floor(draft: Draft, sent: Sent) -> Edited:
    """The next upper floor of a house that is entered, laid out beside it with the windows below. (BLD-GEN-03)"""
    _, piece = _a_building(draft, sent)
    if not upper_floors.is_house(piece):
        raise Refused("no-house", "No floor is laid out for that.", "a house that is entered", rule="BLD-GEN-03")
    level = upper_floors.next_level(draft.scenario, piece)
    by = upper_floors.room_beside(draft.scenario, piece)
    if by is None:
        text = f"There is no room on the table for another floor of {piece.name}."
        raise Refused("no-room", text, "a place as large as the house, clear of everything", rule="BLD-GEN-03")
    after, keys = add(draft, [upper_floors.upper(piece, level, by)])
    return Edited(after, keys, f"level {level} of {piece.name}")


def divide_floor(draft: Draft, sent: Sent) -> Edited:
    """The sections of a building's floors: divided by the rules, split, lettered, taken away."""
    key, piece = _a_building(draft, sent)
    assert piece.building is not None
    does = draft_sent.one_of(
        sent, "act", ("divide", "split", "letter", "going", "remove", "clear"), "way to change sections"
    )
    if does == "divide":
        return Edited(put(draft, {key: floors.divided(piece)}), (key,), f"divided {piece.name} into sections")
    if does == "clear":
        return Edited(put(draft, {key: floors.without(piece)}), (key,), f"no sections in {piece.name}")
    if not piece.building.sections:
        raise Refused("no-section", "It has no sections.", "divide it first", rule="BLD-SECT-03")
    number = draft_sent.whole(sent, "number", 0, len(piece.building.sections) - 1)
    if does == "letter":
        letter = draft_sent.line(sent, "value", 3) or piece.building.sections[number].letter
        return Edited(put(draft, {key: floors.renamed(piece, number, letter)}), (key,), f"section {letter}")
    if does == "going":
        going: Any = draft_sent.one_of(sent, "value", get_args(RoomGoing), "terrain class of a room")
        after = floors.with_going(piece, number, going)
        return Edited(put(draft, {key: after}), (key,), f"section {piece.building.sections[number].letter}: {going}")
    after = floors.split(piece, number) if does == "split" else floors.without(piece, number)
    return Edited(put(draft, {key: after}), (key,), f"{does} section {piece.building.sections[number].letter}")


def set_room(draft: Draft, sent: Sent) -> Edited:
    """What a section is like, as in "0.open_space"; what is not ticked is as the table has it. (BLD-SMOV-03)"""
    key, piece = _a_building(draft, sent)
    assert piece.building is not None
    rooms: list[Room] = list(piece.building.sections)
    place, _, name = sent.get("field", "").partition(".")
    known = of_room(piece)
    field = next((f for f in known if f.name == name), None)
    if field is None or not rooms:
        raise Refused("unknown-field", "That cannot be set on a section.", ", ".join(f.name for f in known))
    number = draft_sent.whole({"number": place}, "number", 0, len(rooms) - 1)
    nothing = 0 if field in fields.ROOM_ARMOURED else None
    rooms[number] = replace(rooms[number], **{field.name: field.read(sent, draft.cm) or nothing})
    inside = replace(piece.building, sections=tuple(rooms))
    return Edited(put(draft, {key: replace(piece, building=inside)}), (key,), f"section {rooms[number].letter}")


def of_room(piece: Terrain) -> tuple[fields.Field, ...]:
    """What may be set on a section of that building. (BLD-SMOV-03, BLD-BUNK-05, BLD-CONF-01)"""
    inside = fields.ROOM if piece.has_sections else fields.ROOM_INSIDE if piece.has_interior else ()
    return (*inside, *(fields.ROOM_ARMOURED if has_armour(piece) else ()))


def link(draft: Draft, sent: Sent) -> Edited:
    """A way from a section to another: a door or window in the wall between, stairs and the like. (BLD-SMOV-02)"""
    key, piece = _a_building(draft, sent)
    assert piece.building is not None
    if not piece.building.sections:
        raise Refused("no-section", "It has no sections.", "divide it first", rule="BLD-SECT-03")
    number = draft_sent.whole(sent, "number", 0, len(piece.building.sections) - 1)
    one = piece.building.sections[number]
    kind, _, letter = draft_sent.line(sent, "value", 12).partition(" ")
    other = next((room for room in piece.building.sections if room.letter == letter), None)
    if other is None or other == one:
        raise Refused(
            "no-section", f"There is no section {quoted(letter)}.", "a kind of way and another section’s letter"
        )
    inside = walls.linked(piece.building, one, other, kind)
    if inside is None:
        allowed = "a door or window where two share a wall; stairs, ramp, ladder or drop to another storey"
        raise Refused("no-way", f"There is no {kind} from {one.letter} to {letter}.", allowed, rule="BLD-SMOV-02")
    return Edited(put(draft, {key: replace(piece, building=inside)}), (key,), f"{kind} from {one.letter} to {letter}")


def unlink(draft: Draft, sent: Sent) -> Edited:
    """Stairs, a ramp, a ladder or a drop taken away."""
    key, piece = _a_building(draft, sent)
    assert piece.building is not None
    ways: list[SectionWay] = list(piece.building.section_ways)
    if not ways:
        raise Refused("no-way", "There are no stairs or ladders between its sections.", "a building that has")
    gone = ways.pop(draft_sent.whole(sent, "number", 0, len(ways) - 1))
    inside = replace(piece.building, section_ways=tuple(ways))
    return Edited(put(draft, {key: replace(piece, building=inside)}), (key,), f"no {gone.kind} to {gone.b}")


def _storey(piece: Terrain, sent: Sent) -> int:
    """The storey on which somebody is at work, 0 for the ground floor."""
    assert piece.building is not None
    return min(draft_sent.whole({"storey": sent.get("storey") or "0"}, "storey", 0, 19), piece.building.storeys - 1)


def _a_building(draft: Draft, sent: Sent) -> tuple[str, Terrain]:
    key = sent.get("keys", "")
    piece = draft.piece(key.removeprefix("t-"))
    if piece is None or piece.building is None:
        raise Refused("no-building", "That is no building.", "a building or bunker")
    return key, piece
