"""Models, weapons and tables of the Rules Crusade for tests; troops are rows of CRU-TROOP-01."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from rules.core.ids import ModelId, ProfileId, SideId, UnitId, WeaponId
from rules.crusade.courses import DriveLeg
from rules.crusade.driving.drive import DriveVehicle
from rules.crusade.marks import CARDS, CrusadeMarks, ModelMarks, deck, marks, pile
from rules.dice.sources import ScriptedDice
from rules.engine import decide, fold
from rules.forces import stored
from rules.forces.army import Army, Entry, Member
from rules.forces.crusade import CrusadeHull, CrusadeTroop, CrusadeWeapon
from rules.forces.mount import Mount
from rules.forces.profile import Profile
from rules.forces.unit import Model, Unit, VehicleState
from rules.forces.weapon import Weapon
from rules.progress import Action
from rules.rulebook import default_options
from rules.state import Event, GameState, Side, Turn
from rules.table.scenario import Scenario, ScenarioSide
from rules.table.terrain import Terrain

A, B = SideId("a"), SideId("b")
LIBRARY = Path(__file__).parents[3] / "tabletop/armies/library/data/crusade.library.json"


class _Rows(msgspec.Struct):
    profiles: tuple[Profile, ...]
    weapons: tuple[Weapon, ...]


@cache
def rows() -> _Rows:
    """The shipped vehicles and weapons."""
    return stored.read(LIBRARY.read_bytes(), _Rows)


def gun(name: str, dice: int, *letters: Any, **made: Any) -> Weapon:
    """A weapon of troops."""
    kind = made.pop("type", "assault")
    crusade = CrusadeWeapon(dice=dice, letters=letters, **made)
    return Weapon(id=WeaponId(name.replace(" ", "-")), name=name, type=kind, crusade=crusade)


GUNS = (
    gun("lasgun", 1, "P", basic=True),
    gun("boltgun", 2, "P", basic=True),
    gun("bolt pistol", 1, "P", basic=True, max_range_in=12),
    gun("melta gun", 3, "P", "HFT", "Load", max_range_in=12),
    gun("arc lance", 3, "Line", max_range_in=18),
    gun("krak grenades", 2, type="grenade"),
)


def troop(name: str, dice: int, bonus: int = 0, bulk: Any = "normal", *, base_mm: float = 25) -> Profile:
    """A row of CRU-TROOP-01."""
    made = CrusadeTroop(melee_bonus=bonus, jumping=name == "assault")
    return Profile(id=ProfileId(name), name=name, m=6, w=dice, bulk=bulk, base_mm=base_mm, crusade_troop=made)


TROOPS = (
    troop("guardsman", 1),
    troop("marine", 2),
    troop("assault", 2, 1),
    troop("terminator", 3, 2, "bulky", base_mm=40),
    troop("dreadnought", 4, 2, "very-bulky", base_mm=60),
)
OWN_VEHICLES = (
    Profile(
        id=ProfileId("skiff"),
        name="Skiff",
        kind="vehicle",
        hull=CrusadeHull(
            dice=2,
            hits=3,
            traits=("fast", "low"),
            transport=4,
            open_transport=True,
            length_in=4,
            width_in=2.5,
            mounts=(Mount(weapon=WeaponId("storm-bolter"), arc_half_deg=180),),
        ),
    ),
    Profile(
        id=ProfileId("crawler"),
        name="Crawler",
        kind="vehicle",
        hull=CrusadeHull(
            dice=3,
            hits=4,
            armored=True,
            traits=("heavy",),
            length_in=6.5,
            width_in=4,
            mounts=(Mount(weapon=WeaponId("battle-cannon"), arc_half_deg=180),),
        ),
    ),
    Profile(
        id=ProfileId("lancer"),
        name="Lancer",
        kind="vehicle",
        hull=CrusadeHull(
            dice=2, hits=3, length_in=4.5, width_in=3, mounts=(Mount(weapon=WeaponId("arc-lance"), arc_half_deg=180),)
        ),
    ),
)
"""Vehicles of traits that no listed one has."""

PROFILES = {p.id: p for p in (*rows().profiles, *TROOPS, *OWN_VEHICLES)}
WEAPONS = {w.id: w for w in (*rows().weapons, *GUNS)}


def put(
    ident: str,
    kind: str,
    at: tuple[float, float] = (0, 0),
    facing: float = 0,
    *,
    aboard: str = "",
    points: int = 10,
    weapons: Sequence[str] = (),
    **more: Any,
) -> Unit:
    """A model on the table, or aboard of a vehicle."""
    profile = PROFILES[ProfileId(kind)]
    model = Model(
        id=ModelId(f"{ident}.1"),
        profile=profile.id,
        at=at,
        facing=facing,
        wounds=more.pop("dice", profile.w),
        weapons=tuple(WeaponId(w) for w in weapons),
    )
    more.setdefault("deployed", True)
    return Unit(
        id=UnitId(ident),
        side=SideId(ident[0]),
        name=f"{profile.name} {ident.upper()}",
        models=(model,),
        points=points,
        aboard=UnitId(aboard) if aboard else None,
        vehicle=VehicleState() if profile.hull else None,
        **more,
    )


def battle(
    *units: Unit,
    terrain: Sequence[Terrain] = (),
    noting: Mapping[str, ModelMarks] | None = None,
    left: Mapping[str, int] | None = None,
    side: str = "a",
    number: int = 1,
    rounds: int = 6,
    **noted: Any,
) -> GameState:
    """A battle in the turn of one side: 48 by 36 inches."""
    order = tuple(sorted({u.side for u in units} | {A, B}))
    scenario = Scenario(name="Roads", width_in=48, height_in=36, turn_limit=rounds)
    known = {UnitId(unit): each for unit, each in (noting or {}).items()}
    return GameState(
        ruleset="rules-crusade",
        scenario=scenario,
        terrain=tuple(terrain),
        options=default_options(),
        profiles=PROFILES,
        weapons=WEAPONS,
        sides=tuple(Side(id=s, name=f"Side {s.upper()}") for s in order),
        units={u.id: u for u in units},
        turn=Turn(number=number, order=order, place=order.index(SideId(side)), phase="activation"),
        own=CrusadeMarks(models=known, deck=dict(left) if left is not None else None, **noted),
    )


_FACE = {0: 1, 1: 4, 2: 5, 3: 6}
"""A face of a D6 for each face of a combat die. (CRU-DICE-01)"""
PLAIN = (
    "crusade-jump",
    "crusade-board-jump",
    "crusade-wipeout",
    "crusade-unjam",
    "crusade-indirect-deviation",
    "crusade-pod-deviation",
    "crusade-direction",
    "crusade-placement",
    "crusade-damage-card",
)
"""Labels whose dice are D6 or D12 as they lie."""


def faces(state: GameState, dice: Mapping[str, Sequence[int | str]]) -> dict[str, list[int]]:
    """Dice as natural faces: combat dice are written as what they show, cards by their name."""
    found: dict[str, list[int]] = {}
    left = dict(deck(state))
    for label, shown in dice.items():
        if label == "crusade-damage-card":
            found[label] = []
            for card in shown:
                left = left if any(left.values()) else dict(marks(state).discards)
                found[label].append(pile(left).index(str(card)) + 1)
                left[str(card)] -= 1
        else:
            found[label] = [int(n) if label in PLAIN else _FACE[int(n)] for n in shown]
    return found


def act(state: GameState, action: Action, **dice: Sequence[int | str]) -> tuple[GameState, list[Event]]:
    """Decide an action with scripted dice, by label with underscores; every die has to fall."""
    named = {f"crusade-{label.replace('_', '-')}": shown for label, shown in dice.items()}
    scripted = ScriptedDice(faces(state, named))
    events = decide(state, action, scripted)
    scripted.finish()
    return fold(events, state), events


def drive(unit: str, inches: float = 6, turn: float = 0, **more: Any) -> DriveVehicle:
    """One leg."""
    leg = DriveLeg(inches=inches, turn_deg=turn)
    return DriveVehicle(side=SideId(more.pop("side", unit[0])), unit=UnitId(unit), legs=(leg,), **more)


def held(*cards: str, **more: Any) -> ModelMarks:
    """Marks of a vehicle that holds these cards."""
    assert set(cards) <= set(CARDS)
    return ModelMarks(cards=cards, **more)  # type: ignore[arg-type]


def an_army(name: str, *entries: tuple[str, str, int, Sequence[str], str]) -> Army:
    """An army of entries: name, profile, count, weapons, inside which other entry."""
    made = tuple(
        Entry(
            name=title,
            members=(Member(profile=ProfileId(kind), count=count, weapons=tuple(map(WeaponId, guns))),),
            points=20 * count,
            inside=inside,
        )
        for title, kind, count, guns, inside in entries
    )
    return Army(name=name, entries=made, profiles=tuple(PROFILES.values()), weapons=tuple(WEAPONS.values()))


NORTH = an_army(
    "Northmarch",
    ("Carrier", "rhino", 1, (), ""),
    ("Marines", "marine", 3, ("boltgun", "krak-grenades"), "Carrier"),
    ("Skiff", "skiff", 1, (), ""),
    ("Raiders", "assault", 2, ("bolt-pistol", "krak-grenades"), "Skiff"),
    ("Kite", "landspeeder", 1, (), ""),
    ("Guard", "guardsman", 4, ("lasgun",), ""),
)
SOUTH = an_army(
    "Southfold",
    ("Anvil", "leman-russ", 1, (), ""),
    ("Gun", "griffon", 1, (), ""),
    ("Pod", "drop-pod", 1, (), ""),
    ("Veterans", "terminator", 2, ("storm-bolter",), "Pod"),
    ("Walker", "dreadnought", 1, ("assault-cannon",), ""),
    ("Leapers", "assault", 3, ("bolt-pistol", "krak-grenades"), ""),
)
TABLE = Scenario(
    name="Three Roads",
    width_in=36,
    height_in=30,
    turn_limit=4,
    sides=(ScenarioSide(id=A, name="A", edge="north"), ScenarioSide(id=B, name="B", edge="south")),
    terrain=(
        Terrain(id="ditch", name="Ditch", points=((12, 13), (24, 13), (24, 16), (12, 16)), depth_in=8, look="trench"),  # type: ignore[arg-type]
        Terrain(id="wall", name="Wall", points=((4, 14), (9, 14)), line=True, cover="hard", height_in=1, look="wall"),  # type: ignore[arg-type]
        Terrain(
            id="house",
            name="House",
            points=((28, 12), (33, 12), (33, 17), (28, 17)),
            blocks_sight=True,
            height_in=4,  # type: ignore[arg-type]
            look="building",
            cover="hard",
        ),
    ),
)
