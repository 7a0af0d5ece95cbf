"""People in a bunker: who may go in, how many fire out, the built-in weapons, blows at the walls."""

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.charge.declare import Charge
from rules.arap.movement.agility import CallAgility
from rules.arap.positions import engagement
from rules.arap.shooting.shoot import Aim, Shoot
from rules.arap.turn.activation import EndActivation
from rules.buildings.bunkers import guns
from rules.buildings.bunkers.enter import EnterBunker
from rules.buildings.bunkers.guns import FireBuiltIn
from rules.buildings.bunkers.hits import BunkerHit
from rules.engine import legal_actions, preview
from rules.geometry import rings
from rules.state import Melee
from rules.table.armoured import Armoured, BuiltIn
from rules.table.terrain import Terrain
from tests.builders import A, a_battle, a_profile, a_unit, a_weapon, play, the
from tests.rules.buildings.bunkers.pillbox import GUN, RIFLE, RING, a_bunker, attacked

GO_IN = EnterBunker(side=A, unit="a1", terrain="keep")


def beside(bunker=None, *, count=2, at=(21.0, 12.0), foes=(), friends=(), options=None):
    x, y = at
    units = [a_unit("a1", [(x, y + n) for n in range(count)])]
    units += [a_unit("b1", list(foes))] if foes else [a_unit("b1", [(60, 40)])]
    units += [a_unit("a2", list(friends))] if friends else []
    return a_battle(*units, active="a1", ap=2, terrain=[bunker or a_bunker()], options=options)


def in_it(count=8, *, works=None, foe=(30.0, 13.0), **unit):
    """A garrison of Ash, and one enemy before it."""
    bunker = a_bunker(armoured=works or Armoured(ports=3, slots=(2.5,), capacity=10))
    squad = a_unit("a1", [(11.5 + n, 13.0) for n in range(count)], weapons=[RIFLE], facing=0, **unit)
    state = a_battle(squad, a_unit("b1", [foe]), active="a1", ap=2, terrain=[bunker])
    armoury = guns.weapons(state.scenario)
    return replace(state, weapons={**state.weapons, **armoury})


@pytest.mark.rule("BLD-BUNK-04")
def test_a_squad_goes_into_an_empty_bunker():
    events, state = play(beside(), GO_IN)
    assert all(rings.encloses(RING, m.at) for m in state.units["a1"].alive)
    assert "BLD-DOOR-11" in events[1].rules
    assert events[1].sentence(state) == "A1 goes into Pillbox"
    assert state.turn.ap == 1
    assert preview(beside(), GO_IN).notes == ("8 places left then",)
    assert [(o.kind, o.label) for o in legal_actions(beside(), A) if o.kind == "enter-bunker"] == [
        ("enter-bunker", "Into Pillbox")
    ]


@pytest.mark.rule("BLD-BUNK-04")
def test_while_it_is_whole_only_friends_of_those_inside_go_in():
    refusal = preview(beside(foes=[(12, 13)]), GO_IN).refusal
    assert (refusal.code, refusal.rule, refusal.allowed) == ("locked", "BLD-BUNK-04", "breaching it first")
    assert preview(beside(friends=[(12, 13)]), GO_IN).refusal is None
    assert preview(beside(foes=[(12, 13)], options={"bunker_locked": False}), GO_IN).refusal is None
    ajar, shut = (a_bunker(armoured=Armoured(locked=own)) for own in ("no", "yes"))
    assert preview(beside(foes=[(12, 13)], bunker=ajar), GO_IN).refusal is None
    barred = preview(beside(foes=[(12, 13)], bunker=shut, options={"bunker_locked": False}), GO_IN).refusal
    assert barred.code == "locked"
    far = preview(beside(at=(26.5, 12)), GO_IN).refusal
    assert (far.code, far.rule) == ("out-of-reach", "BLD-DOOR-11")


@pytest.mark.rule("ARAP-AGIL-02")
@pytest.mark.parametrize("fallen", [("a1.1",), ("a1.1", "a1.2")])
def test_who_has_fallen_over_goes_into_no_bunker(fallen):
    call = CallAgility(side=A, unit="a1", models=fallen, reason="ice on the steps")
    _, state = play(beside(), call, {"agility": [6] * len(fallen)})
    refusal = preview(state, GO_IN).refusal
    assert (refusal.code, refusal.rule) == ("sprawled", "ARAP-AGIL-02")
    assert preview(replace(state, version="12"), GO_IN).refusal is None


@pytest.mark.rule("TRI-TRAN-10")
def test_nor_who_got_out_of_a_vehicle_that_had_moved():
    state = beside()
    out = replace(state.units["a1"], now=replace(state.units["a1"].now, left_moved=True))
    refusal = preview(state.with_unit(out), GO_IN).refusal
    assert (refusal.code, refusal.rule) == ("got-out", "TRI-TRAN-10")


@pytest.mark.rule("BLD-DOOR-11")
def test_each_comes_within_two_inches_of_the_walls_with_the_move_that_takes_it_in():
    """Four inches off: two of the move bring them near enough."""
    shown = preview(beside(at=(24, 12)), GO_IN)
    assert (shown.refusal, shown.spent_in, shown.allowance_in) == (None, 2.0, 4.0)
    fence = Terrain(id="fence", name="Fence", points=((22.5, 0), (22.5, 40)), line=True, going="impassable")
    state = beside(at=(24, 12))
    assert preview(replace(state, terrain=(*state.terrain, fence)), GO_IN).refusal.rule == "BLD-DOOR-11"


@pytest.mark.rule("BLD-BUNK-05")
def test_it_holds_no_more_than_it_says():
    small = a_bunker(armoured=Armoured(ports=1, capacity=3))
    refusal = preview(beside(small, friends=[(12, 13), (14, 13)]), GO_IN).refusal
    assert (refusal.message, refusal.allowed) == ("A1 needs 2 places; Pillbox has 1.", "1 ordinary models")


@pytest.mark.rule("BLD-BUNK-02")
def test_three_ports_and_a_slot_of_two_and_a_half_inches_let_five_fire():
    state = in_it(8)
    seen = preview(state, Shoot(side=A, unit="a1", target="b1"))
    (line,) = seen.shots
    assert (line.shooters, line.notes[0]) == (5, "range 10.00″")
    assert any("ports and slots for 5" in note for note in seen.notes)
    _, after = play(state, Shoot(side=A, unit="a1", target="b1"), {"to-hit": [6] * 10})
    assert len(after.units["a1"].now.shots) == 5


@pytest.mark.rule("BLD-BUNK-04")
def test_nobody_fires_at_who_stands_at_the_wall():
    refusal = preview(in_it(foe=(21.0, 13.0)), Shoot(side=A, unit="a1", target="b1")).refusal
    assert (refusal.code, refusal.rule) == ("too-near", "BLD-BUNK-04")


@pytest.mark.rule("BLD-BUNK-11")
def test_the_garrison_fires_the_built_in_weapon_once_a_turn():
    state = in_it(2, works=Armoured(ports=1, weapons=(GUN,)))
    fire = FireBuiltIn(side=A, unit="a1", gun=0, target="b1")
    (offer,) = [o for o in legal_actions(state, A) if o.kind == "fire-built-in"]
    assert (offer.label, offer.ap, offer.action) == ("Twin stubber at B1", 2, fire)
    (line,) = preview(state, fire).shots
    assert (line.name, line.shots) == ("Twin stubber", 3)
    _, after = play(state, fire, {"to-hit": [6, 6, 6]})
    again = preview(after.with_turn(active="a1", ap=2), fire).refusal
    assert again.code == "weapon-spent"


@pytest.mark.rule("BLD-BUNK-11", "BLD-BUNK-14")
def test_a_shaken_crew_or_a_lost_weapon_does_not_fire():
    fire = FireBuiltIn(side=A, unit="a1", gun=0, target="b1")
    state = in_it(2, works=Armoured(ports=1, weapons=(GUN,)), dazed_now="shaken")
    assert preview(state, fire).refusal.rule == "BLD-BUNK-11"
    lost = in_it(2, works=Armoured(ports=1, weapons=(replace(GUN, lost=True),)))
    assert preview(lost, fire).refusal.rule == "BLD-BUNK-14"


@pytest.mark.rule("BLD-BUNK-01")
def test_blows_at_the_walls_hit_by_themselves():
    """Two of S8 on armour 11: 8 + 2 nothing, 8 + 4 goes through; a 1 stuns."""
    ogres = a_profile("ogre", s=8, a=1)
    bunker = a_bunker(armoured=Armoured(kind="Brick house", ports=1))
    squad = a_unit("a1", [(21, 12), (21, 14)], profile=ogres, facing=270)
    state = a_battle(squad, a_unit("b1", [(12, 13)]), active="a1", ap=1, terrain=[bunker])
    _, state = play(state, EndActivation(side=A))
    assert (state.prompt.kind, [o.id for o in state.prompt.options if not o.refused]) == (
        "assault-bunker",
        ["leave", "strike"],
    )
    dice = {"armour-penetration": [2, 4], "bunker-damage": [1]}
    events, _ = play(state, Answer(side=A, choice="strike"), dice)
    assert [e.kind for e in events if isinstance(e, BunkerHit)] == ["none", "penetrating"]


@pytest.mark.rule("BLD-BUNK-01", "VEH-PLANT-01")
def test_charges_are_planted_without_a_roll():
    bomb = a_weapon("melta-bomb", type="bomb", range_in=0, strength=8, ap=1, traits=("melta", "planted"))
    state = attacked(weapon=bomb, at=(21, 13), ap=1)
    _, state = play(state, EndActivation(side=A))
    dice = {"melta-penetration": [6, 6], "bunker-damage": [3], "collapse-wound": [4, 4]}
    events, _ = play(state, Answer(side=A, choice="plant"), {**dice, "collapse-wound": []})
    assert (the(events, BunkerHit).total, the(events, BunkerHit).result) == (20, "structural damage")


def test_built_in_weapons_are_weapons_of_the_game():
    works = Armoured(weapons=(GUN, BuiltIn(name="Autocannon", strength=7, range_in=48)))
    found = guns.weapons(beside(a_bunker(armoured=works)).scenario)
    assert [(w.name, w.strength, w.range_in) for w in found.values()] == [
        ("Twin stubber", 5, 36),
        ("Autocannon", 7, 48),
    ]


@pytest.mark.part_of("BLD-BUNK-04")
def test_nobody_in_a_whole_bunker_is_engaged_through_its_wall():
    hole = ((19.5, 12.5), (20.5, 12.5), (20.5, 13.5), (19.5, 13.5))
    for bunker, engaged in ((a_bunker(), False), (a_bunker(structural=1, breaches=(hole,)), True)):
        state = a_battle(a_unit("a1", [(20.6, 13)]), a_unit("b1", [(19.4, 13)]), terrain=[bunker])
        one, other = state.units["a1"].alive[0], state.units["b1"].alive[0]
        assert engagement.are_engaged(state, one, other) is engaged


@pytest.mark.part_of("BLD-BUNK-04", "BLD-BUNK-13")
def test_a_breached_bunker_that_is_held_is_charged_through_its_hole():
    """From the hole 2.5 inches off; from the far side there is no way in within the charge."""
    hole = ((19.5, 12.5), (20.5, 12.5), (20.5, 13.5), (19.5, 13.5))
    breached = a_bunker(structural=1, breaches=(hole,))
    state = beside(breached, count=1, at=(21.0, 13.0), foes=[(18.5, 13)])
    refusal = preview(state, GO_IN).refusal
    assert (refusal.code, refusal.allowed) == ("held-by-enemy", "a charge through the breach")
    charge = Charge(side=A, unit="a1", target="b1")
    assert preview(state, charge).notes[0] == "2.5″ away; the charge is up to 8″."
    behind = preview(beside(breached, count=1, at=(9.2, 13.0), foes=[(12, 13)]), charge)
    assert "Out of reach: the charge would fall short and end the activation." in behind.notes
    assert preview(beside(a_bunker(), count=1, foes=[(18.5, 13)]), charge).refusal.code == "bunker-whole"


def test_who_cannot_go_in_and_what_is_no_gun_is_said():
    state = beside(foes=[(21.5, 11)])
    locked = preview(replace(state, melees=(Melee(id="m1", units=("a1", "b1")),)), GO_IN).refusal
    assert (locked.code, locked.message) == ("locked-in-melee", "A1 is locked in melee.")
    nowhere = preview(state, EnterBunker(side=A, unit="a1", terrain="well")).refusal
    assert (nowhere.code, nowhere.allowed) == ("no-bunker", "Pillbox")
    outside = preview(beside(), FireBuiltIn(side=A, unit="a1", gun=0, target="b1")).refusal
    assert (outside.code, outside.rule) == ("no-gun", "BLD-BUNK-11")
    none_left = preview(in_it(2), FireBuiltIn(side=A, unit="a1", gun=4, target="b1")).refusal
    assert none_left.message == "A1 has no built-in weapon at hand."


@pytest.mark.rule("ARAP-HIT-04", "BLD-BUNK-11")
def test_a_crew_that_carries_nothing_aims_the_weapon_of_its_bunker():
    state = in_it(2, works=Armoured(ports=1, weapons=(GUN,)))
    bare = tuple(replace(m, weapons=()) for m in state.units["a1"].models)
    state = state.with_unit(replace(state.units["a1"], models=bare)).with_turn(ap=3)
    state = replace(state, options={**state.options, "aiming_allowed": True})
    aim, fire = Aim(side=A, unit="a1"), FireBuiltIn(side=A, unit="a1", gun=0, target="b1")
    assert preview(state, fire).shots[0].goal == 2
    assert [o.ap for o in legal_actions(state, A) if o.kind == "aim" and o.action] == [1]
    _, aimed = play(state, aim)
    assert (preview(aimed, fire).shots[0].goal, preview(aimed, aim).refusal.code) == (3, "aimed")
    wrecked = in_it(2, works=Armoured(ports=1, weapons=(replace(GUN, lost=True),)))
    wrecked = replace(wrecked.with_unit(replace(wrecked.units["a1"], models=bare)), options=state.options)
    assert preview(wrecked, aim).refusal.code == "no-ranged-weapon"
