"""Shells of ordnance: laid over an enemy in sight, scattering D6, two dice after a move. (TRI-ORD-01 to -06)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from typing import Final, Literal

from msgspec.structs import replace

from rules.arap.shooting import volley
from rules.arap.shooting.losses import HitSource
from rules.arap.shooting.plan import Firing
from rules.arap.sight.lines import distance_to
from rules.arap.sight.lines import hull_of as hull_of_model
from rules.arap.templates import scatter as templates_scatter
from rules.arap.templates.scatter import Shell as Flight
from rules.arap.templates.scatter import obstacles, stopped
from rules.arap.units import weapons
from rules.core.ids import ModelId, UnitId
from rules.core.refusal import Refusal
from rules.dice.scatter import Scatter, is_direct_hit
from rules.events import Note
from rules.forces.unit import Model, Point, Unit
from rules.forces.weapon import Weapon
from rules.geometry import rings
from rules.geometry.hulls import Hull
from rules.geometry.lengths import Circle, is_within
from rules.geometry.templates import marker
from rules.progress import Progress, TaskStruct
from rules.state import GameState
from rules.vehicles.shared.hull import weapon_of
from rules.vehicles.trial.hull.steps import other_than
from rules.vehicles.trial.shooting.gunnery import TrialGunnery

DIRECT: Final = Fraction(12, 36)
"""A double or a total of 7. (TRI-ORD-04)"""

_STEP_IN: Final = 0.25
"""Between two places at which a marker may be laid over a hull."""

_INSET_IN: Final = 0.125
"""They are no nearer to its edge."""

_PAIRS: Final = tuple(product(range(1, 7), repeat=2))

NEAREST: Final = ModelId("")
"""The marker is laid over the nearest of them."""

LARGE_IN: Final = 5.0
"""The marker of ordnance that names none. (TRI-ORD-01)"""


def marker_in(weapon: Weapon) -> float:
    """The diameter of its marker. (TRI-ORD-01)"""
    return weapon.marker_in or LARGE_IN


def laid(weapon: Weapon) -> Weapon:
    """The same with the marker that it is fired with. (TRI-ORD-01)"""
    return replace(weapon, marker_in=marker_in(weapon))


def dropped(weapon: Weapon) -> Weapon:
    """The same as a barrage, which comes from above whatever the weapon: it strikes the side nearest. (TRI-ORD-06)"""
    return replace(laid(weapon), traits=tuple(dict.fromkeys((*weapon.traits, "high-trajectory"))))


def gun_of(state: GameState, unit: Unit, target: Unit, mount: int) -> TrialGunnery:
    """The mount, with what it sees of the target."""
    return TrialGunnery(state, unit, target, [mount])


def aim_of(state: GameState, unit: Unit, target: Unit, mount: int, aim: ModelId) -> Model:
    """The model under the middle of the marker: the one named, else the nearest."""
    gun = gun_of(state, unit, target, mount).guns[mount]
    named = next((m for m in target.alive if m.id == aim), None)
    return named or min(target.alive, key=lambda m: distance_to(state, gun.at, m))


def laid_over(state: GameState, unit: Unit, mount: int, target: Unit, aim: ModelId = NEAREST) -> Firing:
    """The shell with its marker over the model under its middle. (TRI-ORD-01, TRI-ORD-04)"""
    model = aim_of(state, unit, target, mount, aim)
    gunnery = gun_of(state, unit, target, mount)
    shell = gunnery.shell_over(mount, laid(weapon_of(state, unit, mount)), model)
    return shell._replace(aim=replace(model, at=middle_of(state, gunnery, mount, model)))


def middle_of(state: GameState, gunnery: TrialGunnery, mount: int, model: Model) -> Point:
    """Where the middle of the marker is laid: on a hull half of which is hidden over the nearest part in sight.

    It is in sight where nothing on the way would stop the shell; up to version 9 it was laid over the middle of the
    hull all the same. (TRI-ORD-04, ARAP-AREA-07)
    """
    hull = hull_of_model(state, model)
    if hull is None or weapon_of(state, gunnery.unit, mount).is_lobbed or state.is_older_than("10"):
        return model.at
    gun = gunnery.guns[mount].at
    tall = obstacles(state, gunnery.unit.id, rings.bounds((gun, *hull.corners())))
    return next((at for at in _over(hull) if stopped(gun, at, tall) is None), model.at)


@lru_cache(maxsize=64)
def _over(hull: Hull) -> tuple[Point, ...]:
    """Places over a hull, its middle first, then ever further from it."""
    half, side = (max(0, round((each / 2 - _INSET_IN) / _STEP_IN)) for each in (hull.length, hull.width))
    steps = product(range(-half, half + 1), range(-side, side + 1))
    near = sorted(steps, key=lambda step: (step[0] ** 2 + step[1] ** 2, step))
    return tuple(hull.on_table(ahead * _STEP_IN, aside * _STEP_IN) for ahead, aside in near)


def barred(state: GameState, unit: Unit, mount: int, target_id: UnitId, aim: ModelId) -> Refusal | None:
    """Its arc has to bear, and the marker may cover nobody of one's own; range and sight are found out. (TRI-ORD-04)"""
    target, weapon = state.units[target_id], weapon_of(state, unit, mount)
    if aim and all(m.id != aim for m in target.alive):
        text = f"{target.name} has no such model."
        return Refusal("no-such-model", text, "TRI-ORD-04", "a model of the target")
    gunnery, model = gun_of(state, unit, target, mount), aim_of(state, unit, target, mount, aim)
    if not gunnery.bears(mount, model):
        text = f"{target.name} is outside the arc of {weapon.name}."
        return Refusal("out-of-arc", text, "TRI-FIRE-03", other_than(unit, "another weapon"))
    own = _own_under(state, unit, middle_of(state, gunnery, mount, model), marker_in(weapon))
    if own is not None:
        text = f"The marker would cover {own.name}."
        return Refusal("covers-own", text, "TRI-ORD-04", "a place that covers none of your own")
    return None


def _own_under(state: GameState, unit: Unit, at: Point, diameter_in: float) -> Unit | None:
    laid = marker(at, diameter_in)
    for own in state.units.values():
        if own.side != unit.side or not own.on_table:
            continue
        for model in own.alive:
            hull = hull_of_model(state, model)
            body = Circle(model.at, state.profile(model).body_radius_in)
            if laid.reaches_hull(hull) if hull is not None else laid.reaches(body):
                return own
    return None


class OrdnanceShell(TaskStruct, frozen=True, kw_only=True, tag="OrdnanceShell"):
    """A shell on its way, still to be rolled. (TRI-ORD-04)"""

    unit: UnitId
    target: UnitId
    mount: int
    aim: ModelId = NEAREST

    def run(self, progress: Progress) -> None:
        """A miss if it proves out of range or unseen; else it scatters and strikes who is under it."""
        state = progress.state
        unit, target = state.units[self.unit], state.units[self.target]
        if unit.is_gone or not target.on_table:
            return
        gunnery, model = gun_of(state, unit, target, self.mount), aim_of(state, unit, target, self.mount, self.aim)
        gun, weapon = gunnery.guns[self.mount], weapon_of(state, unit, self.mount)
        if why := misses(state, gunnery, self.mount, model):
            text = f"{weapon.name} misses: {target.name} proves {why}"
            progress.emit(Note(side=unit.side, unit=unit.id, text=text, rules=("TRI-ORD-04", "TRI-ORD-02")))
            return
        at = middle_of(state, gunnery, self.mount, model)
        flight = Flight(gun, unit, laid(weapon), at, target.id, own_dice=True)
        land(progress, flight, flat(progress, flight, moved=unit.now.moved_in > 0), flat=not weapon.is_lobbed)


def misses(state: GameState, gunnery: TrialGunnery, mount: int, model: Model) -> str:
    """Why a marker laid over that model is a miss for certain, if it is. (TRI-ORD-04)"""
    gun, weapon = gunnery.guns[mount], weapon_of(state, gunnery.unit, mount)
    away = distance_to(state, gun.at, model)
    if not is_within(away, weapons.range_of(weapon)):
        return f"out of range at {away:.2f}″"
    return "" if gunnery.sees(gun, model) else "out of sight"


def flat(progress: Progress, flight: Flight, *, moved: bool) -> Scatter:
    """Fired directly: a die of distance, the higher of two after a move. (TRI-ORD-04)"""
    return scattered(progress, flight, "ordnance-scatter-distance", 2 if moved else 1, ("TRI-ORD-04",))


Way = Literal["still", "moved", "barrage"]
"""From where it stood, after a move, or dropped from above."""

_FAR: Final[Mapping[Way, str]] = {"still": "D6", "moved": "the higher of 2D6", "barrage": "2D6"}


def scatter_text(way: Way) -> str:
    """How it scatters, in words. (TRI-ORD-04, TRI-ORD-07)"""
    return f"double or 7, else it scatters {_FAR[way]} inches"


def scattered(progress: Progress, flight: Flight, label: str, dice: int, rules: tuple[str, ...]) -> Scatter:
    """Two dice for a direct hit, a double or a 7; else a bearing and a distance. (TRI-ORD-04, TRI-ORD-07)

    Two dice of distance are added for a barrage; of direct fire after a move the higher counts.
    """
    unit, why = flight.unit, f"{flight.weapon.name}: a double or 7 is a direct hit"
    cited = (*rules, "ARAP-SCAT-01", "ARAP-SCAT-03")
    pointer, base = (
        progress.roll(part, unit=unit.id, target=flight.target, why=why, rules=cited).dice[0]
        for part in ("scatter-a", "scatter-b")
    )
    if is_direct_hit(pointer, base, seven_is_hit=True):
        return Scatter(0, 0.0)
    which = f"{flight.weapon.name}: which way it scatters"
    turn = progress.roll("direction", sides=360, unit=unit.id, target=flight.target, why=which, rules=cited)
    far = f"{flight.weapon.name}: how far"
    rolled = progress.roll(label, dice, sense="sum", unit=unit.id, target=flight.target, why=far, rules=rules)
    inches = sum(rolled.dice) if label == "barrage-scatter-distance" else max(rolled.dice)
    return Scatter(inches, turn.bearing_deg)


@cache
def lengths(way: Way) -> Mapping[float, int]:
    """How far a shell scatters, in inches, by how many of all the ways in which its four dice may fall.

    12 of 36 pairs are direct hits; else one die of distance counts, the higher of two, or for a barrage their sum.
    (TRI-ORD-04, TRI-ORD-07)
    """
    direct = sum(is_direct_hit(a, b, seven_is_hit=True) for a, b in _PAIRS)
    found = Counter({0.0: direct * len(_PAIRS)})
    for first, second in _PAIRS:
        far = {"still": first, "moved": max(first, second), "barrage": first + second}[way]
        found[float(far)] += len(_PAIRS) - direct
    return dict(found)


def land(progress: Progress, flight: Flight, found: Scatter, *, flat: bool) -> None:
    """Where it comes down it strikes whoever is under it. (TRI-ORD-05, TRI-ORD-06)"""
    unit, weapon = flight.unit, flight.weapon
    rules = ("TRI-ORD-05", "TRI-ORD-01")
    landing = templates_scatter.come_down(progress, flight, found, flat=flat, rules=rules)
    struck = volley.area_struck(progress, unit.id, landing, weapon, flight.target)
    burst = volley.AreaFire(weapon, flight.firer.id, weapon.strength, False, flight.target, reaction=False, rules=rules)
    lots: volley.Lots = {}
    volley.all_struck(progress, unit.id, burst._replace(centre=landing.at), struck, lots)
    volley.wound(progress, lots, HitSource(by=unit.id))


TASKS: tuple[type[TaskStruct], ...] = (OrdnanceShell,)
