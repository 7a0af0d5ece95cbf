"""Addresses of the live table's websockets."""

from typing import Any

from django.urls import path

from tabletop.games import consumers

websocket_urlpatterns: list[Any] = [path("tables/<slug:code>/live", consumers.application)]
