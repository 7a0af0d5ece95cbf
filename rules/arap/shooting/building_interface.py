"""What shooting asks of buildings: who fires out of them, and what fire at their armour does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rules.arap.shooting.by_mounts import ON_FOOT, HowFired
from rules.arap.shooting.plan import FirePlan, Firing, Reach
from rules.arap.sight.building_interface import Place
from rules.core.ids import ModelId, SideId, TerrainId, UnitId
from rules.core.modifier import Modifier
from rules.core.preview import Preview
from rules.core.refusal import Refusal
from rules.forces.unit import Model, Point, Unit
from rules.forces.weapon import Weapon
from rules.progress import Action, Progress
from rules.state import GameState


class FloorsOfShot(NamedTuple):
    """Members of a unit on one floor, and members of its target on one: where they truly stand, or why not.

    (BLD-LEVEL-02)
    """

    state: GameState
    unit: Unit
    target: Unit
    barred: Refusal | None = None


class ShotsFromBuildings:
    """People behind closed walls who shoot out; as a rule everybody shoots from where he stands."""

    def posted(self, state: GameState, unit: Unit, target: Unit) -> GameState | Refusal | None:
        """The state in which they stand at their ports, why they cannot fire, or None for an ordinary shot."""
        return None

    def modifiers(self, state: GameState, unit: Unit, target: Unit) -> tuple[Modifier, ...]:
        """What such a shot costs beside all else. (BLD-SSHT-03, BLD-SSHT-05, BLD-SSHT-06)"""
        return ()

    def limited(self, state: GameState, unit: Unit, target: Unit, plan: FirePlan) -> FirePlan:
        """The plan of those behind walls without what finds no port or window. (BLD-BUNK-02, BLD-SSHT-01)"""
        return plan

    def one_at_a_time(self, state: GameState, unit: Unit, plan: FirePlan) -> FirePlan:
        """The plan without those who cannot fire because they stand one behind the other in a doorway. (BLD-DOOR-05)"""
        return plan

    def victims(
        self, state: GameState, unit: UnitId, firers: Iterable[ModelId], target: Unit
    ) -> tuple[ModelId, ...] | None:
        """Who of a unit behind walls those firers can hit; None for all of it. (BLD-SSHT-04)"""
        return None

    def have_fired(self, progress: Progress, unit: Unit, target: Unit, plan: FirePlan) -> None:
        """Who has fired out, and can be fired at from now on. (BLD-SSHT-01, BLD-SSHT-03)"""

    def mans_weapons(self, state: GameState, unit: Unit) -> bool:
        """Whether a unit is the crew of weapons that are built in and work. (BLD-BUNK-11)"""
        return False

    def housed_targets(self, state: GameState, side: SideId) -> Iterable[Unit]:
        """Enemies of a side who are behind walls and not on the table. (BLD-SECT-01)"""
        return ()


class ShotsBetweenFloors:
    """Shots, throws and lobs by or at people on floors that are laid out apart; as a rule nobody is."""

    def by_floors(self, state: GameState, unit: Unit, target: Unit) -> Sequence[FloorsOfShot]:
        """The parts of a shot by or at a unit that is on several floors; none for any other. (BLD-LEVEL-02)"""
        return ()

    def apart(self, state: GameState, unit: Unit, target: Unit) -> float | None:
        """Inches between two units of which one is on a floor that is laid out apart; None for what is measured."""
        return None

    def upstairs(self, state: GameState, unit: Unit, target: Unit | None) -> GameState | Refusal | None:
        """The state for a throw or lob from an upper floor or at one; None for any other. (BLD-LEVEL-02)"""
        return None


class ShotsFromHighUp:
    """People on high walls, and those who lean out; as a rule nobody does."""

    def throw_barred(
        self, state: GameState, unit: Unit, thrower: Model, aim: Place, weapon: Weapon, far: float
    ) -> Refusal | None:
        """Why somebody does not throw so far to a place above or under him. (BLD-HIGH-01, BLD-HIGH-06)"""
        return None

    def from_high_up(self, state: GameState, unit: Unit, plan: FirePlan) -> FirePlan:
        """The plan of those on high walls without what they cannot fire at from there. (BLD-HIGH-01, BLD-HIGH-06)"""
        return plan

    def reached(self, state: GameState, unit: Unit, model: Model, target: Unit, reach: Reach) -> Point | Refusal:
        """From where somebody fires who leans out or holds his weapon out. (BLD-HIGH-02, BLD-HIGH-03)"""
        return Refusal("no-edge", "There is nothing to lean out of.", "BLD-HIGH-02", "a window, an edge, a corner")

    def wild_barred(self, weapon: Weapon) -> Refusal | None:
        """Why a weapon is not held out and fired blind. (BLD-HIGH-04)"""
        return None


class AtWall(Action, frozen=True, kw_only=True):
    """What is attacked: a door or window by its number, or an inch of wall by the wall and the inch. (BLD-WALL-01)"""

    unit: UnitId
    terrain: TerrainId
    opening: int | None = None
    wall: int = 0
    part: int = 0

    def as_pressed(self, state: GameState) -> AtWall:
        """The same by whoever can take part in it there, once another place has been named."""
        return self


class FireAtWalls:
    """Mounted weapons at walls, doors and windows; as a rule there are none to fire at."""

    def walls_near(self, state: GameState, unit: Unit, reach_in: float) -> Iterable[tuple[str, AtWall]]:
        """Those that are worth an offer, each with its name."""
        return ()

    def no_wall(self, state: GameState, at: AtWall) -> Refusal | None:
        """Why nothing is fired at that."""
        return Refusal("no-wall", "There is no such wall, door or window.", "BLD-WALL-01", "a unit")

    def mark_before(self, state: GameState, at: AtWall) -> GameState:
        """The state with the mark of fire at a spot a little before it, where it truly is. (BLD-LEVEL-02)"""
        return state

    def damaging(self, state: GameState, at: AtWall, plan: FirePlan) -> FirePlan:
        """Those shots of a plan that can damage it, with the modifiers of fire at it. (BLD-WALL-01)"""
        return plan

    def wall_preview(self, state: GameState, at: AtWall, plan: FirePlan, how: HowFired = ON_FOOT) -> Preview:
        """What the plan needs, what is left, who stands in the way of a fall. (BLD-WALL-09)"""
        return Preview()

    def take_wall_fire(self, progress: Progress, at: AtWall, plan: FirePlan, how: HowFired = ON_FOOT) -> None:
        """Roll the shots of the plan, then what falls. (BLD-WALL-02, BLD-WALL-09)"""


class AtBuilding(Action, frozen=True, kw_only=True):
    """A building that is fired at as a whole. (BLD-FIRE-01)"""

    unit: UnitId
    terrain: TerrainId
    section: str = ""
    """The letter of the section that is aimed at; "" for the nearest at the ground. (BLD-BUNK-05)"""


class FireAtBuildings:
    """Fire at the armour of buildings; as a rule there is nothing to fire at."""

    def armoured(self, state: GameState) -> Sequence[tuple[str, TerrainId, str]]:
        """What can be fired at: names, buildings, and the letters of their sections. (BLD-BUNK-03, BLD-BUNK-05)"""
        return ()

    def no_target(self, state: GameState, at: AtBuilding, eyes: Sequence[Point]) -> Refusal | None:
        """Why a side does not fire at that building from there."""
        return Refusal("no-armour", "There is no armoured building of that name.", "BLD-BUNK-03", "a unit")

    def can_hurt(self, state: GameState, at: AtBuilding, weapon: Weapon) -> bool:
        """Whether a weapon can so much as glance off it. (BLD-BUNK-06)"""
        return False

    def mark_on(self, state: GameState, at: AtBuilding, eyes: Sequence[Point]) -> GameState:
        """The state with the mark of fire at a spot on the wall nearest to those eyes."""
        return state

    def fire_preview(self, state: GameState, at: AtBuilding, plan: FirePlan, how: HowFired = ON_FOOT) -> Preview:
        """What a plan of fire at that mark may bring. (BLD-BUNK-06)"""
        return Preview()

    def take_fire(self, progress: Progress, at: AtBuilding, plan: FirePlan, how: HowFired = ON_FOOT) -> None:
        """Roll the shots of the plan; the hits meet the armour one by one. (BLD-BUNK-06, BLD-BUNK-08)"""


class AtSection(Action, frozen=True, kw_only=True):
    """What something that bursts is fired into: a section, and the opening by its place in the section's list.

    (BLD-SSHT-10)
    """

    unit: UnitId
    terrain: TerrainId
    section: str
    way: int = 0


class FireIntoSections:
    """Mounted shells and streams into sections of houses; as a rule there are none. (BLD-SSHT-08, BLD-SSHT-10)"""

    def sections_held(self, state: GameState, unit: Unit) -> Iterable[tuple[str, AtSection]]:
        """Sections with enemies of a unit and their open ways, each with its name."""
        return ()

    def no_section(self, state: GameState, at: AtSection) -> Refusal | None:
        """Why nothing is fired into it by that way."""
        return Refusal("no-sections", "There is no such house played by sections.", "BLD-SECT-01", "a unit")

    def mark_in(self, state: GameState, at: AtSection) -> GameState:
        """The state with the mark of fire at a spot in the opening, which the house does not hide."""
        return state

    def bursting(self, state: GameState, at: AtSection, plan: FirePlan) -> FirePlan:
        """What of a plan bursts in there, with what the opening costs. (BLD-INTO-04, BLD-SSHT-10)"""
        return plan

    def section_preview(self, state: GameState, at: AtSection, plan: FirePlan, how: HowFired = ON_FOOT) -> Preview:
        """How likely it gets in, and whom it hits there."""
        return Preview()

    def take_section_fire(self, progress: Progress, at: AtSection, plan: FirePlan, how: HowFired = ON_FOOT) -> None:
        """Shot by shot; wounds at the end. (BLD-SSHT-08)"""


class AtPorts(AtBuilding, frozen=True, kw_only=True):
    """Firing ports that are fired at: the building, and the letter of a room or section, "" for all of it."""

    part: str = ""


class FireAtPorts:
    """Mounted weapons at people behind the firing ports of buildings; as a rule there are none. (BLD-PORT-01)"""

    def ports_held(self, state: GameState, unit: Unit) -> Iterable[tuple[str, AtPorts]]:
        """Ports with enemies of a unit behind them, each with a name."""
        return ()

    def no_ports(self, state: GameState, at: AtPorts) -> Refusal | None:
        """Why nobody behind them is fired at."""
        return Refusal("no-port", "There are no such firing ports.", "BLD-PORT-01", "a unit")

    def mark_at_port(self, state: GameState, at: AtPorts, eye: Point, weapon: Weapon) -> GameState | Refusal:
        """The state with the mark of fire at a spot in the port nearest to an eye, or why there is none."""
        return state

    def at_ports(self, state: GameState, at: AtPorts, plan: FirePlan) -> FirePlan:
        """What of a plan may go in, with what a port costs; without any a plan that is refused. (BLD-PORT-02)"""
        return plan

    def ports_preview(self, state: GameState, at: AtPorts, plan: FirePlan, how: HowFired = ON_FOOT) -> Preview:
        """Goals, how many hits go in, and what they do."""
        return Preview()

    def take_ports_fire(self, progress: Progress, at: AtPorts, plan: FirePlan, how: HowFired = ON_FOOT) -> None:
        """Shots; what goes in strikes those inside. (BLD-PORT-03 to -07)"""


class StreamsAtBuildings:
    """Template weapons that are fired into houses; as a rule there are none."""

    def has_burnt(self, progress: Progress, unit: Unit, firing: Firing, *, aimed_well: bool) -> None:
        """A stream has been fired; the wall beside the opening may be struck as well. (BLD-TMPL-06)"""

    def notes_of_stream(self, state: GameState, firing: Firing) -> tuple[str, ...]:
        """What a preview says of that."""
        return ()
