"""The node that launch files start to record a run, or every run of a stack that goes on."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from rclpy.node import Node

from pred_core.ros.parameters import ParameterError, declare, parameter
from pred_core.ros.running import run_until_told
from pred_tools.bag.live import Live
from pred_tools.bag.recorder import Choice, Recorder
from pred_tools.bag.task_bags import TaskBags
from pred_tools.bag.writer import BagWriter
from pred_tools.task_records import TaskRecords

MEGABYTE = 1_000_000


@dataclass(frozen=True)
class RecorderParameters:
    """Parameters of the recorder."""

    folder: str = parameter(
        "", "Folder of one bag, empty or not there; '' = the whole record of each task, in the folder it has."
    )
    bags: bool = parameter(True, "Record bags; without, a task's record has story, film, map and cards only.")
    light: bool = parameter(False, "Keep pictures once a second only.")
    exclude: str = parameter("", "Topics that match this regular expression are left out, '' = none.")
    live: str = parameter(
        "/wrist_camera/",
        "Topics of live cameras, a regular expression, '' = none: their pictures are compressed (NAME/compressed).",
    )
    live_rate: float = parameter(
        2.0, "Pictures a second that are kept of a live camera; 0 = all, as they are.", low=0.0, high=100.0
    )
    max_megabytes: int = parameter(
        2000,
        "Size at which the recording ends; from half of it on pictures are kept once a second. 0 = none.",
        low=0,
        high=10_000_000,
    )
    facts: str = parameter("{}", "JSON object of texts to note in the bag, such as the scene.")


class RecorderNode(Node):
    """Records all topics until it is told to end, the disk is full or the bag is as large as it may get."""

    def __init__(self) -> None:
        super().__init__("recorder")
        chosen = declare(self, RecorderParameters)
        try:
            facts = {str(key): str(value) for key, value in json.loads(chosen.facts).items()}
        except (ValueError, AttributeError) as error:
            raise ParameterError(f"parameter facts: {error}") from error
        self._limit = chosen.max_megabytes * MEGABYTE
        self.writer: BagWriter | None = None
        self.recorder: Recorder | None = None
        self.records: TaskRecords | None = None
        choice = Choice(exclude=chosen.exclude, light=chosen.light, live=Live(chosen.live, chosen.live_rate))
        if chosen.folder:
            self.writer = self._bag(Path(chosen.folder).expanduser())
            self.recorder = Recorder(self, self.writer, choice, facts, self._limit // 2)
            return
        bags = TaskBags(self._bag) if chosen.bags else None
        if bags is not None:
            self.recorder = Recorder(self, bags, choice, facts, self._limit // 2)
        self.records = TaskRecords(self, bags)

    def close(self) -> None:
        """Write the end of what is recorded."""
        if self.records is not None:
            self.records.close()
        if self.recorder is not None:
            self.recorder.end()
        if self.writer is not None:
            self.writer.close()
            if self.writer.dropped:
                self.get_logger().error(
                    f"{self.writer.path} lacks {self.writer.dropped} messages: the disk was too slow."
                )

    def _bag(self, folder: Path) -> BagWriter:
        return BagWriter(folder, limit=self._limit, failed=self._failed)

    def _failed(self, sentence: str) -> None:
        if self.writer is not None and self.recorder is not None:  # later tasks have bags of their own
            self.recorder.end()
        self.get_logger().error(sentence)


def main() -> int:
    """Record until told to end. Returns 0, or 2 when it could not start."""
    return run_until_told(
        "recorder", RecorderNode, close=RecorderNode.close, refusals=(ParameterError, OSError)
    )
