"""More worked examples of the core's ledger, played: weapons, throws, nerves, reactions, blows, flights."""

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.attacks import blows as attacks_blows
from rules.arap.attacks import krak_grenades
from rules.arap.charge.declare import Charge
from rules.arap.events import WoundsTaken
from rules.arap.indirect import throw
from rules.arap.melee.break_off import FIRST_ROUND, BreakOffChoice, HitAndRunChoice
from rules.arap.melee.charge_home import is_slowed
from rules.arap.melee.halt_pursuit import HaltTest, ReturnTest
from rules.arap.melee.hold_back import PursuitChoice
from rules.arap.morale import going_to_ground, leadership, suppression
from rules.arap.morale.rally import RallyTest
from rules.arap.morale.suppression import Regroup
from rules.arap.positions import engagement, melee_to_hit, melee_weapons
from rules.arap.shooting import to_hit
from rules.arap.shooting.calculator import Fire
from rules.arap.units import weapons as units_weapons
from rules.dice.odds import chance_2d6_low, chance_low
from rules.dice.sources import ScriptedDice
from rules.engine import decide
from rules.events import Rolled
from rules.progress import Progress
from rules.state import Melee
from rules.table.terrain import Terrain
from rules.vehicles.gemini.hull import low_rolls
from tests.builders import A, B, a_battle, a_profile, a_row, a_unit, a_weapon, play
from tests.rules.arap.fights import BLADE
from tests.rules.worked_examples.cases import agrees, cases

TYPES = {"Rapid Fire": "rapid-fire", "Salvo": "salvo", "Primary": "primary", "Heavy": "heavy", "Assault": "assault"}


def mirrored(given, dice):
    found = {"low_target": low_rolls.low_goal(given["high_target"])} if "high_target" in given else {}
    return {**found, "mirrored_face": low_rolls.event_face(given["face"])} if "face" in given else found


def weapon_of(given, **more):
    shots = given.get("shots", given.get("profile_shots", 1))
    half = 0
    if isinstance(shots, str):
        half, shots = (int(n) for n in shots.split("/"))
    kind = TYPES[given["type"]]
    lobbed = {"traits": ("indirect", "direct")} if given.get("mode") == "indirect" else {}
    reach = given.get("range_in", 24)
    return a_weapon("gun", type=kind, shots=shots, shots_half=half, range_in=reach, **{**lobbed, **more})


def shots_and_points(given, dice):
    weapon, profile = weapon_of(given), a_profile(traits=("relentless",) if given.get("relentless") else ())
    burst = "half" if given.get("ap") == 1 else "full"
    cost = units_weapons.points(weapon, profile, burst, lobbed=given.get("mode") == "indirect")
    most = units_weapons.shots_at(weapon, profile, given.get("distance_in", 1), burst)
    return {"ap_cost": cost, "max_shots": most, "allowed": most > 0 and cost <= given.get("ap", 3)}


def shots_of_a_turn(given, dice):
    weapon = weapon_of(given)
    unit = a_unit("a1", [(10, 10)], weapons=[weapon])[0]
    had = given.get("shots_this_turn", 0)
    unit = replace(unit, now=replace(unit.now, shots={units_weapons.key("a1.1", "gun"): had}))
    left = units_weapons.shots_left(unit, unit.models[0], weapon)
    if left is not None:
        return {"shots_left": left}
    return {"total_shots": given["shooting_actions"] * units_weapons.shots_at(weapon, a_profile(), 1, "full")}


def pistol(given, dice):
    reach = 0 if given["weapon_range_in"] == "none" else given["weapon_range_in"]
    weapon = a_weapon("pistol", type="pistol", shots=2, range_in=reach)
    return {"range_in": units_weapons.range_of(weapon), "shots": units_weapons.shots_at(weapon, a_profile(), 1, "full")}


def laser(given, dice):
    """Only lasers lose anything, and only in smoke."""
    beam = a_weapon("beam", strength=given["s"], traits=("laser",))
    used = Fire(beam, smoke=given["through_smoke"]).strength
    assert Fire(beam).strength == Fire(a_weapon(strength=given["s"]), smoke=True).strength == given["s"]
    return {"allowed": used is not None, "s_used": used}


def under_fire(given, dice):
    """What points in force take off a shot and a test."""
    firer = a_unit(
        "a1", [(10, 10)], profile=a_profile("firer", bs=given["bs"]), s_active=given["s_active"], s_pending=1
    )
    state = a_battle(firer, a_unit("b1", a_row(9, 20, 10)))
    unit = state.units["a1"]
    shot = to_hit.Shot(unit, unit.models[0], a_weapon(), state.units["b1"], 10.0)
    goal = to_hit.goal(state, shot)
    return {"goal": goal, "chance": chance_low(goal), "ld_mod": sum(m.value for m in leadership.modifiers_of(unit))}


def immune(given, dice):
    return {"immune": all(suppression.is_immune_model(a_profile(inv=5)) for _ in given["tags"])}


def regrouped(given, dice):
    state = a_battle(
        a_unit("a1", [(10, 10)], s_active=given["s_active"]), a_unit("b1", [(60, 40)]), active="a1", ap=given["ap"]
    )
    events, after = play(state, Regroup(side=A, unit="a1"), dice)
    assert events
    return {"s_active": after.units["a1"].s_active, "ap_left": after.turn.ap}


def lies_low(given, dice):
    state = a_battle(a_unit("a1", [(10, 10)], routing=given["routing"]))
    return {"may": going_to_ground.barred(state, state.units["a1"]) is None}


def thrown(given, dice):
    """How many of a unit may throw; characters with it count."""
    single = given.get("ics_throwing", 0)
    made, profiles, weapons = a_unit("a1", a_row(given["members"], 10, 10))
    hero = a_profile("hero", traits=("independent",))
    models = tuple(replace(m, profile="hero") if n < single else m for n, m in enumerate(made.models))
    state = a_battle((replace(made, models=models), (*profiles, hero), weapons))
    unit = state.units["a1"]
    most = throw.most_throwers(unit)
    names = [m.id for m in unit.models]
    refused = throw.too_many(state, unit, names[: single or most])
    more = [n for n in range(1, len(names) - single + 1) if throw.too_many(state, unit, names[: single + n]) is None]
    return {"throwers_max": most, "allowed": refused is None, "others_may_throw": max(more, default=0)}


def half_skill(given, dice):
    """Against somebody who lies, or as such a one."""
    ws = given.get("target_ws", given.get("ws"))
    state = a_battle(
        a_unit("a1", [(10, 20)], profile=a_profile("one", ws=given.get("attacker_ws", 4)), weapons=(BLADE,)),
        a_unit("b1", [(11.5, 20)], profile=a_profile("two", ws=ws), weapons=(BLADE,)),
        melees=(Melee(id="m", units=("a1", "b1")),),
    )
    lying = replace(state.units["b1"].models[0], prone=True)
    state = state.with_unit(state.units["b1"].with_model(lying))
    strikes = engagement.strikes_of(state, state.melees[0], state.units["a1"], state.units["a1"].models[0])
    aim = melee_to_hit.aim(state, state.melees[0], "a1", strikes[0])
    used = melee_to_hit.ws_of(state, lying)
    more = sum(m.value for m in aim.modifiers)
    found = {"target_ws_used": used, "ws_used": used, "mod": more, "base": aim.goal - more, "goal": aim.goal}
    return {**found, "chance": chance_low(aim.goal)} if "attacker_ws" in given else found


def in_attack_arc(given, dice):
    return {"in_arc": melee_weapons.in_attack_arc("bite", given["relative_bearing_deg"])}


def order_of_blows(given, dice):
    """At which Initiative a charger strikes at a foe in hard cover."""
    wild = ("assault-grenade",) if given.get("assault_grenades") else ()
    grenade = a_weapon("frag", type="grenade", traits=wild)
    state = a_battle(
        a_unit("a1", [(10, 20)], profile=a_profile("charger", i=given["charger_i"]), weapons=(BLADE, grenade)),
        a_unit(
            "b1",
            [(12, 20)],
            profile=a_profile("target", i=given["defender_i"]),
            pinned=given.get("defender_pinned", False),
        ),
        terrain=[_wall()],
    )
    slowed = is_slowed(state, state.units["a1"], state.units["b1"], {"a1.1": (4.0, 20.0)})
    first, second = f"chargers at {1 if slowed else given['charger_i']}", f"defender at {given['defender_i']}"
    return {"order": [second, first] if slowed else [first, second]}


def _wall():
    return Terrain(id="w", name="Wall", points=((11, 10), (11, 30)), line=True, cover="hard", height_in=1)


def reaction(given, dice):
    """How many of two dice succeed when a unit stands and fires."""
    state = a_battle(
        a_unit("a1", [(10, 20)], weapons=(BLADE,)),
        a_unit("a9", [(2, 46)]),
        a_unit(
            "b1", [(17, 20)], profile=a_profile("target", i=given["activation_value"]), weapons=[a_weapon()], facing=270
        ),
        active="a1",
        ap=1,
    )
    _, state = play(state, Charge(side=A, unit="a1", target="b1"))
    events = decide(state, Answer(side=B, choice="stand"), ScriptedDice({**dice, "to-hit": [6] * 4}))
    rolled = next(e for e in events if isinstance(e, Rolled) and e.label == "stand-and-fire")
    return {"successes": rolled.successes}


def broken_off(given, dice):
    """A unit of one in contact with so many, in that round."""
    foes = [(10 + 1.2 * n, 21.2) for n in range(given.get("engaged_enemies", 1))]
    state = a_battle(
        a_unit("a1", [(11.2, 20)], profile=a_profile("leaver", ld=given.get("ld", 7), w=9), weapons=(BLADE,)),
        a_unit("b1", foes, profile=a_profile("foe"), weapons=(BLADE,), facing=0),
        melees=(Melee(id="m", units=("a1", "b1"), round=given["round"] - 1),),
    )
    if given["round"] == 1:
        return {"allowed": given["round"] >= FIRST_ROUND}
    struck = {"to-wound": [1] * sum(d <= 4 for d in dice.get("free-hack", []))} if "free-hack" in dice else {}
    failed = {"flinch": [1]} if "flee" not in dice else {}
    progress = Progress(state, ScriptedDice({**dice, **struck, **failed}))
    BreakOffChoice(unit="a1").answer(progress, "break-off")
    progress.run()
    rolls = {e.label: e for e in progress.events if isinstance(e, Rolled)}
    hit = rolls["free-hack"].successes if "free-hack" in rolls else 0
    moved = rolls["flee"].total if "flee" in rolls else 0
    unit = progress.state.units["a1"]
    return {"broke_off": "flee" in rolls, "hits": hit, "moved_in": moved, "routing": unit.routing}


def hit_and_run(given, dice):
    runner = a_profile("runner", i=given["i"], traits=("hit-and-run",))
    state = a_battle(
        a_unit("a1", [(10, 20)], profile=runner, weapons=(BLADE,)),
        a_unit("b1", [(11.2, 20)], weapons=(BLADE,), facing=270),
        melees=(Melee(id="m", units=("a1", "b1"), round=1),),
    )
    progress = Progress(state, ScriptedDice(dice))
    HitAndRunChoice(unit="a1").answer(progress, "leave")
    progress.run()
    rolls = {e.label: e for e in progress.events if isinstance(e, Rolled)}
    bound = any("a1" in m.bound for m in progress.state.melees)
    inches = rolls["flee"].total if "flee" in rolls else 0
    found = {"left": "flee" in rolls, "moved_in": inches, "may_break_off_next_round": not bound}
    return {**found, "chance": chance_low(given["i"])}


def hacked(given, dice):
    """Blows of so many at a back each."""
    count = given["fighters_in_reach"]
    unarmed = bool(given.get("modifiers"))
    state = a_battle(
        a_unit(
            "a1",
            a_row(count, 10, 20, 4),
            profile=a_profile("hacker", s=given.get("s", 3)),
            weapons=() if unarmed else (BLADE,),
        ),
        a_unit(
            "b1",
            a_row(count, 11.2, 20, 4),
            profile=a_profile("router", t=given.get("t", 3), sv=given.get("sv", 7)),
            routing=True,
        ),
    )
    progress = Progress(state, ScriptedDice({**dice, "pick": [1] * count}))
    attacks_blows.free_hacks(progress, "a1", "b1")
    progress.run()
    rolled = next(e for e in progress.events if isinstance(e, Rolled) and e.label == "free-hack")
    lost = sum(w.left == 0 for e in progress.events if isinstance(e, WoundsTaken) for w in e.wounds)
    return {"hits": rolled.successes, "goal": rolled.goal, "casualties": lost}


def _victors(given, **values):
    traits = ("hated:b",) if given.get("hated") else ()
    traits = (*traits, *(("frenzy",) if given.get("frenzy") else ()))
    profile = a_profile("victor", ld=given.get("ld", 7), m=given.get("m", 4), traits=traits)
    return a_battle(
        a_unit("a1", [(10, 20)], profile=profile, **values),
        a_unit("b1", [(20, 20)], routing=True),
        melees=(Melee(id="m", units=("a1", "b2")),) if given.get("locked") else (),
    )


def halted(given, dice):
    state = _victors(given, pursuing="b1")
    progress = Progress(state, ScriptedDice(dice))
    HaltTest(unit="a1").answer(progress, "halt")
    goal = next(e.goal for e in progress.events if isinstance(e, Rolled))
    return {"halted": progress.state.units["a1"].pursuing is None, "chance": chance_2d6_low(goal)}


def held_back(given, dice):
    """Victors who would rather not pursue."""
    state = _victors(given)
    progress = Progress(state, ScriptedDice(dice))
    choice = PursuitChoice(unit="a1", quarry="b1", contested=given.get("contested_feature", False))
    choice.run(progress)
    asked = progress.state.prompt
    labels = [o.label for o in asked.options] if asked is not None else []
    found = {"free_choice": "Hold back" in labels, "test_allowed": "Test to hold back" in labels}
    if asked is not None and dice:
        choice.answer(progress, "hold")
    return {**found, "pursuing": progress.state.units["a1"].pursuing is not None}


def returned(given, dice):
    state = a_battle(
        a_unit("a1", [(71, 20)], left_table=True, exit_at=(72.0, 20.0), pursuing="b1"), a_unit("b1", [(10, 10)])
    )
    progress = Progress(state, ScriptedDice(dice))
    ReturnTest(unit="a1").run(progress)
    return {"returned": progress.state.units["a1"].on_table}


def fearless_rally(given, dice):
    brave = a_profile("brave", traits=("know-no-fear",))
    state = a_battle(a_unit("a1", [(10, 20)], profile=brave, routing=True, flee_moves=given["flee_moves"]))
    progress = Progress(state, ScriptedDice({}))
    RallyTest(unit="a1").run(progress)
    return {"rallied": not progress.state.units["a1"].routing}


def krak_attack(given, dice):
    foe = a_profile(
        "foe", t=given.get("target_t", 5), sv=given.get("target_sv", 7), ws=3 if given.get("target_has_ws", True) else 0
    )
    own = a_profile("own", t=given.get("attacker_t", 3), sv=given.get("attacker_sv", 7))
    state = a_battle(
        a_unit("a1", [(10, 20)], profile=own, weapons=(BLADE,)), a_unit("b1", [(11.2, 20)], profile=foe, facing=270)
    )
    progress = Progress(state, ScriptedDice(dice))
    krak_grenades.resolve(progress, [krak_grenades.KrakAttack("a1", "a1.1", "b1.1")])
    lost = [e for e in progress.events if isinstance(e, WoundsTaken)]
    goals = [e.goal for e in progress.events if isinstance(e, Rolled) and e.label == "to-wound"]
    who = {"a1": "attacker", "b1": "target"}[lost[0].unit] if lost else "none"
    return {"hit": who, "goal": goals[0] if goals else None, "wounds": len(lost)}


WORKED = {
    "ARAP-GEN-03": mirrored,
    "ARAP-WPN-01": shots_and_points,
    "ARAP-WPN-02": shots_of_a_turn,
    "ARAP-WPN-03": shots_and_points,
    "ARAP-WPN-04": pistol,
    "ARAP-HIT-09": laser,
    "ARAP-SUPP-03": under_fire,
    "ARAP-SUPP-05": immune,
    "ARAP-SUPP-06": regrouped,
    "ARAP-GTG-04": lies_low,
    "ARAP-GREN-01": thrown,
    "ARAP-PRONE-05": half_skill,
    "ARAP-COVR-01": order_of_blows,
    "ARAP-CCG-01": order_of_blows,
    "ARAP-STAND-03": reaction,
    "ARAP-BREAK-01": broken_off,
    "ARAP-BREAK-04": hit_and_run,
    "ARAP-PURS-02": hacked,
    "ARAP-PURS-04": returned,
    "ARAP-PURS-06": halted,
    "ARAP-PURS-07": held_back,
    "ARAP-PURS-08": held_back,
    "ARAP-RALLY-03": fearless_rally,
    "ARAP-CCG-05": krak_attack,
}
"""How the examples of a rule are played."""


@pytest.mark.parametrize(("work", "example"), cases(WORKED))
def test_an_example_comes_out_as_the_ledger_says(work, example):
    agrees(work, example)
