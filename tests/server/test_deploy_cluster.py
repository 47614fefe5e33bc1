"""The files of deploy/cluster: compose, Caddy, systemd and NATS do what docs/cluster.md says, and fit each other."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from local_cluster import free_port, nats_program

from koloda.server.http.routes import ROUTES
from koloda.server.run import SHUTDOWN_SECONDS
from koloda.server.settings import Settings, variable

from .test_deploy import DEPLOY, MAX_EXPOSURE, ROOT, needs

CLUSTER = DEPLOY / "cluster"
UNITS = ("koloda@.service", "nats.service")
VARIABLES = {variable(name) for name in Settings._fields}


def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((CLUSTER / "compose.yml").read_text(encoding="utf-8"))
    return found


def nodes() -> dict[str, dict[str, Any]]:
    return {name: service for name, service in compose()["services"].items() if name.startswith("node-")}


def test_the_nodes_are_alike_but_for_their_names_and_folders() -> None:
    assert len(nodes()) == 2
    plain = []
    for name, node in nodes().items():
        environment, volumes = dict(node["environment"]), node["volumes"]
        assert environment.pop("KOLODA_NODE") == name.removeprefix("node-") and volumes == [f"{name}:/data"]
        plain.append({**node, "environment": environment, "volumes": []})
        assert set(environment) - {"FORWARDED_ALLOW_IPS"} <= VARIABLES
    assert plain[0] == plain[1]
    assert int(plain[0]["stop_grace_period"].removesuffix("s")) > 2 * SHUTDOWN_SECONDS
    assert (
        plain[0]["build"]["args"] == {"EXTRA": "server-cluster"} and "ARG EXTRA" in (DEPLOY / "Dockerfile").read_text()
    )


def test_what_the_nodes_are_told_is_there() -> None:
    services, environment = compose()["services"], nodes()["node-a"]["environment"]
    store, bus = (
        re.fullmatch(r"\w+://koloda:(\$\{\w+\})@(\w+)(.*)", environment[f"KOLODA_{name}"]) for name in ("STORE", "BUS")
    )
    assert store and bus and store[3] == "/koloda" and bus[3] == ":4222"
    postgres = services[store[2]]["environment"]
    assert (postgres["POSTGRES_USER"], postgres["POSTGRES_DB"], postgres["POSTGRES_PASSWORD"]) == (
        "koloda",
        "koloda",
        store[1],
    )
    assert services[bus[2]]["command"] == ["--user", "koloda", "--pass", bus[1]]
    asked = set(re.findall(r"\$\{(\w+)", (CLUSTER / "compose.yml").read_text(encoding="utf-8")))
    example = re.findall(r"^(\w+)=.", (CLUSTER / "settings.example").read_text(encoding="utf-8"), re.M)
    assert sorted(asked) == sorted(example)


def test_nothing_but_the_proxy_is_open_to_the_world_and_images_are_named_without_a_registry() -> None:
    services = compose()["services"]
    assert [name for name, service in services.items() if "ports" in service] == ["caddy"]
    images = [service["image"] for service in services.values() if "image" in service]
    assert len(images) == 3 and all(re.fullmatch(r"[a-z]+:\d[\w.-]*", image) for image in images)


def test_the_proxy_asks_every_node_whether_it_is_ready() -> None:
    text = (CLUSTER / "Caddyfile").read_text(encoding="utf-8")
    upstreams = re.search(r"reverse_proxy (.*) \{", text)
    assert upstreams and upstreams[1].split() == [f"{name}:8000" for name in nodes()]
    (health,) = re.findall(r"health_uri (\S+)", text)
    assert health in {route.path for route in ROUTES} and "respond /metrics 404" in text


@needs("caddy")
def test_caddy_accepts_its_file() -> None:
    file = CLUSTER / "Caddyfile"
    command = ["caddy", "validate", "--adapter", "caddyfile", "--config", str(file)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert subprocess.run(["caddy", "fmt", file], capture_output=True, text=True).stdout == file.read_text("utf-8")


@pytest.mark.parametrize("name", UNITS)
@needs("systemd-analyze")
def test_systemd_accepts_the_services(name: str, tmp_path: Path) -> None:
    text = (CLUSTER / name).read_text(encoding="utf-8")
    copy = tmp_path / name.replace("@", "@8001" if "@" in name else "@")
    copy.write_text(re.sub(r"ExecStart=\S+", "ExecStart=/bin/true", text), encoding="utf-8")  # it must exist
    verified = subprocess.run(["systemd-analyze", "verify", copy], capture_output=True, text=True)
    assert (verified.returncode, verified.stderr) == (0, "")
    command = ["systemd-analyze", "security", "--offline=yes", f"--threshold={MAX_EXPOSURE}", str(copy)]
    secured = subprocess.run(command, capture_output=True, text=True)
    assert secured.returncode == 0, secured.stdout + secured.stderr


def test_the_settings_of_a_node_are_settings_and_its_data_is_its_own() -> None:
    text = (CLUSTER / "koloda@.service").read_text(encoding="utf-8")
    (line,) = re.findall(r"^Environment=(.*)$", text, re.M)
    settings = dict(word.split("=", 1) for word in line.split())
    assert settings.keys() <= VARIABLES and settings["KOLODA_PORT"] == "%i" and "%i" in settings["KOLODA_NODE"]
    (folder,) = re.findall(r"^StateDirectory=(.*)$", text, re.M)
    assert settings["KOLODA_DATA"] == f"/var/lib/{folder}" and "%i" in folder
    assert int(re.findall(r"^TimeoutStopSec=(\d+)$", text, re.M)[0]) > 2 * SHUTDOWN_SECONDS


def test_nats_accepts_its_file(tmp_path: Path) -> None:
    text = (CLUSTER / "nats.conf").read_text(encoding="utf-8")
    copy = tmp_path / "nats.conf"
    copy.write_text(text.replace(":4222", f":{free_port()}"), encoding="utf-8")
    done = subprocess.run(
        [nats_program(), "-t", "-c", copy], env={"NATS_PASSWORD": "x"}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def test_the_page_on_clusters_names_files_and_commands_that_are_there() -> None:
    page = (ROOT / "docs" / "cluster.md").read_text(encoding="utf-8")
    named = set(re.findall(r"\b(?:deploy|tests|scripts)/[\w./@]*\w", page))
    assert {f"deploy/cluster/{path.name}" for path in CLUSTER.iterdir()} <= named
    made = "deploy/cluster/.env"  # by the operator
    assert all((ROOT / path).exists() for path in named - {made}), named
