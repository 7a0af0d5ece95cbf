"""Addresses of the whole site."""

from django.contrib import admin
from django.urls import include, path

from tabletop.health import healthz
from tabletop.ui import install

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("manifest.webmanifest", install.manifest, name="manifest"),
    path("worker.js", install.worker, name="worker"),
    path("offline", install.offline, name="offline"),
    path("account/", include("tabletop.accounts.urls")),
    path("charts/", include("tabletop.charts.urls")),
    path("armies/", include("tabletop.armies.urls")),
    path("scenarios/", include("tabletop.scenarios.urls")),
    path("rulebook/", include("tabletop.reference.urls")),
    path("admin/", admin.site.urls),
    path("", include("tabletop.games.urls")),
]
