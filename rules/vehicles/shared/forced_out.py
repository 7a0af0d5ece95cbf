"""Forced out of a vehicle: whose people they are says where they stand, then they test or are pinned.

(VEH-BRD-14, VEH-DMG-06 to -08, TRI-TRAN-14, TRI-TRAN-15)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from rules.arap.damage import wounds_and_saves
from rules.arap.events import ModelsMoved
from rules.arap.morale import pinning
from rules.arap.positions.placing import is_chain
from rules.core.ids import UnitId
from rules.core.prompt import Option
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Point, tag
from rules.geometry.hulls import Hull
from rules.geometry.lengths import Circle
from rules.progress import Progress, TaskStruct
from rules.state import GameState, Placement
from rules.vehicles.shared import outside
from rules.vehicles.shared.events import LeftVehicle
from rules.vehicles.shared.outside import Around


class PlacesFound(NamedTuple):
    """Where the table would put them, and those for whom it finds no place."""

    put: tuple[Placement, ...]
    lost: tuple[Model, ...]


class PutOut(TaskStruct, frozen=True, kw_only=True, tag="PutOut"):
    """The people of one unit are put down round the hull that they are forced out of.

    Their owner says where, and who goes without where there is no room for all. (VEH-BRD-10, TRI-TRAN-15)
    """

    unit: UnitId
    vehicle: UnitId
    hull: Hull
    exits: tuple[Point, ...] = ()
    rules: tuple[str, ...]
    lost_by: str
    """The rule by which those without a place are lost."""
    by: UnitId | None = None
    afloat: bool = False
    partly: bool = False
    nerve: Literal["test", "pinned", "none"] = "none"
    why: str = ""
    nerve_rules: tuple[str, ...] = ()
    spared_by: tuple[str, ...] = ()

    def run(self, progress: Progress) -> None:
        """Ask where they stand, unless nobody finds a place."""
        state = progress.state
        unit = state.units[self.unit]
        if unit.is_gone:
            return
        room = self._room(state)
        places = self._proposed(state, room)
        if not places.put:
            self._put(progress, ())
            return
        progress.ask(
            self,
            unit.side,
            "forced-out",
            f"Where do {unit.name} get out of {state.units[self.vehicle].name}?",
            [self._option(places)],
            unit=unit.id,
            about=self.vehicle,
            rule=self.rules[0],
            decline="move",
            free=[(m.id, outside.STEP_OUT_IN) for m in unit.alive],
            area=outside.area(state, unit, room),
        )

    def at_once(self, progress: Progress) -> None:
        """The table puts them down, as it did in games of before. Those for whom there is no room are lost."""
        if not progress.state.units[self.unit].is_gone:
            self._put(progress, self._proposed(progress.state, self._room(progress.state)).put)

    def _room(self, state: GameState) -> Around:
        unit, wreck = state.units[self.unit], state.units[self.vehicle].is_gone
        return outside.around(state, unit, self.hull, self.exits, wreck=wreck, afloat=self.afloat, partly=self.partly)

    def _proposed(self, state: GameState, room: Around) -> PlacesFound:
        return PlacesFound(
            *outside.spots(state, state.units[self.unit], room, every=not outside.is_placed_by_the_table(state))
        )

    def _option(self, places: PlacesFound) -> Option:
        count = len(places.put)
        lost = f"; {len(places.lost)} find no place and are lost" if places.lost else ""
        where, within = "the exits" if self.exits else "the hull", "partly within" if self.partly else "within"
        return Option(
            id="move",
            label="As proposed",
            detail=f"{count} model{'s' if count > 1 else ''} {within} {outside.STEP_OUT_IN:g}″ of {where}{lost}",
            rule=self.lost_by if places.lost else self.rules[0],
            ghosts=tuple((p.model, *p.at, p.facing) for p in places.put),
        )

    # -- the answer ------------------------------------------------------------------------------------------------

    def answer(self, progress: Progress, choice: str) -> None:
        """As proposed."""
        self.at_once(progress)

    def answer_with(self, progress: Progress, choice: str, placements: Sequence[Placement]) -> None:
        """To the places given; whoever has none is lost."""
        self._put(progress, tuple(Placement(model=p.model, at=p.at, facing=p.facing) for p in placements))

    def misplaced(self, state: GameState, placements: Sequence[Placement]) -> Refusal | None:
        """PlacesFound must be near an exit, free, clear of enemies, and for as many as find room. (VEH-BRD-10)"""
        unit = state.units[self.unit]
        known = {m.id for m in unit.alive}
        if len({p.model for p in placements}) < len(placements) or not known.issuperset(p.model for p in placements):
            text = f"Only living models of {unit.name} get out, each once."
            return Refusal("unknown-model", text, self.rules[0], unit.name)
        room = self._room(state)
        return self._ill_placed(state, room, placements) or self._left_behind(state, room, placements)

    def _ill_placed(self, state: GameState, room: Around, placements: Sequence[Placement]) -> Refusal | None:
        unit, taken = state.units[self.unit], list[Circle]()
        for placement in placements:
            profile = state.profile(unit.model(placement.model))
            why = outside.may_stand(state, room, placement.at, profile, taken)
            if why:
                who = f"{tag(placement.model)} of {unit.name}"
                return outside.cannot_stand(room, who, why, self.rules[0])
            taken.append(Circle(placement.at, profile.base_radius_in))
        return None

    def _left_behind(self, state: GameState, room: Around, placements: Sequence[Placement]) -> Refusal | None:
        """As many as there is room for get out, in coherency where that can be. (TRI-TRAN-15, ARAP-COH-01)"""
        unit, proposed = state.units[self.unit], self._proposed(state, room).put
        if len(placements) < len(proposed):
            text = f"There is room for {len(proposed)} of {unit.name}; {len(placements)} have a place."
            return Refusal("left-behind", text, self.lost_by, f"places for {len(proposed)} models")
        if is_chain([p.at for p in proposed]) and not is_chain([p.at for p in placements]):
            text = f"{unit.name} would be split: members stand more than 3″ apart."
            return Refusal("not-coherent", text, "ARAP-COH-01", "each within 3″ of another")
        return None

    # -- what follows ----------------------------------------------------------------------------------------------

    def _put(self, progress: Progress, placements: tuple[Placement, ...]) -> None:
        unit = progress.state.units[self.unit]
        out = LeftVehicle(side=unit.side, unit=unit.id, vehicle=self.vehicle, forced=True, rules=self.rules)
        progress.emit(out)
        progress.emit(
            ModelsMoved(
                side=unit.side, unit=unit.id, placements=placements, how="leave", voluntary=False, rules=self.rules
            )
        )
        placed = {p.model for p in placements}
        lost = [m.id for m in unit.alive if m.id not in placed for _ in range(m.wounds)]
        wounds_and_saves.inflict(progress, lost, by=self.by, cause="no-room", rules=(self.lost_by,))
        self._shake(progress)

    def _shake(self, progress: Progress) -> None:
        """What it does to their nerve."""
        if self.nerve == "pinned":
            pinning.pin(progress, self.unit, self.nerve_rules)
        elif self.nerve == "test":
            pinning.pinning_test(progress, self.unit, self.why, self.nerve_rules, spared_by=self.spared_by)


def put_out(progress: Progress, people: PutOut) -> None:
    """Queue it for its owner to say; in games that began before that was asked the table places them at once."""
    if outside.is_placed_by_the_table(progress.state):
        people.at_once(progress)
    else:
        progress.queue(people)


TASKS: tuple[type[TaskStruct], ...] = (PutOut,)
