"""Going to ground: a better save for a lost turn. (ARAP-GTG-01 to -04)"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Protocol, runtime_checkable

from msgspec.structs import replace

from rules.arap.units import states
from rules.arap.units.permission import own_unit, whose_turn
from rules.core.ids import SideId, UnitId
from rules.core.preview import Preview
from rules.core.prompt import Option, OptionOdds, Promise
from rules.core.refusal import Refusal
from rules.dice.odds import Distribution
from rules.forces.unit import Unit
from rules.offers import Offer, offered
from rules.progress import Action, Progress, TaskStruct
from rules.state import Event, GameState


def barred(state: GameState, unit: Unit) -> Refusal | None:
    """Why the unit cannot go to ground, if so. (ARAP-GTG-04)"""
    reasons = [
        (unit.is_vehicle, "vehicle", "is a vehicle"),
        (unit.gone_to_ground, "gone-to-ground", "has gone to ground already"),
        (unit.routing or unit.flinched, "routing", "is routing"),
        (any(state.profile(m).has("airborne") for m in unit.alive), "airborne", "is in the air"),
        (state.is_locked(unit.id), "locked", "is locked in melee"),
        (unit.pursuing is not None, "pursuing", "is in pursuit"),
        (unit.hangs, "climbing", states.part_way_up(state, unit)),
        (not unit.in_play, "off-table", "is not on the table"),
    ]
    for true, code, why in reasons:
        if true:
            return Refusal(code, f"{unit.name} {why}.", "ARAP-GTG-04", "stand")
    return None


class GoToGround(Action, frozen=True, kw_only=True, tag="GoToGround"):
    """Go to ground in one's own turn: free, and the end of the unit's activation. (ARAP-GTG-01, ARAP-PIN-02)"""

    unit: UnitId

    def check(self, state: GameState) -> Refusal | None:
        """In one's own activation phase, with the unit in hand or one that has made its attempt."""
        refusal = whose_turn(state, self.side) or own_unit(state, self.side, self.unit)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        if state.turn.active != unit.id and not unit.now.tried:
            return Refusal("not-active", f"{unit.name} has not been activated.", "ARAP-GTG-01", "activate it first")
        return barred(state, unit)

    def preview(self, state: GameState) -> Preview:
        """It costs no point, but the next turn."""
        notes = ("Saves are 1 better, none better than 2.", "The unit cannot be activated in its next turn.")
        unit = state.units.get(self.unit)
        pinned = ("ARAP-PIN-02",) if unit is not None and (unit.pinned or unit.pinned_now) else ()
        return Preview(refusal=self.check(state), notes=notes, rules=("ARAP-GTG-02", "ARAP-GTG-03", *pinned))

    def resolve(self, progress: Progress) -> None:
        """It lies low."""
        go(progress, self.unit)


class WentToGround(Event, frozen=True, kw_only=True, tag="WentToGround"):
    """A unit lies low until the end of its owner's next player turn. (ARAP-GTG-03)"""

    fresh: bool | None = None
    """In its own turn, which does not count as its next one. (ARAP-GTG-03)"""

    def evolve(self, state: GameState) -> GameState:
        """The mark stands; a unit in hand is done."""
        assert self.unit is not None
        unit = state.units[self.unit]
        fresh = unit.side == state.active_side if self.fresh is None else self.fresh  # None in logs of version 1
        state = state.with_unit(replace(unit, gone_to_ground=True, ground_fresh=fresh))
        return state.with_turn(ap=0) if state.turn.active == self.unit else state

    def sentence(self, state: GameState) -> str:
        """Who went down."""
        assert self.unit is not None
        return f"{state.units[self.unit].name} goes to ground"


def go(progress: Progress, unit: UnitId) -> None:
    """Let a unit go to ground."""
    side = progress.state.units[unit].side
    fresh = side == progress.state.active_side
    progress.emit(WentToGround(side=side, unit=unit, fresh=fresh, rules=("ARAP-GTG-01", "ARAP-GTG-03")))


@runtime_checkable
class AwaitsSaves(Protocol):
    """A task on the agenda that will roll the saves of a unit's wounds."""

    target: UnitId

    def losses(self, state: GameState, *, grounded: bool) -> Distribution:
        """How many will fall, lying low or not."""


def who_falls(fallen: Distribution, meaning: str) -> tuple[Promise, Promise]:
    """The chance that anybody falls, in those words, and how many do on average."""
    return Promise(fallen.at_least(1), meaning), Promise(fallen.mean, "fall on average", "mean")


class AskToGround(TaskStruct, frozen=True, kw_only=True, tag="AskToGround"):
    """Before the first save its owner may let a unit that is shot at go to ground. (ARAP-GTG-01)"""

    unit: UnitId
    by: UnitId
    wounds: int

    def run(self, progress: Progress) -> None:
        """Ask, if it still may."""
        unit = progress.state.units[self.unit]
        if barred(progress.state, unit) is not None:
            return
        wounds = f"{self.wounds} wound{'s' if self.wounds > 1 else ''} to save"
        options = [
            Option(
                id="ground",
                label="Go to ground",
                detail="Saves 1 better; no activation in its next turn.",
                rule="ARAP-GTG-02",
            ),
            Option(id="stand", label="Stay up", detail="Saves as they are.", rule="ARAP-GTG-01"),
        ]
        progress.ask(
            self,
            unit.side,
            "go-to-ground",
            f"{unit.name}: {wounds}. Go to ground?",
            options,
            unit=unit.id,
            about=None if progress.state.units[self.by].hidden else self.by,
            rule="ARAP-GTG-01",
            decline="stand",
        )

    def odds(self, seen: GameState, whole: GameState) -> OptionOdds:
        """Who falls to the wounds that wait for their saves, lying low or not. (ARAP-GTG-02)"""
        waiting = next((t for t in whole.agenda if isinstance(t, AwaitsSaves) and t.target == self.unit), None)
        if waiting is None:
            return {}
        losses = {"ground": waiting.losses(whole, grounded=True), "stand": waiting.losses(whole, grounded=False)}
        return {option: who_falls(fallen, "loses a model") for option, fallen in losses.items()}

    def answer(self, progress: Progress, choice: str) -> None:
        """Down, or not; the saves wait on the agenda."""
        if choice == "ground":
            go(progress, self.unit)


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """Going to ground, for the unit in hand."""
    active = state.turn.active
    if active is not None and state.active_side == side and not state.units[active].is_vehicle:
        yield offered(state, GoToGround(side=side, unit=active), kind="go-to-ground", unit=active)


OFFERED: Final = ("go-to-ground",)
ACTIONS: tuple[type[Action], ...] = (GoToGround,)
EVENTS: tuple[type[Event], ...] = (WentToGround,)
TASKS: tuple[type[TaskStruct], ...] = (AskToGround,)
