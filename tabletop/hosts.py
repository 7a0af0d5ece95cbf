"""Which names this server answers to.

With ALLOWED_HOSTS set, Django checks it. Without, a club needs no configuration: every address and every name that
only a local network resolves is accepted, a public name is not. So a page elsewhere cannot point its own name at this
machine and read the table as if it were its own.
"""

import ipaddress
import logging
from collections.abc import Awaitable, Callable, Iterable
from typing import Any
from urllib.parse import urlsplit

from asgiref.sync import iscoroutinefunction
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.http.request import split_domain_port, validate_host
from django.utils.decorators import sync_and_async_middleware

log = logging.getLogger(__name__)

LOCAL_SUFFIXES = (".localhost", ".local", ".lan", ".home", ".home.arpa", ".internal", ".fritz.box", ".test")
DEFAULT_PORTS = {"http": 80, "ws": 80, "https": 443, "wss": 443}


def is_local_name(domain: str) -> bool:
    """Whether a name cannot belong to a stranger: an address, a name without dots, or one of a local suffix."""
    name = domain.rstrip(".").lower()
    return "." not in name or name.endswith(LOCAL_SUFFIXES) or _is_address(name)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def is_served(host: str) -> bool:
    """Whether the value of a Host header names this server."""
    domain, _ = split_domain_port(host)
    if not domain:
        return False
    if settings.LOCAL_NAMES_ONLY:
        return is_local_name(domain)
    return validate_host(domain, settings.ALLOWED_HOSTS)


def is_same_origin(origin: str, host: str) -> bool:
    """Whether a page of this origin was served under this Host, or is trusted by CSRF_TRUSTED_ORIGINS."""
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    try:
        page, here = urlsplit(origin), urlsplit(f"//{host}")
        default = DEFAULT_PORTS.get(page.scheme)
        return default is not None and (page.hostname, page.port or default) == (here.hostname, here.port or default)
    except ValueError:  # a port that is no number
        return False


REFUSAL = "This server does not answer to that name. Its owner can allow it by setting ALLOWED_HOSTS.\n"


@sync_and_async_middleware
def local_names_only(get_response: Callable[[HttpRequest], object]) -> Callable[[HttpRequest], object]:
    """Refuse a request for a name that is not this server's, saying how to allow it."""

    def refusal(request: HttpRequest) -> HttpResponse | None:
        if is_served(request.headers.get("Host", "") or request.META.get("SERVER_NAME", "")):
            return None
        return HttpResponseBadRequest(REFUSAL, content_type="text/plain; charset=utf-8")

    if iscoroutinefunction(get_response):

        async def async_middleware(request: HttpRequest) -> object:
            return refusal(request) or await _awaited(get_response(request))

        return async_middleware

    def middleware(request: HttpRequest) -> object:
        return refusal(request) or get_response(request)

    return middleware


async def _awaited(response: object) -> object:
    return await response if isinstance(response, Awaitable) else response


class SameOriginOnly:
    """Let a websocket in only from a page that this server served; a client without Origin is no browser."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        headers = scope["headers"]
        host, origin = (_header(headers, name) for name in (b"host", b"origin"))
        if is_served(host) and (not origin or is_same_origin(origin, host)):
            await self.application(scope, receive, send)
            return
        log.warning("A websocket from a page of another origin was refused.")
        await denied(scope, receive, send)


async def denied(scope: Any, receive: Any, send: Any) -> None:
    """A websocket that is closed before it is accepted: the client is answered 403."""
    await receive()
    await send({"type": "websocket.close", "code": 1008})


def _header(headers: Iterable[tuple[bytes, bytes]], name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in headers if key.lower() == name), "")
