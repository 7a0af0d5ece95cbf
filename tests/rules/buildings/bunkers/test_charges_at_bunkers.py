"""A charge at a bunker: those inside fire, the chargers come to its walls and strike them with their bonus."""

import pytest
from msgspec.structs import replace

from rules.answers import Answer, waiting
from rules.arap.turn.activation import EndActivation
from rules.buildings.bunkers import guns
from rules.buildings.bunkers.charge import BunkerChargeEnded, ChargeBunker
from rules.buildings.bunkers.hits import BunkerHit
from rules.buildings.bunkers.strike import BunkerAssaulted
from rules.characters import AGGRESSIVE, consider, promised
from rules.engine import legal_actions, preview
from rules.events import Rolled
from rules.questions import prompts
from rules.table.armoured import Armoured
from rules.visibility import view
from tests.builders import A, B, a_battle, a_profile, a_unit, a_weapon, play, the
from tests.rules.buildings.bunkers import keep
from tests.rules.buildings.bunkers.pillbox import GUN, RIFLE, a_bunker

CHARGE = ChargeBunker(side=A, unit="a1", terrain="keep")
HOUSE = Armoured(kind="Brick house", ports=2)
ARMED = Armoured(kind="Brick house", ports=2, weapons=(GUN,))
FLAMER = a_weapon("flamer", type="assault", range_in=8, strength=4, template=True)
BOMB = a_weapon("melta-bomb", type="bomb", range_in=0, strength=8, ap=1, traits=("melta", "planted"))


def before(*more, at=(27.0, 12.0), works=HOUSE, count=2, arms=(), crew=(RIFLE,), **garrison):
    """Ogres with one attack each, six inches or so before a bunker that two of Birch hold."""
    x, y = at
    ogres = [(x, y + 1.5 * n) for n in range(count)]
    squad = a_unit("a1", ogres, profile=a_profile("ogre", s=8, a=1), weapons=arms, facing=270)
    crew = a_unit("b1", [(12, 13), (13, 13)], weapons=crew, facing=90, **garrison)
    state = a_battle(squad, crew, *more, active="a1", ap=2, terrain=[a_bunker(armoured=works)])
    return replace(state, weapons={**state.weapons, **guns.weapons(state.scenario)})


def charged(state, *choices, dice=None):
    """The charge, and what each who is asked does about it."""
    events, state = play(state, CHARGE, None if choices else dice)
    for n, choice in enumerate(choices, 1):
        answer = Answer(side=state.prompt.side, choice=choice)
        more, state = play(state, answer, dice if n == len(choices) else None)
        events += more
    return events, state


def rolls(events, label):
    return [e for e in events if isinstance(e, Rolled) and e.label == label]


def ids(prompt, *, open_only=True):
    return [o.id for o in prompt.options if not (open_only and o.refused)]


@pytest.mark.rule("BLD-BUNK-01", "VEH-CC-02")
def test_who_charges_a_bunker_strikes_its_walls_with_the_bonus():
    """One attack each and one more by the charge; the next round is without."""
    events, state = charged(before(), "hold")
    end = the(events, BunkerChargeEnded)
    assert (end.reached, end.bonus, end.sentence(state)) == (True, True, "A1 reaches the walls of Pillbox")
    assert (state.turn.ap, state.units["a1"].held_ap, state.units["a1"].now.charges) == (0, 1, 1)
    _, asked = play(state, EndActivation(side=A))
    assert asked.prompt.kind == "assault-bunker"
    detail = asked.prompt.option("strike").detail
    assert detail.startswith("4 hit automatically, Strength 8")
    assert detail.endswith("; 1 more of each by the charge")
    dice = {"armour-penetration": [1, 1, 1, 1]}
    events, after = play(asked, Answer(side=A, choice="strike"), dice)
    assert len([e for e in events if isinstance(e, BunkerHit)]) == 4
    assert "VEH-CC-02" in the(events, BunkerAssaulted).rules
    assert after.units["a1"].now.storms is None


@pytest.mark.rule("BLD-BUNK-01", "VEH-CC-02")
def test_who_plants_a_charge_has_no_bonus():
    _, state = charged(before(arms=(BOMB,)), "hold")
    _, state = play(state, EndActivation(side=A))
    assert state.prompt.option("plant").detail.startswith("2 hit automatically")
    assert state.prompt.option("strike").detail.startswith("4 hit automatically")


@pytest.mark.rule("BLD-BUNK-04", "ARAP-STAND-03")
def test_those_inside_stand_and_fire_out_of_the_ports():
    """One shot each at BS1 after the test of two dice, one off for two ogres; nobody is locked."""
    dice = {"stand-and-fire": [1, 2], "to-hit": [6, 6]}
    state = before()
    events, after = charged(state, "stand", dice=dice)
    assert rolls(events, "stand-and-fire")[0].goal == 3
    assert rolls(events, "to-hit")[0].goal == 0
    assert not after.melees
    assert the(events, BunkerChargeEnded).reached
    one = before(works=replace(HOUSE, ports=1))
    _, asked = play(one, CHARGE)
    assert asked.prompt.option("stand").detail.endswith("1 at BS1")


@pytest.mark.rule("VEH-CC-03")
def test_weapons_that_are_built_in_fire_without_a_test():
    state = before(works=ARMED)
    _, asked = play(state, CHARGE)
    assert ids(asked.prompt) == ["hold", "stand", "fire", "all"]
    assert asked.prompt.option("fire").detail == "3 shots at BS1, without a test"
    events, after = play(asked, Answer(side=B, choice="fire"), {"to-hit": [6, 6, 6]})
    assert not rolls(events, "stand-and-fire")
    assert after.units["b1"].now.shots == {}
    task = waiting(asked)
    assert task.who_fires(asked) == {"stand": ("b1.1", "b1.2"), "all": ("b1.2",)}
    odds = task.odds(asked, asked)
    fire, every = (next(p.value for p in odds[k] if p.meaning == "fells a charger") for k in ("fire", "all"))
    assert 0 < fire < every
    dice = {"to-hit": [6, 6, 6, 6], "stand-and-fire": [1, 1]}
    events, _ = play(asked, Answer(side=B, choice="all"), dice)
    assert [len(r.dice) for r in rolls(events, "to-hit")] == [3, 1]


@pytest.mark.rule("ARAP-STAND-05", "BLD-BUNK-04")
def test_streams_out_of_ports_wait_until_the_chargers_are_near():
    """Eight inches off they wait, and burn at seven from the wall."""
    _, asked = play(before(at=(28.5, 12.0), count=1, crew=(FLAMER,)), CHARGE)
    assert asked.prompt.option("stand").refused == ""
    events, after = play(
        asked, Answer(side=B, choice="stand"), {"stand-and-fire": [1, 1], "to-hit": [6, 6], "template-cover": [6, 6]}
    )
    halted = next(e for e in events if "ARAP-STAND-05" in e.rules and hasattr(e, "placements"))
    assert halted.placements[0].at == pytest.approx((27.0, 12.0), abs=0.05)
    assert the(events, BunkerChargeEnded).reached
    assert after.units["a1"].models[0].at[0] < 22.1


def test_nobody_inside_fires_at_chargers_from_near_by_or_dazed():
    near = before(at=(23.5, 12.0))
    assert "B1 cannot fire at them: The charge comes from no further than 4″" in " ".join(preview(near, CHARGE).notes)
    events, _ = charged(near)
    assert the(events, BunkerChargeEnded).reached
    dazed = before(dazed="shaken")
    assert "B1 cannot fire at them: B1 is shaken." in preview(dazed, CHARGE).notes


@pytest.mark.rule("ARAP-INT-01", "BLD-BUNK-01")
def test_those_who_stand_outside_may_step_in_and_nobody_has_a_bonus():
    state = before(a_unit("b2", [(24.0, 14.6)]), crew=())
    assert any(note.startswith("B2 may intercept") for note in preview(state, CHARGE).notes)
    _, asked = play(state, CHARGE)
    assert (asked.prompt.kind, asked.prompt.unit) == ("intercept", "b2")
    assert "intercept" in waiting(asked).odds(asked, asked)
    events, after = play(asked, Answer(side=B, choice="intercept"), {"to-hit": [6, 6]})
    end = the(events, BunkerChargeEnded)
    assert (end.bonus, end.met, after.units["b2"].intercepting) == (False, True, None)
    assert [set(m.units) for m in after.melees] == [{"a1", "b2"}]
    events, passed = play(asked, Answer(side=B, choice="let-pass"))
    assert (the(events, BunkerChargeEnded).bonus, passed.melees) == (True, ())


@pytest.mark.rule("ARAP-CHG-05", "BLD-BUNK-01")
def test_a_charge_over_variable_ground_may_fall_short():
    mire = replace(
        a_bunker(), id="mire", name="Mire", points=((22, 8), (26, 8), (26, 20), (22, 20)), going="variable",
        armoured=None, look="", blocks_sight=False, cover="none",
    )  # fmt: skip
    state = before(crew=())
    state = replace(state, terrain=(*state.terrain, mire))
    events, after = charged(state, dice={"variable-move": [1, 1]})
    end = the(events, BunkerChargeEnded)
    assert (end.reached, end.sentence(after)) == (False, "The charge of A1 falls short")
    assert after.units["a1"].now.storms is None


def test_what_is_offered_and_what_is_refused():
    state = before()
    offers = [o for o in legal_actions(state, A) if o.kind == "charge-bunker"]
    assert [(o.label, o.ap, o.action) for o in offers] == [("Charge Pillbox", 1, CHARGE)]

    def code(state, action=CHARGE):
        return preview(state, action).refusal.code

    assert code(state, replace(CHARGE, terrain="well")) == "no-armour"
    assert code(before(at=(40.0, 12.0))) == "out-of-reach"
    assert code(before(at=(21.0, 12.0))) == "at-the-walls"
    empty = state.with_unit(replace(state.units["b1"], models=(replace(state.units["b1"].models[0], at=(60, 40)),)))
    assert code(empty) == "nobody-there"
    _, after = charged(state, "hold")
    again = preview(after.with_turn(active="a1", ap=2), CHARGE).refusal
    assert again.code == "at-the-walls"


@pytest.mark.rule("VEH-CC-02", "BLD-BUNK-01")
def test_the_preview_says_what_the_blows_may_do_and_what_those_inside_may():
    seen = preview(before(works=ARMED, arms=(BOMB,)), CHARGE)
    assert [(line.name, line.shots, line.goal_text) for line in seen.shots] == [
        ("Blow on Pillbox", 4, "automatic"),
        ("Melta-Bomb on Pillbox", 2, "automatic"),
    ]
    assert [c.label for c in seen.chances] == [
        *("breached or worse by blows", "collapses by blows"),
        *("breached or worse by planted charges", "collapses by planted charges"),
    ]
    assert seen.chances[0].exact == "391/486"
    assert "B1 may stand and fire, fire built-in weapons or fire everything first." in seen.notes
    assert (seen.spent_in, seen.allowance_in, len(seen.ghosts)) == (pytest.approx(5.1), 8, 2)
    assert preview(before(works=Armoured(ports=1)), CHARGE).vain == ""
    weak = before(works=Armoured(ports=1))
    thin = tuple(replace(m, profile=a_profile().id) for m in weak.units["a1"].models)
    assert preview(weak.with_unit(replace(weak.units["a1"], models=thin)), CHARGE).vain == "cannot hurt it"


@pytest.mark.rule("BLD-BUNK-01")
def test_a_bunker_of_sections_is_charged_and_each_of_its_units_is_asked():
    state = keep.before(at=(27.0, 12.5), count=1)
    assert [o.label for o in legal_actions(state, A) if o.kind == "charge-bunker"] == ["Charge Keep"]
    _, asked = play(state, CHARGE)
    for unit in ("b1", "b2"):
        assert (asked.prompt.unit, ids(asked.prompt)) == (unit, ["hold", "stand"])
        _, asked = play(asked, Answer(side=B, choice="hold"))
    assert asked.prompt.unit == "b3"
    events, _ = play(asked, Answer(side=B, choice="hold"))
    assert the(events, BunkerChargeEnded).bonus


@pytest.mark.rule("BLD-BUNK-01", "VEH-CC-02", "ARAP-MELEE-04")
def test_several_weapons_bring_a_blow_more_at_its_walls():
    """One attack each, one by the charge, one with the second weapon; none of them can miss."""
    arms = tuple(a_weapon(name, type="melee", range_in=0, strength=0) for name in ("axe", "hook"))
    state = before(arms=arms)
    assert "breached or worse by several weapons" in [c.label for c in preview(state, CHARGE).chances]
    _, state = charged(state, "hold")
    _, state = play(state, EndActivation(side=A))
    assert ids(state.prompt) == ["leave", "strike", "several"]
    assert state.prompt.option("several").detail.startswith("6 hit automatically, Strength 8")
    known = view(state, A)
    best = consider(known, A, legal_actions(state, A), AGGRESSIVE, promised(state, known))[0]
    assert (best.offer.action.choice, best.why.endswith("% breached")) == ("several", True)
    assert not prompts.odds(state, state), "its words tell it already"
    events, _ = play(state, Answer(side=A, choice="several"), {"armour-penetration": [1] * 6})
    assert len([e for e in events if isinstance(e, BunkerHit)]) == 6
    assert "ARAP-MELEE-04" in the(events, BunkerAssaulted).rules
    assert the(events, BunkerAssaulted).sentence(state) == "A1 strikes at Pillbox with several weapons at once"


LANCE = a_weapon("lance", type="assault", range_in=12, strength=8, ap=1, traits=("melta",))
PISTOL = a_weapon("pistol", type="pistol", range_in=12, strength=3)
FIRING = replace(CHARGE, fire=True)


@pytest.mark.rule("ARAP-FCHG-01", "BLD-BUNK-06", "BLD-BUNK-04")
def test_chargers_fire_on_the_run_at_the_walls_and_both_fires_are_rolled_before_either_takes_effect():
    """Two lances at BS1; the one that hits meets the wall after the garrison has felled who fired it."""
    state = before(arms=(LANCE,))
    labels = [o.label for o in legal_actions(state, A, frozenset({"charge-bunker"}))]
    assert labels == ["Charge Pillbox", "Charge Pillbox, firing"]
    shown = preview(state, FIRING)
    assert [(line.name, line.shots, line.goal) for line in shown.shots][:1] == [("Lance", 2, 1)]
    assert "breached or worse by fire on the run" in [c.label for c in shown.chances]
    _, asked = play(state, FIRING)
    dice = {"to-hit": [1, 6, 6, 6], "stand-and-fire": [1, 2], "armour-penetration": [2]}
    events, _ = play(asked, Answer(side=B, choice="stand"), dice)
    kinds = [type(e).__name__ for e in events]
    assert kinds.index("BuildingShot") < kinds.index("ShotsFired") < kinds.index("BunkerHit")
    assert the(events, BunkerChargeEnded).reached


@pytest.mark.rule("ARAP-FCHG-01", "BLD-BUNK-06")
def test_who_is_near_or_cannot_hurt_it_does_not_fire_on_the_run():
    assert preview(before(arms=(LANCE,), at=(23.5, 12.0)), FIRING).refusal.code == "too-near"
    assert preview(before(arms=(PISTOL,)), FIRING).refusal.code == "cannot-hurt"
    assert preview(before(), FIRING).refusal.code == "no-ranged-weapon"


@pytest.mark.rule("ARAP-FCHG-01")
def test_without_anybody_who_could_fire_out_the_chargers_fire_at_once():
    state = before(arms=(LANCE,), crew=())
    events, _ = play(state, FIRING, {"to-hit": [1, 6], "armour-penetration": [1]})
    assert [e.kind for e in events if isinstance(e, BunkerHit)] == ["none"]
    assert the(events, BunkerChargeEnded).reached
