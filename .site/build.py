"""The documentation site, `python .site/build.py`: from the notebooks, README.md, the package and the committed pages.

It writes sources into data/site-source and the site into data/site, runs no notebook, and fetches nothing.
"""
import argparse
import base64
import configparser
import html
import importlib.util
import json
import re
import shutil
import sys
import time
import zlib
from collections.abc import Iterable
from itertools import takewhile
from pathlib import Path

import minify_html
from PIL import Image

import chapters
import lookup
import reference
import report_pages
from clicks import click_faults
from links import link_faults
from outline import ROOT, Part, belongs, blocks_of, labels_of, moved_links, parts_of, sections_of

HERE = Path(__file__).resolve().parent
SOURCE, SITE = ROOT / "data" / "site-source", ROOT / "data" / "site"
MEGABYTES = 15
COLORS = 32  # of a drawn picture
FOLD = re.compile(r'<details class="admonition hide above-input">\s*<summary[^>]*>\s*<p[^>]*>([^<]*)</p>\s*'
                  r'<p[^>]*>[^<]*</p>\s*</summary>')
ICONS = re.compile(r'<svg [^>]*style="display: none;">.*</symbol>\s*</svg>', re.DOTALL)
COLORS_OF_CODE = re.compile(r"<style>\s*body \{\s*--color-code-background.*?</style>", re.DOTALL)
TOGGLE = re.compile(r'(<button class="theme-toggle"[^>]*>).*?(?=</button>)', re.DOTALL)
CELL = re.compile(r'<div class="cell_input (?:no-search )?(?:docutils )?container">\s*<div class="highlight-ipython3 notranslate"([^>]*)>((?:<span id="[^"]*"></span>)*)'
                  r'<div class="highlight"><pre>(.*?)</pre></div>\s*</div>\s*</div>', re.DOTALL)
FOLDED = re.compile(r'(<details class="fold">)(<summary>[^<]*</summary>)\s*<pre class="code">(.*?)</pre>\s*</details>', re.DOTALL)
CONTENT = r"((?:[^<]|<(?!/?p\b|/?[uod]l\b|/(?:li|td|th)>)[^<]*>)*)"  # of an item or cell, without paragraphs and lists
MARKS = [(re.compile(pattern), short) for pattern, short in (
    (r'<td class="text-right">', '<td class="r">'), (r'<td class="text-left">', "<td>"),
    (r'<th class="head text-right">', '<th class="r">'), (r'<th class="head(?: text-left)?">', "<th>"),
    (r'<tr class="row-(?:odd|even)">', "<tr>"), (r' style="text-align: right;"', ""),
    (rf"(<(?:td|th|li)\b[^>]*>)<p>{CONTENT}</p>\s*(?=</(?:td|th|li)>)", r"\1\2"),
    (r' docutils container">', ' container">'), (r'<code class="[^"]*">', '<code class="literal">'),
    (r' notranslate"><div class="highlight">', '"><div class="highlight">'), (r"<pre><span></span>", "<pre>"),
    (r'(<a class="(?:headerlink|reference internal)" href="[^"]*") title="[^"]*"', r"\1"),
 (r'<img alt="[^"]*_images/[^"]*"', '<img alt=""'),
    (r' class="sig sig-object py"', ' class="sig"'), (r' class="sig-name descname"', ' class="sig-name"'),
    (r'<input[^>]* class="toctree-checkbox"[^>]*><label[^>]*>.*?</label>', ""), (r' has-children"', '"'),
    (r'<abbr title="Keyword-only parameters[^"]*">\*</abbr>', "*"), (r'<span class="math notranslate nohighlight">', '<span class="math">'),
    (r'<meta name="viewport" content="width=device-width, initial-scale=1" />', ""),
    (r'\s*<link rel="stylesheet"[^>]*/pygments\.css[^>]*>', ""),
    *[(r'<span class="(?:pre|n|o|p|w|doc|std std-\w+|xref myst|sig-paren|sig-return-icon|default_value|sig-return-typehint|sig-return|'
       r'keyword-only-separator o)">((?:[^<]|<(?:a|code)\b[^>]*>[^<]*</(?:a|code)>)*)</span>', r"\1")] * 3,
    (r'<em class="sig-param">((?:[^<]|<(?!/?em\b)[^<]*>)*)</em>', r"\1"),
)]
MATHJAX = "startup.js", "core.js", "input/tex.js", "output/chtml.js", "output/chtml/fonts/tex.js"
FONTS = "output/chtml/fonts/woff-v2"
RARE = {"Fraktur": r"\\mathfrak", "SansSerif": r"\\(?:math|text)sf", "Script": r"\\mathscr", "Typewriter": r"\\(?:math|text)tt",
        "(?:Main|Math|Calligraphic)-Bold": r"\\(?:mathbf|textbf|bf|boldsymbol|pmb)"}
ALONE = ", alone"  # what a place ends in
PLACE = re.compile(r"^\{\{ (.+?) \}\}$", re.MULTILINE)


def write(path: Path, text: str) -> None:
    "A source, in a folder that is made for it; one that has not changed keeps its time."
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.is_file() or path.read_text() != text: path.write_text(text)


def settings() -> dict[str, str]:
    "settings.ini, which nbdev reads as well."
    parser = configparser.ConfigParser(interpolation=None)
    parser.read(ROOT / "settings.ini")
    return dict(parser["DEFAULT"])


class Texts:
    "Fills the places of hand-written pages with what README.md says, so that nothing is said twice."
    def __init__(self,
        sections: dict[str, str],  # of README.md
        made: dict[str, str],      # further texts, by name
    ):
        self.blocks = {name: blocks_of(text) for name, text in sections.items()}
        self.made, self.used = made, set()

    def of_section(self, name: str, words: str) -> str:
        "A section, or the block that begins with some words, with the code, tables, lists and pictures that follow it unless it stands alone."
        if name not in self.blocks: raise ValueError(f"README.md has no section {name!r}")
        blocks, first = self.blocks[name], words.removesuffix(ALONE)
        found = [i for i, block in enumerate(blocks) if block.startswith(first)]
        if not found: raise ValueError(f"no block of README.md's section {name!r} begins with {first!r}")
        if first and len(found) > 1: raise ValueError(f"{len(found)} blocks of README.md's section {name!r} begin with {first!r}")
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
        "Blocks of README.md that no page has, by their first words."
        return [f"{name}: {' '.join(block.split()[:5])}" for name, blocks in self.blocks.items()
                for i, block in enumerate(blocks) if (name, i) not in self.used]


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


def write_chapters(parts: list[Part], modules: list[reference.Module], url: str) -> None:
    "The notebooks of all parts."
    module_of = {module.chapter: module.name for module in modules}
    for stem in (stem for part in parts for stem in part.chapters):
        path = ROOT / "nbs" / f"{stem}.ipynb"
        notebook = chapters.chapter_of(path, module=module_of.get(stem), url=f"{url}/blob/main/nbs")
        for cell in notebook["cells"]:
            if cell["cell_type"] == "markdown": cell["source"] = fixed_links(cell["source"], path, url)
        write(SOURCE / "nbs" / path.name, json.dumps(notebook))


def write_parts(parts: list[Part]) -> None:
    "A page for each part, with what README.md says of its chapters."
    for part in parts:
        tree = "\n".join(f"/nbs/{stem}" for stem in part.chapters)
        write(SOURCE / "parts" / f"{part.name}.md",
              f"# {part.title}\n\n{moved_links(part.text, '../')}\n\n```{{toctree}}\n:hidden:\n\n{tree}\n```\n")


def write_reference(parts: list[Part], modules: list[reference.Module]) -> None:
    "The reference, and the names that lead to it."
    for module in modules: write(SOURCE / "api" / f"{module.name}.md", reference.module_page(module))
    write(SOURCE / "api" / "index.md", reference.index_page(parts))
    for part in parts: write(SOURCE / "api" / f"{part.name}.md", reference.part_page(part, modules))
    of_chapter = {f"nbs/{m.chapter}": dict(module=m.name, exports=m.names, near=[
        *m.names, *sorted(chapters.imported_names(ROOT / "nbs" / f"{m.chapter}.ipynb"))]) for m in modules}
    write(SOURCE / "names.json", json.dumps(dict(targets=reference.targets_of(modules), chapters=of_chapter)))


def write_reports(pages: list[report_pages.Page], url: str) -> None:
    "Report pages with their figures, and the lists that lead to them."
    for page in pages:
        folder = report_pages.OUT / page.name
        write(SOURCE / page.link, fixed_links(report_pages.site_page(page), ROOT / page.link, url))
        for figure in sorted(folder.glob("figures/*.png")):
            copy = SOURCE / "reports" / "out" / page.name / "figures" / figure.name
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(figure, copy)


def write_pages(texts: Texts, url: str) -> None:
    "The pages whose words are in this folder."
    for path in [HERE / "index.md", *sorted(HERE.glob("howto/*.md")), *sorted(HERE.glob("results/*.md"))]:
        name = path.relative_to(HERE)
        text = texts.fill(path.read_text(), "../" * (len(name.parts) - 1))
        write(SOURCE / name, fixed_links(text, ROOT / name, url))


def copy_mathjax(pages: Iterable[str]) -> None:
    """What the equations need of MathJax, from the package django-static-mathjax, which has the files and needs no Django.

    A font of few is copied where a page has its command."""
    package = Path(importlib.util.find_spec("mathjax").submodule_search_locations[0]) / "static" / "mathjax" / "es5"
    fonts = sorted((package / FONTS).glob("*.woff"))
    text = "".join(re.findall(r"\\[a-z]{2,}", "".join(pages)))
    rare = [font for font, commands in RARE.items() if not re.search(commands, text)]
    fonts = [font for font in fonts if not any(re.search(f"_{name}", font.name) for name in rare)]
    for path in (*(package / name for name in MATHJAX), *fonts):
        target = SITE / "_static" / "mathjax" / path.relative_to(package)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)


def trees(parts: list[Part]) -> str:
    "The tree of the whole site, for the home page."
    def tree(caption: str, *names: str) -> str:
        return f"```{{toctree}}\n:hidden:\n:caption: {caption}\n:maxdepth: 3\n\n" + "\n".join(names) + "\n```"
    return "\n\n".join([tree("Use it", "howto/index"), tree("Results", "results/index"),
                        tree("Chapters", *(f"parts/{part.name}" for part in parts)), tree("Package", "api/index")])


def part_list(parts: list[Part]) -> str:
    "The parts of the book, with the numbers of their chapters."
    def range_of(part: Part) -> str: return f"{part.chapters[0].split('_')[0]} to {part.chapters[-1].split('_')[0]}"
    return "\n".join(f"- [{part.title}](parts/{part.name}.md), {range_of(part)}" for part in parts)


def citation(about: dict[str, str]) -> str:
    "BibTeX of the package, from settings.ini."
    fields = dict(author="author", title="description", version="version", url="git_url")
    lines = "\n".join(f"  {key} = {{{about[name]}}}," for key, name in fields.items())
    return f"```bibtex\n@software{{memdml,\n{lines}\n}}\n```"


def write_sources() -> None:
    "All sources of the site."
    readme, about = (ROOT / "README.md").read_text(), settings()
    url, sections = about["git_url"], sections_of(readme)
    parts, modules = parts_of(sections["The chapters"]), reference.read_modules()
    pages = report_pages.read_pages(labels_of(readme))
    if SOURCE.is_dir(): shutil.rmtree(SOURCE)
    write_chapters(parts, modules, url)
    write_parts(parts)
    write_reference(parts, modules)
    write_reports(pages, url)
    texts = Texts(sections, {
        "trees": trees(parts), "part list": part_list(parts), "citation": citation(about),
        "pages": report_pages.page_list(pages), "result tree": report_pages.page_tree(pages),
        "claims": report_pages.claim_tables(pages), "tables": lookup.lookup(pages)})
    write_pages(texts, url)
    unused = [place for place in texts.unused() if not place.startswith("The chapters")]
    if unused: raise ValueError("no page of the site has these blocks of README.md: " + "; ".join(unused))


def build() -> int:
    "Runs Sphinx on the sources; 0 where there was no warning."
    from sphinx.cmd.build import main as sphinx
    if SITE.is_dir(): shutil.rmtree(SITE)
    folders = ["-c", str(HERE), "-d", str(SOURCE / ".doctrees"), str(SOURCE), str(SITE)]
    status = sphinx(["-q", "-W", "--keep-going", "-b", "html", *folders])
    return status


def shrunk(page: str) -> str:
    """A page without marks that style nothing here, with one line for each fold, and the pictures of `shrink_pictures`.

    The theme's icons and colors, the same on each page, come from one script and one sheet."""
    root = (re.search(r'data-content_root="([^"]*)"', page) or ["", "./"])[1]
    page = ICONS.sub(f'<script src="{root}_static/icons.js"></script>', page, count=1)
    page = TOGGLE.sub(r"\1", COLORS_OF_CODE.sub("", page, count=1))
    page = FOLD.sub(r'<details class="fold"><summary>\1</summary>', page)
    page = packed_folds(CELL.sub(r'\2<pre class="code"\1>\3</pre>', page))
    for pattern, short in MARKS: page = pattern.sub(short, page)
    head, start, article = page.partition("<article")
    article, end, rest = article.partition("</article>")
    page = head + start + article.replace('<a class="reference internal"', "<a") + end + rest
    page = page.replace('class="reference internal"', 'class="reference"')
    return re.sub(r'((?:href|src)="[^":]*_images/[^".]+)\.(?:png|jpe?g)"', r'\1.webp"', page)


def packed_folds(page: str) -> str:
    "A page whose folded code is compressed: most of it is never opened. static/code.js unpacks it."
    texts = [html.unescape(text) for _, _, text in FOLDED.findall(page)]
    if not texts: return page
    packed = base64.b64encode(zlib.compress(json.dumps(texts).encode(), 9)).decode()
    page = FOLDED.sub(r"\1\2</details>", page)
    return page.replace("</article>", f'<script type="text/plain" id="folds">{packed}</script></article>', 1)


def minified(page: str) -> str:
    "The same page in fewer characters: spaces, quotes and closing tags that HTML does not ask for."
    return minify_html.minify(page, keep_html_and_head_opening_tags=True)


def write_icons(page: str) -> None:
    "The script with the theme's icons, and with those of the button for light and dark."
    icons, button = json.dumps(ICONS.search(page)[0]), json.dumps(TOGGLE.search(page)[0].partition(">")[2])
    (SITE / "_static" / "icons.js").write_text(
        f"document.currentScript.insertAdjacentHTML('afterend', {icons});\n"
        "document.addEventListener('DOMContentLoaded', () => {\n"
        f"  for (const button of document.querySelectorAll('.theme-toggle')) button.innerHTML = {button};\n}});\n")


def shrink_pictures() -> None:
    "All pictures as WebP, of few colors if they are drawn."
    for path in (SITE / "_images").iterdir():
        drawn, picture = path.suffix == ".png", Image.open(path).convert("RGBA")
        picture = Image.alpha_composite(Image.new("RGBA", picture.size, "white"), picture).convert("RGB")
        if drawn: picture = picture.quantize(COLORS).convert("RGB")
        picture.save(path.with_suffix(".webp"), "WEBP", lossless=drawn, quality=75)
        path.unlink()


def finish() -> list[str]:
    "What Sphinx has no option for; faults of the links, and what is not within three clicks."
    shrink_pictures()
    write_icons((SITE / "index.html").read_text())
    for path in SITE.rglob("*.html"): path.write_text(shrunk(path.read_text()))
    copy_mathjax(path.read_text() for path in SITE.rglob("*.html"))
    faults = link_faults(SITE)
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
