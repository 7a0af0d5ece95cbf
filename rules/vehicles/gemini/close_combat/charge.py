"""Charging a vehicle that has no WS: where it stands, or where it came by. (VEH-CC-01 to -04, VEH-CC-09)"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import Final

from msgspec.structs import replace

from rules.arap.attacks import interception
from rules.arap.attacks.interception import Paths
from rules.arap.charge import declare, sequence
from rules.arap.charge.fire_and_charge import FiresOnTheRun, RunningFire
from rules.arap.events import placed
from rules.arap.melee.intercept import Coming
from rules.arap.morale.going_to_ground import who_falls
from rules.arap.paths.allowance import WET
from rules.arap.shooting import odds, template_odds
from rules.arap.shooting.plan import FirePlan
from rules.arap.units.permission import may_act
from rules.core.ids import ModelId, SideId, UnitId, WeaponId
from rules.core.preview import Preview
from rules.core.prompt import Option, OptionOdds, Promise
from rules.core.refusal import Refusal
from rules.forces.unit import Unit
from rules.geometry.hulls import Hull
from rules.geometry.lengths import is_within
from rules.offers import Offer, offered
from rules.progress import Action, Progress, TaskStruct
from rules.state import GameState
from rules.vehicles.gemini.close_combat import blows as close_combat_blows
from rules.vehicles.gemini.close_combat import boarders, caught, defensive_fire, defensive_odds, over_the_rim
from rules.vehicles.gemini.close_combat.defensive_odds import DefensiveVolley
from rules.vehicles.gemini.close_combat.over_the_rim import Exchange
from rules.vehicles.gemini.hull import contact
from rules.vehicles.gemini.hull.hull import profile_of
from rules.vehicles.shared import beside, charge, charge_course, machines, running_fire
from rules.vehicles.shared.charge import Home
from rules.vehicles.shared.hull import Pose, hull_of, posed

HOME = Home(
    run=("VEH-CC-01", "ARAP-CHG-01", "ARAP-CHG-03"),
    home=("VEH-CC-01",),
    reached=("VEH-CC-01", "VEH-CC-02", "VEH-JOIN-09"),
)


class ChargeVehicle(FiresOnTheRun, frozen=True, kw_only=True, tag="ChargeVehicle"):
    """Charge an enemy vehicle without WS, for 1 AP; its armour is struck in the melee round. (VEH-CC-01, VEH-JOIN-05)

    `caught` is a pose (x, y in inches, heading) on the path of its last move: the chargers catch it there in passing.
    With `fire` pistols and assault weapons are fired on the run, at a hull that is charged where it stands; `firers`
    are those who fire, `weapons` what they fire, none named: all that can. (ARAP-FCHG-01)
    """

    unit: UnitId
    target: UnitId
    caught: Pose | None = None

    def check(self, state: GameState) -> Refusal | None:
        """Who may charge, what is charged, how often, where it was caught, whether anybody gets there and fires."""
        refusal = may_act(state, self.side, self.unit, 1) or self._never(state)
        refusal = refusal or declare.again(state.units[self.unit]) or self._caught(state) or self._reach(state)
        return refusal or (self._fire(state) if self.fire else None)

    def _fire(self, state: GameState) -> Refusal | None:
        """Nobody has time to fire at what is caught in passing."""
        unit, vehicle = state.units[self.unit], state.units[self.target]
        if self.caught is None:
            return running_fire.check(state, unit, vehicle, self.chosen)
        text = f"{vehicle.name} is caught as it comes by: nobody fires on the run at where it was."
        return Refusal("in-passing", text, "ARAP-FCHG-01", "charging it where it stands, or without firing")

    def running_fire(self, state: GameState, chosen: RunningFire) -> FirePlan:
        """Who of those fires what; `check` has nothing against it. (ARAP-FCHG-01)"""
        return running_fire.plan(state, state.units[self.unit], state.units[self.target], chosen)

    def _never(self, state: GameState) -> Refusal | None:
        """What is against it however many points the unit has."""
        may = declare.may_charge(state, state.units[self.unit])
        return may or charge.not_a_hull(state, self.side, self.target, "VEH-CC-01", "VEH-WS-01")

    def _caught(self, state: GameState) -> Refusal | None:
        vehicle = state.units[self.target]
        if self.caught is None or caught.is_on_path(vehicle, self.caught):
            return None
        text = f"{vehicle.name} did not pass there in its last move."
        return Refusal("not-on-path", text, "VEH-CC-01", "a pose on its last path, or where it stands")

    def _reach(self, state: GameState) -> Refusal | None:
        unit, vehicle = state.units[self.unit], state.units[self.target]
        where = "the path of its last move" if self.caught else "its hull"
        return charge.falls_short(state, unit, vehicle, self.hull(state), where, "VEH-CC-01")

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
        laid = charge_course.plan(state, unit, vehicle, hull)
        after = charge.arrived(unit, vehicle, hull, laid, self.caught, state)
        flies = ("VEH-CC-06",) if contact.is_out_of_reach(state, vehicle) else ()
        near = beside.in_reach(state, after, hull)
        made = {
            "blows": close_combat_blows.blows(state, after, vehicle, hull, near),
            charge.SEVERAL_WEAPONS: close_combat_blows.with_several(state, after, vehicle, hull, near),
            "planted charges": close_combat_blows.charges(state, vehicle, hull, near),
            "grenades": close_combat_blows.throws(state, vehicle, hull, near),
        }
        ends = partial(close_combat_blows.destroyed_by, state, vehicle)
        wet = ("VEH-BOAT-03",) if charge_course.is_wet(state, unit, hull) else ()
        met = interception.notes_of_charge(state, unit, vehicle.id, charge.ways(state, unit, vehicle, hull))
        notes = (*_notes(state, unit, vehicle, after), *met, *(f"The charge leads by water: {WET}." for _ in wet))
        rules = ("VEH-CC-01", "VEH-CC-02", "VEH-CC-05", "VEH-CC-07", *flies, *wet)
        preview = charge.preview(state, unit, laid, made, ends, notes, rules)
        if people := over_the_rim.exchange(state, after, vehicle, hull, [m.id for m in near]):
            both = any(boarders.uses_several(state, m, vehicle) for m in near)
            preview = _with_those_aboard(preview, people, both=both)
        if self.fire:
            preview = running_fire.previewed(state, unit, vehicle, self.chosen, preview)
        return replace(preview, refusal=refusal)

    def resolve(self, progress: Progress) -> None:
        """Pay and declare; the vehicle may fire before anybody moves."""
        unit, vehicle = progress.state.units[self.unit], progress.state.units[self.target]
        rules = ("VEH-JOIN-05", "VEH-CC-01")
        gap = charge_course.gap_in(progress.state, unit, vehicle)
        fires = running_fire.RULES if self.fire else ()
        sequence.declare(progress, unit, vehicle, gap, pay_rules=(*rules, *fires), rules=rules)
        progress.queue(
            HullReaction(unit=unit.id, target=vehicle.id, fire=self.fire, firers=self.firers, weapons=self.weapons),
            *charge.interceptions(progress.state, unit, vehicle, self.caught),
            HullChargeMove(unit=unit.id, target=vehicle.id, caught=self.caught),
        )


BOTH: Final = "Over the rim they may fight with several weapons at once: all at −1 but the blows of the charge."


def _with_those_aboard(preview: Preview, people: Exchange, *, both: bool) -> Preview:
    """The same with what the chargers may do instead: fight the people aboard. (VEH-CC-09)"""
    hull, aboard = preview.chances, people.chances()
    return replace(
        preview,
        shots=(*preview.shots, *people.lines),
        chances=(*hull, *aboard) if any(chance.value for chance in hull) else (*aboard, *hull),
        notes=(
            *preview.notes,
            "They strike at the hull or at those aboard, or half at each.",
            *((BOTH,) if both else ()),
        ),
        rules=(*preview.rules, "VEH-CC-09"),
        vain="",
    )


def _notes(state: GameState, unit: Unit, vehicle: Unit, after: Unit) -> Iterator[str]:
    ease = contact.ease(state, vehicle)
    how = {"static": "automatically", "slow": "on 3 or less", "fast": "only on a 1"}[ease.motion]
    yield f"{vehicle.name} is hit {how}."
    if contact.is_out_of_reach(state, vehicle):
        yield f"{_flies_high(state, unit)} (VEH-CC-06)"
    if after.now.caught_at:
        yield f"{vehicle.name} is caught in passing, where it came by."
    yield charge.comes_home(after)
    yield fires_first(state, unit, vehicle)


def fires_first(state: GameState, unit: Unit, vehicle: Unit) -> str:
    """Whether anything on a charged vehicle may fire at the chargers, or why not, in a sentence. (VEH-CC-03)"""
    if why := defensive_fire.why_not(state, unit, vehicle):
        return why
    if defensive_fire.chosen(state, unit, vehicle) or defensive_fire.riders(state, unit, vehicle):
        return f"{vehicle.name} may fire at them first, at BS1."
    return f"{vehicle.name} has nothing that it could fire at them."


def _flies_high(state: GameState, unit: Unit) -> str:
    if any(close_combat_blows.comes_from_above(state, model) for model in unit.alive):
        return "It flies: those who jump, fly or have natural weapons strike it, and nobody plants charges on it."
    return "It flies too high for hand weapons and planted charges: pistols and thrown grenades alone."


# -- the vehicle's answer ------------------------------------------------------------------------------------------


_FELLS: Final = "fells a charger"
_AND_HATCHES: Final = "-hatches"
"""How the options end that fire and man the hatches as well."""


class HullReaction(TaskStruct, frozen=True, kw_only=True, tag="HullReaction"):
    """The owner of a charged vehicle may let it fire, with or without its passengers, or man the hatches.

    Those chosen of the chargers fire on the run: both throw their dice before either fire takes effect. (ARAP-FCHG-01)
    """

    unit: UnitId
    target: UnitId
    fire: bool = False
    firers: tuple[ModelId, ...] = ()
    weapons: tuple[WeaponId, ...] = ()

    def run(self, progress: Progress) -> None:
        """Ask, if there is anything but to hold."""
        options = self._options(progress.state)
        if all(o.refused for o in options[1:]):
            self._on_the_run(progress)
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
        is_open = profile_of(state, vehicle).open_topped
        nobody = "Over its open top people fight anyway." if is_open else "Nobody inside can fight from a hatch."
        fire = Option(
            id="fire",
            label="Fire mounted weapons",
            detail=f"{guns} shot{'' if guns == 1 else 's'} at BS1, without a test",
            rule="VEH-CC-03",
            refused=why or ("" if guns else "No weapon bears on the chargers."),
        )
        everyone = Option(
            id="all",
            label="Fire with passengers",
            detail=f"{len(riders)} unit{'' if len(riders) == 1 else 's'} aboard test two dice to fire at BS1",
            rule="VEH-CC-04",
            refused=why or ("" if riders else "Nobody aboard can fire at the chargers."),
        )
        both = (_and_hatches(o) for o in (fire, everyone) if hatch and not o.refused and not state.is_older_than("14"))
        return [
            Option(
                id="hold",
                label="Stay as they are" if is_open else "Stay buttoned up",
                detail="hold fire",
                rule="VEH-CC-09",
            ),
            fire,
            everyone,
            Option(
                id="hatches",
                label="Fight from the hatches",
                detail=f"{len(hatch)} of the people inside can be fought, and fight",
                rule="VEH-CC-09",
                refused="" if hatch else nobody,
            ),
            *both,
        ]

    def odds(self, seen: GameState, whole: GameState) -> OptionOdds:
        """Who falls to its mounted weapons, and to them with those of the people aboard."""
        charger, vehicle = seen.units.get(self.unit), seen.units[self.target]
        if charger is None or charger.is_vehicle:
            return {}
        laid = defensive_fire.mounts(seen, charger, vehicle)
        come = self._come(seen, charger, vehicle)
        there = come.units[charger.id]
        found: OptionOdds = {}
        if any(f.weapon.marker_in for f in laid.firings) and there is not charger:
            spared = self._apart(seen, charger, come, vehicle, laid)
            found = {"fire": (Promise(1 - spared, _FELLS),)} if spared is not None else {}
        elif laid.firings:
            found = {"fire": self._promises(come, there, vehicle, laid)}
        if defensive_fire.riders(come, there, vehicle):
            missed = self._with_people(seen, charger, come, vehicle, laid)
            found |= {"all": (Promise(1 - missed, _FELLS),)} if missed is not None else {}
        if boarders.at_hatches(seen, vehicle) and not seen.is_older_than("14"):
            found |= {f"{choice}{_AND_HATCHES}": promised for choice, promised in found.items()}
        return found

    @staticmethod
    def _come(state: GameState, charger: Unit, vehicle: Unit) -> GameState:
        """The table once they have come near for its flames; as it is without any. (ARAP-STAND-05)"""
        burning = [m for m, f in defensive_fire.chosen(state, charger, vehicle).items() if f.strip is not None]
        near = defensive_fire.come_near(state, charger, vehicle, burning) if burning else None
        return state.with_unit(placed(charger, near.placements)) if near is not None else state

    @classmethod
    def _with_people(
        cls, state: GameState, charger: Unit, come: GameState, vehicle: Unit, laid: FirePlan
    ) -> Fraction | None:
        """Whether its weapons and the people aboard together spare all."""
        bursts, plain = (
            laid._replace(firings=tuple(f for f in laid.firings if bool(f.strip or f.weapon.marker_in) is burst))
            for burst in (True, False)
        )
        spared = cls._apart(state, charger, come, vehicle, bursts)
        fired = (DefensiveVolley(come, vehicle.id, plain),) if plain.firings else ()
        missed = defensive_odds.nobody_falls(come, come.units[charger.id], vehicle, fired)
        return None if spared is None or missed is None else spared * missed

    @staticmethod
    def _apart(state: GameState, charger: Unit, come: GameState, vehicle: Unit, laid: FirePlan) -> Fraction | None:
        """Shells burst where the charge begins, flames burn close by: whether both spare all."""
        burning = tuple(f for f in laid.firings if f.strip is not None)
        shells = laid._replace(firings=tuple(f for f in laid.firings if f.strip is None))
        shelled = defensive_odds.spares(state, vehicle, charger, shells)
        burnt = defensive_odds.spares(come, vehicle, come.units[charger.id], laid._replace(firings=burning))
        return None if shelled is None or burnt is None else shelled * burnt

    @staticmethod
    def _promises(state: GameState, charger: Unit, vehicle: Unit, laid: FirePlan) -> tuple[Promise, ...]:
        """Who falls to its mounted weapons: to shells where the charge begins, to flames close by. (ARAP-STAND-05)"""
        if not any(f.strip is not None or f.weapon.marker_in for f in laid.firings):
            fallen = odds.fallen_odds(state, charger, laid)
            return who_falls(fallen, _FELLS) if fallen is not None else ()
        found = template_odds.losses(state, vehicle, charger, laid.groups())
        some = (Promise(found.any, _FELLS),) if found.any is not None else ()
        return (*some, Promise(found.mean, "fall on average", "mean"))

    def answer(self, progress: Progress, choice: str) -> None:
        """Fire, man the hatches, or wait for them."""
        first = choice.removesuffix(_AND_HATCHES)
        self._on_the_run(progress)
        if first in ("fire", "all"):
            fire = defensive_fire.tasks(progress.state, self.target, self.unit, people=first == "all")
            progress.ahead(*fire)
        if choice == "hatches":
            boarders.man_hatches(progress, progress.state.units[self.target])
        elif choice != first:
            progress.queue(ToTheHatches(target=self.target))

    def _on_the_run(self, progress: Progress) -> None:
        """What hits the hull waits until it has fired. (ARAP-FCHG-01)"""
        if self.fire:
            unit, vehicle = progress.state.units[self.unit], progress.state.units[self.target]
            running_fire.fire(progress, unit, vehicle, RunningFire(self.firers, self.weapons))


def _and_hatches(fire: Option) -> Option:
    """The same fire, and those inside fight from the hatches afterwards. (VEH-CC-03, VEH-CC-09)"""
    label = f"{fire.label}, then fight from the hatches"
    return replace(fire, id=f"{fire.id}{_AND_HATCHES}", label=label, rule="VEH-CC-09")


class ToTheHatches(TaskStruct, frozen=True, kw_only=True, tag="ToTheHatches"):
    """The crew has fired at chargers: now those inside fight from the hatches. (VEH-CC-09)"""

    target: UnitId

    def run(self, progress: Progress) -> None:
        """Unless it is gone."""
        vehicle = progress.state.units[self.target]
        if vehicle.on_table:
            boarders.man_hatches(progress, vehicle)


# -- the move ------------------------------------------------------------------------------------------------------


class HullChargeMove(Coming, frozen=True, kw_only=True, tag="HullChargeMove"):
    """The chargers move up to the hull, as many as are left. (VEH-CC-01, ARAP-CHG-03)"""

    target: UnitId
    caught: Pose | None = None

    def ways(self, state: GameState) -> Paths:
        """To the hull as it stands, or where it came by."""
        vehicle = state.units[self.target]
        hull = posed(state, vehicle, self.caught) if self.caught else hull_of(state, vehicle)
        return charge.ways(state, state.units[self.unit], vehicle, hull)

    def run(self, progress: Progress) -> None:
        """Move, brave the ground, and see who reached it."""
        unit, vehicle = progress.state.units[self.unit], progress.state.units[self.target]
        if not unit.on_table:
            return
        if not vehicle.on_table:
            sequence.end(progress, self.unit, self.target, home=False, rules=("ARAP-CHG-05",))
            return
        hull = posed(progress.state, vehicle, self.caught) if self.caught else hull_of(progress.state, vehicle)
        charge.come_home(progress, unit, vehicle, hull, self.caught, HOME)


# -- offers --------------------------------------------------------------------------------------------------------


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """A charge at each enemy vehicle near enough, where it stands or where it came by."""
    active = state.turn.active
    if active is None or state.active_side != side or state.turn.phase != "activation":
        return
    unit = state.units[active]
    if machines.is_hull(state, unit) or not unit.on_table:
        return
    reach = charge.offered_within(state, unit)
    for vehicle in state.enemies_of(side):
        if not machines.is_hull(state, vehicle) or vehicle.hidden:
            continue
        if is_within(charge_course.gap_in(state, unit, vehicle), reach):
            action = ChargeVehicle(side=side, unit=unit.id, target=vehicle.id)
            yield offered(state, action, kind="charge", unit=unit.id, target=vehicle.id, ap=1, label=vehicle.name)
            if action.check(state) is None:
                yield from charge.firing(state, replace(action, fire=True), unit, vehicle)
                continue
        pose = caught.where_caught(state, unit, vehicle)
        if pose is not None:
            action = ChargeVehicle(side=side, unit=unit.id, target=vehicle.id, caught=pose)
            if action.check(state) is None:
                label = f"{vehicle.name}, in passing"
                yield Offer(kind="charge", unit=unit.id, target=vehicle.id, ap=1, label=label, action=action)


OFFERED: Final = ("charge",)
ACTIONS: tuple[type[Action], ...] = (ChargeVehicle,)
TASKS: tuple[type[TaskStruct], ...] = (HullReaction, ToTheHatches, HullChargeMove)
