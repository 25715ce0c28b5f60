"""A process beside the driver that stops the robot when the driver dies or hangs; run as ``python -m``.

It reads lines of JSON on its standard input: an address once, then beats, each with whether something moves and the
lease to stop with. When beats cease while something moves, or the input closes, it sends one stop and, the lease being
newer than the driver's own, it is the last word: nothing goes on until a person claims the lease again.
"""

from __future__ import annotations

import json
import os
import select
import sys
import time
from base64 import b64decode
from typing import Any

from bosdyn.api import lease_pb2
from bosdyn.client.lease import Lease
from bosdyn.client.robot_command import RobotCommandBuilder, RobotCommandClient

from spot_driver.driver.errors import SDK_ERRORS
from spot_driver.driver.session import Address, make_robot

TRIES = 5
TRY_SECONDS = 0.3


class Watch:
    """Beats as they come, and whether they ceased."""

    def __init__(self, silence: float) -> None:
        self._silence = silence
        self.moving = False
        self.lease = b""
        self._heard = time.monotonic()

    def take(self, beat: dict[str, Any]) -> None:
        """Take note of one beat."""
        self._heard = time.monotonic()
        self.moving = bool(beat.get("moving"))
        self.lease = b64decode(beat.get("lease", ""))

    @property
    def ceased(self) -> bool:
        """Whether the driver was silent for too long while something moves."""
        return self.moving and time.monotonic() - self._heard > self._silence


def stop(client: RobotCommandClient, lease: bytes) -> bool:
    """Tell the robot to stop with a serialized lease. Returns whether it heard."""
    proto = lease_pb2.Lease()
    proto.ParseFromString(lease)
    for _ in range(TRIES):
        try:
            client.robot_command(
                RobotCommandBuilder.stop_command(), lease=Lease(proto).lease_proto, timeout=TRY_SECONDS
            )
        except SDK_ERRORS as error:
            print(f"guard: the stop was not taken: {error}", file=sys.stderr, flush=True)
            continue
        return True
    return False


def main() -> int:
    """Watch until the input closes. Returns 0, or 1 when a stop did not reach the robot."""
    descriptor = sys.stdin.fileno()
    first, rest = _first(descriptor)
    robot = make_robot(Address(first["hostname"], first["port"], first["certificate"]), "pred_spot_guard")
    robot.update_user_token(first["token"])
    client: RobotCommandClient = robot.ensure_client(RobotCommandClient.default_service_name)
    watch = Watch(first["silence"])
    print("watching", flush=True)
    stopped = False
    while True:
        ready, _, _ = select.select([descriptor], [], [], watch_interval(first["silence"]))
        if ready:
            more = os.read(descriptor, 65536)
            if not more:
                return 0 if stopped or not watch.moving or stop(client, watch.lease) else 1
            rest += more
        *lines, rest = rest.split(b"\n")
        for beat in map(json.loads, lines):
            if "token" in beat:
                robot.update_user_token(beat["token"])
            watch.take(beat)
        stopped = stopped and watch.moving
        if watch.ceased and watch.lease and not stopped:
            stopped = stop(client, watch.lease)


def _first(descriptor: int) -> tuple[dict[str, Any], bytes]:
    """Return the first line, read without a buffer that would hide the others from select, and what came after it."""
    text = b""
    while b"\n" not in text:
        more = os.read(descriptor, 65536)
        if not more:
            sys.exit(0)
        text += more
    line, _, rest = text.partition(b"\n")
    return json.loads(line), rest


def watch_interval(silence: float) -> float:
    """Return how often to look at the time, s."""
    return silence / 10.0


if __name__ == "__main__":
    sys.exit(main())
