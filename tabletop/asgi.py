"""The ASGI application: pages over HTTP, frames over websockets."""

import gc
import os
from typing import Any

import django
from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings
from django.urls import re_path
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from rules import rulebook
from tabletop.games.routing import websocket_urlpatterns
from tabletop.handler import PagesHandler
from tabletop.hosts import SameOriginOnly, denied

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tabletop.settings")

django.setup(set_prefix=False)  # loads the applications, so it comes before whatever imports their models

nowhere: Any = re_path("", denied)  # type: ignore[arg-type]  # the router takes applications where Django takes views
sockets = URLRouter([*websocket_urlpatterns, nowhere])
application: Any = ProtocolTypeRouter(
    {"http": PagesHandler(), "websocket": SameOriginOnly(AuthMiddlewareStack(sockets))}
)
if settings.TRUSTED_PROXIES:  # who asks, and over what, is what these say; no server looks at the headers itself
    application = ProxyHeadersMiddleware(application, trusted_hosts=settings.TRUSTED_PROXIES)

rulebook.rules()  # read now, so that nobody's first plan waits for it

# With thousands of connections a full collection stops every table for a tenth of a second or more.
gc.collect()
gc.freeze()
gc.set_threshold(50_000, 50, 1000)
