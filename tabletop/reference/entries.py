"""Rules as the pages print them: linked text, tables, dice, examples, switches, what they lean on."""

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from django.utils.safestring import SafeString

from rules import rulebook
from rules.rulebook import DiceUse, Rule, Switch
from tabletop.reference import tables, wording
from tabletop.reference.tables import Grid

STATUSES: Final = {
    "core": ("", ""),
    "optional": ("Optional", "Holds when it is agreed before play."),
    "gm": ("Host decides", "The rules leave this to the host."),
    "reference": ("Not played", "Belongs to the older turn and is printed for information."),
}
"""The chip of each status and what it means. What always holds has none."""

SENSES: Final = {
    "low": "low is good",
    "high": "high is good",
    "sum": "the total counts",
    "pick": "an even choice",
    "table": "read in a table",
    "none": "",
}


class Roll(NamedTuple):
    """A roll that a rule asks for."""

    label: str
    purpose: str
    dice: str
    sense: str
    goal: str
    note: str


class Worked(NamedTuple):
    """An example: in words, or what is given, what falls and what comes of it."""

    text: SafeString
    given: str = ""
    dice: tuple[tuple[str, tuple[int | str, ...]], ...] = ()
    result: str = ""
    note: str = ""
    chance: str = ""


class Related(NamedTuple):
    """A rule that this one leans on, or that leans on it."""

    id: str
    title: str
    address: str


class SwitchLine(NamedTuple):
    """A switch, what it is for and what it may be."""

    key: str
    name: str
    about: SafeString
    default: str
    allowed: str
    rules: tuple[Related, ...]
    scope: str


class Entry(NamedTuple):
    """One rule, ready to be printed."""

    id: str
    title: str
    status: str
    status_word: str
    status_help: str
    text: SafeString
    formula: tuple[str, ...]
    grids: tuple[Grid, ...]
    rolls: tuple[Roll, ...]
    ambiguity: SafeString
    ruling: SafeString
    override: SafeString
    examples: tuple[Worked, ...]
    switches: tuple[SwitchLine, ...]
    needs: tuple[Related, ...]
    needed_by: tuple[Related, ...]
    takes: str
    gives: str
    section: str
    house: bool
    recovered: str


def entry(rule: Rule) -> Entry:
    """The rule as its page prints it."""
    word, explained = STATUSES[rule.status]
    return Entry(
        id=rule.id,
        title=rule.title,
        status=rule.status,
        status_word=word,
        status_help=explained,
        text=wording.linked(rule.text),
        formula=tuple(wording.signed(part.strip()) for part in rule.formula.split(";") if part.strip()),
        grids=tables.grids(rule.table),
        rolls=tuple(_roll(use) for use in rule.dice),
        ambiguity=wording.linked(rule.ambiguity),
        ruling=wording.linked(rule.ruling),
        override=wording.linked(rule.override),
        examples=tuple(_worked(each) for each in rule.examples),
        switches=tuple(switch_line(rulebook.switch(key)) for key in rule.switch),
        needs=tuple(_related(rule_id) for rule_id in rule.needs),
        needed_by=tuple(_related(rule_id) for rule_id in _leaning().get(rule.id, ())),
        takes=wording.pairs(dict(rule.inputs)),
        gives=wording.pairs(dict(rule.outputs)),
        section=rule.section,
        house=rule.house,
        recovered=rule.reconstructed,
    )


def switch_line(switch: Switch) -> SwitchLine:
    """A switch as it is explained."""
    return SwitchLine(
        key=switch.key,
        name=switch.key.replace("_", " "),
        about=wording.linked(switch.about),
        default=_switched(switch.default),
        allowed=", ".join(map(_switched, switch.values)) if isinstance(switch.values, tuple) else switch.allowed,
        rules=tuple(_related(rule_id) for rule_id in switch.rules),
        scope=switch.scope.replace("_", " "),
    )


def _switched(said: bool | int | str) -> str:
    if isinstance(said, bool):
        return "on" if said else "off"
    return str(said).replace("_", " ")


def _roll(use: DiceUse) -> Roll:
    known = rulebook.label(use.label)
    return Roll(use.label, known.purpose, use.dice, SENSES[use.sense], wording.signed(use.goal), use.note)


def _worked(example: Mapping[str, object]) -> Worked:
    if "text" in example:
        return Worked(wording.linked(wording.signed(example["text"])))
    return Worked(
        SafeString(),
        given=_said(example.get("given")),
        dice=_fallen(example.get("dice")),
        result=_said(example.get("result")),
        note=wording.signed(example.get("note", "")),
        chance=str(example.get("probability", "")),
    )


def _said(mapping: object) -> str:
    return wording.pairs(mapping) if isinstance(mapping, dict) else ""


def _fallen(dice: object) -> tuple[tuple[str, tuple[int | str, ...]], ...]:
    if not isinstance(dice, dict):
        return ()
    return tuple((label, tuple(scores) if isinstance(scores, list) else (scores,)) for label, scores in dice.items())


def _related(rule_id: str) -> Related:
    return Related(rule_id, rulebook.rule(rule_id).title, wording.rule_address(rule_id))


@cache
def _leaning() -> Mapping[str, tuple[str, ...]]:
    """The rules that lean on each rule."""
    found: dict[str, list[str]] = {}
    for rule in rulebook.rules():
        for needed in rule.needs:
            found.setdefault(needed, []).append(rule.id)
    return {rule_id: tuple(leaning) for rule_id, leaning in found.items()}
