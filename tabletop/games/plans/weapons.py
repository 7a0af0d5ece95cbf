"""Which weapons fire, and at whom: the boxes and lists of a plan of fire or charge, and the action that they make.

On foot a weapon is ticked by name (`w:ID`), a salvo by `mode`. On a hull each mount (`m:N`) fires at the target in
hand unless it is given one of its own or holds its fire.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

import msgspec
from django.utils.safestring import SafeString

from rules.core import ordering
from rules.core.ids import UnitId, WeaponId
from rules.core.refusal import Refusal
from rules.forces.unit import Point, Unit
from rules.forces.weapon import Weapon
from rules.questions import drives, ranges, weapons
from rules.questions.drives import Outlook, Peril, Setting
from rules.state import GameState
from tabletop.games.plans import firers
from tabletop.games.plans.drafts import Draft, Made, Wanted, nudged, offers_of, plain, sent
from tabletop.ui.board.ground import named_apart
from tabletop.ui.dice import die

HOLD = "hold"
MOST_BUTTONS = 3
"""A choice of more is a list."""
_CHOOSE = Wanted("Choose a target, on the board or from the list.")
_OR_GROUND = Wanted("Choose a target or press a spot on the ground, on the board or from the list.")


class ChoiceCard(NamedTuple):
    """One of a few choices with what comes of it."""

    value: str
    word: str
    text: str
    peril: Peril | None = None

    @property
    def dice(self) -> tuple[tuple[SafeString, ...], ...]:
        """The six faces of each die that is thrown for it, the bad ones dashed."""
        bad_to = self.peril.bad_to if self.peril else ()
        return tuple(tuple(die(face, "fail" if face <= bad else "made") for face in range(1, 7)) for bad in bad_to)

    @property
    def ill(self) -> int:
        """The chance that it ends badly, in percent."""
        return round(100 * self.peril.chance) if self.peril else 0

    @property
    def well(self) -> int:
        """The chance that it does not."""
        return 100 - self.ill


class Control(NamedTuple):
    """A choice that a plan offers besides the board: a box to tick, a few words, or a list to choose from."""

    name: str
    label: str
    value: str
    choices: tuple[tuple[str, str], ...] = ()
    """Value and word of each; none for a box."""
    is_list: bool = False
    is_text: bool = False
    span: tuple[str, str, str] | None = None
    """Least, most and step of a slider."""
    tag: str = ""
    """A word that goes with it."""
    need: str = ""
    """What its shots need to hit."""
    why: Refusal | None = None
    """What is against it as things are."""
    barred: bool = False
    """Whether that stands in its way whatever else is chosen."""
    outcomes: tuple[str, ...] = ()
    """What comes of each of its choices, where that is worth a card."""
    perils: tuple[Peril | None, ...] = ()
    """The dice that are thrown for each."""
    outlooks: tuple[Outlook | None, ...] = ()
    """What each leads to by its dice."""
    kept: bool = False
    """Whether it stays as it is when another target is aimed at."""

    @property
    def outlook(self) -> Outlook | None:
        """That of the choice that is made."""
        values = [value for value, _ in self.choices]
        return dict(zip(values, self.outlooks, strict=False)).get(self.value)

    @property
    def cards(self) -> tuple[ChoiceCard, ...]:
        """One for each of its choices."""
        perils = self.perils or (None,) * len(self.outcomes)
        found = zip(self.choices, self.outcomes, perils, strict=False)
        return tuple(ChoiceCard(value, word, note, peril) for (value, word), note, peril in found)


def control(setting: Setting) -> Control:
    """A setting that the vehicle rules of the table offer."""
    long = len(setting.choices) > MOST_BUTTONS or setting.name.startswith(FIRST)  # a list has its label beside it
    return Control(
        *setting[:4], is_list=long, outcomes=setting.outcomes, perils=setting.perils, outlooks=setting.outlooks
    )


# ------------------------------------------------------------------ on foot


def shoot(state: GameState, unit: Unit, draft: Draft) -> Made:
    """Fire with the weapons that are ticked."""
    if not draft.target:
        return _at_spot(state, unit, draft) if draft.path else _nobody(state, unit, draft)
    if draft.ticked.get("at") == "ports" and has_ports(state, unit, draft):
        return ports(state, unit, draft)
    carried = ranged(state, unit)
    able = [w for w in carried if weapons.kept_from_firing(state, unit, w) is None] or carried
    chosen = [w.id for w in able if draft.ticked.get(f"w:{w.id}", "1")]
    if not chosen:
        return Wanted("Tick at least one weapon.")
    action: dict[str, Any] = {"type": "Shoot", "unit": unit.id, "target": draft.target}
    pair = pistols(state, unit) if draft.ticked.get("both") else []
    ordered = _in_order(state, draft, [state.weapons[w] for w in chosen])
    if pair or ordered != chosen or len(chosen) < len(carried):
        chosen = ordered
        action["weapons"] = pair or chosen
    if draft.ticked.get("mode") in ("half", "full"):
        action["mode"] = draft.ticked["mode"]
    if draft.path and any(state.weapons[w].template for w in chosen):
        action["aim"] = draft.path[-1]
    if draft.ticked.get("bounce"):
        action["bounce"] = True
    return firers.chosen(unit, draft, action)


def pistols(state: GameState, unit: Unit) -> list[WeaponId]:
    """The two pistols of the first who has one for each hand; empty if nobody has. (ARAP-WPN-04)"""
    for model in unit.alive:
        found = [w for w in model.weapons if state.weapons[w].type == "pistol"]
        if len(found) > 1:
            return found[:2]
    return []


def _at_spot(state: GameState, unit: Unit, draft: Draft) -> Made:
    """Shell a spot on the ground with the weapons that are ticked. (ARAP-AREA-01)"""
    chosen = shells(state, unit, draft)
    if not chosen:
        return Wanted("Nothing that is ticked can be aimed at the ground.")
    action: dict[str, Any] = {"type": "FireAtSpot", "unit": unit.id, "at": draft.path[-1], "weapons": chosen}
    if draft.ticked.get("mode") in ("half", "full"):
        action["mode"] = draft.ticked["mode"]
    return firers.chosen(unit, draft, action)


def shells(state: GameState, unit: Unit, draft: Draft) -> list[Any]:
    """What may be aimed at the ground: kinds of weapon on foot, numbers of mounts on a hull. (ARAP-AREA-01)"""
    vehicle = state.profile(unit.models[0]).hull
    if vehicle is not None:
        fits = {n: state.weapons[vehicle.mounts[n].weapon] for n in _mounts(state, unit)}
        fit = [n for n, weapon in fits.items() if weapons.hull_shells_ground(state, weapon)]
        return [n for n in fit if draft.ticked.get(f"m:{n}", "") != HOLD]
    return [w.id for w in ranged(state, unit) if weapons.shells_ground(w) and draft.ticked.get(f"w:{w.id}", "1")]


def ranged(state: GameState, unit: Unit) -> list[Weapon]:
    """The kinds of ranged weapon that a unit still carries."""
    carried = dict.fromkeys(w for m in unit.alive for w in m.weapons)
    return [w for name in carried if (w := state.weapons[name]).is_ranged and not w.is_guessed]


def ports(state: GameState, unit: Unit, draft: Draft) -> Made:
    """Fire at those inside a vehicle, with the weapons that are ticked or the mounts that fire. (VEH-PORT-01)"""
    if not draft.target:
        return _nobody(state, unit, draft)
    action: dict[str, Any] = {"type": "ShootPorts", "unit": unit.id, "target": draft.target}
    if unit.is_vehicle:
        held = [n for n in _mounts(state, unit) if draft.ticked.get(f"m:{n}") != HOLD]
        if len(held) < len(_mounts(state, unit)):
            action["mounts"] = held
        return action if held else Wanted("Every weapon holds its fire.")
    chosen = [w.id for w in aimed_at_ports(state, unit) if draft.ticked.get(f"w:{w.id}", _usual(w))]
    if not chosen and any(draft.ticked.get(f"w:{w.id}") == "" for w in aimed_at_ports(state, unit)):
        return Wanted("Tick at least one weapon.")
    action["weapons"] = chosen
    if draft.ticked.get("mode") in ("half", "full"):
        action["mode"] = draft.ticked["mode"]
    return action


def _usual(weapon: Weapon) -> str:
    """Grenades are thrown at a port only if somebody says so."""
    return "" if weapon.is_thrown else "1"


def aimed_at_ports(state: GameState, unit: Unit) -> list[Weapon]:
    """The kinds of ranged weapon that can be aimed at a port: grenades too, but nothing else that is lobbed."""
    carried = dict.fromkeys(w for m in unit.alive for w in m.weapons)
    return [w for name in carried if weapons.fits_a_port(w := state.weapons[name])]


def has_ports(state: GameState, unit: Unit, draft: Draft) -> bool:
    """Whether the target is a closed vehicle with people inside. (VEH-PORT-01)"""
    return any(o.target == draft.target for o in offers_of(state, unit, "ports"))


def port_controls(state: GameState, unit: Unit, draft: Draft) -> tuple[Control, ...]:
    """A box for each kind of weapon, grenades unticked; how a salvo is fired; the mounts of a vehicle."""
    if unit.is_vehicle:
        vehicle = state.profile(unit.models[0]).hull
        mounts = _mounts(state, unit)
        names = {n: state.weapons[vehicle.mounts[n].weapon].name for n in mounts} if vehicle else {}
        words = (("", "fires"), (HOLD, "holds its fire"))
        ticked = draft.ticked
        return tuple(Control(f"m:{n}", names[n], ticked.get(f"m:{n}", ""), words, is_list=True) for n in mounts)
    carried = aimed_at_ports(state, unit)
    boxes = [Control(f"w:{w.id}", w.name, draft.ticked.get(f"w:{w.id}", _usual(w))) for w in carried]
    if any(w.type == "salvo" for w in carried):
        boxes.append(Control("mode", "Salvo", draft.ticked.get("mode", "auto"), _SALVO))
    return tuple(boxes)


def which(state: GameState, unit: Unit, draft: Draft) -> tuple[Control, ...]:
    """Whether the hull is aimed at or those inside it, where there is a choice. (VEH-PORT-01)"""
    if not has_ports(state, unit, draft):
        return ()
    words = (("hull", "The hull"), ("ports", "Its ports"))
    return (Control("at", "Aim at", draft.ticked.get("at", "hull"), words),)


_SALVO = (("auto", "As points allow"), ("half", "Half salvo"), ("full", "Full salvo"))


def _nobody(state: GameState, unit: Unit, draft: Draft) -> Wanted:
    offers = offers_of(state, unit, draft.kind)
    if any(o.action is not None for o in offers):
        return _OR_GROUND if draft.kind != "charge" and shells(state, unit, draft) else _CHOOSE
    why = next((o.refusal for o in offers if o.refusal is not None), None)
    return Wanted("There is nobody to fire at.", why)


def foot_controls(state: GameState, unit: Unit, draft: Draft) -> tuple[Control, ...]:
    """A box for each kind of weapon where there are several, and how a salvo is fired."""
    aims = which(state, unit, draft)
    if aims and draft.ticked.get("at") == "ports":
        return (*aims, *port_controls(state, unit, draft))
    carried = [w for w in ranged(state, unit) if draft.target or weapons.shells_ground(w)]
    boxes = [*aims]
    boxes += [_box(state, unit, draft, w) for w in carried if len(carried) > 1]
    if draft.target and pistols(state, unit):
        boxes.append(Control("both", "A pistol in each hand", draft.ticked.get("both", "")))
    boxes += _order(state, draft, [w for w in carried if weapons.kept_from_firing(state, unit, w) is None])
    if any(w.type == "salvo" for w in carried):
        boxes.append(Control("mode", "Salvo", draft.ticked.get("mode", "auto"), _SALVO))
    if any(w.template for w in carried) and weapons.bounces(state, unit):
        boxes.append(Control("bounce", "Bounce off the first wall", draft.ticked.get("bounce", "")))
    return tuple(boxes)


def _box(state: GameState, unit: Unit, draft: Draft, weapon: Weapon) -> Control:
    """A weapon to tick; one that nobody aboard may fire now is greyed, with the reason. (TRI-PASS-03)"""
    why = weapons.kept_from_firing(state, unit, weapon)
    if why is not None:
        return Control(f"w:{weapon.id}", weapon.name, "", why=why, barred=True)
    return Control(f"w:{weapon.id}", weapon.name, draft.ticked.get(f"w:{weapon.id}", "1"))


FIRST: Final = "first"
"""The setting whose hits on a hull are resolved first; `first2` and so on whose come then."""


def listed(places: Iterable[ordering.PlaceInOrder], first: str) -> tuple[Control, ...]:
    """A list for each place of an order, the first of them with that label."""
    return tuple(
        Control(place.name, "Then" if n else first, place.value, place.choices, is_list=True)
        for n, place in enumerate(places)
    )


def _order(state: GameState, draft: Draft, carried: Sequence[Weapon]) -> tuple[Control, ...]:
    """Whose hits on a hull are resolved first, where several kinds of weapon fire at it, whose then. (VEH-DMG-11)"""
    target = state.units.get(UnitId(draft.target))
    if target is None or not target.is_vehicle:
        return ()
    fired = [w for w in carried if draft.ticked.get(f"w:{w.id}", "1")]
    return listed(ordering.places(FIRST, _last_first(fired), draft.ticked), "Its hits first")


def _in_order(state: GameState, draft: Draft, fired: Sequence[Weapon]) -> list[WeaponId]:
    """Those weapons so that their hits on a hull come as was said: hits of the last are resolved first. (VEH-DMG-11)"""
    target = state.units.get(UnitId(draft.target))
    if target is None or not target.is_vehicle:
        return [w.id for w in fired]
    return [WeaponId(key) for key in reversed(ordering.in_order(FIRST, _last_first(fired), draft.ticked))]


def _last_first(fired: Sequence[Weapon]) -> tuple[ordering.Named, ...]:
    return tuple((str(w.id), w.name) for w in reversed(fired))


# ------------------------------------------------------------------ at close quarters


def charge(state: GameState, unit: Unit, draft: Draft) -> Made:
    """Charge by the shortest way, firing on the run if that is ticked."""
    if not draft.target:
        return _nobody(state, unit, draft)
    target = state.units.get(UnitId(draft.target))
    if target is not None and target.is_vehicle and not state.profile(target.models[0]).is_machine:
        return _charge_hull(state, unit, draft)
    action: dict[str, Any] = {"type": "Charge", "unit": unit.id, "target": draft.target}
    running = _on_the_run(state, unit, draft)
    if isinstance(running, Wanted):
        return running
    action |= running
    if draft.path:
        action["path"] = draft.path
    elif draft.ticked.get(BY) and target is not None:
        ways = _ways(state, unit, target)
        action["path"] = [at for name, at in ways if name == draft.ticked[BY]]
    if placements := nudged(unit, draft.models):
        action["placements"] = placements
    return action


def _on_the_run(state: GameState, unit: Unit, draft: Draft) -> dict[str, Any] | Wanted:
    """Who fires what as it charges; nothing where that is not ticked. (ARAP-FCHG-01)"""
    return on_the_run(state, unit, draft) if draft.ticked.get("fire") else {}


def on_the_run(state: GameState, unit: Unit, draft: Draft) -> dict[str, Any] | Wanted:
    """Who fires what on the run, as it is ticked. (ARAP-FCHG-01)"""
    carried = weapons.on_the_run(state, unit)
    chosen = [w.id for w in carried if draft.ticked.get(f"w:{w.id}", "1")]
    if carried and not chosen:
        return Wanted("Tick at least one weapon.")
    fired = firers.chosen(unit, draft, {})
    if isinstance(fired, Wanted):
        return fired
    named = {"weapons": chosen} if len(chosen) < len(carried) else {}
    return {"fire": True, **named, "firers": fired.get("models", ())}


def boxes_on_the_run(state: GameState, unit: Unit, draft: Draft) -> list[Control]:
    """A box for each kind of weapon that may be fired on the run, where there are several. (ARAP-FCHG-01)"""
    carried = weapons.on_the_run(state, unit)
    return [_box(state, unit, draft, w) for w in carried if len(carried) > 1]


BY: Final = "by"
"""The setting which stairs or ladder a charge takes to another floor."""

CAUGHT: Final = "caught"
"""The setting that a hull is charged where it came by."""


def _ways(state: GameState, unit: Unit, target: Unit) -> tuple[tuple[str, Point], ...]:
    """The stairs and ladders to the floor of an enemy; several of one name by the squares where they begin."""
    ways = ranges.charge_ways(state, unit, target)
    return tuple(zip(named_apart(ways), (at for _, at in ways), strict=True))


def _charge_hull(state: GameState, unit: Unit, draft: Draft) -> Made:
    """A charge at a hull where it stands, or where it came by: if only that is open, or by choice. (VEH-CC-01)"""
    vehicle = UnitId(draft.target)
    if draft.path or draft.ticked.get(CAUGHT):
        return sent(drives.charge(state, unit, vehicle, passing=True, near=draft.path[-1] if draft.path else None))
    found = [o for o in offers_of(state, unit, "charge") if o.target == draft.target]
    running = _on_the_run(state, unit, draft)
    if isinstance(running, Wanted):
        return running
    open_to = next((o.action for o in found if o.action is not None), None)
    made = plain(open_to) if open_to is not None else sent(drives.charge(state, unit, vehicle))
    return made if isinstance(made, Wanted) else {**made, **running}


def charge_controls(state: GameState, unit: Unit, draft: Draft) -> tuple[Control, ...]:
    """Fire on the run, where the unit can, and with which weapons; where single models end, where there are several."""
    offers = [o for o in offers_of(state, unit, "charge") if o.target == draft.target]
    target = state.units.get(UnitId(draft.target))
    found = []
    if any(getattr(o.action, "fire", False) for o in offers):
        found.append(Control("fire", "Fire on the run", draft.ticked.get("fire", "")))
        found += boxes_on_the_run(state, unit, draft) if draft.ticked.get("fire") else []
    if target is not None and target.is_vehicle and drives.came_by(state, target):
        words = (("", "Where it stands"), ("way", "Where it came by"))
        found.append(Control(CAUGHT, "At it", "way" if draft.path else draft.ticked.get(CAUGHT, ""), words))
    ways = _ways(state, unit, target) if target is not None and not target.is_vehicle else ()
    if len(ways) > 1:
        by: tuple[tuple[str, str], ...] = (("", ways[0][0]), *((name, name) for name, _ in ways[1:]))
        found.append(Control(BY, "By", draft.ticked.get(BY, ""), by))
    if len(unit.alive) > 1 and target is not None and not target.is_vehicle:
        found.append(Control("single", "Single models", draft.ticked.get("single", "")))
    return tuple(found)


# ------------------------------------------------------------------ on a hull


def fire(state: GameState, unit: Unit, draft: Draft) -> Made:
    """Fire each mount at its target."""
    if draft.path and not draft.target:
        chosen = shells(state, unit, draft)
        if not chosen:
            return Wanted("Every weapon holds its fire.")
        return sent(weapons.mounted_fire_at_spot(state, unit, chosen, draft.path[-1]))
    if draft.ticked.get("at") == "ports" and has_ports(state, unit, draft):
        return ports(state, unit, draft)
    shots = [(n, UnitId(at)) for n, at in targets_of_mounts(state, unit, draft).items() if at]
    if shots:
        return sent(weapons.mounted_fire(state, unit, shots, draft.ticked))
    return Wanted("Every weapon holds its fire.") if draft.target else _nobody(state, unit, draft)


def targets_of_mounts(state: GameState, unit: Unit, draft: Draft) -> dict[int, str]:
    """Whom each mount would fire at: what was said for it, else the target in hand if it bears on that."""
    said = {n: _said(state, draft, f"m:{n}") for n in _mounts(state, unit)}
    first = [n for n, at in said.items() if at not in ("", HOLD)]
    able = weapons.bears_on(state, unit, UnitId(draft.target), draft.ticked, first) if draft.target else ()
    usual = {n: draft.target if n in able else "" for n in said}
    return {n: "" if at == HOLD else at or usual[n] for n, at in said.items()}


def _said(state: GameState, draft: Draft, name: str) -> str:
    """Whom a mount was told to fire at, or to hold its fire; where all fire at one it is a box."""
    said = draft.ticked.get(name)
    if not weapons.fires_at_one(state):
        return said if said == HOLD or (said and UnitId(said) in state.units) else ""
    return "" if said is None else draft.target if said else HOLD


def _mounts(state: GameState, unit: Unit) -> list[int]:
    return [mount.number for mount in weapons.loaded(state, unit)]


def hull_controls(state: GameState, unit: Unit, draft: Draft) -> tuple[Control, ...]:
    """For each mount whom it fires at, where there is more than one mount or more than one target."""
    aims = which(state, unit, draft)
    if aims and draft.ticked.get("at") == "ports":
        return (*aims, *port_controls(state, unit, draft))
    if draft.path and not draft.target and unit.is_vehicle:
        return _at_ground(state, unit, draft)
    if draft.target:
        aims += tuple(map(control, weapons.fire_settings(state, unit, UnitId(draft.target), draft.ticked)))
    return aims + (_one_target(state, unit, draft) if weapons.fires_at_one(state) else _targets(state, unit, draft))


def _targets(state: GameState, unit: Unit, draft: Draft) -> tuple[Control, ...]:
    """For each mount a list of targets; one that holds its fire because it must says why. (VEH-VFIRE-02)"""
    mounts = weapons.loaded(state, unit)
    targets = [o.target for o in offers_of(state, unit, "fire") if o.target is not None and o.action is not None]
    if not targets or (len(mounts) < 2 and len(targets) < 2):
        return ()
    now = targets_of_mounts(state, unit, draft)
    words = (*((str(t), f"{t.upper()} {state.units[t].name}") for t in targets), (HOLD, "holds its fire"))
    lists = (Control(f"m:{m.number}", _called(m), now[m.number] or HOLD, words, is_list=True) for m in mounts)
    return tuple(c._replace(why=_kept_from(state, unit, draft, m)) for c, m in zip(lists, mounts, strict=True))


def _called(mount: weapons.MountedWeapon) -> str:
    """Its own name on that hull, so that two of a kind are told apart."""
    return mount.name or mount.weapon.name


def _kept_from(state: GameState, unit: Unit, draft: Draft, mount: weapons.MountedWeapon) -> Refusal | None:
    """Why that mount, alone or beside those that do, does not fire at the target in hand though nobody held it."""
    now = targets_of_mounts(state, unit, draft)
    if not draft.target or now[mount.number] or draft.ticked.get(f"m:{mount.number}") == HOLD:
        return None
    target, beside = UnitId(draft.target), [n for n, at in now.items() if at == draft.target]
    alone = weapons.barred(state, unit, target, [mount.number], draft.ticked)
    return alone or weapons.barred(state, unit, target, [*beside, mount.number], draft.ticked)


def _one_target(state: GameState, unit: Unit, draft: Draft) -> tuple[Control, ...]:
    """For each mount a box; what cannot fire is greyed, and what another keeps from it says so. (TRI-FIRE-12)"""
    if not draft.target:
        return ()
    target, said = UnitId(draft.target), draft.ticked
    firing = [n for n, at in targets_of_mounts(state, unit, draft).items() if at]
    found = []
    for mount in weapons.armed(state, unit):
        box = Control(f"m:{mount.number}", mount.name, "1" if mount.number in firing else "", tag=mount.kind)
        if not box.value:
            alone = weapons.barred(state, unit, target, [mount.number], said)
            beside = alone or weapons.barred(state, unit, target, [*firing, mount.number], said)
            box = box._replace(why=beside, barred=alone is not None)
        found.append(box)
    return tuple(found)


def _at_ground(state: GameState, unit: Unit, draft: Draft) -> tuple[Control, ...]:
    """For each weapon that may be aimed at the ground whether it is, where there are several."""
    vehicle = state.profile(unit.models[0]).hull
    assert vehicle is not None
    every = shells(state, unit, msgspec.structs.replace(draft, ticked={}))
    words = (("", "fires there"), (HOLD, "holds its fire"))
    names = {n: state.weapons[vehicle.mounts[n].weapon].name for n in every}
    said = {n: HOLD if draft.ticked.get(f"m:{n}") == HOLD else "" for n in every}
    return tuple(Control(f"m:{n}", names[n], said[n], words, is_list=True) for n in every if len(every) > 1)
