"""One player behind ai2thor's Controller: started, stepped, restarted and stopped."""

from __future__ import annotations

import difflib
import os
import shlex
import sys
from dataclasses import dataclass
from typing import Any, Protocol

from ai2thor.exceptions import RestartError

from pred_core.forked import forked
from pred_core.outcome import Code, Outcome
from sim_bridge_thor.player_lost import PlayerLost

LOG = "~/.ai2thor/log/unity.log"
"""Where ai2thor keeps what players print."""

ROBOT, PERSON = 0, 1
"""The numbers of AI2-THOR's agents."""
FIRST_SCENE = "FloorPlan1"
"""The Controller has to be started in some scene that every build has."""


@dataclass(frozen=True)
class PlayerConfig:
    """How to start a player and what its agent is like.

    ``player`` is 'embedded' or 'unity'; sizes in pixels, ``fov`` vertical in degrees, times in seconds, distances in
    metres. ``person``: whether somebody stands in the room beside the robot, as AI2-THOR's second agent.
    """

    player: str = "embedded"
    width: int = 300
    height: int = 300
    fov: float = 90.0
    snap_to_grid: bool = True
    grid_size: float = 0.25
    visibility_distance: float = 1.5
    answer_timeout: float = 20.0
    start_timeout: float = 180.0
    person: bool = False


class Simulator(Protocol):
    """What the bridge needs of a simulator: actions in, events out."""

    def reset(self, scene: str) -> Any:
        """Load a scene and return ai2thor's event."""

    def step(self, action: dict[str, Any]) -> Any:
        """Do one action and return ai2thor's event, also when the action failed."""


def _event_of(agent: int, event: Any) -> Any:
    """Return one agent's part of an event, which is the event itself where nobody else is in the room."""
    return event.events[agent] if hasattr(event, "events") else event


def embedded_command() -> str:
    """Return the command line of the project's own player, as ai2thor's Controller splits it."""
    return shlex.join([*forked(), sys.executable, "-m", "thor_player.main"])


class ThorClient:
    """A player and its Controller. Every method raises :class:`PlayerLost` when the player is gone.

    Not thread-safe: the bridge holds one lock over it.
    """

    def __init__(self, config: PlayerConfig, command: str | None = None) -> None:
        self._config = config
        self._command = command
        self._controller: Any = None
        self.starts = 0

    @property
    def alive(self) -> bool:
        """Tell whether a player process runs."""
        process = self._controller.server.unity_proc if self._controller is not None else None
        return process is not None and process.poll() is None

    @property
    def pid(self) -> int:
        """Process id of the player, 0 when none runs."""
        return int(self._controller.server.unity_proc.pid) if self.alive else 0

    def check_scene(self, scene: str) -> Outcome:
        """Say whether the player has a scene, and which names come near it if not."""
        if self._controller is None:
            return Outcome(Code.ROBOT_LOST, "No player is running.")
        known = {str(name).removesuffix("_physics") for name in self._controller.scenes_in_build}
        if scene in known:
            return Outcome.success()
        near = difflib.get_close_matches(scene, sorted(known), 3) or sorted(known)[:3]
        return Outcome(Code.BAD_INPUT, f"There is no scene {scene!r}. Did you mean {', '.join(near)}?")

    def start(self) -> None:
        """Start a fresh player, after ending the old one. It is in some room then: :meth:`reset` comes next."""
        # ai2thor takes seconds to import; here it holds nobody up who only wants to say no or to stop
        from sim_bridge_thor.fifo import WatchfulController

        self.stop()
        os.environ.pop("CUDA_VISIBLE_DEVICES", None)  # with it the Controller asks for vulkaninfo
        arguments: dict[str, Any] = {}
        if self._config.player == "embedded":
            arguments["local_executable_path"] = self._command or embedded_command()
            # a window's name has to be given, but the embedded player never opens one
            arguments["x_display"] = ":0"
        try:
            self._controller = WatchfulController(
                scene=FIRST_SCENE,
                width=self._config.width,
                height=self._config.height,
                server_timeout=self._config.answer_timeout,
                server_start_timeout=self._config.start_timeout,
                gridSize=self._config.grid_size,
                visibilityDistance=self._config.visibility_distance,
                fieldOfView=self._config.fov,
                snapToGrid=self._config.snap_to_grid,
                renderDepthImage=True,
                renderInstanceSegmentation=True,
                agentCount=2 if self._config.person else 1,
                **arguments,
            )
        except (OSError, RuntimeError) as error:
            what = f"the {self._config.player} player could not be started: {error}"
            raise PlayerLost(f"{what}. What it said is at the end of {LOG}") from error
        self.starts += 1

    def reset(self, scene: str) -> Any:
        """Load a scene, known to be there, and return the event after it."""
        self._require_player()
        try:
            return _event_of(ROBOT, self._controller.reset(scene))
        except (OSError, RuntimeError, RestartError) as error:
            raise self._as_lost(error) from error

    def step(self, action: dict[str, Any]) -> Any:
        """Do one action and return its event; an action the player refuses is an event, too."""
        self._require_player()
        try:
            event = self._controller.step(action)
        except ValueError:
            # raised for InvalidAction, MissingArguments, InvalidArgument: the event says the same
            event = self._controller.last_event
        except (OSError, RuntimeError, RestartError) as error:
            raise self._as_lost(error) from error
        return _event_of(action.get("agentId", ROBOT), event)

    def stop(self) -> None:
        """End the player, if one runs."""
        if self._controller is not None:
            self._controller.server.stop()
            self._controller = None

    def _require_player(self) -> None:
        if not self.alive:
            raise PlayerLost("no player is running")

    def _as_lost(self, error: BaseException) -> PlayerLost:
        cause = error.__context__ if isinstance(error.__context__, PlayerLost) else error
        self._controller.server.stop()
        return PlayerLost(str(cause).split("\n", maxsplit=1)[0])
