"The parts of the book, from chapters.md, and the names of the data of report pages, from README.md."
import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LINK = re.compile(r"\[([^\]]*)\]\(([^)\s]+)\)")


@dataclass(frozen=True)
class Part:
    "Chapters that belong together, in reading order."
    title: str
    text: str                  # what chapters.md says of them, links included
    chapters: tuple[str, ...]  # stems of the notebooks

    @property
    def name(self) -> str: return self.title.lower().replace(" ", "_")


def parts_of(text: str) -> list[Part]:
    "From chapters.md: a part begins with its heading."
    _, *rest = re.split(r"^## (.+)$", text, flags=re.MULTILINE)
    parts = []
    for title, body in zip(rest[::2], rest[1::2]):
        chapters = tuple(dict.fromkeys(Path(link).stem for _, link in LINK.findall(body) if link.endswith(".ipynb")))
        parts.append(Part(title, body.strip(), chapters))
    return parts


def labels_of(text: str) -> dict[str, str]:
    "What README.md calls the data of each report page, as in `[worn glyphs](reports/out/01_xbm/01_xbm.md)`."
    page = re.compile(r"reports/out/\w+/\w+\.md$")
    found = [(Path(link).stem, words) for words, link in LINK.findall(text) if page.match(link)]
    return {page: words for page, words in found if words not in (page, "page")}
