"""Addresses under /armies/."""

from django.urls import path

from tabletop.armies import views
from tabletop.armies.club_libraries import views as club_libraries_views

app_name = "armies"

urlpatterns = [
    path("", views.armies, name="armies"),
    path("new", views.new, name="new"),
    path("import", views.take_in, name="import"),
    path("roster.schema.json", views.schema, name="schema"),
    path("shared/<str:token>", views.shared, name="shared"),
    path("shared/<str:token>/cards", views.shared_cards, name="shared-cards"),
    path("<int:pk>", views.army, name="army"),
    *(path(f"<int:pk>.{form}", views.exported, {"form": form}, name=form) for form in views.FORMS),
    path("shared/<str:token>/file.<str:form>", views.shared_export, name="shared-file"),
    path("gemini-arap.gst", views.game_system, name="game-system"),
    path("<slug:key>.cat", views.catalogue, name="catalogue"),
    path("<int:pk>/file/original", views.original, name="original"),
    path("<int:pk>/file/again", views.take_in_again, name="import-again"),
    path("<int:pk>/file", views.army_file, name="army-file"),
    path("<int:pk>/summary", views.army_summary, name="summary"),
    path("<int:pk>/kinds/<str:kind>", views.kind_sheet, name="kind"),
    path("shared/<str:token>/summary", views.shared_summary, name="shared-summary"),
    path("<int:pk>/cards", views.army_cards, name="cards"),
    path("<int:pk>/cards.pdf", views.army_pdf, name="cards-pdf"),
    path("shared/<str:token>/cards.pdf", views.shared_pdf, name="shared-cards-pdf"),
    path("libraries/", club_libraries_views.libraries_page, name="libraries"),
    path("libraries/<slug:key>", club_libraries_views.library, name="library"),
    path("libraries/<slug:key>/copy", club_libraries_views.copy, name="library-copy"),
    path("libraries/<slug:key>/head", club_libraries_views.head, name="library-head"),
    path("libraries/<slug:key>/publish", club_libraries_views.publish, name="library-publish"),
    path("libraries/<slug:key>/discard", club_libraries_views.discard, name="library-discard"),
    path("libraries/<slug:key>/share", club_libraries_views.share, name="library-share"),
    path("libraries/<slug:key>/delete", club_libraries_views.delete, name="library-delete"),
    path("libraries/<slug:key>/<slug:part>/add", club_libraries_views.add, name="library-add"),
    path("libraries/<slug:key>/<slug:part>/part/<str:id>", club_libraries_views.part, name="library-part"),
    path("<int:pk>/renew", club_libraries_views.renew, name="renew"),
    path("<int:pk>/edit", views.edit, name="edit"),
    path("<int:pk>/bring", views.bring, name="bring"),
    path("<int:pk>/turn", views.turn, name="turn"),
    path("<int:pk>/copy", views.copy, name="copy"),
    path("<int:pk>/put-away", views.put_away, name="put-away"),
    path("<int:pk>/delete", views.delete, name="delete"),
    path("<int:pk>/share", views.share, name="share"),
]
