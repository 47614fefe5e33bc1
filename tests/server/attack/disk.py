"""A disk that forgets what was not synced, or fails to sync: ``disk.c``, preloaded into a server."""

from __future__ import annotations

import functools
import random
import shutil
import subprocess
import tempfile
from pathlib import Path

from ..running import Server

SECTOR_BYTES = 512
DATABASE_FILES = ("koloda.sqlite", "koloda.sqlite-wal")


@functools.cache
def library() -> Path | None:
    """The built library; None where there is no C compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    built = Path(tempfile.mkdtemp(prefix="koloda-disk-")) / "disk.so"
    source = Path(__file__).with_name("disk.c")
    subprocess.run([compiler, "-shared", "-fPIC", "-O2", "-o", built, source, "-ldl", "-lpthread"], check=True)
    return built


class Disk:
    """The disk of a server that has not been started yet."""

    def __init__(self, server: Server, folder: Path) -> None:
        self.data = server.data.resolve()
        self.synced = folder / "synced"
        self.fails = folder / "fails"
        self.synced.mkdir(parents=True)
        server.environment |= {
            "LD_PRELOAD": str(library()),
            "KOLODA_DISK_FOLDER": str(self.data),
            "KOLODA_DISK_SYNCED": str(self.synced),
            "KOLODA_DISK_FAILS": str(self.fails),
        }

    def cut_power(self, into: Path, chance: random.Random) -> None:
        """What is left of the data after a power cut: all that was synced, and some sectors of the rest."""
        shutil.copytree(self.data, into)
        for name in DATABASE_FILES:
            synced, written = self.synced / name, self.data / name
            if synced.exists():
                share = chance.choice((0.0, 0.3, 0.9))
                (into / name).write_bytes(_mixed(synced.read_bytes(), written.read_bytes(), share, chance))
        (into / "koloda.sqlite-shm").unlink(missing_ok=True)
        if chance.random() < 0.5:
            (into / "koloda.last").unlink(missing_ok=True)  # it is never synced

    def go_on_with(self, image: Path) -> None:
        """What a power cut has left is the disk now: all of it lies there for good."""
        for folder in (self.data, self.synced):
            shutil.rmtree(folder)
        shutil.copytree(image, self.data)
        self.synced.mkdir()
        for name in DATABASE_FILES:
            if (image / name).exists():
                shutil.copy(image / name, self.synced / name)


def _mixed(synced: bytes, written: bytes, share: float, chance: random.Random) -> bytes:
    image = bytearray(synced)
    for at in range(0, len(written), SECTOR_BYTES):
        sector = written[at : at + SECTOR_BYTES]
        if image[at : at + SECTOR_BYTES] != sector and chance.random() < share:
            image.extend(b"\0" * (at - len(image)))
            image[at : at + len(sector)] = sector
    return bytes(image)
