"""A house of twelve rooms with forty people in it: whom a unit in there may shoot at. (BLD-MOVE-01, BLD-INTO-01)"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from bench import battle
from rules.core.ids import ModelId, ProfileId, SideId, TerrainId, UnitId, WeaponId
from rules.forces.profile import Profile
from rules.forces.unit import Model, Unit
from rules.forces.weapon import Weapon
from rules.rulebook import default_options
from rules.state import GameState, Side, Turn
from rules.table.building import Building, Opening, Room
from rules.table.scenario import Scenario
from rules.table.terrain import Terrain

COLUMNS, ROWS, ROOM_IN = 4, 3, 5.0
LEFT, TOP = 26.0, 16.0
UNITS, SIZE = 8, 5
"""Four units of five to a side, each in a room of its own or sharing one."""

RIFLE: Final = Weapon(id=WeaponId("rifle"), name="Rifle", type="rapid-fire", range_in=24, strength=3)
TROOPER: Final = Profile(id=ProfileId("trooper"), name="Trooper")


def state() -> GameState:
    """The first unit of Ash is in hand, with two points."""
    sides = (Side(id=battle.A, name="Ash", edge="west"), Side(id=battle.B, name="Birch", edge="east"))
    units = [_unit(n) for n in range(UNITS)]
    piece = house()
    return GameState(
        options=default_options(),
        scenario=Scenario(name="Twelve rooms", terrain=(piece,)),
        terrain=(piece,),
        profiles={TROOPER.id: TROOPER},
        weapons={RIFLE.id: RIFLE},
        sides=sides,
        units={u.id: u for u in units},
        turn=Turn(number=1, order=(battle.A, battle.B), place=0, phase="activation", active=units[0].id, ap=2),
    )


def house() -> Terrain:
    """Rooms of five by five inches, a door in every wall between two, a window in every wall outside."""
    right, bottom = LEFT + COLUMNS * ROOM_IN, TOP + ROWS * ROOM_IN
    across = [TOP + n * ROOM_IN for n in range(1, ROWS)]
    along = [LEFT + n * ROOM_IN for n in range(1, COLUMNS)]
    partitions = [((LEFT, y), (right, y)) for y in across] + [((x, TOP), (x, bottom)) for x in along]
    doors = [_gap(_middle(n), y, "door", level=True) for y in across for n in range(COLUMNS)]
    doors += [_gap(x, _centre(n), "door", level=False) for x in along for n in range(ROWS)]
    doors += [_gap(_middle(n), y, "window", level=True) for y in (TOP, bottom) for n in range(COLUMNS)]
    doors += [_gap(x, _centre(n), "window", level=False) for x in (LEFT, right) for n in range(ROWS)]
    rooms = [Room(letter=f"R{n + 1}", points=_square(n)) for n in range(COLUMNS * ROWS)]
    inside = Building(handling="tabletop", openings=tuple(doors), partitions=tuple(partitions), sections=tuple(rooms))
    outline = ((LEFT, TOP), (right, TOP), (right, bottom), (LEFT, bottom))
    return Terrain(id=TerrainId("house"), name="Twelve rooms", points=outline, look="building", building=inside)


def _middle(column: int) -> float:
    return LEFT + (column + 0.5) * ROOM_IN


def _centre(row: int) -> float:
    return TOP + (row + 0.5) * ROOM_IN


def _gap(x: float, y: float, kind: str, *, level: bool) -> Opening:
    half = 0.5
    a, b = ((x - half, y), (x + half, y)) if level else ((x, y - half), (x, y + half))
    return Opening(a=a, b=b, kind="door" if kind == "door" else "window")


def _square(number: int) -> tuple[tuple[float, float], ...]:
    x, y = LEFT + number % COLUMNS * ROOM_IN, TOP + number // COLUMNS * ROOM_IN
    return ((x, y), (x + ROOM_IN, y), (x + ROOM_IN, y + ROOM_IN), (x, y + ROOM_IN))


def _unit(number: int) -> Unit:
    """Five men in one room, every other unit of the other side; the last four share rooms with the first."""
    side = SideId("ab"[number % 2])
    name = UnitId(f"{side}{number // 2 + 1}")
    room = (number * 3) % (COLUMNS * ROWS)
    x, y = _middle(room % COLUMNS), _centre(room // COLUMNS)
    down = 1.2 if number >= 4 else -1.2
    models = tuple(
        Model(
            id=ModelId(f"{name}.{n + 1}"),
            profile=TROOPER.id,
            weapons=(RIFLE.id,),
            at=(round(x + (n - 2) * 0.9, 3), round(y + down + (n % 2) * 0.4, 3)),
            facing=90 if side == "a" else 270,
            wounds=1,
        )
        for n in range(SIZE)
    )
    return Unit(id=name, side=side, name=name.upper(), models=models, deployed=True, n_start=SIZE)


def in_hand(found: GameState, unit: UnitId) -> GameState:
    """That unit of Ash acts."""
    return replace(found, turn=replace(found.turn, active=unit))
