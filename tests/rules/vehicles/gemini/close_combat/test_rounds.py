"""The round against vehicles: blows, planted charges, those aboard. (VEH-CC-05 to -11, VEH-PLANT, VEH-BLOW-01)"""

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.events import ModelsMoved, WoundsTaken
from rules.arap.turn.activation import EndActivation
from rules.characters import AGGRESSIVE, consider, promised
from rules.engine import legal_actions
from rules.events import Rolled
from rules.forces.unit import UnitTurn, VehicleState
from rules.vehicles.gemini.close_combat import blows as close_combat_blows
from rules.vehicles.gemini.close_combat import boarders
from rules.vehicles.gemini.close_combat.rounds import AssaultSettled
from rules.vehicles.gemini.hull import contact
from rules.vehicles.gemini.hull.contact import Ease
from rules.vehicles.shared import attacks
from rules.vehicles.shared.events import ChartResult, Immobilised, VehicleHit, VehicleWrecked
from rules.vehicles.shared.hull import hull_of
from rules.visibility import view
from tests.builders import A, a_battle, a_profile, a_unit, a_weapon, play, the
from tests.rules.vehicles.garage import a_vehicle

KRAK = a_weapon("krak", type="grenade", range_in=0, strength=6, traits=("krak",))
BOMB = a_weapon("melta-bomb", type="bomb", range_in=0, strength=8, ap=1, traits=("melta",))
SMOKE = a_weapon("stone", type="grenade", range_in=0, strength=2)
FIST = a_weapon("fist", type="melee", range_in=0, strength=5)
PISTOL = a_weapon("pistol", type="pistol", range_in=12, strength=5)
END = EndActivation(side=A)


def beside(
    *,
    speed=0.0,
    weapons=(FIST,),
    spots=((33.5, 24),),
    flags=None,
    now=None,
    options=None,
    profile=None,
    others=(),
    **values,
):
    """Troops a3 to the right of an enemy tank b4, 6 by 4 inches with sides of 12, that moved so far last turn."""
    tank = a_vehicle("b4", (30, 24), flags={"now": UnitTurn(moved_in=speed), **(flags or {})}, **values)
    squad = a_unit("a3", spots, weapons=weapons, profile=profile, now=now or UnitTurn(tried=True))
    return a_battle(squad, tank, a_unit("a9", [(5, 5)]), *others, options=options)


def asked(state):
    _, state = play(state, END)
    return state


def choose(state, choice, dice=None):
    return play(asked(state), Answer(side=A, choice=choice), dice or {})


def options(state):
    found = asked(state)
    return [o.id for o in found.prompt.options if not o.refused] if found.prompt else []


@pytest.mark.part_of("VEH-CC-05")
@pytest.mark.parametrize(
    ("speed", "flags", "values", "ease"),
    [
        (0, {}, {}, ("static", 0)),
        (5, {}, {}, ("slow", 3)),
        (5.95, {}, {}, ("slow", 3)),
        (6.0, {}, {}, ("fast", 1)),
        (12, {"vehicle": VehicleState(immobilised=True)}, {}, ("static", 0)),
        (12, {"vehicle": VehicleState(stunned=True)}, {}, ("static", 0)),
        (0, {}, {"type": "flying-skimmer"}, ("fast", 1)),
        (4, {}, {"type": "skimmer"}, ("slow", 3)),
        (0, {"vehicle": VehicleState(immobilised=True)}, {"type": "flying-skimmer"}, ("static", 0)),
    ],
)
def test_how_easily_a_vehicle_is_hit(speed, flags, values, ease):
    state = beside(speed=speed, flags=flags, **values)
    assert contact.ease(state, state.units["b4"]) == Ease(*ease)


@pytest.mark.rule("VEH-CC-05", "VEH-JOIN-01")
@pytest.mark.parametrize(("speed", "hits"), [(5, 2), (6.0, 1)])
def test_four_attacks_on_a_tank_that_moved(speed, hits):
    four = replace(a_profile("ogre"), a=4)
    state = beside(speed=speed, profile=four)
    events, _ = choose(
        state,
        "strike",
        {"assault-vehicle-to-hit": [1, 3, 4, 6], "armour-penetration": [1] * hits},
    )
    assert len([e for e in events if isinstance(e, VehicleHit)]) == hits


@pytest.mark.rule("VEH-CC-07")
@pytest.mark.part_of("VEH-CC-05")
@pytest.mark.parametrize(
    ("strength", "av", "die", "kind"),
    [(3, 9, 6, "glancing"), (8, 11, 3, "glancing"), (8, 11, 4, "penetrating"), (8, 11, 2, "none")],
)
def test_strength_and_a_die_against_the_face_in_contact(strength, av, die, kind):
    arms = (replace(FIST, strength=strength - 3),)
    dice = {"armour-penetration": [die], **({"vehicle-damage": [1]} if kind != "none" else {})}
    events, _ = choose(beside(weapons=arms, side=av), "strike", dice)
    hit = the(events, VehicleHit)
    assert (hit.face, hit.av, hit.kind, hit.total) == ("side", av, kind, strength + die)


@pytest.mark.rule("VEH-CC-07")
def test_hands_that_cannot_hurt_are_not_asked_about():
    """S3 against 10: no chance, and nothing else to do."""
    assert options(beside(weapons=(), side=10)) == []
    assert options(beside(weapons=(), side=9)) == ["leave", "strike"]


@pytest.mark.part_of("VEH-CC-07")
@pytest.mark.parametrize(("spot", "face"), [((33.5, 21.2), "side"), ((30, 20), "front"), ((31, 28), "rear")])
def test_the_face_is_the_edge_that_they_stand_at(spot, face):
    state = beside(spots=(spot,))
    tank = state.units["b4"]
    assert contact.armour_at(state, tank, hull_of(state, tank), spot).face == face


@pytest.mark.part_of("VEH-CC-02")
@pytest.mark.parametrize(("face", "blows"), [("front", 2), ("flank", 3), ("rear", 3)])
def test_the_bonus_of_the_charge_goes_by_the_face(face, blows):
    state = beside(now=UnitTurn(tried=True, storms="b4", storms_from=face))
    squad, tank = state.units["a3"], state.units["b4"]
    found = close_combat_blows.blows(state, squad, tank, hull_of(state, tank), squad.alive)
    assert [a.times for a in found] == [blows]


@pytest.mark.rule("VEH-CC-02", "VEH-CC-11")
def test_the_bonus_is_for_one_round_and_nobody_tests_morale():
    state = beside(now=UnitTurn(tried=True, storms="b4", storms_from="flank"))
    events, state = choose(state, "strike", {"armour-penetration": [1, 1, 1]})
    assert the(events, AssaultSettled).did == "strike"
    assert state.units["a3"].now.storms is None
    assert not [e for e in events if isinstance(e, Rolled) and e.label == "morale"]


@pytest.mark.rule("VEH-JOIN-09")
def test_attacking_is_a_choice_in_each_players_round():
    state = asked(beside())
    assert state.prompt.decline == "leave"
    events, state = play(state, Answer(side=A, choice="leave"))
    assert the(events, AssaultSettled).did == ""
    assert state.active_side == "b"
    _, state = play(state, EndActivation(side="b"))
    assert (state.prompt.kind, state.prompt.side) == ("assault-vehicle", "a")


@pytest.mark.part_of("VEH-CC-06")
def test_a_flying_skimmer_is_out_of_the_reach_of_hands():
    assert options(beside(type="flying-skimmer")) == []
    assert options(beside(type="flying-skimmer", weapons=(PISTOL,), side=10)) == ["leave", "strike"]
    assert options(beside(type="flying-skimmer", profile=a_profile("bat", traits=("jump-pack",)))) == [
        "leave",
        "strike",
    ]
    events, _ = choose(
        beside(type="flying-skimmer", weapons=(PISTOL, KRAK), side=10),
        "strike",
        {"assault-vehicle-to-hit": [1], "armour-penetration": [4]},
    )
    assert the(events, VehicleHit).total == 9
    thrown = beside(type="flying-skimmer", weapons=(KRAK,), side=10)
    squad, tank = thrown.units["a3"], thrown.units["b4"]
    found = close_combat_blows.throws(thrown, tank, hull_of(thrown, tank), squad.alive)
    assert [(a.planted, a.goal) for a in found] == [(False, 1)]
    assert close_combat_blows.charges(thrown, tank, hull_of(thrown, tank), squad.alive) == []
    assert contact.is_out_of_reach(thrown, tank)


@pytest.mark.rule("VEH-CC-06")
def test_planted_charges_do_not_reach_it_but_a_grenade_may_be_thrown():
    """With its own Strength, and only a 1 hits."""
    state = beside(type="flying-skimmer", weapons=(KRAK, FIST), side=10)
    assert options(state) == ["leave", "throw"]
    barred = {o.id: (o.refused, o.rule) for o in asked(state).prompt.options if o.refused}
    assert barred["plant"] == ("It flies too high for charges to be planted on it.", "VEH-CC-06")
    dice = {"assault-vehicle-to-hit": [1], "armour-penetration": [4], "vehicle-damage": [1]}
    events, after = choose(state, "throw", dice)
    assert (the(events, VehicleHit).total, the(events, VehicleHit).kind) == (10, "glancing")
    assert the(events, AssaultSettled).sentence(after) == "A3 throws grenades at B4"
    down = beside(type="flying-skimmer", weapons=(BOMB,), side=14, flags={"vehicle": VehicleState(immobilised=True)})
    assert options(down) == ["leave", "plant"]
    assert options(beside(type="flying-skimmer", weapons=(BOMB,), side=10)) == []


# -- planting ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("VEH-PLANT-01")
@pytest.mark.part_of("VEH-PLANT-02")
def test_krak_on_a_static_tank_needs_no_roll():
    events, _ = choose(beside(weapons=(KRAK, FIST)), "plant", {"armour-penetration": [6], "vehicle-damage": [1]})
    hit = the(events, VehicleHit)
    assert (hit.total, hit.kind, hit.weapon) == (12, "glancing", "Krak")
    assert not [e for e in events if isinstance(e, Rolled) and e.label == "plant-charge"]


@pytest.mark.part_of("VEH-PLANT-02")
def test_a_melta_bomb_throws_two_dice():
    events, _ = choose(beside(weapons=(BOMB,), side=14), "plant", {"melta-penetration": [3, 5], "vehicle-damage": [1]})
    assert (the(events, VehicleHit).total, the(events, VehicleHit).kind) == (16, "penetrating")
    assert the(events, ChartResult).row == 2


@pytest.mark.part_of("VEH-PLANT-02")
@pytest.mark.parametrize(
    ("speed", "minus", "goal"), [(0, True, 0), (5, True, 2), (5, False, 3), (6, True, 0), (6, False, 1)]
)
def test_what_planting_needs(speed, minus, goal):
    state = beside(speed=speed, weapons=(KRAK,), options={"planting_minus_one": minus})
    squad, tank = state.units["a3"], state.units["b4"]
    attack = close_combat_blows.charges(state, tank, hull_of(state, tank), squad.alive)[0]
    assert (attack.automatic, attack.goal) == (speed == 0, goal)


@pytest.mark.rule("VEH-PLANT-02", "ARAP-MELEE-04")
def test_on_a_fast_vehicle_a_one_needs_a_second_die():
    dice = {"plant-charge": [1], "extended-reroll": [3], "armour-penetration": [1]}
    events, _ = choose(beside(speed=6, weapons=(KRAK,)), "plant", dice)
    assert the(events, VehicleHit).total == 7
    events, _ = choose(beside(speed=6, weapons=(KRAK,)), "plant", {"plant-charge": [1], "extended-reroll": [4]})
    assert not [e for e in events if isinstance(e, VehicleHit)]


@pytest.mark.part_of("VEH-PLANT-01")
def test_one_attempt_each_without_bonus_and_another_grenade_has_its_own_strength():
    state = beside(weapons=(KRAK,), now=UnitTurn(tried=True, storms="b4", storms_from="rear"), profile=a_profile(a=3))
    squad, tank = state.units["a3"], state.units["b4"]
    assert [a.times for a in close_combat_blows.charges(state, tank, hull_of(state, tank), squad.alive)] == [1]
    assert [attacks.planted_strength(w) for w in (KRAK, BOMB, SMOKE)] == [6, 8, 2]
    state = beside(weapons=(SMOKE, KRAK))
    assert attacks.charge_of(state, state.units["a3"].alive[0]) == (KRAK, 6)


@pytest.mark.rule("VEH-PLANT-01", "VEH-PLANT-02", "VEH-PLANT-03")
def test_sappers_immobilise_the_marsh_runner():
    """Transcript 3, step 36: four attempts on a vehicle that moved 5 inches, 2 or less; 9 and 10 against side 10."""
    spots = [(33.5, 21.5 + n) for n in range(4)]
    state = beside(speed=5, weapons=(KRAK,), spots=spots, side=10)
    dice = {"plant-charge": [2, 4, 1, 6], "armour-penetration": [3, 4], "vehicle-damage": [6]}
    events, state = choose(state, "plant", dice)
    roll = next(e for e in events if isinstance(e, Rolled) and e.label == "plant-charge")
    assert (roll.base, roll.goal, roll.successes) == (3, 2, 2)
    assert the(events, Immobilised).unit == "b4"
    assert len(state.units["a3"].alive) == 4


# -- caught on its path --------------------------------------------------------------------------------------------


def caught(**dice_and_values):
    """A tank that drove 12 inches, caught 4 inches along its way by a trooper to the right of it."""
    path = ((30, 36, 0), (30, 24, 0))
    now = UnitTurn(tried=True, storms="b4", storms_from="flank", caught_at=(30.0, 32.0, 0.0))
    return beside(
        flags={"now": UnitTurn(moved_in=12, path=path)}, spots=((33.5, 32),), now=now, weapons=(KRAK,), side=10
    )


@pytest.mark.rule("VEH-CC-11", "VEH-CC-01")
@pytest.mark.parametrize(("chart", "y"), [(3, 24), (4, 32), (5, 24), (6, 32)])
def test_a_vehicle_stopped_where_it_was_caught_stays_there(chart, y):
    """Glancing 4 stuns and 6 immobilises; shaken and a weapon lost do not stop it."""
    dice = {"plant-charge": [1], "extended-reroll": [1], "armour-penetration": [4], "vehicle-damage": [chart]}
    events, state = choose(caught(), "plant", dice)
    if state.prompt is not None:
        _, state = play(state, Answer(side=A, choice="0"))
    assert state.units["b4"].models[0].at == (30, y)
    assert next(e for e in events if isinstance(e, ModelsMoved) and e.unit == "b4").placements[0].at == (30, 32)


# -- it's going to blow --------------------------------------------------------------------------------------------


@pytest.mark.rule("VEH-BLOW-01")
@pytest.mark.parametrize(("radius", "hit"), [(3, False), (5, True)])
def test_troops_beside_it_get_clear_before_it_explodes(radius, hit):
    """In contact with the side; four inches away they are out of debris of three, not of five."""
    state = beside(spots=((32.5, 24),), weapons=(FIST,), side=9)
    dice = {"armour-penetration": [6], "vehicle-damage": [6], "blow-clear": [4], "explosion-radius": [radius]}
    dice |= {"to-wound": [1]} if hit else {}
    events, state = choose(state, "strike", dice)
    assert the(events, VehicleWrecked).how == "exploded"
    assert state.units["a3"].alive[0].at == pytest.approx((36.5, 24))
    assert the(events, ModelsMoved).sentence(state).endswith(" gets clear 4″")
    assert bool([e for e in events if isinstance(e, Rolled) and e.label == "to-wound"]) is hit


# -- those aboard --------------------------------------------------------------------------------------------------


def crewed(*, riders=None, profile=None, count=2, **values):
    people = a_unit("b5", [(0, 0)] * count, profile=profile or a_profile("rider"), aboard="b4", **(riders or {}))
    return beside(weapons=(FIST,), others=(people,), capacity=4, **{"open_topped": True, **values})


@pytest.mark.rule("VEH-CC-09")
def test_an_open_top_is_fought_over_and_fights_back():
    """Equal WS: 3 or less, 1 for bare hands; S8 wounds T3 on 2, S3 on 4."""
    state = crewed()
    assert options(state) == ["leave", "strike", "crew"]
    events, state = choose(state, "crew", {"to-hit": [3, 1, 4], "to-wound": [2, 3]})
    assert [len(state.units[u].alive) for u in ("a3", "b5")] == [1, 1]
    assert the(events, WoundsTaken).unit == "b5"


@pytest.mark.rule("VEH-CC-09")
def test_attackers_who_lose_test_morale():
    dice = {"to-hit": [4, 1, 6], "to-wound": [4], "morale": [3, 3]}
    state = crewed(spots=((33.5, 24), (33.5, 25.5)))
    events, state = choose(state, "crew", {**dice, "to-hit": [4, 4, 1, 6]})
    assert len(state.units["a3"].alive) == 1
    assert [e.passed for e in events if isinstance(e, Rolled) and e.label == "morale"] == [True]


@pytest.mark.rule("VEH-CC-09")
def test_half_at_the_vehicle_and_half_at_those_aboard():
    state = crewed(spots=((33.5, 24), (33.5, 25.5)))
    dice = {"to-hit": [4, 4, 4], "armour-penetration": [1]}
    events, _ = choose(state, "split", dice)
    assert the(events, VehicleHit).kind == "none"


@pytest.mark.rule("VEH-CC-09")
def test_a_closed_vehicle_is_fought_only_at_manned_hatches():
    assert options(crewed(open_topped=False)) == ["leave", "strike"]
    manned = crewed(open_topped=False, riders={"now": UnitTurn(at_hatch=("b5.1",))})
    assert options(manned) == ["leave", "strike", "crew"]
    assert [
        m.id
        for m in boarders.defenders(
            manned, manned.units["b4"], hull_of(manned, manned.units["b4"]), manned.units["a3"].alive
        )
    ] == ["b5.1"]


@pytest.mark.part_of("VEH-CC-10")
def test_those_high_up_are_reached_with_long_weapons_and_pistols_alone():
    assert "crew" not in options(crewed(size=4))
    tall = crewed(flags={"tags": ("tall",)})
    assert "crew" not in options(tall)
    fight = next(o for o in asked(tall).prompt.options if o.id == "crew")
    assert (fight.rule, "is tall" in fight.refused) == ("VEH-CC-10", True)
    assert "crew" in options(crewed(size=4, flags={"tags": ("not-tall",)}))
    assert "crew" not in options(crewed(flags={"tags": ("not-tall", "tall")}))
    state = crewed(size=4)
    spear = a_weapon("spear", type="melee", range_in=3, strength=0, traits=("long",))
    armed = replace(state, weapons={**state.weapons, "spear": spear})
    model = replace(armed.units["a3"].alive[0], weapons=("spear",))
    assert boarders.can_reach(armed, model, armed.units["b4"])
    short = replace(armed, weapons={**armed.weapons, "spear": a_weapon("spear", type="melee", range_in=0)})
    assert not boarders.can_reach(short, model, short.units["b4"])
    thrown = replace(armed, weapons={**armed.weapons, "spear": a_weapon("spear", type="assault", traits=("long",))})
    assert not boarders.can_reach(thrown, model, thrown.units["b4"])
    pistol = replace(armed, weapons={**armed.weapons, "spear": a_weapon("spear", type="pistol")})
    assert boarders.can_reach(pistol, model, pistol.units["b4"])


@pytest.mark.part_of("VEH-CC-10")
def test_pistols_reach_people_high_up_who_cannot_strike_back():
    """One shoots over the rim, equal WS: 3 or less. Those above have hands alone and roll nothing."""
    state = crewed(size=4)
    pistol = a_weapon("pistol", type="pistol", strength=4)
    unit = state.units["a3"]
    armed = replace(unit, models=tuple(replace(m, weapons=(*m.weapons, "pistol")) for m in unit.models))
    state = replace(state, weapons={**state.weapons, "pistol": pistol}, units={**state.units, "a3": armed})
    fight = next(o for o in asked(state).prompt.options if o.id == "crew")
    assert (fight.refused, fight.detail) == ("", "0 fight back")
    events, _ = choose(state, "crew", {"to-hit": [3], "to-wound": [6]})
    assert {e.unit for e in events if isinstance(e, Rolled) and e.label == "to-hit"} == {"a3"}
    assert the(events, WoundsTaken).unit == "b5"


@pytest.mark.part_of("VEH-CC-10")
@pytest.mark.parametrize(("moved", "option", "ws"), [(5, True, 2), (5, False, 3), (0, True, 3)])
def test_a_driver_at_the_wheel_fights_at_half_skill(moved, option, ws):
    state = crewed(profile=a_profile("driver", traits=("driver",)), speed=moved, options={"driver_half_ws": option})
    assert boarders.ws_aboard(state, state.units["b5"].alive[0], state.units["b4"]) == ws


KNIFE = a_weapon("knife", type="melee", range_in=0, strength=4)


@pytest.mark.rule("VEH-CC-02", "ARAP-MELEE-04")
def test_several_weapons_bring_a_blow_more_and_make_all_harder_but_those_of_a_charge():
    """Two attacks at S5 and one with the knife at S4, on 2 instead of 3; the bonus of a charge stays at 3."""
    state = asked(beside(speed=5, weapons=(FIST, KNIFE), profile=a_profile("ogre", s=2, a=2)))
    assert [o.id for o in state.prompt.options if not o.refused] == ["leave", "strike", "several"]
    assert state.prompt.option("several").detail.startswith("3 hit on 2 or less, Strength 7")
    events, _ = play(
        state, Answer(side=A, choice="several"), {"assault-vehicle-to-hit": [3, 2, 1], "armour-penetration": [1, 1]}
    )
    roll = next(e for e in events if isinstance(e, Rolled) and e.label == "assault-vehicle-to-hit")
    assert [(m.value, m.rule) for m in roll.modifiers] == [(-1, "ARAP-MELEE-04")]
    settled = the(events, AssaultSettled)
    assert settled.sentence(state) == "A3 strikes at B4 with several weapons at once"

    charged = beside(
        speed=5,
        weapons=(FIST, KNIFE),
        profile=a_profile("ogre", s=2, a=2),
        now=UnitTurn(tried=True, storms="b4", storms_from="front"),
    )
    dice = {"assault-vehicle-to-hit": [4, 4, 4, 4]}
    state = asked(charged)
    assert state.prompt.option("several").detail.startswith("4 hit on 2 or less, those of the charge on 3 or less")
    events, _ = play(state, Answer(side=A, choice="several"), dice)
    rolls = [e for e in events if isinstance(e, Rolled) and e.label == "assault-vehicle-to-hit"]
    assert [(len(r.dice), r.goal) for r in rolls] == [(1, 3), (3, 2)]


def test_nobody_with_one_weapon_is_asked_about_several_nor_anybody_in_older_games():
    assert "several" not in options(beside(profile=a_profile("ogre", s=2, a=2)))
    both = beside(weapons=(FIST, PISTOL), profile=a_profile("ogre", s=2, a=2))
    assert "several" in options(both)
    assert "several" not in options(replace(both, version="17"))


def fancied(state):
    """What somebody without a person would do, with why."""
    known = view(state, A)
    found = consider(known, A, legal_actions(state, A), AGGRESSIVE, promised(state, known))
    return found[0].offer.action.choice, found[0].why


def test_bots_strike_with_what_breaks_it_likeliest():
    """Crawling on it is hit on 3: one blow more for one worse is no gain for three attacks, but it is for one."""
    many = asked(beside(speed=5, weapons=(FIST, KNIFE), profile=a_profile("ogre", s=6, a=5), side=10))
    ends = {o: float(p.value) for o, (p, *_) in promised(many, view(many, A)).items()}
    choice, why = fancied(many)
    assert choice == max(("strike", "several"), key=ends.__getitem__)
    assert why.endswith("destroyed")
    still = asked(beside(weapons=(FIST, KNIFE), profile=a_profile("ogre", s=6, a=2), side=10))
    assert fancied(still)[0] == "several", "nothing misses a vehicle that stands"
    bombs = asked(beside(weapons=(FIST, BOMB)))
    assert fancied(bombs)[0] == "plant"
