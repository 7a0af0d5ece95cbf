"""All that the rules for buildings bring to the game beside their answers, in the order in which it is offered."""

from __future__ import annotations

from types import ModuleType
from typing import Final

from rules.buildings.breaking import attack, damage, passages
from rules.buildings.bunkers import crews, enter, fire, guns, hits, shoot, strike
from rules.buildings.carriers import ride, troubles, walkways
from rules.buildings.doors import locks, offers, openings, work
from rules.buildings.tiles import lay

BUILDINGS: Final[tuple[ModuleType, ...]] = (
    crews,
    hits,
    fire,
    shoot,
    guns,
    enter,
    strike,
    openings,
    work,
    locks,
    offers,
    passages,
    damage,
    attack,
    troubles,
    ride,
    walkways,
    lay,
)
