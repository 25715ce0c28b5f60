"""Where each task leaves its record, told to the one who adds to it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rclpy.node import Node
from std_msgs.msg import String

from pred_core.ros.qos import LATCHED
from pred_core.run_folder import NO_RECORD, RecordNews, new_folder
from pred_msgs.action import ExecuteTask


class RecordPlace:
    """Chooses a task's folder and tells it on ``run_record`` while the task goes on."""

    def __init__(self, node: Node, runs: str) -> None:
        """Announce the topic.

        :param runs: folder below which goals that name no folder get one, '' = those leave no record
        """
        self._runs = runs
        self._topic = node.create_publisher(String, "run_record", LATCHED)

    def of(self, goal: ExecuteTask.Goal) -> Path | None:
        """Return the folder of a goal's record, None for none."""
        if goal.run_dir == NO_RECORD or not (goal.run_dir or self._runs):
            return None
        if goal.run_dir:
            return Path(goal.run_dir).expanduser().absolute()
        words = goal.instruction or " ".join([*goal.steps, *goal.dialogue])
        return new_folder(Path(self._runs), words.lower())

    @contextmanager
    def told(self, folder: Path | None) -> Iterator[None]:
        """Tell the folder at the beginning, and again at the end, when the executive's part is whole."""
        if folder is None:
            yield
            return
        self._tell(RecordNews(str(folder), whole=False))
        try:
            yield
        finally:
            self._tell(RecordNews(str(folder), whole=True))

    def _tell(self, news: RecordNews) -> None:
        self._topic.publish(String(data=news.to_text()))
