"What is done to the site that Sphinx built, so that it is small: marks, folds, pictures, the theme's icons, equations."
import base64
import html
import importlib.util
import json
import re
import shutil
import zlib
from collections.abc import Iterable
from pathlib import Path

import minify_html
from PIL import Image

COLORS = 32  # of a drawn picture
DRAWN = 1 << 13  # more colors has a photograph
WHITE, WHITE_SHARE = (255, 255, 255), .4  # of a figure of lines and dots; a gallery has less
FOLD = re.compile(r'<details class="admonition hide above-input">\s*<summary[^>]*>\s*<p[^>]*>([^<]*)</p>\s*'
                  r'<p[^>]*>[^<]*</p>\s*</summary>')
ICONS = re.compile(r'<svg [^>]*style="display: none;">.*</symbol>\s*</svg>', re.DOTALL)
COLORS_OF_CODE = re.compile(r"<style>\s*body \{\s*--color-code-background.*?</style>", re.DOTALL)
TOGGLE = re.compile(r'(<button class="theme-toggle"[^>]*>).*?(?=</button>)', re.DOTALL)
CELL = re.compile(r'<div class="cell_input (?:docutils )?container">\s*'
                  r'<div class="highlight-ipython3 notranslate"([^>]*)>((?:<span id="[^"]*"></span>)*)'
                  r'<div class="highlight"><pre>(.*?)</pre></div>\s*</div>\s*</div>', re.DOTALL)
FOLDED = re.compile(r'(<details class="fold">)(<summary>[^<]*</summary>)\s*<pre class="code">(.*?)</pre>\s*</details>',
                    re.DOTALL)
# of an item or a table's cell, if it has neither paragraphs nor lists
CONTENT = r"((?:[^<]|<(?!/?p\b|/?[uod]l\b|/(?:li|td|th)>)[^<]*>)*)"
# spans that style nothing here
PLAIN = (r'<span class="(?:pre|n|o|p|w|doc|std std-\w+|xref myst|sig-paren|sig-return-icon|default_value|'
         r'sig-return-typehint|sig-return|keyword-only-separator o)">'
         r'((?:[^<]|<(?:a|code)\b[^>]*>[^<]*</(?:a|code)>)*)</span>')
MARKS = [(re.compile(pattern), short) for pattern, short in (
    (r'<td class="text-right">', '<td class="r">'), (r'<td class="text-left">', "<td>"),
    (r'<th class="head text-right">', '<th class="r">'), (r'<th class="head(?: text-left)?">', "<th>"),
    (r'<tr class="row-(?:odd|even)">', "<tr>"), (r' style="text-align: right;"', ""),
    (rf"(<(?:td|th|li)\b[^>]*>)<p>{CONTENT}</p>\s*(?=</(?:td|th|li)>)", r"\1\2"),
    (r' docutils container">', ' container">'), (r'<code class="[^"]*">', '<code class="literal">'),
    (r' notranslate"><div class="highlight">', '"><div class="highlight">'), (r"<pre><span></span>", "<pre>"),
    (r'(<a class="(?:headerlink|reference internal)" href="[^"]*") title="[^"]*"', r"\1"),
    (r'<img alt="[^"]*_images/[^"]*"', '<img alt=""'), (r' has-children"', '"'),
    (r' class="sig sig-object py"', ' class="sig"'), (r' class="sig-name descname"', ' class="sig-name"'),
    (r'<input[^>]* class="toctree-checkbox"[^>]*><label[^>]*>.*?</label>', ""),
    (r'<abbr title="Keyword-only parameters[^"]*">\*</abbr>', "*"),
    (r'<span class="math notranslate nohighlight">', '<span class="math">'),
    (r'<meta name="viewport" content="width=device-width, initial-scale=1" />', ""),
    (r'\s*<link rel="stylesheet"[^>]*/pygments\.css[^>]*>', ""),
    *[(PLAIN, r"\1")] * 3,  # within each other
    (r'<em class="sig-param">((?:[^<]|<(?!/?em\b)[^<]*>)*)</em>', r"\1"),
)]
BLOCK = re.compile(r"<(p|li|dd|td|h[1-6])\b")
MATHJAX = "startup.js", "core.js", "input/tex.js", "output/chtml.js", "output/chtml/fonts/tex.js"
FONTS = "output/chtml/fonts/woff-v2"
# fonts by the commands that need them
RARE = {"Fraktur": r"\\mathfrak", "SansSerif": r"\\(?:math|text)sf", "Script": r"\\mathscr",
        "Typewriter": r"\\(?:math|text)tt", "(?:Main|Math|Calligraphic)-Bold": r"\\(?:mathbf|textbf|bf|boldsymbol|pmb)"}


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
    """The same page in fewer characters: spaces, quotes and closing tags that HTML does not ask for.

    Blocks keep a line of their own, or search would show their words run together."""
    return BLOCK.sub(r"\n<\1", minify_html.minify(page, keep_html_and_head_opening_tags=True))


def write_icons(site: Path) -> None:
    "The script with the theme's icons, and with those of the button for light and dark."
    page = (site / "index.html").read_text()
    icons, button = json.dumps(ICONS.search(page)[0]), json.dumps(TOGGLE.search(page)[0].partition(">")[2])
    (site / "_static" / "icons.js").write_text(
        f"document.currentScript.insertAdjacentHTML('afterend', {icons});\n"
        "document.addEventListener('DOMContentLoaded', () => {\n"
        f"  for (const button of document.querySelectorAll('.theme-toggle')) button.innerHTML = {button};\n}});\n")


def shrink_pictures(site: Path) -> set[str]:
    "All pictures as WebP, of few colors if they are drawn; the names of drawn ones that are mostly white."
    white = set()
    for path in (site / "_images").iterdir():
        picture = Image.open(path).convert("RGBA")
        picture = Image.alpha_composite(Image.new("RGBA", picture.size, "white"), picture).convert("RGB")
        counts = picture.getcolors(DRAWN) if path.suffix == ".png" else None
        drawn = counts is not None
        if drawn:
            share = sum(n for n, color in counts if color == WHITE) / (picture.width * picture.height)
            if share > WHITE_SHARE: white.add(path.stem)
            picture = picture.quantize(COLORS).convert("RGB")
        picture.save(path.with_suffix(".webp"), "WEBP", lossless=drawn, quality=75)
        path.unlink()
    return white


def marked_pictures(page: str, white: set[str]) -> str:
    "A page whose drawn pictures dark mode turns dark (static/site.css)."
    return re.sub(r'<img (?=[^>]*_images/([^"/.]+)\.)', lambda m: "<img data-drawn " if m[1] in white else m[0], page)


def copy_mathjax(site: Path, pages: Iterable[str]) -> None:
    """What the equations need of MathJax, from django-static-mathjax, which has the files and needs no Django.

    A font of few is copied where a page has its command."""
    package = Path(importlib.util.find_spec("mathjax").submodule_search_locations[0]) / "static" / "mathjax" / "es5"
    commands = " ".join({command for page in pages for command in re.findall(r"\\[a-z]{2,}", page)})
    unused = [font for font, needing in RARE.items() if not re.search(rf"(?:{needing})\b", commands)]
    fonts = [font for font in sorted((package / FONTS).glob("*.woff"))
             if not any(re.search(f"_{name}", font.name) for name in unused)]
    for path in (*(package / name for name in MATHJAX), *fonts):
        target = site / "_static" / "mathjax" / path.relative_to(package)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
