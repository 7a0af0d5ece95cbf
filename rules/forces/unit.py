"""Models and units, with all that changes about them in play."""

import math
from functools import cached_property
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from rules.core.ids import ModelId, ProfileId, SideId, TerrainId, UnitId, WeaponId
from rules.forces.hull import VehicleHull, VehicleMarks, VehicleMarksStruct

Point = tuple[float, float]


def tag(model: ModelId) -> str:
    """What players call a model: A1.3 is the third of A1."""
    return model.upper()


class Model(Struct, frozen=True, kw_only=True):
    """One figure or hull: where it stands (inches), which way it faces (degrees clockwise from up), its wounds left."""

    id: ModelId
    profile: ProfileId
    weapons: tuple[WeaponId, ...] = ()
    at: Point = (0.0, 0.0)
    facing: float = 0.0
    wounds: int = 1
    leader: bool = False
    prone: bool = False
    on_face: TerrainId = TerrainId("")
    """The face or ladder that it hangs on, part of the way up. (ARAP-CLIMB-04, ARAP-LADR-01)"""
    level_in: float = 0
    """How high it hangs above the foot of that face, in inches."""
    on_foot: bool = False
    """Thrown off the bike that it rode. (VEH-BIKE-06)"""
    part: str = ""
    """"mount" while a hit on its bike rather than its rider is worked out; never kept. (VEH-BIKE-05)"""
    sprawled: bool = False
    """It has fallen over: no moves and no attacks for the rest of the player turn. (ARAP-AGIL-02)"""

    @property
    def alive(self) -> bool:
        """Whether it is still in play."""
        return self.wounds > 0


class LiftRide(Struct, frozen=True, kw_only=True):
    """A unit in the car of a lift: the door where it gets out, and why it is not there yet. (BLD-LIFT-04, -05, -07)

    One that is `stuck` rolls to be freed when its turns begin; else it is carried on at the start of its next turn.
    """

    door: TerrainId
    stuck: bool = False
    came_by: TerrainId = TerrainId("")


class BunchedModel(Struct, frozen=True, kw_only=True):
    """A model that bunched with others in a doorway, where it stands, and whether it is the one that may fire.

    As long as none `fires` they are alike, and the player picks. Whoever moves on is out of it. (BLD-DOOR-05)
    """

    model: ModelId
    at: Point
    fires: bool = False


class LeaningModel(Struct, frozen=True, kw_only=True):
    """A model that leaned out to fire: where it stands and how far out it was. Whoever moves on is in again.

    (BLD-HIGH-02)
    """

    model: ModelId
    at: Point
    to: Point


OPERATIONS_IN: Final = 2
"""Inches of a move that two operations at doors cost, or one. (BLD-DOOR-01)"""


class DoorWork(Struct, frozen=True, kw_only=True):
    """What a member did at doors in the movement action at hand, of a vehicle as well. (BLD-DOOR-01, TRI-JOIN-06)"""

    model: ModelId
    operations: int
    walked_in: float = 0
    """Inches of its allowance that took it there."""

    @property
    def spent_in(self) -> float:
        """Inches off its allowance: two for each pair of operations, one alone counting as a pair. (BLD-DOOR-01)"""
        return self.walked_in + OPERATIONS_IN * math.ceil(self.operations / 2)


class UnitTurn(Struct, frozen=True, kw_only=True):
    """What a unit did in one player turn of its own; the previous one is kept, since some rules look back."""

    tried: bool = False
    """It has made its activation roll. (ARAP-ACT-02)"""
    bust: bool = False
    """That roll was a bust. (ARAP-ACT-03)"""
    moved_in: float = 0
    """Length of its path. Fast targets look at it. (ARAP-HIT-08)"""
    fled_in: float = 0
    """Inches beside that in flight or pursuit. (ARAP-HIT-08)"""
    start: Point | None = None
    path: tuple[tuple[float, float, float], ...] = ()
    """The anchor's poses (x, y, facing) from first to last."""
    allowance_spent_in: float = 0
    charges: int = 0
    target_ran: bool = False
    charge_spent_in: float = 0
    """Allowance that its present charge used up before it was halted for a template. (ARAP-STAND-05)"""
    shots: dict[str, int] = {}
    """Shots fired, by "model/weapon". (ARAP-WPN-02)"""
    shot_at: UnitId | None = None
    """Whom it shot at last in this turn; corrective aiming looks at it. (ARAP-HIT-05)"""
    shot_moves: tuple[int, int] = (0, 0)
    """Counts of moves of firer and target at that shot: neither has moved while they stay the same."""
    corrected: bool = False
    """It had a bonus for correcting its guesses, so that an observer is of no more help. (ARAP-HIT-05)"""
    last_action: str = ""
    tactical: bool = False
    was_in_cover: str = ""
    """Terrain that gave it cover when the turn began; fleeting targets look at it. (ARAP-HIT-10)"""
    stopped: bool = False
    coupled: str = ""
    """"limbered" or "unlimbered" in this turn, after which a vehicle stands still. (VEH-TOW-02, VEH-TOW-03)"""
    ladders: tuple[tuple[TerrainId, ModelId], ...] = ()
    """Who got on or off which ladder. (ARAP-LADR-02)"""
    carried: bool = False
    """A moving walkway has carried it. (BLD-TUBE-09)"""
    passed: tuple[tuple[str, ModelId], ...] = ()
    """Who went through which door, window or hole. (BLD-DOOR-06, BLD-MOUSE-02)"""
    storms: UnitId | None = None
    """The vehicle that it has charged and strikes with its bonus in the coming round. (VEH-CC-02)"""
    storms_from: str = ""
    """At which side: front, flank or rear."""
    caught_at: tuple[float, float, float] | None = None
    """The pose on its path where it caught the vehicle. (VEH-CC-01)"""
    grenades_kept: tuple[str, ...] = ()
    """Grenades that it was asked about in the charge at hand and keeps. (ARAP-CCG-01, ARAP-CCG-02)"""
    at_hatch: tuple[ModelId, ...] = ()
    """Who fired from a hatch and can be seen there. (VEH-OPEN-01)"""
    shot_over: dict[str, tuple[ModelId, ...]] = {}
    """Who fired over which face of the vehicle that it is aboard of. (VEH-FROM-04, VEH-FROM-07)"""
    at_doors: tuple[DoorWork, ...] = ()
    """Its movement action is begun, and members work on doors: the walk that goes on is paid. (BLD-DOOR-01)"""
    driven: bool = False
    """It has made its drive of this turn by the Street Race rules, or nobody has for it. (VEH-RACE-03)"""
    left_moved: bool = False
    """It got out of a vehicle that had moved: no further movement in this turn. (TRI-TRAN-10)"""
    left_closed: bool = False
    """It got out of a closed vehicle: no charge in this turn. (TRI-TRAN-16)"""
    left_alone: UnitId | None = None
    """Whom it left aboard when it got out alone in this turn. (TRI-TRAN-08)"""
    sections_gone: int = 0
    """Moves from section to section, where a table allows one a turn. (BLD-SMOV-01)"""
    fired_out: dict[ModelId, str] = {}
    """Who fired out of a section, and towards which side of the table. (BLD-SSHT-01, BLD-SSHT-02)"""
    rulings: dict[str, str] = {}
    """What the host ruled about its shots, by "over:target", "part:target" and "plain:target". (ARAP-SHOOT-08)"""


class VehicleState(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What has happened to a hull, by whichever vehicle rules it is played."""

    hull: int = 0
    shaken: bool = False
    """Bites in its owner's next player turn; `shaken_now` while that turn lasts. (VEH-JOIN-07)"""
    shaken_now: bool = False
    stunned: bool = False
    stunned_now: bool = False
    immobilised: bool = False
    lost_mounts: tuple[int, ...] = ()
    fired: tuple[int, ...] = ()
    """Mounts fired in this player turn."""
    wrecked: str = ""
    """"", "destroyed", "flipped", "exploded" or "annihilated"."""
    last_result: str = ""
    last_roll: tuple[str, int] | None = None
    """Column and row of the latest chart result, for the card's lit cell."""
    last_die: int = 0
    """The die of that result, before what was added to it; 0 where none is known. (VEH-CHART-01, TRI-DMG-03)"""
    own: VehicleMarks | None = None
    """What its own vehicle rules remember of it; None as long as that is nothing."""

    def with_own(self, own: VehicleMarks) -> "VehicleState":
        """The same with other marks of its own rules. Marks that say nothing are none: one state has one form."""
        return replace(self, own=own if own != type(own)() else None)

    def ruled(self, hull: VehicleHull | None, what: str, value: object) -> "VehicleState":
        """The same with one value set by the host, be it one of all vehicles or of its own rules."""
        if what in self.__struct_fields__:
            return replace(self, **{what: value})
        own = self.own or (hull.fresh_marks() if hull else None)
        if not isinstance(own, VehicleMarksStruct) or what not in own.__struct_fields__:
            return self
        return self.with_own(replace(own, **{what: value}))

    def value(self, what: str) -> int:
        """What `ruled` would change, as a number."""
        holder = self if what in self.__struct_fields__ else self.own
        return int(getattr(holder, what, 0))


class Unit(Struct, frozen=True, kw_only=True, dict=True):
    """A unit of models (a vehicle is a unit of one). Flags carry the rules' own words."""

    id: UnitId
    side: SideId
    name: str
    models: tuple[Model, ...]
    points: int = 0
    deployed: bool = False
    reserve: bool = False
    hidden: bool = False
    submerged: bool = False
    """Hidden because it is under water. (ARAP-SWIM-03)"""
    aboard: UnitId | None = None
    clinging: bool = False
    """On the outside of the vehicle that it is aboard of. (VEH-BRD-12)"""
    towed_by: UnitId | None = None
    """The vehicle that a load is coupled to. (VEH-TOW-01)"""
    serves: UnitId | None = None
    """The towed weapon whose crew it is. (VEH-TOW-01)"""
    section_of: UnitId | None = None
    """The drive section that this hull is coupled to for good. (VEH-HULL-04)"""
    squadron: str = ""
    """Vehicles of one name may act as one unit. (VEH-JOIN-12)"""
    boarded_turn: int = 0
    n_start: int = 0
    """Members at the start of the present player turn. (ARAP-SUPP-01, ARAP-CAS-04)"""
    moves: int = 0
    """How often any of its models has changed its place, by whatever cause."""
    now: UnitTurn = UnitTurn()
    before: UnitTurn = UnitTurn()
    s_active: int = 0
    s_pending: int = 0
    pinned: bool = False
    """Two actions fewer in its next turn. (ARAP-PIN-01)"""
    pinned_now: bool = False
    """The turn that pinning spoils is running."""
    gone_to_ground: bool = False
    ground_fresh: bool = False
    """Went to ground in its own present turn, which therefore does not count as the next one. (ARAP-GTG-03)"""
    prone: bool = False
    routing: bool = False
    flinched: bool = False
    flee_moves: int = 0
    fleeing_from: UnitId | None = None
    pursuing: UnitId | None = None
    intercepting: UnitId | None = None
    """Chargers in whose way it has thrown itself. (ARAP-INT-01)"""
    at_hull: UnitId | None = None
    """The vehicle beside it that it fought in the latest round. (VEH-JOIN-09, VEH-CC-08)"""
    rallied: bool = False
    fled_through_cover: bool = False
    """Its last flee move led through cover: one rally test more. (ARAP-RALLY-02)"""
    at_edge: bool = False
    """It has fled to the table edge: the next rally test is its last. (ARAP-RALLY-02)"""
    held_ap: int = 0
    """Action points kept when it charged home, for use if it destroys its opponents at once. (ARAP-ACT-07)"""
    left_table: bool = False
    exit_at: Point | None = None
    avoid: UnitId | None = None
    """The unit it broke off from: no moving towards it. (ARAP-BREAK-03)"""
    avoid_turn: int = 0
    """Game turn in which that holds: the one of its next own player turn."""
    avoid_too: tuple[UnitId, ...] = ()
    """Further units of the same melee: those it broke off from, or that broke off from it."""
    gates: int = 0
    """Gates of a race that it has passed in order, all laps together."""
    part_of: UnitId | None = None
    """The unit that it was split off from and rejoins. (ARAP-COH-02)"""
    dazed: str = ""
    """"shaken" or "stunned" in a bunker: bites in its next turn; `dazed_now` while that lasts. (BLD-BUNK-11, -12)"""
    dazed_now: str = ""
    lift: LiftRide | None = None
    vehicle: VehicleState | None = None
    tags: tuple[str, ...] = ()
    """Host's tags for terms that no chapter defines yet. (ARAP-GEN-09)"""
    dearer: dict[str, int] = {}
    """Action points that kinds of actions cost it beside their own, by the host's word. (ARAP-ACT-08)"""
    standing: dict[str, str] = {}
    """What it always or never does where it may, or is asked each time. (ARAP-MELEE-04, ARAP-CCG-01, ARAP-CCG-02)"""
    blocking: tuple[ModelId, ...] = ()
    """Members who block a narrow way until they move. (ARAP-MELEE-04)"""
    bunched: tuple[BunchedModel, ...] = ()
    """Members who ended a move in one doorway. (BLD-DOOR-05)"""
    leaning: tuple[LeaningModel, ...] = ()
    """Members who leaned out since their unit was last activated. (BLD-HIGH-02)"""
    housed: dict[ModelId, str] = {}
    """Members in a house that is played by sections, each with its place, "house/letter". (BLD-SECT-01)

    They stand nowhere on the table; `at` is the middle of their section.
    """
    shown: tuple[ModelId, ...] = ()
    """Housed members who looked or fired out since their unit was last activated. (BLD-SSHT-04)"""
    inner_cover: tuple[ModelId, ...] = ()
    """Housed members who have hard cover from blasts inside, by the host's word. (BLD-SSHT-08)"""
    exposed: tuple[ModelId, ...] = ()
    """Housed members whom area weapons that strike the outside may hit, by the host's word. (BLD-SSHT-13)"""

    @cached_property
    def alive(self) -> tuple[Model, ...]:
        """Members still in play."""
        return tuple([m for m in self.models if m.wounds > 0])

    @property
    def bottleneck(self) -> tuple[BunchedModel, ...]:
        """Those who bunched in a doorway and have not moved since, if there are several. (BLD-DOOR-05)"""
        places = {m.id: m.at for m in self.alive} if self.bunched else {}
        still = tuple(b for b in self.bunched if places.get(b.model) == b.at)
        return still if len(still) > 1 else ()

    def leans_to(self, model: Model) -> Point | None:
        """Where a member that leans out shows itself; None for everybody else. (BLD-HIGH-02)"""
        return next((each.to for each in self.leaning if each.model == model.id and each.at == model.at), None)

    @cached_property
    def is_gone(self) -> bool:
        """Nobody left in play."""
        return not any(m.wounds > 0 for m in self.models)

    @property
    def is_out(self) -> bool:
        """Gone, or a wreck that stands where it was destroyed. (CRU-DEST-01)"""
        return self.is_gone or (self.vehicle is not None and self.vehicle.wrecked == "destroyed")

    @cached_property
    def in_play(self) -> bool:
        """Placed, not in reserve, not aboard, in no lift and not gone: on the table, or in a section of a house."""
        return self.deployed and self.aboard is None and self.lift is None and not self.left_table and not self.is_gone

    @cached_property
    def on_table(self) -> bool:
        """In play with somebody out of doors."""
        return self.in_play and not self.is_housed

    @cached_property
    def is_housed(self) -> bool:
        """Whether every member is in a house that is played by sections. (BLD-SECT-01)"""
        return bool(self.housed) and all(m.id in self.housed for m in self.models if m.wounds > 0)

    @property
    def is_pinned(self) -> bool:
        """Pinned, whether the turn that it spoils is to come or running. (ARAP-PIN-01)"""
        return self.pinned or self.pinned_now

    @property
    def hangs(self) -> bool:
        """Whether a member is part of the way up a face or ladder."""
        return any(m.on_face for m in self.alive)

    @property
    def is_vehicle(self) -> bool:
        """A hull with armour rather than wounds."""
        return self.vehicle is not None

    def model(self, model: ModelId) -> Model:
        """The member of that id; KeyError if there is none."""
        for m in self.models:
            if m.id == model:
                return m
        raise KeyError(model)

    def with_model(self, changed: Model) -> "Unit":
        """The unit with one member replaced."""
        return replace(self, models=tuple(changed if m.id == changed.id else m for m in self.models))
