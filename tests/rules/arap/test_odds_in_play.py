"""What previews promise against what play brings: every die of small cases, a hundred thousand dice of large ones."""

import math
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.charge.declare import Charge
from rules.arap.charge.events import ChargeEnded
from rules.arap.events import WoundsTaken
from rules.arap.morale.melee_morale import MoraleCheck
from rules.arap.morale.suppression import SuppressionTested
from rules.arap.shooting.shoot import Shoot
from rules.arap.shooting.volley import ShotsFired
from rules.arap.turn.activation import EndActivation
from rules.dice.odds import chance_2d6_low
from rules.dice.sources import SeededDice
from rules.engine import decide, fold, preview
from rules.events import Rolled
from rules.progress import Action, Progress
from rules.state import Event, GameState
from rules.table.terrain import Terrain
from tests.builders import A, B, a_battle, a_profile, a_unit, a_weapon
from tests.rules.arap.fights import BLADE, two_squads
from tests.rules.every_die import Told, every_die, played

RIFLE = a_weapon(strength=4)
SHOOT = Shoot(side=A, unit="a1", target="b1")


def fallen(events: list[Event]) -> int:
    """Models lost."""
    return sum(w.left == 0 for e in events if isinstance(e, WoundsTaken) for w in e.wounds)


def hits(events: list[Event]) -> int:
    """Hits scored."""
    return sum(e.hits for e in events if isinstance(e, ShotsFired))


def promised(state: GameState, action: Action = SHOOT) -> dict[str, Fraction]:
    """The chances that a preview names, of the whole and of its first line."""
    shown = preview(state, action)
    assert shown.refusal is None
    lines = {c.label: Fraction(c.exact) for c in shown.shots[0].chances}
    return {**lines, **{c.label: Fraction(c.exact) for c in shown.chances}}


# ------------------------------------------------------------------ small cases, die by die

WALL = Terrain(id="wall", name="Wall", points=((28, 9), (28, 11)), line=True, width_in=0.2, cover="hard", height_in=1)


def at_each_other(
    firers: int = 1, targets: int = 1, *, weapon=RIFLE, target=None, apart: float = 20.0, **values: object
) -> GameState:
    """So many firers face so many targets; another unit of A waits, so that the turn goes on."""
    return a_battle(
        a_unit("a1", [(10, 10 + 1.2 * n) for n in range(firers)], weapons=[weapon]),
        a_unit("a2", [(10, 40)]),
        a_unit("b1", [(10 + apart, 10 + 1.2 * n) for n in range(targets)], profile=target, facing=270),
        active="a1",
        ap=1,
        **values,  # type: ignore[arg-type]
    )


SAVED = a_profile("saved", sv=5, inv=6)
TOUGH = a_profile("tough", t=6, sv=4)
SMALL = {
    "one shot, one save": at_each_other(target=SAVED),
    "one shot against AP, the invulnerable save is left": at_each_other(
        weapon=a_weapon(strength=4, ap=4), target=SAVED
    ),
    "a goal below 1 and a goal above 6 need second dice": at_each_other(
        weapon=a_weapon(type="assault"), target=TOUGH, apart=14, terrain=[replace(WALL, points=((22, 9), (22, 11)))]
    ),
    "two shots at one": at_each_other(apart=10),
    "two shots at two": at_each_other(targets=2, apart=10),
}


def both(events: list[Event]) -> tuple[int, int]:
    """Hits scored and models lost."""
    return hits(events), fallen(events)


@pytest.mark.parametrize("state", SMALL.values(), ids=SMALL)
def test_a_preview_of_fire_is_exact(state):
    shown = promised(state)
    found = every_die(state, SHOOT, both)
    assert shown["hits, average"] == sum(n * chance for (n, _), chance in found.items())
    assert shown["casualties, average"] == sum(n * chance for (_, n), chance in found.items())
    assert shown["at least one casualty"] == sum(chance for (_, n), chance in found.items() if n)


def test_the_chance_of_suppression_is_exact():
    """One shot of an activation that ends with it; the target of three tests on one hit."""
    unhurt = a_profile("unhurt", t=5, sv=2)
    state = at_each_other(targets=3, weapon=a_weapon(type="assault", strength=2), target=unhurt, apart=10)

    def tested(events: list[Event]) -> tuple[bool, bool]:
        found = [e for e in events if isinstance(e, SuppressionTested)]
        return bool(found), any(e.gain for e in found)

    shown, found = promised(state), every_die(state, SHOOT, tested)
    assert shown["suppression test"] == sum(chance for (due, _), chance in found.items() if due) == Fraction(1, 2)
    assert shown["suppressed"] == found[True, True] == Fraction(1, 2) * Fraction(15, 36)


def test_stand_and_fire_and_a_run_are_as_likely_as_told():
    state = a_battle(
        a_unit("a1", [(10, 10)], weapons=[BLADE]),
        a_unit("a2", [(10, 40)]),
        a_unit("b1", [(15.5, 10)], facing=270, weapons=[RIFLE]),
        active="a1",
        ap=1,
    )
    state = fold(decide(state, Charge(side=A, unit="a1", target="b1"), Told(())), state)
    stand = next(o for o in state.prompt.options if o.id == "stand")
    assert stand.detail.startswith("two dice at 3 or less: 3/4 (75%) to fire")

    def fired(events: list[Event]) -> bool:
        return any(isinstance(e, ShotsFired) for e in events)

    assert every_first(state, Answer(side=B, choice="stand"), "stand-and-fire", 2)[0] == Fraction(1, 4)
    # 2D6 inches of start before a charge of 8 and a radius of 2 from 5.5 inches away: caught on 4 or less.
    runs = every_first(state, Answer(side=B, choice="run"), "flee", 2, caught)
    assert runs[True] == Fraction(6, 36)


@pytest.mark.parametrize(("lost_by", "exact"), [(0, "7/12"), (2, "5/18"), (4, "1/12"), (6, "1/36"), (9, "1/36")])
def test_morale_is_passed_as_often_as_the_odds_say(lost_by, exact):
    """Every face of two dice; a double 1 passes always. (ARAP-MORAL-03)"""
    state = two_squads()
    passed = 0
    for pair in product(range(1, 7), repeat=2):
        progress = Progress(state, Then(pair))
        MoraleCheck(unit="b1", enemies=("a1",), lost_by=lost_by, charges=()).run(progress)
        passed += next(e for e in progress.events if isinstance(e, Rolled) and e.label == "morale").passed
    assert Fraction(passed, 36) == Fraction(exact) == chance_2d6_low(7 - lost_by, snake_eyes=True)


def every_first(state, action, label, count, read=None):
    """Chances of the successes of one roll, or of what is read, over all faces of its dice."""
    found: Counter[object] = Counter()
    faces = list(product(range(1, 7), repeat=count))
    for pair in faces:
        events = decide(state, action, Then(pair))
        roll = next(e for e in events if isinstance(e, Rolled) and e.label == label)
        assert roll.dice == pair
        found[read(events) if read else roll.successes] += Fraction(1, len(faces))
    return found


class Then:
    """Those faces first, then sixes."""

    def __init__(self, faces):
        self._faces = list(faces)

    def throw(self, label, sides, count, k):
        return tuple(self._faces.pop(0) if self._faces else min(6, sides) for _ in range(count))


def caught(events):
    return any(e.home for e in events if isinstance(e, ChargeEnded))


# ------------------------------------------------------------------ large ones, by simulation

SIGMAS = 5
"""The dice are seeded, so that a result does not change; a preview that is off by more than this is wrong."""


def test_a_large_volley_brings_what_its_preview_says():
    """Twenty with three kinds of weapons at thirty partly in cover: over a hundred thousand dice."""
    guns = (a_weapon("a", strength=4), a_weapon("b", type="assault", shots=3, strength=5, ap=4), a_weapon("c", ap=6))
    firers, profiles, _ = a_unit("a1", [(10, 5 + 1.2 * n) for n in range(20)], profile=a_profile("firer", bs=4))
    armed = tuple(replace(m, weapons=(guns[n % 3].id,)) for n, m in enumerate(firers.models))
    state = a_battle(
        (replace(firers, models=armed), profiles, guns),
        a_unit("a2", [(60, 40)]),
        a_unit("b1", [(21 + 1.2 * (n // 10), 9 + 1.2 * (n % 10)) for n in range(30)], profile=SAVED, facing=270),
        active="a1",
        ap=3,
    )
    found = promised(state)
    runs = [played(state, SHOOT, SeededDice(seed)) for seed in range(1500)]
    dice = sum(len(e.dice) for events in runs for e in events if isinstance(e, Rolled))
    assert dice > 100_000
    for label, read in (("hits, average", hits), ("casualties, average", fallen)):
        near(found[label], [read(events) for events in runs])
    near(found["25% test"], [fallen(events) >= 8 and fallen(events) < 30 for events in runs])


@pytest.mark.rule("ARAP-CAS-03")
def test_shared_out_on_a_mixed_unit_it_brings_what_its_preview_says():
    """Quick allocation: six rifles and a lance at four levies and two brutes of Toughness 5."""
    rifle, lance = a_weapon("rifle", strength=4), a_weapon("lance", strength=8, ap=2)
    firers, profiles, _ = a_unit("a1", [(10, 5 + 1.2 * n) for n in range(7)], profile=a_profile("firer", bs=2))
    armed = tuple(replace(m, weapons=((lance if n == 6 else rifle).id,)) for n, m in enumerate(firers.models))
    foes, theirs, guns = a_unit("b1", [(21, 5 + 1.2 * n) for n in range(6)], profile=a_profile("levy"), facing=270)
    brute = a_profile("brute", t=5, sv=5)
    foes = replace(foes, models=(*foes.models[:4], *(replace(m, profile="brute") for m in foes.models[4:])))
    state = a_battle(
        (replace(firers, models=armed), profiles, (rifle, lance)),
        a_unit("a2", [(60, 40)]),
        (foes, theirs, guns),
        active="a1",
        ap=3,
        options={"casualty_allocation": "quick"},
    )
    state = replace(state, profiles={**state.profiles, "brute": brute})
    found = promised(state)
    runs = [played(state, SHOOT, SeededDice(seed)) for seed in range(800)]
    near(found["casualties, average"], [fallen(events) for events in runs])
    near(found["at least one casualty"], [fallen(events) > 0 for events in runs])
    near(found["25% test"], [2 <= fallen(events) < 6 for events in runs])


@pytest.mark.part_of("ARAP-CAS-05", "ARAP-CAS-06")
def test_of_a_quarter_lost_the_results_are_told_and_nothing_to_who_takes_no_test():
    """At Ld 7 a quarter of those tests pins, a sixth sends them off; who routs takes none. (ARAP-CAS-06)"""
    state = at_each_other(6, 4)
    found = promised(state)
    assert found["pinned by losses"] == found["25% test"] / 4
    assert found["flinches and routs"] == found["25% test"] / 6
    shaken = state.with_unit(replace(state.units["b1"], s_active=1))
    assert promised(shaken)["flinches and routs"] == promised(shaken)["25% test"] / 3
    routed = promised(state.with_unit(replace(state.units["b1"], routing=True)))
    assert not {"25% test", "pinned by losses", "flinches and routs"} & set(routed)


def near(expected: Fraction, found: Sequence[float]) -> None:
    """The average of what was found lies where it has to."""
    average = sum(found) / len(found)
    spread = math.sqrt(sum((x - average) ** 2 for x in found) / len(found) / len(found))
    assert abs(average - float(expected)) <= SIGMAS * spread, (average, float(expected), spread)


def test_the_first_round_of_a_charge_brings_what_its_preview_says():
    """Ten charge ten: wounds dealt by the chargers, who strike first, as the preview of the charge expects them."""
    state = a_battle(
        a_unit("a1", [(10, 5 + 1.5 * n) for n in range(10)], profile=a_profile("charger", ws=4, i=5), weapons=[BLADE]),
        a_unit("a2", [(60, 40)]),
        a_unit("b1", [(15, 5 + 1.5 * n) for n in range(10)], profile=SAVED, facing=270, weapons=[BLADE]),
        active="a1",
        ap=1,
    )
    charge = Charge(side=A, unit="a1", target="b1")
    line = preview(state, charge).shots[0]
    chances = {c.label: Fraction(c.exact) for c in line.chances}
    assert line.shots == 20
    state = fold(decide(state, charge, Told(())), state)
    state = fold(decide(state, Answer(side=B, choice="hold"), Told(())), state)
    dealt = []
    for seed in range(400):
        events = decide(state, EndActivation(side=A), SeededDice(seed))
        dealt.append(sum(w.taken for e in events if isinstance(e, WoundsTaken) and e.unit == "b1" for w in e.wounds))
    near(chances["wounds to expect"], dealt)
    near(chances["takes a wound or more"], [n > 0 for n in dealt])
