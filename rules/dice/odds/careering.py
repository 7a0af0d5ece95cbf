"""How fast a vehicle is that went out of control: two dice faster, two dice slower. (VEH-LOC-02)"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product


@lru_cache(maxsize=256)
def new_speeds(speed: float, most: float) -> Mapping[float, Fraction]:
    """The chance of each new speed in inches, from rest up, where nobody goes faster than `most`."""
    pairs = Counter(a + b for a, b in product(range(1, 7), repeat=2))
    ways: Counter[float] = Counter()
    for (gained, up), (lost, down) in product(pairs.items(), repeat=2):
        ways[min(most, max(0.0, speed + gained - lost))] += up * down
    return {found: Fraction(ways[found], 6**4) for found in sorted(ways)}
