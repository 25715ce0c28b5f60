"""Times that nodes report while tasks run: DiagnosticStatus with a value ``ms``, by the status' name."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path

import numpy as np
from diagnostic_msgs.msg import DiagnosticArray

from pred_bench.episode.robot import Listener

KEY = "ms"
REPORTS = 1000
"""How many diagnostics may wait to be read; times come faster than the client looks."""


class Profile:
    """Collects times in milliseconds by what took them."""

    def __init__(self) -> None:
        self._times: dict[str, list[float]] = defaultdict(list)

    @property
    def listener(self) -> Listener:
        """What the benchmark's client has to listen to."""
        return Listener(DiagnosticArray, "diagnostics", REPORTS, self.hear)

    def hear(self, message: DiagnosticArray) -> None:
        """Take the times out of a message; whatever else it says is of no interest here."""
        for status in message.status:
            for value in status.values:
                if value.key == KEY:
                    self._times[str(status.name)].append(float(value.value))

    def write(self, folder: Path) -> str:
        """Write profile.md and profile.json and return the Markdown."""
        rows = {name: _figures(times) for name, times in sorted(self._times.items())}
        (folder / "profile.json").write_text(json.dumps(rows, indent=1) + "\n", "utf-8")
        lines = [
            "# Times in milliseconds",
            "",
            "| what | times | mean | p99 | max |",
            "|---|---|---|---|---|",
        ]
        lines += [
            f"| {name} | {row['times']:.0f} | {row['mean']:.2f} | {row['p99']:.2f} | {row['max']:.2f} |"
            for name, row in rows.items()
        ]
        text = "\n".join(lines if rows else [*lines[:2], "No node reported any."]) + "\n"
        (folder / "profile.md").write_text(text, "utf-8")
        return text


def _figures(times: list[float]) -> dict[str, float]:
    return {
        "times": len(times),
        "mean": float(np.mean(times)),
        "p99": float(np.percentile(times, 99.0)),
        "max": float(np.max(times)),
    }
