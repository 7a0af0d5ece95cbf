"""Fire in an assault on a section: on the run, out of its windows, and what it counts for."""

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.events import ModelsMoved
from rules.buildings.sections.assault.charge_out import ChargeOut
from rules.buildings.sections.assault.storm import StormSection
from rules.engine import legal_actions, preview
from rules.events import Rolled
from rules.geometry.lengths import distance
from rules.questions import prompts, weapons
from rules.table.terrain import Terrain
from tests.builders import A, B, play
from tests.rules.buildings.sections.customs import CARBINE, FLAMER, RIFLE, V1, a_house, guard, squad, stormed

STORM = StormSection(side=A, unit="a1", terrain="s1", section="C1")
FIRING = replace(STORM, fire=True)
FAR = ((9.3, 32.0), (8.1, 32.0), (10.5, 32.0))
"""Six inches before the windows: beyond the basic move, not beyond the charge."""


def far(guards=4, *more, arms=(RIFLE,), **values):
    return stormed(squad("a1", FAR), guard("b1", guards, weapons=arms, **values), *more)


def answered(state, choice="stand", models=(), dice=None):
    return play(state, Answer(side=B, choice=choice, models=models), dice)[1]


def asked(state, action=STORM, dice=None):
    return play(state, action, dice)[1]


def rolls(events, label):
    return [e for e in events if isinstance(e, Rolled) and e.label == label]


@pytest.mark.rule("ARAP-FCHG-01", "BLD-SCC-06")
def test_attackers_fire_on_the_run_at_those_who_can_be_seen():
    """One shot each at BS1, two off for walls and furniture; wounds count in the first round."""
    state = far(shown=True)
    labels = [o.label for o in legal_actions(state, A) if o.kind == "storm"]
    assert labels == ["Storm C1 of Customs House", "Storm C1 of Customs House, firing"]
    line = preview(state, FIRING).shots[0]
    assert (line.shots, line.goal, line.name) == (3, -1, "Carbine")
    dice = {"to-hit": [1, 1, 6], "extended-reroll": [2, 3], "to-wound": [4], "save": [1], "pick": [1]}
    after = answered(asked(state, FIRING, dice), "hold")
    assert len(after.units["b1"].alive) == 3
    assert (after.melees[0].inflicted, after.melees[0].suffered) == ({"a1": 1}, {"b1": 1})
    assert (after.turn.ap, after.units["a1"].held_ap) == (0, 1)


@pytest.mark.rule("ARAP-FCHG-01", "BLD-SSHT-04")
def test_nobody_fires_on_the_run_at_who_keeps_back_or_from_too_near():
    assert preview(far(), FIRING).refusal.code == "keeps-back"
    near = stormed(squad("a1", [(9.3, 29.5)]), guard("b1", 4, shown=True))
    assert preview(near, STORM).refusal is None
    assert preview(near, FIRING).refusal.code == "too-near"
    state = far(shown=True)
    assert preview(state, replace(FIRING, weapons=("rifle",))).refusal.code == "no-ranged-weapon"
    one = preview(state, replace(FIRING, firers=("a1.2",))).shots[0]
    assert (one.shots, one.shooters) == (1, 1)
    assert weapons.firing(state, replace(FIRING, firers=("a1.2",))).fires == {"a1.2"}


@pytest.mark.rule("ARAP-FCHG-01")
def test_within_a_house_nobody_fires_on_the_run():
    inside = stormed(guard("a1", 3, "C2", weapons=(CARBINE,)), guard("b1", 4, shown=True))
    assert preview(inside, STORM).refusal is None
    assert preview(inside, FIRING).refusal.code == "too-near"


@pytest.mark.rule("ARAP-STAND-04")
@pytest.mark.parametrize(("version", "tally"), [("15", {"b1": 1}), ("14", {})])
def test_wounds_by_those_who_stand_and_fire_count_in_the_first_round(version, tally):
    """ARAP-WDIF-01."""
    state = asked(replace(far(), version=version))
    dice = {"stand-and-fire": [1, 6], "to-hit": [1, 6, 6, 6], "to-wound": [5], "save": [1], "pick": [1]}
    after = answered(state, dice=dice)
    assert len(after.units["a1"].alive) == 2
    assert after.melees[0].inflicted == tally


@pytest.mark.rule("ARAP-STAND-05", "BLD-SCC-06")
def test_streams_out_of_the_windows_wait_until_the_attackers_are_seven_inches_off():
    for version, burnt in (("15", 1), ("14", 0)):
        _burn(version, burnt)


def _burn(version, burnt):
    coming = [(x, y + 2) for x, y in FAR]
    state = stormed(squad("a1", coming), guard("b1", 4, weapons=(FLAMER,)))
    state = asked(replace(state, version=version))
    dice = {"stand-and-fire": [1, 6], **({"to-hit": [1] * 4, "to-wound": [1] * 12} if burnt else {})}
    events, after = play(state, Answer(side=B, choice="stand"), dice)
    halts = [e for e in events if "ARAP-STAND-05" in e.rules and getattr(e, "placements", ())]
    assert len(halts) == burnt
    assert bool(rolls(events, "to-hit")) is bool(burnt)
    assert after.is_locked("a1")
    for halt in halts:
        gaps = [distance(p.at, (9.0, 26.0)) for p in halt.placements]
        assert min(gaps) == pytest.approx(7, abs=0.05)


@pytest.mark.rule("ARAP-STAND-03")
@pytest.mark.parametrize(("version", "second", "shown"), [("15", 2, 4), ("14", 4, 0)])
def test_those_who_fire_at_attackers_show_themselves_and_no_more_than_six_do(version, second, shown):
    """BLD-SSHT-01, BLD-SSHT-03."""
    state = asked(replace(far(4, guard("b2", 4)), version=version))
    assert state.prompt.unit == "b1"
    first = {"stand-and-fire": [1, 6], "to-hit": [6] * 4}
    events, state = play(state, Answer(side=B, choice="stand"), first)
    assert len(rolls(events, "to-hit")[0].dice) == 4
    assert len(state.units["b1"].shown) == shown
    assert state.prompt.unit == "b2"
    events, _ = play(state, Answer(side=B, choice="stand"), {"stand-and-fire": [1, 6], "to-hit": [6] * second})
    assert len(rolls(events, "to-hit")[0].dice) == second


@pytest.mark.rule("ARAP-WPN-01", "ARAP-STAND-03")
def test_who_of_those_inside_fires_is_chosen():
    state = asked(far())
    assert prompts.firers(state, state) == {"stand": ("b1.1", "b1.2", "b1.3", "b1.4")}
    dice = {"stand-and-fire": [1, 6], "to-hit": [6]}
    events, after = play(state, Answer(side=B, choice="stand", models=("b1.3",)), dice)
    assert len(rolls(events, "to-hit")[0].dice) == 1
    assert after.units["b1"].shown == ("b1.3",)


@pytest.mark.rule("ARAP-TERR-02", "ARAP-WDIF-01")
def test_dangerous_ground_before_the_house_bites_those_who_storm_it():
    for version, left in (("15", 2), ("14", 3)):
        _cross_wire(version, left)


def _cross_wire(version, left):
    wire = Terrain(id="w", name="Wire", points=((5, 29), (13, 29), (13, 30), (5, 30)), hazard=1, going="open")
    state = far()
    state = asked(replace(state, terrain=(*state.terrain, wire), version=version))
    after = answered(state, "hold", dice={"hazard": [1, 6, 6]} if left == 2 else None)
    assert len(after.units["a1"].alive) == left
    assert after.melees[0].suffered == ({"a1": 1} if left == 2 else {})


@pytest.mark.rule("BLD-SCC-10", "ARAP-FCHG-01")
def test_those_who_charge_out_fire_on_the_run():
    foes = squad("b1", [(8.5, 35.0), (9.5, 35.0)])
    state = stormed(guard("a1", 3, weapons=(CARBINE,)), foes)
    labels = [o.label for o in legal_actions(state, A) if o.kind == "charge-out" and o.action]
    assert labels == ["B1", "B1, firing"]
    out = ChargeOut(side=A, unit="a1", target="b1", fire=True)
    seen = preview(state, out)
    assert (seen.shots[0].name, seen.shots[0].shots, seen.shots[0].goal) == (
        "Carbine",
        3,
        0,
    )  # of two only: a small group
    assert weapons.firing(state, replace(out, firers=("a1.1",))).fires == {"a1.1"}
    events, _ = play(asked(state, out), Answer(side=B, choice="hold"), {"to-hit": [6, 6, 6]})
    assert len(rolls(events, "to-hit")[0].dice) == 3
    near = stormed(guard("a1", 3, weapons=(CARBINE,)), squad("b1", [(8.5, 30.2)]))
    assert preview(near, replace(out, fire=False)).refusal is None
    assert preview(near, out).refusal.code == "too-near"


def test_a_house_with_one_window_is_stormed_by_it():
    """Whoever waits outside because the openings are few fires on the run all the same."""
    state = stormed(squad("a1", FAR), guard("b1", 4, shown=True), house=a_house(openings=(V1,)))
    assert preview(state, FIRING).shots[0].shots == 3


PICKET = (8.1, 29.4)
"""Between the attackers and the windows."""


@pytest.mark.rule("ARAP-INT-01", "ARAP-INT-02")
def test_whoever_stands_before_the_house_may_intercept_those_who_storm_it():
    """Those whom he meets fight him there; up to version 18 nobody gets in."""
    picket = squad("b2", [PICKET], side=B)
    state = replace(far(4, picket), version="18")
    assert "B2 may intercept" in " ".join(preview(state, STORM).notes)
    state = answered(asked(state), "hold")
    assert (state.prompt.kind, state.prompt.unit) == ("intercept", "b2")
    assert len(prompts.odds(state, state)["intercept"]) == 3
    events, after = play(state, Answer(side=B, choice="intercept"))
    moved = next(e for e in events if isinstance(e, ModelsMoved) and e.unit == "a1")
    assert moved.sentence(after).startswith("A1 charges")
    assert [set(m.units) for m in after.melees] == [{"a1", "b2"}]
    assert not after.melees[0].section
    assert not after.melees[0].charges
    assert distance(after.units["a1"].model("a1.2").at, PICKET) == pytest.approx(2, abs=0.01)
    assert (after.units["a1"].held_ap, after.turn.ap) == (1, 0)
    passed = play(state, Answer(side=B, choice="let-pass"))[1]
    assert [set(m.units) for m in passed.melees] == [{"a1", "b1"}]
    assert passed.melees[0].section == "s1/C1"


def test_nobody_intercepted_an_assault_on_a_house_up_to_version_15():
    state = answered(asked(replace(far(4, squad("b2", [PICKET], side=B)), version="15")), "hold")
    assert state.prompt is None or state.prompt.kind != "intercept"


@pytest.mark.rule("ARAP-FCHG-02", "BLD-SSHT-08", "BLD-TMPL-05")
def test_streams_on_the_run_burn_the_section_as_if_from_seven_inches():
    """One roll each at BS1; who is not burnt for sure is on 3 or less. Who keeps back is burnt as well."""
    state = stormed(squad("a1", FAR[:1], weapons=(FLAMER,)), guard("b1", 3))
    assert preview(state, replace(FIRING, weapons=("rifle",))).refusal.code == "no-ranged-weapon"
    shown = preview(state, FIRING)
    assert shown.refusal is None
    assert (shown.shots[0].name, shown.shots[0].goal) == ("Flamer", 1)
    assert weapons.firing(state, FIRING).fires == {"a1.1"}
    dice = {"to-hit": [2], "template-cover": [3, 4, 1], "to-wound": [4, 1]}
    events, after = play(state, FIRING, dice)
    assert len(after.units["b1"].alive) == 2
    assert [r.goal for r in rolls(events, "to-hit")] == [1]
    assert "a1" in {e.unit for e in events}


@pytest.mark.part_of("ARAP-FCHG-01")
def test_up_to_version_15_and_through_shut_windows_no_stream_is_fired_on_the_run():
    state = stormed(squad("a1", FAR[:1], weapons=(FLAMER,)), guard("b1", 3))
    assert preview(replace(state, version="15"), FIRING).refusal is not None
    closed = a_house(openings=(replace(V1, state="closed"),))
    state = stormed(squad("a1", FAR[:1], weapons=(FLAMER,)), guard("b1", 3), house=closed)
    assert preview(state, STORM).refusal is None
    assert preview(state, FIRING).refusal is not None


@pytest.mark.rule("ARAP-FCHG-02")
def test_who_has_fallen_to_fire_on_the_run_is_not_asked_for_a_reaction():
    state = stormed(squad("a1", FAR[:1], weapons=(FLAMER,)), guard("b1", 1), guard("b2", 3))
    dice = {"to-hit": [1], "to-wound": [1, 6, 6, 6]}
    after = asked(state, FIRING, dice)
    assert not after.units["b2"].alive
    assert (after.prompt.kind, after.prompt.unit) == ("storm-reaction", "b1")
