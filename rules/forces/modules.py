"""Which vehicle rules a vehicle is made for, and which of an army's do not fit a table's. (TRI-JOIN-01)"""

from typing import Final, Literal, NamedTuple

from rules.forces.army import Army
from rules.forces.profile import Profile

Module = Literal["gemini", "trial", "crusade"]

NAMES: Final[dict[str, str]] = {
    "gemini": "the Gemini vehicle rules",
    "trial": "the trial vehicle rules",
    "crusade": "the Rules Crusade",
}
"""What people call each."""

PLAYED: Final[tuple[Module, ...]] = ("gemini",)
"""Those that a table can be played with."""


class Misfit(NamedTuple):
    """A unit whose vehicle is made for other rules."""

    unit: str
    module: Module


def modules_of(profile: Profile) -> tuple[Module, ...]:
    """The vehicle rules that say what it is: none for whoever is no vehicle."""
    told: dict[Module, object] = {"gemini": profile.vehicle, "trial": profile.trial, "crusade": profile.crusade}
    return tuple(module for module, hull in told.items() if hull is not None)


def misfits(army: Army, module: str) -> tuple[Misfit, ...]:
    """The units of an army that have vehicles for other rules than those of that module."""
    made_for = {profile.id: modules_of(profile) for profile in army.profiles}
    wrong = ((entry.name, made_for.get(m.profile, ())) for entry in army.entries for m in entry.members)
    found = {name: Misfit(name, modules[0]) for name, modules in wrong if modules and module not in modules}
    return tuple(found.values())
