"""Pages over ASGI, at one hop to a thread for each."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any

from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, reset_queries
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

from tabletop import bodies

THREADS = 8
_CLOSE = {"Connection": "close"}
_threads = ThreadPoolExecutor(max_workers=THREADS, thread_name_prefix="page")


def _too_long() -> HttpResponse:
    """413; what of the body is still on its way is not waited for."""
    return HttpResponse(bodies.REFUSAL, status=413, content_type="text/plain; charset=utf-8", headers=_CLOSE)


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

    async def handle(self, scope: Any, receive: Any, send: Any) -> None:
        """Read it, answer it, send the answer.

        Django listens meanwhile for one who hangs up, in order to cancel the view; a thread cannot be called back.
        """
        if bodies.is_too_long(scope["headers"]):
            return await self.send_response(_too_long(), send)
        counted = bodies.Counted(receive, scope["headers"])
        try:
            body = await self.read_body(counted)
        except RequestAborted:
            return None
        if counted.over:
            body.close()
            return await self.send_response(_too_long(), send)
        set_script_prefix(get_script_prefix(scope))
        await request_started.asend(sender=self.__class__, scope=scope)
        request, refusal = self.create_request(scope, body)
        response = refusal or HttpResponseBadRequest()
        if request is not None:
            response = await self.run_get_response(request)
        try:
            await self.send_response(response, send)
        finally:
            if not response.closed:
                response.close()
            body.close()
        return None

    def load_middleware(self, is_async: bool = False) -> None:
        """The chain of a synchronous server; asynchronous views are run from it."""
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """The answer, made in a thread."""
        return await asyncio.get_running_loop().run_in_executor(_threads, copy_context().run, self._answer, request)

    def _answer(self, request: HttpRequest) -> HttpResponseBase:
        reset_queries()
        close_old_connections()
        try:
            response = self.get_response(request)
            if not response.streaming:  # it is complete; what was open for it belongs to this thread
                response._handler_class = self.__class__  # type: ignore[attr-defined]  # Django's own, for its signal
                response.close()
            return response
        finally:
            close_old_connections()
