"""A home keeps what was seen over launches, whatever ends them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from pred_core.home import OBJECTS, Home, HomeError, LastSeen, home_of, merged
from pred_core.objects import Attribute, ObjectMemory, ObjectState, Truth

NOW = 1_790_000_000.0
DAY = 86400.0


def thing(name: str, on: str = "", x: float = 0.0, seen: float = 0.0) -> ObjectState:
    known = {"clean": Attribute("clean", Truth.TRUE, 0.9), "hot": Attribute("hot", Truth.UNKNOWN)}
    return ObjectState(
        name, name.rpartition("_")[0], (x, 0.0, 1.0), (0.1, 0.1, 0.1), 1.0, known, on, last_seen=seen
    )


def before(*objects: ObjectState) -> LastSeen:
    return LastSeen(objects)


def ids(seen: LastSeen) -> list[str]:
    return [one.id for one in seen.objects]


def test_what_was_kept_is_read_again(tmp_path: Path) -> None:
    home = Home(tmp_path / "ours")
    assert home.seen() == LastSeen(), "nothing yet"
    home.keep(before(thing("Mug_1", "Table_1", 1.25, NOW), thing("Table_1", seen=NOW)))
    mug, table = home.seen().objects
    assert (mug.class_name, mug.center, mug.parent_id, mug.last_seen) == ("Mug", (1.25, 0.0, 1.0), table.id, NOW)
    assert mug.truth("clean") is Truth.TRUE and "hot" not in mug.attributes
    assert [p.name for p in home.folder.iterdir()] == [OBJECTS]
    part = home.folder / f".{OBJECTS}.killed"
    part.write_text("{")
    os.utime(part, (NOW - DAY, NOW - DAY))
    home.keep(home.seen())
    assert not part.exists(), "what was killed while it wrote leaves nothing for long"
    home.forget()
    assert home.seen() == LastSeen()


def test_what_is_seen_gets_the_time_of_this_machine() -> None:
    memory = ObjectMemory(stamp=20.0, objects=(thing("Mug_1", seen=20.0), thing("Cup_1", seen=5.0)))
    assert [one.last_seen for one in merged(LastSeen(), memory, NOW).objects] == [NOW, NOW - 15.0]


def test_what_is_not_seen_again_stays_with_its_time_and_what_is_is_not_there_twice() -> None:
    mug, key = thing("Mug_1", "Table_1", 1.0, NOW - DAY), thing("Key_1", "Table_1", seen=NOW - DAY)
    earlier = before(mug, key, thing("Table_1"))
    memory = ObjectMemory(objects=(thing("Mug_1", x=7.0), thing("Table_1")))
    after = merged(earlier, memory, NOW)
    assert ids(after) == ["Mug_1", "Table_1", "Key_1"]
    key = after.objects[-1]
    assert (key.last_seen, key.parent_id) == (NOW - DAY, "Table_1"), "it lay on a table that was seen again"


def test_of_several_the_nearest_ones_are_the_same_and_the_others_keep_ids_of_their_own() -> None:
    earlier = before(thing("Mug_1", x=1.0, seen=NOW - DAY), thing("Mug_2", x=5.0, seen=NOW - DAY), thing("Shelf_1"))
    earlier = LastSeen((*earlier.objects, thing("Key_1", "Shelf_1")))
    after = merged(earlier, ObjectMemory(objects=(thing("Mug_1", x=5.1),)), NOW)
    assert ids(after) == ["Mug_1", "Mug_1~", "Shelf_1", "Key_1"]
    assert after.objects[1].center[0] == 1.0 and after.objects[3].parent_id == "Shelf_1"
    again = merged(after, ObjectMemory(objects=(thing("Mug_1", x=5.1),)), NOW)
    assert len(ids(again)) == len(set(ids(again))) == 4, "it does not grow"


def test_only_names_are_names_of_homes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert home_of("our_flat-2").folder == tmp_path / "pred" / "homes" / "our_flat-2"
    for wrong in ("../up", "", "a/b", ".hidden", "x" * 65):
        with pytest.raises(HomeError, match="is no name of a home"):
            home_of(wrong)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "cannot be read"),
        ("[]", "cannot be read"),
        ('{"version": 2}', "is of version 2"),
        ('{"version": 1, "objects": [{"id": "Mug_1"}]}', "holds no objects"),
        ('{"version": 1, "objects": [7]}', "holds no objects"),
    ],
)
def test_a_file_that_cannot_be_used_is_told_and_can_be_put_aside(tmp_path: Path, content: str, said: str) -> None:
    (tmp_path / OBJECTS).write_text(content)
    with pytest.raises(HomeError, match=said):
        Home(tmp_path).seen()
    assert Home(tmp_path).set_aside().read_text() == content
    assert Home(tmp_path).seen() == LastSeen()


WRITING = """
import sys
from pathlib import Path
from pred_core.home import Home, LastSeen
from pred_core.objects import ObjectState
home, n = Home(Path(sys.argv[1])), 0
while True:
    n += 1
    home.keep(LastSeen(tuple(ObjectState(f"Mug_{i}", "Mug", (n, 0, 0), (0, 0, 0), last_seen=n) for i in range(80))))
    if n == 2:
        print("writing", flush=True)
"""


def test_a_kill_at_any_moment_leaves_a_whole_file(tmp_path: Path) -> None:
    for _ in range(int(os.environ.get("KILLS", "5"))):
        process = subprocess.Popen([sys.executable, "-c", WRITING, str(tmp_path)], stdout=subprocess.PIPE)
        assert process.stdout is not None and process.stdout.readline() == b"writing\n"
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=60)
        objects = Home(tmp_path).seen().objects
        assert len(objects) == 80 and len({one.last_seen for one in objects}) == 1
        assert json.loads((tmp_path / OBJECTS).read_text())["version"] == 1
