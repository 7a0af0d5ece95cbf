"""Firing on the run, shotguns and template weapons in a charge."""

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.charge import fire_and_charge
from rules.arap.charge.declare import Charge
from rules.arap.charge.events import ChargeEnded
from rules.arap.events import ModelsMoved, WoundsTaken
from rules.arap.melee.results import MeleeRoundEnded
from rules.arap.paths import charge_course, charge_stop
from rules.arap.reactions import stand_and_fire
from rules.arap.reactions.stand_and_fire import ChargersHalted
from rules.arap.shooting import odds
from rules.arap.shooting.volley import ShotsFired
from rules.arap.templates.scatter import ShellBurst
from rules.arap.turn.activation import EndActivation
from rules.engine import preview
from rules.table.terrain import Terrain
from tests.builders import A, B, a_battle, a_weapon, play, the
from tests.rules.arap.fights import BLADE, a_squad, fighter, moved, roll

PISTOL = a_weapon("pistol", type="pistol", range_in=12, strength=4)
FLAMER = a_weapon("flamer", type="assault", range_in=8, strength=4, template=True)
SHOTGUN = a_weapon("shotgun", type="assault", range_in=12, strength=4, traits=("shotgun",))
RIFLE = a_weapon("rifle", range_in=24, strength=3)
FIRING = Charge(side=A, unit="a1", target="b1", fire=True)
IDLE = a_squad("a9", 1, 5, 44, profile=fighter("idle"))


MISSED = {"stand-and-fire": [1, 6], "to-hit": [6], "template-cover": [6]}
"""A flame weapon fires and burns nobody."""


def scene(apart=8, *, ours=(PISTOL, BLADE), theirs=(BLADE,), count=3, enemies=3, **values):
    return a_battle(
        a_squad("a1", count, 20, profile=fighter("charger", i=4), weapons=ours),
        a_squad("b1", enemies, 20 + apart, profile=fighter("target"), facing=270, weapons=theirs),
        IDLE,
        active="a1",
        ap=1,
        **values,
    )


def pinned(state):
    return moved(state, "b1", pinned=True)


@pytest.mark.rule("ARAP-FCHG-01")
@pytest.mark.parametrize(("apart", "code"), [(4, "too-near"), (4.02, None), (8, None)])
def test_there_must_be_more_than_the_basic_move_between(apart, code):
    refusal = FIRING.check(scene(apart))
    assert (refusal.code if refusal else None) == code
    play(pinned(scene(8)), FIRING, {"to-hit": [6, 6, 6]})


@pytest.mark.part_of("ARAP-FCHG-01")
@pytest.mark.parametrize("weapons", [(RIFLE,), (BLADE,)])
def test_only_pistols_and_assault_weapons_are_fired_on_the_run(weapons):
    assert FIRING.check(scene(ours=weapons)).code == "no-ranged-weapon"


@pytest.mark.rule("ARAP-FCHG-01", "ARAP-WDIF-01")
def test_one_shot_each_at_bs_1_and_losses_count_for_the_first_round():
    burst = a_weapon("carbine", type="assault", range_in=18, shots=2, strength=4)
    state = pinned(scene(ours=(burst, BLADE)))
    dice = {"to-hit": [1, 2, 6], "to-wound": [3], "pick": [3]}
    events, state = play(state, FIRING, dice)
    shots = roll(events, "to-hit")
    assert (shots.goal, len(shots.dice)) == (1, 3)
    assert (the(events, WoundsTaken).cause, the(events, WoundsTaken).counts) == ("fire-and-charge", False)
    assert the(events, ChargeEnded).home
    assert (state.melees[0].inflicted, state.melees[0].suffered) == ({"a1": 1}, {"b1": 1})
    events, _ = play(state, EndActivation(side=A), {"to-hit": [6] * 8, "morale": [1, 1]})
    assert the(events, MeleeRoundEnded).differences == (("a1", 1), ("b1", -1))


@pytest.mark.rule("ARAP-FCHG-01", "ARAP-STAND-04")
def test_both_sides_fire_before_anybody_falls():
    _, state = play(scene(count=1, enemies=1, theirs=(RIFLE, BLADE)), FIRING)
    dice = {"stand-and-fire": [1, 1], "to-hit": [1, 1], "extended-reroll": [1, 1], "to-wound": [6, 6]}
    events, state = play(state, Answer(side=B, choice="stand"), dice)
    assert len([e for e in events if isinstance(e, ShotsFired)]) == 2
    assert state.units["a1"].is_gone
    assert state.units["b1"].is_gone


@pytest.mark.part_of("ARAP-FCHG-02")
def test_shotguns_have_their_bonus_at_any_distance():
    state = scene(9, ours=(SHOTGUN,))
    plan = fire_and_charge.plan(state, state.units["a1"], state.units["b1"])
    assert {f.goal for f in plan.firings} == {2}


@pytest.mark.rule("ARAP-FCHG-02")
def test_template_weapons_fire_as_from_7_inches():
    state = pinned(scene(9, ours=(FLAMER, BLADE), count=1, enemies=1))
    events, _ = play(state, FIRING, {"to-hit": [6], "template-cover": [6]})
    fired = the(events, ShotsFired)
    assert fired.strip
    assert min(x for x, _ in fired.strip) == pytest.approx(22, abs=0.6)
    assert roll(events, "to-hit").goal <= 1


@pytest.mark.rule("ARAP-FCHG-02", "ARAP-AREA-03")
def test_area_weapons_fire_from_where_the_charge_begins():
    launcher = a_weapon("launcher", type="assault", range_in=24, strength=3, marker_in=3, traits=("high-trajectory",))
    state = pinned(scene(8, ours=(launcher, BLADE), count=1, enemies=1))
    dice = {"scatter-a": [2], "scatter-b": [4], "direction": [180]}
    events, _ = play(state, FIRING, dice)
    burst = the(events, ShellBurst)
    assert burst.scatter_in == pytest.approx(4)


@pytest.mark.rule("ARAP-AREA-03")
@pytest.mark.part_of("ARAP-STAND-05")
def test_area_weapons_fire_at_chargers_from_where_they_began():
    launcher = a_weapon("launcher", type="assault", range_in=48, strength=3, marker_in=3)
    state = scene(10, theirs=(launcher, BLADE), count=1, enemies=1)
    _, state = play(state, Charge(side=A, unit="a1", target="b1"))
    dice = {"stand-and-fire": [1, 6], "scatter-a": [5], "scatter-b": [3], "direction": [360]}
    events, _ = play(state, Answer(side=B, choice="stand"), dice)
    assert the(events, ShellBurst).scatter_in == pytest.approx(5)


@pytest.mark.rule("ARAP-STAND-05")
def test_chargers_are_halted_at_7_inches_for_template_weapons():
    _, state = play(scene(9, theirs=(FLAMER, BLADE), count=1, enemies=1), Charge(side=A, unit="a1", target="b1"))
    dice = MISSED
    events, state = play(state, Answer(side=B, choice="stand"), dice)
    halt, rest = [e for e in events if isinstance(e, ModelsMoved)]
    assert halt.placements[0].at == pytest.approx((22, 10))
    assert the(events, ChargersHalted).spent_in == pytest.approx(2)
    assert halt.length_in + rest.length_in == pytest.approx(7.1)
    assert the(events, ChargeEnded).home


@pytest.mark.rule("ARAP-STAND-05")
def test_chargers_that_began_nearer_are_halted_where_they_stand():
    _, state = play(scene(5, theirs=(FLAMER, BLADE), count=1, enemies=1), Charge(side=A, unit="a1", target="b1"))
    events, state = play(state, Answer(side=B, choice="stand"), MISSED)
    assert the(events, ChargersHalted).spent_in == 0
    assert len([e for e in events if isinstance(e, ModelsMoved)]) == 1


@pytest.mark.rule("ARAP-STAND-05", "ARAP-CHG-01")
def test_the_halt_uses_up_allowance():
    """9.95 inches away the chargers need 7.95 of 8; halted at 7, they still get there, and not from 10.25."""
    for apart, home in ((9.95, True), (10.25, False)):
        state = scene(apart, theirs=(FLAMER, BLADE), count=1, enemies=1)
        _, state = play(state, Charge(side=A, unit="a1", target="b1"))
        events, _ = play(state, Answer(side=B, choice="stand"), MISSED)
        assert the(events, ChargeEnded).home is home


@pytest.mark.rule("ARAP-STAND-07")
def test_nobody_else_fires_at_a_charge():
    """A second enemy unit with rifles stands by; only the target is asked."""
    base = scene(theirs=(RIFLE, BLADE), count=1, enemies=1)
    other = a_squad("b2", 2, 30, 20, profile=fighter("target"), facing=270, weapons=(RIFLE,))[0]
    _, state = play(base.with_unit(other), Charge(side=A, unit="a1", target="b1"))
    assert (state.prompt.kind, state.prompt.unit) == ("charge-reaction", "b1")
    events, state = play(state, Answer(side=B, choice="stand"), {"stand-and-fire": [1, 1], "to-hit": [6]})
    assert [e.unit for e in events if isinstance(e, ShotsFired)] == ["b1"]
    assert state.prompt is None


def test_the_preview_of_firing_on_the_run_tells_the_shots():
    shown = FIRING.preview(scene())
    assert shown.shots[0].name == "Pistol"
    assert shown.shots[0].goal == 1
    assert len(shown.shots) == 3


def test_those_with_templates_are_counted_among_the_shooters():
    state = scene(9, theirs=(FLAMER, BLADE), count=1, enemies=2)
    assert stand_and_fire.shooters(state, state.units["a1"], state.units["b1"]) == 2


@pytest.mark.rule("ARAP-FCHG-01", "ARAP-RUN-01")
def test_who_falls_to_the_fire_of_the_chargers_does_not_run():
    """Losses come first; who is left runs."""
    _, state = play(scene(8), FIRING)
    dice = {"to-hit": [1, 1, 6], "to-wound": [6, 6], "pick": [1, 2], "flee": [6, 6], "suppression-test": [1, 1]}
    events, state = play(state, Answer(side=B, choice="run"), dice)
    run = next(e for e in events if isinstance(e, ModelsMoved) and e.how == "run")
    lost = the(events, WoundsTaken)
    assert [w.model for w in lost.wounds] == ["b1.1", "b1.2"]
    assert events.index(lost) < events.index(run)
    assert [p.model for p in run.placements] == ["b1.3"]
    assert the(events, ChargeEnded).ran


@pytest.mark.part_of("ARAP-STAND-05")
def test_nobody_is_halted_on_barred_ground():
    """A boulder stands so near the way that a base would be on it seven inches before the enemy."""
    corners = ((26.5, 10.3), (27.5, 10.3), (27.5, 12), (26.5, 12))
    boulder = Terrain(id="boulder", name="Boulder", points=corners, going="impassable", height_in=3)
    state = a_battle(
        a_squad("a1", 1, 20, profile=fighter("runner", m=8)),
        a_squad("b1", 1, 34, profile=fighter("target"), facing=270),
        terrain=[boulder],
    )
    unit, target = state.units["a1"], state.units["b1"]
    laid = charge_course.plan(state, unit, target)
    halted = charge_stop.until_within(state, unit, target, laid, 7)
    x, y = halted.placements[0].at
    assert y == pytest.approx(10)
    assert 25.9 < x <= 26.5 - (0.492**2 - 0.3**2) ** 0.5 + 0.02


@pytest.mark.rule("ARAP-FCHG-01")
def test_a_charge_on_which_nobody_can_fire_is_previewed_where_hits_are_shared():
    state = scene(8, ours=(BLADE,), options={"casualty_allocation": "quick"})
    shown = preview(state, FIRING)
    assert shown.refusal is not None
    assert shown.refusal.code == "no-ranged-weapon"
    assert odds.fallen_odds(state, state.units["b1"], fire_and_charge.plan(state, *both(state))) is None


def both(state):
    return state.units["a1"], state.units["b1"]


@pytest.mark.part_of("ARAP-FCHG-01", "ARAP-CAS-02")
def test_those_in_the_open_are_hit_before_those_in_cover():
    """Two of three stand behind a wall: the one beside it is hit, without a draw."""
    wall = Terrain(id="w", name="Wall", points=((27, 11), (27, 20)), line=True, cover="hard", height_in=1)
    state = pinned(scene(count=1, terrain=[wall]))
    assert fire_and_charge.plan(state, state.units["a1"], state.units["b1"]).covered == ("b1.2", "b1.3")


@pytest.mark.rule("ARAP-WPN-01")
def test_only_those_who_are_chosen_fire_on_the_run():
    state = scene()
    one = replace(FIRING, firers=("a1.2",))
    assert [line.shots for line in preview(state, FIRING).shots[:1]] == [3]
    assert [line.shots for line in preview(state, one).shots[:1]] == [1]
    _, asked = play(state, one)
    assert asked.agenda[0].firers == ("a1.2",)
    stranger = preview(state, replace(FIRING, firers=("b1.1",))).refusal
    assert (stranger.code, stranger.rule) == ("unknown-model", "ARAP-WPN-01")


@pytest.mark.rule("ARAP-FCHG-01")
def test_the_owner_chooses_which_weapon_is_fired_on_the_run():
    """Left to the table those with flames fire them; named, they fire their pistols."""
    state = pinned(scene(ours=(PISTOL, FLAMER, BLADE, RIFLE)))
    pistols = replace(FIRING, weapons=("pistol",))
    assert {line.name for line in preview(state, FIRING).shots if line.weapon == "flamer"} == {"Flamer"}
    events, _ = play(state, pistols, {"to-hit": [6, 6, 6]})
    assert the(events, ShotsFired).weapon == "pistol"
    for wrong in ("rifle", "blade", "nothing"):
        refused = preview(state, replace(FIRING, weapons=(wrong,))).refusal
        assert (refused.code, refused.rule, refused.allowed) == ("no-ranged-weapon", "ARAP-FCHG-01", "Pistol, Flamer")
