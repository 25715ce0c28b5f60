"""The view in a real browser: what it shows after joining late, and after the robot was away."""

from __future__ import annotations

import io
import shutil
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

pytest.importorskip("rclpy", reason="needs a ROS environment")
pytest.importorskip("playwright.sync_api", reason="needs playwright")

import rclpy
from action_msgs.srv import CancelGoal
from geometry_msgs.msg import TransformStamped
from nav_msgs.msg import OccupancyGrid
from playwright import sync_api
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node
from sensor_msgs.msg import Image as ImageMsg
from std_msgs.msg import Header
from tf2_ros import StaticTransformBroadcaster

from pred_core.ros.conversions import image_to_msg
from pred_core.ros.qos import EVENTS, LATCHED, OBSERVATION
from pred_msgs.msg import (
    Detection,
    Detections,
    ObjectMemory,
    ObjectState,
    PersonAnswer,
    PersonQuestion,
    TaskEvent,
)
from pred_tools.view import bridge
from pred_tools.view.node import ViewNode
from pred_tools.view.pages import live_link
from pred_tools.view.studio import StudioError, default_folder, fetched

DOMAIN = 70
PATIENCE = 150.0
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
SOFTWARE = ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
GREEN, BLUE = (20, 200, 40), (30, 60, 220)
pytestmark = pytest.mark.slow


def mugs(step: int) -> list[str]:
    """Return the names of what is remembered at a step: more than Studio's tables show on a page by themselves."""
    return [f"Mug_{step}_{n:02d}" for n in range(60)]


class Still(Node):
    """A robot that tells everything once and then stands still."""

    def __init__(self) -> None:
        super().__init__("still", namespace="pred")
        self._picture = self.create_publisher(ImageMsg, "camera/color/image_raw", OBSERVATION)
        self._detections = self.create_publisher(Detections, "detections", OBSERVATION)
        self._memory = self.create_publisher(ObjectMemory, "object_memory", OBSERVATION)
        self._map = self.create_publisher(OccupancyGrid, "map", OBSERVATION)
        self._events = self.create_publisher(TaskEvent, "task_events", EVENTS)
        self._tf = StaticTransformBroadcaster(self)

    def event(self, kind: str) -> None:
        self._events.publish(TaskEvent(kind=kind))

    def tell(self, step: int, colour: tuple[int, int, int]) -> None:
        header = Header(stamp=rclpy.time.Time(seconds=step).to_msg(), frame_id="map")
        self._tf.sendTransform(TransformStamped(header=header, child_frame_id="odom"))
        picture = np.full((60, 80, 3), colour, np.uint8)
        self._picture.publish(image_to_msg(picture, "rgb8", header))
        labels = image_to_msg(np.zeros((60, 80), np.uint16), "16UC1", header)
        mug = Detection(id="m", class_name="Mug", score=1.0, label=3)
        self._detections.publish(Detections(header=header, step=step, labels=labels, detections=[mug]))
        states = [ObjectState(id=name, class_name="Mug") for name in mugs(step)]
        self._memory.publish(ObjectMemory(header=header, step=step, objects=states))
        grid = OccupancyGrid(header=header, data=[0] * 10000)
        grid.info.resolution, grid.info.width, grid.info.height = 0.05, 100, 100
        grid.info.origin.position.x = grid.info.origin.position.y = -2.5
        self._map.publish(grid)


class Asking(Node):
    """A robot that asks, and notes what it hears."""

    def __init__(self) -> None:
        super().__init__("asking", namespace="pred")
        self.heard: list[str] = []
        self._asks = self.create_publisher(PersonQuestion, "person_questions", LATCHED)
        self.create_subscription(PersonAnswer, "person_answers", self._hear, EVENTS)
        self.create_service(CancelGoal, "execute_task/_action/cancel_goal", self._stop)
        self.question = PersonQuestion(id="q1", kind="choice", question="Which mug?", candidates=["red", "blue"])
        self.question.timeout.sec = 600

    def ask(self) -> None:
        self._asks.publish(self.question)

    def _hear(self, answer: PersonAnswer) -> None:
        self.heard.append(answer.answer)
        self.question.over = True
        self.ask()

    def _stop(self, _: CancelGoal.Request, response: CancelGoal.Response) -> CancelGoal.Response:
        self.heard.append("stop")
        return response


class Served:
    """A node served in a thread."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self._executor = SingleThreadedExecutor()
        self._executor.add_node(node)
        self._thread = threading.Thread(target=self._executor.spin, daemon=True)
        self._thread.start()

    def end(self) -> None:
        self._executor.shutdown()
        self._thread.join()
        self.node.destroy_node()


@pytest.fixture
def ros(tmp_path: Path) -> Iterator[None]:
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed (Debian: apt-get install chromium)")
    try:
        fetched(default_folder())
    except StudioError as error:
        pytest.skip(str(error))
    ports = ["-p", "port:=0", "-p", "live_port:=0", "-p", f"runs:={tmp_path}", "-r", "view:__ns:=/pred"]
    rclpy.init(args=["--ros-args", *ports], domain_id=DOMAIN)
    yield
    rclpy.try_shutdown()


@pytest.fixture
def page(ros: None) -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=SOFTWARE)
        page = browser.new_page(viewport={"width": 1400, "height": 900})
        page.set_default_timeout(PATIENCE * 1000)
        yield page
        browser.close()


def shot(page: Any) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(page.screenshot(timeout=PATIENCE * 1000))).convert("RGB"), int)


def share_of(picture: np.ndarray, colour: tuple[int, int, int], tolerance: int = 12) -> float:
    return float((np.abs(picture - colour).max(axis=2) <= tolerance).mean())


def bars(picture: np.ndarray) -> list[int]:
    """Return how wide the strongly coloured runs in the picture's fullest line are, in pixels, from the left."""
    strong = picture.max(axis=2) - picture.min(axis=2) > 60
    line = int(strong.sum(axis=1).argmax())
    colours, widths = picture[line], [0]
    for column in np.flatnonzero(strong[line]):
        if widths[-1] and (column == 0 or np.abs(colours[column] - colours[column - 1]).max() > 8):
            widths.append(0)
        widths[-1] += 1
    return [width for width in widths if width > 8]


def shows(page: Any, texts: list[str]) -> bool:
    body = page.inner_text("body")
    return all(text in body for text in texts)


def until(page: Any, so: Any) -> None:
    """Look at the page until something is so; what it showed last is kept beside the test's other files."""
    deadline = time.monotonic() + PATIENCE
    while not so():
        assert time.monotonic() < deadline, page.inner_text("body")[:2000]
        page.wait_for_timeout(500)


def test_a_late_browser_sees_picture_map_and_memory_and_again_after_the_view_was_away(page: Any) -> None:
    robot = Still()
    served, view = Served(robot), Served(ViewNode())
    robot.tell(1, GREEN)
    url, live_port = view.node._server.url, view.node._bridge.port
    page.goto(url)
    assert "Watch the robot now" in page.inner_text("body")
    page.goto(url.rstrip("/") + live_link(live_port))
    until(page, lambda: shows(page, mugs(1)))
    until(page, lambda: share_of(shot(page), GREEN) > 0.02)
    until(page, lambda: share_of(shot(page)[:600, :600], (255, 255, 255), 20) > 0.05)

    with page.expect_event("worker", timeout=PATIENCE * 1000):  # it tries in vain
        view.node.close()
        view.end()
    served.end()
    robot = Still()
    served, again = Served(robot), Served(ViewNode(live_port))
    until(page, lambda: share_of(shot(page), GREEN) < 0.001)
    robot.tell(2, BLUE)
    until(page, lambda: shows(page, mugs(2)))
    until(page, lambda: share_of(shot(page), BLUE) > 0.02)
    again.node.close()
    again.end()
    served.end()


def test_a_late_browser_shows_events_at_the_times_at_which_they_were(
    page: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    ago = {"s": 500}
    monkeypatch.setattr(bridge, "wall", lambda: time.time_ns() - ago["s"] * 10**9)
    robot = Still()
    served, view = Served(robot), Served(ViewNode())
    heard = view.node._bridge
    while "/pred/task_events" not in heard._topics:
        time.sleep(0.05)
    for count, (kind, seconds) in enumerate((("start", 500), ("subgoal", 400), ("end", 0)), 1):
        ago["s"] = seconds
        robot.event(kind)
        while len(heard._topics["/pred/task_events"].kept) < count:
            time.sleep(0.05)
    page.goto(view.node._server.url.rstrip("/") + live_link(heard.port))

    def one_to_four() -> bool:
        first, second = [*bars(shot(page)[610:, 60:605]), 0, 0][:2]
        return first > 20 and 3.0 < second / first < 5.0

    until(page, one_to_four)
    view.node.close()
    view.end()
    served.end()


def test_a_person_answers_and_stops_the_robot_on_the_page(page: Any) -> None:
    robot = Asking()
    served, view = Served(robot), Served(ViewNode())
    robot.ask()
    url = view.node._server.url
    for address in (url, url.rstrip("/") + live_link(view.node._bridge.port)):
        robot.heard.clear()
        robot.question.over = False
        robot.ask()
        page.goto(address)
        page.get_by_role("button", name="2. blue").click()
        until(page, lambda: robot.heard == ["2"] and not shows(page, ["Which mug?"]))
        page.get_by_role("button", name="Stop the robot").click()
        until(page, lambda: robot.heard == ["2", "stop"])
        assert page.url.startswith(address), "the page stays; Studio adds which layout it shows"
    view.node.close()
    view.end()
    served.end()
