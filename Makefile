# `make report` and `make test` are all one needs: each installs into .venv on first use. `make help` lists the others.
.DEFAULT_GOAL := install
PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN    := $(CURDIR)/.venv/bin
READY  := .venv/ready

REPORT ?= 01_xbm
# of the report's own defaults
PRESET ?=
MODE   ?=
# all of reports/pages.toml
PAGES  ?=
ARGS   ?=
# of the tests; .ci/run adds the wheel
PARTS  ?= sync notebooks reports commands verify
# beginnings of the notebooks to test; all where none is named
ONLY   ?=

export PATH := $(BIN):$(PATH)
export MEMDML_HOME ?= $(CURDIR)/data
# a report trains one run per core
export OMP_NUM_THREADS ?= 1
# glibc keeps freed memory for the next step instead of asking the system for it again
export MALLOC_TRIM_THRESHOLD_ ?= 4294967296
export MALLOC_MMAP_THRESHOLD_ ?= 4294967296
# modules are compiled when first imported, and only those
export PIP_NO_COMPILE = 1
unexport PYTHONDONTWRITEBYTECODE
export PIP_DISABLE_PIP_VERSION_CHECK = 1

.PHONY: help install report dry-runs publish evidence verify test test-portable test-gpu site site-test test-loops readme wheel clean

help:  ## what there is to make
	@grep -E '^[a-z -]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## +/\t/' | expand -t 28

install: $(READY)  ## what everything else needs, into .venv

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	.ci/install $(BIN)/python --editable '.[dev]'
	touch $@

report: $(READY)  ## one report, page in data/pages; e.g. make report REPORT=01_xbm PRESET=gpu MODE=cached ARGS="-p seeds 5"
	memdml report $(REPORT) $(addprefix --preset ,$(PRESET)) $(addprefix --mode ,$(MODE)) $(ARGS)

dry-runs: $(READY)  ## every cell of every paper's own setting, for a few steps on a miniature of its data; the tests go through one of each kind
	python .ci/test.py dry-runs

publish: $(READY)  ## the committed pages in reports/out, from the committed records; e.g. make publish PAGES=06_cost
	memdml publish $(PAGES) $(ARGS)

evidence: $(READY)  ## trains what the committed pages lack, going on where it was stopped; ARGS=--dry-run lists it; e.g. make evidence PAGES=01_xbm ARGS="--hours 8"
	memdml evidence --train $(PAGES) $(ARGS)

verify: $(READY)  ## replays one committed record of each kind; ARGS=--all replays all
	memdml verify $(ARGS)

test: $(READY)  ## exports in sync, notebooks, every report at its smallest, every page, printed commands, records; e.g. make test PARTS=notebooks ONLY="21 22"
	python .ci/test.py $(PARTS) $(if $(ONLY),--only $(ONLY))

test-portable: $(READY)  ## notebooks and records with the instructions of two older kinds of processor, nothing cached; e.g. ONLY="2[0-6] 33"
	.ci/portable avx2 AVX2 $(ONLY)
	.ci/portable default SSE41 $(ONLY)

test-gpu: $(READY)  ## the notebooks that have cells for a GPU, with these, on a machine that has one; e.g. ONLY="2[0-6] 430"
	python .ci/test.py gpu $(if $(ONLY),--only $(ONLY))

site: .venv/site  ## the documentation as a book, into data/site; no notebook is run and nothing is fetched
	python .site/tests.py
	python .site/build.py

site-test: .venv/browser  ## what make site built, in a browser: errors, pictures, widths, search, dark mode; CHROMIUM=path of one that is there
	python .site/browse.py

test-loops: .venv/loops/ready  ## the how-to on PyTorch Lightning, Accelerate and sentence-transformers, in an environment that has them
	.venv/loops/bin/python .ci/loops.py

.venv/loops/ready: $(READY)
	$(PYTHON) -m venv .venv/loops
	.ci/install $(CURDIR)/.venv/loops/bin/python --editable '.[loops]'
	touch $@

.venv/site: $(READY)
	.ci/install $(BIN)/python --editable '.[site]'
	touch $@

.venv/browser: $(READY)
	.ci/install $(BIN)/python --editable '.[browser]'
	touch $@

readme: $(READY)  ## README.md from nbs/index.ipynb
	python .ci/readme.py > README.tmp && mv README.tmp README.md || (rm -f README.tmp; false)

wheel: $(READY)  ## the package, into dist
	python -m build --wheel --outdir dist

clean:  ## removes what was installed and built
	rm -rf .venv build dist *.egg-info
