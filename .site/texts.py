"The site's hand-written pages, with what is made put in their places, and the numbers of committed pages."
import re
from pathlib import Path

from memdml.reporting.findings import fill_in

from outline import ROOT

HERE = Path(__file__).resolve().parent
PLACE = re.compile(r"^\{\{ (.+?) \}\}$", re.MULTILINE)
# what the build puts into places
MADE = "trees", "part list", "pages", "result tree", "claims", "tables", "settings"
FOLDERS = "api", "parts"  # of the site, whose pages are all made


def hand_written() -> list[Path]:
    "The pages whose words are in this folder."
    return [path for folder in ("*.md", "howto/*.md", "results/*.md") for path in sorted(HERE.glob(folder))
            if path.name != "chapters.md"]


def page_text(
    path: Path,            # of a page as it is read in the repository
    made: dict[str, str],  # texts, by the name of their place
) -> str:
    """The page as the site has it: places and comments filled (chapter 550), links from where it stands there.

    Raises ValueError for a place that nothing is made for, and for what a committed page does not say.
    """
    depth = len(path.relative_to(HERE).parts) - 1
    text = path.read_text().replace("](" + "../" * (depth + 1), "](" + "../" * depth)
    text = fill_in(text, ROOT / "reports").replace("](reports/", "](" + "../" * depth + "reports/")
    if unknown := set(PLACE.findall(text)) - made.keys():
        raise ValueError(f"{path.relative_to(ROOT)} has places that nothing is made for: {', '.join(sorted(unknown))}")
    return PLACE.sub(lambda match: made[match[1]], text)


def text_faults() -> list[str]:
    "Hand-written pages that cannot be filled, and links of theirs to what is not there."
    faults = []
    for path in [*hand_written(), HERE / "chapters.md"]:
        try: page_text(path, dict.fromkeys(MADE, ""))
        except ValueError as error: faults.append(f"{path.relative_to(ROOT)}: {error}")
        for link in re.findall(r"\]\((?!\w+:|#)([^)#\s]+)", path.read_text()):
            target = (path.parent / link).resolve()
            is_made = target.is_relative_to(HERE) and target.relative_to(HERE).parts[0] in FOLDERS
            if not is_made and not target.exists(): faults.append(f"{path.relative_to(ROOT)} links to {link}")
    return faults
