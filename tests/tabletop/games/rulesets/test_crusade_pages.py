"""What the pages of the Rules Crusade make of a state: plans, docks, flags."""

import re

import msgspec
import pytest
from msgspec.structs import replace

from rules import convert_action, fold, new_game, preview
from rules.core.prompt import Prompt
from rules.crusade import models
from rules.crusade.marks import Blip, ModelMarks, of
from rules.crusade.melee import MeleeAttack
from rules.crusade.turn.sides import EndTurn
from rules.questions.buildings import bunkers
from rules.questions.crusade import cards, guns, order
from rules.table.armoured import Armoured
from rules.table.scenario import ScenarioSide
from rules.table.terrain import Terrain
from tabletop.games.board import drawing
from tabletop.games.pages import fragments
from tabletop.games.pages.scene import Scene
from tabletop.games.panels import odds as prompt_odds
from tabletop.games.plans.drafts import Draft
from tabletop.games.plans.plan import Figure
from tabletop.games.rulesets.crusade import dock, turn_order
from tabletop.games.rulesets.crusade.plans import plan
from tabletop.ui.board.tokens import unit_svg
from tests.rules.crusade.acts import HOUSE
from tests.rules.crusade.cast import NORTH, SOUTH, TABLE, A, B, act, battle, drive, held, put


def planned(state, kind, unit="a1", side=A, **draft):
    return plan.plan(state, side, Draft(kind=kind, unit=unit, **draft))


def sent(expected):
    return msgspec.json.decode(expected.action)


def test_a_flag_carries_the_dice_that_a_troop_has_left():
    state = battle(put("a1", "terminator", (10, 10), dice=2), put("b1", "rhino", (30, 10)))
    flags = {unit.id: unit.strength for unit in drawing.units(state)}
    assert flags["a1"] == 2


def test_one_weapon_says_beside_the_button_how_likely_it_hits_and_ends_its_target():
    state = battle(put("a1", "rhino", (10, 10), 90), put("b1", "marine", (20, 10)))
    found = planned(state, "fire", target="b1")
    assert [f.meaning for f in found.figures] == ["a hit", "out of play"]


def test_several_weapons_say_each_how_likely_they_hit():
    state = battle(put("a1", "landspeeder", (10, 10), 90), put("b1", "marine", (20, 10)))
    found = planned(state, "fire", target="b1")
    assert [f.meaning for f in found.figures] == ["Assault cannon", "Multi-melta"]


def test_a_walk_that_comes_back_to_where_it_began_is_none():
    state = battle(put("a1", "marine", (10, 10)), put("b1", "marine", (30, 10)))
    found = planned(state, "move", path=((12, 10), (10, 10)))
    assert found.refusal is None
    back = planned(state, "move", path=((10, 10),))
    assert (back.refusal.code, back.action) == ("no-way", "")


def test_who_is_down_has_nothing_left_of_its_move_and_may_buy_one():
    noting = {"a1": ModelMarks(knocked_now=True)}
    state = battle(put("a1", "marine", (10, 10)), put("b1", "marine", (30, 10)), noting=noting)
    assert dock.dock(state, A, "a1").troop.left_in == 0
    assert acts(state)["move"].cost == "its action"
    assert cards.troop(state, state.units["b1"]).left_in == 6


def test_nobody_is_driven_on_foot():
    state = battle(put("a1", "marine", (10, 10)), put("b1", "marine", (30, 10)))
    found = planned(state, "drive", path=((12, 10),), ticked={"ram": "b1", "jump": "1"})
    assert found.refusal.code == "no-vehicle"


def test_the_player_says_which_weapon_fires_first():
    state = battle(put("a1", "landspeeder", (10, 10), 90), put("b1", "marine", (20, 10)))
    usual = planned(state, "fire", target="b1")
    assert next(c for c in usual.controls if c.name == "first").value == "0"
    assert [aim["weapon"] for aim in sent(usual)["aims"]] == ["0", "1"]
    other = planned(state, "fire", target="b1", ticked={"first": "1"})
    assert [aim["weapon"] for aim in sent(other)["aims"]] == ["1", "0"]


def test_the_player_says_the_order_of_its_weapons():
    state = battle(put("a1", "baneblade", (10, 10), 90), put("b1", "rhino", (25, 10)))
    usual = planned(state, "fire", target="b1")
    order = [control for control in usual.controls if control.name.startswith("first")]
    assert [(c.name, c.label, len(c.choices)) for c in order] == [
        ("first", "Fires first", 4),
        ("first2", "Then", 3),
        ("first3", "Then", 2),
    ]
    first, *between, last = (key for key, _ in order[0].choices)
    told = planned(state, "fire", target="b1", ticked={"first": last, "first2": first})
    assert [aim["weapon"] for aim in sent(told)["aims"]] == [last, first, *between]


def test_a_shell_is_laid_under_an_enemy_who_is_chosen_and_not_seen():
    """Who presses on the model means the ground there; a gun that needs to see it says so. (CRU-WEAP-09)"""
    foes = put("b1", "rhino", (20, 5)), put("b2", "marine", (40, 25))
    state = battle(put("a1", "griffon", (20, 25)), *foes, terrain=(HOUSE,))
    found = planned(state, "fire", target="b1")
    assert (found.refusal, found.of, found.pointed) == (None, "at the ground under Rhino B1", False)
    assert sent(found)["aims"] == [{"weapon": "0", "at": [20, 5]}]
    elsewhere = planned(state, "fire", target="b1", path=((20, 9),))
    assert (elsewhere.of, sent(elsewhere)["aims"]) == ("at the ground", [{"weapon": "0", "at": [20, 9]}])
    assert planned(state, "fire", target="b2").refusal.code == "outside-arc"
    tank = battle(put("a1", "leman-russ", (20, 25)), *foes, terrain=(HOUSE,))
    assert planned(tank, "fire", target="b1").refusal.code == "not-seen"


@pytest.mark.rule("CRU-DMG-08")
def test_the_player_says_which_fire_is_rolled_for_first():
    burning = {"a1": held("FIRE"), "a2": held("FIRE")}
    state = battle(
        put("a1", "rhino", (10, 10)), put("a2", "rhino", (20, 10)), put("b1", "marine", (40, 10)), noting=burning
    )
    assert sent(planned(state, "end-turn"))["fires"] == ["a1"]
    found = planned(state, "end-turn", ticked={"fire": "a2"})
    assert [c.label for c in found.controls] == ["Rolled for first"]
    _, events = act(state, convert_action(sent(found)), vehicle_fire=[0, 0], vehicle_defence=[0, 0, 0, 0])
    assert next(event.unit for event in events if event.rules and "CRU-DMG-08" in event.rules) == "a2"
    one = battle(put("a1", "rhino", (10, 10)), put("b1", "marine", (40, 10)), noting=burning)
    assert planned(one, "end-turn").controls == ()
    refused = preview(one, convert_action({"type": "EndTurn", "side": "a", "fires": ["a2"]})).refusal
    assert (refused.code, refused.allowed) == ("not-burning", "a1")


@pytest.mark.rule("CRU-DMG-08")
def test_of_three_fires_the_player_says_the_whole_order():
    """What is named twice gives way to the next; the last follows by itself."""
    at = {"a1": (10, 10), "a2": (20, 10), "a3": (30, 10)}
    rhinos = [put(unit, "rhino", place) for unit, place in at.items()]
    state = battle(*rhinos, put("b1", "marine", (40, 10)), noting={unit: held("FIRE") for unit in at})
    found = planned(state, "end-turn", ticked={"fire": "a3", "fire2": "a2"})
    assert [(c.label, [key for key, _ in c.choices]) for c in found.controls] == [
        ("Rolled for first", ["a1", "a2", "a3"]),
        ("Then", ["a1", "a2"]),
    ]
    assert sent(found)["fires"] == ["a3", "a2"]
    _, events = act(state, convert_action(sent(found)), vehicle_fire=[0, 0, 0], vehicle_defence=[0] * 6)
    rolled = [event.unit for event in events if event.rules and "CRU-DMG-08" in event.rules]
    assert list(dict.fromkeys(rolled)) == ["a3", "a2", "a1"]
    assert sent(planned(state, "end-turn", ticked={"fire": "a2", "fire2": "a2"}))["fires"] == ["a2", "a1"]


def acts(state, unit="a1", side=A):
    return {act.kind: act for act in dock.dock(state, side, unit).acts}


def test_a_flyer_rams_another_in_the_air_where_that_is_chosen():
    state = battle(put("a1", "landspeeder", (10, 10), 90), put("b1", "raptor", (16, 10), 270))
    over = planned(state, "drive", path=((16, 10),))
    assert "ram" not in sent(over)
    offered = next(c for c in over.controls if c.name == "flyer")
    assert offered.choices == (("", "Nobody"), ("b1", "Raptor B1"))
    found = planned(state, "drive", path=((16, 10),), ticked={"flyer": "b1"})
    assert found.commit == "Commit ram"
    after, _ = act(state, convert_action(sent(found)), ram=[0, 1], ram_defence=[1])
    assert of(after, "a1").rammed


@pytest.mark.rule("CRU-JUMP-01")
def test_a_gap_is_jumped_where_that_is_ticked():
    gap = Terrain(id="cut", name="The Cut", points=((16, 0), (20, 0), (20, 36), (16, 36)), depth_in=6, look="trench")
    state = battle(put("a1", "rhino", (10, 10), 90), put("b1", "marine", (40, 30)), terrain=(gap,))
    found = planned(state, "drive", path=((16, 10),))
    assert found.turn_by == 45
    assert [c.label for c in found.controls] == ["Back up", "Jump The Cut"]
    jumped = planned(state, "drive", path=((16, 10),), ticked={"jump": "1"})
    assert (jumped.commit, [f.meaning for f in jumped.figures]) == ("Commit jump", ["falls, with 2 dice"])
    after, _ = act(state, convert_action(sent(jumped)), jump=[2, 5])
    assert after.units["a1"].models[0].at == (22.25, 10)


@pytest.mark.rule("CRU-TRAN-06")
def test_a_boarder_takes_over_a_vehicle_that_nobody_drives():
    state = battle(
        put("a1", "marine", (10, 10), aboard="b1"),
        put("b1", "skiff", (10, 10)),
        put("b2", "marine", (40, 10)),
        noting={"b1": ModelMarks(driven=True)},
    )
    assert acts(state)["take-over"].button.word == "Take over"
    found = planned(state, "take-over")
    assert found.notes == ("half a move: the vehicle is yours from then on (CRU-TRAN-06)",)
    after, _ = act(state, convert_action(sent(found)))
    assert after.units["b1"].side == "a"
    assert "drive" in acts(after, "b1")


def test_from_aboard_only_those_within_arm_s_reach_are_listed():
    state = battle(
        put("a1", "marine", (10, 10), aboard="b1"),
        put("b1", "skiff", (10, 10)),
        put("b2", "marine", (10, 10), aboard="b1"),
        put("b3", "marine", (40, 10)),
    )
    assert [(row.id, row.refusal) for row in planned(state, "melee").targets] == [("b1", None), ("b2", None)]


@pytest.mark.rule("CRU-LIST-03")
def test_a_rhino_drives_out_of_a_thunderhawk_by_its_buttons():
    inside = battle(
        put("a1", "thunderhawk", (20, 20)),
        put("a2", "rhino", (20, 20), aboard="a1"),
        put("b1", "marine", (45, 30)),
        noting={"a1": ModelMarks(grounded=True)},
    )
    assert {kind for kind, each in acts(inside, "a2").items() if each.refusal is None} == {"get-out", "finish"}
    out, _ = act(inside, convert_action(sent(planned(inside, "get-out", "a2", path=((20, 10),)))))
    assert acts(out, "a2")["get-in"].targets == ("a1",)
    found = planned(out, "get-in", "a2", target="a1")
    back, _ = act(out, convert_action(sent(found)))
    assert back.units["a2"].aboard == "a1"


@pytest.mark.rule("CRU-TURN-04")
def test_the_table_places_all_models_of_a_side():
    state = set_up()
    side = state.turn.order[state.turn.place]
    found = planned(state, "deploy-all", "", side)
    assert (found.title, found.refusal) == ("Place all", None)
    after, _ = act(state, convert_action(sent(found)))
    assert not order.to_set_up(after, side)
    assert after.turn.order[after.turn.place] != side
    refused = preview(after, convert_action({"type": "SetUpAll", "side": side})).refusal
    assert refused.code == "not-waiting"


def set_up():
    """Armies that wait to be set up, the roll-off won by A."""
    state = fold(new_game(replace(TABLE, ruleset="rules-crusade"), {"a": NORTH, "b": SOUTH}))
    state, _ = act(state, convert_action({"type": "RollForPlacement", "side": "a"}), placement=[6, 1])
    state, _ = act(state, convert_action({"type": "Answer", "side": "a", "choice": "a"}))
    return state


@pytest.mark.rule("CRU-TURN-02")
def test_a_blip_is_picked_up_by_its_button():
    state = battle(put("a1", "marine", (20, 20)), put("b1", "marine", (40, 30)), blips=(Blip(id="k", at=(21.4, 20)),))
    assert acts(state)["pick-up"].cost == "its action"
    after, _ = act(state, convert_action(sent(planned(state, "pick-up"))))
    assert cards.blips(after) == ()


@pytest.mark.rule("CRU-TRAN-07")
def test_a_free_place_of_open_crew_is_taken_by_its_button():
    state = battle(
        put("a1", "griffon", (20, 20), 90),
        put("a2", "guardsman", (20, 22.2)),
        put("b1", "marine", (40, 30)),
        noting={"a1": ModelMarks(driven=True, crew=("a2",))},
    )
    assert cards.vehicle(state, state.units["a1"]).serving == 0
    assert acts(state, "a2")["get-in"].targets == ("a1",)
    after, _ = act(state, convert_action(sent(planned(state, "get-in", "a2", target="a1"))))
    assert cards.vehicle(after, after.units["a1"]).serving == 1
    assert "take-over" in acts(after, "a2")


def test_the_board_says_what_the_ground_does_in_this_game():
    terrain = (
        Terrain(id="works", name="Works", points=((0, 0), (4, 0), (4, 4)), look="building", going="impassable"),
        Terrain(id="pit", name="Pit", points=((10, 0), (14, 0), (14, 4)), look="trench", depth_in=12),
        Terrain(
            id="wood",
            name="Wood",
            points=((20, 0), (24, 0), (24, 4)),
            look="wood",
            blocks_sight=True,
            going="difficult",
        ),
        Terrain(id="fog", name="Fog", points=((30, 0), (34, 0), (34, 4)), look="smoke"),
    )
    drawn = drawing.ground_of(battle(put("b1", "marine", (40, 30)), terrain=terrain))
    assert [piece.effect for piece in drawn.pieces] == [
        "2 Hits, armour 1 · nobody gets in",
        "12″ deep: a fall is 2 cards",
        "hides troops",
        "1 hit fewer through it",
    ]


@pytest.mark.rule("CRU-TURN-02", "CRU-RAM-03")
def test_an_entry_is_forced_and_closed_by_their_buttons_one_of_two_walls_chosen():
    walls = tuple(
        Terrain(id=ident, name=ident.title(), points=((x, 18), (x, 22)), line=True, width_in=0.4, look="wall")
        for ident, x in (("gate", 19), ("fence", 21))
    )
    state = battle(put("a1", "terminator", (20, 20)), put("b1", "marine", (40, 30)), terrain=walls)
    assert acts(state)["force-entry"].cost == "its action"
    found = planned(state, "force-entry", ticked={"which": "1"})
    assert found.controls[0].choices == (("0", "Force an entry into Gate"), ("1", "Force an entry into Fence"))
    assert [f.meaning for f in found.figures] == ["Fence broken open"]
    after, _ = act(state, convert_action(sent(found)), melee_attack=[3, 0, 0, 0, 0], ram_defence=[0, 0])
    assert [piece.look for piece in after.terrain] == ["wall", "rubble"]
    again = replace(after, own=replace(after.own, models={}))
    shut, _ = act(again, convert_action(sent(planned(again, "close-entry"))))
    assert shut.terrain == walls


@pytest.mark.part_of("CRU-OVER-04")
def test_a_flyer_whose_entry_lets_it_swoops_on_whom_its_plan_names():
    state = battle(put("a1", "landspeeder", (20, 24)), put("b1", "marine", (20, 19)))
    known = state.profiles["landspeeder"]
    assert not [c for c in planned(state, "drive", path=((20, 18),)).controls if c.name == "flyer"]
    hull = replace(known.hull, swoops=True)
    state = replace(state, profiles={**state.profiles, known.id: replace(known, hull=hull)})
    found = planned(state, "drive", path=((20, 18),))
    assert dict(next(c for c in found.controls if c.name == "flyer").choices)["b1"] == "marine B1"
    assert next(c for c in found.controls if c.name == "flyer").label == "Ram or over-run"
    found = planned(state, "drive", path=((20, 18),), ticked={"flyer": "b1"})
    assert (found.commit, sent(found)["ram"]) == ("Commit over-run", "b1")
    assert "over-runs in flight" in cards.vehicle(state, state.units["a1"]).traits


@pytest.mark.part_of("CRU-POD-02", "CRU-WEAP-09")
def test_pods_and_indirect_fire_say_what_stands_there_and_how_far_they_drift():
    pod = put("a1", "drop-pod", deployed=False)
    state = battle(pod, put("b1", "guardsman", (20, 18)), put("b2", "rhino", (28, 18)), number=2)
    found = planned(state, "land", path=((20, 17),))
    assert found.aims == "place", "it may be sent on to models"
    assert "within 2″ of the target: guardsman B1" in found.notes
    assert "within 12″, where it may drift: Rhino B2" in found.notes
    wall = Terrain(id="w", name="Wall", points=((14, 4), (14, 30)), line=True, width_in=0.4, blocks_sight=True)
    state = battle(put("a1", "griffon", (8, 17), 90), put("b1", "guardsman", (30, 17)), terrain=(wall,))
    found = planned(state, "fire", path=((20, 17),))
    assert "not seen from here: deviates 1D6 inches (CRU-WEAP-09)" in found.notes
    assert "nobody within 2″ of there (CRU-WEAP-08)" in found.notes


def test_passengers_beside_a_transport_are_told_to_be_safe_in_it():
    units = (put("a1", "skiff", (20, 20)), put("a2", "marine", aboard="a1", at=(20, 20)))
    others = (put("b1", "skiff", (23, 20)), put("b2", "marine", aboard="b1", at=(23, 20)))
    rows = {row.id: row.refusal for row in planned(battle(*units, *others), "melee", unit="a2").targets}
    assert rows["b1"] is None
    assert (rows["b2"].rule, rows["b2"].allowed) == ("CRU-TRAN-03", "attack Skiff B1, or board it")


def test_a_way_up_to_the_enemy_is_drawn_as_one_that_may_be_gone():
    state = battle(put("a1", "marine", (10, 10)), put("b1", "rhino", (17, 10)))
    found = planned(state, "melee", target="b1")
    assert "path-x" not in found.overlay.preview
    assert "path" in found.overlay.preview
    assert "marine A1 2R, Rhino B1 2R" in found.notes


def test_an_answer_shows_both_pools_and_the_cards_to_expect():
    state = battle(put("a1", "marine", (10, 10), weapons=["krak-grenades"]), put("b1", "crawler", (13.3, 10)))
    state, _ = act(state, MeleeAttack(side=A, unit="a1", target="b1"))
    figures = prompt_odds.of_options(state, state)["parry"]
    pools = [(each.pool, each.meaning) for each in figures if isinstance(each, prompt_odds.Pool)]
    assert pools == [(4, "marine A1: 2 dice, 2 for grenades"), (4, "Crawler B1: 3 base, one more so")]
    listed = [f.meaning for f in figures if isinstance(f, prompt_odds.Figure)]
    assert listed == ["cards on average", "Crawler B1 destroyed"]


def test_a_wall_shows_no_armour_value_of_other_rules():
    points = ((20, 10), (26, 10), (26, 16), (20, 16))
    works = Terrain(id="pump", name="Pump", points=points, look="bunker", armour=14, armoured=Armoured())
    state = battle(put("a1", "rhino", (10, 10)), put("b1", "marine", (40, 10)), terrain=(works,))
    (drawn,) = drawing.ground_of(state).pieces
    assert [part.av for part in drawing.ground(state.scenario, state.terrain, zones=False).pieces[0].armour] == [14]
    assert (drawn.armour, drawn.effect) == ((), "4 Hits, armour 3")


def test_the_editor_tells_ground_by_the_game_that_a_scenario_is_for():
    ditch = Terrain(id="cut", name="Cut", points=((1, 1), (5, 1), (5, 5)), look="trench", depth_in=8, cover="hard")
    listed = [
        drawing.ground(replace(TABLE, ruleset=game, terrain=(ditch,)), (ditch,), zones=False).pieces[0].effect
        for game in ("rules-crusade", "gemini-arap", "unheard-of")
    ]
    assert listed[0] == "8″ deep: a fall is 1 card · cover for troops"
    assert listed[1] == listed[2] == ditch.effect


def test_who_drives_an_enemy_that_wiped_out_reads_what_comes_of_the_way_in_order():
    pit = Terrain(id="pit", name="Pit", points=((10, 4), (30, 4), (30, 18), (10, 18)), look="trench", depth_in=13)
    state = battle(
        put("a1", "marine", (40, 30)),
        put("b1", "rhino", (20, 20.6)),
        put("b2", "guardsman", (20, 18)),
        terrain=(pit,),
        noting={"b1": held("DRIVE")},
        left={"HULL": 6, "FIRE": 2},
    )
    ask = Prompt(side=A, kind="wipeout", question="Drive it?", about="b1", options=())
    found = planned(replace(state, prompt=ask), "drive", "b1", path=((20, 14.6),))
    assert [(each.what, each.how) for each in found.follows] == [
        ("Drives over guardsman B2, its own side", "3R against 1R, or 2R evading"),
        ("Over the edge of Pit", "13″: 2 cards, then 3 of 3, destroyed"),
        ("A FIRE among them", "2 of 8 cards left"),
    ]
    assert found.follows[2].figures == (Figure("46%", "explodes"),)
    assert found.notes == ()


def test_a_jump_is_shown_beyond_the_gap_also_after_a_turn():
    ditch = Terrain(id="ditch", name="Ditch", points=((24, 10), (27, 10), (27, 30), (24, 30)), depth_in=5)
    state = battle(put("a1", "rhino", (20, 20), 0), put("b1", "marine", (40, 5)), terrain=(ditch,))
    way = {"type": "DriveVehicle", "side": A, "unit": "a1", "jump": True}
    seen = preview(state, convert_action({**way, "legs": [{"turn_deg": 90, "inches": 2}]}))
    assert seen.chances[0].label == "falls"
    assert seen.ghosts[0][1] > 27 + 2


def test_keys_turn_a_hull_by_what_two_inches_pay_for_before_there_is_a_plan():
    state = battle(put("a1", "rhino", (20, 20)), put("b1", "marine", (40, 30)))
    assert dock.dock(state, A, "a1").turn_by == 45


def test_a_target_says_what_the_weapons_in_order_lack_and_not_that_another_is_lost():
    noting = {"a1": ModelMarks(lost=("0",), jammed=("1",))}
    state = battle(put("a1", "land-raider", (10, 10), 90), put("b1", "rhino", (2, 10)), noting=noting)
    found = planned(state, "fire", target="b1")
    assert found.refusal.code == "outside-arc"
    assert [row.refusal.code for row in found.targets] == ["outside-arc"]
    spent = battle(
        put("a1", "land-raider", (10, 10), 90),
        put("b1", "rhino", (2, 10)),
        noting={"a1": ModelMarks(lost=("0", "1", "2"))},
    )
    assert planned(spent, "fire", target="b1").refusal.code == "weapon-lost"


def test_in_an_older_battle_a_shell_at_a_flyer_says_that_it_does_not_strike_it():
    state = battle(
        put("a1", "leman-russ", (10, 10), 90), put("b1", "landspeeder", (30, 10)), put("b2", "rhino", (30, 20))
    )
    older = replace(state, version="8")
    flying, standing = (planned(older, "fire", target=unit) for unit in ("b1", "b2"))
    assert "Battle cannon does not strike Landspeeder B1, which flies (CRU-WEAP-08)" in flying.notes
    assert not any("does not strike" in note for note in standing.notes)
    today = planned(state, "fire", target="b1")
    assert not any("does not strike" in note for note in today.notes)
    assert today.refusal is None


def test_a_wall_that_was_struck_says_how_many_hits_it_has_taken():
    house = Terrain(id="house", name="House", points=((18, 8), (26, 8), (26, 14), (18, 14)), look="building")
    state = battle(put("a1", "rhino", (22, 17)), put("b1", "marine", (40, 30)), terrain=(house,))
    struck, _ = act(state, drive("a1", ram="house"), ram=[2, 0, 0], ram_defence=[0, 0])
    assert drawing.ground_of(struck).pieces[0].effect == "1 of 2 Hits taken, armour 1"


@pytest.mark.rule("CRU-RAM-03", "CRU-DEST-01")
def test_a_ram_of_a_wreck_or_wall_is_told_as_a_structure_with_what_the_rammer_risks():
    state = battle(
        put("a1", "rhino", (10, 10), 90),
        put("b1", "rhino", (16, 10)),
        put("b2", "marine", (40, 30)),
        noting={"b1": held("HULL", "HULL", "HULL", wreck=True)},
    )
    found = planned(state, "drive", path=((15, 10),), ticked={"ram": "1"})
    assert [(each.what, each.how) for each in found.follows] == [
        ("Runs into the wreck of Rhino B1", "3R against 2R and 1")
    ]
    assert [figure.meaning for figure in found.figures] == ["the wreck of Rhino B1 broken up", "Rhino A1 hurt"]
    after, events = act(state, convert_action(sent(found)), ram=[1, 0, 0], ram_defence=[0, 0])
    assert events[-1].sentence(after) == "The wreck of Rhino B1 takes no hit"


def test_a_bunker_has_none_of_its_numbers_of_a_skirmish_beside_the_board():
    works = Terrain(
        id="works",
        name="Works",
        points=((0, 0), (4, 0), (4, 4)),
        look="bunker",
        armoured=Armoured(capacity=10, ports=4),
    )
    state = battle(put("a1", "marine", (20, 20)), put("b1", "marine", (40, 30)), terrain=(works,))
    assert bunkers.bunkers(state) == ()
    assert bunkers.bunkers(replace(state, ruleset="gemini-arap"))


def test_rapid_fire_is_declined_by_a_tick_where_it_could_be():
    near = battle(put("a1", "rhino", (20, 25)), put("b1", "dreadnought", (20, 15)))
    found = planned(near, "fire", target="b1")
    assert [control.label for control in found.controls] == ["No rapid fire: one attack each"]
    assert found.groups[0].shots == "two attacks"
    single = planned(near, "fire", target="b1", ticked={"once": "1"})
    assert single.groups[0].shots == ""
    assert sent(single)["aims"] == [{"weapon": "0", "target": "b1", "once": True}]
    far = battle(put("a1", "rhino", (20, 30)), put("b1", "dreadnought", (20, 10)))
    assert planned(far, "fire", target="b1").controls == ()


def test_the_second_attack_of_rapid_fire_is_chosen_from_a_list_where_somebody_else_is_near():
    marines = (put("b1", "marine", (17, 15)), put("b2", "marine", (23, 15)), put("b3", "marine", (20, 6)))
    state = battle(put("a1", "rhino", (20, 25)), *marines)
    found = planned(state, "fire", target="b1")
    (second, _) = found.controls
    assert (second.label, second.value) == ("Second attack", "b1")
    assert second.choices == (("b1", "marine B1"), ("b2", "marine B2"))
    split = planned(state, "fire", target="b1", ticked={"then:0": "b2"})
    assert sent(split)["aims"] == [{"weapon": "0", "target": "b1", "then": "b2"}]
    assert split.of == "at 2 targets"
    assert [group.name for group in split.groups] == ["Storm bolter at marine B1", "Storm bolter at marine B2"]
    once = planned(state, "fire", target="b1", ticked={"then:0": "b2", "once": "1"})
    assert sent(once)["aims"] == [{"weapon": "0", "target": "b1", "once": True}]
    far = planned(state, "fire", target="b3", ticked={"then:0": "b2"})
    assert sent(far)["aims"] == [{"weapon": "0", "target": "b3"}]


def test_nobody_but_a_pod_has_anything_to_do_before_it_lands():
    pod = put("a1", "drop-pod", deployed=False)
    state = battle(pod, put("a2", "marine", (5, 5)), put("b1", "marine", (40, 20)), number=2)
    shown = dock.dock(state, A, "a2")
    assert {act.kind: act.why for act in shown.acts if act.kind in ("move", "finish")} == {
        "move": "pod lands",
        "finish": "pod lands",
    }
    assert [act.kind for act in dock.dock(state, A, "a1").acts] == ["land"]


def test_the_dock_says_what_is_left_to_a_vehicle():
    state = battle(put("a1", "drop-pod", (20, 20)), put("a2", "landspeeder", (5, 5)), put("b1", "marine", (40, 20)))
    assert dock.dock(state, A, "a1").moved == "It cannot move, its action is left."
    assert dock.dock(state, A, "a2").moved == "0 of 4 move actions made, its action is left."


def test_a_vehicle_bears_an_arrow_for_each_move_action_until_its_next_turn():
    state = battle(put("a1", "landspeeder", (20, 20), 90), put("b1", "marine", (40, 5)))
    for _ in range(2):
        state, _ = act(state, drive("a1"))
    (token,) = (unit for unit in drawing.units(state) if unit.id == "a1")
    assert (token.models[0].arrows, token.remark) == (2, "2 move actions")
    assert unit_svg(token).count('class="arrows"') == 1
    state, _ = act(state, EndTurn(side=A))
    state, _ = act(state, EndTurn(side=B))
    (token,) = (unit for unit in drawing.units(state) if unit.id == "a1")
    assert (token.models[0].arrows, token.remark) == (0, "")
    assert "arrows" not in unit_svg(token)


def test_a_vehicle_from_which_somebody_fired_counts_no_bought_move():
    state = battle(put("a1", "skiff", (20, 20)), put("b1", "marine", (40, 5)), noting={"a1": ModelMarks(locked=True)})
    assert cards.vehicle(state, state.units["a1"]).possible == 2
    free = battle(put("a1", "skiff", (20, 20)), put("b1", "marine", (40, 5)))
    assert cards.vehicle(free, free.units["a1"]).possible == 3


def test_two_weapons_of_a_kind_on_one_side_of_a_hull_have_a_number_each():
    state = battle(put("a1", "thunderhawk", (20, 20)), put("b1", "marine", (40, 5)))
    mounts = [gun.mount for gun in guns.guns(state, state.units["a1"])]
    assert mounts == ["fixed", "left sponson 1", "left sponson 2", "right sponson 1", "right sponson 2"]
    older = replace(state, version="14")
    assert models.weapon(older, older.units["a1"], "1")[0] == "Twin heavy bolter (left sponson)"


def test_zones_along_the_edges_are_drawn_while_sides_set_up():
    sides = (ScenarioSide(id=A, name="A", edge="north"), ScenarioSide(id=B, name="B", edge="south"))
    state = battle(put("a1", "marine", deployed=False), put("b1", "marine", deployed=False), number=0)
    state = replace(state, sides=tuple(replace(s, edge=e.edge) for s, e in zip(state.sides, sides, strict=True)))
    state = replace(state, turn=replace(state.turn, phase="deployment", place=0))
    assert re.findall(r"Side . sets up here", turn_order.zones(state)) == ["Side A sets up here", "Side B sets up here"]
    assert turn_order.zones(replace(state, turn=replace(state.turn, phase="activation"))) == ""


def test_of_four_sides_each_score_stands_behind_its_badge():
    """Of two they meet at the colon; among four nobody could tell whose a number between two badges was."""
    state = battle(*(put(f"{side}1", "marine", (10 * n + 5, 10)) for n, side in enumerate("abcd")))
    shown = re.sub("<[^>]*>", " ", str(fragments.HTML["scores"](Scene.of("public", state))))
    worth = state.units["a1"].points
    assert " ".join(shown.split()) == " ".join(f"{s.upper()} Side {s.upper()} {worth}" for s in "abcd")


@pytest.mark.part_of("CRU-WIPE-02")
def test_a_drive_goes_on_with_what_is_left_of_a_move_action_and_no_further():
    """Where another move action is left, a longer way takes that."""
    wagon, foe = put("a1", "rhino", (20, 24)), put("b1", "marine", (40, 5))
    state = battle(wagon, foe, noting={"a1": held("DRIVE", moves=1, left_in=3.5)})
    short, long = planned(state, "drive", path=((20, 22),)), planned(state, "drive", path=((20, 18),))
    assert (sent(short)["rest"], short.of, acts(state)["drive"].cost) == (True, "of 3½″", "3½″ left")
    assert short.notes[0] == "goes on with the move action that was broken off (CRU-WIPE-02)"
    assert (sent(long)["rest"], sent(long)["legs"]) == (True, [{"inches": 3.5}])
    assert long.text == "Shortened to what is left of its move action."
    assert dock.dock(state, A, "a1").moved == "1 of 1 move action made, 3½″ left of the last, its action is left."
    slowed = battle(wagon, foe, noting={"a1": held("DRIVE", moves=2, acted=True, extra=True)})
    assert dock.dock(slowed, A, "a1").moved == "2 move actions made, no action left."
    another = battle(wagon, foe, noting={"a1": ModelMarks(moves=1, left_in=3.5)})
    assert "rest" not in sent(planned(another, "drive", path=((20, 18),)))
    assert sent(planned(another, "drive", path=((20, 18),)))["extra"]
