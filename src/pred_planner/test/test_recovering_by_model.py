"""Recovery by a model that answers from a script: what is asked, what is taken, what is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest
from llm_desk import asker
from recovering_desk import at, kitchen, planned, rows, situation, thing

from pred_core.outcome import Code
from pred_core.plan_language import Primitive
from pred_planner.dialects import registry
from pred_planner.dialects.name_repair import repairer
from pred_planner.recovering.answers import tuples_of
from pred_planner.recovering.examples import demonstrations, nearest
from pred_planner.recovering.recoverer import METHOD_NAMES, Recoverer, Style
from pred_planner.recovering.situation import Stage

P = Primitive


def empty_handed(stage=Stage.PRECONDITIONS, method="cmfr"):
    """The pick-up before the last put is missing from the plan."""
    plan = planned()
    gone = replace(plan, subgoals=(*plan.subgoals[:4], plan.subgoals[5]))
    memory = kitchen(thing("Mug_1", "SinkBasin_1", clean=True))
    found = situation(stage, gone, 4, memory, Code.HAND_EMPTY, "GarbageCan_1")
    return replace(found, method=method)


def advise(found, *replies, **style):
    with asker(*replies) as (client, server):
        return Recoverer(client, "llm", Style(**style)).advise(found), server


def asked(server, number=0):
    return server.requests[number]["messages"][-1]["content"]


def test_a_model_names_what_has_to_be_done_first():
    answer = 'It lies in the sink. {"prior_required_actions": true, "actions": ["Pick_up(Mug_1)"]}'
    advice, server = advise(empty_handed(), answer, few_shot=False)
    assert rows(advice.proposal) == [("Mug", P.PICKUP), ("GarbageCan", P.PUT)]
    assert advice.proposal.made_by == "llm" and advice.proposal.rest[0].object_ref == "x1"
    prompt = asked(server)
    assert "Mug_1: clean; in or on SinkBasin_1" in prompt and "(GarbageCan, PutObject)" in prompt
    assert "Example" not in prompt


def test_what_the_action_model_refuses_is_asked_again_and_never_taken():
    bad = '{"prior_required_actions": true, "actions": ["Toggle_on(Mug_1)"]}'
    advice, server = advise(empty_handed(), bad, bad)
    assert len(server.requests) == 2 and "rejected" in asked(server, 1)
    assert rows(advice.proposal) == [("Mug", P.PICKUP), ("GarbageCan", P.PUT)]
    assert advice.proposal.made_by == "rules" and advice.rejected >= 2


def test_where_the_search_stands_in_for_the_model_it_is_told_why():
    bad, warned = '{"prior_required_actions": true, "actions": ["Toggle_on(Mug_1)"]}', []
    with asker(bad, bad, "It matters, I think.") as (client, _):
        Recoverer(client, warn=warned.append).advise(empty_handed())
        Recoverer(client, warn=warned.append).advise(empty_handed(Stage.IMPORTANCE))
    told = "How to go on ({}) is searched for without the model: "
    assert warned[0].startswith(told.format("preconditions") + "(Mug, ToggleObjectOn): ")
    assert warned[1] == told.format("importance") + "it does not say whether the step matters"


@pytest.mark.parametrize("method", METHOD_NAMES)
@pytest.mark.parametrize("stage", list(Stage))
def test_nonsense_never_becomes_a_plan_that_is_refused(method, stage):
    found = empty_handed(stage, method)
    advice, _ = advise(found, "I cannot help with that.", "]]{{", few_shot=False)
    if advice.proposal is not None:
        assert found.here.run(advice.proposal.rest).trouble is None


def test_a_step_is_left_out_only_where_the_rest_can_be_done():
    plan = planned()
    index = at(plan, "Mug", P.PICKUP)
    found = situation(Stage.IMPORTANCE, plan, index, kitchen(), Code.NOT_FOUND)
    advice, _ = advise(found, '{"important": false, "why": "It is not."}')
    assert advice.proposal is None and "would leave the step out" in advice.outcome.message


def test_a_model_that_calls_a_step_important_goes_on_to_the_next_stage():
    advice, _ = advise(empty_handed(Stage.IMPORTANCE), '{"important": true, "why": "It is the goal."}')
    assert advice.proposal is None and advice.outcome.message == "It is the goal."


def test_one_prompt_for_everything_replaces_the_rest_of_the_plan():
    answer = '{"solution": ["Pick_up(Mug_1)", "Place(Mug_1, GarbageCan_1)"]}'
    advice, server = advise(empty_handed(method="cot"), answer)
    assert rows(advice.proposal) == [("Mug", P.PICKUP), ("GarbageCan", P.PUT)]
    assert server.requests and "step by step" in asked(server)


def test_the_sink_of_an_answer_is_the_basin_that_the_robot_knows():
    answer = '{"solution": ["Pick_up(Mug_1)", "Place(Mug_1, Sink_1)", "Pick_up(Mug_1)"]}'
    parsed = registry.parse("cmfr", answer, repairer())
    steps = tuples_of(parsed, empty_handed(method="cot"))
    assert [s.as_tuple() for s in steps] == [("Mug", P.PICKUP), ("SinkBasin", P.PUT), ("Mug", P.PICKUP)]
    assert steps[1].object_ref == "sinkbasin"


def test_a_reflection_is_kept_as_the_reason():
    script = 'Explain: The mug was left in the sink.\nmug = InteractionObject("Mug")\nmug.pickup()'
    advice, _ = advise(empty_handed(method="helper"), script)
    assert rows(advice.proposal)[0] == ("Mug", P.PICKUP)
    assert "left in the sink" in advice.proposal.reason


@pytest.mark.parametrize(
    ("grade", "said"),
    [
        ("success_only", "Error: Task failed."),
        ("implicit", "Error: I cannot put what is held in or on the GarbageCan."),
        (
            "explicit",
            "Error: I cannot put the Mug in or on the GarbageCan: the hand does not hold the Mug.",
        ),
    ],
)
def test_cape_tells_of_an_error_as_much_as_its_grade_says(grade, said):
    advice, server = advise(empty_handed(method="cape"), "pick up the mug", grade=grade)
    assert said in asked(server) and asked(server).count("Task: ") == 1
    assert rows(advice.proposal) == [("Mug", P.PICKUP), ("GarbageCan", P.PUT)]


def test_the_failed_step_is_no_step_of_capes_context():
    _, server = advise(empty_handed(method="cape"), "pick up the mug", grade="few_shot")
    *shown, prompt = asked(server).split("\n\n")
    assert "Step: put what is held in or on the GarbageCan" not in prompt
    assert len(shown) == 3 and all("A correct step would be to " in one for one in shown)
    assert any("the hand does not hold" in one for one in shown)


@pytest.mark.parametrize("grade", ["success_only", "implicit"])
def test_an_error_of_a_correction_is_told_in_the_grade_as_well(grade):
    found = empty_handed(method="cape")
    _, server = advise(found, "switch off the faucet", "pick up the mug", grade=grade)
    assert "the Faucet is off" not in asked(server, 1)


def test_what_was_answered_in_vain_is_told_so_that_no_question_is_put_twice():
    found = empty_handed(method="cape")
    _, server = advise(found, "switch off the faucet", "pick up the mug", grade="success_only")
    vain = "Error: Task failed. A correct step would be to switch off the faucet\nError: Task failed. A correct"
    assert vain in asked(server, 1)


def test_what_is_wrong_still_is_told_after_a_correction():
    found = empty_handed(method="cape")
    _, server = advise(found, "switch on the faucet", "pick up the mug", grade="explicit")
    assert "Step: switch on the faucet" in asked(server, 1)
    assert "the hand does not hold the Mug" in asked(server, 1)


def test_without_the_search_an_answer_that_mends_nothing_leaves_the_failure():
    found = empty_handed(method="cape")
    advice, _ = advise(found, "switch off the faucet", grade="explicit", search=False)
    assert advice.proposal is None
    advice, _ = advise(found, "switch off the faucet", grade="explicit")
    assert advice.proposal.made_by == "rules"


def test_an_error_of_a_correction_is_told_next():
    found = empty_handed(method="cape")
    advice, server = advise(found, "switch off the faucet", "pick up the mug", grade="explicit")
    assert "the Faucet is off" in asked(server, 1)
    assert rows(advice.proposal)[0] == ("Mug", P.PICKUP) and advice.rejected == 1


@pytest.mark.parametrize("method", ["resample", "saycan"])
def test_the_baselines_are_told_nothing_of_the_error(method):
    advice, server = advise(empty_handed(method=method), "pick up the mug")
    assert "Error" not in asked(server)
    assert rows(advice.proposal) == [("Mug", P.PICKUP), ("GarbageCan", P.PUT)]


def test_there_are_24_demonstrations_of_which_the_most_similar_are_shown():
    assert len(demonstrations()) == 24
    found = nearest(
        Stage.PRECONDITIONS, "Cut the bread", "(Bread, SliceObject)", "nothing to cut with in the hand"
    )
    assert len(found) == 3 and "Knife" in found[0].answer


@pytest.mark.parametrize("method", METHOD_NAMES)
def test_every_method_answers_without_a_model(method):
    found = empty_handed(method=method)
    advice = Recoverer().advise(found)
    assert advice.proposal is None or found.here.run(advice.proposal.rest).trouble is None
    assert advice.proposal is not None or method in ("resample", "saycan")
