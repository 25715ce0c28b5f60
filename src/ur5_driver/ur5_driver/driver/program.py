"""The program on the controller: whose it is, and ending the driver's own. Somebody else's is left alone.

The driver's program counts its time (:mod:`ur5_driver.driver.guard`). One that a busy controller begins only after the
driver gave it up is known by that.
"""

from __future__ import annotations

import threading
import time

from ur5_description.rtde_numbers import Runtime
from ur5_driver.driver.dashboard import Dashboard, DashboardError
from ur5_driver.driver.receive import Receiver
from ur5_driver.driver.states import EMERGENCY, STOPS

ENDED = (Runtime.STOPPING, Runtime.STOPPED)
OUTLIVES_WATCHDOG = 1.0
"""How long after its watchdog's time the driver's program is surely gone, s."""
LATE = 0.1
"""The count may be ahead of the controller's time by so much, s."""
_LOOK = 0.02


class Program:
    """What runs on the controller, as far as the driver started it or may end it."""

    def __init__(self, receiver: Receiver, dashboard: Dashboard, watchdog: float, *, take_over: bool) -> None:
        """Prepare; ``take_over``: a program of somebody else may be ended unasked."""
        self._receiver, self._dashboard = receiver, dashboard
        self._watchdog = watchdog
        self._take_over = self._permitted = take_over
        self._ours = False
        self.which = 0
        """A number for the program that is there: it grows while none is."""
        self._counted: tuple[float, float] | None = None
        """The controller's time, s, and the count when none of the driver's ran last; None: not known."""
        self._ending: threading.Thread | None = None
        self.left = ""
        """Why the driver's program could not be ended, '' when it was."""

    @property
    def ended(self) -> bool:
        """Whether the controller says that no program runs or waits."""
        seen = self._receiver.latest
        return seen is not None and seen.runtime_state in ENDED

    @property
    def foreign(self) -> bool:
        """Whether a program runs or waits that the driver did not start and nobody let it end."""
        running = self._receiver.latest is not None and not self.ended
        return running and not self._ours and not self._permitted and not self._counts

    @property
    def _counts(self) -> bool:
        """Whether what runs has counted its time since the driver gave its own up: no program of others does."""
        seen, before = self._receiver.latest, self._counted
        if seen is None or before is None or seen.counted == before[1]:
            return False
        passed = seen.stamp - before[0] + LATE
        return any(0.0 < seen.counted - begun <= passed for begun in (0.0, before[1]))

    def permit(self, which: int) -> None:
        """Let the program be ended that :attr:`which` numbered so, if it is there still: a person said so."""
        self._permitted = self._permitted or which == self.which

    def started(self) -> None:
        """Take note that the driver's own is started, in place of whatever is there; leave was for that one only."""
        self._ours, self._permitted = True, self._take_over

    def look(self) -> None:
        """Take note, while nobody is in control, that what was there has ended."""
        if self.ended:
            self._give_up()
            self._permitted = self._take_over
            self.which += 1

    def end(self, *, by_itself: bool) -> None:
        """End the driver's program, in a thread.

        :param by_itself: it seems to have ended, so that what runs may be another; one that is held has not ended
        """
        work = self._outlive if by_itself else self._end
        self._ending = threading.Thread(target=work, name="end program", daemon=True)
        self._ending.start()

    def wait_ended(self) -> None:
        """Wait for what :meth:`end` began."""
        if self._ending is not None:
            self._ending.join()

    def replaced(self) -> bool:
        """Wait for what :meth:`end` began, and return whether another's program goes on in its place."""
        self.wait_ended()
        return self.foreign

    @property
    def _held(self) -> bool:
        """Whether a stop holds the program."""
        seen = self._receiver.latest
        if seen is None:
            return False
        return seen.runtime_state not in (*ENDED, Runtime.PLAYING) or bool(
            seen.safety_bits & (EMERGENCY | STOPS)
        )

    def _outlive(self) -> None:
        """Wait until the driver's program has ended or would have, without the sign of life that it wants.

        A program that is held waits for ever. Its own side tells of that as of an end, and often before the controller
        does; so it is ended as soon as it is seen. So is, in the end, what nothing is heard of, and what may be ended.
        """
        deadline = time.monotonic() + self._watchdog + OUTLIVES_WATCHDOG
        while self._ours and not self.ended:
            late = time.monotonic() > deadline
            if self._held or (late and (self._take_over or self._receiver.latest is None)):
                self._end()
                return
            if late:
                break
            time.sleep(_LOOK)
        self._give_up()
        self.left = ""

    def _give_up(self) -> None:
        """Take what runs from now on for somebody else's, unless it counts."""
        seen = self._receiver.latest
        self._ours = False
        self._counted = None if seen is None else (seen.stamp, seen.counted)

    def _end(self) -> None:
        try:
            self._dashboard.end_program()
        except DashboardError as error:
            self.left = str(error)
        else:
            self.left = ""
