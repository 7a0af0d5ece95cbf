"""What the first page and the form beside it offer: a battle under way with its first act planned, the exhibition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from django.utils.safestring import SafeString

from rules import view
from rules.core.ids import SideId
from rules.questions.house import HouseOption
from rules.questions.scenarios import round_word
from rules.questions.units import score
from rules.state import GameState
from tabletop.accounts.people import NOBODY
from tabletop.games.access.rights import viewer_of
from tabletop.games.board import drawing
from tabletop.games.house import exhibition, openings
from tabletop.games.house.bills import BILLS
from tabletop.games.log import entries, journal
from tabletop.games.models import Table
from tabletop.games.panels import club_screen
from tabletop.games.panels.advice import draft_of
from tabletop.games.plans import drafts
from tabletop.games.plans.plan import NOTHING, Figure, Plan
from tabletop.games.rulesets import pages
from tabletop.games.tables.listing import TableCard, cards
from tabletop.ui.board import board

UNDER_WAY: Final = "under-way"
"""The battle that waits in its middle."""

PACES: Final = (
    (Table.Pace.EASY, "Easy", "3 seconds between acts"),
    (Table.Pace.QUICK, "Quick", "1 second between acts"),
    (Table.Pace.WAIT, "Wait for me", "each act waits until you have seen it"),
)


class Battle(NamedTuple):
    """One battle that may be chosen."""

    id: str
    name: str
    about: str
    sides: tuple[str, str]


def battles(ready: Table | None) -> tuple[Battle, ...]:
    """The one that is under way first, then those that begin at their start."""
    turn = journal.state_at(ready, ready.seq).turn.number if ready else 4
    under_way = Battle(UNDER_WAY, f"Harrow Ford, from turn {turn}", "you are at it at once, 20 min", BILLS[0].sides)
    rest = (Battle(bill.id, f"{bill.scenario}, from the start", bill.about, bill.sides) for bill in BILLS)
    return (under_way, *rest)


class Close(NamedTuple):
    """How a small picture shows the shot alone: so many times as large, about a point in percent of the whole."""

    times: float
    across: float
    down: float


@dataclass(frozen=True)
class Opening:
    """A battle under way: its picture with the planned shot, and how it stands."""

    picture: SafeString
    close: Close
    headline: str
    standing: str
    figures: tuple[Figure, ...]
    side: str
    sides: tuple[tuple[str, str, int], ...]
    """Letter, name and score of each."""


def opening() -> Opening | None:
    """What the first page shows of the battle that the next newcomer takes over."""
    table = openings.ready()
    return _opening(table.game_id, table.pk, table.seq) if table else None


@lru_cache(maxsize=16)
def _opening(game_id: str, pk: int, seq: int) -> Opening:
    table = Table.objects.get(pk=pk, game_id=game_id)
    side = SideId(openings.first_side(table))
    state = view(journal.state_at(table, seq), side)
    option = openings.planned(table)
    plan: Plan = pages.of(state).plan(state, side, drafts.read(draft_of(option))) if option else NOTHING
    unit = state.units[option.unit].name if option and option.unit else "Your unit"
    target = state.units[option.target].name if option and option.target else "an enemy"
    level = [score(state, each.id) for each in state.sides]
    where = f"in {round_word(state.ruleset)} {state.turn.number} of {state.scenario.turn_limit}"
    told_so = _score_in_words(level)
    ground = drawing.ground_of(state)
    part = _part(state, option)
    drawn = board(
        ground=ground,
        units=drawing.units(state),
        objectives=drawing.objectives(state),
        sides=tuple(each.id for each in state.sides),
        focus="none",
        arcs=plan.overlay.arcs,
        preview=plan.overlay.preview,
        facings=plan.overlay.facings,
        view_box=part,
        still=True,
    )
    figures = plan.figures or tuple(figure for group in plan.groups for figure in group.figures)
    return Opening(
        picture=drawn,
        close=_close(state, option, part),
        headline=f"{unit} has {target} in its sights." if any(map(_may_be, figures)) else f"{unit} is in your hands.",
        standing=f"You take over at {table.name} {where}, {told_so}. About 20 minutes. No account, nothing to install.",
        figures=figures[:3],
        side=side,
        sides=tuple((each.id, each.name, score(state, each.id)) for each in state.sides),
    )


def _may_be(figure: Figure) -> bool:
    """Whether a chance or an average is more than none."""
    return any(sign in "123456789" for sign in figure.figure)


def _score_in_words(scores: Sequence[int]) -> str:
    if not any(scores):
        return "nothing scored yet"
    stands = " : ".join(map(str, scores))
    return f"level at {stands}" if len(set(scores)) == 1 else f"at {stands}"


_RATIO: Final = 330 / 594
"""Height to width of the picture."""


_CLOSEST: Final = 2.0
_ROUND_IN: Final = 12.0
"""How much closer a small picture is at most, and inches of the table that it shows besides the shot."""


def _close(state: GameState, option: HouseOption | None, part: tuple[float, float, float, float]) -> Close:
    """Of the picture that shows that part of the table."""
    ends = _ends(state, option)
    if not ends:
        return Close(1.0, 50, 50)
    left, top, wide, high = part
    x, y = (sum(places) / len(ends) * 10 for places in zip(*ends, strict=True))
    across, down = (max(places) - min(places) + _ROUND_IN for places in zip(*ends, strict=True))
    times = max(1.0, min(_CLOSEST, wide / (across * 10), high / (down * 10)))
    return Close(round(times, 2), *(_origin(100 * at, times) for at in ((x - left) / wide, (y - top) / high)))


def _origin(percent: float, times: float) -> float:
    """The point about which it grows, so that what is there comes to the middle, as far as the picture reaches."""
    if times <= 1:
        return 50
    return round(min(100.0, max(0.0, (percent * times - 50) / (times - 1))), 1)


def _ends(state: GameState, option: HouseOption | None) -> list[tuple[float, float]]:
    """Where who fires stands, and who is fired at."""
    return [state.units[unit].alive[0].at for unit in (option.unit, option.target) if unit] if option else []


def _part(state: GameState, option: HouseOption | None) -> tuple[float, float, float, float]:
    """As much of the table as fits, its whole width or height, with the shot in its middle; in drawing units."""
    wide, high = state.scenario.width_in * 10, state.scenario.height_in * 10
    shown = min(high, wide * _RATIO)
    ends = _ends(state, option)
    middle = sum(y for _, y in ends) / len(ends) * 10 if ends else high / 2
    return (0, min(max(0, middle - shown / 2), high - shown), wide, shown)


class Shown(NamedTuple):
    """The exhibition on the first page."""

    card: TableCard
    last: str
    """What happened just now."""
    resting: bool


def shown(table: Table) -> Shown:
    """How the exhibition stands, as everybody may see it."""
    entry = next(iter(entries.latest(table, viewer_of("public"), table.seq, limit=1)), None)
    return Shown(
        cards([table], NOBODY)[table.pk], club_screen.headline(entry)[0] if entry else "", exhibition.is_resting(table)
    )
