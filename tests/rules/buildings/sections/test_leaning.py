"""From upper sections nobody right under the wall is fired at but by leaning out or holding the weapon out blind."""

import pytest
from msgspec.structs import replace

from rules.arap.cards import states
from rules.arap.indirect.guesses import Guess
from rules.arap.indirect.throw import Throw
from rules.arap.shooting.shoot import Shoot
from rules.engine import legal_actions, preview
from rules.questions.buildings import reaching, sections
from rules.table.building import Opening
from tests.builders import A, B, play
from tests.rules.buildings.sections.customs import FRAG, V1, V2, a_house, guard, squad, stormed

DOWN = Shoot(side=A, unit="a1", target="b1")
BELOW, FURTHER = (9, 28.5), (9, 30)
"""2.5 inches from the foot of the wall, and 4."""


def above(*, foe=BELOW, section="C3", count=2):
    return stormed(guard("a1", count, section), squad("b1", [foe]))


def shot_back(after):
    """What the enemy below has against its fire at them."""
    state = stormed(guard("a1", 2, "C3"), squad("b1", [BELOW]), active="b1").with_unit(after.units["a1"])
    (line,) = preview(state, Shoot(side=B, unit="b1", target="a1")).shots
    return [m.rule for m in line.modifiers]


@pytest.mark.rule("BLD-HIGH-01")
def test_nobody_right_under_an_upper_section_is_fired_at():
    refusal = preview(above(), DOWN).refusal
    assert (refusal.code, refusal.rule) == ("dead-zone", "BLD-HIGH-01")
    assert "2.5″ from the foot of C3 of Customs House, 3″ below" in refusal.message
    assert preview(above(foe=FURTHER), DOWN).refusal is None
    assert preview(above(section="C1"), DOWN).refusal is None
    assert preview(replace(above(), version="13"), DOWN).refusal is None


@pytest.mark.rule("BLD-HIGH-02")
def test_who_leans_out_of_a_section_fires_and_has_no_cover():
    state = above()
    lean = next(o for o in legal_actions(state, A) if o.kind == "lean")
    assert (lean.label, lean.action.leaning) == ("Lean out and shoot at B1", ("a1.1", "a1.2"))
    ways = reaching.ways(state, DOWN)
    assert [w.refusal.code if w.refusal else "" for w in ways] == ["dead-zone", "", ""]
    assert [w.back.exact for w in ways[1:]] == ["1/2", "1/6"]
    _, after = play(state, lean.action, {"to-hit": [6] * 4})
    words = [s.words for s in states(after, after.units["a1"])]
    assert "A1.1 and A1.2 lean out: in no cover until activated again" in words
    assert shot_back(after) == ["ARAP-HIT-03"]
    _, half = play(above(count=4), replace(lean.action, leaning=("a1.1",), models=("a1.1",)), {"to-hit": [6] * 2})
    assert half.units["a1"].shown == ("a1.1",)
    assert shot_back(half) == ["ARAP-HIT-03"]
    all_shown = replace(half.units["a1"], shown=("a1.1", "a1.2", "a1.3", "a1.4"))
    assert shot_back(half.with_unit(all_shown)) == ["BLD-SSHT-03"]


@pytest.mark.rule("BLD-HIGH-03")
def test_blind_fire_out_of_an_upper_section_keeps_its_cover():
    wild = next(o for o in legal_actions(above(), A) if o.kind == "wild")
    (line,) = preview(above(), wild.action).shots
    assert (line.goal, line.shooters) == (0, 2)
    _, after = play(above(), wild.action, {"to-hit": [6] * 4})
    assert after.units["a1"].leaning == ()
    below = replace(wild.action, target="b1")
    assert preview(above(section="C1"), below).refusal.code == "no-edge"


@pytest.mark.rule("BLD-OUT-01")
def test_out_of_a_section_with_all_its_windows_shut_nobody_fires():
    shut = a_house(openings=(replace(V1, state="closed"), replace(V2, state="closed")))
    state = stormed(guard("a1", 2, "C1"), squad("b1", [FURTHER]), house=shut)
    refusal = preview(state, DOWN).refusal
    assert (refusal.code, refusal.rule) == ("shut-in", "BLD-OUT-01")
    assert [o.label for o in legal_actions(state, A) if o.kind == "work-section-door"]
    ajar = a_house(openings=(V1, replace(V2, state="closed")))
    assert preview(stormed(guard("a1", 2, "C1"), squad("b1", [FURTHER]), house=ajar), DOWN).refusal is None
    assert preview(replace(state, version="13"), DOWN).refusal is None


@pytest.mark.rule("BLD-OUT-01")
def test_of_a_unit_in_two_sections_those_behind_shut_windows_throw_nothing_out():
    west = Opening(a=(2, 26), b=(3, 26), kind="window", name="west window")
    house = a_house(openings=(replace(V1, state="closed"), replace(V2, state="closed"), west))
    unit, *kinds = guard("a1", 4, "C1", weapons=(FRAG,))
    there = dict.fromkeys(("a1.3", "a1.4"), "s1/C2")
    parted = replace(
        unit,
        housed={**unit.housed, **there},
        models=tuple(replace(m, at=(3.0, 24.0)) if m.id in there else m for m in unit.models),
    )
    state = stormed((parted, *kinds), squad("b1", [FURTHER]), house=house)

    def thrown(model):
        return Throw(side=A, unit="a1", weapon="frag", guesses=(Guess(model=model, bearing=180, range_in=4),))

    refusal = preview(state, thrown("a1.1")).refusal
    assert (refusal.code, refusal.rule) == ("shut-in", "BLD-OUT-01")
    assert preview(state, thrown("a1.3")).refusal is None
    offered = [o.action for o in legal_actions(state, A) if o.kind == "throw" and o.action is not None]
    assert {g.model for action in offered for g in action.guesses} == {"a1.3"}
    places = {each.letter: each.fire_out for each in sections.houses(state)[0].sections}
    assert (places["C1"], places["C2"]) == (0, 6)
