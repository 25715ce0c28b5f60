"""A house in which every skill does what the domain's action model says, whatever the domain."""

from __future__ import annotations

from dataclasses import replace

from fake_house import SUCCESS, thing
from planned_house import PlannedHouse

from pred_core.action_model.logic import Fact, State, World
from pred_core.action_model.sentences import explain
from pred_core.action_model.simulation import ACTION_OF
from pred_core.action_model.stepping import Step, already_so, applied, violated
from pred_core.action_model.things import SOMEWHERE, Thing, fitting, static_facts, takes
from pred_core.objects import Attribute, ObjectMemory, ObjectState, Truth
from pred_core.outcome import Code, Outcome
from pred_core.referring.qualities import COLOUR
from pred_core.vocabulary import domain, equipment, sliced_of

PIECES = 2
"""How many pieces a whole is cut into."""


class SymbolicHouse(PlannedHouse):
    """``has`` are qualities that things have from the start, as (object id, quality)."""

    def __init__(
        self, instruction: str, *objects: ObjectState, has: tuple[tuple[str, str], ...] = ()
    ) -> None:
        super().__init__(instruction, *objects)
        self.world = self._world()
        self.state = self._state(has)
        self._show()

    # -- the world ----------------------------------------------------------------------------------------------------
    def _world(self) -> World:
        pieces = {}
        for whole in list(self.objects.values()):
            for number in range(PIECES if sliced_of(whole.class_name) else 0):
                piece = thing(f"{sliced_of(whole.class_name)}_{whole.id}_{number}", whole.center[:2])
                self.objects[piece.id] = piece
                pieces[piece.id] = whole.id
        self.pieces = pieces
        self.things = {o.id: Thing(o.id, (o.class_name,)) for o in self.objects.values()}
        kinds = {o.id: o.class_name.lower() for o in self.objects.values()} | {SOMEWHERE: "thing"}
        kinds |= dict.fromkeys(equipment().qualities, "quality")
        things = tuple(self.things.values())
        return World(domain().actions, kinds, static_facts(things, pieces) | fitting(things))

    def _state(self, has: tuple[tuple[str, str], ...]) -> State:
        true: set[Fact] = {("hand-empty",), *(("is", name, quality) for name, quality in has)}
        for state in self.objects.values():
            if state.id in self.pieces:
                continue
            true.add(("there", state.id))
            if self.things[state.id].can("pickupable"):
                true.add(("in", state.id, state.parent_id or SOMEWHERE))
            if state.truth("open") is Truth.TRUE:
                true.add(("opened", state.id))
            if state.truth("on") is Truth.TRUE:
                true.add(("running", state.id))
        return State.of(fact for fact in true if fact[0] in domain().actions.predicates)

    def is_now(self, name: str, quality: str) -> bool:
        """Tell whether an object has a quality, seen or not."""
        return ("is", name, quality) in self.state.true

    # -- what a camera sees -------------------------------------------------------------------------------------------
    @property
    def memory(self) -> ObjectMemory:
        known = super().memory
        return replace(known, objects=tuple(o for o in known.objects if ("there", o.id) in self.state.true))

    def _hidden(self, state: ObjectState) -> bool:
        shut_in = "shut-in" in domain().actions.derived
        return shut_in and state.observations == 0 and self._holds(("shut-in", state.id))

    def _holds(self, fact: Fact) -> bool:
        return self.world.truth(fact, self.state) is Truth.TRUE

    def _show(self) -> None:
        """Write what the state says into the objects as they are seen."""
        held = {fact[1] for fact in self.state.true.of("holding")}
        self.held = next(iter(held), "")
        self.robot = replace(self.robot, holding=bool(held))
        places = {fact[1]: fact[2] for fact in self.state.true.of("in")}
        for state in list(self.objects.values()):
            place = places.get(state.id, "")
            parent = self.objects.get(place)
            self.change(
                state.id,
                held=state.id in held,
                parent_id=place if parent else "",
                center=parent.center if parent else state.center,
                attributes=self._seen(state),
            )

    def _seen(self, state: ObjectState) -> dict[str, Attribute]:
        it = self.things[state.id]
        shown: dict[str, bool] = {}
        if it.can("openable"):
            shown["open"] = ("opened", state.id) in self.state.true
        if it.can("toggleable"):
            shown["on"] = ("running", state.id) in self.state.true
        for quality in equipment().qualities.values():
            if takes(it, quality) and not quality.invisible:
                shown[quality.attribute] = shown.get(quality.attribute, False) or self.is_now(
                    state.id, quality.name
                )
        colours = {name: a for name, a in state.attributes.items() if name.startswith(COLOUR)}
        return {**colours, **{name: Attribute(name, Truth.of(value)) for name, value in shown.items()}}

    # -- skills -------------------------------------------------------------------------------------------------------
    def _skill(self, skill: str, target: ObjectState) -> Outcome:
        refusal = self._refusal(skill, target.id)
        if refusal is not None:
            return refusal
        step = self._step(ACTION_OF[skill], target.id)
        wrong = violated(self.world, step, self.state)
        if wrong and already_so(self.world, step, self.state):
            return Outcome(Code.ALREADY_SO, "It is so already.")
        if wrong:
            return Outcome(self._code(step), explain(self.world, step, self.state))
        before = {fact[1] for fact in self.state.true.of("there")}
        self.state = applied(self.world, step, self.state)
        self._show()
        new = {fact[1] for fact in self.state.true.of("there")} - before
        for name in (target.id, *new):
            self.change(name, visible=True, distance=0.7, observations=1)
        return SUCCESS

    def _step(self, action: str, target: str) -> Step:
        held = self.held or "nothing"
        where = next((fact[2] for fact in self.state.true.matching("in", 1, target)), SOMEWHERE)
        objects = {
            "put": (held, target),
            "pour": (held, target),
            "pickup": (target, where),
            "slice": (target, held, where),
        }
        return Step(action, objects.get(action, (target,)))

    def _code(self, step: Step) -> Code:
        target = step.objects[-1] if step.action in ("put", "pour") else step.objects[0]
        if step.action == "pickup" and self.held:
            return Code.HAND_FULL
        if step.action in ("put", "pour", "slice") and not self.held:
            return Code.HAND_EMPTY
        if step.action == "put" and self._holds(("door", target)) and not self._holds(("opened", target)):
            return Code.RECEPTACLE_CLOSED
        if step.action == "put" and self._holds(("single-slot", target)):
            return Code.RECEPTACLE_FULL
        if "shut-in" in domain().actions.derived and self._holds(("shut-in", target)):
            return Code.TARGET_NOT_VISIBLE
        return Code.PRECONDITION_FAILURE
