"""What is offered near faces, gaps, ladders and water."""

import pytest
from msgspec.structs import replace

from rules.arap.movement.climb import Climb, JumpDown
from rules.arap.movement.ladders import UseLadder
from rules.bots import choose
from rules.dice.sources import SeededDice
from rules.engine import decide, legal_actions
from rules.geometry.lengths import distance
from rules.table.scenario import Objective
from rules.table.terrain import Terrain
from tests.builders import a_battle, a_profile, a_row, a_unit
from tests.rules.arap.heights import a_cliff, a_field, a_gap, a_ladder, a_wall, an_area, hanging

KINDS = ("climb", "rappel", "jump-down", "jump", "leap", "ladder", "swim")


def offered(state):
    """Offers of these kinds, legal ones by kind with their actions; every one of them is accepted."""
    found = {}
    for offer in legal_actions(state, "a"):
        if offer.kind in KINDS:
            found.setdefault(offer.kind, []).append(offer)
            if offer.action is not None:
                assert decide(state, offer.action, SeededDice(1))
    return found


@pytest.mark.parametrize(
    ("terrain", "at", "values", "kinds"),
    [
        ((), (10, 10), {}, set()),
        ((a_cliff(6),), (10, 10), {}, {"climb"}),
        ((a_cliff(6),), (10, 10), {"traits": ("jump-pack",)}, {"climb", "leap"}),
        ((a_cliff(6),), (13, 10), {}, {"climb", "jump-down"}),
        ((a_cliff(6),), (13, 10), {"traits": ("ropes",)}, {"climb", "jump-down", "rappel"}),
        ((a_wall(3),), (10, 10), {}, {"climb"}),
        ((a_wall(1.5),), (10, 10), {}, set()),
        ((a_gap(2),), (10, 10), {}, {"climb", "jump", "jump-down"}),
        ((a_gap(6),), (13, 10), {}, {"climb"}),
        ((a_cliff(3), a_ladder()), (10, 10), {}, {"ladder"}),
        ((a_cliff(3), a_ladder()), (13, 10), {}, {"jump-down", "ladder"}),
        ((an_area("water", 12),), (10, 10), {}, {"swim"}),
        ((an_area("water", 12),), (10, 10), {"traits": ("swims",)}, set()),
        ((a_cliff(6),), (2, 10), {}, set()),
    ],
)
def test_what_the_ground_allows_is_offered(terrain, at, values, kinds):
    state = a_field(at=(at,), terrain=terrain, profile=a_profile(**values))
    assert set(offered(state)) == kinds
    assert all(any(o.action is not None for o in found) for found in offered(state).values())


def test_who_has_friends_before_him_is_offered_a_way_round_them_which_random_play_leaves_alone():
    state = a_battle(
        a_unit("a1", a_row(1, 10, 20), profile=a_profile(m=4)),
        a_unit("a2", a_row(3, 12, 20)),
        a_unit("a3", a_row(3, 14, 20)),
        a_unit("b1", a_row(1, 40, 20), facing=270),
        active="a1",
        ap=2,
    )
    moves = [o for o in legal_actions(state, "a") if o.kind == "move" and o.action is not None]
    (aside,) = (o for o in moves if o.label == "round")
    assert decide(state, aside.action, SeededDice(1))
    for seed in range(20):
        assert choose(state, [aside], SeededDice(seed), 0) is None


def test_a_squad_in_a_wood_is_offered_as_much_of_its_way_as_those_behind_can_go():
    """Two inches of four are 4 at half rate, and those who fall in behind the leader have more to go."""
    wood = Terrain(id="w", name="Wood", points=((0, 0), (40, 0), (40, 40), (0, 40)), going="difficult")
    places = [(18, 12), (18, 11), (17, 12), (17.7, 13), (17, 11), (19.5, 10.3)]
    squad = a_unit("a1", places, profile=a_profile(m=4), facing=280)
    state = a_battle(squad, a_unit("b1", a_row(1, 40, 20), facing=270), terrain=(wood,), active="a1", ap=2)
    goal = Objective(id="x", name="Cross", at=(25, 18))
    state = replace(state, scenario=replace(state.scenario, objectives=(goal,)))
    moves = [o.action for o in legal_actions(state, "a") if o.kind == "move" and o.action is not None]
    assert min(distance(m.path[-1].at, goal.at) for m in moves) < distance((18, 12), goal.at) - 1.5


def test_who_hangs_may_go_on_up_down_or_let_go():
    state = hanging(a_field(at=((11.95, 10.0),), terrain=(a_cliff(6, name="cliff"),)), "a1", "cliff", 3.0)
    found = offered(state)
    assert [type(o.action) for o in found["climb"]] == [Climb, Climb]
    assert [type(o.action) for o in found["jump-down"]] == [JumpDown]


def test_who_is_on_a_ladder_may_go_on_by_it():
    terrain = (a_cliff(6, name="roof"), a_ladder())
    state = hanging(a_field(at=((11.7, 10.0),), terrain=terrain), "a1", "ladder", 3.0)
    assert [o.action for o in offered(state)["ladder"]] == [
        UseLadder(side="a", unit="a1", ladder="ladder"),
        UseLadder(side="a", unit="a1", ladder="ladder", down=True),
    ]


def test_what_cannot_be_paid_is_offered_with_its_reason():
    state = a_field(terrain=(a_cliff(6),), ap=1)
    found = offered(state)["climb"]
    assert [o.refusal.code for o in found] == ["too-few-points"]
    assert found[0].ap == 2
    assert found[0].label == "climb Cliff"


def test_nothing_is_offered_in_melee_or_to_vehicles():
    state = a_field(terrain=(a_cliff(6),))
    other = replace(state, turn=replace(state.turn, active=None, ap=0))
    assert offered(other) == {}
    assert offered(a_battle(a_unit("a1", a_row(2, 10, 10)), a_unit("b1", [(30, 10)]))) == {}


def test_the_nearest_face_is_offered_first():
    """One 4 inches to the east stands in the list before one an inch to the south."""
    places = {"crag": ((24, 14), (28, 14), (28, 24), (24, 24)), "bluff": ((18, 21), (22, 21), (22, 25), (18, 25))}
    faces = tuple(
        Terrain(id=name, name=name, points=points, elevation_in=3, gradient_deg=90, look="hill")
        for name, points in places.items()
    )
    walker = a_unit("a1", [(20, 20)], profile=a_profile(m=6))
    state = a_battle(walker, a_unit("b1", [(60, 40)]), active="a1", ap=2, terrain=faces)
    assert offered(state)["climb"][0].label == "climb bluff"
