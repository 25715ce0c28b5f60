"""Learning how clauses are meant: from clauses that say so, and from sentences by their ends."""

from __future__ import annotations

import json
from pathlib import Path

from pred_bench.words.learn_retelling import CLAUSES, KEPT, clause_examples, learn, nested, sentence_example
from pred_bench.words.main import SUITES, rooms_of
from pred_bench.words.suite import Sentence, Wanted
from pred_core.vocabulary import within_domain
from pred_language.retelling.acts import Act
from pred_language.retelling.retold import retell
from pred_language.retelling.weighing import SHARED

FOLDER = Path(__file__).parents[1] / "suites"
ENTRIES = [
    json.dumps({"act": act, "say": say + thing})
    for act, say in (("bin", "get rid of the "), ("bring", "I could do with the "))
    for thing in ("pen", "mug", "newspaper")
]


def test_clauses_teach_what_they_ask_for() -> None:
    with within_domain("household"):
        weights = learn(list(clause_examples(ENTRIES)))
        assert retell("Get rid of the apple.", weights) == "throw away the apple"
        assert retell("I could do with the apple.", weights) == "bring me the apple"


def test_a_sentence_teaches_by_its_end() -> None:
    rooms = rooms_of(FOLDER, KEPT[0])
    said = Sentence("x", "bring", "masterbed", "I could do with the pen.", (Wanted.of("Pen_1 @ person"),))
    known: dict[str, str] = {}
    example = sentence_example(said, rooms["masterbed"], {}, known)
    assert example is not None
    rights = [found for found, right in zip(example.found, example.right, strict=True) if right]
    assert rights and all(f"{Act.BRING}\t<" in found for found in rights)
    assert known["masterbed/x/bring me the pen"] == "right"


def test_what_is_to_be_refused_is_told_as_nothing() -> None:
    rooms = rooms_of(FOLDER, KEPT[0])
    said = Sentence("x", "remark", "masterbed", "I like the pen.", instead=frozenset({"refuse"}))
    example = sentence_example(said, rooms["masterbed"], {}, {})
    assert example is not None
    rights = [found for found, right in zip(example.found, example.right, strict=True) if right]
    assert all(not any(name.startswith(f"{Act.BRING}\t") for name in found) for found in rights)


def test_small_weights_are_not_kept() -> None:
    assert nested({"bring\tx": 0.5, "bring\ty": 0.001, f"{SHARED}\tz": 0.2}) == {
        "bring": {"x": 0.5},
        SHARED: {"z": 0.2},
    }


def test_clauses_are_of_acts_that_there_are_and_kept_suites_are_suites() -> None:
    lines = (FOLDER / CLAUSES).read_text("utf-8").splitlines()
    with within_domain("household"):
        assert len(list(clause_examples(lines))) > 0.75 * len(lines)  # "it is late" can be taken one way only
    assert set(KEPT) <= set(SUITES)
