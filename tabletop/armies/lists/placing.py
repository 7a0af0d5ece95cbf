"""Which of our units the selections of a list are: by their ids for lists made for our own game system, for others by
their names and by what the owner says. Nothing is dropped in silence: each selection has a line that says what became
of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from tabletop.armies.library.library import Kind, Library
from tabletop.armies.lists import ids
from tabletop.armies.lists.listing import Force, Listing, Selection
from tabletop.armies.roster.edits import (
    LONGEST_NAME,
    LONGEST_NOTE,
    MOST_MODELS,
    MOST_POINTS,
    MOST_TRAITS,
    MOST_UNITS,
    unknown_traits,
)
from tabletop.armies.roster.roster import Pick, Roster

LEAVE: Final = "leave"
"""The answer for something that the owner leaves out."""

HOMELESS: Final = "-"
"""Stands in keys where a kind of unit does, for parts of what is no unit of ours."""

_BOOKKEEPING: Final = frozenset({"configuration", "reference"})
"""Categories of what a list only notes: the size of the battle, rules to look up."""

_TIES: Final = {"rides in": "inside", "joins": "joins", "serves": "serves", "carries only": "dedicated"}
_TIE: Final = re.compile(r"\[(rides in|joins|serves|carries only|rolled|trait|squadron) (.+)\]")
_WRAPPED: Final = re.compile(r"\[\[+(rides in|joins|serves|carries only|rolled|trait|squadron) .+\]")
_DICE: Final = re.compile(r"([0-9]{1,2}):((?: [1-6]){0,4})")
_KEY: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_+.-]{0,59}")


class Line(NamedTuple):
    """One selection: where it stands in the tree, in which unit, and its `place`, such as `option:autogun`.

    `place` is empty while nobody has said what it is. Lines with the same `key` have the same answer. `by_itself`:
    it is left out because the file files it under its configuration or as a reference.
    """

    path: str
    depth: int
    selection: Selection
    key: str
    unit: str
    kind: str
    place: str
    by_itself: bool = False

    @property
    def is_open(self) -> bool:
        """Whether somebody has to say what it is."""
        return not self.place


class _Within(NamedTuple):
    """The selection at the head of parts that have no unit of ours, and what follows from it for them."""

    unit: str
    left: bool
    skipped: bool
    squad: bool


class Placed(NamedTuple):
    """What a list comes to: a roster, a line for each selection, and what else is to be said."""

    roster: Roster
    lines: tuple[Line, ...]
    notes: tuple[str, ...]

    @property
    def open(self) -> int:
        """How many selections have no place yet."""
        return sum(line.is_open for line in self.lines)


def place(library: Library, listing: Listing, answers: Mapping[str, str] | None = None) -> Placed:
    """The roster of a list, with the answers that its owner has given by now."""
    return _Placing(library, listing, answers or {}).placed()


def is_own(listing: Listing) -> bool:
    """Whether it was made for our own game system."""
    return listing.system == ids.SYSTEM


def points_limit(listing: Listing) -> int:
    """The limit of a list of our own, 0 for none."""
    limit = next((cost.value for cost in listing.limits if cost.type == ids.POINTS), 0)
    return int(limit) if 0 < limit <= MOST_POINTS else 0


def is_bookkeeping(selection: Selection) -> bool:
    """Whether the file files it under its configuration or as a reference: nothing that is brought to a table."""
    return any(each.primary and plain(each.name) in _BOOKKEEPING for each in selection.categories)


def plain(name: str) -> str:
    """A name as it is compared: without case, signs and the plural."""
    return re.sub(r"[^\w]|_", "", name.casefold()).removesuffix("s")


class _Placing:
    def __init__(self, library: Library, listing: Listing, answers: Mapping[str, str]) -> None:
        self.library, self.listing, self.answers = library, listing, answers
        self.known = ids.places(library) if is_own(listing) else {}
        self.called = {plain(kind.name): kind.id for kind in reversed(library.kinds)}
        self.lines: list[Line] = []
        self.picks: list[Pick] = []
        self.ties: dict[str, list[tuple[str, str]]] = {}
        self.notes: list[str] = []
        self.force = ""
        self.only_force = sum(bool(force.parts) for force in listing.all_forces()) < 2
        self.may_be: dict[str, dict[str, str]] = {}

    def placed(self) -> Placed:
        for n, force in enumerate(self.listing.forces):
            self._force(force, str(n))
        units = tuple(self._tied(pick) for pick in self.picks)
        if len(units) > MOST_UNITS:
            self.notes.append(f"It has {len(units)} units; the first {MOST_UNITS} are in the roster.")
        roster = Roster(
            name=self.listing.name[:LONGEST_NAME].strip() or "Army",
            limit=points_limit(self.listing) if self.known else 0,
            units=units[:MOST_UNITS],
            library=self.library.key,
            library_version=self.library.version,
        )
        return Placed(roster, tuple(self.lines), tuple(self.notes))

    def _force(self, force: Force, path: str) -> None:
        self.force = self._name_of(force)
        for n, part in enumerate(force.parts):
            self._unit(part, f"{path}.{n}", 0)
        for n, inner in enumerate(force.forces):
            self._force(inner, f"{path}.f{n}")

    def _name_of(self, force: Force) -> str:
        """What the force is called in the roster: nothing where it is alone, or has no name of its own."""
        if not force.named and (self.known or self.only_force):
            return ""
        return " ".join(force.name.split())[:LONGEST_NAME].strip()

    # -------------------------------------------------------------- units

    def _unit(self, selection: Selection, path: str, depth: int) -> None:
        key = _key("", selection)
        skipped = key not in self.answers and is_bookkeeping(selection)
        place = LEAVE if skipped else self.answers.get(key) or self._kind_of(selection)
        kind = self.library.kind.get(place.removeprefix("kind:")) if place.startswith("kind:") else None
        if place != LEAVE and kind is None:
            place = ""
        self.lines.append(Line(path, depth, selection, key, path, kind.id if kind else "", place, skipped))
        if kind is None:
            squad = skipped or selection.type in ("unit", "model")
            within = _Within(path, left=place == LEAVE, skipped=skipped, squad=squad)
            for n, part in enumerate(selection.parts):
                self._homeless(part, f"{path}.{n}", depth + 1, within)
            return
        lines: list[Line] = []
        for n, part in enumerate(selection.parts):
            lines += self._parts(part, f"{path}.{n}", depth + 1, path, kind)
        self.lines += lines
        self._pick(selection, path, kind, lines)

    def _homeless(self, selection: Selection, path: str, depth: int, within: _Within) -> None:
        """Part of what is no unit of ours: perhaps a unit itself, else a line that waits for it.

        The models and weapons of a squad are no units, whatever they are called.
        """
        if selection.type == "unit" or (not within.squad and self._kind_of(selection)):
            self._unit(selection, path, depth)
            return
        key = _key(HOMELESS, selection)
        place = LEAVE if within.left or self.answers.get(key, "") == LEAVE else ""
        self.lines.append(Line(path, depth, selection, key, within.unit, "", place, within.skipped))
        within = within._replace(squad=within.squad or selection.type == "model")
        for n, part in enumerate(selection.parts):
            self._homeless(part, f"{path}.{n}", depth + 1, within)

    def _kind_of(self, selection: Selection) -> str:
        found = self._known(selection)
        if found and found.what == "kind":
            return f"kind:{found.kind}"
        same = "" if self.known else self.called.get(plain(selection.name), "")
        return f"kind:{same}" if same else ""

    def _known(self, selection: Selection) -> ids.Place | None:
        return self.known.get(selection.defined_by) or self.known.get(selection.entry)

    # -------------------------------------------------------------- what a unit has

    def _parts(self, selection: Selection, path: str, depth: int, unit: str, kind: Kind) -> Iterator[Line]:
        key = _key(kind.id, selection)
        place = self.answers.get(key, "") or self._place_in(kind, selection)
        if place not in self._choices(kind):
            place = ""
        yield Line(path, depth, selection, key, unit, kind.id, place)
        for n, part in enumerate(selection.parts):
            yield from self._parts(part, f"{path}.{n}", depth + 1, unit, kind)

    def _place_in(self, kind: Kind, selection: Selection) -> str:
        found = self._known(selection)
        if found is not None:
            return f"{found.what}:{found.key}" if found.kind == kind.id else ""
        if self.known:
            return ""
        name = plain(selection.name)
        if len(kind.roles) == 1 and selection.type == "model" and name == plain(kind.name):
            return f"role:{kind.roles[0].id}"
        return next((key for key, said in self._choices(kind).items() if said == name), "")

    def _choices(self, kind: Kind) -> dict[str, str]:
        """What a selection within such a unit may be, by names as they are compared."""
        if kind.id not in self.may_be:
            self.may_be[kind.id] = {key: plain(said) for key, said in choices(self.library, kind).items()}
        return self.may_be[kind.id]

    def _pick(self, selection: Selection, path: str, kind: Kind, lines: list[Line]) -> None:
        """A unit of the roster; several where the list has a number of units, or of lone models, as one."""
        placed: Counter[str] = Counter()
        for line in lines:
            placed[line.place] += line.selection.number
        only = kind.roles[0] if len(kind.roles) == 1 else None
        twins = 1
        if selection.number > 1 and only and only.most > 1 and not placed[f"role:{only.id}"]:
            placed[f"role:{only.id}"] = selection.number
        elif selection.number > 1 and all(n % selection.number == 0 for n in placed.values()):
            twins = min(selection.number, MOST_UNITS)
            placed = Counter({place: n // selection.number for place, n in placed.items()})
        counts, options = self._numbers(selection, kind, placed)
        note, ties = _note(selection.note)
        throws, rolled = _rolled(ties)
        traits = self._traits(ties, selection.own_name or kind.name)
        name = selection.own_name[:LONGEST_NAME]
        for n in range(twins):
            pick = Pick(
                id=self._own_id(selection, f"f{path}" if n == 0 else f"f{path}-{n + 1}"),
                kind=kind.id,
                name=name,
                counts=counts,
                options=options,
                note=note[:LONGEST_NOTE],
                rolled=rolled,
                throws=throws,
                force=self.force,
                traits=traits,
                squadron=next((name[:LONGEST_NAME] for how, name in ties if how == "squadron"), ""),
            )
            self.ties[pick.id] = [tie for tie in ties if tie[0] in _TIES]
            self.picks.append(pick)

    def _numbers(self, unit: Selection, kind: Kind, placed: Counter[str]) -> tuple[dict[str, int], dict[str, int]]:
        """Models by role and options. A list of our own leaves out a role that has nobody, others one that is usual."""
        numbers = {role.id: placed[f"role:{role.id}"] for role in kind.roles}
        chosen = {role.id: n for role in kind.roles if (n := numbers[role.id]) != role.usual}
        counts = chosen if self.known else {role: n for role, n in numbers.items() if n}
        options = {
            option.id: self._at_most(placed[f"option:{option.id}"], unit) if option.some else 1
            for option in kind.options().values()
            if placed[f"option:{option.id}"]
        }
        return {role: self._at_most(n, unit) for role, n in counts.items()}, options

    def _at_most(self, number: int, unit: Selection) -> int:
        if number > MOST_MODELS:
            self.notes.append(f"{unit.name}: {number} is more than {MOST_MODELS}, which is the most.")
        return min(number, MOST_MODELS)

    def _own_id(self, selection: Selection, usual: str) -> str:
        """The id of the selection where the list is ours, else one that follows from its place in the file."""
        named = self.known and _KEY.fullmatch(selection.id) and selection.id not in self.ties
        key = selection.id if named else usual
        while key in self.ties:
            key += "-x"
        return key

    def _traits(self, ties: Sequence[tuple[str, str]], whose: str) -> tuple[str, ...]:
        """The traits that the note gives the unit; what is none is named, with what may be had. (ARAP-GEN-07)"""
        named = list(dict.fromkeys(trait.casefold() for how, trait in ties if how == "trait"))
        for trait in named:
            if (wrong := unknown_traits([trait])) is not None:
                self.notes.append(f"{whose}: {wrong.refusal.message} There are {wrong.refusal.allowed}.")
        return tuple(trait for trait in named if unknown_traits([trait]) is None)[:MOST_TRAITS]

    # -------------------------------------------------------------- units that go together

    def _tied(self, pick: Pick) -> Pick:
        for how, whom in self.ties[pick.id]:
            other = self._called(whom)
            if other:
                pick = replace(pick, **{_TIES[how]: other})
            else:
                self.notes.append(f"{pick.name or pick.kind} {how} “{whom}”, which is not in the list.")
        return pick

    def _called(self, name: str) -> str:
        """The unit of that id, after a #, or of that name."""
        if self.known and name.startswith("#") and _KEY.fullmatch(name[1:]):
            return name[1:]
        named = (p for p in self.picks if plain(p.name or self.library.kind[p.kind].name) == plain(name))
        found = next(named, None)
        return found.id if found else ""


def _key(kind: str, selection: Selection) -> str:
    return f"{kind}|{selection.defined_by or selection.name}"


def _note(text: str) -> tuple[str, list[tuple[str, str]]]:
    """A note, and the lines in brackets that tie the unit to another."""
    lines = [line.strip() for line in text.splitlines()]
    ties = [(found[1], found[2].strip()) for line in lines if (found := _TIE.fullmatch(line))]
    said = (line[1:-1] if _WRAPPED.fullmatch(line) else line for line in lines if not _TIE.fullmatch(line))
    return " ".join(" ".join(said).split()), ties


def _rolled(ties: list[tuple[str, str]]) -> tuple[int, tuple[int, ...]]:
    """How often dice were thrown for the unit, and the faces that count."""
    said = next((found for how, text in ties if how == "rolled" and (found := _DICE.fullmatch(text))), None)
    return (int(said[1]), tuple(int(face) for face in said[2].split())) if said else (0, ())


def choices(library: Library, kind: Kind) -> dict[str, str]:
    """What a selection within a unit of that kind may be, with its name: members, options, what they have anyway."""
    found = {f"role:{role.id}": role.name for role in kind.roles}
    found |= {f"option:{option.id}": option.name for option in kind.options().values()}
    found |= {f"included:{group.id}": group.included for group in kind.groups if group.included}
    held = [weapon for role in kind.roles for weapon in role.weapons]
    hulls = [profile.hull for role in kind.roles if (profile := library.profile.get(role.profile))]
    held += [mount.weapon for hull in hulls if hull for mount in hull.all_mounts]
    found |= {f"weapon:{weapon}": library.weapon[weapon].name for weapon in held if weapon in library.weapon}
    return found | {LEAVE: "Left out"}
