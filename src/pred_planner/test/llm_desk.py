"""What tests of the model's reasoner share: the reasoner before a scripted server, running plans, discrepancies."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pred_core.plan_language import Discrepancy, High, Kind, Level, Plan, Subgoal
from pred_planner.llm.client import LlmClient, ModelSettings
from pred_planner.llm.scripted_server import Reply, ScriptedServer
from pred_planner.model.reasoner import LlmReasoner
from pred_planner.plan.expansion import expand


@contextmanager
def asker(*replies: Reply | str) -> Iterator[tuple[LlmClient, ScriptedServer]]:
    """Yield a client and the server that answers it so."""
    listed = [r if isinstance(r, Reply) else Reply(r) for r in replies]
    with ScriptedServer(listed) as server:
        client = LlmClient(
            ModelSettings("test", server.base_url, timeout=5.0), lambda _: None, pause=lambda _: None
        )
        yield client, server
        client.close()


@contextmanager
def reasoner(*replies: Reply | str) -> Iterator[tuple[LlmReasoner, ScriptedServer]]:
    """Yield a reasoner and the server that answers it so."""
    with asker(*replies) as (client, server):
        yield LlmReasoner(client), server


def plan_of(*triplets: Subgoal, cursor: int = 0) -> Plan:
    """Return a running plan."""
    return Plan("p", "do it", "test", "rules", triplets, expand(triplets), cursor=cursor)


def triplet(number: int, action: High, name: str, place: str = "", **more: object) -> Subgoal:
    """Return a triplet on variables of its own unless others are given."""
    ref = {"object_ref": f"x{number}", "receptacle_ref": f"y{number}" if place else ""}
    return Subgoal(f"t{number}", Level.TRIPLET, action, name, place, **(ref | more))  # type: ignore[arg-type]


def said(kind: Kind, subject: str, observed: str, sentence: str = "It was seen.") -> tuple[Discrepancy, ...]:
    """Return one discrepancy, put into words already."""
    return (Discrepancy(kind, "", subject, expected="", observed=observed, sentence=sentence),)


def tuples(plan: Plan) -> list[tuple[str, str]]:
    """Return a plan's rows."""
    return [s.as_tuple() for s in plan.subgoals]
