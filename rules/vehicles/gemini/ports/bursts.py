"""Shells, grenades and streams at the openings of a vehicle: in, or outside. (VEH-PORT-02, -03, BLD-CONF-02, -03)"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from rules.arap.shooting import volley
from rules.arap.shooting.plan import Firing
from rules.arap.shooting.vehicle_interface import ShotsAtVehicles
from rules.arap.shooting.volley import Told
from rules.arap.templates import scatter, strip
from rules.arap.templates.scatter import Shell
from rules.arap.templates.strip import BEHIND, ModelUnderStrip
from rules.arap.vehicle_interface import ask
from rules.core.ids import UnitId
from rules.dice.scatter import Scatter
from rules.forces.unit import Unit
from rules.geometry.lengths import along, is_within
from rules.progress import Progress
from rules.state import GameState
from rules.vehicles.gemini.hull.low_rolls import low_goal
from rules.vehicles.gemini.ports import openings
from rules.vehicles.gemini.ports.openings import HullOpening
from rules.vehicles.gemini.ports.suppression import PortsHit, lot, tell
from rules.vehicles.shared.hull import hull_of

PASSES: Final = low_goal(4)
"""On this or less a hit on a port goes in; so do flames and blasts near one. (VEH-PORT-02, VEH-PORT-03)"""

NEAR_IN: Final = 1.0
"""Who is so near an open port may be caught by what happens on the other side of it."""


def shell(
    progress: Progress, unit_id: UnitId, vehicle: UnitId, firing: Firing, opening: HullOpening, lots: volley.Lots
) -> None:
    """An area weapon: on the opening by a double or no scatter, then even odds to pass a port. (VEH-PORT-02)"""
    unit = progress.state.units[unit_id]
    shell = _aimed(progress.state, unit, vehicle, firing, opening)
    near = openings.is_close(progress.state, progress.state.units[vehicle], opening, firing.model.at)
    found = scatter.scattered(progress, shell, "aimed", firing.base)
    on_it = found.distance_in == 0 or (opening.kind != "port" and near)
    if on_it and (opening.kind != "port" or _passes(progress, unit_id, vehicle, firing)):
        _inside(progress, unit_id, vehicle, firing, lots)
        return
    _outside(progress, unit_id, vehicle, firing, shell, found, lots)


def grenade(
    progress: Progress, unit_id: UnitId, vehicle: UnitId, firing: Firing, opening: HullOpening, lots: volley.Lots
) -> None:
    """A grenade needs its roll against BS however near; half of the hits on a port do not go in. (VEH-PORT-02)"""
    state = progress.state
    unit = state.units[unit_id]
    rolled = progress.roll(
        "to-hit",
        sense="low",
        goal=firing.goal,
        base=firing.base,
        modifiers=firing.modifiers,
        unit=unit_id,
        target=vehicle,
        why=f"{firing.weapon.name}, thrown at {opening.name}",
        rules=("VEH-PORT-02", "ARAP-GREN-02"),
    )
    is_port = opening.kind == "port"
    near = openings.is_close(state, state.units[vehicle], opening, firing.model.at)
    if (not is_port and near) or (rolled.made[0] and (not is_port or _passes(progress, unit_id, vehicle, firing))):
        _inside(progress, unit_id, vehicle, firing, lots)
        return
    shell = _aimed(state, unit, vehicle, firing, opening)
    _outside(progress, unit_id, vehicle, firing, shell, scatter.scattered(progress, shell, "short"), lots)


def _aimed(state: GameState, unit: Unit, vehicle: UnitId, firing: Firing, opening: HullOpening) -> Shell:
    at = openings.before(state, state.units[vehicle], opening, firing.model.at)
    return Shell(firing.model, unit, firing.weapon, at, vehicle, firing.modifiers, firing.range_in)


def _passes(progress: Progress, unit: UnitId, vehicle: UnitId, firing: Firing) -> bool:
    why = f"{firing.weapon.name} through a port of {progress.state.units[vehicle].name}"
    rules = ("VEH-PORT-02", "VEH-JOIN-01")
    rolled = progress.roll("port-pass", sense="low", goal=PASSES, unit=unit, target=vehicle, why=why, rules=rules)
    return bool(rolled.passed)


def _inside(progress: Progress, unit: UnitId, vehicle: UnitId, firing: Firing, lots: volley.Lots) -> None:
    """A confined space: everybody in it is hit, and perhaps who is near an opening. (VEH-PORT-02, BLD-CONF-03)"""
    tell(progress, unit, vehicle, [firing], 1, shots=1)
    _everybody(progress, unit, vehicle, firing, lots, "burst")
    state = progress.state
    spots = [o.at for o in openings.every_open(state, state.units[vehicle]) if o.face is not None]
    near = [
        (u.id, m.id)
        for u in state.units.values()
        if u.on_table and not u.is_vehicle
        for m in u.alive
        if any(is_within(((m.at[0] - x) ** 2 + (m.at[1] - y) ** 2) ** 0.5, NEAR_IN) for x, y in spots)
    ]
    if not near:
        return
    rolled = progress.roll(
        "area-cover",
        len(near),
        sense="low",
        goal=PASSES,
        unit=unit,
        target=vehicle,
        why=f"{firing.weapon.name}: who stands outside within 1″ of a port",
        rules=("BLD-CONF-03", "VEH-PORT-02"),
    )
    caught = [n for n, made in zip(near, rolled.made, strict=True) if made]
    told = Told(
        firing.weapon, firing.model.id, firing.strength, firing.close, None, reaction=False, rules=("BLD-CONF-03",)
    )
    volley.all_struck(progress, unit, told, caught, lots)


def _everybody(
    progress: Progress,
    unit: UnitId,
    vehicle: UnitId,
    firing: Firing,
    lots: volley.Lots,
    how: Literal["burst", "stream"],
) -> None:
    state = progress.state
    struck: dict[UnitId, int] = {}
    for people in openings.insides(state, state.units[vehicle]):
        victims = tuple(m.id for m in people.alive)
        struck[people.id] = len(victims)
        lots.setdefault(people.id, []).append(lot(firing, victims))
    rule = "VEH-PORT-02" if how == "burst" else "VEH-PORT-03"
    progress.emit(
        PortsHit(
            side=state.units[unit].side,
            unit=unit,
            target=vehicle,
            weapon=firing.weapon.id,
            hits=1,
            passed=1,
            struck=struck,
            how=how,
            big=firing.weapon.marker_in >= volley.BIG_MARKER_IN,
            rules=(rule, "BLD-CONF-02"),
        )
    )


def _outside(
    progress: Progress,
    unit: UnitId,
    vehicle: UnitId,
    firing: Firing,
    shell: Shell,
    found: Scatter,
    lots: volley.Lots,
) -> None:
    """It bursts outside, on the other side of where it would have gone in. (VEH-PORT-02, BLD-PORT-04)"""
    hull = hull_of(progress.state, progress.state.units[vehicle])
    if found.distance_in and hull.contains(along(shell.aim, found.bearing_deg, found.distance_in)):
        found = found._replace(bearing_deg=(found.bearing_deg + 180) % 360)
    rules, flat = ("VEH-PORT-02",), not firing.weapon.is_thrown
    landing = scatter.come_down(progress, shell, found if found.distance_in else None, flat=flat, rules=rules)
    struck = volley.area_struck(progress, unit, landing, firing.weapon, vehicle)
    told = Told(
        firing.weapon, firing.model.id, firing.strength, firing.close, vehicle, reaction=False, rules=volley.UNDER
    )
    volley.all_struck(progress, unit, told._replace(centre=landing.at), struck, lots)


# -- streams -------------------------------------------------------------------------------------------------------


def flame(
    progress: Progress, unit_id: UnitId, vehicle: UnitId, firing: Firing, opening: HullOpening, lots: volley.Lots
) -> None:
    """One roll: two better than needed it goes in; else the outside is hit, and it licks in. (VEH-PORT-03)"""
    assert firing.strip is not None
    state = progress.state
    unit = state.units[unit_id]
    margin = -firing.modifiers[-1].value if opening.kind == "port" else 0
    plain = firing.goal + margin
    others = [u for u in strip.under(state, firing.strip, firing.model) if u.unit != vehicle]
    bounds = {kind: plain - less for kind, less in BEHIND.items() if any(u.cover == kind for u in others)}
    die, second = strip.one_roll(
        progress,
        unit,
        firing.goal,
        bounds,
        firing.base,
        firing.modifiers,
        vehicle,
        f"{firing.weapon.name} at {opening.name}",
        rules=("VEH-PORT-03", "ARAP-TMPL-03"),
    )
    passed = die is not None and strip.is_hit(die, second, firing.goal)
    tell(progress, unit_id, vehicle, [firing], 1)
    if passed:
        _everybody(progress, unit_id, vehicle, firing, lots, "stream")
    else:
        _licks(progress, unit_id, vehicle, firing, opening, lots)
        used = firing.weapon
        ask(state, ShotsAtVehicles).take_hits(progress, vehicle, used, (firing.model.id,), unit_id)
    _bystanders(progress, unit, vehicle, firing, others, die, second, plain, lots)


def _licks(
    progress: Progress, unit: UnitId, vehicle: UnitId, firing: Firing, opening: HullOpening, lots: volley.Lots
) -> None:
    """Those inside within an inch of an open port: as many as that face has openings, who fired out first."""
    state = progress.state
    inside = openings.people(state, state.units[vehicle])
    fired = {shot.partition("/")[0] for u in openings.insides(state, state.units[vehicle]) for shot in u.now.shots}
    places = len(openings.on_face(state, state.units[vehicle], opening.face)) if opening.face else 1
    near = sorted(inside, key=lambda one: one[1] not in fired)[:places]
    rolled = progress.roll(
        "template-cover",
        len(near),
        sense="low",
        goal=PASSES,
        unit=unit,
        target=vehicle,
        why=f"{firing.weapon.name}: who is within 1″ of an open port",
        rules=("VEH-PORT-03", "VEH-JOIN-01"),
    )
    struck: dict[UnitId, int] = {}
    for (people, model), made in zip(near, rolled.made, strict=True):
        if made:
            struck[people] = struck.get(people, 0) + 1
            lots.setdefault(people, []).append(lot(firing, (model,)))
    progress.emit(
        PortsHit(
            side=state.units[unit].side,
            unit=unit,
            target=vehicle,
            weapon=firing.weapon.id,
            hits=1,
            passed=0,
            struck=struck,
            how="lick",
            rules=("VEH-PORT-03",),
        )
    )


def _bystanders(
    progress: Progress,
    unit: Unit,
    vehicle: UnitId,
    firing: Firing,
    others: Sequence[ModelUnderStrip],
    die: int | None,
    second: int | None,
    plain: int,
    lots: volley.Lots,
) -> None:
    """Others under the template fare as under any: by the same roll, without what the port took off."""
    if not others:
        return
    if die is not None and strip.is_hit(die, second, plain):
        hit = [u for u in others if strip.is_hit(die, second, plain - BEHIND[u.cover])]
    else:
        hit = strip.second_chance(progress, unit, others, vehicle, firing.weapon.name)
    rules = ("ARAP-TMPL-01", "ARAP-TMPL-06")
    told = Told(firing.weapon, firing.model.id, firing.strength, firing.close, None, reaction=False, rules=rules)
    volley.all_struck(progress, unit.id, told, [(u.unit, u.model) for u in hit], lots)
