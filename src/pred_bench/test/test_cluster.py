"""Jobs on dask's workers: in the order of the jobs whoever does them, also when a worker is killed at one."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from distributed import Client

from pred_bench.arms import arms_of
from pred_bench.cluster.domains import FIRST, LAST, Domain
from pred_bench.cluster.harvest import Field, Parts, Written
from pred_bench.cluster.spread import PACKAGES, interrupts_held_back, spread, workers
from pred_bench.episode.runner import Job, failed
from pred_bench.options import parse
from pred_bench.scoring.results import ResultFolder, read_results
from pred_bringup.arguments import ArgumentError
from pred_core.cluster import ClusterError, digest
from pred_core.exit_codes import INTERRUPTED
from pred_core.outcome import Code, Outcome
from pred_tasks.tasks import parse_task

COUNT = 6
TASK = {
    "task_type": "pick_and_place_simple",
    "floor_plan": "FloorPlan1",
    "goal": {"object_target": "Mug", "parent_target": "CoffeeMachine"},
    "annotations": [{"task_desc": "Put a mug away.", "high_descs": []}],
}


def jobs() -> list[Job]:
    return [Job(parse_task(json.dumps({**TASK, "task_id": f"task {number}/a"})), 0) for number in range(COUNT)]


def written(folder: Path, job: Job) -> Written:
    return ResultFolder(folder, {}).lines_of(failed(job, Outcome(Code.NOT_FOUND, f"{job.key} is done.")))


class Quick:
    """A place that takes no graph; the worker that gets a job of ``deadly`` first is killed at it."""

    def __init__(self, folder: Path, deadly: Sequence[str] = (), *, always: bool = False) -> None:
        self.folder, self.deadly, self.always = folder, deadly, always

    def do(self, job: Job) -> Written:
        if job.key in self.deadly:
            mark = self.folder / f"killed-{os.getpid()}"
            if self.always or not list(self.folder.glob("killed-*")):
                mark.touch()
                os.kill(os.getpid(), signal.SIGKILL)
        return written(self.folder / f"of-{os.getpid()}", job)

    def close(self) -> None:
        """Nothing was begun."""


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with workers(arms_of(parse(["--jobs", "2"]), ("t", b""))[""]) as found:
        yield found


def serial(folder: Path) -> bytes:
    done = ResultFolder(folder, {})
    for job in jobs():
        done.add(failed(job, Outcome(Code.NOT_FOUND, f"{job.key} is done.")), 0.0, 0.0)
    return (folder / "results.jsonl").read_bytes()


def test_a_killed_workers_task_is_done_by_another_and_the_file_is_that_of_one_process(
    tmp_path: Path, client: Client
) -> None:
    folder, told = ResultFolder(tmp_path / "spread", {}), list[int]()
    place = Quick(tmp_path, deadly=(jobs()[1].key,))
    spread(client, place, jobs(), folder, lambda: told.append(len(folder.results)))
    assert list(tmp_path.glob("killed-*")), "a worker was killed"
    assert (folder.path / "results.jsonl").read_bytes() == serial(tmp_path / "serial")
    assert told == [*range(1, COUNT + 1)], "each is told when its result is there"
    assert not (folder.path / "parts").exists()


def test_a_task_that_every_worker_is_lost_at_counts_as_failed(tmp_path: Path) -> None:
    arm = arms_of(parse(["--jobs", "2", "--out", str(tmp_path)]), ("t", b""))[""]
    deadly = jobs()[2].key
    with workers(arm) as found:
        folder = ResultFolder(tmp_path / "spread", {})
        spread(found, Quick(tmp_path, (deadly,), always=True), jobs(), folder, lambda: None)
    codes = {key: result.code for key, result in read_results(folder.path).items()}
    assert codes.pop(deadly) == Code.ROBOT_LOST
    assert set(codes.values()) == {Code.NOT_FOUND} and len(codes) == COUNT - 1


def test_what_was_done_before_its_turn_is_not_done_again(tmp_path: Path, client: Client) -> None:
    folder, last = ResultFolder(tmp_path / "spread", {}), jobs()[-1]
    kept = written(tmp_path / "early", last)
    Parts(folder.path).keep(last.key, {**kept, "traces/one.gz": b"early"})
    spread(client, Quick(tmp_path), jobs(), folder, lambda: None)
    assert (folder.path / "results.jsonl").read_bytes() == serial(tmp_path / "serial")
    assert (folder.path / "traces" / "one.gz").read_bytes() == b"early"


def test_a_half_written_part_does_not_count(tmp_path: Path) -> None:
    parts = Parts(tmp_path)
    parts.keep("a#0", {"results.jsonl": b"1\n"})
    (tmp_path / "parts" / "b%230.part").mkdir()
    assert parts.done() == {"a#0"}
    parts.merge("a#0")
    assert (tmp_path / "results.jsonl").read_bytes() == b"1\n" and not parts.done()


def test_a_field_tells_what_came_since_it_was_looked_at(tmp_path: Path) -> None:
    (tmp_path / "old").write_bytes(b"a")
    field = Field(tmp_path, frozenset({"params.yaml"}))
    (tmp_path / "old").write_bytes(b"ab")
    (tmp_path / "params.yaml").write_bytes(b"x")
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "empty").touch()
    assert field.harvest() == {"old": b"b", "runs/empty": b""}
    assert field.harvest() == {}


def test_no_domain_is_given_out_twice() -> None:
    first = Domain(LAST)
    second = Domain(LAST)
    assert first.number != second.number and FIRST <= second.number <= LAST
    first.close()
    second.close()


def test_options_that_do_not_go_together_are_refused(tmp_path: Path) -> None:
    options = parse(["--jobs", "2", "--out", str(tmp_path)])
    for wrong in (replace(options, profile=True), replace(options, cluster="tcp://127.0.0.1:1")):
        with pytest.raises(ArgumentError, match="--jobs"):
            arms_of(wrong, ("t", b""))


def test_an_address_without_a_scheduler_and_other_code_are_told(
    tmp_path: Path, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pred_core.cluster.CONNECT_SECONDS", 1)
    options = parse(["--cluster", "tcp://127.0.0.1:1", "--out", str(tmp_path)])
    with pytest.raises(ClusterError, match="no dask scheduler at tcp:"), workers(_arm(options)):
        pass
    here = replace(options, cluster=client.scheduler.address)
    with workers(_arm(here)) as found:
        assert set(found.run(digest, PACKAGES).values()) == {digest(PACKAGES)}
    monkeypatch.setattr("pred_core.cluster.digest", _other)
    with pytest.raises(ClusterError, match="another version"), workers(_arm(here)):
        pass


def _other(_packages: Sequence[str]) -> str:
    return json.dumps(os.getpid())


def _arm(options):
    return arms_of(options, ("t", b""))[""]


INTERRUPTED_AT_THE_START = """
import os, signal, sys
from pathlib import Path
from pred_bench.cluster import spread
from pred_bench import main

class Cluster(spread.LocalCluster):
    def __init__(self, **given):
        os.killpg(0, signal.SIGINT)  # as the terminal's Ctrl-C: to all that was started, too
        super().__init__(**given)

spread.LocalCluster = Cluster
sys.exit(main.main(sys.argv[1:]))
"""


def test_interrupted_while_the_workers_start_it_says_so_and_nothing_else(tmp_path: Path) -> None:
    tasks = tmp_path / "tasks.jsonl"
    tasks.write_text("".join(json.dumps({**TASK, "task_id": str(number)}) + "\n" for number in range(2)))
    options = ["--tasks", str(tasks), "--jobs", "2", "--out", str(tmp_path / "out")]
    command = [sys.executable, "-c", INTERRUPTED_AT_THE_START, *options]
    ran = subprocess.run(command, capture_output=True, text=True, start_new_session=True, check=False)
    assert ran.returncode == INTERRUPTED, ran.stderr
    assert "Interrupted: it ends as soon as the workers have started." in ran.stderr, "it is answered at once"
    assert "Interrupted. The same command goes on from here." in ran.stderr
    assert "Traceback" not in ran.stderr, ran.stderr


def _failing(message: str, *, interrupted: bool) -> None:
    with interrupts_held_back():
        if interrupted:
            os.kill(os.getpid(), signal.SIGINT)
        raise OSError(message)


def test_what_fails_because_of_an_interrupt_is_an_interrupt() -> None:
    with pytest.raises(KeyboardInterrupt):
        _failing("the workers heard it, too", interrupted=True)
    with pytest.raises(OSError, match="by itself"):
        _failing("by itself", interrupted=False)
