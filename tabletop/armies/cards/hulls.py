"""How vehicles are written, by each set of vehicle rules: characteristics, words, what a card says of them.

What a page asks of any hull is a function with a version for each kind of hull; further kinds get the plain one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import singledispatch
from typing import Final, NamedTuple

from rules.core.ids import WeaponId
from rules.forces.crusade import CrusadeHull, CrusadeWeapon
from rules.forces.gemini import GeminiHull
from rules.forces.hull import VehicleHull
from rules.forces.mount import FirePoint, Mount
from rules.forces.profile import Profile
from rules.forces.trial import TrialHull
from rules.forces.weapon import Weapon
from tabletop.armies.library import rolling
from tabletop.ui.words import inches_text

Heads = tuple[tuple[str, object], ...]

_TYPES: Final = {"flying-skimmer": "flying skimmer", "road-wheeler": "road vehicle"}

MAIN_STRENGTH: Final = 6
"""From this strength a vehicle weapon of the trial rules is a main weapon. (TRI-FIRE-05)"""


@singledispatch
def heads_of(hull: VehicleHull, profile: Profile) -> Heads:
    """The characteristics of a vehicle."""
    return (("BS", hull.crew_bs), *((("Places", hull.capacity),) if hull.capacity else ()))


@singledispatch
def words_of(hull: VehicleHull) -> str:
    """What sort of vehicle it is: `Vehicle, walker, fast`."""
    return "Vehicle"


@singledispatch
def short_of(hull: VehicleHull) -> str:
    """The same in a list of an army, where only what sets it apart is worth the room."""
    return words_of(hull)


def notes(hull: VehicleHull | None) -> tuple[str, ...]:
    """What a card says besides its characteristics; nothing for whoever is no vehicle."""
    return tuple(notes_of(hull)) if hull is not None else ()


@singledispatch
def notes_of(hull: VehicleHull) -> Iterator[str]:
    """What the card of such a vehicle says besides its characteristics."""
    return iter(())


class Ticked(NamedTuple):
    """What is ticked off a vehicle in play, and the states that may be ticked about it."""

    label: str
    boxes: int
    states: tuple[str, ...]


class GunTicks(NamedTuple):
    """What is ticked of the weapons of one kind that a vehicle has: each state, with a box for each of them."""

    name: str
    states: tuple[str, ...]
    boxes: int


@singledispatch
def gun_ticks(hull: VehicleHull, weapons: Mapping[WeaponId, Weapon]) -> tuple[GunTicks, ...]:
    """Nothing where a vehicle loses its weapons without a count of shots and jams."""
    return ()


DAMAGED: Final = ("Crew shaken", "Crew stunned", "Armament destroyed", "Immobilised")
DECK: Final = ("Weapon jammed", "Weapon empty", "Weapon lost")


@singledispatch
def ticked(hull: VehicleHull) -> Ticked:
    """Hull points, where it has any."""
    return Ticked("Hull points", hull.hull_points, DAMAGED)


# ------------------------------------------------------------------ Gemini


@heads_of.register
def _gemini_heads(vehicle: GeminiHull, profile: Profile) -> Heads:
    seats = (("Places", vehicle.capacity),) if vehicle.capacity else ()
    return (
        ("Speed", inches_text(vehicle.battle_speed_in)),
        ("WS", profile.ws),
        ("BS", vehicle.crew_bs),
        ("I", vehicle.crew_initiative),
        ("HP", vehicle.hull_points),
        *seats,
        *_pace(profile, vehicle),
    )


def _pace(profile: Profile, vehicle: GeminiHull) -> Iterable[tuple[str, object]]:
    """Maximum speed and Acc/Dec where the profile has them, or the dice that are rolled for them."""
    dice = {roll.name: rolling.formula(roll) for roll in rolling.rolls(profile)}
    if vehicle.top_speed_in or vehicle.random_speed:
        yield "Top", dice.get("Maximum speed") or inches_text(vehicle.top_speed_in)
    if vehicle.acc_dec_in or vehicle.random_acceleration:
        yield "Acc", dice.get("Acc/Dec") or inches_text(vehicle.acc_dec_in)


@words_of.register
def _gemini_words(vehicle: GeminiHull) -> str:
    words = [_TYPES.get(vehicle.type, vehicle.type)]
    words += [vehicle.fires_as] if vehicle.fires_as != "standard" else []
    return ", ".join(["Vehicle", *words, *built(vehicle)])


def built(vehicle: GeminiHull) -> Iterator[str]:
    """How it is built, as far as some rule asks for it: `open-topped`, `flimsy`, `front dozer blade`."""
    ways = {
        "open-topped": vehicle.open_topped,
        "flimsy": vehicle.flimsy,
        "civilian": vehicle.civilian,
        "towed": vehicle.towed,
        f"{vehicle.dozer} dozer blade": vehicle.dozer,
        "coupling may be knocked loose": vehicle.ork,
        "auto-drive": vehicle.auto_drive,
        "shallow draught": vehicle.shallow_draught,
    }
    return (words for words, so in ways.items() if so)


# ------------------------------------------------------------------ trial vehicle rules


@heads_of.register
def _trial_heads(hull: TrialHull, profile: Profile) -> Heads:
    """The characteristics of a vehicle of the trial rules; a walker has those of a fighter too."""
    points = hull.points_to_fire_from
    fights = ("ws", "s", "i", "a") if hull.is_a("walker") else ()
    return (
        ("M", inches_text(hull.move_in)),
        ("BS", hull.bs),
        *((key.upper(), getattr(profile, key)) for key in fights),
        *((("Places", hull.capacity),) if hull.capacity else ()),
        *((("Fire points", _points(points)),) if points else ()),
    )


def _points(points: Sequence[FirePoint]) -> str:
    """`6 × 1`: so many fire points, each for so many models."""
    models = [point.models for point in points]
    return ", ".join(f"{models.count(each)} × {each}" for each in dict.fromkeys(models))


def _where(hull: TrialHull) -> Iterator[str]:
    """`2 all round, 1 to the left`: how many of those aboard fire which way. (TRI-PASS-02)"""
    found: dict[str, int] = {}
    for point in hull.points_to_fire_from:
        found[point.looks] = found.get(point.looks, 0) + point.models
    for looks, models in found.items():
        yield f"{models} {looks}" if looks == "all round" else f"{models} to the {looks}"


@words_of.register
def _trial_words(hull: TrialHull) -> str:
    """`Trial vehicle: tank, tracked`."""
    return "Trial vehicle: " + ", ".join([*hull.traits, hull.locomotion])


@notes_of.register
def _trial_notes(hull: TrialHull) -> Iterator[str]:
    """What its card says besides: what may fire after which move, doors, who may not ride. (TRI-FIRE-12)"""
    if hull.is_a("walker"):
        yield "Fires: standing, everything; moved, two weapons, one from each side."
    else:
        near, far = ("to 6″", "to 12″") if hull.is_a("fast") else ("standing", "to 6″")
        yield f"Fires: {near}, everything; {far}, one main weapon and all defensive ones; further, nothing."
    if hull.placed_points and not hull.open_topped:
        yield f"Fires out: {', '.join(_where(hull))}."
    if hull.capacity and hull.bars:
        yield f"Not for: {', '.join(each.replace('-', ' ') for each in hull.bars)}."


def trial_class(weapon: Weapon) -> str:
    """Whether a vehicle weapon is a main or a defensive one. (TRI-FIRE-05)"""
    if weapon.type == "ordnance":
        return "barrage" if weapon.has("guess") else "main"
    return "main" if weapon.strength >= MAIN_STRENGTH else "defensive"


# ------------------------------------------------------------------ Rules Crusade


@heads_of.register
def _crusade_heads(hull: CrusadeHull, profile: Profile) -> Heads:
    """The characteristics of a vehicle of the Rules Crusade."""
    return (
        ("Dice", f"{hull.dice}R"),
        ("Armored", "yes" if hull.armored else "no"),
        ("Hits", hull.hits),
        ("Moves", hull.move_actions),
        ("Transport", transport_words(hull)),
    )


def transport_words(hull: CrusadeHull) -> str:
    """As the lists have it: `10/C`, `20/C* or 1 Rhino`, `2/O crew`. (CRU-TRAN-07)"""
    parts = []
    if hull.transport:
        how = "O" if hull.open_transport else "C*" if hull.takes_big else "C"
        parts.append(f"{hull.transport}/{how}")
    parts += [f"1 {key.replace('-', ' ').capitalize()}" for key in hull.holds]
    crew = [f"{hull.open_crew}/O crew"] if hull.open_crew else []
    return ", ".join([*([" or ".join(parts)] if parts else []), *crew]) or "–"


@words_of.register
def _crusade_words(hull: CrusadeHull) -> str:
    """`Rules Crusade vehicle, flyer`."""
    return ", ".join(["Rules Crusade vehicle", *hull.traits, *hull.oddities])


@short_of.register
def _crusade_short(hull: CrusadeHull) -> str:
    """Its row of the tables: `3R, Armored, 4 Hits, 10/C*`; all of such a list are vehicles of the Rules Crusade."""
    rides = transport_words(hull)
    parts = [f"{hull.dice}R", *(["Armored"] if hull.armored else []), f"{hull.hits} Hits", *hull.traits]
    return ", ".join([*parts, *([rides] if rides != "–" else [])])


@ticked.register
def _crusade_ticked(hull: CrusadeHull) -> Ticked:
    """Damage cards; a FLYER may be down. (CRU-FALL-01)"""
    return Ticked("Damage cards", hull.hits, ("On the ground",) if "flyer" in hull.traits else ())


@gun_ticks.register
def _crusade_gun_ticks(hull: CrusadeHull, weapons: Mapping[WeaponId, Weapon]) -> tuple[GunTicks, ...]:
    """Each weapon jams, is empty and is lost by itself. (CRU-WEAP-02, CRU-WEAP-10, CRU-DMG-07)"""
    known = [(weapons[mount.weapon], count) for mount, count, _ in by_weapon(hull.mounts) if mount.weapon in weapons]
    return tuple(GunTicks(weapon.name, tuple(_may_be(weapon)), count) for weapon, count in known)


def _may_be(weapon: Weapon) -> Iterator[str]:
    found = weapon.crusade.letters if weapon.crusade else ()
    yield from (word for letter, word in (("J/X", "jammed"), ("Load", "empty")) if letter in found)
    yield "lost"


@notes_of.register
def _crusade_notes(hull: CrusadeHull) -> Iterator[str]:
    if hull.note:
        yield hull.note


def letters(weapon: CrusadeWeapon) -> str:
    """What stands behind its name: `P, Rap, J/X`, `2″ B, Load`."""
    blast = [f"{inches_text(weapon.blast_in)} B"] if weapon.blast_in else []
    said = [*blast, *weapon.letters, *(["basic"] if weapon.basic else [])]
    return ", ".join([*said, *(["ignores cover"] if weapon.ignores_cover else [])]) or "–"


_LETTERS: Final = {
    "P": "P at one model in sight",
    "Rap": "Rap attacks twice up to 12″",
    "R": "R re-rolls once",
    "J/X": "J/X jams at two 3s and is lost at three",
    "HFT": "HFT ignores Armored, 1 die more at vehicles up to 12″",
    "IFC": "IFC needs no sight and then deviates 1D6″",
    "Load": "Load must be reloaded after each shot",
    "Line": "Line goes through everybody on it",
}


def legend(weapons: Iterable[Weapon]) -> str:
    """What the letters of these weapons mean, for the card. (CRU-WEAP-02, CRU-WEAP-04 to -11)"""
    crusade = [weapon.crusade for weapon in weapons if weapon.crusade is not None]
    used = {letter for weapon in crusade for letter in weapon.letters}
    parts = [said for letter, said in _LETTERS.items() if letter in used]
    blasts = ["B hits everybody within its radius, 1 die more at vehicles"] * any(weapon.blast_in for weapon in crusade)
    return "; ".join([*blasts, *parts]) + "." if blasts or parts else ""


def crusade_reach(weapon: CrusadeWeapon) -> str:
    """Its greatest range, if it has one."""
    return inches_text(weapon.max_range_in) if weapon.max_range_in else "any"


def by_weapon(mounts: Sequence[Mount]) -> list[tuple[Mount, int, str]]:
    """Mounts of the same weapon together: the first, how many, and where they sit."""
    found: dict[str, list[Mount]] = {}
    for mount in mounts:
        found.setdefault(mount.weapon, []).append(mount)
    return [(each[0], len(each), ", ".join(dict.fromkeys(m.name for m in each if m.name))) for each in found.values()]
