"""Template weapons: the strip, who is under it, who is hit."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.events import WoundsTaken
from rules.arap.shooting import odds as shooting_odds
from rules.arap.shooting.shoot import Shoot
from rules.arap.shooting.volley import ShotsFired
from rules.arap.templates import strip, strip_hits
from rules.arap.templates.strip import ModelUnderStrip
from rules.dice.sources import ScriptedDice
from rules.engine import preview
from rules.table.terrain import Terrain
from tests.builders import A, B, a_battle, a_profile, a_unit, a_weapon, happens, play, the

FLAME = a_weapon("flame", type="assault", template=True, strength=4, ap=5)
SHOOT = Shoot(side=A, unit="a1", target="b1")
FIGURES = {"none": "open", "soft": "soft", "hard": "hard"}


def battle(targets, *more, weapon=FLAME, at=((10, 20),), facing=90, bs=4, terrain=(), ap=2, **values):
    return a_battle(
        a_unit("a1", at, weapons=[weapon], facing=facing, profile=a_profile("torch", bs=bs, sv=4)),
        a_unit("b1", targets, profile=a_profile("levy", **values)),
        *more,
        active="a1",
        ap=ap,
        terrain=terrain,
    )


def under(state, aim=None):
    plan = replace(SHOOT, aim=aim).plan(state)
    return [u.model for u in strip.under(state, plan.firings[0].strip, plan.firings[0].model)]


@pytest.mark.part_of("ARAP-TMPL-01")
def test_the_strip_is_8_inches_long_and_2_wide():
    r = a_profile().body_radius_in
    inside = [(17.5, 20.5), (18 + r, 20), (14, 21 + r)]
    outside = [(18.3 + r, 20), (14, 21.1 + r)]
    assert under(battle(inside + outside), aim=(18, 20)) == ["b1.1", "b1.2", "b1.3"]


@pytest.mark.part_of("ARAP-TMPL-06")
@pytest.mark.parametrize(("aside", "hit"), [(1.24, True), (1.25, True), (1.27, False)])
def test_a_figure_is_under_it_by_its_body_not_its_base(aside, hit):
    state = battle([(14, 20), (14, 20 + aside)])
    assert ("b1.2" in under(state, aim=(18, 20))) is hit


@pytest.mark.part_of("ARAP-TMPL-01", "ARAP-SHOOT-06")
def test_it_is_laid_in_the_fire_arc_and_over_the_target():
    state = battle([(10, 14)])
    assert SHOOT.check(state) is None
    assert replace(SHOOT, aim=(18, 20)).check(state).code == "out-of-range"
    behind = battle([(4, 20)])
    assert SHOOT.check(behind).code == "out-of-range"
    assert SHOOT.check(battle([(18.4, 20)])).rule == "ARAP-TMPL-01"


def test_a_high_wall_cuts_it_short_and_a_low_one_does_not():
    def wall(height):
        return Terrain(
            id="wall",
            name="Wall",
            points=((14, 10), (14, 30)),
            line=True,
            width_in=0.2,
            height_in=height,
            blocks_sight=True,
        )

    assert under(battle([(13, 20), (16, 20)], terrain=[wall(3)])) == ["b1.1"]
    assert under(battle([(13, 20), (16, 20)], terrain=[wall(1)])) == ["b1.1", "b1.2"]
    assert SHOOT.check(battle([(16, 20)], terrain=[wall(3)])) is not None


def test_left_to_the_table_it_spares_friends_and_takes_most_of_the_target():
    friend = a_unit("a2", [(15, 20)])
    state = battle([(16, 20), (15, 25), (16, 25.5)], friend)
    assert under(state) == ["b1.2", "b1.3"]
    assert sorted(under(state, aim=(18, 20))) == ["a2.1", "b1.1"]


@pytest.mark.part_of("ARAP-TMPL-05")
def test_the_narrow_end_of_a_torrent_lies_up_to_its_range_away():
    torrent = replace(FLAME, torrent_in=12)
    assert under(battle([(29.9, 20)], weapon=torrent), aim=(22, 20)) == ["b1.1"]
    assert under(battle([(29.9, 20)], weapon=torrent), aim=(40, 20)) == ["b1.1"]
    refused = preview(battle([(30.4, 20)], weapon=torrent), SHOOT).refusal
    assert (refused.code, refused.rule) == ("out-of-range", "ARAP-TMPL-05")
    assert refused.allowed.startswith("its narrow end within 12″ of the firer")
    assert replace(SHOOT, aim=(22, 20)).check(battle([(20, 20)], weapon=torrent)).code == "out-of-range"


def struck(bs, dice, *covers, modifier=0):
    """Who of figures in such cover is hit, as their places from 0."""
    state = battle([(14, 20)], bs=bs)
    script = ScriptedDice(dice)
    covered = [ModelUnderStrip("b1", f"b1.{n}", cover) for n, cover in enumerate(covers)]
    found = []

    def burn(progress):
        unit = state.units["a1"]
        found.extend(
            strip_hits.struck(
                progress, unit, covered, bs + modifier, base=bs, modifiers=(), target="b1", why="flame"
            ).hit
        )

    happens(state, script, burn)
    script.finish()
    return [int(u.model[3:]) for u in found]


@pytest.mark.rule("ARAP-TMPL-03")
@pytest.mark.parametrize(
    ("bs", "die", "hit"), [(4, 4, [0]), (4, 3, [0, 1]), (4, 2, [0, 1, 2]), (7, 5, [0, 1, 2]), (6, 5, [0, 1])]
)
def test_the_margin_of_one_roll_decides_about_cover(bs, die, hit):
    assert struck(bs, {"to-hit": [die]}, "none", "soft", "hard") == hit


@pytest.mark.rule("ARAP-TMPL-03", "ARAP-DICE-07")
@pytest.mark.parametrize(
    ("bs", "modifier", "second", "hit"),
    [
        (1, 0, 3, [0, 1]),
        (1, 0, 2, [0, 1, 2]),
        (1, 0, 4, [0]),
        (3, -3, 2, [0, 1]),
        (3, -3, 1, [0, 1, 2]),
        (2, 0, 3, [0, 1, 2]),
    ],
)
def test_bounds_below_1_share_one_second_die(bs, modifier, second, hit):
    dice = {"to-hit": [1], "extended-reroll": [second]}
    assert struck(bs, dice, "none", "soft", "hard", modifier=modifier) == hit


def test_without_figures_in_cover_no_second_die_is_thrown():
    assert struck(1, {"to-hit": [1]}, "none", "none") == [0, 1]


@pytest.mark.rule("ARAP-TMPL-04")
def test_after_a_miss_each_figure_has_its_own_die():
    dice = {"to-hit": [6], "template-cover": [3, 4, 2, 1]}
    assert struck(4, dice, "none", "none", "soft", "hard") == [0, 2, 3]
    assert struck(4, {"to-hit": [5], "template-cover": [4, 3, 2]}, "none", "soft", "hard") == []


@pytest.mark.rule("ARAP-TMPL-04", "ARAP-DICE-07")
def test_a_failed_second_die_of_a_goal_of_0_is_a_miss():
    dice = {"to-hit": [1], "extended-reroll": [4], "template-cover": [3]}
    assert struck(3, dice, "none", modifier=-3) == [0]


@pytest.mark.rule("ARAP-TMPL-04")
def test_a_goal_that_cannot_be_rolled_leaves_the_dice_of_the_figures():
    assert struck(1, {"template-cover": [3]}, "none", modifier=-4) == [0]


@pytest.mark.part_of("ARAP-TMPL-03", "ARAP-TMPL-04")
@pytest.mark.parametrize(("cover", "odds"), [("none", "5/6"), ("soft", "11/18"), ("hard", "7/18")])
def test_the_odds_of_a_figure(cover, odds):
    assert shooting_odds.template_odds(4, cover) == Fraction(odds)


@pytest.mark.parametrize("goal", range(-4, 8))
@pytest.mark.parametrize("cover", ["none", "soft", "hard"])
def test_the_odds_agree_with_every_throw(goal, cover):
    margin = {"none": 0, "soft": 1, "hard": 2}[cover]
    own = {"none": 3, "soft": 2, "hard": 1}[cover]

    def made(die, second, bound):
        if bound >= 1:
            return die <= min(5, bound)
        return bound >= -2 and die == 1 and second <= bound + 3

    hits = sum(
        made(d, s, goal - margin) if made(d, s, goal) else c <= own
        for d in range(1, 7)
        for s in range(1, 7)
        for c in range(1, 7)
    )
    assert shooting_odds.template_odds(goal, cover) == Fraction(hits, 216)


@pytest.mark.rule("ARAP-TMPL-01", "ARAP-TMPL-06")
def test_everybody_under_it_is_hit_friends_too():
    state = battle([(14, 20), (16, 20), (16, 30)], a_unit("a2", [(15, 20.5)]), ap=2)
    dice = {"to-hit": [4], "to-wound": [3, 3, 3]}
    events, state = play(state, replace(SHOOT, aim=(18, 20)), dice)
    fired = [(e.target, e.shots, e.hits) for e in events if isinstance(e, ShotsFired)]
    assert fired == [("b1", {"a1.1": 1}, 2), ("a2", {}, 1)]
    assert next(e for e in events if isinstance(e, ShotsFired)).strip[0] == pytest.approx((18, 19))
    assert state.prompt.unit == "b1"
    events, state = play(state, Answer(side=B, choice="stand"))
    assert [w.model for w in the(events, WoundsTaken).wounds] == ["b1.1", "b1.2"]
    assert state.prompt.unit == "a2"
    events, state = play(state, Answer(side=A, choice="stand"))
    assert the(events, WoundsTaken).unit == "a2"


def test_a_template_needs_no_clear_line_past_friends():
    state = battle([(16, 20)], a_unit("a2", [(13, 20)]))
    assert SHOOT.check(state) is None


def test_the_preview_lists_who_is_under_it():
    copse = Terrain(id="copse", name="Copse", points=((15, 10), (20, 10), (20, 30), (15, 30)), cover="soft")
    found = preview(battle([(14, 20), (16, 20), (16, 30)], terrain=[copse]), SHOOT)
    notes = found.shots[0].notes
    assert "under the template: 1 of B1 in the open" in notes
    assert "under the template: 1 of B1 in soft cover" in notes
    chances = {c.label: c.exact for c in found.shots[0].chances}
    assert (chances["to hit in the open"], chances["to hit in soft cover"]) == ("5/6", "11/18")


@pytest.mark.part_of("ARAP-HIT-03")
def test_the_small_target_row_counts_if_every_figure_is_small():
    plan = SHOOT.plan(battle([(14, 20)] * 3, size=1))
    assert [m.rule for m in plan.firings[0].modifiers] == ["ARAP-HIT-03"]


BOUNCE = replace(SHOOT, aim=(16, 14), bounce=True)


def corridor(targets, **values):
    """A wall runs along y = 14 to the north of A1, who stands at (10, 20)."""
    wall = Terrain(
        id="wall", name="Wall", points=((0, 14), (40, 14)), line=True, width_in=0.02, height_in=3, blocks_sight=True
    )
    return replace_options(battle(targets, terrain=[wall], **values), template_bounce=True)


def replace_options(state, **options):
    return replace(state, options={**state.options, **options})


@pytest.mark.part_of("ARAP-TMPL-02")
def test_a_stream_bounces_off_a_wall_at_the_angle_at_which_it_struck():
    # From (10, 20) towards (13, 14) it is 6.71 inches to the wall; 1.29 are left, leaving as it came.
    state = corridor([(13.3, 14.6)])
    firing = replace(BOUNCE, aim=(13, 14)).plan(state).firings[0]
    assert firing.strip.length == pytest.approx(6.69, abs=0.03)
    assert firing.beyond.length == pytest.approx(1.31, abs=0.04)
    assert firing.beyond.bearing == pytest.approx(180 - firing.strip.bearing, abs=0.1)
    assert [(m.value, m.rule) for m in firing.modifiers if m.rule == "ARAP-TMPL-02"] == [(-1, "ARAP-TMPL-02")]


@pytest.mark.rule("ARAP-TMPL-02", "ARAP-TMPL-03")
def test_a_bounced_shot_is_at_minus_1_and_hits_who_is_beyond():
    state = corridor([(16.8, 16), (40, 40), (41, 40)], at=((14, 17),))
    assert replace(SHOOT, aim=(15.5, 14)).check(state).code == "out-of-range"
    events, _ = play(state, replace(BOUNCE, aim=(15.5, 14)), {"to-hit": [3], "to-wound": [1]})
    fired = the(events, ShotsFired)
    assert (fired.hits, len(fired.beyond)) == (1, 4)
    rolled = next(e for e in events if getattr(e, "label", "") == "to-hit")
    assert (rolled.base, rolled.goal) == (4, 3)


@pytest.mark.part_of("ARAP-TMPL-02")
def test_without_the_switch_or_a_wall_nothing_bounces():
    off = replace_options(corridor([(16, 16)]), template_bounce=False)
    assert BOUNCE.check(off).code == "bounce-off"
    assert replace(BOUNCE, aim=(16, 26)).check(corridor([(14, 24)])).code == "no-bounce"


@pytest.mark.rule("ARAP-TMPL-02", "ARAP-TMPL-03")
def test_who_is_under_both_legs_of_a_bounced_stream_has_the_worse_of_its_covers():
    # Straight at the wall and back: B1.1 stands behind a hedge, seen from the firer, but not seen from the wall.
    hedge = Terrain(
        id="h", name="Hedge", points=((5, 17), (20, 17)), line=True, width_in=0.02, height_in=1, cover="soft"
    )
    state = corridor([(10, 16)])
    state = replace(state, terrain=(*state.terrain, hedge))
    state = state.with_unit(replace(state.units["a1"], models=(replace(state.units["a1"].models[0], facing=0),)))
    there = replace(SHOOT, aim=(10, 14))
    assert any("in soft cover" in note for line in preview(state, there).shots for note in line.notes)
    both = replace(there, bounce=True)
    assert any("in the open" in note for line in preview(state, both).shots for note in line.notes)
    events, _ = play(state, both, {"to-hit": [2], "to-wound": [1]})
    assert the(events, ShotsFired).hits == 1
