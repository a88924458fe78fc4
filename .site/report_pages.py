"Report pages of the site, and what leads to them: all claims with their verdicts, all tables and figures."
import csv
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

from outline import ROOT

OUT = ROOT / "reports" / "out"
SCOREBOARD = "00_scoreboard"
MARKS = {"reproduced": "✓", "not reproduced": "✗", "no effect of size": "0", "inconclusive": "?",
         "not counted": "–", "not run": ""}


@dataclass(frozen=True)
class Page:
    "A committed page of a report."
    name: str
    report: str
    label: str  # what its data are called; empty where a report has one page of no data in particular
    text: str

    @property
    def subject(self) -> str: return heading_of(self.text).partition(":")[0]
    @property
    def title(self) -> str: return f"{self.subject} on {self.label}" if self.label else heading_of(self.text)
    @property
    def link(self) -> str: return f"reports/out/{self.name}/{self.name}.md"
    @property
    def sections(self) -> list[str]: return re.findall(r"^## (.+)$", self.text, re.MULTILINE)


def heading_of(text: str) -> str:
    "A page's title."
    return re.search(r"^# (.+)$", text, re.MULTILINE)[1]


def label_of(name: str, given: dict, labels: dict[str, str]) -> str:
    "README.md's words for a page's data, else its parameter."
    if name == SCOREBOARD: return ""
    data = given.get("parameters", {}).get("dataset", "")
    return labels.get(name, data.replace("_", " "))


def read_pages(labels: dict[str, str]) -> list[Page]:
    "The pages that are there, by report, in the order of reports/pages.toml."
    declared = tomllib.loads((ROOT / "reports" / "pages.toml").read_text())
    names = [name for name in declared if (OUT / name / f"{name}.md").is_file()]
    if SCOREBOARD not in names and (OUT / SCOREBOARD / f"{SCOREBOARD}.md").is_file(): names.append(SCOREBOARD)
    pages = [Page(name, (given := declared.get(name, {})).get("report", name), label_of(name, given, labels),
                  (OUT / name / f"{name}.md").read_text()) for name in names]
    return sorted(pages, key=lambda page: page.report)


def papers(pages: list[Page]) -> dict[str, list[Page]]:
    "Pages by report."
    found: dict[str, list[Page]] = {}
    for page in pages: found.setdefault(page.report, []).append(page)
    return found


def origin_of(page: Page) -> tuple[str, list[str]]:
    "The citation below a page's title, and the notebooks on its method; none for a page of several papers."
    line = re.search(r"^> (.+)$", page.text, re.MULTILINE)[1]
    if "/nbs/" not in line: return "", []
    return line.partition(" · ")[0], [stem for stem in re.findall(r"nbs/(\w+)\.ipynb", line) if stem != "510_claims"]


def chapter_notes(pages: list[Page]) -> dict[str, str]:
    "By notebook: links to its paper, and to what became of it here. From two folders below the site's root."
    notes = {}
    for group in papers(pages).values():
        citation, stems = origin_of(group[0])
        links = ", ".join(f"[{page.label}](../{page.link})" for page in group)
        notes |= dict.fromkeys(stems, f" · paper: {citation} · results: {links}")
    return notes


def with_reference(page: Page, module_of: dict[str, str]) -> str:
    "The page's text, with links to the modules of its method behind those to its chapters."
    names = [module_of[stem] for stem in origin_of(page)[1] if stem in module_of]
    links = [f"[{name}](../../../api/{name}.md)" for name in names]
    if not links: return page.text
    more = f" · reference: {', '.join(links)}"
    return re.sub(r"^> .+$", lambda line: line[0] + more, page.text, count=1, flags=re.MULTILINE)


def site_page(page: Page, module_of: dict[str, str]) -> str:
    "The page with a title that says paper and data; what its own title says beyond the paper's name stands below."
    rest = heading_of(page.text).partition(": ")[2]
    below = f"\n\n{rest[0].upper()}{rest[1:]}." if rest and page.label else ""
    return re.sub(r"^# .+$", lambda _: f"# {page.title}{below}\n", with_reference(page, module_of),
                  count=1, flags=re.MULTILINE)


def page_list(pages: list[Page]) -> str:
    "What is there, by paper."
    def links(group: list[Page]) -> str:
        return ", ".join(f"[{page.label or 'the page'}](../{page.link})" for page in group)
    return "\n".join(f"- **{heading_of(group[0].text)}**: {links(group)}" for group in papers(pages).values())


def page_tree(pages: list[Page]) -> str:
    "The tree of all report pages: a scoreboard first, then what is made from all, then the papers."
    names = [f"/{page.link.removesuffix('.md')}" for page in pages]
    first = [name for name in names if name.endswith(SCOREBOARD)]
    rest = [name for name in names if name not in first]
    return "```{toctree}\n:hidden:\n\n" + "\n".join([*first, "papers", "claims", "tables", *rest]) + "\n```"


def read_table(path: Path) -> list[dict[str, str]]:
    "Rows of a CSV file."
    with open(path, encoding="utf-8") as file: return list(csv.DictReader(file))


def effect_of(row: dict[str, str]) -> str:
    "Our effect with the half-width of its interval, as report pages print it."
    digits = ".1f" if row["unit"].startswith(("points", "percent")) else ".3g"
    if not row["mean"]: return ""
    half = f" ± {float(row['half_width']):{digits}}" if row["half_width"] else ""
    mean = f"{float(row['mean']):+{digits}}"
    return f"{'+0.0' if mean == '-0.0' else mean}{half}".replace(" ", "\N{NO-BREAK SPACE}")


def cell_of(row: dict[str, str] | None) -> str:
    "A verdict with the effect that it judges."
    if row is None or row["verdict"] == "not run": return ""
    return f"{MARKS[row['verdict']]} {row['verdict']} {effect_of(row)}"


def claim_table(pages: list[Page], claims: dict[str, dict[str, str]], verdicts: list[dict[str, str]]) -> str:
    "The claims of one report, a column for each of its pages."
    found = {(row["page"], row["claim"]): row for row in verdicts}
    names = dict.fromkeys(row["claim"] for page in pages for row in verdicts if row["page"] == page.name)
    order = [name for name in claims if name in names] + [name for name in names if name not in claims]
    heads = " | ".join(f"[{page.label}](../{page.link}#Claims)" for page in pages)
    lines = [f"| claim | published | {heads} |", "|:---|---:|" + ":---|" * len(pages)]
    for name in order:
        first = next(found[page.name, name] for page in pages if (page.name, name) in found)
        published = f"{float(first['published']):+g}" if first["published"] else ""
        said = claims.get(name, {}).get("statement", name).replace("|", "\\|")
        cells = " | ".join(cell_of(found.get((page.name, name))) for page in pages)
        lines.append(f"| {said} ({first['unit']}) | {published} | {cells} |")
    return "\n".join(lines)


def claim_tables(pages: list[Page]) -> str:
    "All claims of all papers, from reports/verdicts.csv and each paper's claims.csv."
    verdicts = read_table(ROOT / "reports" / "verdicts.csv")
    texts = []
    for report, group in papers(pages).items():
        judged = [page for page in group if any(row["page"] == page.name for row in verdicts)]
        if not judged: continue
        claims = read_table(ROOT / "data" / "papers" / report.partition("_")[2] / "claims.csv")
        of_paper = {row["claim"]: row for row in claims}
        texts.append(f"## {judged[0].subject}\n\n{claim_table(judged, of_paper, verdicts)}")
    return "\n\n".join(texts)


def searched_settings() -> str:
    "What searches chose for three losses, without a memory and with one, on two sets."
    from memdml.specs import Spec
    from memdml.training.experiments import Experiment
    from memdml.training.presets import tuned
    lines = ["| set | loss | memory | its options | rate | weight decay |", "|---|---|---|---|---|---|"]
    full = Spec("CrossBatchMemory", memory_ratio=1.)
    for data, words in {"glyphs": "worn glyphs", "omniglot": "Omniglot"}.items():
        for loss in ("ContrastiveLoss", "MultiSimilarityLoss", "TripletLoss"):
            for memory in (None, full):
                e = tuned(Experiment(data=Spec(data), loss=Spec(loss), memory=memory, split=Spec("random")))
                options = ", ".join(f"{name} {value:.2g}" for name, value in e.loss.options)
                rates = (f"{e.optimizer.get(name):.2g}" for name in ("lr", "weight_decay"))
                cells = words, f"`{loss}`", "full" if memory else "none", options, *rates
                lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def slug(title: str) -> str:
    "The anchor of a heading, as notebooks have it."
    return re.sub(r"[`*]", "", title).strip().replace(" ", "-")
