"""What is asked of an army before any battle."""

from rules.forces.army import Army, Entry, Member
from rules.forces.profile import Profile
from rules.questions.armies import activations
from tests.rules.arenas import sample_army
from tests.rules.vehicles.gemini.motion.test_sections import AUTOGUN, GUN, TRAIN


def an_army(*units: tuple[int, ...]) -> Army:
    """A unit of one model each of those Initiatives, and so on."""
    profiles = tuple(Profile(id=f"i{i}", name=f"I {i}", m=4, i=i) for i in range(1, 8))
    entries = (
        Entry(name=f"Unit {n}", members=tuple(Member(profile=f"i{i}") for i in unit)) for n, unit in enumerate(units)
    )
    return Army(name="Ash", entries=tuple(entries), profiles=profiles)


def test_units_are_counted_by_the_number_that_most_of_their_members_have_from_3_to_5():
    found = activations(an_army((4, 4, 3), (3, 4), (2,), (6,), (4,)))
    assert [(each.value, each.units, round(each.chance, 4)) for each in found] == [
        (5, 1, round(35 / 36, 4)),
        (4, 2, round(8 / 9, 4)),
        (3, 2, 0.75),
    ]


def test_each_vehicle_is_asked_by_the_rules_that_it_is_made_for():
    for name in ("northmarch-rangers", "tidewater-raiders", "cinder-runners", "hollin-guard"):
        army = sample_army(name)
        assert sum(each.units for each in activations(army)) == len(army.entries)


def test_a_train_of_several_sections_acts_as_one():
    one = Entry(name="Train", members=(Member(profile=TRAIN.id),))
    army = Army(name="Dust", entries=(one,), profiles=(TRAIN,), weapons=(GUN, AUTOGUN))
    assert sum(each.units for each in activations(army)) == 1


def test_nobody_acts_in_an_army_of_nobody():
    assert activations(an_army()) == ()
