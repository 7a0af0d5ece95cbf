"""The addresses of the odds."""

from django.urls import path

from tabletop.charts import crusade, views

urlpatterns = [
    path("", views.charts, name="charts"),
    path("crusade", crusade.crusade, name="crusade-odds"),
]
