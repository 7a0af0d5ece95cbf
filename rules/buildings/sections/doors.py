"""Doors and windows of a section, worked from inside. (BLD-SMOV-02, BLD-DOOR-01)"""

from __future__ import annotations

from typing import Final, Literal

from rules.arap.events import PointsSpent
from rules.arap.units.permission import may_act
from rules.buildings.doors.openings import WORDS, OpeningChanged
from rules.buildings.sections import go_between, graph, occupants
from rules.buildings.sections.graph import HouseSection, Link
from rules.core.ids import UnitId
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.progress import Action, Progress
from rules.state import GameState
from rules.table.building import Opening, OpeningState
from rules.table.terrain import Terrain

Does = Literal["open", "close", "lock", "bolt", "unlock"]

BEFORE: Final[dict[Does, tuple[OpeningState, ...]]] = {
    "open": ("closed", "bolted", "locked"),
    "close": ("open",),
    "lock": ("open", "closed"),
    "bolt": ("open", "closed"),
    "unlock": ("bolted", "locked"),
}
_AFTER: Final[dict[Does, OpeningState]] = {
    "open": "open",
    "close": "closed",
    "lock": "locked",
    "bolt": "bolted",
    "unlock": "closed",
}


class WorkSectionDoor(Action, frozen=True, kw_only=True, tag="WorkSectionDoor"):
    """Open, close, lock, unlock or bolt a door or window of one's own section, from inside: a movement action.

    `opening` is its place in the house's list. From inside bolts are drawn and locks unlocked.
    (BLD-SMOV-02, BLD-DOOR-01)
    """

    unit: UnitId
    opening: int
    does: Does = "open"

    def check(self, state: GameState) -> Refusal | None:
        """Points, in a house, an opening of its section in the right state."""
        refusal = may_act(state, self.side, self.unit, 1)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        refusal = go_between.fit(state, unit)
        here = occupants.house_of(state, unit)
        if refusal or here is None:
            return refusal
        if self.opening not in doors_of(here):
            text = f"{here.name} has no door or window of that number."
            return Refusal("no-opening", text, "BLD-SMOV-02", "one in its own walls")
        now = _opening_state(here.piece, self.opening)
        fits = BEFORE[self.does]
        if now not in fits:
            text = f"It {WORDS[now]}: nobody can {self.does} it."
            return Refusal("wrong-state", text, "BLD-DOOR-01", f"one that is {' or '.join(fits)}")
        lock = _opening(here.piece, self.opening).lock_on(inner=True)
        if self.does in ("lock", "unlock") and lock in ("locked", "jammed"):
            text = f"The lock of {door_name(here, self.opening)} does not work on this side."
            return Refusal("smashed", text, "BLD-LOCK-03", "from outside; or break it")
        return None

    def preview(self, state: GameState) -> Preview:
        """One point."""
        return Preview(ap=1, refusal=self.check(state), rules=("BLD-SMOV-02", "BLD-DOOR-01"))

    def resolve(self, progress: Progress) -> None:
        """It stands so from now on."""
        unit = progress.state.units[self.unit]
        here = occupants.house_of(progress.state, unit)
        assert here is not None
        assert here.piece.building is not None
        rules = ("BLD-SMOV-02", "BLD-DOOR-01")
        progress.emit(PointsSpent(side=unit.side, unit=unit.id, points=1, action="move", rules=rules))
        opening = here.piece.building.openings[self.opening]
        progress.emit(
            OpeningChanged(
                side=unit.side,
                unit=unit.id,
                terrain=here.piece.id,
                opening=self.opening,
                name=door_name(here, self.opening),
                state=_AFTER[self.does],
                smashed=opening.smashed,
                hacking=opening.hacking,
                unhackable=opening.unhackable,
                how=self.does,
                rules=rules,
            )
        )


def doors_of(here: HouseSection) -> tuple[int, ...]:
    """The openings in its walls, by their place in the house's list."""
    inner = (link.opening for link in graph.links_of(here))
    outer = (way.opening for way in graph.ways_in(here))
    return tuple(n for n in (*inner, *outer) if n is not None)


def door_name(here: HouseSection, number: int) -> str:
    """What a door of a section is called."""
    assert here.piece.building is not None
    opening = here.piece.building.openings[number]
    if opening.name:
        return opening.name
    link: Link | None = next((w for w in graph.links_of(here) if w.opening == number), None)
    return f"{opening.kind} to {link.other(here.room.letter)}" if link else f"{opening.kind} {number + 1}"


def _opening_state(piece: Terrain, number: int) -> OpeningState:
    return _opening(piece, number).state


def _opening(piece: Terrain, number: int) -> Opening:
    assert piece.building is not None
    return piece.building.openings[number]


ACTIONS: tuple[type[Action], ...] = (WorkSectionDoor,)
