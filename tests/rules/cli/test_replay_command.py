"""`python -m rules replay`: a log, line by line."""

import pytest

from rules.arap.events import ModelsMoved
from rules.cli import replay
from rules.codec import encode
from rules.engine import fold
from rules.state import Placement
from tests.rules.arenas import opened


@pytest.mark.parametrize(("how", "lines"), [("aside", 1), ("move", 3)])
def test_who_steps_out_of_a_way_one_by_one_is_told_of_once(how, lines, tmp_path, capsys):
    log, _ = opened("brawl", 0)
    state = fold(log)
    unit = next(iter(state.units.values()))
    for n, model in enumerate(unit.models[:3], 1):
        there = (Placement(model=model.id, at=(10, 10), facing=0),)
        seq, wanted = state.seq + n, how == "move"
        log.append(ModelsMoved(seq=seq, side=unit.side, unit=unit.id, placements=there, how=how, voluntary=wanted))
    paper = tmp_path / "log.json"
    paper.write_bytes(encode(log))
    assert replay.main([str(paper)]) == 0
    said = f"{unit.name} gets out of the way" if how == "aside" else f"{unit.name} moves"
    assert sum(line.endswith(said) for line in capsys.readouterr().out.splitlines()) == lines
