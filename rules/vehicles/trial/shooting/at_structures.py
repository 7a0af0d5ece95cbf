"""The Shooting step at walls, doors and windows of houses, and at the armour of buildings.

Ordnance is laid with its marker, scatters by its own dice and fires alone.
(TRI-JOIN-01, TRI-JOIN-02, TRI-FIRE-12, TRI-FACE-01, TRI-ORD-02, TRI-ORD-04, BLD-WALL-01, BLD-BUNK-06)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final, TypeVar

from msgspec.structs import replace

from rules.arap.shooting.building_interface import AtWall
from rules.arap.shooting.by_mounts import HowFired
from rules.arap.shooting.plan import Firing
from rules.arap.shooting.shoot_at_spot import MARK
from rules.arap.templates.scatter import AtPort, Shell
from rules.core.ids import SideId
from rules.core.refusal import Refusal
from rules.dice.scatter import Scatter
from rules.forces.unit import Unit
from rules.geometry.facings import bearing
from rules.offers import Offer, offered
from rules.progress import Action, Progress
from rules.state import GameState
from rules.vehicles.shared.hull import weapon_of
from rules.vehicles.shared.shooting import at_structures
from rules.vehicles.shared.shooting.at_structures import (
    ByCrew,
    MountsAtBuilding,
    MountsAtPorts,
    MountsAtWall,
    MountsIntoSection,
    by_all,
)
from rules.vehicles.trial.shooting import allowance, ordnance
from rules.vehicles.trial.shooting.fire import aim, step
from rules.vehicles.trial.shooting.gunnery import TrialGunnery, is_barrage


class HowTrialFires(HowFired):
    """Shells of ordnance scatter by their own dice, further after a move."""

    def __init__(self, *, moved: bool) -> None:
        self.moved = moved

    def scattered(self, progress: Progress, shell: Shell, base: int) -> Scatter:
        """D6 inches, the higher of two after a move; other markers by the core. (TRI-ORD-04)"""
        if shell.weapon.type != "ordnance":
            return super().scattered(progress, shell, base)
        return ordnance.flat(progress, shell, moved=self.moved)

    def into(self, progress: Progress, shell: Shell) -> Scatter | None:
        """By the same dice. (TRI-ORD-04, BLD-SSHT-10)"""
        return ordnance.flat(progress, shell, moved=self.moved) if shell.weapon.type == "ordnance" else None

    def at_port(self, progress: Progress, shell: Shell, base: int) -> AtPort:
        """By the same dice; one that scatters goes as much further as a port costs. (TRI-ORD-04, BLD-PORT-02)

        What is right on it has thrown for no distance, and bursts there if it does not go in.
        """
        if shell.weapon.type != "ordnance":
            return super().at_port(progress, shell, base)
        found = self.scattered(progress, shell, base)
        if not found.distance_in:
            return AtPort(found, 0)
        further = sum(m.value for m in shell.modifiers if m.rule == "BLD-PORT-02")
        return AtPort(found._replace(distance_in=found.distance_in - further), 0)

    def aims(self, state: GameState, firing: Firing) -> tuple[str, Fraction]:
        """A third of them do not scatter. (TRI-ORD-04)"""
        if firing.weapon.type != "ordnance":
            return super().aims(state, firing)
        return ordnance.scatter_text("moved" if self.moved else "still"), ordnance.DIRECT


_HOW: Final = {moved: HowTrialFires(moved=moved) for moved in (False, True)}


class TrialCrew(ByCrew):
    """One step of one point, all weapons at one target, turned to face first. (TRI-JOIN-02, TRI-FACE-01)"""

    __slots__ = ()
    turn_to: float | None

    def crew_barred(self, state: GameState) -> Refusal | None:
        """The step, the crew, the weapons, the allowance, the turn."""
        refusal = aim.crew_barred(state, self.side, self.unit, self.mounts)
        return refusal or aim.turn_barred(state, state.units[self.unit], self.turn_to)

    def ap(self, state: GameState) -> int:
        """One for the whole step."""
        return 1

    def as_it_fires(self, state: GameState) -> GameState:
        """Turned to face."""
        return aim.turned(state, state.units[self.unit], self.turn_to)

    def gunnery(self, state: GameState) -> TrialGunnery:
        """From the mounts, in their arcs."""
        return step.gunnery(state, state.units[self.unit], MARK, self.mounts)

    def as_fired(self, state: GameState, firing: Firing) -> Firing:
        """Ordnance with a large marker where it names none. (TRI-ORD-01)"""
        if firing.weapon.type != "ordnance":
            return firing
        return firing._replace(weapon=ordnance.laid(firing.weapon))

    def pay(self, progress: Progress) -> None:
        """A point; then it turns."""
        unit = progress.state.units[self.unit]
        fires_ordnance = any(weapon_of(progress.state, unit, m).type == "ordnance" for m in self.mounts)
        step.pay(progress, unit, self.mounts, ordnance_fired=fires_ordnance)
        step.face(progress, unit, self.turn_to)

    def how(self, state: GameState) -> HowFired:
        """Ordnance minds whether it has moved."""
        return _HOW[state.units[self.unit].now.moved_in > 0]

    def cited(self, state: GameState) -> tuple[str, ...]:
        """The step, the turn, the shell."""
        unit = state.units[self.unit]
        shell = any(weapon_of(state, unit, m).type == "ordnance" for m in self.mounts)
        faced = ("TRI-FACE-01",) if self.turn_to is not None else ()
        row = allowance.RULE[allowance.row_of(state, unit)]
        return (*step.STEP_RULES, row, *faced, *(("TRI-ORD-01", "TRI-ORD-02", "TRI-ORD-04") if shell else ()))


class StepAtWall(TrialCrew, MountsAtWall, frozen=True, kw_only=True, tag="StepAtWall"):
    """Fire mounted weapons at a wall, door or window, after turning to face with `turn_to`, a heading in degrees.

    (TRI-JOIN-02, BLD-WALL-01, BLD-WALL-02)
    """

    turn_to: float | None = None

    def as_pressed(self, state: GameState) -> AtWall:
        """By all weapons that may fire at it, turned where it was to turn; as it was where none may."""
        unit = state.units[self.unit]
        shells = [m for m in self.mounts if weapon_of(state, unit, m).type == "ordnance"]
        ways = _ways(state, self, shells or _groups(state, unit)[0])
        return next((w for w in reversed(ways) if (w.turn_to is None) == (self.turn_to is None)), self)


class StepAtBuilding(TrialCrew, MountsAtBuilding, frozen=True, kw_only=True, tag="StepAtBuilding"):
    """Fire mounted weapons at an armoured building, after turning to face with `turn_to`, a heading in degrees.

    (TRI-JOIN-02, BLD-BUNK-06)
    """

    turn_to: float | None = None


class StepIntoSection(TrialCrew, MountsIntoSection, frozen=True, kw_only=True, tag="StepIntoSection"):
    """Fire mounted weapons that burst into a section, after turning to face with `turn_to`, a heading in degrees.

    (TRI-JOIN-02, BLD-SSHT-08, BLD-SSHT-10)
    """

    turn_to: float | None = None


class StepAtPorts(TrialCrew, MountsAtPorts, frozen=True, kw_only=True, tag="StepAtPorts"):
    """Fire mounted weapons at the people behind ports, after turning to face with `turn_to`, a heading in degrees.

    (TRI-JOIN-02, BLD-PORT-01, BLD-PORT-04)
    """

    turn_to: float | None = None


# ------------------------------------------------------------------ what is offered

TrialFire = StepAtWall | StepAtBuilding | StepIntoSection | StepAtPorts

AtStructure = TypeVar("AtStructure", StepAtWall, StepAtBuilding, StepIntoSection, StepAtPorts)


def _groups(state: GameState, unit: Unit) -> list[list[int]]:
    """What fires together, main weapons first; then each piece of ordnance, which fires alone. (TRI-ORD-02)"""
    ready = [m for m in at_structures.ready_mounts(state, unit) if not is_barrage(weapon_of(state, unit, m))]
    ready.sort(key=lambda m: (-max(weapon_of(state, unit, m).strengths), m))
    alone = [m for m in ready if weapon_of(state, unit, m).type == "ordnance"]
    return [[m for m in ready if m not in alone], *([m] for m in alone)]


def _ways(state: GameState, fire: AtStructure, ready: Sequence[int]) -> list[AtStructure]:
    """By all that may of those as it stands, and turned to face where more then may. (TRI-FACE-01)"""
    heading = round(bearing(state.units[fire.unit].models[0].at, fire.aimed_at(state)), 2)
    stands = by_all(state, replace(fire, turn_to=None), ready)
    turned = by_all(state, replace(fire, turn_to=heading), ready)
    better = turned is not None and (stands is None or len(turned.mounts) > len(stands.mounts))
    return [way for way in (stands, turned if better else None) if way is not None]


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """For the acting vehicle: doors, windows, walls and armoured buildings that some of its weapons can damage."""
    unit = at_structures.acting(state, side)
    if unit is None:
        return
    groups = _groups(state, unit)
    for name, terrain, section in at_structures.armoured(state):
        tried = StepAtBuilding(side=side, unit=unit.id, terrain=terrain, section=section, mounts=())
        if not (section and at_structures.no_target(state, tried)):
            yield from _at_building(state, unit, tried, name, groups)
    yield from _at_people(state, unit, groups)
    for name, at in at_structures.walls_in_reach(state, unit, [m for group in groups for m in group]):
        wall = StepAtWall(
            side=side,
            unit=unit.id,
            terrain=at.terrain,
            opening=at.opening,
            wall=at.wall,
            part=at.part,
            mounts=(),
        )
        for group in groups:
            for way in _ways(state, wall, group):
                yield Offer(kind="shoot-wall", unit=unit.id, ap=1, label=_label(state, unit, way, name), action=way)


def _at_building(
    state: GameState, unit: Unit, tried: StepAtBuilding, name: str, groups: Sequence[Sequence[int]]
) -> Iterator[Offer]:
    """By each group that can hurt it; where none may fire now, why not the strongest."""
    strong = [[m for m in group if at_structures.can_hurt(state, tried, m)] for group in groups]
    first = next((group[0] for group in strong if group), None)
    if first is None:
        return
    tried = replace(tried, mounts=(first,))
    ways = [] if at_structures.no_target(state, tried) else [w for group in strong for w in _ways(state, tried, group)]
    for shot in ways or [tried]:
        label = _label(state, unit, shot, name)
        yield offered(state, shot, kind="shoot-building", unit=unit.id, ap=1, label=label)


def _at_people(state: GameState, unit: Unit, groups: Sequence[Sequence[int]]) -> Iterator[Offer]:
    """Into sections with enemies, and at ports with enemies behind them."""
    for name, into in at_structures.sections_held(state, unit):
        given = StepIntoSection(
            side=unit.side, unit=unit.id, terrain=into.terrain, section=into.section, way=into.way, mounts=()
        )
        for shot in (way for group in groups for way in _ways(state, given, group)):
            label = _label(state, unit, shot, name).replace(" at ", " into ", 1)
            yield Offer(kind="blast-section", unit=unit.id, ap=1, label=label, action=shot)
    for name, at in at_structures.ports_held(state, unit):
        tried = StepAtPorts(side=unit.side, unit=unit.id, terrain=at.terrain, part=at.part, mounts=())
        for fire in (way for group in groups if group for way in _ways(state, tried, group)):
            label = _label(state, unit, fire, f"the ports of {name}")
            yield Offer(kind="building-ports", unit=unit.id, ap=1, label=label, action=fire)


def _label(state: GameState, unit: Unit, fire: TrialFire, name: str) -> str:
    """Which shell, where it is one, and whether it turns. (TRI-ORD-02, TRI-FACE-01)"""
    weapon = weapon_of(state, unit, fire.mounts[0])
    shell = f"fire {weapon.name} at {name}" if weapon.type == "ordnance" else f"fire at {name}"
    return f"Turn and {shell}" if fire.turn_to is not None else shell[:1].upper() + shell[1:]


OFFERED: Final = ("shoot-building", "shoot-wall", "blast-section", "building-ports")
ACTIONS: tuple[type[Action], ...] = (StepAtWall, StepAtBuilding, StepIntoSection, StepAtPorts)
