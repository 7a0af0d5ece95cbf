"""Logs of version 1: what their events left unsaid. Whatever tests play is read in that form as well."""

from rules.arap.charge.events import ChargeEnded
from rules.arap.charge.straying import Intercepted
from rules.arap.damage.falls import ModelsFell
from rules.arap.events import WoundsTaken
from rules.arap.melee.break_off import BrokeOff
from rules.arap.melee.join import MeleeJoined, MeleeSettled
from rules.arap.morale.casualties import CasualtiesTested
from rules.arap.morale.going_to_ground import WentToGround
from rules.arap.morale.rout import Fled
from rules.arap.rulings.exits import ExitOpened
from rules.arap.turn.race import GatePassed
from rules.arap.turn.turn import GameTurnEnded, PlayerTurnBegan, PlayerTurnEnded
from rules.arap.units.parts import UnitsJoined, UnitSplit
from rules.buildings.bunkers.crews import OccupantsDazed
from rules.buildings.bunkers.hits import BunkerHit
from rules.events import Rolled
from rules.state import Event
from rules.vehicles.gemini.ramming.structures import WallFallen

UNSAID_IN_1: dict[type[Event], tuple[str, ...]] = {
    BrokeOff: ("until",),
    BunkerHit: ("left",),
    CasualtiesTested: ("gets_up", "spent"),
    ChargeEnded: ("held_ap", "goes_on", "waited"),
    ExitOpened: ("exit",),
    Fled: ("flee_moves", "cover_counts"),
    GameTurnEnded: ("suppression",),
    GatePassed: ("score",),
    Intercepted: ("held_ap",),
    MeleeJoined: ("joined",),
    MeleeSettled: ("over",),
    ModelsFell: ("prone",),
    OccupantsDazed: ("dazed",),
    PlayerTurnBegan: ("strengths", "suppression", "pinned"),
    PlayerTurnEnded: ("up_again", "shun_no_more"),
    UnitSplit: ("stay", "go"),
    UnitsJoined: ("marks",),
    WallFallen: ("left",),
    WentToGround: ("fresh",),
    WoundsTaken: ("in_melee",),
}
"""What events of logs of version 1 left to `evolve`."""


def as_told_in(version: str, event: Event) -> Event:
    """The event as logs of that version tell it."""
    unsaid = UNSAID_IN_1.get(type(event), ()) if version == "1" else ()
    if isinstance(event, BunkerHit) and event.section:
        unsaid = ()  # those logs knew of no sections with hits of their own
    found = {name: getattr(event, name) for name in event.__struct_fields__ if name not in unsaid}
    if version == "1" and isinstance(event, Rolled):
        found["made"] = tuple(bool(made) for made in event.made)  # a die that a second one decides had failed so far
    return type(event)(**found)
