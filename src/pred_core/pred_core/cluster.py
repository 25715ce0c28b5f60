"""Workers on other machines that do a part of this project's work, by dask.distributed."""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from distributed import Client

CONNECT_SECONDS = 20


class ClusterError(RuntimeError):
    """Workers that cannot be used, with a sentence that says what to do."""


def digest(packages: Sequence[str]) -> str:
    """Return a digest of the Python files of packages as they are installed here."""
    told = hashlib.sha256()
    for name in packages:
        found = importlib.util.find_spec(name)
        if found is None:
            continue
        root = Path(str(found.origin)).parent
        for path in sorted(root.rglob("*.py")):
            told.update(f"{name}/{path.relative_to(root)}\0".encode())
            told.update(path.read_bytes())
    return told.hexdigest()


@contextlib.contextmanager
def connected(address: str, packages: Sequence[str]) -> Iterator[Client]:
    """Connect to a scheduler whose workers run the code that runs here: results would be of two otherwise.

    :param address: such as ``tcp://HOST:8786``
    :param packages: those that decide what a piece of work comes to
    :raises ClusterError: when there is none, or its workers cannot be used
    """
    from distributed import Client  # installed only where work is spread

    try:
        client = Client(address, timeout=CONNECT_SECONDS)
    except (OSError, ValueError) as error:
        raise ClusterError(
            f"There is no dask scheduler at {address}. Start one: ./pred shell dask scheduler"
        ) from error
    with client:
        _check(client, address, packages)
        yield client


def _check(client: Client, address: str, packages: Sequence[str]) -> None:
    try:
        client.wait_for_workers(1, timeout=CONNECT_SECONDS)
    except TimeoutError as error:
        raise ClusterError(
            f"No worker has joined {address}. Start some: ./pred shell dask worker {address} --nthreads 1"
        ) from error
    here, answers = digest(packages), client.run(digest, packages, on_error="return")
    others = sorted(worker for worker, there in answers.items() if there != here)
    if others:
        raise ClusterError(
            f"{', '.join(others)} run{'s' if len(others) == 1 else ''} another version of the code. "
            "Check out and build the same commit there."
        )
