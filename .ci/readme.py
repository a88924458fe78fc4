"Prints README.md, made from nbs/index.ipynb: markdown and code as they stand, outputs left out, links from the top level."
import sys
from pathlib import Path

import nbformat
from nbconvert import MarkdownExporter
from traitlets.config import Config


def readme() -> str:
    notebook = nbformat.read(Path(__file__).parents[1] / "nbs" / "index.ipynb", as_version=4)
    notebook.cells = [c for c in notebook.cells if not c.source.startswith("#|") and c.source.strip()]
    exporter = MarkdownExporter(config=Config(ClearOutputPreprocessor=dict(enabled=True)))
    text, _ = exporter.from_notebook_node(notebook)
    return text.replace("](../", "](").replace('src="../', 'src="').strip() + "\n"


if __name__ == "__main__": sys.stdout.write(readme())
