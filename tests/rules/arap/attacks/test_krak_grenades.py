"""Krak grenades and flesh hooks in close combat."""

import pytest

from rules.answers import Answer
from rules.arap.melee.results import MeleeRoundEnded
from rules.arap.melee.rounds import InitiativeStepBegan
from rules.arap.turn.activation import EndActivation
from rules.state import ChargeMade, Melee
from tests.builders import A, a_battle, a_weapon, play, the
from tests.rules.arap.fights import BLADE, a_fight, a_squad, fighter, roll, rolls

END = EndActivation(side=A)
KRAK = a_weapon("krak grenades", type="grenade", range_in=6, strength=6, ap=4, traits=("krak",))


def against(enemy, *, weapons=(BLADE, KRAK)):
    state = a_fight(
        a_squad("a1", 2, 20, profile=fighter("bomber", i=4, a=2, sv=4), weapons=weapons),
        a_squad("b1", 2, 21.9, profile=enemy, facing=270),
        charge="front",
    )
    return play(state, END)[1]


@pytest.mark.rule("ARAP-CCG-05")
def test_only_against_a_tough_or_armoured_foe_is_it_asked():
    state = against(fighter("hulk", t=5))
    assert (state.prompt.kind, state.prompt.unit, state.prompt.decline) == ("krak", "a1", "fight")
    assert against(fighter("knight", sv=3), weapons=(BLADE, KRAK)).prompt.kind == "krak"


@pytest.mark.rule("ARAP-CCG-05", "ARAP-WDIF-01")
def test_a_1_places_the_grenade_and_a_6_goes_off_in_the_hand():
    """T5 against S6 wounds on 3, no save is left; the attacker saves on nothing either: AP4 against 4."""
    state = against(fighter("hulk", t=5, sv=4))
    dice = {"to-hit": [6, 6], "krak-attack": [1, 6], "to-wound": [3, 2], "morale": [1, 1]}
    events, state = play(state, Answer(side=A, choice="krak"), dice)
    assert [e.initiative for e in events if isinstance(e, InitiativeStepBegan)] == [3, 1]
    assert [r.goal for r in rolls(events, "to-wound")] == [3, 1]
    assert len(state.units["b1"].alive) == 1
    assert len(state.units["a1"].alive) == 1
    assert the(events, MeleeRoundEnded).differences == (("a1", 0), ("b1", -1))


@pytest.mark.rule("ARAP-CCG-05")
def test_the_single_attack_replaces_all_others():
    state = against(fighter("hulk", t=5))
    events, state = play(state, Answer(side=A, choice="krak"), {"to-hit": [6, 6], "krak-attack": [2, 5]})
    assert [r.unit for r in rolls(events, "to-hit")] == ["b1"]
    assert roll(events, "krak-attack").sense == "table"
    assert state.melees[0].krak == ()


@pytest.mark.rule("ARAP-CCG-04", "ARAP-COVR-01")
def test_flesh_hooks_strike_together_with_an_enemy_in_cover():
    hooked = fighter("hooked", i=5, traits=("flesh-hooks",))
    state = a_battle(
        a_squad("a1", 1, 20, profile=hooked),
        a_squad("b1", 1, 21.9, profile=fighter("target", i=3), facing=270),
        melees=(
            Melee(
                id="a1-b1",
                units=("a1", "b1"),
                charges=(ChargeMade(charger="a1", target="b1", direction="front", slowed=True),),
            ),
        ),
    )
    events, state = play(state, END, {"to-hit": [1, 1, 1], "to-wound": [4, 4, 4]})
    assert [e.initiative for e in events if isinstance(e, InitiativeStepBegan)] == [3]
    assert state.units["a1"].is_gone
    assert state.units["b1"].is_gone
