"""Fire on the run at buildings and out of them: a box for each weapon and for each who fires. (ARAP-FCHG-01)"""

import msgspec

from tabletop.games.plans.drafts import Draft
from tabletop.games.plans.preview import plan
from tests.builders import A, a_weapon
from tests.rules.buildings.bunkers.test_charges_at_bunkers import LANCE, before
from tests.rules.buildings.sections.customs import FLAMER, NORTHMARCH, SALTMERE, guard, squad, stormed

BREACHER = a_weapon("breacher", type="pistol", range_in=12, strength=7, ap=2)


def planned(state, kind, **values):
    return plan(state, A, Draft(**{"kind": kind, "unit": "a1", **values}))


def sent(expected):
    return msgspec.json.decode(expected.action)


def boxes(expected):
    return [(c.name, c.value) for c in expected.controls if c.name.startswith("w:")]


def test_chargers_at_a_bunker_choose_with_which_weapons_they_fire_on_the_run():
    state = before(arms=(LANCE, BREACHER))
    assert not boxes(planned(state, "charge-bunker"))
    firing = {"which": "Charge Pillbox, firing"}
    found = planned(state, "charge-bunker", ticked=firing)
    assert boxes(found) == [("w:lance", "1"), ("w:breacher", "1")]
    assert "weapons" not in sent(found) or sent(found)["weapons"] == []
    found = planned(state, "charge-bunker", ticked={**firing, "w:lance": "", "f:a1.2": "0"})
    assert (sent(found)["weapons"], sent(found)["firers"]) == (["breacher"], ["a1.1"])
    assert found.firers.text == "1 of 2 models, 1 shot"
    none = planned(state, "charge-bunker", ticked={**firing, "w:lance": "", "w:breacher": ""})
    assert (none.action, none.text) == ("", "Tick at least one weapon.")


def test_so_do_those_who_storm_a_section_and_who_charge_out_of_one():
    pistol = a_weapon("pistol", type="pistol", range_in=12)
    far = [(x, 32.5) for x in (7.5, 8.7, 9.9)]
    storming = stormed(
        squad("a1", far, weapons=(pistol, FLAMER), profile=NORTHMARCH), guard("b1", 3, shown=True, profile=SALTMERE)
    )
    label = next(o for o in planned(storming, "storm").controls if o.name == "which").choices[-1][0]
    found = planned(storming, "storm", ticked={"which": label})
    assert boxes(found) == [("w:pistol", "1"), ("w:flamer", "1")]
    found = planned(storming, "storm", ticked={"which": label, "w:flamer": ""})
    assert sent(found)["weapons"] == ["pistol"]
    inside = stormed(guard("a1", 3, weapons=(pistol, FLAMER)), squad("b1", [(9, 32.5), (10.2, 32.5)]))
    label = next(o for o in planned(inside, "charge-out").controls if o.name == "which").choices[-1][0]
    found = planned(inside, "charge-out", ticked={"which": label, "w:pistol": ""})
    assert sent(found)["weapons"] == ["flamer"]
