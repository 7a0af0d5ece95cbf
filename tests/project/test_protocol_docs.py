"""docs/protocol.md against the code."""

import ast
import itertools
import re
from functools import cache
from pathlib import Path

import pytest
from django.urls import URLPattern

from rules import codec
from rules.events import Prompted
from rules.rulebook import is_rule
from tabletop.games.urls import urlpatterns
from tests.games.recording import FOLDER, load
from tests.protocol import MARK, PAGE, generated
from tests.protocol_play import PROMPTS, TURN


def test_the_lists_of_actions_and_events_are_those_of_the_code():
    assert PAGE.read_text().split(MARK)[1].strip() == generated().strip(), "run python -m tests.protocol"


@cache
def examples():
    """Each kind's, by its name; made when a test asks for them."""
    listed = generated().partition("## Actions\n")[2]
    return re.findall(r"### (\w+)\n.*?```json\n(.*?)\n```", listed, re.DOTALL)


ACTIONS = {kind.__name__ for kind in codec.action_types()}
KINDS = sorted(kind.__name__ for kind in (*codec.action_types(), *codec.event_types()))


@pytest.mark.parametrize("name", KINDS)
def test_every_example_is_read_and_written_back(name):
    read = codec.decode_action if name in ACTIONS else codec.decode_event
    value = read(dict(examples())[name])
    assert type(value).__name__ == name
    assert read(codec.encode(value)) == value


def test_every_action_and_event_has_its_example():
    assert sorted(name for name, _ in examples()) == KINDS


def test_every_address_of_a_table_is_listed():
    text = PAGE.read_text().split(MARK)[0]
    for pattern in urlpatterns:
        assert isinstance(pattern, URLPattern)
        last = [part for part in re.findall(r"[a-z-]{4,}(?:\.json)?", str(pattern.pattern)) if part not in NOT_WORDS]
        assert not last or last[-1] in text, pattern


NOT_WORDS = ("tables", "code", "slug", "side", "what", "unit", "proposal")


ASKED_BY_NAME = {"ABOUT": "several-weapons"}
"""Kinds of prompts that the code names by a constant."""


def asked_kinds():
    """The kind of every question that the rules ask: the third argument of `progress.ask`."""
    for path in Path("rules").rglob("*.py"):
        text = path.read_text()
        for node in ast.walk(ast.parse(text)) if "ask" in text else ():
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr != "ask":
                continue
            kind = node.args[2] if len(node.args) > 3 else None
            if isinstance(kind, ast.Constant):
                yield kind.value
            elif isinstance(kind, ast.Name) and kind.id in ASKED_BY_NAME:
                yield ASKED_BY_NAME[kind.id]


def literal_options():
    """Options that files which ask questions name in so many words, and the kinds of those questions."""
    for path in Path("rules").rglob("*.py"):
        text = path.read_text()
        if "ask" not in text or "Option" not in text:
            continue
        nodes = list(ast.walk(ast.parse(text)))
        calls = [node for node in nodes if isinstance(node, ast.Call)]
        asked = {
            node.args[2].value
            for node in calls
            if isinstance(node.func, ast.Attribute) and node.func.attr == "ask" and len(node.args) > 3
            if isinstance(node.args[2], ast.Constant)
        }
        made = (word for node in calls if getattr(node.func, "id", "") == "Option" for word in node.keywords)
        ids = {word.value.value for word in made if word.arg == "id" and isinstance(word.value, ast.Constant)}
        if asked and ids:
            yield path.name, asked, ids


def test_every_option_that_is_named_in_the_code_is_listed():
    for name, asked, ids in literal_options():
        listed = {option for kind in asked if kind in PROMPTS for option in PROMPTS[kind].options}
        assert ids <= listed, name


def test_every_kind_of_prompt_is_listed():
    assert sorted(PROMPTS) == sorted(set(asked_kinds()))
    rules = {rule for asked in PROMPTS.values() for rule in asked.rules} | {step.rule for step in TURN}
    assert [rule for rule in sorted(rules) if not is_rule(rule)] == []


def test_prompts_and_turns_of_recorded_games_are_as_listed():
    milestones = ["PlayerTurnBegan", "UnitActivated", "CasualtiesTested", "PlayerTurnEnded", "GameTurnEnded"]
    named = {name for step in TURN for name in step.events}
    for path in sorted(FOLDER.glob("*.json.gz"))[:6]:
        log = load(path).log
        for event in log:
            if isinstance(event, Prompted):
                listed = PROMPTS[event.prompt.kind].options
                if not any(name.isupper() for name in listed):
                    assert {option.id for option in event.prompt.options} <= set(listed), event.prompt.kind
        turns = [type(e).__name__ for e in log if type(e).__name__ in milestones]
        assert set(turns) <= named
        for before, after in itertools.pairwise(turns):
            assert milestones.index(before) <= milestones.index(after) or after == "PlayerTurnBegan"
