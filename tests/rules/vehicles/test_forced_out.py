"""Forced out of a vehicle, by both sets of vehicle rules: whose people they are says where they stand."""

import pytest
from msgspec.structs import replace

from rules import codec
from rules.answers import Answer
from rules.arap.events import ModelsMoved, WoundsTaken
from rules.arap.morale.pinning import UnitPinned
from rules.arap.shooting.shoot import Shoot
from rules.core.refusal import IllegalAction
from rules.dice.sources import ScriptedDice
from rules.engine import decide
from rules.geometry.rings import encloses
from rules.state import Placement
from tests.builders import A, B, a_battle, a_profile, a_unit, play, the
from tests.rules.arenas import ground
from tests.rules.vehicles.garage import GUN, a_carrier
from tests.rules.vehicles.trial.park import LANCE, a_transport, a_trial, fire, trial_battle

SHOT = Shoot(side=B, unit="b1", target="a1")
HIT = {"to-hit": [2], "armour-penetration": [5]}


def gemini(count=4):
    shooter = a_unit("b1", [(30, 50)], weapons=(GUN,), profile=a_profile("gunner", bs=5))
    people = a_unit("a2", [(0, 0)] * count, profile=a_profile("rider", ld=7), aboard="a1")
    return a_battle(a_carrier("a1"), people, shooter, active="b1", ap=2)


def trial(count=4, *others):
    people = a_unit("a2", [(0, 0)] * count, profile=a_profile("fusilier", ld=7), aboard="a1")
    enemy = a_trial("b1", (30, 44), heading=0, weapons=(LANCE,))
    return trial_battle(a_transport("a1", (30, 24), heading=0), people, enemy, *others, active="b1", ap=1)


def asked(state, action, dice):
    """Up to the question where they get out."""
    _, after = play(state, action, dice, by_itself=())
    assert after.prompt is not None
    assert (after.prompt.kind, after.prompt.side, after.prompt.unit) == ("forced-out", "a", "a2")
    return after


def wrecked(state):
    return asked(state, fire("b1", "a1", 0), {**HIT, "vehicle-damage": [4]})


def by_hits(dice):
    """A Gemini carrier that is hit and penetrated."""
    return asked(gemini(), SHOT, {**HIT, **dice})


def ghosts(state):
    return {name: (x, y, facing) for name, x, y, facing in state.prompt.options[0].ghosts}


def mirrored(places):
    """The same places on the other side of the hull, whose middle is at 30 inches."""
    return {name: (60.0 - x, y, facing) for name, (x, y, facing) in places.items()}


def at(places):
    return Answer(
        side=A,
        choice="move",
        placements=tuple(Placement(model=m, at=(x, y), facing=f) for m, (x, y, f) in places.items()),
    )


def refusal(state, answer):
    with pytest.raises(IllegalAction) as caught:
        decide(state, answer, ScriptedDice({}))
    return caught.value.refusal


@pytest.mark.rule("TRI-TRAN-14")
def test_the_owner_says_where_they_stand_and_then_they_test():
    state = wrecked(trial())
    proposed = ghosts(state)
    assert len(proposed) == 4
    (prompt_area, *_) = state.prompt.area
    assert all(encloses(prompt_area, (x, y)) for x, y, _ in proposed.values())
    events, after = play(state, at(mirrored(proposed)), {"pinning-test": [4, 4]})
    assert {m.id: (*m.at, m.facing) for m in after.units["a2"].alive} == mirrored(proposed)
    assert the(events, UnitPinned).unit == "a2"
    assert (after.units["a2"].aboard, after.prompt) == (None, None)
    assert codec.decode_state(codec.encode(state)) == state


@pytest.mark.rule("TRI-TRAN-14")
def test_as_proposed_is_an_answer_and_may_be_the_usual_one():
    state = wrecked(trial())
    (option,) = state.prompt.options
    assert (option.label, state.prompt.decline) == ("As proposed", "move")
    _, after = play(state, Answer(side=A, choice="move"), {"pinning-test": [1, 1]})
    assert {m.id: (*m.at, m.facing) for m in after.units["a2"].alive} == ghosts(state)


@pytest.mark.part_of("TRI-TRAN-14", "VEH-DMG-06")
@pytest.mark.parametrize("rules", ["trial", "gemini"])
def test_nobody_is_set_down_in_a_stream_or_a_high_wall_drawn_as_a_line(rules):
    before, shot = (trial(), fire("b1", "a1", 0)) if rules == "trial" else (gemini(), SHOT)
    dice = {**HIT, "vehicle-damage": [4]}
    dry = asked(before, shot, dice)
    (x, y, _), *_ = ghosts(dry).values()
    stream = ground("stream", ((x, 0), (x + 0.5, y), (x, 48)), line=True, width_in=2, going="water")
    wall = ground("wall", ((0, y), (72, y)), line=True, width_in=0.4, height_in=6)
    for state, marked in (
        (dry, True),
        (asked(replace(before, terrain=(stream,)), shot, dice), False),
        (asked(replace(before, terrain=(wall,)), shot, dice), False),
    ):
        assert _is_marked(state, (x, y)) is marked
        assert all(_is_marked(state, place) for *place, _ in ghosts(state).values())


def _is_marked(state, place):
    """Whether an odd number of rings goes round it: some are holes in others."""
    return sum(encloses(ring, place) for ring in state.prompt.area) % 2 == 1


@pytest.mark.rule("TRI-TRAN-14", "ARAP-COH-01")
def test_places_that_will_not_do_are_refused_with_what_is_allowed():
    state = wrecked(trial())
    proposed = ghosts(state)

    def refused_at(**places):
        found = refusal(state, at({**proposed, **{name.replace("_", "."): place for name, place in places.items()}}))
        return found.code, found.rule, found.allowed

    assert refused_at(a2_1=(50.0, 24.0, 0.0)) == ("too-far-out", "TRI-TRAN-14", "partly within 2″ of one")
    assert refused_at(a2_1=(30.0, 28.4, 0.0)) == ("not-coherent", "ARAP-COH-01", "each within 3″ of another")
    assert refused_at(a2_1=proposed["a2.2"])[:2] == ("no-room", "TRI-TRAN-14")
    assert refused_at(a9_1=(30.0, 28.4, 0.0))[0] == "unknown-model"
    fewer = {name: place for name, place in proposed.items() if name != "a2.4"}
    left = refusal(state, at(fewer))
    assert (left.code, left.rule, left.allowed) == ("left-behind", "TRI-TRAN-15", "places for 4 models")


@pytest.mark.rule("TRI-TRAN-15")
def test_the_owner_chooses_who_goes_without_a_place():
    ring = [(30 + u, 24 + v) for u in (-3.6, -2.4, 2.4, 3.6) for v in range(-4, 6)]
    ring += [(30 + u, 24 + v) for u in (-1.2, 0, 1.2) for v in (3.6, 4.8)]
    state = wrecked(trial(4, a_unit("b2", ring[:-3], profile=a_profile("foe"))))
    proposed = ghosts(state)
    assert 0 < len(proposed) < 4
    assert "find no place and are lost" in state.prompt.options[0].detail
    spared = ("a2.4", "a2.3", "a2.2")[: len(proposed)]
    dice = {"pinning-test": [1, 1]}
    events, after = play(state, at(dict(zip(spared, proposed.values(), strict=True))), dice)
    assert {m.id for m in after.units["a2"].alive} == set(spared)
    assert "TRI-TRAN-15" in the(events, WoundsTaken).rules


def test_hidden_enemies_are_not_hinted_at():
    """Neither the marked ground nor the proposal nor a refusal tells of them."""
    free = wrecked(trial())
    ring = [(x, y) for x, y, _ in mirrored(ghosts(free)).values()]
    state = wrecked(trial(4, a_unit("b2", ring, profile=a_profile("lurker"), hidden=True)))
    assert (ghosts(state), state.prompt.area) == (ghosts(free), free.prompt.area)
    _, after = play(state, at(mirrored(ghosts(state))), {"pinning-test": [4, 4]})
    assert after.units["a2"].aboard is None


@pytest.mark.rule("VEH-DMG-06")
def test_out_of_a_gemini_wreck_they_stand_where_their_owner_wants():
    state = by_hits({"vehicle-damage": [4]})
    proposed = ghosts(state)
    beyond = refusal(state, at({**proposed, "a2.1": (50.0, 24.0, 0.0)}))
    assert (beyond.code, beyond.rule, beyond.allowed) == (
        "too-far-out",
        "VEH-DMG-06",
        "within 2″ of a door or of the hull",
    )
    _, after = play(state, at(mirrored(proposed)), {"pinning-test": [4, 4]})
    assert {m.id: (*m.at, m.facing) for m in after.units["a2"].alive} == mirrored(proposed)
    assert after.units["a2"].is_pinned


@pytest.mark.rule("VEH-BRD-14")
def test_thrown_out_by_a_penetrating_hit_they_stand_by_the_doors():
    state = by_hits({"vehicle-damage": [1]})
    assert not state.units["a1"].is_gone
    assert "the exits" in state.prompt.options[0].detail
    events, after = play(state, at(ghosts(state)), {"pinning-test": [1, 1]})
    assert the(events, ModelsMoved).rules == ("VEH-BRD-14",)
    assert not after.units["a2"].is_pinned


@pytest.mark.rule("VEH-BRD-14")
def test_in_a_game_of_before_the_table_places_them():
    state = replace(gemini(), version="3")
    _, after = play(state, SHOT, {**HIT, "vehicle-damage": [1], "pinning-test": [1, 1]}, by_itself=())
    assert after.prompt is None
    assert after.units["a2"].aboard is None
