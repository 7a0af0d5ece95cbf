"""Rulings on hits of structures: broken open at their own number, or whole again. (CRU-RAM-03)"""

from __future__ import annotations

from msgspec.structs import replace

from rules.core.ids import TerrainId
from rules.core.refusal import Refusal, quoted
from rules.crusade import grounds, marks
from rules.crusade.rulings.reasons import RULE, no_reason
from rules.progress import Action, Progress
from rules.state import Event, GameState
from rules.table.terrain import Terrain


class RuleHits(Action, frozen=True, kw_only=True, tag="RuleHits"):
    """Set the hits that a structure has taken: all of its own break it open, fewer let it stand again. (CRU-RAM-03)"""

    terrain: TerrainId
    hits: int
    reason: str

    any_time = True
    host_only = True

    def check(self, state: GameState) -> Refusal | None:
        """A structure, no more hits than it has, a reason."""
        if refusal := no_reason(self.reason):
            return refusal
        piece = whole(state, self.terrain)
        made = grounds.structure(piece) if piece else None
        if piece is None or made is None:
            text = f"{quoted(self.terrain)} is no structure."
            return Refusal("no-structure", text, RULE, ", ".join(p.id for p in structures(state)) or "a structure")
        if 0 <= self.hits <= made[1]:
            return None
        return Refusal("bad-ruling", f"{self.hits} is out of range.", "CRU-RAM-03", f"0 to {made[1]}")

    def resolve(self, progress: Progress) -> None:
        """It stands, or lies open."""
        state = progress.state
        piece = whole(state, self.terrain)
        made = grounds.structure(piece) if piece else None
        assert piece
        assert made
        broken = self.hits >= made[1]
        stands = replace(piece, look="rubble", blocks_sight=False, going="open") if broken else piece
        ruled = HitsRuled(
            side=self.side,
            terrain=piece.id,
            hits=self.hits,
            was=marks.marks(state).structures.get(piece.id, 0),
            piece=replace(stands, damage=0 if broken else self.hits),
            broken=broken,
            reason=self.reason,
            rules=("CRU-RAM-03",),
        )
        progress.emit(ruled)


def whole(state: GameState, terrain: TerrainId) -> Terrain | None:
    """A piece as it stood before anything broke it."""
    forced = marks.marks(state).forced.get(terrain)
    made = next((piece for piece in state.scenario.terrain if piece.id == terrain), None)
    return forced or made or next((piece for piece in state.terrain if piece.id == terrain), None)


def structures(state: GameState) -> tuple[Terrain, ...]:
    """Pieces that are structures, or were before they were broken open."""
    known = (whole(state, piece.id) for piece in state.terrain)
    return tuple(piece for piece in known if piece is not None and grounds.structure(piece))


class HitsRuled(Event, frozen=True, kw_only=True, tag="HitsRuled"):
    """The host set the hits of a structure; the piece is as it stands then."""

    terrain: TerrainId
    hits: int
    was: int
    piece: Terrain
    broken: bool
    reason: str

    def evolve(self, state: GameState) -> GameState:
        """It stands so."""
        noted = marks.marks(state)
        forced = {key: piece for key, piece in noted.forced.items() if key != self.terrain}
        own = replace(noted, structures={**noted.structures, self.terrain: self.hits}, forced=forced)
        pieces = tuple(self.piece if piece.id == self.terrain else piece for piece in state.terrain)
        return replace(state, terrain=pieces, own=own)

    def sentence(self, state: GameState) -> str:
        """How many, what it had, and why."""
        taken = f"{self.hits} hit{'' if self.hits == 1 else 's'}"
        opened = " and is broken open" if self.broken else ""
        return f"Host: {self.piece.name} has taken {taken}{opened}, was {self.was} ({self.reason})"


ACTIONS: tuple[type[Action], ...] = (RuleHits,)
EVENTS: tuple[type[Event], ...] = (HitsRuled,)
