"""Charging a vehicle that has no WS: where it stands, or where it came by. (VEH-CC-01 to -04, VEH-CC-09)"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.arap.charge import declare, sequence
from rules.arap.events import placed
from rules.arap.morale.going_to_ground import who_falls
from rules.arap.paths import charge_course
from rules.arap.paths.charge_course import ChargePlan
from rules.arap.positions import engagement
from rules.arap.shooting import preview as shooting_preview
from rules.arap.units import machines
from rules.arap.units.permission import may_act
from rules.core.ids import SideId, UnitId
from rules.core.preview import Preview
from rules.core.prompt import Option, OptionOdds
from rules.core.refusal import Refusal
from rules.forces.unit import Unit
from rules.geometry.hulls import Hull
from rules.geometry.lengths import is_within
from rules.offers import Offer, offered
from rules.progress import Action, Progress, TaskStruct
from rules.state import Event, GameState
from rules.vehicles.gemini.close_combat import blows as close_combat_blows
from rules.vehicles.gemini.close_combat import boarders, defensive_fire
from rules.vehicles.gemini.close_combat import charge_course as close_combat_charge_course
from rules.vehicles.gemini.hull import contact
from rules.vehicles.shared.hull import Pose, hull_of, posed

OFFERED_BEYOND_IN = 2.0


class ChargeVehicle(Action, frozen=True, kw_only=True, tag="ChargeVehicle"):
    """Charge an enemy vehicle without WS, for 1 AP; its armour is struck in the melee round. (VEH-CC-01, VEH-JOIN-05)

    `caught` is a pose (x, y in inches, heading) on the path of its last move: the chargers catch it there in passing.
    """

    unit: UnitId
    target: UnitId
    caught: Pose | None = None

    def check(self, state: GameState) -> Refusal | None:
        """Who may charge, what is charged, how often, where it was caught, whether anybody gets there."""
        refusal = may_act(state, self.side, self.unit, 1) or self._never(state)
        return refusal or declare.again(state.units[self.unit]) or self._caught(state) or self._reach(state)

    def _never(self, state: GameState) -> Refusal | None:
        """What is against it however many points the unit has."""
        return declare.may_charge(state, state.units[self.unit]) or not_a_hull(state, self.side, self.target)

    def _caught(self, state: GameState) -> Refusal | None:
        vehicle = state.units[self.target]
        if self.caught is None or close_combat_charge_course.is_on_path(vehicle, self.caught):
            return None
        text = f"{vehicle.name} did not pass there in its last move."
        return Refusal("not-on-path", text, "VEH-CC-01", "a pose on its last path, or where it stands")

    def _reach(self, state: GameState) -> Refusal | None:
        unit, vehicle = state.units[self.unit], state.units[self.target]
        laid = close_combat_charge_course.plan(state, unit, vehicle, self.hull(state))
        if laid.reaches:
            return None
        reach = laid.allowance_in + max(state.profile(m).melee_radius_in for m in unit.alive)
        where = "the path of its last move" if self.caught else "its hull"
        text = f"{unit.name} does not reach {vehicle.name}: {where} is beyond a charge of {laid.allowance_in:.3g}″."
        return Refusal("out-of-reach", text, "VEH-CC-01", f"a vehicle within {reach:.3g}″ by a free way")

    def hull(self, state: GameState) -> Hull:
        """The hull that is charged, as it stands or where it came by."""
        vehicle = state.units[self.target]
        return posed(state, vehicle, self.caught) if self.caught else hull_of(state, vehicle)

    def preview(self, state: GameState) -> Preview:
        """The way, the face, what the blows may do, how the vehicle may answer."""
        refusal = self.check(state)
        if refusal is not None and (refusal.code not in declare.ONLY_NOW_NOT or self._never(state)):
            return Preview(refusal=refusal)
        unit, vehicle, hull = state.units[self.unit], state.units[self.target], self.hull(state)
        laid = close_combat_charge_course.plan(state, unit, vehicle, hull)
        after = arrived(unit, vehicle, hull, laid, self.caught, state)
        flies = ("VEH-CC-06",) if contact.is_out_of_reach(state, vehicle) else ()
        attacks = close_combat_blows.blows(state, after, vehicle, hull, contact.in_reach(state, after, hull))
        near = contact.in_reach(state, after, hull)
        planted = close_combat_blows.charges(state, vehicle, hull, near)
        planted += close_combat_blows.throws(state, vehicle, hull, near)
        return Preview(
            ap=1,
            refusal=refusal,
            legs=charge_course.legs(state, unit.model(laid.lead.model), laid.lead),
            spent_in=laid.lead.cost_in,
            allowance_in=laid.allowance_in,
            shots=close_combat_blows.lines(state, (*attacks, *planted)),
            notes=tuple(_notes(state, unit, vehicle, after)),
            rules=("VEH-CC-01", "VEH-CC-02", "VEH-CC-05", "VEH-CC-07", *flies),
            ghosts=tuple((c.model, *c.points[-1], c.facing) for c in laid.courses),
        )

    def resolve(self, progress: Progress) -> None:
        """Pay and declare; the vehicle may fire before anybody moves."""
        unit, vehicle = progress.state.units[self.unit], progress.state.units[self.target]
        rules = ("VEH-JOIN-05", "VEH-CC-01")
        gap = close_combat_charge_course.gap_in(progress.state, unit, vehicle)
        sequence.declare(progress, unit, vehicle, gap, pay_rules=rules, rules=rules)
        progress.queue(
            HullReaction(unit=unit.id, target=vehicle.id),
            HullChargeMove(unit=unit.id, target=vehicle.id, caught=self.caught),
        )


def not_a_hull(state: GameState, side: SideId, target_id: UnitId) -> Refusal | None:
    """Why that is no vehicle to be charged on foot."""
    target = state.units.get(target_id)
    if target is None or (target.hidden and target.side != side):
        return Refusal("unknown-unit", f"There is no unit {target_id!r} to charge.", "VEH-CC-01", "an enemy in sight")
    if target.side == side:
        return Refusal("friendly", f"{target.name} is on your side.", "VEH-CC-01", "an enemy vehicle")
    if not target.on_table:
        return Refusal("off-table", f"{target.name} is not on the table.", "VEH-CC-01", "an enemy on the table")
    if not target.is_vehicle or machines.is_machine(state, target):
        text = f"{target.name} fights back: it is charged like troops."
        return Refusal("not-a-hull", text, "VEH-WS-01", "an ordinary charge")
    return None


def arrived(unit: Unit, vehicle: Unit, hull: Hull, laid: ChargePlan, caught: Pose | None, state: GameState) -> Unit:
    """The chargers as they stand at the end of the way, with the bonus of the face that they reached."""
    moved = placed(unit, laid.placements)
    side = contact.direction(hull, contact.in_reach(state, moved, hull))
    return replace(moved, now=replace(moved.now, storms=vehicle.id, storms_from=side, caught_at=caught))


def _notes(state: GameState, unit: Unit, vehicle: Unit, after: Unit) -> Iterator[str]:
    ease = contact.ease(state, vehicle)
    how = {"static": "automatically", "slow": "on 3 or less", "fast": "only on a 1"}[ease.motion]
    yield f"{vehicle.name} is hit {how}."
    if after.now.caught_at:
        yield f"{vehicle.name} is caught in passing, where it came by."
    extra = fighting_bonus(after)
    yield f"It comes home at the {after.now.storms_from}: {extra} extra attack{'s' if extra > 1 else ''} each."
    why = defensive_fire.why_not(state, unit, vehicle)
    yield why or f"{vehicle.name} may fire at them first, at BS1."


def fighting_bonus(unit: Unit) -> int:
    """Extra attacks that the charge brings each model."""
    return engagement.BONUS_ATTACKS[unit.now.storms_from]


# -- the vehicle's answer ------------------------------------------------------------------------------------------


class HullReaction(TaskStruct, frozen=True, kw_only=True, tag="HullReaction"):
    """The owner of a charged vehicle may let it fire, with or without its passengers, or man the hatches."""

    unit: UnitId
    target: UnitId

    def run(self, progress: Progress) -> None:
        """Ask, if there is anything but to hold."""
        options = self._options(progress.state)
        if all(o.refused for o in options[1:]):
            return
        unit, vehicle = progress.state.units[self.unit], progress.state.units[self.target]
        progress.ask(
            self,
            vehicle.side,
            "charge-reaction",
            f"{unit.name} charges {vehicle.name}. What does its crew do?",
            options,
            unit=vehicle.id,
            about=unit.id,
            rule="VEH-CC-03",
            decline="hold",
        )

    def _options(self, state: GameState) -> list[Option]:
        unit, vehicle = state.units[self.unit], state.units[self.target]
        why = defensive_fire.why_not(state, unit, vehicle)
        guns = 0 if why else sum(f.shots for f in defensive_fire.mounts(state, unit, vehicle).firings)
        riders = [] if why else defensive_fire.riders(state, unit, vehicle)
        hatch = boarders.at_hatches(state, vehicle)
        return [
            Option(id="hold", label="Stay buttoned up", detail="hold fire", rule="VEH-CC-09"),
            Option(
                id="fire",
                label="Fire mounted weapons",
                detail=f"{guns} shot{'' if guns == 1 else 's'} at BS1, without a test",
                rule="VEH-CC-03",
                refused=why or ("" if guns else "No weapon bears on the chargers."),
            ),
            Option(
                id="all",
                label="Fire with passengers",
                detail=f"{len(riders)} unit{'' if len(riders) == 1 else 's'} aboard test two dice to fire at BS1",
                rule="VEH-CC-04",
                refused=why or ("" if riders else "Nobody aboard can fire at the chargers."),
            ),
            Option(
                id="hatches",
                label="Fight from the hatches",
                detail=f"{len(hatch)} of the people inside can be fought, and fight",
                rule="VEH-CC-09",
                refused="" if hatch else "Nobody inside can fight from a hatch.",
            ),
        ]

    def odds(self, seen: GameState, whole: GameState) -> OptionOdds:
        """Who falls to its mounted weapons; nothing where they burn or burst."""
        charger, vehicle = seen.units.get(self.unit), seen.units[self.target]
        if charger is None or charger.is_vehicle:
            return {}
        laid = defensive_fire.mounts(seen, charger, vehicle)
        spread = any(f.strip is not None or f.weapon.marker_in for f in laid.firings)
        fallen = shooting_preview.fallen_odds(seen, charger, laid) if laid.firings and not spread else None
        return {"fire": who_falls(fallen, "fells a charger")} if fallen is not None else {}

    def answer(self, progress: Progress, choice: str) -> None:
        """Fire, man the hatches, or wait for them."""
        if choice in ("fire", "all"):
            defensive_fire.fire(progress, self.target, self.unit, people=choice == "all")
        if choice == "hatches":
            boarders.man_hatches(progress, progress.state.units[self.target])


# -- the move ------------------------------------------------------------------------------------------------------


class HullReached(Event, frozen=True, kw_only=True, tag="HullReached"):
    """Chargers stand beside a vehicle, or caught it on its path; they strike in the round to come. (VEH-CC-01)"""

    target: UnitId
    at: str
    caught: Pose | None = None

    def evolve(self, state: GameState) -> GameState:
        """They have the bonus of the face that they reached. (VEH-CC-02)"""
        assert self.unit is not None
        unit = state.units[self.unit]
        now = replace(unit.now, storms=self.target, storms_from=self.at, caught_at=self.caught)
        return state.with_unit(replace(unit, now=now))

    def sentence(self, state: GameState) -> str:
        """Which face, and whether in passing."""
        assert self.unit is not None
        unit, target = state.units[self.unit].name, state.units[self.target].name
        where = {"front": "front", "flank": "side", "rear": "rear"}[self.at]
        return f"{unit} catches {target} on its way, at the {where}" if self.caught else f"{unit} is at its {where}"


class HullChargeMove(TaskStruct, frozen=True, kw_only=True, tag="HullChargeMove"):
    """The chargers move up to the hull, as many as are left. (VEH-CC-01, ARAP-CHG-03)"""

    unit: UnitId
    target: UnitId
    caught: Pose | None = None

    def run(self, progress: Progress) -> None:
        """Move, brave the ground, and see who reached it."""
        unit, vehicle = progress.state.units[self.unit], progress.state.units[self.target]
        if not unit.on_table:
            return
        if not vehicle.on_table:
            self._end(progress, home=False)
            return
        hull = posed(progress.state, vehicle, self.caught) if self.caught else hull_of(progress.state, vehicle)
        laid = self._laid(progress, unit, vehicle, hull)
        sequence.run_in(progress, unit, laid, ("VEH-CC-01", "ARAP-CHG-01", "ARAP-CHG-03"))
        unit = progress.state.units[self.unit]
        near = contact.in_reach(progress.state, unit, hull)
        self._end(progress, home=bool(near))
        if near:
            progress.emit(
                HullReached(
                    side=unit.side,
                    unit=unit.id,
                    target=vehicle.id,
                    at=contact.direction(hull, near),
                    caught=self.caught,
                    rules=("VEH-CC-01", "VEH-CC-02", "VEH-JOIN-09"),
                )
            )

    def _laid(self, progress: Progress, unit: Unit, vehicle: Unit, hull: Hull) -> ChargePlan:
        """The way, its allowance rolled for if it meets variable ground. (ARAP-TERR-05)"""
        laid = close_combat_charge_course.plan(progress.state, unit, vehicle, hull)
        if not charge_course.is_variable(progress.state, unit, laid):
            return laid
        most = sequence.variable_budget(progress, unit)
        return close_combat_charge_course.plan(progress.state, unit, vehicle, hull, most)

    def _end(self, progress: Progress, *, home: bool) -> None:
        sequence.end(progress, self.unit, self.target, home=home, rules=("VEH-CC-01",) if home else ("ARAP-CHG-05",))


# -- offers --------------------------------------------------------------------------------------------------------


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """A charge at each enemy vehicle near enough, where it stands or where it came by."""
    active = state.turn.active
    if active is None or state.active_side != side or state.turn.phase != "activation":
        return
    unit = state.units[active]
    if machines.is_hull(state, unit) or not unit.on_table:
        return
    longest = max(charge_course.allowances(state, unit).values(), default=0.0)
    reach = longest + OFFERED_BEYOND_IN + max(state.profile(m).melee_radius_in for m in unit.alive)
    for vehicle in state.enemies_of(side):
        if not vehicle.is_vehicle or vehicle.hidden or machines.is_machine(state, vehicle):
            continue
        if is_within(close_combat_charge_course.gap_in(state, unit, vehicle), reach):
            action = ChargeVehicle(side=side, unit=unit.id, target=vehicle.id)
            yield offered(state, action, kind="charge", unit=unit.id, target=vehicle.id, ap=1, label=vehicle.name)
            if action.check(state) is None:
                continue
        pose = close_combat_charge_course.where_caught(state, unit, vehicle)
        if pose is not None:
            action = ChargeVehicle(side=side, unit=unit.id, target=vehicle.id, caught=pose)
            if action.check(state) is None:
                label = f"{vehicle.name}, in passing"
                yield Offer(kind="charge", unit=unit.id, target=vehicle.id, ap=1, label=label, action=action)


ACTIONS: tuple[type[Action], ...] = (ChargeVehicle,)
EVENTS: tuple[type[Event], ...] = (HullReached,)
TASKS: tuple[type[TaskStruct], ...] = (HullReaction, HullChargeMove)
