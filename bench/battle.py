"""The battle that is measured: 60 units, 400 models, 40 pieces of terrain, always the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from rules import fold, new_game
from rules.core.ids import SideId, TerrainId, UnitId
from rules.forces import stored
from rules.forces.army import Army, Entry
from rules.forces.unit import Unit
from rules.state import Event, GameState, Turn
from rules.table.scenario import Objective, Scenario, Zone
from rules.table.terrain import Terrain

A, B = SideId("a"), SideId("b")
SAMPLE = Path(__file__).parents[1] / "tabletop" / "sample"
COLUMNS, ROWS = 5, 6
MOBS, TENS, FIVES, HULLS = 1, 9, 15, 5
"""Units of thirty, of ten, of five and of one hull on each side: 30 units, 200 models."""
MOB_SIZE: Final = 30
GAP_IN: Final = 1.2
"""Between neighbours in a squad, centre to centre."""

SHOOTERS, TARGETS = UnitId("a25"), UnitId("b25")
"""Two squads of ten that face each other across a wall, about ten inches apart."""
WALKERS = UnitId("a26")
"""A squad of ten with a wood before it."""
MOB = UnitId("a30")
"""The unit of thirty."""
CHARGED = UnitId("b26")
"""Of a club's battle: a squad of ten within reach of WALKERS."""
_CLUB: Final = ("1", "2", "6", "7", "8", "25", "26")
"""Numbers of each side's units in a club's battle."""
_CHARGE_IN: Final = 6.0


def sample_army(name: str) -> Army:
    """One of the armies that the product ships."""
    return stored.read((SAMPLE / f"{name}.army.json").read_bytes(), Army)


def army(name: str) -> Army:
    """Thirty units made of what a sample army has: its largest foot units at thirty, ten and five, and its hulls.

    The large squads come last, so that they stand nearest to the enemy.
    """
    whole = sample_army(name)
    foot = [e for e in whole.entries if sum(m.count for m in e.members) > 5]
    hulls = [e for e in whole.entries if _is_hull(whole, e)]
    entries = [
        *(_named(hulls[n % len(hulls)], n) for n in range(HULLS)),
        *(_sized(foot[n % len(foot)], 5, n) for n in range(FIVES)),
        *(_sized(foot[0], 10, n) for n in range(TENS)),
        *(_sized(foot[0], MOB_SIZE, n) for n in range(MOBS)),
    ]
    return replace(whole, entries=tuple(entries))


def _is_hull(whole: Army, entry: Entry) -> bool:
    profiles = {p.id: p for p in whole.profiles}
    return profiles[entry.members[0].profile].hull is not None


def _named(entry: Entry, number: int) -> Entry:
    return replace(entry, name=f"{entry.name} {number + 1}", inside="")


def _sized(entry: Entry, size: int, number: int) -> Entry:
    """The unit with that many models: the most numerous kind makes up the number."""
    many = max(entry.members, key=lambda m: m.count)
    others = sum(m.count for m in entry.members if m is not many)
    members = tuple(replace(m, count=size - others) if m is many else m for m in entry.members)
    return replace(entry, name=f"{entry.name} {size}-{number + 1}", members=members, inside="")


def scenario() -> Scenario:
    """A table of 72 by 48 inches with forty pieces, sixteen of them hard cover."""
    west = Zone(side=A, points=((0, 0), (36, 0), (36, 48), (0, 48)))
    east = Zone(side=B, points=((36, 0), (72, 0), (72, 48), (36, 48)))
    places = ((24.0, 12.0), (48.0, 36.0))
    objectives = tuple(Objective(id=f"o{n}", name=f"Hill {n}", at=at) for n, at in enumerate(places, 1))
    return Scenario(name="Measured field", zones=(west, east), objectives=objectives, terrain=tuple(pieces()))


_KINDS: Final[Sequence[dict[str, object]]] = (
    {"going": "difficult", "cover": "soft", "height_in": 3, "blocks_sight": True, "look": "wood"},
    {"going": "difficult", "cover": "hard", "height_in": 1, "line": True, "width_in": 0.4, "look": "wall"},
    {"going": "difficult", "cover": "hard", "height_in": 3, "blocks_sight": True, "look": "building"},
    {"hazard": 1, "hazard_strength": 3, "look": "scree"},
    {"going": "difficult", "elevation_in": 2, "look": "hill"},
)


def pieces() -> Iterator[Terrain]:
    """Eight columns of five, each row begun with another kind; walls run north to south."""
    for number in range(40):
        column, row = divmod(number, 5)
        kind = _KINDS[(column + row) % len(_KINDS)]
        x, y = 4.5 + 9 * column, 4.8 + 9.6 * row
        yield Terrain(
            id=TerrainId(f"t{number}"),
            name=f"Piece {number}",
            points=_wall(x, y) if kind.get("line") else _round(x, y),
            **kind,  # type: ignore[arg-type]
        )


def _wall(x: float, y: float) -> tuple[tuple[float, float], ...]:
    return ((x - 0.5, y - 2.5), (x, y), (x + 0.5, y + 2.5))


def _round(x: float, y: float) -> tuple[tuple[float, float], ...]:
    """Twelve corners, as hand-drawn outlines have them."""
    outline = ((0, 1), (0.5, 0.87), (0.87, 0.5), (1, 0), (0.87, -0.5), (0.5, -0.87))
    half = [(x + 2.2 * dx, y + 1.7 * dy) for dx, dy in outline]
    return (*half, *((2 * x - px, 2 * y - py) for px, py in half))


def log() -> list[Event]:
    """The first events of the game: the forces are mustered, nobody is placed."""
    return new_game(scenario(), {A: army("northmarch-rangers"), B: army("saltmere-compact")}, game_id="measured")


def state() -> GameState:
    """Side A's activation phase with everybody on the table; nobody is in hand."""
    begun = fold(log())
    units = {u.id: _placed(u, _slot(u)) for u in begun.units.values()}
    turn = Turn(number=1, order=(A, B), phase="activation")
    return replace(begun, units=units, turn=turn)


def club_state() -> GameState:
    """The same with seven units a side, as clubs play, two of them near each other, and one of these in hand."""
    before = state()
    units = {name: unit for name, unit in before.units.items() if name[1:] in _CLUB}
    walkers, charged = units[WALKERS], units[CHARGED]
    (x, y), (to_x, to_y) = walkers.models[0].at, charged.models[0].at
    by = (to_x - _CHARGE_IN - x, to_y - y)
    moved = tuple(replace(m, at=(m.at[0] + by[0], m.at[1] + by[1])) for m in walkers.models)
    units[WALKERS] = replace(walkers, models=moved)
    return in_hand(replace(before, units=units), WALKERS)


def in_hand(before: GameState, unit: UnitId, ap: int = 3) -> GameState:
    """The state in which that unit has action points."""
    return before.with_turn(active=unit, ap=ap)


def _slot(unit: Unit) -> tuple[float, float]:
    """Where the unit's first model stands: columns from the table's edge inwards, rows from the north."""
    column, row = divmod(int(unit.id[1:]) - 1, ROWS)
    x = 3.2 + 6.3 * column
    return (x if unit.side == A else 72 - x, 1.5 + 7.6 * row)


def _placed(unit: Unit, at: tuple[float, float]) -> Unit:
    """Ranks of five, the front one towards the enemy."""
    ahead = 1 if unit.side == A else -1
    facing = 90 if unit.side == A else 270
    models = tuple(
        replace(m, at=(at[0] - ahead * GAP_IN * (n // 5), at[1] + GAP_IN * (n % 5)), facing=facing)
        for n, m in enumerate(unit.models)
    )
    return replace(unit, models=models, deployed=True, aboard=None, n_start=len(models))
