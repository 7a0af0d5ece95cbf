"""Scenarios: tables with terrain, zones, objectives and switches."""

from __future__ import annotations

from typing import Any, Self

import msgspec
from django.conf import settings
from django.db import models

from rules.table.scenario import Scenario


class ScenarioRecord(models.Model):
    """One scenario: its content is the rules' own value, kept as versioned JSON. Without an owner it is a sample."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="scenarios"
    )
    name = models.CharField(max_length=80)
    content = models.JSONField()
    version = models.PositiveSmallIntegerField(default=1, editable=False, help_text="Of the content's format.")
    public = models.BooleanField(default=False, help_text="Anybody may look at it and play it.")
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = "scenario"
        ordering = ["name", "id"]
        indexes = [models.Index(fields=["public", "name"])]

    def __str__(self) -> str:
        return self.name

    @property
    def value(self) -> Scenario:
        """The scenario as the rules know it. Raises msgspec.ValidationError where the content is none."""
        return msgspec.convert(self.content, Scenario)

    @classmethod
    def of(cls, value: Scenario, **fields: Any) -> Self:
        """A row for that scenario, not saved yet."""
        return cls(name=value.name, content=msgspec.to_builtins(value), **fields)
