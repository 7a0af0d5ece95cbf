"""What waits for agreement - a seat, a taking back, a ruling, disputed dice - as an audience may know it.

Who may answer is shown a card with a picture of what it is about; the others a line.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.safestring import SafeString

from rules import Viewer, decode_action, preview, tells_of_hidden
from rules.core.ids import UnitId
from rules.state import GameState
from tabletop.games import selectors
from tabletop.games.access.rights import Audience, viewer_of
from tabletop.games.log import journal, rewound
from tabletop.games.log.rewound import Loss
from tabletop.games.models import Proposal, Table
from tabletop.games.pages.scene import Scene
from tabletop.games.plans import doubts
from tabletop.ui.board import TokenUnit, close_up, mini_board
from tabletop.ui.icons import STATUSES
from tabletop.ui.words import count_text


@dataclass(frozen=True)
class Question:
    """Something that waits for agreement, with what it would cost."""

    proposal: Proposal
    loss: Loss | None
    asks: str
    """What is asked, in words that give nothing hidden away."""
    for_host: bool = False
    """Whether the host's page may answer as well: everybody of that side is shown the buttons."""
    for_fellows: bool = False
    """Whether several people share the side that asks: one of them may have to agree as well."""
    asks_host: bool = False
    """Whether the host is who asks, so that only the others may agree."""

    seat: SeatAsked | None = None
    """What somebody who may answer is shown of a seat that is asked for."""
    picture: SafeString | None = None
    """Where on the table it is."""
    again: tuple[Again, ...] = ()
    """Who would stand otherwise again, after a taking back."""
    by_host: bool = False
    """Whether the page is that of the host, who may rule otherwise than was asked."""

    @property
    def is_about(self) -> str:
        """The kind of card: "back", "ruling", or nothing for what has another."""
        kinds = {Proposal.Kind.UNDO: "back", Proposal.Kind.REDO: "back", Proposal.Kind.RULING: "ruling"}
        return kinds.get(Proposal.Kind(self.proposal.kind), "")


@dataclass(frozen=True)
class SeatAsked:
    """A seat that somebody asks for, as who may give it sees the table."""

    side_name: str
    units: int
    picture: SafeString
    holders: Sequence[selectors.Sitter]
    host: selectors.Sitter | None
    """The host, where another than who sits there."""
    known: bool
    """Whether they have sat at this table before."""

    @property
    def names(self) -> str:
        """Who sits there."""
        return " and ".join(holder.name for holder in self.holders)


class Again(NamedTuple):
    """A unit that would stand as before, and how: "2 models stand again"."""

    unit: TokenUnit
    """With the models alone that would stand otherwise."""
    how: str


def questions(table: Table, audience: Audience, sitters: Sequence[selectors.Sitter]) -> list[Question]:
    """What waits for agreement now, as an audience may know it; `sitters` are who sits at the table."""
    seated = [sitter for sitter in sitters if sitter.side]
    sides = [sitter.side for sitter in seated]
    shared = {side for side in sides if sides.count(side) > 1}
    host_sides = {sitter.side for sitter in seated if sitter.host}
    return [
        _question(table, audience, p, sitters, is_shared=p.side in shared, host_sides=host_sides)
        for p in selectors.open_proposals(table)
    ]


def _question(
    table: Table,
    audience: Audience,
    asked: Proposal,
    sitters: Sequence[selectors.Sitter],
    *,
    is_shared: bool,
    host_sides: Iterable[str],
) -> Question:
    viewer = viewer_of(audience)
    hides = asked.kind == Proposal.Kind.RULING and _tells_of_hidden(table, viewer, asked)
    answers = audience not in ("public", "screen") and (audience != asked.side or is_shared)
    again: tuple[Again, ...] = ()
    if answers and not hides:
        again = _concerned(table, audience, asked)
    loss = rewound.loss(table, viewer, asked.to, table.seq) if asked.kind == Proposal.Kind.UNDO else None
    return Question(
        asked,
        loss,
        "for a ruling on something that you do not see" if hides else _asks(asked, loss),
        for_fellows=is_shared,
        for_host=asked.kind == Proposal.Kind.SEAT and audience in host_sides,
        asks_host=asked.side in host_sides,
        seat=_seat(table, audience, asked, sitters) if _gives(asked, audience, host_sides) else None,
        picture=_picture(table, audience, asked, again) if again else None,
        again=again if asked.kind == Proposal.Kind.UNDO else (),
        by_host=not hides and (audience == "host" or audience in host_sides),
    )


def _asks(asked: Proposal, loss: Loss | None) -> str:
    return f"to take back to before “{loss.first.headline}”" if loss and loss.first else asked.asks


class Rewound(NamedTuple):
    """The card of somebody whose game was taken back by another."""

    picture: SafeString | None
    again: tuple[Again, ...]


def rewound_card(
    table: Table, audience: Audience, lost: Loss | None, sitters: Sequence[selectors.Sitter]
) -> Rewound | None:
    """What somebody is shown whose actions another has taken back; None for everybody else."""
    if lost is None or audience in ("public", "screen", lost.back_by) or audience not in lost.sides:
        return None
    if {sitter.name for sitter in sitters if sitter.side == audience} == {lost.by}:  # who plays both sides knows
        return None
    then, before = (Scene.of(audience, journal.state_at(table, seq)) for seq in (table.seq, table.seq - 1))
    again = _all_again(then, before)
    return Rewound(_close_up(then, again), again)


def _tells_of_hidden(table: Table, viewer: Viewer, asked: Proposal) -> bool:
    return tells_of_hidden(journal.state_at(table, table.seq), viewer, decode_action(asked.action))


# ------------------------------------------------------------------ a seat


def _gives(asked: Proposal, audience: Audience, host_sides: Iterable[str]) -> bool:
    """Whether that page may give the seat that is asked for."""
    return asked.kind == Proposal.Kind.SEAT and (audience in (asked.action, "host") or audience in host_sides)


def _seat(table: Table, audience: Audience, asked: Proposal, sitters: Sequence[selectors.Sitter]) -> SeatAsked:
    scene = Scene.of(audience, journal.state_at(table, table.seq))
    name = dict(selectors.facts(table).sides).get(asked.action, asked.action.upper())
    own = [token for token in scene.tokens if token.side == asked.action]
    holders = [sitter for sitter in sitters if sitter.side == asked.action]
    return SeatAsked(
        side_name=name,
        units=len(own),
        picture=mini_board(ground=scene.ground, units=scene.tokens, label=f"Board: {len(own)} units of {name}"),
        holders=holders,
        host=next((sitter for sitter in sitters if sitter.host and sitter not in holders), None),
        known=selectors.has_been_here(table, asked.person),
    )


# ------------------------------------------------------------------ on the board


def _concerned(table: Table, audience: Audience, asked: Proposal) -> tuple[Again, ...]:
    """Whom a taking back puts back, or the unit that a ruling is about."""
    now = Scene.of(audience, journal.state_at(table, table.seq))
    if asked.kind == Proposal.Kind.UNDO:
        return _all_again(Scene.of(audience, journal.state_at(table, asked.to)), now)
    if asked.kind == Proposal.Kind.RULING:
        about = [asked.ruling.get(name) for name in ("unit", "target")]
        return tuple(Again(token, "") for token in now.tokens if token.id in about)
    return ()


def _all_again(then: Scene, now: Scene) -> tuple[Again, ...]:
    here = {token.id: token for token in now.tokens}
    return tuple(again for token in then.tokens if (again := _again(token, here.get(token.id))) is not None)


def _again(then: TokenUnit, now: TokenUnit | None) -> Again | None:
    """How a unit would stand as it did, if that is otherwise than it stands now."""
    there = {model.id: (model.x, model.y) for model in now.models} if now is not None else {}
    gone = tuple(model for model in then.models if model.id not in there)
    moved = tuple(model for model in then.models if there.get(model.id, (model.x, model.y)) != (model.x, model.y))
    if gone:
        stands = "stands" if len(gone) == 1 else "stand"
        return Again(then._replace(models=gone), f"{count_text(len(gone), 'model')} {stands} again")
    if moved:
        return Again(then._replace(models=moved), "back where it stood")
    if now is not None and (words := _otherwise(set(then.statuses), set(now.statuses))):
        return Again(then, words)
    return None


def _otherwise(then: set[str], now: set[str]) -> str:
    """The states that a unit would lose and get."""
    lost = [f"no longer {STATUSES[name].word.lower()}" for name in sorted(now - then)]
    got = [f"{STATUSES[name].word.lower()} again" for name in sorted(then - now)]
    return ", ".join([*lost, *got])


def _picture(table: Table, audience: Audience, asked: Proposal, concerned: Sequence[Again]) -> SafeString | None:
    scene = Scene.of(audience, journal.state_at(table, table.seq))
    return _close_up(scene, concerned, _doubts(scene.state, asked.ruling))


def _doubts(state: GameState, ruling: Mapping[str, object]) -> str:
    """The doubtful lines and figures of the shot that a ruling is about. (ARAP-SHOOT-03, ARAP-TMPL-06)"""
    unit, target = (state.units.get(UnitId(str(ruling.get(name)))) for name in ("unit", "target"))
    if ruling.get("type") != "RuleShot" or unit is None or target is None:
        return ""
    action = {"type": "Shoot", "side": unit.side, "unit": unit.id, "target": target.id}
    return doubts.drawn(state, preview(state, decode_action(json.dumps(action))).doubts)


def _close_up(scene: Scene, concerned: Sequence[Again], over: str = "") -> SafeString | None:
    units = [again.unit for again in concerned if again.unit.models]
    if not units:
        return None
    text = "; ".join(f"{again.unit.number} {again.unit.name} {again.how}".strip() for again in concerned)
    return close_up(ground=scene.ground, units=scene.tokens, returning=units, label=f"Board: {text}", over=over)
