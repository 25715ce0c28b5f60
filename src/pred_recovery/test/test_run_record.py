"""What a run leaves on disk."""

from __future__ import annotations

import asyncio
import json

import pytest
from fake_house import FakeLog, House, plan_of, thing

from pred_core.outcome import Outcome
from pred_core.plan_language import Primitive
from pred_recovery.mission.mission import Assignment, Mission
from pred_recovery.mission.settings import Settings
from pred_recovery.tree.executive import run
from pred_recovery.tree.run_record import RunRecord


def leave(folder):
    house = House(plan_of(("Mug", Primitive.PICKUP)), unseen=(thing("Mug_1", (2, 0)),))
    log, task = FakeLog(), Assignment("get the mug")
    record = RunRecord(folder, log, house)

    async def wait():
        return Outcome.success()

    record.finish(task, asyncio.run(run(Mission(task, Settings(), house, record), house, wait)))
    return log


def test_everything_is_kept_and_passed_on(tmp_path):
    log = leave(tmp_path / "run")
    lines = [json.loads(line) for line in (tmp_path / "run" / "events.jsonl").read_text().splitlines()]
    assert [e["kind"] for e in lines] == log.kinds() and lines[-1]["data"]["code"] == "SUCCESS"
    result = json.loads((tmp_path / "run" / "result.json").read_text())
    assert result["success"] and result["instruction"] == "get the mug"
    assert json.loads((tmp_path / "run" / "plan.json").read_text())["cursor"] == 0


def test_the_same_run_leaves_the_same_bytes(tmp_path):
    leave(tmp_path / "a")
    leave(tmp_path / "b")
    for path in sorted((tmp_path / "a").iterdir()):
        assert path.read_bytes() == (tmp_path / "b" / path.name).read_bytes()


def test_a_folder_that_cannot_be_made_is_an_error(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="file"):
        RunRecord(tmp_path / "file" / "run", FakeLog(), House(plan_of(("Mug", Primitive.PICKUP))))


def test_a_folder_with_a_record_is_left_as_it_is(tmp_path):
    leave(tmp_path / "run")
    before = {path.name: path.read_bytes() for path in (tmp_path / "run").iterdir()}
    with pytest.raises(FileExistsError, match="two runs do not mix"):
        leave(tmp_path / "run")
    assert {path.name: path.read_bytes() for path in (tmp_path / "run").iterdir()} == before
