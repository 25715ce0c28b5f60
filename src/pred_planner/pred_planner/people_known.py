"""Who is known by name: from a parameter, from the home's file, and introduced in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from pred_core.home import Home, HomeError
from pred_core.objects import ObjectMemory
from pred_core.outcome import Code, Outcome
from pred_core.people import PERSON, RECIPIENT, KnownPerson
from pred_core.plain_text import ended_well
from pred_language.meaning.introduced import Introduction, for_somebody, introduction
from pred_language.questions.answering import Answer
from pred_language.questions.asks import describe
from pred_language.reader import Texts
from pred_planner.rules.reasoner import Planned, RulesReasoner, grounder_for, told_only

_OF_THEM = {"to you": "to {name}", "come to {name}": "go to {name}"}


class PeopleKnown:
    """Keeps people by their names, and has the rules plan what is about one of them."""

    def __init__(self, given: Iterable[KnownPerson], home: Home | None, warn: Callable[[str], None]) -> None:
        """Read the home's file; one that cannot be used is told and left as it is.

        :param given: those of the parameter, who stand where it says
        """
        self._home, self._warn = home, warn
        self._known = {one.name.lower(): one for one in (*self._of_home(), *given)}

    def _of_home(self) -> tuple[KnownPerson, ...]:
        try:
            return self._home.people() if self._home is not None else ()
        except HomeError as error:
            self._warn(ended_well(str(error)))
            self._home = None
            return ()

    def planned(self, texts: Texts, memory: ObjectMemory, rules: RulesReasoner) -> Planned | None:
        """Return the plan of what is about somebody known, or that somebody is known now; None for anything else."""
        if texts.steps or texts.dialogue:
            return None
        told = introduction(texts.instruction)
        if told is not None:
            return self._introduced(told, texts, memory)
        found = for_somebody(texts.instruction, self._known.values())
        if found is None:
            return None
        person = found.person
        if person.place is None:
            text = f"I do not know where {person.name} is: say it, as in 'This is {person.name}, at the table.'"
            return Planned(Outcome(Code.NOT_UNDERSTOOD, text))
        planned = rules.make_plan(replace(texts, instruction=found.text), memory)
        if planned.plan is None:
            return planned
        context = {**planned.plan.context, RECIPIENT: person.as_mapping()}
        destination = context.get("destination")
        if isinstance(destination, Mapping) and PERSON in destination.get("classes", ()):
            context["destination"] = {**destination, "words": person.name}
        plan = replace(planned.plan, instruction=texts.instruction, context=context)
        understood = planned.understood
        for said, named in _OF_THEM.items():
            understood = understood.replace(said.format(name=person.name), named.format(name=person.name))
        return replace(planned, plan=plan, understood=understood)

    def _introduced(self, told: Introduction, texts: Texts, memory: ObjectMemory) -> Planned:
        known = KnownPerson(told.name)
        if told.place:
            classes = describe(told.place, grounder_for(memory))[0].classes
            there = next((o for name in classes for o in memory.of_class(name)), None)
            if there is None:
                text = f"I have seen no {told.place.partition(' ')[2]} here, so I do not know where {told.name} is."
                return Planned(Outcome(Code.NOT_FOUND, text))
            known = replace(known, place=(there.center[0], there.center[1]), where=told.place)
        self._known[told.name.lower()] = known
        self._keep()
        where = f" at {told.place}" if told.place else ""
        sentence = f"Hello {told.name}. I will remember you{where}."
        return told_only(texts, memory, (Answer("introduction", sentence, told.name),))

    def _keep(self) -> None:
        if self._home is None:
            return
        try:
            self._home.keep_people(self._known.values())
        except OSError as error:
            self._warn(f"The people of the home cannot be kept: {ended_well(str(error))}")
