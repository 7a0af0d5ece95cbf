"""What the host makes dearer: moves, shots, charges or anything else of one unit, or of all. (ARAP-ACT-08)

The surcharge is paid before the action, which then begins with what is left. What ground costs is in `terrain`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Literal

from msgspec.structs import replace

from rules.core.ids import UnitId
from rules.core.refusal import Refusal, quoted
from rules.forces.unit import Unit
from rules.progress import Action, Progress
from rules.state import Event, GameState

RULE: Final = "ARAP-ACT-08"

MOST: Final = 2
"""Points more; with three dice at the most a dearer action could never be paid."""

Act = Literal["move", "shoot", "charge", "other", "any"]

WORDS: Final[dict[Act, str]] = {
    "move": "moves of every kind",
    "shoot": "shooting and throwing",
    "charge": "charges",
    "other": "acts other than moves, shots and charges",
    "any": "every action",
}
"""What may be made dearer, in words that follow "costs more for"."""

_WORDS: Final[Mapping[str, str]] = {str(act): words for act, words in WORDS.items()}

_MOVES: Final = (
    *("Move", "TacticalMove", "Climb", "Rappel", "LeapUp", "JumpAcross", "JumpDown", "Swim", "UseLadder"),
    *("Drive", "StreetDrive", "SlowManoeuvre", "Bootlegger", "JTurn", "WalkBack", "MovementStep", "Board", "Embark"),
    *("EnterBunker", "EnterSection", "GoToSection", "LeaveSection", "RideLift"),
)
_SHOTS: Final = (
    *("Shoot", "FireAtSpot", "Lob", "Throw", "DropBomb", "FireVehicle", "FireMountsAt", "LobMounts", "ShootPorts"),
    *(
        "FireMountsAtBuilding",
        "FireMountsAtPorts",
        "FireMountsAtWall",
        "FireMountsIntoSection",
        "ShootBuilding",
        "FireBuiltIn",
        "ShootWall",
        "BlastSection",
        "ShootingStep",
    ),
    *("BarrageStep", "StepAtSpot", "StepAtWall", "StepAtBuilding", "StepIntoSection", "StepAtPorts"),
)
_CHARGES: Final = ("Charge", "ChargeVehicle", "ChargeHull", "StormSection", "ChargeOut")
_OTHERS: Final = (
    *("Aim", "Regroup", "StandUp", "Limber", "Unlimber", "TryTube"),
    *("WorkDoor", "ForceDoor", "HackLock", "SmashLock", "StrikeWall", "WorkSectionDoor"),
)

ACT_OF: Final[dict[str, Act]] = {
    **dict.fromkeys(_MOVES, "move"),
    **dict.fromkeys(_SHOTS, "shoot"),
    **dict.fromkeys(_CHARGES, "charge"),
    **dict.fromkeys(_OTHERS, "other"),
}
"""What each action that costs points is, by its tag."""


def surcharge(state: GameState, action: Action) -> int:
    """Points that the action costs beside its own; a command for several moves pays for each."""
    act = ACT_OF.get(str(action.__struct_config__.tag))
    named: UnitId | None = getattr(action, "unit", None)
    unit = state.units.get(named) if named else None
    if act is None or unit is None or not unit.dearer or (act == "move" and unit.now.at_doors):
        return 0
    times = getattr(action, "actions", 1) if act == "move" else 1
    return int(times) * (unit.dearer.get(act, 0) + unit.dearer.get("any", 0))


def paid_first(state: GameState, action: Action) -> tuple[Event, ...]:
    """The surcharge, as the event that comes before the action."""
    points = surcharge(state, action)
    active = state.turn.active
    if not points or active is None or active != getattr(action, "unit", None):
        return ()
    unit = state.units[active]
    return (SurchargePaid(side=unit.side, unit=unit.id, points=points, rules=(RULE,)),)


def on_card(unit: Unit) -> Iterator[str]:
    """What costs a unit more, for its card."""
    for act, points in unit.dearer.items():
        yield f"{points} action point{'' if points == 1 else 's'} more for {_WORDS[act]}"


class SurchargePaid(Event, frozen=True, kw_only=True, tag="SurchargePaid"):
    """The active unit pays what the host has laid on the action that follows. (ARAP-ACT-08)"""

    points: int

    def evolve(self, state: GameState) -> GameState:
        """Fewer points left."""
        return state.with_turn(ap=max(0, state.turn.ap - self.points))

    def sentence(self, state: GameState) -> str:
        """Who pays how much more."""
        assert self.unit is not None
        points = f"{self.points} action point{'' if self.points == 1 else 's'}"
        return f"{state.units[self.unit].name} first pays {points} more, by ruling"


class RuleCost(Action, frozen=True, kw_only=True, tag="RuleCost"):
    """Make actions of one unit, or with none named of every unit, cost more action points. (ARAP-ACT-08)"""

    unit: UnitId | None = None
    act: Act
    points: int
    reason: str

    any_time = True
    host_only = True

    def check(self, state: GameState) -> Refusal | None:
        """A unit of this battle or none, 0 to 2 points, with a reason."""
        if self.unit is not None and self.unit not in state.units:
            return Refusal(
                "unknown-unit", f"There is no unit {quoted(self.unit)}.", RULE, "a unit of this battle, or all"
            )
        if not 0 <= self.points <= MOST:
            text = f"An action cannot cost {self.points} more."
            return Refusal("bad-ruling", text, RULE, f"0 to {MOST} action points more")
        if not self.reason.strip():
            return Refusal("no-reason", "A ruling needs its reason, for the log.", "ARAP-GEN-01", "a few words")
        return None

    def resolve(self, progress: Progress) -> None:
        """It holds from now on."""
        rules = (RULE, "ARAP-GEN-01")
        side = progress.state.units[self.unit].side if self.unit is not None else None
        progress.emit(
            CostRuled(side=side, unit=self.unit, act=self.act, points=self.points, reason=self.reason, rules=rules)
        )


class CostRuled(Event, frozen=True, kw_only=True, tag="CostRuled"):
    """The host said what actions cost beside their own price. (ARAP-ACT-08)"""

    act: Act
    points: int
    reason: str

    def evolve(self, state: GameState) -> GameState:
        """Noted on the unit, or on every unit."""
        for unit in state.units.values() if self.unit is None else (state.units[self.unit],):
            others = {act: points for act, points in unit.dearer.items() if act != self.act}
            state = state.with_unit(replace(unit, dearer=others | ({self.act: self.points} if self.points else {})))
        return state

    def sentence(self, state: GameState) -> str:
        """What costs whom how much more, and why."""
        who = state.units[self.unit].name if self.unit is not None else "everybody"
        if not self.points:
            return f"Host: {WORDS[self.act]} cost {who} nothing more ({self.reason})"
        points = f"{self.points} action point{'' if self.points == 1 else 's'}"
        return f"Host: {WORDS[self.act]} cost {who} {points} more ({self.reason})"


ACTIONS: tuple[type[Action], ...] = (RuleCost,)
EVENTS: tuple[type[Event], ...] = (SurchargePaid, CostRuled)
