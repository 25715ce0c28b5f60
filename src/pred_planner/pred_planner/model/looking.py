"""A model looks at a picture and says which of some sentences fits it (HELPER 3.1.3, and where OHV or APM doubt).

Its answer is a witness like others: it makes the sentence that it names likelier, by how often such answers are right,
and decides nothing alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pred_core.model_calls import ShownPicture
from pred_core.outcome import Code, Outcome
from pred_planner.model import context_answer, prompts
from pred_planner.model.asking import ASKED, Asker
from pred_planner.plan.parsed import Rejected, RejectionCode

RULES_SEE_NOTHING = "Pictures are shown to a language model, and there is none: set reasoner:=llm."


@dataclass(frozen=True)
class PictureVerdict:
    """What a model made of a picture.

    ``chosen`` is the number of its sentence from 0, -1 where it cannot tell; ``likely`` how likely each is now.
    """

    outcome: Outcome
    likely: tuple[float, ...]
    chosen: int = -1


def judged(
    asker: Asker | None,
    picture: ShownPicture,
    subject: str,
    sentences: Sequence[str],
    likely: Sequence[float],
    accuracy: float,
) -> PictureVerdict:
    """Ask which sentence fits a picture.

    :param asker: None where there is no model
    :param subject: what is outlined in the picture, '' = nothing is
    :param likely: how likely each sentence is held to be, in sum 1
    :param accuracy: the share of pictures of which such a model says what is so, 0..1
    """
    before = tuple(float(share) for share in likely)
    if len(sentences) < 2 or len(before) != len(sentences):
        wrong = f"{len(sentences)} sentences with {len(before)} shares: there must be two or more, each with its own."
        return PictureVerdict(Outcome(Code.BAD_INPUT, wrong), before)
    if asker is None:
        return PictureVerdict(Outcome(Code.UNAVAILABLE, RULES_SEE_NOTHING), before)
    complaint = ""
    for _ in range(ASKED):
        answer = asker.ask(prompts.picture(picture, subject, sentences, complaint))
        complaint = answer.outcome.message
        if not answer.outcome and answer.outcome.code is not Code.PLAN_REJECTED:
            return PictureVerdict(answer.outcome, before)
        if answer.outcome:
            try:
                chosen = _number(answer.text, len(sentences)) - 1
            except Rejected as rejected:
                complaint = rejected.rejection.message
            else:
                return PictureVerdict(Outcome.success(), weighed(before, chosen, accuracy), chosen)
    unused = f"What the model says of the picture cannot be used: {complaint}"
    return PictureVerdict(Outcome(Code.PLAN_REJECTED, unused), before)


def weighed(likely: Sequence[float], chosen: int, accuracy: float) -> tuple[float, ...]:
    """Return how likely each sentence is after one was chosen (Bayes' rule), -1 for none.

    An answer that is wrong is taken to be any of the others alike.
    """
    if chosen < 0:
        return tuple(likely)
    wrong = (1.0 - accuracy) / (len(likely) - 1)
    after = [share * (accuracy if i == chosen else wrong) for i, share in enumerate(likely)]
    total = sum(after)
    return tuple(share / total for share in after) if total > 0 else tuple(likely)


def _number(text: str, most: int) -> int:
    """Return the number in an answer, alone or in an object.

    :raises Rejected: when there is none, or no sentence has it
    """
    bare = text.strip().rstrip(".")
    value: object = bare
    if not bare.isdecimal():
        value = {key.lower(): one for key, one in context_answer.object_in(text).items()}.get("number")
    said = str(value).strip()
    if isinstance(value, bool) or not said.isdecimal() or int(said) > most:
        raise Rejected(RejectionCode.SYNTAX, f"{said[:20]!r} is no number from 0 to {most}.")
    return int(said)
