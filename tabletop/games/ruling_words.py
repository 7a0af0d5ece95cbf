"""What a ruling says, in the few words by which somebody asks for it."""

from collections.abc import Mapping
from typing import Any

from rules.questions.rulings import FLAGS_BY_RULING, NUMBERS_BY_RULING

_ACTS = {
    "move": "moves",
    "climb": "climbs",
    "swim": "swimming",
    "shoot": "shots",
    "charge": "charges",
    "other": "other acts",
    "any": "all acts",
}
"""What a ruling makes dearer, in a word."""


def of(ruling: Mapping[str, Any]) -> str:
    """What the ruling is, in words that follow "for a ruling"."""
    who = str(ruling.get("unit") or ruling.get("model") or "").upper()
    match ruling.get("type"):
        case "RuleUnit" if ruling.get("what") == "speed":
            return f"{who}: a speed of {ruling.get('value')}″"
        case "RuleUnit" if flag := FLAGS_BY_RULING.get(str(ruling.get("what"))):
            return f"{who}: {flag if ruling.get('value') else f'not {flag}'}"
        case "RuleUnit":
            words = NUMBERS_BY_RULING.get(str(ruling.get("what")), (str(ruling.get("what")),))[0]
            return f"{who}: {ruling.get('value')} {words}"
        case "RuleMount":
            name, _, number = str(ruling.get("mount")).partition("/")
            what = "is lost" if ruling.get("condition") == "lost" else "works again"
            return f"weapon {int(number or 0) + 1} of {name.upper()} {what}"
        case "RulePassengers":
            where = "on the outside of" if ruling.get("cling") else "aboard"
            return f"{who} is {where} {str(ruling.get('vehicle')).upper()}"
        case "RuleWounds":
            return f"{who}: {ruling.get('wounds')} wounds left"
        case "RuleGround":
            return f"{ruling.get('terrain')}: {str(ruling.get('what')).replace('_', ' ')} {ruling.get('value')}"
        case "RuleDriving":
            return f"{ruling.get('terrain')}: {ruling.get('price')} for {ruling.get('locomotion')}"
        case "RuleVehicleGround":
            return f"{ruling.get('terrain')}: {ruling.get('ground')} to vehicles"
        case "RuleOpening":
            return f"{ruling.get('opening')} is {_door(ruling)}"
        case "RuleStructure":
            return f"{ruling.get('terrain')} is a structure"
        case "RuleEntering":
            by = "the boarding rule" if ruling.get("entered") == "boarding" else "walking in alone"
            return f"{ruling.get('terrain')} is entered by {by}"
        case "RuleRoom":
            return f"{ruling.get('room')}: {str(ruling.get('what')).replace('-', ' ')}"
        case "RuleBunker":
            return f"{ruling.get('section')}: {ruling.get('left')} hull points left"
        case "RuleWall":
            return f"{str(ruling.get('wall')).partition(':')[0]}: a wall {_wall(ruling)}"
        case "RuleInnerWalls":
            return f"{ruling.get('terrain')}: inner walls are {ruling.get('walls')}"
        case "RuleStrays":
            return f"area shots that miss a section: {ruling.get('strays')}"
        case "RuleSplash":
            return f"whom streams of {who} reach"
        case "RuleTile":
            return f"a way on between tiles: {ruling.get('ruling')}"
        case "OpenExit":
            return f"{ruling.get('terrain')} is opened"
        case "RulePlace":
            return f"{who} stands elsewhere"
        case "CallTest":
            return f"{who} tests against {str(ruling.get('kind')).capitalize()}"
        case "LaySmoke":
            return "smoke spreads"
        case "ClearSmoke":
            return f"{ruling.get('terrain')} blows away"
        case "RuleShot" if ruling.get("ruling") == "modifier":
            value = int(ruling.get("value", 0))
            return f"{who} shoots at {str(ruling.get('target')).upper()}: {value:+d} to hit"
        case "RuleShot":
            return f"{who} shoots at {str(ruling.get('target')).upper()}: {str(ruling.get('ruling')).replace('-', ' ')}"
        case "RuleFaces":
            return f"{ruling.get('terrain')}: faces {str(ruling.get('vertical')).replace('-', ' ')}"
        case "RuleGravity":
            return f"a test covers {ruling.get('step_in')}″ of a jump down"
        case "CallAgility":
            some = ", ".join(str(model).upper() for model in ruling.get("models", ()))
            return f"{some or who} keeps its feet or not"
        case "CrazedMove":
            return f"{who} runs wild"
        case "VeerMachine":
            return f"{who} veers, or not"
        case "BringOn":
            return f"{who} arrives from reserve"
        case "RuleDice":
            return "the server throws the dice"
        case "TagUnit":
            return f"{who}: {'' if ruling.get('on', True) else 'no longer '}{ruling.get('tag')}"
        case "RuleCost":
            return f"{_ACTS.get(str(ruling.get('act')), 'acts')} of {who or 'all'} cost {ruling.get('points')} AP more"
        case "ReleaseMembers":
            return f"{', '.join(str(m).upper() for m in ruling.get('models', ()))} may act apart"
        case "RuleHoused":
            return f"{who} is in section {ruling.get('section')}"
        case "RuleOccupants":
            return f"{who}: {str(ruling.get('about')).replace('_', ' ')} of people inside"
        case "RuleCarrier":
            return f"a lift or tube, {str(ruling.get('state')).replace('-', ' ')}"
    return "on a dispute"


def _wall(ruling: Mapping[str, Any]) -> str:
    """What a wall would be like."""
    hole = f"has a hole of {ruling.get('points', 1)} points"
    return {"hole": hole, "whole": "is whole again"}.get(str(ruling.get("what")), "is breached")


def _door(ruling: Mapping[str, Any]) -> str:
    """What a door or window would be like."""
    state, fits, strength = (ruling.get(name) for name in ("state", "fits", "strength"))
    said = [] if state == "unchanged" else [str(state)]
    said += [f"for up to Size {fits}"] if fits else []
    said += [f"{side} {ruling[side]}" for side in ("outside", "inside") if ruling.get(side)]
    said += [f"closing with Strength {strength}"] if strength else []
    return ", ".join(said) or "as it was"
