"""The names of the frames that every robot has (REP-105)."""

MAP, ODOM, BASE, CAMERA = "map", "odom", "base_link", "camera_link"
OPTICAL = "camera_color_optical_frame"
"""The camera's pictures are in this one: x right, y down, z forward."""
