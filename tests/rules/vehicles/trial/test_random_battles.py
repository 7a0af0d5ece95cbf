"""Bots play battles by the trial vehicle rules, with vehicles of the library that comes with the project."""

import functools
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

import rules
from rules import bots, codec
from rules.core.ids import ProfileId, SideId, WeaponId
from rules.dice.sources import SeededDice
from rules.engine import decide, fold, legal_actions, preview
from rules.forces.army import Army, Entry, Member
from rules.forces.fitting import UnfitArmy
from rules.forces.profile import Profile
from rules.forces.stored import opened
from rules.forces.weapon import Weapon
from rules.state import Event
from rules.vehicles.shared.events import ChartResult, VehicleHit
from rules.vehicles.trial.events import StepTaken
from tests.builders import a_profile, a_weapon
from tests.rules.arenas import LIVELY, box, facing_west_and_east, ground

A, B = SideId("a"), SideId("b")
LIBRARIES = Path(__file__).parents[4] / "tabletop" / "armies" / "library" / "data"
CARBINE = a_weapon("carbine", shots=2, strength=4, ap=5)
LAUNCHER = a_weapon("launcher", type="heavy", range_in=36, strength=8, ap=3)


@functools.cache
def every_weapon() -> tuple[Weapon, ...]:
    """Of all libraries; a vehicle's weapons may be those that people carry. (TRI-CHAR-06)"""
    listed = [msgspec.json.decode(path.read_bytes())["weapons"] for path in sorted(LIBRARIES.glob("*.library.json"))]
    return tuple({w["id"]: msgspec.convert(w, Weapon) for weapons in listed for w in weapons}.values())


def an_army(name: str, vehicles: tuple[str, ...]) -> Army:
    """One of each of those vehicles, and three squads."""
    text = msgspec.json.decode((LIBRARIES / "trial.library.json").read_bytes())
    profiles = [opened(p, Profile) for p in text["profiles"] if p["id"] in vehicles]
    fitted = {m.weapon for p in profiles if p.hull for m in p.hull.mounts}
    weapons = [w for w in every_weapon() if w.id in fitted]
    hulls = [Entry(name=f"{name} {p.name}", members=(Member(profile=p.id, count=1),)) for p in profiles]
    arms = (WeaponId("carbine"), WeaponId("launcher"))
    squads = [
        Entry(name=f"{name} squad {n}", members=(Member(profile=ProfileId("trooper"), count=4, weapons=arms),))
        for n in (1, 2)
    ]
    trooper = a_profile(s=4, sv=5)
    every = (*profiles, trooper)
    return Army(name=name, entries=(*hulls, *squads), profiles=every, weapons=(*weapons, CARBINE, LAUNCHER))


TERRAIN = (
    ground("road", ((0, 15), (36, 15)), line=True, width_in=2, going="road"),
    ground("ruin", box(16, 20, 20, 24), going="difficult", cover="hard", height_in=3, blocks_sight=True, look="rubble"),
    ground("bog", box(15, 4, 21, 9), going="difficult", look="marsh"),
)
SCENARIO = facing_west_and_east(
    "Trial", 36, 30, 10, terrain=TERRAIN, options={**LIVELY, "vehicle_module": "trial", "tri_stand_before_tank": True}
)
ARMIES = {
    A: an_army("Ash", ("mattock", "hauberk", "plover", "bailiff", "trebuchet")),
    B: an_army("Birch", ("ravelin", "charabanc", "harrier", "revenant")),
}


def of_other_vehicles(cited: tuple[str, ...]) -> list[str]:
    """Rules among those that are no rules of this battle: those of the other vehicle module. (TRI-JOIN-01)"""
    return [rule for rule in cited if rule.startswith("VEH-")]


def played(seed: int, steps: int) -> list[Event]:
    """A battle by bots, every action of theirs written and read again, its preview asked for."""
    options = {"tri_glancing_column": ("gemini", "third_edition")[seed % 2], "tri_stand_before_tank": seed % 2 == 0}
    log = rules.new_game(SCENARIO, ARMIES, options)
    state = fold(log)
    dice, choices = SeededDice(seed), SeededDice(seed + 10**6)
    for n in range(steps):
        side = bots.to_act(state)
        if side is None:
            break
        found = legal_actions(state, side)
        action = bots.choose(state, found, choices, n * bots.DICE_PER_CHOICE)
        assert action is not None
        assert codec.decode_action(codec.encode(action)) == action
        shown = preview(state, action)
        assert shown.refusal is None
        assert not of_other_vehicles(shown.rules), (action, shown.rules)
        events = decide(state, action, dice)
        assert codec.decode_events(codec.encode(events)) == events
        state = fold(events, state)
        log += events
    assert codec.decode_state(codec.encode(state)) == state == fold(log)
    return log


def test_bots_play_battles_of_them() -> None:
    log = [event for seed in range(2) for event in played(seed, 260)]
    counts = {kind: sum(isinstance(e, kind) for e in log) for kind in (StepTaken, VehicleHit, ChartResult)}
    assert counts[StepTaken] >= 20
    assert counts[VehicleHit] >= 8
    assert counts[ChartResult] >= 3
    assert not [(type(e).__name__, e.rules) for e in log if of_other_vehicles(e.rules)]


def named(army: Army, called: str) -> Army:
    """The same numbers under its author's own names."""
    profiles = tuple(replace(p, name=f"{called} {n}") if p.hull else p for n, p in enumerate(army.profiles))
    return replace(army, profiles=profiles)


WITHOUT = {"tri_sample_data": False}


@pytest.mark.rule("TRI-JOIN-01", "TRI-CHAR-05", "TRI-CHAR-06")
def test_a_battle_notes_that_it_fields_sample_vehicles() -> None:
    assert rules.new_game(SCENARIO, ARMIES)[0].rules == ("TRI-JOIN-01", "TRI-CHAR-05", "TRI-CHAR-06")


@pytest.mark.part_of("TRI-CHAR-05", "TRI-CHAR-06")
def test_a_table_without_samples_fields_vehicles_and_weapons_of_ones_own_alone() -> None:
    with pytest.raises(UnfitArmy) as unfit:
        rules.new_game(SCENARIO, ARMIES, WITHOUT)
    found = str(unfit.value).split("\n")
    made = [p.name for army in ARMIES.values() for p in army.profiles if p.hull and not p.name.startswith("Carter")]
    assert [line.partition(" is a ready-made vehicle (")[2].partition(")")[0] for line in found] == made
    assert found[0].endswith(
        "Allowed: " + found[0].partition(" of ")[0] + " left out of the army, a vehicle of your own in its place, "
        "or ready-made vehicles allowed at the table. (TRI-CHAR-05)"
    )
    own = {side: named(army, f"Own {side}") for side, army in ARMIES.items()}
    with pytest.raises(UnfitArmy, match=r"carries a ready-made weapon \(Maul gun\).*\(TRI-CHAR-06\)"):
        rules.new_game(SCENARIO, own, WITHOUT)
    guns = {s: tuple(replace(w, name=f"Own {w.name}") for w in army.weapons) for s, army in own.items()}
    fielded = {side: replace(army, weapons=guns[side]) for side, army in own.items()}
    assert rules.new_game(SCENARIO, fielded, WITHOUT)[0].rules == ("TRI-JOIN-01",)
