"""A firefight over two game turns, die by die: Northmarch (A) moves up, Saltmere (B) holds a wall."""

import pytest
from msgspec.structs import replace

from rules.core.refusal import IllegalAction
from rules.gemini.activation import Activate, EndActivation, Finish
from rules.gemini.answers import Answer
from rules.gemini.facts import WoundsTaken
from rules.gemini.marching import Waypoint
from rules.gemini.movement import Move, TacticalMove
from rules.gemini.shooting import Aim, Shoot
from rules.gemini.suppression import Regroup
from rules.table.terrain import Terrain
from tests.builders import A, B, a_battle, a_profile, a_unit, a_weapon, play


def rectangle(x1, y1, x2, y2):
    return ((x1, y1), (x2, y1), (x2, y2), (x1, y2))


TERRAIN = (
    Terrain(id="t1", name="Alder Copse", points=rectangle(12, 24.5, 24, 26.5), going="difficult", cover="soft"),
    Terrain(id="t2", name="Mill Wall", points=((14, 9), (24, 9)), line=True, width_in=0.2, cover="hard", height_in=1),
    Terrain(id="t3", name="Bramble Bank", points=rectangle(32, 9, 36, 11), cover="soft"),
    Terrain(id="t4", name="Furze Patch", points=rectangle(5, 28, 9.5, 30), cover="soft"),
    Terrain(id="t6", name="Loose Scree", points=rectangle(36, 20, 42, 24.5), hazard=1, hazard_strength=4),
)
CARBINE = a_weapon("carbine", strength=4, ap=5)
AUTOGUN = a_weapon("autogun", type="heavy", range_in=36, shots=3, strength=5, ap=4)
RAY = a_weapon("ray", traits=("laser",))
SHELL = a_weapon("shell", type="heavy", range_in=48, strength=4, ap=6, marker_in=5)
ASSAULT = a_weapon("assault", type="assault", range_in=18, shots=2, strength=4, ap=6)
LANCE = a_weapon("lance", type="assault", range_in=18, strength=7, ap=2)
RIFLE = a_weapon("rifle")
SALVO = a_weapon("salvo", type="salvo", range_in=30, shots=4, shots_half=2, strength=5, ap=4)
NEEDLE = a_weapon("needle", type="heavy", range_in=36, strength=6, ap=3)
FLAME = a_weapon("flame", type="assault", template=True, range_in=0, strength=4, ap=5)
PISTOL = a_weapon("pistol", type="pistol", range_in=12, strength=4, ap=6)

RANGER = a_profile("ranger", bs=4, i=4, ld=8, sv=5)
PATHFINDER = a_profile("pathfinder", bs=4, i=4, ld=7, sv=5)
GUARD = a_profile("guard", sv=5)
STRIDER = a_profile("strider", m=9, s=4, t=6, w=3, i=4, a=2, ld=8, sv=4, size=3, base_mm=60, traits=("monstrous",))
BASTION = a_profile("bastion", ws=4, s=4, t=4, a=2, ld=8, sv=2, inv=5, base_mm=40)
MARKSMAN = a_profile("marksman", bs=5, w=2, i=5, ld=8, sv=5)


def armed(unit, *weapons):
    """The unit with one weapon for each model, in order (None for none)."""
    made, profiles, _ = unit
    models = tuple(replace(m, weapons=(w.id,) if w else ()) for m, w in zip(made.models, weapons, strict=True))
    return replace(made, models=models), profiles, tuple(w for w in weapons if w)


def block(xs, ys):
    return [(x, y) for y in ys for x in xs]


def the_field():
    northmarch = [
        a_unit("a1", block([14.5, 16.5, 18.5, 20.5], [27, 28.5]), profile=RANGER, weapons=[CARBINE], facing=0),
        a_unit(
            "a2", [(6, 27), (8, 27), (10, 27), (7, 28.5), (9, 28.5)], profile=PATHFINDER, weapons=[CARBINE], facing=0
        ),
        armed(a_unit("a3", [(30, 28), (31.5, 28)], profile=RANGER, facing=0), AUTOGUN, RAY),
        armed(a_unit("a4", [(24, 32), (25.5, 32)], profile=RANGER, facing=0), SHELL, None),
        armed(a_unit("a5", block([38, 40], [30, 31.5]), profile=RANGER, facing=0), LANCE, ASSAULT, ASSAULT, ASSAULT),
    ]
    saltmere = [
        a_unit("b1", block([15, 17, 19, 21, 23], [8, 6.5]), profile=GUARD, weapons=[RIFLE], facing=180),
        a_unit("b2", [(25, 5), (27.5, 5), (30, 5)], profile=STRIDER, facing=180),
        a_unit("b3", [(40, 6), (42, 6), (44, 6)], profile=BASTION, weapons=[SALVO], facing=180),
        a_unit("b4", [(34, 10)], profile=MARKSMAN, weapons=[NEEDLE], facing=180),
        armed(
            a_unit("b5", [(7, 18), (9, 18), (6, 16.5), (10, 16.5)], profile=GUARD, facing=180),
            FLAME,
            PISTOL,
            PISTOL,
            PISTOL,
        ),
    ]
    return a_battle(*northmarch, *saltmere, terrain=TERRAIN, options={"aiming_allowed": True})


class Table:
    """The state as the battle goes on, with what each step brought."""

    def __init__(self):
        self.state = the_field()
        self.events = []

    def play(self, action, **dice):
        """Plays one action; labels are written with underscores."""
        self.events, self.state = play(self.state, action, {k.replace("_", "-"): v for k, v in dice.items()})

    def activate(self, unit, faces):
        self.play(Activate(side=unit[0], unit=unit, dice=len(faces)), activation=faces)

    def shoot(self, unit, target, *weapons, answer=None, **dice):
        """Shoots; what falls after the prompt is thrown when it is answered."""
        later = {k: dice.pop(k) for k in ("save", "suppression_test") if answer and k in dice}
        options = {k: dice.pop(k) for k in ("turn", "aim", "mode") if k in dice}
        self.play(Shoot(side=unit[0], unit=unit, target=target, weapons=weapons, **options), **dice)
        before = self.events
        if answer:
            self.play(Answer(side=target[0], choice=answer), **later)
            self.events = [*before, *self.events]

    def goals(self, label):
        """Goals of the rolls of that label in the last step, in order."""
        return [e.goal for e in self.events if getattr(e, "label", "") == label]

    def fallen(self):
        """Models lost in the last step."""
        wounds = [w for e in self.events if isinstance(e, WoundsTaken) for w in e.wounds]
        return [w.model for w in wounds if w.left == 0]


@pytest.fixture(scope="module")
def table():
    return Table()


def test_the_rangers_fire_from_the_copse_at_the_guard_behind_the_wall(table):
    with pytest.raises(IllegalAction) as refused:
        table.shoot("a1", "b1")
    assert refused.value.code == "not-active"
    table.activate("a1", [2, 4])
    path = (waypoint(14.5, 25.5), waypoint(15, 25.5), waypoint(15, 25.5, facing=0))
    table.play(Move(side=A, unit="a1", path=path))
    assert [m.at for m in table.state.units["a1"].models[:2]] == [(15, 25.5), (17, 25.5)]
    table.shoot(
        "a1",
        "b1",
        answer="stand",
        to_hit=[1, 5, 2, 6, 3, 2, 4, 6],
        to_wound=[2, 4, 1],
        pick=[1],
        suppression_test=[5, 3],
    )
    assert table.goals("to-hit") == [2]
    assert table.fallen() == ["b1.1"]
    assert table.state.units["b1"].s_pending == 1


def test_the_skirmishers_move_tactically(table):
    table.activate("a5", [3])
    table.play(TacticalMove(side=A, unit="a5", path=(waypoint(38, 25),)), tactical_move=[5])
    assert table.state.units["a5"].now.tactical


def waypoint(x, y, facing=None):
    return Waypoint(at=(x, y), facing=facing)


def test_the_autogun_team_fires_at_the_marksman(table):
    table.activate("a3", [1, 6, 4])
    table.shoot("a3", "b4", answer="stand", to_hit=[2, 5, 4, 6], to_wound=[5], suppression_test=[3, 4])
    assert table.goals("to-hit") == [2, 2]
    assert table.goals("to-wound") == [2]
    assert table.state.units["b4"].models[0].wounds == 1
    assert table.state.units["b4"].s_pending == 0


def test_the_shell_comes_down_among_the_guard(table):
    table.activate("a4", [2, 3, 1])
    table.shoot(
        "a4", "b1", answer="stand", scatter_a=[3], scatter_b=[2], direction=[120], to_wound=[3, 1, 5, 2], save=[5, 3]
    )
    burst = next(e for e in table.events if type(e).__name__ == "ShellBurst")
    assert burst.aim == (19, 6.5)
    assert burst.at == pytest.approx((19.87, 7), abs=0.005)
    assert table.fallen() == ["b1.9"]
    with pytest.raises(IllegalAction) as refused:
        table.shoot("a4", "b1")
    assert refused.value.code == "weapon-spent"
    table.play(Finish(side=A, unit="a4"), suppression_test=[6, 4])
    assert table.state.units["b1"].s_pending == 3


def test_a_bust_ends_the_turn_without_casualty_tests(table):
    table.activate("a2", [5, 2, 6])
    assert table.state.active_side == B
    assert table.state.units["b1"].s_active == 3


def test_the_bastion_guard_fires_the_full_salvo(table):
    table.activate("b3", [2, 3])
    with pytest.raises(IllegalAction) as refused:
        table.shoot("b3", "a5", mode="half")
    assert (refused.value.code, refused.value.rule) == ("out-of-range", "ARAP-WPN-01")
    table.shoot(
        "b3",
        "a5",
        answer="stand",
        to_hit=[1, 6, 4, 2, 5, 3, 6, 2, 4, 5, 3, 6],
        to_wound=[1, 4, 1],
        pick=[3],
        suppression_test=[2, 4],
    )
    assert table.goals("to-hit") == [2]
    assert table.fallen() == ["a5.3"]
    assert table.state.units["a5"].s_pending == 0


def test_the_striders_run_18_inches(table):
    table.activate("b2", [1, 4])
    table.play(Move(side=B, unit="b2", path=(waypoint(25, 23),), actions=2))
    assert [m.at for m in table.state.units["b2"].models] == [(25, 23), (27.5, 23), (30, 23)]
    assert table.state.units["b2"].now.moved_in == 18


def test_the_suppressed_guard_fires_and_regroups(table):
    table.activate("b1", [2, 3])
    table.shoot(
        "b1",
        "a1",
        answer="stand",
        to_hit=[1, 4, 6, 3, 1, 5, 2, 6],
        extended_reroll=[2, 5],
        to_wound=[5],
        pick=[2],
        save=[4],
    )
    assert table.goals("to-hit") == [-1]
    assert table.fallen() == ["a1.6"]
    table.play(Regroup(side=B, unit="b1"), regroup=[2])
    assert table.state.units["b1"].s_active == 1


def test_the_torch_crew_flames_the_pathfinders(table):
    # The reeds and the grenade of the tale are left out: the crew walks 3 inches on open ground.
    table.activate("b5", [1, 2, 3])
    table.play(Move(side=B, unit="b5", path=(waypoint(7, 21),)))
    table.shoot(
        "b5",
        "a2",
        "flame",
        "pistol",
        answer="stand",
        aim=(7, 29),
        to_hit=[3, 4, 6, 5],
        to_wound=[4, 6],
    )
    assert table.goals("to-hit") == [3, 3]
    assert table.fallen() == ["a2.1", "a2.2"]
    table.play(Finish(side=B, unit="b5"), suppression_test=[6, 3])
    assert table.state.units["a2"].s_pending == 1


def test_at_the_end_of_the_turn_quarter_losses_are_tested(table):
    table.play(EndActivation(side=B), casualties_test=[6, 4, 4, 3])
    assert table.state.units["a2"].is_pinned
    assert table.state.units["a2"].s_pending == 0
    assert not table.state.units["a5"].is_pinned
    assert table.state.units["b1"].s_active == 0
    assert (table.state.turn.number, table.state.active_side) == (2, A)


def test_autogun_and_laser_fire_at_the_running_striders(table):
    table.activate("a3", [3, 1])
    table.shoot(
        "a3",
        "b2",
        answer="stand",
        turn=-20,
        to_hit=[1, 3, 6, 4, 2],
        to_wound=[5, 2, 6, 3],
        extended_reroll=[4],
        pick=[2, 2],
        save=[2],
    )
    assert table.goals("to-hit") == [3, 4]
    assert table.goals("to-wound") == [5, 7]
    assert [m.wounds for m in table.state.units["b2"].models] == [3, 1, 3]
    assert [m.facing for m in table.state.units["a3"].models] == [340, 340]


def test_the_torch_crew_goes_to_ground_before_the_rangers(table):
    table.activate("a1", [4, 1, 3])
    table.shoot(
        "a1",
        "b5",
        answer="ground",
        turn=-70,
        to_hit=[4, 1, 6, 5, 3, 6, 2, 5, 6, 4, 5, 6],
        to_wound=[3, 1, 5, 6, 2],
        pick=[3, 1, 3],
        save=[4, 6, 2],
    )
    assert table.goals("save") == [6]
    assert table.fallen() == ["b5.3"]
    assert table.state.units["b5"].gone_to_ground


def test_aimed_fire_at_the_guard(table):
    table.play(Aim(side=A, unit="a1"))
    table.shoot(
        "a1",
        "b1",
        answer="stand",
        turn=70,
        to_hit=[3, 6, 1, 5, 2, 4, 6],
        to_wound=[4, 2, 6],
        pick=[2, 7],
        suppression_test=[3, 3, 5, 4],
    )
    assert table.goals("to-hit") == [3]
    assert table.fallen() == ["b1.3", "b1.8"]
    assert (table.state.units["b5"].s_pending, table.state.units["b1"].s_pending) == (0, 1)


def test_a_wild_shell_is_held_to_half_the_range(table):
    table.activate("a4", [1, 4])
    table.shoot("a4", "b2", scatter_a=[6], scatter_b=[4], direction=[270], to_wound=[4])
    burst = next(e for e in table.events if type(e).__name__ == "ShellBurst")
    assert burst.scatter_in == pytest.approx(4.83, abs=0.005)
    assert burst.at == pytest.approx((22.67, 23), abs=0.005)
    assert table.goals("to-wound") == [6]


def test_the_skirmishers_fire_on_the_bastion_guard(table):
    table.activate("a5", [2, 3])
    dice = {"tactical_move": [3], "hazard": [4, 1, 6], "to_wound": [2]}
    table.play(TacticalMove(side=A, unit="a5", path=(waypoint(38, 22),)), **dice)
    table.shoot(
        "a5",
        "b3",
        "lance",
        "assault",
        answer="stand",
        to_hit=[3, 2, 5, 6, 4],
        to_wound=[4, 5],
        pick=[3, 1],
        save=[5, 2],
    )
    assert table.goals("to-hit") == [3, 3]
    assert table.goals("save") == [5, 2]
    assert table.fallen() == []


def test_the_guard_is_pinned_and_the_torch_crew_holds(table):
    table.play(EndActivation(side=A), casualties_test=[6, 4, 2, 4])
    assert table.state.units["b1"].pinned_now
    assert table.state.units["b1"].s_active == 0
    assert not table.state.units["b5"].is_pinned


def test_the_pinned_guard_fires_with_correction(table):
    with pytest.raises(IllegalAction) as refused:
        table.activate("b5", [1])
    assert refused.value.code == "gone-to-ground"
    table.activate("b1", [1, 2, 3])
    assert table.state.turn.ap == 1
    table.shoot(
        "b1",
        "a1",
        answer="stand",
        to_hit=[3, 6, 4, 5, 1, 4],
        to_wound=[4, 3],
        pick=[3],
        save=[6],
        suppression_test=[5, 2],
    )
    assert table.goals("to-hit") == [3]
    assert table.goals("save") == [5]
    assert table.fallen() == []
    table.play(EndActivation(side=B))
    assert not table.state.units["b1"].is_pinned
    assert not table.state.units["b5"].gone_to_ground
