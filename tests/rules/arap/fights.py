"""Fights for tests: two units locked, and what was thrown."""

from msgspec.structs import replace

from rules.events import Rolled
from rules.state import ChargeMade, Melee
from tests.builders import a_battle, a_profile, a_row, a_unit, a_weapon

BLADE = a_weapon("blade", type="melee", range_in=0, strength=0)


def fighter(name="fighter", **values):
    """WS3 S3 T3 I3 A1 Ld7 without a save, with a blade."""
    return a_profile(name, **values)


def a_squad(unit, count, x, y=10, *, profile=None, facing=90, weapons=(BLADE,), gap=1.5, **values):
    """`count` models in a column, blades in hand."""
    profile = profile or fighter(f"{unit}-fighter")
    return a_unit(unit, a_row(count, x, y, gap), profile=profile, facing=facing, weapons=weapons, **values)


def a_fight(*units, charge=None, round=0, extra=(), **values):
    """A1 against B1 and the rest, locked in one melee; `charge` is the direction of A1's charge at B1."""
    charges = (ChargeMade(charger="a1", target="b1", direction=charge),) if charge else ()
    ids = tuple(u[0].id for u in units if u[0].id not in extra)
    return a_battle(*units, melees=(Melee(id="a1-b1", units=ids, round=round, charges=charges),), **values)


def two_squads(a=3, b=3, *, apart=1.9, charge=None, round=0, first=None, second=None, **values):
    """Two columns face to face, each fighter opposite to one of the others."""
    return a_fight(
        a_squad("a1", a, 20, profile=first or fighter("a1-fighter")),
        a_squad("b1", b, 20 + apart, profile=second or fighter("b1-fighter"), facing=270),
        charge=charge,
        round=round,
        **values,
    )


def rolls(events, label):
    """The rolls of one label, in order."""
    return [e for e in events if isinstance(e, Rolled) and e.label == label]


def roll(events, label):
    """The only roll of that label."""
    found = rolls(events, label)
    assert len(found) == 1, f"{len(found)} rolls of {label}"
    return found[0]


def moved(state, unit, **changes):
    """The state with fields of a unit changed."""
    return state.with_unit(replace(state.units[unit], **changes))


def turned(state, unit, facing):
    """The state with every model of a unit facing one way."""
    models = tuple(replace(m, facing=facing) for m in state.units[unit].models)
    return moved(state, unit, models=models)
