"""A charge at a vehicle without WS, by whichever vehicle rules: whom, the way, who reaches it. (VEH-CC-01, TRI-CC-01)

What the crew does about it, and what is struck in the round to come, each set of vehicle rules says itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from msgspec.structs import replace

from rules.arap.attacks import interception
from rules.arap.attacks.interception import Paths
from rules.arap.charge import sequence
from rules.arap.events import placed
from rules.arap.melee import charge_home, join
from rules.arap.melee.intercept import InterceptChoice
from rules.arap.paths import charge_plan, charge_stop
from rules.arap.paths.charge_plan import ChargePlan
from rules.arap.positions import engagement
from rules.core.ids import SideId, UnitId
from rules.core.preview import CANNOT_HURT, Chance, Ending, Preview
from rules.core.refusal import Refusal, quoted
from rules.forces.unit import Unit
from rules.geometry.hulls import Hull
from rules.offers import Offer
from rules.progress import Action, Progress, TaskStruct
from rules.state import Event, GameState
from rules.vehicles.shared import attacks, beside, charge_course, machines
from rules.vehicles.shared.attacks import HullAttack
from rules.vehicles.shared.damage.fate import chance
from rules.vehicles.shared.hull import Pose, hull_of, posed

SEVERAL_WEAPONS: Final = "several weapons"
"""What blows with several weapons at once are called among those that a charge may bring. (VEH-CC-02)"""

OFFERED_BEYOND_IN: Final = 2.0
"""How far out of reach a vehicle is still offered as a target."""


def not_a_hull(state: GameState, side: SideId, target_id: UnitId, rule: str, fights_rule: str) -> Refusal | None:
    """Why that is no vehicle to be charged on foot."""
    target = state.units.get(target_id)
    if target is None or (target.hidden and target.side != side):
        return Refusal("unknown-unit", f"There is no unit {quoted(target_id)} to charge.", rule, "an enemy in sight")
    if target.side == side:
        return Refusal("friendly", f"{target.name} is on your side.", rule, "an enemy vehicle")
    if not target.on_table:
        return Refusal("off-table", f"{target.name} is not on the table.", rule, "an enemy on the table")
    if not target.is_vehicle or machines.is_machine(state, target):
        text = f"{target.name} fights back: it is charged like troops."
        return Refusal("not-a-hull", text, fights_rule, "an ordinary charge")
    return None


def arrived(unit: Unit, vehicle: Unit, hull: Hull, laid: ChargePlan, caught: Pose | None, state: GameState) -> Unit:
    """The chargers as they stand at the end of the way, with the bonus of the face that they reached."""
    moved = placed(unit, laid.placements)
    side = beside.direction(hull, beside.in_reach(state, moved, hull))
    return replace(moved, now=replace(moved.now, storms=vehicle.id, storms_from=side, caught_at=caught))


def fighting_bonus(unit: Unit) -> int:
    """Extra attacks that the charge brings each model."""
    return engagement.BONUS_ATTACKS[unit.now.storms_from]


class HullReached(Event, frozen=True, kw_only=True, tag="HullReached"):
    """Chargers stand beside a vehicle, or caught it on its path; they strike in the round to come. (VEH-CC-01)"""

    target: UnitId
    at: str
    caught: Pose | None = None
    bonus: bool = True
    """Nobody has one whom interceptors met. (ARAP-INT-01)"""

    def evolve(self, state: GameState) -> GameState:
        """They have the bonus of the face that they reached. (VEH-CC-02)"""
        assert self.unit is not None
        unit = state.units[self.unit]
        at = self.at if self.bonus else ""
        now = replace(unit.now, storms=self.target, storms_from=at, caught_at=self.caught)
        return state.with_unit(replace(unit, now=now))

    def sentence(self, state: GameState) -> str:
        """Which face, and whether in passing."""
        assert self.unit is not None
        unit, target = state.units[self.unit].name, state.units[self.target].name
        where = {"front": "front", "flank": "side", "rear": "rear"}[self.at]
        return (
            f"{unit} catches {target} on its way, at the {where}"
            if self.caught
            else f"{unit} reaches the {where} of {target}"
        )


def falls_short(state: GameState, unit: Unit, vehicle: Unit, hull: Hull, where: str, rule: str) -> Refusal | None:
    """Why nobody of the unit gets to that hull, if so; `where` says what it would have to reach."""
    laid = charge_course.plan(state, unit, vehicle, hull)
    if laid.reaches:
        return None
    reach = laid.allowance_in + max(state.profile(m).melee_radius_in for m in unit.alive)
    text = f"{unit.name} does not reach {vehicle.name}: {where} is beyond a charge of {laid.allowance_in:.3g}″."
    return Refusal("out-of-reach", text, rule, f"a vehicle within {reach:.3g}″ by a free way")


def preview(
    state: GameState,
    unit: Unit,
    laid: ChargePlan,
    made: Mapping[str, Sequence[HullAttack]],
    ends: Callable[[Sequence[HullAttack]], Fraction],
    notes: tuple[str, ...],
    rules: tuple[str, ...],
) -> Preview:
    """The way of the charge, where everybody comes to stand, what the blows and charges to come may do.

    `made` are the attacks by what they are called, of which one kind is chosen in the round; `ends` how likely such are
    the end of the vehicle.
    """
    return Preview(
        ap=1,
        legs=charge_plan.legs(state, unit.model(laid.lead.model), laid.lead),
        spent_in=laid.lead.cost_in,
        allowance_in=laid.allowance_in,
        shots=tuple(line for word, each in made.items() for line in attacks.lines(each, with_what(word))),
        chances=tuple(_promised(made, ends)),
        notes=notes,
        rules=rules,
        vain="" if any(made.values()) else CANNOT_HURT,
        ghosts=tuple((c.model, *c.points[-1], c.facing) for c in laid.courses),
    )


def with_what(word: str) -> str:
    """How lines of one kind of attack are told from those of plain blows. (ARAP-MELEE-04)"""
    return " with several weapons" if word == SEVERAL_WEAPONS else ""


def _promised(
    made: Mapping[str, Sequence[HullAttack]], ends: Callable[[Sequence[HullAttack]], Fraction]
) -> Iterator[Chance]:
    """Its end by each kind of attack, the likeliest first; of the one likeliest to hurt it, that something does."""
    kinds = {word: each for word, each in made.items() if each}
    likely = {word: ends(each) for word, each in kinds.items()}
    for word in sorted(kinds, key=lambda word: -likely[word]):
        yield Ending(label=f"destroyed by {word}", exact=str(likely[word]), value=float(likely[word]))
    if kinds:
        word, hurt = max(((word, attacks.hurts(each)) for word, each in kinds.items()), key=lambda one: one[1])
        yield chance(f"some damage by {word}", hurt)


def comes_home(after: Unit) -> str:
    """At which face, and what that brings."""
    extra = fighting_bonus(after)
    return f"It comes home at the {after.now.storms_from}: {extra} extra attack{'s' if extra > 1 else ''} each."


def offered_within(state: GameState, unit: Unit) -> float:
    """How many inches off a hull may be to be offered to that unit."""
    longest = max(charge_plan.allowances(state, unit).values(), default=0.0)
    return longest + OFFERED_BEYOND_IN + max(state.profile(m).melee_radius_in for m in unit.alive)


def firing(state: GameState, charge: Action, unit: Unit, vehicle: Unit) -> Iterator[Offer]:
    """A charge with fire on the run, where that is open. (ARAP-FCHG-01)"""
    label = f"{vehicle.name}, firing"
    if charge.check(state) is None:
        yield Offer(kind="charge", unit=unit.id, target=vehicle.id, ap=1, label=label, action=charge)


class Home(NamedTuple):
    """The rules by which chargers run, come home and have their bonus."""

    run: tuple[str, ...]
    home: tuple[str, ...]
    reached: tuple[str, ...]


def come_home(progress: Progress, unit: Unit, vehicle: Unit, hull: Hull, caught: Pose | None, rules: Home) -> None:
    """The chargers run, brave the ground, and are at the hull, met on the way, or fall short. (ARAP-CHG-03, -05)"""
    met, before = interception.interceptors(progress.state, unit.id), sequence.strength(unit)
    laid = charge_stop.stopped_by(progress.state, unit, _laid(progress, unit, vehicle, hull), met)
    sequence.run_in(progress, unit, laid, rules.run)
    unit = progress.state.units[unit.id]
    near = beside.in_reach(progress.state, unit, hull)
    caught_by = [u.id for u in met if charge_home.in_contact(progress.state, u.id, unit.id)]
    home = rules.home if near else ("ARAP-INT-01",) if caught_by else ("ARAP-CHG-05",)
    sequence.end(progress, unit.id, vehicle.id, home=bool(near or caught_by), rules=home)
    _reached(progress, unit, vehicle, hull, caught, rules, bonus=not met)
    if caught_by and progress.state.units[unit.id].on_table:
        join.join(progress, unit.id, caught_by, rules=("ARAP-INT-01",))
        join.count_harm(progress, unit.id, before - sequence.strength(progress.state.units[unit.id]))


def _reached(
    progress: Progress, unit: Unit, vehicle: Unit, hull: Hull, caught: Pose | None, rules: Home, *, bonus: bool
) -> None:
    """Who stands beside it strikes it in the round to come."""
    near = beside.in_reach(progress.state, unit, hull)
    if near:
        at = beside.direction(hull, near)
        reached = HullReached(
            side=unit.side, unit=unit.id, target=vehicle.id, at=at, caught=caught, bonus=bonus, rules=rules.reached
        )
        progress.emit(reached)


def ways(state: GameState, unit: Unit, vehicle: Unit, hull: Hull) -> Paths:
    """As the charge was declared; nobody steps in the way of a machine. (ARAP-INT-01)"""
    if unit.is_vehicle or not unit.on_table or not vehicle.on_table or state.is_older_than("17"):
        return {}
    return charge_course.plan(state, unit, vehicle, hull, charge_plan.budget(state, unit)).paths


class HullInterceptions(TaskStruct, frozen=True, kw_only=True, tag="HullInterceptions"):
    """Enemy units near the way of a charge at a hull may step in. (ARAP-INT-01)"""

    unit: UnitId
    target: UnitId
    caught: Pose | None = None

    def run(self, progress: Progress) -> None:
        """Queue a choice for each of them."""
        state = progress.state
        unit, vehicle = state.units[self.unit], state.units[self.target]
        if unit.on_table and vehicle.on_table:
            hull = posed(state, vehicle, self.caught) if self.caught else hull_of(state, vehicle)
            near = interception.passed(state, unit.side, ways(state, unit, vehicle, hull), (vehicle.id,))
            progress.queue(*(InterceptChoice(unit=u.id, charger=unit.id) for u in near))


def interceptions(state: GameState, unit: Unit, vehicle: Unit, caught: Pose | None = None) -> list[TaskStruct]:
    """The task that asks about it; up to version 16 nobody was asked. (ARAP-INT-01)"""
    return [] if state.is_older_than("17") else [HullInterceptions(unit=unit.id, target=vehicle.id, caught=caught)]


def _laid(progress: Progress, unit: Unit, vehicle: Unit, hull: Hull) -> ChargePlan:
    """The way, its allowance rolled for if it meets variable ground. (ARAP-TERR-05)"""
    budget = charge_plan.budget(progress.state, unit)
    laid = charge_course.plan(progress.state, unit, vehicle, hull, budget)
    dice = charge_plan.dice_of(progress.state, unit, laid)
    if dice is None:
        return laid
    return charge_course.plan(progress.state, unit, vehicle, hull, sequence.variable_budget(progress, unit, dice))


EVENTS: tuple[type[Event], ...] = (HullReached,)
TASKS: tuple[type[TaskStruct], ...] = (HullInterceptions,)
