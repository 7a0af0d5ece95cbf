"""Settings, read from the environment; docs/operations.md explains each variable."""

from pathlib import Path
from typing import Any

import dj_database_url
import django_stubs_ext

from tabletop import data_dir, env

django_stubs_ext.monkeypatch()

BASE_DIR = Path(__file__).resolve().parent.parent

# ------------------------------------------------------------------- where

HOST = env.text("HOST", "127.0.0.1")
PORT = env.number("PORT", 8000, 0, 65535)  # 0 takes any that is free
SERVER = env.text("SERVER", "daphne")
DATA_DIR = data_dir.opened(Path(env.text("DATA_DIR", str(BASE_DIR / "var"))).expanduser().resolve())

# ---------------------------------------------------------------- security

DEBUG = env.flag("DEBUG")
SECRET_KEY = env.text("SECRET_KEY") or data_dir.secret_key(DATA_DIR)

# What the seeds of the dice are encrypted with. It belongs to the data, and not into the database or its backups.
SEED_KEY = env.text("SEED_KEY") or data_dir.seed_key(DATA_DIR)

# Without a list any name that only a local network can resolve is accepted: see tabletop.hosts.
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS") or ["*"]
LOCAL_NAMES_ONLY = not env.words("ALLOWED_HOSTS")
CSRF_TRUSTED_ORIGINS = env.words("CSRF_TRUSTED_ORIGINS")

# Set behind a proxy that ends TLS and sets X-Forwarded-Proto itself.
BEHIND_TLS = env.flag("BEHIND_TLS")

# Whose X-Forwarded-For and X-Forwarded-Proto are believed: see tabletop.asgi. Anybody else's say nothing.
TRUSTED_PROXIES = env.words("FORWARDED_ALLOW_IPS") or (["127.0.0.1"] if BEHIND_TLS else [])
SECURE_HSTS_SECONDS = 31_536_000 if BEHIND_TLS else 0
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
# A club serves plain HTTP, where browsers ignore this header and say so in their console.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if BEHIND_TLS else None
X_FRAME_OPTIONS = "DENY"

SESSION_COOKIE_NAME = "livetable_session"
SESSION_COOKIE_AGE = 365 * 24 * 3600  # guests keep their seats
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = BEHIND_TLS
CSRF_COOKIE_NAME = "livetable_csrf"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SECURE = BEHIND_TLS
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"  # who reads one writes no session

DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000_000  # bytes
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2_000

# -------------------------------------------------------------------- parts

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "django_htmx",
    "tabletop.accounts",
    "tabletop.ui",
    "tabletop.armies",
    "tabletop.scenarios",
    "tabletop.reference",
    "tabletop.games",
]

MIDDLEWARE = [
    "tabletop.hosts.local_names_only",
    "django.middleware.security.SecurityMiddleware",
    "tabletop.security.headers",
    "tabletop.static.StaticFiles",
    "tabletop.texts.without_control_characters",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "tabletop.urls"
ASGI_APPLICATION = "tabletop.asgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["tabletop.ui.loading.Loader", "django.template.loaders.app_directories.Loader"],
                ),
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tabletop.ui.context.frame",
            ],
        },
    },
]

# ------------------------------------------------------------------ storage

DATABASE_URL = env.text("DATABASE_URL")

_SQLITE: dict[str, Any] = {
    "ENGINE": "django.db.backends.sqlite3",
    "CONN_MAX_AGE": None,
    "NAME": DATA_DIR / "livetable.sqlite3",
    "OPTIONS": {
        "timeout": 20,  # seconds to wait for another writer
        "transaction_mode": "IMMEDIATE",  # a transaction that will write never starts as a reader
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-16000;",
    },
}


if not DATABASE_URL:
    data_dir.private(_SQLITE["NAME"])


def _from_url(url: str) -> dict[str, Any]:
    database: dict[str, Any] = dict(dj_database_url.parse(url, conn_health_checks=True))
    if "postgresql" in database["ENGINE"]:
        pool = {"min_size": 1, "max_size": env.number("DATABASE_POOL", 10, 1, 1000), "timeout": 5}
        database["OPTIONS"] = {**database.get("OPTIONS", {}), "pool": pool}
    return database


DATABASES = {"default": _from_url(DATABASE_URL) if DATABASE_URL else _SQLITE}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.text("REDIS_URL")

CHANNEL_LAYERS: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": [REDIS_URL]}}
    if REDIS_URL
    else {"BACKEND": "channels.layers.InMemoryChannelLayer"},
}

# What is counted for a while (passwords, chat, wrong codes): by all processes together, in Redis or in the database.
# Without Redis there is but one process, and what pages count that only read stays in its memory.
_REDIS: dict[str, Any] = {
    "BACKEND": "django.core.cache.backends.redis.RedisCache",
    "LOCATION": REDIS_URL,
    "KEY_PREFIX": "livetable",
    "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
}
_IN_MEMORY = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 50_000}}
CACHES: dict[str, dict[str, Any]] = {
    "default": _REDIS if REDIS_URL else {"BACKEND": "tabletop.accounts.limits.InTheDatabase"},
    "readers": _REDIS if REDIS_URL else _IN_MEMORY,
}

# ---------------------------------------------------------------- the house

HOUSE_EASY_SECONDS = env.number("HOUSE_EASY_SECONDS", 3, 0, 60)  # that it lets an act stand, so that people can follow
HOUSE_QUICK_SECONDS = env.number("HOUSE_QUICK_SECONDS", 1, 0, 60)
HOUSE_STALL_SECONDS = env.number("HOUSE_STALL_SECONDS", 30, 5, 600)  # of thinking, after which it gives its seat up
EXHIBITION = env.flag("EXHIBITION", True)  # two of its characters fight for visitors while somebody looks
IN_BACKGROUND = True  # what nobody waits for is done by threads of its own
OPENINGS = env.number("OPENINGS", 2, 0, 20)  # battles under way that are kept ready for newcomers

# ------------------------------------------------------------- static files

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "tabletop.static.CompressedOnce",
    },
}
WHITENOISE_ALLOW_ALL_ORIGINS = False

# ------------------------------------------------------------------- people

AUTH_USER_MODEL = "accounts.User"
LOGIN_URL = "accounts:sign-in"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
AUTH_PASSWORD_VALIDATORS: list[dict[str, Any]] = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

EMAIL_HOST = env.text("EMAIL_HOST")
EMAIL_PORT = env.number("EMAIL_PORT", 587, 1, 65535)
EMAIL_HOST_USER = env.text("EMAIL_USER")
EMAIL_HOST_PASSWORD = env.text("EMAIL_PASSWORD")
EMAIL_USE_TLS = EMAIL_PORT == 587
EMAIL_USE_SSL = EMAIL_PORT == 465
EMAIL_TIMEOUT = 10  # seconds
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if EMAIL_HOST else 'console'}.EmailBackend"
DEFAULT_FROM_EMAIL = env.text("EMAIL_FROM", "livetable@localhost")

# ------------------------------------------------------------------ language

LANGUAGE_CODE = "en-gb"
TIME_ZONE = env.text("TIME_ZONE", "UTC")
USE_TZ = True
USE_I18N = False

# ---------------------------------------------------------------------- log

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": ["console"], "level": "WARNING", "propagate": False},
        "tabletop": {"level": env.text("LOG_LEVEL", "INFO").upper()},
    },
}
