"""Plans: a draft in the page's words, told as cost, chances and refusal, with the action that a commit would send."""

from __future__ import annotations

import math
import re
from fractions import Fraction

import msgspec
import pytest
from django.template.loader import render_to_string
from msgspec.structs import replace

from rules import codec
from rules.arap.rulings.terrain import RuleDriving
from rules.core.preview import Chance, Ending, Mishap, Preview, ShotLine, success
from rules.engine import preview
from rules.forces.gemini import GeminiHull
from rules.forces.unit import DoorWork
from rules.geometry.rings import rectangle
from rules.questions import weapons
from rules.state import GameState
from rules.table.terrain import Terrain
from tabletop.games.board import overlays
from tabletop.games.panels.dock import dock
from tabletop.games.plans import drafts
from tabletop.games.plans.drafts import Draft
from tabletop.games.plans.figures import telling
from tabletop.games.plans.preview import plan
from tabletop.games.plans.ways import shorten
from tabletop.ui import lengths
from tabletop.ui.words import inches_text
from tests.builders import A, a_battle, a_profile, a_row, a_unit, a_weapon, play
from tests.markup import flowing
from tests.rules.buildings.sections.customs import E1, a_house, squad
from tests.rules.vehicles.garage import a_vehicle
from tests.rules.vehicles.gemini.motion.test_sections import train

RIFLE = a_weapon("rifle")
WAY_IN = replace(E1, state="open")


def a_field(**values: object) -> GameState:
    squad = a_unit("a1", at=a_row(4, 10, 10), weapons=[RIFLE], name="First Section")
    foes = a_unit("b1", at=a_row(4, 25, 10), facing=270, name="Levy")
    return a_battle(squad, foes, active="a1", ap=2, **values)


def test_a_way_that_can_be_walked_is_committed_as_it_was_drawn():
    shown = plan(a_field(), A, Draft(kind="move", unit="a1", path=((13, 10),)))
    assert shown.refusal is None
    assert (shown.title, shown.of, shown.commit) == ("Move 3″", "of 4″", "Commit move")
    sent = msgspec.json.decode(shown.action)
    assert (sent["type"], sent["unit"]) == ("Move", "a1")
    assert [waypoint["at"] for waypoint in sent["path"]] == [[13.0, 10.0]]


def test_a_way_that_is_too_long_is_shortened_to_what_can_be_reached_and_says_so():
    shown = plan(a_field(), A, Draft(kind="move", unit="a1", path=((20, 10),)))
    assert shown.refusal is None
    assert (shown.title, shown.of) == ("Move 4″", "of 4″")
    assert shown.text == "Shortened to 4″ of the 10″ drawn."
    (waypoint,) = msgspec.json.decode(shown.action)["path"]
    assert waypoint["at"] == [14, 10]


def test_who_would_be_cut_off_is_ringed_where_he_would_stand():
    away = (12.0, 17.0)
    shown = plan(a_field(), A, Draft(kind="move", unit="a1", path=((12, 10),), models={"a1.4": away}))
    assert shown.refusal is not None
    assert "A1.4 would stand more than 3″ from the rest" in shown.refusal.message
    (ring,) = re.findall(r'<circle class="touch" cx="([\d.]+)" cy="([\d.]+)"', shown.overlay.preview)
    assert [float(n) / 10 for n in ring] == pytest.approx(away)


def test_who_is_placed_apart_beyond_his_move_goes_as_far_as_he_can_and_the_others_as_they_were_told():
    field = a_battle(a_unit("a1", at=a_row(4, 10, 10), weapons=[RIFLE]), a_unit("b1", at=[(40, 10)]), active="a1", ap=2)
    apart = {"a1.4": (20.0, 15.0), "a1.3": (12.5, 13.0)}
    shown = plan(field, A, Draft(kind="move", unit="a1", path=((12, 10),), models=apart))
    assert (shown.refusal, shown.text) == (None, "Who is placed apart goes as far as he can.")
    sent = msgspec.json.decode(shown.action)
    assert [waypoint["at"] for waypoint in sent["path"]] == [[12, 10]]
    places = {p["model"]: tuple(p["at"]) for p in sent["placements"]}
    assert places["a1.3"] == (12.5, 13.0)
    x, y = places["a1.4"]
    assert 13.8 <= x < 14.01
    assert 14.5 < y < 15


def test_a_way_that_is_too_long_is_cut_and_says_that_nobody_is_placed_apart():
    shown = plan(a_field(), A, Draft(kind="move", unit="a1", path=((20, 10),), models={"a1.4": (20, 15)}))
    assert shown.text == "Shortened to 4″ of the 10″ drawn. Nobody is placed apart there."


def corners_of(drawn: str) -> list[tuple[float, float]]:
    """The corners of the shape that is reached, in inches."""
    (shape,) = re.findall(r'class="arc-e reach" d="M([^"]+)Z"', drawn)
    return [tuple(float(n) / 10 for n in corner.split()) for corner in shape.split("L")]  # type: ignore[misc]


def a_lone_walker(*terrain: Terrain, others: tuple[tuple[float, float], ...] = (), ap: int = 2) -> GameState:
    foes = a_unit("b1", at=list(others) or [(60, 40)], facing=270, name="Levy")
    return a_battle(a_unit("a1", at=[(10, 10)], facing=90), foes, active="a1", ap=ap, terrain=terrain)


NORTH, EAST, SOUTH, WEST = 0, 12, 24, 36
"""Places of the shape's corners, which begin to the north and go round clockwise."""


def test_the_ground_in_reach_is_drawn_before_anything_is_pointed_at():
    shown = plan(a_lone_walker(), A, Draft(kind="move", unit="a1"))
    corners = corners_of(shown.overlay.arcs)
    assert len(corners) == 48
    assert [corners[n] for n in (NORTH, EAST, SOUTH)] == [(10, 6), (14, 10), (10, 14)]
    assert corners[WEST] == (6.5, 10)  # who turns about pays half an inch (ARAP-MOVE-07)
    assert "up to 4″" in shown.overlay.arcs


def test_difficult_ground_shortens_the_reach_by_what_it_costs():
    bog = Terrain(id="bog", name="Bog", points=((12, 0), (30, 0), (30, 30), (12, 30)), going="difficult")
    corners = corners_of(plan(a_lone_walker(bog), A, Draft(kind="move", unit="a1")).overlay.arcs)
    assert corners[EAST] == (13, 10)  # 2 inches open, 1 in the bog counted double
    assert corners[NORTH] == (10, 6)


def test_who_pays_most_sets_the_reach_of_all():
    bog = Terrain(id="bog", name="Bog", points=((0, 11), (30, 11), (30, 30), (0, 30)), going="difficult")
    squad = a_unit("a1", at=[(10, 10), (10, 11.5)], facing=90)
    state = a_battle(squad, a_unit("b1", at=[(60, 40)]), active="a1", ap=1, terrain=[bog])
    corners = corners_of(plan(state, A, Draft(kind="move", unit="a1")).overlay.arcs)
    assert corners[EAST] == (12, 10)


def test_crawling_and_tactical_movement_have_their_own_reach():
    crawled = corners_of(plan(a_lone_walker(), A, Draft(kind="crawl", unit="a1")).overlay.arcs)
    hurried = corners_of(plan(a_lone_walker(), A, Draft(kind="tactical", unit="a1")).overlay.arcs)
    assert (crawled[EAST], hurried[EAST]) == ((12, 10), (16, 10))


def test_two_actions_reach_twice_as_far():
    draft = Draft(kind="move", unit="a1", ticked={"actions": "2"})
    assert corners_of(plan(a_lone_walker(), A, draft).overlay.arcs)[EAST] == (18, 10)


def test_an_action_that_is_paid_is_not_counted_again():
    state = a_lone_walker(ap=1)
    unit = state.units["a1"]
    paid = DoorWork(model=unit.alive[0].id, operations=0)
    state = state.with_unit(replace(unit, now=replace(unit.now, at_doors=(paid,))))
    shown = plan(state, A, Draft(kind="move", unit="a1"))
    assert next(c for c in shown.controls if c.name == "actions").choices == (("1", "0 AP"), ("2", "1 AP"))
    costs = {act.kind: act.cost for act in dock(state, A, "a1").acts}
    assert (costs["move"], costs["crawl"], costs["tactical"]) == ("free", "free", "1 AP")


def test_the_reach_ends_at_the_table_and_before_an_enemy():
    state = a_lone_walker(others=((13, 10),))
    ahead = corners_of(plan(state, A, Draft(kind="move", unit="a1")).overlay.arcs)[EAST]
    assert 12 - 0.15 <= ahead[0] <= 12
    unit, *rest = a_unit("a1", at=[(10, 2.5)], facing=90)
    edged = a_battle((unit, *rest), a_unit("b1", at=[(60, 40)]), active="a1", ap=1)
    assert corners_of(plan(edged, A, Draft(kind="move", unit="a1")).overlay.arcs)[NORTH] == (10, 0)


def test_nobody_who_cannot_pay_is_shown_a_reach():
    assert plan(a_lone_walker(ap=0), A, Draft(kind="move", unit="a1")).overlay.arcs == ""


def test_a_way_beyond_the_reach_and_through_water_ends_where_the_reach_does():
    lake = Terrain(id="lake", name="Lake", points=((16, 0), (30, 0), (30, 30), (16, 30)), going="water")
    shown = plan(a_lone_walker(lake), A, Draft(kind="move", unit="a1", path=((25, 10),)))
    assert shown.refusal is None
    assert shown.text == "Shortened to 4″ of the 15″ drawn."
    assert msgspec.json.decode(shown.action)["path"][0]["at"] == [14, 10]
    assert corners_of(shown.overlay.arcs)[EAST] == (14, 10)


def test_a_way_beyond_the_reach_that_would_end_on_friends_falls_short_of_them():
    squad, friends = a_unit("a1", at=[(10, 10)], facing=90), a_unit("a2", at=[(14, 10)], facing=90)
    state = a_battle(squad, friends, a_unit("b1", at=[(60, 40)]), active="a1", ap=1)
    shown = plan(state, A, Draft(kind="move", unit="a1", path=((25, 10),)))
    assert shown.refusal is None
    assert msgspec.json.decode(shown.action)["path"][0]["at"] == [13, 10]


@pytest.mark.parametrize("end", [(13.0, 10.0), (12.25, 10.0)])
def test_a_way_within_the_reach_that_would_end_in_a_rock_or_on_friends_falls_short_of_them(end: tuple[float, float]):
    rock = Terrain(id="rock", name="Rock", points=((12.5, 5), (14, 5), (14, 15), (12.5, 15)), going="impassable")
    squad, friends = a_unit("a1", at=[(10, 10)], facing=90), a_unit("a2", at=[(13, 10)], facing=90)
    for state in (
        a_battle(squad, a_unit("b1", at=[(60, 40)]), terrain=(rock,), active="a1", ap=1),
        a_battle(squad, friends, a_unit("b1", at=[(60, 40)]), active="a1", ap=1),
    ):
        shown = plan(state, A, Draft(kind="move", unit="a1", path=(end,)))
        assert (shown.refusal, shown.warns) == (None, True)
        assert msgspec.json.decode(shown.action)["path"][0]["at"] == [12, 10]
        assert any(note.startswith("The rest:") for note in shown.notes)


def test_the_bends_before_the_cut_are_kept():
    shown = plan(a_field(), A, Draft(kind="move", unit="a1", path=((12, 10), (12, 20), (30, 20))))
    path = msgspec.json.decode(shown.action)["path"]
    assert path[0]["at"] == [12, 10]
    assert path[1]["at"] == [12, 12]
    assert len(path) == 2


def test_a_way_that_is_barred_from_the_start_says_why_and_cannot_be_committed():
    state = a_field().with_turn(ap=0)
    shown = plan(state, A, Draft(kind="move", unit="a1", path=((20, 10),)))
    assert shown.refusal is not None
    assert shown.refusal.code == "too-few-points"
    assert shown.action == ""


def test_the_part_of_a_way_that_is_not_paid_for_is_dashed():
    shown = plan(a_field(), A, Draft(kind="move", unit="a1", path=((20, 10),)))
    assert 'class="path-x" d="M140 100L200 100"' in shown.overlay.preview
    assert shown.overlay.preview.count('class="ghost"') == 4


def test_ghosts_stand_where_the_models_would():
    shown = plan(a_field(), A, Draft(kind="move", unit="a1", path=((13, 10),)))
    assert shown.overlay.preview.count('class="ghost"') == 4
    assert 'data-model="a1.1" transform="translate(130 100)' in shown.overlay.preview


def test_a_charge_is_sent_with_its_bends_and_the_places_of_single_models():
    squad = a_unit("a1", at=a_row(2, 10, 10), name="First Section")
    state = a_battle(squad, a_unit("b1", at=a_row(2, 15, 10), facing=270), active="a1", ap=1)
    draft = Draft(kind="charge", unit="a1", target="b1", path=((12, 9),), models={"a1.2": (30, 30)})
    shown = plan(state, A, draft)
    assert shown.refusal is not None
    assert (shown.refusal.code, shown.refusal.rule) == ("bad-placement", "ARAP-CHG-04")
    assert (shown.aims, shown.pointed) == ("way", True)
    bent = plan(state, A, replace(draft, models={}))
    assert msgspec.json.decode(bent.action)["path"] == [[12, 9]]
    *_, x, y, _ = next(ghost for ghost in _ghosts(state, bent.action) if ghost[0] == "a1.2")
    placed = msgspec.json.decode(plan(state, A, replace(draft, models={"a1.2": (x, y)})).action)
    assert [p["model"] for p in placed["placements"]] == ["a1.2"]


def _ghosts(state: GameState, action: str) -> tuple[tuple[str, float, float, float], ...]:
    """Where the models of an action would stand."""
    return preview(state, codec.decode_action(action)).ghosts


def test_the_plate_of_a_way_covers_neither_models_nor_ghosts():
    crowd = a_unit("a2", at=[(x, y) for x in (14.5, 16, 17.5) for y in (7.5, 9, 10.5)])
    state = a_battle(
        a_unit("a1", at=a_row(4, 10, 10)), crowd, a_unit("b1", at=[(60, 40)], facing=270), active="a1", ap=1
    )
    shown = plan(state, A, Draft(kind="move", unit="a1", path=((13, 10),)))
    (place,) = re.findall(r'class="lbl mk" transform="translate\(([^)]+)\)', shown.overlay.preview)
    x, y = (float(n) / 10 for n in place.split())
    half = re.search(r'<rect x="-([\d.]+)"', shown.overlay.preview)
    assert half is not None
    across = float(half[1]) / 10
    ghosts = [(gx, gy) for _, gx, gy, _ in _ghosts(state, shown.action)]
    for mx, my in (*(m.at for u in state.units.values() for m in u.alive), *ghosts):
        assert abs(mx - x) >= across + 0.49 or abs(my - y) >= 0.65 + 0.49


def test_without_a_way_the_plan_says_how_to_draw_one():
    shown = plan(a_field(), A, Draft(kind="move", unit="a1"))
    assert shown.text.startswith("Drag from the unit")
    assert shown.action == ""


def test_somebody_elses_unit_is_not_planned_for():
    shown = plan(a_field(), A, Draft(kind="move", unit="b1", path=((13, 10),)))
    assert shown.text.startswith("Pick a unit of your own")


def test_a_shot_names_target_number_chances_and_the_targets_in_reach():
    shown = plan(a_field(), A, Draft(kind="shoot", unit="a1", target="b1"))
    assert [(t.id, t.away, t.chosen) for t in shown.targets] == [("b1", "15″", True)]
    assert shown.groups[0].need == "3 or less"
    assert shown.commit == "Commit fire"
    assert msgspec.json.decode(shown.action)["target"] == "b1"


def test_a_shot_without_a_target_asks_for_one():
    shown = plan(a_field(), A, Draft(kind="shoot", unit="a1"))
    assert shown.text == "Choose a target, on the board or from the list."


def test_dice_are_planned_with_their_chances():
    state = a_field().with_turn(active=None, ap=0)
    shown = plan(state, A, Draft(kind="activate", unit="a1", ticked={"dice": "2"}))
    assert (shown.title, shown.commit) == ("2 dice", "Roll 2 dice")
    assert [f.meaning for f in shown.figures] == ["acts", "bust", "average points"]
    four = plan(state, A, Draft(kind="activate", unit="a1", ticked={"dice": "4"})).refusal
    assert four is not None
    assert (four.rule, four.allowed) == ("ARAP-ACT-02", "1 to 3 dice")
    odd = plan(state, A, Draft(kind="activate", unit="a1", ticked={"dice": "²"}))
    assert odd.text == "Choose how many dice to roll."


def a_tank(**values: object) -> GameState:
    hull = GeminiHull(type="tracked", front=12, side=11, rear=10, hull_points=3, battle_speed_in=12)
    tank = a_unit("a1", at=[(20, 20)], profile=a_profile("tank", hull=hull), name="Anvil")
    foes = a_unit("b1", at=a_row(4, 45, 10), facing=270, name="Levy")
    return a_battle(tank, foes, active="a1", ap=2, **values)


def test_a_hull_is_driven_ahead_and_turned_at_the_end():
    shown = plan(a_tank(), A, Draft(kind="drive", unit="a1", path=((23, 20),), facing=120))
    assert shown.refusal is None
    sent = msgspec.json.decode(shown.action)
    assert [(w["at"], w["facing"], w["gait"]) for w in sent["path"]] == [([23.0, 20.0], 120.0, None)]


def test_a_hull_pointed_behind_itself_backs_up():
    shown = plan(a_tank(), A, Draft(kind="drive", unit="a1", path=((18.5, 20),)))
    assert shown.refusal is None
    assert msgspec.json.decode(shown.action)["path"][0]["gait"] == "back"


def test_ending_the_phase_needs_no_unit():
    shown = plan(a_field(), A, Draft(kind="end-activation"))
    assert msgspec.json.decode(shown.action)["type"] == "EndActivation"


def test_a_draft_of_too_many_points_is_not_read():
    raw = {"kind": "move", "unit": "a1", "path": [[1.0, 1.0]] * (drafts.MOST_POINTS + 1)}
    with pytest.raises(msgspec.ValidationError):
        drafts.read(raw)


def test_a_unit_that_the_table_places_is_shown_where_it_would_stand():
    squad = a_unit("a1", at=a_row(4, 0, 0), name="First Section", deployed=False)
    state = a_battle(squad, a_unit("b1", at=a_row(4, 60, 10)), turn=0)
    state = state.with_turn(phase="deployment")
    shown = plan(state, A, Draft(kind="deploy", unit="a1", ticked={"auto": "1"}))
    assert shown.refusal is None
    assert msgspec.json.decode(shown.action) == {"type": "AutoDeploy", "side": "a", "unit": "a1"}
    assert shown.overlay.preview.count('class="ghost"') == 4


def test_list_line_and_odds_of_a_shot_at_a_hull_give_one_range():
    men = a_unit("a1", [(10, 20)], weapons=(a_weapon("lance", type="assault", range_in=24, strength=8),), facing=90)
    state = a_battle(men, a_vehicle("b1", (20, 20)), active="a1", ap=2)
    hull = state.profile(state.units["b1"].models[0]).hull
    assert hull is not None
    away = inches_text(10 - hull.width_in / 2)
    found = plan(state, A, Draft(kind="shoot", unit="a1", target="b1"))
    assert found.refusal is None
    assert [row.away for row in found.targets] == [away]
    assert f">{away}</text>" in found.overlay.preview
    shown = lengths.shown("; ".join(found.groups[0].notes), lengths.INCHES)
    assert f"range {away}" in shown


def test_a_target_is_as_far_away_as_the_nearest_of_those_who_fire():
    men = a_unit("a1", [(12, 20), (10, 18.5), (9, 21.5)], weapons=(a_weapon("lance", type="assault", range_in=24),))
    foes = (a_unit("b1", [(24, 20)]), a_unit("b2", [(23, 24)]))
    state = a_battle(men, *foes, active="a1", ap=2)
    unit = state.units["a1"]
    state = state.with_unit(replace(unit, models=(replace(unit.models[0], weapons=()), *unit.models[1:])))
    near, next_one = inches_text(math.hypot(14, 1.5)), inches_text(math.hypot(15, 1.5))
    far = inches_text(math.hypot(13, 5.5))
    for target, ticked, away in (("", {}, near), ("b1", {}, near), ("b1", {"f:a1.2": "0"}, next_one)):
        shown = plan(state, A, Draft(kind="shoot", unit="a1", target=target, ticked=ticked))
        assert {row.id: row.away for row in shown.targets} == {"b1": away, "b2": far}


def test_the_list_says_of_every_other_target_what_decides_there():
    foes = (
        a_unit("b1", [(20, 10)], profile=a_profile("man", t=3, sv=0)),
        a_unit("b2", [(22, 13)], profile=a_profile("ogre", t=9, w=3)),
        a_unit("b3", [(24, 16)], profile=a_profile("brute", t=4, sv=0)),
    )
    state = a_battle(a_unit("a1", [(10, 10)], weapons=[RIFLE], facing=90), *foes, active="a1", ap=2)
    shown = plan(state, A, Draft(kind="shoot", unit="a1", target="b1"))
    there = plan(state, A, Draft(kind="shoot", unit="a1", target="b3")).deciding
    assert {row.id: row.text for row in shown.targets} == {
        "b1": "",
        "b2": "cannot hurt them",
        "b3": " · ".join(f"{each.figure} {each.meaning}" for each in there),
    }
    assert "to hit · " in shown.targets[2].text
    before = plan(state, A, Draft(kind="shoot", unit="a1"))
    assert [row.text for row in before.targets] == ["", "", ""], "nothing is worked out until somebody is aimed at"


def test_what_is_known_to_fail_says_so_large_and_on_its_button():
    sword = a_weapon("sword", type="melee", range_in=0)
    squad = a_unit("a1", at=a_row(2, 10, 10), weapons=[RIFLE, sword], facing=90)
    ogre = a_unit("b1", [(24, 10)], profile=a_profile("ogre", t=9, w=3), facing=270)
    state = a_battle(squad, ogre, a_vehicle("b2", (20, 20), front=14, side=14, rear=14), active="a1", ap=2)
    for kind, target, why, button in (
        ("charge", "b1", "falls short", "Charge, falls short"),
        ("shoot", "b1", "cannot hurt them", "Shoot, cannot hurt them"),
        ("shoot", "b2", "cannot hurt it", "Shoot, cannot hurt it"),
    ):
        shown = plan(state, A, Draft(kind=kind, unit="a1", target=target))
        assert (shown.refusal, shown.vain, shown.commit) == (None, why, button)
        assert f'vain">{why.capitalize()}</p>' in flowing(render_to_string("games/plan/_plan.html", {"plan": shown}))


def test_blows_that_no_armour_heeds_are_in_vain():
    sword = a_weapon("sword", type="melee", range_in=0)
    squad = a_unit("a1", at=a_row(2, 10, 10), weapons=[sword], facing=90)
    hull = a_vehicle("b1", (15, 10), front=14, side=14, rear=14)
    state = a_battle(squad, hull, active="a1", ap=2)
    shown = plan(state, A, Draft(kind="charge", unit="a1", target="b1"))
    assert (shown.refusal, shown.commit) == (None, "Charge, cannot hurt it")


def test_a_test_without_a_chance_cannot_succeed_and_one_with_a_chance_may():
    never, ever = (
        Preview(chances=(success("unlocks it", 0),)),
        Preview(chances=(success("unlocks it", Fraction(1, 36)),)),
    )
    assert (never.in_vain, ever.in_vain) == ("cannot succeed", "")


def a_ram() -> GameState:
    return a_battle(
        a_vehicle("a1", (12, 14), heading=90, battle_speed_in=24),
        a_vehicle("b1", (26, 14), heading=90, front=11, side=10, rear=10),
        active="a1",
        ap=2,
    )


def test_a_drive_into_a_hull_offers_to_ram_it_and_tells_both_blows():
    ahead = ((26.0, 14.0),)
    shown = plan(a_ram(), A, Draft(kind="drive", unit="a1", path=ahead, ticked={"actions": "2"}))
    assert shown.refusal is not None
    assert shown.refusal.code == "vehicle-in-the-way"
    assert [c.label for c in shown.controls if c.name == "ram"] == ["Ram B1"]
    shown = plan(a_ram(), A, Draft(kind="drive", unit="a1", path=ahead, ticked={"actions": "2", "ram": "1"}))
    assert shown.refusal is None
    assert shown.commit == "Commit ram"
    assert [(g.name, g.shots) for g in shown.groups] == [("Impact on B1", ""), ("Impact on A1", "")]
    assert 'class="path-x" d="M200 140L260 140"' in shown.overlay.preview
    assert "avring" in shown.overlay.facings


@pytest.mark.rule("VEH-MOVE-06")
def test_a_drive_into_a_friend_stops_short_of_it_and_says_what_bars_the_rest():
    friend = a_vehicle("a2", (20, 14), heading=90)
    state = a_battle(a_vehicle("a1", (12, 14), heading=90, battle_speed_in=24), friend, active="a1", ap=2)
    shown = plan(state, A, Draft(kind="drive", unit="a1", path=((22.0, 14.0),), ticked={"actions": "2"}))
    assert shown.refusal is None
    assert shown.commit == "Commit drive"
    assert shown.text == "Shortened to 2″ of the 10″ drawn."
    assert shown.notes[0].startswith("The rest: A2 is in the way of A1.")


def test_a_box_ticked_for_a_ram_does_not_bind_a_way_that_leads_nowhere():
    shown = plan(a_ram(), A, Draft(kind="drive", unit="a1", path=((12, 20),), ticked={"actions": "2", "ram": "1"}))
    assert shown.refusal is None
    assert msgspec.json.decode(shown.action).get("ram", False) is False
    assert not [c for c in shown.controls if c.name == "ram"]


@pytest.mark.parametrize(
    ("kind", "name", "said"),
    [
        ("Shoot", "Rifle", "2 shots"),
        ("Charge", "First Section: Rifle, Initiative 4", "2 blows"),
        ("ChargeBunker", "Blow on Redoubt", "2 blows"),
    ],
)
def test_a_preview_counts_blows_where_a_charge_strikes(kind, name, said):
    line = ShotLine(weapon="rifle", name=name, shooters=2, shots=2, goal=3, goal_text="", modifiers=(), chances=())
    shown = render_to_string("games/plan/_preview.html", {"preview": Preview(shots=(line,)), "kind": kind, "seq": 1})
    assert said in flowing(shown)


@pytest.mark.parametrize(
    ("labels", "shown"),
    [
        (
            ("glances", "penetrates", "crew shaken", "destroyed by one hit"),
            ("glances", "penetrates", "destroyed by one hit"),
        ),
        (("to hit", "to wound", "not saved", "wounds to expect"), ("to hit", "to wound", "not saved")),
        (
            ("glances", "penetrates", "destroyed by one hit", "loses control"),
            ("glances", "penetrates", "destroyed by one hit", "loses control"),
        ),
    ],
)
def test_of_many_figures_that_of_the_end_or_of_a_mishap_is_shown(labels, shown):
    kinds = {"destroyed by one hit": Ending, "loses control": Mishap}
    chances = tuple(kinds.get(label, Chance)(label=label, exact="1/2", value=0.5) for label in labels)
    assert tuple(c.label for c in telling(chances)) == shown


def test_the_faces_that_are_fired_at_are_lit():
    tank = a_vehicle("b1", (30, 24), heading=270)
    state = a_battle(a_unit("a1", [(20, 24), (30, 10)]), tank, active="a1", ap=2)
    shown = weapons.faces_hit(state, state.units["a1"], state.units["b1"])
    assert shown == {"front", "right"}
    assert weapons.faces_hit(state, state.units["b1"], state.units["a1"]) == frozenset()


def test_a_train_that_is_placed_shows_all_its_sections():
    state = train()
    shown = overlays.placed(state, state.units["a1"], [("a1.1", 30, 14, 0)]).preview
    assert re.findall(r'ghost-r" cx="([\d.]+)" cy="([\d.]+)"', shown) == [
        ("300", "140"),
        ("300", "187.5"),
        ("300", "230"),
    ]


@pytest.mark.part_of("ARAP-WPN-01")
def test_a_bomb_is_dropped_on_the_enemy_below() -> None:
    bomb = a_weapon("bomb", type="bomb", range_in=0, strength=4, marker_in=3)
    flier = a_unit("a1", at=[(20, 10)], profile=a_profile("flier", traits=("airborne",)), weapons=[bomb])
    state = a_battle(flier, a_unit("b1", at=[(20.2, 10)]), active="a1", ap=1)
    shown = plan(state, A, Draft(kind="drop", unit="a1", target="b1"))
    assert (shown.ap, shown.commit, [t.id for t in shown.targets]) == (1, "Commit drop a bomb", ["b1"])
    assert msgspec.json.decode(shown.action)["type"] == "DropBomb"


@pytest.mark.part_of("ARAP-WPN-01")
def test_a_bomb_is_dropped_where_the_board_is_pressed_below_an_edge() -> None:
    bomb = a_weapon("bomb", type="bomb", range_in=0, strength=4, marker_in=3)
    roof = Terrain(id="r", name="Roof", points=((15, 5), (20, 5), (20, 15), (15, 15)), elevation_in=4)
    bomber = a_unit("a1", at=[(19.5, 10)], weapons=[bomb], facing=90)
    state = a_battle(bomber, a_unit("b1", at=[(40, 10)]), active="a1", ap=1, terrain=(roof,))
    free = plan(state, A, Draft(kind="drop", unit="a1"))
    assert (free.aims, free.commit) == ("spot", "Commit drop a bomb")
    pressed = plan(state, A, Draft(kind="drop", unit="a1", path=((20.6, 10.5),)))
    asked = msgspec.json.decode(pressed.action)
    assert (asked["at"], asked.get("target")) == ([20.6, 10.5], None)
    far = plan(state, A, Draft(kind="drop", unit="a1", path=((30, 10),)))
    assert (far.action, far.refusal.code) == ("", "not-below")


def test_the_player_says_who_goes_into_a_section():
    at = [(9.0, 27.5), (8.0, 27.5), (10.0, 27.5)]
    state = a_battle(
        squad("a1", at), squad("b1", [(60, 40)]), active="a1", ap=2, terrain=(a_house(openings=(WAY_IN,)),)
    )
    everybody = plan(state, A, Draft(kind="enter-section", unit="a1"))
    assert everybody.firers is not None
    assert (everybody.firers.title, everybody.firers.text) == ("Who goes in", "3 of 3 models")
    two = plan(state, A, Draft(kind="enter-section", unit="a1", ticked={"f:a1.2": "0"}))
    assert two.refusal is None
    assert msgspec.json.decode(two.action)["models"] == ["a1.1", "a1.3"]
    assert [chip.fires for chip in two.firers.chips] == [True, False, True]
    nobody = {f"f:a1.{n}": "0" for n in (1, 2, 3)}
    assert plan(state, A, Draft(kind="enter-section", unit="a1", ticked=nobody)).text == "Take in at least one model."


@pytest.mark.part_of("VEH-TERR-05", "VEH-TERR-06")
@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("tracked", ["half speed, dangerous on 4 or more", "full speed, lost on a 6", "full speed, mined"]),
        ("skimmer", ["half speed, dangerous on 4 or more", "full speed, lost on a 6 where it stops", "impassable"]),
    ],
)
def test_a_drive_says_which_faces_are_bad_what_breaks_and_where_mines_lie(kind, expected):
    box = ((40, 10), (50, 10), (50, 20), (40, 20))
    wood = Terrain(id="w", name="Copse", points=box, going="difficult", look="wood", bad_face=4)
    pond = Terrain(id="i", name="Pond", points=box, look="ice", thin_ice=True)
    field = Terrain(id="m", name="Field", points=box, mines=8)
    wall = Terrain(id="y", name="Yard Wall", points=((60, 10), (60, 20)), line=True, look="wall", height_in=2)
    pieces = (wood, pond, field, *((wall,) if kind == "skimmer" else ()))
    state = a_battle(a_vehicle("a1", (20, 20), type=kind), active="a1", ap=2, terrain=pieces)
    rows = plan(state, A, Draft(kind="drive", unit="a1")).ground.rows
    assert [cell for row in rows for cell in row.cells] == expected


@pytest.mark.part_of("VEH-TERR-01", "VEH-TERR-02")
def test_a_drive_says_what_each_piece_of_the_table_is_to_that_vehicle():
    """Before a way is drawn already; open ground is not listed, what the scenario has set is marked."""
    box = ((40, 10), (50, 10), (50, 20), (40, 20))
    wood = Terrain(id="w", name="Copse", points=box, going="difficult", look="wood")
    lawn = Terrain(id="l", name="Lawn", points=box)
    bank = replace(wood, id="k", name="Bank", look="hill", elevation_in=2, tracked="1")
    state = a_battle(a_vehicle("a1", (20, 20)), active="a1", ap=2, terrain=(wood, lawn, bank))
    for drawn in ((), ((20, 17),)):
        shown = plan(state, A, Draft(kind="drive", unit="a1", path=drawn)).ground
        assert (shown.title, shown.rule) == ("This table for tracks", "VEH-TERR-01")
        assert [(row.name, row.cells, row.is_set) for row in shown.rows] == [
            ("Copse", ("half speed, dangerous",), False),
            ("Bank", ("full speed",), True),
        ]
        assert shown.rows[1].by == "the scenario"
    ruled = RuleDriving(side=A, terrain="w", locomotion="tracked", price="1", reason="cleared")
    shown = plan(play(state, ruled)[1], A, Draft(kind="drive", unit="a1")).ground
    assert [(row.name, row.by) for row in shown.rows] == [("Copse", "the host"), ("Bank", "the scenario")]


@pytest.mark.part_of("VEH-TERR-02")
def test_the_board_shows_what_each_piece_does_to_the_vehicle_in_hand():
    """Before a way is drawn and with it; what is open to it is left as it is."""
    outlines = [rectangle(x, 10, x + 5, 15) for x in (30, 40, 50)]
    wood, slope, tarn = (
        Terrain(id="w", name="Copse", points=outlines[0], going="difficult", look="wood"),
        Terrain(id="s", name="", points=outlines[1], tracked="1/2", wheeled="1"),
        Terrain(id="t", name="Tarn", points=outlines[2], going="water", look="water"),
    )
    wall = Terrain(id="y", name="Wall", points=((60, 10), (60, 20)), line=True, look="wall", height_in=2)
    shown = {"tracked": ["risk", "slow", "shut", "line shut"], "skimmer": ["risk", "line shut"]}
    for kind, tints in shown.items():
        state = a_battle(a_vehicle("a1", (20, 20), type=kind), active="a1", ap=2, terrain=(wood, slope, tarn, wall))
        for way in ((), ((24, 20),)):
            drawn = plan(state, A, Draft(kind="drive", unit="a1", path=way)).overlay.arcs
            assert re.findall(r'class="tint ([a-z ]+)"', drawn) == tints


@pytest.mark.part_of("ARAP-SWIM-01")
def test_a_swim_that_is_drawn_too_long_is_shortened_as_a_walk_is():
    lake = Terrain(id="lake", name="Lake", points=rectangle(11, 0, 20, 40), going="water", look="water")
    shown = plan(a_lone_walker(lake), A, Draft(kind="swim", unit="a1", path=((20, 10),)))
    assert shown.refusal is None
    assert shown.text == "Shortened to 4″ of the 10″ drawn."
    (waypoint,) = msgspec.json.decode(shown.action)["path"]
    assert waypoint["at"] == [14, 10]


def test_a_way_far_beyond_any_table_is_not_looked_at():
    for far in ({"path": [[481, 10]]}, {"models": {"a1.1": [10, -1e9]}}):
        with pytest.raises(msgspec.ValidationError, match="more than 480″ off"):
            drafts.read({"kind": "move", "unit": "a1", **far})


def test_a_way_to_and_fro_over_a_whole_table_is_cut_in_few_steps(monkeypatch):
    tried = []
    monkeypatch.setattr(shorten, "preview", lambda state, action: tried.append(action) or preview(state, action))
    path = tuple((470.0 * (-1) ** n, 10.0) for n in range(32))
    for kind in sorted(shorten.ON_FOOT):
        plan(a_field(), A, Draft(kind=kind, unit="a1", path=path))
    assert 0 < len(tried) < 2000


@pytest.mark.parametrize(
    ("draft", "code"),
    [
        (Draft(kind="drive", unit="a1", path=((12, 10),)), "not-a-vehicle"),
        (Draft(kind="fire", unit="a1", target="b1"), "not-a-vehicle"),
        (Draft(kind="shoot", unit="a1", target="nobody"), "unknown-unit"),
        (Draft(kind="lean", unit="a1", target="nobody"), "unknown-unit"),
    ],
)
def test_drafts_that_no_page_sends_are_refused(draft, code):
    seen = plan(a_field(), A, draft)
    assert (seen.refusal.code, seen.action) == (code, "")


def test_a_mount_that_is_sent_at_nobody_and_a_hull_that_is_none_are_passed_over():
    state = a_battle(a_vehicle("a2", (20, 20), heading=90), a_unit("b1", [(30, 20)], facing=270), active="a2", ap=2)
    sent = plan(state, A, Draft(kind="fire", unit="a2", target="b1", ticked={"m:0": "nobody", "m:1": "b9"}))
    assert sent.kind == "fire"
    aboard = plan(a_field(), A, Draft(kind="cling", unit="a1", target="b1"))
    assert (aboard.action, bool(aboard.refusal or aboard.text)) == ("", True)
