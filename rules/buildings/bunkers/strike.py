"""Blows and charges at the walls of a bunker, as at a vehicle that stands still. (BLD-BUNK-01)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from rules.arap import building_interface
from rules.arap.positions import engagement, melee_weapons
from rules.arap.positions.building_interface import Rooms
from rules.arap.units.vehicle_interface import MachinesThatFight
from rules.arap.vehicle_interface import ask
from rules.buildings import storeys
from rules.buildings.bunkers import fire, odds, sections
from rules.buildings.bunkers.armour import armour_of
from rules.buildings.bunkers.fire import ANY_AP, ArmourHit
from rules.buildings.bunkers.odds import Prospect
from rules.buildings.bunkers.sections import ArmouredSection
from rules.core.ids import TerrainId, UnitId
from rules.core.prompt import Option, OptionOdds, Promise
from rules.dice.odds.armour import Kind, penetration_odds
from rules.forces.unit import Model, Point, Unit
from rules.forces.weapon import Weapon
from rules.geometry import rings
from rules.geometry.lengths import is_within
from rules.progress import Progress, TaskStruct
from rules.state import Event, GameState
from rules.table.terrain import Terrain

RULE: Final = "BLD-BUNK-01"
PLANTED: Final = {"melta": 8, "krak": 6}
"""Strength of a charge that is planted, by its trait; any other its own. (VEH-PLANT-02)"""


class WallBlow(NamedTuple):
    """Blows or charges of one model: by what, how many, how strong."""

    name: str
    times: int
    strength: int
    kind: Kind
    sharp: bool
    at: Point = (0.0, 0.0)
    """Where whoever strikes stands."""


class BunkerAssaulted(Event, frozen=True, kw_only=True, tag="BunkerAssaulted"):
    """A unit has done to a bunker beside it what it would in this round. (BLD-BUNK-01)"""

    terrain: TerrainId
    name: str
    did: str = ""

    def evolve(self, state: GameState) -> GameState:
        """Once in this player turn; the bonus of its charge is spent."""
        assert self.unit is not None
        unit = state.units[self.unit]
        state = state.with_turn(fought=(*state.turn.fought, key(self.unit, self.terrain)))
        if unit.now.storms != fire.remembered(self.terrain):
            return state
        return state.with_unit(replace(unit, now=replace(unit.now, storms=None, storms_from="")))

    def sentence(self, state: GameState) -> str:
        """What it does."""
        assert self.unit is not None
        verb = {"strike": "strikes at", "several": "strikes at", "plant": "plants charges on"}.get(self.did)
        how = " with several weapons at once" if self.did == "several" else ""
        return f"{state.units[self.unit].name} {verb} {self.name}{how}" if verb else ""


def key(unit: UnitId, terrain: TerrainId) -> str:
    """How a player turn names a round between the two."""
    return f"{unit}>{terrain}"


def near(state: GameState, unit: Unit, piece: Terrain) -> list[Model]:
    """Members outside a building who reach its walls."""
    return [
        m
        for m in unit.alive
        if not rings.holds(piece.points, m.at)
        and is_within(rings.distance_to_ring(piece.points, m.at), engagement.reach_in(state, m))
    ]


def held_by_others(state: GameState, unit: Unit, piece: Terrain) -> bool:
    """Whether enemies are inside and no friends."""
    inside = [u for u, _ in building_interface.ask(Rooms).those_inside(state, piece)]
    return bool(inside) and all(u.side != unit.side for u in inside)


def assaulted(state: GameState) -> Iterator[Terrain]:
    """Buildings with armour whose walls are struck from the ground."""
    return (p for p in state.terrain if p.armoured and armour_of(p) and not storeys.house_of(p))


def bonus_of(unit: Unit, piece: Terrain) -> int:
    """Extra attacks of each model that has charged those walls in this turn. (VEH-CC-02, ARAP-CHG-07)"""
    return engagement.BONUS_ATTACKS[unit.now.storms_from] if unit.now.storms == fire.remembered(piece.id) else 0


def queue_round(progress: Progress) -> None:
    """Ask every unit beside a bunker that enemies hold, the active side's first."""
    state = progress.state
    units = sorted(state.units.values(), key=lambda u: u.side != state.active_side)
    progress.queue(
        *(
            WallAssault(unit=u.id, terrain=p.id)
            for p in assaulted(state)
            for u in units
            if _may_assault(state, u) and near(state, u, p) and held_by_others(state, u, p)
        )
    )


def _may_assault(state: GameState, unit: Unit) -> bool:
    bound = unit.routing or unit.pursuing is not None or unit.gone_to_ground or state.is_locked(unit.id)
    return unit.on_table and not ask(state, MachinesThatFight).never_locked(state, unit) and not bound


def blows(state: GameState, models: Sequence[Model], bonus: int = 0, *, several: bool = False) -> Iterator[WallBlow]:
    """What those models strike with, each with the bonus of its charge; all of it hits. (BLD-BUNK-01, VEH-CC-02)

    With `several` who can strikes with several weapons at once: one blow more, of which none is harder, since none can
    miss. (ARAP-MELEE-04)
    """
    for model in models:
        both = melee_weapons.both_hands(state, model, bonus) if several else []
        if both:
            yield from (_blow(state, model, weapon, count) for weapon, count, _ in both)
            continue
        extra = bonus
        for weapon, _, count in melee_weapons.attack_kinds(state, model):
            yield _blow(state, model, weapon, count + extra)
            extra = 0


def _blow(state: GameState, model: Model, weapon: Weapon | None, count: int) -> WallBlow:
    kind: Kind = "melta" if weapon and weapon.has("melta") else "normal"
    sharp = weapon is not None and weapon.ap == 1
    name = weapon.name if weapon else "Blow"
    return WallBlow(name, count, engagement.strength_of(state, model, weapon), kind, sharp, model.at)


def with_several(state: GameState, models: Sequence[Model], bonus: int = 0) -> tuple[WallBlow, ...]:
    """Those blows with several weapons at once; none where nobody can, nor up to version 17. (VEH-CC-02)"""
    able = any(melee_weapons.pair_of(state, m) is not None for m in models) and not state.is_older_than("18")
    return tuple(blows(state, models, bonus, several=True)) if able else ()


def charges(state: GameState, models: Sequence[Model], bonus: int = 0) -> Iterator[WallBlow]:
    """One charge of each model that carries one, without a bonus; those without strike. (BLD-BUNK-01, VEH-PLANT-01)"""
    for model in models:
        best = strongest(state, model)
        if best is None:
            yield from blows(state, [model], bonus)
        else:
            weapon, strength = best
            kind: Kind = "melta" if weapon.has("melta") else "normal"
            yield WallBlow(weapon.name, 1, strength, kind, weapon.ap == 1, model.at)


def strongest(state: GameState, model: Model) -> tuple[Weapon, int] | None:
    """The charge that it would plant. (VEH-PLANT-01)"""
    return max(charges_of(state, model), key=lambda c: (c[1], c[0].has("melta")), default=None)


def charges_of(state: GameState, model: Model) -> list[tuple[Weapon, int]]:
    """What it carries that can be planted, and how strong that is. (ARAP-CCG-03, VEH-PLANT-02)"""
    found = [w for w in (state.weapons[i] for i in model.weapons) if w.type in ("grenade", "bomb")]
    strengths = [(w, next((s for trait, s in PLANTED.items() if w.has(trait)), w.strength)) for w in found]
    return [(w, s) for w, s in strengths if s > 0]


class WallAssault(TaskStruct, frozen=True, kw_only=True, tag="WallAssault"):
    """A unit beside a bunker chooses what to do to it. (BLD-BUNK-01)"""

    unit: UnitId
    terrain: TerrainId

    def run(self, progress: Progress) -> None:
        """Ask, if there is anything that could do harm."""
        state = progress.state
        unit, piece = state.units[self.unit], _piece(state, self.terrain)
        if piece is None or not _may_assault(state, unit) or key(self.unit, self.terrain) in state.turn.fought:
            return
        options = self._options(state, unit, piece)
        if all(o.refused for o in options[1:]):
            return
        question = f"{unit.name} stands beside {piece.name}. What does it do?"
        progress.ask(self, unit.side, "assault-bunker", question, options, unit=unit.id, rule=RULE, decline="leave")

    def _options(self, state: GameState, unit: Unit, piece: Terrain) -> list[Option]:
        models = near(state, unit, piece)
        bonus = bonus_of(unit, piece)
        own, laid = list(blows(state, models, bonus)), list(charges(state, models, bonus))
        every = sections.of_piece(state, piece)
        both = with_several(state, models, bonus)
        none = "" if any(charges_of(state, m) for m in models) else "Nobody carries anything to plant."
        return [
            Option(id="leave", label="Leave it be", rule=RULE),
            Option(
                id="strike",
                label="Strike it",
                detail=hits_in_words(every, own) + _with_bonus(bonus, own),
                rule=RULE,
                refused=useless(every, own),
            ),
            *([self._with_several(every, both, bonus)] if both else []),
            Option(
                id="plant",
                label="Plant charges",
                detail=hits_in_words(every, laid),
                rule="VEH-PLANT-01",
                refused=none or useless(every, laid),
            ),
        ]

    @staticmethod
    def _with_several(every: Sequence[ArmouredSection], both: Sequence[WallBlow], bonus: int) -> Option:
        """One blow more of each, as none can miss. (VEH-CC-02, ARAP-MELEE-04)"""
        return Option(
            id="several",
            label="Strike it with several weapons",
            detail=hits_in_words(every, both) + _with_bonus(bonus, both),
            rule="ARAP-MELEE-04",
            refused=useless(every, both),
        )

    def odds(self, seen: GameState, whole: GameState) -> OptionOdds:
        """How likely each way to strike it opens or fells a section. (BLD-BUNK-05)"""
        unit, piece = seen.units.get(self.unit), _piece(seen, self.terrain)
        if unit is None or piece is None:
            return {}
        models, every = near(seen, unit, piece), sections.of_piece(seen, piece)
        bonus = bonus_of(unit, piece)
        ways: dict[str, Sequence[WallBlow]] = {
            "strike": list(blows(seen, models, bonus)),
            "several": with_several(seen, models, bonus),
            "plant": list(charges(seen, models, bonus)),
        }
        met = {choice: by_section(every, found) for choice, found in ways.items()}
        return {
            choice: (Promise(max(prospects(*each)[0] for each in parts), "breached", in_words=True),)
            for choice, parts in met.items()
            if parts
        }

    def answer(self, progress: Progress, choice: str) -> None:
        """Do it: nothing is rolled to hit."""
        state = progress.state
        unit, piece = state.units[self.unit], _piece(state, self.terrain)
        assert piece is not None
        did = "" if choice == "leave" else choice
        bonus = bonus_of(unit, piece)
        how = {"plant": ("VEH-PLANT-01",), "several": ("ARAP-MELEE-04",)}
        extra = bool(did and bonus) or did == "several"
        rules = (RULE, *how.get(did, ()), *(("VEH-CC-02",) if extra else ()))
        progress.emit(
            BunkerAssaulted(side=unit.side, unit=unit.id, terrain=piece.id, name=piece.name, did=did, rules=rules)
        )
        if not did:
            return
        models = near(state, unit, piece)
        several = did == "several"
        found = charges(state, models, bonus) if did == "plant" else blows(state, models, bonus, several=several)
        first, every = models[0].at, sections.of_piece(state, piece)
        fire.strike(progress, piece.id, unit.id, [_hit(every, b, first) for b in found for _ in range(b.times)])


def _hit(every: Sequence[ArmouredSection], blow: WallBlow, first: Point) -> ArmourHit:
    """On the section that whoever strikes stands beside. (BLD-BUNK-05)"""
    here = sections.at_ground(every, blow.at)
    at = rings.nearest_on_edge(here.piece.points, blow.at if here.letter else first)
    ap = 1 if blow.sharp else ANY_AP
    return ArmourHit(
        name=blow.name, strength=blow.strength, ap=ap, kind=blow.kind, at=at, rules=(RULE,), section=here.letter
    )


def _piece(state: GameState, terrain: TerrainId) -> Terrain | None:
    found = next((p for p in state.terrain if p.id == terrain), None)
    return found if found is not None and armour_of(found) else None


def useless(every: Sequence[ArmouredSection], found: Sequence[WallBlow]) -> str:
    """Why blows are not worth the asking."""
    met = [(b, sections.at_ground(every, b.at).armour.av) for b in found]
    if any(b.strength + (12 if b.kind == "melta" else 6) >= av for b, av in met):
        return ""
    best = max((b.strength for b in found), default=0)
    av = min((av for _, av in met), default=every[0].armour.av)
    return f"Strength {best} cannot hurt armour {av}."


def hits_in_words(every: Sequence[ArmouredSection], found: Sequence[WallBlow]) -> str:
    """How many hit, and what they may come to, of several sections each. (BLD-BUNK-05)"""
    if not found:
        return ""
    return "; ".join(_hit_in_words(here, own) for here, own in by_section(every, found))


def _with_bonus(bonus: int, found: Sequence[WallBlow]) -> str:
    return f"; {bonus} more of each by the charge" if bonus and found else ""


def _hit_in_words(here: ArmouredSection, found: Sequence[WallBlow]) -> str:
    breached, gone = prospects(here, found)
    count = sum(b.times for b in found)
    best = max(b.strength for b in found)
    which = f"{here.letter}: " if here.letter else ""
    return (
        f"{which}{count} hit automatically, Strength {best}; "
        f"breached {float(breached):.0%}, collapses {float(gone):.0%}"
    )


def prospects(here: ArmouredSection, found: Sequence[WallBlow]) -> Prospect:
    """The chances that such blows breach a section or bring it down."""
    likely = [
        odds.LikelyHit(odds.ALWAYS, penetration_odds(b.strength, here.armour.av, b.kind, ap=ANY_AP), b.sharp)
        for b in found
        for _ in range(b.times)
    ]
    return odds.prospects(here, likely)


def by_section(
    every: Sequence[ArmouredSection], found: Sequence[WallBlow]
) -> list[tuple[ArmouredSection, list[WallBlow]]]:
    """The sections that blows strike, each with those. (BLD-BUNK-05)"""
    met: dict[str, list[WallBlow]] = {}
    for blow in found:
        met.setdefault(sections.at_ground(every, blow.at).letter, []).append(blow)
    return [(sections.struck(every, blows[0].at, letter), blows) for letter, blows in met.items()]


EVENTS: tuple[type[Event], ...] = (BunkerAssaulted,)
TASKS: tuple[type[TaskStruct], ...] = (WallAssault,)
