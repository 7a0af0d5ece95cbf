"""A person with an account. Guests play without one."""

from django.contrib.auth.models import AbstractUser


class User(AbstractUser):
    """Somebody who signs in by a name and a password; the address is optional and serves a forgotten password."""

    class Meta(AbstractUser.Meta):
        verbose_name = "person"
        verbose_name_plural = "people"
