"""Addresses under /scenarios/."""

from django.urls import path

from tabletop.scenarios import views

app_name = "scenarios"

urlpatterns = [
    path("", views.scenarios, name="scenarios"),
    path("new", views.new, name="new"),
    path("import", views.take_in, name="import"),
    path("scenario.schema.json", views.schema, name="schema"),
    path("shared/<str:token>", views.shared, name="shared"),
    path("<int:pk>/", views.scenario, name="scenario"),
    path("shared/<str:token>/map", views.shared_map, name="shared-map"),
    path("<int:pk>/map", views.printed_map, name="map"),
    path("<int:pk>.json", views.as_json, name="json"),
    path("<int:pk>/edit/", views.edit, name="edit"),
    path("<int:pk>/change", views.change, name="change"),
    path("<int:pk>/turn", views.turn, name="turn"),
    path("<int:pk>/copy", views.copy, name="copy"),
    path("<int:pk>/put-away", views.put_away, name="put-away"),
    path("<int:pk>/delete", views.delete, name="delete"),
    path("<int:pk>/share", views.share, name="share"),
]
