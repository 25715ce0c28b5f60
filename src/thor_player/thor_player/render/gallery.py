"""Contact sheets of what the renderer draws: rooms, and every type in every state.

``python -m thor_player.render.gallery --out DIR [--rooms FloorPlan1 ...]``
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from thor_player.model import Camera, World
from thor_player.render import Renderer
from thor_player.render.stage import portrait_camera, stage, staged_object, states_of
from thor_player.rooms import load_world
from thor_player.types import object_types

Picture = NDArray[np.uint8]

_ROOMS = ("FloorPlan1", "FloorPlan10", "FloorPlan21", "FloorPlan201", "FloorPlan212", "FloorPlan225",
          "FloorPlan301", "FloorPlan312", "FloorPlan326", "FloorPlan401", "FloorPlan413", "FloorPlan426")  # fmt: skip
_SHOWN_ROOMS = (("FloorPlan12", 20.0), ("FloorPlan1", 190.0), ("FloorPlan205", 80.0),
                ("FloorPlan309", 180.0), ("FloorPlan303", 225.0), ("FloorPlan404", 160.0))  # fmt: skip
_SHOWN_ALL_ROUND = {
    "kitchens": (1, 2, 8, 16, 27), "living_rooms": (201, 206, 212, 221, 227),
    "bedrooms": (301, 305, 312, 319, 328), "bathrooms": (401, 404, 413, 420, 427),
}  # fmt: skip
_SHOWN_STATES = (
    ("Mug", ""), ("Mug", "dirty"), ("Mug", "coffee"), ("Mug", "broken"), ("Plate", "dirty"),
    ("Bowl", "water"), ("Apple", ""), ("Apple", "sliced"), ("Potato", "cooked"), ("BreadSliced", "cooked"),
    ("Microwave", ""), ("Microwave", "open"), ("Microwave", "on"), ("Fridge", "open"), ("Faucet", "on"),
    ("StoveBurner", "on"), ("DeskLamp", "on"), ("Laptop", "on"), ("Candle", "on"), ("ToiletPaper", "used up"),
)  # fmt: skip
_COLUMNS = 14
_PER_SHEET = 140


def portrait(name: str, state: str, size: int, distance: float | None = None, variant: int = 0) -> Picture:
    """Return a picture of a type in a named state ('' plain).

    :raises KeyError: when the type has no such state
    """
    status = dict(states_of(object_types()[name]))[state]
    obj = staged_object(name, status, variant)
    return (
        Renderer(stage([obj]), antialias=True).render(portrait_camera(obj, size, distance), depth=False).rgb
    )


def room_views(world: World, size: int, directions: int = 4) -> list[Picture]:
    """Return views all round from the agent's place, as many as directions."""
    renderer = Renderer(world, antialias=True)
    eye = world.agent.camera_position()
    return [
        renderer.render(Camera(eye, yaw, 20.0, 90.0, size, size), depth=False).rgb
        for yaw in np.arange(directions) * 360.0 / directions
    ]


def sheet(pictures: list[tuple[str, Picture]], columns: int) -> Image.Image:
    """Return pictures of one size in rows, each with its caption."""
    height, width = pictures[0][1].shape[:2]
    rows = -(-len(pictures) // columns)
    canvas = Image.new("RGB", (columns * width, rows * height))
    pen = ImageDraw.Draw(canvas)
    for i, (caption, picture) in enumerate(pictures):
        at = (i % columns * width, i // columns * height)
        canvas.paste(Image.fromarray(picture), at)
        pen.text((at[0] + 3, at[1] + 2), caption, fill=(0, 0, 0))
        pen.text((at[0] + 2, at[1] + 1), caption, fill=(255, 255, 255))
    return canvas


def write_types(out: Path, size: int) -> None:
    """Write types_N.png: every type in every state."""
    shots = [
        (f"{name} {state}".strip(), portrait(name, state, size))
        for name, kind in sorted(object_types().items())
        for state, _ in states_of(kind)
    ]
    for start in range(0, len(shots), _PER_SHEET):
        sheet(shots[start : start + _PER_SHEET], _COLUMNS).save(out / f"types_{start // _PER_SHEET}.png")


def write_rooms(out: Path, rooms: list[str], size: int) -> None:
    """Write rooms_N.png: four views of each room, three rooms a sheet."""
    for start in range(0, len(rooms), 3):
        shots = [
            (name, view) for name in rooms[start : start + 3] for view in room_views(load_world(name), size)
        ]
        sheet(shots, 4).save(out / f"rooms_{start // 3}.png")


def write_showcase(out: Path) -> None:
    """Write the pictures of the documentation: six rooms, twenty rooms all round, states of types."""
    views = []
    for scene, yaw in _SHOWN_ROOMS:
        world = load_world(scene)
        camera = Camera(world.agent.camera_position(), yaw, 22.0, 75.0, 360, 270)
        views.append((scene, Renderer(world, antialias=True).render(camera, depth=False).rgb))
    _save_small(sheet(views, 3), out / "player_rooms.png")
    for kind, rooms in _SHOWN_ALL_ROUND.items():
        names = [f"FloorPlan{number}" for number in rooms]
        round_views = [(name, view) for name in names for view in room_views(load_world(name), 200, 6)]
        sheet(round_views, 6).save(out / f"player_{kind}.jpg", quality=80, optimize=True)
    shots = [(f"{name} {state}".strip(), portrait(name, state, 120)) for name, state in _SHOWN_STATES]
    _save_small(sheet(shots, 10), out / "player_states.png")


def _save_small(picture: Image.Image, path: Path) -> None:
    """Save with five bits a channel, which halves the file."""
    coarse = (np.asarray(picture) & 0xF8) | 4
    Image.fromarray(coarse.astype(np.uint8)).save(path, optimize=True)


def main() -> None:
    """Write the sheets asked for on the command line."""
    parser = argparse.ArgumentParser(description="Draw contact sheets of rooms and object types.")
    parser.add_argument("--out", type=Path, required=True, help="folder for the PNG files")
    parser.add_argument("--rooms", nargs="*", default=list(_ROOMS), help="rooms to draw (none: types only)")
    parser.add_argument("--no-types", action="store_true", help="leave out the sheets of object types")
    parser.add_argument("--size", type=int, default=300, help="pixels of one room view")
    parser.add_argument("--showcase", action="store_true", help="only the pictures of the documentation")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    if arguments.showcase:
        write_showcase(arguments.out)
        return
    write_rooms(arguments.out, arguments.rooms, arguments.size)
    if not arguments.no_types:
        write_types(arguments.out, 120)
    print(f"Sheets are in {arguments.out}")


if __name__ == "__main__":
    main()
