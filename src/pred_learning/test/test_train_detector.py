"""What ./pred train detector runs."""

from pathlib import Path

from pred_learning.train import commands, parser


def modules(*arguments):
    return [c[0].rsplit(".", 1)[-1] for c in commands(parser().parse_args(["detector", *arguments]))]


def test_training_makes_pictures_trains_writes_weights_and_judges_them():
    pictures = ["pictures"] * 3
    assert modules() == [*pictures, "merging", "training", "export", "evaluate"]


def test_judging_needs_no_training():
    assert modules("--evaluate") == ["pictures", "evaluate"]


def test_scores_are_fitted_on_validation_rooms_and_judged_on_test_rooms(tmp_path):
    run = commands(parser().parse_args(["detector", "--folder", str(tmp_path)]))
    export, judge = run[-2], run[-1]
    assert Path(export[export.index("--validate") + 1]).name == "validate"
    assert Path(judge[judge.index("--pictures") + 1]).name == "test"


def test_the_tables_judge_learns_from_the_table_and_is_judged_on_its_scenes(tmp_path):
    table = ["detector", "--domain", "table", "--folder", str(tmp_path)]
    assert modules("--domain", "table") == [*["table_pictures"] * 3, "judging", "evaluate"]
    assert modules("--domain", "table", "--evaluate") == ["table_pictures", "evaluate"]
    learn, judge = commands(parser().parse_args(table))[-2:]
    made = learn[learn.index("--out") + 1]
    assert Path(learn[learn.index("--pictures") + 1]).name == "train"
    assert Path(judge[judge.index("--pictures") + 1]).name == "scenes"
    assert judge[judge.index("--weights") + 1] == made == str(tmp_path / "table" / "rgbd_table.zip")


def test_a_dataset_is_written_of_few_pictures_where_few_are_wanted(tmp_path):
    given = ["--dataset", str(tmp_path / "yolo"), "--limit", "48", "--folder", str(tmp_path)]
    assert modules(*given) == ["pictures", "pictures", "pictures", "yolo_dataset"]
    *made, written = commands(parser().parse_args(["detector", "--domain", "table", *given]))
    assert [c[0].rsplit(".", 1)[-1] for c in made] == ["table_pictures"] * 3
    assert {c[c.index("--pictures") + 1] for c in made} == {"48"}
    assert f"--test={tmp_path / 'table' / 'scenes'}" in written and written[written.index("--domain") + 1] == "table"
