"""All that the rules for buildings bring to the game beside their answers, in the order in which it is offered."""

from __future__ import annotations

from types import ModuleType
from typing import Final

from rules.buildings import rulings
from rules.buildings.breaking import attack, damage, splash
from rules.buildings.bunkers import crews, enter, fire, guns, hits, shoot, strike
from rules.buildings.carriers import doubtful, ride, troubles, walkways
from rules.buildings.doors import bottlenecks, locks, offers, openings, work
from rules.buildings.ports import fire as ports_fire
from rules.buildings.sections import blast, charge_out, fight, look_out, occupants, outcome, storm
from rules.buildings.sections import enter as sections_enter
from rules.buildings.sections import fire as sections_fire
from rules.buildings.sections import rulings as sections_rulings
from rules.buildings.shooting import barrage, dropping, high_walls, reaching
from rules.buildings.shooting import rulings as shooting_rulings
from rules.buildings.tiles import lay
from rules.buildings.walls import passages

BUILDINGS: Final[tuple[ModuleType, ...]] = (
    reaching,
    high_walls,
    dropping,
    barrage,
    shooting_rulings,
    crews,
    hits,
    fire,
    shoot,
    ports_fire,
    guns,
    enter,
    strike,
    openings,
    work,
    locks,
    bottlenecks,
    offers,
    passages,
    damage,
    attack,
    splash,
    troubles,
    ride,
    doubtful,
    walkways,
    lay,
    occupants,
    sections_enter,
    look_out,
    sections_fire,
    storm,
    fight,
    outcome,
    charge_out,
    blast,
    sections_rulings,
    rulings,
)
