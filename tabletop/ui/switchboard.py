"""The switches that set-up and scenarios offer: those that the rules in play look at, for the whole table
and all that is on it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final, NamedTuple

from django.template.loader import select_template
from django.utils.safestring import SafeString

from rules import games, read_in_whole, rulebook
from rules.forces.modules import WayToPlay, known, made_for, switched_to, way_of, ways
from rules.rulebook import Switch
from rules.table.scenario import OptionValue

TOPICS: Final[Mapping[str, tuple[str, ...]]] = {
    "Turn and activation": (
        "busts_allowed",
        "crew_activation_default",
        "reserves_in_play",
        "vehicle_squadrons",
        "dice_thrown",
    ),
    "Ground and measuring": (
        "distance_scale",
        "distance_step_mm",
        "move_gap_preview",
        "variable_terrain_rules",
        "vertical_trait",
        "gravity_step",
    ),
    "Shooting and losses": (
        "doubtful_shots_asked",
        "aiming_allowed",
        "casualty_allocation",
        "area_casualties_from_centre",
        "scatter_seven_is_hit",
        "look_out_sir",
        "template_bounce",
        "dice_groups",
    ),
    "Vehicles under attack": (
        "hull_down_against_plunging_fire",
        "planting_minus_one",
    ),
    **{topic: keys for made in known() for topic, keys in made.topics},
    "Buildings": (
        "corners_near",
        "vertical_angle_modifier",
        "thin_walls",
        "port_shutters",
        "template_miss_in_buildings",
        "indoor_coherency_waiver",
        "door_traffic_limit",
        "mousehole_passage_per",
        "linked_weapon_two_dp",
        "wall_collapse",
        "wall_parts",
        "lift_call_dice",
        "tube_level_dice",
        "tube_breaks_at",
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
    ),
}
"""The switches that a rule asks for, by what they are about, in the order of the page."""

EVERYWHERE: Final = ("dice_thrown", "distance_scale", "distance_step_mm")
"""Switches that every game has; the rest are those of the skirmish rules."""

PLAYED: Final = tuple(key for keys in TOPICS.values() for key in keys)
"""All of them. A switch belongs to a topic as soon as a rule asks for it."""

PROPOSED: Final[Mapping[str, OptionValue]] = {"doubtful_shots_asked": True}
"""What set-up proposes otherwise than the rules: people judge what a table without them takes as measured."""

VEHICLES: Final = "vehicle_module"
"""Which vehicle rules are played with: a scenario says, and who sets a table up may say otherwise. (TRI-JOIN-01)"""

CHOSEN: Final = (VEHICLES, *PLAYED)
"""All that a form may say."""

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
    usual: str
    """The value that it has as usual."""
    default: str
    """The same in words."""
    changed: bool
    rule: str

    @property
    def everywhere(self) -> bool:
        """Whether every game has it."""
        return self.key in EVERYWHERE

    @property
    def called(self) -> str:
        """Its label within a sentence."""
        return self.label[:1].lower() + self.label[1:]

    @property
    def said(self) -> str:
        """How it is, in words: `no aiming allowed`, `busts allowed: 1`."""
        if self.kind == "bool":
            return self.called if self.value == "true" else f"no {self.called}"
        return f"{self.called}: {next((word for _, word, on in self.choices if on), self.value)}"

    @property
    def few(self) -> bool:
        """Whether its values stand side by side."""
        return self.kind == "choice" and len(self.choices) == 2 and sum(len(word) for _, word, _ in self.choices) < 30


def fields(options: Options, usual: Options | None = None) -> tuple[SwitchField, ...]:
    """Every switch with the value that it has in these options; else that of a scenario, `usual`, or the rules'."""
    return tuple(_field(rulebook.switch(key), options, usual or {}) for key in PLAYED)


class Topic(NamedTuple):
    """Switches about one thing."""

    name: str
    fields: tuple[SwitchField, ...]
    only_for: str
    """The vehicle rules that alone have these; "" for all."""
    plays: bool
    """Whether the vehicle rules in these options have them."""
    skirmish: bool = True
    """Whether the game has all of them; else those that every game has."""

    @property
    def everywhere(self) -> bool:
        """Whether every game has some of these."""
        return any(each.everywhere for each in self.fields)

    @property
    def changed(self) -> int:
        """How many of those that play are not as usual."""
        return sum(each.changed for each in self.fields if self.skirmish or each.everywhere)

    @property
    def about(self) -> str:
        """How its switches are, in words."""
        return ", ".join(each.said for each in self.fields if self.skirmish or each.everywhere)

    @property
    def size(self) -> int:
        """How many of its switches the game has."""
        return sum(self.skirmish or each.everywhere for each in self.fields)


def topics(options: Options, usual: Options | None = None, *, skirmish: bool = True) -> tuple[Topic, ...]:
    """The same by topic, those of some vehicle rules first; of a game of its own, those play that every game has."""
    found = {each.key: each for each in fields(options, usual)}
    module = field(VEHICLES, {**(usual or {}), **options}).value
    return tuple(
        topic._replace(plays=topic.plays if skirmish else topic.everywhere, skirmish=skirmish)
        for topic in (
            Topic(name, tuple(found[key] for key in keys), alone, alone in ("", module))
            for name, keys in sorted(TOPICS.items(), key=lambda topic: not _only_for(topic[0]))
            for alone in (_only_for(name),)
        )
    )


def _only_for(topic: str) -> str:
    """The vehicle rules that alone look at its switches; "" where others do as well."""
    return next((made.id for made in known() if topic in dict(made.topics)), "")


class WayCard(NamedTuple):
    """A way to play, to choose, with a drawing of it."""

    way: WayToPlay
    picture: SafeString
    chosen: bool

    @property
    def sets(self) -> str:
        """The switches that make it what it is, as JSON."""
        return json.dumps({key: _plain(value) for key, value in self.way.options})


def way_cards(ruleset: str, options: Options, *, race: bool = False) -> tuple[WayCard, ...]:
    """The ways to play, of which a table of that game and those switches has chosen one. (TRI-JOIN-01)"""
    here = way_of(ruleset, options, race=race)
    return tuple(WayCard(way, _picture(way), way == here) for way in ways())


def _picture(way: WayToPlay) -> SafeString:
    drawn: SafeString = select_template([f"ui/ways/{way.id}.svg", "ui/ways/plain.svg"]).render()
    return drawn


def sent_way(form: Mapping[str, str]) -> WayToPlay | None:
    """The way to play that a form says; None for none."""
    return next((way for way in ways() if way.id == form.get("way")), None)


def by_way(way: WayToPlay | None, ruleset: str, options: Options, *, race: bool = False) -> dict[str, OptionValue]:
    """Those switches as that way has them, where the scenario's game is its game; else as they are."""
    if way is None or way.ruleset != ruleset:
        return dict(options)
    return switched_to(way, options, race=race)


def as_usual(ruleset: str, scenario: Options, options: Options, *, race: bool = False) -> dict[str, OptionValue]:
    """The switches as set-up proposes them for a scenario, by the way to play that `options` have."""
    usual = {**PROPOSED, **scenario}
    return by_way(way_of(ruleset, {**usual, **options}, race=race), ruleset, usual, race=race)


def title_of(module: str) -> str:
    """What vehicle rules are called where one of them is chosen."""
    made = made_for(module)
    return made.title if made is not None and made.title else module.capitalize()


def played_by(ruleset: str, options: Options) -> str:
    """The game that a scenario is of, and its vehicle rules where they are not the usual ones."""
    game, module = games().get(ruleset, ruleset), str(options.get(VEHICLES, ""))
    usual = module in ("", rulebook.switch(VEHICLES).default)
    return game if usual or not read_in_whole(ruleset) else f"{game}, {title_of(module).lower()}"


_CALLED: Final[Mapping[str, str]] = {
    VEHICLES: "Vehicle rules",
    "area_casualties_from_centre": "Losses of area fire from its middle",
    "armament_pick": "Who picks the armament that is lost",
    "bike_and_rider": "Bike and rider as targets",
    "bikes_reverse": "Bikes that reverse",
    "bunker_locked": "Bunkers locked",
    "bunker_survivors_pinned": "Survivors of bunkers pinned",
    "clinging_places": "Places to cling to",
    "corners_near": "Corners of buildings",
    "crew_activation_default": "Activation of crews without their own",
    "defensive_strength_max": "Defensive up to strength",
    "dice_groups": "A colour for each group of dice",
    "distance_scale": "Distances in",
    "distance_step_mm": "Millimetres of your own step",
    "door_limit_civilian": "Door limit of civilians",
    "door_traffic_limit": "Limit of those through a door",
    "doubtful_shots_asked": "Asking about doubtful shots",
    "driver_extra_minus_one": "-1 more for a driver who fires",
    "gravity_step": "Heights of falls in steps of",
    "hull_down_against_plunging_fire": "Hull-down against plunging fire",
    "hull_down_roll": "Hull-down on up to",
    "indoor_coherency_waiver": "Coherency waived indoors",
    "lift_call_dice": "Dice to call lifts",
    "linked_weapon_two_dp": "Two damage points by linked weapons",
    "mousehole_passage_per": "Passage by mouseholes once a",
    "move_gap_preview": "Gaps shown while moving",
    "passengers_hard_cover": "Hard cover of passengers",
    "pillion_raises_trr": "Pillion raises TRR",
    "planting_minus_one": "-1 to plant charges",
    "ram_rules": "Ramming rules",
    "scatter_seven_is_hit": "Scatter of 7 hits",
    "section_area_miss": "Area fire that misses a section",
    "section_assault_method": "Assaults on sections",
    "section_fire_by_quadrant": "Fire from sections by quarter",
    "section_interior_cover": "Cover inside sections",
    "section_moves_per": "Moves of sections once an",
    "section_open_space": "Open space in sections",
    "section_rout": "Routed in a section",
    "size_one_minus_one": "-1 to hit size 1",
    "street_race": "A street race goes",
    "template_miss_in_buildings": "Templates that miss in buildings",
    "thin_walls": "Thin inner walls",
    "tri_glancing_column": "Light hits on armour",
    "tri_sample_data": "Ready-made vehicles",
    "tri_stand_before_tank": "Standing before a tank",
    "tube_breaks_at": "Tubes break at",
    "tube_level_dice": "Dice for levels of tubes",
    "tube_unfamiliar_ld_test": "Leadership test at unknown tubes",
    "vertical_angle_modifier": "Steep shots at openings",
    "vertical_trait": "Walls are climbed as ground that is",
}


def label(key: str) -> str:
    """What a switch is called: its key in words, where those are plain enough."""
    if key in _CALLED:
        return _CALLED[key]
    return key.capitalize().replace("_", " ").replace(" ws", " WS")


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
        choices=tuple((_plain(each), word(switch.key, each), each == value) for each in values),
        value=_plain(value),
        usual=_plain(default),
        default=word(switch.key, default),
        changed=value != default,
        rule=switch.rules[0],
    )


def values(options: Options) -> dict[str, str]:
    """Every switch as a form has it, with these options."""
    return {key: _plain(options.get(key, rulebook.switch(key).default)) for key in CHOSEN}


def _plain(value: OptionValue) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def word(key: str, value: OptionValue) -> str:
    """A value of that switch as people say it."""
    if key == VEHICLES:
        return title_of(str(value)).lower()
    if isinstance(value, bool):
        return "on" if value else "off"
    return _SPOKEN.get(value, str(value).replace("_", " "))


_SPOKEN: Final[Mapping[OptionValue, str]] = {
    "inch": "inches",
    "2cm": "2 cm",
    "1cm": "1 cm",
    "custom": "a step of your own",
    "gemini": "skirmish",
    "third_edition": "third edition",
    "fifth": "fifth edition",
    "first_dp": "the first damage point",
    "all_dp": "the last damage point",
    "d6": "D6",
}


def said(form: Mapping[str, str]) -> dict[str, OptionValue]:
    """Every switch that a form names, with its value. Raises NoSuchValue for nonsense."""
    sent = {key: form.get(_PREFIX + key, "").strip() for key in CHOSEN}
    return {key: read(key, text) for key, text in sent.items() if text}


def differing(options: Options, usual: Options | None = None) -> dict[str, OptionValue]:
    """Those options that are not as a scenario, `usual`, or the rules have them."""
    usual = usual or {}
    return {k: v for k, v in options.items() if v != usual.get(k, rulebook.switch(k).default)}


def is_in_play(key: str, ruleset: str) -> bool:
    """Whether a game has that switch."""
    return key in EVERYWHERE or read_in_whole(ruleset)


def read(key: str, text: str) -> OptionValue:
    """What a form says about one switch. KeyError for none; raises NoSuchValue for what it cannot be."""
    switch = rulebook.switch(key)
    value = _read(switch, text)
    if not switch.accepts(value):
        raise NoSuchValue(f"{label(key)} cannot be {text[:40]!r}.", switch.allowed)
    return value


def _read(switch: Switch, said: str) -> OptionValue:
    if switch.type == "bool":
        return said.lower() in ("1", "on", "true", "yes")
    return int(said) if switch.type == "int" and said.isascii() and said.isdigit() and len(said) < 6 else said
