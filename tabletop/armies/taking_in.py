"""Armies that come from the files of other tools, and what their owners say about the parts that we do not know."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction
from msgspec.structs import replace

from tabletop.accounts.keeping import owned_by
from tabletop.accounts.people import Person
from tabletop.armies import services
from tabletop.armies.library.library import Library
from tabletop.armies.lists import ids, placing
from tabletop.armies.lists.listing import Listing
from tabletop.armies.lists.placing import Placed
from tabletop.armies.models import Army, LibraryEdition, LibraryRecord, ListFile
from tabletop.armies.roster.roster import Pick, Roster
from tabletop.armies.selectors import library_of, mine, shared_or_own
from tabletop.ui.refused import Refused

MOST_FILES = 300
"""Lists of other tools that one person keeps. They are large."""


def take_in(person: Person, listing: Listing) -> Army:
    """An army from a list, with as much of it as can be placed."""
    if ListFile.objects.filter(army__in=Army.objects.filter(owned_by(person))).count() >= MOST_FILES:
        raise Refused("too-many", f"There are {MOST_FILES} armies from other tools already.", "delete some")
    edition = _edition(person, listing)
    known = _earlier_answers(person, listing.system)
    placed = placing.place(edition.value, listing, known)
    with transaction.atomic():
        army = services.begin(person, placed.roster, said="came from a file")
        ListFile.objects.create(
            army=army,
            system=listing.system,
            system_name=listing.system_name,
            made_by=listing.made_by,
            tree=ListFile.packed(listing),
            answers=_used(placed, known),
            open_lines=placed.open,
        )
    return army


def answer(person: Person, pk: int, answers: Mapping[str, str]) -> Army:
    """Say what selections are. Units that follow from the list replace those from before; others stay."""
    with transaction.atomic():
        mine(person, pk)
        army = Army.objects.select_for_update().get(pk=pk)
        file = ListFile.objects.filter(army=army).first()
        if file is None or army.roster is None:
            raise Refused("no-file", "This army did not come from another tool.", "edit it in the builder")
        library, listing = library_of(army), file.listing
        before = placing.place(library, listing, file.answers)
        after = placing.place(library, listing, {**file.answers, **_possible(library, answers)})
        roster = _merged(army.roster_value, before.roster, after.roster)
        file.answers = {key: value for key, value in {**file.answers, **answers}.items() if value}
        file.open_lines = after.open
        file.save(update_fields=["answers", "open_lines"])
        services.put_step(army, library, roster, "placed what came from a file")
    return army


def _edition(person: Person, listing: Listing) -> LibraryEdition:
    """For a list of our own the edition that it was built on, as far as the person may use it; else the shipped one."""
    force = next(listing.all_forces(), None)
    if placing.is_own(listing) and force is not None:
        LibraryEdition.shelve()
        keys = LibraryRecord.objects.filter(shared_or_own(person)).values_list("key", flat=True)
        key = next((key for key in keys if ids.catalogue_of(key) == force.catalogue), "")
        editions = LibraryEdition.objects.filter(record__key=key)
        found = editions.filter(version=force.catalogue_revision).first() or editions.first()
        if found is not None:
            return found
    return LibraryEdition.generic()


def _earlier_answers(person: Person, system: str) -> dict[str, str]:
    """What this person said about lists for the same game before."""
    if not system:
        return {}
    own = ListFile.objects.filter(army__in=Army.objects.filter(owned_by(person)), system=system)
    told: dict[str, str] = {}
    for answers in own.order_by("-created_at").values_list("answers", flat=True)[:20]:
        told = {**answers, **told}
    return told


def _used(placed: Placed, known: Mapping[str, str]) -> dict[str, str]:
    return {line.key: known[line.key] for line in placed.lines if line.key in known}


def _possible(library: Library, answers: Mapping[str, str]) -> dict[str, str]:
    """Only answers that mean something."""
    for key, value in answers.items():
        kind = library.kind.get(key.partition("|")[0])
        allowed = placing.choices(library, kind) if kind else _kinds(library)
        if value and value not in allowed:
            raise Refused("unknown-place", "There is no such unit or option in the library.", "one of those it lists")
    return dict(answers)


def _kinds(library: Library) -> dict[str, str]:
    return {f"kind:{kind.id}": kind.name for kind in library.kinds} | {placing.LEAVE: "Left out"}


def _merged(now: Roster, before: Roster, after: Roster) -> Roster:
    """The roster as it is, with the units that the answers changed."""
    old, new = {pick.id: pick for pick in before.units}, {pick.id: pick for pick in after.units}
    kept = [pick for pick in now.units if pick.id not in old or pick.id in new]
    units = [new[pick.id] if _is_new(pick, old, new) else pick for pick in kept]
    here = {pick.id for pick in now.units}
    units += [pick for pick in after.units if pick.id not in here and pick.id not in old]
    return replace(now, units=tuple(units))


def _is_new(pick: Pick, old: Mapping[str, Pick], new: Mapping[str, Pick]) -> bool:
    return pick.id in new and old.get(pick.id) != new[pick.id]
