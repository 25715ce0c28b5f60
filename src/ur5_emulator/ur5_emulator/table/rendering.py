"""Colour, depth and which geom is seen in each pixel, drawn off screen by EGL."""

from __future__ import annotations

from dataclasses import dataclass

import mujoco
import numpy as np
from numpy.typing import NDArray

from pred_core.plain_text import ended_well

NEAR, FAR = 0.02, 4.0
"""Clipping distances, m."""
VISIBLE_GROUPS = (0, 1, 2)
_UNSEEN_GROUP = 5
_MAX_GEOMS = 1000


class RenderingError(RuntimeError):
    """Pictures cannot be drawn here, with a sentence that says what to install."""


@dataclass(frozen=True)
class Rendering:
    """One picture: RGB HxWx3 uint8, planar depth HxW float32 m (inf: nothing), geom ids HxW (-1: none)."""

    rgb: NDArray[np.uint8]
    depth: NDArray[np.float32]
    geoms: NDArray[np.int32] | None


class Renderer:
    """Draws one model. It must be made, used and closed in one and the same thread: OpenGL's contexts demand it."""

    def __init__(self, model: mujoco.MjModel, width: int, height: int) -> None:
        """Make an OpenGL context.

        :raises RenderingError: when there is no EGL
        """
        self._model = model
        self._size = (width, height)
        try:
            self._gl = mujoco.GLContext(width, height)
        except (RuntimeError, ImportError, AttributeError) as error:
            raise RenderingError(
                f"The wrist camera cannot be drawn: {ended_well(str(error))} Install EGL (on Debian and Ubuntu:"
                " libegl1 and libgl1-mesa-dri)."
            ) from error
        self._gl.make_current()
        self._context = mujoco.MjrContext(model, mujoco.mjtFontScale.mjFONTSCALE_100)
        mujoco.mjr_setBuffer(mujoco.mjtFramebuffer.mjFB_OFFSCREEN, self._context)
        self._context.readDepthMap = mujoco.mjtDepthMap.mjDEPTH_ZEROFAR
        self._scene = mujoco.MjvScene(model, _MAX_GEOMS)
        self._scene.flags[mujoco.mjtRndFlag.mjRND_SHADOW] = 0
        self._scene.flags[mujoco.mjtRndFlag.mjRND_REFLECTION] = 0
        self._scene.flags[mujoco.mjtRndFlag.mjRND_HAZE] = 0
        self._scene.flags[mujoco.mjtRndFlag.mjRND_SKYBOX] = 0
        self._options = mujoco.MjvOption()
        self._options.geomgroup[:] = [1 if group in VISIBLE_GROUPS else 0 for group in range(6)]
        self._options.sitegroup[:] = 0
        self._options.tendongroup[:] = 0
        self._rectangle = mujoco.MjrRect(0, 0, width, height)

    def close(self) -> None:
        """Give the OpenGL context back."""
        self._context.free()
        self._gl.free()

    def draw(
        self, data: mujoco.MjData, camera: mujoco.MjvCamera | str, *, segmentation: bool = True
    ) -> Rendering:
        """Draw what a camera sees.

        :param camera: a camera's name in the model, or a free one
        :param segmentation: also draw which geom is where (a second pass)
        """
        self._gl.make_current()
        view = camera if isinstance(camera, mujoco.MjvCamera) else self._fixed(camera)
        self._update_scene(data, view)
        width, height = self._size
        rgb = np.empty((height, width, 3), np.uint8)
        depth = np.empty((height, width), np.float32)
        mujoco.mjr_render(self._rectangle, self._scene, self._context)
        mujoco.mjr_readPixels(rgb, depth, self._rectangle, self._context)
        geoms = self._draw_geoms() if segmentation else None
        return Rendering(np.ascontiguousarray(rgb[::-1]), _metres(depth[::-1]), geoms)

    def _update_scene(self, data: mujoco.MjData, view: mujoco.MjvCamera) -> None:
        """Put what may be seen into the scene. MuJoCo would draw everything: the arm's meshes cost most of the time."""
        groups = self._model.geom_group.copy()
        if view.type == mujoco.mjtCamera.mjCAMERA_FIXED:
            self._model.geom_group[self._outside(data, view.fixedcamid)] = _UNSEEN_GROUP
        try:
            mujoco.mjv_updateScene(
                self._model, data, self._options, None, view, mujoco.mjtCatBit.mjCAT_ALL, self._scene
            )
        finally:
            self._model.geom_group[:] = groups

    def _outside(self, data: mujoco.MjData, camera: int) -> NDArray[np.bool_]:
        """Return which geoms' bounding spheres are wholly outside what a camera sees."""
        spheres = self._model.geom_rbound
        seen = (data.geom_xpos - data.cam_xpos[camera]) @ data.cam_xmat[camera].reshape(3, 3)
        ahead = -seen[:, 2]
        up = np.radians(self._model.cam_fovy[camera]) / 2.0
        side = np.arctan(np.tan(up) * self._size[0] / self._size[1])
        result = ahead < NEAR - spheres
        for across, half in ((seen[:, 0], side), (seen[:, 1], up)):
            result |= np.abs(across) * np.cos(half) - ahead * np.sin(half) > spheres
        return np.asarray(result & (spheres > 0.0))

    def _fixed(self, name: str) -> mujoco.MjvCamera:
        camera = mujoco.MjvCamera()
        camera.type = mujoco.mjtCamera.mjCAMERA_FIXED
        camera.fixedcamid = self._model.camera(name).id
        return camera

    def _draw_geoms(self) -> NDArray[np.int32]:
        width, height = self._size
        self._scene.flags[mujoco.mjtRndFlag.mjRND_SEGMENT] = 1
        self._scene.flags[mujoco.mjtRndFlag.mjRND_IDCOLOR] = 1
        coded = np.empty((height, width, 3), np.uint8)
        mujoco.mjr_render(self._rectangle, self._scene, self._context)
        mujoco.mjr_readPixels(coded, None, self._rectangle, self._context)
        self._scene.flags[mujoco.mjtRndFlag.mjRND_SEGMENT] = 0
        self._scene.flags[mujoco.mjtRndFlag.mjRND_IDCOLOR] = 0
        number = coded[::-1, :, 0] + (coded[::-1, :, 1].astype(np.uint16) << 8)  # _MAX_GEOMS fits two bytes
        table = np.full(self._scene.ngeom + 1, -1, np.int32)
        for geom in self._scene.geoms[: self._scene.ngeom]:
            if geom.segid >= 0 and geom.objtype == mujoco.mjtObj.mjOBJ_GEOM:
                table[geom.segid + 1] = geom.objid
        return table[number]


def _metres(depth: NDArray[np.float32]) -> NDArray[np.float32]:
    """Turn the depth buffer (1 at the near plane, 0 at the far one) into planar metres."""
    with np.errstate(divide="ignore"):
        metres = NEAR * FAR / (NEAR + depth * (FAR - NEAR))
    return np.where(depth <= 0.0, np.float32(np.inf), metres).astype(np.float32)
