"""The table of a start: which programs, at which moments, summed up."""

from __future__ import annotations

from pathlib import Path

from pred_bringup.start_profile import StartProfile

LAUNCH = 10


def _process(proc: Path, number: int, parent: int, words: list[str], ticks: int) -> None:
    folder = proc / str(number)
    folder.mkdir(exist_ok=True)
    fields = ["S", str(parent), *["0"] * 9, str(ticks), "0", *["0"] * 6, "5", "0"]
    (folder / "stat").write_text(f"{number} (a name) b) {' '.join(fields)}")
    (folder / "cmdline").write_text("\0".join(words))


def test_the_table_tells_each_program_at_each_moment(tmp_path: Path) -> None:
    _process(tmp_path, LAUNCH, 1, ["python", "-m", "pred_core.command", "pred_bringup.launch_program"], 100)
    _process(tmp_path, 11, LAUNCH, ["python", "-P", "-m", "pred_core.fork_server", "3"], 200)
    _process(tmp_path, 99, 1, ["somebody else"], 900)
    profile = StartProfile(tmp_path, LAUNCH)
    assert profile.hear("bridge: Ready after 3 s") is None
    _process(tmp_path, 12, 11, ["pred: bridge", "", ""], 50)
    _process(tmp_path, 13, LAUNCH, ["python", "-I", "-S", "/x/fork_client.py", "/s", "0", "/lib/x/bridge"], 1)
    _process(tmp_path, 14, 13, ["/venv/bin/python", "/install/lib/pred_nav/nav", "--ros-args"], 25)
    assert profile.hear("looking around   (0 actions)") is None
    table = profile.hear("making a plan   (3 actions)")
    assert table is not None
    rows = [line.split() for line in table.splitlines()]
    assert rows[0] == ["processor", "time,", "s", "robot", "ready", "first", "action"]
    assert rows[1:-1] == [
        ["imports", "of", "all", "2.00", "2.00"],
        ["./pred", "and", "launch", "1.00", "1.00"],
        ["bridge", "0.00", "0.50"],
        ["nav", "0.00", "0.25"],
        ["waiting", "for", "them", "0.00", "0.01"],
        ["all", "3.00", "3.76"],
    ]
    assert profile.hear("[1/2] (Mug, PickupObject)   (4 actions)") is None, "told once"
