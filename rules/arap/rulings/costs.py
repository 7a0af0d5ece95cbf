"""What is dearer: moves, shots, charges or anything else of one unit, or of all; ways over some ground. (ARAP-ACT-08)

The surcharge is paid before the action, which then begins with what is left. Walks, which may take several actions,
and boarding, which is part of a walk, pay for the ground within their own price. What ground costs is in `terrain`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, Literal, Protocol, runtime_checkable

from msgspec.structs import replace

from rules.core.ids import UnitId
from rules.core.refusal import Refusal, quoted
from rules.forces.unit import Unit
from rules.progress import Action, Progress
from rules.state import Event, GameState

RULE: Final = "ARAP-ACT-08"

MOST: Final = 2
"""Points more; with three dice at the most a dearer action could never be paid."""

Act = Literal["move", "climb", "swim", "shoot", "charge", "other", "any"]

WORDS: Final[dict[Act, str]] = {
    "move": "moves of every kind",
    "climb": "climbing, rappelling, leaping, jumping and ladders",
    "swim": "swimming",
    "shoot": "shooting and throwing",
    "charge": "charges",
    "other": "acts other than moves, shots and charges",
    "any": "every action",
}
"""What may be made dearer, in words that follow "costs more for"."""

_WORDS: Final[Mapping[str, str]] = {str(act): words for act, words in WORDS.items()}

_MOVES: Final = (
    *("Move", "TacticalMove"),
    *("Drive", "StreetDrive", "SlowManoeuvre", "Bootlegger", "JTurn", "WalkBack", "MovementStep", "Board", "Embark"),
    *("EnterBunker", "EnterHouse", "EnterSection", "GoToSection", "LeaveSection", "RideLift", "Disembark"),
)
_CLIMBS: Final = ("Climb", "Rappel", "LeapUp", "JumpAcross", "JumpDown", "UseLadder", "JumpOut")
_SHOTS: Final = (
    *("Shoot", "FireAtSpot", "Lob", "Throw", "DropBomb", "DropGrenade"),
    *("FireVehicle", "FireMountsAt", "LobMounts", "ShootPorts", "ShootBuildingPorts"),
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
_CHARGES: Final = ("Charge", "ChargeVehicle", "ChargeHull", "ChargeBunker", "StormSection", "ChargeOut")
_OTHERS: Final = (
    *("Aim", "Regroup", "StandUp", "Limber", "Unlimber", "TryTube"),
    *("WorkDoor", "ForceDoor", "HackLock", "SmashLock", "StrikeWall", "WorkSectionDoor"),
)

ACT_OF: Final[dict[str, Act]] = {
    **dict.fromkeys(_MOVES, "move"),
    **dict.fromkeys(_CLIMBS, "climb"),
    "Swim": "swim",
    **dict.fromkeys(_SHOTS, "shoot"),
    **dict.fromkeys(_CHARGES, "charge"),
    **dict.fromkeys(_OTHERS, "other"),
}
"""What each action that costs points is, by its tag."""

_MANNERS_OF_MOVING: Final = ("climb", "swim")
"""What is a move as well."""

_SINCE_13: Final = ("Disembark", "JumpOut", "DropGrenade", "ShootBuildingPorts")
"""What cost nothing more in battles up to version 12."""


_ENOUGH: Final = 3
"""Points that pay for every action."""


@runtime_checkable
class GoesOverGround(Protocol):
    """An action whose way may lead over ground that costs more, and that does not charge it itself."""

    def for_ground(self, state: GameState) -> int:
        """Action points more for the ground on its way; 0 for a way that is none."""
        ...


def surcharge(state: GameState, action: Action) -> int:
    """Points that the action costs beside its own; a command for several moves pays for each."""
    kind = str(action.__struct_config__.tag)
    act = ACT_OF.get(kind)
    named: UnitId | None = getattr(action, "unit", None)
    unit = state.units.get(named) if named else None
    if act is None or unit is None or not unit.dearer or (kind in _SINCE_13 and state.is_older_than("13")):
        return 0
    moves = act == "move" or act in _MANNERS_OF_MOVING
    if moves and unit.now.at_doors:
        return 0
    times = getattr(action, "actions", 1) if moves else 1
    acts = (act, "move", "any") if act in _MANNERS_OF_MOVING else (act, "any")
    return int(times) * sum(unit.dearer.get(each, 0) for each in acts)


def for_ground(state: GameState, action: Action) -> int:
    """Points that the action costs for the ground on its way, beside its own."""
    if not isinstance(action, GoesOverGround) or not any(piece.extra_ap for piece in state.terrain):
        return 0
    # Only of a way that could be gone with points enough: of any other there may be nothing to measure.
    if state.is_older_than("13") or action.check(state.with_turn(ap=_ENOUGH)) is not None:
        return 0
    return action.for_ground(state)


def paid_first(state: GameState, action: Action) -> tuple[Event, ...]:
    """The surcharge, as the event that comes before the action."""
    active = state.turn.active
    if active is None or active != getattr(action, "unit", None):
        return ()
    side = state.units[active].side
    found = ((surcharge(state, action), False), (for_ground(state, action), True))
    return tuple(
        SurchargePaid(side=side, unit=active, points=points, ground=ground, rules=(RULE,))
        for points, ground in found
        if points
    )


def on_card(unit: Unit) -> Iterator[str]:
    """What costs a unit more, for its card."""
    for act, points in unit.dearer.items():
        yield f"{points} action point{'' if points == 1 else 's'} more for {_WORDS[act]}"


class SurchargePaid(Event, frozen=True, kw_only=True, tag="SurchargePaid"):
    """The active unit pays what the host has laid on the action that follows. (ARAP-ACT-08)"""

    points: int
    ground: bool = False
    """Whether the ground on the way costs them, not the action."""

    def evolve(self, state: GameState) -> GameState:
        """Fewer points left."""
        return state.with_turn(ap=max(0, state.turn.ap - self.points))

    def sentence(self, state: GameState) -> str:
        """Who pays how much more."""
        assert self.unit is not None
        points = f"{self.points} action point{'' if self.points == 1 else 's'}"
        why = "for the ground" if self.ground else "by ruling"
        return f"{state.units[self.unit].name} first pays {points} more, {why}"


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
