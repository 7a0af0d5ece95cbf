"""Hidden units that fire, and those that only throw."""

import pytest

from rules.answers import Answer
from rules.arap.charge.declare import Charge
from rules.arap.indirect.guesses import Guess
from rules.arap.indirect.throw import Throw
from rules.arap.shooting.shoot import Shoot
from rules.arap.units.hidden import Revealed
from rules.events import Rolled
from rules.visibility import view, view_event
from tests.builders import A, B, a_battle, a_unit, a_weapon, play, the

RIFLE = a_weapon()
GRENADE = a_weapon("grenade", type="grenade", range_in=6, strength=4, marker_in=3)


def ambush():
    return a_battle(
        a_unit("a1", [(20, 10)], weapons=[RIFLE, GRENADE], hidden=True),
        a_unit("a2", [(2, 40)]),
        a_unit("b1", [(25, 10)], facing=270),
        active="a1",
        ap=1,
    )


@pytest.mark.rule("ARAP-GREN-05", "ARAP-GEN-09")
def test_a_hidden_unit_that_fires_is_seen_by_everybody():
    state = ambush()
    assert "a1" not in view(state, B).units
    events, after = play(state, Shoot(side=A, unit="a1", target="b1"), {"to-hit": [6, 6]})
    shown = the(events, Revealed)
    assert events.index(shown) < next(i for i, e in enumerate(events) if type(e).__name__ == "ShotsFired")
    assert "a1" in view(after, B).units
    assert view_event(after, shown, B) is not None


@pytest.mark.parametrize(("target", "shown"), [("b1", True), ("", False), ("a1", False)])
def test_of_dice_of_somebody_unseen_those_alone_are_shown_that_strike_somebody_seen(target, shown):
    """Blows at a wall or a door are told to nobody else: there somebody would be known to stand. (ARAP-GREN-05)"""
    rolled = Rolled(
        side=A,
        unit="a1",
        target=target or None,
        label="to-wound",
        dice=(2,),
        sides=6,
        sense="high",
        why="Blows",
    )
    seen = view_event(ambush(), rolled, B)
    assert (seen is not None, seen.unit if seen else None, view_event(ambush(), rolled, A)) == (shown, None, rolled)


@pytest.mark.rule("ARAP-GREN-05")
def test_a_hidden_thrower_stays_hidden():
    throw = Throw(side=A, unit="a1", weapon="grenade", guesses=(Guess(model="a1.1", bearing=90, range_in=5),))
    scatter = {"scatter-a": [1], "scatter-b": [1], "direction": [180]}
    _, after = play(ambush(), throw, {"to-hit": [6], **scatter, "to-wound": [1], "suppression-test": [1, 1]})
    assert after.units["a1"].hidden
    assert "a1" not in view(after, B).units


@pytest.mark.rule("ARAP-MELEE-01")
def test_nobody_who_fights_is_hidden():
    """B1 charges A2; A1 lies hidden within its reach."""
    state = a_battle(
        a_unit("a1", [(21, 11.5)], weapons=[RIFLE], hidden=True),
        a_unit("a2", [(20, 10)]),
        a_unit("b1", [(25, 10.5)], facing=270),
        a_unit("b2", [(60, 40)], facing=270),
        active="b1",
        ap=1,
    )
    _, state = play(state, Charge(side=B, unit="b1", target="a2"))
    _, state = play(state, Answer(side=A, choice="hold"))
    assert set(state.melees[0].units) == {"a1", "a2", "b1"}
    assert "a1" in view(state, B).units
