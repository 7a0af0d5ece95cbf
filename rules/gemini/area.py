"""Area weapons: aim point, scatter, and who is under the marker. (ARAP-AREA-01 to -05, -07, -08)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from rules.core.citations import cite
from rules.core.ids import ModelId, UnitId, WeaponId
from rules.core.modifier import Modifier
from rules.dice.scatter import reduced
from rules.forces.unit import Model, Point, Unit
from rules.forces.weapon import Weapon
from rules.gemini import to_hit
from rules.gemini.cover import PRONE_IN, CoverOf, Covers
from rules.gemini.sight import Lines, hull_of, large_objects
from rules.gemini.templates import TALL_IN
from rules.geometry import rings, templates
from rules.geometry.areas import Ground
from rules.geometry.facings import bearing, relative
from rules.geometry.lengths import Circle, along, distance, is_beyond, toward
from rules.geometry.templates import Marker
from rules.progress import Progress
from rules.state import Event, GameState
from rules.table.terrain import Cover

ESCAPES: Final[dict[Cover, int]] = {"soft": 5, "hard": 4}
"""What a figure in cover is hit on, or less; one in the open always. (ARAP-AREA-04)"""

SHORT_OF_WALL_IN: Final = 0.02
"""A shell that meets an obstacle bursts so far before it, on the firer's side. (ARAP-AREA-07)"""

_NOTHING: Final = Ground(())


class Under(NamedTuple):
    """A model under a marker: how far it is from the centre (inches) and its cover against it."""

    unit: UnitId
    model: ModelId
    distance_in: float
    cover: Cover


class ShellBurst(Event, frozen=True, kw_only=True, tag="ShellBurst"):
    """A shell has come down: where it was aimed, how far and which way it scattered, where its marker lies."""

    target: UnitId
    weapon: WeaponId
    aim: Point
    at: Point
    diameter_in: float
    scatter_in: float = 0
    bearing_deg: int = 0
    stopped: bool = False

    def evolve(self, state: GameState) -> GameState:
        """Nothing changes by itself."""
        return state

    def sentence(self, state: GameState) -> str:
        """Where it fell."""
        name = state.weapons[self.weapon].name
        where = f"scatters {self.scatter_in:.3g}″" if self.scatter_in else "comes down on target"
        return f"{name} {where}{' and meets an obstacle' if self.stopped else ''}"


def aim_at(lines: Lines, firer: Model, part: str = "whole") -> Model | None:
    """The visible member nearest to the middle of those that are visible. (ARAP-AREA-01)

    `part` narrows them to the left, centre or right third as the firer sees them. (ARAP-AREA-09)
    """
    seen = [m for m in lines.target.alive if lines.sight(firer, m).clear]
    if not seen:
        return None
    if part != "whole":
        seen = _third(firer, seen, part)
    middle = (sum(m.at[0] for m in seen) / len(seen), sum(m.at[1] for m in seen) / len(seen))
    return min(seen, key=lambda m: distance(m.at, middle))


def _third(firer: Model, seen: list[Model], part: str) -> list[Model]:
    """The members of one third, counted from left to right across the line of sight; at least one."""
    cite("ARAP-AREA-09")
    middle = (sum(m.at[0] for m in seen) / len(seen), sum(m.at[1] for m in seen) / len(seen))
    ahead = bearing(firer.at, middle)
    ordered = sorted(seen, key=lambda m: relative(ahead, bearing(firer.at, m.at)))
    place = ("left", "centre", "right").index(part)
    count = len(ordered)
    return ordered[place * count // 3 : max(place * count // 3 + 1, (place + 1) * count // 3)]


def on_target(goal: int) -> Fraction:
    """The chance that a shot does not scatter: a double, or a total that skill makes up for. (ARAP-AREA-02)"""
    good = sum(a == b or a + b <= goal for a in range(1, 7) for b in range(1, 7))
    return Fraction(good, 36)


def burst(
    progress: Progress,
    firer: Model,
    unit: Unit,
    weapon: Weapon,
    aim: Point,
    target: UnitId,
    goal: int,
    modifiers: Sequence[Modifier],
) -> Point:
    """Scatter one shot and lay its marker; where its centre is. (ARAP-AREA-02, -03, -07)"""
    a = _die(progress, "scatter-a", unit, target, weapon, modifiers)
    b = _die(progress, "scatter-b", unit, target, weapon, ())
    turn = progress.roll(
        "direction",
        sides=360,
        unit=unit.id,
        target=target,
        why=f"{weapon.name}: which way it scatters",
        rules=("ARAP-AREA-02", "ARAP-SCAT-01"),
    )
    scatter = reduced(a, b, turn.dice[0], goal)
    length = min(float(scatter.distance_in), distance(firer.at, aim) / 2)
    fallen = along(aim, scatter.bearing_deg, length) if length else aim
    stopped = None if weapon.has("high-trajectory") else _stopped(progress.state, firer, unit, fallen)
    at = stopped or fallen
    progress.emit(
        ShellBurst(
            side=unit.side,
            unit=unit.id,
            target=target,
            weapon=weapon.id,
            aim=aim,
            at=at,
            diameter_in=weapon.marker_in,
            scatter_in=round(length, 4),
            bearing_deg=scatter.bearing_deg,
            stopped=stopped is not None,
            rules=("ARAP-AREA-01", "ARAP-AREA-02", "ARAP-AREA-03", *(("ARAP-AREA-07",) if stopped else ())),
        )
    )
    return at


def _die(
    progress: Progress, label: str, unit: Unit, target: UnitId, weapon: Weapon, modifiers: Sequence[Modifier]
) -> int:
    rolled = progress.roll(
        label,
        modifiers=modifiers,
        unit=unit.id,
        target=target,
        why=f"{weapon.name}: scatter",
        rules=("ARAP-AREA-02",),
    )
    return rolled.dice[0]


def _stopped(state: GameState, firer: Model, unit: Unit, fallen: Point) -> Point | None:
    """Where a shell in direct fire meets a tall obstacle on its way, if it does. (ARAP-AREA-07)"""
    if distance(firer.at, fallen) == 0:
        return None
    flight = templates.strip(firer.at, bearing(firer.at, fallen), distance(firer.at, fallen), 0.0)
    box = rings.bounds((firer.at, fallen))
    walls = [a for a in Lines(state, (firer.at, fallen), unit).table.ground.near(box) if not a.depth]
    near = (*walls, *large_objects(state, box, (unit.id,)))
    tall = tuple(a for a in near if not rings.holds(a.points, fallen))
    struck = templates.first_strike(flight, _NOTHING, min_height=TALL_IN, others=tall)
    return toward(firer.at, fallen, max(0.0, struck.at_in - SHORT_OF_WALL_IN)) if struck else None


def under(state: GameState, marker: Marker, firer: Model) -> list[Under]:
    """Everybody under a marker, nearest to its centre first. (ARAP-AREA-04, ARAP-AREA-05, ARAP-TMPL-06)"""
    found: list[Under] = []
    for unit in state.units.values():
        if unit.on_table:
            hit = [m for m in unit.alive if _reaches(state, marker, m)]
            found += _sheltered(state, marker, unit, hit, firer) if hit else ()
    return sorted(found, key=lambda u: u.distance_in)


def _reaches(state: GameState, marker: Marker, model: Model) -> bool:
    hull = hull_of(state, model)
    if hull is not None:
        return marker.reaches_hull(hull)
    return marker.reaches(Circle(model.at, state.profile(model).body_radius_in))


def _sheltered(state: GameState, marker: Marker, unit: Unit, models: Sequence[Model], firer: Model) -> Iterator[Under]:
    """The models with their cover against the centre; lying down or on the run it is soft. (PRONE-02, HIT-10)"""
    covers = Covers(Lines(state, (marker.centre,), unit))
    for model in models:
        hull = hull_of(state, model)
        if hull is not None:
            yield Under(unit.id, model.id, hull.distance_to_point(marker.centre), "none")
            continue
        found: CoverOf = covers.from_point(marker.centre, model)
        kind = found.kind
        if model.prone and kind == "none" and is_beyond(distance(firer.at, model.at), PRONE_IN):
            kind = "soft"
        if kind == "hard" and to_hit.ran_from(state, unit, found.area_id):
            kind = "soft"
        yield Under(unit.id, model.id, distance(marker.centre, model.at), kind)


def struck(progress: Progress, unit: Unit, covered: Sequence[Under], weapon: Weapon, target: UnitId) -> list[Under]:
    """Who under the marker is hit: in the open everybody, in cover by a die each. (ARAP-AREA-04)"""
    hit = [u for u in covered if u.cover == "none"]
    for kind, goal in ESCAPES.items():
        figures = [u for u in covered if u.cover == kind]
        if figures:
            rolled = progress.roll(
                "area-cover",
                len(figures),
                sense="low",
                goal=goal,
                unit=unit.id,
                target=target,
                why=f"{weapon.name}, figures in {kind} cover",
                rules=("ARAP-AREA-04", "ARAP-AREA-05"),
            )
            hit += [u for u, made in zip(figures, rolled.made, strict=True) if made]
    return sorted(hit, key=lambda u: u.distance_in)


EVENTS: tuple[type[Event], ...] = (ShellBurst,)
