"""How those inside react to an assault. (BLD-SCC-01, ARAP-REACT-01)"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rules.arap.attacks import interception
from rules.arap.charge import sequence
from rules.arap.melee import grenade_choice
from rules.arap.melee.intercept import InterceptChoice
from rules.arap.paths import allowance
from rules.arap.reactions import options as reaction_options
from rules.arap.reactions import stand_and_fire
from rules.buildings.sections import enter, graph, occupants, reach
from rules.buildings.sections.assault.flames import StormFlames
from rules.buildings.sections.assault.move import StormMove, ways_up
from rules.buildings.sections.graph import HouseSection
from rules.buildings.sections.reach import WayOfAssault
from rules.core.ids import ModelId, TerrainId, UnitId
from rules.core.prompt import Option
from rules.core.refusal import Refusal
from rules.forces.unit import Unit
from rules.geometry.lengths import is_beyond
from rules.progress import Progress, TaskStruct
from rules.state import GameState


def open_to(state: GameState, unit: Unit, found: WayOfAssault, foe: Unit) -> str:
    labels = [o.label.lower() for o in reactions(state, unit, found, foe)[1:] if not o.refused]
    return f"hold or {' or '.join(labels)}" if labels else "only hold"


def reactions(state: GameState, unit: Unit, found: WayOfAssault, foe: Unit) -> list[Option]:
    """What those inside may do about it; what is barred says why. (ARAP-REACT-01)"""
    stand, run = _why_no_fire(state, unit, found, foe), reaction_options.why_no_run(state, foe)
    places = shelters(state, unit, found, foe)
    if run is None and not places:
        run = f"No other section that is open to {foe.name} has room for it.", "BLD-SECT-04"
    firers = stand_and_fire.shooters(state, unit, foe) if stand is None else 0
    if stand is None and not firers:
        stand = f"Nobody of {foe.name} has the attackers in sight, arc and range.", "ARAP-STAND-01"
    away = f"into {places[0].name}" if places else "into another section"
    details = ("receive the assault", stand_and_fire.summary(state, foe, firers), away)
    return reaction_options.listed(details, stand, run)


def _why_no_fire(state: GameState, unit: Unit, found: WayOfAssault, foe: Unit) -> tuple[str, str] | None:
    for true, why in ((foe.is_pinned, "is pinned"), (foe.gone_to_ground, "has gone to ground")):
        if true:
            return f"{foe.name} {why} and cannot stand and fire.", "ARAP-STAND-02"
    if not found.from_outside:
        return "An assault within a house comes from no further than the attackers' basic move.", "ARAP-STAND-01"
    move = max(allowance.basic_move(state, unit, m) for m in unit.alive)
    if not is_beyond(found.gap_in, move):
        return f"The assault comes from no further than {move:g}″, the attackers' basic move.", "ARAP-STAND-01"
    return None


def shelters(state: GameState, unit: Unit, found: WayOfAssault, foe: Unit) -> list[HouseSection]:
    """Sections into which a unit can run: open to it, no enemies there, room for all. (BLD-SMOV-02, BLD-SECT-04)"""
    return [
        s
        for s in graph.joined(found.here)
        if not occupants.foes(state, s, foe.side) and len(occupants.fitting(state, s, foe.alive)) == len(foe.alive)
        if occupants.all_get_through(state, foe, s)
    ]


class StormReaction(TaskStruct, frozen=True, kw_only=True, tag="StormReaction"):
    """Units in a section that is stormed choose what to do about it, one after the other. (ARAP-REACT-01)"""

    unit: UnitId
    terrain: TerrainId
    section: str
    jump: bool
    asked: tuple[UnitId, ...]
    strengths: dict[UnitId, int] = {}
    """The wounds that each had left before anybody fired; the attackers' before those fired who were asked last."""
    dealt: dict[UnitId, int] = {}
    """Wounds that each dealt by its fire. (ARAP-WDIF-01)"""
    suffered: dict[UnitId, int] = {}
    fired: UnitId | None = None
    """Who has fired since wounds were counted."""

    def _found(self, state: GameState) -> WayOfAssault | None:
        here = enter.known_section(state, self.terrain, self.section)
        unit = state.units[self.unit]
        if isinstance(here, Refusal) or not unit.in_play:
            return None
        found = reach.approach(state, unit, here, jump=self.jump)
        return None if isinstance(found, Refusal) else found

    def run(self, progress: Progress) -> None:
        """Ask the first, if there is anything but to hold."""
        if self.fired is not None:
            progress.queue(self._counted(progress.state))
            return
        state, found = progress.state, self._found(progress.state)
        foe = state.units[self.asked[0]] if self.asked else None
        if foe is None or found is None:
            self._go_on(progress)
            return
        options = reactions(state, state.units[self.unit], found, foe) if foe.alive else []
        if all(o.refused for o in options[1:]):  # who fell to fire on the run is not asked either
            progress.queue(replace(self, asked=self.asked[1:]))
            return
        progress.ask(
            self,
            foe.side,
            "storm-reaction",
            f"{state.units[self.unit].name} storms {found.here.name}. How does {foe.name} react?",
            options,
            unit=foe.id,
            about=self.unit,
            rule="ARAP-REACT-01",
            decline="hold",
        )

    def _counted(self, state: GameState) -> StormReaction:
        """With the wounds that those dealt who fired last. (ARAP-WDIF-01)"""
        assert self.fired is not None
        left = sequence.strength(state.units[self.unit])
        lost = self.strengths.get(self.unit, left) - left
        dealt = {**self.dealt, self.fired: self.dealt.get(self.fired, 0) + lost} if lost else self.dealt
        suffered = {**self.suffered, self.unit: self.suffered.get(self.unit, 0) + lost} if lost else self.suffered
        strengths = {**self.strengths, self.unit: left}
        return replace(self, strengths=strengths, dealt=dealt, suffered=suffered, fired=None)

    def who_fires(self, state: GameState) -> dict[str, tuple[ModelId, ...]]:
        """Who may stand and fire. (ARAP-STAND-03, ARAP-WPN-01)"""
        return {"stand": stand_and_fire.who_may_fire(state, state.units[self.unit], state.units[self.asked[0]])}

    def answer(self, progress: Progress, choice: str) -> None:
        """Fire, or run into the next section; then the others are asked."""
        self.answer_by(progress, choice, ())

    def answer_by(self, progress: Progress, choice: str, models: Sequence[ModelId]) -> None:
        """The same where those are named who stand and fire."""
        state, found = progress.state, self._found(progress.state)
        foe = state.units[self.asked[0]]
        if choice == "stand":
            self._stand(progress, foe, models)
        elif choice == "run" and found is not None:
            to = shelters(state, state.units[self.unit], found, foe)[0]
            rules = ("ARAP-RUN-01", "BLD-SMOV-02", "BLD-SECT-04")
            occupants.note_holes(progress, foe, foe.alive, to)
            foe = progress.state.units[foe.id]
            progress.emit(occupants.housed(foe, to, foe.alive, "run", rules))
        fired = foe.id if choice == "stand" and self.strengths else None
        progress.queue(replace(self, asked=self.asked[1:], fired=fired))

    def _stand(self, progress: Progress, foe: Unit, models: Sequence[ModelId]) -> None:
        """Out of doors and windows; streams when the attackers are near. (ARAP-STAND-03, ARAP-STAND-05)"""
        successes = stand_and_fire.fire(progress, foe.id, self.unit, models)
        state = progress.state
        if not state.is_older_than("15") and stand_and_fire.has_streams(state, foe, successes):
            progress.queue(
                StormFlames(
                    unit=foe.id,
                    charger=self.unit,
                    terrain=self.terrain,
                    section=self.section,
                    successes=successes,
                    models=tuple(models),
                )
            )

    def _go_on(self, progress: Progress) -> None:
        state, found = progress.state, self._found(progress.state)
        foes = reach.foes(state, found.here, state.units[self.unit].side) if found is not None else []
        paths = ways_up(state, state.units[self.unit], found) if found is not None else {}
        near = interception.passed(state, state.units[self.unit].side, paths, [f.id for f in foes])
        progress.queue(
            *(InterceptChoice(unit=u.id, charger=self.unit) for u in near),
            *dict.fromkeys(
                choice for foe in foes for choice in grenade_choice.grenade_choices(state, self.unit, foe.id)
            ),
            StormMove(
                unit=self.unit,
                terrain=self.terrain,
                section=self.section,
                jump=self.jump,
                strengths={u: n for u, n in self.strengths.items() if u != self.unit},
                dealt=self.dealt,
                suffered=self.suffered,
            ),
        )


TASKS: tuple[type[TaskStruct], ...] = (StormReaction,)
