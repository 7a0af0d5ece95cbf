"""The switches of the set-up page: those that the rules in play look at, for the whole table or all its areas."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from rules import rulebook
from rules.rulebook import Switch
from rules.table.scenario import OptionValue
from tabletop.games.refused import malformed

PLAYED: Final = (
    "busts_allowed",
    "reserves_in_play",
    "variable_terrain_rules",
    "vertical_trait",
    "gravity_step",
    "aiming_allowed",
    "casualty_allocation",
    "area_casualties_from_centre",
    "look_out_sir",
    "template_bounce",
    "crew_activation_default",
    "defensive_strength_max",
    "hull_down_roll",
    "hull_down_against_plunging_fire",
    "armament_pick",
    "shoot_after_boarding",
    "passengers_hit_at_long_range",
)
"""In the order of the page. A switch belongs here as soon as a rule asks for it."""

_PREFIX: Final = "option."


class SwitchField(NamedTuple):
    """A switch as a field of a form."""

    name: str
    key: str
    label: str
    about: str
    kind: str
    choices: tuple[tuple[str, str, bool], ...]
    """Value, word and whether it is chosen."""
    value: str
    default: str
    changed: bool
    rule: str


def fields(options: Mapping[str, OptionValue]) -> tuple[SwitchField, ...]:
    """Every switch with the value that it has in these options."""
    return tuple(_field(rulebook.switch(key), options) for key in PLAYED)


def _field(switch: Switch, options: Mapping[str, OptionValue]) -> SwitchField:
    value = options.get(switch.key, switch.default)
    values = switch.values if isinstance(switch.values, tuple) else ()
    return SwitchField(
        name=_PREFIX + switch.key,
        key=switch.key,
        label=switch.key.replace("_", " ").capitalize(),
        about=switch.about,
        kind="number" if not values else switch.type,
        choices=tuple((_plain(each), _word(each), each == value) for each in values),
        value=_plain(value),
        default=_word(switch.default),
        changed=value != switch.default,
        rule=switch.rules[0],
    )


def _plain(value: OptionValue) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _word(value: OptionValue) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value).replace("_", " ")


def chosen(form: Mapping[str, str]) -> dict[str, OptionValue]:
    """What a form says about switches; only what differs from the default is kept. Raises Refused for nonsense."""
    options: dict[str, OptionValue] = {}
    for key in PLAYED:
        switch = rulebook.switch(key)
        said = form.get(_PREFIX + key, "").strip()
        value = _read(switch, said) if said else switch.default
        if not switch.accepts(value):
            raise malformed(f"{key.replace('_', ' ').capitalize()} cannot be {said[:40]!r}.", switch.allowed)
        if value != switch.default:
            options[key] = value
    return options


def _read(switch: Switch, said: str) -> OptionValue:
    if switch.type == "bool":
        return said.lower() in ("1", "on", "true", "yes")
    return int(said) if switch.type == "int" and said.isascii() and said.isdigit() and len(said) < 6 else said
