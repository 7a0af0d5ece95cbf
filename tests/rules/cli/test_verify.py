"""A finished game is played again: whatever was changed in its log is found and named."""

from __future__ import annotations

import copy
import functools
import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from rules import bots
from rules.any_game import Concede
from rules.cli import verify
from rules.codec import encode
from rules.core.ids import SideId
from rules.dice.sources import SeededDice, seal
from rules.engine import decide, evolve, fold, legal_actions
from rules.events import Redone, Rolled, Undone
from rules.progress import Action
from rules.state import Event, GameState
from rules.verification import FinishedLog, sealed_dice, stated_end, verified
from tests.rules.arenas import opened

SEED = bytes(range(32))


class _Play:
    """A game with sealed dice, as a table keeps it: every event, and the command that each began with."""

    def __init__(self, dice_rule: int = 2) -> None:
        self.log, _ = opened("brawl", 0)
        self.log = [replace(self.log[0], seal=seal(SEED), entropy=("seven swans",), dice_rule=dice_rule)]
        self.state = fold(self.log)
        self.commands: list[dict[str, Any]] = []

    def act(self, action: Action) -> None:
        events = decide(self.state, action, sealed_dice(SEED, self.state, action))
        self.commands.append({"head": self.state.seq + 1, "action": json.loads(encode(action))})
        for event in events:
            self.state = evolve(self.state, event)
        self.log += events

    def bots(self, most: int, until: Callable[[list[Event]], bool] = lambda log: False) -> None:
        choices = SeededDice(4)
        for number in range(most):
            side = bots.to_act(self.state)
            assert side is not None
            offers = legal_actions(self.state, side)
            action = bots.choose(self.state, offers, choices, number * bots.DICE_PER_CHOICE)
            assert action is not None
            self.act(action)
            if until(self.log):
                return

    def turn(self, event: Event, state: GameState) -> None:
        self.log.append(event)
        self.state = replace(state, seq=event.seq)

    def finished(self) -> dict[str, Any]:
        events = json.loads(encode(self.log))
        end = msgspec.to_builtins(stated_end(self.state, events))
        return {"seed": SEED.hex(), "seal": seal(SEED), "events": events, "commands": self.commands, "end": end}


def _something_happened(log: list[Event]) -> bool:
    modified = any(isinstance(event, Rolled) and event.modifiers for event in log)
    return modified and any(type(event).__name__ == "WoundsTaken" for event in log)


@functools.cache
def _finished() -> dict[str, Any]:
    """Shots with wounds, one command taken back and restored, one taken back for good, and a side that concedes."""
    play = _Play()
    play.bots(200, until=_something_happened)
    before = fold(play.log[: play.commands[-1]["head"] - 1])
    whole = play.state
    undone = Undone(seq=play.state.seq + 1, to=before.seq, by="Ann", reason="wrong target")
    play.turn(undone, before)
    play.turn(Redone(seq=play.state.seq + 1, of=undone.seq, by="Ann"), whole)
    play.turn(Undone(seq=play.state.seq + 1, to=before.seq, by="Ann"), before)
    play.act(Concede(side=SideId("b")))
    return play.finished()


def judged(log: dict[str, Any]) -> str:
    return verified(msgspec.convert(log, FinishedLog)).fault


def test_an_honest_log_is_played_again_as_it_was():
    verdict = verified(msgspec.convert(_finished(), FinishedLog))
    assert verdict.fault == ""
    assert verdict.commands == len(_finished()["commands"])
    assert verdict.dice > 10
    assert (verdict.by_hand, verdict.unchecked) == (0, ())


# ------------------------------------------------------------------ kinds of tampering


def first(log: dict[str, Any], kind: str, having: str = "", before: int = 10**6) -> dict[str, Any]:
    return next(e for e in log["events"] if e["type"] == kind and e["seq"] < before and (not having or e.get(having)))


def _all_sixes_by_hand(log: dict[str, Any]) -> None:
    for event in log["events"]:
        if event["type"] == "Rolled":
            event["dice"], event["entered_by"] = [6] * len(event["dice"]), "Ann"


def _one_face(log: dict[str, Any]) -> None:
    rolled = first(log, "Rolled")
    rolled["dice"][0] = rolled["dice"][0] % 6 + 1


def _marked_by_hand(log: dict[str, Any]) -> None:
    first(log, "Rolled")["entered_by"] = "Ann"


def _renumber(log: dict[str, Any]) -> None:
    for seq, event in enumerate(log["events"], start=1):
        event["seq"] = seq


def _drop(log: dict[str, Any], place: int) -> None:
    del log["events"][place]


def _drop_and_renumber(log: dict[str, Any], kind: str) -> None:
    log["events"].remove(first(log, kind))
    _renumber(log)


def _cut_second_half(log: dict[str, Any]) -> None:
    log["events"] = log["events"][: len(log["events"]) // 2]
    log["commands"] = [c for c in log["commands"] if c["head"] <= len(log["events"])]


def _cut_undo(log: dict[str, Any]) -> None:
    undo = [e for e in log["events"] if e["type"] == "Undone"][-1]
    log["events"].remove(undo)
    for command in log["commands"]:
        command["head"] -= command["head"] > undo["seq"]
    _renumber(log)
    log["end"]["seq"] -= 1


def _cut_last(log: dict[str, Any]) -> None:
    del log["events"][-1]


def _swap(log: dict[str, Any]) -> None:
    events = log["events"]
    events[-1], events[-2] = events[-2], events[-1]


def _set(kind: str, field: str, value: object, having: str = ""):
    def tamper(log: dict[str, Any]) -> None:
        first(log, kind, having)[field] = value

    return tamper


def _in_command(field: str, value: object, kind: str = ""):
    def tamper(log: dict[str, Any]) -> None:
        asked = [c for c in log["commands"] if not kind or c["action"]["type"] == kind]
        asked[-1]["action"][field] = value

    return tamper


def _later_command(log: dict[str, Any]) -> None:
    log["commands"][0]["head"] += 1


def _command_twice(log: dict[str, Any]) -> None:
    log["commands"].insert(1, copy.deepcopy(log["commands"][0]))


def _top(field: str, value: object):
    def tamper(log: dict[str, Any]) -> None:
        log[field] = value

    return tamper


def _end(field: str, value: object):
    def tamper(log: dict[str, Any]) -> None:
        log["end"][field] = value

    return tamper


def _winner_everywhere(log: dict[str, Any]) -> None:
    first(log, "GameEnded")["outcome"]["winner"] = log["end"]["winner"] = "b"


def _modifier(log: dict[str, Any]) -> None:
    first(log, "Rolled", "modifiers")["modifiers"][0]["value"] += 1


def _casualties(log: dict[str, Any]) -> None:
    first(log, "WoundsTaken")["wounds"] = []


def _stronger(log: dict[str, Any]) -> None:
    created = log["events"][0]
    for profile in created["profiles"].values():
        profile["ld"] = 10


def _extra(log: dict[str, Any]) -> None:
    events = log["events"]
    events.insert(-1, {**copy.deepcopy(first(log, "Rolled")), "label": "table-roll"})
    _renumber(log)


def _undo_elsewhere(log: dict[str, Any]) -> None:
    [e for e in log["events"] if e["type"] == "Undone"][-1]["to"] += 10**5


def _undo_into_a_command(log: dict[str, Any]) -> None:
    [e for e in log["events"] if e["type"] == "Undone"][-1]["to"] -= 1


TAMPERED = {
    "every face a 6, said to be thrown by hand": (_all_sixes_by_hand, "was logged, the seed gives"),
    "one face": (_one_face, "was logged, the seed gives"),
    "a sealed roll marked as thrown by hand": (_marked_by_hand, "entered_by is Ann in the log"),
    "a die left out": (lambda log: first(log, "Rolled")["dice"].pop(), "was logged, the seed gives"),
    "the label of a roll": (_set("Rolled", "label", "morale"), "label is morale in the log"),
    "the goal of a roll": (_set("Rolled", "goal", 6, "goal"), "goal is 6 in the log"),
    "the sense of a roll": (_set("Rolled", "sense", "pick", "goal"), "sense is pick in the log"),
    "what a roll made": (_set("Rolled", "made", [], "made"), "made is"),
    "the value of a modifier": (_modifier, "modifiers[0].value is"),
    "a modifier left out": (_set("Rolled", "modifiers", [], "modifiers"), "modifiers is"),
    "the rules that a roll cites": (_set("Rolled", "rules", ["ARAP-GEN-01"]), "rules"),
    "whose roll it is": (_set("Rolled", "side", "a" * 1, "side"), ""),
    "what a roll is for": (_set("Rolled", "why", "a favour"), "why is a favour in the log"),
    "casualties": (_casualties, "WoundsTaken"),
    "who was hit": (_set("WoundsTaken", "unit", "z9"), "WoundsTaken"),
    "the profile of a unit, before the battle": (_stronger, ""),
    "who may see an event": (_set("Rolled", "seen_by", ["a"]), "seen_by"),
    "the winner, in the event and the end": (_winner_everywhere, "winner is b in the log, and a by the rules"),
    "the winner as stated": (_end("winner", "b"), "the winner is a, not b"),
    "the reason as stated": (_end("reason", "a flood"), "not: a flood"),
    "the last number as stated": (_end("seq", 3), "not 3 as it says"),
    "the second half cut": (_cut_second_half, "is missing at the end"),
    "the last event cut": (_cut_last, "is missing at the end"),
    "an undo cut": (_cut_undo, "their digest is another"),
    "an undo that goes nowhere": (_undo_elsewhere, "which does not count there"),
    "an undo into the middle of a command": (_undo_into_a_command, "which does not count there"),
    "a redo of something else": (_set("Redone", "of", 2), "which it may not any more"),
    "an event left out": (lambda log: _drop(log, 4), "event 5 is missing"),
    "an event left out, the rest numbered again": (lambda log: _drop_and_renumber(log, "WoundsTaken"), "by the rules"),
    "two events in the other order": (_swap, "stands in its place"),
    "an event put in": (_extra, ""),
    "an event of another kind": (_set("WoundsTaken", "type", "AgendaChanged"), ""),
    "a field of an event that none has": (_set("Rolled", "dice", "six"), "an event cannot be read"),
    "another command": (_in_command("side", "a", "Concede"), "by the rules"),
    "a command that the rules refuse": (_in_command("side", "z", "Concede"), "the rules refuse the Concede"),
    "a command that none can read": (_in_command("type", "Cheat"), "cannot be read"),
    "a command moved": (_later_command, "nobody asked for it"),
    "a command twice": (_command_twice, "where none can begin"),
    "the commands left out": (_top("commands", []), "the commands are missing"),
    "the seed": (_top("seed", bytes(32).hex()), "not the one that was sealed"),
    "a seed that is none": (_top("seed", "six"), "not written in hexadecimal"),
    "the seal in the file": (_top("seal", seal(b"x")), "another seal"),
    "the seal in the game": (_set("GameCreated", "seal", seal(b"x")), "not the one that was sealed"),
    "the words added to the dice": (_set("GameCreated", "entropy", ["six swans"]), "the seed gives"),
    "the rule of the dice": (_set("GameCreated", "dice_rule", 1), "the seed gives"),
    "the game's id": (_set("GameCreated", "game_id", "other"), "the seed gives"),
    "the version of the rules": (_set("GameCreated", "version", "none of them"), "which this program does not have"),
    "no beginning": (lambda log: _drop(log, 0), "does not begin with a game"),
    "nothing at all": (_top("events", []), "does not begin with a game"),
}


@pytest.mark.parametrize("kind", TAMPERED)
def test_every_kind_of_tampering_is_found_and_named(kind: str):
    tamper, named = TAMPERED[kind]
    log = copy.deepcopy(_finished())
    tamper(log)
    assert log != _finished()
    fault = judged(log)
    assert fault
    assert named in fault


# ------------------------------------------------------------------ the rule of the dice


def test_the_same_action_throws_the_same_dice_and_another_throws_others():
    state = _Play().state
    one, other = Concede(side=SideId("a")), Concede(side=SideId("b"))
    thrown = [sealed_dice(SEED, state, action).throw("to-hit", 6, 30, 0) for action in (one, one, other)]
    assert thrown[0] == thrown[1] != thrown[2]


def test_a_log_of_the_first_rule_is_checked_by_its_dice_and_says_what_it_cannot_prove():
    play = _Play(dice_rule=1)
    play.bots(12)
    play.act(Concede(side=SideId("b")))
    log = play.finished()
    assert judged(log) == ""
    del log["commands"], log["end"]
    verdict = verified(msgspec.convert(log, FinishedLog))
    assert verdict.fault == ""
    assert verdict.dice > 0
    assert len(verdict.unchecked) == 2
    _one_face(log)
    assert "the seed gives" in judged(log)


# ------------------------------------------------------------------ the command


def test_the_command_says_what_it_found(tmp_path, capsys):
    paper = tmp_path / "log.json"
    log = copy.deepcopy(_finished())
    paper.write_text(json.dumps(log))
    assert verify.main([str(paper)]) == 0
    assert "all as sealed" in capsys.readouterr().out
    seed, log["seed"] = log["seed"], ""
    paper.write_text(json.dumps(log))
    assert verify.main([str(paper)]) == 0
    assert "no seed: " in capsys.readouterr().out
    log["seed"] = seed
    _one_face(log)
    paper.write_text(json.dumps(log))
    assert verify.main([str(paper)]) == 1
    assert "the seed gives" in capsys.readouterr().out
    for broken in ("{", "[]", '{"seed": 1, "events": 2}'):
        paper.write_text(broken)
        assert verify.main([str(paper)]) == 2
        assert capsys.readouterr().err.startswith("not a finished game")
