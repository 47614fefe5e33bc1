"""What Koloda is built from and with: the pinned packages with their hashes, their licences, and the SBOM of a release.

``python dependencies.py pins koloda[server] hatchling``: those and all that they need, of requirements.lock, for
``pip install --require-hashes --requirement``. ``koloda[server]`` stands for what the extra server needs.
``python dependencies.py licences``: the table of docs/licences.md, written anew by scripts/lock.
``python dependencies.py sbom FILE…``: the release of these files as CycloneDX JSON.
Only the standard library is used: the pins are needed before anything is installed.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import uuid
import zipfile
from email import message_from_string
from email.message import Message
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parent
LOCK = HERE / "requirements.lock"
LICENCES = HERE / "docs" / "licences.md"
PAGE_LOCK = HERE / "src" / "koloda" / "web" / "package-lock.json"
NPM_LOCKS = (PAGE_LOCK, HERE / "load" / "package-lock.json")
OURSELVES = "koloda"
LAB_EXTRAS = ("rl", "openspiel", "data", "study", "cluster")
LICENCES_PAGE = """# Licences

Koloda is under the MIT licence. These are the packages that it uses, as pinned in `requirements.lock` and in the two
`package-lock.json`, with their licences in their authors' words. `scripts/lock` writes this page.

- **library**: the rules and the terminal. **table**: also the server. **lab**: environments, data, studies and
  clusters, by their extras. A wheel has none of them in it: pip installs them.
- **compiled rules**: its C runtime is part of the compiled wheels.
- **page**: Svelte, Fluent and what they need. What the page uses of them is part of it, and so of every wheel.
- **work**: only to build, to test, to measure or to write the documents.

## Python

{python}
## JavaScript

{javascript}"""


class Pin(NamedTuple):
    """A package of requirements.lock."""

    name: str
    version: str
    needed_by: frozenset[str]  # names of packages, and OURSELVES
    lines: str  # as pip reads them: the version, where it is needed, and the hashes of all its files


class Package(NamedTuple):
    """A row of docs/licences.md."""

    name: str
    version: str
    licence: str
    used_for: str


def plain(name: str) -> str:
    """The name of a Python package as all spellings of it are compared."""
    return re.sub(r"[-_.]+", "-", name).lower()


def pins() -> list[Pin]:
    """All of requirements.lock. A package may be there twice, with versions for different Pythons."""
    found = []
    for block in re.split(r"^(?=[a-z0-9])", LOCK.read_text(encoding="utf-8"), flags=re.M)[1:]:
        first = re.match(r"(\S+)==(\S+)", block)
        assert first is not None and "--hash=sha256:" in block, block
        reasons = block.partition("# via")[2].replace("#", "").split("\n")
        needed_by = {plain(reason.split()[0]) for reason in reasons if reason.strip()}
        lines = "".join(line + "\n" for line in block.splitlines() if not line.lstrip().startswith("#"))
        found.append(Pin(plain(first[1]), first[2], frozenset(needed_by), lines))
    return found


def requirements_of(extras: set[str]) -> set[str]:
    """The names of what Koloda itself needs with these extras."""
    project = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = list(project["dependencies"])
    for extra in extras:
        asked += project["optional-dependencies"][extra]
    return roots(asked)


def roots(requirements: list[str]) -> set[str]:
    """The names of packages in requirements; koloda[extra] is replaced by what that extra needs."""
    names: set[str] = set()
    for requirement in requirements:
        found = re.match(r"([\w.-]+)(?:\[([\w,-]+)\])?", requirement)
        assert found is not None, requirement
        name, extras = plain(found[1]), set(filter(None, (found[2] or "").split(",")))
        names |= requirements_of(extras) if name == OURSELVES else {name}
    return names


def with_all_they_need(names: set[str]) -> list[Pin]:
    """The pins of these packages, and of all that one of them needs."""
    every = pins()
    missing = names - {pin.name for pin in every}
    if missing:
        raise SystemExit(f"not in {LOCK.name}: {', '.join(sorted(missing))} (scripts/lock writes it)")
    while more := {pin.name for pin in every if pin.needed_by & names} - names:
        names = names | more
    return [pin for pin in every if pin.name in names]


def licence_of(told: Message) -> str:
    """The licence in the metadata of a Python package, as its authors put it."""
    written = told["License-Expression"] or told["License"] or ""
    if written and written != "UNKNOWN" and "\n" not in written:
        return str(written)
    classifiers = [text.split(" :: ") for text in told.get_all("Classifier") or []]
    return " or ".join(words[-1] for words in classifiers if words[0] == "License" and len(words) > 2)


def metadata_of(pin: Pin) -> Message:
    """The metadata of a package: as it is installed here, or else of its wheel or source, downloaded for that."""
    for installed in metadata.distributions(name=pin.name):
        if installed.version == pin.version:
            return message_from_string(installed.read_text("METADATA") or "")
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "pin.txt").write_text(re.sub(r" ;[^\\]*", " ", pin.lines), encoding="utf-8")
        flags = ["--quiet", "--no-deps", "--no-build-isolation", "--require-hashes", "--ignore-requires-python"]
        newer = re.search(r"python_full_version >= '([\d.]+)'", pin.lines)
        if newer is not None:  # there may be no wheel of it for the Python that is here
            flags += ["--only-binary", ":all:", "--python-version", newer[1]]
        command = [sys.executable, "-m", "pip", "download", *flags, "--dest", folder, "--requirement", "pin.txt"]
        subprocess.run(command, cwd=folder, check=True)
        (found,) = (path for path in Path(folder).iterdir() if path.name != "pin.txt")
        if found.suffix == ".whl":
            with zipfile.ZipFile(found) as files:
                (name,) = (name for name in files.namelist() if re.fullmatch(r"[^/]+\.dist-info/METADATA", name))
                return message_from_string(files.read(name).decode())
        with tarfile.open(found) as source:
            (name,) = (name for name in source.getnames() if re.fullmatch(r"[^/]+/PKG-INFO", name))
            told = source.extractfile(name)
            assert told is not None
            return message_from_string(told.read().decode())


def python_packages() -> list[Package]:
    """Every package of requirements.lock."""
    library = {pin.name for pin in with_all_they_need(roots([OURSELVES]))}
    table = {pin.name for pin in with_all_they_need(roots([f"{OURSELVES}[server]"]))}
    lab = {pin.name for pin in with_all_they_need(roots([f"{OURSELVES}[{','.join(LAB_EXTRAS)}]"]))}
    found = []
    for pin in pins():
        use = "library" if pin.name in library else "table" if pin.name in table else "work"
        use = "lab" if use == "work" and pin.name in lab else use
        use = "compiled rules" if pin.name == "mypy" else use
        found.append(Package(pin.name, pin.version, licence_of(metadata_of(pin)), use))
    return found


def npm_packages() -> list[Package]:
    """Every package of the front end and of the load test, each version once."""
    found: dict[tuple[str, str], Package] = {}
    for lock in NPM_LOCKS:
        for path, package in json.loads(lock.read_text(encoding="utf-8"))["packages"].items():
            if path:
                name = path.rpartition("node_modules/")[2]
                use = "page" if lock == PAGE_LOCK and not package.get("dev") else "work"
                found.setdefault((name, package["version"]), Package(name, package["version"], package["license"], use))
    return sorted(found.values())


def licences_page() -> str:
    """docs/licences.md."""
    return LICENCES_PAGE.format(python=table_of(python_packages()), javascript=table_of(npm_packages()))


def table_of(packages: list[Package]) -> str:
    rows = [f"| {' | '.join(package)} |\n" for package in packages]
    return "| package | version | licence | for |\n|---|---|---|---|\n" + "".join(rows)


def listed() -> list[tuple[str, Package]]:
    """The packages of docs/licences.md, each with its kind: pypi or npm."""
    python, javascript = LICENCES.read_text(encoding="utf-8").split("\n## JavaScript\n")
    rows = [(kind, line) for kind, text in (("pypi", python), ("npm", javascript)) for line in text.splitlines()]
    found = [(kind, Package(*line.strip("| ").split(" | "))) for kind, line in rows if line.startswith("| ")]
    return [(kind, package) for kind, package in found if package.name != "package"]


def sbom(files: list[Path], version: str) -> dict[str, Any]:
    """The bill of materials of a release: its files with their hashes, and every package that people run with it."""
    components = [component(kind, package) for kind, package in listed() if package.used_for != "work"]
    ourselves = {
        "type": "application",
        "bom-ref": purl("pypi", OURSELVES, version),
        "name": OURSELVES,
        "version": version,
        "purl": purl("pypi", OURSELVES, version),
        "licenses": [{"license": {"id": "MIT"}}],
        "components": [
            {"type": "file", "name": path.name, "hashes": [sha256(path)]} for path in sorted(files)
        ],
    }  # fmt: skip
    content = json.dumps([ourselves, components]).encode()
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.UUID(bytes=hashlib.sha256(content).digest()[:16], version=4)}",
        "version": 1,
        "metadata": {"component": ourselves},
        "components": components,
        "dependencies": [
            {"ref": ourselves["bom-ref"], "dependsOn": [part["bom-ref"] for part in components]},
        ],
    }


def component(kind: str, package: Package) -> dict[str, Any]:
    """A package in the bill; a licence that is no SPDX expression is a name."""
    address = purl(kind, package.name, package.version)
    spdx = re.fullmatch(r"[\w.+-]*[\d-][\w.+-]*|MIT|ISC|.* (AND|OR) .*", package.licence)
    licence = {"expression": package.licence} if spdx else {"license": {"name": package.licence}}
    found = {
        "type": "library",
        "bom-ref": address,
        "name": package.name,
        "version": package.version,
        "purl": address,
        "licenses": [licence],
        "properties": [{"name": "koloda:for", "value": package.used_for}],
    }
    integrity = npm_integrity().get((package.name, package.version)) if kind == "npm" else None
    return found | ({"hashes": [integrity]} if integrity else {})


def npm_integrity() -> dict[tuple[str, str], dict[str, str]]:
    """The hash of every package of the page."""
    packages = json.loads(PAGE_LOCK.read_text(encoding="utf-8"))["packages"]
    return {
        (path.rpartition("node_modules/")[2], package["version"]): {
            "alg": "SHA-512",
            "content": base64.b64decode(package["integrity"].removeprefix("sha512-")).hex(),
        }
        for path, package in packages.items()
        if path
    }


def purl(kind: str, name: str, version: str) -> str:
    return f"pkg:{kind}/{name.replace('@', '%40')}@{version}"


def sha256(path: Path) -> dict[str, str]:
    return {"alg": "SHA-256", "content": hashlib.sha256(path.read_bytes()).hexdigest()}


def version_of_koloda() -> str:
    found = re.search(r'^__version__ = "(.*)"$', (HERE / "src/koloda/__init__.py").read_text(encoding="utf-8"), re.M)
    assert found is not None
    return found[1]


def main(words: list[str]) -> int:
    command, rest = (words[0], words[1:]) if words else ("", [])
    if command == "pins" and rest:
        print("".join(pin.lines for pin in with_all_they_need(roots(rest))), end="")
    elif command == "licences" and not rest:
        print(licences_page(), end="")
    elif command == "sbom" and rest:
        print(json.dumps(sbom([Path(word) for word in rest], version_of_koloda()), indent=2, ensure_ascii=False))
    else:
        print(__doc__, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
