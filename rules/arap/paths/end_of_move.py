"""What may be said against where a move ends: off the table, on barred ground or models, out of coherency."""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import Final

from rules.arap.building_interface import ask
from rules.arap.paths.building_interface import TruePlaces
from rules.arap.paths.cut_short import shortened
from rules.arap.paths.march import March, Track
from rules.arap.positions import occupied
from rules.arap.sight.building_interface import Place
from rules.arap.terrain.ground import pieces_near, table_of
from rules.arap.terrain.levels import reach_of
from rules.arap.units import coherency, states
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Point, Unit, tag
from rules.geometry import rings
from rules.geometry.lengths import TOLERANCE, distance, is_beyond, is_within
from rules.state import GameState

EDGE_IN: Final = 0.02
"""Nobody stops nearer to the edge of a face: it is above or below."""

BACK_OFF_IN: Final = 0.25
"""A move cut short on top of somebody ends so much earlier, as often as it takes."""


def on_table(point: Point, width: float, height: float) -> bool:
    return (
        is_within(-point[0], 0)
        and is_within(-point[1], 0)
        and is_within(point[0], width)
        and is_within(point[1], height)
    )


def bad_end(state: GameState, unit: Unit, laid: March) -> Refusal | None:
    """Refuse an end off the table, on barred ground, on a model, out of coherency, or nearer to a unit it must shun."""
    return bad_place(state, unit, laid) or _in_gap(state, laid) or _split(state, unit, laid)


def bad_place(state: GameState, unit: Unit, laid: March) -> Refusal | None:
    """Refuse an end as `bad_end` does, whether or not the unit stays together."""
    return (
        _off_table(state, laid)
        or on_barred(state, laid)
        or _on_edge(state, laid)
        or _on_models(state, unit, laid)
        or _nearer(state, unit, laid)
    )


def settled(state: GameState, unit: Unit, laid: March) -> March:
    """A march that was cut short, taken back a little at a time while it ends where it may not."""
    while laid.length_in > 0 and bad_end(state, unit, laid):
        last = len(laid.lead.legs) - 1
        laid = shortened(state, unit, laid, last, max(0.0, laid.lead.legs[last].length_in - BACK_OFF_IN))
    return laid


def _off_table(state: GameState, laid: March) -> Refusal | None:
    width, height = state.scenario.width_in, state.scenario.height_in
    for track in laid.tracks:
        if not all(on_table(p, width, height) for p in track.points):
            allowed = f"0-{width:g}″ by 0-{height:g}″"
            return Refusal("off-table", f"{tag(track.model.id)} would leave the table.", "ARAP-MOVE-01", allowed)
    return None


def on_barred(state: GameState, laid: March) -> Refusal | None:
    """Refuse to end with the base on ground that nobody enters. (ARAP-TERR-01)"""
    box = rings.bounds(tuple(t.end for t in laid.tracks)).grown(2)
    for piece in pieces_near(state, box):
        if piece.terrain.going != "impassable":
            continue
        for track in laid.tracks:
            room = state.profile(track.model).base_radius_in
            room = min(room, rings.distance_to_ring(piece.ring, track.points[0]))
            if rings.distance_to_ring(piece.ring, track.end) < room - TOLERANCE:
                text = f"{tag(track.model.id)} would stand on {piece.terrain.called}."
                return Refusal("impassable", text, "ARAP-TERR-01", "beside it")
    return None


def _on_edge(state: GameState, laid: March) -> Refusal | None:
    """Refuse to stop on the very edge of a face."""
    if not table_of(state).has_faces:
        return None
    for piece in pieces_near(state, rings.bounds(tuple(t.end for t in laid.tracks)).grown(1)):
        for track in laid.tracks if piece.terrain.is_steep else ():
            if not track.legs:
                continue
            if rings.edge_distance(piece.ring, track.end) < EDGE_IN:
                text = f"{tag(track.model.id)} would end on the very edge of {piece.terrain.name}."
                return Refusal("on-edge", text, "ARAP-CLIMB-01", "clearly above or below")
    return None


def _in_gap(state: GameState, laid: March) -> Refusal | None:
    """Refuse to stop over a gap that the move does not clear. (ARAP-JUMP-01)"""
    if not table_of(state).has_faces:
        return None
    for piece in pieces_near(state, rings.bounds(tuple(t.end for t in laid.tracks))):
        for track in laid.tracks if piece.terrain.depth_in else ():
            deep = is_beyond(piece.terrain.depth_in, reach_of(state.profile(track.model)))
            if deep and rings.encloses(piece.ring, track.end) and not rings.encloses(piece.ring, track.points[0]):
                text = f"{tag(track.model.id)} would end over {piece.terrain.name}."
                return Refusal("in-gap", text, "ARAP-JUMP-01", "stop before it, or go further")
    return None


def _on_models(state: GameState, unit: Unit, laid: March) -> Refusal | None:
    ends = [(t, state.profile(t.model).base_radius_in) for t in laid.tracks if t.legs]
    box = rings.bounds(tuple(t.end for t in laid.tracks)).grown(2)
    for spot in occupied.spots_near(state, box, but=unit.id, seen_by=unit.side):
        for track, radius in ends:
            if spot.is_overlapped(track.end, radius):
                text = f"{tag(track.model.id)} would stand on {state.units[spot.unit].name}."
                return Refusal("no-room", text, "ARAP-GEN-05", "a free place")
    if _crowded(state, laid):
        return Refusal("no-room", f"Models of {unit.name} would stand on each other.", "ARAP-GEN-05", "a free place")
    return None


def _crowded(state: GameState, laid: March) -> bool:
    """Whether two members come to stand on each other that did not before."""
    tracks = laid.tracks
    if len({_moved(track) for track in tracks}) < 2:  # in formation nobody comes nearer to anybody
        return False
    for n, one in enumerate(tracks):
        for other in tracks[:n]:
            room = state.profile(one.model).base_radius_in + state.profile(other.model).base_radius_in
            room = min(room, distance(one.points[0], other.points[0]))
            if distance(one.end, other.end) < room - TOLERANCE:
                return True
    return False


def _moved(track: Track) -> Point:
    """By how much a member goes east and south, to a millionth of an inch."""
    (x, y), (end_x, end_y) = track.points[0], track.end
    return (round(end_x - x, 6), round(end_y - y, 6))


def cut_off(state: GameState, laid: March) -> tuple[Model, ...]:
    """Members of the smallest part, where the way breaks a unit into more parts than it is in. (ARAP-COH-01)"""
    parts = coherency.chains(state, tuple(t.end for t in laid.tracks))
    if len(parts) <= 1 or len(parts) <= len(coherency.chains(state, tuple(t.points[0] for t in laid.tracks))):
        return ()
    return tuple(laid.tracks[n].model for n in min(parts, key=len))


def _split(state: GameState, unit: Unit, laid: March) -> Refusal | None:
    """Refuse to break a unit into more parts than it is in. (ARAP-COH-01)"""
    lost = cut_off(state, laid)
    if not lost:
        return None
    names = ", ".join(tag(model.id) for model in lost)
    text = f"{unit.name} would be split: {names} would stand more than 3″ from the rest."
    return Refusal("not-coherent", text, "ARAP-COH-01", "each within 3″ of another; or split off a part first")


def _nearer(state: GameState, unit: Unit, laid: March) -> Refusal | None:
    """Refuse moving towards a unit that it broke off from. (ARAP-BREAK-03)"""
    return approaches(state, unit, [(track.points[0], track.end) for track in laid.tracks])


Where = Point | Place
"""A place on the board, or one as it truly is. (BLD-GEN-03)"""


def comes_nearer(state: GameState, unit: Unit, ways: Collection[tuple[Where, Where]]) -> Refusal | None:
    """The same of ladders, hulls and ways to them, from place to place; up to version 12 they were free of it."""
    return None if state.is_older_than("13") else approaches(state, unit, ways)


def comes_nearer_inside(state: GameState, unit: Unit, ways: Collection[tuple[Where, Where]]) -> Refusal | None:
    """The same of ways into houses, about them and out of them; up to version 14 they were free of it."""
    return None if state.is_older_than("15") else approaches(state, unit, ways)


def approaches(state: GameState, unit: Unit, ways: Collection[tuple[Where, Where]]) -> Refusal | None:
    """The same of ways from place to place, however they are gone. (ARAP-BREAK-03)"""
    for name in states.shunned(unit):
        shunned = state.units.get(name)
        if shunned is None or not (shunned.on_table or (shunned.is_housed and not state.is_older_than("15"))):
            continue
        enemies = [_stands(state, shunned, m) for m in shunned.alive]
        for way in ways:
            before, after = (min(_apart(_truly(state, p), e) for e in enemies) for p in way)
            if after < before - TOLERANCE:
                text = f"{unit.name} broke off from {shunned.name} and may not move towards it."
                return Refusal("broke-off", text, "ARAP-BREAK-03", "any move that ends no nearer to it")
    return None


def _stands(state: GameState, unit: Unit, model: Model) -> Place:
    return Place(model.at) if state.is_older_than("15") else ask(TruePlaces).stands(state, unit, model)


def _truly(state: GameState, at: Where) -> Place:
    if isinstance(at, Place):
        return at
    return Place(at) if state.is_older_than("15") else ask(TruePlaces).true_place(state, at)


def _apart(a: Place, b: Place) -> float:
    return math.hypot(distance(a.at, b.at), a.height_in - b.height_in)
