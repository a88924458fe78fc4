"""Prints README.md, made from nbs/index.ipynb: markdown and code as they stand, outputs left out, links from the top level.

Numbers come from the committed pages: `<!-- verdicts -->` is the table of all verdicts, `<!-- page: claim -->` our effect there."""
import json
import re
import sys
from pathlib import Path

from memdml.reporting.findings import committed_claims, verdict_table
from memdml.reporting.published import markdown

ROOT = Path(__file__).parents[1]


def verdicts() -> str:
    table = verdict_table(ROOT / "reports")
    return markdown(table.assign(page=[f"[{p}](reports/out/{p}/{p}.md)" for p in table["page"]]))


def effect(page: str, claim: str) -> str:
    found = committed_claims(ROOT / "reports" / "out" / page / f"{page}.ipynb").set_index("claim")["ours"]
    return found[claim].lstrip("+")


def readme() -> str:
    cells = json.loads((ROOT / "nbs" / "index.ipynb").read_text())["cells"]
    sources = [(c["cell_type"], "".join(c["source"]).strip()) for c in cells]
    text = "\n\n".join(s if kind == "markdown" else f"```python\n{s}\n```" for kind, s in sources if s and not s.startswith("#|"))
    text = re.sub(r"<!-- (\w+): (.+?) -->", lambda found: effect(*found.groups()), text.replace("<!-- verdicts -->", verdicts()))
    return text.replace("](../", "](") + "\n"


if __name__ == "__main__": sys.stdout.write(readme())
