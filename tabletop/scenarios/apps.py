"""Scenarios, as an application of Django."""

from django.apps import AppConfig


class ScenariosConfig(AppConfig):
    name = "tabletop.scenarios"
    verbose_name = "Scenarios"
