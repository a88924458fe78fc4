"Quick tests of what the site's build decides: `python .site/tests.py`."
import base64
import json
import re
import tempfile
import zlib
from pathlib import Path

from fastcore.test import test_eq, test_fail

import chapters
import lookup
import reference
import report_pages
from build import fixed_links, settings
from outline import ROOT, labels_of, parts_of
from shrink import packed_folds, shrunk
from tables import marked_tables
from texts import HERE, page_text


def test_folds() -> None:
    "Directives and code decide what is shown."
    test_eq(chapters.split_directives("#| export\n#|hide\n\nx = 1\n"), (["export", "hide"], "x = 1"))
    look = chapters.look_of
    test_eq(look(["export"], "import math\nfrom torch import nn"), "Imports")
    for shown in ("export", "echo: true"): test_eq(look([shown], "def check_all(): assert True"), "code")
    test_eq([look(["hide"], "x = 1"), look(["default_exp a"], ""), look(["echo: false"], "x")],
            ["nothing", "nothing", "output"])
    for code in ("test_eq(x, 1)", "assert x", "def check_x(): pass", "@given(x=1)\ndef f(x): pass"):
        test_eq(look([], f"x = 1\n{code}"), "Tests")
    test_eq([look([], "y = latest_eq(x)"), look([], "plot()", display=True)], ["Setup", "Code of what follows"])
    test_eq(look([], "assert x\nprint(x)", output=True), "code")


def test_parts() -> None:
    "Parts come from chapters.md, which has every chapter, and names of data from README.md."
    parts = parts_of((HERE / "chapters.md").read_text())
    notebooks = {path.stem for path in ROOT.glob("nbs/*.ipynb")} - {"index"}
    test_eq({stem for part in parts for stem in part.chapters}, notebooks)
    links = "[Omniglot](reports/out/a/a.md) [a](reports/out/a/a.md) [page](reports/out/b/b.md)"
    test_eq(labels_of(links), {"a": "Omniglot"})
    pages = {path.stem for path in ROOT.glob("reports/out/*/*.md")} - {"00_scoreboard", "06_cost"}
    test_eq(labels_of((ROOT / "README.md").read_text()).keys() - {"00_scoreboard"}, pages)


def test_places() -> None:
    "A page has links from where the site has it, and what is made in its places; a place without is told."
    with tempfile.TemporaryDirectory(dir=HERE / "howto") as folder:
        page = Path(folder) / "page.md"
        page.write_text("[a](../../../nbs/a.ipynb) [b](../loop.md)\n{{ list }}")
        test_eq(page_text(page, {"list": "- x"}), "[a](../../nbs/a.ipynb) [b](../loop.md)\n- x")
        test_fail(lambda: page_text(page, {}), contains="nothing is made for: list")
        page.write_text("<!-- 01_xbm: none -->")
        test_fail(lambda: page_text(page, {}), contains="no claim 'none'")


def test_citation() -> None:
    "It is of this version."
    about, cite = settings(), (HERE / "howto" / "cite.md").read_text()
    for name in ("author", "description", "version", "git_url"): assert f"{{{about[name]}}}" in cite, name


def test_home() -> None:
    "The first screen leads to the repository, and has the lines that install."
    first = (HERE / "index.md").read_text().partition("\n## ")[0]
    for wanted in (f"]({settings()['git_url']})", "pip install .", "figures/added.png"): assert wanted in first, wanted


def test_glossary() -> None:
    "Each term has a sentence of at most 30 words and a link to a chapter, in the order of letters."
    lines = re.findall(r"^- .+", (HERE / "glossary.md").read_text(), re.MULTILINE)
    terms = [re.fullmatch(r"- \*\*(.+?)\*\*: (.+\.) \[\d{3} .+\]\(\.\./nbs/\S+\)", line) for line in lines]
    assert all(terms), [line for line, term in zip(lines, terms) if not term]
    test_eq([term[1] for term in terms], sorted((term[1] for term in terms), key=str.lower))
    for term in terms: assert len(term[2].split()) <= 30, term[1]


def test_tables() -> None:
    "Rows of many words are cards; a row's first field is its header, and the heading above a table its caption."
    table = '<h2>Claims<a>¶</a></h2><div class="table-wrapper"><table class="docutils"><thead><tr><th>claim</th>' \
            '<th>ours</th></tr></thead><tbody><tr><td>{}</td><td class="r">+1</td></tr></tbody></table></div>'
    marked = marked_tables(table.format("A memory improves the loss, whatever it is, on a set"))
    for wanted in ("<caption>Claims</caption>", 'class="docutils cards"', '<td class="r">+1</td>',
                   '<th scope="row">A memory', 'tabindex="0"'): assert wanted in marked, wanted
    assert "cards" not in marked_tables(table.format("short"))


def test_notes() -> None:
    "A chapter leads to its paper and results, a report to the module of its method."
    text = "# XBM: a memory\n> [Paper](https://p), 2020 · [chapter 210](../../../nbs/210_xbm.ipynb)\n"
    page = report_pages.Page("01_xbm", "01_xbm", "worn glyphs", text)
    test_eq(report_pages.chapter_notes([page]), {"210_xbm": " · paper: [Paper](https://p), 2020 · results: "
                                                            "[worn glyphs](../reports/out/01_xbm/01_xbm.md)"})
    shown = report_pages.site_page(page, {"210_xbm": "memdml.memory.xbm"})
    assert "reference: [memdml.memory.xbm](../../../api/memdml.memory.xbm.md)\n" in shown, shown


def test_links() -> None:
    "Links to what the site does not have lead to the repository."
    page = ROOT / "nbs" / "110_pair_weights.ipynb"
    test_eq(fixed_links("[a](../README.md) [b](../data/README.md) [c](210_xbm.ipynb)", page, "https://r"),
            "[a](../index.md) [b](https://r/blob/main/data/README.md) [c](210_xbm.ipynb)")
    cells = '<td class="text-right"><p>1</p></td><li><p>a <em>b</em></p></li><li><p>c</p><ul></ul></li>'
    test_eq(shrunk(cells), '<td class="r">1</td><li>a <em>b</em></li><li><p>c</p><ul></ul></li>')


def test_folded_code() -> None:
    "Folded code is compressed, as the browser unpacks it; code that has an anchor stays."
    fold = '<details class="fold"><summary>Tests</summary><pre class="code">{}</pre></details>'
    anchored = fold.format("c").replace('"code"', '"code" id="def-c"')
    page = f"<article>{fold.format('a &lt; b')}{anchored}</article>"
    packed = packed_folds(page)
    text = re.search(r'id="folds">(.*?)</script>', packed)[1]
    test_eq(json.loads(zlib.decompress(base64.b64decode(text))), ["a < b"])
    test_eq(packed.partition("<script")[0].count("<pre"), 1)


def test_lookup() -> None:
    "A heading's numbers, and a chapter's words on a paper."
    def named(text: str) -> list[str]: return [place.title for _, place in lookup.places_in(text)]
    test_eq(named("Figure 5, supplement Figures 2 and 3: mined"),
            ["Figure 5", "Supplement figure 2", "Supplement figure 3"])
    test_eq(named("Tables 5.1 to 5.3 and 7.1"), ["Table 5.1", "Table 5.2", "Table 5.3", "Table 7.1"])
    test_eq(named("Table 2 and Tables F, H and J"), ["Table 2", *(f"Supplement table {x}" for x in "FHJ")])
    test_eq(named("(supplement §2, Table 1b), Figure 4 of the supplement"),
            ["Supplement table 1", "Supplement figure 4"])
    places = [lookup.Place("Figure", number) for number in ("8.1", "8.3", "8.4", "8.5")]
    test_eq([lookup.title_of(places), lookup.title_of(places[:1])], ["Figures 8.1, 8.3 to 8.5", "Figure 8.1"])
    test_eq(lookup.chapter_numbers("Chapters 121, 200\nand 210 explain, chapter 440 how settings were chosen"),
            ["121", "200", "210"])


def test_reference() -> None:
    "Signatures and comments as they are written."
    module = next(m for m in reference.read_modules() if m.name == "memdml.memory.xbm")
    node = module.definitions["CrossBatchMemory"]
    assert reference.signature_of(node).startswith("(loss: Callable, embedding_size: int, memory_size: int=1024")
    test_eq(dict(reference.parameters_of(module, node))["memory_size"], "M, embeddings kept")
    test_eq(reference.plain("a_b `c_d`"), r"a\_b `c_d`")


if __name__ == "__main__":
    for name, test in list(globals().items()):
        if name.startswith("test_") and test.__module__ == "__main__": test()
    print("the site's functions: passed")
