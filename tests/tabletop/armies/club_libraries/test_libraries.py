"""Libraries of a club's own: copied, edited in forms, published in versions, shared; rosters renewed with a report."""

import pytest
from django.http import QueryDict
from django.test import Client
from msgspec.structs import replace

from tabletop.accounts.models import User
from tabletop.armies import selectors, services, taking_in
from tabletop.armies.club_libraries import editions
from tabletop.armies.club_libraries import own as club_libraries_own
from tabletop.armies.library import forms
from tabletop.armies.lists import reading
from tabletop.armies.models import Army, LibraryEdition, LibraryRecord
from tabletop.armies.roster import soundness
from tabletop.armies.roster.roster import Pick, Roster
from tabletop.ui.refused import Refused
from tests.cast import ALICE, BOB, browser
from tests.markup import flowing
from tests.tabletop.armies.rosters import LIBRARY, a_list, edited

pytestmark = pytest.mark.django_db


@pytest.fixture
def own():
    LibraryEdition.generic()
    return club_libraries_own.copy(ALICE, "generic")


def posted(fields, **changes):
    """What a browser sends for a form, with some fields changed."""
    sent = QueryDict(mutable=True)
    _fill(sent, fields)
    for name, value in changes.items():
        sent[name] = value
    return dict(sent.lists())


def _fill(sent, fields):
    for field in fields:
        if isinstance(field, forms.Rows):
            sent[f"{field.name}.count"] = str(len(field.rows))
            for _, inner, _ in field.rows:
                sent[f"{field.name}.here"] = "1"
                _fill(sent, inner)
        elif field.what == "check":
            if field.on:
                sent[field.name] = "1"
        elif field.what == "several":
            sent[f"{field.name}.several"] = "1"
            sent.setlist(field.name, [pick.value for pick in field.picks if pick.chosen])
        elif field.what == "select":
            sent[field.name] = next((pick.value for pick in field.picks if pick.chosen), field.picks[0].value)
        else:
            sent[field.name] = field.value


def form_of(client, url):
    """The fields of the form on a page."""
    return client.get(url).context["fields"]


def path(record, part, id):
    return f"/armies/libraries/{record.key}/{part}/part/{id}"


def save(client, record, part, id, do="save", **changes):
    url = path(record, part, id)
    return client.post(url, posted(form_of(client, url), do=do, **changes))


def draft(record):
    return club_libraries_own.draft_of(LibraryRecord.objects.get(pk=record.pk))


# ------------------------------------------------------------------ forms


@pytest.mark.parametrize("part", ["kinds", "profiles", "weapons"])
def test_every_part_of_the_shipped_library_comes_back_from_its_form_unchanged(own, part):
    client = browser(ALICE)
    for it in getattr(LIBRARY, part):
        url = path(own, part, it.id)
        page = client.get(url)
        assert client.post(url, posted(page.context["fields"], do="save")).status_code == 302
    assert getattr(draft(own), part) == getattr(LIBRARY, part)


def test_a_profile_a_weapon_and_a_cost_are_changed_in_forms(own):
    client = browser(ALICE)
    save(client, own, "profiles", "ranger", bs="5", name="Old ranger", traits="fearless, ropes", ap="")
    save(client, own, "weapons", "field-carbine", strength="4", ap="5")
    save(client, own, "kinds", "rangers", **{"roles.1.cost": "11", "groups.0.options.0.name": "Great autogun"})
    shown = draft(own)
    ranger = shown.profile["ranger"]
    assert (ranger.bs, ranger.name, ranger.traits) == (5, "Old ranger", ("fearless", "ropes"))
    assert (shown.weapon["field-carbine"].strength, shown.weapon["field-carbine"].ap) == (4, 5)
    assert shown.kind["rangers"].roles[1].cost == 11
    assert shown.kind["rangers"].options()["autogun"].name == "Great autogun"


def test_rows_come_and_go_by_buttons(own):
    client = browser(ALICE)
    save(client, own, "kinds", "rangers", do="add:groups.1.options")
    assert len(draft(own).kind["rangers"].groups[1].options) == 3
    save(client, own, "kinds", "rangers", **{"groups.1.options.2.name": "Spare boots"})
    assert draft(own).kind["rangers"].groups[1].options[2].name == "Spare boots"
    save(client, own, "kinds", "rangers", do="drop:groups.1.options.0")
    assert [option.name for option in draft(own).kind["rangers"].groups[1].options][1:] == ["Spare boots"]
    save(client, own, "profiles", "ranger", do="add:gemini")
    assert draft(own).profile["ranger"].hull.front == 10
    save(client, own, "profiles", "ranger", do="drop:gemini")
    assert draft(own).profile["ranger"] == LIBRARY.profile["ranger"]


def test_what_no_form_sends_does_no_harm(own):
    client = browser(ALICE)
    before = draft(own)
    for do in ("drop:nothing.7", "add:roles.99.x", "drop:", "add:", "drop:roles.99", "fly:away", "add:name"):
        save(client, own, "kinds", "rangers", do=do)
    assert draft(own) == before
    answer = save(client, own, "profiles", "ranger", bs="many")
    assert (answer.status_code, "is no number" in answer.content.decode()) == (422, True)
    assert save(client, own, "weapons", "field-carbine", type="laser-show").status_code == 422
    assert client.get(path(own, "kinds", "dragon")).status_code == 404
    assert client.get(path(own, "dragons", "rangers")).status_code == 404
    assert draft(own) == before


def test_something_new_is_like_something_that_is_there(own):
    client = browser(ALICE)
    answer = client.post(f"/armies/libraries/{own.key}/weapons/add", {"name": "Field Carbine", "like": "field-carbine"})
    assert answer.url == path(own, "weapons", "field-carbine-2")
    made = draft(own).weapon["field-carbine-2"]
    assert (made.name, made.range_in) == ("Field Carbine", LIBRARY.weapon["field-carbine"].range_in)
    assert client.post(f"/armies/libraries/{own.key}/weapons/add", {"name": " ", "like": "sabre"}).status_code == 422
    client.post(path(own, "weapons", "field-carbine-2"), {"do": "remove"})
    assert draft(own) == replace(LIBRARY, key=own.key, name=own.name, version=1)


def test_the_name_and_the_headings_are_edited_too(own):
    client = browser(ALICE)
    url = f"/armies/libraries/{own.key}"
    client.post(
        f"{url}/head", posted(form_of(client, url), do="save", name="Harrow Club", **{"categories.0.most": "5"})
    )
    assert (draft(own).name, draft(own).categories[0].most) == ("Harrow Club", 5)
    assert "Harrow Club" in client.get("/armies/libraries/").content.decode()


# ------------------------------------------------------------------ soundness


def test_the_shipped_library_is_sound():
    assert soundness.faults(LIBRARY) == ()


@pytest.mark.parametrize(
    ("part", "id", "changes", "said"),
    [
        ("profiles", "ranger", {"ws": "40"}, "Northmarch ranger: WS is 40, allowed 0 to 12."),
        ("profiles", "ranger", {"traits": "Very Brave!"}, "Northmarch ranger: “Very Brave!” is no trait."),
        ("profiles", "anvil", {"gemini.mounts.0.weapon": ""}, "Anvil battle tank: “nothing” on a mount is no weapon."),
        ("kinds", "rangers", {"roles.0.profile": ""}, "Ranger section: Sergeant has no profile."),
        ("kinds", "rangers", {"roles.1.most": "2"}, "Ranger section: Rangers begins with 7, allowed 4 to 2."),
        ("kinds", "anvil", {"roles.0.most": "3"}, "Anvil battle tank: a vehicle is a unit by itself."),
        ("kinds", "rangers", {"name": "   "}, "Something has no name: “rangers”."),
    ],
)
def test_what_is_unsound_is_told_and_not_published(own, part, id, changes, said):
    client = browser(ALICE)
    save(client, own, part, id, **changes)
    assert said in soundness.faults(draft(own))
    assert said in client.get(f"/armies/libraries/{own.key}").content.decode()
    assert client.post(f"/armies/libraries/{own.key}/publish").status_code == 422
    assert LibraryEdition.objects.filter(record=own).count() == 1


def test_a_weapon_that_is_still_carried_is_missed(own):
    club_libraries_own.remove_part(ALICE, own.key, "weapons", "field-carbine")
    assert "Ranger section: “field-carbine” is no weapon." in soundness.faults(draft(own))


# ------------------------------------------------------------------ versions


@pytest.fixture
def dearer(own):
    """A second version in which rangers cost more, shoot better and have lost the cup launcher."""
    roster = edited(
        a_list("rangers", "anvil", limit=240, name="Ash Column"), do="option", unit="u1", option="cup", number=1
    )
    army = services.begin(ALICE, replace(roster, library=own.key, library_version=1))
    client = browser(ALICE)
    save(client, own, "kinds", "rangers", **{"roles.1.cost": "11"})
    save(client, own, "kinds", "rangers", do="drop:groups.0.options.1")
    save(client, own, "profiles", "ranger", bs="5")
    club_libraries_own.publish(ALICE, own.key)
    return army


def test_an_army_stays_on_its_version_until_its_owner_takes_the_new_one(dearer, own):
    client = browser(ALICE)
    assert (dearer.points, Army.objects.get(pk=dearer.pk).edition.version) == (77 + 3 + 150, 1)
    assert f"Version 2 of {own.name} is there." in client.get(f"/armies/{dearer.pk}").content.decode()
    page = client.get(f"/armies/{dearer.pk}/renew").content.decode()
    for said in (
        "230 points become 241.",
        "80 points become 91.",
        "Cup launcher is gone.",
        "BS: 4 becomes 5.",
        "1 over 240",
    ):
        assert said in page
    client.post(f"/armies/{dearer.pk}/renew")
    renewed = Army.objects.get(pk=dearer.pk)
    assert (renewed.edition.version, renewed.points, renewed.roster_value.library_version) == (2, 241, 2)
    assert renewed.value.profiles[1].bs == 5
    assert client.get(f"/armies/{dearer.pk}/renew").status_code == 422
    services.turn(ALICE, dearer.pk, back=True)
    back = Army.objects.get(pk=dearer.pk)
    assert (back.edition.version, back.points) == (1, 230)


def test_a_version_never_changes_and_nothing_new_is_no_version(dearer, own):
    first = LibraryEdition.objects.get(record=own, version=1)
    assert first.value.kind["rangers"].roles[1].cost == 9
    with pytest.raises(Refused) as refused:
        club_libraries_own.publish(ALICE, own.key)
    assert refused.value.refusal.code == "no-draft"


def test_a_draft_is_thrown_away(own):
    save(browser(ALICE), own, "profiles", "ranger", bs="5")
    assert "Version 1, with a draft" in flowing(browser(ALICE).get("/armies/libraries/").content.decode())
    club_libraries_own.discard(ALICE, own.key)
    assert draft(own).profile["ranger"].bs == 4


def test_a_kind_that_is_gone_is_told(own):
    new = replace(LIBRARY, kinds=tuple(kind for kind in LIBRARY.kinds if kind.id != "anvil"))
    found = editions.changes(LIBRARY, new, a_list("rangers", "anvil"))
    assert ("Anvil battle tank", "Its kind is gone, so it would stay at home.", True) in found
    assert editions.changes(LIBRARY, LIBRARY, a_list("rangers", "anvil")) == ()


# ------------------------------------------------------------------ whose it is


def test_nobody_else_sees_or_changes_a_private_library(own):
    client = browser(BOB)
    assert client.get(f"/armies/libraries/{own.key}").status_code == 404
    assert client.get(f"/armies/{own.key}.cat").status_code == 404
    assert own.name not in client.get("/armies/libraries/").content.decode()
    for url in ("publish", "discard", "share", "delete", "head", "weapons/add"):
        assert client.post(f"/armies/libraries/{own.key}/{url}", {"with": "public", "name": "x"}).status_code == 404
    assert client.post(f"/armies/libraries/{own.key}/copy").status_code == 422
    assert client.post(path(own, "kinds", "rangers"), {"do": "remove"}).status_code == 404
    army = services.begin(BOB, Roster(name="x", library=own.key, library_version=1))
    assert army.edition.record.key == "generic"


def test_a_link_opens_a_library_to_read_build_and_copy_but_not_to_edit(own):
    save(browser(ALICE), own, "profiles", "ranger", bs="5")
    club_libraries_own.share(ALICE, own.key, with_whom="link")
    client = browser(BOB)
    page = client.get(f"/armies/libraries/{own.key}").content.decode()
    assert ("Northmarch ranger" in page, "Publish" in page, "You work on a draft" in page) == (True, False, False)
    assert own.name not in client.get("/armies/libraries/").content.decode()
    assert client.get(path(own, "kinds", "rangers")).status_code == 404
    client.post("/armies/new", {"name": "Bob’s", "library": own.key})
    assert Army.objects.get(name="Bob’s").edition.record == own
    client.post(f"/armies/libraries/{own.key}/copy")
    mine = LibraryRecord.objects.get(guest=BOB.key)
    assert club_libraries_own.draft_of(mine).profile["ranger"].bs == 4


def test_a_public_library_is_listed_for_everybody(own):
    browser(ALICE).post(f"/armies/libraries/{own.key}/share", {"with": "public"})
    assert own.name in Client().get("/armies/libraries/").content.decode()
    assert own.name in Client().get("/armies/").content.decode()
    assert browser(ALICE).post(f"/armies/libraries/{own.key}/share", {"with": "moon"}).status_code == 422


def test_nobody_edits_the_shipped_library():
    LibraryEdition.generic()
    for client in (Client(), browser(ALICE)):
        assert "Publish" not in client.get("/armies/libraries/generic").content.decode()
        assert client.post("/armies/libraries/generic/share", {"with": "private"}).status_code == 404
        assert client.post("/armies/libraries/generic/kinds/part/rangers", {"do": "remove"}).status_code == 404


def test_a_library_that_armies_are_built_on_is_not_deleted(own):
    army = services.begin(
        ALICE, Roster(name="x", library=own.key, library_version=1, units=(Pick(id="u1", kind="levy"),))
    )
    assert browser(ALICE).post(f"/armies/libraries/{own.key}/delete").status_code == 422
    army.delete()
    assert browser(ALICE).post(f"/armies/libraries/{own.key}/delete").url == "/armies/libraries/"
    assert not LibraryRecord.objects.filter(pk=own.pk).exists()


def test_a_guest_who_signs_in_takes_their_libraries_along(own):
    client = browser(ALICE)
    alice = User.objects.create_user("Alice", password="harrow-ford-72")
    client.post("/account/sign-in", {"username": "Alice", "password": "harrow-ford-72"})
    own.refresh_from_db()
    assert (own.owner, own.guest) == (alice, "")
    assert client.get(path(own, "kinds", "rangers")).status_code == 200


def test_lists_of_ones_own_library_come_back_by_their_ids(own):
    army = services.begin(ALICE, replace(a_list("rangers", "anvil"), library=own.key, library_version=1))
    data = browser(ALICE).get(f"/armies/{army.pk}.rosz").content
    taken = taking_in.take_in(ALICE, reading.read(data))
    assert (taken.edition, taken.roster) == (army.edition, army.roster)
    assert selectors.newer_edition(taken, ALICE) is None


def test_traits_are_offered_with_their_words_and_what_nothing_reads_is_told(own):
    client = browser(ALICE)
    page = client.get(path(own, "profiles", "ranger"))
    field = next(each for each in page.context["fields"] if each.name == "traits")
    found = {pick.value: pick.name for pick in field.picks}
    assert found["struck-x2"] == "Brittle: doubles the Strength of attacks made on it"
    assert found["passes-morale"].startswith("Unshaken: passes morale checks without dice")
    sent = posted(page.context["fields"], do="save")
    assert (
        client.post(path(own, "profiles", "ranger"), {**sent, "traits": ["strength-x2", "river-born"]}).status_code
        == 302
    )
    assert draft(own).profile["ranger"].traits == ("strength-x2", "river-born")
    found = soundness.faults(draft(own))
    assert found[0] == "Northmarch ranger: “river-born” is no trait."
    assert found[1].startswith("Traits of a model: airborne, amphibious, auto-drive, banner")
    assert 'value="river-born"' in client.get(path(own, "profiles", "ranger")).content.decode()


# ------------------------------------------------------------------ what the rulebook gives


@pytest.mark.rule("ARAP-MOVE-02")
def test_the_movement_of_a_kind_of_creature_is_taken_from_the_rules(own):
    client = browser(ALICE)
    page = client.get(path(own, "profiles", "ranger"))
    assert ("Zoat", "Zoat, 7″") in page.context["creatures"]
    assert (
        client.post(
            path(own, "profiles", "ranger"), posted(page.context["fields"], do="movement") | {"creature": ["Zoat"]}
        ).status_code
        == 302
    )
    assert draft(own).profile["ranger"].m == 7
    answer = client.post(
        path(own, "profiles", "ranger"), posted(page.context["fields"], do="movement") | {"creature": ["Unicorn"]}
    )
    assert answer.status_code == 422
    assert "Halflings" in answer.content.decode()


@pytest.mark.rule("ARAP-MOVE-02")
@pytest.mark.parametrize(("name", "kind"), [("Zoat", "Zoat"), ("ogryn", "Ogryn"), ("Pathfinder", "Human and similar")])
def test_the_kind_of_creature_that_a_name_says_is_offered_first(own, name, kind):
    save(browser(ALICE), own, "profiles", "ranger", name=name)
    assert browser(ALICE).get(path(own, "profiles", "ranger")).context["creature"] == kind


@pytest.mark.rule("ARAP-GEN-07")
@pytest.mark.parametrize("typed", ["", "0"])
def test_a_model_without_a_movement_is_refused(own, typed):
    answer = save(browser(ALICE), own, "profiles", "ranger", m=typed)
    assert answer.status_code == 422
    assert "has no Movement" in answer.content.decode()
    assert draft(own).profile["ranger"].m == 4


@pytest.mark.parametrize(("wrong", "reason"), [("m", "has no Movement"), ("ws", "is no number that fits")])
def test_a_refused_form_comes_back_as_it_was_typed(own, wrong, reason):
    typed = {"name": "Pathfinder", "t": "5"}
    answer = save(browser(ALICE), own, "profiles", "ranger", **typed, **{wrong: "" if wrong == "m" else "x"})
    assert answer.status_code == 422
    assert reason in answer.content.decode()
    shown = posted(answer.context["fields"])
    assert (shown["name"], shown["t"]) == (["Pathfinder"], ["5"])
    assert shown[wrong] == ["" if wrong == "m" else "x"]
    assert draft(own).profile["ranger"].t != 5


def test_a_bike_of_the_rules_is_put_under_a_model(own):
    client = browser(ALICE)
    page = client.get(path(own, "profiles", "ranger"))
    makes = dict(page.context["bikes"])
    assert makes["Ork or mercenary bike"].startswith("Ork or mercenary bike, T 4, save 5+, maximum 32″")
    sent = posted(page.context["fields"], do="bike") | {"make": ["Vincent Black Shadow (Imperial military)"]}
    assert client.post(path(own, "profiles", "ranger"), sent).status_code == 302
    bike = draft(own).profile["ranger"].bike
    assert (bike.name, bike.t, bike.sv, bike.bodywork) == ("Vincent Black Shadow", 5, 3, True)


def test_a_bike_that_drives_has_its_street_race_figures(own):
    client = browser(ALICE)
    page = client.get(path(own, "profiles", "outrider-bike"))
    sent = posted(page.context["fields"], do="bike") | {"make": ["civilian bike"]}
    assert client.post(path(own, "profiles", "outrider-bike"), sent).status_code == 302
    found = draft(own).profile["outrider-bike"]
    assert (found.bike.t, found.bike.sv) == (4, 7)
    assert (found.hull.top_speed_in, found.hull.acc_dec_in, found.hull.trr) == (32, 16, 0.5)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Rhino", ("tracked", "standard", 14)),
        ("Sentinel", ("walker", "fast", 12)),
        ("War robot", ("walker", "mechanoid", 6)),
    ],
)
@pytest.mark.rule("VEH-MOVE-01", "VEH-MECH-01")
def test_a_vehicle_takes_the_speed_and_the_class_that_the_rules_give_it(own, name, kind):
    client, page = browser(ALICE), path(own, "profiles", "bulwark")
    shown = client.get(page)
    assert "Rhino, 14″, tracked, standard" in dict(shown.context["vehicles"]).values()
    sent = posted(shown.context["fields"], do="vehicle") | {"vehicle": [name]}
    assert client.post(page, sent).status_code == 302
    hull = draft(own).profile["bulwark"].hull
    assert (hull.type, hull.vehicle_class, hull.battle_speed_in) == kind
    assert client.get(path(own, "profiles", "ranger")).context["vehicles"] == ()


def test_a_vehicle_that_the_rules_do_not_name_is_refused(own):
    page = path(own, "profiles", "bulwark")
    sent = posted(browser(ALICE).get(page).context["fields"], do="vehicle") | {"vehicle": ["Hovercraft"]}
    answer = browser(ALICE).post(page, sent)
    assert answer.status_code == 422
    assert "There is no such vehicle in the rules." in answer.content.decode()


def test_traits_of_weapons_are_offered_from_the_same_list(own):
    client = browser(ALICE)
    page = client.get(path(own, "weapons", "field-carbine"))
    field = next(each for each in page.context["fields"] if each.name == "traits")
    found = {pick.value: pick.name for pick in field.picks}
    assert found["laser"] == "Laser: loses Strength in smoke"
    assert "rending" not in found
    sent = posted(page.context["fields"], do="save")
    client.post(path(own, "weapons", "field-carbine"), {**sent, "traits": ["laser", "rending"]})
    assert "Field carbine: “rending” is no trait." in soundness.faults(draft(own))
