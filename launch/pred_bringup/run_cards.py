"""The cards of a run: keeps what the camera saw when a plan was changed, and writes cards and story at the end."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from rclpy.node import Node
from sensor_msgs.msg import Image as ImageMsg

from pred_bringup.cards import Evidence, draw_card
from pred_bringup.explain import STORY, as_markdown, story
from pred_bringup.run_files import CARDS, RECORD, card_name, read_run
from pred_bringup.sightings import Sight, Sightings
from pred_core.ros.conversions import image_from_msg, seconds
from pred_core.ros.qos import EVENTS, OBSERVATION
from pred_msgs.msg import Discrepancy as DiscrepancyMsg
from pred_msgs.msg import PlanRevision as PlanRevisionMsg


@dataclass
class Seen:
    """A revision, the picture of the observation it was made on (or the last before), and its subject's last sight."""

    revision: PlanRevisionMsg
    picture: ImageMsg | None
    sight: Sight | None


class RunCards:
    """Listens while a task runs; the words come from the run folder, the pictures from the topics."""

    def __init__(self, node: Node, folder: Path) -> None:
        self._folder = folder
        self._latest: ImageMsg | None = None
        self._seen: list[Seen] = []
        self._sightings = Sightings(node)
        self._findings: dict[tuple[float, str, str], DiscrepancyMsg] = {}
        node.create_subscription(ImageMsg, "camera/color/image_raw", self._on_image, OBSERVATION)
        node.create_subscription(PlanRevisionMsg, "plan_revisions", self._on_revision, EVENTS)
        node.create_subscription(DiscrepancyMsg, "discrepancies", self._on_finding, EVENTS)

    def write(self) -> None:
        """Write ``cards/NN_kind.png`` for every revision, and ``story.md``; nothing when no task was begun.

        :raises OSError: when they cannot be written
        :raises RunError: when the executive's record is broken
        """
        if not (self._folder / RECORD).is_file():
            return
        run = read_run(self._folder)
        seen = self._seen[len(self._seen) - len(run.changes) :]  # those before are of an earlier task
        for number, change in enumerate(run.changes):
            evidence = self._evidence(seen[number]) if len(seen) == len(run.changes) else None
            path = self._folder / CARDS / card_name(number, change.revision.trigger)
            path.parent.mkdir(exist_ok=True)
            draw_card(change.step, change.revision, evidence).save(path)
        (self._folder / STORY).write_text(as_markdown(story(run)), "utf-8")

    def _evidence(self, seen: Seen) -> Evidence | None:
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
        for seen in self._seen:
            if seen.revision.header.stamp == msg.header.stamp:
                seen.picture = msg

    def _on_revision(self, msg: PlanRevisionMsg) -> None:
        sights = (self._sightings.last(found.subject_id) for found in msg.discrepancies)
        self._seen.append(Seen(msg, self._latest, next((s for s in sights if s is not None), None)))

    def _on_finding(self, msg: DiscrepancyMsg) -> None:
        self._findings[seconds(msg.header.stamp), msg.kind, msg.subject_id] = msg
