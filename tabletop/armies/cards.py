"""Unit cards: what a unit is, on one card, worked out from the army as it comes to a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules.core.ids import ProfileId
from rules.forces.army import Army, Entry
from rules.forces.profile import Profile
from tabletop.armies import figures
from tabletop.armies.figures import Group, WeaponRow

Heads = tuple[tuple[str, object], ...]


class Card(NamedTuple):
    """Everything on one card. `numbers` are those of the units that share it; `wounds` of all models."""

    numbers: tuple[str, ...]
    name: str
    points: int
    words: str
    profiles: tuple[tuple[str, Heads], ...]
    weapons: tuple[WeaponRow, ...]
    traits: tuple[str, ...]
    models: int
    wounds: int
    hull: int
    armour: tuple[int, int, int] | None
    inside: str
    note: str


def cards(army: Army, notes: Mapping[str, str] | None = None) -> tuple[Card, ...]:
    """A card for each unit; units that are alike in all but their name and number share one."""
    made: dict[object, Card] = {}
    for n, entry in enumerate(army.entries, 1):
        card = _card(army, entry, n, (notes or {}).get(entry.name, ""))
        alike = (entry.members, entry.points, entry.inside, card.note, _plain(entry.name))
        before = made.get(alike)
        made[alike] = before._replace(numbers=before.numbers + card.numbers) if before else card
    return tuple(made.values())


def _plain(name: str) -> str:
    """A name without the number that tells it from others of its kind."""
    return name.rstrip("0123456789 ")


def _card(army: Army, entry: Entry, number: int, note: str) -> Card:
    profiles = {profile.id: profile for profile in army.profiles}
    weapons = {weapon.id: weapon for weapon in army.weapons}
    groups = groups_of(entry, profiles)
    first = groups[0].profile
    hull = first.vehicle
    return Card(
        numbers=(str(number),),
        name=entry.name,
        points=entry.points,
        words=figures.kind_words(first),
        profiles=profile_lines(groups),
        weapons=figures.weapon_rows(weapons, groups),
        traits=figures.trait_words(groups),
        models=sum(group.number for group in groups),
        wounds=sum(group.number * group.profile.w for group in groups),
        hull=hull.hull_points if hull else 0,
        armour=(hull.front, hull.side, hull.rear) if hull else None,
        inside=entry.inside,
        note=note,
    )


def groups_of(entry: Entry, profiles: Mapping[ProfileId, Profile]) -> tuple[Group, ...]:
    """The models of a unit."""
    return tuple(Group(m.count, profiles[m.profile], m.weapons) for m in entry.members)


def profile_lines(groups: Sequence[Group]) -> tuple[tuple[str, Heads], ...]:
    """Each profile once, by name."""
    told = {group.profile.name: group.profile for group in groups}
    return tuple((name, _heads(profile)) for name, profile in told.items())


def _heads(profile: Profile) -> Heads:
    return figures.hull_heads(profile, profile.vehicle) if profile.vehicle else figures.heads(profile)
