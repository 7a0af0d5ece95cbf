"""Which members of a unit belong together: chains of 3 inches, and indoors whoever shares rooms. (ARAP-COH-01, -02)"""

from __future__ import annotations

from collections.abc import Sequence

from rules.arap import building_interface
from rules.arap.units.building_interface import Company
from rules.forces.unit import Point
from rules.geometry import formations
from rules.state import GameState


def chains(state: GameState, points: Sequence[Point]) -> tuple[tuple[int, ...], ...]:
    """The parts of a unit whose members stand there: places in the list. (ARAP-COH-02, BLD-MOVE-04)"""
    found = [list(chain) for chain in formations.chains(tuple(points))]
    if len(found) < 2 or not bool(state.interiors):
        return tuple(tuple(chain) for chain in found)
    company = building_interface.ask(Company)
    joined: list[list[int]] = []
    for chain in found:
        near = [
            other
            for other in joined
            if any(company.are_together(state, points[a], points[b]) for a in chain for b in other)
        ]
        joined = [other for other in joined if other not in near]
        joined.append(sorted(n for each in (chain, *near) for n in each))
    return tuple(tuple(chain) for chain in sorted(joined))


def are_near(state: GameState, ours: Sequence[Point], theirs: Sequence[Point]) -> bool:
    """Whether rooms hold two parts of a unit together. (BLD-MOVE-04)"""
    if not state.interiors:
        return False
    company = building_interface.ask(Company)
    return any(company.are_together(state, a, b) for a in ours for b in theirs)


def cited(state: GameState, points: Sequence[Point]) -> tuple[str, ...]:
    """The rules by which they belong together. (ARAP-COH-01, ARAP-COH-02, BLD-MOVE-04)"""
    return ("ARAP-COH-01", "ARAP-COH-02", *building_interface.ask(Company).rooms_cited(state, points))
