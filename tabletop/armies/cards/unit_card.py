"""Unit cards: what a unit is, on one card, worked out from the army as it comes to a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from rules.core.ids import ProfileId, WeaponId
from rules.forces.army import Army, Entry
from rules.forces.profile import Profile
from rules.forces.weapon import Weapon
from tabletop.armies.cards import bikes, figures, hulls
from tabletop.armies.cards.damage_chart import printed_chart
from tabletop.armies.cards.figures import Group, WeaponRow
from tabletop.armies.cards.hulls import GunTicks
from tabletop.ui.figures import DamageChart

Heads = tuple[tuple[str, object], ...]

MOST_BOXES: Final = 30
A_LINE: Final = 10
ON_FOOT: Final = ("Pinned", "Gone to ground", "Prone", "Routing")
TROOP: Final = ("Knocked down", "Stunned", "Hidden")
"""The same of a troop of the Rules Crusade. (CRU-TROOP-03, -04, -06)"""


class Track(NamedTuple):
    """A row of boxes to tick: round ones are marks that come and go."""

    label: str
    boxes: int
    round: bool = False

    @property
    def rows(self) -> tuple[int, ...]:
        """Boxes in each line: ten, then what is left."""
        full, left = divmod(self.boxes, A_LINE)
        return (A_LINE,) * full + ((left,) if left else ())


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
    tracks: tuple[Track, ...]
    states: tuple[str, ...]
    guns: tuple[GunTicks, ...]
    armour: tuple[int, int, int] | None
    chart: DamageChart | None
    notes: tuple[str, ...]
    inside: str
    serves: str
    dedicated: str
    squadron: str
    note: str

    @property
    def is_vehicle(self) -> bool:
        """Whether it has a chart of damage, as every vehicle has."""
        return self.chart is not None

    @property
    def summary(self) -> str:
        """The line under its name: what it is, how many models, in or with what they begin."""
        models = f"{self.models} models" if self.models > 1 else ""
        inside = f"in the {self.inside}" if self.inside else ""
        serves = f"crew of {self.serves}" if self.serves else ""
        dedicated = f"transport of {self.dedicated} alone" if self.dedicated else ""
        squadron = f"squadron {self.squadron}" if self.squadron else ""
        return ", ".join(part for part in (self.words, models, inside, serves, dedicated, squadron) if part)


def cards(army: Army, notes: Mapping[str, str] | None = None) -> tuple[Card, ...]:
    """A card for each unit; units that are alike in all but their name and number share one."""
    made: dict[object, Card] = {}
    for n, entry in enumerate(army.entries, 1):
        card = _card(army, entry, n, (notes or {}).get(entry.name, ""))
        alike = (
            entry.members,
            entry.points,
            entry.inside,
            entry.serves,
            entry.dedicated,
            entry.squadron,
            card.note,
            _plain(entry.name),
        )
        before = made.get(alike)
        made[alike] = before._replace(numbers=before.numbers + card.numbers) if before else card
    return tuple(made.values())


def _plain(name: str) -> str:
    """A name without the number that sets it apart from others of its kind."""
    return name.rstrip("0123456789 ")


def _card(army: Army, entry: Entry, number: int, note: str) -> Card:
    profiles = {profile.id: profile for profile in army.profiles}
    weapons = {weapon.id: weapon for weapon in army.weapons}
    groups = groups_of(entry, profiles)
    first = groups[0].profile
    hull = first.hull
    models, wounds = sum(g.number for g in groups), sum(g.number * g.profile.w for g in groups)
    return Card(
        numbers=(str(number),),
        name=entry.name,
        points=entry.points,
        words=figures.kind_words(first),
        profiles=profile_lines(groups),
        weapons=figures.weapon_rows(weapons, groups),
        traits=figures.trait_words(groups),
        models=models,
        wounds=wounds,
        tracks=_tracks(first, models, wounds),
        states=_states(first),
        guns=hulls.gun_ticks(hull, weapons) if hull and not bikes.drives_itself(first) else (),
        armour=first.plates,
        chart=printed_chart(hull.made_for) if hull and not bikes.drives_itself(first) else None,
        notes=(*hulls.notes(hull), *_legend(weapons, groups)),
        inside=entry.inside,
        serves=entry.serves,
        dedicated=entry.dedicated,
        squadron=entry.squadron,
        note=note,
    )


def _tracks(first: Profile, models: int, wounds: int) -> tuple[Track, ...]:
    """What is ticked off in play: damage cards, hull points, or models and suppression."""
    if first.hull is not None and not bikes.drives_itself(first):
        found = hulls.ticked(first.hull)
        return (Track(found.label, found.boxes),) if found.boxes else ()
    if first.crusade_troop is not None:
        return (Track("Dice", min(wounds, MOST_BOXES)),)
    label = "Wounds" if wounds > models else "Models"
    return Track(label, min(wounds, MOST_BOXES)), Track("Suppression", 8, round=True)


def _states(first: Profile) -> tuple[str, ...]:
    """What may be ticked about it."""
    if bikes.drives_itself(first):
        return bikes.STATES
    if first.hull is not None:
        return hulls.ticked(first.hull).states
    return ON_FOOT if first.crusade_troop is None else (*TROOP, *hulls.DECK)


def _legend(weapons: Mapping[WeaponId, Weapon], groups: Sequence[Group]) -> tuple[str, ...]:
    """What letters behind its weapons mean."""
    mounted = [mount.weapon for group in groups if group.profile.hull for mount in group.profile.hull.all_mounts]
    carried = [weapon for group in groups for weapon in group.weapons]
    said = hulls.legend(weapons[key] for key in dict.fromkeys((*mounted, *carried)) if key in weapons)
    return (said,) if said else ()


def groups_of(entry: Entry, profiles: Mapping[ProfileId, Profile]) -> tuple[Group, ...]:
    """The models of a unit."""
    return tuple(Group(m.count, profiles[m.profile], m.weapons) for m in entry.members)


def profile_lines(groups: Sequence[Group]) -> tuple[tuple[str, Heads], ...]:
    """Each profile once, by name."""
    profiles = {group.profile.name: group.profile for group in groups}
    return tuple((name, figures.all_heads(profile)) for name, profile in profiles.items())
