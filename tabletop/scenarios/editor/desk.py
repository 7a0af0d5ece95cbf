"""The editor's page: what is in hand, what the checks say, and after an edit only what has changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final, NamedTuple, get_args

from django.utils.safestring import SafeString, mark_safe

from rules import read_in_whole
from rules.forces.modules import SWITCH
from rules.geometry.lengths import distance
from rules.questions import drives
from rules.questions.scenarios import ground_fields, points_agreed, round_word, usual_points
from rules.rulebook import default_options
from rules.table import terrain
from rules.table.armoured import Armoured, BuiltIn
from rules.table.building import Opening, Room, RoomGoing
from rules.table.read_ground import GroundField
from rules.table.scenario import Gate, Objective, Zone
from rules.table.terrain import Terrain
from tabletop.scenarios.draft import checks, palette, upper_floors, walls
from tabletop.scenarios.draft.draft import Draft
from tabletop.scenarios.draft.things import Thing, name_of, things
from tabletop.scenarios.editor import canvas, storeys
from tabletop.scenarios.edits import buildings, fields, generator, layout, settings, works
from tabletop.scenarios.edits.fields import Field
from tabletop.scenarios.models import ScenarioRecord
from tabletop.scenarios.pages import drawing
from tabletop.ui import switchboard
from tabletop.ui.board.ground import square_name
from tabletop.ui.board.scene import MARGIN, UNITS_PER_INCH
from tabletop.ui.board.svg import num
from tabletop.ui.board.terrain import piece_svg
from tabletop.ui.words import count_text

CLASSED: Final = "What it is to vehicles"
"""The heading where ground has classes for vehicles, and no price. (TRI-TERR-02)"""
DRIVING: Final = "What vehicles pay"
"""The heading over the prices of driving. (VEH-TERR-02)"""

ARMOURED: Final = "Armoured"
"""The heading over what a bunker is. (BLD-BUNK-03)"""

SHOWN_LAYERS: Final = (
    ("terrain", "Terrain", True),
    ("zones", "Zones", True),
    ("objectives", "Objectives and gates", True),
    ("names", "Names", False),
    ("grid", "Grid", False),
    ("marks", "Findings", False),
)
"""What may be left out of sight in the editor, and whether its things can be held still: as scenarios.css has it."""


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
        "board": canvas.board(draft),
        "layers": SHOWN_LAYERS,
        "sheet_w": num(draft.scenario.width_in * UNITS_PER_INCH + 2 * MARGIN),
        "sheet_h": num(draft.scenario.height_in * UNITS_PER_INCH + 2 * MARGIN),
        "ways": layout.WAYS,
        "styles": [(key, style.name) for key, style in generator.STYLES.items()],
    }


@cache
def tiles(ruleset: str) -> tuple[tuple[str, tuple[tuple[palette.Tile, SafeString], ...]], ...]:
    """The palette of that game under its headings, each kind with its picture."""
    groups = palette.tiles(ruleset)
    return tuple((name, tuple((each, swatch(each.kind)) for each in found)) for name, found in groups)


def swatch(kind: palette.Kind) -> SafeString:
    """A tile's picture: the piece as the board draws it."""
    shape = palette.outline(kind, (3.2, 2.0), 1)
    width, depth = kind.size[0], kind.size[1] if kind.outline != "line" else 3.0
    factor = min(5.4 / width, 2.7 / depth)
    points = tuple(((x - 3.2) * factor + 3.2, (y - 2.0) * factor + 2.0) for x, y in shape)
    svg = piece_svg(drawing.piece(palette.piece(kind, f"swatch-{kind.id}", points))._replace(name="", armour=()))
    return mark_safe(  # noqa: S308 -- our own figures
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
        "groups": tiles(draft.scenario.ruleset),
        "in_whole": read_in_whole(draft.scenario.ruleset),
        "back": steps.get(record.step, "") if record.step - 1 in steps else "",
        "on": steps.get(record.step + 1, ""),
    }


def signs(draft: Draft) -> tuple[Sign, ...]:
    """Everything by name, for the list below the board."""
    names = {side.id: side.name for side in draft.scenario.sides}
    return tuple(
        Sign(key, f"{name_of(thing)}, {names[thing.side]}" if isinstance(thing, Zone) else name_of(thing) or key[2:])
        for key, thing in things(draft).items()
    )


def hand(record: ScenarioRecord, draft: Draft, keys: tuple[str, ...], storey: int = 0) -> dict[str, Any]:
    """The panel on the right: what is in hand, or the scenario itself; of a building one storey."""
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
        "floor": _floor(draft, only, storey) if isinstance(only, Terrain) else None,
        "guns": tuple(_guns(draft, only)) if isinstance(only, Terrain) else (),
        "presets": tuple(works.GUNS),
        "in_whole": read_in_whole(draft.scenario.ruleset),
        "room_goings": get_args(RoomGoing),
        "is_gate": isinstance(only, Gate),
        "is_way": isinstance(only, Terrain) and only.ladder and read_in_whole(draft.scenario.ruleset),
        **(whole(draft) if not held else {}),
    }


def _sections(draft: Draft, held: dict[str, Thing]) -> Iterator[tuple[str, tuple[Shown, ...]]]:
    """The fields of what is in hand, under headings; of several, those that all have, as the first has them."""
    kinds = {type(thing) for thing in held.values()}
    if len(kinds) != 1:
        return
    first = next(iter(held.values()))
    several = len(held) > 1
    read = ground_fields(draft.scenario.ruleset)
    if read is not None:
        yield "", tuple(_read(draft, read, field, first) for field in _known(first, read) if _of_all(field, several))
        return
    for name, group in _fields(first):
        shown = tuple(_shown(draft, field, first) for field in group if _of_all(field, several))
        if name == DRIVING and isinstance(first, Terrain):
            classed = _classed(draft, first)
            name, shown = (CLASSED, classed) if classed else (DRIVING, tuple(_driving(f, first) for f in group))
        if name == "Building" and isinstance(first, Terrain) and first.has_interior and first.building is not None:
            houses = _houses(draft, held)
            shown += (Shown(fields.FLOOR_OF, first.building.of, (("", "none: a house of its own"), *houses)),)
        if name == "Special ground" and isinstance(first, Terrain) and (exits := _exits(draft, held)):
            shown += (Shown(fields.BEHIND, first.behind or "", (("", "from the start"), *exits)),)
        if shown:
            yield name, shown


def _of_all(field: Field, several: bool) -> bool:
    """Whether several things may have it alike."""
    return not (several and field.name == "name")


def _known(thing: Thing, read: Mapping[str, GroundField]) -> Iterator[Field]:
    """Those fields that the game reads."""
    names = read if isinstance(thing, Terrain) else ("name", "side")
    yield from (field for _, group in _fields(thing) for field in group if field.name in names)
    if isinstance(thing, Terrain) and fields.UNROOFED.name in names and thing.look in ("building", "bunker"):
        yield fields.UNROOFED


def _read(draft: Draft, read: Mapping[str, GroundField], field: Field, thing: Thing) -> Shown:
    """A field as that game has it: what it is for there, and one choice for all values that mean the same to it."""
    ground, known = read.get(field.name, GroundField()), _shown(draft, field, thing)
    if not isinstance(thing, Terrain):
        return known
    choices = {ground.words.get(value, word): (value, ground.words.get(value, word)) for value, word in known.choices}
    own = next((word for value, word in known.choices if value == known.value), "")
    own = ground.words.get(str(known.value), own)
    if own in choices:
        choices[own] = (str(known.value), own)
    return Shown(field._replace(about=ground.about), known.value, tuple(choices.values()))


def _floor(draft: Draft, piece: Terrain, storey: int) -> storeys.Floor | None:
    """A storey; of a building that is entered with what its doors and windows are like. (BLD-DOOR-01)"""
    floor = storeys.floor(piece, storey)
    if floor is not None and piece.building is not None:
        house = (draft.piece(piece.building.of) or piece).building
        level = upper_floors.next_level(draft.scenario, piece) if upper_floors.is_house(piece) else 0
        floor = floor._replace(is_holed=house is not None and bool(house.roof_squares), next_level=level)
    if floor is not None and ground_fields(draft.scenario.ruleset) is not None and piece.building is not None:
        doors = piece.building.openings
        return floor._replace(openings=tuple(_wide(draft, part, doors[part.number]) for part in floor.openings))
    if floor is None or piece.building is None:
        return floor
    known = buildings.of_room(piece)
    rooms = tuple(_furnished(draft, part, piece.building.sections[part.number], known) for part in floor.sections)
    if not piece.has_doors:
        return floor._replace(sections=rooms)
    found = piece.building.openings
    openings = (_hung(draft, piece, part, found[part.number]) for part in floor.openings)
    return floor._replace(openings=tuple(openings), sections=rooms)


def _guns(draft: Draft, piece: Terrain) -> Iterator[storeys.Part]:
    """The weapons built into a bunker, each with what it is like. (BLD-BUNK-14)"""
    for n, gun in enumerate(piece.armoured.weapons if piece.armoured is not None else ()):
        values = works.of_gun(gun)
        named = tuple((f"{n}.{f.name}", shown(draft, f, values[f.name])) for f in works.of_guns(piece))
        yield storeys.Part(n, gun.name, size=_gun_said(draft, gun), fields=named)


def _gun_said(draft: Draft, gun: BuiltIn) -> str:
    ap = f", AP {gun.ap}" if gun.ap else ""
    return f"Strength {gun.strength}{ap}, {length_shown(draft, gun.range_in)}, {count_text(gun.shots, 'shot')}"


def _wide(draft: Draft, part: storeys.Part, opening: Opening) -> storeys.Part:
    """A door of a game that asks how wide it is. (CRU-VEH-02)"""
    wide = round(distance(opening.a, opening.b), 2)
    pairs = ((f"{part.number}.{fields.ENTRANCE.name}", shown(draft, fields.ENTRANCE, wide)),)
    return part._replace(state=f"{length_shown(draft, wide)} wide", fields=pairs)


def _furnished(draft: Draft, part: storeys.Part, room: Room, known: tuple[Field, ...]) -> storeys.Part:
    """A section with what may be ticked of it. (BLD-SMOV-03, BLD-SSHT-08, BLD-CONF-01)"""
    pairs = ((f, getattr(room, f.name) or (0 if f in fields.ROOM_ARMOURED else False)) for f in known)
    return part._replace(fields=tuple((f"{part.number}.{f.name}", shown(draft, f, value)) for f, value in pairs))


def _hung(draft: Draft, piece: Terrain, part: storeys.Part, opening: Opening) -> storeys.Part:
    said = {"keys": next(iter(opening.keys), ""), "console": walls.console_said(piece, opening)}
    pairs = ((f, said[f.name] if f.name in said else getattr(opening, f.name)) for f in fields.OPENING)
    named = tuple((f"{part.number}.{f.name}", shown(draft, f, value)) for f, value in pairs)
    name = f"{part.name}, {opening.name}" if opening.name else part.name
    return part._replace(name=name, state=opening.state, fields=named)


def _houses(draft: Draft, held: dict[str, Thing]) -> tuple[tuple[str, str], ...]:
    """The houses whose upper floor that may be. (BLD-GEN-03)"""
    free = (p for p in draft.scenario.terrain if p.has_interior and f"t-{p.id}" not in held)
    return tuple((piece.id, piece.name or "house") for piece in free)


def _exits(draft: Draft, held: dict[str, Thing]) -> tuple[tuple[str, str], ...]:
    """The closed exits behind which those pieces may lie."""
    free = (piece for piece in draft.scenario.terrain if piece.closed and f"t-{piece.id}" not in held)
    return tuple((piece.id, f"{piece.name or 'exit'} ({square_name(*piece.points[0])})") for piece in free)


def _fields(thing: Thing) -> tuple[tuple[str, tuple[Field, ...]], ...]:
    if isinstance(thing, Zone):
        return (("", fields.ZONE),)
    if isinstance(thing, Objective):
        return (("", fields.OBJECTIVE),)
    if isinstance(thing, Gate):
        return (("", (fields.NAME,)),)
    inside = (("Building", _of_building(thing)),) if thing.building is not None else ()
    armoured = ((ARMOURED, works.ARMOURED),) if thing.look == "bunker" or thing.armoured else ()
    line = (*(fields.LINE if thing.line else ()), *(fields.HEAD if thing.ladder else ()))
    carrier = (("Lift or tube", fields.CARRIER),) if thing.carrier is not None or thing.look == "lift" else ()
    belt = (("Walkway", fields.BELT),) if thing.lane else ()
    special = tuple(field for field in fields.SPECIAL if not (belt and field in fields.BELT))
    return (
        ("", (*fields.GROUND, *line)),
        *inside,
        *armoured,
        *carrier,
        *belt,
        ("Relief", fields.RELIEF),
        ("Special ground", special),
        (DRIVING, fields.DRIVING),
    )


def _of_building(house: Terrain) -> tuple[Field, ...]:
    """How it is entered is asked of the ground floors of houses that are set out. (BLD-DOOR-11)"""
    upper = house.building is not None and (house.building.level > 1 or house.building.is_roof)
    asked = house.has_interior and not upper and house.look != "bunker" and house.armoured is None
    return tuple(field for field in fields.BUILDING if asked or field.name != "entered_as_boarding")


def _classed(draft: Draft, piece: Terrain) -> tuple[Shown, ...]:
    """What it is to all vehicles, where the rules of the scenario's vehicles have such classes. (TRI-TERR-02)"""
    module = str({**default_options(), **draft.scenario.options}[SWITCH])
    words, by_way = drives.ground_classes(module), drives.ground_by_way(module)
    choices = (("", fields.VEHICLES.word("")), *words)
    ways = drives.ground_ways(module)
    alone = (_of_way(field, piece, by_way) for field in fields.DRIVING if field.name in ways)
    return (Shown(fields.VEHICLES, piece.vehicles or "", choices), *alone) if words else ()


def _of_way(field: Field, piece: Terrain, words: tuple[tuple[str, str], ...]) -> Shown:
    """What it is to one kind of locomotion alone; a price that was set by other rules is kept. (TRI-TERR-02)"""
    now = getattr(piece, field.name) or ""
    kept = () if now in ("", *dict(words)) else ((now, terrain.DRIVING[now]),)
    return Shown(field, now, (("", "as its look says"), *words, *kept))


def _driving(field: Field, piece: Terrain) -> Shown:
    """What it does to one kind of locomotion, with what it does if nothing is set. (VEH-TERR-02)"""
    usual = terrain.DRIVING[drives.usual_price(piece, field.name)]
    words = ((value, terrain.DRIVING[value] if value else f"as usual: {usual}") for value in field.values)
    return Shown(field, getattr(piece, field.name) or "", tuple(words))


def _shown(draft: Draft, field: Field, thing: Any) -> Shown:
    if field in works.ARMOURED:
        value = works.of_works(thing.armoured or Armoured(), draft.cm)[field.name]
        return Shown(field, value) if field.input == "words" else shown(draft, field, value)
    if field in fields.CARRIER:
        return shown(draft, field, fields.of_carrier(thing.carrier)[field.name])
    if field in fields.HEAD:
        return shown(draft, field, (thing.head or (0.0, 0.0))[fields.HEAD.index(field)])
    if field.name == "confined":
        said = {True: "yes", False: "no"}
        return shown(draft, field, said.get(thing.building.confined, ""))
    source = thing if hasattr(thing, field.name) else thing.building
    return shown(draft, field, getattr(source, field.name))


_UNSAID: Final = {"keys": "nobody", "facing_deg": "across the table", "section": "any"}
"""What it is called where nothing was chosen, if not "none"."""


def shown(draft: Draft, field: Field, value: Any) -> Shown:
    """A field with its value as the form has it."""
    if field.input == "choice":
        word = "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)
        names: dict[str, str] = {side.id: side.name for side in draft.scenario.sides}
        sided = field.name in ("side", "secret", "keys", "first_side")
        known = [v for v in field.values if not sided or not v or v in names]
        label = {
            "": _UNSAID.get(field.name, "everybody" if sided else "none"),
            "0": "north",
            "90": "east",
            "180": "south",
            "270": "west",
        }
        own = dict(field.said)
        words = {v: own.get(v) or names.get(v) or label.get(v) or field.word(v) for v in known}
        return Shown(field, word, tuple(words.items()))
    if field.unit == "length":
        return Shown(field, f"{value * (draft.cm or 1):.2f}".rstrip("0").rstrip("."))
    if isinstance(value, float):
        return Shown(field, f"{value:g}")
    if isinstance(value, tuple):
        return Shown(field, ", ".join(value))
    return Shown(field, value)


def whole(draft: Draft) -> dict[str, Any]:
    """The scenario's own settings."""
    scenario = draft.scenario
    known = {name: shown(draft, field, getattr(scenario, name)) for name, field in settings.FIELDS.items()}
    known["points"] = known["points"]._replace(value=points_agreed(scenario))
    rounds = known["turn_limit"].field._replace(label=f"{round_word(scenario.ruleset).capitalize()}s")
    known["turn_limit"] = known["turn_limit"]._replace(field=rounds)
    return {
        "settings": known,
        "tables": settings.TABLES,
        "cm": draft.shown == "cm",
        "width_shown": length_shown(draft, scenario.width_in),
        "height_shown": length_shown(draft, scenario.height_in),
        "edges": ("", "north", "east", "south", "west"),
        "way_cards": switchboard.way_cards(scenario.ruleset, scenario.options, race=scenario.race is not None),
        "skirmish": read_in_whole(scenario.ruleset),
        "proposes_points": bool(usual_points(scenario.ruleset)),
        "topics": switchboard.topics(scenario.options, skirmish=read_in_whole(scenario.ruleset)),
        "changed": sum(read_in_whole(scenario.ruleset) or key in switchboard.EVERYWHERE for key in scenario.options),
        "race": _race(draft),
        "stack": _stack(draft),
        "reserves": bool(scenario.options.get(settings.RESERVES)),
        "snaps": _snaps(draft),
    }


def _snaps(draft: Draft) -> tuple[tuple[str, str, bool], ...]:
    """The steps of the grid to choose from, in the unit that is shown: value in inches, words, whether it is chosen."""
    if draft.cm:
        steps = [(round(cm / draft.cm, 3), f"{cm:g} cm") for cm in (0, 0.5, 1, 2, 5)]
    else:
        steps = [(step, f"{step:g}″") for step in (0, 0.25, 0.5, 1, 2)]
    if all(abs(step - draft.snap_in) > 0.001 for step, _ in steps):
        own = f"{draft.snap_in * draft.cm:.2g} cm" if draft.cm else f"{draft.snap_in:.2g}″"
        steps.append((draft.snap_in, own))
    return tuple(
        (f"{step:g}", word if step else "Nothing", abs(step - draft.snap_in) <= 0.001) for step, word in sorted(steps)
    )


def _stack(draft: Draft) -> dict[str, Any] | None:
    """The settings of a stack of tiles: how many there are of each shape, hexagons among squares too. (BLD-TILE-02)"""
    stack = draft.scenario.tiles
    if stack is None:
        return None
    decks = [("shapes", "Squares" if stack.sides == 4 else "Hexagons", stack.shapes)]
    decks += [("hexagons", "Hexagons among them", stack.hexagons)] if stack.sides == 4 else []
    kinds = [field for name, field in settings.TILES.items() if name != "under_roof"]
    return {
        "under_roof": shown(draft, settings.TILES["under_roof"], stack.under_roof),
        "decks": [
            (key, name, [(f"tiles.{key}.{f.name}", shown(draft, f, counts.get(f.name, 0))) for f in kinds])
            for key, name, counts in decks
        ],
    }


def _race(draft: Draft) -> dict[str, Any] | None:
    """The settings of the race, if it is one."""
    race = draft.scenario.race
    if race is None:
        return None
    known = {name: shown(draft, field, getattr(race, name)) for name, field in settings.RACE.items()}
    racing = [(side, not race.racers or side.id in race.racers) for side in draft.scenario.sides]
    return {**known, "sides": racing, "gates": race.gates}


def length_shown(draft: Draft, length_in: float) -> str:
    """A length in the unit of the draft."""
    return f"{length_in * draft.cm:.0f} cm" if draft.cm else f"{length_in:g}″"


def changed(
    record: ScenarioRecord,
    before: Draft,
    after: Draft,
    keys: tuple[str, ...],
    was_in_hand: tuple[str, ...] = (),
    storey: int = 0,
) -> dict[str, Any]:
    """What an edit has to answer; `keys` are in hand now, those others were when it was sent."""
    size = (after.scenario.width_in, after.scenario.height_in)
    sides = [(side.id, side.name) for side in after.scenario.sides]
    around = state(record, after)
    held = hand(record, after, keys, storey)
    return {
        **around,
        **held,
        "rehanded": keys != was_in_hand or not keys or _panel(held) != _panel(hand(record, before, keys, storey)),
        "swaps": tuple(canvas.swaps(before, after)),
        "marks": canvas.marks(around["checks"]),
        "table": canvas.table(after) if size != (before.scenario.width_in, before.scenario.height_in) else "",
        "relisted": around["signs"] != signs(before),
        "resided": sides != [(side.id, side.name) for side in before.scenario.sides],
        "another_game": after.scenario.ruleset != before.scenario.ruleset,
        "size": size,
    }


def _panel(held: dict[str, Any]) -> list[Any]:
    """What the panel of something in hand shows."""
    return [held[name] for name in ("keys", "title", "sections", "is_group", "terrain_alone", "floor", "guns")]
