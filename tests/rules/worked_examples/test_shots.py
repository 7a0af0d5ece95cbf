"""Worked examples of shots, scatter and random cars, played with exactly the dice of the ledgers."""

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.charge.declare import Charge
from rules.arap.damage import allocation
from rules.arap.damage.allocation import Lot
from rules.arap.events import WoundsTaken
from rules.arap.ports.events import PortsHit
from rules.arap.shooting.volley import ShotsFired
from rules.arap.templates import marker
from rules.arap.templates.marker import ModelUnderMarker
from rules.dice import scatter
from rules.dice.odds import chance_low
from rules.dice.sources import ScriptedDice
from rules.engine import decide, preview
from rules.events import Rolled
from rules.geometry.lengths import along
from rules.progress import Progress
from rules.vehicles.gemini.motion import momentum
from rules.vehicles.gemini.motion.momentum import Tuned
from rules.vehicles.gemini.ports.fire import ShootPorts
from tests.builders import A, B, a_battle, a_profile, a_row, a_unit, a_weapon, play
from tests.rules.arap.fights import BLADE
from tests.rules.vehicles.garage import a_carrier
from tests.rules.vehicles.gemini.street.test_drive import a_car
from tests.rules.worked_examples.cases import agrees, cases

RUSH = Charge(side=A, unit="a1", target="b1")


def scattered(given, dice):
    """By the die of 360 sides, six inches; or as real dice lie, a plain scatter."""
    start = tuple(float(c) for c in given["origin"])
    if "direction" in dice:
        (way,) = dice["direction"]
        at = along(start, scatter.scatter_only(1, 1, way).bearing_deg, 6.0)
        return {"bearing_deg": way % 360, "moved_to_for_6in": [round(c, 6) for c in at]}
    way = scatter.thrown_bearing_deg(tuple(given["pointer_at"]), tuple(given["base_at"]))
    one = along((0.0, 0.0), way, 1.0)
    far = scatter.scatter_only(dice["scatter-a"][0], dice["scatter-b"][0], 1).distance_in
    return {"direction": [round(one[0], 6), round(one[1], 6)], "distance_in": far, "moved_to": _moved(start, one, far)}


def _moved(start, step, far):
    return [round(start[0] + far * step[0], 6), round(start[1] + far * step[1], 6)]


def shared(given, dice):
    """Hits on a unit of eight in the open."""
    state = a_battle(a_unit("b1", a_row(given["eligible"], 20, 10)), a_unit("a1", [(5, 5)], weapons=[a_weapon()]))
    progress = Progress(state, ScriptedDice(dice))
    lot = Lot(weapon="rifle", strength=4, ap=None, count=given["hits"])
    standing = [m.id for m in state.units["b1"].alive]
    struck = allocation.drawn(progress, state.units["b1"], standing, lot, "hit")
    numbers = [int(m.partition(".")[2]) for m in struck]
    return {"allocation": {n: numbers.count(n) for n in numbers}}


def under_a_marker(given, dice):
    """Those under it by their cover, who roll those in soft cover first."""
    covers = ["none" if kind == "open" else kind for kind in given["models"]]
    state = a_battle(a_unit("a1", [(5, 5)]), a_unit("b1", a_row(len(covers), 20, 10)))
    under = [ModelUnderMarker("b1", f"b1.{n}", float(n), cover) for n, cover in enumerate(covers, 1)]
    progress = Progress(state, ScriptedDice(dice))
    hit = marker.struck(progress, state.units["a1"], under, a_weapon(marker_in=3), None)
    names = {"b1.1": "open", "b1.2": "soft", "b1.3": "first hard", "b1.4": "second hard"}
    return {"hit": [names[u.model] for u in hit]}


def missed_throw(given, dice):
    found = scatter.short_only(dice["scatter-a"][0], dice["scatter-b"][0], dice["direction"][0])
    return {"distance_in": found.distance_in}


def fired_on_the_run(given, dice):
    """So many chargers with a pistol each; nearer than their move they may not."""
    pistol = a_weapon("pistol", type="pistol", range_in=12, strength=given.get("s", 4))
    chargers = a_row(given.get("models", 1), 20, 10)
    state = a_battle(
        a_unit("a1", chargers, profile=a_profile("charger", m=given["m"]), weapons=(pistol, BLADE)),
        a_unit("a9", [(2, 46)]),
        a_unit("b1", [(x + given["distance_in"], y) for x, y in a_row(7, 20, 8.5)], facing=270, pinned=True),
        active="a1",
        ap=1,
    )
    action = replace(RUSH, fire=True)
    if action.check(state) is not None:
        return {"allowed": False}
    events = decide(state, action, ScriptedDice({**dice, "pick": [1, 2]}))
    lost = [w for e in events if isinstance(e, WoundsTaken) for w in e.wounds if not w.left]
    hits = sum(e.hits for e in events if isinstance(e, ShotsFired))
    goal = next(e.goal for e in events if isinstance(e, Rolled) and e.label == "to-hit")
    return {"allowed": True, "hits": hits, "casualties": len(lost), "chance": chance_low(goal)}


def stood_and_fired(given, dice):
    """One shot of each at chargers of that allowance."""
    shots = given.get("shots", 1)
    kind = {"traits": ("shotgun",)} if given.get("shotgun") else {}
    gun = a_weapon("gun", type="assault", strength=3, range_in=24, **kind)
    gap = given["charge_move_in"] / 2 + 1.5
    state = a_battle(
        a_unit("a1", a_row(6, 20, 8), profile=a_profile("charger", m=given["charge_move_in"] / 2), weapons=(BLADE,)),
        a_unit("a9", [(2, 46)]),
        a_unit("b1", a_row(shots, 20 + gap, 10.5, 1), weapons=[gun], facing=270),
        active="a1",
        ap=1,
    )
    _, state = play(state, RUSH)
    thrown = {"to-hit": [6] * shots, **dice, "stand-and-fire": [1, 1], "to-wound": [1] * shots}
    events = decide(state, Answer(side=B, choice="stand"), ScriptedDice(thrown))
    rolled = next(e for e in events if isinstance(e, Rolled) and e.label == "to-hit")
    return {
        "goal": rolled.goal,
        "hits": sum(e.hits for e in events if isinstance(e, ShotsFired)),
        "chance": chance_low(rolled.goal),
    }


def tuned(given, dice):
    """A city car of random figures."""
    state = a_battle(a_car("a1", civilian=True, random_speed=True, random_acceleration=True))
    progress = Progress(state, ScriptedDice(dice))
    momentum.tune(progress)
    (found,) = (e for e in progress.events if isinstance(e, Tuned))
    return {"max_speed": found.top_in, "acc_dec": found.acc_in}


def at_the_ports(given, dice):
    """Five shots at the people in a carrier at rest."""
    gun = a_weapon("gun", type="assault", shots=5, strength=2)
    state = a_battle(
        a_unit("a1", [(20, 24)], weapons=[gun], profile=a_profile("ranger", bs=given["BS"])),
        a_carrier("b1", (29.5, 24)),
        a_unit("b2", [(0, 0)] * 2, aboard="b1"),
        active="a1",
        ap=2,
    )
    action = ShootPorts(side=A, unit="a1", target="b1")
    goal = preview(state, action).shots[0].goal
    events = decide(state, action, ScriptedDice({**dice, "pick": [1], "to-wound": [1]}))
    (found,) = (e for e in events if isinstance(e, PortsHit))
    return {"goal": goal, "hits": found.hits, "hits_through": found.passed}


WORKED = {
    "ARAP-SCAT-01": scattered,
    "ARAP-CAS-01": shared,
    "ARAP-AREA-04": under_a_marker,
    "ARAP-GREN-03": missed_throw,
    "ARAP-FCHG-01": fired_on_the_run,
    "ARAP-STAND-04": stood_and_fired,
    "VEH-CAR-01": tuned,
    "VEH-PORT-01": at_the_ports,
}
"""How the examples of a rule are played."""


@pytest.mark.parametrize(("work", "example"), cases(WORKED))
def test_an_example_comes_out_as_the_ledger_says(work, example):
    agrees(work, example)
