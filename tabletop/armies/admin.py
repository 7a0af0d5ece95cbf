"""Armies and libraries in the admin pages."""

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest

from tabletop.armies.models import Army, LibraryEdition, LibraryRecord, ListFile, OriginalFile, Step


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


@admin.register(LibraryEdition)
class EditionAdmin(admin.ModelAdmin[LibraryEdition]):
    """Versions are read, never changed: rosters were built on them."""

    list_display = ("record", "version", "created_at", "armies_on_it")
    list_select_related = ("record",)
    search_fields = ("record__name", "record__key")
    readonly_fields = ("record", "version", "content", "created_at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[LibraryEdition]:
        return super().get_queryset(request).defer("content").annotate(built=Count("armies"))

    @admin.display(description="armies built on it", ordering="built")
    def armies_on_it(self, edition: LibraryEdition) -> int:
        """How many armies it holds up."""
        return int(getattr(edition, "built", 0))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: LibraryEdition | None = None) -> bool:
        return False


@admin.register(ListFile)
class ListFileAdmin(admin.ModelAdmin[ListFile]):
    list_display = ("army", "system_name", "made_by", "open_lines", "created_at")
    list_filter = ("system_name", "made_by")
    list_select_related = ("army",)
    search_fields = ("army__name", "system_name", "made_by")
    raw_id_fields = ("army",)
    readonly_fields = ("system", "system_name", "made_by", "open_lines", "created_at")


@admin.register(OriginalFile)
class OriginalFileAdmin(admin.ModelAdmin[OriginalFile]):
    list_display = ("name", "army", "created_at")
    list_select_related = ("army",)
    search_fields = ("name", "army__name")
    raw_id_fields = ("army",)
    readonly_fields = ("name", "digest", "created_at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[OriginalFile]:
        return super().get_queryset(request).defer("packed")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False


@admin.register(Step)
class StepAdmin(admin.ModelAdmin[Step]):
    list_display = ("army", "number", "said", "made_at")
    list_select_related = ("army",)
    search_fields = ("army__name", "said")
    raw_id_fields = ("army",)
    readonly_fields = ("number", "said", "roster", "made_at")
