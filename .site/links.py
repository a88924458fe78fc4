"Internal links and pictures of the built site: each leads to a file, and to an anchor of it."
import re
from pathlib import Path
from urllib.parse import unquote

TAG = re.compile(r"<[a-zA-Z][^<>]*>")
PAIR = re.compile(r"""\s(href|src|id|name)="([^"]*)\"""")


def attributes_of(text: str) -> tuple[set[str], set[str]]:
    "Links, and anchors, of a page."
    tags = [tag for tag in TAG.findall(text) if not tag.startswith("<use ")]  # icons are of a script
    found = [pair for tag in tags for pair in PAIR.findall(tag)]
    links = {value for name, value in found if name in ("href", "src")}
    return links, {value for name, value in found if name in ("id", "name")}


def is_outer(link: str) -> bool:
    "Whether a link leaves the site."
    return bool(re.match(r"[a-z]+:|//", link))


def link_faults(site: Path) -> list[str]:
    "Links to what is not there."
    pages = {path.resolve(): attributes_of(path.read_text()) for path in sorted(site.rglob("*.html"))}
    faults = []
    for page, (links, _) in pages.items():
        for link in sorted(links):
            if is_outer(link) or not link: continue
            file, _, anchor = link.replace("&amp;", "&").partition("#")
            target = (page.parent / unquote(file.partition("?")[0])).resolve() if file else page
            if target.is_dir(): target = target / "index.html"
            where = f"{page.relative_to(site.resolve())} links to {link}"
            if not target.is_file(): faults.append(f"{where}, which is not there")
            elif anchor and target in pages and unquote(anchor) not in pages[target][1]:
                faults.append(f"{where}, which has no such anchor")
    return faults
