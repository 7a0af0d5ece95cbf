"""Exact odds: fractions and integers, worked out and never sampled.

Read in this order: `distribution`, `rolls`, `chances`, `activation`, `attrition`, `one_by_one`, `sharing`, `nerve`,
`volley`, `casualties`, `armour`, `careering`, `means`, `question`.
"""

from rules.dice.odds.activation import Activation, activation_odds
from rules.dice.odds.armour import (
    Penetration,
    VehicleOdds,
    VehicleShots,
    after_shots,
    chart_odds,
    hit_odds,
    penetration_odds,
    vehicle_volley,
)
from rules.dice.odds.casualties import casualties, casualties_one_by_one
from rules.dice.odds.chances import chance, chance_2d6_low, chance_high, chance_low, odds_of_many, odds_text
from rules.dice.odds.distribution import Distribution, binomial, certain, convolve
from rules.dice.odds.nerve import CasualtiesTest, casualties_result_odds, casualties_test_odds, suppression_odds
from rules.dice.odds.question import MOST_AT_ONCE, Question, within
from rules.dice.odds.volley import Shots, Volley, volley, volley_vs_models

__all__ = [
    "MOST_AT_ONCE",
    "Activation",
    "CasualtiesTest",
    "Distribution",
    "Penetration",
    "Question",
    "Shots",
    "VehicleOdds",
    "VehicleShots",
    "Volley",
    "activation_odds",
    "after_shots",
    "binomial",
    "casualties",
    "casualties_one_by_one",
    "casualties_result_odds",
    "casualties_test_odds",
    "certain",
    "chance",
    "chance_2d6_low",
    "chance_high",
    "chance_low",
    "chart_odds",
    "convolve",
    "hit_odds",
    "odds_of_many",
    "odds_text",
    "penetration_odds",
    "suppression_odds",
    "vehicle_volley",
    "volley",
    "volley_vs_models",
    "within",
]
