"""What must hold of every command of every game, whoever gave it."""

import itertools
from collections.abc import Iterator, Sequence

from rules.arap.charge.events import ChargeDeclared
from rules.arap.events import LeftTable, ModelsMoved, PointsSpent, WoundsTaken
from rules.arap.indirect.guesses import RangeGuessed
from rules.arap.positions import occupied
from rules.arap.rulings.general import WoundsRuled
from rules.arap.shooting.volley import ShotsFired
from rules.arap.turn.activation import UnitActivated
from rules.arap.units.parts import UnitsJoined, UnitSplit
from rules.arap.units.weapons import shots_at
from rules.codec import decode_action, decode_event, decode_state, encode
from rules.core.ids import ModelId, SideId, UnitId
from rules.engine import evolve, fold
from rules.events import Rolled
from rules.forces.unit import Unit
from rules.geometry.lengths import distance, is_within
from rules.progress import Action
from rules.state import Event, GameState
from rules.vehicles.gemini.motion.momentum import SpeedChanged
from rules.vehicles.gemini.transport.passengers import clinging_free, places_free
from rules.vehicles.shared.events import BoardedVehicle, MountsFired, VehicleWrecked
from rules.vehicles.shared.hull import hull_of
from rules.visibility import Viewer, sees, view, view_event

VIEWERS: tuple[Viewer, ...] = (SideId("a"), SideId("b"), "public")


def judge(before: GameState, action: Action, events: Sequence[Event]) -> GameState:
    """Hold a command against everything that must be so; the state after it."""
    assert decode_action(encode(action)) == action
    state = before
    for number, event in enumerate(events, before.seq + 1):
        assert event.seq == number
        again = decode_event(encode(event))
        assert again == event
        fair(state, event)
        earlier, state = state, evolve(state, again)
        mourned(earlier, event, state)
        discreet_event(state, event)
    assert fold(events, before) == state
    assert decode_state(encode(state)) == state
    lawful(state)
    buried(before, events, state)
    parked(before, state)
    discreet(state)
    return state


# ------------------------------------------------------------------ what an event may do

DEEDS = (
    BoardedVehicle,
    ChargeDeclared,
    MountsFired,
    PointsSpent,
    RangeGuessed,
    ShotsFired,
    SpeedChanged,
    UnitActivated,
)
"""What only those do who are in play."""


def fair(state: GameState, event: Event) -> None:
    """What is paid for is there, what is rolled is rolled with dice, and nobody does more than the rules give."""
    if isinstance(event, DEEDS) or (isinstance(event, ModelsMoved) and event.voluntary):
        assert not state.units[event.unit].is_gone, f"{event.unit} is no more and acts"
    if isinstance(event, UnitActivated):
        assert 0 <= event.ap <= event.rolled <= 3
    elif isinstance(event, PointsSpent):
        assert 0 <= event.points <= state.turn.ap
    elif isinstance(event, Rolled):
        assert all(1 <= die <= event.sides for die in event.dice)
        assert event.label
    elif isinstance(event, ModelsMoved):
        paid(state, event)
    elif isinstance(event, ShotsFired):
        counted(state, event)


def paid(state: GameState, event: ModelsMoved) -> None:
    """No model goes further on foot than its allowance, straight from where it stood to where it stands."""
    unit = state.units[event.unit]
    for placement in event.placements:
        model = unit.model(placement.model)
        gone = distance(model.at, placement.at)
        most = most_in(state, event, state.profile(model).m)
        assert most is None or is_within(gone, most + 0.02), (event.how, gone, most, event)


def most_in(state: GameState, event: ModelsMoved, basic: float) -> float | None:
    """The furthest that such a movement leads, where the profile or a die says so."""
    if state.units[event.unit].is_vehicle:
        return None
    return {"move": basic, "crawl": basic, "tactical": 6, "charge": 2 * basic}.get(event.how)


def counted(state: GameState, event: ShotsFired) -> None:
    """No model fires a weapon more often at once, or in a turn, than the weapon can."""
    unit, weapon = state.units[event.unit], state.weapons[event.weapon]
    for model_id, shots in event.shots.items():
        model = unit.model(model_id)
        profile = state.profile(model)
        mounted = sum(m.weapon == weapon.id for m in profile.hull.mounts) if profile.hull else 0
        carried = max(1, model.weapons.count(weapon.id), mounted)
        rate = max(shots_at(weapon, profile, 0, "full"), shots_at(weapon, profile, 0, "half"), 1)
        assert 0 < shots <= rate * carried
        if weapon.once_a_turn and not event.reaction:
            before = unit.now.shots.get(f"{model_id}/{weapon.id}", 0)
            assert before + shots <= weapon.shots * carried


# ------------------------------------------------------------------ what a state may be


def lawful(state: GameState) -> None:
    """Points, wounds and places as they may be; nobody on impassable ground or off the table."""
    assert 0 <= state.turn.ap <= 3
    if state.turn.active and not state.agenda and state.outcome is None:
        assert not state.units[state.turn.active].is_gone
    for melee in state.melees:
        assert state.agenda or len({state.units[u].side for u in melee.units}) > 1
    for unit in state.units.values():
        if unit.aboard and not unit.is_gone:
            rides(state, unit)
        if unit.vehicle:
            assert unit.vehicle.hull >= 0
            assert bool(unit.vehicle.wrecked) <= unit.is_gone
        for model in unit.models:
            assert 0 <= model.wounds <= state.profile(model).w
        if unit.on_table:
            stands(state, unit)


def rides(state: GameState, unit: Unit) -> None:
    """Who is aboard is aboard one vehicle of his side that is in play, has a place there, and is nowhere else."""
    vehicle = state.units[unit.aboard]
    assert vehicle.is_vehicle
    assert not vehicle.is_gone
    assert vehicle.side == unit.side
    assert vehicle.aboard is None
    assert not unit.is_vehicle
    assert not unit.on_table
    assert not state.is_locked(unit.id)
    if unit.clinging and unit.serves:
        return  # the crew of a gun hang on to it, whatever the table says of others (VEH-TOW-01)
    free = clinging_free(state, vehicle) if unit.clinging else places_free(state, vehicle)
    assert free >= 0, (unit.id, vehicle.id, free)


def stands(state: GameState, unit) -> None:
    """Every model is on the table and not on ground that nobody can enter."""
    width, height = state.scenario.width_in, state.scenario.height_in
    barred = [t for t in state.terrain if t.going == "impassable" and not t.line]
    for spot in occupied.footprint(state, unit).spots:
        x, y = spot.at
        assert -0.02 <= x <= width + 0.02, spot
        assert -0.02 <= y <= height + 0.02, spot
        for piece in barred:
            assert not spot.is_on(piece.points), (spot, piece.id)


def mourned(before: GameState, event: Event, after: GameState) -> None:
    """Nobody is lost, and nobody leaves the table, but by an event that names him. Every model belongs to one unit."""
    gone = living(before) - living(after)
    if isinstance(event, UnitSplit | UnitsJoined):
        assert len(living(before)) == len(living(after)), event
    elif gone:
        assert gone <= named(before, event), (gone, event)
    if {u.id for u in after.units.values() if u.left_table} - {u.id for u in before.units.values() if u.left_table}:
        assert isinstance(event, LeftTable), event
    models = [m.id for u in after.units.values() for m in u.models]
    assert len(models) == len(set(models))
    towed = [u.towed_by for u in after.units.values() if u.towed_by and u.on_table]
    assert len(towed) == len(set(towed))


def named(state: GameState, event: Event) -> set[ModelId]:
    """Whom an event says to be lost."""
    if isinstance(event, WoundsTaken):
        return {w.model for w in event.wounds if not w.left}
    if isinstance(event, WoundsRuled):
        return {event.model} if not event.wounds else set()
    if isinstance(event, VehicleWrecked | LeftTable):
        return {m.id for m in state.units[event.unit].models}
    return set()


DEEP_IN = 0.1
"""Hulls may touch, and rounding let them overlap by less than this."""


def parked(before: GameState, after: GameState) -> None:
    """No hull comes to stand on another. Those that overlapped before may go on doing so."""
    now = set(overlaps(after))
    assert now <= set(overlaps(before)), now


def overlaps(state: GameState) -> Iterator[tuple[UnitId, UnitId]]:
    """Pairs of hulls of which one stands on the other; a vehicle and its load are one."""
    hulls = [(u, hull_of(state, u)) for u in state.units.values() if u.is_vehicle and u.on_table]
    for (one, a), (other, b) in itertools.combinations(hulls, 2):
        coupled = one.towed_by == other.id or other.towed_by == one.id
        if not coupled and a._replace(length=a.length - DEEP_IN, width=a.width - DEEP_IN).overlaps(b):
            yield one.id, other.id


def buried(before: GameState, events: Sequence[Event], after: GameState) -> None:
    """The lost stay lost, but by ruling."""
    if not any(isinstance(e, WoundsRuled) for e in events):
        assert not lost(before) & living(after)


def lost(state: GameState) -> set[ModelId]:
    return {m.id for u in state.units.values() for m in u.models if not m.alive}


def living(state: GameState) -> set[ModelId]:
    return {m.id for u in state.units.values() for m in u.alive}


# ------------------------------------------------------------------ what others may know


def secrets(state: GameState, viewer: Viewer) -> list[bytes]:
    """The ids and names of units that are hidden from a viewer, as they would stand in JSON."""
    hidden = [u for u in state.units.values() if not sees(state, viewer, u.id)]
    signs = ('"{0}"', '"{0}.', '"{0}-', '-{0}"', "-{0}-")
    return [mark.encode() for u in hidden for mark in (u.name, *(sign.format(u.id) for sign in signs))]


def discreet(state: GameState) -> None:
    """No view of the state names what is hidden from the viewer."""
    for viewer in VIEWERS:
        found = encode(view(state, viewer))
        assert not [mark for mark in secrets(state, viewer) if mark in found], viewer


def discreet_event(state: GameState, event: Event) -> None:
    """No view of an event, and no sentence about it, names what is hidden from the viewer."""
    for viewer in VIEWERS:
        marks = secrets(state, viewer)
        seen = view_event(state, event, viewer) if marks else None
        if seen is not None:
            text = encode(seen) + seen.sentence(state).encode()
            assert not [mark for mark in marks if mark in text], (viewer, seen)
