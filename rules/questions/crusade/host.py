"""What the host of a Rules Crusade rules on, for forms to choose from. (CRU-TURN-04)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from rules.crusade import grounds, marks, models
from rules.crusade.rulings import structures as rulings_structures
from rules.crusade.rulings.blips import FATES
from rules.crusade.rulings.states import MATTERS
from rules.crusade.rulings.weapons import CONDITIONS
from rules.forces.unit import Unit
from rules.state import GameState

_Choices = tuple[tuple[str, str], ...]


class RuledAtTable(NamedTuple):
    """Weapons, wheels, vehicles to be aboard of, structures and blips that there are, each with its key and words."""

    weapons: _Choices
    wheels: _Choices
    troops: _Choices
    carriers: _Choices
    structures: _Choices
    blips: _Choices


CONDITIONS_RULED: Final = tuple((each, each) for each in CONDITIONS)
"""What a weapon may be ruled to be."""
FATES_RULED: Final = tuple(FATES.items())
"""What may be ruled of a blip."""


def ruled() -> _Choices:
    """What the host may set of a model, each with its words."""
    return tuple((key, matter.words[:1].upper() + matter.words[1:]) for key, matter in MATTERS.items())


def at_table(state: GameState) -> RuledAtTable:
    """What may be ruled on as things stand."""
    playing = [unit for unit in state.units.values() if not unit.is_gone and not models.is_wreck(state, unit.id)]
    vehicles = [unit for unit in playing if unit.is_vehicle]
    return RuledAtTable(
        weapons=tuple(each for unit in playing for each in _weapons(state, unit)),
        wheels=tuple(each for unit in vehicles for each in _wheels(state, unit)),
        troops=tuple((unit.id, _called(unit)) for unit in playing if not unit.is_vehicle),
        carriers=tuple((unit.id, _called(unit)) for unit in vehicles),
        structures=tuple((p.id, f"{p.name}: {_hits(state, p.id)}") for p in rulings_structures.structures(state)),
        blips=tuple((blip.id, f"Blip {blip.id}{_blip_is(state, blip)}") for blip in marks.marks(state).blips),
    )


def _called(unit: Unit) -> str:
    return f"{unit.id.upper()} {unit.name}"


def _weapons(state: GameState, unit: Unit) -> Iterator[tuple[str, str]]:
    for key, _, _ in models.weapons(state, unit):
        found = models.weapon(state, unit, key)
        assert found
        trouble = models.trouble(state, unit, key)
        yield f"{unit.id}/{key}", f"{_called(unit)}: {found[0]}{f', {trouble}' if trouble else ''}"


def _wheels(state: GameState, unit: Unit) -> Iterator[tuple[str, str]]:
    hull = models.vehicle(state, unit.id)
    if hull.immobile or not (hull.open_transport or hull.open_crew):
        return
    driver = marks.of(state, unit.id).driver
    for rider in models.aboard(state, unit.id):
        now = ", as now" if rider.id == driver else ""
        yield f"{unit.id}/{rider.id}", f"{_called(unit)}: {_called(rider)} drives{now}"
    yield f"{unit.id}/", f"{_called(unit)}: nobody drives"


def _hits(state: GameState, terrain: str) -> str:
    piece = next(p for p in rulings_structures.structures(state) if p.id == terrain)
    made = grounds.structure(piece)
    assert made
    return f"{marks.marks(state).structures.get(terrain, 0)} of {made[1]} Hits taken"


def _blip_is(state: GameState, blip: marks.Blip) -> str:
    if blip.taken_by in state.units:
        return f", carried by {state.units[blip.taken_by].name}"
    return ", uncovered" if blip.shown else ""
