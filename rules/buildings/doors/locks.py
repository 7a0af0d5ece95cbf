"""Locks and shut doors: hacking, smashing the lock, forcing the door, what the host rules. (BLD-LOCK-01 to -05)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final, Literal

from msgspec.structs import replace

from rules.arap.damage import wounds_and_saves
from rules.arap.events import PointsSpent
from rules.arap.morale import leadership
from rules.arap.paths import legality
from rules.arap.positions import engagement, melee_weapons
from rules.arap.rolls import grouped
from rules.arap.units.permission import may_act
from rules.buildings.doors import near, openings
from rules.buildings.doors.openings import InWall
from rules.core.ids import TerrainId, UnitId
from rules.core.modifier import Modifier
from rules.core.preview import Preview, success
from rules.core.refusal import Refusal, quoted
from rules.dice.goals import modified
from rules.dice.odds import chance_2d6_low, chance_high
from rules.forces import strength as forces_strength
from rules.forces.unit import Model, Unit
from rules.progress import Action, Progress
from rules.state import GameState
from rules.table.building import LockSide, OpeningState

DOOR_T: Final = {False: 5, True: 7}
"""Toughness of a door against those who force it, a vault's the greater. (BLD-LOCK-04)"""

HACKING: Final = {False: -2, True: -4}
"""What a lock takes off the roll against Leadership, that of a vault the more. (BLD-LOCK-01)"""

LOCK_T: Final = 2
"""Toughness of a lock, which has one damage point. (BLD-LOCK-03)"""

NOBODY_KNOWS: Final = -12
"""A modifier that stands for the host's word that nobody here can hack it. (BLD-LOCK-02)"""

HELPER_S: Final = 2
"""Strength that each helper adds. (BLD-LOCK-05)"""


LARGEST: Final = 4
STRONGEST: Final = 10
"""What the host may say of who fits through a door, and how hard it closes. (BLD-DOOR-08, BLD-DOOR-12)"""


class AtDoor(Action, frozen=True, kw_only=True):
    """What members of the unit in hand do who stand within an inch of a shut door or window, for 1 AP."""

    unit: UnitId
    terrain: TerrainId
    opening: int

    def found(self, state: GameState) -> InWall | None:
        """The door or window."""
        return openings.find(state, self.terrain, self.opening)

    def start(self, state: GameState, rule: str) -> Refusal | None:
        """Who may, a shut opening, and somebody at it."""
        refusal = may_act(state, self.side, self.unit, 1)
        if refusal:
            return refusal
        unit, found = state.units[self.unit], self.found(state)
        refusal = legality.may_go(state, unit, "climb")
        if refusal:
            return refusal
        if found is None:
            text = f"There is no opening {self.opening} in {quoted(self.terrain)}."
            return Refusal("no-opening", text, rule, "a door or window of this table")
        if not found.opening.is_shut:
            text = f"{found.name} {openings.WORDS[found.opening.state]}."
            return Refusal("not-shut", text, rule, "one that is shut")
        if not self.near_it(state, found, unit):
            text = f"Nobody of {unit.name} is within {near.AT_DOOR_IN:g}″ of {self.worked_at(found)}."
            return Refusal("out-of-reach", text, rule, f"within {near.AT_DOOR_IN:g}″ of it")
        return None

    def near_it(self, state: GameState, found: InWall, unit: Unit) -> list[Model]:
        """Who stands near enough."""
        return near.those_at(state, found, unit)

    def worked_at(self, found: InWall) -> str:
        """What they have to be near to."""
        return found.name

    def at_it(self, state: GameState) -> tuple[Unit, InWall, list[Model]]:
        """The unit, the door, and who stands at it."""
        unit, found = state.units[self.unit], self.found(state)
        assert found is not None
        return unit, found, self.near_it(state, found, unit)

    def pay(self, progress: Progress, action: str) -> None:
        """One action point."""
        progress.emit(PointsSpent(side=self.side, unit=self.unit, points=1, action=action, rules=("ARAP-ACT-12",)))

    def set_to(
        self,
        progress: Progress,
        to: OpeningState,
        rules: tuple[str, ...],
        how: openings.How,
        *,
        smashed: bool | None = None,
    ) -> None:
        """It is like that from now on, and has come to it so."""
        found = self.found(progress.state)
        assert found is not None
        change = openings.changed(found, to, how, smashed=smashed)
        progress.emit(replace(change, side=self.side, unit=self.unit, rules=rules))


class AtLock(AtDoor, frozen=True, kw_only=True):
    """What is done to the lock itself, which may be a console beside the door. (BLD-LOCK-01, BLD-LOCK-03)"""

    def near_it(self, state: GameState, found: InWall, unit: Unit) -> list[Model]:
        """Who stands near enough to the lock."""
        return near.those_at_lock(state, found, unit)

    def worked_at(self, found: InWall) -> str:
        """The console, where there is one."""
        return f"the console of {found.name}" if found.opening.console is not None else found.name


class ForceDoor(AtDoor, frozen=True, kw_only=True, tag="ForceDoor"):
    """Force a shut door by the strength of one's arms, helpers adding theirs, for 1 AP. (BLD-LOCK-04, BLD-LOCK-05)"""

    def check(self, state: GameState) -> Refusal | None:
        """Who may, a shut door, and strength enough."""
        refusal = self.start(state, "BLD-LOCK-04")
        if refusal:
            return refusal
        _, found, members = self.at_it(state)
        if all(found.opening.lock_on(inner=found.is_inner(m.at)) == "jammed" for m in members):
            text = f"{found.name[:1].upper()}{found.name[1:]} is jammed on this side: nobody forces it."
            return Refusal("jammed", text, "BLD-LOCK-03", "from the other side; or break it")
        if not wounds_and_saves.can_wound(self.goal(state), melee=True):
            text = f"Strength {together(state, members)} does not force {found.name}."
            return Refusal("too-strong", text, "BLD-LOCK-05", "more helpers within 1″ of it")
        return None

    def goal(self, state: GameState) -> int:
        """What the die must show at least."""
        _, found, members = self.at_it(state)
        return wounds_and_saves.wound_goal(DOOR_T[found.opening.secure], together(state, members))

    def preview(self, state: GameState) -> Preview:
        """Strength against Toughness, and the chance."""
        refusal = self.check(state)
        if refusal:
            return Preview(ap=1, refusal=refusal)
        _, found, members = self.at_it(state)
        goal, t = self.goal(state), DOOR_T[found.opening.secure]
        helpers = f", {len(members) - 1} helping" if len(members) > 1 else ""
        return Preview(
            ap=1,
            chances=(success("forces it open", chance_high(goal)),),
            notes=(f"Strength {together(state, members)} against Toughness {t}{helpers}.",),
            rules=("BLD-LOCK-04", *(("BLD-LOCK-05",) if helpers else ())),
        )

    def resolve(self, progress: Progress) -> None:
        """Pay, heave; it may spring open."""
        unit, found, members = self.at_it(progress.state)
        rules = ("BLD-LOCK-04", *(("BLD-LOCK-05",) if len(members) > 1 else ()))
        goal = self.goal(progress.state)
        self.pay(progress, "force-door")
        why = f"{unit.name} forces {found.name}"
        rolled = progress.roll("to-wound", sense="high", goal=goal, unit=unit.id, why=why, rules=rules)
        if rolled.passed:
            self.set_to(progress, "open", rules, "force")


def together(state: GameState, members: Sequence[Model]) -> int:
    """The Strength of the strongest, and 2 for each of the others. (BLD-LOCK-05)"""
    return max(_own_strength(state, m) for m in members) + HELPER_S * (len(members) - 1)


def _own_strength(state: GameState, model: Model) -> int:
    """Of its muscles alone, whatever it carries. (BLD-LOCK-04)"""
    return forces_strength.wielded(state.profile(model), 0)


def _blows_of(state: GameState, model: Model) -> list[tuple[int, int]]:
    """Strengths of its blows with what it fights with, and how many; up to version 14 with bare hands. (WALL-01)"""
    if state.is_older_than("15"):
        return [(_own_strength(state, model), state.profile(model).a)]
    return [(engagement.strength_of(state, model, w), n) for w, _, n in melee_weapons.attack_kinds(state, model)]


class HackLock(AtLock, frozen=True, kw_only=True, tag="HackLock"):
    """Hack or pick a lock: a roll against Leadership, or Intelligence, for 1 AP. (BLD-LOCK-01, BLD-LOCK-02)"""

    def check(self, state: GameState) -> Refusal | None:
        """Who may, a lock that still works on this side, which they understand."""
        refusal = self.start(state, "BLD-LOCK-01")
        if refusal:
            return refusal
        _, found, members = self.at_it(state)
        if found.opening.state != "locked":
            text = f"{found.name} {openings.WORDS[found.opening.state]}: there is no lock to hack."
            return Refusal("no-lock", text, "BLD-LOCK-01", "one that is locked")
        if found.opening.unhackable:
            text = f"The host rules that nobody here can hack {found.name}."
            return Refusal("unfamiliar", text, "BLD-LOCK-02", "force it, or break it")
        if all(found.opening.lock_on(inner=found.is_inner(m.at)) in ("locked", "jammed") for m in members):
            text = f"The lock of {found.name} is smashed on this side."
            return Refusal("smashed", text, "BLD-LOCK-03", "from the other side; or force it")
        return None

    def _named(self, state: GameState) -> tuple[int, tuple[Modifier, ...]]:
        unit, found, members = self.at_it(state)
        best = max((_wits(state, m) for m in members), key=lambda w: w[0])
        named = [] if best[1] else list(leadership.modifiers_of(unit))
        secure = found.opening.secure
        named.append(Modifier(HACKING[secure], "lock of a vault" if secure else "lock", "BLD-LOCK-01"))
        if found.opening.hacking:
            named.append(Modifier(found.opening.hacking, "the host's ruling", "BLD-LOCK-02"))
        return best[0], tuple(named)

    def preview(self, state: GameState) -> Preview:
        """What the dice may show, and the chance."""
        refusal = self.check(state)
        if refusal:
            return Preview(ap=1, refusal=refusal)
        base, named = self._named(state)
        goal = modified(base, named)
        return Preview(
            ap=1,
            modifiers=named,
            chances=(success("unlocks it", chance_2d6_low(goal)),),
            notes=(f"2D6, {goal} or less.",),
            rules=("BLD-LOCK-01",),
        )

    def resolve(self, progress: Progress) -> None:
        """Pay and roll; it may be unlocked."""
        unit, found, _ = self.at_it(progress.state)
        base, named = self._named(progress.state)
        self.pay(progress, "hack-lock")
        rolled = progress.roll_sum(
            "hack-lock",
            2,
            goal=modified(base, named),
            base=base,
            modifiers=named,
            unit=unit.id,
            why=f"{unit.name} hacks {found.name}",
            rules=("BLD-LOCK-01",),
        )
        if rolled.passed:
            self.set_to(progress, "closed", ("BLD-LOCK-01",), "unlock")


def _wits(state: GameState, model: Model) -> tuple[int, bool]:
    """What a model rolls against, and whether that is Intelligence or a skill: a trait such as "intelligence-9"."""
    profile = state.profile(model)
    skills = [int(t[13:]) for t in profile.traits if t.startswith("intelligence-") and t[13:].isdigit()]
    return max([(profile.ld, False), *((n, True) for n in skills)])


class SmashLock(AtLock, frozen=True, kw_only=True, tag="SmashLock"):
    """Smash the lock on one's own side by blows, for 1 AP; the door stays locked. (BLD-LOCK-03, BLD-WALL-01)"""

    def check(self, state: GameState) -> Refusal | None:
        """Who may, a lock on this side that still works."""
        refusal = self.start(state, "BLD-LOCK-03")
        if refusal:
            return refusal
        _, found, members = self.at_it(state)
        if found.opening.state != "locked" or found.opening.lock_on(inner=False) in ("locked", "jammed"):
            text = f"There is no lock of {found.name} left to smash."
            return Refusal("no-lock", text, "BLD-LOCK-03", "a lock that works")
        if all(found.is_inner(m.at) for m in members):
            text = f"From inside {found.name} is simply unlocked."
            return Refusal("inside", text, "BLD-LOCK-03", "unlock it")
        return None

    def blows(self, state: GameState) -> Iterator[tuple[int, int]]:
        """Goals with how many blows are rolled at each: every attack hits. (BLD-LOCK-03, BLD-WALL-01)"""
        _, found, members = self.at_it(state)
        outside = [m for m in members if not found.is_inner(m.at)]
        struck = [blow for m in outside for blow in _blows_of(state, m)]
        goals = ((wounds_and_saves.wound_goal(LOCK_T, strength), count) for strength, count in struck)
        yield from ((goal, sum(counts)) for goal, counts in grouped(goals).items())

    def preview(self, state: GameState) -> Preview:
        """The chance that a blow does it."""
        refusal = self.check(state)
        if refusal:
            return Preview(ap=1, refusal=refusal)
        held = Fraction(1)
        for goal, count in self.blows(state):
            held *= (1 - chance_high(goal)) ** count
        note = "The door stays locked on this side, and works as before from the other."
        return Preview(ap=1, chances=(success("smashes it", 1 - held),), notes=(note,), rules=("BLD-LOCK-03",))

    def resolve(self, progress: Progress) -> None:
        """Pay and strike."""
        unit, found, _ = self.at_it(progress.state)
        blows = list(self.blows(progress.state))
        self.pay(progress, "smash-lock")
        why = f"{unit.name} strikes the lock of {found.name}"
        rules = ("BLD-LOCK-03",)
        rolls = [
            progress.roll("to-wound", n, sense="high", goal=g, unit=unit.id, why=why, rules=rules) for g, n in blows
        ]
        if any(made for rolled in rolls for made in rolled.made):
            self.set_to(progress, found.opening.state, rules, "smash", smashed=True)


class RuleOpening(Action, frozen=True, kw_only=True, tag="RuleOpening"):
    """The host rules what a door or window is like, how its lock is hacked, who fits, how hard it closes.

    `opening` is the id of its building and its number there, counted from 0, as in "house:0"; `hacking` what the host
    adds to the roll against its lock, -12 if nobody here knows how. `fits` is the largest size that goes through,
    `strength` that of its closing leaf; 0 leaves them as they are. (BLD-LOCK-02, BLD-LOCK-03, BLD-DOOR-08, BLD-DOOR-12)
    """

    opening: str
    state: OpeningState | Literal["unchanged"]
    reason: str
    hacking: int = 0
    fits: int = 0
    strength: int = 0
    outside: LockSide | Literal[""] = ""
    """What its lock does to those outside from now on; empty as it is. (BLD-LOCK-03)"""
    inside: LockSide | Literal[""] = ""

    any_time = True
    host_only = True

    def check(self, state: GameState) -> Refusal | None:
        """An opening of this table, with a reason."""
        if self._found(state) is None:
            text = f"There is no opening {quoted(self.opening)}."
            return Refusal("no-opening", text, "BLD-LOCK-03", "a door or window of this table")
        if not NOBODY_KNOWS <= self.hacking <= -NOBODY_KNOWS:
            return Refusal("bad-modifier", "A modifier is -12 to 12.", "BLD-LOCK-02", "-12 to 12")
        if not 0 <= self.fits <= LARGEST:
            return Refusal("bad-size", "Sizes are 1 to 4.", "BLD-DOOR-08", "1 to 4, or 0 as it is")
        if not 0 <= self.strength <= STRONGEST:
            return Refusal("bad-strength", "A Strength is 1 to 10.", "BLD-DOOR-12", "1 to 10, or 0 as it is")
        if not self.reason.strip():
            return Refusal("no-reason", "A ruling needs its reason, for the log.", "BLD-LOCK-03", "why it is so")
        return None

    def _found(self, state: GameState) -> InWall | None:
        return next((o for o in openings.every_opening(state) if o.key == self.opening), None)

    def resolve(self, progress: Progress) -> None:
        """It is so."""
        found = self._found(progress.state)
        assert found is not None
        forbidden = self.hacking == NOBODY_KNOWS
        modifier = 0 if forbidden else self.hacking
        to = found.opening.state if self.state == "unchanged" else self.state
        change = replace(openings.changed(found, to), hacking=modifier, unhackable=forbidden)
        rules: tuple[str, ...] = ("ARAP-GEN-01", "BLD-LOCK-02", "BLD-LOCK-03")
        rules += ("BLD-DOOR-08",) if self.fits else ()
        rules += ("BLD-DOOR-12",) if self.strength else ()
        change = replace(change, fits=self.fits, strength=self.strength)
        change = replace(change, lock_outside=self.outside, lock_inside=self.inside)
        progress.emit(replace(change, side=self.side, reason=self.reason, rules=rules))


ACTIONS: tuple[type[Action], ...] = (ForceDoor, HackLock, SmashLock, RuleOpening)
