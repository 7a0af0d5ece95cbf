"""Terrain by chance: the same for the same seed, table and style, and always playable.

A town is laid by square tiles, 5 inches across, whose ways are like I, L, T or + with dead ends as rooms. (BLD-TILE-01,
BLD-TILE-02)
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final, NamedTuple

from rules.geometry import layouts
from rules.geometry.rings import Ring
from rules.table.scenario import Scenario
from rules.table.terrain import Terrain
from tabletop.scenarios.draft import palette, shapes
from tabletop.scenarios.draft.draft import Draft
from tabletop.scenarios.draft.shapes import Points
from tabletop.scenarios.draft.things import add
from tabletop.scenarios.edits import layout, tiles

MOST_SEED: Final = 999_999_999
_TRIES: Final = 120
_GAP_IN: Final = 1.0
"""Clear ground between two pieces."""


class Style(NamedTuple):
    """What a landscape is made of: kinds with their weights, and the share of the table that they cover."""

    name: str
    kinds: tuple[tuple[str, int], ...]
    share: float
    lines: tuple[str, ...]


STYLES: Final = {
    "farmland": Style(
        "Farmland",
        (("wood", 3), ("field", 3), ("scrub", 2), ("building", 3), ("hedge", 4), ("wall", 3), ("hill", 1)),
        0.2,
        ("road",),
    ),
    "hills": Style(
        "Hills and woods",
        (("hill", 3), ("wood", 4), ("scree", 2), ("scrub", 3), ("rock", 1), ("cliff", 1)),
        0.24,
        (),
    ),
    "wetland": Style(
        "Wetland", (("bog", 3), ("marsh", 3), ("wood", 2), ("water", 1), ("scrub", 2), ("hedge", 1)), 0.22, ("river",)
    ),
    "ruins": Style(
        "Ruins",
        (("rubble", 4), ("building", 4), ("crater", 4), ("wall", 3), ("bunker", 1), ("scrub", 1)),
        0.22,
        ("road",),
    ),
    "town": Style("Town, by tiles", (), 0.0, ()),
}


def landscape(draft: Draft, how: str, seed: int, even: str = "", *, with_closed: bool = False) -> Draft:
    """The draft with terrain by chance in place of its own; with `even` one half is the other's image.

    A town may have exits `with_closed` ways, opened in play. (BLD-TILE-03)
    """
    dice = random.Random(f"{seed}/{how}")  # noqa: S311 -- where a wood stands, never a die of the game
    bare = draft.with_scenario(terrain=())
    scenario = bare.scenario
    pieces = (
        tiles.town(scenario, dice, with_closed=with_closed) if how == "town" else _country(scenario, STYLES[how], dice)
    )
    made = bare.with_scenario(terrain=_numbered(pieces))
    if not even:
        return made
    # Twins may come to lie on what a zone needs: the image is of terrain alone.
    image = layout.symmetric(made.with_scenario(zones=(), objectives=()), even)
    return made.with_scenario(terrain=_playable(scenario, image.scenario.terrain))


def _numbered(pieces: Sequence[Terrain]) -> tuple[Terrain, ...]:
    return add(Draft(scenario=Scenario(name="")), pieces)[0].scenario.terrain


def _country(scenario: Scenario, style: Style, dice: random.Random) -> list[Terrain]:
    laid = [_way(scenario, palette.KIND[kind], dice) for kind in style.lines]
    names = [name for name, weight in style.kinds for _ in range(weight)]
    wanted = style.share * scenario.width_in * scenario.height_in
    covered, misses = 0.0, 0
    while covered < wanted and misses < _TRIES and len(laid) < 60:
        kind = palette.KIND[dice.choice(names)]
        piece = _piece(scenario, kind, dice)
        if _fits(scenario, piece, laid):
            laid.append(piece)
            covered += _covers(piece)
        else:
            misses += 1
    return laid


def _piece(scenario: Scenario, kind: palette.Kind, dice: random.Random) -> Terrain:
    at = (dice.uniform(3, scenario.width_in - 3), dice.uniform(3, scenario.height_in - 3))
    points = palette.outline(kind, at, dice.randrange(1000))
    size = dice.uniform(0.7, 1.25)
    if kind.outline in ("blot", "line"):
        points = shapes.changed(points, shapes.stretched(at, size, size))
    angle = dice.choice((0, 90)) if kind.outline == "rectangle" else dice.randrange(0, 180, 15)
    return palette.piece(kind, kind.id, shapes.changed(points, shapes.turned(at, angle)))


def _way(scenario: Scenario, kind: palette.Kind, dice: random.Random) -> Terrain:
    """A road or river from one edge to the opposite one."""
    w, h = scenario.width_in, scenario.height_in
    across = dice.random() < 0.5
    length, breadth = (w, h) if across else (h, w)
    start = dice.uniform(0.3, 0.7)
    places = [(length * n / 5, breadth * min(0.8, max(0.2, start + dice.uniform(-0.1, 0.1)))) for n in range(6)]
    points = [(x, y) if across else (y, x) for x, y in places]
    return palette.piece(kind, kind.id, shapes.rounded(points))


def _covers(piece: Terrain) -> float:
    return 4.0 if piece.line else layouts.area_in(piece.points)


def _room_of(piece: Terrain) -> Ring:
    """An upright box with a gap all round, which no other piece may share; of a line a thin one."""
    box = shapes.box(piece.points).grown(_GAP_IN)
    return ((box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom))


def _fits(scenario: Scenario, piece: Terrain, laid: Sequence[Terrain]) -> bool:
    box = shapes.box(piece.points)
    inside = box.left >= 0 and box.top >= 0 and box.right <= scenario.width_in and box.bottom <= scenario.height_in
    return inside and _leaves_room(scenario, piece) and not any(_clash(piece, other) for other in laid)


def _clash(piece: Terrain, other: Terrain) -> bool:
    if other.line and other.look in ("road", "water"):
        if piece.look in ("hill",):
            return False
        return layouts.shared_in(_room_of(piece), _ribbon(other.points, other.width_in)) > 0
    return layouts.shared_in(_room_of(piece), _room_of(other)) > 0


def _ribbon(points: Points, width: float) -> Ring:
    """A road or river as an outline, wide enough to keep clear of."""
    half = width / 2 + 0.5
    flat = abs(points[-1][0] - points[0][0]) >= abs(points[-1][1] - points[0][1])
    one = tuple((x, y - half) if flat else (x - half, y) for x, y in points)
    other = tuple((x, y + half) if flat else (x + half, y) for x, y in reversed(points))
    return (*one, *other)


def _leaves_room(scenario: Scenario, piece: Terrain) -> bool:
    """Nothing that nobody may enter in a zone or round an objective."""
    if piece.going not in ("impassable", "water") or piece.line:
        return True
    room = _room_of(piece)
    rings = [zone.points for zone in scenario.zones]
    rings += [shapes.circle(o.at, o.reach_in + 1) for o in scenario.objectives]
    return not any(layouts.shared_in(room, ring) > 0 for ring in rings)


def _playable(scenario: Scenario, pieces: Sequence[Terrain]) -> tuple[Terrain, ...]:
    return tuple(piece for piece in pieces if _leaves_room(scenario, piece))
