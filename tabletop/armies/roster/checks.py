"""What is wrong with a roster, where, and what would mend it. Every problem is reported at once."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from rules import read_in_whole
from tabletop.armies.library.library import Group, Kind, Library, Option, Role
from tabletop.armies.roster import build, fitting
from tabletop.armies.roster.build import Unit
from tabletop.armies.roster.findings import Check as Check
from tabletop.armies.roster.findings import Mend as Mend
from tabletop.armies.roster.roster import Pick, Roster
from tabletop.ui.words import count_text


def check(library: Library, roster: Roster, units: Sequence[Unit]) -> tuple[Check, ...]:
    """Everything that can be said about a roster, the worst first."""
    by_id = {unit.pick.id: unit for unit in units}
    found = [
        *_points(roster, units),
        *_unknown(library, roster),
        *_headings(library, roster, units),
        *(fault for unit in units for fault in _unit(unit)),
        *_riders(units, by_id),
        *_attached(units, by_id),
        *_crews(units, by_id),
        *_dedicated(units, by_id),
        *(_leaders(units, by_id) if read_in_whole(library.game) else ()),
        *fitting.checks(units),
    ]
    if not units:
        found.append(Check("warn", "No units yet.", "Add the first one from the library."))
    return tuple(sorted(found, key=lambda fault: ("bad", "warn", "ok").index(fault.tone)))


def faults(checks: Iterable[Check]) -> int:
    """How many of them make the roster illegal."""
    return sum(fault.tone == "bad" for fault in checks)


def cap(group: Group, option: Option, pick: Pick, kind: Kind) -> int:
    """How many models may have an option, with the others of its group as they are."""
    if not option.some:
        return 1
    others = [o for o in kind.options().values() if o.some and o.id != option.id and o.role == option.role]
    in_group = {o.id for o in group.options}
    caps = [_models(option, pick, kind) - sum(pick.options.get(o.id, 0) for o in others)]
    together = group_cap(group, pick, kind)
    if together is not None:
        caps.append(together - sum(pick.options.get(o.id, 0) for o in others if o.id in in_group))
    return max(0, min(caps))


def group_cap(group: Group, pick: Pick, kind: Kind) -> int | None:
    """How many models of the unit may have something of that group; None for any number."""
    caps = ([group.most] if group.most else []) + ([build.models_of(pick, kind) // group.per] if group.per else [])
    return min(caps) if caps else None


def _models(option: Option, pick: Pick, kind: Kind) -> int:
    return sum(build.count_of(pick, role) for role in kind.roles if option.role in ("", role.id))


# ------------------------------------------------------------------ the whole roster


def _points(roster: Roster, units: Sequence[Unit]) -> Iterator[Check]:
    over = sum(unit.points for unit in units) - roster.limit
    if not roster.limit or over < 0:
        return
    if over == 0:
        yield Check("ok", f"Exactly {roster.limit} points.")
        return
    mends = tuple(_savings(units, over))
    text = f"{mends[0].label} and the list fits." if mends else "Drop a unit, or make one smaller."
    yield Check("bad", f"{over} over {roster.limit} points.", text, mends=mends)


def _savings(units: Sequence[Unit], over: int) -> Iterator[Mend]:
    """The option and the unit that save enough and least beyond it."""
    extras = [(o.cost * n, unit, o) for unit in units for o, n in build.chosen(unit.pick, unit.kind)]
    if enough := [each for each in extras if each[0] >= over]:
        _, unit, option = min(enough, key=lambda each: each[0])
        label = f"Drop {_lower(option.name)} from {unit.name}"
        yield Mend(label, {"do": "option", "unit": unit.pick.id, "option": option.id, "number": "0"})
    if dear := [unit for unit in units if unit.points >= over]:
        unit = min(dear, key=lambda each: each.points)
        yield Mend(f"Remove {unit.name}", {"do": "remove", "unit": unit.pick.id})


def _unknown(library: Library, roster: Roster) -> Iterator[Check]:
    for pick in roster.units:
        if pick.kind not in library.kind:
            known = _there_are([kind.id for kind in library.kinds], "It is empty")
            text = f"{library.name} has no such kind of unit, so it stays at home. {known}"
            mends = (Mend("Remove it", {"do": "remove", "unit": pick.id}),)
            yield Check("bad", f"{pick.name or pick.kind} is not in the library.", text, pick.id, mends)


def _there_are(known: Collection[str], none: str) -> str:
    """What is allowed, by the names that files use."""
    return f"There are: {', '.join(known)}." if known else f"{none}."


def _headings(library: Library, roster: Roster, units: Sequence[Unit]) -> Iterator[Check]:
    points = roster.limit or sum(unit.points for unit in units)
    for category in library.categories:
        of_it = [unit for unit in units if unit.kind.category == category.id]
        most = category.most * max(1, math.ceil(points / category.per)) if category.per else category.most
        if most and len(of_it) > most:
            last = of_it[-1]
            mends = (Mend(f"Remove {last.name}", {"do": "remove", "unit": last.pick.id}),)
            text = f"At most {most}" + (f" for each {category.per} points begun." if category.per else ".")
            yield Check("bad", f"{len(of_it)} units of {_lower(category.name)}.", text, last.pick.id, mends)
    kinds = Counter(unit.kind.id for unit in units)
    for unit in {unit.kind.id: unit for unit in units}.values():
        if unit.kind.most and kinds[unit.kind.id] > unit.kind.most:
            mends = (Mend("Remove the last one", {"do": "remove", "unit": unit.pick.id}),)
            text = f"An army has at most {unit.kind.most}."
            yield Check("bad", f"{kinds[unit.kind.id]} × {unit.kind.name}.", text, unit.pick.id, mends)


# ------------------------------------------------------------------ one unit


def _unit(unit: Unit) -> Iterator[Check]:
    yield from _without_movement(unit)
    for role in unit.kind.roles:
        yield from _number(unit, role)
    for group in unit.kind.groups:
        yield from _one_of(unit, group) if group.one else _so_many(unit, group)
    known = unit.kind.options()
    for option in sorted(set(unit.pick.options) - set(known)):
        text = f"“{option}” is not in the library. {_there_are(known, 'It has no options')}"
        mends = (Mend("Drop it", _set(unit, option, 0)),)
        yield Check("bad", f"{unit.name} has an unknown option.", text, unit.pick.id, mends)
    roles = [role.id for role in unit.kind.roles]
    for name in sorted(set(unit.pick.counts) - set(roles)):
        text = f"“{name}” is not in the library. {_there_are(roles, 'It has nobody')}"
        mends = (Mend("Drop them", {"do": "count", "unit": unit.pick.id, "role": name, "number": "0"}),)
        yield Check("bad", f"{unit.name} has unknown members.", text, unit.pick.id, mends)


def _without_movement(unit: Unit) -> Iterator[Check]:
    """Nobody is fielded without a Movement value. (ARAP-GEN-07)"""
    for name in dict.fromkeys(s.profile.name for s in unit.squads if s.profile.hull is None and s.profile.m <= 0):
        text = f"{name} needs a Movement value in its library before it may be fielded."
        yield Check("bad", f"{unit.name} cannot move.", text, unit.pick.id)


def _number(unit: Unit, role: Role) -> Iterator[Check]:
    count = build.count_of(unit.pick, role)
    nearest = min(max(count, role.least), role.most)
    if nearest == count:
        return
    edit = {"do": "count", "unit": unit.pick.id, "role": role.id, "number": str(nearest)}
    span = str(role.most) if role.least == role.most else f"{role.least} to {role.most}"
    title = f"{unit.name} is too {'large' if count > role.most else 'small'}."
    text = f"{role.name}: {count}, allowed {span}."
    yield Check("bad", title, text, unit.pick.id, (Mend(f"Make it {nearest}", edit),))


def _one_of(unit: Unit, group: Group) -> Iterator[Check]:
    had = [option for option in group.options if unit.pick.options.get(option.id, 0)]
    if len(had) > 1:
        edit = {"do": "one", "unit": unit.pick.id, "group": group.id, "option": had[0].id}
        text = f"{' and '.join(o.name for o in had)} exclude each other."
        mends = (Mend(f"Keep {_lower(had[0].name)}", edit),)
        yield Check("bad", f"{unit.name} has too much.", text, unit.pick.id, mends)


def _so_many(unit: Unit, group: Group) -> Iterator[Check]:
    for option in group.options:
        n = unit.pick.options.get(option.id, 0)
        allowed = cap(group, option, unit.pick, unit.kind)
        if n > allowed:
            why = f"{n} of them, {allowed} allowed with {count_text(unit.models, 'model')}."
            label = f"Make it {allowed}" if allowed else "Drop it"
            mends = (Mend(label, _set(unit, option.id, allowed)),)
            yield Check("bad", f"{unit.name} has too many: {_lower(option.name)}.", why, unit.pick.id, mends)


def _set(unit: Unit, option: str, number: int) -> dict[str, str]:
    return {"do": "option", "unit": unit.pick.id, "option": option, "number": str(number)}


# ------------------------------------------------------------------ units together


def _riders(units: Sequence[Unit], by_id: dict[str, Unit]) -> Iterator[Check]:
    aboard: dict[str, list[Unit]] = {}
    for unit in units:
        if not unit.pick.inside or build.led_by(unit, by_id):
            continue
        carrier = build.carrier_of(unit, by_id)
        if carrier is None:
            mends = (Mend("Let it walk", {"do": "inside", "unit": unit.pick.id, "other": ""}),)
            yield Check("bad", f"{unit.name} has no transport.", "What it was to ride in is gone.", unit.pick.id, mends)
        else:
            aboard.setdefault(carrier.pick.id, []).append(unit)
            yield from _barred(unit, carrier)
    for carrier_id, riders in aboard.items():
        yield _seats(by_id[carrier_id], riders, units, by_id)


def _seats(carrier: Unit, riders: Sequence[Unit], units: Sequence[Unit], by_id: dict[str, Unit]) -> Check:
    assert carrier.machine is not None
    names = " and ".join(rider.name for rider in riders)
    with_them = [unit for unit in units if build.led_by(unit, by_id) in riders]
    capacity = carrier.machine.capacity
    places = sum(_places(unit, carrier) for unit in (*riders, *with_them))
    seats = f"{count_text(places, 'place')} needed, {capacity} in the {carrier.name}."
    last = riders[-1]
    mends = (Mend(f"Let {last.name} walk", {"do": "inside", "unit": last.pick.id, "other": ""}),)
    if carrier.machine.one_unit and len(riders) > 1:
        return Check("bad", f"{carrier.name} carries one unit only.", f"{names}.", last.pick.id, mends, "TRI-TRAN-07")
    if (owner := build.taken_for(carrier, by_id)) is not None and last is not owner:
        text = f"It was taken for {owner.name}; {last.name} rides in it."
        return Check("bad", f"{carrier.name} carries {owner.name} alone.", text, last.pick.id, mends, "TRI-TRAN-08")
    if places <= capacity:
        return Check("ok", "Transport fits.", f"{names}: {seats}", carrier.pick.id)
    return Check("bad", f"{carrier.name} is too full.", f"{names}: {seats}", last.pick.id, mends, rule="ARAP-SIZE-02")


def _places(unit: Unit, carrier: Unit) -> int:
    """Places that it takes there: a vehicle takes all. (CRU-LIST-03)"""
    return carrier.machine.capacity if unit.machine and carrier.machine else unit.places


def _barred(rider: Unit, carrier: Unit) -> Iterator[Check]:
    """Models that this transport does not take. (TRI-TRAN-06, CRU-TRAN-05)"""
    machine = carrier.machine
    for squad in rider.squads if machine else ():
        assert machine is not None
        barred = [key for key in machine.bars if squad.profile.has(key) or squad.profile.bulk == key]
        if barred:
            text = f"{squad.profile.name}: {barred[0].replace('-', ' ')}, which the {carrier.name} does not take."
            mends = (Mend("Let it walk", {"do": "inside", "unit": rider.pick.id, "other": ""}),)
            yield Check("bad", f"{rider.name} may not ride there.", text, rider.pick.id, mends, machine.bars_rule)
            return


def _crews(units: Sequence[Unit], by_id: dict[str, Unit]) -> Iterator[Check]:
    """Crews of towed weapons. (VEH-TOW-01)"""
    for unit in units:
        if unit.pick.serves and build.served_by(unit, by_id) is None:
            mends = (Mend("Let it serve no gun", {"do": "serves", "unit": unit.pick.id, "other": ""}),)
            text = "That is no towed weapon of this list, or the unit is no crew."
            yield Check("bad", f"{unit.name} serves nothing.", text, unit.pick.id, mends, "VEH-TOW-01")


def _dedicated(units: Sequence[Unit], by_id: dict[str, Unit]) -> Iterator[Check]:
    """Transports that were taken for a unit. (TRI-TRAN-08)"""
    for unit in units:
        if unit.pick.dedicated and build.taken_for(unit, by_id) is None:
            mends = (Mend("Let it carry any unit", {"do": "dedicated", "unit": unit.pick.id, "other": ""}),)
            text = "That is no unit on foot of this list, or these vehicles are for any unit."
            yield Check("bad", f"{unit.name} was taken for nobody.", text, unit.pick.id, mends, "TRI-TRAN-08")


def _attached(units: Sequence[Unit], by_id: dict[str, Unit]) -> Iterator[Check]:
    for unit in units:
        if unit.pick.joins and build.led_by(unit, by_id) is None:
            mends = (Mend("Let it go alone", {"do": "joins", "unit": unit.pick.id, "other": ""}),)
            yield Check(
                "bad", f"{unit.name} cannot join.", "That unit is gone, or nobody may join it.", unit.pick.id, mends
            )


def _leaders(units: Sequence[Unit], by_id: dict[str, Unit]) -> Iterator[Check]:
    on_foot = [unit for unit in units if unit.machine is None and unit.models]
    if on_foot and not any(role.leader for unit in on_foot for role in unit.kind.roles):
        text = "Nobody lends the others their Leadership. A unit of command would."
        yield Check("warn", "No leader.", text)


def _lower(name: str) -> str:
    return name[:1].lower() + name[1:]
