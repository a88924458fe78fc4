"From the number of a paper's table or figure to its place on report pages, and to the chapters that explain it."
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from outline import ROOT
from report_pages import Page, papers, read_table, slug

ITEM = r"(?:[A-Z]\b|\d+(?:\.\d+)?[a-c]?\b)"
LIST = rf"{ITEM}(?:(?:, and | and | to |, | & |–){ITEM})*"
KIND = r"(?P<kind>(?:[Ss]upplement,? \(?(?:§\d+(?:\.\d+)*, )?)?(?:Table|Figure|Lemma|Algorithm))"
PLACE = re.compile(rf"(?:{KIND}(?:s (?P<items>{LIST})| (?P<item>{ITEM}))(?P<after> of (?:the|its) supplement)?)"
                   r"|(?P<section>§\d+(?:\.\d+)*)")
# how the chapters speak of the papers; the thesis's numbers have a dot
PAPERS = {"XBM": r"\bXBM\b|Wang et al", "s-MoCo": r"\bs-MoCo\b", "InsCLR": r"\bInsCLR\b",
          "XBN": r"\bXBN\b|\bthesis", "MemVir": r"\bMemVir\b|\bKo, Gu"}
NAMED = re.compile("|".join(f"(?P<p{i}>{pattern})" for i, pattern in enumerate(PAPERS.values())))
NEAR = 40      # characters from a paper's name to its table
MOST = 4       # chapters beside a table


@dataclass(frozen=True)
class Place:
    "A numbered table, figure, lemma, algorithm or section of a paper."
    kind: str
    number: str

    @property
    def title(self) -> str: return self.number if self.kind == "§" else f"{self.kind} {self.number}"
    @property
    def rank(self) -> tuple:
        order = "Table", "Figure", "Lemma", "Algorithm", "Supplement table", "Supplement figure", "§"
        parts = re.findall(r"\d+|[A-Za-z]+", self.number)
        return order.index(self.kind), [(not p.isdigit(), int(p) if p.isdigit() else 0, p) for p in parts]


def numbers_of(items: str) -> list[str]:
    "`5.1 to 5.3, 6 and B` as single numbers."
    numbers: list[str] = []
    for first, last in re.findall(rf"({ITEM})(?:(?: to |–)({ITEM}))?", items):
        first, last = first.rstrip("abc"), last.rstrip("abc")  # a part of a figure
        head, _, start = first.rpartition(".")
        if not last: numbers.append(first)
        elif first.isalpha(): numbers += [chr(i) for i in range(ord(first), ord(last) + 1)]
        else: numbers += [f"{head}.{i}".lstrip(".") for i in range(int(start), int(last.rpartition(".")[2]) + 1)]
    return numbers


def places_in(text: str) -> list[tuple[int, Place]]:
    "What a text names, each with its position."
    found = []
    for match in PLACE.finditer(text):
        if match["section"]:
            found.append((match.start(), Place("§", match["section"])))
            continue
        beyond, kind = "upplement" in match[0], re.search(r"[A-Z]\w+$", match["kind"])[0]
        for number in numbers_of(match["items"] or match["item"]):  # letters are of a supplement
            own = f"Supplement {kind.lower()}" if beyond or number.isalpha() else kind
            found.append((match.start(), Place(own, number)))
    return found


@cache
def prose_of(chapter: Path) -> list[tuple[str, str]]:
    "Pairs of a heading of a notebook and the text below it."
    cells = json.loads(chapter.read_text())["cells"]
    text = "\n\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    pieces = re.split(r"^#+ (.+)$", text, flags=re.MULTILINE)
    return list(zip(pieces[1::2], pieces[2::2]))


def mentions(chapter: Path) -> Iterator[tuple[str, Place, str, bool]]:
    "Each place that a chapter names, with its paper (the last named), its heading, and whether it was just named."
    paper = ""
    for heading, text in prose_of(chapter):
        said = -NEAR
        text = f"{heading}\n{text}"
        marks = [(m.start(), list(PAPERS)[int(m.lastgroup[1:])]) for m in NAMED.finditer(text)]
        for at, found in sorted([*marks, *places_in(text)], key=lambda pair: pair[0]):
            if isinstance(found, str): paper, said = found, at
            elif found.kind != "§": yield ("XBN" if "." in found.number else paper), found, heading, at - said < NEAR


def all_mentions() -> dict[tuple[str, Place], dict[str, tuple[int, str]]]:
    """By paper and place: the chapters that name it, each with how often and under which heading first.

    Beside the paper's name counts thrice."""
    found: dict[tuple[str, Place], dict[str, tuple[int, str]]] = {}
    for path in sorted((ROOT / "nbs").glob("[0-4]*.ipynb")):
        for paper, place, heading, near in mentions(path):
            count, first = found.setdefault((paper, place), {}).get(path.stem, (0, heading))
            found[paper, place][path.stem] = count + (3 if near else 1), first
    return found


def sections_of(text: str) -> list[tuple[str, str]]:
    "Pairs of a heading of the second level of a page and the text below it."
    pieces = re.split(r"^## (.+)$", text, flags=re.MULTILINE)
    return list(zip(pieces[1::2], pieces[2::2]))


def places_of(heading: str, text: str) -> list[Place]:
    "The places that a section of a page shows: those of its heading, and those that begin a paragraph in bold."
    bold = re.findall(r"^\*\*(.+?)\*\*", text, re.MULTILINE)
    return list(dict.fromkeys(place for part in (heading, *bold) for _, place in places_in(part)))


@cache
def read_published(paper: str) -> list[dict[str, str]]:
    "The numbers that a paper prints."
    return read_table(ROOT / "data" / "papers" / paper / "published.csv")


def published_place(table: str) -> Place | None:
    "What published.csv calls `supplement_table_d`, `table_5_1`, `table_1a` or `figure_10_left`; None for prose."
    match = re.match(r"(supplement_)?(table|figure)_(\d+(?:_\d+)?|[a-z])(?![0-9])", table)
    if not match: return None
    kind = f"Supplement {match[2]}" if match[1] else match[2].title()
    return Place(kind, match[3].replace("_", ".").upper())


def published_places(paper: str) -> list[Place]:
    "Tables and figures whose numbers published.csv has."
    return list(dict.fromkeys(filter(None, (published_place(row["table"]) for row in read_published(paper)))))


def chapter_numbers(text: str) -> list[str]:
    "Numbers of the chapters that a text names."
    text = re.sub(r"chapter \d{3} how settings were chosen", "", " ".join(text.split()))
    lists = re.findall(r"\b[Cc]hapters? (\d{3}(?:(?:, | and |, and )\d{3})*)", text)
    return list(dict.fromkeys(number for numbers in lists for number in re.findall(r"\d{3}", numbers)))


@cache
def stems_in(text: str) -> list[str]:
    "Notebooks of the chapters that a text names."
    stems = {path.stem.split("_")[0]: path.stem for path in (ROOT / "nbs").glob("[0-9]*.ipynb")}
    return [stems[number] for number in chapter_numbers(text) if number in stems]


def chapter_link(stem: str, heading: str | None) -> str:
    "A link to a chapter, or to a heading in it."
    title = prose_of(ROOT / "nbs" / f"{stem}.ipynb")[0][0]
    anchor = f"#{slug(heading)}" if heading and heading != title else ""
    return f"[{stem.split('_')[0]} {title}](<../nbs/{stem}.ipynb{anchor}>)"


def explaining(paper: str, places: list[Place], section: str, opening: str, known: dict) -> list[str]:
    """Links to the chapters that explain what a section shows.

    Those that it names, then those whose text names its places, the most often first, then those of the page's
    opening."""
    methods, links = stems_in(opening), dict.fromkeys(stems_in(section))
    named = [(stem, count + 3 * (stem in methods), heading) for place in places
             for stem, (count, heading) in known.get((paper, place), {}).items()]
    for stem, _, heading in sorted(named, key=lambda item: -item[1]): links.setdefault(stem, heading)
    for stem in methods: links.setdefault(stem, None)
    return [chapter_link(stem, heading) for stem, heading in list(links.items())[:MOST]]


@dataclass
class Row:
    "A place of a paper: what stands there, on which pages, explained where."
    places: list[Place]
    title: str
    links: list[str]
    chapters: list[str]


def joined(rows: list[Row]) -> list[Row]:
    "Rows that follow each other and say the same in one."
    found: list[Row] = []
    for row in rows:
        last = found[-1] if found else None
        if last and (last.title, last.links, last.chapters) == (row.title, row.links, row.chapters) \
                and last.places[0].kind == row.places[0].kind: last.places += row.places
        else: found.append(row)
    return found


def title_of(places: list[Place]) -> str:
    "`Figures 8.1, 8.3, 8.4`; places of one kind."
    kind, numbers = places[0].kind, [place.number for place in places]
    if kind == "§" or len(numbers) == 1: return places[0].title
    runs: list[list[str]] = []
    for number in numbers:
        if runs and numbers_of(f"{runs[-1][-1]} to {number}") == [runs[-1][-1], number]:
            runs[-1].append(number)
        else: runs.append([number])
    texts = [f"{run[0]} to {run[-1]}" if len(run) > 2 else ", ".join(run) for run in runs]
    return f"{kind}s {', '.join(texts)}"


def of_data(paper: str, place: Place) -> str:
    "The data sets of a published table, for a heading that is no more than numbers."
    rows = [row for row in read_published(paper) if published_place(row["table"]) == place]
    names = list(dict.fromkeys(row["dataset"] for row in rows if row["dataset"]))
    return f"published numbers on {', '.join(names)}" if names else "published numbers"


def is_bare(heading: str) -> bool:
    "Whether a heading is no more than numbers of tables and figures."
    return not re.search(r"\w", re.sub(r"\band\b", "", PLACE.sub("", heading)))


def rows_of(group: list[Page], known: dict) -> list[Row]:
    "All places of a paper, and the sections of its pages that have them."
    subject, key, found = group[0].subject, group[0].report.partition("_")[2], {}
    for page in group:
        opening, *_ = page.text.partition("\n## ")
        for heading, text in sections_of(page.text):
            head, _, rest = heading.partition(": ")
            for place in places_of(heading, text):
                in_head = any(place == named for _, named in places_in(head))
                title = of_data(key, place) if is_bare(heading) else rest if in_head and rest else heading
                row = found.setdefault((place, heading), Row([place], title, [], []))
                row.links.append(f"[{page.label}](<../{page.link}#{slug(heading)}>)")
                row.chapters = row.chapters or explaining(subject, [place], text, opening, known)
    shown, methods = {place for place, _ in found}, stems_in(group[0].text.partition("\n## ")[0])
    for (paper, place), chapters in known.items():
        links = [chapter_link(stem, heading) for stem, (_, heading) in chapters.items() if stem in methods]
        if paper == subject and place not in shown and links:
            found[place, ""] = Row([place], "in the chapter", [], links)
    return joined(sorted(found.values(), key=lambda row: row.places[0].rank))


def paper_table(group: list[Page], known: dict) -> str:
    "The look-up of one paper."
    rows = rows_of(group, known)
    there = {place for row in rows for place in row.places}
    key = group[0].report.partition("_")[2]
    if missing := [place.title for place in published_places(key) if place not in there]:
        raise ValueError(f"no page of {group[0].subject} has {', '.join(missing)}, which its published.csv has")
    lines = ["| in the paper | what | ours, on the page of | explained in |", "|:---|:---|:---|:---|"]
    lines += [f"| {title_of(row.places)} | {row.title} | {', '.join(row.links)} | {', '.join(row.chapters)} |"
              for row in rows]
    return "\n".join(lines)


def further_sections(group: list[Page]) -> str:
    "Sections of the pages that are of no table or figure."
    names: dict[str, list[str]] = {}
    for page in group:
        for heading, text in sections_of(page.text):
            if places_of(heading, ""): continue
            names.setdefault(heading, []).append(f"[{page.label}](<../{page.link}#{slug(heading)}>)")
    return "\n".join(f"- {heading}: {', '.join(links)}" for heading, links in names.items())


def lookup(pages: list[Page]) -> str:
    "A table a paper, and the sections of its pages that are of no table or figure."
    known, texts = all_mentions(), []
    for group in papers(pages).values():
        if not (ROOT / "data" / "papers" / group[0].report.partition("_")[2] / "published.csv").is_file(): continue
        texts += [f"## {group[0].subject}", paper_table(group, known), "Further sections of its pages:",
                  further_sections(group)]
    return "\n\n".join(texts)
