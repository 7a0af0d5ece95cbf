"""Whose hits on a hull are resolved first, and whose then, of a unit on foot with several kinds of weapon."""

import msgspec
import pytest
from msgspec.structs import replace

from rules import convert_action
from rules.core.ids import WeaponId
from rules.engine import preview
from rules.events import Rolled
from rules.forces.mount import Mount
from tabletop.games.plans.drafts import Draft
from tabletop.games.plans.preview import plan
from tests.builders import A, a_battle, a_unit, a_weapon, play
from tests.rules.vehicles.garage import a_vehicle

RIFLE, LANCE, BLASTER = (a_weapon(name, type="assault", strength=8, shots=1) for name in ("rifle", "lance", "blaster"))


def planned(**ticked):
    made, profiles, weapons = a_unit("a1", [(29, 20), (30, 20), (31, 20)], weapons=(RIFLE, LANCE, BLASTER))
    armed = zip(made.models, weapons, strict=True)
    squad = replace(made, models=tuple(replace(m, weapons=(w.id,)) for m, w in armed)), profiles, weapons
    tank = a_vehicle("b1", at=(30, 10), heading=180, front=14, side=14, rear=14)
    state = a_battle(squad, tank, active="a1", ap=1)
    return state, plan(state, A, Draft(kind="shoot", unit="a1", target="b1", ticked=ticked))


@pytest.mark.part_of("VEH-DMG-11")
def test_a_list_for_each_place_but_the_last():
    _, found = planned(first="rifle")
    lists = [c for c in found.controls if c.name.startswith("first")]
    assert [(c.label, c.value, [key for key, _ in c.choices]) for c in lists] == [
        ("Its hits first", "rifle", ["blaster", "lance", "rifle"]),
        ("Then", "blaster", ["blaster", "lance"]),
    ]


@pytest.mark.part_of("VEH-DMG-11")
@pytest.mark.parametrize(
    ("ticked", "weapons"),
    [
        ({}, None),
        ({"first": "rifle"}, ["lance", "blaster", "rifle"]),
        ({"first": "lance", "first2": "rifle"}, ["blaster", "rifle", "lance"]),
        ({"first": "lance", "first2": "lance"}, ["rifle", "blaster", "lance"]),
    ],
)
def test_hits_are_resolved_in_the_order_that_was_said(ticked, weapons):
    """The last that is named is resolved first."""
    state, found = planned(**ticked)
    sent = msgspec.json.decode(found.action)
    assert sent.get("weapons") == weapons
    action = convert_action(sent)
    assert preview(state, action).refusal is None
    if weapons is None:
        return
    one_each = {"to-hit": [1] * 3, "armour-penetration": [1] * 3}
    events, _ = play(state, action, one_each)
    rolled = [e for e in events if isinstance(e, Rolled) and e.label == "armour-penetration"]
    assert [e.why.split()[0].lower() for e in rolled] == list(reversed(weapons))


@pytest.mark.part_of("VEH-DMG-11")
def test_of_a_hull_too_the_lists_have_their_labels():
    """Buttons would stand there without a word of what they are about."""
    guns = tuple(Mount(weapon=WeaponId(w.id), arc_half_deg=180) for w in (RIFLE, LANCE, BLASTER))
    tank = a_vehicle("a1", (30, 20), weapons=(RIFLE, LANCE, BLASTER), mounts=guns)
    state = a_battle(tank, a_vehicle("b1", at=(30, 10), heading=180), active="a1", ap=1)
    found = plan(state, A, Draft(kind="fire", unit="a1", target="b1"))
    lists = [c for c in found.controls if c.name.startswith("first")]
    assert [(c.label, c.is_list) for c in lists] == [("Its hits first", True), ("Then", True)]
