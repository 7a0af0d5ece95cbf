"""Edits of a roster: what somebody sends from the builder, each giving the next roster. Illegal rosters are allowed;
the checks report them. What makes no sense is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from rules.forces import traits
from tabletop.armies.library import rolling
from tabletop.armies.library.library import Group, Kind, Library, Option, Role
from tabletop.armies.roster.roster import TIES, Pick, Roster
from tabletop.ui.refused import Refused

MOST_UNITS: Final = 200
MOST_MODELS: Final = 99
MOST_POINTS: Final = 100_000
LONGEST_NAME: Final = 80
LONGEST_NOTE: Final = 200
MOST_TRAITS: Final = 20


class Edited(NamedTuple):
    """A roster after an edit, the unit that is then in hand, and what was done, in words."""

    roster: Roster
    unit: str
    said: str


Sent = Mapping[str, str]
Edit = Callable[[Library, Roster, Sent], Edited]


def edit(library: Library, roster: Roster, sent: Sent) -> Edited:
    """Do what was sent. Raises Refused for what cannot be."""
    does = EDITS.get(sent.get("do", ""))
    if does is None:
        raise Refused("unknown-edit", "That is no edit of a roster.", "one of: " + ", ".join(EDITS))
    return does(library, roster, sent)


def _add(library: Library, roster: Roster, sent: Sent) -> Edited:
    kind = library.kind.get(sent.get("kind", ""))
    if kind is None:
        raise Refused("unknown-kind", "The library has no such unit.", "one of those it lists")
    _has_room(roster)
    beside = roster.pick(sent.get("in_hand", ""))
    pick = Pick(id=roster.fresh_id(), kind=kind.id, force=beside.force if beside else "")
    return Edited(replace(roster, units=(*roster.units, pick)), pick.id, f"added {kind.name}")


def _remove(library: Library, roster: Roster, sent: Sent) -> Edited:
    pick = _pick(roster, sent)
    at = roster.units.index(pick)
    left = tuple(_without(each, pick.id) for each in roster.units if each is not pick)
    near = left[min(at, len(left) - 1)].id if left else ""
    return Edited(replace(roster, units=left), near, f"removed {_called(library, pick)}")


def _without(pick: Pick, gone: str) -> Pick:
    ties = {name: getattr(pick, name) for name in TIES}
    return replace(pick, **{name: "" for name, tie in ties.items() if tie == gone}) if gone in ties.values() else pick


def _copy(library: Library, roster: Roster, sent: Sent) -> Edited:
    pick = _pick(roster, sent)
    _has_room(roster)
    twin = replace(pick, id=roster.fresh_id(), **dict.fromkeys(TIES, ""), rolled=(), throws=0)
    at = roster.units.index(pick) + 1
    units = (*roster.units[:at], twin, *roster.units[at:])
    return Edited(replace(roster, units=units), twin.id, f"copied {_called(library, pick)}")


def _shift(library: Library, roster: Roster, sent: Sent) -> Edited:
    """Up or down the list, past its neighbour of the same heading."""
    pick = _pick(roster, sent)
    units = list(roster.units)
    heading = _heading(library, pick)
    peers = [at for at, each in enumerate(units) if _heading(library, each) == heading]
    place = peers.index(units.index(pick))
    other = place + (-1 if sent.get("by") == "up" else 1)
    if 0 <= other < len(peers):
        one, two = peers[place], peers[other]
        units[one], units[two] = units[two], units[one]
    return Edited(replace(roster, units=tuple(units)), pick.id, f"moved {_called(library, pick)}")


def _heading(library: Library, pick: Pick) -> str:
    kind = library.kind.get(pick.kind)
    return kind.category if kind else ""


def _count(library: Library, roster: Roster, sent: Sent) -> Edited:
    pick, kind = _known(library, roster, sent)
    key, number = sent.get("role", ""), _number(sent, MOST_MODELS)
    role = kind.role(key)
    if role is None and not number and key in pick.counts:
        kept = {name: count for name, count in pick.counts.items() if name != key}
        return Edited(roster.with_pick(replace(pick, counts=kept)), pick.id, f"{_called(library, pick)}: no {key}")
    if role is None:
        raise Refused("unknown-role", "The unit has no such members.", _names(kind.roles))
    changed = replace(pick, counts={**pick.counts, role.id: number})
    return Edited(roster.with_pick(changed), pick.id, f"{_called(library, pick)}: {number} {role.name.lower()}")


def _option(library: Library, roster: Roster, sent: Sent) -> Edited:
    pick = _pick(roster, sent)
    key, number = sent.get("option", ""), _number(sent, MOST_MODELS)
    kind = library.kind.get(pick.kind)
    option = kind.options().get(key) if kind else None
    if option is None and (number or key not in pick.options):
        raise Refused("unknown-option", "The unit has no such option.", "one of those it lists")
    options = {**pick.options, key: number} if number else {k: n for k, n in pick.options.items() if k != key}
    what = option.name if option else key
    said = f"{_called(library, pick)}: {'' if number else 'no '}{what.lower()}"
    return Edited(roster.with_pick(replace(pick, options=options)), pick.id, said)


def _one(library: Library, roster: Roster, sent: Sent) -> Edited:
    """One option of a group in place of the others, or what is included."""
    pick, kind = _known(library, roster, sent)
    group = next((g for g in kind.groups if g.one and g.id == sent.get("group")), None)
    if group is None:
        raise Refused("unknown-group", "The unit has no such choice.", _names(kind.groups))
    key = sent.get("option", "")
    chosen = next((o for o in group.options if o.id == key), None)
    if key and chosen is None:
        raise Refused("unknown-option", "That is not one of the choices.", _names(group.options))
    others = {option.id for option in group.options}
    options = {k: n for k, n in pick.options.items() if k not in others} | ({key: 1} if key else {})
    what = chosen.name if chosen else group.included
    return Edited(
        roster.with_pick(replace(pick, options=options)), pick.id, f"{_called(library, pick)}: {what.lower()}"
    )


def _inside(library: Library, roster: Roster, sent: Sent) -> Edited:
    pick, other = _pick(roster, sent), _other(roster, sent)
    changed = replace(pick, inside=other.id if other else "")
    said = f"{_called(library, pick)} {'rides in ' + _called(library, other) if other else 'walks'}"
    return Edited(roster.with_pick(changed), pick.id, said)


def _joins(library: Library, roster: Roster, sent: Sent) -> Edited:
    pick, other = _pick(roster, sent), _other(roster, sent)
    changed = replace(pick, joins=other.id if other else "")
    said = f"{_called(library, pick)} {'joins ' + _called(library, other) if other else 'goes alone'}"
    return Edited(roster.with_pick(changed), pick.id, said)


def _serves(library: Library, roster: Roster, sent: Sent) -> Edited:
    """Be the crew of a towed weapon. (VEH-TOW-01)"""
    pick, other = _pick(roster, sent), _other(roster, sent)
    changed = replace(pick, serves=other.id if other else "")
    said = f"{_called(library, pick)} {'serves ' + _called(library, other) if other else 'serves no gun'}"
    return Edited(roster.with_pick(changed), pick.id, said)


def _dedicated(library: Library, roster: Roster, sent: Sent) -> Edited:
    """Be the transport of one unit alone. (TRI-TRAN-08)"""
    pick, other = _pick(roster, sent), _other(roster, sent)
    changed = replace(pick, dedicated=other.id if other else "")
    said = (
        f"{_called(library, pick)} {'carries ' + _called(library, other) + ' alone' if other else 'carries any unit'}"
    )
    return Edited(roster.with_pick(changed), pick.id, said)


def _rename(library: Library, roster: Roster, sent: Sent) -> Edited:
    pick = _pick(roster, sent)
    name = _line(sent, LONGEST_NAME)
    kind = library.kind.get(pick.kind)
    name = "" if kind and name == kind.name else name
    return Edited(roster.with_pick(replace(pick, name=name)), pick.id, f"named {name or _called(library, pick)}")


def _note(library: Library, roster: Roster, sent: Sent) -> Edited:
    pick = _pick(roster, sent)
    changed = replace(pick, note=_line(sent, LONGEST_NOTE))
    return Edited(roster.with_pick(changed), pick.id, f"a note on {_called(library, pick)}")


def _trait(library: Library, roster: Roster, sent: Sent) -> Edited:
    """A trait of the unit's own, or one less. (ARAP-GEN-07)"""
    pick, trait = _pick(roster, sent), sent.get("text", "").strip().casefold()
    off = sent.get("number") == "0"
    if not off and (wrong := unknown_traits([trait])):
        raise wrong
    kept = tuple(each for each in pick.traits if each != trait)
    changed = replace(pick, traits=kept if off else (*kept, trait)[-MOST_TRAITS:])
    return Edited(roster.with_pick(changed), pick.id, f"{_called(library, pick)}: {'no ' if off else ''}{trait}")


def unknown_traits(named: Sequence[str]) -> Refused | None:
    """Why units cannot have those traits, with all that they may have. (ARAP-GEN-07)"""
    missing = traits.unknown(named, "model")
    if not missing:
        return None
    allowed = f"{', '.join(sorted(traits.of('model')))}; hated:NAME, strength-plus-3 and the like"
    return Refused("unknown-trait", f"“{missing[0][:40]}” is no trait of a unit.", allowed)


def _force(library: Library, roster: Roster, sent: Sent) -> Edited:
    """Into a force of that name, a new one where none is called so."""
    pick = _pick(roster, sent)
    name = _line(sent, LONGEST_NAME)
    said = f"{_called(library, pick)} goes to {name}" if name else f"{_called(library, pick)} is in no force"
    return Edited(roster.with_pick(replace(pick, force=name)), pick.id, said)


def _squadron(library: Library, roster: Roster, sent: Sent) -> Edited:
    """Into the squadron of that name, or out of any. (VEH-JOIN-12)"""
    pick = _pick(roster, sent)
    name = _line(sent, LONGEST_NAME)
    said = f"{_called(library, pick)} {'acts with squadron ' + name if name else 'acts alone'}"
    return Edited(roster.with_pick(replace(pick, squadron=name)), pick.id, said)


def _roll(library: Library, roster: Roster, sent: Sent) -> Edited:
    """Take the dice that the server has thrown for what is random of a unit."""
    pick, kind = _known(library, roster, sent)
    profile = library.profile.get(kind.roles[0].profile)
    faces = tuple(int(face) for face in sent.get("faces", "").split())
    if profile is None or not rolling.fits(profile, faces):
        raise Refused("nothing-random", "Nothing about this unit is rolled.", "a vehicle with a random profile")
    changed = replace(pick, rolled=faces, throws=min(pick.throws + 1, MOST_MODELS))
    said = f"{_called(library, pick)}: {rolling.in_words(profile, faces)}"
    return Edited(roster.with_pick(changed), pick.id, said)


def _unroll(library: Library, roster: Roster, sent: Sent) -> Edited:
    """Leave what is random to the table. How often it was rolled before stays known."""
    pick = _pick(roster, sent)
    changed = replace(pick, rolled=())
    return Edited(roster.with_pick(changed), pick.id, f"{_called(library, pick)} is rolled at the table")


def _title(library: Library, roster: Roster, sent: Sent) -> Edited:
    name = _line(sent, LONGEST_NAME)
    if not name:
        raise Refused("no-name", "An army needs a name.", f"up to {LONGEST_NAME} signs")
    return Edited(replace(roster, name=name), sent.get("unit", ""), f"called it {name}")


def _limit(library: Library, roster: Roster, sent: Sent) -> Edited:
    limit = _number(sent, MOST_POINTS) if sent.get("number", "").strip() else 0
    said = f"a limit of {limit} points" if limit else "no limit"
    return Edited(replace(roster, limit=limit), sent.get("unit", ""), said)


EDITS: Final[dict[str, Edit]] = {
    "add": _add,
    "remove": _remove,
    "copy": _copy,
    "shift": _shift,
    "count": _count,
    "option": _option,
    "one": _one,
    "inside": _inside,
    "joins": _joins,
    "serves": _serves,
    "dedicated": _dedicated,
    "rename": _rename,
    "note": _note,
    "force": _force,
    "squadron": _squadron,
    "trait": _trait,
    "roll": _roll,
    "unroll": _unroll,
    "title": _title,
    "limit": _limit,
}


# ------------------------------------------------------------------ what was sent


def _pick(roster: Roster, sent: Sent) -> Pick:
    found = roster.pick(sent.get("unit", ""))
    if found is None:
        raise Refused("unknown-unit", "That unit is no longer in the list.", "one of those it shows")
    return found


def _known(library: Library, roster: Roster, sent: Sent) -> tuple[Pick, Kind]:
    pick = _pick(roster, sent)
    if pick.kind not in library.kind:
        raise Refused("unknown-kind", "The library does not know this unit.", "remove it")
    return pick, library.kind[pick.kind]


def _other(roster: Roster, sent: Sent) -> Pick | None:
    key = sent.get("other", "")
    found = roster.pick(key)
    if key and (found is None or key == sent.get("unit")):
        raise Refused("unknown-unit", "There is no such unit to go with.", "another unit of this list")
    return found


def _has_room(roster: Roster) -> None:
    if len(roster.units) >= MOST_UNITS:
        raise Refused("full", f"A roster has at most {MOST_UNITS} units.", "a second roster")


def _number(sent: Sent, most: int) -> int:
    text = sent.get("number", "").strip()
    if not (text.isascii() and text.isdigit() and len(text) < 9 and int(text) <= most):
        raise Refused("no-number", "That is no number that can be used here.", f"a whole number from 0 to {most}")
    return int(text)


def _line(sent: Sent, longest: int) -> str:
    return " ".join(sent.get("text", "").split())[:longest]


def _called(library: Library, pick: Pick | None) -> str:
    if pick is None:
        return ""
    return pick.name or (library.kind[pick.kind].name if pick.kind in library.kind else pick.kind)


def _names(named: tuple[Role, ...] | tuple[Group, ...] | tuple[Option, ...]) -> str:
    return ", ".join(each.name for each in named)
