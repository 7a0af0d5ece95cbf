"""Events that several rule modules share: points spent, models moved, wounds taken, units gone."""

from __future__ import annotations

import math
from collections.abc import Container

from msgspec import Struct
from msgspec.structs import replace

from rules.arap import version_1
from rules.core.ids import ModelId, UnitId
from rules.core.words import at_a_cost
from rules.forces.unit import Unit
from rules.geometry import rings
from rules.geometry.facings import turn
from rules.state import Event, GameState, Placement, Tally


class PointsSpent(Event, frozen=True, kw_only=True, tag="PointsSpent"):
    """The active unit pays action points. (ARAP-ACT-07)"""

    points: int
    action: str
    """What for, as kept in `last_action`: "move", "shoot", "charge", "aim", ..."""

    def evolve(self, state: GameState) -> GameState:
        """Fewer points left; the unit's last action is noted."""
        assert self.unit is not None
        unit = state.units[self.unit]
        at_doors = unit.now.at_doors if self.action == "door" else ()
        unit = replace(unit, now=replace(unit.now, last_action=self.action, at_doors=at_doors))
        state = state.with_unit(unit).with_turn(ap=max(0, state.turn.ap - self.points))
        return self._noted(state) if state.turn.script is not None else state

    def _noted(self, state: GameState) -> GameState:
        """What the first of a squadron does is noted; the others have done so much of it. (VEH-JOIN-12)"""
        turn = state.turn
        script = turn.script or ()
        if turn.lead:
            return state.with_turn(script=(*script, self.action))
        left = script[turn.step :]
        return state.with_turn(step=turn.step + left.index(self.action) + 1) if self.action in left else state


class ModelsMoved(Event, frozen=True, kw_only=True, tag="ModelsMoved"):
    """Models of one unit stand elsewhere.

    `path` is what the anchor walked (x, y, facing), for animation and for rules that look at the way; `length_in`
    is its length, `spent_in` the allowance used. `how`: move, crawl, tactical, charge, flee, flinch, pursuit, run,
    close-up, place, intercepted, drive, street, coast, career, drift, thrown, crazed, leave, board, climb, rappel,
    jump-down, jump, leap, ladder, door, swim, aside, follow, swing, tumble, walk-back, slow-turn, leave-house,
    enter-house, thrown-out, storm, repelled, consolidate.
    """

    placements: tuple[Placement, ...]
    how: str = "move"
    path: tuple[tuple[float, float, float], ...] = ()
    length_in: float = 0
    spent_in: float = 0
    voluntary: bool = True
    """Counts as the unit's own movement in this turn."""
    fled_in: float = 0
    """Inches of flight or pursuit that count for a fast target: those in its own turn. (ARAP-HIT-08)"""
    cover_left: str = ""
    """Terrain that gave the unit cover where the first move of its turn began. (ARAP-HIT-10)"""

    def evolve(self, state: GameState) -> GameState:
        """Models stand at their new places; the turn's record of the unit grows."""
        assert self.unit is not None
        before = state.units[self.unit]
        unit = placed(before, self.placements)
        if any(new.at != old.at for new, old in zip(unit.models, before.models, strict=True)):
            unit = replace(unit, moves=unit.moves + 1, blocking=self._still(before))
        if self.voluntary:
            now = unit.now
            unit = replace(
                unit,
                now=replace(
                    now,
                    moved_in=now.moved_in + self.length_in,
                    allowance_spent_in=now.allowance_spent_in + self.spent_in,
                    path=(*now.path, *self.path),
                    tactical=now.tactical or self.how == "tactical",
                    was_in_cover=now.was_in_cover or self.cover_left,
                ),
            )
        if self.fled_in:
            unit = replace(unit, now=replace(unit.now, fled_in=unit.now.fled_in + self.fled_in))
        return state.with_unit(replace(unit, deployed=True))

    def is_said_once(self) -> bool:
        """What several models do one by one without wanting to is."""
        return not self.voluntary

    def _still(self, before: Unit) -> tuple[ModelId, ...]:
        """Those of its members who block a narrow way still and have not moved. (ARAP-MELEE-04)"""
        went = {p.model for p in self.placements if p.at != before.model(p.model).at}
        return tuple(m for m in before.blocking if m not in went)

    def sentence(self, state: GameState) -> str:
        """Who moved how far, and what it cost where that is more."""
        assert self.unit is not None
        if self.how == "place":
            said = self._placed(state.units[self.unit])
            return f"{state.units[self.unit].name} {said}" if said else ""
        if self.how in ("close-up", "leave", "board", "intercepted"):
            return ""
        if self.how == "enter-house":
            return self._entered(state)
        if INTO_BUNKER in self.rules:
            return f"{state.units[self.unit].name} goes into {self._bunker(state)}"
        if self.length_in < LEAST_IN and (self.how == "coast" or (self.how == "charge" and self.length_in)):
            return ""
        if self.how in ("drive", "street") and self.length_in < LEAST_IN:
            turned = self.path and turn(self.path[0][2], self.path[-1][2]) > 1
            return f"{state.units[self.unit].name} turns on the spot{self._price}" if turned else ""
        verbs = {
            "move": "moves",
            "crawl": "crawls",
            "tactical": "moves tactically",
            "charge": "charges",
            "flee": "flees",
            "flinch": "flinches",
            "pursuit": "pursues",
            "break-off": "leaves the melee",
            "run": "runs",
            "drive": "drives",
            "street": "drives",
            "slow-turn": "turns slowly in three steps,",
            "coast": "rolls on, nobody at the wheel,",
            "career": "careers on",
            "consolidate": "consolidates",
            "drift": "drifts",
            "veer": "veers",
            "thrown": "is thrown",
            "crazed": "runs wild",
            "climb": "climbs",
            "rappel": "comes down on ropes",
            "jump-down": "jumps down",
            "jump": "jumps",
            "leap": "leaps",
            "ladder": "takes the ladder",
            "stairs": "takes the stairs",
            "door": "walks up to a door,",
            "swim": "swims",
            "aside": "gets out of the way",
            "leave-house": "comes out of the house",
            "thrown-out": "is thrown out of the house",
            "repelled": "falls back",
            "storm": "storms in,",
            "follow": "follows on its coupling",
            "swing": "is swung round",
            "tumble": "comes to rest",
            "walk-back": "is walked back",
        }
        name = state.units[self.unit].name
        verb = next((RUN[rule] for rule in self.rules if rule in RUN), verbs.get(self.how, self.how))
        verb = CLIMBED.get(self.rules[0], verb) if self.rules else verb
        measured = self.length_in > 0 and self.how not in UNMEASURED
        text = f"{name} {verb} {self.length_in:.3g}″{self._price}" if measured else f"{name} {verb}"
        if self.how == "veer":
            return self._veered(name)
        lies = self.how in LIES_DOWN and bool(self.placements) and all(p.prone for p in self.placements)
        return f"{text} {LIES_DOWN[self.how]}" if lies else text

    @property
    def _price(self) -> str:
        """What ground, turns or gait made it cost more than its length. (ARAP-TERR-01, VEH-TERR-02)"""
        return at_a_cost(self.spent_in, self.length_in)

    def _entered(self, state: GameState) -> str:
        """How many go into which house. (BLD-DOOR-11)"""
        assert self.unit is not None
        unit, count = state.units[self.unit], len(self.placements)
        who = f"{count} of {unit.name} go" if count < len(unit.alive) else f"{unit.name} goes"
        return f"{who} into {self._bunker(state)}"

    def _bunker(self, state: GameState) -> str:
        """The bunker in which its models stand now."""
        at = self.placements[0].at
        return next((t.called for t in state.terrain if t.is_structure and rings.holds(t.points, at)), "a bunker")

    def _veered(self, name: str) -> str:
        """How far to which side; without a path nothing drew it aside. (ARAP-SCAT-09)"""
        if not self.path:
            return f"{name} goes straight on"
        kept = f"{name} is kept from veering"
        return f"{name} veers {self.length_in:.3g}″ to the {self._side}" if self.length_in > 0 else kept

    @property
    def _side(self) -> str:
        """To which side of its heading a hull went."""
        (x, y, heading), (to_x, to_y, _) = self.path[0], self.path[-1]
        way = math.radians(heading)
        return "right" if (to_x - x) * math.cos(way) + (to_y - y) * math.sin(way) > 0 else "left"

    def _placed(self, unit: Unit) -> str:
        """What is said of who is put somewhere: set up, out of a hull's way, or for a rule that says how."""
        if not unit.is_vehicle and SET_DOWN not in self.rules and any(rule.startswith("VEH-") for rule in self.rules):
            return "gets out of the way"
        return next((PLACED[rule] for rule in self.rules if rule in PLACED), "is placed")


INTO_BUNKER = "BLD-BUNK-04"
"""Of a unit that goes into a bunker, where it is put together whatever the way."""

SET_DOWN = "ARAP-COH-01"
"""Of a unit that its owner sets down on the table."""

PLACED = {
    "VEH-REL-02": "turns to run beside it",
    "VEH-RAM-07": "halts an inch short",
    "VEH-CC-11": "",
    "BLD-TUBE-09": "",
}
"""What is said of a hull that is put somewhere in a battle, by the rule; nothing where another line says it."""

RUN = {"VEH-BLOW-01": "gets clear"}
"""What is said of troops that run by a rule of their own, whichever way they went."""

CLIMBED = {"ARAP-CLIMB-10": "climbs down", "ARAP-FALL-03": "goes on after the fall"}
"""What is said of a climb by the rule that it goes by."""

LIES_DOWN = {"move": "and lies down", "tactical": "and ends prone"}
"""What is said of a move that ends prone. (ARAP-PRONE-03)"""

LEAST_IN = 0.05
"""Nobody drives less."""

UNMEASURED = ("climb", "rappel", "jump-down", "ladder", "stairs", "leave-house", "thrown-out")
"""Ways of which the inches on the table say little."""


class ModelsTurned(Event, frozen=True, kw_only=True, tag="ModelsTurned"):
    """Models of one unit turn on the spot, in degrees clockwise from up. (ARAP-ACT-14)"""

    facings: dict[ModelId, float]

    def evolve(self, state: GameState) -> GameState:
        """They face another way; nobody has moved."""
        assert self.unit is not None
        unit = state.units[self.unit]
        models = tuple(replace(m, facing=self.facings[m.id]) if m.id in self.facings else m for m in unit.models)
        return state.with_unit(replace(unit, models=models))


def placed(unit: Unit, placements: tuple[Placement, ...]) -> Unit:
    """The unit with models standing elsewhere."""
    by_id = {p.model: p for p in placements}
    models = tuple(
        replace(m, at=p.at, facing=p.facing, prone=p.prone, on_face=p.on_face, level_in=p.level_in)
        if (p := by_id.get(m.id)) is not None
        else m
        for m in unit.models
    )
    unit = replace(unit, models=models, prone=any(m.prone for m in models if m.alive))
    return without_house(unit, by_id)


def without_house(unit: Unit, models: Container[ModelId]) -> Unit:
    """The unit with those of its members in no section of a house any more. (BLD-SECT-01)"""
    if not unit.housed:
        return unit
    return replace(
        unit,
        housed={m: place for m, place in unit.housed.items() if m not in models},
        shown=tuple(m for m in unit.shown if m not in models),
        inner_cover=tuple(m for m in unit.inner_cover if m not in models),
        exposed=tuple(m for m in unit.exposed if m not in models),
    )


class Wound(Struct, frozen=True, kw_only=True):
    """Wounds taken by one model; `left` 0 means that it is lost."""

    model: ModelId
    taken: int
    left: int


class WoundsTaken(Event, frozen=True, kw_only=True, tag="WoundsTaken"):
    """Unsaved wounds come off models. `by` is the unit that dealt them, `cause` what did, in a word.

    Causes: shooting, melee, hazard, fall, drowning, explosion, free-hack, stand-and-fire, run-over, ruling.
    `counts` says whether lost models count towards the 25 % test of this player turn. (ARAP-CAS-04, -06)
    """

    wounds: tuple[Wound, ...]
    by: UnitId | None = None
    cause: str = "shooting"
    counts: bool = True
    in_melee: bool | None = None
    """They count for the wound difference of a melee that the unit is in. (ARAP-WDIF-01)"""

    def evolve(self, state: GameState) -> GameState:
        """Fewer wounds left; losses are counted for the 25 % test, wounds for the melee."""
        assert self.unit is not None
        left = {w.model: w.left for w in self.wounds}
        unit = state.units[self.unit]
        unit = replace(unit, models=tuple(replace(m, wounds=left[m.id]) if m.id in left else m for m in unit.models))
        lost = sum(1 for w in self.wounds if w.left == 0)
        state = state.with_unit(unit)
        in_melee = self.cause in version_1.COUNTED_IN_MELEE if self.in_melee is None else self.in_melee
        if in_melee:
            state = fought(state, self.by, self.unit, sum(w.taken for w in self.wounds))
        if lost and self.counts:
            state = tallied(state, self.by or self.unit, self.unit, losses=lost)
        return state

    def sentence(self, state: GameState) -> str:
        """How many are lost or hurt."""
        assert self.unit is not None
        unit = state.units[self.unit]
        lost = sum(1 for w in self.wounds if w.left == 0)
        hurt = sum(w.taken for w in self.wounds if w.left > 0)
        parts = []
        if lost:
            parts.append(f"loses {lost} model{'s' if lost > 1 else ''}")
        if hurt:
            parts.append(f"takes {hurt} wound{'s' if hurt > 1 else ''}")
        end = " and is wiped out" if unit.is_gone else ""
        return f"{unit.name} {' and '.join(parts) or 'is unharmed'}{end}"


COUNTED_IN_MELEE = ("melee", "hazard", "fall", "explosion")
"""Causes of wounds that count for the wound difference of a melee. (ARAP-WDIF-01)"""


def fought(state: GameState, by: UnitId | None, unit: UnitId, wounds: int) -> GameState:
    """The state with wounds noted for the wound difference; what no enemy dealt is suffered all the same."""
    melee = state.melee_of(unit)
    if melee is None:
        return state
    inflicted = dict(melee.inflicted)
    if by in melee.units and by != unit:
        inflicted[by] = inflicted.get(by, 0) + wounds
    suffered = {**melee.suffered, unit: melee.suffered.get(unit, 0) + wounds}
    changed = replace(melee, inflicted=inflicted, suffered=suffered)
    return replace(state, melees=tuple(changed if m.id == melee.id else m for m in state.melees))


def tallied(
    state: GameState,
    shooter: UnitId,
    target: UnitId,
    *,
    hits: int = 0,
    big: bool = False,
    losses: int = 0,
    tested: bool = False,
) -> GameState:
    """The state with hits and losses added to this player turn's tally of that pair.

    `tested`: of a pair the suppression test has been taken; of a unit against itself the 25 % test.
    """
    found = tally_of(state, shooter, target)
    tally = replace(
        found,
        hits=found.hits + hits,
        big=found.big or big,
        losses=found.losses + losses,
        tested=found.tested or tested,
    )
    known = state.turn.tallies
    if found not in known:
        return state.with_turn(tallies=(*known, tally))
    return state.with_turn(tallies=tuple(tally if t == found else t for t in known))


def tally_of(state: GameState, shooter: UnitId, target: UnitId) -> Tally:
    """This player turn's tally of one unit against another."""
    for t in state.turn.tallies:
        if t.shooter == shooter and t.target == target:
            return t
    return Tally(shooter=shooter, target=target)


class LeftTable(Event, frozen=True, kw_only=True, tag="LeftTable"):
    """A unit is off the table: removed for good, or gone after routers and able to return. (ARAP-RALLY-02)"""

    returns: bool = False
    exit_at: tuple[float, float] | None = None

    def evolve(self, state: GameState) -> GameState:
        """It no longer stands on the table; one that cannot return is lost with all its models."""
        assert self.unit is not None
        unit = state.units[self.unit]
        models = unit.models if self.returns else tuple(replace(m, wounds=0) for m in unit.models)
        return state.with_unit(replace(unit, left_table=True, exit_at=self.exit_at, models=models))

    def sentence(self, state: GameState) -> str:
        """Who is gone."""
        assert self.unit is not None
        return f"{state.units[self.unit].name} leaves the table"


EVENTS: tuple[type[Event], ...] = (PointsSpent, ModelsMoved, ModelsTurned, WoundsTaken, LeftTable)
