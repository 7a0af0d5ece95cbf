"""Getting in and out, people aboard who shoot, and what becomes of them in a wreck."""

import pytest
from msgspec.structs import replace

from rules.arap import cards
from rules.arap.events import ModelsMoved
from rules.arap.movement.agility import CallAgility
from rules.arap.movement.walk import Move
from rules.arap.paths.turns import Waypoint
from rules.arap.shooting.shoot import Shoot
from rules.arap.shooting.volley import ShotsFired
from rules.core.ids import ModelId, UnitId
from rules.core.preview import Chance
from rules.core.refusal import IllegalAction
from rules.dice.sources import ScriptedDice
from rules.engine import decide, legal_actions, preview
from rules.events import Note
from rules.forces.mount import Door, FirePoint
from rules.forces.trial import TrialHull
from rules.forces.unit import UnitTurn
from rules.questions import drives, units, weapons
from rules.state import RULES_VERSION, Placement
from rules.vehicles.shared.events import BoardedVehicle, LeftVehicle, VehicleWrecked
from rules.vehicles.shared.hull import hull_of
from rules.vehicles.trial.events import LaidOpen, PointsPassed
from rules.vehicles.trial.transport.alone import GoOnAlone
from rules.vehicles.trial.transport.disembark import Disembark
from rules.vehicles.trial.transport.embark import Embark
from tests.builders import A, B, a_profile, a_unit, a_weapon, play, the
from tests.rules.arenas import box, ground
from tests.rules.vehicles.trial.park import LANCE, a_condition, a_transport, a_trial, fire, trial_battle

RIFLE = a_weapon("rifle", range_in=24, strength=4)
CHARGER = a_weapon("shaped-charge", type="heavy", range_in=24, strength=8, ap=3)


def refused(state, action):
    with pytest.raises(IllegalAction) as caught:
        decide(state, action, ScriptedDice({}))
    return caught.value.refusal


def squad(unit="a2", at=(28, 20), count=4, weapons=(RIFLE,), gap=1.1, **values):
    values.setdefault("profile", a_profile("fusilier", sv=5))
    return a_unit(unit, [(at[0] + gap * n, at[1]) for n in range(count)], weapons=weapons, **values)


def carrier(**values):
    return a_transport("a1", (30, 24), heading=0, **values)


def embark(unit="a2"):
    return Embark(side=A, unit=UnitId(unit), vehicle=UnitId("a1"))


def out(unit="a2", **values):
    return Disembark(side=A, unit=UnitId(unit), **values)


@pytest.mark.rule("TRI-TRAN-02", "TRI-TRAN-05", "TRI-JOIN-06", "TRI-TRAN-07", "TRI-TRAN-03")
def test_all_get_in_or_nobody_does():
    near = trial_battle(carrier(), squad(at=(24, 24), gap=-1.1, count=2), active="a2", ap=1)
    events, after = play(near, embark())
    assert the(events, BoardedVehicle).vehicle == "a1"
    assert after.units["a2"].aboard == "a1"
    far = trial_battle(carrier(), squad(at=(24, 24), gap=-2.5, count=4), active="a2", ap=1)
    assert refused(far, embark()).rule == "TRI-TRAN-02"


@pytest.mark.rule("TRI-TRAN-02")
def test_a_load_slows_the_walk_to_a_transport():
    """Up to version 15 it did not."""
    laden = trial_battle(carrier(), squad(at=(23, 24), count=1, tags=("encumbered:2",)), active="a2", ap=1)
    found = refused(laden, embark())
    assert (found.code, found.rule) == ("not-all-in-reach", "TRI-TRAN-02")
    assert found.message == "A2.1 does not get to A1 by a straight walk of 2″, encumbered as they are."
    assert preview(replace(laden, version="15"), embark()).refusal is None
    assert preview(trial_battle(carrier(), squad(at=(23, 24), count=1), active="a2", ap=1), embark()).refusal is None


@pytest.mark.rule("TRI-TRAN-02", "ARAP-TERR-04")
def test_variable_ground_decides_how_far_those_go_who_want_to_get_in():
    """All get in or nobody does: whom the dice leave short stops on the way. Up to version 15 none were thrown."""
    reeds = ground("T1", box(20, 18, 28, 30), going="variable")
    state = trial_battle(carrier(), squad(at=(24, 24), gap=-1.1, count=2), active="a2", ap=1, terrain=(reeds,))
    assert preview(state, embark()).chances[0] == Chance(label="all get there", exact="7/16", value=0.4375)
    _, inside = play(state, embark(), {"variable-move": [1, 4]})
    assert inside.units["a2"].aboard == "a1"
    events, short = play(state, embark(), {"variable-move": [2, 1]})
    assert (short.units["a2"].aboard, short.turn.ap) == (None, 0)
    assert [round(m.at[0], 2) for m in short.units["a2"].models] == [26.01, 24.9]
    assert "ARAP-TERR-04" in the(events, ModelsMoved).rules
    play(replace(state, version="15"), embark())


@pytest.mark.rule("TRI-TRAN-02")
def test_a_way_round_a_wall_is_drawn_to_get_in():
    wall = ground("T1", box(26.5, 22, 26.7, 24.6), going="impassable")
    state = trial_battle(carrier(), squad(at=(25.5, 24), count=1), active="a2", ap=1, terrain=(wall,))
    there = replace(embark(), placements=(Placement(model=ModelId("a2.1"), at=(27.5, 24), facing=90),))
    found = refused(state, there)
    assert found.allowed == "moving nearer first, or a way round that is drawn; all get in or nobody does"
    bend = (Waypoint(at=(26, 25.3)),)
    made = drives.board(state, state.units["a2"], UnitId("a1"), path=bend)
    assert made == replace(embark(), path=bend)
    round_it = replace(there, path=(*bend, Waypoint(at=(27.2, 25.3))))
    seen = preview(state, round_it)
    assert (seen.refusal, seen.spent_in) == (None, pytest.approx(3.47, abs=0.01))
    events, after = play(state, round_it)
    assert (after.units["a2"].aboard, the(events, ModelsMoved).spent_in) == ("a1", pytest.approx(3.47, abs=0.01))


@pytest.mark.rule("ARAP-AGIL-02")
def test_nobody_gets_in_while_one_of_them_has_fallen_over():
    near = trial_battle(carrier(), squad(at=(24, 24), gap=-1.1, count=2), active="a2", ap=1)
    call = CallAgility(side=A, unit="a2", models=("a2.2",), reason="ice")
    _, state = play(near, call, {"agility": [6]})
    assert (refused(state, embark()).code, refused(state, embark()).rule) == ("sprawled", "ARAP-AGIL-02")
    assert preview(replace(state, version="12"), embark()).refusal is None


@pytest.mark.rule("ARAP-BREAK-03")
def test_nobody_gets_in_nearer_to_whom_the_unit_broke_off_from():
    near = squad(at=(24, 24), gap=-1.1, count=2, avoid=UnitId("b1"))
    state = trial_battle(carrier(), near, a_unit("b1", [(40, 24)]), active="a2", ap=1)
    assert (refused(state, embark()).code, refused(state, embark()).rule) == ("broke-off", "ARAP-BREAK-03")
    west = trial_battle(carrier(), near, a_unit("b1", [(10, 24)]), active="a2", ap=1)
    assert preview(west, embark()).refusal is None


@pytest.mark.rule("TRI-TRAN-05", "TRI-TRAN-06", "TRI-TRAN-07", "TRI-TRAN-08")
def test_who_may_ride():
    def why(*units, **values):
        return refused(trial_battle(carrier(**values), *units, active="a2", ap=1), embark()).rule

    beside = {"at": (26, 24), "count": 2, "gap": -1.1}
    assert why(squad(**beside), capacity=1) == "TRI-TRAN-05"
    assert why(squad(profile=a_profile("jumper", traits=("jump-pack",)), **beside)) == "TRI-TRAN-06"
    assert why(squad(**beside), squad("a3", aboard=UnitId("a1"))) == "TRI-TRAN-07"
    assert why(squad(**beside), flags={"vehicle": a_condition(dedicated_to="a9")}) == "TRI-TRAN-08"


def riding(*others, moved=0.0, active="a2", ap=2, flags=None, options=None, passengers=None, **values):
    now = {"now": UnitTurn(tried=moved > 0, moved_in=moved), **(flags or {})}
    people = passengers or squad(aboard=UnitId("a1"))
    units = (carrier(flags=now, **values), people, *others)
    return trial_battle(*units, active=active, ap=ap, options=options)


def put(*places):
    return tuple(Placement(model=ModelId(f"a2.{n}"), at=at, facing=0) for n, at in enumerate(places, 1))


@pytest.mark.rule("TRI-TRAN-01", "TRI-TRAN-11")
def test_people_come_and_go_by_the_access_points_alone():
    """The doors are in the middle of the flanks and at the rear; without any it is the middle of the rear."""
    alone = squad(aboard=UnitId("a1"), count=1)
    assert preview(riding(passengers=alone), out(placements=put((34, 24)))).refusal is None
    events, after = play(riding(passengers=alone), out(placements=put((34, 24))))
    assert (the(events, LeftVehicle).vehicle, after.units["a2"].models[0].at) == ("a1", (34, 24))
    assert refused(riding(passengers=alone), out(placements=put((30, 20)))).rule == "TRI-TRAN-11"
    plain = riding(passengers=alone, doors=())
    assert refused(plain, out(placements=put((34, 24)))).rule == "TRI-TRAN-11"
    _, after = play(plain, out(placements=put((30, 28.9))))
    assert after.units["a2"].models[0].at == (30, 28.9)


@pytest.mark.rule("TRI-TRAN-09", "TRI-TRAN-11", "TRI-TRAN-16", "TRI-JOIN-06", "TRI-TRAN-01")
def test_getting_out_before_the_vehicle_moves_opens_a_move():
    shown = preview(riding(), out())
    assert (shown.refusal, shown.ap) == (None, 1)
    events, after = play(riding(), out())
    assert (the(events, LeftVehicle).closed, after.turn.ap) == (True, 1)
    doors = [(28.5, 24), (31.5, 24), (30, 26.5)]
    for model in after.units["a2"].models:
        x, y = model.at
        assert min(((x - u) ** 2 + (y - v) ** 2) ** 0.5 for u, v in doors) <= 2.5
    offers = [o.kind for o in legal_actions(after, A) if o.action is not None]
    assert "move" in offers
    assert "charge" not in offers
    unit = after.units["a2"]
    assert [s.words for s in units.states(after, unit)] == ["Got out of a closed vehicle: no charge in this turn"]
    assert cards.marked(after, unit) == ("got_out",)


def walk(after, inches, **values):
    x, y = after.units["a2"].models[0].at
    return Move(side=A, unit=UnitId("a2"), path=(Waypoint(at=(x, y + inches)),), **values)


@pytest.mark.rule("TRI-JOIN-06", "ARAP-ACT-12")
def test_the_ordinary_move_of_getting_out_is_part_of_the_same_action():
    def got_out(ap):
        alone = squad(aboard=UnitId("a1"), count=1)
        return play(riding(ap=ap, passengers=alone), out())[1]

    after = got_out(1)
    assert (after.turn.active, after.turn.ap) == ("a2", 0)  # the move of that action is still theirs
    shown = preview(after, walk(after, 4))
    assert (shown.refusal, shown.ap) == (None, 0)
    assert "The action is paid already." in shown.notes
    assert refused(after, walk(after, 4.1)).rule == "ARAP-MOVE-01"
    assert {o.ap for o in legal_actions(after, A) if o.kind in ("move", "crawl") and o.action} == {0}
    _, moved = play(after, walk(after, 4))
    assert moved.turn.active is None

    after = got_out(3)
    _, moved = play(after, walk(after, 4))
    assert moved.turn.ap == 2
    assert preview(moved, walk(moved, 4)).ap == 1
    assert preview(after, walk(after, 8, actions=2)).refusal is None


@pytest.mark.rule("TRI-TRAN-16", "TRI-JOIN-06")
def test_a_heavy_weapon_needs_two_points_after_getting_out():
    enemy = a_unit("b1", [(30, 44)])

    def shot(ap, **values):
        team = squad(aboard=UnitId("a1"), weapons=(CHARGER,), count=1)
        _, after = play(replace(riding(enemy, ap=ap, passengers=team), **values), out())
        return preview(after, Shoot(side=A, unit=UnitId("a2"), target=UnitId("b1"), weapons=(CHARGER.id,)))

    assert shot(3).refusal is None
    assert shot(2).refusal.code == "too-few-points"
    assert shot(2, version="8").refusal is None  # it cost nothing then


@pytest.mark.rule("TRI-TRAN-11")
def test_who_gets_out_stands_at_least_partly_within_reach_where_there_is_no_better_room():
    hedge = [(30 + u, 24 + v) for u in (-3, -2, 2, 3) for v in (-3.2, -2, -1, 0, 1, 2, 3)]
    hedge += [(30 + u, 24 + v) for u in (-1.2, 0, 1.2) for v in (3.2, 4.2)]
    crowd = a_unit("a3", hedge, profile=a_profile("fusilier"))
    alone = squad(aboard=UnitId("a1"), count=1)
    state = riding(crowd, passengers=alone)
    (spot,) = preview(state, out()).ghosts
    far = min(((spot[1] - x) ** 2 + (spot[2] - y) ** 2) ** 0.5 for x, y in ((28.5, 24), (31.5, 24), (30, 26.5)))
    assert 2 < far <= 2.5
    _, after = play(state, out())
    assert after.units["a2"].aboard is None


@pytest.mark.rule("TRI-TRAN-11")
def test_nobody_gets_out_within_an_inch_of_an_enemy_vehicle_either():
    """Its hull ends at x = 36.5: whoever stands at 35.4 is more than an inch away, at 35.6 no longer."""
    alone, tank = squad(aboard=UnitId("a1"), count=1), a_trial("b1", (38.5, 24), heading=0)
    doors = (Door(forward_in=0, right_in=3.5),)

    def at(x, *others, version=RULES_VERSION):
        state = replace(riding(*others, passengers=alone, doors=doors), version=version)
        return preview(state, out(placements=put((x, 24)))).refusal

    assert at(35.4, tank) is None
    refusal = at(35.6, tank)
    assert (refusal.code, refusal.rule) == ("near-enemy", "TRI-TRAN-11")
    assert at(35.6, tank, version="10") is None
    assert at(35.6, a_trial("a3", (38.5, 24), heading=0)) is None, "a friend may be as near"


@pytest.mark.rule("TRI-TRAN-10")
def test_getting_out_after_a_move_is_all_their_movement():
    _, after = play(riding(moved=12), out())
    assert (after.turn.ap, after.units["a2"].now.left_moved) == (1, True)
    assert [state.rule for state in units.states(after, after.units["a2"])] == ["TRI-TRAN-16", "TRI-TRAN-10"]
    why = [o.refusal for o in legal_actions(after, A) if o.kind == "move" and o.refusal]
    assert [(each.code, each.rule) for each in why] == [("got-out", "TRI-TRAN-10")]
    assert refused(riding(moved=12.1), out()).rule == "TRI-TRAN-10"


@pytest.mark.rule("TRI-TRAN-12", "TRI-ROAD-01")
def test_nobody_gets_in_and_out_in_one_turn():
    state = riding(passengers=squad(aboard=UnitId("a1"), boarded_turn=1))
    assert refused(state, out()).rule == "TRI-TRAN-12"
    road = riding(moved=12, flags={"vehicle": a_condition(turn=1, did=("movement", "road"))})
    assert refused(road, out()).rule == "TRI-ROAD-01"


@pytest.mark.rule("TRI-TRAN-16")
def test_who_left_a_closed_vehicle_does_not_charge():
    enemy = squad("b1", at=(33, 20), count=2)
    state = riding(enemy, passengers=squad(now=UnitTurn(left_closed=True), at=(28, 20)))
    why = [o.refusal.rule for o in legal_actions(state, A) if o.kind == "charge" and o.refusal]
    assert why == ["TRI-TRAN-16"]


def shoot(target="b1"):
    return Shoot(side=A, unit=UnitId("a2"), target=UnitId(target))


@pytest.mark.rule("TRI-PASS-02", "TRI-PASS-04", "TRI-PASS-03")
def test_two_fire_from_the_hatch_and_lay_the_carrier_open():
    enemy = squad("b1", at=(30, 10), count=4)
    assert "counts as open-topped in the enemy’s next turn" in preview(riding(enemy), shoot()).notes[0]
    dice = {"to-hit": [6, 6]}
    events, after = play(riding(enemy), shoot(), dice)
    assert [e.text for e in events if isinstance(e, Note)] == ["A2 fires out of A1"]
    assert the(events, LaidOpen).unit == "a1"
    assert after.units["a1"].vehicle.own.exposed == 1
    assert units.marks(after, after.units["a1"]) == ("exposed",)


def slits(enemy, *, version="15", **flags):
    """A carrier with three slits on each side, its nose north, six riflemen inside."""
    passengers = squad(aboard=UnitId("a1"), count=6, **flags)
    state = riding(enemy, passengers=passengers, fire_points=(1,) * 6, ap=3)
    return replace(state, version=version)


@pytest.mark.rule("TRI-PASS-02")
def test_gun_slits_bear_to_their_own_side_and_ranges_are_taken_from_them():
    """Three fire to the east, each from a slit of the right flank; up to version 14 all six, from the middle."""
    state = slits(squad("b1", at=(50, 20), count=4))
    hull = hull_of(state, state.units["a1"])
    shown = preview(state, shoot()).shots
    assert [s.shooters for s in shown] == [3]
    events, _ = play(state, shoot(), {"to-hit": [6, 6, 6]})
    starts = {start for start, _ in the(events, ShotsFired).lines}
    assert {round(hull.on_hull(start)[1], 2) for start in starts} == {round(hull.width / 2, 2)}
    assert len(starts) == 3
    assert [s.shooters for s in preview(slits(squad("b1", at=(50, 20), count=4), version="14"), shoot()).shots] == [6]


@pytest.mark.rule("TRI-PASS-02")
def test_nothing_but_a_hatch_bears_ahead():
    enemy = squad("b1", at=(30, 5), count=4)
    refusal = preview(slits(enemy), shoot()).refusal
    assert (refusal.code, refusal.rule) == ("no-fire-point", "TRI-PASS-02")
    assert refusal.message == "6 of them may fire out of A1, 0 of them that way."
    assert [s.shooters for s in preview(riding(enemy), shoot()).shots] == [2]


@pytest.mark.rule("TRI-PASS-02")
def test_a_hatch_for_two_is_for_the_same_two_in_the_whole_turn():
    state = riding(squad("b1", at=(30, 10), count=4), ap=2)
    _, after = play(state, shoot(), {"to-hit": [6, 6]})
    found = weapons.firing(after, shoot())
    assert found.barred["a2.3"] == "2 of them may fire out of A1, 2 have in this turn."
    events, _ = play(after, shoot(), {"to-hit": [6, 6]})
    assert set(the(events, ShotsFired).shots) == {"a2.1", "a2.2"}


@pytest.mark.rule("TRI-PASS-02")
def test_who_fired_before_getting_in_takes_nobodys_place():
    now = UnitTurn(shots={f"a2.{n}/rifle": 1 for n in range(1, 5)})
    people = squad(aboard=UnitId("a1"), now=now, boarded_turn=1)
    enemy = squad("b1", at=(30, 10), count=4)
    assert [s.shooters for s in preview(riding(enemy, passengers=people), shoot()).shots] == [2]


@pytest.mark.part_of("TRI-PASS-02")
@pytest.mark.parametrize(
    ("points", "looks"),
    [
        ((2,), ["all round"]),
        ((1,), ["all round"]),
        ((1, 1), ["left", "right"]),
        ((1, 1, 1), ["left", "right", "rear"]),
        ((2, 1, 1), ["all round", "left", "right"]),
        ((1,) * 6, ["left", "right"] * 3),
    ],
)
def test_where_fire_points_lie(points, looks):
    hull = TrialHull(front=11, side=11, rear=10, fire_points=points, length_in=4, width_in=3)
    assert [point.looks for point in hull.points_to_fire_from] == looks


@pytest.mark.rule("TRI-PASS-02")
def test_a_fire_point_lies_where_the_hull_says_and_bears_to_its_side():
    bow = FirePoint(forward_in=2.5, right_in=0.5, models=2, looks="front")
    enemy = squad("b1", at=(30, 10), count=4)
    ahead = riding(enemy, fire_points=(), placed_points=(bow,))
    assert [s.shooters for s in preview(ahead, shoot()).shots] == [2]
    events, _ = play(ahead, shoot(), {"to-hit": [6, 6, 6, 6]})
    hull = hull_of(ahead, ahead.units["a1"])
    assert hull.on_hull(next(start for start, _ in the(events, ShotsFired).lines)) == pytest.approx((2.5, 0.5))
    aside = riding(squad("b1", at=(45, 24), count=4), fire_points=(), placed_points=(bow,))
    assert preview(aside, shoot()).refusal.message == "2 of them may fire out of A1, 0 of them that way."
    posts = weapons.fire_posts(aside, aside.units["a2"], (45, 24))
    assert [(post.models, post.bears) for post in posts] == [(2, False)]
    assert weapons.fire_posts(aside, aside.units["b1"], None) == ()


@pytest.mark.rule("TRI-PASS-03", "TRI-PASS-02")
def test_after_a_fast_move_nobody_aboard_fires():
    enemy = squad("b1", at=(30, 10), count=4)
    assert refused(riding(enemy, moved=12.1), shoot()).rule == "TRI-PASS-03"
    assert refused(riding(enemy, fire_points=()), shoot()).rule == "TRI-PASS-02"
    heavy = squad(aboard=UnitId("a1"), weapons=(CHARGER,))
    assert refused(riding(enemy, moved=5, passengers=heavy), shoot()).rule == "TRI-PASS-03"


@pytest.mark.rule("TRI-PASS-03")
def test_who_is_held_back_by_the_move_is_told_so_though_the_others_fire_something_else():
    people, profiles, rifles = squad(aboard=UnitId("a1"))
    gunner = replace(people.models[0], weapons=(CHARGER.id,))
    mixed = replace(people, models=(gunner, *people.models[1:])), profiles, (*rifles, CHARGER)
    state = riding(squad("b1", at=(30, 10), count=4), moved=5, passengers=mixed)
    volley = Shoot(side=A, unit=UnitId("a2"), target=UnitId("b1"), weapons=(RIFLE.id,))
    found = weapons.firing(state, volley)
    assert found is not None
    assert found.barred["a2.1"] == "A1 has moved: Shaped-Charge is not fired out of it."
    assert found.barred["a2.4"] == "2 of them may fire out of A1."
    events, _ = play(state, volley, {"to-hit": [6, 6]})
    assert the(events, ShotsFired).shots == {"a2.2": 1, "a2.3": 1}


@pytest.mark.rule("TRI-DMG-04")
@pytest.mark.parametrize(
    ("crew", "way_out"), [("shaken", "getting out, or its next turn"), ("stunned", "its next turn")]
)
def test_nobody_aboard_fires_while_the_crew_is_dazed(crew, way_out):
    state = riding(squad("b1", at=(30, 10), count=4))
    dazed = replace(state.units["a1"], vehicle=a_condition(**{f"{crew}_now": True}))
    refusal = refused(state.with_unit(dazed), shoot())
    assert (refusal.code, refusal.allowed) == (crew, way_out)
    assert f"is {crew}" in refusal.message


@pytest.mark.rule("TRI-DMG-04", "TRI-DMG-07", "TRI-TRAN-14")
def test_a_carrier_explodes():
    enemy = a_trial("b1", (30, 44), heading=0, weapons=(LANCE,))
    state = riding(enemy, active="b1", ap=1)
    dice = {
        "to-hit": [2],
        "armour-penetration": [5],
        "vehicle-damage": [6],
        "explosion-radius": [3],
        "to-wound": [3, 1, 5, 2],
        "save": [5, 2, 4],
    }
    events, after = play(state, fire("b1", "a1", 0), dice)
    assert the(events, VehicleWrecked).how == "exploded"
    people = after.units["a2"]
    assert (len(people.alive), people.aboard, people.is_pinned) == (2, None, True)


@pytest.mark.rule("TRI-TRAN-15")
def test_who_finds_no_place_is_lost():
    x, y = 30, 24
    ring = [(x + u, y + v) for u in (-3.6, -2.4, 2.4, 3.6) for v in range(-4, 6)]
    ring += [(x + u, y + v) for u in (-1.2, 0, 1.2) for v in (3.6, 4.8)]
    foes = a_unit("b2", ring, profile=a_profile("foe"))
    enemy = a_trial("b1", (30, 44), heading=0, weapons=(LANCE,))
    state = riding(foes, enemy, active="b1", ap=1)
    dice = {"to-hit": [2], "armour-penetration": [5], "vehicle-damage": [4]}
    events, after = play(state, fire("b1", "a1", 0), dice)
    assert any("TRI-TRAN-15" in e.rules for e in events)
    assert len(after.units["a2"].alive) < 4
    assert B in {u.side for u in after.units.values()}


@pytest.mark.rule("TRI-TYPE-01", "TRI-PASS-01")
def test_from_an_open_top_all_may_fire():
    enemy = squad("b1", at=(30, 10), count=4)
    shown = preview(riding(enemy, traits=("open-topped",)), shoot())
    assert sum(line.shooters for line in shown.shots) == 4
    _, after = play(riding(enemy, traits=("open-topped",)), shoot(), {"to-hit": [6] * 8})
    assert after.units["a1"].vehicle.own is None
    closed = preview(riding(enemy), shoot())
    assert sum(line.shooters for line in closed.shots) == 2


CAPTAIN = a_profile("captain", sv=4, traits=("independent",))


def led(moved=0.0, ap=2):
    enemy = squad("b1", at=(26, 17), count=2)
    people = squad(aboard=UnitId("a1"), count=2)
    captain = squad("a3", profile=CAPTAIN, count=1)
    one = captain[0].models[0]
    joined = replace(people[0], models=(*people[0].models, replace(one, id=ModelId("a2.3"))))
    return riding(enemy, passengers=(joined, (*people[1], *captain[1]), people[2]), moved=moved, ap=ap)


@pytest.mark.rule("TRI-TRAN-16", "TRI-TRAN-08", "TRI-JOIN-06")
def test_a_captain_who_gets_out_alone_goes_on_with_the_points_left_and_shoots():
    _, state = play(led(), out(models=(ModelId("a2.3"),)))
    on = next(o.action for o in legal_actions(state, A) if o.kind == "go-on-alone")
    assert preview(state, on).notes == ("A2 is done; Captain shoots or moves",)
    events, after = play(state, on)
    assert (the(events, PointsPassed).to, after.turn.active, after.turn.ap) == ("a2b", "a2b", 1)
    charges = [o.refusal.rule for o in legal_actions(after, A) if o.kind == "charge" and o.refusal]
    assert charges == ["TRI-TRAN-16"]
    shot = Shoot(side=A, unit=UnitId("a2b"), target=UnitId("b1"))
    events, after = play(after, shot, {"to-hit": [6, 6]})
    assert (the(events, ShotsFired).unit, after.turn.active) == ("a2b", None)


@pytest.mark.rule("TRI-TRAN-16")
def test_nobody_goes_on_for_whom_nobody_left():
    on = GoOnAlone(side=A, unit=UnitId("a2"), character=UnitId("b1"))
    assert (refused(led(), on).code, refused(led(), on).rule) == ("nobody-alone", "TRI-TRAN-16")


@pytest.mark.rule("TRI-TRAN-10", "TRI-TRAN-16")
def test_after_the_vehicle_moved_the_captain_only_shoots():
    _, state = play(led(moved=6.0), out(models=(ModelId("a2.3"),)))
    on = next(o.action for o in legal_actions(state, A) if o.kind == "go-on-alone")
    assert preview(state, on).notes == ("A2 is done; Captain shoots",)
