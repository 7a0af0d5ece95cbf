"""Fire out of sections, into them, and from one to the next."""

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.indirect.guesses import Guess
from rules.arap.indirect.throw import Throw
from rules.arap.shooting.shoot import Shoot
from rules.arap.shooting.volley import ShotsFired
from rules.arap.templates.scatter import ShellBurst
from rules.buildings.sections.look_out import LookOut
from rules.engine import legal_actions, preview
from tests.builders import A, B, a_weapon, play, the
from tests.rules.buildings.sections.customs import C1, C2, C3, FRAG, RIFLE, a_house, guard, squad, stormed

OUT = Shoot(side=A, unit="a1", target="b1")


def garrisoned(count=8, *, foe=(9, 40), house=None, section="C1", **options):
    """A garrison of Ash and one enemy outside."""
    foes = squad("b1", [foe], weapons=[RIFLE])
    return stormed(guard("a1", count, section), foes, house=house, options=options)


@pytest.mark.rule("BLD-SSHT-01")
def test_six_fire_out_from_the_edge_of_the_house():
    state = garrisoned()
    seen = preview(state, OUT)
    (line,) = seen.shots
    assert (line.shooters, line.notes[0], line.goal) == (6, "range 14.00″", 2)
    assert any("No more than 6 fire out of C1 of Customs House" in note for note in seen.notes)
    _, after = play(state, OUT, {"to-hit": [6] * 6})
    assert len(after.units["a1"].now.fired_out) == 6
    assert set(after.units["a1"].shown) == set(after.units["a1"].now.fired_out)


@pytest.mark.rule("BLD-SSHT-01")
def test_grenades_are_thrown_out_from_the_edge_of_the_house():
    """Eight inside: two may throw. The enemy is 4 inches from the wall."""
    state = stormed(guard("a1", 8, weapons=(FRAG,)), squad("b1", [(9, 30)]))
    (offer, _) = [o for o in legal_actions(state, A) if o.kind == "throw"]
    assert (offer.label, offer.target, len(offer.action.guesses)) == ("Throw Frag at B1", "b1", 2)
    throw = replace(offer.action, guesses=tuple(replace(g, range_in=4) for g in offer.action.guesses))
    assert (preview(state, throw).refusal, preview(state, throw).shots[0].goal) == (None, 1)
    dice = {"to-hit": [1, 6], "scatter-a": [6], "scatter-b": [1], "direction": [180], "to-wound": [1]}
    events, after = play(state, throw, dice)
    bursts = [e.at for e in events if isinstance(e, ShellBurst)]
    assert [(round(x, 2), round(y, 2)) for x, y in bursts] == [(9.0, 30.0), (9.0, 35.0)]
    assert set(after.units["a1"].shown) == {"a1.1", "a1.2"}
    assert len(after.units["a1"].now.fired_out) == 2
    others = replace(throw, guesses=tuple(replace(g, model="a1.8") for g in throw.guesses[:1]))
    assert preview(after, others).refusal.code == "too-many-throwers"
    older = replace(state, version="12")
    assert [o for o in legal_actions(older, A) if o.kind == "throw"] == []


@pytest.mark.part_of("BLD-SSHT-01")
def test_a_place_on_the_table_is_thrown_at_from_the_wall_nearest_to_it():
    state = stormed(guard("a1", 8, weapons=(FRAG,)), squad("b1", [(9, 40)]))
    at = Throw(side=A, unit="a1", weapon="frag", guesses=(Guess(model="a1.1", bearing=180, range_in=3),))
    events, _ = play(state, at, {"to-hit": [1]})
    assert the(events, ShellBurst).at == (9.0, 29.0)
    inner = a_house(sections=(replace(C1, points=((7, 23), (11, 23), (11, 25), (7, 25))), C2, C3))
    cellar = stormed(guard("a1", 8, weapons=(FRAG,)), squad("b1", [(9, 40)]), house=inner)
    assert preview(cellar, at).refusal.code == "no-outer-wall"


@pytest.mark.rule("BLD-SSHT-02")
def test_by_quadrant_four_fire_to_each_side():
    state = garrisoned(section_fire_by_quadrant=True)
    (line,) = preview(state, OUT).shots
    assert line.shooters == 4
    east = squad("b2", [(30, 24)], weapons=[RIFLE])[0]
    _, after = play(replace(state.with_unit(east)), OUT, {"to-hit": [6] * 4})
    (line,) = preview(after, replace(OUT, target="b2")).shots
    assert line.shooters == 4
    assert set(after.units["a1"].now.fired_out.values()) == {"south"}
    assert preview(garrisoned(house=a_house(by_quadrant=True)), OUT).shots[0].shooters == 4


@pytest.mark.rule("BLD-SSHT-04", "BLD-SSHT-05", "BLD-SSHT-03")
def test_who_keeps_back_is_shot_at_only_from_beside_a_window():
    far = stormed(squad("a1", [(9, 30)]), guard("b1", 5))
    refusal = preview(far, OUT).refusal
    assert (refusal.code, refusal.rule) == ("keeps-back", "BLD-SSHT-04")
    near = stormed(squad("a1", [(7.5, 27.5), (9, 35)]), guard("b1", 5))
    (line,) = preview(near, OUT).shots
    assert (line.shooters, line.goal, line.modifiers[0].rule) == (1, 2, "BLD-SSHT-05")
    shown = stormed(squad("a1", [(9, 30)]), guard("b1", 5, shown=True))
    (line,) = preview(shown, OUT).shots
    assert (line.goal, line.modifiers[0].rule) == (2, "BLD-SSHT-03")
    events, _ = play(shown, OUT, {"to-hit": [2, 3], "to-wound": [1]})
    assert the(events, ShotsFired).hits == 1
    assert [o.label for o in legal_actions(shown, A) if o.kind == "shoot" and o.action] == ["Shoot at B1"]


@pytest.mark.rule("BLD-SSHT-05")
def test_hits_fall_on_those_who_looked_out():
    unit, *rest = guard("b1", 5)
    state = stormed(squad("a1", [(9, 30)]), (replace(unit, shown=("b1.2", "b1.4")), *rest))
    _, asked = play(state, OUT, {"to-hit": [1, 1], "pick": [2, 2], "to-wound": [6, 6]})
    _, after = play(asked, Answer(side=B, choice="stand"), {"save": [1, 1]})
    assert [m.id for m in after.units["b1"].models if not m.alive] == ["b1.4"]


@pytest.mark.rule("BLD-SSHT-04")
def test_looking_out_and_keeping_back():
    state = garrisoned(3)
    _, after = play(state, LookOut(side=A, unit="a1"))
    assert after.units["a1"].shown == ("a1.1", "a1.2", "a1.3")
    assert after.turn.ap == 2
    _, back = play(after, LookOut(side=A, unit="a1", out=False, models=("a1.2",)))
    assert back.units["a1"].shown == ("a1.1", "a1.3")
    assert preview(after, LookOut(side=A, unit="a1")).refusal.rule == "BLD-SSHT-04"
    assert [o.label for o in legal_actions(after, A) if o.kind == "look-out"] == ["Keep back"]


@pytest.mark.rule("BLD-SSHT-06", "BLD-SSHT-07")
def test_rifles_from_section_to_section():
    state = stormed(guard("b5", 4, "C2"), guard("a5", 9, "C1", profile=squad("a9", [(0, 0)])[1][0]), active="b5")
    shot = Shoot(side=B, unit="b5", target="a5")
    (line,) = preview(state, shot).shots
    assert (line.shots, line.goal, line.modifiers[0].reason) == (8, 1, "section to section")
    dice = {"to-hit": [4, 1, 6, 2, 5, 3, 1, 4], "to-wound": [5, 2], "pick": [6], "save": [3]}
    _, asked = play(state, shot, {k: dice[k] for k in ("to-hit", "to-wound", "pick")})
    assert asked.prompt.kind == "go-to-ground"
    _, after = play(asked, Answer(side=A, choice="stand"), {"save": [3]})
    assert [m.id for m in after.units["a5"].models if not m.alive] == ["a5.6"]
    upstairs = stormed(guard("b5", 4, "C2"), guard("a5", 9, "C3"), active="b5")
    assert preview(upstairs, shot).refusal.rule == "BLD-SSHT-07"


@pytest.mark.rule("BLD-HIGH-06")
def test_a_slow_missile_reaches_three_inches_less_for_a_storey_up():
    bow = a_weapon("bow", range_in=6, traits=("low-velocity",))
    for y, code in ((29.1, "out-of-range"), (28.9, "")):
        state = stormed(squad("a1", [(9, y)], weapons=(bow,), facing=0), guard("b1", 4, "C3", shown=True))
        refusal = preview(state, OUT).refusal
        assert (refusal.code if refusal else "") == code
    rifle = stormed(squad("a1", [(9, 46)], facing=0), guard("b1", 4, "C3", shown=True))
    assert preview(rifle, OUT).refusal.rule != "BLD-HIGH-06"
