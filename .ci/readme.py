"Prints README.md, made from nbs/index.ipynb: markdown and code as they stand, outputs left out, links from the top level."
import json
import sys
from pathlib import Path


def readme() -> str:
    cells = json.loads((Path(__file__).parents[1] / "nbs" / "index.ipynb").read_text())["cells"]
    sources = [(c["cell_type"], "".join(c["source"]).strip()) for c in cells]
    text = "\n\n".join(s if kind == "markdown" else f"```python\n{s}\n```" for kind, s in sources if s and not s.startswith("#|"))
    return text.replace("](../", "](") + "\n"


if __name__ == "__main__": sys.stdout.write(readme())
