"""/healthz: what runs here, on what, and whether it works."""

import asyncio
import logging
import platform
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version

import django
from channels.layers import BaseChannelLayer, get_channel_layer
from django.conf import settings
from django.db import connection
from django.http import HttpRequest, JsonResponse

import rules
import tabletop

log = logging.getLogger(__name__)

PATIENCE = 3.0  # seconds until a part that does not answer counts as down
_asking = ThreadPoolExecutor(max_workers=1, thread_name_prefix="healthz")


async def healthz(request: HttpRequest) -> JsonResponse:
    """200 with the versions and what database and layer run, or 503 naming what is down."""
    checks = {"database": answers(ask_database), "layer": answers(ask_layer)}
    up = dict(zip(checks, await asyncio.gather(*checks.values()), strict=True))
    down = [part for part, works in up.items() if not works]
    return JsonResponse(
        {"status": "down" if down else "up", "down": down, "versions": versions()} | kinds(),
        status=503 if down else 200,
        headers={"Cache-Control": "no-store"},
    )


def versions() -> dict[str, str]:
    """What runs here, by name."""
    return {
        "livetable": tabletop.__version__,
        "rules": rules.__version__,
        "python": platform.python_version(),
        "django": django.get_version(),
        "channels": version("channels"),
        "daphne": version("daphne"),
    }


def kinds() -> dict[str, str]:
    """The kind of database and of channel layer, without their addresses."""
    return {"database": connection.vendor, "layer": "redis" if settings.REDIS_URL else "in-process"}


async def answers(ask: Callable[[], Awaitable[None]]) -> bool:
    """Whether a part does what is asked of it in time; why not goes to the log, not to the visitor."""
    try:
        async with asyncio.timeout(PATIENCE):
            await ask()
    except Exception as error:
        log.warning("/healthz: %s fails: %s", ask.__name__.removeprefix("ask_"), type(error).__name__)
        return False
    return True


async def ask_database() -> None:
    """Have the database answer a query, in a thread that may hang without holding anything else up."""
    await asyncio.get_running_loop().run_in_executor(_asking, _select_one)


def _select_one() -> None:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    finally:
        connection.close()


async def ask_layer() -> None:
    """Send one message through the channel layer and wait for it."""
    layer = get_channel_layer()
    assert layer is not None
    channel = await layer.new_channel()
    try:
        await layer.send(channel, {"type": "health.check"})
        await layer.receive(channel)
    finally:
        await _leave(layer, channel)


async def _leave(layer: BaseChannelLayer, channel: str) -> None:
    """Give the channel up: a layer forgets one when the task that waits on it is cancelled."""
    waiting = asyncio.ensure_future(layer.receive(channel))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
