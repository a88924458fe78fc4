"Every command that README, data/README.md, the how-tos, the chapters and the reports print, at its smallest."
import json
import os
import re
import shlex
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAPERS = "01_xbm", "02_smoco", "03_insclr", "05_memvir"  # with a preset of the paper's size; the thesis's is on In-Shop


def smoke(report: str) -> str: return f"make report REPORT={report} PRESET=smoke"
def publish(*pages: str) -> str:
    "Committed pages rendered into another folder, and compared with what is committed."
    folders = " ".join(f"{{home}}/pages/{page}" for page in pages)
    return f'make publish PAGES="{" ".join(pages)}" ARGS="--out {{home}}/pages" && python .ci/commands.py {folders}'
def dry(report: str, *, grids: str = "short") -> str:
    return f"memdml report {report} --preset paper --dry-run -p grids {grids}"
def dry_runs() -> list[str]:
    "Of every cell of each paper, on every set beside whose published numbers ours can stand."
    from memdml.papers.core import PAPER_OF, runs_of
    def options(given: dict[str, str]) -> list[str]: return [f"-p {name} {shlex.quote(v)}" for name, v in given.items()]
    return [" ".join([dry(report, grids="full"), *options(given)]) for report in PAPER_OF for given in runs_of(report)]


DATASETS = " -p datasets sop"  # one of several sets, as a dry run is of few cells


# with the metric that a how-to prints, on images of one's own
OWN_METRIC = ("make report PRESET=smoke ARGS=\"-p dataset folder -p root {data}/my_images "
              "-p dataset_options '{\\\"size\\\": 32}' -p parts {data}/my_metric.py -p metrics P@10 --out {home}/own\" "
              "&& grep -q P@10 {home}/own/01_xbm/01_xbm.md")

# on folders whose names are markup
HOSTILE = ("memdml report 04_xbn --preset smoke -p steps 6 -p dataset folder -p root {data}/'<hostile> & *hostile*' "
           "-p dataset_options '{\"size\": 32, \"superclasses\": true, \"split\": \"superclass\"}' "
           "--out {home}/hostile && python .ci/commands.py {home}/hostile/04_xbn/04_xbn.html")
KINDS = ("<img src=x onerror=hostile>", "[hostile](javascript:hostile)", "`hostile`|*hostile* _hostile_", "$hostile$",
         "hostile\n<script>hostile", '"><a href=hostile>', "www.hostile.de **hostile**", "<!-- hostile@hostile.de")

# the only study of memdml without repetitions, which are tested on all glyphs
NAMED = "memvir-importance --preset smoke"
STUDY = (f"memdml study {NAMED} --trials 2 && memdml study show {NAMED} "
         f"&& memdml study plots {NAMED} --out {{home}}/plots && cp data/trials.csv {{home}} "
         f"&& memdml study write {NAMED} --folder {{home}} && grep -q 'memvir importance smoke' {{home}}/trials.csv")

RUN = "memdml run {data}/experiment.json --store {home}/runs"
SITE = "make site && make site-test"
# chapter 422 has a scheduler and two workers, and a report through them in a slow cell
CLUSTER = "memdml report --help | grep -q scheduler && dask scheduler --help | grep -q port"
SHARED = "memdml report --help && dask worker --help | grep -q nthreads"

CACHED = "dict(mode='cached', seeds=1)"
# Papermill as it is, from another folder, the root and that of the reports, by its command and from Python
PAPERMILL = [
    "reports=$PWD/reports && cd {home} && papermill $reports/03_insclr.ipynb out.ipynb -p preset smoke -p store runs "
    "2> said || { cat said; false; } && ! grep 'unknown parameter' said && ls runs/*.json > /dev/null",
    "reports=$PWD/reports && cd {home} && papermill $reports/00_scoreboard.ipynb out.ipynb",
    "papermill reports/04_xbn.ipynb {home}/out.ipynb -p mode cached -p seeds 1 2> {home}/said "
    "|| { cat {home}/said; false; } && ! grep 'unknown parameter' {home}/said",
    *(f"cd reports && python -c \"from papermill import execute_notebook; "
      f"execute_notebook('{report}.ipynb', '{{home}}/out.ipynb', {given})\""
      for report, given in (("01_xbm", CACHED), ("06_cost", "dict(mode='cached')")))]


VECTORS = "memdml embed {data}/my_images --network small --out {home}/vectors.safetensors"
NEIGHBORS = (f"{VECTORS} && memdml search 'class 0/0.png' --index {{home}}/vectors.safetensors "
             "--html {home}/page.html --images {data}/my_images && grep -q 'data:image/jpeg' {home}/page.html")
TRAIN = "memdml train {data}/my_images --network small --steps 20 --keep {home}/kept --quiet"
USED = f"{TRAIN} && memdml evaluate {{home}}/kept small --root {{data}}/my_images --html {{home}}/page.html"

# A command as it is printed: what is run in its place, with {data} for the folder that `write_data` fills, and {home}
# for an own $MEMDML_HOME. Where two are the same in small, one is run. "" stands for the command as it is.
SMALL = {
    "git clone https://github.com/memdml/memdml && cd memdml":
        "git clone --quiet file://$PWD {home}/memdml && cd {home}/memdml && test -f pyproject.toml",
    "memdml verdicts": "cp -r reports {home}/reports && memdml verdicts --reports-dir {home}/reports "
                       "&& cmp reports/verdicts.csv {home}/reports/verdicts.csv",
    "pip install .": "python -m pip install --dry-run --no-deps --no-build-isolation --quiet .",
    "papermill reports/01_xbm.ipynb out.ipynb -p preset smoke":
        "papermill reports/01_xbm.ipynb {home}/out.ipynb -p preset smoke",
    "make report": "make --dry-run report | grep -x 'memdml report 01_xbm *'",
    "make test": "make --dry-run test",
    "make test-gpu": "make --dry-run test-gpu ONLY=900 | grep -x 'python .ci/test.py gpu --only 900'",
    "make test-loops": "make --dry-run test-loops | grep -x '.venv/loops/bin/python .ci/loops.py'",
    "make evidence": "make --dry-run evidence PAGES=06_cost | grep -x 'memdml evidence --train 06_cost *'",
    "make report REPORT=01_xbm PRESET=gpu":
        "make --dry-run report REPORT=01_xbm PRESET=gpu | grep -x 'memdml report 01_xbm --preset gpu *'",
    "make report REPORT=06_cost PRESET=gpu": smoke("06_cost"),
    "make report MODE=cached": "",
    "make publish": publish("06_cost"),
    "make verify": "make --dry-run verify",
    "make readme": "make --dry-run readme",
    "make site": SITE,
    "make site-test": SITE,
    'make report REPORT=01_xbm_omniglot ARGS="-p root /data"':
        'make report REPORT=01_xbm_omniglot PRESET=smoke '
        'ARGS="-p root {data}/omniglot -p dataset_options \'{\\"strict\\": false}\' -p steps 12"',
    'make report ARGS="-p dataset npz -p root $PWD/images.npz -p dataset_options \'{\\"size\\": 32}\'"':
        'cd {data} && make -C "$OLDPWD" report PRESET=smoke '
        'ARGS="-p dataset npz -p root $PWD/images.npz -p dataset_options \'{\\"size\\": 32}\'"',
    'make report ARGS="-p dataset folder -p root /data/my_images -p dataset_options \'{\\"size\\": 32}\'"':
        OWN_METRIC,
    "memdml data": "",
    # a miniature has fewer images than the set, and that is all that is found wrong with it
    "memdml data check sop /data/Stanford_Online_Products":
        "memdml data check sop {data}/sop > {home}/said; test $? = 1 && test $(grep -c ^problem: {home}/said) = 1 "
        "&& grep -q 'problem: Ebay_train.txt should list 59,551 images' {home}/said "
        "&& grep '48 of 48 images' {home}/said",
    "memdml data check NAME ROOT": "memdml data check --help",
    "memdml data check": "memdml data check --help",
    # one page: each takes some seconds
    "memdml train": USED,
    "memdml train photos --network timm --model resnet18 --loss contrastive --steps 2000 "
    "--keep shoes": USED,
    "memdml train photos --network timm --model resnet18 --random --keep shoes": USED,
    "memdml run FILE --keep FOLDER": f"{RUN} --keep {{home}}/kept",
    "memdml evaluate shoes timm/resnet50 --data photos --html page.html": USED,
    r"memdml evaluate --checkpoint theirs.pth --like resnet50 --keys 'module\.(.*)->trunk.\1' --data sop": USED,
    "memdml evaluate --embeddings vectors.npz":
        f"{VECTORS} && memdml evaluate --embeddings {{home}}/vectors.safetensors",
    "memdml embed photos --network shoes --out vectors.safetensors": NEIGHBORS,
    "memdml search picture.jpg --index vectors.safetensors --network shoes --html found.html --images photos":
        NEIGHBORS,
    "memdml run shoes.json --root photos --keep shoes2": f"{RUN} --keep {{home}}/kept",
    "memdml evaluate": USED,
    "memdml embed": NEIGHBORS,
    "memdml embed my_images --network small --out vectors.safetensors": NEIGHBORS,
    "memdml search": NEIGHBORS,
    'memdml search "class 03/0.png" --index vectors.safetensors --html page.html --images my_images': NEIGHBORS,
    "memdml evidence": "memdml evidence 02_smoco",
    "memdml --help": "",
    "memdml parameters 01_xbm": "",
    "memdml parameters 02_smoco": "",
    "memdml parameters 03_insclr": "",
    "memdml parameters 04_xbn": "",
    "memdml parameters 05_memvir": "",
    "memdml parameters 07_memory_size": "",
    "memdml coverage": "memdml coverage xbm",
    "memdml coverage xbm --rows": "",
    "memdml plan": "",
    "memdml plan 01_xbm --preset paper": "",
    "memdml plan 01_xbm --preset quick": "",
    "memdml plan --measure": "memdml plan --help",
    "memdml plan REPORT --measure": "memdml plan --help",
    "memdml publish": publish("06_cost"),
    "memdml report": "memdml report --help",
    "memdml report 01_xbm --preset quick -p seeds 3": OWN_METRIC,
    "memdml report 01_xbm -p parts my_metric.py -p metrics P@10": OWN_METRIC,
    # a dry run makes a miniature of its own; the root that it is given is looked at, and no more, as the last of these
    # shows
    "memdml report 01_xbm -p networks main":
        "memdml report 01_xbm --preset smoke -p seeds 1 -p networks main -p store {home}/runs --out {home}/pages && "
        "test $(wc -l < {home}/runs/networks/xbm.csv) = $(( $(ls -d {home}/runs/networks/*/ | wc -l) + 1 ))",
    "memdml report 01_xbm --preset paper --dry-run": dry("01_xbm") + DATASETS,
    "memdml report 01_xbm --preset paper -p root /data/Stanford_Online_Products": dry("01_xbm") + DATASETS,
    "memdml report 01_xbm --preset paper -p datasets sop,inshop,vehicleid": dry("01_xbm") + DATASETS,
    "memdml report 01_xbm --preset paper -p dataset inshop -p root /data/In-shop":
        dry("04_xbn") + " -p dataset inshop -p root {data}/inshop",
    "CUDA_VISIBLE_DEVICES=0 memdml report 01_xbm --preset gpu --out pages-0 &": SHARED,
    "CUDA_VISIBLE_DEVICES=1 memdml report 01_xbm --preset gpu --out pages-1 &": SHARED,
    "srun --ntasks 4 --gpus-per-task 1 sh -c "
    "'memdml report 01_xbm --preset gpu -p store /shared/runs --out pages-$SLURM_PROCID'": SHARED,
    "dask worker tcp://host:8786 --nworkers 8 --nthreads 1 --memory-limit 0": SHARED,
    "srun --ntasks 8 --gpus-per-task 1 dask worker tcp://host:8786 --nthreads 1 --memory-limit 0": SHARED,
    "kubectl create deployment workers --replicas 8 --image IMAGE -- "
    "dask worker tcp://host:8786 --nthreads 1 --memory-limit 0": SHARED,
    "memdml report 01_xbm --preset gpu -p device cuda": SHARED,
    "memdml report 01_xbm": SHARED,
    "dask scheduler --port 8786": CLUSTER,
    "CUDA_VISIBLE_DEVICES=0 dask worker tcp://host:8786 --nthreads 1 --memory-limit 0": CLUSTER,
    "memdml report 01_xbm --preset gpu --scheduler tcp://host:8786": CLUSTER,
    "memdml study memvir-mlrc --preset gpu --scheduler tcp://host:8786 --storage postgresql://me@host/studies "
    "--store /shared/runs": CLUSTER,
    "memdml evidence --train --scheduler tcp://host:8786": CLUSTER,
    "memdml report 01_xbm --scheduler tcp://host:8786": CLUSTER,
    "memdml reports": "",
    "memdml reports | head -1": "",
    "memdml reports --missing": "memdml reports --help | grep -q missing",
    # chapter 425 starts it with torchrun
    "memdml run": "memdml run --help",
    "memdml run experiment.json": RUN,
    "memdml run experiment.json --device cuda": RUN,
    "torchrun --nproc_per_node=8 -m memdml run experiment.json --device cuda": RUN,
    "srun --nodes=2 --ntasks-per-node=1 torchrun --nnodes=2 --nproc_per_node=8 --rdzv_backend=c10d "
    "--rdzv_endpoint=$HOST -m memdml run experiment.json --device cuda": RUN,
    "torchrun --nproc_per_node=8 -m memdml report 01_xbm --preset paper -p device cuda": "memdml report --help",
    "memdml study": STUDY,
    "memdml study best": STUDY,
    "memdml study list": "",
    "memdml study NAME": STUDY,
    "memdml study memvir-mlrc --preset smoke --cell Norm-softmax CosFace": STUDY,
    "memdml study memvir-mlrc": STUDY,
    "memdml study memvir-importance --preset quick": STUDY,
    "memdml study memvir-mlrc --preset gpu": STUDY,
    "memdml study memvir-mlrc --preset quick": STUDY,
    "memdml study xbm-mlrc --preset quick --data omniglot --data-options '{\"size\": 28}'": STUDY,
    "memdml study best memvir-mlrc": STUDY,
    "memdml study show": STUDY,
    "memdml study show memvir-mlrc --preset smoke --cell CosFace": STUDY,
    "memdml study best memvir-mlrc --preset smoke": STUDY,
    "memdml study plots memvir-mlrc --preset smoke": STUDY,
    "memdml study write memvir-mlrc --preset smoke --folder tables": STUDY,
    "memdml verify": "",
    "memdml weights": "",
    "memdml weights remake NAME": "memdml weights remake --help",
    "memdml weights remake glyphs-0": "",
}


def printed_commands() -> Iterator[tuple[str, str]]:
    "Pairs of a file and a command in it: each line of a block ```sh, each `memdml ...` or `make ...` within a line."
    notebooks = [path for folder in ("nbs", "reports") for path in sorted(ROOT.glob(f"{folder}/*.ipynb"))]
    for path in (ROOT / "README.md", ROOT / "data" / "README.md", *sorted(ROOT.glob(".site/howto/*.md")), *notebooks):
        text = path.read_text()
        if path.suffix == ".ipynb":
            text = "\n\n".join("".join(cell["source"]) for cell in json.loads(text)["cells"])
        blocks = re.findall(r"^```(?:sh|bash|console|shell)\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
        lines = [re.sub(r"\s+#.*", "", line).strip() for block in blocks for line in block.splitlines()]
        inline = re.findall(r"`((?:memdml|make)(?: [^`\n]+)?)`", text) + re.findall(r"needs (memdml \w+)", text)
        for command in dict.fromkeys([*filter(None, lines), *(c for c in inline if " " in c)]):
            yield path.relative_to(ROOT).as_posix(), " ".join(command.split())


def command_faults() -> list[str]:
    "Commands that are printed and have no small form, and the other way round."
    printed = list(printed_commands())
    faults = [f"{path} prints `{command}`, of which .ci/commands.py knows no small form"
              for path, command in printed if command not in SMALL]
    return faults + [f".ci/commands.py has a small form of `{command}`, which is printed nowhere"
                     for command in SMALL.keys() - {c for _, c in printed}]


def small_commands() -> list[str]:
    "What is run for the commands that are printed."
    small = dict.fromkeys(small or command for command, small in SMALL.items())
    return [*small, *PAPERMILL, HOSTILE]


def write_data(folder: Path) -> None:
    """Data for the commands: miniatures of three sets, images in folders and in an archive, and two files.

    These are the metric that a how-to prints, and an experiment.
    """
    import numpy as np
    from PIL import Image
    from memdml.datasets.sources import source_of, write_pictures
    for name, classes in dict(sop=24, inshop=24, omniglot=40).items():
        source_of(name).miniature(folder / name, classes=classes, images=4)
    blocks = re.findall(r"^```python\n(.*?)^```", (ROOT / ".site/howto/parts.md").read_text(), re.MULTILINE | re.DOTALL)
    (folder / "my_metric.py").write_text(next(block for block in blocks if '@register("metric"' in block))
    (folder / "experiment.json").write_text('{"loss": {"spec": "ContrastiveLoss"}, "max_classes": 20, "steps": 3}')
    labels = [label for label in range(40) for _ in range(4)]
    names = [f"class {label}/{i}.png" for i, label in enumerate(labels)]
    write_pictures(folder / "my_images", names, labels, size=(32, 32))
    images = [np.asarray(Image.open(folder / "my_images" / name)) for name in names]
    hostile = [f"<b>{kind}/{label} <hostile>|/<hostile>{i}.png"
               for kind in KINDS for label in range(4) for i in range(4)]
    write_pictures(folder / "<hostile> & *hostile*", hostile, [i // 4 for i in range(len(hostile))], size=(32, 32))
    np.savez(folder / "images.npz", label=np.array(labels), x=np.stack(images))


def fill_home(home: Path) -> None:
    "Makes a $MEMDML_HOME that shares the glyphs and weights of the one in hand, and nothing else."
    home.mkdir(parents=True)
    for path in Path(os.environ["MEMDML_HOME"]).glob("*"):
        if path.name == "weights" or path.suffix == ".npz": (home / path.name).symlink_to(path)


def compare(folder: str) -> str:
    "The first difference of the committed page from the page that was rendered into a folder; none for none."
    from memdml.reporting.pages import difference_of_pages
    return difference_of_pages(ROOT / "reports" / "out" / Path(folder).name, folder)


class Markup(HTMLParser):
    "What names with `hostile` in them are on a page: elements, attributes, links, formulas, code, or bold, or texts."
    def __init__(self, page: str):
        super().__init__()
        self.open, self.faults, self.texts = [], [], 0
        self.feed(Path(page).read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list) -> None:
        self.open.append(tag)
        if "hostile" in f"{tag} {attrs}": self.faults.append(f"{self.getpos()}: {tag} {attrs}")

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop() != tag: pass  # an img has no end

    def handle_data(self, data: str) -> None:
        self.texts += "<b>" in data and "hostile" in data
        if "hostile" in data and {*self.open} & {*"a b em strong code svg script del".split()}: self.faults.append(data)


def check_page(path: str) -> str:
    "What is wrong with a page: `compare` of a folder; of a file in HTML, names that became markup, or are not there."
    if not path.endswith(".html"): return compare(path)
    page = Markup(path)
    return "\n".join(page.faults) or ("" if page.texts else f"{path} shows no name")


if __name__ == "__main__": sys.exit("\n".join(filter(None, map(check_page, sys.argv[1:]))) or 0)
