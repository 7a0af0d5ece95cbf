"""Doubtful lines and edges of a shot: which they are, what is asked about them, what was settled.

A table seen from above does not show what part of a figure is visible or under a template, so both sides may judge.
(ARAP-SHOOT-03, ARAP-SHOOT-07, ARAP-TMPL-06)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, Protocol

from msgspec.structs import replace

from rules.arap.shooting.plan import FirePlan, Firing
from rules.arap.shooting.rulings import key
from rules.arap.templates import marker, scatter, strip
from rules.arap.units.settled import Matter, noted, settled
from rules.core.ids import ModelId, UnitId
from rules.core.preview import Doubtful
from rules.core.prompt import Option
from rules.dice.faces import d2
from rules.forces.unit import Model, Unit
from rules.geometry import templates
from rules.geometry.rings import Ring
from rules.progress import Progress, TaskStruct
from rules.state import Event, GameState

Planned = Callable[[Mapping[Matter, bool]], FirePlan]
"""The plan of a shot if every doubtful line counts one way."""

RULES: Final[dict[Matter, str]] = {"seen": "ARAP-SHOOT-03", "clear": "ARAP-SHOOT-07", "under": "ARAP-TMPL-06"}


class Doubt(NamedTuple):
    """One line or edge that may be judged either way, and how it counts now."""

    matter: Matter
    other: UnitId
    """The target, or the unit of the figure at the edge."""
    model: ModelId
    """Whose line it is, or who is at the edge."""
    counts: bool
    settled: bool
    line: tuple[Model, Model] | None = None
    laid: tuple[Ring, ...] = ()
    """Outlines of what the figure is at the edge of."""


def doubts(state: GameState, unit: Unit, target: Unit, planned: Planned) -> list[Doubt]:
    """All that is doubtful about a shot, lines before edges."""
    now = planned({})
    return [*_lines(unit, target, now, planned), *edges(state, unit, now)]


class _Supposed(dict[Matter, bool]):
    """How doubtful lines count, and which kinds of them a plan came upon: others need not be tried the other way."""

    def __init__(self, counts: Mapping[Matter, bool]) -> None:
        super().__init__(counts)
        self.met: set[Matter] = set()

    def __getitem__(self, matter: Matter) -> bool:
        """Looked up where a line is doubtful, and nowhere else."""
        self.met.add(matter)
        return super().__getitem__(matter)


def _lines(unit: Unit, target: Unit, now: FirePlan, planned: Planned) -> Iterator[Doubt]:
    """The models that fire if doubtful lines count, and do not if they do not."""
    matters: tuple[Matter, ...] = ("seen", "clear")
    every = _Supposed(dict.fromkeys(matters, True))
    fires, most = _firers(now), _firers(planned(every))
    for matter in (each for each in matters if each in every.met):
        least = _firers(planned({**every, matter: False}))
        for name, firing in most.items():
            if name not in least:
                known = settled(unit, matter, target, name)
                counts = known if known is not None else name in fires or _bars(now, name) != RULES[matter]
                yield Doubt(matter, target.id, name, counts, known is not None, (firing.model, firing.aim))


def _firers(plan: FirePlan) -> dict[ModelId, Firing]:
    return {firing.model.id: firing for firing in plan.firings}


def _bars(plan: FirePlan, model: ModelId) -> str:
    """The rule that keeps a model from firing."""
    return next((idle.refusal.rule for idle in plan.idle if idle.model == model), "")


def edges(state: GameState, unit: Unit, now: FirePlan) -> Iterator[Doubt]:
    """Figures at the edges of templates, and of markers where they come down unless they scatter, each once."""
    found: set[ModelId] = set()
    for firing in now.firings:
        for of, figure, counts, laid in _at_the_edge(state, firing):
            if figure not in found:
                found.add(figure)
                known = settled(unit, "under", state.units[of], figure)
                yield Doubt("under", of, figure, counts, known is not None, laid=laid)


def _at_the_edge(state: GameState, firing: Firing) -> Iterator[tuple[UnitId, ModelId, bool, tuple[Ring, ...]]]:
    """Who is at the edge of what one weapon fires, whether he counts as under it now, what is laid. (ARAP-TMPL-06)"""
    if firing.strip is not None:
        laid = tuple(each.corners() for each in (firing.strip, firing.beyond) if each is not None)
        under = {u.model for u in strip.under(state, firing.strip, firing.model, firing.beyond, aim=firing.aim)}
        at_edge = list(strip.doubtful(state, firing.strip, firing.model, firing.beyond))
    elif firing.weapon.marker_in and not firing.weapon.is_guessed:
        stopped = scatter.met(state, firing.model, firing.aim.at, firing.weapon)
        aimed = templates.marker(stopped or firing.aim.at, firing.weapon.marker_in)
        laid = (aimed.outline(),)
        at_edge = list(marker.doubtful(state, aimed))
        under = {u.model for u in marker.under(state, aimed, firing.model)} if at_edge else set()
    else:
        return
    for of, figure in at_edge:
        yield of, figure, figure in under, laid


def previewed(state: GameState, found: Sequence[Doubt]) -> tuple[Doubtful, ...]:
    """The same for a preview."""
    return tuple(_previewed(state, doubt) for doubt in found)


def _previewed(state: GameState, doubt: Doubt) -> Doubtful:
    at = doubt.line[0].at if doubt.line else state.find_model(doubt.model)[1].at
    return Doubtful(
        matter=doubt.matter,
        model=doubt.model,
        at=at,
        to=doubt.line[1].at if doubt.line else None,
        counts=doubt.counts,
        settled=doubt.settled,
        rule=RULES[doubt.matter],
    )


# -- the question --------------------------------------------------------------------------------------------------

WORDS: Final[dict[Matter, tuple[str, str]]] = {
    "seen": ("sees", "does not see"),
    "clear": ("has a clear line", "has friends in the way"),
    "under": ("is under it", "is not under it"),
}
"""What a doubtful case is, one way and the other."""

OF_MANY: Final[dict[Matter, str]] = {"seen": "see", "clear": "have a clear line", "under": "are under it"}
"""The same of several, or of none."""

Part = tuple[str, str, bool]
"""What shows or is under the template, by its key, in words, and whether that counts."""

PARTS: Final[dict[str, tuple[Part, ...]]] = {
    "creature": (
        ("body", "A head, torso, arm or leg shows, or an unusually large hand or foot", True),
        ("hand", "Only a hand or a foot shows", False),
        ("banner", "Only an antenna, a wing or a back-banner shows, which gives away the place", False),
        ("own-weapon", "A weapon that is part of its body shows", True),
        ("weapon", "Only a weapon in its hands shows", False),
    ),
    "vehicle": (
        ("hull", "The hull, a turret, a wing or a fin shows", True),
        ("aerial", "Only an antenna, an aerial, a banner or a flag shows", False),
        ("own-weapon", "A weapon that is built in shows", True),
        ("weapon", "Only a weapon that is mounted on it shows", False),
    ),
    "clear": (
        ("past", "The bases leave the line free", True),
        ("barred", "The bases stand in the line", False),
    ),
    "under": (
        ("body", "A head, torso, arm or leg is under it", True),
        ("hand", "Only the base, a hand, a foot, a back-banner or the like is under it", False),
    ),
}
"""The rows of the tables by which a part decides. (ARAP-SHOOT-03, ARAP-TMPL-06)"""


def parts(state: GameState, matter: Matter, other: UnitId) -> tuple[Part, ...]:
    """What may be answered about a doubtful case."""
    if matter != "seen":
        return PARTS[matter]
    return PARTS["vehicle" if state.units[other].is_vehicle else "creature"]


def are_asked(state: GameState) -> bool:
    """Whether the other side judges doubts before dice fall.

    Tables of before there were such questions know no such switch, and play as they did.
    """
    return bool(state.options.get("doubtful_shots_asked"))


def first(found: Sequence[Doubt]) -> list[Doubt]:
    """The doubts of the first question that is still open: one matter between two units."""
    pending = [doubt for doubt in found if not doubt.settled]
    return [d for d in pending if (d.matter, d.other) == (pending[0].matter, pending[0].other)]


def question(state: GameState, unit: Unit, asked: Sequence[Doubt]) -> str:
    """What is asked about those doubts."""
    other, count = state.units[asked[0].other].name, len(asked)
    models = f"{count} model{'' if count == 1 else 's'}"
    if asked[0].matter == "under":
        return f"{models} of {other} at the edge of the template or marker of {unit.name}: under it or not?"
    what = "see" if asked[0].matter == "seen" else "have a line past friends to"
    return f"{models} of {unit.name} may or may not {what} {other}: what counts?"


def options(state: GameState, asked: Sequence[Doubt]) -> list[Option]:
    """As measured, by the part that shows, or by dice."""
    matter = asked[0].matter
    yes, no = WORDS[matter]
    rule = RULES[matter]
    measured = Option(id="measured", label="As the table measures", detail=_tally(asked), rule=rule)
    by_part = [
        Option(id=key, label=label, detail=f"Each {yes if counts else no}.", rule=rule)
        for key, label, counts in parts(state, matter, asked[0].other)
    ]
    detail = f"A die for each: odd, it {yes}; even, it {no}."
    dice = Option(id="dice", label="The dice decide", detail=detail, rule="ARAP-DICE-11")
    return [measured, *by_part, dice]


def _tally(asked: Sequence[Doubt]) -> str:
    yes, no = WORDS[asked[0].matter]
    counts = sum(doubt.counts for doubt in asked)
    if counts == len(asked):
        return f"Each {yes}."
    return f"Each {no}." if not counts else f"{counts} of {len(asked)} {yes}, the rest not."


def judge(state: GameState, unit: Unit, asked: Sequence[Doubt]) -> UnitId:
    """Who judges a shot at the ground: the unit at its edge, of their own people an enemy of those who fire."""
    other = asked[0].other
    enemies = (u.id for u in state.units.values() if u.side != unit.side and not u.is_gone)
    return other if state.units[other].side != unit.side else next(enemies, other)


def ask(progress: Progress, task: TaskStruct, unit_id: UnitId, target_id: UnitId, asked: Sequence[Doubt]) -> None:
    """Ask the side that is shot at about those doubts; the task goes on with the answer."""
    state = progress.state
    unit, target = state.units[unit_id], state.units[target_id]
    progress.ask(
        task,
        target.side,
        "doubtful",
        question(state, unit, asked),
        options(state, asked),
        unit=target.id,
        about=unit.id,
        rule=RULES[asked[0].matter],
        decline="measured",
        doubts=tuple(_previewed(state, doubt) for doubt in asked),
        laid=tuple(dict.fromkeys(_rounded(ring) for doubt in asked for ring in doubt.laid)),
    )


def _rounded(ring: Ring) -> Ring:
    return tuple((round(x, 3), round(y, 3)) for x, y in ring)


class DoubtedShot(Protocol):
    """Fire at a spot that waits until somebody has judged who is under its markers. (ARAP-TMPL-06)"""

    @property
    def unit(self) -> UnitId:
        """Who fires."""

    def doubts(self, state: GameState) -> Sequence[Doubt]:
        """What is doubtful about it."""

    def fire(self, progress: Progress) -> None:
        """It goes off."""


def ask_or_fire(progress: Progress, task: TaskStruct, shot: DoubtedShot) -> None:
    """Ask about the first doubt that is left; without any, fire."""
    state = progress.state
    if asked := first(shot.doubts(state)):
        ask(progress, task, shot.unit, judge(state, state.units[shot.unit], asked), asked)
        return
    shot.fire(progress)


def settle_first(progress: Progress, task: TaskStruct, shot: DoubtedShot, choice: str) -> None:
    """Note the answer, and go on to the next doubt or to the fire."""
    settle(progress, shot.unit, first(shot.doubts(progress.state)), choice)
    progress.queue(task)


def settle(progress: Progress, unit: UnitId, asked: Sequence[Doubt], choice: str) -> None:
    """Note what was answered; dice are thrown for it where they decide. (ARAP-GEN-01, ARAP-DICE-11)"""
    state, matter, other = progress.state, asked[0].matter, asked[0].other
    rules = [RULES[matter], "ARAP-GEN-01"]
    counts = {doubt.model: doubt.counts for doubt in asked}
    if choice == "dice":
        rules.append("ARAP-DICE-11")
        why = question(state, state.units[unit], asked)
        rolled = progress.roll("dispute", len(asked), sense="pick", unit=unit, target=other, why=why, rules=rules)
        counts = {doubt.model: d2(die) == 1 for doubt, die in zip(asked, rolled.dice, strict=True)}
    elif choice != "measured":
        part = next(row for row in parts(state, matter, other) if row[0] == choice)
        counts = dict.fromkeys(counts, part[2])
    side = state.units[unit].side
    progress.emit(
        DoubtSettled(side=side, unit=unit, other=other, matter=matter, counts=counts, how=choice, rules=tuple(rules))
    )


class DoubtSettled(Event, frozen=True, kw_only=True, tag="DoubtSettled"):
    """It was settled which doubtful lines or edges of a shot count; it holds while both units stay where they are."""

    other: UnitId
    matter: Matter
    counts: dict[ModelId, bool]
    how: str
    """"measured", "dice", or the part that shows."""

    def evolve(self, state: GameState) -> GameState:
        """Noted in the turn of the unit that shoots; a banner leaves the place plain to those who lob."""
        assert self.unit is not None
        unit = state.units[self.unit]
        if self.how == "banner":
            rulings = {**unit.now.rulings, key("plain", self.other): "plain"}
            unit = replace(unit, now=replace(unit.now, rulings=rulings))
        return noted(state, unit, self.matter, state.units[self.other], self.counts)

    def sentence(self, state: GameState) -> str:
        """What counts, and by whose word."""
        assert self.unit is not None
        yes = sum(self.counts.values())
        subject = state.units[self.other if self.matter == "under" else self.unit].name
        words = {"measured": "as measured", "dice": "by dice"}.get(self.how, "as agreed")
        word = WORDS[self.matter][0] if yes == 1 else OF_MANY[self.matter]
        enemy = state.units[self.other].name
        target = {"seen": f" {enemy}", "clear": f" to {enemy}"}.get(self.matter, "")
        models = f"{len(self.counts)} model{'' if len(self.counts) == 1 else 's'}"
        return f"In doubt, {words}: {yes or 'none'} of {models} of {subject} {word}{target}"


EVENTS: tuple[type[Event], ...] = (DoubtSettled,)
