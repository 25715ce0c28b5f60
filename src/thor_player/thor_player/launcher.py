"""The command with which ai2thor's Controller starts this player, in whatever environment runs now."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path


def player_command(*arguments: str) -> str:
    """Return the text for ``Controller(local_executable_path=...)``, quoted for its shlex.

    The player runs with this interpreter and finds its package where this process found it, whether it is installed,
    comes from a colcon install space, or from ``PYTHONPATH``. ``env`` hands its process over, so the
    Controller's signals reach the player itself.

    :param arguments: more arguments for the player, such as ``--seed``, ``3``
    """
    inherited = os.environ.get("PYTHONPATH")
    path = os.pathsep.join([str(Path(__file__).resolve().parents[1]), *([inherited] if inherited else [])])
    words = [
        "/usr/bin/env",
        f"PYTHONPATH={path}",
        sys.executable,
        "-m",
        "thor_player.main",
        *arguments,
    ]
    return shlex.join(words)
