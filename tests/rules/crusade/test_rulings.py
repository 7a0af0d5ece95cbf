"""What the host of a Rules Crusade overrules: dice, cards, states, places."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rules import view
from rules.core.ids import TerrainId, UnitId
from rules.crusade.marks import Blip, ModelMarks, deck, marks, of
from rules.crusade.rulings.aboard import RuleAboard, RuleDriver
from rules.crusade.rulings.blips import LayBlip, RuleBlip
from rules.crusade.rulings.states import RuleModel, RuleStand
from rules.crusade.rulings.structures import RuleHits
from rules.crusade.rulings.weapons import RuleWeapon
from rules.crusade.troops import MoveTroop
from rules.engine import legal_actions, preview
from rules.progress import Action
from rules.questions.units import states
from rules.state import GameState
from tests.rules.crusade.acts import A1, A2, HOUSE, shoot
from tests.rules.crusade.cast import A, B, act, battle, drive, held, put


def scene(**marked: Any) -> GameState:
    """A rhino with a marine aboard beside another, against a tank."""
    return battle(
        put("a1", "rhino", (10, 10)),
        put("a2", "marine", (10, 10), aboard="a1", weapons=["boltgun"]),
        put("a3", "marine", (20, 10), weapons=["boltgun"]),
        put("b1", "leman-russ", (30, 10)),
        put("b2", "marine", (40, 10)),
        noting={"b1": held("FIRE", "HULL")} | marked,
        left={"FIRE": 3, "HULL": 3, "CREW": 0, "DRIVE": 4, "WEAPON": 4},
        discards={"CREW": 1},
    )


def ruled(state: GameState, unit: str, what: str, value: int) -> tuple[GameState, str]:
    state, events = act(state, RuleModel(side=A, unit=unit, what=what, value=value, reason="a slip"))  # type: ignore[arg-type]
    return state, events[0].sentence(state)


def shown(state: GameState, unit: str) -> list[str]:
    return [each.words for each in states(state, state.units[unit])]  # type: ignore[index]


@pytest.mark.parametrize(
    ("unit", "what", "value", "as_ruled", "state"),
    [
        ("b2", "dice", 1, "Host: marine B2 has 1 die left, was 2 (a slip)", "1 of 2 dice left"),
        ("b2", "in_play", 0, "Host: marine B2 is no longer in play (a slip)", "Out of play"),
        ("a3", "knocked", 1, "Host: marine A3 is knocked down (a slip)", "Knocked down: no normal move in this turn"),
        ("b2", "knocked", 1, "Host: marine B2 is knocked down (a slip)", "Knocked down: loses its next normal move"),
        ("b2", "stunned", 1, "Host: marine B2 is stunned (a slip)", "Stunned: no action in its next turn"),
        ("b2", "hidden", 1, "Host: marine B2 is hidden (a slip)", "Hidden"),
        ("a3", "acted", 1, "Host: marine A3 is without its action (a slip)", "Its action is spent"),
        ("a3", "done", 1, "Host: marine A3 is done for this turn (a slip)", "Done for this turn"),
        ("a3", "weapons_ready", 0, "Host: marine A3 is no longer ready with all its weapons (a slip)", "boltgun lost"),
        (
            "b1",
            "moves",
            2,
            "Host: Leman Russ B1 has 2 move actions made, was 0 (a slip)",
            "2 move actions in its latest turn",
        ),
        ("b1", "wreck", 1, "Host: Leman Russ B1 is a wreck (a slip)", "Wreck"),
    ],
)
def test_a_ruling_sets_what_it_says(unit: str, what: str, value: int, as_ruled: str, state: str) -> None:
    after, said = ruled(scene(), unit, what, value)
    assert said == as_ruled
    assert state in shown(after, unit)


def test_what_a_ruling_has_set_another_takes_away() -> None:
    state, _ = ruled(scene(), "b2", "in_play", 0)
    state, _ = ruled(state, "b2", "in_play", 1)
    assert shown(state, "b2") == []
    state, _ = ruled(state, "b1", "wreck", 1)
    state, _ = ruled(state, "b1", "wreck", 0)
    assert "Wreck" not in shown(state, "b1")
    state, _ = ruled(state, "a3", "weapons_ready", 0)
    state, said = ruled(state, "a3", "weapons_ready", 1)
    assert (shown(state, "a3"), said) == ([], "Host: marine A3 is ready with all its weapons (a slip)")


@pytest.mark.rule("CRU-DMG-03")
def test_cards_that_are_dealt_by_ruling_leave_the_deck_and_then_the_discards() -> None:
    state, said = ruled(scene(), "b1", "FIRE", 3)
    assert said == "Host: Leman Russ B1 has 3 FIRE cards, was 1 (a slip)"
    assert (of(state, "b1").cards, deck(state)["FIRE"]) == (("HULL", "FIRE", "FIRE", "FIRE"), 1)  # type: ignore[arg-type]
    state, _ = ruled(state, "b1", "CREW", 1)
    assert marks(state).discards["CREW"] == 0
    state, _ = ruled(state, "b1", "FIRE", 0)
    assert (of(state, "b1").cards, marks(state).discards["FIRE"]) == (("HULL", "CREW"), 3)  # type: ignore[arg-type]


def test_who_is_moved_by_ruling_is_aboard_of_nothing_and_takes_its_riders_along() -> None:
    state, events = act(scene(), RuleStand(side=A, unit="a2", at=(14, 10), reason="fell out"))  # type: ignore[arg-type]
    assert events[0].sentence(state) == "Host: marine A2 is moved (fell out)"
    assert (state.units["a2"].aboard, state.units["a2"].models[0].at) == (None, (14, 10))  # type: ignore[index]
    state, _ = act(scene(), RuleStand(side=A, unit="a1", at=(12, 20), facing=90, reason="rolled"))  # type: ignore[arg-type]
    assert (state.units["a1"].models[0].facing, state.units["a2"].models[0].at) == (90, (12, 20))  # type: ignore[index]


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (RuleModel(side=A, unit="x9", what="dice", value=1, reason="x"), "unknown-unit"),  # type: ignore[arg-type]
        (RuleModel(side=A, unit="a3", what="dice", value=1, reason=" "), "no-reason"),  # type: ignore[arg-type]
        (RuleModel(side=A, unit="a3", what="luck", value=1, reason="x"), "bad-ruling"),  # type: ignore[arg-type]
        (RuleModel(side=A, unit="a3", what="wreck", value=1, reason="x"), "bad-ruling"),  # type: ignore[arg-type]
        (RuleModel(side=A, unit="a3", what="dice", value=3, reason="x"), "bad-ruling"),  # type: ignore[arg-type]
        (RuleModel(side=A, unit="a1", what="in_play", value=0, reason="x"), "somebody-aboard"),  # type: ignore[arg-type]
        (RuleModel(side=A, unit="a1", what="CREW", value=2, reason="x"), "no-card"),  # type: ignore[arg-type]
        (RuleStand(side=A, unit="a1", at=(99, 1), reason="x"), "off-table"),  # type: ignore[arg-type]
        (RuleWeapon(side=A, weapon="a1/7", condition="lost", reason="x"), "no-weapon"),
        (RuleWeapon(side=A, weapon="a9/0", condition="lost", reason="x"), "unknown-unit"),
        (RuleAboard(side=A, unit="a3", vehicle="b2", reason="x"), "no-vehicle"),  # type: ignore[arg-type]
        (RuleAboard(side=A, unit="b1", vehicle="a1", reason="x"), "bad-ruling"),  # type: ignore[arg-type]
        (RuleAboard(side=A, unit="a3", vehicle="a1", crew=True, reason="x"), "bad-ruling"),  # type: ignore[arg-type]
        (RuleDriver(side=A, wheel="a1/a2", reason="x"), "bad-ruling"),
        (RuleHits(side=A, terrain="shed", hits=1, reason="x"), "no-structure"),  # type: ignore[arg-type]
        (RuleBlip(side=A, blip="k", fate="away", reason="x"), "no-blip"),
    ],
)
def test_what_cannot_be_ruled(action: Action, code: str) -> None:
    refused = preview(scene(), action).refusal
    assert refused is not None
    assert refused.code == code
    assert all(offer.action != action for offer in legal_actions(scene(), A))


def rides(**more: Any) -> GameState:
    """A skiff with a driver and a rider, a gun with its crew, a house, a blip that somebody carries."""
    house = replace(HOUSE, id=TerrainId("house"))
    state = battle(
        put("a1", "skiff", (10, 10)),
        put("a2", "marine", (10, 10), aboard="a1"),
        put("a3", "marine", (10, 10), aboard="a1"),
        put("a4", "marine", (30, 20)),
        put("b1", "griffon", (30, 30)),
        put("b2", "guardsman", (30, 30), aboard="b1"),
        put("b3", "guardsman", (10, 10), aboard="a1"),
        terrain=(house,),
        noting={
            "a1": ModelMarks(driver=UnitId("a2"), driven=True),
            "b1": ModelMarks(driver=UnitId("b2"), driven=True, crew=(UnitId("b2"),)),
            **more,
        },
        blips=(Blip(id="k", at=(5, 5), content="plans", shown=True, taken_by=UnitId("a4")), Blip(id="m", at=(6, 6))),
    )
    return replace(state, scenario=replace(state.scenario, terrain=(house,)))


def as_ruled(state: GameState, action: Action) -> tuple[GameState, str]:
    """What is so after a ruling, and what its event says."""
    state, events = act(state, action)
    return state, events[-1].sentence(state)


@pytest.mark.parametrize("condition", ["lost", "jammed", "empty"])
def test_a_single_weapon_is_taken_off_or_repaired(condition: Any) -> None:
    """Whatever card or ruling it was lost to."""
    state = rides(b1=held("WEAPON", lost=("0",)))
    state, said = as_ruled(state, RuleWeapon(side=A, weapon="b1/0", condition="ready", reason="spare"))
    assert (said, of(state, "b1").lost) == ("Host: the Thunderer of Griffon B1 is ready (spare)", ())  # type: ignore[arg-type]
    state, said = as_ruled(state, RuleWeapon(side=A, weapon="b1/0", condition=condition, reason="a slip"))
    assert said == f"Host: the Thunderer of Griffon B1 is {condition} (a slip)"
    assert f"Thunderer {condition}" in shown(state, "b1")
    shot = preview(replace(state, turn=replace(state.turn, place=1)), shoot("b1", "a4")).refusal
    assert shot is not None
    assert shot.rule in ("CRU-DMG-07", "CRU-WEAP-02", "CRU-WEAP-10", "CRU-TRAN-07")


def test_who_drives_is_ruled_and_an_enemy_at_the_wheel_has_the_vehicle() -> None:
    state, said = as_ruled(rides(), RuleDriver(side=A, wheel="a1/", reason="asleep"))
    assert (said, of(state, A1).driver) == ("Host: nobody drives Skiff A1 (asleep)", None)
    assert preview(state, drive("a1")).refusal.code == "no-driver"  # type: ignore[union-attr]
    state, said = as_ruled(state, RuleDriver(side=A, wheel="a1/a3", reason="the other one"))
    assert (said, of(state, A1).driver) == ("Host: marine A3 drives Skiff A1 (the other one)", "a3")
    assert preview(state, drive("a1")).refusal is None
    state, _ = as_ruled(state, RuleDriver(side=A, wheel="a1/b3", reason="a boarder"))
    assert (state.units[A1].side, of(state, A1).driver) == (B, "b3")


def test_a_troop_is_put_aboard_and_into_the_crew() -> None:
    """What it drove before nobody drives; crew of another vehicle it is no more."""
    state, said = as_ruled(rides(), RuleAboard(side=A, unit=A2, vehicle=UnitId("b1"), reason="a mix-up"))
    assert said == "Host: marine A2 is aboard Griffon B1 (a mix-up)"
    assert (state.units[A2].aboard, of(state, A1).driver) == ("b1", None)
    assert state.units[A2].models[0].at == (30, 30)
    state, said = as_ruled(
        rides(), RuleAboard(side=A, unit=UnitId("b3"), vehicle=UnitId("b1"), crew=True, reason="late")
    )
    assert said == "Host: guardsman B3 is aboard Griffon B1, as its crew (late)"
    assert of(state, "b1").crew == ("b2", "b3")  # type: ignore[arg-type]


def test_a_driver_who_is_ruled_out_of_play_drives_no_more() -> None:
    """Up to version 14 the vehicle went on without him. (CRU-TRAN-06)"""
    gone = RuleModel(side=A, unit=A2, what="in_play", value=0, reason="fell out")
    state, _ = act(rides(), gone)
    assert of(state, A1).driver is None
    older, _ = act(replace(rides(), version="14"), gone)
    assert of(older, A1).driver == A2


def test_hits_of_a_structure_are_ruled_to_its_fall_and_back() -> None:
    state, said = as_ruled(rides(), RuleHits(side=A, terrain=HOUSE.id, hits=1, reason="a shell"))
    assert (said, state.terrain[0].damage) == ("Host: House has taken 1 hit, was 0 (a shell)", 1)
    state, said = as_ruled(state, RuleHits(side=A, terrain=HOUSE.id, hits=2, reason="more"))
    assert said == "Host: House has taken 2 hits and is broken open, was 1 (more)"
    assert (state.terrain[0].look, state.terrain[0].blocks_sight) == ("rubble", False)
    state, _ = as_ruled(state, RuleHits(side=A, terrain=HOUSE.id, hits=0, reason="not so"))
    assert (state.terrain[0], marks(state).structures["house"]) == (HOUSE, 0)


def test_blips_are_taken_away_covered_uncovered_and_dropped() -> None:
    """What lies under one is known to nobody but the host until it is uncovered."""
    state, _ = act(rides(), LayBlip(side=A, id="n", at=(9, 9), content="mortar"))
    state, said = as_ruled(state, RuleBlip(side=A, blip="m", fate="away", reason="never there"))
    assert (said, [b.id for b in marks(state).blips]) == ("Host: blip m is taken away (never there)", ["k", "n"])
    state, said = as_ruled(state, RuleBlip(side=A, blip="n", fate="uncovered", reason="a scout"))
    assert said == "Host: blip n is uncovered: mortar (a scout)"
    state, said = as_ruled(state, RuleBlip(side=A, blip="n", fate="covered", reason="he lied"))
    assert "mortar" not in said
    assert marks(view(state, B)).blips[1].content == ""
    carried = RuleBlip(side=A, blip="k", fate="covered", reason="x")
    assert preview(state, carried).refusal.code == "bad-ruling"  # type: ignore[union-attr]
    state, _ = as_ruled(state, RuleBlip(side=A, blip="k", fate="dropped", reason="shot dead"))
    assert (marks(state).blips[0].taken_by, marks(state).blips[0].at) == (None, (30, 20))


def test_an_action_given_back_is_whole_and_one_taken_is_gone() -> None:
    """Up to version 14 whoever was ruled stunned in its own turn acted all the same. (CRU-TROOP-04)"""
    state, _ = ruled(rides(), "a4", "stunned", 1)
    refused = preview(state, shoot("a4", "b1", "boltgun")).refusal
    assert refused is not None
    assert refused.code == "stunned"
    state, _ = ruled(state, "a4", "stunned", 0)
    assert not of(state, UnitId("a4")).acted
    older, _ = ruled(replace(rides(), version="14"), "a4", "stunned", 1)
    assert not of(older, UnitId("a4")).acted
    state, _ = ruled(rides(a1=ModelMarks(acted=True, extra=True, moves=2, driver=A2)), "a1", "acted", 0)
    assert (of(state, A1).acted, of(state, A1).extra) == (False, False)
    state, said = ruled(rides(), "a4", "spent_in", 4)
    assert (said, of(state, UnitId("a4")).spent_in) == (
        "Host: marine A4 has 4 inches of its move used, was 0 (a slip)",
        4,
    )
    state, said = ruled(rides(), "b1", "crew_hit", 1)
    assert said == "Host: Griffon B1 is to lose the action of its next turn (a slip)"


def test_inches_given_back_are_walked_though_an_action_had_ended_the_move() -> None:
    done = ModelMarks(spent_in=4, acted=True, move_over=True)
    walk = MoveTroop(side=A, unit=UnitId("a4"), path=((30, 17),))
    refused = preview(rides(a4=done), walk).refusal
    assert refused is not None
    assert refused.code == "move-over"
    for what in ("spent_in", "acted"):
        state, _ = ruled(rides(a4=replace(done, spent_in=2)), "a4", what, 0)
        assert preview(state, walk).refusal is None
