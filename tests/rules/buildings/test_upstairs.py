"""Fire from upper floors, which are laid out beside their house, and at people there."""

import pytest
from msgspec.structs import replace

from rules.arap.shooting.shoot import Shoot
from rules.arap.shooting.volley import ShotsFired
from rules.engine import legal_actions, preview
from rules.table.building import Building, Opening
from rules.table.terrain import Terrain
from tests.builders import a_battle, a_unit, a_weapon, play, the

RIFLE = a_weapon("rifle")
SHOT = Shoot(side="a", unit="a1", target="b1")


def a_plan(level, x, y=10.0, **values):
    """Ten inches square; a window in the south wall."""
    ring = ((x, y), (x + 10, y), (x + 10, y + 10), (x, y + 10))
    window = Opening(a=(x + 4, y + 10), b=(x + 6, y + 10), kind="window")
    of = "" if level == 1 else "plan-1"
    inside = Building(handling="tabletop", level=level, of=of, openings=(window,), **values)
    return Terrain(id=f"plan-{level}", name=f"House, level {level}", points=ring, look="building", building=inside)


def a_house(mine, theirs, levels=(1, 2), weapon=RIFLE, facing=180, **values):
    plans = [a_plan(n, {1: 10.0, 2: 50.0, 4: 30.0}[n], **values) for n in levels]
    squad = a_unit("a1", [mine], weapons=[weapon], facing=facing)
    return a_battle(squad, a_unit("b1", [theirs]), active="a1", ap=2, terrain=plans)


@pytest.mark.rule("BLD-OUT-01")
def test_fire_out_of_an_upper_window_is_measured_from_where_the_floor_truly_is():
    field = a_house((55, 19.5), (15, 30))
    shown = preview(field, SHOT)
    assert (shown.refusal, shown.shots[0].notes[0]) == (None, "range 10.50″")
    assert [o.target for o in legal_actions(field, "a") if o.kind == "shoot"] == ["b1"]
    _, state = play(field, SHOT, {"to-hit": [6, 6]})
    assert state.units["a1"].models[0].at == (55, 19.5)
    back = a_house((15, 30), (55, 19.5))
    back = replace(
        back,
        units={**back.units, "a1": replace(back.units["a1"], models=(replace(back.units["a1"].models[0], facing=0),))},
    )
    assert "BLD-OUT-01" in [m.rule for m in preview(back, SHOT).shots[0].modifiers]


@pytest.mark.rule("BLD-LEVEL-02")
def test_nobody_fires_through_a_floor_or_a_wall_upstairs():
    between = preview(a_house((55, 15), (15, 15)), SHOT).refusal
    assert (between.code, between.rule) == ("floor-between", "BLD-LEVEL-02")
    assert preview(a_house((52, 19.5), (12, 30)), SHOT).refusal.code == "no-line-of-sight"
    assert preview(a_house((55, 15), (54, 17)), SHOT).refusal is None


@pytest.mark.rule("BLD-HIGH-01")
def test_close_under_the_wall_is_a_dead_zone():
    assert preview(a_house((55, 19.5), (15, 22.9)), SHOT).refusal.code == "dead-zone"
    assert preview(a_house((55, 19.5), (15, 23.1)), SHOT).refusal is None
    fourth = {y: preview(a_house((35, 19.5), (15, y), levels=(1, 4)), SHOT).refusal for y in (24.4, 24.6)}
    assert (fourth[24.4].rule, fourth[24.6]) == ("BLD-HIGH-01", None)


def upward(y, weapon, levels=(1, 2), x=55):
    """What is against a shot from that far down the street at somebody upstairs behind the window."""
    return preview(a_house((15, y), (x, 19.5), levels, weapon, facing=0), SHOT).refusal


@pytest.mark.rule("BLD-HIGH-06")
def test_slow_missiles_lose_three_inches_of_range_for_each_level_upward():
    bow = a_weapon("bow", range_in=12, traits=("low-velocity",))
    assert upward(28.5, bow) is None
    events, _ = play(a_house((15, 28.5), (55, 19.5), (1, 2), bow, facing=0), SHOT, {"to-hit": [6]})
    assert the(events, ShotsFired).shots == {"a1.1": 1}
    high = upward(28.7, bow)
    assert (high.code, high.rule, high.allowed) == ("out-of-range", "BLD-HIGH-06", "at most 9″ off, 1 level up")
    assert upward(28.7, a_weapon("gun", range_in=12)) is None
    third = upward(22.7, bow, levels=(1, 4), x=35)
    assert (third.rule, third.allowed) == ("BLD-HIGH-06", "at most 3″ off, 3 levels up")


@pytest.mark.rule("BLD-HIGH-06")
def test_so_do_flamers_and_nobody_loses_range_downward():
    flamer = a_weapon("flamer", type="assault", range_in=0, template=True)
    assert upward(24.4, flamer) is None
    assert upward(24.6, flamer).rule == "BLD-HIGH-06"
    bow = a_weapon("bow", range_in=12, traits=("low-velocity",))
    assert preview(a_house((55, 19.5), (15, 31.4), weapon=bow), SHOT).refusal is None


@pytest.mark.part_of("BLD-TMPL-02")
def test_a_stream_burns_the_storey_that_it_is_aimed_at_and_nobody_below_or_above():
    flamer = a_weapon("flamer", type="assault", template=True, range_in=8, strength=4)
    field = a_house((15, 22), (55, 19), weapon=flamer, facing=0)
    below, foes = replace(field.units["b1"].models[0], id="b2.1", at=(15, 19)), field.units["b1"]
    field = field.with_unit(replace(foes, id="b2", name="B2", models=(below,)))
    notes = preview(field, SHOT).shots[0].notes
    assert not [note for note in notes if "B2" in note]
    events, _ = play(field, SHOT, {"to-hit": [1], "to-wound": [6]})
    assert [(e.target, e.hits) for e in events if isinstance(e, ShotsFired)] == [("b1", 1)]
    down = a_house((55, 19.5), (15, 24), weapon=flamer)
    down = down.with_unit(replace(foes, id="b2", name="B2", models=(below,)))
    events, _ = play(down, SHOT, {"to-hit": [1], "to-wound": [6]})
    assert [(e.target, e.hits) for e in events if isinstance(e, ShotsFired)] == [("b1", 1)]


def on_two_floors(*mine, theirs=((15, 30),), facing=180):
    """A unit below and above; the window upstairs is elsewhere, so that each has its own walls in its way."""
    ground = a_plan(1, 10.0)
    window = Opening(a=(57, 20), b=(59, 20), kind="window")
    loft = a_plan(2, 50.0)
    loft = replace(loft, building=replace(loft.building, openings=(window,)))
    squad = a_unit("a1", list(mine), weapons=[RIFLE], facing=facing)
    foes = a_unit("b1", list(theirs), facing=0, weapons=[RIFLE])
    return a_battle(squad, foes, active="a1", ap=2, terrain=(ground, loft))


@pytest.mark.rule("BLD-OUT-02")
def test_a_unit_on_two_floors_fires_from_each_by_the_openings_of_that_floor():
    shown = preview(on_two_floors((15, 17), (58, 17), theirs=[(15, 30), (18, 30), (15, 32)]), SHOT)
    assert shown.refusal is None
    assert sum(group.shooters for group in shown.shots) == 2
    deep = [[m.value for m in group.modifiers if m.rule == "BLD-OUT-02"] for group in shown.shots]
    assert all(values == [-1] for values in deep)  # of one floor, not of both
    assert preview(on_two_floors((15, 17), (54, 17)), SHOT).shots[0].shooters == 1  # no window above that one


def test_who_is_on_two_floors_is_fired_at_on_each_by_its_own_openings():
    people = [(15, 19.5), (58, 19.5)]
    for x, note in ((15, "10.50″"), (18, "10.50″")):
        shown = preview(on_two_floors((x, 30), theirs=people, facing=0), SHOT)
        assert (shown.refusal, note in shown.shots[0].notes[0]) == (None, True)
    both = preview(on_two_floors((15, 15), (58, 15), theirs=people), SHOT)
    assert sum(group.shooters for group in both.shots) == 2  # each at the one on its own floor
