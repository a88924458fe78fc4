"Tables of the site: a caption and row headers to be heard, scrolling by keyboard, rows as cards on a phone."
import html
import re

LONG = 40  # letters of a cell, from which rows are cards on a phone: such a table is read, not compared
TABLE = re.compile(r'(<div class="table-wrapper[^"]*")>\s*<table class="([^"]*)">(.*?)</table>', re.DOTALL)
HEADING = re.compile(r"<h[1-6]\b[^>]*>(.*?)</h[1-6]>", re.DOTALL)
ROW = re.compile(r"<tr\b[^>]*>.*?</tr>", re.DOTALL)
CELL = re.compile(r"<(t[hd])\b([^>]*)>(.*?)</\1>", re.DOTALL)


def words_of(text: str) -> str:
    "Without tags, and without the sign of a link to a heading."
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", text)).replace("¶", "").split())


def marked_row(row: str, heads: list[str]) -> str:
    "A row whose first cell is its header, and whose others say their column (`heads`, none for a table that scrolls)."
    cells = iter(range(len(row)))

    def marked(match: re.Match) -> str:
        kind, about, text, i = *match.groups(), next(cells)
        if kind == "td" and not i and "class=" not in about: return f'<th scope="row"{about}>{text}</th>'
        head = f' data-h="{html.escape(heads[i])}"' if i < len(heads) and heads[i] and words_of(text) else ""
        return f"<{kind}{about}{head}>{text}</{kind}>"
    return CELL.sub(marked, row)


def marked_table(match: re.Match, caption: str) -> str:
    "A table below a heading."
    wrapper, kind, text = match.groups()
    head, foot, body = text.partition("</thead>")
    heads = [words_of(cell[3]) for cell in CELL.finditer(head)]
    cards = any(len(words_of(cell[3])) > LONG for cell in CELL.finditer(body))
    body = ROW.sub(lambda row: marked_row(row[0], heads if cards else []), body)
    kind, said = f"{kind} cards" if cards else kind, f"<caption>{html.escape(caption)}</caption>" if caption else ""
    return f'{wrapper} tabindex="0"><table class="{kind}">{said}{head}{foot}{body}</table>'


def marked_tables(page: str) -> str:
    "A page with its tables so; a caption is the heading that a table stands below."
    headings = [(match.end(), words_of(match[1])) for match in HEADING.finditer(page)]
    def marked(match: re.Match) -> str:
        above = [words for end, words in headings if end <= match.start()]
        return marked_table(match, above[-1] if above else "")
    return TABLE.sub(marked, page)
