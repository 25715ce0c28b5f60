"""TEACh's own JSON (Padmakumar et al. 2022) as benchmark tasks: games, and instances of EDH and TfD.

A game has the whole session: task, room, first state, what both said and what the driver did. An instance names its
game, which is looked for in ``games/SPLIT`` beside ``edh_instances/SPLIT``: of EDH the dialogue and what was done so
far, of
TfD the whole dialogue.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pred_tasks.json_files import data_of
from pred_tasks.teach.definitions import DefinitionError, components

KINDS = ("games", "all_games", "edh_instances", "tfd_instances")
"""TEACh's folders of tasks, as its archive has them beside each other."""
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


def teach_tasks(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the tasks of a file or folder, in the fields of the benchmark's task files.

    :raises TeachFileError, JsonFileError: naming the file and what is wrong
    """
    for file in _files(path) if path.is_dir() else [path]:
        try:
            yield _task(file)
        except (KeyError, IndexError, TypeError, DefinitionError) as error:
            raise TeachFileError(f"{file}: it is not as TEACh writes it: {error!r}.") from error


def _files(folder: Path) -> list[Path]:
    """Return the files of one kind in a folder, or in its splits.

    :raises TeachFileError: when there are none, or several kinds in it
    """
    kinds = [name for name in KINDS if (folder / name).is_dir()]
    if len(kinds) > 1:
        raise TeachFileError(f"{folder}: it holds several kinds of tasks; name one: {', '.join(kinds)}.")
    found = sorted(folder.glob("*.json")) or sorted(folder.rglob("*.json"))
    if not found:
        raise TeachFileError(
            f"{folder}: there is neither a traj_data.json (ALFRED) nor a .json file (TEACh) in it."
        )
    return found


def _task(file: Path) -> dict[str, Any]:
    data = _read(file)
    if "tasks" in data:
        return _of_game(data, file.name.split(".")[0], _said(_episode(data)), [])
    if "dialog_history" not in data:
        raise TeachFileError(f"{file}: it is neither a game nor an instance of EDH or TfD.")
    game = _game_of(file, str(data["game_id"]))
    dialogue = [f"{who}: {text}" for who, text in data["dialog_history"]]
    history = [_deed(entry) for entry in data.get("driver_action_history", ())]
    return _of_game(game, str(data["instance_id"]), dialogue, [action for action in history if action])


def _read(file: Path) -> dict[str, Any]:
    data = data_of(file)
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
