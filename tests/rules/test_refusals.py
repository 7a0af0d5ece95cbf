"""Every refusal that the engine can give is given in some test; those that no other test looks at are given here."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from rules import vehicle_rules
from rules.answers import Answer
from rules.any_game import Concede, TableRoll
from rules.arap.charge.declare import Charge
from rules.arap.movement.walk import Move
from rules.arap.paths.end_of_move import bad_end
from rules.arap.paths.march import march
from rules.arap.paths.turns import Waypoint
from rules.arap.rulings.costs import RuleCost
from rules.arap.rulings.disputes import CallTest, SettleDispute, TagUnit
from rules.arap.rulings.general import RulePlace
from rules.arap.rulings.released import ReleaseMembers
from rules.arap.shooting.shoot import Aim, Shoot
from rules.arap.turn.activation import Activate, EndActivation
from rules.arap.turn.reserves import BringOn
from rules.arap.turn.setup import AutoDeploy
from rules.core.prompt import Option, Prompt
from rules.core.refusal import IllegalAction, Refusal
from rules.dice.sources import ScriptedDice
from rules.engine import decide, preview
from rules.progress import Action
from rules.state import GameState, Outcome, Placement
from rules.table.terrain import Terrain
from tests.builders import A, B, a_battle, a_unit, a_weapon

HERE = Path(__file__).parent
RULES = HERE.parents[1] / "rules"
CODE = re.compile(r"[a-z]+(-[a-z]+)*")


def a_field(**values: object) -> GameState:
    """A1 with two points faces B1."""
    return a_battle(
        a_unit("a1", [(20, 10), (20, 12)], weapons=[a_weapon()], name="Ash Guard"),
        a_unit("a2", [(20, 20)], name="Ash Watch"),
        a_unit("b1", [(30, 10)], facing=270, weapons=[a_weapon()], name="Birch Guard"),
        active="a1",
        ap=2,
        **values,  # type: ignore[arg-type]
    )


def asking(state: GameState, side: str = "b") -> GameState:
    """A question is open."""
    options = (
        Option(id="stay", label="Stay"),
        Option(id="run", label="Run", refused="Birch Guard is pinned and cannot run.", rule="ARAP-RUN-02"),
    )
    prompt = Prompt(side=side, kind="charge-reaction", question="?", options=options, rule="ARAP-REACT-01")  # type: ignore[arg-type]
    return replace(state, prompt=prompt)


def over(state: GameState) -> GameState:
    """The battle is over."""
    return replace(state, outcome=Outcome(winner=A, reason="objectives"))


def unit_with(state: GameState, unit: str, **changes: object) -> GameState:
    """One unit is otherwise."""
    return state.with_unit(replace(state.units[unit], **changes))  # type: ignore[index]


def fallen(state: GameState, unit: str) -> GameState:
    """Nobody of that unit is left."""
    models = tuple(replace(m, wounds=0) for m in state.units[unit].models)  # type: ignore[index]
    return unit_with(state, unit, models=models)


def aimed(state: GameState) -> GameState:
    """A1 has just aimed."""
    now = replace(state.units["a1"].now, last_action="aim")  # type: ignore[index]
    return unit_with(state, "a1", now=now)


def phase(state: GameState, name: str) -> GameState:
    """Another phase."""
    return state.with_turn(phase=name)


CRACK = Terrain(id="crack", name="The Crack", points=((23, 0), (23.9, 0), (23.9, 40), (23, 40)), depth_in=12)  # type: ignore[arg-type]
MOVE = Move(side=A, unit="a1", path=(Waypoint(at=(22, 10)),))
END = EndActivation(side=A)
BOTH = ("as it stands", "as it was meant")

CASES: tuple[tuple[str, GameState, Action, str, str, str], ...] = (
    # code, state, action, rule, message, what would be allowed
    ("unknown-side", a_field(), EndActivation(side="c"), "ARAP-TURN-01", "There is no side 'c'.", "one of a, b"),
    ("game-over", over(a_field()), END, "ARAP-TURN-01", "The battle is over.", "look through the log"),
    ("game-over", over(a_field()), Concede(side=A), "ARAP-TURN-01", "The battle is over.", "look through the log"),
    (
        "prompt-open",
        asking(a_field()),
        MOVE,
        "ARAP-REACT-01",
        "Birch has a choice to make first.",
        "answer the prompt",
    ),
    ("no-prompt", a_field(), Answer(side=A, choice="stay"), "ARAP-TURN-01", "Nothing is being asked now.", "act"),
    (
        "not-your-prompt",
        asking(a_field()),
        Answer(side=A, choice="stay"),
        "ARAP-REACT-01",
        "That choice is for Birch.",
        "wait",
    ),
    (
        "unknown-option",
        asking(a_field()),
        Answer(side=B, choice="dance"),
        "ARAP-REACT-01",
        "'dance' is not an option.",
        "one of stay",
    ),
    (
        "option-barred",
        asking(a_field()),
        Answer(side=B, choice="run"),
        "ARAP-RUN-02",
        "Birch Guard is pinned and cannot run.",
        "one of stay",
    ),
    (
        "wrong-phase",
        phase(a_field(), "melee"),
        MOVE,
        "ARAP-TURN-01",
        "This is the melee phase.",
        "wait for activation",
    ),
    (
        "unit-gone",
        fallen(a_field(), "a2"),
        Activate(side=A, unit="a2", dice=1),
        "ARAP-ACT-05",
        "Ash Watch is out of the battle.",
        "a unit that is still in play",
    ),
    (
        "already-conceded",
        replace(a_field(), sides=tuple(replace(s, conceded=s.id == A) for s in a_field().sides)),
        Concede(side=A),
        "ARAP-TURN-01",
        "This side has conceded already.",
        "watch",
    ),
    (
        "aimed",
        aimed(a_field(options={"aiming_allowed": True})),
        Aim(side=A, unit="a1"),
        "ARAP-HIT-04",
        "Ash Guard has aimed already.",
        "shoot",
    ),
    (
        "not-in-reserve",
        a_field(),
        BringOn(side=A, unit="a2"),
        "ARAP-TURN-04",
        "That unit is not in reserve.",
        "a unit in reserve",
    ),
    (
        "wrong-phase",
        asking(unit_with(a_field(), "a2", reserve=True, deployed=False)),
        BringOn(side=A, unit="a2"),
        "ARAP-TURN-04",
        "Nobody can arrive now.",
        "during the battle, between choices",
    ),
    (
        "wrong-phase",
        a_field(),
        AutoDeploy(side=A),
        "ARAP-TURN-01",
        "Deployment is over.",
        "move in your activation phase",
    ),
    (
        "bad-die",
        a_field(),
        TableRoll(side=A, sides=7),
        "ARAP-DICE-15",
        "1D7 cannot be rolled.",
        "1 to 10 dice of D2, D3, D4, D5, D6, D8, D10, D12, D20, D66, D100",
    ),
    (
        "two-readings",
        a_field(),
        SettleDispute(side=A, readings=("one",), method="dice", reason="a wall"),
        "ARAP-GEN-01",
        "A dispute is between two readings or more.",
        "2 to 6 readings",
    ),
    (
        "unknown-reading",
        a_field(),
        SettleDispute(side=A, readings=BOTH, method="gm-ruling", reason="a wall", chosen=2),
        "ARAP-GEN-01",
        "There is no such reading.",
        "0 or 1",
    ),
    (
        "no-text",
        a_field(),
        SettleDispute(side=A, readings=(BOTH[0], " "), method="dice", reason="a wall"),
        "ARAP-GEN-01",
        "A reading needs words, for the log.",
        "a few words",
    ),
    (
        "text-too-long",
        a_field(),
        SettleDispute(side=A, readings=BOTH, method="dice", reason="x" * 401),
        "ARAP-GEN-01",
        "A ruling is too long.",
        "at most 400 characters",
    ),
    (
        "bad-modifier",
        a_field(),
        CallTest(side=A, unit="a1", kind="leadership", modifier=7, reason="a bang"),
        "ARAP-DICE-14",
        "7 is out of range.",
        "-6 to +6",
    ),
    (
        "unknown-unit",
        a_field(),
        CallTest(side=A, unit="a7", kind="leadership", reason="a bang"),
        "ARAP-GEN-01",
        "There is no such unit in play.",
        "a unit in play",
    ),
    (
        "bad-tag",
        a_field(),
        TagUnit(side=A, unit="a1", tag=" ", reason="agreed"),
        "ARAP-GEN-09",
        "A term is one to forty characters.",
        "such as 'on overwatch'",
    ),
    (
        "bad-tag",
        a_field(),
        TagUnit(side=A, unit="a1", tag="jump-max:far", reason="agreed"),
        "ARAP-JUMP-03",
        "jump-max:far says no distance.",
        "jump-max:0 to jump-max:48",
    ),
    (
        "bad-tag",
        a_field(),
        TagUnit(side=A, unit="a1", tag="encumbered:much", reason="agreed"),
        "ARAP-MOVE-01",
        "encumbered:much says no distance.",
        "encumbered:0 to encumbered:48",
    ),
    (
        "bad-tag",
        a_field(),
        TagUnit(side=A, unit="a1", tag="clingers:many", reason="agreed"),
        "VEH-BRD-12",
        "clingers:many says no number.",
        "clingers:0 to clingers:99",
    ),
    (
        "not-carried",
        a_field(),
        TagUnit(side=A, unit="a1", tag="jammed", weapon="howitzer", reason="sand"),
        "ARAP-GEN-09",
        "Ash Guard carries no howitzer.",
        "Rifle",
    ),
    (
        "bad-ruling",
        a_field(),
        RuleCost(side=A, unit="a1", act="move", points=3, reason="mud"),
        "ARAP-ACT-08",
        "An action cannot cost 3 more.",
        "0 to 2 action points more",
    ),
    (
        "wrong-models",
        a_field(),
        ReleaseMembers(side=A, models=("a1.1", "b1.1"), reason="so"),
        "ARAP-ACT-09",
        "Those are not some living members of one unit on foot.",
        "some models of one unit, not all of them",
    ),
    (
        "unknown-unit",
        a_field(),
        TagUnit(side=A, unit="a7", tag="on watch", reason="agreed"),
        "ARAP-GEN-09",
        "There is no unit 'a7'.",
        "a unit of this battle",
    ),
    (
        "unknown-model",
        a_field(),
        RulePlace(side=A, unit="a1", placements=(Placement(model="b1.1", at=(5, 5), facing=0),), reason="agreed"),
        "ARAP-GEN-01",
        "B1.1 is not in that unit.",
        "one of A1.1, A1.2",
    ),
    (
        "off-table",
        unit_with(a_field(), "a1", deployed=False),
        Charge(side=A, unit="a1", target="b1"),
        "ARAP-CHG-01",
        "Ash Guard is not on the table.",
        "a unit on the table",
    ),
    (
        "off-table",
        unit_with(a_field(), "b1", deployed=False),
        Charge(side=A, unit="a1", target="b1"),
        "ARAP-CHG-01",
        "Birch Guard is not on the table.",
        "an enemy on the table",
    ),
    (
        "off-table",
        unit_with(a_field(), "a1", deployed=False),
        Shoot(side=A, unit="a1", target="b1"),
        "ARAP-SHOOT-01",
        "Ash Guard is not on the table.",
        "a unit on the table",
    ),
    (
        "off-table",
        unit_with(a_field(), "a2", deployed=False).with_turn(active=None),
        Activate(side=A, unit="a2", dice=1),
        "ARAP-ACT-05",
        "Ash Watch is not on the table.",
        "a unit on the table",
    ),
    (
        "gone-to-ground",
        unit_with(a_field(), "a1", gone_to_ground=True),
        MOVE,
        "ARAP-GTG-03",
        "Ash Guard has gone to ground.",
        "wait until its next turn is over",
    ),
    (
        "not-in-hand",
        unit_with(a_field(), "a1", routing=True),
        MOVE,
        "ARAP-ACT-06",
        "Ash Guard is routing or in pursuit.",
        "another unit",
    ),
    (
        "bad-number",
        a_field(),
        Move(side=A, unit="a1", path=(Waypoint(at=(float("nan"), 10)),)),
        "ARAP-TURN-01",
        "A number of that action is out of all range.",
        "finite numbers from -10000 to 10000",
    ),
)


def refusal(state: GameState, action: Action) -> Refusal:
    """Why the engine will not do it; nothing is thrown and nothing happens."""
    with pytest.raises(IllegalAction) as refused:
        decide(state, action, ScriptedDice({}))
    return refused.value.refusal


@pytest.mark.parametrize(
    ("code", "state", "action", "rule", "message", "allowed"), CASES, ids=[f"{n}-{c[0]}" for n, c in enumerate(CASES)]
)
def test_what_is_refused_says_why_by_which_rule_and_what_would_be_allowed(code, state, action, rule, message, allowed):
    assert refusal(state, action) == Refusal(code, message, rule, allowed)


def test_numbers_without_sense_are_refused_before_anything_is_worked_out():
    """An unknown side asks for an endless way: not even its preview is tried."""
    endless = Move(side="c", unit="a1", path=(Waypoint(at=(float("inf"), 10)),))  # type: ignore[arg-type]
    shown = preview(a_field(), endless).refusal
    assert shown is not None
    assert shown.code == "bad-number"


def test_dice_may_not_leave_anybody_over_a_gap():
    """An order to stop there is refused for the step down; what a die leaves of a move is cut back by this."""
    state = a_field(terrain=[CRACK])
    unit = state.units["a1"]  # type: ignore[index]
    path = (Waypoint(at=(23.5, 10)),)
    assert refusal(state, Move(side=A, unit=unit.id, path=path)).code == "gap"
    allowed = "stop before it, or go further"
    found = bad_end(state, unit, march(state, unit, path))
    assert found == Refusal("in-gap", "A1.1 would end over The Crack.", "ARAP-JUMP-01", allowed)


# ------------------------------------------------------------------ that none is missing


def named(node: ast.AST) -> Iterator[str]:
    """Words in a piece of source that look like codes."""
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str) and CODE.fullmatch(part.value):
            yield part.value


def calls(tree: ast.AST) -> Iterator[ast.expr]:
    """The first argument of every refusal that is made in a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal":
            yield node.args[0]


CHOSEN = {
    "arap/turn/activation.py": {"stunned", "gone-to-ground", "routing", "pursuing", "locked"},
    "arap/charge/declare.py": {"locked", "gone-to-ground", "not-in-hand", "sprawled", "climbing"},
    "arap/morale/going_to_ground.py": {
        "vehicle",
        "gone-to-ground",
        "routing",
        "airborne",
        "locked",
        "pursuing",
        "climbing",
        "off-table",
    },
    "arap/shooting/plan.py": {"stunned", "shaken"},
    "crusade/shooting/reloading.py": {"nothing-empty", "nothing-jammed"},
    "vehicles/gemini/motion/clearance.py": {"enemy-in-the-way"},
    "vehicles/gemini/transport/fire_ports.py": {"stunned", "shaken"},
    "vehicles/shared/outside.py": {"too-far-out", "off-table", "no-room", "impassable", "near-enemy"},
    "vehicles/gemini/street/drive.py": {"too-slow", "too-fast", "too-far", "too-short"},
}
"""Modules with refusals whose code is chosen among several, and those codes."""


def given() -> dict[str, set[str]]:
    """Every code that the engine can give, with the modules that give it."""
    found: dict[str, set[str]] = {}
    for path in sorted(RULES.rglob("*.py")):
        module = str(path.relative_to(RULES))
        if not is_entered(module) or "Refusal" not in (text := path.read_text()):
            continue
        tree = ast.parse(text)
        made = list(calls(tree))
        codes = {part.value for part in made if isinstance(part, ast.Constant)}
        if any(not isinstance(part, ast.Constant) for part in made):
            assert CHOSEN[module] <= set(named(tree)), module
            codes |= CHOSEN[module]
        for code in codes:
            found.setdefault(str(code), set()).add(module)
    return found


def is_entered(module: str) -> bool:
    """Not so for the files of vehicle rules that no table can choose: the engine gives nothing of theirs."""
    room, *within = Path(module).parts
    return room != "vehicles" or len(within) < 2 or within[0] in ("shared", *vehicle_rules())


def expected() -> set[str]:
    """Every code that a test of the rules names in what it asserts, or hands to a test that does."""
    found: set[str] = set()
    for path in sorted(HERE.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Assert) or (isinstance(node, ast.Call) and is_handed(node.func)):
                found |= set(named(node))
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id == "CASES":
                assert isinstance(node.value, ast.Tuple)
                cases = [case for case in node.value.elts if isinstance(case, ast.Tuple)]
                found |= {code for case in cases for code in named(case.elts[0])}
    return found


HANDED = ("refused", "refusal", "barred")


def is_handed(call: ast.expr) -> bool:
    """Whether a call's arguments are what a test compares with."""
    if isinstance(call, ast.Name):
        return call.id in HANDED
    return (
        isinstance(call, ast.Attribute)
        and call.attr == "parametrize"
        and ast.unparse(call) == "pytest.mark.parametrize"
    )


def test_every_code_that_the_engine_can_give_is_looked_at_in_a_test():
    looked_at = expected()
    missing = {code: sorted(modules) for code, modules in given().items() if code not in looked_at}
    assert missing == {}


def test_every_refusal_names_a_rule_and_a_way_out():
    made = (
        (path, node)
        for path in sorted(RULES.rglob("*.py"))
        if "Refusal" in (text := path.read_text())
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal"
    )
    bare = [f"{path.relative_to(RULES)}: {ast.unparse(node)[:60]}" for path, node in made if not _is_whole(node)]
    assert [call for call in bare if not call.startswith(FOR_EVERY_GAME)] == []


FOR_EVERY_GAME = ("answers.py", "any_game.py", "engine.py", "progress.py")
"""What all games refuse alike: the engine's door names the rule of turns of the game that is played."""


def _is_whole(call: ast.Call) -> bool:
    """Whether rule and way out are given; those handed on as a whole are made elsewhere."""
    named = {word.arg: word.value for word in call.keywords}
    if None in named or any(isinstance(part, ast.Starred) for part in call.args):
        return True
    given = {**dict(zip(("code", "message", "rule", "allowed"), call.args, strict=False)), **named}
    return all(word in given and ast.unparse(given[word]) != "''" for word in ("rule", "allowed"))
