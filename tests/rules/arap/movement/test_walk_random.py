"""Whatever path is asked for: a refusal or a legal move, and nothing else."""

import math
import random

import pytest

from rules.arap.movement.walk import Move, TacticalMove
from rules.arap.paths.turns import Waypoint
from rules.arap.positions import occupied
from rules.core.refusal import IllegalAction
from rules.dice.sources import SeededDice
from rules.engine import decide, fold, preview
from rules.geometry.rings import disc, holds
from rules.state import Placement
from rules.table.terrain import Terrain
from tests.builders import A, a_battle, a_profile, a_row, a_unit

GOINGS = ("difficult", "very-difficult", "variable", "impassable", "water", "road", "open")


def a_table(rng):
    """Three units each, among a dozen pieces of every kind and two walls."""
    pieces = [
        Terrain(
            id=f"t{n}",
            name=f"Piece {n}",
            points=disc((rng.uniform(6, 40), rng.uniform(4, 40)), rng.uniform(1, 3), 12),
            going=rng.choice(GOINGS),
            hazard=rng.choice((0, 0, 1)),
            hazard_strength=rng.choice((0, 4)),
        )
        for n in range(12)
    ]
    pieces += [
        Terrain(id=f"w{n}", name="Wall", points=((20, 5 + 20 * n), (24, 18 + 20 * n)), line=True, height_in=1 + n)
        for n in range(2)
    ]
    units = [a_unit(f"a{n}", a_row(6, 8 + 8 * n, 10, 1.2)) for n in (1, 2, 3)]
    foes = [a_unit(f"b{n}", a_row(6, 12 + 8 * n, 22, 1.2), profile=a_profile("foe")) for n in (1, 2, 3)]
    return a_battle(*units, *foes, active=rng.choice(("a1", "a2", "a3")), ap=2, terrain=pieces)


def a_move(rng, state):
    unit = state.units[state.turn.active]
    x, y = unit.alive[0].at
    path = []
    for _ in range(rng.randint(1, 3)):
        course, reach = rng.uniform(0, 2 * math.pi), rng.uniform(0, 3)
        x, y = x + reach * math.sin(course), y + reach * math.cos(course)
        path.append(Waypoint(at=(x, y), facing=rng.choice((None, rng.uniform(-360, 720)))))
    nudged = rng.choice(unit.alive)
    place = Placement(model=nudged.id, at=(nudged.at[0] + rng.uniform(-3, 3), nudged.at[1] + 1), facing=90)
    placements = (place,) if rng.random() < 0.3 else ()
    if rng.random() < 0.2:
        return TacticalMove(side=A, unit=unit.id, path=tuple(path), placements=placements)
    gait = rng.choice(("walk", "walk", "walk", "back", "sidestep", "crawl"))
    return Move(side=A, unit=unit.id, path=tuple(path), gait=gait, placements=placements)


def walked_within(before, after, action):
    """No model is further away than the best allowance, nor stands where nobody may."""
    most = 6 if isinstance(action, TacticalMove) else 4
    moved = after.units[action.unit]
    for model in moved.alive:
        old = before.units[action.unit].model(model.id)
        assert math.dist(old.at, model.at) <= most + 0.02
        spot = occupied.spot_of(after, moved, model)
        others = occupied.spots_near(after, occupied.footprint(after, moved).bounds, but=moved.id, seen_by=A)
        assert not any(spot.overlaps(other) for other in others)
        barred = [t for t in after.terrain if t.going in ("impassable", "water") and not holds(t.points, old.at)]
        assert not any(t.going == "impassable" and holds(t.points, model.at) for t in barred)


@pytest.mark.parametrize("seed", range(4))
def test_a_random_path_is_refused_or_walked_within_its_price(seed):
    rng = random.Random(seed)
    done = refused = 0
    for n in range(60):
        state = a_table(rng)
        action = a_move(rng, state)
        shown = preview(state, action)
        if shown.refusal is not None:
            refused += 1
            with pytest.raises(IllegalAction) as error:
                decide(state, action, SeededDice(n))
            assert error.value.refusal == shown.refusal
            assert shown.refusal.message
            assert shown.refusal.allowed
            continue
        done += 1
        events = decide(state, action, SeededDice(n))
        assert shown.spent_in <= shown.allowance_in + 0.02
        walked_within(state, fold(events, state), action)
    assert done >= 10, refused
    assert refused >= 10, done
