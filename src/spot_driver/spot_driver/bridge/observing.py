"""Making observations: once the robot stands still, the hand camera's next picture and all that belongs to it."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from bosdyn.client.frame_helpers import BODY_FRAME_NAME, VISION_FRAME_NAME, get_a_tform_b

from pred_bridge.count import ObservationCount
from pred_core.outcome import Code, Outcome
from pred_core.pictures import Picture
from pred_msgs.msg import Detections
from spot_driver.bridge import conversions
from spot_driver.bridge.topics import Topics
from spot_driver.driver import clock
from spot_driver.driver.errors import SDK_ERRORS
from spot_driver.driver.link import SpotLink
from spot_driver.driver.local_grid import NOTHING, Around, GridError, around
from spot_driver.driver.manipulator import Manipulator
from spot_driver.driver.pictures import HAND_COLOR, HAND_DEPTH, PictureError, Shot, picture_of, take
from spot_driver.driver.snapshot import Array, Snapshot, matrix

STILL_WITHIN = 3.0
AGAIN = 0.1
KEPT = 60
"""So many pictures are kept, 0.5 MB each."""

Truth = Callable[[Shot], Detections | None]


@dataclass(frozen=True)
class HandView:
    """One picture with where the robot was: ``body`` in map, 4x4."""

    picture: Picture
    body: Array
    seen: Snapshot
    colour: Shot


class Observer(ObservationCount):
    """Counts and publishes observations. Not thread-safe: whoever has the robot's turn calls it."""

    def __init__(
        self,
        link: SpotLink,
        hands: Manipulator,
        topics: Topics,
        now: Callable[[], float],
        timeout: float,
        scale: float,
        warn: Callable[[str], object],
        truth: Truth | None = None,
        *,
        grid: bool = True,
    ) -> None:
        """Prepare.

        :param now: the ROS clock, s
        :param timeout: how long a new picture may take, s
        :param scale: of pictures, of the camera's own size
        :param warn: is told when pictures cease to come, why, and when they come again
        :param truth: an emulated robot's true instances in a picture
        :param grid: ask for the robot's local grid with each picture
        """
        super().__init__(warn)
        self._link, self._hands, self._topics, self._now = link, hands, topics, now
        self._timeout, self._scale, self._truth = timeout, scale, truth
        self._stamp = 0.0
        self._grid, self._grid_trouble = grid, ""
        self.view: HandView | None = None
        """What the last observation with a picture shows."""
        self.earlier: deque[Picture] = deque(maxlen=KEPT)
        """The last pictures that were taken with an empty hand."""
        self._closing = threading.Event()

    def close(self) -> None:
        """Wait for the robot and its pictures no longer: the node ends."""
        self._closing.set()

    def observe(self, action: str, outcome: Outcome, *, counted: bool = True) -> int:
        """Wait until the robot stands, take the next picture, publish it all, and return the observation's number."""
        self.begin(action, outcome, counted=counted)
        seen = self._stand()
        view, trouble = self._look(seen)
        self.advance()
        self.tell(trouble)
        truth = None
        if view is not None:
            self.view = view
            if not self._hands.holding:
                self.earlier.append(view.picture)
            if self._truth is not None:
                truth = self._truth(view.colour)
        state = conversions.robot_state(
            stamp=self._now(),
            step=self.step,
            episode=self.episode,
            seen=seen or self._link.latest,
            optical=None if view is None else view.picture.optical,
            holding=self._hands.holding,
            action=self.action,
            ready=bool(self._link.available()) or self._link.sits,
            counts=(self.actions, self.failures),
        )
        self._topics.sits(self._link.sits)
        if view is None:
            self._topics.observation(None, None, None, state, None)
        else:
            self._topics.observation(view.picture, view.body, view.seen, state, truth, self._around())
        return self.step

    def _around(self) -> Around | None:
        """Return what the robot knows of the floor around it, nothing where it does not say; None: it is not asked."""
        if not self._grid:
            return None
        found, trouble = NOTHING, ""
        try:
            found = around(self._link.session)
        except GridError as error:
            trouble = str(error)
        except SDK_ERRORS as error:
            trouble = f"No local grid: {self._link.heard(error).message}"
        if trouble and trouble != self._grid_trouble:
            self._warn(trouble)
        self._grid_trouble = trouble
        return found

    def _stand(self) -> Snapshot | None:
        """Wait until base and arm are measured still."""
        deadline = time.monotonic() + STILL_WITHIN  # measurements take this machine's time, however fast the robot's
        while time.monotonic() < deadline and not self._closing.is_set():
            seen = self._link.wait_newer(clock.steady(), 0.5)
            if seen is not None and seen.still:
                return seen
        return None

    def _look(self, seen: Snapshot | None) -> tuple[HandView | None, str]:
        """Return the next picture, or why there is none."""
        if seen is None:
            return (
                None,
                f"No picture was taken: the robot was not measured still within {STILL_WITHIN:.0f} s.",
            )
        deadline = time.monotonic() + self._timeout
        problem = ""
        while time.monotonic() < deadline and not self._closing.is_set():
            try:
                colour, depth = take(self._link.session, (HAND_COLOR, HAND_DEPTH), self._scale)
            except PictureError as error:
                problem = f"The hand camera's picture cannot be used: {error}"
            except SDK_ERRORS as error:
                outcome = self._link.heard(error)
                problem = f"No picture of the hand camera: {outcome.message}"
                if outcome.code is not Code.ROBOT_LOST:
                    return None, problem
            else:
                if colour.stamp > self._stamp and abs(colour.stamp - depth.stamp) < AGAIN:
                    self._stamp = colour.stamp
                    return self._view(colour, depth, seen), ""
                problem = "The hand camera's pictures are old: it seems to be frozen."
            self._closing.wait(AGAIN)
        return None, problem

    def _view(self, colour: Shot, depth: Shot, seen: Snapshot) -> HandView:
        body = np.asarray(
            matrix(get_a_tform_b(colour.proto.shot.transforms_snapshot, VISION_FRAME_NAME, BODY_FRAME_NAME))
        )
        body[2, 3] -= seen.floor
        hand = body if seen.body_hand is None else body @ seen.body_hand
        picture = picture_of(colour, depth, self.step + 1, seen.floor, hand)
        return HandView(picture, body, seen, colour)
