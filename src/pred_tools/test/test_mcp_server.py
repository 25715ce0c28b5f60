from __future__ import annotations

from typing import TYPE_CHECKING, Any

import anyio
import pytest

from pred_client.robot import NoAnswer, Understanding
from pred_core.objects import Attribute, ObjectMemory, ObjectState, Truth
from pred_core.outcome import Code, Outcome
from pred_core.plan_language import High, Level, Plan, Subgoal

if TYPE_CHECKING:
    from mcp import Client

MUG = ObjectState(
    "Mug_1", "Mug", (1.004, 2.0, 0.9), (0.1, 0.1, 0.1), attributes={"clean": Attribute("clean", Truth.TRUE)}
)
PLAN = Plan("p", "x", "test", "rules", (Subgoal("t1", Level.TRIPLET, High.MOVE, "Mug", "Shelf"),), ())


class Robot:
    feedback = None
    stopped = 0
    there = True

    def wait_until_ready(self, _seconds: float) -> None:
        if not self.there:
            raise NoAnswer("no robot takes tasks under /pred: does a stack run?")

    def memory(self) -> ObjectMemory:
        return ObjectMemory(objects=(MUG, ObjectState("Bed_1", "Bed", (0, 0, 0), (1, 1, 1))))

    def plan(self, words: str) -> Understanding:
        if words == "write a poem":
            return Understanding(Outcome(Code.NOT_UNDERSTOOD, "I write nothing."), "", None)
        return Understanding(Outcome.success(), "one Mug to Shelf", PLAN)

    def current_plan(self) -> Plan | None:
        return PLAN

    def stop(self) -> None:
        self.stopped += 1


def with_client(robot: Any, act: bool, talk: Any) -> Any:
    from mcp import Client  # late: whoever only finds the tests would load it for two seconds

    from pred_tools.mcp_server import serve

    async def run() -> Any:
        async with Client(serve(robot, act=act)) as client:
            return await talk(client)

    return anyio.run(run)


@pytest.mark.parametrize(
    ("act", "names"),
    [
        (False, {"memory", "plan", "current_plan"}),
        (True, {"memory", "plan", "current_plan", "do", "stop"}),
    ],
)
def test_acting_is_offered_only_when_it_was_allowed(act: bool, names: set[str]) -> None:
    async def talk(client: Client) -> set[str]:
        return {tool.name for tool in (await client.list_tools()).tools}

    assert with_client(Robot(), act, talk) == names


def test_memory_and_plans_are_told() -> None:
    async def talk(client: Client) -> list[str]:
        asked = [
            ("memory", {"class_name": "Mug"}),
            ("plan", {"instruction": "put a mug on the shelf"}),
            ("plan", {"instruction": "write a poem"}),
            ("current_plan", {}),
        ]
        return [str((await client.call_tool(name, given)).content) for name, given in asked]

    memory, plan, poem, current = with_client(Robot(), False, talk)
    assert "Mug_1" in memory and "Bed_1" not in memory and "1.0" in memory and "clean" in memory
    assert "Move the mug to the shelf." in plan and "I write nothing." in poem
    assert "Move the mug to the shelf." in current


def test_it_can_be_stopped() -> None:
    robot = Robot()

    async def talk(client: Client) -> Any:
        return await client.call_tool("stop", {})

    with_client(robot, True, talk)
    assert robot.stopped == 1


def test_it_serves_without_a_robot_and_its_tools_say_that_there_is_none_until_there_is() -> None:
    robot = Robot()
    robot.there = False

    async def talk(client: Client) -> list[Any]:
        lacking = [await client.call_tool("memory", {}), await client.call_tool("do", {"instruction": "tidy up"})]
        robot.there = True
        return [*lacking, await client.call_tool("memory", {})]

    *lacking, found = with_client(robot, True, talk)
    for answer in lacking:
        assert answer.is_error and "no robot takes tasks under /pred: does a stack run?" in str(answer.content)
        assert "?." not in str(answer.content)
    assert not found.is_error and "Mug_1" in str(found.content)
