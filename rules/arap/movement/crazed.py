"""A crazed animal goes where the left and right dice send it. (ARAP-SCAT-09, ARAP-SCAT-10)"""

from __future__ import annotations

from rules.arap.damage import hazards
from rules.arap.events import ModelsMoved
from rules.arap.paths import allowance, end_of_move
from rules.arap.paths.cut_short import advance
from rules.arap.paths.march import anchor
from rules.core.ids import UnitId
from rules.core.refusal import Refusal, quoted
from rules.dice.scatter import turns_about, veer
from rules.events import Note
from rules.forces.unit import Point, Unit
from rules.geometry.facings import normalise
from rules.geometry.lengths import along
from rules.progress import Action, Progress
from rules.state import GameState


class CrazedMove(Action, frozen=True, kw_only=True, tag="CrazedMove"):
    """The host lets the dice move an animal: its basic move, veering to the higher die. (ARAP-SCAT-10)

    A double of an even score turns it about; an odd double is straight ahead.
    """

    unit: UnitId

    any_time = True
    host_only = True

    def check(self, state: GameState) -> Refusal | None:
        """A unit on foot on the table, in no melee."""
        unit = state.units.get(self.unit)
        if unit is None:
            return Refusal(
                "unknown-unit", f"There is no unit {quoted(self.unit)}.", "ARAP-SCAT-10", "a unit of this battle"
            )
        if unit.is_vehicle or not unit.on_table or state.is_locked(unit.id):
            return Refusal("not-in-hand", f"{unit.name} cannot run wild now.", "ARAP-SCAT-10", "an animal that is free")
        return None

    def resolve(self, progress: Progress) -> None:
        """Roll, and go as far as the ground and the table let it."""
        state = progress.state
        unit = state.units[self.unit]
        rules = ("ARAP-SCAT-10", "ARAP-SCAT-09")
        why = f"{unit.name} runs wild"
        left = progress.roll("veer-left", unit=unit.id, why=why, rules=rules).dice[0]
        right = progress.roll("veer-right", unit=unit.id, why=why, rules=rules).dice[0]
        aside = veer(left, right)
        progress.emit(Note(side=unit.side, unit=unit.id, text=_said(unit, left, right), rules=rules))
        lead = anchor(unit)
        reach = min(allowance.basic_move(state, unit, m) for m in unit.alive)
        heading = normalise(lead.facing + (180 if turns_about(left, right) else 0))
        end = along(lead.at, heading, reach)
        if aside.side != "none":
            end = along(end, heading + (90 if aside.side == "right" else -90), aside.distance_in)
        gone = end_of_move.settled(state, unit, advance(state, unit, [_kept_on(state, end)], reach))
        progress.emit(
            ModelsMoved(
                side=unit.side,
                unit=unit.id,
                placements=gone.placements(),
                how="crazed",
                path=gone.poses,
                length_in=round(gone.length_in, 4),
                voluntary=False,
                rules=rules,
            )
        )
        hazards.hazards(progress, unit.id, gone.paths)


def _said(unit: Unit, left: int, right: int) -> str:
    """Which way the dice send it."""
    aside = veer(left, right)
    if aside.side != "none":
        return f"{unit.name} veers {aside.distance_in}″ to the {aside.side}"
    return f"{unit.name} turns about" if turns_about(left, right) else f"{unit.name} goes straight on"


def _kept_on(state: GameState, point: Point) -> Point:
    return (
        min(max(point[0], 0.0), state.scenario.width_in),
        min(max(point[1], 0.0), state.scenario.height_in),
    )


ACTIONS: tuple[type[Action], ...] = (CrazedMove,)
