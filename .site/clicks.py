"The built site by its links: what a newcomer looks for is at most three clicks from the home page."
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

HOME, CLICKS = "index.html", 3
# what is looked for, and words of the page, or of the part of it, that the last click leads to
WANTED = {
    "XBM's Table 1 here": ("reports/out/01_xbm/01_xbm.html#table-1-", "three losses, without and with a memory"),
    "a memory in one's own loop": ("howto/loop.html", "CrossBatchMemory(ContrastiveLoss"),
    "whether s-MoCo is above XBM on small sets": ("results/claims.html#s-moco", "On a small set, s-MoCo above XBM"),
    "eight GPUs": ("howto/devices.html", "torchrun --nproc_per_node=8"),
    "the chapter on XBM": ("nbs/210_xbm.html", "Algorithm 1"),
    "the reference of CrossBatchMemory": ("api/memdml.memory.xbm.html", "CrossBatchMemory"),
    "all claims on all sets": ("reports/out/00_scoreboard/00_scoreboard.html", "Published effects, and ours"),
}


class Links(HTMLParser):
    "Links of a page's text and sidebar, its anchors, and its text."
    def __init__(self):
        super().__init__()
        self.links, self.anchors, self.words = [], set(), []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if found.get("id"): self.anchors.add(found["id"])
        if tag == "a" and found.get("href"): self.links.append(found["href"])

    def handle_data(self, data: str) -> None: self.words.append(data)


@cache
def read(page: Path) -> Links:
    "A page that is there."
    links = Links()
    links.feed(page.read_text())
    return links


def followed(site: Path, page: str, link: str) -> str | None:
    "The page, with an anchor if it has one, that a link leads to within the site."
    if re.match(r"[a-z]+:|//", link): return None
    file, _, anchor = link.partition("#")
    target = (site / page).parent / file if file else site / page
    if not target.is_file(): return None
    return target.resolve().relative_to(site.resolve()).as_posix() + (f"#{anchor}" if anchor else "")


def clicks_to(site: Path, wanted: str) -> int | None:
    "How many clicks lead from the home page to a page, or to an anchor that begins so; None where three do not."
    at = {HOME}
    for clicks in range(1, CLICKS + 1):
        reached = {target for page in {place.partition("#")[0] for place in at} for link in read(site / page).links
                   if (target := followed(site, page, link))}
        if any(target == wanted or "#" in wanted and target.startswith(wanted) for target in reached): return clicks
        at = reached - at
    return None


def click_faults(site: Path) -> list[str]:
    "What is wanted and is farther away, or not what it should be."
    faults = []
    for what, (target, words) in WANTED.items():
        page, _, anchor = target.partition("#")
        if clicks_to(site, target) is None:
            faults.append(f"{what}: no {CLICKS} clicks lead from the home page to {target}")
            continue
        if words not in " ".join("".join(read(site / page).words).split()):
            faults.append(f"{what}: {page} does not say {words!r}")
        if not any(own.startswith(anchor) for own in read(site / page).anchors):
            faults.append(f"{what}: {page} has no #{anchor}")
    return faults
