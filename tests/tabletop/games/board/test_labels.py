"""Flags on boards as battles leave them: on no model, no hull, no name of a place, and not on each other."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rules.engine import evolve, fold
from rules.state import GameState
from tabletop.games.board import drawing
from tabletop.ui.board import flag_places, unit_inner
from tabletop.ui.board.flags import HEIGHT, flag_width
from tabletop.ui.board.names import place_names
from tabletop.ui.board.scene import BoardGround, TokenModel, TokenUnit
from tabletop.ui.board.svg import Box, overlap
from tabletop.ui.board.tokens import unit_box
from tests.games.recording import FOLDER, load

EVERY = 40
GAMES = ("00-brawl", "01-armour", "02-ambush", "04-lockhouse-lane", "07-harrow-ford")


def moments(game: str) -> Iterator[GameState]:
    """The first deployment and every so many events of a game between bots."""
    state = fold([])
    for number, event in enumerate(load(FOLDER / f"{game}.json.gz").log):
        state = evolve(state, event)
        if number % EVERY == EVERY - 1:
            yield state


def tokens_of(state: GameState) -> list[TokenUnit]:
    tokens = (drawing.token(state, unit) for unit in state.units.values() if unit.in_play)
    return [token for token in tokens if token.models]


def covered(
    ground: BoardGround, units: list[TokenUnit], places: dict[str, tuple[float, float]], scale: float
) -> set[tuple[str, str]]:
    """Pairs of a flag and what it lies on."""
    half = {unit.id: flag_width(unit) / 2 * scale for unit in units}
    rise = HEIGHT / 2 * scale
    flags = {name: Box(x - half[name], y - rise, x + half[name], y + rise) for name, (x, y) in places.items()}
    models = {m.id: unit_box(unit._replace(models=(m,))) for unit in units for m in unit.models}
    names = {name.text: name.box for name in place_names(ground, large=scale > 1)}
    others = {**models, **names, **{f"flag {name}": box for name, box in flags.items()}}
    return {
        (name, other)
        for name, flag in flags.items()
        for other, box in others.items()
        if other != f"flag {name}" and overlap(flag, box) > 0.01
    }


@pytest.mark.parametrize("game", GAMES)
def test_no_flag_covers_a_model_a_name_or_another_flag_at_any_time_of_a_battle(game):
    for state in moments(game):
        ground, units = drawing.ground_of(state), tokens_of(state)
        places = flag_places(ground=ground, units=units, objectives=drawing.objectives(state))
        assert covered(ground, units, places, 1) == set()


@pytest.mark.parametrize("game", GAMES[1:])
def test_nor_do_the_larger_ones_of_a_screen_across_the_room(game):
    for state in moments(game):
        ground, units = drawing.ground_of(state), tokens_of(state)
        places = flag_places(ground=ground, units=units, objectives=drawing.objectives(state), large=True)
        assert covered(ground, units, places, 1.8) == set()


def test_a_flag_that_stands_apart_is_tied_to_its_nearest_model_and_one_beside_its_unit_is_not():
    state = next(moments("00-brawl"))
    unit = tokens_of(state)[0]
    body = unit_box(unit)
    beside, apart = (body.left + 10, body.top - 12), (body.left + 10, body.top - 60)
    assert "fl-l" not in unit_inner(unit, beside)
    drawn = unit_inner(unit, apart)
    assert drawn.count('class="fl-l"') == 1
    assert drawn.index("fl-l") < drawn.index('class="flag"')


def test_a_flag_off_a_hull_that_stands_askew_is_tied_to_it_though_the_box_round_the_hull_is_near():
    tank = TokenModel("t", 20, 20, shape="tank", length_in=6, width_in=2, facing=45)
    unit = TokenUnit("a1", "A1", "a", "Anvil", "Northmarch", (tank,), vehicle=True)
    off_a_corner, off_its_side = (168.0, 168.0), (232.0, 170.0)
    assert "fl-l" in unit_inner(unit, off_a_corner)
    assert "fl-l" not in unit_inner(unit, off_its_side)
