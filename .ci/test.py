"The project's tests: `python .ci/test.py [sync] [notebooks] [reports]`. Ends with a line `notebooks: N passed, M failed`."
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from multiprocessing import get_context
from multiprocessing.connection import wait
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
os.environ.setdefault("MEMDML_HOME", str(ROOT / "data"))
os.environ.update(OMP_NUM_THREADS="1", MPLBACKEND="agg", TQDM_DISABLE="1")
IMPORTS = ["torch", "torchvision", "pandas", "matplotlib.pyplot", "hypothesis", "nbdev.test", "pytorch_metric_learning.losses",
           "pytorch_metric_learning.miners"]
LIMIT = 1800  # seconds for one notebook


def check_sync() -> list[str]:
    "Exports, cell metadata and README are what the notebooks say."
    from nbdev.clean import nbdev_clean
    from nbdev.doclinks import nbdev_export
    from readme import readme
    os.chdir(ROOT)  # where nbdev looks for settings.ini
    before = {p: p.read_text() for p in (ROOT / "memdml").rglob("*.py")}
    nbdev_export()
    after = {p: p.read_text() for p in (ROOT / "memdml").rglob("*.py")}
    faults = [f"{p.relative_to(ROOT)} is not what its notebook exports: run nbdev_export" for p in sorted(before.keys() | after.keys())
              if before.get(p) != after.get(p)]
    for folder in ("nbs", "reports"):
        with tempfile.TemporaryDirectory() as copy:
            for p in sorted((ROOT / folder).glob("*.ipynb")):
                shutil.copy(p, copy)
                nbdev_clean(fname=f"{copy}/{p.name}")
                if (Path(copy) / p.name).read_bytes() != p.read_bytes(): faults.append(f"{folder}/{p.name} is not clean: run nbdev_clean")
                if folder == "reports" and any(c.get("outputs") for c in json.loads(p.read_text())["cells"]):
                    faults.append(f"{folder}/{p.name} has outputs: reports are committed without")
                if p.stat().st_size > 400_000: faults.append(f"{folder}/{p.name} is larger than 400 KB")
    if (ROOT / "README.md").read_text() != readme(): faults.append("README.md is not what nbs/index.ipynb says: run make readme")
    return faults


def test_notebook(path: Path):
    "In a forked process: a notebook's tests, as `nbdev_test` runs them; the exit status says whether they passed."
    import torch
    from nbdev.test import test_nb
    torch.set_num_threads(1)
    os.chdir(path.parent)
    passed, _ = test_nb(path, skip_flags="notest slow gpu data".split(), basepath=path.parent)
    sys.exit(not passed)


def test_notebooks(paths: list[Path]):
    "Yields (path, passed, seconds); as many processes at a time as there are cores, each forked with the heavy imports done."
    for module in IMPORTS: __import__(module)
    context, waiting, running = get_context("fork"), list(paths), {}
    while waiting or running:
        while waiting and len(running) < os.cpu_count():
            path = waiting.pop(0)
            process = context.Process(target=test_notebook, args=(path,))
            process.start()
            running[process] = path, time.time()
        wait([process.sentinel for process in running], timeout=10)
        for process, (path, started) in list(running.items()):
            if process.is_alive() and time.time() - started < LIMIT: continue
            process.kill()  # one that hangs is a failure; one that has ended does not mind
            process.join()
            del running[process]
            yield path, process.exitcode == 0, time.time() - started


def test_report(path: Path) -> tuple[Path, bool, float]:
    started = time.time()
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([Path(sys.executable).with_name("memdml"), "report", path.stem, "--preset", "smoke",
                               "--out", folder, "-p", "store", f"{folder}/runs"], cwd=ROOT, capture_output=True, text=True)
        if done.returncode: print(done.stdout[-4000:], done.stderr[-4000:])
    return path, done.returncode == 0, time.time() - started


def main(parts: list[str]) -> int:
    faults = check_sync() if "sync" in parts else []
    for fault in faults: print("FAULT", fault, flush=True)
    results = []
    if "notebooks" in parts:
        # the caches of glyphs and weights are filled once, before processes race for them
        subprocess.run([sys.executable, "-c", "from memdml.datasets.glyphs import glyph_set; glyph_set()"], cwd=ROOT, check=True)
        for result in test_notebooks(sorted((ROOT / "nbs").glob("*.ipynb"))):
            results.append(result)
            print("{}  {}  {:.0f} s".format("ok    " if result[1] else "FAILED", result[0].name, result[2]), flush=True)
    if "reports" in parts:
        for p in sorted((ROOT / "reports").glob("*.ipynb")):
            results.append(test_report(p))
            print("{}  {}  {:.0f} s".format("ok    " if results[-1][1] else "FAILED", f"reports/{p.name}", results[-1][2]), flush=True)
    failed = sum(not ok for _, ok, _ in results) + bool(faults)
    print(f"notebooks: {sum(ok for _, ok, _ in results)} passed, {failed} failed")
    return min(failed, 1)


if __name__ == "__main__": sys.exit(main(sys.argv[1:] or ["sync", "notebooks", "reports"]))
