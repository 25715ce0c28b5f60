"""The player itself: scenes, reset, initialisation, resolution, quality."""

from __future__ import annotations

from .. import crowd
from ..errors import ActionError, argument
from ..rooms import scenes
from ..rooms_data import UnknownScene
from ..state import PlayerState, Settings, load
from .registry import Arguments, action

_LARGEST = 4096


def _scenes(_state: PlayerState, _args: Arguments) -> list[str]:
    return [f"{name}_physics" for name in scenes()]


def _reset(state: PlayerState, args: Arguments) -> None:
    try:
        fresh = load(args.text("sceneName", state.world.scene), state.seed)
    except UnknownScene as unknown:
        raise argument(str(unknown)) from unknown
    state.become(fresh)


def _initialize(state: PlayerState, args: Arguments) -> dict[str, float]:
    s, count = state.settings, args.whole("agentCount", 1)
    fresh = Settings(
        grid_size=args.number("gridSize", 0.25),
        snap_to_grid=args.flag("snapToGrid", True),
        rotate_step=args.number("rotateStepDegrees", 90.0),
        visibility_distance=args.number("visibilityDistance", 1.5),
        field_of_view=args.number("fieldOfView", 90.0) or 90.0,
        render_depth=args.flag("renderDepthImage"),
        render_ids=args.flag("renderInstanceSegmentation", args.flag("renderObjectImage")),
        render_classes=args.flag("renderSemanticSegmentation", args.flag("renderClassImage")),
        max_up=args.number("maxUpwardLookAngle", s.max_up),
        max_down=args.number("maxDownwardLookAngle", s.max_down),
        near=args.number("cameraNearPlane", 0.0) or s.near,
        far=args.number("cameraFarPlane", 0.0) or s.far,
        mass_threshold=args.number("massThreshold", 0.0) if "massThreshold" in args else None,
        fast_emit=args.flag("fastActionEmit", True),
        show_agents=args.flag("makeAgentsVisible", count > 1),
    )
    _check(fresh, args)
    before, state.settings = state.settings, fresh
    try:
        crowd.set_count(state, count)
    except ActionError:
        state.settings = before
        raise
    return {"cameraNearPlane": fresh.near, "cameraFarPlane": fresh.far}


def _check(settings: Settings, args: Arguments) -> None:
    if not 0.0 < settings.field_of_view < 180.0:
        raise ActionError("fov must be set to (0, 180) noninclusive.")
    if not 0.0 < settings.grid_size <= 5.0:
        raise ActionError("grid size must be in the range (0,5]")
    if settings.rotate_step <= 0.0:
        raise ActionError("rotateStepDegrees must be a non-zero, non-negative float")
    if settings.snap_to_grid and settings.rotate_step % 90.0 != 0.0:
        raise ActionError(
            f"Invalid values 'rotateStepDegrees': {settings.rotate_step:g} and 'snapToGrid':True. "
            "'snapToGrid': 'True' is not supported when 'rotateStepDegrees' is different from "
            "grid rotation steps of 0, 90, 180, 270, 360."
        )
    if args.text("agentMode", "default").lower() != "default":
        raise ActionError("the embedded player's agents are of agentMode 'default'")
    if settings.mass_threshold is not None and settings.mass_threshold <= 0.0:
        raise ActionError(
            f"massThreshold must have nonzero value - invalid value: {settings.mass_threshold:g}"
        )
    if args.number("timeScale", 1.0) <= 0.0:
        raise ActionError("Time scale must be > 0")


def _resolution(state: PlayerState, args: Arguments) -> None:
    width, height = args.whole("x", state.width), args.whole("y", state.height)
    if not (0 < width <= _LARGEST and 0 < height <= _LARGEST):
        raise ActionError(f"Screen resolution must be in 1..{_LARGEST}, not {width}x{height}")
    state.width, state.height = width, height


ACTIONS = (
    action("GetScenesInBuild", _scenes, seconds=0.0),
    action("Reset", _reset, "sceneName", seconds=0.0, lenient=True),
    action("Initialize", _initialize, seconds=0.0, lenient=True),
    action("ChangeResolution", _resolution, required="x y", seconds=0.0),
)
