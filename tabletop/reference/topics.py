"""The ledgers and their topics in words and in order."""

from functools import cache
from typing import Final, NamedTuple

from rules import rulebook
from rules.rulebook import Rule

LEDGER_NAMES: Final = {
    "ARAP": "Basic rules",
    "BLD": "Buildings",
    "VEH": "Vehicles",
    "TRI": "Trial vehicle rules",
    "CRU": "Rules Crusade",
}
"""What each ledger is about, shorter than its title."""

_ARAP: Final = (
    "GEN General|SIZE Size|COH Unit coherency|DICE Dice|SCAT Scatter|TURN The turn|ACT Activation|MOVE Movement|"
    "PRONE Crawling and going prone|TERR Ground|TACT Tactical movement|AGIL Agility|JUMP Jumping|SWIM Swimming|"
    "CLIMB Climbing|FALL Falling|LADR Ladders|SHOOT Shooting|WPN Weapon types|HIT Rolling to hit|SUPP Suppression|"
    "DMG Wounds and saves|GTG Going to ground|CAS Casualties|PIN Pinning|TMPL Templates|AREA Area weapons|"
    "GREN Grenades|MELEE Melee|CHG Charges|COVR Charges against cover|FCHG Fire and charge|REACT Charge reactions|"
    "STAND Stand and fire|RUN Running from a charge|INT Interception|BREAK Breaking off|WDIF Wound difference|"
    "MORAL Morale|ROUT Flinch and rout|RALLY Rallying|PURS Pursuit|CCG Grenades in melee"
)
_BLD: Final = (
    "GEN General|LEVEL Storeys|CRNR Corners|SCAT Reversed scatter|DOOR Doors and windows|MOUSE Mouseholes|"
    "MOVE Moving indoors|LADR Ladders|FALL Falling|LIFT Lifts|TUBE Tubes and shafts|UNIT Units other than infantry|"
    "WALL Walls and doors under attack|LOCK Locks|AREA Area weapons on walls|FIRE Firing at buildings|"
    "OUT Firing out|HIGH Firing from high walls|INTO Firing in|CONF Confined spaces|TMPL Templates|"
    "SECT Building sections|SMOV Moving between sections|SSHT Shooting and sections|SCC Melee in sections|"
    "BUNK Bunkers|PORT Firing ports|TILE Terrain tiles"
)
_VEH: Final = (
    "JOIN Joining the basic rules|GEOM Hull and facing|MOVE Movement|TERR Ground|BRD Getting in and out|"
    "SHOCK Tank shock|TOW Towing|TYPE Types|BIKE Bikes|CAR City cars|FROM Firing from vehicles|PORT Firing ports|"
    "AT Hitting a vehicle|PEN Armour penetration|AREA Area weapons|OPEN Open-topped vehicles|COV Vehicles and cover|"
    "VFIRE A vehicle’s weapons|MECH Mechanoids|CHART Damage chart|DMG Damage results|HULL Hull points|"
    "CC Melee against vehicles|PLANT Planting charges|WS Machines that fight|BLOW About to blow|RAM Ramming|"
    "REL Relative speed|OLD Older ramming rules|DOZ Dozer blades|RUN Running people over|RACE Street Race|"
    "TRR Turning radius|LOC Loss of control|REV Reversing|SLOW Slow manoeuvres|BOOT Bootlegger turns|BOAT Boats"
)
_TRI: Final = (
    "JOIN Joining the basic rules|CHAR Characteristics|TYPE Types|MOVE Movement|TERR Ground|ROAD Roads|SKIM Skimmers|"
    "WALK Walkers|TRAN Transport|FIRE A vehicle’s weapons|FACE Turning to face|PASS Firing from vehicles|"
    "ORD Ordnance|DMG Damage|SHOCK Tank shock|CC Melee against vehicles"
)
_CRU: Final = (
    "TURN The turn|DICE Dice|VEH Vehicles|TROOP Troops|WEAP Weapons|MOVE Movement|JUMP Jumping|FALL Falling|"
    "BLIP Blips|OVER Over-running|RAM Ramming|WIPE Wipeout|FIRE Firing|SNAP Snap fire|SHOT Shooting at a vehicle|"
    "RUSH Rushing a vehicle|DMG Damage cards|DEST Destroyed|EXPL Explosions|TRAN Transport|BOARD Boarding|"
    "POD Drop pods|LIST Vehicle lists"
)


def _named(key: str, listed: str) -> dict[str, str]:
    pairs = (each.split(" ", 1) for each in listed.split("|"))
    return {f"{key}-{code}": name for code, name in pairs}


TOPIC_NAMES: Final = (
    _named("ARAP", _ARAP) | _named("BLD", _BLD) | _named("VEH", _VEH) | _named("TRI", _TRI) | _named("CRU", _CRU)
)
"""Every topic, as "ARAP-HIT", in words."""


class Topic(NamedTuple):
    """The rules of a ledger that share the middle part of their id."""

    key: str
    name: str
    ledger: str
    rules: tuple[Rule, ...]


class Section(NamedTuple):
    """A ledger with its topics."""

    key: str
    name: str
    title: str
    about: str
    topics: tuple[Topic, ...]


@cache
def sections() -> tuple[Section, ...]:
    """All ledgers in order."""
    return tuple(_section(key) for key in rulebook.LEDGERS)


@cache
def topics() -> dict[str, Topic]:
    """All topics by their key, in order."""
    return {topic.key: topic for section in sections() for topic in section.topics}


def topic_of(rule_id: str) -> str:
    """The key of the topic that a rule belongs to."""
    return rule_id.rpartition("-")[0]


def _section(key: str) -> Section:
    ledger = rulebook.ledger(key)
    source = ledger.source
    return Section(key, LEDGER_NAMES[key], source.title, source.about, _topics(ledger.rules))


def _topics(rules: tuple[Rule, ...]) -> tuple[Topic, ...]:
    grouped: dict[str, list[Rule]] = {}
    for rule in rules:
        grouped.setdefault(topic_of(rule.id), []).append(rule)
    return tuple(
        Topic(key, TOPIC_NAMES.get(key, key), listed[0].ledger, tuple(listed)) for key, listed in grouped.items()
    )
