"""Armies in the admin pages."""

from django.contrib import admin

from tabletop.armies.models import Army


@admin.register(Army)
class ArmyAdmin(admin.ModelAdmin[Army]):
    list_display = ("name", "points", "owner", "public", "updated_at")
    list_filter = ("public",)
    list_select_related = ("owner",)
    search_fields = ("name", "owner__username")
    raw_id_fields = ("owner",)
    readonly_fields = ("points", "created_at", "updated_at")
