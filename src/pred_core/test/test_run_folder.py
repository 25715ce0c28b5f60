from __future__ import annotations

import pytest

from pred_core.run_folder import BAG, check_free, new_folder


def test_a_folder_is_named_after_time_and_words_and_is_new(tmp_path):
    first = new_folder(tmp_path, "FloorPlan1", "put a 'clean' mug /.. on it, please, and all of the others as well")
    assert first.parent == tmp_path and not first.exists()
    assert first.name[8] == "-" and "_FloorPlan1_put-a-clean-mug-on-it" in first.name
    assert len(first.name) < 80 and "/" not in first.name and "." not in first.name


def test_two_runs_of_a_second_do_not_share_a_folder(tmp_path, monkeypatch):
    monkeypatch.setattr("time.strftime", lambda _: "20260101-000000")
    names = []
    for _ in range(3):
        folder = new_folder(tmp_path, "tidy up")
        folder.mkdir()
        names.append(folder.name)
    assert names == [
        "20260101-000000_tidy-up",
        "20260101-000000_tidy-up_2",
        "20260101-000000_tidy-up_3",
    ]


def test_what_holds_something_is_refused_but_for_the_bag_that_has_begun(tmp_path):
    assert check_free(tmp_path / "new") == tmp_path / "new"
    (tmp_path / BAG).mkdir()
    assert check_free(tmp_path) == tmp_path
    (tmp_path / "film.gif").write_text("")
    with pytest.raises(FileExistsError, match="two runs do not mix"):
        check_free(tmp_path)
