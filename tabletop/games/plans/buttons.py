"""The buttons of the dock, and which button asks for which action."""

from __future__ import annotations

from typing import NamedTuple

from rules.core.refusal import Refusal


class Button(NamedTuple):
    """What one kind of action looks like on the bar: its word, its icon, its key, and what must be chosen first."""

    word: str
    icon: str
    key: str = ""
    needs: str = ""
    """"path" to draw, "target" to point at, "models" to pick, or nothing: ready to commit."""


BUTTONS = {
    "move": Button("Move", "move", "M", "path"),
    "crawl": Button("Crawl", "crawl", "K", "path"),
    "tactical": Button("Tactical", "run", "T", "path"),
    "climb": Button("Climb", "move", "", "path"),
    "rappel": Button("Rappel", "move", "", "path"),
    "jump-down": Button("Jump down", "move", "", "path"),
    "jump-out": Button("Jump down", "move", "", "plan"),
    "jump": Button("Jump across", "run", "", "path"),
    "leap": Button("Leap up", "move", "", "path"),
    "ladder": Button("Ladder", "stepf"),
    "stairs": Button("Stairs", "stepf"),
    "jump-charge": Button("Jump on", "charge", "", "target"),
    "swim": Button("Swim", "move", "", "path"),
    "drive": Button("Drive", "move", "M", "path"),
    "street": Button("Drive", "move", "M", "path"),
    "slow": Button("Slow turn", "rotate", "", "plan"),
    "bootlegger": Button("Bootlegger", "undo", "", "plan"),
    "j-turn": Button("J-turn", "redo", "", "plan"),
    "walk-back": Button("Walk back", "crawl", "", "plan"),
    "shoot": Button("Shoot", "shoot", "S", "target"),
    "fire": Button("Fire", "shoot", "S", "target"),
    "ports": Button("At its ports", "shoot", "", "target"),
    "shoot-building": Button("At building", "shoot", "", "plan"),
    "building-ports": Button("At ports", "shoot", "", "plan"),
    "fire-built-in": Button("Built-in gun", "shoot", "", "plan"),
    "lay-tile": Button("Next tile", "door", "", "plan"),
    "enter-bunker": Button("Go in", "door", "", "plan"),
    "shoot-wall": Button("At wall or door", "shoot", "", "plan"),
    "strike-wall": Button("Break in", "standfire", "", "plan"),
    "ride-lift": Button("Lift or tube", "door", "", "plan"),
    "try-tube": Button("Try tube", "eye", "", "plan"),
    "enter-house": Button("Enter", "door", "", "plan"),
    "enter-section": Button("Into section", "door", "", "plan"),
    "go-section": Button("Next section", "stepf", "", "plan"),
    "leave-section": Button("Come out", "run", "", "plan"),
    "storm": Button("Storm", "charge", "", "plan"),
    "charge-bunker": Button("Charge building", "charge", "", "plan"),
    "charge-out": Button("Charge out", "charge", "", "plan"),
    "blast-section": Button("Blast in", "grenade", "", "plan"),
    "look-out": Button("Look out", "eye", "", "plan"),
    "work-section-door": Button("Inner door", "door", "", "plan"),
    "deploy-section": Button("In a house", "door", "", "plan"),
    "lean": Button("Lean out", "shoot", "", "target"),
    "wild": Button("Blind shot", "shoot", "", "target"),
    "drop-grenade": Button("Drop", "grenade", "", "target"),
    "blind": Button("Fire blind", "shoot", "", "target"),
    "work-door": Button("Door", "door", "", "plan"),
    "force-door": Button("Force door", "door", "", "plan"),
    "hack-lock": Button("Hack lock", "door", "", "plan"),
    "smash-lock": Button("Smash lock", "standfire", "", "plan"),
    "throw": Button("Throw", "standfire", "H", "target"),
    "lob": Button("Lob", "standfire", "W", "target"),
    "drop": Button("Drop a bomb", "standfire", "", "target"),
    "charge": Button("Charge", "charge", "C", "target"),
    "tank-shock": Button("Tank shock", "ram", "C", "target"),
    "ram": Button("Ram", "ram", "X", "target"),
    "crash": Button("Crash into", "ram", "", "target"),
    "limber": Button("Limber up", "door", "", "target"),
    "unlimber": Button("Unlimber", "door", ""),
    "knock-loose": Button("Knock loose", "run", ""),
    "break-off": Button("Break off", "run", "X"),
    "board": Button("Board", "door", "B", "target"),
    "cling": Button("Cling on", "door", "", "target"),
    "take-aboard": Button("Take aboard", "door", "", "target"),
    "split": Button("Split off", "people", "", "models"),
    "join": Button("Join", "people", "J", "target"),
    "get-out": Button("Get out", "door", "O"),
    "go-on-alone": Button("He goes on", "people", ""),
    "aim": Button("Aim", "aim", "A"),
    "turn": Button("Turn", "rotate", "N"),
    "regroup": Button("Regroup", "rally", "E"),
    "go-to-ground": Button("To ground", "crawl", "D"),
    "go-prone": Button("Lie down", "crawl", "P"),
    "stand-up": Button("Stand up", "hold", "P"),
    "stop": Button("Stopped", "pause", ""),
    "block": Button("Block", "hold", ""),
    "standing": Button("Always, never", "redo", "", "plan"),
    "finish": Button("Finish", "check", "F"),
}


_GOES_ABOARD = frozenset({"board", "cling"})
_GOES_ROUND = frozenset({"in-the-way", "impassable"})


def may_go_round(kind: str, refusal: Refusal | None) -> bool:
    """Whether only the straight way is barred, and another may be drawn. (VEH-BRD-11, ARAP-MOVE-01)"""
    return refusal is not None and kind in _GOES_ABOARD and refusal.code in _GOES_ROUND


def button_of(kind: str, label: str = "") -> Button:
    """How a kind of action looks; one that the bar does not know yet is named by its own words."""
    word = (label or kind).replace("-", " ")
    return BUTTONS.get(kind) or Button(word[:1].upper() + word[1:], "star")
