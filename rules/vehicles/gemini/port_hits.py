"""What goes in at the ports of a vehicle, and what bursts outside. (VEH-PORT-01 to -03, BLD-CONF-02, BLD-CONF-03)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from rules.core.ids import ModelId, UnitId, WeaponId
from rules.dice.scatter import Scatter
from rules.forces.unit import Point, Unit
from rules.gemini import ports, shellfall, templates, volley
from rules.gemini.allocation import Lot
from rules.gemini.facts import tallied
from rules.gemini.fire_plan import Firing, Plan
from rules.gemini.shellfall import Shell
from rules.gemini.templates import BEHIND, Under
from rules.gemini.volley import ShotsFired, Told
from rules.gemini.wounding import Source
from rules.geometry.lengths import along, is_within
from rules.progress import Progress
from rules.state import Event, GameState
from rules.vehicles.gemini import openings
from rules.vehicles.gemini.conversion import low_goal
from rules.vehicles.gemini.hull import hull_of
from rules.vehicles.gemini.openings import Opening

PASSES: Final = low_goal(4)
"""On this or less a hit on a port goes in; so do flames and blasts near one. (VEH-PORT-02, VEH-PORT-03)"""

NEAR_IN: Final = 1.0
"""Who is so near an open port may be caught by what happens on the other side of it."""

Openings = Mapping[tuple[ModelId, WeaponId], Opening]


class PortsHit(Event, frozen=True, kw_only=True, tag="PortsHit"):
    """Hits on the openings of a vehicle: how many go in, and how many of them strike each unit inside."""

    target: UnitId
    weapon: WeaponId | None = None
    hits: int
    passed: int
    struck: dict[UnitId, int] = {}
    how: Literal["shots", "burst", "stream", "lick"] = "shots"
    big: bool = False

    def evolve(self, state: GameState) -> GameState:
        """Hits count for suppression of those inside. (ARAP-SUPP-01)"""
        assert self.unit is not None
        for unit, hits in self.struck.items():
            state = tallied(state, self.unit, unit, hits=hits, big=self.big and hits > 0)
        return state

    def sentence(self, state: GameState) -> str:
        """What came through."""
        name = state.units[self.target].name
        weapon = state.weapons[self.weapon].name if self.weapon else ""
        count = sum(self.struck.values())
        people = f"{count} hit{'' if count == 1 else 's'} inside"
        if self.how == "shots":
            goes = "goes" if self.passed == 1 else "go"
            return f"{self.passed} of {self.hits} hit{'' if self.hits == 1 else 's'} {goes} in at the ports of {name}"
        if self.how == "burst":
            return f"{weapon} goes off inside {name}: {people}"
        if self.how == "stream":
            return f"{weapon} pours into {name}: {people}"
        return f"{weapon} licks in at the ports of {name}: {people}"


def fire(progress: Progress, unit: UnitId, vehicle: UnitId, plan: Plan, at: Openings) -> None:
    """Roll the whole plan; hits of the unit on all ports are added up and halved once. (VEH-PORT-01)"""
    lots: volley.Lots = {}
    hits: list[Firing] = []
    for group in plan.groups():
        first = group[0]
        opening = at[first.model.id, first.weapon.id]
        if first.strip is not None:
            _flame(progress, unit, vehicle, first, opening, lots)
        elif first.weapon.is_thrown and first.weapon.marker_in:
            for _ in range(first.shots):
                _grenade(progress, unit, vehicle, first, opening, lots)
        elif first.weapon.marker_in:
            for _ in range(first.shots):
                _shell(progress, unit, vehicle, first, opening, lots)
        else:
            hits += _shoot(progress, unit, vehicle, group, at)
    if hits:
        _halved(progress, unit, vehicle, hits, lots)
    volley.wound(progress, lots, Source(by=unit))


# -- shots ---------------------------------------------------------------------------------------------------------


def _shoot(progress: Progress, unit: UnitId, vehicle: UnitId, group: Sequence[Firing], at: Openings) -> list[Firing]:
    first = group[0]
    shots = [f for f in group for _ in range(f.shots)]
    rolled = progress.roll(
        "to-hit",
        len(shots),
        sense="low",
        goal=first.goal,
        base=first.base,
        modifiers=first.modifiers,
        unit=unit,
        target=vehicle,
        why=f"{first.weapon.name} at the ports, {len(shots)} shot{'' if len(shots) == 1 else 's'}",
        rules=("VEH-PORT-01", "ARAP-HIT-01"),
    )
    struck = [f for f, made in zip(shots, rolled.made, strict=True) if made]
    lines = tuple((f.model.at, at[f.model.id, f.weapon.id].at) for f in group)
    _tell(progress, unit, vehicle, group, len(struck), lines)
    return struck


def _tell(
    progress: Progress,
    unit: UnitId,
    vehicle: UnitId,
    group: Sequence[Firing],
    hits: int,
    lines: tuple[tuple[Point, Point], ...] = (),
    *,
    shots: int | None = None,
) -> None:
    """The shots are counted for who fired them."""
    counts: dict[ModelId, int] = {}
    for f in group:
        counts[f.model.id] = counts.get(f.model.id, 0) + (f.shots if shots is None else shots)
    first = group[0]
    strip = first.strip.corners() if first.strip else ()
    progress.emit(
        ShotsFired(
            side=progress.state.units[unit].side,
            unit=unit,
            target=vehicle,
            weapon=first.weapon.id,
            shots=counts,
            hits=hits,
            lines=lines,
            strip=strip,
            rules=("ARAP-SHOOT-01", "VEH-PORT-01"),
        )
    )


def _halved(progress: Progress, unit: UnitId, vehicle: UnitId, hits: Sequence[Firing], lots: volley.Lots) -> None:
    """Half of the hits, rounding down, go in; of mixed weapons chance says which; each strikes anybody inside."""
    state = progress.state
    kept = _kept(progress, unit, hits, len(hits) // 2)
    inside = openings.people(state, state.units[vehicle])
    struck: dict[UnitId, int] = {}
    name = state.units[vehicle].name
    for firing in kept:
        place = progress.pick(len(inside), unit=vehicle, why=f"who inside {name} is hit", rules=("VEH-PORT-01",))
        people, model = inside[place]
        struck[people] = struck.get(people, 0) + 1
        lots.setdefault(people, []).append(_lot(firing, (model,)))
    side = state.units[unit].side
    progress.emit(
        PortsHit(
            side=side,
            unit=unit,
            target=vehicle,
            hits=len(hits),
            passed=len(kept),
            struck=struck,
            rules=("VEH-PORT-01",),
        )
    )


def _kept(progress: Progress, unit: UnitId, hits: Sequence[Firing], count: int) -> list[Firing]:
    kinds = {(f.weapon.id, f.strength, f.close) for f in hits}
    if len(kinds) == 1:
        return list(hits[:count])
    left, why = list(hits), "which hit goes in"
    return [left.pop(progress.pick(len(left), unit=unit, why=why, rules=("VEH-PORT-01",))) for _ in range(count)]


def _lot(firing: Firing, victims: tuple[ModelId, ...]) -> Lot:
    weapon = firing.weapon
    return Lot(weapon=weapon.id, strength=firing.strength, ap=weapon.ap, victims=victims, close=firing.close)


# -- shells and grenades -------------------------------------------------------------------------------------------


def _shell(
    progress: Progress, unit_id: UnitId, vehicle: UnitId, firing: Firing, opening: Opening, lots: volley.Lots
) -> None:
    """An area weapon: on the opening by a double or no scatter, then even odds to pass a port. (VEH-PORT-02)"""
    unit = progress.state.units[unit_id]
    shell = _aimed(progress.state, unit, vehicle, firing, opening)
    near = openings.is_close(progress.state, progress.state.units[vehicle], opening, firing.model.at)
    found = shellfall.scattered(progress, shell, "aimed", firing.base)
    on_it = found.distance_in == 0 or (opening.kind != "port" and near)
    if on_it and (opening.kind != "port" or _passes(progress, unit_id, vehicle, firing)):
        _inside(progress, unit_id, vehicle, firing, lots)
        return
    _outside(progress, unit_id, vehicle, firing, shell, found, lots)


def _grenade(
    progress: Progress, unit_id: UnitId, vehicle: UnitId, firing: Firing, opening: Opening, lots: volley.Lots
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
    _outside(progress, unit_id, vehicle, firing, shell, shellfall.scattered(progress, shell, "short"), lots)


def _aimed(state: GameState, unit: Unit, vehicle: UnitId, firing: Firing, opening: Opening) -> Shell:
    at = openings.before(state, state.units[vehicle], opening, firing.model.at)
    return Shell(firing.model, unit, firing.weapon, at, vehicle, firing.modifiers, firing.range_in)


def _passes(progress: Progress, unit: UnitId, vehicle: UnitId, firing: Firing) -> bool:
    why = f"{firing.weapon.name} through a port of {progress.state.units[vehicle].name}"
    rules = ("VEH-PORT-02", "VEH-JOIN-01")
    rolled = progress.roll("port-pass", sense="low", goal=PASSES, unit=unit, target=vehicle, why=why, rules=rules)
    return bool(rolled.passed)


def _inside(progress: Progress, unit: UnitId, vehicle: UnitId, firing: Firing, lots: volley.Lots) -> None:
    """A confined space: everybody in it is hit, and perhaps who is near an opening. (VEH-PORT-02, BLD-CONF-03)"""
    _tell(progress, unit, vehicle, [firing], 1, shots=1)
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
        lots.setdefault(people.id, []).append(_lot(firing, victims))
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
    landing = shellfall.come_down(progress, shell, found if found.distance_in else None, flat=flat, rules=rules)
    struck = volley.area_struck(progress, unit, landing, firing.weapon, vehicle)
    told = Told(
        firing.weapon, firing.model.id, firing.strength, firing.close, vehicle, reaction=False, rules=volley.UNDER
    )
    volley.all_struck(progress, unit, told._replace(centre=landing.at), struck, lots)


# -- streams -------------------------------------------------------------------------------------------------------


def _flame(
    progress: Progress, unit_id: UnitId, vehicle: UnitId, firing: Firing, opening: Opening, lots: volley.Lots
) -> None:
    """One roll: two better than needed it goes in; else the outside is hit, and it licks in. (VEH-PORT-03)"""
    assert firing.strip is not None
    state = progress.state
    unit = state.units[unit_id]
    margin = -firing.modifiers[-1].value if opening.kind == "port" else 0
    plain = firing.goal + margin
    others = [u for u in templates.under(state, firing.strip, firing.model) if u.unit != vehicle]
    bounds = {kind: plain - less for kind, less in BEHIND.items() if any(u.cover == kind for u in others)}
    die, second = templates.one_roll(
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
    passed = die is not None and templates.is_hit(die, second, firing.goal)
    _tell(progress, unit_id, vehicle, [firing], 1)
    if passed:
        _everybody(progress, unit_id, vehicle, firing, lots, "stream")
    else:
        _licks(progress, unit_id, vehicle, firing, opening, lots)
        used = firing.weapon
        ports.vehicles(state).be_hit(progress, vehicle, used, (firing.model.id,), unit_id)
    _bystanders(progress, unit, vehicle, firing, others, die, second, plain, lots)


def _licks(
    progress: Progress, unit: UnitId, vehicle: UnitId, firing: Firing, opening: Opening, lots: volley.Lots
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
            lots.setdefault(people, []).append(_lot(firing, (model,)))
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
    others: Sequence[Under],
    die: int | None,
    second: int | None,
    plain: int,
    lots: volley.Lots,
) -> None:
    """Others under the template fare as under any: by the same roll, without what the port took off."""
    if not others:
        return
    if die is not None and templates.is_hit(die, second, plain):
        hit = [u for u in others if templates.is_hit(die, second, plain - BEHIND[u.cover])]
    else:
        hit = templates.second_chance(progress, unit, others, vehicle, firing.weapon.name)
    rules = ("ARAP-TMPL-01", "ARAP-TMPL-06")
    told = Told(firing.weapon, firing.model.id, firing.strength, firing.close, None, reaction=False, rules=rules)
    volley.all_struck(progress, unit.id, told, [(u.unit, u.model) for u in hit], lots)


EVENTS: tuple[type[Event], ...] = (PortsHit,)
