"""Programs that the fork server of their launch runs (:mod:`pred_core.fork_server`)."""

from __future__ import annotations

import os
import sys
from pathlib import Path

SERVER = "PRED_FORK_SERVER"
"""Environment variable of such programs: the server's socket, for the programs that they start themselves."""
CLIENT = Path(__file__).with_name("fork_client.py")


def forked(server: str = "", early: int = 0) -> list[str]:
    """Return the words in front of a command line for a fork server to run it, none where there is no server.

    :param server: its socket; '' = that of the launch that this program belongs to
    :param early: exit code of a program that is told to end before it runs
    """
    path = server or os.environ.get(SERVER, "")
    return [sys.executable, "-I", "-S", str(CLIENT), path, str(early)] if path else []
