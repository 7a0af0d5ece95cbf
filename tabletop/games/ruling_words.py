"""What a ruling says, in the few words by which somebody asks for it."""

from collections.abc import Mapping
from typing import Any

from rules.questions.rulings import FLAGS_BY_RULING, NUMBERS_BY_RULING

_ACTS = {"move": "moves", "shoot": "shots", "charge": "charges", "other": "other acts", "any": "all acts"}
"""What a ruling makes dearer, in a word."""


def of(told: Mapping[str, Any]) -> str:
    """What the ruling is, in words that follow "for a ruling"."""
    who = str(told.get("unit") or told.get("model") or "").upper()
    match told.get("type"):
        case "RuleUnit" if told.get("what") == "speed":
            return f"{who}: a speed of {told.get('value')}″"
        case "RuleUnit" if flag := FLAGS_BY_RULING.get(str(told.get("what"))):
            return f"{who}: {flag if told.get('value') else f'not {flag}'}"
        case "RuleUnit":
            words = NUMBERS_BY_RULING.get(str(told.get("what")), (str(told.get("what")),))[0]
            return f"{who}: {told.get('value')} {words}"
        case "RuleWounds":
            return f"{who}: {told.get('wounds')} wounds left"
        case "RuleGround":
            return f"{told.get('terrain')}: {str(told.get('what')).replace('_', ' ')} {told.get('value')}"
        case "RuleDriving":
            return f"{told.get('terrain')}: {told.get('price')} for {told.get('locomotion')}"
        case "RuleVehicleGround":
            return f"{told.get('terrain')}: {told.get('ground')} to vehicles"
        case "RuleOpening":
            return f"{told.get('opening')} is {told.get('state')}"
        case "RuleStructure":
            return f"{told.get('terrain')} is a structure"
        case "RuleInnerWalls":
            return f"{told.get('terrain')}: inner walls are {told.get('walls')}"
        case "RuleSplash":
            return f"whom streams of {who} reach"
        case "RuleTile":
            return f"a way on between tiles: {told.get('ruling')}"
        case "OpenExit":
            return f"{told.get('terrain')} is opened"
        case "RulePlace":
            return f"{who} stands elsewhere"
        case "CallTest":
            return f"{who} tests against {str(told.get('kind')).capitalize()}"
        case "LaySmoke":
            return "smoke spreads"
        case "ClearSmoke":
            return f"{told.get('terrain')} blows away"
        case "RuleShot" if told.get("ruling") == "modifier":
            value = int(told.get("value", 0))
            return f"{who} shoots at {str(told.get('target')).upper()}: {value:+d} to hit"
        case "RuleShot":
            return f"{who} shoots at {str(told.get('target')).upper()}: {str(told.get('ruling')).replace('-', ' ')}"
        case "RuleFaces":
            return f"{told.get('terrain')}: faces {str(told.get('vertical')).replace('-', ' ')}"
        case "RuleGravity":
            return f"a test covers {told.get('step_in')}″ of a jump down"
        case "CallAgility":
            return f"{who} keeps its feet or not"
        case "CrazedMove":
            return f"{who} runs wild"
        case "VeerMachine":
            return f"{who} veers, or not"
        case "BringOn":
            return f"{who} arrives from reserve"
        case "RuleDice":
            return "the server throws the dice"
        case "TagUnit":
            return f"{who}: {'' if told.get('on', True) else 'no longer '}{told.get('tag')}"
        case "RuleCost":
            return f"{_ACTS.get(str(told.get('act')), 'acts')} of {who or 'all'} cost {told.get('points')} AP more"
        case "ReleaseMembers":
            return f"{', '.join(str(m).upper() for m in told.get('models', ()))} may act apart"
        case "RuleHoused":
            return f"{who} is in section {told.get('section')}"
        case "RuleOccupants":
            return f"{who}: {str(told.get('about')).replace('_', ' ')} of people inside"
        case "RuleCarrier":
            return f"a lift or tube, {str(told.get('state')).replace('-', ' ')}"
    return "on a dispute"
