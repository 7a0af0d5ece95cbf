"""docs/protocol.md against the code."""

import re

import pytest
from django.urls import URLPattern

from rules import codec
from tabletop.games.urls import urlpatterns
from tests.protocol import MARK, PAGE, generated


def test_the_lists_of_actions_and_events_are_those_of_the_code():
    assert PAGE.read_text().split(MARK)[1].strip() == generated().strip(), "run python -m tests.protocol"


def examples():
    return re.findall(r"### (\w+)\n.*?```json\n(.*?)\n```", generated(), re.DOTALL)


ACTIONS = {kind.__name__ for kind in codec.action_types()}


@pytest.mark.parametrize(("name", "example"), examples(), ids=[name for name, _ in examples()])
def test_every_example_is_read_and_written_back(name, example):
    read = codec.decode_action if name in ACTIONS else codec.decode_event
    value = read(example)
    assert type(value).__name__ == name
    assert read(codec.encode(value)) == value


def test_every_action_and_event_has_its_example():
    assert sorted(name for name, _ in examples()) == sorted(
        kind.__name__ for kind in (*codec.action_types(), *codec.event_types())
    )


def test_every_address_of_a_table_is_listed():
    told = PAGE.read_text().split(MARK)[0]
    for pattern in urlpatterns:
        assert isinstance(pattern, URLPattern)
        last = [part for part in re.findall(r"[a-z-]{4,}(?:\.json)?", str(pattern.pattern)) if part not in NOT_WORDS]
        assert not last or last[-1] in told, pattern


NOT_WORDS = ("tables", "code", "slug", "side", "what", "unit", "proposal")
