"""Vehicles of the trial rules and of the Rules Crusade: the shipped tables, their checks, cards, files and tables."""

from typing import get_args
from xml.etree.ElementTree import fromstring

import pytest
from msgspec.structs import replace

from rules.forces import modules
from rules.forces.crusade import CrusadeHull
from rules.forces.fitting import army_faults
from rules.forces.gemini import GeminiHull
from rules.forces.modules import misfits, module_of
from rules.forces.mount import FirePoint
from rules.forces.trial import Locomotion, TrialHull, TrialMarks, TrialTrait
from rules.rulebook import charts
from tabletop.armies import services
from tabletop.armies.cards import figures, hulls
from tabletop.armies.cards.unit_card import cards
from tabletop.armies.club_libraries import own
from tabletop.armies.library.library import every_shipped, shipped
from tabletop.armies.lists import exchange, ids, placing, reading, sheets, system, writing
from tabletop.armies.models import LibraryEdition
from tabletop.armies.roster import build, checks, edits, fitting, soundness
from tabletop.armies.roster.roster import Pick, Roster
from tests.builders import A
from tests.cast import ALICE, browser
from tests.rules.vehicles.carts import CARTS
from tests.tabletop.armies.catalogue_shape import CATALOGUE, ROSTER, faults
from tests.tabletop.armies.club_libraries.test_libraries import path, save

GENERIC, TRIAL, CRUSADE = every_shipped()

# Read off the tables of the source by hand: dice, Armored, Hits, transport, points.
BY_HAND = {
    "Centaur": (2, True, 4, "–", 20),
    "Leman Russ": (3, True, 4, "–", 40),
    "Chimera": (2, False, 3, "12/C", 30),
    "Basilisk": (2, False, 3, "2/O crew", 25),
    "Baneblade": (4, True, 5, "4/C", 100),
    "Land Raider": (3, True, 4, "10/C*", 60),
    "Landspeeder": (1, False, 2, "–", 20),
    "Thunderhawk": (2, False, 5, "20/C* or 1 Rhino", 90),
}
"""Dice, Armored, Hits, transport and points of some rows."""


def of(library, *kinds, **fields):
    """A roster of those kinds: u1, u2 and so on."""
    picks = tuple(Pick(id=f"u{n}", kind=kind) for n, kind in enumerate(kinds, 1))
    return Roster(name="Test list", units=picks, library=library.key, library_version=library.version, **fields)


def edited(library, roster, **sent):
    return edits.edit(library, roster, {key: str(value) for key, value in sent.items()}).roster


def findings(library, roster, tone="bad"):
    units = build.units(library, roster)
    return [(found.title, found.rule) for found in checks.check(library, roster, units) if found.tone == tone]


def crusade(name):
    vehicle = next(profile for profile in CRUSADE.profiles if profile.name == name).hull
    assert isinstance(vehicle, CrusadeHull)
    return vehicle


# ------------------------------------------------------------------ the tables


@pytest.mark.part_of("CRU-LIST-02", "CRU-LIST-03", "CRU-TRAN-07")
def test_rows_of_the_crusade_tables_are_as_they_were_read_by_hand():
    costs = {kind.name: kind.roles[0].cost for kind in CRUSADE.kinds}
    for name, (dice, armored, hits, transport, points) in BY_HAND.items():
        row = crusade(name)
        assert (row.dice, row.armored, row.hits) == (dice, armored, hits), name
        assert (hulls.transport_words(row), costs[name]) == (transport, points), name


@pytest.mark.part_of("CRU-LIST-02", "CRU-LIST-03", "CRU-LIST-01")
def test_every_row_of_both_tables_is_there_with_all_its_weapons():
    for rule, category, count, points in (("CRU-LIST-02", "guard", 7, 255), ("CRU-LIST-03", "marines", 8, 330)):
        kinds = [kind for kind in CRUSADE.kinds if kind.category == category]
        rows = charts.rows(rule)
        assert [kind.name for kind in kinds] == [row["name"] for row in rows]
        assert (len(kinds), sum(kind.roles[0].cost for kind in kinds)) == (count, points)
        for row in rows:
            made = crusade(row["name"])
            assert (made.dice, made.armored, made.hits) == (row["base_dice"], row["armored"], row["hits"])
            assert [trait.upper() for trait in made.traits] == list(row["traits"])
            mounted = [CRUSADE.weapon[mount.weapon].name.lower() for mount in made.mounts]
            assert mounted == [each["w"] for each in row["weapons"] for _ in range(each["n"])]
    assert [kind.name for kind in CRUSADE.kinds if kind.category == "pods"] == ["Drop pod"]


@pytest.mark.part_of("CRU-WEAP-13", "CRU-WEAP-12")
def test_every_weapon_of_the_tables_has_the_dice_and_letters_of_the_rulebook():
    rows = {row["name"]: row for row in charts.rows("CRU-WEAP-13")}
    assert {weapon.name.lower() for weapon in CRUSADE.weapons} == set(rows)
    for weapon in CRUSADE.weapons:
        row, made = rows[weapon.name.lower()], weapon.crusade
        blast = [f"Blast {made.blast_in:g}"] if made.blast_in else []
        assert f"{made.dice}R" in row["dice"].split()
        assert [*blast, *made.letters] == list(row["letters_used"])
        assert made.basic == bool(row.get("basic"))
        assert (made.max_range_in, made.ignores_cover) == (row.get("max_range", 0), bool(row.get("ignores_cover")))


@pytest.mark.part_of("CRU-TURN-03", "CRU-POD-01")
@pytest.mark.parametrize(("name", "moves"), [("Rhino", 2), ("Baneblade", 1), ("Raptor", 4), ("Drop pod", 0)])
def test_move_actions_that_a_vehicle_could_take(name, moves):
    assert crusade(name).move_actions == moves


@pytest.mark.part_of("CRU-TURN-03")
def test_a_fast_vehicle_could_take_three():
    assert replace(crusade("Rhino"), traits=("fast",)).move_actions == 3


@pytest.mark.part_of("TRI-CHAR-01", "TRI-CHAR-03", "TRI-CHAR-04", "TRI-FIRE-05")
def test_the_trial_vehicles_cover_every_type_way_to_go_and_class_of_weapon():
    made = [profile.hull for profile in TRIAL.profiles if profile.hull]
    kinds = {frozenset(vehicle.traits) for vehicle in made}
    rows = charts.rows("TRI-CHAR-05")
    assert {frozenset(trait.lower() for trait in row["type"]) for row in rows} <= kinds
    assert {trait for vehicle in made for trait in vehicle.traits} == set(get_args(TrialTrait))
    assert {vehicle.locomotion for vehicle in made} == set(get_args(Locomotion))
    mounted = {mount.weapon for vehicle in made for mount in vehicle.mounts}
    classes = {hulls.trial_class(TRIAL.weapon[weapon]) for weapon in mounted}
    assert classes == {"main", "defensive", "barrage"}
    names = {row["name"] for row in rows}
    assert not names & {profile.name for profile in TRIAL.profiles}


@pytest.mark.part_of("TRI-MOVE-01", "TRI-MOVE-06", "TRI-WALK-01")
def test_how_far_trial_vehicles_move_follows_from_their_type():
    tank = TrialHull(front=14, side=12, rear=10, traits=("tank",))
    assert tank.move_in == 12
    assert replace(tank, traits=("fast", "skimmer")).move_in == 24
    assert replace(tank, traits=("walker", "fast")).move_in == 6


@pytest.mark.part_of("TRI-PASS-02")
def test_a_card_says_which_way_people_fire_from_fire_points_that_are_placed():
    bow = FirePoint(forward_in=2, right_in=0, models=2, looks="front")
    made = TrialHull(front=11, side=11, rear=10, capacity=6, fire_points=(1, 1), placed_points=(bow,))
    assert "Fires out: 2 to the front, 1 to the left, 1 to the right." in hulls.notes(made)
    profile = replace(TRIAL.profile["hauberk"], hull=made)
    assert dict(hulls.heads_of(made, profile))["Fire points"] == "1 × 2, 2 × 1"


@pytest.mark.parametrize("library", [TRIAL, CRUSADE], ids=lambda library: library.key)
def test_the_libraries_are_sound_and_each_of_their_units_is_legal_as_it_comes(library):
    assert soundness.faults(library) == ()
    for kind in library.kinds:
        assert findings(library, of(library, kind.id)) == []


def test_the_soldiers_of_the_trial_library_are_those_of_the_generic_one():
    on_foot = [kind.id for kind in TRIAL.kinds if not TRIAL.profile[kind.roles[0].profile].hull]
    assert {"captain", "rangers", "ogres", "mortar"} <= set(on_foot)
    assert all(GENERIC.kind[kind] == TRIAL.kind[kind] for kind in on_foot)
    assert not any(isinstance(profile.hull, GeminiHull) for profile in TRIAL.profiles)


# ------------------------------------------------------------------ checks


@pytest.mark.part_of("TRI-TRAN-05", "TRI-TRAN-06", "TRI-TRAN-07")
def test_transports_of_the_trial_rules_take_one_unit_that_they_admit():
    roster = of(TRIAL, "hauberk", "rangers", "vaulters", "marksmen", "sentries")
    full = edited(TRIAL, roster, do="inside", unit="u2", other="u1")
    assert findings(TRIAL, full) == []
    both = edited(TRIAL, full, do="inside", unit="u4", other="u1")
    assert findings(TRIAL, both) == [("Hauberk carrier carries one unit only.", "TRI-TRAN-07")]
    for unit in ("u3", "u5"):
        barred = edited(TRIAL, roster, do="inside", unit=unit, other="u1")
        assert [rule for _, rule in findings(TRIAL, barred)][:1] == ["TRI-TRAN-06"]
    crowd = edited(TRIAL, full, do="count", unit="u2", role="ranger", number=11)
    assert findings(TRIAL, crowd) == [("Hauberk carrier is too full.", "ARAP-SIZE-02")]


@pytest.mark.part_of("CRU-LIST-03")
def test_a_thunderhawk_carries_a_rhino_and_nothing_with_it():
    roster = of(CRUSADE, "thunderhawk", "rhino", "rhino", "chimera")
    one = edited(CRUSADE, roster, do="inside", unit="u2", other="u1")
    assert findings(CRUSADE, one) == []
    assert build.army_of(CRUSADE, one).entries[1].inside == "Thunderhawk"
    two = edited(CRUSADE, one, do="inside", unit="u3", other="u1")
    assert [title for title, _ in findings(CRUSADE, two)] == ["Thunderhawk is too full."]
    other = edited(CRUSADE, roster, do="inside", unit="u4", other="u1")
    assert [title for title, _ in findings(CRUSADE, other)] == ["Chimera has no transport."]


def test_options_change_weapons_armour_and_skill_of_a_trial_vehicle():
    roster = edited(TRIAL, of(TRIAL, "mattock"), do="one", unit="u1", group="hull", option="heat")
    roster = edited(TRIAL, roster, do="option", unit="u1", option="plating", number=1)
    roster = edited(TRIAL, roster, do="option", unit="u1", option="veterans", number=1)
    (unit,) = build.units(TRIAL, roster)
    changed = unit.squads[0].profile.hull
    assert (changed.front, changed.side, changed.rear, changed.bs) == (14, 13, 10, 4)
    assert [mount.weapon for mount in changed.mounts][1] == "heat-lance"
    assert unit.points == 165 + 20 + 12 + 20


@pytest.mark.part_of("TRI-JOIN-01")
def test_the_builder_tells_of_vehicles_that_no_table_plays_and_of_those_that_do_not_go_together():
    assert findings(GENERIC, of(GENERIC, "anvil", "captain"), "warn") == []
    assert findings(TRIAL, of(TRIAL, "mattock"), "warn") == []
    assert findings(CRUSADE, of(CRUSADE, "rhino"), "warn") == []
    mixed = replace(
        GENERIC,
        kinds=(*GENERIC.kinds, *CRUSADE.kinds),
        profiles=(*GENERIC.profiles, *CRUSADE.profiles),
        weapons=(*GENERIC.weapons, *CRUSADE.weapons),
    )
    roster = of(mixed, "anvil", "bulwark", "rhino", "captain")
    assert findings(mixed, roster) == [("Vehicles for different rules.", "TRI-JOIN-01")]
    (found,) = [each for each in checks.check(mixed, roster, build.units(mixed, roster)) if each.tone == "bad"]
    assert found.mends[0].label == "Remove Rhino"
    assert findings(mixed, edited(mixed, roster, **found.mends[0].edit)) == []


def test_a_library_says_what_is_unsound_about_such_vehicles():
    (mattock,) = [profile for profile in TRIAL.profiles if profile.id == "mattock"]

    def wrong(library, changed):
        profiles = tuple(changed if profile.id == changed.id else profile for profile in library.profiles)
        return " ".join(soundness.faults(replace(library, profiles=profiles)))

    assert "Front is 19" in wrong(TRIAL, replace(mattock, hull=replace(mattock.hull, front=19)))
    skimmer = replace(mattock, hull=replace(mattock.hull, traits=("skimmer",)))
    assert "a skimmer goes by antigrav" in wrong(TRIAL, skimmer)
    walker = replace(mattock, hull=replace(mattock.hull, traits=("walker",)))
    assert "a walker goes on legs" in wrong(TRIAL, walker)
    rhino = CRUSADE.profile["rhino"]
    assert "Hits is 0, allowed 1 to 20" in wrong(CRUSADE, replace(rhino, hull=replace(rhino.hull, hits=0)))
    assert "Dice is 13" in wrong(CRUSADE, replace(rhino, hull=replace(rhino.hull, dice=13)))
    weapons = tuple(replace(weapon, crusade=None) for weapon in CRUSADE.weapons)
    assert "has no dice for the Rules Crusade" in " ".join(soundness.faults(replace(CRUSADE, weapons=weapons)))


# ------------------------------------------------------------------ at a table


@pytest.mark.part_of("TRI-JOIN-01")
def test_an_army_names_its_vehicles_that_a_table_is_not_for():
    army = build.army_of(CRUSADE, replace(of(CRUSADE, "rhino", "chimera"), name="Column"))
    assert [(each.unit, each.module) for each in misfits(army, "gemini")] == [
        ("Rhino", "crusade"),
        ("Chimera", "crusade"),
    ]
    assert misfits(army, "crusade") == ()
    (first, _) = army_faults(army, "gemini", {})
    assert first.text == (
        "Rhino of Column is a vehicle for the Rules Crusade; this table is for the Gemini vehicle rules."
    )
    assert first.mend.startswith("Rhino left out of the army")
    on_foot = build.army_of(TRIAL, of(TRIAL, "rangers"))
    assert army_faults(on_foot, "gemini", {}) == ()
    assert fitting.table_faults("gemini") == fitting.table_faults("trial") == ()
    with modules.adding(CARTS):
        assert fitting.table_faults("cart")[0].text.endswith("the rules of carts, which cannot be played here.")


# ------------------------------------------------------------------ cards


def test_cards_of_such_vehicles_have_their_own_figures_and_charts():
    (tank,) = cards(build.army_of(TRIAL, of(TRIAL, "mattock")))
    assert tank.armour == (14, 12, 10)
    assert tank.chart is not None
    assert [row.name for row in tank.chart.rows][-1] == "Annihilated"
    assert tank.notes[0].startswith("Fires: standing, everything; to 6″, one main weapon")
    (hawk,) = cards(build.army_of(CRUSADE, of(CRUSADE, "thunderhawk")))
    assert dict(hawk.profiles[0][1]) == {
        "Dice": "2R",
        "Armored": "no",
        "Hits": 5,
        "Moves": 4,
        "Transport": "20/C* or 1 Rhino",
    }
    assert [(row.name, row.shots, row.notes) for row in hawk.weapons] == [
        ("Battle cannon", "4R", "2″ B, Load"),
        ("4 × Twin heavy bolter", "3R", "P, Rap, R, J/X"),
    ]
    (legend,) = hawk.notes
    assert legend.startswith("B hits everybody within its radius, 1 die more at vehicles; P at one model in sight; ")
    assert legend.endswith(
        "R re-rolls once; J/X jams at two 3s and is lost at three; Load must be reloaded after each shot."
    )
    assert (hawk.armour, hawk.tracks) == (None, (("Damage cards", 5, False),))
    assert [row.name for row in hawk.chart.rows] == ["Crew", "Drive", "Hull", "Weapon", "Fire"]


# ------------------------------------------------------------------ files


@pytest.mark.parametrize("library", [TRIAL, CRUSADE], ids=lambda library: library.key)
def test_rosters_of_these_libraries_go_out_and_come_back_in_every_form(library):
    roster = of(library, *(kind.id for kind in library.kinds), limit=3000)
    assert exchange.from_json(exchange.to_json(roster).decode()) == roster
    assert exchange.from_csv(exchange.to_csv(library, roster)) == roster
    assert faults(fromstring(writing.to_ros(library, roster)), ROSTER, writing.SPACE) == []
    listing = reading.read(writing.to_rosz(library, roster))
    placed = placing.place(library, listing)
    assert (placed.roster, placed.open) == (roster, 0)


@pytest.mark.parametrize("library", [TRIAL, CRUSADE], ids=lambda library: library.key)
def test_their_catalogues_have_the_shape_of_the_schema_and_know_their_types_of_profile(library):
    gst, cat = fromstring(system.game_system(shipped())), fromstring(system.catalogue(library))
    assert faults(cat, CATALOGUE, system.CATALOGUE_SPACE) == []
    assert faults(gst, CATALOGUE, system.SYSTEM_SPACE) == []
    space = "{*}"
    types = {each.get("id") for each in gst.iter(f"{{{system.SYSTEM_SPACE}}}profileType")}
    used = {each.get("typeId") for each in cat.iter(f"{{{system.CATALOGUE_SPACE}}}profile")}
    assert used <= types
    wanted = "Crusade vehicle" if library is CRUSADE else "Trial vehicle"
    assert sheets.type_id(wanted) in used
    assert cat.findall(f".//{space}selectionEntry[@type='unit']")
    assert ids.catalogue(library) == cat.get("id")


# ------------------------------------------------------------------ pages


@pytest.mark.django_db
def test_the_shipped_libraries_are_offered_shown_and_copied():
    client = browser(ALICE)
    page = client.get("/armies/libraries/").content.decode()
    assert all(library.name in page for library in every_shipped())
    page = client.get("/armies/libraries/crusade").content.decode()
    assert "Baneblade" in page
    assert "4R, 2″ B, Load" in page
    record = own.copy(ALICE, "crusade")
    assert b'name="crusade.hits"' in client.get(path(record, "profiles", "rhino")).content
    changes = {"crusade.dice": "3", "crusade.hits": "4", "crusade.transport": "8"}
    answer = save(client, record, "profiles", "rhino", **changes)
    assert answer.status_code == 302
    record.refresh_from_db()
    changed = own.draft_of(record).profile["rhino"].hull
    assert (changed.dice, changed.hits, changed.transport, changed.traits) == (3, 4, 8, ())


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["trial", "crusade"])
def test_every_part_of_these_libraries_comes_back_from_its_form_unchanged(key):
    LibraryEdition.shelve()
    client, record = browser(ALICE), own.copy(ALICE, key)
    before = own.draft_of(record)
    parts = {"profiles": [p.id for p in before.profiles if module_of(p)], "weapons": [w.id for w in before.weapons]}
    for part, names in parts.items():
        for name in names:
            assert save(client, record, part, name).status_code == 302
    record.refresh_from_db()
    assert own.draft_of(record) == before


@pytest.mark.django_db
def test_a_roster_of_the_crusade_is_built_on_the_page_and_printed():
    client = browser(ALICE)
    client.post("/armies/new", {"name": "Column", "library": "crusade"})
    army = services.begin(ALICE, of(CRUSADE, "land-raider", "rhino", limit=200))
    assert army.edition.record.key == "crusade"
    page = client.get(f"/armies/{army.pk}").content.decode()
    assert "Transport" in page
    assert "No table for these vehicles." not in page
    printed = client.get(f"/armies/{army.pk}/cards").content.decode()
    assert "Damage cards" in printed
    assert "2 × Twin lascannon" in printed


@pytest.mark.django_db
def test_shipped_libraries_are_kept_once(django_assert_num_queries):
    LibraryEdition.shelve()
    keys = list(LibraryEdition.objects.values_list("record__key", flat=True))
    assert sorted(keys) == ["crusade", "generic", "trial"]
    with django_assert_num_queries(1):
        LibraryEdition.shelve()


def test_which_rules_a_profile_is_made_for():
    assert module_of(CRUSADE.profile["rhino"]) == "crusade"
    assert module_of(TRIAL.profile["mattock"]) == "trial"
    assert module_of(GENERIC.profile["anvil"]) == "gemini"
    assert module_of(GENERIC.profile["ranger"]) == ""
    assert figures.kind_words(CRUSADE.profile["raptor"]) == "Rules Crusade vehicle, flyer"


@pytest.mark.part_of("TRI-TRAN-08")
def test_a_transport_that_was_taken_for_a_unit_carries_that_unit_alone() -> None:
    kinds = TRIAL.kind.values()
    hulls_of = {kind.id: TRIAL.profile[kind.roles[0].profile].hull for kind in kinds}
    bus = next(kind for kind, hull in hulls_of.items() if hull is not None and hull.capacity > 5)
    first, second = [kind.id for kind in kinds if hulls_of[kind.id] is None and not kind.attaches][:2]
    owner = TRIAL.kind[first].name
    roster = edited(TRIAL, of(TRIAL, bus, first, second), do="dedicated", unit="u1", other="u2")
    assert findings(TRIAL, roster) == []
    roster = edited(TRIAL, roster, do="inside", unit="u3", other="u1")
    assert (f"{TRIAL.kind[bus].name} carries {owner} alone.", "TRI-TRAN-08") in findings(TRIAL, roster)
    army = build.army_of(TRIAL, roster)
    own = army.muster(A).units[0].vehicle.own
    assert isinstance(own, TrialMarks)
    assert own.dedicated_to == "a2"
    assert f"transport of {owner} alone" in cards(army)[0].summary
    assert exchange.from_csv(exchange.to_csv(TRIAL, roster)).units == roster.units
    gone = edited(TRIAL, roster, do="remove", unit="u2")
    assert gone.units[0].dedicated == ""
    nobody = replace(roster, units=(replace(roster.units[0], dedicated="u9"), *roster.units[1:]))
    assert (f"{TRIAL.kind[bus].name} was taken for nobody.", "TRI-TRAN-08") in findings(TRIAL, nobody)
