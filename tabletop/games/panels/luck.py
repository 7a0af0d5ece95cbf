"""The luck of a battle as its page shows it: by side, over the battle, by kind of roll and by unit."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from rules import GameState
from rules.core.ids import UnitId
from rules.events import Rolled
from rules.questions.logs.luck import KINDS, POOLS, Account, Trial, account, pool, trials
from rules.questions.scenarios import round_word
from tabletop.games.panels import plots
from tabletop.ui.sides import roster_place

HILL: Final = (246.0, 36.0)
"""Width and height of a hill, in pixels."""
_ONE_IN_THREE: Final = 1 / 3
_MOST_UNLIKELY: Final = 5
_TALLEST: Final = 64  # pixels of the bar of a face


class OneRoll(NamedTuple):
    """One die or sum against its number, for the list that a row opens; of a combat die what it `shows`."""

    seq: int
    made: bool
    chance: float
    shows: str = ""


class AccountInWords(NamedTuple):
    """An account in words, and its hill as a drawing where there is enough of it."""

    account: Account
    words: str
    rolls: tuple[OneRoll, ...]
    hill: str
    tail: str
    due_at: float
    made_at: float
    made_top: float
    """Of the hill above what was made."""

    @property
    def of(self) -> str:
        """What was made of how much: "3 of 4", or of combat dice "9 with 8 dice". (CRU-DICE-01)"""
        return _of(self.account, is_pool=any(roll.shows for roll in self.rolls))


class OfSide(NamedTuple):
    """One side's luck in all; what was thrown by hand stands apart."""

    side: str
    name: str
    all: AccountInWords
    by_hand: AccountInWords | None

    @property
    def signed(self) -> str:
        """Rolls made beyond those due, as a whole number with its sign."""
        beyond = round(self.all.account.beyond)
        return f"{beyond:+d}".replace("-", "−") if beyond else "0"


class Kind(NamedTuple):
    """One kind of roll, an account for each side, none where nothing of it was rolled."""

    name: str
    sides: tuple[tuple[str, AccountInWords | None], ...]
    by_hand: bool = False


class OfUnit(NamedTuple):
    """One unit: how far from due, and how rare."""

    unit: str
    side: str
    name: str
    beyond: float
    """Made beyond due, and one spread, in hundredths of half the row."""
    spread: float
    account: AccountInWords

    @property
    def width(self) -> float:
        """Of what is usual, to both sides."""
        return 2 * self.spread


class Unlikely(NamedTuple):
    """A throw that seldom comes out as well or as badly."""

    seq: int
    unit: str
    side: str
    words: str
    one_in: int


class Face(NamedTuple):
    """How often one face came, and its bar in pixels."""

    times: int
    height: int


class Luck(NamedTuple):
    """The whole page."""

    title: str
    sides: tuple[OfSide, ...]
    chart: plots.Plot | None
    kinds: tuple[Kind, ...]
    units: tuple[OfUnit, ...]
    unlikely: tuple[Unlikely, ...]
    faces: tuple[Face, ...]
    faces_due: float
    pools: bool = False
    """It is a game of combat dice. (CRU-DICE-01)"""

    @property
    def faces_due_at(self) -> int:
        """As high as the bar of a face that came as often as it was due."""
        return round(_TALLEST * self.faces_due / max(*(face.times for face in self.faces), 1))


def luck(rolls: Sequence[tuple[Rolled, int]], state: GameState) -> Luck:
    """Look at all rolls that count, each with its game turn, of a battle that stands so."""
    every = [trial for rolled, _ in rolls for trial in _counted(rolled)]
    fair = [trial for trial in every if not trial.by_hand]
    sides = tuple(_side(side.id, side.name, every) for side in state.sides)
    return Luck(
        _title(sides),
        sides,
        _chart(fair, sides, rolls, round_word(state.ruleset)) if fair else None,
        tuple(_kinds(every, [side.side for side in sides])),
        tuple(_units(fair, state)),
        tuple(_unlikely(rolls, state)),
        faces := _faces(rolled for rolled, _ in rolls),
        sum(face.times for face in faces) / 6,
        any(trial.shows for trial in every),
    )


def _counted(rolled: Rolled) -> tuple[Trial, ...]:
    return trials(rolled) or pool(rolled)


def _of(found: Account, *, is_pool: bool) -> str:
    if not is_pool:
        return f"{found.made} of {found.rolls}"
    return f"{found.made} with {found.rolls} {'die' if found.rolls == 1 else 'dice'}"


def _side(letter: str, name: str, rolls: Sequence[Trial]) -> OfSide:
    own = [trial for trial in rolls if trial.side == letter]
    by_hand = [trial for trial in own if trial.by_hand]
    return OfSide(letter, name, _in_words([t for t in own if not t.by_hand]), _in_words(by_hand) if by_hand else None)


def _title(sides: Sequence[OfSide]) -> str:
    """Who the dice were kind to, where the difference is worth a word."""
    kind = [s.name for s in sides if s.all.account.beyond > 0 and _is_telling(s.all.account)]
    unkind = [s.name for s in sides if s.all.account.beyond < 0 and _is_telling(s.all.account)]
    if not kind and not unkind:
        return "Dice as they were due"
    words = [f"kind to {' and '.join(kind)}"] if kind else []
    words += [f"unkind to {' and '.join(unkind)}"] if unkind else []
    return f"Dice were {', '.join(words)}"


def _is_telling(found: Account) -> bool:
    return not found.too_few and found.rare <= _ONE_IN_THREE


def _in_words(rolls: Sequence[Trial]) -> AccountInWords:
    found = account(rolls)
    width, height = HILL
    top = max(found.hill)
    steps = max(len(found.hill) - 1, 1)
    points = [(n * width / steps, height * (1 - chance / top)) for n, chance in enumerate(found.hill)]
    tail = points[found.made :] if found.made >= found.due else points[: found.made + 1]
    return AccountInWords(
        found,
        _rarity(found),
        tuple(_one_roll(roll) for roll in rolls),
        _area(points, height),
        _area(tail, height),
        found.due * width / steps,
        found.made * width / steps,
        points[found.made][1],
    )


def _one_roll(roll: Trial) -> OneRoll:
    return OneRoll(roll.seq, bool(roll.made), 100 * float(roll.chance), str(roll.made) if roll.shows else "")


def _area(points: Sequence[tuple[float, float]], floor: float) -> str:
    if not points:
        return ""
    line = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    return f"M{points[0][0]:.1f} {floor:.1f}L{line}L{points[-1][0]:.1f} {floor:.1f}Z"


def _rarity(found: Account) -> str:
    if found.too_few:
        return "too few to tell"
    if found.rare > _ONE_IN_THREE:
        return "as expected"
    return f"1 in {round(1 / max(found.rare, 1e-9))} {'better' if found.beyond > 0 else 'worse'}"


def _kinds(rolls: Sequence[Trial], sides: Sequence[str]) -> Iterable[Kind]:
    """A row for each kind of roll; dice thrown by hand get rows of their own."""
    for name in (*KINDS, *POOLS):
        for by_hand in (False, True):
            own = [trial for trial in rolls if trial.kind == name and trial.by_hand == by_hand]
            if own:
                rows = tuple((side, _of_side(own, side)) for side in sides)
                yield Kind(f"{name}, by hand" if by_hand else name, rows, by_hand)


def _of_side(rolls: Sequence[Trial], side: str) -> AccountInWords | None:
    own = [trial for trial in rolls if trial.side == side]
    return _in_words(own) if own else None


def _units(rolls: Sequence[Trial], state: GameState) -> Iterable[OfUnit]:
    every = [(unit, own) for key, unit in state.units.items() if (own := [t for t in rolls if t.unit == key])]
    rows = [(unit, _in_words(own)) for unit, own in sorted(every, key=lambda row: roster_place(row[0].id))]
    reach = max((max(abs(t.account.beyond), t.account.spread) for _, t in rows), default=1.0) or 1.0
    for unit, each in rows:
        found = each.account
        yield OfUnit(unit.id.upper(), unit.side, unit.name, found.beyond / reach * 50, found.spread / reach * 50, each)


def _unlikely(rolls: Iterable[tuple[Rolled, int]], state: GameState) -> list[Unlikely]:
    found = []
    for rolled, turn in rolls:
        own = [trial for trial in _counted(rolled) if not trial.by_hand]
        if not own:
            continue
        rare = account(own).rare
        unit = state.units.get(rolled.unit) if rolled.unit else None
        when = f"{round_word(state.ruleset)} {turn}"
        words = f"{unit.name if unit else 'The table'}: {own[0].kind.lower()}, {_made(own)}; {when}"
        found.append((rare, Unlikely(rolled.seq, (rolled.unit or UnitId("")).upper(), rolled.side or "", words, 0)))
    best = sorted(found, key=lambda one: one[0])[:_MOST_UNLIKELY]
    return [one._replace(one_in=round(1 / rare)) for rare, one in best if rare <= _ONE_IN_THREE]


def _made(rolls: Sequence[Trial]) -> str:
    made = sum(trial.made for trial in rolls)
    if rolls[0].shows:
        return _of(account(rolls), is_pool=True)
    if len(rolls) == 1:
        return "made" if made else "missed"
    return f"{made} of {len(rolls)} made"


def _faces(rolls: Iterable[Rolled]) -> tuple[Face, ...]:
    faces = [face for rolled in rolls if rolled.sides == 6 and not rolled.entered_by for face in rolled.dice]
    counts = [faces.count(face) for face in range(1, 7)]
    most = max(*counts, 1)
    return tuple(Face(count, round(_TALLEST * count / most)) for count in counts)


def _chart(
    rolls: Sequence[Trial], sides: Sequence[OfSide], thrown: Sequence[tuple[Rolled, int]], word: str
) -> plots.Plot:
    """Places by the number of the event; heights by rolls made beyond those due. The band is the widest spread.

    `word` is what the game calls a turn.
    """
    runs = {side.side: _run([trial for trial in rolls if trial.side == side.side]) for side in sides}
    widest = max(runs.values(), key=lambda run: run[-1][2] if run else 0.0)
    lines = []
    for side in sides:
        if run := runs[side.side]:
            at = {0.0: 0.0} | {float(seq): beyond for seq, beyond, _ in run}
            points = (*at.items(), (float(thrown[-1][0].seq), run[-1][1]))
            lines.append(plots.Steps(side.side, side.name, points, f"{_beyond(run[-1][1])} {side.side.upper()}"))
    firsts: dict[int, int] = {}
    for rolled, turn in thrown:
        firsts.setdefault(turn, rolled.seq)
    turns = [plots.Mark(seq, f"{word.capitalize()} {turn}") for turn, seq in firsts.items() if turn]
    band = [(0.0, 0.0), *((float(seq), spread) for seq, _, spread in widest)]
    band.append((float(thrown[-1][0].seq), band[-1][1]))
    label = "Rolls made beyond those due. " + ", ".join(f"{line.name} {line.words}" for line in lines)
    return plots.Plot(
        "luck",
        "Over the battle",
        "made beyond what was due; the grey band holds two battles in three",
        plots.steps("luck", label, lines, turns, band=band, width=900, height=250),
        ("Side", *(turn.words for turn in turns)),
        tuple((line.name, *_at_ends(line, turns)) for line in lines),
    )


def _at_ends(line: plots.Steps, turns: Sequence[plots.Mark]) -> Iterable[str]:
    """How far beyond due a side was at the end of each game turn."""
    for end in [*(turn.at for turn in turns[1:]), float("inf")]:
        beyond = next((beyond for seq, beyond in reversed(line.points) if seq < end), 0.0)
        yield _beyond(beyond)


def _beyond(rolls: float) -> str:
    """So many rolls made beyond those due."""
    return f"{rolls:+.1f}".replace("-", "−")


def _run(rolls: Sequence[Trial]) -> list[tuple[int, float, float]]:
    """After each roll: its event, what was made beyond due, and one spread of that."""
    beyond = accumulate(float(trial.made - trial.chance) for trial in rolls)
    spread = accumulate(float(trial.variance) for trial in rolls)
    return [(trial.seq, far, wide**0.5) for trial, far, wide in zip(rolls, beyond, spread, strict=True)]
