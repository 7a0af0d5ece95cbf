"""Addresses of the live table's websockets."""

from typing import Any

websocket_urlpatterns: list[Any] = []
