"""Every refusal of the trial vehicle rules that no other test looks at: code, rule, and what would be allowed."""

import pytest

from rules.arap.shooting.shoot import Shoot
from rules.core.ids import ModelId, UnitId
from rules.core.refusal import IllegalAction
from rules.dice.sources import ScriptedDice
from rules.engine import decide, preview
from rules.forces.unit import UnitTurn
from rules.state import Placement
from rules.vehicles.trial.shooting.fire.aim import AimedMount
from rules.vehicles.trial.shooting.fire.step import ShootingStep
from rules.vehicles.trial.transport.disembark import Disembark
from rules.vehicles.trial.transport.embark import Embark
from tests.builders import A, a_profile, a_unit, a_weapon
from tests.rules.arenas import ground
from tests.rules.vehicles.trial.park import (
    HOWITZER,
    LANCE,
    REPEATER,
    a_condition,
    a_transport,
    a_trial,
    fire,
    go,
    trial_battle,
)

RIFLE = a_weapon("rifle", range_in=24, strength=4)
ROAD = ground("road", ((0, 24), (72, 24)), line=True, width_in=4, going="road")


def refusal(state, action):
    with pytest.raises(IllegalAction) as caught:
        decide(state, action, ScriptedDice({}))
    found = caught.value.refusal
    return found.code, found.rule, found.allowed


def squad(unit="b1", at=(40, 24), count=2, gap=1.5, **values):
    return a_unit(unit, [(at[0], at[1] + gap * n) for n in range(count)], weapons=(RIFLE,), **values)


def tank(*others, **values):
    given = {"weapons": (LANCE, REPEATER, HOWITZER), "arc": 180, **values}
    terrain = given.pop("terrain", ())
    return trial_battle(a_trial("a1", (20, 24), **given), *others, active="a1", ap=1, terrain=terrain)


def did(*what, moved=0.0):
    flags = {"vehicle": a_condition(turn=1, did=what)}
    return {"flags": {**flags, "now": UnitTurn(tried=True, moved_in=moved)}}


@pytest.mark.rule("TRI-ORD-02", "TRI-ORD-04", "TRI-FIRE-01", "TRI-ROAD-01")
def test_what_keeps_a_crew_from_firing():
    enemy, other = squad(), squad("b2", (40, 10))
    both = ShootingStep(
        side=A,
        unit=UnitId("a1"),
        shots=(AimedMount(mount=0, target=UnitId("b1")), AimedMount(mount=1, target=UnitId("b2"))),
    )
    nobody = AimedMount(mount=2, target=UnitId("b1"), aim=ModelId("b9-1"))
    assert refusal(tank(enemy, other), both) == ("one-target", "TRI-FIRE-01", "one target for all")
    alone = "the ordnance alone, or all else without it"
    assert refusal(tank(enemy), fire("a1", "b1", 1, 2)) == ("ordnance-alone", "TRI-ORD-02", alone)
    near = tank(enemy, squad("a2", (39, 22), count=1))
    none_of_ours = "a place that covers none of your own"
    assert refusal(near, fire("a1", "b1", 2)) == ("covers-own", "TRI-ORD-04", none_of_ours)
    over_nobody = ShootingStep(side=A, unit=UnitId("a1"), shots=(nobody,))
    assert refusal(tank(enemy), over_nobody) == ("no-such-model", "TRI-ORD-04", "a model of the target")
    on_road = tank(enemy, **did("movement", "road", moved=12))
    assert refusal(on_road, fire("a1", "b1", 0)) == ("road-bonus", "TRI-ROAD-01", "finishing")


@pytest.mark.rule("TRI-SHOCK-01", "TRI-ROAD-01")
def test_what_keeps_a_vehicle_from_a_shock_or_a_road():
    shock = go("a1", (30, 24), shock=True)
    assert refusal(tank(squad(), traits=()), shock) == ("no-tank", "TRI-SHOCK-01", "an ordinary move")
    bent = go("a1", (26, 24), (26, 30), shock=True)
    straight = "one place straight ahead, with no facing at its end"
    assert refusal(tank(squad()), bent) == ("not-straight", "TRI-SHOCK-01", straight)
    off = go("a1", (20, 20), road=True)
    assert refusal(tank(terrain=(ROAD,)), off) == ("no-road-bonus", "TRI-ROAD-01", "up to 12″")


def carried(passengers, active="a2", **values):
    return trial_battle(a_transport("a1", (30, 24), heading=0, **values), *passengers, active=active, ap=2)


@pytest.mark.rule("TRI-TRAN-02", "TRI-TRAN-05", "TRI-TRAN-06", "TRI-TRAN-07", "TRI-TRAN-08")
def test_who_may_not_get_in():
    beside = {"at": (26, 24), "count": 2, "gap": 1.1}
    jumpers = squad("a2", profile=a_profile("jumper", traits=("jump-pack",)), **beside)
    aboard = squad("a3", aboard=UnitId("a1"))
    in_use = {"flags": {"vehicle": a_condition(dedicated_to="a9")}}
    far = squad("a2", at=(24, 24), count=5, gap=2.5)
    getting_in = Embark(side=A, unit=UnitId("a2"), vehicle=UnitId("a1"))

    def why(*people, **values):
        return refusal(carried(people, **values), getting_in)

    assert why(squad("a2", **beside), capacity=0) == ("no-transport", "TRI-TRAN-05", "a vehicle with places")
    assert why(squad("a2", **beside), aboard) == ("one-unit", "TRI-TRAN-07", "an empty vehicle")
    free = "its own transport, or a free one"
    assert why(squad("a2", **beside), **in_use) == ("dedicated", "TRI-TRAN-08", free)
    other = "a vehicle that admits it, or going on foot"
    assert why(jumpers) == ("may-not-ride", "TRI-TRAN-06", other)
    models = carried([far]).units[UnitId("a2")].models
    spots = tuple(Placement(model=m.id, at=m.at, facing=m.facing) for m in models)
    stay = Embark(side=A, unit=UnitId("a2"), vehicle=UnitId("a1"), placements=spots)
    assert refusal(carried([far]), stay)[:2] == ("not-all-in-reach", "TRI-TRAN-02")


@pytest.mark.rule("TRI-ROAD-01")
def test_nobody_gets_in_or_out_on_a_road():
    road = {"flags": {"vehicle": a_condition(turn=1, did=("movement", "road"))}}
    inside = carried([squad("a2", aboard=UnitId("a1"))], **road)
    assert refusal(inside, Disembark(side=A, unit=UnitId("a2"))) == ("road-bonus", "TRI-ROAD-01", "staying aboard")


@pytest.mark.rule("TRI-PASS-02")
def test_a_hatch_holds_as_many_as_it_says():
    shot = Shoot(side=A, unit=UnitId("a2"), target=UnitId("b1"))
    inside = [squad("a2", count=3, aboard=UnitId("a1")), squad("b1", (30, 10))]
    assert refusal(carried(inside, fire_points=()), shot) == ("no-fire-points", "TRI-PASS-02", "getting out")
    state = carried(inside, fire_points=(2,))
    assert [line.shooters for line in preview(state, shot).shots] == [2]
    idle = shot.plan(state).idle
    assert [(each.refusal.code, each.refusal.rule) for each in idle] == [("no-fire-point", "TRI-PASS-02")]


@pytest.mark.rule("TRI-TRAN-08", "TRI-TRAN-10")
def test_a_squad_gets_out_as_a_whole_and_walks_by_a_move_of_its_own():
    inside = carried([squad("a2", count=3, aboard=UnitId("a1"))])
    first = inside.units[UnitId("a2")].models[0].id
    one = Disembark(side=A, unit=UnitId("a2"), models=(first,))
    assert refusal(inside, one) == ("whole-unit", "TRI-TRAN-08", "all of them, or nobody")
    walking = Disembark(side=A, unit=UnitId("a2"), walk=(30, 29))
    alone = "getting out alone, before the vehicle moves"
    assert refusal(inside, walking) == ("no-walk", "TRI-TRAN-10", alone)
