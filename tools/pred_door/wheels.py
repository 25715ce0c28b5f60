"""Pinned packages: reading the lists, and a cache of whole wheels that survives interrupted downloads."""

from __future__ import annotations

import hashlib
import re
import shlex
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Iterable

from .console import DoorError, progress
from .process import run_or_fail

CHUNK = 8
"""How many packages one pip brings."""
AT_ONCE = 3
"""How many pips run at a time: one by one, a registry's answers to many small requests take most of the time."""
OFFLINE_HINT = "Check the network (or proxy) and run the same command again: what is downloaded is kept."
_PIN = re.compile(
    r"^(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^\s#;]+)(?:\s+--hash=sha256:(?P<hash>[0-9a-f]{64}))?$"
)


@dataclass(frozen=True)
class Pin:
    """One package at one version, with the SHA-256 of its file where we insist on it."""

    name: str
    version: str
    sha256: str | None = None

    @property
    def key(self) -> str:
        """Name as registries compare it."""
        return canonical(self.name)

    def __str__(self) -> str:
        return f"{self.name}=={self.version}"


def canonical(name: str) -> str:
    """Return a package name as registries compare it (PEP 503)."""
    return re.sub(r"[-_.]+", "-", name).lower()


def read_pins(path: Path) -> list[Pin]:
    """Read a requirements file of pins; raise DoorError on a line that is not one."""
    pins = []
    for number, raw in enumerate(path.read_text().splitlines(), start=1):
        line = raw.split(" #")[0].strip()
        if not line or line.startswith("#"):
            continue
        match = _PIN.match(line)
        if match is None:
            raise DoorError(f"{path.name}, line {number}: '{line}' is not of the form name==version")
        pins.append(Pin(match["name"], match["version"], match["hash"]))
    return pins


def override(pins: Iterable[Pin], others: Iterable[Pin]) -> list[Pin]:
    """Return `pins` with those of the same name taken from `others` instead."""
    instead = {pin.key: pin for pin in others}
    return [instead.get(pin.key, pin) for pin in pins]


def sha256_of(path: Path) -> str:
    """Return the SHA-256 (hex) of a file."""
    total = hashlib.sha256()
    with path.open("rb") as handle:
        for block in iter(lambda: handle.read(1 << 20), b""):
            total.update(block)
    return total.hexdigest()


def is_whole(path: Path, pin: Pin) -> bool:
    """Say whether a cached wheel is complete: its index (at the file's end) reads, and its hash is the pinned one."""
    try:
        with zipfile.ZipFile(path) as wheel:
            if not wheel.namelist():
                return False
    except (zipfile.BadZipFile, OSError):
        return False
    return pin.sha256 is None or sha256_of(path) == pin.sha256


def cached(folder: Path, pin: Pin) -> Path | None:
    """Return the whole wheel of `pin` in `folder`; delete one that is broken."""
    for path in sorted(folder.glob("*.whl")):
        parts = path.name.split("-")
        if canonical(parts[0]) == pin.key and parts[1].lower() == pin.version.lower():
            if is_whole(path, pin):
                return path
            path.unlink()
    return None


def fetch(folder: Path, pins: list[Pin], python: Path) -> list[Path]:
    """Return one wheel per pin, downloading (or building, where a registry has sources only) what `folder` lacks.

    Each file appears in `folder` only when it is whole, so an interrupted run goes on where it was.
    """
    folder.mkdir(parents=True, exist_ok=True)
    missing = [pin for pin in pins if cached(folder, pin) is None]
    step = CHUNK * AT_ONCE
    for start in range(0, len(missing), step):
        _fetch_some(folder, missing[start : start + step], python)
        progress("downloaded", min(start + step, len(missing)), len(missing))
    found = [(pin, cached(folder, pin)) for pin in pins]
    absent = [str(pin) for pin, path in found if path is None]
    if absent:
        raise DoorError(
            f"the registry gave another file than the pinned one for {', '.join(absent)}", OFFLINE_HINT
        )
    return [path for _, path in found if path is not None]


def _fetch_some(folder: Path, pins: list[Pin], python: Path) -> None:
    with tempfile.TemporaryDirectory(prefix=".partial-", dir=folder) as partial:
        pip = [str(python), "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps"]
        pip += ["--wheel-dir", partial]
        share = f'printf "%s\\n" "$@" | xargs -n {CHUNK} -P {AT_ONCE} {shlex.join(pip)}'
        command = ["sh", "-c", share, "sh", *map(str, pins)]
        run_or_fail(command, f"could not download {', '.join(map(str, pins))}", hint=OFFLINE_HINT)
        for path in Path(partial).glob("*.whl"):
            path.replace(folder / path.name)
