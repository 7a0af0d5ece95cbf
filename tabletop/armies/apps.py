"""Armies, as an application of Django."""

from django.apps import AppConfig


class ArmiesConfig(AppConfig):
    name = "tabletop.armies"
    verbose_name = "Armies"
