"""People with a browser each."""

import os
import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright

LEFT_OUT = [
    # Chromium keeps hidden pages ready for the address bar of each window, which takes a second of work each time.
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
    "WebUIOmniboxPopup",
    # What Playwright leaves out: Chromium heeds the last list alone.
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "TcpPortRandomizationWin",
    "ThirdPartyStoragePartitioning",
]
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-features=" + ",".join(LEFT_OUT),
]
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
TELEVISION = {"width": 1920, "height": 1080}
SLOW_LINE = {"offline": False, "latency": 250, "downloadThroughput": -1, "uploadThroughput": -1}
PATIENCE = 30_000  # milliseconds; the machine may be busy


def launch(playwright: Playwright) -> Browser:
    """The installed Chromium, or Playwright's own where the system has none."""
    installed = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    return playwright.chromium.launch(executable_path=installed, args=ARGUMENTS)


class People:
    """Everybody in one test: each has a browser context, and none may see an error in its console."""

    def __init__(self, browser: Browser, pictures: Path, *, slow: bool = False) -> None:
        """`slow` gives everybody a bad line: what a page must bear while it is still loading."""
        self.browser = browser
        self.slow = slow
        self.pictures = pictures
        self.pages: dict[str, Page] = {}
        self.noise: list[str] = []
        self.expected: list[re.Pattern[str]] = []

    def expect_noise(self, pattern: str) -> None:
        """Allow console errors that match, such as those of a connection that the test cuts."""
        self.expected.append(re.compile(pattern))

    def open(
        self,
        name: str,
        url: str,
        *,
        viewport: dict[str, int] = DESKTOP,
        cookies: Sequence[dict[str, str]] = (),
        **options: Any,
    ) -> Page:
        """A page in a context of its own, under a name for messages and pictures; `cookies` it has already."""
        context = self.browser.new_context(viewport=viewport, reduced_motion="reduce", **options)  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE)
        context.add_cookies(cookies)  # type: ignore[arg-type]
        return self.open_in(context, name, url)

    def open_phone(self, name: str, url: str, **options: Any) -> Page:
        """The same on a phone with touch."""
        return self.open(name, url, viewport=PHONE, has_touch=True, is_mobile=True, **options)

    def open_in(self, context: BrowserContext, name: str, url: str) -> Page:
        """One more page in a context that is there."""
        page = context.new_page()
        page.on("console", lambda message: self._heard(name, message))
        page.on("pageerror", lambda error: self.noise.append(f"{name}: {error}"))
        self.pages[name] = page
        if self.slow:
            cable = context.new_cdp_session(page)
            cable.send("Network.emulateNetworkConditions", SLOW_LINE)
        page.goto(url)
        return page

    def _heard(self, name: str, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.noise.append(f"{name}: {message.text} ({message.location.get('url', '')})")

    def unexpected_noise(self) -> list[str]:
        """Console errors that no pattern allows."""
        return [line for line in self.noise if not any(pattern.search(line) for pattern in self.expected)]

    def take_pictures(self) -> None:
        """What everybody sees, for whoever reads of a failure."""
        self.pictures.mkdir(parents=True, exist_ok=True)
        for name, page in self.pages.items():
            if not page.is_closed():
                page.screenshot(path=self.pictures / f"{name}.png")

    def leave(self) -> None:
        for context in self.browser.contexts:
            context.close()
