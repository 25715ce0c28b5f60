"""What a procedure does, as nodes below it: its named stages and the requests it makes."""

from __future__ import annotations

from collections.abc import Iterable

from py_trees.behaviour import Behaviour
from py_trees.common import Status

from pred_core.outcome import Code, Outcome
from pred_recovery.mission.requests import (
    Begun,
    Check,
    MakePlan,
    MoveRobot,
    Navigate,
    Recover,
    Reground,
    Reply,
    Request,
    Revise,
    ShowPicture,
    StageEnded,
    UseSkill,
)


class Stage(Behaviour):
    """A part of a procedure. The procedure says when it begins and ends; nobody ticks it by itself."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.succeeded = 0
        self.failed = 0

    def update(self) -> Status:
        """Stay as the procedure said."""
        return self.status

    def begin(self, message: str = "") -> None:
        """Run from now on."""
        self.status = Status.RUNNING
        self.feedback_message = message

    def end(self, *, well: bool, message: str) -> None:
        """End and count it."""
        self.status = Status.SUCCESS if well else Status.FAILURE
        self.feedback_message = message
        self.succeeded += well
        self.failed += not well

    def child(self, name: str) -> Stage:
        """Return the part of that name, made when it is new."""
        known = next((c for c in self.children if isinstance(c, Stage) and c.name == name), None)
        if known is None:
            known = Stage(name)
            known.parent = self
            self.children.append(known)
        return known

    def forget(self) -> None:
        """Let everything below count as not visited."""
        for node in self.iterate():
            if node is not self:
                node.status = Status.INVALID
                node.feedback_message = ""


class Stages:
    """Follows what a procedure yields: which stage is open, which request is being done."""

    def __init__(self, root: Stage, names: Iterable[str] = ()) -> None:
        """Begin with these stages below the procedure's own node; others come as they begin."""
        self._open = [root]
        self._request: tuple[Request, Stage] | None = None
        for name in names:
            root.child(name)

    def restart(self) -> None:
        """Begin anew: nothing is visited yet."""
        del self._open[1:]
        self._request = None
        self._open[0].forget()

    def heed(self, mark: Begun | StageEnded) -> None:
        """Open or close a stage."""
        if isinstance(mark, Begun):
            stage = self._open[-1].child(mark.name)
            stage.forget()
            stage.begin()
            self._open.append(stage)
        elif len(self._open) > 1:
            self._open.pop().end(well=bool(mark.outcome), message=mark.outcome.message)

    def asked(self, request: Request) -> None:
        """Show a request that is being done."""
        stage = self._open[-1].child(name_of(request))
        stage.begin(subject_of(request))
        self._request = (request, stage)

    def answered(self, reply: Reply) -> None:
        """Show how the request ended."""
        if self._request is not None:
            request, stage = self._request
            outcome = judged(request, reply)
            why = "" if outcome else str(outcome.message or outcome.code)
            stage.end(well=bool(outcome), message=": ".join(filter(None, (subject_of(request), why))))
            self._request = None


NAMES: dict[type, str] = {
    Navigate: "navigate",
    UseSkill: "skill",
    MoveRobot: "move base",
    MakePlan: "make plan",
    Reground: "reground",
    Recover: "recover plan",
    Revise: "revise plan",
    ShowPicture: "show picture",
}


def name_of(request: Request) -> str:
    """Return the name of a request's node: that of a discrepancy module for a check."""
    if isinstance(request, Check):
        return "+".join(kind.upper() for kind in request.kinds)
    return NAMES.get(type(request), type(request).__name__.lower())


def subject_of(request: Request) -> str:
    """Return what a request is about, in a few words."""
    match request:
        case Navigate():
            return f"{request.mode} {request.object_id or ' '.join(request.stop_classes)}".strip()
        case UseSkill():
            return f"{request.skill} {request.target.id}"
        case MoveRobot():
            return str(request.motion)
        case Check():
            return request.subject_id or request.subgoal.object
        case Reground():
            return request.missing_class
        case ShowPicture():
            return request.object_id
        case Revise():
            return " ".join(d.kind.upper() for d in request.discrepancies)
        case _:
            return ""


def judged(request: Request, reply: Reply) -> Outcome:
    """Return how a request ended; a check that found the plan contradicted by the world has failed."""
    if isinstance(request, Check) and reply.certain:
        found = reply.certain[0]
        return Outcome(Code.PRECONDITION_FAILURE, f"expected {found.expected}, observed {found.observed}")
    return reply.outcome
