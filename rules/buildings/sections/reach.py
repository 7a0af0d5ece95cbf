"""Who gets at the enemies in a section, and by which openings. (BLD-SCC-01, BLD-SCC-02, BLD-SCC-06)"""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.arap.paths import allowance, charge_plan
from rules.arap.terrain import ground
from rules.buildings.sections import graph, occupants
from rules.buildings.sections.graph import HouseSection, WayIn
from rules.buildings.walls import passages
from rules.buildings.walls.passages import Gone
from rules.core.ids import ModelId
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Unit
from rules.geometry.lengths import distance, is_within, toward
from rules.state import GameState
from rules.table.building import STOREY_IN

CONTACT_IN: Final = 1.0
"""Whoever comes so near an opening fights through it."""

BY_EACH: Final = 2
"""So many attackers come through each opening. (BLD-SCC-06)"""

FAR_IN: Final = 6
"""From this charge on one charges through two open sections. (BLD-SMOV-03)"""


class WayOfAssault(NamedTuple):
    """An assault as it would be made: who can take part, who comes through which opening, how far off they are."""

    here: HouseSection
    able: tuple[ModelId, ...]
    through: tuple[tuple[ModelId, WayIn], ...] = ()
    """From outside: those for whom an opening leaves room, two to each. (BLD-SCC-06)"""
    nearest: dict[ModelId, WayIn] = {}
    gap_in: float = 0.0
    by_ladder: bool = False
    down: int = 0
    """Storeys that those who jump come down. (BLD-SCC-02)"""
    far: bool = False
    """Through an open section in between. (BLD-SMOV-03)"""
    by_hole: bool = False
    """Through holes in the wall, as many as these let through. (BLD-MOUSE-02)"""

    @property
    def from_outside(self) -> bool:
        """Whether they come from the table."""
        return bool(self.nearest)


def approach(state: GameState, unit: Unit, here: HouseSection, *, jump: bool = False) -> WayOfAssault | Refusal:
    """How a unit gets at that section, or why not."""
    if unit.is_housed:
        return _from_inside(state, unit, here, jump=jump)
    if jump:
        return Refusal("not-above", f"{unit.name} is in no section above.", "BLD-SCC-02", "an assault without a jump")
    return _from_outside(state, unit, here)


# -- from the table --------------------------------------------------------------------------------------------------


def _from_outside(state: GameState, unit: Unit, here: HouseSection) -> WayOfAssault | Refusal:
    ways = [w for w in graph.ways_in(here) if w.is_passable]
    if not ways:
        text = f"{here.name} has no unlocked opening to the table."
        return Refusal("no-way-in", text, "BLD-SCC-06", "forcing or breaking one, or through another section")
    models = [m for m in unit.alive if m.id not in unit.housed]
    why = {(m.id, w): _too_large(state, here, w, m) for m in models for w in ways}
    within = {m.id: [w for w in ways if why[m.id, w] is None and _gets_to(state, unit, m, w)] for m in models}
    able = tuple(m.id for m in models if within[m.id])
    gap = min(distance(m.at, w.at) for m in models for w in ways)
    too_large = [refusal for refusal in why.values() if refusal is not None]
    if not able and len(too_large) == len(why):
        return too_large[0]
    if not able:
        most = max(charge_plan.allowances(state, unit).values(), default=0.0)
        away = f"{round(gap, 2):g}″ away, the charge is {most:g}″"
        text = f"Nobody of {unit.name} gets to an opening of {here.name}: {away}."
        return Refusal("out-of-reach", text, "ARAP-CHG-01", "moving nearer first")
    near = {m.id: min(within[m.id], key=lambda w: distance(m.at, w.at)) for m in models if within[m.id]}
    return WayOfAssault(here, able, _shared_out(state, here, models, within), near, gap)


def _too_large(state: GameState, here: HouseSection, way: WayIn, model: Model) -> Refusal | None:
    """Who does not fit through a hole or door storms by another. (BLD-MOUSE-03, BLD-DOOR-07)"""
    passage = None if state.is_older_than("13") else graph.passage_of(state, here, way)
    return passages.too_large(state, [Gone(passage, model)]) if passage is not None else None


def _gets_to(state: GameState, unit: Unit, model: Model, way: WayIn) -> bool:
    if model.sprawled and not state.is_older_than("15"):
        return False
    most = charge_plan.budget(state, unit)[model.id]
    gap = distance(model.at, way.at)
    if is_within(gap, CONTACT_IN):
        return True
    if not is_within(gap - CONTACT_IN, most):
        return False
    leg = ground.cost_of_leg(state, model, model.at, toward(model.at, way.at, gap - CONTACT_IN))
    return leg.barred is None and is_within(leg.cost_in, most)


def _shared_out(
    state: GameState, here: HouseSection, models: list[Model], within: dict[ModelId, list[WayIn]]
) -> tuple[tuple[ModelId, WayIn], ...]:
    """Two to each opening, the nearest first, one at a hole of one point; in the order of the unit.

    (BLD-SCC-06, BLD-MOUSE-02)
    """
    pairs = sorted(
        ((distance(m.at, w.at), n, w) for n, m in enumerate(models) for w in within[m.id]), key=lambda p: p[:2]
    )
    found: dict[ModelId, WayIn] = {}
    for _, n, way in pairs:
        model = models[n].id
        there = [m for m in models if found.get(m.id) == way]
        if model not in found and len(there) < BY_EACH and _lets_through(state, here, way, [*there, models[n]]):
            found[model] = way
    return tuple((m.id, found[m.id]) for m in models if m.id in found)


def _lets_through(state: GameState, here: HouseSection, way: WayIn, models: list[Model]) -> bool:
    """Whether they find room in a hole at once; what counts who goes through doors does not count here."""
    passage = None if way.hole is None or state.is_older_than("13") else graph.passage_of(state, here, way)
    if passage is None or passage.points is None:
        return True
    return sum(state.profile(m).counts_as for m in models) <= passage.passages


# -- from another section --------------------------------------------------------------------------------------------


def _from_inside(state: GameState, unit: Unit, here: HouseSection, *, jump: bool) -> WayOfAssault | Refusal:
    able: list[ModelId] = []
    ladders: list[bool] = []
    down, far = 0, False
    for model in unit.alive:
        there = graph.at_place(state, unit.housed[model.id])
        if there is None or there.place == here.place or (model.sprawled and not state.is_older_than("15")):
            continue
        if jump:
            if graph.drop_to(there, here) is not None and there.room.storey > here.room.storey:
                able.append(model.id)
                down = there.room.storey - here.room.storey
            continue
        way = graph.way_to(there, here)
        most = 2 if allowance.charge_move(state, unit, model) >= FAR_IN else 1
        if way is not None:
            able.append(model.id)
            ladders.append(way.kind == "ladder")
        elif graph.steps(state, there, here, most) is not None:
            able.append(model.id)
            ladders.append(False)
            far = True
    crossed = [] if jump else occupants.crossings(state, unit, [unit.model(m) for m in able], here)
    held_up = [c.refusal for c in crossed if c.refusal is not None]
    if held_up and len(held_up) == len(able):
        return held_up[0]
    if able:
        gap = float(down * STOREY_IN)
        able = [m for m in able if m not in {c.model.id for c in crossed if c.refusal is not None}]
        by_hole = any(c.hole is not None for c in crossed)
        return WayOfAssault(here, tuple(able), (), {}, gap, bool(ladders) and all(ladders), down, far, by_hole)
    if jump:
        text = f"{unit.name} has no drop down to {here.name}."
        return Refusal("not-above", text, "BLD-SCC-02", "an assault by a door, stairs or a ladder")
    text = f"{unit.name} has no open way to {here.name}."
    return Refusal("no-access", text, "BLD-SCC-01", "a section joined by an open door, stairs, a ramp or a ladder")


def refusal_of(found: WayOfAssault | Refusal) -> Refusal | None:
    """The refusal, if it is one."""
    return found if isinstance(found, Refusal) else None


def foes(state: GameState, here: HouseSection, side: str) -> list[Unit]:
    """The enemies there, the largest unit first."""
    found = [u for u, _ in occupants.inside(state, here) if u.side != side]
    return sorted(found, key=lambda u: -len(u.alive))
