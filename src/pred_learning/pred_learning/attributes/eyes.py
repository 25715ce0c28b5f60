"""Asks a model that sees about labelled pictures: how often it is right is the weight of what it says on a task.

``python -m pred_learning.attributes.eyes PICTURES --model NAME [--base-url ADDRESS] [--count 60]``

PICTURES is a folder as galleries are made of (docs/attributes.md). The model is asked as on a task
(:mod:`pred_planner.model.looking`), with its key in OPENAI_API_KEY.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pred_core.feedback import state
from pred_core.model_calls import ShownPicture
from pred_core.objects import Truth
from pred_core.vocabulary import spoken
from pred_perception.attributes.pictures import GalleryError, Picture, list_pictures, read_picture
from pred_perception.shown import jpeg
from pred_planner.llm.budget import BudgetLimits
from pred_planner.llm.client import LlmClient, ModelSettings
from pred_planner.llm.endpoint import ServerError
from pred_planner.model.asking import Asker
from pred_planner.model.looking import judged

EVEN = (0.5, 0.5)
LEAST, MOST = 0.5, 0.99
"""What ``llm_picture_accuracy`` may be."""


@dataclass(frozen=True)
class Seen:
    """What a model said of one picture: right, wrong, or None where it could not tell."""

    attribute: str
    right: bool | None


def drawn(pictures: Sequence[Picture], count: int, seed: int) -> list[Picture]:
    """Return so many pictures, of each attribute and truth in turn, in an order that the seed says."""
    groups: dict[tuple[str, Truth], list[Picture]] = defaultdict(list)
    for picture in random.Random(seed).sample(pictures, len(pictures)):
        groups[picture.attribute, picture.truth].append(picture)
    rounds = max(map(len, groups.values()))
    return [group[turn] for turn in range(rounds) for group in groups.values() if turn < len(group)][:count]


def asked_about(
    asker: Asker, pictures: Sequence[Picture], progress: Callable[[str], None] = lambda _: None
) -> list[Seen]:
    """Return what a model says of pictures.

    :raises GalleryError: when a picture cannot be read
    :raises ServerError: when the model does not answer
    """
    seen = []
    for number, picture in enumerate(pictures, start=1):
        sentences = tuple(f"The {spoken(picture.type)} is {state(name)}." for name in _states(picture.attribute))
        found = judged(asker, ShownPicture.of(jpeg(*read_picture(picture.path))), picture.type, sentences, EVEN, MOST)
        if not found.outcome:
            raise ServerError(found.outcome.message)
        right = None if found.chosen < 0 else (found.chosen == 0) == (picture.truth is Truth.TRUE)
        seen.append(Seen(picture.attribute, right))
        progress(f"{number}/{len(pictures)} {picture.path.name}: {right}")
    return seen


def _states(attribute: str) -> tuple[str, str]:
    return attribute, f"not {attribute}"


def report(seen: Sequence[Seen]) -> str:
    """Return the table of attributes in Markdown, and the parameter to set."""
    found: Mapping[str, list[Seen]] = defaultdict(list)
    for one in seen:
        found[one.attribute].append(one)
    lines = ["| attribute | pictures | right of answered | cannot tell |", "|---|---|---|---|"]
    lines += [_row(name, own) for name, own in sorted(found.items())]
    answered = [one.right for one in seen if one.right is not None]
    if not answered:
        return "\n".join([*lines, "", "It cannot tell of any picture: leave vision off."])
    from scipy.stats import binomtest  # late: a second of imports that only a judgement needs

    share = sum(answered) / len(answered)
    low, high = binomtest(sum(answered), len(answered)).proportion_ci(method="wilson")
    told = f"Right of {len(answered)} answers: {share:.3f} (95 %: {low:.3f} to {high:.3f})."
    return "\n".join([*lines, "", told, f"planner.llm_picture_accuracy:={min(max(low, LEAST), MOST):.2f}"])


def _row(name: str, own: Sequence[Seen]) -> str:
    answered = [one.right for one in own if one.right is not None]
    share = f"{sum(answered) / len(answered):.3f}" if answered else "-"
    return f"| {name} | {len(own)} | {share} | {1 - len(answered) / len(own):.3f} |"


def main() -> None:
    """Ask about the folder named on the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("pictures", type=Path, help="folder <attribute>/<true|false>/<Type>/*.png")
    parser.add_argument("--base-url", help="OpenAI-compatible endpoint, by default OpenAI's own")
    parser.add_argument("--model", required=True, help="its model; the key is OPENAI_API_KEY")
    parser.add_argument("--count", type=int, default=60, help="how many pictures it is shown")
    parser.add_argument("--seed", type=int, default=0, help="which")
    parser.add_argument("--timeout", type=float, default=30.0, help="seconds for one answer")
    given = parser.parse_args()
    limits = BudgetLimits(calls=2 * given.count, tokens=10**9)
    settings = ModelSettings(given.model, given.base_url, given.timeout, given.timeout + 0.5, limits=limits)
    try:
        client = LlmClient(settings, lambda _: None)
        pictures = drawn(list_pictures(given.pictures), given.count, given.seed)
        print(report(asked_about(client, pictures, print)))
    except (GalleryError, ServerError) as error:
        raise SystemExit(f"eyes: {error}") from error


if __name__ == "__main__":
    main()
