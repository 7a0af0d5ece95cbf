"""The address that brings others to a table: what the QR code says and what can be copied."""

from __future__ import annotations

import ipaddress

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse

from tabletop.serving import is_for_others, lan_addresses, url


def join_address(request: HttpRequest, code: str) -> str:
    """The address to join, such that another device can open it.

    Who hosts on a laptop often looks at "localhost", which means something else on a phone: there the laptop's own
    address on the network takes its place.
    """
    return reachable(request, reverse("games:join", args=[code]))


def reachable(request: HttpRequest, path: str) -> str:
    """An address of this server such that another device can open it."""
    name = request.get_host().rsplit(":", 1)[0].strip("[]")
    others = lan_addresses() if _is_this_machine(name) and is_for_others(settings.HOST) else []
    return url(others[0], int(request.get_port())) + path if others else request.build_absolute_uri(path)


def _is_this_machine(name: str) -> bool:
    if name == "localhost":
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False
