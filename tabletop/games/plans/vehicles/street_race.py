"""Planning a Street Race drive: a speed, places to drive through, and the course of straights and arcs to them.

Each place is made for on the tightest turn and then straight, or in one sweep; what is left of the speed goes
straight on, so that a plan always has exactly the length that it must have.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules import Action
from rules.core.ids import SideId
from rules.core.preview import Preview
from rules.forces.unit import Unit
from rules.geometry import arcs
from rules.geometry.arcs import Pose, Stretch
from rules.geometry.lengths import Point
from rules.questions import street
from rules.questions.street import Driven
from rules.state import GameState
from rules.table.scale import TableScale, scale_of
from tabletop.games.access import actions
from tabletop.games.board import overlays
from tabletop.games.board.overlays import Overlay
from tabletop.games.plans.drafts import Draft, Made
from tabletop.games.plans.weapons import Control
from tabletop.ui.board.overlay import course_line, ghosts, label, turning
from tabletop.ui.words import inches_text

_SAMPLE_IN = 0.5
_TURNS = tuple((str(d), f"{abs(d)}° {'left' if d < 0 else 'right'}" if d else "no turn") for d in range(-45, 46, 15))


def made(state: GameState, unit: Unit, draft: Draft) -> Made:
    """The action of a draft: a drive, a slow manoeuvre, a J-turn, or a bike walked back."""
    if draft.kind == "slow":
        return {
            "type": "SlowManoeuvre",
            "unit": unit.id,
            "steps": [_step(draft, n) for n in range(1, street.slow_steps(state) + 1)],
        }
    if draft.kind == "j-turn":
        return {"type": "JTurn", "unit": unit.id, "speed": _number(draft, street.back_in(state, unit)[1])}
    if draft.kind == "walk-back":
        return {"type": "WalkBack", "unit": unit.id, "inches": _number(draft, street.walked_back_in(state, unit))}
    return _drive(state, unit, draft, chosen_speed(state, unit, draft))


def _drive(state: GameState, unit: Unit, draft: Draft, speed: float) -> dict[str, Any]:
    legs = [_leg(s) for s in course(state, unit, draft, speed)]
    return {"type": "StreetDrive", "unit": unit.id, "speed": speed, "legs": legs}


def _step(draft: Draft, number: int) -> dict[str, Any]:
    turned = draft.ticked.get(f"turn{number}", "0")
    degrees = float(turned) if turned in dict(_TURNS) else 0.0
    return {"back": draft.ticked.get(f"go{number}") == "back", "turn_deg": degrees}


def _leg(stretch: Stretch) -> dict[str, Any]:
    return {"bend": stretch.bend, "length_in": abs(stretch.length), "radius_in": stretch.radius}


def _number(draft: Draft, given: float) -> float:
    """The speed or length that was set, else the given one."""
    try:
        return float(draft.ticked.get("speed", ""))
    except ValueError:
        return given


def chosen_speed(state: GameState, unit: Unit, draft: Draft) -> float:
    """The speed that was set; without one the present speed, or as fast as it starts from a stand that way."""
    found = street.speeds(state, unit)
    turns = found.usual < found.most and found.stands and bool(draft.path or draft.ticked.get("bend"))
    usual = found.most if turns and _is_clear(state, unit, draft, found.most) else found.usual
    return round(_number(draft, usual), 2)


def _is_clear(state: GameState, unit: Unit, draft: Draft, speed: float) -> bool:
    """Whether the way that is drawn meets nothing at that speed."""
    driven = street.driven(state, actions.action(_drive(state, unit, draft, speed), unit.side))
    return driven is not None and driven.met is None


def course(state: GameState, unit: Unit, draft: Draft, speed: float) -> tuple[Stretch, ...]:
    """The way through the places that were pointed at, cut or led straight on to the length of the speed."""
    sweep, hard = bool(draft.ticked.get("sweep")), draft.ticked.get("bend", "")
    return street.course(state, unit, speed, draft.path, sweep=sweep, hard=hard)


# ------------------------------------------------------------------ controls


def controls(state: GameState, unit: Unit, draft: Draft) -> tuple[Control, ...]:
    """The speed between its limits, and how places are made for; or the three steps of a slow manoeuvre."""
    if draft.kind == "slow":
        return tuple(c for n in range(1, street.slow_steps(state) + 1) for c in _step_controls(draft, n))
    if draft.kind == "j-turn":
        least, most = street.back_in(state, unit)
        return (_slider("Speed in reverse", _number(draft, most), least, most),)
    if draft.kind == "walk-back":
        most = street.walked_back_in(state, unit)
        return (_slider("Back", _number(draft, most), 0.5, most),)
    found = street.speeds(state, unit)
    speed, now = chosen_speed(state, unit, draft), found.now
    words = {"Slower": found.least, "Faster": found.most, "Keep": now}
    if found.least < 0:
        words = {"Reverse": found.least, "Stop": 0.0, "Faster": found.most, **({"Keep": now} if now else {})}
    named = {f"{v:g}": word for word, v in words.items() if found.holds(v)}
    picks = tuple(named.items())
    buttons = (Control("speed", "Speed", f"{speed:g}", picks),) if len(picks) > 1 else ()
    return (_slider("Speed", speed, found.least, found.most), *buttons, _way_control(draft))


_BENDS = (("left", "Hard left"), ("", "Straight"), ("right", "Hard right"))


def _way_control(draft: Draft) -> Control:
    """How a place that was pointed at is made for; before one is, the whole way hard over or straight."""
    if draft.path:
        return Control("sweep", "One sweep to the place", draft.ticked.get("sweep", ""))
    return Control("bend", "The whole way", draft.ticked.get("bend", ""), _BENDS)


def _slider(word: str, value: float, least: float, most: float) -> Control:
    return Control("speed", word, f"{value:g}", span=(f"{least:g}", f"{most:g}", "0.5"))


def _step_controls(draft: Draft, number: int) -> tuple[Control, ...]:
    ways = (("on", "1″ on"), ("back", "1″ back"))
    return (
        Control(f"go{number}", f"Step {number}", draft.ticked.get(f"go{number}", "on"), ways),
        Control(f"turn{number}", "then", draft.ticked.get(f"turn{number}", "0"), _TURNS, is_list=True),
    )


def hint(state: GameState, unit: Unit, draft: Draft) -> str:
    """What may be chosen and why, in a sentence."""
    if draft.kind != "street":
        return ""
    found = street.speeds(state, unit)
    now = "Standing" if found.stands else f"At {found.now_words}"
    return f"{now}. It may choose {found.words}: {found.why}."


# ------------------------------------------------------------------ on the board


def overlay(state: GameState, unit: Unit, seen: Preview, action: Action) -> Overlay:
    """The course as it must be driven, the tightest turns to either side, where it would stand, what it would hit."""
    shown = ghosts(unit.side, overlays.models_at(state, unit, seen.ghosts))
    driven = street.driven(state, action)
    if driven is None:
        return Overlay(preview=shown)
    drawn = _course(state, driven) + overlays.rings(state, seen.marked)
    sides = [_line(driven.start, (stretch,)) for stretch in driven.tightest or ()]
    return Overlay(arcs=turning(*sides) if sides else "", preview=drawn + shown)


def rolling_on(state: GameState, side: SideId, words: Sequence[str]) -> Overlay:
    """The ways of the vehicles of a side that go on by themselves and of which that is told. (VEH-RACE-04)"""
    found = (r.way for r in street.driverless(state, side) if r.text in words)
    return Overlay(preview="".join(_course(state, way) for way in found))


def words_of_rolling(words: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """What the dock has room to say of them, and each for itself beside it where they are several. (VEH-RACE-04)"""
    if len(words) == 1:
        return words[0], ()
    return f"{len(words)} vehicles roll straight on, nobody at the wheel.", tuple(words)


def _course(state: GameState, driven: Driven) -> str:
    """A course with its length, and what it runs into."""
    start, way, met = driven.start, driven.way, driven.met
    clear = met.clear if met else way
    drawn = course_line(_line(start, clear), _ends(start, clear))
    if met is not None:
        beyond = _line(start, way)[max(0, len(_line(start, clear)) - 1) :]
        drawn += overlays.barred([met.at, *beyond]) + label(_aside(met.at), f"hits {met.name[:18]}", marked=True)
    return drawn + _labels(start, way, driven.words, scale_of(state.options))


def _line(start: Pose, way: tuple[Stretch, ...]) -> list[Point]:
    points = [(start[0], start[1])]
    for stretch in way:
        step = _SAMPLE_IN if stretch.bend != "straight" else abs(stretch.length) or 1.0
        points += [(x, y) for (x, y, _), _ in arcs.samples(start, (stretch,), step)]
        start = arcs.end_of(start, stretch)
    return points


def _ends(start: Pose, way: tuple[Stretch, ...]) -> list[Point]:
    """Where one leg passes into the next."""
    found: list[Point] = []
    for stretch in way[:-1]:
        start = arcs.end_of(start, stretch)
        found.append((start[0], start[1]))
    return found


def _labels(start: Pose, way: tuple[Stretch, ...], speed: str, scale: TableScale) -> str:
    """Length and turn of each leg at its end, the speed at the end of all."""
    drawn = []
    for stretch in way:
        middle = arcs.end_of(start, stretch._replace(length=stretch.length / 2))
        start = arcs.end_of(start, stretch)
        if abs(stretch.length) >= 1 and len(way) > 1:
            turned = abs(arcs.turn_of(stretch))
            text = inches_text(abs(stretch.length)) + (f" {turned:.0f}°" if turned else "")
            drawn.append(label(_aside((middle[0], middle[1])), text, scale=scale))
    return "".join(drawn) + label(_past(start), speed, marked=True, scale=scale)


def _aside(at: Point) -> Point:
    return (at[0] + 2.6, at[1] + 1.2)


def _past(pose: Pose) -> Point:
    return (pose[0] + 3.2, pose[1] - 1.6)
