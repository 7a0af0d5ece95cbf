"""Previews and measures: arcs, paths, ghosts, sight lines, facings. Yellow with an ink edge; inches in, markup out."""

import itertools
import math
import re
from collections.abc import Collection, Iterable, Sequence
from typing import Final

from django.utils.html import escape

from rules.table.scale import INCHES, TableScale
from tabletop.ui.board.scene import UNITS_PER_INCH, Point, TokenModel
from tabletop.ui.board.svg import Box, heading_point, middle, num, path, scaled
from tabletop.ui.board.tokens import model_svg, reach
from tabletop.ui.lengths import shown
from tabletop.ui.words import inches_text

_LETTER = 5.0


def _at(point: Point) -> Point:
    return (point[0] * UNITS_PER_INCH, point[1] * UNITS_PER_INCH)


def _xy(point: Point) -> str:
    return f"{num(point[0])} {num(point[1])}"


def arc(at: Point, heading_deg: float, half_deg: float, range_in: float, bands_in: Sequence[float] = ()) -> str:
    """An arc of fire with its range bands; half an angle of 180 or more is all round."""
    centre, far = _at(at), range_in * UNITS_PER_INCH
    if half_deg >= 180:
        rings = "".join(_ring(centre, band) for band in bands_in)
        return f'<circle class="arc arc-e" cx="{num(centre[0])}" cy="{num(centre[1])}" r="{num(far)}"/>{rings}'
    left, right = heading_point(centre, heading_deg - half_deg, far), heading_point(centre, heading_deg + half_deg, far)
    large = int(half_deg > 90)
    shape = f"M{_xy(centre)}L{_xy(left)}A{num(far)} {num(far)} 0 {large} 1 {_xy(right)}Z"
    bands = "".join(_band(centre, heading_deg, half_deg, band) for band in bands_in)
    return f'<path class="arc" d="{shape}"/><path class="arc-e" d="{shape}"/>{bands}'


def ring(at: Point, inches: float) -> str:
    """A ring of that many inches round a place."""
    return _ring(_at(at), inches)


def _ring(centre: Point, inches: float) -> str:
    return f'<circle class="band" cx="{num(centre[0])}" cy="{num(centre[1])}" r="{num(inches * UNITS_PER_INCH)}"/>'


def _band(centre: Point, heading_deg: float, half_deg: float, inches: float) -> str:
    r = inches * UNITS_PER_INCH
    start, end = heading_point(centre, heading_deg - half_deg, r), heading_point(centre, heading_deg + half_deg, r)
    return f'<path class="band" d="M{_xy(start)}A{num(r)} {num(r)} 0 {int(half_deg > 90)} 1 {_xy(end)}"/>'


def label(at: Point, text: str, *, marked: bool = False, scale: TableScale = INCHES, roomy: bool = False) -> str:
    """A small plate with a few words, yellow when it is the sum; it keeps its size while the board zooms.

    Lengths in it are written in the table's unit at once: the plate is as wide as its words. A `roomy` one is left out
    on a small screen.
    """
    text = shown(text, scale)
    half = (len(text) * _LETTER + 10) / 2
    css = f"lbl{' mk' if marked else ''}{' roomy' if roomy else ''}"
    return (
        f'<g class="{css}" transform="translate({_xy(_at(at))})"><g class="z">'
        f'<rect x="{num(-half)}" y="-6.5" width="{num(half * 2)}" height="13" rx="2"/>'
        f'<text y="3.2">{escape(text)}</text></g></g>'
    )


def move_path(points: Sequence[Point], *, ticks: bool = True) -> str:
    """A path walked or planned, with a tick each inch and a dot at each bend."""
    line = scaled(points)
    data = path(line)
    bends = "".join(f'<circle class="path-w" cx="{num(x)}" cy="{num(y)}" r="3.2"/>' for x, y in line[1:-1])
    marks = f'<path class="path-t" d="{_inch_ticks(line)}"/>' if ticks else ""
    return f'<path class="path-c" d="{data}"/><path class="path" d="{data}"/>{marks}{bends}'


def came_by(way: Sequence[Point], reached: Sequence[Point]) -> str:
    """The way that a hull came, dashed, with the places within reach of those who would catch it as a broad band."""
    band = f'<path class="catch" d="{path(scaled(reached))}"/>' if reached else ""
    data = path(scaled(way))
    return f'{band}<path class="los-c" d="{data}"/><path class="los" d="{data}"/>'


def course_line(points: Sequence[Point], bends: Sequence[Point]) -> str:
    """The course of a vehicle along straights and arcs: a tick each inch, a dot where one leg passes into the next."""
    if len(points) < 2:
        return ""
    line = scaled(points)
    data = path(line)
    dots = "".join(f'<circle class="path-w" cx="{num(x)}" cy="{num(y)}" r="3.2"/>' for x, y in scaled(bends))
    marks = f'<path class="path-t" d="{_inch_ticks(line)}"/>'
    return f'<path class="path-c" d="{data}"/><path class="path" d="{data}"/>{marks}{dots}'


def reach_shape(points: Sequence[Point]) -> str:
    """The ground that may be reached, all round."""
    outline = path(scaled(points), closed=True)
    return f'<path class="arc" d="{outline}"/><path class="arc-e reach" d="{outline}"/>'


def turning(left: Sequence[Point], right: Sequence[Point]) -> str:
    """The ground between the tightest turns to either side; both begin at the vehicle."""
    outline = path(scaled([*left, *reversed(right)]), closed=True)
    edges = "".join(f'<path class="arc-e" d="{path(scaled(side))}"/>' for side in (left, right))
    return f'<path class="arc" d="{outline}"/>{edges}'


def _inch_ticks(line: Sequence[Point]) -> str:
    data, ahead = [], float(UNITS_PER_INCH)
    for start, end in itertools.pairwise(line):
        length = math.dist(start, end)
        while length and ahead <= length:
            dx, dy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
            x, y = start[0] + dx * ahead, start[1] + dy * ahead
            data.append(f"M{num(x)} {num(y)}l{num(-dy * 5)} {num(dx * 5)}")
            ahead += UNITS_PER_INCH
        ahead -= length
    return "".join(data)


def ghosts(side: str, models: Iterable[TokenModel]) -> str:
    """Where models would stand: the models themselves, paler, each in a dashed yellow ring."""
    return "".join(
        f'<g class="ghost"><circle class="ghost-r" cx="{num(m.x * UNITS_PER_INCH)}" cy="{num(m.y * UNITS_PER_INCH)}" '
        f'r="{num(reach(m) + 1.5)}"/><g class="ghost-m">{model_svg(side, m)}</g></g>'
        for m in models
    )


def legal(rings: Iterable[Sequence[Point]]) -> str:
    """Where the middle of a model may be put, holes left out."""
    data = "".join(path(scaled(ring), closed=True) for ring in rings)
    return f'<path class="legal" fill-rule="evenodd" d="{data}" role="img" aria-label="Where they may stand"/>'


def sight_line(start: Point, end: Point, crossings: Iterable[Point] = ()) -> str:
    """A line of sight; a diamond where it crosses cover."""
    data = path(scaled((start, end)))
    marks = "".join(
        f'<path class="los-x" transform="translate({_xy(_at(point))})" d="M0-5L4.5 0 0 5-4.5 0z"/>'
        for point in crossings
    )
    return f'<path class="los-c" d="{data}"/><path class="los" d="{data}"/>{marks}'


_LOS = re.compile(r'class="los" d="M([-\d.]+) ([-\d.]+)L([-\d.]+) ([-\d.]+)"')
_BESIDE = 2.0
"""Drawing units that a line of sight is wide, to either side."""
_APART = 6.0
"""Drawing units from one box along it to the next."""


def along_sight(markup: str) -> list[Box]:
    """Small boxes along the lines of sight in it: what keeps off these lies on none."""
    found = []
    for line in _LOS.finditer(markup):
        x, y, to_x, to_y = map(float, line.groups())
        steps = max(1, round(math.dist((x, y), (to_x, to_y)) / _APART))
        for n in range(steps + 1):
            at = (x + (to_x - x) * n / steps, y + (to_y - y) * n / steps)
            found.append(Box(at[0], at[1], at[0], at[1]).grown(_BESIDE))
    return found


def drifted(aim: Point, at: Point) -> str:
    """From the place that was aimed at, with a cross, to where it came down. (CRU-POD-02)"""
    cross = f'<path class="aim-x" transform="translate({_xy(_at(aim))})" d="M-8 0H8M0-8V8"/>'
    return f"{sight_line(aim, at)}{cross}"


def stub(start: Point, end: Point) -> str:
    """Where the barrel of a weapon that does not fire points, short and grey."""
    return f'<path class="stub" d="{path(scaled((start, end)))}"/>'


def shot(start: Point, end: Point) -> str:
    """The line of a shot that was fired, on the screen and in replays."""
    data = path(scaled((start, end)))
    return f'<path class="shot-c" d="{data}"/><path class="shot-l" d="{data}"/>'


def charge(side: str, start: Point, end: Point, width_in: float = 2.4) -> str:
    """A broad arrow from the chargers to the charged."""
    (x0, y0), (x1, y1) = _at(start), _at(end)
    length = math.dist((x0, y0), (x1, y1)) or 1.0
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    half, head = width_in * UNITS_PER_INCH / 2, min(18.0, length / 2)
    neck = (x1 - ux * head, y1 - uy * head)
    corners = [
        (x0 - uy * half, y0 + ux * half),
        (neck[0] - uy * half * 0.7, neck[1] + ux * half * 0.7),
        (neck[0] - uy * half * 1.35, neck[1] + ux * half * 1.35),
        (x1, y1),
        (neck[0] + uy * half * 1.35, neck[1] - ux * half * 1.35),
        (neck[0] + uy * half * 0.7, neck[1] - ux * half * 0.7),
        (x0 + uy * half, y0 - ux * half),
    ]
    return f'<path class="chg side-{side}" d="{path(corners, closed=True)}"/>'


def blast(at: Point, diameter_in: float) -> str:
    """A round template with its hole."""
    x, y = _at(at)
    return (
        f'<circle class="blast" cx="{num(x)}" cy="{num(y)}" r="{num(diameter_in * UNITS_PER_INCH / 2)}"/>'
        f'<circle class="blast-o" cx="{num(x)}" cy="{num(y)}" r="2.5"/>'
    )


def way_out(at: Point, reach_in: float, *, open_: bool) -> str:
    """A door, with the ground where those who use it may stand."""
    x, y = _at(at)
    css = "door-way" if open_ else "door-way shut"
    return (
        f'<g class="{css}"><circle class="halo" cx="{num(x)}" cy="{num(y)}" r="{num(reach_in * UNITS_PER_INCH)}"/>'
        f'<rect class="leaf" x="{num(x - 4)}" y="{num(y - 4)}" width="8" height="8" rx="1.5"/></g>'
    )


FIRE_POST: Final = "fire-post"


def fire_post(at: Point, models: int, *, bears: bool) -> str:
    """A hatch or slit at which people aboard fire, with how many do; hollow where it does not bear."""
    css = FIRE_POST if bears else f"{FIRE_POST} off"
    said = f"fire point for {models}" + ("" if bears else ", does not bear")
    inside = f'<title>{said}</title><circle r="4.4"/><text y="2.3">{models}</text>'
    return f'<g class="{css}" transform="translate({_xy(_at(at))})">{inside}</g>'


def halt(corners: Sequence[Point]) -> str:
    """The outline of a hull where it may come to a stop against its will, crossed out."""
    a, b, c, d = scaled(corners)
    outline = path((a, b, c, d), closed=True)
    return f'<g class="halt"><path d="{outline}"/><path d="M{_xy(a)}L{_xy(c)}M{_xy(b)}L{_xy(d)}"/></g>'


def pick(start: Point, end: Point, label: str, *, chosen: bool = False) -> str:
    """A wall or door that may be chosen by a press; the one that is."""
    data = path(scaled((start, end)))
    if chosen:
        return f'<path class="pick-e" d="{data}"/><path class="pick-on" d="{data}"/>'
    return f'<g class="pick" data-pick="{escape(label)}"><path class="pick-e" d="{data}"/><path d="{data}"/></g>'


def pick_area(ring: Sequence[Point], label: str, sign: str = "") -> str:
    """A section of a building that may be chosen by a press; words stand at its lower edge."""
    x, y = middle(scaled(ring))[0], max(y for _, y in scaled(ring))
    said = f'<text class="area-t" x="{num(x)}" y="{num(y - 4)}">{escape(sign)}</text>' if sign else ""
    outline = path(scaled(ring), closed=True)
    return f'<g class="pick area" data-pick="{escape(label)}"><path d="{outline}"/>{said}</g>'


def about(ring: Sequence[Point], sign: str = "") -> str:
    """A building, section or tile that is meant; a tile that nobody has seen yet with a question mark."""
    x, y = middle(scaled(ring))
    said = f'<text class="about-t" x="{num(x)}" y="{num(y + 8)}">{sign}</text>' if sign else ""
    return f'<path class="about" d="{path(scaled(ring), closed=True)}"/>{said}'


def corner(at: Point, reach_in: float) -> str:
    """The corner of a building that hides somebody, with a badge, and the ground in which it does."""
    x, y = _at(at)
    said = f"corner: hides who is within {reach_in:g} inches of it"
    return (
        f'<g class="corner"><title>{said}</title>{_ring((x, y), reach_in)}'
        f'<g transform="translate({num(x)} {num(y)})"><g class="z"><circle r="7"/><path d="M-3 3V-3H3"/></g></g></g>'
    )


def impact(at: Point) -> str:
    """The very place that is struck."""
    x, y = _at(at)
    return f'<circle class="impact" cx="{num(x)}" cy="{num(y)}" r="3.4"/>'


def touched(at: Point, radius_in: float) -> str:
    """A ring round somebody under a template."""
    x, y = _at(at)
    return f'<circle class="touch" cx="{num(x)}" cy="{num(y)}" r="{num(radius_in * UNITS_PER_INCH + 2.2)}"/>'


def clock(at: Point, radius_in: float) -> str:
    """Twelve marks on a ring, as on a clock: the ways in which something may drift. (CRU-POD-02)"""
    marks = ""
    for hour in range(12):
        right, down = math.sin(hour * math.pi / 6), -math.cos(hour * math.pi / 6)
        ends = [(at[0] + right * far, at[1] + down * far) for far in (radius_in - _MARK_IN, radius_in)]
        marks += path(scaled(ends))
    return f'<path class="clock" d="{marks}"/>'


_MARK_IN: Final = 0.6
_PLATE: Final = '<g class="lbl'


def under_plates(markup: str, drawn: str) -> str:
    """What is drawn with something more on top of it, but for plates, which nothing covers."""
    first = markup.find(_PLATE)
    return markup + drawn if first < 0 else markup[:first] + drawn + markup[first:]


def numbered(at: Point, number: str, part: str) -> str:
    """The number of a model in a plan, on its base; `part` is the one that it has: fires, held, idle or doubt."""
    inside = f'<circle r="3.6"/><text y="1.9">{number}</text>'
    return f'<g class="mno {part}" transform="translate({_xy(_at(at))})">{inside}</g>'


def doubt_line(start: Point, end: Point) -> str:
    """A line of sight that may be judged either way, dotted."""
    data = path(scaled((start, end)))
    return f'<path class="los-c" d="{data}"/><path class="los doubt" d="{data}"/>'


def doubtful(at: Point, radius_in: float) -> str:
    """A dotted ring round somebody at the edge of a template."""
    x, y = _at(at)
    return f'<circle class="touch doubt" cx="{num(x)}" cy="{num(y)}" r="{num(radius_in * UNITS_PER_INCH + 2.2)}"/>'


def shape(points: Sequence[Point]) -> str:
    """Any other template: flame, spray, sweep."""
    return f'<path class="blast" d="{path(scaled(points), closed=True)}"/>'


def ruler(points: Sequence[Point]) -> str:
    """A measured line with an inch scale and its length."""
    total = sum(math.dist(a, b) for a, b in itertools.pairwise(points))
    return f'<g class="ruler">{move_path(points)}{label(points[-1], inches_text(total), marked=True)}</g>'


def facing_ring(
    at: Point, heading_deg: float, radius_in: float, *, front: int, side: int, rear: int, hit: Collection[str] = ()
) -> str:
    """The armour of a target round it: a quarter each, those that are hit in yellow."""
    centre, r = _at(at), radius_in * UNITS_PER_INCH
    quarters = (("front", 0, front), ("right", 90, side), ("rear", 180, rear), ("left", 270, side))
    drawn = (_quarter(centre, r, heading_deg + turn, value, facing in hit) for facing, turn, value in quarters)
    return f'<g class="avring">{"".join(drawn)}</g>'


def _quarter(centre: Point, r: float, middle_deg: float, value: int, struck: bool) -> str:
    css = " hit" if struck else ""
    start, end = heading_point(centre, middle_deg - 42, r), heading_point(centre, middle_deg + 42, r)
    plate = heading_point(centre, middle_deg, r)
    return (
        f'<path class="seg{css}" d="M{_xy(start)}A{num(r)} {num(r)} 0 0 1 {_xy(end)}"/>'
        f'<g class="avn{css}" transform="translate({_xy(plate)})"><g class="z"><circle r="7.2"/>'
        f'<text y="3.1">{value}</text></g></g>'
    )
