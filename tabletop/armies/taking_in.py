"""Armies that come from the files of other tools, and what their owners say about the parts that we do not know."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.db import transaction
from msgspec.structs import replace

from tabletop.accounts.keeping import owned_by
from tabletop.accounts.people import Person
from tabletop.armies import services
from tabletop.armies.library.library import Library
from tabletop.armies.lists import exchange, ids, placing, reading
from tabletop.armies.lists.listing import Listing
from tabletop.armies.lists.placing import Placed
from tabletop.armies.models import Army, LibraryEdition, LibraryRecord, ListFile, OriginalFile
from tabletop.armies.roster.roster import Pick, Roster
from tabletop.armies.selectors import LISTED, library_of, mine, shared_or_own
from tabletop.ui.refused import Refused

MOST_FILES = 300
"""Lists of other tools that one person keeps. They are large."""
MOST_CHANGES = 20
"""Times that answers about one list can be taken back."""
CAME = "came from a file"


def from_file(person: Person, data: bytes, name: str = "") -> Army:
    """An army from a file of ours or of another tool; the file is kept as it came."""
    with transaction.atomic():
        if exchange.is_ours(data):
            army = services.begin(person, _on_its_library(person, exchange.read(data)), said=CAME)
        else:
            army = take_in(person, reading.read(data))
        OriginalFile.of(army, data, name).save()
    return army


def _on_its_library(person: Person, roster: Roster) -> Roster:
    """A library that a roster brings along becomes this person's."""
    if not isinstance(roster, exchange.WithLibrary):
        return roster
    plain = Roster(**{name: getattr(roster, name) for name in Roster.__struct_fields__})
    return services.with_own_library(person, plain, roster.brings, roster.name)


def came_before(person: Person, data: bytes) -> Army | None:
    """The army that this person took in from the very same file, the latest of several."""
    same = OriginalFile.objects.filter(digest=OriginalFile.digest_of(data))
    return Army.objects.filter(owned_by(person), original__in=same).defer(*LISTED).order_by("-pk").first()


def take_in(person: Person, listing: Listing) -> Army:
    """An army from a list, with as much of it as can be placed."""
    if ListFile.objects.filter(army__in=Army.objects.filter(owned_by(person))).count() >= MOST_FILES:
        raise Refused("too-many", f"There are {MOST_FILES} armies from other tools already.", "delete some")
    edition = _edition(person, listing)
    known = _earlier_answers(person, listing.system)
    placed = placing.place(edition.value, listing, known)
    used = _used(placed, known)
    with transaction.atomic():
        army = services.begin(person, placed.roster, said=CAME)
        ListFile.objects.create(
            army=army,
            system=listing.system,
            system_name=listing.system_name,
            made_by=listing.made_by,
            tree=ListFile.packed(listing),
            answers=used,
            reused=sorted(used),
            open_lines=placed.open,
        )
    return army


def answer(person: Person, pk: int, answers: Mapping[str, str], once: Collection[str] = ()) -> Army:
    """Say what selections are; an empty answer takes one back. Those in `once` hold for this list alone.

    Units that follow from the list replace those from before; others stay.
    """
    with transaction.atomic():
        army, file = _held(person, pk)
        before = {key: file.answers.get(key, "") for key in answers}
        _say(army, file, _possible(library_of(army), answers), "placed what came from a file")
        file.changes = [*file.changes, before][-MOST_CHANGES:] if answers else file.changes
        file.once = sorted({*file.once, *once} - (set(answers) - set(once)))
        file.save(update_fields=["answers", "reused", "open_lines", "changes", "once"])
    return army


def undo_answers(person: Person, pk: int) -> Army:
    """Take back what was said last, however many lines that were."""
    with transaction.atomic():
        army, file = _held(person, pk)
        if not file.changes:
            raise Refused("no-step", "Nothing was said that could be taken back.", "an answer")
        *file.changes, before = file.changes
        _say(army, file, before, "took answers about the file back")
        file.save(update_fields=["answers", "reused", "open_lines", "changes"])
    return army


def forget_reused(person: Person, pk: int) -> Army:
    """Do without the answers that came from earlier lists."""
    mine(person, pk)
    file = ListFile.objects.filter(army=pk).only("reused").first()
    return answer(person, pk, dict.fromkeys(file.reused, "") if file else {})


def _held(person: Person, pk: int) -> tuple[Army, ListFile]:
    """The army and its list, held until what was said is saved."""
    mine(person, pk)
    army = Army.objects.select_for_update().get(pk=pk)
    file = ListFile.objects.filter(army=army).first()
    if file is None or army.roster is None:
        raise Refused("no-file", "This army did not come from another tool.", "edit it in the builder")
    return army, file


def _say(army: Army, file: ListFile, answers: Mapping[str, str], said: str) -> None:
    """The list with those answers, and the roster that follows. The file is not saved."""
    library, listing = library_of(army), file.listing
    before = placing.place(library, listing, file.answers)
    file.answers = {key: value for key, value in {**file.answers, **answers}.items() if value}
    file.reused = [key for key in file.reused if key not in answers]
    after = placing.place(library, listing, file.answers)
    file.open_lines = after.open
    services.put_step(army, library, _merged(army.roster_value, before.roster, after.roster), said)


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
    earlier: dict[str, str] = {}
    for answers, once in own.order_by("-created_at").values_list("answers", "once")[:20]:
        earlier = {key: value for key, value in answers.items() if key not in once} | earlier
    return earlier


def _used(placed: Placed, known: Mapping[str, str]) -> dict[str, str]:
    return {line.key: known[line.key] for line in placed.lines if line.key in known}


def _possible(library: Library, answers: Mapping[str, str]) -> dict[str, str]:
    """Only answers that mean something."""
    for key, value in answers.items():
        allowed = _allowed(library, key.partition("|")[0])
        if value and value not in allowed:
            raise Refused("unknown-place", "There is no such unit or option in the library.", "one of those it lists")
    return dict(answers)


def _allowed(library: Library, within: str) -> Collection[str]:
    """What a selection may be: at the head of a unit, within a kind of unit of ours, or within what is none."""
    kind = library.kind.get(within)
    if kind is not None:
        return placing.choices(library, kind)
    return _kinds(library) if within == "" else {placing.LEAVE}


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
