"""What is installed: the sdist and the wheels, built and used in fresh environments; imports that Windows lacks.

KOLODA_ALL=1 adds what needs tools of its own or takes minutes. server/test_deploy.py then builds the compiled wheel.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

import koloda

sys.path.insert(0, str(Path(__file__).parent.parent))
import build_page
import build_wheels

ROOT = Path(__file__).parent.parent
BUILD_PYTHON = Path(sys.executable)  # has what a build needs: the extra dev
NOT_ON_WINDOWS = ("fcntl", "grp", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty", "uvloop")
nightly = pytest.mark.skipif(os.environ.get("KOLODA_ALL") != "1", reason="it takes minutes: KOLODA_ALL=1 runs it")


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sdist of a copy of the sources that git knows nothing of."""
    try:
        build_page.build()
    except build_page.NoPage as problem:
        pytest.skip(str(problem))
    work = tmp_path_factory.mktemp("sdist")
    return build_wheels.build_sdist(BUILD_PYTHON, build_wheels.copy_sources(work / "source"), work / "built")


@pytest.fixture(scope="module")
def unpacked(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheels.unpack(sdist, tmp_path_factory.mktemp("unpacked"))


@pytest.fixture(scope="module")
def pure_wheel(unpacked: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheels.build_wheel(BUILD_PYTHON, unpacked, tmp_path_factory.mktemp("pure"), compiled=False)


@pytest.fixture(scope="module")
def package_index(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Somewhere to install from."""
    command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "mypy-extensions"]
    if subprocess.run(command, cwd=tmp_path_factory.mktemp("download"), capture_output=True).returncode:
        pytest.skip("no package index can be reached from here")


@pytest.fixture(scope="module")
def tools(package_index: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where cibuildwheel is."""
    python = build_wheels.make_environment(tmp_path_factory.mktemp("tools") / "env", "cibuildwheel")
    return python.parent


def test_the_sdist_has_every_source_and_the_page(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        files = {member.name.partition("/")[2] for member in archive.getmembers()}
    if subprocess.run(["git", "rev-parse"], cwd=ROOT, capture_output=True).returncode:
        pytest.skip("git does not know which files are sources here")
    known = {name for name in build_wheels.run("git", "ls-files").splitlines() if (ROOT / name).exists()}
    new = build_wheels.run("git", "ls-files", "--others", "--exclude-standard").splitlines()
    page = {name for name in files if name.startswith("src/koloda/web/dist/")}
    assert known <= files
    assert files - page - known <= {"PKG-INFO", *new}
    assert {"src/koloda/web/dist/index.html", f"src/koloda/web/dist/{build_page.mark().name}"} <= page


@nightly
@pytest.mark.usefixtures("package_index")
def test_a_pure_wheel_plays_without_the_server(pure_wheel: Path, tmp_path: Path) -> None:
    assert pure_wheel.name == f"koloda-{koloda.__version__}-py3-none-any.whl"
    did = build_wheels.try_wheel(pure_wheel, tmp_path / "environment", "interpreted")
    assert did.startswith("interpreted; no server here")


def test_a_wheel_has_the_page_but_not_its_sources(pure_wheel: Path) -> None:
    files = zipfile.ZipFile(pure_wheel).namelist()
    web = [name for name in files if name.startswith("koloda/web/")]
    assert "koloda/web/dist/index.html" in web and all(name.startswith("koloda/web/dist/") for name in web)
    assert not [name for name in files if name.endswith((".so", ".pyc"))]


@nightly
def test_the_tests_of_an_sdist_find_what_they_need(unpacked: Path) -> None:
    tests = ["tests/test_outside.py", "tests/test_docs.py", "tests/test_architecture.py", "tests/test_new_game.py"]
    build_wheels.run(
        sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests, folder=unpacked,
        PYTHONPATH=str(unpacked / "src"),
    )  # fmt: skip


LIBRARY_PROGRAM = f"""
import importlib, pkgutil, sys
sys.modules.update(dict.fromkeys({NOT_ON_WINDOWS!r}))
import koloda
for name in ("cli", "lab", "bots", "games", "review"):
    package = importlib.import_module(f"koloda.{{name}}")
    for module in pkgutil.walk_packages(package.__path__, f"koloda.{{name}}."):
        importlib.import_module(module.name)
from koloda.cli import main
sys.exit(main(["simulate", "pairs", "--matches", "200"]) or main(["games"]))
"""


def test_library_terminal_and_lab_need_nothing_that_windows_lacks() -> None:
    done = subprocess.run([sys.executable, "-c", LIBRARY_PROGRAM], capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    assert "cribbage" in done.stdout


def test_the_server_is_what_needs_them() -> None:
    program = f"import sys; sys.modules.update(dict.fromkeys({NOT_ON_WINDOWS!r})); import koloda.server.run"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert re.search("ModuleNotFoundError: import of (fcntl|resource) halted", done.stderr), done


@nightly
def test_library_terminal_and_lab_use_no_attribute_that_windows_lacks() -> None:
    packages = [word for name in ("cli", "lab", "bots", "review") for word in ("-p", f"koloda.{name}")]
    command = [sys.executable, "-m", "mypy", "--platform", "win32", "--no-site-packages", "--cache-dir", os.devnull]
    command += packages
    # mypy says nothing of modules that are imported from PYTHONPATH or from what is installed, which src is too
    environment = {**os.environ, "MYPYPATH": "src", "PYTHONPATH": ""}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    missing = re.findall(r"^(\S+?):\d+: error: .*\[attr-defined\]$", done.stdout, re.M)
    assert any(path.startswith("src/koloda/server/") for path in missing), "the check sees nothing: " + done.stdout
    assert [path for path in missing if not path.startswith("src/koloda/server/")] == []


@nightly
@pytest.mark.parametrize(
    ("platform", "tags"),
    [
        ("linux", ["manylinux_x86_64", "manylinux_aarch64"]),
        ("macos", ["macosx_x86_64", "macosx_arm64"]),
        ("windows", ["win_amd64", "win_arm64"]),
    ],
)
def test_cibuildwheel_knows_what_to_build(tools: Path, platform: str, tags: list[str]) -> None:
    told = build_wheels.run(tools / "cibuildwheel", "--print-build-identifiers", "--platform", platform)
    assert sorted(told.split()) == sorted(f"cp{python}-{tag}" for python in (311, 312, 313, 314) for tag in tags)
