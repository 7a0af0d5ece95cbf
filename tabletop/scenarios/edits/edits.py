"""Edits of a scenario: what somebody sends from the editor, each giving the next draft. What cannot be played is
allowed and reported by the checks; what makes no sense is refused."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from msgspec.structs import replace

from rules.core.ids import TerrainId
from rules.table.armoured import Armoured
from rules.table.scenario import Gate, Objective, Race, ScenarioSide, Zone
from rules.table.terrain import Terrain
from tabletop.scenarios.draft import bounds, palette, shapes, upper_floors
from tabletop.scenarios.draft import sent as draft_sent
from tabletop.scenarios.draft.draft import Draft
from tabletop.scenarios.draft.sent import Sent
from tabletop.scenarios.draft.shapes import Change, Points
from tabletop.scenarios.draft.things import (
    Thing,
    add,
    altered,
    name_of,
    numbered,
    points_of,
    put,
    things,
    with_groups,
    with_points,
)
from tabletop.scenarios.edits import buildings, fields, generator, layout, settings, works
from tabletop.scenarios.edits.edited import Edit, Edited
from tabletop.scenarios.edits.fields import Field
from tabletop.ui.refused import Refused

COPY_IN: Final = 2.0
"""How far a copy lies from what it is a copy of."""
GATE_IN: Final = 6.0
"""How long a gate is that is not drawn from end to end."""


def edit(draft: Draft, sent: Sent) -> Edited:
    """Do what was sent. Raises Refused for what cannot be."""
    does = EDITS.get(sent.get("do", ""))
    if does is None:
        raise Refused("unknown-edit", "That is no edit of a scenario.", "one of: " + ", ".join(EDITS))
    edited = does(draft, sent)
    wrong = next(bounds.faults(edited.draft, draft), "")
    if wrong:
        raise Refused("out-of-bounds", wrong, "less, or nearer")
    return edited


# ------------------------------------------------------------------ laying and drawing


def _add(draft: Draft, sent: Sent) -> Edited:
    """A piece of the palette, a zone or an objective: about a place, or with an outline of its own."""
    what = sent.get("kind", "")
    if what == "section":
        return buildings.draw_section(draft, sent)
    if what == "roof-hole":
        return buildings.hole_roof(draft, sent)
    if what == "head":
        return _leads(draft, sent)
    if what == "objective":
        made: Thing = Objective(
            id="o", name=f"Objective {len(draft.scenario.objectives) + 1}", at=draft_sent.point(sent, "at")
        )
    elif what == "gate":
        return _gate(draft, sent)
    elif what.startswith(("zone-", "hidden-")):
        made = _zone(draft, sent, what)
    elif what in palette.KIND:
        made = _piece(draft, sent, palette.KIND[what])
    else:
        raise Refused("unknown-kind", "The palette has no such piece.", ", ".join(palette.KIND))
    how = sent.get("mirror", "")
    twins = [layout.twin(draft.scenario, made, how)] if how in layout.WAYS else []
    after, keys = add(draft, [made, *twins])
    return Edited(after, keys[:1], f"added {name_of(made)}")


def _piece(draft: Draft, sent: Sent, kind: palette.Kind) -> Terrain:
    if sent.get("points"):
        points = draft_sent.points(sent, "points", 2 if kind.outline == "line" else 3)
    else:
        points = palette.outline(kind, draft_sent.point(sent, "at"), len(draft.scenario.terrain))
    piece = palette.piece(kind, kind.id, points)
    box = shapes.box(points)
    if piece.lane and box.bottom - box.top > box.right - box.left:  # it runs along its longer side
        piece = replace(piece, belt_deg=180.0)
    return upper_floors.joined(draft.scenario, piece)


def _leads(draft: Draft, sent: Sent) -> Edited:
    """Where the ladder or stairs in hand come out, pointed at on the board. (BLD-LADR-01)"""
    key = sent.get("in_hand", "")
    way = draft.piece(key.removeprefix("t-"))
    if way is None or not way.ladder:
        raise Refused("no-ladder", "That is no ladder and no stairs.", "a ladder or stairs in hand", rule="BLD-LADR-01")
    after = replace(way, head=draft_sent.point(sent, "at"))
    return Edited(put(draft, {key: after}), (key,), f"where {name_of(way)} leads")


def _zone(draft: Draft, sent: Sent, what: str) -> Zone:
    word, _, letter = what.partition("-")
    side = _side(draft, letter)
    if sent.get("points"):
        points = draft_sent.points(sent, "points", 3)
    elif word == "zone":
        points = settings.strip(draft.scenario, side.edge or "west")
    else:
        points = shapes.rectangle(draft_sent.point(sent, "at"), 8, 6)
    name = "Hidden set-up" if word == "hidden" else "Deployment zone"
    return Zone(side=side.id, points=points, name=name, hidden=word == "hidden")


def _gate(draft: Draft, sent: Sent) -> Edited:
    """A gate of the race, the last of them: a line from edge to edge of the road. The first one makes it a race."""
    race = draft.scenario.race or Race(gates=())
    if sent.get("points"):
        a, b = (ends := draft_sent.points(sent, "points", 2))[0], ends[-1]
    else:
        x, y = draft_sent.point(sent, "at")
        a, b = (x, y - GATE_IN / 2), (x, y + GATE_IN / 2)
    after, keys = add(draft, [Gate(name=f"Gate {len(race.gates) + 1}", a=a, b=b)])
    return Edited(after, keys, "added a gate")


def _side(draft: Draft, letter: str) -> ScenarioSide:
    found = next((side for side in draft.scenario.sides if side.id == letter), None)
    if found is None:
        raise Refused("unknown-side", "The scenario has no such side.", ", ".join(s.id for s in draft.scenario.sides))
    return found


# ------------------------------------------------------------------ moving what is there


def _in_hand(draft: Draft, sent: Sent) -> dict[str, Thing]:
    """What is to be changed, with all that is grouped with it."""
    keys = with_groups(draft, sent.get("keys", "").split()[: bounds.MOST_PIECES])
    here = things(draft)
    if not keys:
        raise Refused("nothing-in-hand", "That is no longer on the table.", "something that is")
    return {key: here[key] for key in keys}


def _all_points(held: Iterable[Thing]) -> Points:
    return tuple(point for thing in held for point in points_of(thing))


def _changed(draft: Draft, held: dict[str, Thing], change: Change, did: str) -> Edited:
    after = put(draft, {key: altered(thing, change) for key, thing in held.items()})
    return Edited(after, tuple(held), f"{did} {_called(held)}")


def _called(held: dict[str, Thing]) -> str:
    return name_of(next(iter(held.values()))) if len(held) == 1 else f"{len(held)} things"


def _move(draft: Draft, sent: Sent) -> Edited:
    dx, dy = draft_sent.point(sent, "by")
    return _changed(draft, _in_hand(draft, sent), shapes.moved(dx, dy), "moved")


def _turn(draft: Draft, sent: Sent) -> Edited:
    held = _in_hand(draft, sent)
    about = shapes.centre(_all_points(held.values()))
    return _changed(draft, held, shapes.turned(about, draft_sent.number(sent, "deg", -360, 360)), "turned")


def _stretch(draft: Draft, sent: Sent) -> Edited:
    """Larger or smaller from a corner that stays; a flip is no stretch."""
    held = _in_hand(draft, sent)
    across, down = (draft_sent.number(sent, name, 0.05, 20) for name in ("across", "down"))
    return _changed(draft, held, shapes.stretched(draft_sent.point(sent, "about"), across, down), "resized")


def _outline(draft: Draft, sent: Sent) -> Edited:
    """One thing's outline, point by point."""
    key = sent.get("keys", "")
    thing = things(draft).get(key)
    if thing is None or isinstance(thing, Objective):
        raise Refused("nothing-in-hand", "That has no outline.", "a piece or zone of the table")
    least = 3 if isinstance(thing, Zone) or (isinstance(thing, Terrain) and not thing.line) else 2
    return Edited(
        put(draft, {key: with_points(thing, draft_sent.points(sent, "points", least))}),
        (key,),
        f"reshaped {name_of(thing)}",
    )


def _copy(draft: Draft, sent: Sent) -> Edited:
    held = _in_hand(draft, sent)
    by = shapes.moved(COPY_IN, COPY_IN)
    after, keys = add(draft, [altered(thing, by) for thing in held.values()])
    if len(held) > 1:
        after = layout.grouped(after, keys)
    return Edited(after, keys, f"copied {_called(held)}")


def _remove(draft: Draft, sent: Sent) -> Edited:
    held = _in_hand(draft, sent)
    return Edited(put(draft, dict.fromkeys(held)), (), f"removed {_called(held)}")


def _order(draft: Draft, sent: Sent) -> Edited:
    """Above or below the other pieces of terrain; a gate earlier or later in the race."""
    if sent.get("keys", "").startswith("g-"):
        return _gate_order(draft, sent)
    held = {key for key in _in_hand(draft, sent) if key.startswith("t-")}
    to = draft_sent.one_of(sent, "to", ("top", "bottom", "up", "down"), "place in the order")
    pieces = list(draft.scenario.terrain)
    own = [piece for piece in pieces if f"t-{piece.id}" in held]
    rest = [piece for piece in pieces if f"t-{piece.id}" not in held]
    first = next((n for n, piece in enumerate(pieces) if f"t-{piece.id}" in held), 0)
    at = {"top": len(rest), "bottom": 0, "up": min(len(rest), first + 1), "down": max(0, first - 1)}[to]
    after = draft.with_scenario(terrain=(*rest[:at], *own, *rest[at:]))
    return Edited(
        after, tuple(sorted(held)), f"put {len(held)} to the {to}" if to in ("top", "bottom") else f"put {to}"
    )


def _gate_order(draft: Draft, sent: Sent) -> Edited:
    race, key = draft.scenario.race, sent.get("keys", "")
    here = things(draft)
    if race is None or key not in here:
        raise Refused("nothing-in-hand", "That gate is no longer on the table.", "one gate that is")
    to = draft_sent.one_of(sent, "to", ("up", "down"), "place in the order")
    at, gates = int(key[2:]), list(race.gates)
    new = min(max(at + (1 if to == "up" else -1), 0), len(gates) - 1)
    gates.insert(new, gates.pop(at))
    after = draft.with_scenario(race=replace(race, gates=numbered(gates)))
    return Edited(after, (f"g-{new}",), f"a gate is number {new + 1}")


def _group(draft: Draft, sent: Sent) -> Edited:
    keys = tuple(_in_hand(draft, sent))
    if sum(key.startswith("t-") for key in keys) < 2:
        raise Refused("too-few", "A group needs two pieces of terrain.", "pick up more, with Shift")
    return Edited(layout.grouped(draft, keys), keys, f"grouped {len(keys)}")


def _ungroup(draft: Draft, sent: Sent) -> Edited:
    keys = tuple(_in_hand(draft, sent))
    kept = tuple(group for group in draft.groups if not any(f"t-{key}" in keys for key in group))
    return Edited(replace(draft, groups=kept), keys, "took the group apart")


# ------------------------------------------------------------------ what they are


def _set(draft: Draft, sent: Sent) -> Edited:
    """One field of what is in hand."""
    held = {key: thing for key, thing in things(draft).items() if key in sent.get("keys", "").split()}
    if not held:
        raise Refused("nothing-in-hand", "That is no longer on the table.", "something that is")
    name = sent.get("field", "")
    changed = {key: _with_field(draft, thing, name, sent) for key, thing in held.items()}
    return Edited(put(draft, changed), tuple(held), f"{_called(held)}: {name.replace('_', ' ').removesuffix(' in')}")


def _with_field(draft: Draft, thing: Thing, name: str, sent: Sent) -> Thing:
    known = _fields_of(thing)
    if name == fields.BEHIND.name and isinstance(thing, Terrain):
        return replace(thing, behind=_exit(draft, thing, sent))
    if name in known:
        value: Any = known[name].read(sent, draft.cm)
        return replace(thing, **{name: _as_kept(name, value)})
    armour = next((field for field in works.ARMOURED if field.name == name), None)
    if armour is not None and isinstance(thing, Terrain) and thing.is_structure:
        return replace(thing, armoured=works.with_works(thing.armoured or Armoured(), armour, sent, draft.cm))
    door = next((field for field in fields.CARRIER if field.name == name), None)
    if door is not None and isinstance(thing, Terrain):
        value = door.read(sent, draft.cm)
        return replace(thing, carrier=fields.with_carrier(thing.carrier, name, value))
    head = next((field for field in fields.HEAD if field.name == name), None)
    if head is not None and isinstance(thing, Terrain) and thing.ladder:
        return replace(thing, head=_head(thing, name, head.read(sent, draft.cm)))
    if name == fields.FLOOR_OF.name and isinstance(thing, Terrain) and thing.building is not None:
        return replace(thing, building=replace(thing.building, of=_house(draft, thing, sent)))
    inside = next((field for field in fields.BUILDING if field.name == name), None)
    if inside is None or not isinstance(thing, Terrain) or thing.building is None:
        raise Refused("unknown-field", "That cannot be set on it.", ", ".join(known) or "its name")
    made = replace(thing.building, **{name: _of_house(name, inside.read(sent))})
    cleared = made.handling == "tabletop" != thing.building.handling and thing.going == _SOLID
    return replace(thing, building=made, going="open" if cleared else thing.going)


_SOLID: Final = "difficult"
"""What walking into a house that nobody looks into is like; its floor, once models go about on it, is clear."""


_SAID: Final = {"yes": True, "no": False}


def _of_house(name: str, value: Any) -> Any:
    """A value as a house keeps it; what is not said is as the table or the ceiling has it."""
    if name == "confined":
        return _SAID.get(str(value))
    return value or None if name in ("by_quadrant", "thin_walls", "roof") else value


def _head(ladder: Terrain, name: str, value: float) -> tuple[float, float] | None:
    """Where it comes out, once one of the two numbers is set; nowhere when both are 0. (BLD-LADR-01)"""
    x, y = ladder.head or (0.0, 0.0)
    x, y = (value, y) if name == "head_x" else (x, value)
    return (x, y) if x or y else None


def _house(draft: Draft, plan: Terrain, sent: Sent) -> TerrainId:
    """The house whose upper floor a plan is. (BLD-GEN-03)"""
    wanted = sent.get("value", "")
    known = {piece.id: piece.name for piece in draft.scenario.terrain if piece.has_interior and piece.id != plan.id}
    if wanted and wanted not in known:
        allowed = ", ".join(known.values()) or "lay the house first"
        raise Refused("no-house", "That is no house that is entered.", allowed, rule="BLD-GEN-03")
    return TerrainId(wanted)


def _exit(draft: Draft, thing: Terrain, sent: Sent) -> TerrainId | None:
    """The closed exit behind which a piece lies until that is opened. (BLD-TILE-03)"""
    wanted = sent.get("value", "")
    free = {piece.id: piece.name for piece in draft.scenario.terrain if piece.closed and piece.id != thing.id}
    if not wanted:
        return None
    if wanted not in free or bounds.is_behind(draft.scenario.terrain, wanted, thing.id):
        raise Refused("no-exit", "That is no closed exit in front of it.", ", ".join(free.values()) or "lay one first")
    return TerrainId(wanted)


def _as_kept(name: str, value: Any) -> Any:
    """`None` is for fields that may have no value; a heading is a number."""
    if name == "facing_deg":
        return None if value is None else float(value)
    return value


def _fields_of(thing: Thing) -> dict[str, Field]:
    if isinstance(thing, Terrain):
        return fields.TERRAIN
    named = {Zone: fields.ZONE, Objective: fields.OBJECTIVE}.get(type(thing), (fields.NAME,))
    return {field.name: field for field in named}


# ------------------------------------------------------------------ the whole


def _layout(draft: Draft, sent: Sent) -> Edited:
    """The half that is kept, and its image in place of the other."""
    how = draft_sent.one_of(sent, "how", tuple(layout.WAYS), "symmetry")
    return Edited(layout.symmetric(draft, how), (), f"made symmetric: {layout.WAYS[how]}")


def _generate(draft: Draft, sent: Sent) -> Edited:
    """Terrain by chance, in place of what there is."""
    seed = draft_sent.whole(sent, "seed", 0, generator.MOST_SEED)
    how = draft_sent.one_of(sent, "how", tuple(generator.STYLES), "kind of landscape")
    even = sent.get("even", "")
    shut = draft_sent.is_on(sent, "closed")
    made = generator.landscape(draft, how, seed, even if even in layout.WAYS else "", with_closed=shut)
    return Edited(made, (), f"terrain from seed {seed}")


def _settings(draft: Draft, sent: Sent) -> Edited:
    """The table, the sides, the battle: see `settings`."""
    after, said = settings.change(draft, sent)
    return Edited(after, tuple(sent.get("in_hand", "").split()), said)


EDITS: Final[dict[str, Edit]] = {
    "add": _add,
    "move": _move,
    "turn": _turn,
    "stretch": _stretch,
    "outline": _outline,
    "copy": _copy,
    "remove": _remove,
    "order": _order,
    "group": _group,
    "ungroup": _ungroup,
    "set": _set,
    "open": buildings.open_wall,
    "close": buildings.close_wall,
    "put": buildings.put_opening,
    "hang": buildings.hang,
    "wall-off": buildings.wall_off,
    "mend-roof": buildings.whole_roof,
    "lay-floor": buildings.lay_floor,
    "floors": buildings.divide_floor,
    "room": buildings.set_room,
    "link": buildings.link,
    "unlink": buildings.unlink,
    "arm": works.arm,
    "gun": works.set_gun,
    "layout": _layout,
    "generate": _generate,
    "settings": _settings,
}
