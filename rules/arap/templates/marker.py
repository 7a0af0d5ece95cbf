"""Area weapons: the aim point, and who is under the marker. (ARAP-AREA-01 to -06, -08)"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from msgspec.structs import replace

from rules.arap import building_interface
from rules.arap.sight import cover as sight_cover
from rules.arap.sight.cover import PRONE_IN, Covers
from rules.arap.sight.lines import Lines, distance_to, hull_of
from rules.arap.templates import trenches
from rules.arap.templates.building_interface import BurstsInBuildings, BurstsOutside, ModelUnderMarker
from rules.arap.templates.vehicle_interface import UnderTemplates
from rules.arap.terrain import ground
from rules.arap.units.settled import ruled, settled, unit_of
from rules.arap.vehicle_interface import ask
from rules.core.ids import ModelId, UnitId
from rules.dice.scatter import is_direct_hit
from rules.forces.unit import Model, Point, Unit
from rules.forces.weapon import Weapon
from rules.geometry import rings
from rules.geometry.facings import bearing, relative
from rules.geometry.lengths import Circle, distance, is_beyond
from rules.geometry.templates import Marker
from rules.progress import Progress
from rules.state import GameState
from rules.table.terrain import Cover, Terrain

MOST_BODY_IN: Final = 4.0
"""Nobody on foot is wider: who is further from a marker is at no edge of it."""

LEAKED: Final = 3
"""What a figure by an opening of the room of a burst is hit on, or less. (BLD-CONF-03)"""

ESCAPES: Final[dict[Cover, int]] = {"soft": 5, "hard": 4}
"""What a figure in cover is hit on, or less; one in the open always. (ARAP-AREA-04)"""


def aim_at(
    lines: Lines, firer: Model, part: str = "whole", sees: Callable[[Model, Model], bool] | None = None
) -> Model | None:
    """The visible member nearest to the middle of those that are visible. (ARAP-AREA-01)

    `part` narrows them to the left, centre or right third as the firer sees them. (ARAP-AREA-09) `sees` says who is
    visible where that was ruled on.
    """
    seen = [m for m in lines.target.alive if (sees(firer, m) if sees else lines.sight(firer, m).clear)]
    if not seen:
        return None
    if part != "whole":
        seen = _third(firer, seen, part)
    middle = (sum(m.at[0] for m in seen) / len(seen), sum(m.at[1] for m in seen) / len(seen))
    return min(seen, key=lambda m: distance(m.at, middle))


def cover_of_one(state: GameState, target: Unit) -> Terrain | None:
    """The wood, rubble or the like that a single figure stands in: all of it is the target. (ARAP-AREA-01)

    Trenches and houses have rules of their own. Of several pieces that which covers best counts.
    """
    if len(target.alive) != 1 or target.is_vehicle or state.is_older_than("6"):
        return None
    around = ground.terrain_at(state, target.alive[0].at)
    pieces = [p for p in around if p.cover != "none" and not (p.line or p.trench or p.is_structure)]
    return max(pieces, key=lambda p: p.cover == "hard", default=None)


def aim_in_cover(state: GameState, target: Unit) -> Model | None:
    """What stands for that piece when it is aimed at: a figure in its middle. (ARAP-AREA-01)"""
    piece = cover_of_one(state, target)
    if piece is None:
        return None
    return replace(target.alive[0], id=ModelId(f"@{piece.id}"), at=rings.centroid(piece.points))


def _third(firer: Model, seen: list[Model], part: str) -> list[Model]:
    """The members of one third, counted from left to right across the line of sight; at least one."""
    middle = (sum(m.at[0] for m in seen) / len(seen), sum(m.at[1] for m in seen) / len(seen))
    ahead = bearing(firer.at, middle)
    ordered = sorted(seen, key=lambda m: relative(ahead, bearing(firer.at, m.at)))
    place = ("left", "centre", "right").index(part)
    count = len(ordered)
    return ordered[place * count // 3 : max(place * count // 3 + 1, (place + 1) * count // 3)]


def sevens(state: GameState) -> bool:
    """Whether a total of 7 is a direct hit at this table, as a double is. (ARAP-SCAT-03)"""
    return bool(state.option("scatter_seven_is_hit"))


def on_target(goal: int, *, seven_is_hit: bool = False) -> Fraction:
    """The chance that a shot does not scatter: a direct hit, or a total that skill makes up for. (ARAP-AREA-02)"""
    pairs = [(a, b) for a in range(1, 7) for b in range(1, 7)]
    good = sum(is_direct_hit(a, b, seven_is_hit=seven_is_hit) or a + b <= goal for a, b in pairs)
    return Fraction(good, 36)


def scatter_text(goal: int, *, seven_is_hit: bool = False) -> str:
    """How a shell scatters, in words: "scatters 2D6 less 4, not on a double"."""
    return f"scatters 2D6 less {goal}, not on a double{' or a total of 7' if seven_is_hit else ''}"


def notes(state: GameState, centre: Point, weapon: Weapon) -> tuple[str, ...]:
    """What a preview says of a burst that a room confines or a roof stops. (BLD-CONF-02 to -04, BLD-FIRE-03)"""
    words = building_interface.ask(BurstsInBuildings).note(state, centre, weapon)
    return (words,) if words else ()


def under(
    state: GameState, marker: Marker, firer: Model, *, as_aimed: bool = True, stopped: bool = False
) -> list[ModelUnderMarker]:
    """Everybody under a marker, or in the trench in which it bursts, nearest to its centre first.

    Where an edge is doubtful a ruling decides; what the sides settled model by model is about a marker that lies
    where it was aimed. A wall that `stopped` it is cover to those behind. (ARAP-AREA-04 to -06, ARAP-TMPL-06)
    """
    by = state.units.get(unit_of(firer))
    trench, rooms = trenches.trench_at(state, marker.centre), building_interface.ask(BurstsInBuildings)
    found: list[ModelUnderMarker] = []
    for unit in state.units.values():
        if not unit.on_table:
            continue
        reached = _BurstAt(state, marker, trench, rooms, stopped)
        hit = [m for m in unit.alive if _is_struck(reached, m, _judged(state, by, marker, unit, m, as_aimed=as_aimed))]
        covers = Covers(Lines(state, (marker.centre,), unit)) if hit else None
        if covers is not None:
            found += [_under(covers, marker.centre, unit, m, firer, rooms) for m in hit]
    found += _on_hulls(state, marker)
    return sorted(found, key=lambda u: u.distance_in)


def _on_hulls(state: GameState, marker: Marker) -> Iterator[ModelUnderMarker]:
    """People on hulls whom the marker covers as well as their hull. (VEH-OPEN-01)"""
    for unit, cover in ask(state, UnderTemplates).on_hulls(state):
        for model in unit.alive:
            if _reaches(state, marker, model):
                yield ModelUnderMarker(unit.id, model.id, distance(marker.centre, model.at), cover)


def _under(
    covers: Covers, centre: Point, unit: Unit, model: Model, firer: Model, rooms: BurstsInBuildings
) -> ModelUnderMarker:
    state = covers.lines.state
    found = sheltered(covers, centre, unit, model, firer)._replace(leaked=rooms.leaks(state, centre, model.at))
    within = rooms.cover_in_room(state, centre, model.at)
    if within is not None:
        return found._replace(cover=within, thin=within == "hard")
    return found._replace(behind=found.cover == "hard" and rooms.is_kept_off(state, centre, model.at))


class _BurstAt(NamedTuple):
    """A burst and what lies about it; `stopped` by a wall on its way. (BLD-INTO-11)"""

    state: GameState
    marker: Marker
    trench: Terrain | None
    rooms: BurstsInBuildings
    stopped: bool


def _is_struck(
    burst: _BurstAt,
    model: Model,
    judged: bool | None,
) -> bool:
    """Whether a burst reaches a model: under the marker, along a trench or all through a room, walls permitting.

    `judged` is what was ruled of it at the edge. (ARAP-TMPL-06)
    """
    state, marker, rooms = burst.state, burst.marker, burst.rooms
    if rooms.leaks(state, marker.centre, model.at):
        return True
    if _reaches(state, marker, model) if judged is None else judged:
        kept_off = rooms.is_kept_off(state, marker.centre, model.at)
        outside = building_interface.ask(BurstsOutside)
        return not kept_off or (burst.stopped and outside.is_behind_wall(state, marker.centre, model.at))
    return shares(state, burst.trench, marker.centre, model) or rooms.fills_room(state, marker.centre, model.at)


def _judged(
    state: GameState, by: Unit | None, marker: Marker, unit: Unit, model: Model, *, as_aimed: bool
) -> bool | None:
    """What was ruled of a figure at the edge; None of all others. (ARAP-TMPL-06)"""
    if by is None or not by.now.rulings or not is_doubtful(state, marker, model):
        return None
    return settled(by, "under", unit, model.id) if as_aimed else ruled(by, "under", unit)


def is_doubtful(state: GameState, marker: Marker, model: Model) -> bool:
    """Whether a figure is so near to the edge of a marker that a ruling may be asked for. (ARAP-TMPL-06)"""
    if is_beyond(distance(marker.centre, model.at), marker.diameter / 2 + 2 * MOST_BODY_IN):
        return False
    if hull_of(state, model) is not None:
        return False
    return marker.is_doubtful(Circle(model.at, state.profile(model).body_radius_in))


def doubtful(state: GameState, marker: Marker) -> Iterator[tuple[UnitId, ModelId]]:
    """Figures at the edge of a marker, whoever they belong to, with their units; walls and trenches decide first."""
    trench, rooms = trenches.trench_at(state, marker.centre), building_interface.ask(BurstsInBuildings)
    for unit in state.units.values():
        for model in unit.alive if unit.on_table else ():
            if is_doubtful(state, marker, model) and not (
                rooms.leaks(state, marker.centre, model.at)
                or rooms.is_kept_off(state, marker.centre, model.at)
                or shares(state, trench, marker.centre, model)
                or rooms.fills_room(state, marker.centre, model.at)
            ):
                yield unit.id, model.id


def _reaches(state: GameState, marker: Marker, model: Model) -> bool:
    hull = hull_of(state, model)
    if hull is not None:
        return marker.reaches_hull(hull)
    return marker.reaches(Circle(model.at, state.profile(model).body_radius_in))


def shares(state: GameState, trench: Terrain | None, centre: Point, model: Model) -> bool:
    """Whether a model is in the stretch of trench in which a burst lies. (ARAP-AREA-06)"""
    if trench is None or hull_of(state, model) is not None:
        return False
    own = trenches.trench_at(state, model.at)
    return own is not None and own.id == trench.id and trenches.is_caught(trench, centre, model.at)


def sheltered(covers: Covers, centre: Point, unit: Unit, model: Model, firer: Model) -> ModelUnderMarker:
    """A model with its cover against the centre; lying down or on the run it is soft. (PRONE-02, HIT-10)"""
    state = covers.lines.state
    away = distance_to(state, centre, model)
    if hull_of(state, model) is not None:
        return ModelUnderMarker(unit.id, model.id, away, "none")
    own = trenches.trench_at(state, model.at)
    if own is not None:
        there = trenches.trench_at(state, centre)
        return ModelUnderMarker(unit.id, model.id, away, "none" if there is not None and there.id == own.id else "hard")
    found = covers.from_burst(centre, model)
    kind = found.kind
    if model.prone and kind == "none" and is_beyond(distance(firer.at, model.at), PRONE_IN):
        kind = "soft"
    if kind == "hard" and sight_cover.ran_from(state, unit, found.area_id):
        kind = "soft"
    return ModelUnderMarker(unit.id, model.id, away, kind)


def in_trench(state: GameState, at: Point, covered: Sequence[ModelUnderMarker]) -> bool:
    """Whether a burst, or anybody under its marker, is in a trench. (ARAP-AREA-06)"""
    places = (at, *(state.find_model(u.model)[1].at for u in covered))
    return any(trenches.trench_at(state, place) for place in places)


def _walls_cited(figures: Sequence[ModelUnderMarker]) -> tuple[str, ...]:
    """The rules for those behind the wall that stopped the burst, or behind thin ones. (BLD-INTO-11, BLD-CONF-06)"""
    stopped = ("BLD-INTO-11",) if any(u.behind for u in figures) else ()
    return (*stopped, *(("BLD-CONF-06",) if any(u.thin for u in figures) else ()))


def struck(
    progress: Progress, unit: Unit, covered: Sequence[ModelUnderMarker], weapon: Weapon, target: UnitId | None
) -> list[ModelUnderMarker]:
    """Who under the marker is hit: in the open everybody, in cover or by an opening a die each.

    (ARAP-AREA-04, BLD-CONF-03)
    """
    hit = [u for u in covered if u.cover == "none" and not u.leaked]
    found = [([u for u in covered if u.cover == c and not u.leaked], n, c) for c, n in ESCAPES.items()]
    cover_rules = ("ARAP-AREA-04", "ARAP-AREA-05")
    groups = [
        (figures, goal, f"figures in {kind} cover", (*cover_rules, *_walls_cited(figures)))
        for figures, goal, kind in found
    ]
    by_gap = [u for u in covered if u.leaked]
    for figures, goal, words, rules in (
        *groups,
        (by_gap, LEAKED, "who stands outside by an opening", ("BLD-CONF-03",)),
    ):
        if figures:
            rolled = progress.roll(
                "area-cover",
                len(figures),
                sense="low",
                goal=goal,
                unit=unit.id,
                target=target,
                why=f"{weapon.name}, {words}",
                rules=rules,
            )
            hit += [u for u, made in zip(figures, rolled.made, strict=True) if made]
    return sorted(hit, key=lambda u: u.distance_in)
