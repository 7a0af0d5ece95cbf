"""Grenades and rocks dropped unseen out of windows and over edges. (BLD-HIGH-05)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from rules.arap.events import PointsSpent
from rules.arap.indirect import throw
from rules.arap.indirect.legality import model_barred
from rules.arap.shooting import odds as shooting_odds
from rules.arap.shooting import plan as shooting_plan
from rules.arap.shooting import to_hit, volley
from rules.arap.shooting.losses import HitSource
from rules.arap.shooting.to_hit import Shot
from rules.arap.shooting.volley import AreaFire
from rules.arap.templates import marker, scatter
from rules.arap.templates.scatter import Shell
from rules.arap.terrain import ground
from rules.arap.units import hidden, weapons
from rules.arap.units.permission import may_act
from rules.buildings import upstairs
from rules.buildings.shooting import high_walls, reaching, rulings
from rules.core.ids import ModelId, SideId, UnitId, WeaponId
from rules.core.modifier import Modifier
from rules.core.preview import Chance, Preview, ShotLine
from rules.core.refusal import Refusal
from rules.dice.goals import goal_text, modified
from rules.dice.odds import chance_low
from rules.forces import strength
from rules.forces.unit import Model, Point, Unit, tag
from rules.forces.weapon import Weapon
from rules.geometry import rings
from rules.geometry.lengths import distance, is_within, toward
from rules.offers import Offer, offered
from rules.progress import Action, Progress
from rules.state import Event, GameState

RULE: Final = "BLD-HIGH-05"

UNSEEN: Final = Modifier(-2, "dropped unseen", RULE)
"""All that a drop costs: it is no throw."""

ARM_IN: Final = 1.0
"""How far from the window or edge something falls that is dropped there."""

NEAR_IN: Final = 3.0
"""Somebody so near to where it falls may be meant by it."""


class GrenadeDrop(Struct, frozen=True, kw_only=True):
    """Who drops something, and the place below where it falls, in inches."""

    model: ModelId
    at: Point


class DropGrenade(Action, frozen=True, kw_only=True, tag="DropGrenade"):
    """Drop hand grenades or rocks out of windows, or over edges, for 1 AP. (BLD-HIGH-05)

    A quarter of the unit at most throws or drops in a turn. `target` is the unit that is meant, if any.
    """

    unit: UnitId
    weapon: WeaponId
    drops: tuple[GrenadeDrop, ...]
    target: UnitId | None = None

    def check(self, state: GameState) -> Refusal | None:
        """The unit in hand, something that is thrown, who may, places right below them."""
        refusal = may_act(state, self.side, self.unit, 1)
        if refusal:
            return refusal
        unit = state.units[self.unit]
        return (
            shooting_plan.shooter_barred(state, unit, aboard=False)
            or self._armed(state, unit)
            or next((why for drop in self.drops if (why := self._barred(state, unit, drop)) is not None), None)
            or throw.too_many(state, unit, [drop.model for drop in self.drops])
            or self._meant(state)
        )

    def _armed(self, state: GameState, unit: Unit) -> Refusal | None:
        weapon, names = state.weapons.get(self.weapon), [drop.model for drop in self.drops]
        if weapon is None or not weapon.is_thrown:
            return Refusal("not-thrown", "That is not dropped by hand.", RULE, "a hand grenade, a rock, a brick")
        if not names or len(set(names)) < len(names):
            return Refusal("nobody-named", "Say who drops it, each once.", RULE, "members of the unit that carry it")
        carry = {m.id for m in unit.alive if self.weapon in m.weapons}
        if all(name in carry for name in names):
            return None
        return Refusal("not-carried", f"They do not all carry {weapon.name}.", RULE, ", ".join(map(tag, sorted(carry))))

    def _barred(self, state: GameState, unit: Unit, drop: GrenadeDrop) -> Refusal | None:
        """Why one does not drop it there: unable, at no window or edge up there, too far out."""
        model = unit.model(drop.model)
        refusal = model_barred(state, unit, model, state.weapons[self.weapon])
        if refusal is not None:
            return refusal
        if not outs(state, model):
            text = f"{tag(model.id)} is at no window or edge up on a wall."
            allowed = f"within {reaching.AT_EDGE_IN:g}″ of an open window or an edge, above the ground"
            return Refusal("no-edge", text, RULE, allowed)
        if not falls(state, model, drop.at):
            text = f"{tag(model.id)} cannot drop anything there."
            return Refusal("not-below", text, RULE, f"outside, up to {ARM_IN:g}″ from the window or edge")
        return None

    def _meant(self, state: GameState) -> Refusal | None:
        if self.target is None:
            return None
        return shooting_plan.target_barred(state, self.side, self.target, aboard=False)

    def preview(self, state: GameState) -> Preview:
        """The roll to hit for each, and what it does to those whom it hits."""
        refusal = self.check(state)
        if refusal is not None:
            return Preview(ap=1, refusal=refusal)
        lines = tuple(self._line(state, drop) for drop in self.drops)
        unit = state.units[self.unit]
        left = throw.most_throwers(unit) - len(throw.throwers(state, unit) | {d.model for d in self.drops})
        notes = (f"{max(0, left)} more of {unit.name} may throw or drop in this turn",)
        return Preview(ap=1, shots=lines, notes=notes, rules=(RULE, "BLD-SCAT-01", "ARAP-GREN-01"))

    def _line(self, state: GameState, drop: GrenadeDrop) -> ShotLine:
        shell, target = self._shell(state, drop), state.units.get(self.target) if self.target is not None else None
        goal, weapon = modified(to_hit.base(state, shell.firer), shell.modifiers), shell.weapon
        odds, rock = chance_low(goal), weapon.has("improvised")
        hits = _strength(state, shell.firer, weapon)
        hurt = shooting_odds.per_hit(state, target, (hits,), weapon.ap, True) if target is not None else ()
        miss = "a miss is lost" if rock else f"a miss scatters; {self._at_wall(state)}"
        return ShotLine(
            weapon=weapon.id,
            name=weapon.name,
            shooters=1,
            shots=1,
            goal=goal,
            goal_text=goal_text(goal, "low"),
            modifiers=shell.modifiers,
            chances=(Chance(label="on target", exact=str(odds), value=float(odds)), *hurt),
            notes=(f"dropped by {tag(drop.model)}", miss, *marker.notes(state, drop.at, weapon)),
        )

    def _at_wall(self, state: GameState) -> str:
        """What becomes of a miss that comes to the wall: as the rules or the host have it. (BLD-SCAT-01, -02)"""
        ruled = rulings.of_scatter(state, self.unit)
        if not ruled:
            return "into the wall it is turned round (BLD-SCAT-01)"
        return f"by the host's word it {rulings.WORDS[ruled]} ({rulings.RULES.get(ruled, 'BLD-SCAT-02')})"

    def _shell(self, state: GameState, drop: GrenadeDrop) -> Shell:
        """What falls, from where its thrower truly stands."""
        unit, weapon = state.units[self.unit], state.weapons[self.weapon]
        model, target = unit.model(drop.model), state.units.get(self.target) if self.target is not None else None
        rows = to_hit.modifiers(state, Shot(unit, model, weapon, target, 0.0))
        own = tuple(m for m in rows if m.reason not in THROWN and not m.rule.startswith("BLD-"))
        at, height = upstairs.true_place(state, model.at)
        thrower = replace(model, at=at, level_in=model.level_in + height)
        post = high_walls.post_of(state, model.at)
        outside = post.house if post is not None else ""
        return Shell(thrower, unit, weapon, drop.at, self.target, (UNSEEN, *own), dropped=True, outside_of=outside)

    def resolve(self, progress: Progress) -> None:
        """A point; each in turn: to hit, scatter, the marker, whom it strikes."""
        unit = progress.state.units[self.unit]
        hidden.reveal(progress, unit.id)
        progress.emit(PointsSpent(side=unit.side, unit=unit.id, points=1, action="shoot", rules=(RULE, "ARAP-GREN-01")))
        lots: volley.Lots = {}
        for drop in self.drops:
            self._fall(progress, drop, lots)
        volley.wound(progress, lots, HitSource(by=unit.id))

    def _fall(self, progress: Progress, drop: GrenadeDrop, lots: volley.Lots) -> None:
        unit = progress.state.units[self.unit]
        progress.emit(
            GrenadeDropped(
                side=unit.side, unit=unit.id, target=self.target, model=drop.model, weapon=self.weapon, at=drop.at,
                rules=(RULE, "ARAP-GREN-01"),
            )
        )  # fmt: skip
        shell = self._shell(progress.state, drop)
        base = to_hit.base(progress.state, shell.firer)
        rolled = progress.roll(
            "to-hit",
            sense="low",
            goal=modified(base, shell.modifiers),
            base=base,
            modifiers=shell.modifiers,
            unit=unit.id,
            target=self.target,
            why=f"{shell.weapon.name}, dropped unseen",
            rules=(RULE, "ARAP-HIT-01"),
        )
        if shell.weapon.has("improvised") and not rolled.made[0]:
            return
        rules = ("ARAP-GREN-02", RULE)
        if rolled.made[0]:
            landing = scatter.come_down(progress, shell, None, flat=False, rules=rules)
        else:
            landing = scatter.fall(progress, shell, "short", flat=False, rules=rules)
        struck = volley.area_struck(progress, unit.id, landing, shell.weapon)
        hits = _strength(progress.state, shell.firer, shell.weapon)
        burst = AreaFire(shell.weapon, drop.model, hits, True, None, reaction=False, rules=volley.UNDER)
        volley.all_struck(
            progress, unit.id, burst._replace(centre=landing.at if shell.weapon.marker_in else None), struck, lots
        )


THROWN: Final = ("thrown by hand", "improvised missile")
"""Rows of throws, which a drop is not."""


def _strength(state: GameState, model: Model, weapon: Weapon) -> int:
    return strength.wielded(state.profile(model), 0) if weapon.has("improvised") else weapon.strength


def outs(state: GameState, model: Model) -> Sequence[Point]:
    """Where somebody up on a wall holds something out to drop it, in true places."""
    if high_walls.post_of(state, model.at) is None:
        return ()
    x, y = model.at
    true = upstairs.true_place(state, model.at)[0]
    return [(out[0] + true[0] - x, out[1] + true[1] - y) for out in reaching.outs(state, model)]


def falls(state: GameState, model: Model, at: Point) -> bool:
    """Whether a place is right below the window or edge of somebody, and outside."""
    post = high_walls.post_of(state, model.at)
    if post is None or rings.holds(post.ring, at) or ground.height_at(state, at) >= post.height_in:
        return False
    return any(is_within(distance(out, at), ARM_IN) for out in outs(state, model))


def spot_for(state: GameState, model: Model, aim: Point) -> Point | None:
    """Where something falls that is dropped as near to a place as it goes; None where that is too far off."""
    near = sorted(outs(state, model), key=lambda out: distance(out, aim))
    if not near or not is_within(distance(near[0], aim), ARM_IN + NEAR_IN):
        return None
    at = aim if is_within(distance(near[0], aim), ARM_IN) else toward(near[0], aim, ARM_IN)
    return at if falls(state, model, at) else near[0]


class GrenadeDropped(Event, frozen=True, kw_only=True, tag="GrenadeDropped"):
    """A model drops a grenade or rock out of a window or over an edge. (BLD-HIGH-05)"""

    model: ModelId
    weapon: WeaponId
    at: Point
    target: UnitId | None = None

    def evolve(self, state: GameState) -> GameState:
        """It counts as thrown. (ARAP-WPN-02, ARAP-GREN-01)"""
        assert self.unit is not None
        unit = state.units[self.unit]
        named = weapons.key(self.model, self.weapon)
        shots = {**unit.now.shots, named: unit.now.shots.get(named, 0) + 1}
        return state.with_unit(replace(unit, now=replace(unit.now, shots=shots)))

    def sentence(self, state: GameState) -> str:
        """Who drops what."""
        assert self.unit is not None
        at = f" on {state.units[self.target].name}" if self.target in state.units else ""
        return f"{state.units[self.unit].name} drops {state.weapons[self.weapon].name}{at}"


def bearers(state: GameState, unit: Unit, weapon: WeaponId, aim: Point) -> list[GrenadeDrop]:
    """Who can drop it near a place, and where it falls: the nearest first."""
    found = [(m, at) for m in unit.alive if weapon in m.weapons and (at := spot_for(state, m, aim)) is not None]
    able = [(m, at) for m, at in found if model_barred(state, unit, m, state.weapons[weapon]) is None]
    return [GrenadeDrop(model=m.id, at=at) for m, at in sorted(able, key=lambda each: distance(each[1], aim))]


def offers(state: GameState, side: SideId) -> Iterator[Offer]:
    """For each kind of grenade of the unit in hand, enemies right below somebody who carries it."""
    active = state.turn.active
    if active is None or state.active_side != side or state.turn.phase != "activation":
        return
    unit = state.units[active]
    if unit.is_vehicle or not unit.on_table or not any(outs(state, m) for m in unit.alive):
        return
    for weapon in dict.fromkeys(w for m in unit.alive for w in m.weapons if state.weapons[w].is_thrown):
        for enemy in state.enemies_of(side):
            drops = [] if enemy.hidden else _at_enemy(state, unit, weapon, enemy)
            if drops:
                action = DropGrenade(side=side, unit=unit.id, weapon=weapon, drops=tuple(drops[:1]), target=enemy.id)
                label = f"Drop {state.weapons[weapon].name} on {enemy.name}"
                yield offered(state, action, kind="drop-grenade", unit=unit.id, target=enemy.id, ap=1, label=label)


def _at_enemy(state: GameState, unit: Unit, weapon: WeaponId, enemy: Unit) -> list[GrenadeDrop]:
    """Who can drop it on an enemy: on that member to whom it falls nearest."""
    tried = ((m.at, bearers(state, unit, weapon, m.at)) for m in enemy.alive)
    found = [(distance(drops[0].at, at), drops) for at, drops in tried if drops]
    return min(found, key=lambda each: round(each[0], 4))[1] if found else []


OFFERED: Final = ("drop-grenade",)
ACTIONS: tuple[type[Action], ...] = (DropGrenade,)
EVENTS: tuple[type[Event], ...] = (GrenadeDropped,)
