"""Games, as an application of Django."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "tabletop.games"
    verbose_name = "Games"

    def ready(self) -> None:
        """People keep seats and tables; the house plays where somebody watches."""
        from tabletop.accounts.belongings import Belongings, keep
        from tabletop.games.house import attendance
        from tabletop.games.push.rooms import rooms
        from tabletop.games.tables import belongings

        rooms.on_look, rooms.on_news = attendance.looked_at, attendance.attendance.hear
        keep(Belongings("games", belongings.exported, belongings.claim, belongings.let_go))
