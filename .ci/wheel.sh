#!/usr/bin/env bash
# Builds the wheel, installs it into an empty environment with what it depends on, as `pip install .` does, and tests it there.
# A true install, for a path to another environment's packages would hide what only an install shows.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p build
folder=$(mktemp -d "$PWD/build/wheel-XXXXXX")  # not in /tmp, which may be of memory
trap 'rm -rf "$folder"' EXIT
check=$PWD/.ci/wheel_check.py
export PIP_NO_COMPILE=1 PIP_DISABLE_PIP_VERSION_CHECK=1 MPLBACKEND=agg

# from a copy: setuptools would add whatever an earlier build has left in build/lib
mkdir "$folder/source" "$folder/empty"
git ls-files -z --cached --others --exclude-standard -- pyproject.toml README.md LICENSE memdml data reports \
    | xargs -0 cp --parents --target-directory="$folder/source"
python -m pip wheel --quiet --no-deps --wheel-dir "$folder" "$folder/source"
python -m venv --without-pip "$folder/venv"
.ci/install "$folder/venv/bin/python" "$folder"/*.whl
python -m pip --python "$folder/venv/bin/python" check
cd "$folder/empty"
MEMDML_HOME="$folder/empty/home" PATH="$folder/venv/bin:$PATH" python -P "$check"

# with the tools of reports: what the package has of them, where nothing else is
"$OLDPWD/.ci/install" "$folder/venv/bin/python" "$(echo "$folder"/*.whl)[reports]"
export MEMDML_HOME="$folder/empty/home" PATH="$folder/venv/bin:$PATH"
memdml reports > said && grep -q 01_xbm said
memdml report 01_xbm --preset smoke --out pages > said && test -f pages/01_xbm/01_xbm.html
memdml report 01_xbm --mode cached 2> said || grep -q 'in a checkout of memdml (git clone)' said
memdml report 00_scoreboard > said
papermill "$folder"/venv/lib/python*/site-packages/memdml/reporting/notebooks/00_scoreboard.ipynb out.ipynb
