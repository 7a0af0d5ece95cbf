"""How a shell or grenade comes down: dice, scatter, marker. (ARAP-AREA-02, -03, -07, -11 to -13, ARAP-GREN-03, -04)"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Final, Literal, NamedTuple

from rules.arap import building_interface
from rules.arap.sight.lines import distance_to, hull_of, large_objects
from rules.arap.templates import marker as templates_marker
from rules.arap.templates.building_interface import BurstsInBuildings, ModelUnderMarker
from rules.arap.terrain.ground import table_of
from rules.arap.units.weapons import short_range
from rules.core.ids import ModelId, UnitId, WeaponId
from rules.core.modifier import Modifier
from rules.dice import scatter
from rules.dice.goals import modified
from rules.dice.scatter import Scatter
from rules.forces.unit import Model, Point, Unit
from rules.forces.weapon import Weapon
from rules.geometry import rings, templates
from rules.geometry.areas import Area, Ground
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

_NOTHING: Final = Ground(())


class Shell(NamedTuple):
    """One shell or grenade in the air: whose, from where, at which point, at whom if anybody, how far off."""

    firer: Model
    unit: Unit
    weapon: Weapon
    aim: Point
    target: UnitId | None
    modifiers: tuple[Modifier, ...] = ()
    range_in: float = 0

    @property
    def is_limited(self) -> bool:
        """Whether it scatters at most half its range: not what is thrown or dropped, nor grenades launched close by.

        Nor in conditions that lift the limit, as the weapon or a tag of the unit says. (ARAP-AREA-03, ARAP-GREN-04)
        """
        if self.weapon.has(FAR) or FAR in self.unit.tags:
            return False
        launched = self.weapon.has("launched-grenade") and is_within(self.range_in, short_range(self.weapon))
        return not (self.weapon.is_thrown or launched or self.weapon.type == "bomb")


class Landing(NamedTuple):
    """Where it came down, and who is under its marker, nearest to the centre first."""

    at: Point
    under: list[ModelUnderMarker]


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

    def evolve(self, state: GameState) -> GameState:
        """Nothing changes by itself."""
        return state

    def sentence(self, state: GameState) -> str:
        """Where it fell."""
        name = state.weapons[self.weapon].name
        where = f"scatters {self.scatter_in:.3g}″" if self.scatter_in else "comes down on target"
        met = (
            " and meets an obstacle" if self.stopped else f" and bursts on the roof of {self.roof}" if self.roof else ""
        )
        return f"{name} {where}{met}"


def scattered(progress: Progress, shell: Shell, manner: Manner, base: int = 0) -> Scatter:
    """Throw for the scatter; `base` is the skill that counts where it does. (ARAP-AREA-02, -12, -13, ARAP-GREN-03)"""
    third = ("scatter-c",) if manner == "hidden" else ()
    seven = manner in ("aimed", "indirect") and templates_marker.sevens(progress.state)
    skill = modified(base if manner == "aimed" else 0, shell.modifiers)
    why = f"{shell.weapon.name}: scatter {_reckoned(manner, skill)}{', a total of 7 is a direct hit' if seven else ''}"
    labels = ("scatter-a", "scatter-b", *third)
    causes = (*CAUSES[manner], *(("ARAP-SCAT-03",) if seven else ()))
    given = shell.modifiers if manner != "short" else ()
    dice = [_die(progress, label, shell, given if n == 0 else (), why, causes) for n, label in enumerate(labels)]
    turn = progress.roll(
        "direction",
        sides=360,
        unit=shell.unit.id,
        target=shell.target,
        why=f"{shell.weapon.name}: which way it scatters",
        rules=(CAUSES[manner][0], "ARAP-SCAT-01"),
    )
    direction = turn.bearing_deg
    if manner == "short":
        return scatter.short_only(dice[0], dice[1], direction)
    if manner == "hidden":
        found = scatter.three_dice(dice[0], dice[1], dice[2], direction)
        return found._replace(distance_in=max(0, found.distance_in - skill))
    return scatter.reduced(dice[0], dice[1], direction, skill, seven_is_hit=seven)


_DICE: Final[dict[Manner, str]] = {
    "aimed": "2D6",
    "indirect": "2D6",
    "hidden": "two highest of 3D6",
    "short": "higher die less lower",
}


def _reckoned(manner: Manner, skill: int) -> str:
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


def come_down(
    progress: Progress, shell: Shell, found: Scatter | None, *, flat: bool, rules: Sequence[str] = ()
) -> Landing:
    """Lay the marker where the shell comes down; without a scatter where it was aimed. (ARAP-AREA-02, -03, -07)

    `flat` is direct fire, which a tall obstacle stops.
    """
    state, weapon, length = progress.state, shell.weapon, float(found.distance_in) if found else 0.0
    if shell.is_limited:
        length = min(length, shell.range_in / 2)
    fallen = along(shell.aim, found.bearing_deg, length) if found and length else shell.aim
    tall = obstacles(state, shell.unit.id, rings.bounds((shell.firer.at, fallen))) if flat else ()
    met = stopped(shell.firer.at, fallen, tall)
    at = met or fallen
    roof = building_interface.ask(BurstsInBuildings).roof_over(state, at) if weapon.is_lobbed else ""
    under = _reached(state, shell, at) if not roof else []
    secret = shell.unit.hidden and weapon.is_thrown
    lifted = shell.weapon.has(FAR) or FAR in shell.unit.tags
    limits = ("ARAP-AREA-03" if shell.is_limited or lifted else "ARAP-GREN-04",) if length else ()
    secrets = ("ARAP-GREN-05",) if secret else ()
    progress.emit(
        ShellBurst(
            side=None if secret else shell.unit.side,
            unit=None if secret else shell.unit.id,
            target=shell.target,
            weapon=weapon.id,
            aim=shell.aim,
            at=at,
            diameter_in=weapon.marker_in,
            scatter_in=round(length, 4),
            bearing_deg=found.bearing_deg if found else 0,
            stopped=met is not None,
            roof=roof,
            touched=tuple(u.model for u in under),
            rules=tuple(dict.fromkeys((*_more_rules(state, at, under, met, roof), *rules, *limits, *secrets))),
        )
    )
    return Landing(at, under)


def _more_rules(
    state: GameState, at: Point, under: Sequence[ModelUnderMarker], stopped: Point | None, roof: str
) -> tuple[str, ...]:
    trench = templates_marker.in_trench(state, at, under)
    rooms = ("BLD-FIRE-03", "BLD-FIRE-04") if roof else building_interface.ask(BurstsInBuildings).bursts(state, at)
    return (*rooms, *(("ARAP-AREA-07",) if stopped else ()), *(("ARAP-AREA-06",) if trench else ()))


def _reached(state: GameState, shell: Shell, at: Point) -> list[ModelUnderMarker]:
    across = shell.weapon.marker_in
    if not across:
        return _beneath(state, at)
    return templates_marker.under(state, marker(at, across), shell.firer, as_aimed=at == shell.aim)


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
    if eye == fallen or not any(rings.crossings(a.points, eye, fallen) for a in tall):
        return None
    flight = templates.strip(eye, bearing(eye, fallen), distance(eye, fallen), 0.0)
    near = tuple(a for a in tall if not rings.holds(a.points, fallen))
    struck = templates.first_strike(flight, _NOTHING, min_height=PASSED_OVER_IN, others=near)
    return toward(eye, fallen, max(0.0, struck.at_in - SHORT_OF_WALL_IN)) if struck else None


EVENTS: tuple[type[Event], ...] = (ShellBurst,)
