"""Houses, sections, doors, built-in weapons and tiles that cannot be: said in the editor, and no battle begins."""

import pytest
from msgspec.structs import replace

from rules.table.armoured import Armoured, BuiltIn
from rules.table.building import Building, Hole, Opening, Room, SectionWay
from rules.table.terrain import Terrain
from tabletop.games import services as tables
from tabletop.games.access.refusals import Refused
from tabletop.games.samples import samples
from tabletop.scenarios import services
from tabletop.scenarios.draft import bounds, checks
from tests.cast import ALICE, a_table
from tests.tabletop.scenarios.drafts import a_draft

A_FLOOR = ((30.0, 20.0), (35.0, 20.0), (35.0, 25.0), (30.0, 25.0))
B_FLOOR = ((35.0, 20.0), (40.0, 20.0), (40.0, 25.0), (35.0, 25.0))
HALL_DOOR = Opening(a=(35, 22), b=(35, 23), name="hall door")
MILL = Terrain(
    id="mill",
    name="Old Mill",
    points=((30, 20), (40, 20), (40, 25), (30, 25)),
    look="building",
    building=Building(
        handling="sections",
        storeys=2,
        sections=(
            Room(letter="A", points=A_FLOOR),
            Room(letter="B", points=B_FLOOR),
            Room(letter="C", points=A_FLOOR, storey=1),
        ),
        openings=(Opening(a=(30, 22), b=(30, 23)), HALL_DOOR),
        section_ways=(SectionWay(a="A", b="C"),),
    ),
)
HOUSE = replace(
    MILL,
    building=Building(
        handling="tabletop", partitions=(((35, 20), (35, 25)),), openings=(Opening(a=(30, 22), b=(30, 23)), HALL_DOOR)
    ),
)


def faults(*terrain):
    """Which faults a table with those pieces has, and in what words."""
    found = checks.check(a_draft(terrain=terrain).scenario)
    return {each.code: each.text for each in found if each.tone == "bad"}


def changed(piece, **values):
    return replace(piece, building=replace(piece.building, **values))


def moved(piece, by, **values):
    return replace(piece, points=tuple((x + by, y) for x, y in piece.points), **values)


def test_houses_that_are_drawn_as_they_can_be_have_no_faults():
    assert faults(MILL) == faults(HOUSE) == {}
    assert [scenario.name for scenario in samples.scenarios() if checks.blocking(scenario)] == []


@pytest.mark.part_of("BLD-SECT-02")
def test_sections_that_lie_on_each_other_or_reach_out_of_their_house_are_named():
    wide = tuple((x - 2, y) for x, y in B_FLOOR)
    overlapping = changed(
        MILL, section_ways=(), sections=(MILL.building.sections[0], replace(MILL.building.sections[1], points=wide))
    )
    assert faults(overlapping)["sections-overlap"] == "Sections A and B of Old Mill lie on each other."
    out = tuple((x, y + 2) for x, y in B_FLOOR)
    reaching = changed(
        MILL, section_ways=(), sections=(MILL.building.sections[0], replace(MILL.building.sections[1], points=out))
    )
    assert faults(reaching)["section-outside"] == "Section B of Old Mill reaches out of the house."
    nearly = tuple((x - 0.05, y) for x, y in B_FLOOR)
    assert not faults(
        changed(
            MILL,
            section_ways=(),
            sections=(MILL.building.sections[0], replace(MILL.building.sections[1], points=nearly)),
        )
    )


@pytest.mark.part_of("BLD-DOOR-03")
@pytest.mark.parametrize("house", [MILL, HOUSE])
def test_doors_windows_and_ports_in_no_wall_are_named(house):
    amid = Opening(a=(32, 22), b=(33, 22), name="inner door")
    assert faults(changed(house, openings=(*house.building.openings, amid))) == {
        "in-no-wall": "Inner door of Old Mill is in no wall: it leads nowhere."
    }
    askew = Opening(a=(39.5, 22), b=(40.5, 22), kind="window")
    assert faults(changed(house, openings=(*house.building.openings, askew)))["in-no-wall"].startswith("Window 1 of")
    bare = changed(house, partitions=(), sections=house.building.sections[:1])
    orphaned = faults(bare).get("in-no-wall")
    assert orphaned == (None if house is MILL else "Hall door of Old Mill is in no wall: it leads nowhere.")


@pytest.mark.part_of("BLD-DOOR-03")
def test_a_door_with_the_end_of_a_wall_behind_it_is_named():
    front = Opening(a=(34.4, 20), b=(35.6, 20), name="front door")
    assert faults(changed(HOUSE, openings=(*HOUSE.building.openings, front))) == {
        "wall-in-door": "Front door of Old Mill has the end of a wall inside right behind it."
    }
    beside = replace(front, a=(33.8, 20), b=(35, 20))
    assert faults(changed(HOUSE, openings=(*HOUSE.building.openings, beside))) == {}


@pytest.mark.part_of("BLD-SMOV-02")
def test_stairs_to_a_section_that_there_is_not_are_named():
    lost = changed(MILL, section_ways=(SectionWay(a="A", b="F"),))
    assert faults(lost)["way-to-no-section"] == "Stairs of Old Mill lead to section F, which it does not have."


@pytest.mark.part_of("BLD-BUNK-05", "BLD-BUNK-11")
def test_a_weapon_that_is_built_into_a_section_that_there_is_not_is_named():
    for pieces, mend in ((MILL, "section A or B or C"), (replace(HOUSE), "no section in particular")):
        armed = replace(pieces, armoured=Armoured(weapons=(BuiltIn(name="Coast gun", section="K"),)))
        found = [each for each in checks.check(a_draft(terrain=(armed,)).scenario) if each.code == "gun-in-no-section"]
        assert [(each.text, each.mend) for each in found] == [
            ("Coast gun of Old Mill is built into section K, which it does not have.", mend)
        ]
    manned = replace(MILL, armoured=Armoured(weapons=(BuiltIn(name="Coast gun", section="B"), BuiltIn(name="Gun"))))
    assert faults(manned) == {}


@pytest.mark.part_of("BLD-GEN-03", "BLD-TILE-01")
def test_floors_and_tiles_that_lie_on_each_other_are_named():
    annex = moved(HOUSE, 4, id="annex", name="Annex", building=Building(handling="tabletop"))
    assert faults(HOUSE, annex)["houses-overlap"] == ("Old Mill and Annex lie on each other, 30 square inches of them.")
    solid = replace(annex, building=Building())
    assert "houses-overlap" not in faults(HOUSE, solid)
    assert "houses-overlap" not in faults(HOUSE, moved(annex, 6))
    tile = Terrain(id="t1", name="Crossing", points=A_FLOOR, tile="+")
    onto = moved(tile, 1, id="t2", name="Bend", tile="L")
    assert faults(tile, onto) == {"tiles-overlap": "Crossing and Bend lie on each other, 20 square inches of them."}
    assert faults(tile, moved(tile, 5, id="t2")) == {}


@pytest.mark.django_db
def test_no_battle_begins_in_a_house_that_cannot_be():
    table = a_table()
    amid = Opening(a=(32, 22), b=(33, 22), name="inner door")
    wrong = changed(MILL, openings=(amid,), section_ways=(SectionWay(a="A", b="F"),))
    broken = services.begin(ALICE, a_draft(terrain=(wrong,)))
    assert broken.faults == 2
    tables.set_up(code=table.code, person=ALICE, scenario=broken)
    with pytest.raises(Refused, match=r"Inner door of Old Mill is in no wall: it leads nowhere\. 1 more") as refused:
        tables.start_battle(code=table.code, person=ALICE)
    assert (refused.value.refusal.code, refused.value.refusal.allowed) == (
        "not-playable",
        "take it off, and place it in a wall",
    )


def test_damage_to_walls_upstairs_and_between_sections_is_within_bounds():
    """Both were refused as damage to a wall that the house has not."""
    storey = len(MILL.points)
    broken = changed(
        MILL, holes=(Hole(wall=storey, part=0, dp=1), Hole(wall=1000, part=1, dp=2)), fallen=((storey, 1),)
    )
    assert not list(bounds.faults(a_draft(terrain=(broken,))))
    for wall in (2 * storey, 1001):
        (found,) = bounds.faults(a_draft(terrain=(changed(MILL, holes=(Hole(wall=wall, part=0, dp=1),)),)))
        assert "a wall that it has not" in found
