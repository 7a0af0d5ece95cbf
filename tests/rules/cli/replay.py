"""A battle fought through `python -m rules resolve`, step by step: each step is one document in and one out."""

import contextlib
import io
import json
from pathlib import Path
from typing import Any

import msgspec

from rules import codec
from rules.cli import resolve
from rules.codec import convert_events, convert_state
from rules.events import Rolled
from rules.state import Event, GameState


class Refused(Exception):
    """The command's answer was no: status 1 and a reason."""

    def __init__(self, error: dict[str, str]) -> None:
        super().__init__(error["message"])
        self.code, self.message, self.rule, self.allowed = (error[k] for k in ("code", "message", "rule", "allowed"))


class Replay:
    """The state that the last document led to; `act` sends the next one."""

    def __init__(self, state: GameState, folder: Path) -> None:
        self.plain: Any = json.loads(codec.encode(state))
        self.paper = folder / "step.json"

    @property
    def state(self) -> GameState:
        """The battle as it stands."""
        return convert_state(self.plain)

    def act(self, action: str, *, throws: dict[str, list[int]] | None = None, **fields: Any) -> list[Event]:
        """Resolve one action, given as its JSON, with exactly those dice by label; Refused if it may not be."""
        step = {"action": {"type": action, **fields}, "dice": throws or {}}
        self.paper.write_bytes(msgspec.json.encode({"state": self.plain, "steps": [step]}))
        out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
        with contextlib.redirect_stdout(out):
            status = resolve.main([str(self.paper)])
        out.flush()
        answer = json.loads(out.buffer.getvalue())  # type: ignore[attr-defined]
        assert answer["ok"] == (status == 0)
        if status:
            assert answer["step"] == 0
            raise Refused(answer["error"])
        self.plain = answer["state"]
        (events,) = answer["events"]
        return convert_events(events)


def rolls(events: list[Event]) -> list[tuple[str, list[int], int | None, str]]:
    """Each roll: its label, its faces, the goal and the modifiers as they are told."""
    return [
        (e.label, list(e.dice), e.goal, ", ".join(f"{m.value:+d} {m.reason}" for m in e.modifiers))
        for e in events
        if isinstance(e, Rolled)
    ]
