"""The log as it is read: one entry a command, with its sentences and its rolls, as one viewer may know them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby, islice
from typing import ClassVar, Final

from rules import Event, GameState, Viewer, view, view_event
from rules.core.drawn import CardsHeld, DrawnCard
from rules.core.ids import ModelId, UnitId
from rules.core.motion import Burst, Debris, Fired, Flame, Motion, Thrown, Walked
from rules.events import Prompted, Redone, Rolled, Undone
from rules.geometry.facings import bearing
from rules.questions import events, units
from rules.questions.events import ChartRead
from tabletop.games import words as games_words
from tabletop.games.board import touched
from tabletop.games.board.overlays import lead
from tabletop.games.log import initiative, journal, throws
from tabletop.games.log.initiative import Rung, StepInNames
from tabletop.games.log.throws import Roll
from tabletop.games.models import EventRecord, Table
from tabletop.ui.board.ground import square_name
from tabletop.ui.cards import glyph
from tabletop.ui.words import compass_text, inches_text

PAGE = 40  # entries
_POINTS = 8  # of the compass: more are not kept by ear
_LOSSES: Final = frozenset({"WoundsTaken", "ModelsFell"})
"""Kinds of events after which nobody may be left of a unit."""
_BEGINS_TURN: Final = frozenset({"PlayerTurnBegan", "SideBegins"})


@dataclass(frozen=True, kw_only=True)
class Sentence:
    """Something that happened, in words."""

    seq: int
    text: str
    rules: tuple[str, ...]
    unit: str = ""
    kind: str = ""
    """The name of the event's kind."""
    who: str = ""
    """That unit's name, where the viewer knows it."""
    of_side: str = ""
    """Whose it was by then: vehicles change hands. (CRU-TRAN-06)"""
    towards: str = ""
    """Which way it went, of a move, and where it is then: "north-east to C4"."""
    beneath: bool = False
    """Stands under the line of its event, to be read and not heard: how the dice are sealed."""
    ends: tuple[tuple[str, str], ...] = ()
    """Of a scatter at a wall or an edge: what else may be ruled of it, with words."""
    chart: ChartRead | None = None
    """How the damage chart was read, where it was."""
    away: str = ""
    """How far shots went: "22″"."""
    target: str = ""
    """The unit that it is aimed at, where the viewer knows it."""
    under: tuple[str, ...] = ()
    """The names of those under a shell that came down."""
    held: CardsHeld | None = None
    """The cards of the unit that has just got one. (CRU-DMG-01)"""
    step: StepInNames | None = None
    """The step of a melee that begins with it. (ARAP-MELEE-05)"""
    lost: int = 0
    """Models that its unit loses by it."""
    turn_of: str = ""
    """Of the beginning of a player turn: whose it is."""
    is_roll: ClassVar[bool] = False

    @property
    def begins_turn(self) -> bool:
        """Whether a player turn begins with it."""
        return self.kind in _BEGINS_TURN


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One command of the log. `struck` when it was taken back; `head` names it, `end` is its last event."""

    head: int
    end: int
    at: datetime
    by: str
    side: str
    parts: tuple[Sentence | Roll, ...]
    struck: bool = False
    turns_back: bool = False
    why: str = ""
    """Why the house did so, where it was the house."""
    asks: str = ""
    """What another side is asked at its end, in words: the viewer's own questions are put to them elsewhere."""

    @property
    def headline(self) -> str:
        """What it was about, in one line."""
        first = self.parts[0]
        return first.text if isinstance(first, Sentence) else first.about or first.why or first.label

    @property
    def tried(self) -> str:
        """That before any die lies still, with the range of a shot: "Ox fires Ring gun at Jackdaw, 3 shots, 22″"."""
        away = next((part.away for part in self.parts if isinstance(part, Sentence) and part.away), "")
        return f"{self.headline}, {away}" if away and away not in self.headline else self.headline

    @property
    def unit(self) -> str:
        """The unit that its headline is about, if any; of an entry headed by a roll the first that it names."""
        first = self.parts[0]
        return first.unit if isinstance(first, Sentence) else next((p.unit for p in self.parts if p.unit), "")

    @property
    def units(self) -> tuple[str, ...]:
        """That unit and the first that it aims at: what is looked at while the entry is read."""
        target = next((p.target for p in self.parts if isinstance(p, Sentence) and p.target), "")
        return tuple(dict.fromkeys(unit for unit in (self.unit, target) if unit))

    @property
    def number(self) -> str:
        """That unit's number, as on its flag."""
        return self.unit.upper()

    @property
    def unit_side(self) -> str:
        """The side of that unit, as it was then."""
        return next((p.of_side for p in self.parts if p.of_side and p.unit == self.unit), self.unit[:1])

    @property
    def about_side(self) -> str:
        """The side that it carries the badge of: whose turn begins with it, else who did it."""
        first = self.parts[0]
        return (first.turn_of if isinstance(first, Sentence) else "") or self.side

    @property
    def by_hand(self) -> bool:
        """Whether dice of it were thrown by hand."""
        return any(isinstance(part, Roll) and bool(part.entered_by) for part in self.parts)

    @property
    def scattered(self) -> Sentence | None:
        """A scatter in it that may be ruled to end otherwise. (BLD-SCAT-02)"""
        return next((p for p in self.parts if isinstance(p, Sentence) and p.ends), None)

    @property
    def rules(self) -> tuple[str, ...]:
        """Every rule that it cites, in order."""
        return tuple(dict.fromkeys(rule for part in self.parts for rule in part.rules))

    @property
    def further_rules(self) -> tuple[str, ...]:
        """Those of them that stand beside no line under the headline."""
        beside = {part.rules[0] for part in self.rest if part.rules}
        return tuple(rule for rule in self.rules if rule not in beside)

    @property
    def rest(self) -> tuple[Sentence | Roll, ...]:
        """What stands under the headline."""
        return self.parts[1:] if isinstance(self.parts[0], Sentence) else self.parts


def entries(table: Table, viewer: Viewer, after: int, upto: int, spans: Sequence[tuple[int, int]]) -> list[Entry]:
    """What a viewer may read of the events after `after` up to `upto`, oldest first. `after` ends a command."""
    found = []
    for _, steps in groupby(journal.steps(table, after, upto), key=lambda step: step.line.head):
        if entry := _entry(list(steps), viewer, spans):
            found.append(_with_what_went(table, entry, viewer) if entry.turns_back else entry)
    return found


_MOST_LOOKED_AT = 60  # events of what was taken back


def _with_what_went(table: Table, entry: Entry, viewer: Viewer) -> Entry:
    """A taking back that says what it took back, not the number of a line."""
    event = next((line.event for line, _ in journal.events_after(table, entry.end - 1, entry.end)), None)
    if not isinstance(event, Undone) or not isinstance(entry.parts[0], Sentence):
        return entry
    heads: dict[int, str] = {}
    counted = [(max(first - 1, event.to), last) for first, last in spans_at(table, event.seq - 1) if last > event.to]
    each = (step for after, last in counted for step in journal.steps(table, after, min(last, after + _MOST_LOOKED_AT)))
    for step in islice(each, _MOST_LOOKED_AT):
        part = None if step.line.head in heads else _part(step, viewer)
        if part is not None and not _is_stage(part):
            heads[step.line.head] = part.text if isinstance(part, Sentence) else part.about
    if not heads:
        return entry
    first, *others = heads.values()
    text = f"Taken back: {first}{f', and {len(others)} more' if others else ''}"
    said = replace(entry.parts[0], text=text + (f" ({event.reason})" if event.reason else ""))
    return replace(entry, parts=(said, *entry.parts[1:]))


def spans_at(table: Table, seq: int) -> list[tuple[int, int]]:
    """The stretches of the log that count after event `seq`."""
    return journal.active_spans(journal.turns_back(table, seq), seq)


def latest(table: Table, viewer: Viewer, upto: int, *, before: int | None = None, limit: int = PAGE) -> list[Entry]:
    """The newest entries first, at most `limit` of them; with `before` those older than that command.

    Fewer than `limit` only at the beginning of the log: commands that show this viewer nothing do not count.
    """
    spans = spans_at(table, upto)
    found: list[Entry] = []
    while len(found) < limit:
        heads = EventRecord.objects.filter(table=table, seq__lte=upto, head__lt=before or upto + 1)
        firsts = list(heads.order_by("-head").values_list("head", flat=True).distinct()[:limit])
        if not firsts:
            break
        last = upto if before is None else min(upto, before - 1)
        found += entries(table, viewer, firsts[-1] - 1, last, spans)[::-1]
        before = firsts[-1]
    return found[:limit]


def that_ends_with(table: Table, viewer: Viewer, upto: int) -> Entry | None:
    """The last entry up to that event that this viewer may read: nearly always the command to which it belongs."""
    head = next((line.head for line in journal.lines(table, upto - 1, upto)), 0)
    found = entries(table, viewer, head - 1, upto, spans_at(table, upto)) if head else []
    return found[-1] if found else next(iter(latest(table, viewer, upto, limit=1)), None)


def round_before(table: Table, viewer: Viewer, seq: int) -> list[Sentence | Roll]:
    """How the round of close combat has gone in which event `seq` falls, up to it: questions part one from the other.

    (ARAP-MELEE-05, ARAP-MELEE-08)
    """
    begun = EventRecord.objects.filter(table=table, seq__lt=seq, type=initiative.ROUND).order_by("-seq")
    first = begun.values_list("seq", flat=True).first()
    if first is None:
        return []
    spans = spans_at(table, seq - 1)
    steps = (step for step in journal.steps(table, first - 1, seq - 1) if counts(spans, step.line.seq))
    return [part for step in steps if (part := _of_round(step, viewer)) is not None]


def _begun(table: Table, viewer: Viewer, part: Sentence | Roll) -> list[Sentence | Roll]:
    """What came before a step with which a page goes on."""
    return round_before(table, viewer, part.seq) if isinstance(part, Sentence) and part.step else []


def _of_round(step: journal.Step, viewer: Viewer) -> Sentence | Roll | None:
    """What says how a round of close combat goes."""
    kind = type(step.line.event).__name__
    return _part(step, viewer) if kind == "Rolled" or kind in initiative.MATTERS else None


def counts(spans: Iterable[tuple[int, int]], seq: int) -> bool:
    """Whether an event is on the active line."""
    return any(first <= seq <= last for first, last in spans)


def _entry(steps: list[journal.Step], viewer: Viewer, spans: Sequence[tuple[int, int]]) -> Entry | None:
    found = _whose(_deeds(steps, viewer))
    if not found:
        return None
    found = [part for part in found if not _is_stage(part)] or found
    found = [part for n, part in enumerate(found) if n == 0 or not _again(part, found[n - 1])]
    found = _read_off(_headed(found))
    parts = tuple(throws.toned(found) if steps[0].state.option("dice_groups") else found)
    line = steps[0].line
    turns = isinstance(line.event, Undone | Redone)
    return Entry(
        head=line.head,
        end=steps[-1].line.seq,
        at=line.at,
        by=line.actor_name,
        side=line.actor_side,
        parts=parts,
        struck=not turns and not counts(spans, line.head),
        turns_back=turns,
        why=line.why,
        asks=_asks(steps, viewer),
    )


def _asks(steps: Sequence[journal.Step], viewer: Viewer) -> str:
    """The question that waits at the end of an entry, if it is put to a side that is not the viewer's."""
    if steps[-1].state.prompt is None:
        return ""
    known = (view_event(s.state, s.line.event, viewer) for s in reversed(steps) if isinstance(s.line.event, Prompted))
    last = next(known, None)
    return last.prompt.question if isinstance(last, Prompted) and last.prompt.side != viewer else ""


def _deeds(steps: Sequence[journal.Step], viewer: Viewer) -> list[Sentence | Roll]:
    """What each event says, two that are one deed as one: a drive that begins with a turn. (CRU-MOVE-02)"""
    found: list[Sentence | Roll] = []
    for before, step in zip((None, *steps), steps, strict=False):
        parts = list(_parts(step, viewer))
        if before is not None and parts and found and found[-1].seq == before.line.seq:
            parts[:1] = _in_one(before, step, found, parts[0], viewer)
        found += parts
    return found


def _in_one(
    before: journal.Step, step: journal.Step, found: list[Sentence | Roll], part: Sentence | Roll, viewer: Viewer
) -> list[Sentence | Roll]:
    """That part, which takes in the last of those found where the events of both are one deed."""
    was, event = before.line.event, step.line.event
    if not isinstance(part, Sentence) or not events.sentence_after(was, event, step.state):
        return [part]
    rules = dict.fromkeys((*found.pop().rules, *part.rules))
    return [replace(part, text=events.sentence_after(was, event, view(step.state, viewer)), rules=tuple(rules))]


def _whose(parts: list[Sentence | Roll]) -> list[Sentence | Roll]:
    """The same, with whose figures are thrown for under a shell: those of the units that it has come down on."""
    under: tuple[str, ...] = ()
    found: list[Sentence | Roll] = []
    for part in parts:
        under = part.under if isinstance(part, Sentence) and part.kind == "ShellBurst" else under
        found.append(throws.fallen_on(part, under) if isinstance(part, Roll) else part)
    return found


def _again(part: Sentence | Roll, before: Sentence | Roll) -> bool:
    """Whether it says no more than the line before it: several models step out of a way one by one."""
    if not isinstance(part, Sentence) or not isinstance(before, Sentence):
        return False
    return (part.text, part.unit, part.kind, part.rules) == (before.text, before.unit, before.kind, before.rules)


def _headed(parts: list[Sentence | Roll]) -> list[Sentence | Roll]:
    """The same, headed by what a unit does where dice of its way come first: how far it goes, what it passes."""
    first = parts[0]
    if not isinstance(first, Roll) or first.label not in _ON_THE_WAY or not first.unit:
        return parts
    place = next((n for n, p in enumerate(parts) if isinstance(p, Sentence) and p.unit == first.unit), 0)
    return [parts[place], *parts[:place], *parts[place + 1 :]]


def _read_off(parts: list[Sentence | Roll]) -> list[Sentence | Roll]:
    """The same, where dice on the damage chart say what was read there. (VEH-CHART-01, TRI-DMG-03)"""
    after = [*parts[1:], None]
    return [
        replace(part, result=_outcome(then) or part.result) if isinstance(part, Roll) else part
        for part, then in zip(parts, after, strict=True)
    ]


def _outcome(then: Sentence | Roll | None) -> str:
    if not isinstance(then, Sentence) or then.chart is None:
        return ""
    return then.text.rpartition(": ")[2]


_ON_THE_WAY: Final = ("tactical-move", "variable-move", "dangerous-terrain", "hazard", "crusade-pod-deviation")
"""Dice that are thrown for a way before it is told."""


def _is_stage(part: Sentence | Roll) -> bool:
    """Whether it only says that the melees of a turn come next: those that are fought speak for themselves."""
    return isinstance(part, Sentence) and part.kind == "PhaseBegan" and not part.text.startswith("Activation")


def _parts(step: journal.Step, viewer: Viewer) -> Iterator[Sentence | Roll]:
    if (part := _part(step, viewer)) is None:
        return
    yield part
    if isinstance(part, Sentence) and (under := events.note(step.line.event)):
        yield replace(part, text=under, rules=(), beneath=True)


def _part(step: journal.Step, viewer: Viewer) -> Sentence | Roll | None:
    state = step.state
    seen = view_event(state, step.line.event, viewer)
    if seen is None:
        return None
    known = view(state, viewer)
    if isinstance(seen, Rolled):
        return _roll(seen, state, known)
    text = events.sentence(seen, known)
    if not text:
        return None
    moved = events.motions(step.before, state, seen)
    return Sentence(
        seq=seen.seq,
        text=text,
        rules=seen.rules,
        unit=seen.unit or "",
        kind=_kind(step, seen),
        who=known.units[seen.unit].name if seen.unit in known.units else "",
        of_side=known.units[seen.unit].side if seen.unit in known.units else "",
        towards=_towards(moved, known, seen.unit) or _set_down(step.before, known, seen.unit),
        away=next((inches_text(m.range_in) for m in moved if isinstance(m, Fired) and m.range_in), ""),
        target=_aimed_at(seen, moved, known),
        under=_names_under(moved, known),
        ends=events.other_ends(seen),
        chart=events.chart_read(state, seen),
        held=events.cards_held(state, seen),
        step=initiative.in_names(events.melee_step(state, seen), _name_in(known)),
        lost=len(_fallen(step, seen)),
        turn_of=(state.active_side or "") if type(seen).__name__ in _BEGINS_TURN else "",
    )


def _aimed_at(seen: Event, moved: Iterable[Motion], known: GameState) -> str:
    """Whom shots or a charge go for."""
    shot = next((motion.target for motion in moved if isinstance(motion, Fired)), None)
    target = shot or getattr(seen, "target", None)
    return str(target) if target in known.units else ""


def _name_in(known: GameState) -> Callable[[str], str]:
    """How units are called by who knows no more than that."""
    return lambda unit: known.units[UnitId(unit)].name if unit in known.units else ""


def _fallen(step: journal.Step, seen: Event) -> list[ModelId]:
    """The models that their unit loses by an event."""
    if type(seen).__name__ not in _LOSSES or seen.unit not in step.before.units:
        return []
    assert seen.unit is not None
    left = {model.id for model in step.state.units[seen.unit].alive} if seen.unit in step.state.units else set()
    return [model.id for model in step.before.units[seen.unit].alive if model.id not in left]


def _kind(step: journal.Step, seen: Event) -> str:
    """What kind of event it is; losses that leave nobody of a unit matter as its end."""
    after = step.state.units.get(seen.unit) if seen.unit else None
    before = step.before.units.get(seen.unit) if seen.unit else None
    ended = after is not None and after.is_gone and before is not None and not before.is_gone
    name = type(seen).__name__
    return "WipedOut" if ended and name in _LOSSES else name


def _roll(seen: Rolled, state: GameState, known: GameState) -> Roll:
    """Dice with the names of both units, as far as they are known."""
    who, whom = (known.units[unit].name if unit in known.units else "" for unit in (seen.unit, seen.target))
    names = (named.name for some in (known.terrain, known.units.values(), known.weapons.values()) for named in some)
    card = events.card_drawn(state, seen)
    thrown = throws.of(seen, events.comes_to(state, seen), card, who=who, whom=whom, names=names)
    of_side = known.units[seen.unit].side if seen.unit in known.units else ""
    return replace(thrown, of_side=of_side, led_by=_led_by(seen, known))


def _led_by(seen: Rolled, known: GameState) -> str:
    """Whose Leadership is tested against, where members differ. (ARAP-DICE-05)"""
    unit = known.units.get(seen.unit) if seen.unit else None
    tests = games_words.purpose(seen.label).casefold() == "leadership"
    return units.led_by(known, unit) if unit and tests else ""


def _names_under(moved: Iterable[Motion], known: GameState) -> tuple[str, ...]:
    struck = (model for burst in moved if isinstance(burst, Burst) for model in burst.touched)
    units = dict.fromkeys(model.partition("@")[0].rpartition(".")[0] for model in struck)
    return tuple(known.units[UnitId(unit)].name for unit in units if unit in known.units)


_NOWHERE: Final = ("place", "turn")
"""Motions that lead nowhere: they say nothing of a way."""


def _set_down(before: GameState, known: GameState, unit: UnitId | None) -> str:
    """Where somebody stands who was not on the table before, and is seen there."""
    if unit is None or unit not in known.units or unit not in before.units:
        return ""
    placed = known.units[unit]
    is_new = placed.on_table and not before.units[unit].deployed
    return f"in square {square_name(*lead(placed).at)}" if is_new else ""


def _towards(motions: Iterable[Motion], known: GameState, unit: UnitId | None) -> str:
    moved = next((m for m in motions if isinstance(m, Walked)), None)
    if moved is None or not moved.path or moved.how in _NOWHERE:
        return ""
    (*start, _), (*end, _) = moved.path[0], moved.path[-1]
    if start == end:
        return ""
    way = compass_text(bearing((start[0], start[1]), (end[0], end[1])), _POINTS)
    stands = known.units.get(unit) if unit is not None else None
    return f"{way} to {square_name(*lead(stands).at)}" if stands is not None and stands.alive else way


# ------------------------------------------------------------------ motion


def animations(table: Table, viewer: Viewer, after: int, upto: int) -> list[dict[str, object]]:
    """What a page may play for the events after `after`: the ways walked and the dice, in order."""
    steps: list[dict[str, object] | Roll] = []
    thrown: dict[int, list[Roll]] = {}
    under: tuple[str, ...] = ()
    burst: Burst | None = None
    melee: list[Sentence | Roll] = []  # how the round of close combat goes that is fought
    rungs: dict[int, tuple[Rung, ...]] = {}
    for step in journal.steps(table, after, upto):
        line, before, state = step
        seen = view_event(state, line.event, viewer)
        if isinstance(seen, Rolled):
            steps.append(roll := throws.fallen_on(_roll(seen, state, view(state, viewer)), under))
            if melee:
                melee.append(roll)
                rungs[roll.seq] = initiative.going_on(melee, _name_in(state))
            if state.option("dice_groups"):
                thrown.setdefault(line.head, []).append(roll)
        elif seen is not None and (moved := events.motions(before, state, seen)):
            for motion in moved:
                shell = events.flown(state, seen, motion, burst) if isinstance(motion, Fired) and burst else motion
                steps.append(_step(seen, shell, state, viewer))
            bursts = [motion for motion in moved if isinstance(motion, Burst)]
            burst = bursts[-1] if bursts else burst
            under = _names_under(moved, view(state, viewer)) if bursts else under
        elif seen is not None and type(seen).__name__ in _STRUCK:
            steps.append(_struck(step, seen, viewer))
        if type(seen).__name__ in initiative.MATTERS and (part := _part(step, viewer)) is not None:
            melee = [*(melee or _begun(table, viewer, part)), part]
    tones = {part.seq: part.tone for rolls in thrown.values() for part in throws.toned(rolls)}
    return [
        _throw(one, tones.get(one.seq, 0), rungs.get(one.seq, ())) if isinstance(one, Roll) else one for one in steps
    ]


def _struck(step: journal.Step, seen: Event, viewer: Viewer) -> dict[str, object]:
    """Who was struck; of a fight hand to hand also where models fell. (ARAP-MELEE-01)"""
    fields = {"type": "struck", "seq": seen.seq, "unit": seen.unit, "what": type(seen).__name__}
    in_melee = seen.unit is not None and step.before.melee_of(seen.unit) is not None
    fell = touched.places(step.before, _fallen(step, seen), viewer) if in_melee else []
    return {**fields, "fell": fell} if fell else fields


def _step(seen: Event, moved: Motion, state: GameState, viewer: Viewer) -> dict[str, object]:
    """One motion as the page plays it."""
    at: dict[str, object] = {"seq": seen.seq}
    match moved:
        case Walked(how, path):
            return {"type": "move", **at, "unit": seen.unit, "how": how, "path": [list(pose) for pose in path]}
        case Fired(target, lines, range_in):
            away = inches_text(range_in) if range_in else ""
            return {"type": "shot", **at, "unit": seen.unit, "target": target, "lines": lines, "away": away}
        case Thrown(start, end):
            return {"type": "thrown", **at, "from": list(start), "to": list(end)}
        case Burst(aim, place, size):
            found = {"type": "burst", **at, "aim": list(aim), "at": list(place), "size": size}
        case Flame(strips):
            found = {"type": "flame", **at, "strips": strips}
        case Debris(ring, reach):
            found = {"type": "debris", **at, "ring": ring, "reach": reach}
    return {**found, "touched": touched.places(state, moved.touched, viewer)}


_STRUCK = ("WoundsTaken", "DamageTaken", "UnitRouted", "Bust")


def _throw(roll: Roll, tone: int, rungs: Sequence[Rung] = ()) -> dict[str, object]:
    return {
        "type": "roll",
        "seq": roll.seq,
        "unit": roll.unit,
        "label": roll.label,
        "why": roll.about or roll.why,
        "sides": roll.sides,
        "faces": [list(die) if roll.in_pairs else list(die[:2]) for die in roll.dice],
        "need": roll.shown_need,
        "result": roll.result,
        "tone": tone,
        **({"rungs": [rung._asdict() for rung in rungs]} if rungs else {}),
        **({"card": _card(roll.card)} if roll.card else {}),
    }


def _card(card: DrawnCard) -> dict[str, object]:
    """A card as it is turned up beside the fight. (CRU-DMG-01)"""
    return {**card._asdict(), "icon": glyph(card.name)}
