"""What is only likely there, and taken for there: the memory tells of a thing once it is sure, a search cannot wait."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace

from pred_core.objects import ObjectMemory

EVEN = 0.5
"""How likely a thing is there and of its class from which it is taken for that, once it was looked at from near."""


def with_likely(memory: ObjectMemory, looked_at: Container[str], bound: Container[str]) -> ObjectMemory:
    """Return the memory with those of its doubtful things that more likely than not are what they are called.

    Only what was gone to and stayed so from near: from afar another look is to be had. What the plan is about already
    is not lost because one more view of it was worse.

    :param looked_at: ids of what was gone to as it might be what was looked for
    :param bound: ids of what the variables of the plan mean
    """
    likely = [o for o in memory.doubtful if o.score >= EVEN and (o.id in looked_at or o.id in bound)]
    if not likely:
        return memory
    left = tuple(o for o in memory.doubtful if o not in likely)
    return replace(memory, objects=(*memory.objects, *likely), doubtful=left)
