"""What the host rules about people in sections: where they are, who is in cover, who can be hit; and of stray shots.

(BLD-SSHT-08, BLD-SSHT-11, BLD-SSHT-13)
"""

from __future__ import annotations

from typing import Final, Literal

from msgspec.structs import replace

from rules.buildings.sections import enter, occupants
from rules.core.ids import ModelId, TerrainId, UnitId
from rules.core.refusal import Refusal
from rules.progress import Action, Progress
from rules.state import Event, GameState

About = Literal["inner_cover", "exposed", "shown"]

WORDS: Final[dict[About, str]] = {
    "inner_cover": "behind inner walls and furniture",
    "exposed": "behind the wall that is struck",
    "shown": "looking out",
}
"""What may be ticked for occupants, in words."""

RULES: Final[dict[About, str]] = {
    "inner_cover": "BLD-SSHT-08",
    "exposed": "BLD-SSHT-13",
    "shown": "BLD-SSHT-04",
}


def _reason(text: str) -> Refusal | None:
    if text.strip():
        return None
    return Refusal("no-reason", "A ruling needs its reason, for the log.", "ARAP-GEN-01", "a few words")


class RuleOccupants(Action, frozen=True, kw_only=True, tag="RuleOccupants"):
    """Tick which members of a unit in a house have inner cover, or can be hit from outside. (BLD-SSHT-08, -13)"""

    unit: UnitId
    about: About
    models: tuple[ModelId, ...]
    reason: str

    any_time = True
    host_only = True

    def check(self, state: GameState) -> Refusal | None:
        """A unit in a house, its own members, a reason."""
        unit = state.units.get(self.unit)
        if unit is None or not unit.housed:
            known = ", ".join(u.id for u in state.units.values() if u.housed) or "none is in a house"
            return Refusal("not-inside", "That unit is in no section of a house.", RULES[self.about], known)
        return enter.chosen(unit, self.models) or _reason(self.reason)

    def resolve(self, progress: Progress) -> None:
        """So it is."""
        unit = progress.state.units[self.unit]
        progress.emit(
            OccupantsRuled(
                side=unit.side,
                unit=unit.id,
                about=self.about,
                models=self.models,
                reason=self.reason,
                rules=(RULES[self.about],),
            )
        )


class OccupantsRuled(Event, frozen=True, kw_only=True, tag="OccupantsRuled"):
    """The host has ticked occupants of a section. (BLD-SSHT-08, BLD-SSHT-13)"""

    about: About
    models: tuple[ModelId, ...]
    reason: str

    def evolve(self, state: GameState) -> GameState:
        """Those and no others."""
        assert self.unit is not None
        return state.with_unit(replace(state.units[self.unit], **{self.about: self.models}))

    def sentence(self, state: GameState) -> str:
        """Who, and why."""
        assert self.unit is not None
        count = str(len(self.models)) if self.models else "nobody"
        return f"Host: {count} of {state.units[self.unit].name} {WORDS[self.about]} ({self.reason})"


class RuleHoused(Action, frozen=True, kw_only=True, tag="RuleHoused"):
    """Put members of a unit into a section, whatever it holds. (BLD-SECT-01, BLD-SECT-04)"""

    unit: UnitId
    terrain: TerrainId
    section: str
    reason: str
    models: tuple[ModelId, ...] = ()

    any_time = True
    host_only = True

    def check(self, state: GameState) -> Refusal | None:
        """A unit on foot in play, the section, a reason."""
        unit = state.units.get(self.unit)
        if unit is None or unit.is_vehicle or not unit.in_play:
            return Refusal("unknown-unit", "That is no unit on foot in play.", "BLD-SECT-01", "a unit on foot")
        found = enter.known_section(state, self.terrain, self.section)
        if isinstance(found, Refusal):
            return found
        return enter.chosen(unit, self.models) or _reason(self.reason)

    def resolve(self, progress: Progress) -> None:
        """They are there."""
        unit, here = progress.state.units[self.unit], enter.known_section(progress.state, self.terrain, self.section)
        assert not isinstance(here, Refusal)
        models = [m for m in unit.alive if not self.models or m.id in self.models]
        rules = ("BLD-SECT-01", "BLD-SECT-04", "ARAP-GEN-01")
        progress.emit(occupants.housed(unit, here, models, "ruling", rules, self.reason))


# -- area shots that miss ----------------------------------------------------------------------------------------------

STRAY_RULE: Final = "BLD-SSHT-11"
STRAY_SWITCH: Final = "section_area_miss"

Strays = Literal["harmless", "scatter"]

STRAYS: Final[dict[Strays, str]] = {
    "harmless": "burst harmlessly outside",
    "scatter": "scatter outside if a unit is near",
}
"""What may be ruled of them, in words."""


class RuleStrays(Action, frozen=True, kw_only=True, tag="RuleStrays"):
    """The host rules what becomes of area shots from outside that miss a section, from now on. (BLD-SSHT-11)"""

    strays: Strays
    reason: str

    any_time = True
    host_only = True

    def check(self, state: GameState) -> Refusal | None:
        """A house by sections, another answer than the one that holds, and a reason."""
        if not has_strays(state):
            return Refusal(
                "no-sections", "No house here is played by sections.", STRAY_RULE, "a table with such a house"
            )
        if self.strays == state.option(STRAY_SWITCH):
            return Refusal("no-change", f"They {STRAYS[self.strays]} as it is.", STRAY_RULE, "the other way")
        return _reason(self.reason)

    def resolve(self, progress: Progress) -> None:
        """So they do."""
        event = StraysRuled(side=self.side, strays=self.strays, reason=self.reason)
        progress.emit(replace(event, rules=("ARAP-GEN-01", STRAY_RULE)))


def has_strays(state: GameState) -> bool:
    """Whether there is a house by sections on the table."""
    return any(piece.has_sections for piece in state.terrain)


class StraysRuled(Event, frozen=True, kw_only=True, tag="StraysRuled"):
    """The host has said what becomes of area shots that miss a section. (BLD-SSHT-11)"""

    strays: Strays
    reason: str = ""

    def evolve(self, state: GameState) -> GameState:
        """It is played like that."""
        return replace(state, options={**state.options, STRAY_SWITCH: self.strays})

    def sentence(self, state: GameState) -> str:
        """What they do, and why."""
        return f"Host: area shots that miss a section {STRAYS[self.strays]} ({self.reason})"


ACTIONS: tuple[type[Action], ...] = (RuleOccupants, RuleHoused, RuleStrays)
EVENTS: tuple[type[Event], ...] = (OccupantsRuled, StraysRuled)
