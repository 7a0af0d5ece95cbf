"""Fire at people behind the ports of bunkers, loopholed houses and sections. (BLD-PORT-01 to -08)"""

import pytest
from msgspec.structs import replace

from rules.arap.ports.events import PortsHit
from rules.arap.shooting.shoot import Shoot
from rules.arap.shooting.volley import ShotsFired
from rules.arap.templates.scatter import ShellBurst
from rules.buildings.bunkers.fire import BuildingShot
from rules.buildings.bunkers.hits import BunkerHit
from rules.buildings.ports.fire import ShootBuildingPorts
from rules.core.refusal import IllegalAction
from rules.dice.sources import ScriptedDice
from rules.engine import decide, fold, legal_actions, preview
from rules.events import Rolled
from rules.forces.unit import UnitTurn
from rules.geometry import rings
from rules.hand_dice import EnterDice
from rules.table.armoured import Armoured
from rules.table.building import Building, Opening
from rules.table.terrain import Terrain
from tests.builders import A, a_battle, a_profile, a_row, a_unit, a_weapon, the
from tests.builders import play as played
from tests.rules.buildings.bunkers.pillbox import a_bunker
from tests.rules.buildings.sections.customs import a_house, guard, stormed

RANGER = a_profile("ranger", bs=4)
RIFLE = a_weapon("rifle", strength=4, ap=5)
PISTOL = a_weapon("pistol", type="pistol", range_in=12, strength=3)
FRAG = a_weapon("frag", type="grenade", range_in=6, strength=4, ap=6, marker_in=3)
LAUNCHER = a_weapon("launcher", type="assault", range_in=24, strength=4, ap=6, marker_in=3, shots=1)
FLAMER = a_weapon("flamer", type="assault", template=True, range_in=8, strength=4, ap=5)
AT = ShootBuildingPorts(side=A, unit="a1", terrain="keep")
THROW = replace(AT, weapons=("frag",))


def before(off, *weapons, shooters=1, inside=2, bunker=None, options=None, **flags):
    """Ash so far east of a bunker with three ports that Birch holds."""
    squad = a_unit("a1", a_row(shooters, 20 + off, 13, 0), weapons=weapons or (RIFLE,), profile=RANGER, facing=270)
    people = [a_unit("b1", [(12.0 + n, 13.0) for n in range(inside)], **flags)] if inside else []
    works = bunker or a_bunker(armoured=Armoured(ports=3))
    return a_battle(squad, *people, a_unit("b9", [(70, 2)]), active="a1", ap=2, terrain=[works], options=options)


def play(state, action, dice=None):
    """Nobody goes to ground."""
    return played(state, action, dice, by_itself=("go-to-ground",))


def refused(state, action=AT):
    with pytest.raises(IllegalAction) as caught:
        play(state, action)
    return caught.value


def rolled(events, label):
    return [e for e in events if isinstance(e, Rolled) and e.label == label]


@pytest.mark.rule("BLD-PORT-01", "BLD-PORT-02", "BLD-PORT-03")
def test_shots_at_ports_are_two_worse_and_hits_of_the_unit_are_halved_once():
    state = before(8, shooters=3)
    (line,) = preview(state, AT).shots
    assert (line.goal, line.shots) == (2, 6)
    assert [(m.value, m.rule) for m in line.modifiers] == [(-2, "BLD-PORT-02")]
    dice = {"to-hit": [1, 2, 2, 1, 2, 3], "pick": [1, 2], "to-wound": [3, 2]}
    events, after = play(state, AT, dice)
    found = the(events, PortsHit)
    assert (found.hits, found.passed, found.struck) == (5, 2, {"b1": 2})
    assert found.sentence(after) == "2 of 5 hits go in at the ports of Pillbox"
    assert the(events, BuildingShot).sentence(after) == "A1 fires Rifle at the ports of Pillbox, 6 shots: 5 hits"
    assert not [e for e in events if isinstance(e, BunkerHit)]
    assert len(after.units["b1"].alive) == 1
    assert len(after.units["a1"].now.shots) == 3


@pytest.mark.rule("BLD-PORT-03")
def test_a_single_hit_never_goes_in_and_the_odds_are_exact():
    """One shot at 14 inches; two at 8: both must hit, 2 in 6 each, and S4 wounds T3 on 3 or more."""
    events, _ = play(before(14), AT, {"to-hit": [2]})
    assert the(events, PortsHit).passed == 0
    chances = {c.label: c.exact for c in preview(before(8), AT).chances}
    assert chances == {"average hits that go in": "1/9", "a hit goes in": "1/9", "at least one casualty": "2/27"}


@pytest.mark.rule("BLD-PORT-03")
def test_of_mixed_weapons_chance_says_which_hits_go_in():
    state = before(5, RIFLE, PISTOL, shooters=2)
    one, two = state.units["a1"].models
    mixed = replace(state.units["a1"], models=(replace(one, weapons=("rifle",)), replace(two, weapons=("pistol",))))
    events, _ = play(state.with_unit(mixed), AT, {"to-hit": [1, 1, 1], "pick": [3, 1], "to-wound": [4]})
    assert the(events, PortsHit).passed == 1


@pytest.mark.rule("BLD-PORT-02", "BLD-PORT-04", "BLD-GEN-01")
@pytest.mark.parametrize("passes", [3, 4])
def test_a_shell_on_the_port_passes_on_three_or_less(passes):
    """BS4 less 2: 1 and 1 do not scatter. Inside it is a blast in a confined room; else it bursts before the port."""
    state = before(8, LAUNCHER)
    (line,) = preview(state, AT).shots
    assert [(m.value, m.reason) for m in line.modifiers] == [(-2, "at a port: 2″ more scatter")]
    dice = {"scatter-a": [1], "scatter-b": [1], "direction": [90], "port-pass": [passes]}
    events, after = play(state, AT, {**dice, **({"to-wound": [3, 3]} if passes == 3 else {})})
    assert after.units["b1"].is_gone is (passes == 3)
    if passes == 3:
        assert "BLD-PORT-05" in the(events, PortsHit).rules
        assert the(events, PortsHit).sentence(after) == "Launcher goes off inside Pillbox: 2 hits inside"
    else:
        burst = the(events, ShellBurst)
        assert (burst.at, burst.scatter_in) == ((20.1, 13), 0)
    assert after.units["a1"].now.shots


@pytest.mark.rule("BLD-PORT-04")
@pytest.mark.parametrize(("face", "version", "strays"), [(3, "", 4), (1, "", 0), (3, "10", 0)])
def test_a_double_that_does_not_pass_strays_as_far_as_its_dice_say(face, version, strays):
    """BS4: 3 and 3 are right on the port, but 6 + 2 - 4 is 4 inches outside; in older games it burst before it."""
    state = before(20, LAUNCHER)
    state = replace(state, version=version or state.version)
    dice = {"scatter-a": [face], "scatter-b": [face], "direction": [90], "port-pass": [4]}
    burst = the(play(state, AT, dice)[0], ShellBurst)
    assert (burst.scatter_in, burst.at) == (strays, pytest.approx((20.1 + strays, 13)))


@pytest.mark.rule("BLD-PORT-04")
@pytest.mark.parametrize(("passes", "asked"), [(4, True), (3, False)])
def test_real_dice_are_asked_for_the_direction_of_a_double_once_it_does_not_pass(passes, asked):
    state = decide_all(before(20, LAUNCHER, options={"dice_thrown": "by_hand"}), AT)
    for label, face in (("scatter-a", 3), ("scatter-b", 3), ("port-pass", passes)):
        assert state.owed.asked.label == label
        state = decide_all(state, EnterDice(side=state.owed.side, faces=(face,), by="Ann"))
    assert (state.owed.asked.label == "direction") is asked


def decide_all(state, action):
    """The state after an action whose dice are all thrown by hand."""
    return fold(decide(state, action, ScriptedDice({})), state)


@pytest.mark.rule("BLD-PORT-05", "BLD-CONF-02")
def test_a_double_that_passes_the_port_strikes_everybody_in_the_bunker():
    dice = {"scatter-a": [6], "scatter-b": [6], "direction": [0], "port-pass": [1], "to-wound": [3, 3, 3, 3]}
    events, after = play(before(20, LAUNCHER, inside=4), AT, dice)
    assert the(events, PortsHit).struck == {"b1": 4}
    assert after.units["b1"].is_gone


@pytest.mark.rule("BLD-PORT-04")
def test_a_shell_that_would_scatter_into_the_bunker_goes_the_other_way():
    """BS4, 3 and 2: 5 + 2 - 4 = 3 inches to the west, which is into it, so it is to the east; nobody inside is hit."""
    dice = {"scatter-a": [3], "scatter-b": [2], "direction": [270]}
    events, after = play(before(8, LAUNCHER), AT, dice)
    burst = the(events, ShellBurst)
    assert burst.scatter_in == 3
    assert burst.at == pytest.approx((23.1, 13))
    assert len(after.units["b1"].alive) == 2
    assert not rolled(events, "port-pass")


@pytest.mark.rule("BLD-PORT-06", "BLD-PORT-02")
def test_a_grenade_is_three_worse_however_near_and_half_of_its_hits_pass():
    """BS4: 1, then 3 or less: 1/12 in all."""
    state = before(1.6, FRAG, shooters=5)
    (line,) = preview(state, THROW).shots[:1]
    assert (line.goal, line.chances[0].exact) == (1, "1/12")
    dice = {"to-hit": [1, 1], "port-pass": [3, 4], "to-wound": [3, 2]}
    dice |= {"scatter-a": [5], "scatter-b": [1], "direction": [180]}
    events, after = play(state, THROW, dice)
    assert len(after.units["b1"].alive) == 1
    assert the(events, ShellBurst).scatter_in == 4


@pytest.mark.rule("BLD-PORT-05", "BLD-CONF-03")
def test_a_blast_inside_reaches_out_through_the_ports():
    """Three ports evenly along the walls: one of them is at (20, 10.666)."""
    state = before(8, LAUNCHER)
    port = rings.spread(state.terrain[0].points, 3)[0]
    near, profiles, _ = a_unit("b3", [(port[0], port[1] - 0.6)])
    state = replace(state, profiles={**state.profiles, profiles[0].id: profiles[0]}).with_unit(near)
    dice = {"scatter-a": [1], "scatter-b": [1], "direction": [90], "port-pass": [1]}
    events, _ = play(state, AT, {**dice, "area-cover": [3], "to-wound": [1, 1, 3]})
    assert [e.hits for e in events if isinstance(e, ShotsFired) and e.target == "b3"] == [1]


@pytest.mark.rule("BLD-PORT-07", "BLD-TMPL-07")
def test_a_stream_goes_in_if_it_beats_its_goal_by_two_or_from_two_inches_by_one():
    """BS4: 2 or less; then all of the bunker are hit. From 1.9 inches 3 or less."""
    state = before(5, FLAMER, inside=3)
    assert preview(state, AT).shots[0].goal == 2
    events, after = play(state, AT, {"to-hit": [2], "to-wound": [3, 3, 3]})
    assert the(events, PortsHit).sentence(after) == "Flamer pours into Pillbox: 3 hits inside"
    near = before(1.9, FLAMER)
    assert preview(near, AT).shots[0].goal == 3
    assert the(play(near, AT, {"to-hit": [3], "to-wound": [1, 1]})[0], PortsHit).how == "stream"


@pytest.mark.rule("BLD-TMPL-08", "BLD-PORT-07")
def test_a_stream_that_fails_hits_the_outside_and_licks_in():
    """Two people at three ports, each on 3 or less; the armour of the bunker is struck."""
    dice = {"to-hit": [3], "template-cover": [3, 4], "to-wound": [3], "armour-penetration": [1]}
    events, after = play(before(5, FLAMER), AT, dice)
    found = the(events, PortsHit)
    assert (found.how, found.passed, found.struck) == ("lick", 0, {"b1": 1})
    assert the(events, BunkerHit).total == 5
    assert len(after.units["b1"].alive) == 1


@pytest.mark.rule("BLD-PORT-08")
def test_with_shutters_a_port_is_open_only_after_somebody_fired_from_it():
    shut = {"port_shutters": True}
    error = refused(before(8, options=shut))
    assert (error.code, error.rule) == ("ports-shut", "BLD-PORT-08")
    own, none = (a_bunker(armoured=Armoured(ports=3, shutters=said)) for said in ("yes", "no"))
    assert refused(before(8, bunker=own)).code == "ports-shut"
    assert preview(before(8, bunker=none, options=shut), AT).refusal is None
    opened = before(8, options=shut, now=UnitTurn(shots={"b1.1/rifle": 1}))
    assert the(play(opened, AT, {"to-hit": [3, 3]})[0], BuildingShot).hits == 0


@pytest.mark.rule("BLD-BUNK-04", "BLD-PORT-01")
def test_who_is_in_contact_with_a_whole_bunker_pokes_nothing_in():
    error = refused(before(0.6, FLAMER))
    assert (error.code, error.rule) == ("too-near", "BLD-BUNK-04")
    breached = replace(before(0.6).terrain[0], structural=1, breaches=(rings.rectangle(14, 9.5, 1, 1),))
    assert preview(before(0.6, FLAMER, bunker=breached), AT).refusal is None


@pytest.mark.rule("BLD-PORT-01")
def test_nobody_inside_friends_inside_and_no_ports_are_refused():
    assert refused(before(8, inside=0)).code == "nobody-inside"
    assert refused(before(8, bunker=a_bunker(armoured=Armoured()))).code == "no-port"
    assert refused(before(8), replace(AT, terrain="elsewhere")).code == "no-port"
    state = before(8)
    own, _, _ = a_unit("a2", [(15.0, 13.0)])
    assert refused(state.with_unit(own)).code == "own-target"
    assert refused(before(40)).code == "out-of-range"
    stolen = preview(before(8), replace(AT, weapons=("lance",))).refusal
    assert (stolen.code, stolen.allowed) == ("no-ranged-weapon", "Rifle")


def test_it_is_offered_beside_the_bunker_itself():
    kinds = [(o.kind, o.label) for o in legal_actions(before(4, RIFLE, FRAG), A) if o.kind == "building-ports"]
    assert kinds == [
        ("building-ports", "Shoot at the ports of Pillbox"),
        ("building-ports", "Throw Frag at the ports of Pillbox"),
    ]
    assert not [o for o in legal_actions(before(8, inside=0), A) if o.kind == "building-ports"]


# -- loopholes ---------------------------------------------------------------------------------------------------------

SLIT = Opening(a=(20, 13), b=(20, 13.5), kind="port")


def a_blockhouse(*theirs, off=8.0, weapons=(RIFLE,), shooters=3, y=13.25, furniture=(), **values):
    """A house of 5 by 5 inches with one loophole in its east wall, Birch inside."""
    house = Terrain(
        id="keep",
        name="Blockhouse",
        points=rings.rectangle(15, 11, 5, 5),
        look="building",
        building=Building(handling="tabletop", openings=(SLIT,), **values),
    )
    squad = a_unit("a1", a_row(shooters, 20 + off, y, 0), weapons=weapons, profile=RANGER, facing=270)
    people = a_unit("b1", theirs or [(18.5, 13.25), (16.0, 15.5)], weapons=[RIFLE], facing=90)
    spare = a_unit("b9", [(70, 2)])
    return a_battle(squad, people, spare, active="a1", ap=2, terrain=[house, *furniture])


@pytest.mark.rule("BLD-PORT-01", "BLD-PORT-03")
def test_through_a_loophole_only_those_in_the_line_of_fire_are_struck():
    """The line through the slit meets the man behind it, not the one in the corner."""
    state = a_blockhouse()
    seen = preview(state, Shoot(side=A, unit="a1", target="b1")).refusal
    assert (seen.code, seen.rule, seen.allowed) == ("firing-port", "BLD-PORT-01", "fire at its ports")
    dice = {"to-hit": [1, 1, 6, 6, 6, 6], "to-wound": [6]}
    events, after = play(state, AT, dice)
    assert the(events, PortsHit).struck == {"b1": 1}
    assert [m.id for m in after.units["b1"].alive] == ["b1.2"]


@pytest.mark.part_of("BLD-PORT-01")
def test_those_behind_a_loophole_fire_out_and_nobody_walks_through():
    state = a_blockhouse()
    out = replace(state, turn=replace(state.turn, active="b1", place=1))
    assert preview(out, Shoot(side="b", unit="b1", target="a1")).shots[0].shooters == 1


@pytest.mark.rule("BLD-PORT-05", "BLD-INTO-04")
def test_a_shell_through_a_loophole_fills_the_room_and_a_slant_costs_one():
    state = a_blockhouse(weapons=(LAUNCHER,), shooters=1)
    dice = {"scatter-a": [1], "scatter-b": [1], "direction": [0], "port-pass": [2], "to-wound": [6, 6]}
    assert the(play(state, AT, dice)[0], PortsHit).struck == {"b1": 2}
    aslant = a_blockhouse(weapons=(LAUNCHER,), shooters=1, off=4, y=18.0)
    values = [(m.value, m.rule) for m in preview(aslant, AT).shots[0].modifiers]
    assert values == [(-1, "BLD-INTO-04"), (-2, "BLD-PORT-02")]


@pytest.mark.rule("BLD-TMPL-07", "BLD-PORT-07")
def test_a_stream_through_a_loophole_strikes_those_under_it_and_cover_inside_helps():
    """BS4 through a slit 2 or less; behind a sofa a 1 is needed, else 3 or less. Whoever is not under it is safe."""
    sofa = Terrain(
        id="sofa",
        name="Sofa",
        points=rings.rectangle(16.3, 12.7, 1, 1.1),
        look="furniture",
        cover="soft",
        height_in=0.7,
    )
    state = a_blockhouse(
        (18.8, 13.25), (16.8, 13.25), (15.6, 15.6), weapons=(FLAMER,), shooters=1, off=2.5, furniture=[sofa]
    )
    dice = {"to-hit": [2], "template-cover": [4], "to-wound": [6]}
    events, after = play(state, AT, dice)
    assert the(events, PortsHit).struck == {"b1": 1}
    (die,) = rolled(events, "template-cover")
    assert die.goal == 3
    assert [m.id for m in after.units["b1"].alive] == ["b1.2", "b1.3"]


@pytest.mark.rule("BLD-TMPL-08")
def test_a_stream_that_misses_a_loophole_strikes_the_wall():
    state = a_blockhouse((19.4, 13.25), (16.0, 15.5), weapons=(FLAMER,), shooters=1, off=2.5, walls="thatch")
    events, _ = play(state, AT, {"to-hit": [5], "template-cover": [1], "to-wound": [1, 1, 1, 6]})
    assert the(events, PortsHit).how == "lick"
    assert [len(e.dice) for e in rolled(events, "to-wound")] == [3, 1]


# -- sections ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BLD-PORT-07")
def test_behind_the_ports_of_a_section_the_whole_section_is_struck():
    slit = Opening(a=(8, 26), b=(8.5, 26), kind="port")
    squad = a_unit("a1", [(8.25, 29.5)], weapons=[FLAMER, LAUNCHER], profile=RANGER, facing=0)
    state = stormed(squad, guard("b1", 4), house=a_house(openings=(slit,)))
    action = ShootBuildingPorts(side=A, unit="a1", terrain="s1", part="C1", weapons=("flamer",))
    events, after = play(state, action, {"to-hit": [2], "to-wound": [6, 6, 6, 6]})
    assert the(events, PortsHit).sentence(after) == "Flamer pours into C1 of Customs House: 4 hits inside"
    labels = [o.label for o in legal_actions(state, A) if o.kind == "building-ports"]
    assert labels == ["Shoot at the ports of C1 of Customs House"]


@pytest.mark.rule("BLD-TMPL-07")
def test_streams_alone_go_in_by_a_small_window_as_by_a_port():
    """Half an inch wide: the roll must beat its goal by two; a rifle sees nobody behind ports there."""
    state = a_blockhouse((18.8, 13.25), weapons=(FLAMER, RIFLE), shooters=1, off=2.5)
    slits = tuple(replace(o, kind="window") for o in state.terrain[0].building.openings)
    inside = replace(state.terrain[0].building, openings=slits)
    small = replace(state, terrain=(replace(state.terrain[0], building=inside), *state.terrain[1:]))
    offered = [o.label for o in legal_actions(small, A) if o.kind == "building-ports"]
    assert offered == [f"Flamer at the small openings of {small.terrain[0].name}"]
    burn = replace(AT, weapons=("flamer",))
    assert preview(small, burn).shots[0].goal == 2
    assert the(play(small, burn, {"to-hit": [2], "to-wound": [1]})[0], PortsHit).struck == {"b1": 1}
    assert refused(small, replace(AT, weapons=("rifle",))).refusal.rule == "BLD-PORT-01"
    shut = replace(inside, openings=tuple(replace(o, state="closed") for o in slits))
    closed = replace(small, terrain=(replace(small.terrain[0], building=shut), *small.terrain[1:]))
    assert refused(closed, burn).refusal.code == "no-port"


@pytest.mark.part_of("BLD-PORT-01")
def test_each_fires_one_weapon_at_ports_however_many_he_carries():
    """Or two pistols that are named. (ARAP-WPN-04)"""
    spare = replace(PISTOL, id="spare", name="Spare")
    assert [line.weapon for line in preview(before(5, RIFLE, PISTOL, FLAMER), AT).shots] == ["rifle"]
    assert [line.weapon for line in preview(before(5, PISTOL, spare), AT).shots] == ["pistol"]
    both = replace(AT, weapons=("pistol", "spare"))
    assert [line.weapon for line in preview(before(5, PISTOL, spare), both).shots] == ["pistol", "spare"]
