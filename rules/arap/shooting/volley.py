"""Throwing the dice of a plan: shots to hit, templates, and what the hits lead to. (ARAP-SHOOT-01, ARAP-HIT-01)

Whoever lets a unit fire (a shooting action, a reaction, a charge) makes a plan and passes it here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from msgspec.structs import replace

from rules.arap import building_interface
from rules.arap.damage import allocation, wounds_and_saves
from rules.arap.damage.allocation import Lot
from rules.arap.events import tallied
from rules.arap.morale import suppression
from rules.arap.shooting import losses
from rules.arap.shooting.building_interface import ShotsFromBuildings, StreamsAtBuildings
from rules.arap.shooting.losses import HitSource
from rules.arap.shooting.plan import FirePlan, Firing, Reach
from rules.arap.shooting.vehicle_interface import ShotsAtVehicles
from rules.arap.templates import look_out_sir, marker, scatter, strip_hits
from rules.arap.templates import strip as templates_strip
from rules.arap.templates.building_interface import BurstsInBuildings, BurstsOutside
from rules.arap.templates.scatter import Landing, Shell
from rules.arap.templates.vehicle_interface import UnderTemplates
from rules.arap.units import hidden
from rules.arap.units.vehicle_interface import VehicleCrews
from rules.arap.units.weapons import key
from rules.arap.vehicle_interface import ask
from rules.core.ids import ModelId, UnitId, WeaponId
from rules.forces.unit import Point, Unit
from rules.forces.weapon import Weapon
from rules.geometry.lengths import distance
from rules.progress import Progress, TaskStruct
from rules.state import Event, GameState

Lots = dict[UnitId, list[Lot]]
"""Hits on their way, by the unit that they struck."""


class ShotsFired(Event, frozen=True, kw_only=True, tag="ShotsFired"):
    """Models of one unit have fired one weapon at another unit.

    `shots` by model; `lines` are the ends of the lines of fire for the board, in inches; `strip` the corners of a
    template, `beyond` those of what bounced off a wall. A bystander hit by a template or marker has an event of its
    own, without shots.
    """

    target: UnitId
    weapon: WeaponId
    shots: dict[ModelId, int]
    hits: int
    lines: tuple[tuple[Point, Point], ...] = ()
    strip: tuple[Point, ...] = ()
    beyond: tuple[Point, ...] = ()
    big: bool = False
    reaction: bool = False

    def evolve(self, state: GameState) -> GameState:
        """Shots are counted for the weapon, hits for suppression; the target is remembered. (ARAP-WPN-02, SUPP-01)"""
        assert self.unit is not None
        unit, target = state.units[self.unit], state.units[self.target]
        now = unit.now
        if self.shots and not self.reaction:
            fired = dict(now.shots)
            for model, count in self.shots.items():
                fired[key(model, self.weapon)] = fired.get(key(model, self.weapon), 0) + count
            now = replace(now, shots=fired, shot_at=self.target, shot_moves=(unit.moves, target.moves))
            state = state.with_unit(replace(unit, now=now))
        return tallied(state, self.unit, self.target, hits=self.hits, big=self.big and self.hits > 0)

    def by_nobody(self, hidden: frozenset[UnitId]) -> ShotsFired:
        """All hear who is under what somebody unseen has thrown. (ARAP-GREN-05)"""
        unseen = self.unit in hidden and self.target not in hidden and not self.shots
        return replace(self, unit=None, side=None) if unseen else self

    def sentence(self, state: GameState) -> str:
        """Who fired how many shots with what at whom, and how many hit."""
        target, weapon = state.units[self.target].name, state.weapons[self.weapon].name
        hits = f"{self.hits} hit{'' if self.hits == 1 else 's'}"
        if not self.shots:
            return f"{target} is caught by {weapon}: {hits}"
        assert self.unit is not None
        name = state.units[self.unit].name
        if self.strip or state.weapons[self.weapon].marker_in:
            return f"{name} fires {weapon} at {target}: {hits}"
        count = sum(self.shots.values())
        return f"{name} fires {weapon} at {target}, {count} shot{'' if count == 1 else 's'}: {hits}"


def fire(
    progress: Progress, unit: UnitId, target: UnitId, plan: FirePlan, source: HitSource, *, reaction: bool = False
) -> None:
    """Throw the plan's dice and queue wounds, saves and losses for everybody who is hit.

    `reaction`: in an enemy's turn, so that the shots do not count for the unit's own. (ARAP-STAND-03)
    """
    hidden.reveal(progress, unit)
    lots: Lots = {target: []}
    for group in plan.groups():
        if group[0].strip is not None:
            _flame(progress, unit, target, group[0], lots, reaction=reaction)
        elif group[0].weapon.marker_in:
            _shell(progress, unit, target, group[0], lots, reaction=reaction)
        else:
            _shoot(progress, unit, target, group, lots, reaction=reaction)
    wound(progress, lots, source, {target: plan.covered})


def wound(
    progress: Progress,
    lots: Mapping[UnitId, Sequence[Lot]],
    source: HitSource,
    covered: Mapping[UnitId, Sequence[ModelId]] = MappingProxyType({}),
) -> None:
    """Roll hits to wound, unit by unit; saves and losses come first now. `covered` are members in cover.

    (ARAP-CAS-02)
    """
    tasks: list[TaskStruct] = []
    for struck, theirs in lots.items():
        if not progress.state.units[struck].is_vehicle:
            tasks += losses.begin(progress, struck, theirs, source, covered.get(struck, ()))
    progress.ahead(*tasks)


def shots_that_hit(
    progress: Progress,
    unit: UnitId,
    target: UnitId | None,
    group: Sequence[Firing],
    rules: Sequence[str],
    *,
    at: str = "",
    tail: str = "",
) -> list[Firing]:
    """One roll for all shots of a group of like firings: the firing behind each shot that hits. (ARAP-HIT-01)

    `at` and `tail` say in the log where the shots go and what is odd about them.
    """
    first = group[0]
    shots = [firing for firing in group for _ in range(firing.shots)]
    rolled = progress.roll(
        "to-hit",
        len(shots),
        sense="low",
        goal=first.goal,
        base=first.base,
        modifiers=first.modifiers,
        unit=unit,
        target=target,
        why=f"{first.weapon.name}{at}, {len(shots)} shot{'' if len(shots) == 1 else 's'}{tail}",
        rules=rules,
    )
    return [firing for firing, made in zip(shots, rolled.made, strict=True) if made]


def _shoot(
    progress: Progress,
    unit_id: UnitId,
    target: UnitId,
    group: Sequence[Firing],
    lots: Lots,
    *,
    reaction: bool,
) -> None:
    """The shots of a group, and what they lead to. (ARAP-HIT-01, ARAP-SHOOT-09)"""
    first = group[0]
    unit = progress.state.units[unit_id]
    rules = (
        "ARAP-HIT-01",
        "ARAP-WPN-01",
        *(("ARAP-AREA-13",) if first.blind else ()),
        *(("ARAP-HIT-09",) if first.is_dimmed else ()),
        *REACHING[first.reach],
    )
    struck = shots_that_hit(progress, unit_id, target, group, rules, tail=_dimmed(first) + TAILS[first.reach])
    hit_by = tuple(firing.model.id for firing in struck)
    counts: dict[ModelId, int] = {}
    for f in group:
        counts[f.model.id] = counts.get(f.model.id, 0) + f.shots
    progress.emit(
        ShotsFired(
            side=unit.side,
            unit=unit_id,
            target=target,
            weapon=first.weapon.id,
            shots=counts,
            hits=len(hit_by),
            lines=tuple((f.model.at, f.aim.at) for f in group),
            reaction=reaction,
            rules=("ARAP-SHOOT-01", "ARAP-SUPP-01"),
        )
    )
    _land(progress, unit_id, target, first, hit_by, lots)


REACHING: Final[dict[Reach, tuple[str, ...]]] = {
    "": (),
    "lean": ("BLD-HIGH-02",),
    "wild": ("BLD-HIGH-03", "BLD-HIGH-04"),
}

TAILS: Final[dict[Reach, str]] = {"": "", "lean": ", leaning out", "wild": ", held out blind"}


def _dimmed(firing: Firing) -> str:
    """What smoke leaves of a laser. (ARAP-HIT-09)"""
    return f" through smoke at strength {firing.strength}" if firing.is_dimmed else ""


def settled(progress: Progress, unit: UnitId, firing: Firing) -> Firing:
    """The same with the Strength that its die gives for one hit. (TRI-FIRE-05)"""
    sides = firing.weapon.random_sides
    if not sides:
        return firing
    why = f"Strength of the {firing.weapon.name}: {firing.weapon.strength_in_words(firing.strength)}"
    rolled = progress.roll("pick", sides=sides, sense="pick", unit=unit, why=why, rules=("TRI-FIRE-05",))
    traits = tuple(t for t in firing.weapon.traits if not t.startswith("random-strength"))
    strength = firing.strength + rolled.dice[0]
    return firing._replace(weapon=replace(firing.weapon, strength=strength, traits=traits), strength=strength)


def _land(
    progress: Progress,
    unit_id: UnitId,
    target: UnitId,
    firing: Firing,
    hit_by: tuple[ModelId, ...],
    lots: Lots,
) -> None:
    """Hits on a vehicle meet its armour at once; hits on others wait for their wound rolls.

    Of people aboard only those in the open are hit, of those in a house who showed themselves. (VEH-OPEN-01, SSHT-04)
    """
    if not hit_by:
        return
    if firing.weapon.random_sides:
        for one in hit_by:
            _land(progress, unit_id, target, settled(progress, unit_id, firing), (one,), lots)
        return
    if progress.state.units[target].is_vehicle:
        weapon = replace(firing.weapon, strength=firing.strength)
        ask(progress.state, ShotsAtVehicles).take_hits(progress, target, weapon, hit_by, unit_id)
        return
    weapon = firing.weapon
    lot = Lot(weapon=weapon.id, strength=firing.strength, ap=weapon.ap, count=len(hit_by), close=firing.close)
    struck = progress.state.units[target]
    if struck.aboard is not None:
        standing = ask(progress.state, UnderTemplates).in_the_open(progress.state, struck)
        lot = replace(lot, victims=allocation.drawn(progress, struck, standing, lot, "hit"))
    exposed = building_interface.ask(ShotsFromBuildings).victims(progress.state, unit_id, hit_by, struck)
    if exposed is not None:
        lot = replace(lot, victims=allocation.drawn(progress, struck, exposed, lot, "hit"))
    lots[target].append(lot)


def _flame(
    progress: Progress,
    unit_id: UnitId,
    target: UnitId,
    firing: Firing,
    lots: Lots,
    *,
    reaction: bool,
) -> None:
    """One template: who is under it, one die against BS, and the figures that are hit. (ARAP-TMPL-01 to -04)"""
    assert firing.strip is not None
    covered = templates_strip.under(progress.state, firing.strip, firing.model, firing.beyond, aim=firing.aim)
    burnt = strip_hits.struck(
        progress,
        progress.state.units[unit_id],
        covered,
        firing.goal,
        base=firing.base,
        modifiers=firing.modifiers,
        target=target,
        why=firing.weapon.name,
    )
    rules = ("ARAP-TMPL-01", "ARAP-TMPL-06", *(("ARAP-TMPL-02",) if firing.beyond else ()))
    beyond = firing.beyond.corners() if firing.beyond else ()
    strip = firing.strip.corners()
    weapon, by = firing.weapon, firing.model.id
    burst = AreaFire(weapon, by, firing.strength, firing.close, target, reaction, rules, strip, beyond)
    all_struck(progress, unit_id, burst, [(u.unit, u.model) for u in burnt.hit], lots)
    fired, streams = progress.state.units[unit_id], building_interface.ask(StreamsAtBuildings)
    streams.has_burnt(progress, fired, firing, aimed_well=burnt.aimed_well)


def _shell(
    progress: Progress,
    unit_id: UnitId,
    target: UnitId,
    firing: Firing,
    lots: Lots,
    *,
    reaction: bool,
) -> None:
    """Shots of an area weapon: each scatters and strikes who is under its marker. (ARAP-AREA-02 to -05)"""
    weapon = firing.weapon
    for _ in range(firing.shots):
        unit = progress.state.units[unit_id]
        away = distance(firing.model.at, firing.aim.at)
        shell = Shell(firing.model, unit, weapon, firing.aim.at, target, firing.modifiers, away, firing.aim.level_in)
        rules = ("ARAP-AREA-01", "ARAP-AREA-02")
        landing = scatter.fall(progress, shell, "aimed", firing.base, flat=not weapon.is_lobbed, rules=rules)
        struck = area_struck(progress, unit_id, landing, weapon, target)
        burst = AreaFire(weapon, firing.model.id, firing.strength, firing.close, target, reaction=reaction, rules=UNDER)
        burst = burst._replace(centre=landing.at)
        all_struck(progress, unit_id, burst, struck, lots)


def area_struck(
    progress: Progress, unit_id: UnitId, landing: Landing, weapon: Weapon, target: UnitId | None = None
) -> list[tuple[UnitId, ModelId]]:
    """Who of those under a marker is hit. (ARAP-AREA-04)"""
    behind = building_interface.ask(BurstsOutside).behind_walls(progress, landing.at, weapon.marker_in)
    unit = progress.state.units[unit_id]
    hit = marker.struck(progress, unit, (*landing.under, *behind), weapon, target)
    building_interface.ask(BurstsInBuildings).strike_walls(progress, unit, landing.at, weapon)
    return [(u.unit, u.model) for u in hit]


UNDER: Final = ("ARAP-AREA-04", "ARAP-TMPL-06")


class AreaFire(NamedTuple):
    """What the events of one template or shell have in common. Without a target nobody was aimed at."""

    weapon: Weapon
    model: ModelId
    strength: int
    close: bool
    target: UnitId | None
    reaction: bool
    rules: tuple[str, ...]
    strip: tuple[Point, ...] = ()
    beyond: tuple[Point, ...] = ()
    centre: Point | None = None
    """The middle of the marker, for what has one."""


def all_struck(
    progress: Progress,
    unit_id: UnitId,
    burst: AreaFire,
    struck: Sequence[tuple[UnitId, ModelId]],
    lots: Lots,
) -> None:
    """Whoever is under a template or marker and hit, friend or foe, unit by unit. (ARAP-AREA-15)"""
    weapon = burst.weapon
    by_unit = wounds_and_saves.grouped(look_out_sir.passed_on(progress, struck))
    if burst.centre is not None and any(progress.state.units[u].is_vehicle for u in by_unit):
        burst = burst._replace(rules=(*burst.rules, *ask(progress.state, VehicleCrews).cited("bursts")))
    for hit_unit in dict.fromkeys((*((burst.target,) if burst.target else ()), *by_unit)):
        victims = tuple(by_unit.get(hit_unit, ()))
        _tell(progress, unit_id, hit_unit, burst, len(victims))
        if not victims:
            continue
        if progress.state.units[hit_unit].is_vehicle:
            (strength,) = _strengths(progress, unit_id, burst, 1)
            used, vehicles = replace(weapon, strength=strength), ask(progress.state, ShotsAtVehicles)
            if burst.centre is not None:
                vehicles.take_burst(progress, hit_unit, used, burst.model, unit_id, burst.centre)
            else:
                vehicles.take_hits(progress, hit_unit, used, (burst.model,), unit_id)
            continue
        by_strength: dict[int, list[ModelId]] = {}
        for victim, strength in zip(victims, _strengths(progress, unit_id, burst, len(victims)), strict=True):
            by_strength.setdefault(strength, []).append(victim)
        for strength, alike in by_strength.items():
            lot = Lot(
                weapon=weapon.id,
                strength=strength,
                ap=weapon.ap,
                victims=tuple(alike),
                close=burst.close,
                in_order=weapon.marker_in > 0 and bool(progress.state.option("area_casualties_from_centre")),
            )
            lots.setdefault(hit_unit, []).append(lot)


def _strengths(progress: Progress, unit: UnitId, burst: AreaFire, hits: int) -> list[int]:
    """The Strength of each hit; up to version 16 no die was rolled for it. (TRI-FIRE-05)"""
    sides = burst.weapon.random_sides
    if not sides or progress.state.is_older_than("17"):
        return [burst.strength] * hits
    why = f"Strength of the {burst.weapon.name}: {burst.weapon.strength_in_words(burst.strength)}"
    rolled = progress.roll("pick", hits, sides=sides, sense="pick", unit=unit, why=why, rules=("TRI-FIRE-05",))
    return [burst.strength + die for die in rolled.dice]


def _tell(progress: Progress, unit_id: UnitId, struck: UnitId, burst: AreaFire, hits: int) -> None:
    """One unit under a template or marker; only for the target does it count as a shot."""
    aimed = struck == burst.target
    progress.emit(
        ShotsFired(
            side=progress.state.units[unit_id].side,
            unit=unit_id,
            target=struck,
            weapon=burst.weapon.id,
            shots={burst.model: 1} if aimed else {},
            hits=hits,
            strip=burst.strip if aimed else (),
            beyond=burst.beyond if aimed else (),
            big=burst.weapon.marker_in >= suppression.BIG_MARKER_IN,
            reaction=burst.reaction,
            rules=(*burst.rules, *_on_hull(progress.state.units[struck])),
        )
    )


def _on_hull(unit: Unit) -> tuple[str, ...]:
    """The rules by which people on a hull are struck along with it."""
    return () if unit.aboard is None else ("VEH-OPEN-01", *(("VEH-BRD-13",) if unit.clinging else ()))


EVENTS: tuple[type[Event], ...] = (ShotsFired,)
