"""The content security policy: nothing runs, loads or connects but what this server serves."""

from collections.abc import Awaitable, Callable

from asgiref.sync import iscoroutinefunction
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_and_async_middleware

POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
    "img-src 'self' data: blob:; connect-src 'self' ws://{host} wss://{host}; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
PERMISSIONS = "camera=(), microphone=(), geolocation=(), payment=(), usb=(), screen-wake-lock=(self), fullscreen=(self)"


def framed_anywhere(request: HttpRequest) -> str:
    """The policy of a page that other sites may show in a frame."""
    return POLICY.format(host=request.get_host()).replace("frame-ancestors 'none'", "frame-ancestors *")


def with_headers(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The response with the policy; what is handed out as a file is kept by nobody on the way.

    Sockets are named by host, because older Safari leaves them out of 'self'.
    """
    response.headers.setdefault("Content-Security-Policy", POLICY.format(host=request.get_host()))
    response.headers.setdefault("Permissions-Policy", PERMISSIONS)
    if response.headers.get("Content-Disposition", "").startswith("attachment"):
        response.headers.setdefault("Cache-Control", "no-store")
    return response


@sync_and_async_middleware
def headers(get_response: Callable[[HttpRequest], object]) -> Callable[[HttpRequest], object]:
    """Set the policy on every response."""
    if iscoroutinefunction(get_response):

        async def async_middleware(request: HttpRequest) -> HttpResponse:
            response = get_response(request)
            assert isinstance(response, Awaitable)
            return with_headers(request, await response)

        return async_middleware

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        assert isinstance(response, HttpResponse)
        return with_headers(request, response)

    return middleware
