"""Random play on a table of cliffs, gaps, ladders and water keeps every promise."""

from collections import Counter

import pytest

from rules.arap.damage.falls import ModelsFell
from rules.arap.events import ModelsMoved
from rules.bots import choose
from rules.codec import decode_event, decode_state, encode
from rules.dice.sources import SeededDice
from rules.engine import decide, evolve, legal_actions
from rules.table.terrain import Terrain
from tests.builders import a_battle, a_profile, a_row, a_unit
from tests.rules.arap.heights import a_cliff, a_gap, a_ladder, a_wall, an_area

TERRAIN = (
    a_cliff(6.0, left=14, width=10, name="cliff", ropes=True),
    a_gap(2.5, left=28, depth=4.0, name="gap"),
    a_ladder(13.7, 14.3, 12),
    a_wall(3.0, x=9),
    an_area("water", 33, width=6, name="river"),
    Terrain(id="jetty", name="Jetty", points=((36, 10), (38, 10), (38, 16), (36, 16)), landing=True),
    a_cliff(3.0, left=42, width=8, name="ledge", vertical="variable"),
)
PACKS = ("jump-pack", "independent")
STARTS = ((6.0, 10.0), (12.0, 12.0), (18.0, 12.0), (26.5, 11.0), (31.5, 11.0), (35.0, 12.0), (40.5, 12.0), (46.0, 12.0))


def a_table(place, traits):
    return a_battle(
        a_unit("a1", a_row(4, *place), profile=a_profile("climber", w=2, traits=traits)),
        a_unit("b1", a_row(2, 70, 40)),
        active="a1",
        ap=3,
        terrain=TERRAIN,
    )


@pytest.mark.parametrize("traits", [(), PACKS])
def test_every_offer_is_accepted_and_leaves_a_sound_state(traits):
    met = Counter()
    for seed, place in enumerate(STARTS * 2):
        state = a_table(place, traits)
        dice, choices = SeededDice(seed), SeededDice(seed + 1000)
        for step in range(3):
            found = [o for o in legal_actions(state, "a") if o.kind not in ("end-activation", "finish")]
            for offer in found:
                if offer.action is not None:
                    decide(state, offer.action, SeededDice(step))
            action = choose(state, found, choices, step * 10)
            if action is None or state.turn.active is None:
                break
            for event in decide(state, action, dice):
                assert decode_event(encode(event)) == event
                state = evolve(state, event)
                met[event.how if isinstance(event, ModelsMoved) else type(event).__name__] += 1
            assert decode_state(encode(state)) == state
            check(state)
    assert met["climb"] >= 3
    assert met[ModelsFell.__name__] >= 1


def check(state):
    """Everybody is on the table, and hangs no higher than what it hangs on."""
    heights = {t.id: max(t.elevation_in, t.height_in, t.depth_in) for t in state.terrain}
    heights["ladder"] = 6.0
    for unit in state.units.values():
        for model in unit.alive:
            assert 0 <= model.at[0] <= 72
            assert 0 <= model.at[1] <= 48
            assert 0 < model.wounds <= 2
            assert 0 <= model.level_in <= heights.get(model.on_face, 0) + 0.02
            assert (model.level_in > 0) == bool(model.on_face)
