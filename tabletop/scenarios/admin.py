"""Scenarios in the admin pages."""

from django.contrib import admin

from tabletop.scenarios.models import ScenarioRecord


@admin.register(ScenarioRecord)
class ScenarioAdmin(admin.ModelAdmin[ScenarioRecord]):
    list_display = ("name", "owner", "public", "updated_at")
    list_filter = ("public",)
    list_select_related = ("owner",)
    search_fields = ("name", "owner__username")
    raw_id_fields = ("owner",)
    readonly_fields = ("version", "created_at", "updated_at")
