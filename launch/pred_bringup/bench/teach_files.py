"""TEACh's own JSON (Padmakumar et al. 2022) as benchmark tasks: games, and instances of EDH and TfD.

A game has the whole session: task, room, first state, what both said and what the driver did. An instance names its
game, which is looked for in ``games/SPLIT`` beside ``edh_instances/SPLIT``: of EDH the dialogue and what was done so
far, of
TfD the whole dialogue.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pred_bringup.bench.teach_definitions import DefinitionError, components

COMMANDER, DRIVER = 0, 1
TEXT, SPEECH = 100, 101
DONE_BY_ID: Mapping[int, str] = {
    200: "PickupObject",
    201: "PutObject",
    202: "OpenObject",
    203: "CloseObject",
    204: "ToggleObjectOn",
    205: "ToggleObjectOff",
    206: "SliceObject",
    211: "PourObject",
}
"""TEACh's numbers of what the driver does to objects."""
WORLD_SUFFIX = "_physics"


class TeachFileError(ValueError):
    """A file that is none of TEACh's, or lacks what a task needs, with a sentence that says what."""


def is_teach(path: Path) -> bool:
    """Tell whether a path is to be read as TEACh's: a JSON file, or a folder of such."""
    return path.is_dir() or path.suffix == ".json"


def teach_tasks(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the tasks of a file or folder, in the fields of the benchmark's task files.

    :raises TeachFileError: naming the file and what is wrong
    """
    files = sorted(path.glob("*.json")) if path.is_dir() else [path]
    if not files:
        raise TeachFileError(
            f"{path}: there is neither a traj_data.json (ALFRED) nor a .json file (TEACh) in it."
        )
    for file in files:
        try:
            yield _task(file)
        except (KeyError, IndexError, TypeError, DefinitionError) as error:
            raise TeachFileError(f"{file}: it is not as TEACh writes it: {error!r}.") from error


def _task(file: Path) -> dict[str, Any]:
    data = _read(file)
    if "tasks" in data:
        return _of_game(data, file.name.split(".")[0], _said(_episode(data)), [])
    if "dialog_history" not in data:
        raise TeachFileError(f"{file}: it is neither a game nor an instance of EDH or TfD.")
    game = _game_of(file, str(data["game_id"]))
    dialogue = [f"{who}: {text}" for who, text in data["dialog_history"]]
    history = [_deed(entry) for entry in data.get("driver_action_history", ())]
    return _of_game(game, str(data["instance_id"]), dialogue, [deed for deed in history if deed])


def _read(file: Path) -> dict[str, Any]:
    try:
        data = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise TeachFileError(f"{file}: cannot be read: {error}") from error
    if not isinstance(data, dict):
        raise TeachFileError(f"{file}: it holds no JSON object.")
    return data


def _game_of(file: Path, game_id: str) -> dict[str, Any]:
    """Return the game that an instance is a part of."""
    split = file.parent.name
    root = file.parent.parent.parent
    for folder in (root / "games" / split, root / "all_games", file.parent):
        game = folder / f"{game_id}.game.json"
        if game.exists():
            return _read(game)
    raise TeachFileError(
        f"{file}: its game {game_id}.game.json is not in {root / 'games' / split}, nor beside it: "
        "keep TEACh's folders as they are."
    )


def _of_game(
    game: Mapping[str, Any], name: str, dialogue: Sequence[str], history: Sequence[Mapping[str, str]]
) -> dict[str, Any]:
    task, episode = game["tasks"][0], _episode(game)
    agents = episode["initial_state"].get("agents", ())
    start = {"init_action": _start(agents[DRIVER])} if len(agents) > DRIVER else {}
    return {
        "task_id": name,
        "task_type": "teach_" + str(task["task_name"]).lower().replace(" ", "_"),
        "floor_plan": str(episode["world"]).removesuffix(WORLD_SUFFIX),
        "annotations": [{"dialogue": list(dialogue)}],
        "components": components(str(task["task_name"]), [str(p) for p in task.get("task_params", ())]),
        "object_poses": [
            {"name": o["name"], "type": o["objectType"], "position": o["position"], "rotation": o["rotation"]}
            for o in episode["initial_state"]["objects"]
            if o.get("pickupable")
        ],
        "history": list(history),
        **start,
    }


def _episode(game: Mapping[str, Any]) -> Mapping[str, Any]:
    episode: Mapping[str, Any] = game["tasks"][0]["episodes"][0]
    return episode


def _said(episode: Mapping[str, Any]) -> list[str]:
    said = [i for i in episode["interactions"] if i["action_id"] in (TEXT, SPEECH) and i.get("utterance")]
    return [f"{'Commander' if i['agent_id'] == COMMANDER else 'Driver'}: {i['utterance']}" for i in said]


def _deed(entry: Mapping[str, Any]) -> dict[str, str]:
    """Return what an entry of a history did to an object; nothing for motions, words and what failed."""
    action = DONE_BY_ID.get(entry["action_id"], "")
    thing = str(entry.get("oid") or "").partition("|")[0]
    failed = entry.get("success", 1) == 0
    return {"action": action, "object": thing} if action and thing and not failed else {}


def _start(agent: Mapping[str, Any]) -> dict[str, float]:
    position, rotation = agent["position"], agent["rotation"]
    place = {axis: float(position[axis]) for axis in "xyz"}
    return {**place, "rotation": float(rotation["y"]), "horizon": float(agent.get("cameraHorizon", 0.0))}
