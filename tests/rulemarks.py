"""Rule marks: a test names the rules that it proves, and fails when one of them did not come out at the front door.

`@pytest.mark.rule("ARAP-HIT-03", ...)` takes at most five ids of the ledgers. Heard is, from the test's first fixture
on, what the answers of `decide`, `preview`, `legal_actions`, `new_game` and `view` cite, and what a page that the
test's client is served names. `@pytest.mark.part_of(...)` says which rules a test of some part is about; it proves
none of them.

By which ways play reaches a rule is noted besides. A plan that cites a rule is a way to it only for a test that is
marked with the rule and carries out an action of that kind too. Traits and switches count where they are set.
"""

from collections.abc import Generator, Iterable, Iterator, Mapping
from functools import cache

import pytest

from rules.core.citations import Heard, listen
from rules.forces.traits import TRAITS
from rules.rulebook import is_rule, rule, switches
from rules.state import GameState

MOST_MARKS = 5

HEARD = pytest.StashKey[Heard]()
WAYS = pytest.StashKey[dict[str, set[str]]]()
"""By which ways each rule came out in all the tests of a run."""

KINDS = ("action", "ruling")
"""How the ways of what is carried out begin."""


class Reached(Heard):
    """What was heard, with the traits and switches of a rule that are set in the game where it came out."""

    def note(self, way: str, rules: Iterable[str], state: object = None) -> None:
        """These rules came out that way, in the game of that state where it was one."""
        super().note(way, rules := tuple(rules), state)
        if isinstance(state, GameState) and not self.aside:
            for each in set(rules):
                self.ways[each].update(_beside(each, state))

    def carried_out(self, marked: Iterable[str]) -> Mapping[str, set[str]]:
        """The ways, and for the rules that a test claims to prove the actions whose plan tells them, if it was done."""
        for each in marked:
            found = {way.removeprefix("preview ") for way in self.ways.get(each, ()) if way.startswith("preview ")}
            self.ways.get(each, set()).update(self.deeds & {f"{kind} {name}" for name in found for kind in KINDS})
        return self.ways


def _beside(rule_id: str, state: GameState) -> Iterator[str]:
    traits, keys = _goes_with(rule_id)
    if traits:
        bearers = (*state.profiles.values(), *state.weapons.values())
        worn = {trait for bearer in bearers for trait in bearer.traits}
        worn.update(tag for unit in state.units.values() for tag in unit.tags)
        yield from (f"trait {name}" for name in traits if name in worn)
    for key in keys:
        if state.options.get(key, _usual()[key]) != _usual()[key]:
            yield f"switch {key}"


@cache
def _usual() -> Mapping[str, object]:
    """What every switch is unless somebody sets it."""
    return {key: each.default for key, each in switches().items()}


@cache
def _goes_with(rule_id: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The traits and the switches of a rule."""
    if not is_rule(rule_id):
        return (), ()
    return tuple(name for name, trait in TRAITS.items() if trait.rule == rule_id), tuple(rule(rule_id).switch)


def marked_rules(item: pytest.Item, mark: str = "rule") -> tuple[str, ...]:
    """The rule ids that a test is marked with, in order, each once."""
    return tuple(dict.fromkeys(rule for found in item.iter_markers(mark) for rule in found.args))


def mark_faults(marked: tuple[str, ...], parts: tuple[str, ...] = ()) -> tuple[str, ...]:
    """What is wrong with the marks of one test."""
    unknown = tuple(f"no ledger has {rule}" for rule in (*marked, *parts) if not is_rule(rule))
    many = (f"{len(marked)} rules marked, {MOST_MARKS} are allowed",) if len(marked) > MOST_MARKS else ()
    return many + unknown


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    if not marked_rules(item):  # reading every answer takes time
        return (yield)
    heard = Reached()
    with listen(heard):
        item.stash[HEARD] = heard
        answer = yield
    note_ways(item.config, heard.carried_out(marked_rules(item)))
    return answer


def note_ways(config: pytest.Config, ways: Mapping[str, Iterable[str]]) -> None:
    """Add to what is known of the run."""
    known = config.stash.setdefault(WAYS, {})
    for name, found in ways.items():
        known.setdefault(name, set()).update(found)


def told_ways(config: pytest.Config) -> dict[str, list[str]]:
    """By which ways each rule came out, in order."""
    return {name: sorted(ways) for name, ways in sorted(config.stash.get(WAYS, {}).items())}


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    marked = marked_rules(pyfuncitem)
    faults = mark_faults(marked, marked_rules(pyfuncitem, "part_of"))
    if faults:
        pytest.fail("; ".join(faults), pytrace=False)
    result = yield
    if marked:
        silent = [rule for rule in marked if rule not in pyfuncitem.stash[HEARD]]
        if silent:
            pytest.fail(f"marked but not cited at the door: {', '.join(silent)}", pytrace=False)
    return result
