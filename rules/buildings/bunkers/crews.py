"""People in a bunker that is struck: shaken, stunned, or under its ruins. (BLD-BUNK-11, BLD-BUNK-12, BLD-BUNK-15)"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from msgspec.structs import replace

from rules.arap.damage import wounds_and_saves
from rules.buildings import version_1
from rules.buildings.bunkers import sections
from rules.buildings.bunkers.ruins import OutOfRuins
from rules.buildings.bunkers.sections import ArmouredSection
from rules.core.ids import UnitId
from rules.forces.unit import Model, Unit
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


def collapse(
    progress: Progress, fallen: Sequence[ArmouredSection], standing: Sequence[Ring], by: UnitId, rules: tuple[str, ...]
) -> None:
    """Each occupant may be wounded, with its save; survivors are set down beside the ruins. (BLD-BUNK-15)

    Of several sections the first is the one that the others stood on.
    """
    rules = ("BLD-BUNK-15", *rules)
    name, ring = fallen[0].name, fallen[0].ring
    under: dict[UnitId, list[Model]] = {}
    for here in fallen:
        for unit, models in sections.occupants(progress.state, here):
            under.setdefault(unit.id, []).extend(models)
    for unit, crushed in [(progress.state.units[u], models) for u, models in under.items()]:
        why = f"{unit.name} under the ruins of {name}"
        rolled = progress.roll(
            "collapse-wound", len(crushed), sense="low", goal=CRUSHED, unit=unit.id, target=by, why=why, rules=rules
        )
        wounded = [m.id for m, made in zip(crushed, rolled.made, strict=True) if made]
        unsaved = wounds_and_saves.roll_saves(progress, wounded, None, by=by)
        wounds_and_saves.inflict(progress, unsaved, by=by, cause="fall", rules=rules)
        out = OutOfRuins(
            unit=unit.id,
            models=tuple(m.id for m in crushed),
            ring=ring,
            name=name,
            standing=tuple(standing),
            rules=rules,
        )
        progress.queue(out)


EVENTS: tuple[type[Event], ...] = (OccupantsDazed, DazeTurns)
