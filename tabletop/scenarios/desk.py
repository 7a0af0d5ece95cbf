"""The editor's page: the board with everything on it that may be picked up, what is in hand, what the checks say; and
after an edit, only what has changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from rules.table.building import Opening
from rules.table.scenario import Gate, Objective, Zone
from rules.table.terrain import Terrain
from tabletop.scenarios import checks, drawing, fields, generator, layout, palette, settings
from tabletop.scenarios.checks import Check
from tabletop.scenarios.draft import Draft
from tabletop.scenarios.fields import CM, Field
from tabletop.scenarios.models import ScenarioRecord
from tabletop.scenarios.things import Thing, name_of, points_of, things
from tabletop.ui import switchboard
from tabletop.ui.board import GateLine, ObjectiveMark, ZoneArea, objectives_svg
from tabletop.ui.board.defs import defs
from tabletop.ui.board.ground import frame_svg, gate_svg, zone_svg
from tabletop.ui.board.scene import MARGIN, UNITS_PER_INCH, Piece
from tabletop.ui.board.svg import bounds, num, scaled
from tabletop.ui.board.terrain import LAYERS, layer_of, piece_svg

_TOP: Final = ("gates", "zones", "objectives")
"""Layers above the terrain, bottom up."""


class Drawn(NamedTuple):
    """One thing as it lies on the board: its key, its layer and its drawing."""

    key: str
    layer: str
    svg: str


# ------------------------------------------------------------------ the board


def drawn(draft: Draft) -> tuple[Drawn, ...]:
    """Everything, bottom first within its layer."""
    names = {side.id: side.name for side in draft.scenario.sides}
    last = len(draft.scenario.race.gates) if draft.scenario.race else 0
    groups = {f"t-{key}": group[0] for group in draft.groups for key in group}
    order = {f"o-{o.id}": str(n) for n, o in enumerate(draft.scenario.objectives, 1)}
    return tuple(
        _ground(key, thing, groups.get(key, ""))
        if isinstance(thing, Terrain)
        else _drawn(key, thing, names, last, order.get(key, ""))
        for key, thing in things(draft).items()
    )


def _ground(key: str, thing: Terrain, group: str) -> Drawn:
    piece = drawing.piece(thing)
    return Drawn(key, layer_of(piece), _terrain(key, piece, thing.secret or "", group))


def _drawn(key: str, thing: Zone | Gate | Objective, names: dict[Any, str], last: int, label: str) -> Drawn:
    if isinstance(thing, Zone):
        area = ZoneArea(thing.side, thing.points, thing.name, names.get(thing.side, "") + ", unseen" * thing.hidden)
        css = " secret" if thing.hidden else ""
        return Drawn(key, "zones", _wrapped(thing, f'<g class="ed-zone{css}">{zone_svg(area)}</g>'))
    if isinstance(thing, Gate):
        number = int(key[2:]) + 1
        line = GateLine(number, thing.name, thing.a, thing.b, finish=number == last)
        return Drawn(key, "gates", _wrapped(thing, gate_svg(line)))
    mark = ObjectiveMark(id=thing.id, label=label, name=thing.name, at=thing.at)
    x, y, radius = (num(length * UNITS_PER_INCH) for length in (*thing.at, thing.reach_in))
    reach = f'<circle class="ed-reach" cx="{x}" cy="{y}" r="{radius}"/>'
    return Drawn(key, "objectives", _wrapped(thing, reach + objectives_svg([mark])))


@lru_cache(maxsize=4096)
def _terrain(key: str, piece: Piece, secret: str, group: str) -> str:
    box = bounds(scaled(piece.points))
    name = ""
    if piece.name:
        at = f"translate({num((box.left + box.right) / 2)} {num(box.bottom + 11)})"
        text = f'<text class="pname">{escape(piece.name)}</text>'
        name = f'<g class="place ed-name" aria-hidden="true" transform="{at}"><g class="z">{text}</g></g>'
    css = f' class="ed-secret side-{secret}"' if secret else ""
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
        f'<g id="ed-hand" aria-hidden="true"></g><g id="ed-drawing" aria-hidden="true"></g></svg>'
    )


def table(draft: Draft) -> SafeString:
    """The bare table: frame, ground and grid."""
    scenario = draft.scenario
    width, height = scenario.width_in * UNITS_PER_INCH, scenario.height_in * UNITS_PER_INCH
    w, h = num(width), num(height)
    lines = "".join(f"M{x} 0V{h}" for x in range(60, int(width + 0.999), 60))
    lines += "".join(f"M0 {y}H{w}" for y in range(60, int(height + 0.999), 60))
    return mark_safe(  # noqa: S308 -- figures alone
        f'{frame_svg(scenario.width_in, scenario.height_in)}<rect class="ground" width="{w}" height="{h}"/>'
        f'<rect fill="url(#p-grass)" width="{w}" height="{h}"/><path class="grid" d="{lines}"/>'
    )


def _layers(all_drawn: Iterable[Drawn]) -> dict[str, list[Drawn]]:
    found: dict[str, list[Drawn]] = {layer: [] for layer in (*LAYERS, *_TOP)}
    for each in all_drawn:
        found[each.layer].append(each)
    return found


def marks(found: Iterable[Check]) -> SafeString:
    """A sign on the board wherever the checks find something, and a line round what it is about."""
    signs = [
        f'<g class="ed-mark {each.tone}" transform="translate({num(each.at[0] * 10)} {num(each.at[1] * 10)})"><title>'
        f'{escape(each.text)}</title><g class="z"><path d="M0-13L13 10H-13z"/><text y="7">!</text></g></g>'
        for each in found
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
    old, new = _layers(drawn(before)), _layers(drawn(after))
    for layer in (*LAYERS, *_TOP):
        yield from _layer_swaps(layer, old[layer], new[layer])


def _layer_swaps(layer: str, old: list[Drawn], new: list[Drawn]) -> Iterator[Swap]:
    was = {each.key: each.svg for each in old}
    now = [each.key for each in new]
    kept = [each.key for each in old if each.key in set(now)]
    if now[: len(kept)] != kept:  # another order: the whole layer
        yield Swap(f"innerHTML:#layer-{layer}", _safe("".join(map(element, new))))
        return
    yield from (Swap(f"delete:#el-{key}", _safe("")) for key in was if key not in set(kept))
    for each in new:
        if each.key not in was:
            yield Swap(f"beforeend:#layer-{layer}", _safe(element(each)))
        elif each.svg != was[each.key]:
            yield Swap(f"innerHTML:#el-{each.key}", _safe(each.svg))


def _safe(svg: str) -> SafeString:
    return mark_safe(svg)  # noqa: S308 -- escaped where drawn


# ------------------------------------------------------------------ pages


class Shown(NamedTuple):
    """A field with its value, ready for a form; lengths are in the unit that is shown."""

    field: Field
    value: Any
    choices: tuple[tuple[str, str], ...] = ()


class Sign(NamedTuple):
    """One thing in the list below the board."""

    key: str
    name: str


def page(record: ScenarioRecord, hand_keys: tuple[str, ...]) -> dict[str, Any]:
    """Everything on the editor's page."""
    draft = record.draft_value
    return {
        **state(record, draft),
        **hand(record, draft, hand_keys),
        "board": board(draft),
        "groups": tiles(),
        "sheet_w": num(draft.scenario.width_in * UNITS_PER_INCH + 2 * MARGIN),
        "sheet_h": num(draft.scenario.height_in * UNITS_PER_INCH + 2 * MARGIN),
        "ways": layout.WAYS,
        "styles": [(key, style.name) for key, style in generator.STYLES.items()],
    }


@cache
def tiles() -> tuple[tuple[str, tuple[tuple[palette.Kind, SafeString], ...]], ...]:
    """The palette under its headings, each kind with its picture."""
    return tuple((name, tuple((kind, swatch(kind)) for kind in kinds)) for name, kinds in palette.GROUPS)


def swatch(kind: palette.Kind) -> SafeString:
    """A tile's picture: the piece as the board draws it."""
    shape = palette.outline(kind, (3.2, 2.0), 1)
    width, depth = kind.size[0], kind.size[1] if kind.outline != "line" else 3.0
    factor = min(5.4 / width, 2.7 / depth)
    points = tuple(((x - 3.2) * factor + 3.2, (y - 2.0) * factor + 2.0) for x, y in shape)
    svg = piece_svg(drawing.piece(palette.piece(kind, f"swatch-{kind.id}", points))._replace(name=""))
    return _safe(
        '<svg class="swt board" viewBox="0 0 64 40" preserveAspectRatio="xMidYMid slice" aria-hidden="true">'
        f'<rect class="ground" width="64" height="40"/>{svg}</svg>'
    )


def state(record: ScenarioRecord, draft: Draft) -> dict[str, Any]:
    """What stands round the board whatever is in hand."""
    found = checks.check(draft.scenario)
    steps = dict(
        record.steps.filter(number__in=[record.step - 1, record.step, record.step + 1]).values_list("number", "said")
    )
    return {
        "record": record,
        "draft": draft,
        "scenario": draft.scenario,
        "checks": found,
        "faults": checks.faults(found),
        "signs": signs(draft),
        "back": steps.get(record.step, "") if record.step - 1 in steps else "",
        "on": steps.get(record.step + 1, ""),
    }


def signs(draft: Draft) -> tuple[Sign, ...]:
    """Everything by name, for the list below the board."""
    return tuple(Sign(key, name_of(thing) or key[2:]) for key, thing in things(draft).items())


def hand(record: ScenarioRecord, draft: Draft, keys: tuple[str, ...]) -> dict[str, Any]:
    """The panel on the right: what is in hand, or the scenario itself."""
    here = things(draft)
    held = {key: here[key] for key in keys if key in here}
    only = next(iter(held.values())) if len(held) == 1 else None
    return {
        "record": record,
        "draft": draft,
        "scenario": draft.scenario,
        "held": held,
        "keys": " ".join(held),
        "title": name_of(only) if only else f"{len(held)} things" if held else "Scenario",
        "terrain_alone": bool(held) and all(isinstance(thing, Terrain) for thing in held.values()),
        "is_group": any(key.startswith("t-") and len(draft.grouped(key[2:])) > 1 for key in held),
        "sections": tuple(_sections(draft, held)),
        "openings": _openings(only),
        "is_building": isinstance(only, Terrain) and only.building is not None,
        **(whole(draft) if not held else {}),
    }


def _openings(thing: Thing | None) -> tuple[Opening, ...]:
    return thing.building.openings if isinstance(thing, Terrain) and thing.building is not None else ()


def _sections(draft: Draft, held: dict[str, Thing]) -> Iterator[tuple[str, tuple[Shown, ...]]]:
    """The fields of what is in hand, under headings; of several, those that all have, as the first has them."""
    kinds = {type(thing) for thing in held.values()}
    if len(kinds) != 1:
        return
    first = next(iter(held.values()))
    several = len(held) > 1
    for name, group in _fields(first):
        shown = tuple(_shown(draft, field, first) for field in group if not (several and field.name == "name"))
        if shown:
            yield name, shown


def _fields(thing: Thing) -> tuple[tuple[str, tuple[Field, ...]], ...]:
    if isinstance(thing, Zone):
        return (("", fields.ZONE),)
    if isinstance(thing, Objective):
        return (("", fields.OBJECTIVE),)
    if isinstance(thing, Gate):
        return (("", (fields.NAME,)),)
    inside = (("Building", fields.BUILDING),) if thing.building is not None else ()
    line = fields.LINE if thing.line else ()
    return (("", (*fields.GROUND, *line)), *inside, ("Relief", fields.RELIEF), ("Special ground", fields.SPECIAL))


def _shown(draft: Draft, field: Field, thing: Any) -> Shown:
    source = thing if hasattr(thing, field.name) else thing.building
    return shown(draft, field, getattr(source, field.name))


def shown(draft: Draft, field: Field, value: Any) -> Shown:
    """A field with its value as the form has it."""
    if field.input == "choice":
        word = "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)
        names: dict[str, str] = {side.id: side.name for side in draft.scenario.sides}
        sided = field.name in ("side", "secret")
        known = [v for v in field.values if not sided or not v or v in names]
        label = {
            "": "everybody" if sided else "across the table",
            "0": "north",
            "90": "east",
            "180": "south",
            "270": "west",
        }
        words = {v: names.get(v) or label.get(v) or field.word(v) for v in known}
        return Shown(field, word, tuple(words.items()))
    if field.unit == "length":
        return Shown(field, f"{value * CM if draft.shown == 'cm' else value:.2f}".rstrip("0").rstrip("."))
    if isinstance(value, float):
        return Shown(field, f"{value:g}")
    return Shown(field, value)


def whole(draft: Draft) -> dict[str, Any]:
    """The scenario's own settings."""
    scenario = draft.scenario
    known = {name: shown(draft, field, getattr(scenario, name)) for name, field in settings.FIELDS.items()}
    return {
        "settings": known,
        "tables": settings.TABLES,
        "cm": draft.shown == "cm",
        "width_shown": length_shown(draft, scenario.width_in),
        "height_shown": length_shown(draft, scenario.height_in),
        "edges": ("", "north", "east", "south", "west"),
        "switches": switchboard.fields(scenario.options),
        "changed": len(scenario.options),
        "snaps": tuple((f"{step:g}", step == draft.snap_in) for step in (0, 0.25, 0.5, 1, 2)),
    }


def length_shown(draft: Draft, length_in: float) -> str:
    """A length in the unit of the draft."""
    return f"{length_in * CM:.0f} cm" if draft.shown == "cm" else f"{length_in:g}″"


def changed(record: ScenarioRecord, before: Draft, after: Draft, keys: tuple[str, ...]) -> dict[str, Any]:
    """What an edit has to answer."""
    size = (after.scenario.width_in, after.scenario.height_in)
    sides = [(side.id, side.name) for side in after.scenario.sides]
    around = state(record, after)
    return {
        **around,
        **hand(record, after, keys),
        "swaps": tuple(swaps(before, after)),
        "marks": marks(around["checks"]),
        "table": table(after) if size != (before.scenario.width_in, before.scenario.height_in) else "",
        "relisted": around["signs"] != signs(before),
        "resided": sides != [(side.id, side.name) for side in before.scenario.sides],
        "size": size,
    }
