"""A node as a process: what starts it, what ends it, and the exit code.

The main thread only waits while the node is served in another one, and the context stays until the last callback has
ended. rclpy's own signal handlers would take it away in the middle of one, and whatever that callback then publishes
would fail.
"""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable
from queue import Empty, SimpleQueue
from types import FrameType

import rclpy
from rclpy.executors import Executor, ExternalShutdownException
from rclpy.node import Node
from rclpy.signals import SignalHandlerOptions

from pred_core.exit_codes import BAD_INPUT, DONE, NOT_DONE
from pred_core.ros.parameters import ParameterError
from pred_core.ros.spinning import make_executor, settle_memory
from pred_core.stack_owner import orphaned

STOP_SECONDS = 3.0
"""How long a callback that is under way may go on after the node was told to end."""

LOOK_SECONDS = 0.25
"""A signal that comes just before the main thread falls asleep does not wake it: how late such a one is heard."""

Errors = tuple[type[Exception], ...]


def nothing(_node: Node) -> None:
    """Do nothing: for nodes that need no start or no close."""


def run_until_told[N: Node](
    name: str,
    make: Callable[[], N],
    *,
    start: Callable[[N], None] = nothing,
    close: Callable[[N], None] = nothing,
    refusals: Errors = (ParameterError,),
    breakdowns: Errors = (),
    executor: Callable[[], Executor] = make_executor,
    args: list[str] | None = None,
) -> int:
    """Serve a node until SIGINT or SIGTERM.

    :param name: what messages on stderr begin with
    :param make: returns the node; a signal interrupts it, and ``start``, by KeyboardInterrupt
    :param start: what takes long or starts other processes, so that ``close`` can end it even half-way
    :param close: called before callbacks under way are waited for, to make them end; then the node is destroyed
    :param refusals: errors of ``make`` and ``start`` that the user can mend; told in one line
    :param breakdowns: errors, of callbacks as well, that are told in one line; others are raised
    :param args: ROS arguments; those of the process when None
    :returns: 0 when told to end, 2 when it could not start, 1 when it broke down
    """
    told = Told()
    try:
        told.listen()
        rclpy.init(args=args, signal_handler_options=SignalHandlerOptions.NO)
        _live(make(), start, close, executor, told)
    except KeyboardInterrupt:
        return DONE
    except (*refusals, *breakdowns) as error:
        told.interrupts = False
        print(f"{name}: {error}", file=sys.stderr)
        return NOT_DONE if isinstance(error, breakdowns) else BAD_INPUT
    finally:
        told.interrupts = False
        rclpy.try_shutdown()
    return DONE


def _live[N: Node](
    node: N,
    start: Callable[[N], None],
    close: Callable[[N], None],
    executor: Callable[[], Executor],
    told: Told,
) -> None:
    """Start the node, serve it until it is told to end or breaks down, and leave nothing of it.

    :raises Exception: what a callback raised and so ended it
    """
    serving = None
    try:
        start(node)
        told.interrupts = False
        serving = _Serving(node, executor(), told.tell)
        told.wait()
        if serving.error is not None:
            raise serving.error
    finally:
        told.interrupts = False
        close(node)
        if serving is None or serving.end():
            node.destroy_node()


class Told:
    """Hears that the process shall end.

    While ``interrupts`` is set the first signal also raises KeyboardInterrupt in the main thread. Where that is lost,
    as in a destructor, :meth:`wait` still knows of it.
    """

    def __init__(self) -> None:
        self.interrupts = True
        # unlike an Event, it may be filled by a signal handler whatever the main thread is doing with it
        self._said: SimpleQueue[None] = SimpleQueue()

    def listen(self) -> None:
        """Take SIGINT and SIGTERM from now on to the end of the process."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._hear)

    def _hear(self, _number: int, _frame: FrameType | None) -> None:
        self.tell()
        if self.interrupts:
            self.interrupts = False
            raise KeyboardInterrupt

    def tell(self) -> None:
        """Say that the process shall end; any thread may."""
        self._said.put(None)

    @property
    def said(self) -> bool:
        """Whether it has been said and not been waited for, or the launch that started this process is gone."""
        return not self._said.empty() or orphaned()

    def wait(self) -> None:
        """Return when it has been said."""
        while True:
            try:
                self._said.get(timeout=LOOK_SECONDS)
            except Empty:
                if not orphaned():
                    continue
            return


class _Serving:
    """A node served by an executor in a thread of its own."""

    def __init__(self, node: Node, executor: Executor, ended: Callable[[], None]) -> None:
        """Begin; ``ended`` is called when it is over, for whatever reason."""
        self.error: Exception | None = None
        self._node = node
        self._executor = executor
        self._ended = ended
        executor.add_node(node)
        settle_memory()
        self._thread = threading.Thread(target=self._spin, name="executor", daemon=True)
        self._thread.start()

    def _spin(self) -> None:
        try:
            self._executor.spin()
        except ExternalShutdownException:
            pass  # somebody else took the context away: over as well
        except Exception as error:  # noqa: BLE001, raised again by the one who waits for the end
            self.error = error
            self._node.get_logger().debug(f"serving ended with {error!r}")
        finally:
            self._ended()

    def end(self) -> bool:
        """End the serving and return whether no callback goes on, after STOP_SECONDS at most."""
        deadline = time.monotonic() + STOP_SECONDS
        self._executor.shutdown(timeout_sec=STOP_SECONDS)
        self._thread.join(max(0.0, deadline - time.monotonic()))
        return not self._thread.is_alive()
