"""Who falls where a unit partly in cover takes its wounds one by one, exactly, whatever its members are.

(ARAP-CAS-02, ARAP-GTG-02, VEH-BIKE-05)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from msgspec.structs import replace

from rules.arap.damage import riders
from rules.arap.damage.wounds_and_saves import unsaved_odds, wound_odds
from rules.core.ids import ModelId
from rules.dice.odds import Distribution
from rules.dice.odds.one_by_one import GONE, SingleHit, one_by_one
from rules.forces import riding
from rules.forces.profile import Profile
from rules.forces.unit import Model, Unit
from rules.state import GameState


class WaitingHit(NamedTuple):
    """One hit that is still to be taken: rolled to wound already or not, on somebody ("" if that is still open)."""

    strength: int
    ap: int | None
    close: bool
    wounded: bool
    victim: ModelId
    part: str
    """Rider or mount, if the shooter has chosen. (VEH-BIKE-05)"""


class _Grade(NamedTuple):
    """Members that fare alike; `name` sets those apart who are hit by name."""

    kind: tuple[str, bool]
    """Profile, and whether it has lost what it rode."""
    wounds: int
    sheltered: bool
    name: ModelId


def fallen(
    state: GameState, unit: Unit, shelter: Sequence[ModelId], hits: Sequence[WaitingHit], *, grounded: bool
) -> Distribution:
    """How many will fall; who loses only what he rides does not."""
    return _InTurn(state, unit, shelter, hits, grounded=grounded).fallen()


class _InTurn:
    def __init__(
        self, state: GameState, unit: Unit, shelter: Sequence[ModelId], hits: Sequence[WaitingHit], *, grounded: bool
    ) -> None:
        self._state, self._hits, self._grounded = state, hits, grounded
        self._named = {riders.rider_of(hit.victim) for hit in hits if hit.victim}
        self._like: dict[tuple[str, bool], Model] = {}
        """Somebody of each kind."""
        self._start = Counter(g for m in unit.alive for g in [self._grade(m, sheltered=m.id in shelter)])
        self._grades = list(dict.fromkeys(worse for grade in self._start for worse in self._down(grade)))

    def _grade(self, model: Model, *, sheltered: bool) -> _Grade:
        kind = (model.profile, model.on_foot)
        self._like[kind] = model
        return _Grade(kind, model.wounds, sheltered, model.id if model.id in self._named else ModelId(""))

    def _down(self, grade: _Grade) -> Iterator[_Grade]:
        """A grade and all that its members may come down to, on what they ride or thrown from it."""
        kinds = [grade.kind]
        if self._is_mounted(grade):
            kinds.append(self._on_foot(grade.kind))
        yield from (grade._replace(kind=k, wounds=left) for k in kinds for left in range(grade.wounds, 0, -1))

    def _on_foot(self, kind: tuple[str, bool]) -> tuple[str, bool]:
        on_foot = (kind[0], True)
        self._like.setdefault(on_foot, replace(self._like[kind], on_foot=True))
        return on_foot

    def fallen(self) -> Distribution:
        """The count of them."""
        sheltered = frozenset(n for n, grade in enumerate(self._grades) if grade.sheltered)
        start = tuple(self._start[grade] for grade in self._grades)
        return one_by_one(start, sheltered, [self._single(hit) for hit in self._hits])

    def _single(self, hit: WaitingHit) -> SingleHit:
        name = riders.rider_of(hit.victim)
        among = frozenset(n for n, grade in enumerate(self._grades) if not name or grade.name == name)
        return SingleHit([self._ends(grade, hit) for grade in self._grades], among)

    def _ends(self, grade: _Grade, hit: WaitingHit) -> dict[int, Fraction]:
        """A wound less, or thrown from what it rides."""
        model, mounted = self._like[grade.kind], self._is_mounted(grade)
        on_rider = self._on_rider(hit, mounted=mounted)
        worse = self._grades.index(grade._replace(wounds=grade.wounds - 1)) if grade.wounds > 1 else GONE
        ends = {worse: on_rider * self._hurt(self._state.profile(model), hit)}
        if mounted:
            mount = self._state.profile(replace(model, part=riding.MOUNT))
            thrown = self._grades.index(grade._replace(kind=self._on_foot(grade.kind)))
            ends[thrown] = (1 - on_rider) * self._hurt(mount, hit)
        return ends

    def _is_mounted(self, grade: _Grade) -> bool:
        return riders.is_separate(self._state, self._like[grade.kind])

    def _on_rider(self, hit: WaitingHit, *, mounted: bool) -> Fraction:
        """How likely it strikes him, not what he rides; a hit on a mount that is gone strikes nothing. (VEH-BIKE-05)"""
        if hit.victim:
            return Fraction(hit.victim == riders.rider_of(hit.victim))
        if not mounted:
            return Fraction(1)
        return Fraction(hit.part != riding.MOUNT) if hit.part and hit.close else riders.share(close=False)

    def _hurt(self, profile: Profile, hit: WaitingHit) -> Fraction:
        wounds = Fraction(1) if hit.wounded else wound_odds(profile, hit.strength, close=hit.close)
        return wounds * unsaved_odds(profile, hit.ap, grounded=self._grounded)
