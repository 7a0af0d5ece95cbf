"""Armies that people keep between battles."""

from __future__ import annotations

from typing import Any, Self

import msgspec
from django.conf import settings
from django.db import models

from rules.forces.army import Army as Content


class Army(models.Model):
    """One army: its content is the rules' own value, kept as versioned JSON. Without an owner it is a sample."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="armies"
    )
    name = models.CharField(max_length=80)
    content = models.JSONField()
    points = models.PositiveIntegerField(default=0, editable=False)
    public = models.BooleanField(default=False, help_text="Anybody may look at it and bring it to a table.")
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name_plural = "armies"
        ordering = ["name", "id"]
        indexes = [models.Index(fields=["public", "name"])]

    def __str__(self) -> str:
        return f"{self.name} ({self.points} points)"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Keep the points in step with the content."""
        self.points = self.value.points
        super().save(*args, **kwargs)

    @property
    def value(self) -> Content:
        """The army as the rules know it. Raises msgspec.ValidationError where the content is no army."""
        return msgspec.convert(self.content, Content)

    @classmethod
    def of(cls, value: Content, **fields: Any) -> Self:
        """A row for that army, not saved yet."""
        return cls(name=value.name, content=msgspec.to_builtins(value), **fields)
