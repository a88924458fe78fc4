"""A Sphinx extension: inline code that is a public name leads to the reference, a definition has an anchor.

Pages are small: a sidebar has the part that is read and the titles of the others, and code is text.
"""
import html
import json
import re
from pathlib import Path
from typing import Any

import furo
from docutils import nodes
from furo.navigation import get_navigation_tree
from sphinx.addnodes import index, pending_xref
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.highlighting import PygmentsBridge

DEFINITION = re.compile(r"^(?:class|def) (\w+)|^(\w+)(?:, \w+)*(?:: [^=\n]+)? = |^(\w+): ", re.MULTILINE)

INIT = StandaloneHTMLBuilder.init_highlighter


def target_of(name: str, targets: dict[str, list[str]], near: list[str], module: str | None) -> str | None:
    """The full name that a page means by a name, None for none.

    A plain word, such as `run`, may be a parameter: it counts only where the chapter exports or imports it (`near`)."""
    found = targets.get(name, [])
    own = [full for full in found if module and full.startswith(f"{module}.")]
    if len(own) == 1: return own[0]
    telling = name in near or re.search(r"[A-Z_.]", name)
    return found[0] if len(found) == 1 and telling else None


def is_linked(node: nodes.Node) -> bool:
    "Whether a node is within a link or a title."
    while node := node.parent:
        if isinstance(node, nodes.reference | pending_xref | nodes.title): return True
    return False


def link_names(app: Sphinx, doctree: nodes.document) -> None:
    "Wraps each inline code that is a public name in a reference to it."
    page = app.env.docname
    names = app.config.memdml_names
    chapter = names["chapters"].get(page, dict(near=[], module=page.removeprefix("api/")))
    for node in list(doctree.findall(nodes.literal)):
        target = target_of(node.astext(), names["targets"], chapter["near"], chapter["module"])
        if not target or is_linked(node): continue
        link = pending_xref("", node.deepcopy(), refdoc=page, refdomain="py", reftype="obj", reftarget=target,
                            refexplicit=True, refwarn=True)
        node.replace_self(link)


def anchor_definitions(app: Sphinx, doctree: nodes.document) -> None:
    "Gives the code that defines a public name of the chapter the anchor `def-NAME`."
    left = set(app.config.memdml_names["chapters"].get(app.env.docname, {}).get("exports", []))
    for node in doctree.findall(nodes.literal_block):
        for match in DEFINITION.finditer(node.astext()):
            for name in re.findall(r"\w+", match[0].partition("=")[0].partition(":")[0]):
                if name not in left: continue
                node["ids"].append(f"def-{name}")
                left.remove(name)


def on_read(app: Sphinx, doctree: nodes.document) -> None:
    "All of this, for a page that was read."
    for node in list(doctree.findall(index)): node.parent.remove(node)  # of an index that is not made
    link_names(app, doctree)
    anchor_definitions(app, doctree)
    close_folds(doctree)


def close_folds(doctree: nodes.document) -> None:
    "A fold that has headings ends with the section that it begins in: where it ends in Markdown is within the last."
    opened: list[nodes.raw] = []
    for node in list(doctree.findall(nodes.raw)):
        if node.astext().count("<details") > node.astext().count("</details"): opened.append(node)
        elif node.astext().strip() == "</details>" and opened:
            section = opened.pop().parent
            if node.parent is section: continue
            node.parent.remove(node)
            section.append(node)


class PlainCode(PygmentsBridge):
    "Code as text: static/code.js colors it, and marks for colors would be half of a page."
    def highlight_block(self, source: str, lang: str, opts: dict | None = None, force: bool = False,
                        location: Any = None, **kwargs: Any) -> str:
        if "\x1b[" in source: return super().highlight_block(source, lang, opts, force, location, **kwargs)
        return f'<div class="highlight"><pre>{html.escape(source, quote=False)}</pre></div>\n'


def short_tree(context: dict) -> str:
    "The tree of the sidebar without the pages of other parts, which Furo would have on each page."
    return get_navigation_tree(context["toctree"](collapse=True, titles_only=True, maxdepth=-1, includehidden=True))


def init_highlighter(builder: StandaloneHTMLBuilder) -> None:
    "The builder's, with code as text."
    INIT(builder)
    builder.highlighter.__class__ = PlainCode


def load_names(app: Sphinx, config: Any) -> None:
    "What build.py wrote beside the sources."
    config.memdml_names = json.loads((Path(app.srcdir) / "names.json").read_text())


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_config_value("memdml_names", {}, "", dict)
    app.connect("config-inited", load_names)
    app.connect("doctree-read", on_read)
    furo._compute_navigation_tree = short_tree
    StandaloneHTMLBuilder.init_highlighter = init_highlighter
    StandaloneHTMLBuilder.search = False  # search.py has another
    return dict(parallel_read_safe=True, parallel_write_safe=True)
