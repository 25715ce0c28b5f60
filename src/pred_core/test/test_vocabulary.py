from pred_core.vocabulary import group, object_types, single_slot, sliced_of, whole_of


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
