"""Street Race: speed as momentum, and how far it may change in a turn. (VEH-RACE-01 to -03, VEH-REV-01, VEH-BOAT-01)"""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec.structs import replace

from rules.core.ids import UnitId
from rules.core.refusal import Refusal
from rules.forces.unit import Unit
from rules.geometry.lengths import is_beyond
from rules.progress import Progress
from rules.state import Event, GameState
from rules.vehicles.gemini.hull.hull import marks_of, profile_of
from rules.vehicles.gemini.motion.terrain_cost import field_for
from rules.vehicles.shared.events import VehicleEvent
from rules.vehicles.shared.hull import condition

STILL_IN: Final = 0.01
"""A speed as small as this is none."""


def uses(state: GameState, unit: Unit) -> bool:
    """Whether a vehicle drives by the Street Race rules. (VEH-RACE-01)"""
    if not unit.is_vehicle:
        return False
    chosen = state.options.get("street_race", "per_vehicle")
    return chosen == "all" or (chosen == "per_vehicle" and profile_of(state, unit).street)


def speed_of(unit: Unit) -> float:
    """Inches a turn, negative in reverse."""
    return marks_of(unit).speed


def is_out_of_control(unit: Unit) -> bool:
    """Whether it loses control in its next compulsory phase. (VEH-LOC-01)"""
    return marks_of(unit).out_of_control


def is_still(unit: Unit) -> bool:
    """Whether it stands."""
    return abs(speed_of(unit)) <= STILL_IN


def top_in(state: GameState, unit: Unit) -> float:
    """Its maximum speed on good going: rolled, of the profile, or the battle speed. (VEH-CAR-01)"""
    profile = profile_of(state, unit)
    return marks_of(unit).top_in or profile.top_speed_in or profile.battle_speed_in


def acc_in(state: GameState, unit: Unit) -> float:
    """The most by which its speed changes in a turn; half of the maximum without a value. (VEH-RACE-01, -02)"""
    return marks_of(unit).acc_in or profile_of(state, unit).acc_dec_in or top_in(state, unit) / 2


def dec_in(state: GameState, unit: Unit) -> float:
    """The most speed that it loses in a turn: half of that for a boat. (VEH-BOAT-01)"""
    share = 2 if profile_of(state, unit).type == "boat" else 1
    return acc_in(state, unit) / share


def bend_radius(state: GameState, unit: Unit, speed: float) -> float:
    """The least radius of its turns at a speed. (VEH-TRR-01)"""
    return abs(speed) * trr(state, unit, speed)


def trr(state: GameState, unit: Unit, speed: float | None = None) -> float:
    """Its turn ratio radius; a passenger on a fast bike raises it to 1. (VEH-TRR-03, VEH-BIKE-07)

    `speed` is that of the drive in hand; without one it is that which it has, as it was always up to version 5.
    """
    profile = profile_of(state, unit)
    found = profile.trr or 1.0
    return max(1.0, found) if is_laden(state, unit, speed) else found


def is_laden(state: GameState, unit: Unit, speed: float | None = None) -> bool:
    """Whether a passenger on a fast bike makes it turn wider. (VEH-BIKE-07)"""
    if profile_of(state, unit).type != "bike" or not state.option("pillion_raises_trr"):
        return False
    fast = speed_of(unit) if speed is None or state.is_older_than("6") else speed
    return any(state.passengers(unit.id)) and is_beyond(abs(fast), top_in(state, unit) / 2)


def on_road(state: GameState, unit: Unit, at: tuple[float, float]) -> bool:
    """Whether a place is road."""
    return field_for(state, profile_of(state, unit)).price_at(at).road


def is_off_road(state: GameState, unit: Unit) -> bool:
    """A road-wheeler that stands on rough ground. (VEH-RACE-05)"""
    return profile_of(state, unit).type == "road-wheeler" and not on_road(state, unit, unit.models[0].at)


def most_in(state: GameState, unit: Unit) -> float:
    """The fastest that it goes forward where it is. (VEH-RACE-05)"""
    return top_in(state, unit) / (2 if is_off_road(state, unit) else 1)


def most_astern_in(state: GameState, unit: Unit) -> float:
    """The fastest that it reverses: half of its maximum, a boat a quarter, some bikes not at all.

    (VEH-REV-01, VEH-REV-02, VEH-BOAT-02)
    """
    if not may_reverse(state, unit):
        return 0.0
    return most_in(state, unit) / (4 if profile_of(state, unit).type == "boat" else 2)


def may_reverse(state: GameState, unit: Unit) -> bool:
    """Every vehicle but bikes, of which the host says which do. (VEH-REV-02)"""
    profile = profile_of(state, unit)
    if profile.type != "bike":
        return True
    which = state.options.get("bikes_reverse", "auto_drive_and_military")
    return which == "all" or (which != "none" and (profile.auto_drive or not profile.civilian))


class Limits(NamedTuple):
    """Between which speeds a vehicle chooses this turn, negative in reverse, and what sets either end."""

    least: float
    most: float
    why_least: str
    why_most: str
    rule_least: str
    rule_most: str
    why: str = ""
    """What sets both ends, in one sentence."""

    def holds(self, speed: float) -> bool:
        """Whether a speed lies between them."""
        return self.least - STILL_IN <= speed <= self.most + STILL_IN

    @property
    def text(self) -> str:
        """Both ends in words."""
        return f"{in_words(self.least)} to {in_words(self.most)}"


def in_words(speed: float) -> str:
    """A speed in words: 12 inches, 4 inches in reverse, standing."""
    if abs(speed) <= STILL_IN:
        return "standing"
    return f"{abs(speed):.3g}″" + (" in reverse" if speed < 0 else "")


def goes(unit: Unit) -> str:
    """Its present speed in a sentence about it: "stands", "is at 12 inches"."""
    return "stands" if is_still(unit) else f"is at {in_words(speed_of(unit))}"


def limits(state: GameState, unit: Unit) -> Limits:
    """The speeds open to it: no more off or on than Acc/Dec, nor than it can go. (VEH-RACE-02, VEH-REV-01)"""
    now = speed_of(unit)
    gains, loses = acc_in(state, unit), dec_in(state, unit)
    up = now + (gains if now >= 0 else loses)
    down = now - loses
    top, astern = most_in(state, unit), most_astern_in(state, unit)
    boat = profile_of(state, unit).type == "boat"
    least, most = max(down, 0.0 - astern), min(up, top)  # whoever cannot reverse may choose 0, not -0
    if down > top:  # ground that slows does not brake harder than the brakes
        least = most = down
    elif up < -astern:
        least = most = up
    capped = top <= up and down <= top
    slowest = down < -astern
    more, less = f"{gains if now >= 0 else loses:.3g}″", f"{loses:.3g}″"
    why_least = _why_least(astern, slowest=slowest, boat=boat, loses=less)
    why_most = f"its maximum here is {top:.3g}″" if capped else f"it gains at most {more} a turn"
    alike = more == less and not capped and not slowest
    return Limits(
        least,
        most,
        why_least,
        why_most,
        _rule_least(state, unit, slowest=slowest, least=least),
        ("VEH-RACE-05" if is_off_road(state, unit) else "VEH-RACE-02") if capped else _rule_gain(boat),
        f"it loses or gains at most {more} a turn" if alike else f"{why_least}, {why_most}",
    )


def least_ahead_in(state: GameState, unit: Unit) -> float:
    """Inches that it must still travel in this turn, whatever its driver does; up to version 14 nobody asked.

    (VEH-RACE-03, VEH-JOIN-04)
    """
    rolls = uses(state, unit) and not (unit.now.driven or is_still(unit) or condition(unit).immobilised)
    if not rolls or state.is_older_than("15"):
        return 0.0
    found = limits(state, unit)
    return 0.0 if found.holds(0) else min(abs(found.least), abs(found.most))


def _rule_gain(boat: bool) -> str:
    return "VEH-BOAT-01" if boat else "VEH-RACE-02"


def _why_least(astern: float, *, slowest: bool, boat: bool, loses: str) -> str:
    if not slowest:
        return f"it loses at most {loses} a turn"
    if not astern:
        return "it does not reverse"
    return f"astern it does {astern:.3g}″ at most" if boat else f"it reverses at {astern:.3g}″ at most"


def _rule_least(state: GameState, unit: Unit, *, slowest: bool, least: float) -> str:
    kind = profile_of(state, unit).type
    if slowest:
        if kind == "boat":
            return "VEH-BOAT-02"
        return "VEH-REV-01" if may_reverse(state, unit) else "VEH-REV-02"
    return "VEH-BOAT-01" if kind == "boat" else "VEH-REV-01" if least < 0 else "VEH-RACE-02"


def cannot_drive(unit: Unit) -> Refusal | None:
    """Why a vehicle under these rules makes no drive now, whatever the kind. (VEH-RACE-03, VEH-LOC-01)"""
    if unit.now.driven and marks_of(unit).lost_control:
        text = f"{unit.name} lost control in this turn, which took the place of its driving."
        return Refusal("lost-control", text, "VEH-LOC-01", "its next turn: control is back then")
    if unit.now.driven:
        text = f"{unit.name} has done its driving of this turn."
        return Refusal("driven", text, "VEH-RACE-03", "one drive in a turn; other points are for shooting and the rest")
    return None


def drives_otherwise(state: GameState, unit: Unit) -> Refusal | None:
    """Refuse a drive at battle speed to a vehicle that drives by these rules. (VEH-RACE-01)"""
    if not uses(state, unit):
        return None
    text = f"{unit.name} drives by the Street Race rules."
    return Refusal("street-race", text, "VEH-RACE-01", "a drive at a speed, along straights and arcs")


class SpeedChanged(VehicleEvent, frozen=True, kw_only=True, tag="SpeedChanged"):
    """A vehicle's momentum is another. `driven`: this is its driving of the turn. (VEH-RACE-02, VEH-RACE-03)"""

    speed: float
    driven: bool = False
    recovered: bool = False
    """The loss of control that it owed is being made. (VEH-LOC-01)"""
    silent: bool = False
    swerves: str = ""
    """Which way it goes out of control: left, right or straight on. (VEH-LOC-03)"""

    def evolve(self, state: GameState) -> GameState:
        """Speed is kept until it is changed again."""
        unit = self.of(state)
        out = marks_of(unit).out_of_control and not self.recovered
        drove = replace(unit.now, driven=unit.now.driven or self.driven)
        lost = self.recovered if self.driven else marks_of(unit).lost_control
        now = state.with_unit(replace(unit, now=drove))
        return self.marked(now, speed=self.speed, out_of_control=out, lost_control=lost)

    def sentence(self, state: GameState) -> str:
        """How fast it goes now, out of control also which way."""
        if self.silent:
            return ""
        name = self.of(state).name
        if self.swerves and abs(self.speed) > STILL_IN:
            how = "careers straight on" if self.swerves == "straight on" else f"swerves {self.swerves}"
            return f"{name} {how} at {in_words(self.speed)}"
        return f"{name} stands" if abs(self.speed) <= STILL_IN else f"{name} goes at {in_words(self.speed)}"


class ControlLost(VehicleEvent, frozen=True, kw_only=True, tag="ControlLost"):
    """It will lose control in its owner's next compulsory phase. (VEH-LOC-01)"""

    def evolve(self, state: GameState) -> GameState:
        """Once a turn, however often it was scored."""
        return self.marked(state, out_of_control=True)

    def sentence(self, state: GameState) -> str:
        """Who."""
        return f"{self.of(state).name} loses control"


class Tuned(VehicleEvent, frozen=True, kw_only=True, tag="Tuned"):
    """What was rolled for a random profile: maximum speed, Acc/Dec, Toughness; 0 for what the profile says.

    (VEH-CAR-01, VEH-BIKE-02)
    """

    top_in: float = 0
    acc_in: float = 0
    toughness: int = 0

    def evolve(self, state: GameState) -> GameState:
        """Kept for the whole battle."""
        return self.marked(state, top_in=self.top_in, acc_in=self.acc_in, toughness=self.toughness)

    def sentence(self, state: GameState) -> str:
        """The figures."""
        figures = (
            (f"maximum speed {self.top_in:.3g}″", self.top_in),
            (f"Acc/Dec {self.acc_in:.3g}″", self.acc_in),
            (f"Toughness {self.toughness}", self.toughness),
        )
        parts = [part for part, figure in figures if figure]
        return f"{self.of(state).name}: {', '.join(parts)}"


def set_speed(progress: Progress, unit: UnitId, speed: float, *rules: str, silent: bool = False) -> None:
    """Note a speed that comes of something other than driving."""
    found = progress.state.units[unit]
    if speed_of(found) != speed:
        progress.emit(SpeedChanged(side=found.side, unit=unit, speed=speed, silent=silent, rules=rules))


def halt(progress: Progress, unit: UnitId, *rules: str) -> None:
    """It stands; what is immobilised does not slide any more either."""
    found = progress.state.units[unit]
    stuck = condition(found).immobilised
    if speed_of(found) or (stuck and marks_of(found).out_of_control):
        progress.emit(SpeedChanged(side=found.side, unit=unit, speed=0, recovered=stuck, rules=rules))


def lose_control(progress: Progress, unit: UnitId, *rules: str) -> None:
    """It is out of control from now; the move follows in its next compulsory phase. (VEH-LOC-01)"""
    found = progress.state.units[unit]
    if not marks_of(found).out_of_control:
        progress.emit(ControlLost(side=found.side, unit=unit, rules=("VEH-LOC-01", *rules)))


def run_down(progress: Progress, unit: Unit) -> None:
    """It will not drive again: within its Acc/Dec it stops at once, above that it slides out of control first.

    (VEH-RACE-07)
    """
    if abs(speed_of(unit)) <= acc_in(progress.state, unit) + STILL_IN:
        set_speed(progress, unit.id, 0, "VEH-RACE-07")
    else:
        lose_control(progress, unit.id, "VEH-RACE-07")


ADDED_IN: Final[dict[str, tuple[float, str]]] = {
    "tracked": (8.0, "VEH-TYPE-01"),
    "skimmer": (12.0, "VEH-TYPE-02"),
    "flying-skimmer": (12.0, "VEH-TYPE-02"),
    "walker": (8.0, "VEH-TYPE-04"),
    "bike": (20.0, "VEH-BIKE-02"),
}
"""What is added to two dice for a random speed, by type; 20 for cars. (VEH-TYPE-01, -02, -04, VEH-CAR-01)"""


def tune(progress: Progress) -> None:
    """Roll what is random of the vehicles on the table that have no figures yet. (VEH-CAR-01)"""
    for unit in list(progress.state.units.values()):
        if unit.is_vehicle and not unit.is_gone:
            _tune(progress, unit)


def _tune(progress: Progress, unit: Unit) -> None:
    profile, now = profile_of(progress.state, unit), marks_of(unit)
    race = progress.state.scenario.race
    asked = race is not None and race.random_bikes and profile.civilian and profile.type == "bike"
    fast = (profile.random_speed or asked) and not now.top_in
    lively = (profile.random_acceleration or asked) and not now.acc_in
    tough = (profile.random_toughness or asked) and not now.toughness
    if not (fast or lively or tough):
        return
    kind = "" if profile.civilian and profile.type != "bike" else profile.type
    added, rule = ADDED_IN.get(kind, (20.0, "VEH-CAR-01"))
    flies = ("VEH-TYPE-03",) if profile.type == "flying-skimmer" else ()
    why, rules = f"what {unit.name} can do", (rule, *flies)
    top, acc = now.top_in, now.acc_in
    if fast:
        rolled = progress.roll_sum("random-speed", 2, unit=unit.id, why=f"{unit.name}: how fast it goes", rules=rules)
        top = max(sum(rolled.dice) + added, profile.battle_speed_in if profile.type == "tracked" else 0.0)
    if lively:
        why = f"{unit.name}: how quick it is"
        dice = progress.roll("random-acceleration", 2, sides=4, sense="sum", unit=unit.id, why=why, rules=rules).dice
        acc = sum(dice) + 4.0
    toughness = _rolled_toughness(progress, unit) if tough else now.toughness
    rules = tuple(dict.fromkeys((*rules, *(("VEH-BIKE-02",) if tough else ()))))
    progress.emit(Tuned(side=unit.side, unit=unit.id, top_in=top, acc_in=acc, toughness=toughness, rules=rules))


def _rolled_toughness(progress: Progress, unit: Unit) -> int:
    """A civilian bike's: D3 + 2. (VEH-BIKE-02)"""
    why = f"{unit.name}: how much it stands"
    rolled = progress.roll("random-toughness", sides=3, sense="sum", unit=unit.id, why=why, rules=("VEH-BIKE-02",))
    return rolled.dice[0] + 2


EVENTS: tuple[type[Event], ...] = (SpeedChanged, ControlLost, Tuned)
