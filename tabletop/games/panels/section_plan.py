"""Houses that are played by sections, as a front with a box for each section. (BLD-SECT-01, BLD-SMOV-02)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from rules import Offer
from rules.forces.unit import Unit
from rules.questions.buildings import sections
from rules.questions.buildings.sections import OccupantsSummary, SectionHouseSummary, SectionSummary, WaySummary
from rules.state import GameState
from tabletop.games.plans.among import IN_HOUSES
from tabletop.games.plans.buttons import button_of
from tabletop.games.plans.drafts import offers

ICONS: Final = {
    "stairs": "stairs",
    "ramp": "stairs",
    "ladder": "ladder",
    "drop": "stepf",
    "shaft": "stepf",
    "window": "window",
    "breach": "broken",
}


class WayShown(NamedTuple):
    """A way as a chip: its icon, where it leads, and in words."""

    icon: str
    to: str
    text: str
    is_open: bool


class DoHere(NamedTuple):
    """Something that the unit in hand may do at a section: what its button asks for."""

    kind: str
    which: str
    word: str
    icon: str


class Box(NamedTuple):
    """One section of the front. Left and width are percentages."""

    letter: str
    text: str
    left: float
    width: float
    taken: int
    capacity: int
    places: tuple[str, ...]
    """A style for each place, "" for those that are free."""
    occupants: tuple[OccupantsSummary, ...]
    ways: tuple[WayShown, ...]
    acts: tuple[DoHere, ...]


class StoreyShown(NamedTuple):
    """One storey of the front, its boxes from left to right in as many rows as lie behind one another."""

    number: int
    name: str
    rows: tuple[tuple[Box, ...], ...]


class HouseShown(NamedTuple):
    """One house, the highest storey first."""

    id: str
    name: str
    storeys: tuple[StoreyShown, ...]
    assault: str


def houses(state: GameState, acting: Unit | None = None) -> tuple[HouseShown, ...]:
    """Every house of the table, first where the unit that acts is or may do something; with what it may do there."""
    summaries = sections.houses(state)
    found = offers(state, acting.side) if summaries and acting is not None else ()
    mine = [o for o in found if acting is not None and o.unit == acting.id and o.kind in IN_HOUSES and o.action]
    shown = [_house(house, mine) for house in summaries]
    return tuple(sorted(shown, key=lambda house: not _concerns(house, acting)))


def _concerns(house: HouseShown, acting: Unit | None) -> bool:
    boxes = [box for storey in house.storeys for row in storey.rows for box in row]
    return acting is not None and any(box.acts or any(o.unit == acting.id for o in box.occupants) for box in boxes)


def _house(house: SectionHouseSummary, mine: Sequence[Offer]) -> HouseShown:
    top = max((s.storey for s in house.sections), default=0)
    storeys = []
    for number in range(top, -1, -1):
        boxes = [(s, _box(house, s, mine)) for s in house.sections if s.storey == number]
        if boxes:
            name = "ground" if number == 0 else f"level {number + 1}"
            storeys.append(StoreyShown(number, name, tuple(_rows(boxes))))
    assault = "two through each opening" if house.assault == "per_opening" else "a D6 of each side"
    return HouseShown(house.id, house.name, tuple(storeys), assault)


def _rows(boxes: Sequence[tuple[SectionSummary, Box]]) -> Iterator[tuple[Box, ...]]:
    """Boxes side by side; those that lie behind others in a row of their own."""
    left = sorted(boxes, key=lambda pair: pair[0].left)
    while left:
        row: list[Box] = []
        behind: list[tuple[SectionSummary, Box]] = []
        end = -1.0
        for section, box in left:
            if section.left >= end - 0.01:
                row.append(box)
                end = section.right
            else:
                behind.append((section, box))
        yield tuple(row)
        left = behind


def _box(house: SectionHouseSummary, section: SectionSummary, mine: Sequence[Offer]) -> Box:
    words = [f"{section.fire_out} may fire out"] if section.fire_out else ["no outer wall"]
    words += ["open space"] if section.open_space else []
    words += ["inner cover"] if section.inner_cover else []
    taken = [f"of-{o.side}" for o in section.occupants for _ in range(o.places)]
    return Box(
        letter=section.letter,
        text=", ".join(words),
        left=round(section.left * 100, 1),
        width=round((section.right - section.left) * 100, 1),
        taken=section.taken,
        capacity=section.capacity,
        places=(*taken, *[""] * max(0, section.capacity - section.taken)),
        occupants=section.occupants,
        ways=tuple(_way(way) for way in section.ways),
        acts=tuple(_acts(house, section, mine)),
    )


def _way(way: WaySummary) -> WayShown:
    is_open = way.state in ("open", "broken")
    icon = ICONS.get(way.kind) or ("dooropen" if is_open else "lock" if way.state in ("locked", "bolted") else "door")
    kept = "" if way.kind in ICONS and way.kind != "window" else f", {way.state}"
    kept += f", {way.points} damage point{'' if way.points == 1 else 's'}" if way.points else ""
    return WayShown(icon, way.to or "out", f"{way.name}{kept}", is_open)


def _acts(house: SectionHouseSummary, section: SectionSummary, mine: Sequence[Offer]) -> Iterator[DoHere]:
    """What is offered at this section: an offer names it "C of the house"."""
    name = f"{section.letter} of {house.name}"
    for offer in mine:
        if offer.label.endswith(name) or f"{name} by " in offer.label:
            button = button_of(offer.kind)
            yield DoHere(offer.kind, offer.label, offer.label.replace(f" {name}", " here"), button.icon)
