"""How vehicles of the trial rules and of the Rules Crusade are written: characteristics, words and weapons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rules.forces.crusade import CrusadeVehicle, CrusadeWeapon
from rules.forces.mount import Mount
from rules.forces.profile import Profile
from rules.forces.trial import TrialVehicle
from rules.forces.weapon import Weapon
from tabletop.ui.words import inches_text

Heads = tuple[tuple[str, object], ...]

MAIN_STRENGTH: Final = 6
"""From this strength a vehicle weapon of the trial rules is a main weapon. (TRI-FIRE-05)"""


def trial_heads(profile: Profile, hull: TrialVehicle) -> Heads:
    """The characteristics of a vehicle of the trial rules; a walker has those of a fighter too."""
    fights = ("ws", "s", "i", "a") if hull.is_a("walker") else ()
    return (
        ("M", inches_text(hull.move_in)),
        ("BS", hull.bs),
        *((key.upper(), getattr(profile, key)) for key in fights),
        *((("Places", hull.capacity),) if hull.capacity else ()),
        *((("Fire points", _points(hull.fire_points)),) if hull.fire_points else ()),
    )


def _points(models: Sequence[int]) -> str:
    """`6 × 1`: so many fire points, each for so many models."""
    sorts = dict.fromkeys(models)
    return ", ".join(f"{models.count(each)} × {each}" for each in sorts)


def trial_words(hull: TrialVehicle) -> str:
    """`Trial vehicle: tank, tracked`."""
    return "Trial vehicle: " + ", ".join([*(trait.replace("-", " ") for trait in hull.traits), hull.locomotion])


def told(profile: Profile) -> Iterator[str]:
    """What the card of such a vehicle says besides its characteristics."""
    if profile.trial is not None:
        yield from trial_told(profile.trial)
    if profile.crusade is not None and profile.crusade.note:
        yield profile.crusade.note


def trial_told(hull: TrialVehicle) -> Iterator[str]:
    """What its card says besides: what may fire after which move, doors, who may not ride. (TRI-FIRE-12)"""
    if hull.is_a("walker"):
        yield "Fires: standing, everything; moved, two weapons, one from each side."
    else:
        near, far = ("to 6″", "to 12″") if hull.is_a("fast") else ("standing", "to 6″")
        yield f"Fires: {near}, everything; {far}, one main weapon and all defensive ones; further, nothing."
    if hull.capacity and hull.bars:
        yield f"Not for: {', '.join(each.replace('-', ' ') for each in hull.bars)}."


def trial_class(weapon: Weapon) -> str:
    """Whether a vehicle weapon is a main or a defensive one. (TRI-FIRE-05)"""
    if weapon.type == "ordnance":
        return "barrage" if weapon.has("guess") else "main"
    return "main" if weapon.strength >= MAIN_STRENGTH else "defensive"


# ------------------------------------------------------------------ Rules Crusade


def crusade_heads(hull: CrusadeVehicle) -> Heads:
    """The characteristics of a vehicle of the Rules Crusade."""
    return (
        ("Dice", f"{hull.dice}R"),
        ("Armored", "yes" if hull.armored else "no"),
        ("Hits", hull.hits),
        ("Moves", hull.move_actions),
        ("Transport", transport_words(hull)),
    )


def transport_words(hull: CrusadeVehicle) -> str:
    """As the lists have it: `10/C`, `20/C* or 1 rhino`, `2/O crew`. (CRU-TRAN-07)"""
    told = []
    if hull.transport:
        how = "O" if hull.open_transport else "C*" if hull.takes_big else "C"
        told.append(f"{hull.transport}/{how}")
    told += [f"1 {key.replace('-', ' ')}" for key in hull.holds]
    crew = [f"{hull.open_crew}/O crew"] if hull.open_crew else []
    return ", ".join([*([" or ".join(told)] if told else []), *crew]) or "–"


def crusade_words(hull: CrusadeVehicle) -> str:
    """`Rules Crusade vehicle, flyer`."""
    return ", ".join(["Rules Crusade vehicle", *hull.traits, *(["cannot move"] if hull.immobile else [])])


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
    "Load": "Load is loaded anew after each shot",
    "Line": "Line goes through everybody on it",
}


def legend(weapons: Iterable[Weapon]) -> str:
    """What the letters of these weapons mean, for the card. (CRU-WEAP-02, CRU-WEAP-04 to -11)"""
    crusade = [weapon.crusade for weapon in weapons if weapon.crusade is not None]
    used = {letter for weapon in crusade for letter in weapon.letters}
    told = [said for letter, said in _LETTERS.items() if letter in used]
    blasts = ["B hits everybody within its radius, 1 die more at vehicles"] * any(weapon.blast_in for weapon in crusade)
    return "; ".join([*blasts, *told]) + "." if crusade else ""


def crusade_reach(weapon: CrusadeWeapon) -> str:
    """Its greatest range, if it has one."""
    return inches_text(weapon.max_range_in) if weapon.max_range_in else "any"


def by_weapon(mounts: Sequence[Mount]) -> list[tuple[Mount, int, str]]:
    """Mounts of the same weapon together: the first, how many, and where they sit."""
    found: dict[str, list[Mount]] = {}
    for mount in mounts:
        found.setdefault(mount.weapon, []).append(mount)
    return [(each[0], len(each), ", ".join(dict.fromkeys(m.name for m in each if m.name))) for each in found.values()]
