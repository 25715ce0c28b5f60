"""Text that others wrote, a language model above all, made safe to print, to write down and to send on."""

from __future__ import annotations

import re
import unicodedata

LONGEST_SENTENCE = 300
"""Characters of the longest sentence that is taken from a model."""

_ESCAPE = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?"  # colours, cursor
    r"|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c\n]*(?:\x07|\x1b\\|\x9c)?"  # titles, links
    r"|\x1b[ -/]*[0-~]?"
)
"""What a terminal takes for a command (ECMA-48), with its arguments."""
_LINE_END = re.compile(r"\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_GAP = re.compile(r" *[\n\t][ \n\t]*")
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
_MARKUP = re.compile(r"[\[\]{}<>|`*#~\\^$]")
_BEFORE_STOP = re.compile(r" (?=[.,;!?](?:\s|\Z))")
_SENTENCE = re.compile(r".*?[.!?]+(?=[\"')]*(?:\s|\Z))[\"')]*", re.DOTALL)
_ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|etc|vs|approx|no|fig)\.\Z", re.IGNORECASE)


def without_controls(text: str) -> str:
    """Return a text without escape sequences, control, format and private characters; line ends and tabs stay."""
    if text.isprintable():  # most are, and there is nothing to look for in them
        return text
    lines = _LINE_END.sub("\n", _ESCAPE.sub("", text))
    return "".join(c for c in lines if c in "\n\t" or unicodedata.category(c) not in _UNSEEN)


def one_line(text: str) -> str:
    """Return a text in one line of characters that can be seen."""
    return _GAP.sub(" ", without_controls(text)).strip()


def one_sentence(text: str) -> str:
    """Return the first sentence of a text, without signs of markup; '' when it holds none of a length to believe."""
    first = next((line for line in without_controls(text).splitlines() if line.strip()), "")
    plain = _BEFORE_STOP.sub("", " ".join(_MARKUP.sub(" ", first).split())).lstrip("!?., ")
    sentence, past = "", 0
    while match := _SENTENCE.match(plain, past):
        sentence, past = plain[: match.end()], match.end()
        if not _ABBREVIATION.search(sentence):
            break
    sentence = sentence or plain
    said = any(c.isalpha() for c in sentence)
    return sentence.strip() if said and len(sentence) <= LONGEST_SENTENCE else ""


def ended_well(text: str) -> str:
    """Return a text with one mark at its end: its own, or a full stop."""
    plain = text.rstrip().rstrip(":,; ")
    return plain if not plain or plain[-1] in ".!?" else f"{plain}."
