"""A round of a fight for a section. (BLD-SCC-03, BLD-SCC-04, BLD-SCC-06, BLD-SCC-07, BLD-SCC-09)

Who came through openings fights one to one; else both sides throw for how many of them fight. Nobody's place counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from rules.arap.attacks import krak_grenades
from rules.arap.attacks import odds as attacks_odds
from rules.arap.attacks.blows import StepBlows
from rules.arap.attacks.krak_grenades import KrakAttack
from rules.arap.attacks.odds import BlowOdds
from rules.arap.melee import break_off, rounds
from rules.arap.melee.results import find, work_out
from rules.arap.melee.rounds import InitiativeStepBegan, MeleeRoundBegan
from rules.arap.positions import engagement, melee_to_hit, melee_weapons
from rules.arap.positions.engagement import Strike
from rules.arap.positions.melee_to_hit import BlowGoal
from rules.arap.units.vehicle_interface import MachinesThatFight
from rules.arap.vehicle_interface import ask
from rules.buildings.sections import graph, occupants
from rules.buildings.sections.assault import choices, outcome, strikes
from rules.buildings.sections.assault.break_away import SectionBreakChoice, SectionLeft, SectionRunChoice
from rules.buildings.sections.assault.strikes import Fighters, StruckAs
from rules.core.ids import ModelId, SideId, UnitId
from rules.core.words import listed
from rules.forces.unit import Model
from rules.forces.weapon import Weapon
from rules.progress import Progress, TaskStruct
from rules.state import Event, GameState, Melee

ABOVE_ALL: Final = 99
DIE: Final = 6


class SectionFightBegan(Event, frozen=True, kw_only=True, tag="SectionFightBegan"):
    """Units are locked in a fight for a section; suppression is forgotten. (BLD-SCC-01, BLD-SCC-03, BLD-SCC-06)"""

    name: str
    """The section."""
    melee: Melee

    def evolve(self, state: GameState) -> GameState:
        """They fight one melee, and are in the open."""
        calm = (replace(state.units[u], s_active=0, s_pending=0, pursuing=None, hidden=False) for u in self.melee.units)
        return replace(state.with_units(*calm), melees=(*state.melees, self.melee))

    def sentence(self, state: GameState) -> str:
        """Who fights for what."""
        names = listed(state.units[u].name for u in self.melee.units)
        charge = self.melee.charges[0] if self.melee.charges else None
        text = ", against cover: they strike as if at Initiative 1" if charge is not None and charge.slowed else ""
        if charge is not None and "ARAP-CCG-04" in self.rules:
            text = ", against cover: flesh hooks let them strike as their enemies do"
        thrown = " to defensive grenades" if "ARAP-CCG-02" in self.rules else ""
        lost = f", the charge bonus lost{thrown}" if charge is not None and not charge.bonus else ""
        return f"{names} fight for {self.name}{text}{lost}"


def attacking_side(state: GameState, melee: Melee) -> SideId:
    """The side that storms; of those who share a section the side in turn."""
    if melee.charges:
        return state.units[melee.charges[0].charger].side
    return state.active_side or state.units[melee.units[0]].side


def alive_on(state: GameState, melee: Melee, side: SideId, *, attacks: bool) -> list[ModelId]:
    """Who of one side may fight; of the defenders those in the section."""
    return [
        m.id
        for u in melee.units
        if state.units[u].side == side
        for m in state.units[u].alive
        if not attacks or not melee.storming or m.id in melee.storming
    ]


def paired(attack: Sequence[ModelId], defend: Sequence[ModelId]) -> dict[ModelId, tuple[ModelId, ...]]:
    """Each defender with those whom he faces; surplus attackers double up, evenly. (BLD-SCC-06)"""
    found: dict[ModelId, list[ModelId]] = {m: [] for m in defend[: len(attack)]}
    names = list(found)
    for n, model in enumerate(attack):
        if names:
            found[names[n % len(names)]].append(model)
    return {m: tuple(theirs) for m, theirs in found.items()}


# -- the blows of a step -----------------------------------------------------------------------------------------------


def _foes_of(state: GameState, fighters: Fighters) -> dict[ModelId, ModelId]:
    """Whom each living fighter strikes at, in the order in which they strike."""

    def standing(models: Sequence[ModelId]) -> list[ModelId]:
        return [m for m in models if state.find_model(m)[1].alive]

    found: dict[ModelId, ModelId] = {}
    attack, defend = standing(fighters.attack), standing(fighters.defend)
    if not attack or not defend:
        return {}
    for defender, theirs in paired(fighters.attack, fighters.defend).items():
        faced = standing(theirs)
        foe = defender if defender in defend else defend[0]
        found.update(dict.fromkeys(faced, foe))
        if defender in defend:
            found[defender] = faced[0] if faced else attack[0]
    for n, model in enumerate(m for m in defend if m not in found and not fighters.pairs):
        found[model] = attack[n % len(attack)]
    return found


def initiative(state: GameState, melee: Melee, model: Model, foe: ModelId) -> int:
    """The step in which it strikes: 1 for those who storm people in cover. (BLD-SCC-04, ARAP-CCG-04)"""
    own = state.profile(model).i
    charge = engagement.charge_of(melee, state.find_model(model.id)[0].id)
    if charge is None or not charge.slowed:
        return own
    if state.profile(model).has("flesh-hooks"):
        return state.profile(state.find_model(foe)[1]).i
    return min(engagement.LAST_STEP, own)


def _strikes(state: GameState, melee: Melee, model: Model, foe: ModelId) -> Iterator[Strike]:
    unit = state.find_model(model.id)[0]
    bonus = engagement.bonus_attacks(melee, unit.id)
    if choices.places_krak(state, melee, unit.id, model, foe):
        return
    pair = melee_weapons.pair_of(state, model) if unit.id in melee.several and not model.sprawled else None
    if pair is not None:
        yield from _with_both_hands(state, model, foe, bonus, pair)
        return
    for weapon, _, printed in melee_weapons.attack_kinds(state, model):
        count = ask(state, MachinesThatFight).attacks(unit, printed)
        if not model.sprawled and count + bonus:
            yield Strike(model.id, weapon, count + bonus, foe)
        bonus = 0


def _with_both_hands(
    state: GameState, model: Model, foe: ModelId, bonus: int, pair: tuple[Weapon, Weapon | None]
) -> Iterator[Strike]:
    """One attack more, with the second weapon; all are harder but those that a charge brings. (ARAP-MELEE-04)"""
    first, second = pair
    own = state.profile(model).a
    if bonus:
        yield Strike(model.id, first, bonus, foe)
    if own:
        yield Strike(model.id, first, own, foe, several=True)
    yield Strike(model.id, second or first, 1, foe, several=True)


def krak_at(state: GameState, melee: Melee, fighters: Fighters, step: int) -> list[KrakAttack]:
    """Krak grenades that are placed in a step. (ARAP-CCG-05)"""
    pairs = list(_foes_of(state, fighters).items()) if melee.krak and step == engagement.LAST_STEP else []
    return choices.krak_attacks(state, melee, pairs)


def _aimed(state: GameState, melee: Melee, strike: Strike) -> BlowGoal:
    """What a strike needs; nobody stands higher than the other. (ARAP-MELEE-03, ARAP-MELEE-04)"""
    return melee_to_hit.aim(state, melee, state.find_model(strike.attacker)[0].id, strike)


def blows_at(state: GameState, melee: Melee, fighters: Fighters, step: int) -> list[StepBlows]:
    """What is struck in one step, the side in turn first."""
    level = replace(state, terrain=())
    by_unit: dict[UnitId, list[tuple[Strike, BlowGoal]]] = {}
    for name, foe in _foes_of(state, fighters).items():
        unit, model = state.find_model(name)
        if initiative(state, melee, model, foe) == step:
            strikes = by_unit.setdefault(unit.id, [])
            strikes += [(s, _aimed(level, melee, s)) for s in _strikes(state, melee, model, foe)]
    order = sorted(by_unit, key=lambda u: state.units[u].side != state.active_side)
    return [StepBlows(u, tuple(by_unit[u])) for u in order if by_unit[u]]


def steps(state: GameState, melee: Melee, fighters: Fighters) -> list[int]:
    """The Initiative steps in which anybody strikes, from the highest down."""
    found = {
        initiative(state, melee, state.find_model(name)[1], foe) for name, foe in _foes_of(state, fighters).items()
    }
    if krak_at(state, melee, fighters, engagement.LAST_STEP):
        found.add(engagement.LAST_STEP)
    return sorted(found, reverse=True)


def expected(state: GameState, melee: Melee, fighters: Fighters) -> list[BlowOdds]:
    """What each side strikes in the round, losses before a step left out."""
    return [
        blow
        for step in steps(state, melee, fighters)
        for group in blows_at(state, melee, fighters, step)
        for blow in attacks_odds.at_initiative(state, group, step)
    ]


def mean_fighters(alive: int) -> Fraction:
    """How many fight on average of so many who may: a D6, no more than there are. (BLD-SCC-03)"""
    return Fraction(sum(min(face, alive) for face in range(1, DIE + 1)), DIE)


# -- the round -------------------------------------------------------------------------------------------------------


class SectionRound(TaskStruct, frozen=True, kw_only=True, tag="SectionRound"):
    """One round of a fight for a section. (BLD-SCC-03, BLD-SCC-06)"""

    melee: str

    def run(self, progress: Progress) -> None:
        """Who fights; then step by step."""
        state = progress.state
        melee = find(state, self.melee)
        if melee is None:
            return
        rules = ("ARAP-TURN-06", "BLD-SCC-06" if melee.storming else "BLD-SCC-03")
        progress.emit(MeleeRoundBegan(melee=melee.id, round=melee.round + 1, rules=rules))
        if state.is_older_than("16"):
            _begin(progress, progress.state, melee)
            return
        attack, defend = both_sides(state, melee)
        asked = choices.choices(state, ((attack, defend), (defend, attack)))
        progress.queue(*self._breaks(state, melee), *asked, SectionFighters(melee=self.melee))

    @staticmethod
    def _breaks(state: GameState, melee: Melee) -> list[TaskStruct]:
        """Who has fought a round inside may break off before the next. (ARAP-BREAK-01)"""
        if melee.round + 1 < break_off.FIRST_ROUND or state.is_older_than("17"):
            return []
        order = sorted(melee.units, key=lambda u: state.units[u].side != state.active_side)
        return [*(SectionBreakChoice(unit=u) for u in order), SectionLeft(melee=melee.id)]


class SectionFighters(TaskStruct, frozen=True, kw_only=True, tag="SectionFighters"):
    """All have said what they use: who fights, then step by step. (BLD-SCC-03, BLD-SCC-06)"""

    melee: str

    def run(self, progress: Progress) -> None:
        """As the house has it."""
        melee = find(progress.state, self.melee)
        if melee is not None:
            _begin(progress, progress.state, melee)


def both_sides(state: GameState, melee: Melee) -> tuple[list[ModelId], list[ModelId]]:
    """Who may fight of those who attack and of those who defend."""
    attacking = attacking_side(state, melee)
    sides = dict.fromkeys(state.units[u].side for u in melee.units)
    defending = next((s for s in sides if s != attacking), attacking)
    return alive_on(state, melee, attacking, attacks=True), alive_on(state, melee, defending, attacks=False)


def _begin(progress: Progress, state: GameState, melee: Melee) -> None:
    """Who fights, then step by step."""
    attack, defend = both_sides(state, melee)
    if not melee.storming:
        rule = "BLD-SCC-07" if melee.charges and _from_outside(state, melee) else "BLD-SCC-03"
        attack = _thrown(progress, melee, attack, "section-fighters-attack", "attack", rule)
        defend = _thrown(progress, melee, defend, "section-fighters-defend", "defend", rule)
    else:
        defend = defend[: len(attack)]
    progress.queue(
        SectionStep(
            melee=melee.id, attack=tuple(attack), defend=tuple(defend), pairs=bool(melee.storming), below=ABOVE_ALL
        )
    )


def _from_outside(state: GameState, melee: Melee) -> bool:
    return not state.units[melee.charges[0].charger].is_housed


def _thrown(progress: Progress, melee: Melee, models: list[ModelId], label: str, does: str, rule: str) -> list[ModelId]:
    """A D6 of them fight, no more than are alive. (BLD-SCC-03, BLD-SCC-07)"""
    unit = progress.state.find_model(models[0])[0].id if models else None
    rolled = progress.roll(label, sense="sum", unit=unit, why=f"how many {does}", rules=(rule,))
    return models[: rolled.dice[0]]


class SectionStep(TaskStruct, frozen=True, kw_only=True, tag="SectionStep"):
    """The next Initiative step of such a round. (ARAP-MELEE-05)"""

    melee: str
    attack: tuple[ModelId, ...]
    defend: tuple[ModelId, ...]
    pairs: bool
    below: int

    def run(self, progress: Progress) -> None:
        """All dice of the step, then its wounds; then the next."""
        state = progress.state
        melee = find(state, self.melee)
        fighters = Fighters(self.attack, self.defend, self.pairs)
        step = next((s for s in steps(state, melee, fighters) if s < self.below), None) if melee is not None else None
        if melee is None or step is None:
            progress.queue(SectionRoundEnd(melee=self.melee))
            return
        slowed = any(c.slowed for c in melee.charges)
        rules = ("ARAP-MELEE-05", *(("BLD-SCC-04",) if slowed else ()))
        progress.emit(InitiativeStepBegan(melee=melee.id, initiative=step, rules=rules))
        grenades = krak_at(state, melee, fighters, step)
        rules = ("ARAP-MELEE-03", "BLD-SCC-06" if self.pairs else "BLD-SCC-03")
        how = StruckAs("to-hit", "strike at", "melee", rules)
        strikes.strike(progress, fighters, blows_at(state, melee, fighters, step), how)
        krak_grenades.resolve(progress, grenades)
        progress.queue(replace(self, below=step))


class SectionRoundEnd(TaskStruct, frozen=True, kw_only=True, tag="SectionRoundEnd"):
    """Who lost the round tests; then the section is taken, or the assault repelled. (BLD-SCC-05, BLD-SCC-08, -09)"""

    melee: str

    def run(self, progress: Progress) -> None:
        """Compare wounds; losers with enemies left test morale."""
        state = progress.state
        melee = find(state, self.melee)
        if melee is None:
            return
        attacking = attacking_side(state, melee)
        losers = work_out(progress, melee, lambda unit: unit.in_play)
        checks = [
            outcome.SectionMorale(unit=u, enemies=enemies, lost_by=lost_by, charges=melee.charges)
            for u, enemies, lost_by in losers
            if any(state.units[e].in_play for e in enemies)
        ]
        settled = outcome.SectionSettled(
            melee=melee.id,
            place=melee.section,
            attackers=tuple(u for u in melee.units if state.units[u].side == attacking),
            defenders=tuple(u for u in melee.units if state.units[u].side != attacking),
            storming=melee.storming,
            shared=not melee.charges,
        )
        progress.queue(*checks, settled)
        if not (melee.charges or state.is_older_than("17")):
            runs = (SectionRunChoice(unit=u) for u in melee.units)
            progress.queue(*runs, SectionLeft(melee=melee.id))


# -- enemies in one section ------------------------------------------------------------------------------------------


def queue_shared(progress: Progress) -> None:
    """Enemies who are in one section fight. (BLD-SCC-03)"""
    joined = False
    for piece in graph.houses(progress.state):
        for here in graph.sections(piece):
            units = [u for u, _ in occupants.inside(progress.state, here)]
            if len({u.side for u in units}) < 2 or any(progress.state.is_locked(u.id) for u in units):
                continue
            joined = True
            names = tuple(u.id for u in units)
            melee = Melee(id=f"{names[0]}-{names[1]}", units=names, section=here.place)
            rules = ("BLD-SCC-03", "ARAP-SUPP-04")
            began = SectionFightBegan(side=units[0].side, unit=names[0], name=here.name, melee=melee, rules=rules)
            progress.emit(began)
    if joined:
        progress.queue(rounds.MeleeRounds())


def begin(progress: Progress, melee: Melee) -> bool:
    """Queue the round of a fight for a section."""
    if melee.section:
        progress.queue(SectionRound(melee=melee.id))
    return bool(melee.section)


EVENTS: tuple[type[Event], ...] = (SectionFightBegan,)
TASKS: tuple[type[TaskStruct], ...] = (SectionRound, SectionFighters, SectionStep, SectionRoundEnd)
