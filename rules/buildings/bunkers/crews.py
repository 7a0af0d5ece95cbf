"""People in a bunker that is struck: shaken, stunned, or under its ruins. (BLD-BUNK-11, BLD-BUNK-12, BLD-BUNK-15)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple

from msgspec.structs import replace

from rules.arap.damage import wounds_and_saves
from rules.buildings import version_1
from rules.buildings.bunkers import sections
from rules.buildings.bunkers.ruins import OutOfRuins
from rules.buildings.bunkers.sections import ArmouredSection
from rules.core.ids import ModelId, UnitId
from rules.forces.unit import Model, Point, Unit
from rules.geometry.rings import Ring
from rules.progress import Progress
from rules.state import Event, GameState

Daze = Literal["shaken", "stunned"]

CRUSHED: Final = 3
"""On this or less a collapse wounds an occupant. (BLD-BUNK-15)"""

RULE: Final[dict[Daze, str]] = {"shaken": "BLD-BUNK-11", "stunned": "BLD-BUNK-12"}


class OccupantsDazed(Event, frozen=True, kw_only=True, tag="OccupantsDazed"):
    """A unit in a bunker may not fire in its next turn, nor move if it is stunned. (BLD-BUNK-11, BLD-BUNK-12)"""

    how: Daze
    dazed: Daze | None = None
    """With what befell it before: stunned is worse than shaken."""

    def evolve(self, state: GameState) -> GameState:
        """It bites when that turn begins."""
        assert self.unit is not None
        unit = state.units[self.unit]
        dazed = self.dazed or version_1.dazed(unit.dazed, self.how)
        return state.with_unit(replace(unit, dazed=dazed))

    def sentence(self, state: GameState) -> str:
        """Who, and what it may not do."""
        assert self.unit is not None
        bars = "neither move nor fire" if self.how == "stunned" else "not fire"
        return f"{state.units[self.unit].name} is {self.how}: it may {bars} in its next turn"


def worse(before: str, how: Daze) -> Daze:
    """Stunned is worse than shaken. (BLD-BUNK-11, BLD-BUNK-12)"""
    return "stunned" if "stunned" in (before, how) else "shaken"


class DazeTurns(Event, frozen=True, kw_only=True, tag="DazeTurns"):
    """The player turn begins that a daze spoils, or it is over."""

    def evolve(self, state: GameState) -> GameState:
        """What was coming holds now, what held is over."""
        assert self.unit is not None
        unit = state.units[self.unit]
        return state.with_unit(replace(unit, dazed="", dazed_now=unit.dazed))


def turn_begins(progress: Progress) -> None:
    """The side in turn: what befell its people in bunkers takes hold."""
    _turn(progress, [u for u in progress.state.units.values() if u.dazed])


def turn_ends(progress: Progress) -> None:
    """The side in turn: they recover."""
    _turn(progress, [u for u in progress.state.units.values() if u.dazed_now])


def _turn(progress: Progress, dazed: list[Unit]) -> None:
    for unit in dazed:
        if unit.side == progress.state.active_side:
            progress.emit(DazeTurns(side=unit.side, unit=unit.id, rules=("BLD-BUNK-11", "BLD-BUNK-12")))


def daze(progress: Progress, here: ArmouredSection, how: Daze, rules: tuple[str, ...]) -> None:
    """Everybody inside that section."""
    for unit, _ in sections.occupants(progress.state, here):
        dazed = worse(unit.dazed, how)
        progress.emit(OccupantsDazed(side=unit.side, unit=unit.id, how=how, dazed=dazed, rules=(RULE[how], *rules)))


class Caught(NamedTuple):
    """Those of one unit in what collapses: on floors of the building, and on floors laid out above them."""

    inside: tuple[Model, ...] = ()
    above: tuple[tuple[float, dict[ModelId, Point]], ...] = ()
    """From how high they fall, and where they truly are. (BLD-GEN-03, BLD-LEVEL-01)"""
    apart: tuple[tuple[ModelId, Point], ...] = ()
    """Where those truly are who are inside on a floor that is laid out apart."""

    @property
    def models(self) -> tuple[ModelId, ...]:
        """All of them."""
        return (*(m.id for m in self.inside), *(m for _, falls in self.above for m in falls))


def caught(state: GameState, fallen: Sequence[ArmouredSection]) -> dict[UnitId, Caught]:
    """Who is in sections that collapse, unit by unit."""
    found: dict[UnitId, Caught] = {}
    for here in fallen:
        for unit, models in sections.occupants(state, here):
            known = found.get(unit.id, Caught())
            there = {m.id: (m.at[0] + here.by[0], m.at[1] + here.by[1]) for m in models} if here.is_apart else {}
            if there and here.piece.id != fallen[0].piece.id:
                found[unit.id] = known._replace(above=(*known.above, (here.floor_in, there)))
            else:
                apart = (*known.apart, *there.items())
                found[unit.id] = known._replace(inside=(*known.inside, *models), apart=apart)
    return found


def collapse(
    progress: Progress,
    fallen: Sequence[ArmouredSection],
    under: Mapping[UnitId, Caught],
    standing: Sequence[Ring],
    by: UnitId,
    rules: tuple[str, ...],
) -> None:
    """Each occupant may be wounded, with its save; survivors are set down beside the ruins. (BLD-BUNK-15)

    Of several sections the first is the one that the others stood on. Whoever is on a floor laid out above it falls
    with that. (BLD-FALL-02)
    """
    rules = ("BLD-BUNK-15", *rules)
    name, ring = fallen[0].name, fallen[0].ring
    for unit, who in under.items():
        _crush(progress, unit, who.inside, name, by, rules)
    for unit, who in under.items():
        for height, places in who.above:
            wounds_and_saves.fall(
                progress, unit, tuple(places), height, landings=places, off_structure=True, rules=("BLD-BUNK-15",)
            )
    for unit, who in under.items():
        out = OutOfRuins(unit=unit, models=who.models, ring=ring, name=name, standing=tuple(standing), rules=rules)
        progress.queue(replace(out, apart=dict(who.apart)))


def _crush(
    progress: Progress, unit_id: UnitId, inside: Sequence[Model], name: str, by: UnitId, rules: tuple[str, ...]
) -> None:
    if not inside:
        return
    why = f"{progress.state.units[unit_id].name} under the ruins of {name}"
    rolled = progress.roll(
        "collapse-wound", len(inside), sense="low", goal=CRUSHED, unit=unit_id, target=by, why=why, rules=rules
    )
    wounded = [m.id for m, made in zip(inside, rolled.made, strict=True) if made]
    unsaved = wounds_and_saves.roll_saves(progress, wounded, None, by=by)
    wounds_and_saves.inflict(progress, unsaved, by=by, cause="fall", rules=rules)


EVENTS: tuple[type[Event], ...] = (OccupantsDazed, DazeTurns)
