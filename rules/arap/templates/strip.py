"""Template weapons: the strip of 8 by 2 inches, how it is laid and who is under it. (ARAP-TMPL-01 to -06)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple

from rules.arap import building_interface
from rules.arap.rolls import grouped
from rules.arap.sight.cover import Covers
from rules.arap.sight.lines import Lines, can_bring_to_bear, hull_of, in_arc, large_objects
from rules.arap.templates.building_interface import StreamsInBuildings
from rules.arap.templates.vehicle_interface import UnderTemplates
from rules.arap.terrain.ground import ground_of
from rules.arap.units.settled import settled, unit_of
from rules.arap.vehicle_interface import ask
from rules.core.ids import ModelId, UnitId
from rules.forces.unit import Model, Point, Unit
from rules.forces.weapon import Weapon
from rules.geometry import rings, templates
from rules.geometry.areas import Ground
from rules.geometry.facings import after_free_turn, bearing, normalise
from rules.geometry.lengths import Circle, along, distance, toward
from rules.geometry.templates import STRIP_LENGTH_IN, Strip, StripContact
from rules.state import GameState
from rules.table.terrain import Cover

TALL_IN: Final = 1.1
"""What is at least so high cuts a strip short; a wall that a man looks over does not. (ARAP-TMPL-01)"""

BEHIND: Final[dict[Cover, int]] = {"none": 0, "soft": 1, "hard": 2}
"""By how much the roll must stay under the goal to hit figures in cover. (ARAP-TMPL-03)"""

FIGURE: Final = "figure:"
"""How a unit's turn names what was ruled of a figure at its streams. (BLD-CONF-07)"""

Splash = Literal["in", "out", "bare", "soft", "hard"]
"""A figure is caught, is not reached, has nothing of its furniture, is in soft cover, in hard cover."""

OFF_WALL_IN: Final = 0.02
"""How far from a wall a bounced strip begins."""

_NOTHING: Final = Ground(())


class ModelUnderStrip(NamedTuple):
    """A model under a strip, its unit and its cover against the firer."""

    unit: UnitId
    model: ModelId
    cover: Cover
    indoors: bool = False
    """In a house, burnt from outside through an opening. (BLD-TMPL-05)"""


def strip_at(state: GameState, firer: Model, weapon: Weapon, aim: Point) -> Strip:
    """The strip from a firer towards a point, cut at the first tall obstacle. (ARAP-TMPL-01, ARAP-TMPL-05)

    The narrow end of a torrent weapon is at the point aimed at, or as near to it as the weapon carries.
    """
    return stopped(state, firer, whole(firer, weapon, aim))


def stopped(state: GameState, firer: Model, shape: Strip) -> Strip:
    """A strip cut at the first tall obstacle. (ARAP-TMPL-01)"""
    met = _met(state, firer, shape)
    return shape if met is None else shape._replace(length=min(shape.length, met.at_in))


def bounced_at(state: GameState, firer: Model, weapon: Weapon, aim: Point) -> Strip | None:
    """What of the strip is left after it bounced off the first wall; None if it meets none. (ARAP-TMPL-02)

    It goes on at the angle at which it struck, and stops at the next tall obstacle.
    """
    shape = whole(firer, weapon, aim)
    met = _met(state, firer, shape)
    if met is None:
        return None
    rest = templates.bounced(shape, met)
    # A hair off the wall, so that it does not meet the same wall again.
    rest = rest._replace(origin=along(rest.origin, rest.bearing, OFF_WALL_IN))
    again = _met(state, firer, rest)
    return rest if again is None else rest._replace(length=min(rest.length, again.at_in))


def whole(firer: Model, weapon: Weapon, aim: Point) -> Strip:
    """The strip with nothing in its way."""
    if weapon.torrent_in and distance(firer.at, aim) > 0:
        narrow = toward(firer.at, aim, min(weapon.torrent_in, distance(firer.at, aim)))
        return templates.torrent(firer.at, narrow)
    return templates.strip(firer.at, bearing(firer.at, aim))


def _met(state: GameState, firer: Model, shape: Strip) -> StripContact | None:
    """The first thing too tall for a strip to pass: a wall or a large object, but not a wood. (ARAP-TMPL-01)"""
    box = rings.bounds((shape.origin, shape.end))
    houses = building_interface.ask(StreamsInBuildings)
    walls = [a for a in ground_of(state).near(box) if not a.depth and not houses.lets_through(state, shape, a)]
    tall = (*walls, *large_objects(state, box, (unit_of(firer),)))
    return templates.first_strike(shape, _NOTHING, min_height=TALL_IN, others=tall)


WIDEST_BODY_IN: Final = 3.0
"""No body circle is wider: who is further off needs no closer look."""


def reaches(state: GameState, strip: Strip, model: Model) -> bool:
    """Whether a model is under the strip: its body circle or its hull. (ARAP-TMPL-06)"""
    hull = hull_of(state, model)
    if hull is not None:
        return strip.reaches_hull(hull)
    return _is_near(strip, model) and strip.reaches(Circle(model.at, state.profile(model).body_radius_in))


def _is_near(strip: Strip, model: Model) -> bool:
    far = strip.length + strip.width + WIDEST_BODY_IN
    return abs(model.at[0] - strip.origin[0]) <= far and abs(model.at[1] - strip.origin[1]) <= far


def _is_under(state: GameState, model: Model, strip: Strip, beyond: Strip | None) -> bool:
    return reaches(state, strip, model) or (beyond is not None and reaches(state, beyond, model))


def reached(
    state: GameState, strip: Strip, targets: Sequence[tuple[float, Model]], beyond: Strip | None = None
) -> list[tuple[float, Model]]:
    """Those of the targets that are under the strip, or under what bounced off a wall."""
    return [(d, m) for d, m in targets if _is_under(state, m, strip, beyond)]


def laid(
    lines: Lines,
    firer: Model,
    weapon: Weapon,
    aim: Point | None,
    turned: float | None,
    *,
    bounce: bool = False,
) -> tuple[Strip, Strip | None] | None:
    """The strip as placed, or where it covers most of the target and fewest friends; None where it covers no target.

    With `bounce` the second strip is what is left of it after the first wall.
    """
    state, target = lines.state, lines.target
    aims = [aim] if aim is not None else [_narrow_end(firer, m, weapon) for m in target.alive]
    side = state.units[unit_of(firer)].side
    comrades = [m for u in state.units_of(side) if u.on_table for m in u.alive]
    best: tuple[int, int] = (0, 0)
    found: tuple[Strip, Strip | None] | None = None
    for point in aims:
        if not _bears(firer, point, turned):
            continue
        strip = strip_at(state, firer, weapon, point)
        beyond = bounced_at(state, firer, weapon, point) if bounce else None
        covered = sum(_is_under(state, m, strip, beyond) for m in target.alive)
        if not covered or (bounce and beyond is None):
            continue
        friends = sum(1 for m in comrades if m.id != firer.id and _is_under(state, m, strip, beyond))
        if found is None or (-friends, covered) > best:
            found, best = (strip, beyond), (-friends, covered)
    return found


def _narrow_end(firer: Model, target: Model, weapon: Weapon) -> Point:
    """A point to aim at so that a member lies well under the strip."""
    if not weapon.torrent_in:
        return target.at
    far = distance(firer.at, target.at) - STRIP_LENGTH_IN / 2
    return toward(firer.at, target.at, max(0.1, far))


def _bears(firer: Model, at: Point, turned: float | None) -> bool:
    if turned is None:
        return can_bring_to_bear(firer.facing, firer.at, at)
    return in_arc(normalise(firer.facing + turned), firer.at, at)


def facing(firer: Model, strip: Strip) -> float:
    """Where the firer faces to lay the strip: as it does if that will do, else along it."""
    aim = along(firer.at, strip.bearing, 1.0)
    return firer.facing if in_arc(firer.facing, firer.at, aim) else after_free_turn(firer.facing, strip.bearing)


def under(
    state: GameState, strip: Strip, firer: Model, beyond: Strip | None = None, *, aim: Model | None = None
) -> list[ModelUnderStrip]:
    """Everybody under the strip, friend or foe, but the firer and what he rides in. (ARAP-TMPL-01, -06)

    Whoever is only under `beyond`, which bounced, has cover against the place where it left the wall; of who is under
    both the better of the two counts, which finds it in less cover. (ARAP-TMPL-02)
    With the model that is aimed at, those on its storey are burnt, and nobody above or below. (BLD-TMPL-02)
    """
    if aim is not None:
        state = building_interface.ask(StreamsInBuildings).on_level(state, firer, aim)
    found: list[ModelUnderStrip] = []
    by = state.units.get(unit_of(firer))
    for unit in state.units.values():
        if not unit.on_table or _rides_in(state, by, unit):
            continue
        others = [m for m in unit.alive if m.id != firer.id]
        direct = [m for m in others if _counts(state, by, strip, unit, m)]
        legs = list(_with_cover(state, unit, direct, firer, None))
        if beyond is not None:
            later = [m for m in others if _counts(state, by, beyond, unit, m)]
            legs += _with_cover(state, unit, later, firer, beyond.origin)
        found += [_better(legs_of) for legs_of in grouped((leg.model, leg) for leg in legs).values()]
    found += _on_hulls(state, [s for s in (strip, beyond) if s is not None], by)
    return found if by is None else _splashed(state, by, found)


def _on_hulls(state: GameState, strips: Sequence[Strip], by: Unit | None) -> Iterator[ModelUnderStrip]:
    """People on a hull that a strip reaches, and whom it would reach without that; not on the hull it comes from.

    (VEH-OPEN-01)
    """
    own = () if by is None else (by.id, by.aboard)
    for unit, cover in ask(state, UnderTemplates).on_hulls(state):
        if unit.aboard is None or unit.aboard in own:
            continue
        hull = state.units[unit.aboard].models[0]
        over = [s._replace(length=templates.STRIP_LENGTH_IN) for s in strips if reaches(state, s, hull)]
        burnt = (m for m in unit.alive if any(reaches(state, each, m) for each in over))
        yield from (ModelUnderStrip(unit.id, m.id, cover) for m in burnt)


def _rides_in(state: GameState, by: Unit | None, unit: Unit) -> bool:
    """Whether the stream comes out of that hull, and so goes past it; up to version 4 it burnt it as well."""
    return by is not None and by.aboard == unit.id and not state.is_older_than("5")


def _splashed(state: GameState, by: Unit, found: list[ModelUnderStrip]) -> list[ModelUnderStrip]:
    """With what the host ruled of figures inside: caught, spared, in which cover. (BLD-CONF-07, BLD-TMPL-05)"""
    ruled = {key.removeprefix(FIGURE): word for key, word in by.now.rulings.items() if key.startswith(FIGURE)}
    if not ruled:
        return found
    covers: dict[str, Cover] = {"in": "none", "bare": "none", "soft": "soft", "hard": "hard"}
    kept = [u._replace(cover=covers.get(ruled.get(u.model, ""), u.cover)) for u in found if ruled.get(u.model) != "out"]
    there = {u.model for u in found}
    more = [
        ModelUnderStrip(unit.id, m.id, "none", indoors=True)
        for unit in state.units.values()
        if unit.on_table
        for m in unit.alive
        if ruled.get(m.id) == "in" and m.id not in there
    ]
    return [*kept, *more]


def _counts(state: GameState, by: Unit | None, strip: Strip, unit: Unit, model: Model) -> bool:
    """Whether a model counts as under the strip: what was ruled decides where its edge is doubtful. (ARAP-TMPL-06)"""
    ruled = settled(by, "under", unit, model.id) if by is not None else None
    return reaches(state, strip, model) if ruled is None or not is_doubtful(state, strip, model) else ruled


def is_doubtful(state: GameState, strip: Strip, model: Model) -> bool:
    """Whether a figure is so near to the edge of a strip that a ruling may be asked for. (ARAP-TMPL-06)"""
    if hull_of(state, model) is not None or not _is_near(strip, model):
        return False
    return strip.is_doubtful(Circle(model.at, state.profile(model).body_radius_in))


def doubtful(
    state: GameState, strip: Strip, firer: Model, beyond: Strip | None = None
) -> Iterator[tuple[UnitId, ModelId]]:
    """Figures at the edge of a strip or of what bounced, whoever they belong to, with their units."""
    shapes = (strip,) if beyond is None else (strip, beyond)
    for unit in state.units.values():
        if unit.on_table:
            figures = (m for m in unit.alive if m.id != firer.id)
            yield from ((unit.id, m.id) for m in figures if any(is_doubtful(state, shape, m) for shape in shapes))


def _better(legs: Sequence[ModelUnderStrip]) -> ModelUnderStrip:
    """The leg of the stream that finds a model in less cover, of equals the first."""
    return min(legs, key=lambda leg: BEHIND[leg.cover])


def _with_cover(
    state: GameState, unit: Unit, models: Sequence[Model], firer: Model, origin: Point | None
) -> Iterator[ModelUnderStrip]:
    if not models:
        return
    covers = Covers(Lines(state, (origin or firer.at,), unit, but=(unit_of(firer),)))
    houses = building_interface.ask(StreamsInBuildings)
    for model in models:
        indoors = houses.cover_inside(state, origin or firer.at, model.at)
        if indoors is not None and state.profile(model).hull is None:
            yield ModelUnderStrip(unit.id, model.id, indoors, indoors=True)
        elif state.profile(model).hull is not None:
            yield ModelUnderStrip(unit.id, model.id, "none")
        elif origin is None:
            yield ModelUnderStrip(unit.id, model.id, covers.of_model(firer, model).kind)
        else:
            yield ModelUnderStrip(unit.id, model.id, covers.from_point(origin, model).kind)
