"""Navigation's parameters, and the settings that are made of them."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from pred_core.ros.parameters import check_domain, check_person, domain_parameter, parameter
from pred_nav.exploration import ExplorationSettings, for_detector
from pred_nav.goal import NavSettings
from pred_nav.interaction import InteractionSettings
from pred_nav.knowledge import KnowledgeSettings
from pred_nav.motions import ArmReach, BaseSettings, FreeBase
from pred_nav.terrain import BodySettings

FINE = 3000
"""Views weighed against each other by a base that stands anywhere: its places are close together."""


@dataclass(frozen=True)
class NavParameters:
    """Parameters of the navigation node."""

    domain: str = domain_parameter()
    detector: str = parameter(
        "oracle", "Perception's detector: with a learned one things are looked for from nearer."
    )
    step: float = parameter(0.25, "The robot's own step, m.", low=0.05, high=1.0)
    look: float = parameter(30.0, "The camera's own look step, degrees.", low=1.0, high=90.0)
    highest_pitch: float = parameter(
        -30.0, "Pitch of the camera looking up most, degrees.", low=-90.0, high=0.0
    )
    lowest_pitch: float = parameter(
        60.0, "Pitch of the camera looking down most, degrees.", low=0.0, high=90.0
    )
    cruise_pitch: float = parameter(
        30.0, "Pitch of the camera on the way and while exploring, degrees.", low=-30.0, high=60.0
    )
    camera_height: float = parameter(1.576, "Height of the camera above the floor, m.", low=0.1, high=3.0)
    camera_ahead: float = parameter(0.0, "How far the camera is before base_link, m.", low=-1.0, high=2.0)
    field_of_view: float = parameter(
        90.0, "The camera's horizontal field of view, degrees.", low=20.0, high=180.0
    )
    turn: float = parameter(90.0, "The robot's own turn, degrees.", low=5.0, high=180.0)
    free: bool = parameter(False, "Whether the base goes any way and turns as it goes.")
    body_ends: float = parameter(
        0.3, "free: how far the middles of the body's ends are from base_link, m.", low=0.0, high=2.0
    )
    corner_ahead: float = parameter(
        0.0,
        "free: how far ahead of base_link the body's corners are, and as far behind, m; 0: its ends are round.",
        low=0.0,
        high=2.0,
    )
    corner_aside: float = parameter(
        0.0, "free: how far aside of base_link the body's corners are, m.", low=0.0, high=2.0
    )
    stride: float = parameter(1.5, "free: longest walk between two looks, m.", low=0.2, high=20.0)
    arm_length: float = parameter(
        0.0, "How far an arm reaches from its shoulder, m; 0: distance alone counts.", low=0.0, high=3.0
    )
    arm_ahead: float = parameter(0.0, "How far the shoulder is before base_link, m.", low=-1.0, high=2.0)
    arm_closer: float = parameter(
        0.0,
        "How much nearer the robot comes by itself to act where no place is near enough for its arm, m.",
        low=0.0,
        high=1.5,
    )
    arm_height: float = parameter(1.0, "Height of the shoulder above the floor, m.", low=0.0, high=3.0)
    nearest: float = parameter(
        0.3, "Rather not nearer to an object than this to act on it, m.", low=0.0, high=3.0
    )
    comfortable: float = parameter(
        1.0, "Up to this distance from an object a place to act from is as good as any, m.", low=0.1, high=5.0
    )
    sideways: bool = parameter(
        True, "Whether the base may step sideways and backwards where it has seen the floor."
    )
    hard_clearance: float = parameter(
        0.17,
        "Not closer to an obstacle than this, m, unless next to nothing can be reached.",
        low=0.0,
        high=1.0,
    )
    squeeze_clearance: float = parameter(
        0.08,
        "Never closer to an obstacle than this, m; as large as hard_clearance: no squeezing.",
        low=0.0,
        high=1.0,
    )
    soft_clearance: float = parameter(
        0.25, "Rather not closer to an obstacle than this, m.", low=0.01, high=2.0
    )
    distance: float = parameter(1.35, "Largest distance to an object to act on it, m.", low=0.2, high=5.0)
    chunk: int = parameter(6, "Motions sent at once on a known way.", low=1, high=50)
    explore_chunk: int = parameter(2, "Motions sent at once while exploring.", low=1, high=50)
    person: str = parameter(
        "",
        "Where a person stands in map, whom every walk goes around: x,y or x,y,yaw (m, rad); '' = nobody is known.",
    )
    hand_hides: bool = parameter(False, "What the hand holds may hide what it goes to: it need not see that.")
    ground_topic: str = parameter(
        "",
        "Topic of what the robot's own sensors say of the floor around it with each observation "
        "(nav_msgs/OccupancyGrid in map, with the observation's stamp); '' = there is none.",
    )
    heed_person: bool = parameter(False, "Walk around the person whom a task is for, too (topic person).")
    max_steps: int = parameter(300, "Motions a goal may use unless it says otherwise.", low=1, high=100000)
    patience: float = parameter(
        20.0, "Seconds to wait for perception's answer to an observation.", low=0.1, high=600.0
    )

    def check(self) -> None:
        """Refuse a domain that cannot be read, and a person who is nowhere.

        :raises ParameterError: saying why
        """
        check_domain(self.domain)
        check_person(self.person)

    def _corners(self) -> tuple[float, float] | None:
        return (self.corner_ahead, self.corner_aside) if self.corner_ahead > 0.0 else None

    def settings(self) -> NavSettings:
        """Return navigation's own settings."""
        base = BaseSettings(
            step=self.step,
            look=math.radians(self.look),
            highest_pitch=math.radians(self.highest_pitch),
            lowest_pitch=math.radians(self.lowest_pitch),
            camera_height=self.camera_height,
            sideways=self.sideways,
            turn=math.radians(self.turn),
            field_of_view=math.radians(self.field_of_view),
            camera_ahead=self.camera_ahead,
            free=FreeBase.of(self.body_ends, self.stride, self.hard_clearance, self._corners())
            if self.free
            else None,
            arm=ArmReach(self.arm_ahead, self.arm_height, self.arm_length, self.arm_closer)
            if self.arm_length
            else None,
        )
        body = BodySettings(
            hard=self.hard_clearance,
            soft=max(self.soft_clearance, self.hard_clearance + 0.01),
            squeeze=self.squeeze_clearance,
        )
        interaction = InteractionSettings(nearest=self.nearest, comfortable=self.comfortable)
        exploration = ExplorationSettings(farthest_candidates=FINE) if self.free else ExplorationSettings()
        widest = min(interaction.widest, base.field_of_view * 0.4)
        return NavSettings(
            base=base,
            body=body,
            interaction=replace(interaction, widest=widest) if self.free else interaction,
            exploration=for_detector(self.detector, exploration),
            distance=self.distance,
            chunk=self.chunk,
            explore_chunk=self.explore_chunk,
            hand_hides=self.hand_hides,
            cruise_pitch=math.radians(self.cruise_pitch),
            knowledge=KnowledgeSettings(usual_pitch=math.radians(self.cruise_pitch)),
        )
