"""A whole set of vehicle rules in one file: nothing outside it knows of it, and everything plays it.

Sleds glide straight on, as far as their runners are whole. What hits one dents it; when it has taken as many dents as
it stands, it is kindling.
"""

import sys
import threading
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
import pytest
from msgspec.structs import replace

import rules
from rules import bots, codec
from rules.arap import vehicle_interface
from rules.arap.events import ModelsMoved, PointsSpent
from rules.arap.positions.placing import DeploymentRoom
from rules.arap.shooting.plan import FirePlan, Orders
from rules.arap.shooting.planner import Planner
from rules.arap.shooting.vehicle_interface import (
    FireAsLaid,
    HullsUnderFire,
    MountedWeapon,
    ShotsAtVehicles,
    StruckFace,
    WeaponsOfHulls,
)
from rules.arap.units.permission import may_act
from rules.arap.units.states import Row
from rules.arap.units.vehicle_interface import NOTHING_SAID, Said, VehicleCrews, VehicleFacts
from rules.arap.vehicle_interface import VehicleRules, adding
from rules.core.ids import ModelId, ProfileId, SideId, UnitId, WeaponId
from rules.core.refusal import IllegalAction, Refusal
from rules.dice.sources import SeededDice
from rules.engine import decide, fold, legal_actions
from rules.forces import modules
from rules.forces.army import Army, Entry, Member
from rules.forces.hull import HullStruct, VehicleMarksStruct
from rules.forces.modules import Made
from rules.forces.mount import Mount
from rules.forces.profile import Profile
from rules.forces.stored import opened
from rules.forces.unit import Model, Point, Unit, VehicleState
from rules.forces.weapon import Weapon
from rules.geometry.lengths import along, distance
from rules.offers import Offer, offered
from rules.progress import Action, Progress, TaskStruct
from rules.questions import shots, units, weapons
from rules.rulebook import option_faults
from rules.state import Event, GameState, Placement
from rules.vehicles.gemini.driving.drive import Drive
from tabletop.games.panels.unit_card import unit_card
from tabletop.scenarios.draft.checks import blocking
from tabletop.ui import switchboard
from tests.builders import a_profile, a_weapon
from tests.rules.arenas import facing_west_and_east

A, B = SideId("a"), SideId("b")
HALF_IN: Final = 3.0


# ------------------------------------------------------------------ what a sled is, and what is remembered of it


class SledHull(HullStruct, frozen=True, kw_only=True, tag="sled"):
    """Planks on runners."""

    planks: int = 2
    length_in: float = 3
    width_in: float = 2
    height_in: float = 1
    mounts: tuple[Mount, ...] = ()
    slings: int = 1

    @property
    def hull_points(self) -> int:
        return self.planks

    def fresh_marks(self) -> "SledMarks":
        return SledMarks()


class SledMarks(VehicleMarksStruct, frozen=True, kw_only=True, tag="sled"):
    """Bent runners, by which it goes less far."""

    bent: int = 0


def sled_of(state: GameState, unit: Unit) -> SledHull:
    hull = state.profile(unit.models[0]).hull
    assert isinstance(hull, SledHull)
    return hull


def squad_of(state: GameState) -> Model:
    return state.units[UnitId("a3")].models[0]


def sling_of(state: GameState) -> WeaponId:
    """Slings throw what the squads shoot."""
    return squad_of(state).weapons[0]


def bent(unit: Unit) -> int:
    own = unit.vehicle.own if unit.vehicle else None
    return own.bent if isinstance(own, SledMarks) else 0


# ------------------------------------------------------------------ what is asked, and what happens


class Glide(Action, frozen=True, kw_only=True, tag="Glide"):
    """Straight on, half as far for each bent runner."""

    unit: UnitId

    def check(self, state: GameState) -> Refusal | None:
        if refusal := may_act(state, self.side, self.unit, 1):
            return refusal
        unit = state.units[self.unit]
        if not unit.is_vehicle:
            return Refusal("no-sled", f"{unit.name} has no runners.", allowed="a sled")
        (x, y), table = self.end(state), state.scenario
        if not (2 <= x <= table.width_in - 2 and 2 <= y <= table.height_in - 2):
            return Refusal("edge", f"{unit.name} would leave the table.", allowed="stay")
        there = Placement(model=unit.models[0].id, at=(x, y), facing=unit.models[0].facing)
        room = DeploymentRoom(state, unit)
        return room.on_somebody(unit, room.spots(unit, (there,))[0])

    def end(self, state: GameState) -> Point:
        unit = state.units[self.unit]
        model = unit.models[0]
        return along(model.at, model.facing, 2 * HALF_IN / 2 ** bent(unit))

    def resolve(self, progress: Progress) -> None:
        unit = progress.state.units[self.unit]
        model, end = unit.models[0], self.end(progress.state)
        progress.emit(PointsSpent(side=unit.side, unit=unit.id, points=1, action="glide"))
        progress.emit(
            ModelsMoved(
                side=unit.side,
                unit=unit.id,
                placements=(Placement(model=model.id, at=end, facing=model.facing),),
                how="drive",
                path=((*model.at, model.facing), (*end, model.facing)),
                length_in=distance(model.at, end),
            )
        )


class Dented(Event, frozen=True, kw_only=True, tag="Dented"):
    """A hit has told; the third leaves kindling."""

    bends: bool = False

    def evolve(self, state: GameState) -> GameState:
        assert self.unit is not None
        unit = state.units[self.unit]
        assert unit.vehicle is not None
        left = unit.vehicle.hull - 1
        vehicle = replace(unit.vehicle, hull=left, wrecked="" if left else "destroyed")
        vehicle = vehicle.with_own(SledMarks(bent=bent(unit) + self.bends))
        models = unit.models if left else tuple(replace(m, wounds=0) for m in unit.models)
        state = state.with_unit(replace(unit, vehicle=vehicle, models=models))
        return state.with_turn(active=None, ap=0) if not left and state.turn.active == self.unit else state

    def sentence(self, state: GameState) -> str:
        return f"{state.units[self.unit or UnitId('')].name} is dented"


class Splinter(TaskStruct, frozen=True, kw_only=True, tag="Splinter"):
    """One hit on a sled, still to be worked out."""

    target: UnitId
    by: UnitId

    def run(self, progress: Progress) -> None:
        if not progress.state.units[self.target].is_gone:
            rolled = progress.roll("vehicle-damage", sense="high", goal=3, unit=self.by, target=self.target)
            if rolled.passed:
                side = progress.state.units[self.target].side
                progress.emit(Dented(side=side, unit=self.target, bends=rolled.dice[0] == 6))


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    active = state.turn.active
    if active is not None and state.active_side == side and state.units[active].is_vehicle:
        yield offered(state, Glide(side=side, unit=active), kind="glide", unit=active, ap=1)


ACTIONS, EVENTS, TASKS = (Glide,), (Dented,), (Splinter,)


class Sledging(ShotsAtVehicles, VehicleCrews, VehicleFacts, WeaponsOfHulls, FireAsLaid, HullsUnderFire):
    """What sleds say to the chapters that ask: everything else is "no such thing here"."""

    def rows(self) -> tuple[Row, ...]:
        return (Row("bent", lambda s, u: bent(u), "A runner is bent", "TRI-JOIN-01", marked=True),)

    def speed_words(self, state: GameState, unit: Unit) -> str:
        return "gliding"

    def mounts(self, state: GameState, unit: Unit) -> tuple[MountedWeapon, ...]:
        rifle = state.weapons[sling_of(state)]
        return tuple(MountedWeapon(n, rifle, unit.models[0].at) for n in range(sled_of(state, unit).slings))

    def bears_on(
        self, state: GameState, unit: Unit, target: UnitId, said: Said = NOTHING_SAID, first: Sequence[int] = ()
    ) -> tuple[int, ...]:
        return tuple(mount.number for mount in self.mounts(state, unit))

    def plan(self, state: GameState, unit: Unit, target: UnitId, mounts: Sequence[int]) -> FirePlan:
        slinger = replace(unit.models[0], profile=squad_of(state).profile, weapons=(sling_of(state),))
        crew = replace(unit, models=(slinger,), vehicle=None)
        return Planner(state.with_unit(crew), crew, state.units[target], Orders()).plan()

    def struck(self, state: GameState, target: Unit, weapon: Weapon, eye: Point) -> StruckFace:
        return StruckFace("bow", "normal", 0, "none")

    def take_hits(
        self, progress: Progress, target: UnitId, weapon: Weapon, shooters: Sequence[ModelId], by: UnitId
    ) -> None:
        progress.queue(*(Splinter(target=target, by=by) for _ in shooters))


SLEDS: Final = VehicleRules(
    made=Made("the rules of sleds", "TRI-JOIN-01", SledHull, SledMarks),
    answers=Sledging(),
    files=(sys.modules[__name__],),
)


# ------------------------------------------------------------------ a battle of sleds

RIFLE = a_weapon("rifle", shots=2, strength=4)


def an_army(name: str) -> Army:
    sled = Profile(id=ProfileId("sled"), name="Sled", ws=0, i=4, size=3, kind="vehicle", hull=SledHull())
    squads = [
        Entry(
            name=f"{name} squad {n}",
            members=(Member(profile=ProfileId("trooper"), count=5, weapons=(WeaponId("rifle"),)),),
        )
        for n in (1, 2)
    ]
    sleds = [Entry(name=f"{name} sled {n}", members=(Member(profile=ProfileId("sled"), count=1),)) for n in (1, 2)]
    return Army(name=name, entries=(*sleds, *squads), profiles=(sled, a_profile()), weapons=(RIFLE,))


SCENARIO = facing_west_and_east("Snow", 30, 24, 8, options={"vehicle_module": "sled", "busts_allowed": 3})
ARMIES = {A: an_army("Ash"), B: an_army("Birch")}


def battle() -> list[Event]:
    return rules.new_game(SCENARIO, ARMIES)


@pytest.fixture
def sleds():
    with adding(SLEDS):
        yield


def test_nobody_knows_sleds_where_they_are_not_entered() -> None:
    assert rules.vehicle_rules() == ("gemini", "trial")
    with pytest.raises(ValueError, match="no table is played by sled: there is gemini, trial"):
        battle()
    assert Glide not in codec.action_types()
    found = msgspec.to_builtins(ARMIES[A])
    with pytest.raises(msgspec.ValidationError, match="no vehicle rules are called 'sled'"):
        opened(found, Army)


@pytest.mark.usefixtures("sleds")
def test_bots_play_them_and_all_that_happens_is_written_and_read_again() -> None:
    glides = dents = 0
    for seed in range(3):
        log = battle()
        state = fold(log)
        dice, choices = SeededDice(seed), SeededDice(seed + 10**6)
        for n in range(220):
            side = bots.to_act(state)
            if side is None:
                break
            found = legal_actions(state, side)
            assert not {"drive", "fire", "ram", "board", "street"} & {offer.kind for offer in found}
            action = bots.choose(state, found, choices, n * bots.DICE_PER_CHOICE)
            assert action is not None
            assert codec.decode_action(codec.encode(action)) == action
            events = decide(state, action, dice)
            assert codec.decode_events(codec.encode(events)) == events
            state = fold(events, state)
            log += events
            glides += isinstance(action, Glide)
            dents += sum(isinstance(event, Dented) for event in events)
        assert codec.decode_state(codec.encode(state)) == state == fold(log)
    assert glides >= 5
    assert dents >= 5


@pytest.mark.usefixtures("sleds")
def test_its_hull_and_its_marks_are_stored_by_their_tag() -> None:
    found = msgspec.to_builtins(ARMIES[A])
    assert found["profiles"][0]["hull"]["rules"] == "sled"
    assert opened(found, Army) == ARMIES[A]
    state = fold(battle())
    sled = state.units[UnitId("a1")]
    assert sled.vehicle == VehicleState(hull=2)
    hit = Dented(side=A, unit=sled.id, bends=True).evolve(state)
    assert hit.units[sled.id].vehicle == VehicleState(hull=1, own=SledMarks(bent=1))
    assert codec.decode_state(codec.encode(hit)) == hit


@pytest.mark.usefixtures("sleds")
def test_a_host_sets_what_only_sleds_have_and_what_every_vehicle_has() -> None:
    state = fold(battle())
    unit = state.units[UnitId("a1")]
    assert unit.vehicle is not None
    assert unit.vehicle.ruled(sled_of(state, unit), "bent", 2).own == SledMarks(bent=2)
    assert unit.vehicle.ruled(sled_of(state, unit), "immobilised", True).immobilised


@pytest.mark.usefixtures("sleds")
def test_a_refusal_of_theirs_comes_out_at_the_door() -> None:
    with pytest.raises(IllegalAction) as caught:
        decide(fold(battle()), Glide(side=A, unit=UnitId("a1")), SeededDice(1))
    assert caught.value.refusal.code == "wrong-phase"


@pytest.mark.usefixtures("sleds")
def test_what_other_vehicle_rules_let_people_do_is_refused() -> None:
    with pytest.raises(IllegalAction) as caught:
        decide(fold(battle()), Drive(side=A, unit=UnitId("a1"), path=()), SeededDice(1))
    assert caught.value.refusal.code == "other-game"


def test_a_scenario_for_them_can_begin_as_soon_as_they_are_played() -> None:
    assert "vehicles-not-played" in [each.code for each in blocking(SCENARIO)]
    with adding(SLEDS):
        assert "vehicles-not-played" not in [each.code for each in blocking(replace(SCENARIO, name="Fresh snow"))]
        assert modules.name_of("sled") == "the rules of sleds"


def test_the_switch_lists_the_vehicle_rules_that_there_are() -> None:
    offered = [each for each, _, _ in switchboard.field(switchboard.VEHICLES, {}).choices]
    assert offered == ["gemini", "trial"]
    with adding(SLEDS):
        assert option_faults({"vehicle_module": "sled"}) == ()
        assert [each for each, _, _ in switchboard.field(switchboard.VEHICLES, {}).choices] == [*offered, "sled"]
    fault = "vehicle_module cannot be 'sled': it may be gemini, trial"
    assert option_faults({"vehicle_module": "sled"}) == (fault,)


@pytest.mark.usefixtures("sleds")
def test_pages_tell_their_states_marks_and_shots() -> None:
    """By the same questions as of every vehicle: nothing in them names a set of vehicle rules."""
    state = fold(battle())
    ours, theirs = (state.units[UnitId(name)] for name in ("a1", "b1"))
    for unit, x in ((ours, 8.0), (theirs, 16.0)):
        model = replace(unit.models[0], at=(x, 12.0), facing=90.0)
        state = state.with_unit(replace(unit, deployed=True, models=(model,)))
    state = Dented(side=A, unit=UnitId("a1"), bends=True).evolve(state)
    sled = state.units[UnitId("a1")]
    assert ("bent", "A runner is bent") in [(each.name, each.words) for each in units.states(state, sled)]
    assert units.marks(state, sled) == ("bent",)
    assert units.speed_words(state, sled) == "gliding"
    assert (units.momentum(state, sled), units.withstands(state, sled)) == (None, None)
    assert [mount.weapon.name for mount in weapons.loaded(state, sled)] == ["Rifle"]
    assert weapons.bears_on(state, sled, UnitId("b1")) == (0,)
    numbers = shots.between(state, sled, state.units[UnitId("b1")])
    assert numbers is not None
    assert [(kind.face, kind.shots) for kind in numbers.kinds] == [("bow", 3)]
    assert [each.name for each in unit_card(state, sled).states] == ["bent"]


def test_they_are_known_in_one_thread_alone() -> None:
    elsewhere: list[tuple[str, ...]] = []
    with adding(SLEDS):
        thread = threading.Thread(target=lambda: elsewhere.append(vehicle_interface.played()))
        thread.start()
        thread.join()
        assert vehicle_interface.played() == ("gemini", "trial", "sled")
    assert elsewhere == [("gemini", "trial")]


def test_no_two_shipped_modules_bring_kinds_of_one_name() -> None:
    kinds = {
        kind for module in vehicle_interface.playable() for kind in (*module.actions, *module.events, *module.tasks)
    }
    assert len({kind.__name__ for kind in kinds}) == len(kinds)
    assert {module.id for module in vehicle_interface.playable()} <= {made.id for made in modules.known()}
