# Sourced by the other scripts: makes .venv with the pinned dependencies and Koloda in it; a second run is quick.
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1

find_python() {
  local candidate
  for candidate in "${PYTHON:-}" python3 python3.13 python3.12 python3.11; do
    [ -n "$candidate" ] && "$candidate" -c 'import sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$candidate" && return
  done
  echo "koloda: Python 3.11 or newer with the venv module is needed (Debian: apt-get install python3-venv)." >&2
  return 1
}

stamp() { cat "$@" | sha256sum | cut -c1-16; }

# ensure_venv [EXTRA...]: the package, editable, with these extras.
ensure_venv() {
  local extras=${1:-dev} mark
  mark=.venv/.koloda-$extras-$(stamp pyproject.toml constraints.txt hatch_build.py)
  [ -e "$mark" ] && return
  if [ ! -x .venv/bin/python ]; then
    echo "koloda: making .venv" >&2
    "$(find_python)" -m venv .venv || return 1
  fi
  echo "koloda: installing the pinned dependencies ($extras)" >&2
  .venv/bin/python -m pip install -q --disable-pip-version-check -c constraints.txt hatchling editables || return 1
  KOLODA_COMPILE=0 .venv/bin/python -m pip install -q --disable-pip-version-check -c constraints.txt --no-build-isolation -e ".[$extras]" || return 1
  touch "$mark"
}

# ensure_compiled: the compiled package in build/compiled; fails, with a line, where it cannot be made.
ensure_compiled() {
  local mark
  if ! command -v "${CC:-cc}" >/dev/null 2>&1; then
    echo "koloda: no C compiler, the rules run interpreted (Debian: apt-get install gcc python3-dev makes them fast)" >&2
    return 1
  fi
  mark=build/compiled/.koloda-$(find src hatch_build.py constraints.txt -type f -not -name '*.pyc' | LC_ALL=C sort | xargs cat | sha256sum | cut -c1-16)
  [ -e "$mark" ] && return
  echo "koloda: compiling the rules (a minute or two, once)" >&2
  rm -rf build/compiled build/wheels
  KOLODA_COMPILE=1 .venv/bin/python -m pip wheel -q --disable-pip-version-check --no-deps --no-build-isolation -w build/wheels . || return 1
  .venv/bin/python -m pip install -q --disable-pip-version-check --no-deps --target build/compiled build/wheels/koloda-*.whl || return 1
  touch "$mark"
}
