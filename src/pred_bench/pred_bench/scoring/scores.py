"""Scores of TEACh and ALFRED: success rate, goal conditions, and both weighted by path length.

N goal conditions are open at the start, U at the end. GC of an episode is 1 - U/N; over episodes it is the
micro-average sum(N - U) / sum(N). Weighted, a value m counts m * L* / max(L, L*), averaged with weights L*, where L is
the number of actions and L* the expert's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Episode:
    """What one run of a task came to; ``expert_actions`` None where L* is unknown.

    ``believed`` tells that the robot said it was done, ``reserved`` that it named what it took instead or did not see
    to hold ("Done, but: ..."), ``questions`` how many a person was asked.
    ``swayed`` tells that a discrepancy module had a say in it, ``revisions`` which of them caused each revision.
    """

    task_type: str
    success: bool
    open_at_start: int
    open_at_end: int
    actions: int
    failures: int
    expert_actions: int | None
    code: str
    seconds: float | None = None
    task_id: str = ""
    swayed: bool = False
    revisions: tuple[str, ...] = ()
    believed: bool = False
    reserved: bool = False
    questions: int = 0

    @property
    def goal_conditions(self) -> float:
        """1 - U/N; with nothing open at the start it is 1 if nothing is open at the end, else 0."""
        if self.open_at_start == 0:
            return float(self.open_at_end == 0)
        return 1.0 - self.open_at_end / self.open_at_start

    @property
    def path_weight(self) -> float:
        """L* / max(L, L*), 0 where L* is unknown."""
        expert = self.expert_actions or 0
        return expert / max(self.actions, expert, 1)


@dataclass(frozen=True)
class Scores:
    """Scores of a set of episodes, as shares.

    ``false_success`` is the share the robot called done and that is not, ``false_reserved`` the part of it where the
    robot named a reservation, ``questions`` how many a task.
    The weighted ones are None where no L* is known, ``steps_per_second`` where no times are known.
    """

    episodes: int
    success_rate: float
    goal_conditions: float
    weighted_success_rate: float | None
    weighted_goal_conditions: float | None
    actions: float
    failures: float
    steps_per_second: float | None
    codes: Mapping[str, int] = field(default_factory=dict)
    false_success: float = 0.0
    false_reserved: float = 0.0
    questions: float = 0.0


def score(episodes: Sequence[Episode]) -> Scores:
    """Return the scores of at least one episode. ``codes`` counts how the failed ones ended."""
    total = len(episodes)
    opened = sum(e.open_at_start for e in episodes)
    closed = sum(e.open_at_start - e.open_at_end for e in episodes)
    timed = [e for e in episodes if e.seconds]
    seconds = sum(e.seconds or 0.0 for e in timed)
    return Scores(
        episodes=total,
        success_rate=sum(e.success for e in episodes) / total,
        goal_conditions=closed / opened if opened else sum(e.goal_conditions for e in episodes) / total,
        weighted_success_rate=_weighted((float(e.success), e) for e in episodes),
        weighted_goal_conditions=_weighted((e.goal_conditions, e) for e in episodes),
        actions=sum(e.actions for e in episodes) / total,
        failures=sum(e.failures for e in episodes) / total,
        steps_per_second=sum(e.actions for e in timed) / seconds if seconds else None,
        codes=dict(Counter(e.code for e in episodes if not e.success).most_common()),
        false_success=sum(e.believed and not e.success for e in episodes) / total,
        false_reserved=sum(e.believed and e.reserved and not e.success for e in episodes) / total,
        questions=sum(e.questions for e in episodes) / total,
    )


def by_type(episodes: Iterable[Episode]) -> dict[str, Scores]:
    """Return the scores of each task type, in alphabetical order."""
    groups: dict[str, list[Episode]] = {}
    for episode in episodes:
        groups.setdefault(episode.task_type, []).append(episode)
    return {name: score(groups[name]) for name in sorted(groups)}


def _weighted(values: Iterable[tuple[float, Episode]]) -> float | None:
    weighted = [(v * e.path_weight, e.expert_actions) for v, e in values if e.expert_actions]
    total = sum(expert for _, expert in weighted)
    return sum(v * expert for v, expert in weighted) / total if total else None
