"""The robot of one simulated room: loads worlds, moves, manipulates, and knows what it measured last. No ROS here."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol

from pred_core.outcome import Code, Outcome
from pred_core.plain_text import ended_well
from pred_core.targets import Target
from sim_bridge_thor.changes import Changer, Schedule
from sim_bridge_thor.effects import Felt, effect
from sim_bridge_thor.faults import Faults
from sim_bridge_thor.housekeeping import History, chores
from sim_bridge_thor.motions import MotionStyle, motion_action, motion_outcome
from sim_bridge_thor.observation import Labeller, Observation, Progress, observe
from sim_bridge_thor.player_lost import PlayerLost
from sim_bridge_thor.skills import HAND_OVER, SkillStyle, perform
from sim_bridge_thor.stand_in import StandIn
from sim_bridge_thor.targets import resolve
from sim_bridge_thor.thor_client import Simulator
from sim_bridge_thor.trace import Trace, judged_metadata
from sim_bridge_thor.worlds import Layout, LayoutError, LoadedWorld, load_world, parse_layout


class Player(Simulator, Protocol):
    """A simulator that can also be started afresh."""

    def start(self) -> None:
        """Start a fresh player, in whatever scene."""

    def check_scene(self, scene: str) -> Outcome:
        """Say whether a scene exists."""


BEGAN = Outcome.success()
"""How an episode begins that was asked for."""


@dataclass(frozen=True)
class Station:
    """Which world to load: kept, so that it can be loaded again after the player was lost."""

    scene: str
    seed: int = 0
    layout: Layout = field(default_factory=Layout)


@dataclass(frozen=True)
class Sent:
    """One primitive: the action as sent, its own metadata, and the event after it and its housekeeping."""

    action: Mapping[str, Any]
    metadata: Mapping[str, Any]
    event: Any
    housekeeping: tuple[Mapping[str, Any], ...] = ()


def _own_word(skill: str, target: Target, seen: Observation, sent: Sent) -> Outcome:
    """Return how a skill ended as far as the robot itself can tell, from what it saw before and sees now."""
    before = Felt(seen.rgb, bool(seen.held_id))
    after = Felt(sent.event.frame, bool(sent.event.metadata["inventoryObjects"]))
    return effect(skill, target.class_name, before, after)


class ThorRobot:
    """One agent in one player. Not thread-safe: the node calls it under one lock.

    ``publish`` is called with every new observation before the method that made it returns.
    """

    def __init__(
        self,
        player: Player,
        motion: MotionStyle,
        skill: SkillStyle,
        publish: Callable[[Observation], None],
        stand_in: StandIn | None = None,
    ) -> None:
        self._player = player
        self._motion = motion
        self._skill = skill
        self._publish = publish
        self._stand_in = stand_in or StandIn()
        self._progress = Progress(step=0, episode=0)
        self._labeller = Labeller()
        self._history = History()
        self._schedule = Schedule(())
        self._faults = Faults(())
        self._trace: Trace | None = None
        self._station: Station | None = None
        self._metadata: Mapping[str, Any] = {}
        self.latest: Observation | None = None
        self.warnings: list[str] = []

    @property
    def step(self) -> int:
        """Number of the latest observation."""
        return self._progress.step

    def start(self, scene: str, seed: int) -> None:
        """Start the player in a scene and make the first observation.

        :raises PlayerLost: when it cannot be started
        :raises LayoutError: when there is no such scene
        """
        self._player.start()
        known = self._player.check_scene(scene)
        if not known:
            raise LayoutError(known.message)
        self._enter(Station(scene, seed))

    def load(self, scene: str, seed: int, layout_text: str, trace: str) -> tuple[Outcome, tuple[str, ...]]:
        """Load a world and return how that went and what of the layout could not be honoured.

        BAD_INPUT leaves the present world as it is.
        """
        known = self._player.check_scene(scene)
        if not known:
            return known, ()
        try:
            layout = parse_layout(layout_text)
            self._open_trace(trace)
            loaded = self._enter(Station(scene, seed % (1 << 31), layout))
        except LayoutError as error:
            return Outcome(Code.BAD_INPUT, str(error)), ()
        except OSError as error:
            return Outcome(Code.BAD_INPUT, ended_well(f"The trace file {trace!r} cannot be written: {error}")), ()
        except PlayerLost as error:
            return self._recover("load_world", error), ()
        return Outcome.success(), loaded.notes

    def move(self, motion: str, amount: float) -> Outcome:
        """Do one motion; see :func:`sim_bridge_thor.motions.motion_action` for the amounts."""
        possible, action = motion_action(motion, amount, self._motion)
        if not possible:
            return possible
        wrong = self._faults.refusal(motion, self._progress.actions)
        if wrong is not None:
            self._refuse(motion, wrong)
            return wrong
        before = self._metadata
        try:
            event = self._player.step(action)
            outcome = motion_outcome(action, before, event.metadata, self._skill.reach)
            self._finish(motion, outcome, Sent(action, event.metadata, event))
        except PlayerLost as error:
            return self._recover(motion, error)
        return outcome

    def do_skill(self, skill: str, target: Target) -> Outcome:
        """Do one manipulation skill on a target in the latest picture. Every attempt counts as an action."""
        seen = self.latest
        if seen is None:
            return Outcome(Code.UNAVAILABLE, "No world is loaded.")
        found, target_id = resolve(target, seen)
        wrong = self._faults.refusal(skill, self._progress.actions) if found else None
        found = found if wrong is None else wrong  # failed outcomes are false, so "or" would skip one
        if not found:
            self._refuse(skill, found)
            return found
        before = self._metadata
        style = replace(self._skill, seed=self._station.seed if self._station else 0)
        try:
            run = perform(self._player, before, skill, target_id, style)
            if run.event is None:
                self._refuse(skill, run.outcome)
                return run.outcome
            sent = self._keep_house(run.action, before, run.event, target_id)
            if skill == HAND_OVER:
                sent = self._hold_out(seen, sent)
            outcome = _own_word(skill, target, seen, sent) if style.visual else run.outcome
            self._finish(skill, outcome, sent)
        except PlayerLost as error:
            return self._recover(skill, error)
        return outcome

    def world_state(self) -> str:
        """Return JSON of the judged metadata, the histories of goals, what was scheduled, and the counters."""
        state = {
            **judged_metadata(self._metadata),
            **self._history.as_json(),
            "scheduled": [*self._schedule.report, *self._faults.report()],
            "actions": self._progress.actions,
            "failures": self._progress.failures,
            "given": self._stand_in.given,
        }
        return json.dumps(state, separators=(",", ":"))

    def restart(self, reason: str) -> Outcome:
        """Start a fresh player in the same world after the old one was found dead."""
        return self._recover("", PlayerLost(reason))

    def close(self) -> None:
        """Finish the trace."""
        if self._trace is not None:
            self._trace.close()
            self._trace = None

    def _open_trace(self, path: str) -> None:
        self.close()
        self._trace = Trace(Path(path)) if path else None

    def _enter(self, station: Station, began: Outcome = BEGAN) -> LoadedWorld:
        """Load a world; ``began`` is what the first observation of the episode says of how it began."""
        loaded = load_world(self._player, station.scene, station.layout, station.seed, self._stand_in.pose)
        self._station = station
        self._labeller = Labeller()
        self._history = History()
        self._stand_in.begin()
        self._schedule = Schedule(c for c in station.layout.changes if c.after)
        self._faults = Faults(station.layout.faults)
        self._progress = Progress(
            step=self._progress.step + 1, episode=self._progress.episode + 1, last_outcome=began
        )
        if self._trace is not None:
            self._trace.write(loaded.action, loaded.event.metadata)
        self._observe(loaded.event)
        return loaded

    def _keep_house(
        self, action: Mapping[str, Any], before: Mapping[str, Any], event: Any, target_id: str
    ) -> Sent:
        """Do the benchmarks' further actions after a successful one."""
        own = event.metadata
        done: list[Mapping[str, Any]] = []
        if not own["lastActionSuccess"]:
            return Sent(action, own, event)
        for chore in chores(action, before, event.metadata, target_id):
            event = self._player.step(chore)
            done.append(chore)
            if not event.metadata["lastActionSuccess"]:
                self.warnings.append(
                    f"{chore['action']} {chore['objectId']}: {event.metadata['errorMessage']}"
                )
        return Sent(action, own, event, tuple(done))

    def _hold_out(self, seen: Observation, sent: Sent) -> Sent:
        """Let the person's stand-in take what is held out, if it does now."""
        action = self._stand_in.offered(sent.event.metadata, seen.base)
        if action is None:
            return sent
        return replace(sent, event=self._player.step(action), housekeeping=(*sent.housekeeping, action))

    def _finish(self, name: str, outcome: Outcome, sent: Sent) -> None:
        """Count, trace and observe one primitive, and what the layout has scheduled for now."""
        own = sent.metadata
        self._history.record(sent.action if own["lastActionSuccess"] else {}, sent.event.metadata)
        self._count(name, outcome)
        sent = self._change_world(sent)
        after = sent.event.metadata
        if self._trace is not None:
            result = {key: own[key] for key in ("lastActionSuccess", "errorMessage")}
            self._trace.write(sent.action, {**after, **result}, sent.housekeeping)
        self._observe(sent.event)

    def _change_world(self, sent: Sent) -> Sent:
        """Make the scheduled changes that are due, and let what is held slip where it is time for that."""
        actions = self._progress.actions
        slips = self._faults.slips(actions, holding=bool(sent.event.metadata["inventoryObjects"]))
        due = self._schedule.due(actions, sent.event.metadata)
        if not due and not slips:
            return sent
        changer = Changer(self._player, sent.event)
        if slips:
            changer.drop()
        for change in due:
            self._schedule.done(change, actions, changer.make(change))
        return replace(sent, event=changer.event, housekeeping=(*sent.housekeeping, *changer.actions))

    def _refuse(self, name: str, outcome: Outcome) -> None:
        """Count an attempt that the bridge refused itself: the world and the picture stay as they are."""
        if self.latest is None:
            return
        self._count(name, outcome)
        again = replace(
            self.latest,
            step=self._progress.step,
            last_action=name,
            last_outcome=outcome,
            actions=self._progress.actions,
            failures=self._progress.failures,
        )
        self.latest = again
        self._publish(again)

    def _count(self, name: str, outcome: Outcome) -> None:
        now = self._progress
        self._progress = Progress(
            step=now.step + 1,
            episode=now.episode,
            last_action=name,
            last_outcome=outcome,
            actions=now.actions + 1,
            failures=now.failures + (not outcome),
        )

    def _observe(self, event: Any) -> None:
        self._metadata = event.metadata
        self.latest = self._faults.seen(observe(event, self._labeller, self._progress))
        self._publish(self.latest)

    def _recover(self, what: str, error: PlayerLost) -> Outcome:
        """Bring a lost player back in the world that was loaded; whatever was going on has failed."""
        self.close()
        lost = ended_well(f"The simulator was lost{f' during {what}' if what else ''}: {error}")
        if self._station is None:
            return Outcome(Code.ROBOT_LOST, lost)
        restarted = Outcome(Code.ROBOT_LOST, f"{lost} It was restarted; the episode begins again.")
        try:
            self._player.start()
            self._enter(self._station, restarted)
        except PlayerLost as again:
            return Outcome(Code.ROBOT_LOST, ended_well(f"{lost} It could not be restarted: {again}"))
        return restarted
