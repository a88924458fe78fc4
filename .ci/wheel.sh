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
git ls-files -z --cached --others --exclude-standard -- pyproject.toml README.md LICENSE memdml data \
    | xargs -0 cp --parents --target-directory="$folder/source"
python -m pip wheel --quiet --no-deps --wheel-dir "$folder" "$folder/source"
python -m venv --without-pip "$folder/venv"
.ci/install "$folder/venv/bin/python" "$folder"/*.whl
python -m pip --python "$folder/venv/bin/python" check
cd "$folder/empty"
MEMDML_HOME="$folder/empty/home" PATH="$folder/venv/bin:$PATH" python -P "$check"
