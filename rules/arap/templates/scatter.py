"""How a shell or grenade comes down: dice, scatter, marker. (ARAP-AREA-02, -03, -07, -11 to -13, ARAP-GREN-03, -04)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Final, Literal, NamedTuple

from rules.arap import building_interface
from rules.arap.sight.building_interface import Place
from rules.arap.sight.lines import distance_to, hull_of, large_objects
from rules.arap.templates import marker as templates_marker
from rules.arap.templates.building_interface import (
    BurstsInBuildings,
    BurstsOutside,
    Descent,
    FallsOnBuildings,
    Flight,
    Flown,
    ModelUnderMarker,
)
from rules.arap.terrain import floor_ways
from rules.arap.terrain.ground import height_at, table_of
from rules.arap.units.weapons import short_range
from rules.core.ids import ModelId, SideId, UnitId, WeaponId
from rules.core.modifier import Modifier
from rules.dice import scatter
from rules.dice.goals import modified
from rules.dice.scatter import Scatter
from rules.forces.unit import Model, Point, Unit
from rules.forces.weapon import Weapon
from rules.geometry import rings, templates
from rules.geometry.areas import Area
from rules.geometry.facings import bearing
from rules.geometry.lengths import along, distance, is_beyond, is_within, toward
from rules.geometry.rings import Bounds
from rules.geometry.templates import marker
from rules.progress import Progress
from rules.state import Event, GameState

Manner = Literal["aimed", "indirect", "hidden", "short"]
"""How it scatters: 2D6 less skill and modifiers; less modifiers alone; the two highest of 3D6; the short roll."""

CAUSES: Final[dict[Manner, tuple[str, ...]]] = {
    "aimed": ("ARAP-AREA-02",),
    "indirect": ("ARAP-AREA-12",),
    "hidden": ("ARAP-AREA-13", "ARAP-SCAT-08"),
    "short": ("ARAP-GREN-03", "ARAP-SCAT-07"),
}

FAR: Final = "far-scatter"
"""The trait of weapons, and tag of units, whose shells scatter as far as the dice say. (ARAP-AREA-03)"""

SHORT_OF_WALL_IN: Final = 0.02
"""A shell that meets an obstacle bursts so far before it, on the firer's side. (ARAP-AREA-07)"""

PASSED_OVER_IN: Final = 1.0
"""An obstacle no higher stops no shell. (ARAP-AREA-07)"""


class Shell(NamedTuple):
    """One shell or grenade in the air: whose, from where, at which point, at whom if anybody, how far off."""

    firer: Model
    unit: Unit
    weapon: Weapon
    aim: Point
    target: UnitId | None
    modifiers: tuple[Modifier, ...] = ()
    range_in: float = 0
    aim_in: float = 0
    """How high the ground is there, in inches: the floor of a storey. (BLD-INTO-08)"""
    outside_of: str = ""
    """The building whose outside is aimed at. (BLD-FIRE-02)"""
    dropped: bool = False
    """Let fall over an edge. (BLD-HIGH-05)"""
    own_dice: bool = False
    """Whether it scatters by dice of its own, however far they say. (TRI-ORD-04, TRI-ORD-07)"""

    @property
    def is_limited(self) -> bool:
        """Whether it scatters at most half its range: not what is thrown or dropped, nor grenades launched close by.

        Nor in conditions that lift the limit, as the weapon or a tag of the unit says. (ARAP-AREA-03, ARAP-GREN-04)
        """
        if self.own_dice or self.weapon.has(FAR) or FAR in self.unit.tags:
            return False
        launched = self.weapon.has("launched-grenade") and is_within(self.range_in, short_range(self.weapon))
        return not (self.weapon.is_thrown or launched or self.weapon.type == "bomb")


class Landing(NamedTuple):
    """Where it came down, and who is under its marker, nearest to the centre first."""

    at: Point
    under: list[ModelUnderMarker]


TURNED: Final[dict[str, str]] = {
    "": "",
    "reversed": " into a wall, and is turned round",
    "bounced": " and bounces off a wall",
    "rerolled": " into a wall, and is thrown for again",
    "stopped": " and stops at a wall",
    "below": " over the edge, and bursts a level lower",
    "kept": " over the edge, and is kept on its level",
}


class ShellBurst(Event, frozen=True, kw_only=True, tag="ShellBurst"):
    """A shell has come down: where it was aimed, how far and which way it scattered, where its marker lies.

    Nobody is named as the source of what a hidden unit throws. (ARAP-GREN-05)
    """

    weapon: WeaponId
    aim: Point
    at: Point
    diameter_in: float
    target: UnitId | None = None
    scatter_in: float = 0
    bearing_deg: float = 0
    stopped: bool = False
    touched: tuple[ModelId, ...] = ()
    """Whoever is under the marker, nearest to its centre first."""
    roof: str = ""
    """The house on whose roof it burst, over the heads of those inside. (BLD-FIRE-03)"""
    turned: str = ""
    """What became of it at a wall or an edge: reversed, bounced, rerolled, stopped, below, kept. (BLD-SCAT-01)"""

    def evolve(self, state: GameState) -> GameState:
        """Nothing changes by itself."""
        return state

    def sentence(self, state: GameState) -> str:
        """Where it fell, and where nobody is under it that is known of."""
        name = state.weapons[self.weapon].name
        if self.stopped and not self.scatter_in:
            return f"{name} meets an obstacle on its way{TURNED[self.turned]}"
        where = f"scatters {self.scatter_in:.3g}″" if self.scatter_in else "comes down on target"
        met = (
            " and meets an obstacle" if self.stopped else f" and bursts on the roof of {self.roof}" if self.roof else ""
        )
        missed = ", with nobody under it" if self._catches_nobody(state) else ""
        return f"{name} {where}{met}{TURNED[self.turned]}{missed}"

    def _catches_nobody(self, state: GameState) -> bool:
        """Whether what hurts has come down on none of the units of that state."""
        hurts = state.weapons[self.weapon].strength > 0 and self.diameter_in > 0 and not self.roof
        return hurts and not any(m.partition("@")[0].rsplit(".", 1)[0] in state.units for m in self.touched)


def scattered(progress: Progress, shell: Shell, manner: Manner, base: int = 0) -> Scatter:
    """Throw for the scatter; `base` is the skill that counts where it does. (ARAP-AREA-02, -12, -13, ARAP-GREN-03)"""
    return _thrown(progress, shell, manner, base)[0]


class AtPort(NamedTuple):
    """A throw for a shell at a firing port; `beside_in` is how far what is right on it strays if it does not go in."""

    found: Scatter
    beside_in: int


def at_port(progress: Progress, shell: Shell, base: int) -> AtPort:
    """Throw for a shell at a port: a double is right on it, but its dice count once it has not passed. (BLD-PORT-04)"""
    return AtPort(*_thrown(progress, shell, "aimed", base))


def strayed(progress: Progress, shell: Shell, thrown: AtPort) -> Scatter:
    """What was right on a port and does not go in: so far that way. Up to version 10 it burst there. (BLD-PORT-04)"""
    if thrown.found.distance_in or not thrown.beside_in or progress.state.is_older_than("11"):
        return thrown.found
    strays = thrown.found._replace(distance_in=thrown.beside_in)
    if throws_no_direction(progress, shell.unit.side):
        return _turned(progress, shell, CAUSES["aimed"][0], strays)
    return strays


def _thrown(progress: Progress, shell: Shell, manner: Manner, base: int) -> tuple[Scatter, int]:
    """The scatter, and the inches that its dice come to if a direct hit is none."""
    third = ("scatter-c",) if manner == "hidden" else ()
    seven = manner in ("aimed", "indirect") and templates_marker.sevens(progress.state)
    skill = modified(base if manner == "aimed" else 0, shell.modifiers)
    why = f"{shell.weapon.name}: scatter {_in_words(manner, skill)}{', a total of 7 is a direct hit' if seven else ''}"
    labels = ("scatter-a", "scatter-b", *third)
    causes = (*CAUSES[manner], *(("ARAP-SCAT-03",) if seven else ()))
    given = shell.modifiers if manner != "short" else ()
    dice = [_die(progress, label, shell, given if n == 0 else (), why, causes) for n, label in enumerate(labels)]
    found = _turned(progress, shell, CAUSES[manner][0], _read(manner, dice, skill, seven=seven))
    return found, max(0, sum(dice) - skill)


def by_dice(progress: Progress, shell: Shell, dice: Sequence[int], skill: int) -> Scatter:
    """The scatter of dice that have been thrown already; only its direction is thrown for. (ARAP-AREA-02)"""
    return _turned(progress, shell, CAUSES["aimed"][0], _read("aimed", dice, skill, seven=False))


def _turned(progress: Progress, shell: Shell, cause: str, found: Scatter) -> Scatter:
    """With the way it goes, if it goes anywhere."""
    if not found.distance_in and throws_no_direction(progress, shell.unit.side):
        return found
    turn = progress.roll(
        "direction",
        sides=360,
        unit=shell.unit.id,
        target=shell.target,
        why=f"{shell.weapon.name}: which way it scatters",
        rules=(cause, "ARAP-SCAT-01"),
    )
    return found._replace(bearing_deg=turn.bearing_deg)


def throws_no_direction(progress: Progress, side: SideId) -> bool:
    """Whether nobody has to throw for a way that is not used: the server's dice fall together, real ones are asked for.

    Up to version 4 they were asked for all the same. (ARAP-SCAT-02)
    """
    return progress.is_by_hand(side) and not progress.state.is_older_than("5")


def _read(manner: Manner, dice: Sequence[int], skill: int, *, seven: bool) -> Scatter:
    """How far it goes by those dice; which way is not thrown for yet."""
    if manner == "short":
        return scatter.short_only(dice[0], dice[1], 0)
    if manner == "hidden":
        found = scatter.three_dice(dice[0], dice[1], dice[2], 0)
        return found._replace(distance_in=max(0, found.distance_in - skill))
    return scatter.reduced(dice[0], dice[1], 0, skill, seven_is_hit=seven)


_DICE: Final[dict[Manner, str]] = {
    "aimed": "2D6",
    "indirect": "2D6",
    "hidden": "two highest of 3D6",
    "short": "higher die less lower",
}


def _in_words(manner: Manner, skill: int) -> str:
    """How the distance comes from the dice: "2D6 less 4"."""
    if manner == "short" or not skill:
        return _DICE[manner]
    return f"{_DICE[manner]} {'less' if skill > 0 else 'plus'} {abs(skill)}"


def _die(
    progress: Progress, label: str, shell: Shell, modifiers: tuple[Modifier, ...], why: str, rules: tuple[str, ...]
) -> int:
    rolled = progress.roll(label, modifiers=modifiers, unit=shell.unit.id, target=shell.target, why=why, rules=rules)
    return rolled.dice[0]


@cache
def on_target(manner: Manner, less: int, *, seven_is_hit: bool = False) -> Fraction:
    """The chance that a shell does not scatter, with so much taken off its distance."""
    if manner == "hidden":
        faces = [sorted((a, b, c)) for a in range(1, 7) for b in range(1, 7) for c in range(1, 7)]
        return Fraction(sum((h if h == i else h + i) <= less for _, i, h in faces), 216)
    return templates_marker.on_target(less, seven_is_hit=seven_is_hit)


@cache
def lengths(manner: Manner, less: int, *, seven_is_hit: bool = False) -> tuple[tuple[int, int], ...]:
    """How far it scatters that way, in inches, each with the ways in which its dice bring that, of all their ways."""
    dice = product(range(1, 7), repeat=3 if manner == "hidden" else 2)
    found = Counter(_read(manner, faces, less, seven=seven_is_hit).distance_in for faces in dice)
    return tuple(sorted(found.items()))


def fall(
    progress: Progress, shell: Shell, manner: Manner, base: int = 0, *, flat: bool, rules: Sequence[str] = ()
) -> Landing:
    """Throw for the scatter and lay the marker. (ARAP-AREA-02)"""
    found = scattered(progress, shell, manner, base)

    def again() -> Scatter:
        return scattered(progress, shell, manner, base)

    return come_down(progress, shell, found, flat=flat, rules=rules, again=again)


def come_down(
    progress: Progress,
    shell: Shell,
    found: Scatter | None,
    *,
    flat: bool,
    rules: Sequence[str] = (),
    again: Callable[[], Scatter] | None = None,
) -> Landing:
    """Lay the marker where the shell comes down; without a scatter where it was aimed. (ARAP-AREA-02, -03, -07)

    `flat` is direct fire, which a tall obstacle stops; `again` throws for the scatter once more. (BLD-SCAT-02)
    """
    length = _length(shell, found)
    flight = _flight(progress.state, shell, flat=flat)
    if again is not None:
        flight = flight._replace(again=lambda: _again(shell, again()))
    fell = building_interface.ask(FallsOnBuildings).descent(progress, flight, found, length)
    state, weapon = progress.state, shell.weapon
    if fell is None:
        fallen = along(shell.aim, found.bearing_deg, length) if found and length else shell.aim
        tall = obstacles(state, shell.unit.id, rings.bounds((shell.firer.at, fallen))) if flat else ()
        met = stopped(shell.firer.at, fallen, tall)
        fell = Descent(met or fallen, stopped=met is not None)
    at = fell.at
    nobody = fell.overhead or (fell.roof and not fell.reaches)
    under = _behind_upper_wall(state, shell, fell) if nobody else _reached(state, shell, fell)
    secret = shell.unit.hidden and weapon.is_thrown
    lifted = shell.weapon.has(FAR) or FAR in shell.unit.tags
    limit = "ARAP-AREA-03" if shell.is_limited or lifted else "ARAP-GREN-04"
    limits = (limit,) if length and not shell.own_dice else ()
    secrets = ("ARAP-GREN-05",) if secret else ()
    progress.emit(
        ShellBurst(
            side=None if secret else shell.unit.side,
            unit=None if secret else shell.unit.id,
            target=shell.target,
            weapon=weapon.id,
            aim=fell.aimed or shell.aim,
            at=at,
            diameter_in=weapon.marker_in,
            scatter_in=round(length, 4),
            bearing_deg=found.bearing_deg if found else 0,
            stopped=fell.stopped,
            roof=fell.roof,
            turned=fell.turned,
            touched=tuple(u.model for u in under),
            rules=tuple(dict.fromkeys((*_more_rules(state, fell, under), *rules, *limits, *secrets))),
        )
    )
    if fell.roof:
        building_interface.ask(FallsOnBuildings).roof_struck(progress, shell.unit, at, weapon)
    return Landing(at, under)


def _length(shell: Shell, found: Scatter | None) -> float:
    """How far it scatters: at most half its range, where that limits it. (ARAP-AREA-03, ARAP-GREN-04)"""
    length = float(found.distance_in) if found else 0.0
    return min(length, shell.range_in / 2) if shell.is_limited else length


def _again(shell: Shell, found: Scatter) -> tuple[Scatter, float]:
    return found, _length(shell, found)


def _flight(state: GameState, shell: Shell, *, flat: bool) -> Flight:
    """The way of a shell as houses look at it."""
    start = Place(shell.firer.at, shell.firer.level_in + height_at(state, shell.firer.at))
    manner: Flown = "dropped" if shell.dropped else "thrown" if shell.weapon.is_thrown else "flat" if flat else "lobbed"
    return Flight(start, Place(shell.aim, shell.aim_in), manner, shell.unit.id, shell.outside_of)


def _more_rules(state: GameState, fell: Descent, under: Sequence[ModelUnderMarker]) -> tuple[str, ...]:
    trench = templates_marker.in_trench(state, fell.at, under)
    rooms = () if fell.roof else building_interface.ask(BurstsInBuildings).bursts(state, fell.at)
    met, trenches = ("ARAP-AREA-07",) if fell.stopped else (), ("ARAP-AREA-06",) if trench else ()
    return (*fell.rules, *rooms, *met, *trenches)


def _reached(state: GameState, shell: Shell, fell: Descent) -> list[ModelUnderMarker]:
    across = shell.weapon.marker_in
    if not across:
        return _beneath(state, fell.at)
    as_aimed = fell.at == (fell.aimed or shell.aim)
    return templates_marker.under(state, marker(fell.at, across), shell.firer, as_aimed=as_aimed, stopped=fell.stopped)


def _behind_upper_wall(state: GameState, shell: Shell, fell: Descent) -> list[ModelUnderMarker]:
    """Those on the floor at whose wall it burst, with that between them and it; nobody else. (BLD-INTO-11)"""
    across, at = shell.weapon.marker_in, fell.upstairs
    if at is None or not across:
        return []
    found = templates_marker.under(state, marker(at, across), shell.firer, as_aimed=False, stopped=True)
    outside = building_interface.ask(BurstsOutside)
    return [u for u in found if outside.on_floor_at(state, at, state.units[u.unit].model(u.model).at)]


def _beneath(state: GameState, at: Point) -> list[ModelUnderMarker]:
    """Whom something without a marker comes down on: the nearest of those whose base or hull it falls on."""
    found = [
        ModelUnderMarker(unit.id, model.id, distance_to(state, at, model), "none")
        for unit in state.units.values()
        if unit.on_table
        for model in unit.alive
        if is_within(distance_to(state, at, model), 0 if hull_of(state, model) else state.profile(model).base_radius_in)
    ]
    return sorted(found, key=lambda u: u.distance_in)[:1]


def obstacles(state: GameState, unit: UnitId, box: Bounds) -> tuple[Area, ...]:
    """What may stop a unit's shells in direct fire in a rectangle: obstacles over an inch, large objects.

    Whether they hide anything does not matter; what is open work lets shells through. (ARAP-AREA-07)
    """
    table = table_of(state)
    walls = [
        a._replace(height=piece.height_in)
        for a in table.ground.near(box)
        if not a.depth and not (piece := table.terrain[a.id]).open_work
    ]
    return tuple(a for a in (*walls, *large_objects(state, box, (unit,))) if is_beyond(a.height, PASSED_OVER_IN))


def stopped(eye: Point, fallen: Point, tall: Sequence[Area]) -> Point | None:
    """Where a shell on its way to a place meets one of those; what it comes down in does not stop it. (ARAP-AREA-07)"""
    if eye == fallen:
        return None
    crossed = [a for a in tall if rings.crossings(a.points, eye, fallen)]
    near = [a for a in crossed if not rings.holds(a.points, fallen)]
    if not near:
        return None
    flight = templates.strip(eye, bearing(eye, fallen), distance(eye, fallen), 0.0)
    entered = (rings.crossings(a.points, eye, flight.end) for a in near)
    shares = [parts[0][0] for parts in entered if parts and parts[0][0] > 0]
    return toward(eye, fallen, max(0.0, min(shares) * flight.length - SHORT_OF_WALL_IN)) if shares else None


def met(state: GameState, firer: Model, aim: Point, weapon: Weapon) -> Point | None:
    """Where a shell in direct fire meets an obstacle on its way to its aim, though nothing scatters. (ARAP-AREA-07)

    Between floors that are laid out apart nothing on the board lies in its way.
    """
    if weapon.is_lobbed or not weapon.marker_in:
        return None
    if floor_ways.floor_at(state, firer.at) != floor_ways.floor_at(state, aim):
        return None
    unit = state.find_model(firer.id)[0]
    return stopped(firer.at, aim, obstacles(state, unit.id, rings.bounds((firer.at, aim))))


def note_of_obstacle(state: GameState, firer: Model, aim: Point, weapon: Weapon) -> str:
    """A note of that for a preview; empty where its way is free."""
    at = met(state, firer, aim, weapon)
    return f"an obstacle {distance(firer.at, at):.2f}″ off stops it there (ARAP-AREA-07)" if at is not None else ""


EVENTS: tuple[type[Event], ...] = (ShellBurst,)
