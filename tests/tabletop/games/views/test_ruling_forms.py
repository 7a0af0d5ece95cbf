"""The forms of the host's rulings, sent as the page sends them: each makes the ruling that it says."""

from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest
from msgspec.structs import replace

from rules.buildings.tiles import shapes
from rules.forces.army import Army as ArmyValue
from rules.forces.army import Entry, Member
from rules.table.armoured import Armoured
from rules.table.building import Building
from rules.table.terrain import Terrain
from rules.table.tiles import TileStack
from tabletop.armies.models import Army
from tabletop.games import services
from tabletop.games.log import journal
from tabletop.games.models import Table
from tabletop.scenarios.models import ScenarioRecord
from tests.cast import ALICE, BOB, a_battle_at, a_scenario, an_army, browser, deploy, fresh, state_of
from tests.rules.buildings.bunkers.pillbox import a_bunker
from tests.rules.buildings.carriers.test_lifts import a_door
from tests.rules.buildings.sections.customs import a_house
from tests.rules.crusade.cast import NORTH, SOUTH, TABLE
from tests.rules.vehicles.garage import GUN, a_hull, mounted

pytestmark = pytest.mark.django_db
WOOD = Terrain(id="wood", name="Long Wood", points=((30, 10), (40, 10), (40, 20), (30, 20)), look="wood")


def battle(*terrain: Terrain, streams: bool = False, motorised: bool = False):
    """A battle beside a wood, which Alice hosts; with `streams` her squads carry flamers; `motorised` has tanks."""
    scenario = ScenarioRecord.of(replace(a_scenario(), terrain=(WOOD, *terrain)))
    scenario.save()
    table = services.open_table(person=ALICE, host_name="Alice", name="Test table", scenario=scenario)
    for person, side in ((ALICE, "a"), (BOB, "b")):
        services.join(code=table.code, person=person, name=person.name, sides=[side])
        brought = an_army(person.name)
        brought = replace(brought, weapons=(replace(brought.weapons[0], template=streams),))
        army = Army.of(_with_a_tank(brought) if motorised else brought)
        army.save()
        services.bring_army(code=table.code, person=ALICE, side=side, army=army)
    return a_battle_at(fresh(table))


def _with_a_tank(army: ArmyValue) -> ArmyValue:
    tank = a_hull("tank", mounts=mounted(GUN))
    crew = (Member(profile=tank.id),)
    return replace(
        army,
        profiles=(*army.profiles, tank),
        weapons=(*army.weapons, GUN),
        entries=(Entry(name="Mattock", members=crew, points=90), *army.entries),
    )


class Forms(HTMLParser):
    """What the forms of a page would send if nothing were touched: fields by the form's name, numbers as numbers."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, dict[str, Any]] = {}
        self._form = self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {key: value or "" for key, value in attrs}
        if tag == "form":
            self._form = found.get("aria-label", "")
            self.found[self._form] = {}
        name = found.get("name", "")
        fields = self.found.get(self._form, {})
        if tag == "input" and name:
            fields[name] = float(found.get("value") or 0) if found.get("type") == "number" else found.get("value", "")
        elif tag == "select":
            self._select = name
        elif tag == "option" and self._select:
            fields.setdefault(self._select, found.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._select = ""


def sent(table, form: str, **said: Any):
    """The ruling of a form of the host's page, filled in like that; what the log says of it."""
    forms = Forms()
    forms.feed(browser(ALICE).get(f"/tables/{table.code}/").content.decode())
    fields = forms.found[form]
    assert set(said) <= {name.removesuffix("[]") for name in fields}, fields
    action = {name: value for name, value in fields.items() if value != "" and not name.endswith("[]")} | said
    whole = {name: int(v) if isinstance(v, float) and v.is_integer() else v for name, v in action.items()}
    answer = browser(ALICE).post(f"/tables/{table.code}/ruling", {"action": whole}, content_type="application/json")
    assert answer.status_code == 204, answer.content.decode()
    table = fresh(table)
    line = journal.lines(table, table.seq - 1, table.seq)[0]
    return line.event.sentence(state_of(table))


def _cases() -> Iterator[Any]:
    price = {"terrain": "wood", "locomotion": "tracked", "price": "1/4", "reason": "felled trunks"}
    yield pytest.param("Driving in it", price, "Long Wood", id="the price of driving")
    ground = {"terrain": "wood", "what": "bad_face", "value": 5, "reason": "a sign"}
    yield pytest.param("The ground", ground, "holds vehicles on 5 or more (a sign)", id="the test of vehicles")
    shot = {"unit": "a1", "target": "b1", "ruling": "modifier", "value": -1, "reason": "the sun is low"}
    yield pytest.param("A shot", shot, "has -1 to hit", id="a modifier to hit")
    smoke = {"at": [20, 24], "radius_in": 4, "density": "thin", "reason": "dust"}
    yield pytest.param("Smoke", smoke, "smoke spreads (dust)", id="smoke")
    cost = {"act": "shoot", "points": 1, "reason": "a gale"}
    yield pytest.param("What actions cost", cost, "cost everybody 1 action point more (a gale)", id="a price for all")
    jam = {"unit": "a1", "weapon": "a:rifle", "tag": "jammed", "reason": "sand"}
    yield pytest.param("Tag a unit", jam | {"on": True}, "is Rifle: jammed (sand)", id="a tag of a weapon")
    gone = {"unit": "a1", "tag": "crawls", "on": False, "reason": "no more"}
    yield pytest.param("Tag a unit", gone, "no longer: Crawls and lies down (no more)", id="a tag taken away")


@pytest.mark.parametrize(("form", "said", "expected"), list(_cases()))
def test_a_form_makes_the_ruling_that_it_says(form: str, said: dict[str, Any], expected: str) -> None:
    assert expected in sent(battle(), form, **said)


def test_a_weapon_of_a_vehicle_is_ruled_lost_and_the_form_says_so_then() -> None:
    """Of no vehicle there is no such form. (VEH-DMG-04)"""
    table = battle()
    assert "A weapon of a vehicle" not in browser(ALICE).get(f"/tables/{table.code}/").content.decode()
    table = battle(motorised=True)
    said = sent(table, "A weapon of a vehicle", mount="a1/0", condition="lost", reason="a burst barrel")
    assert said.endswith("is lost (a burst barrel)")
    assert ", lost</option>" in browser(ALICE).get(f"/tables/{table.code}/ground").content.decode()


def test_smoke_that_lies_there_can_be_chosen_to_blow_away() -> None:
    table = battle()
    sent(table, "Smoke", at=[20, 24], radius_in=4, density="thin", reason="dust")
    assert "smoke-1" in {piece.id for piece in state_of(table).terrain}
    assert "smoke blows away (wind)" in sent(table, "Smoke blows away", terrain="smoke-1", reason="wind")
    assert {piece.id for piece in state_of(table).terrain} == {"wood"}


def test_people_are_put_into_a_section_and_ticked_there() -> None:
    table = battle(a_house())
    deploy(table)
    into = sent(table, "Into a section", unit="a1", terrain="s1", section="C3", reason="by the cellar")
    assert "(by the cellar)" in into
    assert set(state_of(fresh(table)).units["a1"].housed.values()) == {"s1/C3"}
    found = sent(table, "People in a section", unit="a1", about="inner_cover", models=["a1.1"], reason="an oven")
    assert found.startswith("Host: 1 of ")
    assert found.endswith("behind inner walls and furniture (an oven)")


def test_one_member_keeps_its_feet_or_falls_over_by_itself() -> None:
    """One die, for the model that is chosen; without a choice for all of the unit. (ARAP-AGIL-02)"""
    table = battle()
    deploy(table)
    seq = fresh(table).seq
    sent(table, "Footing", unit="a1", models=["a1.2"], reason="a plank")
    rolled = journal.lines(fresh(table), seq, seq + 1)[0].event
    assert len(rolled.dice) == 1


def test_a_member_is_released() -> None:
    table = battle()
    deploy(table)
    found = sent(table, "Release members", models=["a1.2"], reason="a runner")
    assert found.endswith("may act on its own (a runner)")


def test_a_wood_is_marked_as_a_structure() -> None:
    table = battle()
    found = sent(table, "A structure", terrain="wood", handling="sections", reason="a lugger aground")
    assert found == "Host: Long Wood is a structure in sections, 4 sections (a lugger aground)"
    assert state_of(fresh(table)).terrain[0].has_sections


def test_a_house_that_is_set_out_is_entered_by_the_boarding_rule() -> None:
    shed = Terrain(id="barn", name="Barn", points=((20, 0), (25, 0), (25, 9), (20, 9)), look="building")
    table = battle(replace(shed, building=Building(handling="tabletop")))
    found = sent(table, "How a house is entered", terrain="barn", entered="boarding", reason="low beams")
    assert found.startswith("Host: Barn is entered by the boarding rule: within 2″ of an unlocked way in is inside")
    assert "Barn, by the boarding rule" in browser(ALICE).get(f"/tables/{table.code}/").content.decode()
    assert any(piece.is_boarded for piece in state_of(fresh(table)).terrain)


def test_a_wall_between_two_sections_is_ruled_holed_and_whole_again() -> None:
    table = battle(a_house())
    found = sent(table, "A hole in a wall", wall="s1:1000", what="hole", points=2, reason="a sapper was here")
    assert (
        found == "Host: the wall between C1 and C2 of Customs House has a hole of 2 damage points (a sapper was here)"
    )
    found = sent(table, "A hole in a wall", wall="s1:1000", what="whole", reason="bricked up")
    assert found == "Host: the wall between C1 and C2 of Customs House is whole again (bricked up)"
    page = browser(ALICE).get(f"/tables/{table.code}/").content.decode()
    assert "South wall of Customs House, level 2, 12″" in page


def test_area_shots_that_miss_a_section_are_ruled_to_scatter() -> None:
    table = battle(a_house())
    found = sent(table, "Area shots that miss a section", strays="scatter", reason="a crowd at the door")
    assert found.startswith("Host: area shots that miss a section scatter outside")
    assert state_of(fresh(table)).option("section_area_miss") == "scatter"


def test_of_a_section_what_is_said_of_sections_may_be_ruled() -> None:
    table = battle(a_house())
    found = sent(table, "A room or section", room="s1/C1", reason="the benches are burnt")
    assert found == "Host: C1 of Customs House is an open space (the benches are burnt)"
    assert "has a very high ceiling" not in browser(ALICE).get(f"/tables/{table.code}/").content.decode()


def test_hull_points_of_a_bunker_are_ruled() -> None:
    table = battle(a_bunker(armoured=Armoured(kind="Brick house")))
    found = sent(table, "An armoured building", section="keep/", left=2, locked="no", reason="an old crack")
    assert found == "Host: Pillbox has 2 hull points left and is open to everybody (an old crack)"
    page = browser(ALICE).get(f"/tables/{table.code}/ground").content.decode()
    assert "Pillbox, 2 of 3 hull points" in page


def test_a_way_on_between_tiles_is_blocked() -> None:
    way = shapes.way_on(shapes.on_grid(TileStack(shapes={"I": 1}), (20.0, 20.0)), "way-1", 1)
    table = battle(way)
    found = sent(table, "A way on between tiles", way="way-1", ruling="block", reason="a fallen beam")
    assert found == "Host: a way on is blocked: nobody opens it (a fallen beam)"


def test_inner_walls_are_ruled_thin() -> None:
    inside = Building(handling="tabletop", partitions=(((20, 5), (25, 5)),))
    table = battle(
        Terrain(id="barn", name="Barn", points=((20, 0), (25, 0), (25, 9), (20, 9)), look="building", building=inside)
    )
    found = sent(table, "Inner walls", terrain="barn", walls="thin", reason="wattle")
    assert found == "Host: the inner walls of Barn are thin: blasts go through them (wattle)"


def test_whom_a_stream_reaches_in_a_house_is_redrawn() -> None:
    house = Terrain(
        id="barn",
        name="Barn",
        points=((0, 0), (12, 0), (12, 48), (0, 48)),
        look="building",
        building=Building(handling="tabletop"),
    )
    table = battle(house, streams=True)
    deploy(table)
    found = sent(table, "Splash of a stream", unit="a1", models=["a2.1"], splash="in", reason="off the wall")
    assert found.endswith("A2.1 is caught, as if in the open (off the wall)")
    found = sent(table, "Splash of a stream", unit="a1", models=["a2.1"], splash="soft", reason="curtains")
    assert found.endswith("A2.1 is in soft cover (curtains)")


def test_a_tube_is_doubtful_and_only_the_host_is_told() -> None:
    doors = (a_door(1, 20.0, kind="drop-shaft"), a_door(2, 50.0, kind="drop-shaft"))
    table = battle(*doors)
    found = sent(table, "A doubtful tube", door="door-1", works_on=2, reason="the lamps lie")
    assert found == "Host: Tower lift works on 2 or less (the lamps lie)"
    assert "the lamps lie" not in browser(BOB).get(f"/tables/{table.code}/").content.decode()


def crusade() -> Table:
    """A battle of the Rules Crusade, which Alice hosts."""
    scenario = ScenarioRecord.of(replace(TABLE, ruleset="rules-crusade"))
    scenario.save()
    table = services.open_table(person=ALICE, host_name="Alice", name="Crusade table", scenario=scenario)
    for person, side, brought in ((ALICE, "a", NORTH), (BOB, "b", SOUTH)):
        services.join(code=table.code, person=person, name=person.name, sides=[side])
        army = Army.of(brought)
        army.save()
        services.bring_army(code=table.code, person=ALICE, side=side, army=army)
    return a_battle_at(fresh(table))


def test_the_forms_of_the_rules_crusade_rule_on_models_and_lay_blips() -> None:
    table = crusade()
    assert "has 1 FIRE card," in sent(table, "A model", unit="a1", what="FIRE", value=1, reason="a spark")
    laid = sent(table, "Lay a blip", id="K1", at=[20, 9], content="ammunition")
    assert laid == "A blip is laid"
    page = browser(BOB).get(f"/tables/{table.code}/").content.decode()
    assert "Covered blip K1" in page
    assert "ammunition" not in page


def test_the_forms_of_the_rules_crusade_rule_on_weapons_wheels_walls_and_blips() -> None:
    table = crusade()
    lost = sent(table, "One weapon", weapon="a1/0", condition="lost", reason="a branch")
    assert lost == "Host: the Storm bolter of Carrier is lost (a branch)"
    aboard = sent(table, "Aboard a vehicle", unit="a2", vehicle="a5", crew=False, reason="he got in")
    assert aboard == "Host: Marines 1 is aboard Skiff (he got in)"
    drives = sent(table, "Who drives", wheel="a5/a2", reason="he took over")
    assert drives == "Host: Marines 1 drives Skiff (he took over)"
    hits = sent(table, "Hits of a structure", terrain="house", hits=2, reason="a shell")
    assert hits == "Host: House has taken 2 hits and is broken open, was 0 (a shell)"
    sent(table, "Lay a blip", id="K2", at=[20, 9], content="ammunition")
    assert (
        sent(table, "A blip on the table", blip="K2", fate="away", reason="a slip")
        == "Host: blip K2 is taken away (a slip)"
    )
    now = browser(ALICE).get(f"/tables/{table.code}/ground").content.decode()
    assert "A1 Carrier: Storm bolter, lost" in now
    assert "House: 2 of 2 Hits taken" in now
    assert "Blip K2" not in now
