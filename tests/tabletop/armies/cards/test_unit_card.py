"""Unit cards: what stands on them, how they lie on the sheets, and who may print them."""

import io
import subprocess
import sys

import pytest
from django.test import Client
from msgspec.structs import replace
from pypdf import PdfReader

from rules.forces.profile import Bike
from rules.forces.riding import as_one
from tabletop.armies import services
from tabletop.armies.cards import bikes
from tabletop.armies.cards.damage_chart import printed_chart
from tabletop.armies.cards.sheets import is_wide, sheets
from tabletop.armies.cards.unit_card import cards
from tabletop.armies.library.library import every_shipped
from tabletop.armies.models import Army
from tabletop.armies.pages import pdf
from tabletop.armies.roster import build
from tabletop.armies.roster.roster import Pick, Roster
from tabletop.games.samples import samples
from tests.cast import ALICE, BOB, browser
from tests.tabletop.armies.rosters import LIBRARY, a_list, edited

GENERIC, TRIAL, CRUSADE = every_shipped()


def cards_of(roster, **notes):
    return cards(build.army_of(LIBRARY, roster), notes)


def test_a_card_tells_profile_weapons_and_boxes():
    (card,) = cards_of(a_list("warden"))
    figures = {"M": "4″", "WS": 5, "BS": 4, "S": 4, "T": 4, "W": 3, "I": 5, "A": 3, "Ld": 9, "Sv": "3+ / 5+"}
    assert [(name, dict(heads)) for name, heads in card.profiles] == [("Warden of the Compact", figures)]
    weapons = [(row.name, row.range, row.strength) for row in card.weapons]
    assert weapons == [("Hand cannon", "12″", "5"), ("Warden’s maul", "contact", "S+2")]
    assert (card.traits, card.tracks) == (("independent", "leader"), (("Wounds", 3, False), ("Suppression", 8, True)))


def test_the_card_of_a_bike_tells_what_it_withstands_and_no_armour():
    """It is wounded like a creature and has no chart of damage. (VEH-BIKE-01)"""
    (card,) = cards_of(a_list("outriders"))
    bike = next(profile for profile in LIBRARY.profiles if profile.id == "outrider-bike")
    one = as_one(bike)
    figures = dict(card.profiles[0][1])
    assert (figures["T"], figures["W"], figures["Sv"]) == (one.t, one.w, f"{one.sv}+")
    assert (card.armour, card.chart, card.states) == (None, None, ("Pinned", "Routing"))
    assert [track.label for track in card.tracks] == ["Models", "Suppression"]


def test_the_card_of_a_rider_tells_what_he_sits_on():
    """So that T and save of both are known before the battle. (VEH-BIKE-03)"""
    seated = replace(LIBRARY.profiles[0], hull=None, bike=Bike(name="Warbike", t=5, sv=3, bodywork=True))
    assert list(bikes.notes(seated)) == ["on Warbike (T 5, save 3+)", "T 1 higher behind its bodywork"]
    assert list(bikes.notes(replace(seated, bike=Bike(name="Warbike", t=4)))) == ["on Warbike (T 4, no save)"]


def test_a_captain_who_joins_brings_his_wounds_and_his_profile():
    roster = edited(a_list("rangers", "captain"), do="joins", unit="u2", other="u1")
    (card,) = cards_of(roster)
    assert (card.models, card.tracks[0], card.points) == (9, ("Wounds", 10, False), 137)
    assert [name for name, _ in card.profiles] == ["Northmarch captain", "Northmarch sergeant", "Northmarch ranger"]


def test_like_units_share_a_card_unless_a_note_tells_them_apart():
    roster = a_list("rangers", "levy", "rangers", "anvil")
    assert [(card.name, card.numbers) for card in cards_of(roster)] == [
        ("Ranger section", ("1", "3")),
        ("Levy platoon", ("2",)),
        ("Anvil battle tank", ("4",)),
    ]
    assert len(cards_of(roster, **{"Ranger section 2": "Hold the mill."})) == 4


def test_the_line_under_the_name_says_how_many_and_in_or_with_what_they_begin():
    (card,) = cards_of(a_list("levy"))
    assert card.summary == f"{card.words}, {card.models} models"
    alone = card._replace(words="On foot", models=1)
    assert alone.summary == "On foot"
    assert alone._replace(inside="Ox", serves="Long Nelly").summary == "On foot, in the Ox, crew of Long Nelly"


def test_narrow_cards_stand_in_pairs_three_rows_to_a_sheet():
    made = cards_of(a_list("warden", "anvil", "levy", "kestrel", "marksmen"))
    names = [[[card.name for card in row] for row in sheet.rows] for sheet in sheets(made, "standard")]
    assert names == [
        [["Warden of the Compact", "Marksman pair"], ["Anvil battle tank"], ["Levy platoon"]],
        [["Kestrel scout walker"]],
    ]
    assert [len(sheet.rows) for sheet in sheets(made, "large")] == [2, 2, 1]
    assert [is_wide(card) for card in made] == [False, True, True, True, False]


def test_the_chart_on_a_vehicles_card_is_that_of_the_rulebook():
    rows = {row.name: tuple(cell.text for cell in row.cells) for row in printed_chart("gemini").rows}
    assert rows["Annihilated"][0] == "–"
    assert (rows["Crew stunned"][2], rows["Armament destroyed"][2], rows["Immobilised"][2]) == ("1–3", "2", "3")
    assert rows["No effect"][0].startswith("1")
    assert all(any(text != "–" for text in texts) for texts in rows.values())


@pytest.mark.django_db
def test_cards_are_printed_by_whoever_may_see_the_army():
    roster = edited(a_list("rangers", "anvil", name="Ash Column"), do="note", unit="u1", text="Hold the mill.")
    army = services.begin(ALICE, roster)
    page = browser(ALICE).get(f"/armies/{army.pk}/cards").content.decode()
    assert "Hold the mill." in page
    assert "Armour: front 13, side 12, rear 10." in page
    assert "cards-a4.css" in page
    assert "cards-letter.css" in browser(ALICE).get(f"/armies/{army.pk}/cards?paper=letter&size=large").content.decode()
    assert browser(BOB).get(f"/armies/{army.pk}/cards").status_code == 404
    services.share(ALICE, army.pk, with_whom="link")
    token = Army.objects.get(pk=army.pk).token
    assert "Hold the mill." in Client().get(f"/armies/shared/{token}/cards").content.decode()


@pytest.mark.django_db
def test_sample_armies_have_cards_too():
    samples.load_armies()
    for army in Army.objects.all():
        assert Client().get(f"/armies/{army.pk}/cards").status_code == 200


# ------------------------------------------------------------------ PDF


def pdf_pages(answer):
    return [page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages]


@pytest.mark.django_db
def test_cards_are_a_pdf_whose_text_is_that_of_the_cards():
    roster = edited(
        a_list("rangers", "anvil", "warden", name="Ash <b>Column"), do="note", unit="u1", text="Mind & hold."
    )
    army = services.begin(ALICE, roster)
    page = browser(ALICE).get(f"/armies/{army.pk}/cards").content.decode()
    assert f"/armies/{army.pk}/cards.pdf?paper=a4&amp;size=standard" in page
    answer = browser(ALICE).get(f"/armies/{army.pk}/cards.pdf")
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/pdf")
    (text,) = pdf_pages(answer)
    for said in (
        "Ranger section 77",
        "Northmarch sergeant 4″ 4 4 3 3 1 4 2 8 5+",
        "Mind & hold.",
        "Anvil battle tank 150",
    ):
        assert said in text
    for said in (
        "13\nFront",
        "12\nSide",
        "10\nRear",
        "Damage, D6",
        "Crew stunned",
        "Hull points",
        "Warden’s maul contact",
    ):
        assert said in text
    box = PdfReader(io.BytesIO(answer.content)).pages[0].mediabox
    assert (round(box.width), round(box.height)) == (595, 842)


@pytest.mark.django_db
def test_large_cards_on_letter_paper_are_two_to_a_page():
    army = services.begin(ALICE, a_list("rangers", "anvil", "levy"))
    answer = browser(ALICE).get(f"/armies/{army.pk}/cards.pdf?paper=letter&size=large")
    texts = pdf_pages(answer)
    assert [text.count("Suppression") + text.count("Hull points") for text in texts] == [2, 1]
    assert round(PdfReader(io.BytesIO(answer.content)).pages[0].mediabox.width) == 612


FULLEST = (
    (GENERIC, ("captain", "rangers", "sappers", "levy", "delvers", "anvil", "colossus")),
    (TRIAL, ("mattock", "drover", "harrier", "bailiff")),
    (CRUSADE, ("baneblade", "thunderhawk")),
)


def fullest(library, kinds):
    """Units of these kinds with everybody and everything that they may have, and a long note."""
    for n, kind in enumerate(map(library.kind.get, kinds), 1):
        groups = [(group.options[-1:] if group.one else group.options) for group in kind.groups]
        options = {option.id: 1 for group in groups for option in group}
        counts = {role.id: role.most for role in kind.roles}
        yield Pick(id=f"u{n}", kind=kind.id, counts=counts, options=options, note="Hold the mill and the bridge. " * 3)


@pytest.mark.parametrize(("paper", "size"), [("a4", "standard"), ("letter", "standard"), ("letter", "large")])
@pytest.mark.parametrize(("library", "kinds"), FULLEST, ids=lambda value: getattr(value, "key", ""))
def test_the_fullest_cards_stay_on_their_sheets(library, kinds, paper, size):
    roster = Roster(name="Full", units=tuple(fullest(library, kinds)))
    army = build.army_of(library, roster)
    made = cards(army, {entry.name: "Hold the mill and the bridge. " * 3 for entry in army.entries})
    pages = PdfReader(io.BytesIO(pdf.pdf(Army.of(army), made, paper, size))).pages
    assert len(pages) == len(sheets(made, size))


@pytest.mark.django_db
def test_a_pdf_is_only_for_whoever_may_see_the_army():
    army = services.begin(ALICE, a_list("warden"))
    assert browser(BOB).get(f"/armies/{army.pk}/cards.pdf").status_code == 404
    assert Client().get("/armies/shared/nothing/cards.pdf").status_code == 404
    services.share(ALICE, army.pk, with_whom="link")
    token = Army.objects.get(pk=army.pk).token
    assert "Warden of the Compact" in pdf_pages(Client().get(f"/armies/shared/{token}/cards.pdf"))[0]


@pytest.mark.django_db
def test_without_its_libraries_the_answer_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    army = services.begin(ALICE, a_list("warden"))
    answer = browser(ALICE).get(f"/armies/{army.pk}/cards.pdf")
    assert answer.status_code == 503
    assert "apt-get install libpango-1.0-0 libpangoft2-1.0-0" in answer.content.decode()
    assert browser(ALICE).get(f"/armies/{army.pk}/cards").status_code == 200


def test_serving_brings_no_pdf_library_in():
    asks = "import django; django.setup(); import tabletop.asgi, sys; print('weasyprint' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", asks], capture_output=True, text=True, check=True)
    assert found.stdout.splitlines()[-1] == "False"


def test_a_troop_of_the_rules_crusade_has_dice_and_letters_and_nothing_of_a_skirmish():
    army = build.army_of(CRUSADE, Roster(name="Troops", units=(Pick(id="u1", kind="assault-marine"),)))
    (made,) = cards(army, {})
    ((_, heads),) = made.profiles
    assert heads == (("Dice", "2R"), ("Melee", "3R"), ("Move", "6″"), ("Size", "normal"), ("Jumps", "yes"))
    rows = {row.name: (row.shots, row.range, row.pool) for row in made.weapons}
    assert rows["Bolt pistol"] == ("1R", "12″", True)
    assert rows["Krak grenades"] == ("2R", "melee", True)
    assert [track.label for track in made.tracks] == ["Dice"]
    assert made.states[:3] == ("Knocked down", "Stunned", "Hidden")
    assert made.notes == ("P at one model in sight.",)


@pytest.mark.django_db
def test_each_weapon_of_a_crusade_vehicle_has_boxes_of_its_own_to_tick():
    """It jams, is empty and is lost by itself. (CRU-WEAP-02, CRU-WEAP-10, CRU-DMG-07)"""
    army = build.army_of(CRUSADE, Roster(name="One", units=(Pick(id="u1", kind="baneblade"),)))
    (made,) = cards(army, {})
    assert [(gun.name, gun.states, gun.boxes) for gun in made.guns] == [
        ("Battle cannon", ("empty", "lost"), 1),
        ("Lascannon", ("lost",), 3),
        ("Thunderer", ("empty", "lost"), 1),
        ("Storm bolter", ("jammed", "lost"), 3),
    ]
    assert made.states == ()
    flyer = build.army_of(CRUSADE, Roster(name="One", units=(Pick(id="u1", kind="landspeeder"),)))
    assert cards(flyer, {})[0].states == ("On the ground",)
    begun = services.begin(
        ALICE,
        Roster(
            name="One", library=CRUSADE.key, library_version=CRUSADE.version, units=(Pick(id="u1", kind="baneblade"),)
        ),
    )
    page = browser(ALICE).get(f"/armies/{begun.pk}/cards").content.decode()
    gun = page[page.index('<span class="gun"><b>Storm bolter') :].partition("</span>")[0]
    assert gun.count("<i></i>") == 6
    (sheet,) = PdfReader(io.BytesIO(browser(ALICE).get(f"/armies/{begun.pk}/cards.pdf").content)).pages
    assert "Storm bolter" in sheet.extract_text().partition("Damage cards")[2]
