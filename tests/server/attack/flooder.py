"""The process from which attacks are carried out, so that the attacker takes no time of the neighbours' own."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from typing import Any


class Flooder:
    """Carries out one attack after the other (``floods.py``)."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.ready = asyncio.Event()
        self.sent: dict[str, int] = {}  # frames and requests of each attack
        self._process: asyncio.subprocess.Process | None = None

    async def __aenter__(self) -> Flooder:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "server.attack.floods",
            str(self.seed),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
        return self

    async def carry_out(self, name: str, port: int, table: str, seconds: float) -> None:
        """Have an attack carried out; ``ready`` is set when it begins."""
        assert self._process is not None and self._process.stdin is not None
        self.ready.clear()
        self._process.stdin.write(json.dumps([name, port, table, seconds]).encode() + b"\n")
        await self._said("ready")
        self.ready.set()
        done = await self._said("done")
        self.sent[name] = self.sent.get(name, 0) + done["sent"]

    async def _said(self, what: str) -> dict[str, Any]:
        assert self._process is not None and self._process.stdout is not None
        line = await self._process.stdout.readline()
        said: dict[str, Any] = json.loads(line)
        assert said["is"] == what, said
        return said

    async def __aexit__(self, *problem: object) -> None:
        assert self._process is not None
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()
