"""Walls, doors and ways that an action may be done to, drawn on the board to be pressed. (BLD-WALL-01, BLD-DOOR-01)

The one that is meant is marked, with what a fall of its section would do: rubble, and those within 1½ inches.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from rules import Action, encode
from rules.forces.unit import Point, Unit
from rules.geometry import rings
from rules.geometry.rings import Ring
from rules.questions.buildings import at_walls
from rules.state import GameState
from tabletop.games.access import actions
from tabletop.games.board.overlays import Overlay, plate
from tabletop.games.plans import among, firers, sections
from tabletop.games.plans.drafts import Draft, Wanted, offers_of
from tabletop.games.plans.weapons import Control
from tabletop.ui.board.overlay import about, impact, pick, pick_area, shape, touched, way_out

AT_WALLS = ("shoot-wall", "strike-wall")
"""Kinds that a press on any wall means."""

PLANT: Final = "plant"
"""The box that charges are planted. (ARAP-CCG-03)"""

SEVERAL: Final = "several"
"""The box that blows are struck with several weapons at once. (ARAP-MELEE-04)"""

STRUCK = (*AT_WALLS, *among.AT_DOORS)
"""Kinds whose odds stand beside the wall or door that is meant."""

KINDS = (*AT_WALLS, *among.AT_DOORS, *among.BY_DOORS, "lay-tile", *among.INTO, *sections.KINDS)


def made(state: GameState, unit: Unit, draft: Draft) -> Any:
    """What was chosen from the list, or the wall that was pressed last."""
    picked = among.picked_of(state, unit, draft)
    how = draft.ticked.get(PLANT) or draft.ticked.get(SEVERAL)
    if picked is None or picked.action is None or not (is_pressed(draft) or how):
        return among.chosen(state, unit, draft)
    pressed = picked.action
    if is_pressed(draft):
        pressed = at_walls.by_all(at_walls.meant(state, picked.action, draft.path[-1]))
    if draft.ticked.get(PLANT):
        pressed = at_walls.planted(pressed)
    if draft.ticked.get(SEVERAL) and at_walls.may_use_both(state, pressed):
        pressed = at_walls.with_both(pressed)
    going = firers.goers(state, unit, draft, pressed)
    if going == ():
        return Wanted(among.NOBODY)
    meant: dict[str, Any] = msgspec.json.decode(encode(pressed))
    return meant if going is None else {**meant, "models": going}


def is_pressed(draft: Draft) -> bool:
    """Whether a place on the board says which wall is meant."""
    return draft.kind in AT_WALLS and bool(draft.path) and not draft.ticked.get("which")


def says(state: GameState, unit: Unit, draft: Draft) -> str:
    """In words what would be done: "Open the yard door"."""
    picked = among.picked_of(state, unit, draft)
    if picked is None:
        return ""
    action = made(state, unit, draft) if is_pressed(draft) else None
    if isinstance(action, dict):
        return f"At {at_walls.name_of(state, actions.action(action, unit.side))}."
    return f"{picked.label[0].upper()}{picked.label[1:]}."


def controls(state: GameState, unit: Unit, draft: Draft) -> tuple[Control, ...]:
    """The list, which begins with what was pressed."""
    found, boxes = among.controls(state, unit, draft), _boxes(state, unit, draft)
    if not found or not is_pressed(draft):
        return (*found, *boxes)
    action = made(state, unit, draft)
    name = at_walls.name_of(state, actions.action(action, unit.side)) if isinstance(action, dict) else ""
    choices = (("", f"As pressed: {name}"), *found[0].choices)
    return (found[0]._replace(value="", choices=choices), *found[1:], *boxes)


def _boxes(state: GameState, unit: Unit, draft: Draft) -> tuple[Control, ...]:
    """Charges instead of blows, where somebody carries any that can do harm; blows with several weapons.

    (ARAP-CCG-03, ARAP-MELEE-04)
    """
    able = [o.action for o in offers_of(state, unit, draft.kind) if o.action is not None]
    found = []
    if {at_walls.plants(action) for action in able} == {True, False}:
        found.append(Control(PLANT, "Plant charges", draft.ticked.get(PLANT, "")))
    if any(at_walls.may_use_both(state, action) for action in able):
        found.append(Control(SEVERAL, "Several weapons at once", draft.ticked.get(SEVERAL, "")))
    return tuple(found)


def _sections(state: GameState, unit: Unit, draft: Draft, over: Overlay) -> Overlay:
    """The other sections as areas to be pressed, whatever lies on them; what the one that is meant is made of.

    Of those that lie over one another the one after it in the list lies on top, so that presses come to each.
    """
    found = sections.cards(state, unit, draft, among.picked_of(state, unit, draft))
    meant = next((n for n, card in enumerate(found) if card.chosen), None)
    if meant is None:
        return over
    others = [*found[meant + 1 :], *found[:meant]]
    areas = "".join(
        pick_area(ring, card.which, card.above if ring is card.aimed.ring else "")
        for card in reversed(others)
        for ring in dict.fromkeys((card.aimed.ring, card.aimed.laid))
    )
    here = found[meant]
    laid = about(here.aimed.laid) if here.aimed.laid != here.aimed.ring else ""
    words = plate(_above(here.aimed.ring), here.short, state) if here.short else ""
    return over._replace(arcs=over.arcs + laid, preview=areas + over.preview + words)


def _above(ring: Ring) -> Point:
    box = rings.bounds(ring)
    return ((box.left + box.right) / 2, box.top - _PLATE_OFF_IN)


_PLATE_OFF_IN: Final = 0.8
"""How far beyond the outline of a section its words stand."""


def _ringed(state: GameState, unit: Unit, draft: Draft, meant: Action, over: Overlay) -> Overlay:
    """Round each way in the ground from which it is gone in by, that of the one that is meant last. (BLD-DOOR-11)"""
    others = [o.action for o in offers_of(state, unit, draft.kind) if o.action is not None]
    reaches = [at_walls.reach_of(state, action) for action in (*others, meant)]
    rings = dict.fromkeys((reach.at, reach.reach_in) for reach in reaches if reach is not None)
    own = at_walls.place_of(state, meant)
    mark = pick(*own, "", chosen=True) if own is not None else ""
    halos = "".join(way_out(at, reach_in, open_=True) for at, reach_in in rings)
    return over._replace(arcs=over.arcs + halos, preview=over.preview + mark)


def drawn(state: GameState, unit: Unit, draft: Draft, action: Action, over: Overlay) -> Overlay:
    """All that may be chosen, the one that is meant marked."""
    ring = at_walls.ring_of(state, action)
    if ring is not None:
        meant = about(ring, "?" if draft.kind == "lay-tile" else "")
        over = over._replace(arcs=over.arcs + meant)  # below those who stand there, with their flags
    own = at_walls.place_of(state, action)
    if own is None:
        return _sections(state, unit, draft, over)
    found = [(o.label, at_walls.place_of(state, o.action)) for o in offers_of(state, unit, draft.kind) if o.action]
    others = "".join(pick(*ends, label) for label, ends in found if ends is not None and ends != own)
    reach = at_walls.reach_of(state, action)
    if reach is not None:
        return _ringed(state, unit, draft, action, over._replace(preview=over.preview + others))
    fall = at_walls.fall_of(state, action)
    arcs = "".join(shape(ring) for ring in (fall.band, fall.rubble) if ring) if fall is not None else ""
    rings = "".join(touched(at, radius) for at, radius in fall.struck) if fall is not None else ""
    spot = at_walls.spot_of(state, action)
    marked = others + pick(*own, "", chosen=True) + (impact(spot) if spot is not None else "") + rings
    return over._replace(arcs=over.arcs + arcs, preview=over.preview + marked)
