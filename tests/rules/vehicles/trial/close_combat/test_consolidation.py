"""After a round of close combat: who is free moves up to 3 inches, or gets into an open-topped vehicle."""

import pytest
from msgspec.structs import replace

from rules.answers import Answer
from rules.arap.turn.activation import EndActivation
from rules.core.ids import ModelId, UnitId
from rules.core.refusal import IllegalAction
from rules.dice.sources import ScriptedDice
from rules.engine import decide, preview
from rules.forces.unit import UnitTurn
from rules.state import Melee, Placement
from rules.vehicles.shared.events import BoardedVehicle
from rules.vehicles.trial.transport.disembark import Disembark
from tests.builders import A, a_profile, a_unit, play, the
from tests.rules.vehicles.trial.park import LANCE, a_transport, a_trial, fire, go, trial_battle


def fight(*others, at=(20, 24)):
    """A2 fights one man of B1, the last that is in its way; B2 is far off."""
    x, y = at
    fighters = a_unit("a2", [(x, y), (x, y + 1.2)], profile=a_profile("brawler", i=5, ws=4), name="Rangers")
    foe = a_unit("b1", [(x + 0.9, y)], profile=a_profile("levy", i=1, ws=2), facing=270, name="Levy")
    far = a_unit("b2", [(60, 24)], name="Watch")
    state = trial_battle(*others, fighters, foe, far, active=None)
    return replace(state, melees=(Melee(id="m", units=(UnitId("a2"), UnitId("b1"))),))


WINS = {"to-hit": [1, 1], "to-wound": [6, 6]}


def after_the_round(state):
    """The prompt that stands once the last of B1 has fallen."""
    _, after = play(state, EndActivation(side=A), WINS)
    while after.prompt is not None and after.prompt.kind != "consolidate":
        _, after = play(after, Answer(side=after.prompt.side, choice=after.prompt.options[0].id))
    return after


@pytest.mark.rule("TRI-JOIN-07")
def test_who_is_free_after_a_round_may_move_three_inches():
    asked = after_the_round(fight())
    assert asked.prompt is not None
    assert (asked.prompt.unit, asked.prompt.decline) == ("a2", "stay")
    assert [o.label for o in asked.prompt.options] == ["Stay", "Towards Watch", "Away from Watch", "As placed"]
    _, moved = play(asked, Answer(side=A, choice=asked.prompt.options[1].id))
    assert [m.at[0] for m in moved.units[UnitId("a2")].models] == pytest.approx([23, 23], abs=0.1)
    drawn = asked.prompt.options[-1]
    assert (drawn.id, [name for name, _ in asked.prompt.free]) == ("move", ["a2.1", "a2.2"])
    _, as_drawn = play(asked, Answer(side=A, choice="move"))
    assert as_drawn.units[UnitId("a2")].models == moved.units[UnitId("a2")].models
    _, stays = play(asked, Answer(side=A, choice="stay"))
    assert stays.units[UnitId("a2")].models == asked.units[UnitId("a2")].models


def put(*places):
    models = [Placement(model=ModelId(f"a2.{n}"), at=at, facing=0) for n, at in enumerate(places, 1)]
    return Answer(side=A, choice="move", placements=tuple(models))


@pytest.mark.rule("TRI-JOIN-07")
def test_they_stand_where_their_side_puts_them():
    asked = after_the_round(fight())
    _, after = play(asked, put((20, 21.5), (21, 22.6)))
    assert [m.at for m in after.units[UnitId("a2")].models] == [(20, 21.5), (21, 22.6)]
    for bad in (((20, 20.5), (20, 22)), ((20, 25.2), (20, 25.2)), ((20, 21.1), (20, 28.1))):
        with pytest.raises(IllegalAction) as caught:
            decide(asked, put(*bad), ScriptedDice({}))
        assert (caught.value.refusal.code, caught.value.refusal.rule) == ("bad-consolidation", "TRI-JOIN-07")


@pytest.mark.rule("TRI-TRAN-04", "TRI-JOIN-07")
def test_a_truck_beside_them_takes_them_in():
    truck = a_transport("a1", (17, 24), heading=0, traits=("open-topped",))
    asked = after_the_round(fight(truck))
    assert "aboard:a1" in [o.id for o in asked.prompt.options]
    events, after = play(asked, Answer(side=A, choice="aboard:a1"))
    assert (the(events, BoardedVehicle).vehicle, after.units[UnitId("a2")].aboard) == ("a1", "a1")
    closed = after_the_round(fight(a_transport("a1", (17, 24), heading=0)))
    assert "aboard:a1" not in [o.id for o in closed.prompt.options]


@pytest.mark.rule("TRI-TRAN-13")
def test_nobody_gets_out_during_close_combat():
    inside = a_unit("a2", [(30, 24)], aboard=UnitId("a1"))
    state = trial_battle(a_transport("a1", (30, 24), heading=0), inside, active="a2", ap=1)
    out = Disembark(side=A, unit=UnitId("a2"))
    assert "TRI-TRAN-13" in preview(state, out).rules
    late = replace(state, turn=replace(state.turn, held=True))
    with pytest.raises(IllegalAction) as caught:
        decide(late, out, ScriptedDice({}))
    assert (caught.value.refusal.code, caught.value.refusal.rule) == ("close-combat", "TRI-TRAN-13")


@pytest.mark.rule("TRI-MOVE-05", "TRI-TYPE-06")
def test_only_walkers_move_but_in_the_movement_step():
    foe = a_unit("b1", [(40, 24)])
    tank = a_trial("a1", (20, 24), weapons=(LANCE,), flags={"now": UnitTurn(tried=True)})
    _, fired = play(trial_battle(tank, foe, active="a1", ap=2), fire("a1", "b1", 0), {"to-hit": [6]})
    with pytest.raises(IllegalAction) as caught:
        decide(fired, go("a1", (22, 24)), ScriptedDice({}))
    assert (caught.value.refusal.code, caught.value.refusal.rule) == ("step-taken", "TRI-MOVE-05")
    assert caught.value.refusal.allowed == "finishing"
    walker = a_trial("a1", (20, 24), traits=("walker",), locomotion="legs", length_in=3, width_in=3)
    shown = preview(trial_battle(walker, foe, active="a1", ap=1), go("a1", (24, 24)))
    assert {"TRI-MOVE-05", "TRI-TYPE-06"} <= set(shown.rules)
