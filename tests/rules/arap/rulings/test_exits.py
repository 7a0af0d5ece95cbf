"""Exits of terrain tiles that stay closed until the host has them opened. (BLD-TILE-03)"""

import pytest
from msgspec.structs import replace

from rules import codec
from rules.arap.movement.walk import Move
from rules.arap.paths.turns import Waypoint
from rules.arap.rulings.exits import ExitOpened, OpenExit
from rules.arap.turn.setup import new_game
from rules.engine import fold
from rules.table.scenario import Scenario
from rules.table.terrain import Terrain
from rules.visibility import view, view_event
from tests.builders import A, B, a_battle, a_unit, play, the

DOOR = Terrain(
    id="exit-1",
    name="Cellar door",
    points=((30, 8), (30, 14)),
    line=True,
    going="impassable",
    blocks_sight=True,
    height_in=3,
    closed=True,
    look="door",
)
SQUARE = ((31, 9), (36, 9), (36, 14), (31, 14))
CELLAR = Terrain(id="cellar", name="Cellar", points=SQUARE, going="difficult", behind="exit-1")
INNER = replace(DOOR, id="exit-2", name="Vault door", points=((36, 8), (36, 14)), behind="exit-1")
VAULT = Terrain(id="vault", name="Vault", points=SQUARE, behind="exit-2")
TRAP = Terrain(id="trap", name="Trap", points=SQUARE, hazard=3, hazard_strength=8, secret=B, behind="exit-1")
TOWN = Scenario(name="Town", sides=(), terrain=(DOOR, CELLAR, INNER, VAULT, TRAP))


def battle():
    state = a_battle(a_unit("a1", [(28, 10)]), a_unit("b1", [(60, 10)]), active="a1", ap=2, terrain=(DOOR,))
    return replace(state, scenario=replace(state.scenario, terrain=TOWN.terrain))


def opened(state, key="exit-1"):
    return play(state, OpenExit(side=A, terrain=key, reason="A1 forces it"))


def ids(state):
    return [piece.id for piece in state.terrain]


def test_what_lies_behind_a_closed_exit_is_not_on_the_table_and_known_to_the_host_alone():
    (created,) = new_game(TOWN, {})
    state = fold([created])
    assert ids(state) == ["exit-1"]
    assert len(view(state, "host").scenario.terrain) == 5
    for viewer in (A, B, "public"):
        found = codec.encode(view_event(state, created, viewer)) + codec.encode(view(state, viewer))
        assert b"Cellar door" in found
        assert not [name for name in (b'"Cellar"', b"Vault", b"Trap", b'"behind":"') if name in found]


@pytest.mark.rule("BLD-TILE-03")
def test_an_opened_exit_lays_what_is_behind_it_but_not_what_is_behind_the_next():
    events, state = opened(battle())
    done = the(events, ExitOpened)
    assert done.sentence(state) == "Host: Cellar door is opened, behind it Cellar, Vault door (A1 forces it)"
    assert ids(state) == ["exit-1", "cellar", "exit-2", "trap"]
    door = state.terrain[0]
    assert (door.closed, door.going, door.blocks_sight, door.height_in) == (False, "open", False, 0)
    assert [piece.behind for piece in state.terrain] == [None] * 4
    _, state = opened(state, "exit-2")
    assert ids(state)[-1] == "vault"


@pytest.mark.rule("BLD-TILE-03")
def test_a_secret_behind_an_exit_stays_one():
    events, state = opened(battle())
    done = the(events, ExitOpened)
    assert [piece.id for piece in view_event(state, done, B).laid] == ["cellar", "exit-2", "trap"]
    for viewer in (A, "public"):
        assert [piece.id for piece in view_event(state, done, viewer).laid] == ["cellar", "exit-2"]
        assert ids(view(state, viewer)) == ["exit-1", "cellar", "exit-2"]


@pytest.mark.rule("BLD-TILE-03")
def test_a_closed_exit_bars_the_way_and_an_open_one_does_not():
    through = Move(side=A, unit="a1", path=(Waypoint(at=(30.9, 10)),))
    refusal = through.check(battle())
    assert refusal is not None
    assert "Cellar door" in refusal.message
    assert through.check(opened(battle())[1]) is None


@pytest.mark.rule("BLD-TILE-03")
def test_only_a_closed_exit_is_opened_and_with_a_reason():
    state = battle()
    unknown = OpenExit(side=A, terrain="cellar", reason="x").check(state)
    assert (unknown.code, unknown.rule, unknown.allowed) == ("no-closed-exit", "BLD-TILE-03", "Cellar door")
    assert OpenExit(side=A, terrain="exit-1", reason=" ").check(state).code == "no-reason"
    _, after = opened(state)
    assert OpenExit(side=A, terrain="exit-1", reason="again").check(after).code == "no-closed-exit"
    assert OpenExit.host_only
