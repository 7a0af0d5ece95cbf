"""Whether an army has the numbers that a table's rules ask for: its vehicles, its people. (TRI-JOIN-01, CRU-VEH-01)"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from rules.forces.army import Army
from rules.forces.modules import SWITCH, known, made_for, members, misfits_among, name_of, of_game, strangers_among
from rules.forces.profile import Profile
from rules.forces.weapon import Weapon


class Fault(NamedTuple):
    """Why an army cannot fight at a table, what would mend it, and the rule."""

    text: str
    mend: str
    rule: str

    def __str__(self) -> str:
        return f"{self.text} Allowed: {self.mend}. ({self.rule})"


_ALLOWED: Final = "ready-made vehicles allowed at the table"

Options = Mapping[str, object]

Named = tuple[str, Profile]
"""A unit by its name, with what one of its models is."""


def module_of(ruleset: str, options: Options) -> str:
    """The vehicle rules of a table: its game's own, else those that its switches say; empty where it has none."""
    own = of_game(ruleset)
    if own:
        return own.id
    return str(options[SWITCH]) if any(made.ruleset == ruleset for made in known()) else ""


def army_faults(army: Army, module: str, options: Options) -> tuple[Fault, ...]:
    """Whoever of an army does not fit a table of those rules with those switches, each with what would mend it."""
    return faults(army.name, members(army), army.weapons, module, options)


def faults(
    army: str, units: Iterable[Named], weapons: Iterable[Weapon], module: str, options: Options
) -> tuple[Fault, ...]:
    """The same of units by their names, of the army of that name, with the weapons that it uses."""
    listed, table = list(units), name_of(module)
    unknown = (
        Fault(
            f"{name} of {army} has no numbers for {table}.",
            f"{name} left out of the army, or models of {table} in its place",
            rule_of(module),
        )
        for name in strangers_among(listed, module)
    )
    wrong = (
        Fault(
            f"{each.unit} of {army} is a vehicle for {name_of(each.module)}; this table is for {table}.",
            f"{each.unit} left out of the army, or a vehicle for {table} in its place",
            rule_of(each.module),
        )
        for each in misfits_among(listed, module)
    )
    return (*unknown, *wrong, *_ready_made(army, listed, weapons, module, options))


def _ready_made(
    army: str, units: Iterable[Named], weapons: Iterable[Weapon], module: str, options: Options
) -> Iterator[Fault]:
    """Sample vehicles, and other vehicles with sample weapons, where the table is played without. (TRI-CHAR-05, -06)"""
    made = made_for(module)
    samples = made.samples if made else None
    if samples is None or options.get(samples.switch, True):
        return
    guns = {weapon.id: weapon.name for weapon in weapons if samples.has_weapon(weapon)}
    for name, profile in dict(units).items():
        if profile.hull is None:
            continue
        if samples.has(profile):
            kind = "" if name == profile.name else f" ({profile.name})"
            text = f"{name} of {army} is a ready-made vehicle{kind}; this table is played without those."
            mend = f"{name} left out of the army, a vehicle of your own in its place, or {_ALLOWED}"
            yield Fault(text, mend, samples.rule)
        elif gun := next((guns[mount.weapon] for mount in profile.hull.mounts if mount.weapon in guns), ""):
            text = f"{name} of {army} carries a ready-made weapon ({gun}); this table is played without those."
            yield Fault(text, f"a weapon of your own on {name}, or {_ALLOWED}", samples.weapons_rule)


class UnfitArmy(ValueError):
    """Somebody of an army has no numbers for the rules of the table."""


def require(armies: Iterable[Army], module: str, options: Options) -> None:
    """UnfitArmy, with every fault, if those armies cannot fight at a table of those rules with those switches."""
    refuse(fault for army in armies for fault in army_faults(army, module, options))


def refuse(found: Iterable[Fault]) -> None:
    """UnfitArmy if there is any fault."""
    if text := "\n".join(str(fault) for fault in found):
        raise UnfitArmy(text)


def rule_of(module: str) -> str:
    """The rule that says what a vehicle of those rules is."""
    made = made_for(module)
    return made.rule if made else "TRI-JOIN-01"
