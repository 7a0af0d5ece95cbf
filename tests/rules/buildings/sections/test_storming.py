"""Storming sections: through openings, from the next section, from above; what becomes of those inside."""

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.melee.hold_back import PursuitBegan
from rules.arap.turn.activation import EndActivation
from rules.buildings.sections.assault.charge_out import ChargeOut
from rules.buildings.sections.assault.fight import SectionFightBegan
from rules.buildings.sections.assault.outcome import StormEnded
from rules.buildings.sections.assault.storm import StormSection
from rules.buildings.sections.leave import exits
from rules.buildings.sections.occupants import only_section
from rules.dice.sources import SeededDice
from rules.engine import decide, legal_actions, preview
from rules.geometry.lengths import distance
from rules.table.building import Hole, SectionWay
from tests.builders import A, B, a_profile, a_weapon, play, the
from tests.rules.buildings.sections.customs import (
    CARBINE,
    FRAG,
    INNER,
    NORTHMARCH,
    PIONEERS,
    RIFLE,
    STAIRS,
    V1,
    a_house,
    guard,
    squad,
    stormed,
)

STORM = StormSection(side=A, unit="a1", terrain="s1", section="C1")
NEXT = StormSection(side=B, unit="b5", terrain="s1", section="C1")


def locked(state, action=STORM, dice=None):
    """The assault is declared, and those inside hold."""
    _, after = play(state, action, dice)
    if after.prompt is not None:
        _, after = play(after, Answer(side=after.prompt.side, choice="hold"))
    return after


def pioneers(count=10, guards=4, **options):
    return stormed(squad("a1", PIONEERS[:count]), guard("b1", guards), options=options)


@pytest.mark.rule("BLD-SCC-06", "BLD-SCC-04")
def test_two_come_through_each_opening_against_those_in_cover():
    state = pioneers()
    seen = preview(state, STORM)
    assert seen.notes[0] == "6 of A1 come through E1, V1, V2 against 4 of B1, one to one."
    assert "Those inside are in cover: the attackers strike at Initiative 1. (BLD-SCC-04)" in seen.notes
    after = locked(state)
    (melee,) = after.melees
    assert (melee.section, melee.storming) == ("s1/C1", tuple(f"a1.{n}" for n in range(1, 7)))
    assert (melee.charges[0].slowed, melee.charges[0].bonus) == (True, True)
    assert [o.label for o in legal_actions(state, A) if o.kind == "storm"] == ["Storm C1 of Customs House"]


FIGHT = {
    "to-hit": [2, 5, 1, 6, 1, 6, 6, 5, 3, 5, 2, 6, 4, 2],
    "to-wound": [3, 4, 5, 2, 6, 4, 1],
    "save": [2, 3, 4, 6],
}


@pytest.mark.rule("BLD-MOUSE-03")
def test_nobody_storms_by_a_hole_that_he_does_not_fit_through():
    """A hole of one point is the only way in: one man comes through it at a time, no terminator at all."""
    shut = tuple(replace(o, state="locked") for o in a_house().building.openings)
    holed = a_house(openings=shut, holes=(Hole(wall=2, part=3, dp=1),))
    state = stormed(squad("a1", PIONEERS), guard("b1", 4), house=holed)
    assert preview(state, STORM).notes[0] == "1 of A1 come through hole 1 against 1 of B1, one to one."
    assert preview(replace(state, version="12"), STORM).notes[0].startswith("2 of A1")
    heavy = stormed(squad("a1", PIONEERS, profile=a_profile("heavy", bulk="bulky")), guard("b1", 4), house=holed)
    refusal = preview(heavy, STORM).refusal
    assert (refusal.code, refusal.rule) == ("hole-too-small", "BLD-MOUSE-03")


@pytest.mark.rule("BLD-SCC-05", "BLD-SCC-08", "BLD-SECT-04")
def test_the_guard_is_thrown_out_and_the_pioneers_occupy_the_section():
    state = locked(pioneers(section_rout="ejected"))
    dice = {**FIGHT, "morale": [4, 4], "flinch": [2]}
    _, asked = play(state, EndActivation(side=A), dice, by_itself=("flee-path",))
    assert (asked.prompt.kind, [o.id for o in asked.prompt.options]) == ("occupy", ["occupy", "pursue"])
    assert [m.id for m in asked.units["a1"].models if not m.alive] == ["a1.3"]
    assert [m.id for m in asked.units["b1"].models if not m.alive] == ["b1.1", "b1.2"]
    guards = asked.units["b1"]
    assert guards.routing
    assert guards.on_table
    assert all(m.at[1] < 22 for m in guards.alive)  # the side away from the attackers, and two inches on
    flight = {"flee": [4, 3], "rally": [5, 3]}
    _, after = play(asked, Answer(side=A, choice="occupy"), flight, by_itself=("flee-path",))
    assert set(after.units["a1"].housed.values()) == {"s1/C1"}
    assert not after.melees
    events = decide(asked, Answer(side=A, choice="pursue"), SeededDice(1))
    assert the(events, PursuitBegan).quarry == "b1"


@pytest.mark.rule("BLD-SCC-05", "BLD-SCC-08")
def test_as_a_rule_whoever_routs_inside_is_wiped_out():
    events, after = play(locked(pioneers()), EndActivation(side=A), {**FIGHT, "morale": [4, 4]})
    assert after.units["b1"].is_gone
    assert the(events, StormEnded).result == "taken"
    assert after.units["a1"].is_housed


@pytest.mark.rule("BLD-SCC-09")
def test_if_the_defenders_hold_the_attackers_go_back_an_inch():
    state = locked(pioneers())
    before = state.units["a1"].model("a1.1").at
    events, after = play(state, EndActivation(side=A), {**FIGHT, "morale": [3, 3]})
    assert the(events, StormEnded).sentence(after) == "The assault on C1 of Customs House is repelled"
    x, y = after.units["a1"].model("a1.1").at
    assert (round(x - before[0], 3), round(y - before[1], 3)) == (0, 1)
    assert not after.melees
    assert after.units["b1"].is_housed


@pytest.mark.rule("BLD-SCC-07")
def test_by_dice_a_d6_of_each_side_fight():
    state = pioneers(section_assault_method="d6")
    assert preview(state, STORM).notes[0] == "A D6 of 10 fight a D6 of 4."
    dice = {"section-fighters-attack": [2], "section-fighters-defend": [1], "to-hit": [6] * 5}
    _, after = play(locked(state), EndActivation(side=A), dice)
    assert len(after.units["b1"].alive) == 4
    own = stormed(squad("a1", PIONEERS), guard("b1", 4), house=a_house(assault="d6"))
    assert preview(own, STORM).notes[0] == "A D6 of 10 fight a D6 of 4."


def reserve(count=4, *, house=None, weapons=(RIFLE, FRAG), section="C2", **values):
    return stormed(
        guard("b5", count, section, weapons=weapons, **values),
        guard("a5", 8, "C1", profile=NORTHMARCH, weapons=(CARBINE,)),
        active="b5",
        house=house,
    )


@pytest.mark.rule("BLD-SCC-01", "BLD-SCC-03", "BLD-SCC-09")
def test_from_the_next_section_d6_fight_d6():
    state = locked(reserve(), NEXT)
    dice = {
        "section-fighters-attack": [5],
        "section-fighters-defend": [3],
        "to-hit": [2, 5, 4, 1, 6, 3, 2, 5, 4],
        "to-wound": [6, 3, 3, 4],
        "pick": [1, 3],
        "save": [4, 6],
        "morale": [3, 2],
    }
    events, after = play(state, EndActivation(side=B), dice)
    assert [m.id for m in after.units["b5"].models if not m.alive] == ["b5.1"]
    assert len(after.units["a5"].alive) == 8
    assert set(after.units["b5"].housed.values()) == {"s1/C2"}
    assert the(events, StormEnded).result == "repelled"


@pytest.mark.rule("BLD-SCC-01", "BLD-LADR-03")
def test_a_ladder_costs_the_bonus_and_no_way_bars_the_assault():
    house = a_house(ways=(SectionWay(a="C2", b="C1", kind="ladder"),), openings=(V1,))
    state = locked(reserve(house=house), NEXT)
    assert not state.melees[0].charges[0].bonus
    refusal = preview(reserve(house=a_house(openings=(V1,))), NEXT).refusal
    assert (refusal.code, refusal.rule) == ("no-access", "BLD-SCC-01")


@pytest.mark.rule("BLD-SMOV-03")
def test_a_charge_of_six_inches_goes_through_two_open_sections():
    rooms = tuple(replace(s, open_space=True) for s in a_house().building.sections)
    house = a_house(sections=rooms)
    state = stormed(guard("b5", 3, "C2"), guard("a5", 3, "C3", profile=NORTHMARCH), active="b5", house=house)
    storm = replace(NEXT, section="C3")
    assert preview(state, storm).notes[1] == "They come from two sections away, through open space. (BLD-SMOV-03)"
    _, asked = play(state, storm)
    (barred,) = (o.refused for o in asked.prompt.options if o.id == "stand")
    assert barred == "An assault within a house comes from no further than the attackers' basic move."
    shut = stormed(guard("b5", 3, "C2"), guard("a5", 3, "C3", profile=NORTHMARCH), active="b5")
    assert preview(shut, replace(NEXT, section="C3")).refusal.rule == "BLD-SCC-01"


@pytest.mark.rule("BLD-SCC-02")
def test_jumping_down_keeps_the_bonus_and_who_fails_falls():
    house = a_house(ways=(STAIRS, SectionWay(a="C3", b="C1", kind="drop")))
    state = reserve(2, house=house, section="C3")
    jump = replace(NEXT, jump=True)
    other = replace(state.terrain[0], id="s2", name="Annexe")
    there = [replace(u, housed=dict.fromkeys(u.housed, "s2/C1")) for u in state.units_of(A)]
    beside = replace(state.with_units(*there), terrain=(*state.terrain, other))
    assert preview(beside, replace(jump, terrain="s2")).refusal.code == "not-above"
    seen = preview(state, jump)
    assert (seen.chances[0].label, seen.chances[0].exact) == ("lands safely, 1 test", "1/2")
    dice = {"initiative-test": [3, 6], "fall-hits": [1], "to-wound": [2]}
    _, asked = play(state, jump)
    _, after = play(asked, Answer(side=A, choice="hold"), dice)
    (charge,) = after.melees[0].charges
    assert (charge.jumped, charge.bonus) == (("b5.1",), True)
    assert set(after.units["b5"].housed.values()) == {"s1/C1"}


@pytest.mark.rule("BLD-SCC-03")
def test_enemies_in_one_section_fight_on():
    state = stormed(guard("a1", 3, "C1"), guard("b1", 3, "C1"), ap=0, active=None)
    dice = {"section-fighters-attack": [1], "section-fighters-defend": [1], "to-hit": [6, 6]}
    _, after = play(state, EndActivation(side=A), dice)
    assert after.melees[0].section == "s1/C1"
    dice = {"section-fighters-attack": [1], "section-fighters-defend": [1], "to-hit": [6, 6]}
    _, again = play(after, EndActivation(side=B))
    for unit in ("b1", "a1"):
        assert (again.prompt.kind, again.prompt.unit) == ("break-off", unit)
        _, again = play(again, Answer(side=again.prompt.side, choice="fight"), dice if unit == "a1" else None)
    assert again.melees[0].round == 2


@pytest.mark.rule("BLD-SCC-10")
def test_charging_out_is_an_ordinary_charge():
    state = stormed(guard("a1", 3, "C1"), squad("b1", [(9, 31), (10, 31)]))
    out = ChargeOut(side=A, unit="a1", target="b1")
    assert preview(state, out).rules[0] == "BLD-SCC-10"
    assert [o.label for o in legal_actions(state, A) if o.kind == "charge-out" and o.action] == ["B1"]
    after = locked(state, out)
    assert after.units["a1"].on_table
    assert after.is_locked("a1")
    assert not after.melees[0].section


@pytest.mark.part_of("BLD-SCC-10")
def test_who_charges_out_begins_close_before_the_door_and_a_crowd_behind_those():
    """Nobody gains ground on the enemy by it: in reach of a way out first, all others no nearer to the enemy."""
    state = stormed(guard("a1", 12, "C1"), squad("b1", [(9, 33), (10, 33)]))
    out = ChargeOut(side=A, unit="a1", target="b1")
    here = only_section(state, state.units["a1"])
    doors = [way.at for way in exits(here)]
    off = [(min(distance(p.at, at) for at in doors), distance(p.at, (9, 33))) for p in out.placements(state)]
    assert len(off) == 12
    front = min(apart for away, apart in off if away <= 3.01)
    assert all(apart >= front - 0.01 for away, apart in off if away > 3.01)


@pytest.mark.rule("ARAP-CCG-01")
def test_assault_grenades_cancel_the_cover():
    smoke = a_weapon("stun", type="grenade", range_in=6, strength=0, traits=("assault-grenade",))
    state = stormed(squad("a1", PIONEERS, weapons=(smoke,)), guard("b1", 4))
    assert "Assault grenades cancel the cover if they are used. (ARAP-CCG-01)" in preview(state, STORM).notes
    assert not locked(state).melees[0].charges[0].slowed


@pytest.mark.rule("ARAP-CCG-02")
@pytest.mark.parametrize(
    ("choice", "bonus", "end"),
    [("use", False, "Initiative 1, the charge bonus lost to defensive grenades"), ("keep", True, "Initiative 1")],
)
def test_those_inside_may_use_defensive_grenades(choice, bonus, end):
    stun = a_weapon("stun", type="grenade", range_in=6, strength=0, traits=("defensive-grenade",))
    state = stormed(squad("a1", PIONEERS), guard("b1", 4, weapons=(stun,)))
    assert "Defensive grenades cost it its bonus if they are used. (ARAP-CCG-02)" in preview(state, STORM).notes
    _, asked = play(state, STORM, by_itself=("storm-reaction",))
    assert (asked.prompt.kind, asked.prompt.side) == ("grenades", B)
    events, after = play(asked, Answer(side=B, choice=choice))
    began = the(events, SectionFightBegan)
    assert began.melee.charges[0].bonus is bonus
    assert began.sentence(after).endswith(end)


@pytest.mark.rule("BLD-SCC-06")
def test_those_inside_may_run_into_the_next_section():
    _, asked = play(pioneers(), STORM)
    options = {o.id: o.refused for o in asked.prompt.options}
    assert asked.prompt.kind == "storm-reaction"
    assert options["stand"] == "The assault comes from no further than 4″, the attackers' basic move."
    assert not options["run"]
    _, after = play(asked, Answer(side=B, choice="run"))
    assert set(after.units["b1"].housed.values()) == {"s1/C2"}
    assert not after.melees


@pytest.mark.rule("BLD-SCC-06")
def test_stand_and_fire_from_the_windows():
    far = [(x, y + 5) for x, y in PIONEERS[:4]]
    state = stormed(squad("a1", far), guard("b1", 4))
    _, asked = play(state, STORM)
    _, after = play(asked, Answer(side=B, choice="stand"), {"stand-and-fire": [1, 6], "to-hit": [6] * 4})
    assert after.is_locked("a1")


@pytest.mark.rule("BLD-SCC-06", "BLD-SCC-01")
def test_refusals():
    away = stormed(squad("a1", [(40, 40)]), guard("b1", 4))
    assert preview(away, STORM).refusal.code == "out-of-reach"
    shut = stormed(squad("a1", PIONEERS), guard("b1", 4), house=a_house(openings=(replace(V1, state="bolted"), INNER)))
    assert preview(shut, STORM).refusal.rule == "BLD-SCC-06"
    nobody = stormed(squad("a1", PIONEERS), guard("b1", 4, "C2"))
    assert preview(nobody, STORM).refusal.rule == "BLD-SCC-01"
    assert a_profile("x").i == 3
