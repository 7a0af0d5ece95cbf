"""The states that a unit on foot may be in, in the order in which a card lists them, each with its rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from rules.core.ids import TerrainId, UnitId
from rules.core.unit_state import UnitState
from rules.core.words import listed
from rules.forces import traits
from rules.forces.unit import Unit, tag
from rules.state import GameState


class Row(NamedTuple):
    """When it is so, the words for it, the rule behind it."""

    name: str
    when: Callable[[GameState, Unit], object]
    words: str | Callable[[GameState, Unit], str]
    rule: str
    marked: bool = False
    """Whether the unit's token shows it."""


def that_hold(rows: Iterable[Row], state: GameState, unit: Unit) -> Iterator[UnitState]:
    """The rows that hold of a unit."""
    for row in rows:
        if row.when(state, unit):
            yield UnitState(row.name, row.words if isinstance(row.words, str) else row.words(state, unit), row.rule)


def aboard(rule: str) -> Row:
    """Riding in a vehicle, by the rule of those vehicles."""
    return Row("embarked", lambda s, u: u.aboard and not u.is_gone, _named("Aboard", lambda u: u.aboard), rule)


def clinging(rule: str) -> Row:
    """Holding on to the outside of a vehicle, by the rule of those vehicles."""
    return Row("exposed", lambda s, u: u.aboard and u.clinging, _named("Clings to", lambda u: u.aboard), rule)


def _foes(state: GameState, unit: Unit) -> str:
    melee = state.melee_of(unit.id)
    foes = [state.units[u].name for u in melee.units if state.units[u].side != unit.side] if melee else []
    return f"Locked in melee with {', '.join(foes)}" if foes else "Locked in melee"


def _suppression(state: GameState, unit: Unit) -> str:
    points = unit.s_active
    pending = f", {unit.s_pending} to come" if unit.s_pending else ""
    return f"{points} suppression point{'' if points == 1 else 's'}{pending}"


def _named(words: str, which: Callable[[Unit], UnitId | None]) -> Callable[[GameState, Unit], str]:
    """Words with the name of another unit after them."""

    def made(state: GameState, unit: Unit) -> str:
        other = which(unit)
        return f"{words} {state.units[other].name}" if other else words

    return made


def shunned(unit: Unit) -> tuple[UnitId, ...]:
    """Whom it may neither charge nor go nearer to, since one of them broke off from the other. (ARAP-BREAK-03)"""
    return () if unit.avoid is None else (unit.avoid, *unit.avoid_too)


def _apart(state: GameState, unit: Unit) -> str:
    names = " and ".join(state.units[u].name for u in shunned(unit))
    return f"Parted from {names}: neither charges nor goes nearer in its next turn"


def _in_sections(state: GameState, unit: Unit) -> str:
    """Where in houses its members are: "In A of the Mill". (BLD-SECT-01)"""
    names = {piece.id: piece.name for piece in state.terrain}
    places = dict.fromkeys(place for m in unit.alive if (place := unit.housed.get(m.id)) is not None)
    where = (
        f"{letter} of {names.get(TerrainId(house), house)}" for house, _, letter in (p.partition("/") for p in places)
    )
    return f"In {' and '.join(where)}"


def _in_lift(state: GameState, unit: Unit) -> str:
    """In which lift it is, and at which level it gets out. (BLD-LIFT-04, BLD-LIFT-05, BLD-LIFT-07)"""
    assert unit.lift is not None
    door = next((p for p in state.terrain if p.id == unit.lift.door), None)
    name = door.name if door is not None else "a lift"
    level = f" at level {door.carrier.level}" if door is not None and door.carrier is not None else ""
    if unit.lift.stuck:
        return f"Stuck in {name}: gets out{level}, rolled for as its turns begin"
    return f"In {name}: gets out{level} as its next turn begins"


def _leaning(state: GameState, unit: Unit) -> str:
    out = [tag(m.id) for m in unit.alive if unit.leans_to(m) is not None]
    return f"{listed(out)} lean{'s' if len(out) == 1 else ''} out: in no cover until activated again"


def _looking_out(state: GameState, unit: Unit) -> str:
    return f"{len(unit.shown)} of {len(unit.alive)} have shown themselves at the windows"


def part_way_up(state: GameState, unit: Unit) -> str:
    """What it hangs on, for a refusal: "is part of the way up Back Stairs". (ARAP-CLIMB-04, ARAP-LADR-01)"""
    held = {m.on_face for m in unit.alive if m.on_face}
    names = dict.fromkeys(t.name or t.climbed if t.ladder else "a face" for t in state.terrain if t.id in held)
    return f"is part of the way up {' and '.join(names) or 'a face'}"


def _heights(state: GameState, unit: Unit) -> str:
    """How high those hang who are on a face or a ladder. (ARAP-CLIMB-04, ARAP-LADR-01)"""
    heights = sorted({round(m.level_in, 2) for m in unit.alive if m.on_face}, reverse=True)
    return f"Part of the way up: {' and '.join(f'{height:.3g}″' for height in heights)}"


def _dazed(unit: Unit) -> str:
    return unit.dazed_now or unit.dazed


def _acts(state: GameState, unit: Unit) -> bool:
    return unit.side == state.active_side


ROWS: Final = (
    Row("out_of_action", lambda s, u: u.is_gone, "Out of action", "ARAP-CAS-01"),
    Row(
        "routing",
        lambda s, u: u.routing or u.flinched,
        lambda s, u: "Routing" if u.flee_moves else "Flinched, about to rout",
        "ARAP-ROUT-02",
        marked=True,
    ),
    Row("broke_off", lambda s, u: not u.is_gone and shunned(u), _apart, "ARAP-BREAK-03", marked=True),
    Row("pursuing", lambda s, u: u.pursuing, _named("Pursuing", lambda u: u.pursuing), "ARAP-PURS-01", marked=True),
    Row("engaged", lambda s, u: s.is_locked(u.id), _foes, "ARAP-MELEE-01", marked=True),
    Row("pinned", lambda s, u: u.is_pinned, "Pinned: two actions fewer", "ARAP-PIN-01", marked=True),
    Row(
        "ground",
        lambda s, u: u.gone_to_ground,
        "Gone to ground: save 1 better, no activation",
        "ARAP-GTG-02",
        marked=True,
    ),
    Row("suppressed", lambda s, u: u.s_active or u.s_pending, _suppression, "ARAP-SUPP-03", marked=True),
    Row(
        "prone",
        lambda s, u: any(m.prone for m in u.alive),
        lambda s, u: "Prone" if u.prone else "Some of them prone",
        "ARAP-PRONE-02",
        marked=True,
    ),
    Row(
        "tactical",
        lambda s, u: u.now.tactical,
        "Moving tactically: at −1 to hit, and to be hit",
        "ARAP-TACT-02",
        marked=True,
    ),
    Row("moved", lambda s, u: u.hangs, _heights, "ARAP-CLIMB-04"),
    Row(
        "prone",
        lambda s, u: any(m.sprawled for m in u.alive),
        "Fallen over: no moves, no attacks",
        "ARAP-AGIL-02",
        marked=True,
    ),
    Row("engaged", lambda s, u: u.intercepting, _named("Waits to intercept", lambda u: u.intercepting), "ARAP-INT-01"),
    Row("engaged", lambda s, u: u.bottleneck, "Bunched in a doorway: one of them fires until they move", "BLD-DOOR-05"),
    Row("engaged", lambda s, u: u.blocking, "Blocks a narrow way: +1 to hit in melee", "ARAP-MELEE-04"),
    Row("embarked", lambda s, u: u.housed, _in_sections, "BLD-SECT-01"),
    Row("embarked", lambda s, u: u.lift, _in_lift, "BLD-LIFT-04"),
    Row("moved", lambda s, u: any(u.leans_to(m) for m in u.alive), _leaning, "BLD-HIGH-02"),
    Row("moved", lambda s, u: u.shown, _looking_out, "BLD-SSHT-04"),
    Row("embarked", lambda s, u: u.section_of, _named("Section of", lambda u: u.section_of), "VEH-HULL-04"),
    Row("stunned", lambda s, u: _dazed(u) == "stunned", "Stunned in a bunker: no move, no shot", "BLD-BUNK-11"),
    Row("shaken", lambda s, u: _dazed(u) == "shaken", "Shaken in a bunker: no shot", "BLD-BUNK-11"),
    Row("hidden", lambda s, u: u.hidden, "Hidden", "ARAP-GEN-09", marked=True),
)

TURN: Final = (
    Row("bust", lambda s, u: u.now.bust and _acts(s, u), "Bust: does not act in this turn", "ARAP-ACT-03", marked=True),
    Row(
        "activated",
        lambda s, u: u.now.tried and not u.now.bust and _acts(s, u) and s.turn.active != u.id,
        "Has made its roll this turn",
        "ARAP-ACT-02",
        marked=True,
    ),
)
"""What becomes of its activation in this player turn."""


def tags(unit: Unit) -> Iterator[UnitState]:
    """What somebody has tied to it by hand."""
    for tied in unit.tags:
        known = traits.term(tied)
        yield UnitState("tagged", known.words if known else f"Tagged: {tied}", known.rule if known else "ARAP-GEN-09")
