"""Chapters of an older edition used with this one: whose word counts, and which way their dice are read."""

from __future__ import annotations

from collections.abc import Iterable

from rules.rulebook.ledgers import rule


def followed(rule_ids: Iterable[str]) -> str:
    """Of rules that differ on one point, the one that is followed: the basic chapter's, else the first. (ARAP-GEN-02)

    ValueError if none is given.
    """
    found = list(rule_ids)
    if not found:
        raise ValueError("no rules to choose from")
    return next((r for r in found if rule(r).ledger == "ARAP"), found[0])


def low_goal(high_goal: int) -> int:
    """What "so many or more" to hit in an older chapter becomes: that many or less. (ARAP-GEN-03)"""
    return 7 - high_goal


def mirrored_face(face: int) -> int:
    """The face on which an event of an older chapter comes up now: a 6 for a 1. (ARAP-GEN-03)"""
    return 7 - face
