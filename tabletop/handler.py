"""Pages over ASGI, at one hop to a thread for each."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, reset_queries
from django.http import HttpRequest
from django.http.response import HttpResponseBase

THREADS = 8
_threads = ThreadPoolExecutor(max_workers=THREADS, thread_name_prefix="page")


class PagesHandler(ASGIHandler):
    """Runs all of the middleware and the view in one of a few threads that keep their database connections.

    Django's own handler goes to a new thread and back for each step of each middleware, which costs a command more
    than its rules and its database do.
    """

    def __init__(self) -> None:
        super().__init__()
        # `_answer` looks after the connections of the thread that has any; these would wake another for nothing.
        for signal in (request_started, request_finished):
            signal.disconnect(close_old_connections)
            signal.disconnect(reset_queries)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """One request, without a thread of its own."""
        if scope["type"] != "http":
            raise ValueError(f"pages come over HTTP, not {scope['type']}")
        await self.handle(scope, receive, send)

    def load_middleware(self, is_async: bool = False) -> None:
        """The chain of a synchronous server; asynchronous views are run from it."""
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """The answer, made in a thread."""
        return await sync_to_async(self._answer, thread_sensitive=False, executor=_threads)(request)

    def _answer(self, request: HttpRequest) -> HttpResponseBase:
        reset_queries()
        close_old_connections()
        try:
            return self.get_response(request)
        finally:
            close_old_connections()
