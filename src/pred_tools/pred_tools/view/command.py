"""``./pred view [RUN|BAG]``: look at runs and bags in the browser."""

from __future__ import annotations

import argparse
import sys
import webbrowser
from collections.abc import Sequence
from pathlib import Path

from pred_core.exit_codes import BAD_INPUT, DONE
from pred_core.ros.running import Told
from pred_core.run_folder import BAG
from pred_tools.bag.reader import BagError, open_bag
from pred_tools.run_files import RECORD
from pred_tools.view.pages import Offer, bag_link
from pred_tools.view.runs import entry_of, times_of
from pred_tools.view.server import PortError, Site, ViewServer
from pred_tools.view.studio import StudioError, default_folder, fetched

PORT = 8780


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve until interrupted. Returns 0, 2 for what cannot be shown."""
    parser = argparse.ArgumentParser(prog="pred view", description="Look at runs in the browser.")
    parser.add_argument(
        "what",
        nargs="?",
        type=Path,
        metavar="RUN|BAG|FOLDER",
        help="a run, a bag, or a folder of runs (runs)",
    )
    parser.add_argument(
        "--port", type=int, default=PORT, help=f"port on this machine, 0 = a free one ({PORT})"
    )
    parser.add_argument("--no-browser", action="store_true", help="only say the address")
    options = parser.parse_args(arguments)
    try:
        return _serve(options)
    except (BagError, PortError, FileNotFoundError) as error:
        print(f"view: {error}", file=sys.stderr)
        return BAD_INPUT


def _serve(options: argparse.Namespace) -> int:
    told = Told()
    told.listen()
    told.interrupts = False
    runs, run = _chosen(options.what)
    studio, why = _studio()
    server = ViewServer(Site(runs, studio, why), options.port)
    try:
        url = server.url
        if run:
            entry = entry_of(runs / run)
            at_end = max(times_of(runs / run).values(), default=None)
            link = bag_link(entry, Offer(server.port), at_end)
            studio_link = link if entry.bag and studio else f"/runs/{run}/"
            url = url.rstrip("/") + studio_link
        print(f"View: {url}\nCtrl-C ends it.", flush=True)
        if not options.no_browser:
            webbrowser.open(url)
        told.wait()
    finally:
        server.close()
    return DONE


def _studio() -> tuple[Path | None, str]:
    try:
        return fetched(default_folder()), ""
    except StudioError as error:
        print(f"view: {error}", file=sys.stderr)
        return None, str(error)


def _chosen(what: Path | None) -> tuple[Path, str]:
    """Return the folder of runs, and which of them to open ('' = none).

    :raises FileNotFoundError: when there is nothing of that name
    :raises BagError: when it is neither a run nor a bag nor a folder of runs
    """
    path = (what or Path("runs")).expanduser().absolute()
    if what is None:
        return path, ""
    if not path.exists():
        raise FileNotFoundError(f"there is no {path}.")
    if (path / RECORD).is_file() or (path / BAG).is_dir():
        return path.parent, path.name
    if path.is_dir() and any((p / RECORD).is_file() or (p / BAG).is_dir() for p in path.iterdir()):
        return path, ""
    bag = open_bag(path)
    folder = bag.path if bag.path.is_dir() else bag.path.parent
    if folder.name == BAG:
        return folder.parent.parent, folder.parent.name
    return folder.parent, folder.name


if __name__ == "__main__":
    sys.exit(main())
