"""How those at windows, edges and corners may fire, and what each way promises. (BLD-HIGH-02, BLD-HIGH-03)"""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec import structs

from rules.arap.shooting.plan import Reach
from rules.arap.shooting.shoot import Shoot
from rules.buildings.shooting import reaching
from rules.core.ids import ModelId
from rules.core.preview import ShotLine
from rules.core.refusal import Refusal
from rules.forces.unit import Unit
from rules.progress import Action
from rules.state import GameState

WORDS: Final[dict[Reach, tuple[str, str, str]]] = {
    "": ("From cover", "Keeps the cover that it has.", "BLD-HIGH-01"),
    "lean": ("Lean out", "Nothing is too near; no cover until it is activated again.", "BLD-HIGH-02"),
    "wild": ("Blind, held out", "At BS1; pistols and basic weapons alone. Keeps its cover.", "BLD-HIGH-03"),
}
"""Each way to fire: what it is called, what it means, its rule."""


class WayOfFire(NamedTuple):
    """One way to fire at a target: its shots, or why it is barred."""

    reach: Reach
    name: str
    about: str
    rule: str
    shots: tuple[ShotLine, ...]
    refusal: Refusal | None


def able(state: GameState, unit: Unit) -> dict[ModelId, tuple[Reach, ...]]:
    """Who of a unit can lean out, or hold his weapon out blind."""
    if unit.is_vehicle or not unit.on_table:
        return {}
    reaches: tuple[Reach, ...] = ("lean", "wild")
    found = {m.id: tuple(r for r in reaches if reaching.can_reach(state, m, r)) for m in unit.alive}
    return {model: ways for model, ways in found.items() if ways}


def ways(state: GameState, action: Action) -> tuple[WayOfFire, ...]:
    """The same shot by everybody from cover, leaning out, blind; none where nobody can do any of that."""
    if not isinstance(action, Shoot):
        return ()
    who = able(state, state.units[action.unit])
    return tuple(_way(state, action, reach, who) for reach in WORDS) if who else ()


def _way(state: GameState, shot: Shoot, reach: Reach, who: dict[ModelId, tuple[Reach, ...]]) -> WayOfFire:
    those = tuple(model for model, each in who.items() if reach in each)
    if reach and not those:
        barred = Refusal("no-edge", "Nobody stands at a window or an edge.", WORDS[reach][2], "a window, an edge")
        return WayOfFire(reach, *WORDS[reach], (), barred)
    tried = structs.replace(
        shot,
        leaning=those if reach == "lean" else (),
        wild=those if reach == "wild" else (),
        models=those if reach else (),
    )
    seen = tried.preview(state)
    return WayOfFire(reach, *WORDS[reach], seen.shots, seen.refusal)
