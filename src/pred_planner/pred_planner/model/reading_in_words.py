"""A reading in the words that a model is asked with; :func:`pred_language.meaning.promise.promise` tells people."""

from __future__ import annotations

from pred_language.meaning.context import TaskContext


def sentence(context: TaskContext) -> str:
    """Return what was understood in the words that a model is asked with; :func:`promise` tells people."""
    number = {0: "every", 1: "one"}.get(context.count, str(context.count))
    states = ", ".join(sorted(context.states))
    target = " or ".join(context.target.classes) if context.target.any_will_do else context.target.best
    text = f"{context.task_type.replace('_', ' ')}: {number} {states + ' ' if states else ''}{target}"
    for link, ranked in (("with", context.movable), ("to", context.destination), ("under", context.toggle)):
        if ranked:
            each = (
                {0: "each ", 1: ""}.get(context.places, f"each of {context.places} ") if link == "to" else ""
            )
            text += f" {link} {each}{ranked.best}"
    first = [
        f"{part.thing.best} to {'each ' if part.places != 1 else ''}{part.destination.best}"
        for part in context.also
    ]
    if first:
        text += f", after {' and '.join(first)}"
    dropped = (*context.left_out, *context.not_used)
    note = f" Not used: {', '.join(dropped)}." if dropped else ""
    later = "".join(f" Then {sentence(one)}" for one in context.then)
    return text + f" (confidence {context.confidence:.2f}).{note}{later}"
