"""Ships take swimmers aboard as they pass. (ARAP-SWIM-02)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from rules.arap.events import ModelsMoved
from rules.arap.terrain import ground
from rules.arap.units import split_and_join
from rules.arap.units.permission import own_unit, whose_turn
from rules.core.ids import ModelId, SideId, UnitId
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Unit
from rules.geometry.hulls import swept
from rules.geometry.lengths import is_beyond, is_within
from rules.offers import Offer, offered
from rules.progress import Action, Progress
from rules.state import GameState, Placement
from rules.vehicles.gemini.hull.hull import profile_of
from rules.vehicles.gemini.transport import passengers
from rules.vehicles.gemini.transport.on_the_move import wake
from rules.vehicles.shared.events import BoardedVehicle

FASTEST_IN: Final = 6.0
"""A ship that has gone further in its turn takes nobody up."""
REACH_IN: Final = 2.0
"""How near a swimmer must be to a ship's way."""
RULES: Final = ("ARAP-SWIM-02",)
SPLIT: Final = ("ARAP-COH-02",)
"""Those left in the water are a unit of their own."""


class TakeAboard(Action, frozen=True, kw_only=True, tag="TakeAboard"):
    """A ship that goes no faster than 6 inches takes swimmers up whom it comes within 2 inches of. (ARAP-SWIM-02)

    It is part of the ship's move and costs nothing. `models` are those who are taken up, by default all; the others
    stay in the water as a unit of their own.
    """

    unit: UnitId
    """The ship."""
    swimmers: UnitId
    models: tuple[ModelId, ...] = ()

    def check(self, state: GameState) -> Refusal | None:
        """The ship, its speed, the swimmers, room, and how near they are."""
        refusal = whose_turn(state, self.side) or own_unit(state, self.side, self.unit)
        if refusal:
            return refusal
        ship = state.units[self.unit]
        refusal = _no_ship(state, ship) or self._no_swimmers(state)
        return refusal or _out_of_reach(state, ship, state.units[self.swimmers], self._taken(state))

    def _taken(self, state: GameState) -> tuple[Model, ...]:
        """Who is meant to be taken up."""
        unit = state.units[self.swimmers]
        return tuple(m for m in unit.alive if not self.models or m.id in self.models)

    def _no_swimmers(self, state: GameState) -> Refusal | None:
        unit = state.units.get(self.swimmers)
        allowed = "a unit of your side in the water"
        if unit is None or unit.side != self.side or unit.is_vehicle or not unit.on_table:
            return Refusal("no-swimmers", "There is no such unit of yours in the water.", RULES[0], allowed)
        taken = self._taken(state)
        if len(taken) < len(self.models):
            text = f"Only living models of {unit.name} are taken up, each once."
            return Refusal("wrong-models", text, RULES[0], f"up to {len(unit.alive)} of its models")
        if not all(ground.in_water(state, m.at) for m in taken):
            return Refusal("no-swimmers", f"{unit.name} is not in the water.", RULES[0], allowed)
        ship = state.units[self.unit]
        needed, free = passengers.places_for(state, taken), passengers.places_free(state, ship)
        if needed > free:
            text = f"{unit.name} needs {needed} places; {ship.name} has {max(0, free)} free."
            return Refusal("no-places", text, RULES[0], "a ship with more room")
        return None

    def preview(self, state: GameState) -> Preview:
        """It costs nothing and needs no dice; who stays in the water is said."""
        refusal = self.check(state)
        if refusal is not None:
            return Preview(refusal=refusal, rules=RULES)
        taken, unit = self._taken(state), state.units[self.swimmers]
        left = len(unit.alive) - len(taken)
        rest = "the other stays" if left == 1 else f"the other {left} stay"
        notes = (f"{len(taken)} of {len(unit.alive)} models are taken up; {rest} in the water",) if left else ()
        return Preview(notes=notes, rules=(*RULES, *(SPLIT if left else ())))

    def resolve(self, progress: Progress) -> None:
        """They are aboard; who is left is a unit of its own. (ARAP-COH-02)"""
        taken = {m.id for m in self._taken(progress.state)}
        left = [m.id for m in progress.state.units[self.swimmers].alive if m.id not in taken]
        if left:
            split_and_join.split(progress, self.swimmers, left, rules=SPLIT)
        ship, unit = progress.state.units[self.unit], progress.state.units[self.swimmers]
        hull = ship.models[0]
        placements = tuple(Placement(model=m.id, at=hull.at, facing=hull.facing) for m in unit.alive)
        progress.emit(
            ModelsMoved(side=unit.side, unit=unit.id, placements=placements, how="board", voluntary=False, rules=RULES)
        )
        progress.emit(BoardedVehicle(side=unit.side, unit=unit.id, vehicle=ship.id, rules=RULES))


def _no_ship(state: GameState, ship: Unit) -> Refusal | None:
    if not ship.is_vehicle or not ship.on_table or profile_of(state, ship).type != "boat":
        return Refusal("no-ship", f"{ship.name} is no ship.", RULES[0], "a ship of your side")
    if is_beyond(ship.now.moved_in, FASTEST_IN):
        text = f"{ship.name} goes at {ship.now.moved_in:.3g}″ and takes nobody up."
        return Refusal("too-fast", text, RULES[0], f"a ship that goes no faster than {FASTEST_IN:g}″")
    return None


def _out_of_reach(state: GameState, ship: Unit, unit: Unit, taken: Sequence[Model]) -> Refusal | None:
    near = within_reach(state, ship, unit)
    if all(m in near for m in taken):
        return None
    text = f"{ship.name} does not come within {REACH_IN:g}″ of everybody of {unit.name}."
    some = f"; or only those, {len(near)} of its models" if near else ""
    return Refusal("out-of-reach", text, RULES[0], f"swimmers within {REACH_IN:g}″ of its way{some}")


def within_reach(state: GameState, ship: Unit, unit: Unit) -> list[Model]:
    """Members of a unit who swim so near to the way of a ship."""
    way = swept(wake(state, ship))
    swimming = (m for m in unit.alive if ground.in_water(state, m.at))
    return [m for m in swimming if is_within(way.distance_to(m.at), REACH_IN)]


def taking_up(state: GameState, ship: Unit, unit: Unit) -> TakeAboard | None:
    """The order to take a unit up: as a whole, else those whom it comes by and has room for; none where it cannot."""
    whole = TakeAboard(side=ship.side, unit=ship.id, swimmers=unit.id)
    if whole.check(state) is None:
        return whole
    free, some = passengers.places_free(state, ship), list[ModelId]()
    for model in within_reach(state, ship, unit):
        needed = passengers.places_for(state, (model,))
        if needed <= free:
            some.append(model.id)
            free -= needed
    part = replace(whole, models=tuple(some))
    return part if some and part.check(state) is None else None


def may_take_up(state: GameState, ship: Unit) -> bool:
    """Whether a ship comes by swimmers whom it can take up, which is part of its move and costs no point."""
    if _no_ship(state, ship) is not None:
        return False
    own = (u for u in state.units_of(ship.side) if u.on_table and u.id != ship.id)
    return any(taking_up(state, ship, u) is not None for u in own)


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """Swimmers whom the acting ship can take up."""
    ship = state.units[state.turn.active] if state.turn.active is not None and state.active_side == side else None
    if ship is None or _no_ship(state, ship) is not None:
        return
    for unit in state.units_of(side):
        action = taking_up(state, ship, unit) if unit.on_table else None
        if action is not None:
            yield offered(state, action, kind="take-aboard", unit=ship.id, target=unit.id, label=unit.name)


OFFERED: Final = ("take-aboard",)
ACTIONS: tuple[type[Action], ...] = (TakeAboard,)
