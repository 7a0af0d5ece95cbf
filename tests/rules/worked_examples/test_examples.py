"""The ledger's worked examples, read from the ledger and worked out by the engine's own functions.

Examples that need a table are told by the tests of their rules; these are those that are numbers alone.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from rules.arap.damage import wounds_and_saves
from rules.arap.melee.charge_home import by_majority
from rules.arap.morale import casualties, suppression
from rules.arap.morale.melee_morale import losers, wound_differences
from rules.arap.shooting import to_hit
from rules.arap.sight.cover import CoverOf, unit_cover
from rules.arap.units import weapons
from rules.arap.units.permission import activation_value
from rules.core.modifier import Modifier
from rules.dice import faces, scatter
from rules.dice.goals import best_goal, modified, possible, succeeds
from rules.dice.odds import chance, chance_2d6_low, chance_high, chance_low
from rules.forces.strength import attack_strength
from rules.geometry.lengths import distance
from rules.rulebook import rule
from rules.state import Melee
from rules.table import scale
from tests.builders import a_battle, a_profile, a_unit, a_weapon

Given = Mapping[str, Any]
NOTHING = 7


def low(label: str, given: Given, dice: Given, goal: int) -> dict[str, object]:
    """A low roll and its chance."""
    second = dice.get("extended-reroll", [None])[0]
    made = [succeeds(die, goal, "low", second) for die in dice[label]]
    return {"goal": goal, "hit": made[0], "hits": sum(made), "success": made[0], "chance": chance_low(goal)}


def high(label: str, given: Given, dice: Given, goal: int) -> dict[str, object]:
    """A high roll and its chance."""
    second = dice.get("extended-reroll", [None])[0]
    made = [succeeds(die, goal, "high", second) for die in dice[label]]
    found = {"goal": goal, "wound": made[0], "wounds": sum(made), "success": made[0], "saved": made[0]}
    return {**found, "chance": chance_high(goal)}


def dice_01(given: Given, dice: Given) -> dict[str, object]:
    goal = modified(given["base"], [Modifier(value, "told") for value in given["modifiers"]])
    return {**low("to-hit", given, dice, goal), "effective": best_goal(goal, "low")}


def dice_05(given: Given, dice: Given) -> dict[str, object]:
    goal = given["ld"] + sum(given["modifiers"]) - given["s_active"]
    total = sum(dice["leadership"])
    return {"total": total, "pass": total <= goal, "chance": chance_2d6_low(goal)}


def reduced(given: Given, dice: Given) -> dict[str, object]:
    found = scatter.reduced(*pair(dice), 90, given["bs"] + given["modifiers"])
    return {"distance_in": found.distance_in}


def pair(dice: Given) -> tuple[int, int]:
    return dice["scatter-a"][0], dice["scatter-b"][0]


def three(given: Given, dice: Given) -> dict[str, object]:
    return {"distance_in": scatter.three_dice(*pair(dice), dice["scatter-c"][0], 90).distance_in}


def veered(given: Given, dice: Given) -> dict[str, object]:
    found = scatter.veer(dice["veer-left"][0], dice["veer-right"][0])
    return {"veer_in": found.distance_in, "side": found.side or "none"}


def activation(given: Given, dice: Given) -> dict[str, object]:
    unit = a_unit("a1", [(5, 5)], profile=a_profile("one", i=given["i"]))
    state = a_battle(unit)
    return {"activation_value": activation_value(state, state.units["a1"])}  # type: ignore[index]


def wounding(given: Given, dice: Given) -> dict[str, object]:
    return high("to-wound", given, dice, wounds_and_saves.wound_goal(given["t"], given["s"]))


def may_wound(given: Given, dice: Given) -> dict[str, object]:
    weapon = a_weapon(range_in=given.get("weapon_range_in", 24))
    near = weapons.short_range(weapon)
    short = given.get("distance_in", 99) <= near
    allowed = wounds_and_saves.can_wound(given["goal"], melee=given["melee"], short_range=short)
    return {"allowed": allowed, "short_range_in": near, "chance": chance_high(given["goal"])}


def saving(given: Given, dice: Given, *, grounded: bool = False) -> dict[str, object]:
    ap = None if given["ap"] == "none" else given["ap"]
    profile = a_profile("one", sv=given["sv"], inv=given.get("inv", NOTHING))
    save = wounds_and_saves.save_goal(profile, ap, grounded=grounded)
    found: dict[str, object] = {"save_used": save.goal if save.possible else "none"}
    if save.possible:
        found["chance"] = chance_high(save.goal)
    if dice or not save.possible:
        found["saved"] = save.possible and succeeds(dice["save"][0], save.goal, "high")
    return found


def covered(given: Given, dice: Given) -> dict[str, object]:
    each = [CoverOf("hard", "w", "w")] * given["hard"] + [CoverOf("soft", "c", "c")] * given["soft"]
    return {"unit_cover": unit_cover(each + [CoverOf()] * (given["members"] - len(each))).kind}


def differences(given: Given, dice: Given) -> dict[str, object]:
    sides = {name: counts for name, counts in given.items() if name != "note"}
    melee = Melee(
        id="m",
        units=tuple(sides),
        inflicted={name: counts["inflicted"] for name, counts in sides.items()},
        suffered={name: counts["suffered"] for name, counts in sides.items()},
    )
    found = wound_differences(melee)
    return {**{f"wd_{name}": wd for name, wd in found.items()}, "must_test": list(losers(found))}


def quadrants(given: Given, dice: Given) -> dict[str, object]:
    met = ["front" if turn <= 45 else "flank" if turn <= 135 else "rear" for turn in given["contacts"]]
    return {"direction": by_majority(met)}  # type: ignore[arg-type]


def _on_table(distance_in: float, step: scale.DistanceScale) -> tuple[float, str]:
    return scale.on_table(distance_in, scale.TableScale(step))


def strength(given: Given, dice: Given) -> dict[str, object]:
    return {"attack_strength": attack_strength(**given)}


WORKED = {
    "ARAP-GEN-04": lambda g, d: {"distance_on_table": "{:g} {}".format(*_on_table(g["distance_in"], g["step"]))},
    "ARAP-GEN-05": lambda g, d: {"distance_in": distance(tuple(g["a"]), tuple(g["b"]))},
    "ARAP-GEN-06": lambda g, d: {"gap_in": scale.gap_left(g["move_in"], g["base_mm"])},
    "ARAP-GEN-08": strength,
    "ARAP-SIZE-01": lambda g, d: {
        "melee_radius_in": a_profile(size=g["size"]).melee_radius_in,
        "large_object": a_profile(size=g["size"]).is_large,
    },
    "ARAP-DICE-01": dice_01,
    "ARAP-DICE-02": dice_01,
    "ARAP-DICE-03": lambda g, d: high("to-wound", g, d, g["goal"]),
    "ARAP-DICE-04": lambda g, d: high("save", g, d, g["save"]),
    "ARAP-DICE-05": dice_05,
    "ARAP-DICE-06": lambda g, d: high("to-wound", g, d, g["target"]),
    "ARAP-DICE-07": lambda g, d: low("to-hit", g, d, g["target"]),
    "ARAP-DICE-08": lambda g, d: {"possible": possible(g["target"], g["direction"])},
    "ARAP-DICE-09": lambda g, d: {"d3": faces.d3(g["d6"])},
    "ARAP-DICE-10": lambda g, d: {"d5": faces.d5(g["face"] or 10)},
    "ARAP-DICE-11": lambda g, d: {"d2": faces.d2(g["d6"])},
    "ARAP-DICE-12": lambda g, d: {"d100": faces.d100(g["tens"] or 10, g["units"] or 10)},
    "ARAP-DICE-13": lambda g, d: {"d66": faces.d66(g["first"], g["second"])},
    "ARAP-DICE-14": lambda g, d: {
        "pass": succeeds(d["initiative-test"][0], g["i"], "low"),
        "chance": chance(g["i"], "low"),
    },
    "ARAP-SCAT-02": lambda g, d: {"distance_in": scatter.double_dice(*pair(d), 90).distance_in},
    "ARAP-SCAT-03": lambda g, d: {"distance_in": scatter.double_dice(*pair(d), 90, seven_is_hit=True).distance_in},
    "ARAP-SCAT-04": lambda g, d: {"distance_in": scatter.scatter_only(*pair(d), 90).distance_in},
    "ARAP-SCAT-05": reduced,
    "ARAP-SCAT-06": lambda g, d: {"distance_in": scatter.short(*pair(d), 90).distance_in},
    "ARAP-SCAT-07": lambda g, d: {"distance_in": scatter.short_only(*pair(d), 90).distance_in},
    "ARAP-SCAT-08": three,
    "ARAP-SCAT-09": veered,
    "ARAP-ACT-01": activation,
    "ARAP-SHOOT-04": lambda g, d: {"short_range_in": weapons.short_range(a_weapon(range_in=g["weapon_range_in"]))},
    "ARAP-HIT-07": covered,
    "ARAP-HIT-08": lambda g, d: {"mod": to_hit.fast_target(g["moved_in"], laser=g["laser"])},
    "ARAP-SUPP-01": lambda g, d: {
        "due": g["hits"] >= suppression.threshold(g["n_start"]),
        "threshold": suppression.threshold(g["n_start"]),
    },
    "ARAP-CAS-04": lambda g, d: {
        "due": g["casualties"] >= casualties.threshold(g["n_start"]),
        "threshold": casualties.threshold(g["n_start"]),
    },
    "ARAP-DMG-01": wounding,
    "ARAP-DMG-02": may_wound,
    "ARAP-DMG-04": saving,
    "ARAP-DMG-05": saving,
    "ARAP-GTG-02": lambda g, d: saving(g, d, grounded=True),
    "ARAP-CHG-06": quadrants,
    "ARAP-WDIF-01": differences,
    "ARAP-WDIF-02": differences,
}
"""How the examples of a rule are worked out: what is given and the dice, to results by the ledger's names."""

EXAMPLES = [
    pytest.param(rule_id, example, id=f"{rule_id}-{number}")
    for rule_id in WORKED
    for number, example in enumerate(rule(rule_id).examples)
]


@pytest.mark.parametrize(("rule_id", "example"), EXAMPLES)
def test_an_example_comes_out_as_the_ledger_says(rule_id: str, example: Given):
    found = WORKED[rule_id](example["given"], example.get("dice", {}))  # type: ignore[no-untyped-call]
    result = {name: value for name, value in example["result"].items() if name in found}
    assert result, f"{sorted(found)} says nothing of {sorted(example['result'])}"
    assert {name: found[name] for name in result} == result
    shown = str(example.get("probability", "")).partition(" ")[0]
    if shown and "chance" in found:
        assert found["chance"] == Fraction(shown)
