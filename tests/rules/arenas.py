"""Where bots fight for the tests: the samples, and small tables on which things soon happen."""

import functools
import random
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec
from msgspec.structs import replace

import rules
from rules.core.ids import ProfileId, SideId, TerrainId, WeaponId
from rules.engine import fold
from rules.forces import stored
from rules.forces.army import Army, Entry, Member
from rules.rulebook import switches
from rules.state import Event, GameState
from rules.table.scenario import Objective, OptionValue, Scenario, Zone
from rules.table.terrain import Terrain

SAMPLE = Path(__file__).parents[2] / "tabletop" / "sample"
A, B = SideId("a"), SideId("b")
LIVELY = {"busts_allowed": 3}
"""Switches under which more units act in a turn."""
SECRET = "Silent"
"""Every name of a hidden unit has this word, which no other name has."""


@functools.cache
def sample_scenario(name: str) -> Scenario:
    return msgspec.json.decode((SAMPLE / f"{name}.scenario.json").read_bytes(), type=Scenario)


@functools.cache
def sample_army(name: str) -> Army:
    return stored.read((SAMPLE / f"{name}.army.json").read_bytes(), Army)


def some(name: str, *parts: tuple[str, int, str], **values: object) -> Entry:
    """A unit of parts (profile, count, weapons); its first model leads."""
    members = [
        Member(
            profile=ProfileId(profile), count=count, weapons=tuple(map(WeaponId, weapons.split())), leader=place == 0
        )
        for place, (profile, count, weapons) in enumerate(parts)
    ]
    return Entry(name=name, members=tuple(members), **values)  # type: ignore[arg-type]


def box(left: float, top: float, right: float, bottom: float) -> tuple[tuple[float, float], ...]:
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def facing_west_and_east(name: str, width: float, height: float, deep: float, **values: object) -> Scenario:
    """A scenario with zones of that depth at two opposite edges and an objective in the middle."""
    return Scenario(
        name=name,
        width_in=width,
        height_in=height,
        zones=(
            Zone(side=A, points=box(0, 0, deep, height)),
            Zone(side=B, points=box(width - deep, 0, width, height)),
        ),
        objectives=(Objective(id="middle", name="The Middle", at=(width / 2, height / 2)),),
        **values,  # type: ignore[arg-type]
    )


def ground(id: str, points: tuple[tuple[float, float], ...], **values: object) -> Terrain:
    return Terrain(id=TerrainId(id), name=id.replace("-", " ").title(), points=points, **values)  # type: ignore[arg-type]


def brawl() -> tuple[Scenario, dict[SideId, Army]]:
    """Foot at close quarters among walls, woods and dangerous ground: charges, melees, routs."""
    terrain = (
        ground("low-wall", ((13, 4), (13, 11)), line=True, width_in=0.4, going="difficult", cover="hard", height_in=1),
        ground("thicket", box(11, 13, 16, 18), going="difficult", cover="soft", height_in=3, blocks_sight=True),
        ground("scree", box(10, 0.5, 17, 3), hazard=1, hazard_strength=3),
        ground("reeds", box(11, 19, 16, 22), going="variable", cover="soft"),
        ground("boulder", box(13, 11.5, 14.5, 12.5), going="impassable", height_in=3, blocks_sight=True),
    )
    scenario = facing_west_and_east("Brawl", 28, 24, 8, terrain=terrain, options=LIVELY)
    ours = replace(
        sample_army("northmarch-rangers"),
        entries=(
            some("Axes", ("sapper", 1, "service-pistol trench-axe"), ("sapper", 5, "assault-carbine trench-axe")),
            some("Blades", ("sergeant", 1, "service-pistol trench-axe"), ("ranger", 7, "field-carbine bayonet")),
            some("Torches", ("sapper", 4, "flame-projector trench-axe")),
            some("Vale", ("captain", 1, "service-pistol sabre")),
        ),
    )
    theirs = replace(
        sample_army("saltmere-compact"),
        entries=(
            some("Cleavers", ("breacher", 1, "hand-cannon cleaver"), ("breacher", 5, "scattergun cleaver")),
            some("Levy", ("captain-of-levy", 1, "hand-cannon cleaver"), ("levy", 8, "levy-rifle bayonet")),
            some("Raw Levy", ("levy", 6, "levy-rifle bayonet")),
            some("Crane", ("warden", 1, "hand-cannon maul")),
        ),
    )
    return scenario, {A: ours, B: theirs}


def armour() -> tuple[Scenario, dict[SideId, Army]]:
    """Vehicles of every kind within easy range, transports with squads aboard, guns that hurt hulls."""
    terrain = (
        ground("road", ((0, 15), (36, 15)), line=True, width_in=2, going="road"),
        ground("ruin", box(16, 20, 20, 24), going="difficult", cover="hard", height_in=3, blocks_sight=True),
        ground("bog", box(15, 4, 21, 9), going="very-difficult", hazard=1),
        ground("pylon", box(17, 11, 18, 12), going="impassable", height_in=4, blocks_sight=True),
    )
    scenario = facing_west_and_east("Armour", 34, 30, 11, terrain=terrain, options=LIVELY)
    lances = ("sapper", 6, "melta-lance trench-axe")
    ours = replace(
        thin(sample_army("northmarch-rangers")),
        entries=(
            some("Anvil", ("anvil", 1, "")),
            some("Kestrel", ("kestrel", 1, "")),
            some("Bulwark", ("bulwark", 1, "")),
            some("Riders", lances, inside="Bulwark"),
            some("Lances", lances),
        ),
    )
    theirs = replace(
        thin(sample_army("saltmere-compact")),
        entries=(
            some("Ironback", ("ironback", 1, "")),
            some("Strider", ("strider", 1, "")),
            some("Heron", ("heron", 1, "")),
            some("Gunners", ("gunner", 4, "nest-autogun bayonet")),
            some("Skiff Hunters", ("gunner", 4, "skiff-lance bayonet")),
        ),
    )
    return scenario, {A: ours, B: theirs}


def thin(army: Army) -> Army:
    """The army with plates of 10 all round, so that hits go through."""
    profiles = tuple(
        replace(p, hull=replace(p.hull, front=10, side=10, rear=10)) if p.hull else p for p in army.profiles
    )
    return replace(army, profiles=profiles)


def ambush() -> tuple[Scenario, dict[SideId, Army]]:
    """Units that the other side does not know of, and units in reserve."""
    scenario, armies = brawl()
    scenario = replace(scenario, name="Ambush", width_in=36, zones=())
    zones = (Zone(side=A, points=box(0, 0, 9, 24)), Zone(side=B, points=box(25, 0, 36, 24)))
    return replace(scenario, zones=zones), {side: with_secrets(army) for side, army in armies.items()}


def with_secrets(army: Army) -> Army:
    """The army with its last two units hidden and its second one in reserve."""
    entries = [
        replace(entry, name=f"{SECRET} {entry.name}", hidden=True) if place >= 2 else replace(entry, reserve=place == 1)
        for place, entry in enumerate(army.entries)
    ]
    return replace(army, entries=tuple(entries))


def convoy() -> tuple[Scenario, dict[SideId, Army]]:
    """A gun in tow, a dozer blade, ridden bikes, troops aboard and outside, a skimmer, all within easy reach."""
    terrain = (
        ground("track", ((0, 15), (34, 15)), line=True, width_in=3, going="road"),
        ground("dike", ((17, 2), (17, 11)), line=True, width_in=0.6, going="difficult", cover="hard", height_in=1.5),
        ground("mere", box(14, 20, 20, 25), going="difficult", hazard=1),
    )
    options = {**LIVELY, "vehicle_squadrons": True, "bike_and_rider": "separate"}
    scenario = facing_west_and_east("Convoy", 34, 30, 12, terrain=terrain, options=options)
    theirs = replace(
        thin(sample_army("saltmere-compact")),
        entries=(
            some("Ironback", ("ironback", 1, ""), squadron="Fen"),
            some("Heron", ("heron", 1, ""), squadron="Fen"),
            some("Strider", ("strider", 1, "")),
            some("Breachers", ("breacher", 5, "scattergun cleaver shard-pot")),
            some("Gunners", ("gunner", 4, "nest-autogun bayonet")),
        ),
    )
    return scenario, {A: thin(sample_army("dunmarsh-column")), B: theirs}


def ring() -> tuple[Scenario, dict[SideId, Army]]:
    armies = {A: sample_army("cinder-runners"), B: sample_army("toll-wardens")}
    return sample_scenario("cinder-ring"), armies


def harrow_ford() -> tuple[Scenario, dict[SideId, Army]]:
    armies = {A: sample_army("northmarch-rangers"), B: sample_army("saltmere-compact")}
    return sample_scenario("harrow-ford"), armies


def of_sample(name: str, first: str, second: str) -> Callable[[], tuple[Scenario, dict[SideId, Army]]]:
    return lambda: (sample_scenario(name), {A: sample_army(first), B: sample_army(second)})


def lockhouse_lane() -> tuple[Scenario, dict[SideId, Army]]:
    armies = {A: sample_army("northmarch-patrol"), B: sample_army("saltmere-foragers")}
    return sample_scenario("lockhouse-lane"), armies


ARENAS = {
    "brawl": brawl,
    "armour": armour,
    "ambush": ambush,
    "convoy": convoy,
    "ring": ring,
    "lockhouse-lane": lockhouse_lane,
    "harrow-ford": harrow_ford,
    "sallow-gate": of_sample("sallow-gate", "northmarch-patrol", "saltmere-foragers"),
    "corn-exchange": of_sample("corn-exchange", "northmarch-patrol", "saltmere-foragers"),
    "undercroft": of_sample("undercroft", "northmarch-patrol", "saltmere-foragers"),
    "hollin-cross": of_sample("hollin-cross", "hollin-guard", "tidewater-raiders"),
    "carrow-quarry": of_sample("carrow-quarry", "carrow-guard", "fen-wardens"),
    "cinder-ring": ring,
}
ROUND = ("brawl", "armour", "ambush", "armour", "lockhouse-lane", "armour", "brawl", "harrow-ford")
"""Where game after game is recorded."""
ROUNDS = 7
SAMPLES = ("sallow-gate", "corn-exchange", "undercroft", "hollin-cross", "carrow-quarry", "cinder-ring")
"""Where the games after those rounds are recorded: houses, trial vehicles, the Rules Crusade, Street Race."""
SAMPLE_ROUNDS = 7
"""The first of version 13, the second of 14 and so on, the seventh of 19."""
RECORDED = ROUNDS * len(ROUND) + SAMPLE_ROUNDS * len(SAMPLES)
TOUR = (*ROUND[4:], *ROUND[:3], "convoy", ROUND[3], "ring")
"""Where game after game is played."""


def arena_of(number: int) -> str:
    """Where the recorded game of that number is played."""
    return (ROUND * ROUNDS + SAMPLES * SAMPLE_ROUNDS)[number]


def stage_of(number: int) -> str:
    """Where the game of that number is played for the referee."""
    return TOUR[number % len(TOUR)]


def opened(arena: str, number: int, options: Mapping[str, OptionValue] | None = None) -> tuple[list[Event], GameState]:
    """The log and the state of a new game there."""
    scenario, armies = ARENAS[arena]()
    log = rules.new_game(scenario, armies, options, game_id=f"{arena}-{number}")
    return log, fold(log)


NEVER_SWITCHED = ("vehicle_module", "tri_glancing_column", "tri_stand_before_tank", "dice_groups")
"""The arenas have Gemini vehicles; battles of trial vehicles, with their switches, have a test of their own.

The colours of dice change nothing of what they come to. (ARAP-SHOOT-09)
"""
UNTOUCHED_EVERY = 4
"""One game in so many is played as its table has it."""
MOST_OPEN_ENDED = 4
"""The highest value tried of a switch that has no highest."""


@functools.cache
def asked_for() -> tuple[str, ...]:
    """Every switch that some rule asks for."""
    source = "".join(path.read_text() for path in sorted(Path(rules.__file__).parent.rglob("*.py")))
    return tuple(key for key in switches() if f'"{key}"' in source and key not in NEVER_SWITCHED)


def values_of(key: str) -> tuple[OptionValue, ...]:
    """What is tried of a switch."""
    row = switches()[key]
    return row.values if isinstance(row.values, tuple) else tuple(range(row.least, MOST_OPEN_ENDED + 1))


def switched(number: int) -> dict[str, OptionValue]:
    """The switches of the game of that number: each at random, or for some games as the table has them."""
    if number % UNTOUCHED_EVERY == 0:
        return {}
    chance = random.Random(f"switches {number}")
    return {key: chance.choice(values_of(key)) for key in asked_for()}
