"""The supply chain: every package is pinned with its hashes, its licence is in the docs, a release has its SBOM."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent.parent))
import dependencies
from dependencies import Pin, plain

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]


def named(pins: list[Pin]) -> set[str]:
    return {pin.name for pin in pins}


@pytest.mark.parametrize("extra", EXTRAS)
def test_every_extra_is_pinned(extra: str) -> None:
    wanted = {plain(re.split(r"[\[<>=; ]", text)[0]) for text in EXTRAS[extra] + PROJECT["project"]["dependencies"]}
    assert wanted - {"koloda"} <= named(dependencies.with_all_they_need(dependencies.roots([f"koloda[{extra}]"])))


def test_what_builds_us_and_the_tools_of_the_tests_are_pinned() -> None:
    tools = [*PROJECT["build-system"]["requires"], *PROJECT["dependency-groups"]["tools"]]
    assert dependencies.roots(tools) <= named(dependencies.pins())


def test_what_a_pinned_package_needs_is_pinned_with_it() -> None:
    pins = dependencies.with_all_they_need(dependencies.roots(["koloda[dev]"]))
    needed = {plain(found.name): found.requires or [] for found in metadata.distributions()}
    for pin in pins:
        for text in needed.get(pin.name, []):
            name, _, condition = text.partition(";")
            if not condition:
                assert plain(re.split(r"[\[<>=!~ (]", name)[0]) in named(pins), f"{pin.name} needs {text}"


def test_the_lock_knows_no_place_to_download_from() -> None:
    text = dependencies.LOCK.read_text(encoding="utf-8")
    assert "://" not in text and "--index" not in text and "--find-links" not in text
    assert text.count("--hash=sha256:") == len(re.findall(r"--hash=sha256:[0-9a-f]{64}\b", text)) > 500


def test_pins_are_for_pip_and_unknown_ones_are_refused() -> None:
    command = [sys.executable, str(ROOT / "dependencies.py"), "pins"]
    told = subprocess.run([*command, "koloda[server]", "hatchling"], capture_output=True, text=True, check=True).stdout
    names = re.findall(r"^([a-z0-9-]+)==", told, re.M)
    assert {"starlette", "anyio", "librt", "hatchling"} <= set(names) and "pytest" not in names
    assert "#" not in told and all("--hash=sha256:" in block for block in re.split(r"\n(?=[a-z])", told))
    refused = subprocess.run([*command, "starlet"], capture_output=True, text=True)
    assert refused.returncode == 1 and refused.stderr.startswith("not in requirements.lock: starlet ")


def test_another_file_than_the_pinned_one_is_refused(tmp_path: Path) -> None:
    wheel = tmp_path / "itsdangerous-2.2.0-py3-none-any.whl"
    wheel.write_bytes(b"something else")
    (pin,) = dependencies.with_all_they_need({"itsdangerous"})
    (tmp_path / "pins.txt").write_text(pin.lines, encoding="utf-8")
    command = [sys.executable, "-m", "pip", "install", "--no-index", "--find-links", str(tmp_path), "--target", "there"]
    command += ["--require-hashes", "--requirement", "pins.txt"]
    refused = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert refused.returncode != 0 and "DO NOT MATCH THE HASHES" in refused.stderr, refused


def test_scripts_and_container_install_nothing_without_a_hash() -> None:
    for path in [*(ROOT / "scripts").iterdir(), ROOT / "deploy" / "Dockerfile", ROOT / ".ci" / "run"]:
        text = path.read_text(encoding="utf-8").replace("\\\n", " ")
        for command in re.findall(r"\bpip install .*", text):
            for part in command.split("&&"):
                if "pip install" in part:
                    assert "--require-hashes" in part or "--no-index" in part, f"{path.name}: {part}"


def test_the_page_of_licences_lists_every_package_as_it_is_pinned() -> None:
    listed = dependencies.listed()
    python = [(package.name, package.version) for kind, package in listed if kind == "pypi"]
    assert python == [(pin.name, pin.version) for pin in dependencies.pins()], "run scripts/lock"
    assert [package for kind, package in listed if kind == "npm"] == dependencies.npm_packages(), "run scripts/lock"
    assert all(package.licence for _, package in listed)


def test_the_licences_are_those_of_the_installed_packages() -> None:
    licences = {
        (package.name, package.version): package.licence for kind, package in dependencies.listed() if kind == "pypi"
    }
    installed = {(plain(found.name), found.version) for found in metadata.distributions()}
    here = [pin for pin in dependencies.pins() if (pin.name, pin.version) in installed]
    assert len(here) > 40
    for pin in here:
        told = dependencies.metadata_of(pin)
        assert licences[pin.name, pin.version] == dependencies.licence_of(told), f"{pin.name}: scripts/lock"


def test_nothing_that_people_run_has_a_licence_that_binds_them() -> None:
    run = [package for _, package in dependencies.listed() if package.used_for != "work"]
    assert len(run) > 30
    assert [package for package in run if re.search("GPL|General Public", package.licence)] == []


def test_a_release_has_its_bill_of_materials(tmp_path: Path) -> None:
    wheel = tmp_path / "koloda-1.2.3-py3-none-any.whl"
    wheel.write_bytes(b"a wheel")
    bill = json.loads(json.dumps(dependencies.sbom([wheel], "1.2.3")))
    assert (bill["bomFormat"], bill["specVersion"], bill["version"]) == ("CycloneDX", "1.6", 1)
    assert re.fullmatch(r"urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", bill["serialNumber"])
    ourselves = bill["metadata"]["component"]
    assert ourselves["purl"] == "pkg:pypi/koloda@1.2.3"
    digest = {"alg": "SHA-256", "content": hashlib.sha256(b"a wheel").hexdigest()}
    assert ourselves["components"] == [{"type": "file", "name": wheel.name, "hashes": [digest]}]
    parts = {part["bom-ref"]: part for part in bill["components"]}
    assert bill["dependencies"] == [{"ref": ourselves["bom-ref"], "dependsOn": list(parts)}]
    served = dependencies.with_all_they_need(dependencies.roots(["koloda[server]"]))
    assert {f"pkg:pypi/{pin.name}@{pin.version}" for pin in served} <= set(parts)
    names = {part["name"] for part in parts.values()}
    assert {"svelte", "@fluent/bundle", "mypy"} <= names and not {"pytest", "vite", "uv"} & names
    (svelte,) = (part for part in parts.values() if part["name"] == "svelte")
    assert svelte["hashes"][0]["alg"] == "SHA-512" and re.fullmatch("[0-9a-f]{128}", svelte["hashes"][0]["content"])
    assert all(part["version"] and part["licenses"] for part in parts.values())
