"""Who answers which question of recovery: the method and stage asked for, with a model where there is one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pred_planner.model.asking import Asker
from pred_planner.recovering import by_search
from pred_planner.recovering.by_model import ModelAdviser
from pred_planner.recovering.corrections import METHODS as CORRECTIONS
from pred_planner.recovering.corrections import Corrector
from pred_planner.recovering.situation import Advice, Situation, Stage, nothing

STAGED, CMFR, HELPER, COT = "staged", "cmfr", "helper", "cot"
METHOD_NAMES = (STAGED, CMFR, HELPER, COT, *CORRECTIONS)


@dataclass(frozen=True)
class Style:
    """How models are asked: with demonstrations or without; CAPE's grade of an error and its score.

    ``search``: whether the search stands in where a model corrects nothing by CAPE.
    """

    few_shot: bool = True
    grade: str = "few_shot"
    score: str = "sg"
    search: bool = True


class Recoverer:
    """Answers how to go on after a failure.

    :param asker: the model, None where rules decide alone
    :param source: what a model's proposals are marked with
    :param warn: told when the search stands in for the model
    """

    def __init__(
        self,
        asker: Asker | None = None,
        source: str = "llm",
        style: Style | None = None,
        warn: Callable[[str], None] = lambda _: None,
    ) -> None:
        chosen = style or Style()
        self._model = ModelAdviser(asker, source, chosen.few_shot, warn) if asker is not None else None
        self._corrector = Corrector(asker, source, chosen.grade, chosen.score, chosen.search)

    def advise(self, situation: Situation) -> Advice:
        """Return the method's answer; a proposal that is in it has passed the action model."""
        if situation.method in CORRECTIONS:
            return CORRECTIONS[situation.method](self._corrector, situation)
        if situation.method not in METHOD_NAMES:
            known = ", ".join(METHOD_NAMES)
            return nothing(f"There is no method {situation.method!r}; there is: {known}.")
        if self._model is None:
            return _without_model(situation)
        return _ASKED[situation.method](self._model, situation)


def _staged(model: ModelAdviser, situation: Situation) -> Advice:
    """Compute first, which is quick and sure; ask the model where the computation has no answer."""
    found = by_search.advice(situation)
    if found.proposal is not None or situation.stage in (Stage.IMPORTANCE, Stage.LAST_LOOK):
        return found
    return model.staged(situation)


def _without_model(situation: Situation) -> Advice:
    """Return what is computed for a method; one prompt for everything is every stage in turn."""
    if situation.method != COT:
        return by_search.advice(situation)
    made = 0
    for stage in (by_search.importance, by_search.preconditions, by_search.workaround):
        found = stage(situation)
        made += found.proposed
        if found.proposal is not None:
            return Advice(found.outcome, found.proposal, made, made - 1)
    return nothing("No way to go on was found.", made, made)


_ASKED: Mapping[str, Callable[[ModelAdviser, Situation], Advice]] = {
    STAGED: _staged,
    CMFR: ModelAdviser.staged,
    HELPER: ModelAdviser.reflected,
    COT: ModelAdviser.thought,
}
