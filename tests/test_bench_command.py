"""`./pred bench` as a person types it: sentences for every kind of room are done, by two processes as by one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from loaded_once import benchmark

ROOT = Path(__file__).resolve().parents[1]
SENTENCES = ROOT / "src" / "pred_bench" / "suites" / "sentences.jsonl"
DOMAIN = "79"
AGAIN = 2


def bench(out: Path, *options: str, start: Sequence[str] = (str(ROOT / "pred"), "bench")) -> list[bytes]:
    """Run the sentences with one seed and return the lines of results.jsonl."""
    command = [
        *start,
        "--tasks",
        str(SENTENCES),
        "--out",
        str(out),
        "--seed",
        "3",
        *options,
    ]
    environment = {**os.environ, "ROS_DOMAIN_ID": DOMAIN}
    subprocess.run(command, env=environment, check=True, timeout=600)
    return (out / "results.jsonl").read_bytes().splitlines()


@pytest.mark.slow
def test_every_sentence_is_done_and_the_same_seed_gives_the_same_results(tmp_path: Path) -> None:
    first = bench(tmp_path / "first")
    results = [json.loads(line) for line in first]
    assert len(results) == len(SENTENCES.read_text("utf-8").splitlines())
    assert not [result for result in results if not result["success"]]
    loaded = (*benchmark(), sys.executable, "-m", "pred_bench.main")
    side_by_side = bench(tmp_path / "again", "--limit", str(AGAIN), "--jobs", str(AGAIN), start=loaded)
    assert side_by_side == first[:AGAIN], "as in one process, byte for byte"
