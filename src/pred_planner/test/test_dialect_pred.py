"""PRED's triplets and tuples: what models write around them, before them, and instead of the brackets."""

from __future__ import annotations

import pytest
from answers import code_of, parsed, plan_of

from pred_planner.plan.parsed import RejectionCode

TUPLES = [["Mug", "PickupObject"], ["Sink", "PutObject"]]
REVISED = [["Move", "Mug", "Desk"], ["Clean", "Plate", "None"]]
OLD = '[["Clean","Mug","None"],["Move","Mug","Desk"],["Clean","Plate","None"]]'
NEW = '[["Move","Mug","Desk"],["Clean","Plate","None"]]'


@pytest.mark.parametrize(
    "text",
    [
        "Mug PickupObject\nSink PutObject",
        "PickupObject(Mug)\nPutObject(Sink)",
        '["PickupObject(Mug)", "PutObject(Sink)"]',
        '["Mug PickupObject","Sink PutObject"]',
        '["Mug, PickupObject","Sink, PutObject"]',
        '[["Mug","PickupObject","None"],["Sink","PutObject","None"]]',
        '[["PickupObject","Mug","None"],["PutObject","Sink","None"]]',
        '{"steps":[{"action":"PickupObject","object":"Mug"},{"action":"PutObject","object":"Sink"}]}',
        "[{'object': 'Mug', 'action': 'PickupObject'}, {'object': 'Sink', 'action': 'PutObject'}]",
        '["Mug", "PickupObject", "Sink", "PutObject"]',
        '["PickupObject", "Mug", "PutObject", "Sink"]',
        "(1) Mug, PickupObject (2) Sink, PutObject",
        "Mug, PickupObject; Sink, PutObject",
        "| Object | Action |\n|---|---|\n| Mug | PickupObject |\n| Sink | PutObject |",
        "| 1 | Mug | PickupObject |\n| 2 | Sink | PutObject |",
        "Step 1: Mug, PickupObject\nStep 2: Sink, PutObject",
        "1. [Mug, PickupObject] - pick the new mug up\n2. [Sink, PutObject] - the final place",
        "Step 1: [Mug, PickupObject]\nStep 2: [Sink, PutObject]",
        "[Mug, PickupObject]\n\n[Sink, PutObject]",
        "[[Mug, PickupObject]]\n[[Sink, PutObject]]",
        "First do [Mug, PickupObject], then [Sink, PutObject].",
        "Mug: PickupObject\nSink: PutObject",
        "<Mug, PickupObject>\n<Sink, PutObject>",
        "1. **Mug, PickupObject**\n2. **Sink, PutObject**",
        "- object: Mug\n  action: PickupObject\n- object: Sink\n  action: PutObject",
        "| Step | Object | Action |\n|---|---|---|\n| 1 | Mug | PickupObject |\n| 2 | Sink | PutObject |",
        "[Mug, Open] and [Mug, Close] can be removed.\n\n[Mug, PickupObject],\n[Sink, PutObject]",
        "[Mug, PickupObject], [Sink, PutObject]\n\nExplanation: [Mug, Open] and [Mug, Close] are skipped.",
        "[Mug, PickupObject], [Sink, PutObject]\n\nThe following actions were removed:\n[Mug, OpenObject]",
        "Original:\n1. [Mug, Open]\n2. [Sink, Put]\n\nRevised:\n1. [Mug, PickupObject]\n2. [Sink, PutObject]",
        "I change [Mug, Open] to [Mug, PickupObject], [Sink, PutObject].",
        "The plan changes to [[Mug, PickupObject], [Sink, PutObject]]",
        "The plan with its first action removed is [[Mug, PickupObject], [Sink, PutObject]]",
        "[[Mug, PickupObject], [Sink, PutObject]] is the final plan.",
        "[[Mug, PickupObject],  # the mug (clean)\n# then\n[Sink, PutObject]  // [done]\n]",
        '[["Mug (blue)","PickupObject"],["Sink","PutObject"]]\n\nThe mug (blue) is in view. (Clean).',
        "[Mug, PickupObject], [Sink, PutObject]\nI removed (Clean, Mug, None).",
        '"[[\\"Mug\\", \\"PickupObject\\"], [\\"Sink\\", \\"PutObject\\"]]"',
        "[«Mug», «PickupObject»], [«Sink», «PutObject»]",
        '[["Mug_1","PickupObject"],["Sink|1.2|0.9|-0.3","PutObject"]]',
        '["Mug","PickupObject"],\n["Sink","PutObject"],\n]',
    ],
)
def test_one_plan_of_tuples_however_it_is_written(text: str) -> None:
    assert plan_of("pred", text) == TUPLES


@pytest.mark.parametrize(
    "text",
    [
        f"Original plan: {OLD} Revised plan: {NEW}",
        f"Original plan:\n{OLD[1:-1]}\n\nRevised plan:\n{NEW[1:-1]}",
        f"# Current Action Plan\n{OLD[1:-1]}\n\n### OUTPUT\n{NEW[1:-1]}",
        f"Original plan:\n```\n{OLD}\n```\nRevised plan:\n```json\n{NEW}\n```",
        f'Since the mug is clean I remove ["Clean", "Mug", "None"]. Final plan:\n{NEW}',
        f'Since the mug is clean I remove ["Clean", "Mug", "None"]. Final plan:\n{NEW[1:-1]}',
        f"{NEW} I removed (Clean, Mug, None).",
        f"{NEW[1:-1]}\n\n(Clean, Mug, None) was removed.",
        f"Revised plan: {NEW}\nOriginal plan: {OLD}",
        f'{{"original_plan": {OLD}, "revised_plan": {NEW}}}',
        f'{{"revised_plan": {NEW}, "original_plan": {OLD}}}',
        f'{{"newPlan": {NEW}, "oldPlan": {OLD}}}',
        '~~["Clean", "Mug", "None"]~~\n["Move", "Mug", "Desk"]\n["Clean", "Plate", "None"]',
        '[{"Move": ["Mug", "Desk"]}, {"Clean": ["Plate", "None"]}]',
        "Move[Mug, Desk]\nClean[Plate]",
        '[["Move","Mug","Desk"],["Clean","Plate","X"]]',
        '[["Move","Mug","Desk"],["Clean","Plate","Nothing"]]',
        "The format is [Action, Object, Receptacle].\n" + NEW,
        "| Action | Object | Receptacle |\n|---|---|---|\n| Move | Mug | Desk |\n| Clean | Plate | None |",
        f"{OLD} becomes {NEW}",
        "Move Mug Desk\nClean Plate None",
        "1. Move Mug to the Desk\n2. Clean Plate",
        "[Action: Move, Object: Mug, Receptacle: Desk], [Action: Clean, Object: Plate, Receptacle: None]",
        "First action removed: [Clean, Mug, None]\nRemaining actions:\n" + NEW[1:-1],
        "Move(Mug, Desk)\nClean(Plate)",
        "| Move | Mug | Desk |\n| Clean | Plate | None |",
        '["Move", "Mug", "Desk", "Clean", "Plate", "None"]',
        "Action: Move\nObject: Mug\nReceptacle: Desk\n\nAction: Clean\nObject: Plate\nReceptacle: None",
        "[[[Move, Mug, Desk], [Clean, Plate]]]",
        "Original plan:\nClean, Mug, None\nMove, Mug, Desk\n\nRevised plan:\nMove, Mug, Desk\nClean, Plate, None",
    ],
)
def test_of_several_plans_the_revised_one_counts(text: str) -> None:
    assert plan_of("pred", text) == REVISED


def test_that_a_list_was_left_out_is_said() -> None:
    assert "took one of 2 lists" in parsed("pred", f"Original plan: {OLD} Revised plan: {NEW}").repairs


@pytest.mark.parametrize(
    ("text", "plan"),
    [
        ('["Pass"]', [["Pass", "None", "None"]]),
        ("Pass", [["Pass", "None", "None"]]),
        (
            "(Pass, None, None)\n(Move, Target, Parent)",
            [["Pass", "None", "None"], ["Move", "Target", "Parent"]],
        ),
        ('[["Pass"], ["Move", "Pillow", "Sofa"]]', [["Pass", "None", "None"], ["Move", "Pillow", "Sofa"]]),
        ('[["ToggleObjectOn","Faucet","None"]]', [["Faucet", "ToggleObjectOn"]]),
        ('[["ToggleOn","Faucet","None"]]', [["ToggleOn", "Faucet", "None"]]),
        ('[["Clean","Mug"],["Pickup","Mug"]]', [["Clean", "Mug", "None"], ["Pickup", "Mug", "None"]]),
        ('[["Empty","Cup","None"]]', [["Pour", "Cup", "None"]]),
        (
            '[["target","PickupObject"],["PARENT","PutObject"]]',
            [["Target", "PickupObject"], ["Parent", "PutObject"]],
        ),
        ('[["Receptacle","OpenObject"]]', [["Recep", "OpenObject"]]),
    ],
)
def test_single_steps(text: str, plan: list[list[str]]) -> None:
    assert plan_of("pred", text) == plan


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('[["Teleport","Mug","None"]]', RejectionCode.UNKNOWN_ACTION),
        ("Mug, PickupObject\nMug, DanceObject", RejectionCode.UNKNOWN_ACTION),
        ('[["Mug","PickupObject"],["Mug","Dance"]]', RejectionCode.UNKNOWN_ACTION),
        ('[["Mug","PickupObject"],[', RejectionCode.TRUNCATED),
        ('[["Mug","PickupObject"],', RejectionCode.TRUNCATED),
        ('[["Mug","PickupObject"],["Sink"', RejectionCode.TRUNCATED),
        ('[["Mug","Pick', RejectionCode.TRUNCATED),
        ("(Mug, PickupObject), (Mug, Put", RejectionCode.TRUNCATED),
        ('[["Mug","PickupObject"],["Sink","PutObject"]', RejectionCode.TRUNCATED),
        ('{"plan": [["Mug","PickupObject"],["Sink","PutObject"]]', RejectionCode.TRUNCATED),
        ("[('Mug', 'PickupObject'), ('", RejectionCode.TRUNCATED),
        ('["Mug","PickupObject"],', RejectionCode.TRUNCATED),
        ("Move, Mug, Shelf\nMove, Cup, Coff", RejectionCode.TRUNCATED),
        ("Move, Mug, Shelf\nMove, Cup", RejectionCode.TRUNCATED),
        ("Move, Mug, Shelf\nMo", RejectionCode.TRUNCATED),
        ("Mug, OpenObject\nMug, ToggleObject", RejectionCode.TRUNCATED),
        ('{"action": "Move", "object": "Mug", "receptacle": "Shelf"}, {"act', RejectionCode.TRUNCATED),
        ('[["Move","Mug, Cup","Shelf"]]', RejectionCode.MIXED_LEVELS),
        ('[["Mug","PickupObject"],["PutObject"]]', RejectionCode.MIXED_LEVELS),
        ('[["Mug","PickupObject"],["Sink"]]', RejectionCode.MIXED_LEVELS),
        ("No plan is needed (Pass).", RejectionCode.EMPTY),
        ("I would remove [Clean, Mug, None].", RejectionCode.EMPTY),
        ("Sure, clean the mug, please.", RejectionCode.EMPTY),
    ],
)
def test_rejections_are_typed(text: str, code: RejectionCode) -> None:
    assert code_of("pred", text) is code
