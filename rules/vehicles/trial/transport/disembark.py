"""Getting out: before the vehicle moves, or after it and then no further. (TRI-TRAN-09 to -13, TRI-TRAN-16)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.arap.events import PointsSpent
from rules.arap.positions.placing import is_chain
from rules.arap.units.permission import may_act
from rules.core.ids import SideId, UnitId
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.forces.unit import Unit
from rules.geometry.lengths import Circle, is_beyond
from rules.offers import Offer, offered
from rules.progress import Action, Progress
from rules.state import GameState, Placement
from rules.vehicles.shared import outside
from rules.vehicles.shared.events import LeftVehicle
from rules.vehicles.shared.hull import condition, hull_of
from rules.vehicles.trial.events import StepTaken
from rules.vehicles.trial.hull.profile import profile_of
from rules.vehicles.trial.hull.steps import did
from rules.vehicles.trial.transport import aboard

MOST_IN: Final = 12.0
"""Nobody gets out once the vehicle has moved further in this turn. (TRI-TRAN-10)"""

WHY: Final[dict[str, tuple[str, str, str]]] = {
    "far": ("too-far-out", "is set down out of reach of an access point", "partly within 2″ of one"),
    "edge": ("off-table", "would stand off the table", "on the table"),
    "no-room": ("no-room", "would stand on something", "a free place"),
    "ground": ("impassable", "cannot stand there", "ground that it can enter"),
    "enemy": ("near-enemy", "would stand within 1″ of an enemy", "more than 1″ from enemies"),
}


class Disembark(Action, frozen=True, kw_only=True, tag="Disembark"):
    """Get out of the vehicle that carries the unit; without placements the table chooses them. (TRI-TRAN-09, -10)

    Out of a vehicle that has not moved it opens the unit's move and costs nothing of its own; out of one that has
    moved it is the movement action, and they go no further. (TRI-JOIN-06)
    """

    unit: UnitId
    placements: tuple[Placement, ...] = ()

    def check(self, state: GameState) -> Refusal | None:
        """Points, aboard since before this turn, the crew, how far the vehicle has moved, room outside."""
        refusal = self._too_late(state) or may_act(state, self.side, self.unit, 1)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        if unit.aboard is None:
            return Refusal("not-aboard", f"{unit.name} is not aboard a vehicle.", "TRI-TRAN-09", "a unit aboard")
        vehicle = state.units[unit.aboard]
        return self._barred(state, unit, vehicle) or self._placing(state, unit, vehicle)

    def _too_late(self, state: GameState) -> Refusal | None:
        """Close combat has begun. (TRI-TRAN-13)"""
        unit = state.units.get(self.unit)
        if unit is None or unit.aboard is None or not (state.turn.phase == "melee" or state.turn.held):
            return None
        text = f"{unit.name} stays aboard: nobody gets out during close combat."
        return Refusal("close-combat", text, "TRI-TRAN-13", "getting out in its activation")

    @staticmethod
    def _barred(state: GameState, unit: Unit, vehicle: Unit) -> Refusal | None:
        if unit.boarded_turn == state.turn.number:
            text = f"{unit.name} got in in this turn and does not get out again."
            return Refusal("boarded-this-turn", text, "TRI-TRAN-12", "staying aboard")
        if condition(vehicle).stunned_now:
            text = f"The crew of {vehicle.name} is stunned: nobody gets out."
            return Refusal("stunned", text, "TRI-DMG-04", "staying aboard")
        if "road" in did(state, vehicle):
            text = f"{vehicle.name} has used the road: nobody gets out in this turn."
            return Refusal("road-bonus", text, "TRI-ROAD-01", "staying aboard")
        moved = vehicle.now.moved_in
        if is_beyond(moved, MOST_IN):
            text = f"{vehicle.name} has moved {moved:.2f}″ in this turn: nobody gets out."
            return Refusal("too-fast", text, "TRI-TRAN-10", f"after a move of up to {MOST_IN:g}″")
        return None

    def _placing(self, state: GameState, unit: Unit, vehicle: Unit) -> Refusal | None:
        placements = self.placements or suggested(state, unit, vehicle)
        if {p.model for p in placements} != {m.id for m in unit.alive}:
            if not self.placements:
                text = f"There is no room for {unit.name} at the access points of {vehicle.name}."
                return Refusal("no-room", text, "TRI-TRAN-11", "staying aboard")
            wanted = f"each of its {len(unit.alive)} models once"
            return Refusal("wrong-models", f"{unit.name} is not placed as a whole.", "ARAP-COH-01", wanted)
        if not is_chain([p.at for p in placements]):
            text = f"{unit.name} would be split: members stand more than 3″ apart."
            return Refusal("not-coherent", text, "ARAP-COH-01", "each within 3″ of another")
        return _fits(state, unit, vehicle, placements) if self.placements else None

    def preview(self, state: GameState) -> Preview:
        """Where they would stand, and what they may still do."""
        refusal = self.check(state)
        unit = state.units.get(self.unit)
        if unit is None or unit.aboard is None:
            return Preview(refusal=refusal)
        vehicle = state.units[unit.aboard]
        placements = self.placements or suggested(state, unit, vehicle)
        moved = vehicle.now.moved_in > 0
        after = "they go no further in this turn" if moved else "then they move as usual"
        charge = "" if profile_of(state, vehicle).open_topped else "; they may shoot but not charge"
        return Preview(
            ap=int(moved),
            refusal=refusal,
            ghosts=tuple((str(p.model), *p.at, p.facing) for p in placements),
            notes=(after + charge,),
            rules=(
                "TRI-TRAN-10" if moved else "TRI-TRAN-09",
                "TRI-TRAN-01",
                "TRI-TRAN-11",
                "TRI-TRAN-13",
                "TRI-TRAN-16",
                "TRI-JOIN-06",
            ),
        )

    def resolve(self, progress: Progress) -> None:
        """Step out."""
        unit = progress.state.units[self.unit]
        assert unit.aboard is not None
        vehicle = progress.state.units[unit.aboard]
        placements = self.placements or suggested(progress.state, unit, vehicle)
        moved = vehicle.now.moved_in > 0
        closed = not profile_of(progress.state, vehicle).open_topped
        rules = ("TRI-TRAN-10" if moved else "TRI-TRAN-09", "TRI-TRAN-11")
        rules = (*rules, *(("TRI-TRAN-16",) if closed else ()), "TRI-JOIN-06")
        spent = PointsSpent(unit=unit.id, side=self.side, points=int(moved), action="leave", rules=("TRI-JOIN-06",))
        progress.emit(spent)
        left = LeftVehicle(side=unit.side, unit=unit.id, vehicle=vehicle.id, moved=moved, closed=closed, rules=rules)
        aboard.step_out(progress, left, placements)
        progress.emit(StepTaken(side=vehicle.side, unit=vehicle.id, what=("unloaded",), rules=("TRI-MOVE-04",)))


def suggested(state: GameState, unit: Unit, vehicle: Unit) -> tuple[Placement, ...]:
    """Where the table would set the unit down; fewer where there is no room."""
    return aboard.places(state, unit, vehicle, hull_of(state, vehicle))


def _fits(state: GameState, unit: Unit, vehicle: Unit, placements: tuple[Placement, ...]) -> Refusal | None:
    room = aboard.room(state, unit, vehicle, hull_of(state, vehicle))
    circles: list[Circle] = []
    for placement in placements:
        profile = state.profile(unit.model(placement.model))
        why = outside.may_stand(state, room, placement.at, profile, circles)
        if why:
            code, text, allowed = WHY[why]
            return Refusal(code, f"{unit.name} {text}.", "TRI-TRAN-11", allowed)
        circles.append(Circle(placement.at, profile.base_radius_in))
    return None


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """Getting out, for the acting unit if it is aboard."""
    active = state.turn.active
    unit = state.units[active] if active is not None and state.active_side == side else None
    if unit is not None and unit.aboard is not None:
        yield offered(state, Disembark(side=side, unit=unit.id), kind="get-out", unit=unit.id, target=unit.aboard)


ACTIONS: tuple[type[Action], ...] = (Disembark,)
