"Tables of the site: a caption and row headers to be heard, scrolling by keyboard, rows as cards on a phone."
import html
import re

LONG = 40  # letters of a cell, from which rows are cards on a phone: such a table is read, not compared
TABLE = re.compile(r'(<div class="table-wrapper[^"]*")>\s*<table class="([^"]*)">(.*?)</table>', re.DOTALL)
HEADING = re.compile(r"<h[1-6]\b[^>]*>(.*?)</h[1-6]>", re.DOTALL)
ROW = re.compile(r"<tr\b[^>]*>.*?</tr>", re.DOTALL)
CELL = re.compile(r"<td\b[^>]*>(.*?)</td>", re.DOTALL)
FIRST = re.compile(r"(<tr\b[^>]*>\s*)<td>(.*?)</td>", re.DOTALL)


def words_of(text: str) -> str:
    "Without tags, and without the sign of a link to a heading."
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", text)).replace("¶", "").split())


def with_header(row: str) -> str:
    "A row whose first cell is its header, if it has words and no numbers."
    return FIRST.sub(r'\1<th scope="row">\2</th>', row, count=1)


def marked_table(match: re.Match, caption: str) -> str:
    "A table below a heading; static/code.js lets the fields of cards say their column."
    wrapper, kind, text = match.groups()
    head, foot, body = text.partition("</thead>")
    cards = any(len(words_of(cell)) > LONG for cell in CELL.findall(body))
    kind, said = f"{kind} cards" if cards else kind, f"<caption>{html.escape(caption)}</caption>" if caption else ""
    body = ROW.sub(lambda row: with_header(row[0]), body)
    return f'{wrapper} tabindex="0"><table class="{kind}">{said}{head}{foot}{body}</table>'


def marked_tables(page: str) -> str:
    "A page with its tables so; a caption is the heading that a table stands below."
    headings = [(match.end(), words_of(match[1])) for match in HEADING.finditer(page)]
    def marked(match: re.Match) -> str:
        above = [words for end, words in headings if end <= match.start()]
        return marked_table(match, above[-1] if above else "")
    return TABLE.sub(marked, page)
