"""What the checks find, where, and that nothing begins that cannot be played."""

import pytest
from msgspec.structs import replace

from rules.forces import modules
from rules.questions.buildings import bunkers
from rules.table.scenario import Objective, Zone
from tabletop.games import services as tables
from tabletop.games.access.refusals import Refused
from tabletop.scenarios import services
from tabletop.scenarios.draft import checks
from tests.cast import ALICE, BOB, a_table
from tests.rules.vehicles.carts import CARTS
from tests.tabletop.scenarios.drafts import a_draft, edited

WEST = ((0, 0), (12, 0), (12, 48), (0, 48))


def found(draft, tone="bad"):
    return [(each.code, each.keys) for each in checks.check(draft.scenario) if each.tone == tone]


def laid(kind, points, draft=None):
    return edited(draft or a_draft(), do="add", kind=kind, points=points)


def test_a_bare_table_with_equal_zones_can_be_played():
    assert found(a_draft()) == []
    assert found(a_draft(), "warn") == [("bare", ())]
    assert found(a_draft(), "ok") == [("in-reach", ()), ("equal-zones", ())]


@pytest.mark.part_of("TRI-JOIN-01")
def test_vehicle_rules_that_no_table_plays_keep_the_battle_from_beginning():
    with modules.adding(CARTS):
        draft = edited(a_draft(), do="settings", field="option.vehicle_module", value="cart")
        assert draft.scenario.options == {"vehicle_module": "cart"}
        assert found(draft) == [("vehicles-not-played", ())]
        shown = checks.check(draft.scenario)[0]
    assert shown.text == "The scenario is for the rules of carts, which no table plays here yet."
    assert shown.mend == "the Gemini vehicle rules or the trial vehicle rules"
    for played in ("gemini", "trial"):
        assert found(edited(draft, do="settings", field="option.vehicle_module", value=played)) == []


def test_zones_that_are_too_far_apart_for_men_on_foot_are_told_of():
    far = edited(a_draft(), do="settings", field="turn_limit", value="5")
    assert found(far, "warn") == [("far-apart", ()), ("bare", ())]
    assert checks.check(far.scenario)[0].text == "Zones are 48″ apart: on foot the sides hardly meet in 5 turns."


def test_a_piece_off_the_table_is_marked_where_it_is():
    draft = laid("field", "80,10 90,10 90,20")
    assert found(draft) == [("off-table", ("t-field-1",))]
    assert checks.check(draft.scenario)[0].at == (85, 15)
    assert found(laid("field", "60,10 80,10 80,20")) == []


def test_stairs_that_lead_off_the_table_are_marked():
    draft = laid("field", "60,10 70,10 70,20")
    (field,) = (piece for piece in draft.scenario.terrain if piece.id == "field-1")
    stairs = replace(field, ladder=True, look="stairs", head=(-500, 700))
    draft = draft.with_scenario(terrain=(stairs,))
    assert found(draft) == [("leads-off-table", ("t-field-1",))]
    assert found(draft.with_scenario(terrain=(replace(stairs, head=(30, 30)),))) == []


def test_a_house_that_is_entered_needs_a_way_in():
    house = edited(
        laid("building", "30,20 36,20 36,26 30,26"), do="set", keys="t-building-1", field="handling", value="tabletop"
    )
    assert ("no-way-in", ("t-building-1",)) in found(house, "warn")
    house = edited(house, do="open", keys="t-building-1", kind="door", at="33,26")
    assert ("no-way-in", ("t-building-1",)) not in found(house, "warn")


def test_rooms_behind_walls_without_a_door_are_named():
    house = laid("building", "30,20 40,20 40,24 30,24")
    steps = (
        {"do": "set", "field": "handling", "value": "tabletop"},
        {"do": "open", "kind": "door", "at": "32,24"},
        {"do": "floors", "act": "divide"},
        {"do": "wall-off", "act": "raise"},
    )
    for step in steps:
        house = edited(house, keys="t-building-1", **step)
    lines = [each.text for each in checks.check(house.scenario) if each.code == "no-way-in"]
    assert lines == ["Nobody gets into room B of Building: no way leads there that opens."]
    house = edited(house, keys="t-building-1", do="open", kind="door", at="35,22")
    assert "no-way-in" not in [each.code for each in checks.check(house.scenario)]


def test_upper_floors_need_a_way_up_and_lifts_a_second_door():
    house = laid("building", "30,20 36,20 36,26 30,26")
    for field, value in (("handling", "tabletop"), ("level", "2")):
        house = edited(house, do="set", keys="t-building-1", field=field, value=value)
    assert ("no-way-up", ("t-building-1",)) in found(house, "warn")
    house = edited(house, do="add", kind="lift", at="33,23")
    codes = [code for code, _ in found(house, "warn")]
    assert ("no-way-up" in codes, "one-door" in codes) == (False, True)
    house = edited(house, do="add", kind="lift", at="50,23")
    assert not {"one-door", "unlike-doors"} & {code for code, _ in found(house, "warn")}
    house = edited(house, do="set", keys="t-lift-2", field="carrier_kind", value="pole")
    assert ("unlike-doors", ("t-lift-2",)) in found(house, "warn")
    house = edited(house, do="add", kind="stairs", at="50,40")
    assert "no-head" in [code for code, _ in found(house, "warn")]


def test_a_zone_reaches_over_the_edge_or_into_another():
    assert found(edited(a_draft(), do="move", keys="z-0", by="-1,0")) == [("zone-off-table", ("z-0",))]
    assert found(edited(a_draft(), do="move", keys="z-0", by="49,0")) == [("zones-overlap", ("z-0", "z-1"))]


def test_an_outline_that_crosses_itself_is_told():
    assert found(laid("field", "20,10 30,20 30,10 20,20")) == [("crossed-outline", ("t-field-1",))]
    assert found(laid("hedge", "20,10 30,20 30,10 20,20")) == []


def test_a_zone_over_water_is_told_and_one_without_room_keeps_the_battle_from_beginning():
    pond = laid("water", "2,2 10,2 10,10 2,10")
    assert found(pond) == []
    assert ("barred-ground", ("z-0", "t-water-1")) in found(pond, "warn")
    flooded = laid("water", "0,0 12,0 12,46 0,46")
    assert found(flooded) == [("no-room", ("z-0",))]
    assert found(laid("marsh", "0,0 12,0 12,48 0,48")) == []


def test_a_second_zone_gives_room():
    flooded = laid("water", "0,0 12,0 12,46 0,46")
    assert found(edited(flooded, do="add", kind="zone-a", points="14,0 26,0 26,48 14,48")) == []


def test_an_objective_must_be_on_the_table_and_within_reach():
    lost = a_draft(objectives=(Objective(id="x", name="Isle", at=(36, 24), reach_in=2),))
    assert found(laid("water", "30,18 42,18 42,30 30,30", lost)) == [("out-of-reach", ("o-x",))]
    assert found(laid("water", "37,18 42,18 42,30 37,30", lost)) == []
    assert found(a_draft(objectives=(Objective(id="x", name="Isle", at=(99, 24)),)))[0] == (
        "objective-off-table",
        ("o-x",),
    )


def test_sides_without_a_zone_small_and_unequal_zones_are_told():
    one = a_draft(zones=(Zone(side="a", points=WEST),))
    assert ("no-zone", ()) in found(one, "warn")
    small = a_draft(zones=(Zone(side="a", points=WEST), Zone(side="b", points=((60, 0), (69, 0), (69, 9), (60, 9)))))
    assert {code for code, _ in found(small, "warn")} >= {"small-zone", "unequal-zones"}


def test_halves_are_compared():
    draft = laid("wood", "20,10 30,10 30,20 20,20")
    shown = next(each for each in checks.check(draft.scenario) if each.code == "cover-of-halves")
    assert shown.text == "Terrain covers 6% of the west half, 0% of the east."
    assert shown.tone == "warn"


@pytest.mark.django_db
def test_the_number_of_faults_is_kept_for_the_list():
    record = services.begin(ALICE, a_draft())
    record, _, _ = services.change(ALICE, record.pk, {"do": "move", "keys": "z-0", "by": "-1,0"})
    assert record.faults == 1
    record, _, _ = services.turn(ALICE, record.pk, back=True)
    assert record.faults == 0


@pytest.mark.django_db
def test_a_battle_that_cannot_be_played_does_not_begin():
    table = a_table()
    broken = services.begin(ALICE, edited(a_draft(), do="move", keys="z-0", by="-1,0"))
    tables.set_up(code=table.code, person=ALICE, scenario=broken)
    with pytest.raises(Refused, match="reaches over the edge of the table") as refused:
        tables.start_battle(code=table.code, person=ALICE)
    assert refused.value.refusal.allowed == "keep it on the table"
    services.change(ALICE, broken.pk, {"do": "move", "keys": "z-0", "by": "1,0"})
    broken.refresh_from_db()
    tables.set_up(code=table.code, person=ALICE, scenario=broken)
    tables.add_entropy(code=table.code, person=BOB)
    assert tables.start_battle(code=table.code, person=ALICE).seq


def test_sections_of_a_bunker_that_nobody_gets_into_are_told_of():
    fort = laid("bunker", "30,20 42,20 42,26 30,26")
    for step in ({"do": "set", "field": "handling", "value": "sections"}, {"do": "floors", "act": "divide"}):
        fort = edited(fort, keys="t-bunker-1", **step)
    shown = {each.code: each.text for each in checks.check(fort.scenario)}
    assert shown["no-way-in"] == "Nobody gets into sections A, B and C of Bunker: no way leads there that opens."


@pytest.mark.parametrize("handling", ["tabletop", "solid"])
def test_a_divided_bunker_is_sound_however_its_inside_is_played(handling):
    fort = laid("bunker", "30,20 42,20 42,26 30,26")
    by_sections = {"do": "set", "field": "handling", "value": "sections"}
    for step in (by_sections, {"do": "floors", "act": "divide"}, {**by_sections, "value": handling}):
        fort = edited(fort, keys="t-bunker-1", **step)
    assert len(bunkers.in_words(fort.scenario.terrain[0]).split("; ")) == 3
    assert not [each for each in checks.check(fort.scenario) if each.code == "armoured-as-one"]
