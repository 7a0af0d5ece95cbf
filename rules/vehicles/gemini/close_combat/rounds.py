"""The round against vehicles without WS at the end of an activation phase. (VEH-JOIN-09, VEH-CC-05 to -11, VEH-PLANT)

Each unit beside a hull may strike it, plant charges, fight those aboard, or leave it be. Nobody is locked by it and
nobody tests morale for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from rules.arap.events import ModelsMoved
from rules.core.ids import ModelId, UnitId
from rules.core.prompt import Option, OptionOdds, Promise
from rules.forces.unit import Model, Unit
from rules.geometry.hulls import Hull
from rules.progress import Progress, TaskStruct
from rules.state import Event, GameState, Placement
from rules.vehicles.gemini.close_combat import blows as close_combat_blows
from rules.vehicles.gemini.close_combat import boarders, over_the_rim, several_over_rim
from rules.vehicles.gemini.close_combat.reached import fighters, hull_for, hulls_near
from rules.vehicles.gemini.damage import penetration
from rules.vehicles.gemini.hull import contact
from rules.vehicles.gemini.motion import sliding
from rules.vehicles.shared import attacks, machines
from rules.vehicles.shared.attacks import HullAttack
from rules.vehicles.shared.hull import Pose, condition, hull_of, pose_of

TOO_HIGH: Final = "It flies too high for charges to be planted on it."


class AssaultSettled(Event, frozen=True, kw_only=True, tag="AssaultSettled"):
    """A unit has done to a vehicle beside it what it would in this round."""

    target: UnitId
    did: str = ""

    def evolve(self, state: GameState) -> GameState:
        """Once in this player turn; the bonus of its charge is spent."""
        assert self.unit is not None
        unit = replace(state.units[self.unit], at_hull=self.target if self.did else None)
        state = state.with_unit(unit).with_turn(fought=(*state.turn.fought, key(self.unit, self.target)), several=())
        if unit.now.storms != self.target:
            return state
        return state.with_unit(replace(unit, now=replace(unit.now, storms=None, storms_from="", caught_at=None)))

    def sentence(self, state: GameState) -> str:
        """What it does."""
        assert self.unit is not None
        name, target = state.units[self.unit].name, state.units[self.target].name
        words = {
            "strike": f"{name} strikes at {target}",
            "several": f"{name} strikes at {target} with several weapons at once",
            "plant": f"{name} plants charges on {target}",
            "throw": f"{name} throws grenades at {target}",
            "crew": f"{name} fights those aboard {target}",
            "split": f"{name} strikes at {target} and at those aboard",
        }
        return words.get(self.did, "")


def key(unit: UnitId, vehicle: UnitId) -> str:
    """How a player turn names a round between the two."""
    return f"{unit}>{vehicle}"


def may_assault(state: GameState, unit: Unit) -> bool:
    """Whether a unit is in hand and on its feet."""
    bound = unit.routing or unit.pursuing is not None or unit.gone_to_ground or state.is_locked(unit.id)
    return unit.on_table and not machines.is_hull(state, unit) and not bound


class Assaults(TaskStruct, frozen=True, kw_only=True, tag="Assaults"):
    """Every unit beside an enemy hull is asked in turn, the active side's first. (VEH-JOIN-09)"""

    def run(self, progress: Progress) -> None:
        """Queue a choice for each pair that has not had its round in this player turn."""
        state = progress.state
        units = sorted(state.units.values(), key=lambda u: u.side != state.active_side)
        choices = [
            AssaultChoice(unit=u.id, target=v.id)
            for u in units
            if may_assault(state, u)
            for v in hulls_near(state, u)
            if key(u.id, v.id) not in state.turn.fought
        ]
        progress.queue(*choices)


class AssaultChoice(TaskStruct, frozen=True, kw_only=True, tag="AssaultChoice"):
    """A unit beside a vehicle chooses what to do to it."""

    unit: UnitId
    target: UnitId

    def run(self, progress: Progress) -> None:
        """Ask, if there is anything that could do harm."""
        state = progress.state
        unit, vehicle = state.units[self.unit], state.units[self.target]
        if not vehicle.on_table or not may_assault(state, unit):
            return
        options = self._options(state)
        if all(o.refused for o in options[1:]):
            settle(progress, self.unit, self.target, "")
            return
        progress.ask(
            self,
            unit.side,
            "assault-vehicle",
            f"{unit.name} stands beside {vehicle.name}. What does it do?",
            options,
            unit=unit.id,
            about=vehicle.id,
            rule="VEH-JOIN-09",
            decline="leave",
        )

    def _options(self, state: GameState) -> list[Option]:
        unit, vehicle = state.units[self.unit], state.units[self.target]
        hull, near = hull_for(state, unit, vehicle), fighters(state, unit, vehicle)
        blows = close_combat_blows.blows(state, unit, vehicle, hull, near)
        several = close_combat_blows.with_several(state, unit, vehicle, hull, near)
        charges = close_combat_blows.charges(state, vehicle, hull, near)
        thrown = close_combat_blows.throws(state, vehicle, hull, near)
        above = contact.is_out_of_reach(state, vehicle)
        people = boarders.defenders(state, vehicle, hull, near)
        over = [m for m in near if boarders.can_reach(state, m, vehicle)]
        nobody, why_nobody = ("", "") if people and over else boarders.why_nobody(state, vehicle)
        no_blows = attacks.useless(blows)
        return [
            Option(id="leave", label="Leave it be", rule="VEH-JOIN-09"),
            Option(
                id="strike",
                label="Strike it",
                detail=_in_words(state, vehicle, blows),
                rule="VEH-CC-07",
                refused=no_blows,
            ),
            *([self._with_several(state, vehicle, several)] if several else []),
            Option(
                id="plant",
                label="Plant charges",
                detail=_in_words(state, vehicle, charges),
                rule="VEH-CC-06" if above else "VEH-PLANT-01",
                refused=TOO_HIGH if above else attacks.useless(charges),
            ),
            *([self._thrown(state, vehicle, thrown)] if above else []),
            Option(
                id="crew",
                label="Fight those aboard",
                detail=f"{sum(boarders.can_reach(state, m, vehicle) for m in people)} fight back",
                rule=why_nobody or "VEH-CC-09",
                refused=nobody,
            ),
            Option(
                id="split",
                label="Half at it, half at those aboard",
                rule=why_nobody or "VEH-CC-09",
                refused=nobody or no_blows or ("" if len(near) > 1 else "There is only one to do it."),
            ),
        ]

    @staticmethod
    def _with_several(state: GameState, vehicle: Unit, several: Sequence[HullAttack]) -> Option:
        """Bonus attacks for several weapons count. (VEH-CC-02)"""
        return Option(
            id="several",
            label=attacks.STRIKE_WITH_SEVERAL,
            detail=attacks.with_several_in_words(several, close_combat_blows.destroyed_by(state, vehicle, several)),
            rule="ARAP-MELEE-04",
            refused=attacks.useless(several),
        )

    @staticmethod
    def _thrown(state: GameState, vehicle: Unit, thrown: Sequence[HullAttack]) -> Option:
        """Grenades reach what flies. (VEH-CC-06)"""
        detail = _in_words(state, vehicle, thrown)
        return Option(
            id="throw", label="Throw grenades at it", detail=detail, rule="VEH-CC-06", refused=attacks.useless(thrown)
        )

    def odds(self, seen: GameState, whole: GameState) -> OptionOdds:
        """What fighting the people aboard comes to, with all or with half of those who could. (VEH-CC-09)"""
        unit, vehicle = seen.units.get(self.unit), seen.units.get(self.target)
        if unit is None or vehicle is None:
            return {}
        hull, near = hull_for(seen, unit, vehicle), fighters(seen, unit, vehicle)
        found: OptionOdds = {
            choice: (Promise(close_combat_blows.destroyed_by(seen, vehicle, blows), "destroyed", in_words=True),)
            for choice, blows in self._at_hull(seen, unit, vehicle, hull, near).items()
            if blows
        }
        for choice in ("crew", "split"):
            at_crew, at_hull = _parted(near, choice)
            fought = over_the_rim.exchange(seen, unit, vehicle, hull, at_crew) if at_crew else None
            if fought is None:
                continue
            found[choice] = fought.promises()
            if at_hull:
                blows = close_combat_blows.blows(seen, unit, vehicle, hull, at_hull)
                ends = close_combat_blows.destroyed_by(seen, vehicle, blows)
                found[choice] = (Promise(ends, "destroyed by the others"), *found[choice])
        return found

    @staticmethod
    def _at_hull(
        state: GameState, unit: Unit, vehicle: Unit, hull: Hull, near: Sequence[Model]
    ) -> dict[str, Sequence[HullAttack]]:
        """What all of them would strike it with, by what they would do."""
        return {
            "strike": close_combat_blows.blows(state, unit, vehicle, hull, near),
            "several": close_combat_blows.with_several(state, unit, vehicle, hull, near),
            "plant": close_combat_blows.charges(state, vehicle, hull, near),
            "throw": close_combat_blows.throws(state, vehicle, hull, near),
        }

    def answer(self, progress: Progress, choice: str) -> None:
        """Do it, once each unit in a fight with those aboard has said with how many weapons. (ARAP-MELEE-04)"""
        state = progress.state
        unit, vehicle = state.units[self.unit], state.units[self.target]
        hull, near = hull_for(state, unit, vehicle), fighters(state, unit, vehicle)
        at_crew, _ = _parted(near, choice)
        asked = several_over_rim.choices(state, unit, vehicle, hull, at_crew) if at_crew else ()
        made = AssaultMade(unit=self.unit, target=self.target, choice=choice)
        if asked:
            progress.queue(*asked, made)
        else:
            made.run(progress)


class AssaultMade(TaskStruct, frozen=True, kw_only=True, tag="AssaultMade"):
    """A unit beside a vehicle does what it chose."""

    unit: UnitId
    target: UnitId
    choice: str

    def run(self, progress: Progress) -> None:
        """Do it. The bonus of a charge counts for this round and is spent with it."""
        state, choice = progress.state, self.choice
        unit, vehicle = state.units[self.unit], state.units[self.target]
        hull, near = hull_for(state, unit, vehicle), fighters(state, unit, vehicle)
        at_crew, at_hull = _parted(near, choice)
        laid = {"plant": close_combat_blows.charges, "throw": close_combat_blows.throws}.get(choice)
        charges = laid(state, vehicle, hull, at_hull) if laid else []
        planters = {a.model for a in charges}
        struck_by = [m for m in at_hull if m.id not in planters]
        several = choice == "several"
        blows = close_combat_blows.blows(state, unit, vehicle, hull, struck_by, several=several)
        settle(progress, unit.id, vehicle.id, "" if choice == "leave" else choice)
        if at_crew:
            boarders.fight(progress, unit, vehicle, hull, at_crew, state.turn.several)
        if at_hull:
            strike(progress, unit, vehicle, [*blows, *charges])


def settle(progress: Progress, unit: UnitId, target: UnitId, did: str) -> None:
    """The unit has had its round with that vehicle in this player turn."""
    side = progress.state.units[unit].side
    rules = ["VEH-JOIN-09", "VEH-CC-11"]
    rules += {
        "plant": ["VEH-PLANT-01", "VEH-PLANT-03", "ARAP-CCG-03"],
        "strike": ["VEH-CC-02"],
        "several": ["VEH-CC-02", "ARAP-MELEE-04"],
        "throw": ["VEH-CC-06"],
        "split": ["VEH-CC-09"],
    }.get(did, [])
    progress.emit(AssaultSettled(side=side, unit=unit, target=target, did=did, rules=tuple(rules)))


def _parted(near: Sequence[Model], choice: str) -> tuple[list[ModelId], list[Model]]:
    """Who fights those aboard, and who goes for the vehicle. (VEH-CC-09)"""
    crew = {"crew": [m.id for m in near], "split": [m.id for m in near[1::2]]}.get(choice, [])
    return crew, [m for m in near if m.id not in crew] if choice not in ("leave", "crew") else []


def _in_words(state: GameState, vehicle: Unit, made: Sequence[HullAttack]) -> str:
    return attacks.in_words(made, close_combat_blows.destroyed_by(state, vehicle, made))


# -- throwing the dice ---------------------------------------------------------------------------------------------


def strike(progress: Progress, unit: Unit, vehicle: Unit, made: Sequence[HullAttack]) -> None:
    """Roll to hit, those alike together, blows before charges; the hits meet armour one by one."""
    hits: list[penetration.Hit] = []
    for group in attacks.alike(made):
        landed = attacks.landed(progress, unit, vehicle, group, _rules(progress.state, vehicle, group[0]))
        hits += [close_combat_blows.hit_of(a, unit.model(a.model).at) for a in landed]
    penetration.be_hit(progress, vehicle.id, hits, unit.id)
    caught = unit.now.caught_at if unit.now.storms == vehicle.id else None
    if caught and hits:
        back = pose_of(hull_of(progress.state, vehicle))
        _put(progress, vehicle.id, caught)
        now = condition(vehicle)
        progress.queue(GoesOn(target=vehicle.id, to=back, was=(now.immobilised, now.stunned)))


def _rules(state: GameState, vehicle: Unit, first: HullAttack) -> tuple[str, ...]:
    """Where the need comes from."""
    rules = ("VEH-PLANT-02", "VEH-PLANT-01", "ARAP-CCG-03") if first.planted else ("VEH-CC-05", "VEH-CC-02")
    machine = ("VEH-WS-05",) if machines.is_machine(state, vehicle) else ()
    return (*rules, *machine, "VEH-JOIN-01")


# -- caught on its path --------------------------------------------------------------------------------------------


def _put(progress: Progress, vehicle: UnitId, pose: Pose) -> None:
    """The hull at a pose, without counting as movement. (VEH-CC-01, VEH-CC-11)"""
    unit = progress.state.units[vehicle]
    placement = Placement(model=unit.models[0].id, at=(pose[0], pose[1]), facing=pose[2])
    progress.emit(
        ModelsMoved(
            side=unit.side,
            unit=vehicle,
            placements=(placement,),
            how="place",
            voluntary=False,
            rules=("VEH-CC-01", "VEH-CC-11"),
        )
    )


class GoesOn(TaskStruct, frozen=True, kw_only=True, tag="GoesOn"):
    """A vehicle caught on its path goes on to its end, unless it was stopped where it was caught. (VEH-CC-11)"""

    target: UnitId
    to: Pose
    was: tuple[bool, bool]
    """Immobilised and stunned before."""

    def run(self, progress: Progress) -> None:
        """A wreck stays; a vehicle immobilised or stunned now stays; people under the hull step aside."""
        vehicle = progress.state.units[self.target]
        if not vehicle.on_table:
            return
        now = condition(vehicle)
        stopped = (now.immobilised and not self.was[0]) or (now.stunned and not self.was[1])
        if not stopped:
            _put(progress, vehicle.id, self.to)
        sliding.set_aside(progress, hull_of(progress.state, progress.state.units[self.target]), ("VEH-CC-11",))


def queue_round(progress: Progress) -> None:
    """Queue the round against vehicles without WS. (VEH-JOIN-09)"""
    progress.queue(Assaults())


EVENTS: tuple[type[Event], ...] = (AssaultSettled,)
TASKS: tuple[type[TaskStruct], ...] = (Assaults, AssaultChoice, AssaultMade, GoesOn)
