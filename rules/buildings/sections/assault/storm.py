"""Storming a section, from the table or from another section. (BLD-SCC-01, -02, -04, -06, -07)

1. `StormSection`: the point is paid, the charge declared. (ARAP-CHG-01)
2. `reaction`: those inside hold, stand and fire, or run into another section. (ARAP-REACT-01)
3. `move`: who can comes through openings or doors, jumpers land; both sides are locked. (BLD-SCC-02, BLD-SCC-06)
4. The fight is in `fight`, what comes of it in `outcome`.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from rules.arap.attacks import interception
from rules.arap.charge import declare, fire_and_charge, sequence
from rules.arap.charge.fire_and_charge import RunningFire
from rules.arap.melee import grenades
from rules.arap.shooting import preview as shooting_preview
from rules.arap.shooting.plan import FirePlan
from rules.arap.units.permission import may_act
from rules.buildings.sections import enter, graph, occupants, reach
from rules.buildings.sections.assault import fighting, move, preview, reaction, running_flames
from rules.buildings.sections.assault.running_flames import RunIn
from rules.buildings.sections.graph import HouseSection
from rules.buildings.sections.reach import WayOfAssault
from rules.core.ids import ModelId, SideId, TerrainId, UnitId, WeaponId
from rules.core.preview import Chance, Preview
from rules.core.refusal import Refusal
from rules.dice.odds import chance_low
from rules.forces.unit import Unit
from rules.geometry import rings
from rules.geometry.lengths import is_within
from rules.offers import Offer, offered
from rules.progress import Action, Progress
from rules.state import GameState, Melee

OFFERED_IN: Final = 12.0

UNSEEN: Final = ("no-ranged-weapon", "keeps-back", "burst-into-section", "out-of-range")
"""Refusals of fire at those inside that streams into the section do not share."""


class StormSection(Action, frozen=True, kw_only=True, tag="StormSection"):
    """Assault the enemies in a section: a charge, for 1 AP. (BLD-SCC-01, BLD-SCC-06)

    From the table two come through each opening and fight one to one, or a D6 of each side fight, as it is played.
    From another section a D6 of each side fight. With `jump` members above jump down into it. (BLD-SCC-02) From the
    table pistols and assault weapons are fired on the run with `fire`: by `firers`, none named for all that can, with
    `weapons`, none named for whatever comes first. (ARAP-FCHG-01)
    """

    unit: UnitId
    terrain: TerrainId
    section: str
    jump: bool = False
    fire: bool = False
    firers: tuple[ModelId, ...] = ()
    weapons: tuple[WeaponId, ...] = ()

    def check(self, state: GameState) -> Refusal | None:
        """Points, who may charge, how often, the section, enemies in it, a way to them."""
        refusal = may_act(state, self.side, self.unit, 1)
        if refusal:
            return refusal
        refusal = self._never(state) or declare.again(state.units[self.unit])
        return refusal or (self._no_fire(state) if self.fire else None)

    @property
    def chosen(self) -> RunningFire:
        """Who fires on the run, and with what."""
        return RunningFire(self.firers, self.weapons)

    def _no_fire(self, state: GameState) -> Refusal | None:
        """Why nobody fires on the run: too near, or nobody to be seen. (ARAP-FCHG-01, BLD-SSHT-04)"""
        unit, found = state.units[self.unit], self.approach(state)
        if not found.from_outside:
            text = "Within a house there is no room to fire on the run."
            return Refusal("too-near", text, "ARAP-FCHG-01", "storm without firing")
        foe = reach.foes(state, found.here, self.side)[0]
        refusal = fire_and_charge.check(state, unit, foe, self.chosen, found.gap_in)
        if refusal is None or refusal.code not in UNSEEN or not running_flames.streams(state, unit, found, self.chosen):
            return refusal
        return None

    def _never(self, state: GameState) -> Refusal | None:
        """What is against it however many points the unit has."""
        unit, found = state.units[self.unit], enter.known_section(state, self.terrain, self.section)
        if isinstance(found, Refusal):
            return found
        foes = reach.foes(state, found, self.side)
        if not foes:
            return Refusal("nobody-there", f"No enemy is in {found.name}.", "BLD-SCC-01", "going in")
        clear = occupants.outdoors(state, unit, *foes)
        refusal = declare.may_charge(clear, clear.units[unit.id])
        refusal = refusal or declare.may_be_charged(clear, self.side, clear.units[unit.id], foes[0].id)
        refusal = refusal or _in_other_fight(state, foes)
        return refusal or reach.refusal_of(reach.approach(state, unit, found, jump=self.jump))

    def running_fire(self, state: GameState, chosen: RunningFire) -> FirePlan:
        """Who of those fires on the run; `check` has nothing against it. (ARAP-FCHG-01)"""
        return self._run_in(state, chosen).whole

    def _run_in(self, state: GameState, chosen: RunningFire) -> RunIn:
        found = self.approach(state)
        foes = reach.foes(state, found.here, self.side)
        return running_flames.laid(state, state.units[self.unit], foes[0], found, chosen)

    def approach(self, state: GameState) -> WayOfAssault:
        """How they get there."""
        here = enter.known_section(state, self.terrain, self.section)
        assert not isinstance(here, Refusal)
        found = reach.approach(state, state.units[self.unit], here, jump=self.jump)
        assert not isinstance(found, Refusal)
        return found

    def preview(self, state: GameState) -> Preview:
        """Who gets to fight whom, and what the first round may bring."""
        refusal = self.check(state)
        if refusal is not None and (refusal.code not in declare.ONLY_NOW_NOT or self._never(state)):
            return Preview(refusal=refusal)
        unit, found = state.units[self.unit], self.approach(state)
        foes = reach.foes(state, found.here, self.side)
        fired = self._run_in(state, self.chosen) if self.fire and refusal is None else None
        state, melee, attack, defend = self._first_round(state, found, foes)
        staged = self._staged(state, melee)
        notes = [
            *preview.who(state, found, melee, unit, foes, len(defend)),
            *preview.slowed_by_cover(state, unit, foes, melee),
        ]
        if not found.from_outside and not self.jump:
            notes += occupants.hole_notes(state, unit, [unit.model(m) for m in found.able], found.here)
        notes += interception.notes_of_charge(state, unit, foes[0].id, move.ways_up(state, unit, found))
        notes += [f"{foes[0].name} may {reaction.open_to(state, unit, found, foes[0])}."]
        lines, chances = preview.promises(staged, melee, attack, defend)
        if fired is not None:
            burning = running_flames.lines(state, foes[0], fired.streams)
            straight = shooting_preview.preview(state, unit, foes[0], fired.straight).shots
            lines = [*(straight if fired.straight.firings else ()), *burning, *lines]
        if self.jump:
            chances = (_landing(state, unit, found), *chances)
        return Preview(
            ap=1,
            refusal=refusal,
            shots=tuple(lines),
            chances=chances,
            notes=tuple(notes),
            rules=tuple(dict.fromkeys((*move.rules_of(state, found), "ARAP-CHG-07", "ARAP-REACT-01"))),
        )

    def wounds_expected(self, state: GameState) -> dict[UnitId, Fraction]:
        """By unit, the wounds that its blows cost the other in the first round; `check` has nothing against it."""
        found = self.approach(state)
        state, melee, attack, defend = self._first_round(state, found, reach.foes(state, found.here, self.side))
        return preview.wounds_expected(self._staged(state, melee), melee, attack, defend)

    def _first_round(
        self, state: GameState, found: WayOfAssault, foes: list[Unit]
    ) -> tuple[GameState, Melee, list[ModelId], list[ModelId]]:
        """The state before grenades are asked for, the melee, and who would fight on either side."""
        unit = state.units[self.unit]
        state = grenades.as_before_asked(state, (unit.id, *(f.id for f in foes)))
        melee = move.melee_of(state, unit, found, foes)
        attack = fighting.alive_on(self._staged(state, melee), melee, unit.side, attacks=True)
        defend = [m.id for f in foes for m in f.alive if f.housed.get(m.id) == found.here.place]
        return state, melee, [m for m in attack if m in found.able], defend

    def _staged(self, state: GameState, melee: Melee) -> GameState:
        return replace(state, melees=(*state.melees, melee)) if self.jump else state

    def resolve(self, progress: Progress) -> None:
        """Pay and declare; those inside may react before anybody moves."""
        state = progress.state
        unit, found = state.units[self.unit], self.approach(state)
        foes = reach.foes(state, found.here, self.side)
        rules = move.rules_of(state, found)
        pay = ("ARAP-CHG-01", "ARAP-ACT-12", *(("ARAP-FCHG-01", "ARAP-FCHG-02") if self.fire else ()))
        sequence.declare(progress, unit, foes[0], found.gap_in, pay_rules=pay, rules=rules)
        if self.fire:
            running_flames.fire(progress, unit, foes[0], found, self.chosen)
        progress.queue(
            reaction.StormReaction(
                unit=unit.id,
                terrain=self.terrain,
                section=self.section,
                jump=self.jump,
                asked=tuple(f.id for f in foes),
                strengths={u.id: sequence.strength(u) for u in (unit, *foes)},
            )
        )


def _in_other_fight(state: GameState, foes: list[Unit]) -> Refusal | None:
    busy = next((f for f in foes if state.is_locked(f.id)), None)
    if busy is None:
        return None
    return Refusal("target-locked", f"{busy.name} is fighting already.", "BLD-SCC-03", "after that fight")


def _landing(state: GameState, unit: Unit, found: WayOfAssault) -> Chance:
    tests = move.jump_tests(found.down)
    exact = chance_low(state.profile(unit.model(found.able[0])).i) ** tests
    text = f"lands safely, {tests} test{'' if tests == 1 else 's'}"
    return Chance(label=text, exact=str(exact), value=float(exact))


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """For the unit in hand: each section with enemies near it, or in the house that it is in."""
    active = state.turn.active
    if active is None or state.active_side != side or state.turn.phase != "activation":
        return
    unit = state.units[active]
    if unit.is_vehicle or not unit.in_play:
        return
    for piece in graph.houses(state):
        near = any(is_within(rings.distance_to_ring(piece.points, m.at), OFFERED_IN) for m in unit.alive)
        for here in graph.sections(piece) if near else ():
            foes = [f for f in reach.foes(state, here, side) if not f.hidden]
            if foes:
                yield from _at(state, unit, here, foes)


def _at(state: GameState, unit: Unit, here: HouseSection, foes: list[Unit]) -> Iterator[Offer]:
    for jump in (False, True):
        action = StormSection(side=unit.side, unit=unit.id, terrain=here.piece.id, section=here.room.letter, jump=jump)
        refusal = action.check(state)
        if refusal is not None and jump:
            continue
        label = f"Jump down into {here.name}" if jump else f"Storm {here.name}"
        yield offered(state, action, kind="storm", unit=unit.id, ap=1, label=label)
        firing = replace(action, fire=True)
        if not jump and refusal is None and firing.check(state) is None:
            yield offered(state, firing, kind="storm", unit=unit.id, ap=1, label=f"{label}, firing")


OFFERED: Final = ("storm",)
ACTIONS: tuple[type[Action], ...] = (StormSection,)
