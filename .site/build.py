"""The documentation site, `python .site/build.py`: from notebooks, texts here, the package and committed pages.

It writes sources into data/site-source and the site into data/site, runs no notebook, and fetches nothing.
"""
import argparse
import configparser
import json
import re
import shutil
import sys
import time
from pathlib import Path

import chapters
import lookup
import reference
import report_pages
import search
from clicks import click_faults
from links import link_faults
from outline import ROOT, Part, labels_of, parts_of
from shrink import copy_mathjax, marked_pictures, minified, shrink_pictures, shrunk, write_icons
from tables import marked_tables
from texts import HERE, MADE, hand_written, page_text

SOURCE, SITE = ROOT / "data" / "site-source", ROOT / "data" / "site"
MEGABYTES = 16


def write(path: Path, text: str) -> None:
    "A source, in a folder that is made for it; one that has not changed keeps its time."
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.is_file() or path.read_text() != text: path.write_text(text)


def settings() -> dict[str, str]:
    "settings.ini, which nbdev reads as well."
    parser = configparser.ConfigParser(interpolation=None)
    parser.read(ROOT / "settings.ini")
    return dict(parser["DEFAULT"])


def fixed_links(text: str, page: Path, url: str) -> str:
    "Links to files that the site does not have lead to the repository's web page; README.md is the home page."
    def fixed(match: re.Match) -> str:
        link, _, anchor = match[1].partition("#")
        target = (page.parent / link).resolve()
        if not target.is_relative_to(ROOT): return match[0]
        name = target.relative_to(ROOT).as_posix()
        if name == "README.md": return f"]({'../' * (len(page.relative_to(ROOT).parts) - 1)}index.md)"
        shown = name.startswith(("nbs/", "reports/out/")) or not target.exists()
        return match[0] if shown else f"]({url}/blob/main/{name}{'#' + anchor if anchor else ''})"
    return re.sub(r"\]\((?!\w+:|#|<)([^)\s]+)\)", fixed, text)


def write_chapters(parts: list[Part], modules: list[reference.Module], notes: dict[str, str], url: str) -> None:
    "The notebooks of all parts, with links to paper and results."
    module_of = reference.modules_by_chapter(modules)
    for stem in (stem for part in parts for stem in part.chapters):
        path = ROOT / "nbs" / f"{stem}.ipynb"
        notebook = chapters.chapter_of(path, module=module_of.get(stem), note=notes.get(stem, ""),
                                       url=f"{url}/blob/main/nbs")
        for cell in notebook["cells"]:
            if cell["cell_type"] == "markdown": cell["source"] = fixed_links(cell["source"], path, url)
        write(SOURCE / "nbs" / path.name, json.dumps(notebook))


def write_parts(parts: list[Part]) -> None:
    "A page for each part, with what chapters.md says of its chapters."
    for part in parts:
        tree = "\n".join(f"/nbs/{stem}" for stem in part.chapters)
        write(SOURCE / "parts" / f"{part.name}.md",
              f"# {part.title}\n\n{part.text}\n\n```{{toctree}}\n:hidden:\n\n{tree}\n```\n")


def write_reference(parts: list[Part], modules: list[reference.Module], notes: dict[str, str]) -> None:
    "The reference, and the names that lead to it."
    for module in modules:
        write(SOURCE / "api" / f"{module.name}.md", reference.module_page(module, notes.get(module.chapter, "")))
    write(SOURCE / "api" / "index.md", reference.index_page(parts))
    for part in parts: write(SOURCE / "api" / f"{part.name}.md", reference.part_page(part, modules))
    of_chapter = {f"nbs/{m.chapter}": dict(module=m.name, exports=m.names, near=[
        *m.names, *sorted(chapters.imported_names(ROOT / "nbs" / f"{m.chapter}.ipynb"))]) for m in modules}
    write(SOURCE / "names.json", json.dumps(dict(targets=reference.targets_of(modules), chapters=of_chapter)))


def write_reports(pages: list[report_pages.Page], module_of: dict[str, str], url: str) -> None:
    "Report pages with their figures, and the lists that lead to them."
    for page in pages:
        folder = report_pages.OUT / page.name
        write(SOURCE / page.link, fixed_links(report_pages.site_page(page, module_of), ROOT / page.link, url))
        for figure in sorted(folder.glob("figures/*.png")):
            copy = SOURCE / "reports" / "out" / page.name / "figures" / figure.name
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(figure, copy)


def write_pages(made: dict[str, str], url: str) -> None:
    "The pages whose words are in this folder."
    for path in hand_written():
        name = path.relative_to(HERE)
        write(SOURCE / name, fixed_links(page_text(path, made), ROOT / name, url))


def trees(parts: list[Part]) -> str:
    "The tree of the whole site, for the home page."
    def tree(caption: str, *names: str) -> str:
        return f"```{{toctree}}\n:hidden:\n:caption: {caption}\n:maxdepth: 3\n\n" + "\n".join(names) + "\n```"
    return "\n\n".join([tree("Use it", "howto/index", "glossary"), tree("Results", "results/index"),
                        tree("Chapters", *(f"parts/{part.name}" for part in parts)), tree("Package", "api/index")])


def part_list(parts: list[Part]) -> str:
    "The parts of the book, with the numbers of their chapters."
    def range_of(part: Part) -> str: return f"{part.chapters[0].split('_')[0]} to {part.chapters[-1].split('_')[0]}"
    return "\n".join(f"- [{part.title}](parts/{part.name}.md), {range_of(part)}" for part in parts)


def write_sources() -> None:
    "All sources of the site."
    url, modules = settings()["git_url"], reference.read_modules()
    parts = parts_of((HERE / "chapters.md").read_text())
    pages = report_pages.read_pages(labels_of((ROOT / "README.md").read_text()))
    if SOURCE.is_dir(): shutil.rmtree(SOURCE)
    notes = report_pages.chapter_notes(pages)
    write_chapters(parts, modules, notes, url)
    write_parts(parts)
    write_reference(parts, modules, notes)
    write_reports(pages, reference.modules_by_chapter(modules), url)
    made = (trees(parts), part_list(parts), report_pages.page_list(pages),
            report_pages.page_tree(pages), report_pages.claim_tables(pages), lookup.lookup(pages),
            report_pages.searched_settings())
    write_pages(dict(zip(MADE, made, strict=True)), url)


def build() -> int:
    "Runs Sphinx on the sources; 0 where there was no warning."
    from sphinx.cmd.build import main as sphinx
    if SITE.is_dir(): shutil.rmtree(SITE)
    folders = ["-c", str(HERE), "-d", str(SOURCE / ".doctrees"), str(SOURCE), str(SITE)]
    status = sphinx(["-q", "-W", "--keep-going", "-b", "html", *folders])
    return status


def finish() -> list[str]:
    "What Sphinx has no option for; faults of the links, and what is not within three clicks."
    white = shrink_pictures(SITE)
    write_icons(SITE)
    for path in SITE.rglob("*.html"):
        path.write_text(marked_pictures(marked_tables(shrunk(path.read_text())), white))
    copy_mathjax(SITE, (path.read_text() for path in SITE.rglob("*.html")))
    faults = link_faults(SITE)
    search.write_index(SITE)
    for path in [*SITE.rglob("*.map"), SITE / "_static" / "pygments.css"]: path.unlink()
    for path in SITE.rglob("*.html"): path.write_text(minified(path.read_text()))
    return faults + click_faults(SITE)


def main() -> int:
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    start = time.monotonic()
    try: write_sources()
    except ValueError as error: sys.exit(f"the site is not built: {error}")
    print(f"sources: {time.monotonic() - start:.0f} s", flush=True)
    status = build()
    if not (SITE / "_images").is_dir(): return 1
    faults = finish()
    for fault in faults: print("FAULT", fault)
    size = sum(path.stat().st_size for path in SITE.rglob("*") if path.is_file()) / 1e6
    pages = len(list(SITE.rglob("*.html")))
    print(f"site: {pages} pages, {size:.1f} MB, {time.monotonic() - start:.0f} s, in {SITE.relative_to(ROOT)}")
    if size > MEGABYTES: faults.append(f"more than {MEGABYTES} MB")
    return int(bool(status or faults))


if __name__ == "__main__": sys.exit(main())
