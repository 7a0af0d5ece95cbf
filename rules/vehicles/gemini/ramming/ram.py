"""A moving hull strikes another or a structure, step by step. (VEH-RAM-01 to -08, VEH-OLD-02)

1. `barred`: what a drive may be declared to ram. It drives up to it first: `driving/drive.py`. (VEH-RAM-01, -06, -08)
2. `collide`: the hulls touch. Declared rams, loss of control and tumbling loads all come in here.
3. `Collision`: whoever is struck is asked; a skimmer may rise, a mechanoid may strike first. (VEH-RAM-06, -07)
4. `AfterBlow`: if a mechanoid struck first, the rammer halts short of it, or the ram comes home. (VEH-RAM-07)
5. Both blows, rolled together; then what they do. (VEH-RAM-02 to -05, VEH-RAM-08)
6. `after.Onward`: the rammer's way on, if nothing holds it. (VEH-RAM-04, VEH-REL-02)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Literal

from msgspec.structs import replace

from rules.arap.events import ModelsMoved
from rules.core.ids import ModelId, TerrainId, UnitId
from rules.core.preview import RUNS_INTO, Chance, ShotLine
from rules.core.prompt import Option, OptionOdds, Promise
from rules.core.refusal import Refusal
from rules.dice.odds import chance_low, odds_text
from rules.forces.unit import Unit
from rules.geometry.lengths import is_beyond
from rules.progress import Progress, TaskStruct
from rules.state import Event, GameState, Placement
from rules.vehicles.gemini.hull.hull import is_skimmer, profile_of
from rules.vehicles.gemini.hull.low_rolls import low_goal
from rules.vehicles.gemini.motion.first_contact import HullContact, short_of
from rules.vehicles.gemini.motion.impact import is_old, is_tank, older_first, rule_of
from rules.vehicles.gemini.ramming import blows as ramming_blows
from rules.vehicles.gemini.ramming import mechanoids, structures, unarmoured
from rules.vehicles.gemini.ramming.after import Onward
from rules.vehicles.gemini.ramming.blows import RamBlow
from rules.vehicles.shared.hull import FACE, Pose, Side, armour_of, condition

RULE = "VEH-RAM-01"

DODGE_GOAL = low_goal(3)
"""A skimmer rises over a ram on this or less. (VEH-RAM-06)"""

TALLEST = 4
"""Only vehicles of this size reach a flying skimmer, besides those that float themselves. (VEH-RAM-06)"""

HALTED_IN = 1.0
"""How far short of its target a rammer halts that was stopped before it. (VEH-RAM-07)"""


class Collided(Event, frozen=True, kw_only=True, tag="Collided"):
    """A hull has struck another, or a structure, at that speed (inches): with which face, on which. (VEH-RAM-01)"""

    target: UnitId | None = None
    terrain: TerrainId | None = None
    speed_in: float
    face: Side = "front"
    touched: Side | Literal[""] = ""
    how: Literal["ram", "rake", "sideswipe"] = "ram"

    def evolve(self, state: GameState) -> GameState:
        """Only noted; what it does follows."""
        return state

    def sentence(self, state: GameState) -> str:
        """Who struck what, how fast, where."""
        assert self.unit is not None
        name = state.units[self.unit].name
        did = {"ram": "rams", "rake": "rakes", "sideswipe": "sideswipes"}[self.how]
        back = " backward" if self.face == "rear" else ""
        if self.target is not None:
            what = f"{state.units[self.target].name} on the {self.touched}"
        else:
            what = next((p.called for p in state.terrain if p.id == self.terrain), "a wall")
        return f"{name} {did} {what}{back} at {self.speed_in:.3g}″"


class RamAvoided(Event, frozen=True, kw_only=True, tag="RamAvoided"):
    """A skimmer rises, and the rammer passes beneath it. (VEH-RAM-06)"""

    by: UnitId

    def evolve(self, state: GameState) -> GameState:
        """Nobody is hurt."""
        return state

    def sentence(self, state: GameState) -> str:
        """Who avoids whom."""
        assert self.unit is not None
        return f"{state.units[self.unit].name} rises over {state.units[self.by].name}"


# -- 1. what may be rammed -----------------------------------------------------------------------------------------


def barred(state: GameState, unit: Unit, contact: HullContact | None) -> Refusal | None:
    """Why what a path runs into may not be rammed, if so."""
    if contact is None:
        text = f"There is nothing on this path that {unit.name} could ram."
        return Refusal("nothing-to-ram", text, RULE, "a path into an enemy vehicle, a wall or a bunker")
    name = name_of(state, contact)
    if contact.model is not None:
        return None
    if contact.unit is None:
        piece = structures.piece_of(state, contact)
        if piece is None or structures.structure_of(state, piece) is None:
            return Refusal("not-a-wall", f"{name} cannot be rammed.", "VEH-RAM-08", f"a path round {name}")
        return None
    target = state.units[contact.unit]
    if target.side == unit.side:
        return Refusal("friendly", f"{name} is a friend.", RULE, "ramming an enemy")
    if is_too_high(state, unit, target):
        text = f"{name} flies too high for {unit.name}."
        return Refusal("too-high", text, "VEH-RAM-06", "a skimmer, a flier or a vehicle of Size Four as the rammer")
    return None


def name_of(state: GameState, contact: HullContact) -> str:
    """The name of what is struck."""
    if contact.unit is not None:
        return state.units[contact.unit].name
    if contact.model is not None:
        return state.find_model(contact.model)[0].name
    piece = structures.piece_of(state, contact)
    return piece.called if piece else "the wall"


def is_too_high(state: GameState, rammer: Unit, target: Unit) -> bool:
    """Whether a target flies over that rammer. (VEH-RAM-06)"""
    if profile_of(state, target).type != "flying-skimmer" or condition(target).immobilised:
        return False
    return not is_skimmer(state, rammer) and state.profile(rammer.models[0]).size < TALLEST


# -- 2. contact ----------------------------------------------------------------------------------------------------


def collide(
    progress: Progress,
    rammer: Unit,
    contact: HullContact,
    speed_in: float,
    *,
    rest: Sequence[Pose] = (),
    left_in: float = 0,
) -> None:
    """Queue an impact: the rammer stands at `contact.pose` already and came at that speed (inches in this turn).

    `rest` are the places that it was yet to drive to and `left_in` the allowance left for them, if it may go on.
    Whoever is struck is asked what the rules let them choose.
    """
    progress.queue(
        Collision(unit=rammer.id, contact=contact, speed_in=speed_in, rest=tuple(rest), left_in=max(0.0, left_in))
    )


# -- 3. whoever is struck chooses ----------------------------------------------------------------------------------


def may_dodge(state: GameState, rammer: Unit, target: Unit) -> bool:
    """A skimmer in hand may avoid a tank. (VEH-RAM-06)"""
    now = condition(target)
    held = now.immobilised or now.stunned or now.stunned_now
    return is_skimmer(state, target) and is_tank(profile_of(state, rammer)) and not held


class Collision(TaskStruct, frozen=True, kw_only=True, tag="Collision"):
    """An impact to be resolved; `weak` once a mechanoid's own blow has failed. (VEH-RAM-06, VEH-RAM-07)"""

    unit: UnitId
    contact: HullContact
    speed_in: float
    rest: tuple[Pose, ...] = ()
    left_in: float = 0
    decided: bool = False
    weak: bool = False

    def run(self, progress: Progress) -> None:
        """Ask whom it strikes, or strike."""
        state = progress.state
        rammer = state.units[self.unit]
        if rammer.is_gone:
            return
        if self.contact.model is not None:
            _strike_creature(progress, self, rammer, self.contact.model)
            return
        if self.contact.unit is None:
            _strike_structure(progress, self, rammer)
            return
        target = state.units[self.contact.unit]
        if not target.on_table:
            return
        if is_too_high(state, rammer, target):
            progress.queue(_onward(self, "beneath"))
        elif not self.decided and may_dodge(state, rammer, target):
            self._ask_to_dodge(progress, rammer, target)
        elif not self.decided and mechanoids.may_strike(state, target, self.contact):
            mechanoids.ask(progress, self, rammer, target, self.contact)
        else:
            _strike(progress, self, rammer, target)

    def _ask_to_dodge(self, progress: Progress, rammer: Unit, target: Unit) -> None:
        progress.ask(
            self,
            target.side,
            "ram-dodge",
            f"{rammer.name} is about to ram {target.name} at {self.speed_in:.3g}″. Does it rise?",
            (
                Option(
                    id="dodge",
                    label="Rise over it",
                    detail=f"avoided on {DODGE_GOAL} or less, {odds_text(chance_low(DODGE_GOAL), 0)}",
                    rule="VEH-RAM-06",
                ),
                Option(id="take", label="Take the ram", rule="VEH-RAM-03"),
            ),
            unit=target.id,
            about=rammer.id,
            rule="VEH-RAM-06",
            decline="take",
        )

    def odds(self, seen: GameState, whole: GameState) -> OptionOdds:
        """What the blow does to both, taken as it comes, or where rising over it fails. (VEH-RAM-03, VEH-RAM-06)"""
        rammer, target = seen.units.get(self.unit), seen.units.get(self.contact.unit or self.unit)
        if rammer is None or target is None or target.id == rammer.id:
            return {}
        pair = ramming_blows.blows(seen, rammer, self.contact, self.speed_in, weak=self.weak)
        whole_blow = _suffered(seen, pair, Fraction(1))
        return {
            "dodge": _suffered(seen, pair, 1 - chance_low(DODGE_GOAL)),
            "take": whole_blow,
            "brace": whole_blow,
        }

    def answer(self, progress: Progress, choice: str) -> None:
        """Dodge, brace, or strike first."""
        state = progress.state
        assert self.contact.unit is not None
        rammer, target = state.units[self.unit], state.units[self.contact.unit]
        if choice == "dodge":
            self._dodge(progress, rammer, target)
        elif choice in ("take", "brace"):
            _strike(progress, self, rammer, target)
        else:
            mechanoids.strike(progress, rammer, target, self.contact, choice)
            now = condition(rammer)
            was = (now.immobilised, now.stunned or now.stunned_now)
            progress.queue(AfterBlow(collision=replace(self, decided=True, weak=True), was=was))

    def _dodge(self, progress: Progress, rammer: Unit, target: Unit) -> None:
        rolled = progress.roll(
            "ram-dodge",
            sense="low",
            goal=DODGE_GOAL,
            unit=target.id,
            target=rammer.id,
            why=f"{target.name} rises over {rammer.name}",
            rules=("VEH-RAM-06", "VEH-JOIN-01"),
        )
        if not rolled.passed:
            _strike(progress, self, rammer, target)
            return
        progress.emit(RamAvoided(side=target.side, unit=target.id, by=rammer.id, rules=("VEH-RAM-06",)))
        progress.queue(_onward(self, "beneath"))


def _suffered(state: GameState, pair: Sequence[RamBlow], met: Fraction) -> tuple[Promise, ...]:
    """For each of both who may be harmed, how likely that is."""
    found = (each for blow in pair for each in ramming_blows.suffered(state, blow, met))
    return tuple(Promise(Fraction(each.exact), each.label) for each in found if each.value)


# -- 4. a blow struck first ----------------------------------------------------------------------------------------


class AfterBlow(TaskStruct, frozen=True, kw_only=True, tag="AfterBlow"):
    """A mechanoid has struck first: the rammer halts short of it if that stopped it, else the ram comes home."""

    collision: Collision
    was: tuple[bool, bool]
    """Whether the rammer was immobilised or stunned before."""

    def run(self, progress: Progress) -> None:
        """Halt an inch short, or strike its rear armour. (VEH-RAM-07)"""
        rammer = progress.state.units[self.collision.unit]
        if rammer.is_gone:
            return
        now = condition(rammer)
        stopped = (now.immobilised and not self.was[0]) or ((now.stunned or now.stunned_now) and not self.was[1])
        if not stopped:
            progress.queue(self.collision)
            return
        hull = short_of(progress.state, rammer, self.collision.contact, HALTED_IN)
        there = (Placement(model=rammer.models[0].id, at=hull.centre, facing=hull.heading),)
        progress.emit(
            ModelsMoved(
                side=rammer.side, unit=rammer.id, placements=there, how="place", voluntary=False, rules=("VEH-RAM-07",)
            )
        )


# -- 5. both blows -------------------------------------------------------------------------------------------------


def _strike(progress: Progress, impact: Collision, rammer: Unit, target: Unit) -> None:
    """Both blows, rolled together; then what they do; then the rammer's way on."""
    state = progress.state
    pair = ramming_blows.blows(state, rammer, impact.contact, impact.speed_in, weak=impact.weak)
    rules = ramming_blows.rules_of(state, impact.contact, pair)
    swipe = impact.contact.is_swipe and not impact.weak
    speed = ramming_blows.impact_speed(state, target, impact.contact, impact.speed_in)
    _tell(progress, impact, rammer, speed, pair[0].armour.face, rules, swipe=swipe)
    ramming_blows.land(progress, list(pair), rules, rammer.id)
    progress.queue(_onward(impact, "beside" if swipe else "ahead"))


def _tell(
    progress: Progress,
    impact: Collision,
    rammer: Unit,
    speed: float,
    touched: Side | Literal[""],
    rules: tuple[str, ...],
    *,
    swipe: bool,
) -> None:
    how: Literal["rake", "sideswipe"] = "rake" if impact.contact.quadrant == "front" else "sideswipe"
    progress.emit(
        Collided(
            side=rammer.side,
            unit=rammer.id,
            target=impact.contact.unit,
            terrain=impact.contact.terrain,
            speed_in=speed,
            face=impact.contact.face,
            touched=touched,
            how=how if swipe else "ram",
            rules=rules,
        )
    )


def _strike_creature(progress: Progress, impact: Collision, rammer: Unit, model: ModelId) -> None:
    """Both blows between the hull and a creature too large to be run over. (VEH-RAM-05)"""
    unit, struck = progress.state.find_model(model)
    if not struck.alive:
        return
    rules = ("VEH-RAM-01", "VEH-RAM-05")
    progress.emit(
        unarmoured.Crashed(side=rammer.side, unit=rammer.id, target=unit.id, speed_in=impact.speed_in, rules=rules)
    )
    unarmoured.collide(progress, model, rammer, impact.contact.face, impact.speed_in, rammer.id)
    progress.queue(_onward(impact, "ahead"))


def _strike_structure(progress: Progress, impact: Collision, rammer: Unit) -> None:
    if structures.piece_of(progress.state, impact.contact) is None:
        return
    _tell(progress, impact, rammer, impact.speed_in, "", ("VEH-RAM-01", "VEH-RAM-08"), swipe=False)
    structures.strike(progress, rammer, impact.contact, impact.speed_in)
    progress.queue(_onward(impact, "ahead"))


# -- 6. the way on -------------------------------------------------------------------------------------------------


def _onward(impact: Collision, how: Literal["ahead", "beneath", "beside"]) -> Onward:
    return Onward(unit=impact.unit, contact=impact.contact, how=how, rest=impact.rest, left_in=impact.left_in)


# -- what it may bring ---------------------------------------------------------------------------------------------


def lines(state: GameState, rammer: Unit, contact: HullContact, speed_in: float) -> tuple[ShotLine, ...]:
    """Both blows with their strengths and exact chances, for a preview."""
    if contact.model is not None:
        armour = armour_of(profile_of(state, rammer), FACE[contact.face])
        return unarmoured.lines(state, state.find_model(contact.model)[1], rammer, armour, speed_in, rams=True)
    if contact.unit is None:
        return structures.lines(state, rammer, contact, speed_in)
    return tuple(ramming_blows.line(state, blow) for blow in ramming_blows.blows(state, rammer, contact, speed_in))


def chances(state: GameState, rammer: Unit, contact: HullContact, speed_in: float) -> Iterator[Chance]:
    """What the impact does to each of the two: harmed at all, and the end of a hull; the other first."""
    if contact.model is not None:
        armour = armour_of(profile_of(state, rammer), FACE[contact.face])
        struck = state.find_model(contact.model)[1]
        yield from unarmoured.chances(state, struck, rammer, armour, speed_in, rams=True)
    elif contact.unit is None:
        yield from structures.chances(state, rammer, contact, speed_in)
    else:
        pair = ramming_blows.blows(state, rammer, contact, speed_in)
        met = _is_met(state, rammer, state.units[contact.unit])
        for blow in sorted(pair, key=lambda blow: blow.victim == rammer.id):
            yield from ramming_blows.suffered(state, blow, met)


def _is_met(state: GameState, rammer: Unit, target: Unit) -> Fraction:
    """The chance that they touch at all, if a skimmer that may rise over a ram does try. (VEH-RAM-06)"""
    return 1 - chance_low(DODGE_GOAL) if may_dodge(state, rammer, target) else Fraction(1)


def cited(state: GameState, rammer: Unit, contact: HullContact) -> tuple[str, ...]:
    """The rules by which an impact is worked out; the older ones, where they are on, before what they share."""
    return older_first(state, _cited(state, rammer, contact))


def _cited(state: GameState, rammer: Unit, contact: HullContact) -> Iterator[str]:
    yield "VEH-RAM-01"
    if contact.model is not None:
        yield from ("VEH-RAM-05", rule_of(state))
    elif contact.unit is None:
        piece = structures.piece_of(state, contact)
        armoured = piece is not None and (found := structures.structure_of(state, piece)) is not None and found.armour
        yield from ("VEH-OLD-03",) if armoured else ("VEH-RAM-08", rule_of(state))
    else:
        yield from ("VEH-GEOM-03", "VEH-REL-02" if contact.is_swipe else "VEH-REL-01")
        yield "VEH-OLD-02" if is_old(state) else "VEH-RAM-02"


def notes(state: GameState, rammer: Unit, contact: HullContact, speed_in: float) -> tuple[str, ...]:
    """What is struck, how fast, and what it may do about it."""
    if contact.model is not None:
        return (f"{RUNS_INTO}{state.find_model(contact.model)[0].name} at {speed_in:.3g}″",)
    if contact.unit is None:
        piece = structures.piece_of(state, contact)
        return (f"rams {piece.called if piece else 'a wall'} at {speed_in:.3g}″",)
    target = state.units[contact.unit]
    speed = ramming_blows.impact_speed(state, target, contact, speed_in)
    word = ("rakes" if contact.quadrant == "front" else "sideswipes") if contact.is_swipe else "rams"
    own = armour_of(profile_of(state, rammer), FACE[contact.face])
    found = [f"{word} {target.name} at {speed:.3g}″, {own.face} against {contact.touched}"]
    if is_beyond(abs(speed - speed_in), 0):
        theirs, rule = ramming_blows.last_speed(state, target), "VEH-REL-02" if contact.is_swipe else "VEH-REL-01"
        joined = "and" if contact.quadrant == "front" else "against"
        found.append(f"its own {speed_in:.3g}″ {joined} the {theirs:.3g}″ that {target.name} moved ({rule})")
    if may_dodge(state, rammer, target):
        odds = odds_text(chance_low(DODGE_GOAL), 0)
        found.append(f"{target.name} may rise over it on {DODGE_GOAL} or less, {odds}; the chances count that it tries")
    if mechanoids.may_strike(state, target, contact):
        found.append(f"{target.name} may strike first")
    return tuple(found)


EVENTS: tuple[type[Event], ...] = (Collided, RamAvoided)
TASKS: tuple[type[TaskStruct], ...] = (Collision, AfterBlow)
