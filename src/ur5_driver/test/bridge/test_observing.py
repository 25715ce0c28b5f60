"""Observations without a picture: what is told, and that they are made up for once pictures come again."""

from __future__ import annotations

import threading
import time
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

pytest.importorskip("rclpy", reason="needs ROS 2: run through ./pred test")

from sensor_msgs.msg import CameraInfo, Image
from std_msgs.msg import Header

from pred_core.outcome import Code, Outcome
from pred_core.ros.conversions import image_to_msg, stamp_of
from ur5_driver.bridge.camera import WristCamera
from ur5_driver.bridge.observing import Observer
from ur5_driver.driver.limits import Limits
from ur5_driver.driver.states import State

TOPICS = ("wrist_camera/color/image_raw", "wrist_camera/depth/image_raw", "wrist_camera/color/camera_info")
NOW = 100.0
PATIENCE = 20.0


class FakeNode:
    """Gives each new subscription of the camera at once what is to come on its topic."""

    def __init__(self) -> None:
        self.comes: dict[str, Any] = {}

    def create_subscription(self, _: Any, topic: str, take: Any, *__: Any, **___: Any) -> str:
        if topic in self.comes:
            take(self.comes[topic])
        return topic

    def destroy_subscription(self, topic: str) -> None:
        assert topic in TOPICS

    def camera_sends(self, stamp: float = NOW + 1.0, *, colour: Image | None = None) -> None:
        """Let whole frames with a stamp come from now on."""
        header = Header(stamp=stamp_of(stamp))
        image = colour or image_to_msg(np.zeros((4, 6, 3), np.uint8), "rgb8", header)
        image.header = header
        depth = image_to_msg(np.ones((4, 6), np.float32), "32FC1", header)
        k = [6.0, 0.0, 3.0, 0.0, 6.0, 2.0, 0.0, 0.0, 1.0]
        info = CameraInfo(header=header, width=6, height=4, k=k)
        self.comes = dict(zip(TOPICS, (image, depth, info), strict=True))


class Bench:
    """An observer with everything around it made up."""

    def __init__(self) -> None:
        self.node = FakeNode()
        self.still = True
        self.seen: list[Any] = []
        self.told: list[tuple[Any, Any]] = []
        self.warned: list[str] = []
        receiver = SimpleNamespace(wait_newer=lambda *_: SimpleNamespace(still=self.still, q=np.zeros(6)))
        arm: Any = SimpleNamespace(
            link=SimpleNamespace(receiver=receiver, limits=Limits(), state=State.READY),
            settings=SimpleNamespace(mount=np.eye(4)),
            holding=False,
            see=self.seen.append,
        )
        topics: Any = SimpleNamespace(observation=lambda frame, state, _: self.told.append((frame, state)))
        node: Any = self.node
        camera = WristCamera(node, ground_truth=False, group=None)
        self.observer = Observer(arm, camera, topics, lambda: NOW, 0.01, self.warned.append)


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_an_observation_has_its_picture_and_number(bench: Bench) -> None:
    bench.node.camera_sends()
    assert bench.observer.observe("PickupObject", Outcome.success()) == 1
    [(frame, state)] = bench.told
    assert frame is not None
    assert (state.step, state.last_action, bench.seen[0].step) == (1, "PickupObject", 1)
    assert not bench.observer.trouble and not bench.warned


def test_what_was_not_seen_is_observed_once_pictures_come_again(bench: Bench) -> None:
    failed = Outcome(Code.BLOCKED, "It slipped.")
    bench.observer.observe("PickupObject", failed)
    assert [(frame, state.step) for frame, state in bench.told] == [(None, 1)]
    bench.observer.look_again()
    assert len(bench.told) == 1, "nothing is told while there is nothing to see"
    assert len(bench.warned) == 1, "it is said once"
    bench.node.camera_sends()
    bench.observer.look_again()
    frame, state = bench.told[1]
    assert frame is not None
    assert (state.step, state.last_action, state.last_outcome.code) == (2, "PickupObject", failed.code)
    assert bench.seen[0].step == 2, "targets are named by the observation that shows them"
    assert (state.actions, state.failures) == (1, 1), "one action, however often it was looked at"
    assert not bench.observer.trouble and "again" in bench.warned[1]


def test_no_more_than_one_waits_for_a_picture_that_nobody_ordered(bench: Bench) -> None:
    waits, answers = threading.Event(), list[bool]()
    bench.node.create_subscription = lambda *_, **__: waits.set()  # type: ignore[method-assign]
    bench.node.destroy_subscription = lambda _: None  # type: ignore[method-assign]
    camera = WristCamera(bench.node, ground_truth=False, group=None)  # type: ignore[arg-type]
    first = threading.Thread(target=lambda: answers.append(camera.wait(NOW, PATIENCE) is not None))
    first.start()
    assert waits.wait(PATIENCE)
    assert not camera.glance(NOW, PATIENCE) and first.is_alive()
    for part in ("colour", "depth", "info"):
        camera._take(part, SimpleNamespace(header=Header(stamp=stamp_of(NOW + 1.0))))
    first.join(PATIENCE)
    assert answers == [True]
    bench.node.create_subscription = lambda *_, **__: None  # type: ignore[method-assign]
    assert not camera.glance(NOW, 0.01), "nobody waits now, and nothing comes"


def test_what_does_not_come_is_named(bench: Bench) -> None:
    bench.node.camera_sends()
    del bench.node.comes[TOPICS[1]]
    bench.observer.observe("", Outcome.success(), counted=False)
    assert TOPICS[1] in bench.observer.trouble and TOPICS[0] not in bench.observer.trouble
    assert bench.observer.trouble == bench.warned[0]


def test_old_pictures_point_to_the_clocks(bench: Bench) -> None:
    bench.node.camera_sends(NOW - 1.0)
    bench.observer.observe("", Outcome.success(), counted=False)
    assert "clocks" in bench.observer.trouble


def test_parts_of_different_moments_are_told(bench: Bench) -> None:
    bench.node.camera_sends()
    bench.node.comes[TOPICS[1]].header = Header(stamp=stamp_of(NOW + 2.0))
    bench.observer.observe("", Outcome.success(), counted=False)
    assert "synchronise" in bench.observer.trouble


def test_a_picture_that_cannot_be_read_is_told(bench: Bench) -> None:
    bench.node.camera_sends(colour=Image(width=6, height=4, encoding="yuv422", step=12))
    bench.observer.observe("", Outcome.success(), counted=False)
    [(frame, _)] = bench.told
    assert frame is None
    assert "cannot be used" in bench.observer.trouble and "yuv422" in bench.observer.trouble


def test_an_arm_that_does_not_stand_is_told(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.still = False
    ticks = iter(range(1000))
    monkeypatch.setattr(time, "monotonic", lambda: float(next(ticks)))
    bench.observer.observe("", Outcome.success(), counted=False)
    assert "still" in bench.observer.trouble
    assert bench.told[0][0] is None
