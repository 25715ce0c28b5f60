import json
from pathlib import Path

import pytest

from pred_core.domain_file import DomainError, read_domain
from pred_core.vocabulary import (
    choose_domain,
    domain,
    group,
    kinds,
    object_types,
    ordered_group,
    per_domain,
    single_slot,
    sliced_of,
    whole_of,
    within_domain,
)


def test_all_types_are_there() -> None:
    assert len(object_types()) == 125


def test_affordances_and_places() -> None:
    mug = object_types()["Mug"]
    assert mug.can("pickupable") and mug.can("canFillWithLiquid") and not mug.can("openable")
    assert mug.fits_in("CoffeeMachine") and not mug.fits_in("Toaster")
    assert mug.found_in["CounterTop"] == 13


def test_slices_know_what_they_were_cut_from() -> None:
    assert sliced_of("Bread") == "BreadSliced" and whole_of("BreadSliced") == "Bread"
    assert sliced_of("Mug") == "" and whole_of("Mug") == ""


def test_groups() -> None:
    assert "Fridge" in group("must_be_open")
    assert single_slot("CoffeeMachine") == {"Mug"}
    assert single_slot("CounterTop") == frozenset()


def test_every_named_receptacle_is_a_type_or_a_known_old_name() -> None:
    old_names = {"Cart", "Cell"}
    named = {r for t in object_types().values() for r in t.receptacles or ()}
    assert named - set(object_types()) <= old_names


def test_a_domain_is_chosen_before_first_use_and_not_changed_after() -> None:
    assert domain().name == "household"
    choose_domain("household")
    with pytest.raises(DomainError, match=r"'table'.*already works in 'household'"):
        choose_domain("table")


def test_another_domain_for_a_while_has_its_own_types_and_groups() -> None:
    assert "surfaces" in domain().groups and group("surfaces") >= {"DiningTable"}
    with within_domain("table"):
        assert object_types()["RedCup"].can("cover")
        assert ordered_group("surfaces") == ("Table",) and group("surfaces") == {"Table"}
        assert group("must_be_open") == frozenset() and single_slot("CoffeeMachine") == frozenset()
        assert object_types()["FantaCan"].alike == {"PepsiCan", "BlueCan"}
        assert set(kinds()["tool"]) == {"Hammer", "Screwdriver", "Wrench"}
    assert "RedCup" not in object_types() and "tool" not in kinds()


def test_results_are_kept_for_each_domain() -> None:
    @per_domain
    def count(factor: int) -> int:
        return factor * len(object_types())

    assert count(2) == 250
    with within_domain("table"):
        assert count(2) == 32
    assert count(2) == 250


OWN = {
    "types": {
        "Vial": {"flags": ["pickupable"], "receptacles": ["Rack"], "words": ["vial", "tube"]},
        "Rack": {"flags": ["receptacle"], "usual_count": 3, "words": {"rack": 1, "stand": 0.5}},
    },
    "kinds": {"glassware": ["Vial"]},
    "groups": {"surfaces": ["Rack"]},
}


def test_a_lab_brings_its_own_types(tmp_path: Path) -> None:
    path = tmp_path / "lab.json"
    path.write_text(json.dumps(OWN))
    with within_domain(str(path)):
        assert object_types()["Vial"].words == {"vial": 1.0, "tube": 1.0}
        assert object_types()["Rack"].usual_count == 3 and object_types()["Rack"].words["stand"] == 0.5


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"types": {}}, "no types"),
        ({"types": {"Rack": {"flags": ["liftable"]}}, "kinds": {}}, "flags of Rack.*liftable"),
        ({"groups": {}}, "group surfaces is empty"),
        ({"kinds": {"glassware": ["Flask"]}}, "kind glassware.*Flask"),
        ({"groups": {"surfaces": ["Bench"]}}, "group surfaces.*Bench"),
        ({"look_alikes": [["Vial", "Flask"]]}, "look_alikes of Vial.*Flask"),
        ({"types": {"Vial": {}}}, "flags"),
    ],
)
def test_a_wrong_domain_is_refused_and_says_what_is_wrong(
    tmp_path: Path, change: dict[str, object], named: str
) -> None:
    path = tmp_path / "lab.json"
    path.write_text(json.dumps({**OWN, **change}))
    with pytest.raises(DomainError, match=named):
        read_domain(str(path))


def test_a_domain_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(DomainError, match=r"none of household, table"):
        read_domain(str(tmp_path / "missing.json"))
    (tmp_path / "bad.json").write_text("{")
    with pytest.raises(DomainError, match=r"line 1: this is no JSON"):
        read_domain(str(tmp_path / "bad.json"))
