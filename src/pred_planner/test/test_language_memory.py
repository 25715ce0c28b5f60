"""The file of language-program pairs: a restart, two stacks at once, and what somebody else wrote into it."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from pred_core.objects import ObjectMemory
from pred_core.outcome import Code
from pred_language.meaning.encoder import embed
from pred_language.reader import Texts
from pred_planner.memory.program import ProgramError, read, write
from pred_planner.memory.remembering import RememberingReasoner
from pred_planner.memory.store import Pair, PairKind, Store, StoreError
from pred_planner.rules.reasoner import RulesReasoner

TOAST = "The Mary breakfast is a mug of coffee and two slices of toast on a clean plate."
MOVE = '[{"action":"Move","object":"Mug","object_ref":"x1","receptacle":"CounterTop","receptacle_ref":"y1"}]'


def letters(text: str) -> np.ndarray:
    counts = np.array([1.0 + text.lower().count(chr(97 + i)) for i in range(26)], np.float32)
    return counts / np.linalg.norm(counts)


def test_a_restart_keeps_what_was_remembered(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "memory.sqlite"
    assert not Store(path, letters).pairs()
    assert not path.exists(), "looking makes no file"
    number = Store(path, letters).add(Pair("wash the mug", MOVE, person="mary"))
    (pair,) = Store(path, letters).pairs()
    assert (pair.number, pair.words, pair.program, pair.person) == (number, "wash the mug", MOVE, "mary")


def test_the_nearest_are_of_one_kind_and_of_this_person_or_everybody(tmp_path: Path) -> None:
    store = Store(tmp_path / "m.sqlite", embed)
    for words, person in (("wash the mug", ""), ("rinse the cup", "mary"), ("rinse a cup", "bob")):
        store.add(Pair(words, MOVE, person=person))
    store.add(Pair("rinse a cup", MOVE, PairKind.CORRECTION))
    found = [pair.words for pair, _ in store.nearest("rinse a cup", 9, PairKind.PLAN, "mary")]
    assert found == ["rinse the cup", "wash the mug"]


def test_what_another_stack_writes_is_seen_at_once(tmp_path: Path) -> None:
    one, other = (Store(tmp_path / "m.sqlite", letters) for _ in range(2))
    number = one.add(Pair("a", MOVE))
    assert [p.words for p in other.pairs()] == ["a"]
    assert other.forget(number)
    assert one.pairs() == ()
    assert not one.forget(number)


WRITER = """
import sys
from pathlib import Path
import numpy as np
from pred_planner.memory.store import Pair, PairKind, Store
store = Store(Path(sys.argv[1]), lambda text: np.ones(4, np.float32) / 2)
for number in range(60):
    store.add(Pair(f"{sys.argv[2]} {number}", "[]", PairKind.ROUTINE, "the name"))
"""


def test_two_processes_on_one_file_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "m.sqlite"
    both = [subprocess.Popen([sys.executable, "-c", WRITER, str(path), who]) for who in ("one", "other")]
    assert [process.wait(60) for process in both] == [0, 0]
    words = {pair.words for pair in Store(path, letters).pairs()}
    assert words == {f"{who} {number}" for who in ("one", "other") for number in range(60)}


def test_a_file_that_is_no_memory_is_an_error_with_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "m.sqlite"
    path.write_text("nothing of the kind" * 100, "utf-8")
    with pytest.raises(StoreError, match="cannot be used"):
        Store(path, letters).pairs()
    said: list[str] = []
    reasoner = RememberingReasoner(RulesReasoner(), Store(path, letters), warn=said.append)
    planned = reasoner.make_plan(Texts("put a mug in the sink"), ObjectMemory())
    assert planned.plan is not None
    assert "cannot be used" in said[0]


def test_rows_and_keys_that_somebody_else_wrote_do_no_harm(tmp_path: Path) -> None:
    store = Store(tmp_path / "m.sqlite", letters)
    store.add(Pair("a mug", MOVE))
    with sqlite3.connect(store.path) as db:
        row = "INSERT INTO pairs (person,kind,name,words,program,domain,source,made,key) VALUES (?,?,?,?,?,?,?,?,?)"
        db.execute(row, ("", "spell", "", "x", "[]", "household", "", 0, b""))
        db.execute(row, ("", "plan", "", "b mug", MOVE, "household", "", "never", b"short"))
        db.execute(
            row,
            ("", "plan", "", "c mug", MOVE, "household", "", 0, np.full(26, np.nan, np.float32).tobytes()),
        )
    found = store.nearest("a mug", 9, PairKind.PLAN)
    assert found[0][0].words == "a mug"
    assert all(np.isfinite(cosine) for _, cosine in found)
    assert len(found) == 3


@pytest.mark.parametrize(
    ("program", "code"),
    [
        ('[{"action":"Explode","object":"Mug"}]', Code.NOT_UNDERSTOOD),
        ('[{"action":"Move","object":"Cheese","receptacle":"Plate"}]', Code.NOT_UNDERSTOOD),
        ("__import__('os').system('true')", Code.NOT_UNDERSTOOD),
        ('[{"action":"Move","object":"Mug","receptacle":"Mug","surprise":1}]', Code.NOT_UNDERSTOOD),
        ('[{"action":"Open","object":"Sofa"}]', Code.PLAN_REJECTED),
        ('[{"action":"Slice","object":"Sofa","receptacle":"CounterTop"}]', Code.PLAN_REJECTED),
        ('[{"action":"Move","object":"Fridge","receptacle":"Mug"}]', Code.PLAN_REJECTED),
        ('[{"action":"ToggleOn","object":"StoveKnob"},{"action":"Heat","object":"Sofa"}]', Code.PLAN_REJECTED),
        ('[{"action":"Pickup","object":"Mug","object_ref":"a"},{"action":"Move","object":"Cup","receptacle":"Sofa"}]',
         Code.PLAN_REJECTED),
    ],
)  # fmt: skip
def test_a_poisoned_routine_never_becomes_a_plan(tmp_path: Path, program: str, code: Code) -> None:
    store = Store(tmp_path / "m.sqlite", letters)
    store.add(Pair("the morning thing", program, PairKind.ROUTINE, "morning thing"))
    planned = RememberingReasoner(RulesReasoner(), store).make_plan(
        Texts("do the morning thing"), ObjectMemory()
    )
    assert planned.plan is None
    assert planned.outcome.code is code
    assert planned.outcome.message


def test_only_what_was_measured_and_confirmed_is_kept(tmp_path: Path) -> None:
    store = Store(tmp_path / "m.sqlite", letters)
    reasoner = RememberingReasoner(RulesReasoner(), store)
    plan = reasoner.make_plan(Texts("put a mug in the sink"), ObjectMemory()).plan
    assert plan is not None
    assert reasoner.confirmed(plan.plan_id) is None, "nobody measured it"
    plan = reasoner.make_plan(Texts("put a mug in the sink"), ObjectMemory()).plan
    assert plan is not None
    assert reasoner.measured(plan.plan_id) is None
    assert store.pairs() == ()
    kept = reasoner.confirmed(plan.plan_id)
    assert kept is not None
    assert [p.words for p in store.pairs()] == ["put a mug in the sink"]
    assert [t.as_triplet() for t in read(kept.program)] == [t.as_triplet() for t in plan.triplets]


def test_a_named_routine_is_kept_once_it_was_measured_and_is_its_persons(tmp_path: Path) -> None:
    store = Store(tmp_path / "m.sqlite", letters)
    marys = RememberingReasoner(RulesReasoner(), store, "mary")
    plan = marys.make_plan(Texts(TOAST), ObjectMemory()).plan
    assert plan is not None
    assert marys.measured(plan.plan_id) is not None
    asked = Texts("make the Mary breakfast")
    assert marys.make_plan(asked, ObjectMemory()).understood == "mary breakfast, as remembered"
    bobs = RememberingReasoner(RulesReasoner(), store, "bob").make_plan(asked, ObjectMemory())
    assert "remembered" not in bobs.understood


def test_a_program_is_the_same_after_writing_and_reading() -> None:
    plan = RulesReasoner().make_plan(Texts("put a clean mug on the coffee machine"), ObjectMemory()).plan
    assert plan is not None
    assert write(read(write(plan.triplets))) == write(plan.triplets)
    with pytest.raises(ProgramError, match="1 to"):
        read("[]")
