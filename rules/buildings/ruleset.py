"""All that the rules for buildings bring to the game beside their answers, in the order in which it is offered."""

from __future__ import annotations

from types import ModuleType
from typing import Final

from rules.buildings import armour_rulings, leaping, rulings
from rules.buildings.boarding import enter as boarding_enter
from rules.buildings.boarding import rulings as boarding_rulings
from rules.buildings.breaking import damage, splash
from rules.buildings.breaking import offers as breaking_offers
from rules.buildings.breaking import rulings as breaking_rulings
from rules.buildings.breaking import shoot as breaking_shoot
from rules.buildings.breaking import strike as breaking_strike
from rules.buildings.bunkers import charge, collapse, crews, defence, enter, fire, guns, hits, ruins, shoot, strike
from rules.buildings.carriers import doubtful, ride, troubles, walkways
from rules.buildings.doors import bottlenecks, locks, offers, openings, work
from rules.buildings.ports import fire as ports_fire
from rules.buildings.sections import blast, burst, go_between, leave, look_out, occupants
from rules.buildings.sections import doors as section_doors
from rules.buildings.sections import enter as sections_enter
from rules.buildings.sections import fire as sections_fire
from rules.buildings.sections import offers as section_offers
from rules.buildings.sections import rulings as sections_rulings
from rules.buildings.sections.assault import (
    break_away,
    charge_out,
    choices,
    fight,
    flames,
    move,
    outcome,
    reaction,
    storm,
)
from rules.buildings.shooting import barrage, dropping, high_walls, reaching
from rules.buildings.shooting import rulings as shooting_rulings
from rules.buildings.tiles import lay
from rules.buildings.tiles import rulings as tiles_rulings
from rules.buildings.walls import passages

BUILDINGS: Final[tuple[ModuleType, ...]] = (
    reaching,
    high_walls,
    dropping,
    barrage,
    shooting_rulings,
    ruins,
    crews,
    collapse,
    hits,
    fire,
    shoot,
    ports_fire,
    guns,
    enter,
    strike,
    defence,
    charge,
    armour_rulings,
    openings,
    work,
    locks,
    bottlenecks,
    offers,
    passages,
    damage,
    breaking_shoot,
    breaking_strike,
    breaking_offers,
    splash,
    breaking_rulings,
    troubles,
    ride,
    doubtful,
    walkways,
    leaping,
    lay,
    tiles_rulings,
    occupants,
    sections_enter,
    go_between,
    leave,
    section_doors,
    section_offers,
    boarding_enter,
    boarding_rulings,
    look_out,
    sections_fire,
    storm,
    reaction,
    move,
    fight,
    choices,
    break_away,
    flames,
    outcome,
    charge_out,
    burst,
    blast,
    sections_rulings,
    rulings,
)
