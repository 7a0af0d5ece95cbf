"""Addresses under /armies/."""

from django.urls import path

from tabletop.armies import views

app_name = "armies"

urlpatterns = [
    path("", views.armies, name="armies"),
    path("new", views.new, name="new"),
    path("shared/<str:token>", views.shared, name="shared"),
    path("<int:pk>", views.army, name="army"),
    path("<int:pk>/edit", views.edit, name="edit"),
    path("<int:pk>/turn", views.turn, name="turn"),
    path("<int:pk>/copy", views.copy, name="copy"),
    path("<int:pk>/put-away", views.put_away, name="put-away"),
    path("<int:pk>/delete", views.delete, name="delete"),
    path("<int:pk>/share", views.share, name="share"),
]
