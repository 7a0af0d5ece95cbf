"""Grenades, shells and flames that go off in a section, and what strikes the outside of a house."""

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.shooting.shoot_at_spot import FireAtSpot
from rules.arap.templates.scatter import ShellBurst
from rules.buildings.rulings import RuleRoom
from rules.buildings.sections.blast import BlastSection
from rules.buildings.sections.rulings import RuleHoused, RuleOccupants, RuleStrays, StraysRuled
from rules.engine import legal_actions, preview
from rules.table.building import Opening
from tests.builders import A, B, play, the
from tests.rules.buildings.sections.customs import (
    C1,
    C2,
    C3,
    CARBINE,
    FLAMER,
    FRAG,
    INNER,
    MORTAR,
    NORTHMARCH,
    PIONEERS,
    RIFLE,
    V1,
    a_house,
    across,
    guard,
    squad,
    stormed,
)

FRAG_IN = BlastSection(side=A, unit="a1", weapon="frag", terrain="s1", section="C1", models=("a1.2",))
STRAY = BlastSection(side=B, unit="b5", weapon="frag", terrain="s1", section="C1", models=("b5.1",))


def standing(state, action, dice, saves=()):
    """The owner of those hit stays up, if he is asked."""
    _, after = play(state, action, dice)
    if after.prompt is not None:
        _, after = play(after, Answer(side=after.prompt.side, choice="stand"), {"save": saves} if saves else None)
    return after


@pytest.mark.rule("BLD-SSHT-08", "BLD-SSHT-10", "BLD-INTO-08")
def test_a_grenade_through_the_window_hits_everybody():
    state = stormed(squad("a1", PIONEERS), guard("b1", 5), ap=3)
    seen = preview(state, FRAG_IN)
    (line,) = seen.shots
    assert (seen.ap, line.goal, line.chances[0].label, line.chances[0].exact) == (1, 3, "lands in it", "1/2")
    dice = {"to-hit": [3], "to-wound": [5, 2, 4, 1, 3]}
    after = standing(state, FRAG_IN, dice, [3, 6])
    assert [m.id for m in after.units["b1"].models if not m.alive] == ["b1.1"]
    assert after.turn.tallies[0].hits == 5
    assert after.turn.ap == 2
    labels = [o.label for o in legal_actions(state, A) if o.kind == "blast-section"]
    assert labels == ["Frag into C1 of Customs House by V1", "Frag into C1 of Customs House by V2"]


@pytest.mark.rule("BLD-SSHT-11")
def test_what_misses_the_window_harms_nobody():
    state = stormed(squad("a1", PIONEERS), guard("b1", 5))
    events, after = play(state, FRAG_IN, {"to-hit": [4]})
    assert after.units["b1"] == state.units["b1"]
    assert any("bursts harmlessly outside" in note for note in preview(state, FRAG_IN).notes)
    assert "does not get in" in next(e.sentence(after) for e in events if "BLD-SSHT-11" in e.rules)


@pytest.mark.rule("BLD-SSHT-11")
def test_where_it_is_played_a_stray_grenade_scatters_among_those_outside():
    state = stormed(squad("a1", PIONEERS), guard("b1", 5), options={"section_area_miss": "scatter"})
    dice = {"to-hit": [6], "scatter-a": [3], "scatter-b": [2], "direction": [180], "to-wound": [1] * 4}
    events, after = play(state, FRAG_IN, dice)
    assert after.turn.tallies[0].target == "a1"
    assert "BLD-SSHT-11" in the(events, ShellBurst).rules


@pytest.mark.rule("BLD-SSHT-11")
def test_the_host_rules_in_play_that_what_misses_scatters_or_does_no_harm():
    state = stormed(squad("a1", PIONEERS), guard("b1", 5))
    ruling = RuleStrays(side=A, strays="scatter", reason="they stand close by")
    assert replace(ruling, strays="harmless").check(state).code == "no-change"
    assert replace(ruling, reason=" ").check(state).code == "no-reason"
    assert ruling.check(replace(state, terrain=())).code == "no-sections"
    events, ruled = play(state, ruling)
    assert the(events, StraysRuled).sentence(ruled) == (
        "Host: area shots that miss a section scatter outside if a unit is near (they stand close by)"
    )
    dice = {"to-hit": [6], "scatter-a": [3], "scatter-b": [2], "direction": [180], "to-wound": [1] * 4}
    _, after = play(ruled, FRAG_IN, dice)
    assert after.turn.tallies[0].target == "a1"
    _, again = play(ruled, replace(ruling, strays="harmless", reason="enough of that"))
    events, after = play(again, FRAG_IN, {"to-hit": [4]})
    assert "does not get in" in next(e.sentence(after) for e in events if "BLD-SSHT-11" in e.rules)


@pytest.mark.rule("BLD-SSHT-11")
def test_where_it_is_played_a_stray_shell_scatters_by_its_own_dice():
    gunner = squad("a1", [(7.5, 38)], weapons=(MORTAR,))
    state = stormed(gunner, squad("a2", PIONEERS), guard("b1", 3), options={"section_area_miss": "scatter"})
    shot = BlastSection(side=A, unit="a1", weapon="cannon", terrain="s1", section="C1")
    assert any("scatters outside" in note for note in preview(state, shot).notes)
    dice = {"scatter-a": [6], "scatter-b": [2], "direction": [180], "to-wound": [1] * 2}
    events, _ = play(state, shot, dice)
    assert the(events, ShellBurst).scatter_in == 4  # 6 and 2, less BS 4
    into = {"scatter-a": [6], "scatter-b": [2], "direction": [1], "to-wound": [1] * 2}
    events, _ = play(state, shot, into)
    assert the(events, ShellBurst).stopped
    assert the(events, ShellBurst).at[1] > 26  # before the wall


@pytest.mark.rule("BLD-SSHT-12")
def test_a_grenade_goes_astray_between_sections():
    state = stormed(guard("b5", 4, "C2", weapons=(RIFLE, FRAG)), guard("a5", 9, "C1", profile=NORTHMARCH), active="b5")
    (line,) = preview(state, STRAY).shots
    assert (line.goal, line.chances[0].exact) == (2, "7/9")
    events, after = play(state, STRAY, {"to-hit": [5], "section-drift": [5], "pick": [2]})
    assert after.units["a5"] == state.units["a5"]
    assert "goes off in C3 of Customs House, not in C1" in " ".join(e.sentence(after) for e in events)
    stays = standing(state, STRAY, {"to-hit": [5], "section-drift": [4], "to-wound": [1] * 9})
    assert stays.turn.tallies[0].hits == 9
    own = standing(state, STRAY, {"to-hit": [5], "section-drift": [6], "pick": [1], "to-wound": [1] * 4})
    assert own.turn.tallies[0].target == "b5"


@pytest.mark.rule("BLD-SSHT-12")
def test_an_area_weapon_between_sections_lands_by_its_scatter():
    state = stormed(guard("a1", 1, "C2", weapons=(MORTAR,)), guard("b1", 3), ap=3)
    shot = BlastSection(side=A, unit="a1", weapon="cannon", terrain="s1", section="C1")
    (line,) = preview(state, shot).shots
    assert line.chances[0].exact == "20/27"  # 3 or less with two dice, or a double: 8 of 36; then two thirds
    after = standing(state, shot, {"scatter-a": [2], "scatter-b": [2], "to-wound": [1] * 3})
    assert after.turn.tallies[0].hits == 3


@pytest.mark.rule("BLD-SSHT-09")
def test_in_open_space_three_or_less_escapes():
    open_room = a_house(sections=(replace(C1, open_space=True),))
    state = stormed(squad("a1", PIONEERS), guard("b1", 3), house=open_room)
    dice = {"to-hit": [1], "blast-escape": [3, 4, 1], "to-wound": [1]}
    assert standing(state, FRAG_IN, dice).turn.tallies[0].hits == 1
    assert any("each escapes on 3 or less" in note for note in preview(state, FRAG_IN).notes)


@pytest.mark.rule("BLD-SSHT-08")
def test_inner_walls_save_on_more_than_four():
    state = stormed(squad("a1", PIONEERS), guard("b1", 3), options={"section_interior_cover": "hard"})
    dice = {"to-hit": [1], "area-cover": [5, 4, 6], "to-wound": [1]}
    assert standing(state, FRAG_IN, dice).turn.tallies[0].hits == 1
    plain = stormed(squad("a1", PIONEERS), guard("b1", 3))
    ruling = RuleOccupants(side=A, unit="b1", about="inner_cover", models=("b1.2",), reason="behind the counter")
    _, ruled = play(plain, ruling)
    dice = {"to-hit": [1], "area-cover": [5], "to-wound": [1] * 2}
    assert standing(ruled, FRAG_IN, dice).turn.tallies[0].hits == 2


@pytest.mark.rule("BLD-SSHT-08")
def test_the_host_rules_in_play_what_shelters_in_a_section():
    state = stormed(squad("a1", PIONEERS), guard("b1", 3))
    crates = RuleRoom(side=A, room="s1/C1", what="inner-cover", reason="crates")
    stacked = play(state, crates)[1]
    dice = {"to-hit": [1], "area-cover": [5, 4, 6], "to-wound": [1]}
    assert standing(stacked, FRAG_IN, dice).turn.tallies[0].hits == 1
    cleared = play(stacked, replace(crates, what="no-inner-cover"))[1]
    assert standing(cleared, FRAG_IN, {"to-hit": [1], "to-wound": [1] * 3}).turn.tallies[0].hits == 3


@pytest.mark.rule("BLD-SSHT-08")
def test_flames_through_the_door():
    state = stormed(squad("a1", [(10.5, 27.5)], weapons=(FLAMER,)), guard("b1", 3))
    burn = BlastSection(side=A, unit="a1", weapon="flamer", terrain="s1", section="C1", way=1)
    assert standing(state, burn, {"to-hit": [4], "to-wound": [1] * 3}).turn.tallies[0].hits == 3
    dice = {"to-hit": [5], "template-cover": [3, 4, 6], "to-wound": [1]}
    assert standing(state, burn, dice).turn.tallies[0].hits == 1


@pytest.mark.rule("BLD-SSHT-10")
def test_from_beside_the_window_a_shell_always_gets_in():
    state = stormed(squad("a1", [(10.5, 27.5)], weapons=(MORTAR,)), guard("b1", 3), ap=3)
    shot = BlastSection(side=A, unit="a1", weapon="cannon", terrain="s1", section="C1", way=1)
    assert standing(state, shot, {"to-wound": [1] * 3}).turn.tallies[0].hits == 3
    far = stormed(squad("a1", [(10.5, 40)], weapons=(MORTAR,)), guard("b1", 3))
    _, after = play(far, shot, {"scatter-a": [6], "scatter-b": [5]})
    assert not after.turn.tallies


@pytest.mark.rule("BLD-SSHT-08", "BLD-SSHT-07")
def test_refusals_of_blasts():
    state = stormed(squad("a1", PIONEERS), guard("b1", 5), guard("b2", 2, "C3"))
    assert preview(state, replace(FRAG_IN, weapon="carbine")).refusal.rule == "BLD-SSHT-08"
    assert preview(state, replace(FRAG_IN, way=2)).refusal.rule == "BLD-SSHT-10"
    assert preview(state, replace(FRAG_IN, section="C2")).refusal.code == "nobody-there"
    assert preview(state, replace(FRAG_IN, models=tuple(f"a1.{n}" for n in range(1, 5)))).refusal.code == (
        "too-many-throwers"
    )
    up = stormed(guard("a1", 4, "C2", weapons=(FRAG,)), guard("b1", 2, "C3"))
    assert preview(up, BlastSection(side=A, unit="a1", weapon="frag", terrain="s1", section="C3")).refusal.rule == (
        "BLD-SSHT-07"
    )


@pytest.mark.rule("BLD-SSHT-13")
def test_a_shell_on_the_outside_reaches_firers_and_a_share_of_the_others():
    state = stormed(squad("a1", [(9, 40)], weapons=(MORTAR,)), guard("b1", 8), ap=3)
    shot = FireAtSpot(side=A, unit="a1", at=(9.0, 26.05))
    dice = {"scatter-a": [1], "scatter-b": [1], "direction": [0], "pick": [1], "area-cover": [5]}
    _, after = play(state, shot, dice)
    assert not after.units["b1"].shown
    ruling = RuleOccupants(side=A, unit="b1", about="exposed", models=("b1.3", "b1.4"), reason="at the wall")
    assert "1 of B1 may be hit (BLD-SSHT-13)" in str(preview(state, shot))
    _, ruled = play(state, ruling)
    assert "2 of B1 may be hit, by the host's word (BLD-SSHT-13)" in str(preview(ruled, shot))
    dice = {"scatter-a": [1], "scatter-b": [1], "direction": [0], "area-cover": [5, 1], "to-wound": [1]}
    _, after = play(ruled, shot, dice)
    assert after.turn.tallies[0].hits == 1


@pytest.mark.rule("BLD-SECT-01", "BLD-SSHT-13")
def test_rulings_say_what_is_wrong():
    state = stormed(squad("a1", PIONEERS, weapons=(CARBINE,)), guard("b1", 8))
    wrong = RuleOccupants(side=A, unit="a1", about="exposed", models=(), reason="x")
    assert preview(state, wrong).refusal.rule == "BLD-SSHT-13"
    _, after = play(state, RuleHoused(side=A, unit="a1", terrain="s1", section="C3", reason="they were there"))
    assert set(after.units["a1"].housed.values()) == {"s1/C3"}


@pytest.mark.rule("BLD-INTO-04", "BLD-INTO-06", "BLD-INTO-07")
def test_at_a_slant_and_through_a_small_window_it_is_harder():
    """Along the wall at 45 degrees or less, and through a gap of half an inch."""
    cannon = BlastSection(side=A, unit="a1", weapon="cannon", terrain="s1", section="C1")
    aside = stormed(squad("a1", [(14, 28.5)], weapons=(MORTAR,), facing=270), guard("b1", 5))
    assert [m.rule for m in preview(aside, cannon).shots[0].modifiers] == ["BLD-INTO-04"]
    square = stormed(squad("a1", [(7.5, 36)], weapons=(MORTAR,), facing=0), guard("b1", 5))
    assert preview(square, cannon).shots[0].modifiers == ()
    frag = replace(FRAG_IN, models=())
    slit = a_house(openings=(replace(V1, b=(7.5, 26)),))
    near = stormed(squad("a1", [(7.2, 27.5)], facing=0), guard("b1", 5), house=slit)
    assert [m.rule for m in preview(near, frag).shots[0].modifiers if m.rule.startswith("BLD")] == ["BLD-INTO-06"]
    far = stormed(squad("a1", [(11, 28)], facing=270), guard("b1", 5), house=slit)
    chances = [m.rule for m in preview(far, frag).shots[0].modifiers if m.rule.startswith("BLD")]
    assert chances == ["BLD-INTO-07", "BLD-INTO-07"]


def in_the_mill(units, weapon, section="C1", window=(7, 30), storey=0, **values):
    """Ash in the Customs House, Birch in a mill across 4 inches of street, with a window towards it."""
    at = Opening(a=window, b=(window[0] + 1, window[1]), kind="window", name="M1", storey=storey)
    mill = across(a_house(), "s2", 8.0, openings=(at,))
    own = guard("b1", 3, section)
    foes = (replace(own[0], housed=dict.fromkeys(own[0].housed, f"s2/{section}")), *own[1:])
    state = stormed(*units(weapon), foes, house=a_house(), **values)
    both = (*state.terrain, mill)
    return replace(state, terrain=both, scenario=replace(state.scenario, terrain=both))


def at_mill(weapon, section="C1"):
    return BlastSection(side=A, unit="a1", weapon=weapon.id, terrain="s2", section=section)


@pytest.mark.rule("BLD-SSHT-10")
@pytest.mark.parametrize("weapon", [FRAG, MORTAR, FLAMER])
def test_what_bursts_goes_from_one_house_into_a_section_of_another(weapon):
    """Range is measured from the wall; who fired has shown himself, and no more than six fire out."""
    state = in_the_mill(lambda w: (guard("a1", 8, "C1", weapons=(w,)),), weapon)
    (offer,) = [o for o in legal_actions(state, A) if o.kind == "blast-section"]
    assert offer.label == f"{weapon.name} into C1 of Mill by M1"
    shown = preview(state, at_mill(weapon))
    assert shown.notes[0] == "3 inside: everybody is hit. (BLD-SSHT-08)"
    assert len(at_mill(weapon).plan(state).firings) == (2 if weapon is FRAG else 6)
    firing = at_mill(weapon).plan(state).firings[0]
    assert (firing.model.at[1], round(firing.range_in, 2)) == (26, 4.0)
    assert preview(replace(state, version="12"), at_mill(weapon)).refusal.code == "screened"


@pytest.mark.rule("BLD-SSHT-01")
def test_who_fires_from_house_to_house_may_be_fired_at():
    state = in_the_mill(lambda w: (guard("a1", 4, "C1", weapons=(w,)),), FRAG)
    after = standing(state, at_mill(FRAG), {"to-hit": [1], "to-wound": [1, 1, 1]})
    assert after.units["a1"].shown == ("a1.1",)
    assert set(after.units["a1"].now.fired_out) == {"a1.1"}


@pytest.mark.rule("BLD-HIGH-06")
def test_a_throw_at_an_upper_window_reaches_three_inches_less():
    for y, code in ((29.1, "out-of-range"), (28.9, "")):
        house = a_house(openings=(replace(V1, storey=1, a=(8.5, 26), b=(9.5, 26)), INNER))
        state = stormed(squad("a1", [(9, y)], facing=0), guard("b1", 3, "C3"), house=house)
        refusal = preview(state, replace(FRAG_IN, section="C3", models=())).refusal
        assert (refusal.code if refusal else "") == code


@pytest.mark.rule("BLD-INTO-05")
def test_a_shell_steeply_up_at_a_window_is_laid_worse():
    """The window is 3 inches up: 2.9 inches off it is steeper than 45 degrees, 3.1 inches off it is not."""
    for y, rules in ((28.9, ["BLD-INTO-05"]), (29.1, [])):
        house = a_house(openings=(replace(V1, storey=1, a=(8.5, 26), b=(9.5, 26)), INNER))
        state = stormed(squad("a1", [(9, y)], weapons=(MORTAR,), facing=0), guard("b1", 3, "C3"), house=house)
        shown = preview(state, replace(at_mill(MORTAR, "C3"), terrain="s1"))
        assert [m.rule for m in shown.shots[0].modifiers if m.rule.startswith("BLD")] == rules


@pytest.mark.rule("BLD-TMPL-02")
def test_a_stream_goes_up_one_storey_and_no_more():
    loft = replace(C1, letter="C4", storey=2)
    window = replace(V1, a=(8.5, 26), b=(9.5, 26))
    for storey, section, code in ((1, "C3", ""), (2, "C4", "storeys-off")):
        house = a_house(openings=(replace(window, storey=storey), INNER), sections=(C1, C2, C3, loft))
        house = replace(house, building=replace(house.building, storeys=3))
        inside = guard("b1", 3, "C3")
        inside = (replace(inside[0], housed=dict.fromkeys(inside[0].housed, f"s1/{section}")), *inside[1:])
        state = stormed(squad("a1", [(9, 28)], weapons=(FLAMER,), facing=0), inside, house=house)
        refusal = preview(state, replace(at_mill(FLAMER, section), terrain="s1")).refusal
        assert (refusal.code if refusal else "") == code
