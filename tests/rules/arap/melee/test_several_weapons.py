"""Several weapons at once, a narrow way blocked, grenades kept: what may be done, and is asked. (ARAP-MELEE-04)"""

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.attacks.several_weapons import SeveralChosen
from rules.arap.charge.declare import Charge
from rules.arap.melee.join import MeleeJoined
from rules.arap.movement.block import Block
from rules.arap.movement.walk import Move, Waypoint
from rules.arap.rulings.general import RuleUnit
from rules.arap.turn.activation import EndActivation
from rules.arap.units.standing_answers import StandingAnswer, StandingAnswerGiven
from rules.engine import legal_actions, preview
from rules.progress import waiting
from rules.state import RULES_VERSION
from rules.table.building import Building, Opening
from rules.table.terrain import Terrain
from tests.builders import A, B, a_battle, a_weapon, play, the
from tests.rules.arap.fights import BLADE, a_fight, a_squad, fighter, rolls

END = EndActivation(side=A)
AXE = a_weapon("axe", type="melee", range_in=0, strength=2)
PISTOL = a_weapon("pistol", type="pistol", range_in=12, strength=4)
MAUL = a_weapon("maul", type="melee", range_in=0, strength=2, traits=("two-handed",))


def duel(*weapons, charge=None, **values):
    """A1, WS4 and two attacks, against B1."""
    return a_fight(
        a_squad("a1", 1, 20, profile=fighter("duellist", ws=4, i=4, a=2, **values), weapons=weapons),
        a_squad("b1", 1, 21.9, profile=fighter("foe", ws=4, w=9), facing=270),
        charge=charge,
    )


def asked(state):
    return play(state, END, by_itself=())[1]


@pytest.mark.rule("ARAP-MELEE-04")
def test_several_weapons_are_one_attack_more_and_all_but_the_charge_at_minus_1():
    state = asked(duel(AXE, BLADE, charge="front"))
    assert (state.prompt.kind, state.prompt.side, state.prompt.decline) == ("several-weapons", A, "one")
    found = waiting(state).odds(state, state)
    # As usual three attacks at 3 or less and Strength 5; else one of these, two and one of Strength 3 at 2 or less.
    assert round(found["one"][0].value, 4) == round(3 * (1 / 2) * (5 / 6), 4)
    assert round(found["several"][0].value, 4) == round(
        (1 / 2) * (5 / 6) + 2 * (1 / 3) * (5 / 6) + (1 / 3) * (1 / 2), 4
    )
    events, _ = play(state, Answer(side=A, choice="several"), {"to-hit": [4, 3, 3, 3, 6]}, by_itself=("close-up",))
    assert the(events, SeveralChosen).unit == "a1"
    mine = [r for r in rolls(events, "to-hit") if r.unit == "a1"]
    assert [(r.goal, len(r.dice)) for r in mine] == [(3, 1), (2, 3)]
    assert [(m.value, m.rule) for m in mine[1].modifiers] == [(-1, "ARAP-MELEE-04")]


@pytest.mark.rule("ARAP-MELEE-04")
def test_what_was_said_once_holds_until_it_is_taken_back():
    state = asked(duel(BLADE, PISTOL))
    events, state = play(state, Answer(side=A, choice="always"), {"to-hit": [6, 6, 6, 6]}, by_itself=("close-up",))
    assert the(events, StandingAnswerGiven).sentence(state) == "A1, always: fight with several weapons at once"
    events, state = play(state, EndActivation(side=B), {"to-hit": [6, 6, 6, 6]}, by_itself=("close-up", "break-off"))
    assert the(events, SeveralChosen).unit == "a1"
    back = StandingAnswer(side=A, unit="a1", about="several-weapons", answer="ask")
    assert preview(state, back).notes == ("ask: fight with several weapons at once",)
    _, state = play(state, back)
    assert asked(state).prompt.kind in ("break-off", "several-weapons")


@pytest.mark.parametrize("weapons", [(BLADE,), (MAUL, PISTOL), (PISTOL,)])
def test_who_has_one_weapon_or_needs_both_hands_is_not_asked(weapons):
    _, state = play(duel(*weapons), END, {"to-hit": [6, 6, 6]}, by_itself=())
    assert state.prompt is None or state.prompt.kind == "close-up"


def test_answers_that_are_none():
    state = duel(BLADE)
    given = StandingAnswer(side=A, unit="a1", about="tea", answer="always")
    refused = preview(state, given).refusal
    assert (refused.code, refused.rule) == ("bad-answer", "ARAP-MELEE-04")
    assert "several-weapons" in refused.allowed


# -- a narrow way --------------------------------------------------------------------------------------------------


BRIDGE = Terrain(id="br", name="Footbridge", points=((19, 9), (21, 9), (21, 11), (19, 11)), narrow=True)
BLOCK = Block(side=A, unit="a1")


def guarded(terrain=(BRIDGE,), **values):
    return a_battle(
        a_squad("a1", 2, 20, profile=fighter("guard", ws=4), gap=5),
        a_squad("b1", 1, 21.9, profile=fighter("foe", ws=4), facing=270),
        active="a1",
        ap=1,
        terrain=terrain,
        **values,
    )


@pytest.mark.rule("ARAP-MELEE-04")
def test_who_blocks_a_narrow_way_strikes_better_until_he_moves():
    state = guarded()
    assert preview(state, BLOCK).notes == ("A1.1: +1 to hit in melee until they move.",)
    assert [o.action for o in legal_actions(state, A) if o.kind == "block"] == [BLOCK]
    _, state = play(state, BLOCK)
    assert state.units["a1"].blocking == ("a1.1",)
    assert preview(state, BLOCK).refusal.code == "already-blocking"
    fight = replace(state, melees=a_fight(a_squad("a1", 1, 20), a_squad("b1", 1, 21.9)).melees)
    events, _ = play(fight, END, {"to-hit": [4, 6], "to-wound": [1]})
    mine = next(r for r in rolls(events, "to-hit") if r.unit == "a1")
    assert [(m.value, m.reason) for m in mine.modifiers] == [(1, "blocks a narrow way")]
    _, state = play(state, Move(side=A, unit="a1", path=(Waypoint(at=(20, 9)),)))
    assert state.units["a1"].blocking == ()


@pytest.mark.rule("ARAP-MELEE-04")
@pytest.mark.parametrize("state", ["open", "closed"])
def test_a_doorway_of_a_house_is_blocked_from_either_side(state):
    """But no window."""
    openings = (Opening(a=(19, 10), b=(21, 10), state=state), Opening(a=(19, 15), b=(21, 15), kind="window"))
    inside = Building(handling="tabletop", openings=openings)
    ring = ((15, 10), (25, 10), (25, 15), (15, 15))
    house = Terrain(id="h", name="House", points=ring, look="building", building=inside)
    outside = guarded(terrain=(house,))
    assert preview(outside, BLOCK).notes == ("A1.1: +1 to hit in melee until they move.",)
    _, after = play(outside, BLOCK)
    assert after.units["a1"].blocking == ("a1.1",)


@pytest.mark.rule("ARAP-MELEE-04")
def test_in_the_open_there_is_nothing_to_block_but_the_host_may_rule():
    state = guarded(terrain=())
    refused = preview(state, BLOCK).refusal
    assert (refused.code, refused.rule) == ("no-narrow-way", "ARAP-MELEE-04")
    _, state = play(state, RuleUnit(side=A, unit="a1", what="blocking", value=1, reason="a gap in the wall"))
    assert state.units["a1"].blocking == ("a1.1", "a1.2")


# -- grenades ------------------------------------------------------------------------------------------------------


BOMBS = a_weapon("bombs", type="grenade", range_in=6, strength=3, traits=("assault-grenade",))
SPIKES = a_weapon("spikes", type="grenade", range_in=6, strength=3, traits=("defensive-grenade",))
WALL = Terrain(
    id="w", name="Wall", points=((25.5, 0), (25.5, 40)), line=True, height_in=1, cover="hard", going="difficult"
)


def storming(said, weapon=BOMBS, version=RULES_VERSION):
    """A1 has declared a charge at B1 behind a wall; `said` is the standing answer about the grenades of one of them."""
    mine, theirs = ((weapon, BLADE), (BLADE,)) if weapon is BOMBS else ((BLADE,), (weapon, BLADE))
    state = a_battle(
        a_squad("a1", 1, 20, profile=fighter("charger", i=4), weapons=mine),
        a_squad("b1", 1, 27, profile=fighter("target"), facing=270, weapons=theirs),
        a_squad("a9", 1, 5, 44, profile=fighter("idle")),
        active="a1",
        ap=1,
        terrain=(WALL,) if weapon is BOMBS else (),
    )
    state = replace(state, version=version)
    unit, about = ("a1", "assault-grenade") if weapon is BOMBS else ("b1", "defensive-grenade")
    if said:
        _, state = play(state, StandingAnswer(side=unit[0], unit=unit, about=about, answer=said))
    return play(state, Charge(side=A, unit="a1", target="b1"), by_itself=("charge-reaction",))


def stormed(said, choice, weapon=BOMBS, version=RULES_VERSION):
    """The charge as it came home once that was answered."""
    unit = "a1" if weapon is BOMBS else "b1"
    events, state = storming(said, weapon, version)
    if choice:
        assert state.prompt.kind == "grenades"
        more, state = play(state, Answer(side=unit[0], choice=choice))
        events = [*events, *more]
    return the(events, MeleeJoined).charge


@pytest.mark.rule("ARAP-CCG-01")
@pytest.mark.parametrize(
    ("said", "choice", "slowed"),
    [
        ("", "use", False),
        ("", "keep", True),
        ("", "always", False),
        ("", "never", True),
        ("always", "", False),
        ("never", "", True),
    ],
)
def test_assault_grenades_are_asked_about_unless_their_owner_has_said_so_once(said, choice, slowed):
    assert stormed(said, choice).slowed is slowed


@pytest.mark.part_of("ARAP-CCG-01", "ARAP-CCG-02")
@pytest.mark.parametrize(
    ("weapon", "used", "kept"),
    [
        (BOMBS, {"wounds somebody first": 7 / 16, "is wounded first": 0}, (0, 1 / 4)),
        (SPIKES, {"loses a wound": 1 / 4, "wounds to expect": 1 / 4}, (7 / 16, 1 / 2)),
    ],
    ids=["assault", "defensive"],
)
def test_grenades_promise_what_the_first_round_brings_with_them_and_without(weapon, used, kept):
    """Blows hit and wound by half each; a charge has one more."""
    _, state = storming("", weapon)
    found = {choice: {p.meaning: p.value for p in odds} for choice, odds in waiting(state).odds(state, state).items()}
    assert found == {"use": used, "keep": dict(zip(used, kept, strict=True))}


@pytest.mark.rule("ARAP-CCG-02")
@pytest.mark.parametrize(("said", "choice", "bonus"), [("", "use", False), ("", "keep", True), ("never", "", True)])
def test_defensive_grenades_too(said, choice, bonus):
    assert stormed(said, choice, SPIKES).bonus is bonus


@pytest.mark.part_of("ARAP-CCG-01", "ARAP-CCG-02")
@pytest.mark.parametrize(("mine", "theirs", "facing"), [(BOMBS, BLADE, 270), (BLADE, SPIKES, 90)])
def test_nobody_is_asked_about_grenades_that_would_change_nothing(mine, theirs, facing):
    """No cover to cancel; or a charge from behind."""
    state = a_battle(
        a_squad("a1", 1, 20, profile=fighter("charger", i=4), weapons=(mine, BLADE)),
        a_squad("b1", 1, 27, profile=fighter("target"), facing=facing, weapons=(theirs, BLADE)),
        a_squad("a9", 1, 5, 44, profile=fighter("idle")),
        active="a1",
        ap=1,
    )
    events, after = play(state, Charge(side=A, unit="a1", target="b1"), by_itself=("charge-reaction",))
    assert after.prompt is None
    assert the(events, MeleeJoined).charge


@pytest.mark.part_of("ARAP-CCG-01")
def test_games_of_version_4_use_them_unasked():
    assert stormed("", "", version="4").slowed is False


@pytest.mark.part_of("ARAP-CCG-02")
@pytest.mark.parametrize(
    ("start", "way", "facing", "asked"),
    [((23, 13), ((23.5, 7.5), (26, 7)), 0, True), ((21, 10), ((24, 6), (30, 6), (29.5, 10)), 270, False)],
    ids=["round into the arc", "round out of it"],
)
def test_defensive_grenades_are_asked_about_where_the_way_of_a_charge_ends(start, way, facing, asked):
    """Not where it begins."""
    state = a_battle(
        a_squad("a1", 1, *start, profile=fighter("charger", i=4, m=8), weapons=(BLADE,)),
        a_squad("b1", 1, 27, profile=fighter("target"), facing=facing, weapons=(SPIKES, BLADE)),
        a_squad("a9", 1, 5, 44, profile=fighter("idle")),
        active="a1",
        ap=1,
    )
    charge = Charge(side=A, unit="a1", target="b1", path=way)
    notes = " ".join(preview(state, charge).notes)
    assert ("defensive grenades cost it its bonus if they are used" in notes) is asked
    events, after = play(state, charge, by_itself=("charge-reaction",))
    assert (after.prompt is not None) is asked
    if asked:
        events, _ = play(after, Answer(side=B, choice="keep"))
    assert the(events, MeleeJoined).charge.bonus
