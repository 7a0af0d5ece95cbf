"""`python -m rules balance SCENARIO ARMY ARMY --plot FILE`: two armies on a scenario, the same bot on both sides.

Every game is played by the same character against itself, with the armies as they are, so that what differs is the
armies and the ground. The plot shows who won and by how much, as SVG or PNG by the name of the file, drawn by
Matplotlib.
"""

import argparse
import hashlib
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from rules import rulesets
from rules.characters import CHARACTERS
from rules.cli.documents import fought
from rules.cli.simulate import interval, play
from rules.codec import encode
from rules.core.ids import SideId
from rules.forces.army import Army
from rules.state import GameState
from rules.table.scenario import Scenario


class BalanceGame(msgspec.Struct, frozen=True, kw_only=True):
    """How one game ended: the winner's side, none for a draw, and the scores in order of the sides.

    `match` is the SHA-256 of scenario, armies and bot.
    """

    match: str
    seed: int
    winner: str
    scores: tuple[int, ...]


def main(arguments: Sequence[str]) -> int:
    """Play; prints how often each side wins with the interval that holds the true rate, and draws it if asked."""
    parser = argparse.ArgumentParser(prog="python -m rules balance", description=__doc__)
    parser.add_argument("scenario", help="a scenario file")
    parser.add_argument("armies", nargs="+", help="an army file for each side, in order")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bot", choices=sorted(CHARACTERS), default="aggressive", help="who plays both sides")
    parser.add_argument("--results", type=Path, help="a file that keeps what was played; that is not played again")
    parser.add_argument("--plot", type=Path, help="where the plot goes, such as balance.svg")
    given = parser.parse_args(arguments)
    if given.games < 1:
        parser.error("play one game or more")
    scenario, armies = fought(parser, given.scenario, given.armies)
    seeds = range(given.seed, given.seed + given.games)
    about = hashlib.sha256(encode((scenario, tuple(armies), given.bot))).hexdigest()
    found = [game for game in _played(given.results, seeds) if game.match == about]
    missing = [seed for seed in seeds if seed not in {game.seed for game in found}]
    if missing:
        with ProcessPoolExecutor() as pool:
            for game in pool.map(partial(one, scenario, armies, given.bot, about), missing):
                found.append(game)
                _keep(given.results, game)
    names = {side.id: army.name for side, army in zip(scenario.sides, armies, strict=True)}
    for line in lines(found, names):
        print(line)
    return _plotted(given.plot, found, names, scenario.name) if given.plot else 0


def one(scenario: Scenario, armies: Sequence[Army], bot: str, about: str, seed: int) -> BalanceGame:
    """One game of a character against itself."""
    _, state = play(scenario, armies, seed, seats={side.id: bot for side in scenario.sides})
    winner = state.outcome.winner if state.outcome else None
    return BalanceGame(match=about, seed=seed, winner=winner or "", scores=_scores(state))


def _scores(state: GameState) -> tuple[int, ...]:
    return tuple(rulesets.of(state).score(state, side.id) for side in state.sides)


def lines(games: Sequence[BalanceGame], names: Mapping[SideId, str]) -> Iterable[str]:
    """A line for each side, and one for draws."""
    won = Counter(game.winner for game in games)
    for side, name in names.items():
        low, high = interval(won[side], len(games))
        rate = f"{won[side] / len(games):.0%} ({low:.0%} to {high:.0%})"
        yield f"{name} ({side}) wins {won[side]} of {len(games)}: {rate}"
    yield f"drawn {won['']} of {len(games)}"


def _played(results: Path | None, seeds: range) -> Iterable[BalanceGame]:
    lines = results.read_bytes().splitlines() if results is not None and results.exists() else []
    return [game for line in lines if (game := msgspec.json.decode(line, type=BalanceGame)).seed in seeds]


def _keep(results: Path | None, game: BalanceGame) -> None:
    if results is not None:
        with results.open("ab") as file:
            file.write(msgspec.json.encode(game) + b"\n")


# ------------------------------------------------------------------ the plot

_COLOURS: Final = ("#1f5fa8", "#c4501b", "#2f7d4f", "#8a5a9e")


def _plotted(path: Path, games: Sequence[BalanceGame], names: Mapping[SideId, str], title: str) -> int:
    try:
        import matplotlib as mpl
    except ImportError:
        print("the plot needs Matplotlib: pip install matplotlib", file=sys.stderr)
        return 1
    mpl.use("agg")
    draw(path, games, names, title)
    return 0


def draw(path: Path, games: Sequence[BalanceGame], names: Mapping[SideId, str], title: str) -> None:
    """On the left how often each side wins, with the interval; on the right by how many points the first side leads."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 3.6), layout="constrained")
    rates, leads = figure.subplots(1, 2)
    won = Counter(game.winner for game in games)
    for place, (side, name) in enumerate(names.items()):
        rate = won[side] / len(games)
        low, high = interval(won[side], len(games))
        error = [[rate - low], [high - rate]]
        rates.barh(name, rate, color=_COLOURS[place % len(_COLOURS)], xerr=error, capsize=4)
    rates.barh("drawn", won[""] / len(games), color="#9a9a92")
    rates.set(xlim=(0, 1), xlabel=f"wins of {len(games)} games, with the true rate 95 times of 100")
    rates.invert_yaxis()
    margins = Counter(game.scores[0] - max(game.scores[1:], default=0) for game in games)
    leads.bar(list(margins), list(margins.values()), color=[_COLOURS[m < 0] if m else "#9a9a92" for m in margins])
    leads.set(xlabel=f"lead of {next(iter(names.values()))}, points", ylabel="games")
    figure.suptitle(title)
    figure.savefig(path)
