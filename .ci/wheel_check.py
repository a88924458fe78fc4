"Run by .ci/wheel.sh where only the wheel is installed: is the package whole, and does README's code run as printed?"
import pkgutil
import re
import subprocess
import sys
from dataclasses import replace
from importlib import import_module
from importlib.metadata import distributions, metadata
from pathlib import Path


def check_installed() -> None:
    "The package is the installed one, all its modules can be imported, and the tools it is written with are not there."
    import memdml
    assert Path(memdml.__file__).is_relative_to(sys.prefix), memdml.__file__
    tools = {"nbdev", "execnb", "jupyterlab", "jupytext", "papermill", "nbconvert", "ipykernel",
             "pytorch-metric-learning"}
    found = {d.metadata["Name"].lower() for d in distributions()} & tools
    assert not found, f"come along with memdml: {found}"
    for module in pkgutil.walk_packages(memdml.__path__, "memdml."): import_module(module.name)
    for command in (["data"], ["weights"]): subprocess.run(["memdml", *command], check=True, stdout=subprocess.DEVNULL)


def check_data() -> None:
    "All tables and weights are there, and the default network starts from shipped weights."
    from memdml.backbones import create_model
    from memdml.pretraining import only_cached_weights, read_shipped, shipped_weights
    from memdml.files import data_table
    from memdml.reporting import published
    from memdml.reporting.claims import claims
    from memdml.training import Experiment
    from memdml.training.presets import PAPERS, paper_settings, tuned
    for paper in PAPERS: assert len(published(paper)) and len(claims(paper)) and paper_settings(paper), paper
    assert len(published("xbm", "table_1")) and data_table("trials.csv")
    assert tuned(Experiment()).loss.get("margin")
    assert shipped_weights()
    for each in shipped_weights(): read_shipped(each)
    with only_cached_weights("the default network should start from shipped weights"): create_model()


def check_readme() -> None:
    "README's blocks of Python, in one session as a reader would type them, then its last run, shortened."
    readme = metadata("memdml").get_payload()
    blocks = re.findall(r"^```python\n(.*?)^```", readme, re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 2, f"README has {len(blocks)} blocks of Python"
    session = {"__name__": "__main__"}
    for number, block in enumerate(blocks, 1): exec(compile(block, f"README, block {number}", "exec"), session)
    assert session["loss"].isfinite()
    session["experiment"] = replace(session["experiment"], steps=20)
    printed, = re.findall(r"`(run\(experiment\)\.[^`]+)`", readme)
    assert 0 <= eval(printed, session) <= 1


if __name__ == "__main__":
    for check in (check_installed, check_data, check_readme):
        check()
        print("ok", check.__name__, flush=True)
