"""Throws as they are told: second dice, and a colour for each group of shots."""

import dataclasses

import pytest
from msgspec.structs import replace

from rules.core.drawn import DrawnCard
from rules.core.modifier import Modifier
from rules.events import Rolled
from rules.questions import units
from tabletop.games.log import throws
from tabletop.ui.dice import CARD, COMBAT, die
from tests.builders import a_battle, a_profile, a_unit


def thrown(**values):
    return throws.of(Rolled(**{"label": "to-hit", "dice": (1,), "sense": "low", **values}))


@pytest.mark.parametrize(
    ("values", "need", "result"),
    [
        ({"dice": (1, 3, 1), "goal": -1, "made": (False,) * 3}, "hit 1, then 2 or less", "2 of 3 thrown again"),
        ({"dice": (2, 3), "goal": 0, "made": (False,) * 2}, "hit 1, then 3 or less", "0 hits"),
        (
            {"label": "to-wound", "dice": (6, 5), "sense": "high", "goal": 8, "made": (False,) * 2},
            "wound 6, then 5 or more",
            "1 of 2 thrown again",
        ),
        ({"dice": (1, 3), "goal": 3, "made": (True, True)}, "hit 3 or less", "2 hits"),
    ],
)
def test_dice_that_call_for_a_second_one_have_not_failed_yet(values, need, result):
    found = thrown(**values)
    assert (found.need_text, found.result) == (need, result)


def test_one_that_is_drawn_ends_in_no_colon():
    assert thrown(label="pick", dice=(1,), sides=2, sense="none").need_text == "drawn"


def test_second_dice_say_what_they_are_for_and_what_came_of_it():
    found = thrown(label="extended-reroll", why="second die for to-wound", dice=(5, 2), goal=5, made=(True, False))
    assert (found.why, found.result) == ("Second dice to wound", "1 wound")
    one = thrown(label="extended-reroll", why="second die for initiative-test", dice=(2,), goal=3, made=(True,))
    assert (one.why, one.result) == ("Second die", "made")


@pytest.mark.parametrize(("dice", "made", "result"), [((1, 1), True, "double 1, passed"), ((1, 2), False, "9, failed")])
def test_a_double_1_that_passes_whatever_its_total_says_so(dice, made, result):
    """Lost by 6 wounds. (ARAP-MORAL-03)"""
    found = thrown(label="morale", dice=dice, goal=4, total=sum(dice) + 6, made=(made,))
    assert found.result == result


def test_the_sum_of_a_receipt_below_1_says_what_it_means():
    found = thrown(dice=(1,), goal=-1, made=(False,), base=2)
    assert f"{found.total} {found.what}" == "−1 means 1, then 2 or less to hit"


def shot(seq, weapon, label="to-hit", rule="ARAP-HIT-01", why=None):
    return thrown(seq=seq, label=label, goal=3, made=(True,), why=why or f"{weapon}, 1 shot", rules=(rule,))


def test_each_group_of_shots_has_a_colour_with_its_second_dice_and_its_wounds():
    parts = [
        shot(1, "Rifle"),
        shot(2, "", label="extended-reroll", why="second die for to-hit"),
        shot(3, "Laser"),
        "Somebody fires",
        shot(4, "", label="to-wound", why="Rifle"),
        shot(5, "", label="to-wound", why="Laser"),
        shot(6, "", label="save", why="Birch against Laser"),
    ]
    assert [getattr(part, "tone", None) for part in throws.toned(parts)] == [1, 1, 2, None, 1, 2, 0]


def test_one_group_of_shots_has_dice_like_any_other():
    parts = [shot(1, "Rifle"), shot(2, "", label="to-wound", why="Rifle"), shot(3, "Fists", rule="ARAP-MELEE-04")]
    assert [part.tone for part in throws.toned(parts)] == [0, 0, 0]


def test_what_is_added_to_the_dice_of_a_morale_check_is_added_up():
    lost = Modifier(2, "lost by 2 wounds", "ARAP-MORAL-02")
    found = throws.of(
        Rolled(label="morale", dice=(3, 4), sense="low", goal=8, base=8, modifiers=(lost,), made=(False,), total=9)
    )
    assert [(r.value, r.label) for r in found.receipt] == [("7", "the dice"), ("+2", "lost by 2 wounds")]
    assert f"{found.total} {found.what}" == "9 in all, 8 or less needed"
    plain = throws.of(Rolled(label="morale", dice=(3, 4), sense="low", goal=8, base=8, made=(True,), total=7))
    assert plain.receipt == ()


def test_tens_and_units_of_a_d66_have_a_colour_each_and_say_what_they_read():
    found = throws.of(Rolled(label="table-roll", dice=(3, 5, 6, 1), readings=(35, 61), rules=("ARAP-DICE-15",)))
    assert found.dice == ((3, "", 1), (5, "", 2), (6, "", 1), (1, "", 2))
    assert found.result == "read as 35, 61"
    assert throws.of(Rolled(label="table-roll", dice=(4,), readings=(1,))).dice == ((4, "", 0),)


def test_what_a_roll_is_for_says_who_does_what_to_whom():
    def said(why):
        return throws.of(Rolled(seq=1, label="pick", dice=(2,), why=why)).why

    assert said("Birch Rifles: 3 hits on 5 by Ash Rifles") == "Birch Rifles, 5 strong, after 3 hits by Ash Rifles"
    assert said("Axes: who takes each wound of Levy rifle") == "Which of Axes the wounds of Levy rifle fall on"
    assert said("Axes: who takes each hit of Levy rifle") == "Which of Axes the hits of Levy rifle fall on"
    assert said("rail rifle, 3 shots") == "Rail rifle, 3 shots"
    assert said("Captain Vale strike at Axes: 4 blows") == "Captain Vale strikes at Axes: 4 blows"
    assert said("Captain Vale wound Axes") == "What Captain Vale does to Axes"
    assert said("Axes save") == "Axes tries to save"


@pytest.mark.parametrize(
    ("label", "why", "about"),
    [
        ("to-hit", "Ring gun, 3 shots", "Ox fires Ring gun at Jackdaw, 3 shots"),
        ("to-hit", "Ring gun at the wall of Jackdaw, 3 shots", "Ox fires Ring gun at the wall of Jackdaw, 3 shots"),
        ("scatter-a", "Mortar: scatter 2D6 less 2", "Ox fires Mortar at Jackdaw: scatter 2D6 less 2"),
        ("scatter-a", "Maul: a double or 7 is a direct hit", "Ox fires Maul at Jackdaw: a double or 7 is a direct hit"),
        ("pick", "Tile drawn, 28 left", "Ox: tile drawn, 28 left"),
        ("pick", "Sack lift opens on a wrong floor", "Ox: Sack lift opens on a wrong floor"),
        ("activation", "Ox activates on 2 dice", "Ox activates on 2 dice"),
    ],
)
def test_a_headline_of_dice_says_who_does_what_to_whom(label, why, about):
    rolled = Rolled(label=label, dice=(2,), why=why, unit="b1", target="a1")
    assert throws.of(rolled, who="Ox", whom="Jackdaw", names=["", "Sack lift"]).about == about


def test_dice_to_wound_say_whom_and_keep_the_colour_of_their_shots():
    rolled = Rolled(label="to-wound", dice=(4,), why="Rifle", unit="b1", target="a1")
    wound = throws.of(rolled, who="Ox", whom="Axes")
    assert wound.why == "Rifle on Axes"
    found = throws.toned([shot(1, "Rifle"), shot(2, "Laser"), wound])
    assert [part.tone for part in found] == [1, 2, 1]


def test_what_a_burst_does_behind_cover_is_no_success():
    assert thrown(label="area-cover", goal=4, dice=(3,), made=(True,), sense="low").result == "caught"
    assert thrown(label="area-cover", goal=4, dice=(5,), made=(False,), sense="low").result == "nobody caught"


def test_dice_of_lifts_say_what_they_come_to():
    """(BLD-LIFT-03, BLD-LIFT-04)"""
    calls = [thrown(label="lift-call", sense="sum", dice=dice, total=sum(dice)) for dice in ((4, 4), (5, 2))]
    assert [call.result for call in calls] == ["a double", ""]
    why = "Ash Scouts in the lift"
    dice = [thrown(label="lift-free", dice=(n,), goal=2, made=(n < 3,), why=why) for n in (2, 3)]
    assert [(die.why, die.result) for die in dice] == [
        ("Ash Scouts: stuck in the lift", "free"),
        ("Ash Scouts: stuck in the lift", "still stuck"),
    ]


def test_of_what_nobody_wants_it_says_what_the_number_brings():
    ground = thrown(label="dangerous-terrain", goal=1, dice=(3,), made=(False,), sense="low")
    assert (ground.shown_need, ground.result) == ("bad on 1", "safe")
    assert ground.need_text == "dangerous terrain, bad on 1"
    hazard = thrown(label="hazard", goal=2, dice=(5,), made=(False,), sense="low")
    assert hazard.need_text == "hazard, harmed on 2 or less"


def test_armour_weaker_than_the_shot_takes_any_die():
    strong = thrown(label="armour-penetration", goal=0, dice=(2,), total=2, made=(True,), sense="high")
    assert strong.need_text == "penetrate any"
    even = thrown(label="armour-penetration", goal=2, dice=(2,), total=2, sense="high")
    assert even.need_text == "penetrate 2 or more"


def test_directions_and_dice_between_two_say_what_they_come_to():
    assert thrown(label="direction", sides=360, dice=(326,), sense="none").result == "north-west"
    between = "1 to 3 Red Hen, 4 to 6 the people on it"
    assert thrown(label="randomise-target", sense="table", dice=(2,), why=between).result == "Red Hen"
    assert thrown(label="randomise-target", sense="table", dice=(3, 6, 5), why=between).result == (
        "1 Red Hen, 2 the people on it"
    )


def test_a_matching_pair_of_a_doubles_test_is_marked():
    found = [thrown(label="crusade-jump", sense="none", dice=dice).faces for dice in ((4, 1, 4), (4, 1, 2))]
    assert found == [((4, "fail"), (1, ""), (4, "fail")), ((4, ""), (1, ""), (2, ""))]


def test_combat_dice_show_what_they_read_and_what_they_come_to():
    found = thrown(label="crusade-attack", sense="sum", dice=(6, 2, 5), readings=(3, 0, 2), total=5)
    assert found.faces == ((3, ""), (0, ""), (2, ""))
    assert (found.sides, found.result) == (COMBAT, "5")
    doubles = [thrown(label="crusade-wipeout", sense="none", dice=dice).result for dice in ((4, 1, 4), (4, 1, 2))]
    assert doubles == ["a double", "no double"]
    d3 = thrown(label="table-roll", sense="sum", dice=(6, 5), readings=(3, 2), total=5)
    assert (d3.sides, d3.result) == (6, "read as 3, 2")


def test_a_card_lies_face_up_in_place_of_the_die_that_drew_it():
    found = throws.of(Rolled(label="crusade-damage-card", sense="none", dice=(7,), sides=20), card=DrawnCard("FIRE"))
    assert (found.faces, found.sides, found.result) == ((("FIRE", ""),), CARD, "")
    assert die("FIRE", sides=CARD) == '<span class="drawn-card">FIRE</span>'


@pytest.mark.parametrize(
    ("members", "need"), [((7, 9), "Leadership of Sergeant 9 or less"), ((7, 7), "Leadership 9 or less")]
)
def test_a_test_says_whose_leadership_it_is_where_members_differ(members, need):
    """The highest Ld among the members present. (ARAP-DICE-05)"""
    squad, profiles, _ = a_unit("a1", [(10, 10), (10, 12)], profile=a_profile("private", ld=members[0]))
    sergeant = a_profile("sergeant", ld=members[1])
    led = replace(squad, models=(squad.models[0], replace(squad.models[1], profile=sergeant.id)))
    state = a_battle((led, (*profiles, sergeant), ()), a_unit("b1", [(40, 10)]))
    found = thrown(label="rally", dice=(3, 4), total=7, goal=9, unit="a1")
    assert dataclasses.replace(found, led_by=units.led_by(state, led)).need_text == need


def test_dice_for_figures_in_cover_say_whose_they_are():
    def roll_of(label, why, **names):
        return throws.of(Rolled(label=label, dice=(2,), why=why, unit="b1"), who="Ox", **names)

    assert roll_of("template-cover", "Flamer, figures in soft cover", whom="Axes").why == (
        "Flamer at Axes, figures in soft cover"
    )
    burst = throws.fallen_on(roll_of("area-cover", "Frag grenade, figures in hard cover"), ("Axes", "Levy"))
    assert burst.why == "Frag grenade on Axes and Levy, figures in hard cover"
    assert "on Axes and Levy, figures in hard cover" in burst.about
    assert throws.fallen_on(roll_of("save", "Axes save"), ("Axes",)).why == "Axes tries to save"
