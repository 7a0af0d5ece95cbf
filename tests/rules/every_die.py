"""Every way in which the dice of an action can fall, played out: chances by brute force."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import count, product
from math import prod
from types import MappingProxyType

from rules.answers import Answer
from rules.engine import decide, fold
from rules.progress import Action, Progress
from rules.state import Event, GameState


class _Wanted(Exception):
    """More dice are needed, of so many sides."""

    def __init__(self, label: str, sides: int, count: int) -> None:
        super().__init__(label, sides, count)
        self.label, self.sides, self.count = label, sides, count


class Told:
    """Dice that show what they are told, in the order thrown, and stop where nothing is told."""

    def __init__(self, faces: Sequence[int]) -> None:
        self._faces = faces
        self._used = 0

    def throw(self, label: str, sides: int, count: int, k: int) -> tuple[int, ...]:
        thrown = tuple(self._faces[self._used : self._used + count])
        if len(thrown) < count:
            raise _Wanted(label, sides, count - len(thrown))
        self._used += count
        return thrown


Reading = Callable[[list[Event]], object]
Alike = Mapping[str, Sequence[Sequence[int]]]
"""By label, the faces of a die that come to the same: one of them is played for all, each in its turn."""


def played(state: GameState, action: Action, dice) -> list[Event]:
    """The events of an action; whoever is asked anything declines."""
    events = decide(state, action, dice)
    after = fold(events, state)
    while after.prompt is not None:
        prompt = after.prompt
        more = decide(after, Answer(side=prompt.side, choice=prompt.decline or prompt.options[0].id), dice)
        events += more
        after = fold(more, after)
    return events


Begun = tuple[tuple[int, ...], Fraction]
"""The first faces, and how likely they are."""


def every_die(
    state: GameState,
    action: Action,
    read: Reading,
    begun: Iterable[Begun] = (((), Fraction(1)),),
    alike: Alike = MappingProxyType({}),
) -> dict[object, Fraction]:
    """The exact chance of each result, by playing the action with every way in which its dice can fall.

    `begun` are the first faces, all of them, where some come to the same.
    """
    return every_way(lambda dice: played(state, action, dice), read, begun, alike)


def every_task(state: GameState, run: Callable[[Progress], object], read: Reading) -> dict[object, Fraction]:
    """The same for a part of an action: what it does to a progress, and what that leads to."""

    def done(dice: Told) -> list[Event]:
        progress = Progress(state, dice)
        run(progress)
        progress.run()
        return progress.events

    return every_way(done, read)


def every_way(
    play: Callable[[Told], list[Event]],
    read: Reading,
    begun: Iterable[Begun] = (((), Fraction(1)),),
    alike: Alike = MappingProxyType({}),
) -> dict[object, Fraction]:
    """The chance of each result over all faces of whatever dice are thrown."""
    found: Counter[object] = Counter()
    turn = count()
    waiting = list(begun)
    while waiting:
        faces, chance = waiting.pop()
        try:
            events = play(Told(faces))
        except _Wanted as wanted:
            kinds = alike.get(wanted.label) or [(face,) for face in range(1, wanted.sides + 1)]
            each = chance / wanted.sides**wanted.count
            for kind in product(kinds, repeat=wanted.count):
                n = next(turn)
                more = tuple(of[n % len(of)] for of in kind)
                waiting.append((faces + more, each * prod(map(len, kind))))
        else:
            found[read(events)] += chance  # type: ignore[assignment]
    assert sum(found.values()) == 1
    return dict(found)  # type: ignore[arg-type]
