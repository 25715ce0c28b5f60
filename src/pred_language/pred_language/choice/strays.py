"""Words that nothing comes of: what no part of the goal was read from, and means nothing else, is asked about by name.

"Read me what the newspaper says about the elections" moves no newspaper: "says" and "elections" have no part in that.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator

from pred_language.choice.accounting import words_of
from pred_language.choice.second_reading import stem
from pred_language.lexicon import words
from pred_language.lexicon.courtesy import WRAPPING, closed
from pred_language.lexicon.english import is_english
from pred_language.lexicon.exceptions import ALL_BUT_ONE
from pred_language.lexicon.tagger import Tag, tag
from pred_language.lexicon.things import IGNORED_WORDS, WISHES
from pred_language.meaning.context import TaskContext
from pred_language.meaning.parts import in_order

_HARMLESS = WRAPPING | IGNORED_WORDS | WISHES | words.CLAUSE_OPENERS | {ALL_BUT_ONE} | closed(
    "been being open opened thats whats someone somebody nobody everybody everyone morning evening afternoon tonight "
    "around "
    "somewhere whatever whichever anyway bit lot stuff contents things everything anything something colour color "
    "needs wants "
    "likes obliged ever higher lower still already own left dare"
)
"""Words that say nothing of what is to be done."""
_SLIP = 0.86
"""How alike a word is at least to a verb that it is a slip of."""


def _is_mistyped(word: str, text: str) -> bool:
    """Tell whether what is no English word is no name either: these are written with a capital letter."""
    return re.search(rf"\b{word}\b", text) is not None


def strays(text: str, context: TaskContext) -> Iterator[str]:
    """Yield the English words of a text that no lexicon has and that a reading does not come from.

    :param text: the orders, without what was said beside them
    """
    used = {stem(word) for phrase in words_of(context) for word in phrase.split()}
    for task in in_order(context):
        used |= {stem(word) for tests in task.said.values() for test in tests for word in test.words.split()}
        used |= {stem(word) for word in str(task.task_type).split("_")}
    known = " ".join((*context.left_out, *(word for word, _ in context.guessed)))
    for token in tag(text):
        word = token.text
        if token.tag is not Tag.UNKNOWN or stem(word) in used or word in known or len(word) < 3:
            continue
        if word.endswith("ly") or word in _HARMLESS or not (is_english(word) or _is_mistyped(word, text)):
            continue
        if not difflib.get_close_matches(word, tuple(words.VERB_BASES), n=1, cutoff=_SLIP):
            yield word
