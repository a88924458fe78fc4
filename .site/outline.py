"What README.md says of the site: its sections, the parts of the book, and the names of the data of report pages."
import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LINK = re.compile(r"\[([^\]]*)\]\(([^)\s]+)\)")


@dataclass(frozen=True)
class Part:
    "Chapters that belong together, in reading order."
    title: str
    text: str                  # what README.md says of them, links included
    chapters: tuple[str, ...]  # stems of the notebooks

    @property
    def name(self) -> str: return self.title.lower().replace(" ", "_")


def blocks_of(text: str) -> list[str]:
    "Paragraphs, tables, lists and whole code blocks."
    found = re.findall(r"^```(?:.*\n)*?```$|(?:^(?!```).+\n?)+", text, re.MULTILINE)
    return [block.strip("\n") for block in found]


def belongs(block: str) -> bool:
    "Whether a block belongs to the paragraph before it: code, a table, a list or a picture."
    return block.startswith(("```", "|", "- ", "!["))


def sections_of(text: str) -> dict[str, str]:
    "Text below each heading of the second level; what stands before the first is `intro`, without the title."
    title, *rest = re.split(r"^## (.*)$", text, flags=re.MULTILINE)
    intro = title.split("\n", 1)[1]
    return {"intro": intro.strip(), **{name: body.strip() for name, body in zip(rest[::2], rest[1::2])}}


def parts_of(text: str) -> list[Part]:
    "From the section on the chapters: a part begins with its title in bold."
    _, *rest = re.split(r"^\*\*(.+?)\*\*", text, flags=re.MULTILINE)
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


def moved_links(text: str, up: str) -> str:
    "The text with its relative links as they are from another folder, which `up` leads out of."
    return re.sub(r"\]\((?!\w+:|#)", f"]({up}", text)
