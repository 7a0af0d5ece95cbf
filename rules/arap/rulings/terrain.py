"""What the host may rule about the ground: what faces are like to climb, how strong gravity is.

(ARAP-CLIMB-06, ARAP-FALL-04)

What the host may rule about the ground in play: the test of vehicles, thin ice, mines, and what driving in it costs.

(VEH-TERR-01, VEH-TERR-02, VEH-TERR-05, VEH-BOAT-04)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from msgspec.structs import replace

from rules.core.ids import TerrainId
from rules.core.refusal import Refusal, quoted
from rules.progress import Action, Progress
from rules.state import Event, GameState
from rules.table.scenario import OptionValue, Scenario
from rules.table.terrain import DRIVING, WHO_DRIVES, Driving, Terrain, Vertical

FACES: Final[dict[Vertical, str]] = {
    "none": "cost their height to climb",
    "difficult": "are difficult to climb, twice their height",
    "very-difficult": "are very difficult to climb, four times their height",
    "variable": "are variable: dice say how far a climber gets",
    "impassable": "cannot be climbed",
}
"""Traits of vertical surfaces, in words that follow the name of the piece."""

STEPS_IN: Final = (2, 12)
"""Inches of a jump down that one test covers: in normal gravity, and at the most."""


def as_agreed(scenario: Scenario, options: Mapping[str, OptionValue]) -> Scenario:
    """The scenario with the gravity and the faces that were agreed before play; what it says itself stays."""
    trait, step = str(options["vertical_trait"]).replace("_", "-"), int(options["gravity_step"])
    if trait != "none":
        terrain = tuple(_with_trait(piece, trait) for piece in scenario.terrain)
        scenario = replace(scenario, terrain=terrain)
    return replace(scenario, jump_step_in=step) if step > STEPS_IN[0] else scenario


def _with_trait(piece: Terrain, trait: str) -> Terrain:
    return replace(piece, vertical=trait) if piece.is_steep and piece.vertical == "none" else piece


def _reason(text: str, rule: str) -> Refusal | None:
    if text.strip():
        return None
    return Refusal("no-reason", "A ruling needs its reason, for the log.", rule, "a few words")


class RuleFaces(Action, frozen=True, kw_only=True, tag="RuleFaces"):
    """Rule what the faces of one piece of terrain are like to climb. (ARAP-CLIMB-06)"""

    terrain: TerrainId
    vertical: Vertical
    reason: str

    any_time = True
    host_only = True

    def check(self, state: GameState) -> Refusal | None:
        """A piece on the table that has faces, with a reason."""
        piece = next((t for t in state.terrain if t.id == self.terrain), None)
        allowed = ", ".join(t.name for t in state.terrain if t.is_steep) or "none on this table"
        if piece is None:
            return Refusal("unknown-terrain", f"There is no terrain {quoted(self.terrain)}.", "ARAP-CLIMB-06", allowed)
        if not piece.is_steep:
            return Refusal("no-faces", f"{piece.name} has no faces to climb.", "ARAP-CLIMB-06", allowed)
        return _reason(self.reason, "ARAP-CLIMB-06")

    def resolve(self, progress: Progress) -> None:
        """The trait stands."""
        progress.emit(
            FacesRuled(
                side=self.side,
                terrain=self.terrain,
                vertical=self.vertical,
                reason=self.reason,
                rules=("ARAP-CLIMB-06",),
            )
        )


class FacesRuled(Event, frozen=True, kw_only=True, tag="FacesRuled"):
    """The host said what the faces of a piece of terrain are like to climb. (ARAP-CLIMB-06)"""

    terrain: TerrainId
    vertical: Vertical
    reason: str

    def evolve(self, state: GameState) -> GameState:
        """The piece has that trait."""
        pieces = (replace(t, vertical=self.vertical) if t.id == self.terrain else t for t in state.terrain)
        return replace(state, terrain=tuple(pieces))

    def sentence(self, state: GameState) -> str:
        """What was ruled, and why."""
        name = next(t.name for t in state.terrain if t.id == self.terrain)
        return f"Host: the faces of {name} {FACES[self.vertical]} ({self.reason})"


class RuleGravity(Action, frozen=True, kw_only=True, tag="RuleGravity"):
    """Rule how many inches of a jump down one Initiative test covers: more in low gravity. (ARAP-FALL-04)"""

    step_in: float
    reason: str

    any_time = True
    host_only = True

    def check(self, state: GameState) -> Refusal | None:
        """Two inches or more, with a reason."""
        low, high = STEPS_IN
        if not low <= self.step_in <= high:
            why = f"A test cannot cover {self.step_in:g}″ of a jump down."
            return Refusal("bad-ruling", why, "ARAP-FALL-04", f"{low}″ in normal gravity, up to {high}″ in low gravity")
        return _reason(self.reason, "ARAP-FALL-04")

    def resolve(self, progress: Progress) -> None:
        """It holds from now on."""
        was = progress.state.scenario.jump_step_in
        progress.emit(
            GravityRuled(side=self.side, step_in=self.step_in, was=was, reason=self.reason, rules=("ARAP-FALL-04",))
        )


class GravityRuled(Event, frozen=True, kw_only=True, tag="GravityRuled"):
    """The host said how strong gravity is. (ARAP-FALL-04)"""

    step_in: float
    was: float
    reason: str

    def evolve(self, state: GameState) -> GameState:
        """The step holds."""
        return replace(state, scenario=replace(state.scenario, jump_step_in=self.step_in))

    def sentence(self, state: GameState) -> str:
        """What was ruled, and why."""
        return f"Host: one test covers {self.step_in:g}″ of a jump down, was {self.was:g}″ ({self.reason})"


Matter = Literal["bad_face", "thin_ice", "mines", "extra_ap", "too_flat", "charge_cover"]

MATTERS: Final[dict[Matter, tuple[str, int, int]]] = {
    "mines": ("Strength of its mines", 0, 12),
    "thin_ice": ("thin ice", 0, 1),
    "bad_face": ("lowest bad face for vehicles", 0, 7),
    "extra_ap": ("action points more for who moves over it on foot", 0, 2),
    "too_flat": ("too flat for tactical movement", 0, 1),
    "charge_cover": ("cover against charges", 0, 1),
}
"""What may be set, in words, with its range; a bad face of 0 is as usual, 7 no test at all."""

RULE: Final = "VEH-TERR-05"

MATTER_RULES: Final[dict[Matter, str]] = {
    "extra_ap": "ARAP-ACT-08",
    "too_flat": "ARAP-TACT-04",
    "charge_cover": "ARAP-COVR-01",
}
"""The entries that leave it to the host; any other matter is of vehicles."""


def pieces(state: GameState) -> str:
    """The pieces that a ruling may name, secret ones apart."""
    return ", ".join(piece.id for piece in state.terrain if piece.secret is None) or "none on this table"


class RuleGround(Action, frozen=True, kw_only=True, tag="RuleGround"):
    """Set what a piece of terrain does to those who cross it. (VEH-TERR-05, ARAP-ACT-08, ARAP-TACT-04)"""

    terrain: TerrainId
    what: Matter
    value: int
    reason: str

    any_time = True
    host_only = True

    def check(self, state: GameState) -> Refusal | None:
        """A piece of this table, a value in range, with a reason."""
        rule = MATTER_RULES.get(self.what, RULE)
        if not any(p.id == self.terrain for p in state.terrain):
            return Refusal("unknown-terrain", f"There is no terrain {quoted(self.terrain)}.", rule, pieces(state))
        word, low, high = MATTERS[self.what]
        if not low <= self.value <= high:
            text = f"{word.capitalize()} cannot be {self.value}."
            return Refusal("bad-ruling", text, rule, f"{low} to {high}")
        if not self.reason.strip():
            return Refusal("no-reason", "A ruling needs its reason, for the log.", "ARAP-GEN-01", "a few words")
        return None

    def resolve(self, progress: Progress) -> None:
        """The value is set and named."""
        secret = next(p.secret for p in progress.state.terrain if p.id == self.terrain)
        event = GroundRuled(
            terrain=self.terrain,
            what=self.what,
            value=self.value,
            reason=self.reason,
            rules=("ARAP-GEN-01", MATTER_RULES.get(self.what, RULE)),
            seen_by=(secret,) if secret is not None else None,
        )
        progress.emit(event)


class GroundRuled(Event, frozen=True, kw_only=True, tag="GroundRuled"):
    """The host has set what a piece of terrain does to who crosses it. (VEH-TERR-05, ARAP-ACT-08, ARAP-TACT-04)"""

    terrain: TerrainId
    what: Matter
    value: int
    reason: str

    def evolve(self, state: GameState) -> GameState:
        """The piece is like that from now on."""
        return replace(state, terrain=tuple(self._ruled(p) if p.id == self.terrain else p for p in state.terrain))

    def _ruled(self, piece: Terrain) -> Terrain:
        match self.what:
            case "mines":
                return replace(piece, mines=self.value)
            case "thin_ice":
                return replace(piece, thin_ice=bool(self.value))
            case "bad_face":
                return replace(piece, bad_face=self.value)
            case "extra_ap":
                return replace(piece, extra_ap=self.value)
            case "too_flat":
                return replace(piece, too_flat=bool(self.value))
            case "charge_cover":
                return replace(piece, charge_cover=bool(self.value))

    def sentence(self, state: GameState) -> str:
        """What the piece is now, and why."""
        name = next((p.name for p in state.terrain if p.id == self.terrain), "the ground")
        return f"Host: {name} {self._in_words()} ({self.reason})"

    def _in_words(self) -> str:
        if self.what == "mines":
            return f"is mined, Strength {self.value} + D6" if self.value else "is not mined"
        if self.what == "thin_ice":
            return "is thin ice" if self.value else "is no thin ice"
        if self.what == "too_flat":
            return f"is {'' if self.value else 'not '}too flat for tactical movement"
        if self.what == "charge_cover":
            return f"is {'' if self.value else 'no '}cover against charges"
        if self.what == "extra_ap":
            return f"costs {self.value} action point{'' if self.value == 1 else 's'} more to move over on foot"
        if self.value == 0:
            return "tests vehicles as usual"
        return "tests no vehicle" if self.value > 6 else f"holds vehicles on {self.value} or more"


DRIVING_RULE: Final = "VEH-TERR-02"

Locomotion = Literal["tracked", "wheeled", "bike", "legs", "antigrav", "boat"]
Ruled = Driving | Literal["usual"]


class RuleDriving(Action, frozen=True, kw_only=True, tag="RuleDriving"):
    """Set what a piece of terrain costs a kind of locomotion, and whether it is dangerous to it. (VEH-TERR-02)

    "usual" is what the table says of ground of its look.
    """

    terrain: TerrainId
    locomotion: Locomotion
    price: Ruled
    reason: str

    any_time = True
    host_only = True

    def check(self, state: GameState) -> Refusal | None:
        """A piece of this table, with a reason."""
        if not any(p.id == self.terrain for p in state.terrain):
            text = f"There is no terrain {quoted(self.terrain)}."
            return Refusal("unknown-terrain", text, DRIVING_RULE, pieces(state))
        return _reason(self.reason, "ARAP-GEN-01")

    def resolve(self, progress: Progress) -> None:
        """The price is set and named."""
        secret = next(p.secret for p in progress.state.terrain if p.id == self.terrain)
        progress.emit(
            DrivingRuled(
                terrain=self.terrain,
                locomotion=self.locomotion,
                price=None if self.price == "usual" else self.price,
                reason=self.reason,
                rules=("ARAP-GEN-01", DRIVING_RULE, "VEH-TERR-01"),
                seen_by=(secret,) if secret is not None else None,
            )
        )


class DrivingRuled(Event, frozen=True, kw_only=True, tag="DrivingRuled"):
    """The host has set what driving in a piece of terrain costs. (VEH-TERR-02)"""

    terrain: TerrainId
    locomotion: Locomotion
    price: Driving | None
    reason: str

    def evolve(self, state: GameState) -> GameState:
        """The piece is like that from now on."""
        changed = {self.locomotion: self.price}
        pieces = (replace(p, **changed) if p.id == self.terrain else p for p in state.terrain)
        return replace(state, terrain=tuple(pieces))

    def sentence(self, state: GameState) -> str:
        """What it is to whom now, and why."""
        name = next((p.name for p in state.terrain if p.id == self.terrain), "the ground")
        words = DRIVING[self.price] if self.price else "as usual"
        return f"Host: {name} is {words} for {WHO_DRIVES[self.locomotion]} ({self.reason})"


ACTIONS: tuple[type[Action], ...] = (
    RuleFaces,
    RuleGravity,
    RuleGround,
    RuleDriving,
)

EVENTS: tuple[type[Event], ...] = (
    FacesRuled,
    GravityRuled,
    GroundRuled,
    DrivingRuled,
)
