"""A person with an account, and counts of what is limited. Guests play without one."""

from django.contrib.auth.models import AbstractUser
from django.db import models


class User(AbstractUser):
    """Somebody who signs in by a name and a password; the address is optional and serves a forgotten password."""

    class Meta(AbstractUser.Meta):
        verbose_name = "person"
        verbose_name_plural = "people"


class Tally(models.Model):
    """How often somebody did something that is limited, until the count ends. Keys tell nothing of whom."""

    key = models.CharField(max_length=40, primary_key=True)
    number = models.IntegerField(default=0)
    ends = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name_plural = "tallies"

    def __str__(self) -> str:
        return f"{self.number} until {self.ends:%H:%M:%S}"
