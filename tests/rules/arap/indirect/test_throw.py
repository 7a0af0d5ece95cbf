"""Hand grenades, rocks and bricks: who may throw, how they scatter, whom they hit."""

import itertools
import math
from fractions import Fraction

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.events import PointsSpent
from rules.arap.indirect.guesses import Guess, RangeGuessed
from rules.arap.indirect.lob import Lob
from rules.arap.indirect.throw import Throw
from rules.arap.shooting.rulings import RuleShot
from rules.arap.shooting.shoot import Shoot
from rules.arap.shooting.volley import ShotsFired
from rules.arap.templates.scatter import ShellBurst
from rules.arap.turn.activation import EndActivation
from rules.engine import legal_actions, preview
from rules.events import Prompted, Rolled
from rules.state import Melee
from rules.table.terrain import Terrain
from rules.visibility import view, view_event
from tests.builders import A, B, a_battle, a_profile, a_row, a_unit, a_weapon, play, the

FRAG = a_weapon("frag", type="grenade", range_in=6, strength=3, marker_in=3)
ROCK = a_weapon("rock", type="grenade", range_in=6, strength=1, traits=("improvised",))
TROOPER = a_profile("trooper", bs=4)
WALL = Terrain(
    id="w",
    name="Warehouse",
    points=((12, 5), (13, 5), (13, 35), (12, 35)),
    going="impassable",
    height_in=4,
    blocks_sight=True,
)


def squad(count=8, weapons=(FRAG,), profile=TROOPER, unit="a1", **values):
    return a_unit(unit, a_row(count, 10, 20), weapons=weapons, profile=profile, **values)


def battle(*more, mine=None, places=None, terrain=(), ap=3, target=None):
    enemy = a_unit("b1", places or a_row(3, 60, 40), profile=a_profile("levy"), **(target or {}))
    return a_battle(mine or squad(), enemy, *more, active="a1", ap=ap, terrain=terrain)


def throw(*names, range_in=5.0, bearing=90.0, target=None, weapon="frag", **values):
    names = names or ("a1.1",)
    guesses = tuple(Guess(model=n, bearing=bearing, range_in=range_in) for n in names)
    return Throw(side=A, unit="a1", weapon=weapon, guesses=guesses, target=target, **values)


def refused(state, action):
    found = action.check(state)
    return (found.code, found.rule) if found else None


# ------------------------------------------------------------------ how many


@pytest.mark.part_of("ARAP-GREN-01")
@pytest.mark.parametrize(("members", "most"), [(10, 3), (5, 2), (4, 1), (8, 2), (9, 3), (1, 1)])
def test_a_quarter_of_a_unit_rounded_up_may_throw(members, most):
    state = battle(mine=squad(members))
    names = [f"a1.{n}" for n in range(1, members + 1)]
    assert refused(state, throw(*names[:most])) is None
    if members > most:
        assert refused(state, throw(*names[: most + 1])) == ("too-many-throwers", "ARAP-GREN-01")


@pytest.mark.rule("ARAP-GREN-01", "ARAP-WPN-01")
def test_who_has_thrown_in_the_turn_counts_and_may_throw_again():
    state = battle(mine=squad(5))
    hit = {"to-hit": [1]}
    events, after = play(state, throw("a1.2"), hit)
    assert the(events, PointsSpent).points == 1
    _, after = play(after, throw("a1.4"), hit)
    assert refused(after, throw("a1.3")) == ("too-many-throwers", "ARAP-GREN-01")
    assert after.turn.ap == 1
    assert refused(after, throw("a1.4", "a1.2")) is None


@pytest.mark.rule("ARAP-GREN-01")
def test_independent_characters_always_throw_but_count():
    lone = a_profile("lone", bs=4, traits=("independent",))
    unit, profiles, weapons = squad(4)
    unit = replace(
        unit, models=tuple(replace(m, profile=lone.id) if m.id in ("a1.3", "a1.4") else m for m in unit.models)
    )
    state = battle(mine=(unit, (*profiles, lone), weapons))
    assert refused(state, throw("a1.3", "a1.4")) is None
    assert refused(state, throw("a1.1", "a1.3")) == ("too-many-throwers", "ARAP-GREN-01")
    _, after = play(state, throw("a1.1"), {"to-hit": [1]})
    assert refused(after, throw("a1.3")) is None
    assert refused(after, throw("a1.2"))[0] == "too-many-throwers"


@pytest.mark.part_of("ARAP-GREN-01")
@pytest.mark.parametrize(("range_in", "code"), [(6, None), (6.02, "too-far"), (None, "no-range")])
def test_a_hand_grenade_reaches_6_inches(range_in, code):
    found = refused(battle(), throw(range_in=range_in))
    assert (found and found[0]) == code


@pytest.mark.parametrize("target", ["", "b9"])
def test_a_target_that_is_not_there_is_refused(target):
    assert refused(battle(), throw(target=target)) == ("unknown-target", "ARAP-SHOOT-03")


# ------------------------------------------------------------------ the throw


@pytest.mark.rule("ARAP-GREN-02", "ARAP-HIT-02")
@pytest.mark.parametrize(("die", "lands"), [(3, True), (4, False)])
def test_it_lands_where_it_was_guessed_on_skill_less_1(die, lands):
    dice = {"to-hit": [die]} if lands else {"to-hit": [die], "scatter-a": [6], "scatter-b": [5], "direction": [180]}
    events, _ = play(battle(), throw(range_in=5), dice)
    rolled = next(e for e in events if isinstance(e, Rolled))
    assert (rolled.goal, rolled.base, [m.value for m in rolled.modifiers]) == (3, 4, [-1])
    assert the(events, ShellBurst).at == pytest.approx((15, 20) if lands else (15, 21))


@pytest.mark.rule("ARAP-GREN-02", "ARAP-DICE-07")
@pytest.mark.parametrize(("second", "lands"), [(3, True), (4, False)])
def test_a_goal_of_0_takes_a_second_die(second, lands):
    state = battle(mine=squad(profile=a_profile("clumsy", bs=1)))
    scatter = {} if lands else {"scatter-a": [2], "scatter-b": [1], "direction": [360]}
    events, _ = play(state, throw(), {"to-hit": [1], "extended-reroll": [second], **scatter})
    assert (the(events, ShellBurst).scatter_in == 0) is lands


@pytest.mark.rule("ARAP-GREN-03", "ARAP-SCAT-07")
@pytest.mark.parametrize(("dice", "scatter"), [((6, 5), 1), ((4, 4), 4), ((1, 1), 1), ((1, 6), 5), ((6, 6), 6)])
def test_a_miss_scatters_by_the_short_roll_without_skill(dice, scatter):
    thrown = {"to-hit": [5], "scatter-a": [dice[0]], "scatter-b": [dice[1]], "direction": [90]}
    events, _ = play(battle(), throw(), thrown)
    assert the(events, ShellBurst).scatter_in == scatter


@pytest.mark.rule("ARAP-GREN-04")
def test_a_bad_throw_can_land_behind_the_thrower():
    dice = {"to-hit": [6], "scatter-a": [6], "scatter-b": [1], "direction": [270]}
    events, _ = play(battle(), throw(range_in=2), dice)
    burst = the(events, ShellBurst)
    assert (burst.scatter_in, burst.at) == (5, pytest.approx((7, 20)))


@pytest.mark.part_of("ARAP-GREN-04", "ARAP-AREA-03")
@pytest.mark.parametrize(("range_in", "scatter"), [(12, 10), (13, 6.5)])
def test_launched_grenades_are_free_of_the_limit_at_short_range_only(range_in, scatter):
    launcher = a_weapon(
        "launcher", type="assault", range_in=24, strength=3, marker_in=3, traits=("high-trajectory", "launched-grenade")
    )
    state = battle(mine=squad(1, weapons=(launcher,), profile=a_profile("trooper", bs=1)))
    guesses = (Guess(model="a1.1", bearing=90, range_in=range_in),)
    dice = {"scatter-a": [6], "scatter-b": [5], "direction": [360]}
    events, _ = play(state, Lob(side=A, unit="a1", weapon="launcher", guesses=guesses), dice)
    assert the(events, ShellBurst).scatter_in == scatter


@pytest.mark.rule("ARAP-AREA-04", "ARAP-GREN-02")
def test_whoever_is_under_the_marker_is_hit_friend_or_foe():
    state = battle(places=[(15, 20), (15, 21.5), (15, 23)])
    events, after = play(state, throw(range_in=5, target="b1"), {"to-hit": [3], "to-wound": [1, 1]})
    assert the(events, ShotsFired).hits == 2
    assert [(t.shooter, t.target, t.hits) for t in after.turn.tallies] == [("a1", "b1", 2)]
    assert the(events, ShellBurst).touched == ("b1.1", "b1.2")
    dice = {"to-hit": [3], "to-wound": [1, 1]}
    events, _ = play(battle(mine=squad(3)), throw(range_in=1, bearing=180), dice)
    assert [(e.target, e.hits) for e in events if isinstance(e, ShotsFired)] == [("a1", 2)]


@pytest.mark.rule("ARAP-GREN-02", "ARAP-AREA-13", "ARAP-AREA-14")
def test_at_what_is_not_seen_the_throw_is_at_bs1_unless_its_place_is_plain():
    state = battle(places=a_row(3, 15, 20), terrain=[WALL])
    (line,) = preview(state, throw(target="b1")).shots
    assert (line.goal, line.chances[0].exact) == (0, "1/12")
    dice = {"to-hit": [2], "scatter-a": [2], "scatter-b": [1], "direction": [90], "to-wound": [1]}
    events, _ = play(state, throw(target="b1"), dice)
    assert the(events, RangeGuessed).rules[-1] == "ARAP-AREA-13"
    _, plain = play(state, RuleShot(side=A, unit="a1", target="b1", ruling="plain", reason="their banner shows"))
    (line,) = preview(plain, throw(target="b1")).shots
    assert line.goal == 3


@pytest.mark.rule("ARAP-GREN-02", "ARAP-AREA-13")
def test_over_a_wall_on_to_bare_ground_the_throw_is_at_bs1():
    dice = {"to-hit": [2], "scatter-a": [2], "scatter-b": [1], "direction": [90]}
    events, _ = play(battle(terrain=[WALL]), throw(), dice)
    assert next(e for e in events if isinstance(e, Rolled)).goal == 0


# ------------------------------------------------------------------ hidden throwers


@pytest.mark.rule("ARAP-GREN-05")
def test_a_hidden_thrower_stays_hidden_and_only_the_counter_is_seen():
    state = battle(mine=squad(hidden=True), places=a_row(4, 15, 19, gap=1))
    events, after = play(state, throw(target="b1"), {"to-hit": [1], "to-wound": [6, 1, 1]})
    assert after.units["a1"].hidden
    seen = [s for e in events if (s := view_event(after, e, B)) is not None]
    assert any(isinstance(e, ShellBurst) for e in seen)
    assert not any(isinstance(e, RangeGuessed | PointsSpent) or e.unit == "a1" for e in seen)
    assert the(events, ShellBurst).unit is None


@pytest.mark.rule("ARAP-GREN-05")
def test_who_is_under_what_somebody_unseen_throws_sees_what_it_does_to_them():
    """The counter, who is caught, the dice for wounds and saves: all but who threw, and how."""
    armoured = a_profile("armoured", sv=4)
    state = battle(mine=squad(hidden=True), places=a_row(4, 15, 19, gap=1))
    state = replace(state, profiles={p: replace(each, sv=armoured.sv) for p, each in state.profiles.items()})
    events, asked = play(state, throw(target="b1"), {"to-hit": [1], "to-wound": [6, 1, 6]})
    more, after = play(asked, Answer(side=B, choice="stand"), {"save": [6, 1]})
    seen = [s for e in (*events, *more) if (s := view_event(after, e, B)) is not None]
    lines = [s.sentence(view(after, B)) for s in seen if not isinstance(s, Rolled | Prompted)]
    assert lines == ["Frag comes down on target", "B1 is caught by Frag: 3 hits", "B1: Stay up", "B1 loses 1 model"]
    thrown = [(s.label, s.dice, s.unit, s.target) for s in seen if isinstance(s, Rolled)]
    assert thrown == [("to-wound", (6, 1, 6), None, "b1"), ("save", (6, 1), "b1", None)]


def test_the_source_of_an_open_throw_is_named():
    events, after = play(battle(), throw(), {"to-hit": [1]})
    assert the(events, ShellBurst).unit == "a1"
    assert the(events, RangeGuessed).sentence(after) == "A1 throws Frag, guessing 5″"


def test_hits_by_hidden_throwers_are_tested_for_without_their_name():
    state = battle(mine=squad(hidden=True), places=a_row(3, 15, 19, gap=1))
    _, after = play(state, throw(target="b1"), {"to-hit": [1], "to-wound": [1, 1, 1]})
    events, _ = play(after, EndActivation(side=A), {"suppression-test": [3, 3]})
    assert next(e.why for e in events if isinstance(e, Rolled)) == "B1: 3 hits on 3 by somebody unseen"


# ------------------------------------------------------------------ rocks and bricks


@pytest.mark.rule("ARAP-GREN-06")
@pytest.mark.parametrize(("die", "hits"), [(1, 1), (2, 0)])
def test_a_rock_hits_with_the_throwers_strength_at_minus_2_or_is_lost(die, hits):
    brute = a_profile("brute", bs=3, s=4)
    state = battle(mine=squad(weapons=(ROCK,), profile=brute), places=a_row(3, 15.2, 20))
    dice = {"to-hit": [die], **({"to-wound": [2]} if hits else {})}
    events, _ = play(state, throw(weapon="rock", target="b1"), dice)
    rolls = {e.label: e for e in events if isinstance(e, Rolled)}
    assert (rolls["to-hit"].goal, [m.value for m in rolls["to-hit"].modifiers]) == (1, [-2])
    assert sum(e.hits for e in events if isinstance(e, ShotsFired)) == hits
    assert not hits or rolls["to-wound"].goal == 3
    assert any(isinstance(e, ShellBurst) for e in events) is bool(hits)


@pytest.mark.rule("ARAP-GREN-06")
@pytest.mark.parametrize(("guess", "struck"), [(5, 1), (5.5, 1), (4.5, 1), (5.6, 0), (4.4, 0)])
def test_a_rock_has_no_area_it_strikes_whom_it_falls_on(guess, struck):
    state = battle(mine=squad(weapons=(ROCK,)), places=a_row(3, 15, 20))
    dice = {"to-hit": [2], **({"to-wound": [1]} if struck else {})}
    events, _ = play(state, throw(weapon="rock", target="b1", range_in=guess), dice)
    assert sum(e.hits for e in events if isinstance(e, ShotsFired)) == struck


@pytest.mark.rule("ARAP-HIT-06")
@pytest.mark.part_of("ARAP-GREN-06")
def test_cover_counts_against_a_rock():
    hedge = Terrain(
        id="h", name="Hedge", points=((14, 10), (14, 30)), line=True, width_in=0.2, cover="soft", height_in=1
    )
    state = battle(mine=squad(weapons=(ROCK,)), places=a_row(3, 15, 20), terrain=[hedge])
    (line,) = preview(state, throw(weapon="rock", target="b1")).shots
    assert [m.value for m in line.modifiers] == [-1, -2]


# ------------------------------------------------------------------ who, and what is offered


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (throw(weapon="rifle"), "not-carried"),
        (throw("a1.9"), "not-carried"),
        (throw("b1.1"), "not-carried"),
        (throw("a1.1", "a1.1"), "twice"),
        (throw(bearing=300), "out-of-arc"),
        (throw(measured=True), "measured-first"),
        (throw(target="b1", bearing=40), "not-that-way"),
    ],
)
def test_who_may_not_throw(action, code):
    assert refused(battle(), action)[0] == code


@pytest.mark.part_of("ARAP-GREN-01", "ARAP-ACT-10")
def test_what_is_not_thrown_and_who_is_locked():
    rifle = a_weapon("frag")
    assert refused(battle(mine=squad(weapons=(rifle,))), throw()) == ("not-thrown", "ARAP-GREN-01")
    planted = replace(FRAG, traits=("planted",))
    assert refused(battle(mine=squad(weapons=(planted,))), throw()) == ("not-thrown", "ARAP-GREN-01")
    state = replace(battle(), melees=(Melee(id="m", units=("a1", "b1")),))
    assert refused(state, throw()) == ("locked", "ARAP-ACT-10")


def test_grenades_are_no_weapon_to_shoot_with():
    assert refused(battle(), Shoot(side=A, unit="a1", target="b1"))[0] == "no-ranged-weapon"


def test_a_climber_has_a_hand_for_a_grenade_but_nobody_throws_who_lies_sprawled():
    state = battle()
    unit = state.units["a1"]
    climbing = state.with_unit(unit.with_model(replace(unit.models[0], on_face="w")))
    assert refused(climbing, throw()) is None
    sprawled = state.with_unit(unit.with_model(replace(unit.models[0], sprawled=True)))
    assert refused(sprawled, throw())[0] == "sprawled"


@pytest.mark.part_of("ARAP-AREA-10")
def test_what_is_offered_does_not_say_how_far_anybody_is():
    near, far = battle(places=[(12, 20)] * 3), battle(places=[(66, 20)] * 3)
    offered = [[o for o in legal_actions(s, A) if o.kind == "throw"] for s in (near, far)]
    assert [[g.range_in for g in o.action.guesses] for (o,) in offered] == [[5.0, 5.0], [5.0, 5.0]]
    assert [o.target for (o,) in offered] == ["b1", "b1"]


def test_offers_for_a_unit_that_has_thrown_all_that_it_may_say_so():
    _, after = play(battle(mine=squad(4)), throw("a1.3"), {"to-hit": [1]})
    (offer,) = [o for o in legal_actions(after, A) if o.kind == "throw"]
    assert offer.action is not None
    assert [g.model for g in offer.action.guesses] == ["a1.3"]
    behind = battle(places=[(1, 25)])
    (offer,) = [o for o in legal_actions(behind, A) if o.kind == "throw"]
    assert offer.refusal.code == "out-of-arc"


# ------------------------------------------------------------------ what it comes to


def right(state, action):
    """What the plan promises if the guess is right, by label, and the refusal."""
    shown = preview(state, action)
    return {c.label: c.exact for c in shown.chances}, shown.refusal


@pytest.mark.rule("ARAP-GREN-02")
@pytest.mark.part_of("ARAP-GREN-03")
def test_a_throw_tells_exactly_what_it_comes_to_if_it_is_guessed_right():
    """Two stand an inch apart: skill 4, less 1 by hand and 1 for a small group; a 4 wounds them, and nothing saves."""
    mean = caught = Fraction(0)
    for a, b, turn in itertools.product(range(1, 7), range(1, 7), range(360)):
        for far, share in ((0, Fraction(1, 3)), (abs(a - b) or a, Fraction(2, 3))):
            at = (15 + far * math.sin(math.radians(turn)), 20 - far * math.cos(math.radians(turn)))
            under = sum(math.dist(at, each) <= 1.5 + 25 / 101.6 + 0.01 for each in ((15, 20), (15, 21)))
            mean += share * Fraction(under, 2 * 36 * 360)
            caught += share * Fraction(under > 0, 36 * 360)
    found, refusal = right(battle(places=[(15, 20), (15, 21)]), throw(target="b1"))
    assert refusal is None
    assert found["casualties if the guess is right"] == str(mean)
    assert found["suppression test"] == str(caught)


@pytest.mark.rule("ARAP-AREA-10")
def test_what_is_promised_before_and_after_a_guess_tells_no_distance():
    near, far = (battle(places=[(x, 20), (x, 21)]) for x in (14, 27))
    for guess in (None, 2.0, 6.0):
        found, refusal = right(near, throw(target="b1", range_in=guess))
        assert found == right(far, throw(target="b1", range_in=guess))[0] != {}
        assert (refusal is not None and refusal.code == "no-range") is (guess is None)


@pytest.mark.part_of("ARAP-GREN-06")
def test_a_brick_that_misses_hurts_nobody():
    """Thrown at 1 or less (-2), at a lone figure (-1 small group): one in six hits, Strength 3 wounds half of them."""
    found, _ = right(battle(mine=squad(weapons=(ROCK,)), places=[(15, 20)]), throw(target="b1", weapon="rock"))
    assert found["casualties if the guess is right"] == str(Fraction(1, 12))
