"""Ground that costs action points more, on every way over it; climbs and swims that the host makes dearer."""

import pytest
from msgspec.structs import replace

from rules import legal_actions, preview, rulesets
from rules.arap.movement.climb import Climb, JumpDown
from rules.arap.movement.jump import JumpAcross, LeapUp
from rules.arap.movement.ladders import UseLadder
from rules.arap.movement.swim import Swim
from rules.arap.movement.walk import Move
from rules.arap.rulings.costs import ACT_OF, RuleCost, SurchargePaid
from rules.arap.rulings.terrain import RuleGround
from rules.buildings.bunkers.enter import EnterBunker
from rules.buildings.sections.enter import EnterSection
from rules.core.ids import UnitId
from rules.vehicles.trial.transport.embark import Embark
from tests.builders import A, B, a_profile, play, the
from tests.rules.arap.heights import a_cliff, a_field, a_gap, a_ladder, an_area, going
from tests.rules.buildings.bunkers.test_garrisons import beside
from tests.rules.buildings.carriers.test_lifts import a_tower, ride
from tests.rules.buildings.sections.customs import PIONEERS, squad, stormed
from tests.rules.buildings.test_leaping import DOWN, upstairs
from tests.rules.vehicles.trial.park import a_transport, trial_battle
from tests.rules.vehicles.trial.transport.test_transport import squad as fusiliers

SCREE = an_area("open", 6, width=5.9, name="Scree", extra_ap=1)
"""Slippery ground before whatever begins at x = 12."""

PACKS = a_profile(i=4, w=2, traits=("jump-pack",))


def swimming(**values):
    river = an_area("water", 12, width=10, name="River", extra_ap=1)
    return a_field(at=((13, 10),), terrain=(river,), **values), going(Swim, (15, 10)), {"swim": [2]}


def climbing(**values):
    cliff = a_cliff(3.0, name="cliff")
    state = a_field(at=((11, 10),), profile=a_profile(m=6), terrain=(cliff, SCREE), **values)
    return state, going(Climb, (13, 10)), {"initiative-test": [1]}


def jumping(**values):
    state = a_field(at=((11, 10),), profile=a_profile(m=6), terrain=(a_gap(2.0, 4.0, name="gap"), SCREE), **values)
    return state, going(JumpAcross, (15, 10)), {"initiative-test": [1]}


def jumping_down(**values):
    state = a_field(at=((12.5, 10),), facing=270, terrain=(a_cliff(2.0, name="cliff"), SCREE), **values)
    return state, going(JumpDown, (11, 10)), {"initiative-test": [1]}


def by_ladder(**values):
    state = a_field(at=((10, 10),), terrain=(a_cliff(3.0, name="roof"), a_ladder(), SCREE), **values)
    return state, UseLadder(side=A, unit="a1", ladder="ladder"), {}


def into_the_bunker(**values):
    state = beside(at=(24, 12))
    mud = an_area("open", 20.5, width=8, name="Mud", extra_ap=1)
    return replace(state, terrain=(*state.terrain, mud), **values), EnterBunker(side=A, unit="a1", terrain="keep"), {}


def into_the_house(**values):
    mud = an_area("open", 0, width=40, name="Mud", extra_ap=1)
    near = tuple((x, y + 3) for x, y in PIONEERS[:1])
    state = stormed(squad("a1", near))
    enter = EnterSection(side=A, unit="a1", terrain="s1", section="C1")
    return replace(state, terrain=(*state.terrain, mud), **values), enter, {}


def by_lift(**values):
    state = a_tower((14, 11.2))
    wet = an_area("open", 10, width=8, name="Wet floor", extra_ap=1)
    return replace(state, terrain=(*state.terrain, wet), **values), ride(3), {}


def into_the_transport(**values):
    mud = an_area("open", 20, width=8, name="Mud", extra_ap=1)
    state = trial_battle(a_transport("a1", (30, 24), heading=0), fusiliers(at=(24, 24), count=1), active="a2", ap=2)
    embark = Embark(side=A, unit=UnitId("a2"), vehicle=UnitId("a1"))
    return replace(state, terrain=(*state.terrain, mud), **values), embark, {}


WAYS = {
    "swim": swimming,
    "climb": climbing,
    "jump": jumping,
    "jump-down": jumping_down,
    "ladder": by_ladder,
    "bunker": into_the_bunker,
    "section": into_the_house,
    "lift": by_lift,
    "transport": into_the_transport,
}


@pytest.mark.rule("ARAP-ACT-08")
@pytest.mark.parametrize("way", WAYS)
def test_every_way_over_dear_ground_costs_more(way):
    state, action, dice = WAYS[way]()
    plain = replace(state, terrain=tuple(replace(t, extra_ap=0) for t in state.terrain))
    seen, cheap = preview(state, action), preview(plain, action)
    assert (seen.refusal, cheap.refusal) == (None, None)
    assert (seen.ap, seen.notes[-1]) == (cheap.ap + 1, f"{name(state)} first pays 1 action point more, for the ground.")
    events, after = play(state, action, dice)
    assert the(events, SurchargePaid).ground
    assert (state.turn.ap - after.turn.ap, "ARAP-ACT-08" in events[0].rules) == (seen.ap, True)
    short = replace(state, turn=replace(state.turn, ap=cheap.ap))
    refusal = preview(short, action).refusal
    assert (refusal.code, refusal.rule) == ("too-few-points", "ARAP-ACT-08")
    assert refusal.message.startswith(f"{name(state)} first pays 1 action point more, for the ground. That costs ")


@pytest.mark.parametrize("way", WAYS)
def test_battles_begun_by_older_rules_stay_as_cheap(way):
    state, action, _ = WAYS[way](version="12")
    assert "for the ground" not in " ".join(preview(state, action).notes)


@pytest.mark.parametrize("points", [0, 3])
def test_on_dear_ground_too_who_is_not_of_the_unit_goes_nowhere(points):
    state, action, _ = by_ladder()
    refusal = preview(state.with_turn(ap=points), replace(action, models=("zz",))).refusal
    assert refusal.code == ("unknown-model" if points else "too-few-points")


def name(state):
    return state.units[state.turn.active].name


@pytest.mark.rule("ARAP-ACT-08", "ARAP-CLIMB-09")
def test_who_leaps_pays_for_the_ground_where_it_begins_and_lands_alone():
    cliff = a_cliff(3.0, name="cliff")
    over = a_field(at=((7, 10),), profile=PACKS, terrain=(cliff, an_area("open", 8, width=3, extra_ap=1)))
    leap = going(LeapUp, (12.9, 10))
    assert preview(over, leap).ap == 1
    assert preview(replace(over, terrain=(cliff, SCREE)), leap).ap == 2


@pytest.mark.rule("ARAP-ACT-08", "ARAP-SWIM-01")
def test_the_host_makes_the_water_dearer_in_play_and_offers_say_so():
    state, action, _ = swimming()
    calm = replace(state, terrain=(replace(state.terrain[0], extra_ap=0),))
    assert {o.ap for o in legal_actions(calm, A) if o.kind == "swim"} == {1}
    ruling = RuleGround(side=B, terrain=state.terrain[0].id, what="extra_ap", value=1, reason="a strong current")
    events, rough = play(calm, ruling)
    assert events[0].sentence(rough) == "Host: River costs 1 action point more to move over on foot (a strong current)"
    assert "1 AP more on foot" in rough.terrain[0].effect
    assert {o.ap for o in legal_actions(rough, A) if o.kind == "swim"} == {2}
    assert preview(rough, action).ap == 2


@pytest.mark.rule("ARAP-ACT-08")
@pytest.mark.parametrize(("act", "case"), [("swim", swimming), ("climb", jumping)])
def test_a_poor_swimmer_or_jumper_pays_more_for_that_alone(act, case):
    state, action, dice = case()
    state = replace(state, terrain=tuple(replace(t, extra_ap=0) for t in state.terrain))
    price = preview(state, action).ap
    _, ruled = play(state, RuleCost(side=B, unit="a1", act=act, points=1, reason="laden"))
    events, after = play(ruled, action, dice)
    assert (state.turn.ap - after.turn.ap, the(events, SurchargePaid).ground) == (price + 1, False)
    away = {"swim": (10.5, 10), "climb": (9, 10)}[act]
    walker = replace(ruled, terrain=())
    assert preview(walker, going(Move, away)).ap == 1, "it walks for what it did"
    _, all_moves = play(ruled, RuleCost(side=B, unit="a1", act="move", points=1, reason="tired"))
    assert preview(all_moves, action).ap == price + 2


@pytest.mark.rule("ARAP-ACT-08")
def test_a_jump_out_of_a_window_is_a_move_that_may_be_made_dearer():
    _, state = play(upstairs((55.0, 18.0)), RuleCost(side=B, unit="a1", act="move", points=1, reason="dizzy"))
    assert preview(state, DOWN).ap == 2
    assert preview(replace(state, version="12"), DOWN).ap == 1


FREE = {
    *("Activate", "Finish", "EndActivation", "RollOff", "Deploy", "AutoDeploy", "HoldBack", "DeployInSection"),
    *("SplitOff", "JoinUnit", "GoProne", "GoToGround", "Block", "LookOut", "LayTile", "DeclareStopped"),
    *("Crash", "KnockLoose", "GetOut", "TakeAboard", "GoOnAlone"),
}
"""What players do that costs no action points, or a part of what was paid."""


def test_what_costs_points_may_be_made_dearer():
    actions = rulesets.of(a_field(at=((10, 10),))).actions
    found = {str(kind.__struct_config__.tag) for kind in actions if not (kind.any_time or kind.host_only)}
    assert found == set(ACT_OF) | FREE
