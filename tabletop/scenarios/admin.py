"""Scenarios in the admin pages."""

from django.contrib import admin

from tabletop.scenarios.models import ScenarioRecord, ScenarioStep


@admin.register(ScenarioRecord)
class ScenarioAdmin(admin.ModelAdmin[ScenarioRecord]):
    list_display = ("name", "owner", "faults", "public", "archived", "updated_at")
    list_filter = ("public", "archived")
    list_select_related = ("owner",)
    search_fields = ("name", "owner__username")
    raw_id_fields = ("owner",)
    readonly_fields = ("version", "faults", "step", "created_at", "updated_at")


@admin.register(ScenarioStep)
class ScenarioStepAdmin(admin.ModelAdmin[ScenarioStep]):
    list_display = ("record", "number", "said", "made_at")
    list_select_related = ("record",)
    search_fields = ("record__name", "said")
    raw_id_fields = ("record",)
    readonly_fields = ("number", "said", "draft", "made_at")
