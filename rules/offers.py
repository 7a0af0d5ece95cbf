"""What a side may do now, and for what it may not do, why."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from types import ModuleType
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from rules.core.ids import SideId, UnitId
from rules.core.kept import on_these_grounds
from rules.core.refusal import Refusal
from rules.progress import Action
from rules.state import GameState


class Offer(Struct, frozen=True, kw_only=True):
    """One thing to do: the action as it could be sent, or why not.

    `kind` names the button ("move", "shoot", "charge", ...); several offers may share one.
    """

    kind: str
    unit: UnitId | None = None
    target: UnitId | None = None
    label: str = ""
    ap: int = 0
    action: Action | None = None
    refusal: Refusal | None = None
    tried: Action | None = None
    """What was refused: another way of doing the same costs as much."""


def offered(
    state: GameState,
    action: Action,
    *,
    kind: str,
    unit: UnitId | None = None,
    target: UnitId | None = None,
    ap: int = 0,
    label: str = "",
) -> Offer:
    """The action as an offer: itself if it is legal, its refusal if not."""
    refusal = action.check(state)
    made = Offer(kind=kind, unit=unit, target=target, ap=ap, label=label, refusal=refusal)
    return replace(made, tried=action) if refusal else replace(made, action=action)


class Lister(NamedTuple):
    """A function that lists what a side may do, in a stable order, and of which kinds that may be; none named: any."""

    offers: Callable[[GameState, SideId], Iterable[Offer]]
    kinds: tuple[str, ...] = ()


def listed(
    files: tuple[ModuleType, ...], state: GameState, side: SideId, kinds: frozenset[str] | None = None
) -> Iterator[Offer]:
    """What rule files offer, one after the other: by their `offers`, or by several `LISTERS`.

    Where only some kinds are asked for, those are passed over that say in `OFFERED` that they list none of them. What
    one of them lists is kept on the state: who acts and who may react to it ask for the same.
    """
    known = on_these_grounds(state, "offers by lister")
    for lister in _listers(files):
        if kinds is None or not lister.kinds or not kinds.isdisjoint(lister.kinds):
            asked = (lister.offers, side)
            found: tuple[Offer, ...] | None = known.get(asked)
            if found is None:
                found = known[asked] = tuple(lister.offers(state, side))
            yield from found


@lru_cache(maxsize=64)
def _listers(files: tuple[ModuleType, ...]) -> tuple[Lister, ...]:
    return tuple(lister for file in files for lister in _listers_of(file))


def _listers_of(file: ModuleType) -> tuple[Lister, ...]:
    several: tuple[Lister, ...] | None = getattr(file, "LISTERS", None)
    if several is not None:
        return several
    lister = getattr(file, "offers", None)
    return () if lister is None else (Lister(lister, tuple(getattr(file, "OFFERED", ()))),)
