"""The damage chart on a vehicle's card: rows, scores, and what else a row brings."""

import pytest

from rules.forces.unit import VehicleState
from rules.vehicles.trial.damage import odds
from tabletop.games.panels import unit_card
from tabletop.ui.figures import scores_text
from tests.builders import a_battle
from tests.rules.vehicles.trial.park import a_trial


@pytest.mark.parametrize("module", ["gemini", "trial"])
def test_a_row_names_what_comes_with_its_result(module):
    """Ordnance that destroys a weapon or stops the hull stuns the crew as well. (VEH-CHART-01, TRI-DMG-03)"""
    state = a_battle(a_trial("a1"), options={"vehicle_module": module})
    chart = unit_card.damage_chart(state, VehicleState())
    assert chart is not None
    ordnance = {row.name: row.cells[2].text for row in chart.rows}
    assert (ordnance["Armament destroyed"], ordnance["Immobilised"]) == ("2, stunned", "3, stunned")
    assert (ordnance["Crew stunned"], ordnance["Annihilated"]) == ("1", "6+")
    assert scores_text(odds.columns(third_edition=False)["glancing"], [1, 2]) == "1–2"
