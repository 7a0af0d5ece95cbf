"""Accounts, as an application of Django."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "tabletop.accounts"
    verbose_name = "Accounts"
