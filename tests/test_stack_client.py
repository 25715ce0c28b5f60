"""A launch test whose ROS domain somebody else has says so at once."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
import stack_client
from stack_client import StackClient

from pred_core import stack_owner

DOMAIN = 58
CLAIM = f"""
import sys
from pathlib import Path
from pred_core.stack_owner import claim
claim({DOMAIN}, "pred", "someone else's stack", Path(sys.argv[1]))
print("claimed", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(stack_owner, "default_folder", lambda: tmp_path)
    return tmp_path


def test_who_waits_for_a_stack_whose_domain_another_one_has_is_told_whose_it_is(folder: Path) -> None:
    command = [sys.executable, "-c", CLAIM, str(folder)]
    client = StackClient(DOMAIN)
    try:
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
            assert other.stdout is not None and other.stdout.readline() == "claimed\n"
            began = time.monotonic()
            with pytest.raises(AssertionError, match=rf"ROS domain {DOMAIN} is taken: someone else's stack"):
                client.up()
            assert time.monotonic() - began < stack_client.UP_SECONDS / 10
            other.communicate()
    finally:
        client.close()


def test_ones_own_is_waited_for(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stack_client, "UP_SECONDS", 0.2)
    stack_owner.claim(DOMAIN, "pred", f"the stack of {os.getpid()}", folder)
    client = StackClient(DOMAIN)
    try:
        with pytest.raises(AssertionError, match="did not come to pass"):
            client.up()
    finally:
        client.close()
