"""Work in threads beside an executor."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest

rclpy = pytest.importorskip("rclpy", reason="needs a ROS environment")

from pred_bridge.workers import Workers  # noqa: E402
from pred_core.ros.spinning import make_executor  # noqa: E402


@pytest.fixture
def node() -> Iterator[Any]:
    context = rclpy.Context()
    rclpy.init(context=context, domain_id=51)
    node = rclpy.create_node("workers_test", context=context)
    executor = make_executor(context)
    executor.add_node(node)
    yield node
    executor.shutdown()
    rclpy.try_shutdown(context=context)


def test_the_executor_goes_on_while_a_thread_works(node: Any) -> None:
    served, results = threading.Event(), []
    workers = Workers(node, 1)

    async def wait_for_work() -> None:
        results.append(await workers.do(lambda: served.wait(10.0)))

    node.executor.create_task(wait_for_work)
    node.create_timer(0.01, served.set)
    for _ in range(200):
        if results:
            break
        node.executor.spin_once(timeout_sec=0.05)
    workers.close()
    assert results == [True], "the timer never came while the work was waiting for it"


def test_what_goes_wrong_in_a_thread_is_told(node: Any) -> None:
    ended = threading.Event()
    workers = Workers(node, 1)
    workers.check()
    workers.start(lambda: 1 / 0)
    workers.start(ended.set)  # the only thread comes to it when it is done with the other
    assert ended.wait(10.0)
    workers.close()
    with pytest.raises(RuntimeError) as raised:
        workers.check()
    assert isinstance(raised.value.__cause__, ZeroDivisionError)


def test_what_is_asked_for_after_the_end_is_left_undone(node: Any) -> None:
    done: list[int] = []
    workers = Workers(node, 1)
    workers.close()
    workers.start(lambda: 1, done.append)
    workers.check()
    assert not done
