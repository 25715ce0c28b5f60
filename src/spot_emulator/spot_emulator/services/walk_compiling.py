"""A walk as the tree of a mission that the robot's mission service can be given."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from bosdyn.api.autowalk import autowalk_pb2
from bosdyn.api.mission import nodes_pb2

from spot_emulator.robot.clock import seconds
from spot_emulator.services.walk_actions import BEGUN, called
from spot_emulator.services.walk_elements import Made, Setting, compiled, leaves_arm_out
from spot_emulator.services.walk_steps import Node, first_of, in_turn, is_equal

_ROUND = "playback"
"""The variable that counts how often the walk was begun."""


@dataclass
class Compiled:
    """A walk's mission, or what is wrong with it. ``message``: why it has none where no element is to blame."""

    root: Any = None
    elements: list[Made] = field(default_factory=list)
    message: str = ""
    loop: str = ""
    docking: str = ""

    def failed(self) -> dict[int, Any]:
        """Return the FailedElement of each element that has errors or warnings, by its index."""
        return {
            index: autowalk_pb2.FailedElement(errors=made.errors, warnings=made.warnings)
            for index, made in enumerate(self.elements)
            if made.errors or made.warnings
        }

    def identifiers(self, numbers: dict[str, int]) -> list[Any]:
        """Return each element's ElementIdentifiers. ``numbers``: those of the mission's nodes, by unique name."""
        return [
            autowalk_pb2.ElementIdentifiers(
                **{f"{what}_id": identified(name, numbers) for what, name in made.ids.items()}
            )
            for made in self.elements
        ]


def identified(name: str, numbers: dict[str, int]) -> Any:
    """Return the NodeIdentifier of a node with a unique name; of none without one."""
    return autowalk_pb2.NodeIdentifier(node_id=numbers.get(name, 0), user_data_id=name)


def compile_walk(walk: Any, *, strict: bool) -> Compiled:
    """Compile a walk. ``strict``: what could be made better is an error as well."""
    made = Compiled()
    lack = _lack(walk)
    if lack:
        made.message = lack
        return made
    name = walk.mission_name or "autowalk"
    unique = walk.id or name
    for index, element in enumerate(walk.elements):
        setting = Setting(
            walk.global_parameters.group_name or name, unique, index, bool(walk.docks),
            walk.global_parameters.skip_actions, leaves_arm_out(walk.elements[:index]),
        )  # fmt: skip
        made.elements.append(Made() if element.is_skipped else compiled(element, setting))
    if any(each.errors or (strict and each.warnings) for each in made.elements):
        return made
    loop = in_turn(name, *(each.node for each in made.elements if each.ids))
    made.loop = loop.user_data.id = f"{unique} loop"
    begun = nodes_pb2.DateToBlackboard(key=BEGUN)
    steps = [Node(name="note when it began", date_to_blackboard=begun), _repeated(walk.playback_mode, loop)]
    for dock in walk.docks:
        if not dock.disable_end:
            docked = Node(name="dock", dock=nodes_pb2.Dock(docking_station_id=dock.dock_id))
            made.docking = docked.user_data.id = f"{unique} docking"
            steps.append(docked)
            break
    steps += [called(callback) for callback in walk.global_parameters.post_mission_callbacks]
    made.root = in_turn(name, *steps)
    return made


def _lack(walk: Any) -> str:
    """Return why a walk as a whole is none, or ''."""
    if not walk.elements:
        return "the walk has no elements"
    if walk.interrupts.conditions_and_behaviors:
        return "the emulated robot compiles no interrupts"
    if any(not callback.service_name for callback in walk.global_parameters.post_mission_callbacks):
        return "a callback after the mission names no service"
    return ""


def _repeated(mode: Any, loop: Any) -> Any:
    """Return the walk as often as it is to be played: once, so often with time between, or without end."""
    kind = mode.WhichOneof("mode")
    if kind not in ("periodic", "continuous"):
        return loop
    pause = seconds(mode.periodic.interval) if kind == "periodic" else 0.0
    wait = Node(name="wait for the next playback", sleep=nodes_pb2.Sleep(seconds=pause))
    first = first_of("between playbacks", is_equal(_ROUND, 1), wait)
    repeat = nodes_pb2.Repeat(
        child=in_turn("playback", first, loop), respect_child_failure=True, start_counter_state_name=_ROUND,
        max_starts=mode.periodic.repetitions if kind == "periodic" else 0,
    )  # fmt: skip
    return Node(name="play it again", repeat=repeat)
