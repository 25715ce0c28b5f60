"""The emulated table: MuJoCo world, wrist camera, scenes and their judge."""
