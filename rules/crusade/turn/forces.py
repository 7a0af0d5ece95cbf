"""From armies to the first event: every model a unit of its own. (CRU-VEH-01, CRU-TRAN-06, -07, CRU-LIST)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from rules.core.ids import ModelId, ProfileId, SideId, UnitId, WeaponId
from rules.crusade.marks import CrusadeMarks, ModelMarks
from rules.events import GameCreated
from rules.forces.army import Army
from rules.forces.crusade import CrusadeHull, CrusadeTroop
from rules.forces.profile import Profile
from rules.forces.unit import Model, Unit
from rules.forces.weapon import Weapon
from rules.rulebook import charts, default_options
from rules.state import DICE_RULE, RULES_VERSION, Event, Side
from rules.table.scenario import OptionValue, Scenario

USUAL_POINTS: Final = 200
"""What a side picks models for unless something else is agreed. (CRU-TURN-04)"""


def new_game(
    ruleset: str,
    scenario: Scenario,
    armies: Mapping[SideId, Army],
    options: Mapping[str, OptionValue] | None,
    seal: str,
    *,
    game_id: str,
    entropy: Sequence[str],
) -> list[Event]:
    """The first event: every model a unit of its own. Raises ValueError for a side that has no army for this game."""
    missing = [s.name for s in scenario.sides if s.id not in armies]
    if missing:
        raise ValueError(f"no army for {', '.join(missing)}")
    profiles: dict[ProfileId, Profile] = {}
    weapons: dict[WeaponId, Weapon] = {}
    units: dict[UnitId, Unit] = {}
    noted: dict[UnitId, ModelMarks] = {}
    sides = []
    for side in scenario.sides:
        army = armies[side.id]
        mustered = army.muster(side.id)
        profiles |= mustered.profiles
        weapons |= mustered.weapons
        own, crews = _one_by_one(side.id, mustered.units, profiles)
        units |= {u.id: u for u in own}
        noted |= crews
        sides.append(Side(id=side.id, name=army.name or side.name, edge=side.edge))
    created = GameCreated(
        version=RULES_VERSION,
        seq=1,
        ruleset=ruleset,
        game_id=game_id,
        scenario=scenario,
        profiles=profiles,
        weapons=weapons,
        sides=tuple(sides),
        units=units,
        options={**default_options(), **scenario.options, **(options or {})},
        seal=seal,
        entropy=tuple(entropy),
        dice_rule=DICE_RULE,
        own=CrusadeMarks(models=noted),
        rules=("CRU-VEH-01", *_rows_of(profiles.values())),
    )
    return [created]


def _rows_of(profiles: Iterable[Profile]) -> tuple[str, ...]:
    """The rules whose tables the forces are rows of. (CRU-LIST-01 to -03, CRU-TROOP-01, CRU-POD-01)"""
    names = {p.name for p in profiles}
    cited = tuple(rule for rule in _TABLES if names & {str(row["name"]) for row in charts.rows(rule)})
    return (*cited, *(("CRU-LIST-01",) if {"CRU-LIST-02", "CRU-LIST-03"} & set(cited) else ()))


_TABLES: Final = ("CRU-LIST-02", "CRU-LIST-03", "CRU-POD-01", "CRU-TROOP-01")
"""Lists of vehicles and troops."""


def _one_by_one(
    side: SideId, mustered: tuple[Unit, ...], profiles: dict[ProfileId, Profile]
) -> tuple[list[Unit], dict[UnitId, ModelMarks]]:
    """Each model is a unit; open crew come with their vehicle, and the first aboard drives. (CRU-TRAN-06, -07)"""
    found: list[Unit] = []
    renamed: dict[UnitId, UnitId] = {}
    numbers = _numbered(mustered, profiles)
    for unit in mustered:
        if any(isinstance(profiles[m.profile].hull, CrusadeHull) for m in unit.models):
            renamed[unit.id] = UnitId(f"{side}{len(found) + 1}")
        for n, each in enumerate(unit.models, 1):
            name = next(numbers[one]) if (one := _one_of(unit, each, profiles)) else _in_order(unit.name, unit, n)
            points = unit.points // len(unit.models) + (n <= unit.points % len(unit.models))
            found.append(_alone(unit, each, UnitId(f"{side}{len(found) + 1}"), name, points))
    found = [replace(u, aboard=renamed[u.aboard]) if u.aboard in renamed else u for u in found]
    crews: dict[UnitId, ModelMarks] = {}
    for vehicle in list(found):
        hull = profiles[vehicle.models[0].profile].hull
        if isinstance(hull, CrusadeHull):
            found += _crew(side, vehicle, hull, len(found), profiles)
            if drivers := _drivers(vehicle, hull, found):
                crew = tuple(drivers) if hull.open_crew else ()
                crews[vehicle.id] = ModelMarks(driver=drivers[0], driven=True, crew=crew)
    return found, crews


def _in_order(name: str, unit: Unit, n: int) -> str:
    return name if len(unit.models) == 1 else f"{name} {n}"


def _numbered(mustered: tuple[Unit, ...], profiles: Mapping[ProfileId, Profile]) -> dict[str, Iterator[str]]:
    """Names for models of units that bear the usual name of their kind, with numbers unless one is alone."""
    counts = Counter(_one_of(unit, each, profiles) for unit in mustered for each in unit.models)
    return {one: map(f"{one} {{}}".format, range(1, n + 1)) if n > 1 else iter((one,)) for one, n in counts.items()}


def _one_of(unit: Unit, each: Model, profiles: Mapping[ProfileId, Profile]) -> str:
    """The name of one model where its unit is called by what several of them are, else empty: "Space Marines 2"."""
    one = profiles[each.profile].name
    several = unit.name.rstrip("0123456789").rstrip()
    words, of_one = several.split(), one.split()
    alike = len(words) == len(of_one) and all(_is_several(*pair) for pair in zip(words, of_one, strict=True))
    return one if alike and several != one else ""


def _is_several(word: str, of_one: str) -> bool:
    return word in (of_one, f"{of_one}s") or (of_one.endswith("man") and word == f"{of_one[:-3]}men")


def _alone(unit: Unit, each: Model, ident: UnitId, name: str, points: int) -> Unit:
    model = replace(each, id=ModelId(f"{ident}.1"))
    return replace(unit, id=ident, name=name, models=(model,), points=points, n_start=1)


def _crew(
    side: SideId, vehicle: Unit, hull: CrusadeHull, count: int, profiles: dict[ProfileId, Profile]
) -> Iterator[Unit]:
    """Crew of dice 1 in open positions. (CRU-TRAN-07)"""
    for n in range(hull.open_crew):
        profile = ProfileId(f"{side}:open-crew")
        profiles[profile] = Profile(id=profile, name="Crew", m=6, w=1, crusade_troop=CrusadeTroop())
        ident = UnitId(f"{side}{count + n + 1}")
        model = Model(id=ModelId(f"{ident}.1"), profile=profile)
        name = f"{vehicle.name}, {'driver' if n == 0 else 'crew'}"
        yield Unit(id=ident, side=side, name=name, models=(model,), aboard=vehicle.id, deployed=True, n_start=1)


def _drivers(vehicle: Unit, hull: CrusadeHull, units: list[Unit]) -> list[UnitId]:
    """The crew of an open vehicle, its driver first; of an open transport the first who rides in it. (CRU-TRAN-06)"""
    if hull.immobile or not (hull.open_crew or hull.open_transport):
        return []
    aboard = [u.id for u in units if u.aboard == vehicle.id]
    return aboard[-hull.open_crew :] if hull.open_crew else aboard[:1]
