"""The switches that set-up and scenarios offer: those that the rules in play look at, for the whole table
and all that is on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from rules import rulebook
from rules.rulebook import Switch
from rules.table.scenario import OptionValue

PLAYED: Final = (
    "distance_scale",
    "distance_step_mm",
    "dice_thrown",
    "busts_allowed",
    "reserves_in_play",
    "variable_terrain_rules",
    "move_gap_preview",
    "vertical_trait",
    "gravity_step",
    "doubtful_shots_asked",
    "aiming_allowed",
    "casualty_allocation",
    "area_casualties_from_centre",
    "scatter_seven_is_hit",
    "look_out_sir",
    "template_bounce",
    "crew_activation_default",
    "defensive_strength_max",
    "hull_down_roll",
    "hull_down_against_plunging_fire",
    "armament_pick",
    "shoot_after_boarding",
    "passengers_hit_at_long_range",
    "passengers_hard_cover",
    "port_shutters",
    "clinging_places",
    "door_limit_civilian",
    "vehicle_squadrons",
    "bike_and_rider",
    "planting_minus_one",
    "size_one_minus_one",
    "ram_rules",
    "relative_speed",
    "street_race",
    "driver_extra_minus_one",
    "driver_half_ws",
    "bikes_reverse",
    "pillion_raises_trr",
    "indoor_coherency_waiver",
    "door_traffic_limit",
    "mousehole_passage_per",
    "linked_weapon_two_dp",
    "wall_collapse",
    "wall_parts",
    "lift_call_dice",
    "tri_sample_data",
    "tube_level_dice",
    "tube_unfamiliar_ld_test",
    "bunker_locked",
    "bunker_survivors_pinned",
    "section_moves_per",
    "section_open_space",
    "section_interior_cover",
    "section_fire_by_quadrant",
    "section_area_miss",
    "section_assault_method",
    "section_rout",
    "terrain_tiles",
)
"""In the order of the page. A switch belongs here as soon as a rule asks for it."""

PROPOSED: Final[Mapping[str, OptionValue]] = {"doubtful_shots_asked": True}
"""What set-up proposes otherwise than the rules: people judge what a table without them takes as measured."""

VEHICLES: Final = "vehicle_module"
"""Which vehicle rules are played with: a scenario's to say, not a table's. (TRI-JOIN-01)"""

_PREFIX: Final = "option."

Options = Mapping[str, OptionValue]


class NoSuchValue(ValueError):
    """A switch cannot be so; `allowed` says how it can be."""

    def __init__(self, message: str, allowed: str) -> None:
        super().__init__(message)
        self.allowed = allowed


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


def fields(options: Options, usual: Options | None = None) -> tuple[SwitchField, ...]:
    """Every switch with the value that it has in these options; else that of a scenario, `usual`, or the rules'."""
    return tuple(_field(rulebook.switch(key), options, usual or {}) for key in PLAYED)


def label(key: str) -> str:
    """What a switch is called: its key in words."""
    words = key.capitalize().split("_")
    return " ".join(word.upper() if word in ("trr", "ws") else word for word in words)


def field(key: str, options: Options) -> SwitchField:
    """One switch with the value that it has in these options. KeyError for none."""
    return _field(rulebook.switch(key), options, {})


def _field(switch: Switch, options: Options, usual: Options) -> SwitchField:
    default = usual.get(switch.key, switch.default)
    value = options.get(switch.key, default)
    values = switch.choices if isinstance(switch.choices, tuple) else ()
    return SwitchField(
        name=_PREFIX + switch.key,
        key=switch.key,
        label=label(switch.key),
        about=switch.about,
        kind="number" if not values else switch.type,
        choices=tuple((_plain(each), _word(each), each == value) for each in values),
        value=_plain(value),
        default=_word(default),
        changed=value != default,
        rule=switch.rules[0],
    )


def values(options: Options) -> dict[str, str]:
    """Every switch as a form has it, with these options."""
    return {key: _plain(options.get(key, rulebook.switch(key).default)) for key in PLAYED}


def _plain(value: OptionValue) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _word(value: OptionValue) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return _SPOKEN.get(value, str(value).replace("_", " "))


_SPOKEN: Final[Mapping[OptionValue, str]] = {
    "inch": "inches",
    "2cm": "2 cm",
    "1cm": "1 cm",
    "custom": "a step of your own",
}


def said(form: Mapping[str, str]) -> dict[str, OptionValue]:
    """Every switch that a form names, with its value. Raises NoSuchValue for nonsense."""
    sent = {key: form.get(_PREFIX + key, "").strip() for key in PLAYED}
    return {key: read(key, text) for key, text in sent.items() if text}


def differing(options: Options, usual: Options | None = None) -> dict[str, OptionValue]:
    """Those options that are not as a scenario, `usual`, or the rules have them."""
    usual = usual or {}
    return {k: v for k, v in options.items() if v != usual.get(k, rulebook.switch(k).default)}


def read(key: str, text: str) -> OptionValue:
    """What a form says about one switch. KeyError for none; raises NoSuchValue for what it cannot be."""
    switch = rulebook.switch(key)
    value = _read(switch, text)
    if not switch.accepts(value):
        raise NoSuchValue(f"{key.replace('_', ' ').capitalize()} cannot be {text[:40]!r}.", switch.allowed)
    return value


def _read(switch: Switch, said: str) -> OptionValue:
    if switch.type == "bool":
        return said.lower() in ("1", "on", "true", "yes")
    return int(said) if switch.type == "int" and said.isascii() and said.isdigit() and len(said) < 6 else said
