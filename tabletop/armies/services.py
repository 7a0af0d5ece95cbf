"""What somebody does with their armies: begin, change, take back, copy, put away, share."""

from __future__ import annotations

import itertools
import secrets
from collections.abc import Collection, Mapping

import msgspec
from django.db import transaction
from django.utils.text import slugify
from msgspec.structs import replace

from tabletop.accounts import keeping
from tabletop.accounts.keeping import owned_by
from tabletop.accounts.people import Person
from tabletop.armies.library import rolling
from tabletop.armies.library.library import Library
from tabletop.armies.models import Army, LibraryEdition, LibraryRecord, Step
from tabletop.armies.roster import as_library, bringing, build, checks, edits
from tabletop.armies.roster.bringing import Brought, Fitted
from tabletop.armies.roster.roster import Roster
from tabletop.armies.selectors import library_of, mine, newer_edition, reached_by
from tabletop.ui.refused import Refused

MOST_ARMIES = 5000
KEPT_STEPS = 60


def begin(person: Person, roster: Roster, said: str = "began") -> Army:
    """A new army of this person's, built on the shipped library unless it names an edition that stands."""
    if Army.objects.filter(owned_by(person)).count() >= MOST_ARMIES:
        raise Refused("too-many", f"There are {MOST_ARMIES} armies already.", "delete some that are put away")
    edition = _edition(person, roster)
    account = person.user_id
    army = Army(owner_id=account, guest="" if account else person.key, edition=edition, name=roster.name)
    with transaction.atomic():
        _put(army, edition.value, roster)
        army.save()
        Step.objects.create(army=army, number=0, roster=army.roster, said=said)
    return army


def _edition(person: Person, roster: Roster) -> LibraryEdition:
    LibraryEdition.shelve()
    record = reached_by(person, roster.library)
    named = LibraryEdition.objects.filter(record=record, version=roster.library_version).first() if record else None
    return named or LibraryEdition.generic()


def _put(army: Army, library: Library, roster: Roster) -> None:
    """Everything that follows from a roster. Not saved."""
    roster = replace(roster, library=library.key, library_version=library.version)
    built = build.units(library, roster)
    army.name, army.limit = roster.name, roster.limit
    army.roster = msgspec.to_builtins(roster)
    army.content = msgspec.to_builtins(build.army_of(library, roster))
    army.faults = checks.faults(checks.check(library, roster, built))


def change(person: Person, pk: int, sent: Mapping[str, str]) -> tuple[Army, str]:
    """One edit, saved at once. Returns the army and the unit that is then in hand."""
    with transaction.atomic():
        army = _held(person, pk)
        library = library_of(army)
        if sent.get("do") == "roll":
            sent = {**sent, "faces": _thrown(library, army.roster_value, sent.get("unit", ""))}
        edited = edits.edit(library, army.roster_value, sent)
        put_step(army, library, edited.roster, edited.said)
    return army, edited.unit


def units_of(army: Army, source: Army) -> tuple[Fitted, ...]:
    """The units of another army as they would be in this one."""
    theirs, roster = library_and_roster(source)
    return bringing.fitted(library_of(army), theirs, roster)


def library_and_roster(army: Army) -> tuple[Library, Roster]:
    """What an army was built from; one that was not built here is taken apart."""
    if army.roster is not None:
        return library_of(army), army.roster_value
    library = as_library.as_library(army.value, f"army-{army.pk}")
    return library, as_library.as_roster(army.value, library)


def bring(person: Person, pk: int, source: Army, units: Collection[str], beside: str = "") -> tuple[Army, Brought]:
    """Those units of another army come into this one, into the force of the unit `beside`, as one edit."""
    with transaction.atomic():
        army = _held(person, pk)
        chosen = [fit for fit in units_of(army, source) if fit.unit.pick.id in units]
        if not chosen:
            raise Refused("no-units", "No unit was chosen.", "at least one of those listed")
        roster, near = army.roster_value, army.roster_value.pick(beside)
        if len(roster.units) + len(chosen) > edits.MOST_UNITS:
            raise Refused("full", f"A roster has at most {edits.MOST_UNITS} units.", "fewer of them")
        library = library_of(army)
        done = bringing.brought(library, roster, chosen, near.force if near else "")
        put_step(army, library, done.roster, f"copied {', '.join(done.came)} from {source.name}")
    return army, done


def _thrown(library: Library, roster: Roster, unit: str) -> str:
    """Dice of the server's for what is random of a unit, whatever was sent."""
    pick = roster.pick(unit)
    kind = library.kind.get(pick.kind) if pick else None
    profile = library.profile.get(kind.roles[0].profile) if kind else None
    return " ".join(map(str, rolling.thrown(profile, lambda sides: secrets.randbelow(sides) + 1)))


def put_step(army: Army, library: Library, roster: Roster, said: str) -> None:
    """Save another roster as the next step, which can be taken back; nothing where it is the same."""
    if roster == army.roster_value and roster.library_version == library.version:
        return
    _put(army, library, roster)
    army.step += 1
    army.save()
    army.steps.filter(number__gte=army.step).delete()
    army.steps.filter(number__lte=army.step - KEPT_STEPS).delete()
    Step.objects.create(army=army, number=army.step, roster=army.roster, said=said[:200])


def turn(person: Person, pk: int, *, back: bool) -> Army:
    """Take the latest edit back, or do the one after it again."""
    with transaction.atomic():
        army = _held(person, pk)
        wanted = army.steps.filter(number=army.step + (-1 if back else 1)).first()
        if wanted is None:
            nothing = "There is nothing to take back." if back else "There is nothing to do again."
            raise Refused("no-step", nothing, "another edit")
        roster = msgspec.convert(wanted.roster, Roster)
        before = LibraryEdition.objects.filter(record__key=roster.library, version=roster.library_version).first()
        army.edition = before or army.edition
        _put(army, library_of(army), roster)
        army.step = wanted.number
        army.save()
    return army


def _held(person: Person, pk: int) -> Army:
    """The army, held until the edit is saved, so that two edits at once both count."""
    mine(person, pk)
    army = Army.objects.select_for_update().get(pk=pk)
    if army.roster is None:
        raise Refused("no-roster", "This army was not built here.", "copy it")
    return army


def copy(person: Person, army: Army) -> Army:
    """A roster of one's own that begins as another one is now. One that was not built here brings a library along."""
    with transaction.atomic():
        roster = _on_own_library(person, army) if army.roster is None else army.roster_value
        return begin(person, replace(roster, name=_copys_name(person, roster.name)), said=f"copied {roster.name}")


def _on_own_library(person: Person, army: Army) -> Roster:
    """A roster like an army that has none, on a library of this person's that has its units."""
    library = as_library.as_library(army.value, "army")
    return with_own_library(person, as_library.as_roster(army.value, library), library, army.name)


def with_own_library(person: Person, roster: Roster, library: Library, came_from: str) -> Roster:
    """The roster on a library of this person's that is like the one it came with."""
    key = f"{slugify(came_from)[:40] or 'army'}-{secrets.token_hex(5)}"
    own = replace(library, key=key, version=1)
    account = person.user_id
    record = LibraryRecord.objects.create(
        owner_id=account, guest="" if account else person.key, key=key, name=own.name[:80], copied_from=came_from
    )
    LibraryEdition.objects.create(record=record, version=1, content=msgspec.to_builtins(own))
    return replace(roster, library=key, library_version=1)


def _copys_name(person: Person, name: str) -> str:
    """The same name, or one that none of this person's armies has: `Ash, copy`, `Ash, copy 2`."""
    taken = set(Army.objects.filter(owned_by(person), name__startswith=name[:60]).values_list("name", flat=True))
    plain = f"{name[:66]}, copy"
    names = itertools.chain((name, plain), (f"{plain} {n}" for n in itertools.count(2)))
    return next(each for each in names if each not in taken)


def renew(person: Person, pk: int) -> Army:
    """Take the newest edition of the army's library in place of the one that it was built on."""
    with transaction.atomic():
        army = _held(person, pk)
        edition = newer_edition(army, person)
        if edition is None:
            raise Refused("no-newer", "It is built on the newest version already.", "edit it in the builder")
        army.edition = LibraryEdition.objects.get(pk=edition.pk)
        put_step(army, army.edition.value, army.roster_value, f"renewed to version {edition.version}")
    return army


def put_away(person: Person, pk: int, *, archived: bool) -> Army:
    """Into the archive, or out of it. Games that were played with it keep their copy."""
    army = mine(person, pk)
    keeping.put_away(army, archived=archived)
    return army


def delete(person: Person, pk: int) -> None:
    """For good; only from the archive."""
    keeping.delete(mine(person, pk))


def share(person: Person, pk: int, *, with_whom: str) -> Army:
    """With nobody, with whoever has the link, or with everybody."""
    army = mine(person, pk)
    keeping.share(army, with_whom=with_whom)
    return army


def adopt(person: Person) -> int:
    """Give the account the armies and libraries of the guest in this browser. Returns how many armies."""
    keeping.adopt(LibraryRecord, person)
    return keeping.adopt(Army, person)
