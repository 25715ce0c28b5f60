"""A stranger's domain, one JSON file and no Python: sentences run through planner and executive in a symbolic house."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fake_house import do, skills, thing
from symbolic_house import SymbolicHouse

from pred_core.objects import ObjectState
from pred_core.outcome import Code
from pred_core.vocabulary import within_domain

LAB = Path(__file__).parent / "data" / "lab.json"


@pytest.fixture(autouse=True)
def lab() -> Iterator[None]:
    with within_domain(str(LAB)):
        yield


def room() -> tuple[ObjectState, ...]:
    return (
        thing("Bench_1", (1.0, 0.0)),
        thing("Shelf_1", (1.0, 3.0)),
        thing("Autoclave_1", (4.0, 0.0), open=False, on=False),
        thing("Centrifuge_1", (4.0, 3.0), open=False, on=False),
        thing("Flask_1", (1.0, 0.0), "Bench_1"),
        thing("Tube_1", (1.0, 0.0), "Bench_1"),
        thing("Notebook_1", (1.0, 0.0), "Bench_1"),
    )


def test_the_domain_is_what_a_stranger_writes_in_a_minute() -> None:
    assert len(LAB.read_text().splitlines()) <= 30


@pytest.mark.parametrize(
    ("instruction", "qualities", "place"),
    [
        ("put a sterile flask on the shelf", {("Flask_1", "sterile")}, ("Flask_1", "Shelf_1")),
        ("sterilize the flask", {("Flask_1", "sterile")}, ("Flask_1", "Bench_1")),
        ("sterilise the flask and put it on the shelf", {("Flask_1", "sterile")}, ("Flask_1", "Shelf_1")),
        ("autoclave the flask", {("Flask_1", "sterile")}, ("Flask_1", "Bench_1")),
        ("put the autoclaved bottle on the table", {("Flask_1", "sterile")}, ("Flask_1", "Bench_1")),
        ("make the flask sterile", {("Flask_1", "sterile")}, ("Flask_1", "Bench_1")),
        ("spin the tube", {("Tube_1", "spun")}, ("Tube_1", "Bench_1")),
        ("centrifuge the vial, then put it on the shelf", {("Tube_1", "spun")}, ("Tube_1", "Shelf_1")),
        (
            "spin and sterilise the tube",
            {("Tube_1", "spun"), ("Tube_1", "sterile")},
            ("Tube_1", "Autoclave_1"),
        ),
        ("put the notebook on the shelf", set(), ("Notebook_1", "Shelf_1")),
        ("put the flask in the autoclave", set(), ("Flask_1", "Autoclave_1")),
    ],
)
def test_sentences_run_to_their_end(
    instruction: str, qualities: set[tuple[str, str]], place: tuple[str, str]
) -> None:
    house = SymbolicHouse(instruction, *room())
    result, log = do(house)
    assert result.outcome, (result.outcome, log.events)
    assert {fact[1:] for fact in house.state.true.of("is")} == qualities
    name, parent = place
    assert house.objects[name].parent_id == parent and not house.held
    assert not house.state.true.of("running") and not house.state.true.of("opened")


def test_what_is_spun_already_is_not_spun_again() -> None:
    """The camera sees that a tube is spun; that a flask is sterile it does not, so that is done whatever it was."""
    house = SymbolicHouse("put a spun tube on the shelf", *room(), has=(("Tube_1", "spun"),))
    result, log = do(house)
    assert result.outcome and log.revisions
    assert ("ToggleObjectOn", "Centrifuge_1") not in skills(house)
    again = SymbolicHouse("put a sterile flask on the shelf", *room(), has=(("Flask_1", "sterile"),))
    result, _ = do(again)
    assert result.outcome and ("ToggleObjectOn", "Autoclave_1") in skills(again)


def test_an_autoclave_that_runs_is_switched_off_first() -> None:
    objects = {o.id: o for o in room()}
    objects["Autoclave_1"] = thing("Autoclave_1", (4.0, 0.0), open=False, on=True)
    house = SymbolicHouse("put a sterile flask on the shelf", *objects.values())
    result, log = do(house)
    assert result.outcome, log.events
    assert house.is_now("Flask_1", "sterile") and house.objects["Flask_1"].parent_id == "Shelf_1"


def test_what_the_lab_cannot_do_is_said() -> None:
    result, _ = do(SymbolicHouse("heat the flask", *room()))
    assert result.outcome.code is Code.PLAN_REJECTED
    assert "Nothing here makes things hot" in result.outcome.message


def test_what_an_autoclave_would_spoil_is_refused_by_the_house() -> None:
    house = SymbolicHouse("put the notebook in the autoclave", *room())
    assert do(house)[0].outcome
    outcome = house._skill("ToggleObjectOn", house.objects["Autoclave_1"])
    assert not outcome and "harmful to the Notebook_1" in outcome.message
