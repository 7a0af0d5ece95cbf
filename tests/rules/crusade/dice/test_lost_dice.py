"""Every number of dice that was lost from the document, thrown in play as the one list of them says. (CRU-DICE-09)"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.answers import Answer
from rules.crusade import courses, models
from rules.crusade.marks import ModelMarks
from rules.crusade.pods import LandPod
from rules.crusade.turn.sides import EndTurn
from rules.dice.sources import SeededDice
from rules.engine import decide, fold
from rules.progress import Action
from rules.rulebook.charts import rows
from rules.state import GameState
from tests.rules.crusade.acts import A1, B1, gap, shoot
from tests.rules.crusade.cast import A, battle, drive, put

FAR = put("b9", "marine", (40, 5))


def thrown(state: GameState, action: Action, label: str, *answers: str) -> int:
    """How many dice of that label fall first, whatever they show."""
    events = decide(state, action, SeededDice(1))
    for choice in answers:
        state = fold(events, state)
        assert state.prompt
        events = decide(state, Answer(side=state.prompt.side, choice=choice), SeededDice(2))
    return next(len(e.dice) for e in events if getattr(e, "label", "") == f"crusade-{label}")


def jumping() -> int:
    state = battle(put("a1", "rhino", (20, 20)), FAR, terrain=(gap(13),))
    return courses.jump_dice(state, state.units[A1], 10) - courses.jump_dice(state, state.units[A1], 9)


def over_run(moves: int, *answers: str, label: str = "overrun") -> int:
    state = battle(
        put("a1", "skiff", (20, 24)),
        put("a2", "marine", (20, 24), aboard="a1"),
        put("b1", "marine", (20, 19)),
        FAR,
        noting={"a1": ModelMarks(moves=moves, driver=put("a2", "marine").id, driven=True)},
    )
    return thrown(state, drive("a1"), label, *answers)


def ram(moves: int) -> int:
    state = battle(
        put("a1", "rhino", (20, 24)), put("b1", "rhino", (20, 17)), FAR, noting={"a1": ModelMarks(moves=moves)}
    )
    return thrown(state, drive("a1", ram="b1", extra=moves > 0), "ram")


def wipeout() -> int:
    """One for each move action, and so many more."""
    deck = {"DRIVE": 4}
    state = battle(put("a1", "marine", (20, 30), weapons=("boltgun",)), put("b1", "rhino", (20, 20)), FAR, left=deck)
    for seed in range(40):
        events = decide(state, shoot("a1", "b1", "boltgun"), SeededDice(seed))
        found = [len(e.dice) for e in events if getattr(e, "label", "") == "crusade-wipeout"]
        if found:
            return found[0] - models.move_actions(state, B1)
    raise AssertionError("never hit")


def defence(cards: tuple[str, ...] = (), moves: int = 0, gun: str = "boltgun") -> int:
    state = battle(
        put("a1", "marine", (20, 30), weapons=(gun,)),
        put("b1", "rhino", (20, 20)),
        FAR,
        noting={"b1": ModelMarks(cards=cards, moves=moves)},
    )
    return thrown(state, shoot("a1", "b1", gun), "vehicle-defence")


def area() -> int:
    """Dice of a line weapon that reaches a hull, beside its own."""
    state = battle(put("a1", "lancer", (20, 30)), put("b1", "rhino", (20, 20)), FAR)
    return thrown(state, shoot("a1", "b1", "0"), "attack") - 3


def carded(card: str, label: str, cards: tuple[str, ...] = ()) -> int:
    """A carrier with somebody aboard draws such a card."""
    state = battle(
        put("a1", "marine", (20, 30), weapons=("boltgun",)),
        put("b1", "rhino", (20, 20)),
        put("b2", "marine", (20, 20), aboard="b1"),
        FAR,
        noting={"b1": ModelMarks(cards=cards)},
        left={card: 4},
    )
    for seed in range(60):
        events = decide(state, shoot("a1", "b1", "boltgun"), SeededDice(seed))
        found = [len(e.dice) for e in events if getattr(e, "label", "") == f"crusade-{label}"]
        if found:
            return found[0]
    raise AssertionError("never hit")


def fires(count: int) -> int:
    state = battle(put("a1", "rhino", (20, 24)), FAR, noting={"a1": ModelMarks(cards=("FIRE",) * count)})
    return thrown(state, EndTurn(side=A), "vehicle-fire")


def pod() -> int:
    state = battle(put("a1", "drop-pod", deployed=False), put("b1", "guardsman", (20, 18)), FAR, number=2)
    for x in range(8, 33, 4):
        for seed in range(12):
            events = decide(state, LandPod(side=A, unit=A1, at=(float(x), 18.0)), SeededDice(seed))
            found = [len(e.dice) for e in events if getattr(e, "label", "") == "crusade-pod-impact"]
            if found:
                return found[0]
    raise AssertionError("never on anybody")


PLACES: dict[str, Callable[[], int]] = {
    "jumping": jumping,
    "over-run bonus": lambda: over_run(1, "fight") - over_run(0, "fight"),
    "evade": lambda: over_run(0, "evade", label="melee-defence") - over_run(0, "fight", label="melee-defence"),
    "ram bonus": lambda: ram(1) - ram(0),
    "wipeout": wipeout,
    "defence for movement": lambda: defence(moves=3) - defence(moves=2),
    "line and area effect": area,
    "CREW card": lambda: carded("CREW", "crew-hit"),
    "HULL card": lambda: defence() - defence(("HULL",)),
    "FIRE card": lambda: fires(2) - fires(1),
    "destroyed occupants": lambda: carded("HULL", "wreck-occupants", ("HULL", "HULL")),
    "explosion": lambda: carded("HULL", "explosion", ("FIRE", "HULL")),
    "drop pod on troops": pod,
}
"""How many dice each place of the list throws, or adds."""


@pytest.mark.part_of("CRU-DICE-09")
@pytest.mark.parametrize("row", rows("CRU-DICE-09"), ids=lambda row: row["place"])
def test_every_row_of_the_lost_dice_is_thrown_as_listed(row):
    number = next(int(sign) for sign in str(row["value"]) if sign.isdigit())
    assert PLACES[row["place"]]() == number
