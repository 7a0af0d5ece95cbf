"""Scenarios, as an application of Django."""

from django.apps import AppConfig


class ScenariosConfig(AppConfig):
    name = "tabletop.scenarios"
    verbose_name = "Scenarios"

    def ready(self) -> None:
        """People keep scenarios."""
        from tabletop.accounts.belongings import Belongings, keep
        from tabletop.scenarios import belongings

        keep(Belongings("scenarios", belongings.exported, belongings.claim, belongings.let_go))
