"""What PRED's rules do to the steps of a plan (listings 1 to 5), be these tuples with instances or bare rows.

Which step a rule is about, and whether it applies, is decided where steps are known: :mod:`pred_planner.rules.revision`
for running plans, :mod:`pred_planner.rows.revision` for rows of words.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence


def leave_out[S](steps: Sequence[S], which: Collection[int]) -> tuple[S, ...]:
    """Leave steps out: what serves nothing any more (DTA, listing 1), or has its effect already (APM, listing 4)."""
    return tuple(step for index, step in enumerate(steps) if index not in which)


def take_another[S](steps: Sequence[S], index: int, back: S, again: S) -> tuple[S, ...]:
    """After the taking at ``index`` put the wrong thing back and take another one (OHV, listing 2)."""
    return (*steps[: index + 1], back, again, *steps[index + 1 :])


def do_first[S](steps: Sequence[S], index: int, first: S) -> tuple[S, ...]:
    """Before a step do what clears its way (APM, listing 3), or say that it is passed over (ASR, listing 5)."""
    return (*steps[:index], first, *steps[index:])


def instead[S](steps: Sequence[S], index: int, other: S) -> tuple[S, ...]:
    """Do something else at ``index``: pass over what is in its place already (ASR), go to what is on already (APM)."""
    return (*steps[:index], other, *steps[index + 1 :])
