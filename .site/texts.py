"The site's hand-written pages: their places are filled with what README.md says. Needs nothing but Python."
import re
from itertools import takewhile
from pathlib import Path

from outline import ROOT, belongs, blocks_of, moved_links, sections_of

HERE = Path(__file__).resolve().parent
ALONE = ", alone"  # what a place ends in
PLACE = re.compile(r"^\{\{ (.+?) \}\}$", re.MULTILINE)
# texts that are made, not taken from README.md
MADE = "trees", "part list", "citation", "pages", "result tree", "claims", "tables"


def hand_written() -> list[Path]:
    "The pages whose words are in this folder."
    return [HERE / "index.md", *sorted(HERE.glob("howto/*.md")), *sorted(HERE.glob("results/*.md"))]


class Texts:
    "Fills the places of hand-written pages with what README.md says, so that nothing is said twice."
    def __init__(self,
        sections: dict[str, str],  # of README.md
        made: dict[str, str],      # further texts, by name
    ):
        self.blocks = {name: blocks_of(text) for name, text in sections.items()}
        self.made, self.used = made, set()

    def of_section(self, name: str, words: str) -> str:
        """A section, or the block that begins with some words.

        With the code, tables, lists and pictures that follow it, unless the words end in `, alone`."""
        if name not in self.blocks: raise ValueError(f"README.md has no section {name!r}")
        blocks, first = self.blocks[name], words.removesuffix(ALONE)
        found = [i for i, block in enumerate(blocks) if block.startswith(first)]
        if not found: raise ValueError(f"no block of README.md's section {name!r} begins with {first!r}")
        if first and len(found) > 1:
            raise ValueError(f"{len(found)} blocks of README.md's section {name!r} begin with {first!r}")
        if first and first == words: found += takewhile(lambda i: belongs(blocks[i]), range(found[0] + 1, len(blocks)))
        self.used |= {(name, i) for i in found}
        return "\n\n".join(blocks[i] for i in found)

    def fill(self, text: str, up: str) -> str:
        "The page with its places filled; `up` leads from its folder to the top."
        def filled(match: re.Match) -> str:
            if match[1] in self.made: return self.made[match[1]]
            name, _, words = match[1].partition(": ")
            return moved_links(self.of_section(name, words), up)
        return PLACE.sub(filled, text)

    def unused(self) -> list[str]:
        "Blocks of README.md that no page has, by their first words; the parts of the book have those on chapters."
        return [f"{name}: {' '.join(block.split()[:5])}"
                for name, blocks in self.blocks.items() if name != "The chapters"
                for i, block in enumerate(blocks) if (name, i) not in self.used]


def place_faults() -> list[str]:
    "Places for which README.md has no text, and texts of it that no page has."
    texts, faults = Texts(sections_of((ROOT / "README.md").read_text()), dict.fromkeys(MADE, "")), []
    for path in hand_written():
        try: texts.fill(path.read_text(), "")
        except ValueError as error: faults.append(f"{path.relative_to(ROOT)}: {error}")
    return faults + [f"no page of the site has this block of README.md: {place}" for place in texts.unused()]
