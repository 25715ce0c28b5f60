"""The behaviour tree of a run, read back, printed and drawn."""

from __future__ import annotations

import json

import pytest
from PIL import Image

from pred_core.tree_record import TREE, TreeError, TreeNode
from pred_tools.explain import main
from pred_tools.run_files import RunError
from pred_tools.tree_picture import COLOURS, draw_tree
from pred_tools.tree_text import TreeAt, as_text, last_until, read_trees, tree_at

MODULE = TreeNode("OHV", "behaviour", "FAILURE", "expected Mug, observed Cup", 2, 1)
EXPECTATIONS = TreeNode("expectations", "behaviour", "RUNNING", children=(MODULE,))
CHOICE = TreeNode("achieve or recover", "selector", "INVALID")
SUBGOAL = TreeNode("subgoal", "sequence", "RUNNING", children=(EXPECTATIONS, CHOICE))
ROOT = TreeNode("until plan done", "decorator", "RUNNING", children=(SUBGOAL,))


@pytest.fixture
def folder(tmp_path):
    lines = (json.dumps({"step": step, "tree": ROOT.as_dict()}) for step in (4, 9))
    (tmp_path / TREE).write_text("".join(f"{line}\n" for line in lines))
    return tmp_path


def test_py_trees_writes_every_node_with_how_it_is(folder):
    lines = as_text(read_trees(folder)[0]).splitlines()
    assert lines[0] == "Step 4"
    assert [line.strip().rpartition(" [")[0] for line in lines[1:]] == [
        "-^- until plan done",
        "{-} subgoal",
        "--> expectations",
        "--> OHV",
        "{o} achieve or recover",
    ]
    assert lines[4].endswith("-- expected Mug, observed Cup; 2 succeeded, 1 failed")


def test_the_tree_up_to_a_step_is_the_last_one_then(folder):
    trees = read_trees(folder)
    assert [last_until(trees, step).step for step in (4, 8, 9, None)] == [4, 4, 9, 9]
    with pytest.raises(RunError, match="first ended at step 4"):
        last_until(trees, 3)


def test_a_folder_without_trees_is_refused_in_a_sentence(tmp_path):
    with pytest.raises(RunError, match="holds no behaviour_tree"):
        read_trees(tmp_path)
    (tmp_path / TREE).write_text("")
    with pytest.raises(RunError, match="before its first subgoal"):
        read_trees(tmp_path)
    (tmp_path / TREE).write_text("{}\n")
    with pytest.raises(RunError, match="line 1"):
        read_trees(tmp_path)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"step": "x", "tree": {}}', '{"step": 1, "tree": {}}'])
def test_a_message_without_tree_is_refused(text):
    with pytest.raises(TreeError):
        tree_at(text)


def test_explain_prints_the_tree(folder, capsys):
    assert main([str(folder), "--tree", "--step", "5"]) == 0
    assert "Step 4\n" in capsys.readouterr().out
    assert main([str(folder), "--tree", "--step", "1"]) == 2
    assert "step 1" in capsys.readouterr().err


def test_explain_draws_the_tree(folder, tmp_path, capsys):
    picture = tmp_path / "tree.png"
    assert main([str(folder), "--tree", "--picture", str(picture)]) == 0
    assert Image.open(picture).size == draw_tree(last_until(read_trees(folder), None)).size
    assert main([str(folder), "--tree", "--picture", str(tmp_path / "tree.what")]) == 2
    assert "what" in capsys.readouterr().err


def test_explain_wants_a_tree_for_a_step_and_a_picture(folder):
    for option in (["--step", "5"], ["--picture", "tree.png"]):
        with pytest.raises(SystemExit):
            main([str(folder), *option])


def test_the_picture_has_a_row_for_each_node_in_the_colour_of_its_status():
    whole, part = draw_tree(TreeAt(4, ROOT)), draw_tree(TreeAt(4, EXPECTATIONS))
    colours = {colour for _, colour in whole.getcolors(1 << 16)}
    assert {COLOURS["RUNNING"], COLOURS["FAILURE"], COLOURS["INVALID"]} <= colours
    assert COLOURS["SUCCESS"] not in colours
    assert whole.height > part.height
