"""Interface, as an application of Django."""

from django.apps import AppConfig


class UiConfig(AppConfig):
    name = "tabletop.ui"
    verbose_name = "Interface"
