"""The actions that AI2-THOR's own tests ask to see how an action finds its function."""

from typing import Any

import pytest


@pytest.mark.parametrize(
    ("action", "arguments", "answer"),
    [
        ("TestActionDispatchNoop", {}, "emptyargs"),
        ("TestActionDispatchNoop", {"param1": True}, "param1"),
        ("TestActionDispatchNoop", {"param1": True, "param2": False}, "param1 param2"),
        ("TestActionDispatchNoop", {"param6": "a", "param7": "b"}, "param6 param7"),
        ("TestActionDispatchNoop2", {"param3": True}, "param3 param4/default foo"),
        ("TestActionDispatchNoop2", {"param3": True, "param4": "bar"}, "param3 param4/default bar"),
        ("TestActionDispatchNoopServerAction", {"objectId": "any|1|2|3", "other": 1}, "serveraction"),
        ("TestActionDispatchNoopAllDefault", {}, "alldefault"),
        ("TestActionDispatchNoopAllDefault2", {"param12": 2.5}, "somedefault"),
        ("TestActionReflectParam", {"rvalue": "so"}, "so"),
        ("TestFastEmit", {"rvalue": "so"}, "so"),
    ],
)
def test_arguments_choose_the_form(kitchen: Any, action: str, arguments: Any, answer: str) -> None:
    assert kitchen.ok(action, **arguments)["actionReturn"] == answer


@pytest.mark.parametrize(
    ("action", "arguments", "code"),
    [
        ("TestActionDispatchNoop", {"param6": "a"}, "MissingArguments"),
        ("TestActionDispatchNoop", {"param2": True}, "MissingArguments"),
        ("TestActionDispatchNoop", {"param1": True, "param7": "b"}, "MissingArguments"),
        ("TestActionDispatchNoop2", {}, "MissingArguments"),
        ("TestActionDispatchNoop2", {"param3": True, "param9": 1}, "InvalidArgument"),
        ("TestActionDispatchNoopFoo", {}, "InvalidAction"),
        ("TestActionDispatchSAAmbig", {}, "AmbiguousAction"),
        ("TestActionDispatchSAAmbig2", {}, "AmbiguousAction"),
    ],
)
def test_what_has_no_form_has_a_code(kitchen: Any, action: str, arguments: Any, code: str) -> None:
    agent = kitchen.do(action, **arguments)
    assert not agent["lastActionSuccess"] and agent["errorCode"] == code


def test_what_is_ambiguous_is_listed_and_is_so(kitchen: Any) -> None:
    asked = {"typeName": "UnityStandardAssets.Characters.FirstPerson.PhysicsRemoteFPSAgentController"}
    listed = kitchen.ok("TestActionDispatchFindAmbiguous", **asked)["actionReturn"]
    assert {"TestActionDispatchSAAmbig", "TestActionDispatchSAAmbig2"} <= set(listed)
    for name in listed:
        kitchen.fails(f"Ambiguous action: {name} ", name)
    conflicts = kitchen.ok("TestActionDispatchFindConflicts", **asked)["actionReturn"]
    assert conflicts == {"TestActionDispatchConflict": ["param22"]}
    kitchen.fails("there is no class", "TestActionDispatchFindConflicts", typeName="Nothing")
