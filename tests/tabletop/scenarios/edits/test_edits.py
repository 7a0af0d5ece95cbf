"""Edits of a scenario: each gives the next draft, or is refused and says what would be possible."""

import pytest

from rules.geometry import floors, layouts
from rules.geometry.rings import encloses
from rules.table.building import Opening
from tabletop.scenarios.draft import checks, exchange, palette, shapes, walls
from tabletop.scenarios.draft.things import things
from tabletop.scenarios.editor import canvas, desk
from tabletop.scenarios.edits import edits, templates
from tabletop.scenarios.models import ScenarioRecord
from tabletop.scenarios.pages import drawing
from tabletop.ui.board.terrain import piece_svg
from tabletop.ui.refused import Refused
from tests.tabletop.scenarios.drafts import a_draft, done, edited, piece


def a_house(draft=None):
    return edited(draft or a_draft(), do="add", kind="building", at="20,20")


def test_every_tile_of_the_palette_can_be_laid_and_every_kind_of_ground_is_there():
    draft = a_draft()
    for kind in palette.KINDS:
        draft = edited(draft, do="add", kind=kind.id, at="30,20")
    terrain = draft.scenario.terrain
    assert len(terrain) == len(palette.KINDS) == 32
    going = {"open", "difficult", "very-difficult", "variable", "impassable", "water", "road"}
    assert {each.going for each in terrain} == going
    assert {each.cover for each in terrain} == {"none", "soft", "hard"}
    assert [each.name for each in terrain if each.hazard] == ["Scree", "Mines"]
    assert [each.name for each in terrain if each.is_steep] == ["Steep hill", "Ditch", "Gap"]
    assert [(each.name, each.secret) for each in terrain if each.secret] == [("Mines", "a")]


def test_a_piece_is_laid_where_it_is_wanted_or_with_an_outline_of_its_own():
    first = done(a_draft(), do="add", kind="field", at="30,20")
    assert first.hand == ("t-field-1",)
    assert piece(first.draft, "field-1").points == ((25, 16), (35, 16), (35, 24), (25, 24))
    second = edited(first.draft, do="add", kind="field", points="0,0 5,0 5,5.126")
    assert piece(second, "field-2").points == ((0, 0), (5, 0), (5, 5.13))


def test_zones_and_objectives_are_laid_too():
    draft = edited(a_draft(zones=(), objectives=()), do="add", kind="zone-b", at="1,1")
    assert draft.scenario.zones[0].points == ((60, 0), (72, 0), (72, 48), (60, 48))
    draft = edited(draft, do="add", kind="hidden-a", points="20,20 30,20 30,30 20,30")
    assert (draft.scenario.zones[1].side, draft.scenario.zones[1].hidden) == ("a", True)
    draft = edited(draft, do="add", kind="objective", at="36,24")
    assert draft.scenario.objectives[0].at == (36, 24)


def test_what_is_laid_with_the_mirror_on_comes_twice():
    draft = edited(a_draft(), do="add", kind="field", points="0,0 10,0 10,4", mirror="turned")
    assert piece(draft, "field-2").points == ((72, 48), (62, 48), (62, 44))


def test_a_walkway_runs_along_its_longer_side_and_turns_with_its_piece():
    draft = edited(a_draft(), do="add", kind="walkway", points="10,10 12,10 12,24 10,24")
    assert (piece(draft, "walkway-1").lane, piece(draft, "walkway-1").belt_deg) == (1, 180)
    draft = edited(draft, do="turn", keys="t-walkway-1", deg="15")
    assert piece(draft, "walkway-1").belt_deg == 195
    draft = edited(draft, do="add", kind="walkway", at="20,40", mirror="across")
    assert [piece(draft, f"walkway-{n}").belt_deg for n in (2, 3)] == [90, 270]
    draft = edited(draft, do="move", keys="t-walkway-2", by="1,1")
    assert piece(draft, "walkway-2").belt_deg == 90
    shown = dict(desk.hand(ScenarioRecord.of(draft.scenario), draft, ("t-walkway-2",))["sections"])
    assert [each.field.name for each in shown["Walkway"]] == ["lane", "belt_deg"]
    assert not {"lane", "belt_deg"} & {each.field.name for each in shown["Special ground"]}


def test_where_a_ladder_leads_is_pointed_at():
    draft = edited(a_draft(), do="add", kind="ladder", at="30,20")
    draft = edited(draft, do="add", kind="head", at="44,31", in_hand="t-ladder-1")
    assert piece(draft, "ladder-1").head == (44, 31)
    draft = edited(draft, do="add", kind="field", at="50,40")
    with pytest.raises(Refused) as refused:
        edited(draft, do="add", kind="head", at="44,31", in_hand="t-field-1")
    assert refused.value.code == "no-ladder"


def test_a_number_out_of_bounds_is_named_with_what_would_do():
    draft = edited(a_draft(), do="add", kind="lift", at="30,20")
    for value, said in (("99", "Level of this door cannot be “99”."), ("", "Level of this door cannot be empty.")):
        with pytest.raises(Refused) as refused:
            edited(draft, do="set", keys="t-lift-1", field="carrier_level", value=value)
        assert (str(refused.value), refused.value.refusal.allowed) == (said, "a number from 1 to 40")


def test_things_are_moved_turned_and_stretched_with_their_doors():
    draft = edited(a_house(), do="open", keys="t-building-1", kind="door", at="20,30")
    assert piece(draft, "building-1").building.openings == (Opening(a=(20.62, 22.5), b=(19.38, 22.5)),)
    draft = edited(draft, do="move", keys="t-building-1 o-o1", by="2,-1.5")
    assert piece(draft, "building-1").points[0] == (19, 16)
    assert piece(draft, "building-1").building.openings[0].a == (22.62, 21)
    assert draft.scenario.objectives[0].at == (38, 22.5)
    turned = edited(draft, do="turn", keys="t-building-1", deg=90)
    assert shapes.centre(piece(turned, "building-1").points) == (22, 18.5)
    assert piece(turned, "building-1").points[0] == (24.5, 15.5)
    large = edited(draft, do="stretch", keys="t-building-1", about="19,16", across=2, down=0.5)
    assert piece(large, "building-1").points[2] == (31, 18.5)


def test_a_window_finds_a_place_of_its_own_and_is_walled_up_again():
    draft = edited(a_house(), do="open", keys="t-building-1", kind="window")
    draft = edited(draft, do="open", keys="t-building-1", kind="window")
    one, other = piece(draft, "building-1").building.openings
    assert one != other
    assert {one.kind, other.kind} == {"window"}
    draft = edited(draft, do="close", keys="t-building-1", number=0)
    assert piece(draft, "building-1").building.openings == (other,)


def test_a_group_is_moved_copied_and_taken_apart_together():
    draft = edited(edited(a_draft(), do="add", kind="wall", at="20,20"), do="add", kind="wood", at="30,20")
    draft = edited(draft, do="group", keys="t-wall-1 t-wood-1")
    moved = done(draft, do="move", keys="t-wall-1", by="1,0")
    assert moved.hand == ("t-wall-1", "t-wood-1")
    assert piece(moved.draft, "wood-1").points[0][0] == piece(draft, "wood-1").points[0][0] + 1
    copied = done(draft, do="copy", keys="t-wood-1")
    assert copied.hand == ("t-wall-2", "t-wood-2")
    assert copied.draft.groups == (("wall-1", "wood-1"), ("wall-2", "wood-2"))
    alone = edited(draft, do="ungroup", keys="t-wood-1")
    assert alone.groups == ()
    assert edited(draft, do="remove", keys="t-wood-1").scenario.terrain == ()


def test_pieces_lie_above_and_below_each_other():
    draft = a_draft()
    for kind in ("field", "scrub", "marsh"):
        draft = edited(draft, do="add", kind=kind, at="30,20")

    def order(to):
        after = edited(draft, do="order", keys="t-scrub-1", to=to)
        return [each.name for each in after.scenario.terrain]

    assert order("top") == order("up") == ["Field", "Marsh", "Scrub"]
    assert order("bottom") == order("down") == ["Scrub", "Field", "Marsh"]


def test_every_field_of_a_piece_may_be_set():
    draft = edited(a_draft(), do="add", kind="wood", at="30,20")
    said = {"name": "Alder Copse", "going": "variable", "cover": "hard", "hazard": 2, "hazard_strength": 3}
    said |= {"height_in": 4.5, "elevation_in": 2, "gradient_deg": 50, "vertical": "impassable", "depth_in": 1}
    said |= {
        "extra_ap": 1,
        "toughness": 6,
        "armour": 12,
        "points_of_damage": 4,
        "bad_face": 5,
        "mines": 7,
        "look": "rubble",
        "secret": "b",
    }
    ticks = {
        "blocks_sight": False,
        "open_work": True,
        "narrow": True,
        "too_flat": True,
        "ropes": True,
        "landing": True,
        "trench": True,
        "section": True,
        "thin_ice": True,
    }
    for field, value in {**said, **ticks}.items():
        sent = {True: "on", False: "off"}.get(value, value) if isinstance(value, bool) else value
        draft = edited(draft, do="set", keys="t-wood-1", field=field, value=sent)
    found = piece(draft, "wood-1")
    assert {name: getattr(found, name) for name in (*said, *ticks)} == said | ticks
    assert piece(edited(draft, do="set", keys="t-wood-1", field="secret", value=""), "wood-1").secret is None


def test_lengths_are_given_in_centimetres_where_those_are_shown():
    draft = edited(a_draft(), do="settings", field="shown", value="cm")
    draft = edited(draft, do="settings", field="width_in", value="121,92")
    assert draft.scenario.width_in == 48
    draft = edited(
        edited(draft, do="add", kind="wood", at="30,20"), do="set", keys="t-wood-1", field="height_in", value="10"
    )
    assert piece(draft, "wood-1").height_in == 3.94


@pytest.mark.part_of("ARAP-GEN-04")
def test_a_table_that_is_laid_out_in_steps_of_2_cm_is_drawn_in_them():
    draft = edited(a_draft(), do="settings", field="option.distance_scale", value="2cm")
    assert (draft.shown, desk.length_shown(draft, 48)) == ("cm", "96 cm")
    draft = edited(draft, do="settings", field="width_in", value="120")
    assert draft.scenario.width_in == 60
    assert edited(draft, do="settings", field="option.distance_scale", value="inch").shown == "in"


@pytest.mark.part_of("BLD-LOCK-01")
def test_the_lock_of_a_door_may_be_a_console_beside_it_that_goes_where_the_house_goes():
    draft = edited(a_house(), do="set", keys="t-building-1", field="handling", value="tabletop")
    draft = edited(draft, do="open", keys="t-building-1", kind="door", at="20,30")

    def door():
        return piece(draft, "building-1").building.openings[0]

    def off(at):
        return min(((at[0] - x) ** 2 + (at[1] - y) ** 2) ** 0.5 for x, y in (door().a, door().b))

    for where in walls.CONSOLES:
        draft = edited(draft, do="hang", keys="t-building-1", field="0.console", value=where)
        assert walls.console_said(piece(draft, "building-1"), door()) == where
        assert encloses(piece(draft, "building-1").points, door().console) == where.startswith("inside")
        assert off(door().console) < 1
    gap = (door().console[0] - door().a[0], door().console[1] - door().a[1])
    draft = edited(draft, do="move", keys="t-building-1", by="2,1")
    assert (door().console[0] - door().a[0], door().console[1] - door().a[1]) == pytest.approx(gap)
    assert "Console of" in piece_svg(drawing.piece(piece(draft, "building-1")))
    draft = edited(draft, do="hang", keys="t-building-1", field="0.console", value="")
    assert door().console is None
    with pytest.raises(Refused):
        edited(draft, do="hang", keys="t-building-1", field="0.console", value="on the moon")


def test_a_building_that_is_entered_has_doors_with_states_sills_locks_and_keys():
    draft = edited(a_house(), do="set", keys="t-building-1", field="handling", value="tabletop")
    draft = edited(draft, do="open", keys="t-building-1", kind="door", at="20,30")
    for field, value in (("state", "locked"), ("secure", "on"), ("sill_in", "0.5"), ("keys", "b"), ("name", "gate")):
        draft = edited(draft, do="hang", keys="t-building-1", field=f"0.{field}", value=value)
    (door,) = piece(draft, "building-1").building.openings
    assert (door.state, door.secure, door.sill_in, door.keys, door.name) == ("locked", True, 0.5, ("b",), "gate")
    with pytest.raises(Refused):
        edited(draft, do="hang", keys="t-building-1", field="0.colour", value="red")


def test_walls_are_raised_between_sections_and_doors_hung_in_them():
    draft = edited(a_house(), do="set", keys="t-building-1", field="handling", value="tabletop")
    with pytest.raises(Refused):
        edited(draft, do="wall-off", keys="t-building-1", act="raise")
    draft = edited(draft, do="floors", keys="t-building-1", act="divide")
    draft = edited(draft, do="wall-off", keys="t-building-1", act="raise")
    draft = edited(draft, do="floors", keys="t-building-1", act="going", number="1", value="difficult")
    assert [room.going for room in piece(draft, "building-1").building.sections] == ["open", "difficult"]
    ((a, b),) = piece(draft, "building-1").building.partitions
    middle = f"{(a[0] + b[0]) / 2},{(a[1] + b[1]) / 2}"
    draft = edited(draft, do="open", keys="t-building-1", kind="door", at=middle)
    (door,) = piece(draft, "building-1").building.openings
    assert {door.a[0], door.b[0]} == {a[0]} or {door.a[1], door.b[1]} == {a[1]}
    assert edited(draft, do="wall-off", keys="t-building-1", act="clear") != draft


def test_a_door_is_moved_to_the_wall_nearest_to_a_press_on_the_plan():
    house = a_house()
    for step in (
        {"do": "set", "field": "handling", "value": "tabletop"},
        {"do": "floors", "act": "divide"},
        {"do": "wall-off", "act": "raise"},
        {"do": "open", "kind": "door"},
        {"do": "hang", "field": "0.state", "value": "locked"},
    ):
        house = edited(house, keys="t-building-1", **step)
    ((a, b),) = piece(house, "building-1").building.partitions
    middle = f"{(a[0] + b[0]) / 2},{(a[1] + b[1]) / 2}"
    (before,) = piece(house, "building-1").building.openings
    house = edited(house, do="put", keys="t-building-1", number="0", at=middle)
    (door,) = piece(house, "building-1").building.openings
    assert {door.a[0], door.b[0]} == {a[0]} or {door.a[1], door.b[1]} == {a[1]}
    assert (door.state, door.a != before.a) == ("locked", True)
    with pytest.raises(Refused):
        edited(house, do="put", keys="t-building-1", number="1", at=middle)


def test_floors_are_laid_out_apart_and_joined_by_stairs_and_lifts():
    draft = a_house(a_house())
    for key, at in (("t-building-1", 1), ("t-building-2", 2)):
        draft = edited(draft, do="set", keys=key, field="handling", value="tabletop")
        draft = edited(draft, do="set", keys=key, field="level", value=str(at))
    draft = edited(draft, do="set", keys="t-building-2", field="of", value="building-1")
    upper = piece(draft, "building-2").building
    assert (upper.level, upper.of) == (2, "building-1")
    with pytest.raises(Refused):
        edited(draft, do="set", keys="t-building-2", field="of", value="building-2")
    draft = edited(draft, do="add", kind="stairs", at="20,20")
    draft = edited(draft, do="set", keys="t-stairs-1", field="head_x", value="22")
    draft = edited(draft, do="set", keys="t-stairs-1", field="head_y", value="21.5")
    assert piece(draft, "stairs-1").head == (22, 21.5)
    draft = edited(draft, do="add", kind="lift", at="20,20")
    found = {
        "shaft": "goods",
        "carrier_level": "2",
        "carrier_capacity": "6",
        "speed": "high",
        "carrier_state": "broken",
    }
    for field, value in found.items():
        draft = edited(draft, do="set", keys="t-lift-1", field=field, value=value)
    door = piece(draft, "lift-1").carrier
    assert (door.shaft, door.level, door.capacity, door.speed, door.state) == ("goods", 2, 6, "high", "broken")
    draft = edited(draft, do="set", keys="t-lift-1", field="carrier_kind", value="")
    assert piece(draft, "lift-1").carrier is None


def test_a_building_has_walls_and_storeys_and_a_zone_a_side():
    draft = edited(a_house(), do="set", keys="t-building-1", field="storeys", value="3")
    draft = edited(draft, do="set", keys="t-building-1", field="walls", value="stone")
    assert (piece(draft, "building-1").building.storeys, piece(draft, "building-1").building.walls) == (3, "stone")
    draft = edited(draft, do="set", keys="z-0", field="facing_deg", value="180")
    draft = edited(draft, do="set", keys="z-0", field="hidden", value="on")
    assert (draft.scenario.zones[0].facing_deg, draft.scenario.zones[0].hidden) == (180, True)
    draft = edited(draft, do="set", keys="o-o1", field="value", value="3")
    assert draft.scenario.objectives[0].value == 3


def test_the_battle_is_set():
    draft = a_draft()
    said = {"turn_limit": 8, "reserve_goal": 4, "reserve_depth_in": 9, "score_to_win": 10, "jump_step_in": 3}
    for field, value in {
        **said,
        "first_side": "b",
        "flight_in": 18,
        "basic_weapons": " Assault cannon, heavy bolter,,",
        "victory": "losses",
        "tie": "losses",
        "scoring": "last-turn",
        "briefing": "Hold  on.",
        "name": "Fen",
    }.items():
        draft = edited(draft, do="settings", field=field, value=value)
    scenario = draft.scenario
    assert {name: getattr(scenario, name) for name in said} == said
    assert (scenario.flight_in, scenario.basic_weapons) == (18, ("Assault cannon", "heavy bolter"))
    assert scenario.first_side == "b"
    assert (scenario.victory, scenario.tie, scenario.scoring, scenario.briefing, scenario.name) == (
        "losses",
        "losses",
        "last-turn",
        "Hold on.",
        "Fen",
    )
    draft = edited(draft, do="settings", field="size", value="48,48")
    assert (draft.scenario.width_in, draft.scenario.height_in) == (48, 48)


def test_zones_stay_at_their_edge_when_the_table_changes_its_size():
    draft = edited(a_draft(), do="add", kind="zone-a", points="0,40 72,40 72,48 0,48")
    draft = edited(draft, do="settings", field="size", value="60,36")
    west, east, south = (zone.points for zone in draft.scenario.zones)
    assert west == ((0, 0), (12, 0), (12, 36), (0, 36))
    assert east == ((48, 0), (60, 0), (60, 36), (48, 36))
    assert south == ((0, 28), (60, 28), (60, 36), (0, 36))


def test_sides_events_and_switches_are_set():
    draft = edited(a_draft(), do="settings", field="sides", value="3")
    assert [(side.id, side.edge) for side in draft.scenario.sides] == [("a", "west"), ("b", "east"), ("c", "north")]
    draft = edited(draft, do="settings", field="side.c.name", value="Wardens")
    draft = edited(draft, do="settings", field="side.c.edge", value="south")
    assert (draft.scenario.sides[2].name, draft.scenario.sides[2].edge) == ("Wardens", "south")
    assert [z.side for z in edited(draft, do="settings", field="sides", value="2").scenario.zones] == ["a", "b"]
    draft = edited(draft, do="settings", field="chance.add")
    for field, value in {"name": "Fog", "text": "Thick.", "goal": 4, "from_turn": 2, "once": "on"}.items():
        draft = edited(draft, do="settings", field=f"chance.0.{field}", value=value)
    fog = draft.scenario.chances[0]
    assert (fog.name, fog.text, fog.goal, fog.from_turn, fog.once) == ("Fog", "Thick.", 4, 2, True)
    assert edited(draft, do="settings", field="chance.0.remove").scenario.chances == ()
    draft = edited(draft, do="settings", field="option.busts_allowed", value="3")
    assert draft.scenario.options == {"busts_allowed": 3}
    assert edited(draft, do="settings", field="option.busts_allowed", value="1").scenario.options == {}


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ({"do": "explode"}, "unknown-edit"),
        ({"do": "add", "kind": "volcano", "at": "1,1"}, "unknown-kind"),
        ({"do": "add", "kind": "wood", "at": "nan,1"}, "no-place"),
        ({"do": "add", "kind": "wood", "at": "1e9,1"}, "no-place"),
        ({"do": "add", "kind": "wood", "points": "1,1 2,2"}, "no-outline"),
        ({"do": "add", "kind": "zone-c", "at": "1,1"}, "unknown-side"),
        ({"do": "move", "keys": "t-nothing", "by": "1,1"}, "nothing-in-hand"),
        ({"do": "turn", "keys": "z-0", "deg": "much"}, "no-number"),
        ({"do": "stretch", "keys": "z-0", "about": "0,0", "across": "-1", "down": "1"}, "no-number"),
        ({"do": "outline", "keys": "o-o1", "points": "1,1 2,2 3,3"}, "nothing-in-hand"),
        ({"do": "group", "keys": "z-0 z-1"}, "too-few"),
        ({"do": "set", "keys": "z-0", "field": "going", "value": "water"}, "unknown-field"),
        ({"do": "set", "keys": "z-0", "field": "side", "value": "x"}, "no-choice"),
        ({"do": "set", "keys": "z-0", "field": "side", "value": "d"}, "out-of-bounds"),
        ({"do": "open", "keys": "z-0", "kind": "door"}, "no-building"),
        ({"do": "settings", "field": "width_in", "value": "5"}, "no-number"),
        ({"do": "settings", "field": "turn_limit", "value": "2.5"}, "no-number"),
        ({"do": "settings", "field": "name", "value": " "}, "no-name"),
        ({"do": "settings", "field": "make_me_win", "value": "1"}, "unknown-field"),
        ({"do": "settings", "field": "option.make_me_win", "value": "1"}, "unknown-switch"),
        ({"do": "settings", "field": "option.busts_allowed", "value": "many"}, "bad-switch"),
        ({"do": "settings", "field": "chance.7.goal", "value": "2"}, "unknown-event"),
        ({"do": "settings", "field": "chance.².goal", "value": "2"}, "unknown-event"),
        ({"do": "settings", "field": "side.z.name", "value": "2"}, "unknown-side"),
        ({"do": "layout", "how": "sideways"}, "no-choice"),
        ({"do": "generate", "how": "hills", "seed": "x"}, "no-number"),
    ],
)
def test_what_makes_no_sense_is_refused(sent, code):
    with pytest.raises(Refused) as refused:
        edits.edit(a_draft(), sent)
    assert refused.value.refusal.code == code
    assert refused.value.refusal.allowed


def test_a_table_may_be_full():
    draft = edited(a_draft(), do="add", kind="field", at="30,20")
    row = tuple(
        draft.scenario.terrain[0].__class__(id=f"f-{n}", name="F", points=((0, 0), (1, 0), (1, 1))) for n in range(400)
    )
    with pytest.raises(Refused, match="more than 400"):
        edited(draft.with_scenario(terrain=row), do="add", kind="field", at="3,3")


def test_everything_on_a_table_has_a_key():
    draft = a_house()
    assert list(things(draft)) == ["t-building-1", "z-0", "z-1", "o-o1"]


# ------------------------------------------------------------------ gates, floors, exits


def gates(draft):
    assert draft.scenario.race is not None
    return [(gate.name, gate.a, gate.b) for gate in draft.scenario.race.gates]


def test_gates_are_laid_turned_copied_put_in_order_and_taken_away():
    draft = edited(a_draft(), do="add", kind="gate", at="20,30")
    draft = edited(draft, do="add", kind="gate", points="40,26 40,30 40,36", mirror="across")
    assert gates(draft) == [("Gate 1", (20, 27), (20, 33)), ("Gate 2", (40, 26), (40, 36))]
    turned = edited(draft, do="turn", keys="g-0", deg=90)
    assert gates(turned)[0] == ("Gate 1", (23, 30), (17, 30))
    copied = done(draft, do="copy", keys="g-1")
    assert copied.hand == ("g-2",)
    assert gates(copied.draft)[2] == ("Gate 3", (42, 28), (42, 38))
    named = edited(copied.draft, do="set", keys="g-2", field="name", value="Bridge")
    first = done(named, do="order", keys="g-2", to="down")
    assert first.hand == ("g-1",)
    assert [name for name, _, _ in gates(first.draft)] == ["Gate 1", "Bridge", "Gate 3"]
    assert [name for name, _, _ in gates(edited(first.draft, do="remove", keys="g-0"))] == ["Bridge", "Gate 2"]
    assert done(first.draft, do="order", keys="g-2", to="up").hand == ("g-2",)
    assert edited(draft, do="remove", keys="g-0 g-1").scenario.race is None


def test_a_race_has_laps_and_says_who_races():
    with pytest.raises(Refused, match="no race"):
        edited(a_draft(), do="settings", field="race.laps", value="3")
    draft = edited(a_draft(), do="add", kind="gate", at="20,30")
    draft = edited(draft, do="settings", field="race.laps", value="3")
    draft = edited(draft, do="settings", field="race.random_bikes", value="on")
    draft = edited(draft, do="settings", field="race.racers.b", value="off")
    race = draft.scenario.race
    assert (race.laps, race.random_bikes, race.racers) == (3, True, ("a",))
    with pytest.raises(Refused, match="Somebody has to race"):
        edited(draft, do="settings", field="race.racers.a", value="off")
    assert edited(draft, do="settings", field="race.racers.b", value="on").scenario.race.racers == ()


def test_a_stack_of_tiles_is_counted_in_the_editor():
    with pytest.raises(Refused, match="No tiles"):
        edited(a_draft(), do="settings", field="tiles.shapes.L", value="3")
    cellars = templates.made(templates.template("cellars"))
    assert cellars.scenario.tiles.under_roof
    draft = edited(cellars, do="settings", field="tiles.shapes.L", value="3")
    draft = edited(draft, do="settings", field="tiles.hexagons.dead end", value="2")
    draft = edited(draft, do="settings", field="tiles.under_roof", value="off")
    stack = draft.scenario.tiles
    assert (stack.shapes["L"], stack.hexagons, stack.under_roof) == (3, {"dead end": 2}, False)
    with pytest.raises(Refused, match="Like T cannot be “many”"):
        edited(draft, do="settings", field="tiles.shapes.T", value="many")


def test_winding_paths_begin_with_hexagons():
    paths = templates.made(templates.template("paths")).scenario
    assert (paths.tiles.sides, paths.options) == (6, {"terrain_tiles": True})
    assert not checks.faults(checks.check(paths))


def test_the_floor_of_a_house_that_is_entered_is_clear():
    """A block of houses is difficult ground; where models go about inside its rooms say what they are like."""
    assert piece(a_house(), "building-1").going == "difficult"
    entered = edited(a_house(), do="set", keys="t-building-1", field="handling", value="tabletop")
    assert piece(entered, "building-1").going == "open"
    again = edited(entered, do="set", keys="t-building-1", field="going", value="variable")
    again = edited(again, do="set", keys="t-building-1", field="handling", value="tabletop")
    assert piece(again, "building-1").going == "variable"
    roofed = edited(entered, do="set", keys="t-building-1", field="roof", value="light flooring")
    assert piece(roofed, "building-1").building.roof == "light flooring"


@pytest.mark.parametrize(
    ("length", "width", "parts"),
    [
        (6, 6, (2, 1)),
        (5, 5, (1, 1)),
        (6, 4, (1, 1)),
        (12, 4, (2, 1)),
        (20, 3, (4, 1)),
        (12, 5, (3, 1)),
        (13, 13, (3, 3)),
    ],
)
@pytest.mark.part_of("BLD-SECT-02", "BLD-SECT-03")
def test_a_floor_is_divided_until_every_part_is_valid(length, width, parts):
    assert floors.section_counts(length, width) == parts
    assert (length / parts[0]) * (width / parts[1]) <= 25


@pytest.mark.part_of("BLD-SECT-03")
def test_floors_are_divided_split_lettered_and_drawn_by_hand():
    draft = edited(a_draft(), do="add", kind="building", points="20,10 26,10 26,16 20,16")
    draft = edited(draft, do="set", keys="t-building-1", field="storeys", value=2)
    draft = edited(draft, do="floors", keys="t-building-1", act="divide")

    def rooms(of):
        return [
            (room.letter, room.storey, layouts.area_in(room.points))
            for room in piece(of, "building-1").building.sections
        ]

    assert rooms(draft) == [("A", 0, 18), ("B", 0, 18), ("C", 1, 18), ("D", 1, 18)]
    halved = edited(draft, do="floors", keys="t-building-1", act="split", number=1)
    assert rooms(halved) == [("A", 0, 18), ("B", 0, 9), ("E", 0, 9), ("C", 1, 18), ("D", 1, 18)]
    named = edited(draft, do="floors", keys="t-building-1", act="letter", number=0, value="Hall")
    assert rooms(named)[0] == ("Hal", 0, 18)
    gone = edited(named, do="floors", keys="t-building-1", act="remove", number=0)
    drawn = done(gone, do="add", kind="section", points="18,9 22,9 22,13 18,13", in_hand="t-building-1", storey=1)
    assert drawn.hand == ("t-building-1",)
    assert rooms(drawn.draft)[-1] == ("A", 1, 6)
    assert rooms(edited(drawn.draft, do="floors", keys="t-building-1", act="clear")) == []
    with pytest.raises(Refused, match="outside the building"):
        edited(gone, do="add", kind="section", points="0,0 2,0 2,2", in_hand="t-building-1")
    with pytest.raises(Refused, match="no sections"):
        edited(a_house(), do="floors", keys="t-building-1", act="split", number=0)


@pytest.mark.part_of("BLD-FIRE-04", "BLD-FIRE-05")
def test_holes_in_a_roof_are_drawn_mended_and_moved_with_the_house():
    def holes(of):
        return {(s.column, s.row) for s in piece(of, "building-1").building.roof_squares}

    draft = edited(a_draft(), do="add", kind="building", points="20,10 26,10 26,16 20,16")
    hole = {"do": "add", "kind": "roof-hole", "in_hand": "t-building-1"}
    with pytest.raises(Refused, match="No roof"):
        edited(draft, **hole, points="22,12 24,12 24,13 22,13")
    draft = edited(draft, do="set", keys="t-building-1", field="handling", value="tabletop")
    holed = edited(draft, **hole, points="24.9,12.1 26.9,12.1 26.9,12.9 24.9,12.9")
    assert holes(holed) == {(25, 12)}
    assert "hole in the roof" in canvas.board(holed)
    moved = edited(holed, do="move", keys="t-building-1", by="3,2")
    assert holes(moved) == {(28, 14)}
    assert holes(edited(holed, **hole, points="25,12 26,12 26,13 25,13")) == set()
    assert holes(edited(holed, do="mend-roof", keys="t-building-1")) == set()
    with pytest.raises(Refused, match="whole"):
        edited(draft, do="mend-roof", keys="t-building-1")
    with pytest.raises(Refused, match="No roof"):
        edited(draft, **hole, points="2,2 3,2 3,3 2,3")


@pytest.mark.part_of("BLD-GEN-03", "BLD-LEVEL-02", "BLD-LADR-01")
def test_the_next_floor_of_a_house_is_laid_out_beside_it_and_ladders_lead_up_to_it():
    draft = edited(a_draft(), do="add", kind="building", points="20,10 30,10 30,18 20,18")
    with pytest.raises(Refused, match="No floor"):
        edited(draft, do="lay-floor", keys="t-building-1")
    draft = edited(draft, do="set", keys="t-building-1", field="handling", value="tabletop")
    draft = edited(draft, do="set", keys="t-building-1", field="storeys", value="3")
    for kind, at in (("window", "24,18"), ("door", "27,18")):
        draft = edited(draft, do="open", keys="t-building-1", kind=kind, at=at)
    assert [c.text for c in checks.check(draft.scenario) if c.code == "no-plan"] == [
        f"Level {n} of Building is laid out nowhere: nobody gets there." for n in (2, 3)
    ]
    draft = edited(edited(draft, do="lay-floor", keys="t-building-1"), do="lay-floor", keys="t-building-1")
    upper = piece(draft, "building-2")
    assert (upper.name, upper.building.level, upper.building.of) == ("Building, level 2", 2, "building-1")
    assert [o.kind for o in upper.building.openings] == ["window"]
    assert piece(draft, "building-3").building.level == 3
    assert not [c for c in checks.check(draft.scenario) if c.code in ("no-plan", "overlap")]
    draft = edited(draft, do="add", kind="ladder", at="23,14")
    ladder, (x, y) = piece(draft, "ladder-1"), upper.points[0]
    assert ladder.head == (x + ladder.points[0][0] - 20, y + ladder.points[0][1] - 10)
    draft = edited(draft, do="add", kind="lift", at=f"{x + 5},{y + 4}")
    assert piece(draft, "lift-1").carrier.level == 2


def test_a_house_that_is_set_out_may_be_entered_by_the_boarding_rule():
    def asked(draft, key="t-building-1"):
        building = dict(desk.hand(ScenarioRecord.of(draft.scenario), draft, (key,))["sections"])["Building"]
        return any(shown.field.name == "entered_as_boarding" for shown in building)

    draft = a_house()
    assert not asked(draft)
    draft = edited(draft, do="set", keys="t-building-1", field="handling", value="tabletop")
    assert asked(draft)
    draft = edited(draft, do="set", keys="t-building-1", field="entered_as_boarding", value="1")
    house = draft.scenario.terrain[0]
    assert house.is_boarded
    assert house.effect.endswith("inside within 2″ of a way in")
    assert not asked(edited(draft, do="set", keys="t-building-1", field="handling", value="sections"))
    assert not asked(edited(draft, do="set", keys="t-building-1", field="level", value="2"))


def test_doors_are_made_on_the_storey_that_is_shown():
    draft = edited(a_house(), do="set", keys="t-building-1", field="storeys", value=3)
    draft = edited(draft, do="open", keys="t-building-1", kind="window", storey=2)
    draft = edited(draft, do="open", keys="t-building-1", kind="window", storey=9)
    assert [each.storey for each in piece(draft, "building-1").building.openings] == [2, 2]


def test_pieces_lie_behind_a_closed_exit_until_it_is_gone():
    draft = edited(a_draft(), do="add", kind="exit", at="20,20")
    draft = edited(edited(draft, do="add", kind="exit", at="30,20"), do="add", kind="rubble", at="25,20")
    draft = edited(draft, do="set", keys="t-rubble-1", field="behind", value="exit-1")
    draft = edited(draft, do="set", keys="t-exit-2", field="behind", value="exit-1")
    assert [piece.behind for piece in draft.scenario.terrain] == [None, "exit-1", "exit-1"]
    for wrong in ("exit-2", "exit-1", "rubble-1", "nothing"):
        with pytest.raises(Refused, match="no closed exit"):
            edited(draft, do="set", keys="t-exit-1", field="behind", value=wrong)
    twice = edited(draft, do="copy", keys="t-exit-1 t-rubble-1")
    assert [(each.id, each.behind) for each in twice.scenario.terrain[3:]] == [("exit-3", None), ("rubble-2", "exit-3")]
    for after in (
        edited(draft, do="remove", keys="t-exit-1"),
        edited(draft, do="set", keys="t-exit-1", field="closed", value="off"),
    ):
        assert {piece.behind for piece in after.scenario.terrain} == {None}


def test_a_piece_says_what_driving_in_it_costs_each_kind_of_locomotion():
    draft = edited(a_draft(), do="add", kind="wood", at="30,20")
    key = draft.scenario.terrain[-1].id
    draft = edited(draft, do="set", keys=f"t-{key}", field="tracked", value="1/4 D")
    assert piece(draft, key).tracked == "1/4 D"
    assert "tracks: quarter speed, dangerous" in piece(draft, key).effect
    assert exchange.read(exchange.to_json(draft)).scenario == draft.scenario
    draft = edited(draft, do="set", keys=f"t-{key}", field="tracked", value="")
    assert piece(draft, key).tracked is None
    with pytest.raises(Refused) as caught:
        edited(draft, do="set", keys=f"t-{key}", field="legs", value="1/3")
    assert caught.value.refusal.allowed == "1, 1 D, 1/2, 1/2 D, 1/4, 1/4 D, impassable"
    shown = dict(desk.hand(ScenarioRecord(), draft, (f"t-{key}",))["sections"])["What vehicles pay"]
    usual = {each.field.label: each.choices[0][1] for each in shown}
    assert usual["Tracks"] == "as usual: half speed, dangerous"
    assert usual["Wheels"] == "as usual: quarter speed, dangerous"
    assert usual["Legs"] == "as usual: half speed"


def test_where_ground_has_classes_for_vehicles_each_kind_of_locomotion_has_them():
    draft = edited(a_draft(), do="add", kind="wood", at="30,20")
    draft = edited(draft, do="settings", field="option.vehicle_module", value="trial")
    key = draft.scenario.terrain[-1].id
    shown = dict(desk.hand(ScenarioRecord(), draft, (f"t-{key}",))["sections"])["What it is to vehicles"]
    words = {each.field.label: [word for _, word in each.choices] for each in shown}
    assert words["All vehicles"] == ["as its look says", "open", "difficult", "especially hazardous", "impassable"]
    assert words["Wheels"] == ["as its look says", "open", "difficult", "impassable"]


@pytest.mark.part_of("TRI-JOIN-01", "VEH-RACE-01")
def test_the_rules_of_a_scenario_are_chosen_as_one():
    draft = edited(a_draft(), do="settings", field="way", value="trial")
    assert (draft.scenario.ruleset, draft.scenario.options) == ("gemini-arap", {"vehicle_module": "trial"})
    draft = edited(draft, do="settings", field="way", value="street-race")
    assert draft.scenario.options == {"street_race": "all"}
    draft = edited(draft, do="settings", field="way", value="crusade")
    assert draft.scenario.ruleset == "rules-crusade"
    draft = edited(draft, do="settings", field="way", value="gemini")
    assert (draft.scenario.ruleset, draft.scenario.options) == ("gemini-arap", {})
    with pytest.raises(Refused, match="way to play"):
        edited(draft, do="settings", field="way", value="chess")
