"""Static files, served by the same process: hashed names, kept by browsers for ever."""

from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

type_of_answer = HttpResponseBase | Awaitable[HttpResponseBase]


class StaticFiles(WhiteNoiseMiddleware):  # type: ignore[misc]
    """WhiteNoise that answers whole, so that an asynchronous server need not stream small files through threads."""

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        super().__init__(get_response)
        self.is_async = iscoroutinefunction(get_response)
        if self.is_async:
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> type_of_answer:
        file = self.find_file(request.path_info) if self.autorefresh else self.files.get(request.path_info)
        if file is None:
            answer: type_of_answer = self.get_response(request)
            return answer
        return _soon(self.serve(file, request)) if self.is_async else self.serve(file, request)

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        found = static_file.get_response(request.method, request.META)
        content = b""
        if found.file is not None:
            with found.file as file:
                content = file.read()
        response = HttpResponse(content, status=int(found.status))
        del response.headers["Content-Type"]
        for name, value in found.headers:
            response.headers[name] = value
        return response


async def _soon(response: HttpResponse) -> HttpResponse:
    return response
