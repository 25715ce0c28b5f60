"""The changes of a plan with what the camera showed of them: what cards are drawn from."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import numpy as np
from rclpy.node import Node
from sensor_msgs.msg import Image as ImageMsg

from pred_core.ros.conversions import image_from_msg, seconds
from pred_core.ros.qos import EVENTS, OBSERVATION
from pred_msgs.msg import Discrepancy as DiscrepancyMsg
from pred_msgs.msg import PlanRevision as PlanRevisionMsg
from pred_tools.cards import Evidence
from pred_tools.sightings import Sight, Sightings

MOST = 200
"""Revisions and findings that are kept; a robot that works for days must not grow."""


@dataclass
class SeenRevision:
    """A revision, the picture of the observation it was made on (or the last before), and its subject's last sight."""

    revision: PlanRevisionMsg
    picture: ImageMsg | None
    sight: Sight | None


class RevisionsSeen:
    """Listens to revisions, findings and pictures; :attr:`seen` are the revisions in order."""

    def __init__(self, node: Node) -> None:
        """Start to listen."""
        self.seen: deque[SeenRevision] = deque(maxlen=MOST)
        self._latest: ImageMsg | None = None
        self._sightings = Sightings(node)
        self._findings: dict[tuple[float, str, str], DiscrepancyMsg] = {}
        node.create_subscription(ImageMsg, "camera/color/image_raw", self._on_image, OBSERVATION)
        node.create_subscription(PlanRevisionMsg, "plan_revisions", self._on_revision, EVENTS)
        node.create_subscription(DiscrepancyMsg, "discrepancies", self._on_finding, EVENTS)

    def forget(self) -> None:
        """Begin anew: what comes is of another task."""
        self.seen.clear()
        self._findings.clear()

    def seen_of(self, revision: PlanRevisionMsg) -> SeenRevision:
        """Return a revision with what was seen until now."""
        sights = (self._sightings.last(found.subject_id) for found in revision.discrepancies)
        return SeenRevision(revision, self._latest, next((s for s in sights if s is not None), None))

    def evidence(self, seen: SeenRevision) -> Evidence | None:
        """Return the crop perception sent, else the subject when it was last seen, else what the camera saw."""
        stamp = seconds(seen.revision.header.stamp)
        for told in seen.revision.discrepancies:
            found = self._findings.get((stamp, told.kind, told.subject_id))
            if found is not None and found.crop.data:
                mask = np.asarray(image_from_msg(found.mask)) > 0 if found.mask.data else None
                return Evidence(np.asarray(image_from_msg(found.crop), np.uint8), mask)
        if seen.sight is not None:
            return seen.sight.evidence(f"last seen at step {seen.sight.step}")
        if seen.picture is None:
            return None
        return Evidence(np.asarray(image_from_msg(seen.picture), np.uint8), caption="what the camera saw")

    def _on_image(self, msg: ImageMsg) -> None:
        self._latest = msg
        for seen in self.seen:
            if seen.revision.header.stamp == msg.header.stamp:
                seen.picture = msg

    def _on_revision(self, msg: PlanRevisionMsg) -> None:
        self.seen.append(self.seen_of(msg))

    def _on_finding(self, msg: DiscrepancyMsg) -> None:
        self._findings[seconds(msg.header.stamp), msg.kind, msg.subject_id] = msg
        if len(self._findings) > MOST:
            del self._findings[next(iter(self._findings))]
