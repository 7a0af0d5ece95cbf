"""An open prompt as its side sees it: the question, whom it is about, the options, and what the board draws."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from django.utils.html import escape

from rules import read_in_whole
from rules.core.ids import UnitId
from rules.core.prompt import Option, Prompt
from rules.forces.unit import Unit
from rules.geometry.lengths import distance, toward
from rules.questions import units
from rules.state import GameState
from tabletop.games.board import overlays
from tabletop.games.plans import doubts
from tabletop.games.words import FIRST_TAKEN, STANDING
from tabletop.ui.board.overlay import charge, ghosts, label, legal, move_path, shape
from tabletop.ui.board.svg import path as path_data
from tabletop.ui.board.svg import scaled

ICONS = {
    "hold": "hold",
    "run": "run",
    "stand-and-fire": "standfire",
    "stand": "standfire",
    "fight": "melee",
    "fire": "shoot",
    "parry": "hold",
    "evade": "run",
    "driver": "people",
    "driver-parry": "hold",
    "ground": "crawl",
    "yes": "check",
    "no": "close",
    "clear": "run",
    "all": "standfire",
    "pursue": "charge",
    "stay": "hold",
    "halt": "hold",
    "first": "stepf",
    "last": "stepb",
    "strike": "melee",
    "several": "melee",
    "plant": "grenade",
    "krak": "grenade",
    "use": "grenade",
    "keep": "hold",
    "crew": "people",
    "split": "squad",
    "hatches": "door",
    "fire-hatches": "door",
    "all-hatches": "door",
    "intercept": "charge",
    "leave": "hold",
    "aside": "run",
    "let-pass": "hold",
}
"""Icons of options by their ids; any other has a flag, or its way's number."""

ON_THE_BOARD = frozenset({"wipeout"})
"""Kinds of prompt that are answered from the dock, by what is done on the board. (CRU-WIPE-02)"""

_CHARGES = ("reaction", "charge-reaction", "stand-and-fire")
"""Kinds of prompt that a charge opens."""


class Choice(NamedTuple):
    """One option: the number of its way on the board, its icon, its words."""

    id: str
    number: int
    icon: str
    label: str
    detail: str
    rule: str
    refused: str
    chosen: bool
    has_way: bool = False
    """Whether the board draws a way for it, under its number."""


class Side(NamedTuple):
    """A unit that the question is about, for the comparison."""

    number: str
    side: str
    name: str
    models: int
    figures: tuple[tuple[str, str], ...]
    stands: str
    """How many it is, or how it stands where every model is a unit."""


class Question(NamedTuple):
    """All that the panel of a prompt shows."""

    side: str
    side_name: str
    kind: str
    text: str
    rule: str
    unit: Side | None
    about: Side | None
    unit_id: str
    about_id: str
    choices: tuple[Choice, ...]
    sequence: str
    """What it is a part of; empty where it stands for itself."""
    steps: tuple[tuple[str, str], ...]
    """What comes in order, with the state of each: done, on, or nothing."""
    decline: str = ""
    """The option that declines, where a seat may always decline."""
    declining: str = "Decline this"
    """What that is called on its button."""
    always: bool = False
    """Whether a seat may answer alike from now on."""
    places: bool = False
    """Whether models may be dragged to other places than those proposed."""
    within: bool = False
    """Whether the board shows where they may stand; who is left outside of it gets no place."""
    note: str = ""
    """Why something is not asked that is asked of others."""
    way_from: str = ""
    """Where a way of one's own begins that may be drawn instead, in inches; empty where there is none to be drawn."""

    @property
    def on_the_board(self) -> bool:
        """Whether it leaves board and dock free, where it is answered."""
        return self.kind in ON_THE_BOARD

    @property
    def title(self) -> str:
        """What led to it, where it is part of a sequence."""
        if not self.steps or self.unit is None or self.about is None:
            return ""
        if self.kind in _CHARGES:
            said, asked = f"{self.about.name} charges ", f". How does {self.unit.name} react?"
            of_a_building = self.text.startswith(said) and self.text.endswith(asked)
            return self.text.removesuffix(asked) if of_a_building else said + self.unit.name
        return self.text.partition(": ")[0]

    @property
    def heading(self) -> str:
        """What is asked, without what the title says already."""
        asked = self.text.partition(": ")[2] if self.title and self.kind not in _CHARGES else ""
        return asked[:1].upper() + asked[1:] if asked else self.text

    @property
    def pair(self) -> tuple[Side, ...]:
        """Both units, for the comparison; one where it is asked about itself."""
        found = (self.unit, self.about if self.about_id != self.unit_id else None)
        return tuple(side for side in found if side is not None)

    @property
    def compares(self) -> bool:
        """Whether both profiles are of use: not where only a way is chosen."""
        alike = len({len(side.figures) for side in self.pair}) == 1
        return len(self.pair) > 1 and alike and not any(choice.has_way for choice in self.choices)

    @property
    def rows(self) -> tuple[Side, ...]:
        """The same with what stands under another head named: melee dice of a troop beside Hits of a vehicle."""
        return tuple(side._replace(figures=_under(self.heads, side.figures)) for side in self.pair)

    @property
    def heads(self) -> tuple[str, ...]:
        """Heads of the comparison."""
        return tuple(head for head, _ in self.unit.figures) if self.unit else ()


def _under(heads: tuple[str, ...], figures: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    pairs = zip(heads, figures, strict=False)
    return tuple((head, value if head == own else f"{value} {own.lower()}") for head, (own, value) in pairs)


def question(state: GameState) -> Question | None:
    """The open prompt of a state as one audience may know it; its options are there for its own side alone."""
    prompt = state.prompt
    if prompt is None:
        return None
    unit, about = _unit(state, prompt.unit), _unit(state, prompt.about)
    first = next((o.id for o in prompt.options if not o.refused), "")
    return Question(
        side=prompt.side,
        side_name=state.side(prompt.side).name,
        kind=prompt.kind,
        text=prompt.question,
        rule=prompt.rule,
        unit=_side(state, unit),
        about=_side(state, about),
        unit_id=unit.id if unit else "",
        about_id=about.id if about else "",
        choices=tuple(_choice(n, o, first) for n, o in enumerate(prompt.options, 1)),
        sequence=_SEQUENCES[prompt.kind][0] if prompt.kind in _SEQUENCES else "",
        steps=_SEQUENCES[prompt.kind][1] if prompt.kind in _SEQUENCES else (),
        decline="" if _says_so_itself(prompt) else prompt.decline,
        declining=_declining(state, prompt),
        always=prompt.kind in STANDING,
        places=bool(prompt.free),
        within=bool(prompt.area),
        note=prompt.note,
        way_from=_way_from(prompt, unit),
    )


def _declining(state: GameState, prompt: Prompt) -> str:
    """Where nothing is declined but another way taken, that way: evading, parrying, the first of many."""
    if prompt.kind in FIRST_TAKEN:
        return "The first listed"
    label = next((option.label for option in prompt.options if option.id == prompt.decline), "")
    return "Decline this" if read_in_whole(state.ruleset) or not label else label.partition(" with ")[0]


def _says_so_itself(prompt: Prompt) -> bool:
    """Whether options of the question itself are answers from now on, for the unit that is asked."""
    return any(prompt.option(word) is not None for word in ("always", "never"))


def _way_from(prompt: Prompt, unit: Unit | None) -> str:
    """Flights may go any way that the rules leave open. (ARAP-ROUT-02, ARAP-BREAK-02)"""
    if prompt.kind != "flee-path" or not prompt.options or unit is None or not unit.alive:
        return ""
    return f"{unit.alive[0].at[0]:.3f} {unit.alive[0].at[1]:.3f}"


_CHARGE_STEPS = (
    ("Declared", "done"),
    ("Reaction", "on"),
    ("Charge move", ""),
    ("Close combat", ""),
    ("Morale, pursuit", ""),
)
_OVERRUN_STEPS = (
    ("Contact", "done"),
    ("Fight or evade", "on"),
    ("Both roll", ""),
    ("Hits", ""),
    ("It drives on", ""),
)
_SNAP_FIRE_STEPS = (
    ("Attack", "done"),
    ("Snap fire", "on"),
    ("Fight or parry", ""),
    ("Both roll", ""),
    ("Hits", ""),
)
_PARRY_STEPS = (
    ("Attack", "done"),
    ("Snap fire", "done"),
    ("Fight or parry", "on"),
    ("Both roll", ""),
    ("Hits", ""),
)
_SEQUENCES = {
    **dict.fromkeys(_CHARGES, ("Charge sequence", _CHARGE_STEPS)),
    "overrun": ("Over-run", _OVERRUN_STEPS),
    "snap-fire": ("Melee", _SNAP_FIRE_STEPS),
    "parry": ("Melee", _PARRY_STEPS),
}
"""Kinds of prompt that stand in a sequence: its name and its steps. (ARAP-CHG-01, CRU-OVER-02, CRU-SNAP-01)"""


def _unit(state: GameState, name: UnitId | None) -> Unit | None:
    return state.units.get(name) if name else None


def _choice(number: int, option: Option, first: str) -> Choice:
    return Choice(
        id=option.id,
        number=number,
        icon=ICONS.get(option.id, "flag"),
        label=option.label,
        detail=option.detail if option.detail != option.label else "",
        rule=option.rule,
        refused=option.refused,
        chosen=option.id == first,
        has_way=len(option.path) > 1,
    )


def _side(state: GameState, unit: Unit | None) -> Side | None:
    if unit is None or not unit.models:
        return None
    figures, count = units.figures(state, unit), len(unit.alive)
    stands = f"{count} model{'s' * (count != 1)}"
    if not read_in_whole(state.ruleset):
        stands = ", ".join(f"{head.lower()} {value}" for head, value in figures)
    return Side(unit.id.upper(), unit.side, unit.name, count, figures, stands)


# ------------------------------------------------------------------ the board


def drawn(state: GameState) -> str:
    """What the open prompt draws: the charge it answers, the ways it offers, the lines in doubt."""
    prompt = state.prompt
    if prompt is None:
        return ""
    ways = "".join(_way(n, o) for n, o in enumerate(prompt.options, 1))
    area = legal(prompt.area) if prompt.area else ""
    laid = "".join(shape(ring) for ring in prompt.laid)
    judged = laid + doubts.drawn(state, prompt.doubts)
    return area + _charge(state, prompt) + ways + _standing(state, prompt) + judged


def _standing(state: GameState, prompt: Prompt) -> str:
    """Where models would stand: as proposed, and those that may be placed too where they are. (ARAP-MELEE-08)"""
    unit = _unit(state, prompt.unit)
    proposed = next((o.ghosts for o in prompt.options if o.ghosts), ())
    if unit is None or not proposed:
        return ""
    named = {name for name, _, _, _ in proposed}
    free = {name for name, _ in prompt.free}
    left = [m for m in unit.alive if m.id in free and m.id not in named]
    still = [(m.id, m.at[0] + (n if prompt.area else 0), m.at[1], m.facing) for n, m in enumerate(left)]
    return f'<g>{_ghosts(state, unit, proposed)}</g><g data-still="">{_ghosts(state, unit, still)}</g>'


def _ghosts(state: GameState, unit: Unit, places: Iterable[tuple[str, float, float, float]]) -> str:
    return "".join(
        f'<g role="img" aria-label="{m.id.upper()} would stand here">{ghosts(unit.side, [m])}</g>'
        for m in overlays.models_at(state, unit, places)
    )


def _charge(state: GameState, prompt: Prompt) -> str:
    unit, about = _unit(state, prompt.unit), _unit(state, prompt.about)
    if prompt.kind not in _CHARGES or unit is None or about is None or not unit.on_table or not about.on_table:
        return ""
    start, end = overlays.lead(about).at, overlays.lead(unit).at
    gap = distance(start, end)
    clear = min(_CLEAR_IN, gap / 4)
    return charge(about.side, toward(start, end, clear), toward(start, end, gap - clear))


_CLEAR_IN = 1.4
"""How far the arrow of a charge keeps off the models at its ends, so that they and their flags are seen; inches."""


def _way(number: int, option: Option) -> str:
    if len(option.path) < 2:
        return ""
    data = path_data(scaled(option.path))
    walked = move_path(option.path, ticks=False)
    return (
        f'<g class="way-of" data-option="{option.id}" role="img" aria-label="Way {number}: {escape(option.label)}">'
        f'<path class="way-hit" d="{data}"/>'
        f'<path class="path-o" d="{data}"/><g class="path-on">{walked}</g>'
        f"{label(option.path[-1], str(number))}</g>"
    )
