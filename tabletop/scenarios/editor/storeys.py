"""One storey of a building as the editor shows it: a plan, its doors and windows, its sections."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from rules.geometry import layouts
from rules.geometry.floors import is_section
from rules.questions.buildings import walls as questions
from rules.table.building import Opening, Room
from rules.table.terrain import Terrain
from tabletop.scenarios.draft import shapes, walls
from tabletop.scenarios.draft.shapes import Points
from tabletop.ui.board.svg import num, path, scaled
from tabletop.ui.words import count_text


class Part(NamedTuple):
    """A door, window or section: its place in the building's list, and what there is to say of it."""

    number: int
    name: str
    size: str = ""
    valid: bool = True
    going: str = ""
    """Of a section: what moving through it costs. (BLD-MOVE-02)"""
    state: str = ""
    """Of a door or window that is opened and shut in play."""
    fields: tuple[tuple[str, Any], ...] = ()
    """What may be set on it: the name under which it is sent, and the field as shown."""
    links: tuple[str, ...] = ()
    """Ways that a section may have to others: "door B", "stairs E"."""


class Floor(NamedTuple):
    """What the panel shows of one storey."""

    storey: int
    names: tuple[str, ...]
    plan: SafeString
    openings: tuple[Part, ...]
    sections: tuple[Part, ...]
    is_entered: bool = False
    by_sections: bool = False
    ways: tuple[Part, ...] = ()
    """Stairs and ladders between sections. (BLD-SMOV-02)"""
    has_partitions: bool = False
    has_roof: bool = False
    """Whether there is a roof over it that may be holed. (BLD-FIRE-05)"""
    is_holed: bool = False
    """Whether it has holes."""
    material: str = ""
    """What its walls withstand, where they are broken. (BLD-WALL-08)"""
    next_level: int = 0
    """Of a house that is entered the upper floor that may be laid out next."""


def floor(piece: Terrain, storey: int) -> Floor | None:
    """A storey of a building, the highest where it has fewer; None for what is no building."""
    inside = piece.building
    if inside is None:
        return None
    known = 1 if piece.has_interior else inside.storeys  # upper floors of what is entered are plans of their own
    at = max(0, min(storey, known - 1))
    openings = [(n, each) for n, each in enumerate(inside.openings) if each.storey == at]
    rooms = [(n, each) for n, each in enumerate(inside.sections) if each.storey == at]
    return Floor(
        storey=at,
        names=tuple("Ground" if n == 0 else f"Level {n + 1}" for n in range(known)),
        plan=_plan(piece, [each for _, each in openings], [each for _, each in rooms]),
        openings=tuple(
            Part(n, f"{each.kind.capitalize()} {place}", size=_withstands(piece, each))
            for place, (n, each) in enumerate(openings, 1)
        ),
        sections=tuple(_section(n, each)._replace(links=tuple(_links(piece, each))) for n, each in rooms),
        is_entered=piece.has_interior,
        by_sections=piece.has_sections,
        ways=tuple(Part(n, f"{w.kind.capitalize()} {w.a} to {w.b}") for n, w in enumerate(inside.section_ways)),
        has_partitions=bool(inside.partitions),
        has_roof=piece.has_interior and not inside.roofless,
        material=_material(piece),
    )


def _material(piece: Terrain) -> str:
    """Of walls that are broken inch by inch; those of bunkers have armour instead. (BLD-GEN-04)"""
    if not piece.has_doors or piece.building is None or questions.armour(piece):
        return ""
    toughness, points = questions.withstands(piece)
    walls_of = piece.building.walls.capitalize()
    return f"{walls_of}: Toughness {toughness}, {count_text(points, 'damage point')} to 6″ of wall."


def _withstands(piece: Terrain, opening: Opening) -> str:
    """Of a door or window that is broken; a port is not. (BLD-WALL-14)"""
    if not piece.has_doors or opening.kind == "port":
        return ""
    toughness, points = questions.withstands(piece, opening)
    return f"T{toughness}, {count_text(points, 'point')}"


def _links(piece: Terrain, room: Room) -> Iterator[str]:
    """What may lead from one section to others: by a shared wall doors and windows, stairs and the like up and down."""
    inside = piece.building
    for other in inside.sections if inside is not None and piece.has_sections else ():
        for kind in (*walls.WIDTH, *walls.UP) if other.letter != room.letter else ():
            if inside is not None and walls.linked(inside, room, other, kind) is not None:
                yield f"{kind} {other.letter}"


def _section(number: int, room: Room) -> Part:
    size = f"{layouts.area_in(room.points):.0f} sq in"
    return Part(number, room.letter, size, is_section(room.points), room.going)


def _plan(piece: Terrain, openings: list[Opening], rooms: list[Room]) -> SafeString:
    box = shapes.box(piece.points).grown(0.9)
    view = " ".join(num(length * 10) for length in (box.left, box.top, box.right - box.left, box.bottom - box.top))
    wall = path(scaled(piece.points), closed=True)
    inner = "".join(path(scaled(room.points), closed=True) for room in rooms)
    parts = piece.building.partitions if piece.has_interior and piece.building else ()
    within = f'<path class="part" d="{"".join(path(scaled(wall)) for wall in parts)}"/>' if parts else ""
    gaps = within + "".join(f'<path class="{each.kind}" d="{path(scaled((each.a, each.b)))}"/>' for each in openings)
    letters = "".join(_text(room.points, room.letter) for room in rooms)
    numbers = "".join(_text((each.a, each.b), str(n)) for n, each in enumerate(openings, 1))
    said = f"Plan: {count_text(len(openings), 'opening')}, {count_text(len(rooms), 'section')}"
    return mark_safe(  # noqa: S308 -- escaped where written
        f'<svg class="ed-plan board" viewBox="{view}" role="img" aria-label="{said}">'
        f'<path class="bld" d="{wall}"/><path class="bld-f" fill="url(#p-floor)" d="{wall}"/>'
        f'<path class="bld-s" d="{inner}"/>{gaps}'
        f'<g class="sec">{letters}</g><g class="gapno">{numbers}</g></svg>'
    )


def _text(points: Points, text: str) -> str:
    x, y = shapes.centre(points)
    return f'<text x="{num(x * 10)}" y="{num(y * 10 + 3)}">{escape(text)}</text>'
