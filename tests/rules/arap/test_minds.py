"""What is weighed in a skirmish: cover, arcs, flanks, ground, rides, what the open question promises."""

from msgspec.structs import replace

from rules.arap.minds import ground, threat, ways
from rules.arap.minds.ways import End
from rules.characters import AGGRESSIVE, CAUTIOUS, consider
from rules.core.ids import TerrainId, UnitId
from rules.engine import legal_actions
from rules.table.scenario import Objective
from rules.table.terrain import Terrain
from rules.visibility import view
from tests.builders import A, a_battle, a_profile, a_row, a_unit, a_weapon

RIFLES = (a_weapon(),)
WOOD = Terrain(id=TerrainId("wood"), name="Wood", points=((8, 26), (14, 26), (14, 32), (8, 32)), cover="hard")


def facing(distance=20, *, theirs=270.0, fighters=3, **values):
    """A1 in hand, so far from B1."""
    return a_battle(
        a_unit("a1", a_row(5, 10, 20), points=50, weapons=RIFLES, profile=a_profile("ranger", bs=4)),
        a_unit(
            "b1",
            a_row(5, 10 + distance, 20),
            points=80,
            facing=theirs,
            weapons=RIFLES,
            profile=a_profile("foe", a=fighters, ws=4, m=5),
        ),
        active="a1",
        ap=2,
        **values,
    )


def at(state, place, facing_deg=90.0):
    return threat.at_place(state, state.units[UnitId("a1")], place, facing_deg)


def test_cover_lowers_what_awaits_a_unit_there() -> None:
    state = facing(terrain=(WOOD,))
    assert at(state, (11, 29)) < at(state, (11, 14))


def test_whoever_cannot_bring_his_weapons_to_bear_is_less_of_a_threat() -> None:
    assert at(facing(theirs=90.0), (10, 20)) < at(facing(theirs=270.0), (10, 20))


def test_a_flank_is_turned_away_from_who_may_charge_it() -> None:
    state = facing(8)
    front, flank, back = (at(state, (10, 20), deg) for deg in (90.0, 0.0, 270.0))
    assert front < flank < back


def test_losses_to_come_weigh_more_with_the_cautious() -> None:
    state = facing(26)
    unit = state.units[UnitId("a1")]
    end = End((16.0, 20.0), 90.0, [(16.0, 20.0)])
    assert ways.to_place(state, unit, end, AGGRESSIVE).points > ways.to_place(state, unit, end, CAUTIOUS).points


def test_ground_that_others_of_its_side_hold_is_worth_nothing_more_and_contested_ground_less() -> None:
    mill = Objective(id="mill", name="Mill", at=(10, 21))
    state = facing(objectives=(mill,))
    unit = state.units[UnitId("a1")]
    alone = ground.held_at(state, unit, [(10, 20)], CAUTIOUS)
    assert alone == ground.worth_of(state, mill)
    comrade = replace(unit, id=UnitId("a2"), models=tuple(replace(m, at=(11, 22)) for m in unit.models))
    assert ground.held_at(state.with_unit(comrade), unit, [(10, 20)], CAUTIOUS) == 0
    foe = replace(comrade, id=UnitId("b2"), side=state.units[UnitId("b1")].side)
    assert 0 < ground.held_at(state.with_unit(foe), unit, [(10, 20)], CAUTIOUS) < alone


def test_whoever_alone_holds_ground_has_the_aggressive_beside_him_and_a_whole_squad_needs_nobody() -> None:
    mill = Objective(id="mill", name="Mill", at=(22, 20))
    state = facing(40, objectives=(mill,))
    unit = state.units[UnitId("a1")]
    squad = replace(unit, id=UnitId("a2"), models=tuple(replace(m, at=(22, 20 + n)) for n, m in enumerate(unit.models)))
    leader = replace(squad, models=squad.models[:1])
    end = End((22.0, 21.0), 90.0, [(22.0, 21.0)])
    held_by_one, held_by_many = state.with_unit(leader), state.with_unit(replace(squad, models=squad.models * 4))
    assert ground.wanted(held_by_one, unit, (10, 20), AGGRESSIVE) == mill
    found = ways.to_place(held_by_one, unit, end, AGGRESSIVE)
    assert found.points > ways.to_place(held_by_one, unit, end, CAUTIOUS).points
    assert found.why == "stands by who holds Mill"
    assert ground.wanted(held_by_many, unit, (10, 20), AGGRESSIVE) is None
    assert ground.wanted(held_by_one, unit, (10, 20), CAUTIOUS) is None


def test_driving_the_enemy_off_an_objective_counts_beside_his_points() -> None:
    held = (Objective(id="mill", name="Mill", at=(30, 20)),)
    with_it, without = (
        max(
            c.worth for c in consider(view(state, A), A, legal_actions(state, A), AGGRESSIVE) if c.offer.kind == "shoot"
        )
        for state in (facing(objectives=held), facing())
    )
    assert with_it > without
