"""Charging vehicles on foot, and what they answer. (VEH-CC-01 to -04, VEH-CC-09)"""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.charge.declare import Charge
from rules.arap.charge.events import ChargeEnded
from rules.arap.events import WoundsTaken
from rules.arap.reactions.stand_and_fire import ChargersHalted
from rules.arap.shooting.shoot import Shoot
from rules.arap.shooting.volley import ShotsFired
from rules.arap.templates.strip_hits import SECOND_CHANCE
from rules.core.prompt import Promise
from rules.core.refusal import IllegalAction
from rules.engine import legal_actions, preview
from rules.events import Rolled
from rules.forces.unit import UnitTurn, VehicleState
from rules.progress import waiting
from rules.questions import drives
from rules.state import RULES_VERSION
from rules.vehicles.gemini.close_combat import defensive_fire
from rules.vehicles.gemini.close_combat.boarders import HatchesManned
from rules.vehicles.gemini.close_combat.charge import ChargeVehicle, HullReaction
from rules.vehicles.shared.charge import HullReached
from tests.builders import A, B, a_battle, a_profile, a_unit, a_weapon, play, the
from tests.rules.vehicles.garage import a_vehicle

KRAK = a_weapon("krak", type="grenade", range_in=0, strength=6, traits=("krak",))
LANCE = a_weapon("lance", type="assault", range_in=12, strength=8, ap=1, traits=("melta",))
DECK_GUN = a_weapon("deck-gun", type="assault", range_in=24, shots=2, strength=4, ap=6)
SAPPER = a_profile("sapper", bs=4, i=4, ld=8, sv=5)
SPOTS = [(41, 6), (42.5, 6), (44, 6), (42.5, 4.6), (44, 4.6)]
GO = ChargeVehicle(side=A, unit="a3", target="b4")
HOLD, FIRE = Answer(side=B, choice="hold"), Answer(side=B, choice="fire")


def marsh(
    *, spots=SPOTS, at=(53, 7), heading=180, flags=None, weapons=(DECK_GUN,), ap=1, others=(), arms=(KRAK,), **values
):
    """Transcript 3, step 26: sappers beside the Marsh Runner, which moved 5 inches in its last turn."""
    hull = {"front": 11, "side": 10, "rear": 10, "length_in": 4, "width_in": 2.5, "vehicle_class": "fast"}
    runner = a_vehicle(
        "b4",
        at,
        heading=heading,
        weapons=weapons,
        flags={"now": UnitTurn(moved_in=5), **(flags or {})},
        **{**hull, "crew_initiative": 3, "crew_bs": 3, **values},
    )
    sappers = a_unit("a3", spots, profile=SAPPER, facing=180, weapons=arms)
    return a_battle(sappers, runner, *others, active="a3", ap=ap)


def refused(state, action):
    with pytest.raises(IllegalAction) as caught:
        play(state, action)
    return caught.value


@pytest.mark.rule("VEH-CC-01", "VEH-CC-03", "VEH-JOIN-09", "VEH-CC-02")
def test_sappers_charge_the_marsh_runner_which_fires_its_deck_gun():
    _, state = play(marsh(), GO)
    assert (state.prompt.kind, state.prompt.side) == ("charge-reaction", "b")
    assert [o.id for o in state.prompt.options if not o.refused] == ["hold", "fire"]
    events, state = play(state, FIRE, {"to-hit": [4, 1], "to-wound": [2]})
    shots = the(events, ShotsFired)
    assert (sum(shots.shots.values()), shots.hits) == (2, 1)
    roll = next(e for e in events if isinstance(e, Rolled) and e.label == "to-hit")
    assert (roll.goal, roll.base) == (1, 1)
    reached = the(events, HullReached)
    assert (reached.at, reached.caught) == ("flank", None)
    assert the(events, ChargeEnded).home
    assert not state.is_locked("b4")
    assert not state.is_locked("a3")
    assert (state.turn.active, state.units["a3"].now.storms) == (None, "b4")
    gaps = sorted(max(abs(m.at[0] - 53) - 1.25, 0) for m in state.units["a3"].alive)
    assert sum(g <= 2.01 for g in gaps) >= 4
    assert state.units["b4"].vehicle.fired == ()


@pytest.mark.rule("VEH-CC-01")
def test_a_charge_reaches_its_move_and_the_melee_radius():
    """M4 charges 8 inches and strikes 2 further: 10 to the hull at most."""
    near = marsh(spots=[(41.8, 7)])
    assert preview(near, GO).refusal is None
    far = refused(marsh(spots=[(41.6, 7)]), GO)
    assert (far.code, far.rule) == ("out-of-reach", "VEH-CC-01")


@pytest.mark.rule("VEH-CC-01")
def test_a_vehicle_is_caught_on_the_path_of_its_last_move():
    """It drove 12 inches past them and stands 14 away, its path 6 from them: 8 and 2 reach it there."""
    path = tuple((50.0, 8.0 + n, 180.0) for n in range(13))
    state = marsh(
        spots=[(42.75, 8)], at=(50, 22), flags={"now": UnitTurn(moved_in=14, path=((50, 8, 180), (50, 22, 180)))}
    )
    assert refused(state, GO).code == "out-of-reach"
    offers = [o for o in legal_actions(state, A) if o.kind == "charge" and o.action is not None]
    assert [(o.target, o.action.caught) for o in offers] == [("b4", path[0])]
    caught = replace(GO, caught=path[0])
    _, state = play(state, caught)
    events, state = play(state, HOLD)
    assert the(events, HullReached).caught == (50.0, 8.0, 180.0)
    assert state.units["b4"].models[0].at == (50, 22)
    assert refused(state.with_turn(active="a3", ap=1), replace(GO, caught=(50, 40, 180))).code == "already-charged"


@pytest.mark.rule("VEH-CC-01")
def test_chargers_stand_round_the_corner_of_a_hull_and_stay_together():
    """A column before the front: the last one has room at the corner, not only along the side."""
    column = [(22, 11), (22, 12.5), (22, 14)]
    runner = a_vehicle("b4", (28, 12), heading=270, weapons=(), front=11, side=10, rear=10, length_in=3, width_in=2)
    state = a_battle(a_unit("a3", column, profile=SAPPER, weapons=(KRAK,)), runner, active="a3", ap=1)
    _, state = play(state, GO)
    assert len(state.units["a3"].alive) == 3
    assert not [u for u in state.units if u.startswith("a3") and u != "a3"]


@pytest.mark.rule("VEH-CC-06")
def test_a_plan_says_who_reaches_a_flyer_and_when_nobody_does():
    """Bare hands do nothing to it, jump packs carry people up."""
    shown = preview(marsh(type="flying-skimmer", side=7), GO)
    assert shown.in_vain == ""
    assert any("pistols and thrown grenades alone" in note for note in shown.notes)
    state = marsh(type="flying-skimmer", side=7)
    unarmed = replace(state.units["a3"], models=tuple(replace(m, weapons=()) for m in state.units["a3"].models))
    assert preview(state.with_unit(unarmed), GO).in_vain == "cannot hurt it"
    jumpers = {**state.profiles, SAPPER.id: replace(SAPPER, traits=("jump-pack",))}
    shown = preview(replace(state.with_unit(unarmed), profiles=jumpers), GO)
    assert shown.in_vain == ""
    assert any("those who jump, fly or have natural weapons strike it" in note for note in shown.notes)


@pytest.mark.rule("VEH-CC-01")
def test_only_the_path_that_it_drove_counts():
    error = refused(marsh(), replace(GO, caught=(50, 30, 180)))
    assert (error.code, error.rule) == ("not-on-path", "VEH-CC-01")


@pytest.mark.part_of("VEH-CC-03")
@pytest.mark.parametrize("mark", ["shaken", "stunned"])
def test_a_shaken_or_stunned_crew_does_not_fire(mark):
    events, _ = play(marsh(flags={"vehicle": VehicleState(**{mark: True})}), GO)
    assert the(events, HullReached).target == "b4"


@pytest.mark.rule("VEH-CC-03")
@pytest.mark.part_of("VEH-VFIRE-02")
def test_it_fires_what_its_speed_permits():
    """A standard vehicle that moved 8 inches fires defensive weapons alone: the gun of S8 stays silent."""
    gun = a_weapon("gun", type="heavy", range_in=48, shots=3, strength=8, ap=2)
    state = marsh(weapons=(gun, DECK_GUN), flags={"now": UnitTurn(moved_in=8)}, vehicle_class="standard")
    _, state = play(state, GO)
    assert state.prompt.option("fire").detail.startswith("2 shots")
    _, all_of_it = play(marsh(weapons=(gun, DECK_GUN)), GO)
    assert all_of_it.prompt.option("fire").detail.startswith("5 shots")


FLAMER = a_weapon("flamer", type="assault", range_in=0, strength=4, template=True)


@pytest.mark.rule("VEH-CC-03", "ARAP-STAND-05")
def test_mounted_flames_burn_those_who_have_come_within_7_inches():
    """One strikes home at BS1 and catches everybody under it; the charge goes on with what is left of its move."""
    _, state = play(marsh(weapons=(FLAMER,)), GO)
    found = {p.meaning: p.value for p in waiting(state).odds(state, state)["fire"]}
    events, after = play(state, FIRE, {"to-hit": [1], "to-wound": [6, 1], "save": [1]})
    shots, halted = the(events, ShotsFired), the(events, ChargersHalted)
    assert 0 < halted.spent_in < 8
    assert shots.hits == 2
    assert found["fells a charger"] > 0
    assert found["fall on average"] == pytest.approx(2 * (1 / 6 + 5 / 6 / 2) * 2 / 3 * 2 / 3)
    assert the(events, HullReached).target == "b4"
    assert sum(m.alive for m in after.units["a3"].models) == 4


@pytest.mark.part_of("VEH-CC-03")
def test_up_to_version_4_they_burnt_the_grass_before_them():
    _, state = play(replace(marsh(weapons=(FLAMER,)), version="4"), GO)
    events, _ = play(state, FIRE, {"to-hit": [1]})
    assert the(events, ShotsFired).hits == 0


@pytest.mark.part_of("VEH-CC-03")
def test_shells_at_chargers_promise_who_falls():
    mortar = a_weapon("mortar", type="assault", range_in=36, strength=4, marker_in=3)
    _, state = play(marsh(weapons=(mortar,)), GO)
    assert [p.meaning for p in waiting(state).odds(state, state)["fire"]] == ["fells a charger", "fall on average"]


@pytest.mark.part_of("VEH-CC-03")
def test_only_weapons_whose_arc_the_chargers_cross():
    events, state = play(marsh(arc=45, heading=90), GO)
    assert state.prompt is None
    assert the(events, HullReached).at == "rear"


def with_riders(*, moved=5.0, **values):
    riders = a_unit("b5", [(0, 0)] * 2, profile=a_profile("levy", i=4), weapons=(DECK_GUN,), aboard="b4")
    return marsh(weapons=(), others=(riders,), flags={"now": UnitTurn(moved_in=moved)}, capacity=4, **values)


@pytest.mark.rule("VEH-CC-04")
@pytest.mark.parametrize(("moved", "goal"), [(5.0, 0), (0.0, 1)])
def test_passengers_fire_after_a_test_and_worse_while_it_moves(moved, goal):
    _, state = play(with_riders(moved=moved), GO)
    assert [o.id for o in state.prompt.options if not o.refused] == ["hold", "all", "hatches", "all-hatches"]
    extra = {"extended-reroll": [4]} if moved else {}
    events, state = play(
        state,
        Answer(side=B, choice="all"),
        {"stand-and-fire": [4, 5], "to-hit": [2, 1], **extra} | ({} if moved else {"to-wound": [2]}),
    )
    roll = next(e for e in events if isinstance(e, Rolled) and e.label == "to-hit")
    assert roll.goal == goal


@pytest.mark.rule("VEH-CC-04", "ARAP-STAND-05")
def test_flames_of_passengers_wait_for_the_chargers_too():
    """Over the side of an open top, once mounted flames have burnt: who is within 7 inches stays where he is."""
    riders = a_unit("b5", [(0, 0)], profile=a_profile("levy", i=4), weapons=(FLAMER,), aboard="b4")
    state = marsh(weapons=(FLAMER,), others=(riders,), capacity=4, open_topped=True, flags={"now": UnitTurn()})
    _, state = play(state, GO)
    dice = {"stand-and-fire": [1, 1], "to-hit": [1, 1], "to-wound": [1] * 6}
    events, _ = play(state, Answer(side=B, choice="all"), dice)
    assert [e.hits > 0 for e in events if isinstance(e, ShotsFired)] == [True, True]
    halts = [e.spent_in for e in events if isinstance(e, ChargersHalted)]
    assert 0 < halts[0] <= halts[1] < 8
    assert the(events, HullReached).target == "b4"


@pytest.mark.part_of("ARAP-TMPL-01", "VEH-FROM-04")
@pytest.mark.parametrize(("version", "burnt"), [(RULES_VERSION, ["A3"]), ("4", ["A3", "B4"])])
def test_flames_from_a_vehicle_go_over_its_side(version, burnt):
    """They burnt it as well up to version 4."""
    riders = a_unit("b5", [(0, 0)], profile=a_profile("levy", i=4), weapons=(FLAMER,), aboard="b4")
    state = marsh(spots=[(46, 7)], weapons=(), others=(riders,), capacity=4, open_topped=True)
    state = replace(state.with_turn(active="b5", ap=2, place=1), version=version)
    (line,) = preview(state, Shoot(side=B, unit="b5", target="a3")).shots
    assert [note.split(" of ")[1].split()[0] for note in line.notes if "under the template" in note] == burnt


@pytest.mark.rule("VEH-CC-04")
def test_the_owner_is_told_how_likely_passengers_fell_a_charger():
    """Eight in nine pass the test; then two shots, each 1/6 to hit, 2/3 to wound, 2/3 not saved."""
    _, state = play(with_riders(moved=0.0), GO)
    (found,) = waiting(state).odds(state, state)["all"]
    assert found == Promise(Fraction(8, 9) * (1 - Fraction(25, 27) ** 2), "fells a charger")


FELLS = Fraction(2, 27)
"""The shot of a levy: 1/6 to hit, 2/3 to wound, 2/3 not saved."""


def two_aboard(*, spots=SPOTS, **values):
    levy = a_profile("levy", i=4)
    riders = [a_unit(name, [(0, 0)], profile=levy, weapons=(DECK_GUN,), aboard="b4") for name in ("b5", "b6")]
    still = {"now": UnitTurn(moved_in=0)}
    return marsh(spots=spots, weapons=(), others=riders, flags=still, **{"capacity": 4, **values})


@pytest.mark.rule("VEH-CC-04")
@pytest.mark.part_of("VEH-FROM-07")
@pytest.mark.parametrize(
    ("hatches", "fells"),
    [(0, Fraction(80, 81) * FELLS), (1, 1 - (1 - Fraction(8, 9) * FELLS) ** 2)],
    ids=["one port: the second fires where the first failed", "a hatch besides: both"],
)
def test_units_aboard_are_told_together_and_share_the_ports(hatches, fells):
    """Each passes its test eight times in nine."""
    _, state = play(two_aboard(hatches=hatches), GO)
    (found,) = waiting(state).odds(state, state)["all"]
    assert found == Promise(fells, "fells a charger")


@pytest.mark.part_of("VEH-CC-04")
def test_wounds_of_all_who_fire_add_up():
    """One charger with two wounds, which both have to hit; who comes alone is hit half as often."""
    state = two_aboard(hatches=1, spots=SPOTS[:1])
    brute = state.units["a3"]
    state = state.with_unit(replace(brute, models=tuple(replace(m, wounds=2) for m in brute.models)))
    (found,) = HullReaction(unit="a3", target="b4").odds(state, state)["all"]
    assert found.value == (Fraction(8, 9) * FELLS / 2) ** 2


def flames_aboard(*weapons):
    riders = a_unit("b5", [(0, 0)], profile=a_profile("levy", i=4), weapons=(FLAMER,), aboard="b4")
    state = marsh(spots=SPOTS[:1], weapons=weapons, others=(riders,), capacity=4, open_topped=True)
    return state.with_unit(replace(state.units["b4"], now=UnitTurn()))


MORTAR = a_weapon("mortar", type="assault", range_in=36, strength=4, marker_in=3)


@pytest.mark.part_of("VEH-CC-03", "VEH-CC-04")
@pytest.mark.parametrize("guns", [(), (FLAMER,), (MORTAR,), (FLAMER, MORTAR)])
def test_the_owner_is_told_what_flames_aboard_promise(guns):
    """Eight in nine pass; one in twelve hits, who is alone, else his own die may; 2/3 to wound, 2/3 not saved."""
    state = flames_aboard(*guns)
    found = HullReaction(unit="a3", target="b4").odds(state, state)
    alone = found["fire"][0].value if guns else Fraction(0)
    hit = Fraction(8, 9) * (Fraction(1, 12) + Fraction(11, 12) * Fraction(SECOND_CHANCE["none"], 6)) * Fraction(4, 9)
    assert [p.value for p in found["all"]] == [1 - (1 - alone) * (1 - hit)]


@pytest.mark.rule("VEH-CC-04")
def test_passengers_who_fail_their_test_do_not_fire():
    _, state = play(with_riders(), GO)
    events, _ = play(state, Answer(side=B, choice="all"), {"stand-and-fire": [5, 6]})
    assert not [e for e in events if isinstance(e, (ShotsFired, WoundsTaken))]


@pytest.mark.rule("VEH-CC-09")
def test_those_inside_may_man_the_hatches():
    _, state = play(with_riders(), GO)
    _, state = play(state, Answer(side=B, choice="hatches"))
    assert state.units["b5"].now.at_hatch == ("b5.1", "b5.2")


@pytest.mark.rule("VEH-CC-03", "VEH-CC-09")
def test_a_crew_may_fire_at_chargers_and_fight_from_the_hatches_as_well():
    """First the shots, then the hatches; up to version 13 it was the one or the other."""
    riders = a_unit("b5", [(0, 0)] * 2, profile=a_profile("levy", i=4), weapons=(DECK_GUN,), aboard="b4")
    begun = marsh(others=(riders,), flags={"now": UnitTurn()}, capacity=4)
    _, state = play(begun, GO)
    every = ["hold", "fire", "all", "hatches", "fire-hatches", "all-hatches"]
    assert [o.id for o in state.prompt.options if not o.refused] == every
    found = waiting(state).odds(state, state)
    assert found["fire-hatches"] == found["fire"]
    assert found["all-hatches"] == found["all"]
    dice = {"to-hit": [6] * shots_of(state)}
    events, after = play(state, Answer(side=B, choice="fire-hatches"), dice)
    kinds = [type(e) for e in events if isinstance(e, (ShotsFired, HatchesManned, HullReached))]
    assert kinds[-2:] == [HatchesManned, HullReached]
    assert ShotsFired in kinds
    assert after.units["b5"].now.at_hatch == ("b5.1", "b5.2")
    _, state = play(replace(begun, version="13"), GO)
    assert [o.id for o in state.prompt.options] == every[:4]


def shots_of(state):
    """How many the mounted weapons of B4 fire at A3."""
    units = state.units["a3"], state.units["b4"]
    return sum(f.shots for f in defensive_fire.mounts(state, *units).firings)


@pytest.mark.rule("VEH-JOIN-09")
def test_a_vehicle_without_ws_is_no_target_of_an_ordinary_charge():
    error = refused(marsh(), Charge(side=A, unit="a3", target="b4"))
    assert (error.code, error.rule) == ("vehicle-target", "VEH-JOIN-09")


@pytest.mark.rule("VEH-CC-01")
def test_what_bars_a_charge_at_a_vehicle():
    assert refused(marsh(), replace(GO, target="b9")).code == "unknown-unit"
    assert refused(marsh(), replace(GO, target="a3")).code == "friendly"
    assert refused(marsh(ap=0), GO).code == "too-few-points"
    assert refused(marsh(ws=4, type="walker"), GO).code == "not-a-hull"


@pytest.mark.rule("VEH-CC-05")
def test_the_preview_says_how_easily_it_is_hit_and_what_that_does():
    shown = preview(marsh(), GO)
    assert shown.notes[0] == "B4 is hit on 3 or less."
    krak = next(s for s in shown.shots if s.weapon == "krak")
    assert (krak.shooters, krak.goal, [m.value for m in krak.modifiers]) == (4, 2, [-1])
    assert [c.exact for c in krak.chances] == ["1/3", "1/6", "1/3"]
    planted, blows, hurt = shown.chances
    assert (planted.label, planted.exact) == ("destroyed by planted charges", "1441/6561")
    assert (blows.label, blows.exact) == ("destroyed by blows", "0")
    assert (hurt.label, hurt.exact) == ("some damage by planted charges", str(1 - Fraction(5, 6) ** 4))


@pytest.mark.rule("VEH-CC-01")
def test_the_player_picks_where_on_its_path_a_hull_is_caught():
    path = ((51, 5, 90), (60, 5, 90))
    state = marsh(at=(60, 5), heading=90, spots=((53, 9), (54, 9)), flags={"now": UnitTurn(moved_in=9, path=path)})
    unit, vehicle = state.units["a3"], state.units["b4"]
    assert drives.came_by(state, vehicle)[0] == (51, 5)
    assert drives.charge(state, unit, "b4").caught is None
    near = drives.charge(state, unit, "b4", near=(55.1, 3))
    assert near.caught == (55, 5, 90)
    events, _ = play(state, near, by_itself=("charge-reaction",))
    assert the(events, HullReached).caught == (55, 5, 90)
    assert drives.charge(state, unit, "b4", passing=True).caught == (51, 5, 90)


PISTOL = a_weapon("pistol", type="pistol", range_in=12, strength=6)
TORCH = a_weapon("torch", type="assault", range_in=8, strength=5, template=True)
FIRING = replace(GO, fire=True)


@pytest.mark.rule("ARAP-FCHG-01", "VEH-CC-01", "VEH-CC-03")
def test_chargers_fire_on_the_run_at_a_hull_and_both_fires_are_rolled_before_either_takes_effect():
    """Four pistols at BS1, the fifth behind them; what hits meets the armour once the crew has fired."""
    state = marsh(arms=(PISTOL,))
    offer = next(o for o in legal_actions(state, A, frozenset({"charge"})) if getattr(o.action, "fire", False))
    assert (offer.action, offer.label) == (FIRING, "B4, firing")
    shown = preview(state, FIRING)
    first = shown.shots[0]
    assert (first.name, first.shots, first.goal) == ("Pistol", 4, 1)
    assert "ARAP-FCHG-01" in shown.rules
    _, asked = play(state, FIRING)
    assert asked.prompt.kind == "charge-reaction"
    dice = {"to-hit": [1, 6, 6, 1, 1, 6], "to-wound": [6], "pick": [1], "save": [1], "armour-penetration": [5, 3]}
    events, after = play(asked, FIRE, {**dice, "vehicle-damage": [1]})
    shots = [e for e in events if isinstance(e, ShotsFired)]
    assert [(e.unit, e.hits) for e in shots] == [("a3", 2), ("b4", 1)]
    kinds = [type(e).__name__ for e in events]
    assert kinds.index("WoundsTaken") < kinds.index("VehicleHit")
    assert the(events, HullReached).at == "flank"
    assert len(after.units["a3"].alive) == 4


@pytest.mark.rule("ARAP-FCHG-01")
def test_who_starts_near_or_catches_it_in_passing_or_has_no_such_weapon_does_not_fire_on_the_run():
    near = [(49, 6), (49, 7.5), (49, 9), (47.5, 6), (47.5, 7.5)]
    assert refused(marsh(spots=near, arms=(PISTOL,)), FIRING).code == "too-near"
    assert refused(marsh(), FIRING).code == "no-ranged-weapon"
    assert not any(getattr(o.action, "fire", False) for o in legal_actions(marsh(), A, frozenset({"charge"})))


@pytest.mark.rule("ARAP-FCHG-02")
def test_a_template_is_fired_on_the_run_as_from_seven_inches_off_the_hull():
    shown = preview(marsh(arms=(TORCH,)), FIRING)
    assert [line.name for line in shown.shots][:1] == ["Torch"]


@pytest.mark.rule("ARAP-FCHG-01")
def test_a_hull_that_fire_on_the_run_destroys_is_charged_in_vain():
    state = marsh(arms=(LANCE,), weapons=())
    dice = {"to-hit": [1, 6, 6, 6], "armour-penetration": [6], "vehicle-damage": [3]}
    events, after = play(state, FIRING, dice)
    assert [type(e).__name__ for e in events if isinstance(e, ChargeEnded)] == ["ChargeEnded"]
    assert not after.units["b4"].on_table or not the(events, ChargeEnded).home


@pytest.mark.rule("ARAP-FCHG-01")
def test_what_is_caught_in_passing_is_not_fired_at_on_the_run():
    driven = {"now": UnitTurn(moved_in=14, path=((50, 8, 180), (50, 22, 180)))}
    state = marsh(spots=[(42.75, 8)], at=(50, 22), flags=driven, arms=(PISTOL,))
    passing = replace(GO, caught=(50.0, 8.0, 180.0), fire=True)
    assert refused(state, passing).code == "in-passing"
