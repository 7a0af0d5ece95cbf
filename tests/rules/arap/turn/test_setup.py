"""Roll-off and deployment."""

import itertools

import pytest
from msgspec.structs import replace

from rules import characters
from rules.answers import Answer
from rules.arap.events import ModelsMoved
from rules.arap.turn.setup import AutoDeploy, Deploy, HeldBack, HoldBack, RollOff, new_game
from rules.characters import AGGRESSIVE
from rules.core.ids import SideId
from rules.core.refusal import IllegalAction
from rules.dice.sources import SeededDice
from rules.engine import fold, legal_actions
from rules.forces.army import Army, Entry, Member
from rules.forces.gemini import GeminiHull
from rules.geometry.rings import rectangle
from rules.state import Placement
from rules.table.scenario import Objective, Scenario, Zone
from rules.table.terrain import Terrain
from tests.builders import A, B, a_profile, play, the

TRUCK = a_profile("truck", hull=GeminiHull(front=10, side=10, rear=10, length_in=5, width_in=3))
JEEP = a_profile("jeep", hull=GeminiHull(front=10, side=10, rear=10, length_in=5, width_in=3, battle_speed_in=18))
WEST, EAST = Zone(side=A, points=rectangle(0, 0, 12, 48)), Zone(side=B, points=rectangle(60, 0, 12, 48))


def an_army(*entries, name="Army"):
    return Army(name=name, entries=entries, profiles=(a_profile(), TRUCK, JEEP))


def squad(name="Squad", count=5, **values):
    return Entry(name=name, members=(Member(profile="trooper", count=count),), **values)


def truck(name="Truck", profile="truck"):
    return Entry(name=name, members=(Member(profile=profile),))


SQUAD = (squad(),)


def a_game(mine=SQUAD, theirs=SQUAD, zones=(WEST, EAST), **values):
    scenario = Scenario(name="Test field", zones=zones, **values)
    return fold(new_game(scenario, {A: an_army(*mine), B: an_army(*theirs)}))


def rolled_off(state, first=A):
    """The winner of the roll-off takes the first turn."""
    dice = [5, 2] if first == A else [2, 5]
    _, state = play(state, RollOff(side=A), {"table-roll": dice})
    return play(state, Answer(side=first, choice="first"))[1]


def refused(state, action):
    with pytest.raises(IllegalAction) as error:
        play(state, action)
    return error.value.refusal


def rank(unit, x, y, count=5, gap=1.5, facing=90):
    return tuple(Placement(model=f"{unit}.{n + 1}", at=(x, y + n * gap), facing=facing) for n in range(count))


@pytest.mark.rule("ARAP-DICE-15")
def test_the_winner_of_the_roll_off_chooses_and_ties_are_rolled_again():
    _, state = play(a_game(), RollOff(side=A), {"table-roll": [4, 4, 2, 3]})
    assert state.prompt.side == B
    _, state = play(state, Answer(side=B, choice="last"))
    assert state.turn.order == (A, B)
    assert refused(state, RollOff(side=A)).code == "already-rolled"


def test_the_first_of_the_order_places_first_and_then_sides_in_turn():
    state = rolled_off(a_game((squad("One"), squad("Two")), (squad("Three"),)), first=B)
    assert state.turn.order == (B, A)
    assert refused(state, AutoDeploy(side=A)).code == "not-your-turn"
    _, state = play(state, AutoDeploy(side=B))
    _, state = play(state, AutoDeploy(side=A))
    assert state.turn.phase == "deployment"
    _, state = play(state, AutoDeploy(side=A))
    assert (state.turn.number, state.active_side) == (1, B)


def test_nobody_deploys_before_the_roll_off():
    assert refused(a_game(), AutoDeploy(side=A)).code == "no-order"
    assert [o.kind for o in legal_actions(a_game(), A)] == ["roll-off"]


def test_a_unit_stands_where_it_is_placed():
    state = rolled_off(a_game())
    events, state = play(state, Deploy(side=A, unit="a1", placements=rank("a1", 6, 10)))
    assert [m.at for m in state.units["a1"].models] == [(6, 10 + n * 1.5) for n in range(5)]
    assert next(e for e in events if isinstance(e, ModelsMoved)).how == "place"
    assert refused(state, Deploy(side=B, unit="a1", placements=rank("a1", 6, 10))).code == "not-to-deploy"


@pytest.mark.parametrize(
    ("placements", "code"),
    [
        (rank("a1", 11.6, 10), "outside-zone"),
        (rank("a1", 11.5, 10), None),
        (rank("a1", 6, 0.4), "outside-zone"),
        (rank("a1", 6, 10, gap=0.9), "no-room"),
        (rank("a1", 6, 10, count=4), "wrong-models"),
        ((*rank("a1", 6, 10, count=4), rank("a1", 6, 10)[0]), "wrong-models"),
        (rank("a1", float("nan"), 10), "bad-place"),
        (rank("a1", 3, 30), "impassable"),
        (rank("a1", 6, 10, facing=float("inf")), "bad-place"),
    ],
)
def test_where_a_unit_may_not_stand(placements, code):
    block = Terrain(id="block", name="Block", points=rectangle(0, 28, 4, 10), going="impassable")
    state = rolled_off(a_game(terrain=(block,)))
    refusal = Deploy(side=A, unit="a1", placements=placements).check(state)
    assert (refusal.code if refusal else None) == code


@pytest.mark.part_of("ARAP-COH-01")
@pytest.mark.parametrize(("gap", "code"), [(3.0, None), (3.1, "not-coherent")])
def test_a_unit_is_placed_in_coherency(gap, code):
    state = rolled_off(a_game())
    refusal = Deploy(side=A, unit="a1", placements=rank("a1", 6, 10, gap=gap)).check(state)
    assert (refusal.code if refusal else None) == code


@pytest.mark.parametrize(
    ("at", "facing", "code"), [((6, 9), 90, "no-room"), ((6, 7.9), 90, None), ((6, 7.9), 0, "no-room")]
)
def test_hulls_are_placed_by_their_outline(at, facing, code):
    state = rolled_off(a_game((squad(), truck())))
    _, state = play(state, Deploy(side=A, unit="a1", placements=rank("a1", 6, 10)))
    _, state = play(state, AutoDeploy(side=B))
    state = replace(state, turn=replace(state.turn, number=0, phase="deployment", place=0))
    refusal = Deploy(side=A, unit="a2", placements=(Placement(model="a2.1", at=at, facing=facing),)).check(state)
    assert (refusal.code if refusal else None) == code


def test_a_hull_lies_wholly_in_its_zone():
    state = rolled_off(a_game((truck(),)))

    def at(x, facing):
        return Deploy(side=A, unit="a1", placements=(Placement(model="a1.1", at=(x, 20), facing=facing),))

    assert at(9.5, 90).check(state) is None
    assert at(9.6, 90).check(state).code == "outside-zone"
    assert at(10.5, 0).check(state) is None


def test_the_table_places_everything_clear_of_each_other():
    many = tuple(squad(f"Squad {n}", 10) for n in range(12))
    state = rolled_off(a_game((*many, truck()), many))
    _, state = play(state, AutoDeploy(side=A, everything=True))
    _, state = play(state, AutoDeploy(side=B, everything=True))
    assert state.turn.number == 1
    assert all(u.on_table for u in state.units.values())
    bases = [m.at for u in state.units.values() for m in u.alive if not u.is_vehicle]
    assert len(bases) == 240
    nearest = min(abs(complex(*p) - complex(*q)) for n, p in enumerate(bases) for q in bases[:n])
    assert nearest >= 25 / 25.4 - 0.01
    assert {m.facing for u in state.units_of(A) for m in u.models} == {90}
    assert {m.facing for u in state.units_of(B) for m in u.models} == {270}


def test_who_finds_no_room_is_held_back_and_the_battle_begins():
    narrow = Zone(side=A, points=rectangle(0, 0, 4, 4))
    state = rolled_off(a_game((squad("One", 4), squad("Two", 4)), zones=(narrow, EAST)))
    assert refused(state, HoldBack(side=A, unit="a1")).code == "room-left"
    _, state = play(state, AutoDeploy(side=A, everything=True))
    assert [u.on_table for u in state.units_of(A)] == [True, False]
    _, state = play(state, AutoDeploy(side=B))
    assert refused(state, AutoDeploy(side=A)).code == "no-room"
    kinds = [o.kind for o in legal_actions(state, A) if o.action is not None]
    assert kinds == ["hold-back"]
    _, state = play(state, HoldBack(side=A, unit="a2"))
    assert (state.turn.number, state.units["a2"].reserve) == (1, True)


@pytest.mark.rule("ARAP-TURN-04")
def test_with_reserves_in_play_any_unit_may_be_held_back():
    started = a_game((squad("One", 4), squad("Two", 4)))
    state = rolled_off(replace(started, options={**started.options, "reserves_in_play": True}))
    offered = [(o.kind, o.unit) for o in legal_actions(state, A) if o.kind == "hold-back"]
    assert offered == [("hold-back", "a1"), ("hold-back", "a2")]
    events, state = play(state, HoldBack(side=A, unit="a1"))
    assert the(events, HeldBack).sentence(state) == "One is held back"
    assert state.units["a1"].reserve
    _, state = play(state, AutoDeploy(side=B))
    _, state = play(state, AutoDeploy(side=A, everything=True))
    assert [u.on_table for u in state.units_of(A)] == [False, True]


def test_a_side_may_have_several_zones():
    south = Zone(side=A, points=rectangle(12, 40, 20, 8))
    state = rolled_off(a_game(zones=(WEST, south, EAST)))
    assert Deploy(side=A, unit="a1", placements=rank("a1", 25, 41)).check(state) is None


def test_units_aboard_a_transport_are_not_placed_and_hidden_ones_only_seen_by_their_side():
    mine = (truck(), squad("Riders", inside="Truck"), squad("Scouts", hidden=True))
    state = rolled_off(a_game(mine))
    assert [o.unit for o in legal_actions(state, A) if o.kind == "deploy"] == ["a1", "a3"]
    events, state = play(state, AutoDeploy(side=A, everything=True))
    seen = {e.unit: e.seen_by for e in events if isinstance(e, ModelsMoved)}
    assert seen == {"a1": None, "a3": (SideId("a"),)}
    assert state.units["a2"].aboard == "a1"


def test_an_army_is_missed():
    with pytest.raises(ValueError, match="no army for Side B"):
        new_game(Scenario(name="Test field"), {A: an_army(squad())})


# ------------------------------------------------------------------ all at once, as a player would

ROAD = Terrain(id="road", name="Road", points=((0, 36), (72, 36)), line=True, width_in=2, going="road", look="road")
LEADER = Entry(name="Captain", members=(Member(profile="trooper", count=1),))


def spread_out(*entries, terrain=()):
    state = rolled_off(a_game(mine=entries, terrain=terrain))
    return play(state, AutoDeploy(side=A, everything=True, spread=True))[1]


def extent(state, unit, axis):
    places = [m.at[axis] for m in state.units[unit].models]
    return min(places), max(places)


def test_squads_stand_abreast_along_the_front_with_room_between_them():
    state = spread_out(squad("One"), squad("Two"), squad("Three"))
    rows = sorted(extent(state, unit, 1) for unit in ("a1", "a2", "a3"))
    assert all(above[1] + 2 <= below[0] for above, below in itertools.pairwise(rows))
    assert rows[0][0] < 12 < 36 < rows[-1][1]
    assert {extent(state, unit, 0)[1] for unit in ("a1", "a2", "a3")} == {10.5}


def test_squads_that_come_later_stand_beside_those_who_were_placed_by_hand():
    state = rolled_off(a_game(mine=(squad("One"), squad("Two"), squad("Three"))))
    _, state = play(state, AutoDeploy(side=A, unit="a1"))
    side = state.turn.order[state.turn.place]
    if side != A:
        _, state = play(state, AutoDeploy(side=side, everything=True))
    _, state = play(state, AutoDeploy(side=A, everything=True, spread=True, among=True))
    first, others = extent(state, "a1", 1), [extent(state, unit, 1) for unit in ("a2", "a3")]
    assert all(low > first[1] + 2 or high < first[0] - 2 for low, high in others)
    assert {extent(state, unit, 0)[1] for unit in ("a2", "a3")} == {10.5}


def test_a_leader_stands_behind_the_squads():
    state = spread_out(squad("One"), LEADER, squad("Two"))
    assert extent(state, "a2", 0)[1] < extent(state, "a1", 0)[0]
    assert all(state.units[unit].deployed for unit in ("a1", "a2", "a3"))


def test_hulls_stand_on_the_road_one_behind_the_other():
    state = spread_out(truck("One"), truck("Two"), squad(), terrain=(ROAD,))
    (first,), (second,) = ([m.at for m in state.units[unit].models] for unit in ("a1", "a2"))
    assert first[1] == second[1] == 36
    assert first[0] - second[0] >= 5


def test_the_fastest_hull_stands_first_on_the_road():
    state = spread_out(truck("One"), truck("Two", "jeep"), squad(), terrain=(ROAD,))
    assert extent(state, "a2", 0)[0] > extent(state, "a1", 0)[0] + 4


HILL = Objective(id="hill", name="Hill", at=(36, 40))


def test_a_unit_is_placed_as_near_to_a_place_as_there_is_room():
    state = rolled_off(a_game())
    _, placed = play(state, AutoDeploy(side=A, unit="a1", near=(11, 40)))
    assert placed.units["a1"].models[0].at[0] == 11
    assert abs(sum(extent(placed, "a1", 1)) / 2 - 40) < 1
    assert refused(state, AutoDeploy(side=A, unit="a1", near=(float("nan"), 1))).code == "bad-number"


def test_the_house_is_offered_places_near_what_is_fought_for_and_stands_in_nobody_s_way():
    state = rolled_off(a_game(mine=(squad("One"), squad("Two")), objectives=(HILL,)))
    for side in (A, B, A):
        action = characters.next_action(state, side, AGGRESSIVE, SeededDice(1), 0)
        _, state = play(state, action)
    one, two = (state.units[unit].models for unit in ("a1", "a2"))
    assert all(extent(state, unit, 0)[1] > 10 for unit in ("a1", "a2"))  # none behind the other
    assert min(abs(m.at[1] - 40) for m in (*one, *two)) < 4


def test_placing_all_without_spreading_stays_what_it_was():
    state = rolled_off(a_game(mine=(squad("One"), squad("Two"))))
    _, placed = play(state, AutoDeploy(side=A, everything=True))
    assert {extent(placed, unit, 0) for unit in ("a1", "a2")} == {(11, 11)}


def test_a_squad_stands_on_a_rampart_or_at_its_foot_and_never_half_on_it():
    rampart = Terrain(
        id="wall",
        name="Wall",
        points=((9, 14), (12, 14), (12, 26), (9, 26)),
        elevation_in=3,
        gradient_deg=90,
        look="wall",
    )
    state = spread_out(squad("One"), squad("Two"), squad("Three"), terrain=(rampart,))
    for unit in ("a1", "a2", "a3"):
        up = [9 <= x <= 12 and 14 <= y <= 26 for x, y in (m.at for m in state.units[unit].models)]
        assert all(up) or not any(up), unit


@pytest.mark.part_of("VEH-MOVE-06")
@pytest.mark.parametrize(
    ("piece", "code"),
    [
        ({"look": "building", "going": "difficult", "height_in": 3}, "impassable"),
        ({"look": "building", "going": "difficult", "height_in": 3, "tracked": "1/2"}, ""),
        ({"look": "wall", "height_in": 2}, "impassable"),
        ({"look": "wall", "height_in": 1}, ""),
        ({"look": "wood", "going": "difficult"}, ""),
    ],
)
def test_no_hull_is_deployed_on_ground_that_is_closed_to_it(piece, code):
    house = Terrain(id="h", name="Ice House", points=rectangle(4, 8, 4, 4), **piece)
    state = rolled_off(a_game((truck(),), terrain=(house,)))
    there = Deploy(side=A, unit="a1", placements=(Placement(model="a1.1", at=(5, 10), facing=0),))
    found = there.check(state)
    assert (found.code if found else "") == code


def test_people_are_placed_in_a_bunker_and_no_hull_is():
    bunker = Terrain(id="keep", name="Keep", points=rectangle(1, 1, 10, 10), going="impassable", look="bunker")
    state = rolled_off(a_game((squad(), truck()), terrain=(bunker,)), B)
    _, state = play(state, AutoDeploy(side=B))
    inside = Placement(model="a2.1", at=(6, 6), facing=90)
    assert refused(state, Deploy(side=A, unit="a2", placements=(inside,))).code == "impassable"
    _, state = play(state, Deploy(side=A, unit="a1", placements=rank("a1", 3, 2.5)))
    assert state.units["a1"].on_table
