"""Whom one may pick: units and weapons of the sample armies, or of a table as the asker may know it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from rules.core.ids import ProfileId, SideId, WeaponId
from rules.forces.modules import misfits
from rules.forces.profile import Profile
from rules.forces.unit import Unit
from rules.forces.weapon import Weapon
from rules.questions.charts.calculator import worked_out
from rules.rulebook.switches import default_options
from rules.state import GameState
from tabletop.games.samples import samples


@dataclass(frozen=True, kw_only=True)
class Pick:
    """One unit that may be picked, with what its models are and carry."""

    key: str
    group: str
    unit: Unit
    profiles: Mapping[ProfileId, Profile]
    weapons: Mapping[WeaponId, Weapon]


@dataclass(frozen=True, kw_only=True)
class Source:
    """Where presets come from; `state` is a table's, filtered for who asks."""

    units: Mapping[str, Pick]
    weapons: Mapping[str, tuple[str, Weapon]]
    """Weapons that shoot, by key, each with the army that has it."""
    options: Mapping[str, object]
    state: GameState | None = None


@cache
def shipped() -> Source:
    """The sample armies, but those with vehicles that are made for no rules that the page knows."""
    units: dict[str, Pick] = {}
    weapons: dict[str, tuple[str, Weapon]] = {}
    for army in (each for each in samples.armies() if not all(misfits(each, module) for module in worked_out())):
        slug = army.name.lower().replace(" ", "-")
        made = army.muster(SideId("a"))
        for unit in made.units:
            pick = Pick(
                key=f"{slug}/{unit.id}", group=army.name, unit=unit, profiles=made.profiles, weapons=made.weapons
            )
            units[pick.key] = pick
        for weapon in army.weapons:
            if shoots(weapon):
                weapons[f"{slug}/{weapon.id}"] = (army.name, weapon)
    return Source(units=units, weapons=weapons, options=default_options())


def at_table(state: GameState) -> Source:
    """Units that stand in that state, which must be filtered for who asks already, and what they carry."""
    names = {side.id: side.name for side in state.sides}
    units: dict[str, Pick] = {}
    weapons: dict[str, tuple[str, Weapon]] = {}
    for unit in state.units.values():
        if unit.is_gone:
            continue
        group = names.get(unit.side, unit.side)
        units[unit.id] = Pick(key=unit.id, group=group, unit=unit, profiles=state.profiles, weapons=state.weapons)
        for weapon in carried(units[unit.id]):
            if shoots(weapon):
                weapons.setdefault(weapon.id, (group, weapon))
    return Source(units=units, weapons=weapons, options=state.options, state=state)


def carried(pick: Pick) -> tuple[Weapon, ...]:
    """Every kind of weapon of a unit, mounted ones that are not lost among them."""
    found: list[WeaponId] = []
    for model in pick.unit.alive:
        vehicle = pick.profiles[model.profile].hull
        found += model.weapons
        if vehicle is not None:
            lost = pick.unit.vehicle.lost_mounts if pick.unit.vehicle else ()
            found += [mount.weapon for n, mount in enumerate(vehicle.mounts) if n not in lost]
    return tuple(pick.weapons[each] for each in dict.fromkeys(found))


def shoots(weapon: Weapon) -> bool:
    """Whether its hits at a distance can be worked out here: everything but close combat and planted charges."""
    return weapon.type not in ("melee", "bomb") and not weapon.has("smoke") and not weapon.has("planted")
