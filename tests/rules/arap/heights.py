"""Cliffs, gaps and climbers for tests."""

from msgspec.structs import replace

from rules.dice.sources import ScriptedDice
from rules.table.terrain import Terrain
from tests.builders import A, happens
from tests.rules.arap.movement.test_walk import a_field, an_area, way


def a_cliff(height=6.0, left=12.0, width=20.0, *, name="Cliff", gradient=90, **values):
    """High ground with steep sides, from x = 12."""
    return an_area("open", left, width=width, name=name, elevation_in=height, gradient_deg=gradient, **values)


def a_gap(width=1.0, depth=3.0, left=12.0, *, name="Ditch", **values):
    """A ditch across the way, from x = 12."""
    return an_area("open", left, width=width, name=name, depth_in=depth, **values)


def a_wall(height, x=12.0, **values):
    """A wall from north to south."""
    return Terrain(id="wall", name="Wall", points=((x, 0), (x, 40)), line=True, height_in=height, **values)


def a_ladder(left=11.7, right=12.3, y=10.0, **values):
    """A ladder over the edge at x = 12, its foot to the west."""
    given = {"id": "ladder", "name": "Ladder", "points": ((left, y), (right, y)), "line": True, "width_in": 0.5}
    return Terrain(**{**given, "ladder": True, **values})


def hanging(state, unit, face, level, *models):
    """The state with members of a unit so high up a face."""
    found = state.units[unit]
    hung = tuple(replace(m, on_face=face, level_in=level) if m.id in models or not models else m for m in found.models)
    return state.with_unit(replace(found, models=hung))


def going(kind, *points, **values):
    """An action of that kind along a path for unit A1."""
    return kind(side=A, unit="a1", path=way(*points), **values)


def run(state, act, dice):
    """Call a function with a progress and exactly those dice, and do what it queues."""
    script = ScriptedDice(dice)
    found = happens(state, script, act)
    script.finish()
    return found


__all__ = ["a_cliff", "a_field", "a_gap", "a_ladder", "a_wall", "an_area", "going", "hanging", "run", "way"]
