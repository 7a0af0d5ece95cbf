"""Tables in the admin pages. Logs can be read there, not changed; the dice seed is not shown."""

from django.contrib import admin
from django.http import HttpRequest

from tabletop.games.models import ChatMessage, EventRecord, Force, HouseTurn, Proposal, Reaction, Seat, Snapshot, Table


class SeatInline(admin.TabularInline[Seat, Table]):
    model = Seat
    extra = 0
    fields = ("name", "side", "kind", "removed", "left_at")


class ForceInline(admin.TabularInline[Force, Table]):
    model = Force
    extra = 0
    fields = ("side", "army")
    raw_id_fields = ("army",)


@admin.register(Table)
class TableAdmin(admin.ModelAdmin[Table]):
    list_display = ("code", "name", "status", "host_name", "seq", "public", "updated_at")
    list_filter = ("status", "public")
    search_fields = ("code", "name", "host_name")
    readonly_fields = ("game_id", "seal", "seq", "rules_version", "created_at", "updated_at", "started_at", "ended_at")
    exclude = ("entropy", "scenario_content")
    raw_id_fields = ("scenario",)
    inlines = (ForceInline, SeatInline)


class ReadOnly:
    """Rows that nobody edits by hand."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(EventRecord)
class EventAdmin(ReadOnly, admin.ModelAdmin[EventRecord]):
    list_display = ("table", "seq", "head", "type", "actor_name", "at")
    list_filter = ("type",)
    list_select_related = ("table",)
    search_fields = ("table__code",)
    show_full_result_count = False


@admin.register(HouseTurn)
class HouseTurnAdmin(ReadOnly, admin.ModelAdmin[HouseTurn]):
    list_display = ("table", "holder", "until")
    list_select_related = ("table",)
    search_fields = ("table__code",)


@admin.register(Reaction)
class ReactionAdmin(ReadOnly, admin.ModelAdmin[Reaction]):
    list_display = ("table", "head", "kind")
    list_select_related = ("table",)
    search_fields = ("table__code",)
    exclude = ("person",)


@admin.register(Snapshot)
class SnapshotAdmin(ReadOnly, admin.ModelAdmin[Snapshot]):
    list_display = ("table", "seq")
    list_select_related = ("table",)
    search_fields = ("table__code",)
    show_full_result_count = False


@admin.register(Seat)
class SeatAdmin(admin.ModelAdmin[Seat]):
    list_display = ("table", "name", "side", "kind", "removed", "left_at")
    list_filter = ("kind", "removed")
    list_select_related = ("table",)
    raw_id_fields = ("table",)
    search_fields = ("table__code", "name")


@admin.register(Proposal)
class ProposalAdmin(ReadOnly, admin.ModelAdmin[Proposal]):
    list_display = ("table", "kind", "name", "status", "created_at")
    list_filter = ("kind", "status")
    list_select_related = ("table",)
    search_fields = ("table__code",)


@admin.register(ChatMessage)
class ChatAdmin(admin.ModelAdmin[ChatMessage]):
    list_display = ("table", "name", "text", "created_at")
    list_select_related = ("table",)
    raw_id_fields = ("table",)
    search_fields = ("table__code", "name", "text")
