"""Scenarios, as an application of Django."""

from typing import Any

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.http import HttpRequest


class ScenariosConfig(AppConfig):
    name = "tabletop.scenarios"
    verbose_name = "Scenarios"

    def ready(self) -> None:
        """Whoever signs in takes along what was made as a guest."""
        user_logged_in.connect(_adopt, dispatch_uid="scenarios-adopt")


def _adopt(sender: object, request: HttpRequest | None, user: Any, **_: Any) -> None:
    from tabletop.accounts.people import known_by
    from tabletop.scenarios.services import adopt

    if request is not None:
        adopt(known_by(user, request.session))
