"""Two chapters of docs/protocol.md: every kind of prompt with its options, and the order of events of a turn.

The code asks each prompt where its rule is; what it asks is listed here, and tests hold the list against the code and
against the recorded games.
"""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple


class Asked(NamedTuple):
    """One kind of prompt: what it asks, whom, by which rules; its options by id, in words; what declining takes.

    Ids in capitals stand for something: a NUMBER, a WAY, a MELEE, a MODEL/WEAPON, a WEAPON.
    """

    question: str
    whom: str
    rules: tuple[str, ...]
    options: Mapping[str, str]
    decline: str = ""


PROMPTS: Final[Mapping[str, Asked]] = {
    "occupy": Asked(
        "whether those who took a section go in, or after whom they threw out",
        "their owner",
        ("BLD-SCC-08",),
        {"occupy": "occupy the section", "pursue": "pursue"},
        "occupy",
    ),
    "way-out": Asked(
        "by which way a unit leaves a fight inside a section",
        "its owner",
        ("ARAP-BREAK-02",),
        {"into LETTER": "into that section", "out NUMBER": "out of the house by that way"},
        "the first way",
    ),
    "storm-reaction": Asked(
        "how those in a section react who are stormed",
        "their owner",
        ("ARAP-REACT-01",),
        {"hold": "hold", "stand": "stand and fire", "run": "run into another section"},
        "hold",
    ),
    "armament": Asked(
        "which weapon of a hull or bunker is lost",
        "who hit it",
        ("VEH-DMG-04", "BLD-BUNK-14"),
        {"NUMBER": "the mount, or built-in weapon, of that number"},
    ),
    "arrival": Asked(
        "where a reserve comes on", "its owner", ("ARAP-TURN-04",), {"NUMBER": "at that place of the edge"}
    ),
    "assault-bunker": Asked(
        "what a unit does to a bunker beside it",
        "its owner",
        ("BLD-BUNK-01",),
        {
            "leave": "leave it be",
            "strike": "strike at its walls",
            "several": "strike at them with several weapons",
            "plant": "plant charges",
        },
        "leave",
    ),
    "assault-vehicle": Asked(
        "what those beside a hull do to it",
        "their owner",
        ("VEH-JOIN-09", "TRI-CC-01"),
        {
            "throw": "throw grenades at it",
            "strike": "strike it",
            "several": "strike it with several weapons",
            "plant": "plant charges",
            "crew": "fight those aboard",
            "split": "half at it, half at those aboard",
            "leave": "leave it be",
        },
        "leave",
    ),
    "break-off": Asked(
        "whether to fight on",
        "the owner of a unit in melee",
        ("ARAP-BREAK-01",),
        {"fight": "fight on", "break-off": "break off"},
        "fight",
    ),
    "charge-reaction": Asked(
        "how the charged react, be they a unit, a quarry or the crew of a hull",
        "their owner",
        ("ARAP-ACT-11", "ARAP-PURS-03", "VEH-CC-03"),
        {
            "hold": "hold; a crew stays buttoned up",
            "stand": "stand and fire",
            "run": "run",
            "fire": "a crew fires mounted weapons",
            "all": "passengers fire as well",
            "hatches": "fight from the hatches",
            "fire-hatches": "fire, then fight from the hatches",
            "all-hatches": "fire with passengers, then fight from the hatches",
        },
        "hold",
    ),
    "close-up": Asked(
        "how fighters close up",
        "their owner",
        ("ARAP-MELEE-03",),
        {"move": "as drawn, or as `placements` of the answer say", "stay": "stay"},
        "move or stay",
    ),
    "forced-out": Asked(
        "where people stand who are forced out of a vehicle or out of ruins, within `area`; from a vehicle, "
        "who is given no place is lost",
        "their owner",
        ("VEH-BRD-14", "VEH-DMG-06", "TRI-TRAN-14", "TRI-TRAN-15", "BLD-BUNK-15"),
        {"move": "as drawn, or as `placements` of the answer say"},
        "move",
    ),
    "consolidate": Asked(
        "where those go whom a round of close combat has left free, up to 3 inches",
        "their owner",
        ("TRI-JOIN-07",),
        {
            "stay": "stay",
            "move": "as drawn, or as `placements` of the answer say",
            "way:DEGREES": "that way",
            "aboard:UNIT": "into that open vehicle",
        },
        "stay",
    ),
    "death-or-glory": Asked(
        "whether any stand before a tank and fire",
        "the owner of those in its way",
        ("VEH-SHOCK-04",),
        {"all": "everybody", "MODEL/WEAPON": "that one", "fire": "those chosen so far", "clear": "all jump clear"},
        "clear or fire",
    ),
    "doubtful": Asked(
        "how doubtful lines or figures at an edge count, before dice fall (switch `doubtful_shots_asked`)",
        "the owner of the target",
        ("ARAP-SHOOT-03", "ARAP-SHOOT-07", "ARAP-TMPL-06"),
        {
            "measured": "as the table measures",
            "body": "a head, torso, arm or leg: it counts",
            "hand": "only a hand or foot, or only the base: it does not",
            "banner": "only an antenna, wing or back-banner: it does not",
            "own-weapon": "a weapon that is part of it: it counts",
            "weapon": "a weapon that is not: it does not",
            "hull": "hull, turret, wing or fin: it counts",
            "aerial": "antenna, aerial, banner or flag: it does not",
            "past": "the bases leave the line free",
            "barred": "the bases stand in the line",
            "dice": "a die for each, odd: it counts",
        },
        "measured",
    ),
    "flee-path": Asked(
        "which way a unit flees or leaves a melee",
        "its owner",
        ("ARAP-ROUT-03", "ARAP-BREAK-02"),
        {"WAY": "the way of that bearing, or of those bearings with a bend"},
        "the first way",
    ),
    "go-to-ground": Asked(
        "whether a unit goes to ground for its saves",
        "its owner",
        ("ARAP-GTG-01",),
        {"ground": "go to ground", "stand": "stay up"},
        "stand",
    ),
    "grenades": Asked(
        "whether chargers or those whom they charge use their grenades",
        "their owner",
        ("ARAP-CCG-01", "ARAP-CCG-02"),
        {
            "use": "use them",
            "keep": "keep them",
            "always": "use them, from now on",
            "never": "keep them, from now on",
        },
        "use",
    ),
    "hit-and-run": Asked(
        "whether a unit leaves the melee after a round",
        "its owner",
        ("ARAP-BREAK-04",),
        {"stay": "stay", "leave": "hit and run"},
        "stay",
    ),
    "intercept": Asked(
        "whether a unit strikes at who passes, strays near or flees past",
        "its owner",
        ("ARAP-INT-01", "ARAP-INT-03"),
        {"let-pass": "let them pass", "intercept": "intercept, or strike"},
        "let-pass",
    ),
    "knock-loose": Asked(
        "what becomes of a towed load that is knocked loose",
        "the owner of who knocks it loose",
        ("VEH-TOW-04",),
        {"NUMBER": "the option of that number", "after INCHES": "after so many inches of the way"},
        "the first",
    ),
    "krak": Asked(
        "whether grenades or charges are used in close combat",
        "their owner",
        ("ARAP-CCG-05", "VEH-WS-05"),
        {"fight": "fight as usual", "krak": "krak grenades", "plant": "plant charges"},
        "fight",
    ),
    "lift": Asked(
        "a level that the call of a lift or tube reaches, or what to do on a wrong floor",
        "the owner of the riders",
        ("BLD-LIFT-03", "BLD-LIFT-07"),
        {
            "PLACE": "to that door of the shaft",
            "stay": "do not ride",
            "leave": "get out here",
            "wait": "wait, and go on in the next turn",
        },
        "stay or leave",
    ),
    "load-facing": Asked(
        "which way an unlimbered load faces",
        "its owner",
        ("VEH-TOW-03",),
        {"stay": "as it stands", "NUMBER": "facing so many degrees, or the pose of that number"},
        "stay",
    ),
    "melee-order": Asked(
        "which melee is fought next", "the active side", ("ARAP-MELEE-05",), {"MELEE": "that one"}, "the first"
    ),
    "order": Asked(
        "who has the first turn", "who won the roll-off", (), {"first": "the first turn", "last": "the last turn"}
    ),
    "pursuit": Asked(
        "whether victors pursue",
        "their owner",
        ("ARAP-PURS-07",),
        {"pursue": "pursue", "hold": "hold back, or test to"},
        "pursue",
    ),
    "pursuit-halt": Asked(
        "whether pursuers go on",
        "their owner",
        ("ARAP-PURS-06",),
        {"pursue": "pursue on", "halt": "halt, or test to"},
        "pursue",
    ),
    "ram-brace": Asked(
        "whether a machine strikes first at what is about to ram it",
        "its owner",
        ("VEH-RAM-07",),
        {"brace": "brace for it", "WEAPON": "strike first with that"},
        "brace",
    ),
    "ram-dodge": Asked(
        "whether a skimmer rises over a ram",
        "its owner",
        ("VEH-RAM-06",),
        {"dodge": "rise over it", "take": "take the ram"},
        "take",
    ),
    "rider-or-mount": Asked(
        "who takes hits at short range",
        "who fired",
        ("VEH-BIKE-05",),
        {"rider": "the riders", "mount": "what they ride"},
    ),
    "several-weapons": Asked(
        "whether fighters use several weapons at once",
        "their owner",
        ("ARAP-MELEE-04",),
        {
            "one": "one weapon",
            "several": "several weapons",
            "always": "several, from now on",
            "never": "one, from now on",
        },
        "one",
    ),
    "strike-at": Asked(
        "at whom a unit's fighters strike in a melee with several kinds of enemies within reach of one of them",
        "their owner",
        ("ARAP-MELEE-03",),
        {
            "nearest": "each at whoever is nearest",
            "UNIT/PROFILE": "at those of that unit and profile where they can",
            "never": "each at whoever is nearest, from now on",
        },
        "nearest",
    ),
    "first-turn": Asked("who goes first", "the winner of the roll-off", ("CRU-TURN-01",), {"SIDE": "that side"}),
    "overrun": Asked(
        "how a troop meets a vehicle that drives over it",
        "its owner",
        ("CRU-OVER-01", "CRU-OVER-02"),
        {"fight": "fight back", "evade": "one die more, no damage done"},
        "evade",
    ),
    "parry": Asked(
        "how a vehicle meets a melee attack from outside",
        "its owner",
        ("CRU-RUSH-01", "CRU-RUSH-02"),
        {
            "fight": "fight back",
            "parry": "one die more, no damage done",
            "driver": "with the driver's dice, where the vehicle is LOW",
            "driver-parry": "the same, parrying",
        },
        "parry",
    ),
    "re-roll": Asked(
        "how many of the lowest dice of a re-roll weapon are rolled once more",
        "who fires",
        ("CRU-WEAP-06",),
        {"NUMBER": "so many"},
        "0",
    ),
    "set-down": Asked(
        "where a survivor stands, touching the wreck",
        "his owner",
        ("CRU-DEST-01",),
        {"front": "at its front", "right": "at its right", "rear": "at its rear", "left": "at its left"},
    ),
    "snap-fire": Asked(
        "whether a vehicle fires its basic weapons at who attacks it",
        "its owner",
        ("CRU-SNAP-01",),
        {"fire": "all that can be brought to bear", "WEAPONS": "those, their numbers joined by +", "none": "hold fire"},
        "none",
    ),
    "wall-splashed": Asked(
        "whether the wall beside an opening is rolled for by the stream that went in",
        "whoever fired it",
        ("BLD-TMPL-06",),
        {"roll": "damage rolls against the wall", "leave": "the wall is left alone"},
        "leave",
    ),
    "weapon-lost": Asked(
        "which weapon a vehicle loses to a card",
        "the attacker, else the next enemy clockwise",
        ("CRU-DMG-07",),
        {"NUMBER": "the mount of that number"},
    ),
    "wipeout": Asked(
        "where a vehicle that wiped out goes; `DriveWipedOut` drives it",
        "the enemy who caused it, else the next clockwise",
        ("CRU-WIPE-02",),
        {"stand": "leave it standing"},
        "stand",
    ),
    "stand-before-tank": Asked(
        "whether one model of a unit that holds stands before a tank, with which weapon: `model/weapon`",
        "its owner",
        ("TRI-SHOCK-04",),
        {"aside": "all step aside"},
        "aside",
    ),
    "unarmed": Asked(
        "what happens to a racer that has no weapon to lose",
        "its owner",
        ("VEH-RACE-06",),
        {
            "control": "lose control",
            "again": "roll again",
            "passenger": "a passenger dies",
            "driver": "the driver dies",
        },
    ),
}


class Step(NamedTuple):
    """One step of a turn: its events in order, what they say, by which rule; `often` if it may come many times."""

    events: tuple[str, ...]
    story: str
    rule: str
    often: bool = False


TURN: Final = (
    Step(("PlayerTurnBegan",), "A player turn begins; suppression comes into force.", "ARAP-TURN-02"),
    Step(("ModelsMoved", "Fled"), "Routers move.", "ARAP-ROUT-02", often=True),
    Step(("ModelsMoved", "ChargeEnded"), "Pursuers move.", "ARAP-PURS-03", often=True),
    Step(
        ("Rolled", "Rallied"),
        "Routers rally, then pursuers halt, then random events and reserves.",
        "ARAP-TURN-03",
        often=True,
    ),
    Step(("PhaseBegan",), "The activation phase begins.", "ARAP-TURN-05"),
    Step(("Rolled", "UnitActivated"), "A unit rolls to activate; `Bust` where it fails.", "ARAP-ACT-01", often=True),
    Step(("PointsSpent", "ModelsTurned"), "It pays for an action and turns.", "ARAP-ACT-12", often=True),
    Step(
        ("Prompted", "Answered", "DoubtSettled"),
        "What is doubtful about a shot is judged, before it is paid for.",
        "ARAP-SHOOT-03",
        often=True,
    ),
    Step(
        ("Rolled", "ShotsFired"),
        "To hit, group by group; templates and shells after shots.",
        "ARAP-SHOOT-09",
        often=True,
    ),
    Step(
        ("Rolled", "Prompted", "Rolled", "WoundsTaken"),
        "To wound; going to ground is asked; saves; losses.",
        "ARAP-DMG-01",
        often=True,
    ),
    Step(
        ("ChargeDeclared", "Prompted", "ShotsFired", "WoundsTaken"),
        "A charge is declared; the charged react, and both sides' fire is thrown before anybody falls.",
        "ARAP-REACT-01",
        often=True,
    ),
    Step(
        ("Prompted", "InterceptionDeclared", "Prompted", "GrenadesChosen"),
        "Those near its way may intercept, then grenades are asked about.",
        "ARAP-INT-01",
        often=True,
    ),
    Step(
        ("ModelsMoved", "ChargeEnded", "MeleeJoined"),
        "The chargers move, and are locked with whom they have reached.",
        "ARAP-CHG-03",
        often=True,
    ),
    Step(("UnitFinished",), "The unit has finished.", "ARAP-ACT-06", often=True),
    Step(("Rolled", "SuppressionTested"), "Whoever it shot at tests.", "ARAP-SUPP-01", often=True),
    Step(("PhaseBegan",), "A round of every melee: grenades, blows by Initiative, result, morale.", "ARAP-TURN-06"),
    Step(("PhaseBegan",), "The end of the player turn.", "ARAP-TURN-01"),
    Step(("Rolled", "CasualtiesTested"), "Units that lost a quarter test.", "ARAP-CAS-04", often=True),
    Step(("PlayerTurnEnded",), "What lasted this turn ends.", "ARAP-TURN-01"),
    Step(
        ("GameTurnEnded", "ObjectivesScored"),
        "After the last side: a point of suppression goes, objectives score.",
        "ARAP-SUPP-04",
    ),
)


def chapters() -> Iterator[str]:
    """Both chapters, in Markdown."""
    yield "## Prompts\n"
    yield (
        "What a side may be asked, by `kind`. `Prompted` opens one; all else waits until `Answer` names an option by "
        "its `id`. A seat that declines a kind for good takes the option that declining takes. Capitals stand for "
        "something: a number, a way, the id of a melee, a model with its weapon.\n"
    )
    for kind, asked in PROMPTS.items():
        yield f"### {kind}\n"
        rules = f" ({', '.join(asked.rules)})" if asked.rules else ""
        yield f"Asks {asked.whom} {asked.question}.{rules}\n"
        yield from (f"- `{name}`: {words}" for name, words in asked.options.items())
        yield f"\nDeclining takes {asked.decline}.\n" if asked.decline else ""
    yield "## The events of a turn\n"
    yield "In this order; a step marked with a star comes as often as it happens, or not at all.\n"
    for number, step in enumerate(TURN, 1):
        star = "\\*" if step.often else ""
        yield f"{number}. {', '.join(f'`{name}`' for name in step.events)}{star}: {step.story} ({step.rule})"
    yield ""
