"""The arm's suite: every scene of the emulated table with several seeds, judged by the scene's own goal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pred_tasks.alfred.goals import Condition
from pred_tasks.tasks import Annotation, Task
from pred_tasks.world import WorldState
from ur5_emulator.table import judge
from ur5_emulator.table.scenes import Scene, read_scene, scene_names
from ur5_emulator.table.scenes import SceneCondition as Wanted


@dataclass(frozen=True)
class TableGoal:
    """A scene's conditions."""

    wanted: tuple[Wanted, ...]

    def conditions(self, state: WorldState) -> tuple[Condition, ...]:
        """Return each condition, and whether the table's true state meets it."""
        return tuple(Condition(_words(one), judge.judge(state.table, [one]).success) for one in self.wanted)


def table_tasks(seeds: int, names: Sequence[str] = ()) -> list[Task]:
    """Return a task per scene and seed, seed 0 being the scene as written.

    :param names: scenes, all that come along when empty
    :raises SceneError: for a scene that cannot be used
    """
    scenes = [read_scene(name) for name in names or scene_names()]
    return [_task(scene, seed) for seed in range(seeds) for scene in scenes]


def _task(scene: Scene, seed: int) -> Task:
    return Task(
        task_id=f"{scene.name}.{seed}",
        task_type=scene.name,
        scene=scene.name,
        goal=TableGoal(scene.goal),
        annotations=(Annotation(scene.instruction, dialogue=scene.dialogue),),
        layout={},
        expert_actions=None,
        seed=seed,
        table=True,
    )


def _words(wanted: Wanted) -> str:
    where = f"each {wanted.receptacle}" if wanted.each else wanted.receptacle
    most = "" if wanted.at_most is None else f", at most {wanted.at_most}"
    return f"{' or '.join(wanted.kinds)} {wanted.relation} {where} ({wanted.at_least}{most})"
