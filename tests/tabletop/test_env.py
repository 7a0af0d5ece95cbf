"""Reading the environment."""

import pytest
from django.core.exceptions import ImproperlyConfigured

from tabletop import env


def test_an_empty_variable_counts_as_unset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOST", " ")
    assert env.text("HOST", "127.0.0.1") == "127.0.0.1"


@pytest.mark.parametrize(("word", "value"), [("1", True), ("Yes", True), ("off", False), ("", False)])
def test_a_switch_is_a_yes_or_a_no(monkeypatch: pytest.MonkeyPatch, word: str, value: bool) -> None:
    monkeypatch.setenv("DEBUG", word)
    assert env.flag("DEBUG") is value


def test_another_word_is_no_switch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEBUG", "maybe")
    with pytest.raises(ImproperlyConfigured, match="DEBUG=maybe is not a yes or no"):
        env.flag("DEBUG")


@pytest.mark.parametrize("word", ["65536", "-1", "80a", "٣", "1.5"])
def test_a_port_is_a_number_in_its_range(monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    monkeypatch.setenv("PORT", word)
    with pytest.raises(ImproperlyConfigured, match="is not a whole number from 1 to 65535"):
        env.number("PORT", 8000, 1, 65535)


def test_a_list_is_split_at_commas_and_spaces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALLOWED_HOSTS", "a.example, b.example  c.example")
    assert env.words("ALLOWED_HOSTS") == ["a.example", "b.example", "c.example"]
