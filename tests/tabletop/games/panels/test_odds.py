"""Exact odds of the options of prompts that are no charge reactions."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.shooting.shoot import Shoot
from rules.table.terrain import Terrain
from rules.visibility import view
from tabletop.games.panels import odds as prompt_odds
from tabletop.ui.words import percent_text
from tests.builders import A, B, a_battle, a_profile, a_row, a_unit, a_weapon, play
from tests.rules.arap.melee.test_break_off import runners, second_round
from tests.rules.arap.morale.test_melee_morale import lost_round

RIFLE = a_weapon("rifle", strength=3, ap=None)


def offered(state):
    """What the side that is asked would see."""
    return prompt_odds.of_options(view(state, state.prompt.side), state)


def percent(*odds):
    return [percent_text(o) for o in odds]


def shot_at(count=2, sv=5, **values):
    """Rifles wound so many of three men, who are asked whether to go to ground."""
    profile = a_profile("levy", sv=sv, **values)
    state = a_battle(
        a_unit("a1", a_row(count, 10, 10), weapons=(RIFLE,)),
        a_unit("b1", a_row(3, 20, 10), profile=profile, facing=270),
        active="a1",
        ap=1,
    )
    dice = {"to-hit": [1] * (2 * count), "to-wound": [6] * (2 * count), "pick": [1, 2] + [2] * (2 * count - 2)}
    return play(state, Shoot(side=A, unit="a1", target="b1"), dice)[1]


@pytest.mark.part_of("ARAP-GTG-01")
def test_going_to_ground_tells_who_falls_either_way():
    state = shot_at()
    assert (state.prompt.kind, state.prompt.side) == ("go-to-ground", B)
    # Four wounds, one on the first man and three on the second; a save of 5 fails on 4 of 6, one of 4 on 3 of 6.
    for option, fails in (("ground", Fraction(1, 2)), ("stand", Fraction(2, 3))):
        first, second = fails, 1 - (1 - fails) ** 3
        some, mean = offered(state)[option]
        assert some == (percent_text(1 - (1 - first) * (1 - second)), "loses a model")
        assert mean == (f"{float(first + second):.1f}", "fall on average")


def partly_in_cover():
    """Two hits on a pair that is partly in cover: a levy in the open, who is wounded, and a hulk in the wood."""
    wood = Terrain(id="wood", name="Wood", points=((19, 12), (22, 12), (22, 15), (19, 15)), cover="soft")
    unit, (levy,), _ = a_unit("b1", [(20, 10), (20, 13)], profile=a_profile("levy", sv=5), facing=270)
    hulk = a_profile("hulk", t=6, sv=5)
    unit = replace(unit, models=(unit.models[0], replace(unit.models[1], profile=hulk.id, weapons=())))
    shooters = a_unit("a1", a_row(2, 10, 10), weapons=(RIFLE,))
    state = a_battle(shooters, (unit, (levy, hulk), ()), terrain=(wood,), active="a1", ap=1)
    hits = {"to-hit": [1, 6, 1, 6], "to-wound": [6]}
    return play(state, Shoot(side=A, unit="a1", target="b1"), hits)[1]


@pytest.mark.part_of("ARAP-GTG-01", "ARAP-CAS-02")
def test_going_to_ground_tells_who_falls_of_unlike_members_taken_in_turn():
    state = partly_in_cover()
    assert state.prompt.kind == "go-to-ground"
    for option, fails in (("ground", Fraction(1, 2)), ("stand", Fraction(2, 3))):
        levy, hulk = Fraction(1, 2) * fails, Fraction(1, 12) * fails  # 4 or more; 7 or more: a 6, then 4 or more
        second = fails * hulk + (1 - fails) * levy
        some, mean = offered(state)[option]
        assert some == (percent_text(fails + (1 - fails) * levy), "loses a model")
        assert mean == (f"{float(fails + second):.1f}", "fall on average")


@pytest.mark.part_of("ARAP-BREAK-01")
def test_breaking_off_tells_the_test_and_the_blows_at_those_who_leave():
    figures = offered(second_round())["break-off"]
    assert [f.meaning for f in figures] == ["gets away", "routs", "wounds to expect on leaving"]
    assert [f.figure for f in figures[:2]] == percent(Fraction(21, 36), Fraction(15, 36))  # 7 or less on 2D6
    assert "fight" not in offered(second_round())


def test_hit_and_run_tells_the_chance_to_get_away():
    _, state = runners()
    assert state.prompt.kind == "hit-and-run"
    assert offered(state) == {"leave": ((percent_text(Fraction(4, 6)), "gets away"),)}


def test_nobody_is_told_anything_without_a_question():
    state = a_battle(a_unit("a1", [(10, 10)]), a_unit("b1", [(30, 10)]))
    assert prompt_odds.of_options(state, state) == {}


@pytest.mark.part_of("ARAP-PURS-07")
def test_victors_are_told_how_likely_they_hold_back():
    _, routing = lost_round(dice={"morale": [4, 4], "flinch": [4]})
    _, state = play(routing, Answer(side=B, choice=routing.prompt.options[0].id))
    assert state.prompt.kind == "pursuit"
    assert offered(state) == {
        "hold": tuple(zip(percent(Fraction(21, 36), Fraction(15, 36)), ("holds back", "pursues"), strict=True))
    }
