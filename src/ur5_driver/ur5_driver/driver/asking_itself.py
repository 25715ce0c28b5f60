"""What the controller says of itself, asked anew whenever it is there again or the arm starts to run, in a thread."""

from __future__ import annotations

import threading
from collections.abc import Callable

from ur5_description.rtde_numbers import RobotMode
from ur5_driver.driver.polyscope import PrimaryError, SaidOfItself
from ur5_driver.driver.primary import ask
from ur5_driver.driver.receive import Receiver

LOOK = 0.2
RETRY = 10.0
"""How long to wait after nothing was said, s: a port that PolyScope's settings block stays silent."""


class AskingItself:
    """Keeps what the controller said last. Nothing waits for it: until then it is not known."""

    def __init__(
        self,
        host: str,
        receiver: Receiver,
        told: Callable[[SaidOfItself], None],
        ask: Callable[[str], SaidOfItself] = ask,
    ) -> None:
        """Prepare; ``told`` is called from the thread with what is said."""
        self._host = host
        self._receiver = receiver
        self._told = told
        self._ask = ask
        self.said: SaidOfItself | None = None
        self.problem = "it was not asked yet"
        """Why the last answer is missing; '' where it is not."""
        self._asked_when: tuple[int, bool] | None = None
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, name="controller's own limits", daemon=True)

    def start(self) -> None:
        """Begin to ask."""
        self._thread.start()

    def close(self) -> None:
        """End the thread; one that waits for an answer ends after it."""
        self._ending.set()

    def _run(self) -> None:
        while not self._ending.wait(LOOK):
            if not self.look():
                self._ending.wait(RETRY)

    def look(self) -> bool:
        """Ask where that is due: safety settings change only while the arm has no power. False: nothing was said."""
        seen = self._receiver.latest
        if seen is None:
            return True
        now = (self._receiver.connections, seen.robot_mode == RobotMode.RUNNING)
        if now == self._asked_when:
            return True
        try:
            said = self._ask(self._host)
        except PrimaryError as error:
            self.problem = str(error)
            return False
        self.said, self.problem, self._asked_when = said, "", now
        self._told(said)
        return True
