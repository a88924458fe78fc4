"""The built site in a browser, without a network: `python .site/browse.py [--out FOLDER]`.

A page has no script error, no missing picture and nothing wider than itself, on wide and narrow screens, light and
dark; search finds a chapter and a name, and folded code unfolds.
"""
import argparse
import functools
import os
import shutil
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

SITE = Path(__file__).resolve().parents[1] / "data" / "site"
PAGES = ["index", "nbs/210_xbm", "nbs/110_pair_weights", "reports/out/01_xbm/01_xbm",
         "reports/out/00_scoreboard/00_scoreboard", "results/claims", "results/tables", "howto/devices",
         "howto/loop", "results/index", "nbs/240_memvir", "nbs/541_study", "reports/out/05_memvir/05_memvir",
         "reports/out/01_xbm_photos/01_xbm_photos", "api/memdml.memory.xbm", "parts/memories"]
SCREENS = {"wide": (1300, 900, "light"), "dark": (1300, 900, "dark"), "narrow": (390, 800, "light")}
MISSING = "Array.from(document.images).filter(i => i.complete && !i.naturalWidth).map(i => i.src)"
# what reaches beyond the page's width, unless something around it scrolls or it is the folded sidebar
WIDE = """Array.from(document.querySelectorAll('article *')).filter(e => {
  if (e.getBoundingClientRect().right <= innerWidth + 1) return false;
  for (let p = e; p && p.tagName !== 'ARTICLE'; p = p.parentElement)
    if (getComputedStyle(p).overflowX !== 'visible') return false;
  return !e.closest('mjx-container');
}).slice(0, 3).map(e => e.outerHTML.slice(0, 120))"""


class Quiet(SimpleHTTPRequestHandler):
    "Serves without a line for each file."
    def log_message(self, *_) -> None: pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    "The address of a folder."
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try: yield f"http://127.0.0.1:{server.server_port}"
    finally: server.shutdown()


def chromium() -> str | None:
    "One that is installed, None for none."
    names = "chromium", "chromium-browser", "google-chrome"
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


def opened(browser: Browser, screen: str, faults: list[str]) -> Page:
    "A page of some size whose errors are kept."
    width, height, scheme = SCREENS[screen]
    page = browser.new_page(viewport=dict(width=width, height=height), color_scheme=scheme)
    page.on("pageerror", lambda error: faults.append(f"{screen} {page.url}: {error}"))
    def on_console(said: ConsoleMessage) -> None:
        if said.type == "error": faults.append(f"{screen} {page.url}: {said.text}")
    page.on("console", on_console)
    return page


def look(page: Page, url: str, screen: str, out: Path | None) -> list[str]:
    "Faults of one page."
    page.goto(url, wait_until="networkidle")
    page.wait_for_timeout(300)  # equations
    faults = [f"{screen} {url}: no picture {source}" for source in page.evaluate(MISSING)]
    faults += [f"{screen} {url}: wider than the page: {element}" for element in page.evaluate(WIDE)]
    if page.evaluate("document.documentElement.scrollWidth > innerWidth + 1"):
        faults.append(f"{screen} {url}: scrolls sideways")
    if page.evaluate("document.querySelectorAll('.math').length > 0 && !document.querySelector('mjx-container')"):
        faults.append(f"{screen} {url}: no equation is set")
    name = "-".join(Path(url.split("/", 3)[3]).with_suffix("").parts)
    if out: page.screenshot(path=str(out / f"{name}-{screen}.png"))
    return faults


def search(page: Page, base: str) -> list[str]:
    "Whether search finds a chapter and a name."
    faults = []
    for words, expected in (("cross-batch memory", "210_xbm"), ("CrossBatchMemory", "memdml.memory.xbm")):
        page.goto(f"{base}/search.html?q={words}", wait_until="networkidle")
        page.wait_for_timeout(500)
        links = page.eval_on_selector_all("#search-results a", "all => all.map(a => a.href)")
        if not any(expected in link for link in links):
            faults.append(f"a search for {words!r} does not find {expected}")
    return faults


def dark(page: Page, base: str) -> list[str]:
    "Whether dark mode is dark."
    page.goto(f"{base}/index.html")
    color = page.evaluate("getComputedStyle(document.body).backgroundColor")
    light = sum(int(x) for x in color.strip("rgba()").split(",")[:3])
    return [] if light < 150 else [f"dark mode has the background {color}"]


def folds(page: Page, base: str) -> list[str]:
    "Whether a fold that is opened shows its code, colored."
    page.goto(f"{base}/nbs/210_xbm.html")
    page.click("details.fold summary")
    page.wait_for_timeout(300)
    shown = page.query_selector("details.fold[open] pre i.k")
    return [] if shown else ["a fold of nbs/210_xbm.html opens without its code"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, help="a folder for pictures of the pages")
    out = parser.parse_args().out
    if out: out.mkdir(parents=True, exist_ok=True)
    if not (SITE / "index.html").is_file(): sys.exit("there is no site: run make site")
    if not (browser_path := chromium()):
        print("skipped: no Chromium is installed, and CHROMIUM names none")
        return 0
    faults: list[str] = []
    faults += [f"there is no {name}.html" for name in PAGES if not (SITE / f"{name}.html").is_file()]
    names = [name for name in PAGES if (SITE / f"{name}.html").is_file()]
    with served(SITE) as base, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        for screen in SCREENS:
            page = opened(browser, screen, faults)
            for name in names: faults += look(page, f"{base}/{name}.html", screen, out)
            if screen == "wide": faults += search(page, base) + folds(page, base)
            if screen == "dark": faults += dark(page, base)
            page.close()
        browser.close()
    for fault in faults: print("FAULT", fault)
    print(f"{len(names)} pages on {len(SCREENS)} screens: {len(faults)} faults")
    return int(bool(faults))


if __name__ == "__main__": sys.exit(main())
