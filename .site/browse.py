"""The built site in a browser, without a network: `python .site/browse.py [--out FOLDER]`.

A page has no script error, no missing picture and nothing wider than itself, on wide and narrow screens, light and
dark; search answers questions, a phone shows verdicts, and folded code unfolds. Where no Chromium is, the questions are
asked under Node.
"""
import argparse
import functools
import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlencode

import playwright
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

HERE = Path(__file__).resolve().parent
SITE = HERE.parent / "data" / "site"
PAGES = ["index", "glossary", "nbs/210_xbm", "nbs/110_pair_weights", "reports/out/01_xbm/01_xbm",
         "reports/out/00_scoreboard/00_scoreboard", "results/claims", "results/tables", "howto/devices",
         "howto/loop", "results/index", "nbs/240_memvir", "nbs/541_study", "reports/out/05_memvir/05_memvir",
         "reports/out/01_xbm_photos/01_xbm_photos", "api/memdml.memory.xbm", "parts/memories"]
SCREENS = {"wide": (1400, 900, "light"), "wide-dark": (1400, 900, "dark"), "phone": (400, 800, "light"),
           "phone-dark": (400, 800, "dark")}
# what is asked, and the page that is to be among the first three
QUESTIONS = {
    "recall@k": "nbs/310_metrics", "MAP@R": "nbs/310_metrics",
    "memory size": "reports/out/07_memory_size/07_memory_size",
    "resume training": "nbs/400_trainer", "multi-similarity": "nbs/121_pair_losses", "several GPUs": "howto/devices",
    "own images": "nbs/982_train", "momentum encoder": "nbs/220_smoco", "virtual classes": "nbs/240_memvir",
    "drift": "nbs/330_embedding_space", "cite": "howto/cite", "batch size": "howto/memory",
    "cross-batch memory": "nbs/210_xbm", "CrossBatchMemory": "howto/loop"}
FIRST, MOST_BYTES = 3, 300_000  # of a search, beyond what the home page has loaded
MISSING = "Array.from(document.images).filter(i => i.complete && !i.naturalWidth).map(i => i.src)"
# what reaches beyond the page's width, unless something around it scrolls or it is the folded sidebar
WIDE = """Array.from(document.querySelectorAll('article *')).filter(e => {
  if (e.getBoundingClientRect().right <= innerWidth + 1) return false;
  for (let p = e; p && p.tagName !== 'ARTICLE'; p = p.parentElement)
    if (getComputedStyle(p).overflowX !== 'visible') return false;
  return !e.closest('mjx-container');
}).slice(0, 3).map(e => e.outerHTML.slice(0, 120))"""


# left and right of what is not folded
BOXES = """all => all.filter(e => e.checkVisibility()).map(e => e.getBoundingClientRect())
                 .map(box => [box.left, box.right])"""


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


def answer_faults(found: dict[str, list[str]]) -> list[str]:
    "Questions whose page is not among the first that were found."
    return [f"a search for {question!r} finds {', '.join(found[question])}, not {page}"
            for question, page in QUESTIONS.items() if not any(f"{page}.html" in link for link in found[question])]


def search(browser: Browser, base: str) -> list[str]:
    "Whether search finds what is asked, each in a browser that has loaded the home page alone."
    faults, found = [], {}
    for question in QUESTIONS:
        page, loaded = opened(browser, "wide", faults), {}
        page.on("response", lambda response, loaded=loaded: loaded.setdefault(response.url, response))
        page.goto(f"{base}/index.html", wait_until="networkidle")
        before = set(loaded)
        page.goto(f"{base}/search.html?{urlencode(dict(q=question))}", wait_until="networkidle")
        page.wait_for_selector("#search-results li", timeout=5000)
        links = page.eval_on_selector_all("#search-results > li > a", "all => all.map(a => a.href)")
        found[question] = links[:FIRST]
        if (size := sum(len(loaded[url].body()) for url in loaded.keys() - before)) > MOST_BYTES:
            faults.append(f"a search for {question!r} loads {size} bytes")
        page.close()
    return faults + answer_faults(found)


def search_without_browser() -> list[str]:
    "Whether search finds what is asked, by the Node that Playwright brings."
    node = Path(playwright.__file__).parent / "driver" / "node"
    said = subprocess.run([node, HERE / "ask.mjs", SITE, *QUESTIONS], capture_output=True, text=True)
    return answer_faults(json.loads(said.stdout)) if said.returncode == 0 else [f"the search fails: {said.stderr}"]


def dark(page: Page, base: str) -> list[str]:
    "Whether dark mode is dark."
    page.goto(f"{base}/index.html")
    color = page.evaluate("getComputedStyle(document.body).backgroundColor")
    light = sum(int(x) for x in color.strip("rgba()").split(",")[:3])
    return [] if light < 150 else [f"dark mode has the background {color}"]


def cards(page: Page, base: str) -> list[str]:
    "Whether a phone shows each claim with its verdict."
    faults = []
    for name, verdicts in {"reports/out/01_xbm/01_xbm": "td[data-h=verdict]", "results/claims": "td[data-h]"}.items():
        page.goto(f"{base}/{name}.html")
        boxes = page.eval_on_selector_all(f".cards {verdicts}", BOXES)
        if not boxes: faults.append(f"{name} has no cards with verdicts")
        if any(left < 0 or right > SCREENS["phone"][0] for left, right in boxes):
            faults.append(f"{name} has verdicts beside the screen of a phone")
    return faults


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
        faults = search_without_browser()
        for fault in faults: print("FAULT", fault)
        print("all but the search is skipped: no Chromium is installed, and CHROMIUM names none")
        return int(bool(faults))
    faults: list[str] = []
    faults += [f"there is no {name}.html" for name in PAGES if not (SITE / f"{name}.html").is_file()]
    names = [name for name in PAGES if (SITE / f"{name}.html").is_file()]
    with served(SITE) as base, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=browser_path, args=["--no-sandbox"])
        for screen in SCREENS:
            page = opened(browser, screen, faults)
            for name in names: faults += look(page, f"{base}/{name}.html", screen, out)
            if screen == "wide": faults += search(browser, base) + folds(page, base)
            if screen == "phone": faults += cards(page, base)
            if screen == "wide-dark": faults += dark(page, base)
            page.close()
        browser.close()
    for fault in faults: print("FAULT", fault)
    print(f"{len(names)} pages on {len(SCREENS)} screens: {len(faults)} faults")
    return int(bool(faults))


if __name__ == "__main__": sys.exit(main())
