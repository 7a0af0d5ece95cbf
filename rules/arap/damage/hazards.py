"""What ground does to those who cross it: dangerous and deadly places, a die for each model. (ARAP-TERR-03)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import prod

from msgspec.structs import replace

from rules.arap.damage import wounds_and_saves
from rules.arap.terrain import floor_ways
from rules.arap.terrain.ground import Piece, crossings, table_of
from rules.core.ids import ModelId, TerrainId, UnitId
from rules.core.preview import Chance, average
from rules.dice.odds import chance_high, chance_low
from rules.forces.unit import Model, Point, Unit
from rules.geometry.lengths import distance, is_within
from rules.progress import Progress
from rules.state import Event, GameState
from rules.table.terrain import Terrain


def hazards(progress: Progress, unit: UnitId, moved: Mapping[ModelId, Sequence[Point]], *, counts: bool = True) -> None:
    """Roll for dangerous ground that models crossed; `moved` gives each its path, start included. (ARAP-TERR-02)

    One test for each model and area; whoever is harmed takes a hit of the area's strength, or is lost if it has none.
    Losses in a charge do not `count` towards the 25 % test. (ARAP-CAS-06)
    """
    for piece in table_of(progress.state).pieces:
        for number in dict.fromkeys(piece.terrain.hazards):
            _bite(progress, unit, piece, number, moved, counts)


def _bite(
    progress: Progress, unit: UnitId, piece: Piece, number: int, moved: Mapping[ModelId, Sequence[Point]], counts: bool
) -> None:
    """Roll for those whom the ground bites on that number. (ARAP-TERR-02)"""
    state, terrain = progress.state, piece.terrain
    moving = [m for m in state.units[unit].alive if m.id in moved]
    facing = [m for m in moving if terrain.hazard_to(state.profile(m).kind) == number]
    risking = [m for m in facing if _risks(state, m, piece, moved[m.id])]
    if not risking:
        return
    find(progress, terrain)
    count = f"{len(risking)} model{'s' if len(risking) > 1 else ''}"
    rolled = progress.roll(
        "hazard",
        len(risking),
        sense="low",
        goal=number,
        unit=unit,
        why=f"{terrain.name}: {count} of {state.units[unit].name} on dangerous ground",
        rules=("ARAP-TERR-02",),
    )
    harmed = [m for m, bitten in zip(risking, rolled.made, strict=True) if bitten]
    rules = ("ARAP-TERR-02",)
    if terrain.hazard_strength:
        ids = [m.id for m in harmed]
        strength = terrain.hazard_strength
        wounds_and_saves.strike(
            progress, ids, strength, by=None, why=terrain.name, rules=rules, cause="hazard", counts=counts
        )
    else:
        lost = [m.id for m in harmed for _ in range(m.wounds)]
        wounds_and_saves.inflict(progress, lost, by=None, cause="hazard", counts=counts, rules=rules)


def chances(state: GameState, unit: Unit, moved: Mapping[ModelId, Sequence[Point]]) -> list[Chance]:
    """What known dangerous ground on those ways may cost: by piece, that anybody is hurt, and how many wounds.

    Whoever it bites for good loses all that he has. (ARAP-TERR-02)
    """
    found: list[Chance] = []
    for piece in table_of(state).pieces:
        if not piece.terrain.hazards or piece.terrain.secret not in (None, unit.side):
            continue
        moving = [m for m in unit.alive if m.id in moved and piece.terrain.hazard_to(state.profile(m).kind)]
        risking = [m for m in moving if _risks(state, m, piece, moved[m.id])]
        hurt = [_hurt(state, unit, m, piece.terrain) for m in risking]
        if hurt:
            some = 1 - prod((1 - each for each in hurt), start=Fraction(1))
            lost = [1 if piece.terrain.hazard_strength else m.wounds for m in risking]
            mean = sum((each * n for each, n in zip(hurt, lost, strict=True)), start=Fraction(0))
            name = piece.terrain.name
            found += [Chance(label=f"{name} harms somebody", exact=str(some), value=float(some))]
            found += [average(f"wounds by {name}, average", mean)]
    return found


def is_safe(state: GameState, unit: Unit, model: Model, path: Sequence[Point]) -> bool:
    """Whether a way leads over no dangerous ground that its side knows of. (ARAP-TERR-02)"""
    return not any(
        piece.terrain.hazard_to(state.profile(model).kind) and _risks(state, model, piece, path)
        for piece in table_of(state).pieces
        if piece.terrain.hazards and piece.terrain.secret in (None, unit.side)
    )


def _hurt(state: GameState, unit: Unit, model: Model, terrain: Terrain) -> Fraction:
    """The chance that ground which he crosses costs a model a wound."""
    profile = state.profile(model)
    bitten = chance_low(terrain.hazard_to(profile.kind))
    if not terrain.hazard_strength:
        return bitten
    wound = chance_high(wounds_and_saves.wound_goal(profile.t, terrain.hazard_strength))
    return bitten * wound * wounds_and_saves.unsaved_odds(profile, None, grounded=unit.gone_to_ground)


def _risks(state: GameState, model: Model, piece: Piece, path: Sequence[Point]) -> bool:
    """Whether the way enters the area, runs in it, or leaves it from further in than its edge.

    A model stands at the edge if its base reaches over it. Whoever flies over the ground risks nothing.
    """
    if state.profile(model).has("airborne"):
        return False
    inside = [
        (n, part, distance(a, b))
        for n, (a, b) in enumerate(floor_ways.walked(state, path))
        for part in crossings(piece, a, b)
    ]
    if len(inside) != 1:
        return bool(inside)
    leg, (start, end), length = inside[0]
    leaves = leg == 0 and start == 0 and end < 1
    return not (leaves and is_within(end * length, state.profile(model).base_radius_in))


class SecretFound(Event, frozen=True, kw_only=True, tag="SecretFound"):
    """Somebody has walked into a piece of terrain that was secret."""

    terrain: TerrainId
    name: str

    def evolve(self, state: GameState) -> GameState:
        """Everybody knows of it."""
        found = (replace(t, secret=None) if t.id == self.terrain else t for t in state.terrain)
        return replace(state, terrain=tuple(found))

    def sentence(self, state: GameState) -> str:
        """What it is."""
        return f"{self.name} is found"


def find(progress: Progress, terrain: Terrain) -> None:
    """Show a piece on which somebody is about to roll, if it is secret."""
    if terrain.secret is not None:
        progress.emit(SecretFound(terrain=terrain.id, name=terrain.name))


def find_area(progress: Progress, area_id: str) -> None:
    """Show the piece of that id in the same way."""
    for terrain in progress.state.terrain:
        if terrain.id == area_id:
            find(progress, terrain)


EVENTS: tuple[type[Event], ...] = (SecretFound,)
