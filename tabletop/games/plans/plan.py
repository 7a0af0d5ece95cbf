"""All that a plan shows: title, figures, groups of shots, targets, controls, and what the board draws."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.core.preview import CANNOT_HURT, CANNOT_HURT_HULL
from rules.core.refusal import Refusal
from rules.questions.drives import GroundTable
from rules.questions.weapons import FiringTable
from tabletop.games.board.overlays import EMPTY, Overlay
from tabletop.games.plans import drafts
from tabletop.games.plans.buttons import button_of
from tabletop.games.plans.doubts import DoubtNote
from tabletop.games.plans.firers import Firers, Step
from tabletop.games.plans.sections import SectionCard
from tabletop.games.plans.weapons import Control
from tabletop.games.words import Row


class Figure(NamedTuple):
    """A big figure and what it means."""

    figure: str
    meaning: str


class Group(NamedTuple):
    """One group of like weapons: what it throws, needs, and is likely to do."""

    weapon: str
    name: str
    shots: str
    need: str
    figures: tuple[Figure, ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...]
    lead: tuple[Figure, ...] = ()
    """What stands above the groups where the plan has no figures of its own: of a hit on a hull, that it is the end."""
    tick: str = ""
    """The box that lets this kind of weapon fire."""
    tone: int = 0
    """The colour of its dice where there are several groups, from 1."""
    step: Step | None = None
    """How many shots each fires, where it may be fewer. (ARAP-WPN-01)"""
    theirs: bool = False
    """Whether it is the enemy who strikes back."""
    is_hit: bool = False
    """Whether it tells what a hit or an impact does to a machine, which no throw to hit gives."""


def figures_needed(needs: Sequence[str]) -> str:
    """What several groups need, each need once: "3 or 4 or less"; two in a row apart: "2; 1, then 3 or less"."""
    once = sorted(dict.fromkeys(needs))
    if not all(need.endswith(_OR_LESS) for need in once):
        return ", ".join(once)
    if len(once) > 1 and any(_THEN in need for need in once):
        once, between = sorted(once, key=lambda need: _THEN in need), "; "
    else:
        between = " or "
    return between.join(need.removesuffix(_OR_LESS) for need in once) + _OR_LESS


_OR_LESS = " or less"
_THEN = ", then "
"""Between a roll and the one that follows a success."""
_NOT_TO_HIT = (CANNOT_HURT, CANNOT_HURT_HULL, " wounds", " glances", " penetrates")
"""What a group may need that no throw to hit gives: nothing helps, or it has hit already and meets armour."""
_SCATTERS = "scatters "
"""In what a shell needs: it is too long to be read beside a target."""


class Target(NamedTuple):
    """Something that an action may be aimed at, for the list beside the board."""

    id: str
    number: str
    side: str
    name: str
    away: str
    chosen: bool
    refusal: Refusal | None
    text: str = ""
    """What decides if it is aimed at, in a line; nothing of the one that is, whose figures stand large."""


class WayToFire(NamedTuple):
    """One way to fire at the target: what a press ticks, what it needs and promises, or why it is barred."""

    value: str
    name: str
    about: str
    rule: str
    chosen: bool
    need: str
    figures: tuple[Figure, ...]
    refusal: Refusal | None


class WayOutRow(NamedTuple):
    """A door by which people may get out: how many find a place there, or which unit bars it."""

    name: str
    room: str
    blocked: bool = False
    by: str = ""
    side: str = ""
    """Number and side of who stands there."""


class Consequence(NamedTuple):
    """One thing that comes of it on the way: whom it meets, with what, and the chances."""

    what: str
    how: str
    figures: tuple[Figure, ...]


class Plan(NamedTuple):
    """All that the plan shows."""

    kind: str
    title: str
    of: str = ""
    text: str = ""
    refusal: Refusal | None = None
    ap: int = 0
    figures: tuple[Figure, ...] = ()
    groups: tuple[Group, ...] = ()
    rows: tuple[Row, ...] = ()
    notes: tuple[str, ...] = ()
    rule: str = ""
    targets: tuple[Target, ...] = ()
    controls: tuple[Control, ...] = ()
    commit: str = ""
    """The word on the button."""
    action: str = ""
    """The action's JSON; empty while there is nothing to commit."""
    overlay: Overlay = EMPTY
    aims: str = ""
    """What a press on the ground means to it: `aiming.Meaning`."""
    warns: bool = False
    """Whether the text speaks of something that differs from what was drawn."""
    pointed: bool = False
    """Whether the board was pointed at, so that this can be taken off again."""
    firers: Firers | None = None
    """Who of a unit on foot fires, and how often."""
    fires: bool = False
    """Whether it is a shot of which the page of odds can show everything."""

    table: FiringTable | None = None
    """What fires once the hull has moved so far, where the vehicle rules have such a table."""

    ground: GroundTable | None = None
    """What each piece of ground is to it, where the vehicle rules have such a table."""

    ways: tuple[WayToFire, ...] = ()
    """How those at windows, edges and corners may fire. (BLD-HIGH-02, BLD-HIGH-03)"""

    side_view: str = ""
    """A shot at or from a high place from the side, as SVG. (BLD-HIGH-01)"""

    ways_out: tuple[WayOutRow, ...] = ()
    """The doors of what a unit gets out of, with the room before each."""

    follows: tuple[Consequence, ...] = ()
    """What comes of a way, one after another."""

    sections: tuple[SectionCard, ...] = ()
    """The sections of buildings that it may be done to, to be picked beside the target. (BLD-BUNK-05, BLD-SECT-01)"""

    doubts: tuple[DoubtNote, ...] = ()
    """What may be ruled on before dice fall."""

    turn_by: int = 15
    """Degrees of a turn by the buttons and keys."""

    needs: str = "to hit"
    """What the figures are for that its groups need."""

    vain: str = ""
    """Why it is known beforehand to fail, said large and on the button: "falls short"."""

    marks: bool = False
    """Whether what it is done to is no unit but marked on the board: a wall, a door, what a hull runs into."""

    struck: str = ""
    """The unit that a drive runs into."""

    @property
    def drop(self) -> str:
        """The word on the button that takes the latest point off again."""
        if self.aims == "way" and any(c.name == "single" and c.value for c in self.controls):
            return "Last change off"
        if self.kind == "charge" and self.aims == "point":
            return "Where it stands"
        return {"point": "Let the table aim", "spot": "No spot", "place": "Choose again"}.get(
            self.aims, "Last point off"
        )

    @property
    def draws(self) -> bool:
        """Whether a way is drawn for it, so that it can be bent and turned."""
        return button_of(self.kind).needs == "path" or self.kind in ("deploy", drafts.RULE_PLACE)

    @property
    def measures(self) -> bool:
        """Whether its way has a length and a bearing that can be typed; what is put down has only a place."""
        return self.draws and self.kind not in ("deploy", "get-out", "street", drafts.RULE_PLACE)

    @property
    def turns(self) -> bool:
        """Whether what is placed or walks turns on the spot at the end."""
        return self.kind not in drafts.STREET_KINDS

    @property
    def sends(self) -> str:
        """Where a commit is sent: a ruling goes its own way."""
        return "ruling" if self.kind == drafts.RULE_PLACE else "act"

    @property
    def loose(self) -> tuple[Control, ...]:
        """The controls that no group of shots carries in its head."""
        ticks = {group.tick for group in self.groups}
        kept = (*self.mounts, *self.guesses)
        return tuple(control for control in self.controls if control.name not in ticks and control not in kept)

    @property
    def guesses(self) -> tuple[Control, ...]:
        """The fields that nothing goes on without: how far off it is, once it is said what. (ARAP-AREA-10)"""
        aimed = self.aimed or self.pointed
        return tuple(control for control in self.controls if aimed and control.name.startswith("far:"))

    @property
    def mounts(self) -> tuple[Control, ...]:
        """The weapons of a hull that fire or not, each with its class; those that people aboard may not fire."""
        return tuple(control for control in self.controls if control.tag or control.barred)

    @property
    def deciding(self) -> tuple[Figure, ...]:
        """What decides, large beside the target: what is needed to hit, and the chances of what comes of it."""
        open_to_it = self.action or (self.text and self.refusal is None)  # a guess is still to be made
        if not open_to_it or not (self.marks or (self.aimed and self.groups)):
            return ()
        return deciding(self.figures, self.groups, self.needs)

    @property
    def aimed(self) -> bool:
        """Whether a target has been chosen."""
        return any(target.chosen for target in self.targets)


def deciding(figures: Sequence[Figure], groups: Sequence[Group], needs_for: str = "to hit") -> tuple[Figure, ...]:
    """What is needed, and the chances of what comes of it."""
    chances = dict.fromkeys(figures or (f for group in groups for f in group.figures))
    ends = [f for f in chances if not f.meaning.startswith(("hits", "to hit"))] or list(chances)
    thrown = [g for g in groups if not (g.theirs or g.is_hit or _SCATTERS in g.need)]
    needs = [g.need for g in thrown if not g.need.endswith(_NOT_TO_HIT)]
    return (*((Figure(figures_needed(needs), needs_for),) if needs else ()), *ends[:2])


NOTHING = Plan("", "")
