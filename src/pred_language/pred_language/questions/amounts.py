"""Questions that compare how many there are: "are there more books than pillows?", "as many spoons as cups?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pred_language.questions.answering import Answer

_THERE = r"(?:(?:is|are) there|(?:do|have) (?:you|we|i)(?: have| see| got)?|(?:can|do) you see)"
_HERE = r"(?: (?:in (?:this|the) room|in here|here|there|around|altogether|in total))*"
_FORMS = tuple(
    re.compile(form)
    for form in (
        rf"^{_THERE} (?P<how>more|fewer|less) (?P<one>.+?) than (?P<other>.+?){_HERE}$",
        rf"^{_THERE} (?P<how>as many|just as many|the same number of) (?P<one>.+?) (?:as|and) (?P<other>.+?){_HERE}$",
        (rf"^(?:what|which)(?: are there| do we have| is there)? (?P<how>more|fewer)(?: of)?(?: here)?[,:] "
        rf"(?P<one>.+?) or (?P<other>.+?){_HERE}$"),
    )
)


@dataclass(frozen=True)
class Amounts:
    """Two kinds of things of which the numbers are compared: ``how`` is more, fewer, same or which."""

    how: str
    one: str
    other: str

    @property
    def counts(self) -> tuple[str, str]:
        """The questions for both numbers."""
        return f"how many {self.one} are there", f"how many {self.other} are there"


def amounts_in(question: str) -> Amounts | None:
    """Return what a question compares, None where it compares no numbers of things.

    :param question: in lower case, without its sign
    """
    match = next((found for form in _FORMS if (found := form.match(question))), None)
    if match is None or re.match(r"(?:one|two|three|four|five|six|seven|eight|nine|ten|\d+)$", match["other"]):
        return None
    how = {"less": "fewer"}.get(match["how"], match["how"])
    offered = " or " in question and " than " not in question
    return Amounts("which" if offered else how if how in ("more", "fewer") else "same", match["one"], match["other"])


def weighed(amounts: Amounts, answers: Sequence[Answer]) -> Answer:
    """Return which are more, or whether it is so; not known where one of both could not be counted."""
    first, second = answers
    told = replace(first, sentence=f"{first.sentence} {second.sentence}", things=(*first.things, *second.things))
    told = replace(told, look_at=(*first.look_at, *second.look_at))
    one, other = first.value, second.value
    if not isinstance(one, int) or not isinstance(other, int):
        return replace(told, value=None)
    if amounts.how == "which":
        most = amounts.one if one > other else amounts.other if other > one else "as many of both"
        return replace(told, sentence=f"{most[:1].upper()}{most[1:]}: {told.sentence}", value=most)
    so = {"more": one > other, "fewer": one < other, "same": one == other}[amounts.how]
    return replace(told, sentence=f"{'Yes' if so else 'No'}: {told.sentence}", value=so)
