"""What the pages of an army show: its list by headings, the unit in hand, the checks, where the points go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rules import read_in_whole
from rules.forces import traits
from rules.questions.armies import Acts, activations
from tabletop.armies.cards import figures, hulls
from tabletop.armies.cards.figures import Group as Models
from tabletop.armies.cards.unit_card import profile_lines
from tabletop.armies.library import rolling
from tabletop.armies.library.library import Group, Kind, Library, Option, Role
from tabletop.armies.models import Army, ListFile
from tabletop.armies.roster import build, checks
from tabletop.armies.roster.build import Unit
from tabletop.armies.roster.checks import Check
from tabletop.armies.roster.roster import Pick, Roster
from tabletop.armies.selectors import library_of
from tabletop.ui.words import count_text, signed_text

MOST_TICKED: Final = 40
"""Models of a unit that have a box to tick on the printed page."""


class Row(NamedTuple):
    """One unit in the list."""

    id: str
    icon: str
    name: str
    line: str
    points: int
    fault: str
    current: bool
    models: int = 1

    @property
    def boxes(self) -> int:
        """Boxes to tick for its models, on paper."""
        return min(self.models, MOST_TICKED)


class Heading(NamedTuple):
    """The units of one category; `share` of the largest one's points, in percent.

    `force` is the name of the force that begins with it, and `force_points` what that comes to.
    """

    name: str
    points: int
    rows: tuple[Row, ...]
    share: int
    force: str = ""
    force_points: int = 0


class Bar(NamedTuple):
    """One piece of the bar of points: its width in percent."""

    width: float
    current: bool = False


class Number(NamedTuple):
    """The number of models of a role: at most and at least so many."""

    role: Role
    number: int

    @property
    def fewer(self) -> int | None:
        """One fewer, unless that is too few."""
        return self.number - 1 if self.number > self.role.least else None

    @property
    def more(self) -> int | None:
        """One more, unless that is too many."""
        return self.number + 1 if self.number < self.role.most else None


class Choice(NamedTuple):
    """One option: how many models have it, how many may, what it is and costs."""

    option: Option
    number: int
    cap: int
    words: str
    cost: str


class Choices(NamedTuple):
    """A group of options; `together` of `most` models have something of it."""

    group: Group
    choices: tuple[Choice, ...]
    included: bool
    most: int | None
    together: int


class Place(NamedTuple):
    """Another unit that this one may ride in or join."""

    id: str
    name: str
    current: bool


class InHand(NamedTuple):
    """The unit that is being edited."""

    unit: Unit
    numbers: tuple[Number, ...]
    groups: tuple[Choices, ...]
    profiles: tuple[tuple[str, tuple[tuple[str, object], ...]], ...]
    weapons: tuple[figures.WeaponRow, ...]
    traits: tuple[str, ...]
    own_traits: tuple[tuple[str, str], ...]
    more_traits: tuple[tuple[str, str], ...]
    """Traits that may be given it besides, with what they do. (ARAP-GEN-07)"""
    words: str
    notes: tuple[str, ...]
    random: str
    """What is random of it: what was rolled, or what will be."""
    transports: tuple[Place, ...]
    leads: tuple[Place, ...]
    guns: tuple[Place, ...]
    owners: tuple[Place, ...]


class Offer(NamedTuple):
    """A kind of unit in the library, as it comes; `words` is what it is found by."""

    kind: Kind
    points: int
    line: str
    words: str


class Sheet(NamedTuple):
    """A kind of unit as it comes: its profiles and weapons, and what else may be had."""

    kind: Kind
    profiles: tuple[tuple[str, tuple[tuple[str, object], ...]], ...]
    weapons: tuple[figures.WeaponRow, ...]
    traits: tuple[str, ...]
    options: str


def builder(army: Army, unit: str = "") -> dict[str, object]:
    """Everything that the page of an army shows, with that unit in hand (else the first)."""
    library, roster = library_of(army), army.roster_value
    units = build.units(library, roster)
    found = checks.check(library, roster, units)
    current = next((u for u in units if u.pick.id == unit), units[0] if units else None)
    points = sum(u.points for u in units)
    at = current.pick.id if current else ""
    steps = _steps(army)
    acts = activations(army.value) if units and read_in_whole(library.game) else ()
    return {
        "army": army,
        "roster": roster,
        "library": library,
        "in_whole": read_in_whole(library.game),
        "points": points,
        "over": max(0, points - roster.limit) if roster.limit else 0,
        "bars": _bars(units, roster.limit, points, at),
        "limit_at": round(100 * roster.limit / points, 2) if roster.limit and points > roster.limit else None,
        "summary": summary(units),
        "headings": headings(library, units, found, at),
        "acts": acts,
        "acting": _acting(acts),
        "hand": _in_hand(library, units, current) if current else None,
        "checks": found,
        "faults": checks.faults(found),
        "file": ListFile.objects.filter(army=army).defer("tree", "answers", "changes", "once", "reused").first(),
        "back": steps.get(army.step, "") if army.step - 1 in steps else "",
        "on": steps.get(army.step + 1, ""),
    }


def _acting(acts: Sequence[Acts]) -> str:
    """How many of the units act as most do."""
    most = max(acts, key=lambda each: each.units, default=None)
    total = sum(each.units for each in acts)
    if most is None:
        return ""
    if most.units == total:
        return f"All act on {most.value} or less."
    return f"{most.units} of {count_text(total, 'unit')} act{'s' * (most.units == 1)} on {most.value} or less."


def _steps(army: Army) -> dict[int, str]:
    near = [army.step - 1, army.step, army.step + 1]
    return dict(army.steps.filter(number__in=near).values_list("number", "said"))


def notes(army: Army) -> dict[str, str]:
    """What the owner noted for the cards, by the names of the units."""
    if army.roster is None:
        return {}
    library = library_of(army)
    units = build.units(library, army.roster_value)
    found = {unit.name: ". ".join(filter(None, [unit.pick.note, _was_rolled(library, unit)])) for unit in units}
    return {name: note for name, note in found.items() if note}


def _was_rolled(library: Library, unit: Unit) -> str:
    """What was rolled when the roster was made, for its card."""
    if not unit.pick.rolled or not (said := _random(library, unit)):
        return ""
    return f"Rolled {count_text(unit.pick.throws, 'time')}: {said}"


def summary(units: Sequence[Unit]) -> str:
    """`9 units, 33 models, 2 vehicles`."""
    vehicles = sum(unit.machine is not None for unit in units)
    parts = [count_text(len(units), "unit"), count_text(sum(u.models for u in units), "model")]
    return ", ".join(parts + ([count_text(vehicles, "vehicle")] if vehicles else []))


def headings(
    library: Library, units: Sequence[Unit], found: Sequence[Check] = (), current: str = ""
) -> tuple[Heading, ...]:
    """The list of an army, by the library's categories."""
    faults = {fault.unit: fault.title for fault in reversed(found) if fault.tone == "bad"}
    names = {unit.pick.id: unit.name for unit in units}
    forces = tuple(dict.fromkeys(unit.pick.force for unit in units))
    parts = []
    for force in forces:
        of_it = [unit for unit in units if unit.pick.force == force]
        begins = (force or "In no force", sum(unit.points for unit in of_it)) if len(forces) > 1 or force else ("", 0)
        for category in library.categories:
            here = [unit for unit in of_it if unit.kind.category == category.id]
            rows = tuple(_row(library, unit, names, faults, current) for unit in here)
            if rows:
                parts.append(Heading(category.name, sum(unit.points for unit in here), rows, 0, *begins))
                begins = ("", 0)
    largest = max((heading.points for heading in parts), default=0)
    return tuple(h._replace(share=round(100 * h.points / largest) if largest else 0) for h in parts)


def _row(library: Library, unit: Unit, names: dict[str, str], faults: dict[str, str], current: str) -> Row:
    parts = [count_text(unit.models, "model")] if unit.machine is None else []
    parts += [option.name.lower() for option, _ in build.chosen(unit.pick, unit.kind)]
    if unit.pick.inside in names:
        parts.append(f"in {names[unit.pick.inside]}")
    if unit.pick.joins in names:
        parts.append(f"with {names[unit.pick.joins]}")
    if unit.pick.serves in names:
        parts.append(f"crew of {names[unit.pick.serves]}")
    if unit.pick.dedicated in names:
        parts.append(f"for {names[unit.pick.dedicated]} alone")
    if unit.pick.squadron:
        parts.append(f"squadron {unit.pick.squadron}")
    line = ", ".join(parts) or (figures.short_words(unit.squads[0].profile) if unit.squads else "nobody")
    at = unit.pick.id
    return Row(at, unit.kind.icon, unit.name, line, unit.points, faults.get(at, ""), at == current, unit.models)


def _bars(units: Sequence[Unit], limit: int, points: int, current: str) -> tuple[Bar, ...]:
    whole = max(limit, points)
    if not whole:
        return ()
    return tuple(Bar(round(100 * u.points / whole, 2), u.pick.id == current) for u in units if u.points > 0)


# ------------------------------------------------------------------ the unit in hand


def _in_hand(library: Library, units: Sequence[Unit], unit: Unit) -> InHand:
    groups, known = _models(unit), traits.of("model")
    return InHand(
        unit=unit,
        numbers=tuple(Number(role, build.count_of(unit.pick, role)) for role in unit.kind.roles),
        groups=tuple(_choices(library, unit, group) for group in unit.kind.groups),
        profiles=profile_lines(groups),
        weapons=figures.weapon_rows(library.weapon, groups),
        traits=figures.trait_words(groups),
        own_traits=tuple((key, known[key].words if key in known else key) for key in unit.pick.traits),
        more_traits=tuple((key, trait.words) for key, trait in known.items()),
        words=figures.kind_words(unit.squads[0].profile) if unit.squads else "Nobody",
        notes=hulls.notes(unit.squads[0].profile.hull) if unit.squads else (),
        random=_random(library, unit),
        transports=_transports(units, unit),
        leads=_leads(units, unit),
        guns=_guns(units, unit),
        owners=_owners(units, unit),
    )


def _random(library: Library, unit: Unit) -> str:
    profile = library.profile.get(unit.kind.roles[0].profile) if unit.kind.roles else None
    return rolling.in_words(profile, unit.pick.rolled) if profile else ""


def _choices(library: Library, unit: Unit, group: Group) -> Choices:
    had = [unit.pick.options.get(option.id, 0) for option in group.options]
    choices = tuple(_choice(library, unit, group, option) for option in group.options)
    most = checks.group_cap(group, unit.pick, unit.kind)
    return Choices(group, choices, group.one and not any(had), most, sum(had))


def _choice(library: Library, unit: Unit, group: Group, option: Option) -> Choice:
    cost = f"{signed_text(option.cost)}{' each' if option.some else ''}" if option.cost else "free"
    count = unit.pick.options.get(option.id, 0)
    cap = checks.cap(group, option, unit.pick, unit.kind)
    return Choice(option, count, cap, figures.option_words(library, option), cost)


def _transports(units: Sequence[Unit], unit: Unit) -> tuple[Place, ...]:
    if unit.pick.joins:
        return ()
    held = {squad.role.profile for squad in unit.squads}
    carriers = [
        each
        for each in units
        if each is not unit
        and each.machine
        and (held & set(each.machine.holds) if unit.machine else each.machine.capacity)
    ]
    return tuple(Place(each.pick.id, each.name, each.pick.id == unit.pick.inside) for each in carriers)


def _leads(units: Sequence[Unit], unit: Unit) -> tuple[Place, ...]:
    if not unit.kind.attaches:
        return ()
    on_foot = [each for each in units if each.machine is None and not each.kind.attaches]
    return tuple(Place(each.pick.id, each.name, each.pick.id == unit.pick.joins) for each in on_foot)


def _guns(units: Sequence[Unit], unit: Unit) -> tuple[Place, ...]:
    """The towed weapons that it may be the crew of. (VEH-TOW-01)"""
    if not unit.kind.crews or unit.machine is not None:
        return ()
    towed = [each for each in units if each.machine and each.machine.towed]
    return tuple(Place(each.pick.id, each.name, each.pick.id == unit.pick.serves) for each in towed)


def _owners(units: Sequence[Unit], unit: Unit) -> tuple[Place, ...]:
    """The units that it may have been taken for as a transport. (TRI-TRAN-08)"""
    if unit.machine is None or not unit.machine.dedicable:
        return ()
    on_foot = [each for each in units if each.machine is None and not each.kind.attaches]
    return tuple(Place(each.pick.id, each.name, each.pick.id == unit.pick.dedicated) for each in on_foot)


def offers(library: Library) -> tuple[tuple[str, tuple[Offer, ...]], ...]:
    """What the library has to add, by category."""
    return tuple(
        (category.name, tuple(_offer(library, kind) for kind in library.kinds if kind.category == category.id))
        for category in library.categories
    )


def _offer(library: Library, kind: Kind) -> Offer:
    fresh = build.units(library, Roster(name="", units=(Pick(id="u1", kind=kind.id),)))[0]
    words = figures.kind_words(fresh.squads[0].profile) if fresh.squads else ""
    line = words if fresh.machine else f"{count_text(fresh.models, 'model')}, {words[:1].lower()}{words[1:]}"
    return Offer(kind, fresh.points, line, _found_by(library, fresh, line))


def _found_by(library: Library, unit: Unit, line: str) -> str:
    """Everything that somebody might look for: names, weapons, traits, options."""
    groups = _models(unit)
    weapons = (row.name for row in figures.weapon_rows(library.weapon, groups))
    options = (option.name for option in unit.kind.options().values())
    words = (unit.kind.name, line, unit.kind.category, *weapons, *figures.trait_words(groups), *options)
    return " ".join(map(str, words)).casefold()


def sheet(library: Library, kind: Kind) -> Sheet:
    """What a kind of unit is, before it is added."""
    fresh = build.units(library, Roster(name="", units=(Pick(id="u1", kind=kind.id),)))[0]
    groups = _models(fresh)
    options = ", ".join(option.name.lower() for option in kind.options().values())
    rows = figures.weapon_rows(library.weapon, groups)
    return Sheet(kind, profile_lines(groups), rows, figures.trait_words(groups), options)


def _models(unit: Unit) -> list[Models]:
    return [Models(squad.number, squad.profile, squad.weapons) for squad in unit.squads]
