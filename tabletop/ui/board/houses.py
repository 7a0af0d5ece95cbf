"""Buildings and bunkers on the board: walls by what they are made of, doors and windows by state, holes, roofs.

The state of an opening is always a shape, never a colour alone.
"""

import math
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from django.utils.html import escape

from tabletop.ui.board.scene import Armour, Hole, Leaf, Piece, Point, RoofHole, Section, Turret, UpperHole, WallRun
from tabletop.ui.board.svg import Box, bounds, is_inside, middle, num, path, scaled, shrunk

_GAP: Final = 2.3
"""Half of how deep a gap is cut into a wall."""


class _Masonry(NamedTuple):
    """How walls of a material are drawn: width, pattern class and width of what shows inside them."""

    css: str
    width: float
    inner: float


_BRICK: Final = _Masonry("w-brick", 3.6, 0.6)
_MADE_OF: Final = {
    "castle stone": _Masonry("w-brick", 6.4, 0.8),
    "timber": _Masonry("w-wood", 3.2, 1.9),
    "light wood": _Masonry("w-wood", 2.2, 1.2),
    "thatch": _Masonry("w-wood", 3.2, 1.9),
    "wattle and daub": _Masonry("w-wood", 3.2, 1.9),
    "metal": _Masonry("w-steel", 3.4, 2),
    "sheet steel": _Masonry("w-steel", 2.8, 1.7),
    "corrugated iron": _Masonry("w-steel", 2.8, 1.7),
    "plexi-glass": _Masonry("w-glass", 3, 1.8),
    "tube wall": _Masonry("w-glass", 3, 1.8),
}
_THIN: Final = _Masonry("w-wood", 1.8, 1)


def building_svg(piece: Piece) -> str:
    """A house from above: its floor, walls with their openings, holes in walls and roof."""
    shape = path(scaled(piece.points), closed=True)
    made = _MADE_OF.get(piece.made_of, _BRICK)
    inside = "".join(path(scaled(wall)) for wall in piece.partitions)
    inner = _THIN if piece.thin_walls else made._replace(width=made.width * 0.7, inner=made.inner * 0.7)
    return (
        f'<path class="bld" d="{shape}"/><path class="bld-f" fill="url(#p-floor)" d="{shape}"/>'
        + _roof(piece)
        + (_wall(inside, inner) if inside else "")
        + _wall(shape, made)
        + _sections(piece)
        + "".join(map(_tick, piece.walls))
        + _bare(piece)
        + _ports(piece)
        + "".join(_leaf(piece, leaf) for leaf in piece.leaves)
        + breaches_svg(piece)
        + "".join(_hole(hole) for hole in piece.holes)
        + _parapet(piece)
        + (_armour(piece, scaled(piece.points)) if piece.armour else "")
        + _turrets(piece)
        + "".join(_left(piece, run) for run in piece.walls)
        + "".join(_above(piece, hole) for hole in piece.upper_holes)
    )


def bunker_svg(piece: Piece) -> str:
    """Thick walls with slits, and the Armour Value on each side that has room for it."""
    points = scaled(piece.points)
    cx, cy = middle(points)
    radius = max(1.0, min(abs(x - cx) + abs(y - cy) for x, y in points))
    floor = shrunk(points, max(0.4, 1 - 7 / radius))
    return (
        f'<path class="bunk" d="{path(points, closed=True)}"/><path class="bunk-f" d="{path(floor, closed=True)}"/>'
        + _sections(piece)
        + gaps_svg(piece.doors, "slit")
        + _ports(piece)
        + breaches_svg(piece)
        + (_armour(piece, floor) if piece.armour else "")
        + _turrets(piece)
    )


def gaps_svg(gaps: Sequence[tuple[Point, Point]], css: str) -> str:
    """One path through all of them."""
    return f'<path class="{css}" d="{"".join(path(scaled(gap)) for gap in gaps)}"/>' if gaps else ""


def breaches_svg(piece: Piece) -> str:
    """The gaps with the broken ends of the wall."""
    return gaps_svg(piece.breaches, "breach") + gaps_svg(piece.breaches, "breach-e")


# ------------------------------------------------------------------ walls


def _wall(data: str, made: _Masonry) -> str:
    """A wall and, inside it, mortar, planks, ribs or glass."""
    return (
        f'<path class="w" stroke-width="{num(made.width)}" d="{data}"/>'
        f'<path class="w-i {made.css}" stroke-width="{num(made.inner)}" d="{data}"/>'
    )


def _tick(run: WallRun) -> str:
    """Where a section of wall ends and the next one begins."""
    if run.last:
        return ""
    (ax, ay), (bx, by) = scaled((run.a, run.b))
    length = math.hypot(bx - ax, by - ay) or 1.0
    ux, uy = (bx - ax) / length, (by - ay) / length
    return f'<path class="w-tick" d="M{num(bx - uy * 2.6)} {num(by + ux * 2.6)}l{num(uy * 5.2)} {num(-ux * 5.2)}"/>'


def _left(piece: Piece, run: WallRun) -> str:
    """What is left of a damaged section, over all that is drawn of the house. (BLD-WALL-08)"""
    if run.left == run.points or run.fallen:
        return ""
    x, y = _plate(piece, run)
    said = f"{run.left} of {run.points}"
    half = _half(said)
    return (
        f'<g class="w-dp" transform="translate({num(x)} {num(y)})"><title>{said} damage points left</title>'
        f'<g class="z"><rect x="{num(-half)}" y="-6.5" width="{num(2 * half)}" height="13" rx="6.5"/>'
        f'<text y="3.3">{said}</text></g></g>'
    )


def _above(piece: Piece, hole: UpperHole) -> str:
    """A hole above the ground, told out of doors before its wall, the higher the further off. (BLD-WALL-01)"""
    x, y = _high_plate(piece, hole)
    said = _high_words(hole)
    half = _half(said)
    what = f"hole of {hole.dp}" if hole.dp else "a section of wall has fallen"
    return (
        f'<g class="w-dp" transform="translate({num(x)} {num(y)})"><title>Level {hole.level}: {what}</title>'
        f'<g class="z"><rect x="{num(-half)}" y="-6.5" width="{num(2 * half)}" height="13" rx="6.5"/>'
        f'<text y="3.3">{said}</text></g></g>'
    )


def _high_words(hole: UpperHole) -> str:
    return f"level {hole.level}: hole {hole.dp}" if hole.dp else f"level {hole.level}: open"


def _high_plate(piece: Piece, hole: UpperHole) -> Point:
    (ax, ay), (bx, by) = scaled((hole.a, hole.b))
    length = math.hypot(bx - ax, by - ay) or 1.0
    along = ((bx - ax) / length, (by - ay) / length)
    return _outwards(piece, ((ax + bx) / 2, (ay + by) / 2), along, 9 + 15 * (hole.level - 1))


def _plate(piece: Piece, run: WallRun) -> Point:
    """Where it stands what is left of a section: out of doors; of a wall between two sections beyond its end."""
    (ax, ay), (bx, by) = scaled((run.a, run.b))
    length = math.hypot(bx - ax, by - ay) or 1.0
    if run.between:
        return bx + (bx - ax) / length * 11, by + (by - ay) / length * 11
    return _outwards(piece, ((ax + bx) / 2, (ay + by) / 2), ((bx - ax) / length, (by - ay) / length), 9)


def _half(said: str) -> float:
    return len(said) * 2.6 + 4


def plates(piece: Piece) -> Iterator[Box]:
    """What names of places keep off: figures beside damaged walls, badges of doors, armour of bunkers."""
    for run in piece.walls:
        if run.left != run.points and not run.fallen:
            x, y = _plate(piece, run)
            half = _half(f"{run.left} of {run.points}")
            yield Box(x - half, y - 7, x + half, y + 7)
    for hole in piece.upper_holes:
        x, y = _high_plate(piece, hole)
        half = _half(_high_words(hole))
        yield Box(x - half, y - 7, x + half, y + 7)
    for leaf in piece.leaves:
        if leaf.state in _SIGNS:
            (ax, ay), (bx, by) = scaled((leaf.a, leaf.b))
            yield Box((ax + bx) / 2, (ay + by) / 2, (ax + bx) / 2, (ay + by) / 2).grown(10)
    for x, y in _middles(scaled(piece.points)) if piece.armour else ():
        yield Box(x, y, x, y).grown(9)


def _outwards(piece: Piece, at: Point, along: Point, by: float) -> Point:
    """So far off a wall, on the side away from the middle of its house."""
    cx, cy = middle(scaled(piece.points))
    x, y = at
    sign = 1 if (x - along[1] - cx) ** 2 + (y + along[0] - cy) ** 2 > (x - cx) ** 2 + (y - cy) ** 2 else -1
    return (x - along[1] * by * sign, y + along[0] * by * sign)


def _sections(piece: Piece) -> str:
    """Their walls and letters; of one alone only if rough ground or armour of its own is told by its letter."""
    lettered = any(section.going for section in piece.sections) or any(each.letter for each in piece.armour)
    if len(piece.sections) < 2 and not lettered:
        return ""
    walls = "".join(path(scaled(section.points), closed=True) for section in piece.sections)
    letters = "".join(_letter(section) for section in piece.sections)
    return f'<path class="bld-s" d="{walls}"/><g class="sec" aria-hidden="true">{letters}</g>'


def _letter(section: Section) -> str:
    """In the upper left corner of a section, or in the middle of one that lies askew; what its floor is like after it.

    (BLD-MOVE-02)
    """
    polygon = scaled(section.points)
    box = bounds(polygon)
    x, y = box.left + 9, box.top + 9
    if not is_inside((x, y), polygon):
        x, y = middle(polygon)
    going = f'<tspan class="go" dx="3">{escape(section.going)}</tspan>' if section.going else ""
    return f'<text x="{num(x - 3)}" y="{num(y + 4)}">{escape(section.letter)}{going}</text>'


def _parapet(piece: Piece) -> str:
    """Battlements along the edge of a flat roof. (BLD-OUT-03)"""
    if not piece.parapet:
        return ""
    return f'<path class="parapet" d="{path(shrunk(scaled(piece.points), 0.95), closed=True)}"/>'


# ------------------------------------------------------------------ doors and windows


def _bare(piece: Piece) -> str:
    """Openings of which nothing hangs: a house that nobody goes about in."""
    if piece.leaves:
        return ""
    return gaps_svg(piece.windows, "window") + gaps_svg(piece.doors, "door")


def _leaf(piece: Piece, leaf: Leaf) -> str:
    """A door or window as it hangs, with a badge where it is locked, bolted or blocked; its name says so."""
    (ax, ay), (bx, by) = scaled((leaf.a, leaf.b))
    half = math.hypot(bx - ax, by - ay) / 2
    at, along = ((ax + bx) / 2, (ay + by) / 2), ((bx - ax) / (2 * half or 1), (by - ay) / (2 * half or 1))
    turned = math.degrees(math.atan2(by - ay, bx - ax))
    jambs = f"M{num(-half)}-{_GAP}V{_GAP}M{num(half)}-{_GAP}V{_GAP}"
    window = "window" if leaf.kind == "window" else "door"
    drawn = (
        f'<rect class="gap" x="{num(-half)}" y="-{_GAP}" width="{num(2 * half)}" height="{2 * _GAP}"/>'
        f'<path class="jamb" d="{jambs}"/>{(_window if window == "window" else _door)(leaf.state, half)}'
    )
    badge = _badge(leaf.state, _outwards(piece, at, along, 6.2))
    return (
        f'<g class="leaf {window}-l {leaf.state}"><title>{escape(leaf.name)}: {leaf.state}</title>'
        f'<g transform="translate({num(at[0])} {num(at[1])}) rotate({num(turned)})">{drawn}</g>{badge}'
        f"{_console(leaf, at) if leaf.console else ''}</g>"
    )


def _console(leaf: Leaf, door: Point) -> str:
    """The panel beside a door at which its lock is worked, tied to it. (BLD-LOCK-01)"""
    assert leaf.console is not None
    ((x, y),) = scaled((leaf.console,))
    tie = f'<path class="wire" d="M{num(door[0])} {num(door[1])}L{num(x)} {num(y)}"/>'
    panel = f'<rect x="{num(x - 2.2)}" y="{num(y - 1.7)}" width="4.4" height="3.4" rx=".6"/>'
    keys = f'<path class="keys" d="M{num(x - 1)} {num(y)}h.01M{num(x + 1)} {num(y)}h.01"/>'
    return f'<g class="console"><title>Console of {escape(leaf.name)}</title>{tie}{panel}{keys}</g>'


def _door(state: str, half: float) -> str:
    """Swung open with its arc; a bar, crossed if blocked; splinters."""
    h, wide = num(half), num(2 * half)
    if state == "open":
        return (
            f'<path class="swing" d="M{h} 0A{wide} {wide} 0 0 1 -{h} {wide}"/><path class="swung" d="M-{h} 0V{wide}"/>'
        )
    if state == "broken":
        return _splinters(half)
    bar = f'<rect class="bar" x="-{num(half - 0.3)}" y="-1" width="{num(2 * half - 0.6)}" height="2"/>'
    x = num(half - 1)
    return bar + (f'<path class="cross" d="M-{x}-2L{x} 2M-{x} 2L{x}-2"/>' if state == "blocked" else "")


def blocked_svg(a: Point, b: Point) -> str:
    """A cross over a way on that the host has blocked, with its badge; places in drawing units. (BLD-TILE-03)"""
    (ax, ay), (bx, by) = a, b
    half, at = math.hypot(bx - ax, by - ay) / 2, ((ax + bx) / 2, (ay + by) / 2)
    turned, x = math.degrees(math.atan2(by - ay, bx - ax)), num(half - 1)
    cross = f'<path class="cross" d="M-{x}-2L{x} 2M-{x} 2L{x}-2"/>'
    beside = (at[0] - 6.2 * (by - ay) / (2 * half or 1), at[1] + 6.2 * (bx - ax) / (2 * half or 1))
    placed = f'<g transform="translate({num(at[0])} {num(at[1])}) rotate({num(turned)})">{cross}</g>'
    return f'<g class="leaf blocked">{placed}{_badge("blocked", beside)}</g>'


def _window(state: str, half: float) -> str:
    """Two casements; a pane; a jagged rest of it."""
    h, wing = num(half), num(half * 0.9)
    if state == "open":
        wings = f'<path class="case" d="M-{h} 0l-1.2-{wing}M{h} 0l1.2-{wing}"/>'
        return f'<path class="sill" d="M-{h}-1H{h}M-{h} 1H{h}"/>{wings}'
    pane = f'<rect class="glass" x="-{h}" y="-1.5" width="{num(2 * half)}" height="3"/>'
    if state == "broken":
        step = half / 3
        data = "".join(f"l{num(step)} {'-2.4' if n % 2 else '2.4'}" for n in range(6))
        return f'<path class="torn" d="M-{h}-1.2{data}"/>'
    crossed = f'<path class="cross" d="M-{h}-2L{h} 2M-{h} 2L{h}-2"/>' if state == "blocked" else ""
    return f'{pane}<path class="sill" d="M0-1.5V1.5"/>{crossed}'


def _splinters(half: float) -> str:
    h = num(half)
    torn = f"M-{h}-2.3l1.6 1.2-1.2 1 1.7 1.3-1.4 1.3M{h}-2.3l-1.4 1-.1 1.2-1.5.8 1.8 1.6"
    return f'<path class="torn" d="{torn}"/><path class="frag" d="M-2.5 3.6l2.6-1.4M-.5 5.4l3.4.6M1.5 3.2l1.2 2.6"/>'


_SIGNS: Final = {
    "locked": '<g class="lock"><path class="sign" d="M-1.2-.2V-1a1.2 1.2 0 0 1 2.4 0v.8"/>'
    '<rect class="body" x="-1.8" y="-.3" width="3.6" height="2.5" rx=".5"/></g>',
    "bolted": '<g class="lock"><path class="sign" d="M-2.1 0H2.1M-.9-1.3V1.3M1.1-1.3V1.3"/></g>',
    "blocked": '<path class="sign" d="M-1.5-1.5L1.5 1.5M1.5-1.5L-1.5 1.5"/>',
}


def _badge(state: str, at: Point) -> str:
    sign = _SIGNS.get(state)
    if sign is None:
        return ""
    return f'<g class="badge-d" transform="translate({num(at[0])} {num(at[1])})"><circle r="3.5"/>{sign}</g>'


# ------------------------------------------------------------------ holes


def _hole(hole: Hole) -> str:
    """Torn edges with debris on both sides; a vent that was built in has clean ones. (BLD-MOUSE-01)"""
    (ax, ay), (bx, by) = scaled((hole.a, hole.b))
    half = math.hypot(bx - ax, by - ay) / 2
    turned = math.degrees(math.atan2(by - ay, bx - ax))
    h = num(half)
    said = "vent" if hole.vent else f"hole of {hole.dp}"
    edges = f'<path class="jamb" d="M-{h}-2.3V2.3M{h}-2.3V2.3"/>'
    if not hole.vent:
        edges = (
            f'<path class="torn" d="M-{h}-2.3l1 1.2-1.3 1.1 1.1 1.1-.6 1.2M{h}-2.3l-1.1 1.2 1.1 1.1-1 1 .9 1.3"/>'
            '<g class="debris"><circle cx="-1.5" cy="4.6" r=".9"/><circle cx="1.2" cy="3.8" r=".7"/>'
            '<circle cx="2.8" cy="5.6" r="1.1"/><circle cx="-.5" cy="-4.2" r=".8"/></g>'
        )
    at = f"translate({num((ax + bx) / 2)} {num((ay + by) / 2)}) rotate({num(turned)})"
    gap = f'<rect class="gap" x="-{h}" y="-{_GAP}" width="{num(2 * half)}" height="{2 * _GAP}"/>'
    return f'<g class="hole" transform="{at}"><title>{said}</title>{gap}{edges}</g>'


def _roof(piece: Piece) -> str:
    """Squares of the roof that are damaged or gone, each an inch wide. (BLD-FIRE-05)"""
    if not piece.roof_holes:
        return ""
    return f'<g class="roof">{"".join(_square(hole) for hole in piece.roof_holes)}</g>'


def _square(hole: RoofHole) -> str:
    x, y = (length * 10 for length in hole.at)
    said = "hole in the roof" if hole.gone else f"roof: {hole.left} of {hole.points} damage points left"
    css = "roof-gone" if hole.gone else "roof-hurt"
    edges = f"M{num(x + 1)} {num(y + 1)}l2 1.6 2-1.4 2 1.6 2-1.6M{num(x + 1)} {num(y + 9)}l2-1.6 2 1.4 2-1.6 2 1.6"
    torn = f'<path class="torn" d="{edges}"/>'
    crack = f'<path class="roof-crack" d="M{num(x + 2)} {num(y + 2)}l2.4 2.6-.8 1.6 2.8 2"/>'
    return (
        f'<g class="{css}"><title>{said}</title><rect x="{num(x)}" y="{num(y)}" width="10" height="10"/>'
        f"{torn if hole.gone else crack}</g>"
    )


# ------------------------------------------------------------------ bunkers and ramparts


def rampart_svg(piece: Piece) -> str:
    """A wall that people stand on, with battlements where it has a parapet. (BLD-HIGH-01, BLD-OUT-03)"""
    shape = path(scaled(piece.points), closed=True)
    return (
        f'<path class="bld" d="{shape}"/><path class="bld-f" fill="url(#p-floor)" d="{shape}"/>'
        f"{_wall(shape, _MADE_OF['castle stone']._replace(width=4.4))}{_parapet(piece)}"
    )


def _ports(piece: Piece) -> str:
    """Slits to fire through, each with its name."""
    if not piece.ports:
        return ""
    said = f"<title>Firing ports of {escape(piece.name)}</title>"
    return f'<g class="ports">{said}{gaps_svg(piece.ports, "port")}</g>'


def _turrets(piece: Piece) -> str:
    """Each weapon that is built in as a turret, crossed out when it is destroyed. (BLD-BUNK-14)"""
    rooms: dict[tuple[Point, ...], list[Turret]] = {}
    for gun in piece.turrets:
        rooms.setdefault(gun.room or piece.points, []).append(gun)
    return "".join(_row_of(guns, middle(scaled(room))) for room, guns in rooms.items())


def _row_of(guns: Sequence[Turret], at: Point) -> str:
    left = at[0] - _TURRETS * (len(guns) - 1) / 2
    return "".join(_turret(gun, (left + _TURRETS * n, at[1])) for n, gun in enumerate(guns))


_TURRETS: Final = 15
"""From one turret to the next."""


def _turret(gun: Turret, at: Point) -> str:
    said = f"{gun.name}, built in" + ", destroyed" * gun.lost
    gone = '<path class="gone" d="M-5-5L5 5M5-5L-5 5"/>' if gun.lost else ""
    drawn = f'<path d="M0 0V-8"/><circle r="3.6"/>{gone}'
    css = f"bunk-gun{' lost' * gun.lost}"
    return f'<g class="{css}" transform="translate({num(at[0])} {num(at[1])})"><title>{escape(said)}</title>{drawn}</g>'


def _armour(piece: Piece, floor: Sequence[Point]) -> str:
    """Its Armour Value in a round badge on the middle of each wall, and hull points that are gone as a row of boxes.

    Of several sections each has its boxes, and its Armour Value where that is its own. (BLD-BUNK-05)
    """
    badges = "".join(_value(av, at) for av, at in _badges(piece))
    if len(piece.armour) == 1 and not piece.armour[0].letter:
        drawn = _hull(piece.armour[0], bounds(floor), 9)
    else:
        drawn = "".join(_hull(each, bounds(scaled(each.points)), 17) for each in piece.armour)
    return f'<g class="bunk-av">{badges}{drawn}</g>'


def _badges(piece: Piece) -> Iterator[tuple[int, Point]]:
    """Figures for the middles of its walls: those of the section behind."""
    for at in _middles(scaled(piece.points)):
        near = min(piece.armour, key=lambda each: _off(scaled(each.points), at))
        yield near.av, at


def _off(ring: Sequence[Point], at: Point) -> float:
    box = bounds(ring)
    across = max(box.left - at[0], 0, at[0] - box.right)
    return math.hypot(across, max(box.top - at[1], 0, at[1] - box.bottom))


def _hull(each: Armour, box: Box, up: float) -> str:
    """A row of boxes, one for each hull point."""
    left = (box.left + box.right) / 2 - each.hull * 3
    boxes = "".join(
        f'<rect class="{"gone" if n >= each.left else "on"}" x="{num(left + 6 * n)}" y="{num(box.bottom - up)}" '
        'width="4.6" height="6" rx=".6"/>'
        for n in range(each.hull)
    )
    return f'<g class="bunk-hp"><title>{escape(each.in_words)}</title>{boxes}</g>'


def _middles(points: Sequence[Point]) -> Iterator[Point]:
    """Of walls long enough to bear a figure."""
    for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0]), strict=True):
        if math.hypot(bx - ax, by - ay) >= 20:
            yield ((ax + bx) / 2, (ay + by) / 2)


def _value(av: int, at: Point) -> str:
    return (
        f'<g transform="translate({num(at[0])} {num(at[1])})"><g class="z"><circle r="8"/>'
        f'<text y="3.6">{av}</text></g></g>'
    )
