"""The story of a run, from the files a run leaves."""

from __future__ import annotations

import json
from dataclasses import asdict, replace

import pytest

from pred_core.objects import ObjectMemory
from pred_core.outcome import Code, Outcome
from pred_core.people import PERSON, SPEAKER
from pred_core.plan_language import Discrepancy, High, Kind, Level, Plan, Primitive, Subgoal
from pred_planner.plan.expansion import expand
from pred_planner.rules.revision import revise
from pred_tools.explain import as_markdown, as_text, main, story
from pred_tools.phrases import told, what_to_do
from pred_tools.run_files import Event, RunError, read_run

CLEAN = Subgoal("t1", Level.TRIPLET, High.CLEAN, "Mug", object_ref="x1")
MOVE = Subgoal("t2", Level.TRIPLET, High.MOVE, "Mug", "CoffeeMachine", object_ref="x1")
CONTEXT = {"target": {"words": "mug", "classes": ["Mug", "Cup"]}, "states": ["clean"]}
PLAN = Plan(
    "p",
    "put a clean mug on the coffee machine",
    "clean",
    "rules",
    (CLEAN, MOVE),
    expand((CLEAN, MOVE)),
    CONTEXT,
)
FOUND = Discrepancy(Kind.APM, "t1.1", "Mug", "Mug_1", "not clean", "clean", 0.9)


def event(step, kind, subgoal, text, **data):
    return {"step": step, "kind": kind, "subgoal": subgoal, "text": text, "data": data}


def lines(path, entries):
    path.write_text("".join(json.dumps(e) + "\n" for e in entries), "utf-8")


@pytest.fixture
def folder(tmp_path):
    revision = revise(PLAN, (FOUND,), ObjectMemory())
    put = revision.after.subgoals[1].id
    events = [
        event(2, "start", "", PLAN.instruction),
        event(5, "look_around", "", "SUCCESS: All sides were looked at.", objects=54),
        event(5, "plan", "t1.1", "one clean Mug to CoffeeMachine", plan=[]),
        event(5, "subgoal", "t1.1", "(Mug, PickupObject)"),
        event(
            5,
            "discrepancy",
            "t1.1",
            "Mug: expected not clean, observed clean.",
            module="apm",
            subject="Mug_1",
        ),
        event(
            8,
            "skill",
            "t2.1r1",
            "PickupObject Mug_1: SUCCESS",
            skill="PickupObject",
            id="Mug_1",
            code="SUCCESS",
        ),
        event(8, "subgoal", put, "(CoffeeMachine, PutObject)"),
        event(
            9,
            "skill",
            put,
            "PutObject CoffeeMachine_1: RECEPTACLE_FULL: There is a cup on it.",
            skill="PutObject",
            id="CoffeeMachine_1",
            code="RECEPTACLE_FULL",
        ),
        event(12, "end", "", "SUCCESS", code="SUCCESS"),
    ]
    full = asdict(Outcome(Code.RECEPTACLE_FULL, "There is a cup on it."))
    recovery = {"subgoal": put, "failure": full, "strategy": "make_room", "attempt": 1, "step": 11}
    result = {"success": True, "code": "SUCCESS", "message": "", "actions": 11, "failures": 1}
    lines(tmp_path / "events.jsonl", events)
    lines(tmp_path / "revisions.jsonl", [{"step": 5, **asdict(revision)}])
    lines(tmp_path / "recoveries.jsonl", [{**recovery, "outcome": asdict(Outcome(Code.SUCCESS))}])
    (tmp_path / "plan.json").write_text(json.dumps(asdict(PLAN)))
    (tmp_path / "result.json").write_text(
        json.dumps(
            {**result, "instruction": PLAN.instruction, "goal_conditions": 1, "goal_conditions_total": 1}
        )
    )
    return tmp_path


def test_the_record_is_read_back_as_it_was(folder):
    run = read_run(folder)
    assert run.plan == PLAN
    assert run.changes[0].revision == revise(PLAN, (FOUND,), ObjectMemory())


def test_the_story_says_everything_in_order(folder):
    text = " ".join(as_text(story(read_run(folder))).split())
    said = (
        "put a clean mug on the coffee machine",
        "Done: 1 of 1 goal, 11 actions, 1 of them failed.",
        "which means mug or cup",
        "It has to be clean.",
        "1. Clean the mug.",
        "54 objects are known",
        "Step 5: pick up the mug",
        "APM at step 5",
        "Expected of Mug_1: not clean. Observed: clean (90% sure).",
        "Decided by rules",
        "- (Clean, Mug, None)",
        "Picked up Mug_1.",
        "Could not put it on or in CoffeeMachine_1: There is a cup on it.",
        "Tried to recover (make room). That worked.",
        "The plan was changed once",
    )
    places = [text.find(words) for words in said]
    assert -1 not in places and places == sorted(places)


def test_a_task_that_is_done_but_not_as_it_was_said_is_told_so_wherever_its_end_is(folder):
    result = json.loads((folder / "result.json").read_text())
    notes = ["no desk was seen, took a drawer", "the mug was not seen clean"]
    (folder / "result.json").write_text(json.dumps({**result, "message": "", "notes": notes}))
    pieces = story(read_run(folder))
    but = f"Done, but: {'; '.join(notes)}. 1 of 1 goal, 11 actions, 1 of them failed."
    assert pieces[1].text == but
    assert " ".join(as_text(pieces).split()).count(but) == 2 and "measured as done" not in as_text(pieces)


def test_a_look_after_the_plan_that_found_nothing_is_not_told_as_a_failure(folder):
    found = asdict(Outcome(Code.ALREADY_SO, "Nothing is lacking."))
    done = asdict(Outcome(Code.SUCCESS, "The plan is done."))
    look = {"subgoal": "end", "failure": done, "strategy": "last_look", "attempt": 1, "step": 12}
    with (folder / "recoveries.jsonl").open("a") as file:
        file.write(json.dumps({**look, "outcome": found}) + "\n")
    text = " ".join(as_text(story(read_run(folder))).split())
    assert "That failed" not in text and "Tried to recover (last look)" not in text
    assert "Recovery was tried once and worked once." in text
    more = asdict(Outcome(Code.SUCCESS, "A mug is lacking."))
    with (folder / "recoveries.jsonl").open("a") as file:
        file.write(json.dumps({**look, "outcome": more}) + "\n")
    assert "A last look found more to do: A mug is lacking." in as_text(story(read_run(folder)))


def test_a_discrepancy_is_told_once_and_nothing_is_told_as_data(folder):
    text = as_text(story(read_run(folder)))
    assert "expected not clean, observed clean" not in text
    assert "{" not in text and "SUCCESS" not in text


def test_markdown_shows_the_cards_that_are_there(folder):
    assert "![" not in as_markdown(story(read_run(folder)))
    (folder / "cards").mkdir()
    (folder / "cards" / "01_apm.png").write_bytes(b"")
    text = as_markdown(story(read_run(folder)))
    assert "![01_apm](cards/01_apm.png)" in text and "```diff\n- (Clean, Mug, None)" in text


def test_a_refused_revision_says_why(folder):
    refused = replace(
        revise(PLAN, (FOUND,), ObjectMemory()),
        after=PLAN,
        outcome=Outcome(Code.PLAN_REJECTED, "No hand is free."),
    )
    lines(folder / "revisions.jsonl", [{"step": 5, **asdict(refused)}])
    text = " ".join(as_text(story(read_run(folder))).split())
    assert "Not followed" in text and "No hand is free." in text and "changed 0 times" in text


def test_a_run_that_was_cut_off_is_told_as_far_as_it_came(folder):
    (folder / "result.json").unlink()
    assert "The run was cut off" in as_text(story(read_run(folder)))


def test_a_task_that_was_not_understood_has_a_story(tmp_path):
    lines(tmp_path / "events.jsonl", [event(2, "start", "", "write a poem")])
    text = as_text(story(read_run(tmp_path)))
    assert text.startswith("write a poem") and "no plan was made" in text


def test_the_command_prints_it(folder, capsys):
    assert main([str(folder)]) == 0
    assert "WHAT HAPPENED" in capsys.readouterr().out
    assert main([str(folder), "--format", "markdown"]) == 0
    assert capsys.readouterr().out.startswith("# put a clean mug")


@pytest.mark.parametrize(
    ("name", "content", "complaint"),
    [
        ("events.jsonl", None, "holds no events.jsonl"),
        ("events.jsonl", "{", "events.jsonl is broken"),
        ("events.jsonl", "[]\n", "where an object is due"),
        ("events.jsonl", '{"step": 1}\n', "not as a run leaves it"),
        ("plan.json", '{"plan_id": "p"}', "not as a run leaves it"),
        ("recoveries.jsonl", '{"failure": []}\n', "not as a run leaves it"),
        ("revisions.jsonl", b"\xff\xfe", "cannot be read"),
    ],
)
def test_a_broken_folder_is_an_error_with_the_file_in_it(folder, capsys, name, content, complaint):
    if content is None:
        (folder / name).unlink()
    else:
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    assert main([str(folder)]) == 2
    told = capsys.readouterr()
    assert complaint in told.err and not told.out


def test_no_folder_is_an_error(tmp_path, capsys):
    assert main([str(tmp_path / "nowhere")]) == 2
    assert "there is no folder" in capsys.readouterr().err
    with pytest.raises(RunError):
        read_run(tmp_path / "nowhere")


@pytest.mark.parametrize(("recipient", "said"), [("", "the person"), ("Anna", "Anna")])
def test_things_are_brought_to_people_by_name(recipient: str, said: str) -> None:
    bring = Subgoal("t1", Level.TRIPLET, High.HAND_OVER, "Apple", PERSON)
    hand = Subgoal("t1.2", Level.TUPLE, Primitive.HAND_OVER, PERSON)
    assert what_to_do(bring, recipient) == f"bring the apple to {said}"
    assert what_to_do(hand, recipient) == f"hand it to {said}"


def test_a_person_is_told_of_without_an_id() -> None:
    def of(kind: str, text: str, **data: str) -> str:
        return told(Event(5, kind, "t1.2", text, {"id": SPEAKER, **data}))

    assert of("instance", "Person_1 for Person") == ""
    assert of("go", "Going to the person at (0.00, -1.25).") == "Going to the person at (0.00, -1.25)."
    skill = {"skill": "HandOverObject", "code": "SUCCESS"}
    assert of("skill", "HandOverObject Person_1: taken", **skill) == "Held it out: taken."
    late = {"skill": "HandOverObject", "code": "TIME_LIMIT"}
    assert of("skill", "HandOverObject Person_1: nobody took it", **late) == "Held it out: nobody took it."
