"""Charts as rows."""

import pytest

from rules.rulebook.charts import NoTable, by_key, chart_result, damage_chart, grid, row, rows


def test_the_damage_chart_reads_each_column() -> None:
    chart = damage_chart()
    assert list(chart) == ["glancing", "penetrating", "ordnance"]
    assert [len(column) for column in chart.values()] == [7, 6, 6]
    assert chart_result(chart["penetrating"], 4) == ("destroyed",)
    assert chart_result(chart["ordnance"], 2) == ("armament-destroyed", "crew-stunned")
    assert chart_result(chart["glancing"], 1) == ("no-effect",)


def test_scores_beyond_the_rows_are_the_last_row() -> None:
    chart = damage_chart()
    assert chart_result(chart["glancing"], 8) == ("destroyed",)
    assert chart_result(chart["penetrating"], 8) == ("explodes",)
    assert chart_result(chart["ordnance"], 7) == ("annihilated",)
    assert chart_result(chart["glancing"], 0) == ("no-effect",)


def test_both_vehicle_modules_name_results_alike() -> None:
    assert damage_chart("TRI-DMG-03") == damage_chart("VEH-CHART-01")


def test_the_third_edition_column_replaces_the_glancing_one_alone() -> None:
    third = damage_chart("TRI-DMG-03", "TRI-DMG-05")
    assert third["glancing"] == (
        ("crew-shaken",),
        ("crew-shaken",),
        ("crew-shaken",),
        ("crew-stunned",),
        ("armament-destroyed",),
        ("immobilised",),
    )
    assert third["penetrating"] == damage_chart("TRI-DMG-03")["penetrating"]


def test_tables_are_read_by_their_form() -> None:
    assert row("ARAP-HIT-06", "cover", "hard") == {"cover": "hard", "mod": -2}
    assert len(rows("ARAP-HIT-02")) == 18
    assert by_key("ARAP-TMPL-04") == {"open": 3, "soft": 2, "hard": 1}
    assert grid("VEH-VFIRE-02")["fast"]["stationary"] == "all"


def test_a_rule_without_such_a_table_is_told() -> None:
    with pytest.raises(NoTable):
        rows("ARAP-HIT-03")
    with pytest.raises(NoTable):
        row("ARAP-HIT-06", "cover", "steel")
    with pytest.raises(NoTable):
        grid("ARAP-TMPL-04")
    with pytest.raises(NoTable):
        by_key("ARAP-HIT-06")
