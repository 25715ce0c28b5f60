"""Whose a namespace of a ROS domain is on this machine, and why the stack in it came to its end.

The launch that has a namespace keeps a lock on a file as long as it lives, however it ends. Its nodes learn from their
environment which launch started them and where it says why it ends them.
"""

from __future__ import annotations

import contextlib
import fcntl
import getpass
import json
import os
import tempfile
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO

LAUNCHED_BY = "PRED_LAUNCHED_BY"
"""Environment variable: process id of the launch that started this process."""
ENDING_FILE = "PRED_ENDING_FILE"
"""Environment variable: file in which the launch writes why it ends everything."""
LOOK_SECONDS = 0.05
"""How long who looks which stacks run may have one's file, s."""
SHARED_FOLDER = 0o1777
SHARED_FILE = 0o666
_held: dict[Path, IO[str]] = {}


class TakenError(RuntimeError):
    """A namespace that another stack has, with a sentence that says whose it is."""


@dataclass(frozen=True)
class Owner:
    """Who has a namespace: what runs in it, the launch's process id and folder, its user, since when (s of Unix)."""

    what: str
    pid: int
    user: str
    folder: str
    since: float

    def __str__(self) -> str:
        since = time.strftime("%H:%M:%S", time.localtime(self.since))
        return f"{self.what}, process {self.pid}, started at {since} by {self.user} in {self.folder}"


def default_folder() -> Path:
    """Return where all users of this machine keep these files."""
    return Path(tempfile.gettempdir()) / "pred_stacks"


def claim(domain: int, namespace: str, what: str, folder: Path | None = None) -> None:
    """Take a namespace of a domain for this process, until it ends.

    :param what: what is to run in it, for the sentence others get
    :raises TakenError: when the stack of another process has it
    """
    name = namespace.strip("/")
    path = _shared(folder or default_folder()) / f"{domain}_{name.replace('/', '_') or 'root'}.json"
    if path in _held:  # a process that launches one stack after another
        _held.pop(path).close()
    file = _opened(path)
    if not _locked(file):
        time.sleep(LOOK_SECONDS)  # somebody may only look
    if not _locked(file):
        with file:
            owner = _owner(file.read())
        raise TakenError(
            f"The namespace /{name} of ROS domain {domain} has an owner already: {owner}. End that one, or give this "
            "one another namespace:=NAME or ROS_DOMAIN_ID."
        )
    mine = Owner(what, os.getpid(), getpass.getuser(), str(Path.cwd()), time.time())
    file.seek(0)
    file.truncate()
    json.dump(asdict(mine), file)
    file.flush()
    _held[path] = file


@dataclass(frozen=True)
class Stack:
    """A stack that runs on this machine: its ROS domain, namespace (without the leading /) and owner."""

    domain: int
    namespace: str
    owner: Owner


def stacks(folder: Path | None = None) -> list[Stack]:
    """Return the stacks that run on this machine, as far as their launches have said so."""
    found = []
    for path in sorted((folder or default_folder()).glob("*_*.json")):
        domain, _, name = path.stem.partition("_")
        with contextlib.suppress(OSError, ValueError, TypeError), path.open(encoding="utf-8") as file:
            if not _locked(file, fcntl.LOCK_SH):
                found.append(Stack(int(domain), name, Owner(**json.loads(file.read()))))
    return found


def _locked(file: IO[str], how: int = fcntl.LOCK_EX) -> bool:
    """Lock a file, unless another process has it."""
    try:
        fcntl.flock(file, how | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _shared(folder: Path) -> Path:
    if not folder.exists():
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(SHARED_FOLDER)
    return folder


def _opened(path: Path) -> IO[str]:
    """Return the file, open for reading and writing; kernels forbid O_CREAT on others' files in shared folders."""
    try:
        return path.open("r+", encoding="utf-8")
    except FileNotFoundError:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, SHARED_FILE)
        with contextlib.suppress(PermissionError):  # somebody else has just made it
            path.chmod(SHARED_FILE)
        return os.fdopen(handle, "r+", encoding="utf-8")


def _owner(text: str) -> str:
    try:
        return str(Owner(**json.loads(text)))
    except (ValueError, TypeError):
        return "a stack that has just begun to start"


def launched_environment(folder: Path | None = None) -> dict[str, str]:
    """Return what the processes of this launch find in their environment."""
    file = _shared(folder or default_folder()) / f"ending_{os.getpid()}.txt"
    file.unlink(missing_ok=True)
    return {LAUNCHED_BY: str(os.getpid()), ENDING_FILE: str(file)}


def say_why(reason: str, environment: Mapping[str, str]) -> None:
    """Write why everything is about to be ended; the first reason stays.

    :raises OSError: when it cannot be written
    """
    file = Path(environment[ENDING_FILE])
    if not file.exists():
        part = file.with_suffix(".part")
        part.write_text(reason, "utf-8")
        part.replace(file)


def forget_why(environment: Mapping[str, str]) -> None:
    """Remove what :func:`say_why` wrote; the launch does so last."""
    Path(environment[ENDING_FILE]).unlink(missing_ok=True)


def reason_of_the_end() -> str:
    """Return why the launch ends this process, '' when a person does or nobody says."""
    file = os.environ.get(ENDING_FILE)
    if orphaned():
        return "its launch was killed"
    with contextlib.suppress(FileNotFoundError):
        return Path(file).read_text("utf-8") if file else ""
    return ""


def orphaned() -> bool:
    """Return whether this process was started by a launch that is gone."""
    parent = os.environ.get(LAUNCHED_BY)
    return parent is not None and int(parent) not in (os.getppid(), os.getpid())
