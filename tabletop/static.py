"""Static files, served by the same process: hashed names, kept by browsers for ever."""

import re
import shutil
from collections.abc import Awaitable, Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

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


_IMPORT = r"""(?P<matched>\b(?P<how>from|import) ?["'](?P<url>\.[^"']+)["'])"""


class CompressedOnce(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Files with hashed names; what an earlier start has compressed is left, so that the next one takes a moment."""

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        *((f"{folder}/*.js", ((_IMPORT, '%(how)s "%(url)s"'),)) for folder in ("js", "vendor")),
    )
    """Our modules name those that they import by their hashes: a browser that has them asks for none of them again."""
    max_post_process_passes = 20  # as many as modules may stand on one another

    def compress_files(self, names: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Compress those that are new or have changed, and what stands under two names once."""
        new = [name for name in names if not self._is_compressed(name)]
        plain = {name: _HASHED.sub(r"\1", name) for name in new if _HASHED.search(name)}
        twins = {name: twin for name, twin in plain.items() if twin in new and self._are_alike(name, twin)}
        yield from super().compress_files([name for name in new if name not in twins])
        for name, twin in twins.items():
            for packed in (".gz", ".br"):
                if Path(self.path(twin + packed)).exists():
                    shutil.copyfile(self.path(twin + packed), self.path(name + packed))
                    yield name, name + packed

    def _are_alike(self, name: str, other: str) -> bool:
        return Path(self.path(name)).read_bytes() == Path(self.path(other)).read_bytes()

    def _is_compressed(self, name: str) -> bool:
        path = Path(self.path(name))
        packed = path.with_name(f"{path.name}.gz")
        if not packed.exists():
            return False
        # A hash in the name stands for what is in the file; without one both must be of the same second.
        return bool(_HASHED.search(name)) or int(packed.stat().st_mtime) == int(path.stat().st_mtime)


_HASHED = re.compile(r"\.[0-9a-f]{12}(\.\w+)$")
