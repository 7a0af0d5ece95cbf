"""Scenarios: tables with terrain, zones, objectives and switches."""

from __future__ import annotations

from typing import Any, Self

import msgspec
from django.conf import settings
from django.db import models

from rules.table.scenario import Scenario
from tabletop.scenarios.asjson import Decoder, Encoder
from tabletop.scenarios.draft.draft import Draft


class ScenarioRecord(models.Model):
    """One scenario: its content is the rules' own value, kept as versioned JSON.

    It belongs to an account, or to the browser of a guest; with neither it is a sample. One that was drawn here has a
    `draft`, which holds the content and how it is edited.
    """

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="scenarios"
    )
    guest = models.CharField(max_length=40, blank=True, db_index=True, editable=False)
    name = models.CharField(max_length=80)
    content = models.JSONField(encoder=Encoder, decoder=Decoder)
    draft = models.JSONField(null=True, blank=True, editable=False, encoder=Encoder, decoder=Decoder)
    version = models.PositiveSmallIntegerField(default=1, editable=False, help_text="Of the content's format.")
    faults = models.PositiveIntegerField(default=0, editable=False, help_text="What the checks find wrong.")
    step = models.PositiveIntegerField(default=0, editable=False)
    public = models.BooleanField(default=False, help_text="Anybody may look at it and play it.")
    token = models.CharField(max_length=32, blank=True, db_index=True, help_text="Whoever has this may look at it.")
    archived = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = "scenario"
        ordering = ["name", "id"]
        indexes = [
            models.Index(fields=["public", "name"]),
            models.Index(fields=["owner", "archived", "-updated_at"], name="scenarios_of_an_account"),
            models.Index(fields=["guest", "archived", "-updated_at"], name="scenarios_of_a_guest"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def value(self) -> Scenario:
        """The scenario as the rules know it. Raises msgspec.ValidationError where the content is none."""
        return msgspec.convert(self.content, Scenario)

    @property
    def draft_value(self) -> Draft:
        """The scenario as it is edited."""
        return msgspec.convert(self.draft, Draft) if self.draft is not None else Draft(scenario=self.value)

    def put(self, draft: Draft) -> None:
        """Take that draft over, and what is played with it. Not saved."""
        self.draft = msgspec.to_builtins(draft)
        self.content = self.draft["scenario"]
        self.name = draft.scenario.name[:80]

    @classmethod
    def of(cls, value: Scenario, **fields: Any) -> Self:
        """A row for that scenario, not saved yet."""
        return cls(name=value.name, content=msgspec.to_builtins(value), **fields)


class ScenarioStep(models.Model):
    """A scenario as it was after one edit, for taking back and doing again."""

    record = models.ForeignKey(ScenarioRecord, on_delete=models.CASCADE, related_name="steps", verbose_name="scenario")
    number = models.PositiveIntegerField()
    draft = models.JSONField(encoder=Encoder, decoder=Decoder)
    said = models.CharField(max_length=200, blank=True)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = "step"
        ordering = ["record", "number"]
        constraints = [models.UniqueConstraint(fields=["record", "number"], name="one_scenario_step_a_number")]

    def __str__(self) -> str:
        return f"{self.number}: {self.said}"
