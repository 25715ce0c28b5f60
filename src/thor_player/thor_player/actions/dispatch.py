"""What AI2-THOR's own tests ask to see how actions find their functions: by name and by the arguments given."""

from __future__ import annotations

from collections.abc import Mapping

from ..errors import ActionError, ambiguous_action, missing_arguments
from ..state import PlayerState
from .registry import Arguments, Handler, action

_MIXED = "Mixing a ServerAction method with overloaded methods is not permitted"
_TWICE = "Signature match found in the same class"
_AMBIGUOUS: Mapping[str, str] = {
    "ProcessControlCommand": _MIXED,
    "TestActionDispatchSAAmbig": _MIXED,
    "TestActionDispatchSAAmbig2": _TWICE,
}
_CONFLICTS = {"TestActionDispatchConflict": ["param22"]}
"""Parameters that have other types in other forms of an action."""
_FORMS = ((), ("param1",), ("param1", "param2"), ("param6", "param7"))


def _by_arguments(_state: PlayerState, args: Arguments) -> str:
    """Return which form of the action the arguments choose: the one that has them all and lacks fewest."""
    given = {name for form in _FORMS for name in form if name in args}
    fitting = [form for form in _FORMS if given <= set(form)]
    if not fitting:
        raise missing_arguments("TestActionDispatchNoop", ["param7"] if "param6" in given else ["param1"])
    form = min(fitting, key=len)
    missing = [name for name in form if name not in given]
    if missing:
        raise missing_arguments("TestActionDispatchNoop", missing)
    return " ".join(form) or "emptyargs"


def _with_default(_state: PlayerState, args: Arguments) -> str:
    args.flag("param3")
    return f"param3 param4/default {args.text('param4', 'foo')}"


def _conflict(_state: PlayerState, args: Arguments) -> str:
    args.text("param22")
    return "param22"


def _server_action(_state: PlayerState, _args: Arguments) -> str:
    return "serveraction"


def _numbers(text: str) -> Handler:
    def run(_state: PlayerState, args: Arguments) -> str:
        for name in ("param10", "param11", "param12"):
            args.number(name, 0.0)
        return text

    return run


def _back(_state: PlayerState, args: Arguments) -> str:
    return args.text("rvalue")


def _ambiguous(name: str, why: str) -> Handler:
    def run(_state: PlayerState, _args: Arguments) -> None:
        raise ambiguous_action(name, why)

    return run


def _all_ambiguous(_state: PlayerState, args: Arguments) -> list[str]:
    _known_class(args)
    return sorted(_AMBIGUOUS)


def _all_conflicts(_state: PlayerState, args: Arguments) -> dict[str, list[str]]:
    _known_class(args)
    return _CONFLICTS


def _known_class(args: Arguments) -> None:
    name = args.text("typeName")
    if not name.endswith("AgentController"):
        raise ActionError(f"typeName: there is no class {name!r} of agents")


ACTIONS = (
    action("TestActionDispatchNoop", _by_arguments, "param1 param2 param6 param7", seconds=0.0),
    action("TestActionDispatchNoop2", _with_default, "param4", required="param3", seconds=0.0),
    action("TestActionDispatchNoopServerAction", _server_action, seconds=0.0, lenient=True),
    action(
        "TestActionDispatchNoopAllDefault",
        _numbers("alldefault"),
        "param10 param11 param12",
        seconds=0.0,
    ),
    action(
        "TestActionDispatchNoopAllDefault2",
        _numbers("somedefault"),
        "param10 param11 param12",
        seconds=0.0,
    ),
    action("TestActionDispatchConflict", _conflict, required="param22", seconds=0.0),
    action("TestActionDispatchFindAmbiguous", _all_ambiguous, required="typeName", seconds=0.0),
    action("TestActionDispatchFindConflicts", _all_conflicts, required="typeName", seconds=0.0),
    action("TestActionReflectParam", _back, required="rvalue", seconds=0.0),
    action("TestFastEmit", _back, required="rvalue", seconds=0.0, quick=True),
    *(
        action(name, _ambiguous(name, why), seconds=0.0, lenient=True)
        for name, why in sorted(_AMBIGUOUS.items())
    ),
)
