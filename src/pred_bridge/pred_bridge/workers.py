"""Work that takes long, done in threads so that the executor goes on serving: a cancel must come through meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future as Work
from concurrent.futures import ThreadPoolExecutor

from rclpy.node import Node
from rclpy.task import Future


class Workers:
    """Threads beside the executor of a node.

    An exception in a piece of work is a fault of the program: it is kept for :meth:`check`, which the node calls from
    a timer. Executors drop what is raised by a coroutine that had to wait.
    """

    def __init__(self, node: Node, threads: int) -> None:
        self._node = node
        self._pool = ThreadPoolExecutor(max_workers=threads, thread_name_prefix="worker")
        self._error: BaseException | None = None
        self._closed = False

    async def do[T](self, work: Callable[[], T]) -> T:
        """Return what the work returns, once it is done; never after :meth:`close`."""
        future = Future(executor=self._node.executor)
        self.start(work, future.set_result)
        result: T = await future
        return result

    def start[T](self, work: Callable[[], T], done: Callable[[T], None] = lambda _: None) -> None:
        """Begin a piece of work and hand its result to ``done``, which is called in the thread."""
        try:
            begun = self._pool.submit(lambda: done(work()))
        except RuntimeError:
            if self._closed:  # asked for while the node ends, and whoever waits ends with it
                return
            raise
        begun.add_done_callback(self._ended)

    def _ended(self, work: Work[None]) -> None:
        if not work.cancelled() and work.exception() is not None:
            self._error = work.exception()

    def check(self) -> None:
        """Do nothing while all went well.

        :raises RuntimeError: when a piece of work raised something
        """
        if self._error is not None:
            raise RuntimeError("work in a thread broke down") from self._error

    def close(self) -> None:
        """Take no more work; what is being done goes on to its end."""
        self._closed = True
        self._pool.shutdown(wait=False, cancel_futures=True)
