"""The cards of runs: what the camera saw when a plan was changed, written with the story at the end."""

from __future__ import annotations

from pathlib import Path

from rclpy.node import Node

from pred_tools.cards import Evidence, draw_card
from pred_tools.explain import STORY, as_markdown, story
from pred_tools.revisions_seen import RevisionsSeen
from pred_tools.run_files import CARDS, RECORD, card_name, read_run


class RunCards:
    """Listens while tasks run; the words come from the run folder, the pictures from the topics."""

    def __init__(self, node: Node) -> None:
        self._revisions = RevisionsSeen(node)

    def begin(self) -> None:
        """Forget the revisions of earlier tasks."""
        self._revisions.forget()

    def take(self) -> list[Evidence | None]:
        """Return what the camera showed of each revision of the task that has ended."""
        return [self._revisions.evidence(seen) for seen in self._revisions.seen]


def write_cards(folder: Path, evidence: list[Evidence | None]) -> None:
    """Write ``cards/NN_kind.png`` for every revision, and ``story.md``; nothing when no task was begun.

    :param evidence: of the last revisions; those before may be of an earlier task
    :raises OSError: when they cannot be written
    :raises RunError: when the executive's record is broken
    """
    if not (folder / RECORD).is_file():
        return
    run = read_run(folder)
    shown = evidence[len(evidence) - len(run.changes) :] if len(evidence) >= len(run.changes) else []
    for number, change in enumerate(run.changes):
        path = folder / CARDS / card_name(number, change.revision.trigger)
        path.parent.mkdir(exist_ok=True)
        draw_card(change.step, change.revision, shown[number] if shown else None).save(path)
    (folder / STORY).write_text(as_markdown(story(run)), "utf-8")
