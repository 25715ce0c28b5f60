"""What a benchmark's figures rest on: what the robot is given that a real one would have to find out or be told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from pred_bench.scoring.scores import Episode, Scores, score
from pred_tasks.alfred.recorded import part_of

TUNED_ON = "3c14dc51b2c38478"
"""First digits of the SHA-256 of the task file that words and rules were tuned on by the faults of two of its parts."""
KEPT_APART = "held-out"
"""The part of it whose faults were not read. No weight was learned from any of it (``learn_usage``)."""
BY_DEFAULT = {
    "depth": "sensing=realistic",
    "pose": "sensing=realistic",
    "skill success": "success=visual",
}
"""What the bridge of a simulator tells as it is, no sensor noise, drift, or skill that only seems to succeed, unless
a launch argument says otherwise."""


def ground_truth(settings: Mapping[str, Any]) -> str:
    """Return in a line what the robot under test is told as it is, '' where the settings do not say."""
    detector = settings.get("detector")
    if not detector:
        return ""
    given = ["classes", "masks"] if detector == "oracle" else []
    given += ["attributes"] if settings.get("attributes") == "oracle" else []
    noise = " (classes and masks with the noise above)" if given and settings.get("noise") else ""
    other = {str(text).replace(":=", "=") for text in settings.get("set", ())}
    given += [name for name, unless in BY_DEFAULT.items() if unless not in other]
    return (", ".join(given) or "nothing") + noise


def acted(episodes: Sequence[Episode]) -> tuple[int, Mapping[str, int]]:
    """Return in how many episodes a module had a say, and how many revisions each kind caused."""
    return sum(e.swayed for e in episodes), Counter(kind for e in episodes for kind in e.revisions)


def kept_apart(episodes: Sequence[Episode], settings: Mapping[str, Any]) -> Scores | None:
    """Return the scores on the texts no rule was tuned on; None where the tasks are not those tuned on."""
    if settings.get("tasks_sha256") != TUNED_ON:
        return None
    apart = [e for e in episodes if e.task_id and part_of({"task_id": e.task_id}) == KEPT_APART]
    return score(apart) if apart else None


def told(episodes: Sequence[Episode], settings: Mapping[str, Any]) -> list[str]:
    """Return the lines of a summary that say all this."""
    lines = []
    given = ground_truth(settings)
    if given:
        lines.append(f"Ground truth: {given}.")
    count, kinds = acted(episodes)
    caused = ", ".join(f"{kind} {kinds[kind]}" for kind in sorted(kinds)) or "none"
    lines.append(f"A module had a say in {count} of {len(episodes)} episodes; revisions of plans: {caused}.")
    apart = kept_apart(episodes, settings)
    if apart is not None:
        lines.append(
            f"Texts no rule was tuned on ({apart.episodes} of {len(episodes)} tasks): "
            f"SR {100.0 * apart.success_rate:.1f}, GC {100.0 * apart.goal_conditions:.1f}."
        )
    return lines
