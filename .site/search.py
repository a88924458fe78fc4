"The search: Pagefind's index of the pages that Sphinx wrote, before they are minified."
import html
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from outline import LINK, ROOT
from texts import HERE

BUNDLE = "_pagefind"
GUIDES = "index.md", "chapters.md", "glossary.md"
# of a page's words, by its folder; titles have more (static/search.js)
WEIGHTS = {"howto": 3., "results": 1., "nbs": 1.5, "reports": .7, "api": .6, "parts": .3}
SECTION = re.compile(r'<section id="([^"]*)">((?:\s*<span id="[^"]*"></span>)*\s*)<(h[1-6])>')
NAME = re.compile(r'<dt class="sig" id="([\w.]+\.)(\w+)">')
# what is folded, code of chapters, what it prints, links to a heading, equations, numbers
UNREAD = (".headerlink", ".chapter-line", "details", "pre.code", "div.cell_input", "div.cell_output pre", ".math",
          "td.r", "dt.sig", "script", "style")
# Pagefind's own pages and forms, its second thread, and what is for other languages
UNUSED = "*ui*", "*component*", "*highlight*", "*worker*", "wasm.unknown.*"


def said_of_pages() -> dict[str, str]:
    """What the lines of lists and tables that lead to a page say, by its name: they have the words that one looks for.

    A line of the glossary says its term."""
    said: dict[str, str] = {}
    for path in (HERE / name for name in GUIDES):
        for line in re.findall(r"^(?:- |\| ).+", path.read_text(), re.MULTILINE):
            term = re.match(r"- \*\*(.+?)\*\*", line)
            words = term[1] if term else LINK.sub(r" \1 ", line).strip("-| ")
            for link in {link.partition("#")[0] for _, link in LINK.findall(line)}:
                target = (path.parent / link).resolve()
                folder = HERE if target.is_relative_to(HERE) else ROOT
                if not target.is_relative_to(folder) or not target.suffix: continue
                name = target.relative_to(folder).with_suffix(".html").as_posix()
                said[name] = f"{said.get(name, '')} {words}"
    return said


def indexed(page: str, weight: float, about: str) -> str:
    """The article of a page, as Pagefind reads it.

    Its headings have the anchors that Sphinx gives to sections, and each name of the reference has a heading."""
    article = page.partition("<article")[2].partition(">")[2].partition("</article>")[0]
    names = " ".join(name for _, name in NAME.findall(article))
    article = SECTION.sub(r'<section>\2<\3 id="\1">', article)
    article = NAME.sub(r'<h3 id="\1\2">\2</h3>\g<0>', article)
    for kind, text in dict(about=html.escape(about), names=names).items():
        if text: article += f'<p data-pagefind-ignore data-pagefind-meta="{kind}">{text}</p>'
    return f'<html lang="en"><body><main data-pagefind-weight="{weight}">{article}</main></body></html>'


def weight_of(name: str) -> float:
    "Of a page, by its folder."
    return WEIGHTS.get(name.partition("/")[0], 1.)


def write_index(site: Path) -> None:
    "The index of all pages but the one that shows what is found."
    said = said_of_pages()
    with tempfile.TemporaryDirectory() as folder:
        for path in site.rglob("*.html"):
            name = path.relative_to(site).as_posix()
            if name == "search.html": continue
            copy = Path(folder) / name
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(indexed(path.read_text(), weight_of(name), said.get(name, "")))
        subprocess.run([sys.executable, "-m", "pagefind", "--quiet", "--site", folder,
                        "--output-path", str(site / BUNDLE), "--exclude-selectors", ", ".join(UNREAD),
                        "--include-characters", "@_"], check=True)
    for pattern in UNUSED:
        for path in (site / BUNDLE).glob(pattern): path.unlink()
