"""``./pred mcp``: a running robot as tools for language-model clients, over the Model Context Protocol on stdio.

Reading is all that is offered unless ``--act`` is given. A robot that asks a person before it acts asks here, too.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from anyio import to_thread
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from pred_client.robot import CANCEL_SECONDS, TICK, NoAnswer, Robot
from pred_client.task import Task
from pred_core.exit_codes import DONE, INTERRUPTED
from pred_core.objects import ObjectMemory, Truth
from pred_core.plain_text import ended_well
from pred_tools.do_command import do as do_task
from pred_tools.do_command import steps_of

INSTRUCTIONS = (
    "A robot that does what sentences say, such as 'put a clean mug in the coffee machine'. `plan` tells what a "
    "sentence would make it do and moves nothing; `memory` tells which objects it has seen."
)
PATIENCE = 5.0
"""How long a tool waits for a robot that is not there yet, s."""
ACTING = " `do` makes it act, and ends when the task has; `stop` stops it."


def serve(robot: Robot, *, act: bool, patience: float = PATIENCE) -> MCPServer:
    """Return the server of a robot's tools; with ``act`` it may be told to do something.

    It serves whether a robot is there or not: until one is, tools answer so with a sentence.

    :param patience: how long a tool waits for the robot, s
    """
    server = MCPServer("pred", instructions=INSTRUCTIONS + (ACTING if act else ""))
    turn = threading.Lock()

    async def alone[T](work: Callable[[], T]) -> T:
        """Use the client in a thread; it is made for one at a time."""

        def locked() -> T:
            with turn:
                try:
                    robot.wait_until_ready(patience)
                    return work()
                except NoAnswer as error:
                    raise ToolError(ended_well(str(error))) from error

        return await to_thread.run_sync(locked)

    @server.tool()
    async def memory(class_name: str = "") -> list[dict[str, Any]]:
        """Tell the objects the robot remembers, all or those of one class: id, class, place in metres, attributes."""
        return objects_of(await alone(robot.memory), class_name)

    @server.tool()
    async def plan(instruction: str) -> str:
        """Tell how a sentence is understood and which steps it would take. The robot does not move."""
        understood = await alone(partial(robot.plan, instruction))
        if understood.plan is None:
            return f"Not understood: {understood.outcome.message}"
        return "\n".join([understood.sentence, *steps_of(understood.plan)])

    @server.tool()
    async def current_plan() -> str:
        """Tell the plan the robot is doing or did last, and what it said last."""
        known = await alone(robot.current_plan)
        said = [str(robot.feedback)] if robot.feedback is not None else []
        return "\n".join([*(steps_of(known) if known is not None else ["There is no plan yet."]), *said])

    if act:

        @server.tool()
        async def do(instruction: str, max_actions: int = 0) -> str:
            """Make the robot do what a sentence says, and tell how that ended, as it measured it."""
            return await alone(partial(_do, robot, instruction, max_actions))

        @server.tool()
        async def stop() -> str:
            """Stop what the robot is doing."""
            robot.stop()
            return "It was told to stop."

    return server


def objects_of(memory: ObjectMemory, class_name: str) -> list[dict[str, Any]]:
    """Return remembered objects as plain data; ``class_name`` '' = all."""
    return [
        {
            "id": o.id,
            "class": o.class_name,
            "place": [round(v, 2) for v in o.center],
            "on_or_in": o.parent_id,
            "held": o.held,
            "visible": o.visible,
            "attributes": {
                a.name: a.value is Truth.TRUE for a in o.attributes.values() if a.value is not Truth.UNKNOWN
            },
        }
        for o in memory.objects
        if class_name in ("", o.class_name)
    ]


def _do(robot: Robot, instruction: str, max_actions: int) -> str:
    ended, record = do_task(robot, Task(instruction, max_actions=max_actions), lambda _: None)
    return f"{ended} Record: {record or 'none'}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until the client goes. Returns 0, or 130 when interrupted."""
    parser = argparse.ArgumentParser(
        prog="pred mcp", description="Offer a running robot to MCP clients, on stdio."
    )
    parser.add_argument("--act", action="store_true", help="let clients make the robot act, not only ask it")
    parser.add_argument("--namespace", default="pred", help="namespace of the robot (pred)")
    parser.add_argument(
        "--patience", type=float, default=PATIENCE, help=f"seconds a tool waits for the robot ({PATIENCE:g})"
    )
    options = parser.parse_args(arguments)
    try:
        with Robot(options.namespace) as robot:
            signal.signal(signal.SIGINT, partial(_leave, robot))
            serve(robot, act=options.act, patience=options.patience).run("stdio")
    except KeyboardInterrupt:
        return INTERRUPTED
    return DONE


def _leave(robot: Robot, *_: object) -> None:
    """Stop a task that is under way, and end: the thread that reads standard input cannot be woken."""
    robot.stop()
    deadline = time.monotonic() + CANCEL_SECONDS
    while robot.running and time.monotonic() < deadline:
        time.sleep(TICK)
    os._exit(INTERRUPTED)


if __name__ == "__main__":
    sys.exit(main())
