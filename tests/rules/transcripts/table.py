"""A table on which every step goes through `python -m rules resolve`, and what a step has to bring."""

import io
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stdout
from typing import Any, NamedTuple, TypeVar

import pytest

from rules.cli.commands import main

Json = dict[str, Any]
Test = TypeVar("Test", bound=Callable[..., None])
SHOWN_IN = 0.0075
"""Places are told to the hundredth of an inch."""


class Die(NamedTuple):
    """One roll as it has to fall: label, natural faces, goal, dice that made it (or a test's total and outcome)."""

    label: str
    faces: Sequence[int]
    goal: int | None = None
    made: int | None = None
    mods: Sequence[tuple[int, str]] = ()
    """Modifiers in order: how much, by which rule."""
    total: int | None = None
    sides: int = 6


class Told(NamedTuple):
    """What the command line answered to one step."""

    status: int
    events: list[Json]
    before: Json
    after: Json
    error: Json | None

    def of(self, kind: str) -> list[Json]:
        """Events of one type, in order."""
        return [e for e in self.events if e["type"] == kind]

    def one(self, kind: str) -> Json:
        """The only event of one type."""
        (found,) = self.of(kind)
        return found

    @property
    def rolls(self) -> list[Die]:
        """Every roll of the step."""
        return [_die(e) for e in self.of("Rolled")]

    @property
    def fallen(self) -> list[str]:
        """Models lost, in the order in which they fell."""
        return [w["model"] for e in self.of("WoundsTaken") for w in e["wounds"] if w["left"] == 0]

    @property
    def cited(self) -> set[str]:
        """Every rule that an event or a modifier names."""
        named = {rule for e in self.events for rule in e.get("rules", ())}
        return named | {m["rule"] for e in self.of("Rolled") for m in e.get("modifiers", ())}

    def unit(self, unit: str) -> Json:
        """A unit as it is after the step."""
        return self.after["units"][unit]  # type: ignore[no-any-return]

    def places(self, unit: str) -> dict[str, tuple[float, float]]:
        """Where a unit's living models stand after the step."""
        return {m["id"]: tuple(m["at"]) for m in self.unit(unit)["models"] if m["wounds"] > 0}  # type: ignore[misc]

    def facings(self, unit: str) -> set[float]:
        """Which ways they face."""
        return {m["facing"] for m in self.unit(unit)["models"] if m["wounds"] > 0}


def _die(event: Json) -> Die:
    made = event.get("made")
    return Die(
        event["label"],
        tuple(event["dice"]),
        event.get("goal"),
        sum(die is True for die in made) if made else (0 if event.get("goal") is not None else None),
        tuple((m["value"], m["rule"]) for m in event.get("modifiers", ())),
        event.get("total"),
        event.get("sides", 6),
    )


def roll(
    label: str,
    faces: Sequence[int],
    goal: int | None = None,
    made: int | None = None,
    *mods: tuple[int, str],
    total: int | None = None,
    sides: int = 6,
) -> Die:
    """A roll that is expected."""
    return Die(label, tuple(faces), goal, made, mods, total, sides)


def resolve(document: Json) -> tuple[int, Json]:
    """The command itself, in this process: exit status and answer."""
    given, said = sys.stdin, io.TextIOWrapper(io.BytesIO())
    sys.stdin = io.TextIOWrapper(io.BytesIO(json.dumps(document).encode()))
    try:
        with redirect_stdout(said):
            status = main(["resolve", "-"])
    finally:
        sys.stdin = given
    return status, json.loads(said.buffer.getvalue())  # type: ignore[attr-defined]


class Table:
    """The state as JSON, carried from one call of the command to the next."""

    def __init__(self, setup: Json, options: Json) -> None:
        self.state, self.options = setup, options

    def do(self, *acts: tuple[Json, Mapping[str, Sequence[int]]]) -> Told:
        """Actions with the dice of each, one call of the command for each; a refusal ends the step."""
        before, events = self.state, []
        for action, dice in acts:
            document = {"state": self.state, "options": self.options, "steps": [{"action": action, "dice": dice}]}
            status, answer = resolve(document)
            if not answer["ok"]:
                return Told(status, events, before, self.state, answer["error"])
            events += answer["events"][0]
            self.state = answer["state"]
        return Told(0, events, before, self.state, None)


def expect(
    scene: Told,
    *rolls: Die,
    fallen: Sequence[str] = (),
    places: Mapping[str, tuple[float, float]] | None = None,
    units: Mapping[str, Json] | None = None,
    ap: int | None = None,
    rules: Sequence[str] = (),
) -> None:
    """The step was allowed, with exactly these rolls and losses; places, states, points and rules as given."""
    assert scene.error is None, scene.error
    assert scene.rolls == list(rolls)
    assert scene.fallen == list(fallen)
    for model, at in (places or {}).items():
        assert scene.places(model.split(".")[0])[model] == pytest.approx(at, abs=SHOWN_IN), model
    for unit, fields in (units or {}).items():
        now = scene.unit(unit)
        assert {key: now.get(key) for key in fields} == fields, unit
    if ap is not None:
        assert scene.after["turn"]["ap"] == ap
    assert not set(rules) - scene.cited


def refused(scene: Told, code: str, rule: str, message: str, allowed: str) -> None:
    """The last action of the step was refused with exactly that, by exit status 1."""
    assert scene.status == 1
    assert scene.error == {"code": code, "message": message, "rule": rule, "allowed": allowed}


# ------------------------------------------------------------------ setting up


def a_unit(
    unit: str, name: str, profile: Json, places: Sequence[tuple[float, float]], facing: float, **more: Any
) -> Json:
    """A unit of one profile; `arms` gives each model its weapons, by number of the model, else all have `weapons`."""
    weapons, arms = more.pop("weapons", ()), more.pop("arms", {})
    models = [
        {
            "id": f"{unit}.{n}",
            "profile": unit,
            "weapons": list(arms.get(n, weapons)),
            "at": list(at),
            "facing": facing,
            "wounds": profile.get("w", 1),
        }
        for n, at in enumerate(places, 1)
    ]
    made = {"id": unit, "side": unit[0], "name": name, "models": models, "deployed": True, "n_start": len(models)}
    return {**made, **more, "_profile": {"id": unit, "name": name, **profile}}


def a_state(units: Sequence[Json], weapons: Sequence[Json], scenario: Json, edges: Mapping[str, str]) -> Json:
    """Side A's activation phase of game turn 1."""
    names = {"a": "Northmarch", "b": "Saltmere"}
    return {
        "scenario": scenario,
        "profiles": {u["id"]: u["_profile"] for u in units},
        "weapons": {w["id"]: {"name": w["id"], **w} for w in weapons},
        "sides": [{"id": s, "name": names[s], "edge": edge} for s, edge in edges.items()],
        "units": {u["id"]: {k: v for k, v in u.items() if k != "_profile"} for u in units},
        "turn": {"number": 1, "order": ["a", "b"], "place": 0, "phase": "activation"},
    }


def way(*points: Sequence[float]) -> list[Json]:
    """A path's waypoints, each (x, y) or (x, y, facing)."""
    return [{"at": list(p[:2]), **({"facing": p[2]} if len(p) > 2 else {})} for p in points]


def activated(unit: str, faces: Sequence[int]) -> tuple[Json, Mapping[str, Sequence[int]]]:
    """A unit tries to act on as many dice as are told."""
    return act("Activate", unit, dice=len(faces)), {"activation": faces}


def end(side: str) -> Json:
    """The side activates nobody any more."""
    return {"type": "EndActivation", "side": side}


def act(kind: str, unit: str, **fields: Any) -> Json:
    """An action of a unit, asked by its side."""
    return {"type": kind, "side": unit[0], "unit": unit, **fields}


def stand(facing: float, **places: tuple[float, float]) -> list[Json]:
    """Where models are to end, all facing one way; written a1_2=(x, y)."""
    return [{"model": name.replace("_", "."), "at": list(at), "facing": facing} for name, at in places.items()]


def place(unit: str, placements: Sequence[Json]) -> Json:
    """The host puts models where the tale has them."""
    return act("RulePlace", unit, placements=list(placements), reason="as the tale has it")


def answer(side: str, choice: str, placements: Sequence[Json] = ()) -> Json:
    """The answer to a prompt, with places where it asks for them."""
    given = {"placements": list(placements)} if placements else {}
    return {"type": "Answer", "side": side, "choice": choice, **given}


# ------------------------------------------------------------------ a whole tale

Act = tuple[Json, Mapping[str, Sequence[int]]]


class Script:
    """A tale's steps in order: each is written over the test that looks at what it brought."""

    def __init__(self) -> None:
        self.acts: dict[int, Sequence[Act]] = {}

    def step(self, number: int, *acts: Act) -> Callable[[Test], Test]:
        """Step `number` of the tale: actions with their dice."""

        def written(test: Test) -> Test:
            assert number == len(self.acts) + 1, "steps stand in order"
            self.acts[number] = acts
            test.step = number  # type: ignore[attr-defined]
            return test

        return written

    def play(self, table: Table) -> dict[int, Told]:
        """All of it, once."""
        return {number: table.do(*acts) for number, acts in self.acts.items()}
