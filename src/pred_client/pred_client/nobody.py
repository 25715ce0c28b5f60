"""What to say where no robot takes tasks: whether one does elsewhere on this machine."""

from __future__ import annotations

from collections.abc import Iterable

from pred_core.stack_owner import Stack

MOST = 3
"""How many other stacks are named."""


def nobody_there(domain: int, namespace: str, running: Iterable[Stack]) -> str:
    """Return a sentence, without a mark at its end.

    :param domain: ROS domain of who looks
    :param namespace: where it looked, with the leading /
    :param running: the stacks of this machine
    """
    known = {(stack.domain, stack.namespace): stack.owner for stack in running}
    here = known.pop((domain, namespace.strip("/").replace("/", "_")), None)
    if here is not None:
        return f"no robot takes tasks under {namespace} yet: {here.what} may still be starting"
    if not known:
        return (
            f"no robot takes tasks under {namespace} in ROS domain {domain}: does a stack run? "
            "'./pred launch thor' starts one"
        )
    others = [f"{owner.what} under /{name} in domain {of}" for (of, name), owner in known.items()]
    others[MOST:] = [f"{len(others) - MOST} more"] if len(others) > MOST else []
    return (
        f"no robot takes tasks under {namespace} in ROS domain {domain}; on this machine there is "
        f"{', '.join(others)}: --namespace and the environment's ROS_DOMAIN_ID say which is meant"
    )
