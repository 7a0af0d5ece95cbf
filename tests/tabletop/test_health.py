"""/healthz in one process."""

import django
import pytest
from django.test import AsyncClient

from tabletop import health

pytestmark = pytest.mark.django_db(transaction=True)


async def test_it_names_what_runs_and_on_what(async_client: AsyncClient) -> None:
    answer = await async_client.get("/healthz")
    found = answer.json()
    assert answer.status_code == 200
    assert found["status"] == "up"
    assert found["down"] == []
    assert found["database"] == "sqlite"
    assert found["layer"] == "in-process"
    assert found["versions"]["django"] == django.get_version()
    assert set(found["versions"]) == {"livetable", "rules", "python", "django", "channels", "daphne"}


async def test_a_part_that_fails_is_named_without_its_secrets(
    async_client: AsyncClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail() -> None:
        raise ConnectionError("postgresql://ines:pw@db.example")

    monkeypatch.setattr(health, "ask_database", fail)
    answer = await async_client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()["down"] == ["database"]
    assert "pw" not in answer.text + caplog.text


async def test_a_part_that_hangs_counts_as_down(monkeypatch: pytest.MonkeyPatch, async_client: AsyncClient) -> None:
    async def hang() -> None:
        await health.asyncio.Event().wait()

    monkeypatch.setattr(health, "ask_layer", hang)
    monkeypatch.setattr(health, "PATIENCE", 0.05)
    answer = await async_client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()["down"] == ["layer"]
