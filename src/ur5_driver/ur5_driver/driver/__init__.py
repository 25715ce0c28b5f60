"""The driver: connection, limits, motions, grasps, skills."""
