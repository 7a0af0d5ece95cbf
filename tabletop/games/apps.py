"""Games, as an application of Django."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "tabletop.games"
    verbose_name = "Games"
