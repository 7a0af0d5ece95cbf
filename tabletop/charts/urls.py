"""The addresses of the odds."""

from django.urls import path

from tabletop.charts import crusade, rolls, views

urlpatterns = [
    path("", views.charts, name="charts"),
    path("rolls", rolls.of_rolls, name="roll-odds"),
    path("crusade", crusade.crusade, name="crusade-odds"),
]
