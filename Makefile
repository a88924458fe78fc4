# `make report` and `make test` are all one needs: each installs into .venv on first use.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
BIN    := $(CURDIR)/.venv/bin
READY  := .venv/ready

REPORT ?= 01_xbm
PRESET ?= quick
MODE   ?= run
ARGS   ?=

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

.PHONY: install report test sync notebooks reports readme wheel clean

install: $(READY)

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --constraint constraints.txt --editable '.[dev]'
	touch $@

report: $(READY)  ## e.g. make report REPORT=01_xbm PRESET=gpu MODE=cached ARGS="-p seeds 5"
	memdml report $(REPORT) --preset $(PRESET) --mode $(MODE) $(ARGS)

test: $(READY)  ## exports in sync, notebooks clean and passing, every report at its smallest
	python .ci/test.py sync notebooks reports

sync notebooks reports: $(READY)
	python .ci/test.py $@

readme: $(READY)  ## README.md from nbs/index.ipynb
	python .ci/readme.py > README.md

wheel: $(READY)
	python -m build --wheel --outdir dist

clean:
	rm -rf .venv build dist *.egg-info
