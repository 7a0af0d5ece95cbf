"""Tubes that may be dead, trying them, broken tubes, and carriers of other kinds."""

import pytest
from msgspec.structs import replace

from rules.buildings.carriers.doubtful import RuleTube, TryTube
from rules.engine import legal_actions, preview
from rules.table.building import Building, Hole
from rules.table.terrain import Terrain
from rules.visibility import view, view_event
from tests.builders import a_battle, a_profile, a_unit, play
from tests.rules.buildings.carriers.test_lifts import a_door, a_tower, level_of, ride

FLAT = {"kind": "travel-tube", "level": 1}
UPSTAIRS = ((24, 12.9),)


def try_it(to, door=1, **values):
    return TryTube(side="a", unit="a1", door=f"door-{door}", to=f"door-{to}", **values)


def works_on(state):
    return {t.carrier.works_on for t in state.terrain if t.carrier}


@pytest.mark.rule("BLD-TUBE-07", "BLD-FALL-02")
def test_in_a_dead_shaft_they_fall_to_its_bottom_and_a_dead_tube_moves_nobody():
    field = a_tower(*UPSTAIRS, kind="drop-shaft", works_on=2)
    assert "Nobody knows whether it works." in preview(field, ride(1, door=2)).notes
    _, state = play(field, ride(1, door=2), {"tube-state": [2]})
    assert (level_of(state), works_on(state)) == ({1}, {None})
    events, state = play(field, ride(1, door=2), {"tube-state": [3], "fall-hits": [1], "to-wound": [1]})
    assert any("BLD-FALL-02" in e.rules for e in events)
    assert (level_of(state), preview(state, ride(2)).refusal.code) == ({1}, "down-only")
    assert {t.carrier.state for t in state.terrain if t.carrier} == {"broken"}
    floats = a_tower(*UPSTAIRS, kind="freefall-tube", works_on=0)
    _, state = play(floats, ride(1, door=2))
    assert (level_of(state), preview(state, ride(1, door=2)).refusal.code) == ({2}, "not-working")


@pytest.mark.rule("BLD-TUBE-08", "BLD-TUBE-07")
def test_who_tosses_something_in_hears_whether_it_works_or_goes_in_himself():
    field = a_tower(*UPSTAIRS, (24, 11), kind="drop-shaft", works_on=3, profile=a_profile("tosser", i=4))
    shown = preview(field, try_it(1, door=2))
    assert (shown.ap, shown.chances[0].exact, shown.chances[0].label) == (1, "2/3", "A1.1 stays outside")
    assert any(o.kind == "try-tube" and o.action for o in legal_actions(field, "a"))
    _, state = play(field, try_it(1, door=2), {"initiative-test": [4], "tube-state": [4]})
    assert (level_of(state), {t.carrier.state for t in state.terrain if t.carrier}) == ({2}, {"broken"})
    _, state = play(field, try_it(1, door=2), {"initiative-test": [5], "tube-state": [3]})
    assert [m.at[0] < 20 for m in state.units["a1"].models] == [True, False]
    away = replace(field.units["a1"], models=tuple(replace(m, at=(24.5, 11.2)) for m in field.units["a1"].models))
    offered = [o for o in legal_actions(field.with_unit(away), "a") if o.kind == "try-tube"]
    assert {o.refusal.code for o in offered} == {"out-of-reach"}
    sure = a_tower(*UPSTAIRS, kind="drop-shaft")
    assert preview(sure, try_it(1, door=2)).refusal.code == "no-doubt"
    assert preview(field, try_it(1, door=4)).refusal.code == "out-of-reach"
    assert preview(field, try_it(2, door=2)).refusal.code == "no-lift"


@pytest.mark.rule("BLD-TUBE-07")
def test_the_host_alone_knows_of_a_doubtful_tube():
    field = a_tower(*UPSTAIRS, kind="drop-shaft")
    rule = RuleTube(side="a", door="door-2", works_on=2, reason="the lamps lie")
    events, state = play(field, rule)
    assert works_on(state) == {2}
    assert view_event(state, events[0], "a") is None
    assert works_on(view(state, "a")) == {-1}
    _, state = play(state, replace(rule, works_on=-1))
    assert works_on(state) == {None}
    bad = {"no-tube": {"door": "none"}, "bad-chance": {"works_on": 7}, "no-reason": {"reason": " "}}
    for code, values in bad.items():
        assert preview(field, replace(rule, **values)).refusal.code == code
    assert set(bad) == {"no-tube", "bad-chance", "no-reason"}


@pytest.mark.rule("BLD-TUBE-04")
@pytest.mark.parametrize(("breaks_at", "lost", "code"), [("first_dp", 1, "tube-damaged"), ("all_dp", 1, "")])
def test_nobody_travels_past_a_damaged_section(breaks_at, lost, code):
    doors = [a_door(n, 10.0 * n + 4, along_in=10.0 * (n - 1), **FLAT) for n in (1, 2)]
    ring = ((18.0, 13.0), (24.0, 13.0), (24.0, 16.0), (18.0, 16.0))
    inside = Building(handling="tabletop", walls="tube wall", holes=(Hole(wall=0, part=3, dp=lost),))
    tube = Terrain(id="tube", name="Glass Tube", points=ring, look="building", building=inside)
    squad = a_unit("a1", [(14, 12.9)])
    options = {"tube_breaks_at": breaks_at}
    field = a_battle(squad, a_unit("b1", [(60, 40)]), active="a1", ap=2, terrain=(tube, *doors), options=options)
    refusal = preview(field, ride(2)).refusal
    assert (refusal.code if refusal else "") == code
    if not code:
        _, state = play(field, ride(2))
        assert [abs(m.at[0] - 24.5) <= 2 for m in state.units["a1"].models] == [True]
    gone = replace(tube, building=replace(inside, holes=(), fallen=((0, 0),)))
    assert preview(replace(field, terrain=(gone, *doors)), ride(2)).refusal.rule == "BLD-TUBE-04"


WELL = ((13.0, 15.2), (16.0, 15.2), (16.0, 17.8), (13.0, 17.8))


@pytest.mark.rule("BLD-TUBE-04")
@pytest.mark.parametrize("kind", ["travel-tube", "freefall-tube", "drop-shaft"])
@pytest.mark.parametrize("shape", ["laid out", "of several storeys"])
def test_nobody_travels_up_or_down_past_a_damaged_section(kind, shape):
    """The walls of a level reach from its floor to the next; each way of setting out a tube that goes up."""
    barred = {
        (damaged, down)
        for damaged in (1, 2)
        for down in ((3, 2), (4, 2), (4, 3), (2, 1))
        if _code_of_a_ride(kind, shape, damaged, down) == "tube-damaged"
    }
    assert barred == {(2, (3, 2)), (2, (4, 2)), (1, (2, 1))}


def _code_of_a_ride(kind, shape, damaged, down):
    """Why nobody rides down between those levels past walls that are damaged on one; never for older battles."""
    field = a_tower((10.0 * down[0] + 4, 12.6), kind=kind)
    if shape == "laid out":
        off = 10.0 * (damaged - 1)
        level = {"level": damaged, "of": "level-1", "shift": (-off, 0.0), "holes": (Hole(wall=1, part=1, dp=1),)}
        points, inside = tuple((x + off, y) for x, y in WELL), Building(handling="tabletop", walls="tube wall", **level)
    else:
        hole = Hole(wall=1 + 4 * (damaged - 1), part=1, dp=1)
        points, inside = WELL, Building(handling="sections", storeys=4, walls="tube wall", holes=(hole,))
    tube = Terrain(id="tube", name="Tube", points=points, look="building", building=inside)
    field = replace(field, terrain=(*field.terrain, tube))
    assert preview(replace(field, version="14"), ride(down[1], door=down[0])).refusal is None
    refusal = preview(field, ride(down[1], door=down[0])).refusal
    return refusal.code if refusal else ""


@pytest.mark.rule("BLD-TUBE-05")
def test_a_call_that_falls_short_leads_to_no_door_beyond_a_damaged_section():
    field = a_tower((24, 12.6), kind="freefall-tube", options={"tube_level_dice": True})
    level = Building(handling="tabletop", walls="tube wall", of="level-1", shift=(0.0, 0.0))
    broken = replace(level, holes=(Hole(wall=1, part=1, dp=1),))
    below = Terrain(id="tube", name="Tube", points=WELL, look="building", building=broken)
    field = replace(field, terrain=(*field.terrain, below))
    _, state = play(field, ride(4, door=2), dice={"tube-levels": [1, 1]})
    assert [o.id for o in state.prompt.options] == ["door-3", "stay"]
    _, before = play(replace(field, version="14"), ride(4, door=2), dice={"tube-levels": [1, 1]})
    assert [o.id for o in before.prompt.options] == ["door-1", "door-3", "stay"]


@pytest.mark.rule("BLD-LIFT-09")
def test_other_carriers_go_by_the_nearest_rules():
    pole = a_tower(*UPSTAIRS, kind="pole")
    assert "BLD-LIFT-09" in preview(pole, ride(1, door=2)).rules
    assert preview(pole, ride(3, door=2)).refusal.code == "down-only"
    for kind in ("gravity-shaft", "escalator", "powered-ladder"):
        _, state = play(a_tower(*UPSTAIRS, kind=kind), ride(3, door=2))
        assert level_of(state) == {3}
