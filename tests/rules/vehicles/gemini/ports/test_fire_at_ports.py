"""Fire at those inside a closed vehicle. (VEH-PORT-01 to -04)"""

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.events import WoundsTaken
from rules.arap.indirect.guesses import Guess
from rules.arap.indirect.throw import Throw
from rules.arap.ports.events import PortsHit
from rules.arap.shooting.volley import ShotsFired
from rules.arap.templates.scatter import ShellBurst
from rules.arap.turn.activation import EndActivation
from rules.core.refusal import IllegalAction
from rules.engine import legal_actions, preview
from rules.events import Rolled
from rules.forces.gemini import GeminiMarks
from rules.forces.unit import UnitTurn, VehicleState
from rules.vehicles.gemini.ports.fire import ShootPorts
from rules.vehicles.gemini.ports.openings import every_open, facing
from rules.vehicles.shared.events import VehicleHit
from tests.builders import A, a_battle, a_profile, a_row, a_unit, a_weapon, play, the
from tests.rules.vehicles.garage import a_carrier, a_vehicle

RIFLE = a_weapon("rifle", strength=4, ap=5)
PISTOL = a_weapon("pistol", type="pistol", range_in=12, strength=3)
FRAG = a_weapon("frag", type="grenade", range_in=6, strength=4, ap=6, marker_in=3)
LAUNCHER = a_weapon("launcher", type="assault", range_in=24, strength=4, ap=6, marker_in=3, shots=1)
FLAMER = a_weapon("flamer", type="assault", template=True, range_in=8, strength=4, ap=5)
AT = ShootPorts(side=A, unit="a1", target="b1")


def carrier(away=8, *weapons, shooters=1, riders=2, options=None, bs=4, rider_flags=None, **values):
    """A closed carrier b1 whose left side is so far from riflemen a1, with people b2 in it."""
    hull = a_carrier("b1", (20 + away + 1.5, 24), **values)
    people = [a_unit("b2", [(0, 0)] * riders, aboard="b1", **(rider_flags or {}))] if riders else []
    row = a_row(shooters, 20, 24, 0)
    squad = a_unit("a1", row, weapons=weapons or (RIFLE,), profile=a_profile("ranger", bs=bs))
    return a_battle(squad, hull, *people, active="a1", ap=2, options=options)


def refused(state, action=AT):
    with pytest.raises(IllegalAction) as caught:
        play(state, action)
    return caught.value


def rolls(events, label):
    return [e for e in events if isinstance(e, Rolled) and e.label == label]


@pytest.mark.rule("VEH-PORT-01")
def test_shots_at_a_port_are_two_worse_and_hits_of_the_unit_are_halved_once():
    """BS4 less 2: five hits of six shots, two go in; each strikes anybody inside."""
    state = carrier(8, shooters=3)
    line = preview(state, AT).shots[0]
    assert (line.goal, line.shots) == (2, 6)
    assert [(m.value, m.rule) for m in line.modifiers] == [(-2, "VEH-PORT-01")]
    dice = {"to-hit": [1, 2, 2, 1, 2, 3], "pick": [1, 2], "to-wound": [3, 2]}
    events, after = play(state, AT, dice)
    found = the(events, PortsHit)
    assert (found.hits, found.passed, found.struck) == (5, 2, {"b2": 2})
    assert found.sentence(after) == "2 of 5 hits go in at the ports of B1"
    assert len(after.units["b2"].alive) == 1
    assert not [e for e in events if isinstance(e, VehicleHit)]


@pytest.mark.part_of("VEH-PORT-01", "ARAP-SHOOT-01")
def test_who_has_nothing_to_fire_has_nothing_to_do_at_a_port():
    state = carrier(8, a_weapon("hammer", type="melee"))
    error = refused(state)
    assert (error.refusal.code, error.refusal.rule) == ("no-ranged-weapon", "ARAP-SHOOT-01")
    assert [o.action for o in legal_actions(state, A) if o.kind == "ports"] == [None]


@pytest.mark.rule("VEH-PORT-01")
def test_a_single_hit_does_not_go_in():
    events, after = play(carrier(14), AT, {"to-hit": [2]})
    assert the(events, PortsHit).passed == 0
    assert len(after.units["b2"].alive) == 2


@pytest.mark.rule("VEH-PORT-01", "VEH-AT-02")
def test_speed_counts_and_the_odds_are_exact():
    """Two shots at 2 or less, one at 14 inches... at speed 12 a shot needs 1: both hit 1/36, and 4+ wounds half."""
    fast = carrier(8, flags={"now": UnitTurn(moved_in=12)})
    shown = preview(fast, AT)
    assert [m.value for m in shown.shots[0].modifiers] == [-1, -2]
    chances = {c.label: c.exact for c in shown.chances}
    assert chances == {"average hits that go in": "1/36", "a hit goes in": "1/36", "at least one casualty": "1/54"}
    assert "2 people inside" in shown.notes


@pytest.mark.rule("VEH-PORT-01")
def test_of_mixed_weapons_chance_says_which_hits_go_in():
    state = carrier(5, RIFLE, shooters=1)
    other = a_unit("a1", [(20, 24), (20, 24)], profile=a_profile("ranger", bs=4), weapons=(RIFLE,))
    members = other[0].models
    mixed = replace(other[0], models=(members[0], replace(members[1], weapons=("pistol",))))
    state = state.with_unit(mixed)
    state = replace(state, weapons={**state.weapons, "pistol": PISTOL})
    events, _ = play(state, AT, {"to-hit": [1, 1, 1], "pick": [3, 1], "to-wound": [4]})
    assert the(events, PortsHit).passed == 1
    assert the(events, WoundsTaken).unit == "b2"


@pytest.mark.rule("VEH-PORT-01")
def test_a_side_without_ports_offers_nothing():
    state = carrier(8)
    before = replace(state.units["b1"].models[0], facing=270)
    error = refused(state.with_unit(state.units["b1"].with_model(before)))
    assert (error.code, error.rule) == ("no-port", "VEH-PORT-01")


@pytest.mark.rule("VEH-PORT-01")
def test_nobody_inside_an_open_top_or_no_vehicle_is_refused():
    assert refused(carrier(8, riders=0)).code == "nobody-inside"
    assert refused(carrier(8, open_topped=True)).code == "open-topped"
    assert refused(carrier(30)).code == "out-of-range"
    assert refused(carrier(8), replace(AT, weapons=("lance",))).code == "no-ranged-weapon"


def test_ports_lie_along_the_faces():
    state = carrier(8)
    vehicle = state.units["b1"]
    assert [o.face for o in every_open(state, vehicle)] == ["right"] * 3 + ["rear"] * 2 + ["left"] * 3
    near = facing(state, vehicle, (20, 24), RIFLE)[0]
    assert near.at == (28, 24)


# -- area weapons and grenades -------------------------------------------------------------------------------------


@pytest.mark.rule("VEH-PORT-02")
@pytest.mark.parametrize("passes", [3, 4])
def test_a_shell_on_the_port_passes_on_even_odds(passes):
    """BS4 less 2 for the port: 1 and 2 do not scatter. Inside everybody is hit; outside it bursts at the hull."""
    state = carrier(8, LAUNCHER)
    assert preview(state, AT).shots[0].goal == 2
    dice = {"scatter-a": [1], "scatter-b": [1], "direction": [90], "port-pass": [passes]}
    dice |= {"to-wound": [3, 3]} if passes == 3 else {"armour-penetration": [6]}
    events, after = play(state, AT, dice)
    assert after.units["b2"].is_gone is (passes == 3)
    if passes == 3:
        found = the(events, PortsHit)
        assert found.sentence(after) == "Launcher goes off inside B1: 2 hits inside"
        assert not [e for e in events if isinstance(e, ShellBurst)]
    else:
        burst = the(events, ShellBurst)
        assert (burst.at, burst.scatter_in) == ((27.9, 24), 0)
        assert the(events, VehicleHit).strength == 2


@pytest.mark.rule("VEH-PORT-02")
def test_a_shell_scatters_two_inches_more_and_always_ends_outside():
    """3 and 2, BS4: 5 + 2 - 4 = 3 inches, into the hull, so it goes the other way."""
    dice = {"scatter-a": [3], "scatter-b": [2], "direction": [90]}
    events, _ = play(carrier(8, LAUNCHER), AT, dice)
    burst = the(events, ShellBurst)
    assert burst.scatter_in == 3
    assert burst.at == pytest.approx((24.9, 24))


@pytest.mark.rule("VEH-PORT-02")
@pytest.mark.part_of("ARAP-GREN-01")
def test_a_grenade_is_three_worse_however_near_and_half_its_hits_pass():
    """BS4 less 3; of five people two may throw, and of those who hit one grenade goes in."""
    state = carrier(1.5, FRAG, shooters=5)
    shown = preview(state, AT)
    assert [(m.value, m.rule) for m in shown.shots[0].modifiers] == [(-1, "ARAP-HIT-02"), (-2, "VEH-PORT-01")]
    assert (shown.shots[0].shooters, shown.shots[0].chances[0].exact) == (1, "1/12")
    assert len(shown.shots) == 2
    dice = {
        "to-hit": [1, 1],
        "port-pass": [3, 4],
        "to-wound": [3, 2],
        "scatter-a": [5],
        "scatter-b": [1],
        "direction": [180],
        "armour-penetration": [1],
    }
    events, after = play(state, AT, dice)
    assert len(after.units["b2"].alive) == 1
    assert the(events, ShellBurst).scatter_in == 4


@pytest.mark.rule("VEH-PORT-02", "BLD-CONF-03")
def test_a_blast_inside_reaches_out_through_the_ports():
    state = carrier(8, LAUNCHER)
    near, profiles, _ = a_unit("b3", [(27.5, 24)])
    state = replace(state, profiles={**state.profiles, profiles[0].id: profiles[0]}).with_unit(near)
    dice = {
        "scatter-a": [1],
        "scatter-b": [1],
        "direction": [90],
        "port-pass": [1],
        "area-cover": [3],
        "to-wound": [1, 1, 3],
    }
    events, after = play(state, AT, dice)
    outside = [e for e in events if isinstance(e, ShotsFired) and e.target == "b3"]
    assert [e.hits for e in outside] == [1]
    assert len(after.units["b2"].alive) == 2


# -- streams -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("VEH-PORT-03")
def test_a_stream_goes_in_if_it_beats_its_goal_by_two():
    state = carrier(5, FLAMER)
    assert preview(state, AT).shots[0].goal == 2
    events, after = play(state, AT, {"to-hit": [2], "to-wound": [3, 3]})
    assert the(events, PortsHit).sentence(after) == "Flamer pours into B1: 2 hits inside"
    assert after.units["b2"].is_gone


@pytest.mark.rule("VEH-PORT-03")
def test_within_two_inches_by_one():
    state = carrier(1.9, FLAMER)
    assert [(m.value, m.reason) for m in preview(state, AT).shots[0].modifiers] == [(-1, "through a port within 2″")]
    events, _ = play(state, AT, {"to-hit": [3], "to-wound": [1, 1]})
    assert the(events, PortsHit).how == "stream"


@pytest.mark.rule("VEH-PORT-03")
def test_a_stream_that_fails_burns_the_outside_and_licks_in():
    """Three ports on the side, two people inside: both may be caught, each on 3 or less."""
    dice = {"to-hit": [3], "template-cover": [3, 4], "armour-penetration": [1], "to-wound": [3]}
    events, after = play(carrier(5, FLAMER), AT, dice)
    found = the(events, PortsHit)
    assert (found.how, found.passed, found.struck) == ("lick", 0, {"b2": 1})
    assert the(events, VehicleHit).face == "side"
    assert len(after.units["b2"].alive) == 1


# -- shutters, windows, hatches ------------------------------------------------------------------------------------


@pytest.mark.rule("VEH-PORT-04")
def test_with_shutters_a_port_is_open_only_after_somebody_fired_from_it():
    shut = {"port_shutters": True}
    error = refused(carrier(8, options=shut))
    assert (error.code, error.rule) == ("ports-shut", "VEH-PORT-04")
    assert refused(carrier(8, flags={"tags": ("shutters",)})).code == "ports-shut"
    assert preview(carrier(8, options=shut, flags={"tags": ("no-shutters",)}), AT).refusal is None
    opened = carrier(8, options=shut, flags={"vehicle": VehicleState(own=GeminiMarks(ports_open=True))})
    events, _ = play(opened, AT, {"to-hit": [3, 3]})
    assert the(events, ShotsFired).hits == 0


@pytest.mark.part_of("VEH-PORT-04")
def test_a_car_has_windows_for_grenades_but_no_ports():
    """Within two inches a grenade goes in at a window whatever it rolls, at BS4 less 1."""
    car = carrier(1.5, FRAG, civilian=True)
    line = preview(car, AT).shots[0]
    assert (line.goal, line.chances[0].exact) == (3, "1")
    _, after = play(car, AT, {"to-hit": [6], "to-wound": [3, 3]})
    assert after.units["b2"].is_gone
    assert refused(carrier(5, civilian=True)).code == "no-port"


@pytest.mark.part_of("VEH-PORT-04")
def test_an_open_hatch_takes_a_stream_without_the_margin():
    stands = {"now": UnitTurn(at_hatch=("b2.1",))}
    state = carrier(5, FLAMER, rider_flags=stands)
    assert preview(state, AT).shots[0].goal == 4
    events, _ = play(state, AT, {"to-hit": [4], "to-wound": [1, 1]})
    assert the(events, PortsHit).how == "stream"


# -- who may -------------------------------------------------------------------------------------------------------


def test_mounted_weapons_fire_at_ports_too():
    people = a_unit("b2", [(0, 0)] * 2, aboard="b1")
    gun = a_weapon("autogun", type="heavy", range_in=36, shots=3, strength=5, ap=4)
    state = a_battle(a_vehicle("a1", (20, 24), weapons=(gun,)), a_carrier("b1", (40, 24)), people, active="a1", ap=2)
    events, after = play(state, AT, {"to-hit": [1, 2, 6], "pick": [2], "to-wound": [2]})
    assert the(events, PortsHit).passed == 1
    assert after.units["a1"].vehicle.fired == (0,)


def test_it_is_offered_beside_the_hull():
    kinds = {(o.kind, o.target) for o in legal_actions(carrier(8), A) if o.target == "b1" and o.action}
    assert {("shoot", "b1"), ("ports", "b1")} <= kinds
    assert not [o for o in legal_actions(carrier(8, riders=0), A) if o.kind == "ports"]


@pytest.mark.rule("VEH-CC-08")
@pytest.mark.parametrize("how", [{"at_hull": "b1"}, {"now": UnitTurn(tried=True, storms="b1", storms_from="flank")}])
def test_who_fights_a_closed_vehicle_does_not_use_its_ports(how):
    """Neither for shots nor for grenades; who stands as near and does not fight it does. (VEH-PORT-03)"""
    state = carrier(1, FLAMER, FRAG)
    for action in (AT, replace(AT, weapons=("frag",))):
        assert preview(state, action).refusal is None
        fighting = state.with_unit(replace(state.units["a1"], **how))
        error = refused(fighting, action)
        assert (error.code, error.rule) == ("too-near", "VEH-CC-08")
        assert error.allowed == "a unit that does not fight it, or another target"
        away = tuple(replace(m, at=(17, 24)) for m in fighting.units["a1"].models)
        gone = fighting.with_unit(replace(fighting.units["a1"], models=away))
        assert preview(gone, AT).refusal is None
    assert [m.rule for m in preview(state, AT).shots[0].modifiers] == ["VEH-PORT-03"]


@pytest.mark.rule("VEH-CC-08")
@pytest.mark.parametrize("meant", ["b1", None])
def test_who_fights_an_open_top_throws_nothing_into_it(meant):
    """Neither at it nor at a spot on it; who stands as near and does not fight it does, and past it they may."""
    state = carrier(1, FRAG, open_topped=True)
    throw = Throw(
        side=A, unit="a1", weapon="frag", guesses=(Guess(model="a1.1", bearing=90, range_in=2),), target=meant
    )
    assert preview(state, throw).refusal is None
    fighting = state.with_unit(replace(state.units["a1"], at_hull="b1"))
    error = refused(fighting, throw)
    assert (error.code, error.rule) == ("too-near", "VEH-CC-08")
    past = replace(throw, target=None, guesses=(Guess(model="a1.1", bearing=20, range_in=5),))
    assert preview(fighting, past).refusal is None


@pytest.mark.rule("VEH-JOIN-09")
def test_a_round_of_blows_on_a_hull_is_remembered_until_one_leaves_it_be():
    fist = a_weapon("fist", type="melee", range_in=0, strength=5)
    state = carrier(1, RIFLE, fist)
    _, state = play(state, EndActivation(side=A))
    _, struck = play(state, Answer(side=A, choice="strike"), {"armour-penetration": [1]})
    assert struck.units["a1"].at_hull == "b1"
    _, left = play(state, Answer(side=A, choice="leave"))
    assert left.units["a1"].at_hull is None
