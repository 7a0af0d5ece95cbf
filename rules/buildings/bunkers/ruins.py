"""Out of a bunker that has collapsed: whose people they are says where they stand. (BLD-BUNK-15)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rules.arap.events import ModelsMoved
from rules.arap.morale import pinning
from rules.arap.positions.placing import DeploymentRoom, is_chain
from rules.arap.terrain import ground
from rules.core.ids import ModelId, UnitId
from rules.core.prompt import Option
from rules.core.refusal import Refusal
from rules.forces.profile import Profile
from rules.forces.unit import Model, Point, Unit, tag
from rules.geometry import rings
from rules.geometry.lengths import Circle, distance, is_within
from rules.geometry.regions import left_over
from rules.geometry.rings import Ring
from rules.progress import Progress, TaskStruct
from rules.state import GameState, Placement

BESIDE_IN: Final = 2.0
"""Survivors are set down no further from the ruins."""


GRID_IN: Final = 0.25
"""How far the places lie apart that are tried."""


class OutOfRuins(TaskStruct, frozen=True, kw_only=True, tag="OutOfRuins"):
    """The survivors of one unit are set down no more than 2 inches from the ruins, as their owner says. (BLD-BUNK-15)

    Whoever finds no room stays where he is, in no section any more; then the unit may have to test for pinning.
    """

    unit: UnitId
    models: tuple[ModelId, ...]
    ring: Ring
    name: str
    rules: tuple[str, ...]
    standing: tuple[Ring, ...] = ()
    """What stands of the building: nobody is set down in it. (BLD-BUNK-05)"""
    apart: dict[ModelId, Point] = {}
    """Where those truly were who stood on a floor that is laid out apart. (BLD-GEN-03)"""

    def run(self, progress: Progress) -> None:
        """Ask, unless nobody is left or finds a place."""
        state = progress.state
        unit = state.units[self.unit]
        if unit.is_gone or not self._survivors(unit):
            return
        put = self._proposed(state)
        if not put:
            self._put(progress, ())
            return
        option = Option(
            id="move",
            label="As proposed",
            detail=f"{len(put)} model{'s' if len(put) > 1 else ''} within {BESIDE_IN:g}″ of the ruins",
            rule="BLD-BUNK-15",
            ghosts=tuple((p.model, *p.at, p.facing) for p in put),
        )
        progress.ask(
            self,
            unit.side,
            "forced-out",
            f"Where do {unit.name} come out of the ruins of {self.name}?",
            [option],
            unit=unit.id,
            rule="BLD-BUNK-15",
            decline="move",
            free=[(m.id, BESIDE_IN) for m in self._survivors(unit)],
            area=self._area(state),
        )

    def answer(self, progress: Progress, choice: str) -> None:
        """As proposed."""
        self._put(progress, self._proposed(progress.state))

    def answer_with(self, progress: Progress, choice: str, placements: Sequence[Placement]) -> None:
        """To the places given."""
        self._put(progress, tuple(Placement(model=p.model, at=p.at, facing=p.facing) for p in placements))

    def _put(self, progress: Progress, placements: tuple[Placement, ...]) -> None:
        unit = progress.state.units[self.unit]
        placed = {p.model for p in placements}
        lost = [m for m in self._survivors(unit) if m.id not in placed]
        left = tuple(_where(m, self._from(m)) for m in lost if m.id in unit.housed or m.id in self.apart)
        if placements or left:
            moved = ModelsMoved(
                side=unit.side,
                unit=unit.id,
                placements=(*placements, *left),
                how="place",
                voluntary=False,
                rules=self.rules,
            )
            progress.emit(moved)
        self._shake(progress)

    def _shake(self, progress: Progress) -> None:
        """At tables that play it so. (VEH-DMG-06)"""
        if progress.state.options.get("bunker_survivors_pinned") == "test":
            unit = progress.state.units[self.unit]
            pinning.pinning_test(progress, unit.id, f"{unit.name} out of the ruins of {self.name}", self.rules)

    # -- places ------------------------------------------------------------------------------------------------------

    def _from(self, model: Model) -> Point:
        return self.apart.get(model.id, model.at)

    def _survivors(self, unit: Unit) -> list[Model]:
        return [m for m in unit.alive if m.id in self.models]

    def _room(self, state: GameState) -> DeploymentRoom:
        """The table but for what stands there, those of the unit who were not inside among it."""
        unit = state.units[self.unit]
        room = DeploymentRoom(state, unit.side, but=unit.id)
        room.zones = [rings.rectangle(0, 0, state.scenario.width_in, state.scenario.height_in)]
        room.take(room.spots(unit, [_where(m, m.at) for m in unit.alive if m.id not in self.models]))
        return room

    def _proposed(self, state: GameState) -> tuple[Placement, ...]:
        """The first as near as can be to where he stood, the others about him; without those who find no place."""
        unit, room = state.units[self.unit], self._room(state)
        found: list[Placement] = []
        for model in self._survivors(unit):
            near = found[0].at if found else self._from(model)
            at = self._nearest(state, unit, model, room, near)
            if at is not None:
                found.append(_where(model, at))
                room.take(room.spots(unit, found[-1:]))
        return tuple(found)

    def _nearest(self, state: GameState, unit: Unit, model: Model, room: DeploymentRoom, near: Point) -> Point | None:
        radius = state.profile(model).base_radius_in
        lines = _barring_lines(state, state.profile(model))
        beside = (at for at in self._grid() if self._is_beside(at, radius, lines))
        places = sorted(beside, key=lambda at: distance(at, near))
        spots = ((at, room.spots(unit, (_where(model, at),))) for at in places)
        return next((at for at, spot in spots if room.against(unit, spot) is None), None)

    def _grid(self) -> Iterator[Point]:
        box = rings.bounds(self.ring).grown(BESIDE_IN)
        across, down = (int((high - low) / GRID_IN) + 1 for low, high in ((box.left, box.right), (box.top, box.bottom)))
        return ((box.left + GRID_IN * x, box.top + GRID_IN * y) for x in range(across) for y in range(down))

    def _is_beside(self, at: Point, radius: float, lines: Sequence[Ring]) -> bool:
        """Off the ruins and no more than two inches from them, on no high wall or stream drawn as a line."""
        off = rings.edge_distance(self.ring, at)
        clear = all(rings.distance_to_ring(ring, at) >= radius for ring in self.standing)
        clear = clear and not any(rings.encloses(ring, at) for ring in lines)
        return clear and not rings.encloses(self.ring, at) and off >= radius and is_within(off, BESIDE_IN)

    def misplaced(self, state: GameState, placements: Sequence[Placement]) -> Refusal | None:
        """Survivors alone, near the ruins, on free ground; as many as find room, in coherency if that can be."""
        unit, room = state.units[self.unit], self._room(state)
        known = {m.id for m in self._survivors(unit)}
        if len({p.model for p in placements}) < len(placements) or not known.issuperset(p.model for p in placements):
            return Refusal("unknown-model", f"Only survivors of {unit.name}, each once.", "BLD-BUNK-15", unit.name)
        for placement in placements:
            profile = state.profile(unit.model(placement.model))
            if not self._is_beside(placement.at, profile.base_radius_in, _barring_lines(state, profile)):
                text = f"{tag(placement.model)} is not beside the ruins of {self.name}."
                return Refusal("too-far-out", text, "BLD-BUNK-15", f"off the ruins, within {BESIDE_IN:g}″ of them")
        against = room.against(unit, room.spots(unit, tuple(placements)))
        return against or self._left_behind(state, unit, placements)

    def _left_behind(self, state: GameState, unit: Unit, placements: Sequence[Placement]) -> Refusal | None:
        proposed = self._proposed(state)
        if len(placements) < len(proposed):
            text = f"There is room for {len(proposed)} of {unit.name}; {len(placements)} have a place."
            return Refusal("left-behind", text, "BLD-BUNK-15", f"places for {len(proposed)} models")
        if is_chain([p.at for p in proposed]) and not is_chain([p.at for p in placements]):
            text = f"{unit.name} would be split: members stand more than 3″ apart."
            return Refusal("not-coherent", text, "ARAP-COH-01", "each within 3″ of another")
        return None

    def _area(self, state: GameState) -> tuple[Ring, ...]:
        """Where the middle of a base may be put; of hidden enemies it tells nothing."""
        unit = state.units[self.unit]
        smallest = min(self._survivors(unit), key=lambda m: state.profile(m).base_radius_in)
        profile = state.profile(smallest)
        standing = [u for u in state.units.values() if u.on_table and u.id != unit.id]
        known = [u for u in standing if u.side == unit.side or not u.hidden]
        bases = [Circle(m.at, state.profile(m).base_radius_in + profile.base_radius_in) for u in known for m in u.alive]
        return left_over(
            [self.ring],
            BESIDE_IN,
            table=(state.scenario.width_in, state.scenario.height_in),
            rings=[self.ring, *self.standing],
            gap=profile.base_radius_in,
            circles=bases,
            barred=[
                *(t.points for t in state.terrain if not t.line and ground.bars(t, profile, "walk")),
                *_barring_lines(state, profile),
            ],
        )


def _barring_lines(state: GameState, profile: Profile) -> list[Ring]:
    """High walls, streams and the like that are drawn as lines, where such a model cannot stand."""
    if state.is_older_than("20"):
        return []
    lines = (t for t in state.terrain if t.line and ground.bars(t, profile, "walk"))
    return [part.points for t in lines for part in ground.areas_of(t)]


def _where(model: Model, at: Point) -> Placement:
    return Placement(model=model.id, at=at, facing=model.facing)


TASKS: tuple[type[TaskStruct], ...] = (OutOfRuins,)
