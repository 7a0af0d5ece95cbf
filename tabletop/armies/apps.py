"""Armies, as an application of Django."""

from django.apps import AppConfig


class ArmiesConfig(AppConfig):
    name = "tabletop.armies"
    verbose_name = "Armies"

    def ready(self) -> None:
        """People keep armies and libraries."""
        from tabletop.accounts.belongings import Belongings, keep
        from tabletop.armies import belongings

        keep(Belongings("armies", belongings.exported, belongings.claim, belongings.let_go))
