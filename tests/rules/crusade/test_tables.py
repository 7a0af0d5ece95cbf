"""Rows of the ledger's tables of the Rules Crusade, each in play: moves, checks, arcs, cards, structures, places."""

from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

from rules.core.ids import TerrainId, UnitId
from rules.crusade import marks, models
from rules.crusade.dice import odds
from rules.crusade.events.moves import StructureStruck
from rules.crusade.shooting.aim import WeaponAim
from rules.crusade.shooting.fire import FireWeapons
from rules.crusade.transport import passage
from rules.crusade.transport.troops_aboard import StepIn
from rules.crusade.turn.sides import EndTurn
from rules.engine import legal_actions, preview
from rules.rulebook.charts import rows
from rules.table.terrain import Terrain
from tests.rules.crusade import cast
from tests.rules.crusade.cast import A, act, battle, drive, held, put

A1, A2, B1 = map(UnitId, ("a1", "a2", "b1"))
KINDS = {"HEAVY": "crawler", "ordinary": "rhino", "FAST": "skiff", "FLYER": "landspeeder"}
FAR = put("b1", "marine", (40, 5))


def driven(kind):
    """Such a vehicle with a driver where it needs one."""
    crew = (put("a2", "marine", (20, 30), aboard="a1"),) if kind == "skiff" else ()
    noting = {"a1": marks.ModelMarks(driver=A2, driven=True)} if crew else None
    return battle(put("a1", kind, (20, 30)), *crew, FAR, noting=noting)


@pytest.mark.rule("CRU-TURN-03", "CRU-MOVE-05", "CRU-MOVE-06", "CRU-MOVE-07")
def test_every_kind_of_vehicle_makes_as_many_moves_as_the_table_says():
    for row in rows("CRU-TURN-03"):
        state, made = driven(KINDS[row["vehicle"]]), 0
        while offer := next((o for o in legal_actions(state, A) if o.kind == "drive" and o.action), None):
            state, _ = act(state, drive("a1", 1, extra=getattr(offer.action, "extra", False)))
            made += 1
        assert made == row["possible_move_actions"]


@pytest.mark.rule("CRU-WIPE-01", "CRU-DMG-05")
def test_every_kind_of_vehicle_checks_with_as_many_dice_as_the_table_says():
    for row in rows("CRU-WIPE-01"):
        assert odds.doubles(int(row["dice"])) == Fraction(row["fails"])
        kind = KINDS[row["vehicle"]]
        state = battle(
            put("b1", kind, (20, 20)), put("a1", "marine", (20, 30), weapons=("boltgun",)), put("b2", "marine", (40, 5))
        )
        aim = FireWeapons(side=A, unit=A1, aims=(WeaponAim(weapon="boltgun", target=B1),))
        armour = models.chassis(state, state.units[B1])
        faces = {"attack": [1 + armour.armored, 0], "vehicle_defence": [0] * armour.dice}
        _, events = act(state, aim, **faces, damage_card=["DRIVE"], wipeout=list(range(1, int(row["dice"]) + 1)))
        assert [len(e.dice) for e in events if getattr(e, "label", "") == "crusade-wipeout"] == [row["dice"]]


@pytest.mark.rule("CRU-RAM-03")
@pytest.mark.parametrize(
    ("number", "look", "line"),
    [(0, "hedge", True), (1, "building", False), (2, "bunker", False)],
    ids=("fence", "house", "bunker"),
)
def test_every_structure_stands_as_many_hits_as_the_table_says(number, look, line):
    row = rows("CRU-RAM-03")[number]
    points = ((15, 20), (25, 20)) if line else ((15, 15), (25, 15), (25, 20), (15, 20))
    piece = Terrain(id=TerrainId("s"), name="It", points=points, line=line, look=look, blocks_sight=not line)
    for hits in (row["hits"] - 1, row["hits"]):
        if not hits:
            continue
        state = battle(put("a1", "land-raider", (20, 25)), FAR, terrain=(piece,))
        armour = row["armour"]
        _, events = act(state, drive("a1", ram="s"), ram=_shown(armour + hits), ram_defence=[0, 0])
        (struck,) = (e for e in events if isinstance(e, StructureStruck))
        assert (struck.hits, struck.broken) == (hits, hits == row["hits"])


def _shown(total):
    """Four combat dice that come to that."""
    found = []
    for _ in range(4):
        found.append(min(3, total))
        total -= found[-1]
    return found


@pytest.mark.part_of("CRU-FIRE-02")
def test_every_mount_bears_as_wide_as_the_table_says():
    wide = {row["mount"]: row["arc"] for row in rows("CRU-FIRE-02")}
    listed = {m.name: 2 * m.arc_half_deg for p in cast.rows().profiles if p.hull for m in p.hull.mounts}
    assert wide == {"turret": 360, "side sponson": 180, "hull front": 90, "FLYER fixed": 90}
    named = {
        "turret": "turret",
        "left": "side sponson",
        "right": "side sponson",
        "hull": "hull front",
        "fixed": "FLYER fixed",
    }
    for name, degrees in listed.items():
        key = next(full for short, full in named.items() if short in name)
        assert degrees == wide[key], name


@pytest.mark.part_of("CRU-DMG-02", "CRU-DMG-03", "CRU-DMG-05", "CRU-DMG-06")
def test_a_second_card_of_each_kind_adds_what_the_table_says():
    def now(*cards):
        state = battle(put("a1", "crawler", (20, 30)), put("a2", "rhino", (30, 30)), FAR, noting={"a2": held(*cards)})
        return models.move_actions(state, A2), models.defence_dice(state, A2)

    assert now() == (2, 2)
    assert (now("DRIVE"), now("DRIVE", "DRIVE")) == ((1, 2), (0, 2))
    assert (now("HULL"), now("HULL", "HULL")) == ((2, 1), (2, 0))
    assert now("CREW", "CREW") == now("CREW")
    found = {row["card"]: row["cumulative"] for row in rows("CRU-DMG-02")}
    assert [card for card, text in found.items() if text == "none"] == ["CREW"]
    assert {row["card"]: row["copies"] for row in rows("CRU-DMG-03")} == marks.full_deck()


@pytest.mark.rule("CRU-DMG-08")
def test_each_fire_card_is_a_die_at_the_end_of_the_turn():
    for count in (1, 2):
        state = battle(put("a1", "rhino", (20, 30)), FAR, noting={"a1": held(*["FIRE"] * count)})
        _, events = act(state, EndTurn(side=A), vehicle_fire=[0] * count, vehicle_defence=[0, 0])
        assert [len(e.dice) for e in events if getattr(e, "label", "") == "crusade-vehicle-fire"] == [count]


@pytest.mark.part_of("CRU-TRAN-02", "CRU-TRAN-05", "CRU-TROOP-02", "CRU-LIST-04")
def test_troops_of_every_size_take_their_spaces_and_big_ones_ride_under_a_star():
    spaces = {row["size"]: row["spaces"] for row in rows("CRU-TROOP-02")}
    kinds = {"normal": "marine", "heavy": "terminator", "big": "dreadnought"}
    for size, kind in kinds.items():
        state = battle(put("a1", "land-raider", (20, 30)), put("a2", kind, (20, 30), aboard="a1"), FAR)
        assert 10 - passage.spaces_left(state, state.units[A1]) == spaces[size]
    for carrier, allowed in (("land-raider", True), ("thunderhawk", True), ("rhino", False), ("chimera", False)):
        note = {"a1": marks.ModelMarks(grounded=True)} if carrier == "thunderhawk" else None
        state = battle(put("a1", carrier, (20, 30)), put("a2", "dreadnought", (20, 24)), FAR, noting=note)
        refusal = preview(state, StepIn(side=A, unit=A2, vehicle=A1)).refusal
        assert (refusal is None or refusal.rule != "CRU-TRAN-05") == allowed, carrier
    starred = {row["vehicle"] for row in rows("CRU-TRAN-05") if row["big_allowed"]}
    assert starred == {"Land Raider", "Thunderhawk"}


@pytest.mark.part_of("CRU-TURN-02", "CRU-SHOT-02")
def test_a_vehicle_has_just_those_actions_that_the_table_gives_it():
    kinds = {
        "fire": "fire",
        "throw grenade": "throw",
        "melee attack": "melee",
        "reload": "reload",
        "unjam": "unjam",
        "hide": "hide",
        "extra full move": "drive",
        "pick up": "pick-up",
        "forced entry or closing it": "force-entry",
    }
    noted = {"a1": marks.ModelMarks(empty=("0",), jammed=("1",), moves=1)}
    near = put("b1", "marine", (21, 25))
    state = battle(put("a1", "leman-russ", (20, 30)), near, put("b2", "marine", (40, 5)), noting=noted)
    state = replace(state, own=replace(state.own, blips=(marks.Blip(id="1", at=(20, 28)),)))
    barred = battle(put("a1", "leman-russ", (20, 30)), near, FAR_TWO)
    can = {o.kind for s in (state, barred) for o in legal_actions(s, A) if o.unit == A1 and o.action}
    jammed = battle(put("a1", "rhino", (20, 30)), near, FAR_TWO, noting={"a1": marks.ModelMarks(jammed=("0",))})
    can |= {o.kind for o in legal_actions(jammed, A) if o.unit == A1 and o.action}
    for row in rows("CRU-TURN-02"):
        allowed = str(row["vehicle"]).startswith(("all", "yes", "True"))
        assert (kinds[row["action"]] in can) == allowed, row
    heavy = battle(put("a1", "crawler", (20, 30)), FAR, noting={"a1": marks.ModelMarks(moves=1)})
    assert preview(heavy, drive("a1", 1, extra=True)).refusal.rule == "CRU-MOVE-05"


FAR_TWO = put("b2", "marine", (40, 5))


@pytest.mark.part_of("CRU-TRAN-07", "CRU-LIST-02", "CRU-LIST-03")
def test_every_transport_value_of_the_lists_reads_as_the_legend_says():
    """`n/C`, `n/O`, `n/C*` and `(2/O crew)`: every row of both lists."""
    for ledger in ("CRU-LIST-02", "CRU-LIST-03"):
        for row in rows(ledger):
            hull = models.vehicle(battle(put("a1", _kind(row["name"]), (20, 30)), FAR), A1)
            value = str(row["transport"]).split(" or ")[0]
            assert hull.open_crew == (2 if value == "(2/O crew)" else 0), row["name"]
            seats = 0 if value in ("none", "(2/O crew)") else int(value.split("/")[0])
            assert (hull.transport, hull.open_transport) == (seats, value.endswith("/O")), row["name"]
            assert hull.takes_big == value.endswith("*"), row["name"]
    pod = models.vehicle(battle(put("a1", "drop-pod", (20, 30)), FAR), A1)
    assert (pod.transport, pod.open_transport) == (10, True)


def _kind(name):
    return name.lower().replace(" ", "-")


@pytest.mark.part_of("CRU-WEAP-01")
def test_weapons_fail_as_often_as_the_table_says():
    """Two or more highest faces among so many dice, counted out; the odds of the charts page agree."""
    for row in rows("CRU-WEAP-01"):
        faces = list(product((0, 0, 0, 1, 2, 3), repeat=int(row["dice"])))
        failed = sum(each.count(3) >= 2 for each in faces)
        assert Fraction(failed, len(faces)) == Fraction(row["chance"])
        jams = sum(each.count(3) == 2 for each in faces)
        assert odds.fails(int(row["dice"])) == (Fraction(jams, len(faces)), Fraction(failed - jams, len(faces)))
