"""Foxglove Studio 1.48 (MPL-2.0), the last open release, fetched from npm when it is first needed and kept on disk.

Its package holds a built bundle for browsers; React, which it expects on the page, comes from npm, too. Nothing is
changed but that source maps are left out, that it asks for the websocket protocol by the name that servers of today
give it, that a table shows all its rows on one page, and that a live message has the time at which the server heard it
(Studio takes the time at which it came to the browser: to one that joins late everything happened at once). A
connection that is made again begins with empty panels: the robot may be another, in another room.
"""

from __future__ import annotations

import base64
import hashlib
import io
import os
import re
import shutil
import tarfile
import tempfile
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pred_core.plain_text import ended_well

REGISTRY = "https://registry.npmjs.org"
REGISTRY_VARIABLE = "NPM_CONFIG_REGISTRY"
TIMEOUT_SECONDS = 120.0
MARK = "complete"
ADAPTED = "3"
"""What the mark says: which changes were made. What was kept with others is changed where it is."""
ASKED_PROTOCOL, SPOKEN_PROTOCOL = b"foxglove.websocket.v1", b"foxglove.sdk.v1"
ROWS = (
    (b"initialState: { pageSize: 30 }", b"initialState: { pageSize: 1000 }"),
    (b"children: [10, 20, 30, 40, 50].map(", b"children: [10, 20, 30, 40, 50, 1000].map("),
)
HEARD = (
    (
        b"""this._problems.clear();
                this._channelsById.clear();""",
        b"""this._problems.clear();
                this._numTimeSeeks++;
                this._parsedMessages = [];
                this._heard = this._startTime = undefined;
                this._channelsById.clear();""",
    ),
    (
        b'this._client.on("message", ({ subscriptionId, data }) => {',
        b'this._client.on("message", ({ subscriptionId, data, timestamp }) => {',
    ),
    (
        b"""const receiveTime = this._getCurrentTime();
                    const topic = chanInfo.channel.topic;""",
        b"""const receiveTime = this._serverPublishesTime ? this._getCurrentTime() : (0,dist.fromNanoSec)(timestamp);
                    const topic = chanInfo.channel.topic;
                    this._heard ??= new Map();
                    if (timestamp <= this._heard.get(topic)) return;
                    this._heard.set(topic, timestamp);
                    if (!this._startTime || (0,dist.isLessThan)(receiveTime, this._startTime)) {
                        this._startTime = receiveTime;
                    }""",
    ),
    (
        b"""this._resolvedSubscriptionsByTopic.delete(topic);
                this._resolvedSubscriptionsById.delete(subId);""",
        b"""this._resolvedSubscriptionsByTopic.delete(topic);
                this._heard?.delete(topic);
                this._resolvedSubscriptionsById.delete(subId);""",
    ),
)
"""The player of live messages. What is repeated for another browser is not shown twice: its time is not new."""
_SOURCE_MAP = re.compile(rb"\n//# sourceMappingURL=data:[^\n]*")


class StudioError(RuntimeError):
    """Studio cannot be had, with a sentence that says why and what can be done."""


@dataclass(frozen=True)
class Package:
    """One package of npm: name, version, npm's own SHA-512 (base64), which files go where.

    ``takes`` is a folder or file in the package, ``into`` the folder or file it becomes.
    """

    name: str
    version: str
    sha512: str
    takes: str
    into: str

    @property
    def url(self) -> str:
        """Path of its archive at a registry."""
        return f"{self.name}/-/{self.name.split('/')[-1]}-{self.version}.tgz"


PACKAGES = (
    Package(
        "@foxglove/studio-base",
        "1.48.0",
        "EY8cYoHUm6VyTSVZBdfn5EJK2bRwTfAjH92H5wgAEcnKyeCUyKkxjgwbqO2jKwRJGa+7VPaEHHF167BzFh+N4A==",
        "package/assets/",
        "assets/",
    ),
    Package(
        "react",
        "17.0.2",
        "gnhPt75i/dq/z3/6q/0asP78D0u592D5L1pd7M8P+dck6Fu/jJeL6iVVK23fptSUZj8Vjf++7wXA8UNclGQcbA==",
        "package/umd/react.production.min.js",
        "react.js",
    ),
    Package(
        "react-dom",
        "17.0.2",
        "s4h96KtLDUQlsENhMn1ar8t2bEa+q/YAtj8pPPdIjPDGBDIVNsrD9aXNWqspUe6AzKCIG0C1HZZLqLV7qpOBGA==",
        "package/umd/react-dom.production.min.js",
        "react-dom.js",
    ),
)

Fetch = Callable[[str], bytes]


def default_folder() -> Path:
    """Return where it is kept for all runs of this user."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return cache / "pred" / f"studio-{PACKAGES[0].version}"


def installed(folder: Path) -> bool:
    """Return whether Studio is in a folder, whole and as it is used today."""
    return _mark(folder) == ADAPTED


def fetched(folder: Path, fetch: Fetch | None = None) -> Path:
    """Return the folder with Studio in it, after fetching it where it is not there.

    :param fetch: returns what is at an address
    :raises StudioError: when it cannot be fetched, is not what was expected, or cannot be written
    """
    if installed(folder):
        return folder
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        part = Path(tempfile.mkdtemp(prefix=f"{folder.name}.", dir=folder.parent))
    except OSError as error:
        raise StudioError(ended_well(f"Foxglove Studio cannot be kept in {folder}: {error}")) from error
    try:
        if _mark(folder) is not None:
            _adapt(folder)
            return folder
        for package in PACKAGES:
            _unpack(package, (fetch or _download)(f"{_registry()}/{package.url}"), part)
        (part / MARK).write_text(ADAPTED, "utf-8")
        if not installed(folder):  # somebody else may have been faster
            shutil.rmtree(folder, ignore_errors=True)
            part.rename(folder)
    except OSError as error:
        raise StudioError(ended_well(f"Foxglove Studio cannot be kept in {folder}: {error}")) from error
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return folder


def _mark(folder: Path) -> str | None:
    """Return what the mark of a whole Studio says, None where there is none."""
    try:
        return (folder / MARK).read_text("utf-8")
    except FileNotFoundError:
        return None


def _adapt(folder: Path) -> None:
    """Change files that were kept before as they are changed today; browsers may be reading them."""
    for file in sorted(folder.rglob("*.js")):
        content = file.read_bytes()
        adapted = _adapted(file.name, content)
        if adapted != content:
            part = file.with_suffix(".part")
            part.write_bytes(adapted)
            part.replace(file)
    (folder / MARK).write_text(ADAPTED, "utf-8")


def _registry() -> str:
    return (os.environ.get(REGISTRY_VARIABLE) or REGISTRY).rstrip("/")


def _download(url: str) -> bytes:
    try:
        with urllib.request.urlopen(url, timeout=TIMEOUT_SECONDS) as answer:
            data: bytes = answer.read()
    except (urllib.error.URLError, OSError) as error:
        raise StudioError(
            f"Foxglove Studio could not be fetched from {url}: {ended_well(str(error))} The list of runs works without "
            f"it; for the rest this machine needs the internet once, or a mirror of npm in {REGISTRY_VARIABLE}."
        ) from error
    return data


def _unpack(package: Package, archive: bytes, folder: Path) -> None:
    """Write a package's files.

    :raises StudioError: when the archive is not the one that was pinned
    """
    found = base64.b64encode(hashlib.sha512(archive).digest()).decode()
    if found != package.sha512:
        raise StudioError(
            f"{package.name} {package.version} is not what it was: its SHA-512 is {found}, {package.sha512} was "
            "expected. It is not used."
        )
    with tarfile.open(fileobj=io.BytesIO(archive), mode="r:gz") as tar:
        for member in tar:
            if not member.isfile() or not member.name.startswith(package.takes):
                continue
            target = folder / (package.into + member.name.removeprefix(package.takes))
            content = tar.extractfile(member)
            if content is not None and ".." not in target.parts:
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(_adapted(member.name, content.read()))


def _adapted(name: str, content: bytes) -> bytes:
    if not name.endswith(".js"):
        return content
    content = _SOURCE_MAP.sub(b"", content).replace(ASKED_PROTOCOL, SPOKEN_PROTOCOL)
    for found, wanted in ROWS + HEARD:
        content = content.replace(found, wanted)
    return content
