"""What a plan draws on the board: ways, ghosts, arcs, templates, what is struck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rules import Action
from rules.core.ids import TerrainId, UnitId
from rules.core.preview import Preview
from rules.forces.unit import Point, Unit
from rules.geometry.facings import bearing
from rules.geometry.lengths import along, distance, toward
from rules.questions import drives, reach, weapons
from rules.questions.buildings import reaching
from rules.questions.offers import placed_by_the_table
from rules.state import GameState
from tabletop.games.board import drawing, overlays
from tabletop.games.board.overlays import EMPTY, Overlay
from tabletop.games.plans import drafts, dropping, picks, pointing
from tabletop.games.plans.buttons import button_of
from tabletop.games.plans.drafts import STREET_KINDS, Draft
from tabletop.games.plans.figures import toned
from tabletop.games.plans.guess_range import throws
from tabletop.games.plans.plan import Plan
from tabletop.games.plans.vehicles import boarding, rams, street_race
from tabletop.ui.board.overlay import FIRE_POST, came_by, corner, fire_post, label, reach_shape, ring, under_plates
from tabletop.ui.board.overlay import numbered as number_on
from tabletop.ui.board.terrain import tint_svg
from tabletop.ui.words import inches_text

_ON_FOOT = ("shoot", "lean", "wild")
CORNER_IN = 1.5
"""Behind a corner one is within so much of it. (BLD-CRNR-01)"""

_AIMED = frozenset({*_ON_FOOT, "blind", dropping.KIND, *throws.KINDS})
"""Kinds whose path is no way but a place that is pointed at."""


def reached(state: GameState, unit: Unit, draft: Draft) -> Overlay:
    """The ground that a move on foot reaches, with what it may spend at its edge; rings round a hull that drives."""
    if draft.kind == "drive":
        return Overlay(arcs=_bands(state, unit))
    shape = reach.on_foot(state, unit, draft.kind, drafts.actions_of(draft), drafts.gaits_of(draft)[-1])
    if shape is None or len(shape.outline) < 3:
        return EMPTY
    words = f"up to {inches_text(shape.most_in)}"
    plate = overlays.plate(_free_edge(state, unit, shape.outline), words, state) if not draft.path else ""
    return Overlay(arcs=reach_shape(shape.outline) + plate)


def tinted(state: GameState, table: drives.GroundTable | None) -> str:
    """What each piece of ground does to the vehicle in hand, laid over it. (VEH-TERR-02, TRI-TERR-01)"""
    burdens = table.tints() if table is not None else {}
    pieces = ((p, burdens.get(TerrainId(p.id))) for p in drawing.ground_of(state).pieces) if burdens else ()
    return "".join(tint_svg(piece, burden) for piece, burden in pieces if burden)


def _bands(state: GameState, unit: Unit) -> str:
    """How far a hull may go before less fires, and at most, where its rules have such a table. (TRI-MOVE-01)"""
    table = weapons.firing_table(state, unit)
    if table is None or unit.now.moved_in:
        return ""
    at, size = drafts.lead_of(unit).at, state.scenario
    drawn = []
    for far in table.bands_in:
        marks = (along(at, turn, far) for turn in _BESIDE_DEG)
        free = next((p for p in marks if 1 < p[0] < size.width_in - 1 and 0.5 < p[1] < size.height_in - 0.5), None)
        drawn.append(ring(at, far) + (overlays.plate(free, inches_text(far), state) if free else ""))
    return "".join(drawn)


_BESIDE_DEG: Final = (45, 135, 225, 315)
"""Where on a ring its inches may stand."""


def _free_edge(state: GameState, unit: Unit, outline: Sequence[Point]) -> Point:
    """A place outside the shape, on the table, where a plate covers nobody: the freest that there is."""
    size = state.scenario
    at = drafts.lead_of(unit).at
    edge = [toward(at, p, distance(at, p) + 1.2) for p in outline]
    inside = [p for p in edge if 3 < p[0] < size.width_in - 3 and 1 < p[1] < size.height_in - 1]
    others = [m.at for u in state.units.values() if u.on_table for m in u.alive]

    def room(p: Point) -> float:
        return min(1.0, *(max(abs(p[0] - x) - _PLATE_IN[0], abs(p[1] - y) - _PLATE_IN[1]) for x, y in others))

    return max(inside or edge, key=room)


_PLATE_IN = (3.5, 1.3)
"""How near the middle of a plate may come to the middle of a model, across and along: half of each."""


def drawn(state: GameState, unit: Unit, draft: Draft, seen: Preview, raw: dict[str, Any], action: Action) -> Overlay:
    """What an action that could be sent draws; on walls and doors with what else may be chosen there."""
    over = _drawn(state, unit, draft, seen, raw, action)
    if draft.kind in boarding.KINDS:
        return over._replace(arcs=over.arcs + boarding.wake_drawn(state, draft) + boarding.doors_in_drawn(state, draft))
    return picks.drawn(state, unit, draft, action, over) if draft.kind in picks.KINDS else over


def _drawn(state: GameState, unit: Unit, draft: Draft, seen: Preview, raw: dict[str, Any], action: Action) -> Overlay:
    if draft.kind == "split":
        return Overlay(preview=pointing.rings(state, raw["models"]))
    if draft.kind in ("deploy", drafts.RULE_PLACE):
        return overlays.placed(state, unit, _places(state, unit, raw))
    if draft.kind in STREET_KINDS:
        over = street_race.overlay(state, unit, seen, action)
        return over._replace(arcs=tinted(state, drives.ground_table(state, unit, 0.0)) + over.arcs)
    if draft.kind == "get-out":
        arcs = boarding.came_by_drawn(state, unit) + boarding.doors_drawn(state, unit)
        return overlays.placed(state, unit, seen.ghosts)._replace(arcs=arcs)
    if draft.kind == "bootlegger":
        return overlays.placed(state, unit, seen.ghosts)
    if seen.ghosts or seen.legs or (draft.path and draft.kind not in (*_AIMED, *picks.AT_WALLS)):
        walked = overlays.walked(state, unit, _way(state, unit, draft, seen), seen)
        return walked._replace(
            arcs=reached(state, unit, draft).arcs, preview=_came_by(state, unit, draft) + walked.preview
        )
    return waiting(state, unit, draft)


def _came_by(state: GameState, unit: Unit, draft: Draft) -> str:
    """The way on which a hull that is charged came by, and the stretch of it where it can be caught. (VEH-CC-01)"""
    if draft.kind != "charge" or not pointing.came_by(state, draft):
        return ""
    target = state.units[UnitId(draft.target)]
    way = drives.came_by(state, target)
    reached = drives.may_catch(state, unit, target)
    words = "can be caught here" if reached else "came by, out of reach"
    x, y = reached[len(reached) // 2] if reached else way[0]
    ahead = bearing(way[0], way[-1])
    return came_by(way, reached) + label(along((x, y), ahead - 90, _BESIDE_IN), words, marked=bool(reached))


_BESIDE_IN: Final = 1.6
"""How far beside a way its words stand."""


def _places(state: GameState, unit: Unit, raw: dict[str, Any]) -> list[tuple[str, float, float, float]]:
    """Where the models would stand: as pointed at, or where the table would place them."""
    if "placements" in raw:
        return [(p["model"], p["at"][0], p["at"][1], p["facing"]) for p in raw["placements"]]
    return [(p.model, *p.at, p.facing) for p in placed_by_the_table(state, unit)]


def _way(state: GameState, unit: Unit, draft: Draft, seen: Preview) -> list[Point]:
    """The way that was drawn; a charge without one goes as its legs say, from the member nearest to the enemy.

    Who boards furthest goes as the legs say, from where the first of them begins.
    """
    if draft.kind in boarding.KINDS and seen.legs:
        to, length = seen.legs[0].to, seen.legs[0].length_in
        first = min((m.at for m in unit.alive), key=lambda at: abs(distance(at, to) - length))
        return [first, *(leg.to for leg in seen.legs)]
    if draft.kind != "charge" or not seen.legs or draft.target not in state.units:
        return [drafts.lead_of(unit).at, *(draft.path or [leg.to for leg in seen.legs])]
    foe = overlays.lead(state.units[UnitId(draft.target)]).at
    return [min((m.at for m in unit.alive), key=lambda at: distance(at, foe)), *(leg.to for leg in seen.legs)]


def waiting(state: GameState, unit: Unit, draft: Draft) -> Overlay:
    """What is drawn while something is missing: arcs, the line to the target, its armour."""
    if draft.kind in throws.KINDS:
        return Overlay(preview=throws.drawn(state, unit, draft))
    if unit.is_housed and draft.kind in _ON_FOOT:
        return Overlay(arcs=_dead_zones(state, unit))
    if unit.aboard is not None and draft.kind in _ON_FOOT:
        return Overlay(arcs=_fire_posts(state, unit, draft))
    if button_of(draft.kind).needs != "target" or not unit.on_table:
        return reached(state, unit, draft)
    arcs = overlays.arcs_of(state, unit) if draft.kind in (*_ON_FOOT, "fire") else ""
    if draft.kind in (*_ON_FOOT, dropping.KIND, "throw"):
        arcs += _dead_zones(state, unit) + "".join(corner(at, CORNER_IN) for at in reaching.corners(state, unit))
    target = state.units.get(UnitId(draft.target))
    if target is None or not target.on_table or draft.kind in (dropping.KIND, "drop"):
        return Overlay(arcs=arcs)  # what is dropped has no range
    fires = draft.kind in (*_ON_FOOT, "fire")
    aimed = overlays.aimed(state, unit, target, firing=fires)
    hit = weapons.faces_hit(state, unit, target) if fires else ()
    return Overlay(arcs, aimed.preview, overlays.armour_of(state, target, hit=hit))


def _fire_posts(state: GameState, unit: Unit, draft: Draft) -> str:
    """The hatches and slits at which people aboard fire, those that do not bear on the target hollow. (TRI-PASS-02)"""
    target = state.units.get(UnitId(draft.target))
    aim = overlays.lead(target).at if target is not None and target.on_table else None
    return "".join(fire_post(each.at, each.models, bears=each.bears) for each in weapons.fire_posts(state, unit, aim))


def _dead_zones(state: GameState, unit: Unit) -> str:
    """The strips at the foot of walls that those up there cannot fire at from cover. (BLD-HIGH-01)"""
    zones = reaching.dead_zones(state, unit)
    return "".join(
        reach_shape(z.ring) + overlays.plate(max(z.ring), f"dead zone {inches_text(z.depth_in)}", state) for z in zones
    )


def pointed(plan: Plan, state: GameState, raw: dict[str, Any], action: Action) -> Plan:
    """The plan with the templates and markers of its fire, or what it rams."""
    shot = weapons.laid(state, action) if plan.refusal is None else None
    if shot is not None and (raw["type"] == "DropGrenade" or (raw["type"] == "DropBomb" and raw.get("target"))):
        drawn, words = pointing.laid(state, shot)
        over = plan.overlay._replace(preview=drawn + plan.overlay.preview)
        return plan._replace(overlay=over, notes=(*((words,) if words else ()), *plan.notes))
    if shot is not None and raw["type"] != "Shoot":  # at the ground
        drawn, words = pointing.laid(state, shot)
        over = plan.overlay._replace(preview=drawn + plan.overlay.preview)
        return plan._replace(overlay=over, of="at the ground", notes=(*((words,) if words else ()), *plan.notes))
    if raw["type"] != "Shoot":
        return _of_hull(plan, state, action)
    if shot is None:
        drawn, words, lines = pointing.astray(state, action), "", plan.overlay.preview
    else:
        (drawn, words), lines = pointing.laid(state, shot), overlays.fired(state, shot.lines, shot.nearest_in)
        plan = _at_range(plan, shot.nearest_in)._replace(groups=toned(state, plan.groups))
    hint = (_HINTS[plan.aims],) if plan.aims in _HINTS and "aim" not in raw else ()
    over = plan.overlay._replace(preview=drawn + lines)
    return plan._replace(overlay=over, notes=(*((words,) if words else ()), *plan.notes, *hint))


def numbered(plan: Plan, unit: Unit) -> Plan:
    """The plan with its models' numbers on the board, as its chips have them. (ARAP-WPN-01)

    The fire points of those aboard lie over the lines that begin there.
    """
    if unit.aboard is not None and FIRE_POST in plan.overlay.arcs:
        over = plan.overlay
        return plan._replace(overlay=over._replace(arcs="", preview=under_plates(over.preview, over.arcs)))
    chips = plan.firers.chips if plan.firers is not None else ()
    places = {f"f:{m.id}": m.at for m in unit.alive} if unit.on_table else {}
    numbers = "".join(number_on(places[c.name], c.number, c.part) for c in chips if c.name in places)
    if not numbers:
        return plan
    return plan._replace(overlay=plan.overlay._replace(preview=under_plates(plan.overlay.preview, numbers)))


def _of_hull(plan: Plan, state: GameState, action: Action) -> Plan:
    """The plan with the templates, markers and lines of a hull's fire, or what it rams."""
    shot = weapons.laid_by_hull(state, action)
    if shot is None or not (shot.lines or shot.shapes):
        return plan._replace(overlay=rams.shown(state, action, plan.overlay))
    drawn, words = pointing.laid(state, shot)
    lines = overlays.fired(state, shot.lines, shot.nearest_in) if shot.lines else plan.overlay.preview
    over = plan.overlay._replace(preview=drawn + lines)
    plan = _at_range(plan, shot.nearest_in)
    return plan._replace(overlay=over, notes=(*((words,) if words else ()), *plan.notes))


def _at_range(plan: Plan, nearest_in: float) -> Plan:
    """The plan with its target as far away in the list as the plate on the line says."""
    if not nearest_in:
        return plan
    away = inches_text(nearest_in)
    return plan._replace(targets=tuple(t._replace(away=away) if t.chosen and t.away else t for t in plan.targets))


_HINTS = {
    "point": "Press on the board to point the template elsewhere",
    "spot": "Press on the ground to aim at a spot there",
}
