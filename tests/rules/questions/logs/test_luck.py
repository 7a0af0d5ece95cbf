"""Luck: every counted roll against its number, and how rare what came of it is."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from rules.core.ids import SideId, UnitId
from rules.events import Rolled
from rules.questions.logs.luck import KINDS, Trial, account, pool, trials
from tests.games.recording import FOLDER, load

GAMES = ("00-brawl", "01-armour", "02-ambush", "08-brawl", "13-armour")


def rolled(label: str, dice: tuple[int, ...], goal: int | None, *, sense: str = "low", **more: object) -> Rolled:
    made = more.pop("made", tuple((d <= (goal or 0)) if sense == "low" else (d >= (goal or 0)) for d in dice))
    return Rolled(
        seq=7, side=SideId("a"), unit=UnitId("a1"), label=label, dice=dice, goal=goal, sense=sense, made=made, **more
    )  # type: ignore[arg-type]


def test_each_die_counts_against_the_number_it_needs() -> None:
    found = trials(rolled("to-hit", (1, 4), 3))
    assert found == (
        Trial(7, "a", "a1", "To hit", True, Fraction(1, 2), False),
        Trial(7, "a", "a1", "To hit", False, Fraction(1, 2), False),
    )


def test_a_sum_counts_once_with_what_is_added_to_it() -> None:
    (found,) = trials(rolled("morale", (2, 6), 8, total=9, made=(False,)))
    assert (found.kind, found.made, found.chance) == ("Leadership", False, Fraction(21, 36))


def test_dice_that_a_second_one_decides_are_left_out() -> None:
    assert trials(rolled("to-hit", (1, 2), -1, made=(None, False))) == (
        Trial(7, "a", "a1", "To hit", False, Fraction(0), False),
    )


@pytest.mark.parametrize("label", ["scatter-a", "hazard", "extended-reroll", "vehicle-damage"])
def test_what_nobody_wants_to_make_is_left_out(label: str) -> None:
    assert trials(rolled(label, (1,), 3)) == ()


def test_each_combat_die_counts_with_what_it_shows() -> None:
    """Three faces of six are blank, the others 1, 2 and 3: of each die 1 is due. (CRU-DICE-01)"""
    thrown = rolled("crusade-attack", (6, 4, 1), None, sense="sum", made=(), readings=(3, 1, 0), total=4, sides=6)
    assert trials(thrown) == ()
    found = account(pool(thrown))
    assert (found.rolls, found.made, found.due) == (3, 4, 3.0)
    assert found.spread == pytest.approx((3 * 4 / 3) ** 0.5)
    assert len(found.hill) == 10
    assert found.hill[0] == pytest.approx(1 / 8)
    assert found.hill[9] == pytest.approx(1 / 216)
    assert sum(found.hill) == pytest.approx(1)
    assert pool(replace(thrown, label="crusade-wreck-occupants")) == ()


def test_luck_is_what_was_made_beyond_due_and_how_rare_that_is() -> None:
    coin = Trial(1, "a", "a1", "To hit", True, Fraction(1, 2), False)
    found = account([coin] * 4)
    assert (found.rolls, found.made, found.due, found.beyond) == (4, 4, 2.0, 2.0)
    assert found.hill == (1 / 16, 4 / 16, 6 / 16, 4 / 16, 1 / 16)
    assert found.rare == 1 / 16
    bad = account([coin._replace(made=False)] * 3 + [coin])
    assert bad.rare == 5 / 16
    assert bad.too_few
    assert account([]).hill == (1.0,)


def test_in_recorded_games_what_cannot_miss_does_not_and_chances_hold() -> None:
    """The stated chance of every kind agrees with what was rolled, within four spreads."""
    log = [event for name in GAMES for event in load(FOLDER / f"{name}.json.gz").log if isinstance(event, Rolled)]
    found = [trial for event in log for trial in trials(event)]
    assert all(trial.made == bool(trial.chance) for trial in found if trial.chance in (0, 1))
    for kind in KINDS:
        own = account([trial for trial in found if trial.kind == kind])
        assert abs(own.beyond) <= 4 * own.spread
