"""What guessed fire comes to if the guesses are right, exactly. (ARAP-AREA-10, ARAP-AREA-02, ARAP-GREN-02, -03)

No figure depends on how far off anything is, so that none tells it: where a shell scatters at most half its range, that
is half of what was guessed, or of what the weapon reaches as long as nothing is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from rules.arap.indirect.guesses import Cast
from rules.arap.shooting import odds as shooting_odds
from rules.arap.shooting import template_odds
from rules.arap.shooting.plan import Firing
from rules.arap.shooting.template_odds import ScatteredShell
from rules.arap.templates import marker, scatter
from rules.arap.templates.scatter import Manner, Shell
from rules.arap.units import weapons
from rules.core.preview import Average, Chance
from rules.dice.odds import chance_low
from rules.forces.unit import Model, Unit
from rules.geometry.facings import off_axis
from rules.geometry.lengths import distance
from rules.state import GameState

RIGHT: Final = "if the guess is right"
PAIRS: Final = 36


class Flown(NamedTuple):
    """One guess and how it comes down: inches of scatter by the ways of its dice, and in how many it is lost."""

    cast: Cast
    ways: Mapping[int, int]
    lost: int = 0


def lobbed(state: GameState, cast: Cast, manner: Manner, less: int) -> Flown:
    """A shell, with so much taken off its scatter. (ARAP-AREA-02, ARAP-AREA-12, ARAP-AREA-13)"""
    seven = manner in ("aimed", "indirect") and marker.sevens(state)
    return Flown(cast, dict(scatter.lengths(manner, less, seven_is_hit=seven)))


def thrown(cast: Cast) -> Flown:
    """On the spot if it hits, else a short way off; a brick that misses is lost. (ARAP-GREN-02, -03, -06)"""
    hit = chance_low(cast.goal)
    made, missed = hit.numerator * PAIRS, hit.denominator - hit.numerator
    if cast.weapon.has("improvised"):
        return Flown(cast, {0: made}, missed * PAIRS)
    ways = Counter({0: made})
    ways.update({length: n * missed for length, n in scatter.lengths("short", 0)})
    return Flown(cast, ways)


def if_right(state: GameState, unit: Unit, target: Unit, flown: Sequence[Flown]) -> Iterator[Chance]:
    """Losses, and the test that the hits call for."""
    yield from once_right(state, unit, target, [_shell(unit, target, each) for each in flown])


def once_right(state: GameState, unit: Unit, target: Unit, shells: Sequence[ScatteredShell]) -> Iterator[Chance]:
    """The same of shells round those who are meant; houses have a say of their own in where things come down."""
    if target.is_vehicle or target.is_housed or any(piece.building for piece in state.terrain):
        yield from shooting_odds.once_hit(state, unit, target)
        return
    found = template_odds.struck_by_shells(state, unit, target, shells)
    for shot in shooting_odds.of_burst(state, unit, target, found):
        label = f"casualties {RIGHT}" if isinstance(shot, Average) else shot.label
        yield replace(shot, label=label)


def _shell(unit: Unit, target: Unit, flown: Flown) -> ScatteredShell:
    cast = flown.cast
    aim = min(target.alive, key=lambda m: (round(_off(cast, m), 1), distance(m.at, cast.model.at)))
    far = cast.range_in or weapons.range_of(cast.weapon)
    flying = Shell(cast.model, unit, cast.weapon, aim.at, target.id, cast.modifiers, far)
    most = far / 2 if flying.is_limited else float("inf")
    falls: Counter[float] = Counter()
    for length, count in flown.ways.items():
        falls[min(float(length), most)] += count
    firing = Firing(
        cast.model,
        cast.weapon,
        cast.shots,
        far,
        aim,
        cast.facing,
        cast.base,
        cast.modifiers,
        cast.strength,
        cast.close,
        1,
    )
    return ScatteredShell(firing, falls, flown.lost)


def _off(cast: Cast, model: Model) -> float:
    """Degrees between the way that was pointed and that to a member."""
    return off_axis(cast.bearing, cast.model.at, model.at)
