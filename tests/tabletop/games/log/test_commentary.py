"""The battle in plain sentences: what is said of an act, and what matters."""

import re
from dataclasses import replace

import pytest
from msgspec.structs import replace as replaced

from rules.arap.events import ModelsMoved
from rules.core.drawn import DrawnCard
from rules.events import Rolled
from tabletop.games import services
from tabletop.games.log import commentary, entries, throws
from tabletop.games.log.entries import Sentence
from tabletop.games.panels import club_screen
from tabletop.games.services.brought_in import bring_in
from tests.cast import ALICE, act, deployed, fresh
from tests.tabletop.games.finished import fought

pytestmark = pytest.mark.django_db


def comments(table, limit=3):
    table = fresh(table)
    return commentary.sentences(entries.latest(table, "public", table.seq, limit=limit))


def test_an_act_is_told_with_its_dice_and_what_came_of_them():
    table = deployed()
    act(table, ALICE, type="Activate", unit="a1", dice=2)
    said = comments(table)[0].text
    assert said.startswith("Ash First activates on 2 dice. ")
    assert " and " in said
    assert ", to 5 or less: " in said
    assert said.endswith(".")
    assert "<" not in said


def test_a_turn_that_begins_matters_and_a_move_does_not():
    table = deployed()
    turn = next(one for one in comments(table, 20) if one.begins)
    assert turn.loud
    assert "Turn 1: Ash." in turn.text
    assert not comments(table, 20)[-1].loud


def test_the_seal_of_the_dice_is_read_and_not_heard():
    first = entries.latest(deployed(), "public", 1, limit=1)[0]
    assert any("sealed" in part.text for part in first.parts)
    said = commentary.sentences([first])[0]
    assert "sealed" not in said.text + said.brief
    assert said.text


def test_what_was_taken_back_is_said_to_be():
    table = deployed()
    act(table, ALICE, type="RuleUnit", unit="a1", what="pinned", value=1, reason="tripped")
    services.undo(code=table.code, person=ALICE)
    newest, before = comments(table, 2)
    assert newest.text.startswith("Taken back")
    assert before.text.startswith("Taken back: ")


def test_in_brief_nothing_is_said_of_dice_and_what_came_of_them_is():
    table = deployed()
    act(table, ALICE, type="Activate", unit="a1", dice=2)
    one = comments(table)[0]
    assert one.brief.startswith("Ash First activates on 2 dice")
    assert ", to 5 or less: " not in one.brief
    assert len(one.brief) < len(one.text)


def test_where_a_unit_goes_is_told_and_in_which_square_it_stands_then():
    battle = fought()
    table = bring_in(person=ALICE, name="Ridge at dusk", data=battle.data)
    parts = [part for entry in entries.entries(table, "public", 0, table.seq, [(1, table.seq)]) for part in entry.parts]
    found = {part.seq: part.towards for part in parts if isinstance(part, entries.Sentence)}
    seen = set()
    for event in battle.events:
        if isinstance(event, ModelsMoved) and event.how != "place" and event.path:
            (x, y, _), (to_x, to_y, _) = event.path[0], event.path[-1]
            if abs(to_y - y) > abs(to_x - x):
                seen.add(found[event.seq])
                assert ("north" in found[event.seq]) == (to_y < y)
                assert ("south" in found[event.seq]) == (to_y > y)
                assert re.search(r" to [A-L]\d$", found[event.seq])
    assert seen


def sentence(text, kind, who=""):
    return entries.Sentence(seq=1, text=text, rules=(), kind=kind, who=who)


def an_entry(*parts):
    return entries.Entry(head=1, end=2, at=None, by="", side="a", parts=parts)


def test_all_models_that_a_unit_loses_shot_by_shot_are_told_in_total():
    shots = [sentence("Beck Levy loses 1 model", "WoundsTaken", "Beck Levy") for _ in range(4)]
    last = sentence("Beck Levy loses 1 model and is wiped out", "WipedOut", "Beck Levy")
    other = sentence("Lane Nest loses 2 models", "WoundsTaken", "Lane Nest")
    entry = an_entry(sentence("Lane Section fires", "Fired", "Lane Section"), *shots, other, last)
    assert club_screen.headline(entry)[0] == "Beck Levy loses 5 models and is wiped out"
    (one,) = commentary.sentences([entry])
    assert one.brief == "Lane Section fires. Lane Nest loses 2 models. Beck Levy loses 5 models and is wiped out."


def test_what_one_unit_does_and_suffers_is_one_sentence_and_phases_are_not_told():
    (one,) = commentary.sentences(
        [
            an_entry(
                sentence("Lane Nest: Go to ground", "Answered"),
                sentence("Lane Nest goes to ground", "WentToGround", "Lane Nest"),
                sentence("Lane Nest loses 1 model", "WoundsTaken", "Lane Nest"),
                sentence("Activation phase", "PhaseBegan"),
                sentence("Lane Nest routs", "UnitRouted", "Lane Nest"),
            )
        ]
    )
    assert one.brief == "Lane Nest goes to ground, loses 1 model and routs."
    assert one.text == "Lane Nest goes to ground. Lane Nest loses 1 model. Lane Nest routs."
    assert one.loud


def test_where_a_unit_goes_is_told_before_what_it_cost_and_how_it_ends_there():
    way = {"kind": "ModelsMoved", "who": "Ash First"}
    texts = (
        ("Ash First moves 3″", "Ash First moves 3″ north."),
        ("Ash First moves 3″ at a cost of 4″", "Ash First moves 3″ north at a cost of 4″."),
        ("Ash First moves 3″ at a cost of 4″ and lies down", "Ash First moves 3″ north at a cost of 4″ and lies down."),
        ("Ash First moves 3″ and lies down", "Ash First moves 3″ north and lies down."),
        ("Ash First comes down on ropes", "Ash First comes down on ropes north."),
    )
    for text, said in texts:
        (one,) = commentary.sentences([an_entry(replace(sentence(text, **way), towards="north"))])
        assert one.text == one.brief == said


def test_of_many_outcomes_the_weightiest_are_told_in_the_order_in_which_they_came():
    (one,) = commentary.sentences(
        [
            an_entry(
                sentence("Crane fires", "ShotsFired", "Crane"),
                sentence("Anvil loses a hull point", "HullPointsLost", "Anvil"),
                sentence("Anvil smokes", "Note", "Anvil"),
                sentence("Reeve loses 1 model", "WoundsTaken", "Reeve"),
                sentence("Anvil is a wreck", "VehicleWrecked", "Anvil"),
            )
        ]
    )
    assert one.brief == "Crane fires. Anvil loses a hull point. Reeve loses 1 model. Anvil is a wreck."
    assert "Anvil smokes." in one.text


def test_in_brief_what_came_of_an_answer_says_what_was_chosen():
    entry = entries.latest(deployed(), "public", 1, limit=1)[0]
    chosen = Sentence(seq=1, rules=(), kind="Answered", text="Ash: Take the first turn")
    done = Sentence(seq=2, rules=(), kind="FirstTurnChosen", text="Ash will have the first turn")
    said = [commentary.sentences([replace(entry, parts=parts)])[0].brief for parts in ((chosen, done), (chosen,))]
    assert said == ["Ash will have the first turn.", "Ash chooses: Take the first turn."]


def test_a_listener_hears_who_is_locked_with_whom_and_a_volley_as_one():
    (one,) = commentary.sentences(
        [
            an_entry(
                sentence("Axes charges Crane from 2″", "ChargeDeclared", "Axes"),
                sentence("Axes charges", "ModelsMoved", "Axes"),
                sentence("Axes and Crane are locked in combat", "MeleeJoined", "Axes"),
            )
        ]
    )
    assert one.brief == "Axes charges Crane from 2″. Axes and Crane are locked in combat."
    shots = [sentence(f"Axes fires Carbine at Crane, {n} shots: 1 hit", "ShotsFired", "Axes") for n in (4, 2)]
    assert commentary.sentences([an_entry(*shots)])[0].brief == "Axes fires Carbine at Crane, 6 shots: 2 hits."


def test_what_is_short_for_the_eye_is_said_in_words():
    said = [
        commentary.sentences([an_entry(sentence(text, kind))])[0].brief
        for text, kind in (
            ("Lance hits Ox: 5 against front 10, nothing", "HullHit"),
            ("Ox, glancing 6: destroyed", "ChartResult"),
            ("Runners: Crane · Axes · Ox", "Answered"),
            ("Melee rounds", "PhaseBegan"),
        )
    ]
    assert said == [
        "Lance hits Ox: 5 against front armour 10, nothing.",
        "Ox, glancing hit, 6 on the chart: destroyed.",
        "Runners choose: Crane, Axes and Ox.",
        "The melees are fought.",
    ]


def test_cards_that_do_nothing_are_not_heard_and_those_out_of_play_are_heard_together():
    """Four who fall in an explosion outweigh the cards that led to it. (CRU-DMG-01, CRU-TROOP-03)"""
    (one,) = commentary.sentences(
        [
            an_entry(
                sentence("Raider fires its Boltgun at Carrier", "WeaponFired", "Raider"),
                sentence("Carrier draws CREW, 3 of 3: nothing more, the Hits are reached", "CardDrawn", "Carrier"),
                sentence("Carrier draws HULL, 3 of 3: one die fewer whenever it defends", "CardDrawn", "Carrier"),
                sentence("Carrier explodes", "BlewUp", "Carrier"),
                sentence("Ash takes 5 hits and is out of play", "DiceLost", "Ash"),
                sentence("Oak takes 1 hit and is out of play", "DiceLost", "Oak"),
            )
        ]
    )
    assert one.brief == (
        "Raider fires its Boltgun at Carrier. Carrier draws HULL, card 3 for 3 Hits: one die fewer whenever it "
        "defends; explodes. Ash and Oak are out of play."
    )


def test_notation_and_what_a_test_is_for_are_said_in_words():
    (fire,) = commentary.sentences([an_entry(sentence("Anvil burns: 2R", "Note", "Anvil"))])
    assert fire.text == "Anvil burns: 2 dice."
    (nerve,) = commentary.sentences([an_entry(sentence("Nest, 3 strong, after 1 hit by Anvil", "Note", "Nest"))])
    assert nerve.text == "Nest, 3 strong, tests its nerve after 1 hit by Anvil."


def test_a_deed_that_only_its_dice_tell_is_said():
    """A ram, a fight, a boarding: who does what to whom comes before what it costs. (CRU-RAM-01, CRU-RUSH-01)"""
    drawn = sentence("Carrier draws HULL, 1 of 3: one die fewer whenever it defends", "CardDrawn", "Carrier")
    (ram,) = commentary.sentences(
        [an_entry(sentence("Wagon drives 4″", "VehicleDriven", "Wagon"), pool("ram", "Wagon rams Carrier: 3R"), drawn)]
    )
    assert ram.text == (
        "Wagon drives 4″. Wagon rams Carrier. Ram: 3, 1 and 0: 4. Carrier draws HULL, card 1 for 3 Hits: one die fewer "
        "whenever it defends."
    )
    assert ram.brief == (
        "Wagon drives 4″ and rams Carrier. Carrier draws HULL, card 1 for 3 Hits: one die fewer whenever it defends."
    )
    stunned = sentence("the Kraken is stunned", "Stunned", "the Kraken")
    tries = pool("board-jump", "the Kraken tries to board Skiff: 3 dice", combat=False)
    (missed,) = commentary.sentences([an_entry(tries, stunned)])
    assert missed.text == "The Kraken tries to board Skiff. Board jump: 6, 4 and 1: no double. the Kraken is stunned."
    assert missed.brief == "The Kraken tries to board Skiff. the Kraken is stunned."


def test_a_pool_without_dice_and_a_card_are_said_once():
    """(CRU-DICE-01, CRU-DMG-03)"""
    fire = sentence("Raider fires its Boltgun at Carrier", "WeaponFired", "Raider")
    none = throws.of(
        Rolled(seq=1, label="crusade-vehicle-defence", dice=(), sense="sum", total=0, why="Carrier: 0R against 2")
    )
    card = throws.of(
        Rolled(seq=1, label="crusade-damage-card", dice=(9,), sides=20, why="Carrier draws one of 20"),
        card=DrawnCard("HULL"),
    )
    drawn = sentence("Carrier draws HULL, 1 of 3: one die fewer whenever it defends", "CardDrawn", "Carrier")
    (one,) = commentary.sentences([an_entry(fire, none, card, drawn)])
    assert one.text == (
        "Raider fires its Boltgun at Carrier. Vehicle defence: no dice. Carrier draws HULL, card 1 for 3 Hits: one die "
        "fewer whenever it defends."
    )
    (answer,) = commentary.sentences([an_entry(sentence("Skiff: Parry with 3R", "Answered", "Skiff"))])
    assert answer.text == "Skiff chooses: Parry with 3 dice."


def pool(label, why, *, combat=True):
    """Three dice of the Rules Crusade."""
    rolled = Rolled(seq=1, label=f"crusade-{label}", dice=(6, 4, 1), why=why)
    return throws.of(replaced(rolled, readings=(3, 1, 0), total=4, sense="sum") if combat else rolled)


def test_an_act_that_waits_for_an_answer_ends_with_what_the_other_side_is_asked():
    table = bring_in(person=ALICE, name="Ridge at dusk", data=fought("brawl", 1, 60).data)

    def heard(viewer):
        found = entries.entries(table, viewer, 0, table.seq, [(1, table.seq)])
        return [one.brief for one in commentary.sentences(found)], [one.text for one in commentary.sentences(found)]

    brief, full = heard("public")
    assert "Blades fires Field carbine at Cleavers, 3 shots: 2 hits. Cleavers: 2 wounds to save. Go to ground?" in brief
    assert "Vale charges Crane from 9.42″. How does Crane react?" in brief
    assert "Vale charges Crane from 9.42″. How does Crane react?" in full
    asked, _ = heard("b")
    assert "Vale charges Crane from 9.42″." in asked  # the question is theirs: it is put to them with its answers


def heard(*parts, asks=""):
    """An act of those parts in brief."""
    return commentary.sentences([replace(an_entry(*parts), asks=asks)])[0].brief


def rolled(label, why, unit=None, **values):
    return throws.of(Rolled(seq=1, label=label, dice=(6,), why=why, unit=unit, **values))


def test_in_brief_nothing_is_said_twice_and_no_price_of_what_was_done():
    jumped = sentence("Sappers jumps down", "ModelsMoved", "Sappers")
    assert heard(rolled("initiative-test", "Sappers: jumping down"), jumped) == "Sappers jumps down."
    price = sentence("Gang: 1 operation at a door, which takes 2″ of its move", "DoorWorked", "Gang")
    assert heard(price, sentence("Gang opens east door", "OpeningChanged", "Gang")) == "Gang opens east door."
    fires = sentence("Strider fires Autogun at Walker, 3 shots: 3 hits", "ShotsFired", "Strider")
    hits = [
        sentence(f"Autogun hits Walker: {total} against side 10, {came}", "VehicleHit", "Walker")
        for total, came in ((7, "nothing"), (8, "nothing"), (10, "glancing 4: crew stunned"))
    ]
    assert heard(fires, *hits) == (
        "Strider fires Autogun at Walker, 3 shots: 3 hits. Autogun hits Walker: 7 and 8 against side armour 10, "
        "nothing. Autogun hits Walker: 10 against side armour 10, glancing hit, 4 on the chart: crew stunned."
    )


def test_a_vehicle_that_ground_holds_fast_is_said_with_that_ground():
    stuck = sentence("Skiff is immobilised", "Immobilised", "Skiff")
    dice = rolled("dangerous-terrain", "Skiff in Long Wood at 11″")
    (one,) = commentary.sentences([an_entry(stuck, dice)])
    assert one.brief == "Skiff is immobilised in Long Wood at 11″."
    assert one.text.startswith("Skiff is immobilised in Long Wood at 11″. Dangerous terrain")
    hit = sentence("Turret autogun hits Skiff: 12 against side 10, penetrating", "VehicleHit", "Skiff")
    shot = heard(dice, hit, sentence("Skiff is destroyed", "VehicleWrecked", "Skiff"))
    assert shot.endswith("Skiff is destroyed.")


def test_a_unit_whose_leader_stays_forms_up_where_it_stands():
    assert heard(sentence("Gang moves", "ModelsMoved", "Gang")) == "Gang forms up where it stands."


def test_a_question_about_a_melee_comes_after_whose_melee_it_is():
    bust = sentence("Bust: Levy does not act, the activation phase ends", "Bust", "Levy")
    melee = sentence("Melee round 1: Crane · Vale", "MeleeRoundBegan")
    assert heard(bust, melee) == "Bust: Levy does not act, the activation phase ends."
    assert heard(bust, melee, asks="Does Crane fight with several weapons at once?").endswith(
        " Melee round 1: Crane and Vale. Does Crane fight with several weapons at once?"
    )
    assert heard(bust, asks="Carriage wipes out: drive it, or leave it").endswith(
        " Carriage wipes out: drive it, or leave it."
    )


def test_of_several_attacks_on_one_model_those_that_missed_are_heard_where_none_hit():
    fires = sentence("Pod fires its Bolter at Crewman", "WeaponFired", "Pod")
    missed = sentence("Crewman takes no hit", "NoHitTaken", "Crewman")
    fell = sentence("Crewman takes 1 hit and is out of play", "DiceLost", "Crewman")
    assert heard(fires, missed, fell) == "Pod fires its Bolter at Crewman. Crewman takes 1 hit and is out of play."
    assert heard(fires, missed, missed) == "Pod fires its Bolter at Crewman. Crewman takes no hit."


def test_a_round_of_close_combat_is_who_strikes_whom_and_who_falls_a_sentence_each():
    def blows(seq, who, whom, hits, wounds=0):
        kinds = {"unit": None, "sense": "low"}
        struck = [("to-hit", f"{who} strikes at {whom}: 2 blows", hits)]
        struck += [("to-wound", f"What {who} does to {whom}", wounds)] if wounds else []
        for label, why, many in struck:
            roll = Rolled(seq=seq, label=label, dice=(1, 6), why=why, **kinds)
            result = f"{many} {'hit' if label == 'to-hit' else 'wound'}{'s' * (many != 1)}"
            yield replace(throws.of(roll), about=why, result=result)

    answered = sentence("Axes: One weapon", "Answered", "Axes")
    fell = replace(sentence("Blades loses 1 model", "WoundsTaken", "Blades"), seq=6, lost=1)
    ended = replace(sentence("Wound difference: Axes +1, Blades −1, Gang 0", "MeleeRoundEnded"), seq=7)
    strikes = [*blows(3, "Axes", "Blades", 2, 1), *blows(4, "Blades", "Axes", 0)]
    assert heard(answered, *strikes, fell, ended) == (
        "Axes strikes at Blades: 2 hits, 1 wound, 1 falls. Blades strikes at Axes: no hit. "
        "Wound difference: Axes +1, Blades −1."
    )
    twice = heard(answered, *strikes, *blows(5, "Gang", "Blades", 1, 1), fell)
    assert twice.endswith("Gang strikes at Blades: 1 hit, 1 wound. Blades loses 1 model.")


def test_a_strike_that_misses_a_vehicle_and_what_a_captain_is_asked_beside_it():
    strikes = sentence("Vale strikes at Ironback", "AssaultSettled", "Vale")
    dice = replace(rolled("assault-vehicle-to-hit", "Sabre on Ironback: 1 blow"), faces=((6, "miss"),), result="0 hits")
    assert heard(strikes, dice) == "Vale strikes at Ironback: no hit."
    loses = sentence("Section loses 1 model", "WoundsTaken", "Section")
    asked = heard(loses, asks="Vale stands beside Ironback. What does it do?")
    assert asked == "Section loses 1 model. Vale stands beside Ironback. Attack it?"


def test_who_of_those_that_bunch_in_a_doorway_may_fire_is_not_named_by_a_code():
    bunch = "3 of Sappers bunch at west door: only A2.2 may fire until they move"
    said = "3 of Sappers bunch at west door: only one of them may fire until they move."
    assert heard(sentence(bunch, "BunchedInDoorway", "Sappers")) == said
