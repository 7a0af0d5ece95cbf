"""Fire at the armour of a bunker: Strength and dice, hull points, the table, what it costs those inside."""

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.buildings.bunkers.crews import OccupantsDazed
from rules.buildings.bunkers.fire import BuildingShot
from rules.buildings.bunkers.hits import ArmamentLost, BunkerHit
from rules.buildings.bunkers.shoot import ShootBuilding
from rules.engine import legal_actions, preview
from rules.geometry import rings
from rules.state import Placement
from rules.table.armoured import Armoured, BuiltIn
from rules.table.terrain import Terrain
from tests.builders import A, B, play, the
from tests.rules.arenas import ground
from tests.rules.buildings.bunkers.pillbox import GUN, LANCE, MELTA, RIFLE, RING, a_bunker, attacked

SHOT = ShootBuilding(side=A, unit="a1", terrain="keep")


def offered(state):
    return [o for o in legal_actions(state, A) if o.kind == "shoot-building"]


@pytest.mark.rule("BLD-BUNK-06", "BLD-FIRE-01")
@pytest.mark.parametrize(("die", "kind", "left"), [(4, "none", 0), (5, "glancing", 1), (6, "penetrating", 1)])
def test_strength_and_a_die_against_the_armour(die, kind, left):
    """S9 on armour 14: 4 nothing, 5 glances, 6 goes through."""
    table = {"bunker-damage": [3]} if kind == "penetrating" else {}
    events, state = play(attacked(), SHOT, {"to-hit": [3], "armour-penetration": [die], **table})
    hit = the(events, BunkerHit)
    assert (hit.av, hit.total, hit.kind, state.terrain[0].damage) == (14, 9 + die, kind, left)
    assert the(events, BuildingShot).sentence(state) == "A1 fires Lance at Pillbox, 1 shot: 1 hit"


@pytest.mark.rule("BLD-BUNK-06", "TRI-FIRE-05")
def test_a_die_of_random_strength_is_rolled_for_each_hit():
    """D3+8 and a D6 have to show 14: three of eighteen pairs glance, six go through. Up to version 16 S8 alone."""
    zap = replace(LANCE, strength=8, shots=2, traits=("random-strength-d3",))
    shot = preview(attacked(weapon=zap), SHOT).shots[0]
    assert {c.label: c.exact for c in shot.chances} == {"hits": "1/2", "glances": "1/6", "penetrates": "1/3"}
    assert "Strength D3+8 against armour 14" in shot.notes
    dice = {"to-hit": [3, 1], "pick": [3, 1], "armour-penetration": [3, 5]}
    events, _ = play(attacked(weapon=zap), SHOT, dice)
    assert [e.total for e in events if isinstance(e, BunkerHit)] == [14, 14]
    older = replace(attacked(weapon=zap), version="16")
    events, _ = play(older, SHOT, {"to-hit": [3, 1], "armour-penetration": [3, 5]})
    assert [e.total for e in events if isinstance(e, BunkerHit)] == [11, 13]


@pytest.mark.rule("BLD-BUNK-06")
def test_melta_under_half_range_adds_a_die_and_its_ap_one_to_the_table():
    """S8 + 6 + 3 = 17; on the table 4 + 1 for AP 1 is a collapse."""
    state = attacked(weapon=MELTA, at=(24, 13))
    dice = {"to-hit": [3], "melta-penetration": [6, 3], "bunker-damage": [4], "collapse-wound": [4, 4]}
    events, _ = play(state, SHOT, dice)
    assert (the(events, BunkerHit).total, the(events, BunkerHit).result) == (17, "collapse")


@pytest.mark.rule("BLD-BUNK-06")
def test_what_has_no_ap_can_only_glance():
    state = attacked(weapon=LANCE.__class__(**{**{f: getattr(LANCE, f) for f in LANCE.__struct_fields__}, "ap": None}))
    events, _ = play(state, SHOT, {"to-hit": [3], "armour-penetration": [6]})
    assert the(events, BunkerHit).kind == "glancing"


@pytest.mark.rule("BLD-BUNK-06")
def test_what_cannot_hurt_it_is_refused():
    refusal = preview(attacked(weapon=RIFLE), SHOT).refusal
    assert (refusal.code, refusal.rule, refusal.allowed) == ("cannot-hurt", "BLD-BUNK-06", "Strength 8 or more")
    assert preview(attacked(), replace(SHOT, unit="a7")).refusal.code == "unknown-unit"
    assert preview(attacked(garrison=0), ShootBuilding(side=A, unit="a1", terrain="hut")).refusal.code == "no-armour"


@pytest.mark.rule("BLD-BUNK-08", "BLD-BUNK-16")
def test_a_glance_rolls_only_when_no_hull_points_were_left():
    worn = attacked(a_bunker(damage=2))
    events, state = play(worn, SHOT, {"to-hit": [3], "armour-penetration": [5]})
    assert (the(events, BunkerHit).result, state.terrain[0].damage, state.terrain[0].look) == ("", 3, "bunker")
    empty = attacked(a_bunker(damage=3))
    events, state = play(empty, SHOT, {"to-hit": [3], "armour-penetration": [5], "bunker-damage": [3]})
    assert the(events, BunkerHit).result == "occupants shaken"
    assert the(events, OccupantsDazed).how == "shaken"
    assert state.units["b1"].dazed == "shaken"


@pytest.mark.rule("BLD-BUNK-07", "BLD-BUNK-09", "BLD-BUNK-10")
def test_what_goes_through_rolls_whatever_is_left():
    dice = {"to-hit": [3], "armour-penetration": [6], "bunker-damage": [1]}
    events, _state = play(attacked(a_bunker(damage=3)), SHOT, dice)
    assert the(events, BunkerHit).result == "occupants stunned"
    dice = {"to-hit": [3], "armour-penetration": [5], "bunker-damage": [1]}
    events, _ = play(attacked(a_bunker(damage=3)), SHOT, dice)
    assert the(events, BunkerHit).result == "no effect"


@pytest.mark.rule("BLD-BUNK-09", "BLD-BUNK-13")
def test_two_structural_results_make_a_three_a_collapse():
    """Penetrating, 3 + 2: collapse, as the ledger works it out."""
    dice = {"to-hit": [3], "armour-penetration": [6], "bunker-damage": [3], "collapse-wound": [4, 5]}
    events, state = play(attacked(a_bunker(structural=2)), SHOT, dice)
    assert the(events, BunkerHit).result == "collapse"
    assert state.terrain[0].going == "very-difficult"


@pytest.mark.rule("BLD-BUNK-15")
def test_survivors_of_a_collapse_stand_within_two_inches_and_may_have_to_test():
    """One of two is hurt on a 3; the other is set down, and with the switch tests against pinning."""
    options = {"bunker_survivors_pinned": "test"}
    dice = {"to-hit": [3], "armour-penetration": [6], "bunker-damage": [6], "collapse-wound": [3, 4]}
    _, state = play(attacked(options=options), SHOT, {**dice, "pinning-test": [6, 6]})
    (left,) = state.units["b1"].alive
    assert 0 < rings.distance_to_ring(RING, left.at) <= 2
    assert state.units["b1"].pinned
    _, state = play(attacked(), SHOT, dice)
    assert not state.units["b1"].pinned


@pytest.mark.rule("BLD-BUNK-15")
def test_their_owner_says_where_survivors_stand():
    """Off the ruins, no more than two inches from them, on free ground, all for whom there is room."""
    dice = {"to-hit": [3], "armour-penetration": [6], "bunker-damage": [6], "collapse-wound": [4, 4]}
    _, asked = play(attacked(options={"bunker_survivors_pinned": "test"}), SHOT, dice, by_itself=())
    assert (asked.prompt.kind, asked.prompt.side, asked.prompt.unit) == ("forced-out", B, "b1")
    edge = max(x for x, _ in RING), RING[0][1] + 2

    def placed(*places):
        named = zip(asked.units["b1"].alive, places, strict=False)
        return Answer(
            side=B, choice="move", placements=tuple(Placement(model=m.id, at=(x, y), facing=0) for m, (x, y) in named)
        )

    right, down = (edge[0] + 1, edge[1]), (edge[0] + 1, edge[1] + 1.5)
    for action, code in (
        (placed(right), "left-behind"),
        (placed(right, (edge[0] + 2.2, edge[1])), "too-far-out"),
        (placed(right, (edge[0] - 1, edge[1])), "too-far-out"),
        (placed(right, right), "no-room"),
        (placed(right, (RING[0][0] - 1, edge[1])), "not-coherent"),
    ):
        assert action.check(asked).code == code
    _, after = play(asked, placed(right, down), {"pinning-test": [6, 6]})
    assert [m.at for m in after.units["b1"].alive] == [right, down]
    assert after.units["b1"].pinned


@pytest.mark.rule("BLD-BUNK-15")
def test_survivors_stand_in_no_high_wall_or_stream_that_is_drawn_as_a_line():
    """As proposed they stand at the wall nearest to them; where that is a stream they stand elsewhere."""
    dice = {"to-hit": [3], "armour-penetration": [6], "bunker-damage": [6], "collapse-wound": [4, 4]}
    dry = attacked()
    _, before = play(dry, SHOT, dice, by_itself=())
    ((_, x, y, _), *_) = before.prompt.options[0].ghosts
    stream = ground("stream", ((0, y), (48, y)), line=True, width_in=1.5, going="water")
    wall = ground("wall", ((0, y), (48, y)), line=True, width_in=0.4, height_in=6)
    for piece in (stream, wall):
        wet = replace(dry, terrain=(*dry.terrain, piece))
        _, state = play(wet, SHOT, dice, by_itself=())
        assert not _is_marked(state, (x, y))
        assert all(_is_marked(state, (left, down)) for _, left, down, _ in state.prompt.options[0].ghosts)
        put = tuple(Placement(model=m.id, at=(x, y), facing=0) for m in state.units["b1"].alive[:1])
        assert Answer(side=B, choice="move", placements=put).check(state).code == "too-far-out"
        _, older = play(replace(wet, version="19"), SHOT, dice, by_itself=())
        assert (x, y) in [(left, down) for _, left, down, _ in older.prompt.options[0].ghosts]
    assert _is_marked(before, (x, y))


def _is_marked(state, place):
    """Whether an odd number of rings goes round it: some are holes in others."""
    return sum(rings.encloses(ring, place) for ring in state.prompt.area) % 2 == 1


@pytest.mark.rule("BLD-BUNK-14")
def test_a_two_takes_a_built_in_weapon_while_one_works():
    armed = Armoured(ports=1, weapons=(GUN, BuiltIn(name="Signal gun", strength=3)))
    dice = {"to-hit": [3], "armour-penetration": [6], "bunker-damage": [2]}
    events, state = play(attacked(a_bunker(armoured=armed)), SHOT, dice)
    assert the(events, BunkerHit).result == "armament destroyed"
    assert the(events, ArmamentLost).sentence(state) == "Pillbox loses its Twin stubber"
    events, _ = play(state, SHOT, dice) if state.prompt else (events, state)
    bare = attacked(a_bunker())
    events, _ = play(bare, SHOT, dice)
    assert the(events, BunkerHit).result == "occupants stunned"


@pytest.mark.rule("BLD-BUNK-14")
def test_the_attacker_picks_which_weapon_or_chance_does():
    armed = Armoured(ports=1, weapons=(GUN, BuiltIn(name="Autocannon", strength=7)))
    dice = {"to-hit": [3], "armour-penetration": [6], "bunker-damage": [2]}
    _, state = play(attacked(a_bunker(armoured=armed)), SHOT, dice)
    assert (state.prompt.side, [o.label for o in state.prompt.options]) == (A, ["Twin stubber", "Autocannon"])
    _, state = play(state, Answer(side=A, choice="1"), {})
    assert [gun.lost for gun in state.terrain[0].armoured.weapons] == [False, True]
    random = attacked(a_bunker(armoured=armed), options={"armament_pick": "random"})
    _, state = play(random, SHOT, {**dice, "pick": [1]})
    assert [gun.lost for gun in state.terrain[0].armoured.weapons] == [True, False]


@pytest.mark.rule("BLD-BUNK-03", "BLD-BUNK-05")
@pytest.mark.parametrize(
    ("kind", "capacity", "av", "points"),
    [("Bastion or bunker", 10, 14, 3), ("Brick house", 11, 11, 4), ("Log cabin", 30, 10, 5), ("", 20, 14, 4)],
)
def test_type_and_capacity_say_what_it_withstands(kind, capacity, av, points):
    state = attacked(a_bunker(armoured=Armoured(kind=kind, capacity=capacity)))
    (line,) = preview(state, SHOT).shots
    assert line.notes[1:] == (f"Strength 9 against armour {av}", f"{points} of {points} hull points left")
    _, after = play(state, SHOT, {"to-hit": [3], "armour-penetration": [av - 9]})
    assert after.terrain[0].damage == 1  # a score equal to the armour glances
    dice = {"to-hit": [3], "armour-penetration": [av - 10]} if av > 10 else {"to-hit": [4]}
    _, after = play(state, SHOT, dice)
    assert after.terrain[0].damage == 0


@pytest.mark.part_of("BLD-BUNK-06")
def test_the_preview_says_how_likely_a_breach_and_the_end_are():
    """Three in six hit; one in six goes through; of those 4 in 6 breach, 2 in 6 bring it down."""
    (offer,) = offered(attacked())
    assert (offer.label, offer.ap) == ("Shoot at Pillbox", 2)
    seen = preview(attacked(), offer.action)
    assert [(c.label, c.exact) for c in seen.shots[0].chances] == [
        ("hits", "1/2"),
        ("glances", "1/6"),
        ("penetrates", "1/6"),
    ]
    assert [(c.label, c.exact) for c in seen.chances] == [("breached or worse", "1/18"), ("collapses", "1/36")]


@pytest.mark.rule("BLD-BUNK-06", "VEH-COV-02")
@pytest.mark.parametrize(("die", "kind"), [(3, "glancing"), (4, "penetrating")])
def test_half_hidden_it_may_turn_what_goes_through_into_a_glance(die, kind):
    """A bank as high as half the bunker stands before most of it; on 3 or less a penetrating hit glances."""
    bank = Terrain(
        id="bank", name="Bank", points=((24, 9), (25, 9), (25, 17), (24, 17)), cover="hard", height_in=1, look="hedge"
    )
    state = attacked()
    state = replace(state, terrain=(*state.terrain, bank))
    assert preview(state, SHOT).shots[0].notes[-1] == "half hidden: glances on 3 or less (VEH-COV-02)"
    table = {"bunker-damage": [1]} if kind == "penetrating" else {}
    events, _ = play(state, SHOT, {"to-hit": [1], "armour-penetration": [6], "hull-down": [die], **table})
    assert the(events, BunkerHit).kind == kind
