"""Reference, as an application of Django."""

from django.apps import AppConfig


class ReferenceConfig(AppConfig):
    name = "tabletop.reference"
    verbose_name = "Reference"
