"""Keeps everything of each task of a stack that goes on, by whichever way it came."""

from __future__ import annotations

import threading
import time
from pathlib import Path

from rclpy.clock import Clock, ClockType
from rclpy.node import Node
from std_msgs.msg import String

from pred_core.ros.qos import LATCHED, OBSERVATION
from pred_core.run_folder import BAG, RecordNews
from pred_msgs.msg import RobotState
from pred_tools.bag.task_bags import TaskBags
from pred_tools.bag.writer import BagWriter
from pred_tools.explain import STORY
from pred_tools.run_files import RunError
from pred_tools.run_keeper import Kept, RunKeeper, asked_in, cut_off, ended

LOOK_SECONDS = 0.1
LATE_ROUNDS = 5
"""Looks in which arrives what was said before the end of a task on other topics. Not seconds: on a busy machine the
executor serves a message of each topic in a round, however long that takes."""
INSTRUCTION = "instruction"
"""Custom data of a bag: what was asked for; a launch file knows it only of the task that it is given."""
RESULT_SECONDS = 2.5
"""How long an executive that is told to end may take to write how its task ended, s."""


class TaskRecords:
    """Listens to ``run_record``, where the executive tells the folder of its task; tells ``run_kept`` what is whole."""

    def __init__(self, node: Node, bags: TaskBags | None) -> None:
        """Start to listen.

        :param bags: None to keep everything but bags
        """
        self._node = node
        self._bags = bags
        self._keeper = RunKeeper(node, node.get_logger().info)
        self._folder: Path | None = None
        self._rounds_left: int | None = None
        self._step: int | None = None  # of the robot's state heard last, None before any was
        self._first: int | None = None  # the same as the task began, or of the first one heard after that
        self._lock = threading.Lock()
        self._writing: list[threading.Thread] = []
        self._whole = node.create_publisher(String, "run_kept", LATCHED)
        node.create_subscription(RobotState, "robot_state", self._on_robot, OBSERVATION)
        node.create_subscription(String, "run_record", self._on_record, LATCHED)
        node.create_timer(LOOK_SECONDS, self._look, clock=Clock(clock_type=ClockType.STEADY_TIME))

    def close(self) -> None:
        """Write what there is of a task under way, and wait for everything to be written."""
        deadline = time.monotonic() + RESULT_SECONDS
        while self._goes_on() and time.monotonic() < deadline:
            time.sleep(LOOK_SECONDS)
        with self._lock:
            self._finish()
        for thread in self._writing:
            thread.join()

    @property
    def actions(self) -> int:
        """How many steps the robot took since the task began."""
        return self._step - self._first if self._step is not None and self._first is not None else 0

    def _goes_on(self) -> bool:
        with self._lock:
            return self._folder is not None and not ended(self._folder)

    def _on_robot(self, msg: RobotState) -> None:
        self._step = msg.step
        if self._first is None:
            self._first = msg.step

    def _on_record(self, msg: String) -> None:
        with self._lock:
            news = RecordNews.from_text(msg.data)
            folder = Path(news.folder)
            if folder != self._folder and not (folder / STORY).exists():  # else kept before this node was there
                self._finish()
                self._begin(folder)
            if news.whole and folder == self._folder:
                self._rounds_left = LATE_ROUNDS

    def _begin(self, folder: Path) -> None:
        self._folder, self._rounds_left, self._first = folder, None, self._step
        self._keeper.begin(folder)
        if self._bags is None:
            return
        try:
            self._bags.begin(folder / BAG)
        except OSError as error:
            self._node.get_logger().error(f"No bag is recorded: {error}")

    def _look(self) -> None:
        with self._lock:
            if self._rounds_left is None:
                return
            self._rounds_left -= 1
            if self._rounds_left <= 0:
                self._finish()

    def _finish(self) -> None:
        kept, bag = self._keeper.take(), self._bags.end() if self._bags is not None else None
        self._folder, self._rounds_left = None, None
        if kept is None:
            return
        self._writing = [thread for thread in self._writing if thread.is_alive()]
        thread = threading.Thread(target=self._write, args=(kept, bag, self.actions), name="record")
        self._writing.append(thread)
        thread.start()

    def _write(self, kept: Kept, bag: BagWriter | None, actions: int) -> None:
        try:
            asked = asked_in(kept.folder)
            if bag is not None:
                bag.add_custom({INSTRUCTION: asked})
            kept.write(asked, cut_off(), actions)
        except (OSError, RunError) as error:
            self._node.get_logger().error(f"The record of the run is not whole: {error}")
            return
        finally:
            if bag is not None:
                bag.close()
        self._whole.publish(String(data=str(kept.folder)))
        self._node.get_logger().info(f"Record of the run: {kept.folder}")
