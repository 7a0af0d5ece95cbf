"""Doors and windows: what is open lets through, what is shut bars, and what it costs to work on them."""

import pytest
from msgspec.structs import replace

from rules.arap.events import ModelsMoved
from rules.arap.movement.walk import Move
from rules.arap.paths.turns import Waypoint
from rules.arap.shooting.shoot import Shoot
from rules.arap.sight.lines import visible
from rules.buildings.doors.locks import ForceDoor, HackLock, RuleOpening, SmashLock
from rules.buildings.doors.openings import OpeningChanged
from rules.buildings.doors.work import DoorWorked, WorkDoor
from rules.buildings.sections.go_between import GoToSection
from rules.engine import legal_actions, preview
from rules.events import Rolled
from rules.questions import board
from rules.questions import events as questions
from rules.table.building import Building, Opening, Room
from rules.table.terrain import Terrain
from tests.builders import a_battle, a_profile, a_unit, a_weapon, play, the
from tests.rules.buildings.sections import customs

RING = ((25.0, 15.0), (35.0, 15.0), (35.0, 25.0), (25.0, 25.0))
DOOR = Opening(a=(29.0, 25.0), b=(31.0, 25.0), name="yard door")
WINDOW = Opening(a=(25.0, 19.0), b=(25.0, 21.0), kind="window")
RIFLE = a_weapon("rifle")


def a_house(**door):
    inside = Building(handling="tabletop", openings=(replace(DOOR, **door), WINDOW))
    return Terrain(id="house", name="House", points=RING, going="impassable", look="building", building=inside)


def a_field(*mine, theirs=((44, 40),), ap=3, facing=0, profile=None, options=None, **door):
    squad = a_unit("a1", list(mine), weapons=[RIFLE], facing=facing, profile=profile)
    return a_battle(squad, a_unit("b1", list(theirs)), active="a1", ap=ap, terrain=(a_house(**door),), options=options)


def work(*operations, opening=0, **values):
    return WorkDoor(side="a", unit="a1", terrain="house", opening=opening, operations=operations, **values)


def at_door(kind, **values):
    return kind(side="a", unit="a1", terrain="house", opening=0, **values)


def go(*points):
    return Move(side="a", unit="a1", path=tuple(Waypoint(at=p) for p in points))


def door_of(state):
    return state.terrain[0].building.openings[0]


@pytest.mark.rule("BLD-DOOR-03")
def test_one_goes_through_what_is_open_and_not_through_walls_or_what_is_shut():
    _, state = play(a_field((30, 26)), go((30, 23)))
    assert state.units["a1"].models[0].at == (30, 23)
    for at, door in (((27, 26), "open"), ((30, 26), "closed"), ((30, 26), "locked")):
        refusal = preview(a_field(at, state=door), go((at[0], 23))).refusal
        assert (refusal.code, refusal.rule) == ("impassable", "BLD-DOOR-03")


@pytest.mark.rule("BLD-DOOR-02")
def test_a_sill_over_an_inch_is_paid_for_by_its_height():
    spent = {}
    for sill in (0, 1, 1.2, 1.8):
        shown = preview(a_field((30, 26), sill_in=sill), go((30, 23.5)))
        spent[sill] = (shown.spent_in, "BLD-DOOR-02" in shown.rules, shown.refusal.code if shown.refusal else "")
    assert spent[0] == spent[1] == (2.5, False, "")
    assert (spent[1.2], spent[1.8][2]) == ((3.7, True, ""), "too-high")
    over = preview(a_field((30, 26), sill_in=1.2), go((30, 23.5)))
    assert [toll.words for leg in over.legs for toll in leg.tolls] == ["over yard door 1.2″"]
    _, state = play(a_field((30, 26), sill_in=1.2), go((30, 23.5)))
    assert state.units["a1"].models[0].at == (30, 23.5)
    assert preview(a_field((30, 26), sill_in=1.2), go((30, 23))).refusal.code == "too-far"


def test_one_sees_through_what_is_open_alone():
    seen = {}
    for state in ("open", "closed", "broken"):
        field = a_field((30, 28), theirs=((30, 22),), state=state)
        seen[state] = visible(field, field.units["a1"].models[0], field.units["b1"].models[0])
    assert seen == {"open": True, "closed": False, "broken": True}


@pytest.mark.rule("BLD-DOOR-01", "BLD-DOOR-04")
def test_two_operations_cost_two_inches_of_the_action_and_the_unit_goes_on_with_it():
    field = a_field((30, 25.9), (30, 27.4), state="locked", keys=("a",), ap=1)
    shown = preview(field, work("unlock", "open"))
    assert (shown.ap, shown.spent_in, shown.allowance_in) == (1, 2, 4)
    events, state = play(field, work("unlock", "open"))
    assert [e.state for e in events if isinstance(e, OpeningChanged)] == ["closed", "open"]
    assert (state.turn.active, state.turn.ap) == ("a1", 0)
    assert preview(state, go((30, 23))).refusal.code == "too-far"
    walk = go((30, 24))
    assert preview(state, walk).ap == 0
    _, state = play(state, walk)
    assert (state.units["a1"].models[0].at, state.turn.active) == ((30, 24), None)


@pytest.mark.rule("BLD-DOOR-01")
def test_one_operation_costs_as_much_as_two_and_three_as_much_as_four():
    field = a_field((30, 25.9), state="locked", keys=("a",), profile=a_profile("sapper", m=5))
    spent = {}
    for does in (("unlock",), ("unlock", "open"), ("unlock", "open", "close"), ("unlock", "open", "close", "lock")):
        events, _ = play(field, work(*does))
        spent[len(does)] = the(events, DoorWorked).work.spent_in
    assert spent == {1: 2, 2: 2, 3: 4, 4: 4}


def test_operations_of_one_action_add_up():
    field = a_field((30, 25.9), state="closed")
    _, state = play(field, work("open"))
    shown = preview(state, work("close"))
    assert (shown.ap, shown.spent_in) == (0, 0)
    _, state = play(state, work("close"))
    assert preview(state, go((28, 25.9))).allowance_in == 2
    assert door_of(state).state == "closed"


@pytest.mark.rule("BLD-DOOR-04")
def test_the_opener_walks_up_to_the_door_first_and_its_comrades_go_through():
    field = a_field((31, 27.5), (29.6, 25.9), state="closed")
    events, state = play(field, work("open", model="a1.1"))
    assert the(events, DoorWorked).work.walked_in == 1.5
    shown = [e.sentence(field) for e in events if e.sentence(field)]
    assert shown[-3:] == [
        "A1 walks up to a door, 1.5″",
        "A1: 1 operation at a door, and with the way there that takes 3.5″ of its move",
        "A1 opens yard door",
    ]
    shown = preview(state, Move(side="a", unit="a1", path=(Waypoint(at=(30, 23)),), model="a1.2"))
    assert shown.refusal.code == "too-far"
    alone = preview(field, work("open", model="a1.2")).spent_in
    assert alone == 2


def test_a_bolt_is_drawn_and_a_lock_turned_without_key_from_inside_alone():
    shut = {at: {o.label for o in doors(a_field(at, state="closed"), "work-door")} for at in ((30, 24.1), (30, 25.9))}
    assert shut[30, 24.1] == {"open yard door", "bolt yard door", "lock yard door"}
    assert shut[30, 25.9] == {"open yard door"}
    refusal = preview(a_field((30, 25.9), state="locked"), work("unlock")).refusal
    assert (refusal.code, refusal.rule) == ("no-key", "BLD-LOCK-01")
    assert preview(a_field((30, 25.9), state="bolted", keys=("a",)), work("unlock")).refusal.code == "no-key"
    assert preview(a_field((30, 24.1), state="bolted"), work("unlock", "open")).refusal is None


@pytest.mark.parametrize(
    ("where", "does", "code"),
    [
        ((30, 25.9), ("close",), "wrong-state"),
        ((30, 32), ("open",), "out-of-reach"),
        ((30, 25.9), (), "no-operations"),
        ((30, 25.9), ("open",) * 7, "no-operations"),
        ((30, 25.9), ("open", "close", "open", "close", "open"), "out-of-reach"),
    ],
)
def test_what_cannot_be_done_at_a_door_is_refused(where, does, code):
    assert preview(a_field(where, state="closed"), work(*does)).refusal.code == code


@pytest.mark.rule("BLD-DOOR-12", "BLD-DOOR-13")
def test_a_closing_door_strikes_whoever_stands_in_it_and_puts_them_on_one_side():
    field = a_field((30, 26.5), theirs=((30, 25),))
    dice = {"initiative-test": [4], "to-wound": [3], "door-side": [1]}
    events, state = play(field, work("close"), dice)
    rolled = [e for e in events if isinstance(e, Rolled)]
    assert [(r.label, r.goal) for r in rolled[:2]] == [("initiative-test", 3), ("to-wound", 4)]
    assert door_of(state).state == "closed"
    assert state.units["b1"].models[0].at[1] != 25
    _, state = play(field, work("close"), {"initiative-test": [4], "to-wound": [4]})
    assert state.units["b1"].is_gone


@pytest.mark.rule("BLD-DOOR-13")
def test_through_or_back_is_counted_from_where_the_unit_came():
    caught = a_field((30, 26.5), theirs=((30, 25),))
    ends = {}
    for face in (1, 2):
        _, state = play(caught, work("close"), {"initiative-test": [1], "door-side": [face]})
        ends[face] = state.units["b1"].models[0].at[1] > 25
    assert ends[1] is not ends[2]


@pytest.mark.part_of("BLD-DOOR-13")
def test_the_log_says_who_is_through_and_who_is_back():
    caught = a_field((30, 26.5), theirs=((30, 25),))
    walker = caught.units["b1"]
    way = ((30.0, 23.0, 0.0), (30.0, 25.0, 0.0))
    came = caught.with_unit(replace(walker, now=replace(walker.now, path=way)))

    def sentence_of(state, face):
        done, after = play(state, work("close"), {"initiative-test": [1], "door-side": [face]})
        (put,) = (e for e in done if isinstance(e, ModelsMoved) and e.how == "place")
        return questions.sentence(put, after)

    assert (sentence_of(came, 1), sentence_of(came, 2)) == (
        "B1.1 of B1 is through",
        "B1.1 of B1 is back where it came from",
    )
    assert sentence_of(caught, 1) == "B1.1 of B1 is clear of the doorway"


def doors(state, kind):
    return [o for o in legal_actions(state, "a") if o.kind == kind and o.action is not None]


@pytest.mark.rule("BLD-LOCK-01")
@pytest.mark.parametrize(("secure", "goal", "chance"), [(False, 6, "5/12"), (True, 4, "1/6")])
def test_a_lock_is_hacked_against_leadership(secure, goal, chance):
    field = a_field((30, 25.9), profile=a_profile("sapper", ld=8), state="locked", secure=secure)
    shown = preview(field, at_door(HackLock))
    assert shown.chances[0].exact == chance
    events, state = play(field, at_door(HackLock), {"hack-lock": [goal - 1, 1]})
    assert (the(events, Rolled).goal, door_of(state).state, state.turn.ap) == (goal, "closed", 2)
    _, state = play(field, at_door(HackLock), {"hack-lock": [goal - 1, 2]})
    assert door_of(state).state == "locked"


def test_whoever_has_intelligence_hacks_by_it():
    profile = a_profile("sapper", ld=6, traits=("intelligence-10",))
    shown = preview(a_field((30, 25.9), profile=profile, state="locked", secure=True), at_door(HackLock))
    assert shown.notes == ("2D6, 6 or less.",)


@pytest.mark.rule("BLD-LOCK-02")
def test_the_host_rules_on_hacking():
    field = a_field((30, 25.9), profile=a_profile("sapper", ld=8), state="locked")
    ruling = RuleOpening(side="a", opening="house:0", state="locked", reason="a keypad", hacking=-1)
    _, state = play(field, ruling)
    assert [(m.value, m.rule) for m in preview(state, at_door(HackLock)).modifiers][-1] == (-1, "BLD-LOCK-02")
    _, state = play(field, replace(ruling, hacking=-12))
    assert preview(state, at_door(HackLock)).refusal.code == "unfamiliar"
    assert preview(a_field((30, 25.9), state="bolted"), at_door(HackLock)).refusal.code == "no-lock"
    for refused, code in (
        ({"reason": " "}, "no-reason"),
        ({"opening": "house:7"}, "no-opening"),
        ({"hacking": 20}, "bad-modifier"),
    ):
        assert preview(field, replace(ruling, **refused)).refusal.code == code


@pytest.mark.rule("BLD-DOOR-08")
def test_the_host_rules_on_who_fits_through_a_door():
    """A beast on a base of 60 mm is too large for a door of two inches, until the host says that it is a gate."""
    beast = a_profile("beast", size=3, bulk="extremely-bulky", base_mm=60, m=6)
    ruling = RuleOpening(side="a", opening="house:0", state="unchanged", reason="a barn", fits=3)
    field = a_field((30, 27), profile=beast)
    refusal = preview(field, go((30, 22))).refusal
    assert (refusal.code, refusal.rule) == ("door-too-small", "BLD-DOOR-08")
    events, barn = play(field, ruling)
    assert (preview(barn, go((30, 22))).refusal, door_of(barn).state) == (None, "open")
    assert questions.sentence(the(events, OpeningChanged), field) == (
        "Host: Yard door is open, up to Size 3 fits through (a barn)"
    )
    _, hatch = play(a_field((30, 27)), replace(ruling, fits=1, reason="a hatch"))
    assert preview(hatch, go((30, 24))).refusal.rule == "BLD-DOOR-08"
    assert preview(field, replace(ruling, fits=5)).refusal.code == "bad-size"


@pytest.mark.rule("BLD-DOOR-12")
def test_the_host_rules_on_how_hard_a_door_closes():
    field = a_field((30, 26.5), theirs=((30, 25),))
    ruling = RuleOpening(side="a", opening="house:0", state="unchanged", reason="a blast door", strength=6)
    _, heavy = play(field, ruling)
    assert any("a hit of Strength 6" in note for note in preview(heavy, work("close")).notes)
    events, _ = play(heavy, work("close"), {"initiative-test": [4], "to-wound": [1], "door-side": [1]})
    assert [r.goal for r in events if isinstance(r, Rolled) and r.label == "to-wound"] == [1]
    assert preview(field, replace(ruling, strength=11)).refusal.code == "bad-strength"


@pytest.mark.rule("BLD-LOCK-03")
def test_the_host_rules_on_doors_between_sections_too():
    state = customs.stormed(customs.guard("a1", 3, "C1"))
    keys = [key for key, _, _ in board.named_openings(state)]
    assert keys == ["s1:0", "s1:1", "s1:2", "s1:3"]
    shut = RuleOpening(side="a", opening="s1:3", state="blocked", reason="rubble in the arch")
    _, after = play(state, shut)
    assert preview(after, GoToSection(side="a", unit="a1", section="C2")).refusal.code == "shut"


@pytest.mark.rule("BLD-LOCK-03")
def test_a_smashed_lock_stays_locked_and_is_not_hacked_any_more():
    field = a_field((30, 25.9), state="locked", keys=("a",))
    assert preview(field, at_door(SmashLock)).chances[0].exact == "2/3"
    events, state = play(field, at_door(SmashLock), {"to-wound": [3]})
    assert (the(events, Rolled).goal, door_of(state).state, door_of(state).smashed) == (3, "locked", True)
    assert preview(state, at_door(HackLock)).refusal.code == "smashed"
    assert preview(state, work("unlock")).refusal.code == "no-key"
    assert preview(state, at_door(SmashLock)).refusal.code == "no-lock"
    assert preview(a_field((30, 24.1), state="locked"), at_door(SmashLock)).refusal.code == "inside"
    _, state = play(field, at_door(SmashLock), {"to-wound": [2]})
    assert not door_of(state).smashed


@pytest.mark.rule("BLD-LOCK-03")
def test_a_lock_is_smashed_with_what_one_fights_with():
    """A hammer of Strength 6 against Toughness 2: anything but a 1."""
    field = a_field((30, 25.9), state="locked")
    hammer = a_weapon("hammer", type="melee", strength=6)
    armed = replace(field.units["a1"].models[0], weapons=("hammer",))
    field = replace(field.with_unit(replace(field.units["a1"], models=(armed,))), weapons={"hammer": hammer})
    assert preview(field, at_door(SmashLock)).chances[0].exact == "5/6"
    assert preview(replace(field, version="14"), at_door(SmashLock)).chances[0].exact == "2/3"
    _, state = play(field, at_door(SmashLock), {"to-wound": [2]})
    assert door_of(state).smashed


@pytest.mark.rule("BLD-LOCK-04", "BLD-LOCK-05")
def test_a_door_is_forced_by_the_strongest_with_the_help_of_others():
    alone = a_field((30, 25.9), state="locked")
    events, state = play(alone, at_door(ForceDoor), {"to-wound": [6]})
    assert (the(events, Rolled).goal, door_of(state).state) == (6, "open")
    vault = a_profile("sapper", s=4)
    three = a_field((29, 25.9), (30, 25.9), (31, 25.9), profile=vault, state="locked", secure=True)
    assert preview(three, at_door(ForceDoor)).notes == ("Strength 8 against Toughness 7, 2 helping.",)
    events, state = play(three, at_door(ForceDoor), {"to-wound": [2]})
    assert (the(events, Rolled).goal, door_of(state).state) == (3, "locked")


@pytest.mark.rule("BLD-LOCK-04")
def test_one_man_forces_a_vault_with_a_second_die():
    field = a_field((30, 25.9), state="locked", secure=True)
    _, state = play(field, at_door(ForceDoor), {"to-wound": [6], "extended-reroll": [5]})
    assert door_of(state).state == "open"
    weak = a_field((30, 25.9), profile=a_profile("clerk", s=1), state="locked", secure=True)
    assert preview(weak, at_door(ForceDoor)).refusal.code == "too-strong"
    assert preview(a_field((30, 27), state="locked"), at_door(ForceDoor)).refusal.code == "out-of-reach"
    assert preview(a_field((30, 25.9)), at_door(ForceDoor)).refusal.code == "not-shut"


def test_only_doors_of_the_table_are_worked_on():
    field = a_field((30, 25.9), state="locked")
    for action in (work("open", opening=9), replace(at_door(ForceDoor), opening=9)):
        assert preview(field, action).refusal.code == "no-opening"


def test_what_may_be_done_at_a_door_is_offered_by_its_name():
    field = a_field((30, 25.9), state="locked", keys=("a",))
    labels = [o.label for kind in ("work-door", "force-door", "hack-lock", "smash-lock") for o in doors(field, kind)]
    assert labels == [
        "unlock and open yard door",
        "unlock yard door",
        "force yard door",
        "hack yard door",
        "smash the lock of yard door",
    ]


def test_those_inside_are_in_hard_cover_from_outside_and_walls_part_fighters():
    field = a_field((30, 28), theirs=((30, 22),))
    shot = preview(field, Shoot(side="a", unit="a1", target="b1")).shots[0]
    assert [m.value for m in shot.modifiers if "House" in m.reason] == [-2]


@pytest.mark.rule("BLD-MOVE-02")
def test_a_room_has_a_terrain_class():
    spent = {}
    for going in ("open", "difficult", "very-difficult"):
        rooms = (Room(letter="A", points=RING, going=going),)
        house = replace(a_house(), building=replace(a_house().building, sections=rooms))
        field = replace(a_field((30, 22)), terrain=(house,))
        shown = preview(field, go((30, 21)))
        spent[going] = (shown.spent_in, "BLD-MOVE-02" in shown.rules)
    assert spent == {"open": (1, False), "difficult": (2, True), "very-difficult": (4, True)}


@pytest.mark.rule("BLD-LOCK-01")
def test_a_lock_may_be_a_console_beside_the_door():
    console = {"state": "locked", "console": (33.0, 25.2)}
    far = preview(a_field((30, 26), **console), at_door(HackLock)).refusal
    assert (far.code, far.message) == ("out-of-reach", "Nobody of A1 is within 1″ of the console of yard door.")
    field = a_field((33, 26), **console)
    assert preview(field, at_door(ForceDoor)).refusal.code == "out-of-reach"
    assert [o.kind for o in legal_actions(field, "a") if o.kind in ("hack-lock", "force-door")] == ["hack-lock"]
    _, state = play(field, at_door(HackLock), {"hack-lock": [1, 1]})
    assert door_of(state).state == "closed"


@pytest.mark.rule("BLD-LOCK-03")
def test_the_host_rules_what_a_smashed_lock_does_on_each_side():
    """Unlocked outside, where nobody has a key; jammed within, where nobody unlocks or forces it any more."""
    outside, inside = a_field((30, 25.6), state="locked", smashed=True), a_field((30, 24.4), state="locked")
    ruling = RuleOpening(side="a", opening="house:0", state="unchanged", reason="sparks", outside="unlocked")
    work = at_door(WorkDoor, operations=("unlock", "open"))
    assert preview(outside, work).refusal.code == "no-key"
    events, after = play(outside, ruling)
    assert events[0].sentence(after) == "Host: Yard door is locked, outside it is unlocked (sparks)"
    assert preview(after, work).refusal is None

    assert preview(inside, work).refusal is None
    _, jammed = play(inside, replace(ruling, outside="", inside="jammed"))
    assert preview(jammed, work).refusal.code == "no-key"
    assert preview(jammed, at_door(ForceDoor)).refusal.code == "jammed"
    _, locked = play(inside, replace(ruling, outside="", inside="locked"))
    assert preview(locked, at_door(ForceDoor)).refusal is None
    assert preview(locked, at_door(HackLock)).refusal.code == "smashed"
    _, mended = play(outside, replace(ruling, outside="works"))
    assert not door_of(mended).smashed
