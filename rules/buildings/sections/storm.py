"""Storming a section, from the table or from another section. (BLD-SCC-01, -02, -04, -06, -07)

1. `StormSection`: the point is paid, the charge declared. (ARAP-CHG-01)
2. `StormReaction`: those inside hold, stand and fire, or run into another section. (ARAP-REACT-01)
3. `StormMove`: who can comes through openings or doors, jumpers land; both sides are locked. (BLD-SCC-02, BLD-SCC-06)
4. The fight is in `fight`, what comes of it in `outcome`.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from rules.arap import rolls
from rules.arap.charge import declare, sequence
from rules.arap.damage import wounds_and_saves
from rules.arap.events import ModelsMoved
from rules.arap.melee import join
from rules.arap.paths import allowance
from rules.arap.reactions import options as reaction_options
from rules.arap.reactions import stand_and_fire
from rules.arap.units.permission import may_act
from rules.buildings.sections import enter, fight, graph, occupants, reach
from rules.buildings.sections.fight import Fighters
from rules.buildings.sections.graph import HouseSection
from rules.buildings.sections.outside import Yard
from rules.buildings.sections.reach import WayOfAssault
from rules.core.ids import ModelId, SideId, TerrainId, UnitId
from rules.core.preview import Chance, Preview, ShotLine, average
from rules.core.prompt import Option
from rules.core.refusal import Refusal
from rules.dice.odds import chance_low
from rules.forces.unit import Unit
from rules.geometry import rings
from rules.geometry.lengths import is_beyond, is_within
from rules.offers import Offer, offered
from rules.progress import Action, Progress, TaskStruct
from rules.state import ChargeMade, GameState, Melee, Placement
from rules.table.building import STOREY_IN

JUMP_STEP_IN: Final = 2
"""An Initiative test for each full so many inches of a jump. (BLD-SCC-02)"""

PLACES_IN: Final = 6.0
"""Attackers stand no further from the opening that they fight at."""

OFFERED_IN: Final = 12.0


def jump_tests(sections_down: int) -> int:
    """How many Initiative tests a jump takes. (BLD-SCC-02)"""
    return 3 * sections_down // JUMP_STEP_IN


class StormSection(Action, frozen=True, kw_only=True, tag="StormSection"):
    """Assault the enemies in a section: a charge, for 1 AP. (BLD-SCC-01, BLD-SCC-06)

    From the table two come through each opening and fight one to one, or a D6 of each side fight, as it is played.
    From another section a D6 of each side fight. With `jump` members above jump down into it. (BLD-SCC-02)
    """

    unit: UnitId
    terrain: TerrainId
    section: str
    jump: bool = False

    def check(self, state: GameState) -> Refusal | None:
        """Points, who may charge, how often, the section, enemies in it, a way to them."""
        refusal = may_act(state, self.side, self.unit, 1)
        if refusal:
            return refusal
        return self._never(state) or declare.again(state.units[self.unit])

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
        melee = melee_of(state, unit, found, foes)
        staged = replace(state, melees=(*state.melees, melee)) if self.jump else state
        attack = fight.alive_on(staged, melee, unit.side, attacks=True)
        attack = [m for m in attack if m in found.able]
        defend = [m.id for f in foes for m in f.alive if f.housed.get(m.id) == found.here.place]
        notes = [*_who(state, found, melee, unit, foes, len(defend)), *_slowed(state, unit, foes, melee)]
        notes += [f"{foes[0].name} may hold{_open_to(state, unit, found, foes[0])}."]
        lines, chances = _promises(staged, melee, attack, defend)
        if self.jump:
            chances = (_landing(state, unit, found), *chances)
        return Preview(
            ap=1,
            refusal=refusal,
            shots=tuple(lines),
            chances=chances,
            notes=tuple(notes),
            rules=tuple(dict.fromkeys((*_rules(state, found), "ARAP-CHG-07", "ARAP-REACT-01"))),
        )

    def resolve(self, progress: Progress) -> None:
        """Pay and declare; those inside may react before anybody moves."""
        state = progress.state
        unit, found = state.units[self.unit], self.approach(state)
        foes = reach.foes(state, found.here, self.side)
        rules = _rules(state, found)
        sequence.declare(progress, unit, foes[0], found.gap_in, pay_rules=("ARAP-CHG-01", "ARAP-ACT-12"), rules=rules)
        progress.queue(
            StormReaction(
                unit=unit.id,
                terrain=self.terrain,
                section=self.section,
                jump=self.jump,
                asked=tuple(f.id for f in foes),
            )
        )


def _in_other_fight(state: GameState, foes: list[Unit]) -> Refusal | None:
    busy = next((f for f in foes if state.is_locked(f.id)), None)
    if busy is None:
        return None
    return Refusal("target-locked", f"{busy.name} is fighting already.", "BLD-SCC-03", "after that fight")


def _rules(state: GameState, found: WayOfAssault) -> tuple[str, ...]:
    if found.from_outside:
        return ("BLD-SCC-06" if graph.assault_method(state, found.here.piece) == "per_opening" else "BLD-SCC-07",)
    rules = ["BLD-SCC-02"] if found.down else ["BLD-SCC-01", "BLD-SMOV-02"]
    return (
        *rules,
        "BLD-SCC-03",
        *(("BLD-LADR-03",) if found.by_ladder else ()),
        *(("BLD-SMOV-03",) if found.far else ()),
    )


def melee_of(
    state: GameState, unit: Unit, found: WayOfAssault, foes: list[Unit], jumped: tuple[ModelId, ...] | None = None
) -> Melee:
    """The fight as it begins: who is slowed by cover, who has a bonus, who came through. (BLD-SCC-04)"""
    thrown = any(join.uses_grenades(state, f, "defensive-grenade") for f in foes)
    charge = ChargeMade(
        charger=unit.id,
        target=foes[0].id,
        direction="front",
        bonus=not (found.by_ladder or thrown),
        slowed=is_slowed(state, unit, foes),
        jumped=(found.able if found.down else ()) if jumped is None else jumped,
    )
    by_opening = found.from_outside and graph.assault_method(state, found.here.piece) == "per_opening"
    return Melee(
        id=f"{unit.id}-{foes[0].id}",
        units=(unit.id, *(f.id for f in foes)),
        charges=(charge,),
        section=found.here.place,
        storming=tuple(m for m, _ in found.through) if by_opening else (),
    )


def is_slowed(state: GameState, unit: Unit, foes: list[Unit]) -> bool:
    """Whether attackers strike at Initiative 1: those inside are in cover, but for the pinned. (BLD-SCC-04)"""
    ready = any(not (f.is_pinned or f.gone_to_ground) for f in foes)
    return ready and not join.uses_grenades(state, unit, "assault-grenade")


# -- what is told beforehand -----------------------------------------------------------------------------------------


def _who(
    state: GameState, found: WayOfAssault, melee: Melee, unit: Unit, foes: list[Unit], defenders: int
) -> Iterator[str]:
    names = " and ".join(f.name for f in foes)
    if melee.storming:
        ways = ", ".join(dict.fromkeys(w.name for _, w in found.through))
        count = len(melee.storming)
        fighting = min(count, defenders)
        yield f"{count} of {unit.name} come through {ways} against {fighting} of {names}, one to one."
        if count > fighting:
            yield f"{count - fighting} double up."
    else:
        yield f"A D6 of {len(found.able)} fight a D6 of {defenders}."
    if found.by_ladder:
        yield "By a ladder: no charge bonus. (BLD-LADR-03)"


def _slowed(state: GameState, unit: Unit, foes: list[Unit], melee: Melee) -> Iterator[str]:
    if melee.charges[0].slowed and join.is_hooked(state, unit):
        yield "In cover; flesh hooks let the attackers strike as their enemies do. (ARAP-CCG-04)"
    elif melee.charges[0].slowed:
        yield "Those inside are in cover: the attackers strike at Initiative 1. (BLD-SCC-04)"
    elif join.uses_grenades(state, unit, "assault-grenade"):
        yield "Assault grenades cancel the cover. (ARAP-CCG-01)"
    if not melee.charges[0].bonus and any(join.uses_grenades(state, f, "defensive-grenade") for f in foes):
        yield "Defensive grenades cost it its bonus. (ARAP-CCG-02)"


def _open_to(state: GameState, unit: Unit, found: WayOfAssault, foe: Unit) -> str:
    told = [o.label.lower() for o in reactions(state, unit, found, foe)[1:] if not o.refused]
    return f" or {' or '.join(told)}" if told else " only"


def _landing(state: GameState, unit: Unit, found: WayOfAssault) -> Chance:
    exact = chance_low(state.profile(unit.model(found.able[0])).i) ** jump_tests(found.down)
    return Chance(label=f"lands safely, {jump_tests(found.down)} tests", exact=str(exact), value=float(exact))


def _promises(
    state: GameState, melee: Melee, attack: list[ModelId], defend: list[ModelId]
) -> tuple[list[ShotLine], tuple[Chance, ...]]:
    """Lines of blows and the wounds to expect; where dice say how many fight, lines for one of each side."""
    if melee.storming:
        blows = fight.expected(state, melee, Fighters(tuple(attack), tuple(defend[: len(attack)]), pairs=True))
        shares = {u: Fraction(1) for u in melee.units}
    else:
        blows = fight.expected(state, melee, Fighters(tuple(attack[:1]), tuple(defend[:1]), pairs=True))
        charger = melee.charges[0].charger
        counts = {True: fight.mean_fighters(len(attack)), False: fight.mean_fighters(len(defend))}
        shares = {u: counts[u == charger] for u in melee.units}
    lines: list[ShotLine] = [
        told.line if melee.storming else replace(told.line, notes=("of each who fights",)) for told in blows
    ]
    means: dict[UnitId, Fraction] = {}
    for told in blows:
        means[told.unit] = means.get(told.unit, Fraction(0)) + (told.mean or 0) * shares[told.unit]
    chances = tuple(average(f"wounds to expect of {state.units[u].name}", mean) for u, mean in means.items())
    return lines, chances


# -- reactions -------------------------------------------------------------------------------------------------------


def reactions(state: GameState, unit: Unit, found: WayOfAssault, foe: Unit) -> list[Option]:
    """What those inside may do about it; what is barred says why. (ARAP-REACT-01)"""
    stand, run = _why_no_fire(state, unit, found, foe), reaction_options.why_no_run(state, foe)
    places = shelters(state, unit, found, foe)
    if run is None and not places:
        run = f"No other section that is open to {foe.name} has room for it.", "BLD-SECT-04"
    firers = stand_and_fire.shooters(state, unit, foe) if stand is None else 0
    if stand is None and not firers:
        stand = f"Nobody of {foe.name} has the attackers in sight, arc and range.", "ARAP-STAND-01"
    return [
        Option(id="hold", label="Hold", detail="receive the assault", rule="ARAP-REACT-01"),
        Option(
            id="stand",
            label="Stand and fire",
            detail=stand_and_fire.summary(state, foe, firers),
            rule=stand[1] if stand else "ARAP-STAND-03",
            refused=stand[0] if stand else "",
        ),
        Option(
            id="run",
            label="Run",
            detail=f"into {places[0].name}" if places else "into another section",
            rule=run[1] if run else "ARAP-RUN-01",
            refused=run[0] if run else "",
        ),
    ]


def _why_no_fire(state: GameState, unit: Unit, found: WayOfAssault, foe: Unit) -> tuple[str, str] | None:
    for true, why in ((foe.is_pinned, "is pinned"), (foe.gone_to_ground, "has gone to ground")):
        if true:
            return f"{foe.name} {why} and cannot stand and fire.", "ARAP-STAND-02"
    if not found.from_outside:
        return "An adjoining section is no further than the attackers' basic move.", "ARAP-STAND-01"
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
    ]


class StormReaction(TaskStruct, frozen=True, kw_only=True, tag="StormReaction"):
    """Units in a section that is stormed choose what to do about it, one after the other. (ARAP-REACT-01)"""

    unit: UnitId
    terrain: TerrainId
    section: str
    jump: bool
    asked: tuple[UnitId, ...]

    def _found(self, state: GameState) -> WayOfAssault | None:
        here = enter.known_section(state, self.terrain, self.section)
        unit = state.units[self.unit]
        if isinstance(here, Refusal) or not unit.in_play:
            return None
        found = reach.approach(state, unit, here, jump=self.jump)
        return None if isinstance(found, Refusal) else found

    def run(self, progress: Progress) -> None:
        """Ask the first, if there is anything but to hold."""
        state, found = progress.state, self._found(progress.state)
        foe = state.units[self.asked[0]] if self.asked else None
        if foe is None or found is None:
            self._go_on(progress)
            return
        options = reactions(state, state.units[self.unit], found, foe)
        if all(o.refused for o in options[1:]):
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

    def answer(self, progress: Progress, choice: str) -> None:
        """Fire, or run into the next section; then the others are asked."""
        state, found = progress.state, self._found(progress.state)
        foe = state.units[self.asked[0]]
        if choice == "stand":
            stand_and_fire.fire(progress, foe.id, self.unit)
        elif choice == "run" and found is not None:
            to = shelters(state, state.units[self.unit], found, foe)[0]
            rules = ("ARAP-RUN-01", "BLD-SMOV-02", "BLD-SECT-04")
            progress.emit(occupants.housed(foe, to, foe.alive, "run", rules))
        progress.queue(replace(self, asked=self.asked[1:]))

    def _go_on(self, progress: Progress) -> None:
        state, found = progress.state, self._found(progress.state)
        foes = reach.foes(state, found.here, state.units[self.unit].side) if found is not None else []
        progress.queue(
            *(choice for foe in foes for choice in join.grenade_choices(state, self.unit, foe.id)),
            StormMove(unit=self.unit, terrain=self.terrain, section=self.section, jump=self.jump),
        )


class StormMove(TaskStruct, frozen=True, kw_only=True, tag="StormMove"):
    """Those who are left come through, or jump down; both sides are locked. (BLD-SCC-02, BLD-SCC-06)"""

    unit: UnitId
    terrain: TerrainId
    section: str
    jump: bool = False

    def run(self, progress: Progress) -> None:
        """Nobody left to fight: the charge hits the air."""
        state = progress.state
        unit, here = state.units[self.unit], enter.known_section(state, self.terrain, self.section)
        if isinstance(here, Refusal) or not unit.in_play:
            return
        foes = reach.foes(state, here, unit.side)
        found = reach.approach(state, unit, here, jump=self.jump)
        if not foes or isinstance(found, Refusal):
            self._missed(progress, unit, foes)
            return
        if self.jump:
            found = self._jumped(progress, unit, found)
            unit = progress.state.units[unit.id]
        if not found.able:
            self._missed(progress, unit, foes)
            return
        if found.from_outside:
            self._come_up(progress, unit, found)
        self._lock(progress, found, foes)

    def _missed(self, progress: Progress, unit: Unit, foes: list[Unit]) -> None:
        target = foes[0].id if foes else self._declared_at(progress.state, unit)
        sequence.end(progress, unit.id, target, home=False, ran=not foes, rules=("ARAP-CHG-05", "ARAP-RUN-04"))

    @staticmethod
    def _declared_at(state: GameState, unit: Unit) -> UnitId:
        return next(u.id for u in state.units.values() if u.side != unit.side)

    def _jumped(self, progress: Progress, unit: Unit, found: WayOfAssault) -> WayOfAssault:
        """Each tests for every full two inches; who fails falls, and does not fight. (BLD-SCC-02)"""
        entries = [unit.model(m) for m in found.able for _ in range(jump_tests(found.down))]
        why = f"{unit.name}: jumping down into {found.here.name}"
        rules = ("BLD-SCC-02", "BLD-FALL-02", "ARAP-FALL-05")
        safe = rolls.test_each(progress, unit.id, entries, why=why, rules=rules)
        fallen = tuple(m for m in found.able if m not in safe)
        if fallen:
            height = float(STOREY_IN * found.down)
            wounds_and_saves.fall(
                progress, unit.id, fallen, height, off_structure=True, rules=("BLD-SCC-02", "BLD-FALL-03")
            )
        down = [progress.state.units[unit.id].model(m) for m in found.able]
        coming = [m for m in down if m.alive]
        if coming:
            told = occupants.housed(
                progress.state.units[unit.id], found.here, coming, "jump", ("BLD-SCC-02", "BLD-SECT-04")
            )
            progress.emit(told)
        return found._replace(able=tuple(m for m in found.able if m in safe))

    @staticmethod
    def _come_up(progress: Progress, unit: Unit, found: WayOfAssault) -> None:
        """Attackers stand before the openings, those who come through first. (BLD-SCC-06)"""
        through = dict(found.through)
        order = sorted(found.able, key=lambda m: m not in through)
        staying = [m for m in unit.alive if m.id not in found.able and m.id not in unit.housed]
        yard = Yard(progress.state, unit, found.here.piece, staying)
        places: list[Placement] = []
        for name in order:
            way = through.get(name) or found.nearest[name]
            place = yard.beside(unit.model(name), way.at, PLACES_IN, looks=way.at)
            places += [place] if place is not None else []
        if places:
            rules = ("BLD-SCC-06", "ARAP-CHG-01")
            moved = ModelsMoved(side=unit.side, unit=unit.id, placements=tuple(places), how="storm", rules=rules)
            progress.emit(replace(moved, length_in=round(found.gap_in, 4), spent_in=round(found.gap_in, 4)))

    def _lock(self, progress: Progress, found: WayOfAssault, foes: list[Unit]) -> None:
        state, unit = progress.state, progress.state.units[self.unit]
        jumped = found.able if self.jump else ()
        melee = melee_of(state, unit, found, foes, jumped)
        charge = melee.charges[0]
        rules = (
            *_rules(state, found),
            "BLD-SCC-04"
            if charge.slowed
            else "ARAP-CCG-01"
            if join.uses_grenades(state, unit, "assault-grenade")
            else "",
            "ARAP-CCG-04" if charge.slowed and join.is_hooked(state, unit) else "",
            "ARAP-FALL-05" if jumped else "",
        )
        cited = (*(rule for rule in rules if rule), "ARAP-SUPP-04")
        began = fight.SectionFightBegan(side=unit.side, unit=unit.id, name=found.here.name, melee=melee, rules=cited)
        progress.emit(began)
        sequence.end(progress, unit.id, foes[0].id, home=True, rules=("ARAP-CHG-03",))


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


ACTIONS: tuple[type[Action], ...] = (StormSection,)
TASKS: tuple[type[TaskStruct], ...] = (StormReaction, StormMove)
