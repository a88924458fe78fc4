"""Prints README.md, made from nbs/index.ipynb: markdown and code as they stand, no outputs, links from the top level.

What its comments ask for comes from the committed pages (chapter 550): numbers, verdicts, and whether words still hold.
"""
import json
import sys
from pathlib import Path

from memdml.reporting.findings import fill_in

ROOT = Path(__file__).parents[1]


def readme() -> str:
    cells = json.loads((ROOT / "nbs" / "index.ipynb").read_text())["cells"]
    sources = [(c["cell_type"], "".join(c["source"]).strip()) for c in cells]
    shown = [(kind, s) for kind, s in sources if s and not s.startswith("#|")]
    text = "\n\n".join(s if kind == "markdown" else f"```python\n{s}\n```" for kind, s in shown)
    return fill_in(text, ROOT / "reports").replace("](../", "](") + "\n"


if __name__ == "__main__":
    try: sys.stdout.write(readme())
    except ValueError as error: sys.exit(f"README.md is not made: {error}")
