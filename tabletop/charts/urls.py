"""The address of the odds."""

from django.urls import path

from tabletop.charts import views

urlpatterns = [path("", views.charts, name="charts")]
