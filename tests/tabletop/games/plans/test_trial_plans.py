"""Plans by the trial vehicle rules: drives, the table of what fires, weapons greyed with the reason, people."""

from __future__ import annotations

import re

import msgspec
import pytest
from django.template.loader import render_to_string
from msgspec.structs import replace

from rules.core.ids import ModelId, UnitId, WeaponId
from rules.forces.mount import Mount
from rules.forces.unit import UnitTurn, VehicleState
from tabletop.games.panels.dock import dock
from tabletop.games.panels.unit_card import unit_card
from tabletop.games.plans.drafts import Draft
from tabletop.games.plans.preview import plan
from tests.builders import A, a_profile, a_row, a_unit, a_weapon
from tests.markup import flowing
from tests.rules.arenas import box, ground
from tests.rules.vehicles.trial.park import (
    CANNON,
    HOWITZER,
    LANCE,
    MORTAR,
    REPEATER,
    a_condition,
    a_transport,
    a_trial,
    trial_battle,
)

MIRE = ground("mire", box(28, 18, 36, 30), going="difficult", look="marsh")
ROAD = ground("road", ((0, 24), (72, 24)), line=True, width_in=4, going="road")


def mounts():
    """A turret gun, a hull gun ahead, a gun on the right that looks right, and a howitzer."""
    return (
        Mount(weapon=WeaponId(CANNON.id), arc_half_deg=180, name="Turret cannon"),
        Mount(weapon=WeaponId(LANCE.id), arc_half_deg=45, forward_in=2, name="Hull lance"),
        Mount(weapon=WeaponId(REPEATER.id), arc_centre_deg=90, arc_half_deg=45, right_in=2, name="Right repeater"),
        Mount(weapon=WeaponId(HOWITZER.id), arc_half_deg=180, name="Howitzer"),
    )


def tank(*others, moved=0.0, ap=2, terrain=(), flags=None, **values):
    given = {"now": UnitTurn(tried=True, moved_in=moved), **(flags or {})}
    weapons = (CANNON, LANCE, REPEATER, HOWITZER)
    ours = a_trial("a1", (20, 24), weapons=weapons, mounts=mounts(), flags=given, **values)
    foes = others or (a_unit("b1", [(45, 24), (45, 26)], name="Levy", profile=a_profile(sv=5)),)
    return trial_battle(ours, *foes, active="a1", ap=ap, terrain=terrain)


def sent(expected):
    return msgspec.json.decode(expected.action)


DRIVE_TEN = Draft(kind="drive", unit="a1", path=((30, 24),))


def controls(expected):
    return {c.name: c for c in expected.controls}


@pytest.mark.rule("TRI-MOVE-01", "TRI-FIRE-12", "TRI-MOVE-07")
def test_a_drive_is_a_movement_step_and_the_table_follows_it() -> None:
    shown = plan(tank(), A, Draft(kind="drive", unit="a1", path=((25, 24),)))
    assert (shown.refusal, shown.title, shown.of) == (None, "Drive 5″", "of 12″")
    assert (sent(shown)["type"], [step["at"] for step in sent(shown)["path"]]) == ("MovementStep", [[25.0, 24.0]])
    table = shown.table
    assert table is not None
    assert (table.rows[table.row][0], table.columns[table.column]) == ("normal", "up to 6″")
    assert table.rows[table.row][1] == ("all weapons", "1 main, all defensive", "none", "none")
    page = flowing(render_to_string("games/plan/_plan.html", {"plan": shown}))
    assert re.search(r'class="lit" aria-current="true"\s*>\s*1 main, all defensive', page)
    further = plan(tank(), A, Draft(kind="drive", unit="a1", path=((29, 24),)))
    assert further.table is not None
    assert further.table.columns[further.table.column] == "up to 12″"
    too_far = plan(tank(), A, Draft(kind="drive", unit="a1", path=((60, 24),)))
    assert too_far.text == "Shortened to 12″ of the 40″ drawn."
    bent = plan(tank(), A, Draft(kind="drive", unit="a1", path=((28, 24.5), (30, 32))))
    assert (bent.title, bent.of) == ("Drive 12″", "of 12″")
    assert bent.text == "Shortened to 12″ of the 16¼″ drawn."  # the first leg is driven straight on


@pytest.mark.rule("TRI-TERR-01", "TRI-TERR-04", "TRI-ROAD-01")
def test_a_drive_asks_for_its_speed_where_the_ground_does_and_for_a_road() -> None:
    dry = plan(tank(), A, Draft(kind="drive", unit="a1", path=((30, 24),)))
    assert list(controls(dry)) == ["back", "shock"]
    mired = plan(tank(terrain=(MIRE,)), A, Draft(kind="drive", unit="a1", path=((30, 24),)))
    assert controls(mired)["declared"].choices == (("", "as drawn"), ("6", "up to 6″"), ("12", "over 6″"))
    assert controls(mired)["declared"].outcomes == ("Mire difficult: 17% halts",) * 3
    assert [f.figure for f in mired.figures] == ["17%"]
    before = tank(a_trial("b1", (31.5, 24)), terrain=(MIRE,))
    short = plan(before, A, DRIVE_TEN)  # a hull in the way stops it before the mire
    assert short.text.startswith("Shortened to")
    assert "declared" not in controls(short)
    slow = Draft(kind="drive", unit="a1", path=((30, 24),), ticked={"declared": "6"})
    shown = plan(tank(terrain=(MIRE,)), A, slow)
    assert (sent(shown)["declared"], sent(shown)["path"][-1]["at"]) == (6.0, [26.0, 24.0])
    road = Draft(kind="drive", unit="a1", path=((38, 24),), ticked={"road": "1"})
    shown = plan(tank(terrain=(ROAD,)), A, road)
    assert (shown.refusal, shown.title, sent(shown)["road"]) == (None, "Drive 18″", True)


@pytest.mark.part_of("TRI-TERR-04", "TRI-TERR-05", "TRI-FIRE-12", "TRI-TRAN-10")
def test_a_speed_says_what_comes_of_the_test_for_hull_weapons_and_those_aboard() -> None:
    """As drawn, 10 inches: it halts at the mire or drives on, and its weapons go by the inches that it did move."""
    mired = tank(terrain=(MIRE,))
    shown = controls(plan(mired, A, DRIVE_TEN))["declared"].outlook
    assert shown is not None
    halted, on = shown.ends
    assert halted.startswith("1, halts at ")
    assert on == "2 to 6, drives on"
    rows = dict(shown.rows)
    assert rows["Vehicle"] == ("immobilised for the game", "at 10″")
    assert rows["May fire"] == ("one main weapon and all defensive ones, moved up to 6″", "nothing, moved up to 12″")
    assert "Those aboard" not in rows
    page = flowing(render_to_string("games/plan/_plan.html", {"plan": plan(mired, A, DRIVE_TEN)}))
    assert re.search(r"<td>immobilised for the game</td>\s*<td>at 10″</td>", page)


@pytest.mark.rule("TRI-SHOCK-01", "TRI-SHOCK-02")
def test_a_tank_shock_is_a_box_on_a_drive_or_a_button_with_a_target() -> None:
    near = a_unit("b1", a_row(2, 28, 24), name="Levy", profile=a_profile(ld=8))
    state = tank(near)
    through = Draft(kind="drive", unit="a1", path=((32, 24),))
    barred = plan(state, A, through)
    assert barred.refusal is not None
    assert barred.refusal.code == "people-in-the-way"
    found = plan(state, A, msgspec.structs.replace(through, ticked={"shock": "1"}))
    assert (found.refusal, sent(found)["shock"]) == (None, True)
    assert "Levy routs" in [f.meaning for f in found.figures]
    shown = {act.kind: act for act in dock(state, A, "a1").acts}
    assert shown["tank-shock"].targets == ("b1",)
    button = plan(state, A, Draft(kind="tank-shock", unit="a1", target="b1"))
    assert (sent(button)["type"], sent(button)["shock"]) == ("MovementStep", True)


@pytest.mark.rule("TRI-FIRE-01", "TRI-FIRE-05", "TRI-FIRE-09")
def test_weapons_that_may_not_fire_are_greyed_with_the_reason() -> None:
    shown = plan(tank(moved=5.0), A, Draft(kind="fire", unit="a1", target="b1"))
    boxes = {name: c for name, c in controls(shown).items() if name.startswith("m:")}
    assert [(c.label, c.tag, c.value, c.barred) for c in boxes.values()] == [
        ("Turret cannon", "main", "", False),
        ("Hull lance", "main", "1", False),
        ("Right repeater", "defensive", "", True),
        ("Howitzer", "ordnance", "", False),
    ]
    why = [c.why.code if c.why else "" for c in boxes.values()]
    assert why == ["over-allowance", "", "out-of-arc", "ordnance-alone"]
    assert [shot["mount"] for shot in sent(shown)["shots"]] == [1]
    page = flowing(render_to_string("games/plan/_plan.html", {"plan": shown}))
    assert "is outside the arc of Repeater" in page
    assert [c.need for c in boxes.values()] == ["", "2 or less", "", ""]
    named = re.findall(r'class="lbl( mk)? roomy".*?<text y="3.2">([A-Z].*?)</text>', shown.overlay.preview)
    assert named == [
        ("", "Turret cannon: holds its fire"),
        (" mk", "Hull lance"),
        ("", "Right repeater: outside its arc"),
        ("", "Howitzer: holds its fire"),
    ]
    assert shown.overlay.preview.count('class="stub"') == 3
    other = plan(tank(moved=5.0), A, Draft(kind="fire", unit="a1", target="b1", ticked={"m:0": "1"}))
    assert [shot["mount"] for shot in sent(other)["shots"]] == [0]  # the one main weapon is the one that was ticked
    held = plan(tank(moved=5.0), A, Draft(kind="fire", unit="a1", target="b1", ticked={"m:1": ""}))
    assert held.text == "Every weapon holds its fire."
    lost = plan(
        tank(flags={"vehicle": a_condition(lost_mounts=frozenset({1}))}),
        A,
        Draft(kind="fire", unit="a1", target="b1"),
    )
    gone = controls(lost)["m:1"]
    assert (gone.barred, gone.why.code if gone.why else "") == (True, "weapon-lost")


@pytest.mark.rule("TRI-FIRE-11")
def test_weapons_of_a_walker_name_its_side_and_not_their_class() -> None:
    shown = plan(tank(moved=3.0, traits=("walker",), locomotion="legs"), A, Draft(kind="fire", unit="a1", target="b1"))
    sides = {c.label: c.tag for c in shown.controls if c.name.startswith("m:")}
    assert sides == {
        "Turret cannon": "either side",
        "Hull lance": "either side",
        "Right repeater": "right side",
        "Howitzer": "ordnance",
    }
    (why,) = {c.why.message for c in shown.controls if c.name.startswith("m:") and c.why and "moved" in c.why.message}
    assert why == "A1 has moved up to 6″: a walker then fires two weapons, one from each side."


@pytest.mark.rule("TRI-FACE-01", "TRI-ORD-04")
def test_a_vehicle_that_has_not_moved_turns_to_face_and_lays_its_marker_over_whom_one_says() -> None:
    behind = a_unit("b1", [(20, 40), (22, 40)], name="Levy")
    lone = (Mount(weapon=WeaponId(LANCE.id), arc_half_deg=45, name="Hull lance"),)
    ours = a_trial("a1", (20, 24), weapons=(LANCE,), mounts=lone)
    state = trial_battle(ours, behind, active="a1", ap=1)
    shown = plan(state, A, Draft(kind="fire", unit="a1", target="b1"))
    assert controls(shown)["turn"].value == "1"
    assert (shown.refusal, sent(shown)["turn_to"]) == (None, 180.0)
    second = tank().units[UnitId("b1")].models[1].id
    big = plan(tank(), A, Draft(kind="fire", unit="a1", target="b1", ticked={"m:3": "1", "aim": second}))
    assert sent(big)["shots"] == [{"mount": 3, "target": "b1", "aim": second}]
    assert controls(big)["aim"].choices[0] == ("", "the nearest")


@pytest.mark.rule("TRI-ORD-07")
def test_a_barrage_is_a_guess() -> None:
    foe = a_unit("b1", [(45, 24)], name="Levy")
    state = trial_battle(a_trial("a1", (20, 24), weapons=(MORTAR,), arc=45), foe, active="a1", ap=1)
    assert "lob" in [act.kind for act in dock(state, A, "a1").acts]
    asked = plan(state, A, Draft(kind="lob", unit="a1", target="b1"))
    assert asked.text.startswith("Guess how far it is")
    shown = plan(state, A, Draft(kind="lob", unit="a1", target="b1", ticked={"far:0": "24"}))
    assert (sent(shown)["type"], sent(shown)["bearing"], sent(shown)["range_in"]) == ("BarrageStep", 90.0, 24.0)


@pytest.mark.rule("TRI-TRAN-02", "TRI-TRAN-09", "TRI-TRAN-11", "TRI-JOIN-06")
def test_people_get_in_as_a_whole_and_out_where_one_points() -> None:
    squad = a_unit("a2", [(26, 23), (26, 24.2)], name="Rangers")
    state = trial_battle(a_transport("a1", (30, 24), heading=0), squad, active="a2", ap=1)
    shown = plan(state, A, Draft(kind="board", unit="a2", target="a1"))
    assert (shown.refusal, sent(shown)["type"], shown.controls) == (None, "Embark", ())
    assert shown.overlay.arcs.count('class="halo"') == 3
    inside = a_unit("a2", [(30, 24), (30, 24)], name="Rangers", aboard=UnitId("a1"))
    state = trial_battle(a_transport("a1", (30, 24), heading=0), inside, active="a2", ap=1)
    out = plan(state, A, Draft(kind="get-out", unit="a2", path=((34, 24),)))
    assert (out.refusal, sent(out)["type"]) == (None, "Disembark")
    assert all(place["at"][0] > 31.5 for place in sent(out)["placements"])


def riders(*others, moved=0.0):
    """Three Rangers and their Captain in a carrier."""
    inside = [a_unit("a2", [(30, 24)] * 3, name="Rangers", aboard=UnitId("a1"))]
    captain = a_unit("a2", [(30, 24)], profile=a_profile("captain", m=6, traits=("independent",)))
    (four, profiles, weapons) = inside[0]
    last = replace(captain[0].models[0], id=ModelId("a2.4"))
    unit = (replace(four, models=(*four.models, last)), (*profiles, *captain[1]), weapons)
    hull = a_transport("a1", (30, 24), heading=0, flags={"now": UnitTurn(tried=moved > 0, moved_in=moved)})
    return trial_battle(hull, unit, *others, active="a2", ap=2)


def test_who_gets_out_sees_the_doors_and_who_bars_them() -> None:
    foes = a_unit("b1", [(x, y) for x in (27.3, 26.6) for y in (21.6, 22.6, 23.6, 24.6, 25.6, 26.6)], name="Levy")
    shown = plan(riders(foes, moved=5), A, Draft(kind="get-out", unit="a2"))
    assert [(way.name, way.room, way.by) for way in shown.ways_out] == [
        ("Left door", "blocked", "B1"),
        ("Right door", "all find a place", ""),
        ("Rear door", "all find a place", ""),
    ]
    assert shown.overlay.arcs.count("door-way shut") == 1
    assert "they go no further" in shown.notes[0]
    bar = {act.kind: act for act in dock(riders(moved=5), A, "a2").acts}
    assert bar["get-out"].cost == "1 AP"


def test_a_character_gets_out_alone_and_walks_on() -> None:
    state = riders()
    draft = Draft(kind="get-out", unit="a2", path=((37, 24),), ticked={"who": "a2.4"})
    shown = plan(state, A, draft)
    assert [word for _, word in controls(shown)["who"].choices] == ["all of them", "Captain alone"]
    action = sent(shown)
    assert (action["models"], action["walk"]) == (["a2.4"], [37, 24])
    assert (shown.ap, shown.rule) == (1, "TRI-TRAN-08")


def test_the_board_shows_where_a_drive_may_come_to_a_halt() -> None:
    shown = plan(tank(terrain=(MIRE,)), A, Draft(kind="drive", unit="a1", path=((32, 24),)))
    assert shown.overlay.preview.count('class="halt"') == 1
    assert "1 or less: stays here" in shown.overlay.preview


@pytest.mark.part_of("TRI-CHAR-01", "TRI-CHAR-03", "TRI-DMG-05")
def test_the_card_of_such_a_vehicle_has_its_own_figures_and_chart() -> None:
    state = tank()
    card = unit_card(state, state.units[UnitId("a1")])
    (line,) = card.lines
    assert (line.name, line.figures[:2]) == ("Trial vehicle: tank, tracked", (("M", "12″"), ("BS", 3)))
    assert dict(line.figures)["Act"] == "4−"
    assert (card.armour, card.chart is not None) == ((14, 12, 10), True)
    assert card.calculated
    third = msgspec.structs.replace(state, options={**state.options, "tri_glancing_column": "third_edition"})
    assert unit_card(third, third.units[UnitId("a1")]).chart != card.chart


@pytest.mark.part_of("TRI-DMG-03", "TRI-DMG-06")
@pytest.mark.parametrize(("row", "outlined"), [(5, "4"), (4, ""), (9, "4")])
def test_the_chart_outlines_where_its_die_alone_would_have_come_to(row, outlined) -> None:
    state = tank(flags={"vehicle": VehicleState(last_roll=("penetrating", row), last_die=4)})
    chart = unit_card(state, state.units[UnitId("a1")]).chart
    assert chart is not None
    cells = [each.cells[1] for each in chart.rows]
    assert "".join(cell.text for cell in cells if cell.before) == outlined
    assert chart.note == (f"Outlined: the 4 on the die, before +{row - 4} was added." if outlined else "")


@pytest.mark.rule("TRI-CC-01", "ARAP-CHG-07")
def test_a_hull_is_charged_where_it_is_pointed_at() -> None:
    squad = a_unit("a2", [(24, 24), (24, 25.2)], name="Rangers", facing=90)
    state = trial_battle(squad, a_trial("b1", (31, 25), heading=0), active="a2", ap=1)
    shown = plan(state, A, Draft(kind="charge", unit="a2", target="b1"))
    assert (shown.refusal, sent(shown)["type"], shown.controls) == (None, "ChargeHull", ())
    far = trial_battle(squad, a_trial("b1", (60, 25), heading=0), active="a2", ap=1)
    refusal = plan(far, A, Draft(kind="charge", unit="a2", target="b1")).refusal
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("out-of-reach", "ARAP-CHG-01")


GROUND = (
    ground("harrow-mill", box(40, 2, 44, 6), going="impassable", look="building"),
    ground("old-kiln", box(50, 2, 54, 6), going="difficult", look="rubble"),
    ground("ford", box(60, 2, 64, 6), look="field", bad_face=4),
    ground("lawn", box(60, 12, 64, 16), look="field"),
)


@pytest.mark.part_of("TRI-TERR-01", "TRI-TERR-02", "TRI-SKIM-02", "TRI-WALK-02")
def test_a_drive_says_what_every_piece_of_the_table_is_to_that_vehicle() -> None:
    drawn = Draft(kind="drive", unit="a1", path=((27, 24),))
    found = plan(tank(terrain=GROUND, traits=("tank",), locomotion="tracked"), A, drawn).ground
    assert (found.title, found.columns[found.column], found.rule) == (
        "This table for a tracked tank",
        "over 6″",
        "TRI-TERR-01",
    )
    assert [(row.name, row.cells, row.is_set) for row in found.rows] == [
        ("Harrow Mill", ("difficult, 1", "hazardous, 1 to 3"), False),
        ("Old Kiln", ("open", "difficult, 1"), False),
        ("Ford", ("hazardous, 1 to 3", "hazardous, 1 to 3"), True),
    ]
    shown = {7: ["risk", "risk", "risk"], 5: ["risk", "risk"]}
    for far, tints in shown.items():
        way = Draft(kind="drive", unit="a1", path=((20 + far, 24),))
        over = plan(tank(terrain=GROUND, traits=("tank",), locomotion="tracked"), A, way).overlay
        assert re.findall(r'class="tint ([a-z]+)"', over.arcs) == tints
    page = flowing(render_to_string("games/plan/_plan.html", {"plan": plan(tank(terrain=GROUND), A, drawn)}))
    assert "set by the scenario" in page
    gorse = ground("gorse", box(60, 2, 66, 8), going="difficult", look="gorse")
    open_to_it = plan(tank(terrain=(gorse,), traits=("tank",), locomotion="tracked"), A, drawn).ground
    assert [(row.name, row.cells) for row in open_to_it.rows] == [("Gorse", ("open", "open"))]
    wheeled = plan(tank(terrain=GROUND, locomotion="wheeled"), A, drawn).ground
    assert wheeled.rows[0].cells == ("impassable", "impassable")
    skiff = plan(tank(terrain=GROUND, traits=("skimmer",), locomotion="antigrav"), A, drawn).ground
    assert skiff.rule == "TRI-SKIM-02"
    stalker = plan(tank(terrain=GROUND, traits=("walker",), locomotion="legs"), A, drawn).ground
    assert [row.cells for row in stalker.rows][:2] == [("impassable",), ("2 dice, the higher",)]


def test_a_button_says_why_a_transport_beside_them_takes_nobody_and_why_nobody_leaves_it():
    bus = a_transport("a2", (30, 24), bars=("bulky",))
    hulks = a_unit("a1", [(33, 24)], profile=a_profile("hulk", bulk="bulky"), now=UnitTurn(tried=True))
    found = dock(trial_battle(hulks, bus, a_unit("b1", [(60, 5)]), active="a1", ap=2), A, UnitId("a1"))
    board = next(a for a in found.acts if a.kind == "board")
    assert (board.why, board.refusal.rule) == ("may not ride", "TRI-TRAN-06")
    riders = a_unit("a1", [(30, 24)], now=UnitTurn(tried=True), aboard=UnitId("a2"))
    moved = a_transport("a2", (30, 24), flags={"now": UnitTurn(moved_in=13)})
    found = dock(trial_battle(riders, moved, a_unit("b1", [(60, 5)]), active="a1", ap=2), A, UnitId("a1"))
    out = next(a for a in found.acts if a.kind == "get-out")
    assert (out.why, out.refusal.rule) == ("too fast", "TRI-TRAN-10")


@pytest.mark.rule("TRI-TRAN-11")
def test_a_button_says_that_enemies_stand_at_every_hatch():
    riders = a_unit("a1", [(30, 24)], now=UnitTurn(tried=True), aboard=UnitId("a2"))
    round_it = [(30 + x * 1.2, 24 + y * 1.2) for x in range(-4, 5) for y in range(-4, 5) if abs(x) > 2 or abs(y) > 1]
    ring = a_unit("b1", round_it)
    bus = a_transport("a2", (30, 24))
    found = dock(trial_battle(riders, bus, ring, active="a1", ap=2), A, UnitId("a1"))
    out = next(a for a in found.acts if a.kind == "get-out")
    assert (out.why, out.refusal.rule, out.refusal.allowed) == ("no room", "TRI-TRAN-11", "staying aboard")
    behind = a_unit(
        "b1", [(28 + 1.4 * n, 24 + y) for n in range(3) for y in (-2.6, 2.6)] + [(26.6, 23 + n) for n in range(3)]
    )
    many = a_unit("a1", [(30, 24)] * 6, now=UnitTurn(tried=True), aboard=UnitId("a2"))
    found = dock(trial_battle(many, bus, behind, active="a1", ap=2), A, UnitId("a1"))
    out = next(a for a in found.acts if a.kind == "get-out")
    assert (out.why, out.refusal.rule) == ("not coherent", "ARAP-COH-01")  # room for some at one door, some at another


@pytest.mark.part_of("TRI-PASS-03", "TRI-PASS-01")
def test_a_heavy_gun_aboard_a_vehicle_that_moved_is_greyed_with_the_reason() -> None:
    rifle, gun = a_weapon("rifle", range_in=24), a_weapon("stubber", type="heavy", range_in=36, shots=3)
    inside = a_unit("a2", [(30, 24)] * 3, name="Rangers", weapons=(rifle, gun), aboard=UnitId("a1"))
    truck = a_transport("a1", (30, 24), traits=("open-topped",), flags={"now": UnitTurn(tried=True, moved_in=5)})
    state = trial_battle(truck, inside, a_unit("b1", [(40, 24)]), active="a2", ap=2)
    shown = plan(state, A, Draft(kind="shoot", unit="a2", target="b1"))
    assert [(c.label, c.value, c.barred) for c in shown.controls[:2]] == [("Rifle", "1", False), ("Stubber", "", True)]
    assert sent(shown)["weapons"] == ["rifle"]
    page = flowing(render_to_string("games/plan/_plan.html", {"plan": shown}))
    assert "Stubber is not fired out of it" in page


def test_what_decides_beside_a_hull_is_the_throw_to_hit_and_not_what_its_armour_needs() -> None:
    shown = plan(tank(a_trial("b1", (45, 24), heading=270)), A, Draft(kind="fire", unit="a1", target="b1"))
    first = shown.deciding[0]
    assert (first.figure, first.meaning) == ("3 or less", "to hit")


@pytest.mark.part_of("TRI-PASS-02")
def test_people_aboard_see_the_fire_points_and_which_bear_on_their_target() -> None:
    rifle = a_weapon("rifle", range_in=24, strength=4)
    people = a_unit("a2", [(20, 24)] * 4, weapons=(rifle,), aboard=UnitId("a1"))
    carrier = a_transport("a1", (20, 24), heading=0, fire_points=(2, 1, 1))
    state = trial_battle(carrier, people, a_unit("b1", [(35, 24)], name="Levy"), active="a2", ap=1)

    def drawn(target: str) -> list[str]:
        shown = plan(state, A, Draft(kind="shoot", unit="a2", target=target))
        return re.findall(r"<title>(fire point[^<]*)", shown.overlay.arcs + shown.overlay.preview)

    assert drawn("") == ["fire point for 2", "fire point for 1", "fire point for 1"]
    assert drawn("b1") == ["fire point for 2", "fire point for 1, does not bear", "fire point for 1"]


@pytest.mark.rule("TRI-TRAN-11")
def test_who_gets_out_of_an_open_top_sees_all_the_ground_beside_it() -> None:
    """It has no doors; out of a closed hull the ground at each door is drawn instead."""
    riding = a_unit("a2", [(30, 24)] * 2, name="Rangers", aboard=UnitId("a1"))
    cart = a_transport("a1", (30, 24), heading=0, traits=("open-topped",))
    shown = plan(trial_battle(cart, riding, active="a2", ap=2), A, Draft(kind="get-out", unit="a2"))
    assert shown.overlay.arcs.count("Where they may stand") == 1
    assert shown.text == "Click beside the hull where they should get out, or take the nearest place."
    closed = plan(riders(), A, Draft(kind="get-out", unit="a2"))
    assert "Where they may stand" not in closed.overlay.arcs
    assert closed.text.endswith("take the nearest door.")
