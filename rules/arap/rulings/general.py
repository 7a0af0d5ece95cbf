"""What the host may overrule, each time with a reason: places, values, rolls, free notes. (ARAP-GEN-01)"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from rules.arap.events import placed
from rules.arap.units.vehicle_interface import Cited, VehicleCrews
from rules.arap.vehicle_interface import ask
from rules.core.ids import ModelId, UnitId
from rules.core.refusal import Refusal, in_short, quoted
from rules.forces.unit import VehicleState, tag
from rules.progress import Action, Progress
from rules.state import Event, GameState, Placement

FLAGS = {
    "pinned": "pinned",
    "gone_to_ground": "gone to ground",
    "routing": "routing",
    "prone": "prone",
    "hidden": "hidden",
    "blocking": "blocking a narrow way",
    "out_of_control": "out of control",
    "immobilised": "immobilised",
    "shaken": "shaken",
    "stunned": "stunned",
    "exposed": "laid open by the fire of its people",
}
"""Flags of a unit that a ruling may set, with the words for them."""

NUMBERS = {
    "s_active": ("suppression points", 0, 12),
    "s_pending": ("pending suppression points", 0, 12),
    "ap": ("action points", 0, 3),
    "speed": ("speed, ″", 0, 60),
    "hull": ("hull points", 0, 20),
}
"""Numbers that a ruling may set on a unit, with their range."""

OF_A_HULL = ("out_of_control", "speed", "immobilised", "hull", "shaken", "stunned", "exposed")
"""What only vehicles have. (VEH-LOC-01, VEH-RACE-02, VEH-HULL-04, VEH-DMG-01, VEH-DMG-02, TRI-PASS-04)"""

_BY_VEHICLE_RULES: Final[tuple[Cited, ...]] = ("out_of_control", "shaken", "stunned")
"""For what of that a ruling cites the rules of vehicles."""


def _host_unit(state: GameState, unit: UnitId) -> Refusal | None:
    if unit in state.units:
        return None
    return Refusal(
        "unknown-unit", f"There is no unit {quoted(unit)}.", "ARAP-GEN-01", f"one of {', '.join(state.units)}"
    )


def _reason(text: str) -> Refusal | None:
    if text.strip():
        return None
    return Refusal("no-reason", "A ruling needs its reason, for the log.", "ARAP-GEN-01", "a few words")


class RuleUnit(Action, frozen=True, kw_only=True, tag="RuleUnit"):
    """Set a flag or a number of a unit."""

    unit: UnitId
    what: str
    value: int
    reason: str

    any_time = True
    host_only = True

    def check(self, state: GameState) -> Refusal | None:
        """A known flag or number, in range, with a reason."""
        refusal = _host_unit(state, self.unit) or _reason(self.reason)
        if refusal:
            return refusal
        if self.what in OF_A_HULL and not state.units[self.unit].is_vehicle:
            text = f"{state.units[self.unit].name} is no vehicle."
            return Refusal("not-a-vehicle", text, "VEH-RACE-01", "a vehicle")
        if refusal := self._unknown_here(state):
            return refusal
        if self.what in FLAGS and self.value in (0, 1):
            return None
        if self.what in NUMBERS and NUMBERS[self.what][1] <= self.value <= NUMBERS[self.what][2]:
            return None
        ranges = ", ".join(f"{k} {low}-{high}" for k, (_, low, high) in NUMBERS.items())
        allowed = f"{', '.join(FLAGS)} as 0 or 1; {ranges}"
        return Refusal("bad-ruling", f"{in_short(self.what)} cannot be set to {self.value}.", "ARAP-GEN-01", allowed)

    def _unknown_here(self, state: GameState) -> Refusal | None:
        """The vehicle rules of this table ask for no such mark; up to version 18 it was noted all the same."""
        known = ask(state, VehicleCrews).may_be_ruled()
        if self.what not in OF_A_HULL or self.what in known or state.is_older_than("19"):
            return None
        words = FLAGS.get(self.what) or NUMBERS[self.what][0]
        text = f"The vehicle rules of this table know nothing of “{words}”."
        return Refusal("not-by-these-rules", text, "ARAP-GEN-01", ", ".join(known))

    def resolve(self, progress: Progress) -> None:
        """The value is set and the old one named."""
        state = progress.state
        unit = state.units[self.unit]
        holder = unit.vehicle if self.what in OF_A_HULL else None
        value = holder.value(self.what) if holder is not None else _number(getattr(unit, self.what, 0))
        was = state.turn.ap if self.what == "ap" else value
        progress.emit(
            UnitRuled(
                side=unit.side,
                unit=unit.id,
                what=self.what,
                value=self.value,
                was=int(was),
                reason=self.reason,
                rules=("ARAP-GEN-01", *self._cited(state)),
            )
        )

    def _cited(self, state: GameState) -> tuple[str, ...]:
        """The rules of vehicles about that mark."""
        crews = ask(state, VehicleCrews)
        return tuple(rule for what in _BY_VEHICLE_RULES if what == self.what for rule in crews.cited(what))


def _number(held: object) -> int:
    """A flag or number as a number; of a list whether there is anything in it."""
    return int(held) if isinstance(held, int) else int(bool(held))


class UnitRuled(Event, frozen=True, kw_only=True, tag="UnitRuled"):
    """The host set a flag or number of a unit."""

    what: str
    value: int
    was: int
    reason: str

    def evolve(self, state: GameState) -> GameState:
        """The value stands."""
        assert self.unit is not None
        if self.what == "ap":
            return state.with_turn(ap=self.value, active=self.unit)
        unit = state.units[self.unit]
        if self.what == "s_active":
            return state.with_unit(replace(unit, s_active=self.value))
        if self.what == "s_pending":
            return state.with_unit(replace(unit, s_pending=self.value))
        on = bool(self.value)
        if self.what in OF_A_HULL:
            counted = self.what in NUMBERS or self.what == "exposed"  # for so many turns to come
            value, hull = self.value if counted else on, state.profile(unit.models[0]).hull
            condition = unit.vehicle or VehicleState()
            if self.what in ("shaken", "stunned") and not on:  # of the turn at hand as well
                condition = condition.ruled(hull, f"{self.what}_now", value=False)
            return state.with_unit(replace(unit, vehicle=condition.ruled(hull, self.what, value)))
        changed = {
            "pinned": lambda u: replace(u, pinned=on, pinned_now=on and u.pinned_now),
            "gone_to_ground": lambda u: replace(u, gone_to_ground=on),
            "routing": lambda u: replace(u, routing=on, flinched=on and u.flinched),
            "prone": lambda u: replace(u, prone=on, models=tuple(replace(m, prone=on) for m in u.models)),
            "hidden": lambda u: replace(u, hidden=on),
            "blocking": lambda u: replace(u, blocking=tuple(m.id for m in u.alive) if on else ()),
        }[self.what](unit)
        return state.with_unit(changed)

    def sentence(self, state: GameState) -> str:
        """What was set, what it was, and why."""
        assert self.unit is not None
        name = state.units[self.unit].name
        if self.what in FLAGS:
            word = FLAGS[self.what]
            return f"Host: {name} is {'' if self.value else 'no longer '}{word} ({self.reason})"
        if self.what == "speed":
            return f"Host: {name} has a speed of {self.value}″, was {self.was}″ ({self.reason})"
        return f"Host: {name} has {self.value} {NUMBERS[self.what][0]}, was {self.was} ({self.reason})"


class RulePlace(Action, frozen=True, kw_only=True, tag="RulePlace"):
    """Put models of one unit somewhere else."""

    unit: UnitId
    placements: tuple[Placement, ...]
    reason: str

    any_time = True
    host_only = True

    def check(self, state: GameState) -> Refusal | None:
        """Models of that unit, on the table, with a reason."""
        refusal = _host_unit(state, self.unit) or _reason(self.reason)
        if refusal:
            return refusal
        members = {m.id for m in state.units[self.unit].models}
        width, height = state.scenario.width_in, state.scenario.height_in
        for p in self.placements:
            if p.model not in members:
                own = f"one of {', '.join(tag(member) for member in sorted(members))}"
                return Refusal("unknown-model", f"{tag(p.model)} is not in that unit.", "ARAP-GEN-01", own)
            if not (0 <= p.at[0] <= width and 0 <= p.at[1] <= height):
                allowed = f"0-{width:g}″ by 0-{height:g}″"
                return Refusal("off-table", f"{tag(p.model)} would be off the table.", "ARAP-GEN-01", allowed)
        return self._out_as_a_whole(state)

    def _out_as_a_whole(self, state: GameState) -> Refusal | None:
        """Of people aboard all are put down, or none."""
        unit = state.units[self.unit]
        whole = {m.id for m in unit.alive} <= {p.model for p in self.placements}
        if unit.aboard is None or whole or state.is_older_than("14"):
            return None
        text = f"{unit.name} is aboard {state.units[unit.aboard].name}."
        return Refusal("aboard", text, "ARAP-GEN-01", f"a place for each of its {len(unit.alive)} models")

    def resolve(self, progress: Progress) -> None:
        """The models stand there."""
        unit = progress.state.units[self.unit]
        event = PlaceRuled(
            side=unit.side,
            unit=unit.id,
            placements=self.placements,
            reason=self.reason,
            out_of=None if progress.state.is_older_than("14") else unit.aboard,
            rules=("ARAP-GEN-01",),
        )
        progress.emit(event)


class PlaceRuled(Event, frozen=True, kw_only=True, tag="PlaceRuled"):
    """The host moved models."""

    placements: tuple[Placement, ...]
    reason: str
    out_of: UnitId | None = None
    """The vehicle that they were aboard of; up to version 13 they stayed aboard, wherever they were put."""

    def evolve(self, state: GameState) -> GameState:
        """They stand where they were put; the unit is on the table."""
        assert self.unit is not None
        unit = replace(placed(state.units[self.unit], self.placements), deployed=True)
        return state.with_unit(replace(unit, aboard=None, clinging=False) if self.out_of else unit)

    def sentence(self, state: GameState) -> str:
        """Who was moved, and why."""
        assert self.unit is not None
        where = f"taken out of {state.units[self.out_of].name}" if self.out_of else "moved"
        return f"Host: {state.units[self.unit].name} is {where} ({self.reason})"


class RuleWounds(Action, frozen=True, kw_only=True, tag="RuleWounds"):
    """Set the wounds that a model has left: 0 takes it off, more brings it back."""

    model: ModelId
    wounds: int
    reason: str

    any_time = True
    host_only = True

    def check(self, state: GameState) -> Refusal | None:
        """A known model, between 0 and its full wounds, with a reason."""
        try:
            _, model = state.find_model(self.model)
        except KeyError:
            return Refusal(
                "unknown-model", f"There is no model {quoted(self.model)}.", "ARAP-GEN-01", "a model of this battle"
            )
        full = state.profile(model).w
        if not 0 <= self.wounds <= full:
            return Refusal("bad-ruling", f"{self.wounds} wounds are out of range.", "ARAP-GEN-01", f"0 to {full}")
        return _reason(self.reason) or self._with_people(state)

    def _with_people(self, state: GameState) -> Refusal | None:
        """Nobody can be aboard of what is taken off; up to version 13 they were."""
        unit, _ = state.find_model(self.model)
        people = ", ".join(u.name for u in state.passengers(unit.id))
        if self.wounds or not people or state.is_older_than("14"):
            return None
        text = f"{unit.name} carries {people}."
        return Refusal("carries", text, "ARAP-GEN-01", "putting them beside it first, by the ruling of places")

    def resolve(self, progress: Progress) -> None:
        """The wounds are set and the old number named."""
        unit, model = progress.state.find_model(self.model)
        progress.emit(
            WoundsRuled(
                side=unit.side,
                unit=unit.id,
                model=model.id,
                wounds=self.wounds,
                was=model.wounds,
                reason=self.reason,
                rules=("ARAP-GEN-01",),
            )
        )


class WoundsRuled(Event, frozen=True, kw_only=True, tag="WoundsRuled"):
    """The host set a model's wounds."""

    model: ModelId
    wounds: int
    was: int
    reason: str

    def evolve(self, state: GameState) -> GameState:
        """The wounds stand."""
        unit, model = state.find_model(self.model)
        return state.with_unit(unit.with_model(replace(model, wounds=self.wounds)))

    def sentence(self, state: GameState) -> str:
        """What was set, what it was, and why."""
        unit, _ = state.find_model(self.model)
        return f"Host: a model of {unit.name} has {self.wounds} wounds left, was {self.was} ({self.reason})"


ACTIONS: tuple[type[Action], ...] = (RuleUnit, RulePlace, RuleWounds)
EVENTS: tuple[type[Event], ...] = (UnitRuled, PlaceRuled, WoundsRuled)
