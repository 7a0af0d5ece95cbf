"""A vehicle veers, as its table has it: a left and a right die say how far to which side. (ARAP-SCAT-09)"""

from __future__ import annotations

from rules.arap.events import ModelsMoved
from rules.arap.movement.vehicle_interface import VehicleDrives
from rules.arap.vehicle_interface import ask
from rules.core.ids import UnitId
from rules.core.preview import Chance, Preview
from rules.core.refusal import Refusal, quoted
from rules.dice.odds.chances import chance_low
from rules.dice.scatter import veer
from rules.forces.unit import Unit
from rules.geometry.facings import normalise
from rules.progress import Action, Progress
from rules.state import GameState, Placement

RULE = "ARAP-SCAT-09"
ASIDE_DEG = {"left": -90, "right": 90}


class VeerMachine(Action, frozen=True, kw_only=True, tag="VeerMachine"):
    """The host sees whether a vehicle veers: by the difference of two dice, to the side of the higher. (ARAP-SCAT-09)

    It keeps its heading, and stops at what no vehicle drives over; people step aside.
    """

    unit: UnitId
    reason: str = ""

    any_time = True
    host_only = True

    def check(self, state: GameState) -> Refusal | None:
        """A vehicle that stands on the table."""
        unit = state.units.get(self.unit)
        if unit is None:
            return Refusal("unknown-unit", f"There is no unit {quoted(self.unit)}.", RULE, "a vehicle of this battle")
        if not unit.is_vehicle or not unit.on_table:
            text = f"{unit.name} is no vehicle on the table, and cannot veer."
            return Refusal("no-vehicle", text, RULE, "a vehicle on the table; an animal on foot runs wild")
        return None

    def preview(self, state: GameState) -> Preview:
        """Straight on with a double, else up to 5 inches to either side."""
        straight = chance_low(1)
        aside = (1 - straight) / 2
        outcomes = (("straight on", straight), ("to the left", aside), ("to the right", aside))
        chances = tuple(Chance(label=label, exact=str(p), value=float(p)) for label, p in outcomes)
        return Preview(refusal=self.check(state), chances=chances, rules=(RULE,))

    def resolve(self, progress: Progress) -> None:
        """Throw both dice; the hull goes aside as far as it can."""
        unit = progress.state.units[self.unit]
        why = f"{unit.name} may veer" + (f": {self.reason}" if self.reason else "")
        left, right = (
            progress.roll(label, unit=unit.id, why=why, rules=(RULE,)).dice[0] for label in ("veer-left", "veer-right")
        )
        found = veer(left, right)
        if found.side == "none":
            progress.emit(_straight_on(unit))
        else:
            bearing = normalise(unit.models[0].facing + ASIDE_DEG[found.side])
            ask(progress.state, VehicleDrives).veer(progress, unit, bearing, found.distance_in, (RULE,))


def _straight_on(unit: Unit) -> ModelsMoved:
    """It keeps its course and its place: a line of its own in the log."""
    hull = unit.models[0]
    stands = Placement(model=hull.id, at=hull.at, facing=hull.facing)
    return ModelsMoved(unit=unit.id, placements=(stands,), how="veer", voluntary=False, rules=(RULE,))


ACTIONS: tuple[type[Action], ...] = (VeerMachine,)
