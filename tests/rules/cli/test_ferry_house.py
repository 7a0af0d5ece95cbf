"""Storming the Ferry House: a house, a bunker and a customs house, all 66 steps through `python -m rules resolve`.

Every die is given, and what comes of it compared. Where the written-out game leaves something open, or does what the
rules do not, the document decides:

- Blows at a wall are struck at once for their action point, each at the inch before the striker, and what a D6 of
  damage does beyond that inch is lost, since only area weapons spread (step 53 for 53 and 65). So A1.2, who has not
  charged yet, is under the wall as well.
- A unit is in cover if half of all its members are, seen or not (ARAP-HIT-07): steps 9, 52.
- A shooting action has one target: shots at a bunker and at its ports are two (step 16, on three dice).
- Whoever of a crowd may fire is picked when the crowd forms (step 8); he has no line past the jamb of the door, nor
  through two comrades (step 9).
- Everybody within an inch of a door helps to force it (steps 5 and 6). Ports are taken by as many as there are, and
  nobody has to say who stands at which (step 38).
- Of two under a marker the one nearest to its centre falls, so the die of step 34 is turned to have it A1.5.
- A scatter into the wall stops there unless the host rules that it is turned round (step 56). Fire out of one's own
  window has no slant (step 36).
- Chargers spread to enemies whom nobody engages: two of four run round at the guard in the passage (step 57), whose
  unit is in hard cover by its walls (ARAP-COVR-01), so that the guards strike first (step 63).
- In an assault by openings a wound falls on the opponent of the pair. A model that stops in the doorway has not gone
  through. Debris is an inch deep. A breached bunker is not whole. A stun outlives the collapse.
- Walls here have a thickness of a fifth of an inch: whoever is put against one stands a tenth further off.
"""

import pytest

from rules.arap.events import ModelsMoved
from rules.arap.ports.events import PortsHit
from rules.arap.turn.turn import GameTurnEnded
from rules.buildings.breaking.damage import SectionFell
from rules.buildings.bunkers.hits import ArmamentLost, BunkerHit
from rules.buildings.doors.bottlenecks import BunchedInDoorway
from rules.buildings.sections.assault.outcome import StormEnded
from rules.buildings.sections.burst import SectionShelled
from rules.buildings.shooting.barrage import RoofHoled
from rules.buildings.shooting.reaching import LeanedOut
from tests.builders import A, B, the
from tests.rules.cli.ferry_house import ferry
from tests.rules.cli.replay import rolls

CUSTOMS = {"terrain": "s1", "section": "C1"}
AT_BUNKER = {"side": A, "unit": "a4", "terrain": "k1", "weapons": ["rocket", "lance"]}


@pytest.fixture
def game(tmp_path):
    return ferry(tmp_path)


def goals(events):
    """Label, faces and goal of each roll."""
    return [(label, faces, goal) for label, faces, goal, _ in rolls(events)]


def test_the_ferry_house(game):
    """One and a half game turns."""
    the_mortar(game)
    the_front_door(game)
    the_mousehole(game)
    the_bunker(game)
    the_rangers(game)
    the_customs_house(game)
    the_guard_at_the_panel(game)
    the_loft(game)
    the_reserve(game)
    the_flamer(game)
    the_wall(game)
    the_store(game)
    the_end_of_the_bunker(game)
    the_last_steps(game)


def the_mortar(game):
    """Steps 1 to 3: no way into a whole roof; nine squares of it are rolled for."""
    assert game.activate("a3", 2, 4) == 2
    lob = {"side": A, "unit": "a3", "weapon": "mortar", "guesses": [{"model": "a3.1", "bearing": 0, "range_in": 29}]}
    assert game.refused("Lob", **lob, target="b2").rule == "BLD-FIRE-04"
    events = game.act(
        "Lob",
        **lob,
        throws={
            "scatter-a": [4],
            "scatter-b": [1],
            "direction": [360],
            "to-wound": [3, 2, 6, 1, 5, 2, 4, 2, 3, 4],
            "pick": [3, 1],
        },
    )
    assert ("to-wound", [3, 2, 6, 1, 5, 2, 4, 2, 3], 3) in goals(events)
    found = the(events, RoofHoled)
    assert [(s.column, s.row, s.dp) for s in found.squares] == [(26, 15, 2), (26, 16, 2), (26, 14, 1)]
    assert (found.dp, found.holes) == (5, 2)
    game.answered(B, "stand")
    assert game.fallen("b2") == ["b2.3"]


def the_front_door(game):
    """Steps 4 to 9: forced, crowded, and fired through from the hall."""
    assert game.activate("a1", 1, 3, 4) == 3
    events = game.act("ForceDoor", side=A, unit="a1", terrain="h1", opening=0, throws={"to-wound": [2]})
    assert (goals(events), game.door("D1")) == ([("to-wound", [2], 2)], "open")
    five = {"a1.2": (21.1, 17.7, 334.5), "a1.3": (23.2, 17.9, 7), "a1.4": (23.1, 19, 20), "a1.5": (21.9, 19.2, 345)}
    refused = game.refused("Move", **game.way("a1.1", (22.5, 17.3), five | {"a1.6": (22.99, 21.5, 320)}))
    assert (refused.code, refused.rule) == ("door-crowded", "BLD-DOOR-06")
    three = {"a1.2": (21.1, 17.7, 334.5), "a1.3": (22.5, 18, 0)}
    crowd = {"a1.4": (22.5, 20, 0), "a1.5": (22.1, 20.9, 0), "a1.6": (23.08, 20.9, 5)}
    events = game.act("Move", **game.way("a1.1", (21.9, 17), three | crowd), throws={"pick": [2]})
    found = the(events, BunchedInDoorway)
    assert (found.models, found.fires) == (("a1.4", "a1.5", "a1.6"), "a1.5")
    at = {"side": A, "unit": "a1", "target": "b1", "weapons": ["carbine"]}
    events = game.act(
        "Shoot",
        **at,
        models=["a1.1", "a1.2", "a1.3", "a1.5"],
        throws={"to-hit": [2, 5, 6, 4, 1, 6], "to-wound": [3, 4]},
    )
    assert rolls(events)[0] == ("to-hit", [2, 5, 6, 4, 1, 6], 2, "-2 hard cover, Ferry House, 4 of 5 members")
    game.answered(B, "stand", save=[5, 6], suppression_test=[3, 4])
    assert (game.state.turn.active, game.fallen("b1")) == (None, [])


def the_mousehole(game):
    """Steps 10 to 13: a hole for one, too small for the bulky."""
    assert game.activate("a2", 3, 1) == 2
    inch = {"side": A, "unit": "a2", "terrain": "h1", "wall": 0, "part": 2}
    events = game.act("ShootWall", **inch, throws={"to-hit": [2, 5], "to-wound": [4]})
    assert goals(events) == [("to-hit", [2, 5], 3), ("to-wound", [4], 4)]
    stay = {"a2.2": (17.4, 17.5, 90), "a2.3": (18, 14.5, 90)}
    refused = game.refused("Move", **game.way("a2.1", (21, 14.5), stay))
    assert (refused.code, refused.rule) == ("hole-too-small", "BLD-MOUSE-03")
    beside = {"a2.1": (19.1, 15.4, 90), "a2.2": (19.1, 16.98, 90)}
    events = game.act("Move", **game.way("a2.3", (20.62, 14.38), beside))
    assert round(the(events, ModelsMoved).spent_in, 1) == 3.6
    assert game.state.turn.active is None


def the_bunker(game):
    """Steps 14 to 16: its crew cannot be charged; rockets, a lance, and carbines at its ports."""
    assert game.activate("a4", 3, 2, 1) == 3
    refused = game.refused("Charge", side=A, unit="a4", target="b3")
    assert (refused.code, refused.rule) == ("bunker-whole", "BLD-BUNK-04")
    throws = {"to-hit": [2, 6, 4], "armour-penetration": [6], "bunker-damage": [3], "melta-penetration": [2, 4]}
    events = game.act("ShootBuilding", **AT_BUNKER, throws=throws)
    assert [(e.total, e.kind, e.result) for e in events if isinstance(e, BunkerHit)] == [
        (15, "penetrating", "structural damage"),
        (14, "glancing", ""),
    ]
    keep = game.piece("k1")
    assert (keep.damage, keep.structural, len(keep.breaches)) == (2, 1, 1)
    ports = {"side": A, "unit": "a4", "terrain": "k1", "weapons": ["carbine"]}
    events = game.act("ShootBuildingPorts", **ports, throws={"to-hit": [1, 4, 2, 6], "to-wound": [2]})
    assert rolls(events)[0] == ("to-hit", [1, 4, 2, 6], 2, "-2 at a firing port")
    found = the(events, PortsHit)
    assert (found.hits, found.passed, found.struck, game.fallen("b3")) == (2, 1, {"b3": 1}, [])


def the_rangers(game):
    """Steps 17 to 19: who keeps back is no target; a window from aslant."""
    assert game.activate("a6", 4, 5) == 1
    assert game.refused("Shoot", side=A, unit="a6", target="b4").rule == "BLD-SSHT-04"
    dice = {"to-hit": [1, 3, 6, 2, 5, 4, 3, 5, 1, 6], "to-wound": [2, 1], "suppression-test": [2, 3]}
    events = game.act("Shoot", side=A, unit="a6", target="b2", throws=dice)
    cover = "-2 hard cover, Ferry House, level 2, 4 of 4 members"
    assert rolls(events)[:2] == [
        ("to-hit", [1, 3, 6, 2, 5, 4, 3, 5], 1, f"{cover}, -1 at 45° or less to the wall"),
        ("to-hit", [1, 6], 2, cover),
    ]
    assert game.fallen("b2") == ["b2.3"]


def the_customs_house(game):
    """Steps 20 to 27: hacked, a grenade, stormed by its openings, the guard thrown out; they rally."""
    assert game.activate("a5", 2, 1, 4) == 3
    hack = {"side": A, "unit": "a5", "terrain": "s1", "opening": 2}
    assert goals(game.act("HackLock", **hack, throws={"hack-lock": [3, 3]})) == [("hack-lock", [3, 3], 6)]
    frag = {"side": A, "unit": "a5", "weapon": "frag", **CUSTOMS, "way": 0, "models": ["a5.2"]}
    events = game.act("BlastSection", **frag, throws={"to-hit": [3], "to-wound": [5, 2, 4, 1, 3]})
    assert goals(events) == [("to-hit", [3], 3), ("to-wound", [5, 2, 4, 1, 3], 4)]
    game.answered(B, "stand", save=[3, 6])
    assert game.fallen("b4") == ["b4.1"]
    game.act("StormSection", side=A, unit="a5", **CUSTOMS)
    assert [o.id for o in game.state.prompt.options if not o.refused] == ["hold", "run"]
    events = game.answered(
        B,
        "hold",
        to_hit=[2, 5, 1, 6, 1, 6, 6, 5, 3, 5, 2, 6, 4, 2],
        to_wound=[3, 4, 5, 2, 6, 4, 1],
        save=[2, 3, 4, 6],
        morale=[4, 4],
        flinch=[2],
    )
    assert ("morale", [4, 4], 7, "+1 lost by 1 wound") in rolls(events)
    assert (game.fallen("a5"), game.fallen("b4")) == (["a5.3"], ["b4.1", "b4.2", "b4.3"])
    assert all(abs(m.at[0] - 9) < 2 and 20.5 < m.at[1] < 22 for m in game.state.units["b4"].alive)
    assert the(game.answered(B, "330"), StormEnded).result == "taken"
    game.answered(A, "occupy", flee=[4, 3])
    assert len(game.state.units["a5"].housed) == 9
    events = game.answered(B, "0", rally=[5, 3])
    assert rolls(events) == [("rally", [5, 3], 8, "+1 no enemy within 8″")]
    assert (game.state.active_side, game.state.units["b4"].routing) == (B, False)


def the_guard_at_the_panel(game):
    """Steps 28 to 30: the door closes on a stormer from its panel, a comrade climbs in the same action; a rifle."""
    assert game.activate("b1", 3, 2) == 2
    panel = {"side": B, "unit": "b1", "terrain": "h1", "opening": 0, "operations": ["close"], "model": "b1.4"}
    dice = {"initiative-test": [5], "to-wound": [5], "save": [5], "door-side": [3]}
    assert goals(game.act("WorkDoor", **panel, throws=dice))[:2] == [("initiative-test", [5], 4), ("to-wound", [5], 4)]
    assert (game.door("D1"), game.state.units["a1"].model("a1.4").at[1] < 20) == ("closed", True)
    game.act("UseLadder", side=B, unit="b1", ladder="l1", models=["b1.5"])
    climber = game.state.units["b1"].model("b1.5")
    assert (climber.on_face, climber.level_in, game.state.turn.ap) == ("l1", 1.5, 1)
    dice = {"to-hit": [3, 5], "to-wound": [4], "suppression-test": [3, 4]}
    events = game.act("Shoot", side=B, unit="b1", target="a2", throws=dice)
    assert goals(events) == [("to-hit", [3, 5], 3), ("to-wound", [4], 5), ("suppression-test", [3, 4], 8)]


def the_loft(game):
    """Steps 31 to 36: the dead zone, blind, dropped, leaning out, out of the depth of the room."""
    assert game.activate("b2", 1, 2, 3) == 3
    down = {"side": B, "unit": "b2", "target": "a1"}
    assert game.refused("Shoot", **down, weapons=["rifle"]).rule == "BLD-HIGH-01"
    assert game.refused("Shoot", **down, weapons=["repeater"], wild=["b2.4"]).rule == "BLD-HIGH-04"
    drop = {**down, "weapon": "frag", "drops": [{"model": "b2.1", "at": [22.5, 20.85]}]}
    dice = {"to-hit": [4], "scatter-a": [4], "scatter-b": [3], "direction": [10], "to-wound": [2, 5]}
    events = game.act("DropGrenade", **drop, throws=dice)
    assert rolls(events)[0] == ("to-hit", [4], 1, "-2 dropped unseen")
    game.answered(A, "stand", save=[3])
    assert game.fallen("a1") == ["a1.5"]
    out = {**down, "weapons": ["rifle"], "leaning": ["b2.5"], "wild": ["b2.1"]}
    events = game.act("Shoot", **out, throws={"to-hit": [5, 1, 4, 3], "to-wound": [2, 3]})
    assert goals(events)[:2] == [("to-hit", [5, 1], 1), ("to-hit", [4, 3], 3)]
    assert the(events, LeanedOut).rules == ("BLD-HIGH-02", "BLD-HIGH-01")
    dice = {"to-hit": [3, 6, 2, 5], "to-wound": [2, 3], "suppression-test": [4, 3, 5, 5]}
    events = game.act("Shoot", side=B, unit="b2", target="a6", weapons=["rifle"], throws=dice)
    assert rolls(events)[:2] == [("to-hit", [3, 6], 3, ""), ("to-hit", [2, 5], 2, "-1 4.42″ from the opening")]
    assert goals(events)[-2:] == [("suppression-test", [4, 3], 8), ("suppression-test", [5, 5], 8)]


def the_reserve(game):
    """Steps 37 to 46: fire from ports; from section to section by rifle, by grenade and by assault."""
    assert game.activate("b3", 3) == 1
    fire = {"side": B, "unit": "b3", "target": "a4"}
    events = game.act("Shoot", **fire, throws={"to-hit": [4, 2, 6, 5, 4, 6], "to-wound": [3]})
    assert goals(events) == [("to-hit", [4, 2, 6, 5, 4, 6], 3), ("to-wound", [3], 4)]
    assert len(game.state.units["b3"].now.shots) == 3
    assert game.activate("b5", 2, 1, 3) == 3
    dice = {"to-hit": [4, 1, 6, 2, 5, 3, 1, 4], "to-wound": [5, 2], "pick": [6]}
    events = game.act("Shoot", side=B, unit="b5", target="a5", throws=dice)
    assert rolls(events)[0] == ("to-hit", [4, 1, 6, 2, 5, 3, 1, 4], 1, "-2 section to section")
    game.answered(A, "stand", save=[3])
    assert game.fallen("a5") == ["a5.3", "a5.7"]
    frag = {"side": B, "unit": "b5", "weapon": "frag", **CUSTOMS, "models": ["b5.1"]}
    events = game.act("BlastSection", **frag, throws={"to-hit": [5], "section-drift": [5], "pick": [2]})
    assert the(events, SectionShelled).burst == "C3 of Customs House"
    game.act("StormSection", side=B, unit="b5", **CUSTOMS)
    game.answered(A, "hold")
    events = game.act(
        "EndActivation",
        side=B,
        throws={
            "section-fighters-attack": [5],
            "section-fighters-defend": [3],
            "to-hit": [2, 5, 4, 1, 6, 3, 2, 5, 4],
            "to-wound": [6, 3, 3, 4],
            "pick": [1, 3],
            "save": [4, 6],
            "morale": [3, 2],
        },
    )
    assert the(events, StormEnded).result == "repelled"
    assert the(events, GameTurnEnded)
    assert (game.fallen("b5"), game.state.melees) == (["b5.1"], ())
    assert (game.state.turn.number, game.state.active_side) == (2, A)


def the_flamer(game):
    """Steps 47 to 50: on his own, along the wall, and through the store window."""
    game.act("SplitOff", side=A, unit="a1", models=["a1.6"])
    assert game.activate("a1b", 1, 4) == 2
    game.act("Move", **game.way("a1b.6", (26.9, 21.2), {}))
    game.answered(B, "let-pass")
    flames = {"side": A, "unit": "a1b", "target": "b1", "aim": [27.6, 19.0]}
    events = game.act("Shoot", **flames, throws={"to-hit": [4], "template-cover": [3], "to-wound": [2, 5]})
    assert goals(events) == [("to-hit", [4], 4), ("template-cover", [3], 3), ("to-wound", [2, 5], 3)]
    assert goals(game.answered(A, "leave", suppression_test=[4, 2])) == [("suppression-test", [4, 2], 7)]
    assert game.fallen("b1") == ["b1.2"]


def the_wall(game):
    """Steps 51 to 53, and 65: a man shot off the ladder; two claws bring the wall down."""
    assert game.activate("a2", 3, 2) == 2
    pistol = {"side": A, "unit": "a2", "target": "b1", "weapons": ["sidearm"]}
    dice = {"to-hit": [1], "to-wound": [4, 2], "pick": [2], "save": [6], "fall-hits": [4]}
    events = game.act("Shoot", **pistol, throws=dice)
    assert goals(events)[-2:] == [("fall-hits", [4], None), ("to-wound", [2], 5)]
    climber = game.state.units["b1"].model("b1.5")
    assert (climber.on_face, climber.level_in, climber.alive) == ("", 0, True)
    inch = {"side": A, "unit": "a2", "terrain": "h1", "wall": 0, "part": 3, "models": ["a2.1", "a2.2"]}
    dice = {
        "to-wound": [2, 4, 6, 1, 1, 5, 2, 1, 4],
        "structure-dp": [5, 2],
        "wall-collapse": [1],
        "save": [3, 2, 5],
        "casualties-test": [3, 5],
    }
    events = game.act("StrikeWall", **inch, throws=dice)
    assert goals(events)[:5] == [
        ("to-wound", [2, 4], 4),
        ("structure-dp", [5], None),
        ("to-wound", [6, 1], 4),
        ("structure-dp", [2], None),
        ("wall-collapse", [1], 1),
    ]
    fell = the(events, SectionFell)
    assert (fell.wall, fell.section, fell.rubble.going) == (0, 0, "very-difficult")
    assert (game.fallen("a2"), game.fallen("a1"), game.fallen("b1")) == (["a2.2"], ["a1.5"], ["b1.2"])


def the_store(game):
    """Steps 54 to 57: the inner door, a grenade turned back by the wall, and the charge."""
    assert game.activate("a1", 1, 4, 2) == 3
    door = {"side": A, "unit": "a1", "terrain": "h1", "opening": 2, "operations": ["open"], "model": "a1.3"}
    game.act("WorkDoor", **door)
    rest = {"a1.2": (21.1, 17.7, 334.5), "a1.3": (24, 18, 90), "a1.4": (23.6, 18.9, 80)}
    game.act("Move", **game.way("a1.1", (23, 16.6), rest))
    assert (game.door("D4"), game.state.turn.ap) == ("open", 2)
    game.act("RuleScatter", side=A, unit="a1", ruling="reverse", reason="it cannot leave the room")
    guess = {"model": "a1.3", "bearing": 81.8, "range_in": 3.54}
    frag = {"side": A, "unit": "a1", "weapon": "frag", "guesses": [guess], "target": "b1"}
    dice = {"to-hit": [5], "scatter-a": [4], "scatter-b": [2], "direction": [200], "area-cover": [5]}
    events = game.act("Throw", **frag, throws={**dice, "to-wound": [4, 2]})
    assert goals(events)[-2:] == [("area-cover", [5], 3), ("to-wound", [4, 2], 4)]
    game.answered(B, "stand", save=[5])
    game.act("Charge", side=A, unit="a1", target="b1")
    events = game.answered(B, "hold", variable_move=[2, 1])
    assert goals(events) == [("variable-move", [2, 1], None)]
    (melee,) = game.state.melees
    assert (melee.units, melee.charges[0].slowed) == (("a1", "b1"), True)


def the_end_of_the_bunker(game):
    """Steps 58 and 59: the gun, the crew's nerve, the roof."""
    assert game.activate("a4", 4, 1) == 2
    events = game.act(
        "ShootBuilding",
        **AT_BUNKER,
        throws={
            "to-hit": [1, 5, 2],
            "armour-penetration": [6, 5],
            "bunker-damage": [1, 3, 3],
            "melta-penetration": [3, 5],
            "collapse-wound": [2, 5, 3, 6],
            "save": [4, 6],
        },
    )
    assert rolls(events)[0] == ("to-hit", [1, 5], 5, "+1 corrective aiming")
    assert [(e.total, e.kind, e.result) for e in events if isinstance(e, BunkerHit)] == [
        (15, "penetrating", "armament destroyed"),
        (14, "glancing", "occupants stunned"),
        (16, "penetrating", "collapse"),
    ]
    assert the(events, ArmamentLost).name == "casemate gun"
    assert (game.fallen("b3"), game.piece("k1").going) == (["b3.1"], "very-difficult")
    game.answered(B, "move")
    assert all(not (44 < m.at[0] < 49 and 12 < m.at[1] < 16) for m in game.state.units["b3"].alive)


def the_last_steps(game):
    """Steps 60 to 66: four of five find room; the fight in the store; the turn ends."""
    assert game.activate("a6", 2, 3) == 2
    go = {"side": A, "unit": "a6", **CUSTOMS, "actions": 2}
    assert game.refused("EnterSection", **go, models=[f"a6.{n}" for n in range(1, 6)]).rule == "BLD-SECT-04"
    outside = [{"model": "a6.1", "at": [12.6, 26.6], "facing": 270}]
    game.act("EnterSection", **go, models=[f"a6.{n}" for n in range(2, 6)], placements=outside)
    assert sorted(game.state.units["a6"].housed) == [f"a6.{n}" for n in range(2, 6)]
    game.act("EndActivation", side=A, throws={"to-hit": [6]})
    game.answered(A, "move")
    events = game.answered(B, "stay", to_hit=[1, 6, 3, 6, 2, 6], to_wound=[4, 2, 6], save=[2, 5], morale=[2, 3])
    assert ("morale", [2, 3], 7, "+1 lost by 1 wound") in rolls(events)
    game.answered(A, "move")
    events = game.answered(B, "move", casualties_test=[4, 2])
    assert goals(events) == [("casualties-test", [4, 2], 7)]
    assert (game.state.turn.number, game.state.active_side) == (2, B)
    assert {u.id: len(u.alive) for u in game.state.units.values() if u.side == A} == {
        "a1": 4,
        "a2": 2,
        "a3": 2,
        "a4": 5,
        "a5": 8,
        "a6": 5,
        "a1b": 1,
    }
    assert {u.id: len(u.alive) for u in game.state.units.values() if u.side == B} == {
        "b1": 3,
        "b2": 4,
        "b3": 3,
        "b4": 2,
        "b5": 3,
    }
