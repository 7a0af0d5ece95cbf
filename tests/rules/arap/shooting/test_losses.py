"""Who is struck, in which order wounds are taken, and what is asked in between."""

from itertools import product

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.damage.allocation import Lot
from rules.arap.events import WoundsTaken
from rules.arap.morale.going_to_ground import GoToGround
from rules.arap.shooting import losses
from rules.arap.shooting.losses import HitSource
from rules.arap.shooting.shoot import Shoot
from rules.arap.turn.turn import PlayerTurnEnded
from rules.core.ids import ModelId
from rules.dice.sources import ScriptedDice
from rules.engine import decide, fold, preview
from rules.progress import Progress
from tests.builders import A, B, a_battle, a_profile, a_row, a_unit, a_weapon, happens, play, the

RIFLE, LANCE = a_weapon(), a_weapon("lance", strength=7, ap=2)


def battle(models=4, *, options=None, **profile):
    return a_battle(
        a_unit("a1", a_row(2, 10, 10), weapons=[RIFLE, LANCE], profile=a_profile("ranger")),
        a_unit("b1", a_row(models, 30, 10), profile=a_profile("levy", **profile)),
        options=options,
    )


def hits(count, weapon=RIFLE, victims=()):
    return Lot(weapon=weapon.id, strength=weapon.strength, ap=weapon.ap, count=count, victims=tuple(victims))


SURE = HitSource(by="a1", may_ground=False)
"""Fire that nobody may go to ground from."""


def taken(state, lots, dice, covered=(), *, answer="stand"):
    """Runs hits to their end with these dice; who fell."""
    script = ScriptedDice(dice)
    after = happens(state, script, lambda p: p.queue(*losses.begin(p, "b1", lots, HitSource(by="a1"), covered))).state
    if after.prompt is not None:
        after = fold(decide(after, Answer(side=after.prompt.side, choice=answer), script), after)
    script.finish()
    return [m.id for m in after.units["b1"].models if not m.alive]


@pytest.mark.rule("ARAP-CAS-01")
def test_each_wound_is_drawn_over_all_members_and_may_fall_twice_on_one():
    dice = {"to-wound": [4, 4, 4], "pick": [2, 4, 2], "save": [1, 1, 1]}
    assert taken(battle(sv=5), [hits(3)], dice) == ["b1.2", "b1.4"]


@pytest.mark.rule("ARAP-CAS-01")
def test_a_single_member_needs_no_die():
    assert taken(battle(1, sv=5), [hits(2)], {"to-wound": [4, 1], "save": [1]}) == ["b1.1"]


def mixed():
    """Three levies and a hulk of Toughness 6."""
    state = battle(sv=5)
    unit = state.units["b1"]
    hulk = replace(unit.models[3], profile="hulk")
    state = state.with_unit(replace(unit, models=(*unit.models[:3], hulk)))
    return replace(state, profiles={**state.profiles, "hulk": a_profile("hulk", t=6, sv=5)})


@pytest.mark.rule("ARAP-CAS-01", "ARAP-DMG-01")
def test_where_toughness_differs_hits_are_drawn_before_the_wound_rolls():
    # The levy needs 4, the hulk 7: a 6 and then 4 or more.
    dice = {"pick": [1, 4, 4], "to-wound": [4, 6, 6], "extended-reroll": [4, 3], "save": [1, 1]}
    assert taken(mixed(), [hits(3)], dice) == ["b1.1", "b1.4"]


@pytest.mark.rule("ARAP-CAS-02")
@pytest.mark.parametrize(
    ("dice", "fallen"),
    [
        ({"save": [1, 5], "pick": [3]}, ["b1.1"]),
        ({"save": [4, 2]}, ["b1.1"]),
        ({"save": [1, 1], "pick": [3]}, ["b1.1", "b1.4"]),
    ],
)
def test_members_in_the_open_take_wounds_until_they_are_gone(dice, fallen):
    covered = ("b1.2", "b1.3", "b1.4")
    assert taken(battle(sv=4), [hits(2)], {"to-wound": [6, 6], **dice}, covered) == fallen


@pytest.mark.rule("ARAP-CAS-02")
def test_of_several_in_the_open_one_is_drawn():
    covered = ("b1.1", "b1.2")
    assert taken(battle(), [hits(1)], {"to-wound": [6], "pick": [2]}, covered) == ["b1.4"]


@pytest.mark.rule("ARAP-GTG-02", "ARAP-GTG-01")
def test_a_unit_partly_in_cover_may_still_go_to_ground_before_its_first_save():
    dice = {"to-wound": [6, 6], "save": [3, 2]}
    assert taken(battle(sv=4), [hits(2)], dice, ("b1.2", "b1.3", "b1.4"), answer="ground") == ["b1.1"]


def test_partly_in_cover_and_of_two_kinds_each_hit_is_drawn_and_rolled_in_turn():
    dice = {"pick": [1, 1], "to-wound": [3, 4, 6], "extended-reroll": [4], "save": [1, 1]}
    assert taken(mixed(), [hits(3)], dice, ("b1.1", "b1.2")) == ["b1.3", "b1.4"]


@pytest.mark.rule("ARAP-CAS-03")
@pytest.mark.parametrize(
    ("models", "count", "picks", "lost"),
    [(5, 2, [4, 1], [1, 0, 0, 1, 0]), (3, 7, [2], [2, 3, 2]), (3, 4, [3], [1, 1, 2])],
)
def test_quick_allocation_shares_evenly(models, count, picks, lost):
    state = battle(models, options={"casualty_allocation": "quick"}, w=5)
    dice = ScriptedDice({"to-wound": [6] * count, "pick": picks})
    after = happens(state, dice, lambda p: p.queue(*losses.begin(p, "b1", [hits(count)], SURE))).state
    assert [5 - m.wounds for m in after.units["b1"].models] == lost


@pytest.mark.rule("ARAP-CAS-03", "ARAP-CAS-01")
def test_quick_allocation_draws_for_hits_unlike_the_rest():
    state = battle(3, options={"casualty_allocation": "quick"}, w=3)
    lots = [hits(4), hits(1, LANCE)]
    script = ScriptedDice({"to-wound": [6] * 5, "pick": [2, 3]})
    begun = []
    happens(state, script, lambda p: begun.extend(losses.begin(p, "b1", lots, HitSource(by="a1"))))
    script.finish()
    assert [b.victim for b in begun[-1].blows] == ["b1.1", "b1.2", "b1.3", "b1.2", "b1.3"]


@pytest.mark.rule("ARAP-DMG-04", "ARAP-DMG-05")
def test_saves_go_by_weapon_and_goal():
    state = battle(3, sv=2, inv=5)
    lots = [hits(1, LANCE), hits(1)]
    dice = {"to-wound": [4, 5], "pick": [3, 1], "save": [5, 1]}
    assert taken(state, lots, dice) == ["b1.1"]


def test_victims_that_are_named_keep_their_hits():
    lots = [hits(0, victims=[ModelId("b1.2"), ModelId("b1.3")]), hits(1)]
    dice = {"to-wound": [6, 1, 6], "pick": [1]}
    assert taken(battle(), lots, dice) == ["b1.1", "b1.2"]


def test_a_prompt_is_asked_only_where_the_rule_lets_it():
    state = battle(sv=5)
    progress = Progress(state, ScriptedDice({"to-wound": [6], "pick": [1]}))
    tasks = losses.begin(progress, "b1", [hits(1)], HitSource(by="a1", may_ground=False))
    assert [type(t).__name__ for t in tasks] == ["TakeSaves"]


@pytest.mark.part_of("ARAP-DMG-03")
def test_the_targets_own_side_rolls_its_saves():
    dice = ScriptedDice({"to-wound": [6], "pick": [1], "save": [5]})
    events = happens(battle(sv=5), dice, lambda p: p.queue(*losses.begin(p, "b1", [hits(1)], SURE))).events
    save = next(e for e in events if getattr(e, "label", "") == "save")
    assert (save.side, save.unit, save.goal, save.sense) == (B, "b1", 5, "high")


# -- going to ground in one's own turn -----------------------------------------------------------------------------


@pytest.mark.rule("ARAP-GTG-01", "ARAP-GTG-03")
def test_going_to_ground_is_free_and_ends_the_activation():
    state = a_battle(a_unit("a1", a_row(2, 10, 10)), a_unit("a2", a_row(2, 10, 30)), a_unit("b1", [(60, 10)]))
    state = state.with_turn(active="a1", ap=2)
    _, state = play(state, GoToGround(side=A, unit="a1"))
    unit = state.units["a1"]
    assert (unit.gone_to_ground, unit.ground_fresh, state.turn.active) == (True, True, None)
    # The present turn is not its next one.
    after = PlayerTurnEnded(side=A).evolve(state)
    assert after.units["a1"].gone_to_ground
    assert not PlayerTurnEnded(side=A).evolve(after).units["a1"].gone_to_ground


@pytest.mark.rule("ARAP-PIN-02")
def test_pinned_units_may_go_to_ground():
    state = a_battle(a_unit("a1", [(10, 10)], pinned_now=True), a_unit("b1", [(60, 10)]), active="a1", ap=1)
    assert preview(state, GoToGround(side=A, unit="a1")).refusal is None


def test_who_has_not_been_activated_does_not_go_to_ground_of_itself():
    state = a_battle(a_unit("a1", [(10, 10)]), a_unit("b1", [(60, 10)]))
    assert preview(state, GoToGround(side=A, unit="a1")).refusal.code == "not-active"


@pytest.mark.rule("ARAP-GTG-04")
@pytest.mark.parametrize(("flags", "code"), [({"routing": True}, "routing"), ({"pursuing": "b1"}, "pursuing")])
def test_routers_and_pursuers_do_not_go_to_ground(flags, code):
    state = a_battle(a_unit("a1", [(10, 10)], **flags), a_unit("b1", [(60, 10)]), active="a1", ap=1)
    refused = preview(state, GoToGround(side=A, unit="a1")).refusal
    assert (refused.code, refused.rule) == (code, "ARAP-GTG-04")


# -- the whole chain against all dice ------------------------------------------------------------------------------


def test_one_shot_agrees_with_all_its_dice():
    """Hit on 4 or less, wound on 4 or more, save on 5 or more: 2/3 * 1/2 * 2/3 over all 216 throws."""
    state = a_battle(
        a_unit("a1", [(10, 10)], weapons=[a_weapon(type="assault")], profile=a_profile("ranger", bs=4)),
        a_unit("b1", a_row(3, 30, 8), profile=a_profile("levy", sv=5)),
        active="a1",
        ap=2,
    )
    action = Shoot(side=A, unit="a1", target="b1")
    lost = 0
    for to_hit, to_wound, save in product(range(1, 7), repeat=3):
        dice = {"to-hit": [to_hit]}
        if to_hit <= 4:
            dice["to-wound"] = [to_wound]
            if to_wound >= 4:
                dice["pick"] = [1]
        _, after = play(state, action, dice)
        if after.prompt is not None:
            events, after = play(after, Answer(side=B, choice="stand"), {"save": [save]})
            lost += any(isinstance(e, WoundsTaken) for e in events)
    assert lost == 216 * 2 / 9


def test_losses_are_told():
    state = battle(1)
    progress = Progress(state, ScriptedDice({"to-wound": [6]}))
    progress.queue(*losses.begin(progress, "b1", [hits(1)], HitSource(by="a1", may_ground=False)))
    progress.run()
    assert the(progress.events, WoundsTaken).sentence(progress.state) == "B1 loses 1 model and is wiped out"
