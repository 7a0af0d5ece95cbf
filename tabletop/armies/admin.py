"""Armies and libraries in the admin pages."""

from django.contrib import admin
from django.http import HttpRequest

from tabletop.armies.models import Army, LibraryEdition, LibraryRecord, ListFile, Step


@admin.register(Army)
class ArmyAdmin(admin.ModelAdmin[Army]):
    list_display = ("name", "points", "limit", "unit_count", "faults", "owner", "public", "archived", "updated_at")
    list_filter = ("public", "archived", "edition")
    list_select_related = ("owner",)
    search_fields = ("name", "owner__username")
    raw_id_fields = ("owner", "edition")
    readonly_fields = ("points", "limit", "unit_count", "model_count", "faults", "step", "created_at", "updated_at")


class EditionInline(admin.TabularInline[LibraryEdition, LibraryRecord]):
    """Editions are listed, not edited: rosters were built on them."""

    model = LibraryEdition
    fields = ("version", "created_at")
    readonly_fields = ("version", "created_at")
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: LibraryRecord | None = None) -> bool:
        return False


@admin.register(LibraryRecord)
class LibraryAdmin(admin.ModelAdmin[LibraryRecord]):
    list_display = ("name", "key", "owner", "visibility", "created_at")
    list_filter = ("visibility",)
    list_select_related = ("owner",)
    search_fields = ("name", "key", "owner__username")
    raw_id_fields = ("owner",)
    inlines = (EditionInline,)


@admin.register(ListFile)
class ListFileAdmin(admin.ModelAdmin[ListFile]):
    list_display = ("army", "system_name", "made_by", "open_lines", "created_at")
    list_filter = ("system_name", "made_by")
    list_select_related = ("army",)
    search_fields = ("army__name", "system_name", "made_by")
    raw_id_fields = ("army",)
    readonly_fields = ("system", "system_name", "made_by", "open_lines", "created_at")


@admin.register(Step)
class StepAdmin(admin.ModelAdmin[Step]):
    list_display = ("army", "number", "said", "made_at")
    list_select_related = ("army",)
    search_fields = ("army__name", "said")
    raw_id_fields = ("army",)
    readonly_fields = ("number", "said", "roster", "made_at")
