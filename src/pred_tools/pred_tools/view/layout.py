"""Studio's layout for this stack: which panels there are, and which topics they show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]

COLOUR, DEPTH = "camera/color/image_raw", "camera/depth/image_raw"
OVERLAY = "detections/overlay/compressed"
CARD = "discrepancies/card/compressed"
PLAN = "plan/picture/compressed"
TREE = "behaviour_tree/picture/compressed"
DESCRIPTION = "robot_description"
TIMELINE = (
    "task_events.kind",
    "robot_state.last_action",
    "plan.cursor",
    "recovery_events.strategy",
    "llm_calls.purpose",
)
VISIBLE = (
    "objects/markers",
    "plan/markers",
    "person/markers",
    "discrepancies/markers",
    "nav/path",
    "camera/color/camera_info",
    DESCRIPTION,
)


@dataclass(frozen=True)
class Shown:
    """What a layout is for: the namespace (without slashes) and, of a bag, the topics that there are.

    ``topics`` None: all that a running stack with the view has.
    """

    namespace: str = "pred"
    topics: frozenset[str] | None = None

    def name(self, topic: str) -> str:
        """Return a topic's full name."""
        return f"/{self.namespace}/{topic}" if self.namespace else f"/{topic}"

    def has(self, topic: str) -> bool:
        """Return whether there is that topic to show."""
        return self.topics is None or self.name(topic) in self.topics


def layout(shown: Shown) -> Json:
    """Return the layout as Studio 1.48 keeps it."""
    picture = OVERLAY if shown.has(OVERLAY) else COLOUR
    panels: Json = {
        "3D!map": _scene(shown),
        "ImageViewPanel!camera": _picture(shown.name(picture)),
        "ImageViewPanel!depth": {**_picture(shown.name(DEPTH)), "minValue": 0, "maxValue": 5},
        "StateTransitions!time": {
            "paths": [
                {"value": shown.name(path), "timestampMethod": "receiveTime", "label": path.partition(".")[0]}
                for path in TIMELINE
            ],
            "isSynced": True,
        },
        "Table!memory": {"topicPath": f"{shown.name('object_memory')}.objects"},
        "RosOut!log": {"searchTerms": [], "minLogLevel": 2, "topicToRender": "/rosout"},
    }
    if shown.has(PLAN):
        panels["ImageViewPanel!plan"] = _picture(shown.name(PLAN))
        panels["ImageViewPanel!card"] = _picture(shown.name(CARD))
        panels["ImageViewPanel!tree"] = _picture(shown.name(TREE))
        panels["Tab!plan"] = _tabs({"Plan": "ImageViewPanel!plan", "Behaviour tree": "ImageViewPanel!tree"})
        plan, card = "Tab!plan", "ImageViewPanel!card"
    else:
        panels["Table!plan"] = {"topicPath": f"{shown.name('plan')}.subgoals"}
        panels["RawMessages!revision"] = {
            "topicPath": f"{shown.name('plan_revisions')}.discrepancies[:].sentence",
            "diffEnabled": False,
        }
        plan, card = "Table!plan", "RawMessages!revision"
    return {
        "configById": panels,
        "globalVariables": {},
        "userNodes": {},
        "playbackConfig": {"speed": 1},
        "layout": _row(
            42,
            _column(66, "3D!map", "StateTransitions!time"),
            _row(
                52,
                _column(38, "ImageViewPanel!camera", _column(50, plan, "RosOut!log")),
                _column(38, "ImageViewPanel!depth", _column(50, card, "Table!memory")),
            ),
        ),
    }


def _row(percentage: int, first: Any, second: Any) -> Json:
    return {"direction": "row", "splitPercentage": percentage, "first": first, "second": second}


def _column(percentage: int, first: Any, second: Any) -> Json:
    return {"direction": "column", "splitPercentage": percentage, "first": first, "second": second}


def _tabs(panels: Json) -> Json:
    """Return the tab panel with these panels, by their titles; the first is shown."""
    return {"activeTabIdx": 0, "tabs": [{"title": title, "layout": panel} for title, panel in panels.items()]}


def _picture(topic: str) -> Json:
    return {
        "cameraTopic": topic,
        "customMarkerTopicOptions": [],
        "enabledMarkerTopics": [],
        "transformMarkers": False,
        "synchronize": False,
        "mode": "fit",
        "pan": {"x": 0, "y": 0},
        "rotation": 0,
        "zoom": 1,
        "zoomPercentage": 100,
        "smooth": True,
        "flipHorizontal": False,
        "flipVertical": False,
    }


def _scene(shown: Shown) -> Json:
    topics: Json = {shown.name(topic): {"visible": True} for topic in VISIBLE}
    topics[shown.name("map")] = {
        "visible": True,
        "minColor": "#ffffffff",
        "maxColor": "#202020ff",
        "unknownColor": "#606060ff",
    }
    topics[shown.name("map/height")] = {"visible": False}
    return {
        "cameraState": {
            "perspective": True,
            "distance": 9,
            "phi": 40,
            "thetaOffset": 90,
            "targetOffset": [0, 0, 0],
            "target": [0, 0, 0],
            "targetOrientation": [0, 0, 0, 1],
            "fovy": 45,
            "near": 0.1,
            "far": 500,
        },
        "followMode": "follow-none",
        "followTf": "map",
        "scene": {
            "labelScaleFactor": 0.5,
            "transforms": {"showLabel": False, "axisScale": 0.4, "lineWidth": 1},
        },
        "topics": topics,
        "layers": {},
        "publish": {},
        "imageMode": {},
    }
