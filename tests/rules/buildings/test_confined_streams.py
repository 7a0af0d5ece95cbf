"""Large blasts and streams in confined rooms, what the host may redraw. (BLD-CONF-05, BLD-CONF-07, BLD-CONF-08)"""

import pytest
from msgspec.structs import replace

from rules.arap.shooting.shoot import Shoot
from rules.arap.shooting.shoot_at_spot import FireAtSpot
from rules.arap.shooting.volley import ShotsFired
from rules.buildings.breaking.damage import WallHoled
from rules.buildings.rulings import RuleSplash
from rules.core.refusal import IllegalAction
from rules.engine import legal_actions, preview
from rules.events import Rolled
from rules.geometry import rings
from rules.table.building import Building, Opening
from rules.table.terrain import Terrain
from tests.builders import A, a_battle, a_profile, a_unit, a_weapon, the
from tests.builders import play as played
from tests.rules.buildings.test_upstairs import a_house

FLAMER = a_weapon("flamer", type="assault", template=True, range_in=8, strength=4, ap=5)
CANNON = a_weapon("cannon", type="assault", range_in=24, marker_in=5, strength=7, ap=3)
BURNER = a_profile("burner", bs=4)
AT = Shoot(side=A, unit="a1", target="b1")
HOME = {"scatter-a": [2], "scatter-b": [2], "direction": [0]}


def play(state, action=AT, dice=None):
    return played(state, action, dice, by_itself=("go-to-ground", "wall-splashed"))


def a_cellar(*theirs, size=(5, 5), at=(24, 22), weapons=(CANNON,), facing=90, options=None, furniture=(), **inside):
    """A room whose west door stands open, and Ash before it or in it."""
    x, y = size
    ring = ((30.0, 20.0), (30.0 + x, 20.0), (30.0 + x, 20.0 + y), (30.0, 20.0 + y))
    door = Opening(a=(30.0, 21.0), b=(30.0, 23.0))
    room = Building(handling="tabletop", openings=(door,), **inside)
    piece = Terrain(id="cellar", name="Cellar", points=ring, look="building", building=room)
    squad = a_unit("a1", [at], weapons=weapons, profile=BURNER, facing=facing)
    units = [squad, *([a_unit("b1", list(theirs))] if theirs else []), a_unit("b9", [(70, 2)])]
    return a_battle(*units, active="a1", ap=2, terrain=(piece, *furniture), options=options)


# -- walls -------------------------------------------------------------------------------------------------------------


def rolls_at_walls(events):
    return [len(e.dice) for e in events if isinstance(e, Rolled) and "BLD-CONF-05" in e.rules]


@pytest.mark.rule("BLD-CONF-05", "BLD-CONF-02")
def test_in_a_small_room_a_large_blast_strikes_every_wall_of_it():
    """Five by five: five inches of each wall, three beside an open door; T8 against S7 on 5 or more, each a hole."""
    state = a_cellar()
    shot = FireAtSpot(side=A, unit="a1", at=(32.0, 22.0))
    notes = [note for line in preview(state, shot).shots for note in line.notes]
    assert any("18 inches of wall are struck as well, Strength 7 against 8 (BLD-CONF-05)" in n for n in notes)
    events, after = play(state, shot, {**HOME, "to-wound": [5, *[1] * 17]})
    assert rolls_at_walls(events) == [5, 5, 5, 3]
    assert the(events, WallHoled).dp == 1
    assert len(after.terrain[0].building.holes) == 1
    events, _ = play(replace(state, version="10"), shot, {**HOME, "to-wound": [1] * 20})
    assert rolls_at_walls(events) == [5, 5, 5, 5]  # the doorway too, as it was


@pytest.mark.rule("BLD-CONF-05", "BLD-CONF-04")
def test_in_a_large_room_those_within_its_reach_and_five_inches_of_each_at_most():
    """In a hall of 12 by 12, 2.3 inches off the north wall; of the west one the open doorway alone is in reach."""
    state = a_cellar(size=(12, 12), at=(24, 22.0))
    events, _ = play(state, FireAtSpot(side=A, unit="a1", at=(32.8, 22.3)), {**HOME, "to-wound": [1] * 4})
    assert rolls_at_walls(events) == [4]
    near = FireAtSpot(side=A, unit="a1", at=(30.8, 22.9))
    events, _ = play(state, near, {**HOME, "to-wound": [1] * 9})
    assert rolls_at_walls(events) == [4, 5]
    small = a_cellar(weapons=(replace(CANNON, marker_in=3),))
    events, _ = play(small, FireAtSpot(side=A, unit="a1", at=(32.0, 22.0)), HOME)
    assert rolls_at_walls(events) == []


# -- streams ----------------------------------------------------------------------------------------------------------


def bounced(**values):
    """Ash in a room of 9 by 5, Birch round the corner of a partition."""
    wall = ((33.0, 20.0), (33.0, 23.0))
    return a_cellar(
        (34.2, 22.0), size=(9, 5), at=(31.2, 22.0), weapons=(FLAMER,), facing=135, partitions=(wall,), **values
    )


@pytest.mark.rule("BLD-CONF-08")
def test_in_a_confined_space_a_stream_may_be_bounced_without_the_switch():
    """The stream goes on from the wall at its own angle with what is left of its 8 inches, at one worse."""
    state = bounced()
    assert not state.option("template_bounce")
    shot = replace(AT, aim=(33.0, 24.9), bounce=True)
    line = preview(state, shot).shots[0]
    assert [(m.value, m.rule) for m in line.modifiers if m.rule == "BLD-CONF-08"] == [(-1, "BLD-CONF-08")]
    events, _ = play(state, shot, {"to-hit": [1], "to-wound": [1]})
    assert the(events, ShotsFired).hits == 1
    plan = shot.plan(state).firings[0]
    assert plan.strip.length + plan.beyond.length == pytest.approx(8, abs=0.1)


@pytest.mark.part_of("BLD-CONF-08")
def test_who_is_round_the_corner_alone_is_offered_off_a_wall_and_nobody_else_is():
    """Without an offer the page has no button by which the stream could be pointed at a wall."""
    (offer,) = [o for o in legal_actions(bounced(), "a") if o.kind == "shoot"]
    assert (offer.target, offer.label, offer.action.bounce) == ("b1", "Shoot at B1, off a wall", True)
    assert preview(bounced(), offer.action).refusal is None
    open_air = a_cellar((24, 26), at=(24, 40), weapons=(FLAMER,), facing=0)
    (offer,) = [o for o in legal_actions(open_air, "a") if o.kind == "shoot"]
    assert (offer.action, offer.refusal.code) == (None, "out-of-range")


@pytest.mark.part_of("BLD-CONF-08")
def test_in_the_open_it_needs_the_switch():
    state = a_cellar((24, 26), at=(24, 30), weapons=(FLAMER,), facing=0)
    refusal = preview(state, replace(AT, bounce=True)).refusal
    assert (refusal.code, refusal.rule) == ("bounce-off", "ARAP-TMPL-02")


@pytest.mark.rule("BLD-CONF-07")
def test_the_host_redraws_whom_a_stream_reaches():
    """One beside the template is caught by splash, one under it is spared, a sofa by the wall no longer helps."""
    sofa = Terrain(id="sofa", name="Sofa", points=rings.rectangle(33.5, 21.5, 1, 1), look="furniture")
    state = a_cellar((34, 22), (33, 24.6), (32, 22), at=(27, 22), weapons=(FLAMER,), furniture=[sofa])

    def under(field):
        notes = preview(field, replace(AT, aim=(34, 22))).shots[0].notes
        return [note for note in notes if note.startswith("under")]

    assert [note.split(":")[1].split(" inside")[0] for note in under(state)] == [
        " 1 of B1 in soft cover",
        " 1 of B1 in the open",
    ]
    for models, splash in ((("b1.2",), "in"), (("b1.3",), "out"), (("b1.1",), "bare")):
        ruling = RuleSplash(side=A, unit="a1", models=models, splash=splash, reason="splash")
        events, state = played(state, ruling)
    assert events[-1].sentence(state) == "Host: under streams of A1 B1.1 has nothing of their furniture (splash)"
    assert [note.split(":")[1].split(" inside")[0] for note in under(state)] == [" 2 of B1 in the open"]
    _, after = play(state, replace(AT, aim=(34, 22)), {"to-hit": [4], "to-wound": [6, 6]})
    assert [m.id for m in after.units["b1"].alive] == ["b1.3"]


@pytest.mark.rule("BLD-CONF-07")
def test_a_splash_is_ruled_of_a_template_weapon_in_a_confined_space_with_a_reason():
    state = a_cellar((34, 22), at=(27, 22), weapons=(FLAMER,))
    good = RuleSplash(side=A, unit="a1", models=("b1.1",), splash="in", reason="splash")
    assert refused(state, replace(good, unit="b1")).code == "no-template"
    assert refused(state, replace(good, models=("b1.7",))).code == "unknown-model"
    assert refused(state, replace(good, models=("b9.1",))).code == "not-confined"
    assert refused(state, replace(good, reason=" ")).code == "no-reason"


def refused(state, action):
    with pytest.raises(IllegalAction) as caught:
        played(state, action)
    assert caught.value.rule == "BLD-CONF-07"
    return caught.value


# -- storeys ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BLD-TMPL-02")
def test_a_stream_is_fired_at_the_next_storey_and_no_further():
    """From the street at the window of level 2; at level 4, three storeys up, it is refused."""
    near = a_house((15, 21.5), (55, 19.5), weapon=FLAMER, facing=0)
    events, _ = play(near, AT, {"to-hit": [1], "to-wound": [1]})
    assert [(e.target, e.hits) for e in events if isinstance(e, ShotsFired)] == [("b1", 1)]
    far = preview(a_house((15, 21.5), (35, 19.5), levels=(1, 4), weapon=FLAMER, facing=0), AT).refusal
    assert (far.code, far.rule) == ("storeys-off", "BLD-TMPL-02")
