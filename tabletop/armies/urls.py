"""Addresses under /armies/."""

from django.urls import path

from tabletop.armies import library_views, views

app_name = "armies"

urlpatterns = [
    path("", views.armies, name="armies"),
    path("new", views.new, name="new"),
    path("import", views.take_in, name="import"),
    path("roster.schema.json", views.schema, name="schema"),
    path("shared/<str:token>", views.shared, name="shared"),
    path("shared/<str:token>/cards", views.shared_cards, name="shared-cards"),
    path("<int:pk>", views.army, name="army"),
    path("<int:pk>.json", views.as_json, name="json"),
    path("gemini-arap.gst", views.game_system, name="game-system"),
    path("<slug:key>.cat", views.catalogue, name="catalogue"),
    path("<int:pk>/file", views.army_file, name="army-file"),
    path("<int:pk>.ros", views.as_list, {"form": "ros"}, name="ros"),
    path("<int:pk>.rosz", views.as_list, {"form": "rosz"}, name="rosz"),
    path("<int:pk>.csv", views.as_csv, name="csv"),
    path("<int:pk>/cards", views.army_cards, name="cards"),
    path("<int:pk>/cards.pdf", views.army_pdf, name="cards-pdf"),
    path("shared/<str:token>/cards.pdf", views.shared_pdf, name="shared-cards-pdf"),
    path("libraries/", library_views.libraries_page, name="libraries"),
    path("libraries/<slug:key>", library_views.library, name="library"),
    path("libraries/<slug:key>/copy", library_views.copy, name="library-copy"),
    path("libraries/<slug:key>/head", library_views.head, name="library-head"),
    path("libraries/<slug:key>/publish", library_views.publish, name="library-publish"),
    path("libraries/<slug:key>/discard", library_views.discard, name="library-discard"),
    path("libraries/<slug:key>/share", library_views.share, name="library-share"),
    path("libraries/<slug:key>/delete", library_views.delete, name="library-delete"),
    path("libraries/<slug:key>/<slug:part>/add", library_views.add, name="library-add"),
    path("libraries/<slug:key>/<slug:part>/part/<str:id>", library_views.part, name="library-part"),
    path("<int:pk>/renew", library_views.renew, name="renew"),
    path("<int:pk>/edit", views.edit, name="edit"),
    path("<int:pk>/turn", views.turn, name="turn"),
    path("<int:pk>/copy", views.copy, name="copy"),
    path("<int:pk>/put-away", views.put_away, name="put-away"),
    path("<int:pk>/delete", views.delete, name="delete"),
    path("<int:pk>/share", views.share, name="share"),
]
