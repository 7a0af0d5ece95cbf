"""Bots that weigh what they may do: what they prefer, and that a battle between two of them ends."""

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from rules import bots, characters, codec
from rules.answers import Answer
from rules.arap.charge.declare import Charge
from rules.arap.movement.walk import Move
from rules.arap.shooting.shoot import Shoot
from rules.arap.turn.activation import Activate
from rules.characters import AGGRESSIVE, CAUTIOUS, consider
from rules.cli import simulate
from rules.core.prompt import Option, Prompt
from rules.dice.sources import SeededDice
from rules.engine import decide, fold, legal_actions, new_game
from rules.forces import stored
from rules.forces.army import Army
from rules.geometry.lengths import distance
from rules.offers import Offer
from rules.table.scenario import Objective, Scenario
from rules.visibility import view
from rules.weighing import Character
from tests.builders import A, B, a_battle, a_profile, a_row, a_unit, a_weapon

CHOICES = SeededDice(1)
FOLDER = "tabletop/sample"


def chosen(state, character=AGGRESSIVE):
    return characters.next_action(state, A, character, CHOICES, 0)


def facing(distance, *, mine=8, theirs=8, **values):
    """A1 in hand, so far from B1."""
    return a_battle(
        a_unit("a1", a_row(mine, 10, 20), points=mine * 10, weapons=(a_weapon(),), profile=a_profile("ranger", bs=4)),
        a_unit("b1", a_row(theirs, 10 + distance, 20), points=theirs * 10, facing=270),
        active="a1",
        ap=2,
        **values,
    )


def without_memories(state):
    """The same state, of which nothing has been worked out before."""
    return codec.decode_state(codec.encode(state))


@pytest.mark.parametrize("character", [AGGRESSIVE, CAUTIOUS])
def test_what_is_kept_from_earlier_states_changes_no_opinion(character) -> None:
    state, dice = facing(14, objectives=(Objective(id="o", name="Well", at=(18, 24)),)), SeededDice(3)
    for number in range(6):
        side = bots.to_act(state)
        fresh = without_memories(state)
        found = consider(state, side, legal_actions(state, side), character)
        assert found == consider(fresh, side, legal_actions(fresh, side), character)
        state = fold(decide(state, characters.next_action(state, side, character, CHOICES, number * 10), dice), state)


def test_where_a_walk_ends_is_told_as_its_preview_tells_it() -> None:
    state = facing(14, objectives=(Objective(id="o", name="Well", at=(18, 24)),))
    moves = [
        o.action for o in legal_actions(state, A) if o.action is not None and o.kind in {"move", "crawl", "tactical"}
    ]
    assert len(moves) > 3
    assert all(move.arrives(state) == move.preview(state).arrival for move in moves)


SAMPLES = {
    "harrow-ford": ("northmarch-rangers", "saltmere-compact"),
    "hollin-cross": ("hollin-guard", "tidewater-raiders"),
    "cinder-ring": ("cinder-runners", "toll-wardens"),
    "customs-house": ("northmarch-patrol", "saltmere-foragers"),
    "carrow-quarry": ("carrow-guard", "fen-wardens"),
}


@pytest.mark.parametrize("name", SAMPLES)
def test_who_asks_for_some_kinds_of_offers_gets_those_of_all_and_bots_find_the_same_best(name: str) -> None:
    sample = msgspec.json.decode(Path(f"{FOLDER}/{name}.scenario.json").read_bytes(), type=Scenario)
    armies = [stored.read(Path(f"{FOLDER}/{each}.army.json").read_bytes(), Army) for each in SAMPLES[name]]
    sides = [side.id for side in sample.sides]
    state, dice = fold(new_game(sample, dict(zip(sides, armies, strict=True)), game_id=name)), SeededDice(11)
    asked: set[str] = set()
    for k in range(60):
        side = bots.to_act(state)
        known = view(state, side)
        offers = characters.open_to(state, known, side)
        if state.waits_for is None:
            for kind in {o.kind for o in offers}:
                of_kind = tuple(o for o in offers if o.kind == kind)
                assert legal_actions(known, side, frozenset({kind})) == of_kind
                asked.add(kind)
        found = consider(known, side, offers, AGGRESSIVE, characters.promised(state, known))
        best = (c.offer.action for c in found if c.offer.action is not None and c.offer.action.check(state) is None)
        first = next(best, None)
        chosen = characters.next_action(state, side, AGGRESSIVE, CHOICES, k * 10)
        assert first is None or chosen == first
        state = fold(decide(state, chosen, dice), state)
    assert len(asked) > 4


def test_it_shoots_what_it_may_hurt_and_says_how_much_of_it() -> None:
    state = facing(20)
    assert isinstance(chosen(state), Shoot)
    best = consider(view(state, A), A, legal_actions(state, A), AGGRESSIVE)[0]
    assert best.why.endswith("on average")
    assert best.worth > 0


def test_it_walks_to_an_objective_that_its_side_does_not_hold_and_stays_on_one_that_it_holds() -> None:
    far, near = (Objective(id="o", name="Well", at=at) for at in ((10, 40), (10, 21)))
    going = chosen(facing(60, objectives=(far,)))
    assert isinstance(going, Move)
    assert going.path[-1].at[1] > 20
    assert not isinstance(chosen(facing(60, objectives=(near,))), Move)


@pytest.mark.parametrize("character", [AGGRESSIVE, CAUTIOUS])
def test_late_in_a_battle_it_goes_where_it_can_still_be_in_time(character) -> None:
    near = Objective(id="near", name="Near", at=(10, 34), value=1)
    far = Objective(id="far", name="Far", at=(34, 12), value=3)
    squad, others = a_unit("a1", [(10, 20)], points=60), a_unit("b1", [(70, 46)])
    ends = {}
    for turn in (3, 5):
        state = a_battle(squad, others, active="a1", ap=2, objectives=(near, far), turn=turn)
        action = chosen(replace(state, scenario=replace(state.scenario, turn_limit=6)), character)
        ends[turn] = action.path[-1].at
    assert ends[3][0] > 12, "there is time enough for the better one"
    assert ends[5] == pytest.approx((10, 24)), "one move and a turn are left"


def test_the_cautious_dare_more_late_in_a_battle_in_which_they_are_not_ahead() -> None:
    well = Objective(id="o", name="Well", at=(18, 20), reach_in=1)
    state = facing(12, mine=4, turn=5, objectives=(well,))
    level = replace(state, scenario=replace(state.scenario, turn_limit=6))
    assert isinstance(chosen(level, CAUTIOUS), Move)
    ahead = replace(level, sides=tuple(replace(s, score=2 if s.id == A else 0) for s in level.sides))
    assert isinstance(chosen(ahead, CAUTIOUS), Shoot)
    early = replace(level, turn=replace(level.turn, number=2))
    assert isinstance(chosen(early, CAUTIOUS), Shoot)


def test_who_holds_ground_lets_those_who_run_go_and_who_has_time_runs_after_them() -> None:
    for objective, choice in (((10, 21), "hold"), ((10, 44), "pursue")):
        state = facing(4, objectives=(Objective(id="o", name="Well", at=objective),))
        options = tuple(Option(id=each, label=each) for each in ("pursue", "hold"))
        asked = Prompt(side=A, kind="pursuit", question="", options=options, unit="a1", about="b1")
        offers = [Offer(kind="answer", action=Answer(side=A, choice=o.id)) for o in options]
        best = consider(replace(state, prompt=asked), A, offers, AGGRESSIVE)[0]
        assert best.offer.action.choice == choice


def test_grenades_are_thrown_where_they_come_down_on_somebody_and_nowhere_else() -> None:
    bomb = a_weapon("bomb", type="grenade", strength=4, range_in=6, marker_in=3)
    for away, useful in ((5, True), (14, False)):
        state = a_battle(
            a_unit("a1", a_row(4, 10, 20), points=40, weapons=(bomb,)),
            a_unit("b1", a_row(8, 10 + away, 20), points=80, facing=270),
            active="a1",
            ap=2,
        )
        offers = legal_actions(state, A)
        found = [c for c in consider(view(state, A), A, offers, AGGRESSIVE) if c.offer.kind == "throw"]
        assert [c.worth > 0 for c in found] == [useful]


def test_no_grenade_is_thrown_where_it_would_cost_more_friends_than_enemies() -> None:
    bomb = a_weapon("bomb", type="grenade", strength=4, range_in=6, marker_in=3)
    for beside, thrown in (((15, 30), True), ((15, 20.6), False)):
        state = a_battle(
            a_unit("a1", [(10, 20)], points=20, weapons=(bomb,)),
            a_unit("a2", a_row(3, *beside), points=90),
            a_unit("b1", [(15, 20)], points=15, facing=270),
            active="a1",
            ap=2,
        )
        offers = legal_actions(state, A)
        found = [c for c in consider(view(state, A), A, offers, AGGRESSIVE) if c.offer.kind == "throw"]
        assert [c.worth > 0 for c in found] == [thrown]


def test_a_charge_is_weighed_by_the_wounds_of_its_first_round_and_losses_weigh_more_with_the_cautious() -> None:
    state = facing(5, mine=4)
    offers = legal_actions(state, A)
    worth = {
        c.id: max(x.worth for x in consider(view(state, A), A, offers, c) if isinstance(x.offer.action, Charge))
        for c in (AGGRESSIVE, CAUTIOUS)
    }
    assert worth["aggressive"] > worth["cautious"]


def test_a_bust_is_dared_when_nobody_else_is_left_to_act() -> None:
    many = [a_unit(f"a{n}", [(5.0 * n, 10.0)]) for n in range(1, 7)]
    alone, among = (a_battle(*units, a_unit("b1", [(60, 40)])) for units in (many[:1], many))
    last, first = chosen(alone, CAUTIOUS), chosen(among, CAUTIOUS)
    assert isinstance(last, Activate)
    assert isinstance(first, Activate)
    assert last.dice > first.dice


def set_up_by(character: Character, initiative: int | None = None) -> float:
    """Inches from the leaders of Northmarch to the ford of Harrow Ford, on average; all of an Initiative if given."""
    names = ("northmarch-rangers", "saltmere-compact")
    ford = msgspec.json.decode(Path(f"{FOLDER}/harrow-ford.scenario.json").read_bytes(), type=Scenario)
    armies = [stored.read(Path(f"{FOLDER}/{name}.army.json").read_bytes(), Army) for name in names]
    if initiative is not None:
        armies = [replace(a, profiles=tuple(replace(p, i=initiative) for p in a.profiles)) for a in armies]
    state = fold(new_game(ford, dict(zip((A, B), armies, strict=True)), game_id="set-up"))
    dice = SeededDice(5)
    for number in range(100):
        if state.turn.phase not in ("setup", "deployment"):
            break
        action = characters.next_action(state, bots.to_act(state), character, CHOICES, number * 10)
        state = fold(decide(state, action, dice), state)
    leaders = [u.alive[0].at for u in state.units_of(A) if u.on_table]
    return sum(distance(at, ford.objectives[0].at) for at in leaders) / len(leaders)


def test_the_cautious_set_up_farther_back_than_the_aggressive() -> None:
    assert set_up_by(CAUTIOUS) > set_up_by(AGGRESSIVE) + 2


def test_the_cautious_set_up_nearer_if_they_get_going_seldom() -> None:
    assert set_up_by(CAUTIOUS, 3) < set_up_by(CAUTIOUS, 5) - 1


def test_a_battle_of_two_of_them_is_decided() -> None:
    lane = msgspec.json.decode(Path(f"{FOLDER}/lockhouse-lane.scenario.json").read_bytes(), type=Scenario)
    scenario = msgspec.structs.replace(lane, turn_limit=1)
    armies = [
        stored.read(Path(f"{FOLDER}/{name}.army.json").read_bytes(), Army)
        for name in ("northmarch-patrol", "saltmere-foragers")
    ]
    result = simulate.contest(scenario, armies, ("aggressive", "cautious"), 2)
    assert result.ended in ("won", "lost", "drawn")


def test_a_rate_of_wins_has_an_interval() -> None:
    low, high = simulate.interval(90, 100)
    assert (round(low, 3), round(high, 3)) == (0.826, 0.945)


def test_bots_that_there_are_not_are_refused_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    scenario, army = f"{FOLDER}/lockhouse-lane.scenario.json", f"{FOLDER}/northmarch-patrol.army.json"
    with pytest.raises(SystemExit):
        simulate.main([scenario, army, army, "--bots", "bold,random"])
    assert "--bots takes two of aggressive, cautious, random" in capsys.readouterr().err


def test_a_match_goes_on_where_its_file_ends_and_no_other_match_is_mixed_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lane = msgspec.json.decode(Path(f"{FOLDER}/lockhouse-lane.scenario.json").read_bytes(), type=Scenario)
    short = tmp_path / "lane.json"
    short.write_bytes(msgspec.json.encode(msgspec.structs.replace(lane, turn_limit=1)))
    army, kept = f"{FOLDER}/northmarch-patrol.army.json", tmp_path / "kept"
    match = [str(short), army, army, "--results", str(kept), "--bots"]
    assert simulate.main([*match, "random,cautious"]) == 0
    first = kept.read_bytes()
    assert "game 1:" in capsys.readouterr().out
    assert simulate.main([*match, "random,cautious"]) == 0
    again = capsys.readouterr().out
    assert kept.read_bytes() == first
    assert "game 1:" not in again
    assert again.startswith("random against cautious: ")
    with pytest.raises(SystemExit):
        simulate.main([*match, "random,aggressive"])
    assert "keeps another match" in capsys.readouterr().err


PLAYED = {
    "hollin-cross": ("hollin-guard", "tidewater-raiders"),
    "cinder-ring": ("cinder-runners", "toll-wardens"),
    "carrow-quarry": ("carrow-guard", "fen-wardens"),
}


@pytest.mark.parametrize("name", PLAYED)
def test_other_rules_say_what_their_own_actions_are_worth(name: str) -> None:
    sample = msgspec.json.decode(Path(f"{FOLDER}/{name}.scenario.json").read_bytes(), type=Scenario)
    armies = [stored.read(Path(f"{FOLDER}/{each}.army.json").read_bytes(), Army) for each in PLAYED[name]]
    weighed: set[str] = set()
    sides = [side.id for side in sample.sides]
    state = fold(new_game(sample, dict(zip(sides, armies, strict=True)), game_id=name))
    dice = SeededDice(3)
    for k in range(45):
        side = bots.to_act(state)
        assert side is not None
        known = view(state, side)
        offers = characters.open_to(state, known, side)
        found = consider(known, side, offers, AGGRESSIVE, characters.promised(state, known))
        weighed |= {c.offer.kind for c in found}
        best = (c.offer.action for c in found if c.offer.action is not None and c.offer.action.check(state) is None)
        action = next(best, None) or bots.choose(state, offers, CHOICES, k * 10)
        assert action is not None
        state = fold(decide(state, action, dice), state)
    own = {"hollin-cross": {"drive"}, "cinder-ring": {"street"}, "carrow-quarry": {"drive", "fire", "move"}}
    assert own[name] <= weighed
