"""How large and how tangled the package is: numbers that may fall, and that no change may raise.

`python .ci/counts.py` prints them beside what is allowed, and fails where one is above. What falls is lowered here too.
"""
import ast
import json
import re
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PARAMETERS = 8  # of one function
INTERFACE = {"declare", "rows_beside", "tables", "measure", "effects"}  # what the module of every paper has
AT_MOST = {
    "lines": 39_245,
    "statements": 25_895,
    "lines of reporting": 5_985,
    "lines of reporting and papers": 10_495,
    "statements of reporting and papers": 6_855,
    "modules that execute text": 0,
    "returns of an experiment": 75,  # of Python 3.11; from 3.12 on comprehensions are no calls, and there are fewer
    "functions that make sentences": 37,
    "private imports": 6,
    "public names in two modules": 0,
    f"functions with more than {PARAMETERS} parameters": 21,
    "stub classes in tests of papers": 8,
    "chapters": 92,
}


@cache
def trees() -> dict[str, ast.Module]:
    "The modules, but for nbdev's index, by path."
    files = sorted(p for p in (ROOT / "memdml").rglob("*.py") if p.name != "_modidx.py")
    return {p.relative_to(ROOT / "memdml").as_posix(): ast.parse(p.read_text()) for p in files}


def lines(*packages: str) -> int:
    "Lines of some packages, or of all modules."
    return sum(len((ROOT / "memdml" / name).read_text().splitlines()) for name in trees() if of_package(name, packages))


def statements(*packages: str) -> int:
    "Statements of some packages, or of all modules: a denser line has no fewer."
    return sum(isinstance(node, ast.stmt) for name, tree in trees().items() if of_package(name, packages)
               for node in ast.walk(tree))


def of_package(name: str, packages: tuple[str, ...]) -> bool:
    return not packages or name.split("/")[0] in packages


def functions() -> list[ast.FunctionDef]:
    return [node for tree in trees().values() for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


def parameters(function: ast.FunctionDef) -> int:
    "How many parameters a caller gives."
    given = [a.arg for a in [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]]
    return len(given) - (given[:1] in (["self"], ["cls"]))


def private_imports() -> int:
    "Names with a leading underscore that a module takes from another."
    return sum(re.match("_[^_]", a.name) is not None for tree in trees().values() for node in ast.walk(tree)
               if isinstance(node, ast.ImportFrom) for a in node.names)


def is_method(node: ast.stmt) -> bool:
    "Whether a function is patched into a class."
    return any("patch" in ast.unparse(decorator) for decorator in node.decorator_list)


def twice() -> list[str]:
    "Public functions and classes that several modules define, but for methods and what all papers have."
    names = Counter(node.name for tree in trees().values() for node in tree.body
                    if isinstance(node, ast.FunctionDef | ast.ClassDef) and not is_method(node))
    return [name for name, n in names.items() if n > 1 and name[0] != "_" and name not in INTERFACE]


def stub_classes() -> int:
    "Classes in cells of the papers' chapters that are not exported."
    cells = [c for path in (ROOT / "nbs").glob("6*.ipynb") for c in json.loads(path.read_text())["cells"]]
    texts = ["".join(c["source"]) for c in cells if c["cell_type"] == "code"]
    return sum(len(re.findall(r"^class \w+", text, re.MULTILINE)) for text in texts if not text.startswith("#| export"))


def walk() -> list[str]:
    "Modules in the order in which an experiment meets functions of theirs; neighbors in one module are one stay."
    import tempfile
    from memdml.datasets import load
    from memdml.training import Experiment, Spec, run
    load("glyphs")  # drawing them is no part of the walk
    seen, stays = set(), []

    def trace(frame: object, event: str, _: object) -> None:
        module = frame.f_globals.get("__name__", "")
        key = module, frame.f_code.co_qualname, frame.f_code.co_firstlineno
        if event != "call" or not module.startswith("memdml") or key in seen: return
        seen.add(key)
        if stays[-1:] != [module]: stays.append(module)

    memory = Spec("CrossBatchMemory", memory_ratio=1.)
    experiment = Experiment(loss=Spec("ContrastiveLoss"), memory=memory, steps=3, max_classes=40, seed=0)
    with tempfile.TemporaryDirectory() as store:
        sys.setprofile(trace)
        try: run(experiment, store=store)
        finally: sys.setprofile(None)
    return stays


def returns() -> int:
    "Stays of an experiment in modules that it had left. In a process of its own, since a trace counts first calls."
    code = "from counts import walk; stays = walk(); print(len(stays) - len({*stays}))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT / ".ci", capture_output=True, text=True)
    if done.returncode: raise RuntimeError(f"the walk of an experiment fails: {done.stderr[-300:]}")
    return int(done.stdout)


def counts() -> dict[str, int]:
    "All that `AT_MOST` limits."
    texts = [f for f in functions() if re.search("_(text|notes?)$", f.name)]
    executing = [tree for tree in trees().values() if any(isinstance(node, ast.Name) and node.id == "exec"
                                                          for node in ast.walk(tree))]
    found = (lines(), statements(), lines("reporting"), lines("reporting", "papers"),
             statements("reporting", "papers"), len(executing), returns(), len(texts), private_imports(), len(twice()),
             sum(parameters(f) > PARAMETERS for f in functions()), stub_classes(),
             len([p for p in (ROOT / "nbs").glob("[0-9]*.ipynb") if p.stem > "006"]))  # but the five short papers
    return dict(zip(AT_MOST, found, strict=True))


if __name__ == "__main__":
    found = counts()
    for what, n in found.items(): print(f"{n:8,} of {AT_MOST[what]:8,}  {what}")
    print("public names in two modules:", *twice())
    if grown := [what for what, n in found.items() if n > AT_MOST[what]]:
        sys.exit(f"more than is allowed: {', '.join(grown)}; remove some")
