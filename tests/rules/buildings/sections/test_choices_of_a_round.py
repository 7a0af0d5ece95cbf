"""Before a round for a section: krak grenades and several weapons are asked about as in any melee."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.turn.activation import EndActivation
from rules.buildings.sections.assault.storm import StormSection
from rules.events import Rolled
from rules.questions import prompts
from tests.builders import A, a_profile, a_weapon, play
from tests.rules.buildings.sections.customs import KNIFE, SALTMERE, a_house, guard, squad, stormed

STORM = StormSection(side=A, unit="a1", terrain="s1", section="C1")
KRAK = a_weapon("krak", type="grenade", range_in=6, strength=6, traits=("krak",))
PISTOL = a_weapon("pistol", type="pistol")
TOUGH = a_profile("tough", ws=3, t=5, i=3, ld=7, sv=6)
PLAIN = a_profile("plain", ws=4, i=4, ld=8, sv=6)


def fought(weapons, foe, method="per_opening", **values):
    """The round of an assault of two on a guard of two, up to what is asked."""
    house = a_house(assault=method)
    state = stormed(
        squad("a1", [(9.3, 26.9), (8.1, 27)], weapons=weapons, profile=PLAIN),
        guard("b1", 2, profile=foe),
        house=house,
        **values,
    )
    state = play(state, STORM)[1]
    while state.prompt is not None:
        state = play(state, Answer(side=state.prompt.side, choice=state.prompt.decline))[1]
    return state


def rolls(events, label):
    return [e for e in events if isinstance(e, Rolled) and e.label == label]


@pytest.mark.rule("ARAP-CCG-05")
def test_krak_grenades_are_placed_on_tough_foes_in_a_section():
    """At Initiative 1, and no other blow; a 6 goes off in the bearer's hand."""
    events, state = play(fought((KRAK,), TOUGH), EndActivation(side=A))
    assert (state.prompt.kind, state.prompt.unit) == ("krak", "a1")
    blows = {"to-hit": [6, 6], "krak-attack": [1, 6], "to-wound": [3, 5], "morale": [1, 1]}
    events, after = play(state, Answer(side=A, choice="krak"), blows)
    assert [r.dice for r in rolls(events, "krak-attack")] == [(1, 6)]
    assert {r.unit for r in rolls(events, "to-hit")} == {"b1"}
    assert len(after.units["b1"].alive) == 1
    assert len(after.units["a1"].alive) == 1


def promised(state, choice):
    return {p.meaning: p.value for p in prompts.odds(state, state)[choice]}


@pytest.mark.rule("ARAP-CCG-05", "BLD-SCC-07")
def test_what_grenades_and_several_weapons_promise_in_a_section():
    """Two bearers, each facing one: a 1 of each places it, S6 against T5 wounds on 3 or more; AP4 leaves no save.

    Where a D6 of each side fight one alone does in one case of six.
    """
    state = play(fought((KRAK,), TOUGH), EndActivation(side=A))[1]
    assert promised(state, "krak") == {
        "one is placed": Fraction(11, 36),
        "wounds to expect": Fraction(2, 9),
        "wounds its own": Fraction(335, 1296),
    }
    by_lot = play(fought((KRAK,), TOUGH, method="d6"), EndActivation(side=A))[1]
    assert promised(by_lot, "krak")["one is placed"] == Fraction(5, 6) * Fraction(11, 36) + Fraction(1, 6) * Fraction(
        1, 6
    )
    several = play(fought((PISTOL, KNIFE), SALTMERE), EndActivation(side=A), by_itself=())[1]
    assert promised(several, "several")["wounds to expect"] > promised(several, "one")["wounds to expect"] > 0


def test_nobody_is_asked_about_foes_that_are_not_worth_it_or_up_to_version_15():
    dice = {"to-hit": [6] * 6}
    weak = play(fought((KRAK,), SALTMERE), EndActivation(side=A), dice)[1]
    assert weak.prompt is None or weak.prompt.kind != "krak"
    old = fought((KRAK,), TOUGH)
    after = play(replace(old, version="15"), EndActivation(side=A), dice)[1]
    assert after.prompt is None or after.prompt.kind != "krak"


@pytest.mark.rule("ARAP-MELEE-04")
def test_several_weapons_at_once_in_a_fight_for_a_section():
    """One attack more each, all at -1 but those of the charge."""
    events, state = play(fought((PISTOL, KNIFE), SALTMERE), EndActivation(side=A), by_itself=())
    assert (state.prompt.kind, state.prompt.unit) == ("several-weapons", "a1")
    events, _ = play(state, Answer(side=A, choice="several"), {"to-hit": [6] * 8})
    ours = [r for r in rolls(events, "to-hit") if r.unit == "a1"]
    assert sorted((len(r.dice), r.goal) for r in ours) == [(2, ours[0].goal), (4, ours[0].goal - 1)]
