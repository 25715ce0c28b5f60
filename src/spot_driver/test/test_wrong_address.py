"""A Spot that is not where it should be is named on the screen, while a person still waits for it."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time

import pytest

pytest.importorskip("rclpy", reason="needs ROS 2: run through ./pred test")

WITHIN = 14.0
"""From its start, which takes a few seconds itself, s: told to a person within 20."""
PATIENCE = 60.0
NOBODY = "127.0.0.67"
LOGIN = {"BOSDYN_CLIENT_USERNAME": "somebody", "BOSDYN_CLIENT_PASSWORD": "something"}


def test_a_spot_at_a_wrong_address_is_named_on_the_screen():
    options = ("--ros-args", "-p", f"hostname:={NOBODY}", "-p", "port:=443")
    command = [
        sys.executable,
        "-c",
        "import sys; from spot_driver.node import main; sys.exit(main())",
        *options,
    ]
    environment = {**os.environ, **LOGIN, "ROS_DOMAIN_ID": "98"}
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment)
    assert process.stderr is not None
    too_late = threading.Timer(PATIENCE, process.terminate)
    too_late.start()
    begun, said = 0.0, ""
    for line in process.stderr:
        if "Waiting for the Spot" in line:
            begun = time.monotonic()
        if "[WARN]" in line:
            said = line
            break
    took = time.monotonic() - begun
    too_late.cancel()
    process.terminate()
    process.communicate(timeout=PATIENCE)
    assert f"{NOBODY}:443 is DISCONNECTED" in said and "is its address right" in said, said
    assert took < WITHIN
