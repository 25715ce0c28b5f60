"""What is said beforehand of numbers that the room does not meet."""

from __future__ import annotations

from pred_core.objects import ObjectMemory
from pred_language.lexicon.inflection import plural, singular
from pred_language.meaning.context import TaskContext
from pred_language.meaning.parts import in_order


def told_numbers(context: TaskContext, memory: ObjectMemory) -> str:
    """Return what is to be said beforehand of numbers that what was seen does not meet, '' where it does."""
    wanted = [(one.target, one.count) for one in in_order(context)]
    wanted += [(part.thing, part.count) for one in in_order(context) for part in one.also]
    told = ""
    for ranked, count in wanted:
        seen = len(memory.of_class(ranked.classes))
        if 0 < seen < count:
            those = plural(singular(ranked.words))
            told += f" I have seen only {seen} of {count} {those} so far, and will look for the rest."
    return told
