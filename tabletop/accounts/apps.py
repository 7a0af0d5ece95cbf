"""Accounts, as an application of Django."""

from typing import Any

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.http import HttpRequest


class AccountsConfig(AppConfig):
    name = "tabletop.accounts"
    verbose_name = "Accounts"

    def ready(self) -> None:
        """Whoever signs in takes along what was made as a guest."""
        user_logged_in.connect(_claim, dispatch_uid="accounts-claim")


def _claim(sender: object, request: HttpRequest | None, user: Any, **_: Any) -> None:
    from tabletop.accounts.belongings import claim
    from tabletop.accounts.people import known_by

    if request is not None:
        claim(known_by(user, request.session))
