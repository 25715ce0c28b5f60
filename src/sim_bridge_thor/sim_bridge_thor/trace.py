"""A record of an episode for outside judges: gzipped JSON lines, one primitive a line."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

KEYS = ("objects", "inventoryObjects", "lastActionSuccess", "errorMessage", "agent")


def judged_metadata(metadata: Mapping[str, Any]) -> dict[str, Any]:
    """Return the part of AI2-THOR's metadata that judges read."""
    return {key: metadata[key] for key in KEYS}


class Trace:
    """Writes {"action", "metadata"} lines; "housekeeping" lists further actions of the benchmarks' own rules, if any.

    The first line is the world after its layout. The same episode gives the same bytes.
    """

    def __init__(self, path: Path) -> None:
        """Create the file and its folders.

        :raises OSError: when that is not possible
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        self._raw = path.open("wb")
        # no name and no time in the header, so that equal episodes give equal files
        self._file = gzip.GzipFile(filename="", mode="wb", fileobj=self._raw, mtime=0, compresslevel=3)

    def __enter__(self) -> Trace:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def write(
        self,
        action: Mapping[str, Any],
        metadata: Mapping[str, Any],
        housekeeping: Sequence[Mapping[str, Any]] = (),
    ) -> None:
        """Add one primitive: the action as sent to THOR and the metadata after it (and after its housekeeping)."""
        line: dict[str, Any] = {"action": dict(action), "metadata": judged_metadata(metadata)}
        if housekeeping:
            line["housekeeping"] = [dict(extra) for extra in housekeeping]
        self._file.write(json.dumps(line, separators=(",", ":")).encode() + b"\n")

    def close(self) -> None:
        """Finish the file. May be called twice."""
        self._file.close()
        self._raw.close()
