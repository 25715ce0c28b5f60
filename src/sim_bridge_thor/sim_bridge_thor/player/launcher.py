"""The command with which ai2thor's Controller starts this player, in whatever environment runs now."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path

import pred_core
import sim_bridge_thor


def player_command(*arguments: str) -> str:
    """Return the text for ``Controller(local_executable_path=...)``, quoted for its shlex.

    The player runs with this interpreter and finds its packages where this process found them, whether they are
    installed, come from a colcon install space, or from ``PYTHONPATH``. ``env`` hands its process over, so the
    Controller's signals reach the player itself.

    :param arguments: more arguments for the player, such as ``--seed``, ``3``
    """
    roots = dict.fromkeys(
        str(Path(str(m.__file__)).resolve().parents[1]) for m in (sim_bridge_thor, pred_core)
    )
    inherited = os.environ.get("PYTHONPATH")
    path = os.pathsep.join([*roots, *([inherited] if inherited else [])])
    words = [
        "/usr/bin/env",
        f"PYTHONPATH={path}",
        sys.executable,
        "-m",
        "sim_bridge_thor.player.main",
        *arguments,
    ]
    return shlex.join(words)
