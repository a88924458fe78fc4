"Chapters of the site: notebooks without their directives, with tests and imports in folds."
import ast
import json
import re
from pathlib import Path

DIRECTIVE = re.compile(r"^#\s*\|\s*(.*?)\s*$")
TEST = re.compile(r"^\s*(?:assert\b|(?:def )?check_\w+\(|test_\w+\(|@given\()", re.MULTILINE)
IMPORT = re.compile(r"^[ \t]*from memdml[\w.]* import (\([^)]*\)|[^\n(#]+)", re.MULTILINE)


def split_directives(source: str) -> tuple[list[str], str]:
    "nbdev's directives of a cell, and its code without them."
    lines = source.splitlines()
    directives = [match[1] for line in lines if (match := DIRECTIVE.match(line))]
    return directives, "\n".join(line for line in lines if not DIRECTIVE.match(line)).strip("\n")


def is_test(code: str) -> bool:
    "Whether code asserts, calls `test_...`, calls or defines `check_...`, or is run on drawn examples (`@given`)."
    return TEST.search(code) is not None


def is_imports(code: str) -> bool:
    "Whether code imports and does nothing else."
    if not code.startswith(("import ", "from ", "#", '"')): return False
    try: body = ast.parse(code).body
    except SyntaxError: return False
    return bool(body) and all(isinstance(node, ast.Import | ast.ImportFrom) for node in body)


def has_display(cell: dict) -> bool:
    "Whether a cell leaves a picture or a table."
    return any(output["output_type"] in ("display_data", "execute_result") for output in cell.get("outputs", []))


def look_of(directives: list[str], code: str, *, display: bool = False, output: bool = False) -> str:
    """How a code cell appears: `nothing`, its `output` alone, its `code`, or folded, under the words of the fold.

    Code that draws is folded, and code that prints is shown."""
    if "hide" in directives or not code: return "nothing"
    if "echo: false" in directives: return "output"
    if is_imports(code): return "Imports"
    if "export" in directives or "echo: true" in directives: return "code"
    if display: return "Code of what follows"
    if output or "eval: false" in directives: return "code"
    return "Tests" if is_test(code) else "Setup"


def set_look(cell: dict, look: str, alt: str = "") -> dict:
    "A code cell with the tags, the words of its fold and those of its pictures that myst-nb reads."
    tags = dict(output=["remove-input"], code=[]).get(look, ["hide-input"])
    words = dict(code_prompt_show=look, code_prompt_hide=look) if tags == ["hide-input"] else {}
    if alt and has_display(cell): words |= dict(image=dict(alt=alt))
    return cell | dict(metadata=dict(tags=tags, **dict(mystnb=words) if words else {}))


def said(text: str) -> str:
    "The last paragraph of prose that is none of formulas or tables, as plain text: what a picture below it shows."
    paragraphs = [" ".join(p.split()) for p in text.split("\n\n") if not re.match(r"\s*(?:\$\$|[#>|])", p)]
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)|[*`]", r"\1", paragraphs[-1] if paragraphs else "")
    return plain if len(plain) <= 300 else plain[:300].rpartition(" ")[0] + " ..."


def shown_cell(cell: dict, before: str = "") -> dict | None:
    "A code cell as the site shows it, with the prose before it; None where it does not."
    directives, code = split_directives("".join(cell["source"]))
    look = look_of(directives, code, display=has_display(cell), output=bool(cell["outputs"]))
    if look == "nothing": return None
    outputs = [o for o in cell["outputs"] if o.get("name") != "stderr"]
    return set_look(cell, look, said(before)) | dict(source=code, outputs=outputs)


def joined_tests(cells: list[dict]) -> list[dict]:
    "Test cells that follow each other, without outputs, in one fold."
    joined: list[dict] = []
    for cell in cells:
        fold = cell["metadata"].get("mystnb", {}).get("code_prompt_show")
        last = joined[-1] if joined else None
        alike = last and last["cell_type"] == "code" and last["metadata"] == cell["metadata"]
        if fold and alike and not last["outputs"]:
            joined[-1] = cell | dict(source=last["source"] + "\n\n" + cell["source"], id=last["id"])
        else: joined.append(cell)
    return joined


def markdown_cell(name: str, text: str) -> dict:
    "A cell of prose."
    return dict(cell_type="markdown", id=name, metadata={}, source=text)


def module_line(number: str, module: str | None, notebook: str, note: str) -> str:
    "What stands below a chapter's title: its number, module and notebook, and where its method comes from."
    reference = f" · module [`{module}`](../api/{module}.md)" if module else ""
    return f"Chapter {number}{reference} · [notebook]({notebook}){note}\n"


def chapter_of(path: Path, *, module: str | None, note: str, url: str) -> dict:
    "The notebook as the site has it; `url` is the folder of the notebooks in the repository's web page."
    notebook = json.loads(path.read_text())
    number = path.stem.split("_")[0]
    cells, before = [], ""
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code": cell = shown_cell(cell, before)
        else:
            cell = cell | dict(source="".join(cell["source"]), metadata={})
            before = cell["source"]
        if cell: cells.append(cell)
    title, _, rest = cells[0]["source"].partition("\n")
    cells[0]["source"] = title.replace("# ", f"# {number} ", 1)
    line = "{.chapter-line}\n" + module_line(number, module, f"{url}/{path.name}", note)
    first = markdown_cell("chapter-line", f"{line}\n{rest}")
    notebook["cells"] = [cells[0], first, *joined_tests(cells[1:])]
    notebook["metadata"] = dict(kernelspec=dict(display_name="python3", name="python3", language="python"),
                                language_info=dict(name="python", pygments_lexer="ipython3"))
    return notebook


def imported_names(path: Path) -> set[str]:
    "Names that the cells of a notebook import from memdml."
    cells = json.loads(path.read_text())["cells"]
    code = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    return {name for names in IMPORT.findall(code) for name in re.findall(r"\w+", names)}
