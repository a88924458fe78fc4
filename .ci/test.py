"""The project's tests: `python .ci/test.py [part ...] [--only PATTERN ...]`, of the parts that `--help` lists.

Two more at a time than there are cores. Ends with a line `notebooks: N passed, M failed`, and with status 0 where none
failed.
"""
import argparse
import os
import re
import shlex
import subprocess
import sys
import tempfile
from itertools import groupby
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
os.environ.setdefault("MEMDML_HOME", str(ROOT / "data"))
os.environ.update(OMP_NUM_THREADS="1", MPLBACKEND="agg", TQDM_DISABLE="1")
from checks import (check_chapters, check_packages, check_pages, check_readme, check_site,  # noqa: E402
                    check_structure, check_sync, check_width)
from commands import (DATASETS, PAPERS, command_faults, dry, dry_runs, fill_home, publish, small_commands,  # noqa: E402
                      smoke, write_data)
from jobs import Job, command_job, memdml_job, run_jobs  # noqa: E402

PARTS = ["sync", "notebooks", "reports", "commands", "verify", "wheel"]
MORE = ["slow", "gpu", "dry-runs"]  # parts that are run where they are named
IMPORTS = ["torch", "torchvision", "pandas", "matplotlib.pyplot", "hypothesis", "nbdev.test",
           "pytorch_metric_learning.losses", "pytorch_metric_learning.miners"]
# what several jobs would otherwise make, side by side or each in a folder of its own
CACHES = "from memdml.datasets.glyphs import glyph_set; glyph_set(); glyph_set(copies=3)"


def test_notebook(path: Path, skip: str) -> int:
    "In a process of its own: tests as `nbdev_test` runs them, but for cells of some marks; 0 if all passed."
    import torch
    from nbdev.test import test_nb
    torch.set_num_threads(1)
    os.chdir(path.parent)
    passed, _ = test_nb(path, skip_flags=skip.split(), basepath=path.parent)
    return int(not passed)


def notebook_jobs(patterns: list[str], mark: str = "") -> list[Job]:
    """One for each notebook whose name begins as one of the patterns, or for all.

    With a mark, "slow" or "gpu", for those that have such cells, which run too.
    """
    for module in IMPORTS: __import__(module)
    found = {path for pattern in patterns or [""] for path in ROOT.glob(f"nbs/{pattern}*.ipynb")}
    if not found: sys.exit(f"no notebook in nbs begins with {' or '.join(patterns)}")
    if mark: found = {path for path in found if re.search(rf'"#\| ?{mark}\b', path.read_text())}
    skip, more = " ".join({"notest", "slow"} - {mark}), f" with {mark} cells" if mark else ""
    return [Job(path.stem + more, lambda path=path: test_notebook(path, skip)) for path in sorted(found)]


def report_commands() -> list[str]:
    "Every report at its smallest, every committed page once more, a dry run of few cells of each paper's own size."
    from memdml.reporting.parameters import read_pages
    small = {path.stem for path in (ROOT / "reports").glob("*.ipynb")}
    small -= {"01_xbm", "00_scoreboard"}  # the commands have one, the other runs nothing
    pages = sorted(read_pages(ROOT / "reports").values(), key=lambda page: page.source.stem)
    of_report = [publish(*(page.name for page in pages)) for _, pages in groupby(pages, lambda page: page.source)]
    return [*map(smoke, sorted(small)), *of_report, *(dry(paper) + DATASETS * (paper == "01_xbm") for paper in PAPERS)]


def is_plain(command: str) -> bool:
    "Whether a command is one of `memdml` and needs no shell."
    return re.fullmatch(r"memdml [^&|;<>$`'\"()]+", command) is not None


def command_jobs(parts: list[str], folder: Path) -> list[Job]:
    "The commands of some parts, each once and with a $MEMDML_HOME of its own."
    of_part = {"reports": report_commands, "commands": small_commands, "verify": lambda: ["memdml verify"],
               "dry-runs": dry_runs}
    commands = [command for part, found in of_part.items() if part in parts for command in found()]
    if "commands" in parts: write_data(folder / "data")
    jobs = []
    for number, command in enumerate(dict.fromkeys(commands)):
        fill_home(home := folder / f"home-{number}")
        here = command.replace("{data}", shlex.quote(str(folder / "data"))).replace("{home}", shlex.quote(str(home)))
        make_job = memdml_job if is_plain(command) else command_job
        jobs.append(make_job(command, here, {"MEMDML_HOME": str(home)}))
    return jobs


def install_site() -> None:
    "What the commands `make site` and `make site-test` install, before anything runs beside them."
    outer = {"MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES"}
    own = {name: value for name, value in os.environ.items() if name not in outer}
    status = subprocess.run(["make", ".venv/site", ".venv/browser"], cwd=ROOT, env=own).returncode
    if status: sys.exit("the site's packages cannot be installed")


def run_parts(parts: list[str], patterns: list[str]) -> int:
    "How many tests failed; a line for each as it ends, and what those wrote that failed."
    checks = (check_structure, check_packages, check_chapters, check_width, check_sync, check_readme, check_site,
              check_pages)
    faults = [fault for check in checks for fault in check()] if "sync" in parts else []
    if "commands" in parts: faults += command_faults()
    for fault in faults: print("FAULT", fault, flush=True)
    filling = subprocess.Popen([sys.executable, "-c", CACHES], cwd=ROOT) if {*parts} - {"sync", "wheel"} else None
    if "commands" in parts: install_site()
    results = []
    with tempfile.TemporaryDirectory() as folder:
        chosen = [part for part in ("notebooks", "slow", "gpu") if part in parts]
        jobs = [job for part in chosen for job in notebook_jobs(patterns, "" if part == "notebooks" else part)]
        if filling and filling.wait(): sys.exit("the glyphs cannot be drawn")
        jobs += command_jobs(parts, Path(folder))
        if "sync" in parts: jobs.append(command_job("counts", "python .ci/counts.py"))
        if "wheel" in parts: jobs.append(command_job("wheel", "bash .ci/wheel.sh"))
        for job, passed, seconds, output in run_jobs(jobs):
            results.append(passed)
            if not passed: print(output[-8000:])
            print(f"{'ok    ' if passed else 'FAILED'}  {job.name}  {seconds:.0f} s", flush=True)
    failed = results.count(False) + bool(faults)
    print(f"notebooks: {results.count(True)} passed, {failed} failed")
    return failed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", metavar="part", choices=[*PARTS, *MORE, []],
                        help=", ".join(PARTS) + "; all of these where none is named; " + ", ".join(MORE))
    parser.add_argument("--only", nargs="+", default=[], metavar="PATTERN",
                        help="beginnings of the notebooks to test, such as 2[0-6]")
    options = parser.parse_args()
    return min(run_parts(options.parts or PARTS, options.only), 1)


if __name__ == "__main__": sys.exit(main())
