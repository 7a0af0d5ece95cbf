"""From the hits of one unit on another to its losses. (ARAP-SHOOT-01, ARAP-CAS-01 to -03, ARAP-PIN-03)

The steps in between may wait for the target's owner, who may let it go to ground before the first save; what is still
to do is therefore kept on the agenda as plain data.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from rules.arap.damage import allocation, in_turn_odds, riders, wounds_and_saves
from rules.arap.damage.allocation import Lot
from rules.arap.damage.in_turn_odds import WaitingHit
from rules.arap.damage.wounds_and_saves import can_wound, goal_against, inflict, save_goal, unsaved_odds
from rules.arap.morale import going_to_ground
from rules.arap.morale import pinning as morale_pinning
from rules.core.ids import ModelId, UnitId, WeaponId
from rules.core.prompt import Option
from rules.dice.odds import Distribution, binomial, convolve
from rules.forces import riding
from rules.forces import strength as forces_strength
from rules.forces.profile import NO_SAVE, Profile
from rules.forces.unit import Unit
from rules.progress import Progress, TaskStruct
from rules.state import GameState


class HitToResolve(Struct, frozen=True, kw_only=True):
    """One hit on its way: whom it struck ("" if that is still open), and whether it has wounded already."""

    weapon: WeaponId
    strength: int
    ap: int | None = None
    close: bool = True
    victim: ModelId = ModelId("")
    wounded: bool = False


class HitSource(Struct, frozen=True, kw_only=True):
    """Where hits come from: the unit that deals them, what they are called, whether losses count for the 25 % test."""

    by: UnitId
    cause: str = "shooting"
    counts: bool = True
    may_ground: bool = True
    """Whether the target may answer by going to ground: not while it charges or is charged."""


def begin(
    progress: Progress,
    target: UnitId,
    lots: Sequence[Lot],
    source: HitSource,
    covered: Sequence[ModelId] = (),
    part: str = "",
) -> tuple[TaskStruct, ...]:
    """Roll hits to wound; what remains to be done, to be queued in that order. (ARAP-SHOOT-01, steps 4 to 8)

    `covered` are the members in cover; while a unit is partly in cover its wounds are taken one after the other.
    (ARAP-CAS-02) `part` is whom the shooter picked at short range, rider or mount. (VEH-BIKE-05)
    """
    unit = progress.state.units[target]
    if unit.is_gone:
        return ()
    if not part and any(_may_pick(progress.state, lot) for lot in lots) and riders.any_separate(progress.state, unit):
        return (PickPart(target=target, lots=tuple(lots), source=source, covered=tuple(covered)),)
    standing = [m.id for m in unit.alive]
    shelter = tuple(m for m in standing if m in covered)
    in_turn = 0 < len(shelter) < len(standing) and any(not lot.victims for lot in lots)
    blows = _blows(progress, unit, lots, source, in_turn=in_turn, part=part)
    outright = _outright(progress.state, target, lots)
    if not blows:
        return outright
    if in_turn:
        return (TakeInTurn(target=target, blows=blows, shelter=shelter, source=source, part=part), *outright)
    saves = TakeSaves(target=target, blows=blows, source=source)
    return (*asking(progress.state, unit, blows, source), saves, *outright)


def _outright(state: GameState, target: UnitId, lots: Sequence[Lot]) -> tuple[TaskStruct, ...]:
    """What weapons do that pin whoever they hit. (ARAP-PIN-03)"""
    stuns = any((lot.count or lot.victims) and state.weapons[lot.weapon].has("auto-pin") for lot in lots)
    return (morale_pinning.PinOutright(unit=target),) if stuns else ()


def _blows(
    progress: Progress, unit: Unit, lots: Sequence[Lot], source: HitSource, *, in_turn: bool, part: str
) -> tuple[HitToResolve, ...]:
    """Hits rolled to wound as far as they can be now.

    Where all members are alike wounds are rolled first and shared out afterwards; where they differ each hit has its
    victim first. Of hits taken in turn the victim stays open. (ARAP-CAS-01)
    """
    if differs(progress.state, unit):
        if in_turn:
            known = (riders.parted(progress, unit, lot, source.by, part if lot.close else "") for lot in lots)
            return tuple(b for lot in known for b in _expanded(lot))
        placed = allocation.allocate(progress, unit, lots, "hit")
        placed = [riders.parted(progress, unit, lot, source.by, part if lot.close else "") for lot in placed]
        return tuple(b for lot in placed for b in _wounding(progress, lot, source))
    wounds = [b for lot in lots for b in _wounding(progress, lot, source, anyone=unit)]
    return tuple(wounds) if in_turn else _placed(progress, unit, wounds)


def _may_pick(state: GameState, lot: Lot) -> bool:
    """Whether the shooter may pick rider or mount: at short range, with no area weapon. (VEH-BIKE-05)"""
    weapon = state.weapons[lot.weapon]
    return lot.close and bool(lot.count or lot.victims) and not (weapon.template or weapon.marker_in)


class PickPart(TaskStruct, frozen=True, kw_only=True, tag="PickPart"):
    """At short range the shooter chooses between rider and mount. (VEH-BIKE-05)"""

    target: UnitId
    lots: tuple[Lot, ...]
    source: HitSource
    covered: tuple[ModelId, ...] = ()

    def run(self, progress: Progress) -> None:
        """Ask him who shot."""
        state = progress.state
        unit = state.units[self.target]
        model = next((m for m in unit.alive if riders.is_separate(state, m)), None)
        if model is None:
            self._go_on(progress, riding.RIDER)
            return
        rider, mount = state.profile(model), state.profile(replace(model, part=riding.MOUNT))
        progress.ask(
            self,
            state.units[self.source.by].side,
            "rider-or-mount",
            f"Hits at short range on {unit.name}: on the riders, or on what they ride?",
            (
                Option(id=riding.RIDER, label="The riders", detail=_figures_of(rider), rule="VEH-BIKE-05"),
                Option(id=riding.MOUNT, label="What they ride", detail=_figures_of(mount), rule="VEH-BIKE-05"),
            ),
            unit=self.source.by,
            about=self.target,
            rule="VEH-BIKE-05",
        )

    def answer(self, progress: Progress, choice: str) -> None:
        """The hits go there."""
        self._go_on(progress, choice)

    def _go_on(self, progress: Progress, part: str) -> None:
        progress.queue(*begin(progress, self.target, self.lots, self.source, self.covered, part))


def _figures_of(profile: Profile) -> str:
    save = f"save {profile.sv}+" if profile.sv < NO_SAVE else "no save"
    return f"Toughness {profile.t}, {save}"


def differs(state: GameState, unit: Unit) -> bool:
    """Whether Toughness or armour differs in the unit, or bikes are targets of their own: who is hit matters first."""
    if riders.any_separate(state, unit):
        return True
    return len({(p.t, p.sv, p.inv) for m in unit.alive for p in (state.profile(m),)}) > 1


def _expanded(lot: Lot) -> list[HitToResolve]:
    blow = HitToResolve(weapon=lot.weapon, strength=lot.strength, ap=lot.ap, close=lot.close)
    return [replace(blow, victim=v) for v in lot.victims] if lot.victims else [blow] * lot.count


def _wounding(progress: Progress, lot: Lot, source: HitSource, *, anyone: Unit | None = None) -> list[HitToResolve]:
    """The blows of a lot that wound. Without victims `anyone` stands for the unit, whose members are alike."""
    weapon = progress.state.weapons[lot.weapon]
    if lot.victims or anyone is None:
        wounded = wounds_and_saves.roll_to_wound(
            progress, lot.victims, lot.strength, by=source.by, why=weapon.name, close=lot.close
        )
        blow = HitToResolve(weapon=lot.weapon, strength=lot.strength, ap=lot.ap, close=lot.close, wounded=True)
        if lot.in_order and anyone is not None:
            wounded = list(lot.victims[: len(wounded)])
        return [replace(blow, victim=v) for v in wounded]
    struck = progress.state.profile(anyone.alive[0])
    goal = goal_against(struck, lot.strength)
    if not lot.count or not can_wound(goal, melee=lot.close):
        return []
    rolled = progress.roll(
        "to-wound",
        lot.count,
        sense="high",
        goal=goal,
        unit=source.by,
        target=anyone.id,
        why=weapon.name,
        rules=("ARAP-DMG-01", *forces_strength.rules(struck)),
    )
    blow = HitToResolve(weapon=lot.weapon, strength=lot.strength, ap=lot.ap, close=lot.close, wounded=True)
    return [blow] * rolled.successes


def _placed(progress: Progress, unit: Unit, wounds: Sequence[HitToResolve]) -> tuple[HitToResolve, ...]:
    """Wounds with a member each: those that have none yet are shared out. (ARAP-CAS-01, ARAP-CAS-03)"""
    open_ = wounds_and_saves.grouped(((b.weapon, b.strength, b.ap), b) for b in wounds if not b.victim)
    lots = [Lot(weapon=w, strength=s, ap=ap, count=len(blows)) for (w, s, ap), blows in open_.items()]
    placed = allocation.allocate(progress, unit, lots, "wound")
    victims = {(lot.weapon, lot.strength, lot.ap): list(lot.victims) for lot in placed}
    return tuple(b if b.victim else replace(b, victim=victims[b.weapon, b.strength, b.ap].pop(0)) for b in wounds)


def asking(state: GameState, unit: Unit, blows: Sequence[HitToResolve], source: HitSource) -> tuple[TaskStruct, ...]:
    """The question to the target's owner, if going to ground is open to it and betters a save. (ARAP-GTG-01)"""
    if not source.may_ground or going_to_ground.barred(state, unit) is not None:
        return ()
    profiles = [state.profile(m) for m in unit.alive]
    if not any(save_goal(p, b.ap).goal > save_goal(p, b.ap, grounded=True).goal for b in blows for p in profiles):
        return ()
    wounds = sum(b.wounded for b in blows)
    return (going_to_ground.AskToGround(unit=unit.id, by=source.by, wounds=wounds),)


class TakeSaves(TaskStruct, frozen=True, kw_only=True, tag="TakeSaves"):
    """All wounds of a volley are saved for together, then the fallen are removed. (ARAP-DMG-03, -04)"""

    target: UnitId
    blows: tuple[HitToResolve, ...]
    source: HitSource

    def run(self, progress: Progress) -> None:
        """Saves by weapon and goal; wounds that stand come off; weapons that pin call for their test."""
        unit = progress.state.units[self.target]
        unsaved: list[tuple[ModelId, WeaponId]] = []
        groups = wounds_and_saves.grouped(((b.weapon, b.ap), b.victim) for b in self.blows)
        for (weapon, ap), struck in groups.items():
            stand = _saved(progress, unit, struck, weapon, ap, self.source)
            unsaved += [(m, weapon) for m in stand]
        _fell(progress, self.target, unsaved, self.source)

    def losses(self, state: GameState, *, grounded: bool) -> Distribution:
        """How many will fall, lying low or not; who loses only what he rides does not."""
        struck: dict[ModelId, list[Fraction]] = {}
        for blow in (b for b in self.blows if b.victim == riders.rider_of(b.victim)):
            profile = state.profile(state.find_model(blow.victim)[1])
            struck.setdefault(blow.victim, []).append(unsaved_odds(profile, blow.ap, grounded=grounded))
        return convolve(binomial(1, _dies(state, victim, each)) for victim, each in struck.items())


def _dies(state: GameState, victim: ModelId, unsaved: Sequence[Fraction]) -> Fraction:
    """The chance that so many wounds stand as the model has left."""
    left = state.find_model(riders.rider_of(victim))[1].wounds
    return convolve(binomial(1, p) for p in unsaved).at_least(left)


def _saved(
    progress: Progress, unit: Unit, struck: Sequence[ModelId], weapon: WeaponId, ap: int | None, source: HitSource
) -> list[ModelId]:
    why = f"{unit.name} against {progress.state.weapons[weapon].name}"
    return wounds_and_saves.roll_saves(progress, struck, ap, by=source.by, why=why, grounded=unit.gone_to_ground)


def _fell(progress: Progress, target: UnitId, unsaved: Sequence[tuple[ModelId, WeaponId]], source: HitSource) -> None:
    """Wounds come off; if a weapon that pins felled somebody the unit tests for it. (ARAP-PIN-03)"""
    standing = {m.id for m in progress.state.units[target].alive}
    inflict(
        progress,
        [m for m, _ in unsaved],
        by=source.by,
        cause=source.cause,
        counts=source.counts,
        rules=("ARAP-CAS-01",),
    )
    left = {m.id for m in progress.state.units[target].alive}
    weapons = progress.state.weapons
    pinning = [w for m, w in unsaved if m in standing - left and weapons[w].has("pinning")]
    if pinning:
        morale_pinning.pinning_test(progress, target, f"hit by {weapons[pinning[0]].name}", ("ARAP-PIN-03",))


class TakeInTurn(TaskStruct, frozen=True, kw_only=True, tag="TakeInTurn"):
    """A unit partly in cover takes its wounds one by one, members in the open first. (ARAP-CAS-02)"""

    target: UnitId
    blows: tuple[HitToResolve, ...]
    shelter: tuple[ModelId, ...]
    source: HitSource
    asked: bool = False
    fallen: tuple[tuple[ModelId, WeaponId], ...] = ()
    part: str = ""
    """Whom the shooter picked at short range, rider or mount. (VEH-BIKE-05)"""

    def run(self, progress: Progress) -> None:
        """Pick, save and remove, wound after wound; before the first save its owner is asked."""
        fallen = list(self.fallen)
        for place, blow in enumerate(self.blows):
            unit = progress.state.units[self.target]
            blow = self._struck(progress, unit, blow)
            if not blow.victim:
                break
            if not blow.wounded:
                continue
            if not self.asked:
                rest = replace(self, blows=(blow, *self.blows[place + 1 :]), asked=True)
                progress.queue(*asking(progress.state, unit, rest.blows, self.source), rest)
                return
            stand = _saved(progress, unit, [blow.victim], blow.weapon, blow.ap, self.source)
            inflict(
                progress,
                stand,
                by=self.source.by,
                cause=self.source.cause,
                counts=self.source.counts,
                rules=("ARAP-CAS-02",),
            )
            left = progress.state.units[self.target]
            fallen += [(m, blow.weapon) for m in stand if not left.model(riders.rider_of(m)).alive]
        self._pinned(progress, fallen)

    def _struck(self, progress: Progress, unit: Unit, blow: HitToResolve) -> HitToResolve:
        """The blow with its victim, rolled to wound if that is still to be done; without a victim if all are gone."""
        if not blow.victim:
            exposed = [m.id for m in unit.alive if m.id not in self.shelter] or [m.id for m in unit.alive]
            if not exposed:
                return blow
            why = f"{unit.name}: who is struck, members in the open first"
            place = progress.pick(len(exposed), unit=unit.id, why=why, rules=("ARAP-CAS-02",))
            lot = Lot(weapon=blow.weapon, strength=blow.strength, victims=(exposed[place],))
            part = self.part if blow.close else ""
            blow = replace(blow, victim=riders.parted(progress, unit, lot, self.source.by, part).victims[0])
        if blow.wounded:
            return blow
        weapon = progress.state.weapons[blow.weapon]
        hurt = wounds_and_saves.roll_to_wound(
            progress, [blow.victim], blow.strength, by=self.source.by, why=weapon.name, close=blow.close
        )
        return replace(blow, wounded=bool(hurt))

    def losses(self, state: GameState, *, grounded: bool) -> Distribution:
        """How many will fall, lying low or not."""
        hits = [WaitingHit(b.strength, b.ap, b.close, b.wounded, b.victim, self.part) for b in self.blows]
        return in_turn_odds.fallen(state, state.units[self.target], self.shelter, hits, grounded=grounded)

    def _pinned(self, progress: Progress, fallen: Sequence[tuple[ModelId, WeaponId]]) -> None:
        weapons = progress.state.weapons
        pinning = [w for _, w in fallen if weapons[w].has("pinning")]
        if pinning:
            why = f"hit by {weapons[pinning[0]].name}"
            morale_pinning.pinning_test(progress, self.target, why, ("ARAP-PIN-03",))


TASKS: tuple[type[TaskStruct], ...] = (PickPart, TakeSaves, TakeInTurn)
