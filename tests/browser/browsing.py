"""Chromium, and pages in it that report everything a person should never meet."""

from __future__ import annotations

import os
import re
import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from playwright.sync_api import Error, sync_playwright
from playwright.sync_api import TimeoutError as PlaywrightTimeout

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NAMED = "TILTYARD_CHROMIUM"
WIDE, NARROW = 1280, 390
PATIENCE = 15_000  # milliseconds
HEIGHTS = {WIDE: 900, NARROW: 844}
COOKIE = "s"
OWN_PAGES_OF_THE_BROWSER = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup")
"""What Chromium sets up for its address line in every new window, which nobody sees here."""

LEFT_OUT = (  # Chromium obeys the last list it is given: what Playwright leaves out stands here too
    *OWN_PAGES_OF_THE_BROWSER,
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"),
    *("HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding"),
    *("ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect"),
    *("TcpPortRandomizationWin", "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled"),
    *("PreconnectToSearch",),
    *("SpareRendererForSitePerProcess", "IsolateOrigins", "site-per-process"),  # see `ONE_SITE`
)
ONE_SITE = ("--disable-site-isolation-trials", "--process-per-site", "--renderer-process-limit=2")
"""The tests open one site, ours: no process is made ready for others, or begun for every page."""

STILL = ("--disable-gpu-compositing", "--disable-threaded-compositing")
"""A browser that draws no pictures: pages can be read and measured, but not pressed."""

PATIENCE = 20_000  # milliseconds; a machine that runs the whole suite is slow

TRAP = """
window.__report = (what) => { if (window.__heard) window.__heard(String(what)); };
addEventListener("securitypolicyviolation", (event) =>
  window.__report(`CSP: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
Object.defineProperty(window, "__pwned", {
  get: () => false,
  set: (what) => window.__report(`executed: ${what}`),
});
"""


class NoBrowser(Exception):
    """There is no Chromium here, or it does not start."""


def executable() -> str | None:
    """Return the browser that is named or lies on the path; none means Playwright's own."""
    named = os.environ.get(NAMED)
    if named:
        return named
    return next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Give a browser for as long as it is needed."""
    with sync_playwright() as playwright:
        browser = launched(playwright)
        yield browser
        browser.close()


def launched(playwright: Playwright, *more: str) -> Browser:
    """Return a browser that was started just now."""
    arguments = ["--disable-dev-shm-usage", "--disable-gpu", "--disable-background-networking"]
    arguments += [*ONE_SITE, *more, f"--disable-features={','.join(LEFT_OUT)}"]
    if getattr(os, "geteuid", lambda: 1)() == 0:
        arguments.append("--no-sandbox")  # it refuses to run as root otherwise
    try:
        return playwright.chromium.launch(executable_path=executable(), args=arguments)
    except Error as error:
        raise NoBrowser(str(error).partition("\n")[0]) from error


class Visitor:
    """One browser context of one person; what goes wrong in it is kept in `troubles`."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        *,
        session: str = "",
        width: int = WIDE,
        scheme: str = "light",
        language: str = "en-GB",
        scripts: bool = True,
    ) -> None:
        self.address = address
        self.width = width
        self.troubles: list[str] = []
        self._host = urlsplit(address).netloc
        self._allowed: list[re.Pattern[str]] = []
        self.context: BrowserContext = browser.new_context(
            base_url=address,
            viewport={"width": width, "height": HEIGHTS[width]},
            is_mobile=width == NARROW,
            has_touch=width == NARROW,
            color_scheme=scheme,  # type: ignore[arg-type]
            locale=language,
            java_script_enabled=scripts,
            reduced_motion="reduce",
            service_workers="block",
        )
        self.context.set_default_timeout(PATIENCE)
        self.context.set_default_navigation_timeout(2 * PATIENCE)
        if session:
            self.context.add_cookies([{"name": COOKIE, "value": session, "url": address}])
        self.context.expose_binding("__heard", lambda _, what: self.troubles.append(what))
        self.context.add_init_script(TRAP)
        self.context.on("console", self._console)
        self.context.on("weberror", lambda e: self.troubles.append(f"exception: {e.error}"))
        self.context.on("request", self._request)
        self.context.on("response", self._response)
        self.context.on("dialog", self._dialog)
        self.status = 0
        self.page: Page = self.context.new_page()

    def allow(self, pattern: str) -> None:
        """Let the console say this: a refusal that is part of the story, a line that is cut."""
        self._allowed.append(re.compile(pattern))

    def begin_again(self) -> None:
        """Forget the last page and what went wrong there: wide, light, and allowed nothing."""
        self.troubles.clear()
        self._allowed.clear()
        self.page.set_viewport_size({"width": self.width, "height": HEIGHTS[self.width]})
        self.page.emulate_media(color_scheme="light")

    def go(self, path: str) -> Page:
        """Open a page of the site and wait until its scripts have begun."""
        try:
            answer = self.page.goto(path, wait_until="load", timeout=PATIENCE)
        except PlaywrightTimeout:  # the page that is left was opening itself anew: press again
            answer = self.page.goto(path, wait_until="load")
        self.status = answer.status if answer is not None else 0
        return self.page

    def listen(self) -> None:
        """Hear what the page has said so far: its answer comes after all of that."""
        self.page.evaluate("0")

    def leave(self) -> list[str]:
        """Leave the last page, and return what was still wrong there."""
        self.page.goto("about:blank")
        return self.troubles

    def close(self) -> None:
        self.context.close()

    def _console(self, message: ConsoleMessage) -> None:
        if message.type not in {"error", "warning", "assert"}:
            return
        if "registration blocked by Playwright" in message.text:
            return  # a service worker would keep pages between tests
        said = f"{message.text} ({message.location.get('url', '')})"
        if not any(pattern.search(said) for pattern in self._allowed):
            self.troubles.append(f"console {message.type}: {said}")

    def _request(self, request: Any) -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in {"data", "blob", "about"} and parts.netloc != self._host:
            self.troubles.append(f"asked another host: {request.url}")

    def _response(self, response: Any) -> None:
        if response.status >= 500:
            self.troubles.append(f"{response.status} {response.request.method} {response.url}")

    def _dialog(self, dialog: Any) -> None:
        self.troubles.append(f"dialog: {dialog.message}")
        dialog.dismiss()


SIDEWAYS = """() => {
  const root = document.scrollingElement;
  if (root.scrollWidth <= root.clientWidth) return [];
  const wide = [...document.body.querySelectorAll("*")].filter((one) => {
    if (one.getBoundingClientRect().right <= root.clientWidth + 1) return false;
    for (let up = one.parentElement; up && up !== document.body; up = up.parentElement)
      if (getComputedStyle(up).overflowX !== "visible") return false;
    return true;
  });
  const said = (one) => `${one.tagName}.${one.className} ${one.textContent.trim().slice(0, 40)}`;
  return [`${root.scrollWidth} > ${root.clientWidth}`, ...wide.slice(0, 3).map(said)];
}"""


def sideways(page: Page) -> list[str]:
    """Return what makes a page scroll sideways; nothing if it does not."""
    found: list[str] = page.evaluate(SIDEWAYS)
    return found
