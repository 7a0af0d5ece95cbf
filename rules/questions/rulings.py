"""What a host may rule, in words, for a form to offer."""

from __future__ import annotations

from typing import NamedTuple

from rules.arap.movement import agility
from rules.arap.rulings import costs, disputes
from rules.arap.rulings import general as rulings_general
from rules.arap.rulings import terrain as rulings_terrain
from rules.arap.rulings.table_scatter import TABLE_MANNERS
from rules.arap.shooting import rulings as shooting_rulings
from rules.arap.units.vehicle_interface import VehicleCrews
from rules.arap.vehicle_interface import ask
from rules.buildings.shooting import rulings as walls_rulings
from rules.forces import traits
from rules.state import GameState
from rules.table.terrain import DRIVING, WHO_DRIVES
from rules.vehicles.shared import rulings as vehicles_rulings

FLAGS_BY_RULING = rulings_general.FLAGS
NUMBERS_BY_RULING = rulings_general.NUMBERS
"""What may be set of a unit, with the words for it, and the range of its numbers."""

Choices = tuple[tuple[str, str], ...]
"""Keys of what may be ruled, each with its words."""


class Matters(NamedTuple):
    """What may be ruled of units, going, shots, faces of the ground and footing; the scatters that may be thrown.

    `terms` are tags of a unit that the rules read, `dearer` the acts that may cost more.
    `driving` are prices of driving in a piece of ground, `drivers` the kinds of locomotion that pay them.
    """

    units: Choices
    going: Choices
    driving: Choices
    drivers: Choices
    shots: Choices
    faces: Choices
    footing: Choices
    scatters: Choices
    terms: Choices
    dearer: Choices
    walls: Choices = ()
    """Where what a unit fires, throws and drops ends at walls and edges. (BLD-SCAT-01, BLD-SCAT-02, BLD-INTO-09)"""


def matters() -> Matters:
    """What may be ruled."""
    numbers = ((key, words[0]) for key, words in rulings_general.NUMBERS.items())
    return Matters(
        units=(*rulings_general.FLAGS.items(), *numbers),
        going=tuple((key, words) for key, (words, _, _) in rulings_terrain.MATTERS.items()),
        driving=(("usual", "as usual"), *DRIVING.items()),
        drivers=tuple(WHO_DRIVES.items()),
        shots=tuple(shooting_rulings.WORDS.items()),
        faces=tuple(rulings_terrain.FACES.items()),
        footing=tuple(agility.WORDS.items()),
        scatters=tuple(TABLE_MANNERS.items()),
        walls=tuple(walls_rulings.WORDS.items()),
        terms=tuple(traits.terms().items()),
        dearer=tuple(costs.WORDS.items()),
    )


def by_these_rules(state: GameState, choices: Choices) -> Choices:
    """What may be set of units, without what the vehicle rules of this table know nothing of. (TRI-PASS-04)"""
    known = ask(state, VehicleCrews).may_be_ruled()
    return tuple((key, words) for key, words in choices if key in known or key not in rulings_general.OF_A_HULL)


MOUNTS_RULED: Choices = tuple(vehicles_rulings.MOUNT_IS.items())
"""What a mounted weapon may be ruled to be."""


def mounted_weapons(state: GameState) -> Choices:
    """The weapons of the vehicles that are known, each by itself. (VEH-DMG-04, VEH-HULL-04)"""
    return tuple((mount.key, mount.words) for mount in vehicles_rulings.mounts(state))


class Seats(NamedTuple):
    """Who may be put into which vehicles; whether on to their outside as well. (VEH-BRD-04, VEH-BRD-12)"""

    riders: Choices
    carriers: Choices
    outside: bool


def seats(state: GameState) -> Seats:
    """Whoever may ride, and whatever stands on the table."""
    riders = (unit for unit in state.units.values() if vehicles_rulings.may_ride(state, unit))
    return Seats(
        tuple((u.id, f"{u.id.upper()} {u.name}") for u in riders),
        tuple((u.id, f"{u.id.upper()} {u.name}") for u in vehicles_rulings.carriers(state)),
        ask(state, VehicleCrews).may_cling(),
    )


def carried_weapons(state: GameState) -> Choices:
    """The weapons of the units that are known, each once, by name. (ARAP-GEN-09)"""
    carried = {w: unit.side.upper() for unit in state.units.values() for w in disputes.weapons_of(unit)}
    named = ((w, f"{side} {state.weapons[w].name}") for w, side in carried.items())
    return tuple(sorted(named, key=lambda each: each[1]))
