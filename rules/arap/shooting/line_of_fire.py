"""Whether a model may fire along a line: in its arc, in sight, no friends in the way. (ARAP-SHOOT-03, -05 to -08)"""

from __future__ import annotations

from rules.arap import building_interface
from rules.arap.shooting import rulings
from rules.arap.shooting.plan import Idle, Orders
from rules.arap.sight import smoke
from rules.arap.sight.lines import TURN_DEG, Comrades, Lines, can_bring_to_bear, in_arc, in_view
from rules.arap.templates.building_interface import StreamsInBuildings
from rules.arap.units.settled import Matter, settled
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Unit
from rules.forces.weapon import Weapon
from rules.geometry.facings import after_free_turn, bearing, normalise
from rules.state import GameState


class LineOfFire:
    """From one unit to another: arcs, sight and friends in between, as ordered and as was ruled."""

    def __init__(self, state: GameState, unit: Unit, target: Unit, orders: Orders, lines: Lines) -> None:
        self.state = state
        self.unit = unit
        self.target = target
        self.orders = orders
        self.lines = lines

    def barred(self, model: Model, weapon: Weapon, target: Model, friends: Comrades, *, unseen: bool) -> Idle | None:
        """Why the model cannot shoot at that member: not in its arc, no line of sight, friends in the way."""
        name = self.target.name
        turned = self.orders.turn
        if turned is None:
            if not can_bring_to_bear(model.facing, model.at, target.at):
                why = f"{name} is out of the fire arc even after a turn of 90 degrees."
                return Idle(model.id, 5, Refusal("out-of-arc", why, "ARAP-SHOOT-06", "turn with a move first"))
        elif not in_arc(normalise(model.facing + turned), model.at, target.at):
            return Idle(model.id, 5, self._out_of_arc(model, target, turned))
        if not self.sees(model, target) and not self._burns_unseen(model, weapon, target):
            if not unseen:
                deep = self.lines.too_deep(model.at, target.at)
                if deep is not None:
                    return Idle(model.id, 6, deep)
                why = f"No line of sight to {name}."
                return Idle(model.id, 6, Refusal("no-line-of-sight", why, "ARAP-SHOOT-03", "a target in sight"))
            stopped = smoke.stopped(self.lines, model, target)
            if stopped is not None:
                return Idle(model.id, 6, stopped)
        over = weapon.template or weapon.has("high-trajectory") or self.may_fire_over
        if not over and self.hindered(model, target, friends):
            why = f"Friends stand in the line of fire to {name}."
            allowed = "one comrade of the same unit in the line, none of another; the host may rule otherwise"
            return Idle(model.id, 7, Refusal("friends-in-the-way", why, "ARAP-SHOOT-07", allowed))
        return None

    def sees(self, model: Model, target: Model) -> bool:
        """Whether the model sees that member; what was ruled counts where an eighth of an inch decides."""
        if self._is_ruled("seen", model) and self.lines.is_doubtful(model, target):
            return self._ruling("seen", model)
        return self.lines.sight(model, target).clear

    def _burns_unseen(self, model: Model, weapon: Weapon, target: Model) -> bool:
        """Whether a stream into a house reaches a figure behind its wall, as comrades of that are seen. (TMPL-05)"""
        if not weapon.template:
            return False
        houses = building_interface.ask(StreamsInBuildings)
        inside = houses.cover_inside(self.state, model.at, target.at) is not None
        return inside and any(self.sees(model, m) for m in self.target.alive)

    def hindered(self, model: Model, target: Model, friends: Comrades) -> bool:
        """Whether friends stand in that line; what was ruled counts where an eighth of an inch decides."""
        if self._is_ruled("clear", model) and friends.in_doubt(model, target.at):
            return not self._ruling("clear", model)
        return friends.hinder(model, target.at)

    def _is_ruled(self, matter: Matter, model: Model) -> bool:
        return matter in self.orders.doubts or settled(self.unit, matter, self.target, model.id) is not None

    def _ruling(self, matter: Matter, model: Model) -> bool:
        """What counts of a line that is doubtful; only then is it looked up."""
        if matter in self.orders.doubts:
            return self.orders.doubts[matter]
        return bool(settled(self.unit, matter, self.target, model.id))

    @property
    def may_fire_over(self) -> bool:
        """Whether the host has let this unit fire over friends in between. (ARAP-SHOOT-08)"""
        return rulings.is_over(self.unit, self.target.id)

    def _out_of_arc(self, model: Model, target: Model, turned: float) -> Refusal:
        name = self.target.name
        allowed = "a turn of up to 90 degrees towards it"
        if not in_view(normalise(model.facing + turned), model.at, target.at):
            return Refusal("out-of-view", f"{name} cannot be seen facing that way.", "ARAP-SHOOT-05", allowed)
        return Refusal("out-of-arc", f"{name} is not within 45 degrees of straight ahead.", "ARAP-SHOOT-06", allowed)

    def facing(self, model: Model, target: Model) -> float:
        """Where the model faces when it fires: as ordered, as it faces now, or at the target."""
        if self.orders.turn is not None:
            return normalise(model.facing + self.orders.turn)
        if in_arc(model.facing, model.at, target.at):
            return model.facing
        return after_free_turn(model.facing, bearing(model.at, target.at), TURN_DEG)
