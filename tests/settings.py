"""Settings for tests: those of the product, quicker, and with what no production settings can name."""

import os
import tempfile

os.environ.setdefault("SECRET_KEY", "only-for-tests")
os.environ.setdefault("SEED_KEY", "only-for-tests")
# Nothing is kept there: the database of tests is in memory, and live servers have folders of their own.
os.environ.setdefault("DATA_DIR", os.path.join(tempfile.gettempdir(), f"livetable-tests-{os.getuid()}"))  # noqa: PTH118

from tabletop.settings import *  # noqa: F403
from tabletop.settings import DATABASES, STORAGES

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"

# Static files straight from the working tree, without collecting them first.
STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
# No file changes while tests run: a browser asks for each of them once, as it does for the hashed names of the product.
WHITENOISE_MAX_AGE = 24 * 3600

if "sqlite" in DATABASES["default"]["ENGINE"]:
    DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
    # In a file, not in memory: threads wait for each other there as they do in production.
    DATABASES["default"]["TEST"] = {"NAME": f"{tempfile.gettempdir()}/livetable-test-{os.getpid()}.sqlite3"}

# The battle of the sample is always the same here, so that tests know what it shows.
TABLETOP_SAMPLE_SEED = bytes([1]) * 32

# The house is as quick as can be, and nothing is played beside what a test asks for.
HOUSE_EASY_SECONDS = HOUSE_QUICK_SECONDS = 0
EXHIBITION, OPENINGS, IN_BACKGROUND = False, 0, False

# Dice that a test may tell beforehand. The settings of the product have no such name.
TABLETOP_DICE_SOURCE = "tests.dice.scripted_source"
