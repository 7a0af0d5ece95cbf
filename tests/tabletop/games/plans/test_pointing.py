"""Templates and markers on the board: what a plan draws, whom it touches, what a frame shows afterwards."""

import msgspec

from rules.arap.shooting.volley import ShotsFired
from rules.questions import weapons
from tabletop.games.board import touched
from tabletop.games.plans.drafts import Draft
from tabletop.games.plans.preview import plan
from tests.builders import A, a_battle, a_row, a_unit, a_weapon

FLAMER = a_weapon("flamer", type="assault", range_in=0, strength=4, template=True)
RIFLE = a_weapon("rifle")


def a_field(*weapons, at=((10, 10),)):
    """Four of the Levy stand 4 to 7 inches east of whoever fires, two inches apart from north to south."""
    levy = a_unit("b1", [(14, 8), (14, 10), (16, 10), (17, 12)], facing=270, name="Levy")
    return a_battle(a_unit("a1", at, weapons=weapons), levy, active="a1", ap=2)


def test_a_template_is_drawn_where_it_would_lie_with_a_ring_round_everybody_under_it():
    shown = plan(a_field(FLAMER), A, Draft(kind="shoot", unit="a1", target="b1"))
    assert shown.aims == "point"
    assert 'class="blast" d="M180 90L180 110L100 110L100 90Z"' in shown.overlay.preview
    assert shown.overlay.preview.count('class="touch"') == 2
    assert shown.groups[0].notes[-1] == "under the template: 2 of Levy in the open"


def test_a_press_on_the_board_points_it_elsewhere():
    shown = plan(a_field(FLAMER), A, Draft(kind="shoot", unit="a1", target="b1", path=((14, 8),)))
    assert msgspec.json.decode(shown.action)["aim"] == [14, 8]
    assert shown.pointed
    assert shown.groups[0].notes[-1] == "under the template: 1 of Levy in the open"


def test_pointed_at_nobody_it_is_refused_and_still_drawn():
    shown = plan(a_field(FLAMER), A, Draft(kind="shoot", unit="a1", target="b1", path=((10, 4),)))
    assert shown.refusal is not None
    assert shown.action == ""
    assert 'class="blast"' in shown.overlay.preview


def test_without_a_template_weapon_nothing_is_pointed():
    shown = plan(a_field(RIFLE), A, Draft(kind="shoot", unit="a1", target="b1", path=((14, 8),)))
    assert shown.aims == ""
    assert "aim" not in msgspec.json.decode(shown.action)


def test_a_shell_shows_its_marker_before_it_scatters():
    shell = a_weapon("shell", type="assault", range_in=24, marker_in=3)
    shown = plan(a_field(shell), A, Draft(kind="shoot", unit="a1", target="b1"))
    assert '<circle class="blast" cx="160" cy="100" r="15"/>' in shown.overlay.preview
    assert "Without scatter: 1 model of Levy under it" in shown.notes


def test_who_is_under_a_strip_is_found_again_from_its_corners():
    state = a_field(FLAMER)
    fired = ShotsFired(
        unit="a1", target="b1", weapon="flamer", shots={}, hits=2, strip=((18, 9), (18, 11), (10, 11), (10, 9))
    )
    assert weapons.under_strips(state, [fired.strip], fired.unit) == ["b1.2", "b1.3"]


def test_whoever_is_hidden_from_a_viewer_is_not_ringed_for_it():
    state = a_battle(*[a_unit("b1", a_row(2, 20, 10), hidden=True)])
    assert touched.places(state, ["b1.1"], "b") == [(20, 10, 0.49)]
    assert touched.places(state, ["b1.1"], "a") == []
