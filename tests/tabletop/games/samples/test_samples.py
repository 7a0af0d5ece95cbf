"""The sample content: what it has to contain, and that loading it is safe to repeat."""

from io import StringIO

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db.models import Model

from rules.core.ids import SideId
from rules.forces.army import Army as ArmyValue
from rules.geometry.rings import rings_distance
from rules.rulebook import option_faults
from rules.table.scenario import Scenario
from tabletop.accounts.people import Person
from tabletop.armies.models import Army
from tabletop.games import services
from tabletop.games.log import journal
from tabletop.games.models import EventRecord, Seat, Table
from tabletop.games.samples import battle, samples
from tabletop.scenarios.draft import checks
from tabletop.scenarios.models import ScenarioRecord
from tabletop.ui.words import code_text
from tests.cast import ALICE, BOB, CHARLIE

ARMIES = {army.name: army for army in samples.armies()}
SCENARIOS = {scenario.name: scenario for scenario in samples.scenarios()}
FULL = ("Northmarch Rangers", "Saltmere Compact")
SMALL = ("Northmarch Patrol", "Saltmere Foragers")
RACERS = ("Cinder Runners", "Toll Wardens")
TRIAL = ("Hollin Guard", "Tidewater Raiders")
CRUSADERS = ("Carrow Guard Armour", "Fen Wardens Column")


def weapons_of(army: ArmyValue, entry: str) -> set[str]:
    found = next(e for e in army.entries if e.name == entry)
    return {weapon for member in found.members for weapon in member.weapons}


def _fighting(scenario: Scenario) -> tuple[str, str]:
    if scenario.ruleset == "rules-crusade":
        return CRUSADERS
    trial = scenario.options.get("vehicle_module") == "trial"
    return RACERS if scenario.race else TRIAL if trial else SMALL


def on_foot(army: ArmyValue) -> list[str]:
    vehicles = {profile.id for profile in army.profiles if profile.hull}
    return [
        e.name for e in army.entries if e.members[0].profile not in vehicles and sum(m.count for m in e.members) > 1
    ]


@pytest.mark.parametrize("name", FULL)
def test_a_full_force_has_squads_a_character_a_tank_and_a_walker(name: str) -> None:
    army = ARMIES[name]
    kinds = {p.id: p.hull.type for p in army.profiles if p.hull}
    types = {kinds.get(entry.members[0].profile) for entry in army.entries}
    weapons = {weapon.id: weapon for weapon in army.weapons}
    squads = [weapons_of(army, entry) for entry in on_foot(army)]
    alone = [e for e in army.entries if sum(m.count for m in e.members) == 1 and e.members[0].profile not in kinds]
    assert len(squads) >= 2
    assert len({frozenset(squad) for squad in squads}) >= 2, "squads carry different weapons"
    assert any(weapons[w].type in ("heavy", "salvo") for squad in squads for w in squad)
    assert any(weapons[w].template for squad in squads for w in squad)
    assert len(alone) == 1
    assert {"tracked", "walker"} <= types


def test_one_force_rides_a_transport_from_the_start() -> None:
    army = ARMIES["Northmarch Rangers"]
    carried = [entry for entry in army.entries if entry.inside]
    carrier = next(e for e in army.entries if e.name == carried[0].inside)
    profile = next(p for p in army.profiles if p.id == carrier.members[0].profile)
    assert profile.hull is not None
    assert profile.hull.capacity >= sum(member.count for member in carried[0].members)


@pytest.mark.parametrize("name", SMALL)
def test_a_small_force_goes_on_foot(name: str) -> None:
    assert not [profile for profile in ARMIES[name].profiles if profile.hull]
    assert len(ARMIES[name].entries) == 3


@pytest.mark.parametrize(("one", "other"), [FULL, SMALL, TRIAL])
def test_forces_that_meet_cost_about_the_same(one: str, other: str) -> None:
    assert abs(ARMIES[one].points - ARMIES[other].points) <= 20


@pytest.mark.parametrize("army", ARMIES.values(), ids=list(ARMIES))
def test_every_army_musters(army: ArmyValue) -> None:
    mustered = army.muster(SideId("a"))
    used = {weapon for unit in mustered.units for model in unit.models for weapon in model.weapons}
    assert used <= set(mustered.weapons)


def test_the_ford_has_every_kind_of_ground() -> None:
    ford = SCENARIOS["Harrow Ford"]
    assert (ford.width_in, ford.height_in, ford.turn_limit, len(ford.objectives)) == (72, 48, 6, 2)
    assert {each.name: each.value for each in ford.objectives} == {"The Ford": 3, "Harrow Mill": 1}
    assert {piece.cover for piece in ford.terrain} >= {"soft", "hard"}
    assert {piece.going for piece in ford.terrain} >= {"difficult", "road"}
    assert any(piece.hazard for piece in ford.terrain)
    assert any(piece.look == "building" for piece in ford.terrain)
    assert {zone.side for zone in ford.zones} == {"a", "b"}


def test_the_lane_is_a_short_first_battle() -> None:
    lane = SCENARIOS["Lockhouse Lane"]
    assert (lane.width_in, lane.height_in, lane.turn_limit, len(lane.objectives)) == (48, 36, 4, 2)


def test_the_ring_is_a_race_with_runners_and_hunters() -> None:
    ring = SCENARIOS["Cinder Ring"]
    assert ring.race is not None
    assert (len(ring.race.gates), ring.race.laps, ring.race.racers) == (4, 1, ("a",))
    for name, armed in (("Cinder Runners", False), ("Toll Wardens", True)):
        cars = [p.hull for p in ARMIES[name].profiles if p.hull]
        assert all(car.street for car in cars)
        assert any(car.mounts for car in cars) is armed
        assert "bike" in {car.type for car in cars}


def test_the_column_has_a_gun_with_its_tractor_and_crew_a_dozer_and_ridden_bikes() -> None:
    mustered = ARMIES["Dunmarsh Column"].muster(SideId("a"))
    units = {unit.name: unit for unit in mustered.units}
    crew, gun, tractor = units["Nelly’s Crew"], units["Long Nelly"], units["Ox"]
    assert (crew.serves, crew.aboard, crew.clinging) == (gun.id, tractor.id, True)
    vehicles = {name: mustered.profiles[unit.models[0].profile].hull for name, unit in units.items()}
    assert vehicles["Long Nelly"] is not None
    assert vehicles["Long Nelly"].towed
    assert vehicles["Spade Anna"] is not None
    assert vehicles["Spade Anna"].dozer == "front"
    assert all(mustered.profiles[m.profile].bike for m in units["Fen Riders"].models)


@pytest.mark.parametrize("scenario", SCENARIOS.values(), ids=list(SCENARIOS))
def test_everything_lies_on_the_table(scenario: Scenario) -> None:
    points = [p for piece in scenario.terrain for p in piece.points]
    points += [p for zone in scenario.zones for p in zone.points] + [each.at for each in scenario.objectives]
    assert all(0 <= x <= scenario.width_in and 0 <= y <= scenario.height_in for x, y in points)
    assert option_faults(scenario.options) == ()
    assert scenario.briefing


@pytest.mark.parametrize("scenario", SCENARIOS.values(), ids=list(SCENARIOS))
def test_no_scenario_carries_a_warning_of_the_editor(scenario: Scenario) -> None:
    assert [each.text for each in checks.check(scenario) if each.tone != "ok"] == []


@pytest.mark.parametrize("scenario", SCENARIOS.values(), ids=list(SCENARIOS))
def test_men_on_foot_meet_before_the_last_turn(scenario: Scenario) -> None:
    if scenario.race is None:
        west, east = (zone.points for zone in scenario.zones)
        assert rings_distance(west, east) <= 2 * checks.STEP_IN * (scenario.turn_limit - 1)


def test_at_the_ford_one_side_walks_to_the_other_within_the_battle() -> None:
    ford = SCENARIOS["Harrow Ford"]
    west, east = (zone.points for zone in ford.zones)
    assert rings_distance(west, east) <= checks.STEP_IN * ford.turn_limit


@pytest.mark.django_db
@pytest.mark.parametrize("scenario", SCENARIOS.values(), ids=list(SCENARIOS))
def test_every_scenario_can_begin(scenario: Scenario) -> None:
    record = ScenarioRecord.of(scenario, public=True)
    record.save()
    table = services.open_table(person=ALICE, host_name="Alice", scenario=record)
    services.join(code=table.code, person=ALICE, name="Alice", sides=["a", "b"])
    for side, name in zip("ab", _fighting(scenario), strict=True):
        army = Army.of(ARMIES[name])
        army.save()
        services.bring_army(code=table.code, person=ALICE, side=side, army=army)
    services.start_battle(code=table.code, person=ALICE)
    table.refresh_from_db()
    assert (record.faults, table.status) == (0, "playing")


@pytest.fixture(scope="module")
def once() -> list[tuple[str, list[Model]]]:
    """What loading said and which rows it made, after the first test here that loads."""
    return []


@pytest.fixture
def loaded(db: None, once: list[tuple[str, list[Model]]]) -> str:
    """The samples are loaded; what the command said of it. The battle takes seconds: later tests get the same rows."""
    if not once:
        empty = [model for model in apps.get_models() if not model._default_manager.exists()]
        printed = StringIO()
        call_command("load_sample", stdout=printed)
        once.append((printed.getvalue(), [row for model in empty for row in model._default_manager.all()]))
        return printed.getvalue()
    found, rows = once[0]
    for row in rows:
        row.save_base(raw=True, force_insert=True)
    return found


def test_loading_twice_loads_once(loaded: str) -> None:
    found = StringIO()
    found.write(loaded)
    call_command("load_sample", stdout=found)
    assert sorted(Army.objects.values_list("name", flat=True)) == sorted(ARMIES)
    assert sorted(ScenarioRecord.objects.values_list("name", flat=True)) == sorted(SCENARIOS)
    assert all(army.public and army.owner is None for army in Army.objects.all())
    first, second = found.getvalue().splitlines()
    assert first == f"Loaded {len(ARMIES)} sample armies and {len(SCENARIOS)} scenarios."
    assert second == f"A battle is under way at table {code_text(Table.objects.get().code)}."


@pytest.mark.usefixtures("loaded")
def test_the_sample_battle_is_under_way_open_to_watch_and_free_to_take_up() -> None:
    table = Table.objects.get()
    assert (table.status, table.public, table.name) == ("playing", True, "Harrow Ford")
    assert not Seat.objects.filter(left_at=None).exists()
    state = journal.state_at(table, table.seq)
    assert state.turn.number == battle.STOP_TURN
    assert state.prompt is None
    assert state.turn.active is not None
    moved = {row.actor_side for row in EventRecord.objects.filter(type="ModelsMoved")}
    assert moved == {"a", "b"}
    fallen = sum(len(unit.models) - len(unit.alive) for unit in state.units.values())
    assert fallen, "shots were fired and some of them told"
    assert {row.actor_name for row in EventRecord.objects.filter(seq__gt=1)} == {"Ines", "Tomas"}


@pytest.mark.usefixtures("loaded")
def test_the_sample_battle_is_the_same_each_time() -> None:
    logs = [list(EventRecord.objects.values_list("seq", "type", "payload"))]
    Table.objects.all().delete()
    call_command("load_sample", stdout=StringIO())
    logs.append(list(EventRecord.objects.values_list("seq", "type", "payload")))
    assert len(logs[0]) > 100
    assert logs[0] == logs[1]


@pytest.mark.django_db
def test_no_battle_is_played_where_its_armies_are_gone() -> None:
    samples.load_armies()
    samples.load_scenarios()
    Army.objects.filter(name="Saltmere Compact").delete()
    assert samples.load_battle() == ""
    assert not Table.objects.exists()


@pytest.mark.usefixtures("loaded")
def test_what_somebody_changed_is_left_alone() -> None:
    army = Army.objects.get(name="Northmarch Patrol")
    army.public = False
    army.save()
    call_command("load_sample", stdout=StringIO())
    assert Army.objects.get(name="Northmarch Patrol").public is False


@pytest.mark.usefixtures("loaded")
def test_who_sits_down_at_the_sample_hosts_it_until_nobody_of_theirs_sits_there() -> None:
    code = Table.objects.get(game_id=samples.GAME_ID).code

    def sits_down(person: Person, side: str) -> str:
        services.join(code=code, person=person, name=person.name, sides=[side])
        return Table.objects.get(code=code).host_name

    assert Table.objects.get(code=code).host_name == "The house"
    assert sits_down(ALICE, "a") == "Alice"
    assert sits_down(BOB, "b") == "Alice"
    services.settle(code=code, person=ALICE, locked=False)
    services.leave(code=code, person=ALICE)
    assert sits_down(CHARLIE, "a") == "Charlie"
