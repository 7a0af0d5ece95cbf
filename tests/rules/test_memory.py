"""What the rules remember stands on the value that it is about: no table sees another's."""

import ast
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

import rules
from rules import active_line, codec, decide, evolve, fold, legal_actions, preview, view
from rules.bots import next_action
from rules.core.kept import MOST_KEPT, lately, on_these_grounds, once
from rules.dice.sources import SeededDice
from rules.forces.unit import Unit
from rules.state import GameState
from tests.builders import A
from tests.games.recording import FOLDER, load

RULES = Path(rules.__file__).parent
CHANGERS = ("append", "add", "insert", "extend", "update", "setdefault", "pop", "popitem", "clear", "remove", "discard")
"""Methods that change a list, dict or set."""
REGISTERS = {
    "rules/core/citations.py:_listeners",
    "rules/arap/building_interface.py:_shipped",
    "rules/arap/building_interface.py:_files",
    "rules/arap/vehicle_interface.py:_shipped",
    "rules/rulebook/switches.py:_sources",
}
"""What tests listen by, and what is plugged in at import: no memory of play."""


# -- no module remembers -------------------------------------------------------------------------------------------


def names_at_top(tree: ast.Module) -> set[str]:
    """What a module binds at its top level, imports and definitions apart."""
    targets = [t for s in tree.body if isinstance(s, ast.Assign) for t in s.targets]
    targets += [s.target for s in tree.body if isinstance(s, ast.AnnAssign)]
    return {t.id for t in targets if isinstance(t, ast.Name)}


def changed_in_functions(tree: ast.Module) -> Iterator[str]:
    """Names that some function stores into, deletes from, declares global, or changes by a method."""
    for node in in_functions(tree):
        if isinstance(node, ast.Global):
            yield from node.names
        if isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
            yield from (n.id for n in (node.value,) if isinstance(n, ast.Name))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGERS:
            yield from (n.id for n in (node.func.value,) if isinstance(n, ast.Name))


def in_functions(tree: ast.AST) -> Iterator[ast.AST]:
    """Every node of the functions in a piece of source, each once, though functions stand in functions."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef):
            yield from ast.walk(node)
        else:
            yield from in_functions(node)


def test_no_module_of_the_rules_remembers_anything():
    found = set()
    for path in RULES.rglob("*.py"):
        tree = ast.parse(path.read_text())
        found |= {f"{path.relative_to(RULES.parent)}:{n}" for n in names_at_top(tree) & set(changed_in_functions(tree))}
    assert found - REGISTERS == set()


@pytest.mark.parametrize("line", ["KNOWN[1] = 2", "KNOWN[:] = [1]", "del KNOWN[0]", "KNOWN.append(1)", "global KNOWN"])
def test_a_memory_is_found(line):
    tree = ast.parse(f"KNOWN: list[int] = []\ndef f():\n    {line}\n")
    assert names_at_top(tree) & set(changed_in_functions(tree)) == {"KNOWN"}


# -- answers kept on a value ---------------------------------------------------------------------------------------


def test_an_answer_goes_with_the_value_that_it_is_about():
    asked = []

    @once
    def count(state: GameState) -> int:
        asked.append(state)
        return len(asked)

    state = GameState()
    assert (count(state), count(state), count(replace(state, seq=1)), count(state)) == (1, 1, 2, 1)
    assert codec.encode(state) == codec.encode(GameState())
    assert state == GameState()


def test_only_the_latest_answers_are_kept():
    state, worked = GameState(), []

    def ask(about: int) -> int:
        return lately(state, "a question", about, lambda: worked.append(about) or -about)

    assert [ask(n) for n in (1, 2, 1, 3, 4, 5)] == [-1, -2, -1, -3, -4, -5]
    assert worked == [1, 2, 3, 4, 5]
    assert (ask(5), ask(1), worked[-1], MOST_KEPT) == (-5, -1, 1, 4)


def test_what_rests_on_grounds_goes_with_them():
    state = GameState()
    on_these_grounds(state, "a question", (1,), "same")[5] = "known"
    assert on_these_grounds(state, "a question", (1,), "same") == {5: "known"}
    assert on_these_grounds(state, "another", (1,), "same") == {}
    assert on_these_grounds(state, "a question", (2,), "same") == {}
    assert on_these_grounds(state, "a question", (1,), "same") == {}


# -- two tables at once --------------------------------------------------------------------------------------------


def half_way(game: str) -> GameState:
    """A recorded game where a unit is in hand, half way through it."""
    log = load(FOLDER / f"{game}.json.gz").log
    state = found = GameState()
    for event in active_line(log)[: len(log) // 2]:
        state = evolve(state, event)
        found = state if state.turn.active and state.turn.ap and not state.prompt and not state.agenda else found
    return found


def mirrored(state: GameState) -> GameState:
    """The same game, with everybody and everything as in a mirror that hangs at the table's north edge."""
    depth = state.scenario.height_in

    def turned(unit: Unit) -> Unit:
        models = tuple(replace(m, at=(m.at[0], depth - m.at[1]), facing=(180 - m.facing) % 360) for m in unit.models)
        return replace(unit, models=models)

    terrain = tuple(replace(t, points=tuple((x, depth - y) for x, y in t.points)) for t in state.terrain)
    return replace(state, units={k: turned(u) for k, u in state.units.items()}, terrain=terrain)


def seen_and_done(state: GameState) -> bytes:
    """All that may be asked about a few acts of a game, in bytes: offers, previews, views, what comes of them."""
    whims, dice = SeededDice(5), SeededDice(6)
    found = []
    for number in range(3):
        action = next_action(state, whims, number * 10)
        if action is None:
            break
        found.append(codec.encode(preview(state, action)))
        found += [codec.encode(offer.label) for offer in legal_actions(state, action.side)]
        events = decide(state, action, dice)
        found.append(codec.encode(events))
        state = fold(events, state)
        found.append(codec.encode(view(state, A)))
    return b"\n".join(found)


def test_two_threads_on_two_tables_never_see_each_others():
    tables = [half_way("00-brawl"), mirrored(half_way("00-brawl"))]
    alone = [seen_and_done(half_way("00-brawl")), seen_and_done(mirrored(half_way("00-brawl")))]
    assert alone[0] != alone[1]
    together = threading.Barrier(4)
    wrong: list[int] = []

    def play(number: int) -> None:
        together.wait()
        if seen_and_done(tables[number % 2]) != alone[number % 2]:  # two threads share each table, as two requests do
            wrong.append(number)

    threads = [threading.Thread(target=play, args=(n,)) for n in range(4)]
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(before)
    assert wrong == []
