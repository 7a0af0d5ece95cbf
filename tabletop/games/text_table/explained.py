"""Why a number is what it is: each modifier of what is planned, or those that make up the number asked about."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from rules.state import GameState
from tabletop.games.plans.plan import Plan
from tabletop.games.rulesets import pages
from tabletop.games.text_table.answers import Answer, Asker, Choice, of_plan


def why(state: GameState, asker: Asker, asked: str) -> Answer:
    """The modifiers of the plan; with a number only what leads to it."""
    if asker.side is None or not asker.draft.kind:
        return Answer("Nothing is planned.", ("Plan something first: fire at b2. Then: why, or why and a number.",))
    plan = pages.of(state).plan(state, asker.side, asker.draft)
    lines = _of_number(plan, asked) if asked else _all(plan)
    if not lines and asked:
        known = tuple(dict.fromkeys(number for words in _numbered(plan) for number in _numbers(words)))
        choices = tuple(Choice(f"Why {number}", f"why {number}") for number in known[:9])
        return Answer(f"No {asked} is in what is planned.", choices=choices, draft=_kept(asker), unit=asker.draft.unit)
    return of_plan(plan, asker.draft)._replace(lines=lines or ("No modifiers.",))


def _kept(asker: Asker) -> str:
    return msgspec.json.encode(asker.draft).decode()


def _all(plan: Plan) -> tuple[str, ...]:
    rows = [_row(row) for row in plan.rows]
    for group in plan.groups:
        rows += [f"{group.name}: {_row(row)}" for row in group.rows]
    return tuple(rows)


def _of_number(plan: Plan, number: str) -> tuple[str, ...]:
    """A figure with what it means, a needed roll with all that makes it up, a modifier by itself."""
    lines = [f"{one.figure} {one.meaning}." for one in plan.figures if number in _numbers(one.figure)]
    for group in plan.groups:
        if number in _numbers(f"{group.need} {group.shots}"):
            parts = (f"{group.name}: {group.shots}".strip(), group.need, "since" if group.rows else "unmodified")
            lines.append(", ".join(part for part in parts if part))
            lines += [_row(row) for row in group.rows]
        lines += [f"{group.name}: {f.figure} {f.meaning}." for f in group.figures if number in _numbers(f.figure)]
        lines += [f"{group.name}: {_row(row)}" for row in group.rows if number in _numbers(row.value)]
    lines += [_row(row) for row in plan.rows if number in _numbers(row.value)]
    if lines and not plan.groups:
        lines += _all(plan)
    return tuple(dict.fromkeys(lines))


def _row(row: Any) -> str:
    return f"{row.value} {row.label}{f' ({row.rule})' if row.rule else ''}"


def _numbered(plan: Plan) -> tuple[str, ...]:
    groups = [words for g in plan.groups for words in (g.need, g.shots, *(f.figure for f in g.figures))]
    return (*(one.figure for one in plan.figures), *groups, *(str(row.value) for row in plan.rows))


def _numbers(words: Any) -> list[str]:
    return [f"{float(number):g}" for number in re.findall(r"\d+(?:\.\d+)?", str(words))]
