"""HELPER's scripts: the paper's own format, what models add to it, and what is never allowed."""

from __future__ import annotations

import pytest
from answers import code_of, parsed, plan_of

from pred_planner.plan.parsed import RejectionCode

MUG = 'mug = InteractionObject("Mug")\n'
SCRIPT = 'target_mug = InteractionObject("Mug", landmark="Sink")\ntarget_mug.go_to()\ntarget_mug.pickup()\n'
STEPS = [["Goto", "Mug", "None"], ["Pickup", "Mug", "None"]]
INDENTED = SCRIPT.replace("\ntarget", "\n    target")


@pytest.mark.parametrize(
    "text",
    [
        f"Explain: The robot is too far (1.5 m). It should move.\nPlan (Python script):\n{SCRIPT}",
        f"Explain: far\nPlan (Python script): {SCRIPT}",
        f"Explain: The mug is hidden\nPlan:\nagent = AgentCorrective()\nagent.move_back()\n{SCRIPT}",
        f"AgentCorrective().move_alternate_viewpoint()\n{SCRIPT}",
        f"Here is a script:\n\n{SCRIPT}\nThis script (short) picks up the mug.",
        f"{SCRIPT}target_mug.go_to() is called first.",
        f"Plan (Python script):\n```python\n{SCRIPT}```\nThis is it.",
        f"import time\nfrom house import InteractionObject, AgentCorrective\n{SCRIPT}time.sleep(3)\nprint('done')",
        f"def fetch():\n    {INDENTED}",
        f"def fetch():\n    {INDENTED}\nfetch()",
        f'def main():\n    {INDENTED}\n\nif __name__ == "__main__":\n    main()',
        f"class InteractionObject:\n    def go_to(self):\n        pass\n\n{SCRIPT}",
        SCRIPT.replace("target_mug =", "target_mug = m ="),
        SCRIPT.replace("target_mug =", "target_mug: InteractionObject ="),
        SCRIPT.replace("\ntarget_mug.pickup", "\nm2 = target_mug\nm2.pickup"),
        SCRIPT.replace('landmark="Sink"', 'landmark="Kitchen"'),
        SCRIPT.replace('"Mug"', "name").join(('name = "Mug"\n', "")),
        'InteractionObject("Mug").go_to()\nInteractionObject("Mug").pickup()',
        'a, b = InteractionObject("Mug"), InteractionObject("Cup")\na.go_to()\na.pickup()',
        "".join(f"{n}. {line}\n" for n, line in enumerate(SCRIPT.splitlines(), start=1)),
        "".join(f">>> {line}\n" for line in SCRIPT.splitlines()),
        "".join(f"`{line}`\n" for line in SCRIPT.splitlines()),
        f"Plan:\n    {INDENTED}",
        SCRIPT.replace("go_to()", "go_to() # first go to the mug and take it from the\n\nTable\n"),
        f"```python\n{SCRIPT.splitlines()[0]}\n```\nThen:\n```python\ntarget_mug.go_to()\ntarget_mug.pickup()\n```",
    ],
)
def test_one_plan_however_it_is_written(text: str) -> None:
    assert plan_of("helper", text) == STEPS


@pytest.mark.parametrize(
    ("text", "plan"),
    [
        ("Explain: nothing is wrong.\nPlan (Python script):\ndo_nothing()", [["Pass", "None", "None"]]),
        ("agent = AgentCorrective()\nagent.move_closer()", [["Pass", "None", "None"]]),
        (f"for i in range(3):\n    {MUG}    mug.pickup()", [["Pickup", "Mug", "None"]] * 3),
        (
            'mugs = [InteractionObject("Mug") for _ in range(2)]\nfor m in mugs:\n    m.clean()',
            [["Clean", "Mug", "None"]] * 2,
        ),
        (
            MUG + 'sink = InteractionObject("Sink")\nsink.empty()\nmug.empty()',
            [["Pass", "None", "None"], ["Pour", "Mug", "None"]],
        ),
        (
            'knife = InteractionObject("Knife")\nknife.slice(InteractionObject("Apple"))',
            [["Slice", "Apple", "None"]],
        ),
        (
            "Explain: too far.\nPlan (Python script):\nagent.move_closer()\ntarget_tomato_slice1.place(target_plate)",
            [["Put", "TomatoSliced", "Plate"]],
        ),
        (MUG + "mug.drop()", [["Put", "Mug", "CounterTop"]]),
    ],
)
def test_what_else_a_script_may_hold(text: str, plan: list[list[str]]) -> None:
    assert plan_of("helper", text) == plan


def test_what_is_left_out_is_said() -> None:
    repairs = parsed("helper", f"import time\nprint('x')\n{SCRIPT.replace('Sink', 'Kitchen')}").repairs
    assert repairs == ("left out 'import time'", "left out print(...)", "left out landmark 'Kitchen'")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (f"import subprocess\n{SCRIPT}", RejectionCode.NOT_ALLOWED),
        (f"from os import system\n{SCRIPT}", RejectionCode.NOT_ALLOWED),
        (f"{SCRIPT}os.system('x')", RejectionCode.NOT_ALLOWED),
        (f"{SCRIPT}eval('x')", RejectionCode.NOT_ALLOWED),
        (f"{SCRIPT}if target_mug.is_dirty:\n    target_mug.clean()", RejectionCode.NOT_ALLOWED),
        (f"{SCRIPT}while True:\n    pass", RejectionCode.NOT_ALLOWED),
        (f"{SCRIPT}try:\n    target_mug.clean()\nexcept ValueError:\n    pass", RejectionCode.NOT_ALLOWED),
        ("def f(x):\n    x.pickup()\nf(1)", RejectionCode.NOT_ALLOWED),
        ("def f():\n    f()\nf()", RejectionCode.NOT_ALLOWED),
        (f"for i in range(9999):\n    {MUG}    mug.pickup()", RejectionCode.NOT_ALLOWED),
        (
            "".join(f"{'  ' * d}for i{d} in range(20):\n" for d in range(6)) + "            pass",
            RejectionCode.TOO_LONG,
        ),
        ("target_unicorn.pickup()", RejectionCode.UNKNOWN_OBJECT),
        (f"{MUG}mug.explode()", RejectionCode.UNKNOWN_ACTION),
        ('x = InteractionObject("Unicorn")\nx.pickup()', RejectionCode.UNKNOWN_OBJECT),
        (f"{MUG}mug.place('Kitchen')", RejectionCode.UNKNOWN_OBJECT),
        ('target_mug = InteractionObject("Mug")\ntarget_mug.pick', RejectionCode.TRUNCATED),
        ('target_mug = InteractionObject("Mug")\ntarget_mug.go_to()\ntarget_kn', RejectionCode.TRUNCATED),
        (
            'target_mug = InteractionObject("Mug")\ntarget_kn = InteractionObject("Kni',
            RejectionCode.TRUNCATED,
        ),
        ("x = " + "-" * 20_000 + "1", RejectionCode.TRUNCATED),
        ("answer: Sink, CounterTop, Cabinet", RejectionCode.EMPTY),
    ],
)
def test_rejections_are_typed(text: str, code: RejectionCode) -> None:
    assert code_of("helper", text) is code
