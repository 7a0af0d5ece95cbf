"""The editor's board: everything on it that may be picked up, and after an edit only what has changed of it."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from rules.table.scenario import Gate, Objective, Zone
from rules.table.terrain import Terrain
from tabletop.scenarios.draft import checks
from tabletop.scenarios.draft.draft import Draft
from tabletop.scenarios.draft.findings import Check
from tabletop.scenarios.draft.things import Thing, name_of, points_of, things
from tabletop.scenarios.pages import drawing
from tabletop.ui.board import GateLine, ObjectiveMark, ZoneArea, objectives_svg
from tabletop.ui.board.defs import defs
from tabletop.ui.board.edges import lettered
from tabletop.ui.board.ground import frame_svg, gate_svg, zone_svg
from tabletop.ui.board.scene import MARGIN, UNITS_PER_INCH, Piece
from tabletop.ui.board.svg import bounds, box_text, num, scaled
from tabletop.ui.board.terrain import LAYERS, layer_of, piece_svg

_TOP: Final = ("gates", "zones", "objectives")
"""Layers above the terrain, bottom up."""


class Drawn(NamedTuple):
    """One thing as it lies on the board: its key, its layer and its drawing."""

    key: str
    layer: str
    svg: str


# ------------------------------------------------------------------ the board


def drawn(draft: Draft, still: Container[str] = ()) -> tuple[Drawn, ...]:
    """Everything, bottom first within its layer; pieces of terrain that are `still` are sent without their drawing."""
    names = {side.id: side.name for side in draft.scenario.sides}
    last = len(draft.scenario.race.gates) if draft.scenario.race else 0
    groups = {f"t-{key}": group[0] for group in draft.groups for key in group}
    order = {f"o-{o.id}": str(n) for n, o in enumerate(draft.scenario.objectives, 1)}
    return tuple(
        _ground(draft, key, thing, groups.get(key, ""), still=key in still)
        if isinstance(thing, Terrain)
        else _drawn(key, thing, names, last, order.get(key, ""))
        for key, thing in things(draft).items()
    )


def _ground(draft: Draft, key: str, thing: Terrain, group: str, *, still: bool) -> Drawn:
    if still:
        return Drawn(key, layer_of(thing), "")
    piece = drawing.saying(drawing.roofed(draft.scenario.terrain, thing), thing, draft.scenario.ruleset)
    css = [f"ed-secret side-{thing.secret}"] if thing.secret else []
    css += ["ed-behind"] if thing.behind else []
    return Drawn(key, layer_of(piece), _terrain(key, piece, " ".join(css), group))


def _drawn(key: str, thing: Zone | Gate | Objective, names: dict[Any, str], last: int, label: str) -> Drawn:
    if isinstance(thing, Zone):
        area = ZoneArea(thing.side, thing.points, thing.name, names.get(thing.side, "") + ", unseen" * thing.hidden)
        css = " secret" if thing.hidden else ""
        return Drawn(key, "zones", _wrapped(thing, f'<g class="ed-zone{css}">{zone_svg(area)}</g>'))
    if isinstance(thing, Gate):
        number = int(key[2:]) + 1
        line = GateLine(number, thing.name, thing.a, thing.b, finish=number == last)
        return Drawn(key, "gates", _wrapped(thing, gate_svg(line)))
    mark = ObjectiveMark(id=thing.id, label=label, name=thing.name, at=thing.at, value=thing.value)
    x, y, radius = (num(length * UNITS_PER_INCH) for length in (*thing.at, thing.reach_in))
    reach = f'<circle class="ed-reach" cx="{x}" cy="{y}" r="{radius}"/>'
    return Drawn(key, "objectives", _wrapped(thing, reach + objectives_svg([mark])))


@lru_cache(maxsize=4096)
def _terrain(key: str, piece: Piece, kept: str, group: str) -> str:
    """A piece with its name; `kept` says by classes who does not know of it."""
    box = bounds(scaled(piece.points))
    name = ""
    if piece.name:
        at = f"translate({num((box.left + box.right) / 2)} {num(box.bottom + 11)})"
        text = f'<text class="pname">{escape(piece.name)}</text>'
        css = f'class="place ed-name" data-of="{box_text(box)}"'
        name = f'<g {css} aria-hidden="true" transform="{at}"><g class="z">{text}</g></g>'
    css = f' class="{kept}"' if kept else ""
    hit = _line_to_hit(piece) if piece.line else ""
    return _data(piece.points, piece.line, piece.name, group) + f"<g{css}>{piece_svg(piece)}{hit}</g>{name}</g>"


def _line_to_hit(piece: Piece) -> str:
    """Thin lines are hard to press: an unseen wide one lies over them."""
    data = "M" + "L".join(f"{num(x)} {num(y)}" for x, y in scaled(piece.points))
    return f'<path class="ed-hit" stroke-width="{num(max(16, piece.width_in * UNITS_PER_INCH))}" d="{data}"/>'


def _wrapped(thing: Thing, svg: str) -> str:
    line = isinstance(thing, Gate)
    return f"{_data(points_of(thing), line, name_of(thing))}{svg}</g>"


def _data(points: Iterable[tuple[float, float]], line: bool, name: str, group: str = "") -> str:
    said = " ".join(f"{x:g},{y:g}" for x, y in points)
    together = f' data-group="{escape(group)}"' if group else ""
    return f'<g data-points="{said}" data-line="{int(line)}" data-name="{escape(name)}"{together}>'


def element(each: Drawn) -> str:
    """The thing in the wrapping by which it is found, moved and swapped."""
    return f'<g class="el" id="el-{escape(each.key)}" data-key="{escape(each.key)}">{each.svg}</g>'


def board(draft: Draft) -> SafeString:
    """The whole board, layer by layer; nothing is cut off at the table's edge."""
    scenario = draft.scenario
    w, h = scenario.width_in * UNITS_PER_INCH, scenario.height_in * UNITS_PER_INCH
    by_layer = {layer: "".join(map(element, group)) for layer, group in _layers(drawn(draft)).items()}
    stack = "".join(f'<g class="terrain-layer" id="layer-{layer}">{by_layer[layer]}</g>' for layer in LAYERS)
    top = "".join(f'<g class="{layer}" id="layer-{layer}">{by_layer[layer]}</g>' for layer in _TOP)
    said = f"Scenario board, {scenario.width_in:g} by {scenario.height_in:g} inches"
    sides = tuple(side.id for side in scenario.sides)
    return mark_safe(  # noqa: S308 -- names are escaped where they are written
        f'<svg class="board editing" id="board-svg" viewBox="{-MARGIN} {-MARGIN} {num(w + 2 * MARGIN)} '
        f'{num(h + 2 * MARGIN)}" role="group" aria-label="{said}">{defs(sides)}'
        f'<g id="ed-table">{table(draft)}</g>{stack}{top}'
        f'<g id="ed-marks" aria-hidden="true">{marks(checks.check(scenario))}</g>'
        f'<g id="ed-hand" aria-hidden="true"></g><g id="ed-soon" aria-hidden="true"></g>'
        '<g id="ed-drawing" aria-hidden="true"></g></svg>'
    )


def table(draft: Draft) -> SafeString:
    """The bare table: frame, ground and grid."""
    scenario = draft.scenario
    width, height = scenario.width_in * UNITS_PER_INCH, scenario.height_in * UNITS_PER_INCH
    w, h = num(width), num(height)
    lines = "".join(f"M{x} 0V{h}" for x in range(60, int(width + 0.999), 60))
    lines += "".join(f"M0 {y}H{w}" for y in range(60, int(height + 0.999), 60))
    return mark_safe(  # noqa: S308 -- figures alone
        f"{frame_svg(scenario.width_in, scenario.height_in)}"
        f'{lettered(scenario.width_in, scenario.height_in)}<rect class="ground" width="{w}" height="{h}"/>'
        f'<rect fill="url(#p-grass)" width="{w}" height="{h}"/><path class="grid" d="{lines}"/>'
    )


def _layers(all_drawn: Iterable[Drawn]) -> dict[str, list[Drawn]]:
    found: dict[str, list[Drawn]] = {layer: [] for layer in (*LAYERS, *_TOP)}
    for each in all_drawn:
        found[each.layer].append(each)
    return found


def marks(found: Sequence[Check]) -> SafeString:
    """A sign on the board wherever the checks find something, the worst above the others."""
    signs = [
        f'<g class="ed-mark {each.tone}" transform="translate({num(each.at[0] * 10)} {num(each.at[1] * 10)})"><title>'
        f'{escape(each.text)}</title><g class="z"><path d="M0-13L13 10H-13z"/><text y="7">!</text></g></g>'
        for each in reversed(found)
        if each.at is not None and each.tone != "ok"
    ]
    return mark_safe("".join(signs))  # noqa: S308 -- escaped where written


# ------------------------------------------------------------------ what has changed


class Swap(NamedTuple):
    """One change of the board: how htmx is to do it, and with what."""

    how: str
    svg: SafeString


def swaps(before: Draft, after: Draft) -> Iterator[Swap]:
    """What turns the board of one draft into that of another."""
    still = _unchanged(before, after)
    old, new = _layers(drawn(before, still)), _layers(drawn(after, still))
    whole: dict[str, list[Drawn]] = {}
    for layer in (*LAYERS, *_TOP):
        if _is_reordered(old[layer], new[layer]):
            whole = whole or _layers(drawn(after))
            yield Swap(f"innerHTML:#layer-{layer}", _safe("".join(map(element, whole[layer]))))
        else:
            yield from _layer_swaps(layer, old[layer], new[layer])


def _unchanged(before: Draft, after: Draft) -> frozenset[str]:
    """Pieces of terrain that are the very same in both, in the same groups; no floor of a house that has changed."""
    if before.groups != after.groups:
        return frozenset()
    was = {piece.id: piece for piece in before.scenario.terrain}
    same = {piece.id for piece in after.scenario.terrain if was.get(piece.id) is piece}
    both = (*before.scenario.terrain, *after.scenario.terrain)
    houses = {_house(piece) for piece in both if piece.building is not None and piece.id not in same}
    kept = (p for p in after.scenario.terrain if p.id in same and (p.building is None or _house(p) not in houses))
    return frozenset(f"t-{piece.id}" for piece in kept)


def _house(piece: Terrain) -> str:
    return (piece.building.of if piece.building is not None else "") or piece.id


def _is_reordered(old: list[Drawn], new: list[Drawn]) -> bool:
    now = [each.key for each in new]
    here = set(now)
    kept = [each.key for each in old if each.key in here]
    return now[: len(kept)] != kept


def _layer_swaps(layer: str, old: list[Drawn], new: list[Drawn]) -> Iterator[Swap]:
    was = {each.key: each.svg for each in old}
    now = {each.key for each in new}
    yield from (Swap(f"delete:#el-{key}", _safe("")) for key in was if key not in now)
    for each in new:
        if each.key not in was:
            yield Swap(f"beforeend:#layer-{layer}", _safe(element(each)))
        elif each.svg != was[each.key]:
            yield Swap(f"innerHTML:#el-{each.key}", _safe(each.svg))


def _safe(svg: str) -> SafeString:
    return mark_safe(svg)  # noqa: S308 -- escaped where drawn
