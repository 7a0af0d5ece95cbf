"""The printed map: its scale, its key, and nothing secret unless its owner asks for it."""

import pytest
from django.test import Client

from rules.table.scenario import Zone
from tabletop.scenarios import services
from tabletop.scenarios.models import ScenarioRecord
from tabletop.scenarios.pages import printed_map
from tests.cast import ALICE, BOB, browser
from tests.tabletop.scenarios.drafts import a_draft, an_empty_draft, edited


@pytest.mark.parametrize(
    ("width", "height", "scale"), [(72, 48, 11), (48, 48, 9), (96, 48, 14), (36, 36, 7), (240, 240, 40)]
)
def test_a_table_is_drawn_to_the_largest_round_scale_that_fits(width, height, scale):
    scenario = an_empty_draft(width_in=width, height_in=height).scenario
    assert printed_map.ratio_of(scenario) == scale
    sheet = printed_map.sheet(scenario)
    assert sheet.bar_mm == pytest.approx(12 * 25.4 / scale)
    assert f"width:{(width + 4.8) * 25.4 / scale:.4g}"[:9] in sheet.board


@pytest.mark.part_of("ARAP-GEN-04")
@pytest.mark.django_db
def test_a_table_of_2_cm_is_printed_and_read_in_them():
    draft = an_empty_draft(width_in=72, height_in=48, options={"distance_scale": "2cm"})
    assert printed_map.sheet(draft.scenario).bar_mm == pytest.approx(12 * 20 / printed_map.ratio_of(draft.scenario))
    record = services.begin(ALICE, draft)
    for page in (f"/scenarios/{record.pk}/map", f"/scenarios/{record.pk}/"):
        answer = browser(ALICE).get(page)
        assert answer.status_code == 200
        assert "″" not in answer.content.decode()
        assert "144\u00a0cm" in answer.content.decode()


def test_like_pieces_share_a_number_and_the_key_says_what_they_do():
    draft = a_draft()
    for kind, at in (("wood", "20,20"), ("wood", "50,20"), ("mines", "40,10"), ("exit", "30,30"), ("rubble", "30,36")):
        draft = edited(draft, do="add", kind=kind, at=at)
    draft = edited(draft, do="set", keys="t-rubble-1", field="behind", value="exit-1")
    sheet = printed_map.sheet(draft.scenario)
    assert [(each.number, each.name, each.pieces) for each in sheet.key] == [
        (1, "Wood", 2),
        (2, "Mines", 1),
        (3, "Exit", 1),
        (4, "Rubble", 1),
    ]
    assert sheet.key[0].words == "difficult · soft cover · 3″ high · blocks sight"
    assert "dangerous 3 · Strength 8 · mines, Strength 8 + D6 · known to side A alone" in sheet.key[1].words
    assert sheet.key[3].words.endswith("behind Exit")
    assert sheet.board.count('class="mapno"') == 5


@pytest.fixture
def trapped():
    draft = edited(a_draft("Fallow Acre"), do="add", kind="mines", at="40,20")
    draft = edited(edited(draft, do="add", kind="exit", at="30,30"), do="add", kind="bog", at="30,36")
    draft = edited(draft, do="set", keys="t-bog-1", field="behind", value="exit-1")
    trap = Zone(side="b", points=((20, 0), (30, 0), (30, 9)), name="The trap", hidden=True)
    record = services.begin(ALICE, draft.with_scenario(zones=(*draft.scenario.zones, trap)))
    return services.share(ALICE, record.pk, with_whom="everybody")


def seen(client, address):
    page = client.get(address).content.decode()
    assert "Fallow Acre" in page
    return [word for word in ("Mines", "The trap", "Bog") if word in page]


@pytest.mark.django_db
def test_secrets_are_on_paper_only_where_the_owner_asks_for_them(trapped):
    address = f"/scenarios/{trapped.pk}/map"
    own = browser(ALICE)
    assert seen(own, address) == []
    assert seen(own, f"{address}?for=a") == ["Mines"]
    assert seen(own, f"{address}?for=b") == ["The trap"]
    assert seen(own, f"{address}?for=host") == ["Mines", "The trap", "Bog"]
    for client in (browser(BOB), Client()):
        for who in ("", "?for=a", "?for=host"):
            assert seen(client, address + who) == []
            assert seen(client, f"/scenarios/shared/{trapped.token}/map{who}") == []
        assert "For <b>" not in client.get(address).content.decode()


@pytest.mark.django_db
def test_the_map_of_a_scenario_that_is_not_shared_is_nobody_elses(trapped):
    token = trapped.token
    services.share(ALICE, trapped.pk, with_whom="nobody")
    assert browser(ALICE).get(f"/scenarios/{trapped.pk}/map").status_code == 200
    for client in (browser(BOB), Client()):
        assert client.get(f"/scenarios/{trapped.pk}/map").status_code == 404
        assert client.get(f"/scenarios/shared/{token}/map").status_code == 404
    assert ScenarioRecord.objects.get().token == ""
