"""Games, as an application of Django."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "tabletop.games"
    verbose_name = "Games"

    def ready(self) -> None:
        """People keep seats and tables."""
        from tabletop.accounts.belongings import Belongings, keep
        from tabletop.games.tables import belongings

        keep(Belongings("games", belongings.exported, belongings.claim, belongings.let_go))
